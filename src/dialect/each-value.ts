// What templates say again for each different value that the records of an answer have at a place, such as the users that a page of
// listings names: in a list, or in an object whose members are called as the values.
import { isList, isObject, nameIn } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { valueAt } from '../http/pointer.ts';
import type { Resolve } from './template-filters.ts';

/** What stands in a list or an object for each different value that the records of an answer have at a place. */
export interface EachBy {
  readonly mark: string;
  /** The place in records. */
  readonly at: string;
  readonly isInOrder: boolean;
  readonly otherwise: 'null' | 'absent' | 'empty';
}

const eachBy = /^\{each by record(\/[^{}?|]*?)( in order)?([?|]?)\}$/;

/** The mark in a template for each different value at a place of records; `end` is `?`, `|` or nothing. */
export const eachByMark = (at: string, isInOrder: boolean, end: string): string =>
  `{each by record${at}${isInOrder ? ' in order' : ''}${end}}`;

/** What such a mark says; undefined for any other name. */
export function eachByIn(template: Json): EachBy | undefined {
  const [mark = '', ...others] = isObject(template) ? Object.keys(template) : [];
  const isMark = others.length === 0 && mark.startsWith('{each by ');
  const [, at, order, end] = (isMark ? eachBy.exec(mark) : undefined) ?? [];
  if (at === undefined) return undefined;
  const otherwise = end === '?' ? 'absent' : end === '|' ? 'empty' : 'null';
  return { mark, at, isInOrder: order !== undefined, otherwise };
}

/** The records of an answer with many, each with its strategy: a list of `{record, strategy}`. */
export const shownRecords = 'records shown';

/** The name of what was recorded for a value at a place of records. */
const entryOf = (at: string, value: string): string => `entry\n${at}\n${value}`;

/** The place and the value of which such a name asks; undefined for any other name. */
export function entryAsked(name: string): { readonly at: string; readonly value: string } | undefined {
  const [kind, at, ...value] = name.startsWith('entry\n') ? name.split('\n') : [];
  return kind === undefined ? undefined : { at: at!, value: value.join('\n') };
}

/** Different values in the order of numbers, or else of texts. */
export function inOrderOfValues(values: readonly string[]): string[] {
  const areNumbers = values.every((value) => /^-?\d{1,15}$/.test(value));
  return values.toSorted((a, b) => (areNumbers ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0));
}

/** The different values at a place of the records of an answer, each with what is known of the first record that has it. */
export function differentAt({ at, isInOrder }: EachBy, resolve: Resolve): [value: string, own: Resolve][] {
  const shown = resolve(shownRecords);
  const records = isList(shown)
    ? shown.map(
        (one): Resolve =>
          (name) =>
            /^(?:record|strategy)(?:\/|$)/.test(name) ? valueAt(one, `/${name}`) : resolve(name),
      )
    : [resolve];
  const known = new Map<string, Resolve>();
  for (const own of records) {
    const value = nameIn(own(`record${at}`));
    if (value === null || value === '' || known.has(value)) continue;
    known.set(value, (name) =>
      name.startsWith('object/') ? valueAt(resolve(entryOf(at, value)), name.slice(6)) : own(name),
    );
  }
  const values = [...known.keys()];
  return (isInOrder ? inOrderOfValues(values) : values).map((value) => [value, known.get(value)!]);
}
