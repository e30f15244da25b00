import { factory, primaryKey } from '@mswjs/data';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createTable } from '../../src/service/worlds/database.ts';

// The table reaches past the public door of @mswjs/data, to its Database. This holds it to what the door shows.

interface Row {
  readonly id: string;
  readonly title: string;
  readonly price: number;
}

interface Rows {
  get(id: string): Row | undefined;
  create(row: Row): void;
  update(row: Row): void;
  delete(id: string): void;
  all(): Row[];
  count(): number;
}

function throughFactory(): Rows {
  const { row } = factory({ row: { id: primaryKey(String), title: String, price: Number } });
  const byId = (id: string) => ({ where: { id: { equals: id } } });
  const plain = ({ id, title, price }: Row): Row => ({ id, title, price });
  return {
    get: (id) => {
      const found = row.findFirst(byId(id));
      return found === null ? undefined : plain(found);
    },
    create: (record) => void row.create({ ...record }),
    update: ({ id, ...data }) => void row.update({ ...byId(id), data }),
    delete: (id) => void row.delete(byId(id)),
    all: () => row.getAll().map(plain),
    count: () => row.count(),
  };
}

const everyId = ['a', 'b', 'c', '0', '__proto__', 'constructor', 'ü-1'];

function throughTable(): Rows {
  const table = createTable<Row>('row');
  const order: string[] = [];
  return {
    get: (id) => table.get(id),
    create: (record) => {
      table.put(record);
      order.push(record.id);
    },
    update: (record) => {
      table.put(record);
    },
    delete: (id) => {
      table.delete(id);
      if (order.includes(id)) order.splice(order.indexOf(id), 1);
    },
    all: () => order.map((id) => table.get(id)!),
    count: () => table.size,
  };
}

const id = fc.constantFrom(...everyId);
const row = fc.record({ id, title: fc.string(), price: fc.double({ noNaN: true }) });
const step = fc.oneof(
  row.map((record) => ({ kind: 'put', record }) as const),
  id.map((name) => ({ kind: 'delete', id: name }) as const),
);

test('create, read, update and delete show the same through the table and through factory()', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [factoryRows, tableRows] = [throughFactory(), throughTable()];
      for (const one of steps) {
        for (const rows of [factoryRows, tableRows]) {
          if (one.kind === 'delete') rows.delete(one.id);
          else if (rows.get(one.record.id) === undefined) rows.create(one.record);
          else rows.update(one.record);
        }
        expect(tableRows.count()).toBe(factoryRows.count());
        expect(tableRows.all()).toEqual(factoryRows.all());
        for (const name of everyId) expect(tableRows.get(name)).toEqual(factoryRows.get(name));
      }
    }),
    { numRuns: 60 },
  );
});

test('the table hands out the very record it was given, with every field, and no copy', () => {
  const table = createTable<Row>('row');
  const record = Object.freeze({ id: 'a', title: 'x', price: 1, unknown: { nested: [null] } });
  table.put(record);
  expect(table.get('a')).toBe(record);
  const next = { ...record, price: 2 };
  table.put(next);
  expect(table.get('a')).toBe(next);
  expect(record.price).toBe(1);
});

test('what is not there is undefined, and deleting it does no harm', () => {
  const table = createTable<Row>('row');
  for (const name of ['a', '', 'constructor', 'toString']) {
    expect(table.get(name)).toBeUndefined();
    table.delete(name);
  }
  expect(table.size).toBe(0);
});

test('two tables share nothing, even with the same name', () => {
  const [one, other] = [createTable<Row>('row'), createTable<Row>('row')];
  one.put({ id: 'a', title: 'x', price: 1 });
  expect(other.get('a')).toBeUndefined();
  expect([one.size, other.size]).toEqual([1, 0]);
});

test('a table looks up by key and does not scan: 20,000 lookups among 20,000 records return their record', () => {
  const table = createTable<Row>('row');
  for (let at = 0; at < 20_000; at += 1) table.put({ id: `id-${at}`, title: '', price: at });
  expect(table.size).toBe(20_000);
  for (let at = 0; at < 20_000; at += 1) {
    if (table.get(`id-${at}`)?.price !== at) expect.fail(`id-${at}`);
  }
});
