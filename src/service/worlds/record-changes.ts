// What became of the records of a world: the last changes by requests, by tests and by the clock. The records themselves are
// kept, which are immutable, and no copies.
import type { Clock } from '../../http/clock.ts';

export type RecordKind = 'listing' | 'strategy' | 'report';

export interface RecordChange {
  /** 1, 2, 3 and so on within the world. */
  readonly number: number;
  /** By the world's clock, ISO 8601. */
  readonly at: string;
  readonly kind: RecordKind;
  readonly id: string;
  /** Null for a record that is new. */
  readonly before: object | null;
  /** Null for a record that was removed. */
  readonly after: object | null;
}

/** So many are kept: a thousand worlds may be open. */
const kept = 200;

export class RecordChanges {
  readonly #clock: Clock;
  readonly #onChange: (change: RecordChange) => void;
  /** A ring: the change with the number n stands at n modulo 200. */
  readonly #changes: RecordChange[] = [];
  #count = 0;

  /** @param clock tells when a record changed @param onChange told of each change */
  constructor(clock: Clock, onChange: (change: RecordChange) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** @param at when the record changed by itself; left out: now */
  note(
    kind: RecordKind,
    id: string,
    before: object | undefined,
    after: object | undefined,
    at = this.#clock.isoNow(),
  ): void {
    this.#count += 1;
    const change = { number: this.#count, at, kind, id, before: before ?? null, after: after ?? null };
    this.#changes[this.#count % kept] = change;
    this.#onChange(change);
  }

  /** Those that are kept, oldest first. */
  all(): RecordChange[] {
    const count = Math.min(this.#count, kept);
    return Array.from({ length: count }, (_, at) => this.#changes[(this.#count - count + 1 + at) % kept]!);
  }
}
