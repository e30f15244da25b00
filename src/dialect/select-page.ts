// The page of a list that a query asks for in a service's own parameters, and what an answer can say about it.
import { isNothing, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { parentOf, valueAt } from '../http/pointer.ts';
import { lastSegment, parametersBut } from '../http/parse-url.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import type { Cause } from './causes.ts';
import { lengthOf, placeOf as placeIn, recordAt, recordsBetween } from './known-list.ts';
import type { Gap, KnownList } from './known-list.ts';
import { pageFacts } from './page-facts.ts';
import type { FilterForm, PositionForm, QueryForm, SortForm } from './profile-form.ts';
import { fill, sameValue } from './templates.ts';
import { worthOf } from './template-filters.ts';
import { readMoment } from './time-forms.ts';

/** The name and the value of what a query states. */
type Stated = readonly [name: string, value: string];

/** The names in what is stated, such as those of `["id","title"]` or `-price`. */
export const namesIn = (stated: string): readonly string[] =>
  stated.match(/[\p{L}_$@][\p{L}\d_$@-]*/gu) ?? [];

/** The members that a parameter asks for by their names, which may have spaces in them: `Title,Lowest price`. */
export function membersNamed(stated: string): readonly string[] {
  const parts = stated.split(',').map((part) => part.trim());
  return parts.some((part) => part.includes(' ')) ? parts : namesIn(stated);
}

/** Whether a part of a list of names leaves its member out: `-title`. */
export const isLeftOut = (part: string): boolean => /^\s*-/.test(part);

/** The members that such a list asks for, and those that it leaves out. */
export function membersChosen(stated: string): {
  readonly names: readonly string[];
  readonly leftOut: readonly string[];
} {
  const leftOut = stated.split(',').flatMap((part) => (isLeftOut(part) ? [part.trim().slice(1)] : []));
  return { names: membersNamed(stated).filter((name) => !leftOut.includes(name)), leftOut };
}

/** Whether a member, or one that it stands in, has one of these names. */
export const isNamedBy = (names: readonly string[], member: string): boolean =>
  names.some((name) => `${member}/`.includes(`/${name}/`));

/**
 * What a query states, one thing after the other, however it is written: a parameter that is sent twice states two things, so
 * does a list of lists in JSON, what a family of parameters says of one index is one thing, and `order[price]=desc` states
 * `price=desc` under `order[]`.
 * @param query the parameters in their order
 */
export function statedIn(query: Iterable<Stated>): readonly Stated[] {
  const families = new Map<string, { readonly name: string; readonly members: Stated[] }>();
  const stated: (Stated | { readonly name: string; readonly members: Stated[] })[] = [];
  for (const [name, value] of query) {
    const [, family, member] = /^(.+\[\d+\])\[(\D[^[\]]*)\]$/.exec(name) ?? [];
    if (family === undefined) {
      const [, sorting, leaf] = isDirectionWord(value) ? (/^(.+)\[([^[\]]+)\]$/.exec(name) ?? []) : [];
      if (sorting !== undefined) stated.push([`${sorting}[]`, `${leaf}=${value}`]);
      else for (const item of listedIn(value)) stated.push([name, item]);
      continue;
    }
    const known = families.get(family) ?? { name: family.replace(/\[\d+\]/g, '[]'), members: [] };
    if (!families.has(family)) stated.push(known);
    families.set(family, known);
    known.members.push([member!, value]);
  }
  return stated.map((one) => ('members' in one ? [one.name, togetherOf(one.members)] : one));
}

export const isDirectionWord = (value: string): boolean => /^(?:a|de)sc(?:ending)?$/i.test(value);

/** What a family says of one index, as a query in itself. */
const togetherOf = (members: readonly Stated[]): string =>
  [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((member) => member.join('='))
    .join('&');

/** The items of a list of lists, each as it would be written alone. */
function listedIn(value: string): readonly string[] {
  if (!value.startsWith('[[')) return [value];
  try {
    const list = JSON.parse(value) as unknown[];
    return list.every(Array.isArray) ? list.map((item) => JSON.stringify(item)) : [value];
  } catch {
    return [value];
  }
}

/** The header that asks for what has changed since, as a list may read it, beside its parameters. */
export const sinceHeader = 'If-Modified-Since';

/** What a list is asked for: the parameters of the query, and the header that may be a condition, too. */
export function askedFor(query: string, since: string | undefined): URLSearchParams {
  const asked = new URLSearchParams(query);
  if (since !== undefined) asked.append(sinceHeader, since);
  return asked;
}

/** A page of a list. */
export interface Page extends KnownList {
  readonly records: readonly Json[];
  /** Records before it, in it, up to its end, and in the whole list. */
  readonly from: number;
  readonly count: number;
  readonly to: number;
  readonly total: number;
  /** Infinity: all. */
  readonly size: number;
  /** How many were asked for, though a page may have fewer; Infinity: all. */
  readonly asked: number;
  readonly query: URLSearchParams;
  /** The number up to which the records of the list are counted. */
  readonly mostCounted?: number | undefined;
}

/** The parameters of a query but for those that ask for a page, in one order. */
export const besidePaging = (
  query: URLSearchParams,
  { size, positions = [] }: Pick<QueryForm, 'size' | 'positions'>,
): [name: string, value: string][] =>
  parametersBut(query, [size?.name, ...positions.map(({ name }) => name)]).sort(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );

/** The same as a text: what a list is asked for besides its page. */
export const conditionsOf = (query: URLSearchParams, form: QueryForm): string =>
  JSON.stringify(besidePaging(query, form));

/** Whether a query has conditions and asks for no page. */
export const hasConditionsAlone = (query: URLSearchParams, form: QueryForm): boolean =>
  query.size > 0 && besidePaging(query, form).length === query.size;

/** Whether it is known of each condition what it picks or how it sorts. */
export function isExplained(query: URLSearchParams, form: QueryForm, record: Json | undefined): boolean {
  const { filters = {}, sort } = form;
  return statedIn(besidePaging(query, form)).every(([name, value]) => {
    if (name === sort?.name) return ordersOf(sort, value, record) !== undefined;
    if (name === sort?.reversedBy?.name) return isDirection(sort, value);
    return conditionsIn(value, filters[name] ?? []).every((one) => one.form !== undefined);
  });
}

/** What a recording showed of a list. */
export interface Remembered {
  /** Its records, in their order; undefined where rules tell which it has. */
  readonly records?: readonly Json[] | undefined;
  /** Where it has others that were not recorded. */
  readonly gaps?: readonly Gap[] | undefined;
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
  const { records: shown, gaps } = remember?.(conditionsOf(query, form)) ?? {};
  return { all: shown ?? pickByForm(records, query, form), gaps };
}

function pickByForm(records: readonly Json[], query: URLSearchParams, form: QueryForm): readonly Json[] {
  const stated = statedIn(query);
  const asked = askedIn(stated, form.filters ?? {});
  const picked = records.filter((record) => meets(record, asked) && !isHidden(record, stated, form));
  const { sort } = form;
  return sort === undefined ? picked : sorted(picked, ordersAsked(sort, stated, records[0]), sort.ties);
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

/** Whether a record has a value at a place, or any where it is not said which. */
export function isAt(
  record: Json,
  { at, is }: { readonly at: string; readonly is?: Json | undefined },
): boolean {
  const value = valueAt(record, at) ?? null;
  return is === undefined ? value !== null : sameValue(value, is);
}

/**
 * The leaves by which a query sorts, the first one first, each with `-` in front where that is downwards; without a leaf it is
 * the usual order.
 */
export function ordersAsked(sort: SortForm, stated: readonly Stated[], record?: Json): readonly string[] {
  const asked = stated.flatMap(([name, value]) =>
    name === sort.name ? (ordersOf(sort, value, record) ?? []) : [],
  );
  const orders = asked.length === 0 ? [''] : asked;
  const { name: turn = '', value } = sort.reversedBy ?? {};
  return valueOf(turn, stated) === value ? orders.map(opposite) : orders;
}

/** What a query states under a name first; null where it states nothing. */
export const valueOf = (name: string, stated: readonly Stated[]): string | null =>
  stated.find(([own]) => own === name)?.[1] ?? null;

/** A condition, and the filter that reads it. */
interface Asked {
  readonly value: string;
  readonly form: FilterForm;
}

/** The conditions of a query that filters read. */
export const askedIn = (
  stated: readonly Stated[],
  filters: NonNullable<QueryForm['filters']>,
): readonly Asked[] =>
  stated.flatMap(([name, whole]) =>
    conditionsIn(whole, filters[name] ?? []).flatMap(({ form, value }) =>
      form === undefined ? [] : [{ form, value }],
    ),
  );

/** Whether a record has all that is asked for; of several values for one leaf it has one. */
export function meets(record: Json, asked: readonly Asked[]): boolean {
  const isMet = ({ form, value }: Asked) => passes(record, form, value);
  return asked.every(
    (one) =>
      isMet(one) ||
      (one.form.as === undefined && asked.some((other) => other.form === one.form && isMet(other))),
  );
}

/** The leaf and the value that a parameter asks for. */
export function readFilter({ at, as }: FilterForm, asked: string): { at: string; asked: string } | undefined {
  if (as === undefined) return { at, asked };
  const pattern = literalPattern(as).replace('\\{\\}', '(?<name>[\\w.-]+)').replace('\\*', '(?<value>.*)');
  const found = new RegExp(`^${pattern}$`).exec(asked)?.groups;
  if (found === undefined) return undefined;
  const name = found.name === undefined ? at : `${parentOf(at)}/${found.name}`;
  return { at: name, asked: found.value ?? '' };
}

/** What the value of a parameter asks for: one condition or several, each with the filter that reads it. */
export function conditionsIn(
  asked: string,
  forms: readonly FilterForm[],
): { readonly value: string; readonly form: FilterForm | undefined }[] {
  const between = forms.find(({ and }) => and !== undefined && asked.includes(and))?.and;
  const values = between === undefined ? [asked] : asked.split(between);
  return values.map((value) => ({ value, form: forms.find((one) => reads(one, value)) }));
}

/** Whether values are compared by their order. */
export const isOrder = (by: FilterForm['by']) =>
  by === 'between' || by === 'at least' || by === 'at most' || by === 'above' || by === 'below';

/** Whether a parameter is written as a filter reads it. */
export const reads = (form: FilterForm, asked: string) => {
  const read = readFilter(form, asked);
  return read !== undefined && (form.means === undefined || Object.hasOwn(form.means, read.asked));
};

/** The leaf that a parameter asks for, and its name. */
export const placeRead = (form: FilterForm, asked: string): string => readFilter(form, asked)?.at ?? form.at;
export const fieldNamed = (form: FilterForm, asked: string): string => lastSegment(placeRead(form, asked));

/** Whether a record has the leaf that a condition names. */
export function hasLeaf(record: Json, form: FilterForm, asked: string): boolean {
  const read = readFilter(form, asked);
  if (form.as?.includes('{}') !== true) return true;
  return read !== undefined && valueAt(record, leafNamed(record, form, read.at)) !== undefined;
}

/** A leaf that a condition names stands beside the one of which that was learned, or where the record itself has it. */
const leafNamed = (record: Json, { as }: FilterForm, at: string): string =>
  as?.includes('{}') === true && valueAt(record, at) === undefined ? `/${lastSegment(at)}` : at;

/** Stands in a place for any item of a list. */
export const anyItem = '*';

/** What stands at a place of a record; of any item of a list, what stands there in each. */
function filteredAt(record: Json, place: string): Json | undefined {
  const end = place.indexOf(`/${anyItem}`);
  if (end === -1) return valueAt(record, place);
  const list = valueAt(record, place.slice(0, end));
  return Array.isArray(list)
    ? (list as readonly Json[]).flatMap((item) => filteredAt(item, place.slice(end + 2)) ?? [])
    : undefined;
}

export function passes(record: Json, form: FilterForm, whole: string): boolean {
  const read = readFilter(form, whole);
  if (read === undefined) return false;
  const { by, means, times } = form;
  const { asked } = read;
  const leaf = filteredAt(record, leafNamed(record, form, read.at));
  const value = times === undefined ? leaf : inLargerUnit(leaf, times);
  if (by === 'is there') {
    const isWanted = isYes(asked);
    return isWanted !== undefined && isWanted === !isNothing(value);
  }
  if (by === 'is not') return !passes(record, { ...form, by: 'is one of' }, whole);
  if (means !== undefined) return Object.hasOwn(means, asked) && sameValue(means[asked], value ?? null);
  if (Array.isArray(value)) {
    const own = by === 'is one of' ? listIn(asked) : [asked];
    return value.some((item) => own.includes(textOf(item as Json)));
  }
  if (value === undefined || value === null) return false;
  const text = textOf(value);
  switch (by) {
    case 'is':
      return text.toLowerCase() === asked.toLowerCase();
    case 'is one of':
      return listIn(asked.toLowerCase()).includes(text.toLowerCase());
    case 'between': {
      const [low, high] = endsOf(asked);
      return (
        (low !== undefined || high !== undefined) &&
        (low === undefined || compare(value, low) >= 0) &&
        (high === undefined || compare(value, high) <= 0)
      );
    }
    case 'contains':
      return text.toLowerCase().includes(asked.toLowerCase());
    case 'starts with':
      return text.toLowerCase().startsWith(asked.toLowerCase());
    case 'at least':
      return compare(value, asked) >= 0;
    case 'at most':
      return compare(value, asked) <= 0;
    case 'above':
      return compare(value, asked) > 0;
    case 'below':
      return compare(value, asked) < 0;
  }
}

/** A number in a unit that is so many times the one that it is told in. */
function inLargerUnit(value: Json | undefined, times: number): Json | undefined {
  const number = worthOf(value);
  return number === undefined ? value : number / times;
}

/** What a query says by yes or no; undefined for any other text. */
export const isYes = (asked: string): boolean | undefined =>
  /^(?:true|yes|1)$/i.test(asked) ? true : /^(?:false|no|0)$/i.test(asked) ? false : undefined;

/** The ends of a range as queries write it, such as `5-10`, `[5,10]` and, with one end open, `5-*`, `*-10` and `..10`. */
function endsOf(asked: string): [low: string | undefined, high: string | undefined] {
  // Behind a number or a star, a dash is no sign.
  const numbers = [...asked.matchAll(/(?<![\d*])-?\d+(?:\.\d+)?/g)];
  const [first, second] = numbers;
  const isOpenBelow = second === undefined && /^[[(]?(?:\*|\.\.|[,;:_~])/.test(asked);
  return isOpenBelow ? [undefined, first?.[0]] : [first?.[0], second?.[0]];
}

/** The values of a list as queries write it: `a,b`, or as JSON. */
const listIn = (asked: string): readonly string[] =>
  asked
    .replace(/^\[(.*)\]$/, '$1')
    .split(/[,|;]/)
    .map((one) => one.trim().replace(/^["']|["']$/g, ''));

/** Numbers by what they are worth, moments by when they are, other texts by their letters. */
export function compare(a: Json, b: Json): number {
  const [x, y] = [worthOf(a), worthOf(b)];
  if (x !== undefined && y !== undefined) return x - y;
  const [left, right] = [textOf(a), textOf(b)];
  if (/\d/.test(left) && /\d/.test(right)) {
    const [earlier, later] = [readMoment(a), readMoment(b)];
    if (earlier !== undefined && later !== undefined) return earlier.at - later.at;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether a value of the parameter for the direction is known to mean one. */
export const isDirection = ({ reversedBy }: SortForm, value: string): boolean =>
  value === reversedBy?.value || reversedBy?.kept?.includes(value) === true;

export const opposite = (by: string) => (by.startsWith('-') ? by.slice(1) : `-${by}`);

/** The leaves by which a value of the parameter sorts, as in `price,-title`; undefined for one that means nothing. */
export function ordersOf(
  sort: SortForm,
  asked: string,
  record: Json | undefined,
): readonly string[] | undefined {
  const whole = orderOf(sort, asked, record);
  if (whole !== undefined) return [whole];
  const parts = asked.split(/[,;]\s*/).map((part) => orderOf(sort, part, record));
  return parts.length > 1 && !parts.includes(undefined) ? (parts as string[]) : undefined;
}

/** The one leaf by which a value sorts. */
function orderOf({ values, as = {} }: SortForm, asked: string, record: Json | undefined): string | undefined {
  if (Object.hasOwn(values, asked)) return values[asked];
  const known = Object.entries(values).map(([value, by]) => [value, by.replace(/^-/, '')] as const);
  for (const [pattern, direction] of Object.entries(as)) {
    const name = namedIn(asked, pattern);
    if (name === undefined) continue;
    const beside = known.flatMap(([value, at]) => {
      const own = Object.keys(as).flatMap((one) => namedIn(value, one) ?? []);
      const around = own.filter((step) => at.split('/').includes(step));
      return [`${parentOf(at)}/${name}`, ...around.map((step) => withStep(at, step, name))];
    });
    const at = beside.find((one) => record !== undefined && valueAt(record, one) !== undefined);
    if (at !== undefined) return direction + at;
  }
  return undefined;
}

/** The name that stands in a text in place of the hole of a pattern. */
function namedIn(text: string, pattern: string): string | undefined {
  const [before = '', behind = ''] = pattern.split('{}');
  const isSo =
    text.length > before.length + behind.length && text.startsWith(before) && text.endsWith(behind);
  return isSo ? text.slice(before.length, text.length - behind.length) : undefined;
}

/** The same leaf of another member: `/price/amount` by `price` tells where `/cost/amount` is. */
const withStep = (at: string, step: string, name: string): string =>
  at
    .split('/')
    .map((own) => (own === step ? name : own))
    .join('/');

/** @param orders the leaves to sort by, the first one first */
function sorted(
  records: readonly Json[],
  orders: readonly string[],
  ties: SortForm['ties'] = {},
): readonly Json[] {
  const leaves = orders.filter((by) => by.includes('/'));
  if (leaves.length === 0) return orders[0] === '-' ? [...records].reverse() : records;
  const tie = ties[leaves[0]!.startsWith('-') ? '-' : ''];
  const usual = tie === '-' ? [...records].reverse() : [...records];
  const steps = [...leaves, ...(tie === undefined || tie === '-' ? [] : [tie])].map(byLeaf);
  return usual.sort((a, b) => steps.reduce((before, step) => before || step(a, b), 0));
}

/** Records in the order of a leaf, those without it last. */
function byLeaf(by: string): (a: Json, b: Json) => number {
  const down = by.startsWith('-');
  const at = down ? by.slice(1) : by;
  const direction = down ? -1 : 1;
  return (a, b) => {
    const [x, y] = [valueAt(a, at) ?? null, valueAt(b, at) ?? null];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return direction * compare(x, y);
  };
}

/** What is wrong with the page that a query asks for. */
export interface PageObjection {
  readonly cause: Cause;
  readonly param: string;
  readonly value: string;
}

/** The page, and what could be objected to in how it was asked for. */
export interface Selection {
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
    const place = placeOf(value, position, { ...list, size, query }, objections);
    if (place === undefined) continue;
    if (position.by === 'before') [from, to] = [Math.max(0, place - size), place];
    else [from, to] = [place, Math.min(total, place + size)];
    if (from >= total && from > 0) objections.push({ cause: 'position-beyond', param: position.name, value });
  }
  const isAgain = form.lastAgain === true && from >= total && total > 0 && Number.isFinite(size);
  const shown = isAgain ? Math.floor((total - 1) / size) * size : from;
  const records = recordsBetween(list, shown, isAgain ? total : Math.max(from, to));
  const page: Page = {
    ...list,
    records,
    from,
    count: records.length,
    to: isAgain ? from + records.length : Math.max(from, to),
    total,
    size,
    asked: askedSize(query, form),
    query,
    mostCounted: form.mostCounted,
  };
  const isCut = form.size?.cuts === true && query.has(form.size.name);
  return { page: isCut ? cutTo(page) : page, objections };
}

/** A page that is all there is of its list, which was cut to it. */
export function cutTo(page: Page): Page {
  const { records, count } = page;
  return { ...page, all: records, gaps: undefined, from: 0, to: count, total: count };
}

/** How many records a query asks for, however many a page has; Infinity where it does not say. */
function askedSize(query: URLSearchParams, { size }: QueryForm): number {
  const number = whole((size && query.get(size.name)) ?? '');
  return number === undefined || number < 0 ? Infinity : number;
}

function sizeOf(query: URLSearchParams, { size, pageSize }: QueryForm, objections: PageObjection[]): number {
  const usual = pageSize ?? Infinity;
  const value = size === undefined ? null : query.get(size.name);
  if (size === undefined || value === null) return usual;
  const param = size.name;
  const number = whole(value);
  if (number === undefined) {
    objections.push({ cause: 'size-unreadable', param, value });
    return usual;
  }
  if (number <= 0) {
    objections.push({ cause: number < 0 ? 'size-negative' : 'size-zero', param, value });
    return number === 0 && size.zero === true ? 0 : usual;
  }
  if (size.max !== undefined && number > size.max) {
    objections.push({ cause: 'size-too-large', param, value });
    return size.excess === 'usual' ? usual : size.max;
  }
  return number;
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
      if (value === position.start) return 0;
      // A token may lead behind the end.
      const end = Math.min(2 * lengthOf(walk) + 100, 2 * all.length + farthest);
      for (let place = 0; place <= end; place += 1) {
        if (tokenAt(place, position, walk) === value) return place;
      }
      objections.push({ cause: 'token-unknown', param, value });
      return undefined;
    }
  }
}

/** What of a list stays the same from page to page. */
export type Walk = Pick<Page, 'all' | 'gaps' | 'size' | 'query'>;

/** The token that leads to the page that begins at a place. */
export function tokenAt(
  place: number,
  { name: param, token = '' }: PositionForm,
  walk: Walk,
): string | undefined {
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
  return name.startsWith('query.') ? (query.get(name.slice(6)) ?? undefined) : undefined;
}

/** What an answer can say about its page; `position` is the parameter that leads to the others. */
export function pageFact(name: string, page: Page, position: PositionForm | undefined): Json | undefined {
  const { records, from, count, to, total, size, asked, mostCounted } = page;
  if (name.startsWith('first/')) return valueAt(records[0], name.slice(5));
  if (name.startsWith('last/')) return valueAt(records.at(-1), name.slice(4));
  return pageFacts[name]?.({
    from,
    count,
    to,
    total,
    counted: mostCounted === undefined ? undefined : Math.min(total, mostCounted),
    size,
    asked,
    pages: Number.isFinite(size) ? Math.ceil(total / size) : Math.min(1, total),
    leadTo: (place) => leadTo(place, page, position),
    tokenAt: (place) => (position?.by === 'token' ? tokenAt(place, position, page) : undefined),
  });
}

/** What the refusal of a list can say about it: how long it is, and how many pages it has. */
export function lengthFacts(
  records: readonly Json[],
  query: URLSearchParams,
  form: QueryForm,
  remember?: Remember,
): [name: string, value: Json][] {
  const { page } = selectPage(pick(records, query, form, remember), query, form);
  return ['page.total', 'page.pages', 'page.last number'].map((name) => [
    name,
    pageFact(name, page, undefined)!,
  ]);
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
