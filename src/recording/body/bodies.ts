// Bodies from the wire into a recording and back. What was not edited leaves as the very bytes that came; what was
// edited leaves with the recorded encoding and a right length, which is where replayers go wrong most.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { contentCodings } from './coding-names.ts';
import { decodeContent, encodeContent } from './content-coding.ts';
import type { HeaderPair, PresentBody, ReadableBody, RecordedBody, RecordedResponse } from '../format.ts';
import { exactJson } from './readable-json.ts';
import { withLength, withoutHeaders } from '../recordable-headers.ts';

/**
 * A body as it came, for the recording. A `base64` without a `hash` stands for the wire's bytes; with a `hash`, as
 * every other form, for the readable ones.
 */
export function recordBody(wire: Uint8Array, headers: readonly HeaderPair[]): RecordedBody {
  if (wire.length === 0) return null;
  const codings = contentCodings(headers);
  if (codings.length === 0) return readableBody(wire);
  const decoded = decodeContent(wire, codings);
  if (decoded === undefined) return { base64: base64(wire) };
  return { ...readableBody(decoded), hash: sha256(decoded), wire: base64(wire) };
}

/** The form in which bytes can be read and edited without losing any. */
export function readableBody(bytes: Uint8Array): ReadableBody {
  if (!isUtf8(bytes)) return { base64: base64(bytes) };
  const text = textOf(bytes);
  const json = exactJson(text);
  return json === undefined ? { text } : { json: json.value };
}

export function readableBytes(body: ReadableBody): Uint8Array {
  if ('json' in body) return Buffer.from(JSON.stringify(body.json));
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

export interface WireAnswer {
  readonly headers: readonly HeaderPair[];
  readonly bytes: Uint8Array;
}

/**
 * A recorded answer as it goes to a client; undefined when its body was omitted from the recording.
 * It hashes and may compress: keep the result for as long as the recording stays the same.
 * @param client.accepts whether the client takes an encoding, see `acceptedCodings`
 */
export function wireBody(
  response: RecordedResponse,
  client: { readonly method?: string; readonly accepts?: (coding: string) => boolean } = {},
): WireAnswer | undefined {
  const { body, headers } = response;
  const codings = contentCodings(headers);
  const accepted = client.accepts === undefined || codings.every(client.accepts);
  const plain = withoutHeaders(headers, 'content-encoding');

  if (body === null) {
    const bytes = new Uint8Array();
    // The length of an answer to HEAD, or of a 304, is that of a body that is not here.
    if (client.method !== 'HEAD' && response.status !== 304)
      return { headers: withLength(headers, 0), bytes };
    return { headers: accepted ? headers : withoutHeaders(plain, 'content-length'), bytes };
  }
  if ('omitted' in body) return undefined;

  const whole = (kept: readonly HeaderPair[], bytes: Uint8Array): WireAnswer => ({
    headers: withLength(kept, bytes.length),
    bytes,
  });
  const readable = readableBytes(body);
  if (codings.length === 0) return whole(headers, readable);
  if (!isDecoded(body)) {
    const decoded = accepted ? undefined : decodeContent(readable, codings);
    return decoded === undefined ? whole(headers, readable) : whole(plain, decoded);
  }
  if (!accepted) return whole(plain, readable);
  if (body.wire !== undefined && body.hash === sha256(readable)) {
    return whole(headers, Buffer.from(body.wire, 'base64'));
  }
  const encoded = encodeContent(readable, codings);
  return encoded === undefined ? whole(plain, readable) : whole(headers, encoded);
}

/** Whether the readable form is the decoded one. */
export function isDecoded(body: PresentBody): boolean {
  return !('base64' in body) || body.hash !== undefined;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
