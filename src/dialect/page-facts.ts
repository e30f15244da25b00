// What an answer can say about its page of a list, by the names that templates hold.
import type { Json } from '../http/exact-json.ts';

/** Where a page stands in its list, and how many records it has. */
export interface PagePlace {
  /** Records before it, in it, up to its end, and in the whole list. */
  readonly from: number;
  readonly count: number;
  readonly to: number;
  readonly total: number;
  /** Of each page; Infinity: all records stand on one. */
  readonly size: number;
  /** How many records were asked for, of which a page may show but a part; Infinity: as many as there are. */
  readonly asked: number;
}

/** A page as it is seen from its answer. */
interface PageView extends PagePlace {
  /** The records that the service counts, where it does not count them all. */
  readonly counted: number | undefined;
  readonly pages: number;
  /** What is asked of leaves by parameters that are called after them. */
  readonly conditions: () => readonly Json[];
  /** What is said of the orders that are asked for. */
  readonly orders: () => readonly Json[];
  /** The value of the parameter that leads to the page which begins at a place. */
  readonly leadTo: (place: number) => Json | undefined;
  /** The token that leads back from here, where that is made in a way of its own. */
  readonly back: () => Json | undefined;
  /** The token behind the record before a place; undefined where there are no tokens. */
  readonly tokenAt: (place: number) => Json | undefined;
}

/** A list of more pages does not name them all. */
const mostPages = 1000;

const isWhole = ({ size }: PageView) => !Number.isFinite(size);
/** Counts pages from 0. */
const numberOf = (page: PageView) => (isWhole(page) ? 0 : Math.floor(page.from / page.size));
const isFollowed = ({ to, total, count, size }: PageView) => to < total && (count > 0 || size === 0);
/** Services that do not look ahead offer another page behind each full one. */
const isFull = ({ count, size }: PageView) => count > 0 && count === size;
const isAskedOn = (page: PageView) => isFollowed(page) && page.asked > page.count;
const previous = (page: PageView) =>
  page.from > 0
    ? (page.back() ?? page.leadTo(Math.max(0, isWhole(page) ? 0 : page.from - page.size)))
    : undefined;
const last = (page: PageView) =>
  page.leadTo(isWhole(page) || page.total === 0 ? 0 : (page.pages - 1) * page.size);

const ifAny = (all: readonly Json[]) => (all.length === 0 ? undefined : all);

/** Earlier ones are preferred where two explain the same. */
export const pageFacts: Readonly<Record<string, (page: PageView) => Json | undefined>> = {
  'page.size': (page) => (isWhole(page) ? undefined : page.size),
  'page.count': ({ count }) => count,
  'page.total': ({ total }) => total,
  'page.from': ({ from }) => from,
  // Counted from 1; 0 where there is none.
  'page.first place': ({ from, count }) => (count === 0 ? 0 : from + 1),
  'page.to': ({ to }) => to,
  'page.end': ({ from, size, total }) => Math.min(total, from + size),
  'page.number': numberOf,
  'page.pages': ({ pages }) => pages,
  'page.pages at least one': ({ pages }) => Math.max(1, pages),
  'page.total counted': ({ counted }) => counted,
  'page.pages counted': ({ counted, size }) =>
    counted === undefined || !Number.isFinite(size) ? undefined : Math.ceil(counted / size),
  'page.total exact': ({ counted, total }) => (counted === undefined ? undefined : counted === total),
  'page.pages each': (page) =>
    Array.from({ length: Math.min(mostPages, Math.max(1, page.pages)) }, (_, at) => ({
      number: at + 1,
      value: page.leadTo(isWhole(page) ? 0 : at * page.size) ?? null,
      current: at === numberOf(page),
    })),
  'page.conditions each': ({ conditions }) => ifAny(conditions()),
  'page.orders each': ({ orders }) => ifAny(orders()),
  'page.last number': ({ pages }) => Math.max(0, pages - 1),
  'page.left': ({ total, to }) => Math.max(0, total - to),
  'page.more': isFollowed,
  'page.before': ({ from }) => from > 0,
  // Behind the end there is no page that could follow one.
  'page.follows': ({ from, count }) => from > 0 && count > 0,
  // What was asked for may end where a page does, though the list does not.
  'page.more asked': isAskedOn,
  'page.left asked': (page) =>
    isAskedOn(page) && Number.isFinite(page.asked) ? page.asked - page.count : undefined,
  // More than a page may have were asked for.
  'page.cut': ({ asked, size }) => (Number.isFinite(asked) && asked > size ? true : undefined),
  'page.full': isFull,
  'page.part': ({ count, total }) => count < total,
  'page.any': ({ count }) => count > 0,
  'page.none': ({ count }) => count === 0,
  'page.empty': ({ total }) => total === 0,
  'page.next': (page) => (isFollowed(page) && page.size > 0 ? page.leadTo(page.to) : undefined),
  'page.next full': (page) => (isFull(page) ? page.leadTo(page.to) : undefined),
  // Counted from 1, however pages are asked for.
  'page.next number': (page) => (isFollowed(page) ? numberOf(page) + 2 : undefined),
  'page.previous': previous,
  'page.first': ({ leadTo }) => leadTo(0),
  'page.last': last,
  // Nothing where it would lead to the first page, which needs no parameter.
  'page.back': ({ from, size, leadTo }) => (from > size ? leadTo(from - size) : undefined),
  // From behind the end it leads to the last page.
  'page.previous there': (page) => (page.from === 0 || page.from < page.total ? previous(page) : last(page)),
  // Beside a place that is counted.
  'page.next token': (page) => (isFollowed(page) && page.size > 0 ? page.tokenAt(page.to) : undefined),
  'page.first token': ({ count, from, tokenAt }) => (count === 0 ? undefined : tokenAt(from + 1)),
  'page.last token': ({ count, to, tokenAt }) => (count === 0 ? undefined : tokenAt(to)),
};

export const pageFactNames: readonly string[] = Object.keys(pageFacts);
