// What a marketplace integrator's receipts and a second-hand marketplace's pages taught: lists that find nothing are no refusals,
// faults are known by their names, and nothing stands where nothing stood, though others tell something anew there.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108];
const brands = ['Ard', 'Bel', 'Cor', 'Ard', 'Bel', 'Cor', 'Ard', 'Bel'];
const item = (number: number, low: number | null = 20, high: number | null = 90) => ({
  id: `item-${number}`,
  name: `Cup ${number}`,
  brand: brands[number - 101],
  low,
  high,
});
const all = numbers.map((number) => item(number));
const listed = (items: readonly unknown[]) => ({ items, total: items.length });
const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const read = (number: number) => `GET /v1/listings/item-${number}`;
const withBrand = (brand: string) => all.filter((one) => one.brand === brand);

test('a list beside a count alone is no refusal where it finds nothing', () => {
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: listed(all) },
    ...['Ard', 'Bel', 'Dun', 'Cor', 'Eik'].map((brand): Said => {
      return { asked: `GET /v1/listings?brand=${brand}`, told: listed(withBrand(brand)) };
    }),
  ]);
  const { behaviours } = learnProfile([{ name: 'session', recording }]);
  expect(behaviours?.filter((one) => one.is === 'refused')).toEqual([]);
});

const receipt = (number: number, errors: readonly string[], log: string | null = null) => ({
  content: {
    rejected: errors.length > 0 ? 1 : 0,
    messages: errors.length > 0 ? [{ reference: `item-${number}`, warnings: [], errors }] : [],
  },
  log,
});
const crossed = (low: number, high: number) => [`The lower bound (${low}) is above the upper one (${high}).`];
const logged = (at: number) => `5e${at}a7c41-0b${at}9-4d3${at}-a1c7-93${at}0f4e2b6d${at}`;
const receipts: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { content: all, log: null } },
  ...[101, 102, 103].map((number): Said => {
    return { asked: price(number), sent: { low: number - 70, high: number }, told: receipt(number, []) };
  }),
  { asked: read(101), told: { content: item(101, 31, 101), log: null } },
  { asked: read(102), told: { content: item(102, 32, 102), log: null } },
  { asked: price(104), sent: { low: 60, high: 50 }, told: receipt(104, crossed(60, 50)) },
  { asked: price(105), sent: { low: 75, high: 30 }, told: receipt(105, crossed(75, 30)) },
  ...[1, 2].map((at): Said => {
    return { asked: `GET /v1/listings/cup-${at}`, status: 404, told: { content: null, log: logged(at) } };
  }),
  ...['cheap', 'dear', 'low'].map((low, at): Said => {
    const told = { content: null, log: logged(at + 3) };
    return { asked: price(107), sent: { low, high: 80 }, status: 400, told };
  }),
  ...[3, 4].map((at): Said => {
    return {
      asked: `GET /v1/listings?page=x${at}`,
      status: 400,
      told: { content: null, log: logged(at + 3) },
    };
  }),
];

test('a write whose answer counts what was rejected is refused where faults are told that are called so', async () => {
  const ask = learnedFrom(receipts);
  expect(await ask(price(106), { low: 40, high: 35 })).toEqual([200, receipt(106, crossed(40, 35))]);
  expect(await ask(read(106))).toEqual([200, { content: item(106), log: null }]);
  expect(await ask(price(106), { low: 35, high: 40 })).toEqual([200, receipt(106, [])]);
  expect(await ask(read(106))).toEqual([200, { content: item(106, 35, 40), log: null }]);
});

test('that a number is wanted for one parameter says nothing of others where a stranger is passed over', async () => {
  const numbered = numbers.map((number) => ({ ...item(number), release: 500 + number }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: listed(numbered) },
    { asked: 'GET /v1/listings?colour=red', told: listed(numbered) },
    {
      asked: 'GET /v1/listings?release_id=none',
      status: 422,
      told: { message: 'Invalid release_id: must be an integer.' },
    },
  ]);
  expect(await ask('GET /v1/listings?shape=round')).toEqual([200, listed(numbered)]);
  expect(await ask('GET /v1/listings?release_id=many')).toEqual([
    422,
    { message: 'Invalid release_id: must be an integer.' },
  ]);
});

test('that a strategy is not active is told of it, and of no flag that the listing happens to have', async () => {
  const plan = (id: number, isActive: boolean) => ({ id, Name: `Plan ${id}`, IsActive: isActive });
  const shown = (number: number, rule: number | null) => ({
    ...item(number),
    HasStock: number !== 104,
    rule,
  });
  const assign = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  const refused = { error: "Rule 'Plan 3' is not active." };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: listed(numbers.map((number) => shown(number, null))) },
    {
      asked: 'GET /v1/strategies',
      told: listed([plan(1, true), plan(2, true), plan(3, false), plan(4, true)]),
    },
    ...[101, 102, 103].map((number): Said => {
      const rule = 1 + (number % 2);
      return { asked: assign(number), sent: { rule }, told: shown(number, rule) };
    }),
    { asked: assign(104), sent: { rule: 3 }, status: 409, told: refused },
  ]);
  expect(await ask(assign(104), { rule: 4 })).toEqual([200, shown(104, 4)]);
  expect(await ask(assign(105), { rule: 3 })).toEqual([409, refused]);
});
