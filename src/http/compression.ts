// gzip, deflate and ZIP in every runtime, by fflate.
import { gzipSync, Gunzip, Inflate, Unzlib, unzipSync, zlibSync } from 'fflate';
import { joinBytes } from './join-bytes.ts';

/** Bytes in, bytes out, at once. */
export interface Compression {
  /** Makes the same bytes on every run and platform: the header has no time. */
  gzip(bytes: Uint8Array): Uint8Array;
  encode(coding: 'gzip' | 'deflate', bytes: Uint8Array): Uint8Array;
  /** @throws Error for bytes that are damaged, not whole, or swell past the limit */
  decode(coding: 'gzip' | 'deflate', bytes: Uint8Array, limit: number): Uint8Array;
  /**
   * The files of a ZIP archive, by name.
   * @throws RangeError for those that are longer together than the limit; Error for an archive that is damaged, or
   *   compressed in a way that is not known here
   */
  unzip(bytes: Uint8Array, limit: number): ReadonlyMap<string, Uint8Array>;
}

export const compression: Compression = {
  gzip: (bytes) => gzipSync(bytes, { level: 6, mtime: 0 }),
  encode: (coding, bytes) => (coding === 'gzip' ? compression.gzip(bytes) : zlibSync(bytes, { level: 6 })),
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
    let left = limit;
    const files = unzipSync(bytes, {
      // A compressed file gets as much room as it claims, a stored one as much as it takes in the archive.
      filter: ({ size, originalSize }) => {
        left -= Math.max(size, originalSize);
        if (left < 0) throw new RangeError('too long');
        return true;
      },
    });
    return new Map(Object.entries(files));
  },
};

type Stream = new (onPiece: (piece: Uint8Array) => void) => {
  push(piece: Uint8Array, final: boolean): void;
};

/** A piece of this length unpacks to 8 MB at most. */
const pieceLength = 8192;

/** Unpacks piece by piece, because the length that a file claims may be false. */
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
