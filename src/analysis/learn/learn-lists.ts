// The lists of a service: how their queries are read and their answers written.
import { isObject, textOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { parentOf, valueAt, withoutValueAt, withValueAt } from '../../http/pointer.ts';
import { lastSegment } from '../../http/parse-url.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { fill, holesIn, sameValue } from '../../dialect/templates.ts';
import { numeric } from '../../dialect/template-filters.ts';
import { tokenAt, tokenFact } from '../../dialect/select-page.ts';
import type { Page } from '../../dialect/select-page.ts';
import { keyMember, listed, listNames } from '../../dialect/profile-form.ts';
import type {
  HeaderForms,
  FilterForm,
  ListForm,
  ListName,
  PositionForm,
  QueryForm,
  RecordKind,
  SortForm,
} from '../../dialect/profile-form.ts';
import { explain } from '../explain/explain.ts';
import { guardFor, holds, holeMark } from '../explain/sample.ts';
import type { Guess } from '../explain/explain.ts';
import { explainLeaf, spread } from '../explain/explain-leaf.ts';
import { isPartIn } from '../../dialect/dialect.ts';
import { addLeaves, leavesOf, ofPreferences } from '../../dialect/known-facts.ts';
import type { Sample } from '../explain/sample.ts';
import { shapeOfTexts } from '../explain/shapes.ts';
import type { Exchange } from '../exchanges.ts';
import { columnsIn, isAlone, itemsIn } from '../find-records.ts';
import type { ListPlace, Places } from '../find-records.ts';
import { byFrequency, grouped, parted } from '../groups.ts';
import { learnFilters } from './learn-filters.ts';
import { keepsParameters, withKeptParameters } from './kept-parameters.ts';
import { learnHeaders, revalidates } from './learn-headers.ts';
import { listFacts, pageOf, tokenAtPlace, tokenPlace } from './list-facts.ts';
import { addHeaderFacts } from './request-facts.ts';
import { offeredToken, offersNext, withOffered } from './offered-positions.ts';
import { membersShown } from './views.ts';
import type { States } from './states.ts';
import { gives, listedOf, walk } from './walks.ts';
import type { Listed, Placed, Roles, Walk, Walked } from './walks.ts';

export interface LearnedList {
  readonly endpoint: EndpointName;
  readonly kind: RecordKind;
  readonly form: ListForm;
  readonly walked: Walked;
  readonly guesses: readonly Guess[];
}

interface ListSamples {
  readonly endpoint: ListName;
  readonly lists: readonly Listed[];
  readonly walked: Walked;
  readonly query: QueryForm;
  readonly samples: readonly Sample[];
  readonly items: readonly Sample[];
  readonly byStep: ReadonlyMap<Exchange, ReadonlyMap<string, Json>>;
}

export function learnLists(states: States): LearnedList[] {
  const { places } = states;
  const found: { endpoint: ListName; lists: Listed[]; walked: Walked }[] = [];
  const walkAgain = (endpoint: ListName, lists: readonly Listed[]) => {
    const sisters = found.filter((one) => one.endpoint !== endpoint).map(({ walked }) => walked.roles);
    const telling = sisters.filter(({ size, positions }) => positions.length > 0 || size !== undefined);
    return walk(lists, places.ids[listed[endpoint]]?.at ?? '/id', telling);
  };
  const all = listNames.map((endpoint) => ({ endpoint, lists: listedOf(states, endpoint) }));
  // The list that was walked most tells best; what it tells goes to its sisters, and what they tell goes to it.
  for (const { endpoint, lists } of [...all].sort((a, b) => asked(b.lists) - asked(a.lists))) {
    if (lists.length === 0 || places.lists[endpoint] === undefined) continue;
    found.push({ endpoint, lists, walked: walkAgain(endpoint, lists) });
  }
  for (const one of found)
    if (one.walked.roles.positions.length === 0) one.walked = walkAgain(one.endpoint, one.lists);
  const cutBy = new Set(
    found.flatMap(({ endpoint, walked }) =>
      isCutToSize(walked, places.lists[endpoint]!) ? walked.roles.size : [],
    ),
  );
  for (const one of found) one.walked = { ...one.walked, isCut: cutBy.has(one.walked.roles.size) };
  markTold(found, places);
  for (const one of found) {
    const walked = withOffered(one.walked, one.lists);
    one.walked = { ...walked, pageSize: walked.pageSize ?? cutSize(walked) };
  }
  const roles = found
    .map(({ walked }) => walked.roles)
    .filter(({ size, positions }) => positions.length > 0 || size !== undefined);
  const forms = found.map(({ endpoint, lists, walked }) => {
    const sister = carried(walked, lists, roles);
    return { endpoint, lists, walked, query: queryForm(endpoint, walked, sister, found, states) };
  });
  const shared = withSharedSort(withNamedFilters(forms));
  const samples = shared.map((form) => ({ ...form, ...samplesOf(form, states) }));
  return samples.map((own) => learnList(own, samples, states));
}

/** A condition that names the leaf is one on every list. */
function withNamedFilters<T extends { readonly query: QueryForm }>(forms: readonly T[]): T[] {
  const named = forms.flatMap(({ query }) =>
    Object.entries(query.filters ?? {}).flatMap(([name, own]) =>
      own.filter(({ as }) => as?.includes('{}') === true).map((form) => [name, form] as const),
    ),
  );
  if (named.length === 0) return [...forms];
  return forms.map((form) => {
    const filters: Record<string, readonly FilterForm[]> = { ...form.query.filters };
    for (const [name, one] of named) {
      const own = filters[name] ?? [];
      const known = own.filter(({ means, as }) => means === undefined && as !== one.as);
      filters[name] = [...known, one].sort((a, b) => (b.as?.length ?? 0) - (a.as?.length ?? 0));
    }
    const ignored =
      form.query.ignored &&
      Object.fromEntries(Object.entries(form.query.ignored).filter(([name]) => filters[name] === undefined));
    return { ...form, query: { ...form.query, filters, ignored } };
  });
}

/** A parameter that sorts one list sorts its sisters, too, unless they were seen to make nothing of it. */
function withSharedSort<
  T extends { readonly query: QueryForm; readonly lists: readonly Listed[]; readonly walked: Walked },
>(forms: readonly T[]): T[] {
  const sort = forms.flatMap(({ query }) => query.sort ?? [])[0];
  if (sort === undefined) return [...forms];
  const parents = new Set(
    Object.values(sort.values).flatMap((by) => (by.includes('/') ? [parentOf(by)] : [])),
  );
  const patterns = Object.entries(sort.as ?? {});
  return forms.map((form) => {
    const { query, lists } = form;
    if (query.sort !== undefined || lists.some(({ by }) => by.query.has(sort.name))) return form;
    const places = new Set(
      lists.flatMap(({ records }) =>
        records.slice(0, 50).flatMap((record) => leavesOf(record).map(([at]) => at)),
      ),
    );
    const named = [...places]
      .filter((at) => parents.has(parentOf(at)) || parents.has(`-${parentOf(at)}`))
      .flatMap((at) =>
        patterns.map(([as, direction]) => [as.replace('{}', lastSegment(at)), direction + at] as const),
      );
    const usual = Object.entries(sort.values).filter(([, by]) => !by.includes('/'));
    const values = Object.fromEntries([...usual, ...named]);
    return Object.keys(values).length === 0
      ? form
      : { ...form, query: { ...query, sort: { ...sort, values } } };
  });
}

const asked = (lists: readonly Listed[]) => lists.filter(({ by }) => by.query.size > 0).length;

/** The roles of a list, with those of its sisters that it was not asked about. */
function carried(walked: Walked, lists: readonly Listed[], all: readonly Roles[]): Roles {
  const names = new Set(lists.flatMap(({ by }) => [...by.query.keys()]));
  const { size, positions } = walked.roles;
  const other = all.find((roles) => roles !== walked.roles);
  return {
    size: size ?? (other?.size !== undefined && !names.has(other.size) ? other.size : undefined),
    positions:
      positions.length > 0 ? positions : (other?.positions ?? []).filter(({ name }) => !names.has(name)),
  };
}

function queryForm(
  endpoint: ListName,
  walked: Walked,
  roles: Roles,
  all: readonly { readonly endpoint: EndpointName; readonly walked: Walked }[],
  states: States,
): QueryForm {
  const kind = listed[endpoint];
  const place = states.places.lists[endpoint]!;
  const sisterSize = all.find(({ walked: other }) => other.pageSize !== undefined)?.walked.pageSize;
  const longest = Math.max(
    0,
    ...walked.walks.flatMap(({ pages }) => pages.map(({ listed }) => listed.ids.length)),
  );
  // A list that was never longer than its sister's page may have pages of that size, too.
  const pageSize =
    walked.pageSize ??
    toldSize(walked, place) ??
    (sisterSize !== undefined && longest <= sisterSize ? sisterSize : null);
  if (pageSize !== null) markEnds(walked, pageSize);
  const cuts = cutsIn(walked);
  const told = cuts.length === 0 ? toldCap(walked, place) : Math.max(...cuts.map(({ count }) => count));
  const sizes = all.flatMap(({ walked: { walks, roles: own } }) =>
    walks.flatMap(({ pages }) =>
      pages.flatMap(({ listed }) => (own.size === undefined ? [] : wholeIn(listed.by.query.get(own.size)))),
    ),
  );
  // Larger pages than those that were cut short were served, too: what is too large is taken for none.
  const isUsual = cuts.length > 0 && longest > told! && cuts.every(({ count }) => count === pageSize);
  const cap = isUsual ? undefined : told;
  const least = Math.min(...(isUsual ? cuts.map(({ asked }) => asked) : []));
  const most = Math.max(pageSize ?? 0, 1, ...sizes.filter((one) => one < least));
  const takesZero = walked.walks.some(({ pages }) =>
    pages.some(
      ({ listed: { by, ids } }) =>
        roles.size !== undefined && by.query.get(roles.size) === '0' && ids.length === 0,
    ),
  );
  const idAt = states.places.ids[kind]?.at ?? '/id';
  const { filters, sort, hidden, ignored } = learnFilters(walked, kind, states, idAt);
  if (sort !== undefined) markSorted(walked, sort, ignored);
  const walkedLists = [walked, ...all.map((one) => one.walked)];
  const positions = roles.positions.map((position): PositionForm => {
    const { name, by, at = idAt } = position;
    if (by !== 'token') return by === 'after' || by === 'before' ? { ...position, at } : position;
    const tokens = walkedLists
      .filter(({ roles: own }) => own.positions.some((one) => one.name === name))
      .map((one) => tokenTemplate(one, position));
    return {
      ...position,
      token: tokens.find((token) => !isOpaque({ ...position, token })) ?? tokens[0]!,
      alone: goesOnAlone(name, walkedLists) || undefined,
    };
  });
  return {
    pageSize,
    // As much as was ever served; what is refused for being more decides later.
    size:
      roles.size === undefined
        ? undefined
        : {
            name: roles.size,
            max: cap ?? most,
            excess: isUsual ? 'usual' : cap === undefined ? undefined : 'cap',
            zero: takesZero || undefined,
            cuts:
              all.some((one) => one.walked.isCut === true && one.walked.roles.size === roles.size) ||
              undefined,
          },
    positions: positions.length > 0 ? positions : undefined,
    lastAgain: showsLastAgain(walked, all) || undefined,
    filters: Object.keys(filters).length > 0 ? filters : undefined,
    sort,
    mostCounted: mostCountedIn(walked, place),
    hidden,
    ignored: Object.keys(ignored).length > 0 ? ignored : undefined,
  };
}

/** Whether a list, or a sister where it showed nothing there itself, shows its last page again behind its end. */
function showsLastAgain(walked: Walked, all: readonly { readonly walked: Walked }[]): boolean {
  const isEmpty = walked.walks.some(({ order, pages }) =>
    pages.some(({ from, listed }) => from! > 0 && listed.ids.length === 0 && order.length > 0),
  );
  return (
    !isEmpty &&
    all.some(({ walked: { walks } }) => walks.some(({ pages }) => pages.some((page) => page.isBeyond)))
  );
}

/** A page that is shorter than its sister's shows the end of its list, which was not known while the list was walked. */
function markEnds({ walks }: Walked, pageSize: number): void {
  for (const one of walks) {
    const ends = one.pages.flatMap(({ from, isSized, isBeyond, listed: { ids } }) =>
      from === undefined || isSized || isBeyond || ids.length === 0 || ids.length >= pageSize
        ? []
        : [from + ids.length],
    );
    if (ends.length > 0) one.total ??= Math.max(...ends, one.order.length);
  }
}

/** A number that a page tells at some place, and how many records stand up to the end of that page. */
interface Told {
  readonly place: string;
  readonly number: number;
  readonly end: number;
  readonly walk: Walk;
}

/** A list whose end was not seen is as long as its answers tell, at the place that tells how long lists are. */
function markTold(
  found: readonly { readonly endpoint: ListName; readonly walked: Walked }[],
  places: Places,
): void {
  const told = found.flatMap(({ endpoint, walked: { walks, isCut } }) =>
    walks.flatMap((own) =>
      own.pages.flatMap((page): Told[] => {
        const { from, isBeyond, isSized, listed } = page;
        const tellsNoLength = isBeyond || (isCut === true && isSized);
        if (from === undefined || tellsNoLength || listed.ids.length === 0) return [];
        const end = from + listed.ids.length;
        return Array.from(numbersBeside(page, places.lists[endpoint]!.at), ([place, number]) => {
          return { place, number, end, walk: own };
        });
      }),
    ),
  );
  for (const own of grouped(told, ({ place }) => place).values()) {
    if (!tellsLengths(own)) continue;
    for (const { walk: one, number } of own) if (number >= one.order.length) one.total ??= number;
  }
}

/** Whether what stands at a place is how long each list is. */
function tellsLengths(told: readonly Told[]): boolean {
  const byWalk = [...grouped(told, ({ walk }) => walk)];
  const known = byWalk.filter(([{ total }]) => total !== undefined);
  const isLength = known.every(([{ total }, own]) => own[0]!.number === total);
  const lengths = new Set(known.map(([{ total }]) => total));
  if (!isLength || told.some(({ number, end }) => number < end)) return false;
  if (lengths.size > 1) return true;
  // Where no end was seen: the same on pages of other lengths, another one of other lists, and no less than what they show.
  const usual = byWalk.filter(([{ rest }]) => rest.length === 0).map(([, own]) => own);
  const isSame = usual.every((own) => own.every(({ number }) => number === own[0]!.number));
  const isKept = usual.some((own) => new Set(own.map(({ end }) => end)).size > 1);
  const differs = new Set(told.map(({ number }) => number)).size > 1;
  return isSame && isKept && differs && told.some(({ number, end }) => number > end);
}

/**
 * Whether a list is cut to the size that is asked for: where answers tell how long lists are that are longer than their pages,
 * those tell no more than they show.
 */
function isCutToSize({ walks, roles: { size } }: Walked, { at }: ListPlace): boolean {
  if (size === undefined) return false;
  const pages = walks
    .flatMap((walk) => walk.pages)
    .map((page) => ({ ...page, count: page.listed.ids.length, told: numbersBeside(page, at) }));
  const [sized, others] = parted(pages, ({ isSized }) => isSized);
  const full = sized.filter(({ listed: { by }, count }) => by.query.get(size) === String(count));
  if (new Set(full.map(({ count }) => count)).size < 2) return false;
  return [...sized[0]!.told.keys()].some((place) => {
    const numbers = others.map(({ told, count, listed: { by } }) => ({
      number: told.get(place) ?? -1,
      count,
      isFirst: by.query.size === 0,
    }));
    return (
      sized.every(({ told, count }) => told.get(place) === count) &&
      numbers.every(({ number, count }) => number >= count) &&
      numbers.some(({ number, count, isFirst }) => isFirst && number > count) &&
      new Set(numbers.map(({ number }) => number)).size > 1
    );
  });
}

/** How many records a page has that ends before its list does, where nothing asks for a size. */
function cutSize({ walks, roles: { positions } }: Walked): number | undefined {
  const [position] = positions;
  const leadsOn = (listed: Listed, from: number) =>
    position !== undefined &&
    (position.by === 'token'
      ? offeredToken(listed, position) !== undefined
      : offersNext(listed, from, position));
  const usual = walks.filter(({ rest }) => rest.length === 0);
  const all = new Set(walks.flatMap(({ order }) => order));
  const cut = usual.flatMap(({ pages, total, order }) =>
    pages.flatMap(({ from, isSized, isBeyond, listed }) => {
      const count = listed.ids.length;
      if (from === undefined || isSized || isBeyond || count === 0) return [];
      const isWhole =
        total === undefined ? all.size <= order.length && !leadsOn(listed, from) : from + count >= total;
      return isWhole ? [] : [count];
    }),
  );
  return cut.length === 0 ? undefined : Math.max(...cut);
}

/** A list in another order is as long as the usual one, though its end was not seen. */
function markSorted({ walks }: Walked, sort: SortForm, ignored: Readonly<Record<string, unknown>>): void {
  const usual = walks.find(({ rest }) => rest.length === 0);
  const isOrder = (name: string) => name === sort.name || name === sort.reversedBy?.name;
  for (const one of walks) {
    const names = one.rest.map(([name]) => name);
    if (names.some(isOrder) && names.every((name) => isOrder(name) || ignored[name] !== undefined))
      one.total ??= usual?.total;
  }
}

/** What was asked for and what was served, where more was there. */
function cutsIn({ walks, roles }: Walked): { readonly asked: number; readonly count: number }[] {
  return walks.flatMap(({ pages, order, total }) =>
    pages.flatMap(({ listed, from, isBeyond }) => {
      if (isBeyond) return [];
      const [asked] = wholeIn(roles.size === undefined ? null : listed.by.query.get(roles.size));
      const count = listed.ids.length;
      if (asked === undefined || from === undefined || count === 0 || count >= asked) return [];
      return from + count < Math.max(order.length, total ?? 0) ? [{ asked, count }] : [];
    }),
  );
}

/** The number that a place of answers tells of lists that are longer, where it tells the length of all others. */
function mostCountedIn({ walks }: Walked, { at: recordsAt }: ListPlace): number | undefined {
  const told = walks.flatMap((own) => {
    const length = own.total ?? own.order.length;
    const pages = own.pages.filter(({ from }) => from !== undefined);
    return pages.flatMap((page) =>
      Array.from(numbersBeside(page, recordsAt), ([at, number]) => ({ at, number, length, own })),
    );
  });
  for (const cases of grouped(told, ({ at }) => at).values()) {
    const less = cases.filter(({ number, length }) => number < length);
    const [cap] = new Set(less.map(({ number }) => number));
    const lists = new Set(less.map(({ own }) => own));
    const others = cases.filter(({ own, number }) => !lists.has(own) && number < cap!);
    const isCap = cases.every(({ number, own, length }) =>
      own.total === undefined ? number <= cap! : number === Math.min(length, cap!),
    );
    if (cap !== undefined && cap > 1 && isCap && new Set(others.map(({ own }) => own)).size > 1) return cap;
  }
  return undefined;
}

/** The numbers of an answer by their places and headers, without those of its records, which stand at a place. */
const numbersBeside = ({ listed: { by } }: Placed, at: string): Map<string, number> =>
  new Map(
    [...(at === '' ? [] : leavesOf(withoutValueAt(by.body ?? null, at))), ...by.headers].flatMap(
      ([place, leaf]) => {
        const number = numeric(leaf);
        return number === undefined ? [] : [[place, number] as const];
      },
    ),
  );

/** The size of pages for which no size is asked, as they tell it where the others tell the one that was asked for. */
function toldSize({ walks, roles: { size } }: Walked, { at }: ListPlace): number | undefined {
  if (size === undefined) return undefined;
  const pages = walks
    .flatMap((walk) => walk.pages)
    .map((page) => ({
      asked: wholeIn(page.listed.by.query.get(size))[0],
      count: page.listed.ids.length,
      told: numbersBeside(page, at),
    }));
  const [usual, sized] = parted(pages, ({ asked }) => asked === undefined);
  const [first] = usual;
  const found = [...(first?.told ?? [])].find(
    ([place, own]) =>
      usual.every(({ told, count }) => told.get(place) === own && count <= own) &&
      sized.length > 0 &&
      sized.every(({ told, asked }) => told.get(place) === asked) &&
      // What is always as long as the page is its length, and may tell no size where none is asked for.
      usual.some(({ told, count }) => told.get(place) !== count),
  );
  return found?.[1];
}

/** The size that an answer tells in place of a larger one that was asked for, where others tell just that. */
function toldCap({ walks, roles: { size } }: Walked, { at }: ListPlace): number | undefined {
  if (size === undefined) return undefined;
  const told = new Map<string, { exact: Set<number>; lower: Set<number>; isCount: boolean }>();
  for (const page of walks.flatMap(({ pages }) => pages)) {
    const { by, ids } = page.listed;
    const [asked] = wholeIn(by.query.get(size));
    if (asked === undefined) continue;
    for (const [place, number] of numbersBeside(page, at)) {
      const own = told.get(place) ?? { exact: new Set(), lower: new Set(), isCount: true };
      told.set(place, own);
      own.isCount &&= number === ids.length;
      if (number === asked) own.exact.add(asked);
      else own.lower.add(number < asked ? number : NaN);
    }
  }
  for (const { exact, lower, isCount } of told.values()) {
    const [cap] = lower;
    if (!isCount && exact.size > 1 && lower.size === 1 && cap! >= Math.max(...exact)) return cap;
  }
  return undefined;
}

const wholeIn = (text: string | null): number[] =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : [];

/** A token, the answer that gave it, and the place in a list to which it leads. */
interface UsedToken {
  readonly giver: Listed;
  readonly token: string;
  readonly walk: Walk;
  readonly place: number;
}

/** The tokens that were used; where none was, those that were offered. */
function usedTokens({ walks }: Walked, position: PositionForm): UsedToken[] {
  const used = walks.flatMap((own) =>
    own.pages.flatMap(({ listed, from }): UsedToken[] => {
      const token = listed.by.query.get(position.name);
      const giver =
        token === null || from === undefined
          ? undefined
          : own.pages.find(
              (page) =>
                page.listed.step < listed.step &&
                gives(page.listed, token) &&
                (page.from ?? -1) + page.listed.ids.length === from,
            );
      return giver === undefined ? [] : [{ giver: giver.listed, token: token!, walk: own, place: from! }];
    }),
  );
  if (used.length > 0) return used;
  return walks.flatMap((walk) =>
    walk.pages.flatMap(({ listed, from }): UsedToken[] => {
      const token = from === undefined ? undefined : offeredToken(listed, position);
      return token === undefined ? [] : [{ giver: listed, token, walk, place: from! + listed.ids.length }];
    }),
  );
}

/** Whether a token needs no other parameter of its list: one was used without them, or none with them. */
function goesOnAlone(name: string, walked: readonly Walked[]): boolean {
  const others = walked.flatMap(({ walks }) =>
    walks.flatMap(({ rest, pages }) =>
      pages.flatMap(({ listed: { by } }) =>
        rest.length > 0 && by.query.has(name) ? [rest.some(([other]) => by.query.has(other))] : [],
      ),
    ),
  );
  return others.includes(false) || others.length === 0;
}

/** How a token is made of the place to which it leads, or its shape where it tells nothing. */
function tokenTemplate(walked: Walked, position: PositionForm): Json {
  const used = usedTokens(walked, position);
  const sampleOf = ({ token, walk: own, place, giver }: UsedToken): Sample => {
    const placed = own.pages.find(({ listed }) => listed === giver)!;
    const page = pageOf(placed, own, { pageSize: walked.pageSize ?? null });
    const facts = new Map<string, Json>();
    for (const name of ['place', 'size', 'number']) {
      const value = page === undefined ? undefined : tokenFact(name, place, page);
      if (value !== undefined) facts.set(name, value);
    }
    for (const [name, value] of own.rest) facts.set(`query.${name}`, value);
    addLeaves(facts, 'last', page?.all[place - 1]);
    addLeaves(facts, 'next', page?.all[place]);
    return { value: token, facts };
  };
  const templateOf = (own: readonly UsedToken[]) => {
    const samples = own.map(sampleOf);
    return decodedTemplate(samples) ?? plainTemplate(samples);
  };
  const whole = templateOf(used);
  if (whole !== undefined) return whole;
  // A token may say, too, what its list was asked for, in a way that nobody can tell, the size of its pages among it: then
  // each list has its own tokens, and one that was not walked has tokens that look like them.
  const ofWalks = byFrequency(used, (one) => one.walk);
  const { size: sizeName } = walked.roles;
  return (
    ownTokens(ofWalks, undefined, templateOf) ??
    (sizeName === undefined
      ? undefined
      : ownTokens(
          ofWalks.flatMap((own) => byFrequency(own, ({ giver }) => giver.by.query.get(sizeName))),
          sizeName,
          templateOf,
        )) ??
    opaqueToken(used)
  );
}

/** The template of each list's own tokens; undefined where those of one list are not alike. */
function ownTokens(
  lists: readonly (readonly UsedToken[])[],
  sizeName: string | undefined,
  templateOf: (own: readonly UsedToken[]) => Json | undefined,
): Json | undefined {
  const [most = []] = lists.toSorted((a, b) => b.length - a.length);
  const usual = most.length > 1 ? templateOf(most) : undefined;
  if (usual === undefined) return undefined;
  const ofRest = lists.flatMap(([one]) => one!.walk.rest.map(([name]) => name));
  const names = [...new Set([...ofRest, ...(sizeName === undefined ? [] : [sizeName])])].sort();
  const alike = lists.flatMap((own) => {
    const template = templateOf(own);
    const isAlike = template !== undefined && holesIn(template).join() === holesIn(usual).join();
    const { query } = own[0]!.giver.by;
    return isAlike ? [{ name: names.map((name) => query.get(name) ?? '').join('|'), template }] : [];
  });
  const other = shapedOver(alike.map(({ template }) => template)) ?? usual;
  const cases = alike.filter(({ name }) => !name.includes('{'));
  return cases.length < 2
    ? other
    : {
        '{case}': names.map((name) => `{query.${name}|}`).join('|'),
        ...Object.fromEntries(cases.map(({ name, template }) => [name, template])),
        '{else}': other,
      };
}

function opaqueToken(used: readonly UsedToken[]): Json {
  // The place may stand behind what tells nothing.
  const tellsPlace =
    new Set(used.map(({ place }) => place)).size > 1 &&
    used.every(({ token, place }) => new RegExp(`[^\\d]${place}$`).test(token));
  const tokens = used.map(({ token, place }) => (tellsPlace ? token.slice(0, -String(place).length) : token));
  const alike = tokens.filter(({ length }) => length === tokens[0]?.length);
  const shape = shapeOfTexts(alike.length > 1 ? alike : ['xxxxxxxxxxxxxxxx', 'yyyyyyyyyyyyyyyy']);
  return `{place | shaped ${shape ?? 'xxxxxxxxxxxxxxxx'}}${tellsPlace ? '{place}' : ''}`;
}

/** One template for those that differ in texts of one shape: these are made of what the list was asked for. */
function shapedOver(templates: readonly Json[]): Json | undefined {
  const [first] = templates;
  if (templates.every((one) => typeof one === 'string')) return shapedText(templates);
  if (!templates.every(isObject) || !isObject(first)) return undefined;
  const members = Object.keys(first).map((name) => {
    const own = templates.map((one) => one[name]);
    return [name, own.includes(undefined) ? undefined : shapedOver(own as readonly Json[])] as const;
  });
  return members.some(([, member]) => member === undefined)
    ? undefined
    : (Object.fromEntries(members) as Json);
}

function shapedText(templates: readonly string[]): string | undefined {
  const all = templates.map((template) => template.split(/(\{[^{}]*\})/));
  const parts = all[0]!.map((part, at) => {
    const own = [...new Set(all.map((others) => others[at] ?? ''))];
    if (own.length === 1) return part;
    const shape = own.every(({ length }) => length === part.length) ? shapeOfTexts(own) : undefined;
    return shape && `{query | shaped ${shape}}`;
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** A token that says its place as it is, or in base64. */
function plainTemplate(all: readonly Sample[]): Json | undefined {
  // A parameter that was not sent may stand there as an empty text.
  const names = new Set(
    all.flatMap(({ facts }) => [...facts.keys()].filter((name) => name.startsWith('query.'))),
  );
  const empty = all.map(({ value, facts }) => ({
    value,
    facts: new Map([...[...names].map((name) => [name, ''] as const), ...facts]),
  }));
  for (const samples of names.size > 0 ? [empty, all] : [all]) {
    const { template, held } = explainLeaf(samples);
    const isMade = template !== undefined && /\{(place|number|last\/|next\/)/.test(JSON.stringify(template));
    if (isMade && held === samples.length)
      return withPlace(samples === all ? template : emptied(template), all);
  }
  return undefined;
}

/** A number that is the place each time is rather that than always the same. */
function withPlace(template: Json, samples: readonly Sample[]): Json {
  if (typeof template !== 'string') return template;
  const places = new Set(samples.map(({ facts }) => facts.get('place')));
  const [place] = places;
  if (places.size !== 1 || place === undefined || place === 0) return template;
  const parts = template.split(/(\{[^{}]*\}|\d+)/);
  return parts.map((part) => (part === textOf(place) ? '{place}' : part)).join('');
}

const emptied = (template: Json): Json =>
  JSON.parse(JSON.stringify(template).replace(/\{(query\.[^{}|]+)\}/g, '{$1|}')) as Json;

/** A token that is a JSON object in base64, each member explained by itself. */
function decodedTemplate(samples: readonly Sample[]): Json | undefined {
  for (const coding of ['base64url', 'base64'] as const) {
    const decoded = samples.map(({ value, facts }) => ({ value: objectIn(value as string, coding), facts }));
    if (decoded.length === 0 || decoded.some(({ value }) => value === undefined)) continue;
    const { template, guesses } = explain(decoded);
    if (
      template !== undefined &&
      guesses.length === 0 &&
      /\{(place|number|last\/|next\/)/.test(JSON.stringify(template))
    )
      return { [`{${coding}}`]: template };
  }
  return undefined;
}

/** The object in a token, if encoding it again gives the token. */
function objectIn(token: string, coding: 'base64' | 'base64url'): Json | undefined {
  try {
    const value = JSON.parse(
      new TextDecoder().decode(
        Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)),
      ),
    ) as Json;
    return isObject(value) && fill({ [`{${coding}}`]: value }, () => undefined) === token ? value : undefined;
  } catch {
    return undefined;
  }
}

const isOpaque = ({ token }: PositionForm) =>
  typeof token === 'string' && token.startsWith('{place | shaped');

function samplesOf(
  { endpoint, walked, query }: { endpoint: ListName; walked: Walked; query: QueryForm },
  states: States,
): Pick<ListSamples, 'samples' | 'items' | 'byStep'> {
  const place = states.places.lists[endpoint]!;
  const [position] = query.positions ?? [];
  const own = position?.by === 'token' ? usedTokens(walked, position) : [];
  const given =
    position === undefined
      ? undefined
      : tokenPlace(
          own.map(({ giver, token }) => [giver, token] as const),
          position.name,
        );
  const samples: Sample[] = [];
  const items: Sample[] = [];
  const byStep = new Map<Exchange, ReadonlyMap<string, Json>>();
  const pages = walked.walks.flatMap((one) => one.pages.map((placed) => ({ one, placed })));
  // How long a list is, and whether it goes on, that was not seen to its end cannot explain anything, neither of bodies nor of
  // headers; an empty one alone tells too little.
  const isTotalSeen = pages.some(
    ({ one, placed }) => one.total !== undefined && placed.listed.ids.length > 0,
  );
  for (const { one, placed } of spread(pages, 300)) {
    const { listed } = placed;
    // What changes nothing asks for the usual list.
    const isUsual =
      one.rest.length > 0 &&
      one.total === undefined &&
      one.rest.every(([name]) => query.ignored?.[name] !== undefined);
    const list = (isUsual ? walked.walks.find(({ rest }) => rest.length === 0) : undefined) ?? one;
    const seen = pageOf(placed, list, query);
    // At the end, what stands there leads nowhere.
    const isEnd = seen !== undefined && list.total !== undefined && seen.to >= seen.total;
    const token =
      position === undefined || given === undefined || isEnd
        ? undefined
        : tokenAtPlace(listed, given, position.name);
    // What leads on from the last page that was seen tells that there is more.
    const goesOn =
      seen !== undefined &&
      seen.count > 0 &&
      seen.to >= seen.total &&
      list.total === undefined &&
      (token !== undefined || (position !== undefined && offersNext(listed, seen.from, position)));
    const page = seen && {
      ...(goesOn ? { ...seen, total: seen.to + 1, gaps: [[seen.to, seen.to + 1] as const] } : seen),
      mostCounted: query.mostCounted,
    };
    const facts = listFacts(listed, page, position, list.total !== undefined, token);
    if (position !== undefined && isOpaque(position) && token === undefined) facts.delete('page.next');
    addReferenced(facts, listed, states);
    for (const name of (columnsIn(listed.by.body, place) ?? []) as readonly string[])
      facts.set(`columns/${name}`, true);
    if (list.total !== undefined || !isTotalSeen) {
      byStep.set(listed.by, facts);
      const { body } = listed.by;
      const isWritten = body !== undefined && valueAt(body, place.at) !== undefined;
      const value = isWritten ? withValueAt(body, place.at, `${holeMark}{records}`) : body;
      const { columns } = place;
      const isTable = columns !== undefined && value !== undefined && valueAt(value, columns) !== undefined;
      samples.push({
        value: isTable ? withValueAt(value, columns, `${holeMark}{columns}`) : value,
        facts: addHeaderFacts(new Map(facts), listed.by),
      });
    }
    if (items.length < 300) items.push(...itemSamples(listed, page, position, place, facts));
  }
  return { samples, items, byStep };
}

/** The strategies that the records of a page name, as another part of the answer may show them. */
function addReferenced(facts: Map<string, Json>, listed: Listed, { all, strategyOf }: States): void {
  if (listed.by.endpoint?.name !== 'listListings') return;
  const unique = [...new Set(listed.records.flatMap((record) => strategyOf(record) ?? []))];
  const ordered = all('strategy').filter((strategy) => unique.includes(strategy));
  if (unique.length > 0) facts.set('page.strategies in order', ordered);
  if (unique.length > 0) facts.set('page.strategies', unique);
}

function itemSamples(
  listed: Listed,
  page: Page | undefined,
  position: PositionForm | undefined,
  place: ListPlace,
  facts: ReadonlyMap<string, Json>,
): Sample[] {
  return itemsIn(listed.by.body, place).map(({ item, record }, at) => {
    const own = new Map(facts);
    if (page !== undefined) {
      own.set('item.place', page.from + at);
      const token = position?.by === 'token' ? tokenAt(page.from + at + 1, position, page) : undefined;
      if (token !== undefined) own.set('item.token', token);
    }
    addLeaves(own, 'record', record);
    const plain = withoutValueAt(item, `/${keyMember}`);
    const value =
      Array.isArray(item) && place.columns === undefined
        ? item.map((_, cell) => `${holeMark}{record/${cell}}`)
        : place.inItem === ''
          ? `${holeMark}{record}`
          : withValueAt(plain, place.inItem, `${holeMark}{record}`);
    return { value, facts: own };
  });
}

function learnList(own: ListSamples, all: readonly ListSamples[], states: States): LearnedList {
  const { places } = states;
  const { endpoint, lists, walked, query } = own;
  const kind = listed[endpoint];
  const others = all.filter((other) => other !== own);
  const sisters = others.flatMap(({ endpoint: sister, samples }) =>
    samples.map((sample) => ({ ...sample, sister })),
  );
  const body = explain([...own.samples, ...sisters]);
  const item = explain(own.items);
  const place = places.lists[endpoint]!;
  const { status, part } = statusOf(own, others);
  const known = ({ byStep }: ListSamples) => [...byStep].map(([by, facts]) => ({ by, facts }));
  const headers = learnHeaders(
    known(own),
    others.flatMap((other) => known(other).map((one) => ({ ...one, sister: other.endpoint }))),
  );
  const keeps = keepsParameters(
    lists.map(({ by }) => by),
    query,
  );
  const [position] = walked.isOffered === true ? (query.positions ?? []) : [];
  const withKept = (value: Json) => {
    const kept = keeps ? withKeptParameters(value, query.positions) : value;
    return position === undefined ? kept : leadingOn(kept, position.name, own.samples);
  };
  const form: ListForm = {
    status,
    part,
    body: withKept(withPrevious(body.template ?? '{records}', query)),
    item: item.template === '{record}' ? undefined : item.template,
    key: place.isMap ? `{record${places.ids[kind]?.at ?? `/${keyMember}`}}` : undefined,
    emptyAsList:
      (place.isMap && lists.some(({ by }) => Array.isArray(valueAt(by.body, place.at)))) || undefined,
    columns: usualColumns(lists, place),
    oneAlone: whoSeesOneAlone(lists, place),
    ...membersShown(kind, endpoint, states),
    revalidates: revalidates(endpoint, states),
    query,
    headers: headers && (withKept(headers) as HeaderForms),
  };
  return { endpoint, kind, form, walked, guesses: [...body.guesses, ...item.guesses] };
}

/**
 * Links that were never followed lead on by the parameter that was found in them, and are not there where no page follows:
 * what they say else, such as the size of the page, would lead to the same page for ever.
 */
function leadingOn(template: Json, name: string, samples: readonly Sample[]): Json {
  if (Array.isArray(template))
    return (template as readonly Json[]).map((item) => leadingOn(item, name, samples));
  if (!isObject(template)) return template;
  const { query } = template;
  const own = isObject(query) && Object.hasOwn(template, '{url}') ? query[name] : undefined;
  if (own !== undefined) {
    const next = '{page.next | text}';
    const isSame = samples.every(({ facts }) => {
      const [a, b] = [own, next].map((one) => fill(one, (fact) => facts.get(fact)));
      return b === undefined || sameValue(a, b);
    });
    if (isSame)
      return { otherwise: 'absent', ...template, query: { ...(query as JsonObject), [name]: next } };
  }
  return Object.fromEntries(
    Object.entries(template).map(([member, item]) => [member, leadingOn(item, name, samples)]),
  );
}

/** Who is shown a record that is the only one without a list: all, unless others who prefer something else saw a list of one. */
function whoSeesOneAlone(lists: readonly Listed[], place: ListPlace): ListForm['oneAlone'] {
  const [alone, listed] = parted(
    lists.filter(({ ids }) => ids.length === 1),
    ({ by }) => isAlone(valueAt(by.body, place.at), place),
  );
  if (alone.length === 0) return undefined;
  if (listed.length === 0) return {};
  const choices = [...alone[0]!.by.prefers].filter(
    ([header, choice]) =>
      alone.every(({ by }) => by.prefers.get(header) === choice) &&
      !listed.some(({ by }) => by.prefers.get(header) === choice),
  );
  return Object.fromEntries(choices);
}

/** The names of the cells where nothing asks for others. */
function usualColumns(lists: readonly Listed[], place: ListPlace): ListForm['columns'] {
  const [least] = [...lists].sort((a, b) => a.by.query.size - b.by.query.size);
  return columnsIn(least?.by.body, place) as string[] | undefined;
}

/** A text of the shape of tokens that stands where there is a page before is the token of that page. */
function withPrevious(body: Json, { positions }: QueryForm): Json {
  const token = positions?.find(isOpaque)?.token;
  if (typeof token !== 'string') return body;
  const shape = token.slice('{place | '.length, -1);
  return JSON.parse(
    JSON.stringify(body).replaceAll(`{answer | ${shape} | when page.before`, '{page.previous'),
  ) as Json;
}

/** The usual status, and the one under a condition, such as 206 for a part; what no answer says is as sisters have it. */
function statusOf(own: ListSamples, others: readonly ListSamples[]): Pick<ListForm, 'status' | 'part'> {
  const told = ownStatus(own);
  if (told.part !== undefined) return told;
  const fits = ({ status, part }: Pick<ListForm, 'status' | 'part'>) =>
    part !== undefined &&
    [...own.byStep].every(([by, facts]) => {
      const isPart = isPartIn(part, by.prefers, (name) => facts.get(name));
      return by.status === (isPart ? part.status : status);
    });
  return others.map(ownStatus).find(fits) ?? told;
}

function ownStatus({ lists, byStep }: ListSamples): Pick<ListForm, 'status' | 'part'> {
  const [status, other] = byFrequency(lists.map(({ by }) => by.status)).map(([one]) => one!) as [
    number,
    number?,
  ];
  if (other === undefined) return { status };
  const samples = (wanted: number) =>
    lists.flatMap(({ by }): Sample[] =>
      by.status === wanted && byStep.has(by) ? [{ value: wanted, facts: byStep.get(by)! }] : [],
    );
  const [usual, odd] = [samples(status), samples(other)];
  const when = guardFor(odd, usual);
  const unless = guardFor(usual, odd);
  const isExact =
    (when !== undefined && tells(when, odd, usual)) || (unless !== undefined && tells(unless, usual, odd));
  const preferred = isExact
    ? undefined
    : (preferredPart(status, usual, other, odd) ?? preferredPart(other, odd, status, usual));
  if (preferred !== undefined) return preferred;
  if (when !== undefined) return { status, part: { status: other, when } };
  return unless === undefined ? { status } : { status: other, part: { status, when: unless } };
}

/** Whether a fact is there in all of these, and in none of the others. */
const tells = (name: string, there: readonly Sample[], lacking: readonly Sample[]): boolean =>
  there.every(({ facts }) => holds(facts, name)) && !lacking.some(({ facts }) => holds(facts, name));

/** The status of those who prefer something, under a condition where that alone does not tell. */
function preferredPart(
  status: number,
  usual: readonly Sample[],
  other: number,
  odd: readonly Sample[],
): Pick<ListForm, 'status' | 'part'> | undefined {
  const [telling] = [...(odd[0]?.facts ?? [])]
    .flatMap(([name, choice]) => {
      const isSame = ({ facts }: Sample) => facts.get(name) === choice;
      const isTelling = name.startsWith(ofPreferences) && odd.every(isSame) && !usual.every(isSame);
      return isTelling ? [{ name, choice: choice as string, same: usual.filter(isSame) }] : [];
    })
    .sort((a, b) => a.same.length - b.same.length);
  if (telling === undefined) return undefined;
  const { name, choice, same } = telling;
  const prefers = { [name.slice(ofPreferences.length)]: choice };
  if (same.length === 0) return { status, part: { status: other, prefers } };
  const when = guardFor(odd, same);
  return when === undefined ? undefined : { status, part: { status: other, when, prefers } };
}
