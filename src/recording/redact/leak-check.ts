// The last check before a recording is written: where the redactor has left a known secret, the write is refused. The check
// reads every value that is about to be written and shares no decision with the redactor. In names only an unmistakable
// secret counts.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { KnownSecrets } from './known-secrets.ts';
import type { Exchange } from '../format.ts';
import { unpackedLimit } from './unpack.ts';

const mostCompressions = 2;

/** Whether an exchange holds a known secret, be it inside its base64 or compressed. */
export function holdsSecret({ request, response }: Exchange, secrets: KnownSecrets): boolean {
  if (secrets.isEmpty) return false;
  const { path, query, headers, body } = request;
  return [path, query, headers, body, response.reason, response.headers, response.body].some((value) =>
    valueHoldsSecret(value, '', secrets),
  );
}

function valueHoldsSecret(value: unknown, name: string, secrets: KnownSecrets): boolean {
  if (typeof value === 'string') {
    const isBytes = name === 'base64' || name === 'wire';
    return (
      secrets.isIn(value, isBytes) ||
      (isBytes && bytesHoldSecret(Buffer.from(value, 'base64'), secrets, mostCompressions))
    );
  }
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => valueHoldsSecret(item, name, secrets));
  const members = value as Readonly<Record<string, unknown>>;
  return Object.keys(members).some(
    (key) => secrets.isIn(key, true) || valueHoldsSecret(members[key], key, secrets),
  );
}

function bytesHoldSecret(bytes: Buffer, secrets: KnownSecrets, layers: number): boolean {
  if (secrets.isIn(bytes.toString('latin1'), true)) return true;
  const inside = layers === 0 ? undefined : decompressed(bytes);
  return inside !== undefined && bytesHoldSecret(inside, secrets, layers - 1);
}

/** Compressed formats by their first bytes; brotli has no such mark, so it is tried on everything. */
function decompressed(bytes: Buffer): Buffer | undefined {
  const options = { maxOutputLength: unpackedLimit };
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, options);
    if (bytes.length > 2 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0)
      return inflateSync(bytes, options);
    return brotliDecompressSync(bytes, options);
  } catch {
    return undefined;
  }
}
