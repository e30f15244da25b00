// What a consignment add-on of today taught: refusals that list what there is, bounds that are told by their own words, what is
// shown of those who are behind several listings.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;

test('a bound that any strategy needs is told by the word of its name that the other bound has not got', async () => {
  const listing = (id: number, min: number | null, rule: number | null) => ({
    id,
    floorPrice: min,
    ceilingPrice: 90,
    ruleId: rule,
  });
  const needed = {
    status: 422,
    told: { code: 'NEEDED', message: 'A listing with a rule needs a floor price' },
  };
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: {
        data: numbers.map((id) =>
          listing(id, id > 109 ? null : 5, id % 2 === 0 && id < 110 ? 1 + (id % 3) : null),
        ),
      },
    },
    {
      asked: 'GET /v1/strategies',
      told: { data: ['Low', 'High', 'Late'].map((name, at) => ({ id: at + 1, name, on: at < 2 })) },
    },
    { asked: price(102), sent: { floorPrice: 7 }, told: listing(102, 7, 1) },
    { asked: price(101), sent: { floorPrice: null }, told: listing(101, null, null) },
    { asked: price(103), sent: { ceilingPrice: 80 }, told: { ...listing(103, 5, null), ceilingPrice: 80 } },
    { asked: strategy(105), sent: { ruleId: 2 }, told: listing(105, 5, 2) },
    { asked: strategy(106), sent: { ruleId: null }, told: listing(106, 5, null) },
    { asked: price(104), sent: { floorPrice: null }, ...needed },
    { asked: strategy(111), sent: { ruleId: 2 }, ...needed },
  ]);
  expect(await ask(price(108), { floorPrice: null })).toEqual([422, needed.told]);
  expect(await ask(strategy(112), { ruleId: 1 })).toEqual([422, needed.told]);
  expect(await ask(price(107), { floorPrice: null })).toEqual([200, listing(107, null, null)]);
  expect(await ask(strategy(109), { ruleId: 1 })).toEqual([200, listing(109, 5, 1)]);
});

test('the kind of strategies that needs a bound is known, though no answer says what the kind is called', async () => {
  const ids = Array.from({ length: 8 }, (_, at) => 101 + at);
  const item = (id: number, more: object = {}) => ({
    id,
    floor_price: null,
    top_price: 90,
    rule_id: null,
    ...more,
  });
  const kinds = ['rival', 'sales', 'rival', 'sales', 'margin', 'rival'];
  const rules = kinds.map((kind, at) => ({ id: 7 + at, kind, name: `Rule ${String.fromCharCode(65 + at)}` }));
  const put = (id: number, rule: number, isRefused = false): Said => ({
    asked: `PATCH /v1/listings/${id}/strategy`,
    sent: { rule_id: rule },
    ...(isRefused
      ? { status: 422, told: { error: 'Set a floor price first' } }
      : { told: item(id, { rule_id: rule }) }),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: ids.map((id) => item(id)) } },
    { asked: 'GET /v1/strategies', told: { items: rules } },
    {
      asked: 'PATCH /v1/listings/108/price',
      sent: { floor_price: 5, top_price: 80 },
      told: item(108, { floor_price: 5, top_price: 80 }),
    },
    put(101, 8),
    put(102, 11),
    put(103, 10),
    put(104, 7, true),
  ]);
  const write = (id: number, rule: number) => ask(`PATCH /v1/listings/${id}/strategy`, { rule_id: rule });
  expect(await write(105, 9)).toEqual([422, { error: 'Set a floor price first' }]);
  expect(await write(105, 12)).toEqual([422, { error: 'Set a floor price first' }]);
  expect(await write(106, 10)).toEqual([200, item(106, { rule_id: 10 })]);
});

test.each([
  (value: string) => `Invalid enum value. Expected 'createdAt' | 'price' | 'title', received '${value}'`,
  () => 'Invalid option: expected one of "createdAt"|"price"|"title"',
  (value: string) => `Input should be 'createdAt', 'price' or 'title', not '${value}'`,
  (value: string) => `sort must be one of [createdAt, price, title] but is ${value}`,
])(
  'an order by a member that a refusal does not list among all orders is refused as an unknown one',
  async (words) => {
    const data = numbers.map((id) => ({
      id,
      title: `Pair ${(id * 7) % 12}`,
      size: (id * 5) % 12,
      price: (id * 11) % 13,
      createdAt: `2026-01-${10 + ((id * 3) % 17)}T10:00:00Z`,
    }));
    const by = (name: 'title' | 'price') => [...data].sort((a, b) => (a[name] < b[name] ? -1 : 1));
    const refused = (value: string) => ({ status: 400, told: { fieldErrors: { sort: [words(value)] } } });
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { data } },
      { asked: 'GET /v1/listings?sort=price', told: { data: by('price') } },
      { asked: 'GET /v1/listings?sort=colour', ...refused('colour') },
    ]);
    expect(await ask('GET /v1/listings?sort=size')).toEqual([400, refused('size').told]);
    expect(await ask('GET /v1/listings?sort=title')).toEqual([200, { data: by('title') }]);
  },
);

test('what is told of a number is not what is told of an id, though most of both answers is the same', async () => {
  const refused = (field: string, fault: string) => ({
    status: 400,
    told: {
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Invalid request body',
        details: { formErrors: [], fieldErrors: { [field]: [fault] } },
      },
    },
  });
  const rule = (at: number) => ({ id: `cm${at}3kx90qab7d${at}`, name: `Rule ${at}` });
  const listing = (id: number, ruleId: string | null = null) => ({ id, low: 5, high: 9, ruleId });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { data: numbers.map((id) => listing(id)) } },
    { asked: 'GET /v1/strategies', told: { data: [1, 2, 3].map(rule) } },
    { asked: price(101), sent: { low: 4 }, told: { ...listing(101), low: 4 } },
    { asked: strategy(102), sent: { ruleId: rule(1).id }, told: listing(102, rule(1).id) },
    { asked: price(103), sent: { low: true }, ...refused('low', 'Expected number, received boolean') },
    { asked: price(103), sent: { low: 'few' }, ...refused('low', 'Expected number, received string') },
    { asked: strategy(103), sent: { ruleId: 'best' }, ...refused('ruleId', 'Invalid cuid') },
    { asked: strategy(103), sent: { ruleId: 17 }, ...refused('ruleId', 'Expected string, received number') },
  ]);
  expect(await ask(strategy(104), { ruleId: 'last' })).toEqual([400, refused('ruleId', 'Invalid cuid').told]);
  expect(await ask(strategy(104), { ruleId: 23 })).toEqual([
    400,
    refused('ruleId', 'Expected string, received number').told,
  ]);
  expect(await ask(strategy(104), { ruleId: true })).toEqual([
    400,
    refused('ruleId', 'Expected string, received boolean').told,
  ]);
});

test.each(['asc', 'desc'])(
  'an order by a member that is the same on the page that was seen, %s, is by that member',
  async (way) => {
    const brands = ['Zembro', 'Halvik', 'Norrast'];
    const data = numbers.map((id) => ({
      id,
      brand: brands[(id * 5) % 3]!,
      price: (id * 11) % 13,
      low: 5,
      high: 9,
    }));
    // Records of the same value stand by their ids, though the usual list has the latest first.
    const by = (name: 'brand' | 'price', order: string) =>
      [...data].sort(
        (a, b) => (a[name] < b[name] ? -1 : a[name] > b[name] ? 1 : 0) * (order === 'asc' ? 1 : -1),
      );
    const page = (name: 'brand' | 'price', order: string, size: number) => ({
      asked: `GET /v1/listings?sort=${name}&order=${order}&size=${size}`,
      told: { data: by(name, order).slice(0, size) },
    });
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { data: [...data].reverse() } },
      page('price', 'asc', 12),
      page('price', 'desc', 6),
      page('brand', way, 4),
    ]);
    const again = page('brand', way, 9);
    expect(await ask(again.asked)).toEqual([200, again.told]);
    const other = page('brand', way === 'asc' ? 'desc' : 'asc', 4);
    const [, told] = (await ask(other.asked)) as [number, typeof other.told];
    expect(told.data.map(({ brand }) => brand)).toEqual(other.told.data.map(({ brand }) => brand));
  },
);
