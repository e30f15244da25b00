// What a world was asked and what it answered: its last requests, and whoever waits for the next.
import type { ApiRequest, ApiResponse } from '../http.ts';
import { JournalEntry } from './journal-entry.ts';

/** Enough to count the 300 requests of a minute (§8); more would cost every request more garbage collection. */
const kept = 1000;

/** Holds the last 1,000 entries. */
export class Journal {
  #ring: JournalEntry[] = [];
  #added = 0;
  /** How many there had been when the journal was last cleared. */
  #cleared = 0;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();

  /** How many requests there have been since the journal was cleared. */
  get total(): number {
    return this.#added - this.#cleared;
  }

  /** @param at when it arrived, by the world's clock, in milliseconds since 1970 */
  add(at: number, request: ApiRequest, response: ApiResponse, milliseconds: number): JournalEntry {
    const entry = new JournalEntry(this.#added + 1, at, request, response, milliseconds);
    this.#ring[this.total % kept] = entry;
    this.#added += 1;
    if (this.#listeners.size > 0) this.#tell(entry);
    return entry;
  }

  /** The entries kept, oldest first. */
  entries(): JournalEntry[] {
    const oldest = this.total % kept;
    return this.total <= kept
      ? [...this.#ring]
      : [...this.#ring.slice(oldest), ...this.#ring.slice(0, oldest)];
  }

  /** Forgets the entries; the numbers go on. */
  clear(): void {
    this.#ring = [];
    this.#cleared = this.#added;
  }

  #tell(entry: JournalEntry): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(entry);
      } catch (error) {
        // A listener's own, as when a test asserts in it: it must be heard, but not by the client that was answered.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** Tells of each entry as it is added. @returns what ends that */
  subscribe(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
