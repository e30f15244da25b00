// gzip, deflate and ZIP in every runtime, by fflate.
import { gzipSync, Gunzip, Inflate, Unzlib, unzipSync } from 'fflate';
import { joinBytes } from './join-bytes.ts';

/** Bytes in, bytes out, at once. */
export interface Compression {
  /** The same bytes on every run and platform: no time in the header. */
  gzip(bytes: Uint8Array): Uint8Array;
  /** @throws Error for bytes that are damaged, not whole, or swell past the limit */
  decode(coding: 'gzip' | 'deflate', bytes: Uint8Array, limit: number): Uint8Array;
  /**
   * The files of a ZIP; undefined where they are more than the limit together, encrypted, or compressed in another way.
   * @throws Error for a file that is damaged
   */
  unzip(bytes: Uint8Array, limit: number): Uint8Array[] | undefined;
}

export const compression: Compression = {
  gzip: (bytes) => gzipSync(bytes, { level: 6, mtime: 0 }),
  decode(coding, bytes, limit) {
    if (coding === 'gzip') return drain(Gunzip, bytes, limit);
    try {
      return drain(Unzlib, bytes, limit);
    } catch {
      // `deflate` means the zlib format; some servers send the bare one.
      return drain(Inflate, bytes, limit);
    }
  },
  unzip(bytes, limit) {
    let size = 0;
    let readable = true;
    const files = unzipSync(bytes, {
      filter: ({ originalSize, compression: method }) => {
        size += originalSize;
        readable &&= size <= limit && (method === 0 || method === 8);
        return readable;
      },
    });
    return readable ? Object.values(files) : undefined;
  },
};

type Stream = new (onPiece: (piece: Uint8Array) => void) => {
  push(piece: Uint8Array, final: boolean): void;
};

/** A piece of this length swells to 8 MB at most. */
const pieceLength = 8192;

/** Piece by piece, because the length that a file claims for itself may be any. */
function drain(Decoder: Stream, bytes: Uint8Array, limit: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Decoder((piece) => {
    pieces.push(piece);
    length += piece.length;
    if (length > limit) throw new RangeError('too long');
  });
  for (let at = 0; at === 0 || at < bytes.length; at += pieceLength) {
    stream.push(bytes.slice(at, at + pieceLength), at + pieceLength >= bytes.length);
  }
  return joinBytes(pieces, length);
}
