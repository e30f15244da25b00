import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createSettings } from '../../src/spec/settings.ts';
import { Collection } from '../../src/service/worlds/collection.ts';
import { collectionPage } from '../../src/service/endpoints/list-query.ts';
import type { ListFields } from '../../src/service/endpoints/list-query.ts';
import { Store } from '../../src/service/worlds/store.ts';
import { generate } from '../../src/service/data/generate.ts';
import { amount } from '../support/soak.ts';

interface Item {
  readonly id: string;
  readonly createdAt: string;
  readonly value: number;
}

const id = fc.integer({ min: 0, max: 20 }).map((number) => `id-${String(number).padStart(2, '0')}`);
// Few times for many records, so that ids have to break ties.
const createdAt = fc.integer({ min: 1, max: 5 }).map((day) => `2026-01-0${day}T00:00:00.000Z`);
const item: fc.Arbitrary<Item> = fc.record({ id, createdAt, value: fc.nat(100) });
const step = fc.oneof(
  { weight: 3, arbitrary: item.map((record) => ({ kind: 'put', record }) as const) },
  { weight: 2, arbitrary: id.map((name) => ({ kind: 'delete', id: name }) as const) },
);
const sort = fc.constantFrom('newest', 'oldest', 'id');
type Sort = 'newest' | 'oldest' | 'id';

/** The model: an array, sorted from scratch. */
function inOrder(records: readonly Item[], by: Sort): Item[] {
  const sign = by === 'newest' ? -1 : 1;
  return [...records].sort((a, b) => {
    const times = by === 'id' ? 0 : sign * (Date.parse(a.createdAt) - Date.parse(b.createdAt));
    return times === 0 ? (a.id < b.id ? -1 : 1) : times;
  });
}

const unique = fc.uniqueArray(item, { selector: (record) => record.id, maxLength: 20 });

test('a collection behaves as a sorted array does, whatever is put and deleted', () => {
  fc.assert(
    fc.property(sort, unique, fc.array(step, { maxLength: 60 }), (by, start, steps) => {
      const collection = new Collection<Item>('item', start, by);
      let model = [...start];
      const gone = new Map<string, Item>();
      for (const one of steps) {
        if (one.kind === 'put') {
          collection.put(one.record);
          model = [...model.filter((record) => record.id !== one.record.id), one.record];
          gone.delete(one.record.id);
        } else {
          const known = model.find((record) => record.id === one.id);
          expect(collection.delete(one.id)).toBe(known !== undefined);
          if (known !== undefined) gone.set(one.id, known);
          model = model.filter((record) => record.id !== one.id);
        }
        const expected = inOrder(model, by);
        expect(collection.all()).toEqual(expected);
        expect(collection.length).toBe(expected.length);
        expect(collection.slice(1, 3)).toEqual(expected.slice(1, 3));
        for (const [at, record] of expected.entries()) {
          expect(collection.get(record.id)).toBe(record);
          expect(collection.cursor(record.id)).toEqual({ before: at, after: at + 1 });
        }
        for (const record of gone.values()) {
          const at = inOrder([...model, record], by).indexOf(record);
          expect(collection.get(record.id)).toBeUndefined();
          expect(collection.cursor(record.id)).toEqual({ before: at, after: at });
        }
        expect(collection.cursor('never')).toBeUndefined();
      }
    }),
    { numRuns: 200 },
  );
});

test('what a collection has handed out stays as it was', () => {
  const [first, second] = [
    { id: 'a', createdAt: '2026-01-01T00:00:00.000Z', value: 1 },
    { id: 'b', createdAt: '2026-01-02T00:00:00.000Z', value: 2 },
  ];
  const collection = new Collection<Item>('item', [first, second], 'newest');
  const before = collection.all();
  expect(collection.all()).toBe(before);
  collection.put({ ...first, value: 3 });
  collection.delete('b');
  expect(before).toEqual([second, first]);
  expect(collection.all()).toEqual([{ ...first, value: 3 }]);
});

const fields: ListFields<Item> = {
  equal: { parity: ({ value }) => (value % 2 === 0 ? 'even' : 'odd') },
  since: {},
  sortable: { value: ({ value }) => value, id: (record) => record.id },
};
const settings = createSettings();
const queries = fc.constantFrom('', '&parity=even', '&sort=value', '&parity=odd&sort=-value,id');

test('pages of any size, walked either way, give each record exactly once and in order', () => {
  fc.assert(
    fc.property(sort, unique, fc.integer({ min: 1, max: 25 }), queries, (by, records, limit, filter) => {
      const collection = new Collection<Item>('item', records, by);
      const page = (query: string) => collectionPage({ query, context: {} }, collection, fields, settings);
      const whole = page(filter.slice(1)).records;
      for (const back of [false, true]) {
        const seen: Item[] = [];
        let cursor = back ? whole.at(-1)?.id : undefined;
        if (back && cursor !== undefined) seen.push(whole.at(-1)!);
        for (let more = true; more;) {
          const at = cursor === undefined ? '' : `&${back ? 'ending_before' : 'starting_after'}=${cursor}`;
          const { records: found, hasMore } = page(`limit=${limit}${at}${filter}`);
          expect(found.length).toBeLessThanOrEqual(limit);
          if (hasMore) expect(found).toHaveLength(limit);
          seen.splice(back ? 0 : seen.length, 0, ...found);
          if (seen.length > whole.length) expect.fail('the pages hold more than the list');
          cursor = back ? found[0]?.id : found.at(-1)?.id;
          more = hasMore;
        }
        expect(seen).toEqual(whole);
      }
    }),
    { numRuns: amount(100, 300) },
  );
});

test('what stays is seen exactly once and in order, also when records are deleted between pages', () => {
  const plans = fc.array(fc.array(fc.nat(30), { maxLength: 3 }), { maxLength: 25 });
  const unsorted = fc.constantFrom('', '&parity=even');
  fc.assert(
    fc.property(
      sort,
      unique,
      fc.integer({ min: 1, max: 5 }),
      plans,
      unsorted,
      (by, records, limit, plan, filter) => {
        const collection = new Collection<Item>('item', records, by);
        const all = collectionPage(
          { query: filter.slice(1), context: {} },
          collection,
          fields,
          settings,
        ).records.map((record) => record.id);
        const deleted = new Set<string>();
        const seen: string[] = [];
        let cursor = '';
        for (let more = true, round = 0; more; round += 1) {
          const query = `limit=${limit}${cursor}${filter}`;
          if (round > all.length) expect.fail('the pages do not end');
          const { records: found, hasMore } = collectionPage(
            { query: query, context: {} },
            collection,
            fields,
            settings,
          );
          seen.push(...found.map((record) => record.id));
          if (found.length > 0) cursor = `&starting_after=${found.at(-1)!.id}`;
          more = hasMore;
          for (const index of plan[round] ?? []) {
            const name = all[index];
            if (name !== undefined && collection.delete(name)) deleted.add(name);
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(all.filter((name) => seen.includes(name)));
        for (const name of all) if (!deleted.has(name)) expect(seen).toContain(name);
      },
    ),
    { numRuns: amount(100, 300) },
  );
});

test('a store counts the listings of each strategy, whatever is put and deleted', () => {
  const data = generate({ seed: 1, set: 'default' });
  const strategies = [...data.strategies.map((strategy) => strategy.id), null];
  const change = fc.record({
    at: fc.nat(data.listings.length - 1),
    strategyId: fc.constantFrom(...strategies),
    remove: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const store = new Store(data, '2026-01-01T00:00:00.000Z', settings);
      for (const { at, strategyId, remove } of changes) {
        const listing = data.listings[at]!;
        if (remove) store.deleteListing(listing.id);
        else store.putListing({ ...listing, strategyId });
      }
      const left = store.listings.all();
      for (const name of strategies) {
        if (name === null) continue;
        expect(store.assignedCount(name)).toBe(left.filter((listing) => listing.strategyId === name).length);
      }
    }),
    { numRuns: 100 },
  );
});
