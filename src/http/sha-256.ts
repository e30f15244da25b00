// SHA-256 of bytes as they come, in every runtime: a browser's `crypto.subtle` takes them only as a whole and answers later.
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

export class Sha256 {
  readonly #hash = sha256.create();

  update(bytes: Uint8Array): this {
    this.#hash.update(bytes);
    return this;
  }

  /** The hash in hexadecimal. Call it once, at the end. */
  digest(): string {
    return bytesToHex(this.#hash.digest());
  }
}
