import { expect, test } from 'vitest';

import { createTestApp, ids, origin } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

const price = (id: string) => `/v1/listings/${id}/price`;
const strategy = (id: string) => `/v1/listings/${id}/strategy`;

/** Everything that a client can read. */
async function everything(app: TestApp, key = 'test_key'): Promise<string> {
  const reads = [
    '/v1/listings',
    '/v1/strategies',
    '/v1/reports',
    '/v1/listings?sort=-updatedAt',
    `/v1/listings?strategyId=${ids.chaser}`,
    ...[ids.board, ids.lamp, ids.mug].map((id) => `/v1/listings/${id}`),
  ];
  const texts: string[] = [];
  for (const target of reads) texts.push((await app.get(target, { key })).text);
  const links = (await app.reports('', { key })).data.flatMap(({ downloadLinks }) => downloadLinks);
  for (const { url } of links) texts.push((await app.get(url.slice(origin.length))).text);
  return texts.join('\n');
}

test('§4 a price update shows in the listing, the list, filters, sorting and the next report', async () => {
  const app = createTestApp();
  await app.reports();
  app.clock.advance(1000);
  const { json } = await app.patch(price(ids.mug), { minPrice: 30, maxPrice: 40 });
  expect(json).toMatchObject({ minPrice: 30, maxPrice: 40, currentPrice: 30 });
  expect(await app.listing(ids.mug)).toEqual(json);
  expect((await app.listings()).data[2]).toEqual(json);
  expect((await app.listings('?sort=-minPrice')).data[0]).toEqual(json);
  expect((await app.listings('?updatedSince=2026-01-01T00:00:01Z')).data).toEqual([json]);
  app.clock.advance(20_000);
  const [run] = (await app.reports('?type=inventory')).data;
  const csv = await app.get(run!.downloadLinks[0]!.url.slice(origin.length), { key: null });
  expect(csv.text).toContain('MG-3003-RED,B0MOCK0003,Travel Mug,amazon,USD,30,30,40,');
});

test('§4 a strategy update shows in the listing, filters, both counts and the next report', async () => {
  const app = createTestApp();
  await app.reports();
  const { json } = await app.patch(strategy(ids.board), { strategyId: ids.guard });
  expect(await app.listing(ids.board)).toEqual(json);
  expect((await app.listings(`?strategyId=${ids.guard}`)).data.map(({ id }) => id)).toEqual([
    ids.board,
    ids.lamp,
  ]);
  expect((await app.listings(`?strategyId=${ids.chaser}`)).data.map(({ id }) => id)).toEqual([ids.mug]);
  const counts = (await app.strategies()).data.map(({ id, assignedCount }) => [id, assignedCount]);
  expect(counts).toEqual([
    [ids.guard, 2],
    [ids.chaser, 1],
  ]);
  app.clock.advance(20_000);
  const [run] = (await app.reports('?type=inventory')).data;
  const csv = await app.get(run!.downloadLinks[0]!.url.slice(origin.length), { key: null });
  expect(csv.text).toContain(`15.99,24.99,${ids.guard},120`);
});

test('§4 updates add up: each PATCH starts from what the one before has left', async () => {
  const app = createTestApp();
  await app.patch(price(ids.board), { minPrice: 5 });
  await app.patch(price(ids.board), { maxPrice: 6 });
  await app.patch(strategy(ids.board), { strategyId: ids.guard });
  const listing = { minPrice: 5, maxPrice: 6, currentPrice: 6, strategyId: ids.guard };
  expect(await app.listing(ids.board)).toMatchObject(listing);
});

test('§4 updates of one listing leave every other record as it was', async () => {
  const app = createTestApp({ data: 'default' });
  const before = (await app.listings()).data;
  const { id } = before[7]!;
  await app.patch(price(id), { minPrice: 1 });
  expect((await app.listings()).data.filter((listing) => listing.id !== id)).toEqual(
    before.filter((listing) => listing.id !== id),
  );
});

test('§4 a listing keeps its place in the list when it is updated', async () => {
  const app = createTestApp({ data: 'default' });
  const before = (await app.listings()).data.map(({ id }) => id);
  app.clock.advance(5000);
  for (const id of before.slice(10, 20)) await app.patch(price(id), { minPrice: 0.5 });
  expect((await app.listings()).data.map(({ id }) => id)).toEqual(before);
});

test('§4 requests at the same time are each applied whole: the last one to be read wins', async () => {
  const app = createTestApp();
  const updates = [11, 12, 13, 14, 15].map((minPrice) =>
    app.patch(price(ids.board), { minPrice, maxPrice: minPrice }),
  );
  const answers = await Promise.all(updates);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { minPrice, maxPrice } = await app.listing(ids.board);
  expect(minPrice).toBe(maxPrice);
  expect(answers.at(-1)!.json).toMatchObject({ minPrice, maxPrice });
});

test('A8 delayed: a clamp that falls due while a PATCH is being read is not lost', async () => {
  const app = createTestApp({ assume: { 'bounds-effect': 'delayed:1s' } });
  await app.patch(price(ids.board), { minPrice: 22 });
  expect(await app.listing(ids.board)).toMatchObject({ minPrice: 22, currentPrice: 19.99 });
  const onRead = () => {
    app.clock.advance(2000);
  };
  await app.patch(strategy(ids.board), { strategyId: ids.guard }, { onRead });
  expect(await app.listing(ids.board)).toMatchObject({ currentPrice: 22, strategyId: ids.guard });
});

test('a report that completes while a PATCH is being read does not hold what the PATCH changed', async () => {
  const app = createTestApp();
  await app.reports();
  const onRead = () => {
    app.clock.advance(15_001);
  };
  await app.patch(price(ids.board), { minPrice: 23 }, { onRead });
  const [run] = (await app.reports('?type=inventory')).data;
  const csv = await app.get(run!.downloadLinks[0]!.url.slice(origin.length), { key: null });
  expect(csv.text).toContain('19.99,15.99,24.99');
});

const failing: readonly (readonly [title: string, suffix: string, body: string, status: number])[] = [
  ['a bad maxPrice behind a good minPrice', 'price', '{"minPrice":10,"maxPrice":-1}', 400],
  ['a good minPrice above the present maxPrice', 'price', '{"minPrice":100}', 400],
  ['1e400 behind a good minPrice', 'price', '{"minPrice":10,"maxPrice":1e400}', 400],
  ['JSON that breaks behind the fields', 'price', '{"minPrice":10,"maxPrice":20', 400],
  ['a body that is too large behind the fields', 'price', `{"minPrice":10}${' '.repeat(102_400)}`, 413],
  ['an unknown strategy', 'strategy', '{"strategyId":"x"}', 400],
  ['a price in the strategy path', 'strategy', '{"minPrice":10}', 400],
];

test.each(failing)('§7 a PATCH that fails changes nothing: %s', async (_, suffix, body, status) => {
  const app = createTestApp();
  const before = await everything(app);
  const answer = await app.call('PATCH', `/v1/listings/${ids.board}/${suffix}`, { body });
  expect(answer.status).toBe(status);
  expect(await everything(app)).toBe(before);
});

test.each(['401', '429', '404', '415', '500', 'reset', 'timeout'])(
  '§7 a PATCH that gets %s changes nothing',
  async (reason) => {
    const limits = { perSecond: 1, perMinute: Infinity };
    const app = createTestApp({ keys: new Map([['test_limited', limits]]) });
    const before = await everything(app, 'test_limited_no');
    const fault = ['500', 'reset', 'timeout'].includes(reason);
    const value = reason === '500' ? 'status=500' : reason;
    const options = {
      key: reason === '401' ? 'nobody' : reason === '429' ? 'test_limited' : 'test_limited_no',
      headers: fault ? { 'X-Mock-Fault': value } : {},
      type: reason === '415' ? 'text/plain' : 'application/json',
    };
    if (reason === '429') await app.get('/v1/reports', options);
    const answer = await app.patch(
      price(reason === '404' ? ids.nowhere : ids.board),
      { minPrice: 10 },
      options,
    );
    expect(answer.status).toBe(fault && reason !== '500' ? 503 : Number(reason));
    expect(await everything(app, 'test_limited_no')).toBe(before);
    app.clock.advance(1000);
    if (reason === '429') expect(await app.listing(ids.board, options)).toMatchObject({ minPrice: 15.99 });
  },
);
