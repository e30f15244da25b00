// What the names in templates stand for, for one answer. `learning` finds out which name stands where.
//   of a list     records count total limit offset page pages firstPage hasMore noMore
//                 hasPrevious isFirst remaining startCursor endCursor
//                 nextPage previousPage nextOffset nextCursor nextUrl nextPath previousUrl previousPath firstUrl
//                 nextUrlSized nextPathSized previousUrlSized previousPathSized (they name the limit)
//                 firstPath lastUrl lastPath selfUrl selfPath
//                 links:<rels> (RFC 8288, such as links:next,prev)
//   of an item    record itemCursor
//   of a record   record, record:<pointer> sent:<field> strategy:<pointer> (of the listing's)
//   of a request  id path method origin param value unknown about query:<name> minPrice maxPrice strategyId
//   of limits     limit:second remaining:second reset:second (seconds), resetAt:second (unix); minute alike;
//                 retryAfter (seconds) retryAfterMs retryAfterDate retryAt (unix)
//   of a record   etag, as the simulator computes it
//   made up       uuid hex:<n> HEX:<n> digits:<n> letters:<n> base36:<n> number:<least>..<greatest> header:<name>
//   times         now:<form of `TimeForm`>
import { headerValue } from '../http/message.ts';
import type { ApiRequest, ApiResponse } from '../http/message.ts';
import type { Json } from '../http/exact-json.ts';
import { digest, writeTime } from './forms.ts';
import type { Resolve } from './template.ts';
import type { TimeForm } from './wire.ts';

export interface AnswerContext {
  readonly request: ApiRequest;
  /** The answer of the simulator. */
  readonly response: ApiResponse;
  readonly id: string;
  readonly now: number;
  /** Tells the answers of a run apart; the same run makes up the same values. */
  readonly count: number;
  /** Whatever else has a value here. */
  readonly values: Readonly<Record<string, Json | undefined>>;
  /** Requests per window, where the simulator does not tell, as with a key that is none. */
  readonly limits: Readonly<Record<string, number>>;
}

/** The headers that the simulator tells the limits with while a dialect is spoken (A19, `draft-10`). */
const stateOf = (name: string) => new RegExp(`"${name}";r=(\\d+);t=(\\d+)`);
const quotaOf = (name: string) => new RegExp(`"${name}";q=(\\d+)`);

export function answerValues(context: AnswerContext): Resolve {
  const { request, response, values, now } = context;
  const made = new Map<string, Json>();
  return function resolve(name) {
    if (Object.hasOwn(values, name)) return values[name];
    const [topic, detail = ''] = splitOnce(name);
    switch (topic) {
      case 'id':
        return context.id;
      case 'path':
        return request.path;
      case 'method':
        return request.method;
      case 'origin':
        return request.origin;
      case 'etag':
        return headerValue(response.headers, 'etag');
      case 'now':
        return writeTime(now, detail as TimeForm);
      case 'query':
        return new URLSearchParams(request.query).get(detail) ?? undefined;
      case 'links':
        return linksOf(detail.split(','), values);
      case 'limit':
      case 'remaining':
      case 'reset':
      case 'resetAt':
        return limitValue(topic, response, now, { name: detail, limit: context.limits[detail] ?? 0 });
      case 'retryAfter':
      case 'retryAfterMs':
      case 'retryAfterDate':
      case 'retryAt':
        return retryValue(topic, response, now);
      default: {
        const known = made.get(name) ?? makeUp(topic, detail, `${context.count} ${name}`);
        if (known !== undefined) made.set(name, known);
        return known;
      }
    }
  };
}

function splitOnce(name: string): [string, string?] {
  const at = name.indexOf(':');
  return at === -1 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

function linksOf(rels: readonly string[], values: AnswerContext['values']): string | undefined {
  const links = rels.flatMap((rel) => {
    const url = values[`${rel === 'prev' ? 'previous' : rel}Url`];
    return typeof url === 'string' ? [`<${url}>; rel="${rel}"`] : [];
  });
  return links.length === 0 ? undefined : links.join(', ');
}

function limitValue(
  topic: string,
  { headers }: ApiResponse,
  now: number,
  window: { readonly name: string; readonly limit: number },
): Json {
  if (topic === 'limit') {
    const quota = quotaOf(window.name).exec(headerValue(headers, 'ratelimit-policy') ?? '')?.[1];
    return Number(quota ?? window.limit);
  }
  // Of a request that no key counts, the whole limit is left.
  const found = stateOf(window.name).exec(headerValue(headers, 'ratelimit') ?? '') ?? [];
  const [, remaining = window.limit, reset = window.name === 'second' ? 1 : 60] = found;
  if (topic === 'remaining') return Number(remaining);
  return topic === 'reset' ? Number(reset) : Math.ceil(now / 1000) + Number(reset);
}

function retryValue(topic: string, { headers }: ApiResponse, now: number): Json | undefined {
  const words = headerValue(headers, 'retry-after');
  if (words === undefined) return undefined;
  const seconds = Number(words);
  if (topic === 'retryAfter') return seconds;
  if (topic === 'retryAfterMs') return seconds * 1000;
  return topic === 'retryAt' ? Math.ceil(now / 1000) + seconds : new Date(now + seconds * 1000).toUTCString();
}

function makeUp(topic: string, detail: string, seed: string): Json | undefined {
  const length = Number(detail);
  switch (topic) {
    case 'uuid': {
      const hex = digest(seed);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    }
    case 'hex':
      return characters(seed, length, '0123456789abcdef');
    case 'HEX':
      return characters(seed, length, '0123456789ABCDEF');
    case 'digits':
      return characters(seed, length, '0123456789');
    case 'base36':
      return characters(seed, length, 'abcdefghijklmnopqrstuvwxyz0123456789');
    case 'letters':
      return characters(seed, length, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    case 'number': {
      const [low = 0, high = 0] = detail.split('..').map(Number);
      return low + (Number.parseInt(digest(seed).slice(0, 8), 16) % Math.max(1, high - low + 1));
    }
    default:
      return undefined;
  }
}

function characters(seed: string, length: number, alphabet: string): string {
  let text = '';
  for (let at = 0; text.length < length; at += 1) {
    const block = digest(`${seed}#${at}`);
    for (let from = 0; from < 32 && text.length < length; from += 2) {
      text += alphabet[Number.parseInt(block.slice(from, from + 2), 16) % alphabet.length]!;
    }
  }
  return text;
}
