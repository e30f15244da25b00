// What a command may touch of the process. It is handed in, so that commands are functions that tests can call.

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** Calls back for every SIGINT and SIGTERM; returns a function that stops that. */
  readonly onStop: (callback: () => void) => void;
}

export const exitCodes = {
  ok: 0,
  /** What was asked for was not reached: a replay missed, a score was too low, a change breaks clients. */
  missed: 1,
  usage: 2,
  port: 3,
  input: 4,
  /** `drift` has found additions and nothing worse, or less than that. */
  additive: 5,
  cosmetic: 6,
  failure: 70,
} as const;

/** Ends a command with one line on stderr. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new CommandError(exitCodes.usage, message);
export const inputError = (message: string) => new CommandError(exitCodes.input, message);
