import { expect, test } from 'vitest';

import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';
import type { ListingView } from '../support/views.ts';

// domain.md section 13; the first four are the specification's (§2)
const fields = [
  'id',
  'marketplace',
  'sku',
  'externalId',
  'upc',
  'title',
  'condition',
  'fulfillment',
  'currency',
  'cost',
  'currentPrice',
  'shippingPrice',
  'minPrice',
  'maxPrice',
  'strategyId',
  'repricingEnabled',
  'quantity',
  'status',
  'eligibility',
  'buyBox',
  'createdAt',
  'updatedAt',
];

test('§4 GET /v1/listings answers the whole collection when no parameter is sent', async () => {
  const app = createTestApp({ data: 'default' });
  const { data, has_more } = await app.listings();
  expect(data).toHaveLength(50);
  expect(has_more).toBe(false);
  expect(new Set(data.map(({ id }) => id)).size).toBe(50);
});

test('§4 GET /v1/listings answers JSON with no envelope keys but data and has_more', async () => {
  const answer = await createTestApp().get('/v1/listings');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(Object.keys(answer.json as object)).toEqual(['data', 'has_more']);
});

test('§4 an empty collection is an empty list, not an error', async () => {
  const app = createTestApp({ data: 'empty' });
  expect(await app.listings()).toEqual({ data: [], has_more: false });
  expect(await app.strategies()).toEqual({ data: [], has_more: false });
  expect(await app.reports()).toEqual({ data: [], has_more: false });
});

test('§2 a listing has the four specified fields with their types, and the assumed ones beside them', async () => {
  const listing = await createTestApp().listing(ids.board);
  expect(Object.keys(listing).sort()).toEqual([...fields].sort());
  expect(listing).toMatchObject({ id: ids.board, minPrice: 15.99, maxPrice: 24.99, strategyId: ids.chaser });
});

test.each(['default', 'large', 'tiny'] as const)(
  '§2 no listing of the set %s has null where the table of fields has a type',
  async (data) => {
    const { data: listings } = await createTestApp({ data }).listings();
    const untyped = listings.filter(
      ({ id, minPrice, maxPrice, strategyId }) =>
        !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ||
        typeof minPrice !== 'number' ||
        typeof maxPrice !== 'number' ||
        typeof strategyId !== 'string',
    );
    expect(untyped).toEqual([]);
  },
);

test('§4 a listing read by its id is the listing of the collection', async () => {
  const app = createTestApp({ data: 'default' });
  const { data } = await app.listings();
  for (const listing of data) expect(await app.listing(listing.id)).toEqual(listing);
});

test('§4 every listing has a strategy that GET /v1/strategies lists', async () => {
  const app = createTestApp({ data: 'default' });
  const known = (await app.strategies()).data.map(({ id }) => id);
  for (const { strategyId } of (await app.listings()).data) expect(known).toContain(strategyId);
});

test('§4 listings come newest first, then by id', async () => {
  const { data } = await createTestApp({ data: 'default' }).listings();
  const key = ({ createdAt, id }: ListingView) =>
    `${String(9e15 - Date.parse(createdAt)).padStart(16, '0')} ${id}`;
  expect(data.map(key)).toEqual(data.map(key).sort());
});

test('§4 rule 2: a UUID that names no listing gets 404 with param id', async () => {
  expectError(await createTestApp().get(`/v1/listings/${ids.nowhere}`), 404, 'id');
});

test.each([
  ['version 1', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
  ['version 4', '919108f7-52d1-4320-9bac-f847db4148a8'],
  ['version 7', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'],
  ['nil', '00000000-0000-0000-0000-000000000000'],
  ['max', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
])('§2 a UUID of any version is an id: %s gets 404, not 400', async (_, id) => {
  expectError(await createTestApp().get(`/v1/listings/${id}`), 404, 'id');
});

test.each([
  ['upper case', ids.board.toUpperCase()],
  ['percent-encoded', ids.board.replaceAll('-', '%2D')],
  ['percent-encoded digits', ids.board.replaceAll('1', '%31')],
])('§2 the id may be written otherwise, and is answered in lower case: %s', async (_, written) => {
  expect((await createTestApp().listing(written)).id).toBe(ids.board);
});

test.each(['/v1/%6cistings', '/v1/listing%73', '/%76%31/listings'])(
  'escapes that mean nothing lead to the same list (RFC 3986 §6.2.2.2): %s',
  async (written) => {
    const app = createTestApp();
    const [escaped, plain] = [await app.get(written), await app.get('/v1/listings')];
    expect([escaped.status, escaped.text]).toEqual([200, plain.text]);
  },
);

test('§2 an id with letters is found in upper case and answered in lower case', async () => {
  const app = createTestApp({ data: 'default' });
  const { id } = (await app.listings()).data[0]!;
  expect((await app.listing(id.toUpperCase())).id).toBe(id);
});

test.each([
  'abc',
  '1',
  'null',
  '{id}',
  '%7Bid%7D',
  '%zz',
  '%00',
  '%ff',
  '__proto__',
  'constructor',
  `${ids.board}x`,
  `%20${ids.board}`,
  `${ids.board}%20`,
  `${ids.board}%2Fprice`,
  `{${ids.board}}`,
  ids.board.replaceAll('-', ''),
  ids.board.slice(1),
  'gggggggg-gggg-4ggg-8ggg-gggggggggggg',
])('§4 rule 3: %s is no UUID and gets 400 with param id', async (id) => {
  expectError(await createTestApp().get(`/v1/listings/${id}`), 400, 'id');
});

test('§4 a read has no side effect: the same request gets the same bytes', async () => {
  const app = createTestApp({ data: 'default' });
  for (const target of ['/v1/listings', '/v1/strategies', '/v1/reports']) {
    expect((await app.get(target)).text).toBe((await app.get(target)).text);
  }
});

test('§4 a body on a GET is not looked at', async () => {
  const answer = await createTestApp().call('GET', `/v1/listings/${ids.board}`, {
    body: '{',
    type: 'text/plain',
  });
  expect(answer.status).toBe(200);
});

test('A30 a listing is eligible exactly when nothing speaks against it', async () => {
  const app = createTestApp();
  expect(await app.listing(ids.board)).toMatchObject({ eligibility: { eligible: true, reasons: [] } });
  expect(await app.listing(ids.mug)).toMatchObject({
    eligibility: { eligible: false, reasons: ['out_of_stock', 'inactive'] },
  });
});
