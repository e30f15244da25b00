import type { Limits } from '../../src/spec/endpoints.ts';
import { expect, test } from 'vitest';

import { limitLines } from '../../src/service/worlds/limit-lines.ts';
import { createTestApp, ids } from '../support/app.ts';
import type { TestApp, TestOptions } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

// The table of §8.
const standard: Limits = { perSecond: 5, perMinute: 300 };

const limited = (limits: Limits = standard, options: TestOptions = {}) =>
  createTestApp({ limits, ...options });

/** The statuses of so many requests at this moment. */
async function burst(app: TestApp, count: number, target = '/v1/strategies', key = 'test_key') {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await app.get(target, { key })).status);
  return statuses;
}

const passed = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length;

test('§8 five requests per second pass and the sixth gets 429 rate_limited without a param', async () => {
  const app = limited();
  expect(await burst(app, 5)).toEqual([200, 200, 200, 200, 200]);
  const refused = await app.get('/v1/strategies');
  expectError(refused, 429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.text).toContain('5 per second');
});

test('§8 300 requests per minute pass and the next gets 429 with the time to wait', async () => {
  const app = limited();
  for (let second = 0; second < 60; second += 1) {
    expect(passed(await burst(app, 5))).toBe(5);
    app.clock.advance(second < 59 ? 1000 : 999);
  }
  // 59.999 s after the first: the second is over for the last five, the minute is not.
  app.clock.advance(0);
  const refused = await app.get('/v1/strategies');
  expectError(refused, 429);
  expect(refused.headers['retry-after']).toBe('1');
});

test('§8 the minute limits alone where the second does not: 300 at once, then a wait of 60 s', async () => {
  const app = limited({ perSecond: Infinity, perMinute: 300 });
  expect(passed(await burst(app, 301))).toBe(300);
  const refused = await app.get('/v1/strategies');
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.text).toContain('300 per minute');
  app.clock.advance(59_999);
  expect(await burst(app, 1)).toEqual([429]);
  app.clock.advance(1);
  expect(await burst(app, 1)).toEqual([200]);
});

test('§8 each limit can be off by itself, and both', async () => {
  expect(passed(await burst(limited({ perSecond: 5, perMinute: Infinity }), 10))).toBe(5);
  expect(passed(await burst(limited({ perSecond: Infinity, perMinute: 3 }), 10))).toBe(3);
  expect(passed(await burst(limited({ perSecond: Infinity, perMinute: Infinity }), 400))).toBe(400);
});

test('§8 the window slides: no second holds more than five, wherever it begins', async () => {
  const app = limited();
  await burst(app, 3);
  app.clock.advance(600);
  expect(await burst(app, 3)).toEqual([200, 200, 429]);
  app.clock.advance(399);
  expect(await burst(app, 1)).toEqual([429]);
  app.clock.advance(1);
  expect(await burst(app, 4)).toEqual([200, 200, 200, 429]);
});

test('§8 one budget for all endpoints together', async () => {
  const app = limited();
  expect((await app.get('/v1/listings')).status).toBe(200);
  expect((await app.get(`/v1/listings/${ids.board}`)).status).toBe(200);
  expect((await app.patch(`/v1/listings/${ids.board}/price`, { minPrice: 17 })).status).toBe(200);
  expect((await app.patch(`/v1/listings/${ids.board}/strategy`, { strategyId: ids.guard })).status).toBe(200);
  expect((await app.get('/v1/reports')).status).toBe(200);
  expect((await app.get('/v1/strategies')).status).toBe(429);
});

test('§8 the minute is one budget for all endpoints too (assumed)', async () => {
  const app = limited({ perSecond: Infinity, perMinute: 2 });
  const targets = ['/v1/listings', '/v1/reports', '/v1/strategies'];
  const statuses = await Promise.all(targets.map(async (target) => (await app.get(target)).status));
  expect(statuses).toEqual([200, 200, 429]);
});

test('§5 rule 6: limits are counted per key', async () => {
  const app = limited();
  expect(passed(await burst(app, 9, '/v1/reports', 'test_a'))).toBe(5);
  expect(passed(await burst(app, 9, '/v1/reports', 'test_b'))).toBe(5);
});

test('§8 higher limits by arrangement: a key has limits of its own', async () => {
  const keys = new Map([['bulk', { perSecond: 20, perMinute: 30 }]]);
  const app = limited(standard, { keys });
  expect(passed(await burst(app, 40, '/v1/reports', 'bulk'))).toBe(20);
  expect(passed(await burst(app, 40, '/v1/reports', 'test_a'))).toBe(5);
  app.clock.advance(1000);
  const refused = await burst(app, 11, '/v1/reports', 'bulk');
  expect(passed(refused)).toBe(10);
});

test.each([
  ['404 for a path', '/v1/nothing', 404],
  ['404 for a listing', `/v1/listings/${ids.nowhere}`, 404],
  ['400 for an id', '/v1/listings/abc', 400],
  ['400 for a query', '/v1/listings?limit=0', 400],
])('§8 a request that fails counts: %s', async (_, target, status) => {
  const app = limited();
  expect(await burst(app, 6, target)).toEqual([status, status, status, status, status, 429]);
});

test('§8 405, 413, 415, HEAD and injected faults count', async () => {
  const app = limited();
  expect((await app.call('DELETE', '/v1/listings')).status).toBe(405);
  const price = `/v1/listings/${ids.board}/price`;
  expect((await app.call('PATCH', price, { body: '{}', type: 'text/plain' })).status).toBe(415);
  expect((await app.call('PATCH', price, { body: ' '.repeat(102_401) })).status).toBe(413);
  expect((await app.call('HEAD', '/v1/listings')).status).toBe(200);
  expect((await app.get('/v1/listings', { headers: { 'X-Mock-Fault': 'status=500' } })).status).toBe(500);
  expect((await app.get('/v1/listings')).status).toBe(429);
});

test('§8 401 and OPTIONS are not counted', async () => {
  const app = limited();
  for (let round = 0; round < 20; round += 1) {
    expect((await app.get('/v1/listings', { key: null })).status).toBe(401);
    expect((await app.get('/v1/listings', { key: 'nobody' })).status).toBe(401);
    expect((await app.call('OPTIONS', '/v1/listings')).status).toBe(204);
    expect((await app.get('/__mock/errors/rate_limited')).status).toBe(200);
  }
  expect(passed(await burst(app, 9))).toBe(5);
});

test('§8 429 is not counted: a client that keeps asking is served again after its second', async () => {
  const app = limited();
  let served = 0;
  for (let step = 0; step < 100; step += 1) {
    served += passed(await burst(app, 1));
    app.clock.advance(100);
  }
  expect(served).toBe(50);
});

test('§8 both windows or neither: what the minute refuses does not use up the second', async () => {
  const app = limited({ perSecond: 2, perMinute: 3 });
  expect(await burst(app, 2)).toEqual([200, 200]);
  app.clock.advance(59_500);
  expect(await burst(app, 3)).toEqual([200, 429, 429]); // the minute refuses two
  app.clock.advance(500); // the first two have left the minute; the second holds one
  expect(await burst(app, 2)).toEqual([200, 429]);
});

test('§8 both windows or neither: what the second refuses does not use up the minute', async () => {
  const app = limited({ perSecond: 1, perMinute: 3 });
  for (let second = 0; second < 3; second += 1) {
    expect(await burst(app, 5)).toEqual([200, 429, 429, 429, 429]);
    app.clock.advance(1000);
  }
  expect(await burst(app, 1)).toEqual([429]);
});

test.each([
  [5, 300],
  [1, 1],
  [3, 4],
  [Infinity, 7],
])(
  '§8 Retry-After is whole, at least 1, and enough: %d per second, %d per minute',
  async (perSecond, perMinute) => {
    const app = limited({ perSecond, perMinute });
    for (let round = 0; round < 200; round += 1) {
      app.clock.advance((round * 137) % 411);
      const answer = await app.get('/v1/strategies');
      if (answer.status !== 429) continue;
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      app.clock.advance(Number(answer.headers['retry-after']) * 1000);
      expect((await app.get('/v1/strategies')).status).toBe(200);
    }
  },
);

test('§8 a PATCH that gets 429 changes nothing, and works when sent again', async () => {
  const app = limited();
  await burst(app, 5);
  const price = `/v1/listings/${ids.board}/price`;
  expect((await app.patch(price, { minPrice: 17 })).status).toBe(429);
  app.clock.advance(1000);
  expect(await app.listing(ids.board)).toMatchObject({ minPrice: 15.99 });
  expect((await app.patch(price, { minPrice: 17 })).status).toBe(200);
});

test('A19 rate headers stand on 429 alone by default, and on none with rate-headers=none', async () => {
  const standing = /^(retry-after|ratelimit|x-ratelimit)/;
  const named = async (app: TestApp) => {
    await burst(app, 4);
    const [good, bad] = [await app.get('/v1/listings'), await app.get('/v1/listings')];
    return [good, bad].map(({ headers }) => Object.keys(headers).filter((name) => standing.test(name)));
  };
  expect(await named(limited())).toEqual([[], ['retry-after']]);
  expect(await named(limited(standard, { assume: { 'rate-headers': 'none' } }))).toEqual([[], []]);
});

test.each(['x-ratelimit', 'draft-7', 'draft-10'] as const)(
  'A19 rate-headers=%s stand on every answer that was counted, errors too',
  async (form) => {
    const app = limited(standard, { assume: { 'rate-headers': form } });
    const name = form === 'x-ratelimit' ? 'x-ratelimit-remaining' : 'ratelimit';
    for (const [target, status] of [
      ['/v1/listings', 200],
      ['/v1/nothing', 404],
      ['/v1/listings/abc', 400],
      [`/v1/listings/${ids.nowhere}`, 404],
    ] as const) {
      const answer = await app.get(target);
      expect(answer.status).toBe(status);
      expect(answer.headers[name], target).toBeDefined();
    }
    const price = `/v1/listings/${ids.board}/price`;
    expect((await app.patch(price, { minPrice: -1 })).headers[name]).toBeDefined();
    const refused = await app.get('/v1/listings');
    expect(refused.status).toBe(429);
    expect(refused.headers[name]).toBeDefined();
    expect(refused.headers['retry-after']).toBe('1');
  },
);

test('Date goes with the clock of the world, so that a client can reckon from it to Retry-After as a date', async () => {
  const app = limited(standard, { form: { headers: { retryAfter: 'date' } } });
  app.clock.advance(86_400_000);
  const told = new Date(app.clock.now()).toUTCString();
  expect((await app.get('/v1/listings')).headers.date).toBe(told);
  await burst(app, 4);
  const refused = await app.get('/v1/strategies');
  expect(refused.status).toBe(429);
  const { date, 'retry-after': again } = refused.headers;
  expect(date).toBe(told);
  const wait = Date.parse(again!) - Date.parse(date!);
  expect([1000, 2000]).toContain(wait);
});

test('a bucket that fills at its own pace, and one for each endpoint, are drawn as they count', async () => {
  const limits: Limits = { perSecond: 4, perMinute: Infinity, refill: 2, per: 'endpoint' };
  const app = limited(limits, { assume: { 'rate-algorithm': 'token-bucket' } });
  expect(await burst(app, 5)).toEqual([200, 200, 200, 200, 429]);
  expect(await burst(app, 1, '/v1/reports')).toEqual([200]);
  const now = app.clock.now();
  const { windows } = limitLines(app.service.worlds.of('test_key'), true);
  expect(windows).toMatchObject([
    { name: 'second', scope: 'listStrategies', limit: 4, widthMs: 2000, used: 4 },
    { name: 'second', scope: 'listReports', limit: 4, widthMs: 2000, used: 1 },
  ]);
  expect(windows[1]!.ahead).toEqual([[now + 500, 0]]);
});
