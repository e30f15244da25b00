// What a marketplace for sellers taught: writes as patches whose prices stand in lists of one, deep in the record, and refusals that
// a good status tells.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Bounds {
  readonly low?: number;
  readonly high?: number;
}
const priced = (amount: number) => [{ schedule: [{ value: amount }] }];
const offerOf = ({ low, high }: Bounds) => ({
  currency: 'GBP',
  ...(low !== undefined && { floor_price: priced(low) }),
  ...(high !== undefined && { top_price: priced(high) }),
});
const shop = (id: string, bounds: Bounds) => ({
  sku: id,
  attributes: {
    color: [{ value: id.length > 6 ? 'red' : 'blue', market: 'M7QX20' }],
    offer: [offerOf(bounds)],
  },
});
const patch = (bounds: Bounds, op = 'merge') => ({
  patches: [{ op, path: '/attributes/offer', value: [offerOf(bounds)] }],
});
const done = (sku: string) => ({ sku, status: 'ACCEPTED', issues: [] });
const invalid = (sku: string, message: string) => ({
  sku,
  status: 'INVALID',
  issues: [{ code: '90228', message, severity: 'ERROR' }],
});
const crossed = 'The lowest price must not be above the highest.';
const negative = 'A price must be greater than 0.';

const session: readonly Said[] = [
  {
    asked: 'GET /v1/listings',
    told: {
      items: [
        shop('KET-A1', { low: 10, high: 20 }),
        shop('LAM-B2', { low: 12, high: 30 }),
        shop('RUG-CC3', { high: 40 }),
        shop('TIN-D4', { low: 9 }),
        shop('POT-E5', {}),
        shop('CUP-F6', { low: 3, high: 5 }),
      ],
    },
  },
  { asked: 'PATCH /v1/listings/KET-A1/price', sent: patch({ low: 11, high: 22 }), told: done('KET-A1') },
  { asked: 'GET /v1/listings/KET-A1', told: shop('KET-A1', { low: 11, high: 22 }) },
  { asked: 'PATCH /v1/listings/LAM-B2/price', sent: patch({ low: 13 }), told: done('LAM-B2') },
  { asked: 'GET /v1/listings/LAM-B2', told: shop('LAM-B2', { low: 13, high: 30 }) },
  { asked: 'PATCH /v1/listings/TIN-D4/price', sent: patch({ high: 19 }), told: done('TIN-D4') },
  {
    asked: 'PATCH /v1/listings/CUP-F6/price',
    sent: patch({ low: 9, high: 8 }),
    told: invalid('CUP-F6', crossed),
  },
  { asked: 'PATCH /v1/listings/CUP-F6/price', sent: patch({ high: -5 }), told: invalid('CUP-F6', negative) },
];

test('a price in lists of one is set where it stands, and its lists are made where they lack', async () => {
  const ask = learnedFrom(session);
  expect(await ask('PATCH /v1/listings/RUG-CC3/price', patch({ low: 7 }))).toEqual([200, done('RUG-CC3')]);
  expect(await ask('GET /v1/listings/RUG-CC3')).toEqual([200, shop('RUG-CC3', { low: 7, high: 40 })]);
  expect(await ask('PATCH /v1/listings/POT-E5/price', patch({ high: 8 }))).toEqual([200, done('POT-E5')]);
  expect(await ask('GET /v1/listings/POT-E5')).toEqual([200, shop('POT-E5', { high: 8 })]);
});

test('what is refused with a good status, and a word for it, is refused of others, too', async () => {
  const ask = learnedFrom(session);
  expect(await ask('PATCH /v1/listings/LAM-B2/price', patch({ low: 50, high: 40 }))).toEqual([
    200,
    invalid('LAM-B2', crossed),
  ]);
  expect(await ask('PATCH /v1/listings/LAM-B2/price', patch({ high: -1 }))).toEqual([
    200,
    invalid('LAM-B2', negative),
  ]);
  expect(await ask('GET /v1/listings/LAM-B2')).toEqual([200, shop('LAM-B2', { low: 12, high: 30 })]);
});
