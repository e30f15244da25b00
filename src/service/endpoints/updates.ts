// The rules for the two writes of §4. They are checked in a fixed order, minPrice before maxPrice, and the first
// that fails is the answer.
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import { priceDecimals, priceRange } from '../../spec/price-rules.ts';
import type { Listing } from '../models/resources.ts';
import { describe, printable } from '../../spec/read-body.ts';
import type { Fields } from '../../spec/read-body.ts';

type Bound = 'minPrice' | 'maxPrice';
type Bounds = Pick<Listing, Bound>;

/** Bounds to set; null clears one, one that is absent stays. */
type PriceUpdate = Partial<Record<Bound, number | null>>;

/** The strategy to assign; null unassigns, an absent one stays. */
interface StrategyUpdate {
  readonly strategyId?: string | null;
}

/** What a price may be. */
type PriceRules = ReturnType<typeof priceRange> & ReturnType<typeof priceDecimals>;

export const priceRules = (settings: Settings): PriceRules => ({
  ...priceRange(settings),
  ...priceDecimals(settings),
});

/**
 * Reads a price update against the listing that it is for.
 * @param rules those of the settings; whoever reads many updates reads them once
 * @throws ApiError 400 with the field at fault
 */
export function parsePriceUpdate(
  fields: Fields,
  listing: Bounds,
  settings: Settings,
  rules = priceRules(settings),
): PriceUpdate {
  const update: PriceUpdate = {};
  for (const bound of ['minPrice', 'maxPrice'] as const) {
    const price = Object.hasOwn(fields, bound)
      ? parseBound(bound, fields[bound], settings, rules)
      : undefined;
    if (price !== undefined) update[bound] = price;
    else if (settings['both-bounds'] === 'required') {
      throw new ApiError('parameter_missing', `${bound} is missing; both bounds are required.`, {
        param: bound,
      });
    }
  }
  refuseUnknownFields(fields, ['minPrice', 'maxPrice'], settings);
  if (!('minPrice' in update || 'maxPrice' in update) && settings['empty-patch'] === 'reject') {
    const message = 'The update names neither minPrice nor maxPrice.';
    throw new ApiError('parameter_missing', message, { param: 'minPrice' });
  }
  checkOrder(update, listing, settings);
  return update;
}

/**
 * Reads a strategy update.
 * @param exists whether a strategy has this id
 * @throws ApiError 400 with `param` strategyId; 404 by `unknown-strategy`
 */
export function parseStrategyUpdate(
  fields: Fields,
  exists: (id: string) => boolean,
  settings: Settings,
): StrategyUpdate {
  const param = 'strategyId';
  const id = Object.hasOwn(fields, param) ? fields[param] : undefined;
  if (id === undefined) {
    refuseUnknownFields(fields, [param], settings);
    if (settings['empty-patch'] === 'noop') return {};
    throw new ApiError('parameter_missing', 'strategyId is missing.', { param });
  }
  if (id === null || id === '') {
    if (settings['empty-strategy'] === 'unassign') return { strategyId: null };
    const message = `strategyId must name a strategy; it is ${id === null ? 'null' : 'empty'}.`;
    throw new ApiError('parameter_invalid', message, { param });
  }
  if (typeof id !== 'string') {
    throw new ApiError('parameter_invalid', `strategyId must be a string, not ${describe(id)}.`, { param });
  }
  refuseUnknownFields(fields, [param], settings);
  if (!exists(id)) {
    const status = settings['unknown-strategy'] === '404' ? 404 : 400;
    throw new ApiError('reference_missing', `There is no strategy '${printable(id)}'.`, { param, status });
  }
  return { strategyId: id };
}

/** A price from its form on the wire; undefined when it is to be ignored. */
function parseBound(
  param: Bound,
  value: unknown,
  settings: Settings,
  { most, rounds, low, high }: PriceRules,
): number | null | undefined {
  if (value === null && settings['null-bound'] !== 'reject') {
    return settings['null-bound'] === 'clear' ? null : undefined;
  }
  const price = parseNumber(param, value, settings);
  const factor = 10 ** most;
  // Never `% 0.01`: that refuses 99.9998 % of the prices it should accept. This test refuses none (A6).
  // Past the whole numbers that doubles tell apart there are no decimals to find: such a price is out of range anyway.
  const scaled = Math.round(price * factor);
  const rounded = Number.isSafeInteger(scaled) ? scaled / factor : price;
  if (rounded !== price && !rounds) {
    const message = `${param} must have at most ${most} decimal places, but is ${price}.`;
    throw new ApiError('parameter_invalid', message, { param });
  }
  checkRange(param, rounded, low, high);
  return rounded;
}

function parseNumber(param: Bound, value: unknown, settings: Settings): number {
  const form = settings.form.prices;
  const wantsText = form === 'string';
  const isText = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value);
  const takesText = wantsText || settings['numeric-strings'] === 'coerce';
  const number =
    typeof value === 'number' && !wantsText ? value : isText && takesText ? Number(value) : undefined;
  if (number === undefined) {
    const wanted = wantsText ? 'a decimal string' : 'a number';
    throw new ApiError('parameter_invalid', `${param} must be ${wanted}, not ${describe(value)}.`, { param });
  }
  // JSON.parse makes Infinity of 1e400, which would be printed as null ever after.
  if (!Number.isFinite(number)) {
    throw new ApiError('parameter_invalid', `${param} is too large to be a number.`, { param });
  }
  if (form !== 'cents') return number;
  if (!Number.isInteger(number)) {
    throw new ApiError('parameter_invalid', `${param} must be a whole number of cents, but is ${number}.`, {
      param,
    });
  }
  return number / 100;
}

function checkRange(param: Bound, price: number, low: number, high: number): void {
  const isMinusZero = Object.is(price, -0);
  if (price >= low && price <= high && !isMinusZero) return;
  const message = `${param} must be between ${low} and ${high}, but is ${isMinusZero ? '-0' : price}.`;
  throw new ApiError('parameter_out_of_range', message, { param });
}

/** The bounds as they would stand afterwards must leave room for a price. */
function checkOrder(update: PriceUpdate, listing: Bounds, settings: Settings): void {
  const min = update.minPrice === undefined ? listing.minPrice : update.minPrice;
  const max = update.maxPrice === undefined ? listing.maxPrice : update.maxPrice;
  if (min === null || max === null) return;
  const param = update.minPrice === undefined ? 'maxPrice' : 'minPrice';
  if (min > max && settings['bounds-order'] === 'check') {
    throw new ApiError('parameters_conflict', `minPrice ${min} is above maxPrice ${max}.`, { param });
  }
  if (min === max && settings['equal-bounds'] === 'reject') {
    throw new ApiError('parameters_conflict', `minPrice and maxPrice are both ${min}.`, { param });
  }
}

function refuseUnknownFields(fields: Fields, known: readonly string[], settings: Settings): void {
  if (settings['unknown-body-field'] === 'ignore') return;
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const param = printable(unknown);
  throw new ApiError('parameter_unknown', `There is no field '${param}' in this update.`, { param });
}
