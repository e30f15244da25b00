// A text under content encodings on its way: decoded, changed and encoded anew, so that each piece leaves as it arrives.
import { pipeline, Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { constants, createBrotliCompress, createBrotliDecompress, createGunzip, createGzip } from 'node:zlib';
import type { ByteStream } from '../../http/message.ts';
import type { ByteIterator } from '../body/passing-body.ts';

interface CodingStreams {
  readonly decode: () => Duplex;
  readonly encode: () => Duplex;
}

/**
 * What a service ends without the mark of its end ends here as well. No `deflate`: the bare format, which some servers send
 * by that name, cannot be told before the first piece is here.
 */
const codings: ReadonlyMap<string, CodingStreams> = new Map<string, CodingStreams>([
  [
    'gzip',
    {
      decode: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
      encode: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
    },
  ],
  [
    'br',
    {
      decode: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
      encode: () =>
        createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
        }),
    },
  ],
]);

/**
 * @param names the encodings, of which there are some, in the order in which they were applied
 * @returns undefined for an encoding of which no stream is known
 */
export function recoded(
  source: ByteStream & ByteIterator,
  names: readonly string[],
  change: (plain: ByteIterator) => ByteStream,
): (ByteStream & ByteIterator) | undefined {
  const known = names.map((name) => codings.get(name));
  if (!known.every((coding) => coding !== undefined)) return undefined;
  const encoders = known.map(({ encode }) => encode());
  const stages = [
    Readable.from(source),
    ...known.toReversed().map(({ decode }) => decode()),
    (plain: AsyncIterable<Uint8Array>) => change(plain[Symbol.asyncIterator]()),
    ...encoders,
  ];
  // A failure reaches the reader by the last stream. Node's types know of no function among many stages.
  pipeline(stages as Duplex[], () => undefined);
  const last = encoders.at(-1)!;
  const pieces = last[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => pieces.next(),
    // Streams and their iterators would first wait for the piece that was asked for, and a service may be silent for long.
    async return() {
      last.destroy();
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}
