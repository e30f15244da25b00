// A world in the hand of a test: its clock, faults, snapshots and return to the beginning.
import { expect, test } from 'vitest';
import { createMock, FaultSyntaxError, MatchError, RecordError } from '../../src/msw.ts';
import type { Duration, FaultSpec, Mock, CreateMockInput, Snapshot } from '../../src/msw.ts';
import { ids } from '../support/app.ts';

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

const start = '2026-01-05T00:00:00Z';
const frozen = { data: 'tiny', clock: `${start},frozen` } as const;
const open = (input: CreateMockInput = {}): Mock => createMock({ ...frozen, ...input });

const ask = (mock: Mock, path = '/v1/strategies', init: Init = {}) =>
  mock.fetch(`https://api.test${path}`, { ...init, headers: { 'X-API-KEY': mock.key, ...init.headers } });
const statuses = async (mock: Mock, times: number, path?: string, init?: Init) => {
  const seen: (number | string)[] = [];
  for (let at = 0; at < times; at += 1) {
    seen.push(
      await ask(mock, path, init).then(
        ({ status }) => status,
        (error: unknown) => (error as Error).name,
      ),
    );
  }
  return seen;
};
const patch = (mock: Mock, minPrice: number) =>
  ask(mock, `/v1/listings/${ids.board}/price`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ minPrice }),
  });

test('300 requests pass in a minute, the 301st is refused, and a minute later the next passes', async () => {
  const mock = open({ perSecond: 'off' });
  const seen = await statuses(mock, 301);
  expect(seen.slice(0, 300).every((status) => status === 200)).toBe(true);
  expect(seen[300]).toBe(429);
  mock.world().clock.advance('59.999s');
  expect(await statuses(mock, 1)).toEqual([429]);
  mock.world().clock.advance('1ms');
  expect(await statuses(mock, 1)).toEqual([200]);
});

test.each<[Duration, number]>([
  [0, 0],
  [250, 250],
  ['250ms', 250],
  ['61s', 61_000],
  ['1.5s', 1500],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['2d', 172_800_000],
])('advance(%j) is %d ms', (by, milliseconds) => {
  const { clock } = open().world();
  clock.advance(by);
  expect(clock.now()).toBe(Date.parse(start) + milliseconds);
});

test.each([
  -1,
  NaN,
  Infinity,
  '5',
  '5 s',
  '1h30m',
  '-1s',
  's',
  '',
  'PT1S',
  null,
  undefined,
  {},
  8.64e15,
  '999999999999d',
])('advance(%j) is refused and moves nothing', (by) => {
  const { clock } = open().world();
  expect(() => {
    clock.advance(by as never);
  }).toThrow(RangeError);
  expect(clock.now()).toBe(Date.parse(start));
});

test('a frozen clock stands still, a running one goes on from where it stands', async () => {
  const { clock } = createMock({ data: 'tiny' }).world();
  expect(clock.frozen).toBe(false);
  clock.freeze(start);
  expect([clock.frozen, clock.now()]).toEqual([true, Date.parse(start)]);
  clock.resume();
  expect(clock.frozen).toBe(false);
  const before = clock.now();
  await expect.poll(() => clock.now(), { interval: 1 }).toBeGreaterThan(before);
  clock.freeze();
  const stopped = clock.now();
  clock.freeze();
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.now()).toBe(stopped);
  expect(stopped - Date.parse(start)).toBeLessThan(60_000);
});

test.each([[start], [Date.parse(start)], [new Date(start)]])('freeze(%j) takes a time in each form', (at) => {
  const { clock } = createMock({ data: 'tiny' }).world();
  clock.freeze(at);
  expect(clock.now()).toBe(Date.parse(start));
});

test.each(['yesterday', '2026-02-30T00:00:00Z', NaN, 9e15, null, {}, new Date(NaN)])(
  'freeze(%j) is refused',
  (at) => {
    const { clock } = createMock({ data: 'tiny' }).world();
    expect(() => {
      clock.freeze(at as never);
    }).toThrow(RangeError);
    expect(clock.frozen).toBe(false);
  },
);

test('the clock of a world rules Retry-After and timestamps', async () => {
  const mock = open({ perSecond: 'off', perMinute: 1 });
  mock.world().clock.advance('10s');
  await ask(mock);
  mock.world().clock.advance('20s');
  expect((await ask(mock)).headers.get('retry-after')).toBe('40');
  mock.world().clock.advance('40s');
  const patched = (await (await patch(mock, 16)).json()) as { updatedAt: string };
  expect(patched.updatedAt).toBe('2026-01-05T00:01:10.000Z');
});

test('a reset takes back all that a test has done, and leaves other worlds alone', async () => {
  const mock = open({ fault: 'status=502', perMinute: 2 });
  const world = mock.world();
  const other = mock.world('test_other');
  other.listings.remove(ids.mug);
  world.faults.clear();
  world.faults.add({ kind: 'status=503', match: { path: '/v1/reports' } });
  await patch(mock, 16);
  expect(await statuses(mock, 2)).toEqual([200, 429]);
  world.listings.remove(ids.mug);
  world.clock.advance('1h');
  world.clock.resume();
  world.reset();
  expect(world.clock).toMatchObject({ frozen: true });
  expect(world.clock.now()).toBe(Date.parse(start));
  expect(world.listings.all()).toHaveLength(3);
  expect(world.listings.get(ids.board)?.minPrice).toBe(15.99);
  expect(world.requests.total).toBe(0);
  expect(world.faults.list().map(({ rule }) => rule.kind)).toEqual(['status=502']);
  expect(await statuses(mock, 3)).toEqual([502, 502, 429]);
  expect(world.report().requests).toBe(3);
  expect(other.listings.all()).toHaveLength(2);
});

test('a snapshot goes through JSON, and a world comes back to it', async () => {
  const mock = open({ perMinute: 2 });
  const world = mock.world();
  const run = world.reports.create({ queuedMs: 0, runningMs: 1000 });
  world.clock.advance('1s');
  world.listings.update(ids.board, { extra: { vendor: 'x' } });
  const linksOf = async () =>
    [...(await (await ask(mock, '/v1/reports')).text()).matchAll(/https:[^"]+/g)].map(([link]) => link);
  const [link] = (await linksOf()).filter((found) => found.includes(run.id));
  const file = await (await mock.fetch(link!)).text();
  const kept = JSON.stringify(world.snapshot());
  const before = {
    listings: world.listings.all(),
    strategies: world.strategies.all(),
    reports: world.reports.all(),
  };

  await patch(mock, 16);
  expect(await statuses(mock, 1)).toEqual([429]);
  world.reports.remove(run.id);
  world.strategies.create();
  world.clock.advance('2h');
  world.faults.add({ kind: 'status=503', match: { path: '/v1/strategies' } });
  const asked = world.requests.total;
  world.restore(JSON.parse(kept) as Snapshot);

  expect(world.clock.now()).toBe(Date.parse(start) + 1000);
  expect(world.clock.frozen).toBe(true);
  expect({
    listings: world.listings.all(),
    strategies: world.strategies.all(),
    reports: world.reports.all(),
  }).toEqual(before);
  expect(JSON.stringify(world.snapshot())).toBe(kept);
  expect(await (await mock.fetch(link!)).text()).toBe(file);
  expect(world.requests.total).toBe(asked + 1); // the log stays
  expect(await statuses(mock, 3)).toEqual([503, 503, 429]); // the faults stay, the limits count anew
});

test('a snapshot is what it was, whatever is done later to it or to the world', () => {
  const world = open().world();
  const snapshot = world.snapshot();
  const text = JSON.stringify(snapshot);
  world.listings.update(ids.board, { title: 'changed' });
  expect(JSON.stringify(snapshot)).toBe(text);
  (snapshot.data.listings[0] as { title: string }).title = 'spoiled';
  expect(world.listings.all().map(({ title }) => title)).not.toContain('spoiled');
  world.restore(JSON.parse(text) as Snapshot);
  expect(JSON.stringify(world.snapshot())).toBe(text);
});

test('a snapshot of one world goes into another', () => {
  const mock = open();
  mock.world('test_a').listings.create({ title: 'mine' });
  mock.world('test_b').restore(mock.world('test_a').snapshot());
  expect(mock.world('test_b').listings.all()).toEqual(mock.world('test_a').listings.all());
});

test.each<[string, (snapshot: Snapshot) => unknown]>([
  ['nothing', () => undefined],
  ['null', () => null],
  ['a text', () => 'x'],
  ['another format', (snapshot) => ({ ...snapshot, format: 'x' })],
  ['another version', (snapshot) => ({ ...snapshot, version: 2 })],
  ['no time', (snapshot) => ({ ...snapshot, at: 'now' })],
  ['a bad listing', ({ data, ...rest }) => ({ ...rest, data: { ...data, listings: [{ id: 'x' }] } })],
  ['no lists', (snapshot) => ({ ...snapshot, reported: {} })],
])('%s is no snapshot, and the world stays as it is', (_, spoil) => {
  const world = open().world();
  world.listings.update(ids.board, { title: 'mine' });
  const snapshot = world.snapshot();
  expect(() => {
    world.restore(spoil(snapshot) as Snapshot);
  }).toThrow(RecordError);
  expect(world.snapshot()).toEqual(snapshot);
});

test('a restore of nothing says what it takes', () => {
  expect(() => {
    open()
      .world()
      .restore(undefined as never);
  }).toThrow(/^undefined is not a snapshot$/);
});

test('a fault strikes so many times', async () => {
  const mock = open({ noLimits: true });
  const fault = mock.world().faults.add({ kind: 'status=503', times: 2 });
  expect(await statuses(mock, 4)).toEqual([503, 503, 200, 200]);
  expect(fault).toMatchObject({ id: 'f1', struck: 2, rule: { kind: 'status=503', times: 2 } });
});

test('a fault strikes every n-th request that it matches', async () => {
  const mock = open({ noLimits: true });
  mock.world().faults.add({ kind: 'status=500', every: 3, times: 2, match: { path: '/v1/strategies' } });
  await ask(mock, '/v1/listings');
  expect(await statuses(mock, 10)).toEqual([200, 200, 500, 200, 200, 500, 200, 200, 200, 200]);
});

test('a fault strikes a share of requests, the same ones with the same seed', async () => {
  const strike = async (seed: number) => {
    const mock = open({ noLimits: true, seed });
    mock.world().faults.add({ kind: 'reset', probability: 0.5 });
    return (await statuses(mock, 40)).join();
  };
  const [first, again, other] = [await strike(1), await strike(1), await strike(2)];
  expect(first).toContain('200');
  expect(first).toContain('TypeError');
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test.each<[FaultSpec['match'], string, boolean]>([
  [{}, 'GET /v1/strategies', true],
  [{ method: 'patch' }, 'GET /v1/strategies', false],
  [{ method: 'get' }, 'GET /v1/strategies', true],
  [{ method: 'PROPFIND' }, 'PROPFIND /v1/strategies', true],
  [{ path: '/v1/strategies' }, 'GET /v1/strategies?limit=1', true],
  [{ path: '/v1/strat' }, 'GET /v1/strategies', false],
  [{ path: '/v1/*' }, 'GET /v1/strategies', true],
  [{ path: '*' }, 'GET /v1/strategies', true],
  [{ path: '/v1/listings/{id}' }, `GET /v1/listings/${ids.board}`, true],
  [{ path: '/v1/listings/{id}' }, 'GET /v1/listings', false],
  [{ path: '/v1/{a}/{b}' }, `GET /v1/listings/${ids.board}`, true],
  [{ path: '/v1/l.stings' }, 'GET /v1/listings', false],
  [{ query: { limit: '1' } }, 'GET /v1/listings?limit=1', true],
  [{ query: { limit: '1' } }, 'GET /v1/listings?limit=2', false],
  [{ query: { 'a b': 'ü' } }, 'GET /v1/listings?a+b=%C3%BC', true],
])('a fault that matches %j: %s, %s', async (match, request, expected) => {
  const mock = open();
  mock.world().faults.add({ kind: 'status=418', ...(match && { match }) });
  const [method, path] = request.split(' ');
  expect((await ask(mock, path, { method: method! })).status === 418).toBe(expected);
});

test('the first of several faults strikes, and those taken back do not', async () => {
  const mock = open({ noLimits: true, fault: 'status=500' });
  const { faults } = mock.world();
  const second = faults.add({ kind: 'status=501' });
  faults.add({ kind: 'status=502' });
  expect(faults.list().map(({ id, rule }) => `${id} ${rule.kind}`)).toEqual([
    'f1 status=500',
    'f2 status=501',
    'f3 status=502',
  ]);
  expect(await statuses(mock, 1)).toEqual([500]);
  faults.list()[0]!.remove();
  expect(await statuses(mock, 1)).toEqual([501]);
  second.remove();
  second.remove();
  expect(await statuses(mock, 1)).toEqual([502]);
  faults.clear();
  expect(faults.list()).toEqual([]);
  expect(await statuses(mock, 1)).toEqual([200]);
  expect(second.struck).toBe(1);
});

test.each<[string, unknown, new (...words: never[]) => Error, RegExp]>([
  [
    'nothing',
    undefined,
    FaultSyntaxError,
    /^a fault is an object such as \{ kind: 'reset' \}, not undefined$/,
  ],
  ['null', null, FaultSyntaxError, /^a fault is an object .*, not null$/],
  ['words', 'reset', FaultSyntaxError, /^a fault is an object .*, not "reset"$/],
  ['a list', [{ kind: 'reset' }], FaultSyntaxError, /^a fault is an object .*, not an array$/],
  ['a kind in a list', { kind: ['reset'] }, FaultSyntaxError, /'an array' is not a fault/],
  [
    'a kind that has no text',
    { kind: Object.create(null) as unknown },
    FaultSyntaxError,
    /'an object' is not/,
  ],
  [
    'times as a symbol',
    { kind: 'reset', times: Symbol('two') },
    RangeError,
    /^times: Symbol\(two\) is not a/,
  ],
  ['probability null', { kind: 'reset', probability: null }, RangeError, /^probability: null is not between/],
  ['probability as words', { kind: 'reset', probability: '0.5' }, RangeError, /^probability: "0.5" is not/],
  ['match null', { kind: 'reset', match: null }, MatchError, /null is not an object/],
  ['no kind', {}, FaultSyntaxError, /'undefined' is not a fault; the faults are status=/],
  [
    'an unknown kind',
    { kind: 'explode' },
    FaultSyntaxError,
    /'explode' is not a fault; the faults are status=/,
  ],
  ['a good status', { kind: 'status=200' }, FaultSyntaxError, /status=<400-599>/],
  ['a probability in the kind', { kind: 'reset@0.5' }, FaultSyntaxError, /is not a fault/],
  [
    'an unknown part',
    { kind: 'reset', tines: 2 },
    FaultSyntaxError,
    /^tines: is unknown; did you mean 'times'\?/,
  ],
  ['times 0', { kind: 'reset', times: 0 }, RangeError, /times: 0 is not a whole number from 1 up/],
  ['every 1.5', { kind: 'reset', every: 1.5 }, RangeError, /every: 1.5 is not/],
  ['probability 2', { kind: 'reset', probability: 2 }, RangeError, /probability: 2 is not between 0 and 1/],
  ['probability NaN', { kind: 'reset', probability: NaN }, RangeError, /probability: NaN/],
  [
    'an unknown part of the match',
    { kind: 'reset', match: { url: '/' } },
    MatchError,
    /^url: is unknown; known are method, path/,
  ],
  ['a match by status', { kind: 'reset', match: { status: 200 } }, MatchError, /before there is a status/],
  [
    'a match by body',
    { kind: 'reset', match: { body: {} } },
    MatchError,
    /before there is a status or a body/,
  ],
  [
    'a method that is none',
    { kind: 'reset', match: { method: 5 } },
    MatchError,
    /method: 5 is not a method such as PATCH/,
  ],
  [
    'a method that is misspelt',
    { kind: 'reset', match: { method: 'GTE' } },
    MatchError,
    /^method: "GTE" is unknown; did you mean 'GET'\?$/,
  ],
  [
    'a query that is none',
    { kind: 'reset', match: { query: 'limit=1' } },
    MatchError,
    /query: "limit=1" is not an object of texts/,
  ],
  [
    'a number in the query',
    { kind: 'reset', match: { query: { limit: 1 } } },
    MatchError,
    /query\.limit: 1 is not a text/,
  ],
])('a fault that cannot be is refused and not added: %s', (_, spec, kind, message) => {
  const { faults } = open().world();
  const add = () => faults.add(spec as FaultSpec);
  expect(add).toThrow(kind);
  expect(add).toThrow(message);
  expect(faults.list()).toEqual([]);
});

test('worlds are told apart by key, and listed', () => {
  const mock = open();
  expect(mock.worlds()).toEqual([]);
  mock.world('test_a').listings.remove(ids.mug);
  expect(mock.world('test_b').listings.all()).toHaveLength(3);
  expect(mock.worlds().map(({ key, id }) => `${key} ${id}`)).toEqual(['test_a test_a', 'test_b test_b']);
});

test.each(['nope', '', 'test_', 'my_kez'])('the key %j opens no world, and is not repeated', (key) => {
  const mock = createMock({ key: 'my_key' });
  expect(mock.key).toBe('my_key');
  expect(() => mock.world(key)).toThrow(
    'the key opens no world: it is neither test_<something> nor one that the option `key` names',
  );
});

test('where no key is asked for, the world is that of requests without one', async () => {
  const mock = createMock({ data: 'tiny', noAuth: true });
  await mock.fetch('https://api.test/v1/strategies');
  expect(mock.key).toBe('');
  expect(mock.world().requests.total).toBe(1);
  expect(mock.world('anything').requests.total).toBe(0);
});
