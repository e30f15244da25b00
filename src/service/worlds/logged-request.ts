// One request and what became of it, as a world's request log keeps it.
import type { ErrorName } from '../../spec/errors.ts';
import { keyHeader } from '../../spec/endpoints.ts';
import { headerValue } from '../../http/message.ts';
import type { ErrorObject } from '../../http/message.ts';
import type { Observation } from '../../http/observe.ts';

/** What stands in place of a key wherever an entry is shown. */
const masked = '<key>';

const keyNames: readonly string[] = [keyHeader, 'authorization', 'cookie'];

/** Longer bodies are not kept, in bytes. */
const longestBody = 65_536;

/** One request and its answer; keys and cookies are masked wherever it is shown. */
export class LoggedRequest {
  /** 1, 2, 3 and so on within the world. */
  readonly number: number;
  /** When it arrived: milliseconds since 1970, by the world's clock. */
  readonly at: number;
  readonly method: string;
  /** As sent. */
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
  /** What was read of the body; null when nothing was, or more than 64 KB. */
  readonly body: Uint8Array | null;
  readonly status: number;
  /** From the request's arrival to the answer's head. */
  readonly milliseconds: number;
  /** The error object of the answer (§7). */
  readonly error: ErrorObject | undefined;
  /** The error as finely as the mock tells errors apart, whatever its code says. */
  readonly kind: ErrorName | undefined;
  /** The answer's Retry-After, as sent. */
  readonly retryAfter: string | undefined;
  readonly #rawHeaders: readonly string[];

  /**
   * @param at when the request arrived, by the world's clock, in milliseconds since 1970
   * @param rawHeaders the request's, with keys and cookies
   */
  constructor(
    number: number,
    at: number,
    { request, response, milliseconds }: Observation,
    rawHeaders: readonly string[],
  ) {
    this.number = number;
    this.at = at;
    this.method = request.method;
    this.path = request.path;
    this.query = request.query;
    this.body = copyOf(request.context.body);
    this.status = response.status;
    this.milliseconds = milliseconds;
    this.error = response.error;
    this.kind = response.errorKind as ErrorName | undefined;
    this.retryAfter = response.status < 400 ? undefined : headerValue(response.headers, 'retry-after');
    this.#rawHeaders = rawHeaders;
  }

  /** Whether there is such an endpoint, and in a replay, whether the request was recorded. */
  get matched(): boolean {
    return (
      this.kind !== 'route_not_found' && this.kind !== 'method_not_allowed' && this.kind !== 'replay_miss'
    );
  }

  /** By lower-case name; keys and cookies are masked. */
  get headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    const raw = this.#rawHeaders;
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      const value = keyNames.includes(name) ? masked : raw[at + 1]!;
      headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
    }
    return headers;
  }

  /** The body as JSON; undefined for one that is none. */
  get json(): unknown {
    if (this.body === null || this.body.length === 0) return undefined;
    try {
      return JSON.parse(new TextDecoder().decode(this.body)) as unknown;
    } catch {
      return undefined;
    }
  }

  /** What programs in other languages are told of it; the time in ISO 8601, the body as JSON where it is. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { number, at, method, path, query, headers, json, status, milliseconds, error, kind, matched } =
      this;
    const text = json === undefined && this.body !== null ? new TextDecoder().decode(this.body) : undefined;
    return {
      ...{ number, at: new Date(at).toISOString(), method, path, query, headers, body: json ?? text ?? null },
      ...{ status, milliseconds, matched, error: error ?? null, kind: kind ?? null },
      retry_after: this.retryAfter ?? null,
    };
  }

  /** One line for people, such as `PATCH /v1/listings/1/price 400 invalid_request (minPrice)`. */
  toString(): string {
    const { method, path, query, status, error } = this;
    const param = typeof error?.param === 'string' && error.param !== '' ? ` (${error.param})` : '';
    const problem = error === undefined ? '' : ` ${error.code}${param}: ${error.message.split('\n', 1)[0]!}`;
    return `${method} ${path}${query === '' ? '' : `?${query}`} ${status}${problem}`;
  }
}

/** What is kept of a body: a copy, because the bytes may be a piece of a network buffer, which would be kept whole. */
function copyOf(body: Uint8Array | undefined): Uint8Array | null {
  return body === undefined || body.length > longestBody ? null : new Uint8Array(body);
}
