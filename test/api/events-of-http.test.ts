import { expect, test } from 'vitest';

import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

const collection = 'GET, HEAD, OPTIONS';
const resources = [
  ['/v1/listings', collection],
  [`/v1/listings/${ids.board}`, collection],
  [`/v1/listings/${ids.board}/price`, 'PATCH, OPTIONS'],
  [`/v1/listings/${ids.board}/strategy`, 'PATCH, OPTIONS'],
  ['/v1/reports', collection],
  ['/v1/strategies', collection],
] as const;
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'get',
  'Patch',
  'OPTIONSX',
];

const wrong = resources.flatMap(([path, allow]) =>
  methods.filter((method) => !allow.split(', ').includes(method)).map((method) => ({ method, path, allow })),
);

test.each(wrong)('A16 $method $path is 405 with Allow: $allow', async ({ method, path, allow }) => {
  const app = createTestApp();
  const answer = await app.call(method, path, { json: { minPrice: 16, strategyId: ids.guard } });
  expect(answer.status).toBe(405);
  if (method !== 'HEAD') expectError(answer, 405);
  expect(answer.headers.allow).toBe(allow);
  expect(await app.listing(ids.board)).toMatchObject({ minPrice: 15.99, strategyId: ids.chaser });
});

test.each(resources.filter(([, allow]) => allow === collection))(
  '§4 HEAD %s answers as GET does, without a body',
  async (path) => {
    const app = createTestApp();
    const [head, get] = [await app.call('HEAD', path), await app.get(path)];
    expect(head.status).toBe(200);
    expect(head.raw).toHaveLength(0);
    expect(head.length).toBe(get.length);
    expect(head.headers).toEqual({ ...get.headers, 'x-request-id': head.headers['x-request-id'] });
  },
);

test('§4 HEAD has the errors of GET: 401, 400 and 404', async () => {
  const app = createTestApp();
  expect((await app.call('HEAD', '/v1/listings', { key: null })).status).toBe(401);
  expect((await app.call('HEAD', '/v1/listings/abc')).status).toBe(400);
  expect((await app.call('HEAD', `/v1/listings/${ids.nowhere}`)).status).toBe(404);
});

test.each(resources)('§5 OPTIONS %s is 204 with Allow, with and without a key', async (path, allow) => {
  for (const key of [null, 'test_key', 'nobody']) {
    const answer = await createTestApp().call('OPTIONS', path, { key });
    expect(answer.status).toBe(204);
    expect(answer.raw).toHaveLength(0);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.headers['content-type']).toBeUndefined();
  }
});

test('OPTIONS of a path that does not exist is 404', async () => {
  expectError(await createTestApp().call('OPTIONS', '/v1/nothing', { key: null }), 404);
});

const price = `/v1/listings/${ids.board}/price`;
const body = '{"minPrice":16}';

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON',
  ' application/json ; a="b;c"',
])('§4 a PATCH with Content-Type: %s is read', async (type) => {
  expect((await createTestApp().call('PATCH', price, { body, type })).status).toBe(200);
});

test.each([
  null,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/jsonx',
  'text/json',
  'application/json, application/json',
  'json',
])('A16 a PATCH with Content-Type: %s is 415 with Accept-Patch', async (type) => {
  const answer = await createTestApp().call('PATCH', price, { body, type });
  expectError(answer, 415);
  expect(answer.headers['accept-patch']).toBe('application/json');
});

test.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x'])(
  'A16 a PATCH with Content-Encoding: %s is 415',
  async (encoding) => {
    const headers = { 'Content-Encoding': encoding };
    expectError(await createTestApp().call('PATCH', price, { body, headers }), 415);
  },
);

test('a PATCH with Content-Encoding: identity is read', async () => {
  const headers = { 'Content-Encoding': 'identity' };
  expect((await createTestApp().call('PATCH', price, { body, headers })).status).toBe(200);
});

test.each([true, false])(
  'A16 a body of 102,400 bytes is read and one more byte is 413 that closes; chunked: %s',
  async (chunked) => {
    const app = createTestApp();
    const read = await app.call('PATCH', price, { body: body.padEnd(102_400), chunked });
    expect(read.status).toBe(200);
    expect(read.response.close).toBeUndefined();
    const refused = await app.call('PATCH', price, { body: '{"minPrice":17}'.padEnd(102_401), chunked });
    expectError(refused, 413);
    expect(refused.response.close).toBe(true);
    expect(await app.listing(ids.board)).toMatchObject({ minPrice: 16 });
  },
);

test('A16 the size counts bytes, not characters', async () => {
  const text = JSON.stringify({ minPrice: 16, x: 'ä'.repeat(60_000) });
  expect(text.length).toBeLessThan(102_400);
  expectError(await createTestApp().call('PATCH', price, { body: text }), 413);
});

test('§4 Accept is not looked at: the answer is JSON', async () => {
  const answer = await createTestApp().get('/v1/listings', { headers: { Accept: 'text/csv' } });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
});

test('A32 no ETag, and conditions are not looked at: the last write wins', async () => {
  const app = createTestApp();
  expect((await app.get(`/v1/listings/${ids.board}`)).headers.etag).toBeUndefined();
  for (const headers of [{ 'If-Match': '"x"' }, { 'If-None-Match': '*' }, { 'Idempotency-Key': '1' }]) {
    expect((await app.patch(price, { minPrice: 16 }, { headers })).status).toBe(200);
    expect((await app.get('/v1/listings', { headers })).status).toBe(200);
  }
});

test('RFC 9110 a weak entity tag is as good as a strong one to read by, and none to write by', async () => {
  const app = createTestApp({ assume: { etag: 'on' } });
  const path = `/v1/listings/${ids.board}`;
  const tag = (await app.get(path)).headers.etag!;
  const weak = `"other", W/${tag}`;
  expect((await app.get(path, { headers: { 'If-None-Match': weak } })).status).toBe(304);
  expect((await app.get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  expect((await app.patch(price, { minPrice: 16 }, { headers: { 'If-Match': weak } })).status).toBe(412);
  expect((await app.patch(price, { minPrice: 16 }, { headers: { 'If-Match': tag } })).status).toBe(200);
});

test('A32 every answer has an X-Request-Id: the one sent, or one of its own', async () => {
  const app = createTestApp();
  const idOf = async (sent?: string, key: string | null = 'test_key') => {
    const headers: Record<string, string> = sent === undefined ? {} : { 'X-Request-Id': sent };
    return (await app.get('/v1/listings', { key, headers })).headers['x-request-id'];
  };
  expect(await idOf('abc-123')).toBe('abc-123');
  expect(await idOf('abc-124', null)).toBe('abc-124');
  const own = [await idOf(), await idOf(undefined, null), await idOf('a b'), await idOf('x'.repeat(101))];
  expect(new Set(own).size).toBe(4);
  for (const id of own) expect(id).toMatch(/^req_\d{8,}$/);
});

test('the watcher sees every answer with its status, code and param', async () => {
  const app = createTestApp();
  await app.listings();
  await app.get('/v1/listings/abc');
  await app.get('/v1/listings', { key: null });
  const seen = app.observations.map(({ response: { status, error } }) => [status, error?.code, error?.param]);
  expect(seen).toEqual([
    [200, undefined, undefined],
    [400, 'invalid_request', 'id'],
    [401, 'unauthorized', undefined],
  ]);
});
