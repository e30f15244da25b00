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
    return first && toldIn(first, place);
  }
  return undefined;
}

const fits = ({ is, value }: Told, found: Json): boolean =>
  is === 'null'
    ? found === null
    : is === 'there' && found !== null && (value === undefined || sameValue(value, found));
