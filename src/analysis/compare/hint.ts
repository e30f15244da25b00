// What decides where a difference stands, and what would change it.
import type { AssumptionId } from '../../spec/assumptions.ts';

/** An answer to a question of the ledger: `--assume id=value`. */
export interface Answer {
  readonly id: AssumptionId;
  readonly value: string;
}

export interface Hint {
  /** Entries of the ledger by id, or sections of the specification such as `§7`. */
  readonly decidedBy: readonly (AssumptionId | `§${string}`)[];
  /** Whether the specification speaks: then one of the two breaks it. */
  readonly specified: boolean;
  /** Answers that may settle it, the likeliest first. */
  readonly answers: readonly Answer[];
  /** Who decides when none of the answers helps. */
  readonly ifNone?: Pick<Hint, 'decidedBy' | 'specified'>;
  /** What else would change it. */
  readonly otherwise?: string;
}
