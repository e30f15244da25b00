// One request and what became of it, as a world's request log keeps it.
import type { ErrorName } from '../../spec/errors.ts';
import { keyHeader } from '../../spec/endpoints.ts';
import { plainJsonIn } from '../../http/json-text.ts';
import { headerValue, isStream } from '../../http/message.ts';
import type { ApiResponse, ErrorObject, Exchanged, WrittenRecord } from '../../http/message.ts';
import type { Observation } from '../../http/observe.ts';

/** What stands in place of a key wherever an entry is shown. */
const masked = '<key>';

const nothing: readonly string[] = [];

const keyNames: readonly string[] = [keyHeader, 'authorization', 'cookie', 'set-cookie'];

/** Longer bodies are not kept, of requests in bytes, of answers in bytes or characters. */
const longestBody = 65_536;

/**
 * What is left of an answer's body. `none`: it has none; `too-long`: it is longer than 64 KB; `passed`: it went through piece by
 * piece; `off`: answers are not kept; `forgotten`: newer ones have taken its room.
 */
type BodyState = 'kept' | 'none' | 'too-long' | 'passed' | 'off' | 'forgotten';

/** The answer as far as it is kept. */
interface KeptAnswer {
  /** Cookies are masked. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly state: BodyState;
  /** As sent; null where it is not kept. */
  readonly body: string | Uint8Array | null;
}

/** One request and its answer; keys and cookies are masked wherever it is shown. */
export class LoggedRequest {
  /** 1, 2, 3 and so on within the world. */
  readonly number: number;
  /** 1, 2, 3 and so on over all worlds. */
  readonly serial: number;
  /** The id of the world that it was let into; null: into none. */
  readonly world: string | null;
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
  /** The endpoint that it is for, and what stands for `{id}` in its path, as sent. */
  readonly endpoint: string | undefined;
  readonly recordId: string | undefined;
  /** When the limits took it in, passed or not: milliseconds since 1970, by the world's clock. */
  readonly countedAt: number | undefined;
  /** Parts of it that were ignored, such as `query colour`. */
  readonly ignored: readonly string[] | undefined;
  /** The injected fault that changed or broke the answer. */
  readonly injected: string | undefined;
  /** What a replay found for it (`recording/replay/replay-trace.ts`). */
  readonly replay: object | undefined;
  /** What became of it in a recording. */
  readonly exchanged: Exchanged | undefined;
  readonly #rawHeaders: readonly string[];
  /** The answer's headers and body; nothing once they are forgotten, or where answers are not kept. */
  #answerHeaders: readonly string[];
  #answerBody: string | Uint8Array | null;
  #answerState: BodyState;
  #written: WrittenRecord | undefined;

  /**
   * @param place its numbers and its world
   * @param at when the request arrived, by the world's clock, in milliseconds since 1970
   * @param rawHeaders the request's, with keys and cookies
   */
  constructor(
    place: { readonly number: number; readonly serial: number; readonly world: string | null },
    at: number,
    { request, response, milliseconds }: Observation,
    rawHeaders: readonly string[],
    keepsAnswer: boolean,
  ) {
    const { context } = request;
    this.number = place.number;
    this.serial = place.serial;
    this.world = place.world;
    this.at = at;
    this.method = request.method;
    this.path = request.path;
    this.query = request.query;
    this.body = copyOf(context.body);
    this.status = response.status;
    this.milliseconds = milliseconds;
    this.error = response.error;
    this.kind = response.errorKind as ErrorName | undefined;
    this.retryAfter = response.status < 400 ? undefined : headerValue(response.headers, 'retry-after');
    this.endpoint = context.endpoint;
    this.recordId = context.id;
    this.countedAt = context.countedAt;
    this.ignored = context.ignored;
    this.injected = response.injected ?? context.injected;
    this.replay = context.replay;
    this.exchanged = context.exchanged;
    if (context.exchanged !== undefined) context.exchanged.serial = place.serial;
    this.#rawHeaders = rawHeaders;
    this.#answerState = keepsAnswer ? stateOf(response.body) : 'off';
    this.#written = keepsAnswer ? context.written : undefined;
    this.#answerHeaders = keepsAnswer ? response.headers : nothing;
    this.#answerBody = this.#answerState === 'kept' ? keepable(response.body) : null;
  }

  /** How much room the kept answer takes, in bytes or characters. */
  get answerBytes(): number {
    return this.#answerBody?.length ?? 0;
  }

  /** The answer as far as it is kept. */
  get answer(): KeptAnswer {
    return { headers: pairs(this.#answerHeaders), state: this.#answerState, body: this.#answerBody };
  }

  /** The record that it has changed, as long as its answer is kept. */
  get written(): WrittenRecord | undefined {
    return this.#written;
  }

  /** Gives the room of the answer back. */
  forgetAnswer(): void {
    this.#answerHeaders = nothing;
    this.#answerBody = null;
    this.#written = undefined;
    this.#answerState = 'forgotten';
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
    for (const [sent, value] of pairs(this.#rawHeaders)) {
      const name = sent.toLowerCase();
      headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
    }
    return headers;
  }

  /** The body as JSON; undefined for one that is none. */
  get json(): unknown {
    if (this.body === null || this.body.length === 0) return undefined;
    return plainJsonIn(new TextDecoder().decode(this.body));
  }

  /** What programs in other languages are told of it; the time in ISO 8601, the body as JSON where it is. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { headers, json } = this;
    const text = json === undefined && this.body !== null ? new TextDecoder().decode(this.body) : undefined;
    return { ...this.summary(), headers, body: json ?? text ?? null };
  }

  /** The same without headers and body. */
  summary() {
    const { number, serial, world, at, method, path, query, status, milliseconds, error, kind, matched } =
      this;
    const { endpoint, recordId, countedAt, ignored, injected } = this;
    return {
      number,
      serial,
      world,
      at: new Date(at).toISOString(),
      method,
      path,
      query,
      status,
      milliseconds,
      matched,
      error: error ?? null,
      kind: kind ?? null,
      retry_after: this.retryAfter ?? null,
      endpoint: endpoint ?? null,
      id: recordId ?? null,
      countedAt: countedAt ?? null,
      ignored: ignored ?? [],
      injected: injected ?? null,
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

/** Names and values, those of keys and cookies masked. */
function pairs(raw: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    found.push([raw[at]!, keyNames.includes(raw[at]!.toLowerCase()) ? masked : raw[at + 1]!]);
  }
  return found;
}

function stateOf(body: ApiResponse['body']): BodyState {
  if (isStream(body)) return 'passed';
  if (body === null || body.length === 0) return 'none';
  return body.length > longestBody ? 'too-long' : 'kept';
}

/** The body itself; a copy where it is a piece of much more, which would be kept whole. */
function keepable(body: ApiResponse['body']): string | Uint8Array | null {
  if (typeof body === 'string') return body;
  if (!(body instanceof Uint8Array)) return null;
  return body.buffer.byteLength > longestBody ? new Uint8Array(body) : body;
}

/** What is kept of a body: a copy, because the bytes may be a piece of a network buffer, which would be kept whole. */
function copyOf(body: Uint8Array | undefined): Uint8Array | null {
  return body === undefined || body.length > longestBody ? null : new Uint8Array(body);
}
