// What a JSON value looks like when its value does not count: its kind and, of a text, its format.
import { isPlaceholder } from '../../recording/placeholders.ts';

export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'list' | 'object';

export type Format =
  | 'empty'
  | 'redacted'
  | 'uuid'
  | 'time with milliseconds'
  | 'time with seconds'
  | 'time with an offset'
  | 'date'
  | 'HTTP date'
  | 'url'
  | 'email'
  | 'decimal text'
  | 'integer text'
  | 'id'
  | 'word'
  | 'prose';

/** A number whose digits say more than its value: `19.90`. */
export class WrittenNumber {
  readonly value: number;
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
    this.value = Number(literal);
  }
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (value instanceof WrittenNumber) return 'number';
  return typeof value as 'boolean' | 'number' | 'string' | 'object';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === 'object';
}

/** The number in a value, written one way or another. */
export function numberIn(value: unknown): number | undefined {
  if (value instanceof WrittenNumber) return value.value;
  return typeof value === 'number' ? value : undefined;
}

const formats: readonly (readonly [Format, RegExp])[] = [
  ['empty', /^$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['time with milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/],
  ['time with seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/],
  ['time with an offset', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?[+-]\d\d:?\d\d)?$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['HTTP date', /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/],
  ['url', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['decimal text', /^-?\d+\.\d+$/],
  ['integer text', /^-?\d+$/],
  ['id', /^(?=\S*\d\S*\d)(?=\S{8,})[\w.~:=+/-]+$/],
  ['id', /^[\w=+/-]{24,}$/],
  ['prose', /\s/],
];

/** The format of a text. What is known of others by a pattern is never guessed from a name. */
export function formatOf(text: string): Format {
  if (isPlaceholder(text)) return 'redacted';
  return formats.find(([, pattern]) => pattern.test(text))?.[0] ?? 'word';
}

/** Formats that a value of another format cannot be mistaken for; the others say little about a text. */
const strict: ReadonlySet<Format> = new Set<Format>([
  'uuid',
  'time with milliseconds',
  'time with seconds',
  'time with an offset',
  'date',
  'HTTP date',
  'url',
  'email',
  'decimal text',
  'integer text',
]);

/** The format of a text where it is a strict one; else `text`. */
export function looseFormatOf(text: string): Format | 'text' {
  const format = formatOf(text);
  return format === 'redacted' || strict.has(format) ? format : 'text';
}

const timeFormats: ReadonlySet<Format> = new Set<Format>([
  'time with milliseconds',
  'time with seconds',
  'time with an offset',
  'HTTP date',
]);

/** A point in time and how finely it is told, both in milliseconds. */
export interface Moment {
  readonly at: number;
  readonly unit: number;
}

/** The time that a value tells: ISO 8601, an HTTP date, or seconds or milliseconds since 1970 of this century. */
export function momentOf(value: unknown): Moment | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) {
    if (value >= 1.2e9 && value < 4e9) return { at: value * 1000, unit: 1000 };
    return value >= 1.2e12 && value < 4e12 ? { at: value, unit: 1 } : undefined;
  }
  if (typeof value !== 'string' || !timeFormats.has(formatOf(value))) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : { at, unit: /:\d\d\.\d/.test(value) ? 1 : 1000 };
}

/** A value in few words: its kind, or the format of a text. */
export function describeShape(value: unknown): string {
  return typeof value === 'string' ? formatOf(value) : kindOf(value);
}
