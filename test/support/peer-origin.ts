// The origin of peers.md, section 3.1, with which other recorders were measured, and the client that was used there.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';

export const listing = '11111111-1111-4111-8111-111111111111';
export const realKey = 'KEY-SECRET-123';
export const signature = 'SECRETSIG';
export const csv = 'SKU,PRICE\nA,10\n';

export interface Origin {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** One listing that a PATCH changes and one finished report, gzip where the client takes it; 401 without a key. */
export async function peerOrigin(): Promise<Origin> {
  const record = { id: listing, minPrice: 10, maxPrice: 20, strategyId: 's1' };
  const server = createServer((incoming, response) => {
    let sent = '';
    incoming.setEncoding('utf8').on('data', (text: string) => (sent += text));
    incoming.on('end', () => {
      const path = incoming.url ?? '';
      const headers = { 'Content-Type': 'application/json' };
      const send = (status: number, value: unknown) => {
        const plain = Buffer.from(JSON.stringify(value));
        const packs = /\bgzip\b/.test(String(incoming.headers['accept-encoding']));
        const body = packs ? gzipSync(plain) : plain;
        const encoding = packs ? { 'Content-Encoding': 'gzip' } : {};
        response.writeHead(status, { ...headers, ...encoding, 'Content-Length': body.length }).end(body);
      };
      if (path.startsWith('/files/')) {
        response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': csv.length }).end(csv);
      } else if (incoming.headers['x-api-key'] === undefined) {
        send(401, { error: { code: 'unauthorized', message: 'No key.' } });
      } else if (path === '/v1/reports') {
        const link = `${url}/files/r1.csv?X-Sig=${signature}`;
        send(200, { data: [{ id: 'r1', status: 'completed', downloadLinks: [{ url: link }] }] });
      } else if (incoming.method === 'PATCH') {
        Object.assign(record, JSON.parse(sent));
        send(200, record);
      } else if (path === `/v1/listings/${listing}`) send(200, record);
      else send(404, { error: { code: 'not_found', message: 'There is no such thing.' } });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  /** As it came. */
  readonly bytes: Buffer;
  /** Without its encoding. */
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly key?: string | null;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request on a connection of its own, with at most a minute for the answer. */
export async function ask(
  target: string,
  { method = 'GET', key = realKey, body, headers = {} }: AskOptions = {},
): Promise<Reply> {
  const outgoing = request(target, {
    method,
    agent: false,
    timeout: 60_000,
    headers: {
      'Accept-Encoding': 'gzip',
      ...(key !== null && { 'X-API-KEY': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${target} was not answered in time`)));
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  const packed = incoming.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  const text = (packed ? gunzipSync(bytes) : bytes).toString();
  return {
    status: incoming.statusCode!,
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    bytes,
    text,
  };
}

/** The requests of the scripts of peers.md, section 3.1. */
export function peerClient(url: string, key: string = realKey) {
  const price = async (options: AskOptions, path: string): Promise<Reply> =>
    ask(`${url}/v1/listings/${listing}${path}`, { key, ...options });
  return {
    read: (options: AskOptions = {}) => price(options, ''),
    patch: (minPrice: number) =>
      price({ method: 'PATCH', body: JSON.stringify({ minPrice, maxPrice: 30 }) }, '/price'),
    reports: (options: AskOptions = {}) => ask(`${url}/v1/reports`, { key, ...options }),
  };
}

/** The minPrice of an answer, or its status where it is not 200. */
export function priceOf({ status, text }: Reply): unknown {
  return status === 200 ? (JSON.parse(text) as { minPrice: unknown }).minPrice : status;
}
