import { expect, test } from 'vitest';
import { findObject, findStrategyIds, listingWrite, Overlay } from '../../src/recording/replay/overlay.ts';
import { interactionOf, listingA, listingB, patchPrice, recordingOf } from './timeline.support.ts';

const write = { kind: 'price', listing: listingA } as const;

test('only the two writes of a listing are laid over', () => {
  expect(listingWrite('PATCH', `/v1/listings/${listingA}/price`)).toEqual(write);
  expect(listingWrite('PATCH', '/v1/listings/7/strategy')).toEqual({ kind: 'strategy', listing: '7' });
  expect(listingWrite('PUT', '/v1/listings/7/price')).toBeUndefined();
  expect(listingWrite('PATCH', '/v1/listings/7')).toBeUndefined();
  expect(listingWrite('PATCH', '/v1/listings//price')).toBeUndefined();
});

test('the fields show wherever the listing stands, and the value given stays as it was', () => {
  const overlay = new Overlay();
  overlay.write(listingA, { minPrice: 12 });
  const listed = {
    items: [
      { id: listingA, minPrice: 10, sku: 'a' },
      { id: listingB, minPrice: 50 },
    ],
    total: 2,
  };
  expect(overlay.apply(listed, false)).toEqual({
    items: [
      { id: listingA, minPrice: 12, sku: 'a' },
      { id: listingB, minPrice: 50 },
    ],
    total: 2,
  });
  expect(listed.items[0]!.minPrice).toBe(10);
  expect(overlay.apply({ listing: { node: { id: listingA } } }, false)).toEqual({
    listing: { node: { id: listingA, minPrice: 12 } },
  });
});

test('an answer without the listing, or with the same fields, is the very value given', () => {
  const overlay = new Overlay();
  overlay.write(listingA, { minPrice: 12 });
  for (const value of [
    { id: listingB, minPrice: 1 },
    [{ id: listingA, minPrice: 12 }],
    null,
    'text',
    7,
    undefined,
  ]) {
    expect(overlay.apply(value, true)).toBe(value);
  }
});

test('a recorded write replaces the fields it sets and leaves the others', () => {
  const overlay = new Overlay();
  overlay.write(listingA, { minPrice: 12, strategyId: 's9' });
  overlay.noteRecordedWrite(write, interactionOf(patchPrice(listingA, 11), 0));
  expect(overlay.apply({ id: listingA, minPrice: 11, strategyId: 's1' }, false)).toEqual({
    id: listingA,
    minPrice: 11,
    strategyId: 's9',
  });
});

test('what a recorded write stored shows in answers from before it, as the service stored it', () => {
  const overlay = new Overlay();
  const rounded = {
    ...patchPrice(listingA, 11.005),
    answer: { id: listingA, minPrice: 11.01, maxPrice: 30 },
  };
  overlay.noteRecordedWrite(write, interactionOf(rounded, 0));
  expect(overlay.apply({ id: listingA, minPrice: 10 }, true)).toEqual({
    id: listingA,
    minPrice: 11.01,
    maxPrice: 30,
  });
});

test('ids such as __proto__ are ids like any other', () => {
  const overlay = new Overlay();
  overlay.write('__proto__', { minPrice: 12 });
  const value = JSON.parse('{"__proto__":{"id":"__proto__","minPrice":1}}') as object;
  expect(JSON.stringify(overlay.apply(value, false))).toBe('{"__proto__":{"id":"__proto__","minPrice":12}}');
  expect(findObject({ a: [{ id: 'x', deep: true }] }, 'x')).toEqual({ id: 'x', deep: true });
  expect({}).not.toHaveProperty('minPrice');
});

test('the known strategies are those listed and those assigned', () => {
  const { interactions } = recordingOf(
    { path: '/v1/strategies', answer: { data: [{ id: 's1' }, { id: 's2' }] } },
    { path: '/v1/listings', answer: [{ id: listingA, strategyId: 's3' }] },
    { path: '/v1/strategies', status: 500, answer: { id: 'no' } },
    { path: '/v1/reports', answer: { strategyId: 'no' } },
  );
  expect([...findStrategyIds(interactions)]).toEqual(['s1', 's2', 's3']);
});
