import { expect, test } from 'vitest';

import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

const strategy = (id: string) => `/v1/listings/${id}/strategy`;

test('§4 PATCH strategy assigns a strategy and answers the updated listing', async () => {
  const app = createTestApp();
  const before = await app.listing(ids.board);
  app.clock.advance(1000);
  const answer = await app.patch(strategy(ids.board), { strategyId: ids.guard });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  const updatedAt = '2026-01-01T00:00:01.000Z';
  expect(answer.json).toEqual({ ...before, strategyId: ids.guard, updatedAt });
  expect(await app.listing(ids.board)).toEqual(answer.json);
});

test('§2 strategyId is a string of any form: a strategy from a fixture may have any identifier', async () => {
  const base = createTestApp();
  const [first] = base.service.worlds.of('test_key').account.store.strategies.all();
  const odd = { ...first!, id: 'Ünsere Strategie / #1' };
  const app = createTestApp({ data: { listings: tinyListings(), strategies: [odd], reportRuns: [] } });
  const answer = await app.patch(strategy(ids.board), { strategyId: odd.id });
  expect(answer.json).toMatchObject({ strategyId: odd.id });
});

function tinyListings() {
  return createTestApp().service.worlds.of('test_key').account.store.listings.all();
}

test('§4 assigning the strategy that a listing has changes nothing, not even updatedAt', async () => {
  const app = createTestApp();
  const before = await app.listing(ids.board);
  app.clock.advance(1000);
  const answer = await app.patch(strategy(ids.board), { strategyId: ids.chaser });
  expect(answer.json).toEqual(before);
});

test('A22 any strategy can be assigned to any listing: §4 asks only that it exists', async () => {
  const app = createTestApp();
  expect((await app.patch(strategy(ids.mug), { strategyId: ids.guard })).status).toBe(200);
});

test.each([
  ['an unknown strategy', '{"strategyId":"nope"}'],
  ['the id of a listing', `{"strategyId":"${ids.board}"}`],
  [
    'a known id in upper case, as ids of strategies are opaque',
    `{"strategyId":"${ids.guard.toUpperCase()}"}`,
  ],
  ['a known id with a blank', `{"strategyId":" ${ids.guard}"}`],
  ['a name from the prototype', '{"strategyId":"constructor"}'],
  ['__proto__ as an id', '{"strategyId":"__proto__"}'],
  ['an empty string', '{"strategyId":""}'],
  ['null', '{"strategyId":null}'],
  ['a number', '{"strategyId":1}'],
  ['a boolean', '{"strategyId":true}'],
  ['an array', `{"strategyId":["${ids.guard}"]}`],
  ['an object', `{"strategyId":{"id":"${ids.guard}"}}`],
  ['no field', '{}'],
  ['unknown fields alone', `{"strategy":"${ids.guard}"}`],
  ['an inherited field', `{"__proto__":{"strategyId":"${ids.guard}"}}`],
])('§4 rule 3: PATCH strategy refuses %s with 400 and param strategyId', async (_, body) => {
  const app = createTestApp();
  const before = await app.get('/v1/listings');
  expectError(await app.call('PATCH', strategy(ids.board), { body }), 400, 'strategyId');
  expect((await app.get('/v1/listings')).text).toBe(before.text);
});

test.each([
  [null, 'strategyId must name a strategy; it is null.'],
  ['', 'strategyId must name a strategy; it is empty.'],
])('§4 PATCH strategy says what a strategyId of %j is', async (strategyId, message) => {
  const { json } = await createTestApp().patch(strategy(ids.board), { strategyId });
  expect(json).toMatchObject({ error: { message } });
});

test.each([
  ['an unknown field beside', { strategyId: ids.guard, extra: 1 }],
  ['price bounds beside, which are not its business', { strategyId: ids.guard, minPrice: 1, maxPrice: 0 }],
])('§4 PATCH strategy ignores %s', async (_, json) => {
  const answer = await createTestApp().patch(strategy(ids.board), json);
  expect(answer.json).toMatchObject({ strategyId: ids.guard, minPrice: 15.99, maxPrice: 24.99 });
});

test.each([
  ['an empty body', ''],
  ['no JSON', 'strategyId'],
  ['an array', '[]'],
  ['a string', `"${ids.guard}"`],
  ['null', 'null'],
])('§4 rule 3: PATCH strategy refuses %s with 400 and no param', async (_, body) => {
  expectError(await createTestApp().call('PATCH', strategy(ids.board), { body }), 400);
});

test('§4 rule 2: PATCH strategy of a listing that does not exist gets 404 with param id', async () => {
  const app = createTestApp();
  expectError(await app.patch(strategy(ids.nowhere), { strategyId: ids.guard }), 404, 'id');
  expectError(await app.patch(strategy('abc'), { strategyId: ids.guard }), 400, 'id');
});
