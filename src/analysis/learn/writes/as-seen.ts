// How what was sent stands in a record: as a number or a text with so many decimals, and nothing as what stands there for it.
import { isNothing, isObject, mapMembers, numberOf, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { parentOf, pointerTo, valueAt } from '../../../http/pointer.ts';
import { amountFilter, standsForNone, worthOf } from '../../../dialect/template-filters.ts';
import { holesIn, parseHole, withMark } from '../../../dialect/templates.ts';
import { byFrequency } from '../../groups.ts';
import type { Change } from './write-changes.ts';

/** Whether records show nothing at a place by leaving it out, and never by null. */
export function isLeftOut(place: string, records: readonly Change[]): boolean {
  const values = records.flatMap(({ after }) =>
    isObject(valueAt(after, parentOf(place))) ? [valueAt(after, place)] : [],
  );
  return values.includes(undefined) && !values.includes(null);
}

/** What was sent or follows from the record, or nothing where null was or that lacks. */
export function orLeftOut(template: Json): Json {
  if (typeof template === 'string')
    return /^\{(?:sent|record)\/[^{}?]*[^{}?|]\}$/.test(template) ? withMark(template, '?') : template;
  if (!isObject(template)) return template;
  if (typeof template['{if}'] === 'string') return { ...template, '{if}': orLeftOut(template['{if}']) };
  const sent = holesIn(template).find((hole) => hole.startsWith('sent/'));
  return sent === undefined ? template : { '{if}': `{${parseHole(sent).name}?}`, ...template };
}

/**
 * What is sent stands there as all that was seen there: as a number, or as a text with so many decimals, whatever it was sent
 * as; and nothing as what stands there for it.
 */
export function asSeen(template: Json, seen: readonly (Json | undefined)[]): Json {
  const written = asWritten(template, seen);
  const none = byFrequency(seen.filter(standsForNone))[0]?.[0];
  const [, hole, mark] = /^\{(sent\/(?!.* \| else )[^{}?]*[^{}?|])([?|]?)\}$/.exec(textOf(written)) ?? [];
  if (hole === undefined || none === undefined || seen.includes(null) || seen.includes(undefined))
    return written;
  return `{${hole} | else =${textOf(none)}${typeof none === 'number' ? ' | number' : ''}${mark!}}`;
}

function asWritten(template: Json, seen: readonly (Json | undefined)[]): Json {
  const values = seen.flatMap((value) => (isNothing(value) ? [] : [value]));
  if (isObject(template))
    return mapMembers(template, (item, name) => {
      const inside = values.map((value) => valueAt(value, pointerTo('', name)));
      return asSeen(item, inside);
    });
  if (typeof template !== 'string' || values.length === 0) return template;
  const areNumbers = values.every((value) => numberOf(value) !== undefined);
  const areAmounts = values.every(
    (value) => typeof value === 'string' && worthOf(value) !== undefined && /\.\d/.test(value),
  );
  const areDigits = values.every((value) => typeof value === 'string' && /^-?\d+$/.test(value));
  const form = areNumbers ? 'number' : areDigits ? 'text' : areAmounts ? amountFilterOf(values) : undefined;
  if (form === undefined) return template;
  if (form.startsWith('grouped ')) return inGroups(template, form);
  return template.replace(
    /^\{(sent\/[^{}|?]+(?: \| (?:least|most) [^{}|?]+)?)([?|]?)\}$/,
    `{$1 | ${form}$2}`,
  );
}

/** A template that writes an amount, its unit in front or in the filter, with thousands told apart. */
function inGroups(template: string, form: string): string {
  const [, unit, inner, decimals, mark] = /^([^{}]*)\{([^{}]+) \| fixed (\d+)([?|]?)\}$/.exec(template) ?? [];
  return form === `grouped ${unit}${decimals}`
    ? `{${inner!} | ${form}${mark!}}`
    : template.replace(form.replace('grouped', 'fixed'), form);
}

/** The filter that writes each of these amounts; undefined where they are written in several ways. */
export function amountFilterOf(amounts: readonly Json[]): string | undefined {
  const written = [...new Set(amounts.map((amount) => amountFilter(textOf(amount))))];
  // Less than a thousand is written alike, whether or not thousands are told apart.
  const grouped = written.find((one) => one.startsWith('grouped '));
  const [one, ...others] = written.filter((filter) => filter !== grouped?.replace('grouped', 'fixed'));
  return others.length > 0 ? undefined : one;
}
