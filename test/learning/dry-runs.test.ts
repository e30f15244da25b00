// Writes that a parameter makes dry runs: they are checked and answered as others are, and do nothing.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const row = (id: number, low: number, high: number, version: number, plan = 'slow') => ({
  id,
  low,
  high,
  version,
  plan,
});
const read = (told: ReturnType<typeof row>): Said => ({ asked: `GET /v1/listings/${told.id}`, told });
const price = (id: number, query = '') => `PATCH /v1/listings/${id}/price${query}`;
const assign = (id: number, query = '') => `PATCH /v1/listings/${id}/strategy${query}`;
const list: Said = {
  asked: 'GET /v1/listings',
  told: { rows: [row(1, 8, 9, 4), row(2, 6, 8, 7), row(3, 7, 20, 2), row(4, 6, 9, 3)] },
};
const strategies: Said = {
  asked: 'GET /v1/strategies',
  told: { rows: ['slow', 'fast', 'calm'].map((id) => ({ id, name: `Go ${id}` })) },
};
const crossed = { error: 'low is above high' };
const session: readonly Said[] = [
  list,
  strategies,
  { asked: price(1), sent: { low: 11, high: 19 }, told: row(1, 11, 19, 5) },
  read(row(1, 11, 19, 5)),
  { asked: price(2, '?dryRun=true'), sent: { low: 12, high: 18 }, told: row(2, 12, 18, 8) },
  read(row(2, 6, 8, 7)),
  { asked: price(2, '?dryRun=false'), sent: { low: 13, high: 17 }, told: row(2, 13, 17, 8) },
  read(row(2, 13, 17, 8)),
  { asked: price(2, '?dryRun=true'), sent: { low: 15, high: 14 }, status: 422, told: crossed },
  { asked: assign(1), sent: { plan: 'fast' }, told: row(1, 11, 19, 6, 'fast') },
];

test.each(['start', 'end'] as const)('a dry run tells what a write would do, as of the %s', async (asOf) => {
  const ask = learnedFrom(session, asOf);
  expect(await ask(price(3, '?dryRun=true'), { low: 30, high: 40 })).toEqual([200, row(3, 30, 40, 3)]);
  expect(await ask('GET /v1/listings/3')).toEqual([200, row(3, 7, 20, 2)]);
  expect(await ask(price(3, '?dryRun=true'), { low: 50, high: 40 })).toEqual([422, crossed]);
  expect(await ask(price(3, '?dryRun=false'), { low: 31, high: 41 })).toEqual([200, row(3, 31, 41, 3)]);
  expect(await ask('GET /v1/listings/3')).toEqual([200, row(3, 31, 41, 3)]);
});

test('what makes a dry run of the one write makes one of the other', async () => {
  const ask = learnedFrom(session);
  expect(await ask(assign(4, '?dryRun=true'), { plan: 'calm' })).toEqual([200, row(4, 6, 9, 4, 'calm')]);
  expect(await ask('GET /v1/listings/4')).toEqual([200, row(4, 6, 9, 3)]);
});

test('a dry run may be answered in a form of its own', async () => {
  const ask = learnedFrom(
    session.map((said) => {
      if (!said.asked.startsWith('PATCH') || said.status === 422) return said;
      const { id } = said.told as { readonly id: number };
      return { ...said, told: said.asked.endsWith('=true') ? { id, valid: true } : { id, done: true } };
    }),
  );
  expect(await ask(price(3, '?dryRun=true'), { low: 30, high: 40 })).toEqual([200, { id: 3, valid: true }]);
  expect(await ask('GET /v1/listings/3')).toEqual([200, row(3, 7, 20, 2)]);
  expect(await ask(price(3), { low: 30, high: 40 })).toEqual([200, { id: 3, done: true }]);
  expect(await ask('GET /v1/listings/3')).toEqual([200, row(3, 30, 40, 3)]);
});

test('a write of what stands there already makes no dry run of a parameter', async () => {
  const ask = learnedFrom([
    list,
    { asked: price(1), sent: { low: 11, high: 19 }, told: row(1, 11, 19, 5) },
    read(row(1, 11, 19, 5)),
    { asked: price(2, '?notify=true'), sent: { low: 6, high: 8 }, told: row(2, 6, 8, 7) },
    read(row(2, 6, 8, 7)),
  ]);
  await ask(price(3, '?notify=true'), { low: 30, high: 40 });
  expect(await ask('GET /v1/listings/3')).toEqual([200, row(3, 30, 40, 3)]);
});
