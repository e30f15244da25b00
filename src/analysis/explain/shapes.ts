// Values that are made anew for each answer: nothing explains them, but they have one shape.
import { isMarked, kindOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { alphabetOf, alphabets } from '../../dialect/drawn-texts.ts';
import { readMoment } from '../../dialect/time-forms.ts';
import { isPlaceholder, unknownSecret, withSecretsAlike } from '../../recording/placeholders.ts';
import { byFrequency } from '../groups.ts';
import type { Sample } from './sample.ts';

/** Whether a template gives another text in each answer. */
export const isAnew = (template: Json | undefined): template is string =>
  typeof template === 'string' && template.includes('{answer');

/** What stands before a weak entity tag (RFC 9110 §8.8.3). */
const weak = /^W\/(?=")/;

/** The template of values of one shape that are all different; undefined for any others, and for moments. */
export function shapeOf(values: readonly Json[]): Json | undefined {
  if (values.length < 2 || !values.every((value) => typeof value === 'string' && !isMarked(value)))
    return undefined;
  const texts = values as readonly string[];
  if (
    new Set(texts).size < texts.length * 0.9 ||
    texts.every((text) => readMoment(text) !== undefined) ||
    texts.some((text) => text.length < 4 || /\s|[/?]./.test(text.replace(weak, '')))
  )
    return undefined;
  const [alike] = byFrequency(texts, ({ length }) => length);
  if (alike!.length * 2 < texts.length || areWords(alike!)) return undefined;
  const shape = shapeOfTexts(alike!);
  return shape === undefined ? undefined : `{answer | shaped ${shape}}`;
}

/** A few texts without a digit are words that happen to have one length, such as `key_missing` and `key_invalid`. */
const areWords = (texts: readonly string[]) =>
  texts.length < 5 && texts.every((text) => !/[0-9]|[A-Za-z]{16}/.test(text));

/**
 * @param areOfRecords whether digits that all happen to share in front of one that varies are of the same number, and vary, too
 * @returns undefined where they differ in signs that are no letters or digits
 */
export function shapeOfTexts(texts: readonly string[], areOfRecords = false): string | undefined {
  const [first = ''] = texts;
  const columns = Array.from({ length: first.length }, (_, at) => texts.map((text) => text[at]!));
  const varying = columns.map((column) => new Set(column).size > 1);
  // A part between separators is drawn from one alphabet.
  let shape = '';
  for (let at = 0; at < first.length;) {
    let end = at;
    while (end < first.length && columns[end]!.every((sign) => /[0-9A-Za-z]/.test(sign))) end += 1;
    if (end === at) {
      if (varying[at] === true) return encodedShape(texts);
      shape += escaped(first[at]!);
      at += 1;
      continue;
    }
    const from = varying.indexOf(true, at);
    let start = from === -1 || from >= end ? end : from;
    if (areOfRecords && columns[start]?.every(isDigit) === true)
      while (start > at && isDigit(first[start - 1]!)) start -= 1;
    shape += first.slice(at, start).replace(/./gs, escaped);
    shape += signsOf(columns.slice(start, end));
    at = end;
  }
  // Braces and bars would end the hole in which the shape stands.
  return /[{}|]/.test(shape) ? undefined : shape;
}

/** So many texts have letters and digits at the same places by no chance, if these are not too few. */
const [fewestAlike, fewestPlaces] = [5, 3];

/** The signs of places that are digits, or letters of one case. */
const ofPlaces = '9aA';

/** The signs for a part of texts: of one alphabet, or of one for each place where letters and digits have places of their own. */
function signsOf(columns: readonly (readonly string[])[]): string {
  const part = columns.flat().join('');
  if (part === '') return '';
  if (columns.length >= fewestPlaces && columns[0]!.length >= fewestAlike) {
    const signs = columns.map((column) => alphabetOf(column.join(''), ofPlaces)?.sign);
    if (new Set(signs).size > 1 && !signs.includes(undefined)) return signs.join('');
  }
  return alphabetOf(part)!.sign.repeat(columns.length);
}

const isDigit = (sign: string) => /\d/.test(sign);

/**
 * The shape of long texts in base64, whose signs may be any, behind what all begin with up to a point or a colon; undefined where
 * they are no such texts.
 */
export function encodedShape(texts: readonly string[]): string | undefined {
  const [, start = '', run = '', filling = ''] = /^((?:.*[.:])?)(.{16,}?)(={0,2})$/s.exec(texts[0]!) ?? [];
  const isSo = texts.every((text) => text.startsWith(start) && text.endsWith(filling));
  const end = start.length + run.length;
  const alphabet = alphabetOf(texts.map((text) => text.slice(start.length, end)).join(''));
  return isSo && alphabet !== undefined
    ? start.replace(/./gs, escaped) + alphabet.sign.repeat(run.length) + filling
    : undefined;
}

/** Numbers of as many digits hardly ever fall together. */
const farDigits = 6;

/** The shape of placeholders of one kind, which stand for secrets that were all different; undefined where these are none. */
export function shapeOfSecrets(texts: readonly string[]): string | undefined {
  const [kind = '', ...others] = new Set(texts.map((text) => text.replace(/\d+__$/, '')));
  return texts.every(isPlaceholder) && others.length === 0 && kind.endsWith('.')
    ? `${kind.replace(/./gs, escaped)}1${'9'.repeat(farDigits)}__`
    : undefined;
}

const escaped = (sign: string) => (alphabets.has(sign) || sign === '\\' ? `\\${sign}` : sign);

/** Shorter parts of ids may count, and grow. */
const fewestDrawn = 15;

/** A regular expression for texts such as ids: what all begin with, then runs of one alphabet between separators. */
export function patternOf(texts: readonly string[]): string | undefined {
  const unique = [...new Set(texts)];
  if (unique.length < 2) return undefined;
  const split = unique.map((text) => text.split(/([^0-9A-Za-z]+)/));
  const [first] = split as [string[]];
  if (split.some((parts) => parts.length !== first.length)) return undefined;
  const isDashed = first.length > 1 && first.every((part, at) => at % 2 === 0 || part === '-');
  const parts = first.map((part, at) => {
    const column = split.map((own) => own[at]!);
    if (column.every((other) => other === part)) return literalPattern(part);
    if (at % 2 === 1) return undefined;
    let common = 0;
    while (column.every((other) => other[common] !== undefined && other[common] === part[common]))
      common += 1;
    // Digits that all ids happen to share are no prefix.
    const prefix = /^[A-Za-z]*/.exec(part.slice(0, common))![0].replace(/[0-9a-fA-F]+$/, '');
    const rests = column.map((other) => other.slice(prefix.length));
    const lengths = rests.map(({ length }) => length);
    const [low, high] = [Math.min(...lengths), Math.max(...lengths)];
    const alphabet = alphabetOf(rests.join(''))!.source;
    // Parts between dashes have one length each, and so have long ones of letters and digits; others may have any.
    const isDrawn = low >= fewestDrawn && rests.every((rest) => /[A-Za-z]/.test(rest) && /\d/.test(rest));
    const isFixed = low === high && (isDashed || isDrawn);
    return `${literalPattern(prefix)}${alphabet}{${isFixed ? low : `1,${Math.max(high, 12)}`}}`;
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

/**
 * The template of texts such as links, part by part: what all have, the id of their record, and what is drawn for each by its
 * shape, as secrets are, which no recording holds; undefined where they have other parts each.
 */
export function templateOfParts(samples: readonly Sample[]): string | undefined {
  const texts = samples.flatMap(({ value, facts }) =>
    kindOf(value ?? null) === 'string' && value !== ''
      ? [{ parts: withSecretsAlike(textOf(value)).split(/([^0-9A-Za-z]+)/), id: facts.get('id') }]
      : [],
  );
  const separators = (parts: readonly string[]) => parts.filter((_, at) => at % 2 === 1).join(' ');
  const [alike = []] = byFrequency(texts, ({ parts }) => separators(parts));
  if (alike.length < 2 || alike.length * 4 < texts.length) return undefined;
  const written = alike[0]!.parts.map((first, at) => {
    const column = alike.map(({ parts }) => parts[at]!);
    if (column.every((part) => part === first)) return first;
    if (alike.every(({ id }, own) => id === column[own])) return '{id}';
    const [long = []] = byFrequency(column, ({ length }) => length);
    const [one = ''] = long;
    if (one === '') return '';
    const shape = long.some((part) => part !== one)
      ? shapeOfTexts(long, true)!
      : alphabetOf(one)!.sign.repeat(one.length);
    return `{answer | shaped ${shape}}`;
  });
  const isPlain = !alike[0]!.parts.some((part) => /[{}|]/.test(part));
  const template = written.join('').replaceAll(unknownSecret, `{answer | shaped ${'*'.repeat(32)}}`);
  return isPlain && template.includes('{') ? template : undefined;
}
