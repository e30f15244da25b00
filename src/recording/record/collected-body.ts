// The bytes of a body while they pass: kept up to a limit, beyond it only counted and hashed, so that memory stays flat.
import { createHash, type Hash } from 'node:crypto';
import type { ByteStream, RequestBody } from '../../http/message.ts';
import { nodeBodies } from '../body/node-bodies.ts';
import type { HeaderPair, OmittedReason, RecordedBody } from '../format.ts';

export class CollectedBody {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  /** Of all bytes; there from the moment at which they are too many to keep. */
  #hash: Hash | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether every byte is still here. */
  get isKept(): boolean {
    return this.#hash === undefined;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#hash === undefined) {
      this.#pieces.push(piece);
      if (this.#size > this.#limit) this.#drop();
    } else this.#hash.update(piece);
  }

  bytes(): Uint8Array {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
  }

  /** As it stands in a recording. To be asked once, at the end. */
  recorded(headers: readonly HeaderPair[]): RecordedBody {
    return this.#hash === undefined ? nodeBodies.recordBody(this.bytes(), headers) : this.omitted('too-long');
  }

  /** As it stands in a recording that must not hold it. To be asked once, at the end. */
  omitted(reason: OmittedReason): RecordedBody {
    if (this.#hash === undefined) this.#drop();
    return { omitted: { bytes: this.#size, reason, hash: this.#hash!.digest('hex') } };
  }

  #drop(): void {
    this.#hash = createHash('sha256');
    for (const piece of this.#pieces) this.#hash.update(piece);
    this.#pieces = [];
  }
}

/** A request's body that is collected while somebody else reads it. */
export function collecting(body: RequestBody, into: CollectedBody): RequestBody {
  return {
    bytes: async (limit) => {
      const bytes = await body.bytes(limit);
      into.add(bytes);
      return bytes;
    },
    stream: async function* collected(): ByteStream {
      for await (const piece of body.stream()) {
        into.add(piece);
        yield piece;
      }
    },
  };
}
