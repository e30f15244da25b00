// The state of a report run and its download links: found by what they hold.
import { valueAt } from '../../dialect/pointer.ts';
import type { JsonObject } from '../../http/exact-json.ts';
import { FieldStats } from './field-stats.ts';
import { leavesIn, stateOf } from './match-fields.ts';
import type { Leaf } from './match-fields.ts';
import type { Observation } from './observations.ts';
import type { Sighting } from './sightings.ts';

/** The leaf whose values are states. */
export function findState(records: readonly JsonObject[]): string | undefined {
  const scores = new Map<string, number>();
  for (const record of records.slice(0, 200)) {
    const stats = new FieldStats('');
    stats.addFields(record, '', '', '');
    for (const { place, words } of leavesIn(stats)) {
      const value = valueAt(record, place);
      const isCode =
        typeof value === 'number' &&
        Number.isInteger(value) &&
        /^(status|state|phase|stage)(code)?$/.test(words.at(-1)!);
      if (stateOf(value) === undefined && !isCode) continue;
      const named = /(status|state|phase|stage)(code)?$/.test(words.at(-1)!)
        ? 100
        : /type|kind|message|object/.test(words.at(-1)!)
          ? -100
          : 1;
      scores.set(place, (scores.get(place) ?? 0) + named);
    }
  }
  const [best] = [...scores].sort((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] > 0 ? best[0] : undefined;
}

/**
 * Which value stands for which state: by its word, or by what the runs in it show: links are there once a run is done,
 * an error where it failed, and what has no end yet waits or runs.
 */
export function meaningOf(seen: readonly Sighting[], place: string): Map<string | number, string> {
  const means = new Map<string | number, string>();
  for (const { record } of seen) {
    const value = valueAt(record, place);
    if ((typeof value !== 'string' && typeof value !== 'number') || means.has(value)) continue;
    const state = stateOf(value) ?? stateShown(record, seen, value, place);
    means.set(value, state);
  }
  return means;
}

function stateShown(
  record: JsonObject,
  seen: readonly Sighting[],
  value: string | number,
  place: string,
): string {
  const text = JSON.stringify(record);
  if (/"https?:\/\//.test(text)) return 'completed';
  if (/"[a-z_]*(error|problem|failure|fault)[a-z_]*":(?!null|\[\]|"")/i.test(text)) return 'failed';
  // A run that was seen in another state later had not ended.
  const later = seen
    .filter(({ record: other }) => valueAt(other, place) === value)
    .some((one) => {
      const after = seen
        .slice(seen.indexOf(one) + 1)
        .find(({ id, by }) => id === one.id && by.session === one.by.session);
      return after !== undefined && valueAt(after.record, place) !== value;
    });
  if (!later) return 'cancelled';
  const isFirst = seen.every(
    ({ id, record: other }, at) =>
      valueAt(other, place) !== value ||
      seen.findIndex((one) => one.id === id) === at ||
      valueAt(seen.find((one) => one.id === id)!.record, place) === value,
  );
  return isFirst ? 'queued' : 'running';
}

/** Download links: texts that are URLs under a name that says so, one by itself or in a list. */
export function matchLinks(leaves: readonly Leaf[], ours: Map<string, string>, gzip: boolean): void {
  const says = /link|url|href|download|file|location/;
  for (const { place, words, stats: field } of leaves) {
    if (!says.test(words.join(' ')) || /doc|self/.test(words.at(-1)!)) continue;
    if (field.formats.has('url')) ours.set(place, `downloadLinks.${gzip ? 1 : 0}.url`);
    else if (field.items !== undefined) {
      ours.set(place, 'downloadLinks');
      for (const inner of leavesIn(field.items, `${place}/*`)) {
        const name = linkField(inner);
        if (name !== undefined) ours.set(inner.place, name);
      }
    }
  }
}

/** Whether the files behind links are compressed, as the second of our links to a file is. */
export function givesGzip(observations: readonly Observation[]): boolean {
  return observations.some(({ isFile, ok, path, gzip }) => isFile && ok && (gzip || path.endsWith('.gz')));
}

function linkField({ words, stats }: Leaf): string | undefined {
  const name = words.at(-1)!;
  if (stats.formats.has('url')) return 'url';
  if (/format|filetype|mimetype/.test(name) && stats.formats.has('text')) return 'format';
  if (/expires|expiry|validuntil/.test(name)) return 'expiresAt';
  return /size|bytes|length/.test(name) ? 'sizeBytes' : undefined;
}
