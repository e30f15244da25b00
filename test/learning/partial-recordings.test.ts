// Recordings that show a part of a list alone: the first page, a page in the middle, what a search found.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const item = (number: number) => ({ id: `item-${number}`, name: `Cup ${number % 7}`, cost: 900 - number });
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => item(from + at));
const list = (from: number, to: number, total: number) => ({ items: items(from, to), total });

const plans = [1, 2, 3].map((number) => ({ id: `plan-${number}`, title: `Plan ${number}` }));
const asked: readonly Said[] = [
  { asked: 'GET /v1/strategies', told: { items: plans, total: 3 } },
  { asked: 'GET /v1/listings', told: list(0, 20, 412) },
  { asked: 'GET /v1/listings?size=5', told: list(0, 5, 412) },
];

describe('a list of which only the first page was recorded', () => {
  test('has its pages, and as many records as it told', async () => {
    const ask = learnedFrom(asked);
    expect(await ask('GET /v1/listings')).toEqual([200, list(0, 20, 412)]);
    expect(await ask('GET /v1/listings?size=7')).toEqual([200, list(0, 7, 412)]);
    expect(await ask('GET /v1/strategies')).toEqual([200, { items: plans, total: 3 }]);
  });

  test('has the same ones as of the end', async () => {
    const ask = learnedFrom(asked, 'end');
    expect(await ask('GET /v1/listings')).toEqual([200, list(0, 20, 412)]);
  });

  test('shows none that only another answer showed among those of its first page', async () => {
    const ask = learnedFrom([
      ...asked,
      { asked: 'GET /v1/listings?size=2&search=Mug', told: { items: items(300, 302), total: 2 } },
    ]);
    expect(await ask('GET /v1/listings')).toEqual([200, list(0, 20, 412)]);
    expect(await ask('GET /v1/listings/item-301')).toMatchObject([200, item(301)]);
  });
});

test('pages that were recorded stand where they stood, and those between them show nothing', async () => {
  const ask = learnedFrom([
    ...asked,
    { asked: 'GET /v1/listings?skip=20', told: list(20, 40, 412) },
    { asked: 'GET /v1/listings?skip=80', told: list(80, 100, 412) },
    { asked: 'GET /v1/listings?skip=400', told: list(400, 412, 412) },
  ]);
  expect(await ask('GET /v1/listings?skip=80')).toEqual([200, list(80, 100, 412)]);
  expect(await ask('GET /v1/listings?skip=90&size=5')).toEqual([200, list(90, 95, 412)]);
  expect(await ask('GET /v1/listings?skip=35&size=10')).toEqual([200, list(35, 40, 412)]);
  expect(await ask('GET /v1/listings?skip=50')).toEqual([200, { items: [], total: 412 }]);
  expect(await ask('GET /v1/listings?skip=400')).toEqual([200, list(400, 412, 412)]);
});

test('a client that follows the pages comes to the end of what is known', async () => {
  const page = (from: number, to: number) => ({
    items: items(from, to),
    total: 412,
    next: to < 412 ? `/v1/listings?skip=${to}` : null,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { items: plans, total: 3, next: null } },
    { asked: 'GET /v1/listings', told: page(0, 20) },
    { asked: 'GET /v1/listings?skip=20', told: page(20, 40) },
    { asked: 'GET /v1/listings?skip=392', told: page(392, 412) },
  ]);
  const seen: unknown[] = [];
  let next: string | null = '/v1/listings';
  for (let pages = 0; next !== null; pages += 1) {
    expect(pages).toBeLessThan(10);
    const [, body] = (await ask(`GET ${next}`)) as [number, ReturnType<typeof page>];
    seen.push(...body.items);
    next = body.next;
  }
  expect(seen).toEqual(items(0, 40));
});

test('a list in an order that nothing tells has the records that it showed first, and all others behind them', async () => {
  const mixed = [3, 0, 4, 1, 2].map(item);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list(0, 9, 9) },
    { asked: 'GET /v1/listings?size=4', told: list(0, 4, 9) },
    { asked: 'GET /v1/listings?size=4&skip=4', told: list(4, 8, 9) },
    { asked: 'GET /v1/listings?size=4&skip=8', told: list(8, 9, 9) },
    { asked: 'GET /v1/strategies', told: { items: plans, total: 3 } },
    { asked: 'GET /v1/listings?size=5&order=luck', told: { items: mixed, total: 9 } },
  ]);
  expect(await ask('GET /v1/listings?size=5&order=luck')).toEqual([200, { items: mixed, total: 9 }]);
  expect(await ask('GET /v1/listings?size=5&order=luck&skip=5')).toEqual([200, list(5, 9, 9)]);
});

test('a search that told more records than it showed is as long as it told', async () => {
  const ask = learnedFrom([
    ...asked,
    { asked: 'GET /v1/listings?size=2&search=Mug', told: { items: items(300, 302), total: 31 } },
  ]);
  expect(await ask('GET /v1/listings?size=2&search=Mug')).toEqual([
    200,
    { items: items(300, 302), total: 31 },
  ]);
});

test('a number that is no length of a list is taken for none', async () => {
  const told = (from: number, to: number, more: object) => ({ items: items(from, to), ...more });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { items: plans, most: 500, build: 700 } },
    { asked: 'GET /v1/listings', told: told(0, 20, { most: 500, build: 701 }) },
    { asked: 'GET /v1/listings?size=5', told: told(0, 5, { most: 500, build: 702 }) },
  ]);
  expect(await ask('GET /v1/listings?size=3')).toMatchObject([200, { items: items(0, 3), most: 500 }]);
});

describe('pages that were offered and never asked for', () => {
  const linked = (from: number, size: number, next: string) => ({
    items: items(from, from + size),
    next: `https://upstream.example/v1/listings?${next}`,
  });
  const coded = (id: string) => Buffer.from(JSON.stringify({ after: id })).toString('base64url');

  /** All that a client gets that follows the links. */
  async function followed(ask: (asked: string) => Promise<unknown>): Promise<unknown[]> {
    const seen: unknown[] = [];
    let next: string | undefined = '/v1/listings?size=5';
    for (let pages = 0; typeof next === 'string'; pages += 1) {
      expect(pages).toBeLessThan(10);
      const [status, body] = (await ask(`GET ${next}`)) as [number, { items: unknown[]; next?: string }];
      expect(status).toBe(200);
      seen.push(...body.items);
      next = body.next?.replace(/^https?:\/\/[^/]+/, '');
    }
    return seen;
  }

  test.each([
    ['by offset', (count: number) => `offset=${count}`],
    ['by page, counted from 1', () => 'page=2'],
    ['by page, counted from 0', () => 'page=1'],
    ['by a token', (count: number) => `from=${coded(`item-${count - 1}`)}`],
  ])('are known %s', async (_, next) => {
    const ask = learnedFrom([
      { asked: 'GET /v1/strategies', told: { items: plans } },
      { asked: 'GET /v1/listings', told: linked(0, 20, `size=20&${next(20)}`) },
      { asked: 'GET /v1/listings?size=5', told: linked(0, 5, `size=5&${next(5)}`) },
      { asked: 'GET /v1/listings?size=8', told: linked(0, 8, `size=8&${next(8)}`) },
    ]);
    const [, first] = (await ask('GET /v1/listings')) as [number, { next: string }];
    expect(first).toMatchObject({ items: items(0, 20) });
    expect(first.next).toMatch(next(20));
    const seen = await followed(ask);
    expect(seen).toEqual(items(0, 20));
  });

  test('are not taken for known where a link says something else', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/strategies', told: { items: plans } },
      { asked: 'GET /v1/listings', told: linked(0, 20, 'lang=en') },
      { asked: 'GET /v1/listings?size=5', told: linked(0, 5, 'lang=en') },
    ]);
    expect(await ask('GET /v1/listings?size=5')).toMatchObject([200, { items: items(0, 5) }]);
    expect(await ask('GET /v1/listings?size=5&lang=de')).toMatchObject([200, { items: items(0, 5) }]);
  });
});

test('a write that was only ever refused is refused again, and another one is left open', async () => {
  const held = { error: 'held' };
  const ask = learnedFrom([
    ...asked,
    { asked: 'PATCH /v1/listings/item-3/price', sent: { cost: 5 }, status: 409, told: held },
  ]);
  expect(await ask('PATCH /v1/listings/item-3/price', { cost: 5 })).toEqual([409, held]);
  expect(await ask('PATCH /v1/listings/item-4/price', { cost: 5 })).toMatchObject([
    501,
    { error: { code: 'undecided' } },
  ]);
});

test('a length that hardly any list has is told again, and an unknown token is not looked for without end', async () => {
  const page = (from: number, to: number) => ({
    items: items(from, to),
    total: 900_719_925_474_099,
    next: Buffer.from(`after ${to}`).toString('base64url'),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { items: plans, total: 3, next: null } },
    { asked: 'GET /v1/listings', told: page(0, 20) },
    { asked: 'GET /v1/listings?size=5', told: page(0, 5) },
    { asked: `GET /v1/listings?size=5&cursor=${page(0, 5).next}`, told: page(5, 10) },
  ]);
  expect(await ask('GET /v1/listings?size=5')).toEqual([200, page(0, 5)]);
  const [status] = (await ask('GET /v1/listings?size=5&cursor=bm93aGVyZQ')) as [number, unknown];
  expect(status).toBeGreaterThanOrEqual(400);
});

describe('a price of which few writes were recorded', () => {
  const cup = (price: object) => ({ id: 'cup-1', name: 'Cup', floor: '5.00', ceiling: '90.00', ...price });
  const write = (sent: object, told: object): Said => ({
    asked: 'PATCH /v1/listings/cup-1/price',
    sent,
    told: cup(told),
  });
  const read = (told: object): Said => ({ asked: 'GET /v1/listings/cup-1', told: cup(told) });
  const shelf: Said = {
    asked: 'GET /v1/listings',
    told: { items: [cup({}), { ...cup({ floor: '4.55' }), id: 'cup-2' }] },
  };

  test('is written with its decimals, though they were the same each time', async () => {
    const ask = learnedFrom([
      shelf,
      read({}),
      write({ floor: '14', ceiling: '80' }, { floor: '14.00', ceiling: '80.00' }),
      write({ floor: '20', ceiling: '70' }, { floor: '20.00', ceiling: '70.00' }),
    ]);
    expect(await ask('PATCH /v1/listings/cup-1/price', { floor: '12.5', ceiling: '60.25' })).toEqual([
      200,
      cup({ floor: '12.50', ceiling: '60.25' }),
    ]);
  });

  test('becomes what was sent, though a write that was not recorded changed it before it was read', async () => {
    const sold = (sent: object): Said => ({ ...write(sent, {}), told: { done: true } });
    const ask = learnedFrom([
      shelf,
      read({}),
      sold({ floor: '14.00', ceiling: '80.00' }),
      read({ floor: '14.00', ceiling: '80.00' }),
      sold({ floor: '20.00', ceiling: '70.00' }),
      read({ floor: '20.00', ceiling: '70.00' }),
      sold({ floor: '21.00', ceiling: '75.00' }),
      read({ floor: '21.00', ceiling: '66.50' }),
    ]);
    await ask('PATCH /v1/listings/cup-1/price', { floor: '12.50', ceiling: '60.00' });
    expect(await ask('GET /v1/listings/cup-1')).toEqual([200, cup({ floor: '12.50', ceiling: '60.00' })]);
  });
});

test('a length that lists tell is theirs, though one page was shorter than was asked for', async () => {
  const kinds = Array.from({ length: 60 }, (_, number) => ({
    id: `item-${number}`,
    kind: `kind-${number < 50 ? number % 7 : 9}`,
  }));
  const page = (all: readonly object[], size: number, from = 0) => ({
    items: all.slice(from, from + size),
    count: all.length,
  });
  const ofKind = (kind: string) => kinds.filter((one) => one.kind === kind);
  const asked = (kind: string): Said => ({
    asked: `GET /v1/listings?kind=${kind}`,
    told: page(ofKind(kind), 20),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(kinds, 20) },
    { asked: 'GET /v1/listings?page=2', told: page(kinds, 20, 20) },
    { asked: 'GET /v1/listings?size=500', told: page(kinds, 50) },
    { asked: 'GET /v1/listings?size=10', told: page(kinds, 10) },
    { asked: 'GET /v1/listings?size=12', told: page(kinds, 12) },
    asked('kind-0'),
    asked('kind-4'),
    asked('kind-6'),
  ]);
  expect(await ask('GET /v1/listings?kind=kind-5&size=3')).toEqual([200, page(ofKind('kind-5'), 3)]);
});

test('the pages of a list begin where those of its sister do, though one between them was not recorded', async () => {
  const page = (all: readonly object[], size: number, number: number) => ({
    items: all.slice(size * number, size * (number + 1)),
    count: all.length,
  });
  const runs = Array.from({ length: 12 }, (_, number) => ({ id: `run-${number}`, state: 'done' }));
  const cups = items(0, 25);
  const ask = learnedFrom([
    ...[0, 1, 2].map((number): Said => ({
      asked: `GET /v1/listings?page=${number}`,
      told: page(cups, 10, number),
    })),
    { asked: 'GET /v1/listings?size=5&page=1', told: page(cups, 5, 1) },
    { asked: 'GET /v1/reports?size=5', told: page(runs, 5, 0) },
    { asked: 'GET /v1/reports?size=5&page=2', told: page(runs, 5, 2) },
  ]);
  expect(await ask('GET /v1/reports?size=5&page=1')).toEqual([200, { items: [], count: 12 }]);
});

test('a moment that nothing explains is a moment, and no text in its form', async () => {
  const moments = [
    '2026-03-03T11:20:41Z',
    '2026-01-19T02:05:17Z',
    '2025-11-30T23:59:08Z',
    '2026-02-11T07:47:30Z',
  ];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: items(0, 5) } },
    ...moments.map((until, at): Said => ({
      asked: `PATCH /v1/listings/item-${at}/price`,
      sent: { min: 3 + at },
      told: { done: true, until },
    })),
  ]);
  const [, told] = (await ask('PATCH /v1/listings/item-4/price', { min: 9 })) as [number, { until: string }];
  expect(Date.parse(told.until)).not.toBeNaN();
});

test('a record that stands in a list of its own is left out of it where there is none', async () => {
  const plan = { id: 'plan-1', title: 'Plan 1' };
  const cup = (number: number, plan: string | null) => ({ ...item(number), plan });
  const cups = [cup(1, 'plan-1'), cup(2, 'plan-1'), cup(3, null)];
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { items: [plan] } },
    { asked: 'GET /v1/listings', told: { items: cups } },
    ...[1, 2].map((number): Said => ({
      asked: `GET /v1/listings/item-${number}`,
      told: { item: cups[number - 1], beside: [plan] },
    })),
  ]);
  expect(await ask('GET /v1/listings/item-3')).toEqual([200, { item: cups[2], beside: [] }]);
});

describe('a refusal that lists what a parameter may be', () => {
  const runs = Array.from({ length: 6 }, (_, number) => ({
    id: `run-${number}`,
    kind: ['sales', 'stock'][number % 2],
  }));
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: items(0, 5) } },
    { asked: 'GET /v1/reports', told: { items: runs } },
    {
      asked: 'GET /v1/reports?kind=weather',
      status: 400,
      told: { problem: "'weather' is none of [sales, stock]" },
    },
  ];

  test('is not given for one of those', async () => {
    expect(await learnedFrom(session)('GET /v1/reports?kind=stock')).toMatchObject([200, {}]);
  });

  test('is not given for another parameter, whose name it does not tell', async () => {
    expect(await learnedFrom(session)('GET /v1/reports?colour=red')).toMatchObject([200, { items: runs }]);
  });

  test('is given again for what was refused', async () => {
    expect(await learnedFrom(session)('GET /v1/reports?kind=weather')).toEqual([400, session[2]!.told]);
  });
});

describe('a member that single reads alone show, and that looks as an id', () => {
  const owner = 'a055g000005VYgTAAW';
  const items = [101, 102, 103, 104, 105, 106].map((id) => ({ id, low: 5 + (id % 3) }));
  const readsOf = (ownerOf: (at: number) => string) =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { items } },
      ...items.slice(0, 4).map((item, at) => ({
        asked: `GET /v1/listings/${item.id}`,
        told: { ...item, owner: ownerOf(at) },
      })),
    ]);

  test('is the same in a record that nobody read, where all say the same', async () => {
    const ask = readsOf(() => owner);
    expect(await ask('GET /v1/listings/106')).toEqual([200, { ...items[5], owner }]);
    expect(await ask('GET /v1/listings')).toEqual([200, { items }]);
  });

  test('lacks there, where two say different things', async () => {
    const ask = readsOf((at) => (at === 2 ? 'a055g000008QKxRAAX' : owner));
    expect(await ask('GET /v1/listings/106')).toEqual([200, items[5]]);
  });
});
