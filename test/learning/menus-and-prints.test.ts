// What a hub of menus and a supplier of prints taught: links that are relative, pages that tell their size by where they stand,
// records that one parameter beside others reveals, states that both writes tell, conditions in JSON.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Dish {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly low?: number;
  readonly gone: boolean;
}

const dishes = Array.from({ length: 13 }, (_, at): Dish => ({
  id: `d-${at + 21}`,
  name: `Dish ${String.fromCharCode(110 - ((at * 5) % 13))}`,
  price: 700 + ((at * 7) % 13) * 30,
  ...(at % 3 > 0 && { low: 400 + at }),
  gone: at === 4 || at === 9,
}));
const there = dishes.filter(({ gone }) => !gone);

interface Asked {
  readonly page?: number;
  readonly size?: number;
  readonly where?: unknown;
}

/** A page whose links stand without a slash before them, and name a size only where it is not the usual one. */
function page(all: readonly Dish[], { page: number = 1, size = 5, where }: Asked) {
  const link = (to: number) =>
    [
      ...(size === 5 ? [] : [`size=${size}`]),
      ...(where === undefined ? [] : [`where=${encodeURIComponent(JSON.stringify(where))}`]),
      ...(to > 1 ? [`page=${to}`] : []),
    ].join('&');
  const to = (at: number) => `listings${link(at) === '' ? '' : '?'}${link(at)}`;
  return {
    items: all.slice((number - 1) * size, number * size),
    links: { self: to(number), ...(number * size < all.length && { next: to(number + 1) }) },
    total: all.length,
  };
}

const list = (all: readonly Dish[], asked: Asked): Said => {
  const { page: number, size, where } = asked;
  const query = [
    ...(size === undefined ? [] : [`size=${size}`]),
    ...(where === undefined ? [] : [`where=${encodeURIComponent(JSON.stringify(where))}`]),
    ...(number === undefined ? [] : [`page=${number}`]),
  ].join('&');
  return { asked: `GET /v1/listings${query === '' ? '' : '?'}${query}`, told: page(all, asked) };
};

/** Links in whatever encoding. */
const decoded = (told: unknown) =>
  JSON.parse(decodeURIComponent(JSON.stringify(told).replaceAll('%22', '%5C%22'))) as unknown;

test('a relative link leaves a size out where it is the usual one', async () => {
  const cheap = { price: { $lt: 900 } };
  const dear = { price: { $lt: 1_000 } };
  const below = (most: number) => there.filter(({ price }) => price < most);
  const ask = learnedFrom([
    list(there, {}),
    list(there, { page: 2 }),
    list(there, { page: 3 }),
    list(there, { size: 4 }),
    list(there, { size: 4, page: 2 }),
    list(there, { size: 4, page: 3 }),
    list(below(900), { where: cheap }),
    list(below(900), { where: cheap, size: 3 }),
    list(below(900), { where: cheap, size: 3, page: 2 }),
  ]);
  const asked = list(below(1_000), { where: dear, size: 2, page: 2 });
  const [status, told] = (await ask(asked.asked)) as [number, unknown];
  expect([status, decoded(told)]).toEqual([200, decoded(asked.told)]);
  expect(await ask('GET /v1/listings?page=2')).toEqual([200, page(there, { page: 2 })]);
});

test('a page that was asked for by its number alone tells how large pages are', async () => {
  const whole = (all: readonly Dish[], number: number, size: number) => ({
    items: all.slice((number - 1) * size, number * size),
    total: all.length,
    per: size,
    pages: Math.ceil(all.length / size),
  });
  const said = (query: string, number: number, size: number): Said => ({
    asked: `GET /v1/listings?${query}`,
    told: whole(there, number, size),
  });
  const ask = learnedFrom([
    said('size=4', 1, 4),
    said('size=4&page=2', 2, 4),
    said('size=4&page=3', 3, 4),
    said('size=3&page=2', 2, 3),
    said('page=2', 2, 10),
  ]);
  expect(await ask('GET /v1/listings')).toEqual([200, whole(there, 1, 10)]);
  expect(await ask('GET /v1/listings?page=2')).toEqual([200, whole(there, 2, 10)]);
});

test('of several parameters the one that reveals is the one that shows nothing more nowhere', async () => {
  const of = (all: readonly Dish[]) => ({ rows: all, count: all.length });
  const where = (condition: object) => `where=${encodeURIComponent(JSON.stringify(condition))}`;
  const named = there.filter(({ price }) => price === 760);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: of(there) },
    { asked: `GET /v1/listings?${where({ price: 760 })}`, told: of(named) },
    {
      asked: `GET /v1/listings?${where({ price: 700 })}`,
      told: of(there.filter(({ price }) => price === 700)),
    },
    { asked: `GET /v1/listings?all=1&${where({ gone: true })}`, told: of(dishes.filter(({ gone }) => gone)) },
  ]);
  expect(await ask('GET /v1/listings')).toEqual([200, of(there)]);
  expect(await ask('GET /v1/listings?all=1')).toEqual([200, of(dishes)]);
});

test('a condition may ask whether there is a value, and one that is not written as the others are is refused', async () => {
  const of = (all: readonly Dish[]) => ({ rows: all, count: all.length });
  const list = (where: string, all: readonly Dish[]): Said => ({
    asked: `GET /v1/listings?where=${encodeURIComponent(where)}`,
    told: of(all),
  });
  const bare = there.map((dish, at) => ({ ...dish, ...(at % 4 > 0 && { high: 2_000 + at }) }));
  const lacking = (name: 'low' | 'high') => bare.filter((dish) => !(name in dish));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: of(bare) },
    list('{"low":{"$exists":false}}', lacking('low')),
    list(
      '{"name":"Dish n"}',
      bare.filter(({ name }) => name === 'Dish n'),
    ),
    list(
      '{"name":"Dish i"}',
      bare.filter(({ name }) => name === 'Dish i'),
    ),
    list(
      '{"price":{"$gt":900}}',
      bare.filter(({ price }) => price > 900),
    ),
    list(
      '{"price":{"$gt":800}}',
      bare.filter(({ price }) => price > 800),
    ),
    { asked: 'GET /v1/listings?where=cheap', status: 400, told: { error: 'bad query' } },
  ]);
  const asked = list('{"high":{"$exists":false}}', lacking('high'));
  expect(await ask(asked.asked)).toEqual([200, asked.told]);
  expect(await ask('GET /v1/listings?where=dear')).toEqual([400, { error: 'bad query' }]);
});

const rules = [
  { id: 'R1', needsLow: true, name: 'Under' },
  { id: 'R2', needsLow: false, name: 'Over' },
];
const locked = (number: number, isLocked: boolean, rule: string | null = null, low: number | null = 5) => ({
  id: `${number}`,
  // A member of an item tells nothing of the record.
  parts: [{ main: true }, ...(isLocked ? [{ main: false }] : [])],
  low,
  rule,
  locked: isLocked,
});

test('what refuses both writes in the same words is what both records are', async () => {
  const all = [
    locked(101, false),
    locked(102, false),
    { ...locked(103, true), parts: [{ main: true }, { main: false }] },
    { ...locked(104, true), parts: [{ main: true }] },
    { ...locked(105, false), parts: [{ main: true }, { main: false }] },
    { ...locked(106, true), parts: [{ main: true }] },
  ];
  const refused = { status: 409, told: { error: 'Not now.' } };
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: rules } },
    { asked: 'GET /v1/listings', told: { rows: all } },
    { asked: 'PATCH /v1/listings/101/price', sent: { low: 6 }, told: { ...all[0]!, low: 6 } },
    { asked: 'PATCH /v1/listings/102/price', sent: { low: 7 }, told: { ...all[1]!, low: 7 } },
    { asked: 'PATCH /v1/listings/103/price', sent: { low: 7 }, ...refused },
    {
      asked: 'PATCH /v1/listings/102/strategy',
      sent: { rule: 'R2' },
      told: { ...all[1]!, low: 7, rule: 'R2' },
    },
    { asked: 'PATCH /v1/listings/104/strategy', sent: { rule: 'R2' }, ...refused },
  ]);
  expect(await ask('PATCH /v1/listings/106/price', { low: 8 })).toEqual([409, refused.told]);
  expect(await ask('PATCH /v1/listings/105/price', { low: 8 })).toEqual([200, { ...all[4]!, low: 8 }]);
});

test('one state is told by each write in its own words', async () => {
  const item = (number: number, low: number | null, rule: string | null, note: string | null = null) => ({
    id: `${number}`,
    low,
    rule,
    note,
  });
  const all = [
    item(101, 5, 'R1', 'first'),
    item(102, 5, 'R1'),
    item(103, null, null),
    item(104, null, null),
    item(105, 5, 'R2'),
    item(106, null, 'R2'),
  ];
  const onPrice = { low: 'is needed by the rule' };
  const onRule = { rule: 'needs a lower bound' };
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: rules } },
    { asked: 'GET /v1/listings', told: { rows: all } },
    { asked: 'PATCH /v1/listings/105/price', sent: { low: null }, told: item(105, null, 'R2') },
    { asked: 'PATCH /v1/listings/106/price', sent: { low: 6 }, told: item(106, 6, 'R2') },
    { asked: 'PATCH /v1/listings/101/price', sent: { low: null }, status: 422, told: { issues: onPrice } },
    { asked: 'PATCH /v1/listings/103/strategy', sent: { rule: 'R2' }, told: item(103, null, 'R2') },
    { asked: 'PATCH /v1/listings/104/strategy', sent: { rule: 'R1' }, status: 422, told: { issues: onRule } },
  ]);
  expect(await ask('PATCH /v1/listings/102/price', { low: null })).toEqual([422, { issues: onPrice }]);
  expect(await ask('PATCH /v1/listings/103/strategy', { rule: 'R1' })).toEqual([422, { issues: onRule }]);
});

test('an order by a leaf that is named is told by two values', async () => {
  const changed = (late: string, number: number) => ({
    id: `${number}`,
    made: `2026-01-0${late}T10:00:00Z`,
    name: `${number % 7}`,
  });
  const rows = [3, 1, 2, 3, 1, 2].map((day, at) => changed(String(day), 101 + at));
  const down = [...rows].sort((a, b) => b.made.localeCompare(a.made));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows, total: 6 } },
    { asked: 'GET /v1/listings?sort=-made&size=4', told: { rows: down.slice(0, 4), total: 6 } },
    { asked: 'GET /v1/listings?size=4', told: { rows: rows.slice(0, 4), total: 6 } },
    { asked: 'GET /v1/listings?size=5', told: { rows: rows.slice(0, 5), total: 6 } },
  ]);
  expect(await ask('GET /v1/listings?sort=-made')).toEqual([200, { rows: down, total: 6 }]);
});

test('what a read of one report alone shows within an object is no part of lists, and is shown of others', async () => {
  const report = (number: number) => ({ id: `r-${number}`, links: { self: `reports/r-${number}` } });
  const alone = (number: number) => ({
    id: `r-${number}`,
    links: { self: `reports/r-${number}`, up: 'reports' },
  });
  const listed = { rows: [501, 502, 503, 504].map(report) };
  const read = (number: number): Said => ({ asked: `GET /v1/reports/r-${number}`, told: alone(number) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: there } },
    { asked: 'GET /v1/reports', told: listed },
    read(502),
    read(504),
  ]);
  expect(await ask('GET /v1/reports')).toEqual([200, listed]);
  expect(await ask('GET /v1/reports/r-501')).toEqual([200, alone(501)]);
});

test('a fraction of a second that is always nothing is nothing in what the mock writes, too', async () => {
  const item = (number: number, low: number, at: string) => ({ id: `${number}`, low, at });
  const numbers = [101, 102, 103, 104, 105, 106, 107, 108];
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { rows: numbers.map((one) => item(one, 5, `2026-01-0${one - 100}T10:20:30.000000Z`)) },
    },
    {
      asked: 'PATCH /v1/listings/101/price',
      sent: { low: 6 },
      told: item(101, 6, '2026-03-03T09:00:01.000000Z'),
    },
    {
      asked: 'PATCH /v1/listings/102/price',
      sent: { low: 7 },
      told: item(102, 7, '2026-03-03T09:00:02.000000Z'),
    },
  ]);
  ask.wait(0.25);
  const [, { at }] = (await ask('PATCH /v1/listings/103/price', { low: 8 })) as [number, { at: string }];
  expect(at).toMatch(/\.000000Z$/);
});
