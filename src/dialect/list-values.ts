// What the names of a list's envelope stand for (`answer-values.ts`).
import type { ApiRequest } from '../http/message.ts';
import type { Json } from '../http/exact-json.ts';
import type { Page } from './select-page.ts';
import type { PagingWire } from './wire.ts';

export function listValues(
  request: Pick<ApiRequest, 'origin' | 'path' | 'query'>,
  page: Page,
  records: readonly Json[],
  paging: PagingWire,
): Record<string, Json | undefined> {
  const { total, limit, from, to, number, pages, hasMore, next, previous, firstPage } = page;
  const size = Number.isFinite(limit) ? limit : Math.max(total, paging.limit?.default ?? 0);
  const lead = (to: readonly [string, string] | undefined) => link(request, to);
  const first = paging.page === undefined ? undefined : ([paging.page.name, String(firstPage)] as const);
  const last =
    paging.page === undefined
      ? undefined
      : ([paging.page.name, String(Math.max(firstPage, pages - 1 + firstPage))] as const);
  return {
    records,
    count: records.length,
    total,
    limit: size,
    offset: from,
    page: number,
    pages,
    firstPage,
    hasMore,
    noMore: !hasMore,
    hasPrevious: from > 0,
    isFirst: from === 0,
    remaining: total - to,
    nextPage: hasMore ? number + 1 : undefined,
    previousPage: from > 0 ? number - 1 : undefined,
    nextOffset: hasMore ? to : undefined,
    nextCursor: paging.cursor === undefined ? undefined : next?.[1],
    ...urls('next', request, lead(next)),
    ...urls('previous', request, lead(previous)),
    ...urls('first', request, first === undefined ? link(request, null) : lead(first)),
    ...urls('last', request, lead(last)),
    ...urls('self', request, link(request, null)),
    ...withLimit('next', request, lead(next), paging, limit),
    ...withLimit('previous', request, lead(previous), paging, limit),
  };
}

/** Links that name the limit in force, whether it was asked for or not. */
function withLimit(
  name: string,
  { origin }: Pick<ApiRequest, 'origin'>,
  path: string | undefined,
  paging: PagingWire,
  limit: number,
): Record<string, string | undefined> {
  if (paging.limit === undefined || !Number.isFinite(limit)) return {};
  const full = path === undefined ? undefined : withParameter(path, paging.limit.name, String(limit));
  return { [`${name}PathSized`]: full, [`${name}UrlSized`]: full === undefined ? undefined : origin + full };
}

function withParameter(path: string, name: string, value: string): string {
  const at = path.indexOf('?');
  const parameters = new URLSearchParams(at === -1 ? '' : path.slice(at + 1));
  parameters.set(name, value);
  return `${at === -1 ? path : path.slice(0, at)}?${parameters.toString()}`;
}

function urls(
  name: string,
  { origin }: Pick<ApiRequest, 'origin'>,
  path: string | undefined,
): Record<string, string | undefined> {
  return { [`${name}Path`]: path, [`${name}Url`]: path === undefined ? undefined : origin + path };
}

/** The request's own address with one parameter changed; null: as it is. */
function link(
  { path, query }: Pick<ApiRequest, 'path' | 'query'>,
  change: readonly [name: string, value: string] | undefined | null,
): string | undefined {
  if (change === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  if (change !== null) parameters.set(...change);
  const words = parameters.toString();
  return words === '' ? path : `${path}?${words}`;
}
