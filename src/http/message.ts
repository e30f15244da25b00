// The two function types of which everything is composed, and the plain objects that pass between them.
// Nothing here knows Node or the Fetch API: `doors/port` and `doors/fetch` translate from and to theirs.

/** The body of a request. It is read only when a handler asks for it, so that a refusal costs no reading. */
export interface RequestBody {
  /**
   * The whole body: at once where the door has it, because a promise costs every write time.
   * @param limit the most bytes to accept
   * @returns a promise that rejects with BodyTooLarge past the limit, or with the door's own error when the client
   *   goes away; a body that is there is never too large
   */
  bytes(limit: number): Uint8Array | Promise<Uint8Array>;
  /** The body as it arrives, for a handler that passes it on. It replaces `bytes` and can be read once. */
  stream(): ByteStream;
  /** Whether there is nothing to read, or may be something, where the door knows more than the headers say. */
  readonly isEmpty?: boolean;
}

/** The world that a request was let into (`service/worlds/open-world.ts`), as far as everybody may look at it. */
export interface RequestWorld {
  /** Names it wherever it is shown: its key, where that is no secret. */
  readonly id: string;
  /** The API key that opened it. Secret: never log it. */
  readonly key: string;
}

/** What the filters learn about a request on its way in. It never comes from the wire. */
export interface RequestContext {
  /** The world of its API key, once `authenticate` has let the request pass, or of the download link that it follows. */
  world?: RequestWorld;
  /** Its number among those of its simulator, from 1; undefined before it has reached one. */
  number?: number;
  /** The name of the endpoint that it is for, set by the router; undefined where there is none (`spec/endpoints.ts`). */
  endpoint?: string | undefined;
  /** What stands for `{id}` in the endpoint's path, not decoded; undefined where the path has none. */
  id?: string | undefined;
  /** Parts of the request that were ignored, such as `query colour` or `repeat limit`, for observers. */
  ignored?: string[];
  /** When the limits took it in, passed or not: milliseconds since 1970, by the clock of its world. */
  countedAt?: number;
  /** The body, once it has been read whole. */
  body?: Uint8Array;
  /** Whether the upstream has answered it. */
  passedOn?: boolean;
  /** The injected fault that the error in the answer stands for, such as `status=503`, for observers. */
  injected?: string;
  /** The record that it has changed, where it was let do so. */
  written?: WrittenRecord;
  /** What a replay has found for it; `recording/replay` knows what that is. */
  replay?: object;
  /** What becomes of it in a recording, where it is recorded. */
  exchanged?: Exchanged;
}

/** A record before and after a request. */
export interface WrittenRecord {
  /** Such as `listing`. */
  readonly kind: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A request that is recorded, and what became of it once its answer has passed. */
export interface Exchanged {
  /** Its number over all worlds, once it is logged. */
  serial?: number;
  /** The interaction that it became, or that it repeats. */
  interaction?: string;
  /** Such as `recorded`; undefined while its answer passes. */
  result?: string;
}

export interface ApiRequest {
  /** As sent; methods are case-sensitive (RFC 9110 §9.1). */
  readonly method: string;
  /** The target's path as sent, not decoded and not normalised. */
  readonly path: string;
  /** The target's query as sent, without `?`; empty when there is none. */
  readonly query: string;
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Name, value, name, value, in the order, case and number of the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: RequestBody;
  /** Where this door is reached, such as `http://127.0.0.1:5300`; the base of every link in an answer. */
  readonly origin: string;
  readonly context: RequestContext;
  /** Calls back once if the client goes away before it has the whole answer. */
  onAbort(callback: () => void): void;
}

/** A body that arrives piece by piece, such as a large download. */
export type ByteStream = AsyncIterable<Uint8Array>;

/** How a door breaks an answer on purpose; see `service/filters/inject-faults.ts`. */
export type Breakage =
  | { readonly kind: 'reset' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'truncate' }
  | { readonly kind: 'slow-body'; readonly milliseconds: number };

/** The object under `error` in every error answer (§7). */
export interface ErrorObject {
  readonly code: string;
  readonly message: string;
  readonly param?: string | null;
  readonly doc_url?: string;
}

export interface ApiResponse {
  readonly status: number;
  /** Name, value, name, value. A door adds `Content-Length` to a body it holds whole. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | ByteStream | null;
  /** The reason phrase, where it is not the usual one. */
  readonly reason?: string;
  /** Whether the headers are those of a recorded or forwarded answer: the door then adds no `Date` to them. */
  readonly verbatim?: boolean;
  /** The error that the body holds, for observers; doors ignore it. */
  readonly error?: ErrorObject;
  /** The kind of error by its finest name (`spec/errors.ts`), for observers; doors ignore it. */
  readonly errorKind?: string;
  /** The injected fault that changed or broke the answer, such as `lost-reply`, for observers; doors ignore it. */
  readonly injected?: string;
  /** The id of the interaction that the answer is from, for observers; doors ignore it. */
  readonly recorded?: string;
  /** A foreign origin to which a link in the answer leads the client, for observers; doors ignore it. */
  readonly leadsTo?: string;
  /** Asks the door to break the answer. */
  readonly breakage?: Breakage;
  /** Whether the body never ends by itself: a door that closes does not wait for it. */
  readonly endless?: boolean;
  /** Asks the door to close the connection after the answer, because the rest of the request is unread. */
  readonly close?: boolean;
}

export type Handler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
export type Filter = (next: Handler) => Handler;

/** What `RequestBody.bytes` rejects with for a body over the limit, declared or found. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Joins filters into one; the first one named sees the request first. */
export function pipeline(...filters: readonly Filter[]): Filter {
  return (handler) => filters.reduceRight((next, filter) => filter(next), handler);
}

/** Whether a body arrives piece by piece. */
export function isStream(body: ApiResponse['body']): body is ByteStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The first value of a header, or undefined. `name` in lower case. */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]!.toLowerCase() === name) return headers[at + 1];
  }
  return undefined;
}

/** How often a header stands in raw headers. `name` in lower case. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const candidate = rawHeaders[at]!;
    if (candidate.length === name.length && candidate.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * What `use` makes of a value: at once where the value is there, because a promise costs every request time.
 * @param recover makes something of a promise that is rejected
 */
export function mapMaybe<T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
  recover?: (error: unknown) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(use, recover) : use(value);
}

/** What `change` makes of an answer. */
export function mapResponse(
  response: ApiResponse | Promise<ApiResponse>,
  change: (response: ApiResponse) => ApiResponse,
): ApiResponse | Promise<ApiResponse> {
  return mapMaybe(response, change);
}

/** The same answer with more headers behind those it has. */
export function withHeaders(response: ApiResponse, ...more: readonly string[]): ApiResponse {
  return { ...response, headers: response.headers.concat(more) };
}

/** An answer whose body is the JSON given, as text or as UTF-8. */
export function jsonResponse(
  status: number,
  json: string | Uint8Array,
  ...more: readonly string[]
): ApiResponse {
  return { status, headers: ['Content-Type', 'application/json', ...more], body: json };
}

/** The same request with something changed; a copy by spreading alone would lack what stands in a door's class. */
export function requestWith(request: ApiRequest, changes: Partial<ApiRequest>): ApiRequest {
  return {
    ...request,
    onAbort: (callback) => {
      request.onAbort(callback);
    },
    ...changes,
  };
}
