// What a service may object to in the price bounds that were sent, by themselves and beside those that stand.
import { isNothing, numberOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt, withValueAt } from '../../http/pointer.ts';
import type { Cause } from '../causes.ts';
import type { AmountForm, DialectForm, WriteForm } from '../profile-form.ts';
import { replacesBy } from '../recorded-record.ts';
import { decimalsIn, inUnit, numeric, unitName, worthOf } from '../template-filters.ts';
import type { Objection } from './objection.ts';
import { readLeaf, isNullAt } from './sent-leaves.ts';

export function addPriceObjections(
  sent: Json,
  { min, max, replaces }: WriteForm,
  form: DialectForm,
  record: Json | undefined,
  found: Objection[],
): void {
  const areWhole = [min, max].every((bound) => bound === undefined || bound.whole === true);
  const amounts = [min, max].map(
    (bound) => bound && readBound(sent, bound, areWhole, form.amounts, record, found),
  );
  const shown = form.records.listing;
  const { floor, minMost, maxLeast } = form.amounts;
  const [least, lowMost, highLeast] = [floor, minMost, maxLeast].map((at) =>
    at === undefined ? undefined : amountIn(record, { as: 'number', scale: 1, ...shown?.min, at }),
  );
  for (const [index, bound] of [min, max].entries()) {
    const amount = amounts[index];
    if (amount === undefined) continue;
    const object = (cause: Cause) =>
      found.push({ cause, param: bound!.at, value: valueAt(sent, bound!.at)! });
    if (least !== undefined && amount < least) object('amount-below-floor');
    const isBeyond = bound === min ? amount > (lowMost ?? Infinity) : amount < (highLeast ?? -Infinity);
    if (isBeyond) object('bound-beyond-amount');
  }
  // The other bound is the one that stands, where null leaves it, too.
  const [low, high] = (['min', 'max'] as const).map((bound, index) => {
    const form = { min, max }[bound];
    const stands = !replacesBy(sent, replaces) && form !== undefined && isNothing(valueAt(sent, form.at));
    return amounts[index] ?? (stands ? amountIn(record, shown?.[bound]) : undefined);
  });
  const isNull = [min, max].some((bound) => bound !== undefined && isNullAt(sent, bound.at));
  // Nobody sells for nothing: 0 is no upper bound, but stands for none.
  if (low !== undefined && high !== undefined && high !== 0) {
    const param = amounts[0] === undefined ? max?.at : min?.at;
    if (low >= high)
      found.push({
        cause:
          low === high
            ? 'bounds-equal'
            : !amounts.includes(undefined)
              ? 'bounds-crossed'
              : isNull
                ? 'bound-beyond-null'
                : 'bound-beyond-stored',
        ...(param !== undefined && { param, value: valueAt(sent, param)! }),
      });
  }
  // What is sent stands there already.
  const isThere = amounts.map(
    (amount, index) =>
      amount === undefined || amount === amountIn(record, shown?.[index === 0 ? 'min' : 'max']),
  );
  if (!isNull && amounts.some((amount) => amount !== undefined) && !isThere.includes(false))
    found.push({ cause: 'change-none' });
}

function readBound(
  sent: Json,
  { at, as, whole, comma, unit, unitAt }: AmountForm,
  areWhole: boolean,
  { decimals = Infinity, step, low = -Infinity, high = Infinity }: DialectForm['amounts'],
  record: Json | undefined,
  found: Objection[],
): number | undefined {
  const worth = (value: Json) => {
    if (unit !== undefined && numberOf(value) === undefined) return inUnit(value)?.number;
    if (typeof value !== 'string' || numberOf(value) !== undefined) return numeric(value);
    return value.includes(comma === true ? '.' : ',') ? undefined : numeric(value.replace(',', '.'));
  };
  const kind = as === 'text' ? 'string' : areWhole ? 'integer' : 'number';
  const value = readLeaf(sent, at, as === 'text' ? 'text' : 'number', found, worth, kind);
  if (value === undefined) return undefined;
  const object = (cause: Cause) => found.push({ cause, param: at, value, kind });
  const number = worth(value);
  if (number === undefined) {
    if (as === 'text')
      object(unit === undefined || numeric(value) === undefined ? 'field-text' : 'field-numeric-text');
    return undefined;
  }
  if (unit !== undefined && numberOf(value) === undefined) {
    const shown = unitAt === undefined ? undefined : valueAt(record, unitAt);
    const wanted = typeof shown === 'string' ? textOf(shown) : unitName(unit);
    if (inUnit(value)!.unit !== unit.replace(unitName(unit), wanted)) {
      found.push({ cause: 'field-other', param: at, value, wanted });
      return undefined;
    }
  }
  if (whole === true && !Number.isInteger(number)) object('amount-fraction');
  else if (decimalsIn(textOf(value)) > decimals) object('amount-decimals');
  if (step !== undefined && Math.abs(number % step) > 1e-9) object('amount-step');
  if (number < 0) object('amount-negative');
  else if (number === 0) object('amount-zero');
  if (number < low) object('amount-low');
  if (number > high) object('amount-high');
  return number;
}

/** What is told of two bounds that were sent is told of one that was, beside the other as the record shows it. */
export function asCrossed(
  sent: Json,
  { param }: Objection,
  { writes, records: { listing } }: Pick<DialectForm, 'writes' | 'records'>,
  record: Json | undefined,
): { readonly sent: Json; readonly objection: Objection } {
  const { min, max } = writes.updatePrice!;
  const isLow = param === max?.at;
  const [other, shown] = isLow ? [min, listing?.min] : [max, listing?.max];
  const stored = shown?.scale === 1 ? valueAt(record, shown.at) : amountIn(record, shown);
  const both = stored === undefined ? sent : withValueAt(sent, other!.at, stored);
  const value = valueAt(both, min!.at)!;
  return { sent: both, objection: { cause: 'bounds-crossed', param: min!.at, value } };
}

/** The amount that a record shows, in the measure of what is sent. */
export function amountIn(record: Json | undefined, form: AmountForm | undefined): number | undefined {
  const number = form === undefined ? undefined : worthOf(valueAt(record, form.at));
  return number === undefined ? undefined : number / form!.scale;
}
