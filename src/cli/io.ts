// What a command may touch of the process. It is handed in, so that commands are functions that tests can call.

export type OnStop = (stop: () => void) => void;

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /**
   * From now on SIGINT and SIGTERM do not end the process. Whoever can stop it in good order says so to the function
   * that this returns, and is called for each of them, those included that have come meanwhile.
   */
  readonly catchSignals: () => OnStop;
}

/** For what a user should know beside the result, which alone stands on stdout. */
export function noteTo(io: Io): (note: string) => void {
  return (note) => {
    io.err(`pricing-mock: ${note}\n`);
  };
}
