// The links of report runs to their files.
import type { Json } from '../http/exact-json.ts';
import { allLeaves } from '../http/pointer.ts';
import { linkedPath } from '../http/parse-url.ts';
import { storedOrigin } from '../spec/mock-paths.ts';
import type { Sighting } from './learn/records/sightings.ts';

export type Link = readonly [place: string, path: string];

/** The links to the service in a record, with their places: absolute ones, and relative ones where some led to a file. */
export function linksOf(
  runs: readonly Sighting[],
  files: ReadonlyMap<string, unknown>,
): (record: Json) => readonly Link[] {
  const relative = ([place, leaf]: readonly [string, Json]): Link[] =>
    typeof leaf === 'string' && leaf.startsWith('/') ? [[place, linkedPath(`${storedOrigin}${leaf}`)]] : [];
  const followed = new Set(
    runs.flatMap(({ record }) =>
      allLeaves(record)
        .flatMap(relative)
        .flatMap(([place, path]) => (files.has(path) ? [place] : [])),
    ),
  );
  return (record) =>
    allLeaves(record).flatMap(([place, leaf]): readonly Link[] =>
      typeof leaf === 'string' && leaf.startsWith(`${storedOrigin}/`)
        ? [[place, linkedPath(leaf)]]
        : relative([place, leaf]).filter(([at]) => followed.has(at)),
    );
}
