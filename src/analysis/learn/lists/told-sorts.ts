// By what a list may be sorted, where a refusal tells that.
import { namedIn } from '../../../dialect/conditions.ts';
import { leafTexts } from '../../../dialect/known-facts.ts';
import { tellsValues } from '../../../dialect/refusal-words.ts';
import type { SortForm } from '../../../dialect/profile-form.ts';
import { toldBy } from '../../exchanges.ts';
import type { LearnedErrors } from '../errors/learn-errors.ts';
import { refusedFor } from '../told-numbers.ts';

/** The sort with the words of a refusal that lists values, among which is all by which this list was sorted. */
export function withToldSorts(
  endpoint: string,
  sort: SortForm | undefined,
  learned: LearnedErrors,
): SortForm | undefined {
  if (sort === undefined) return undefined;
  const patterns = [...Object.keys(sort.as ?? {}), '{}', '-{}'];
  const taken = Object.entries(sort.values).flatMap(([value, by]) =>
    by.includes('/') ? [[value, ...patterns.flatMap((pattern) => namedIn(value, pattern) ?? [])]] : [],
  );
  for (const { by, blamed } of refusedFor('sort-unknown', learned)) {
    if (by.endpoint?.name !== endpoint || blamed.param !== sort.name) continue;
    const body = toldBy(by);
    const words = leafTexts(body).flatMap((text) => text.match(/[\w$@-][\w.$@-]*(?<!\.)/g) ?? []);
    const isTold = taken.every((names) => names.some((name) => words.includes(name)));
    if (isTold && taken.length > 0 && tellsValues({ cause: 'sort-unknown', body }))
      return { ...sort, only: [...new Set(words)] };
  }
  return sort;
}
