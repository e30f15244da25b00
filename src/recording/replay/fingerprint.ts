// Tells whether two answers are the same. A session keeps the fingerprint of every interaction instead of its answer.
import { hash } from 'node:crypto';
import { jsonText } from '../body/readable-json.ts';
import type { RecordedBody, RecordedResponse } from '../format.ts';
import { perName, remembering } from '../../http/remembering.ts';

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

/** The same for two answers that differ in volatile headers only. How an encoded body was compressed does not count. */
export function fingerprint({ status, reason, headers, body }: RecordedResponse): string {
  const isHere = body !== null && !('omitted' in body);
  let head = `${status} ${reason}`;
  for (const [name, value] of headers) {
    const kind = kindOf(name);
    if (kind === 'cookie') head += `\n${name}: ${lastingCookie(value)}`;
    else if (kind === 'lasting' || (kind === 'length' && !isHere)) head += `\n${name}: ${value}`;
  }
  return headDigest(head) + bodyDigest(body);
}

/** Most answers of a service have one of a few heads. */
const headDigest = remembering(100, digest);

/** Of the readable form. */
function bodyDigest(body: RecordedBody): string {
  if (body === null || 'omitted' in body) return digest(`no JSON ${JSON.stringify(body)}`);
  if ('json' in body) return digest(jsonText(body));
  return digest(`no JSON ${JSON.stringify('text' in body ? { text: body.text } : { base64: body.base64 })}`);
}

/** A cookie without its value and its end. */
function lastingCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [
    pair.split('=')[0],
    ...attributes.filter((text) => !/^\s*(?:expires|max-age)\s*=/i.test(text)),
  ].join(';');
}

/** SHA-256 as a text of 32 characters: small enough to keep one for every interaction of a session. */
export function digest(of: string): string {
  return hash('sha256', of, 'binary');
}
