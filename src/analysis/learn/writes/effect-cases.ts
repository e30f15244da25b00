// Leaves that have one of a few values for each case: of a state that a write moves, of the bounds, of what was sent or is set.
import { isNothing, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isWithin, valueAt } from '../../../http/pointer.ts';
import { numeric, worthOf } from '../../../dialect/template-filters.ts';
import { fill, literalValue, sameValue } from '../../../dialect/templates.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { byFrequency, grouped } from '../../groups.ts';
import { shownAt, gives } from './write-changes.ts';
import type { Change } from './write-changes.ts';

/** A state has no more words. */
const mostStates = 8;

/** A word that becomes another one with each write that finds it, as `draft` becomes `live`, where those that find others leave them. */
export function movedFrom(
  place: string,
  changes: readonly Change[],
  changed: readonly Change[],
): Json | undefined {
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
 * A leaf that has one of a few values for each case of something else: for the side of the bounds on which another leaf lies, for
 * a word that was sent, for what the strategy is, for whether the record has some other leaf.
 * @param shown what stands there in records as they were shown
 */
export function choiceOf(
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

/** So many records show by no chance that a leaf goes with the bounds. */
const fewestRecords = 10;

/** A leaf that has one value for each side of the bounds on which another one lies, in all records. */
export function sideOf(
  place: string,
  records: readonly Change[],
  bounds: readonly (string | undefined)[],
): Json | undefined {
  const all = shownAt(place, records);
  // A record that was shown again and again tells it once.
  if (new Set(all.map(({ id }) => id)).size < fewestRecords) return undefined;
  // Whether there are bounds is told otherwise, too.
  const telling = sidesIn(all[0]!.after, bounds).filter((test) => {
    const sides = membersBy(test, all) ?? {};
    // A number says nothing of itself.
    return (
      !test.startsWith(`{record${place} |`) &&
      new Set(['below', 'within', 'above'].flatMap((side) => sides[side] ?? [])).size > 1
    );
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
export function flagOf(
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
  const fitting = chosen
    .filter((own) => own.length > 0)
    .flatMap((own) =>
      [allSet(own, one, other), allSet(own, other, one)].map((template) => ({ own, template })),
    )
    .filter(({ template }) => all.every((change) => gives(template, change)));
  const [found] = fitting;
  // That it goes with one other leaf may be chance, unless a write has changed it, or many records show it. What all have that
  // have it may then belong to it as well.
  const isChanged = changes.some(({ value, before }) => !isNothing(before) && !sameValue(value, before));
  if (found === undefined || found.own.length > 1 || isChanged) return found?.template;
  const [most] = fitting.toSorted((a, b) => b.own.length - a.own.length);
  return values.every(({ length }) => length >= noChance) ? most!.template : undefined;
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
    if (!isRefuted) return { '{case}': test, ...casesShown(test, members, shown), ...members };
  }
  return undefined;
}

/** The cases in which no write has left a record, by the records that were shown in them. */
function casesShown(
  test: string,
  members: Readonly<Record<string, Json>>,
  shown: readonly Change[],
): Readonly<Record<string, Json>> {
  const byCase = grouped(shown, (one) => textOf(caseIn(test, one) ?? null));
  return Object.fromEntries(
    [...byCase].flatMap(([name, own]) => {
      const [{ value }] = own as [Change];
      const isOne = own.length >= enoughOfEach && own.every((one) => sameValue(one.value, value));
      const isName = typeof caseIn(test, own[0]!) === 'string' && numeric(name) === undefined;
      return isOne && isName && !Object.hasOwn(members, name) ? [[name, value!]] : [];
    }),
  );
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
