// What services of registrars and of dealers taught: parameters that every request has, orders whose direction is the end of a
// word, states that stand in a list or come back, members that are chosen beside what leaves others out.
import { expect, test } from 'vitest';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108];
const read = (number: number) => `GET /v1/listings/${number}`;
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;
const rows = (all: readonly unknown[]) => ({ rows: all });

const car = (number: number) => ({
  id: `${number}`,
  make: ['Arc', 'Fell', 'Moor'][number % 3]!,
  cost: (number * 37) % 100,
  builtIn: { year: number < 103 ? 2020 : number < 106 ? 2021 : 2022 },
});
const cars = numbers.map(car);
const by = (value: (one: (typeof cars)[number]) => number, sign: 1 | -1) =>
  cars.toSorted((one, other) => sign * (value(one) - value(other)));
const cost = ({ cost: own }: (typeof cars)[number]) => own;
const year = ({ builtIn }: (typeof cars)[number]) => builtIn.year;

/** Each request names the account. */
const ofAccount: readonly Said[] = [
  ...[
    ['', cars] as const,
    ['&make=Fell&size=2', cars.filter(({ make }) => make === 'Fell').slice(0, 2)] as const,
    ['&order=costAsc', by(cost, 1)] as const,
    ['&order=yearDesc&size=4', by(year, -1).slice(0, 4)] as const,
    ['&size=3', cars.slice(0, 3)] as const,
    ['&size=5', cars.slice(0, 5)] as const,
  ].map(([more, all]) => ({ asked: `GET /v1/listings?account=7${more}`, told: rows(all) })),
  ...[101, 102, 104, 105, 106, 107].map((number) => ({
    asked: `${read(number)}?account=7`,
    told: car(number),
  })),
];

test('a parameter that all requests have with one value picks nothing, and the others tell as they would alone', async () => {
  const ask = learnedFrom(ofAccount);
  expect(await ask('GET /v1/listings?account=7&make=Arc')).toEqual([
    200,
    rows(cars.filter(({ make }) => make === 'Arc')),
  ]);
  expect(await ask('GET /v1/listings?make=Moor&account=7')).toEqual([
    200,
    rows(cars.filter(({ make }) => make === 'Moor')),
  ]);
});

test('an order whose name ends with its direction is turned by the other one, be it known by two values alone', async () => {
  const ask = learnedFrom(ofAccount);
  expect(await ask('GET /v1/listings?account=7&order=costDesc')).toEqual([200, rows(by(cost, -1))]);
  expect(await ask('GET /v1/listings?account=7&order=yearAsc')).toEqual([200, rows(by(year, 1))]);
});

const domain = (number: number, status: readonly string[], rule: string | null = null) => ({
  id: number,
  name: `name ${number}`,
  status,
  low: 5,
  high: 9,
  rule,
});
const held = (number: number) =>
  domain(number, number === 104 ? ['PREMIUM', 'CLIENT_HOLD'] : number === 105 ? ['PREMIUM'] : ['OK']);
const refusal = {
  status: 409,
  told: { error: 'State CLIENT_HOLD prohibits this', state: ['CLIENT_HOLD'] },
};
const registrar: readonly Said[] = [
  { asked: 'GET /v1/strategies', told: rows([{ id: 'R1' }, { id: 'R2' }]) },
  { asked: 'GET /v1/listings', told: rows(numbers.map(held)) },
  { asked: price(101), sent: { low: 4, high: 8 }, told: { ...held(101), low: 4, high: 8 } },
  { asked: price(102), sent: { low: 3, high: 7 }, told: { ...held(102), low: 3, high: 7 } },
  { asked: price(103), sent: { low: 2, high: 6 }, told: { ...held(103), low: 2, high: 6 } },
  { asked: price(104), sent: { low: 1, high: 5 }, ...refusal },
  { asked: strategy(105), sent: { rule: 'R1' }, status: 202, told: { process: 31 } },
  { asked: read(105), told: domain(105, ['PENDING']) },
  { asked: read(102), told: { ...held(102), low: 3, high: 7 } },
  { asked: read(101), told: { ...held(101), low: 4, high: 8 } },
  { asked: read(105), told: domain(105, ['PREMIUM'], 'R1') },
  { asked: strategy(106), sent: { rule: 'R2' }, status: 202, told: { process: 32 } },
  { asked: read(106), told: domain(106, ['PENDING']) },
  { asked: read(107), told: held(107) },
  { asked: read(108), told: held(108) },
  { asked: read(106), told: domain(106, ['OK'], 'R2') },
];

test('a word in a list of states is to blame, whatever stands beside it', async () => {
  const ask = learnedFrom(registrar);
  expect(await ask(price(104), { low: 2, high: 4 })).toEqual([409, refusal.told]);
  expect(await ask(price(105), { low: 2, high: 4 })).toEqual([200, { ...held(105), low: 2, high: 4 }]);
});

test('a state that a write moves for a while comes back', async () => {
  const ask = learnedFrom(registrar);
  await ask(strategy(107), { rule: 'R1' });
  expect(await ask(read(107))).toEqual([200, domain(107, ['PENDING'])]);
  ask.wait(20);
  expect(await ask(read(107))).toEqual([200, domain(107, ['OK'], 'R1')]);
});

test('words of a list and names of members stay in a profile as they are', () => {
  const told = { name: 'name 101', low: 5 };
  const session: readonly Said[] = [
    ...registrar,
    {
      asked: price(108),
      sent: { low: 20, high: 30 },
      told: {
        ...held(108),
        low: 20,
        high: 30,
        notes: [{ of: 'rate.name', text: 'is above the rate' }],
        rate: told,
      },
    },
    { asked: price(107), sent: { low: 'x' }, status: 422, told: { faults: [{ of: 'rate.name' }] } },
  ];
  const profile = printProfile(learnProfile([{ name: 'session', recording: recordingOf(session) }]));
  expect(profile).toContain('CLIENT_HOLD');
  expect(profile).toContain('rate.name');
  expect(profile).not.toContain('CLIENT_AAAA');
});

test('what one parameter names is shown beside one that shows ids alone, and its other values tell of it', async () => {
  const whole = (number: number) => ({ id: `${number}`, name: `name ${number}`, low: 5, high: 9 });
  const only = (names: readonly (keyof ReturnType<typeof whole>)[]) =>
    numbers.map((number) => Object.fromEntries(names.map((name) => [name, whole(number)[name]])));
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: rows(numbers.map(whole)) },
    { asked: 'GET /v1/listings?brief=true', told: rows(only(['id'])) },
    { asked: 'GET /v1/listings?fields=name,high', told: rows(only(['id', 'name', 'high'])) },
    { asked: 'GET /v1/listings?brief=true&fields=name,low', told: rows(only(['id', 'name', 'low'])) },
  ];
  const profile = JSON.parse(
    printProfile(learnProfile([{ name: 'session', recording: recordingOf(session) }])),
  ) as unknown;
  expect(() => parseProfile(profile)).not.toThrow();
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/listings?brief=true&fields=high')).toEqual([200, rows(only(['id', 'high']))]);
  expect(await ask('GET /v1/listings?fields=low')).toEqual([200, rows(only(['id', 'low']))]);
});

test('a parameter that is called as a member is, and that found nothing each time, picks by it', async () => {
  const ask = learnedFrom([
    ...ofAccount,
    { asked: 'GET /v1/listings?account=7&cost=1000', told: rows([]) },
    { asked: 'GET /v1/listings?account=7&cost=999', told: rows([]) },
  ]);
  expect(await ask(`GET /v1/listings?account=7&cost=${cars[2]!.cost}`)).toEqual([200, rows([cars[2]])]);
});

test('the upper end of a range is of the leaf that the lower one is of, where another would do as well', async () => {
  const item = (number: number) => ({
    id: `${number}`,
    list: number === 101 ? 700 : 10 * (number - 100),
    net: 10 * (number - 100),
  });
  const all = numbers.map(item);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: rows(all) },
    { asked: 'GET /v1/listings?amount_min=65', told: rows(all.slice(6)) },
    { asked: 'GET /v1/listings?amount_min=28&amount_max=52', told: rows(all.slice(2, 5)) },
  ]);
  expect(await ask('GET /v1/listings?amount_max=33')).toEqual([200, rows(all.slice(0, 3))]);
});
