// What is settled about prices (A6): which were accepted, which were refused and what was said of them.
import { decimalsOf, isObject, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { readMoney } from '../../dialect/forms.ts';
import { valueAt } from '../../dialect/pointer.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import { amountOf } from './classify-price.ts';
import { assumptions } from '../../spec/assumptions.ts';
import type { SeenError } from './error-templates.ts';
import type { Finding } from './findings.ts';
import type { Observation } from './observations.ts';
import type { Learned } from './learned.ts';

type Bound = 'minPrice' | 'maxPrice';

interface Sent {
  readonly by: Observation;
  readonly bound: Bound;
  readonly value: Json;
  /** In units of the currency. */
  readonly amount: number | undefined;
}

export function settlePrices(learned: Learned): Finding[] {
  const { observations, errors } = learned;
  const writes = observations.filter(({ route }) => route?.endpoint === 'updatePrice');
  const good = writes.filter(({ ok }) => ok).flatMap((by) => sentIn(by, learned));
  const refused = errors.filter(
    ({ by }) => by.route?.endpoint === 'updatePrice' && (by.status === 400 || by.status === 422),
  );
  return [
    ...acceptedPrices(good, learned),
    ...refused.flatMap((error) => refusal(error)),
    ...range('lowest-price', refused, good, learned),
    ...range('highest-price', refused, good, learned),
    ...decimals(good, refused, learned),
  ];
}

function sentIn(by: Observation, { wire }: Learned): Sent[] {
  if (!isObject(by.requestBody)) return [];
  return (['minPrice', 'maxPrice'] as const).flatMap((bound) => {
    const value = valueAt(by.requestBody, wire.requests[bound] ?? `/${bound}`);
    if (value === undefined || value === null) return [];
    const number = amountOf(value);
    const cents = wire.requests.money?.as.startsWith('cents') === true;
    return [{ by, bound, value, amount: number === undefined ? undefined : cents ? number / 100 : number }];
  });
}

function acceptedPrices(good: readonly Sent[], { wire }: Learned): Finding[] {
  const findings: Finding[] = [];
  const highest = new Map(
    good.flatMap(({ by, bound, amount }) => (bound === 'maxPrice' ? [[by, amount] as const] : [])),
  );
  for (const { by, bound, value, amount } of good) {
    if (amount === 0) findings.push({ id: 'zero-price', value: 'accept', by });
    const wantsText = wire.requests.money?.as.endsWith('string') === true;
    if (!wantsText && typeof value === 'string' && decimalsOf(value) === undefined)
      findings.push({ id: 'numeric-strings', value: 'coerce', by });
    const max = bound === 'minPrice' ? highest.get(by) : undefined;
    if (amount === undefined || max === undefined) continue;
    if (amount === max) findings.push({ id: 'equal-bounds', value: 'accept', by });
    if (amount > max) findings.push({ id: 'bounds-order', value: 'ignore', by });
  }
  return findings;
}

function refusal({ kind, about, by }: SeenError): Finding[] {
  const say = (id: Finding['id'], value: string): Finding[] => [{ id, value, by }];
  switch (kind) {
    case 'parameters_conflict':
      return about === 'equal' ? say('equal-bounds', 'reject') : say('bounds-order', 'check');
    case 'parameter_missing':
      return about === 'nothing' ? say('empty-patch', 'reject') : say('both-bounds', 'required');
    case 'parameter_unknown':
      return say('unknown-body-field', 'reject');
    case 'invalid_json':
      return about === 'duplicate' ? say('duplicate-keys', 'reject') : [];
    case 'parameter_out_of_range':
      return about === 'zero' ? say('zero-price', 'reject') : [];
    case 'parameter_invalid':
      if (about === 'null') return say('null-bound', 'reject');
      if (about === 'decimals') return say('excess-decimals', 'reject');
      return about === 'digits' ? say('numeric-strings', 'reject') : [];
    default:
      return [];
  }
}

/** The bound of the range that a refusal tells, or one that fits what was accepted and what was refused. */
function range(
  id: 'lowest-price' | 'highest-price',
  refused: readonly SeenError[],
  good: readonly Sent[],
  learned: Learned,
): Finding[] {
  const amounts = good.flatMap(({ amount }) => amount ?? []).filter((amount) => amount > 0);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const cents = learned.wire.requests.money?.as.startsWith('cents') === true;
  const isLow = id === 'lowest-price';
  return refused.flatMap(({ kind, by }): Finding[] => {
    if (kind !== 'parameter_out_of_range') return [];
    const sent = sentIn(by, learned).flatMap(({ amount }) => amount ?? []);
    const words = JSON.stringify(by.body ?? '').replace(/"(doc_url|code)":"[^"]*"/g, '');
    const numbers = [...words.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)/g)].map(([digits]) =>
      Number(digits),
    );
    // A number with decimals is none of cents.
    const unit = cents && numbers.every(Number.isInteger) ? 100 : 1;
    const told = numbers
      .map((number) => number / unit)
      .filter((number) => !sent.includes(number) && number > 0)
      .filter((number) => (isLow ? number <= least && number < 10 : number >= most));
    if (told.length > 0) return [{ id, value: isLow ? Math.min(...told) : Math.max(...told), by }];
    const tooFar = sent.filter((amount) => (isLow ? amount > 0 && amount < least : amount > most));
    const [nearest] = tooFar.sort((a, b) => (isLow ? b - a : a - b));
    if (nearest === undefined) return [];
    const fits = isLow ? assumptions[id].default > nearest : assumptions[id].default < nearest;
    if (fits) return [];
    const step = isLow ? 0.01 : -0.01;
    return [{ id, value: Math.round((nearest + step) * 100) / 100, by }];
  });
}

/** How many decimals were taken, and whether more are rounded. */
function decimals(good: readonly Sent[], refused: readonly SeenError[], learned: Learned): Finding[] {
  const { wire, writes } = learned;
  const shape = wire.records.listing;
  if (wire.requests.money?.as.startsWith('cents') !== false || shape === undefined) return [];
  const placesOf = (value: Json) => decimalsOf(value) ?? textOf(value).split('.')[1]?.length ?? 0;
  const findings: Finding[] = [];
  const afterwards = new Map(writes.map(({ by, after }) => [by, after]));
  for (const { by, bound, value, amount } of good) {
    const places = placesOf(value);
    const after = afterwards.get(by);
    const leaf = leavesOf(shape).find(({ field }) => field.ours === bound);
    if (places < 3 || after === undefined || leaf?.field.money === undefined) continue;
    const kept = readMoney(valueAt(after, leaf.pointer), leaf.field.money);
    if (kept === undefined) continue;
    if (kept === amount) findings.push({ id: 'max-decimals', value: places, by });
    else
      findings.push(
        { id: 'excess-decimals', value: 'round', by },
        { id: 'max-decimals', value: String(kept).split('.')[1]?.length ?? 0, by },
      );
  }
  if (findings.length > 0) return findings;
  const most = Math.max(0, ...good.map(({ value }) => placesOf(value)));
  const over = refused.filter(({ about, kind }) => kind === 'parameter_invalid' && about === 'decimals');
  return over.map(({ by }) => ({ id: 'max-decimals', value: Math.max(most, 2), by }));
}
