// Query parameters of the list endpoints, all of them assumed (A4, A5): which records, in which order, how many.
import type { Settings } from '../../spec/settings.ts';
import type { Form } from '../../spec/form.ts';
import { ApiError } from '../../spec/errors.ts';
import { parseIsoTime } from '../../http/iso-time.ts';
import type { ApiRequest, RequestContext } from '../../http/message.ts';
import type { Collection } from '../worlds/collection.ts';
import { printable } from '../../spec/read-body.ts';

/** A page of a collection. */
export interface CollectionPage<T> {
  readonly records: readonly T[];
  readonly total: number;
  /** Where the page begins. */
  readonly offset: number;
  /** The limit asked for or in force; Infinity: all. */
  readonly limit: number;
  /** Whether there are more in the direction of the page. */
  readonly hasMore: boolean;
}

/** What of a record its collection can be filtered and sorted by. */
export interface ListFields<T> {
  /** Parameter and the value that it compares with. */
  readonly equal: Readonly<Record<string, (record: T) => string | null>>;
  /** Parameter and the time, ISO 8601, that must not be before it. */
  readonly since: Readonly<Record<string, (record: T) => string>>;
  /** Names that `sort` takes. */
  readonly sortable: Readonly<Record<string, (record: T) => string | number | boolean | null>>;
}

/** The parameters of each way to page. */
export const pagingParameters: Readonly<Record<Form['paging']['by'], readonly string[]>> = {
  cursor: ['limit', 'starting_after', 'ending_before'],
  link: ['limit', 'starting_after', 'ending_before'],
  page: ['page', 'page_size'],
  none: [],
};

/** Records in order: a whole collection, which is never copied, or what a filter leaves of it. */
type Records<T> = Pick<readonly T[], 'length'> & { slice(from: number, to: number): readonly T[] };

/**
 * The page of a collection that a query asks for.
 * @throws ApiError 400 with the parameter at fault
 */
export function collectionPage<T extends { readonly id: string; readonly createdAt: string }>(
  { query, context }: Pick<ApiRequest, 'query' | 'context'>,
  collection: Collection<T>,
  fields: ListFields<T>,
  settings: Settings,
): CollectionPage<T> {
  if (query === '' && settings.form.paging.default === 0) return whole(collection.all());
  const parameters = new URLSearchParams(query);
  judgeUnknown(parameters, fields, settings, context);
  const filter = settings.filters === 'on' ? readFilter(parameters, fields) : null;
  const records = filter === null ? collection : select(filter, collection.all());
  const placeOf = (param: string, id: string) => {
    const place = filter === null ? collection.cursor(id) : placeOfCursor(id, filter, collection);
    if (place !== undefined) return place;
    throw new ApiError('reference_missing', `${param} names no record: '${printable(id)}'.`, { param });
  };
  return settings.form.paging.by === 'page'
    ? numberedPage(parameters, records, settings)
    : cursorPage(parameters, records, placeOf, settings);
}

function whole<T>(records: readonly T[]): CollectionPage<T> {
  return { records, total: records.length, offset: 0, limit: Infinity, hasMore: false };
}

type PlaceOf = (param: string, id: string) => { readonly before: number; readonly after: number };

function cursorPage<T>(
  parameters: URLSearchParams,
  records: Records<T>,
  placeOf: PlaceOf,
  settings: Settings,
): CollectionPage<T> {
  const paging = settings.form.paging.by !== 'none';
  const read = (name: string) => (paging ? parameters.get(name) : null);
  const limit = parseLimit('limit', read('limit'), settings);
  const after = read('starting_after');
  const before = read('ending_before');
  if (after !== null && before !== null) {
    const message = 'starting_after and ending_before exclude each other.';
    throw new ApiError('parameters_conflict', message, { param: 'ending_before' });
  }
  const total = records.length;
  if (before !== null) {
    const end = placeOf('ending_before', before).before;
    const offset = Math.max(0, end - limit);
    return { records: records.slice(offset, end), total, offset, limit, hasMore: offset > 0 };
  }
  const offset = after === null ? 0 : placeOf('starting_after', after).after;
  const end = Math.min(total, offset + limit);
  return { records: records.slice(offset, end), total, offset, limit, hasMore: end < total };
}

function numberedPage<T>(
  parameters: URLSearchParams,
  records: Records<T>,
  settings: Settings,
): CollectionPage<T> {
  const limit = parseLimit('page_size', parameters.get('page_size'), settings);
  const page = parseWhole('page', parameters.get('page') ?? '1');
  const total = records.length;
  const offset = page === 1 ? 0 : Math.min(total, (page - 1) * limit);
  const end = Math.min(total, offset + limit);
  return { records: records.slice(offset, end), total, offset, limit, hasMore: end < total };
}

function parseLimit(param: string, value: string | null, settings: Settings): number {
  const { by, default: usual, most, excess } = settings.form.paging;
  if (by === 'none') return Infinity;
  if (value === null) return usual || Infinity;
  const limit = parseWhole(param, value);
  if (limit <= most) return limit;
  if (excess === 'cap') return most;
  throw new ApiError('parameter_out_of_range', `${param} must be at most ${most}, but is ${limit}.`, {
    param,
  });
}

function parseWhole(param: string, value: string): number {
  if (/^\d{1,9}$/.test(value) && Number(value) >= 1) return Number(value);
  const message = `${param} must be a whole number of at least 1, not '${printable(value)}'.`;
  throw new ApiError('parameter_invalid', message, { param });
}

/** Which records a query wants, and in which order; null: that of the list. */
interface ListFilter<T> {
  readonly matches: (record: T) => boolean;
  readonly order: ((a: T, b: T) => number) | null;
}

/** The filter in a query; null when there is none. */
function readFilter<T>(parameters: URLSearchParams, fields: ListFields<T>): ListFilter<T> | null {
  const tests: ((record: T) => boolean)[] = [];
  for (const [param, value] of parameters) {
    const equal = Object.hasOwn(fields.equal, param) ? fields.equal[param] : undefined;
    const since = Object.hasOwn(fields.since, param) ? fields.since[param] : undefined;
    if (equal !== undefined) tests.push((record) => equal(record) === value);
    if (since !== undefined) {
      const from = parseTime(param, value);
      tests.push((record) => Date.parse(since(record)) >= from);
    }
  }
  const sort = parameters.get('sort');
  if (tests.length === 0 && sort === null) return null;
  return {
    matches: (record) => tests.every((test) => test(record)),
    order: sort === null ? null : parseSort(sort, fields),
  };
}

function select<T>({ matches, order }: ListFilter<T>, records: readonly T[]): readonly T[] {
  const selected = records.filter(matches);
  return order === null ? selected : selected.sort(order);
}

/** Where the cursor's record stands, or would stand if the filter still let it through. */
function placeOfCursor<T extends { readonly id: string; readonly createdAt: string }>(
  id: string,
  { matches, order }: ListFilter<T>,
  collection: Collection<T>,
) {
  if (order === null) {
    const place = collection.cursor(id);
    if (place === undefined) return undefined;
    const matchesUpTo = (end: number) => collection.slice(0, end).filter(matches).length;
    return { before: matchesUpTo(place.before), after: matchesUpTo(place.after) };
  }
  const record = collection.get(id);
  if (record === undefined) return undefined;
  const withIt = { order, matches: (candidate: T) => candidate === record || matches(candidate) };
  const before = select(withIt, collection.all()).indexOf(record);
  return { before, after: matches(record) ? before + 1 : before };
}

/** `sort=-updatedAt,sku`: by the first name, then by the next; a minus turns the order round. */
function parseSort<T>(sort: string, fields: ListFields<T>): (a: T, b: T) => number {
  const keys = sort.split(',').map((name) => {
    const plain = name.startsWith('-') ? name.slice(1) : name;
    const value = Object.hasOwn(fields.sortable, plain) ? fields.sortable[plain] : undefined;
    if (value !== undefined) return { sign: plain === name ? 1 : -1, value };
    const names = Object.keys(fields.sortable).join(', ');
    const message = `sort cannot be '${printable(name)}'; it takes ${names}, each with a minus for descending.`;
    throw new ApiError('parameter_invalid', message, { param: 'sort' });
  });
  return (a, b) => {
    for (const { sign, value } of keys) {
      const order = compare(value(a), value(b));
      if (order !== 0) return sign * order;
    }
    return 0;
  };
}

type Sortable = string | number | boolean | null;

/** Null comes first; a field holds values of one type. */
function compare(a: Sortable, b: Sortable): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

const timeForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Without a zone a time is in UTC, as all times of the API are. */
function parseTime(param: string, value: string): number {
  const [whole, clock, zone] = timeForm.exec(value) ?? [];
  const time = parseIsoTime(clock !== undefined && zone === undefined ? `${value}Z` : value);
  if (whole !== undefined && !Number.isNaN(time)) return time;
  const message = `${param} must be a time in ISO 8601, such as 2026-01-31T00:00:00Z, not '${printable(value)}'.`;
  throw new ApiError('parameter_invalid', message, { param });
}

/** Refuses unknown parameters, or notes that they are ignored (A5). Of those that are no filter only the first counts. */
function judgeUnknown<T>(
  parameters: URLSearchParams,
  fields: ListFields<T>,
  settings: Settings,
  context: RequestContext,
): void {
  const filters =
    settings.filters === 'on' ? [...Object.keys(fields.equal), ...Object.keys(fields.since), 'sort'] : [];
  const known = [...pagingParameters[settings.form.paging.by], ...filters];
  const seen = new Set<string>();
  for (const param of parameters.keys()) {
    if (known.includes(param)) {
      const isFilter = Object.hasOwn(fields.equal, param) || Object.hasOwn(fields.since, param);
      if (!isFilter && seen.has(param)) (context.ignored ??= []).push(`repeat ${param}`);
      seen.add(param);
      continue;
    }
    if (settings['unknown-query'] === 'ignore') {
      (context.ignored ??= []).push(`query ${printable(param)}`);
      continue;
    }
    const message = `There is no query parameter '${printable(param)}'; known are ${known.join(', ') || 'none'}.`;
    throw new ApiError('parameter_unknown', message, { param: printable(param) });
  }
}
