import { expect, test } from 'vitest';

import { createTestApp, ids, unlimited } from '../support/app.ts';
import type { CallOptions } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

const endpoints = [
  ['GET', '/v1/listings'],
  ['GET', `/v1/listings/${ids.board}`],
  ['PATCH', `/v1/listings/${ids.board}/price`],
  ['PATCH', `/v1/listings/${ids.board}/strategy`],
  ['GET', '/v1/reports'],
  ['GET', '/v1/strategies'],
] as const;

const bodies: Readonly<Record<string, object>> = {
  price: { minPrice: 17 },
  strategy: { strategyId: ids.guard },
};

const withBody = (method: string, path: string): CallOptions =>
  method === 'PATCH' ? { json: bodies[path.split('/').at(-1)!] } : {};

test.each(endpoints)('§5 rule 2: %s %s is answered with a key', async (method, path) => {
  const answer = await createTestApp().call(method, path, withBody(method, path));
  expect(answer.status, answer.text).toBe(200);
});

test.each(endpoints)(
  '§5 rules 3 and 4: %s %s without a key gets 401 and does nothing',
  async (method, path) => {
    const app = createTestApp();
    const before = await app.get('/v1/listings');
    const answer = await app.call(method, path, { ...withBody(method, path), key: null });
    expectError(answer, 401);
    expect(answer.headers['www-authenticate']).toBe('ApiKey');
    expect((await app.get('/v1/listings')).text).toBe(before.text);
  },
);

test.each(endpoints)(
  '§5 rule 4: %s %s with an unknown key gets 401 that does not say it',
  async (method, path) => {
    const key = 'sk_live_4711';
    const answer = await createTestApp().call(method, path, { ...withBody(method, path), key });
    expectError(answer, 401);
    expect(answer.text).not.toContain('4711');
    expect(JSON.stringify(answer.headers)).not.toContain('4711');
  },
);

test.each([
  ['an empty key', ''],
  ['blanks', '   '],
  ['another letter case', 'Test_key'],
  ['a key with something behind it', 'test_key x'],
  ['test_ and nothing else', 'test_'],
  ['test_ in another case', 'TEST_a'],
  ['a test key with a character that has no place in it', 'test_a/b'],
  ['a test key of 101 characters', `test_${'a'.repeat(101)}`],
  ['two keys in one header', 'test_key, test_key'],
  ['a name from the prototype', 'constructor'],
  ['the key twice', ['test_key', 'test_key']],
  ['two different keys', ['test_key', 'test_other']],
  ['an empty key and a good one', ['', 'test_key']],
])('§5 rule 4: %s gets 401', async (_, key) => {
  expectError(await createTestApp().get('/v1/listings', { key }), 401);
});

test.each([
  ['blanks around the key', ' \ttest_key '],
  ['a test key that nobody listed', 'test_anything.at-all_1'],
  ['a test key of 100 characters', `test_${'a'.repeat(100)}`],
])('§5 rule 2: %s is let in', async (_, key) => {
  expect((await createTestApp().get('/v1/listings', { key })).status).toBe(200);
});

test('§5 the name of the header counts in any letter case', async () => {
  for (const name of ['x-api-key', 'X-Api-Key', 'X-API-KEY']) {
    const answer = await createTestApp().get('/v1/listings', { key: null, headers: { [name]: 'test_key' } });
    expect(answer.status).toBe(200);
  }
});

test.each([
  ['Authorization', 'Bearer test_key'],
  ['Authorization', 'Basic dGVzdF9rZXk6'],
  ['API-KEY', 'test_key'],
  ['X-API-TOKEN', 'test_key'],
])('§5 rule 2: the key in %s: %s is no key', async (name, value) => {
  expectError(await createTestApp().get('/v1/listings', { key: null, headers: { [name]: value } }), 401);
});

test('§5 rule 2: the key in the query is no key', async () => {
  for (const name of ['api_key', 'X-API-KEY', 'key']) {
    expectError(await createTestApp().get(`/v1/listings?${name}=test_key`, { key: null }), 401);
  }
});

test('§5 a key that was listed is valid whatever its form', async () => {
  const keys = new Map([['Geheim: 1', unlimited]]);
  const app = createTestApp({ keys });
  expect((await app.get('/v1/listings', { key: 'Geheim: 1' })).status).toBe(200);
  expectError(await app.get('/v1/listings', { key: 'Geheim: 2' }), 401);
});

test('§5 rule 4: 401 opens no world and is seen by the watcher without an account', async () => {
  const app = createTestApp();
  await app.get('/v1/listings', { key: 'nobody' });
  expect(app.observations).toHaveLength(1);
  expect(app.observations[0]!.request.context.world).toBeUndefined();
});

test('domain 9: two headers are 401 even where any key is valid', async () => {
  const app = createTestApp({ anyKey: true });
  expect((await app.get('/v1/listings', { key: 'whoever' })).status).toBe(200);
  expectError(await app.get('/v1/listings', { key: ['whoever', 'whoever'] }), 401);
});

test('--no-auth: no key is needed, and any key opens a world of its own', async () => {
  const app = createTestApp({ auth: false });
  await app.patch(`/v1/listings/${ids.board}/price`, { minPrice: 17 }, { key: null });
  expect(await app.listing(ids.board, { key: null })).toMatchObject({ minPrice: 17 });
  expect(await app.listing(ids.board, { key: 'whoever' })).toMatchObject({ minPrice: 15.99 });
});
