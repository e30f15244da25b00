// What a shop for kites taught of writes: versions in each body beside keys in the query by which a write is done once, and bodies
// that say whether they replace what was there.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const kites = Array.from({ length: 10 }, (_, at) => ({
  id: `kite-${70 + at}`,
  stamp: String((at * 3) % 7),
  lower: 14 + ((at * 5) % 9),
  upper: 60 + ((at * 4) % 11),
}));
type Kite = (typeof kites)[number];
const kite = (at: number) => kites[at]!;
const read = (at: number) => `GET /v1/listings/${kite(at).id}`;
const price = (at: number, query = '') => `PATCH /v1/listings/${kite(at).id}/price${query}`;
const next = (one: Kite, bounds: Partial<Pick<Kite, 'lower' | 'upper'>>): Kite => ({
  ...one,
  ...bounds,
  stamp: String(Number(one.stamp) + 1),
});
const stale = { reason: 'Somebody else was faster' };

const first = { stamp: kite(0).stamp, lower: 20, upper: 81 };
const second = { stamp: kite(1).stamp, lower: 21 };
const third = { stamp: kite(2).stamp, upper: 83 };
const keyed = price(2, '?onceBy=3f9c7a1e-kites-one');
const session: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { kites } },
  { asked: price(0), sent: first, told: next(kite(0), { lower: 20, upper: 81 }) },
  { asked: price(1), sent: second, told: next(kite(1), { lower: 21 }) },
  { asked: keyed, sent: third, told: next(kite(2), { upper: 83 }) },
  { asked: keyed, sent: third, told: next(kite(2), { upper: 83 }) },
  { asked: read(2), told: next(kite(2), { upper: 83 }) },
  { asked: price(0), sent: { stamp: kite(0).stamp, upper: 85 }, status: 409, told: stale },
];

test('a version is learned though a write with a key was sent again with the version of before', async () => {
  const ask = learnedFrom(session);
  const after = next(kite(5), { lower: 19, upper: 88 });
  expect(await ask(price(5), { stamp: kite(5).stamp, lower: 19, upper: 88 })).toEqual([200, after]);
  expect(await ask(price(5), { stamp: kite(5).stamp, lower: 18 })).toEqual([409, stale]);
  expect(await ask(price(5), { stamp: after.stamp, lower: 18 })).toEqual([200, next(after, { lower: 18 })]);
});

test('a write that is sent again with its key is answered as before, and changes nothing more', async () => {
  const ask = learnedFrom(session);
  const asked = price(6, '?onceBy=b81d04f6-kites-two');
  const sent = { stamp: kite(6).stamp, lower: 17 };
  const after = next(kite(6), { lower: 17 });
  expect(await ask(asked, sent)).toEqual([200, after]);
  expect(await ask(asked, sent)).toEqual([200, after]);
  expect(await ask(read(6))).toEqual([200, after]);
  expect(await ask(price(6), sent)).toEqual([409, stale]);
});

test.each([
  ['a flag', false, true],
  ['a word', 'whole', 'part'],
])('%s says that a bound which is left out is taken away', async (_, whole, part) => {
  const own = kites.map(({ id, lower, upper }) => ({ id, lower, upper }));
  const told = (at: number, bounds: object) => ({ ...own[at], ...bounds });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites: own } },
    {
      asked: price(0),
      sent: { lower: 20, upper: 81, manner: part },
      told: told(0, { lower: 20, upper: 81 }),
    },
    { asked: price(1), sent: { lower: 21, manner: part }, told: told(1, { lower: 21 }) },
    { asked: price(2), sent: { upper: 83, manner: whole }, told: told(2, { lower: null, upper: 83 }) },
    { asked: price(3), sent: { upper: 84, manner: part }, told: told(3, { upper: 84 }) },
    { asked: read(2), told: told(2, { lower: null, upper: 83 }) },
    {
      asked: price(4),
      sent: { lower: 95, manner: part },
      status: 409,
      told: { reason: 'This is above the other' },
    },
  ]);
  expect(await ask(price(5), { lower: 18, manner: whole })).toEqual([
    200,
    told(5, { lower: 18, upper: null }),
  ]);
  expect(await ask(read(5))).toEqual([200, told(5, { lower: 18, upper: null })]);
  expect(await ask(price(6), { lower: 18, manner: part })).toEqual([200, told(6, { lower: 18 })]);
  expect(await ask(price(6), { lower: 96, manner: part })).toEqual([
    409,
    { reason: 'This is above the other' },
  ]);
  expect(await ask(price(8), { lower: 96, manner: whole })).toEqual([
    200,
    told(8, { lower: 96, upper: null }),
  ]);
  expect(await ask(price(7), { upper: 90, manner: whole })).toEqual([
    200,
    told(7, { lower: null, upper: 90 }),
  ]);
});
