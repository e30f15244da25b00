// Unpacks what is compressed inside a file, so that the secrets in it can be found.
import type { Compression } from '../../http/compression.ts';

/** The files inside; none where nothing is compressed. `sealed`: they are there, and cannot be read here. */
type Unpacked = readonly Uint8Array[] | 'sealed';

/** The most bytes that are looked at in a file: what swells further may be a bomb. */
export const unpackedLimit = 32 * 1024 * 1024;

/** Archives and files inside each other are unpacked this deep. */
export const mostUnpacked = 3;

/** Formats that are known and cannot be undone here, by their first bytes. */
const sealedStarts: readonly (readonly number[])[] = [
  [0x28, 0xb5, 0x2f, 0xfd], // Zstandard
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], // xz
  [0x42, 0x5a, 0x68], // bzip2
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], // 7z
  [0x52, 0x61, 0x72, 0x21], // RAR
  [0x04, 0x22, 0x4d, 0x18], // LZ4
  [0x4c, 0x5a, 0x49, 0x50], // lzip
  [0x1f, 0x9d], // compress
];

export function unpack(bytes: Uint8Array, compression: Compression): Unpacked {
  if (sealedStarts.some((start) => startsWith(bytes, start))) return 'sealed';
  try {
    if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
      return [...compression.unzip(bytes, unpackedLimit).values()];
    }
    if (startsWith(bytes, [0x1f, 0x8b])) return [compression.decode('gzip', bytes, unpackedLimit)];
  } catch {
    return 'sealed';
  }
  if (!startsWith(bytes, [0x78]) || ((bytes[0]! << 8) | (bytes[1] ?? 0)) % 31 !== 0) return [];
  try {
    return [compression.decode('deflate', bytes, unpackedLimit)];
  } catch {
    return []; // two bytes of zlib's are easily met by chance
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
