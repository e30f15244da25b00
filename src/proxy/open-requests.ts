// Limits how many requests wait for the head of their answer at once. A place is free again when the head is there: a
// client that reads its answer slowly, or an event stream that lasts for hours, holds up no other request.
import { ClientGone } from './upstream-errors.ts';

export class OpenRequests {
  #free: number;
  /** In the order of their coming. */
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Takes a place; a promise where one has to be waited for.
   * @param onLeave calls back if the client leaves
   * @throws ClientGone if it leaves while it waits: it has no place then
   */
  take(onLeave: (callback: () => void) => void): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      onLeave(() => {
        if (this.#waiting.delete(resolve)) reject(new ClientGone());
      });
    });
  }

  /** Gives the place to the next request, one turn later: a connection whose answer came with its head is free by then. */
  leave(): void {
    if (this.#waiting.size === 0) this.#free += 1;
    else setImmediate(this.#admit);
  }

  readonly #admit = (): void => {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  };
}
