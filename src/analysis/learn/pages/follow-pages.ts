// The requests for a list followed from page to page, under given roles of its parameters.
import { textOf } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import { parametersBut } from '../../../http/parse-url.ts';
import type { Exchange } from '../../exchanges.ts';
import { onceFor } from '../../once-for.ts';
import { linksFrom } from './page-links.ts';
import { asInLink, textsGiven } from './given-texts.ts';
import type { Listed, Roles, Walk, Placed, Walked } from './walks.ts';

/** An answer that held a text, and how many of its records stand before the place to which that leads as a token. */
export interface Giver {
  readonly listed: Listed;
  readonly passed: number;
}

/** By parameter of a query, as a link tells it, the answers that held its value. */
export type Givers = ReadonlyMap<string, readonly Giver[]>;

export const isCount = (text: string | null) =>
  text !== null && /^\+?\d{1,9}$/.test(text) && Number(text) >= 1;
export const isNumber = (text: string) => /^\d{1,9}$/.test(text);

/** A page while its place is looked for. */
interface Page extends Omit<Placed, 'from' | 'isBeyond'> {
  from: number | undefined;
  isBeyond: boolean;
}

export function follow(lists: readonly Listed[], roles: Roles, givers: Givers): Walked {
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
        : { rest, order: [], places: new Map(), pages: [], before: known, total: undefined };
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

/**
 * Whether a list is asked for from its begin, and shows its records in another order since they were written to, or a new one
 * before those that began it.
 */
function beginsAnew({ ids, by, written }: Listed, walk: Walk, { positions }: Roles): boolean {
  const { order, places, pages } = walk;
  if (positions.some(({ name }) => by.query.has(name))) return false;
  const isMoved = ids.some((id, at) => (order[at] ?? id) !== id || (places.get(id) ?? at) !== at);
  const known = ids.filter((id) => places.has(id));
  const isShifted =
    known.length > 0 && known.length < ids.length && known.every((id, at) => id === order[at]);
  return isMoved && (isShifted || written > (pages.at(-1)?.listed.written ?? 0));
}

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
  return position === undefined ? undefined : asInLink(position.name, by.query.get(position.name)!);
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
      return value === position.start ? 0 : leadsTo(asInLink(position.name, value), walk, listed);
  }
}

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
