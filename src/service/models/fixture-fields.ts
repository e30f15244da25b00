// Reading one field of a fixture file: every refusal names the file, the place in it and what would be accepted.
import { parseRealTime } from '../../spec/real-time.ts';

/** A record that cannot be begun with; its message names the file or the option, the place in it and what would be accepted. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly file: string;
  /** Where in the file, such as `listings[3].minPrice`; empty when the file as a whole is at fault. */
  readonly path: string;
  readonly reason: string;

  constructor(at: Place, reason: string, options?: ErrorOptions) {
    super([at.file, at.path, reason].filter((part) => part !== '').join(': '), options);
    this.file = at.file;
    this.path = at.path;
    this.reason = reason;
  }
}

export interface Place {
  readonly file: string;
  readonly path: string;
}

export type Read<T> = (value: unknown, at: Place) => T;

/** Reads one field of a record; without a fallback the field is required. */
export type ReadField = <T>(name: string, read: Read<T>, fallback?: T) => T;

type JsonObject = Readonly<Record<string, unknown>>;

const deepest = 100;
const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const timeForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const timeExpected = 'a time with its zone, such as 2026-01-01T00:00:00.000Z';

export function within(at: Place, name: string | number): Place {
  const step =
    typeof name === 'number' ? `[${name}]` : /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  return { file: at.file, path: `${at.path}${step}`.replace(/^\./, '') };
}

/** @throws FixtureError when the value is no object */
export function fieldsOf(value: unknown, at: Place): ReadField {
  const record = object(value, at);
  return (name, read, fallback) => {
    const found = Object.hasOwn(record, name) ? record[name] : undefined;
    if (found !== undefined) return read(found, within(at, name));
    if (fallback === undefined) throw new FixtureError(within(at, name), 'is missing');
    return fallback;
  };
}

/**
 * The known fields with every other field of the value behind them, as it is: a record taken from the real service
 * keeps what we do not know. `__proto__` is refused at any depth, because a later copy could change a prototype.
 */
export function withOthers<T extends object>(known: T, value: unknown, at: Place): T {
  const record = object(value, at);
  const others = Object.keys(record).filter((name) => !Object.hasOwn(known, name));
  return Object.assign(
    known,
    Object.fromEntries(others.map((name) => [name, jsonField(record, name, at, 0)])),
  );
}

export function object(value: unknown, at: Place): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw unexpected(value, at, 'an object');
}

export function array(value: unknown, at: Place): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unexpected(value, at, 'an array');
}

export function nullable<T>(read: Read<T>): Read<T | null> {
  return (value, at) => (value === null ? null : read(value, at));
}

export function text(value: unknown, at: Place): string {
  if (typeof value === 'string' && value !== '') return value;
  throw unexpected(value, at, 'a string that is not empty');
}

/** Any version and either case; lower case from here on. */
export function uuid(value: unknown, at: Place): string {
  if (typeof value === 'string' && uuidForm.test(value.toLowerCase())) return value.toLowerCase();
  throw unexpected(value, at, 'a UUID, such as 11111111-1111-4111-8111-111111111111');
}

export function flag(value: unknown, at: Place): boolean {
  if (typeof value === 'boolean') return value;
  throw unexpected(value, at, 'true or false');
}

export function count(value: unknown, at: Place): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return (value as number) + 0;
  throw unexpected(value, at, 'a whole number from 0');
}

/** An amount of money or a percentage. */
export function amount(value: unknown, at: Place): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw unexpected(value, at, 'a number from 0');
  }
  // Neither `% 0.01` nor `x * 100` is whole for most prices; this test is exact (A6).
  if (Math.round(value * 100) / 100 !== value)
    throw unexpected(value, at, 'a number with at most two decimals');
  return value + 0;
}

export function positiveAmount(value: unknown, at: Place): number {
  if (value === 0) throw unexpected(value, at, 'a number above 0');
  return amount(value, at);
}

export function currency(value: unknown, at: Place): string {
  if (typeof value === 'string' && /^[A-Za-z]{3}$/.test(value)) return value;
  throw unexpected(value, at, 'a currency code of three letters, such as USD');
}

/** ISO 8601 with a time zone, or a date alone; in UTC with milliseconds from here on (A29). */
export function time(value: unknown, at: Place): string {
  const parsed = typeof value === 'string' && timeForm.test(value) ? parseRealTime(value) : NaN;
  if (Number.isNaN(parsed)) throw unexpected(value, at, timeExpected);
  return new Date(parsed).toISOString();
}

export function oneOf<T extends string>(choices: readonly T[]): Read<T> {
  return (value, at) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw unexpected(value, at, `one of ${choices.join(', ')}`);
    return found;
  };
}

export function unexpected(value: unknown, at: Place, expected: string): FixtureError {
  return new FixtureError(at, `${describe(value)} is not ${expected}`);
}

/** Short enough for one line, whatever the value. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
}

function jsonField(record: JsonObject, name: string, at: Place, depth: number): unknown {
  const place = within(at, name);
  if (name === '__proto__') throw new FixtureError(place, 'this name is not allowed');
  return json(record[name], place, depth + 1);
}

function json(value: unknown, at: Place, depth: number): unknown {
  if (depth > deepest) throw new FixtureError(at, `is nested more than ${deepest} levels deep`);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item, index) => json(item, within(at, index), depth + 1));
  if (typeof value !== 'object') throw unexpected(value, at, 'a JSON value');
  const record = object(value, at);
  return Object.fromEntries(Object.keys(record).map((name) => [name, jsonField(record, name, at, depth)]));
}
