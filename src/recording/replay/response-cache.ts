// Turns recorded interactions into answers. The body codec is handed in, so this also runs in a browser.
import { BoundedCache } from '../../http/bounded-cache.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ApiResponse, ByteStream } from '../../http/message.ts';
import type { BodyCodec } from '../body/body-codec.ts';
import type { HeaderPair, Interaction, RecordedBody } from '../format.ts';
import { remedyOf, whyOmitted } from '../body/omitted.ts';
import { servedResponse } from '../links/rebase-links.ts';

/** Where the links of an answer lead, and are to lead. */
interface LinkBases {
  /** The base URL of the recorded service. */
  readonly upstream: string;
  /** The origin under which the client asks. */
  readonly origin: string;
}

/** How many bytes of answers are kept. */
const mostBytes = 64 * 2 ** 20;
/** What an answer takes besides its body. */
const bytesBeside = 500;
/** Clients can ask under any number of names and for any encodings. */
const mostVariants = 8;

/** Turns interactions into answers, and keeps those that are the same for every request. */
export function responseCache(bodies: BodyCodec) {
  const kept = new BoundedCache<Interaction, ReadonlyMap<string, ApiResponse>>({
    maxSize: mostBytes,
    sizeCalculation: (variants) =>
      [...variants.values()].reduce((sum, { body }) => sum + bytesBeside + sizeOf(body), 0),
  });

  return function respond(
    interaction: Interaction,
    bases: LinkBases,
    accepts: string | undefined,
  ): ApiResponse {
    const variant = `${bases.upstream} ${bases.origin} ${accepts ?? ''}`;
    const variants = kept.get(interaction);
    const known = variants?.get(variant);
    if (known !== undefined) return known;
    const response = buildResponse(bodies, interaction, bases, accepts);
    if (variants === undefined || variants.size < mostVariants) {
      kept.set(interaction, new Map([...(variants ?? []), [variant, response]]));
    }
    return response;
  };
}

/**
 * The answer as it was recorded, in an encoding that the client takes, with links that lead to us.
 * @throws ApiError `unreplayable` for a body that was left out of the recording
 */
export function buildResponse(
  bodies: BodyCodec,
  { id, request: { method }, response }: Interaction,
  { upstream, origin }: LinkBases,
  acceptEncoding: string | undefined,
): ApiResponse {
  const { response: served, leadsTo } = servedResponse(response, upstream, origin);
  const wire = bodies.wireBody(served, { method, accepts: bodies.acceptedCodings(acceptEncoding) });
  if (wire === undefined) {
    throw new ApiError('unreplayable', unreplayable(id, response.body));
  }
  const { status, reason } = response;
  // An answer to HEAD, a 204 or a 304 has no body; its Content-Length stays as it was recorded.
  const bare = method === 'HEAD' || status === 204 || status === 304;
  const body = bare ? null : hasLength(wire.headers) ? wire.bytes : new Pieces(wire.bytes);
  const answer = { status, reason, headers: wire.headers.flat(), body, verbatim: true, recorded: id };
  return leadsTo === undefined ? answer : { ...answer, leadsTo };
}

function unreplayable(id: string, body: RecordedBody): string {
  if (body === null || !('omitted' in body)) return `The body of ${id} cannot be replayed.`;
  return `The body of ${id} was left out of the recording: ${whyOmitted(body.omitted)}. ${remedyOf(body.omitted)}`.trim();
}

function hasLength(headers: readonly HeaderPair[]): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'content-length');
}

/** A body that came without a length leaves without one; as plain bytes it would get a Content-Length. */
class Pieces implements ByteStream {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- all of it is there already
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.bytes.length > 0) yield this.bytes;
  }
}

function sizeOf(body: ApiResponse['body']): number {
  if (body instanceof Pieces) return body.bytes.length;
  return body instanceof Uint8Array ? body.length : 0;
}
