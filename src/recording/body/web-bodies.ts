// Bodies in a replay that runs anywhere, behind msw: `bodies.ts` without Node. An answer leaves as `fetch` shows it,
// decoded, so it needs neither hashes nor compressors; a request is read for its key alone.
import { ApiError } from '../../spec/errors.ts';
import type { Compression } from '../../http/compression.ts';
import { base64Of, bytesOfBase64, exactTextOf, utf8Of } from '../../http/binary-text.ts';
import { contentCodings, decodedLimit, mostLayers } from './coding-names.ts';
import type { HeaderPair, ReadableBody, RecordedBody } from '../format.ts';
import type { BodyCodec } from '../replay/response-cache.ts';
import { exactJson } from './readable-json.ts';
import { withLength, withoutHeaders } from '../recordable-headers.ts';

/** The form in which bytes can be read and edited without losing any. */
export function readableBody(bytes: Uint8Array): ReadableBody {
  const text = exactTextOf(bytes);
  if (text === undefined) return { base64: base64Of(bytes) };
  const json = exactJson(text);
  return json === undefined ? { text } : { json: json.value };
}

/** Of a Response of the Fetch API. */
const mostStatus = 599;

/** As a port answers a client that takes no encoding; what cannot be decoded here is no answer. */
export function webBodies(compression: Compression): BodyCodec {
  function decode(bytes: Uint8Array, codings: readonly string[]): Uint8Array | undefined {
    if (codings.length > mostLayers) return undefined;
    let decoded = bytes;
    for (const coding of codings.toReversed()) {
      if (coding !== 'gzip' && coding !== 'deflate') return undefined;
      try {
        decoded = compression.decode(coding, decoded, decodedLimit);
      } catch {
        return undefined;
      }
    }
    return decoded;
  }

  return {
    acceptedCodings: () => () => false,

    recordBody(wire: Uint8Array, headers: readonly HeaderPair[]): RecordedBody {
      if (wire.length === 0) return null;
      const codings = contentCodings(headers);
      const decoded = decode(wire, codings);
      if (decoded !== undefined) return readableBody(decoded);
      if (!codings.includes('br')) return { base64: base64Of(wire) };
      throw new ApiError(
        'unreplayable',
        'The request is encoded with br, which the replay behind msw cannot decode. Send it in gzip or without an encoding, or start `pricing-mock replay`.',
      );
    },

    wireBody({ status, headers, body }, { method }) {
      if (status > mostStatus) {
        throw new ApiError(
          'unreplayable',
          `The answer has the status ${status}, which no Response of the Fetch API can have. Start \`pricing-mock replay\` for it.`,
        );
      }
      const codings = contentCodings(headers);
      const plain = codings.length === 0 ? headers : withoutHeaders(headers, 'content-encoding');
      if (body === null) {
        const bytes = new Uint8Array();
        // The length of an answer to HEAD, or of a 304, is that of a body that is not here.
        if (method !== 'HEAD' && status !== 304) return { headers: withLength(plain, 0), bytes };
        return { headers: codings.length === 0 ? plain : withoutHeaders(plain, 'content-length'), bytes };
      }
      if ('omitted' in body) return undefined;
      const readable = readableBytes(body);
      const isAsSent = 'base64' in body && body.hash === undefined;
      const bytes = isAsSent ? decode(readable, codings) : readable;
      if (bytes !== undefined) return { headers: withLength(plain, bytes.length), bytes };
      throw new ApiError(
        'unreplayable',
        `The answer stands in the recording as it was sent, encoded with ${codings.join(', ')}, which the replay behind msw cannot decode. Record it from a client that sends Accept-Encoding: gzip, or start \`pricing-mock replay\`.`,
      );
    },
  };
}

export function readableBytes(body: ReadableBody): Uint8Array {
  if ('json' in body) return utf8Of(JSON.stringify(body.json));
  return 'text' in body ? utf8Of(body.text) : bytesOfBase64(body.base64);
}
