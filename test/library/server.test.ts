// A server in the hand of a program: its port, its worlds side by side, and its end.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { CommandError, startServer } from '../../src/index.ts';
import type { MockServer, Observation } from '../../src/index.ts';
import { ids } from '../support/app.ts';

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

const frozen = { data: 'tiny', clock: '2026-01-05T00:00:00Z,frozen' } as const;

const ask = (server: MockServer, path: string, key = server.key, init: Init = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { 'X-API-KEY': key, ...init.headers } });

test('a server listens on a free port of this machine until it is closed', async () => {
  const server = await startServer({ data: 'tiny' });
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect(server.port).toBeGreaterThan(0);
  expect((await ask(server, '/v1/listings')).status).toBe(200);
  await Promise.all([server.close(), server.close()]);
  await server.close();
  await expect(ask(server, '/v1/listings')).rejects.toThrow('fetch failed');
});

test('`await using` closes a server behind its block, also when that fails', async () => {
  let url = '';
  await expect(
    (async () => {
      await using server = await startServer({ data: 'tiny' });
      ({ url } = server);
      expect((await ask(server, '/v1/listings')).status).toBe(200);
      throw new Error('of the block');
    })(),
  ).rejects.toThrow('of the block');
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('close() lets what is in flight finish', async () => {
  const server = await startServer({ data: 'tiny', latency: 150 });
  const answer = ask(server, '/v1/listings');
  // It is let in, and waits for its answer.
  await expect.poll(() => server.worlds().length, { interval: 5 }).toBe(1);
  await server.close();
  expect((await answer).status).toBe(200);
});

test('a port that is taken is refused by name', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const starting = startServer({ port });
    await expect(starting).rejects.toThrow(CommandError);
    await expect(starting).rejects.toThrow(String(port));
  } finally {
    taken.close();
  }
});

test('a chosen port is taken, and free again at once', async () => {
  let port = 0;
  for (let round = 0; round < 3; round += 1) {
    await using server = await startServer({ data: 'tiny', port });
    if (port !== 0) expect(server.port).toBe(port);
    ({ port } = server);
    expect((await ask(server, '/v1/listings')).status).toBe(200);
  }
});

test('requests that were let into no world are told apart from those that were', async () => {
  await using server = await startServer(frozen);
  await ask(server, '/v1/listings', '');
  await ask(server, '/v1/listings', 'wrong');
  await ask(server, '/v1/listings');
  expect(server.unauthenticated.all().map(String)).toEqual([
    expect.stringMatching(/^GET \/v1\/listings 401 unauthorized/),
    expect.stringMatching(/^GET \/v1\/listings 401 unauthorized/),
  ]);
  expect(server.world().requests.total).toBe(1);
});

test('each request and its answer are told to whoever wants to know', async () => {
  const seen: string[] = [];
  const onRequest = ({ request, response }: Observation) => {
    seen.push(`${request.method} ${request.path} ${response.status}`);
  };
  await using server = await startServer({ ...frozen, onRequest });
  await ask(server, '/v1/listings');
  await ask(server, '/v1/nothing');
  expect(seen).toEqual(['GET /v1/listings 200', 'GET /v1/nothing 404']);
});

test('a world that was dropped begins anew, and a handle finds the new one', async () => {
  await using server = await startServer(frozen);
  const world = server.world('test_a');
  world.listings.remove(ids.mug);
  expect(server.drop(world.id)).toBe(true);
  expect(server.drop('test_nobody')).toBe(false);
  expect(server.worlds()).toEqual([]);
  expect(world.listings.all()).toHaveLength(3);
  expect(server.worlds().map(({ id }) => id)).toEqual(['test_a']);
});

test('50 tests side by side on one server share nothing: records, limits, clock, faults, requests', async () => {
  await using server = await startServer({ ...frozen, perSecond: 3, perMinute: 10 });
  const one = async (number: number) => {
    const key = `test_parallel_${number}`;
    const world = server.world(key);
    const price = 16 + number / 100;
    const status = async (path: string, init?: Init) => (await ask(server, path, key, init)).status;
    const patched = await status(`/v1/listings/${ids.board}/price`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ minPrice: price }),
    });
    const seen = [
      patched,
      await status('/v1/listings'),
      await status('/v1/listings'),
      await status('/v1/listings'),
    ];
    world.clock.advance(`${number + 1}s`);
    if (number % 2 === 0) world.faults.add({ kind: 'status=503', times: 1 });
    seen.push(await status('/v1/strategies'));
    const { minPrice } = (await (await ask(server, `/v1/listings/${ids.board}`, key)).json()) as {
      minPrice: number;
    };
    expect(minPrice).toBe(price);
    expect(seen).toEqual([200, 200, 200, 429, number % 2 === 0 ? 503 : 200]);
    expect(world.clock.now()).toBe(Date.parse('2026-01-05T00:00:00Z') + (number + 1) * 1000);
    expect(world.requests.all().map((entry) => entry.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(world.requests.count({ path: '/v1/strategies' })).toBe(1);
    expect(world.report().requests).toBe(6);
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => one(number)));
  expect(server.worlds()).toHaveLength(50);
  expect(server.unauthenticated.total).toBe(0);
});

test('`failOn` makes the audit a gate at the end', async () => {
  const server = await startServer({ ...frozen, failOn: 'audit:all=off,no-key=0' });
  await ask(server, '/v1/listings');
  await server.close();
  const strict = await startServer({ ...frozen, perSecond: 1, failOn: 'audit:all=off,429=0', audit: false });
  await ask(strict, '/v1/listings');
  await ask(strict, '/v1/listings');
  await expect(strict.close()).rejects.toThrow(/audit failed: 429=1, at most 0/);
  // Closed twice, it counts once.
  await expect(strict[Symbol.asyncDispose]()).rejects.toThrow(/audit failed: 429=1, at most 0/);
  await expect(fetch(strict.url)).rejects.toThrow('fetch failed');
});

test('a server speaks https with a certificate', async () => {
  const tls = (name: string) => new URL(`../support/tls/${name}.pem`, import.meta.url).pathname;
  await using server = await startServer({
    ...frozen,
    tlsCert: tls('cert'),
    tlsKey: tls('key'),
  });
  expect(server.url).toMatch(/^https:/);
});
