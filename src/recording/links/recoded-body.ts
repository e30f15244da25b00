// A text under content encodings on its way: decoded, changed and encoded anew, so that each piece leaves as it arrives.
import type { Duplex } from 'node:stream';
import { constants, createBrotliCompress, createBrotliDecompress, createGunzip, createGzip } from 'node:zlib';
import type { ByteStream } from '../../http/message.ts';
import { resumed } from '../body/passing-body.ts';
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
 * Where it breaks off or cannot be decoded any more, all that came before leaves first; of the latter, the rest is read, for the
 * recording has it as it came. What cannot be decoded from its beginning passes as it is.
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
  const decoders = known.toReversed().map(({ decode }) => decode());
  const encoders = known.map(({ encode }) => encode());
  /** What was read before anything left; undefined from then on. */
  let unsent: Uint8Array[] | undefined = [];
  let isBroken = false;
  let isOver = false;
  const hasLeft = () => isOver;
  // Without `return`, which whoever reads calls where a stream fails: the rest is still read.
  const read: ByteStream & ByteIterator = {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const step = await source.next();
        if (step.done !== true) unsent?.push(step.value);
        return step;
      } catch (error) {
        isBroken = true;
        throw error;
      }
    },
  };
  const through = (streams: readonly Duplex[], pieces: AsyncIterable<Uint8Array>) =>
    streams.reduce((before, stream) => coded(before, stream), pieces);
  const plain = through(decoders, read)[Symbol.asyncIterator]();
  let pieces: ByteIterator = through(encoders, change(plain))[Symbol.asyncIterator]();
  const done = { done: true, value: undefined } as const;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (hasLeft()) return done;
      try {
        const step = await pieces.next();
        unsent = undefined;
        return step;
      } catch (error) {
        if (hasLeft()) return done;
        if (!isBroken && unsent !== undefined) {
          pieces = resumed(source, { pieces: unsent, ended: false, pending: undefined });
          unsent = undefined;
          return pieces.next();
        }
        while (!isBroken && !hasLeft() && (await read.next()).done !== true);
        throw error;
      }
    },
    // A generator would first wait for the piece that was asked for, and a service may be silent for long.
    async return() {
      isOver = true;
      for (const stream of [...decoders, ...encoders]) stream.destroy();
      await source.return?.();
      return done;
    },
  };
}

/** What a stream makes of each piece. The next one is taken when all of that has left, for a stream that fails drops the rest. */
async function* coded(
  pieces: AsyncIterable<Uint8Array>,
  stream: Duplex,
): AsyncGenerator<Uint8Array, undefined> {
  let wake: () => void = () => undefined;
  let isTaken = false;
  let failure: Error | undefined;
  for (const news of ['readable', 'end'])
    stream.on(news, () => {
      wake();
    });
  stream.once('error', (error) => {
    failure = error;
    wake();
  });
  const taken = () => {
    isTaken = true;
    wake();
  };
  async function* made(): AsyncGenerator<Uint8Array, undefined> {
    for (;;) {
      const waking = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const piece = stream.read() as Uint8Array | null;
      if (piece !== null) yield piece;
      else if (failure !== undefined) throw failure;
      else if (isTaken || stream.readableEnded) return;
      else await waking;
    }
  }
  try {
    for await (const piece of pieces) {
      // Behind its end nothing is decoded.
      if (stream.readableEnded) continue;
      isTaken = false;
      stream.write(piece, taken);
      yield* made();
    }
    isTaken = false;
    stream.end();
    yield* made();
  } finally {
    stream.destroy();
  }
}
