// What becomes of a record by a write of which hardly more than one was seen: the records as they stand tell the rest.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const read = (number: number) => `GET /v1/listings/item-${number}`;
const numbers = Array.from({ length: 12 }, (_, at) => at + 1);

describe('a member that follows from others in all records', () => {
  const item = (number: number, low: number, high: number) => ({
    id: `item-${number}`,
    cost: 50,
    low,
    high,
    width: high - low,
    place: high < 50 ? 'under' : low > 50 ? 'over' : 'inside',
  });
  const usual = (number: number) => item(number, 7 * number, 9 * number + 11);
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: numbers.map(usual) } },
    { asked: price(3), sent: { low: 20, high: 60 }, told: item(3, 20, 60) },
  ];

  test('follows from them after a write, of which one alone was seen', async () => {
    const ask = learnedFrom(session);
    expect(await ask(price(4), { low: 61, high: 99 })).toEqual([200, item(4, 61, 99)]);
    expect(await ask(price(5), { low: 3, high: 8 })).toEqual([200, item(5, 3, 8)]);
    expect(await ask(price(12), { low: 9, high: 51 })).toEqual([200, item(12, 9, 51)]);
  });

  test('stands there again as of the end', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask(price(3), { low: 20, high: 61 })).toEqual([200, item(3, 20, 61)]);
  });
});

test('a word that only tells whether there are bounds is not told by the side on which an id lies', async () => {
  const item = (number: number, low: number | null, high: number | null, on: boolean) => ({
    id: 9000 + number,
    low,
    high,
    on,
  });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: {
        items: numbers.map((number) =>
          number % 3 === 0 ? item(number, null, null, false) : item(number, number, 40 + number, true),
        ),
      },
    },
    { asked: 'PATCH /v1/listings/9001/price', sent: { low: 20, high: 60 }, told: item(1, 20, 60, true) },
    { asked: 'PATCH /v1/listings/9002/price', sent: { low: 21, high: 61 }, told: item(2, 21, 61, true) },
  ]);
  expect(await ask('PATCH /v1/listings/9003/price', { low: 22, high: 62 })).toEqual([
    200,
    item(3, 22, 62, false),
  ]);
});

test('an object that one write set is made of the object that was sent, and never drawn at random', async () => {
  const money = (amount: string) => ({ amount, currency: 'EUR' });
  const item = (number: number, low = `${number}.00`, high = `${number + 60}.50`) => ({
    id: `item-${number}`,
    low: money(low),
    high: money(high),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
    {
      asked: price(3),
      sent: { low: money('14.00'), high: money('88.00') },
      status: 202,
      told: { done: true },
    },
    { asked: read(3), told: item(3, '14.00', '88.00') },
  ]);
  expect(await ask(price(5), { low: money('15.10'), high: money('71.00') })).toEqual([202, { done: true }]);
  expect(await ask(read(5))).toEqual([200, item(5, '15.10', '71.00')]);
});

test('null that was sent for a bound leaves the number there that stands for none', async () => {
  const amount = (cents: number) => ({ cents, shown: `€${(cents / 100).toFixed(2)}` });
  const item = (number: number, low = 100 * number, high = 10_000 + number) => ({
    id: `item-${number}`,
    low: amount(low),
    high: amount(high),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
    { asked: price(1), sent: { low: { cents: 250 }, high: { cents: 8_800 } }, told: item(1, 250, 8_800) },
    { asked: price(2), sent: { low: { cents: 310 }, high: { cents: 9_100 } }, told: item(2, 310, 9_100) },
    { asked: price(3), sent: { low: null, high: { cents: 7_700 } }, told: item(3, 0, 7_700) },
    { asked: price(4), sent: { low: { cents: 395 }, high: { cents: 9_300 } }, told: item(4, 395, 9_300) },
  ]);
  expect(await ask(price(5), { low: null, high: { cents: 6_600 } })).toEqual([200, item(5, 0, 6_600)]);
  expect(await ask(price(5), { low: { cents: 120 }, high: { cents: 6_600 } })).toEqual([
    200,
    item(5, 120, 6_600),
  ]);
});

test('an amount of a thousand is grouped where any record shows one so', async () => {
  const amount = (number: number) =>
    `€${number.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const item = (number: number, high: number) => ({ id: `item-${number}`, high: amount(high) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number, 300 * number)) } },
    { asked: price(1), sent: { high: 250.5 }, told: item(1, 250.5) },
    { asked: price(2), sent: { high: 310.25 }, told: item(2, 310.25) },
  ]);
  expect(await ask(price(3), { high: 75_000 })).toEqual([200, item(3, 75_000)]);
});

test('one write is too few to tell that a number counts the writes', async () => {
  const item = (number: number, mark: number) => ({ id: `item-${number}`, low: number, mark });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number, 7 * number)) } },
    { asked: price(1), sent: { low: 20 }, told: { ...item(1, 74), low: 20 } },
  ]);
  const first = await ask(price(2), { low: 21 });
  expect(await ask(price(2), { low: 22 })).toEqual([200, { ...(first as [number, object])[1], low: 22 }]);
});

test('members whose names have spaces follow from each other, and dust of binary fractions is no other number', async () => {
  const item = (number: number, low: number, high: number) => ({
    id: `item-${number}`,
    'my price': Math.min(Math.max(50, low), high),
    'low end': low,
    'high end': high,
    'price range': high - low,
  });
  const usual = (number: number) => item(number, 7.1 * number, 9.3 * number + 11);
  const sent = (low: number, high: number) => ({ 'low end': low, 'high end': high });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(usual) } },
    { asked: price(3), sent: sent(60, 80), told: item(3, 60, 80) },
    { asked: price(7), sent: sent(20, 30), told: item(7, 20, 30) },
    { asked: price(8), sent: sent(25, 75), told: { ...item(8, 25, 75), 'my price': usual(8)['my price'] } },
  ]);
  expect(await ask(price(4), sent(61, 99))).toEqual([200, item(4, 61, 99)]);
  expect(await ask(price(5), sent(3, 8))).toEqual([200, item(5, 3, 8)]);
});

describe('an answer to a strategy', () => {
  const rule = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  const sessionWith = (told: (number: number, id: string | null) => unknown): readonly Said[] => [
    {
      asked: 'GET /v1/listings',
      told: {
        items: numbers.map((number) => ({ id: `item-${number}`, name: `Cup ${number}`, rule: 'bold' })),
      },
    },
    { asked: 'GET /v1/strategies', told: { items: [{ id: 'bold' }, { id: 'calm' }] } },
    ...(
      [
        [1, 'calm'],
        [2, 'bold'],
        [3, null],
      ] as const
    ).map(([number, id]): Said => ({ asked: rule(number), sent: { rule: id }, told: told(number, id) })),
  ];

  test('has another word where null was sent', async () => {
    const ask = learnedFrom(
      sessionWith((number, id) => ({ item: `item-${number}`, is: id === null ? 'OFF' : 'ON' })),
    );
    expect(await ask(rule(4), { rule: 'bold' })).toEqual([200, { item: 'item-4', is: 'ON' }]);
    expect(await ask(rule(5), { rule: null })).toEqual([200, { item: 'item-5', is: 'OFF' }]);
  });

  test('has another sentence, which tells what was sent', async () => {
    const told = (number: number, id: string | null) => ({
      note: id === null ? `item-${number} is free.` : `Rule ${id} holds for item-${number}.`,
    });
    const ask = learnedFrom(sessionWith(told));
    expect(await ask(rule(4), { rule: 'bold' })).toEqual([200, told(4, 'bold')]);
    expect(await ask(rule(5), { rule: null })).toEqual([200, told(5, null)]);
  });

  test('is no record where it has the id and a word that no record has', async () => {
    const told = (number: number, id: string | null) => ({
      id: `item-${number}`,
      is: id === null ? 'OFF' : 'ON',
      ...(id !== null && { by: id, since: 'today' }),
    });
    const ask = learnedFrom(sessionWith(told));
    expect(await ask(rule(4), { rule: 'bold' })).toEqual([200, told(4, 'bold')]);
    expect(await ask(rule(5), { rule: null })).toEqual([200, told(5, null)]);
  });
});
