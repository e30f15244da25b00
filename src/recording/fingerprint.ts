// What makes an answer the same answer, in a few bytes: kept for every interaction of a session instead of the answer.
import { hash } from 'node:crypto';
import type { RecordedResponse } from './format.ts';
import { perName } from './per-name.ts';

/**
 * Headers that differ between two answers that are the same. An ETag is not one of them.
 * `Retry-After` and `Expires` count from now.
 */
const volatileHeader =
  /^(?:date|age|expires|retry-after|server-timing|traceparent|tracestate|(?:x-)?(?:request|correlation|trace)-id|x-amz-(?:request-id|id-2|cf-id)|x-amzn-(?:requestid|request-id|trace-id)|cf-ray|x-runtime|x-response-time|x-timer|x-cache-hits|(?:x-)?rate-?limit(?:-.*)?)$/;

const kindOf = perName((lower) => {
  if (volatileHeader.test(lower)) return 'volatile';
  return lower === 'content-length' ? 'length' : lower === 'set-cookie' ? 'cookie' : 'lasting';
});

/**
 * What makes an answer the same answer. The wire's form of an encoded body is not part of it.
 * @param printed the body as JSON, where it is there already
 */
export function fingerprint({ status, reason, headers, body }: RecordedResponse, printed?: string): string {
  const isHere = body !== null && !('omitted' in body);
  const lasting: (readonly [string, string])[] = [];
  for (const header of headers) {
    const kind = kindOf(header[0]);
    if (kind === 'cookie') lasting.push([header[0], lastingCookie(header[1])]);
    else if (kind === 'lasting' || (kind === 'length' && !isHere)) lasting.push(header);
  }
  const isEncoded = isHere && (body.wire !== undefined || body.hash !== undefined);
  const readable = isEncoded ? { ...body, wire: undefined, hash: undefined } : body;
  const text = isEncoded ? undefined : printed;
  return digest(`${JSON.stringify([status, reason, lasting])}${text ?? JSON.stringify(readable)}`);
}

/** A cookie without its value and its end. */
function lastingCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [
    pair.split('=')[0],
    ...attributes.filter((text) => !/^\s*(?:expires|max-age)\s*=/i.test(text)),
  ].join(';');
}

/** Kept for every interaction of a session: short, whatever the body, and no slice, which would keep what it is of. */
export function digest(text: string): string {
  return hash('sha256', text, 'binary');
}
