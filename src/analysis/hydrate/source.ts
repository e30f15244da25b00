// What every kind of record is hydrated from.
import type { Sighting } from '../learn/sightings.ts';
import type { Wire } from '../../dialect/wire.ts';

/** What was found in a recording, or what was missed there. */
export interface HydrationNote {
  readonly kind: 'found' | 'nothing' | 'stub-strategy' | 'partial-page' | 'unreadable';
  /** The path of the list it is about. */
  readonly path?: string;
  readonly text: string;
}

/** What every kind of record is hydrated from. */
export interface Source {
  readonly wire: Wire;
  readonly asOf: 'start' | 'end';
  /** Whether records are to be shown in the service's form. */
  readonly spoken: boolean;
  /** In recorded order. */
  readonly seen: readonly Sighting[];
  /** The time of an observation, by the simulator's clock. */
  readonly timeOf: (sighting: Sighting) => number;
  /** The place in its list; -1 for a record that its list does not show. */
  readonly placeOf: (sighting: Sighting) => number;
}
