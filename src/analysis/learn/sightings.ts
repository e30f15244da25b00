// Every record as it was seen, in the order in which it was.
import { isList } from '../../dialect/core-fields.ts';
import type { JsonObject } from '../../http/exact-json.ts';
import type { RecordKind } from '../../dialect/wire.ts';
import { idOf, decode, recordsIn } from './locate.ts';
import type { Places } from './locate.ts';
import type { Observation } from './observations.ts';

export interface Sighting {
  readonly kind: RecordKind;
  /** In lower case, as letter case tells no ids apart. */
  readonly id: string;
  readonly record: JsonObject;
  readonly by: Observation;
}

export function sightings(observations: readonly Observation[], places: Places): Sighting[] {
  return observations.flatMap((by) => {
    if (!by.ok || by.route === undefined) return [];
    const { kind, endpoint, id: inPath } = by.route;
    return recordsIn(by, places).map((record) => {
      const id = idOf(record, kind, places) ?? (isList(endpoint) ? '' : decode(inPath));
      return { kind, id: id.toLowerCase(), record, by };
    });
  });
}

/** What a write has set, next to what was seen of the listing before and after it. */
export interface SeenWrite {
  readonly by: Observation;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

export function seenWrites(observations: readonly Observation[], seen: readonly Sighting[]): SeenWrite[] {
  const byObservation = new Map<Observation, Sighting[]>();
  for (const sighting of seen) {
    if (sighting.kind !== 'listing') continue;
    const known = byObservation.get(sighting.by);
    if (known === undefined) byObservation.set(sighting.by, [sighting]);
    else known.push(sighting);
  }
  const latest = new Map<string, JsonObject>();
  const open = new Map<
    string,
    { by: Observation; before: JsonObject | undefined; after: JsonObject | undefined }
  >();
  const writes: { by: Observation; before: JsonObject | undefined; after: JsonObject | undefined }[] = [];
  for (const observation of observations) {
    const { route, ok, session } = observation;
    const isWrite = route?.endpoint === 'updatePrice' || route?.endpoint === 'updateStrategy';
    const key = (id: string) => `${session} ${id.toLowerCase()}`;
    if (isWrite && ok) {
      const id = key(decode(route.id));
      // After a write that nobody looked at, nothing is known of the state before this one.
      const before = open.has(id) && open.get(id)!.after === undefined ? undefined : latest.get(id);
      const write = { by: observation, before, after: undefined };
      open.set(id, write);
      writes.push(write);
    }
    for (const { id, record } of byObservation.get(observation) ?? []) {
      const write = open.get(key(id));
      // An answer with part of the record still lets a later read show the rest.
      if (write !== undefined) {
        write.after = { ...write.after, ...record };
        if (!isWrite) open.delete(key(id));
      }
      latest.set(key(id), { ...latest.get(key(id)), ...record });
    }
  }
  return writes;
}
