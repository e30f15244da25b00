// What records name, shown whole where that is asked for: the same for all that name the same.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const makers = [
  { id: 'M7', title: 'Oskelby', city: 'Turku' },
  { id: 'M9', title: 'Velmora', city: 'Porto' },
];
const item = (number: number) => ({ id: `${number}`, price: number - 90, maker_id: makers[number % 2]!.id });
const whole = (number: number) => ({ ...item(number), maker: makers[number % 2]! });
const numbers = [101, 102, 103, 104, 105, 106];

test('what one record was shown with is shown with others that name it', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
    { asked: 'GET /v1/listings?size=2', told: { rows: numbers.slice(0, 2).map(item) } },
    { asked: 'GET /v1/listings?size=2&show=maker', told: { rows: numbers.slice(0, 2).map(whole) } },
    { asked: 'GET /v1/listings?size=3&show=maker', told: { rows: numbers.slice(0, 3).map(whole) } },
    { asked: 'GET /v1/listings/102', told: item(102) },
    { asked: 'GET /v1/listings/103?show=maker', told: whole(103) },
  ]);
  expect(await ask('GET /v1/listings/105?show=maker')).toEqual([200, whole(105)]);
  expect(await ask('GET /v1/listings?size=5&show=maker')).toEqual([
    200,
    { rows: numbers.slice(0, 5).map(whole) },
  ]);
  expect(await ask('GET /v1/listings/105')).toEqual([200, item(105)]);
});
