// The records of a world whose data comes from a recording: raw as they were recorded, in the recorded service's own form.
import { amountIn } from '../../dialect/objections/bound-objections.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { generateRecord } from '../../dialect/generate-records.ts';
import type { AmountForm, RecordKind } from '../../dialect/profile-form.ts';
import { changedBy, isThereBy, recorded } from '../../dialect/recorded-record.ts';
import type { Carried, DoneWrite } from '../../dialect/recorded-record.ts';
import type { Remembered } from '../../dialect/select-page.ts';
import { sameValue } from '../../dialect/templates.ts';
import { nameIn, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt, withValueAt } from '../../http/pointer.ts';
import type { Listing } from '../models/resources.ts';
import type { Account } from '../worlds/account.ts';

/** A record of the store with what it carries of the recorded service. */
interface Holding {
  readonly id: string;
  readonly [recorded]?: Carried;
}

/** When each account's records were first asked for: what becomes of them by itself counts from there. */
const began = new WeakMap<Account, number>();

export class RecordedRecords {
  readonly #account: Account;
  readonly #dialect: Dialect;
  readonly #now: number;
  /** How long ago, in milliseconds, the records began to become others by themselves. */
  readonly #past: number;
  readonly #writtenAt = new Map<Json, number>();
  /** The records, and what was recorded of lists, as they stand for this request until it writes. */
  readonly #known = new Map<string, readonly Json[]>();
  readonly #lists = new Map<string, Remembered>();

  constructor(account: Account, dialect: Dialect) {
    this.#account = account;
    this.#dialect = dialect;
    this.#now = account.clock.now();
    if (!began.has(account)) began.set(account, this.#now);
    this.#past = this.#now - began.get(account)!;
  }

  /** Those that are there by now. */
  #own(kind: RecordKind): readonly Holding[] {
    const { listings, strategies, reportRuns } = this.#account.store;
    const all: readonly Holding[] = { listing: listings, strategy: strategies, reportRun: reportRuns }[
      kind
    ].all();
    return all.filter((holding) => isThereBy(this.#past, holding[recorded] ?? {}));
  }

  /**
   * The records of a kind, in the order of the recorded list.
   * @param isWhole whether those are among them that the list hides
   */
  all(kind: RecordKind, isWhole = true): readonly Json[] {
    const key = `${kind} ${isWhole}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const all = this.#own(kind)
      .filter((holding) => isWhole || holding[recorded]?.isHidden !== true)
      .map((holding) => ({ holding, carried: this.#carried(kind, holding) }))
      .sort((a, b) => a.carried.place - b.carried.place)
      .map(({ holding, carried }) => this.#raw(holding, carried));
    this.#known.set(key, all);
    return all;
  }

  /** What was recorded of a list: its records where no rule explains them, where it has others, and its tokens. */
  remembered(kind: RecordKind, conditions: string): Remembered {
    const key = `${kind} ${conditions}`;
    const known = this.#lists.get(key) ?? this.#recordedList(kind, conditions);
    this.#lists.set(key, known);
    return known;
  }

  #recordedList(kind: RecordKind, conditions: string): Remembered {
    let gaps: Remembered['gaps'];
    let tokens: Remembered['tokens'];
    let isPicked = false;
    const placed: { readonly holding: Holding; readonly place: number }[] = [];
    for (const holding of this.#own(kind)) {
      const { [recorded]: carried } = holding;
      gaps ??= carried?.gaps?.[conditions];
      tokens ??= carried?.tokens?.[conditions];
      const place = carried?.picked?.[conditions];
      isPicked ||= place !== undefined;
      if (typeof place === 'number') placed.push({ holding, place });
    }
    const writtenAt = (record: Json) => this.#writtenAt.get(record);
    if (!isPicked) return { gaps, tokens, writtenAt };
    const records = placed
      .sort((a, b) => a.place - b.place)
      .map(({ holding }) => this.#raw(holding, this.#carried(kind, holding)));
    return { records, gaps, tokens, writtenAt };
  }

  /** What a recording showed for a name. */
  object(kind: RecordKind, place: string, name: string): Json | undefined {
    for (const { [recorded]: carried } of this.#own(kind)) {
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
    return found === undefined ? undefined : this.#raw(found, this.#carried('listing', found));
  }

  put(id: string, record: Json, later: { seconds: number; record: (then: Json) => Json } | undefined): void {
    const { store } = this.#account;
    const known: (Listing & Holding) | undefined = store.listings.get(id);
    if (known === undefined) return;
    const carried = this.#carried('listing', known);
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
      ...carried.due.filter(({ at }) => at > this.#now),
      ...(later === undefined ? [] : [{ at: this.#now + later.seconds * 1000, change: later.record }]),
    ];
    const isIdle = later === undefined && sameValue(record, this.#raw(known, carried));
    const change = isIdle ? {} : { writes: (carried.writes ?? 0) + 1, writtenAt: this.#now };
    const updated = {
      ...known,
      ...ours,
      [recorded]: { ...carried, ...change, record, due, ours, changes: this.#coming(carried) },
    };
    store.putListing(updated);
    this.#known.clear();
    this.#lists.clear();
  }

  #coming({ changes }: Carried) {
    return changes.filter(({ after }) => after > this.#past);
  }

  /** The record as it stands now: with what became of it by itself, and what was written by other ways than requests. */
  #raw(holding: Holding, carried: Carried): Json {
    let record = changedBy(carried.record, carried.changes, this.#past);
    for (const { at, change } of carried.due) if (at <= this.#now) record = change(record);
    const raw = this.#overwritten(record, holding, carried);
    if (carried.writtenAt !== undefined) this.#writtenAt.set(raw, carried.writtenAt);
    return raw;
  }

  /** What a record carries; one that was added by other ways than the recording is made up, and stands behind the others. */
  #carried(kind: RecordKind, holding: Holding): Carried {
    return (
      holding[recorded] ?? {
        place: Number.MAX_SAFE_INTEGER,
        record: generateRecord(this.#dialect.form, kind, holding),
        changes: [],
        due: [],
        ours: {},
      }
    );
  }

  #overwritten(record: Json, listing: Partial<Listing>, { ours }: Carried): Json {
    const form = this.#dialect.form.records.listing;
    let changed = record;
    for (const [name, at] of [
      ['minPrice', form?.min],
      ['maxPrice', form?.max],
    ] as const) {
      const value = listing[name];
      if (at === undefined || value === undefined || value === ours[name]) continue;
      changed = withValueAt(
        changed,
        at.at,
        value === null ? null : amountOf(value, at, form?.fields[at.at]?.decimals),
      );
    }
    if (
      form?.strategy !== undefined &&
      listing.strategyId !== undefined &&
      listing.strategyId !== ours.strategyId
    )
      changed = withValueAt(changed, form.strategy, listing.strategyId);
    return changed;
  }
}

/** @param decimals with which the service writes such amounts */
function amountOf(value: number, { as, scale }: AmountForm, decimals = 0): Json {
  const scaled = Number((value * scale).toPrecision(15));
  if (as !== 'text') return scaled;
  const own = String(scaled);
  return (own.split('.')[1]?.length ?? 0) < decimals ? scaled.toFixed(decimals) : own;
}
