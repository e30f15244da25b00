// The last look before anything is written: the redactor must have left no known secret, and if it has, the write is
// refused. It reads the text that is about to be written and shares no decision with the redactor.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { decodedLimit } from './coding-names.ts';
import type { KnownSecrets } from './known-secrets.ts';

const encodedField = /"(?:base64|wire)": ?"/g;
const mostLayers = 2;

/** Whether a piece of a recording or journal holds a known secret, be it inside its base64 or compressed. */
export function holdsSecret(text: string, secrets: KnownSecrets): boolean {
  if (secrets.isEmpty) return false;
  if (secrets.isIn(text)) return true;
  // Most texts have no such field, and to find that out costs less by its rarer end.
  if (!text.includes('base64"') && !text.includes('wire"')) return false;
  for (const field of text.matchAll(encodedField)) {
    const start = field.index + field[0].length;
    const base64 = text.slice(start, text.indexOf('"', start));
    if (bytesHoldSecret(Buffer.from(base64, 'base64'), secrets, mostLayers)) return true;
  }
  return false;
}

function bytesHoldSecret(bytes: Buffer, secrets: KnownSecrets, layers: number): boolean {
  if (secrets.isIn(bytes.toString('latin1'))) return true;
  const inside = layers === 0 ? undefined : decompressed(bytes);
  return inside !== undefined && bytesHoldSecret(inside, secrets, layers - 1);
}

/** By their first bytes; brotli has none of its own, so it is simply tried. */
function decompressed(bytes: Buffer): Buffer | undefined {
  const options = { maxOutputLength: decodedLimit };
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, options);
    if (bytes.length > 2 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0)
      return inflateSync(bytes, options);
    return brotliDecompressSync(bytes, options);
  } catch {
    return undefined;
  }
}
