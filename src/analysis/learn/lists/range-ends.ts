// Parameters for the two ends of a range, such as `price_min` and `price_max`: what one of them tells of the other.
import { compare, passes } from '../../../dialect/conditions.ts';
import type { FilterForm } from '../../../dialect/profile-form.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { fittest, inUnits, isCompared } from './filter-cases.ts';
import type { Case } from './filter-cases.ts';
import { asksFor, valueIn } from '../pages/known-walks.ts';
import type { Walk } from '../pages/walks.ts';

/** Words of names that ask for the two ends of a range. */
const ends = [
  ['min', 'max'],
  ['from', 'to'],
  ['since', 'until'],
  ['start', 'end'],
  ['begin', 'end'],
  ['after', 'before'],
  ['above', 'below'],
  ['gt', 'lt'],
  ['gte', 'lte'],
  ['ge', 'le'],
  ['gteq', 'lteq'],
] as const;

/** The words for comparisons, such as `gte`: those of each kind go together. */
export const orderWords: readonly Readonly<Record<string, FilterForm['by']>>[] = [
  { gt: 'above', gte: 'at least', lt: 'below', lte: 'at most' },
  { gt: 'above', ge: 'at least', lt: 'below', le: 'at most' },
];

const otherEnds: Partial<Record<FilterForm['by'], FilterForm['by']>> = {
  'at least': 'at most',
  'at most': 'at least',
  above: 'below',
  below: 'above',
};

/**
 * Who takes one end of a range takes the other: `price_min` tells what `price_max` means.
 * @param isMeant whether lists that were asked for it have no record that it leaves out
 */
export function addOtherEnds(
  filters: Record<string, readonly FilterForm[]>,
  isMeant: (name: string, form: FilterForm) => boolean,
): void {
  for (const [name, [form, ...more]] of Object.entries(filters)) {
    const by = otherEnds[form!.by];
    if (by === undefined || more.length > 0 || form!.as !== undefined) continue;
    for (const [own, other] of ends.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
      const turned = inWords(name, own, other);
      if (turned !== name && isMeant(turned, { ...form!, by })) filters[turned] ??= [{ ...form!, by }];
    }
    // Who takes one comparison by its word takes the others.
    const said = orderWords.find((words) =>
      Object.entries(words).some(([word, own]) => own === form!.by && inWords(name, word, '') !== name),
    );
    for (const [word, own] of Object.entries(said ?? {}))
      for (const [other, means] of Object.entries(said!)) {
        const turned = own === form!.by ? inWords(name, word, other) : name;
        if (turned !== name && isMeant(turned, { ...form!, by: means }))
          filters[turned] ??= [{ ...form!, by: means }];
      }
  }
}

/**
 * What is called after a leaf and a comparison, such as `created[gte]`, compares that: a first page of many may not tell.
 * @param names parameters of which nothing is known
 * @param isMeant whether lists that were asked for it have no record that it leaves out
 */
export function addCalledComparisons(
  filters: Record<string, readonly FilterForm[]>,
  names: readonly string[],
  places: readonly string[],
  isMeant: (name: string, form: FilterForm) => boolean,
): void {
  for (const name of names) {
    const [, leaf, word] = /^(.+?)(?:\[|__?|[.:-])([gl](?:te?|e))\]?$/.exec(name) ?? [];
    const at = places.find((place) => lettersIn(lastSegment(place)) === lettersIn(leaf ?? ''));
    const by = orderWords.flatMap((words) => words[word ?? ''] ?? [])[0];
    if (at !== undefined && by !== undefined && leaf !== '' && isMeant(name, { at, by }))
      filters[name] ??= [{ at, by }];
  }
}

/** A name with another word in the place of one, be it the first one or not: `maxPrice` for `minPrice`, `to` for `from`. */
function inWords(name: string, word: string, other: string): string {
  const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
  return name
    .replace(new RegExp(`(?<![A-Za-z])${word}(?![a-z])`), other)
    .replace(new RegExp(`(?<=[a-z])${capital(word)}(?![a-z])`), capital(other));
}

/** Places, that one first by which the parameter for the other end of a range picks: `maxPrice` beside `minPrice`. */
export function otherEndFirst(
  name: string,
  filters: Readonly<Record<string, readonly FilterForm[]>>,
  places: readonly string[],
): readonly string[] {
  const own = ends.flatMap(([low, high]) => [inWords(name, low, high), inWords(name, high, low)]);
  const at = own.flatMap((other) => (other === name ? [] : (filters[other] ?? [])))[0]?.at;
  return at === undefined ? places : [...new Set([at, ...places])];
}

/** The one parameter that comes wherever this one does, and nowhere else. */
export function partnerOf(name: string, walks: readonly Walk[]): string | undefined {
  const others = (has: boolean) =>
    walks.flatMap(({ rest }) => (asksFor({ rest }, name) === has ? [new Set(rest.map(([own]) => own))] : []));
  const [first = new Set(), ...more] = others(true);
  const [partner, ...rest] = [...first].filter(
    (other) =>
      other !== name && more.every((one) => one.has(other)) && !others(false).some((one) => one.has(other)),
  );
  return rest.length === 0 ? partner : undefined;
}

/** Two parameters that only came together, as the lower and the upper bound of one leaf. */
export function rangeOf(
  walks: readonly Walk[],
  names: readonly [string, string],
  cases: readonly Case[],
  places: readonly string[],
): Record<string, readonly FilterForm[]> | undefined {
  // The names of two things have an order, too, and are the ends of nothing.
  const areEnds = walks.every((one) => names.every((name) => isCompared(valueIn(one, name))));
  if (!areEnds) return undefined;
  const steps = walks.map((one) => compare(valueIn(one, names[0]), valueIn(one, names[1])));
  if (!steps.every((step) => step < 0) && !steps.every((step) => step > 0)) return undefined;
  const [low, high] = steps[0]! < 0 ? names : ([names[1], names[0]] as const);
  const [lowest, highest] = [endsCalled(low, ['at least', 'above']), endsCalled(high, ['at most', 'below'])];
  const bounds = inUnits(places).flatMap((unit) =>
    lowest.flatMap((from) => highest.map((to) => ({ from: { ...unit, by: from }, to: { ...unit, by: to } }))),
  );
  const best = fittest(
    bounds,
    cases,
    ({ from, to }, record, at) =>
      passes(record, from, valueIn(walks[at]!, low)) && passes(record, to, valueIn(walks[at]!, high)),
  );
  return best && { [low]: [best.from], [high]: [best.to] };
}

/** A name that tells that what is equal is left out, such as `cost_less_than`. */
export const leavesOutEqual = /(?:than|above|below|over|under|[gl]t)\W*$/i;

/** The comparisons that may be meant by an end of a range, the one first that its name tells. */
const endsCalled = <By extends FilterForm['by']>(name: string, ends: readonly [By, By]): readonly By[] =>
  leavesOutEqual.test(name) ? ends.toReversed() : ends;

/** The end of a range that a name asks for, beside the name of the leaf: `costTo` of `cost`, but no `maxCost` of `maxCost`. */
export function endNamed(name: string, { at }: FilterForm): 'at least' | 'at most' | undefined {
  const isIn = (text: string, word: string) => inWords(text, word, '*') !== text;
  const isAsked = (word: string) => isIn(name, word) && !isIn(lastSegment(at), word);
  if (ends.some(([low]) => isAsked(low))) return 'at least';
  return ends.some(([, high]) => isAsked(high)) ? 'at most' : undefined;
}
