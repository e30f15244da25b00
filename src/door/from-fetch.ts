// From a Fetch API request to the plain one that the handlers know.
import { BodyTooLarge } from '../http.ts';
import type { ApiRequest, ByteStream, RequestBody } from '../http.ts';

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
      request.signal.addEventListener('abort', callback, { once: true });
    },
  };
}

class FetchBody implements RequestBody {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  async bytes(limit: number): Promise<Uint8Array> {
    if (Number(this.#request.headers.get('content-length')) > limit) throw new BodyTooLarge();
    const bytes = new Uint8Array(await this.#request.arrayBuffer());
    if (bytes.length > limit) throw new BodyTooLarge();
    return bytes;
  }

  async *stream(): ByteStream {
    yield new Uint8Array(await this.#request.arrayBuffer());
  }
}
