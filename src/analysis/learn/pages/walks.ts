// The roles of a list's parameters, by one test for all services: under the right roles every record stands in one place
// of its list, and every place holds one record.
import { isList, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import { parametersBut, queryDecoded } from '../../../http/parse-url.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { listed } from '../../../dialect/profile-form.ts';
import type { ListName, PositionForm, QueryForm } from '../../../dialect/profile-form.ts';
import { parametersOf } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { idOf, isListed, itemsIn } from '../../find-records.ts';
import { commonest, grouped } from '../../groups.ts';
import { onceFor } from '../../once-for.ts';
import type { States } from '../records/states.ts';
import { linksFrom } from './page-links.ts';

/** An answered request for a list. */
export interface Listed {
  readonly by: Exchange;
  readonly step: number;
  /** How many writes came before it. */
  readonly written: number;
  readonly ids: readonly string[];
  readonly records: readonly Json[];
}

export interface Roles {
  /** The parameter that says how many records to send. */
  readonly size: string | undefined;
  /** The parameter, perhaps the same, that bounds how long the list is. */
  readonly cutBy: string | undefined;
  readonly positions: readonly PositionForm[];
  /** What every request says: it asks for nothing. */
  readonly always?: QueryForm['always'];
}

/** A list that is walked: requests that differ only in size and position, until a write puts its records into another order. */
export interface Walk {
  /** The other parameters. */
  readonly rest: readonly (readonly [name: string, value: string])[];
  /** By place, the ids as far as they were seen. */
  readonly order: (string | undefined)[];
  /** By id, its place. */
  readonly places: Map<string, number>;
  readonly pages: Placed[];
  /** Its length, where a page showed its end. */
  total: number | undefined;
}

/** The walk that nothing else was asked of. */
export const usualWalk = (walks: readonly Walk[]): Walk | undefined =>
  walks.find(({ rest }) => rest.length === 0);

/** What else was asked of a walk, as a query. */
export const queryOf = ({ rest }: Pick<Walk, 'rest'>): URLSearchParams =>
  new URLSearchParams(rest.map(([name, value]): [string, string] => [name, value]));

export interface Placed {
  readonly listed: Listed;
  /** Undefined: nobody can tell. */
  readonly from: number | undefined;
  readonly size: number | undefined;
  /** Whether the request said how many. */
  readonly isSized: boolean;
  /** Whether it begins behind the end, and shows the last page in place of none. */
  readonly isBeyond: boolean;
  /** How long its list was then, where it tells that. */
  told?: number;
}

export interface Walked {
  readonly roles: Roles;
  /** Records on a page when nothing says; undefined where no page told. */
  readonly pageSize: number | undefined;
  readonly walks: readonly Walk[];
  /** How many places or records contradict each other. */
  readonly conflicts: number;
  /** Whether other pages were offered and never asked for. */
  readonly isOffered?: boolean;
}

/** The list of an endpoint as it was walked. */
export interface WalkedEndpoint {
  readonly endpoint: ListName;
  readonly walked: Walked;
}

/** The answered requests for a list. */
export function listedOf(
  { exchanges, places, written }: Pick<States, 'exchanges' | 'places' | 'written'>,
  endpoint: ListName,
): Listed[] {
  const kind = listed[endpoint];
  return exchanges.flatMap((by, step) => {
    if (by.endpoint?.name !== endpoint || !isListed(by)) return [];
    const records = itemsIn(by.body, places.lists[endpoint]).map(({ record }) => record);
    const ids = records.map((record) => idOf(record, places.ids[kind]) ?? '');
    return [{ by, step, written: written(step), records, ids }];
  });
}

/**
 * @param sisters roles of other lists of the same service, tried before this list's own
 * @param cutBy the parameter that bounds how long the lists of the service are
 * @param always what every request says
 */
export function walk(
  lists: readonly Listed[],
  sisters: readonly Roles[],
  cutBy?: string,
  always?: Roles['always'],
): Walked {
  const names = new Set(parametersOf(lists).filter((name) => always?.[name] === undefined));
  const values = (name: string) => lists.flatMap(({ by }) => by.query.get(name) ?? []);
  // A value that cannot be read may have been taken for none.
  const sizes = [...names].filter((name) => {
    const counts = lists.filter(({ by }) => isCount(by.query.get(name)));
    const raised = counts.flatMap(({ by, ids }) =>
      ids.length > Number(by.query.get(name)) ? ids.length : [],
    );
    // Less than the smallest page may ask for that.
    const isRaised =
      new Set(raised).size === 1 &&
      counts.every(
        ({ by, ids: { length } }) => length === raised[0] || Number(by.query.get(name)) > raised[0]!,
      ) &&
      counts.some(({ by, ids }) => by.query.get(name) === String(ids.length));
    return counts.length * 2 > values(name).length && (raised.length === 0 || isRaised);
  });
  const givers = giversIn(lists);
  const positions = [...names].flatMap((name) => hypotheses(name, lists, givers));
  const carried = sisters.filter(({ size, positions: own }) =>
    [size, ...own.map(({ name }) => name)].some((name) => name !== undefined && names.has(name)),
  );
  const tried: Roles[] = [
    ...carried,
    { size: undefined, cutBy, positions: [] },
    ...sizes.map((size) => ({ size, cutBy, positions: [] })),
    ...[undefined, ...sizes].flatMap((size) =>
      positions
        .filter(({ name }) => name !== size && name !== cutBy)
        .map((position) => ({ size, cutBy, positions: [position] })),
    ),
  ];
  let best: { walked: Walked; cost: number } | undefined;
  const tryRoles = (roles: Roles) => {
    const walked = follow(lists, { ...roles, always }, givers);
    const cost = costOf(walked, carried.includes(roles));
    if (best === undefined || cost < best.cost) best = { walked, cost };
  };
  for (const roles of tried) tryRoles(roles);
  // A second parameter may lead backwards.
  const { size, positions: found } = best!.walked.roles;
  const [first] = found;
  if (first !== undefined && found.length === 1)
    for (const second of positions.filter(
      (one) => one.name !== first.name && one.name !== size && one.name !== cutBy && leadsOn(one, lists),
    ))
      tryRoles({ size, cutBy, positions: [first, second] });
  return best!.walked;
}

/** The same where the roles are known. */
export const walkBy = (lists: readonly Listed[], roles: Roles): Walked =>
  follow(lists, roles, giversIn(lists));

/** Whether a number that is more than the first place was asked for and showed something. */
const leadsOn = ({ name, by, first = 0 }: PositionForm, lists: readonly Listed[]): boolean =>
  (by !== 'page' && by !== 'offset') ||
  lists.some(({ by: { query }, ids }) => ids.length > 0 && Number(query.get(name) ?? 0) > first);

/** An answer that held a text, and how many of its records stand before the place to which that leads as a token. */
interface Giver {
  readonly listed: Listed;
  readonly passed: number;
}

/** By text of a query, the answers that held it. */
type Givers = ReadonlyMap<string, readonly Giver[]>;

function giversIn(lists: readonly Listed[]): Givers {
  const wanted = new Set(lists.flatMap(({ by }) => [...by.query.values()]));
  const held = lists.flatMap((listed) => {
    const count = listed.ids.length;
    // What stands beside a record leads on from there, what stands by itself from the end.
    return [...textsGiven(listed.by)].flatMap(([text, place]) =>
      wanted.has(text) ? [{ text, listed, passed: place?.of === count ? place.at + 1 : count }] : [],
    );
  });
  return grouped(held, ({ text }) => text);
}

const isCount = (text: string | null) => text !== null && /^\+?\d{1,9}$/.test(text) && Number(text) >= 1;
const isNumber = (text: string) => /^\d{1,9}$/.test(text);

/**
 * The fewer places are needed to hold all pages without contradiction, and the fewer runs of pages that nothing joins, the
 * better. Pages that a recording lacks leave gaps: these tell hardly anything.
 * @param isCarried what holds for a sister list is rather meant, so that a page that nobody can place, or that nothing joins to
 * another, says nothing against it
 */
function costOf({ walks, conflicts, roles }: Walked, isCarried: boolean): number {
  const places = walks.reduce((sum, { order, pages }) => {
    const unplaced = pages
      .filter(({ from }) => from === undefined)
      .reduce((own, { listed }) => own + listed.ids.length + (isCarried ? 0 : 0.75), 0);
    // Not by a walk over all places: an id taken for a place leaves a gap of many millions.
    const seen = Object.keys(order).length;
    const runs = isCarried ? Math.min(1, runsOf(pages)) : runsOf(pages);
    return sum + seen + unplaced + 0.5 * runs + Math.min(0.2, 0.001 * (order.length - seen));
  }, 0);
  const { size } = roles;
  // Pages that are as long as was asked for speak for a parameter that says so.
  const exact =
    size === undefined
      ? 0
      : walks
          .flatMap(({ pages }) => pages)
          .filter(({ listed: { by, ids } }) => ids.length > 0 && by.query.get(size) === String(ids.length))
          .length;
  return (
    places +
    3 * conflicts -
    0.3 * Math.min(3, exact) +
    (isCarried ? 0 : 0.01 * (roles.positions.length + (size === undefined ? 0 : 1)))
  );
}

/** How many runs the pages make that overlap or follow each other; one without records, as behind the end, is none. */
function runsOf(pages: readonly Placed[]): number {
  const spans = pages
    .flatMap(({ from, listed: { ids } }) =>
      from === undefined || ids.length === 0 ? [] : [{ from, to: from + ids.length }],
    )
    .sort((a, b) => a.from - b.from);
  let [runs, end] = [0, -1];
  for (const { from, to } of spans) {
    if (from > end) runs += 1;
    end = Math.max(end, to);
  }
  return runs;
}

function hypotheses(name: string, lists: readonly Listed[], givers: Givers): PositionForm[] {
  const found: PositionForm[] = [];
  const asking = lists.filter(({ by }) => by.query.has(name));
  const values = asking.map(({ by }) => by.query.get(name)!);
  // A number before the first place may have been taken for it.
  if (values.filter(isNumber).length * 2 > values.length)
    for (const first of [0, 1]) found.push({ name, by: 'page', first }, { name, by: 'offset', first });
  const ids = new Set(lists.flatMap((one) => one.ids));
  // Where it is the id, that is so in the lists of other records, whose id may stand elsewhere.
  const isId = values.every((value) => ids.has(value));
  const at = isId ? undefined : leafOf(values, lists);
  if (isId || at !== undefined) found.push({ name, by: 'after', at }, { name, by: 'before', at });
  // What is told wherever a list ends, such as the orders that may be asked for, leads on from nowhere; a token that names a place
  // is told by each list that ends there.
  const isToldAnywhere = (value: string) => {
    const telling = givers.get(value) ?? [];
    const ends = new Set(telling.map(({ listed }) => listed.ids.at(-1)));
    const lengths = new Set(telling.map(({ listed }) => listed.ids.length));
    return ends.size > 2 && lengths.size > 2;
  };
  const toldAnywhere = new Set([...new Set(values)].filter(isToldAnywhere));
  const isGiven = ({ by, step, ids: shown, records }: Listed) => {
    const value = by.query.get(name)!;
    const isWord = /^(true|false|null)$/i.test(value);
    // What all records shown have is what they were picked by.
    const isPicked =
      shown.length > 0 &&
      records.every((record) => leavesOf(record).some(([, own]) => textOf(own) === value));
    // What was asked for there, too, is told again in a link and no place.
    const isNew = ({ listed }: Giver) => listed.step < step && listed.by.query.get(name) !== value;
    return !isWord && !isPicked && !toldAnywhere.has(value) && (givers.get(value) ?? []).some(isNew);
  };
  if (asking.some(isGiven)) found.push({ name, by: 'token', start: startOf(values, givers) });
  return found;
}

/** What asks for the first page, as `*` does: it is asked again and again, though no answer gives it. */
const startOf = (values: readonly string[], givers: Givers): string | undefined =>
  commonest(values.filter((value, at) => !givers.has(value) && values.indexOf(value) < at));

/** The leaf that tells records apart and has all these values, if there is one besides the id. */
function leafOf(values: readonly string[], lists: readonly Listed[]): string | undefined {
  const records = new Map(lists.flatMap((one) => one.ids.map((id, at) => [id, one.records[at]!] as const)));
  const [first] = values;
  if (first === undefined || values.length < 2) return undefined;
  const own = [...records.values()].find((record) => JSON.stringify(record).includes(JSON.stringify(first)));
  if (own === undefined) return undefined;
  const place = Object.keys(own as object).find((name) => textOf(valueAt(own, `/${name}`)) === first);
  if (place === undefined) return undefined;
  const known = new Set([...records.values()].map((record) => textOf(valueAt(record, `/${place}`))));
  return values.every((value) => known.has(value)) &&
    known.size === records.size &&
    known.size > values.length
    ? `/${place}`
    : undefined;
}

/** A page while its place is looked for. */
interface Page extends Omit<Placed, 'from' | 'isBeyond'> {
  from: number | undefined;
  isBeyond: boolean;
}

function follow(lists: readonly Listed[], roles: Roles, givers: Givers): Walked {
  const asksForPages = [roles.size, roles.cutBy, ...roles.positions.map(({ name }) => name)];
  const paging = [...asksForPages, ...Object.keys(roles.always ?? {})];
  const uncounted = lists.filter((one) => !isCount(sizeAsked(one, roles)));
  const longest = Math.max(0, ...uncounted.map(({ ids }) => ids.length));
  // A number that is no count, such as 0, may still ask for less than a page has by itself.
  const isLess = (one: Listed) => /^-?\d+$/.test(sizeAsked(one, roles) ?? '') && one.ids.length < longest;
  const unsized = uncounted.filter((one) => !isLess(one));
  const largest = largestServed(lists, roles);
  const walks: Walk[] = [];
  /** The newest one of what is asked for. */
  const newest = new Map<string, Walk>();
  const walkOf = new Map<Listed, { walk: Walk; page: Page }>();
  let conflicts = 0;
  const place = (page: Page, walk: Walk, from: number | undefined) => {
    if (from === undefined) return false;
    page.isBeyond = isLastAgain(page, from, walk, roles);
    page.from = from;
    if (page.isBeyond) return true;
    page.listed.ids.forEach((id, at) => {
      const there = walk.order[from + at];
      if (there === undefined) {
        if (walk.places.has(id)) conflicts += 1;
        else walk.places.set(id, from + at);
        walk.order[from + at] = id;
      } else if (there !== id) conflicts += 1;
    });
    return true;
  };
  /** Where a token leads, as the newest answer that gave it shows: on from there, or back where a page shows what stands before. */
  const leadsTo = (token: string, walk: Walk, asking: Listed) => {
    const places = (givers.get(token) ?? []).flatMap(({ listed, passed }) => {
      const { walk: own, page } = walkOf.get(listed) ?? {};
      if (own !== walk || page?.from === undefined) return [];
      const back = page.from - asking.ids.length;
      return [shownAt(asking, walk) === back && back < page.from ? back : page.from + passed];
    });
    return places.at(-1);
  };
  for (const listed of lists) {
    const rest = parametersBut(listed.by.query, paging).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = askedAs(listed.by, rest);
    const token = tokenOf(listed, roles);
    // A token alone goes on with the list that gave it last, whatever that was asked for, but rather with one asked for alike: a
    // token that names a place is given by each list that ends there. A link may say beside it what was not asked for, too.
    const giving = (token === undefined ? [] : (givers.get(token) ?? [])).filter(
      ({ listed: one }) =>
        one.by.session === listed.by.session &&
        walkOf.has(one) &&
        (rest.length === 0 ||
          (token !== tokenOf(one, roles) && saysMore(one, walkOf.get(one)!.walk.rest, rest))),
    );
    const alike = newest.get(key);
    const giver =
      giving.findLast(({ listed: one }) => walkOf.get(one)!.walk === alike) ??
      giving.at(-1) ??
      (alike === undefined && isPlaced(listed, roles) ? linkedFrom(listed, [...walkOf.keys()]) : undefined);
    const known = (giver && walkOf.get(giver.listed)!.walk) ?? alike;
    const walk: Walk =
      known !== undefined && !beginsAnew(listed, known, roles)
        ? known
        : { rest, order: [], places: new Map(), pages: [], total: undefined };
    if (walk.pages.length === 0) {
      walks.push(walk);
      newest.set(key, walk);
    }
    // It goes on with the size of its pages, too.
    const asked = sizeAsked(listed, roles) ?? (giver === undefined ? null : sizeAsked(giver.listed, roles));
    const isSized = isCount(asked) || isLess(listed);
    const cut =
      isCount(asked) && Number(asked) > largest ? cutSizeOf(listed, Number(asked), roles, walk) : undefined;
    const whole = isCount(asked)
      ? Math.max(Number(asked), listed.ids.length)
      : isSized
        ? listed.ids.length
        : Math.max(longest, sizeShown(listed, roles, walk));
    const size = cut ?? whole;
    const page: Page = {
      listed,
      from: undefined,
      size: size > 0 ? size : undefined,
      isSized,
      isBeyond: false,
    };
    (walk.pages as Page[]).push(page);
    walkOf.set(listed, { walk, page });
    place(page, walk, placeOf(listed, size, roles, walk, leadsTo));
  }
  // A page whose giver lacks stands where its records do; others may go on from there.
  for (const walk of walks) {
    let lost = walk.pages.filter(({ from }) => from === undefined) as Page[];
    for (let isFound = true; isFound;) {
      const still = lost.filter(
        (page) =>
          !place(
            page,
            walk,
            placeOf(page.listed, page.size ?? 0, roles, walk, leadsTo) ?? shownAt(page.listed, walk),
          ),
      );
      isFound = still.length < lost.length;
      lost = still;
    }
  }
  for (const own of walks) own.total = totalOf(own);
  return { roles, pageSize: pageSizeOf(unsized, walks), walks, conflicts };
}

/** Whether a request says by itself where its page stands. */
const isPlaced = ({ by }: Listed, { positions }: Roles): boolean =>
  positions.some((one) => (one.by === 'page' || one.by === 'offset') && by.query.has(one.name));

/**
 * The newest answer of which a request follows a link, word by word: it goes on with what that was asked for, whatever its link
 * says beside, such as the order that nobody asked for.
 */
function linkedFrom({ by }: Listed, earlier: readonly Listed[]): Pick<Giver, 'listed'> | undefined {
  const asked = sortedQuery(by.query);
  const listed = earlier.findLast(
    (one) => one.by.session === by.session && one.by.path === by.path && queriesLinked(one.by).has(asked),
  );
  return listed && { listed };
}

const sortedQuery = (query: URLSearchParams): string =>
  Array.from(query, ([name, value]) => asInLink(name, value))
    .sort()
    .join('');

/** What the links of an answer ask of the list itself. */
const queriesLinked = onceFor((by: Exchange): ReadonlySet<string> => new Set(linksFrom(by).map(sortedQuery)));

/** Whether an answer tells what a request says beyond what its list was asked for. */
function saysMore(giver: Listed, own: Walk['rest'], rest: Walk['rest']): boolean {
  const isIn = (all: Walk['rest'], [name, value]: Walk['rest'][number]) =>
    all.some(([other, said]) => other === name && said === value);
  return (
    rest.length > own.length &&
    own.every((one) => isIn(rest, one)) &&
    rest.every((one) => isIn(own, one) || textsGiven(giver.by).has(asInLink(...one)))
  );
}

/** What is asked for beside its pages, and in which session. */
export const askedAs = ({ session }: Exchange, rest: Walk['rest']): string =>
  `${session} ${JSON.stringify(rest)}`;

/** Whether a list is asked for from its begin, and shows its records in another order since they were written to. */
const beginsAnew = (
  { ids, by, written }: Listed,
  { order, places, pages }: Walk,
  { positions }: Roles,
): boolean =>
  written > (pages.at(-1)?.listed.written ?? 0) &&
  !positions.some(({ name }) => by.query.has(name)) &&
  ids.some((id, at) => (order[at] ?? id) !== id || (places.get(id) ?? at) !== at);

/** How many records a request asks for, as it says it. */
const sizeAsked = ({ by: { query } }: Listed, { size = '', cutBy = '' }: Roles): string | null =>
  query.get(cutBy) ?? query.get(size);

/** Whether a page is to begin behind the end of a list that was seen up to there, and shows the last of several pages. */
function isLastAgain({ listed, size }: Page, from: number, walk: Walk, { positions }: Roles): boolean {
  const position = positions.find(({ name, by }) => by === 'page' && listed.by.query.has(name));
  const isWalked = walk.pages.some(
    (page) => page.from! > 0 && !page.isBeyond && page.listed.by.query.has(position?.name ?? ''),
  );
  if (!isWalked || from < walk.order.length) return false;
  const last = shownAt(listed, walk);
  return (
    last !== undefined &&
    last > 0 &&
    last % (size ?? 1) === 0 &&
    last + listed.ids.length === walk.order.length &&
    listed.ids.every((id) => walk.places.has(id))
  );
}

/** Where the records of a page stand, as other pages show. */
function shownAt({ ids }: Listed, { places }: Walk): number | undefined {
  const at = ids.findIndex((id) => places.has(id));
  const from = at === -1 ? -1 : places.get(ids[at]!)! - at;
  const isThere = ids.every((id, index) => (places.get(id) ?? from + index) === from + index);
  return from < 0 || !isThere ? undefined : from;
}

/** How many records stand on each page before one that is asked for by its number, as its own records tell; 0: nobody can tell. */
function sizeShown(listed: Listed, { positions }: Roles, walk: Walk): number {
  const [position] = positions;
  const before =
    position?.by === 'page' ? Number(listed.by.query.get(position.name)) - (position.first ?? 0) : 0;
  const size = before > 0 ? (shownAt(listed, walk) ?? 0) / before : 0;
  return Number.isInteger(size) ? size : 0;
}

/** The largest size that was served as it was asked for. */
const largestServed = (lists: readonly Listed[], roles: Roles): number =>
  Math.max(
    0,
    ...lists.flatMap((one) => {
      const asked = sizeAsked(one, roles);
      return isCount(asked) && one.ids.length >= Number(asked) ? [Number(asked)] : [];
    }),
  );

/** What a size that is too large was cut down to, as the place of a later page tells. */
function cutSizeOf(listed: Listed, asked: number, roles: Roles, walk: Walk): number | undefined {
  const shown = sizeShown(listed, roles, walk);
  return shown > 0 && shown < asked && shown >= listed.ids.length ? shown : undefined;
}

const tokenOf = ({ by }: Listed, { positions }: Roles) => {
  const position = positions.find((one) => one.by === 'token' && by.query.has(one.name));
  return position === undefined ? undefined : by.query.get(position.name)!;
};

function placeOf(
  listed: Listed,
  size: number,
  { positions }: Roles,
  walk: Walk,
  leadsTo: (token: string, walk: Walk, asking: Listed) => number | undefined,
): number | undefined {
  const position = positions.find(({ name }) => listed.by.query.has(name));
  if (position === undefined) return 0;
  const value = listed.by.query.get(position.name)!;
  const { by, first = 0, at } = position;
  switch (by) {
    case 'offset':
      return isNumber(value) ? Math.max(0, Number(value) - first) : 0;
    case 'page':
      return isNumber(value) ? Math.max(0, Number(value) - first) * size : 0;
    case 'after':
    case 'before': {
      const known = walk.places.get(value);
      if (known !== undefined) return by === 'after' ? known + 1 : Math.max(0, known - size);
      for (const { listed: page, from } of walk.pages) {
        const place = page.records.findIndex(
          (record, index) =>
            page.ids[index] === value || (at !== undefined && textOf(valueAt(record, at)) === value),
        );
        if (place === -1 || from === undefined) continue;
        return by === 'after' ? from + place + 1 : Math.max(0, from + place - size);
      }
      return undefined;
    }
    case 'token':
      return value === position.start ? 0 : leadsTo(value, walk, listed);
  }
}

/** Where a text stands in an array: in which item, of how many. */
interface ItemPlace {
  readonly at: number;
  readonly of: number;
}

/** A parameter as a link tells it. */
const asInLink = (name: string, value: string): string => `?${name}=${value}`;

/** The texts that an answer holds, plain or as parameters of links, these with their names, too. */
export const textsGiven = onceFor((by: Exchange): ReadonlyMap<string, ItemPlace | undefined> => {
  const texts = new Map<string, ItemPlace | undefined>();
  const add = (value: Json | undefined, place: ItemPlace | undefined): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = textOf(value);
      texts.set(text, texts.get(text) ?? place);
      for (const [, name = '', parameter = ''] of text.matchAll(/[?&]([^=&#\s]+)=([^&#"\\>;\s]+)/g)) {
        const value = queryDecoded(parameter);
        for (const own of [parameter, value, asInLink(queryDecoded(name), value)])
          texts.set(own, texts.get(own) ?? place);
      }
    } else if (isList(value)) {
      for (const [at, item] of value.entries()) add(item, place ?? { at, of: value.length });
    } else if (isObject(value)) for (const item of Object.values(value)) add(item, place);
  };
  add(by.body ?? by.text, undefined);
  for (const [, value] of by.headers) add(value, undefined);
  return texts;
});

/** Whether an answer holds a token, plain or as a parameter of a link. */
export const gives = ({ by }: Pick<Listed, 'by'>, token: string) => textsGiven(by).has(token);

/** The length of a list, where its end was seen. */
function totalOf({ order, pages }: Walk): number | undefined {
  const ends = pages.flatMap(({ from, size, listed, isBeyond }) => {
    if (from === undefined || isBeyond || (size !== undefined && listed.ids.length >= size)) return [];
    return listed.ids.length === 0 && from > order.length ? [] : [from + listed.ids.length];
  });
  return ends.length === 0 ? undefined : Math.max(...ends, order.length);
}

/** How many a page holds by itself: as many as one held that was not the last. */
function pageSizeOf(unsized: readonly Listed[], walks: readonly Walk[]): number | undefined {
  const wanted = new Set(unsized);
  let longest: number | undefined;
  for (const { pages } of walks) {
    const starts = new Set(pages.flatMap(({ from, listed }) => (listed.ids.length > 0 ? [from] : [])));
    for (const { listed, from } of pages) {
      const count = listed.ids.length;
      // It was followed by another page.
      if (wanted.has(listed) && from !== undefined && count > 0 && starts.has(from + count))
        longest = Math.max(longest ?? 0, count);
    }
  }
  return longest;
}
