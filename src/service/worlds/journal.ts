// What a world was asked and what it answered: its last requests, and whoever waits for the next.
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { JournalEntry } from './journal-entry.ts';
import { JournalRing } from './journal-ring.ts';

/** Enough to count the 300 requests of a minute (§8) and to look back from there. */
const kept = 1000;

/** Holds the last 1,000 entries. */
export class Journal {
  #ring = new JournalRing();
  #added = 0;
  /** How many there had been when the journal was last cleared. */
  #cleared = 0;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();

  /** How many requests there have been since the journal was cleared. */
  get total(): number {
    return this.#added - this.#cleared;
  }

  /** @param at when it arrived, by the world's clock, in milliseconds since 1970 */
  add(at: number, request: ApiRequest, response: ApiResponse, milliseconds: number): void {
    this.#ring.put(this.total % kept, at, request, response, milliseconds);
    this.#added += 1;
    if (this.#listeners.size > 0) this.#tell(this.latest());
  }

  /** The entry added last; there must be one. */
  latest(): JournalEntry {
    return this.#entry(this.#added);
  }

  /** The entries kept, oldest first. */
  entries(): JournalEntry[] {
    const count = Math.min(this.total, kept);
    return Array.from({ length: count }, (_, at) => this.#entry(this.#added - count + 1 + at));
  }

  /** Forgets the entries; the numbers go on. */
  clear(): void {
    this.#ring = new JournalRing();
    this.#cleared = this.#added;
  }

  /** One that is kept. */
  #entry(number: number): JournalEntry {
    return this.#ring.entry((number - this.#cleared - 1) % kept, number);
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
