// Records as answers showed them, and how what was known of one goes together with what an answer shows of it.
import { isList, isObject } from '../../../http/exact-json.ts';
import type { Json, JsonObject } from '../../../http/exact-json.ts';
import { parentOf, pointerTo, valueAt } from '../../../http/pointer.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import type { RecordKind } from '../../../dialect/profile-form.ts';
import { sameValue } from '../../../dialect/templates.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped } from '../../groups.ts';
import { onceFor } from '../../once-for.ts';

/** A record as one answer showed it. */
export interface Sighting {
  readonly kind: RecordKind;
  readonly id: string;
  readonly record: JsonObject;
  readonly by: Exchange;
  /** Counts the exchanges. */
  readonly step: number;
  readonly endpoint: EndpointName;
  /** Where it stood in the answer with one record. */
  readonly at: string;
  /** Members that are no state of the record, such as what it names shown whole, by pointer. */
  readonly odd: Readonly<Record<string, Json>>;
  /** What of a record this kind of answer shows: the endpoint, with what is asked of the parameters that decide it. */
  readonly view: string;
  /** Whether it tells of the record what was sent, and nothing of the rest. */
  readonly isPart?: boolean;
}

export interface Write {
  readonly by: Exchange;
  readonly step: number;
  readonly id: string;
  /** The record as it was known before; undefined where it was not. */
  readonly before: Json | undefined;
  /** Whether another write came since the record was seen. */
  readonly isStale: boolean;
  /** Whether an answer before could have shown a member. */
  readonly couldShow: (place: string) => boolean;
  /** What later answers showed of it up to its next write, the first of them first. */
  readonly after: readonly Sighting[];
  /** Whether its own answer tells that it has left the record as it was, or that it was done before. */
  readonly isIdle: boolean;
  /** How many writes of its session, itself among them, were not idle. */
  readonly count: number;
}

export interface View {
  readonly endpoint: EndpointName;
  /** What was asked of the parameters that decide. */
  readonly asked: readonly (readonly [name: string, value: string])[];
  readonly seen: ReadonlySet<string>;
  readonly always: ReadonlySet<string>;
  /** Those that are an object in some records and null in others. */
  readonly emptied: ReadonlySet<string>;
}

/** Tells the records of one kind apart, whichever recording they are from. */
export const recordKey = ({ session }: Pick<Exchange, 'session'>, id: string): string => `${session} ${id}`;

/** The sightings of listings, those of each together. */
export const listingsByKey = (sightings: readonly Sighting[]): Map<string, Sighting[]> =>
  grouped(
    sightings.filter(({ kind }) => kind === 'listing'),
    ({ by, id }) => recordKey(by, id),
  );

/** An exchange, and which one of all it is. */
interface Step {
  readonly by: Exchange;
  readonly step: number;
}

/** By record, the exchanges that count as writes of it. */
export const writtenAt = (
  exchanges: readonly Exchange[],
  isWritten: (by: Exchange) => boolean,
): ReadonlyMap<string, readonly Step[]> =>
  grouped(
    exchanges.flatMap((by, step) => (isWritten(by) ? [{ by, step }] : [])),
    ({ by }) => recordKey(by, by.recordId),
  );

/**
 * Each two sightings of a record, one after the other, with no write to it in between.
 * @param isWritten whether an exchange counts as a write
 */
export function unwrittenPairs(
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
  isWritten: (by: Exchange) => boolean,
): (readonly [earlier: Sighting, later: Sighting])[] {
  const steps = writtenAt(exchanges, isWritten);
  const records = grouped(sightings, ({ kind, by, id }) => `${kind} ${recordKey(by, id)}`);
  return [...records.values()].flatMap((shown) =>
    shown.slice(1).flatMap((later, at) => {
      const earlier = shown[at]!;
      const isBetween = ({ step }: Step) => step > earlier.step && step <= later.step;
      const written = later.kind === 'listing' ? steps.get(recordKey(later.by, later.id)) : undefined;
      return written?.some(isBetween) === true ? [] : [[earlier, later] as const];
    }),
  );
}

/** Whether a record is as it was, as far as it is shown. */
export const isUnchanged = (before: Json, after: Json): boolean =>
  leavesOf(after).every(
    ([place, leaf]) =>
      sameValue(leaf, valueAt(before, place) ?? leaf) && valueAt(before, parentOf(place)) !== null,
  );

/** Whether a kind of answer shows a place; what stands in a list is shown where the list is. */
export function shows(view: View | undefined, place: string): boolean {
  if (view === undefined) return false;
  const list = /^(.*?)\/\d+(?:\/|$)/.exec(place)?.[1];
  return view.seen.has(place) || (list !== undefined && view.seen.has(list));
}

/** A record as it was known, with what an answer now shows; members that this kind of answer shows and that lack are gone. */
export function merge(known: Json | undefined, shown: Json, view: View | undefined, at = ''): Json {
  if (!isObject(known) || !isObject(shown)) return shown;
  const merged: Record<string, Json> = {};
  for (const [name, item] of Object.entries(known)) {
    const own = pointerTo(at, name);
    if (Object.hasOwn(shown, name)) merged[name] = merge(item, shown[name]!, view, own);
    else if (!view?.seen.has(own) || isEmptied(item, view, own)) merged[name] = item;
  }
  for (const [name, item] of Object.entries(shown)) if (!Object.hasOwn(merged, name)) merged[name] = item;
  return merged;
}

/** Whether who asked for members asked for none of those that an object has, so that it was left out for being empty. */
const isEmptied = (item: Json, { asked, seen }: View, at: string): boolean =>
  asked.length > 0 &&
  isObject(item) &&
  Object.keys(item).length > 0 &&
  !Object.keys(item).some((name) => seen.has(pointerTo(at, name)));

const membersIn = onceFor((record: JsonObject): readonly string[] =>
  Object.entries(record).flatMap(([name, item]) => {
    const own = pointerTo('', name);
    return [own, ...membersOf(item).map((inner) => own + inner)];
  }),
);

/** The members of a record, those of objects in it too, as pointers. */
export function membersOf(record: Json): readonly string[] {
  return isObject(record) ? membersIn(record) : [];
}

/**
 * Whether lists are as long and members of objects are called the same, whatever their values are. What stands in the whole may
 * lack some members of the other, as a record does without a bound, or be null; what the whole tells itself may not: where it
 * tells `error` and not `item`, it is another answer.
 */
export function haveSameForm(a: Json, b: Json, depth = 0): boolean {
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((item: Json, at) => haveSameForm(item, b[at] as Json, depth + 1));
  if (isObject(a) && isObject(b)) {
    const sizes = [a, b].map((one) => Object.keys(one).length);
    const shared = Object.keys(a).filter((name) => Object.hasOwn(b, name));
    return (
      shared.length === (depth === 0 ? Math.max(...sizes) : Math.min(...sizes)) &&
      shared.every((name) => haveSameForm(a[name]!, b[name]!, depth + 1))
    );
  }
  const isScalar = (value: Json) => typeof value !== 'object' || value === null;
  const mayBeNone = depth > 1 && (a === null || b === null);
  return mayBeNone || (isScalar(a) && isScalar(b));
}
