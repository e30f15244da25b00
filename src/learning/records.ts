// What the records of each kind look like.
import { isObject, numberOf } from '../profile/exact-json.ts';
import type { Json, JsonObject } from '../profile/exact-json.ts';
import { readTime } from '../profile/forms.ts';
import { valueAt } from '../profile/pointer.ts';
import { recordKinds } from '../profile/wire.ts';
import type { MoneyForm, RecordKind, RecordWire, RequestWire } from '../profile/wire.ts';
import { FieldStats } from './field-stats.ts';
import { finishFields } from './finish-field.ts';
import { idFormOf } from './id-form.ts';
import type { Places } from './locate.ts';
import { isMax, isMin, leavesIn, matchByName, sameValue, stateOf } from './match-fields.ts';
import type { Leaf } from './match-fields.ts';
import { moneyLike, moneyOf } from './money.ts';
import type { MoneyEvidence } from './money.ts';
import type { Observation } from './observations.ts';
import type { SeenWrite, Sighting } from './sightings.ts';

/** So often one record is looked at in one kind of answer: later sightings add nothing but time. */
const mostLooks = 6;

export interface RecordsLearned {
  readonly records: Partial<Record<RecordKind, RecordWire>>;
  readonly stats: Partial<Record<RecordKind, FieldStats>>;
  readonly money: MoneyEvidence | undefined;
}

export function learnRecords(
  seen: readonly Sighting[],
  writes: readonly SeenWrite[],
  observations: readonly Observation[],
  requests: RequestWire,
  places: Places,
): RecordsLearned {
  const records: Partial<Record<RecordKind, RecordWire>> = {};
  const stats: Partial<Record<RecordKind, FieldStats>> = {};
  let money: MoneyEvidence | undefined;
  let statePlace: string | undefined;
  for (const kind of recordKinds) {
    const own = seen.filter((sighting) => sighting.kind === kind);
    if (own.length === 0) continue;
    if (kind === 'reportRun') statePlace = findState(own.map(({ record }) => record));
    const states =
      statePlace === undefined || kind !== 'reportRun'
        ? new Map<string | number, string>()
        : meaningOf(own, statePlace);
    const counted = countFields(
      own,
      (record) => states.get(valueAt(record, statePlace ?? '') as string) ?? '',
    );
    stats[kind] = counted;
    const leaves = leavesIn(counted);
    const idPlace = places.id[kind] ?? '/id';
    const ours = new Map<string, string>(
      leaves.some(({ place }) => place === idPlace) ? [[idPlace, 'id']] : [],
    );
    const forms = new Map<string, MoneyForm>();
    const means = new Map<string, Readonly<Record<string, string>>>();
    if (kind === 'listing') {
      matchWritten(leaves, writes, requests, ours);
      matchTouched(leaves, writes, own, ours);
      money = moneyOf(
        leaves.filter(({ place }) => /^m(in|ax)Price$/.test(ours.get(place) ?? '')).map((leaf) => leaf.stats),
        ...decimalsSent(observations, requests),
      );
    }
    if (kind === 'reportRun') {
      if (statePlace !== undefined) {
        ours.set(statePlace, 'status');
        means.set(statePlace, Object.fromEntries(states));
      }
      matchLinks(leaves, ours, givesGzip(observations));
    }
    for (const [place, name] of matchByName(kind, leaves, ours)) ours.set(place, name);
    dropStill(kind, writes, ours);
    if (kind === 'listing') matchFollowers(leaves, writes, ours);
    if (money !== undefined) setMoney(leaves, ours, money.form, forms);
    const ids = own
      .map(({ record }) => valueAt(record, idPlace))
      .filter((id) => typeof id === 'string' || typeof id === 'number');
    records[kind] = {
      seen: new Set(ids).size,
      id: idPlace,
      idForm: {
        ...idFormOf([...new Set(ids)]),
        ...(kind === 'listing' && isStrict(observations, ids.map(String)) && { strict: true as const }),
      },
      fields: finishFields(counted, '', { ours, money: forms, means }),
    };
  }
  return { records, stats, money };
}

/** Whether a known id in other letter case was refused. */
function isStrict(observations: readonly Observation[], ids: readonly string[]): boolean {
  const known = new Set(ids);
  const lower = new Set(ids.map((id) => id.toLowerCase()));
  return observations.some(({ route, status, method }) => {
    const id = route === undefined ? '' : route.id;
    return (
      method === 'GET' &&
      (status === 400 || status === 404 || status === 422) &&
      !known.has(id) &&
      lower.has(id.toLowerCase())
    );
  });
}

function countFields(seen: readonly Sighting[], stateOfRecord: (record: JsonObject) => string): FieldStats {
  const stats = new FieldStats('');
  const looks = new Map<string, number>();
  for (const { id, record, by } of seen) {
    const view = by.route!.endpoint;
    const state = stateOfRecord(record);
    const key = `${view} ${id} ${state}`;
    const looked = looks.get(key) ?? 0;
    if (looked === mostLooks) continue;
    looks.set(key, looked + 1);
    stats.addFields(record, id, view, state);
  }
  return stats;
}

/** The bounds and the strategy: by name, and by what was found there after it was written. */
function matchWritten(
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
function matchTouched(
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
function decimalsSent(
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
function dropStill(kind: RecordKind, writes: readonly SeenWrite[], ours: Map<string, string>): void {
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
function matchFollowers(
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

function setMoney(
  leaves: readonly Leaf[],
  ours: ReadonlyMap<string, string>,
  main: MoneyForm,
  forms: Map<string, MoneyForm>,
): void {
  for (const { place, words, stats } of leaves) {
    const own = ours.get(place) ?? '';
    const isMoney = /^(minPrice|maxPrice|currentPrice|shippingPrice|cost)$/.test(own);
    const looksSo =
      own === '' &&
      /price|cost|fee|amount/.test(words.join('')) &&
      !/count|percent|currency/.test(words.at(-1)!);
    const form = isMoney || looksSo ? moneyLike(main, stats) : undefined;
    if (form !== undefined && stats.times.size === 0) forms.set(place, form);
  }
}

/** The leaf whose values are states. */
function findState(records: readonly JsonObject[]): string | undefined {
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
function meaningOf(seen: readonly Sighting[], place: string): Map<string | number, string> {
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
function matchLinks(leaves: readonly Leaf[], ours: Map<string, string>, gzip: boolean): void {
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
function givesGzip(observations: readonly Observation[]): boolean {
  return observations.some(({ isFile, ok, path, gzip }) => isFile && ok && (gzip || path.endsWith('.gz')));
}

function linkField({ words, stats }: Leaf): string | undefined {
  const name = words.at(-1)!;
  if (stats.formats.has('url')) return 'url';
  if (/format|filetype|mimetype/.test(name) && stats.formats.has('text')) return 'format';
  if (/expires|expiry|validuntil/.test(name)) return 'expiresAt';
  return /size|bytes|length/.test(name) ? 'sizeBytes' : undefined;
}
