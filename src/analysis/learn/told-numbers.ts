// The numbers that refusals tell: where what is refused begins.
import type { Json } from '../../http/exact-json.ts';
import { leafTexts } from '../../dialect/known-facts.ts';
import type { Cause } from '../../dialect/causes.ts';
import type { Objection } from '../../dialect/objections/objection.ts';
import type { AmountRange, ErrorForm } from '../../dialect/profile-form.ts';
import { worthOf } from '../../dialect/template-filters.ts';
import { toldBy } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';

/** How errors are told. */
interface Told {
  readonly errors: readonly ErrorForm[];
}

/** The numbers that errors of a cause tell. */
export const toldFor = (cause: Cause, { errors }: Told) =>
  errors.flatMap((error) => (error.cause === cause ? numbersIn(error.body) : []));

/**
 * A number that errors of a cause tell, between what was refused and what was accepted.
 * @param areSmall whether amounts are whole ones of a smaller unit, such as cents, of which sentences may tell 100
 */
export function toldBetween(
  cause: Cause,
  accepted: number,
  refused: number,
  { errors }: Told,
  areSmall = false,
): number | undefined {
  const bodies = errors.flatMap((error) => (error.cause === cause ? [error.body] : []));
  const number = bodies
    .flatMap((body) => numbersIn(body, areSmall))
    .find((one) => isBetween(one, accepted, refused));
  if (number === undefined) return undefined;
  const isOutside = refused > accepted ? beforeMost : beforeLeast;
  const texts = bodies.flatMap((body) => leafTexts(body));
  const isTold = texts.some((text) => numbersTold(text, areSmall, isOutside).includes(number));
  if (!isTold) return number === refused ? undefined : number;
  return refused > accepted ? nextBelow(number) : nextAbove(number);
}

const isBetween = (number: number, one: number, other: number): boolean =>
  number >= Math.min(one, other) && number <= Math.max(one, other);

/** Whether a refusal of an amount tells a number between that and those which were accepted: what it says is rather about that. */
export function tellsRange(
  by: Exchange,
  { cause, value }: Objection,
  { low, high, decimals }: AmountRange,
): boolean {
  const [own, end] = [worthOf(value ?? null), cause === 'amount-low' ? low : high];
  const isOfRange =
    (cause === 'amount-low' || cause === 'amount-high') && own !== undefined && end !== undefined;
  return isOfRange && numbersIn(toldBy(by), decimals === 0).some((one) => isBetween(one, own, end));
}

/** The words before a number that is itself too high or too low. */
const beforeMost =
  /(?<!\b(?:not|no)\s(?:be\s)?)(?:\b(?:less|lower|smaller|fewer)\s+than|\b(?:below|under)|<)\s*$/i;
const beforeLeast =
  /(?<!\b(?:not|no)\s(?:be\s)?)(?:\b(?:greater|higher|larger|more)\s+than|\b(?:above|over)|>)\s*$/i;

/**
 * The numbers that stand in texts by themselves, and not in ids; first those of sentences, as others may be codes.
 * @param areSmall whether an amount is told in hundreds of what is sent, too: `0.50` for 50
 */
export function numbersIn(body: Json, areSmall = false): number[] {
  const texts = leafTexts(body);
  const sentences = texts.filter((text) => /\s/.test(text));
  return [...sentences, ...texts].flatMap((text) => numbersTold(text, areSmall));
}

/** @param words what must stand before a number */
const numbersTold = (text: string, areSmall: boolean, words = /(?:)/): number[] =>
  [...text.matchAll(/(?<![\w.,-]|\{=)-?\d+(?:[.,]\d+)*(?![\w-])/g)].flatMap(({ 0: told, index }) => {
    if (!words.test(text.slice(0, index))) return [];
    const number = Number(told.replace(/,(?=\d{3})/g, '').replace(',', '.'));
    return areSmall && /[.,]\d\d$/.test(told) ? [Math.round(number * 100), number] : [number];
  });

export const nextAbove = (number: number) => Number((number + 0.01).toPrecision(12));
export const nextBelow = (number: number) => Number((number - 0.01).toPrecision(12));
