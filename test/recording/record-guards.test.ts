import { expect, test } from 'vitest';
import { guardWrites } from '../../src/recording/record/guard-writes.ts';
import { isLoopback } from '../../src/http/loopback.ts';
import { swapKey } from '../../src/recording/record/swap-key.ts';
import type { ApiRequest } from '../../src/http/message.ts';
import { apiRequest } from '../support/upstreams.ts';

const ok = { status: 200, headers: [], body: null };

test.each(['PATCH', 'POST', 'PUT', 'DELETE', 'patch', 'PURGE'])(
  'a %s does not get past the guard',
  (method) => {
    let passed = 0;
    const handler = guardWrites('https://api.example.com')(() => {
      passed += 1;
      return ok;
    });
    expect(() => handler(apiRequest({ method }))).toThrow(/https:\/\/api\.example\.com.*--allow-writes/s);
    expect(passed).toBe(0);
  },
);

test.each(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])('a %s changes nothing and passes', async (method) => {
  expect(await guardWrites('https://api.example.com')(() => ok)(apiRequest({ method }))).toBe(ok);
});

test.each([
  ['http://localhost:5300', true],
  ['http://mock.localhost', true],
  ['http://127.0.0.1:80', true],
  ['http://127.9.9.9', true],
  ['http://[::1]:5300', true],
  ['http://0x7f.1', true], // the URL parser reads it as 127.0.0.1
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://10.0.0.1', false],
  ['https://api.example.com', false],
])('%s: on this machine? %s', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected);
});

async function swapped(...rawHeaders: string[]): Promise<ApiRequest> {
  let seen: ApiRequest | undefined;
  await swapKey('real_key')((request) => {
    seen = request;
    return ok;
  })(apiRequest({ rawHeaders }));
  return seen!;
}

test('the real key takes the place of the client’s, which goes nowhere', async () => {
  const request = await swapped(
    'Host',
    'mock',
    'x-Api-Key',
    'test_a',
    'Accept',
    '*/*',
    'X-API-KEY',
    'test_b',
  );
  expect(request.rawHeaders).toEqual(['Host', 'mock', 'x-Api-Key', 'real_key', 'Accept', '*/*']);
  expect(request.headers['x-api-key']).toBe('real_key');
});

test('the real key is added where the client sent none', async () => {
  expect((await swapped('Host', 'mock')).rawHeaders).toEqual(['Host', 'mock', 'X-API-KEY', 'real_key']);
});

test('a request with another key can still be aborted', async () => {
  let leave = (): void => undefined;
  let left = 0;
  await swapKey('real_key')((request) => {
    request.onAbort(() => (left += 1));
    return ok;
  })(apiRequest({ onAbort: (callback) => (leave = callback) }));
  leave();
  expect(left).toBe(1);
});
