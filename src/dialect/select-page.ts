// The page of a list that a query asks for in a service's own parameters, and what an answer can say about it.
import { isObject, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { valueAt } from '../http/pointer.ts';
import { namedParameters, parametersBut } from '../http/parse-url.ts';
import type { Cause } from './causes.ts';
import {
  statedIn,
  isAt,
  askedIn,
  meets,
  meetsAnywhere,
  conditionsIn,
  conditionsNamed,
} from './conditions.ts';
import type { Stated } from './conditions.ts';
import { isDirection, leafAsked, ordersAsked, ordersNamed, ordersOf, sorted } from './sort-orders.ts';
import type { WrittenAt } from './sort-orders.ts';
import { lengthOf, placeOf as placeIn, recordAt, recordsBetween } from './known-list.ts';
import type { Gap, KnownList } from './known-list.ts';
import { pageFacts } from './page-facts.ts';
import type { PagePlace } from './page-facts.ts';
import type { PositionForm, QueryForm } from './profile-form.ts';
import { fill } from './templates.ts';

/** The header that asks for what has changed since, as a list may read it, beside its parameters. */
export const sinceHeader = 'If-Modified-Since';

/** How many records from which place on, as SQL says it: `limit=20,10`. */
const placeAndCount = /^(\d{1,9}),(\d{1,9})$/;

/**
 * What a list is asked for: the parameters of the query, and the header that may be a condition, too. A limit with a place in it is
 * told as two parameters, `limit` and `limit[from]`.
 */
export function askedFor(query: string, since: string | undefined): URLSearchParams {
  const asked = namedParameters(query);
  const [, from, count] = placeAndCount.exec(asked.get('limit') ?? '') ?? [];
  if (from !== undefined) {
    asked.set('limit', count!);
    asked.set('limit[from]', from);
  }
  if (since !== undefined) asked.append(sinceHeader, since);
  return asked;
}

/** A page of a list. */
export interface Page extends KnownList, PagePlace {
  readonly records: readonly Json[];
  readonly query: URLSearchParams;
  /** The number up to which the records of the list are counted. */
  readonly mostCounted?: number | undefined;
  /** What its query may ask of leaves, and in which orders. */
  readonly filters?: QueryForm['filters'];
  readonly sort?: QueryForm['sort'];
}

/** The parameters of a query but for those that ask for a page, in one order. */
export const besidePaging = (
  query: URLSearchParams,
  { size, positions = [] }: Pick<QueryForm, 'size' | 'positions'>,
): [name: string, value: string][] =>
  parametersBut(query, [size?.name, size?.cuts, ...positions.map(({ name }) => name)]).sort(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );

/** The same without what every request says. */
const conditionsBeside = (query: URLSearchParams, form: QueryForm): [name: string, value: string][] =>
  besidePaging(query, form).filter(([name, value]) => form.always?.[name] !== value);

/** The same as a text: what a list is asked for besides its page. */
export const conditionsOf = (query: URLSearchParams, form: QueryForm): string =>
  JSON.stringify(conditionsBeside(query, form));

/** Whether a query has conditions and asks for no page. */
export const hasConditionsAlone = (query: URLSearchParams, form: QueryForm): boolean =>
  query.size > 0 && conditionsBeside(query, form).length === query.size;

/** Whether it is known of each condition what it picks or how it sorts. */
export function isExplained(query: URLSearchParams, form: QueryForm, record: Json | undefined): boolean {
  const { filters = {}, sort } = form;
  return withAssumed(statedIn(conditionsBeside(query, form)), form).every(([name, value]) => {
    if (name === sort?.name) return ordersOf(sort, value, record) !== undefined;
    if (name === sort?.reversedBy?.name) return isDirection(sort, value);
    return conditionsIn(value, filters[name] ?? []).every((one) => one.form !== undefined);
  });
}

/** What a recording showed of a list. */
export interface Remembered extends Pick<KnownList, 'tokens'> {
  /** Its records, in their order; undefined where rules tell which it has. */
  readonly records?: readonly Json[] | undefined;
  /** Where it has others that were not recorded. */
  readonly gaps?: readonly Gap[] | undefined;
  /** When a record was last written, where that was seen. */
  readonly writtenAt?: WrittenAt | undefined;
}

/** @param conditions see `conditionsOf` */
export type Remember = (conditions: string) => Remembered;

/** Whether a query asks for the records, too, that a recording's list left out; nothing in them tells which they are. */
export const reveals = (query: URLSearchParams, { hidden }: QueryForm): boolean =>
  hidden === undefined || hidden.at !== undefined || asksForHidden(statedIn(query), hidden);

/** The list that the parameters of a query pick, in the order that they ask for. */
export function pick(
  records: readonly Json[],
  query: URLSearchParams,
  form: QueryForm,
  remember?: Remember,
): KnownList {
  const { records: shown, gaps, tokens, writtenAt } = remember?.(conditionsOf(query, form)) ?? {};
  return { all: shown ?? pickByForm(records, query, form, writtenAt), gaps, tokens };
}

/** What a list is asked for with what it assumes where nothing is said, and without what picks all. */
export function withAssumed(
  stated: readonly Stated[],
  { assumed }: Pick<QueryForm, 'assumed'>,
): readonly Stated[] {
  if (assumed === undefined) return stated;
  const { name, is, all = [], unsaid = [], unless = '' } = assumed;
  const without = (words: readonly string[]) =>
    stated.filter(([other, value]) => other !== name || !words.includes(value));
  const said = without(unsaid);
  const isSaid = said.some(([other, value]) => other === name && value.includes(unless));
  return is !== undefined && !isSaid ? [...said, [name, is]] : without([...all, ...unsaid]);
}

function pickByForm(
  records: readonly Json[],
  query: URLSearchParams,
  form: QueryForm,
  writtenAt: WrittenAt | undefined,
): readonly Json[] {
  const stated = withAssumed(statedIn(query), form);
  const asked = askedIn(stated, form, records);
  const pickBy = (isMet: (record: Json) => boolean) =>
    records.filter((record) => isMet(record) && !isHidden(record, stated, form));
  const own = pickBy((record) => meets(record, asked));
  // What is searched for and stands in no leaf of that name may stand in another text.
  const isElsewhere = own.length > 0 ? undefined : meetsAnywhere(asked);
  const picked = isElsewhere === undefined ? own : pickBy(isElsewhere);
  const { sort, order } = form;
  const orders = sort === undefined ? [''] : ordersAsked(sort, stated, records[0]);
  return sorted(order === undefined ? picked : sorted(picked, [order]), orders, sort?.ties, writtenAt);
}

/** Whether a list leaves a record out that nothing asks for. */
export function isHidden(
  record: Json,
  stated: readonly Stated[],
  { hidden }: Pick<QueryForm, 'hidden'>,
): boolean {
  if (hidden?.at === undefined || !isAt(record, { ...hidden, at: hidden.at })) return false;
  return !asksForHidden(stated, hidden);
}

const asksForHidden = (stated: readonly Stated[], { unless }: NonNullable<QueryForm['hidden']>) =>
  stated.some(([name, value]) => unless[name]?.includes(value));

/** What is wrong with the page that a query asks for. */
interface PageObjection {
  readonly cause: Cause;
  readonly param: string;
  readonly value: string;
}

/** The page, and what could be objected to in how it was asked for. */
interface Selection {
  readonly page: Page;
  readonly objections: readonly PageObjection[];
}

const whole = (text: string) => (/^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined);

export function selectPage(list: KnownList, query: URLSearchParams, form: QueryForm): Selection {
  const objections: PageObjection[] = [];
  const size = sizeOf(query, form, objections);
  const total = lengthOf(list);
  let [from, to] = [0, Math.min(total, size)];
  for (const position of form.positions ?? []) {
    const value = query.get(position.name);
    if (value === null) continue;
    const walk = { ...list, size, query, sort: form.sort };
    const back = position.back === undefined ? undefined : placeOfToken(value, backwards(position), walk);
    const place = back ?? placeOf(value, position, walk, objections);
    if (place === undefined) continue;
    if (position.by === 'before' || position.leadsBack === true || back !== undefined)
      [from, to] = [Math.max(0, place - size), place];
    else [from, to] = [place, Math.min(total, place + size)];
    if (from >= total && from > 0) objections.push({ cause: 'position-beyond', param: position.name, value });
  }
  const isAgain = form.lastAgain === true && from >= total && total > 0 && Number.isFinite(size);
  const shown = isAgain ? Math.floor((total - 1) / size) * size : from;
  const records = recordsBetween(list, shown, isAgain ? total : Math.max(from, to));
  const begin = form.lastAsItself === true ? shown : from;
  const page: Page = {
    ...list,
    records,
    from: begin,
    count: records.length,
    to: isAgain ? begin + records.length : Math.max(from, to),
    total,
    size,
    asked: askedSize(query, form),
    query,
    mostCounted: form.mostCounted,
    filters: form.filters,
    sort: form.sort,
  };
  return { page: isCut(query, form.size) ? cutTo(page) : page, objections };
}

/** Whether a query asks for a list that is no longer than its page. */
export const isCut = (query: URLSearchParams, size: QueryForm['size']): boolean =>
  size?.cuts !== undefined && query.has(size.cuts);

/** The parameter by which a query says how many records it asks for. */
const sizeParameter = (query: URLSearchParams, size: QueryForm['size']): string =>
  (isCut(query, size) ? size?.cuts : size?.name) ?? '';

/** A page that is all there is of its list, which was cut to it. */
export function cutTo(page: Page): Page {
  const { records, count } = page;
  return { ...page, all: records, gaps: undefined, from: 0, to: count, total: count };
}

/** How many records a query asks for, however many a page has; Infinity where it does not say. */
function askedSize(query: URLSearchParams, { size }: QueryForm): number {
  const number = whole(query.get(sizeParameter(query, size)) ?? '');
  return number === undefined || number < 0 ? Infinity : number;
}

function sizeOf(query: URLSearchParams, { size, pageSize }: QueryForm, objections: PageObjection[]): number {
  const usual = pageSize ?? Infinity;
  const param = sizeParameter(query, size);
  const value = query.get(param);
  if (size === undefined || value === null) return usual;
  const number = whole(value);
  if (number === undefined) {
    objections.push({ cause: 'size-unreadable', param, value });
    return usual;
  }
  if (number <= 0) {
    objections.push({ cause: number < 0 ? 'size-negative' : 'size-zero', param, value });
    return number === 0 && size.zero === true ? 0 : (size.min ?? usual);
  }
  const allowed = allowedSize(number, { size, pageSize });
  if (allowed !== number) objections.push({ cause: 'size-too-large', param, value });
  return param === size.name ? Math.max(size.min ?? 0, allowed) : allowed;
}

/** What becomes of a size that is asked for: more than there may be is cut down, or taken for no size at all. */
export function allowedSize(asked: number, { size, pageSize }: Pick<QueryForm, 'size' | 'pageSize'>): number {
  const { max = Infinity, excess } = size ?? {};
  return asked <= max ? asked : excess === 'usual' ? (pageSize ?? Infinity) : max;
}

/** How many places behind the known records of a list a token is looked for. */
const farthest = 100_000;

function placeOf(
  value: string,
  position: PositionForm,
  walk: Walk,
  objections: PageObjection[],
): number | undefined {
  const { name: param, by, first = 0 } = position;
  const { all, size } = walk;
  switch (by) {
    case 'offset':
    case 'page': {
      const number = whole(value);
      if (number === undefined) {
        objections.push({ cause: 'position-unreadable', param, value });
        return undefined;
      }
      if (number < first) {
        objections.push({ cause: 'position-negative', param, value });
        return undefined;
      }
      const steps = number - first;
      return by === 'offset' ? steps : steps === 0 ? 0 : steps * size;
    }
    case 'after':
    case 'before': {
      const at = all.findIndex((record) => textOf(valueAt(record, position.at!)) === value);
      if (at === -1) objections.push({ cause: 'token-unknown', param, value });
      return at === -1 ? undefined : placeIn(walk, at) + (by === 'after' ? 1 : 0);
    }
    case 'token': {
      const place = value === position.start ? 0 : placeOfToken(value, position, walk);
      if (place === undefined) objections.push({ cause: 'token-unknown', param, value });
      return place;
    }
  }
}

function placeOfToken(value: string, position: PositionForm, walk: Walk): number | undefined {
  const told = isOpaque(position) ? walk.tokens?.find(({ token }) => token === value) : undefined;
  if (told !== undefined) return told.place;
  // A token may lead behind the end.
  const end = Math.min(2 * lengthOf(walk) + 100, 2 * walk.all.length + farthest);
  for (let place = 0; place <= end; place += 1) if (tokenAt(place, position, walk) === value) return place;
  return undefined;
}

/** The position whose tokens lead back. */
const backwards = (position: PositionForm): PositionForm => ({ ...position, token: position.back });

/** The token that leads back from a place; undefined where those that lead on do that, too. */
export const backAt = (place: number, position: PositionForm, walk: Walk): string | undefined =>
  position.back === undefined ? undefined : tokenAt(place, backwards(position), walk);

/** What of a list stays the same from page to page. */
type Walk = Pick<Page, keyof KnownList | 'size' | 'query'> & Partial<Pick<Page, 'sort'>>;

const isShaped = (token: Json | undefined) =>
  typeof token === 'string' && token.startsWith('{place | shaped');

/** Whether nothing is known of the tokens of a position but how they look. */
export const isOpaque = ({ token }: PositionForm): boolean =>
  isShaped(isObject(token) && Object.hasOwn(token, '{else}') ? token['{else}'] : token);

/** The token that led to a place when the list was recorded: on pages as long, if it had one of those. */
function recordedToken(place: number, { tokens = [], size }: Walk): string | undefined {
  const own = tokens.filter((one) => one.place === place);
  return (own.find((one) => one.size === size) ?? own[0])?.token;
}

/** The token that leads to the page that begins at a place. */
export function tokenAt(place: number, position: PositionForm, walk: Walk): string | undefined {
  const { name: param, token = '' } = position;
  const known = isOpaque(position) ? recordedToken(place, walk) : undefined;
  if (known !== undefined) return known;
  const made = fill(token, (name) =>
    name === 'query' ? askedBeside(param, walk) : tokenFact(name, place, walk),
  );
  return made === undefined || made === null ? undefined : textOf(made);
}

/** What a list is asked for beside its place, as one text. */
const askedBeside = (param: string, { query }: Walk): string =>
  parametersBut(query, [param])
    .map((one) => one.join('='))
    .sort()
    .join('&');

/** What a token can be made of: the place to which it leads, the records on both sides of it, the other parameters. */
export function tokenFact(name: string, place: number, walk: Walk): Json | undefined {
  const { size, query } = walk;
  if (name === 'place') return place;
  if (name === 'size') return Number.isFinite(size) ? size : undefined;
  if (name === 'number') return Number.isFinite(size) ? Math.floor(place / size) : 0;
  if (name.startsWith('last/')) return valueAt(recordAt(walk, place - 1), name.slice(4));
  if (name.startsWith('next/')) return valueAt(recordAt(walk, place), name.slice(4));
  if (name === 'last by order') return valueByOrder(place - 1, walk);
  if (name === 'next by order') return valueByOrder(place, walk);
  return name.startsWith('query.') ? (query.get(name.slice(6)) ?? undefined) : undefined;
}

/** What a record has at the leaf by which a query orders the list; undefined where it asks for no order. */
function valueByOrder(place: number, walk: Walk): Json | undefined {
  const record = recordAt(walk, place);
  const at = walk.sort && leafAsked(walk.sort, statedIn(walk.query), record);
  return at === undefined ? undefined : valueAt(record, at);
}

/** What an answer can say about its page; `positions` are the parameters that lead to the others, the usual one first. */
export function pageFact(
  name: string,
  page: Page,
  positions: readonly PositionForm[] = [],
): Json | undefined {
  const [position] = positions;
  const given = positions.find(({ by }) => by === 'token');
  const { records, from, total, size, mostCounted } = page;
  if (name.startsWith('first/')) return valueAt(records[0], name.slice(5));
  if (name.startsWith('last/')) return valueAt(records.at(-1), name.slice(4));
  if (name.startsWith('with/')) return countOf(page.all, name.slice(4));
  if (name.startsWith('any/')) return countOf(page.all, name.slice(3)) > 0;
  return pageFacts[name]?.({
    ...page,
    counted: mostCounted === undefined ? undefined : Math.min(total, mostCounted),
    conditions: () => conditionsNamed(page.query, { filters: page.filters }, page.all),
    orders: () => ordersNamed(page.sort, page.query, page.all[0]),
    pages: Number.isFinite(size) ? Math.ceil(total / size) : Math.min(1, total),
    leadTo: (place) => leadTo(place, page, position),
    back: () => position && backAt(from, position, page),
    tokenAt: (place) => given && tokenAt(place, given, page),
  });
}

/** How many records have a value at a leaf, written as `/state=live`. */
export function countOf(all: readonly Json[], condition: string): number {
  const [at = '', value] = condition.split('=');
  return all.filter((record) => textOf(valueAt(record, at)) === value).length;
}

/** Whether a leaf and its value can be written so in a template. */
export const isCountable = (at: string, value: string): boolean =>
  /^[^={}|]+$/.test(at) && /^[^={}|]+$/.test(value);

/** What the refusal of a list can say about it: how long it is, and how many pages it has. */
export function lengthFacts(
  records: readonly Json[],
  query: URLSearchParams,
  form: QueryForm,
  remember?: Remember,
): [name: string, value: Json][] {
  const { page } = selectPage(pick(records, query, form, remember), query, form);
  return ['page.total', 'page.pages', 'page.last number'].map((name) => [name, pageFact(name, page)!]);
}

/** The value of the position's parameter that leads to a place. */
function leadTo(place: number, page: Page, position: PositionForm | undefined): Json | undefined {
  if (position === undefined) return undefined;
  const { size } = page;
  const { by, first = 0, at } = position;
  switch (by) {
    case 'offset':
      return place + first;
    case 'page':
      return (Number.isFinite(size) ? Math.floor(place / size) : 0) + first;
    case 'after':
      return valueAt(recordAt(page, place - 1), at!);
    case 'before':
      return valueAt(recordAt(page, place), at!);
    case 'token':
      return tokenAt(place, position, page);
  }
}
