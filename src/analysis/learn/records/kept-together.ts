// What leaves of one record have to do with each other: which go together, such as the code and the label of a state, and which
// moments and amounts follow others. Records that are made up keep to it.
import { isList, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { parentOf, valueAt } from '../../../http/pointer.ts';
import type { FieldForm, RecordForm } from '../../../dialect/profile-form.ts';
import { worthOf } from '../../../dialect/template-filters.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import { byFrequency, grouped } from '../../groups.ts';

type Fields = Readonly<Record<string, FieldForm>>;
type Together = NonNullable<RecordForm['together']>;

/** So many cases are kept of leaves that go together, those seen most. */
const mostCases = 16;
/** So many records more than there are cases show that leaves go together by no chance. */
const fewestAgain = 3;

/** What the leaf at a place is, as far as others can go with it: `=` and its value, or one of these. */
const [missing, isNull, isThere] = ['lacks', 'null', 'there'];
/** Where that lacks within which it would stand. */
const outside = 'outside';

/**
 * The cases of leaves of which one is told by another: few values, null, or not there at all.
 * @param shown the records that could show a place
 */
export function casesTogether(
  fields: Fields,
  shown: (place: string) => readonly Json[],
): Together | undefined {
  const places = Object.keys(fields).filter((place) => varies(fields[place]!));
  const kinds = new Map(
    places.map((place) => {
      const isFew = fields[place]!.values !== undefined;
      const of = shown(place).map((record) => {
        const outer = valueAt(record, parentOf(place));
        if (!isObject(outer) && !isList(outer)) return [record, outside] as const;
        const value = valueAt(record, place);
        const kind = value === undefined ? missing : value === null ? isNull : isThere;
        return [record, kind === isThere && (isFew || value === '') ? `=${textOf(value)}` : kind] as const;
      });
      return [place, new Map(of)] as const;
    }),
  );
  const group = new Map(places.map((place) => [place, new Set([place])]));
  for (const [at, a] of places.entries()) {
    for (const b of places.slice(at + 1)) {
      if (group.get(a) === group.get(b)) continue;
      if (!tells(kinds.get(a)!, kinds.get(b)!) && !tells(kinds.get(b)!, kinds.get(a)!)) continue;
      const both = [...group.get(a)!, ...group.get(b)!];
      if (!areFew(both, [group.get(a)!, group.get(b)!], kinds)) continue;
      const joined = new Set(both);
      for (const place of both) group.set(place, joined);
    }
  }
  const groups = [...new Set(group.values())].filter(({ size }) => size > 1);
  const cases = groups.map((own) => casesOf([...own], fields, kinds, shown));
  return cases.length === 0 ? undefined : cases;
}

/** Whether leaves have hardly more cases together than those of each part: else some have nothing to do with each other. */
function areFew(
  places: readonly string[],
  parts: readonly ReadonlySet<string>[],
  kinds: ReadonlyMap<string, ReadonlyMap<Json, string>>,
): boolean {
  const known = [...kinds.get(places[0]!)!.keys()].filter((record) =>
    places.every((place) => kinds.get(place)!.has(record)),
  );
  const cases = (of: Iterable<string>) =>
    new Set(known.map((record) => JSON.stringify(Array.from(of, (place) => kinds.get(place)!.get(record)))))
      .size;
  return known.length > fewestAgain && cases(places) <= 1.5 * Math.max(...parts.map(cases));
}

/** Whether a leaf is now this and now that, or nothing. */
const varies = ({ values = [], nulls = 0, blanks = 0, seen, of }: FieldForm): boolean =>
  values.length > 1 || nulls > 0 || blanks > 0 || seen < of;

/**
 * Whether what one leaf is tells what the other one is, in enough records; some may have been written otherwise, but far fewer than
 * there are with another than the commonest.
 */
function tells(one: ReadonlyMap<Json, string>, other: ReadonlyMap<Json, string>): boolean {
  const both = [...one].flatMap(([record, kind]) => {
    const own = other.get(record);
    return own === undefined || [kind, own].includes(outside) ? [] : [[kind, own] as const];
  });
  const told = [...grouped(both, ([kind]) => kind).values()];
  const others = (all: typeof both) => all.length - (byFrequency(all, ([, kind]) => kind)[0]?.length ?? 0);
  const wrong = told.reduce((sum, all) => sum + others(all), 0);
  return told.length > 1 && both.length - told.length >= fewestAgain && wrong * 4 <= others(both);
}

function casesOf(
  places: readonly string[],
  fields: Fields,
  kinds: ReadonlyMap<string, ReadonlyMap<Json, string>>,
  shown: (place: string) => readonly Json[],
): Together[number] {
  const kindOf = (place: string, record: Json) => kinds.get(place)!.get(record);
  const known = shown(places[0]!).filter((record) => places.every((place) => kinds.get(place)!.has(record)));
  const alike = byFrequency(known, (record) => JSON.stringify(places.map((place) => kindOf(place, record))));
  return alike.slice(0, mostCases).map((own) => {
    const [record] = own as [Json];
    const so = (kind: string) => places.filter((place) => kindOf(place, record) === kind);
    const valued = places.filter((place) => kindOf(place, record)?.startsWith('=') === true);
    const values = Object.fromEntries(valued.map((place) => [place, valueAt(record, place)!]));
    return {
      seen: own.length,
      ...(valued.length > 0 && { values }),
      ...(so(isNull).length > 0 && { nulls: so(isNull) }),
      ...(so(missing).length > 0 && { lacks: so(missing) }),
    };
  });
}

/** Of those that come near each other in more records than not, a moment or an amount follows the one that is nearest. */
export function withFollowing(fields: Fields, shown: (place: string) => readonly Json[]): Fields {
  const places = Object.keys(fields).filter((place) => fields[place]!.range !== undefined);
  return Object.fromEntries(
    Object.entries(fields).map(([place, field]) => {
      if (field.range === undefined) return [place, field];
      const all = places.flatMap((other) =>
        other === place ? [] : (followed(other, place, fields, shown) ?? []),
      );
      const [first] = all.sort((a, b) => a.spread - b.spread);
      return [place, first === undefined ? field : { ...field, from: first.from }];
    }),
  );
}

interface Followed {
  readonly from: NonNullable<FieldForm['from']>;
  /** How little the other one tells: 1 is what the range of the leaf tells by itself. */
  readonly spread: number;
}

/** So many records show what follows what. */
const fewestFollowed = 4;

function followed(
  at: string,
  place: string,
  fields: Fields,
  shown: (place: string) => readonly Json[],
): Followed | undefined {
  const [first, own] = [fields[at]!, fields[place]!];
  const areMoments = first.time !== undefined && own.time !== undefined;
  if (!areMoments && !areAmountsAlike(first, own)) return undefined;
  const other = new Set(shown(at));
  const read = (value: Json | undefined) => (areMoments ? readMoment(value)?.at : worthOf(value));
  const pairs = shown(place).flatMap((record) => {
    const [a, b] = other.has(record) ? [read(valueAt(record, at)), read(valueAt(record, place))] : [];
    return a === undefined || b === undefined || (!areMoments && !(a > 0 && b > 0)) ? [] : [[a, b] as const];
  });
  const rising = pairs.filter(([a, b]) => a <= b);
  // What is not so in one record of ten was written so.
  if (pairs.length < fewestFollowed || rising.length * 10 < pairs.length * 9) return undefined;
  const isSame = rising.every(([a, b]) => a === b);
  const names = Object.keys(fields);
  if (isSame && names.indexOf(at) > names.indexOf(place)) return undefined;
  const apart = rising.map(([a, b]) => (areMoments ? b - a : b / a)).sort((a, b) => a - b);
  const ends = (all: readonly number[]): [number, number] => [
    all[Math.floor(all.length / 10)]!,
    all[Math.ceil(all.length * 0.9) - 1]!,
  ];
  const [low, high] = ends(apart);
  const [least, most] = ends(rising.map(([, b]) => b).sort((a, b) => a - b));
  const spread = areMoments
    ? (high - low) / Math.max(1, most - least)
    : Math.log(high / low) / Math.max(0.01, Math.log(most / least));
  if (!areMoments && spread > 0.7) return undefined;
  const by: [number, number] = areMoments ? [low, high] : [rounded(low), rounded(high)];
  return { from: areMoments ? { at, add: by } : { at, times: by }, spread };
}

/** Whether two leaves are amounts of one unit. */
const areAmountsAlike = (a: FieldForm, b: FieldForm) =>
  a.time === undefined &&
  b.time === undefined &&
  a.kinds.some((kind) => kind !== 'null' && b.kinds.includes(kind)) &&
  a.decimals === b.decimals &&
  a.as === b.as &&
  a.step === b.step;

const rounded = (number: number) => Number(number.toPrecision(4));
