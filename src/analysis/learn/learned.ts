// What has been learned before questions are settled by it.
import type { AssumptionId } from '../../spec/assumptions.ts';
import type { RecordKind, SpokenEndpoint, Wire } from '../../dialect/wire.ts';
import type { ErrorContext } from './error-context.ts';
import type { SeenError } from './error-templates.ts';
import type { FieldStats } from './field-stats.ts';
import type { Finding } from './findings.ts';
import type { Places } from './locate.ts';
import type { MoneyEvidence } from './money.ts';
import type { Observation } from './observations.ts';
import type { PagingLearned } from './list-answer.ts';
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

/** The same answer, shown by each of these. */
export function shownBy(
  id: AssumptionId,
  value: string | number,
  by: readonly Pick<Observation, 'id'>[],
): Finding[] {
  return by.map((one) => ({ id, value, by: one }));
}
