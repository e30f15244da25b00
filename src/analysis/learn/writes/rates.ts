// At which rates numbers of a record are others of it, such as amounts in a second currency: each of a few words has its own.
import { isNothing, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { decimalsIn, worthOf } from '../../../dialect/template-filters.ts';
import { grouped } from '../../groups.ts';

export interface Rates {
  /** Where the word stands. */
  readonly at: string;
  readonly byWord: readonly (readonly [word: string, rate: number])[];
}

/** No more words have rates of their own. */
const mostWords = 12;

/** So many records tell that a rate is none by chance. */
const enough = 2;

/** Rates have no more decimals. */
const mostDecimals = 5;

/** All rates that any two numbers of the records tell. */
export function ratesIn(records: readonly Json[]): Rates[] {
  const leaves = new Set(records.flatMap((record) => leavesOf(record).map(([at]) => at)));
  const places = [...leaves].filter((at) => !/[|{}]/.test(at));
  const isNumber = (value: Json | undefined) => isNothing(value) || worthOf(value) !== undefined;
  const numbers = places.filter((at) => records.every((record) => isNumber(valueAt(record, at))));
  const found = places.flatMap((at): Rates[] => {
    const byWord = grouped(records, (record) => wordAt(record, at));
    byWord.delete(undefined);
    if (numbers.includes(at) || byWord.size < 2 || byWord.size > mostWords) return [];
    return numbers.flatMap((from) =>
      numbers.flatMap((to) => {
        const own: [string, number][] = [];
        for (const [word, some] of from === to ? [] : byWord) {
          const rate = rateBetween(some, from, to);
          if (rate === undefined) return [];
          own.push([word!, rate]);
        }
        return new Set(own.map(([, rate]) => rate)).size > 1 ? [{ at, byWord: own }] : [];
      }),
    );
  });
  return [...new Map(found.map((rates) => [JSON.stringify(rates), rates])).values()];
}

const wordAt = (record: Json, at: string): string | undefined => {
  const value = valueAt(record, at);
  return typeof value === 'string' && /^\p{L}[\p{L} _-]*$/u.test(value) ? value : undefined;
};

/** The roundest rate at which one number is rounded to the other in all records; undefined where there is none. */
function rateBetween(records: readonly Json[], from: string, to: string): number | undefined {
  let [low, high] = [0, Infinity];
  const seen = new Set<string>();
  const pairs = records.flatMap((record) => {
    const [one, other] = [valueAt(record, from), valueAt(record, to)];
    return isNothing(one) || isNothing(other) ? [] : [[one, other] as const];
  });
  const decimals = Math.max(0, ...pairs.map(([, other]) => decimalsIn(textOf(other))));
  for (const [one, other] of pairs) {
    const [number, made] = [worthOf(one)!, worthOf(other)!];
    if (number <= 0 || made <= 0) return undefined;
    const half = 0.5 / 10 ** decimals;
    low = Math.max(low, (made - half) / number);
    high = Math.min(high, (made + half) / number);
    if (low > high) return undefined;
    seen.add(textOf(one));
  }
  if (seen.size < enough) return undefined;
  const middle = (low + high) / 2;
  for (let digits = 0; digits <= mostDecimals; digits += 1) {
    const rate = Number(middle.toFixed(digits));
    if (rate >= low && rate <= high && rate > 0) return rate;
  }
  return undefined;
}
