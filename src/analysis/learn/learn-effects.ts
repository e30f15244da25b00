// What writes do to a record: each leaf that changed, explained by what was sent, by the clock, by what it was before, or by
// the strategy that the record names now. Effects may come later than the answer.
import { isEmptyObject, isNothing, isObject, mapMembers, numberOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { isWithin, parentOf, pointerTo, valueAt, withoutValueAt } from '../../http/pointer.ts';
import type { Reference } from '../../dialect/profile-form.ts';
import {
  amountFilter,
  asOther,
  decimalsIn,
  bothSet,
  inBinary,
  mostMeant,
  numeric,
  standsForNone,
  worthOf,
} from '../../dialect/template-filters.ts';
import { effectOf } from '../../dialect/recorded-record.ts';
import {
  fill,
  holesIn,
  literalValue,
  parseHole,
  sameValue,
  withMark,
  withMarks,
} from '../../dialect/templates.ts';
import { areNear } from '../../dialect/time-forms.ts';
import { explain } from '../explain/explain.ts';
import { explainLeaf } from '../explain/explain-leaf.ts';
import { isAnew } from '../explain/shapes.ts';
import { addLeaves, leavesOf, sentLeaves } from '../../dialect/known-facts.ts';
import { byFrequency, grouped, parted, spread } from '../groups.ts';
import { markFor, nothingOf } from '../explain/sample.ts';
import type { Sample } from '../explain/sample.ts';
import { requestFacts } from './request-facts.ts';
import { isWorth, standsThere } from './sent-values.ts';
import { isUnchanged, merge, shows } from './sightings.ts';
import { mayLack } from './states.ts';
import type { Sighting, View, Write } from './sightings.ts';
import type { States } from './states.ts';

/** A leaf before and after one write. */
interface Change extends Sample {
  readonly before: Json | undefined;
  /** The whole record before and afterwards. */
  readonly was: Json;
  readonly after: Json;
  /** Whether another write came since the record was seen. */
  readonly isStale: boolean;
}

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
  const keepsSame =
    same.length === 0
      ? undefined
      : same.every(({ before, soon, late }) => isUnchanged(before, (late ?? soon).record));
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
      const { isStale } = write;
      return [{ value, before: had, was: from, after, facts, isStale }];
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
      const changes = sure.some(isChanged) || isAnothers(place) ? sure : all;
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

/** What a write changes for a while stands there again as it did before, such as the state of a record that is being changed. */
const restored = (place: string, changes: readonly Change[]): Json | undefined =>
  !/[{}|?]/.test(place) &&
  changes.every(({ value, facts }) => value !== undefined && sameValue(value, facts.get(`was${place}`)))
    ? `{was${place}}`
    : undefined;

/** A state has no more words. */
const mostStates = 8;

/** A word that becomes another one with each write that finds it, as `draft` becomes `live`, where those that find others leave them. */
function movedFrom(place: string, changes: readonly Change[], changed: readonly Change[]): Json | undefined {
  const byWord = grouped(changes, ({ before }) => textOf(before ?? null));
  const moved = grouped(changed, ({ before }) => textOf(before ?? null));
  const isState = byWord.size > moved.size && byWord.size <= mostStates && !/[{}|?]/.test(place);
  const isMoved = ([word, own]: readonly [string, readonly Change[]]) =>
    own.length > 1 && own.length === byWord.get(word)!.length;
  const isWord = ({ value, before }: Change) =>
    [value, before].every((one) => typeof one === 'string' && /^\p{L}[\p{L} _-]*$/u.test(one));
  if (!isState || !changed.every(isWord) || ![...moved].every(isMoved)) return undefined;
  const template = {
    '{case}': `{was${place}}`,
    ...Object.fromEntries([...moved].map(([word, [one]]) => [word, literalValue(one!.value!)])),
    '{else}': `{was${place}}`,
  };
  return changes.every((change) => gives(template, change)) ? template : undefined;
}

/**
 * How one bound is written where it was sent or taken away, the other is, where that explains all of both and the other's way does
 * not.
 */
function makeAlike(
  sets: Record<string, Json>,
  [low, high]: readonly Reference[],
  changesAt: (place: string, which: 'soon') => readonly Change[],
): void {
  if (low === undefined || high === undefined) return;
  const placeOf = ({ is }: Reference) => Object.keys(sets).find((own) => isWithin(is, own));
  const sureAt = (place: string) => changesAt(place, 'soon').filter(({ isStale }) => !isStale);
  const held = (place: string, template: Json) =>
    sureAt(place).filter((change) => gives(template, change)).length;
  for (const [one, other] of [
    [low, high],
    [high, low],
  ] as const) {
    const [place, there] = [placeOf(one), placeOf(other)];
    if (place === undefined) continue;
    const before = there === undefined ? -1 : held(place, turned(sets[there]!, other, one));
    const sister = renamed(one.is, other.is)(place);
    // In which unit amounts are, one of them may tell alone.
    const unit = unitTold(sets[place]!);
    if (held(place, sets[place]!) <= before && unit === undefined) continue;
    const filters = holesIn(sets[place]!).find((hole) => hole.startsWith(`sent${one.at} |`));
    const template = [
      turned(sets[place]!, one, other),
      ...(there === undefined || filters === undefined
        ? []
        : [filteredBy(sets[there]!, other, writingIn(filters.slice(`sent${one.at}`.length)))]),
      ...(there === undefined || unit === undefined ? [] : [inUnitOf(sets[there]!, unit)]),
    ].find((own) => held(sister, own) === sureAt(sister).length);
    if (template === undefined) continue;
    for (const own of Object.keys(sets)) if (isWithin(own, sister)) Reflect.deleteProperty(sets, own);
    sets[sister] = template;
    return;
  }
}

/** The amount of the record in whose unit another one is written. */
const unitTold = (template: Json): string | undefined =>
  new RegExp(` ${asOther}(was/[^{}|?"]+)`).exec(JSON.stringify(template))?.[1];

/** A template that writes amounts in the unit of another one, in place of a unit that is always the same. */
const inUnitOf = (template: Json, other: string): Json =>
  JSON.parse(
    JSON.stringify(template).replace(
      /( \| (?:fixed|comma|grouped)) (?!\d+[{}|?])[^{}|?"]+/g,
      `$1 ${asOther}${other}`,
    ),
  ) as Json;

/** Filters of a hole that say how it is written, without those that draw it to another value. */
const writingIn = (filters: string): string =>
  filters.replace(/ \| (?:least|most) [^{}|?]+?(?= \||[?}]|$)/g, '');

/** A template that writes what was sent for a bound, with these filters alone. */
function filteredBy(template: Json, { at }: Reference, filters: string): Json {
  const hole = new RegExp(`\\{sent${literalPattern(at)}(?: \\| [^{}|?]+)*`, 'g');
  return JSON.parse(
    JSON.stringify(template).replace(hole, `{sent${at}${filters.replace(/[?|]$/, '')}`),
  ) as Json;
}

/** What says how one bound is written, as it would say it of the other one, though not to what that is drawn. */
function turned(template: Json, one: Reference, other: Reference): Json {
  const [sent, shown] = [renamed(one.at, other.at), renamed(one.is, other.is)];
  const text = writingIn(JSON.stringify(template)).replace(
    /\b(sent|was|record)((?:\/[^/{}|?\s"]+)+)/g,
    (_, of: string, at: string) => of + (of === 'sent' ? sent : shown)(at),
  );
  return JSON.parse(text) as Json;
}

/** How a place is called that is to another one as these two are to each other. */
function renamed(one: string, other: string): (place: string) => string {
  const [steps, others] = [one.split('/'), other.split('/')];
  const [at, ...more] = steps.flatMap((step, index) => (step === others[index] ? [] : [index]));
  // Where more than a name differs, these two alone are so to each other.
  if (at === undefined || more.length > 0 || steps.length !== others.length)
    return (place) => (place === one ? other : place);
  return (place) => {
    const own = place.split('/');
    return own[at] === steps[at] ? [...own.slice(0, at), others[at]!, ...own.slice(at + 1)].join('/') : place;
  };
}

/** So many records are enough to tell what follows from what in each of them. */
const enough = 120;

/** What answers of writes show and no read does, such as warnings: it is no state that a write could find. */
function toldByWrites(views: States['views']): ReadonlySet<string> {
  const [reads, writes] = parted(Object.values(views), readsListings);
  const read = new Set(reads.flatMap(({ seen }) => [...seen]));
  return new Set(writes.flatMap(({ seen }) => [...seen].filter((place) => !read.has(place))));
}

const readsListings = ({ endpoint }: Pick<View, 'endpoint'>): boolean =>
  endpoint === 'listListings' || endpoint === 'getListing';

/** Listings as they were shown, whole, those among them that were written to: what follows from the rest follows in each. */
function recordsIn(
  sightings: States['sightings'],
  writes: States['writes'],
  strategyOf: States['strategyOf'],
): Change[] {
  const written = new Set(writes.map(({ id }) => id));
  const shown = sightings.filter(readsListings);
  const [own, others] = parted(shown, ({ id }) => written.has(id));
  return [...spread(own, enough), ...spread(others, enough)].map(({ record }) => {
    const facts = new Map<string, Json>();
    const strategy = strategyOf(record);
    addLeaves(facts, 'strategy', strategy);
    facts.set('names strategy', strategy === undefined ? 'no' : 'yes');
    return {
      value: undefined,
      before: undefined,
      was: record,
      after: record,
      facts,
      isStale: false,
    };
  });
}

/** What stands at a place of those that have it. */
const shownAt = (place: string, records: readonly Change[]): Change[] =>
  records.flatMap((one) => {
    const value = valueAt(one.after, place);
    return value === undefined ? [] : [{ ...one, value }];
  });

/** Whether records show nothing at a place by leaving it out, and never by null. */
function isLeftOut(place: string, records: readonly Change[]): boolean {
  const values = records.flatMap(({ after }) =>
    isObject(valueAt(after, parentOf(place))) ? [valueAt(after, place)] : [],
  );
  return values.includes(undefined) && !values.includes(null);
}

/** What was sent or follows from the record, or nothing where null was or that lacks. */
function orLeftOut(template: Json): Json {
  if (typeof template === 'string')
    return /^\{(?:sent|record)\/[^{}?]*[^{}?|]\}$/.test(template) ? withMark(template, '?') : template;
  if (!isObject(template)) return template;
  if (typeof template['{if}'] === 'string') return { ...template, '{if}': orLeftOut(template['{if}']) };
  const sent = holesIn(template).find((hole) => hole.startsWith('sent/'));
  return sent === undefined ? template : { '{if}': `{${parseHole(sent).name}?}`, ...template };
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
    sent.every(({ at, is }) => standsThere(valueAt(before, is) ?? null, valueAt(write.by.sent, at)!))
  );
}

/** What was known of a write when it changed a record. */
export function factsOfWrite(
  { by, count }: Write,
  before: Json,
  strategy: Json | undefined,
): Map<string, Json> {
  const facts = requestFacts(by);
  facts.set('writes', count);
  addLeaves(facts, 'was', before);
  addLeaves(facts, 'strategy', strategy);
  if (strategy !== undefined) facts.set('strategy', strategy);
  facts.set('names strategy', strategy === undefined ? 'no' : 'yes');
  return facts;
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

/** The records of writes: before, and after. */
type KnownCases = readonly (readonly (Json | undefined)[])[];

/** Leaves of all; of an object that is sometimes null or not there, the object itself. */
function placesOf(cases: KnownCases, mayLack: (place: string) => boolean): string[] {
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
function leavesBelow(cases: KnownCases, place: string): string[] {
  const below = cases.flat().flatMap((record) => {
    const value = record === undefined ? undefined : valueAt(record, place);
    return value === undefined ? [] : leavesOf(value, place).map(([at]) => shiftedIn(cases, at) ?? at);
  });
  return [...new Set(below)].filter((at) => at !== place);
}

/** The list around a leaf in front of whose items a write has put others: none of them stands where it stood. */
function shiftedIn(cases: KnownCases, place: string): string | undefined {
  if (!/\/\d+(?:\/|$)/.test(place)) return undefined;
  const steps = place.split('/');
  const outer = steps.map((_, at) => steps.slice(0, at).join('/'));
  return outer.find((at) =>
    cases.some((states) =>
      states.some((record, index) => {
        const [before, after] = [record, states[index + 1]].map((one) => one && valueAt(one, at));
        if (!Array.isArray(before) || !Array.isArray(after) || before.length === 0) return false;
        const [first, ...others] = after as readonly Json[];
        const known = before[0] as Json;
        return !sameValue(first, known) && others.some((item) => sameValue(item, known));
      }),
    ),
  );
}

/** The outermost member around a leaf that a write brought or took away, or that other records lack. */
function unitOf(place: string, cases: KnownCases, mayLack: (place: string) => boolean): string {
  const steps = place.split('/');
  for (let length = 2; length < steps.length; length += 1) {
    const outer = steps.slice(0, length).join('/');
    // Of a list from which items go, the whole of it.
    if (comesIn(cases, outer) || mayLack(outer)) return isItem(outer, cases) ? parentOf(outer) : outer;
  }
  return place;
}

const isItem = (place: string, cases: KnownCases): boolean =>
  cases.flat().some((record) => record !== undefined && Array.isArray(valueAt(record, parentOf(place))));

/** Whether a write brought a member or took it away. */
const comesIn = (cases: KnownCases, place: string): boolean =>
  cases.some((states) => {
    const there = states.flatMap((record) =>
      record === undefined ? [] : [valueAt(record, place) !== undefined],
    );
    return there.includes(true) && there.includes(false);
  });

/** What was sent each time, now this and now that, as it stands there: it was set, though it stood there before. */
function sentAs(changes: readonly Change[]): string | undefined {
  if (new Set(changes.map(({ value }) => JSON.stringify(value))).size < 2) return undefined;
  return [...changes[0]!.facts.keys()].find(
    (name) =>
      name.startsWith('sent/') &&
      changes.every(({ value, facts }) => facts.has(name) && sameValue(facts.get(name), value)),
  );
}

/**
 * What is sent stands there as all that was seen there: as a number, or as a text with so many decimals, whatever it was sent
 * as; and nothing as what stands there for it.
 */
function asSeen(template: Json, seen: readonly (Json | undefined)[]): Json {
  const written = asWritten(template, seen);
  const none = byFrequency(seen.filter(standsForNone))[0]?.[0];
  const [, hole, mark] = /^\{(sent\/(?!.* \| else )[^{}?]*[^{}?|])([?|]?)\}$/.exec(textOf(written)) ?? [];
  if (hole === undefined || none === undefined || seen.includes(null) || seen.includes(undefined))
    return written;
  return `{${hole} | else =${textOf(none)}${typeof none === 'number' ? ' | number' : ''}${mark!}}`;
}

function asWritten(template: Json, seen: readonly (Json | undefined)[]): Json {
  const values = seen.flatMap((value) => (isNothing(value) ? [] : [value]));
  if (isObject(template))
    return mapMembers(template, (item, name) => {
      const inside = values.map((value) => valueAt(value, pointerTo('', name)));
      return asSeen(item, inside);
    });
  if (typeof template !== 'string' || values.length === 0) return template;
  const areNumbers = values.every((value) => numberOf(value) !== undefined);
  const areAmounts = values.every(
    (value) => typeof value === 'string' && worthOf(value) !== undefined && /\.\d/.test(value),
  );
  const areDigits = values.every((value) => typeof value === 'string' && /^-?\d+$/.test(value));
  const form = areNumbers ? 'number' : areDigits ? 'text' : areAmounts ? amountFilterOf(values) : undefined;
  if (form === undefined) return template;
  if (form.startsWith('grouped ')) return inGroups(template, form);
  return template.replace(
    /^\{(sent\/[^{}|?]+(?: \| (?:least|most) [^{}|?]+)?)([?|]?)\}$/,
    `{$1 | ${form}$2}`,
  );
}

/** A template that writes an amount, its unit in front or in the filter, with thousands told apart. */
function inGroups(template: string, form: string): string {
  const [, unit, inner, decimals, mark] = /^([^{}]*)\{([^{}]+) \| fixed (\d+)([?|]?)\}$/.exec(template) ?? [];
  return form === `grouped ${unit}${decimals}`
    ? `{${inner!} | ${form}${mark!}}`
    : template.replace(form.replace('grouped', 'fixed'), form);
}

/** The filter that writes each of these amounts; undefined where they are written in several ways. */
function amountFilterOf(amounts: readonly Json[]): string | undefined {
  const written = [...new Set(amounts.map((amount) => amountFilter(textOf(amount))))];
  // Less than a thousand is written alike, whether or not thousands are told apart.
  const grouped = written.find((one) => one.startsWith('grouped '));
  const [one, ...others] = written.filter((filter) => filter !== grouped?.replace('grouped', 'fixed'));
  return others.length > 0 ? undefined : one;
}

/**
 * @param isEmptied whether some records have null in place of an object there
 * @param sentThere the names of what is sent and shown there
 * @param others of a bound, where the other one stands: bounds that cross may be drawn to each other
 * @param shown what stands there in records as they were shown
 */
function explainChange(
  changes: readonly Change[],
  changed: readonly Change[],
  bounds: readonly (string | undefined)[],
  {
    isEmptied,
    sentThere,
    others,
    shown,
  }: {
    readonly isEmptied: boolean;
    readonly sentThere: readonly string[];
    readonly others: readonly string[];
    readonly shown: readonly Change[];
  },
): Json | undefined {
  const candidates: Json[] = [];
  const [low, high] = bounds.map((at) => (at === undefined ? '' : `record${at}`));
  if ((low ?? high ?? '') !== '' && changed.some(({ before }) => worthOf(before) !== undefined)) {
    const drawn = `{was | within ${low ?? ''} ${high ?? ''}}`;
    // Some draw only the price of what has a strategy.
    candidates.push(drawn, { '{case}': '{names strategy | text}', yes: drawn, no: '{was}' });
  }
  const names = changed
    .flatMap(({ facts }) => [...facts.keys()].filter((name) => name.startsWith('sent/')))
    .sort((a, b) => Number(sentThere.includes(b)) - Number(sentThere.includes(a)));
  const explainedBy = (
    isMeant: (name: string) => boolean,
    samples: readonly Change[] = changed,
    also: readonly string[] = ['now'],
  ) =>
    explain(
      samples
        .filter(({ facts }) => [...facts.keys()].some(isMeant))
        .map(({ value, facts }) => ({
          value,
          facts: new Map([...facts].filter(([name]) => isMeant(name) || also.includes(name))),
        })),
    );
  // How a bound is rounded is told by those that were not drawn to the other one.
  const member = changed.map(({ value }) => amountMember(value)).find((one) => one !== undefined);
  const undrawn = changed.filter(({ value, after }) => {
    const amount = isObject(value) && member !== undefined ? value[member] : value;
    return !others.some((at) => sameValue(valueAt(after, at), amount));
  });
  const undrawnBy = (isMeant: (name: string) => boolean) =>
    explainedBy(isMeant, undrawn, ofEachWrite).template;
  const drawn = (way: Json, sent: readonly string[]): Json[] =>
    [...others.map((at) => `record${at}`), ...sent].flatMap((to) =>
      ['least', 'most'].flatMap((filter) => drawnTo(way, `${filter} ${to}`, member) ?? []),
    );
  // An object is rather made of what stood in one that was sent than of this and that; one seen again and again may be so by
  // chance.
  const objects = new Set(changed.flatMap(({ value }) => (isObject(value) ? JSON.stringify(value) : [])));
  for (const outer of objects.size > 1 || changed.length === 1 ? new Set(names.map(parentOf)) : []) {
    const { template, guesses } = explainedBy((name) => name.startsWith(`${outer}/`));
    if (outer !== 'sent' && isObject(template) && guesses.length === 0) candidates.push(template);
  }
  // A list that was sent stands there as it is, or nothing in place of an empty one.
  for (const name of new Set(names))
    if (changed.some(({ facts }) => Array.isArray(facts.get(name))))
      candidates.push(`{${name}}`, `{${name} | filled?}`);
  const { template } = explain(changed.map(({ value, facts }) => ({ value, facts })));
  if (template !== undefined) candidates.push(template);
  for (const name of new Set(names)) {
    const alone = explainedBy((other) => other === name).template;
    if (alone === undefined) continue;
    // What was sent mostly is no value made anew.
    const own = isAnew(alone) ? `{${name}}` : alone;
    candidates.push(alone, own);
    // What was sent and left the leaf as it was may tell how it is rounded.
    const whole =
      changes.length > changed.length ? explainedBy((other) => other === name, changes).template : undefined;
    if (typeof whole === 'string' && !isAnew(whole)) candidates.push(whole);
    for (const way of others.length > 0 ? new Set([undrawnBy((other) => other === name), own]) : [])
      candidates.push(
        ...drawn(
          way ?? null,
          names.filter((one) => one !== name),
        ),
      );
    candidates.push(...forNothing(textOf(own), name, changed));
    // Nothing may be sent to leave it as it was, or to take it away.
    if (typeof own === 'string' && /^\{[^{}?]+\}$/.test(own))
      candidates.push(`${own.slice(0, -1)} | else was}`, `${own.slice(0, -1)}?}`);
    const mark = [`{${name}}`, `{${name}?}`, `{${name}|}`].indexOf(textOf(own));
    if (mark !== -1) candidates.push(`{${name} | filled${['', '?', '|'][mark]!}}`);
  }
  for (const outer of others.length > 0 ? new Set(names.map(parentOf)) : []) {
    const own = undrawnBy((name) => name.startsWith(`${outer}/`));
    if (isObject(own))
      candidates.push(
        own,
        ...drawn(
          own,
          names.filter((one) => !isWithin(one, outer)),
        ),
      );
  }
  // Null in place of an object that is sent otherwise takes away what stood there.
  const orNothing: Json[] = [];
  for (const candidate of candidates.filter(isObject)) {
    const sent = holesIn(candidate).find((hole) => hole.startsWith('sent/'));
    if (sent === undefined || Object.hasOwn(candidate, '{if}')) continue;
    const orNull = { '{if}': `{${sent}}`, ...candidate };
    if (isEmptied) orNothing.push(orNull);
    candidates.push(orNull, { '{if}': `{${sent}?}`, ...candidate });
  }
  candidates.unshift(...orNothing);
  // What follows from the strategy is gone with it, and what is made of what was sent where nothing was.
  for (const candidate of candidates.filter((one) => typeof one === 'string')) {
    const [, name] =
      /^\{(strategy\/[^{}|?]+)[?|]?\}$/.exec(candidate) ??
      /^[^{}]+\{(sent\/[^{}|?]+)\}$/.exec(candidate) ??
      [];
    if (name !== undefined)
      for (const mark of ['', '?', '|']) candidates.push({ '{if}': `{${name}${mark}}`, '{then}': candidate });
  }
  let best: { template: Json; held: number } | undefined;
  // What holds for one thing that was sent mostly is proposed for the others, too.
  for (const candidate of new Set(candidates)) {
    const kept = keeping(candidate);
    if (isAnew(kept)) continue;
    const held = changes.filter((change) => gives(kept, change)).length;
    const isBetter =
      best === undefined ||
      held > best.held ||
      (held === best.held &&
        // A text that one write showed is rather that of the strategy than one that stands there by itself.
        (tellsStrategy(kept, best.template) ||
          (changed.length === 1 && leastByChance(kept) < leastByChance(best.template))));
    if (isBetter) best = { template: kept, held };
  }
  const held = best?.held ?? 0;
  // What a write makes anew may be anything: it is what explains a leaf where nothing else does. An amount is no such thing.
  const areAmounts = changes.every(({ value }) => isNothing(value) || worthOf(value) !== undefined);
  const anew = areAmounts ? undefined : candidates.map(keeping).find(isAnew);
  if (anew !== undefined && held * 2 < changes.length) return anew;
  if (held !== changes.length) {
    // What was sent mostly stands there, though another write that nobody saw may have changed it since.
    if (sentThere.length > 0 && held * 2 > changes.length) return best?.template;
    const choice = choiceOf(changes, bounds, shown);
    if (choice !== undefined) return choice;
    if (held * 4 < changes.length * 3) return undefined;
  }
  return best?.template;
}

/** What is known of each write, whatever was sent with it; where the second is, numbers are measured anew. */
const ofEachWrite = ['now', 'names strategy'];

/** The member that is the amount, of an object that is an amount of money. */
const amountMember = (value: Json | undefined): string | undefined =>
  isObject(value) ? Object.keys(value).find((name) => worthOf(value[name]) !== undefined) : undefined;

/** A bound as it is written, but drawn by a filter; undefined where it is made of nothing that could be. */
function drawnTo(template: Json, filter: string, member: string | undefined): Json | undefined {
  if (!isObject(template)) {
    const hole = /^\{([^{}?]+)\}$/.exec(textOf(template))?.[1];
    return hole === undefined ? undefined : `{${hole} | ${filter}}`;
  }
  const amount = drawnTo(template[member ?? ''] ?? null, filter, undefined);
  return amount === undefined ? undefined : { ...template, [member!]: amount };
}

/** What is written where null was sent for what is mostly sent, or for an object that holds it: 0 or -1, or a text for it. */
function forNothing(template: string, name: string, changed: readonly Change[]): Json[] {
  const filters = /^\{[^{}|?]+((?: \|[^{}|]+)*)\}$/.exec(template)?.[1];
  const none = changed.filter(
    ({ facts, value }) =>
      [name, parentOf(name)].some((sent) => facts.get(sent) === null) && !isNothing(value),
  );
  if (filters === undefined || none.length === 0 || typeof none[0]!.value === 'object') return [];
  const text = textOf(none[0]!.value);
  return [
    ...['0', '-1'].map((number) => `{${name} | else =${number}${filters === '' ? ' | number' : filters}}`),
    ...(/[{}|]/.test(text) ? [] : [`{${name}${filters} | else =${text}}`]),
  ];
}

/**
 * A number that is another one of the record after each write, or what others make together, such as a price with what comes to
 * it, or what is earned of it in percent; or an object with such a number and members that never change. It may lack where what
 * it is made of does.
 * @param isKnown whether it is known what becomes of a leaf: from others nothing follows
 */
function followingFrom(
  place: string,
  changes: readonly Change[],
  isKnown: (place: string) => boolean,
): Json | undefined {
  const [there, lacking] = parted(changes, ({ value }) => !isNothing(value));
  const mark = markFor(nothingOf(lacking));
  const [{ value, after } = { value: undefined, after: null }] = there;
  if (isObject(value)) {
    let condition: Json | undefined;
    const members = Object.keys(value).flatMap((name): [string, Json][] => {
      const valueIn = (one: Change) => valueAt(one.value, pointerTo('', name));
      const isFixed = there.every((one) => sameValue(valueIn(one), valueIn(there[0]!)));
      // Where the object lacks, nothing follows for what stands in it, and nothing stays.
      const inner = changes.map((one) => ({ ...one, value: valueIn(one), before: undefined }));
      const found = isFixed ? undefined : followingFrom(pointerTo(place, name), inner, isKnown);
      const template = typeof found === 'string' ? withMark(found, '') : found;
      condition ??= isObject(template) ? template['{if}'] : template;
      const own = template ?? (isFixed ? literalValue(valueIn(there[0]!)!) : undefined);
      return own === undefined ? [] : [[name, own]];
    });
    if (typeof condition !== 'string') return undefined;
    const whole = { '{if}': withMark(condition, mark), ...Object.fromEntries(members) };
    return changes.every((change) => gives(whole, change)) ? whole : undefined;
  }
  const isTelling = new Set(there.map((one) => textOf(one.value))).size > 2;
  if (!isTelling) return undefined;
  if (worthOf(value) === undefined) return ofStrategy(changes, there, mark);
  const others = leavesOf(after).flatMap(([at, leaf]) =>
    isWithin(at, place) || /[|{}]/.test(at) || worthOf(leaf) === undefined || !isKnown(at)
      ? []
      : [`record${at}`],
  );
  const written =
    typeof value === 'string' && numberOf(value) === undefined
      ? ` | ${amountFilterOf(there.map((one) => one.value!)) ?? amountFilter(value)}`
      : '';
  const isDusty = there.some((one) => decimalsIn(textOf(one.value)) > mostMeant);
  const asCounted = (way: string) =>
    isDusty ? way.replace(/ \| (plus|less|times|per) /g, (filter) => `${filter}${inBinary}`) : way;
  const thatGives = (ways: readonly string[]) =>
    ways
      .map((way) => `{${asCounted(way)}${written}${mark}}`)
      .find((template) => changes.every((change) => gives(template, change)));
  const sums = others.flatMap((one) => [
    one,
    ...others.flatMap((other) => [`${one} | plus ${other}`, `${one} | less ${other}`]),
  ]);
  const ways = [sums, countedOf(others, there)];
  // Where a bound lacks, nothing may follow from it, though something stands for none.
  const ofSet = ways.map((own) =>
    own.map((way) => way.replace(/ \| (plus|less|times|per) /g, `$&${bothSet}`)),
  );
  for (const own of [...ways, ...ofSet]) {
    const found = thatGives(own);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What follows from the strategy is, without one, what stands there in records that name none. */
function withoutStrategy(place: string, template: Json, records: readonly Change[]): Json {
  const [, name = ''] = /^\{(strategy\/[^{}|?]+)\?\}$/.exec(textOf(template)) ?? [];
  const none = records
    .filter(({ facts }) => !facts.has(name))
    .map((one) => ({ ...one, value: valueAt(one.after, place) }));
  if (name === '' || none.length === 0 || !none.every(({ value }) => isNothing(value))) return template;
  const nothing = nothingOf(none);
  return nothing === undefined
    ? { '{if}': `{${name}?}`, '{then}': `{${name}}` }
    : withMark(`{${name}}`, markFor(nothing));
}

/** A text that the strategy tells which the record names, as in an object that shows that strategy. */
function ofStrategy(
  changes: readonly Change[],
  there: readonly Change[],
  mark: Parameters<typeof withMark>[1],
): Json | undefined {
  const samples = there.map(({ value, facts }) => ({
    value: value!,
    facts: new Map([...facts].filter(([name]) => name.startsWith('strategy/'))),
  }));
  const { template } = explainLeaf(samples);
  if (typeof template !== 'string' || holesIn(template).length === 0) return undefined;
  const whole = withMark(template, mark);
  return changes.every((change) => gives(whole, change)) ? whole : undefined;
}

/** What numbers of a record are counted from: a product, a share or a percentage, a multiple such as a price with its tax. */
function countedOf(others: readonly string[], changes: readonly Change[]): string[] {
  const numbers = changes.map(({ value }) => worthOf(value) ?? 0);
  const decimals = Math.max(...numbers.map((number) => decimalsIn(textOf(number))));
  const rounded = decimals > 6 ? '' : ` | nearest ${Number((0.1 ** decimals).toFixed(decimals))}`;
  const shares = others.flatMap((one) =>
    others.flatMap((other) =>
      other === one
        ? []
        : [
            `${one} | per ${other}`,
            `${one} | less ${other} | per ${one}`,
            `${one} | less ${other} | per ${other}`,
          ],
    ),
  );
  const [number] = numbers;
  const multiples = others.flatMap((one) => {
    const of = worthOf(valueAt(changes[0]!.after, one.slice('record'.length)));
    const factors =
      of === undefined || of === 0 ? [] : [1, 2, 3, 4].map((digits) => (number! / of).toFixed(digits));
    return factors.flatMap((factor) =>
      Number(factor) === 0 ? [] : `${one} | times ${Number(factor)}${rounded}`,
    );
  });
  return [
    ...others.flatMap((one, at) => others.slice(at + 1).map((other) => `${one} | times ${other}`)),
    ...shares.flatMap((share) => [`${share}${rounded}`, `${share} | times 100${rounded}`]),
    ...multiples,
  ];
}

/**
 * A leaf that has one of a few values for each case of something else: for the side of the bounds on which another leaf lies, for
 * a word that was sent, for what the strategy is, for whether the record has some other leaf.
 * @param shown what stands there in records as they were shown
 */
function choiceOf(
  changes: readonly Change[],
  bounds: readonly (string | undefined)[],
  shown: readonly Change[],
): Json | undefined {
  const words = [...changes[0]!.facts.keys()].filter((name) =>
    /^(names strategy|strategy\/|sent\/)/.test(name),
  );
  const tests = words.map((name) => `{${name} | text}`);
  // What is told of a strategy holds for one case where there is none, too.
  const orNone = words.flatMap((name) =>
    name.startsWith('strategy/') ? `{${name} | text | else =none}` : [],
  );
  const leaves = new Set(changes.flatMap(({ after }) => leavesOf(after).map(([at]) => at)));
  const isThere = [...leaves].flatMap((at) =>
    /[{}|*]/.test(at) || changes.every(({ after }) => valueAt(after, at) !== undefined)
      ? []
      : [`{record${at} | set | else =no}`],
  );
  return caseBy([...sidesIn(changes[0]!.after, bounds), ...tests, ...orNone, ...isThere], changes, shown);
}

/** On which side of the bounds each number of a record lies. */
const sidesIn = (record: Json, [low, high]: readonly (string | undefined)[]): string[] =>
  leavesOf(record).flatMap(([place, leaf]) =>
    low === undefined || high === undefined || place === low || place === high || worthOf(leaf) === undefined
      ? []
      : [`{record${place} | side record${low} record${high}}`],
  );

/** A leaf that has one value for each side of the bounds on which another one lies, in all records. */
function sideOf(
  place: string,
  records: readonly Change[],
  bounds: readonly (string | undefined)[],
): Json | undefined {
  const all = shownAt(place, records);
  if (all.length < 10) return undefined;
  // Whether there are bounds is told otherwise, too.
  const telling = sidesIn(all[0]!.after, bounds).filter((test) => {
    const sides = membersBy(test, all) ?? {};
    return new Set(['below', 'within', 'above'].flatMap((side) => sides[side] ?? [])).size > 1;
  });
  return caseBy(telling, all, []);
}

/** So many records of each kind tell what a flag follows from, and so many that it goes with one other leaf not by chance. */
const enoughOfEach = 2;
const noChance = 6;

/**
 * A leaf that has one of two values where all of a few others are set, and the other value else: whether a listing is repriced,
 * for instance.
 * @param others where these stand
 */
function flagOf(
  place: string,
  changes: readonly Change[],
  records: readonly Change[],
  others: readonly string[],
): Json | undefined {
  const tests = others
    .filter((at) => !isWithin(at, place) && !isWithin(place, at))
    .map((at) => `{record${at} | set | else =no}`);
  const all = shownAt(place, [...changes, ...records]);
  const values = byFrequency(shownAt(place, records), ({ value }) => JSON.stringify(value));
  if (values.length !== 2 || values.some((own) => isObject(own[0]!.value) || own.length < enoughOfEach))
    return undefined;
  const [one, other] = values.map((own) => own[0]!.value!) as [Json, Json];
  const [first = '', ...more] = tests;
  const chosen = [...tests.map((test) => [test]), tests, ...more.map((test) => [first, test]), more];
  const found = chosen
    .filter((own) => own.length > 0)
    .flatMap((own) =>
      [allSet(own, one, other), allSet(own, other, one)].map((template) => ({ own, template })),
    )
    .find(({ template }) => all.every((change) => gives(template, change)));
  // That it goes with one other leaf may be chance, unless a write has changed it.
  const isChanged = changes.some(({ value, before }) => !isNothing(before) && !sameValue(value, before));
  const isSure = isChanged || values.every(({ length }) => length >= noChance);
  return found === undefined || (found.own.length === 1 && !isSure) ? undefined : found.template;
}

/** One value where all of these are set, and the other one else. */
const allSet = (tests: readonly string[], yes: Json, no: Json): Json =>
  tests.reduceRight<Json>((then, test) => ({ '{case}': test, yes: then, no }), yes);

/** @param shown records that show one of the values in another case refute it */
function caseBy(
  tests: readonly string[],
  changes: readonly Change[],
  shown: readonly Change[],
): Json | undefined {
  const values = new Set(changes.map(({ value }) => textOf(value)));
  if (values.size < 2 || values.size > 4) return undefined;
  for (const test of tests) {
    const members = membersBy(test, changes);
    if (members === undefined) continue;
    const isRefuted = shown.some((one) => {
      const given = members[textOf(caseIn(test, one))];
      return values.has(textOf(one.value)) && given !== undefined && !sameValue(given, one.value);
    });
    if (!isRefuted) return { '{case}': test, ...members };
  }
  return undefined;
}

/** The name of the case that a record is. */
const caseIn = (test: string, { after, facts }: Change): Json | undefined =>
  fill(test, (fact) => (fact.startsWith('record/') ? valueAt(after, fact.slice(6)) : facts.get(fact)));

/** The value for each case; undefined where a case has several, or all have one. A number is no name of a case. */
function membersBy(test: string, changes: readonly Change[]): Readonly<Record<string, Json>> | undefined {
  const members = new Map<string, Json>();
  for (const one of changes) {
    const { value } = one;
    const name = caseIn(test, one);
    if (typeof name !== 'string' || numeric(name) !== undefined || value === undefined) return undefined;
    if (members.has(name) && !sameValue(members.get(name), value)) return undefined;
    members.set(name, value);
  }
  const isTold = new Set([...members.values()].map(textOf)).size > 1 && members.size < changes.length;
  return isTold ? Object.fromEntries(members) : undefined;
}

/**
 * How much of an object stands by itself or is made of this and that, where it may have been made of one object that was sent:
 * less is likelier.
 */
function leastByChance(template: Json): number {
  if (!isObject(template)) return 0;
  const leaves = Object.entries(template).flatMap(([name, item]) => (name === '{if}' ? [] : textOf(item)));
  const alone = leaves.filter((leaf) => !leaf.includes('{'));
  return alone.length + new Set(holesIn(template).map(parentOf)).size;
}

/** Whether a template is another one with texts of the strategy in place of some that stand by themselves. */
function tellsStrategy(template: Json, other: Json): boolean {
  if (!isObject(template) || !isObject(other)) return false;
  const [own, others] = [Object.entries(template), Object.entries(other)];
  const isAlone = (item: Json) => typeof item === 'string' && holesIn(item).length === 0;
  const isOfStrategy = (item: Json) => /^\{strategy\/[^{}]+\}$/.test(textOf(item));
  return (
    own.length === others.length &&
    own.some(([name, item]) => !sameValue(item, other[name])) &&
    own.every(([name, item]) => {
      const before = other[name];
      return before !== undefined && (sameValue(item, before) || (isAlone(before) && isOfStrategy(item)));
    })
  );
}

/** A template whose holes leave the record as it was where they have no value; what was sent may be nothing. */
function keeping(template: Json): Json {
  return typeof template === 'string' ? withMarks(template, '?', /^sent\/|[?|]$/) : template;
}

function gives(template: Json, { value, before, after, facts }: Change): boolean {
  const made = applied(template, before, after, facts);
  const isMoment = typeof template === 'string' && template.includes('{now');
  return sameValue(made, value) || (isMoment && areNear(made, value));
}

function applied(
  template: Json,
  before: Json | undefined,
  after: Json,
  facts: ReadonlyMap<string, Json>,
): Json | undefined {
  return effectOf(template, before, (name) => {
    if (name === 'was') return before;
    return name.startsWith('record/') ? valueAt(after, name.slice(6)) : facts.get(name);
  });
}

interface Case {
  readonly write: Write;
  readonly before: Json;
}

interface Delay {
  /** Seconds after the write at which nothing had come yet, and those at which it had. */
  readonly after: number;
  readonly before: number;
  /** The places that it comes to. */
  readonly places: ReadonlySet<string>;
}

/** After how many seconds what a write does stands in the record; undefined where it does at once. */
function delayOf(
  cases: readonly Case[],
  placesIn: (write: Write, before: Json) => readonly string[],
): Delay | undefined {
  let [earliest, latest] = [0, Infinity];
  const places = new Set<string>();
  for (const { write, before } of cases) {
    const shown = write.after.map(({ record, by }) => ({ record, seconds: (by.at - write.by.at) / 1000 }));
    for (const place of placesIn(write, before)) {
      const known = valueAt(before, place);
      const seen = shown.filter(({ record }) => valueAt(record, place) !== undefined);
      const first = seen.findIndex(({ record }) => !sameValue(valueAt(record, place), known));
      if (first === -1) continue;
      latest = Math.min(latest, seen[first]!.seconds);
      if (first === 0) continue;
      places.add(place);
      earliest = Math.max(earliest, seen[first - 1]!.seconds);
    }
  }
  if (places.size === 0 || earliest >= latest) return undefined;
  return {
    after: earliest,
    before: latest,
    places,
  };
}

/**
 * After how many seconds something came: a moment that is told of it says so, else it is a usual delay, else the latest.
 * @param earliest seconds at which it had not come yet, and `latest` those at which it had
 * @param sets what came, by place
 */
export function secondsBetween(
  earliest: number,
  latest: number,
  sets: Readonly<Record<string, Json>>,
): number {
  const isBetween = (seconds: number) => seconds > earliest && seconds <= latest;
  const [, told] = /\{now \| plus (\d+) \|/.exec(JSON.stringify(sets)) ?? [];
  const seconds = Number(told) / 1000;
  return isBetween(seconds) ? seconds : (usualDelays.find(isBetween) ?? latest);
}

const usualDelays = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600];

/** The leaves of a record that became what was sent, or that were null and became an object that holds it. */
function sentPlaces({ by, after }: Write, before: Json): string[] {
  const sent = leavesOf(by.sent ?? null).map(([, leaf]) => leaf);
  const places = after.flatMap(({ record }) =>
    leavesOf(record).flatMap(([leafAt, value]) => {
      const place = valueAt(before, leafAt) === undefined ? parentOf(leafAt) : leafAt;
      const known = valueAt(before, place);
      const isLeaf = known === null || (known !== undefined && place === leafAt);
      return isLeaf && !sameValue(value, known) && sent.some((leaf) => isWorth(value, leaf)) ? [place] : [];
    }),
  );
  return [...new Set(places)];
}

/** The amounts of a record that came to lie at a bound which they had been outside of. */
function drawnPlaces([low, high]: readonly (string | undefined)[]) {
  const template = `{was | within ${low === undefined ? '' : `record${low}`} ${high === undefined ? '' : `record${high}`}}`;
  return ({ after }: Write, before: Json): string[] =>
    leavesOf(before).flatMap(([place, known]) => {
      if (place === low || place === high || worthOf(known) === undefined) return [];
      const isDrawn = after.some(({ record }) => {
        const value = valueAt(record, place);
        const drawn = applied(template, known, record, new Map());
        return value !== undefined && !sameValue(value, known) && sameValue(value, drawn);
      });
      return isDrawn ? [place] : [];
    });
}
