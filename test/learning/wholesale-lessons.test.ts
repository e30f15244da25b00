// What a wholesale of bicycle parts taught: small numbers that are ids, bodies of nulls alone, ranges of sizes that stand in members,
// lists of which each has its own, and where a parser met a name that it does not know.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = Array.from({ length: 60 }, (_, at) => 1001 + at);
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const plan = (number: number) => `PATCH /v1/listings/${number}/strategy`;

interface Part {
  readonly id: string;
  readonly low: number | null;
  readonly high: number | null;
  readonly plan: number | null;
}

const part = (number: number, changed: Partial<Part> = {}): Part => ({
  id: `${number}`,
  low: number % 4 === 0 ? null : 500 + number,
  high: 9000 + number,
  plan: null,
  ...changed,
});
const lists: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: numbers.map((number) => part(number)) } },
  {
    asked: 'GET /v1/strategies',
    told: { items: [1, 2, 3, 4].map((id) => ({ id, name: `Plan number ${id}` })) },
  },
];

test('the number of a strategy is the one that was sent where its own word stands before it, be it 1', async () => {
  const needs = (number: number) => ({ error: `plan ${number} needs a low price` });
  const ask = learnedFrom([
    ...lists,
    { asked: plan(1001), sent: { plan: 1 }, told: part(1001, { plan: 1 }) },
    { asked: plan(1002), sent: { plan: 4 }, told: part(1002, { plan: 4 }) },
    { asked: plan(1004), sent: { plan: 1 }, status: 409, told: needs(1) },
  ]);
  expect(await ask(plan(1008), { plan: 3 })).toEqual([409, needs(3)]);
});

test('a limit of 1 is no number of a strategy, be it the one that was sent', async () => {
  const needs = { error: 'a plan needs at least 1 low price' };
  const ask = learnedFrom([
    ...lists,
    { asked: plan(1001), sent: { plan: 1 }, told: part(1001, { plan: 1 }) },
    { asked: plan(1002), sent: { plan: 4 }, told: part(1002, { plan: 4 }) },
    { asked: plan(1004), sent: { plan: 1 }, status: 409, told: needs },
  ]);
  expect(await ask(plan(1008), { plan: 3 })).toEqual([409, needs]);
});

describe('who takes null for a bound as one that was not sent', () => {
  const none = { status: 422, told: { error: 'send at least one bound', params: {} } };
  const session: readonly Said[] = [
    ...lists,
    { asked: price(1001), sent: { low: 400, high: 8000 }, told: part(1001, { low: 400, high: 8000 }) },
    { asked: price(1002), sent: { low: null, high: 7000 }, told: part(1002, { high: 7000 }) },
    { asked: price(1003), sent: { low: 300, high: null }, told: part(1003, { low: 300 }) },
    { asked: price(1005), sent: { high: 7100 }, told: part(1005, { high: 7100 }) },
    { asked: price(1006), sent: {}, ...none },
  ];

  test('refuses a body of nulls alone as an empty one', async () => {
    const ask = learnedFrom(session);
    expect(await ask(price(1007), { low: null })).toEqual([422, none.told]);
    expect(await ask(price(1007), { low: null, high: null })).toEqual([422, none.told]);
    expect(await ask(price(1007), { low: null, high: 6500 })).toEqual([200, part(1007, { high: 6500 })]);
  });

  test('takes such a body where one was taken, though an empty one is refused', async () => {
    const ask = learnedFrom([...session, { asked: price(1009), sent: { low: null }, told: part(1009) }]);
    expect(await ask(price(1010), { low: null })).toEqual([200, part(1010)]);
    expect(await ask(price(1010), { high: null })).toEqual([200, part(1010)]);
    expect(await ask(price(1010), {})).toEqual([422, none.told]);
  });
});

describe('lists with a range of sizes each', () => {
  const items = numbers.map((number) => part(number));
  const runs = Array.from({ length: 40 }, (_, at) => ({ id: `r${at + 1}`, state: 'over' }));
  const outside = (value: number, max: number) => ({
    fields: { limit: [{ code: 'range', params: { min: 1, max, value } }] },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: items.slice(0, 20) } },
    { asked: 'GET /v1/listings?limit=50', told: { items: items.slice(0, 50) } },
    { asked: 'GET /v1/reports', told: { items: runs.slice(0, 10) } },
    { asked: 'GET /v1/reports?limit=3', told: { items: runs.slice(0, 3) } },
    { asked: 'GET /v1/listings?limit=500', status: 422, told: outside(500, 100) },
    { asked: 'GET /v1/listings?limit=0', status: 422, told: outside(0, 100) },
    { asked: 'GET /v1/reports?limit=80', status: 422, told: outside(80, 30) },
  ]);

  test('are refused by their own range at its other end, as its members tell', async () => {
    expect(await ask('GET /v1/reports?limit=0')).toEqual([422, outside(0, 30)]);
    expect(await ask('GET /v1/listings?limit=0')).toEqual([422, outside(0, 100)]);
  });

  test('take what lies in their own range, whatever a sister refuses', async () => {
    expect(await ask('GET /v1/listings?limit=101')).toEqual([422, outside(101, 100)]);
    expect((await ask.answer('GET /v1/listings?limit=90')).status).toBe(200);
    expect(await ask('GET /v1/reports?limit=31')).toEqual([422, outside(31, 30)]);
  });
});

test('a name that nobody knows is told where it ends, of a name of another length, too', async () => {
  const strange = (name: string, column: number) => ({
    error: `unknown field \`${name}\`, expected \`low\` or \`high\` at line 1 column ${column}`,
  });
  const ask = learnedFrom([
    ...lists,
    { asked: price(1001), sent: { low: 400, high: 8000 }, told: part(1001, { low: 400, high: 8000 }) },
    { asked: price(1002), sent: { colour: 'red' }, status: 422, told: strange('colour', 9) },
  ]);
  expect(await ask(price(1003), { shape: 'round' })).toEqual([422, strange('shape', 8)]);
  expect(await ask(price(1003), { low: 300, diameter: 7 })).toEqual([422, strange('diameter', 21)]);
});
