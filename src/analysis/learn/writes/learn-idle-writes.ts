// Whether a write of what stands there already leaves a record as it is. Where several writes came between two answers that show
// the record, a number that goes up with each write tells how many of them did something.
import { countIn } from '../../../dialect/template-filters.ts';
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { leafAt, textAt, valueAt } from '../../../http/pointer.ts';
import { grouped } from '../../groups.ts';
import { standsThere } from './sent-values.ts';
import type { LearnedWrite } from './learn-writes.ts';
import { listingsByKey, recordKey } from '../records/sightings.ts';
import type { Sighting, Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';

interface OwnWrite extends Write {
  /** What is learned of its endpoint. */
  readonly of: LearnedWrite;
}

/** The writes that came between two answers which show how far the record's number went up meanwhile. */
interface Interval {
  readonly writes: readonly OwnWrite[];
  readonly grown: number;
}

/** What is learned of writes, and that they leave the record as it is where it counts no write of what stands there already. */
export function withIdleWrites(learned: readonly LearnedWrite[], states: States): readonly LearnedWrite[] {
  const intervals = intervalsIn(learned, states).map((one) => ({
    ...one,
    idle: idleAmong(one.writes, states),
  }));
  const votes = learned.map((of) => {
    const own = intervals.flatMap(({ writes, grown, idle }) => {
      // Of two endpoints at once, it is unclear which one leaves its records as they are.
      if (idle.length === 0 || idle.some((one) => one.of !== of)) return [];
      return grown === writes.length - idle.length ? ['kept'] : grown === writes.length ? ['counted'] : [];
    });
    const { keepsSame } = of;
    return {
      of,
      isKept: keepsSame === true || own.includes('kept'),
      isCounted: keepsSame === false || own.includes('counted'),
    };
  });
  const isKnown = votes.some(({ isKept, isCounted }) => isKept && !isCounted);
  // What holds for one kind of writes holds for the other, unless it was seen not to.
  return votes.map(({ of, isCounted }) =>
    isKnown && !isCounted ? { ...of, form: { ...of.form, keepsSame: true } } : of,
  );
}

function intervalsIn(learned: readonly LearnedWrite[], { sightings }: States): Interval[] {
  const counters = new Set(
    learned.flatMap(({ form }) =>
      Object.entries(form.sets).flatMap(([place, template]) =>
        [`{was${place} | plus 1`, `{was${place} | count 1`].some((up) => textOf(template).startsWith(up))
          ? [place]
          : [],
      ),
    ),
  );
  const writes = grouped(
    learned.flatMap((of) => of.writes.map((write): OwnWrite => ({ ...write, of }))),
    ({ by, id }) => recordKey(by, id),
  );
  const shown = listingsByKey(sightings);
  return [...counters].flatMap((counter) =>
    [...writes].flatMap(([key, own]) => intervalsOf(own, shown.get(key) ?? [], counter)),
  );
}

function intervalsOf(
  writes: readonly OwnWrite[],
  sightings: readonly Sighting[],
  counter: string,
): Interval[] {
  const counts = sightings.flatMap(({ step, record }) => {
    const [, digits] = countIn(textAt(record, counter)) ?? [];
    return digits === undefined ? [] : [{ step, count: Number(digits) }];
  });
  return counts.slice(1).flatMap((until, at): Interval[] => {
    const since = counts[at]!;
    const between = writes.filter(({ step }) => step > since.step && step <= until.step);
    // One that is sent again as it was may not be done for a key in its headers, which recordings do not keep.
    const isRepeated = new Set(between.map(({ by }) => `${by.path} ${by.sentText}`)).size < between.length;
    return between.length === 0 || isRepeated
      ? []
      : [{ writes: between.sort((a, b) => a.step - b.step), grown: until.count - since.count }];
  });
}

/** Of writes that follow each other, those of what stood there already. */
function idleAmong(writes: readonly OwnWrite[], states: States): OwnWrite[] {
  const [{ step, id }] = writes as [OwnWrite];
  const record = states.before(step, 'listing', id);
  const written = new Map<string, Json>();
  return writes.filter(({ by, of }) => {
    const sent = of.shown.flatMap(({ at, is }): [string, Json][] => {
      const value = valueAt(by.sent, at);
      return value === undefined ? [] : [[is, value]];
    });
    const isIdle = sent.every(([is, value]) => {
      const known = written.get(is) ?? leafAt(record, is);
      return standsThere(known, value);
    });
    for (const [is, value] of sent) written.set(is, value);
    return isIdle && sent.length > 0;
  });
}
