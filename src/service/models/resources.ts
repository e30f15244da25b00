// The three resources (§2). `service/worlds/serializer.ts` writes them as answers show them.
import type { Listing } from './listing.ts';
import type { ReportRun } from './report-run.ts';
import type { Strategy } from './strategy.ts';

export type { Listing } from './listing.ts';
export type { ReportOutcome, ReportRun } from './report-run.ts';
export type { Strategy } from './strategy.ts';

/** A saved store: what a fixture file holds and what a world is opened with. */
export interface DataSet {
  readonly listings: readonly Listing[];
  readonly strategies: readonly Strategy[];
  readonly reportRuns: readonly ReportRun[];
  /** How many requests the service had answered by then; none, unless told. */
  readonly answered?: number;
}

/** Records that say only some of their fields; the models' defaults complete them. */
export type PartialDataSet = {
  readonly [Kind in Exclude<keyof DataSet, 'answered'>]: readonly Partial<DataSet[Kind][number]>[];
};
