// The records of a kind as they stand at a moment: with what became of them by itself, and what was written by other ways than
// requests. Of many records most are the same at the next request, so what stands is kept until one is written, or the next
// change is due.
import type { Dialect } from '../../dialect/dialect.ts';
import { generateRecord } from '../../dialect/generate-records.ts';
import type { AmountForm, RecordKind } from '../../dialect/profile-form.ts';
import { changedBy, isThereBy, recorded } from '../../dialect/recorded-record.ts';
import type { Carried } from '../../dialect/recorded-record.ts';
import type { Remembered } from '../../dialect/select-page.ts';
import type { Json } from '../../http/exact-json.ts';
import { withValueAt } from '../../http/pointer.ts';
import type { Listing } from '../models/resources.ts';

/** A record of the store with what it carries of the recorded service. */
export interface Holding {
  readonly id: string;
  readonly [recorded]?: Carried;
}

/** Milliseconds: since 1970, and since the records began to become others by themselves. */
export interface Moment {
  readonly now: number;
  readonly past: number;
}

/** By the records of a collection, which are another list after each write. */
const standing = new WeakMap<readonly Holding[], StandingRecords>();

/** @param stored the records of a collection, the same list until one is written */
export function standingRecords(
  stored: readonly Holding[],
  kind: RecordKind,
  dialect: Dialect,
  moment: Moment,
): StandingRecords {
  const kept = standing.get(stored);
  if (kept?.standsAt(moment) === true) return kept;
  const records = new StandingRecords(stored, kind, dialect, moment);
  standing.set(stored, records);
  return records;
}

export class StandingRecords {
  /** The records of the store that are there by now. */
  readonly holdings: readonly Holding[];
  readonly #kind: RecordKind;
  readonly #dialect: Dialect;
  readonly #moment: Moment;
  /** When the next change is due, in milliseconds since 1970. */
  readonly #until: number;
  readonly #records = new Map<Holding, Json>();
  readonly #writtenAt = new Map<Json, number>();
  #all: readonly Json[] | undefined;
  #shown: readonly Json[] | undefined;
  #lists: ReadonlyMap<string, RecordedList> | undefined;

  constructor(stored: readonly Holding[], kind: RecordKind, dialect: Dialect, moment: Moment) {
    this.#kind = kind;
    this.#dialect = dialect;
    this.#moment = moment;
    this.#until = nextChange(stored, moment);
    this.holdings = stored.filter((holding) => isThereBy(moment.past, holding[recorded] ?? {}));
  }

  /** Whether the records stand so at a moment: a clock may go back. */
  standsAt({ now }: Moment): boolean {
    return now >= this.#moment.now && now < this.#until;
  }

  /** In the order of the recorded list, those among them that it hides. */
  get all(): readonly Json[] {
    return (this.#all ??= this.#inOrder(this.holdings));
  }

  /** Without those that the list hides. */
  get shown(): readonly Json[] {
    return (this.#shown ??= this.#inOrder(
      this.holdings.filter((holding) => holding[recorded]?.isHidden !== true),
    ));
  }

  #inOrder(holdings: readonly Holding[]): readonly Json[] {
    const placeOf = (holding: Holding) => holding[recorded]?.place ?? unplaced;
    return [...holdings].sort((a, b) => placeOf(a) - placeOf(b)).map((holding) => this.#record(holding));
  }

  /** What was recorded of a list: its records where no rule explains them, where it has others, and its tokens. */
  remembered(conditions: string): Remembered {
    this.#lists ??= recordedLists(this.holdings);
    const list = this.#lists.get(conditions);
    const writtenAt = (record: Json) => this.#writtenAt.get(record);
    const picked = list?.picked?.map((holding) => this.#record(holding));
    return {
      gaps: list?.gaps,
      tokens: list?.tokens,
      writtenAt,
      ...(picked !== undefined && { records: picked }),
    };
  }

  #record(holding: Holding): Json {
    const known = this.#records.get(holding);
    if (known !== undefined) return known;
    const record = asItStands(this.#kind, holding, this.#dialect, this.#moment);
    this.#records.set(holding, record);
    const writtenAt = holding[recorded]?.writtenAt;
    if (writtenAt !== undefined) this.#writtenAt.set(record, writtenAt);
    return record;
  }
}

/** What was recorded of a list. */
interface RecordedList {
  gaps?: Remembered['gaps'];
  tokens?: Remembered['tokens'];
  /** Its records, where no rule explains them. */
  picked?: Holding[];
}

/** What was recorded of lists, by the conditions by which they were asked for. */
function recordedLists(holdings: readonly Holding[]): ReadonlyMap<string, RecordedList> {
  const lists = new Map<string, RecordedList>();
  const listOf = (conditions: string) => {
    const list = lists.get(conditions) ?? {};
    lists.set(conditions, list);
    return list;
  };
  for (const holding of holdings) {
    const { gaps, tokens, picked } = holding[recorded] ?? {};
    for (const [conditions, own] of Object.entries(gaps ?? {})) listOf(conditions).gaps ??= own;
    for (const [conditions, own] of Object.entries(tokens ?? {})) listOf(conditions).tokens ??= own;
    for (const [conditions, place] of Object.entries(picked ?? {})) {
      const own = (listOf(conditions).picked ??= []);
      if (place !== null) own.push(holding);
    }
  }
  for (const [conditions, { picked }] of lists) {
    const placeOf = (holding: Holding) => holding[recorded]!.picked![conditions]!;
    picked?.sort((a, b) => placeOf(a) - placeOf(b));
  }
  return lists;
}

/** When the next of all records comes to be or becomes another by itself, in milliseconds since 1970. */
function nextChange(stored: readonly Holding[], { now, past }: Moment): number {
  let next = Infinity;
  for (const { [recorded]: carried } of stored) {
    if (carried === undefined) continue;
    const began = now - past;
    const moments = [
      began + (carried.comes ?? 0),
      ...carried.changes.map(({ after }) => began + after),
      ...carried.due.map(({ at }) => at),
    ];
    for (const at of moments) if (at > now && at < next) next = at;
  }
  return next;
}

/** Behind all others stands what was added by other ways than the recording. */
const unplaced = Number.MAX_SAFE_INTEGER;

/** What a record carries; one that was added by other ways than the recording is made up. */
export function carriedOf(kind: RecordKind, holding: Holding, dialect: Dialect): Carried {
  return (
    holding[recorded] ?? {
      place: unplaced,
      record: generateRecord(dialect.form, kind, holding),
      changes: [],
      due: [],
      ours: {},
    }
  );
}

/** A record as it stands at a moment. */
export function asItStands(
  kind: RecordKind,
  holding: Holding,
  dialect: Dialect,
  { now, past }: Moment,
): Json {
  const carried = carriedOf(kind, holding, dialect);
  let record = changedBy(carried.record, carried.changes, past);
  for (const { at, change } of carried.due) if (at <= now) record = change(record);
  return overwritten(record, holding, carried, dialect);
}

/** A record with what was written by other ways than requests. */
function overwritten(record: Json, listing: Partial<Listing>, { ours }: Carried, dialect: Dialect): Json {
  const form = dialect.form.records.listing;
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

/** @param decimals with which the service writes such amounts */
function amountOf(value: number, { as, scale }: AmountForm, decimals = 0): Json {
  const scaled = Number((value * scale).toPrecision(15));
  if (as !== 'text') return scaled;
  const own = String(scaled);
  return (own.split('.')[1]?.length ?? 0) < decimals ? scaled.toFixed(decimals) : own;
}
