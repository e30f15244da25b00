// What each collection can be filtered and sorted by (A5).
import type { Listing, Strategy } from '../models/resources.ts';
import type { ListFields } from './list-query.ts';
import type { Change, DatedRun } from '../worlds/store.ts';

const times = {
  createdAt: (record: { readonly createdAt: string }) => record.createdAt,
  updatedAt: (record: { readonly updatedAt: string }) => record.updatedAt,
};

export const listingFields: ListFields<Listing> = {
  equal: {
    marketplace: (listing) => listing.marketplace,
    status: (listing) => listing.status,
    sku: (listing) => listing.sku,
    strategyId: (listing) => listing.strategyId,
  },
  since: { updatedSince: times.updatedAt, createdSince: times.createdAt },
  sortable: {
    ...times,
    id: (listing) => listing.id,
    sku: (listing) => listing.sku,
    title: (listing) => listing.title,
    currentPrice: (listing) => listing.currentPrice,
    minPrice: (listing) => listing.minPrice,
    maxPrice: (listing) => listing.maxPrice,
    quantity: (listing) => listing.quantity,
  },
};

export const strategyFields: ListFields<Strategy> = {
  equal: { type: (strategy) => strategy.type, marketplace: (strategy) => strategy.marketplace },
  since: { updatedSince: times.updatedAt, createdSince: times.createdAt },
  sortable: { ...times, id: (strategy) => strategy.id, name: (strategy) => strategy.name },
};

export const changeFields: ListFields<Change> = {
  equal: { type: (change) => change.type },
  since: { createdSince: times.createdAt },
  sortable: { createdAt: times.createdAt },
};

/** @param statusOf by the name that the client sees */
export function reportFields(statusOf: (run: DatedRun) => string): ListFields<DatedRun> {
  return {
    equal: { status: statusOf, type: (run) => run.type },
    since: { createdSince: times.createdAt },
    sortable: { createdAt: times.createdAt, status: statusOf, type: (run) => run.type },
  };
}
