// What a query asks of the records of a list, one thing after the other, and which records have it.
import { isList, isNothing, isObject, jsonIn, textOf } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import { lastSegment } from '../http/parse-url.ts';
import { leafAt, parentOf, pointerTo, valueAt } from '../http/pointer.ts';
import { remembering } from '../http/remembering.ts';
import { leavesOf } from './known-facts.ts';
import { asksForDirection } from './order-words.ts';
import type { FilterForm, QueryForm } from './profile-form.ts';
import { numeric, worthOf } from './template-filters.ts';
import { lettersIn } from './stated-names.ts';
import { sameValue } from './templates.ts';
import { readMoment } from './time-forms.ts';

/** The name and the value of what a query states. */
export type Stated = readonly [name: string, value: string];

/**
 * What a query states, one thing after the other, however it is written: a parameter that is sent twice states two things, so
 * does a list of lists in JSON, what a family of parameters says of one index is one thing, and `order[price]=desc` states
 * `price=desc` under `order[]`, as `sort[price]=-1` states `price=-1`. An object of operators in JSON states what its members would
 * in brackets.
 * @param query the parameters in their order
 */
export function statedIn(query: Iterable<Stated>): readonly Stated[] {
  const families = new Map<string, { readonly name: string; readonly members: Stated[] }>();
  const stated: (Stated | { readonly name: string; readonly members: Stated[] })[] = [];
  for (const [name, value] of [...query].flatMap(([name, value]) => membersStated(name, value))) {
    const [, family, member] = /^(.+\[\d+\])\[(\D[^[\]]*)\]$/.exec(name) ?? [];
    if (family === undefined) {
      const [, sorting, leaf] = asksForDirection(name, value) ? (/^(.+)\[([^[\]]+)\]$/.exec(name) ?? []) : [];
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

/** What a family says of one index, as a query in itself. */
const togetherOf = (members: readonly Stated[]): string =>
  [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((member) => member.join('='))
    .join('&');

/** What a value states that is an object in JSON, member by member; any other states itself. */
function membersStated(name: string, value: string): readonly Stated[] {
  const object = objectStated(value);
  return object === undefined ? [[name, value]] : statedBy(name, object);
}

/** The object of operators in JSON that a parameter has as its value, as `{"price":{"$gt":40}}`; undefined for any other. */
export function objectStated(value: string): JsonObject | undefined {
  const object = /^\{.*\}$/s.test(value) ? jsonIn(value) : undefined;
  return isObject(object) && isShallow(object) && hasOperators(object) ? object : undefined;
}

/** No service has operators in operators as deep as this. */
const mostNested = 8;

const isShallow = (value: Json, left = mostNested): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((inner: Json) => isShallow(inner, left - 1)));

/** Whether each member is an operator, or the operators for the leaf that it names. */
const hasOperators = (object: JsonObject): boolean =>
  Object.entries(object).every(([name, inner]) =>
    lettersIn(name) === 'and' && isList(inner)
      ? inner.every((item) => isObject(item) && hasOperators(item))
      : name.startsWith('$')
        ? isObject(inner) || isList(inner)
        : isObject(inner) && Object.keys(inner).every((operator) => operator.startsWith('$')),
  );

function statedBy(name: string, value: Json): readonly Stated[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([member, inner]) =>
      isList(inner) && lettersIn(member) === 'and'
        ? inner.flatMap((item) => statedBy(name, item))
        : statedBy(`${name}[${member}]`, inner),
    );
  }
  if (!isList(value)) return [[name, textOf(value)]];
  return [
    [
      name,
      value.some((item) => typeof item === 'object')
        ? JSON.stringify(value)
        : value.map((item) => textOf(item)).join(),
    ],
  ];
}

/** The items of a list of lists, each as it would be written alone. */
function listedIn(value: string): readonly string[] {
  if (!value.startsWith('[[')) return [value];
  try {
    const list = JSON.parse(value) as unknown[];
    return list.every(isList) ? list.map((item) => JSON.stringify(item)) : [value];
  } catch {
    return [value];
  }
}

/** Whether a record has a value at a place, be it in a list, or any where it is not said which. */
export function isAt(
  record: Json,
  { at, is }: { readonly at: string; readonly is?: Json | undefined },
): boolean {
  const value = leafAt(record, at);
  if (is === undefined) return value !== null;
  return sameValue(value, is) || (isList(value) && value.some((one) => sameValue(one, is)));
}

/** What a query states under a name first; null where it states nothing. */
export const valueOf = (name: string, stated: readonly Stated[]): string | null =>
  stated.find(([own]) => own === name)?.[1] ?? null;

/** A condition, and the filter that reads it. */
interface Condition {
  readonly value: string;
  readonly form: FilterForm | undefined;
}

/** What is asked for, and the filter that reads it. */
interface Asked extends Condition {
  readonly form: FilterForm;
  /** Groups of conditions, of which a record has to have one whole, where the value has several. */
  readonly anyOf?: readonly (readonly Condition[])[];
}

/** What is known of the parameters of a list. */
type Parameters = Pick<QueryForm, 'filters' | 'always' | 'ignored' | 'size' | 'positions' | 'sort'>;

/** The names of the parameters of which it is known what they ask for, or that they ask for nothing. */
export const parametersIn = ({
  filters = {},
  always = {},
  ignored = {},
  size,
  positions = [],
  sort,
}: Parameters): ReadonlySet<string | undefined> =>
  new Set([
    ...Object.keys(filters),
    ...Object.keys(always),
    ...Object.keys(ignored),
    size?.name,
    size?.cuts,
    ...positions.map(({ name }) => name),
    sort?.name,
    sort?.reversedBy?.name,
    ...Object.keys(sort?.beside ?? {}),
  ]);

/** The conditions of a query that filters read. @param records of the list */
export const askedIn = (
  stated: readonly Stated[],
  query: Parameters,
  records: readonly Json[] = [],
): readonly Asked[] =>
  withRanges(stated, query.filters ?? {}).flatMap(([name, value]) => {
    const anyOf = groupsIn(value, filtersOf(name, query, records), records);
    const read = anyOf.flat().flatMap((one) => (one.form === undefined ? [] : [{ ...one, form: one.form }]));
    return anyOf.length > 1 && read.length > 0 ? [{ value, form: read[0]!.form, anyOf }] : read;
  });

/**
 * The filters of a parameter. One that was never seen, and is called after a leaf of the records as another one is after its own,
 * asks of that leaf what the other asks of its own, where at least half of the records have it.
 */
function filtersOf(name: string, query: Parameters, records: readonly Json[]): readonly FilterForm[] {
  const { filters = {} } = query;
  if (Object.hasOwn(filters, name)) return filters[name]!;
  if (parametersIn(query).has(name)) return [];
  for (const [seen, forms] of Object.entries(filters)) {
    const at = forms[0]?.at ?? '';
    if (!forms.every((one) => one.at === at && one.means === undefined)) continue;
    const leaf = namedIn(name, seen.replace(lastSegment(at), '{}'));
    const named = stepsNamed(seen, at);
    const other = named && namedIn(name, seen.replace(named.path, '{}'))?.replaceAll('.', '/');
    const place = [leaf && `${parentOf(at)}/${leaf}`, other && named.around(other)].find((own) => {
      const values = own === undefined ? [] : records.map((record) => valueAt(record, own));
      const leaves = values.filter((one) => one !== undefined && (one === null || typeof one !== 'object'));
      return leaves.length > 0 && leaves.length * 2 >= records.length;
    });
    if (place !== undefined) return forms.map((form) => ({ ...form, at: place }));
    const inner = seen === lastSegment(at) ? innerLeaf(name, records) : undefined;
    if (inner !== undefined) return forms.map((form) => ({ ...form, at: inner }));
  }
  return [];
}

/** So many records show which leaves they have. */
const enoughRecords = 50;

/**
 * The leaf within an object that a parameter names with it, as `strategy_id` does `/strategy/id`, where at least half of the records
 * have it, or nothing in place of its object.
 */
function innerLeaf(name: string, records: readonly Json[]): string | undefined {
  const letters = lettersIn(name);
  const places = new Set(
    records.slice(0, enoughRecords).flatMap((record) => leavesOf(record).map(([at]) => at)),
  );
  return [...places].find((at) => {
    if (at.lastIndexOf('/') <= 0 || lettersIn(at) !== letters) return false;
    const known = records.filter(
      (record) => valueAt(record, at) !== undefined || valueAt(record, parentOf(at)) === null,
    );
    return known.length * 2 >= records.length;
  });
}

/** The steps of a place that a parameter names, as many as it does, and where others stand in their stead; undefined for none. */
function stepsNamed(
  parameter: string,
  at: string,
): { readonly path: string; readonly around: (other: string) => string } | undefined {
  const steps = at.split('/').slice(1);
  for (let length = steps.length; length > 0; length -= 1)
    for (let end = steps.length; end >= length; end -= 1) {
      const path = pathName(steps.slice(end - length, end).join('/'));
      const around = (other: string) =>
        ['', ...steps.slice(0, end - length), other, ...steps.slice(end)].join('/');
      if (path !== '' && parameter.includes(path)) return { path, around };
    }
  return undefined;
}

/** How parameters name a leaf by its path, such as `price.amount`. */
export const pathName = (at: string): string =>
  at
    .split('/')
    .filter((step) => step !== '' && step !== anyItem)
    .join('.');

/**
 * What a query asks of leaves by parameters that are called after them, such as `price_below=40`: the leaf, what stands beside
 * its name in the parameter, and the value. @param records of the list
 */
export const conditionsNamed = (
  query: Iterable<Stated>,
  parameters: Parameters,
  records: readonly Json[],
): Json[] =>
  statedIn(query).flatMap(([parameter, value]) => {
    const [form] = filtersOf(parameter, parameters, records);
    const leaf = form && fieldNamed(form, value);
    if (leaf === undefined || !parameter.includes(leaf)) return [];
    const behind = parameter.replace(leaf, '').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
    return [{ parameter, leaf, behind, value }];
  });

/** The name that stands in a text in place of the hole of a pattern. */
export function namedIn(text: string, pattern: string): string | undefined {
  const [before = '', behind] = pattern.split('{}');
  if (behind === undefined) return undefined;
  const isSo =
    text.length > before.length + behind.length && text.startsWith(before) && text.endsWith(behind);
  return isSo ? text.slice(before.length, text.length - behind.length) : undefined;
}

/** With the two ends of a range that are sent as two values of one parameter as one value. */
const withRanges = (
  stated: readonly Stated[],
  filters: NonNullable<QueryForm['filters']>,
): readonly Stated[] =>
  stated.flatMap(([name, value], at): readonly Stated[] => {
    if (filters[name]?.[0]?.by !== 'between') return [[name, value]];
    const isFirst = stated.findIndex(([other]) => other === name) === at;
    return isFirst ? [[name, stated.flatMap(([other, end]) => (other === name ? [end] : [])).join()]] : [];
  });

/** Whether a record has all that is asked for; of several values for one leaf it has one. */
export function meets(record: Json, asked: readonly Asked[]): boolean {
  const isMet = ({ form, value, anyOf }: Asked) =>
    anyOf === undefined ? passes(record, form, value) : hasOneOf(record, anyOf);
  return asked.every(
    (one) =>
      isMet(one) ||
      (one.form.as === undefined && asked.some((other) => other.form === one.form && isMet(other))),
  );
}

/** Whether a record has all conditions of one of these groups. */
export const hasOneOf = (record: Json, groups: readonly (readonly Condition[])[]): boolean =>
  groups.some((all) => all.every(({ form, value }) => form !== undefined && passes(record, form, value)));

/** The same where what is searched for may stand in any text beside the leaf; undefined where nothing is searched for. */
export function meetsAnywhere(asked: readonly Asked[]): ((record: Json) => boolean) | undefined {
  const [searched, others] = [asked.filter(isSearched), asked.filter((one) => !isSearched(one))];
  if (searched.length === 0) return undefined;
  return (record) =>
    meets(record, others) &&
    searched.every(({ form, value }) =>
      besideIn(record, form.at).some((at) => passes(record, { ...form, at }, value)),
    );
}

/** Whether a word alone is searched for, under whatever name. */
const isSearched = ({ form: { by, as, at }, value }: Asked): boolean =>
  by === 'contains' && as === undefined && !at.includes(anyItem) && value.length > 1;

/** The texts that stand beside a leaf. */
function besideIn(record: Json, place: string): string[] {
  const parent = parentOf(place);
  const beside = valueAt(record, parent);
  return isObject(beside)
    ? Object.entries(beside).flatMap(([name, own]) =>
        typeof own === 'string' && readMoment(own) === undefined ? [pointerTo(parent, name)] : [],
      )
    : [];
}

/** So many patterns are read once. */
const mostPatterns = 1000;

/** What a parameter says that asks by a pattern: the name of a leaf, the value, or both. */
const patternOf = remembering(mostPatterns, (as) => {
  const pattern = literalPattern(as).replace('\\{\\}', '(?<name>[\\w.-]+)').replace('\\*', '(?<value>.*)');
  return new RegExp(`^${pattern}$`);
});

/** The leaf and the value that a parameter asks for. */
export function readFilter({ at, as }: FilterForm, asked: string): { at: string; asked: string } | undefined {
  if (as === undefined) return { at, asked };
  const found = patternOf(as).exec(asked)?.groups;
  if (found === undefined) return undefined;
  const name = found.name === undefined ? at : `${parentOf(at)}/${found.name}`;
  return { at: name, asked: found.value ?? '' };
}

/** What the value of a parameter asks for: one condition or several, each with the filter that reads it. */
export const conditionsIn = (
  asked: string,
  forms: readonly FilterForm[],
  records: readonly Json[] = [],
): readonly Condition[] => groupsIn(asked, forms, records).flat();

/**
 * The same in groups, of which a record has to have one whole: `a=1 and b=2 or c=3` has two.
 * @param records of two filters that read a condition the one is meant that names a leaf of these
 */
export function groupsIn(
  asked: string,
  forms: readonly FilterForm[],
  records: readonly Json[] = [],
): readonly (readonly Condition[])[] {
  const partsOf = (text: string, word: 'and' | 'or') => {
    const between = forms.find((form) => form[word] !== undefined && text.includes(form[word]))?.[word];
    return between === undefined ? [text] : partsBetween(text, between);
  };
  return partsOf(asked, 'or').map((all) =>
    partsOf(all, 'and').map((value) => {
      const reading = forms.filter((one) => reads(one, value) && !lacksQuotes(one, value, forms));
      const isMeant = (one: FilterForm) => records.some((record) => hasLeaf(record, one, value));
      return { value, form: (reading.length > 1 ? reading.find(isMeant) : undefined) ?? reading[0] };
    }),
  );
}

/** Whether a text stands without quotes where texts have them: numbers, moments, true and false have none. */
function lacksQuotes(form: FilterForm, asked: string, forms: readonly FilterForm[]): boolean {
  const text = readFilter(form, asked)!.asked;
  const isQuoted = ({ as }: FilterForm) => as?.includes('"*"') === true && as.replace('"*"', '*') === form.as;
  return /^\p{L}/u.test(text) && isYes(text) === undefined && !isNull(text) && forms.some(isQuoted);
}

/** The parts of a text between which something stands. In brackets around all of them each is as it would be there alone. */
export function partsBetween(text: string, between: string): readonly string[] {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  const isAround = inner !== undefined && isBalanced(inner);
  const parts = splitOutside(isAround ? inner : text, between).map((part) => part.trim());
  if (parts.length === 1) return [text];
  return isAround ? parts.map((part) => `(${part})`) : parts;
}

/** Whether no bracket is closed before it is opened. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const sign of text.replace(/[^()]/g, '')) {
    open += sign === '(' ? 1 : -1;
    if (open < 0) return false;
  }
  return true;
}

/** The parts of a text between which something stands that is not in brackets: `a in (x,y),b=z`, `a:{x|y},b:[1..2]`. */
function splitOutside(text: string, between: string): readonly string[] {
  const parts = [''];
  for (const part of text.split(between)) {
    const open = parts.at(-1)!;
    const isOpen = open.split(/[([{]/).length > open.split(/[)\]}]/).length;
    if (isOpen) parts[parts.length - 1] = open + between + part;
    else parts.push(part);
  }
  return parts.slice(1);
}

/** Whether it is asked by yes or no if there is a value. */
export const isOfThere = (by: FilterForm['by']): by is 'is there' | 'is not there' =>
  by === 'is there' || by === 'is not there';

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

/** A place of any item of lists, in the first item of each. */
export const inFirstItems = (place: string): string => place.replaceAll(`/${anyItem}`, '/0');

/** What stands at a place of a record; of any item of a list, what stands there in each. */
function filteredAt(record: Json, place: string): Json | undefined {
  const end = place.indexOf(`/${anyItem}`);
  if (end === -1) return valueAt(record, place);
  const list = valueAt(record, place.slice(0, end));
  return isList(list) ? list.flatMap((item) => filteredAt(item, place.slice(end + 2)) ?? []) : undefined;
}

export function passes(record: Json, form: FilterForm, whole: string): boolean {
  const read = readFilter(form, whole);
  if (read === undefined) return false;
  const { by, means, times } = form;
  const { asked } = read;
  const leaf = filteredAt(record, leafNamed(record, form, read.at));
  const value = times === undefined ? leaf : inLargerUnit(leaf, times);
  if (isOfThere(by)) {
    const isWanted = saysThere(asked);
    // Of a stock of 0 there is none, unless a number of it is asked for.
    const isNone = isNothing(value) || (worthOf(value) === 0 && numeric(asked) === undefined);
    return isWanted !== undefined && isWanted === (isNone === (by === 'is not there'));
  }
  if (by === 'is not') return !passes(record, { ...form, by: 'is one of' }, whole);
  if (means !== undefined) return Object.hasOwn(means, asked) && sameValue(means[asked], value ?? null);
  if (isList(value)) {
    const own = by === 'is one of' ? listIn(asked) : [asked];
    return value.some((item) => (isOneOf(by) ? own.includes(textOf(item)) : compares(item, by, asked)));
  }
  if (value === undefined || value === null) return isOneOf(by) && isNull(asked);
  return compares(value, by, asked);
}

function compares(
  value: Json,
  by: Exclude<FilterForm['by'], 'is there' | 'is not there' | 'is not'>,
  asked: string,
): boolean {
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
      return text.toLowerCase().includes(withoutStars(asked).toLowerCase());
    case 'starts with':
      return text.toLowerCase().startsWith(withoutStars(asked).toLowerCase());
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

/** The values that a condition asks for, of which a record has one. */
export const valuesAsked = ({ by, as }: FilterForm, asked: string): readonly string[] =>
  by === 'is one of' && as === undefined ? listIn(asked) : [asked];

/** Whether a condition asks for what is a value, or one of several. */
export const isOneOf = (by: FilterForm['by']) => by === 'is' || by === 'is one of';

/** How queries ask for what has no value. */
export const isNull = (asked: string) => /^null$/i.test(asked);

/** A text without the stars around it that stand for any other. */
const withoutStars = (asked: string) => asked.replace(/^\*+|\*+$/g, '');

/** A number in a unit that is so many times the one that it is told in. */
function inLargerUnit(value: Json | undefined, times: number): Json | undefined {
  const number = worthOf(value);
  return number === undefined ? value : number / times;
}

/** What a query says by yes or no; undefined for any other text. */
export const isYes = (asked: string): boolean | undefined =>
  /^(?:true|yes|1)$/i.test(asked) ? true : /^(?:false|no|0)$/i.test(asked) ? false : undefined;

/** Whether what stands behind the words for it, be it yes or nothing at all, asks for what is there; undefined for any other text. */
export const saysThere = (asked: string): boolean | undefined => (asked === '' ? true : isYes(asked));

/** The ends of a range as queries write it, such as `5-10`, `[5,10]` and, with one end open, `5-*`, `*-10` and `..10`. */
function endsOf(asked: string): [low: string | undefined, high: string | undefined] {
  const ends = asked
    .replace(/^[[(]|[\])]$/g, '')
    .split(/\.\.|[,;|]|\s+TO\s+/i)
    .map((end) => end.trim());
  const dayIn = (end: string) => (/^\d{4}-\d\d/.test(end) && readMoment(end) !== undefined ? end : undefined);
  const [from, to] = ends.map(dayIn);
  if (ends.length === 2 && (from ?? to) !== undefined) return [from, to];
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

/** Whether a text is searched for in what records show. */
export const isSearch = (by: FilterForm['by']) => by === 'contains' || by === 'starts with';
