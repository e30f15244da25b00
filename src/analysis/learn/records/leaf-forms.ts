// What the leaf at one place of records was seen to be: kinds, values, range, how it is written, what it follows from.
import { decimalsOf, isEmptyObject, isList, kindOf, numberOf, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import type { FieldForm } from '../../../dialect/profile-form.ts';
import { holesIn, sameValue } from '../../../dialect/templates.ts';
import {
  amountFilter,
  applyFilter,
  meantDecimals,
  numeric,
  worthOf,
} from '../../../dialect/template-filters.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import { mayHoldPlaceholder } from '../../../recording/placeholders.ts';
import { explainLeaf } from '../../explain/explain-leaf.ts';
import type { Sample } from '../../explain/sample.ts';
import { shapeOfTexts, templateOfParts } from '../../explain/shapes.ts';
import { byFrequency, commonest, parted } from '../../groups.ts';

/** Lists of a few values, such as states, are kept; texts of records are not. */
const mostValues = 8;

/** What stands at one place of the items of lists, whichever item it is, and how many lists there are. */
export interface InItems {
  readonly values: readonly Json[];
  readonly lists: number;
}

/** @param inItems of a leaf of one item of lists */
export function fieldForm(samples: readonly Sample[], isId: boolean, inItems?: InItems): FieldForm {
  const there = samples.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const values = there.filter((value) => value !== null);
  const nulls = there.length - values.length;
  const kinds = [...new Set(there.map(fieldKind))];
  const counted = { kinds, seen: there.length, of: samples.length, nulls: nulls || undefined };
  if (values.length === 0 || values.every((value) => typeof value === 'object')) {
    const [first] = values;
    // A list that is the same in all records, such as an empty one; what only some have is theirs.
    const isConstant =
      isList(first) &&
      values.length > 2 &&
      (values.length === samples.length || first.length === 0) &&
      values.every((value) => sameValue(value, first as Json));
    return isConstant ? { ...counted, values: [first] } : counted;
  }
  const derived = isId ? undefined : templateOf(samples);
  if (derived !== undefined) return { ...counted, template: derived };
  if (!isId && isEnumerated(values, inItems))
    return { ...counted, values: byFrequency(values, textOf).map(([value]) => value!) };
  const filled = values.filter((value) => value !== '');
  const blanks = values.length - filled.length;
  const form = filled.length === 0 ? undefined : formOf(filled, samples, isId);
  return { ...counted, blanks: blanks || undefined, ...form };
}

/** How values are written that are more than a few. */
function formOf(values: readonly Json[], samples: readonly Sample[], isId: boolean): Written {
  // Numbers by which records are named may look like moments.
  const moments = isId ? [] : values.flatMap((value) => readMoment(value) ?? []);
  // An object without members may stand for none.
  const filled = values.filter((value) => !isEmptyObject(value));
  if (moments.length > 0 && moments.length === filled.length) {
    const times = moments.map(({ at }) => at);
    // A zone may change with the season: the commonest form is written.
    const time = commonest(moments.map(({ form }) => form))!;
    const step = [60_000, 1000].find((one) => times.every((at) => at % one === 0));
    return { time, step, range: [Math.min(...times), Math.max(...times)] };
  }
  const bare = isId ? samples.map(({ value }): Sample => ({ value, facts: new Map() })) : samples;
  return numbersForm(values) ?? textsForm(bare, values);
}

function fieldKind(value: Json): FieldForm['kinds'][number] {
  return Number.isInteger(numberOf(value)) && decimalsOf(value) === 0 ? 'integer' : kindOf(value);
}

function isEnumerated(values: readonly Json[], inItems: InItems | undefined): boolean {
  const texts = values.map(textOf);
  const distinct = new Set(texts).size;
  if (values.every((value) => typeof value === 'boolean')) return true;
  // A few in one item are those of records where all items have many, and so are ids.
  if (inItems !== undefined && (hasMany(inItems) || values.some(isTextWithDigits))) return false;
  return distinct === 1
    ? texts.length > 2
    : distinct <= mostValues && distinct * 2 <= texts.length && texts.every(({ length }) => length <= 40);
}

const isTextWithDigits = (value: Json): boolean => typeof value === 'string' && /\d/.test(value);

/** Whether all items together have more than a few values. */
function hasMany({ values, lists }: InItems): boolean {
  const distinct = new Set(values.map((value) => JSON.stringify(value))).size;
  return distinct > mostValues || distinct * 2 > lists;
}

/** What a leaf follows from: the id, or the strategy that the record names. A constant is a value, no template. */
function templateOf(samples: readonly Sample[]): Json | undefined {
  const some = samples.filter(({ value }) => value !== null);
  for (const of of some.length < samples.length ? [samples, some] : [samples]) {
    if (of.length < 2) continue;
    const { template, held } = explainLeaf(of);
    const isWhole = template !== undefined && template !== null && held >= of.length;
    if (isWhole && holesIn(template).some((hole) => /^(id|strategy\/)/.test(hole))) return template;
  }
  return undefined;
}

type Written = Pick<FieldForm, 'range' | 'decimals' | 'step' | 'as' | 'shape' | 'time' | 'template'>;

/** Numbers, be they numbers or texts, with a unit or without. */
function numbersForm(values: readonly Json[]): Written | undefined {
  const numbers = values.map(worthOf);
  if (!numbers.every((number) => number !== undefined)) return undefined;
  const texts = values.map(textOf);
  const areTexts = values.some((value) => kindOf(value) === 'string');
  // What has zeros in front is no number, but named by digits.
  if (areTexts && texts.some((text) => /^0\d/.test(text))) return undefined;
  const decimals = Math.max(
    ...values.map((value, at) =>
      numeric(value) === undefined ? decimalsBehind(value) : meantDecimals(texts[at]!),
    ),
  );
  const step = decimals === 0 ? stepOf(numbers) : 1;
  return {
    range: [Math.min(...numbers), Math.max(...numbers)],
    decimals: decimals > 0 || areTexts ? decimals : undefined,
    step: step > 1 ? step : undefined,
    as: areTexts ? writtenAs(values) : undefined,
  };
}

/** How many decimals an amount is written with, be it with its unit or without. */
export const decimalsBehind = (value: Json): number => Number(/\d+/.exec(amountFilter(textOf(value)))![0]);

/** The filter that most of them are written by. */
function writtenAs(values: readonly Json[]): string {
  const filters = values.flatMap((value) =>
    kindOf(value) === 'string' ? [amountFilter(textOf(value))] : [],
  );
  // Only amounts from 1000 show that their digits are grouped.
  const grouped = filters.find((filter) => filter.startsWith('grouped'));
  return grouped ?? commonest(filters)!;
}

/** The largest power of ten of which all are multiples. */
function stepOf(numbers: readonly number[]): number {
  const some = numbers.filter((number) => number !== 0);
  let step = 1;
  while (some.length > 3 && step < 1e9 && some.every((number) => number % (step * 10) === 0)) step *= 10;
  return step;
}

function textsForm(samples: readonly Sample[], values: readonly Json[]): Written {
  const lengths = values.map((value) => textOf(value).length);
  const range: [number, number] = [Math.min(...lengths), Math.max(...lengths)];
  const all = [...new Set(values.map(textOf))];
  // A few with spaces are no rule for the others.
  const [spaced, distinct] = parted(all, (text) => /\s/.test(text));
  if (spaced.length * 2 >= all.length || !areDrawn(distinct)) return { range, as: styleOf(all) };
  const template = templateOfParts(samples);
  const isSecret = all.some(mayHoldPlaceholder);
  if (template !== undefined && (isSecret || template.includes('{id}'))) return { template };
  // One text alone, however often it was seen, would be its own shape.
  const alike = distinct.filter(({ length }) => length === lengths[0]);
  const shape =
    alike.length * 2 > distinct.length && alike.length > 1 ? shapeOfTexts(alike, true) : undefined;
  if (shape !== undefined) return { range, shape };
  if (template !== undefined) return { template };
  const [link, ...links] = distinct.map(linkShape);
  return link === undefined || links.includes(undefined)
    ? { range, as: styleOf(distinct) }
    : { range, shape: link };
}

/** A shape of which nothing but the scheme is a link's own. */
function linkShape(text: string): string | undefined {
  const [, scheme, rest = ''] = /^(https?:\/\/)([^\\{}|\s]+)$/.exec(text) ?? [];
  const signs = rest
    .replace(/\p{Lu}/gu, 'A')
    .replace(/(?!A)\p{L}/gu, 'a')
    .replace(/\d/g, '9');
  return scheme && scheme + signs;
}

/** Whether texts are rather numbers, links or drawn anew than words. */
const areDrawn = (texts: readonly string[]) => texts.filter(isDrawn).length * 2 >= texts.length;

function isDrawn(text: string): boolean {
  const signs = text.replace(/[^0-9A-Za-z]/g, '');
  const isMixed = text
    .split(/[^0-9A-Za-z]+/)
    .some((part) => part.length > 5 && /\d/.test(part) && /[A-Za-z]/.test(part));
  const digits = text.replace(/\D/g, '').length;
  return isMixed || digits * 3 >= signs.length || /[A-Za-z]{16}|[:?=@]|^\//.test(text);
}

/** How words may be written; those behind others are of one word. */
const wordFilters = ['constant', 'snake', 'kebab', 'camel', 'pascal', 'sentence', 'spaced'];

/** The filter that writes most words as they were; undefined where each word begins with a capital. */
function styleOf(texts: readonly string[]): string | undefined {
  const several = texts.filter((text) => /[A-Za-z][^A-Za-z0-9][A-Za-z]|[a-z][A-Z]/.test(text));
  const [of, filters] = several.length > 0 ? [several, wordFilters] : [texts, ['upper', 'lower']];
  const fits = (filter: string) => of.filter((text) => applyFilter(filter, text) === text).length;
  return filters.find((filter) => fits(filter) * 2 > of.length);
}
