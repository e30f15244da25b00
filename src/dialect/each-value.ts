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
  readonly otherwise: Otherwise;
}

/** What stands where there is nothing. */
export type Otherwise = 'null' | 'absent' | 'empty';

/** What the sign at the end of a hole or of a mark says of that. */
export const otherwiseBy = (text: string): Otherwise =>
  text.endsWith('?') ? 'absent' : text.endsWith('|') ? 'empty' : 'null';

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
  return { mark, at, isInOrder: order !== undefined, otherwise: otherwiseBy(end!) };
}

/** The records of an answer with many, as `withStrategies` tells them. */
export const shownRecords = 'records shown';

/** Records, each with the strategy that it names: a list of `{record, strategy}`. */
export const withStrategies = (
  records: readonly Json[],
  strategyOf: (record: Json) => Json | undefined,
): readonly Json[] =>
  records.map((record) => {
    const strategy = strategyOf(record);
    return { record, ...(strategy !== undefined && { strategy }) };
  });

/** By each different name that things have, in their order, the first that has it. */
export function firstsByName<One>(
  all: readonly One[],
  valueOf: (one: One) => Json | undefined,
): Map<string, One> {
  const firsts = new Map<string, One>();
  for (const one of all) {
    const name = nameIn(valueOf(one));
    if (name !== null && name !== '' && !firsts.has(name)) firsts.set(name, one);
  }
  return firsts;
}

/** The name of what was recorded for a value at a place of records. */
export const entryOf = (at: string, value: string): string => `entry\n${at}\n${value}`;

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
  const firsts = firstsByName(records, (own) => own(`record${at}`));
  const values = [...firsts.keys()];
  return (isInOrder ? inOrderOfValues(values) : values).map((value) => {
    const own = firsts.get(value)!;
    return [
      value,
      (name) =>
        name.startsWith('object/') ? valueAt(resolve(entryOf(at, value)), name.slice(6)) : own(name),
    ];
  });
}
