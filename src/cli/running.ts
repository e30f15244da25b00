// A server that a command runs: until a signal ends it, or the command beside it does.
import { CommandError, exitCodes } from '../app/options/command-error.ts';
import type { Option } from '../app/options/options.ts';
import type { MockServer } from '../app/server.ts';
import type { Io, OnStop } from './io.ts';
import type { LogForm, ServerLog } from './printer.ts';

/** Whether other machines can reach a server that listens on this address. */
export function isOpenToOthers(host: string): boolean {
  return !/^(127\.|localhost$|::1$)/.test(host);
}

/** The words behind `--`: a command to run while the server answers; none: the server runs until a signal ends it. */
export type Beside = readonly string[];

/** Call it before a port or a recording is opened: otherwise a signal in between would leave them open. */
export function catchSignals(io: Io, beside: Beside): OnStop {
  return beside.length === 0
    ? io.catchSignals('SIGINT', 'SIGTERM')
    : io.catchSignals('SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT');
}

interface Running {
  readonly port: Option<number>;
  readonly log: Option<LogForm>;
}

/** Beside a command a free port is the default, so that runs do not meet, and a log without a line for each request. */
export function optionsBeside<O extends Running>(options: O, beside: Beside): O {
  if (beside.length === 0) return options;
  const { port, log } = options;
  return { ...options, port: { ...port, default: 0 }, log: { ...log, default: 'brief' } };
}

interface Run {
  readonly onStop: OnStop;
  readonly log: Pick<ServerLog, 'stopping'>;
  readonly beside: Beside;
  readonly io: Io;
  /** A key that the command can use; undefined where the keys are those of the real service. */
  readonly key: string | undefined;
}

/**
 * Waits for the end of the command beside the server, or else for the first signal, then for requests in flight. Another
 * signal ends these at once.
 * @returns the exit code of the command; 0 where there is none
 * @throws CommandError for a command that cannot be run
 */
export async function untilStopped(server: MockServer, run: Run): Promise<number> {
  const { onStop, log, beside } = run;
  try {
    if (beside.length > 0) return await runBeside(server, run);
    await new Promise<void>((signalled) => {
      onStop(() => {
        signalled();
      });
    });
    return 0;
  } finally {
    onStop(() => void server.closeNow());
    log.stopping();
    await server.close();
  }
}

async function runBeside(server: MockServer, { beside, io, onStop, key }: Run): Promise<number> {
  const { runCommand } = await import('./around-command.ts');
  const env = {
    PRICING_MOCK_URL: server.url,
    PRICING_MOCK_CONTROL_TOKEN: server.controlToken,
    ...(key !== undefined && { PRICING_MOCK_KEY: key }),
  };
  return runCommand(beside, { io, env, onStop });
}

/** The failure of a run of which checks have found something. */
export function failedBy(found: readonly string[]): CommandError | undefined {
  return found.length === 0 ? undefined : new CommandError(exitCodes.missed, found.join('; '));
}

/**
 * The exit code of a run: that of the command, or of what the run found where the command is content.
 * @param code of the command; 0 where there is none
 * @param found what the exit code of the run must tell
 */
export function endOfRun(code: number, found: CommandError | undefined, io: Io): number {
  if (found === undefined) return code;
  if (code === 0) throw found;
  io.err(`pricing-mock: ${found.message}\n`);
  return code;
}
