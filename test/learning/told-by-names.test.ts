// What short sessions and receipts of writes taught: objects that a receipt tells again, names that decide where values leave it
// open, states that are to blame for whatever was sent.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;
const read = (number: number) => `GET /v1/listings/${number}`;

test('the upper bound is drawn up to the lower one where they cross, and the lower one is taken as it was sent', async () => {
  const item = (number: number, low: number | null = 50, high: number | null = 90) => ({
    id: `${number}`,
    ...(low !== null && { low: low.toFixed(2) }),
    ...(high !== null && { high: high.toFixed(2) }),
  });
  const sent = (low: number, high: number) => ({ low: low.toFixed(2), high: high.toFixed(2) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: price(101), sent: sent(20, 70), told: item(101, 20, 70) },
    { asked: price(102), sent: sent(30, 80), told: item(102, 30, 80) },
    { asked: price(103), sent: sent(40, 35), told: item(103, 40, 40) },
    { asked: price(104), sent: sent(60, 55), told: item(104, 60, 60) },
    { asked: price(104), sent: { high: '30.00' }, told: item(104, 60, 60) },
    { asked: price(105), sent: { low: null, high: '30.00' }, told: item(105, null, 30) },
  ]);
  expect(await ask(price(106), sent(10, 95))).toEqual([200, item(106, 10, 95)]);
  expect(await ask(price(106), sent(70, 65))).toEqual([200, item(106, 70, 70)]);
});

test('a flag that is off where the lower bound lacks is off where the upper one does', async () => {
  const item = (number: number, low: number | null, high: number | null, rule: string | null) => ({
    id: `${number}`,
    low,
    high,
    rule,
    runs: low !== null && high !== null && rule !== null,
  });
  const all = [
    item(101, 5, 9, 'R1'),
    item(102, null, null, 'R1'),
    item(103, 5, 9, null),
    item(104, 5, 9, 'R2'),
    item(105, null, null, null),
    item(106, 5, 9, 'R2'),
  ];
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'R1' }, { id: 'R2' }] } },
    { asked: 'GET /v1/listings', told: { rows: all } },
    { asked: price(101), sent: { low: null, high: 8 }, told: item(101, null, 8, 'R1') },
    { asked: price(102), sent: { low: 4, high: 8 }, told: item(102, 4, 8, 'R1') },
    { asked: price(104), sent: { low: 3, high: 8 }, told: item(104, 3, 8, 'R2') },
    { asked: strategy(103), sent: { rule: 'R2' }, told: item(103, 5, 9, 'R2') },
  ]);
  expect(await ask(price(106), { low: 5, high: null })).toEqual([200, item(106, 5, null, 'R2')]);
});

const money = (amount: number | null) => (amount === null ? null : { amount, currency: 'EUR' });
const bounded = (number: number, low: number | null, high: number | null) => ({
  id: `${number}`,
  bounds: { low: money(low), high: money(high) },
});
const receipt = (number: number, before: readonly (number | null)[], now: readonly (number | null)[]) => {
  const [was, is] = [before, now].map(([low = null, high = null]) => ({
    low: money(low),
    high: money(high),
  }));
  return { id: `${number}`, before: was, now: is };
};
const receipts: readonly Said[] = [
  {
    asked: 'GET /v1/listings',
    told: {
      rows: numbers.map((number) => bounded(number, number > 103 ? 5 : null, number > 103 ? 9 : null)),
    },
  },
  { asked: price(101), sent: { low: money(3), high: money(7) }, told: receipt(101, [null, null], [3, 7]) },
  { asked: read(101), told: bounded(101, 3, 7) },
  { asked: price(104), sent: { low: money(4), high: money(8) }, told: receipt(104, [5, 9], [4, 8]) },
  { asked: read(104), told: bounded(104, 4, 8) },
  { asked: price(102), sent: { high: money(6) }, told: receipt(102, [null, null], [null, 6]) },
  { asked: price(102), sent: { low: money(2) }, told: receipt(102, [null, 6], [2, 6]) },
  { asked: price(105), sent: { low: null, high: money(7) }, told: receipt(105, [5, 9], [null, 7]) },
];

test('an object that a receipt tells as it was is null where there was none', async () => {
  const ask = learnedFrom(receipts);
  expect(await ask(price(103), { low: money(4), high: money(6) })).toEqual([
    200,
    receipt(103, [null, null], [4, 6]),
  ]);
});

test('a write is known to be done though its receipt has null in place of an object', async () => {
  const ask = learnedFrom(receipts, 'end');
  expect(await ask(read(105))).toEqual([200, bounded(105, null, 7)]);
  expect(await ask(read(102))).toEqual([200, bounded(102, 2, 6)]);
});

test('a number that is sent for a strategy is told of in the words for a wrong type elsewhere', async () => {
  const refused = (field: string, message: string) => ({
    status: 422,
    told: { title: 'Validation failed', detail: 'There is an error', errors: [{ field, message }] },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'hold' }, { id: 'beat' }] } },
    {
      asked: 'GET /v1/listings',
      told: { rows: numbers.map((number) => ({ id: `${number}`, low: 5, high: 9, rule: 'hold' })) },
    },
    {
      asked: strategy(101),
      sent: { rule: 'beat' },
      told: { id: '101', low: 5, high: 9, rule: 'beat' },
    },
    {
      asked: price(101),
      sent: { low: 'x', high: 8 },
      ...refused('low', "A number was expected in low, not 'x'"),
    },
    {
      asked: price(102),
      sent: { low: 4, high: true },
      ...refused('high', "A number was expected in high, not 'true'"),
    },
    { asked: strategy(101), sent: { rule: 'no-such' }, ...refused('rule', "There is no strategy 'no-such'") },
    { asked: strategy(102), sent: { rule: 'other' }, ...refused('rule', "There is no strategy 'other'") },
    {
      asked: strategy(101),
      sent: { rule: 17 },
      ...refused('rule', "A string was expected in rule, not '17'"),
    },
  ]);
  expect(await ask(strategy(103), { rule: 44 })).toEqual([
    422,
    refused('rule', "A string was expected in rule, not '44'").told,
  ]);
});

test('a state is to blame for all that was refused in the same words, though each could have had a fault of its own', async () => {
  const item = (number: number, low = 20, high = 90) => ({
    id: `${number}`,
    state: number > 103 ? 3 : number > 102 ? 2 : 1,
    low,
    high,
  });
  const readOnly = { status: 409, told: { message: 'This listing is read-only.' } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: price(101), sent: { low: 30, high: 60 }, told: item(101, 30, 60) },
    { asked: price(102), sent: { low: 40, high: 70 }, told: item(102, 40, 70) },
    { asked: price(103), sent: { low: 50, high: 80 }, told: item(103, 50, 80) },
    { asked: price(104), sent: { low: 60, high: 40 }, ...readOnly },
    { asked: price(104), sent: { low: 'cheap', high: 40 }, ...readOnly },
    { asked: price(105), sent: { low: 10, high: 60 }, ...readOnly },
    { asked: price(104), sent: { low: 12, high: 60 }, ...readOnly },
  ]);
  expect(await ask(price(106), { low: 35, high: 60 })).toEqual([409, readOnly.told]);
  expect(await ask(price(101), { low: 35, high: 65 })).toEqual([200, item(101, 35, 65)]);
});

test('null that stands for what would be shown whole is nothing where only names are shown', async () => {
  const rules = [
    { id: 'hold', title: 'Hold' },
    { id: 'beat', title: 'Beat' },
  ];
  const item = (number: number) => ({ id: `${number}`, ...(number < 104 && { rule: 'hold' }) });
  const whole = (number: number) => ({ id: `${number}`, rule: number < 104 ? rules[0] : null });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/strategies', told: { rows: rules } },
      { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
      { asked: 'GET /v1/listings?expand=rule', told: { rows: numbers.map(whole) } },
    ],
    'end',
  );
  expect(await ask('GET /v1/listings')).toEqual([200, { rows: numbers.map(item) }]);
  expect(await ask('GET /v1/listings?expand=rule')).toEqual([200, { rows: numbers.map(whole) }]);
});

test('what a single write tells is that of its name where values leave it open', async () => {
  const item = (number: number, low: number, rule: string) => ({ id: `${number}`, low, rule });
  const told = (was: object, is: object) => ({ was, is });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'hold' }, { id: 'beat' }] } },
    {
      asked: 'GET /v1/listings',
      told: { rows: [item(101, 0, ''), item(102, 0, 'hold'), item(103, 7, 'beat')] },
    },
    { asked: price(101), sent: { low: 5 }, told: told({ low: 0 }, { low: 5 }) },
    { asked: read(101), told: item(101, 5, '') },
    { asked: strategy(101), sent: { rule: 'hold' }, told: told({ rule: '' }, { rule: 'hold' }) },
    { asked: read(101), told: item(101, 5, 'hold') },
  ]);
  expect(await ask(price(103), { low: 6 })).toEqual([200, told({ low: 7 }, { low: 6 })]);
  expect(await ask(strategy(103), { rule: 'hold' })).toEqual([200, told({ rule: 'beat' }, { rule: 'hold' })]);
  expect(await ask(read(103))).toEqual([200, item(103, 6, 'hold')]);
});
