// What exactly is wrong with a value: finer than our kinds of errors, as services have words for each.
import { decimalsOf, isObject, numberOf } from '../http/exact-json.ts';

/** @param value as sent; undefined for one that was not */
export function aboutValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  const number = numberOf(value);
  if (number !== undefined) {
    if (number < 0) return 'negative';
    if (number === 0) return 'zero';
    return decimalsOf(value)! > 2 ? 'decimals' : 'number';
  }
  if (typeof value === 'string')
    return value === '' ? 'empty' : /^-?\d+(\.\d+)?$/.test(value) ? aboutText(value) : 'text';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' ? 'object' : typeof value;
}

/** A number as a text: what is wrong with it, if it is not that it is one. */
function aboutText(value: string): string {
  const about = aboutValue(Number(value));
  return about === 'number' ? ((value.split('.')[1]?.length ?? 0) > 2 ? 'decimals' : 'digits') : about;
}

/** What is wrong with two bounds that contradict each other. */
export function aboutBounds(min: unknown, max: unknown): string {
  const [low, high] = [amountOf(min), amountOf(max)];
  return low !== undefined && low === high ? 'equal' : 'order';
}

/** What is wrong with a body that is no JSON object. */
export function aboutBody(text: string): string {
  if (text.trim() === '') return 'empty';
  try {
    // An object is refused as a body for a key that stands twice in it.
    return isObject(JSON.parse(text)) ? 'duplicate' : 'other';
  } catch {
    return 'syntax';
  }
}

function amountOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return numberOf(value) ?? (Number.isNaN(number) ? undefined : number);
}
