// What is settled about writes (A6, A8 to A10, A33): what was accepted, and what it did.
import { coreFields } from '../../dialect/core-fields.ts';
import { isObject } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { readMoney } from '../../dialect/forms.ts';
import { valueAt, withoutValueAt } from '../../dialect/pointer.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import { hasDuplicateKeys } from '../../http/duplicate-keys.ts';
import type { Finding } from './findings.ts';
import { sameValue } from './match-fields.ts';
import type { Observation } from './observations.ts';
import type { Learned } from './learned.ts';
import type { SeenWrite, Sighting } from './sightings.ts';

export function settleWrites(learned: Learned): Finding[] {
  return [
    ...learned.writes.flatMap((write) => [...accepted(write, learned), ...effects(write, learned)]),
    ...refusals(learned),
  ];
}

function accepted({ by, before, after }: SeenWrite, { wire }: Learned): Finding[] {
  const { requestBody, requestText, requestType } = by;
  const findings: Finding[] = [];
  const say = (id: Finding['id'], value: string) => findings.push({ id, value, by });
  const type = requestType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') say('wrong-content-type', 'lenient');
  if (!isObject(requestBody)) return findings;
  const { endpoint } = by.route!;
  const names = coreFields(endpoint);
  const sent = names.filter((name) => valueOf(name, requestBody, wire.requests) !== undefined);
  if (sent.length === 0) say('empty-patch', 'noop');
  if (endpoint === 'updatePrice' && sent.length === 1) say('both-bounds', 'optional');
  const rest = names.reduce<Json>(
    (body, name) => withoutValueAt(body, wire.requests[name] ?? `/${name}`),
    requestBody,
  );
  const roots = new Set(names.map((name) => (wire.requests[name] ?? `/${name}`).split('/')[1]));
  if (Object.keys(rest as JsonObject).some((name) => !roots.has(name))) say('unknown-body-field', 'ignore');
  if (hasDuplicateKeys(requestText ?? '')) say('duplicate-keys', 'last-wins');
  const strategy = valueOf('strategyId', requestBody, wire.requests);
  if (endpoint === 'updateStrategy' && (strategy === null || strategy === ''))
    say('empty-strategy', 'unassign');
  for (const bound of ['minPrice', 'maxPrice'] as const) {
    const value = valueOf(bound, requestBody, wire.requests);
    if (value !== null || after === undefined) continue;
    const [old, now] = [shown(before, bound, wire), shown(after, bound, wire)];
    say(
      'null-bound',
      now === undefined || now === null || now === ''
        ? 'clear'
        : sameValue(old, now)
          ? 'ignore'
          : 'another value',
    );
  }
  return findings;
}

function valueOf(
  name: 'minPrice' | 'maxPrice' | 'strategyId',
  body: Json,
  requests: Learned['wire']['requests'],
): Json | undefined {
  return valueAt(body, requests[name] ?? `/${name}`);
}

function shown(record: JsonObject | undefined, ours: string, { records }: Learned['wire']): Json | undefined {
  const leaf =
    records.listing === undefined
      ? undefined
      : leavesOf(records.listing).find(({ field }) => field.ours === ours);
  return leaf === undefined || record === undefined ? undefined : valueAt(record, leaf.pointer);
}

/** What a write did to the current price and the time of change. */
function effects({ by, before, after }: SeenWrite, learned: Learned): Finding[] {
  const { wire } = learned;
  const shape = wire.records.listing;
  if (before === undefined || after === undefined || shape === undefined || !isObject(by.requestBody))
    return [];
  const findings: Finding[] = [];
  const names = coreFields(by.route!.endpoint);
  const same = names.every((name) => sameValue(shown(before, name, wire), shown(after, name, wire)));
  const times = [shown(before, 'updatedAt', wire), shown(after, 'updatedAt', wire)];
  if (same && times[0] !== undefined && times[1] !== undefined) {
    findings.push({ id: 'noop-updates', value: times[0] === times[1] ? 'keep' : 'raise', by });
  }
  if (by.route!.endpoint !== 'updatePrice') return findings;
  const amount = (record: JsonObject, ours: string) => {
    const leaf = leavesOf(shape).find(({ field }) => field.ours === ours);
    return leaf?.field.money === undefined
      ? undefined
      : readMoney(valueAt(record, leaf.pointer), leaf.field.money);
  };
  const [old, now] = [amount(before, 'currentPrice'), amount(after, 'currentPrice')];
  const [low, high] = [amount(after, 'minPrice') ?? -Infinity, amount(after, 'maxPrice') ?? Infinity];
  if (old === undefined || now === undefined || low > high || (old >= low && old <= high)) return findings;
  const clamped = Math.max(low, Math.min(high, old));
  const later =
    now === clamped
      ? undefined
      : clampedLater(by, clamped, learned, (record) => amount(record, 'currentPrice'));
  if (later !== undefined) {
    findings.push(
      { id: 'bounds-effect', value: 'delayed', by },
      { id: 'bounds-effect-delay', value: later, by },
    );
  } else if (now === clamped || now === old) {
    findings.push({ id: 'bounds-effect', value: now === clamped ? 'clamp' : 'none', by });
  }
  return findings;
}

/** After how many milliseconds the price had come inside its bounds, if it was seen there before the next write. */
function clampedLater(
  by: Observation,
  clamped: number,
  learned: Learned,
  price: (record: JsonObject) => number | undefined,
): number | undefined {
  const id = by.route!.id.toLowerCase();
  let stillAt = by.at;
  for (const sighting of sightingsOf(learned).get(`${by.session} ${id}`) ?? []) {
    if (sighting.by.at <= by.at) continue;
    // The next write is the end of what this one did.
    if (sighting.by.route?.endpoint === 'updatePrice') return undefined;
    if (price(sighting.record) === clamped) return usualDelay(stillAt - by.at, sighting.by.at - by.at);
    stillAt = sighting.by.at;
  }
  return undefined;
}

const known = new WeakMap<Learned, Map<string, Sighting[]>>();

/** The sightings by session and listing, in their order; gathered once, as long recordings have many writes. */
function sightingsOf(learned: Learned): Map<string, Sighting[]> {
  const gathered = known.get(learned);
  if (gathered !== undefined) return gathered;
  const groups = new Map<string, Sighting[]>();
  known.set(learned, groups);
  for (const sighting of learned.seen) {
    if (sighting.kind !== 'listing') continue;
    const key = `${sighting.by.session} ${sighting.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sighting]);
    else group.push(sighting);
  }
  return groups;
}

const delays = [
  1000, 2000, 3000, 5000, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 120_000, 180_000, 300_000,
];

function usualDelay(low: number, high: number): number {
  return delays.find((delay) => delay > low && delay <= high) ?? Math.round((low + high) / 2);
}

/** When a listing that is missing is noticed: with which fault of the request beside it. */
function refusals({ errors, observations }: Learned): Finding[] {
  const known = new Set(
    observations
      .filter(({ ok, route }) => ok && route !== undefined && route.id !== '')
      .map(({ route }) => route!.id.toLowerCase()),
  );
  return errors.flatMap(({ by, kind, param }): Finding[] => {
    const { route, requestBody, requestType } = by;
    if (route === undefined || route.id === '' || known.has(route.id.toLowerCase()) || by.method !== 'PATCH')
      return [];
    const isForm = !isObject(requestBody) || !(requestType ?? '').includes('json');
    if (kind === 'resource_missing') {
      if (isForm) return [{ id: 'missing-listing', value: 'first', by }];
      return isPlausible(requestBody) ? [] : [{ id: 'missing-listing', value: 'before-body-rules', by }];
    }
    const isRule = !isForm && kind.startsWith('parameter') && by.status < 404;
    return isRule && param !== 'id' ? [{ id: 'missing-listing', value: 'after-body-rules', by }] : [];
  });
}

/** Whether nothing is wrong with a body at first sight. */
function isPlausible(body: JsonObject): boolean {
  const values = Object.values(body);
  return (
    values.length > 0 &&
    values.every(
      (value) =>
        value !== null &&
        (typeof value === 'string'
          ? value !== '' && !value.startsWith('-')
          : typeof value !== 'number' || value > 0),
    )
  );
}
