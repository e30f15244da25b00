// An answer of the service on its way through the recorder to a client, with its links leading to where the client
// asked. What was recorded of it is what the service gave.
import { headerValue, isStream } from '../../http/message.ts';
import type { ApiResponse } from '../../http/message.ts';
import { contentCodings } from '../body/coding-names.ts';
import { nodeBodies } from '../body/node-bodies.ts';
import type { HeaderPair } from '../format.ts';
import { joined, nothingYet, once, readAll, resumed } from '../body/passing-body.ts';
import type { ByteIterator } from '../body/passing-body.ts';
import { comesInPieces, isLed, withoutDigests } from './rebase-links.ts';
import type { ServiceLinks } from './rebase-links.ts';
import { RebasedBody } from './rebased-body.ts';
import { recoded } from './recoded-body.ts';
import { headerPairs, withLength, withoutHeaders } from '../recordable-headers.ts';

/** Where links are to lead. */
interface Lead {
  readonly links: ServiceLinks;
  /** The origin under which the client asked. */
  readonly to: string;
  /** How many bytes of a body are read ahead at most. */
  readonly limit: number;
}

/**
 * A text without a length passes as it arrives, and so do events and lines of JSON under an encoding. Any other text that
 * has a length, or an encoding, is read before its head leaves. Where it is longer than the limit, it leaves without its
 * length, and encoded as it is.
 */
export async function ledThrough(answer: ApiResponse, lead: Lead): Promise<ApiResponse> {
  const pairs = headerPairs(answer.headers);
  const headers = lead.links.rebaseHeaders(pairs, lead.to);
  const led = headers === pairs ? answer : { ...answer, headers: headers.flat() };
  const { body, status } = answer;
  if (body === null) return led;
  if (!isStream(body)) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return isLed(status, pairs, latin1(bytes.subarray(0, 100))) ? whole(led, headers, bytes, lead) : led;
  }
  const source = body[Symbol.asyncIterator]();
  if (headerValue(answer.headers, 'content-type') !== undefined) {
    return isLed(status, pairs, '') ? streamed(led, headers, source, lead) : led;
  }
  const begun = await readAll(source, 0);
  const rest = resumed(source, begun);
  return isLed(status, pairs, latin1(joined(begun)))
    ? streamed(led, headers, rest, lead)
    : { ...led, body: rest };
}

async function streamed(
  led: ApiResponse,
  headers: readonly HeaderPair[],
  source: ByteIterator,
  lead: Lead,
): Promise<ApiResponse> {
  const { links, to, limit } = lead;
  const codings = contentCodings(headers);
  const isPlain = codings.length === 0;
  const withoutLength = withoutHeaders(withoutDigests(headers), 'content-length');
  const rebased = (plain: ByteIterator) => new RebasedBody(plain, links, to);
  if (isPlain && withoutLength.length === headers.length) return { ...led, body: rebased(source) };
  if (!isPlain && isEndless(led)) {
    const body = resumed(source, nothingYet);
    const recodedBody = recoded(body, codings, rebased);
    return recodedBody === undefined
      ? { ...led, body }
      : { ...led, headers: withoutLength.flat(), body: recodedBody };
  }
  const begun = await readAll(source, limit);
  if (begun.ended) {
    const answer = whole(led, headers, joined(begun), lead);
    // Chunked as it came, where no length was announced.
    return headerValue(led.headers, 'content-length') === undefined
      ? { ...answer, body: once(answer.body) }
      : answer;
  }
  const rest = resumed(source, begun);
  return isPlain ? { ...led, headers: withoutLength.flat(), body: rebased(rest) } : { ...led, body: rest };
}

/** Whether a client waits for each piece of an answer, whose end may never come. */
const isEndless = ({ headers }: ApiResponse): boolean =>
  comesInPieces(headerValue(headers, 'content-type') ?? '') &&
  headerValue(headers, 'content-length') === undefined;

function whole(
  led: ApiResponse,
  headers: readonly HeaderPair[],
  bytes: Uint8Array,
  { links, to }: Lead,
): ApiResponse & { readonly body: Uint8Array } {
  const codings = contentCodings(headers);
  const plain = nodeBodies.decode(bytes, codings);
  if (plain === undefined) return { ...led, body: bytes };
  const text = latin1(plain);
  const changed = links.rebase(text, to);
  if (changed === text) return { ...led, body: bytes };
  const body = nodeBodies.encode(Buffer.from(changed, 'latin1'), codings)!; // decoded, it can be encoded
  return { ...led, headers: withLength(withoutDigests(headers), body.length).flat(), body };
}

/** Decodes each byte as one character: links are ASCII, whatever the text's encoding is. */
function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
