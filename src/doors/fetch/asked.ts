// Who asked, as far as the answer depends on it.
export interface Asked {
  readonly method: string;
  /** Of the request: aborted when the client gives up. */
  readonly signal: AbortSignal;
  readonly sleep: (milliseconds: number) => Promise<void>;
}
