// How long the upstream may be silent. It does not run while we wait for the client.

export class InactivityTimer {
  readonly #milliseconds: number;
  readonly #lost: () => void;
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #ended = false;

  constructor(milliseconds: number, lost: () => void) {
    this.#milliseconds = milliseconds;
    this.#lost = lost;
  }

  start(): void {
    if (this.#ended) return;
    this.#running = true;
    if (this.#timer === undefined) this.#timer = this.#createTimer();
    else this.#timer.refresh();
  }

  /** A flag costs less than a new timer for every piece of a body. */
  pause(): void {
    this.#running = false;
  }

  /** For good. */
  end(): void {
    this.#running = false;
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #createTimer(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      if (this.#running) this.#lost();
    }, this.#milliseconds);
    return timer.unref(); // the connection keeps the process alive, not its timer
  }
}
