// Counts by value that lists tell beside their items: how many of all that is found are in each state, for instance.
import { isList, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { valueAt, withoutValueAt } from '../../../http/pointer.ts';
import { leafTexts, leavesOf } from '../../../dialect/known-facts.ts';
import { countOf, isCountable } from '../../../dialect/select-page.ts';
import type { Page } from '../../../dialect/select-page.ts';
import type { ListPlace } from '../../find-records.ts';
import { grouped } from '../../groups.ts';
import type { Listed } from './walks.ts';

/** Of a leaf with more values, nobody tells how often there is each. */
const mostValues = 12;

/**
 * What tells of a page how many records of its whole list have each of the values that answers count.
 * @param sets records of lists that are known whole: all of the kind, and those of the list of which nothing was asked
 */
export function valueCounts(
  lists: readonly Listed[],
  place: ListPlace,
  sets: readonly (readonly Json[])[],
  idOf: (record: Json) => string | undefined,
): (page: Page) => [name: string, count: Json][] {
  const values = valuesTold(lists, place);
  if (values.length === 0) return () => [];
  const whole = new Map(sets.flat().map((record) => [idOf(record), record]));
  const places = new Set(values.map((value) => value.split('=')[0]!));
  // What was asked for in part is known whole.
  const wholeOf = (record: Json) =>
    [...places].some((at) => valueAt(record, at) === undefined)
      ? (whole.get(idOf(record)) ?? record)
      : record;
  return (page) => {
    const isKnown = page.gaps === undefined && !page.all.includes(null);
    // Of an order, only a page may have been seen: its list has all the records of another.
    const all = isKnown ? page.all.map(wholeOf) : sets.find(({ length }) => length === page.total);
    if (all === undefined) return [];
    return values.flatMap((value): [string, Json][] => {
      const count = countOf(all, value);
      return [
        [`with${value}`, count],
        [`any${value}`, count > 0],
      ];
    });
  };
}

/** As names of facts (`/state=live`), the values of leaves with a few, where several are named beside the items. */
function valuesTold(lists: readonly Listed[], place: ListPlace): string[] {
  const told = new Map<string, number>();
  for (const { by } of lists)
    for (const text of new Set(textsIn(withoutValueAt(by.body ?? null, place.at))))
      told.set(text, (told.get(text) ?? 0) + 1);
  const isTold = (text: string) => (told.get(text) ?? 0) * 4 > lists.length;
  const records = new Map(
    lists.flatMap(({ records: own, ids }) => own.map((record, at) => [ids[at], record])),
  );
  const leaves = [...records.values()].flatMap((record) => leavesOf(record));
  const few = [...grouped(leaves, ([at]) => at)].flatMap(([at, own]) => {
    const values = [...new Set(own.map(([, leaf]) => textOf(leaf)))];
    const isFlag = own.every(([, leaf]) => typeof leaf === 'boolean');
    return values.length > mostValues || values.length * 2 > own.length ? [] : [{ at, values, isFlag }];
  });
  const named = few.filter(({ values }) => values.filter(isTold).length > 1);
  // What a flag stands for may be told in words of its own.
  const counted = named.length === 0 ? [] : few.filter((one) => one.isFlag || named.includes(one));
  return counted.flatMap(({ at, values }) =>
    values.filter((value) => isCountable(at, value)).map((value) => `${at}=${value}`),
  );
}

/** The names of members and the texts of leaves. */
function textsIn(value: Json): string[] {
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value)
    ? Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)])
    : leafTexts(value);
}
