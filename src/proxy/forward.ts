// Forwards a request to the one upstream through http-proxy 1.18.1, which only this file imports. As it comes, it is
// unsafe: test/proxy/defects.test.ts numbers its defects, and the guards a to h are marked where they stand.
import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import type { Stream } from 'node:stream';
import type HttpProxy from 'http-proxy';
import { headerValue } from '../http/message.ts';
import type { ApiRequest, ApiResponse, Handler } from '../http/message.ts';
import { mayHaveBody } from '../http/http-semantics.ts';
import { UpstreamRequest } from './upstream-request.ts';
import { BadAnswer, brokenBody, errorCode, failureAnswer } from './upstream-errors.ts';
import { answerHeaders, outgoingHead, reasonPhrase } from './message-head.ts';
import type { OutgoingHead } from './message-head.ts';
import { OpenRequests } from './open-requests.ts';
import { guardedLookup, hostnameOf, parseUpstream } from './upstream-url.ts';

export { UpstreamBroke } from './upstream-errors.ts';
export { parseUpstream, UpstreamError } from './upstream-url.ts';

export interface ForwardOptions {
  /** How long the upstream may be silent, before its head or within its body. */
  readonly timeoutMs?: number;
  /** Certificates of the authorities to trust instead of the usual ones, as PEM; as curl's `--cacert`. */
  readonly ca?: string | Buffer;
  /** Whether any certificate will do. */
  readonly insecure?: boolean;
  /** The most requests that wait for the head of their answer at once; what comes on top is sent later. */
  readonly mostUnanswered?: number;
  /** How names become addresses, `dns.lookup` otherwise; what it finds is checked. */
  readonly lookup?: LookupFunction;
}

/** A handler with connections to close; `retire` closes those that carry no answer, and each other one behind its answer. */
export type Forwarder = Handler & { close(): void; retire(): void };

/** Methods that may be sent twice (RFC 9110 §9.2.2). A PATCH changes a real price: it never is. */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);

/**
 * A handler that passes requests on and answers as the upstream does, byte for byte. It throws an `ApiError` with the
 * header `X-Mock-Error` when no answer comes, and the body throws `UpstreamBroke` when the answer ends too soon.
 * @param upstream as from `parseUpstream`; its path goes before the path of every request
 * @throws UpstreamError if it is none
 */
export function forwardTo(upstream: URL, options: ForwardOptions = {}): Forwarder {
  const { timeoutMs = 30_000, mostUnanswered = 256 } = options;
  const url = parseUpstream(upstream.href);
  const basePath = url.pathname.replace(/\/$/, '');
  const proxy = createProxy(url, options);
  const agents = createAgents(url, options.lookup);
  const open = new OpenRequests(mostUnanswered);

  /** @param fresh whether the request needs a new connection */
  function send(request: ApiRequest, head: OutgoingHead, fresh: boolean): UpstreamRequest {
    const body = head.hasBody ? request.body.stream() : undefined;
    const mayLoop = request.headers.host === url.host;
    const sent = new UpstreamRequest(body, { timeoutMs, mayLoop });
    const perRequest = {
      agent: fresh ? agents.fresh : agents.kept,
      buffer: sent as unknown as Stream, // only its `pipe` is used
      method: head.method,
      ssl: lastWord(head),
    };
    try {
      proxy.web(unusedRequest, unusedResponse, perRequest, (error) => {
        sent.fail(error);
      });
    } catch (error) {
      sent.fail(error as Error);
    }
    return sent;
  }

  async function ask(request: ApiRequest, head: OutgoingHead): Promise<ApiResponse> {
    const idempotent = idempotentMethods.has(request.method);
    // Guard g: a kept connection is where a smuggled request would be read. A write that must not be sent twice
    // does not meet a connection that the upstream is just closing.
    let sent = send(request, head, head.chunked || !idempotent);
    request.onAbort(() => {
      sent.abandon();
    });
    try {
      let answer: IncomingMessage;
      try {
        answer = await sent.answer;
      } catch (error) {
        if (head.hasBody || !isStale(error as Error, sent)) throw error;
        sent = send(request, head, true);
        answer = await sent.answer;
      }
      return toResponse(request, answer, sent);
    } catch (error) {
      sent.end(error as Error);
      throw failureAnswer(error as Error, url.host, timeoutMs);
    }
  }

  const handler = async (request: ApiRequest): Promise<ApiResponse> => {
    const head = outgoingHead(request, basePath, url.host);
    const turn = open.take((callback) => {
      request.onAbort(callback);
    });
    if (turn !== undefined) {
      await turn.catch((error: unknown) => {
        throw failureAnswer(error as Error, url.host, timeoutMs);
      });
    }
    try {
      return await ask(request, head);
    } finally {
      open.leave();
    }
  };

  function toResponse(request: ApiRequest, answer: IncomingMessage, sent: UpstreamRequest): ApiResponse {
    const status = answer.statusCode!;
    if (status < 200) throw new BadAnswer(`its status is ${status}`);
    const headers = answerHeaders(answer.rawHeaders);
    const body = mayHaveBody(request.method, status) ? bodyOf(answer, headers, sent) : null;
    if (body === null) sent.finish(answer);
    return { status, reason: reasonPhrase(answer.statusMessage!), headers, verbatim: true, body };
  }

  function bodyOf(answer: IncomingMessage, headers: readonly string[], sent: UpstreamRequest) {
    return (
      sent.wholeBody(answer, headerValue(headers, 'content-length')) ??
      sent.answerBody(answer, (reason) => brokenBody(reason, url.host, timeoutMs))
    );
  }

  return Object.assign(handler, {
    close: () => {
      agents.kept.destroy();
      agents.fresh.destroy();
    },
    retire: () => {
      agents.kept.maxFreeSockets = 0;
      for (const idle of Object.values(agents.kept.freeSockets))
        for (const socket of idle ?? []) socket.destroy();
    },
  });
}

function createProxy(url: URL, { ca, insecure = false }: ForwardOptions): HttpProxy {
  const hostname = hostnameOf(url);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return loadHttpProxy().createProxyServer({
    target: {
      protocol: url.protocol,
      host: hostname,
      hostname,
      port,
      ...(ca !== undefined && { ca }),
    } as object,
    secure: !insecure,
    selfHandleResponse: true, // guard d: the answer is ours
    followRedirects: false, // guard h: follow-redirects passes X-API-KEY on to other hosts (CVE-2026-40895)
    toProxy: true, // guard a: no url.parse of the request's target
    xfwd: false,
  });
}

function createAgents(url: URL, lookup: LookupFunction | undefined) {
  const Agent = url.protocol === 'https:' ? https.Agent : http.Agent;
  const guarded = guardedLookup(lookup);
  return {
    kept: new Agent({ keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo', lookup: guarded }),
    fresh: new Agent({ keepAlive: false, lookup: guarded }),
  };
}

/**
 * The object that http-proxy fills and gives to `http.request`. http-proxy would fold headers (defect 9), rewrite paths
 * (10) and lengths (2, guard f). Both properties are read-only, and http-proxy is no strict code, so its writes change
 * nothing. Node sends an array of headers as it is (guard c).
 */
function lastWord({ headers, path }: OutgoingHead): object {
  return Object.defineProperties(
    {},
    { headers: { value: headers, enumerable: true }, path: { value: path, enumerable: true } },
  );
}

/**
 * As much of a request as http-proxy reads, one for all: what is sent is decided elsewhere. There is no `Expect`, with
 * which it skips its hooks (guard b), and no event: a client that leaves is our business (guard e).
 */
const unusedRequest = Object.freeze({
  method: 'GET',
  url: '/',
  headers: Object.freeze({}),
  socket: Object.freeze({ destroyed: false }),
  on: () => undefined,
}) as unknown as IncomingMessage;

/** As much of a response as http-proxy reads, which is whether it has been answered. */
const unusedResponse = { headersSent: false, finished: true } as unknown as ServerResponse;

/** Whether the upstream closed a kept connection while the request was on its way. */
function isStale(error: Error, sent: UpstreamRequest): boolean {
  return sent.onKeptConnection && ['ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '');
}

/**
 * http-proxy copies options with `util._extend`, whose every use is deprecated (DEP0060; never released:
 * http-party/node-http-proxy#1666). It takes the function once, when it is loaded: then it finds `Object.assign`.
 */
function loadHttpProxy(): typeof HttpProxy {
  const require = createRequire(import.meta.url);
  const util = require('node:util') as object;
  const original = Object.getOwnPropertyDescriptor(util, '_extend');
  Object.defineProperty(util, '_extend', { value: Object.assign, configurable: true });
  try {
    return require('http-proxy') as typeof HttpProxy;
  } finally {
    if (original === undefined) Reflect.deleteProperty(util, '_extend');
    else Object.defineProperty(util, '_extend', original);
  }
}
