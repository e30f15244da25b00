// One request over a real connection, written as it is: no client library cleans it up on the way.
import { request } from 'node:http';

export interface RawSent {
  /** Such as `GET /v1/listings`. */
  readonly line: string;
  /** Null: none is sent. */
  readonly key?: string | null;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export function requestRaw(
  url: string,
  { line, key = 'test_key', body, headers = {} }: RawSent,
): Promise<RawAnswer> {
  const [method, path] = line.split(' ') as [string, string];
  const { hostname, port } = new URL(url);
  const sent = {
    ...(key !== null && { 'X-API-KEY': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: sent, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      incoming.once('error', reject).once('end', () => {
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: text });
      });
    });
    outgoing.once('error', reject).end(body);
  });
}
