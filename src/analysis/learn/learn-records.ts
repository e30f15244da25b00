// What the records of each kind look like.
import { findState, givesGzip, matchLinks, meaningOf } from './match-runs.ts';
import { decimalsSent, dropStill, matchFollowers, matchTouched, matchWritten } from './match-written.ts';
import type { JsonObject } from '../../http/exact-json.ts';
import { valueAt } from '../../dialect/pointer.ts';
import { recordKinds } from '../../dialect/wire.ts';
import type { MoneyForm, RecordKind, RecordWire, RequestWire } from '../../dialect/wire.ts';
import { FieldStats } from './field-stats.ts';
import { finishFields } from './finish-field.ts';
import { idFormOf } from './id-form.ts';
import type { Places } from './locate.ts';
import { leavesIn, matchByName } from './match-fields.ts';
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
