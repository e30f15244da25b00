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

/** For what a user should know beside the result, which alone stands on stdout. */
export function noteTo(io: Io): (note: string) => void {
  return (note) => {
    io.err(`pricing-mock: ${note}\n`);
  };
}
