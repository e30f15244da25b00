// Null that is sent for a bound and is passed over, which only what is told of the other bound tells.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const item = (number: number, low = 40, high = 90) => ({ id: `${number}`, low, high, plan: 'p1' });
const refused = (status: number, code: string, field: string, reason: string) => ({
  status,
  told: { code, field, reason },
});

const session: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
  { asked: 'GET /v1/strategies', told: { items: [{ id: 'p1' }, { id: 'p2' }] } },
  { asked: price(101), sent: { low: 5, high: 95 }, told: item(101, 5, 95) },
  { asked: price(102), sent: { low: 7 }, told: item(102, 7, 90) },
  { asked: price(103), sent: { high: 70 }, told: item(103, 40, 70) },
  { asked: 'PATCH /v1/listings/104/strategy', sent: { plan: 'p2' }, told: { ...item(104), plan: 'p2' } },
  {
    asked: 'PATCH /v1/listings/104/strategy',
    sent: { plan: null },
    ...refused(400, 'required', 'plan', 'must not be null'),
  },
  { asked: price(105), sent: { low: 60, high: 50 }, ...refused(400, 'crossed', 'low', 'must be at most 50') },
  { asked: price(105), sent: { high: 30 }, ...refused(400, 'crossed', 'low', 'must be at most 30') },
  {
    asked: price(105),
    sent: { low: null, high: 20 },
    ...refused(400, 'crossed', 'low', 'must be at most 20'),
  },
];

test('null for a bound that crosses the other one as it stands is no fault, and leaves the bound', async () => {
  const ask = learnedFrom(session);
  expect(await ask(price(106), { low: null, high: 88 })).toEqual([200, item(106, 40, 88)]);
  expect(await ask(price(107), { low: 12, high: null })).toEqual([200, item(107, 12, 90)]);
  expect(await ask('GET /v1/listings/107')).toEqual([200, item(107, 12, 90)]);
  expect(await ask(price(108), { low: null, high: 25 })).toEqual([
    400,
    { code: 'crossed', field: 'low', reason: 'must be at most 25' },
  ]);
});

test('null for a strategy is refused though null for a bound is not', async () => {
  const ask = learnedFrom(session);
  expect(await ask('PATCH /v1/listings/109/strategy', { plan: null })).toEqual([
    400,
    { code: 'required', field: 'plan', reason: 'must not be null' },
  ]);
});
