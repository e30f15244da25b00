// What a shop for kites taught: page tokens that hold a moment in another form and the number of the next page, words of their own where
// a list ends, limits of two numbers, filters that turn no order around, and conditions in brackets.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const kites = Array.from({ length: 13 }, (_, at) => ({
  id: String(20_101 + ((at * 7) % 13) * 137),
  title: `Kite ${'HBFADCIEGKJML'[at]!}`,
  price: 12.5 + ((at * 5) % 13) * 1.25,
  stock: 2 + ((at * 9) % 13),
  made_at: 1_730_717_934 - at * 86_413,
  changed_at: 1_741_002_117 + ((at * 4) % 13) * 7_211,
  sold_at: 1_751_430_008 + ((at * 6) % 13) * 9_407,
}));
type Kite = (typeof kites)[number];
const flights = Array.from({ length: 8 }, (_, at) => ({
  id: `flight-${at * 31 + 204}`,
  kind: at % 2 === 0 ? 'stock' : 'price',
  made_at: 1_752_717_934 - at * 43_207,
}));

const tokenOf = (value: number, id: string, next: number): string =>
  Buffer.from(JSON.stringify([value, id, next])).toString('base64');

interface Asking {
  readonly size: number;
  readonly page: number;
  readonly sort?: 'price' | 'stock' | 'changed_at' | 'sold_at';
}

/** A page of a list whose tokens hold what it is ordered by, the id, and the number of the page to which they lead. */
function tokenPage<Row extends { readonly id: string }>(
  list: string,
  rows: readonly Row[],
  valueOf: (one: Row) => number,
  { size, page, sort }: Asking,
): Said {
  const token = (number: number): string => {
    const last = rows[(number - 1) * size - 1]!;
    return tokenOf(valueOf(last), last.id, number);
  };
  const pages = Math.ceil(rows.length / size);
  const query = [
    ...(sort === undefined ? [] : [`sort=${sort}`]),
    `per_page=${size}`,
    ...(page === 1 ? [] : [`after=${encodeURIComponent(token(page))}`]),
  ].join('&');
  return {
    asked: `GET /v1/${list}?${query}`,
    told: {
      data: rows.slice((page - 1) * size, page * size),
      total_count: rows.length,
      pages: {
        type: 'pages',
        ...(page < pages && { next: { page: page + 1, after: token(page + 1) } }),
        page,
        per_page: size,
        total_pages: pages,
      },
    },
  };
}

function kitePage(asking: Asking): Said {
  const { sort = 'made_at' } = asking;
  const rows = asking.sort === undefined ? kites : [...kites].sort((one, other) => one[sort] - other[sort]);
  const valueOf = (one: Kite) => (sort.endsWith('_at') ? 1_000 : 1) * one[sort];
  return tokenPage('listings', rows, valueOf, asking);
}

const flightPage = (size: number, page: number): Said =>
  tokenPage('reports', flights, ({ made_at }) => 1_000 * made_at, { size, page });

/** All pages of a size. */
const walkOf = (pageOf: (page: number) => Said, count: number, size: number): Said[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, at) => pageOf(at + 1));
const kiteWalk = (size: number) => walkOf((page) => kitePage({ size, page }), kites.length, size);
const flightWalk = (size: number) => walkOf((page) => flightPage(size, page), flights.length, size);

test('tokens hold a moment in milliseconds and the number of the next page, with another size, too', async () => {
  const ask = learnedFrom(kiteWalk(5));
  for (const size of [3, 4, 2])
    for (const { asked, told } of kiteWalk(size)) expect(await ask(asked)).toEqual([200, told]);
});

test('tokens hold what the list is ordered by, an amount as it is and a moment in milliseconds', async () => {
  const ask = learnedFrom([
    ...kiteWalk(4),
    kitePage({ size: 5, page: 1, sort: 'price' }),
    kitePage({ size: 6, page: 1, sort: 'changed_at' }),
  ]);
  for (const sort of ['price', 'changed_at', 'stock', 'sold_at'] as const)
    for (const size of [3, 4]) {
      const { asked, told } = kitePage({ size, page: 1, sort });
      expect(await ask(asked)).toEqual([200, told]);
    }
});

test('a list that was walked over two pages counts on as its sister does that was walked over three', async () => {
  const ask = learnedFrom([
    ...kiteWalk(5),
    kitePage({ size: 7, page: 1 }),
    ...flightWalk(4),
    flightPage(3, 1),
  ]);
  for (const { asked, told } of [...flightWalk(2), ...flightWalk(3), ...kiteWalk(3)])
    expect(await ask(asked)).toEqual([200, told]);
});

/** Pages by offset of which the last says in its own way that it is the last. */
function offsetWalk(size: number, end: number | string): Said[] {
  return walkOf(
    (page) => ({
      asked: `GET /v1/listings?page_size=${size}${page === 1 ? '' : `&offset=${(page - 1) * size}`}`,
      told: {
        kites: kites.slice((page - 1) * size, page * size),
        total_count: kites.length,
        next_offset: page * size < kites.length ? page * size : end,
      },
    }),
    kites.length,
    size,
  );
}

test.each([0, -1, 'end'])('where a list ends, what leads on is %j with other sizes, too', async (end) => {
  const ask = learnedFrom(offsetWalk(5, end));
  for (const size of [3, 4, 7, 13])
    for (const { asked, told } of offsetWalk(size, end)) expect(await ask(asked)).toEqual([200, told]);
});

test('a limit of two numbers is a place and a count', async () => {
  const limited = (limit: string): Said => {
    const [count = 0, from = 0] = limit.split(',').map(Number).toReversed();
    return { asked: `GET /v1/listings?limit=${limit}`, told: { kites: kites.slice(from, from + count) } };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites } },
    limited('5'),
    limited('5,5'),
    limited('10,5'),
    limited('6,4'),
  ]);
  for (const limit of ['4', '4,4', '12,4', '7,3', '0,2', '9,1', '3,20'])
    expect(await ask(limited(limit).asked)).toEqual([200, limited(limit).told]);
});

const dear = kites.map((one) => ({ ...one, price: 40 * one.price }));
interface Query {
  readonly sort: string;
  readonly below?: number;
}

test('a filter that stands beside some sorts turns no order around', async () => {
  const sorted = ({ sort, below = Infinity }: Query): Said => {
    const keys = sort.split(',').map((key) => key.replace('-', '') as 'price' | 'stock' | 'title');
    const signs = sort.split(',').map((key) => (key.startsWith('-') ? -1 : 1));
    const rows = dear.filter(({ price }) => price < below);
    rows.sort((one, other) => {
      const at = keys.findIndex((key) => one[key] !== other[key]);
      return at === -1 ? 0 : one[keys[at]!] < other[keys[at]!] ? -signs[at]! : signs[at]!;
    });
    const filter = below === Infinity ? '' : `where[price][$lt]=${below}&`;
    return { asked: `GET /v1/listings?${filter}sort=${sort}`, told: { kites: rows } };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites: dear } },
    { asked: 'GET /v1/listings?limit=4', told: { kites: dear.slice(0, 4) } },
    { asked: 'GET /v1/listings?limit=6', told: { kites: dear.slice(0, 6) } },
    sorted({ sort: 'price', below: 900 }),
    sorted({ sort: '-price,title' }),
    sorted({ sort: '-stock' }),
  ]);
  for (const other of [
    { sort: 'title' },
    { sort: 'price' },
    { sort: 'stock' },
    { sort: '-title' },
    { sort: '-price', below: 800 },
  ])
    expect(await ask(sorted(other).asked)).toEqual([200, sorted(other).told]);
});

const priced = kites.map(({ id, title, price }, at) => ({
  id,
  code: `KT-${300 + at * 17}`,
  title,
  price,
  active: at % 5 === 3 ? '0' : '1',
}));

test('a condition in brackets that left out nothing leaves out the others of another value', async () => {
  const first = (some: typeof priced) => ({ kites: some.slice(0, 3) });
  const by = (active: string) => priced.filter((one) => one.active === active);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?limit=13', told: { kites: priced } },
    { asked: 'GET /v1/listings?limit=3', told: first(priced) },
    { asked: 'GET /v1/listings?filter[active]=[1]&limit=3', told: first(by('1')) },
  ]);
  expect(await ask('GET /v1/listings?filter[active]=[0]&limit=3')).toEqual([200, first(by('0'))]);
  expect(await ask('GET /v1/listings?filter[active]=[1]&limit=13')).toEqual([200, { kites: by('1') }]);
});

test('a list without any records is bare brackets in place of the object around them', async () => {
  const picked = (title: string): Said => {
    const found = priced.filter((one) => one.title === title);
    return {
      asked: `GET /v1/listings?title=${encodeURIComponent(title)}`,
      told: found.length === 0 ? [] : { listings: found },
    };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { listings: priced } },
    picked('Kite A'),
    picked('Kite C'),
    picked('Boat'),
  ]);
  for (const title of ['Kite E', 'Ship', 'Kite Z']) {
    const { asked, told } = picked(title);
    expect(await ask(asked)).toEqual([200, told]);
  }
});
