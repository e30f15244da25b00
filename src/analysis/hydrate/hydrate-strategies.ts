// Strategies from a recording, and stubs for those that are assigned and shown nowhere.
import { without } from '../../http/exact-json.ts';
import type { Listing, Strategy } from '../../service/models/resources.ts';
import type { Observation } from '../learn/observations.ts';
import { readLeniently } from '../../service/models/fixtures.ts';
import { strategyModel } from '../../service/models/strategy.ts';
import type { JsonObject } from '../../http/exact-json.ts';
import { valueAt } from '../../dialect/pointer.ts';
import { dressed, merged, otherFields, ourFields, ourId, withSeen } from './hydrate-record.ts';
import type { Source } from './source.ts';

export interface HydratedStrategies {
  readonly all: readonly Strategy[];
  /** Ids of those that were made up. */
  readonly stubs: readonly string[];
}

export function hydrateStrategies(
  source: Source,
  listings: readonly Listing[],
  observations: readonly Observation[],
): HydratedStrategies {
  const { wire, spoken, asOf } = source;
  const found = new Map<string, { record: JsonObject; place: number }>();
  for (const sighting of source.seen) {
    if (sighting.kind !== 'strategy') continue;
    const known = found.get(sighting.id);
    if (known === undefined)
      found.set(sighting.id, { record: sighting.record, place: source.placeOf(sighting) });
    else
      known.record =
        asOf === 'end' ? merged(known.record, sighting.record) : merged(sighting.record, known.record);
  }
  const shown = [...found.values()].flatMap(({ record, place }) => {
    const ours = ourFields(record, 'strategy', wire);
    delete ours.assignedCount; // derived anew
    const others = without(otherFields(record, 'strategy', wire), 'assignedCount');
    const strategy = readLeniently(strategyModel, { ...(spoken ? {} : others), ...ours });
    if (strategy === undefined) return [];
    if (!spoken) return [withSeen(strategy, [...Object.keys(record), ...Object.keys(ours)])];
    return [dressed(strategy, { at: place, forms: { '': record }, ours: {} })];
  });
  const known = new Set(shown.map(({ id }) => id));
  const stubs = [
    ...new Set([
      ...listings.flatMap(({ strategyId }) => strategyId ?? []),
      ...accepted(observations, source),
    ]),
  ].filter((id) => !known.has(id));
  const made = stubs.map((id) => {
    const stub = readLeniently(strategyModel, { id })!;
    // A list that was seen whole does not show it.
    return spoken ? dressed(stub, { at: -1, forms: {}, ours: {} }) : stub;
  });
  return { all: [...shown, ...made], stubs };
}

/** Strategies that listings were given. */
function accepted(observations: readonly Observation[], { wire }: Source): string[] {
  const place = wire.requests.strategyId;
  return observations.flatMap(({ ok, route, requestBody }) => {
    if (!ok || route?.endpoint !== 'updateStrategy' || place === undefined || requestBody === undefined)
      return [];
    const id = valueAt(requestBody, place);
    return typeof id === 'string' && id !== '' ? (ourId(id, 'strategy', wire) ?? []) : [];
  });
}
