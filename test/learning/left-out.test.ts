// Lists that leave records out unless they are asked for, and what may be compared with what.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const goods = Array.from({ length: 7 }, (_, at) => ({
  id: `g-${at + 20}`,
  cost: at * 3 + 4,
  shelf: at % 2 === 0 ? 'low' : 'high',
  ...(at % 3 === 2 ? { gone: `2026-01-0${at + 1}T08:00:00Z` } : {}),
  may: [{ do: 'price' }, { do: at % 2 === 0 ? 'follow' : 'leave' }],
  rule: at % 2 === 0 ? null : 'r-1',
}));
type Goods = (typeof goods)[number];
const list = (found: readonly Goods[], from = 0, to = found.length) => ({
  found: found.length,
  goods: found.slice(from, to),
});
const shown = goods.filter((one) => !('gone' in one));

const ask = learnedFrom([
  { asked: 'GET /v1/listings', told: list(shown) },
  { asked: 'GET /v1/listings?size=3', told: list(shown, 0, 3) },
  { asked: 'GET /v1/listings?size=3&from=3', told: list(shown, 3) },
  { asked: 'GET /v1/listings?gone=yes', told: list(goods) },
  { asked: 'GET /v1/listings?below=12', told: list(shown.filter(({ cost }) => cost < 12)) },
  { asked: 'GET /v1/listings?below=9', told: list(shown.filter(({ cost }) => cost < 9)) },
  { asked: 'GET /v1/listings?below=dear', status: 400, told: { wrong: 'below: dear is no number' } },
  { asked: 'GET /v1/strategies', told: [{ id: 'r-1' }, { id: 'r-2' }] },
  {
    asked: 'PATCH /v1/listings/g-20/strategy',
    sent: { rule: 'r-1' },
    told: { ...goods[0], rule: 'r-1', may: goods[1]!.may },
  },
  {
    asked: 'PATCH /v1/listings/g-21/strategy',
    sent: { rule: null },
    told: { ...goods[1], rule: null, may: goods[0]!.may },
  },
  {
    asked: 'PATCH /v1/listings/g-23/strategy',
    sent: { rule: 'r-2' },
    told: { ...goods[3], rule: 'r-2' },
  },
]);

describe('records that the usual list leaves out', () => {
  test('are known by a member of theirs, in other lists, too', async () => {
    expect(await ask('GET /v1/listings?below=11')).toEqual([
      200,
      list(shown.filter(({ cost }) => cost < 11)),
    ]);
    expect(await ask('GET /v1/listings')).toEqual([200, list(shown)]);
    expect(await ask('GET /v1/listings?gone=yes')).toEqual([200, list(goods)]);
  });
});

test('a number is not compared with a word', async () => {
  expect(await ask('GET /v1/listings?below=much')).toEqual([400, { wrong: 'below: much is no number' }]);
});

test('a word that the lists of records say again and again is told as it is', async () => {
  expect(await ask('PATCH /v1/listings/g-25/strategy', { rule: null })).toEqual([
    200,
    { ...goods[5], rule: null, may: goods[0]!.may },
  ]);
});

test('an object goes with the last that stands in it, and comes with the first', async () => {
  interface Range {
    readonly low?: string | null;
    readonly high?: string | null;
  }
  const item = (number: number, range?: Range) => ({ id: `item-${number}`, name: `Cup ${number}`, range });
  const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
  const both = { low: '5.00', high: '90.00' };
  const items = [101, 102, 103, 104, 105, 106].map((number) =>
    item(number, number === 106 ? undefined : both),
  );
  const sent = (range: Range | null) => ({ range });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    {
      asked: price(101),
      sent: sent({ low: '6.00', high: '80.00' }),
      told: item(101, { low: '6.00', high: '80.00' }),
    },
    { asked: price(102), sent: sent({ low: '7.50' }), told: item(102, { low: '7.50', high: '90.00' }) },
    { asked: price(102), sent: sent({ low: null }), told: item(102, { high: '90.00' }) },
    { asked: price(103), sent: sent(null), told: item(103) },
    { asked: 'GET /v1/listings/item-103', told: item(103) },
  ]);
  expect(await ask(price(104), sent(null))).toEqual([200, item(104)]);
  expect(await ask(price(105), sent({ low: null }))).toEqual([200, item(105, { high: '90.00' })]);
  expect(await ask(price(105), sent({ high: null }))).toEqual([200, item(105)]);
  expect(await ask(price(106), sent({ low: '4.00' }))).toEqual([200, item(106, { low: '4.00' })]);
});
