import { expect, test } from 'vitest';

import { generate } from '../../src/service/data/generate.ts';
import { createTestApp, ids, origin } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

const price = `/v1/listings/${ids.board}/price`;
const strategy = `/v1/listings/${ids.board}/strategy`;

test('§5 each key has a world of its own: what one changes no other sees', async () => {
  const app = createTestApp();
  const untouched = await app.get('/v1/listings', { key: 'test_b' });
  await app.patch(price, { minPrice: 17 }, { key: 'test_a' });
  await app.patch(strategy, { strategyId: ids.guard }, { key: 'test_a' });
  expect((await app.get('/v1/listings', { key: 'test_b' })).text).toBe(untouched.text);
  expect((await app.get('/v1/listings', { key: 'test_c' })).text).toBe(untouched.text);
  expect(await app.listing(ids.board, { key: 'test_a' })).toMatchObject({
    minPrice: 17,
    strategyId: ids.guard,
  });
  const counts = async (key: string) =>
    (await app.strategies('', { key })).data.map((one) => one.assignedCount);
  expect(await counts('test_a')).toEqual([2, 1]);
  expect(await counts('test_b')).toEqual([1, 2]);
});

test('a world is seeded alike whenever it opens, and its runs begin then', async () => {
  const app = createTestApp({ data: 'default' });
  const early = await app.get('/v1/listings', { key: 'test_early' });
  const first = await app.reports('', { key: 'test_early' });
  app.clock.advance(3_600_000);
  expect((await app.get('/v1/listings', { key: 'test_late' })).text).toBe(early.text);
  const later = await app.reports('', { key: 'test_late' });
  expect(later.data.map(({ id, type }) => [id, type]).sort()).toEqual(
    first.data.map(({ id, type }) => [id, type]).sort(),
  );
  const fresh = first.data.find(({ status }) => status === 'queued' || status === 'running')!;
  const delay =
    Date.parse(later.data.find(({ id }) => id === fresh.id)!.createdAt) - Date.parse(fresh.createdAt);
  expect(delay).toBe(3_600_000);
});

test('a link leads to the report of its own world', async () => {
  const app = createTestApp();
  await app.reports('', { key: 'test_a' });
  await app.reports('', { key: 'test_b' });
  await app.patch(price, { minPrice: 17.77 }, { key: 'test_a' });
  app.clock.advance(20_000);
  const csv = async (key: string) => {
    const [run] = (await app.reports('?type=inventory', { key })).data;
    return (await app.get(run!.downloadLinks[0]!.url.slice(origin.length), { key: null })).text;
  };
  expect(await csv('test_a')).toContain('17.77');
  expect(await csv('test_b')).not.toContain('17.77');
});

test('an account is known by its whole key, as sent but for blanks around it', async () => {
  const app = createTestApp();
  await app.patch(price, { minPrice: 17 }, { key: 'test_a' });
  expect(await app.listing(ids.board, { key: '  test_a ' })).toMatchObject({ minPrice: 17 });
  expect(await app.listing(ids.board, { key: 'test_A' })).toMatchObject({ minPrice: 15.99 });
});

/** Opens so many worlds that nobody asks for again. */
async function openWorlds(app: TestApp, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await app.strategies('', { key: `test_${at}` });
}

test('worlds are capped: the one unused for longest is dropped, and opens anew as it was at the start', async () => {
  const app = createTestApp();
  await app.patch(price, { minPrice: 18 }, { key: 'test_kept' });
  await app.patch(price, { minPrice: 17 }, { key: 'test_old' });
  await openWorlds(app, 998);
  expect(app.dropped).toEqual([]);
  expect(await app.listing(ids.board, { key: 'test_kept' })).toMatchObject({ minPrice: 18 });
  await app.strategies('', { key: 'test_one-more' });
  expect(app.dropped).toHaveLength(1);
  expect(await app.listing(ids.board, { key: 'test_kept' })).toMatchObject({ minPrice: 18 });
  expect(await app.listing(ids.board, { key: 'test_old' })).toMatchObject({ minPrice: 15.99 });
});

test('what belongs to a world goes with it: its links lead nowhere, its limits and log start anew', async () => {
  const app = createTestApp({ limits: { perSecond: 1, perMinute: 1 } });
  const [, run] = (await app.reports('', { key: 'test_a' })).data;
  const link = run!.downloadLinks[0]!.url.slice(origin.length);
  expect((await app.get(link, { key: null })).status).toBe(200);
  expect((await app.get('/v1/reports', { key: 'test_a' })).status).toBe(429);
  const log = app.service.worlds.of('test_a').log.entries();
  expect(log.map(({ method, path, status, error }) => [method, path, status, error?.code])).toEqual([
    ['GET', '/v1/reports', 200, undefined],
    ['GET', link.split('?')[0], 200, undefined],
    ['GET', '/v1/reports', 429, 'rate_limited'],
  ]);
  // A test key names its world; nothing else of a request tells it.
  expect(JSON.stringify(log).replaceAll('"world":"test_a"', '')).not.toContain('test_a');
  await openWorlds(app, 1000);
  const answer = await app.get(link, { key: null });
  expect(answer.status).toBe(404);
  expect(answer.text).toContain('<Code>NoSuchKey</Code>');
  expect((await app.get('/v1/reports', { key: 'test_a' })).status).toBe(200);
  expect(app.service.worlds.of('test_a').log.total).toBe(1);
});

test('large worlds are capped by their listings, so that memory stays bounded', () => {
  const { capacity } = createTestApp({ data: 'large' }).service.worlds;
  expect(capacity).toBe(100);
});

test('worlds that are too many for the records that all begin with anew are closed', () => {
  const { worlds } = createTestApp({ data: 'tiny' }).service;
  for (let at = 0; at < 120; at += 1) worlds.of(`test_${at}`);
  worlds.begin(generate({ seed: 1, set: 'large' }));
  worlds.of('test_new');
  expect(worlds.all()).toHaveLength(100);
});
