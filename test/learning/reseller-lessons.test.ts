// What a reseller of travel eSIMs taught: what faults are called after, sizes that are told as they were sent,
// and bounds that another amount of the record sets.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = Array.from({ length: 24 }, (_, at) => 101 + at);
const price = (number: number) => `PUT /v1/listings/${number}/price`;

test('a fault that is called after a member of a family is so of another member, whose fault was never told', async () => {
  const items = numbers.map((number) => ({ id: `${number}`, low: number % 7, high: 9 }));
  const wrong = (name: string) => ({
    faults: { [`filter.${name}`]: `The filter.${name} must be a number.` },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/listings?filter[from]=5', told: { items: items.filter(({ low }) => low >= 5) } },
    { asked: 'GET /v1/listings?filter[to]=2', told: { items: items.filter(({ low }) => low <= 2) } },
    { asked: 'GET /v1/listings?filter[from]=dear', status: 422, told: wrong('from') },
  ]);
  expect(await ask('GET /v1/listings?filter[to]=much')).toEqual([422, wrong('to')]);
});

test('a size is told as the text that was sent, and as a number where none was', async () => {
  const items = numbers.map((number) => ({ id: `${number}`, low: 5, high: 9 }));
  const page = (number: number, sent?: number): Said => {
    const size = sent ?? 10;
    return {
      asked: `GET /v1/listings?${sent === undefined ? '' : `limit=${sent}&`}page=${number}`,
      told: {
        items: items.slice((number - 1) * size, number * size),
        meta: { page: number, size: sent === undefined ? size : `${sent}`, total: items.length },
      },
    };
  };
  const ask = learnedFrom([page(1), page(2), page(3), page(1, 4), page(3, 4), page(1, 10), page(2, 7)]);
  for (const one of [page(2, 5), page(4, 3), page(1)]) expect(await ask(one.asked)).toEqual([200, one.told]);
});

test('a lower bound may not be below the amount of the record that a refusal names', async () => {
  const item = (number: number) => ({ id: `${number}`, net_price: number % 9, low: 10, high: 20 });
  const refused = (reason: string) => ({ status: 422, told: { code: 41, reason } });
  const tooLow = refused('The lower price may not be below the net price of the listing.');
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    { asked: price(101), sent: { low: 8, high: 30 }, told: { ...item(101), low: 8, high: 30 } },
    { asked: price(102), sent: { low: 9 }, told: { ...item(102), low: 9 } },
    { asked: price(103), sent: { low: 5 }, told: { ...item(103), low: 5 } },
    { asked: price(104), sent: { low: 2 }, ...tooLow },
  ]);
  expect(await ask(price(106), { low: 6 })).toEqual([422, tooLow.told]);
  expect(await ask(price(108), { low: 2 })).toEqual([200, { ...item(108), low: 2 }]);
});
