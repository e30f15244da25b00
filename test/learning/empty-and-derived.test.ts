// What a car hire distributor taught: lists that are null where they find nothing, amounts that follow from others, faults that
// are told a line each under names written otherwise.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
const read = (number: number) => `GET /v1/listings/${number}`;
const price = (number: number) => `PUT /v1/listings/${number}/price`;

test('null stands in place of a list that finds nothing, where it did before, and so in a list that never was empty', async () => {
  const items = numbers.map((number) => ({ id: number, town: number % 2 === 0 ? 'Faro' : 'Nice', low: 5 }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rates: items, count: 12 } },
    {
      asked: 'GET /v1/listings?town=Faro',
      told: { rates: items.filter(({ town }) => town === 'Faro'), count: 6 },
    },
    { asked: 'GET /v1/listings?town=Rome', told: { rates: null, count: 0 } },
    {
      asked: 'GET /v1/strategies',
      told: {
        rules: [
          { id: 1, kind: 'a' },
          { id: 2, kind: 'b' },
          { id: 3, kind: 'a' },
          { id: 4, kind: 'b' },
        ],
      },
    },
    {
      asked: 'GET /v1/strategies?kind=a',
      told: {
        rules: [
          { id: 1, kind: 'a' },
          { id: 3, kind: 'a' },
        ],
      },
    },
  ]);
  expect(await ask('GET /v1/listings?town=Oslo')).toEqual([200, { rates: null, count: 0 }]);
  expect(await ask('GET /v1/listings?town=Rome')).toEqual([200, { rates: null, count: 0 }]);
  expect(await ask('GET /v1/listings?town=Nice')).toEqual([
    200,
    { rates: items.filter(({ town }) => town === 'Nice'), count: 6 },
  ]);
  expect(await ask('GET /v1/strategies?kind=c')).toEqual([200, { rules: null }]);
});

test('a flag that was false with every page is false of an empty list, too, unless its name says that there is nothing', async () => {
  const items = numbers.map((number) => ({ id: number, town: number % 2 === 0 ? 'Faro' : 'Nice', low: 5 }));
  const page = (records: readonly object[], from: number, isNone = false) => ({
    rates: records.slice(from, from + 5),
    total: records.length,
    slow: false,
    hasNone: isNone,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(items, 0) },
    { asked: 'GET /v1/listings?page=2', told: page(items, 5) },
    { asked: 'GET /v1/listings?page=3', told: page(items, 10) },
    {
      asked: 'GET /v1/listings?town=Faro',
      told: page(
        items.filter(({ town }) => town === 'Faro'),
        0,
      ),
    },
  ]);
  expect(await ask('GET /v1/listings?town=Oslo')).toEqual([200, page([], 0, true)]);
});

test('a list that was seen empty stays a list', async () => {
  const items = numbers.map((number) => ({ id: number, town: number % 2 === 0 ? 'Faro' : 'Nice', low: 5 }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rates: items } },
    { asked: 'GET /v1/listings?town=Faro', told: { rates: items.filter(({ town }) => town === 'Faro') } },
    { asked: 'GET /v1/listings?town=Rome', told: { rates: [] } },
  ]);
  expect(await ask('GET /v1/listings?town=Oslo')).toEqual([200, { rates: [] }]);
});

const rates = [41.5, 63.2, 38.9, 77.1, 52.4, 90.3, 44.7, 61.8, 35.6, 80.9, 57.3, 49.2];
const item = (number: number) => ({ id: number, daily: rates[number - 101]!, low: null, high: null });
const net = (number: number) => Math.round(rates[number - 101]! * 70) / 100;

test('an amount that only reads show, and that is the same share of one that lists show, is so in other records', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rates: numbers.map(item) } },
    ...[101, 102, 104, 105, 107, 108].map((number): Said => ({
      asked: read(number),
      told: { ...item(number), net: net(number) },
    })),
  ]);
  for (const number of [103, 106, 109, 110, 111, 112])
    expect(await ask(read(number))).toEqual([200, { ...item(number), net: net(number) }]);
});

test('an amount that is now this and now that share of another does not follow from it', async () => {
  const share = (number: number) => Math.round(rates[number - 101]! * (number % 2 === 0 ? 70 : 71)) / 100;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rates: numbers.map(item) } },
    ...[101, 102, 104, 105, 107, 108].map((number): Said => ({
      asked: read(number),
      told: { ...item(number), net: share(number) },
    })),
  ]);
  expect(await ask(read(103))).toEqual([200, item(103)]);
});

const fault = (field: string, tag: string) => `'Price.${field}' failed on the '${tag}' tag`;
const refused = (...faults: readonly string[]): Pick<Said, 'status' | 'told'> => ({
  status: 400,
  told: { error: faults.join('\n'), code: 'invalid' },
});

test('faults that stand in lines under names written otherwise are each told alone, and together', async () => {
  const listing = { id: 101, min_rate: 5, max_rate: 9 };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rates: numbers.map((number) => ({ ...listing, id: number })) } },
    {
      asked: price(102),
      sent: { min_rate: 4, max_rate: 8 },
      told: { ...listing, id: 102, min_rate: 4, max_rate: 8 },
    },
    {
      asked: price(101),
      sent: { min_rate: 0, max_rate: 2500 },
      ...refused(fault('MinRate', 'gt'), fault('MaxRate', 'lte')),
    },
    { asked: price(101), sent: { min_rate: -4 }, ...refused(fault('MinRate', 'gt')) },
    { asked: price(101), sent: { max_rate: 9000 }, ...refused(fault('MaxRate', 'lte')) },
  ]);
  expect(await ask(price(101), { min_rate: 0, max_rate: 7 })).toEqual([
    400,
    refused(fault('MinRate', 'gt')).told,
  ]);
  expect(await ask(price(101), { min_rate: -1, max_rate: 0 })).toEqual([
    400,
    refused(fault('MinRate', 'gt'), fault('MaxRate', 'gt')).told,
  ]);
  expect(await ask(price(101), { min_rate: 3000 })).toEqual([400, refused(fault('MinRate', 'lte')).told]);
});

test.each([
  ['is left out', {}],
  ['is null', { min_rate: null }],
])(
  'whoever follows any strategy must have a bound, and a write in which it %s is refused',
  async (_, lacking) => {
    const listing = (id: number, min: number | null, rule: number | null) => ({
      id,
      state: id > 110 ? 'closed' : 'open',
      min_rate: min,
      max_rate: 90,
      rule_id: rule,
    });
    const closed = (id: number) => ({
      status: 409,
      told: { error: `rate ${id} is closed`, code: 'rate_closed' },
    });
    const needed = (id: number) => ({
      status: 422,
      told: { error: `rate ${id} has a rule and needs a min_rate`, code: 'min_rate_required' },
    });
    const put = (id: number, sent: object, told: object): Said => ({ asked: price(id), sent, told });
    const ask = learnedFrom([
      {
        asked: 'GET /v1/listings',
        told: {
          rates: numbers.map((number) => listing(number, 5, number % 2 === 0 ? 1 + (number % 3) : null)),
        },
      },
      {
        asked: 'GET /v1/strategies',
        told: { rules: ['Low', 'High', 'Late'].map((name, at) => ({ id: at + 1, name, on: at < 2 })) },
      },
      put(102, { min_rate: 7, max_rate: 80 }, { ...listing(102, 7, 1), max_rate: 80 }),
      put(101, { max_rate: 80, ...lacking }, { ...listing(101, null, null), max_rate: 80 }),
      put(103, { min_rate: 6 }, { ...listing(103, 6, null), max_rate: null }),
      { asked: 'PUT /v1/listings/105/strategy', sent: { rule_id: 2 }, told: listing(105, 5, 2) },
      { asked: price(104), sent: { max_rate: 70, ...lacking }, ...needed(104) },
      { asked: price(111), sent: { min_rate: 6, max_rate: 70 }, ...closed(111) },
      { asked: 'PUT /v1/listings/112/strategy', sent: { rule_id: 2 }, ...closed(112) },
    ]);
    expect(await ask(price(108), { max_rate: 60, ...lacking })).toEqual([422, needed(108).told]);
    expect(await ask(price(112), { max_rate: 60, ...lacking })).toEqual([409, closed(112).told]);
    expect(await ask(price(110), { max_rate: 60, min_rate: 8 })).toEqual([
      200,
      { ...listing(110, 8, 3), max_rate: 60 },
    ]);
    expect(await ask(price(107), { max_rate: 60, ...lacking })).toEqual([
      200,
      { ...listing(107, null, null), max_rate: 60 },
    ]);
  },
);
