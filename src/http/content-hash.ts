// A hash that is the same in Node and in a browser and needs no cryptographic library. It tells contents apart and finds
// links that were changed by hand. It does not protect against an attacker.

/** 64 bits in 16 hexadecimal digits: FNV-1a over two lanes. */
export function contentHash(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b);
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
