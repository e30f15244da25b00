// A list of which a recording may not show all records: what it shows, and the places of those that nobody knows.
import type { Json } from '../http/exact-json.ts';

/** Places whose records nobody knows: from the first of them up to the one behind the last. */
export type Gap = readonly [from: number, to: number];

/** A token that led to a place of a list when it was recorded. */
export interface RecordedToken {
  readonly token: string;
  readonly place: number;
  /** How many records the pages had; undefined where nobody can tell. */
  readonly size?: number | undefined;
}

export interface KnownList {
  /** Those that are known, in their order. */
  readonly all: readonly Json[];
  /** In their order; left out: all records are known. */
  readonly gaps?: readonly Gap[] | undefined;
  /** Those of which nobody knows how they are made. */
  readonly tokens?: readonly RecordedToken[] | undefined;
}

/** How many records a list has, the unknown ones among them. */
export const lengthOf = ({ all, gaps = [] }: KnownList): number =>
  gaps.reduce((sum, [from, to]) => sum + to - from, all.length);

/** How many of the records before a place are known. */
const knownBefore = ({ gaps = [] }: KnownList, place: number): number =>
  gaps.reduce((count, [from, to]) => count - Math.max(0, Math.min(place, to) - from), place);

/** The record at a place; undefined where nobody knows it, or where none is. */
export function recordAt(list: KnownList, place: number): Json | undefined {
  const isUnknown = list.gaps?.some(([from, to]) => place >= from && place < to) === true;
  return isUnknown || place < 0 ? undefined : list.all[knownBefore(list, place)];
}

/** The known records from one place up to the one before another. */
export const recordsBetween = (list: KnownList, from: number, to: number): readonly Json[] =>
  list.gaps === undefined
    ? list.all.slice(from, to)
    : list.all.slice(knownBefore(list, from), knownBefore(list, to));

/** The place of the known record that so many others stand before. */
export const placeOf = ({ gaps = [] }: KnownList, index: number): number =>
  gaps.reduce((place, [from, to]) => (from <= place ? place + to - from : place), index);

/** The gaps between places that are known, up to the end of a list. */
export function gapsBetween(known: Iterable<number>, length: number): Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  for (const place of [...known, length]) {
    if (place > next) gaps.push([next, place]);
    next = place + 1;
  }
  return gaps;
}
