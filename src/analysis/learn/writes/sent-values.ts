// Whether a value is what was sent, be it in another unit or in another form.
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { units, worthOf } from '../../../dialect/template-filters.ts';
import { sameValue } from '../../../dialect/templates.ts';

/** Whether what was sent stands there, be it nothing. */
export const standsThere = (value: Json, sent: Json): boolean =>
  sameValue(value, sent) || isWorth(value, sent);

/** Whether a value is what was sent, be it in another unit or in another form. */
export function isWorth(value: Json, sent: Json): boolean {
  if (typeof value === 'boolean' || typeof value === 'object') return false;
  return textOf(value) === textOf(sent) || unitBetween(value, sent) !== undefined;
}

/** By what a number is more than what was sent, where that is another unit: 100 for cents. */
export function unitBetween(value: Json | undefined, sent: Json | undefined): number | undefined {
  const [a, b] = [worthOf(value), worthOf(sent)];
  if (a === undefined || b === undefined || (a === 0) !== (b === 0)) return undefined;
  return units.find((unit) => Math.abs(a - b * unit) <= 1e-9 * Math.abs(a));
}
