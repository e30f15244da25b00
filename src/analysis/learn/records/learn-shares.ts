// Amounts that only some answers show, where they are always the same share of another one that all of them do, such as a net price.
import { isMarked, isNothing, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import {
  amountFilter,
  applyFilter,
  meantDecimals,
  numeric,
  worthOf,
} from '../../../dialect/template-filters.ts';
import { fill, sameValue } from '../../../dialect/templates.ts';
import { decimalsBehind } from './leaf-forms.ts';

/** So many different amounts are the same share by no chance. */
const fewestAmounts = 4;

/** A share is told in no more decimals than that. */
const mostDecimals = 4;

/** An amount of fewer steps, such as a count of guests, may be a share by chance. */
const fewestSteps = 100;

interface Pair {
  readonly value: Json;
  readonly own: number;
  readonly other: number;
}

/** @param others the places of which it may be a share */
export function shareOf(
  records: readonly Json[],
  place: string,
  others: readonly string[],
): string | undefined {
  for (const other of others) {
    const pairs = other === place ? undefined : pairsOf(records, place, other);
    const found = pairs && sharedBy(pairs, other);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The amounts at two places; undefined where one of them is there without the other, or is none. */
function pairsOf(records: readonly Json[], place: string, other: string): readonly Pair[] | undefined {
  const pairs: Pair[] = [];
  for (const record of records) {
    const [a, b] = [valueAt(record, place), valueAt(record, other)];
    if (isNothing(a) && isNothing(b)) continue;
    const [own, base] = [worthOf(a), worthOf(b)];
    if (own === undefined || base === undefined || own === 0 || base === 0) return undefined;
    pairs.push({ value: a!, own, other: base });
  }
  return pairs;
}

function sharedBy(pairs: readonly Pair[], other: string): string | undefined {
  if (new Set(pairs.map(({ own }) => own)).size < fewestAmounts) return undefined;
  const filter = writtenBy(pairs.map(({ value }) => value));
  const [largest] = [...pairs].sort((a, b) => Math.abs(b.own) - Math.abs(a.own)) as [Pair];
  if (filter === undefined || largest.own * 10 ** filter.decimals < fewestSteps) return undefined;
  const ways = [
    ['times', largest.own / largest.other] as const,
    ['per', largest.other / largest.own] as const,
  ];
  return ways
    .flatMap(([way, exact]) =>
      factorsNear(exact).map((factor) => `{record${other} | ${way} ${factor} | ${filter.text}}`),
    )
    .find((share) =>
      pairs.every((pair) =>
        sameValue(
          fill(share, () => pair.other),
          pair.value,
        ),
      ),
    );
}

/** What a factor may be, in as few decimals as can be. What is the same as another amount may be so by chance. */
const factorsNear = (exact: number): number[] =>
  Array.from({ length: mostDecimals + 1 }, (_, decimals) => Number(exact.toFixed(decimals))).filter(
    (factor) => factor > 0 && factor !== 1,
  );

/** The filter that writes all of these amounts; undefined where they are not written alike. */
function writtenBy(
  values: readonly Json[],
): { readonly text: string; readonly decimals: number } | undefined {
  const texts = values.map(textOf);
  if (values.every((value) => typeof value === 'string' && !isMarked(value))) {
    const [filter, ...more] = new Set(texts.map(amountFilter));
    return filter === undefined || more.length > 0
      ? undefined
      : { text: filter, decimals: decimalsBehind(values[0]!) };
  }
  if (values.some((value) => numeric(value) === undefined)) return undefined;
  const decimals = Math.max(...texts.map(meantDecimals));
  const fixed = `decimals ${decimals}`;
  const isFixed = values.every((value) => textOf(applyFilter(fixed, value) ?? null) === textOf(value));
  return { text: isFixed ? fixed : `rounded ${decimals}`, decimals };
}
