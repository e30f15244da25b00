// The body codec in Node: zlib, Buffer and its own SHA-256.
import { createHash } from 'node:crypto';
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
import { BodyCodec } from './body-codec.ts';
import type { Coding } from './body-codec.ts';

const codings: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  [
    'gzip',
    {
      decode: (bytes, limit) => gunzipSync(bytes, { maxOutputLength: limit }),
      encode: (bytes) => gzipSync(bytes),
    },
  ],
  ['deflate', { decode: inflateEither, encode: (bytes) => deflateSync(bytes) }],
  [
    'br',
    {
      decode: (bytes, limit) => brotliDecompressSync(bytes, { maxOutputLength: limit }),
      // At the usual quality a megabyte takes seconds, in which the process serves no other request.
      encode: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    },
  ],
]);

/** `deflate` means the zlib format; some servers send the bare one. */
function inflateEither(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: limit });
  } catch {
    return inflateRawSync(bytes, { maxOutputLength: limit });
  }
}

export const nodeBodies = new BodyCodec({
  codings,
  base64Of: ({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  bytesOfBase64: (base64) => Buffer.from(base64, 'base64'),
  createHash: () => createHash('sha256'),
});
