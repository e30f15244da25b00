// The three resources (§2) together. How a record looks in answers is `service/worlds/serializer.ts`.
import type { Listing } from './listing.ts';
import type { ReportRun } from './report-run.ts';
import type { Strategy } from './strategy.ts';

export type { Listing } from './listing.ts';
export type { ReportOutcome, ReportRun } from './report-run.ts';
export type { Strategy } from './strategy.ts';

/**
 * On a record that comes from a recording: the names of the fields that it was seen with. What it was not seen with is
 * not shown. A symbol, so that it is never printed and stays when the record is copied.
 */
export const seenFields: unique symbol = Symbol('seen fields');

/** A saved store: what a fixture file holds and what a world is opened with. */
export interface DataSet {
  readonly listings: readonly Listing[];
  readonly strategies: readonly Strategy[];
  readonly reportRuns: readonly ReportRun[];
}

/** Records that say only some of their fields; the models' defaults complete them. */
export type PartialDataSet = {
  readonly [Kind in keyof DataSet]: readonly Partial<DataSet[Kind][number]>[];
};
