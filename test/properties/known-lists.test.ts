// A list of which only some records are known, whichever they are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapsBetween, lengthOf, placeOf, recordAt, recordsBetween } from '../../src/dialect/known-list.ts';

/** Which records of a list are known. */
const lists = fc.array(fc.boolean(), { maxLength: 40 });

const knownIn = (isKnown: readonly boolean[]) => {
  const places = isKnown.flatMap((known, place) => (known ? [place] : []));
  return { places, list: { all: places, gaps: gapsBetween(places, isKnown.length) } };
};

test('each known record stands at its place, and none where nobody knows it', () => {
  fc.assert(
    fc.property(lists, (isKnown) => {
      const { places, list } = knownIn(isKnown);
      expect(lengthOf(list)).toBe(isKnown.length);
      isKnown.forEach((known, place) => {
        expect(recordAt(list, place)).toBe(known ? place : undefined);
      });
      expect(places.map((_, index) => placeOf(list, index))).toEqual(places);
      expect(recordAt(list, -1)).toBeUndefined();
      expect(recordAt(list, isKnown.length)).toBeUndefined();
    }),
  );
});

test('a page shows the known records from its beginning up to its end', () => {
  fc.assert(
    fc.property(lists, fc.nat(45), fc.nat(45), (isKnown, a, b) => {
      const { places, list } = knownIn(isKnown);
      const [from, to] = [Math.min(a, b, isKnown.length), Math.min(Math.max(a, b), isKnown.length)];
      expect(recordsBetween(list, from, to)).toEqual(places.filter((place) => place >= from && place < to));
    }),
  );
});

test('the gaps of a list whose records are all known are none', () => {
  expect(gapsBetween([0, 1, 2], 3)).toEqual([]);
  expect(lengthOf({ all: ['a', 'b'] })).toBe(2);
});
