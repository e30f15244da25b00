// Records that hold some of their members in a list of names and values.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const traits = (...pairs: readonly (readonly [code: string, value: string])[]) =>
  pairs.map(([code, value]) => ({ code, value }));
const thing = (number: number, ...pairs: readonly (readonly [code: string, value: string])[]) => ({
  id: `thing-${number}`,
  title: `Thing ${number}`,
  traits: traits(['colour', number % 2 === 0 ? 'red' : 'blue'], ...pairs),
});
const whole = (record: ReturnType<typeof thing>) => ({
  ...record,
  traits: [...record.traits, { code: 'tax', value: '7' }],
});
const low = (value: number) => ['low', value.toFixed(3)] as const;
const high = (value: number) => ['high', value.toFixed(3)] as const;
const things = [
  thing(601, low(10), high(20)),
  thing(602),
  thing(603, low(12), high(24)),
  thing(604, high(30)),
  thing(605, low(14), high(28)),
];
const price = (number: number) => `PATCH /v1/listings/thing-${number}/price`;
const read = (number: number) => `GET /v1/listings/thing-${number}`;

const session: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { things } },
  { asked: read(601), told: whole(things[0]!) },
  { asked: read(602), told: whole(things[1]!) },
  { asked: read(605), told: whole(things[4]!) },
  { asked: price(601), sent: { low: 5.5, high: 61 }, told: {} },
  { asked: read(601), told: whole(thing(601, low(5.5), high(61))) },
  { asked: price(602), sent: { low: 7.25, high: 9 }, told: {} },
  { asked: read(602), told: whole(thing(602, low(7.25), high(9))) },
  { asked: price(605), sent: { low: null, high: 44 }, told: {} },
  { asked: read(605), told: whole(thing(605, high(44))) },
  { asked: 'GET /v1/listings?colour=red', told: { things: things.filter((_, at) => at % 2 === 1) } },
];

test('are written by name, where they stand for each record, and where none stood yet', async () => {
  const ask = learnedFrom(session);
  await ask(price(603), { low: 3.125, high: 33 });
  expect(await ask(read(603))).toEqual([200, whole(thing(603, low(3.125), high(33)))]);
  await ask(price(604), { low: 8, high: 40 });
  expect(await ask(read(604))).toEqual([200, whole(thing(604, low(8), high(40)))]);
  await ask(price(603), { low: null, high: 25 });
  expect(await ask(read(603))).toEqual([200, whole(thing(603, high(25)))]);
});

test('are shown in lists without what only single reads show, and picked by what they say', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/listings')).toEqual([200, { things }]);
  expect(await ask('GET /v1/listings?colour=blue')).toEqual([
    200,
    { things: things.filter((_, at) => at % 2 === 0) },
  ]);
});

test('whose items say more than one thing of a name are known by it, too', async () => {
  const made = (number: number, ...more: readonly object[]) => ({
    id: `made-${number}`,
    facts: [
      { of: 'maker', shown: number % 2 === 0 ? 'Halvik' : 'Norrast', code: number % 2 },
      { of: 'number', shown: `No ${number}`, code: null },
      ...more,
    ],
  });
  const weighed = (number: number) => made(number, { of: 'weight', shown: `${number * 3} g`, code: null });
  const listed = [701, 702, 703, 704, 705].map((number) => made(number));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { made: listed } },
    ...[701, 703, 704].map((number) => ({ asked: `GET /v1/listings/made-${number}`, told: weighed(number) })),
    { asked: 'GET /v1/listings?limit=2', told: { made: listed.slice(0, 2) } },
  ]);
  expect(await ask('GET /v1/listings/made-703')).toEqual([200, weighed(703)]);
  expect(await ask('GET /v1/listings?limit=4')).toEqual([200, { made: listed.slice(0, 4) }]);
});
