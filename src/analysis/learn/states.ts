// The records as they were known at each moment of a recording: merged from every answer that showed them.
import { isObject, textOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { sameValue } from '../../dialect/templates.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { parentOf, pointerTo, valueAt, withoutValueAt, withValueAt } from '../../http/pointer.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { listedKind } from '../../dialect/profile-form.ts';
import type { RecordKind } from '../../dialect/profile-form.ts';
import { addLeaves, leavesOf } from '../../dialect/known-facts.ts';
import { membersChosen, membersNamed } from '../../dialect/select-page.ts';
import { precisionOf, readMoment } from '../../dialect/time-forms.ts';
import { explain } from '../explain/explain.ts';
import { nearOf } from '../explain/explain-leaf.ts';
import type { Sample } from '../explain/sample.ts';
import { shapeOf } from '../explain/shapes.ts';
import { headerIn, toldBy } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import { idOf, isListed, itemsIn, recordShownIn } from '../find-records.ts';
import type { Places } from '../find-records.ts';
import { byFrequency, grouped } from '../groups.ts';
import { requestFacts } from './request-facts.ts';

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

/** A recording followed through: whoever learns from it, or goes on from it, is handed this. */
export interface States {
  readonly exchanges: readonly Exchange[];
  readonly places: Places;
  readonly sightings: readonly Sighting[];
  readonly byStep: readonly (readonly Sighting[])[];
  readonly writes: readonly Write[];
  /** The members that each endpoint's records were seen with, and those that none lacked. */
  readonly views: Readonly<Record<string, View>>;
  /** By endpoint, the parameters of the query that decide which members are shown. */
  readonly viewParameters: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
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
  /** The strategy that a record names, as it is known at the end. */
  readonly strategyOf: (record: Json) => Json | undefined;
}

/** Whether a record is as it was, as far as it is shown. */
export const isUnchanged = (before: Json, after: Json): boolean =>
  leavesOf(after).every(([place, leaf]) => sameValue(leaf, valueAt(before, place) ?? leaf));

/** Whether a kind of answer shows a place; what stands in a list is shown where the list is. */
export function shows(view: View | undefined, place: string): boolean {
  if (view === undefined) return false;
  const list = /^(.*?)\/\d+(?:\/|$)/.exec(place)?.[1];
  return view.seen.has(place) || (list !== undefined && view.seen.has(list));
}

/** Whether some listings lack a member that an answer shows of others, or have null in place of an object. */
export const mayLack = (views: States['views'], member: string): boolean =>
  Object.values(views).some(
    ({ endpoint, seen, always, emptied }) =>
      seen.has(member) &&
      (!always.has(member) || emptied.has(member)) &&
      (listedKind(endpoint) ?? 'listing') === 'listing',
  );

export interface View {
  readonly endpoint: EndpointName;
  /** What was asked of the parameters that decide. */
  readonly asked: readonly (readonly [name: string, value: string])[];
  readonly seen: ReadonlySet<string>;
  readonly always: ReadonlySet<string>;
  /** Those that are an object in some records and null in others. */
  readonly emptied: ReadonlySet<string>;
}

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
  const single = (by: Exchange, step: number, known: ReadonlySet<string>) => {
    const { recordId: id, endpoint } = by;
    const shown = recordShownIn(by.body, id, places, known);
    if (shown === undefined) return;
    found.push({ kind: 'listing', id, ...shown, by, step, endpoint: endpoint!.name, odd: {}, view: '' });
  };
  exchanges.forEach((by, step) => {
    if (by.ok && by.recordId !== '' && by.endpoint?.name === 'getListing') single(by, step, new Set());
  });
  const known = new Set(found.flatMap(({ kind, record }) => (kind === 'listing' ? Object.keys(record) : [])));
  exchanges.forEach((by, step) => {
    if (by.ok && by.method === 'PATCH' && by.endpoint !== undefined) single(by, step, known);
  });
  found.sort((a, b) => a.step - b.step);
  let sightings = withoutParts(found, objectsForNames(found));
  const parts = [
    ...ownLists(sightings),
    ...strategiesIn(sightings, places),
    ...momentsToldIn(sightings),
    ...madeForAnswersIn(sightings, exchanges),
  ];
  sightings = withoutParts(sightings, parts);
  sightings = withoutParts(sightings, toldOfWrites(sightings));

  const viewParameters = findViewParameters(sightings);
  const askedIn = ({ endpoint, by }: Sighting) =>
    (viewParameters[endpoint] ?? []).flatMap((name) => {
      const value = askedOf(by, name);
      return value === undefined ? [] : [[name, value] as const];
    });
  const inView = (sighting: Sighting) => {
    const asked = askedIn(sighting);
    return sighting.endpoint + (asked.length === 0 ? '' : JSON.stringify(asked));
  };
  sightings = sightings.map((sighting) => ({ ...sighting, view: inView(sighting) }));
  const byStep: Sighting[][] = exchanges.map(() => []);
  for (const sighting of sightings) byStep[sighting.step]!.push(sighting);
  const views = viewsOf(sightings, askedIn);
  const before = historyOf(sightings, views, exchanges);
  const byRecord = grouped(
    sightings.filter(({ kind }) => kind === 'listing'),
    ({ by, id }) => `${by.session} ${id}`,
  );
  const isWrite = ({ ok, method, recordId }: Exchange) => ok && method === 'PATCH' && recordId !== '';
  const written = grouped(
    exchanges.flatMap((by, step) => (isWrite(by) ? [{ by, step }] : [])),
    ({ by }) => `${by.session} ${by.recordId}`,
  );
  let [session, count] = [-1, 0];
  const writes = exchanges.flatMap((by, step): Write[] => {
    if (!isWrite(by)) return [];
    if (by.session !== session) [session, count] = [by.session, 0];
    const key = `${by.session} ${by.recordId}`;
    const own = written.get(key)!;
    const next = own.find((other) => other.step > step)?.step ?? Infinity;
    const after = (byRecord.get(key) ?? []).filter((one) => one.step >= step && one.step < next);
    const seenBefore = (byRecord.get(key) ?? []).filter((one) => one.step < step);
    const seen = new Set(seenBefore.map(({ view }) => view));
    const last = seenBefore.at(-1)?.step ?? -1;
    const isStale = own.some((other) => other.step > last && other.step < step);
    const couldShow = (place: string) => [...seen].some((view) => shows(views[view], place));
    const was = before.one(step, 'listing', by.recordId);
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
  const strategies = new Map(
    before.all('strategy').flatMap((record) => {
      const id = idOf(record, places.ids.strategy);
      return id === undefined ? [] : [[id, record] as const];
    }),
  );
  const strategyPlace = strategyPlaceIn(sightings, strategies);
  const strategyOf = (record: Json) => {
    const named = strategyPlace === undefined ? null : (valueAt(record, strategyPlace) ?? null);
    return named === null
      ? undefined
      : (strategies.get(textOf(named)) ?? strategies.get(lastSegment(textOf(named))));
  };
  const tagged = grouped(
    exchanges.flatMap((by, step) => {
      const tag = headerIn(by.headers, 'etag');
      const tells = by.ok && by.recordId !== '' && (tag !== undefined || by.method === 'PATCH');
      return tells ? [{ step, tag, by }] : [];
    }),
    ({ by }) => `${by.session} ${by.recordId}`,
  );
  return {
    exchanges,
    places,
    tag: (step, id) =>
      tagged.get(`${exchanges[step]!.session} ${id}`)?.findLast((one) => one.step < step)?.tag,
    sightings,
    byStep,
    writes,
    views,
    viewParameters,
    before: before.one,
    all: before.all,
    strategies,
    strategyPlace,
    strategyOf,
  };
}

/** The leaf of listings that most often holds the id of a strategy, or ends with it. */
function strategyPlaceIn(
  sightings: readonly Sighting[],
  strategies: ReadonlyMap<string, Json>,
): string | undefined {
  if (strategies.size === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { kind, record } of sightings.slice(0, 2000)) {
    if (kind !== 'listing') continue;
    for (const [place, leaf] of leavesOf(record)) {
      if (typeof leaf !== 'string' && typeof leaf !== 'number') continue;
      const text = textOf(leaf);
      if (strategies.has(text)) counts.set(place, (counts.get(place) ?? 0) + 2);
      else if (text.includes('/') && strategies.has(lastSegment(text)))
        counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0];
}

/** An object without members is written where nothing is set, beside texts and objects alike. */
const isEmpty = (value: Json) => isObject(value) && Object.keys(value).length === 0;

/** What stands somewhere in a record that an answer showed. */
interface Shown {
  readonly sighting: Sighting;
  readonly place: string;
  readonly value: Json;
}

const shownIn = (sightings: readonly Sighting[]): Shown[] =>
  sightings.flatMap((sighting) =>
    leavesAndObjects(sighting.record).map(([place, value]) => ({ sighting, place, value })),
  );

/** A member of a record that is no state of it, for it follows from the rest; and what stands for it in the record, if anything. */
type Part = readonly [sighting: Sighting, place: string, name?: Json | undefined];

function withoutParts(sightings: readonly Sighting[], parts: readonly Part[]): Sighting[] {
  const bySighting = grouped(parts, ([sighting]) => sighting);
  return sightings.map((sighting) => {
    const own = bySighting.get(sighting) ?? [];
    const outer = own.filter(([, place]) => !own.some(([, other]) => place.startsWith(`${other}/`)));
    if (outer.length === 0) return sighting;
    const odd = Object.fromEntries(outer.map(([, place]) => [place, valueAt(sighting.record, place)!]));
    const record = outer.reduce<Json>(
      (known, [, place, name]) =>
        name === undefined ? withoutValueAt(known, place) : withValueAt(known, place, name),
      sighting.record,
    ) as JsonObject;
    return { ...sighting, record, odd: { ...sighting.odd, ...odd } };
  });
}

/** Members that are a text in some answers and an object in others: they name a record that the others show. */
function objectsForNames(sightings: readonly Sighting[]): Part[] {
  const telling = shownIn(sightings).filter(({ value }) => value !== null && !isEmpty(value));
  const byPlace = grouped(telling, ({ sighting, place }) => `${sighting.kind} ${place}`);
  return [...byPlace.values()].flatMap((own): Part[] => {
    const objects = own.filter(({ value }) => isObject(value));
    const alone = new Set(own.flatMap(({ value }) => (isObject(value) ? [] : textOf(value))));
    if (alone.size === 0) return [];
    // The leaf of the object that stands alone in other answers.
    const leafOf = ({ value }: Shown) =>
      Object.entries(value as JsonObject).find(
        ([, item]) => typeof item !== 'object' && alone.has(textOf(item)),
      )?.[0];
    const leaf = objects.flatMap((one) => leafOf(one) ?? []).at(-1);
    return objects.map(({ sighting, place, value }) => [
      sighting,
      place,
      leaf && (value as JsonObject)[leaf],
    ]);
  });
}

/** So many answers of one kind tell what their lists are made of. */
const enough = 50;

/** Lists, of links for instance, that one kind of answer shows with other items than most answers do. */
function ownLists(sightings: readonly Sighting[]): Part[] {
  const lists = sightings.flatMap((sighting) =>
    membersOf(sighting.record).flatMap((place) => {
      const list = valueAt(sighting.record, place)!;
      return Array.isArray(list) ? [{ sighting, place, list: list as Json }] : [];
    }),
  );
  return [...grouped(lists, ({ sighting, place }) => `${sighting.kind} ${place}`).values()].flatMap(
    (shown) => {
      const [most = [], ...others] = byFrequency(shown, ({ sighting }) => sighting.endpoint);
      const usual = new Map(most.map(({ sighting, list }) => [sighting.id, list]));
      return others.flatMap((other): Part[] => {
        const { place } = other[0]!;
        const pairs = other.flatMap(({ sighting, list }) => {
          const known = usual.get(sighting.id);
          return known === undefined ? [] : [[known, list] as const];
        });
        const isOther = pairs.length > 1 && pairs.every(([a, b]) => formOf(a) !== formOf(b));
        const told = other.map(({ sighting }) => sighting);
        return isOther && follows(told.slice(0, enough), place) ? told.map((one) => [one, place]) : [];
      });
    },
  );
}

/** The whole strategy that a listing names: beside its name, or with members that it has there only where they are asked for. */
function strategiesIn(sightings: readonly Sighting[], { ids }: Places): Part[] {
  const strategies = sightings.filter(({ kind }) => kind === 'strategy');
  const known = new Set(strategies.map(({ id }) => id));
  const members = new Set(strategies.flatMap(({ record }) => membersOf(record)));
  const listings = sightings.filter(({ kind }) => kind === 'listing');
  return [...grouped(shownIn(listings), ({ place }) => place).values()].flatMap((own): Part[] => {
    const there = own.filter(({ value }) => value !== null);
    const areStrategies = there.every(
      ({ value }) =>
        known.has(idOf(value, ids.strategy) ?? '') && membersOf(value).every((one) => members.has(one)),
    );
    if (there.length === 0 || !areStrategies) return [];
    const isNamedBeside = ({ sighting: { record }, place, value }: Shown) =>
      leavesOf(withoutValueAt(record, place)).some(([, leaf]) => textOf(leaf) === idOf(value, ids.strategy));
    if (there.every(isNamedBeside)) return own.map(({ sighting, place }) => [sighting, place]);
    return expanded(there);
  });
}

const namesOf = ({ value }: Shown) => Object.keys(value as JsonObject);

/** Those of one place that have more members than most, as a parameter asks that the others were not given. */
function expanded(shown: readonly Shown[]): Part[] {
  const [usual = [], ...others] = byFrequency(shown, (one) => namesOf(one).sort().join());
  const names = namesOf(usual[0]!);
  const [more, less] = [true, false].map((isMore) =>
    others.flat().filter((one) => names.every((name) => namesOf(one).includes(name)) === isMore),
  ) as [Shown[], Shown[]];
  const [first] = more;
  const isAsked =
    first !== undefined &&
    less.length === 0 &&
    [...first.sighting.by.query.keys()].some(
      (name) =>
        more.every(({ sighting }) => sighting.by.query.has(name)) &&
        !usual.some(({ sighting }) => sighting.by.query.has(name)),
    );
  if (!isAsked) return [];
  return more.map(({ sighting, place, value }) => {
    const kept = names.map((name) => [name, (value as JsonObject)[name]!] as const);
    return [sighting, place, Object.fromEntries(kept)];
  });
}

/** So long a time tells a moment of the answer from one of the record, in milliseconds. */
const longEnough = 10_000;

/** When each answer was given, as it tells beside what the record is. */
function momentsToldIn(sightings: readonly Sighting[]): Part[] {
  const shown = shownIn(sightings.filter(({ kind }) => kind === 'listing'));
  return [...grouped(shown, ({ place }) => place).values()].flatMap((own): Part[] => {
    const times = own.map(({ sighting }) => sighting.by.at);
    const isLong = own.length > 2 && Math.max(...times) - Math.min(...times) > longEnough;
    const isOfAnswer = ({ sighting, value }: Shown) => {
      const moment = readMoment(value);
      return (
        moment !== undefined &&
        precisionOf(moment.form) <= 1000 &&
        Math.abs(moment.at - sighting.by.at) <= nearOf(moment.form)
      );
    };
    return isLong && own.every(isOfAnswer) ? own.map(({ sighting, place }) => [sighting, place]) : [];
  });
}

/**
 * What answers with one record make up beside what the record is, such as the id of the request: another one each time, also
 * where nothing else of the record is and no write came in between.
 */
function madeForAnswersIn(sightings: readonly Sighting[], exchanges: readonly Exchange[]): Part[] {
  const single = sightings.filter(({ by }) => by.recordId !== '');
  const again = [...grouped(single, ({ by, id }) => `${by.session} ${id}`).values()].flatMap((own) =>
    own.slice(1).flatMap((later, at) => {
      const earlier = own[at]!;
      const isWritten = exchanges
        .slice(earlier.step + 1, later.step + 1)
        .some(({ method, recordId }) => method === 'PATCH' && recordId === later.by.recordId);
      return isWritten ? [] : [{ earlier: earlier.record, later: later.record }];
    }),
  );
  const made = [...grouped(shownIn(single), ({ place }) => place)].filter(
    ([, own]) =>
      shapeOf(own.map(({ value }) => value)) !== undefined &&
      own.every(({ value }) => readMoment(value) === undefined),
  );
  const rest = (record: Json) => made.reduce<Json>((known, [place]) => withoutValueAt(known, place), record);
  const alike = again.filter(({ earlier, later }) => sameValue(rest(earlier), rest(later)));
  if (alike.length === 0) return [];
  return made.flatMap(([place, own]) => {
    const isOther = alike.every(
      ({ earlier, later }) => !sameValue(valueAt(earlier, place), valueAt(later, place)),
    );
    return isOther ? own.map(({ sighting }): Part => [sighting, place]) : [];
  });
}

/**
 * Members that answers to writes alone show, and that the record lacks when it is read afterwards: what they tell is told of the
 * write, such as whether it has changed anything.
 */
function toldOfWrites(sightings: readonly Sighting[]): Part[] {
  const listings = sightings.filter(({ kind }) => kind === 'listing');
  const written = listings.filter(({ by }) => by.method === 'PATCH');
  const known = new Set(
    listings.flatMap(({ by, record }) => (by.method === 'PATCH' ? [] : membersOf(record))),
  );
  const isOutermost = (place: string) =>
    !known.has(place) && (parentOf(place) === '' || known.has(parentOf(place)));
  const own = written.flatMap((sighting) =>
    membersOf(sighting.record).flatMap((place) => (isOutermost(place) ? [{ sighting, place }] : [])),
  );
  const byRecord = grouped(listings, ({ by, id }) => `${by.session} ${id}`);
  const isGone = (sighting: Sighting, place: string) => {
    const next = byRecord
      .get(`${sighting.by.session} ${sighting.id}`)!
      .find(({ step, endpoint }) => step > sighting.step && endpoint !== 'listListings');
    return next?.endpoint === 'getListing' && isObject(valueAt(next.record, parentOf(place)));
  };
  const places = [...grouped(own, ({ place }) => place)].flatMap(([place, shown]) =>
    shown.some(({ sighting }) => isGone(sighting, place)) ? [place] : [],
  );
  if (places.length === 0) return [];
  const rest = (record: Json) => places.reduce(withoutValueAt, record);
  const answers = written.map((sighting) => {
    const { by, id, step, record } = sighting;
    const before = byRecord
      .get(`${by.session} ${id}`)!
      .filter((one) => one.step < step)
      .reduce<Json | undefined>((was, one) => merge(was, rest(one.record), undefined), undefined);
    const facts = requestFacts(by);
    if (before !== undefined) facts.set('changed', !isUnchanged(before, rest(record)));
    addLeaves(facts, 'record', rest(record));
    return { sighting, facts };
  });
  return places.flatMap((place): Part[] => {
    const samples = answers.map(({ sighting, facts }): Sample => ({
      value: valueAt(sighting.record, place),
      facts,
    }));
    const isTold = explain(samples).guesses.length === 0;
    return isTold ? own.flatMap((one) => (one.place === place ? [[one.sighting, place]] : [])) : [];
  });
}

/** Whether a member follows from the rest of the record and from what was asked. */
function follows(sightings: readonly Sighting[], place: string): boolean {
  const samples = sightings.map(({ record, by }): Sample => {
    const facts = requestFacts(by);
    addLeaves(facts, 'record', withoutValueAt(record, place));
    return { value: valueAt(record, place), facts };
  });
  return explain(samples).guesses.length === 0;
}

/** How long lists are and what the members of objects are called, whatever their values are. */
export const formOf = (value: Json): string =>
  Array.isArray(value)
    ? `[${(value as readonly Json[]).map(formOf).join()}]`
    : isObject(value)
      ? `{${Object.entries(value)
          .map(([name, item]) => `${name}:${formOf(item)}`)
          .sort()
          .join()}}`
      : '';

function leavesAndObjects(value: Json, at = ''): [place: string, value: Json][] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]): [string, Json][] => {
    const own = pointerTo(at, name);
    return Array.isArray(item) ? [] : [[own, item], ...leavesAndObjects(item, own)];
  });
}

/** The members of a record, those of objects in it too, as pointers. */
export function membersOf(record: Json, at = ''): string[] {
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([name, item]) => {
    const own = pointerTo(at, name);
    return [own, ...membersOf(item, own)];
  });
}

/** A sighting, with the names of all members of its record. */
interface Named extends Sighting {
  readonly members: ReadonlySet<string>;
}

/** What a parameter asks for: sent once for each member, it asks for all of them. */
const askedOf = ({ query }: Exchange, name: string): string | undefined =>
  query.has(name) ? query.getAll(name).join() : undefined;

const namesAsked = (name: string, { by }: Sighting) => membersNamed(askedOf(by, name) ?? '');

const showsNamed = (name: string, one: Named) =>
  namesAsked(name, one).every((named) => one.members.has(named));

/** Whether a parameter names members that all answers to it show, and others do not. */
function namesMembers(name: string, own: readonly Named[]): boolean {
  const asked = own.filter(({ by }) => by.query.has(name));
  const others = own.filter(({ by }) => !by.query.has(name));
  const isShown = asked.every((one) => showsNamed(name, one));
  const names = new Set(asked.flatMap((one) => namesAsked(name, one)));
  return (
    asked.length > 1 &&
    isShown &&
    [...names].some((named) => others.some(({ members }) => !members.has(named)))
  );
}

/**
 * Whether a parameter names members that are only shown where it names them, or only where it does not.
 * @param least how many answers of each sort tell it
 */
function asksForMembers(name: string, own: readonly Named[], least: number): boolean {
  const seen = own.map((one) => ({ asked: new Set(namesAsked(name, one)), members: one.members }));
  const names = new Set(seen.flatMap(({ asked }) => [...asked]));
  const known = [...names].filter((named) => own.some(({ members }) => members.has(named)));
  const isDeciding = (named: string) => {
    const [asked, others] = [true, false].map((isNamed) =>
      seen.filter((one) => one.asked.has(named) === isNamed),
    ) as [typeof seen, typeof seen];
    const [shown, shownElse] = [asked, others].map(
      (some) => some.filter(({ members }) => members.has(named)).length,
    ) as [number, number];
    if (asked.length < least || others.length < least) return false;
    return shown === 0 ? shownElse * 2 > others.length : shownElse === 0;
  };
  return known.length > 0 && known.every(isDeciding);
}

/** Whether of several members the answers to a parameter show just those that it names. */
function choosesMembers(name: string, own: readonly Named[]): boolean {
  const given = own.flatMap((one) => {
    const { names } = membersChosen(askedOf(one.by, name) ?? '');
    return names.length === 0 ? [] : [{ names, places: new Set(membersOf(one.record)) }];
  });
  const places = [...new Set(given.flatMap((one) => [...one.places]))];
  const varying = [...new Set(given.flatMap(({ names }) => names))].flatMap((named) => {
    const called = places.filter((place) => lastSegment(place) === named);
    const isAlways = called.some((place) => given.every((one) => one.places.has(place)));
    return called.length === 0 || isAlways ? [] : [{ named, called }];
  });
  return (
    varying.length > 1 &&
    varying.every(({ named, called }) =>
      called.some((place) => given.every((one) => one.places.has(place) === one.names.includes(named))),
    )
  );
}

/** Whether answers to a parameter, were it one alone, show the members that it names in place of those that all others show. */
function picksMembers(name: string, own: readonly Named[]): boolean {
  const asked = own.filter(({ by }) => by.query.has(name));
  const [first, ...others] = own.filter(({ by }) => !by.query.has(name));
  const isShown = asked.every((one) => namesAsked(name, one).length > 1 && showsNamed(name, one));
  if (!isShown || asked.length === 0 || first === undefined || others.length === 0) return false;
  const always = [...first.members].filter((member) => others.every(({ members }) => members.has(member)));
  const hidden = always.filter((member) => !asked.some(({ members }) => members.has(member)));
  return hidden.length > 1;
}

/** Parameters under which the same records were shown with other members, those first that decide most. */
function findViewParameters(sightings: readonly Sighting[]): States['viewParameters'] {
  const all = sightings.map((one): Named => ({
    ...one,
    members: new Set(membersOf(one.record).map(lastSegment)),
  }));
  const endpoints = Array.from(
    grouped(all, (one) => one.endpoint),
    ([endpoint, own]) => {
      const names = [...new Set(own.flatMap(({ by }) => [...by.query.keys()]))];
      const first = decidingParameter(names, own);
      const others = names.filter(
        (name) =>
          name !== first &&
          (asksForMembers(name, own, 2) || picksMembers(name, own) || choosesMembers(name, own)),
      );
      return { endpoint, own, names, deciding: first === undefined ? others : [first, ...others] };
    },
  );
  // What decides at one endpoint needs less to be known at another.
  const known = new Set(endpoints.flatMap(({ deciding }) => deciding));
  return Object.fromEntries(
    endpoints.flatMap(({ endpoint, own, names, deciding }) => {
      const more = names.filter(
        (name) => known.has(name) && !deciding.includes(name) && asksForMembers(name, own, 1),
      );
      return deciding.length + more.length === 0 ? [] : [[endpoint, [...deciding, ...more]]];
    }),
  );
}

function decidingParameter(names: readonly string[], own: readonly Named[]): string | undefined {
  const deciding = names.flatMap((name) => {
    const byId = new Map<string, Map<string, string>>();
    const byValue = new Map<string, Set<string>>();
    for (const { id, record, by, kind } of own) {
      // Runs go on by themselves, which shows within their members.
      const members = (kind === 'reportRun' ? Object.keys(record) : membersOf(record)).sort().join();
      const value = askedOf(by, name) ?? '';
      byId.set(id, (byId.get(id) ?? new Map<string, string>()).set(value, members));
      byValue.set(value, (byValue.get(value) ?? new Set<string>()).add(members));
    }
    const shared = [...byId.values()].filter(({ size }) => size > 1);
    const differing = shared.filter((members) => new Set(members.values()).size > 1);
    const decides =
      namesMembers(name, own) ||
      picksMembers(name, own) ||
      (shared.length > 0 && differing.length * 5 >= shared.length * 4);
    const forms = new Set([...byValue.values()].flatMap((members) => [...members]));
    const mixed = [...byValue.values()].filter(({ size }) => size > 1).length;
    // A cursor has another value for each page.
    return decides && byValue.size <= 3 * forms.size
      ? [{ name, values: byValue.size, differing: differing.length, mixed }]
      : [];
  });
  return deciding.sort((x, y) => y.differing - x.differing || x.mixed - y.mixed || x.values - y.values)[0]
    ?.name;
}

const viewsOf = (
  sightings: readonly Sighting[],
  askedIn: (sighting: Sighting) => View['asked'],
): Record<string, View> =>
  Object.fromEntries(
    [...grouped(sightings, ({ view }) => view)].map(([view, own]) => {
      const members = own.map(({ record }) => new Set(membersOf(record)));
      const seen = new Set(members.flatMap((one) => [...one]));
      const always = new Set([...seen].filter((member) => members.every((one) => one.has(member))));
      const emptied = new Set(
        [...seen].filter((member) => {
          const values = own.map(({ record }) => valueAt(record, member));
          return values.includes(null) && values.some(isObject);
        }),
      );
      const [first] = own as [Sighting];
      return [view, { endpoint: first.endpoint, asked: askedIn(first), seen, always, emptied }];
    }),
  );

/** A record as it was known, with what an answer now shows; members that this kind of answer shows and that lack are gone. */
export function merge(known: Json | undefined, shown: Json, view: View | undefined, at = ''): Json {
  if (!isObject(known) || !isObject(shown)) return shown;
  const merged: Record<string, Json> = {};
  for (const [name, item] of Object.entries(known)) {
    const own = pointerTo(at, name);
    if (Object.hasOwn(shown, name)) merged[name] = merge(item, shown[name]!, view, own);
    else if (!view?.seen.has(own)) merged[name] = item;
  }
  for (const [name, item] of Object.entries(shown)) if (!Object.hasOwn(merged, name)) merged[name] = item;
  return merged;
}

interface History {
  readonly one: States['before'];
  readonly all: States['all'];
}

/** Each record's states, with the step at which each began. */
function historyOf(
  sightings: readonly Sighting[],
  views: States['views'],
  exchanges: readonly Exchange[],
): History {
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
    one: (step, kind, id) => find(keyOf(sessionAt(step), kind, id), step),
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
