import { expect, test } from 'vitest';

import { createTestApp, ids, origin } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

const idsOf = (list: { readonly data: readonly { readonly id: string }[] }) => list.data.map(({ id }) => id);

/** Follows starting_after from page to page; fails if that never ends. */
async function walk(app: TestApp, limit: number, filter = ''): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor = '';
  for (;;) {
    const page = await app.listings(`?limit=${limit}${cursor}${filter}`);
    pages.push(idsOf(page));
    if (!page.has_more) return pages;
    expect(page.data.length).toBe(limit);
    expect(pages.length).toBeLessThan(1000);
    cursor = `&starting_after=${page.data.at(-1)!.id}`;
  }
}

test.each([1, 2, 7, 10, 25, 49, 50, 51, 100])(
  'A4 pages of %i put together are the whole list, each record once and in order',
  async (limit) => {
    const app = createTestApp({ data: 'default' });
    const pages = await walk(app, limit);
    expect(pages.flat()).toEqual(idsOf(await app.listings()));
    expect(pages).toHaveLength(Math.ceil(50 / limit));
  },
);

test('A4 a last page that is exactly full says that there is no more', async () => {
  const app = createTestApp({ data: 'default' });
  const all = idsOf(await app.listings());
  expect((await app.listings(`?limit=25&starting_after=${all[24]}`)).has_more).toBe(false);
  expect((await app.listings(`?limit=24&starting_after=${all[24]}`)).has_more).toBe(true);
  expect(await app.listings(`?starting_after=${all[49]}`)).toEqual({ data: [], has_more: false });
});

test('A4 ending_before gives the records right before the cursor, in list order', async () => {
  const app = createTestApp({ data: 'default' });
  const all = idsOf(await app.listings());
  const page = await app.listings(`?limit=10&ending_before=${all[30]}`);
  expect(idsOf(page)).toEqual(all.slice(20, 30));
  expect(page.has_more).toBe(true);
  const first = await app.listings(`?limit=10&ending_before=${all[10]}`);
  expect(idsOf(first)).toEqual(all.slice(0, 10));
  expect(first.has_more).toBe(false);
  expect((await app.listings(`?ending_before=${all[0]}`)).data).toEqual([]);
});

test('A4 a cursor without a limit gives all the rest', async () => {
  const app = createTestApp({ data: 'default' });
  const all = idsOf(await app.listings());
  expect(idsOf(await app.listings(`?starting_after=${all[4]}`))).toEqual(all.slice(5));
});

test.each([
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=101', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=', 'limit'],
  ['limit=%2B5', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['starting_after=', 'starting_after'],
  ['starting_after=abc', 'starting_after'],
  [`starting_after=${ids.nowhere}`, 'starting_after'],
  [`ending_before=${ids.nowhere}`, 'ending_before'],
  [`starting_after=${ids.guard}`, 'starting_after'],
  [`starting_after=${ids.board}&ending_before=${ids.mug}`, 'ending_before'],
  ['sort=nothing', 'sort'],
  ['sort=', 'sort'],
  ['sort=-', 'sort'],
  ['sort=constructor', 'sort'],
  ['updatedSince=yesterday', 'updatedSince'],
  ['updatedSince=2026-13-01', 'updatedSince'],
  ['updatedSince=2026-02-30', 'updatedSince'],
  ['updatedSince=2026-01-01%20junk', 'updatedSince'],
  ['updatedSince=', 'updatedSince'],
])('§4 rule 3: GET /v1/listings?%s is 400 with the param', async (query, param) => {
  expectError(await createTestApp().get(`/v1/listings?${query}`), 400, param);
});

test.each([
  ['', [ids.board, ids.lamp, ids.mug]],
  ['marketplace=amazon', [ids.board, ids.mug]],
  ['marketplace=ebay', []],
  ['status=active', [ids.board, ids.lamp]],
  ['sku=LM-2002-DESK', [ids.lamp]],
  [`strategyId=${ids.chaser}`, [ids.board, ids.mug]],
  [`strategyId=${ids.chaser}&status=inactive`, [ids.mug]],
  ['updatedSince=2025-12-18T08:30:00.000Z', [ids.board, ids.lamp]],
  ['updatedSince=2025-12-18T08:30:00.001Z', [ids.board]],
  ['updatedSince=2025-12-18T09:30:00%2B01:00', [ids.board, ids.lamp]],
  ['updatedSince=2025-12-19', [ids.board]],
  ['createdSince=2025-11-01T09:00:00Z', [ids.board, ids.lamp]],
  ['sort=updatedAt', [ids.mug, ids.lamp, ids.board]],
  ['sort=-currentPrice', [ids.lamp, ids.board, ids.mug]],
  ['sort=quantity', [ids.mug, ids.lamp, ids.board]],
  ['sort=-updatedAt,sku', [ids.board, ids.lamp, ids.mug]],
  ['sort=sku&limit=1', [ids.board]],
  [`sort=-sku&limit=1&starting_after=${ids.mug}`, [ids.lamp]],
  [`sort=sku&ending_before=${ids.mug}`, [ids.board, ids.lamp]],
  [`marketplace=amazon&limit=1&starting_after=${ids.board}`, [ids.mug]],
  ['limit=100', [ids.board, ids.lamp, ids.mug]],
  ['limit=%31', [ids.board]],
])('A5 GET /v1/listings?%s', async (query, expected) => {
  expect(idsOf(await createTestApp().listings(`?${query}`))).toEqual(expected);
});

test.each([
  'offset=1',
  'page=2',
  'foo=bar&foo=baz',
  '%00=%00',
  'a[b]=c',
  '__proto__=x',
  '&&=',
  '%zz',
  'Limit=1',
])('A5 an unknown query parameter is ignored: ?%s', async (query) => {
  const app = createTestApp();
  expect(await app.listings(`?${query}`)).toEqual(await app.listings());
  expect(await app.listing(ids.board)).toEqual((await app.get(`/v1/listings/${ids.board}?${query}`)).json);
});

test('A5 a time without a zone is a time in UTC, wherever the mock runs', async () => {
  const zone = process.env.TZ;
  try {
    for (const place of ['UTC', 'America/Los_Angeles', 'Asia/Tokyo']) {
      process.env.TZ = place;
      const query = '?updatedSince=2025-12-18T08:30:00';
      expect(idsOf(await createTestApp().listings(query)), place).toEqual([ids.board, ids.lamp]);
      const after = '?updatedSince=2025-12-18T08:31';
      expect(idsOf(await createTestApp().listings(after)), place).toEqual([ids.board]);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test.each(['', '&sort=-createdAt', '&sort=sku'])(
  'domain 8: a client may move each record out of the filter that it pages through%s',
  async (sort) => {
    const app = createTestApp({ data: 'default' });
    const [from, to] = idsOf(await app.strategies());
    const filter = `&strategyId=${from}${sort}`;
    const expected = idsOf(await app.listings(`?${filter}`));
    expect(expected.length).toBeGreaterThan(5);
    const seen: string[] = [];
    let cursor = '';
    for (let more = true; more;) {
      const page = await app.listings(`?limit=2${cursor}${filter}`);
      for (const { id } of page.data) {
        seen.push(id);
        await app.patch(`/v1/listings/${id}/strategy`, { strategyId: to });
      }
      cursor = `&starting_after=${page.data.at(-1)!.id}`;
      more = page.has_more;
    }
    expect(seen).toEqual(expected);
    expect((await app.listings(`?strategyId=${from}`)).data).toEqual([]);
  },
);

test('domain 8: the cursor of a record that is outside the filter marks its place all the same', async () => {
  const app = createTestApp();
  expect(idsOf(await app.listings(`?marketplace=amazon&starting_after=${ids.lamp}`))).toEqual([ids.mug]);
  expect(idsOf(await app.listings(`?marketplace=amazon&ending_before=${ids.lamp}`))).toEqual([ids.board]);
  expect(idsOf(await app.listings(`?marketplace=amazon&sort=sku&starting_after=${ids.lamp}`))).toEqual([
    ids.mug,
  ]);
});

test('A4 pagination=link: the Link header leads from page to page', async () => {
  const app = createTestApp({ data: 'default', assume: { pagination: 'link' } });
  const seen: string[] = [];
  let target: string | undefined = '/v1/listings?limit=20&sort=sku';
  while (target !== undefined) {
    const answer = await app.get(target);
    seen.push(...idsOf(answer.json as { data: { id: string }[] }));
    const link: string | undefined = /^<(.*)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
    target = link?.slice(origin.length);
  }
  expect(seen).toEqual(idsOf(await app.listings('?sort=sku')));
});
