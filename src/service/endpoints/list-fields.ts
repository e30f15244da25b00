// The fields by which each collection can be filtered and sorted (A5). For records, the models name them.
import { listingModel } from '../models/listing.ts';
import { reportRunModel } from '../models/report-run.ts';
import type { Listing, Strategy } from '../models/resources.ts';
import { strategyModel } from '../models/strategy.ts';
import type { ListFields } from './list-query.ts';
import type { DatedRun } from '../worlds/store.ts';

export const listingFields = fieldsOf<Listing>(listingModel);
export const strategyFields = fieldsOf<Strategy>(strategyModel);

/** @param statusOf gives the status under the name that the client sees */
export function reportFields(statusOf: (run: DatedRun) => string): ListFields<DatedRun> {
  const { equal, since, sortable } = fieldsOf<DatedRun>(reportRunModel);
  return { equal: { status: statusOf, ...equal }, since, sortable: { ...sortable, status: statusOf } };
}

interface ListField {
  readonly filter?: true;
  readonly since?: string;
  readonly sort?: true;
}

function fieldsOf<T>({ fields }: { readonly fields: Readonly<Record<string, ListField>> }): ListFields<T> {
  const all = Object.entries(fields);
  const value = (name: string) => (record: T) => (record as Readonly<Record<string, unknown>>)[name] as never;
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, value(name)]));
  return {
    equal: pick(all.filter(([, { filter }]) => filter).map(([name]) => name)),
    since: Object.fromEntries(
      all.flatMap(([name, { since }]) => (since === undefined ? [] : [[since, value(name)]])),
    ),
    sortable: pick(all.filter(([, { sort }]) => sort).map(([name]) => name)),
  };
}
