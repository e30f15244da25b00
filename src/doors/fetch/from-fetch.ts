// Turns a Fetch API request into the plain request that the handlers know.
import { ApiError } from '../../spec/errors.ts';
import { BodyTooLarge } from '../../http/message.ts';
import type { ApiRequest, ByteStream, RequestBody } from '../../http/message.ts';
import { joinBytes } from '../../http/join-bytes.ts';

/**
 * @param origin the base of links in answers
 * @param path as sent, below the base URL
 */
export function fromFetch(request: Request, origin: string, path: string, query: string): ApiRequest {
  const rawHeaders: string[] = [];
  const headers: Record<string, string | undefined> = {};
  request.headers.forEach((value, name) => {
    rawHeaders.push(name, value);
    headers[name] = value;
  });
  return {
    method: request.method,
    path,
    query,
    headers,
    rawHeaders,
    body: new FetchBody(request),
    origin,
    context: {},
    onAbort: (callback) => {
      if (request.signal.aborted) callback();
      else request.signal.addEventListener('abort', callback, { once: true });
    },
  };
}

class FetchBody implements RequestBody {
  readonly #request: Request;
  #whole: Promise<Uint8Array> | undefined;

  constructor(request: Request) {
    this.#request = request;
  }

  /** Firefox has no `body` on requests, so there this is false until the body is read. */
  get isEmpty(): boolean {
    return this.#request.body === null;
  }

  async bytes(limit: number): Promise<Uint8Array> {
    if (Number(this.#request.headers.get('content-length')) > limit) throw new BodyTooLarge();
    this.#whole ??= read(this.#request, limit);
    const bytes = await this.#whole;
    if (bytes.length > limit) throw new BodyTooLarge();
    return bytes;
  }

  async *stream(): ByteStream {
    if (this.#whole === undefined) yield* pieces(this.#request);
    else yield await this.#whole;
  }
}

/** Reads no further than the limit: a body may be a stream that never ends. */
async function read(request: Request, limit: number): Promise<Uint8Array> {
  const begun: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces(request)) {
    begun.push(piece);
    length += piece.length;
    if (length > limit) throw new BodyTooLarge();
  }
  return joinBytes(begun, length);
}

async function* pieces(request: Request): ByteStream {
  const body = request.body as ReadableStream<Uint8Array> | null | undefined;
  try {
    // Firefox knows no `body`.
    if (body === null || body === undefined) {
      yield new Uint8Array(await request.arrayBuffer());
      return;
    }
    const reader = body.getReader();
    try {
      for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
    } finally {
      // Not awaited: cancelling one half of a split stream settles only when the other half is cancelled too.
      reader.cancel().catch(() => undefined);
    }
  } catch {
    throw new ApiError('invalid_http', 'The request broke off before the whole body had arrived.');
  }
}
