// Which headers a recording may hold. A request's are stored by allow-list, so that no credential under a name that
// nobody thought of is ever written; an answer's are stored whole, apart from those of the connection.
import { hopByHop, onceHeader } from '../http/http-semantics.ts';
import type { Exchange, HeaderPair } from './format.ts';
import { keyHeader } from '../spec/endpoints.ts';
import { perName } from '../http/remembering.ts';

/**
 * What decides the answer (negotiation, conditions, ranges, whether it was done before) or describes the body. Never
 * `X-API-KEY`, `Authorization` or `Cookie`; not `User-Agent` either: it says who recorded, not what was asked for.
 */
const storedInRequests: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-type',
  onceHeader.toLowerCase(),
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'prefer',
  'range',
]);

const isStoredInRequests = perName((lower) => storedInRequests.has(lower));
const kindOf = perName((lower) =>
  lower === 'connection' ? 'connection' : hopByHop.has(lower) ? 'hop-by-hop' : 'end-to-end',
);

/** `['Accept', 'x', 'Range', 'y']` as pairs. */
export function headerPairs(raw: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at]!, raw[at + 1]!]);
  return pairs;
}

/** The first value of a header; `name` in lower case. */
export function headerIn(headers: readonly HeaderPair[], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

/** The values of a header, in order. `name` in lower case. */
export function headerValues(headers: readonly HeaderPair[], name: string): string[] {
  return headers.filter(([candidate]) => candidate.toLowerCase() === name).map(([, value]) => value);
}

export function withoutHeaders(headers: readonly HeaderPair[], ...names: readonly string[]): HeaderPair[] {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

/** The length where one was sent; a chunked answer stays without. */
export function withLength(headers: readonly HeaderPair[], length: number): readonly HeaderPair[] {
  const at = headers.findIndex(([name]) => name.toLowerCase() === 'content-length');
  if (at === -1) return headers;
  const [name] = headers[at]!;
  return headers.flatMap((pair, index) => {
    if (index === at) return [[name, String(length)] as const];
    return pair[0].toLowerCase() === 'content-length' ? [] : [pair];
  });
}

export function storedRequestHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers.filter(([name]) => isStoredInRequests(name));
}

function storedResponseHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  const named: string[] = [];
  const stored: HeaderPair[] = [];
  for (const header of headers) {
    const kind = kindOf(header[0]);
    if (kind === 'end-to-end') stored.push(header);
    if (kind === 'connection')
      named.push(...header[1].split(',').map((option) => option.trim().toLowerCase()));
  }
  return named.length === 0 ? stored : stored.filter(([name]) => !named.includes(name.toLowerCase()));
}

/** An exchange with only the headers that may be stored. */
export function withStoredHeaders(exchange: Exchange): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: { ...request, headers: storedRequestHeaders(request.headers) },
    response: { ...response, headers: storedResponseHeaders(response.headers) },
  };
}

export const carriesKey = ({ request }: Pick<Exchange, 'request'>): boolean =>
  headerValues(request.headers, keyHeader).length > 0;

/**
 * An exchange with all headers as they were sent, marked where it had no key and its answer may be due to that.
 * @param isKeyUsual whether others had one: then any status may tell of it
 */
export function markKeyless<const T extends Pick<Exchange, 'request' | 'response'>>(
  exchange: T,
  isKeyUsual = false,
): T {
  const { request, response } = exchange;
  const mayBeDueToKey = isKeyUsual || response.status === 401 || response.status === 403;
  if (!mayBeDueToKey || request.method === 'OPTIONS' || carriesKey(exchange)) return exchange;
  return { ...exchange, request: { ...request, keyless: true } };
}
