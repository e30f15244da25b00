// Content encodings (RFC 9110 §8.4): taken off for reading, put on again for an edited body.
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import type { HeaderPair } from './format.ts';
import { headerValues } from './stored-headers.ts';

/** The most bytes that a decoded body may have: 316 bytes of brotli can hold 200 MB. */
export const decodedLimit = 10 * 1024 * 1024;

const mostLayers = 2;

const codecs: ReadonlyMap<string, { decode(bytes: Uint8Array): Buffer; encode(bytes: Uint8Array): Buffer }> =
  new Map([
    ['gzip', { decode: (bytes) => gunzipSync(bytes, { maxOutputLength: decodedLimit }), encode: gzipSync }],
    ['deflate', { decode: inflateEither, encode: deflateSync }],
    [
      'br',
      {
        decode: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: decodedLimit }),
        encode: brotliCompressSync,
      },
    ],
  ]);

/** The encodings of a body in the order in which they were applied; `identity` is none. */
export function contentCodings(headers: readonly HeaderPair[]): string[] {
  return headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map(codingName)
    .filter((coding) => coding !== '' && coding !== 'identity');
}

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

/** Which encodings a client accepts by its `Accept-Encoding`; all, when it sent none (RFC 9110 §12.5.3). */
export function acceptedCodings(acceptEncoding: string | undefined): (coding: string) => boolean {
  if (acceptEncoding === undefined) return () => true;
  const weights = new Map<string, boolean>();
  for (const element of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = element.split(';');
    const refused = parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter));
    weights.set(codingName(name), !refused);
  }
  const others = weights.get('*') ?? false;
  return (coding) => weights.get(coding) ?? others;
}

function codingName(text: string): string {
  const name = text.trim().toLowerCase();
  return name === 'x-gzip' ? 'gzip' : name;
}

/** `deflate` means the zlib format; some servers send the bare one. */
function inflateEither(bytes: Uint8Array): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: decodedLimit });
  } catch {
    return inflateRawSync(bytes, { maxOutputLength: decodedLimit });
  }
}
