// What of a record each kind of answer shows.
import type { EndpointName } from '../../../spec/endpoints.ts';
import type { AnswerForm, RecordKind, ViewForm } from '../../../dialect/profile-form.ts';
import { leavesOf, sentLeaves } from '../../../dialect/known-facts.ts';
import { membersAsked } from '../../../dialect/members-asked.ts';
import { isNamedBy, membersNamed, namesIn } from '../../../dialect/stated-names.ts';
import { isNothing, isObject, isThere } from '../../../http/exact-json.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import type { Json } from '../../../http/exact-json.ts';
import { leafAt, parentOf, valueAt, withValueAt } from '../../../http/pointer.ts';
import { countOfListings } from '../../../dialect/render.ts';
import { evaluate, fill, sameValue, withMark } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { guardFor, markFor } from '../../explain/sample.ts';
import type { Sample } from '../../explain/sample.ts';
import { idOf } from '../../find-records.ts';
import { grouped, parted, spread } from '../../groups.ts';
import { recordFacts, requestFacts } from './request-facts.ts';
import { listingsByKey, membersOf, recordKey } from './sightings.ts';
import type { Sighting, View } from './sightings.ts';
import { showing } from './states.ts';
import type { States } from './states.ts';

const endpointsOf: Readonly<Record<RecordKind, readonly EndpointName[]>> = {
  listing: ['listListings', 'getListing', 'updatePrice', 'updateStrategy'],
  strategy: ['listStrategies'],
  reportRun: ['listReports'],
};

/** Which members of a record the answers of an endpoint show, and how. */
export const membersShown = (
  kind: RecordKind,
  endpoint: EndpointName,
  states: States,
): Pick<AnswerForm, 'view' | 'views' | 'shows' | 'bare' | 'bareUnless'> => {
  const view = viewOf(states, kind, endpoint);
  const views = [...(viewsOf(states, kind, endpoint, view) ?? []), ...viewsOfSister(states, kind, endpoint)];
  const counts = kind === 'strategy' ? learnCounts(endpoint, states) : undefined;
  const shows = { ...shownBySister(endpoint, states), ...learnShows(endpoint, states) };
  return {
    view,
    views: views.length > 0 ? views : undefined,
    ...states.bare[endpoint],
    shows: Object.keys({ ...shows, ...counts }).length > 0 ? { ...shows, ...counts } : undefined,
  };
};

/** So many answers tell whether a number is a count. */
const fewAnswers = 20;

/** Whether a member is called as what counts listings. */
const isCalledCount = (place: string): boolean => /count|listings|assigned/i.test(lastSegment(place));

/** Members of strategies that count the listings which name them, as each answer of a list showed. */
function learnCounts(endpoint: EndpointName, states: States): AnswerForm['shows'] {
  const shown = states.sightings.filter((one) => one.kind === 'strategy' && one.endpoint === endpoint);
  const places = countPlaces(shown, states);
  return places.length === 0
    ? undefined
    : Object.fromEntries(places.map((place) => [place, countOfListings]));
}

/** The members of strategies, as they were shown, that count the listings which name them by then. */
export function countPlaces(
  shown: readonly Pick<Sighting, 'id' | 'record' | 'step'>[],
  states: States,
): string[] {
  const listings = listingsByKey(states.sightings);
  const byStep = grouped(shown, ({ step }) => step);
  const told = spread([...byStep], fewAnswers).flatMap(([step, own]) => {
    const { session } = states.exchanges[step]!;
    const named = [...listings.values()].flatMap(([first]) =>
      first!.by.session === session
        ? (states.strategyOf(states.before(step, 'listing', first!.id) ?? first!.record) ?? [])
        : [],
    );
    const byId = grouped(named, (one) => idOf(one, states.places.ids.strategy));
    return own.map(({ record, id }) => ({ record, count: byId.get(id)?.length ?? 0 }));
  });
  // A count may be told only where it is asked for.
  const all = new Set(told.flatMap(({ record }) => leavesOf(record).map(([place]) => place)));
  return [...all].filter((place) => {
    const own = told.filter(({ record }) => valueAt(record, place) !== undefined);
    const counts = new Set(own.map(({ count }) => count)).size;
    return (
      own.length > 2 &&
      counts >= (isCalledCount(place) ? 2 : 3) &&
      own.every(({ record, count }) => valueAt(record, place) === count)
    );
  });
}

/**
 * What an endpoint shows by the parameters that decide it; undefined where none does. Of what was only seen when several were
 * given, each has what the others do not explain.
 */
function viewsOf(
  { views, viewParameters }: States,
  kind: RecordKind,
  endpoint: EndpointName,
  usual: readonly string[] | undefined,
): AnswerForm['views'] {
  const names = viewParameters[endpoint];
  if (names === undefined) return undefined;
  const known = new Map(names.map((name) => [name, new Map<string, readonly string[]>()]));
  const isKnown = ([name, value]: View['asked'][number]) => known.get(name)!.has(value);
  const alike = ofKind(views, kind);
  const members = [...new Set(alike.flatMap(({ seen }) => [...seen]))];
  const own = Object.values(views)
    .filter((one) => one.endpoint === endpoint && one.asked.length > 0)
    .sort((a, b) => a.asked.length - b.asked.length);
  for (const { asked, seen } of own) {
    const facts = new Map(asked.map(([name, value]) => [`queries.${name}`, [value]]));
    const explainedBy = (parameters: View['asked']) =>
      membersAsked(
        { view: usual, views: parameters.map(([name]) => viewForm(name, known.get(name)!)) },
        members,
        (hole) => facts.get(hole),
      );
    const [read, unknown] = parted(asked, isKnown);
    const explained = explainedBy(read);
    // What the other values of the parameters say of these is all that is to be known.
    if (unknown.length > 0 && asked.length > 1 && asked.every(([name]) => known.get(name)!.size > 0)) {
      const told = explainedBy(asked);
      if (told !== undefined && isShownAs(seen, told)) continue;
    }
    // One without which other values of the rest explain all that is shown adds nothing and leaves nothing out.
    const idle = unknown.find((one) => {
      const rest = asked.filter((other) => other !== one);
      const isRead = rest.every(([name]) => known.get(name)!.size > 0);
      return rest.length > 0 && isRead && isShownAs(seen, explainedBy(rest) ?? members);
    });
    if (idle !== undefined) {
      for (const one of unknown)
        known.get(one[0])!.set(one[1], (one === idle ? usual : explainedBy([one])) ?? members);
      continue;
    }
    for (const [name, value] of unknown) {
      if (explained === undefined || usual === undefined || asked.length === 1) {
        known.get(name)!.set(value, [...seen]);
        continue;
      }
      const [rest, mine] = [unknown.filter(([one]) => one !== name), membersNamed(value)];
      const isMine = (member: string) =>
        isNamedBy(mine, member) || !rest.some(([, other]) => isNamedBy(membersNamed(other), member));
      const fresh = [...seen].filter((member) => !explained.includes(member) && isMine(member));
      // One that only names what the usual answer lacks adds that, and leaves nothing out.
      const isAdding =
        fresh.some((member) => isNamedBy(mine, member)) && !usual.some((member) => isNamedBy(mine, member));
      const gone = isAdding ? [] : explained.filter((member) => !seen.has(member) && isMine(member));
      const kept = usual.filter((member) => !gone.includes(member));
      known.get(name)!.set(value, [...new Set([...kept, ...fresh])]);
    }
  }
  // A word that names no member, such as `all`, asks for the same wherever it is said.
  for (const { asked, seen } of alike) {
    const [first, ...others] = asked;
    if (first === undefined || others.length > 0) continue;
    const [name, value] = first;
    const values = known.get(name);
    const isWord = !membersNamed(value).some((own) => members.some((one) => isNamedBy([own], one)));
    if (isWord && values?.has(value) === false) values.set(value, [...seen]);
  }
  return Array.from(known, ([name, values]) => viewForm(name, values));
}

/**
 * The parameters that decide where many listings are read, and that were taken where one is, in answers that show too little to
 * know the record by; and the other way round.
 */
function viewsOfSister(states: States, kind: RecordKind, endpoint: EndpointName): readonly ViewForm[] {
  const sister = sisterRead[endpoint];
  if (sister === undefined) return [];
  const seen = new Set(states.sightings.filter((one) => one.endpoint === endpoint).map(({ by }) => by));
  const isTaken = (name: string) => {
    const asked = states.exchanges.filter(
      (by) => by.ok && by.endpoint?.name === endpoint && by.query.has(name) && isObject(by.body),
    );
    return asked.length > 0 && !asked.some((by) => seen.has(by));
  };
  return (viewsOf(states, kind, sister, viewOf(states, kind, sister)) ?? []).filter(({ name }) =>
    isTaken(name),
  );
}

/** Whether an answer shows these members, but for those within one that shows nothing of its own, such as null. */
function isShownAs(seen: ReadonlySet<string>, expected: readonly string[]): boolean {
  const holding = new Set(Array.from(seen, parentOf));
  const isInEmpty = (member: string): boolean => {
    const parent = parentOf(member);
    return parent !== '' && (seen.has(parent) ? !holding.has(parent) : isInEmpty(parent));
  };
  return (
    [...seen].every((member) => expected.includes(member)) &&
    expected.every((member) => seen.has(member) || isInEmpty(member))
  );
}

const ofKind = (views: States['views'], kind: RecordKind): readonly View[] =>
  Object.values(views).filter(({ endpoint }) => endpointsOf[kind].includes(endpoint));

const viewForm = (name: string, values: ReadonlyMap<string, readonly string[]>): ViewForm => ({
  name,
  values: Object.fromEntries(values),
});

/** The members that an answer shows; undefined where all answers show the same. */
function viewOf(
  { views, sightings, writes }: States,
  kind: RecordKind,
  endpoint: EndpointName,
): string[] | undefined {
  const own = views[endpoint];
  if (own === undefined) return undefined;
  const alike = ofKind(views, kind);
  const all = new Set(alike.flatMap(({ seen }) => [...seen]));
  const isSame = alike.every(({ seen }) => seen.size === all.size);
  if (isSame) return undefined;
  const hidden = [...all].filter((member) => !own.seen.has(member));
  const refuted = hiddenBy(
    sightings.filter((one) => one.kind === kind),
    endpoint,
    hidden,
    writes,
  );
  // A member that only some records have may lack because none of those was shown.
  const isRare = (member: string) => showing(alike, member).every(({ always }) => !always.has(member));
  const shown = [...own.seen, ...hidden.filter((member) => isRare(member) && !refuted.has(member))];
  return shown;
}

/**
 * The members that an endpoint surely leaves out: it showed a record without one that another answer showed with it, and no
 * write that sent such a one came in between.
 */
function hiddenBy(
  sightings: readonly Sighting[],
  endpoint: EndpointName,
  members: readonly string[],
  writes: States['writes'],
): ReadonlySet<string> {
  const written = grouped(
    writes.flatMap(({ by, id, step }) =>
      sentLeaves(by.sent).map(([at]) => ({ key: `${lastSegment(at)} ${recordKey(by, id)}`, step })),
    ),
    ({ key }) => key,
  );
  const shown = sightings.filter((one) => one.endpoint === endpoint);
  const isHidden = (member: string) => {
    const stateOf = ({ by, id, step }: Sighting) => {
      const key = `${lastSegment(member)} ${recordKey(by, id)}`;
      return `${written.get(key)?.filter((write) => write.step <= step).length ?? 0} ${key}`;
    };
    const having = sightings.filter(({ record }) => valueAt(record, member) !== undefined).map(stateOf);
    const own = new Set(having.length === 0 ? [] : shown.map(stateOf));
    return having.some((one) => own.has(one));
  };
  return new Set(members.filter(isHidden));
}

/**
 * A part of the strategy that each listing names, where they show just that, or all of it but for null; undefined where they show
 * the whole, or something else.
 * @param leavesOut whether such answers leave members out where they are null
 */
function strategyShown(samples: readonly Sample[], leavesOut: boolean): Json | undefined {
  const all = samples.map(({ value, facts }) => ({ value, strategy: facts.get('strategy') }));
  const [there, lacking] = parted(all, ({ value }) => isObject(value));
  const membersIn = (values: readonly (Json | undefined)[]) =>
    new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : [])));
  const shown = membersIn(there.map(({ value }) => value));
  const known = membersIn(there.map(({ strategy }) => strategy));
  const isEach = (
    names: ReadonlySet<string>,
    isAlike: (shown: Json | undefined, known: Json | undefined) => boolean,
  ) =>
    there.every(({ value, strategy }) =>
      [...names].every((name) => isAlike(valueAt(value, `/${name}`), valueAt(strategy, `/${name}`))),
    );
  const isBare =
    leavesOut && isEach(new Set([...shown, ...known]), (a, b) => sameValue(a ?? null, b ?? null));
  const nothing = lacking.length > 0 ? lacking[0]!.value : leavesOut ? undefined : null;
  const isNone = lacking.every(
    ({ value, strategy }) => isNothing(value) && value === nothing && strategy === undefined,
  );
  const isWhole = there.every(({ value, strategy }) => sameValue(value, strategy));
  if (shown.size === 0 || !(isBare || isEach(shown, sameValue)) || !isNone || isWhole) return undefined;
  return {
    '{if}': withMark('{strategy}', markFor(nothing)),
    ...Object.fromEntries(Array.from(isBare ? known : shown, (name) => [name, `{strategy/${name}?}`])),
  };
}

/**
 * Whether all show the strategy that the listing names, and null for none, but for a number that had become another one meanwhile,
 * such as how many listings follow it.
 */
function isStrategyBut(told: readonly Sample[]): boolean {
  const there = told.filter(({ value }) => isObject(value));
  const isAlike = (value: Json, known: Json | undefined) =>
    membersOf(value).every((at) => {
      const [own, other] = [valueAt(value, at), valueAt(known, at)];
      return isObject(own) || sameValue(own, other) || [own, other].every((one) => typeof one === 'number');
    });
  return (
    there.length > 0 &&
    there.every(({ value, facts }) => isAlike(value!, facts.get('strategy'))) &&
    told.every(({ value, facts }) => isObject(value) || (value === null && !facts.has('strategy')))
  );
}

/** Where one listing is read where many are, and the other way round. */
const sisterRead: Partial<Record<EndpointName, EndpointName>> = {
  listListings: 'getListing',
  getListing: 'listListings',
};

/** What a list of listings shows where a parameter names it, a read of one does as well, and the other way round. */
function shownBySister(endpoint: EndpointName, states: States): Readonly<Record<string, Json>> {
  const sister = sisterRead[endpoint];
  if (sister === undefined) return {};
  const own = states.sightings.filter((one) => one.endpoint === endpoint);
  return Object.fromEntries(
    Object.entries(learnShows(sister, states) ?? {}).filter(([place, template]) => {
      const guard = isObject(template) ? template['{if}'] : undefined;
      if (typeof guard !== 'string' || !guard.includes(' | naming ')) return false;
      const there = own.filter(({ record }) => leafAt(record, place) !== null);
      const isAsked = ({ by }: Sighting) => fill(guard, (name) => requestFacts(by).get(name)) !== undefined;
      const nulls = own.filter(({ odd }) => odd[place] === null);
      return (there.length > 0 && !there.some(isAsked)) || (nulls.length > 0 && nulls.every(isAsked));
    }),
  );
}

/** The parameter that names a member wherever that is shown, and nowhere else but for records that name no strategy. */
function namingGuard(
  place: string,
  there: readonly Sample[],
  lacking: readonly Sample[],
): string | undefined {
  const called = lastSegment(place);
  if (namesIn(called)[0] !== called) return undefined;
  return [...(there[0]?.facts.keys() ?? [])]
    .filter((name) => name.startsWith('queries.'))
    .map((name) => `${name} | naming ${called}`)
    .find((guard) => {
      const holds = ({ facts }: Sample) => evaluate(guard, (name) => facts.get(name)) !== undefined;
      const isNone = ({ facts }: Sample) => !facts.has('strategy');
      return there.every(holds) && lacking.every((one) => !holds(one) || isNone(one));
    });
}

/**
 * Members that one kind of answer shows in another way than others do: a strategy in place of its id, for instance, always or
 * where the query asks for it.
 */
function learnShows(endpoint: EndpointName, states: States): Readonly<Record<string, Json>> | undefined {
  const own = states.sightings.filter((one) => one.endpoint === endpoint);
  const places = new Set(own.flatMap(({ odd }) => Object.keys(odd)));
  if (places.size === 0) return undefined;
  const writes = new Map(states.writes.map((write) => [write.step, write]));
  const shows: Record<string, Json> = {};
  for (const place of places) {
    const isName = own.some(({ record }) => valueAt(record, place) !== undefined);
    const telling = parted(own, ({ odd }) => odd[place] !== undefined).flatMap((some) => spread(some, 150));
    const samples = telling.flatMap(({ odd, record, by, step, kind, id }): Sample[] => {
      const whole = states.before(step + 1, kind, id) ?? record;
      const facts = recordFacts({ by, record: whole, write: writes.get(step) }, states);
      const value = odd[place];
      // Null there says nothing of how it is shown.
      const isSilent = value === undefined && isName && leafAt(record, place) === null;
      return isSilent ? [] : [{ value, facts }];
    });
    // Null stands there in place of one; where nothing does, the answer shows none at all.
    const [there, lacking] = parted(samples, ({ value }) => value !== undefined);
    const guard = namingGuard(place, there, lacking) ?? guardFor(there, lacking);
    const isAsked = ({ facts }: Sample) =>
      guard === undefined || isThere(evaluate(guard, (name) => facts.get(name)));
    const told = [...there, ...lacking.filter(isAsked)];
    // What names nothing may be left out where that is asked for, too.
    const isLeftOut = own.some(
      ({ odd, record, by }) =>
        odd[place] === undefined &&
        valueAt(record, place) === undefined &&
        isAsked({ value: undefined, facts: requestFacts(by) }),
    );
    const leavesOut = states.bare[endpoint] !== undefined || (isName && isLeftOut);
    const named = strategyShown(told, leavesOut) ?? (isStrategyBut(told) ? '{strategy}' : undefined);
    const { template: found, guesses } =
      named === undefined ? explain(told) : { template: named, guesses: [] };
    // A strategy that is shown whole is left out where its name would be.
    const template =
      isName && isLeftOut && found === '{strategy}' ? withMark(found, markFor(undefined)) : found;
    // What nothing explains is what was shown for that name before.
    if (template === undefined || template === null) continue;
    const shown = guesses.reduce<Json>(
      (known, { place: at }) =>
        at === '' || !isObject(known) ? known : withValueAt(known, at, `{object${at}?}`),
      template,
    );
    shows[place] = guard === undefined ? shown : { '{if}': `{${guard}?}`, '{then}': shown };
  }
  return Object.keys(shows).length === 0 ? undefined : shows;
}
