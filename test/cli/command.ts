// The command line in process: `main` with what it prints captured, and signals that a test sends.
import { tmpdir } from 'node:os';
import type { Io, Signal } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly isTerminal?: boolean;
  readonly now?: () => number;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end; a server that comes up is stopped at once. */
export async function run(argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const told = { out: '', err: '' };
  const code = await main(
    argv,
    createIo(surroundings, told, () => (stop) => {
      stop('SIGINT');
    }),
  );
  return { code, ...told };
}

export interface Started extends AsyncDisposable {
  readonly url: string;
  readonly out: () => string;
  readonly err: () => string;
  readonly lines: () => string[];
  /** As a signal would; SIGINT unless another is named. */
  readonly signal: (signal?: Signal) => void;
  readonly code: Promise<number>;
}

/**
 * Starts a command that serves, and waits until it listens.
 * @example await using served = await startCommand(['--port', '0'])
 */
export async function startCommand(
  argv: readonly string[],
  surroundings: Surroundings = {},
): Promise<Started> {
  const told = { out: '', err: '' };
  let signal: Started['signal'] | undefined;
  let code = Promise.resolve(-1);
  await new Promise<void>((resolve) => {
    const io = createIo(surroundings, told, () => (stop) => {
      // Asked for once the server listens, and again when it stops.
      signal = (name = 'SIGINT') => {
        stop(name);
      };
      resolve();
    });
    code = main(argv, io);
    void code.then(() => {
      resolve();
    });
  });
  if (signal === undefined) throw new Error(`the command ended (${await code}): ${told.err}`);
  const stop: Started['signal'] = (name) => {
    signal!(name);
  };
  return {
    // A recorder names its upstream, too.
    url: /(?<=Listening on |"url":")https?:\/\/[^\s"']+:\d+/.exec(told.out)?.[0] ?? '',
    out: () => told.out,
    err: () => told.err,
    lines: () => told.out.split('\n').slice(0, -1),
    signal: stop,
    code,
    [Symbol.asyncDispose]: async () => {
      stop();
      stop();
      await code;
    },
  };
}

function createIo(
  { env = {}, cwd = tmpdir(), isTerminal = false, now = Date.now }: Surroundings,
  told: { out: string; err: string },
  catchSignals: Io['catchSignals'],
): Io {
  return {
    out: (text) => (told.out += text),
    err: (text) => (told.err += text),
    env,
    cwd,
    isTerminal,
    now,
    errIsTerminal: isTerminal,
    hasTerminal: isTerminal,
    catchSignals,
  };
}
