// The body codec of a replay behind the Fetch API, in Node and in browsers: fflate, base64 and SHA-256 without Node. An
// answer leaves as `fetch` shows it, decoded, and a request is read for its key alone.
import { ApiError } from '../../spec/errors.ts';
import { base64Of, bytesOfBase64 } from '../../http/binary-text.ts';
import { compression } from '../../http/compression.ts';
import { Sha256 } from '../../http/sha-256.ts';
import { BodyCodec } from './body-codec.ts';
import type { BodyTaker, Coding, WireAnswer } from './body-codec.ts';
import { contentCodings } from './coding-names.ts';
import type { HeaderPair, RecordedBody, RecordedResponse } from '../format.ts';
import { withoutHeaders } from '../recordable-headers.ts';

/** The highest status that a Response of the Fetch API may have. */
const mostStatus = 599;

const coding = (name: 'gzip' | 'deflate'): Coding => ({
  decode: (bytes, limit) => compression.decode(name, bytes, limit),
  encode: (bytes) => compression.encode(name, bytes),
});

class FetchBodies extends BodyCodec {
  constructor() {
    super({
      codings: new Map([
        ['gzip', coding('gzip')],
        ['deflate', coding('deflate')],
      ]),
      base64Of,
      bytesOfBase64,
      createHash: () => new Sha256(),
    });
  }

  /** None: an answer leaves decoded. */
  override acceptedCodings(): () => boolean {
    return () => false;
  }

  override recordBody(wire: Uint8Array, headers: readonly HeaderPair[]): RecordedBody {
    const body = super.recordBody(wire, headers);
    const isEncoded = body !== null && 'base64' in body && body.hash === undefined;
    if (!isEncoded || !contentCodings(headers).includes('br')) return body;
    throw new ApiError(
      'unreplayable',
      'The request is encoded with br, which the replay behind msw cannot decode. Send it in gzip or without an encoding, or start `pricing-mock replay`.',
    );
  }

  override wireBody(response: RecordedResponse, client: BodyTaker): WireAnswer | undefined {
    const { status, body } = response;
    if (status > mostStatus) {
      throw new ApiError(
        'unreplayable',
        `The answer has the status ${status}, which no Response of the Fetch API can have. Start \`pricing-mock replay\` for it.`,
      );
    }
    const wire = super.wireBody(response, client);
    if (wire === undefined) return undefined;
    if (body === null) return { ...wire, headers: withoutHeaders(wire.headers, 'content-encoding') };
    const codings = contentCodings(wire.headers);
    if (codings.length === 0) return wire;
    throw new ApiError(
      'unreplayable',
      `The answer stands in the recording as it was sent, encoded with ${codings.join(', ')}, which the replay behind msw cannot decode. Record it from a client that sends Accept-Encoding: gzip, or start \`pricing-mock replay\`.`,
    );
  }
}

export const fetchBodies: BodyCodec = new FetchBodies();
