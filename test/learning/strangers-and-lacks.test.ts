// What a till maker's service and a wholesale marketplace taught: bodies of strangers alone, bounds that are told by the word that
// tells them apart, flags and numbers as parameters, strategies that are shown whole or not at all.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;
const read = (number: number) => `GET /v1/listings/${number}`;
const refused = (error: string, status = 400) => ({ status, told: { error } });

const listing = (number: number, more: object = {}) => ({
  id: `${number}`,
  isNew: number % 2 === 0,
  low_shop_price: number > 109 ? null : 5,
  high_shop_price: 9,
  rule: null,
  ...more,
});
const listings: Said = {
  asked: 'GET /v1/listings',
  told: { items: numbers.map((number) => listing(number)) },
};
const rules: Said = { asked: 'GET /v1/strategies', told: { items: [{ id: 'hold' }, { id: 'beat' }] } };

const writes: readonly Said[] = [
  listings,
  { asked: price(101), sent: { low_shop_price: 4 }, told: listing(101, { low_shop_price: 4 }) },
  {
    asked: price(102),
    sent: { low_shop_price: 4, high_shop_price: 8 },
    told: listing(102, { low_shop_price: 4, high_shop_price: 8 }),
  },
  { asked: price(103), sent: {}, ...refused('There is nothing to change.') },
];

test('a body of strangers alone is as an empty one where strangers are passed over', async () => {
  const ask = learnedFrom([
    ...writes,
    { asked: price(103), sent: { low_shop_price: 3, depth: 2 }, told: listing(103, { low_shop_price: 3 }) },
  ]);
  expect(await ask(price(104), { shape: 'round' })).toEqual([400, { error: 'There is nothing to change.' }]);
  expect(await ask(price(104), { shape: 'round', low_shop_price: 2 })).toEqual([
    200,
    listing(104, { low_shop_price: 2 }),
  ]);
});

test('a body of strangers alone is refused for these where strangers are refused', async () => {
  const ask = learnedFrom([
    ...writes,
    { asked: price(103), sent: { low_shop_price: 3, depth: 2 }, ...refused('What is depth?') },
  ]);
  expect(await ask(price(104), { shape: 'round' })).toEqual([400, { error: 'What is shape?' }]);
});

test('a strategy may need a bound that a sentence tells by the word that tells it from the other', async () => {
  const ask = learnedFrom([
    ...writes,
    rules,
    { asked: strategy(101), sent: { rule: 'hold' }, told: listing(101, { low_shop_price: 4, rule: 'hold' }) },
    {
      asked: strategy(102),
      sent: { rule: 'beat' },
      told: listing(102, { low_shop_price: 4, high_shop_price: 8, rule: 'beat' }),
    },
    {
      asked: strategy(110),
      sent: { rule: 'hold' },
      ...refused('This is for items with a lowest price.', 422),
    },
  ]);
  expect(await ask(strategy(111), { rule: 'beat' })).toEqual([
    422,
    { error: 'This is for items with a lowest price.' },
  ]);
  expect(await ask(strategy(103), { rule: 'beat' })).toEqual([200, listing(103, { rule: 'beat' })]);
});

test('a report run whose name is no id is refused as such a listing is, whatever listings are called', async () => {
  const reports = ['a4f1', 'b7c2', 'c9e3', 'd2a4'].map((id) => ({ id: `${id}-${id}`, done: true }));
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { items: reports.map(({ id }, at) => ({ id: `e${at}${id.slice(2)}`, low: 5, high: 9 })) },
    },
    { asked: 'GET /v1/reports', told: { items: reports } },
    { asked: `GET /v1/reports/${reports[0]!.id}`, told: reports[0] },
    { asked: 'GET /v1/listings/ffff-0000', ...refused('Article not found', 404) },
    { asked: 'GET /v1/listings/lamp', ...refused('An id has two parts') },
    { asked: 'GET /v1/reports/ffff-0000', ...refused('Run not found', 404) },
  ]);
  expect(await ask('GET /v1/reports/newest')).toEqual([400, { error: 'An id has two parts' }]);
  expect(await ask('GET /v1/reports/eeee-1111')).toEqual([404, { error: 'Run not found' }]);
});

test('a strategy that reads show whole is left out where there is none, as its name is in lists', async () => {
  const [hold, beat] = [
    { id: 'hold', kind: 'fixed' },
    { id: 'beat', kind: 'market' },
  ];
  const item = (number: number, rule?: unknown) => ({
    id: `${number}`,
    low: 5,
    high: 9,
    ...(rule !== undefined && { rule }),
  });
  const own = (number: number) => (number % 3 === 0 ? undefined : number % 3 === 1 ? hold : beat);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((one) => item(one, own(one)?.id)) } },
    { asked: 'GET /v1/strategies', told: { items: [hold, beat] } },
    ...[101, 102, 103].map((one): Said => ({ asked: read(one), told: item(one, own(one)) })),
  ]);
  expect(await ask(read(105))).toEqual([200, item(105)]);
  expect(await ask(read(107))).toEqual([200, item(107, beat)]);
  expect(await ask(read(109))).toEqual([200, item(109, hold)]);
});

test('that an order may not be empty says nothing of other orders', async () => {
  const rows = [
    { id: 'hold', name: 'Zed', level: 3 },
    { id: 'beat', name: 'Ann', level: 1 },
    { id: 'wait', name: 'Moe', level: 2 },
  ];
  const items = (...at: readonly number[]) => ({ items: at.map((one) => rows[one]!) });
  const ask = learnedFrom([
    listings,
    {
      asked: 'GET /v1/listings?sort=id:desc',
      told: { items: numbers.toReversed().map((one) => listing(one)) },
    },
    { asked: 'GET /v1/listings?sort=', ...refused('sort may not be empty') },
    { asked: 'GET /v1/strategies', told: items(0, 1, 2) },
    { asked: 'GET /v1/strategies?sort=name:asc', told: items(1, 2, 0) },
  ]);
  expect((await ask.answer('GET /v1/strategies?sort=level:asc')).status).toBe(200);
  expect(await ask('GET /v1/listings?sort=')).toEqual([400, { error: 'sort may not be empty' }]);
});
