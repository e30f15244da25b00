import { expect, test } from 'vitest';

import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

const price = (id: string) => `/v1/listings/${id}/price`;

// The board starts with bounds 15.99 and 24.99 and a current price of 19.99.
test.each([
  ['both bounds', '{"minPrice":10,"maxPrice":20}', { minPrice: 10, maxPrice: 20 }],
  ['minPrice alone', '{"minPrice":10}', { minPrice: 10, maxPrice: 24.99 }],
  ['maxPrice alone', '{"maxPrice":30}', { minPrice: 15.99, maxPrice: 30 }],
  ['equal bounds', '{"minPrice":20,"maxPrice":20}', { minPrice: 20, maxPrice: 20 }],
  ['minPrice at the present maxPrice', '{"minPrice":24.99}', { minPrice: 24.99, maxPrice: 24.99 }],
  ['the lowest price', '{"minPrice":0.01}', { minPrice: 0.01 }],
  ['the highest price', '{"maxPrice":999999.99}', { maxPrice: 999999.99 }],
  ['an exponent', '{"maxPrice":1E2}', { maxPrice: 100 }],
  ['a trailing zero', '{"maxPrice":30.10}', { maxPrice: 30.1 }],
  ['the nearest double to 19.99', '{"minPrice":19.989999999999998}', { minPrice: 19.99 }],
  ['an unknown field beside a bound', '{"minPrice":10,"extra":{"a":[1]}}', { minPrice: 10 }],
  ['a key twice: the last wins', '{"minPrice":11,"minPrice":12}', { minPrice: 12 }],
  ['a key twice, the first invalid', '{"minPrice":"x","minPrice":12}', { minPrice: 12 }],
  ['a __proto__ key', '{"__proto__":{"maxPrice":1},"minPrice":12}', { minPrice: 12, maxPrice: 24.99 }],
  ['an escaped key', '{"min\\u0050rice":12}', { minPrice: 12 }],
  ['blanks around the object', ' \r\n\t{"minPrice":12} ', { minPrice: 12 }],
])('§4 PATCH price takes %s and answers the updated listing', async (_, body, expected) => {
  const app = createTestApp();
  const answer = await app.call('PATCH', price(ids.board), { body });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.json).toMatchObject({ id: ids.board, ...expected });
  expect(await app.listing(ids.board)).toEqual(answer.json);
});

test.each([
  ['a numeric string', '{"minPrice":"19.99"}', 'minPrice'],
  ['null', '{"minPrice":null}', 'minPrice'],
  ['null for maxPrice', '{"maxPrice":null}', 'maxPrice'],
  ['true', '{"minPrice":true}', 'minPrice'],
  ['an array', '{"minPrice":[12]}', 'minPrice'],
  ['an object', '{"maxPrice":{"amount":12}}', 'maxPrice'],
  ['1e400, which JSON.parse makes Infinity', '{"minPrice":1e400}', 'minPrice'],
  ['-1e400', '{"minPrice":-1e400}', 'minPrice'],
  ['1e308', '{"maxPrice":1e308}', 'maxPrice'],
  ['three decimals', '{"minPrice":19.999}', 'minPrice'],
  ['three decimals just above a price', '{"maxPrice":20.001}', 'maxPrice'],
  ['the sum 0.1 + 0.2', '{"minPrice":0.30000000000000004}', 'minPrice'],
  ['0', '{"minPrice":0}', 'minPrice'],
  ['-0', '{"minPrice":-0}', 'minPrice'],
  ['0.009', '{"minPrice":0.009}', 'minPrice'],
  ['a negative price', '{"minPrice":-5}', 'minPrice'],
  ['a negative price with decimals', '{"maxPrice":-0.01}', 'maxPrice'],
  ['1000000', '{"maxPrice":1000000}', 'maxPrice'],
  ['999999.999', '{"maxPrice":999999.999}', 'maxPrice'],
  ['minPrice above the present maxPrice', '{"minPrice":25}', 'minPrice'],
  ['maxPrice below the present minPrice', '{"maxPrice":15.98}', 'maxPrice'],
  ['both, in the wrong order', '{"minPrice":20.01,"maxPrice":20}', 'minPrice'],
  ['both invalid: minPrice comes first', '{"maxPrice":"x","minPrice":"y"}', 'minPrice'],
  ['a good minPrice and a bad maxPrice', '{"minPrice":10,"maxPrice":"x"}', 'maxPrice'],
  ['a bad maxPrice in conflict: its form comes first', '{"minPrice":30,"maxPrice":1.001}', 'maxPrice'],
  ['no field', '{}', 'minPrice'],
  ['unknown fields alone', '{"min_price":10,"MINPRICE":10}', 'minPrice'],
  ['bounds that are inherited only', '{"__proto__":{"minPrice":10}}', 'minPrice'],
])('§4 rule 3: PATCH price refuses %s with 400 and the param', async (_, body, param) => {
  const app = createTestApp();
  const before = await app.get('/v1/listings');
  expectError(await app.call('PATCH', price(ids.board), { body }), 400, param);
  expect((await app.get('/v1/listings')).text).toBe(before.text);
});

const deep = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)},"minPrice":12}`;

test.each([
  ['an empty body', ''],
  ['blanks', '  \n'],
  ['no JSON', 'minPrice=10'],
  ['JSON cut short', '{"minPrice":10'],
  ['a trailing comma', '{"minPrice":10,}'],
  ['a comment', '{"minPrice":10} // ten'],
  ['two values', '{"minPrice":10}{}'],
  ['single quotes', "{'minPrice':10}"],
  ['NaN', '{"minPrice":NaN}'],
  ['Infinity', '{"minPrice":Infinity}'],
  ['a leading zero', '{"minPrice":010}'],
  ['a leading plus', '{"minPrice":+10}'],
  ['a bare fraction', '{"minPrice":.5}'],
  ['a bare point', '{"minPrice":5.}'],
  ['hexadecimal', '{"minPrice":0x10}'],
  ['a raw line feed in a string', '{"minPrice":10,"x":"a\nb"}'],
  ['a byte order mark', '\ufeff{"minPrice":10}'],
  ['an array', '[{"minPrice":10}]'],
  ['a string', '"minPrice"'],
  ['a number', '12'],
  ['null', 'null'],
  ['true', 'true'],
  ['65 levels', deep(65)],
  ['50,000 levels', '['.repeat(50_000)],
  ['invalid UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ['UTF-16', Uint8Array.from(Buffer.from('{"minPrice":10}', 'utf16le'))],
])('§4 rule 3: PATCH price refuses %s with 400 and no param', async (_, body) => {
  const app = createTestApp();
  expectError(await app.call('PATCH', price(ids.board), { body }), 400);
  expect(await app.listing(ids.board)).toMatchObject({ minPrice: 15.99, maxPrice: 24.99 });
});

test('§4 rule 3: the message about bad JSON says where it breaks', async () => {
  const answer = await createTestApp().call('PATCH', price(ids.board), {
    body: '{"minPrice":10,\n "maxPrice":}',
  });
  expectError(answer, 400);
  expect(answer.text).toMatch(/position 28 \(line 2, column 13\)/);
});

test('§4 rule 3: the message about a byte order mark names it, which nobody could see in quotes', async () => {
  const answer = await createTestApp().call('PATCH', price(ids.board), { body: '\ufeff{"minPrice":10}' });
  expectError(answer, 400);
  expect(answer.text).toContain('expected a value, found a byte order mark, at position 0');
});

test('§4 64 levels of JSON are taken', async () => {
  const answer = await createTestApp().call('PATCH', price(ids.board), { body: deep(64) });
  expect(answer.status, answer.text).toBe(200);
});

test('§4 rule 2: PATCH price of a listing that does not exist gets 404 with param id', async () => {
  const app = createTestApp();
  expectError(await app.patch(price(ids.nowhere), { minPrice: 10 }), 404, 'id');
  expectError(await app.patch(price('abc'), { minPrice: 10 }), 400, 'id');
});

test('A8 new bounds bring the current price inside at once, and a winning buy box follows', async () => {
  const app = createTestApp();
  const raised = await app.patch(price(ids.board), { minPrice: 22 });
  expect(raised.json).toMatchObject({ currentPrice: 22, buyBox: { winning: true, price: 22 } });
  const lowered = await app.patch(price(ids.board), { minPrice: 10, maxPrice: 12.5 });
  expect(lowered.json).toMatchObject({ currentPrice: 12.5, buyBox: { winning: true, price: 12.5 } });
  const lost = await app.patch(price(ids.lamp), { minPrice: 40 });
  expect(lost.json).toMatchObject({ currentPrice: 40, buyBox: { winning: false, price: 33.49 } });
});

test('domain 13: an update raises updatedAt, and one that changes nothing does not', async () => {
  const app = createTestApp();
  app.clock.advance(1500);
  await app.patch(price(ids.board), { minPrice: 15.99, maxPrice: 24.99 });
  expect((await app.listing(ids.board)).updatedAt).toBe('2025-12-20T12:00:00.000Z');
  await app.patch(price(ids.board), { minPrice: 16 });
  expect((await app.listing(ids.board)).updatedAt).toBe('2026-01-01T00:00:01.500Z');
});

test('§9 the numbers of JSON are printed as JavaScript prints them', async () => {
  const app = createTestApp();
  const answer = await app.call('PATCH', price(ids.board), { body: '{"minPrice":19.90,"maxPrice":2e1}' });
  expect(answer.text).toContain('"minPrice":19.9,"maxPrice":20,');
});
