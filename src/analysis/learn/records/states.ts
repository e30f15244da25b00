// The records as they were known at each moment of a recording: merged from every answer that showed them.
import { isNothing, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { lastPart, lastSegment } from '../../../http/parse-url.ts';
import { sentLeaves } from '../../../dialect/known-facts.ts';
import { allLeaves } from '../../../http/pointer.ts';
import { strategyAt } from '../../../dialect/objections/state-objections.ts';
import { listedKind } from '../../../dialect/profile-form.ts';
import type { RecordKind } from '../../../dialect/profile-form.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import { isDone, isWrite, toldBy } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { idOf, isListed, itemsIn, recordShownIn } from '../../find-records.ts';
import type { Places } from '../../find-records.ts';
import { grouped, parted } from '../../groups.ts';
import { withNulls } from './bare-members.ts';
import type { Bare } from './bare-members.ts';
import { entriesBeside } from './entries-beside.ts';
import type { Entries } from './entries-beside.ts';
import { withoutOddMembers } from './odd-members.ts';
import { isUnchanged, listingsByKey, merge, recordKey, shows, writtenAt } from './sightings.ts';
import type { Sighting, View, Write } from './sightings.ts';
import { withViews } from './view-parameters.ts';
import type { Viewed } from './view-parameters.ts';

/** A write that was answered as if it was done, with the record that its answer shows. */
export interface DryRun extends Pick<Write, 'by' | 'before' | 'count'> {
  readonly shown: Sighting | undefined;
}

/** A recording followed through: whoever learns from it, or goes on from it, is handed this. */
export interface States extends Viewed {
  readonly exchanges: readonly Exchange[];
  readonly places: Places;
  readonly byStep: readonly (readonly Sighting[])[];
  readonly bare: Bare;
  readonly writes: readonly Write[];
  readonly dryRuns: readonly DryRun[];
  /** How many writes of its session had changed something before an exchange. */
  readonly written: (step: number) => number;
  /** The record of an id as it was known before an exchange. */
  readonly before: (step: number, kind: RecordKind, id: string) => Json | undefined;
  /** The entity tag of a listing that an answer told last before an exchange, unless a write came since that told none. */
  readonly tag: (step: number, id: string) => string | undefined;
  /** All records of a kind as known before an exchange, or at the end. */
  readonly all: (kind: RecordKind, step?: number) => readonly Json[];
  /** The strategies as known at the end, by id. */
  readonly strategies: ReadonlyMap<string, Json>;
  /** Where listings name their strategy. */
  readonly strategyPlace: string | undefined;
  /** The strategy of a name, which may end with its id, as it is known at the end. */
  readonly strategyNamed: (name: string) => Json | undefined;
  /** The strategy that a record names. */
  readonly strategyOf: (record: Json) => Json | undefined;
  /** What is told beside records of what they name. */
  readonly entries: Readonly<Record<RecordKind, Entries>>;
}

/** The views that show a member: those of who asks for no members, if there are any, as others may ask for such records. */
export const showing = (views: readonly View[], member: string): readonly View[] => {
  const all = views.filter(({ seen }) => seen.has(member));
  const usual = all.filter(({ asked }) => asked.length === 0);
  return usual.length > 0 ? usual : all;
};

/** Whether some listings lack a member that an answer shows of others, or have null in place of an object. */
export const mayLack = (views: States['views'], member: string): boolean =>
  showing(
    Object.values(views).filter(({ endpoint }) => (listedKind(endpoint) ?? 'listing') === 'listing'),
    member,
  ).some(({ always, emptied }) => !always.has(member) || emptied.has(member));

export function followStates(exchanges: readonly Exchange[], places: Places): States {
  const found: Sighting[] = [];
  exchanges.forEach((by, step) => {
    if (!isListed(by)) return;
    const { of: kind, name: endpoint } = by.endpoint!;
    for (const { record } of itemsIn(by.body, places.lists[endpoint])) {
      const id = idOf(record, places.ids[kind]);
      if (id !== undefined) found.push({ kind, id, record, by, step, endpoint, at: '', odd: {}, view: '' });
    }
  });
  const single = (by: Exchange, step: number, known: ReadonlySet<string>): Sighting[] => {
    const { recordId: id, endpoint } = by;
    const shown = recordShownIn(by.body, id, places, known);
    if (shown === undefined) return [];
    return [{ kind: 'listing', id, ...shown, by, step, endpoint: endpoint!.name, odd: {}, view: '' }];
  };
  exchanges.forEach((by, step) => {
    if (by.ok && by.recordId !== '' && by.endpoint?.name === 'getListing')
      found.push(...single(by, step, new Set()));
  });
  const known = new Set(found.flatMap(({ kind, record }) => (kind === 'listing' ? Object.keys(record) : [])));
  exchanges.forEach((by, step) => {
    if (isDone(by)) found.push(...single(by, step, known));
  });
  found.sort((a, b) => a.step - b.step);
  const { sightings: whole, bare } = withNulls(withParts(found), exchanges);
  const { sightings, views, viewParameters } = withViews(
    withoutOddMembers(whole, exchanges, places),
    exchanges,
  );
  const byStep: Sighting[][] = exchanges.map(() => []);
  for (const sighting of sightings) byStep[sighting.step]!.push(sighting);
  const entries = entriesBeside(exchanges, byStep, places);
  const { before, all } = historyOf(sightings, views, exchanges);
  const byRecord = listingsByKey(sightings);
  const written = writtenAt(exchanges, isDone);
  let [session, count] = [-1, 0];
  const writes = exchanges.flatMap((by, step): Write[] => {
    if (!isDone(by)) return [];
    if (by.session !== session) [session, count] = [by.session, 0];
    const key = recordKey(by, by.recordId);
    const own = written.get(key)!;
    const next = own.find((other) => other.step > step)?.step ?? Infinity;
    const after = (byRecord.get(key) ?? []).filter((one) => one.step >= step && one.step < next);
    const seenBefore = (byRecord.get(key) ?? []).filter((one) => one.step < step);
    const seen = new Set(seenBefore.map(({ view }) => view));
    const last = seenBefore.at(-1)?.step ?? -1;
    const isStale = own.some((other) => other.step > last && other.step < step);
    const couldShow = (place: string) => [...seen].some((view) => shows(views[view], place));
    const was = before(step, 'listing', by.recordId);
    // A write that leaves the record as it was, as its own answer tells, is none to a service that counts its writes, nor is one
    // that is sent again and answered as it was.
    const isAgain = own.some(
      (other) =>
        other.step < step && other.by.sentText === by.sentText && sameValue(toldBy(other.by), toldBy(by)),
    );
    const isIdle =
      isAgain ||
      (was !== undefined && after[0]?.step === step && after.every(({ record }) => isUnchanged(was, record)));
    if (!isIdle) count += 1;
    return [{ by, step, isStale, couldShow, id: by.recordId, before: was, after, isIdle, count }];
  });
  let past = 0;
  const counts = exchanges.map((by, step) => {
    while (past < writes.length && writes[past]!.step < step) past += 1;
    const last = writes[past - 1];
    return last?.by.session === by.session ? last.count : 0;
  });
  const dryRuns = exchanges.flatMap((by, step): DryRun[] => {
    if (by.dryRun === undefined) return [];
    const [shown] = single(by, step, known);
    return [{ by, before: before(step, 'listing', by.recordId), count: counts[step]! + 1, shown }];
  });
  const strategies = new Map(
    all('strategy').flatMap((record) => {
      const id = idOf(record, places.ids.strategy);
      return id === undefined ? [] : [[id, record] as const];
    }),
  );
  const strategyPlace = strategyPlaceIn(sightings, strategies, writes);
  const strategyNamed = (name: string) => strategies.get(name) ?? strategies.get(lastPart(name));
  const strategyOf = (record: Json) => strategyAt(record, strategyPlace, { strategy: strategyNamed });
  const tagged = grouped(
    exchanges.flatMap((by, step) => {
      const tag = headerIn(by.headers, 'etag');
      const tells =
        by.ok && by.dryRun === undefined && by.recordId !== '' && (tag !== undefined || isWrite(by));
      return tells ? [{ step, tag, by }] : [];
    }),
    ({ by }) => recordKey(by, by.recordId),
  );
  return {
    exchanges,
    places,
    tag: (step, id) => tagged.get(recordKey(exchanges[step]!, id))?.findLast((one) => one.step < step)?.tag,
    sightings,
    bare,
    byStep,
    writes,
    dryRuns,
    written: (step) => counts[step]!,
    views,
    viewParameters,
    before,
    all,
    strategies,
    strategyPlace,
    strategyNamed,
    strategyOf,
    entries,
  };
}

/**
 * The sightings, with those marked as parts in which answers to writes tell again what was sent, and leave out what the record was
 * known to have: that is no less there for it.
 */
function withParts(found: readonly Sighting[]): readonly Sighting[] {
  const [answers, reads] = parted(found, ({ by }) => isWrite(by));
  const shown = listingsByKey(reads);
  const receipts = [...grouped(answers, ({ endpoint }) => endpoint).values()].flatMap((own) => {
    const told = own.map(({ record, by, id, step }) => {
      const sent = new Set(sentLeaves(by.sent).map(([at]) => lastSegment(at)));
      const before = shown.get(recordKey(by, id))?.findLast((one) => one.step < step)?.record;
      return { record, sent, before };
    });
    const names = new Set(told.flatMap(({ record }) => Object.keys(record)));
    const varying = [...names].filter((name) => !told.every(({ record }) => Object.hasOwn(record, name)));
    const isSent = (name: string) =>
      told.every(({ record, sent }) => Object.hasOwn(record, name) === sent.has(name));
    const isLeftOut = told.some(({ record, before }) =>
      varying.some((name) => !Object.hasOwn(record, name) && !isNothing(before?.[name])),
    );
    return isLeftOut && varying.every(isSent) ? own : [];
  });
  const parts = new Set(receipts);
  return found.map((one) => (parts.has(one) ? { ...one, isPart: true } : one));
}

/** The leaf of listings that most often holds the id of a strategy, or ends with it, and becomes the one that is assigned. */
function strategyPlaceIn(
  sightings: readonly Sighting[],
  strategies: ReadonlyMap<string, Json>,
  writes: readonly Write[],
): string | undefined {
  if (strategies.size === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { kind, record } of sightings.slice(0, 2000)) {
    if (kind !== 'listing') continue;
    for (const [place, leaf] of allLeaves(record)) {
      if (typeof leaf !== 'string' && typeof leaf !== 'number') continue;
      const text = textOf(leaf);
      if (strategies.has(text)) counts.set(place, (counts.get(place) ?? 0) + 2);
      else if (strategies.has(lastPart(text))) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  const [following, others] = placesByAssignment(strategies, writes);
  const isOther = (place: string) => following.size > 0 && others.has(place);
  return [...counts]
    .filter(([place]) => !isOther(place))
    .sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0];
}

/**
 * The leaves that became each strategy that was assigned, and those that showed something else after one was: a number of guests
 * may look like the id of a strategy.
 */
function placesByAssignment(
  strategies: ReadonlyMap<string, Json>,
  writes: readonly Write[],
): readonly [following: ReadonlySet<string>, others: ReadonlySet<string>] {
  const [became, others] = [new Set<string>(), new Set<string>()];
  for (const { by, after } of writes) {
    if (by.endpoint?.name !== 'updateStrategy') continue;
    const assigned = new Set(
      sentLeaves(by.sent).flatMap(([, leaf]) => {
        const name = leaf === null || typeof leaf === 'object' ? '' : lastPart(textOf(leaf));
        return strategies.has(name) ? [name] : [];
      }),
    );
    if (assigned.size === 0) continue;
    const shown = grouped(
      after.flatMap(({ record }) => allLeaves(record)),
      ([place]) => place,
    );
    for (const [place, leaves] of shown)
      (leaves.some(([, leaf]) => assigned.has(lastPart(textOf(leaf)))) ? became : others).add(place);
  }
  return [new Set([...became].filter((place) => !others.has(place))), others];
}

/** Each record's states, with the step at which each began. */
function historyOf(
  sightings: readonly Sighting[],
  views: States['views'],
  exchanges: readonly Exchange[],
): Pick<States, 'before' | 'all'> {
  const keyOf = (session: number, kind: RecordKind, id: string) => `${session} ${kind} ${id}`;
  const shown = grouped(sightings, ({ by, kind, id }) => keyOf(by.session, kind, id));
  const states = new Map(
    Array.from(shown, ([key, own]) => {
      const known: { step: number; record: Json }[] = [];
      for (const { step, record, view } of own)
        known.push({ step, record: merge(known.at(-1)?.record, record, views[view]) });
      return [key, known] as const;
    }),
  );
  const find = (key: string, step: number) => states.get(key)?.findLast((one) => one.step < step)?.record;
  const byKind = grouped(shown.keys(), (key) => key.split(' ', 2).join(' '));
  const sessionAt = (step: number) => exchanges[Math.min(step, exchanges.length - 1)]?.session ?? 0;
  const atEnd = new Map<string, readonly Json[]>();
  return {
    before: (step, kind, id) => find(keyOf(sessionAt(step), kind, id), step),
    all: (kind, step = Infinity) => {
      const kinds = `${sessionAt(step)} ${kind}`;
      const known = step >= exchanges.length ? atEnd.get(kinds) : undefined;
      if (known !== undefined) return known;
      const records = [...(byKind.get(kinds) ?? [])].flatMap((key) => find(key, step) ?? []);
      if (step >= exchanges.length) atEnd.set(kinds, records);
      return records;
    },
  };
}
