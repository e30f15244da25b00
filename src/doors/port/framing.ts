// The headers of an answer as they are sent. Only this file decides where a body ends (Content-Length or chunked), so no
// header that an answer brings can make a client misread it.
import type { ServerResponse } from 'node:http';
import type { ApiResponse, ByteStream } from '../../http/message.ts';

/** An answer whose body is in bytes. */
export interface EncodedAnswer extends ApiResponse {
  readonly body: Uint8Array | ByteStream | null;
}

/**
 * The answer to send: with these headers, and its text as UTF-8. Node would join a text with the head and
 * encode both, which spoils the bytes above 0x7F that a header passed on from elsewhere may hold.
 */
export function encoded(answer: ApiResponse, headers: readonly string[]): EncodedAnswer {
  const { body } = answer;
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? bufferOf(body) : body;
  return { ...answer, headers, body: bytes };
}

const buffers = new WeakMap<Uint8Array, Buffer>();

/** The same bytes as a Buffer. Node would make one for each answer, and many an answer is sent again. */
function bufferOf(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  let buffer = buffers.get(bytes);
  if (buffer === undefined) {
    buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    buffers.set(bytes, buffer);
  }
  return buffer;
}

/** The body's length where it is known without reading a stream. */
export function knownLength({ body }: EncodedAnswer): number | undefined {
  if (body instanceof Uint8Array) return body.length;
  return body === null ? 0 : undefined;
}

/** The length that the answer's own headers announce. */
export function announcedLength(headers: readonly string[]): number | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    if (isNamed(headers[at]!, 'content-length')) return Number(headers[at + 1]);
  }
  return undefined;
}

/**
 * The headers to send. Content-Length stays where the answer has it, and is corrected there.
 * @param length the body's length; undefined where it is not known, or is not to be told
 */
export function framedHeaders(
  answer: ApiResponse,
  method: string | undefined,
  length: number | undefined,
): string[] {
  const { headers, status } = answer;
  // The length of the body that GET would have (RFC 9110 §8.6); somebody else's answer may tell it with 304 too.
  const tells = status !== 204 && (status !== 304 || answer.verbatim === true);
  const keeps = length === undefined || status === 304 || (method === 'HEAD' && answer.body === null);
  const framed: string[] = [];
  let told = !tells || keeps;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!;
    if (isNamed(name, 'transfer-encoding')) continue;
    if (isNamed(name, 'content-length')) {
      if (!tells || (told && !keeps)) continue;
      framed.push(name, keeps ? headers[at + 1]! : String(length));
      told = true;
    } else framed.push(name, headers[at + 1]!);
  }
  if (!told) framed.push('Content-Length', String(length));
  return framed;
}

/** Writes the status line and the headers, and nothing that the answer does not have. */
export function writeHead(response: ServerResponse, answer: ApiResponse, headers: string[]): void {
  if (answer.verbatim === true) response.sendDate = false;
  if (answer.reason === undefined) response.writeHead(answer.status, headers);
  else response.writeHead(answer.status, answer.reason, headers);
}

function isNamed(name: string, lowerCase: string): boolean {
  return name.length === lowerCase.length && name.toLowerCase() === lowerCase;
}
