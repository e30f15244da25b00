// The filters of templates: each changes one value, and gives nothing for a value that it does not fit.
import { fixedNumber, isThere, numberOf, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { isTimeForm, writeMoment } from './time-forms.ts';
import { shaped } from './drawn-texts.ts';

/** What a name stands for; undefined: there is nothing. */
export type Resolve = (name: string) => Json | undefined;

type Filter = (value: Json, argument: string, resolve: Resolve) => Json | undefined;

/** The number that a value is worth, be it written as a number or as a text, with a point or a comma; undefined for any other. */
export const numeric = (value: Json | undefined): number | undefined => {
  const number = numberOf(value);
  if (number !== undefined) return number;
  // With a comma, three digits may be thousands.
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15}|,\d{1,2})?$/.test(value)
    ? Number(value.replace(',', '.'))
    : undefined;
};

/** By what amounts differ that are told in other units, such as cents. */
export const units = [1, 100, 0.01, 1000, 0.001, 10_000, 0.0001, 1_000_000, 0.000001];

/** How many decimals a number has as it is written. */
export const decimalsIn = (text: string): number => text.split(/[.,]/)[1]?.length ?? 0;

const withNumber =
  (change: (number: number, argument: string) => Json | undefined): Filter =>
  (value, argument) => {
    const number = numeric(value);
    return number === undefined ? undefined : change(number, argument);
  };

/** Without the dust of binary fractions. */
const clean = (number: number) => Number(number.toPrecision(15));

const bytes = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));

const filters: Readonly<Record<string, Filter>> = {
  text: (value) => textOf(value),
  number: withNumber((number) => number),
  plus: withNumber((number, argument) => clean(number + Number(argument))),
  times: withNumber((number, argument) => clean(number * Number(argument))),
  /** A text with so many decimals. */
  fixed: withNumber((number, argument) => number.toFixed(Number(argument))),
  /** A text with so many digits, zeros in front. */
  digits: withNumber((number, argument) => textOf(number).padStart(Number(argument), '0')),
  /** A number with so many decimals. */
  decimals: withNumber((number, argument) => fixedNumber(number, Number(argument))),
  /** A number with so many decimals at most. */
  rounded: withNumber((number, argument) => Number(number.toFixed(Number(argument)))),
  /** A text with so many decimals behind a comma. */
  comma: withNumber((number, argument) => number.toFixed(Number(argument)).replace('.', ',')),
  /** A text with at least one decimal. */
  double: withNumber((number) => (Number.isInteger(number) ? `${number}.0` : String(number))),
  /** Null in place of an empty text. */
  filled: (value) => (value === '' ? null : value),
  not: (value) => (typeof value === 'boolean' ? !value : undefined),
  lower: (value) => textOf(value).toLowerCase(),
  upper: (value) => textOf(value).toUpperCase(),
  snake: (value) => words(textOf(value)).join('_').toLowerCase(),
  constant: (value) => words(textOf(value)).join('_').toUpperCase(),
  kebab: (value) => words(textOf(value)).join('-').toLowerCase(),
  spaced: (value) => words(textOf(value)).join(' ').toLowerCase(),
  pascal: (value) =>
    words(textOf(value))
      .map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase())
      .join(''),
  sentence: (value) => {
    const text = words(textOf(value)).join(' ').toLowerCase();
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  },
  base64: (value) => btoa(bytes(textOf(value)).join('')),
  base64url: (value) =>
    btoa(bytes(textOf(value)).join(''))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, ''),
  time: (value, form) => {
    const at = numberOf(value);
    return at === undefined || !isTimeForm(form) ? undefined : writeMoment(at, form);
  },
  /** Characters in place of those of a shape, always the same ones for the same value. */
  shaped: (value, shape) => shaped(textOf(value), shape),
  /** The value where another one is there and not false. */
  when: (value, name, resolve) => (isThere(resolve(name)) ? value : undefined),
  /** Whether a value is `below`, `within` or `above` the two named. */
  side: (value, argument, resolve) => {
    const [least, most] = argument.split(' ').map((name) => numeric(resolve(name)));
    const number = numeric(value);
    if (number === undefined) return undefined;
    if (least === undefined || most === undefined) return 'open';
    return number < least ? 'below' : number > most ? 'above' : 'within';
  },
  /** The nearest value within the two named, written as the value itself is. */
  within: (value, argument, resolve) => {
    const [low, high] = argument.split(' ').map((name) => numeric(resolve(name)));
    const number = numeric(value);
    if (number === undefined) return undefined;
    const nearest = Math.max(low ?? -Infinity, Math.min(high ?? Infinity, number));
    if (nearest === number) return value;
    const decimals = decimalsIn(textOf(value));
    if (typeof value !== 'string' || numberOf(value) !== undefined) return fixedNumber(nearest, decimals);
    return nearest.toFixed(decimals).replace('.', value.includes(',') ? ',' : '.');
  },
};

export const filterNames: ReadonlySet<string> = new Set([...Object.keys(filters), 'else']);

/** Applies a filter such as `plus 1`. */
export function applyFilter(filter: string, value: Json, resolve: Resolve): Json | undefined {
  const space = filter.indexOf(' ');
  const name = space === -1 ? filter : filter.slice(0, space);
  const argument = space === -1 ? '' : filter.slice(space + 1);
  return filters[name]?.(value, argument, resolve);
}

function words(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
}
