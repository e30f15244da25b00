// The records of a world whose data comes from a recording: raw as they were recorded, in the recorded service's own form.
import { amountIn } from '../../dialect/objections/bound-objections.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { AmountForm, RecordKind } from '../../dialect/profile-form.ts';
import { recorded } from '../../dialect/recorded-record.ts';
import type { DoneWrite } from '../../dialect/recorded-record.ts';
import type { Remembered } from '../../dialect/select-page.ts';
import { sameValue } from '../../dialect/templates.ts';
import { nameIn, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt } from '../../http/pointer.ts';
import type { Listing } from '../models/resources.ts';
import type { Account } from '../worlds/account.ts';
import { asItStands, carriedOf, standingRecords } from './standing-records.ts';
import type { Holding, Moment, StandingRecords } from './standing-records.ts';

/** When each account's records were first asked for: what becomes of them by itself counts from there. */
const began = new WeakMap<Account, number>();

export class RecordedRecords {
  readonly #account: Account;
  readonly #dialect: Dialect;
  readonly #moment: Moment;

  constructor(account: Account, dialect: Dialect) {
    this.#account = account;
    this.#dialect = dialect;
    const now = account.clock.now();
    if (!began.has(account)) began.set(account, now);
    this.#moment = { now, past: now - began.get(account)! };
  }

  #standing(kind: RecordKind): StandingRecords {
    const { listings, strategies, reportRuns } = this.#account.store;
    const { [kind]: collection } = { listing: listings, strategy: strategies, reportRun: reportRuns };
    return standingRecords(collection.all(), kind, this.#dialect, this.#moment);
  }

  /**
   * The records of a kind, in the order of the recorded list.
   * @param isWhole whether those are among them that the list hides
   */
  all(kind: RecordKind, isWhole = true): readonly Json[] {
    const standing = this.#standing(kind);
    return isWhole ? standing.all : standing.shown;
  }

  /** What was recorded of a list: its records where no rule explains them, where it has others, and its tokens. */
  remembered(kind: RecordKind, conditions: string): Remembered {
    return this.#standing(kind).remembered(conditions);
  }

  /** What a recording showed for a name. */
  object(kind: RecordKind, place: string, name: string): Json | undefined {
    for (const { [recorded]: carried } of this.#standing(kind).holdings) {
      const object = carried?.objects?.[place];
      if (object !== undefined && textOf(valueAt(carried!.record, place)) === name) return object;
    }
    return undefined;
  }

  /** The writes that were done with keys of their own before the world began. */
  done(): DoneWrite[] {
    const own: readonly Holding[] = this.#account.store.listings.all();
    return own.flatMap(({ [recorded]: carried }) => carried?.done ?? []);
  }

  /** How many writes have changed something, before the world began and since. */
  writes(): number {
    const own: readonly Holding[] = this.#account.store.listings.all();
    return own.reduce((sum, { [recorded]: carried }) => sum + (carried?.writes ?? 0), 0);
  }

  /** Whether a listing is one that the usual list hides. */
  isHidden(id: string): boolean {
    const found: Holding | undefined = this.#account.store.listings.get(id);
    return found !== undefined && found[recorded]?.isHidden === true;
  }

  listing(id: string): Json | undefined {
    const found: Listing | undefined = this.#account.store.listings.get(id);
    return found === undefined ? undefined : asItStands('listing', found, this.#dialect, this.#moment);
  }

  put(id: string, record: Json, later: { seconds: number; record: (then: Json) => Json } | undefined): void {
    const { store } = this.#account;
    const { now, past } = this.#moment;
    const known: (Listing & Holding) | undefined = store.listings.get(id);
    if (known === undefined) return;
    const carried = carriedOf('listing', known, this.#dialect);
    const form = this.#dialect.form.records.listing;
    const bound = (at: AmountForm | undefined, before: number | null) =>
      at === undefined ? before : (amountIn(record, at) ?? null);
    const strategy = form?.strategy === undefined ? known.strategyId : nameIn(valueAt(record, form.strategy));
    const ours = {
      minPrice: bound(form?.min, known.minPrice),
      maxPrice: bound(form?.max, known.maxPrice),
      strategyId: strategy,
    };
    // What was due stands in the record already.
    const due = [
      ...carried.due.filter(({ at }) => at > now),
      ...(later === undefined ? [] : [{ at: now + later.seconds * 1000, change: later.record }]),
    ];
    const isIdle =
      later === undefined && sameValue(record, asItStands('listing', known, this.#dialect, this.#moment));
    const change = isIdle ? {} : { writes: (carried.writes ?? 0) + 1, writtenAt: now };
    const updated = {
      ...known,
      ...ours,
      [recorded]: {
        ...carried,
        ...change,
        record,
        due,
        ours,
        changes: carried.changes.filter(({ after }) => after > past),
      },
    };
    store.putListing(updated);
  }
}
