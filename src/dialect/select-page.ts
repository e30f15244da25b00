// The page of a list that a query asks for in the service's own parameters.
import { ApiError } from '../spec/errors.ts';
import { readCursor, writeCursor } from './cursors.ts';
import type { PagingWire } from './wire.ts';

/** What paging needs to know of a record. */
export interface Entry {
  /** As the service writes it. */
  readonly id: string;
  /** The cursor that was recorded for the page behind it. */
  readonly cursor?: string;
}

export interface Page {
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** Infinity: all. */
  readonly limit: number;
  /** Counted as the service counts. */
  readonly number: number;
  readonly pages: number;
  readonly hasMore: boolean;
  /** The parameter and its value that lead to the page behind or before this one. */
  readonly next?: readonly [name: string, value: string];
  readonly previous?: readonly [name: string, value: string];
  readonly firstPage: number;
}

/** @throws ApiError 400 with the parameter at fault */
export function selectPage(query: URLSearchParams, entries: readonly Entry[], paging: PagingWire): Page {
  const total = entries.length;
  const limit = readLimit(query, paging);
  const firstPage = paging.page?.first ?? 1;
  const from = Math.min(total, startOf(query, entries, limit, paging));
  const to = Math.min(total, from + limit);
  const hasMore = to < total;
  const number = Number.isFinite(limit) ? Math.floor(from / limit) + firstPage : firstPage;
  const next = hasMore ? leadTo(to, number + 1, entries, paging) : undefined;
  const back = Math.max(0, from - (Number.isFinite(limit) ? limit : total));
  const previous = from > 0 ? leadTo(back, number - 1, entries, paging) : undefined;
  return {
    from,
    to,
    total,
    limit,
    number,
    pages: Number.isFinite(limit) ? Math.ceil(total / limit) : Math.min(total, 1),
    hasMore,
    firstPage,
    ...(next && { next }),
    ...(previous && { previous }),
  };
}

function leadTo(
  place: number,
  number: number,
  entries: readonly Entry[],
  { page, offset, cursor }: PagingWire,
): readonly [string, string] | undefined {
  if (cursor !== undefined) {
    const behind = cursorBehind(place, entries, { cursor });
    return behind === undefined ? undefined : [cursor.name, behind];
  }
  if (page !== undefined) return [page.name, String(number)];
  return offset === undefined ? undefined : [offset.name, String(place)];
}

/** The cursor that leads behind so many records. */
export function cursorBehind(
  place: number,
  entries: readonly Entry[],
  { cursor }: Pick<PagingWire, 'cursor'>,
): string | undefined {
  const last = entries[place - 1];
  if (cursor === undefined || last === undefined) return undefined;
  return last.cursor ?? writeCursor({ offset: place, lastId: last.id }, cursor.form);
}

function startOf(
  query: URLSearchParams,
  entries: readonly Entry[],
  limit: number,
  paging: PagingWire,
): number {
  const { page, offset, cursor } = paging;
  const given = cursor === undefined ? null : query.get(cursor.name);
  if (cursor !== undefined && given !== null) {
    const known = entries.findIndex((entry) => entry.cursor === given);
    if (known !== -1) return known + 1;
    const place = readCursor(given, cursor.form);
    const at = place?.lastId === undefined ? -1 : entries.findIndex(({ id }) => id === place.lastId);
    if (at !== -1) return at + 1;
    if (place?.offset !== undefined) return place.offset;
    throw new ApiError('reference_missing', 'The cursor names no place in this list.', { param: 'cursor' });
  }
  if (offset !== undefined && query.has(offset.name)) return whole(query.get(offset.name)!, 'offset', 0);
  if (page !== undefined && query.has(page.name)) {
    const number = whole(query.get(page.name)!, 'page', page.first);
    return number === page.first ? 0 : (number - page.first) * limit;
  }
  return 0;
}

function readLimit(query: URLSearchParams, { limit }: PagingWire): number {
  const given = limit === undefined ? null : query.get(limit.name);
  if (limit === undefined || given === null) return (limit?.default ?? 0) || Infinity;
  const asked = whole(given, 'limit', 1);
  if (limit.max === 0 || asked <= limit.max) return asked;
  if (limit.excess === 'cap') return limit.max;
  if (limit.excess === undefined) return asked;
  throw new ApiError('parameter_out_of_range', `The limit must be at most ${limit.max}.`, { param: 'limit' });
}

function whole(words: string, param: string, least: number): number {
  if (/^\d{1,9}$/.test(words) && Number(words) >= least) return Number(words);
  const kind = /^-?\d{1,9}$/.test(words) ? 'parameter_out_of_range' : 'parameter_invalid';
  throw new ApiError(kind, `${param} must be a whole number of at least ${least}.`, { param });
}
