// The request log of a world: what a test can ask about the requests that its client has sent.
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { createMock, MatchError } from '../../src/msw.ts';
import type { Mock, RequestMatch } from '../../src/msw.ts';
import { startServer } from '../../src/index.ts';
import { ids } from '../support/app.ts';

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

const start = '2026-01-05T00:00:00Z';
const open = () => createMock({ data: 'tiny', clock: `${start},frozen`, noLimits: true });
const ask = (mock: Mock, path: string, init: Init = {}) =>
  mock.fetch(`https://api.test${path}`, { ...init, headers: { 'X-API-KEY': mock.key, ...init.headers } });
const patch = (mock: Mock, body: object) =>
  ask(mock, `/v1/listings/${ids.board}/price`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test('an entry tells all of a request and its answer', async () => {
  const mock = open();
  await ask(mock, '/v1/strategies');
  mock.world().clock.advance('1s');
  await patch(mock, { minPrice: -1 });
  const [first, second] = mock.world().requests.all();
  expect(first).toMatchObject({
    number: 1,
    at: Date.parse(start),
    method: 'GET',
    path: '/v1/strategies',
    query: '',
  });
  expect(first).toMatchObject({ status: 200, body: null, json: undefined, error: undefined, matched: true });
  expect(second).toMatchObject({
    number: 2,
    at: Date.parse(start) + 1000,
    method: 'PATCH',
    status: 400,
    json: { minPrice: -1 },
    error: { code: 'invalid_request', param: 'minPrice' },
    kind: 'parameter_out_of_range',
  });
  expect(second!.milliseconds).toBeGreaterThanOrEqual(0);
  expect(String(first)).toBe('GET /v1/strategies 200');
  expect(String(second)).toMatch(/^PATCH \/v1\/listings\/.*\/price 400 invalid_request \(minPrice\): \S/);
  expect(JSON.parse(JSON.stringify(second))).toMatchObject({
    at: '2026-01-05T00:00:01.000Z',
    body: { minPrice: -1 },
  });
});

test('keys and cookies are masked wherever an entry is shown', async () => {
  const mock = createMock({ data: 'tiny', key: 'secret_key_1' });
  await ask(mock, '/v1/strategies', {
    headers: { Authorization: 'Bearer secret_key_2', Cookie: 'secret_key_3', 'X-Other': 'seen' },
  });
  const entry = mock.world().requests.last()!;
  expect(entry.headers).toMatchObject({ 'x-api-key': '<key>', authorization: '<key>', 'x-other': 'seen' });
  for (const text of [JSON.stringify(entry), String(entry), inspect(entry, { depth: 9, showHidden: true })]) {
    expect(text).not.toContain('secret_key');
  }
});

test('an entry has the headers of its own request, be they those of the one before or others', async () => {
  const mock = open();
  const tags = ['a', 'a', 'b', 'a', 'b', 'b'];
  for (const tag of tags) await ask(mock, '/v1/strategies', { headers: { 'X-Tag': tag } });
  await ask(mock, '/v1/strategies');
  expect(
    mock
      .world()
      .requests.all()
      .map(({ headers }) => headers['x-tag']),
  ).toEqual([...tags, undefined]);
});

test('a refusal tells how long to wait; a body of more than 64 KB is not kept', async () => {
  const mock = createMock({ data: 'tiny', perSecond: 1, clock: `${start},frozen` });
  await patch(mock, { title: 'x'.repeat(66_000) });
  await ask(mock, '/v1/strategies');
  const [large, refused] = mock.world().requests.all();
  expect(large).toMatchObject({ status: 400, body: null, json: undefined });
  expect(refused).toMatchObject({ status: 429, kind: 'rate_limit_per_second', retryAfter: '1' });
});

test.each<[RequestMatch | undefined, number[]]>([
  [undefined, [1, 2, 3, 4, 5]],
  [{}, [1, 2, 3, 4, 5]],
  [{ method: 'patch' }, [3, 4]],
  [{ path: '/v1/listings/{id}/price' }, [3, 4]],
  [{ path: '/v1/*' }, [1, 2, 3, 4]],
  [{ status: 200 }, [1, 2, 3]],
  [{ status: 400, method: 'PATCH' }, [4]],
  [{ query: { limit: '1' } }, [2]],
  [{ body: { minPrice: 16 } }, [3]],
  [{ body: { nested: { deep: [1, { x: 2 }] } } }, [4]],
  [{ body: { nested: { deep: [1] } } }, []],
  [{ body: {} }, [3, 4]],
])('find(%j) finds %j', async (match, numbers) => {
  const mock = open();
  await ask(mock, '/v1/strategies');
  await ask(mock, '/v1/listings?limit=1&x=y');
  await patch(mock, { minPrice: 16, maxPrice: 20 });
  await patch(mock, { minPrice: 'x', nested: { deep: [1, { x: 2, y: 3 }], more: true } });
  await ask(mock, '/listings');
  // What is refused before its key is looked at belongs to no world; this one's key was.
  const { requests } = mock.world();
  expect(requests.find(match).map(({ number }) => number)).toEqual(numbers);
  expect(requests.count(match)).toBe(numbers.length);
  expect(requests.last(match)?.number).toBe(numbers.at(-1));
});

test('unmatched() tells of requests for which there is no endpoint', async () => {
  const mock = open();
  await ask(mock, '/v1/strategies');
  await ask(mock, '/v1/strategy');
  await ask(mock, '/v1/strategies', { method: 'DELETE' });
  await ask(mock, `/v1/listings/${ids.nowhere}`);
  expect(mock.world().requests.unmatched().map(String)).toEqual([
    expect.stringMatching(/^GET \/v1\/strategy 404 not_found/),
    expect.stringMatching(/^DELETE \/v1\/strategies 405 method_not_allowed/),
  ]);
});

test('the last 1,000 requests are kept, and all are counted', async () => {
  const mock = open();
  for (let at = 0; at < 1005; at += 1) await ask(mock, `/v1/strategies?limit=1&at=${at}`);
  const { requests } = mock.world();
  expect(requests.total).toBe(1005);
  const numbers = requests.all().map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 1000 }, (_, at) => at + 6));
  expect(requests.all().at(-1)?.query).toBe('limit=1&at=1004');
  requests.clear();
  expect([requests.total, requests.all().length]).toEqual([0, 0]);
  await ask(mock, '/v1/strategies');
  expect(requests.all().map(({ number }) => number)).toEqual([1006]);
});

test.each([{ url: '/' }, { status: '200' }, { method: 1 }, { path: /x/ }, { query: [] }, { body: 'x' }])(
  'a match that would silently find too much or nothing is refused: %j',
  async (match) => {
    const { requests } = open().world();
    for (const name of ['find', 'count', 'last'] as const) {
      expect(() => requests[name](match as RequestMatch)).toThrow(MatchError);
    }
    await expect(requests.waitFor(match as RequestMatch)).rejects.toThrow(MatchError);
  },
);

test('waitFor resolves with a request that has been, or that comes', async () => {
  const mock = open();
  await ask(mock, '/v1/strategies');
  const { requests } = mock.world();
  expect((await requests.waitFor({ path: '/v1/strategies' })).number).toBe(1);
  const waiting = requests.waitFor({ path: '/v1/strategies' }, { count: 3 });
  await ask(mock, '/v1/strategies');
  await ask(mock, '/v1/listings');
  await ask(mock, '/v1/strategies');
  expect((await waiting).number).toBe(4);
});

test('waitFor gives up in time, and says what it waited for and what came instead', async () => {
  const mock = open();
  const { requests } = mock.world();
  const match = { method: 'PATCH', status: 200 };
  await expect(requests.waitFor(match, { timeout: 5 })).rejects.toThrow(
    'waited for a request like {"method":"PATCH","status":200}, and 0 came; there were no requests',
  );
  await patch(mock, { minPrice: 16 });
  await ask(mock, '/v1/strategies');
  await expect(requests.waitFor(match, { count: 2, timeout: '5ms' })).rejects.toThrow(
    /^waited for 2 requests like .*, and 1 came; the last were:\n {2}PATCH \/v1\/listings\/.* 200\n {2}GET \/v1\/strategies 200$/,
  );
});

test('waitFor waits for 5 seconds unless told otherwise, and for a month if told so', async () => {
  vi.useFakeTimers();
  try {
    const { requests } = open().world();
    const [usual, long] = [requests.waitFor({}), requests.waitFor({ status: 200 }, { timeout: '60d' })];
    const given = vi.fn();
    long.catch(given);
    const usually = expect(usual).rejects.toThrow('waited for a request like {}');
    await vi.advanceTimersByTimeAsync(4999);
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    await usually;
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(given).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  50,
  null,
  '1s',
  { timout: 5 },
  { count: 0 },
  { count: 1.5 },
  { count: NaN },
  { timeout: -1 },
  { timeout: '5' },
])('waitFor refuses %j', async (options) => {
  await expect(
    open()
      .world()
      .requests.waitFor({}, options as never),
  ).rejects.toThrow(RangeError);
});

test('a listener hears of each request until it is ended', async () => {
  const mock = open();
  const heard: string[] = [];
  const end = mock.world().requests.subscribe((entry) => heard.push(String(entry)));
  await ask(mock, '/v1/strategies');
  end();
  await ask(mock, '/v1/listings');
  expect(heard).toEqual(['GET /v1/strategies 200']);
});

test('a listener that throws is heard, but not by the client', async () => {
  const thrown: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => thrown.push(error));
  try {
    await using server = await startServer({
      data: 'tiny',
      onRequest: () => {
        throw new Error('of onRequest');
      },
    });
    server.world().requests.subscribe(() => {
      throw new Error('of a listener');
    });
    const response = await fetch(`${server.url}/v1/strategies`, { headers: { 'X-API-KEY': server.key } });
    expect(response.status).toBe(200);
    expect(server.world().requests.total).toBe(1);
    await expect
      .poll(() => thrown.map(String).sort())
      .toEqual(['Error: of a listener', 'Error: of onRequest']);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
});

test('the report tells what the client did', async () => {
  const mock = createMock({ data: 'tiny', perSecond: 2, clock: start });
  for (let at = 0; at < 4; at += 1) await ask(mock, '/v1/strategies');
  const report = mock.world().report();
  expect(report.requests).toBe(4);
  expect(report.facts.find(({ id }) => id === '429')?.count).toBe(2);
});
