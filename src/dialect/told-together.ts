// Leaves that go together, such as a code and its label: what the ones tell of the others.
import type { Json } from '../http/exact-json.ts';
import { valueAt } from '../http/pointer.ts';
import type { RecordForm } from './profile-form.ts';
import { sameValue } from './templates.ts';

type Case = NonNullable<RecordForm['together']>[number][number];

/** What a leaf is in one case; undefined for one that the case says nothing of. */
export interface Told {
  readonly is: 'lacking' | 'null' | 'there';
  readonly value?: Json | undefined;
}

/** The leaves that cases are about. */
export const placesIn = (cases: readonly Case[]): ReadonlySet<string> =>
  new Set(
    cases.flatMap(({ values = {}, nulls = [], lacks = [] }) => [...Object.keys(values), ...nulls, ...lacks]),
  );

/** What a leaf is in a case of its group. */
export function toldIn({ values = {}, nulls = [], lacks = [] }: Case, place: string): Told {
  if (Object.hasOwn(values, place)) return { is: 'there', value: values[place]! };
  if (nulls.includes(place)) return { is: 'null' };
  return { is: lacks.includes(place) ? 'lacking' : 'there' };
}

/** What a leaf mostly is in records of which the leaves beside it are as in this one; undefined where they tell nothing. */
export function toldBeside(record: Json, place: string, { together = [] }: RecordForm): Told | undefined {
  for (const cases of together) {
    const places = placesIn(cases);
    if (!places.has(place)) continue;
    const known = [...places].flatMap((at) => {
      const value = valueAt(record, at);
      return value === undefined ? [] : [[at, value] as const];
    });
    if (known.length === 0) return undefined;
    const [first] = cases
      .filter((one) => known.every(([at, value]) => fits(toldIn(one, at), value)))
      .sort((a, b) => b.seen - a.seen);
    return first === undefined ? toldByOne(cases, place, known) : toldIn(first, place);
  }
  return undefined;
}

/** So many records more than a leaf has values show that it tells of another one by no chance. */
const fewestAgain = 3;

/** What a leaf is by the one beside it that tells it in all cases, the one with the fewest values; undefined where none does. */
function toldByOne(
  cases: readonly Case[],
  place: string,
  known: readonly (readonly [at: string, value: Json])[],
): Told | undefined {
  const seen = cases.reduce((sum, one) => sum + one.seen, 0);
  const ways = known.flatMap(([at, value]) => {
    const told = new Map<string, Told>();
    for (const one of cases) {
      const [kind, own] = [JSON.stringify(toldIn(one, at)), toldIn(one, place)];
      const before = told.get(kind);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(own)) return [];
      told.set(kind, own);
    }
    const alike = cases.find((one) => fits(toldIn(one, at), value));
    return alike === undefined || seen - told.size < fewestAgain
      ? []
      : [{ values: told.size, told: toldIn(alike, place) }];
  });
  return ways.sort((a, b) => a.values - b.values)[0]?.told;
}

const fits = ({ is, value }: Told, found: Json): boolean =>
  is === 'null'
    ? found === null
    : is === 'there' && found !== null && (value === undefined || sameValue(value, found));
