// What ends of ranges and orders by change tell: both ends are refused in the same words, the first page of a list is no proof that
// a parameter does nothing, and an order that writes have made is made anew.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = Array.from({ length: 24 }, (_, at) => 101 + at);
const moment = (day: number) => `2025-03-${String(day).padStart(2, '0')}T08:00:00Z`;
const isNew = (number: number) => number % 3 === 0;
const item = (number: number, changed = moment(number - 100)) => ({
  id: `${number}`,
  cost: ((number * 7) % 90) + 10,
  low: 5,
  high: 9,
  isNew: isNew(number),
  changed,
});
const newestFirst = numbers.map((number) => item(number)).toReversed();

test('what is told of one end of a range, and names no parameter, is told of the other end', async () => {
  const refused = (kind: string): Pick<Said, 'status' | 'told'> => ({
    status: 400,
    told: { message: `Cannot convert String to ${kind}`, code: 'BAD_VALUE' },
  });
  const costly = (from: number) => numbers.map((number) => item(number)).filter(({ cost }) => cost >= from);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
    { asked: 'GET /v1/listings?costFrom=40', told: { items: costly(40) } },
    { asked: 'GET /v1/listings?costFrom=70', told: { items: costly(70) } },
    { asked: 'GET /v1/listings?costFrom=cheap', ...refused('Decimal') },
    {
      asked: 'GET /v1/listings?isNew=true',
      told: { items: numbers.filter(isNew).map((number) => item(number)) },
    },
    { asked: 'GET /v1/listings?isNew=perhaps', ...refused('Boolean') },
  ]);
  expect(await ask('GET /v1/listings?costTo=dear')).toEqual([400, refused('Decimal').told]);
  const [, { items }] = (await ask('GET /v1/listings?costTo=30')) as [number, { items: { cost: number }[] }];
  expect(items.length).toBeGreaterThan(0);
  expect(items.every(({ cost }) => cost <= 30)).toBe(true);
});

test('a lower end that leaves nothing out of the first page is the lower end all the same', async () => {
  const page = (query: string, items: readonly unknown[], more: boolean): Said => ({
    asked: `GET /v1/listings?${query}`,
    told: { items, more },
  });
  const before = (end: string) => newestFirst.filter(({ changed }) => changed <= end);
  const ask = learnedFrom([
    page('limit=30', newestFirst, false),
    page('limit=4', newestFirst.slice(0, 4), true),
    page(`begin=${moment(3)}&limit=4`, newestFirst.slice(0, 4), true),
    page(`end=${moment(6)}&limit=30`, before(moment(6)), false),
    page(
      `begin=${moment(9)}&end=${moment(20)}&limit=30`,
      before(moment(20)).filter(({ changed }) => changed >= moment(9)),
      false,
    ),
  ]);
  expect(await ask(`GET /v1/listings?begin=${moment(21)}&limit=30`)).toEqual([
    200,
    { items: newestFirst.slice(0, 4), more: false },
  ]);
});

test('a list in the order of the last change is in the order of what has changed since then', async () => {
  // It tells the minute alone: what was written last is first all the same.
  const written = (number: number) => ({ ...item(number, '2026-03-03T09:00:00Z'), low: 6 });
  const write = (number: number): Said => ({
    asked: `PATCH /v1/listings/${number}/price`,
    sent: { low: 6 },
    told: written(number),
  });
  const all = numbers.map((number) => item(number));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    { asked: 'GET /v1/listings?sort=-cost', told: { items: all.toSorted((a, b) => b.cost - a.cost) } },
    write(103),
    write(101),
    write(105),
    {
      asked: 'GET /v1/listings?sort=-changed&limit=5',
      told: { items: [105, 101, 103].map(written).concat(newestFirst.slice(0, 2)) },
    },
  ]);
  await ask('PATCH /v1/listings/110/price', { low: 6 });
  const [, { items }] = (await ask('GET /v1/listings?sort=-changed&limit=3')) as [
    number,
    { items: { id: string }[] },
  ];
  expect(items.map(({ id }) => id)).toEqual(['110', '124', '123']);
});
