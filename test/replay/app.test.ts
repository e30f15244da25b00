// Replay as a whole without a socket: keys, limits, timing, and what `--allow-unrecorded-writes` and `--on-miss mock` make of a miss.
import type { Limits } from '../../src/spec/endpoints.ts';
import { expect, test } from 'vitest';
import { createSettings } from '../../src/spec/settings.ts';
import type { Answers } from '../../src/spec/settings.ts';
import type { FormPatch } from '../../src/spec/form.ts';
import { Clock } from '../../src/http/clock.ts';
import { headerValue } from '../../src/http/message.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../src/http/message.ts';
import type { HeaderPair, Recording } from '../../src/recording/format.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import type { ReplayWorlds } from '../../src/recording/replay/replay-worlds.ts';
import { replay, replayPositions } from '../../src/app/modes/replay.ts';
import { ownPages } from '../../src/app/control/own-pages.ts';
import { openService } from '../../src/service/service.ts';
import { interaction, recordingOf } from '../support/recordings.ts';
import type { ExchangeParts } from '../support/recordings.ts';

const origin = 'http://127.0.0.1:5300';
const bodies = nodeBodies;
const [board, lamp, strange] = ['1', '2', '3'].map(
  (digit) =>
    `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`,
) as [string, string, string];

const record = (id: string, minPrice: unknown, more: object = {}) => ({
  id,
  minPrice,
  maxPrice: 20,
  strategyId: 's1',
  colour: 'blue',
  ...more,
});
const get = (path: string, body: unknown, query = ''): ExchangeParts => ({ path, query, body });
const patch = (id: string, minPrice: number): ExchangeParts => ({
  method: 'PATCH',
  path: `/v1/listings/${id}/price`,
  requestBody: { minPrice },
  body: record(id, minPrice),
});
const made = (...parts: readonly ExchangeParts[]): Recording =>
  recordingOf(...parts.map((part, at) => interaction(`${at + 1}-x`, part)));

const shop = made(
  get('/v1/listings', {
    data: [
      record(board, 10),
      record(lamp, 5, { title: 'Lamp' }),
      record(strange, '7.50', { quantity: 'many' }),
    ],
  }),
  patch(board, 11),
  get(`/v1/listings/${board}`, record(board, 11, { sku: 'KB-1' })),
);

interface Opened {
  readonly ask: (
    method: string,
    target: string,
    options?: { key?: string; body?: unknown },
  ) => Promise<Answer>;
  readonly worlds: ReplayWorlds;
  readonly handler: Handler;
}
interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly header: (name: string) => string | undefined;
}

interface Options {
  readonly assume?: Answers;
  readonly form?: FormPatch;
  readonly anyKey?: boolean;
  readonly auth?: boolean;
  readonly keys?: ReadonlyMap<string, Limits>;
  readonly limits?: Limits;
  readonly allowUnrecordedWrites?: boolean;
  readonly onMiss?: 'error' | 'mock';
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

async function open(
  recording: Recording,
  {
    assume = {},
    form,
    anyKey = false,
    auth = true,
    keys = new Map(),
    limits,
    allowUnrecordedWrites = false,
    onMiss = 'error',
    sleep,
  }: Options = {},
): Promise<Opened> {
  const settings = createSettings({ form }, assume);
  const service = openService({
    settings,
    auth,
    anyKey,
    keys,
    limits: limits ?? { perSecond: Infinity, perMinute: Infinity },
    createClock: () => new Clock(Date.parse('2026-02-01T00:00:00Z'), { frozen: true }),
    watcher: {
      request: () => undefined,
      worldDropped: () => undefined,
      failure: (error) => {
        throw error;
      },
    },
  });
  const positions = replayPositions(service, () => recording, new Redactor(nodeBodies));
  const values = { allowUnrecordedWrites, onMiss, limits: limits !== undefined };
  const mode = await replay(service, positions, { values, name: 'session', bodies, sleep });
  const handler = service.serve(mode, ownPages(settings));
  return {
    handler,
    worlds: positions,
    ask: async (method, target, { key = 'test_a', body } = {}) => {
      return answerOf(await handler(requestOf(method, target, key, body)));
    },
  };
}

function requestOf(method: string, target: string, key: string, value: unknown): ApiRequest {
  const bytes = new TextEncoder().encode(value === undefined ? '' : JSON.stringify(value));
  const headers = [
    ...(key === '' ? [] : [['X-API-KEY', key]]),
    ...(value === undefined
      ? []
      : [
          ['Content-Type', 'application/json'],
          ['Content-Length', String(bytes.length)],
        ]),
  ] as [string, string][];
  const [path = '', query = ''] = target.split('?');
  return {
    method,
    path,
    query,
    headers: Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text])),
    rawHeaders: headers.flat(),
    body: {
      bytes: () => Promise.resolve(bytes),
      stream: () => {
        throw new Error('unused');
      },
    },
    origin,
    context: {},
    onAbort: () => undefined,
  };
}

async function answerOf({ status, headers, body }: ApiResponse): Promise<Answer> {
  const text = await textOf(body);
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text };
  return { status, json, header: (name) => headerValue(headers, name) };
}

async function textOf(body: ApiResponse['body']): Promise<string> {
  if (body === null || typeof body === 'string') return body ?? '';
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  let text = '';
  for await (const piece of body) text += new TextDecoder().decode(piece);
  return text;
}

const listOf = ({ json }: Answer) => json.data as Record<string, unknown>[];

test('a key is needed as at the mock: test_<something>, or one that is named', async () => {
  const { ask } = await open(shop, { keys: new Map([['mine', { perSecond: 1, perMinute: 1 }]]) });
  const status = async (key: string) => (await ask('GET', '/v1/listings', { key })).status;
  expect([await status('test_x'), await status('mine'), await status('other'), await status('')]).toEqual([
    200, 200, 401, 401,
  ]);
  const { ask: open1 } = await open(shop, { auth: false });
  expect((await open1('GET', '/v1/listings', { key: 'other' })).status).toBe(200);
});

/** A service that refuses a request without a key, then answers it, then refuses it once more. */
const guarded = made(
  { path: '/v1/listings', status: 401, body: { says: 'the service: no key' } },
  get('/v1/listings', { data: [] }),
  { path: '/v1/strategies', status: 401, body: { says: 'the service: no access' } },
  get('/v1/reports', { data: [] }),
);
const says = ({ status, json }: Answer) => (status === 401 ? (json.says ?? 'ours') : status);

test('a real key is told in one line which keys a replay takes, and never repeated', async () => {
  const { ask } = await open(guarded);
  for (const [key, code] of [
    ['sk_live_4f9a1c77', 'api_key_invalid'],
    ['', 'api_key_missing'],
  ] as const) {
    const answer = await ask('GET', '/v1/listings', { key });
    expect([answer.status, answer.header('x-mock-error')]).toEqual([401, code]);
    const { message } = answer.json.error as { message: string };
    expect(message).toMatch(/^[^\n]*test_<anything>[^\n]*--key <key>[^\n]*--any-key[^\n]*--no-auth[^\n]*$/);
    expect(message).not.toContain('sk_live');
  }
  expect(says(await ask('GET', '/v1/listings'))).toBe(200);
});

test('with any key valid, each has a world of its own, and a request without one is refused as it was', async () => {
  const { ask, worlds } = await open(
    made(get('/v1/reports', { at: 1 }), get('/v1/reports', { at: 2 }), {
      path: '/v1/reports',
      status: 401,
      body: { says: 'the service: no key' },
    }),
    { anyKey: true },
  );
  const at = async (key: string) => (await ask('GET', '/v1/reports', { key })).json.at;
  expect([await at('sk_live_a'), await at('sk_live_a'), await at('sk_live_b')]).toEqual([1, 2, 1]);
  expect(says(await ask('GET', '/v1/reports', { key: '' }))).toBe('the service: no key');
  expect(worlds.summary()).toMatchObject({ answered: 4, misses: 0, unused: [] });
});

test('with any key valid, a key gets a recorded 401 only where nothing else was recorded, and no key gets ours only where none was', async () => {
  const { ask } = await open(guarded, { anyKey: true });
  expect(says(await ask('GET', '/v1/listings', { key: 'sk_live_a' }))).toBe(200);
  expect(says(await ask('GET', '/v1/listings', { key: '' }))).toBe('the service: no key');
  expect(says(await ask('GET', '/v1/strategies', { key: 'sk_live_a' }))).toBe('the service: no access');
  const ours = await ask('GET', '/v1/reports', { key: '' });
  expect([says(ours), ours.header('x-mock-error')]).toEqual(['ours', 'api_key_missing']);
});

test('where no key is asked for, a recorded 401 comes once, where it came', async () => {
  const refused: ExchangeParts = { path: '/v1/listings', status: 401, body: { says: 'the service: no key' } };
  const { ask } = await open(made(refused, get('/v1/listings', { data: [] }), refused), { auth: false });
  const seen = [];
  for (let at = 0; at < 4; at += 1) seen.push(says(await ask('GET', '/v1/listings', { key: '' })));
  expect(seen).toEqual(['the service: no key', 200, 'the service: no key', 200]);
});

test('a file behind a download link needs no key where any key is valid', async () => {
  const recording = made({
    path: '/__mock/files/a.csv',
    headers: [['Content-Type', 'text/csv']],
    body: Buffer.from('SKU'),
  });
  const { ask } = await open(recording, { anyKey: true });
  expect((await ask('GET', '/__mock/files/a.csv', { key: '' })).status).toBe(200);
});

test.each([{}, { anyKey: true }])('a recorded OPTIONS needs no key, as at the mock (%o)', async (options) => {
  const headers: HeaderPair[] = [['Allow', 'GET, OPTIONS']];
  const { ask } = await open(
    made({ method: 'OPTIONS', path: '/v1/listings', status: 204, headers }),
    options,
  );
  const recorded = await ask('OPTIONS', '/v1/listings', { key: '' });
  expect([recorded.status, recorded.header('allow')]).toEqual([204, 'GET, OPTIONS']);
  expect((await ask('OPTIONS', '/v1/reports', { key: '' })).status).toBe(401);
});

test('an answer has the recorded headers and no other', async () => {
  const recording = made({
    path: '/v1/listings',
    headers: [
      ['x-B', '1'],
      ['X-a', '2'],
      ['x-b', '3'],
    ],
    body: { a: 1 },
  });
  const { handler } = await open(recording);
  const { headers } = await handler(requestOf('GET', '/v1/listings', 'test_a', undefined));
  expect(headers).toEqual(['x-B', '1', 'X-a', '2', 'x-b', '3']);
});

test('limits are off by default, and per key when they are on', async () => {
  const spend = async ({ ask }: Opened, key: string) => {
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await ask('GET', '/v1/listings', { key })).status);
    return statuses;
  };
  expect(await spend(await open(shop), 'test_a')).toEqual([200, 200, 200]);
  const limited = await open(shop, { limits: { perSecond: 2, perMinute: Infinity } });
  expect(await spend(limited, 'test_a')).toEqual([200, 200, 429]);
  expect(await spend(limited, 'test_b')).toEqual([200, 200, 429]);
});

test('files behind download links need no key and are not counted by the limits', async () => {
  const recording = made({
    path: '/__mock/files/a.csv',
    headers: [['Content-Type', 'text/csv']],
    body: Buffer.from('SKU\n'),
  });
  const { ask } = await open(recording, { limits: { perSecond: 1, perMinute: 1 } });
  for (let at = 0; at < 3; at += 1) {
    expect(await ask('GET', '/__mock/files/a.csv', { key: '' })).toMatchObject({
      status: 200,
      json: { text: 'SKU\n' },
    });
  }
  const missed = await ask('GET', '/__mock/files/b.csv', { key: '' });
  expect([missed.status, missed.header('x-mock-error')]).toEqual([501, 'replay_miss']);
});

test('a miss stays a miss under every setting, and its page is there', async () => {
  const { ask } = await open(shop, {
    form: { errors: { codes: 'fine', statuses: 'documented' } },
  });
  const { status, json } = await ask('GET', '/v1/nothing');
  expect([status, json]).toMatchObject([501, { error: { code: 'replay_miss' } }]);
  const page = await ask('GET', '/__mock/errors/replay_miss', { key: '' });
  expect(page.json.text).toContain('No service sends this code');
});

test('with recorded timing an answer takes as long as it took', async () => {
  const slept: number[] = [];
  const { ask } = await open(shop, {
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return Promise.resolve();
    },
  });
  await ask('GET', '/v1/listings');
  expect(slept).toEqual([shop.interactions[0]!.milliseconds]);
});

test('unrecorded writes are held to the mock’s own rules and settings', async () => {
  const { ask } = await open(shop, { allowUnrecordedWrites: true });
  const price = (body: unknown) => ask('PATCH', `/v1/listings/${lamp}/price`, { body });
  expect(await price({ minPrice: 21 })).toMatchObject({
    status: 400,
    json: { error: { param: 'minPrice' } },
  });
  expect(await price([])).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
  expect(await price({ minPrice: 6.5 })).toMatchObject({
    status: 200,
    json: record(lamp, 6.5, { title: 'Lamp' }),
  });
  expect(listOf(await ask('GET', '/v1/listings'))[1]).toMatchObject({ id: lamp, minPrice: 6.5 });
  const strategy = (strategyId: string) =>
    ask('PATCH', `/v1/listings/${lamp}/strategy`, { body: { strategyId } });
  expect((await strategy('nobody')).status).toBe(400);
  expect((await strategy('s1')).status).toBe(200);
  const rounding = await open(shop, { allowUnrecordedWrites: true, assume: { decimals: '2:round' } });
  const rounded = await rounding.ask('PATCH', `/v1/listings/${lamp}/price`, { body: { minPrice: 6.505 } });
  expect(rounded.json.minPrice).toBe(6.51);
});

test('on-miss mock: what was not recorded comes from the simulator with the recorded listings, marked and counted', async () => {
  const { ask, worlds } = await open(shop, { onMiss: 'mock' });
  const one = await ask('GET', `/v1/listings/${lamp}`);
  expect([one.status, one.header('x-mock-synthesized')]).toEqual([200, 'mock']);
  expect(one.json).toMatchObject(record(lamp, 5, { title: 'Lamp' }));
  expect((await ask('GET', '/v1/listings')).header('x-mock-synthesized')).toBeUndefined();
  expect((await ask('GET', '/v1/strategies')).json).toEqual({ data: [] });
  expect((await ask('GET', `/v1/listings/${board.replaceAll('1', '9')}`)).status).toBe(404);
  expect(worlds.summary()).toMatchObject({ misses: 3, answered: 1 });
});

test('on-miss mock: records are shown as they were recorded, in whatever form', async () => {
  const { ask } = await open(shop, { onMiss: 'mock' });
  const { json } = await ask('GET', `/v1/listings/${strange}`);
  expect(json).toEqual(record(strange, '7.50', { quantity: 'many' }));
});

test('on-miss mock: it starts from the state before the recorded writes and follows those that are done', async () => {
  const { ask } = await open(shop, { onMiss: 'mock' });
  const simulated = async () =>
    listOf(await ask('GET', '/v1/listings?limit=3')).find(({ id }) => id === board)!;
  expect(await simulated()).toEqual(record(board, 10));
  await ask('PATCH', `/v1/listings/${board}/price`, { body: { minPrice: 11 } });
  expect(await simulated()).toMatchObject({ minPrice: 11 });
  await ask('PATCH', `/v1/listings/${board}/price`, { body: { minPrice: 12 } });
  expect(await simulated()).toMatchObject({ minPrice: 12 });
  expect((await ask('GET', `/v1/listings/${board}`)).json).toMatchObject({ minPrice: 12 });
  expect((await ask('GET', `/v1/listings?limit=3`, { key: 'test_b' })).status).toBe(200);
  expect(listOf(await ask('GET', '/v1/listings?limit=3', { key: 'test_b' }))[0]).not.toMatchObject({
    minPrice: 12,
  });
});

test('on-miss mock: report runs keep how they ended, and their links lead to this server', async () => {
  const run = {
    id: 'r1',
    type: 'sales',
    status: 'FAILED',
    createdAt: '2026-01-01T00:00:00Z',
    error: { code: 'x', message: 'y' },
  };
  const done = {
    id: 'r2',
    status: 'completed',
    createdAt: '2026-01-02T00:00:00Z',
    metadata: { marketplace: 'ebay', rowCount: 4 },
    downloadLinks: [{ url: 'http://recording.invalid/__mock/files/x.csv' }],
  };
  const { ask } = await open(made(get('/v1/reports', { data: [run, done] }, 'page=1')), {
    onMiss: 'mock',
  });
  const runs = listOf(await ask('GET', '/v1/reports'));
  expect(runs).toMatchObject([run, { ...done, downloadLinks: [{ url: `${origin}/__mock/files/x.csv` }] }]);
});

test('on-miss mock: with nothing recorded, the default data set stands in', async () => {
  const { ask } = await open(made(), { onMiss: 'mock' });
  expect(listOf(await ask('GET', '/v1/listings'))).toHaveLength(50);
  expect(listOf(await ask('GET', '/v1/strategies'))).toHaveLength(5);
});
