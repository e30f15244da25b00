// What a service says of one bound is said of the other under the other one's name, however its sentences write it.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const items = Array.from({ length: 12 }, (_, at) => ({ id: 101 + at, min_rate: 5 + at, max_rate: 50 + at }));
const price = (id: number) => `PATCH /v1/listings/${id}/price`;
const list: Said = { asked: 'GET /v1/listings', told: { rates: items } };
const written = (at: number, min: number, max: number): Said => ({
  asked: price(items[at]!.id),
  sent: { min_rate: min, max_rate: max },
  told: { ...items[at], min_rate: min, max_rate: max },
});
const refused = (...fault: readonly unknown[]) => ({ status: 422, told: { fault } });
const accepted = [list, written(0, 6, 60), written(1, 7, 61)];

test('a sentence that names one bound in words of its own names the other one where that is at fault', async () => {
  const ask = learnedFrom([
    ...accepted,
    {
      asked: price(103),
      sent: { min_rate: 'much', max_rate: 9 },
      ...refused('Minimum Rate must be a number'),
    },
    { asked: price(104), sent: { min_rate: 4, max_rate: -2 }, ...refused('TOO LOW', 'MAXIMUM-RATE') },
  ]);
  expect(await ask(price(105), { min_rate: 5, max_rate: 'lots' })).toEqual([
    422,
    { fault: ['Maximum Rate must be a number'] },
  ]);
  expect(await ask(price(105), { min_rate: 'few', max_rate: 50 })).toEqual([
    422,
    { fault: ['Minimum Rate must be a number'] },
  ]);
  expect(await ask(price(105), { min_rate: -3, max_rate: 50 })).toEqual([
    422,
    { fault: ['TOO LOW', 'MINIMUM-RATE'] },
  ]);
});

test('words that only look like the name of a bound stay, and so does a sentence that names both', async () => {
  const ask = learnedFrom([
    ...accepted,
    {
      asked: price(103),
      sent: { min_rate: 'much', max_rate: 9 },
      ...refused('A minimum of sense is needed', 'Minimum Rate and Maximum Rate are numbers'),
    },
  ]);
  expect(await ask(price(105), { min_rate: 5, max_rate: 'lots' })).toEqual([
    422,
    { fault: ['A minimum of sense is needed', 'Minimum Rate and Maximum Rate are numbers'] },
  ]);
});

test('a bound whose name is one word is named by it where it stands alone', async () => {
  const own = items.map(({ id, min_rate, max_rate }) => ({
    id,
    rates: { low: { eur: min_rate }, high: { eur: max_rate } },
  }));
  const sent = (low: unknown, high: unknown) => ({ rates: { low: { eur: low }, high: { eur: high } } });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rates: own } },
    { asked: price(101), sent: sent(6, 60), told: { id: 101, ...sent(6, 60) } },
    { asked: price(102), sent: sent(7, 61), told: { id: 102, ...sent(7, 61) } },
    { asked: price(103), sent: sent(75_000, 80_000), ...refused('rates', 'low', 'is far too high') },
    { asked: price(104), sent: sent(76_000, 81_000), ...refused('rates', 'low', 'is far too high') },
  ]);
  expect(await ask(price(105), sent(5, 90_000))).toEqual([
    422,
    { fault: ['rates', 'high', 'is far too high'] },
  ]);
});

test('what is told of whichever bound is at fault says of the other bound what it did', async () => {
  const crossed = (field: string, value: unknown, words: string) =>
    refused(`${field} is ${String(value)}, it ${words}`);
  const ask = learnedFrom([
    ...accepted,
    {
      asked: price(103),
      sent: { max_rate: 0.5 },
      ...crossed('max_rate', 0.5, 'must not be less than min_rate'),
    },
    {
      asked: price(104),
      sent: { max_rate: 0.25 },
      ...crossed('max_rate', 0.25, 'must not be less than min_rate'),
    },
  ]);
  expect(await ask(price(105), { max_rate: 0.75 })).toEqual([
    422,
    { fault: ['max_rate is 0.75, it must not be less than min_rate'] },
  ]);
});
