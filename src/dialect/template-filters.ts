// The filters of templates: each changes one value, and gives nothing for a value that it does not fit.
import { fixedNumber, isList, isThere, numberOf, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { parametersBut } from '../http/parse-url.ts';
import { isNamedBy, membersNamed } from './stated-names.ts';
import { isTimeForm, isWritable, readMoment, writeMoment } from './time-forms.ts';
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

const behind = String.raw` ?(?:\p{L}{1,4}|[%\p{Sc}])`;
const inFront = String.raw`\p{Sc} ?|[A-Z]{3}[ ,:]`;

/** An amount with its unit behind it, such as `12.50 EUR`, and in front, such as `€1,250.00` or `EUR,1250`. */
const unitBehind = new RegExp(String.raw`^(-?\d{1,15}(?:[.,]\d{1,15})?)(${behind})$`, 'u');
const unitInFront = new RegExp(
  String.raw`^(${inFront})(-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,15})?)$`,
  'u',
);

/** The unit in what a filter takes: `2 EUR`, `€2`. */
export const unitBesideDecimals = new RegExp(String.raw`^(?:${inFront})(?=\d)|(?<=^\d+)${behind}$`, 'u');

/** The number of an amount with its unit, and the unit: ` EUR`, or `€*` where the number stands behind it; undefined for any other value. */
export function inUnit(
  value: Json | undefined,
): { readonly number: number; readonly unit: string } | undefined {
  if (typeof value !== 'string') return undefined;
  const [, text, unit] = unitBehind.exec(value) ?? [];
  const [, front, last] = text === undefined ? (unitInFront.exec(value) ?? []) : [];
  const number = numeric(text ?? last?.replaceAll(',', ''));
  return number === undefined ? undefined : { number, unit: unit ?? `${front!}*` };
}

/** A unit by itself. */
export const unitName = (unit: string): string => unit.replace(/[,:]?\*/, '').trim();

/** How an amount is written: so many decimals, and its unit behind them or in front, such as `2 EUR` and `€2`. */
function amountForm(text: string): string {
  const { unit = '' } = inUnit(text) ?? {};
  const decimals = String(decimalsIn(text));
  return unit.includes('*') ? unit.replace('*', decimals) : decimals + unit;
}

/** The filter that writes a number as this amount is written, such as `fixed 2 EUR`, `comma 2` and `grouped €2`. */
export function amountFilter(text: string): string {
  const { unit = '' } = inUnit(text) ?? {};
  const isInFront = unit.includes('*');
  const isParted = text.includes(',', isInFront ? unit.length - 1 : 0);
  return `${!isParted ? 'fixed' : isInFront ? 'grouped' : 'comma'} ${amountForm(text)}`;
}

/** The number that an amount is worth, be it with its unit or without. */
export const worthOf = (value: Json | undefined): number | undefined =>
  numeric(value) ?? inUnit(value)?.number;

/** Whether a value is one that stands where there is none: an empty text, or 0 or less, which is no price. */
export const standsForNone = (value: Json | undefined): value is Json =>
  value === '' || (worthOf(value) ?? 1) <= 0;

/** The number that eight bytes in base64 are, the highest first, as databases write the version of a row. */
export function numberInBytes(text: string): number {
  return Array.from(atob(text), (byte) => byte.charCodeAt(0)).reduce(
    (number, byte) => number * 256 + byte,
    0,
  );
}

function inBytes(number: number, length: number): string {
  const bytes = Array.from({ length }, (_, at) => Math.floor(number / 256 ** (length - 1 - at)) % 256);
  return btoa(String.fromCharCode(...bytes));
}

/** By what amounts differ that are told in other units, such as cents. */
export const units = [1, 100, 0.01, 1000, 0.001, 10_000, 0.0001, 1_000_000, 0.000001];

/** Without the dust of binary fractions. */
const clean = (number: number) => Number(number.toPrecision(15));

/** The steps to which services round what is sent, the largest first. */
export const steps = [1_000_000, 500_000, 100_000, 50_000, 100, 50, 10, 5, 1, 0.5, 0.1, 0.05];

/** The multiple of a step that is nearest to a number. */
export const nearest = (number: number, step: number): number =>
  clean(Math.round(clean(number / step)) * step);

/** How many decimals a number has as it is written. */
export const decimalsIn = (text: string): number => /\d[.,](\d*)(?!.*[.,])/.exec(text)?.[1]?.length ?? 0;

/** More decimals than anybody means. */
export const mostMeant = 12;

/** How many were meant: the dust of binary fractions, as in 0.30000000000000004, is not counted. */
export function meantDecimals(text: string): number {
  const decimals = decimalsIn(text);
  return decimals <= mostMeant ? decimals : decimalsIn(String(Number(Number(text).toFixed(10))));
}

/** A text that counts at its end, such as `1.9`, `v9` or `rev-009`: what stands before the number, and its digits. */
export const countIn = (text: string): readonly [before: string, digits: string] | undefined => {
  const [, before, digits] = /^(.*?)(\d{1,15})$/.exec(text) ?? [];
  return digits === undefined ? undefined : [before!, digits];
};

/** Such a text so much further on, with its zeros in front, if it has any. */
export function countedOn(text: string, by: number): string | undefined {
  const [before, digits] = countIn(text) ?? [];
  if (digits === undefined) return undefined;
  const next = String(Number(digits) + by);
  return before! + (digits.startsWith('0') ? next.padStart(digits.length, '0') : next);
}

const withNumber =
  (change: (number: number, argument: string) => Json | undefined): Filter =>
  (value, argument) => {
    const number = worthOf(value);
    return number === undefined ? undefined : change(number, argument);
  };

/** What stands before the name of an amount that tells decimals and unit. */
export const asOther = 'as ';

/** A number with so many decimals, and its unit behind them or in front: `2 EUR`, `€2`, or `as` another amount has them. */
const withUnit =
  (write: (number: number, decimals: number) => string): Filter =>
  (value, argument, resolve) => {
    const number = worthOf(value);
    const isAsOther = argument.startsWith(asOther);
    const other = isAsOther ? resolve(argument.slice(asOther.length)) : undefined;
    if (number === undefined || (isAsOther && !isThere(other))) return undefined;
    const form = isAsOther ? amountForm(textOf(other)) : argument;
    return form.replace(/\d+/, (decimals) => write(number, Number(decimals)));
  };

/** What stands before the other number where the dust of binary fractions stays: `less binary record/low`. */
export const inBinary = 'binary ';

/** What stands before the name of a number where neither may stand for none, as -1 does. */
export const bothSet = 'set ';

/** Of a number and another one, which is told or is what a name stands for. */
const ofBoth =
  (make: (number: number, other: number) => number, isSum = false): Filter =>
  (value, argument, resolve) => {
    const isDusty = argument.startsWith(inBinary);
    const operand = isDusty ? argument.slice(inBinary.length) : argument;
    const isSet = operand.startsWith(bothSet);
    const name = isSet ? operand.slice(bothSet.length) : operand;
    if (isSet && [value, resolve(name)].some(standsForNone)) return undefined;
    const number = worthOf(value);
    const other = Number.isNaN(Number(name)) ? worthOf(resolve(name)) : Number(name);
    if (number === undefined || other === undefined) return undefined;
    const made = make(number, other);
    if (!Number.isFinite(made)) return undefined;
    return isDusty ? made : isSum ? cleanSum(made, [number, other]) : clean(made);
  };

/** A sum has no more decimals than what it is of; of a small difference of large numbers `clean` would leave dust. */
function cleanSum(made: number, of: readonly number[]): number {
  const decimals = Math.max(...of.map((one) => decimalsIn(String(one))));
  return of.some((one) => String(one).includes('e')) ? clean(made) : Number(made.toFixed(decimals));
}

/** The names that a filter takes: each of them may hold spaces, as members that people call do. */
export const operandsIn = (argument: string): string[] =>
  argument.split(/ (?=(?:record|sent|was|strategy)\/)/);

function outermost(
  value: Json,
  other: Json | undefined,
  pick: (a: number, b: number) => number,
): Json | undefined {
  const [a, b] = [worthOf(value), worthOf(other)];
  if (a === undefined || b === undefined) return value;
  return pick(a, b) === a ? value : other;
}

const bytes = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));

/** A moment, in milliseconds since 1970, as a form writes it; undefined for what is no form, or a moment that none can write. */
const inForm = (at: number | undefined, form: string): Json | undefined =>
  at === undefined || !isTimeForm(form) || !isWritable(at) ? undefined : writeMoment(at, form);

const filters: Readonly<Record<string, Filter>> = {
  text: (value) => textOf(value),
  number: withNumber((number) => number),
  /** A text whose number at the end is so much higher. */
  count: (value, by) => (typeof value === 'string' ? countedOn(value, Number(by)) : undefined),
  /** With another number, or with what a name stands for; and so the next ones. */
  plus: ofBoth((number, other) => number + other, true),
  less: ofBoth((number, other) => number - other, true),
  times: ofBoth((number, other) => number * other),
  /** Divided by it; nothing where that is 0. */
  per: ofBoth((number, other) => number / other),
  /** The nearest multiple of a step. */
  nearest: withNumber((number, step) => (Number(step) > 0 ? nearest(number, Number(step)) : undefined)),
  /** Not less than what a name stands for, and not more. */
  least: (value, name, resolve) => outermost(value, resolve(name), Math.max),
  most: (value, name, resolve) => outermost(value, resolve(name), Math.min),
  /** A text with so many decimals. */
  fixed: withUnit((number, decimals) => number.toFixed(decimals)),
  /** A text with so many digits, zeros in front. */
  digits: withNumber((number, argument) => textOf(number).padStart(Number(argument), '0')),
  /** A number as so many bytes, the highest first, in base64. */
  bytes: withNumber((number, length) => inBytes(number, Number(length))),
  /** A number with so many decimals. */
  decimals: withNumber((number, argument) => fixedNumber(number, Number(argument))),
  /** A number with so many decimals at most. */
  rounded: withNumber((number, argument) => Number(number.toFixed(Number(argument)))),
  /** A text with so many decimals behind a comma. */
  comma: withUnit((number, decimals) => number.toFixed(decimals).replace('.', ',')),
  /** A text with so many decimals, a comma in front of each three digits. */
  grouped: withUnit((number, decimals) =>
    number.toFixed(decimals).replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ','),
  ),
  /** A text with at least one decimal. */
  double: withNumber((number) => (Number.isInteger(number) ? `${number}.0` : String(number))),
  /** A query without some parameters. */
  without: (value, names) => {
    const left = parametersBut(new URLSearchParams(textOf(value)), names.split(' '));
    return new URLSearchParams(left).toString();
  },
  /** Null in place of an empty text. */
  filled: (value) => (value === '' || (isList(value) && value.length === 0) ? null : value),
  not: (value) => (typeof value === 'boolean' ? !value : undefined),
  lower: (value) => textOf(value).toLowerCase(),
  upper: (value) => textOf(value).toUpperCase(),
  snake: (value) => words(textOf(value)).join('_').toLowerCase(),
  constant: (value) => words(textOf(value)).join('_').toUpperCase(),
  kebab: (value) => words(textOf(value)).join('-').toLowerCase(),
  spaced: (value) => words(textOf(value)).join(' ').toLowerCase(),
  pascal: (value) => joined(words(textOf(value))),
  camel: (value) => {
    const [first = '', ...others] = words(textOf(value));
    return first.toLowerCase() + joined(others);
  },
  sentence: (value) => {
    const text = words(textOf(value)).join(' ').toLowerCase();
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  },
  /** Behind `a` or `an`. */
  article: (value) => (/^[aeiou]/i.test(textOf(value)) ? `an ${textOf(value)}` : `a ${textOf(value)}`),
  base64: (value) => btoa(bytes(textOf(value)).join('')),
  base64url: (value) =>
    btoa(bytes(textOf(value)).join(''))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, ''),
  time: (value, form) => inForm(numberOf(value) ?? readMoment(value)?.at, form),
  /** A moment of a record in another form, whatever form it has; anything else stays as it is. */
  moment: (value, form) => inForm(readMoment(value)?.at, form) ?? value,
  /** Characters in place of those of a shape, always the same ones for the same value. */
  shaped: (value, shape) => shaped(textOf(value), shape),
  /** `yes` for what is set: no empty text or list, and neither 0 nor a number below it, which stand for nothing. */
  set: (value) => ((isList(value) && value.length === 0) || standsForNone(value) ? null : 'yes'),
  /** The value, which may be several, where it names a member. */
  naming: (value, member) => {
    const all = isList(value) ? value : [value];
    return isNamedBy(
      all.flatMap((one) => membersNamed(textOf(one))),
      member,
    )
      ? value
      : undefined;
  },
  /** The value where another one is there and not false. */
  when: (value, name, resolve) => (isThere(resolve(name)) ? value : undefined),
  /** Whether a value is `below`, `within` or `above` the two named; `open` where one is not there, or stands for none. */
  side: (value, argument, resolve) => {
    const [least, most] = operandsIn(argument).map((name) => worthOf(resolve(name)));
    const number = worthOf(value);
    if (number === undefined) return undefined;
    if (least === undefined || most === undefined || least <= 0 || most <= 0) return 'open';
    return number < least ? 'below' : number > most ? 'above' : 'within';
  },
  /** The nearest value within the two named, written as the value itself is; 0 or less is no upper end, but stands for none. */
  within: (value, argument, resolve) => {
    const ends = operandsIn(argument).map(resolve);
    const [low, high] = ends.map(worthOf);
    const number = worthOf(value);
    if (number === undefined) return undefined;
    const nearest = Math.max(low ?? -Infinity, Math.min((high ?? 0) <= 0 ? Infinity : high!, number));
    if (nearest === number) return value;
    // What is told in a unit is told as the end is.
    if (numeric(value) === undefined) return ends[nearest === low ? 0 : 1];
    const decimals = decimalsIn(textOf(value));
    if (typeof value !== 'string' || numberOf(value) !== undefined) return fixedNumber(nearest, decimals);
    return nearest.toFixed(decimals).replace('.', value.includes(',') ? ',' : '.');
  },
};

export const filterNames: ReadonlySet<string> = new Set([...Object.keys(filters), 'else']);

/** What a filter such as `plus 1` makes of a value. */
export type Change = (value: Json, resolve: Resolve) => Json | undefined;

export function filterOf(text: string): Change {
  const space = text.indexOf(' ');
  const filter = filters[space === -1 ? text : text.slice(0, space)];
  const argument = space === -1 ? '' : text.slice(space + 1);
  return (value, resolve) => filter?.(value, argument, resolve);
}

/** Applies a filter such as `plus 1`. */
export const applyFilter = (
  filter: string,
  value: Json,
  resolve: Resolve = () => undefined,
): Json | undefined => filterOf(filter)(value, resolve);

/** Words without spaces, each with a capital. */
const joined = (all: readonly string[]) =>
  all.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()).join('');

function words(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
}
