// Passes heads on as they came: names, case, order and repeats, without what belongs to one connection.
// http-proxy would lower-case and fold them, and lets hop-by-hop headers through (defects 8 and 9).
import { ApiError } from '../spec/errors.ts';
import type { ApiRequest } from '../http/message.ts';
import { hopByHop } from '../http/http-semantics.ts';
import { BadAnswer } from './upstream-errors.ts';

/** What `Connection` may not name: without them the message would mean something else. */
const needed = new Set(['content-length', 'host', 'transfer-encoding']);

/** Node leaves these alone when they have no body, and makes all others chunked. */
const bodilessMethods = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** The head of the request to the upstream. */
export interface OutgoingHead {
  readonly method: string;
  /** The request target; never anything but a path (guard a). */
  readonly path: string;
  readonly headers: readonly string[];
  readonly chunked: boolean;
  readonly hasBody: boolean;
}

/**
 * @param basePath goes before the request's own path; empty or without a slash at its end
 * @param host the upstream's
 * @throws ApiError for a request that cannot be passed on without changing its meaning
 */
export function outgoingHead(request: ApiRequest, basePath: string, host: string): OutgoingHead {
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
  // `http://[::1/` must not reach a URL parser (defect 1), and `http://evil/` must not reach the wire.
  if (!/^\/[\x21-\x7e\x80-\xff]*$/.test(target) || request.method === 'CONNECT') {
    throw new ApiError('invalid_http', 'Only a path, which starts with /, can be passed on.');
  }
  const dropped = namedInConnection(request.rawHeaders);
  const headers: string[] = [];
  const lengths: string[] = [];
  const codings: string[] = [];
  let hostGiven = false;
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!;
    const value = request.rawHeaders[at + 1]!;
    const lower = name.toLowerCase();
    // The port answers `Expect` itself (defect 3); the framing stays.
    if (lower === 'expect' || (hopByHop.has(lower) && lower !== 'transfer-encoding')) continue;
    if (dropped?.has(lower) === true) continue;
    if (lower === 'host') {
      if (!hostGiven) headers.push(name, host);
      hostGiven = true;
      continue;
    }
    if (lower === 'content-length') lengths.push(value);
    if (lower === 'transfer-encoding') codings.push(value);
    headers.push(name, value);
  }
  if (!hostGiven) headers.unshift('Host', host);
  checkFraming(lengths, codings);
  const chunked = codings.length > 0;
  if (!chunked && lengths.length === 0 && !bodilessMethods.has(request.method)) {
    headers.push('Content-Length', '0'); // RFC 9110 §8.6 wants it; Node would add a chunked body instead
  }
  const hasBody = chunked || Number(lengths[0] ?? 0) > 0;
  return { method: request.method, path: basePath + target, headers, chunked, hasBody };
}

/**
 * The upstream's headers for the client. The port decides on the framing; only a length is passed on.
 * @throws BadAnswer for a transfer coding that nobody asked for and Node does not decode
 */
export function answerHeaders(rawHeaders: readonly string[]): string[] {
  const dropped = namedInConnection(rawHeaders);
  const headers: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const lower = rawHeaders[at]!.toLowerCase();
    if (lower === 'transfer-encoding') {
      if (!/^(?:chunked|identity)$/i.test(rawHeaders[at + 1]!)) {
        throw new BadAnswer(`its transfer coding is ${JSON.stringify(rawHeaders[at + 1])}`);
      }
    } else if (!hopByHop.has(lower) && dropped?.has(lower) !== true) {
      headers.push(rawHeaders[at]!, rawHeaders[at + 1]!);
    }
  }
  return headers;
}

/** The reason phrase, or none for one that HTTP does not allow (RFC 9112 §4); clients go by the status. */
export function reasonPhrase(given: string): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(given) ? given : '';
}

/** Node's parser lets none of these in; a request that comes as a function call must not smuggle with them either. */
function checkFraming(lengths: readonly string[], codings: readonly string[]): void {
  const length = lengths.length === 0 || (lengths.length === 1 && /^\d+$/.test(lengths[0]!));
  const coding =
    codings.length === 0 || (lengths.length === 0 && /(?:^|,)\s*chunked\s*$/i.test(codings.at(-1)!));
  if (!length || !coding) {
    throw new ApiError(
      'invalid_http',
      'The length of the body is not clear: Content-Length or chunked, once.',
    );
  }
}

const connection = 'connection';

function namedInConnection(rawHeaders: readonly string[]): Set<string> | undefined {
  let names: Set<string> | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length !== connection.length || name.toLowerCase() !== connection) continue;
    for (const word of rawHeaders[at + 1]!.toLowerCase().split(',')) {
      const named = word.trim();
      // Nearly always it names `keep-alive`, which is dropped in any case.
      if (!needed.has(named) && !hopByHop.has(named)) (names ??= new Set()).add(named);
    }
  }
  return names;
}
