// What recordings settle of the ledger: one part for each part of the wire.
import type { AssumptionId } from '../api/assumptions.ts';
import type { RecordKind, SpokenEndpoint, Wire } from '../profile/wire.ts';
import type { ErrorContext } from './classify-error.ts';
import type { SeenError } from './errors.ts';
import type { FieldStats } from './field-stats.ts';
import type { Finding } from './findings.ts';
import type { Places } from './locate.ts';
import type { MoneyEvidence } from './money.ts';
import type { Observation } from './observations.ts';
import type { PagingLearned } from './paging.ts';
import { settleErrors } from './settle-errors.ts';
import { settleHeaders } from './settle-headers.ts';
import { settleLists } from './settle-lists.ts';
import { settlePrices } from './settle-prices.ts';
import { settleRecords } from './settle-records.ts';
import { settleReports } from './settle-reports.ts';
import { settleWrites } from './settle-writes.ts';
import type { SeenWrite, Sighting } from './sightings.ts';

/** Everything that was learned by then. */
export interface Learned {
  readonly observations: readonly Observation[];
  readonly seen: readonly Sighting[];
  readonly writes: readonly SeenWrite[];
  readonly errors: readonly SeenError[];
  readonly wire: Wire;
  readonly pagings: ReadonlyMap<SpokenEndpoint, PagingLearned>;
  readonly money: MoneyEvidence | undefined;
  readonly places: Places;
  readonly stats: Partial<Record<RecordKind, FieldStats>>;
  readonly context: ErrorContext;
}

export function settleAll(learned: Learned): Finding[] {
  return [
    settleLists,
    settleRecords,
    settleReports,
    settleWrites,
    settlePrices,
    settleErrors,
    settleHeaders,
  ].flatMap((part) => part(learned));
}

/** The same answer, shown by each of these. */
export function shownBy(
  id: AssumptionId,
  value: string | number,
  by: readonly Pick<Observation, 'id'>[],
): Finding[] {
  return by.map((one) => ({ id, value, by: one }));
}
