import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createSettings } from '../../src/spec/settings.ts';
import type { Listing } from '../../src/service/models/resources.ts';
import { Presenter } from '../../src/service/worlds/present.ts';
import { generate } from '../../src/service/data/generate.ts';
import { Store } from '../../src/service/worlds/store.ts';

const settings = createSettings();
const data = generate({ seed: 3, set: 'edge' });
const store = new Store(data, '2026-01-01T00:00:00.000Z', settings);

/** The text that nothing was known before. */
const afresh = (listing: Listing): string => new Presenter(store, settings).listing(listing);

const price = fc.integer({ min: 1, max: 9_999_999 }).map((hundredths) => hundredths / 100);
const bound = fc.option(price, { freq: 4 });
const time = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  .map((at) => at.toISOString());
// Words that stand in the text itself, where a careless search would find them.
const words = fc.constantFrom('', ',"minPrice":', '"updatedAt":"', '\\","maxPrice":1,', '}', '€ 5');
const title = fc.array(fc.oneof(words, fc.string()), { maxLength: 4 }).map((parts) => parts.join(''));

const prices = fc.record(
  { currentPrice: price, minPrice: bound, maxPrice: bound, updatedAt: time },
  { requiredKeys: [] },
);
const others = fc.record(
  {
    title,
    strategyId: fc.constantFrom(null, ...data.strategies.map(({ id }) => id)),
    quantity: fc.nat(3),
    buyBox: fc.option(fc.record({ winning: fc.boolean(), price })),
    unknown: fc.constantFrom({ a: 1, minPrice: 2 }, [',"maxPrice":3']),
  },
  { requiredKeys: [] },
);
const change = fc.oneof({ weight: 3, arbitrary: prices }, others);

test('the text of a listing is the same whatever was known of it before', () => {
  fc.assert(
    fc.property(fc.constantFrom(...data.listings), title, fc.array(change), (drawn, name, changes) => {
      const presenter = new Presenter(store, settings);
      let listing: Listing = { ...drawn, title: name };
      expect(presenter.listing(listing)).toBe(afresh(listing));
      for (const one of changes) {
        listing = { ...listing, ...one };
        expect(presenter.listing(listing)).toBe(afresh(listing));
      }
    }),
    { numRuns: 2000 },
  );
});

test.each(Object.keys(data.listings[0]!))('a change of %s alone shows in the text', (field) => {
  const presenter = new Presenter(store, settings);
  const before = data.listings[0]!;
  presenter.listing(before);
  const after = { ...before, [field]: field === 'buyBox' ? { winning: true, price: 1 } : 7.5 };
  expect(presenter.listing({ ...after, id: before.id })).toBe(afresh({ ...after, id: before.id }));
});
