// The store filled from what a recording shows: records merged from lists and single reads, as they were when the
// session began or as they were when it ended. Later words win, or earlier ones; writes are applied, or not yet.
// Browser-safe.
import type { DataSet, Strategy } from '../../service/models/resources.ts';
import { generate } from '../../service/data/generate.ts';
import { learn } from '../learn/learn.ts';
import { idOf, locate } from '../learn/locate.ts';
import { observe } from '../learn/observations.ts';
import { sightings } from '../learn/sightings.ts';
import type { Sighting } from '../learn/sightings.ts';
import type { Profile } from '../../dialect/profile.ts';
import type { Interaction, Recording } from '../../recording/format.ts';
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

export interface HydratedRecords {
  readonly data: DataSet;
  readonly found: readonly HydrationNote[];
  /** The interactions with their times by the simulator's clock. */
  readonly timed: readonly { readonly interaction: Interaction; readonly at: number }[];
  /** The report runs as they were seen. */
  readonly runs: readonly Sighting[];
}

export function hydrateRecords(recording: Recording, options: HydrateOptions = {}): HydratedRecords {
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
    timed: recording.interactions.map((interaction, at) => ({ interaction, at: times[at]! })),
    runs: seen.filter(({ kind }) => kind === 'reportRun'),
  };
}

/**
 * Data for a mock that goes on from a recording: the records before the first write. Of a kind of which the recording
 * shows none, those of the data set `default` are taken, so that there is something to answer with.
 */
export function dataAtStart(recording: Recording): DataSet {
  const { listings, strategies, reportRuns } = hydrateRecords(recording, { asOf: 'start' }).data;
  const fallback = generate({ seed: 1, set: 'default' });
  const hasListings = listings.length > 0;
  return {
    listings: hasListings ? listings : fallback.listings,
    strategies: hasListings ? strategies : [...strategies, ...without(fallback.strategies, strategies)],
    reportRuns: reportRuns.length > 0 ? reportRuns : fallback.reportRuns,
  };
}

/** Those of the generated strategies whose ids the recorded ones do not have: generated listings are assigned to them. */
function without(generated: readonly Strategy[], recorded: readonly Strategy[]): Strategy[] {
  const ids = new Set(recorded.map(({ id }) => id));
  return generated.filter(({ id }) => !ids.has(id));
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
