// What a shop for stoves taught: members that one list has from another or has alike, links that say nothing of pages, objects in
// JSON that pick and order, and a parameter that is called as the place of its leaf.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const site = 'https://stoves.example/v1';
const plans = ['Match', 'Undercut', 'Margin', 'Clearance', 'Follow'].map((name, at) => ({
  id: 71 + at * 3,
  name,
  active: at !== 3,
}));
const stoves = Array.from({ length: 12 }, (_, at) => ({
  id: 501 + at,
  title: `Stove ${501 + at}`,
  plan: at % 3 === 1 ? null : plans[at % 4]!.id,
}));

test('a list whose records another list shows beside its own shows them without being asked for them', async () => {
  const page = (size: number, include: boolean): Said => {
    const shown = stoves.slice(0, size);
    const named = plans.filter(({ id }) => shown.some(({ plan }) => plan === id));
    return {
      asked: `GET /v1/listings?size=${size}${include ? '&include=strategies' : ''}`,
      told: { stoves: shown, ...(include && { strategies: named }), total: stoves.length },
    };
  };
  const alone: Said = { asked: 'GET /v1/strategies', told: { strategies: plans } };
  const ask = learnedFrom([
    ...[12, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((size) => page(size, false)),
    ...[1, 4, 6].map((size) => page(size, true)),
    alone,
  ]);
  for (const { asked, told } of [alone, page(3, true), page(11, false), page(12, true)])
    expect(await ask(asked)).toEqual([200, told]);
});

test('a list that was never asked for a page goes on as the sister does that tells the same of its own', async () => {
  const runs = Array.from({ length: 13 }, (_, at) => ({ id: 912 - at, kind: 'stock' }));
  const cursorPage = (from: number, size: number): Said => ({
    asked: `GET /v1/listings?page[size]=${size}${from === 0 ? '' : `&page[after]=${stoves[from - 1]!.id}`}`,
    told: {
      stoves: stoves.slice(from, from + size),
      meta: { more: from + size < stoves.length, after: stoves.slice(from, from + size).at(-1)!.id },
    },
  });
  const numbered = (
    kind: 'reports' | 'strategies',
    page: number,
    size: number,
    query = `?per_page=${size}&page=${page}`,
  ): Said => {
    const rows: readonly object[] = kind === 'reports' ? runs : plans;
    const link = (to: number) => `${site}/${kind}?page=${to}&per_page=${size}`;
    return {
      asked: `GET /v1/${kind}${query}`,
      told: {
        [kind === 'reports' ? 'runs' : 'plans']: rows.slice((page - 1) * size, page * size),
        count: rows.length,
        next_page: page * size < rows.length ? link(page + 1) : null,
        previous_page: page > 1 ? link(page - 1) : null,
        page,
        per_page: size,
      },
    };
  };
  const ask = learnedFrom([
    cursorPage(0, 5),
    cursorPage(5, 5),
    cursorPage(10, 5),
    cursorPage(0, 4),
    numbered('reports', 1, 10, ''),
    numbered('reports', 2, 10),
    numbered('reports', 2, 4),
    numbered('strategies', 1, 10, ''),
  ]);
  for (const { asked, told } of [
    numbered('strategies', 2, 2),
    numbered('strategies', 3, 2),
    numbered('strategies', 1, 3),
    numbered('reports', 2, 3),
  ])
    expect(await ask(asked)).toEqual([200, told]);
});

const sold = Array.from({ length: 14 }, (_, at) => ({
  id: 601 + at,
  title: `Stove ${['Wood', 'Oil', 'Camp'][at % 3]!} ${at}`,
  state: ['LIVE', 'LIVE', 'PAUSED', 'GONE'][(at * 3) % 4]!,
  price: 11 + ((at * 37) % 83),
  stock: 2 + ((at * 5) % 17),
}));
type Sold = (typeof sold)[number];

test('a link to the list itself keeps what was picked by and says nothing of the page', async () => {
  const path = '/v1/listings';
  const listed = (word: string, limit?: number, offset?: number): Said => {
    const found = sold.filter(({ title }) => title.includes(word));
    const [from, size] = [offset ?? 0, limit ?? 10];
    const picked = word === '' ? [] : [`q=${word}`];
    const to = (query: readonly string[]) => `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    const sized = limit === undefined ? [] : [`limit=${limit}`];
    const isMore = from + size < found.length;
    return {
      asked: `GET ${to([...picked, ...sized, ...(offset === undefined ? [] : [`offset=${offset}`])])}`,
      told: {
        stoves: found.slice(from, from + size),
        links: [
          { rel: 'self', href: to(picked) },
          ...(isMore ? [{ rel: 'next', href: to([...picked, ...sized, `offset=${from + size}`]) }] : []),
        ],
      },
    };
  };
  const ask = learnedFrom([
    listed(''),
    listed('', undefined, 10),
    listed('', 5),
    listed('', 5, 5),
    listed('', 5, 10),
    listed('Wood'),
    listed('Oil', 3),
    listed('Oil', 3, 3),
  ]);
  for (const { asked, told } of [
    listed('', 4),
    listed('', 6, 6),
    listed('', 3, 12),
    listed('Wood', 2),
    listed('Camp', 2, 2),
    listed('Camp'),
  ])
    expect(await ask(asked)).toEqual([200, told]);
});

test('an object in JSON picks and orders by other values, another leaf and another order than were seen', async () => {
  const asked = (
    q: object,
    picks: (one: Sold) => boolean,
    compared?: (one: Sold, other: Sold) => number,
  ): Said => {
    const found = sold.filter(picks);
    if (compared !== undefined) found.sort(compared);
    return {
      asked: `GET /v1/listings?q=${encodeURIComponent(JSON.stringify(q))}`,
      told: { stoves: found, count: found.length },
    };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { stoves: sold, count: sold.length } },
    asked({ state: { $eq: 'LIVE' } }, ({ state }) => state === 'LIVE'),
    asked(
      { price: { $gt: 40 }, $orderby: { price: 'desc' } },
      ({ price }) => price > 40,
      (one, other) => other.price - one.price,
    ),
    asked(
      { $and: [{ price: { $gte: 20 } }, { price: { $lte: 60 } }] },
      ({ price }) => price >= 20 && price <= 60,
    ),
    asked(
      { $orderby: { price: 'asc' } },
      () => true,
      (one, other) => one.price - other.price,
    ),
  ]);
  for (const other of [
    asked({ state: { $eq: 'PAUSED' } }, ({ state }) => state === 'PAUSED'),
    asked({ price: { $gt: 55 } }, ({ price }) => price > 55),
    asked({ stock: { $gt: 9 } }, ({ stock }) => stock > 9),
    asked(
      { $and: [{ price: { $gte: 33 } }, { price: { $lte: 77 } }] },
      ({ price }) => price >= 33 && price <= 77,
    ),
    asked(
      { $orderby: { stock: 'desc' } },
      () => true,
      (one, other) => other.stock - one.stock,
    ),
    asked(
      { state: { $eq: 'LIVE' }, $orderby: { price: 'asc' } },
      ({ state }) => state === 'LIVE',
      (one, other) => one.price - other.price,
    ),
  ])
    expect(await ask(other.asked)).toEqual([200, other.told]);
  for (const odd of [
    `${'{"$and":[{"price":'.repeat(400)}1${'}]}'.repeat(400)}`,
    '{"__proto__":{"$gt":1}}',
    '{"price":',
  ]) {
    const answer = await ask(`GET /v1/listings?q=${encodeURIComponent(odd)}`);
    expect([200, 400]).toContain((answer as readonly unknown[])[0]);
  }
});

test('a parameter that was never asked with picks by the leaf within an object that it is called as', async () => {
  const rows = sold.map(({ id, title, state }, at) => ({
    id,
    title,
    state,
    plan: at % 3 === 1 ? null : { id: plans[at % 4]!.id, name: plans[at % 4]!.name },
  }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { stoves: rows, count: rows.length } },
    ...['LIVE', 'GONE'].map((word): Said => {
      const found = rows.filter(({ state }) => state === word);
      return { asked: `GET /v1/listings?state=${word}`, told: { stoves: found, count: found.length } };
    }),
  ]);
  for (const { id } of plans.slice(0, 4)) {
    const found = rows.filter(({ plan }) => plan?.id === id);
    expect(await ask(`GET /v1/listings?plan_id=${id}`)).toEqual([
      200,
      { stoves: found, count: found.length },
    ]);
  }
});
