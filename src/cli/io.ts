// The parts of the process that a command uses. They are handed in, so that tests can call a command as a function.

export type OnStop = (stop: () => void) => void;

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /**
   * From now on SIGINT and SIGTERM do not end the process. The returned function takes a callback that stops the program
   * in good order. The callback is called for each signal, also for those that came before it was given.
   */
  readonly catchSignals: () => OnStop;
}

/** Prints notes for the user on stderr, because stdout holds the result alone. */
export function noteTo(io: Io): (note: string) => void {
  return (note) => {
    io.err(`pricing-mock: ${note}\n`);
  };
}
