// The parts of the process that a command uses. They are handed in, so that tests can call a command as a function.

/** What a user, a terminal or a CI system tells a program by. */
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT';

export type OnStop = (stop: (signal: Signal) => void) => void;

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** Whether stderr is one. */
  readonly errIsTerminal: boolean;
  /** Whether a terminal is there at all, whose Ctrl-C goes to every process that was started from it. */
  readonly hasTerminal: boolean;
  /**
   * From now on these signals do not end the process. The returned function takes a callback that stops the program in
   * good order, in place of the one before. It is called for each signal, also for those that came before there was any.
   */
  readonly catchSignals: (...signals: readonly Signal[]) => OnStop;
}

/** Prints notes for the user on stderr, because stdout holds the result alone. */
export function noteTo(io: Io): (note: string) => void {
  return (note) => {
    io.err(`pricing-mock: ${note}\n`);
  };
}
