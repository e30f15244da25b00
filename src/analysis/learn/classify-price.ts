// What is wrong with the bounds in a body, in the terms of `dialect/problem.ts`.
import { numberOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { aboutBounds, aboutValue } from '../../dialect/situations.ts';
import type { RequestWire } from '../../dialect/wire.ts';
import type { Classified, ErrorContext } from './error-context.ts';

/** What is wrong with the bounds, what is wrong by itself before what is wrong between them. */
export function priceProblems(
  min: Json | undefined,
  max: Json | undefined,
  context: ErrorContext,
  listing: JsonObject | undefined,
): Classified[] {
  if (min === undefined && max === undefined)
    return [{ kind: 'parameter_missing', param: 'minPrice', about: 'nothing' }];
  const bounds = [
    ['minPrice', min],
    ['maxPrice', max],
  ] as const;
  const problems = bounds.flatMap(([param, value]): Classified[] => {
    const kind = value === undefined ? undefined : valueProblem(value, context.requests);
    return kind === undefined ? [] : [{ kind, param, about: aboutValue(value) }];
  });
  if (problems.length > 0) return problems;
  const known = (bound: 'minPrice' | 'maxPrice') =>
    listing === undefined ? undefined : context.boundOf(listing, bound);
  const [low, high] = [amountOf(min) ?? known('minPrice'), amountOf(max) ?? known('maxPrice')];
  if (low !== undefined && high !== undefined && low >= high) {
    const param = min === undefined ? 'maxPrice' : 'minPrice';
    return [{ kind: 'parameters_conflict', param, about: aboutBounds(low, high) }];
  }
  if (min === undefined) return [{ kind: 'parameter_missing', param: 'minPrice', about: 'missing' }];
  if (max === undefined) return [{ kind: 'parameter_missing', param: 'maxPrice', about: 'missing' }];
  const largest =
    (amountOf(max) ?? 0) >= (amountOf(min) ?? 0) ? ('maxPrice' as const) : ('minPrice' as const);
  return [
    { kind: 'parameter_out_of_range', param: largest, about: aboutValue(largest === 'maxPrice' ? max : min) },
  ];
}

/** What is wrong with a value that should be an amount in the service's form. */
function valueProblem(value: Json, { money, lenient = false }: RequestWire): string | undefined {
  const wantsText = money?.as === 'string' || money?.as === 'cents-string';
  const isText = typeof value === 'string' && numberOf(value) === undefined;
  const amount = amountOf(value);
  if (amount === undefined || (isText !== wantsText && !lenient)) return 'parameter_invalid';
  if (amount <= 0) return 'parameter_out_of_range';
  const cents = money?.as === 'cents' || money?.as === 'cents-string';
  const scaled = amount * (cents ? 1 : 100);
  return Math.abs(scaled - Math.round(scaled)) > 1e-6 ? 'parameter_invalid' : undefined;
}

export function amountOf(value: Json | undefined): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) return number;
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}
