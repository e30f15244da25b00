// msw answers clients of `node:http` as well, such as axios and got use it: with the same answers as `fetch`.
import http from 'node:http';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHandlers } from '../../src/msw.ts';
import { ids } from '../support/app.ts';

const handlers = createHandlers({ baseUrl: 'http://api.example.test', data: 'tiny', perSecond: 'off' });
const msw = setupServer(...handlers);

beforeAll(() => {
  msw.listen({ onUnhandledRequest: 'error' });
});

afterAll(() => {
  msw.close();
});

interface Seen {
  readonly status: number | undefined;
  readonly length: string | undefined;
  readonly text: string;
}

function ask(method: string, path: string, body?: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const headers = {
      'X-API-KEY': 'test_a',
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    };
    const request = http.request(`http://api.example.test${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode, length: response.headers['content-length'], text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

test('a client of node:http reads and writes', async () => {
  const path = `/v1/listings/${ids.board}`;
  const patched = await ask('PATCH', `${path}/price`, '{"minPrice":16.5}');
  expect(patched.status).toBe(200);
  const read = await ask('GET', path);
  expect(read.text).toContain('"minPrice":16.5');
  expect(read.length).toBe(String(Buffer.byteLength(read.text)));
  expect(await ask('HEAD', path)).toEqual({ status: 200, length: read.length, text: '' });
  expect(await ask('GET', '/v1/listings/%E0%A4%A')).toMatchObject({ status: 400 });
});

test('a client of node:http is refused what is too large by the length that it declares', async () => {
  const answer = await ask(
    'PATCH',
    `/v1/listings/${ids.board}/price`,
    JSON.stringify({ x: 'x'.repeat(200_000) }),
  );
  expect(answer).toMatchObject({ status: 413 });
});

test('a client of node:http sees a reset as an error of its request', async () => {
  handlers.world('test_a').faults.add({ kind: 'reset', times: 1 });
  await expect(ask('GET', '/v1/strategies')).rejects.toThrow();
  expect(await ask('GET', '/v1/strategies')).toMatchObject({ status: 200 });
});
