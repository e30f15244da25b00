// The numbers that refusals tell: where what is refused begins.
import type { Json } from '../../http/exact-json.ts';
import { leafTexts } from '../../dialect/known-facts.ts';
import type { Cause } from '../../dialect/causes.ts';
import type { LearnedErrors } from './errors/learn-errors.ts';

/** The refusals for one cause, each with what is to blame. */
export const refusedFor = (cause: Cause, { refusals }: LearnedErrors) =>
  refusals.flatMap(({ by, blamed }) => (blamed?.cause === cause ? [{ by, blamed }] : []));

/** The numbers that errors of a cause tell. */
export const toldFor = (cause: Cause, { errors }: LearnedErrors) =>
  errors.flatMap((error) => (error.cause === cause ? numbersIn(error.body) : []));

/** A number that errors of a cause tell, between what was refused and what was accepted. */
export function toldBetween(
  cause: Cause,
  accepted: number,
  refused: number,
  learned: LearnedErrors,
): number | undefined {
  const number = toldFor(cause, learned).find((one) =>
    refused > accepted ? one >= accepted && one <= refused : one <= accepted && one >= refused,
  );
  if (number === undefined) return undefined;
  const isOutside = refused > accepted ? beforeMost : beforeLeast;
  const texts = learned.errors.flatMap((error) => (error.cause === cause ? leafTexts(error.body) : []));
  const isTold = texts.some((text) => numbersTold(text, isOutside).includes(number));
  if (!isTold) return number === refused ? undefined : number;
  return refused > accepted ? nextBelow(number) : nextAbove(number);
}

/** The words before a number that is itself too high or too low. */
const beforeMost =
  /(?<!\b(?:not|no)\s(?:be\s)?)(?:\b(?:less|lower|smaller|fewer)\s+than|\b(?:below|under)|<)\s*$/i;
const beforeLeast =
  /(?<!\b(?:not|no)\s(?:be\s)?)(?:\b(?:greater|higher|larger|more)\s+than|\b(?:above|over)|>)\s*$/i;

/** The numbers that stand in texts by themselves, and not in ids; first those of sentences, as others may be codes. */
export function numbersIn(body: Json): number[] {
  const texts = leafTexts(body);
  const sentences = texts.filter((text) => /\s/.test(text));
  return [...sentences, ...texts].flatMap((text) => numbersTold(text));
}

/** @param words what must stand before a number */
const numbersTold = (text: string, words = /(?:)/): number[] =>
  [...text.matchAll(/(?<![\w.,-]|\{=)-?\d+(?:[.,]\d+)*(?![\w-])/g)].flatMap(({ 0: number, index }) =>
    words.test(text.slice(0, index)) ? [Number(number.replace(/,(?=\d{3})/g, '').replace(',', '.'))] : [],
  );

export const nextAbove = (number: number) => Number((number + 0.01).toPrecision(12));
export const nextBelow = (number: number) => Number((number - 0.01).toPrecision(12));
