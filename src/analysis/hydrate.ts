// The records that a recording shows, for a mock that goes on from it: raw and whole, as they were when the session began
// or as they were when it ended, with what became of them by themselves.
import { isObject, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { pointerTo, valueAt, withValueAt } from '../http/pointer.ts';
import type { Recording } from '../recording/format.ts';
import type { DialectForm, RecordKind } from '../dialect/profile-form.ts';
import { leavesOf } from '../dialect/known-facts.ts';
import { numeric } from '../dialect/template-filters.ts';
import { sameValue } from '../dialect/templates.ts';
import { readMoment } from '../dialect/time-forms.ts';
import type { RecordedRecord } from '../dialect/recorded-record.ts';
import { readExchanges } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';
import { findPlaces, isListed } from './find-records.ts';
import { grouped } from './groups.ts';
import type { Places } from './find-records.ts';
import { followStates, merge } from './learn/states.ts';
import { walk } from './learn/walks.ts';
import type { Listed } from './learn/walks.ts';
import type { Sighting, States, View, Write } from './learn/states.ts';

export type AsOf = 'start' | 'end';

export interface HydratedRecords {
  readonly records: Readonly<Record<RecordKind, readonly RecordedRecord[]>>;
  readonly exchanges: readonly Exchange[];
  readonly places: Places;
  readonly states: States;
}

/** @param does what writes do to records, as far as that is known */
export function hydrateRecords(
  recording: Recording,
  asOf: AsOf,
  does: DialectForm['writes'] = {},
): HydratedRecords {
  const exchanges = readExchanges([{ name: 'recording', recording }]);
  const places = findPlaces(exchanges);
  const states = followStates(exchanges, places);
  const began = exchanges[0]?.at ?? 0;
  const records = (kind: RecordKind) => {
    const own = grouped(
      states.sightings.filter((one) => one.kind === kind),
      ({ id }) => id,
    );
    const order = orderOf(kind, exchanges, states, places);
    const found = [...own].map(([id, sightings]): RecordedRecord => {
      const place = order.get(id) ?? Number.MAX_SAFE_INTEGER;
      const record =
        asOf === 'end'
          ? atEnd(id, sightings, states, place)
          : atStart(id, sightings, states, place, began, does);
      const objects = Object.assign({}, ...sightings.map(({ odd }) => odd)) as Record<string, Json>;
      return Object.keys(objects).length === 0 ? record : { ...record, objects };
    });
    const couldShow = (id: string, member: string) =>
      own.get(id)!.some(({ view }) => states.views[view]!.seen.has(member));
    return withKin(found, couldShow).sort((a, b) => a.place - b.place);
  };
  return {
    records: { listing: records('listing'), strategy: records('strategy'), reportRun: records('reportRun') },
    exchanges,
    places,
    states,
  };
}

function atEnd(id: string, sightings: readonly Sighting[], states: States, place: number): RecordedRecord {
  let record: Json | undefined;
  for (const { record: shown, view } of sightings) record = merge(record, shown, states.views[view]);
  return { id, place, record: record!, changes: [] };
}

/** As first seen; what changed later, without a write, is a change of its own that comes at its time. */
function atStart(
  id: string,
  sightings: readonly Sighting[],
  states: States,
  place: number,
  began: number,
  does: DialectForm['writes'],
): RecordedRecord {
  const writes = states.writes.filter((one) => one.id === id && one.by.session === sightings[0]!.by.session);
  const write = writes[0]?.step ?? Infinity;
  let record: Json | undefined;
  let now: Json | undefined;
  let last = sightings[0]!.by.at;
  const seen: View[] = [];
  const changes: { after: number; sets: Record<string, Json | undefined> }[] = [];
  for (const { record: shown, view, step, by } of sightings) {
    const next = merge(now, shown, states.views[view]);
    if (record === undefined) record = next;
    else if (step < write) {
      const sets = changed(now!, next, record);
      record = completed(record, next, seen);
      if (Object.keys(sets).length > 0) changes.push({ after: momentOf(sets, last, by.at) - began, sets });
    } else {
      const done = writes.filter((one) => one.step <= step);
      record = completed(record, uncounted(next, done, does), seen);
    }
    seen.push(states.views[view]!);
    now = next;
    last = by.at;
  }
  return { id, place, record: record!, changes };
}

/** When a record changed by itself: at a moment that it tells, if that lies between the answers that show it. */
function momentOf(sets: Readonly<Record<string, Json | undefined>>, before: number, after: number): number {
  const told = Object.values(sets)
    .flatMap((value) => (value === undefined ? [] : leavesOf(value)))
    .flatMap(([, leaf]) => readMoment(leaf)?.at ?? []);
  return Math.min(after, ...told.filter((at) => at > before && at <= after));
}

/** A record without what its writes have counted up by then, such as its revision. */
function uncounted(record: Json, done: readonly Write[], does: DialectForm['writes']): Json {
  return done.reduce<Json>((known, { by }) => {
    const counted = Object.entries(does[by.endpoint!.name]?.sets ?? {}).flatMap(([at, template]) => {
      const [, place, step] =
        typeof template === 'string' ? (/^\{was(\/[^ |]+) \| plus (\d+)\b/.exec(template) ?? []) : [];
      return place === at ? [[at, Number(step)] as const] : [];
    });
    return counted.reduce<Json>((whole, [at, step]) => {
      const value = valueAt(whole, at);
      const number = value === undefined ? undefined : numeric(value);
      if (number === undefined) return whole;
      return withValueAt(whole, at, typeof value === 'string' ? String(number - step) : number - step);
    }, known);
  }, record);
}

/** Members that could not be seen before are taken as they were seen first. */
function completed(record: Json, shown: Json, seen: readonly View[], at = ''): Json {
  if (!isObject(record) || !isObject(shown)) return record;
  const members: Record<string, Json> = {};
  for (const [name, item] of Object.entries(record))
    members[name] = Object.hasOwn(shown, name)
      ? completed(item, shown[name]!, seen, pointerTo(at, name))
      : item;
  for (const [name, item] of Object.entries(shown)) {
    if (!Object.hasOwn(members, name) && !seen.some((one) => one.seen.has(pointerTo(at, name))))
      members[name] = item;
  }
  return members;
}

/** What of a record is another than before, of the members that were known. */
function changed(before: Json, after: Json, known: Json, at = ''): Record<string, Json | undefined> {
  if (!isObject(before) || !isObject(after)) return sameValue(before, after) ? {} : { [at]: after };
  const sets: Record<string, Json | undefined> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const own = pointerTo(at, name);
    if (!Object.hasOwn(before, name)) {
      if (valueAt(known, own) === undefined) sets[own] = after[name];
    } else if (!Object.hasOwn(after, name)) sets[own] = undefined;
    else Object.assign(sets, changed(before[name]!, after[name]!, known, own));
  }
  return sets;
}

/** The places of records in their list: those of its longest walk without filters, then the others as they were seen. */
function orderOf(
  kind: RecordKind,
  exchanges: readonly Exchange[],
  states: States,
  places: Places,
): Map<string, number> {
  const lists = exchanges.flatMap((by, step): Listed[] => {
    if (!isListed(by) || by.endpoint!.of !== kind) return [];
    const own = states.byStep[step]!;
    return [{ by, step, ids: own.map(({ id }) => id), records: own.map(({ record }) => record) }];
  });
  const { walks } = walk(lists, places.ids[kind]?.at ?? '/id', []);
  const longest = [...walks].sort(
    (a, b) => a.rest.length - b.rest.length || b.order.length - a.order.length,
  )[0];
  const order = new Set([...(longest?.order ?? []), ...lists.flatMap(({ ids }) => ids)]);
  return new Map([...order].flatMap((id, at) => (id === undefined ? [] : [[id, at]])));
}

/**
 * Members that an answer would have shown and none did, taken from records that share what they follow from: all articles of
 * one brand have the same brand number.
 */
function withKin(
  records: readonly RecordedRecord[],
  couldShow: (id: string, member: string) => boolean,
): RecordedRecord[] {
  const members = new Map<string, number>();
  for (const { record } of records)
    for (const [name, item] of topLevel(record))
      if (item !== null) members.set(name, (members.get(name) ?? 0) + 1);
  const lacking = [...members].flatMap(([name, count]) =>
    count < records.length && count > 1 ? [name] : [],
  );
  if (lacking.length === 0) return [...records];
  const always = [...members].flatMap(([name, count]) => (count === records.length ? [name] : []));
  const filled = new Map(
    lacking.flatMap((name) => {
      const by = decisive(name, always, records);
      return by === undefined ? [] : [[name, by] as const];
    }),
  );
  return records.map((one) => {
    let { record } = one;
    for (const [name, { from, key, values }] of filled) {
      if (!isObject(record) || valueAt(record, name) !== undefined || couldShow(one.id, name)) continue;
      const value = values.get(keyIn(record, from, key) ?? '');
      if (value !== undefined) record = withValueAt(record, name, value);
    }
    return record === one.record ? one : { ...one, record };
  });
}

const topLevel = (record: Json): [string, Json][] =>
  isObject(record) ? Object.entries(record).map(([name, item]) => [pointerTo('', name), item]) : [];

/** What may decide a member: another one, or the first or last words of a text, which often name a brand or a kind. */
const keys: readonly ((text: string) => string | undefined)[] = [
  (text) => text,
  (text) => /^\w+(?=\W)/.exec(text)?.[0],
  (text) => /(?<=\s)\w+$/.exec(text)?.[0],
  (text) => /(?<=\s)\w+\s\w+$/.exec(text)?.[0],
];

interface Decisive {
  readonly from: string;
  readonly key: (text: string) => string | undefined;
  readonly values: ReadonlyMap<string, Json>;
}

/** The member from whose value another one follows in all records, some of which share it. */
function decisive(
  name: string,
  members: readonly string[],
  records: readonly RecordedRecord[],
): Decisive | undefined {
  const known = records.filter(({ record }) => valueAt(record, name) !== undefined);
  for (const [at, key] of keys.entries()) {
    for (const from of members) {
      if (from === name) continue;
      const values = new Map<string, Json>();
      let shared = 0;
      const follows = known.every(({ record }) => {
        const by = keyIn(record, from, key);
        if (by === undefined) return false;
        const before = values.get(by);
        if (before === undefined) values.set(by, valueAt(record, name)!);
        else shared += 1;
        return before === undefined || sameValue(before, valueAt(record, name));
      });
      // Without records that share the value nothing says that one follows from the other.
      const different = new Set([...values.values()].map((value) => JSON.stringify(value))).size;
      const isTold = at === 0 ? different > 1 : different > 3;
      if (follows && shared > 0 && isTold) return { from, key, values };
    }
  }
  return undefined;
}

function keyIn(record: Json, from: string, key: Decisive['key']): string | undefined {
  const leaf = valueAt(record, from);
  return leaf === undefined || leaf === null || typeof leaf === 'object' ? undefined : key(textOf(leaf));
}
