// What the words of recorded errors say of other requests: of what kind values must be, which values there are, and what was taken
// of something like it.
import { numberOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import { lastSegment } from '../http/parse-url.ts';
import { parentOf } from '../http/pointer.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import { usual } from './causes.ts';
import type { Cause } from './causes.ts';
import { leafTexts, leavesOf } from './known-facts.ts';
import type { Objection } from './objections/objection.ts';
import type { DialectForm, ErrorForm } from './profile-form.ts';
import { lettersIn, namesIn } from './stated-names.ts';

/** Whether a refusal tells of what kind a value must be. */
export const tellsKindOfValue = ({ body }: Pick<ErrorForm, 'body'>): boolean =>
  /\b(?:must|should|expected) (?:to )?be (?:\{param\.kind|an? [^.]*\b(?:integer|number|decimal|boolean|date|time|uuid)\b)/i.test(
    JSON.stringify(body),
  );

/** Whether a refusal tells that a value must be a number, which is told of none. */
export const tellsNumber = ({ body }: Pick<ErrorForm, 'body'>): boolean =>
  /\b(?:must|should|expected) (?:to )?be an? (?:[a-z]+ )*(?:integer|number|decimal)\b/i.test(
    JSON.stringify(body),
  );

/**
 * Whether a refusal tells which values a parameter may have, as `must be one of: open, shut` does, or `Expected 'open' | 'shut'`.
 * What is told of an unknown parameter may tell the names of others.
 */
export const tellsValues = ({ cause, body }: Pick<ErrorForm, 'cause' | 'body'>): boolean =>
  // The texts of a list are told as JSON.
  leafTexts(body)
    .map((text) => text.replaceAll('\\"', '"'))
    .some(
      (text) =>
        [listOfValues, listInQuotes].some((list) => list.test(text)) &&
        (cause !== 'parameter-unknown' || /\b(?:must|should) be\b|\bvalues?\b/i.test(text)),
    );

const listOfValues =
  /\b(?:one (?:or more )?of|values?|allowed|possible|supported)\b[^.{}]*?[\w-]+["'`]?(?:,| or| \|) ["'`]?[\w-]+/i;
/** Without a word such as `one of` they are values only in quotes: `Expected string, received number` tells kinds. */
const listInQuotes =
  /\b(?:expected|(?:must|should) be)(?: one of)?:? (["'`])[\w-]+\1(?:,| or| ?\|) ?["'`][\w-]+/i;

/**
 * Whether a refusal lists what a parameter may be, something that was taken among it, and none of the names that are asked for:
 * what it does not list is not taken.
 */
export function leavesOut(
  form: Pick<ErrorForm, 'cause' | 'body'>,
  names: readonly string[],
  taken: readonly string[],
): boolean {
  if (names.length === 0 || !tellsValues(form)) return false;
  const listed = new Set(leafTexts(form.body).flatMap((text) => namesIn(text).map(lettersIn)));
  const isListed = (name: string) => listed.has(lettersIn(name));
  return taken.some(isListed) && !names.some(isListed);
}

/** Whether a refusal of what a parameter may be lists this value among those that it may be. */
export function listsValue({ cause, body }: ErrorForm, value: Json | undefined): boolean {
  const isOfValues =
    cause === 'parameter-value' || /^unknown (?:parameter|value)$/.test(usual[cause].family ?? '');
  if (!isOfValues || typeof value !== 'string' || !/^\p{L}[\w-]{2,}$/u.test(value)) return false;
  const isListed = new RegExp(`(?<![\\w{.-])${literalPattern(value)}(?![\\w.-])`);
  return leafTexts(body).some((text) => isListed.test(text));
}

/** Whether a refusal tells in members from what number, 0 or 1, to what other a size may go, as `"min": 1, "max": 50` does. */
function tellsRange(body: Json): boolean {
  const isEnd = (name: RegExp, isSo: (end: number) => boolean) =>
    leavesOf(body).some(([place, leaf]) => {
      const end = numberOf(leaf);
      return end !== undefined && name.test(lastSegment(place)) && isSo(end);
    });
  return (
    isEnd(/min|least|low/i, (end) => end === 0 || end === 1) &&
    isEnd(/max|most|high|upper/i, (end) => end > 9)
  );
}

/** Whether a size is refused for being none, or too large. */
export const isOfSize = (cause: Cause): boolean => /^size-(?:zero|negative|too-large)$/.test(cause);

/** What says of one value all that the others may be: it is told of one of another kind, or out of the range at its other end, too. */
export function tellsKind(
  { cause, on, body }: ErrorForm,
  other: Cause,
  endpoint: EndpointName | 'any',
): boolean {
  const says = (words: RegExp) => leafTexts(body).some((text) => /\s/.test(text) && words.test(text));
  const isOfKind = says(/\b(?:integer|whole number|a number|uuid)\b/i);
  if (isOfSize(cause))
    return other === 'size-unreadable'
      ? isOfKind
      : other.startsWith('size-') && (says(/\b[01]\b.*\d{2}/) || tellsRange(body));
  const isOfStrategy = /^field-(?:text|type)$/.test(cause) && on?.includes(endpoint) === true;
  return isOfStrategy && other === 'strategy-malformed' && isOfKind;
}

/** Whether an error is told for this cause, field and endpoint. */
export const isToldFor = (
  { cause, param, on }: ErrorForm,
  objection: Objection,
  endpoint: EndpointName | 'any' = 'any',
): boolean =>
  cause === objection.cause &&
  (param === undefined || param === objection.param) &&
  (on === undefined || on.includes(endpoint));

/** Who takes a number that is written as a text takes the number, too. */
const isWrittenOtherwise = (taken: Cause, cause: Cause) =>
  taken === 'field-numeric-text' && cause === 'field-number';

/** Whether two fields stand side by side, or in objects that do, as the amounts of two bounds. */
const areBeside = (one: string, other: string): boolean =>
  parentOf(one) === parentOf(other) ||
  (lastSegment(one) === lastSegment(other) && parentOf(parentOf(one)) === parentOf(parentOf(other)));

/** Whether the same was taken of another field beside this one. */
export const takenOfSister = (
  accepted: DialectForm['accepted'],
  { cause, param }: { readonly cause: Cause; readonly param?: string | undefined },
  endpoint: EndpointName | 'any',
): boolean =>
  param?.startsWith('/') === true &&
  accepted.some(
    (one) =>
      (one.cause === cause || isWrittenOtherwise(one.cause, cause)) &&
      one.on === endpoint &&
      one.param !== param &&
      one.param?.startsWith('/') === true &&
      areBeside(one.param, param),
  );

/** Who takes a page size that is none takes all of them. */
export const isLenient = (taken: Cause, cause: Cause) =>
  /^(size|position)-(zero|negative|unreadable)$/.test(taken) &&
  /^(size|position)-(zero|negative|unreadable)$/.test(cause) &&
  taken.split('-')[0] === cause.split('-')[0];
