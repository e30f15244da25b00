// What the body of a write may hold in a composed service.
import { member } from './kit.ts';
import { isObject } from './materials.ts';
import type { Row } from './materials.ts';
import type { Listing } from './composed-records.ts';
import { Refusal } from './composed-refusals.ts';
import type { Fault } from './composed-refusals.ts';
import type { Style } from './composed-style.ts';
import {
  amountName,
  centsOf,
  currency,
  isInCents,
  isTooPrecise,
  moneyIn,
  noBound,
  plainMoney,
} from './composed-values.ts';

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The members that a write must not have. */
export const strangers = (style: Style, body: Row, known: readonly string[]): Fault[] =>
  style.write.unknown === 'ignored'
    ? []
    : Object.keys(body)
        .filter((field) => !known.includes(field))
        .map((field) => ({ kind: 'unknown member', at: field, told: { field } }));

/** The names of both bounds in the body of a write. */
export function boundNames(style: Style): readonly [min: string, max: string] {
  const [min, max] = style.write.form === 'renamed' ? ['min', 'max'] : style.words.bounds;
  return [style.name(min!), style.name(max!)];
}

/** Reads the bounds that a write sets, and refuses those that cannot be. */
export function boundsOf(style: Style) {
  const { write, habits } = style;
  const isMoney = isObject(moneyIn(style, 0));
  const ownName = amountName(style);
  const like = isInCents(style) ? 'integer' : typeof plainMoney(style, 0);

  return function bounds(listing: Listing, body: Row): { min: number | null; max: number | null } {
    const faults: Fault[] = [];
    const names = boundNames(style);
    const shown = (cents: number) => String(plainMoney(style, cents));
    const [min, max] = names.map((field, at) => {
      const value = body[field];
      const old = at === 0 ? listing.min : listing.max;
      const isMissing = value === undefined || (value === null && write.nothing === 'missing');
      if (isMissing && (write.both || Object.keys(body).length === 0)) {
        faults.push({ kind: 'required', at: field, told: { field } });
      }
      if (isMissing) return old;
      if (value === null && write.nothing === 'clears') return null;
      const amount = isMoney ? member(value, ownName) : value;
      const path = isMoney && isObject(value) ? `${field}.${ownName}` : field;
      const cents = centsOf(style, amount);
      const isForeign = isMoney && isObject(value) && value[style.name('currency')] !== currency;
      if (cents === undefined || isForeign) {
        const limit = isMoney && !isObject(value) ? 'object' : like;
        faults.push({
          kind: 'wrong type',
          at: path,
          told: { field: path, value: textOf(amount ?? value), limit },
        });
        return old;
      }
      if (cents === noBound(style)) return null;
      const told = { field: path, value: textOf(amount) };
      if (habits.decimals === 'refused' && isTooPrecise(style, amount)) {
        faults.push({ kind: 'too precise', at: path, told });
        return old;
      }
      if (cents <= write.least) {
        faults.push({ kind: 'too small', at: path, told: { ...told, limit: shown(write.least) } });
      } else if (write.most !== undefined && cents > write.most) {
        faults.push({ kind: 'too large', at: path, told: { ...told, limit: shown(write.most) } });
      }
      return Math.round(cents / habits.rounding) * habits.rounding;
    }) as [number | null, number | null];
    faults.push(...strangers(style, body, names));
    if (faults.length > 0) throw new Refusal(style.status.invalid, faults);
    const isCrossed = min !== null && max !== null && (write.crossedBy === 'equal' ? min >= max : min > max);
    if (isCrossed && habits.crossing === 'swapped') return { min: max, max: min };
    if (isCrossed && habits.crossing === 'raised') return { min, max: min };
    if (isCrossed) {
      const [field, other] = names;
      const isOfField = style.status.crossed !== 409;
      throw new Refusal(style.status.crossed, [
        {
          kind: 'bounds crossed',
          ...(isOfField && { at: field }),
          told: { field, other, value: shown(min), otherValue: shown(max) },
        },
      ]);
    }
    if (habits.widest > 0 && min !== null && max !== null && max > min * habits.widest) {
      const [other, field] = names;
      throw new Refusal(style.status.invalid, [
        { kind: 'too far apart', at: field, told: { field, other, limit: habits.widest } },
      ]);
    }
    return { min, max };
  };
}
