// What a world was asked and what it answered: the last requests, without keys, queries and bodies.

export interface JournalEntry {
  /** Milliseconds since 1970, by the world's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly code?: string;
  readonly param?: string;
}

/** Enough to see what has just happened; what lives longer costs every request its share of garbage collection. */
const kept = 100;

/** Holds the last 100 entries. */
export class Journal {
  readonly #ring: JournalEntry[] = [];
  #total = 0;

  /** How many requests there have been. */
  get total(): number {
    return this.#total;
  }

  add(entry: JournalEntry): void {
    this.#ring[this.#total % kept] = entry;
    this.#total += 1;
  }

  /** The entries kept, oldest first. */
  entries(): JournalEntry[] {
    const oldest = this.#total % kept;
    return this.#total <= kept
      ? [...this.#ring]
      : [...this.#ring.slice(oldest), ...this.#ring.slice(0, oldest)];
  }
}
