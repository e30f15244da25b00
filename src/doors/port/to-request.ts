// Turns Node's message into the plain request that the handlers know, and refuses what no handler should see.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../spec/errors.ts';
import type { ApiRequest, RequestBody, RequestContext } from '../../http/message.ts';
import type { Connection } from './connection.ts';
import type { ServerContext } from './server-context.ts';
import { probeClient } from './half-closed.ts';
import { maxHeaders, maxTargetLength } from './port-limits.ts';
import { emptyBody } from './socket-body.ts';
import type { SocketBody } from './socket-body.ts';

/** Pass it on as it is: a copy by `{ ...request }` would lack `onAbort`, which stands on the class. */
class SocketRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly body: RequestBody;
  readonly origin: string;
  readonly context: RequestContext = {};
  readonly #connection: Connection;
  readonly #response: ServerResponse;
  #abortCallbacks: (() => void)[] | undefined;

  constructor(
    incoming: IncomingMessage,
    target: string,
    origin: string,
    body: RequestBody,
    connection: Connection,
    response: ServerResponse,
  ) {
    const mark = target.indexOf('?');
    this.method = incoming.method!;
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    this.headers = joinedHeaders(incoming);
    this.rawHeaders = incoming.rawHeaders;
    this.body = body;
    this.origin = origin;
    this.#connection = connection;
    this.#response = response;
  }

  onAbort(callback: () => void): void {
    // One watch serves all who ask, but none is called twice or too late.
    if (this.#abortCallbacks !== undefined && !this.#connection.gone) this.#abortCallbacks.push(callback);
    else this.#watch((this.#abortCallbacks = [callback]));
  }

  /** A client that half-closes may still be waiting for its answer (RFC 9112 §9.6). */
  #watch(callbacks: readonly (() => void)[]): void {
    const connection = this.#connection;
    const response = this.#response;
    const forgetGone = connection.onGone(() => {
      if (response.writableFinished || connection.lingering) return;
      for (const callback of callbacks) callback();
    });
    const forgetLeft = connection.onLeave(() => {
      if (!response.writableFinished && !connection.gone) probeClient(connection, response);
    });
    response.on('finish', () => {
      forgetGone();
      forgetLeft();
    });
  }
}

/** @throws ApiError for a request that no handler should see */
export function toRequest(
  context: ServerContext,
  incoming: IncomingMessage,
  response: ServerResponse,
  body: SocketBody | undefined,
  connection: Connection,
): ApiRequest {
  // Node silently drops headers beyond about 1,000, perhaps the API key; we refuse long before.
  if (incoming.rawHeaders.length > 2 * maxHeaders) {
    throw new ApiError('headers_too_large', `A request may have ${maxHeaders} headers.`, { close: true });
  }
  refuseBadFraming(incoming);
  refuseUpgrade(incoming);
  const host = incoming.headers.host;
  let origin = host === undefined ? withoutHost(context, incoming) : context.hosts.originOf(host);
  let target = incoming.url!;
  refuseBadTarget(target);
  if (target.charCodeAt(0) !== slash) {
    const absolute = absoluteForm.exec(target);
    if (absolute !== null && origin.startsWith(absolute[1]!.toLowerCase())) {
      origin = context.hosts.originOf(absolute[2]!);
      target = absolute[3]!.startsWith('/') ? absolute[3]! : `/${absolute[3]!}`;
    } else if (target !== '*' || incoming.method !== 'OPTIONS') {
      throw invalid('The request target must start with a slash.');
    }
  }
  return new SocketRequest(incoming, target, origin, body ?? emptyBody, connection, response);
}

const slash = 0x2f;
/** RFC 9112 §3.2.2; its authority takes the place of Host, so it is checked alike. */
const absoluteForm = /^(https?:\/\/)([^/?]*)(.*)$/i;
/** Anything but visible ASCII, and `#`: a fragment never travels (RFC 9110 §4.2.5). */
const neverInTarget = /[^!"$-~]/;

function refuseBadTarget(target: string): void {
  if (target.length > maxTargetLength) {
    throw new ApiError('uri_too_long', `A request target may have ${maxTargetLength} characters.`, {
      close: true,
    });
  }
  if (neverInTarget.test(target)) {
    throw invalid('The request target holds a character that has to be percent-encoded.');
  }
}

/** Refuses what Node lets pass although it is not certain where the body ends. */
function refuseBadFraming(incoming: IncomingMessage): void {
  if (incoming.httpVersionMajor !== 1) throw invalid('Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  const coding = incoming.headers['transfer-encoding'];
  if (coding === undefined) return;
  // RFC 9112 §6.1: a transfer coding in HTTP/1.0 is faulty framing, and others than chunked are unknown here.
  if (coding.toLowerCase() !== 'chunked' || incoming.httpVersionMinor === 0) {
    throw invalid('The only transfer coding known here is chunked, in HTTP/1.1.');
  }
}

/** Versions of HTTP, with and without TLS. Java's client offers one with each first request. */
const httpVersions = /^(?:h2c?|http\/[\d.]+|tls\/[\d.]+)$/i;

/**
 * An offer of another version of HTTP is ignored: its client goes on without it (RFC 9110 §7.8). A client that wants
 * another protocol, such as WebSocket, would wait for it in vain, so it is refused.
 */
function refuseUpgrade({ headers, httpVersionMinor }: IncomingMessage): void {
  const { upgrade, connection = '' } = headers;
  if (upgrade === undefined || httpVersionMinor === 0 || !namesUpgrade.test(connection)) return;
  const offers = upgrade.split(',').map((offer) => offer.trim());
  if (offers.some((offer) => offer === '' || httpVersions.test(offer))) return;
  const named = /^[\w.+/-]{1,30}$/.test(offers[0]!) ? `, here to ${offers[0]!},` : '';
  throw new ApiError(
    'upgrade_refused',
    `A change of protocol${named} is not possible: this server speaks HTTP/1.1 and passes nothing else on.`,
  );
}

const namesUpgrade = /(?:^|,)\s*upgrade\s*(?:,|$)/i;

/** RFC 9112 §3.2: only HTTP/1.0 may go without. */
function withoutHost(context: ServerContext, incoming: IncomingMessage): string {
  if (incoming.httpVersionMinor === 0) return context.url;
  throw invalid('A request has exactly one Host header, of the form host[:port].');
}

/** Node joins what repeats, except Set-Cookie, which has no place in a request but may stand there. */
function joinedHeaders(incoming: IncomingMessage): Readonly<Record<string, string | undefined>> {
  const headers = incoming.headers;
  const cookies = headers['set-cookie'];
  const joined = cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') };
  return joined as Record<string, string | undefined>;
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_http', message, { close: true });
}
