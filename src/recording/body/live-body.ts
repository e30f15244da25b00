// The body of a live request: read whole where it is short enough to be kept, otherwise piece by piece.
import { BodyTooLarge } from '../../http/message.ts';
import type { ApiRequest, ByteStream, RequestBody } from '../../http/message.ts';
import { joinBytes } from '../../http/join-bytes.ts';
import type { Hashing } from './body-codec.ts';
import type { OmittedBody } from '../format.ts';

/** A body that is too long to keep: the part that has been read, and the rest that is still to come. */
export interface LongBody {
  readonly begun: readonly Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array>;
}

/** Whether a request may have a body. */
export function carriesBody({ body, headers }: ApiRequest): boolean {
  // A request through the Fetch API may have a body without a header that says so.
  if (body.isEmpty !== undefined) return !body.isEmpty;
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** @param limit the most bytes that are read at once */
export function readBody(
  { body, headers }: ApiRequest,
  limit: number,
): Uint8Array | Promise<Uint8Array | LongBody> {
  const declared = headers['content-length'];
  // Where the length is known, it only has to be checked that the body has arrived.
  if (declared !== undefined && Number(declared) <= limit) return body.bytes(limit);
  return begin(body.stream()[Symbol.asyncIterator](), limit);
}

async function begin(rest: AsyncIterator<Uint8Array>, limit: number): Promise<Uint8Array | LongBody> {
  const begun: Uint8Array[] = [];
  let length = 0;
  while (length <= limit) {
    const step = await rest.next();
    if (step.done === true) return joinBytes(begun, length);
    begun.push(step.value);
    length += step.value.length;
  }
  return { begun, rest };
}

/** Reads a long body to its end, as a recording would keep it: by its length and its SHA-256. */
export async function measure(body: LongBody, hash: Hashing): Promise<OmittedBody> {
  let bytes = 0;
  for await (const piece of whole(body)) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, reason: 'too-long', hash: hash.digest('hex') };
}

/** A body that has been read, in the form in which a later filter reads it again. */
export function heldBody(bytes: Uint8Array): RequestBody {
  return {
    bytes: (limit) => (bytes.length > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes)),
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream of what is there already
    stream: async function* held() {
      yield bytes;
    },
  };
}

/** A long body from its start, for the filter that passes it on. */
export function resumedBody(body: LongBody): RequestBody {
  return { bytes: () => Promise.reject(new BodyTooLarge()), stream: () => whole(body) };
}

/** A long body that is gone. */
export const spentBody: RequestBody = {
  bytes: () => Promise.reject(new BodyTooLarge()),
  stream: () => {
    throw new BodyTooLarge();
  },
};

async function* whole({ begun, rest }: LongBody): ByteStream {
  yield* begun;
  yield* { [Symbol.asyncIterator]: () => rest };
}
