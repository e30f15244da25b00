// Browsers let every page send requests to localhost. The guard keeps foreign pages from changing anything, and no
// page may read an answer unless its origin was named (`corsOrigin`). Never `*` and never `null`: both mean anyone.
import { parseUrl } from '../../http/parse-url.ts';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../spec/errors.ts';
import { isControlPath } from '../../spec/mock-paths.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import { isSafe } from '../../http/http-semantics.ts';

/** What a page may send beyond what every page may: all that the service, an assumption or the control API reads. */
const sendable = [
  'X-API-KEY, Content-Type, X-Mock-Fault, X-Request-Id, If-Match, If-None-Match, If-Range, Range',
  'Authorization, Last-Event-ID',
].join(', ');

/** What a page may read beyond what every page may: all that an answer brings under some assumption (A4, A19, A32). */
const readable = [
  'Retry-After',
  'X-Request-Id',
  'Allow',
  'Link',
  'ETag',
  'WWW-Authenticate',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Accept-Ranges',
  'Content-Range',
  'Content-Disposition',
].join(', ');

/**
 * Refuses what a foreign page sends to change state, and all that it sends to the control API, which tells secrets. If
 * both headers are absent, the client is no browser, or one so old that only the Host check protects it (as in Go's
 * CrossOriginProtection).
 * @throws ApiError for a request that does
 */
export function refuseCrossSite(request: ApiRequest, corsOrigin: string | undefined): void {
  if (isSafe(request.method) && !isControlPath(request.path)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (origin !== undefined && origin === corsOrigin) return;
  const sameSite = site === undefined || site === 'same-origin' || site === 'none';
  if (sameSite && (origin === undefined || origin === request.origin)) return;
  const remedy = isOrigin(origin ?? '')
    ? `To let pages of this origin, start the server with --cors-origin ${origin}`
    : 'To let one origin, start the server with --cors-origin <origin>';
  throw new ApiError(
    'origin_forbidden',
    `A page of another site may not send a ${request.method} to this path. ${remedy}`,
  );
}

/** The answer to a browser's preflight; undefined when the request is none, or not from the origin that we let in. */
export function preflightAnswer(
  request: ApiRequest,
  corsOrigin: string | undefined,
): ApiResponse | undefined {
  return corsOrigin !== undefined && isPreflight(request, corsOrigin)
    ? { status: 204, headers: [], body: null }
    : undefined;
}

type Asked = Pick<IncomingMessage, 'method' | 'headers'> | Pick<ApiRequest, 'method' | 'headers'>;

function isPreflight({ method, headers }: Asked, corsOrigin: string): boolean {
  const asksFor = headers['access-control-request-method'];
  return method === 'OPTIONS' && headers.origin === corsOrigin && asksFor !== undefined;
}

/**
 * What lets pages of other sites read an answer, or how long it took. A recorded service has let its own pages in, or
 * everybody, because it asked for a key; from here, any page could read what a recording holds.
 * `Cross-Origin-Resource-Policy` is none of these: it only ever forbids.
 */
const letsOthersRead = /^(?:access-control-|timing-allow-origin$)/i;

/** The answer's headers with those that let pages of `corsOrigin` read it, in place of any that it brings itself. */
export function corsHeaders(
  headers: readonly string[],
  request: Asked,
  corsOrigin: string | undefined,
): readonly string[] {
  const own = headers.some((name, at) => at % 2 === 0 && letsOthersRead.test(name))
    ? headers.filter((_, at) => !letsOthersRead.test(headers[at - (at % 2)]!))
    : headers;
  if (corsOrigin === undefined) return own;
  const result = [...own];
  if (request.headers.origin === corsOrigin) {
    result.push('Access-Control-Allow-Origin', corsOrigin);
    result.push('Access-Control-Expose-Headers', readable);
  }
  if (isPreflight(request, corsOrigin)) {
    result.push('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    result.push('Access-Control-Allow-Headers', sendable);
    result.push('Access-Control-Max-Age', '600');
  }
  result.push('Vary', 'Origin');
  return result;
}

/** @throws TypeError when the text is no origin, such as `http://localhost:3000` */
export function checkCorsOrigin(text: string): string {
  if (isOrigin(text)) return text;
  throw new TypeError(
    `'${text}' is not an origin; one is written as a browser does, such as http://localhost:3000`,
  );
}

function isOrigin(text: string): boolean {
  return parseUrl(text)?.origin === text;
}
