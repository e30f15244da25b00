// Content encodings (RFC 9110 §8.4): taken off for reading, put on again for an edited body.
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { decodedLimit, mostLayers } from './coding-names.ts';

const codecs: ReadonlyMap<string, { decode(bytes: Uint8Array): Buffer; encode(bytes: Uint8Array): Buffer }> =
  new Map([
    ['gzip', { decode: (bytes) => gunzipSync(bytes, { maxOutputLength: decodedLimit }), encode: gzipSync }],
    ['deflate', { decode: inflateEither, encode: deflateSync }],
    [
      'br',
      {
        decode: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: decodedLimit }),
        // The usual quality takes seconds for a megabyte, in which nobody else is served.
        encode: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      },
    ],
  ]);

/** The bytes without their encodings; undefined when one is unknown, damaged or swells past the limit. */
export function decodeContent(bytes: Uint8Array, codings: readonly string[]): Uint8Array | undefined {
  if (codings.length > mostLayers) return undefined;
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const codec = codecs.get(coding);
    if (codec === undefined) return undefined;
    try {
      decoded = codec.decode(decoded);
    } catch {
      return undefined;
    }
  }
  return decoded;
}

/** The bytes under the encodings; undefined when one is unknown. */
export function encodeContent(bytes: Uint8Array, codings: readonly string[]): Uint8Array | undefined {
  let encoded = bytes;
  for (const coding of codings) {
    const codec = codecs.get(coding);
    if (codec === undefined) return undefined;
    encoded = codec.encode(encoded);
  }
  return encoded;
}

/** `deflate` means the zlib format; some servers send the bare one. */
function inflateEither(bytes: Uint8Array): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: decodedLimit });
  } catch {
    return inflateRawSync(bytes, { maxOutputLength: decodedLimit });
  }
}
