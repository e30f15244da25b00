// Runs a command while a server answers (`pricing-mock serve -- npm test`): it gets our stdin, stdout and stderr, the signals
// that we get, and in its environment where the server is.
import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { CommandError, exitCodes } from '../app/options/command-error.ts';
import type { Io, OnStop, Signal } from './io.ts';

interface Surroundings {
  readonly io: Io;
  /** What the command finds in its environment beside ours. */
  readonly env: Readonly<Record<string, string>>;
  readonly onStop: OnStop;
}

/**
 * Runs a command to its end.
 * @returns its exit code; 128 and the number of the signal that ended it, as shells tell it
 * @throws CommandError (127) for a command that is not there, (126) for one that cannot be run
 */
export async function runCommand(command: readonly string[], surroundings: Surroundings): Promise<number> {
  const { io, env, onStop } = surroundings;
  let early: Signal | undefined;
  onStop((signal) => (early ??= signal));
  if (early !== undefined) return endedBy(early);
  const [file = '', ...args] = command;
  return new Promise<number>((resolve, reject) => {
    const child = spawn(file, args, { cwd: io.cwd, env: { ...io.env, ...env }, stdio: 'inherit' });
    onStop(
      passingOn((signal) => {
        child.kill(signal);
      }, io.hasTerminal),
    );
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? endedBy(signal!));
    });
  }).catch((error: unknown) => {
    throw notRun(file, error);
  });
}

const endedBy = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** A terminal, npm and a shell may each pass the same Ctrl-C on; within so many milliseconds it is one. */
const onePress = 250;

/**
 * Passes signals on to the command. The second SIGINT or SIGTERM kills it.
 * @param isAtTerminal then Ctrl-C and Ctrl-\ have reached the command, too, and must not come twice
 */
function passingOn(send: (signal: NodeJS.Signals) => void, isAtTerminal: boolean): (signal: Signal) => void {
  let asked: number | undefined;
  return (signal) => {
    const isKey = signal === 'SIGINT' || signal === 'SIGQUIT';
    const now = performance.now();
    if (signal === 'SIGINT' || signal === 'SIGTERM') {
      if (asked !== undefined) {
        if (now - asked > onePress) send('SIGKILL');
        return;
      }
      asked = now;
    }
    if (!(isKey && isAtTerminal)) send(signal);
  };
}

function notRun(file: string, error: unknown): CommandError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CommandError(exitCodes.notFound, `${file}: there is no such command`);
  return new CommandError(exitCodes.notRunnable, `${file}: cannot be run (${code ?? message})`);
}
