// A port for an upstream of ours, and the words that all of them share about themselves; none about what they say.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One thing that an upstream does otherwise than without it, for whoever has to find it. */
export type Planted =
  | 'renamed-field'
  | 'number-as-string'
  | 'missing-field'
  | 'wrong-status'
  | 'other-code'
  | 'null'
  | 'order'
  | 'extra-header';

/** Where a planted difference shows: in the answers to one kind of request, at one place (`[*]`: of every item). */
export type Plants = Readonly<Record<Planted, { readonly request: string; readonly where: string }>>;

export interface UpstreamOptions {
  /** Milliseconds since 1970; limits, times, links and whatever moves follow it. */
  readonly now?: () => number;
  readonly planted?: Planted | undefined;
}

export interface Upstream extends AsyncDisposable {
  readonly url: string;
  /** The one key that it takes. */
  readonly key: string;
  close(): Promise<void>;
}

/** @param answer told of each request once its body is here; `self` is the upstream's own address */
export async function listen(
  key: string,
  answer: (request: IncomingMessage, body: string, response: ServerResponse, self: string) => void,
): Promise<Upstream> {
  let url = '';
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      response.sendDate = false; // each tells the time of its own clock
      answer(request, Buffer.concat(pieces).toString(), response, url);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, key, close, [Symbol.asyncDispose]: close };
}
