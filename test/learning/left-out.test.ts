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
