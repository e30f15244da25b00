// What a live request asks for, in the terms of a recording, and what is known of one that found nothing there.
import type { ApiRequest, RequestContext } from '../http.ts';
import type { RecordedBody, RecordedRequest } from './format.ts';
import type { Missing } from './position.ts';
import { conditionHeaders } from './request-key.ts';
import { headerPairs } from './stored-headers.ts';
import type { Timeline } from './timeline.ts';

/** The request as keys see it: of its headers only those that decide the answer. */
export function askedOf(
  { method, path, query, headers, rawHeaders }: ApiRequest,
  body: RecordedBody,
): RecordedRequest {
  let conditional = false;
  for (const name of conditionHeaders) conditional ||= headers[name] !== undefined;
  return { method, path, query, headers: conditional ? headerPairs(rawHeaders) : [], body };
}

/** What a miss tells of a request. */
export interface Missed {
  readonly asked: RecordedRequest;
  readonly found: Missing;
  readonly timeline: Timeline;
}

const missed = new WeakMap<RequestContext, Missed>();

/** Keeps what `replayFrom` has found out for whoever stands behind it. */
export function noteMissed(context: RequestContext, what: Missed): void {
  missed.set(context, what);
}

/** Undefined for a request that did not pass `replayFrom`, or whose body was too long to be compared. */
export function missedOf(context: RequestContext): Missed | undefined {
  return missed.get(context);
}
