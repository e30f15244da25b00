// Words of a parameter that stand for values of a leaf, as `yes` does for true.
import { anyItem } from '../../../dialect/conditions.ts';
import type { FilterForm } from '../../../dialect/profile-form.ts';
import { applyFilter } from '../../../dialect/template-filters.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { leafAt, textAt } from '../../../http/pointer.ts';
import { nameForms } from '../../explain/proposals.ts';
import type { Case } from './filter-cases.ts';

/** A leaf that has one value for each value of the parameter, as in `yes` for true. */
export function meaningFor(
  cases: readonly Case[],
  telling: readonly Case[],
  places: readonly string[],
): FilterForm | undefined {
  if (telling.some(({ value }) => !/^\w+$/.test(value))) return undefined;
  let first: FilterForm | undefined;
  for (const at of places) {
    if (at.includes(`/${anyItem}`)) continue;
    const own = telling.map(({ all }) => all.map((record) => textAt(record, at)));
    // What tells each record from the others is no kind of them.
    const isKind = own.some((texts) => new Set(texts).size < texts.length);
    if (!isKind || new Set(own.flat()).size > 8) continue;
    const means: Record<string, Json> = {};
    const isClear = telling.every(({ value, shown, all, count }) => {
      const leaf = leafAt(shown[0], at);
      if (typeof leaf === 'object' && leaf !== null) return false;
      if (value in means && !sameValue(means[value], leaf)) return false;
      means[value] = leaf;
      const others = all.filter((record) => sameValue(leafAt(record, at), leaf)).length;
      return (
        shown.every((record) => sameValue(leafAt(record, at), leaf)) &&
        others <= count + Math.max(1, shown.length / 5) &&
        all.length > shown.length
      );
    });
    if (!isClear || new Set(Object.values(means).map(textOf)).size < Object.keys(means).length) continue;
    const values = telling.flatMap(({ all }) => all.map((record) => leafAt(record, at)));
    addOtherFlag(means, new Set(values));
    const others = namedAlike(means, new Set(values));
    for (const { value } of cases) means[value] ??= '';
    // A leaf that tells what its other values are called is rather meant than one that has a number for each.
    if (others !== undefined) return { at, by: 'is', means: { ...others, ...means } };
    first ??= { at, by: 'is', means };
  }
  return first;
}

/** What is asked for by no is asked otherwise by yes: of two values of a leaf that is the other one. */
function addOtherFlag(means: Record<string, Json>, values: ReadonlySet<Json>): void {
  if (values.size !== 2) return;
  const pairs = Object.entries(means).map(([flag, value]) => {
    const other = flags.find((words) => words.includes(flag))?.find((word) => word !== flag);
    return { other, value: [...values].find((one) => !sameValue(one, value))! };
  });
  if (pairs.every(({ other }) => other !== undefined))
    for (const { other, value } of pairs) means[other!] ??= value;
}

const flags = [
  ['true', 'false'],
  ['yes', 'no'],
  ['1', '0'],
];

/**
 * All values of a leaf by the names that they have if those that are known are named in one way, such as `out_of_stock` for
 * `Out of stock`; undefined where they are not.
 */
function namedAlike(
  means: Readonly<Record<string, Json>>,
  values: ReadonlySet<Json>,
): Readonly<Record<string, Json>> | undefined {
  const named = (value: Json, form: string) =>
    typeof value === 'string' ? applyFilter(form, value) : undefined;
  const form = nameForms.find((one) =>
    Object.entries(means).every(([name, value]) => named(value, one) === name),
  );
  if (form === undefined) return undefined;
  return Object.fromEntries(
    [...values].flatMap((value) => {
      const name = named(value, form);
      return typeof name === 'string' && name !== '' ? [[name, value]] : [];
    }),
  );
}
