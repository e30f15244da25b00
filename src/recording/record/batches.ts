// Work that is done for several at a time: for all who come within a turn of the event loop. Code that runs for one
// after the other runs faster than between all else that a request needs, and so do the answers that it leads to.

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
}

export class Batches<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Waiting<Item, Result>[] = [];
  #last: Promise<void> = Promise.resolve();

  /**
   * @param work begins with the items in the order of the calls, and never fails; it is not waited for before the next
   *   batch begins
   */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) this.#last = this.#next(this.#last);
      this.#waiting.push({ item, resolve });
    });
  }

  /** Resolves when all that was added so far is done. */
  settled(): Promise<void> {
    return this.#last;
  }

  async #next(last: Promise<void>): Promise<void> {
    await new Promise(setImmediate);
    const batch = this.#waiting;
    this.#waiting = [];
    const results = await this.#work(batch.map(({ item }) => item));
    for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
    await last;
  }
}
