import { expect, test } from 'vitest';

import { createTestApp, ids, origin } from '../support/app.ts';
import type { Answer, TestApp, TestOptions } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

const price = `/v1/listings/${ids.board}/price`;
const fault = (value: string) => ({ headers: { 'X-Mock-Fault': value } });

const statusesOf = async (app: TestApp, count: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await app.get('/v1/strategies')).status);
  return statuses;
};

test.each([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [418, 'invalid_request'],
  [429, 'rate_limited'],
  [500, 'server_error'],
  [502, 'server_error'],
  [503, 'server_error'],
  [504, 'server_error'],
  [599, 'server_error'],
])('X-Mock-Fault: status=%i is answered with that status and the error object', async (status, code) => {
  expectError(await createTestApp().get('/v1/listings', fault(`status=${status}`)), { status, code });
});

test('an injected 429 carries Retry-After, unless no rate headers are assumed', async () => {
  const ask = async (options: TestOptions) => {
    const answer = await createTestApp(options).get('/v1/listings', fault('status=429'));
    return answer.headers['retry-after'];
  };
  expect(await ask({})).toBe('1');
  expect(await ask({ assume: { 'rate-headers': 'none' } })).toBeUndefined();
});

// What the door is asked to do, and whether the write has happened.
test.each<[words: string, check: (answer: Answer) => void, applied: boolean]>([
  [
    'status=500',
    (answer) => {
      expect(answer.response.breakage).toBeUndefined();
    },
    false,
  ],
  [
    'reset',
    ({ response }) => {
      expect(response.breakage).toEqual({ kind: 'reset' });
    },
    false,
  ],
  [
    'timeout',
    ({ response }) => {
      expect(response.breakage).toEqual({ kind: 'timeout' });
    },
    false,
  ],
  [
    'lost-reply',
    ({ response }) => {
      expect(response.breakage).toEqual({ kind: 'reset' });
    },
    true,
  ],
  [
    'truncate',
    ({ response }) => {
      expect(response.breakage).toEqual({ kind: 'truncate' });
    },
    true,
  ],
  [
    'slow-body',
    ({ response }) => {
      expect(response.breakage).toMatchObject({ kind: 'slow-body' });
    },
    true,
  ],
  [
    'slow-body=250',
    ({ response }) => {
      expect(response.breakage).toEqual({ kind: 'slow-body', milliseconds: 250 });
    },
    true,
  ],
  [
    'malformed',
    ({ status, json, text }) => {
      expect([status, json, text[0]]).toEqual([200, undefined, '{']);
    },
    true,
  ],
])('X-Mock-Fault: %s breaks the answer of a PATCH', async (words, check, applied) => {
  const app = createTestApp();
  check(await app.patch(price, { minPrice: 17 }, fault(words)));
  expect((await app.listing(ids.board)).minPrice).toBe(applied ? 17 : 15.99);
});

test('a malformed answer is whole in every respect but its JSON', async () => {
  const app = createTestApp();
  const [broken, whole] = [await app.get('/v1/listings', fault('malformed')), await app.get('/v1/listings')];
  expect(broken.status).toBe(200);
  expect(broken.headers['content-type']).toBe('application/json');
  expect(whole.text.startsWith(broken.text)).toBe(true);
  expect(() => JSON.parse(broken.text) as unknown).toThrow(SyntaxError);
});

test.each([
  'nothing',
  '',
  'status',
  'status=',
  'status=200',
  'status=399',
  'status=600',
  'status=5xx',
  'status=500=1',
  'status=500@0.5',
  'reset=1',
  'slow-body=x',
  'slow-body=-1',
  'constructor',
])('X-Mock-Fault: "%s" is no fault and gets 400 that names the header and the faults', async (words) => {
  const answer = await createTestApp().get('/v1/listings', fault(words));
  expectError(answer, 400, 'X-Mock-Fault');
  expect(answer.text).toContain('lost-reply');
});

test('limits still hold: an injected fault is counted, and 429 comes before it', async () => {
  const app = createTestApp({ limits: { perSecond: 2, perMinute: 9 }, faults: ['status=500'] });
  expect(await statusesOf(app, 4)).toEqual([500, 500, 429, 429]);
});

test('a fault is not for those who are not let in', async () => {
  const app = createTestApp({ faults: ['status=500'] });
  expectError(await app.get('/v1/listings', { key: null }), 401);
  expect((await app.call('OPTIONS', '/v1/listings')).status).toBe(204);
  expect((await app.get('/__mock/errors/not_found')).status).toBe(200);
});

test('the same seed gives the same faults, and another seed gives others', async () => {
  const run = (seed: number) => statusesOf(createTestApp({ seed, faults: ['status=500@0.3'] }), 200);
  const first = await run(1);
  expect(await run(1)).toEqual(first);
  expect(await run(2)).not.toEqual(first);
});

test.each([0, 0.05, 0.1, 0.5, 0.9, 1])('a fault strikes its share of the requests: %d', async (share) => {
  const statuses = await statusesOf(createTestApp({ seed: 7, faults: [`status=503@${share}`] }), 2000);
  const struck = statuses.filter((status) => status === 503).length / 2000;
  if (share === 0 || share === 1) expect(struck).toBe(share);
  else expect(Math.abs(struck - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 2000));
});

test('several faults each have their share, and the first that strikes is the answer', async () => {
  const app = createTestApp({ seed: 3, faults: ['status=500@0.2', 'status=503@0.5'] });
  const statuses = await statusesOf(app, 2000);
  const share = (status: number) => statuses.filter((one) => one === status).length / 2000;
  expect(share(500)).toBeCloseTo(0.2, 1);
  expect(share(503)).toBeCloseTo(0.8 * 0.5, 1);
});

test('one fault does not shift another: adding a second leaves the strikes of a sure first alone', async () => {
  const sure = createTestApp({ faults: ['status=500'] });
  expect(new Set(await statusesOf(sure, 20))).toEqual(new Set([500]));
  const both = createTestApp({ faults: ['status=500', 'status=503@0.5'] });
  expect(new Set(await statusesOf(both, 20))).toEqual(new Set([500]));
});

test('the header wins over a rule, and does not shift what the rules draw next', async () => {
  const rules = { seed: 5, faults: ['status=500@0.5'] };
  const [plain, asked] = [createTestApp(rules), createTestApp(rules)];
  const expected = await statusesOf(plain, 20);
  const seen: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const options = at % 5 === 0 ? fault('status=418') : {};
    seen.push((await asked.get('/v1/strategies', options)).status);
  }
  expect(seen).toEqual(expected.map((status, at) => (at % 5 === 0 ? 418 : status)));
});

test('faults strike downloads too, and in their own form', async () => {
  const app = createTestApp();
  const link = (await app.reports()).data[1]!.downloadLinks[0]!.url.slice(origin.length);
  const slow = await app.get(link, { key: null, ...fault('slow-body=9') });
  expect(slow.response.breakage).toEqual({ kind: 'slow-body', milliseconds: 9 });
  const broken = await app.get(link, { key: null, ...fault('status=503') });
  expectError(broken, 503);
});

test('without a latency nobody waits, and with one every answer does, by the same draw for the same seed', async () => {
  const plain = createTestApp();
  await statusesOf(plain, 3);
  expect(plain.sleeps).toEqual([]);
  const fixed = createTestApp({ latency: { min: 200, max: 200 } });
  await statusesOf(fixed, 3);
  expect(fixed.sleeps).toEqual([200, 200, 200]);
  const draw = async (seed: number) => {
    const app = createTestApp({ seed, latency: { min: 200, max: 800 } });
    await statusesOf(app, 500);
    return app.sleeps;
  };
  const drawn = await draw(1);
  expect(await draw(1)).toEqual(drawn);
  expect(await draw(2)).not.toEqual(drawn);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(200);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(800);
  expect(drawn.reduce((sum, one) => sum + one, 0) / 500).toBeCloseTo(500, -2);
  expect(drawn.every(Number.isInteger)).toBe(true);
});

test('latency delays an error as it does a success, and 401 and 429 not at all', async () => {
  const app = createTestApp({ latency: { min: 5, max: 5 }, limits: { perSecond: 2, perMinute: 9 } });
  expectError(await app.get('/v1/nothing'), 404);
  expectError(await app.get('/v1/nothing', fault('status=500')), 500);
  expect(app.sleeps).toEqual([5, 5]);
  expectError(await app.get('/v1/nothing'), 429);
  expectError(await app.get('/v1/nothing', { key: null }), 401);
  expect(app.sleeps).toEqual([5, 5]);
});
