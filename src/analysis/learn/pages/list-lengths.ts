// How long lists are and how long their pages, as far as the answers show or tell it.
import { withoutValueAt } from '../../../http/pointer.ts';
import type { Json } from '../../../http/exact-json.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { lengthOf } from '../../../dialect/known-list.ts';
import { isExplained, pick } from '../../../dialect/select-page.ts';
import { leafAsked } from '../../../dialect/sort-orders.ts';
import { numeric } from '../../../dialect/template-filters.ts';
import type { QueryForm, SortForm } from '../../../dialect/profile-form.ts';
import type { ListPlace, Places } from '../../find-records.ts';
import { grouped, parted } from '../../groups.ts';
import { parametersOf } from '../../exchanges.ts';
import { isWhole } from './known-walks.ts';
import { leadsOn } from './offered-positions.ts';
import { linksFrom } from './page-links.ts';
import { queryOf, usualWalk } from './walks.ts';
import type { Listed, Placed, Roles, Walk, Walked, WalkedEndpoint } from './walks.ts';

/**
 * How many records a page has, and how a request says it.
 * @param roles the parameters
 * @param all the lists of the service
 * @param refused what was asked for as sizes and refused
 */
export function sizesOf(
  walked: Walked,
  { size: ownName, cutBy }: Roles,
  place: ListPlace,
  all: readonly WalkedEndpoint[],
  refused: readonly (string | null)[],
): Pick<QueryForm, 'pageSize' | 'size'> {
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
  const sizeName = ownName ?? cutBy;
  if (sizeName === undefined) return { pageSize };
  const short = cutsIn(walked);
  const told = short.length === 0 ? toldCap(walked, place) : Math.max(...short.map(({ count }) => count));
  const sizesIn = ({ walks, roles: own }: Walked) =>
    walks.flatMap(({ pages }) =>
      pages.flatMap(({ listed }) => (own.size === undefined ? [] : wholeIn(listed.by.query.get(own.size)))),
    );
  const largestOwn = Math.max(0, ...sizesIn(walked));
  // What a sister takes may be too large here.
  const tooLarge = Math.min(...refused.flatMap(wholeIn).filter((one) => one > largestOwn));
  const sizes = all.flatMap((one) => sizesIn(one.walked)).filter((one) => one < tooLarge);
  // Larger pages than those that were cut short were served, too: what is too large is taken for none.
  const isUsual = short.length > 0 && longest > told! && short.every(({ count }) => count === pageSize);
  const cap = isUsual ? undefined : told;
  const least = Math.min(...(isUsual ? short.map(({ asked }) => asked) : []));
  const most = Math.max(pageSize ?? 0, 1, ...sizes.filter((one) => one < least));
  const takesZero = walked.walks.some(({ pages }) =>
    pages.some(({ listed: { by, ids } }) => by.query.get(sizeName) === '0' && ids.length === 0),
  );
  const [raised] = walked.walks.flatMap(({ pages }) =>
    pages.flatMap(({ listed: { by, ids } }) =>
      wholeIn(by.query.get(sizeName)).some((asked) => asked < ids.length) ||
      (by.query.get(sizeName) === '0' && ids.length === 1 && longest > 1)
        ? [ids.length]
        : [],
    ),
  );
  return {
    pageSize,
    size: {
      name: sizeName,
      min: raised,
      // As much as was ever served; what is refused for being more decides later.
      max: cap ?? most,
      excess: isUsual ? 'usual' : cap === undefined ? undefined : 'cap',
      zero: takesZero || undefined,
      cuts: cutBy,
    },
  };
}

/** Whether a list, or a sister where it showed nothing there itself, shows its last page again behind its end. */
export function showsLastAgain(walked: Walked, all: readonly WalkedEndpoint[]): boolean {
  const isEmpty = walked.walks.some(({ order, pages }) =>
    pages.some(({ from, listed }) => from! > 0 && listed.ids.length === 0 && order.length > 0),
  );
  return (
    !isEmpty &&
    all.some(({ walked: { walks } }) => walks.some(({ pages }) => pages.some((page) => page.isBeyond)))
  );
}

/** Whether no last page that is shown again tells the number by which it was asked for. */
export function tellsItself(all: readonly WalkedEndpoint[], places: Places): boolean {
  const again = all.flatMap(({ endpoint, walked: { walks, roles } }) =>
    walks.flatMap(({ pages }) =>
      pages.filter(({ isBeyond }) => isBeyond).map((page) => ({ page, endpoint, roles })),
    ),
  );
  return again.every(({ page, endpoint, roles: { positions } }) => {
    const told = [...numbersBeside(page, places.lists[endpoint]!.at).values()];
    const { query } = page.listed.by;
    return !positions.some(({ name }) => told.includes(Number(query.get(name) ?? NaN)));
  });
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
  readonly page: Placed;
  readonly walk: Walk;
}

/** A list whose end was not seen is as long as its answers tell, at the place that tells how long lists are. */
export function markTold(found: readonly WalkedEndpoint[], places: Places): void {
  const told = found.flatMap(({ endpoint, walked: { walks, roles } }) =>
    walks.flatMap((own) =>
      own.pages.flatMap((page): Told[] => {
        const { from, isBeyond, listed } = page;
        const tellsNoLength = isBeyond || listed.by.query.has(roles.cutBy ?? '');
        if (from === undefined || tellsNoLength || listed.ids.length === 0) return [];
        const end = from + listed.ids.length;
        return Array.from(numbersBeside(page, places.lists[endpoint]!.at), ([place, number]) => {
          return { place, number, end, page, walk: own };
        });
      }),
    ),
  );
  for (const own of grouped(told, ({ place }) => place).values()) {
    if (!tellsLengths(own)) continue;
    for (const { walk: one, page, number } of own) {
      page.told = number;
      if (number >= one.order.length) one.total = Math.max(number, one.total ?? 0);
    }
  }
}

/** Whether what stands at a place is how long each list is. */
function tellsLengths(told: readonly Told[]): boolean {
  const byWalk = [...grouped(told, ({ walk }) => walk)];
  const known = byWalk.filter(([{ total }]) => total !== undefined);
  const [exact, others] = parted(known, ([{ total }, own]) => own[0]!.number === total);
  const lengths = new Set(exact.map(([{ total }]) => total));
  if (told.some(({ number, end }) => number < end)) return false;
  // A page may be shorter than was asked for though its list goes on: few lists tell that they are longer.
  const goOn = others.every(([{ total }, own]) => own[0]!.number > total!);
  if (others.length > 0) return goOn && others.length < exact.length && lengths.size > 1;
  if (lengths.size > 1) return true;
  // Where no end was seen: the same on pages of other lengths, another one of other lists, and no less than what they show.
  const usual = byWalk.filter(([{ rest }]) => rest.length === 0).map(([, own]) => own);
  const isSame = usual.every((own) => own.every(({ number }) => number === own[0]!.number));
  const isKept = usual.some((own) => new Set(own.map(({ end }) => end)).size > 1);
  const differs = new Set(told.map(({ number }) => number)).size > 1;
  return isSame && isKept && differs && told.some(({ number, end }) => number > end);
}

/**
 * The parameter that bounds how long a list is: where answers tell how long lists are that are longer than their pages, those
 * that it was asked for tell no more than they show.
 */
export function cutterOf(lists: readonly Listed[], place: ListPlace | undefined): string | undefined {
  if (place === undefined) return undefined;
  const pages = lists.map((listed) => {
    const { by, ids } = listed;
    return { query: by.query, count: ids.length, told: numbersBeside({ listed }, place.at) };
  });
  return parametersOf(lists).find((name) => {
    const [cut, others] = parted(pages, ({ query }) => query.has(name));
    const full = cut.filter(({ query, count }) => query.get(name) === String(count));
    if (new Set(full.map(({ count }) => count)).size < 2) return false;
    return [...cut[0]!.told.keys()].some((at) => {
      const numbers = others.map(({ query, told, count }) => ({
        number: told.get(at) ?? -1,
        count,
        isFirst: query.size === 0,
      }));
      return (
        cut.every(({ query, told, count }) => told.get(at) === count && count <= Number(query.get(name))) &&
        numbers.every(({ number, count }) => number >= count) &&
        numbers.some(({ number, count, isFirst }) => isFirst && number > count) &&
        new Set(numbers.map(({ number }) => number)).size > 1
      );
    });
  });
}

/** How many records a page has that ends before its list does, where nothing asks for a size. */
export function cutSize({ walks, roles: { positions } }: Walked): number | undefined {
  const [position] = positions;
  const usual = walks.filter(({ rest }) => rest.length === 0);
  const all = new Set(walks.flatMap(({ order }) => order));
  const cut = usual.flatMap(({ pages, total, order }) =>
    pages.flatMap(({ from, isSized, isBeyond, listed }) => {
      const count = listed.ids.length;
      if (from === undefined || isSized || isBeyond || count === 0) return [];
      const isWhole =
        total === undefined
          ? all.size <= order.length && !leadsOn(listed, from, position)
          : from + count >= total;
      return isWhole ? [] : [count];
    }),
  );
  return cut.length === 0 ? undefined : Math.max(...cut);
}

/** By what lists are ordered. One in another order is as long as the usual one, though its end was not seen. */
export function markSorted(
  { walks }: Walked,
  sort: SortForm,
  ignored: Readonly<Record<string, unknown>>,
): void {
  const usual = usualWalk(walks);
  const isOrder = (name: string) => name === sort.name || name === sort.reversedBy?.name;
  for (const one of walks) {
    const names = one.rest.map(([name]) => name);
    const at = leafAsked(sort, one.rest, one.pages[0]?.listed.records[0]);
    one.ordered = at === undefined ? undefined : { by: sort.name, at };
    if (names.some(isOrder) && names.every((name) => isOrder(name) || ignored[name] !== undefined))
      one.total ??= usual?.total;
  }
}

/**
 * A list whose end was not seen has as many records as its conditions pick, where it is known of each what it does and the usual
 * list was seen whole.
 * @param known the records as they were known when a list was shown
 */
export function markPicked({ walks }: Walked, form: QueryForm, known: (one: Walk) => readonly Json[]): void {
  const usual = usualWalk(walks);
  if (usual === undefined || !isWhole(usual)) return;
  for (const one of walks) {
    const rest = one.rest.filter(([name]) => form.ignored?.[name] === undefined);
    const stated = queryOf({ rest });
    if (one.total !== undefined || stated.size === 0 || isFollowed(one, form)) continue;
    const records = known(one);
    if (!isExplained(stated, form, records[0])) continue;
    one.total = Math.max(one.order.length, lengthOf(pick(records, stated, form)));
  }
}

/** Whether the last page that was seen of a list offers another one. */
function isFollowed({ pages }: Walk, { positions }: QueryForm): boolean {
  const last = pages.findLast(({ from }) => from !== undefined);
  return last !== undefined && leadsOn(last.listed, last.from!, positions?.[0]);
}

/** What was asked for and what was served, where more was there. */
function cutsIn({ walks, roles }: Walked): { readonly asked: number; readonly count: number }[] {
  return walks.flatMap(({ pages, order, total }) =>
    pages.flatMap(({ listed, from, size, isBeyond }) => {
      if (isBeyond) return [];
      const [asked] = wholeIn(roles.size === undefined ? null : listed.by.query.get(roles.size));
      // A later page that stands where one of a smaller size does.
      if (asked !== undefined && size !== undefined && size < asked) return [{ asked, count: size }];
      const count = listed.ids.length;
      if (asked === undefined || from === undefined || count === 0 || count >= asked) return [];
      return from + count < Math.max(order.length, total ?? 0) ? [{ asked, count }] : [];
    }),
  );
}

/** The number that a place of answers tells of lists that are longer, where it tells the length of all others. */
export function mostCountedIn({ walks }: Walked, { at: recordsAt }: ListPlace): number | undefined {
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
const numbersBeside = ({ listed: { by } }: Pick<Placed, 'listed'>, at: string): Map<string, number> =>
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
      isSized: page.isSized,
      count: page.listed.ids.length,
      told: new Map([...numbersBeside(page, at), ...sizeInLinks(page, size)]),
    }));
  const [sized, usual] = parted(pages, ({ isSized }) => isSized);
  const found = usual
    .flatMap(({ told }) => [...told])
    .find(([place, own]) => {
      const [exact, others] = parted(sized, ({ told, asked }) => told.get(place) === asked);
      return (
        usual.every(({ told, count }) => (told.get(place) ?? own) === own && count <= own) &&
        // A size that is too large may be cut down.
        exact.length > others.length &&
        others.every(({ told, asked = Infinity }) => (told.get(place) ?? 0) < asked) &&
        // What is always as long as the page is its length, and may tell no size where none is asked for.
        usual.some(({ told, count }) => told.get(place) !== count)
      );
    });
  return found?.[1];
}

/** The size that the links of an answer to its list ask for, where they agree. */
function sizeInLinks({ listed: { by } }: Placed, name: string): (readonly [place: string, size: number])[] {
  const sizes = new Set(linksFrom(by).flatMap((link) => wholeIn(link.get(name))));
  const [size, ...others] = sizes;
  return size === undefined || others.length > 0 ? [] : [['links', size]];
}

/** The size that an answer, or its links, tell in place of a larger one that was asked for, where others tell just that. */
function toldCap({ walks, roles: { size } }: Walked, { at }: ListPlace): number | undefined {
  if (size === undefined) return undefined;
  const told = new Map<string, { exact: Set<number>; lower: Set<number>; isCount: boolean }>();
  for (const page of walks.flatMap(({ pages }) => pages)) {
    const { by, ids } = page.listed;
    const [asked] = wholeIn(by.query.get(size));
    if (asked === undefined) continue;
    for (const [place, number] of [...numbersBeside(page, at), ...sizeInLinks(page, size)]) {
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
