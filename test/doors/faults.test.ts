// Faults, delays and clients that give up, at every door as far as `fetch` can show them. What it cannot show: a reset
// before the answer and one in its middle are the same TypeError, and a page's abort does not reach a service worker,
// so msw's `getResponse` goes on with what the client has given up.
import { expect, test } from 'vitest';
import { createHandlers, createMock } from '../../src/msw.ts';
import { ids } from '../support/app.ts';
import { connectionFailed, doorNames, through } from './doors.ts';
import type { Answer, Door, DoorName, Outcome } from './doors.ts';

const frozen = { data: 'tiny', clock: '2026-01-05T00:00:00Z,frozen' } as const;
const { board } = ids;
const price = `/v1/listings/${board}/price`;

const kinds = [
  'status=500',
  'status=503',
  'status=429',
  'status=418',
  'status=401',
  'status=599',
  'reset',
  'lost-reply',
  'truncate',
  'malformed',
  'slow-body=20',
] as const;

async function struck(door: Door): Promise<unknown> {
  await door.ask('GET', '/v1/strategies');
  await door.ask('HEAD', '/v1/strategies');
  await door.ask('PATCH', price, { json: { minPrice: 16.5 } });
  await door.ask('PATCH', price, { json: { minPrice: -1 } });
  const world = door.world('test_a');
  world.faults.clear();
  await door.ask('GET', `/v1/listings/${board}`);
  return { log: door.log, journal: world.requests.all().map(({ status, kind }) => [status, kind]) };
}

test.each(kinds)('the fault %s looks alike at every door', async (kind) => {
  const strike = (name: DoorName) =>
    through(name, frozen, (door) => {
      door.world('test_a').faults.add({ kind });
      return struck(door);
    });
  const atPort = await strike('port');
  for (const name of doorNames.slice(1)) expect(await strike(name), name).toEqual(atPort);
});

test.each(doorNames)('what the faults are, through the door: %s', async (name) => {
  await through(name, { ...frozen, noRequestId: true }, async (door) => {
    const { faults } = door.world('test_a');
    const whole = (await door.ask('GET', '/v1/strategies')) as Answer;
    faults.add({ kind: 'reset', times: 1 });
    expect(await door.ask('GET', '/v1/strategies')).toEqual(connectionFailed);
    faults.add({ kind: 'truncate', times: 1 });
    expect(await door.ask('GET', '/v1/strategies')).toEqual({
      ...whole,
      body: whole.body.slice(0, Math.floor(whole.body.length / 2)),
      broken: true,
    });
    faults.add({ kind: 'slow-body=20', times: 1 });
    expect(await door.ask('GET', '/v1/strategies')).toEqual(whole);
    faults.add({ kind: 'lost-reply', times: 1 });
    expect(await door.ask('PATCH', price, { json: { minPrice: 16.5 } })).toEqual(connectionFailed);
    expect(door.world('test_a').listings.get(board)?.minPrice).toBe(16.5);
  });
});

test.each(doorNames)('one request asks for its own fault, through the door: %s', async (name) => {
  await through(name, frozen, async (door) => {
    const ask = (fault: string) => door.ask('GET', '/v1/strategies', { headers: { 'X-Mock-Fault': fault } });
    expect(await ask('status=502')).toMatchObject({ status: 502 });
    expect(await ask('reset')).toEqual(connectionFailed);
    expect(await ask('nonsense')).toMatchObject({ status: 400 });
  });
});

test.each(doorNames)('faults with a probability strike the same requests at every door: %s', async (name) => {
  const input = { ...frozen, fault: ['status=500@0.3', 'reset@0.2'], seed: 5 };
  const outcomes = await through(name, input, async (door) => {
    const seen: string[] = [];
    for (let at = 0; at < 20; at += 1) seen.push(short(await door.ask('GET', '/v1/strategies')));
    return seen.join(' ');
  });
  expect(outcomes).toMatchInlineSnapshot(
    `"200 200 500 500 500 lost 500 200 200 500 lost 200 500 200 500 500 500 500 200 500"`,
  );
});

const short = (outcome: Outcome) => ('status' in outcome ? String(outcome.status) : 'lost');

test.each(doorNames)(
  'latency delays an answer and changes nothing of it, through the door: %s',
  async (name) => {
    const ask = (door: Door) => door.ask('GET', '/v1/strategies');
    const plain = await through(name, frozen, ask);
    expect(await through(name, { ...frozen, latency: '1..2' }, ask)).toEqual(plain);
  },
);

/** Doors through which the mock learns that a client gives up. */
const abortable = doorNames.filter((name) => name !== 'msw getResponse');

test.each(abortable)(
  'a client that gives up waiting sees its own abort, through the door: %s',
  async (name) => {
    await through(name, { ...frozen, latency: 60_000 }, async (door) => {
      const patience = new AbortController();
      const asked = door.ask('GET', '/v1/strategies', { signal: patience.signal });
      setTimeout(() => {
        patience.abort();
      }, 20);
      expect(await asked).toEqual({ failed: 'AbortError' });
    });
  },
);

test.each(abortable)('a timeout lasts until the client gives up, through the door: %s', async (name) => {
  await through(name, frozen, async (door) => {
    door.world('test_a').faults.add({ kind: 'timeout' });
    const outcome = await door.ask('GET', '/v1/strategies', { signal: AbortSignal.timeout(30) });
    expect(outcome).toEqual({ failed: 'TimeoutError' });
  });
});

test.each(abortable)('a request that is aborted before it is sent is never asked: %s', async (name) => {
  await through(name, frozen, async (door) => {
    const outcome = await door.ask('GET', '/v1/strategies', { signal: AbortSignal.abort() });
    expect(outcome).toEqual({ failed: 'AbortError' });
    expect(door.world('test_a').requests.total).toBe(0);
  });
});

test.each(['port', 'function'] as const)(
  'an abort cuts a slow body off, through the door: %s',
  async (name) => {
    await through(name, frozen, async (door) => {
      door.world('test_a').faults.add({ kind: 'slow-body=60000' });
      const outcome = await door.ask('GET', '/v1/strategies', { goesAtHead: true });
      expect(outcome).toMatchObject({ status: 200, body: '', broken: true });
    });
  },
);

test('a client that breaks off its own body is no defect of the mock', async () => {
  const mock = createMock({ data: 'tiny' });
  const patience = new AbortController();
  const asked = mock.fetch(`https://x.test${price}`, {
    method: 'PATCH',
    headers: { 'X-API-KEY': mock.key, 'Content-Type': 'application/json' },
    body: new ReadableStream({
      pull: () => {
        patience.abort();
      },
    }),
    signal: patience.signal,
    ...({ duplex: 'half' } as object),
  });
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});

test('a body without an end is refused at the limit, and its sender is told to stop', async () => {
  const mock = createMock({ data: 'tiny' });
  let stopped = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel() {
      stopped = true;
    },
  });
  const response = await mock.fetch(`https://x.test${price}`, {
    method: 'PATCH',
    headers: { 'X-API-KEY': mock.key, 'Content-Type': 'application/json' },
    body: endless,
    ...({ duplex: 'half' } as object),
  });
  expect(response.status).toBe(413);
  expect(stopped).toBe(true);
});

test('a function answers below its base URL alone, as a client with the wrong one would find out', async () => {
  const mock = createMock({ data: 'tiny', baseUrl: 'https://api.example.test/pricing/' });
  const ask = (url: string) => mock.fetch(url, { headers: { 'X-API-KEY': mock.key } });
  expect(mock.baseUrl).toBe('https://api.example.test/pricing');
  expect((await ask('https://api.example.test/pricing/v1/listings')).status).toBe(200);
  for (const url of [
    'https://api.example.test/v1/listings',
    'https://api.example.test/pricing2/v1/listings',
    'https://api.example.test:444/pricing/v1/listings',
    'http://api.example.test/pricing/v1/listings',
    'https://other.test/pricing/v1/listings',
  ]) {
    await expect(ask(url)).rejects.toMatchObject({
      name: 'TypeError',
      cause: { message: `${url} is not below https://api.example.test/pricing, where this mock answers` },
    });
  }
});

test.each([
  'ftp://api.example.test/v1/listings',
  'data:,/v1/listings',
  'blob:https://api.example.test/v1/listings',
])('a function without a base URL answers over HTTP alone, and not %s', async (url) => {
  const mock = createMock({ data: 'tiny' });
  await expect(mock.fetch(url, { headers: { 'X-API-KEY': mock.key } })).rejects.toMatchObject({
    name: 'TypeError',
    cause: { message: `${url} is not of http or https, where this mock answers` },
  });
  expect(mock.takes(url)).toBe(false);
});

test.each([
  ['', /no base URL/],
  ['/v1', /no base URL/],
  ['api.example.test', /no base URL/],
  ['ftp://api.example.test', /no base URL/],
  ['https://user:secret@api.example.test', /no base URL/],
  ['https://api.example.test?x=1', /no base URL/],
  ['https://api.example.test#x', /no base URL/],
])('%j is no base URL', (baseUrl, message) => {
  expect(() => createMock({ baseUrl })).toThrow(message);
  expect(() => createHandlers({ baseUrl })).toThrow(TypeError);
});

test.each([
  ['https://API.example.test:443/a/..//b%20c/', 'https://api.example.test//b%20c'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('%s is taken as %s', async (given, baseUrl) => {
  const mock = createMock({ data: 'tiny', baseUrl: given });
  expect(mock.baseUrl).toBe(baseUrl);
  const response = await mock.fetch(`${given.replace(/\/$/, '')}/v1/reports`, {
    headers: { 'X-API-KEY': mock.key },
  });
  expect(await response.text()).toContain(`"${baseUrl}/__mock/downloads/`);
});
