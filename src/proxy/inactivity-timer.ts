// Limits how long the upstream may be silent. It is paused while we wait for the client.

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

  /** Node's timer runs on; when it fires in a pause, nothing happens. */
  pause(): void {
    this.#running = false;
  }

  /** Stops the timer; it cannot be started again. */
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
