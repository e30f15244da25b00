// One request and what is known of it while its answer is put into words.
import type { Settings } from '../spec/assumptions.ts';
import { standardLimits } from '../spec/endpoints.ts';
import { headerValue } from '../http/message.ts';
import type { ApiRequest, ApiResponse } from '../http/message.ts';
import { answerValues } from './answer-values.ts';
import type { Route } from './core-fields.ts';
import { printExactly } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import type { Sent } from './read-request.ts';
import { speakHeaders } from './render-headers.ts';
import type { Resolve } from './template.ts';
import type { Wire } from './wire.ts';

export interface Exchange {
  readonly request: ApiRequest;
  readonly route: Route | undefined;
  /** Counts the requests. */
  readonly count: number;
  /** The body, once the simulator has read it. */
  readonly sent: () => Sent | undefined;
}

export interface SpeakOptions {
  /** The settings of the simulator behind. */
  readonly settings: Settings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Dress {
  readonly status: number;
  /** Null: no body. */
  readonly body: ((resolve: Resolve) => Json) | null;
  /** The endpoint of a good answer, the status of an error. */
  readonly on: string;
  /** What names in templates stand for, beyond what every answer knows. */
  readonly values: Readonly<Record<string, Json | undefined>>;
  readonly resolve?: Resolve;
}

/** The simulator's answer with the service's status, headers and body. */
export function dress(
  exchange: Exchange,
  response: ApiResponse,
  { status, body, on, values, resolve: more }: Dress,
  wire: Wire,
  { now, linkSeconds }: { readonly now: number; readonly linkSeconds: number },
): ApiResponse {
  const { request, route, count } = exchange;
  const id = route === undefined ? '' : decodeSegment(route.id);
  const general = answerValues({ request, response, id, now, count, values, limits: limitsIn(wire) });
  const known = Object.hasOwn(wire.answers, on) || wire.errors.some((error) => String(error.status) === on);
  const headers = speakHeaders(response, on, wire.headers, known, general);
  if (body === null) return { ...withoutReason(response), status, headers: withoutType(headers), body: null };
  const value = body((name) => {
    return name.startsWith('header:') ? headerValue(headers, name.slice(7)) : (more?.(name) ?? general(name));
  });
  return {
    ...withoutReason(response),
    status,
    headers,
    body: withLinks(printExactly(value), request.origin, now, linkSeconds),
  };
}

const limitsIn = ({ limits }: Wire) => ({
  second: limits?.perSecond ?? standardLimits.perSecond,
  minute: limits?.perMinute ?? standardLimits.perMinute,
});

/** Links into a recording lead to this mock, and end. */
function withLinks(text: string, origin: string, now: number, seconds: number): string {
  if (!text.includes('//recording.invalid/')) return text;
  const expires = Math.ceil(now / 1000) + seconds;
  return text.replace(
    /http:\/\/recording\.invalid(\/__mock\/files\/[\w.-]+)/g,
    `${origin}$1?expires=${expires}`,
  );
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The reason phrase goes with the status, which may be another one now. */
function withoutReason(response: ApiResponse): ApiResponse {
  const copy: { -readonly [Name in keyof ApiResponse]: ApiResponse[Name] } = { ...response };
  delete copy.reason;
  return copy;
}

function withoutType(headers: readonly string[]): string[] {
  return headers.filter((_, at) => headers[at - (at % 2)]!.toLowerCase() !== 'content-type');
}
