// An error in the user's input: an option, a file, a port. The command line prints its message and ends with its exit code; the
// library throws it.

export const exitCodes = {
  ok: 0,
  /** A check failed: a replay missed a request, a score was too low, a change breaks clients. */
  missed: 1,
  usage: 2,
  port: 3,
  input: 4,
  /** `drift` has found additions and nothing worse; `cosmetic`: less than additions. */
  additive: 5,
  cosmetic: 6,
  failure: 70,
  /** Of a command that was to run beside a server, as shells tell it. */
  notRunnable: 126,
  notFound: 127,
} as const;

/** Its message says what is wrong, where, and what would be right. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  /** Several things that are wrong, each to be told on a line of its own. */
  readonly problems: readonly string[];

  constructor(exitCode: number, message: string, problems: readonly string[] = [message]) {
    super(message);
    this.exitCode = exitCode;
    this.problems = problems;
  }
}

export const usageError = (message: string) => new CommandError(exitCodes.usage, message);
export const inputError = (message: string) => new CommandError(exitCodes.input, message);
