// Which fields writes set or move: by name, and by what was found there after them.
import { isObject, numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { readTime } from '../../dialect/forms.ts';
import { valueAt } from '../../dialect/pointer.ts';
import type { RecordKind, RequestWire } from '../../dialect/wire.ts';
import type { FieldStats } from './field-stats.ts';
import { isMax, isMin, sameValue } from './match-fields.ts';
import type { Leaf } from './match-fields.ts';
import type { Observation } from './observations.ts';
import type { SeenWrite, Sighting } from './sightings.ts';

/** The bounds and the strategy: by name, and by what was found there after it was written. */
export function matchWritten(
  leaves: readonly Leaf[],
  writes: readonly SeenWrite[],
  requests: RequestWire,
  ours: Map<string, string>,
): void {
  const fields = [
    ['minPrice', ({ words }: Leaf) => isMin(words)],
    ['maxPrice', ({ words }: Leaf) => isMax(words)],
    [
      'strategyId',
      ({ words }: Leaf) =>
        /strategy|repricingrule/.test(words.join('')) && /(id|strategy|uuid|ref|rule)$/.test(words.at(-1)!),
    ],
  ] as const;
  for (const [name, isCalled] of fields) {
    const pointer = requests[name];
    const proofs = writes.flatMap(({ by, after }) => {
      const value =
        pointer === undefined || by.requestBody === undefined ? undefined : valueAt(by.requestBody, pointer);
      return value === undefined || value === null || value === '' || after === undefined
        ? []
        : [{ value, after }];
    });
    const scored = leaves
      .filter(
        ({ place, stats }) =>
          !ours.has(place) &&
          (name === 'strategyId' || (stats.low <= stats.high && !stats.formats.has('uuid'))),
      )
      .map((leaf) => {
        const shown = proofs.filter(({ after }) => valueAt(after, leaf.place) !== undefined);
        const proved = shown.filter(({ value, after }) =>
          equalAmount(valueAt(after, leaf.place), value),
        ).length;
        return { leaf, proved, refuted: shown.length - proved, called: isCalled(leaf) };
      });
    // What writes prove counts; where there is no proof, the name does.
    const proven = scored.filter(({ proved, refuted, called }) => proved > refuted && (called || proved > 1));
    const best = proven.some(({ called }) => called) ? proven.filter(({ called }) => called) : proven;
    const chosen =
      best.length > 0 ? best : scored.filter(({ called, refuted }) => called && refuted === 0).slice(0, 1);
    for (const { leaf } of chosen) ours.set(leaf.place, name);
  }
}

/** The time of change: by what writes did to it and nothing else, as it may be called anything. */
export function matchTouched(
  leaves: readonly Leaf[],
  writes: readonly SeenWrite[],
  seen: readonly Sighting[],
  ours: Map<string, string>,
): void {
  const both = writes.filter(({ before, after }) => before !== undefined && after !== undefined);
  const still = pairsWithoutWrite(seen, writes);
  for (const { place, stats } of leaves) {
    const form = timeForm(stats);
    if (form === undefined || ours.has(place)) continue;
    const moved = both.filter(({ by, before, after }) => {
      const [old, now] = [valueAt(before!, place), valueAt(after!, place)];
      return now !== undefined && old !== now && Math.abs(readTime(now, form) - by.at) < 5000;
    });
    const movesAlone = still.some(
      ([a, b]) =>
        valueAt(a.record, place) !== undefined &&
        valueAt(b.record, place) !== undefined &&
        valueAt(a.record, place) !== valueAt(b.record, place),
    );
    if (moved.length >= 2 && moved.length * 2 >= both.length && !movesAlone) ours.set(place, 'updatedAt');
  }
}

/** Two sightings of a listing one after the other, with no write to it between them. */
function pairsWithoutWrite(seen: readonly Sighting[], writes: readonly SeenWrite[]): [Sighting, Sighting][] {
  const written = new Set(writes.map(({ by }) => by.route!.id.toLowerCase()));
  const latest = new Map<string, Sighting>();
  const pairs: [Sighting, Sighting][] = [];
  for (const sighting of seen) {
    const key = `${sighting.by.session} ${sighting.id}`;
    const before = latest.get(key);
    if (before !== undefined && !written.has(sighting.id) && pairs.length < 500)
      pairs.push([before, sighting]);
    latest.set(key, sighting);
  }
  return pairs;
}

function timeForm({ times }: FieldStats) {
  return [...times.keys()][0];
}

function equalAmount(a: Json | undefined, b: Json | undefined): boolean {
  if (sameValue(a, b)) return true;
  const number = (value: Json | undefined) =>
    numberOf(value) ??
    (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined);
  const [x, y] = [number(a), number(b)];
  return x !== undefined && x === y;
}

/** Whether a price with decimals was ever accepted, and whether one was refused although nothing else was wrong. */
export function decimalsSent(
  observations: readonly Observation[],
  { minPrice, maxPrice }: RequestWire,
): [boolean, boolean] {
  let accepted = false;
  let refused = false;
  for (const { route, requestBody, ok, status } of observations) {
    if (route?.endpoint !== 'updatePrice' || !isObject(requestBody)) continue;
    const values = [minPrice, maxPrice].map((place) =>
      place === undefined ? undefined : amount(valueAt(requestBody, place)),
    );
    const [min, max] = values;
    if (!values.some((value) => value !== undefined && !Number.isInteger(value))) continue;
    if (ok) accepted = true;
    else if ((status === 400 || status === 422) && (min === undefined || max === undefined || min < max))
      refused = true;
  }
  return [accepted, refused && !accepted];
}

const amount = (value: Json | undefined) =>
  numberOf(value) ?? (typeof value === 'string' && /^\d+\.\d+$/.test(value) ? Number(value) : undefined);

/** A current price or a time of change that writes leave alone is none of those that our simulator moves. */
export function dropStill(kind: RecordKind, writes: readonly SeenWrite[], ours: Map<string, string>): void {
  if (kind !== 'listing') return;
  for (const [place, name] of ours) {
    if (name !== 'updatedAt') continue;
    const both = writes.filter(
      ({ before, after }) =>
        before !== undefined && after !== undefined && valueAt(after, place) !== undefined,
    );
    const moved = both.filter(({ before, after }) => valueAt(before!, place) !== valueAt(after!, place));
    if (both.length > 0 && moved.length === 0) ours.delete(place);
  }
}

/** Amounts that went with the current price each time it moved, such as a winning offer's. */
export function matchFollowers(
  leaves: readonly Leaf[],
  writes: readonly SeenWrite[],
  ours: Map<string, string>,
): void {
  const price = [...ours].find(([, name]) => name === 'currentPrice')?.[0];
  if (price === undefined) return;
  const moved = writes.filter(({ before, after }) => {
    return (
      before !== undefined && after !== undefined && !sameValue(valueAt(before, price), valueAt(after, price))
    );
  });
  for (const { place, stats } of leaves) {
    if (ours.has(place) || stats.low > stats.high) continue;
    const alike = moved.filter(({ before }) => sameValue(valueAt(before!, place), valueAt(before!, price)));
    const follows = alike.filter(({ after }) => sameValue(valueAt(after!, place), valueAt(after!, price)));
    if (alike.length > 0 && follows.length === alike.length) ours.set(place, 'currentPrice');
  }
}
