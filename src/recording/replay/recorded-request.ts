// What a live request asks for, in the terms of a recording, and what is known of one that found nothing there.
import type { ApiRequest, RequestContext } from '../../http/message.ts';
import type { RecordedBody, RecordedRequest } from '../format.ts';
import type { Missing } from './replay-cursor.ts';
import { isMultipart } from '../body/multipart.ts';
import { conditionHeaders } from '../request-key.ts';
import { headerPairs } from '../recordable-headers.ts';
import type { Timeline } from './timeline.ts';

/** The request as keys see it: of its headers only those that decide the answer. */
export function askedOf(
  { method, path, query, headers, rawHeaders }: ApiRequest,
  body: RecordedBody,
): RecordedRequest {
  let decide = false;
  for (const name of conditionHeaders) decide ||= headers[name] !== undefined;
  decide ||= body !== null && isMultipart([['Content-Type', headers['content-type'] ?? '']]);
  return { method, path, query, headers: decide ? headerPairs(rawHeaders) : [], body };
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

/** Undefined for a request that did not pass `replayFrom`. */
export function missedOf(context: RequestContext): Missed | undefined {
  return missed.get(context);
}
