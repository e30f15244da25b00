// The origin of the scripts in peers.md, section 3: listings whose price can be changed, a report with a signed link,
// and the file behind it. Beside them, answers that a recorder has to take care of.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export const secretKey = 'KEY-SECRET-123';
export const signature = 'SECRETSIG0123456789';
export const csv = 'SKU,PRICE\r\nKB-1001-BLUE,19.99\r\n';

export interface PriceOrigin extends AsyncDisposable {
  readonly url: string;
  /** What came, such as `GET /v1/listings/1`, with the key that it carried. */
  readonly seen: { readonly line: string; readonly key: string | undefined; readonly headers: object }[];
  /** Streams that are still open. */
  readonly streams: Set<ServerResponse>;
}

export const listing = (number = 1): string => {
  const digit = String(number);
  return `/v1/listings/${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;
};

export async function priceOrigin(): Promise<PriceOrigin> {
  const prices = new Map<string, object>();
  const seen: PriceOrigin['seen'] = [];
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const line = `${request.method!} ${request.url!}`;
    const key = request.headers['x-api-key'] as string | undefined;
    seen.push({ line, key, headers: request.headers });
    void answer(request, response, key);
  });

  async function answer(request: IncomingMessage, response: ServerResponse, key?: string): Promise<void> {
    const [path = ''] = request.url!.split('?');
    if (path.startsWith('/files/')) {
      response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': csv.length });
      response.end(csv);
      return;
    }
    if (key === undefined) {
      sendJson(request, response, 401, { error: { code: 'unauthorized', message: 'no key' } });
      return;
    }
    if (path === '/v1/reports') {
      const url = `${self()}/files/r1.csv?X-Sig=${signature}`;
      sendJson(request, response, 200, {
        data: [{ id: 'r1', status: 'completed', downloadLinks: [{ url }] }],
      });
    } else if (path === '/events') {
      streams.add(response);
      response.once('close', () => streams.delete(response));
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    } else if (path === '/truncated') {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('only this');
      setImmediate(() => response.socket?.destroy());
    } else if (path.startsWith('/bytes/')) {
      sendBytes(response, parseInt(path.slice('/bytes/'.length), 10));
    } else if (path.startsWith('/n/')) {
      sendJson(request, response, 200, { path });
    } else {
      const id = path.replace(/\/price$/, '');
      const before = prices.get(id) ?? { id, minPrice: 10, maxPrice: 20, strategyId: 's1' };
      const change = request.method === 'PATCH' ? (JSON.parse(await textOf(request)) as object) : {};
      prices.set(id, { ...before, ...change });
      sendJson(request, response, 200, prices.get(id)!);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: self(),
    seen,
    streams,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: object): void {
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const text = JSON.stringify(value);
  const body = zipped ? gzipSync(text) : Buffer.from(text);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(zipped && { 'Content-Encoding': 'gzip' }),
    'Content-Length': body.length,
  });
  response.end(body);
}

/** As many bytes, no faster than they are taken. */
function sendBytes(response: ServerResponse, length: number): void {
  response.writeHead(200, { 'Content-Length': length });
  const piece = Buffer.alloc(64 * 1024, 'x');
  let left = length;
  const write = (): void => {
    while (left > 0) {
      const next = piece.subarray(0, Math.min(left, piece.length));
      left -= next.length;
      if (!response.write(next)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  write();
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece as string;
  return text;
}
