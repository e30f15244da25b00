// One resource's records in the order in which the API lists them, with a place for cursors that outlive their record.
import type { Settings } from '../../spec/settings.ts';
import { createTable } from './database.ts';
import type { Table } from './database.ts';

/** What decides a record's place: creation time and id make the order total (A5). */
interface Ordered {
  readonly id: string;
  readonly createdAt: string;
}

export class Collection<T extends Ordered> {
  readonly #table: Table<T>;
  readonly #compare: (a: Ordered, b: Ordered) => number;
  /** Ids in list order. */
  #order: string[];
  /** Places of records that are gone, so that a cursor on one still works. */
  readonly #gone = new Map<string, Ordered>();
  #snapshot: readonly T[] | undefined;

  constructor(name: string, records: readonly T[], sort: Settings['sort']) {
    this.#table = createTable<T>(name);
    this.#compare = comparison(sort);
    for (const record of records) this.#table.put(record);
    this.#order = [...records].sort(this.#compare).map((record) => record.id);
  }

  get length(): number {
    return this.#order.length;
  }

  get(id: string): T | undefined {
    return this.#table.get(id);
  }

  /** Adds a record or replaces the one with its id, which it returns. */
  put(record: T): T | undefined {
    const previous = this.#table.get(record.id);
    if (previous === undefined || this.#compare(previous, record) !== 0) {
      if (previous !== undefined) this.#order.splice(this.#order.indexOf(record.id), 1);
      this.#order.splice(this.#placeOf(record), 0, record.id);
    }
    this.#gone.delete(record.id);
    this.#table.put(record);
    this.#snapshot = undefined;
    return previous;
  }

  delete(id: string): boolean {
    const record = this.#table.get(id);
    if (record === undefined) return false;
    this.#order.splice(this.#placeOf(record), 1);
    this.#gone.set(id, { id, createdAt: record.createdAt });
    this.#table.delete(id);
    this.#snapshot = undefined;
    return true;
  }

  /** The records from one place of the list up to another. */
  slice(from: number, to: number): T[] {
    return this.#order.slice(from, to).map((id) => this.#table.get(id)!);
  }

  /** All records in list order; the same array until the next write. */
  all(): readonly T[] {
    this.#snapshot ??= this.slice(0, this.length);
    return this.#snapshot;
  }

  /** Where the records behind a cursor begin and those before it end; undefined for an id that never was. */
  cursor(id: string): { readonly before: number; readonly after: number } | undefined {
    const place = this.#table.get(id) ?? this.#gone.get(id);
    if (place === undefined) return undefined;
    const at = this.#placeOf(place);
    return { before: at, after: this.#order[at] === id ? at + 1 : at };
  }

  /** The first place whose record does not come before the one given. */
  #placeOf(record: Ordered): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#table.get(this.#order[middle]!)!, record) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function comparison(sort: Settings['sort']): (a: Ordered, b: Ordered) => number {
  const byId = (a: Ordered, b: Ordered) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  if (sort === 'id') return byId;
  const sign = sort === 'newest' ? -1 : 1;
  return (a, b) => (a.createdAt < b.createdAt ? -sign : a.createdAt > b.createdAt ? sign : byId(a, b));
}
