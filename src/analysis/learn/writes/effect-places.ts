// The places of records that writes may change: leaves, or the objects around them that come and go as a whole.
import { isList, isNothing, isObject } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { parentOf, placesAround, valueAt } from '../../../http/pointer.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { grouped } from '../../groups.ts';
import type { Sighting } from '../records/sightings.ts';

/** The records of writes: before, and after. */
type KnownCases = readonly (readonly (Json | undefined)[])[];

/** Leaves of all; of an object that is sometimes null or not there, the object itself. */
export function placesOf(cases: KnownCases, mayLack: (place: string) => boolean): string[] {
  const leaves = leavesBelow(cases, '');
  const units = new Set(leaves.map((place) => unitOf(place, cases, mayLack)));
  const isInside = (place: string, outer: string) => place.startsWith(`${outer}/`);
  // What is an object in each record, though it may be empty, is no leaf.
  const isHolder = (place: string) =>
    [...units].some((other) => isInside(other, place)) &&
    cases.flat().every((record) => record === undefined || isObject(valueAt(record, place)));
  const own = [...units].filter((place) => !isHolder(place));
  // A leaf inside of another one: that one was an object in some record.
  return own.filter((place) => !own.some((other) => isInside(place, other)));
}

/** The leaves that stand below a place in any of the records. */
export function leavesBelow(cases: KnownCases, place: string): string[] {
  const below = cases.flat().flatMap((record) => {
    const value = record === undefined ? undefined : valueAt(record, place);
    return value === undefined ? [] : leavesOf(value, place).map(([at]) => shiftedIn(cases, at) ?? at);
  });
  return [...new Set(below)].filter((at) => at !== place);
}

/** The list around a leaf in front of whose items a write has put others: none of them stands where it stood. */
function shiftedIn(cases: KnownCases, place: string): string | undefined {
  if (!/\/\d+(?:\/|$)/.test(place)) return undefined;
  return placesAround(place).find((at) =>
    cases.some((states) =>
      states.some((record, index) => {
        const [before, after] = [record, states[index + 1]].map((one) => one && valueAt(one, at));
        if (!isList(before) || !isList(after) || before.length === 0) return false;
        const [first, ...others] = after;
        const known = before[0] as Json;
        return !sameValue(first, known) && others.some((item) => sameValue(item, known));
      }),
    ),
  );
}

/** The outermost member around a leaf that a write brought or took away, or that other records lack. */
function unitOf(place: string, cases: KnownCases, mayLack: (place: string) => boolean): string {
  const outer = membersAround(place).find((at) => comesIn(cases, at) || mayLack(at));
  if (outer === undefined) return place;
  // Of a list from which items go, the whole of it.
  return isItem(outer, cases) ? parentOf(outer) : outer;
}

/** The places around one, without the record itself. */
const membersAround = (place: string): string[] => placesAround(place).slice(1);

const isItem = (place: string, cases: KnownCases): boolean =>
  cases.flat().some((record) => record !== undefined && isList(valueAt(record, parentOf(place))));

/** Whether a write brought a member or took it away. */
export const comesIn = (cases: KnownCases, place: string): boolean =>
  cases.some((states) => {
    const there = states.flatMap((record) =>
      record === undefined ? [] : [valueAt(record, place) !== undefined],
    );
    return there.includes(true) && there.includes(false);
  });

/** The outermost object or list around a leaf that one kind of answer shows of some listings, and not of others. */
export function optionalAround(place: string, sightings: readonly Sighting[]): string | undefined {
  const listings = sightings.filter(({ kind }) => kind === 'listing');
  const views = [...grouped(listings, ({ view }) => view).values()];
  return membersAround(place).find((at) =>
    views.some((own) => {
      const there = own.flatMap(({ record }) => {
        const outer = valueAt(record, parentOf(at));
        return isNothing(outer) ? [] : [valueAt(record, at) !== undefined];
      });
      return there.includes(true) && there.includes(false);
    }),
  );
}
