// JSON whose numbers keep the form in which they were written. JSON.parse reads 19.90 as 19.9, but a mock of a service
// that writes two decimals must write 19.90. Such a number is held as a marked string.
import { rewriteLeaves } from './json-leaves.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Marks a number. JSON strings have this character in escaped form only, so none is mistaken for a number. */
const mark = '\u0001';
const marked = /"\\u0001(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"(?!:)/g;

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): Json | undefined {
  try {
    if (!/\d[.eE]\d*/.test(text)) return JSON.parse(text) as Json;
    const kept = rewriteLeaves(text, (leaf) => {
      if (leaf.startsWith('"') || String(Number(leaf)) === leaf) return leaf;
      return `"\\u0001${leaf}"`;
    });
    return JSON.parse(kept) as Json;
  } catch {
    return undefined;
  }
}

export function printExactly(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u0001') ? text.replace(marked, '$1') : text;
}

/** A number that is printed with at least so many decimals. */
export function fixedNumber(value: number, decimals: number): number | string {
  const places = String(value).split('.')[1]?.length ?? 0;
  const text = value.toFixed(Math.max(decimals, places));
  return String(value) === text ? value : mark + text;
}

/** The number that a value holds, plain or marked; undefined for any other value. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return isMarked(value) ? Number(value.slice(1)) : undefined;
}

/** The count of decimals with which a number was written; undefined for a value that is no number. */
export function decimalsOf(value: unknown): number | undefined {
  if (!isMarked(value) && typeof value !== 'number') return undefined;
  const text = typeof value === 'number' ? String(value) : value.slice(1);
  return text.split('.')[1]?.length ?? 0;
}

export function isMarked(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(mark);
}

/** Whether nothing stands at a place: no value, null or an empty text. */
export function isNothing(value: Json | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** Whether something stands at a place that is not false, also as a text: what a condition asks for. */
export function isThere(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !isFalse(value);
}

/** Whether something is false, also as a text. */
export const isFalse = (value: Json | undefined): boolean => value === false || value === 'false';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list; `Array.isArray` would tell nothing of what stands in it. */
export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** Whether a value is an object without members. */
export const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** What a value is: a number counts as one in whatever way it is written. */
export function kindOf(value: Json): 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' {
  if (value === null) return 'null';
  if (numberOf(value) !== undefined) return 'number';
  return Array.isArray(value) ? 'array' : (typeof value as 'boolean' | 'string' | 'object');
}

/** A value as a text: a text as it is, a number as it is written, anything else as JSON. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return isMarked(value) ? value.slice(1) : value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** The value whose JSON text is changed so. */
export const rewritten = <Value>(value: Value, change: (json: string) => string): Value =>
  JSON.parse(change(JSON.stringify(value))) as Value;

/** The text of a text or a number, such as an id; null for any other value. */
export function nameIn(value: Json | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? textOf(value) : null;
}

/** The object without some of its members. */
export function without<Value>(
  object: Readonly<Record<string, Value>>,
  ...names: readonly string[]
): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The object with each of its members changed. */
export function mapMembers<Value, Changed>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Changed,
): Record<string, Changed> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/** The value with each leaf of it changed: whatever is neither an object nor an array. */
export function withLeaves(value: Json, change: (leaf: Json) => Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withLeaves(item, change));
  if (!isObject(value)) return change(value);
  return mapMembers(value, (item) => withLeaves(item, change));
}
