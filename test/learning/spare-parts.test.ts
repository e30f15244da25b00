// What a marketplace for spare parts taught: sizes that are cut down, directions beside orders, words that refusals say themselves,
// and lists that found nothing.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const items = Array.from({ length: 23 }, (_, at) => ({ id: `${301 + at}`, low: 5 + at, high: 90 }));

test('a later page of a size that is cut down stands where its records do', async () => {
  const page = (number: number, size: number) => ({
    count: items.length,
    number,
    items: items.slice((number - 1) * size, number * size),
  });
  const said = (query: string, number: number, size: number): Said => ({
    asked: `GET /v1/listings${query}`,
    told: page(number, size),
  });
  const ask = learnedFrom([
    said('', 1, 10),
    said('?nr=2', 2, 10),
    said('?nr=3', 3, 10),
    said('?rows=4', 1, 4),
    said('?rows=6&nr=2', 2, 6),
    said('?rows=500&nr=2', 2, 15),
  ]);
  expect(await ask('GET /v1/listings?rows=7&nr=3')).toEqual([200, page(3, 7)]);
  expect(await ask('GET /v1/listings?nr=2&rows=5')).toEqual([200, page(2, 5)]);
  expect(await ask('GET /v1/listings?rows=300&nr=2')).toEqual([200, page(2, 15)]);
});

test('an order that was asked for without a direction tells which way all others go by themselves', async () => {
  const goods = items.slice(0, 8).map(({ id }, at) => ({
    id,
    low: 5 + ((at * 3) % 8),
    high: 90 + ((at * 5) % 8),
    stock: (at * 7 + 3) % 8,
    sold: (at * 3 + 1) % 8,
  }));
  type Good = (typeof goods)[number];
  const sorted = (by: keyof Good, isUp: boolean) =>
    goods.toSorted((a, b) => (Number(a[by]) - Number(b[by])) * (isUp ? 1 : -1));
  const said = (query: string, by: keyof Good, isUp: boolean): Said => ({
    asked: `GET /v1/listings?${query}`,
    told: { items: sorted(by, isUp) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: goods } },
    said('by=low&way=asc', 'low', true),
    said('by=high&way=asc', 'high', true),
    said('by=high&way=desc', 'high', false),
    said('by=stock', 'stock', false),
  ]);
  expect(await ask('GET /v1/listings?by=stock&way=asc')).toEqual([200, { items: sorted('stock', true) }]);
  expect(await ask('GET /v1/listings?by=stock&way=desc')).toEqual([200, { items: sorted('stock', false) }]);
  expect(await ask('GET /v1/listings?by=low')).toEqual([200, { items: sorted('low', false) }]);
  expect(await ask('GET /v1/listings?by=sold')).toEqual([200, { items: sorted('sold', false) }]);
});

test('a word of a strategy that its refusal tells is kept, though few strategies have it', async () => {
  const plans = ['competitor', 'competitor', 'margin', 'season', 'stock'].map((basis, at) => ({
    id: 71 + at,
    basis,
  }));
  const listing = (at: number, planId: number | null = null) => ({
    id: `${301 + at}`,
    low: at % 2 === 0 ? 5 + at : null,
    high: 90,
    planId,
  });
  const write = (at: number) => `PATCH /v1/listings/${301 + at}/strategy`;
  const refused = { error: "Low can't be blank while a competitor strategy is assigned" };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: items.slice(0, 12).map((_, at) => listing(at)) } },
    { asked: 'GET /v1/strategies', told: { plans } },
    { asked: write(0), sent: { planId: 71 }, told: listing(0, 71) },
    { asked: write(1), sent: { planId: 73 }, told: listing(1, 73) },
    { asked: write(2), sent: { planId: 74 }, told: listing(2, 74) },
    { asked: write(3), sent: { planId: 72 }, status: 422, told: refused },
  ]);
  expect(await ask(write(5), { planId: 71 })).toEqual([422, refused]);
  expect(await ask(write(5), { planId: 75 })).toEqual([200, listing(5, 75)]);
  expect(await ask(write(4), { planId: 72 })).toEqual([200, listing(4, 72)]);
});

test('a list that found nothing does not tell what its parameter picks where another list shows it', async () => {
  const goods = items.slice(0, 12).map(({ id }, at) => ({
    id,
    state: ['live', 'draft', 'sold'][at % 3]!,
    name: `${['Lamp', 'Rug', 'Kettle', 'Tin'][at % 4]!} ${at}`,
    cost: 10 + ((at * 5) % 12) * 10,
    low: 5,
    high: 90,
  }));
  const found = (picks: (good: (typeof goods)[number]) => boolean) => {
    const own = goods.filter(picks);
    return { count: own.length, items: own };
  };
  const said = (query: string, picks: (good: (typeof goods)[number]) => boolean): Said => ({
    asked: `GET /v1/listings${query}`,
    told: found(picks),
  });
  const ask = learnedFrom([
    said('', () => true),
    said('?state=draft', ({ state }) => state === 'draft'),
    said('?q=rug', ({ name }) => name.startsWith('Rug')),
    said('?costFrom=65&costTo=95', ({ cost }) => cost >= 65 && cost <= 95),
    said('?costTo=45', ({ cost }) => cost <= 45),
    said('?state=sold&q=tin&costFrom=500', () => false),
  ]);
  expect(await ask('GET /v1/listings?costFrom=72')).toEqual([200, found(({ cost }) => cost >= 72)]);
  expect(await ask('GET /v1/listings?costFrom=15&costTo=55')).toEqual([
    200,
    found(({ cost }) => cost >= 15 && cost <= 55),
  ]);
});
