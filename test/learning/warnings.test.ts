// What the answer of a write says beside the record, such as warnings, and what a session that ends with a write leaves.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const item = (
  number: number,
  worth: number,
  low: number | null,
  high: number | null,
  rule: string | null = null,
) => ({
  id: `${number}`,
  worth,
  low,
  high,
  ...(rule !== null && { rule }),
});
const tooLow = { code: 'BELOW', text: 'Less than the least' };
const tooHigh = { code: 'ABOVE', text: 'More than the most' };
const warned = (of: ReturnType<typeof item>) => {
  const { worth, low, high } = of;
  const warnings = [
    ...(low !== null && worth < low ? [tooLow] : []),
    ...(high !== null && worth > high ? [tooHigh] : []),
  ];
  return { ...of, warnings };
};
const price = (number: number) => `PATCH /v1/listings/${number}/price`;

test('warnings in the answer of a write follow from what the listing has then, not from what was told before', async () => {
  const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109];
  const worth = (number: number) => 20 + (number % 10);
  const wrote = (number: number, low: number, high: number) => ({
    asked: price(number),
    sent: { low, high },
    told: warned(item(number, worth(number), low, high)),
  });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { rows: numbers.map((number) => item(number, worth(number), 5, 90)) },
    },
    wrote(101, 10, 80),
    wrote(102, 40, 80),
    wrote(103, 60, 80),
    wrote(104, 3, 8),
    wrote(105, 11, 77),
    wrote(106, 2, 9),
    wrote(106, 12, 78),
    wrote(107, 50, 60),
    wrote(107, 1, 7),
  ]);
  for (const [low, high] of [
    [70, 80],
    [1, 4],
    [6, 70],
  ] as const)
    expect(await ask(price(108), { low, high })).toEqual([200, warned(item(108, worth(108), low, high))]);
});

test('a listing that was given a strategy where it had none tells which answers mean done', async () => {
  const rows = [101, 102, 103].map((number) => item(number, 9, 1, 20, number === 102 ? 'R1' : null));
  const receipt = (number: number, before: string | null, now: string) => ({
    data: { id: `${number}`, before: before === null ? {} : { rule: before }, now: { rule: now } },
  });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/strategies', told: { rows: [{ id: 'R1' }, { id: 'R2' }] } },
      { asked: 'GET /v1/listings', told: { rows } },
      { asked: 'PATCH /v1/listings/101/strategy', sent: { rule: 'R2' }, told: receipt(101, null, 'R2') },
      { asked: 'GET /v1/listings/101', told: item(101, 9, 1, 20, 'R2') },
      { asked: 'PATCH /v1/listings/102/strategy', sent: { rule: 'R2' }, told: receipt(102, 'R1', 'R2') },
    ],
    'end',
  );
  expect(await ask('GET /v1/listings/102')).toEqual([200, item(102, 9, 1, 20, 'R2')]);
});

test('what a write of the bounds left is not taken for what a later write of the strategy does', async () => {
  const rows = [101, 102, 103].map((number) => item(number, 9, 1, 20, 'R1'));
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'R1' }, { id: 'R2' }] } },
    { asked: 'GET /v1/listings', told: { rows } },
    { asked: price(101), sent: { low: 2, high: 30 }, told: { done: true } },
    { asked: 'PATCH /v1/listings/101/strategy', sent: { rule: 'R2' }, told: { done: true } },
    { asked: 'GET /v1/listings/101', told: item(101, 9, 2, 30, 'R2') },
    { asked: price(102), sent: { low: 3, high: 40 }, told: { done: true } },
    { asked: 'GET /v1/listings/102', told: item(102, 9, 3, 40, 'R1') },
  ]);
  await ask('PATCH /v1/listings/103/strategy', { rule: 'R2' });
  expect(await ask('GET /v1/listings/103')).toEqual([200, item(103, 9, 1, 20, 'R2')]);
});
