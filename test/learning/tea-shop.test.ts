// What a tea shop taught: amounts of two bounds that change their places, orders that a written record shows, ids that are read again,
// writes that are only tried, and moments that are shown to the second.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const tin = (at: number) => `tin-${[14, 71, 32, 55, 90, 28, 63, 47, 86][at]!}`;
const price = (at: number) => `PATCH /v1/listings/${tin(at)}/price`;

/** What was learned from two refusals of lower bounds, where a sentence ends so. */
function crossing(more: number, end: (at: number) => string) {
  const teas = Array.from({ length: 9 }, (_, at) => ({
    id: tin(at),
    min_cost: 11 + at + more,
    max_cost: 40 + ((at * 5) % 9) + 2 * more,
  }));
  const crossed = (at: number, min: number, max: number) => ({
    message: `The minimum cost ${min} exceeds the maximum cost ${max}${end(at)}.`,
  });
  const refused = (at: number, min: number) => ({
    asked: price(at),
    sent: { min_cost: min },
    status: 409,
    told: crossed(at, min, teas[at]!.max_cost),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { teas } },
    { asked: price(1), sent: { min_cost: 16 }, told: { ...teas[1], min_cost: 16 } },
    { asked: price(2), sent: { max_cost: 855 }, told: { ...teas[2], max_cost: 855 } },
    refused(3, 973),
    refused(7, 982),
  ]);
  return { ask, crossed, one: teas[6]! };
}

test('a sentence with both amounts and nothing else tells the stored lower one of an upper one below it', async () => {
  const { ask, crossed, one } = crossing(300, () => '');
  expect(await ask(price(6), { max_cost: 5 })).toEqual([409, crossed(6, one.min_cost, 5)]);
});

test('the usual order is not by an id that could not bring the written record to the front', async () => {
  const candles = Array.from({ length: 6 }, (_, at) => ({
    id: `wax-${31 + at}`,
    floor: 10 + ((at * 4) % 7),
    touched: new Date(Date.UTC(2025, 6, 28 - at)).toISOString(),
  }));
  const written = { ...candles[3]!, floor: 21, touched: '2026-03-03T09:00:01.000Z' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: candles } },
    { asked: 'GET /v1/listings?count=3', told: { rows: candles.slice(0, 3) } },
    { asked: 'PATCH /v1/listings/wax-34/price', sent: { floor: 21 }, told: written },
    { asked: 'GET /v1/listings?count=1', told: { rows: [written] } },
  ]);
  await ask('PATCH /v1/listings/wax-35/price', { floor: 22 });
  expect(await ask('GET /v1/listings?count=1')).toMatchObject([200, { rows: [{ id: 'wax-35' }] }]);
});

test('a member called id that is another one in each record is the id, though a page was read twice', async () => {
  const crates = Array.from({ length: 6 }, (_, at) => ({ id: 410 + at * 3, room: [3, 5, 4][at % 3]! }));
  const [front, back] = [{ rows: crates.slice(0, 3) }, { rows: crates.slice(3) }];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: front },
    { asked: 'GET /v1/listings?page=2', told: back },
    { asked: 'GET /v1/listings?page=1', told: front },
  ]);
  expect(await ask('GET /v1/listings')).toEqual([200, front]);
  expect(await ask('GET /v1/listings?page=2')).toEqual([200, back]);
});

const pots = Array.from({ length: 5 }, (_, at) => ({
  id: `pot-${[52, 17, 83, 36, 64][at]!}`,
  least: 20 + at,
  most: 60 + at,
  changed: `2025-0${5 - at}-11T10:00:00Z`,
}));
const second = (at: number) => `2026-03-03T09:00:0${at}Z`;
const pot = (at: number, least: number, time: number) => ({ ...pots[at]!, least, changed: second(time) });

test('a write that a parameter calls a preview does nothing, though nobody looked', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pots } },
    {
      asked: 'PATCH /v1/listings/pot-17/price',
      sent: { least: 31 },
      told: { ...pot(1, 31, 1), is: 'SAVED' },
    },
    { asked: 'GET /v1/listings/pot-17', told: pot(1, 31, 1) },
    {
      asked: 'PATCH /v1/listings/pot-36/price?way=PREVIEW_ONLY',
      sent: { least: 33 },
      told: { id: 'pot-36', is: 'VALID' },
    },
  ]);
  const answered = await ask('PATCH /v1/listings/pot-64/price?way=PREVIEW_ONLY', { least: 35 });
  expect(answered).toMatchObject([200, { id: 'pot-64', is: 'VALID' }]);
  expect(await ask('GET /v1/listings/pot-64')).toEqual([200, pots[4]]);
});

test('records that were written in one second stand as they were written, where lists are sorted by that moment', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pots } },
    { asked: 'GET /v1/listings?sort=changed', told: { pots: pots.toReversed() } },
    { asked: 'PATCH /v1/listings/pot-83/price', sent: { least: 31 }, told: pot(2, 31, 2) },
    {
      asked: 'GET /v1/listings?sort=-changed',
      told: { pots: [pot(2, 31, 2), pots[0], pots[1], pots[3], pots[4]] },
    },
  ]);
  for (const [at, id] of ['pot-17', 'pot-64', 'pot-52'].entries()) {
    await ask(`PATCH /v1/listings/${id}/price`, { least: 32 + at });
    ask.wait(0.2);
  }
  const idsOf = async (asked: string) => {
    const { json } = await ask.answer(asked);
    return (json as { pots: readonly { id: string }[] }).pots.map(({ id }) => id);
  };
  expect((await idsOf('GET /v1/listings?sort=-changed')).slice(0, 3)).toEqual(['pot-52', 'pot-64', 'pot-17']);
  expect((await idsOf('GET /v1/listings?sort=changed')).slice(-3)).toEqual(['pot-17', 'pot-64', 'pot-52']);
});
