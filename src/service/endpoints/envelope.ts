// What wraps records in an answer (A1, A3, A4).
import type { Settings } from '../../spec/assumptions.ts';
import { jsonResponse } from '../../http/message.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { Page } from './list-query.ts';

/** The answer with one record, given as JSON text. */
export function recordResponse(
  text: string,
  settings: Settings,
  status = 200,
  ...headers: readonly string[]
): ApiResponse {
  return jsonResponse(status, settings['single-envelope'] === 'data' ? `{"data":${text}}` : text, ...headers);
}

/** The answer with a page of records; `texts` are the records as JSON texts. */
export function listResponse<T extends { readonly id: string }>(
  request: ApiRequest,
  page: Page<T>,
  texts: readonly string[],
  settings: Settings,
): ApiResponse {
  const records = `[${texts.join(',')}]`;
  const link = settings.pagination === 'link' ? nextLink(request, page) : undefined;
  return jsonResponse(
    200,
    envelope(request, page, records, settings),
    ...(link === undefined ? [] : ['Link', link]),
  );
}

function envelope<T>(request: ApiRequest, page: Page<T>, records: string, settings: Settings): string {
  const key = JSON.stringify(settings['list-key']);
  const named = (snake: string) => (settings['envelope-case'] === 'snake' ? snake : camelCase(snake));
  switch (settings['list-envelope']) {
    case 'list':
      return `{${key}:${records},"${named('has_more')}":${page.hasMore}}`;
    case 'array':
      return records;
    case 'data':
      return `{${key}:${records}}`;
    case 'stripe': {
      const url = JSON.stringify(request.path);
      return `{"object":"list","url":${url},"${named('has_more')}":${page.hasMore},${key}:${records}}`;
    }
    case 'page': {
      const size = Number.isFinite(page.limit) ? page.limit : page.total;
      const number = size === 0 ? 1 : Math.floor(page.offset / size) + 1;
      const pages = size === 0 ? 1 : Math.ceil(page.total / size);
      const counts = [
        `"page":${number}`,
        `"${named('page_size')}":${size}`,
        `"${named('total_items')}":${page.total}`,
      ];
      return `{${counts.join(',')},"${named('total_pages')}":${pages},${key}:${records}}`;
    }
  }
}

/** RFC 8288; the target keeps the other parameters of the request. */
function nextLink<T extends { readonly id: string }>(request: ApiRequest, page: Page<T>): string | undefined {
  const last = page.records.at(-1);
  if (!page.hasMore || last === undefined) return undefined;
  const query = new URLSearchParams(request.query);
  const backwards = query.has('ending_before');
  query.delete('starting_after');
  query.delete('ending_before');
  if (backwards) query.set('ending_before', page.records[0]!.id);
  else query.set('starting_after', last.id);
  return `<${request.origin}${request.path}?${query.toString()}>; rel="next"`;
}

export function camelCase(snake: string): string {
  return snake.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
