// What few answers of a kind tell: how tokens of sorted lists count, what a filter is beside an order, conditions in brackets, amounts
// that only were large, and bounds that a later list did not show.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const rows = Array.from({ length: 13 }, (_, at) => ({
  id: String(20_101 + ((at * 7) % 13) * 137),
  title: `Kite ${'HBFADCIEGKJML'[at]!}`,
  price: 12.5 + ((at * 5) % 13) * 1.25,
  made_at: 1_730_717_934 - at * 86_413,
}));

test('tokens of a sorted list count its pages, though only its first one was seen', async () => {
  const page = (size: number, page: number, sort?: 'price'): Said => {
    const all = sort === undefined ? rows : [...rows].sort((a, b) => a.price - b.price);
    const token = (number: number) => {
      const last = all[(number - 1) * size - 1]!;
      const value = sort === undefined ? 1000 * last.made_at : last.price;
      return Buffer.from(JSON.stringify([value, last.id, number])).toString('base64');
    };
    const pages = Math.ceil(13 / size);
    const after = page === 1 ? '' : `&after=${encodeURIComponent(token(page))}`;
    return {
      asked: `GET /v1/listings?${sort === undefined ? '' : `sort=${sort}&`}per_page=${size}${after}`,
      told: {
        data: all.slice((page - 1) * size, page * size),
        total_count: 13,
        pages: {
          type: 'pages',
          ...(page < pages && { next: { page: page + 1, after: token(page + 1) } }),
          page,
          per_page: size,
          total_pages: pages,
        },
      },
    };
  };
  const ask = learnedFrom([page(4, 1), page(4, 2), page(4, 3), page(4, 4), page(5, 1, 'price')]);
  const { asked, told } = page(3, 2, 'price');
  expect(await ask(asked)).toEqual([200, told]);
});

test('a filter beside a sort by the same leaf is no size', async () => {
  const dear = rows.map((one) => ({ ...one, price: 40 * one.price }));
  const byPrice = [...dear].sort((a, b) => a.price - b.price);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites: dear } },
    {
      asked: 'GET /v1/listings?where[price][$lt]=900&sort=price',
      told: { kites: byPrice.filter(({ price }) => price < 900) },
    },
    {
      asked: 'GET /v1/listings?where[price][$lt]=700&sort=price',
      told: { kites: byPrice.filter(({ price }) => price < 700) },
    },
    { asked: 'GET /v1/listings?sort=-price,title', told: { kites: byPrice.toReversed() } },
  ]);
  expect(await ask('GET /v1/listings?sort=price')).toEqual([200, { kites: byPrice }]);
});

test('a condition in brackets that found nothing finds a code that exists', async () => {
  const coded = rows.map((one, at) => ({
    ...one,
    code: `KT-${300 + at * 17}`,
    active: at % 5 === 3 ? '0' : '1',
  }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites: coded } },
    { asked: 'GET /v1/listings?limit=3', told: { kites: coded.slice(0, 3) } },
    { asked: 'GET /v1/listings?filter[active]=[1]&limit=3', told: { kites: coded.slice(0, 3) } },
    { asked: 'GET /v1/listings?filter[code]=[nothing]', told: { kites: [] } },
  ]);
  expect(await ask('GET /v1/listings?filter[code]=[KT-402]')).toEqual([200, { kites: [coded[6]] }]);
});

const euros = (amount: number | null) =>
  amount === null
    ? null
    : `€${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test('null for a bound takes its text away, though only whole thousands were sent before', async () => {
  const bounded = (at: number, min: number | null, max: number | null) => ({
    id: 301 + at,
    min,
    max,
    min_text: euros(min),
    max_text: euros(max),
  });
  const all = Array.from({ length: 8 }, (_, at) => bounded(at, 12 + at * 3.5, 1_500 + at * 12.25));
  const write = (at: number, sent: object): Said => {
    const { min, max } = { ...all[at]!, ...sent };
    return { asked: `PATCH /v1/listings/${301 + at}/price`, sent, told: { rug: bounded(at, min, max) } };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rugs: all } },
    write(0, { min: 12, max: 1_500 }),
    write(1, { min: 14.5 }),
    write(4, { max: 1_249 }),
    write(2, { min: null }),
  ]);
  const { asked, sent, told } = write(5, { max: null });
  expect(await ask(asked, sent)).toEqual([200, told]);
});

test('a bound that was sent once as an amount and once as null is learned, though a list of few columns came after it', async () => {
  const six = (amount: number | string | null) => Number(amount ?? 0).toFixed(6);
  const all = Array.from({ length: 8 }, (_, at) => ({
    id: 301 + at,
    min: six(12 + at * 3.5),
    max: six(150 + at * 12.25),
  }));
  const write = (at: number, sent: Readonly<Record<string, number | string | null>>): Said => ({
    asked: `PATCH /v1/listings/${301 + at}/price`,
    sent: { listing: { id: 301 + at, ...sent } },
    told: {
      listing: {
        ...all[at]!,
        ...Object.fromEntries(Object.entries(sent).map(([name, own]) => [name, six(own)])),
      },
    },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?display=full', told: { listings: all } },
    write(0, { min: '12.90', max: '149.00' }),
    write(4, { min: 9.5 }),
    write(1, { max: null }),
    { asked: 'GET /v1/listings?display=[id]', told: { listings: all.map(({ id }) => ({ id })) } },
  ]);
  const { asked, sent, told } = write(5, { max: null });
  expect(await ask(asked, sent)).toEqual([200, told]);
});
