// SHA-256 (FIPS 180-4) of bytes as they come, in every runtime: a browser's `crypto.subtle` takes them only as a whole and
// answers later.

const blockSize = 64;
const initialState = fractionsOfRoots(8, Math.sqrt);
const constants = fractionsOfRoots(64, Math.cbrt);

export class Sha256 {
  readonly #state = Int32Array.from(initialState);
  readonly #schedule = new Int32Array(64);
  /** The bytes that do not fill a block yet. */
  readonly #rest = new Uint8Array(blockSize);
  #length = 0;

  update(bytes: Uint8Array): this {
    let at = 0;
    const held = this.#length % blockSize;
    this.#length += bytes.length;
    if (held > 0) {
      at = Math.min(blockSize - held, bytes.length);
      this.#rest.set(bytes.subarray(0, at), held);
      if (held + at < blockSize) return this;
      this.#compress(this.#rest, 0);
    }
    for (; at + blockSize <= bytes.length; at += blockSize) this.#compress(bytes, at);
    this.#rest.set(bytes.subarray(at));
    return this;
  }

  /** In hexadecimal. To be asked once, at the end. */
  digest(): string {
    const length = this.#length;
    const end = new Uint8Array(blockSize + 8 - ((length + 8) % blockSize));
    end[0] = 0x80;
    const bits = new DataView(end.buffer, end.length - 8);
    bits.setUint32(0, Math.floor(length / 2 ** 29));
    bits.setUint32(4, (length * 8) % 2 ** 32);
    this.update(end);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, from: number): void {
    const w = this.#schedule;
    for (let t = 0, at = from; t < 16; t += 1, at += 4) {
      w[t] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    }
    for (let t = 16; t < 64; t += 1) {
      const early = w[t - 15]!;
      const late = w[t - 2]!;
      const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
    }
    const state = this.#state;
    // Each variable on its own: swapped through arrays they take three times as long.
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let t = 0; t < 64; t += 1) {
      const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + constants[t]! + w[t]!) | 0;
      const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractions of a root of each of the first primes. */
function fractionsOfRoots(count: number, root: (of: number) => number): Int32Array {
  const fractions: number[] = [];
  for (let candidate = 2; fractions.length < count; candidate += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= candidate; by += 1) isPrime &&= candidate % by !== 0;
    if (isPrime) fractions.push(((root(candidate) % 1) * 2 ** 32) | 0);
  }
  return Int32Array.from(fractions);
}
