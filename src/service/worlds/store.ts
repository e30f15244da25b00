// One world's records. Nothing else changes them; what it hands out is immutable and stays as it was.
import type { Settings } from '../../spec/settings.ts';
import type { DataSet, Listing, ReportRun, Strategy } from '../models/resources.ts';
import { Collection } from './collection.ts';
import type { RecordChanges, RecordKind } from './record-changes.ts';

/** A report run whose creation time is known. */
export type DatedRun = ReportRun & { readonly createdAt: string };

export class Store {
  readonly listings: Collection<Listing>;
  readonly strategies: Collection<Strategy>;
  readonly reportRuns: Collection<DatedRun>;
  readonly #assigned = new Map<string, number>();
  readonly #noted: RecordChanges | undefined;

  /**
   * @param openedAt the creation time of runs that begin with the world, ISO 8601
   * @param noted where changes of records are noted
   */
  constructor(data: DataSet, openedAt: string, settings: Settings, noted?: RecordChanges) {
    this.#noted = noted;
    this.listings = new Collection('listing', data.listings, settings.sort);
    this.strategies = new Collection('strategy', data.strategies, settings.sort);
    const runs = data.reportRuns.map((run) => ({ ...run, createdAt: run.createdAt ?? openedAt }));
    this.reportRuns = new Collection('reportRun', runs, settings.sort);
    for (const { strategyId } of data.listings) this.#count(strategyId, 1);
  }

  /** How many listings have the strategy. */
  assignedCount(strategyId: string): number {
    return this.#assigned.get(strategyId) ?? 0;
  }

  /** @param at when it changed by itself; left out: now */
  putListing(listing: Listing, at?: string): void {
    const before = this.listings.put(listing);
    this.#noted?.note('listing', listing.id, before, listing, at);
    const strategy = before?.strategyId ?? null;
    if (strategy === listing.strategyId) return;
    this.#count(strategy, -1);
    this.#count(listing.strategyId, 1);
  }

  deleteListing(id: string): boolean {
    const before = this.listings.get(id);
    this.#count(before?.strategyId ?? null, -1);
    return this.#removed('listing', before, this.listings.delete(id));
  }

  putStrategy(strategy: Strategy): void {
    const before = this.strategies.put(strategy);
    this.#noted?.note('strategy', strategy.id, before, strategy);
  }

  deleteStrategy(id: string): boolean {
    return this.#removed('strategy', this.strategies.get(id), this.strategies.delete(id));
  }

  putRun(run: DatedRun): void {
    const before = this.reportRuns.put(run);
    this.#noted?.note('report', run.id, before, run);
  }

  deleteRun(id: string): boolean {
    return this.#removed('report', this.reportRuns.get(id), this.reportRuns.delete(id));
  }

  #removed(kind: RecordKind, before: { readonly id: string } | undefined, wasThere: boolean): boolean {
    if (before !== undefined) this.#noted?.note(kind, before.id, before, undefined);
    return wasThere;
  }

  #count(strategyId: string | null, step: 1 | -1): void {
    if (strategyId === null) return;
    this.#assigned.set(strategyId, this.assignedCount(strategyId) + step);
  }
}
