import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { startServer } from '../../src/index.ts';
import type { Snapshot } from '../../src/index.ts';
import { createHandlers, createMock } from '../../src/msw.ts';

test('smoke', async () => {
  await using server = await startServer({ data: 'tiny', perSecond: 'off' });
  const world = server.world('test_x');
  world.clock.freeze('2026-01-01T00:00:00Z');
  const get = async () =>
    (await fetch(`${server.url}/v1/strategies`, { headers: { 'X-API-KEY': 'test_x' } })).status;
  const seen: number[] = [];
  for (let at = 0; at < 301; at += 1) seen.push(await get());
  expect(seen.filter((status) => status === 200)).toHaveLength(300);
  world.clock.advance('60s');
  expect(await get()).toBe(200);
  expect(world.requests.count({ status: 429 })).toBe(1);
  const listing = world.listings.create({ title: 'mine', minPrice: 5 });
  expect(world.listings.get(listing.id)?.title).toBe('mine');
  const shot = JSON.parse(JSON.stringify(world.snapshot())) as Snapshot;
  world.listings.remove(listing.id);
  world.restore(shot);
  expect(world.listings.get(listing.id)?.title).toBe('mine');
  world.faults.add({ kind: 'status=503', times: 1 });
  expect([await get(), await get()]).toEqual([503, 200]);
});

test('msw', async () => {
  const handlers = createHandlers({ baseUrl: 'https://api.example.test', data: 'tiny' });
  const msw = setupServer(...handlers);
  msw.listen({ onUnhandledRequest: 'error' });
  const response = await fetch('https://api.example.test/v1/listings?limit=1', {
    headers: { 'X-API-KEY': 'test_a' },
  });
  expect(await response.json()).toMatchObject({ has_more: true });
  handlers.world('test_a').faults.add({ kind: 'reset' });
  await expect(
    fetch('https://api.example.test/v1/listings?limit=1', { headers: { 'X-API-KEY': 'test_a' } }),
  ).rejects.toThrow();
  msw.close();
  const mock = createMock();
  expect((await mock.fetch('http://x/v1/listings')).status).toBe(401);
});
