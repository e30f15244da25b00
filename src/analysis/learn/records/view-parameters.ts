// What of a record each kind of answer shows, and the parameters of the query that decide it.
import { isObject } from '../../../http/exact-json.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { parentOf, valueAt } from '../../../http/pointer.ts';
import { isCalled, membersChosen, membersNamed } from '../../../dialect/stated-names.ts';
import { isDone, parametersOf } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped, parted } from '../../groups.ts';
import { membersOf, recordKey, writtenAt } from './sightings.ts';
import type { Sighting, View } from './sightings.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';

export interface Viewed {
  /** Each with its view. */
  readonly sightings: readonly Sighting[];
  /** The members that each kind of answer was seen to show, and those that no record lacked. */
  readonly views: Readonly<Record<string, View>>;
  /** By endpoint, the parameters of the query that decide which members are shown. */
  readonly viewParameters: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
}

export function withViews(shown: readonly Sighting[], exchanges: readonly Exchange[]): Viewed {
  const viewParameters = findViewParameters(shown, writesBefore(exchanges));
  const viewAskedBy = ({ endpoint, by }: Sighting) =>
    (viewParameters[endpoint] ?? []).flatMap((name) => {
      const value = askedOf(by, name);
      return value === undefined ? [] : [[name, value] as const];
    });
  const sightings = shown.map((sighting) => {
    const asked = viewAskedBy(sighting);
    const part = sighting.isPart === true ? ` ${Object.keys(sighting.record).join()}` : '';
    return {
      ...sighting,
      view: sighting.endpoint + (asked.length === 0 ? '' : JSON.stringify(asked)) + part,
    };
  });
  const views = Array.from(
    grouped(sightings, ({ view }) => view),
    ([view, own]) => [view, viewOf(own, viewAskedBy(own[0]!))] as const,
  );
  return { sightings, views: Object.fromEntries(views), viewParameters };
}

function viewOf(own: readonly Sighting[], asked: View['asked']): View {
  const members = own.map(({ record }) => new Set(membersOf(record)));
  const seen = new Set(members.flatMap((one) => [...one]));
  const always = new Set([...seen].filter((member) => members.every((one) => one.has(member))));
  const emptied = new Set(
    [...seen].filter((member) => {
      const values = own.map(({ record }) => valueAt(record, member));
      return values.includes(null) && values.some(isObject);
    }),
  );
  return { endpoint: own[0]!.endpoint, asked, seen, always, emptied };
}

/** How many writes of its record an answer could show. */
function writesBefore(exchanges: readonly Exchange[]): (one: Sighting) => number {
  const steps = writtenAt(exchanges, isDone);
  return ({ by, id, kind, step }) =>
    kind === 'listing' ? (steps.get(recordKey(by, id))?.filter((own) => own.step <= step).length ?? 0) : 0;
}

/** A sighting, with all members of its record and their names, and what tells it from the record before and after a write. */
interface Named extends Sighting {
  readonly places: readonly string[];
  readonly members: ReadonlySet<string>;
  /** What the record is made of. */
  readonly form: string;
  readonly state: string;
}

/** What a parameter asks for: sent once for each member, it asks for all of them. */
const askedOf = ({ query }: Exchange, name: string): string | undefined =>
  query.has(name) ? query.getAll(name).join() : undefined;

const namesAsked = (name: string, { by }: Sighting) => membersNamed(askedOf(by, name) ?? '');

const has = ({ members }: Pick<Named, 'members'>, named: string) =>
  members.has(named) || [...members].some((member) => isCalled(named, member));

const showsNamed = (name: string, one: Named) => namesAsked(name, one).every((named) => has(one, named));

/** Whether a parameter names members that all answers to it show, and others do not, of a record that has such a one. */
function namesMembers(name: string, own: readonly Named[]): boolean {
  const [asked, others] = parted(own, ({ by }) => by.query.has(name));
  const isShown = asked.every((one) => showsNamed(name, one));
  const lacks = (id: string, named: string) => others.some((one) => one.id === id && !has(one, named));
  const isHiddenElse = (one: Named) => namesAsked(name, one).some((named) => lacks(one.id, named));
  return asked.length > 1 && isShown && asked.some(isHiddenElse);
}

/**
 * Whether a parameter names members that are only shown where it names them, or only where it does not.
 * @param least how many answers of each sort tell it
 */
function asksForMembers(name: string, own: readonly Named[], least: number): boolean {
  const seen = own.map((one) => ({ asked: new Set(namesAsked(name, one)), members: one.members }));
  const names = new Set(seen.flatMap(({ asked }) => [...asked]));
  const known = [...names].filter((named) => own.some((one) => has(one, named)));
  const isDeciding = (named: string) => {
    const [asked, others] = parted(seen, (one) => one.asked.has(named));
    const [shown, shownElse] = [asked, others].map(
      (some) => some.filter((one) => has(one, named)).length,
    ) as [number, number];
    if (asked.length < least || others.length < least) return false;
    return shown === 0 ? shownElse * 2 > others.length : shownElse === 0;
  };
  return known.length > 0 && known.every(isDeciding);
}

/** Whether a parameter names an object that then shows members which it shows nowhere else. */
function asksForMore(name: string, own: readonly Named[]): boolean {
  const seen = own.map((one) => ({
    asked: namesAsked(name, one),
    places: one.places.map((place) => ({ place, holder: lastSegment(parentOf(place)) })),
  }));
  return [...new Set(seen.flatMap(({ asked }) => asked))].some((named) => {
    const within = ({ places }: (typeof seen)[number]) =>
      places.flatMap(({ place, holder }) => (isCalled(named, holder) ? [place] : []));
    const [asked, others] = parted(
      seen.filter((one) => within(one).length > 0),
      (one) => one.asked.includes(named),
    );
    const known = new Set(others.flatMap(within));
    const isMore = (one: (typeof seen)[number]) => within(one).some((place) => !known.has(place));
    return others.length > 1 && asked.length > 0 && asked.every(isMore);
  });
}

/** Whether of several members the answers to a parameter show just those that it names. */
function choosesMembers(name: string, own: readonly Named[]): boolean {
  const given = own.flatMap((one) => {
    const { names } = membersChosen(askedOf(one.by, name) ?? '');
    return names.length === 0 ? [] : [{ names, places: new Set(one.places) }];
  });
  const places = [...new Set(given.flatMap((one) => [...one.places]))];
  const varying = [...new Set(given.flatMap(({ names }) => names))].flatMap((named) => {
    const called = places.filter((place) => isCalled(named, lastSegment(place)));
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
  const [asked, [first, ...others]] = parted(own, ({ by }) => by.query.has(name));
  const isShown = asked.every((one) => namesAsked(name, one).length > 1 && showsNamed(name, one));
  if (!isShown || asked.length === 0 || first === undefined || others.length === 0) return false;
  const always = [...first.members].filter((member) => others.every(({ members }) => members.has(member)));
  const hidden = always.filter((member) => !asked.some(({ members }) => members.has(member)));
  return hidden.length > 1;
}

/** The members that all answers to a parameter show, and no other answer does. */
function addedBy(name: string, own: readonly Named[]): readonly string[] {
  const [[first, ...asked], others] = parted(own, ({ by }) => by.query.has(name));
  return [...(first?.members ?? [])].filter(
    (member) => asked.every((one) => has(one, member)) && !others.some((one) => has(one, member)),
  );
}

/** Parameters under which the same records were shown with other members, those first that decide most. */
function findViewParameters(
  sightings: readonly Sighting[],
  writes: (one: Sighting) => number,
): Viewed['viewParameters'] {
  const all = sightings.map((one): Named => {
    const places = membersOf(one.record);
    return {
      ...one,
      places,
      members: new Set(places.map(lastSegment)),
      // Runs go on by themselves, which shows within their members.
      form: (one.kind === 'reportRun' ? Object.keys(one.record) : [...places]).sort().join(),
      state: `${one.id} ${writes(one)}`,
    };
  });
  const endpoints = Array.from(
    grouped(all, (one) => one.endpoint),
    ([endpoint, own]) => {
      const names = parametersOf(own);
      const first = decidingParameters(names, own);
      const others = names.filter(
        (name) =>
          !first.includes(name) &&
          (asksForMembers(name, own, 2) ||
            asksForMore(name, own) ||
            picksMembers(name, own) ||
            choosesMembers(name, own)),
      );
      return { endpoint, own, names, deciding: [...first, ...others] };
    },
  );
  // What decides at one endpoint needs less to be known at another.
  const known = new Set(endpoints.flatMap(({ deciding }) => deciding));
  return Object.fromEntries(
    endpoints.flatMap(({ endpoint, own, names, deciding }) => {
      const addsAsElsewhere = (name: string) =>
        endpoints.some(
          (other) =>
            other.deciding.includes(name) &&
            addedBy(name, other.own).some((member) => addedBy(name, own).includes(member)),
        );
      const more = names.filter(
        (name) =>
          known.has(name) &&
          !deciding.includes(name) &&
          (asksForMembers(name, own, 1) || addsAsElsewhere(name)),
      );
      return deciding.length + more.length === 0 ? [] : [[endpoint, [...deciding, ...more]]];
    }),
  );
}

/** The parameter that decides most, and what decides where that one is left out. */
function decidingParameters(names: readonly string[], own: readonly Named[]): string[] {
  const first = decidingParameter(names, own);
  if (first === undefined) return [];
  const others = own.filter(({ by }) => !by.query.has(first));
  return [
    first,
    ...decidingParameters(
      names.filter((name) => name !== first),
      others,
    ),
  ];
}

function decidingParameter(names: readonly string[], own: readonly Named[]): string | undefined {
  const deciding = names.flatMap((name) => {
    const byState = new Map<string, Map<string, string>>();
    const byId = new Map<string, Map<string, string>>();
    const byValue = new Map<string, Set<string>>();
    for (const { id, state, form, by } of own) {
      const value = askedOf(by, name) ?? '';
      for (const [known, key] of [
        [byState, state],
        [byId, id],
      ] as const)
        known.set(key, (known.get(key) ?? new Map<string, string>()).set(value, form));
      byValue.set(value, (byValue.get(value) ?? new Set<string>()).add(form));
    }
    const sharedBy = (known: ReadonlyMap<string, ReadonlyMap<string, string>>) =>
      [...known.values()].filter(({ size }) => size > 1);
    // What was only shown on both sides of a write tells less.
    const unwritten = sharedBy(byState);
    const shared = unwritten.length > 0 ? unwritten : sharedBy(byId);
    const differing = shared.filter((members) => new Set(members.values()).size > 1);
    const isPicking = picksMembers(name, own);
    const decides =
      isPicking ||
      namesMembers(name, own) ||
      (shared.length > 0 && differing.length * 5 >= shared.length * 4);
    const forms = new Set([...byValue.values()].flatMap((members) => [...members]));
    const mixed = [...byValue.values()].filter(({ size }) => size > 1).length;
    // A cursor has another value for each page.
    return decides && byValue.size <= 3 * forms.size
      ? [{ name, isPicking, values: byValue.size, differing: differing.length, mixed }]
      : [];
  });
  return deciding.sort(
    (x, y) =>
      y.differing - x.differing ||
      x.mixed - y.mixed ||
      Number(y.isPicking) - Number(x.isPicking) ||
      x.values - y.values,
  )[0]?.name;
}
