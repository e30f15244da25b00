// Effects that come later than the answer to their write: after how many seconds, and to which leaves.
import type { Json } from '../../../http/exact-json.ts';
import { parentOf, valueAt } from '../../../http/pointer.ts';
import { worthOf } from '../../../dialect/template-filters.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { isWorth } from './sent-values.ts';
import type { Write } from '../records/sightings.ts';
import { applied } from './write-changes.ts';

export interface Case {
  readonly write: Write;
  readonly before: Json;
}

export interface Delay {
  /** Seconds after the write at which nothing had come yet, and those at which it had. */
  readonly after: number;
  readonly before: number;
  /** The places that it comes to. */
  readonly places: ReadonlySet<string>;
}

/** After how many seconds what a write does stands in the record; undefined where it does at once. */
export function delayOf(
  cases: readonly Case[],
  placesIn: (write: Write, before: Json) => readonly string[],
): Delay | undefined {
  let [earliest, latest] = [0, Infinity];
  const places = new Set<string>();
  for (const { write, before } of cases) {
    const shown = write.after.map(({ record, by }) => ({ record, seconds: (by.at - write.by.at) / 1000 }));
    for (const place of placesIn(write, before)) {
      const known = valueAt(before, place);
      const seen = shown.filter(({ record }) => valueAt(record, place) !== undefined);
      const first = seen.findIndex(({ record }) => !sameValue(valueAt(record, place), known));
      if (first === -1) continue;
      latest = Math.min(latest, seen[first]!.seconds);
      if (first === 0) continue;
      places.add(place);
      earliest = Math.max(earliest, seen[first - 1]!.seconds);
    }
  }
  if (places.size === 0 || earliest >= latest) return undefined;
  return {
    after: earliest,
    before: latest,
    places,
  };
}

/**
 * After how many seconds something came: a moment that is told of it says so, else it is a usual delay, else the latest.
 * @param earliest seconds at which it had not come yet, and `latest` those at which it had
 * @param sets what came, by place
 */
export function secondsBetween(
  earliest: number,
  latest: number,
  sets: Readonly<Record<string, Json>>,
): number {
  const isBetween = (seconds: number) => seconds > earliest && seconds <= latest;
  const [, told] = /\{now \| plus (\d+) \|/.exec(JSON.stringify(sets)) ?? [];
  const seconds = Number(told) / 1000;
  return isBetween(seconds) ? seconds : (usualDelays.find(isBetween) ?? latest);
}

const usualDelays = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600];

/** The leaves of a record that became what was sent, or that were null and became an object that holds it. */
export function sentPlaces({ by, after }: Write, before: Json): string[] {
  const sent = leavesOf(by.sent ?? null).map(([, leaf]) => leaf);
  const places = after.flatMap(({ record }) =>
    leavesOf(record).flatMap(([leafAt, value]) => {
      const place = valueAt(before, leafAt) === undefined ? parentOf(leafAt) : leafAt;
      const known = valueAt(before, place);
      const isLeaf = known === null || (known !== undefined && place === leafAt);
      return isLeaf && !sameValue(value, known) && sent.some((leaf) => isWorth(value, leaf)) ? [place] : [];
    }),
  );
  return [...new Set(places)];
}

/** The amounts of a record that came to lie at a bound which they had been outside of. */
export function drawnPlaces([low, high]: readonly (string | undefined)[]) {
  const template = `{was | within ${low === undefined ? '' : `record${low}`} ${high === undefined ? '' : `record${high}`}}`;
  return ({ after }: Write, before: Json): string[] =>
    leavesOf(before).flatMap(([place, known]) => {
      if (place === low || place === high || worthOf(known) === undefined) return [];
      const isDrawn = after.some(({ record }) => {
        const value = valueAt(record, place);
        const drawn = applied(template, known, record, new Map());
        return value !== undefined && !sameValue(value, known) && sameValue(value, drawn);
      });
      return isDrawn ? [place] : [];
    });
}
