// The records' home: the database of @mswjs/data, and the only file that imports the package.
// Its Database class is used without the model and query layers above it. Those scan all records for every lookup, and
// they load msw, graphql and date-fns (579 modules), which takes longer than the whole program takes to start. The exact
// pin in package.json makes the inner path safe.
import { Database } from '@mswjs/data/lib/db/Database.js';
import { ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js';

/** What the database keeps: the record as it is, with the marks the library asks for. */
interface Row {
  readonly id: string;
  readonly record: object;
  readonly [ENTITY_TYPE]: string;
  readonly [PRIMARY_KEY]: 'id';
}

/** A table of immutable records by id. It is synchronous, so that a write is atomic. */
export interface Table<T extends { readonly id: string }> {
  get(id: string): T | undefined;
  /** Adds a record or replaces the one with its id. */
  put(record: T): void;
  delete(id: string): void;
  readonly size: number;
}

export function createTable<T extends { readonly id: string }>(name: string): Table<T> {
  const database = new Database({ [name]: {} });
  const rows = database.getModel(name) as unknown as ReadonlyMap<string, Row>;
  return {
    get: (id) => rows.get(id)?.record as T | undefined,
    put(record) {
      // Replaces a row of the same key too; `update` does no more than copy both rows for listeners that we have not.
      database.create(name, { id: record.id, record, [ENTITY_TYPE]: name, [PRIMARY_KEY]: 'id' } as never);
    },
    delete(id) {
      database.delete(name, id);
    },
    get size() {
      return rows.size;
    },
  };
}
