// The records that a recording shows, for a mock that goes on from it: raw and whole, as they were when the session began
// or as they were when it ended, with what became of them by themselves.
import { isList, isObject, nameIn, textOf } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { lastSegment, plainEnd } from '../http/parse-url.ts';
import { parentOf, pointerTo, valueAt, withoutValueAt, withValueAt } from '../http/pointer.ts';
import { listed, listNames } from '../dialect/profile-form.ts';
import type { DialectForm, ListName, RecordKind } from '../dialect/profile-form.ts';
import { Dialect } from '../dialect/dialect.ts';
import { leavesOf, sentLeaves } from '../dialect/known-facts.ts';
import { fill, sameValue } from '../dialect/templates.ts';
import { readMoment } from '../dialect/time-forms.ts';
import { onceKey, requestDigest } from '../dialect/objections/request-digest.ts';
import { withShares } from '../dialect/shares.ts';
import type { DoneWrite, RecordedRecord } from '../dialect/recorded-record.ts';
import { isReadBeside } from './exchanges.ts';
import { namesIn } from './find-other-names.ts';
import type { Exchange } from './exchanges.ts';
import { recordShownIn } from './find-records.ts';
import { withNamed, withSameMembers } from './same-members.ts';
import { grouped } from './groups.ts';
import { askedBy, writtenBy } from './learn/records/request-facts.ts';
import { haveSameForm, membersOf, merge } from './learn/records/sightings.ts';
import { isWhole } from './learn/pages/known-walks.ts';
import { listedOf } from './learn/pages/walks.ts';
import { walk, walkBy } from './learn/pages/learn-roles.ts';
import { orderOf } from './list-order.ts';
import type { WalkedList } from './list-order.ts';
import type { Sighting, View, Write } from './learn/records/sightings.ts';
import type { States } from './learn/records/states.ts';

export type AsOf = 'start' | 'end';

export interface HydratedRecords {
  readonly records: Readonly<Record<RecordKind, readonly RecordedRecord[]>>;
  readonly walked: Readonly<Record<ListName, WalkedList>>;
}

/** @param form how the service speaks, as far as that is known: it says what writes do to records */
export function hydrateRecords(states: States, asOf: AsOf, form: DialectForm | undefined): HydratedRecords {
  const { exchanges } = states;
  const does = form?.writes ?? {};
  const ended = asOf === 'end' && form !== undefined ? endOf(form, states) : undefined;
  const began = exchanges[0]?.at ?? 0;
  const counted = grouped(
    states.writes.filter(({ isIdle }) => !isIdle),
    ({ id }) => id,
  );
  const walked = (endpoint: ListName): WalkedList => {
    const lists = listedOf(states, endpoint);
    const query = form?.lists[endpoint]?.query;
    const { walks } =
      query === undefined
        ? walk(lists, [])
        : walkBy(lists, {
            size: query.size?.name,
            cutBy: query.size?.cuts,
            positions: query.positions ?? [],
            always: query.always,
          });
    return { lists, walks };
  };
  const lists = Object.fromEntries(listNames.map((name) => [name, walked(name)])) as Record<
    ListName,
    WalkedList
  >;
  const records = (endpoint: ListName) => {
    const kind = listed[endpoint];
    const shown = states.sightings.filter((one) => one.kind === kind);
    const all = [...shown, ...readBeside(kind, shown, states)].sort((a, b) => a.step - b.step);
    const own = grouped(all, ({ id }) => id);
    const order = orderOf(lists[endpoint], form?.lists[endpoint]?.query.sort?.name);
    const found = [...own].map(([id, sightings]): RecordedRecord => {
      const place = order.get(id) ?? Number.MAX_SAFE_INTEGER;
      const record =
        asOf === 'end'
          ? atEnd(id, sightings, states, place, ended)
          : atStart(id, sightings, states, place, began, does);
      const writes = asOf === 'end' && kind === 'listing' ? counted.get(id) : undefined;
      const comes =
        asOf === 'start' && kind === 'reportRun'
          ? comingOf(record.record, sightings[0]!.by, shown[0]!.by, lackedAt(id, lists[endpoint]))
          : undefined;
      const objects: Record<string, Json> = {};
      for (const [at, told] of Object.entries(states.entries[kind])) {
        const entry = told[nameIn(valueAt(record.record, at)) ?? ''];
        if (entry !== undefined) objects[at] = entry;
      }
      for (const { odd } of sightings) Object.assign(objects, odd);
      return {
        ...record,
        ...(comes !== undefined && { comes: comes - began }),
        ...(writes !== undefined && { writes: writes.length, writtenAt: writes.at(-1)!.by.at }),
        ...(Object.keys(objects).length > 0 && { objects }),
      };
    });
    const known = form?.records[kind];
    return withSameMembers(withNamed(found), known)
      .map((one) => ({ ...one, record: withShares(one.record, known) }))
      .sort((a, b) => a.place - b.place);
  };
  const found = Object.fromEntries(listNames.map((name) => [listed[name], records(name)]));
  return { records: found as Record<RecordKind, RecordedRecord[]>, walked: lists };
}

/** Reads of one strategy or report run, for which §4 has no endpoint: what they show of what lists show. */
function readBeside(
  kind: RecordKind,
  known: readonly Sighting[],
  { exchanges, places }: Pick<States, 'exchanges' | 'places'>,
): Sighting[] {
  // Reads of one listing have an endpoint.
  if (kind === 'listing') return [];
  const [ids, names, members] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { id, record } of known) {
    ids.add(id);
    for (const name of Object.keys(record)) names.add(name);
    for (const member of membersOf(record)) members.add(member);
  }
  const idsNamed = (name: string) =>
    ids.has(name)
      ? [name]
      : [...new Set(known.flatMap(({ id, record }) => (namesIn(record, name).length > 0 ? [id] : [])))];
  const holding = new Set(Array.from(members, parentOf));
  const isMore = (member: string) => holding.has(parentOf(member)) && !members.has(member);
  const read = exchanges.flatMap((by, step) => {
    const isRead = by.ok && isReadBeside(by) && !by.isFile;
    const [read] = (isRead ? idsNamed(plainEnd(by.path)) : []).flatMap((id) => {
      const record = recordShownIn(by.body, id, places, names, kind)?.record;
      return record === undefined ? [] : [{ id, record, by, step }];
    });
    return read ?? [];
  });
  // Lists, of links for instance, that a read shows otherwise of whatever record are no state that changed.
  const listed = grouped(known, ({ id }) => id);
  const isOther = (member: string) => {
    const pairs = read.flatMap((one) => {
      const own = valueAt(one.record, member);
      return isList(own)
        ? (listed.get(one.id) ?? []).map(({ id, record }) => {
            const list = valueAt(record, member);
            return { id, areOther: isList(list) && !haveSameForm(list, own) };
          })
        : [];
    });
    return new Set(pairs.map(({ id }) => id)).size > 1 && pairs.every(({ areOther }) => areOther);
  };
  const others = new Set([...members].filter(isOther));
  return read.map((one): Sighting => {
    const left = membersOf(one.record).filter((member) => isMore(member) || others.has(member));
    const record = left.reduce<Json>(
      (whole, member) => withoutValueAt(whole, member),
      one.record,
    ) as JsonObject;
    return { ...known[0]!, ...one, record, view: '', odd: {} };
  });
}

/** What is known of the writes of a session, for the records as they were at its end. */
interface Ended {
  readonly dialect: Dialect;
  /** Those that were surely done, by listing. */
  readonly done: ReadonlyMap<string, readonly Write[]>;
}

const endOf = (form: DialectForm, { writes, exchanges }: States): Ended => ({
  dialect: new Dialect(form),
  done: grouped(doneAsOthers(writes, exchanges), ({ id }) => id),
});

/** As last seen, and as later writes left it whose answers did not show it. */
function atEnd(
  id: string,
  sightings: readonly Sighting[],
  states: States,
  place: number,
  ended: Ended | undefined,
): RecordedRecord {
  let record: Json | undefined;
  let written = sightings[0]!.kind === 'listing' ? (ended?.done.get(id) ?? []) : [];
  const write = (before: number) => {
    const due = written.filter(({ step }) => step < before);
    if (ended !== undefined && record !== undefined)
      record = due.reduce(
        (known, one) => writtenBy(one, known, ended.dialect, states.all('strategy')),
        record,
      );
    written = written.slice(due.length);
  };
  for (const { record: shown, view, step } of sightings) {
    // What a write's own answer shows is shown after it.
    write(step + 1);
    record = merge(record, shown, states.views[view]);
  }
  write(Infinity);
  const done = ended === undefined ? [] : doneTo(id, states, ended.dialect);
  return { id, place, record: record!, changes: [], ...(done.length > 0 && { done }) };
}

/**
 * The writes that were answered as one was after which the record was another: what else was told may be a refusal, unless their
 * endpoint refuses by a status of its own.
 */
function doneAsOthers(writes: readonly Write[], exchanges: States['exchanges']): Write[] {
  const refusing = new Set(
    exchanges.flatMap(({ status, endpoint }) => ([400, 409, 422].includes(status) ? [endpoint] : [])),
  );
  const isAnsweredAs = ({ by }: Write, { by: other }: Write) =>
    by.endpoint === other.endpoint &&
    by.status === other.status &&
    haveSameForm(by.body ?? null, other.body ?? null);
  const hasChanged = ({ by, before, after }: Write) => {
    const sent = sentLeaves(by.sent).map(([, leaf]) => leaf);
    // What was not shown before may have been there, unless it is what was sent.
    const isOther = (was: Json | undefined, leaf: Json) =>
      was === undefined ? sent.some((one) => sameValue(one, leaf)) : !sameValue(was, leaf);
    return (
      before !== undefined &&
      after.some(({ record }) => leavesOf(record).some(([at, leaf]) => isOther(valueAt(before, at), leaf)))
    );
  };
  const done = writes.filter(hasChanged);
  // What was preferred may be that nothing is done.
  const isDone = ({ by }: Write) => refusing.has(by.endpoint) && !by.prefers.has('prefer');
  return writes.filter((one) => isDone(one) || done.some((other) => isAnsweredAs(one, other)));
}

/** The writes to a listing that were done with keys of their own. */
function doneTo(id: string, states: States, dialect: Dialect): DoneWrite[] {
  const done = new Map<string, DoneWrite>();
  for (const write of states.writes) {
    const { by, step, before, count: writes } = write;
    const asked = askedBy(by);
    const key = write.id === id ? onceKey(asked, dialect.form.writes) : undefined;
    if (key === undefined || done.has(key)) continue;
    const isShown = states.byStep[step]!.some((one) => one.id === id);
    const record =
      isShown || before === undefined
        ? states.before(step + 1, 'listing', id)
        : writtenBy(write, before, dialect, states.all('strategy'));
    if (record === undefined) continue;
    const digest = requestDigest(asked);
    done.set(key, { key, digest, at: by.at, answer: digest, before: before ?? record, record, writes });
  }
  return [...done.values()];
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
      record = completed(record, withoutSent(uncounted(next, done, does), record, done), seen);
    }
    if (states.views[view] !== undefined) seen.push(states.views[view]);
    now = next;
    last = by.at;
  }
  return { id, place, record: record!, changes };
}

/** A record without what writes put into objects of it that were there before. */
function withoutSent(record: Json, before: Json, done: readonly Write[]): Json {
  const sent = done.flatMap(({ by }) => sentLeaves(by.sent));
  return leavesOf(record).reduce<Json>((known, [at, leaf]) => {
    const isNew =
      parentOf(at) !== '' && isObject(valueAt(before, parentOf(at))) && valueAt(before, at) === undefined;
    const isSent = () =>
      sent.some(([place, value]) => lastSegment(place) === lastSegment(at) && sameValue(value, leaf));
    return isNew && isSent() ? withoutValueAt(known, at) : known;
  }, record);
}

/**
 * When a report run came to be: at the first moment that it tells, if that lies between an answer that showed others and the one
 * that first shows it. What is written to may tell no more than when it was changed.
 * @param lacked when a whole list lacked it last: then it came later, whatever else it tells
 */
function comingOf(
  record: Json,
  shown: Exchange,
  others: Exchange,
  lacked: number | undefined,
): number | undefined {
  const told = leavesOf(record).flatMap(([, leaf]) => readMoment(leaf)?.at ?? []);
  if (lacked !== undefined && lacked < shown.at)
    return Math.min(shown.at, ...told.filter((at) => at > lacked && at <= shown.at));
  const first = Math.min(...told);
  return first > others.at && first <= shown.at ? first : undefined;
}

/**
 * When a list was last asked for from its begin that lacked a record: all of it was seen, or what stood where the record stands
 * now.
 */
function lackedAt(id: string, { walks }: WalkedList): number | undefined {
  const usual = walks.filter(({ rest }) => rest.length === 0);
  const behind = usual.flatMap(({ order, places }) => {
    const place = places.get(id);
    return (place === undefined ? undefined : order[place + 1]) ?? [];
  });
  const lacking = usual.filter((one) => {
    const { order, places } = one;
    const isPassed = behind.some((next) => {
      const place = places.get(next);
      return place !== undefined && (place === 0 || order[place - 1] !== undefined);
    });
    return !places.has(id) && (isPassed || isWhole(one));
  });
  return lacking.at(-1)?.pages[0]?.listed.by.at;
}

/** A record without what its writes have counted up by then, such as its revision. */
function uncounted(record: Json, done: readonly Write[], does: DialectForm['writes']): Json {
  return done.reduce<Json>((known, { by }) => {
    const sets = Object.entries(does[by.endpoint!.name]?.sets ?? {});
    return sets.reduce<Json>((whole, [at, template]) => {
      const [, up, rest] = /^(\{was\/[^{}|]+ \| (?:plus|count) )(\d.*)$/.exec(textOf(template)) ?? [];
      if (up?.startsWith(`{was${at} |`) !== true) return whole;
      // Written as the service writes it, one step back.
      const back = fill(`${up}-${rest!}`, () => valueAt(whole, at));
      return back === undefined || back === null ? whole : withValueAt(whole, at, back);
    }, known);
  }, record);
}

/** When a record changed by itself: at a moment that it tells, if that lies between the answers that show it. */
function momentOf(sets: Readonly<Record<string, Json | undefined>>, before: number, after: number): number {
  const told = Object.values(sets)
    .flatMap((value) => (value === undefined ? [] : leavesOf(value)))
    .flatMap(([, leaf]) => readMoment(leaf)?.at ?? []);
  return Math.min(after, ...told.filter((at) => at > before && at <= after));
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
