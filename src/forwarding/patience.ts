// How long the upstream may be silent. It does not run while we wait for the client.

export class Patience {
  readonly #timer: NodeJS.Timeout;
  #running = false;
  #ended = false;

  constructor(milliseconds: number, lost: () => void) {
    this.#timer = setTimeout(() => {
      if (this.#running) lost();
    }, milliseconds);
    this.#timer.unref(); // the connection keeps the process alive, not its timer
  }

  start(): void {
    if (this.#ended) return;
    this.#running = true;
    this.#timer.refresh();
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
}
