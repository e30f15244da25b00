// What writes do to a record: each leaf that changed, explained by what was sent, by the clock, by what it was before, or by
// the strategy that the record names now. Effects may come later than the answer.
import { isEmptyObject, isNothing, isObject, mapMembers } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isWithin, leafAt, parentOf, valueAt, withoutValueAt } from '../../../http/pointer.ts';
import type { Reference } from '../../../dialect/profile-form.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { leavesOf, sentLeaves } from '../../../dialect/known-facts.ts';
import { parted } from '../../groups.ts';
import { standsThere } from './sent-values.ts';
import { isUnchanged, listingsByKey, merge, recordKey, shows } from '../records/sightings.ts';
import { mayLack } from '../records/states.ts';
import type { Sighting, Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';
import { makeAlike } from './alike-bounds.ts';
import { isLeftOut, orLeftOut, asSeen } from './as-seen.ts';
import { movedFrom, sideOf, flagOf } from './effect-cases.ts';
import { delayOf, secondsBetween, sentPlaces, drawnPlaces } from './effect-delays.ts';
import type { Case, Delay } from './effect-delays.ts';
import { placesOf, leavesBelow, comesIn, optionalAround } from './effect-places.ts';
import { explainChange } from './explain-change.ts';
import { followingFrom, withoutStrategy } from './following-effects.ts';
import { readsListings, recordsIn, shownAt, factsOfWrite, gives } from './write-changes.ts';
import type { Change } from './write-changes.ts';

export interface Effects {
  readonly sets: Readonly<Record<string, Json>>;
  /** Objects that are made where there is none. */
  readonly makes: Readonly<Record<string, Json>> | undefined;
  /** Objects that are there only while something stands in them. */
  readonly filled: readonly string[] | undefined;
  readonly later: { readonly seconds: number; readonly sets: Readonly<Record<string, Json>> } | undefined;
  /** Leaves that changed in a way that nothing explains. */
  readonly unexplained: readonly string[];
  /** Whether a write of what stands there already leaves the record wholly as it is; undefined where there was none. */
  readonly keepsSame: boolean | undefined;
}

/**
 * @param bounds where the bounds that are sent stand in records, if that is known
 * @param shown what is sent, and where records show it
 * @param written what either write sets: where it stands in records
 */
export function learnEffects(
  writes: readonly Write[],
  bounds: readonly (string | undefined)[],
  shown: readonly Reference[],
  written: readonly string[],
  {
    views,
    strategyOf,
    sightings,
    writes: allWrites,
  }: Pick<States, 'views' | 'strategyOf' | 'sightings' | 'writes'>,
): Effects {
  const told = toldByWrites(views);
  const answered = writes.flatMap((write) => {
    const { before } = write;
    if (before === undefined || write.after.length === 0) return [];
    return [{ write, before: [...told].reduce(withoutValueAt, before) }];
  });
  const sentDelay = delayOf(answered, sentPlaces);
  const delay = sentDelay ?? delayOf(answered, drawnPlaces(bounds));
  let cases = answered.map((one) => ({ ...one, ...shownAfter(one, views, sentDelay) }));
  // A write of what stands there already may change nothing at all.
  const same = cases.filter((one) => isSame(one, shown));
  const byRecord = listingsByKey(same.length === 0 ? [] : sightings);
  const keepsSame =
    same.length === 0
      ? undefined
      : same.every(({ write, before, soon, late }) => {
          const own = byRecord.get(recordKey(write.by, write.id)) ?? [];
          return isUnchanged(seenSince(write, before, allWrites, own), (late ?? soon).record);
        });
  if (keepsSame === true) cases = cases.filter((one) => !same.includes(one));
  const sets: Record<string, Json> = {};
  const lateSets: Record<string, Json> = {};
  const makes: Record<string, Json> = {};
  const filled: string[] = [];
  const unexplained: string[] = [];
  const known = cases.map(({ before, soon, late }) => [before, soon.record, late?.record]);
  const open = placesOf(known, (place) => mayLack(views, place));
  const unclear: { readonly place: string; readonly changes: readonly Change[] }[] = [];
  const records = recordsIn(sightings, allWrites, strategyOf);
  const changesAt = (place: string, which: 'soon' | 'late'): Change[] =>
    cases.flatMap(({ write, before, soon, late }) => {
      const [from, to] = which === 'soon' ? [before, soon] : [soon.record, late];
      if (to?.couldShow(place) !== true) return [];
      const had = valueAt(from, place);
      const after = to.record;
      const value = valueAt(after, place);
      // What no answer could show before cannot have changed, unless it is what was sent.
      const isSeen = isObject(valueAt(from, parentOf(place))) && write.couldShow(place);
      const isSent = () =>
        sentLeaves(write.by.sent).some(([, leaf]) => sameValue(leaf === '' ? null : leaf, value));
      if (had === undefined && !isSeen && !told.has(place) && !isSent()) return [];
      const facts = factsOfWrite(write, before, strategyOf(after));
      const stood = which === 'late' ? valueAt(before, place) : undefined;
      if (stood !== undefined) facts.set(`was${place}`, stood);
      const { isStale, id } = write;
      return [{ value, before: had, was: from, after, facts, isStale, id }];
    });
  const isAnothers = (place: string) =>
    written.includes(place) && !shown.some(({ is }) => isWithin(is, place));
  for (const place of open) {
    for (const [which, into] of [
      ['soon', sets],
      ['late', lateSets],
    ] as const) {
      // What was sent may bring others with it; an amount that is drawn in comes alone.
      if (which === 'late' && sentDelay === undefined && delay?.places.has(place) !== true) continue;
      const all = changesAt(place, which);
      const isChanged = ({ value, before }: Change) => !sameValue(value, before);
      const flag = which === 'soon' ? flagOf(place, all, records, written) : undefined;
      if (flag !== undefined) {
        into[place] = flag;
        continue;
      }
      // Where another write came in between, it may have done as much, and rather has where it sets the place and this one does not;
      // but a bound that was sent stands there whatever it was before.
      const isBound = bounds.some((at) => at !== undefined && isWithin(at, place));
      const sentThere = shown.flatMap(({ at, is }) => (isWithin(is, place) ? `sent${at}` : []));
      const isGiven = ({ facts }: Change) => isBound && sentThere.some((name) => facts.has(name));
      const sure = all.filter((one) => !one.isStale || isGiven(one));
      // What is only seen to go tells nothing of what comes, where another write lets that be seen.
      const isComing = (one: Change) => isChanged(one) && !isNothing(one.value);
      const isTold = sure.some(all.some(isComing) ? isComing : isChanged);
      const changes = isTold || isAnothers(place) ? sure : all;
      const changed = changes.filter(isChanged);
      if (changed.length === 0) {
        const name = which === 'soon' ? sentAs(changes) : undefined;
        const side = which === 'soon' ? sideOf(place, [...changes, ...records], bounds) : undefined;
        if (name !== undefined) into[place] = `{${name}}`;
        else if (side !== undefined) into[place] = side;
        continue;
      }
      // A bound, or the amount of money that is one, is not drawn to itself.
      const isEmptied = Object.values(views).some(({ emptied }) => emptied.has(place));
      const others = isBound
        ? bounds.flatMap((at) => (at === undefined || isWithin(at, place) ? [] : at))
        : [];
      const template =
        (which === 'late' ? restored(place, changes) : undefined) ??
        movedFrom(place, changes, changed) ??
        explainChange(changes, changed, isBound ? [] : bounds, {
          isEmptied,
          sentThere,
          others,
          shown: shownAt(place, records),
        });
      const isWhole = template !== undefined && changes.every((change) => gives(template, change));
      // What no write brought or took away may as well be explained leaf by leaf; so may what nothing explains as a whole.
      const leaves =
        isWhole || (template !== undefined && comesIn(known, place)) ? [] : leavesBelow(known, place);
      if (which === 'soon' && (!isWhole || isThin(template, changed))) unclear.push({ place, changes });
      if (leaves.length > 0) {
        const made = madeIn(changed);
        if (which === 'soon' && made !== undefined) makes[place] = made;
        if (which === 'soon' && isFilled([...changes, ...shownAt(place, records)])) filled.push(place);
        open.push(...leaves);
        break;
      }
      if (template === undefined) unexplained.push(place);
      else {
        const seen = asSeen(
          withoutStrategy(place, template, records),
          [...changes, ...shownAt(place, records)].map(({ value }) => value),
        );
        into[place] = isLeftOut(place, [...changes, ...records]) ? orLeftOut(seen) : seen;
      }
    }
  }
  if (!bounds.includes(undefined)) makeAlike(sets, shown, changesAt);
  for (const at of bounds) {
    const holder = at === undefined || sets[at] === undefined ? undefined : optionalAround(at, sightings);
    if (holder !== undefined && !filled.includes(holder)) filled.push(holder);
  }
  // What follows from a leaf of which nobody knows what becomes of it is not known either; that what was sent mostly stands there
  // is enough for others.
  const isSent = (place: string) =>
    Object.entries(sets).some(
      ([own, template]) => isWithin(own, place) && JSON.stringify(template).includes('{sent/'),
    );
  let left = unclear;
  for (let isFound = true; isFound;) {
    const still = left.filter(({ place, changes }) => {
      const isKnown = (other: string) =>
        !left.some((one) => isWithin(other, one.place) && (isSent(place) || !isSent(one.place))) &&
        // What follows from this tells nothing of it.
        (Object.entries(sets).some(
          ([set, template]) => isWithin(other, set) && !JSON.stringify(template).includes(`record${place}`),
        ) ||
          changes.every(({ after, was }) => sameValue(valueAt(after, other), valueAt(was, other))));
      const isTold = sets[place] !== undefined && !changes.every((change) => gives(sets[place]!, change));
      const all = [...changes, ...shownAt(place, records)];
      const template =
        (isTold ? undefined : sideOf(place, all, bounds)) ?? followingFrom(place, all, isKnown);
      if (template === undefined) return true;
      for (const other of Object.keys(sets)) if (isWithin(other, place)) Reflect.deleteProperty(sets, other);
      sets[place] = isLeftOut(place, [...changes, ...records]) ? orLeftOut(template) : template;
      unexplained.splice(0, unexplained.length, ...unexplained.filter((other) => !isWithin(other, place)));
      return false;
    });
    isFound = still.length < left.length;
    left = still;
  }
  const isLate = delay !== undefined && Object.keys(lateSets).length > 0;
  const effects = {
    sets,
    makes: Object.keys(makes).length > 0 ? makes : undefined,
    filled: filled.length > 0 ? filled : undefined,
    unexplained,
    keepsSame,
  };
  if (!isLate) return { ...effects, later: undefined };
  const seconds = secondsBetween(delay.after, delay.before, lateSets);
  const late = mapMembers(lateSets, (template) =>
    typeof template === 'string' ? template.replace(`{now | plus ${seconds * 1000} |`, '{then |') : template,
  );
  return { ...effects, later: { seconds, sets: late } };
}

/**
 * A record without what no answer has shown since the write before: that may have changed it.
 * @param shown its sightings
 */
function seenSince(
  { id, step, by }: Write,
  record: Json,
  writes: States['writes'],
  shown: readonly Sighting[],
): Json {
  const last = writes.findLast((one) => one.id === id && one.by.session === by.session && one.step < step);
  if (last === undefined) return record;
  const since = shown.filter((one) => one.step >= last.step && one.step < step);
  const seen = new Set(since.flatMap((one) => leavesOf(one.record).map(([place]) => place)));
  const unseen = leavesOf(record).flatMap(([place]) => (seen.has(place) ? [] : [place]));
  return unseen.reduce(withoutValueAt, record);
}

/** What a write changes for a while stands there again as it did before, such as the state of a record that is being changed. */
const restored = (place: string, changes: readonly Change[]): Json | undefined =>
  !/[{}|?]/.test(place) &&
  changes.every(({ value, facts }) => value !== undefined && sameValue(value, facts.get(`was${place}`)))
    ? `{was${place}}`
    : undefined;

/** What answers of writes show and no read does, such as warnings: it is no state that a write could find. */
function toldByWrites(views: States['views']): ReadonlySet<string> {
  const [reads, writes] = parted(Object.values(views), readsListings);
  const read = new Set(reads.flatMap(({ seen }) => [...seen]));
  return new Set(writes.flatMap(({ seen }) => [...seen].filter((place) => !read.has(place))));
}

/** Whether too few changes were seen to tell that a leaf is not made of others: it may have become anything. */
const isThin = (template: Json, changed: readonly Change[]): boolean =>
  changed.length < 3 && !/\{(?:sent|strategy|now)\b/.test(JSON.stringify(template));

/** What an object is made of where there was none, though it be seen once; undefined where that does not tell it whole. */
function madeIn(changed: readonly Change[]): Json | undefined {
  const made = changed.filter(({ before, value }) => before === null && isObject(value));
  const { template, guesses } = explain(made.map(({ value, facts }) => ({ value, facts })));
  return isObject(template) && guesses.length === 0 ? template : undefined;
}

/** Whether an object went or came as a whole with what stands in it, and was never seen empty. */
const isFilled = (changes: readonly Change[]): boolean =>
  changes.some(
    ({ before, value }) =>
      (isObject(before) && value === undefined) || (before === undefined && isObject(value)),
  ) && !changes.some(({ value }) => isEmptyObject(value));

/** Whether all that was sent stood there already. */
function isSame({ write, before }: Case, shown: readonly Reference[]): boolean {
  const sent = shown.filter(({ at }) => valueAt(write.by.sent, at) !== undefined);
  return (
    (sent.length > 0 || isEmptyObject(write.by.sent)) &&
    sent.every(({ at, is }) => standsThere(leafAt(before, is), valueAt(write.by.sent, at)!))
  );
}

/** A record as some answers showed it, and whether they could show a place. */
interface Shown {
  readonly record: Json;
  readonly couldShow: (place: string) => boolean;
}

/**
 * The record as the first answers showed it, and as the last did before its next write.
 * @param delay where what was sent stood there later
 */
function shownAfter(
  { write: { after, by }, before }: Case,
  views: States['views'],
  delay: Delay | undefined,
): { soon: Shown; late: Shown | undefined } {
  const shown = (sightings: readonly Sighting[]): Shown => ({
    record: sightings.reduce<Json>((known, { record, view }) => merge(known, record, views[view]), before),
    couldShow: (place) => sightings.some(({ view }) => shows(views[view], place)),
  });
  const end = delay === undefined ? Math.max(3000, after[0]!.by.at - by.at) : delay.after * 1000;
  const soon = after.filter((one) => one.by.at - by.at <= end);
  return { soon: shown(soon), late: after.length > (soon.length === 0 ? 0 : 1) ? shown(after) : undefined };
}

/** What was sent each time, now this and now that, as it stands there: it was set, though it stood there before. */
function sentAs(changes: readonly Change[]): string | undefined {
  if (new Set(changes.map(({ value }) => JSON.stringify(value))).size < 2) return undefined;
  return [...changes[0]!.facts.keys()].find(
    (name) =>
      name.startsWith('sent/') &&
      changes.every(({ value, facts }) => facts.has(name) && sameValue(facts.get(name), value)),
  );
}
