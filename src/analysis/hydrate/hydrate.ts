// The store filled from what a recording shows: records merged from lists and single reads, as they were when the
// session began or as they were when it ended. Later words win, or earlier ones; writes are applied, or not yet.
import type { DataSet } from '../../service/models/resources.ts';
import type { Handler } from '../../http/message.ts';
import { learn } from '../learn/learn.ts';
import { idOf, locate } from '../learn/locate.ts';
import { observe } from '../learn/observations.ts';
import { sightings } from '../learn/sightings.ts';
import type { Profile } from '../../dialect/profile.ts';
import type { Recording } from '../../recording/format.ts';
import { recordedFiles } from './hydrate-files.ts';
import { hydrateListings } from './hydrate-listings.ts';
import { listingOrder } from './hydrate-order.ts';
import { hydrateRuns } from './hydrate-runs.ts';
import { hydrateStrategies } from './hydrate-strategies.ts';
import { playTimes } from '../compare/play-times.ts';
import type { HydrationNote, Source } from './source.ts';

export interface HydrateOptions {
  /** Before the first write, or after the last one, which is the default. */
  readonly asOf?: 'start' | 'end';
  /** How the records are to be shown: as that service shows them; without, as our own wire does. */
  readonly profile?: Profile;
}

export interface Hydrated {
  readonly data: DataSet;
  readonly found: readonly HydrationNote[];
  /** Answers for the files behind download links, as recorded, below `/__mock/files/`. */
  readonly files: (now: () => number) => Handler;
}

export function hydrate(recording: Recording, options: HydrateOptions = {}): Hydrated {
  const { asOf = 'end', profile } = options;
  const named = [{ name: 'recording', recording }];
  const wire = profile?.wire ?? learn(named).wire!;
  const observations = observe(named);
  const places = locate(observations);
  const seen = sightings(observations, places).filter(
    ({ record, kind }) => idOf(record, kind, places) !== undefined,
  );
  const times = playTimes(recording.interactions);
  const timeBy = new Map(observations.map((by, at) => [by, times[at]!]));
  const order = listingOrder(observations, seen, places, asOf);
  const source: Source = {
    wire,
    asOf,
    spoken: profile?.wire !== undefined,
    seen,
    timeOf: ({ by }) => timeBy.get(by)!,
    placeOf: order.placeOf,
  };
  const listings = hydrateListings(source, observations);
  const strategies = hydrateStrategies(source, listings, observations);
  const reportRuns = hydrateRuns(source);
  const data = { listings, strategies: strategies.all, reportRuns };
  return {
    data,
    found: [...countNotes(data, strategies.stubs.length), ...stubNotes(strategies.stubs), ...order.notes],
    files: recordedFiles(
      recording.interactions.map((interaction, at) => ({ interaction, at: times[at]! })),
      seen.filter(({ kind }) => kind === 'reportRun'),
      asOf,
    ),
  };
}

function countNotes(data: DataSet, stubs: number): HydrationNote[] {
  const counts = [
    ['/v1/listings', 'listings', data.listings.length],
    ['/v1/strategies', 'strategies', data.strategies.length - stubs],
    ['/v1/reports', 'report runs', data.reportRuns.length],
  ] as const;
  return counts.map(([path, what, count]) =>
    count === 0
      ? { kind: 'nothing', path, text: `the recording shows no ${what}` }
      : { kind: 'found', path, text: `${count} ${what}` },
  );
}

function stubNotes(stubs: readonly string[]): HydrationNote[] {
  return stubs.map((id) => ({
    kind: 'stub-strategy',
    path: '/v1/strategies',
    text: `strategy ${id} is assigned and shown nowhere: it is a stub`,
  }));
}
