import { expect, test } from 'vitest';

import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

test('§4 GET /v1/strategies lists the configured strategies, newest first', async () => {
  const { data, has_more } = await createTestApp().strategies();
  expect(data.map(({ id }) => id)).toEqual([ids.guard, ids.chaser]);
  expect(has_more).toBe(false);
});

test('§2 a strategy has the identifier that is used as strategyId, and the assumed fields (A22)', async () => {
  const { data } = await createTestApp().strategies();
  const fields =
    'adjustment assignedCount createdAt enabled id isDefault marketplace name type updatedAt'.split(' ');
  for (const strategy of data) expect(Object.keys(strategy).sort()).toEqual(fields);
  expect(data[1]).toMatchObject({ id: ids.chaser, name: 'Buy Box Chaser', isDefault: true });
});

test('domain 13: assignedCount is the number of listings with the strategy, and moves with every PATCH', async () => {
  const app = createTestApp({ data: 'default' });
  const strategies = (await app.strategies()).data.map(({ id }) => id);
  const check = async () => {
    const { data: listings } = await app.listings();
    for (const { id, assignedCount } of (await app.strategies()).data) {
      expect(assignedCount).toBe(listings.filter(({ strategyId }) => strategyId === id).length);
    }
  };
  await check();
  for (const [at, { id }] of (await app.listings()).data.entries()) {
    await app.patch(`/v1/listings/${id}/strategy`, { strategyId: strategies[at % strategies.length] });
    if (at % 10 === 0) await check();
  }
  await check();
});

test('domain 13: exactly one strategy is the default, and names are unique', async () => {
  const { data } = await createTestApp({ data: 'default' }).strategies();
  expect(data.filter((strategy) => 'isDefault' in strategy && strategy.isDefault === true)).toHaveLength(1);
  expect(new Set(data.map(({ name }) => name)).size).toBe(data.length);
});

test('A26 strategies are configured in the dashboard: the API only retrieves them', async () => {
  const app = createTestApp();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await app.call(method, '/v1/strategies', { json: { name: 'New' } });
    expectError(answer, 405);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  }
  expectError(await app.get(`/v1/strategies/${ids.guard}`), 404);
  expect((await app.strategies()).data).toHaveLength(2);
});

test.each([
  ['type=buy_box', [ids.chaser]],
  ['marketplace=walmart', [ids.guard]],
  ['marketplace=amazon', []],
  ['sort=name', [ids.chaser, ids.guard]],
  ['sort=-name', [ids.guard, ids.chaser]],
  ['limit=1', [ids.guard]],
  [`limit=1&starting_after=${ids.guard}`, [ids.chaser]],
])('A5 GET /v1/strategies?%s', async (query, expected) => {
  const { data } = await createTestApp().strategies(`?${query}`);
  expect(data.map(({ id }) => id)).toEqual(expected);
});
