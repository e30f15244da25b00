// Writes outcomes in our own form, as the settings say it: what stands around records (A1 to A4), and the answer to a
// write (A2). How a record itself is written, the serializer knows.
import { fill } from '../../dialect/templates.ts';
import type { Json } from '../../http/exact-json.ts';
import { jsonResponse } from '../../http/message.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { Subject } from '../../spec/endpoints.ts';
import type { Settings } from '../../spec/settings.ts';
import { entityTag, notModified } from './entity-tag.ts';
import type { Listing } from '../models/resources.ts';
import type { Serializer } from '../worlds/serializer.ts';
import type { CollectionPage } from './list-query.ts';
import type { Render, Shown } from './outcome.ts';

/** The renderer of our own form. */
export function plainRenderer({ form, etag }: Settings): Render {
  const around = printer(form.record);
  /** Whether an answer is the record and nothing else. */
  const isBare = around(() => mark) === mark;
  const [lastPage, otherPage] = [printer(form.list, ['next']), printer(form.list)];

  function one(text: string, ...headers: readonly string[]): ApiResponse {
    return jsonResponse(
      200,
      around(() => text),
      ...headers,
    );
  }

  function listing(request: ApiRequest, serializer: Serializer, record: Listing): ApiResponse {
    if (etag === 'off' && isBare) return jsonResponse(200, serializer.listingBytes(record));
    const text = serializer.listing(record);
    if (etag === 'off') return one(text);
    const tag = entityTag(text);
    return notModified(request, tag) ?? one(text, 'ETag', tag);
  }

  function written(text: string, part: () => string): ApiResponse {
    const tag = etag === 'off' ? [] : ['ETag', entityTag(text)];
    switch (form.written) {
      case 'full':
        return one(text, ...tag);
      case 'partial':
        return one(part(), ...tag);
      case 'empty':
        return one('{}', ...tag);
      case 'no-content':
        return { status: 204, headers: tag, body: null };
    }
  }

  function list<T extends { readonly id: string }>(
    request: ApiRequest,
    page: CollectionPage<T>,
    print: (record: T) => string,
  ): ApiResponse {
    const around = page.hasMore ? otherPage : lastPage;
    const body = around((hole) => pageText(hole, request, page, print));
    const link = form.paging.by === 'link' ? nextLink(request, page) : undefined;
    return jsonResponse(200, body, ...(link === undefined ? [] : ['Link', link]));
  }

  return function render(outcome, { request, account: { serializer } }) {
    switch (outcome.kind) {
      case 'record': {
        const { of, record } = outcome;
        return of === 'listing' ? listing(request, serializer, record) : one(textOf(serializer, of, record));
      }
      case 'written': {
        const { record, update } = outcome;
        return written(serializer.listing(record), () => serializer.partOf(record, update));
      }
      case 'page': {
        const { of, page } = outcome;
        return list(request, page as CollectionPage<Shown[Subject]>, (record) =>
          textOf(serializer, of, record),
        );
      }
    }
  };
}

/** The serializer has a method for each subject. */
function textOf<S extends Subject>(
  serializer: { readonly [Each in Subject]: (record: Shown[Each]) => string },
  of: S,
  record: Shown[S],
): string {
  return serializer[of](record);
}

/** The text that a hole stands for. */
type TextOf = (hole: string) => string;

const mark = '\u0002';
const holes = /"\\u0002([a-z]+)\\u0002"|\\u0002([a-z]+)\\u0002/g;

/**
 * A template as a function that writes it. Records are texts already, so the parts between the holes are printed once.
 * @param absent holes that have nothing
 */
function printer(template: Json, absent: readonly string[] = []): (textOf: TextOf) => string {
  const filled = fill(template, (name) => (absent.includes(name) ? undefined : mark + name + mark));
  // Split by two groups, of which one is always undefined: text, alone, within, text, alone, within, ..., text.
  const [first = '', ...rest] = JSON.stringify(filled ?? null).split(holes);
  const parts = Array.from({ length: rest.length / 3 }, (_, at) => ({
    alone: rest[at * 3],
    within: rest[at * 3 + 1],
    after: rest[at * 3 + 2]!,
  }));
  return (textOf) => {
    let text = first;
    for (const { alone, within, after } of parts) {
      text += alone === undefined ? textOf(within!).replace(/^"|"$/g, '') : textOf(alone);
      text += after;
    }
    return text;
  };
}

/** What a list's template can tell of a page, as JSON. */
function pageText<T extends { readonly id: string }>(
  hole: string,
  { path }: ApiRequest,
  page: CollectionPage<T>,
  print: (record: T) => string,
): string {
  const { records, total, offset, limit, hasMore } = page;
  const size = Number.isFinite(limit) ? limit : total;
  switch (hole) {
    case 'records':
      return `[${records.map(print).join(',')}]`;
    case 'more':
      return String(hasMore);
    case 'total':
      return String(total);
    case 'count':
      return String(records.length);
    case 'offset':
      return String(offset);
    case 'size':
      return String(size);
    case 'page':
      return String(size === 0 ? 1 : Math.floor(offset / size) + 1);
    case 'pages':
      return String(size === 0 ? 1 : Math.ceil(total / size));
    case 'path':
      return JSON.stringify(path);
    case 'next':
      return JSON.stringify(records.at(-1)?.id ?? null);
    default:
      throw new Error(`a list's template has no hole '${hole}'`);
  }
}

/** RFC 8288; the target keeps the other parameters of the request. */
function nextLink(
  request: ApiRequest,
  { records, hasMore }: CollectionPage<{ readonly id: string }>,
): string | undefined {
  const last = records.at(-1);
  if (!hasMore || last === undefined) return undefined;
  const query = new URLSearchParams(request.query);
  const backwards = query.has('ending_before');
  query.delete('starting_after');
  query.delete('ending_before');
  if (backwards) query.set('ending_before', records[0]!.id);
  else query.set('starting_after', last.id);
  return `<${request.origin}${request.path}?${query.toString()}>; rel="next"`;
}
