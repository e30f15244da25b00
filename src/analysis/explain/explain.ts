// Explains what stands in answers by what was known when they were given: from samples of one place to a template.
// Values tell, and names of members only where values leave it open; the explanation that holds most often wins, and what has
// none is the commonest value seen, noted as a guess.
import { isList, isNothing, isObject, textOf, withLeaves } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { allLeaves, pointerTo, valueAt, withValueAt } from '../../http/pointer.ts';
import { shownRecords } from '../../dialect/each-value.ts';
import { addLeaves } from '../../dialect/known-facts.ts';
import {
  eachFactOf,
  eachIn,
  eachMarks,
  evaluate,
  fill,
  given,
  holeAlone,
  holesIn,
  literal,
  literalValue,
  noSuch,
  sameValue,
  withMark,
} from '../../dialect/templates.ts';
import type { EachMark } from '../../dialect/templates.ts';
import { besideRecords, eachValueIn } from './each-value-samples.ts';
import { explainLeaf, explains } from './explain-leaf.ts';
import { nameForms } from './proposals.ts';
import { byFrequency, commonest, grouped, inOrder, parted, spread } from '../groups.ts';
import { isAnew } from './shapes.ts';
import { guardFor, holds, holeMark, isHole, isOwn, markFor, nothingOf } from './sample.ts';
import type { Sample } from './sample.ts';
import { splitsBySide } from './splits-by-side.ts';
import { splitsOf } from './splits.ts';
import type { Split } from './splits.ts';

/** A place that nothing explains, with what is served there. */
export interface Guess {
  readonly place: string;
  /** In how many of the samples the value that is served stood there. */
  readonly held: number;
  readonly of: number;
}

export interface Explained {
  /** Undefined: nothing stands there. */
  readonly template: Json | undefined;
  readonly guesses: readonly Guess[];
}

export function explain(samples: readonly Sample[]): Explained {
  const guesses: Guess[] = [];
  const template = explainValue(samples, '', guesses);
  const told = misses(guesses) === 0 ? undefined : tellingAgain(samples, template, misses(guesses));
  return told ?? { template, guesses };
}

/** What an answer makes anew, while it is looked for elsewhere in the answer: no fact that the mock knows. */
const made = 'made';

/**
 * What explains more where an answer tells again what it made anew, such as a link to the process of which it tells the id;
 * undefined where nothing does.
 */
function tellingAgain(
  samples: readonly Sample[],
  template: Json | undefined,
  missed: number,
): Explained | undefined {
  for (const [at, leaf] of allLeaves(template ?? null)) {
    if (!isAnew(leaf) || holeAlone(leaf) === undefined) continue;
    const known = samples.map(({ value }) => valueAt(value ?? null, at));
    if (samples.some((sample, index) => isOwn(sample) && typeof known[index] !== 'string')) continue;
    const guesses: Guess[] = [];
    const again = explainValue(
      samples.map((sample, index) => {
        const value = known[index];
        if (typeof value !== 'string') return sample;
        return { ...sample, facts: new Map([...sample.facts, [made, value] as const]) };
      }),
      '',
      guesses,
    );
    if (again === undefined || misses(guesses) >= missed) continue;
    const hole = `{${holeAlone(leaf)!}`;
    return { template: withLeaves(again, (own) => withHole(own, hole)), guesses };
  }
  return undefined;
}

/** A leaf with the hole that gives what the answer makes anew. */
function withHole(leaf: Json, hole: string): Json {
  if (typeof leaf !== 'string') return leaf;
  return leaf.replace(/\{\{|\{made(?=[ }?|])/g, (start) => (start === '{{' ? start : hole));
}

/** How many samples are left unexplained: fewer is better. */
function misses(guesses: readonly Guess[]): number {
  return guesses.reduce((sum, { held, of }) => sum + of - held, 0);
}

function explainValue(samples: readonly Sample[], place: string, guesses: Guess[]): Json | undefined {
  const [told, absent] = parted(samples, ({ value }) => value !== undefined);
  const sent = sentWhereTold(told, absent);
  if (sent !== undefined) {
    const template = explainValue(told, place, guesses);
    return { '{if}': `{${given}${sent}?}`, '{then}': template ?? null };
  }
  const own: Guess[] = [];
  const usual = explainUsual(samples, place, own);
  const isPlain = samples.filter(isOwn).every(({ value }) => typeof value !== 'object' || value === null);
  const missed = isPlain ? misses(own) : oddOnes(samples);
  const left = misses(own);
  const chosen =
    (missed > 0 ? byCase(samples, place, splitsOf(samples), missed, guesses) : undefined) ??
    (left > 0 ? byCase(samples, place, splitsBySide(samples), left, guesses) : undefined);
  if (chosen !== undefined) return chosen;
  guesses.push(...own);
  return usual;
}

/** What was sent wherever something is told, be it null, and nowhere else: what null stands for otherwise is nothing. */
function sentWhereTold(told: readonly Sample[], absent: readonly Sample[]): string | undefined {
  const [first] = told;
  const isNull = ({ value }: Sample) => value === null;
  if (first === undefined || absent.length === 0 || !told.some(isNull) || told.every(isNull))
    return undefined;
  return [...first.facts.keys()].find(
    (name) =>
      name.startsWith('sent/') &&
      told.every(({ facts }) => facts.has(name)) &&
      !absent.some(({ facts }) => facts.has(name)),
  );
}

/** In how many answers something stands there of another kind than in most: a list for an object or a text. */
function oddOnes(samples: readonly Sample[]): number {
  const own = samples.filter((sample) => isOwn(sample) && !isNothing(sample.value));
  const [most = []] = byFrequency(own, ({ value }) => (isList(value) ? 'array' : typeof value));
  return own.length - most.length;
}

/**
 * What stands there in one case, such as for those who prefer something, and in all others; undefined where that does not explain
 * it better than what misses so many.
 */
function byCase(
  samples: readonly Sample[],
  place: string,
  splits: readonly Split[],
  missed: number,
  guesses: Guess[],
): Json | undefined {
  const sisters = samples.filter((sample) => !isOwn(sample));
  for (const { test, groups, usual, mayMiss } of splits) {
    const noted: Guess[] = [];
    const explained = groups.map(({ choice, group }) => {
      return { choice, template: explainValue([...group, ...sisters], place, noted) };
    });
    if (misses(noted) * 2 > missed || (!mayMiss && misses(noted) > 0)) continue;
    const otherwise = explained.find(({ choice }) => choice === usual)!.template;
    const cases = explained.filter(({ template }) => JSON.stringify(template) !== JSON.stringify(otherwise));
    if (
      cases.length === 0 ||
      cases.some(({ choice, template }) => choice === undefined || template === undefined)
    )
      continue;
    guesses.push(...noted);
    return {
      '{case}': test,
      ...Object.fromEntries(cases.map(({ choice, template }) => [literal(choice!), template!])),
      ...(otherwise !== undefined && { '{else}': otherwise }),
    };
  }
  return undefined;
}

function explainUsual(samples: readonly Sample[], place: string, guesses: Guess[]): Json | undefined {
  const [own, sisters] = parted(samples, isOwn);
  const each = explainEachValue(own, place);
  if (each !== undefined) return each;
  if (sisters.length > 0) return explainWithSisters(own, sisters, place, guesses);
  const objects = samples.filter(({ value }) => isObject(value));
  const arrays = samples.filter(({ value }) => isList(value));
  const scalars = samples.filter(({ value }) => !isNothing(value) && typeof value !== 'object');
  const most = Math.max(objects.length, arrays.length, scalars.length);
  if (most === 0) return explainLeaf(samples).template;
  if (scalars.length === most) {
    const { template, held } = explainLeaf(samples);
    if (held < samples.length) guesses.push({ place, held, of: samples.length });
    return template;
  }
  const there = objects.length === most ? objects : arrays;
  const whole = wholeFact(there);
  if (whole !== undefined) {
    const others = samples.filter((sample) => !there.includes(sample));
    const guard = guardFor(there, others);
    const isNothingElse = others.every(({ value, facts }) => isNothing(value) && isNothing(facts.get(whole)));
    if (isNothingElse) return withMark(`{${whole}}`, markFor(nothingOf(others)));
    if (guard !== undefined) return `{${whole} | when ${guard}${nothingOf(others) === undefined ? '?' : ''}}`;
  }
  const noted: Guess[] = [];
  const inner =
    objects.length === most ? explainObject(there, place, noted) : explainArray(there, place, noted);
  const lacking = samples.filter(({ value }) => isNothing(value));
  const template = lacking.length === 0 ? inner : guarded(inner, there, lacking, samples, place, noted);
  const mostly = misses(noted) === 0 ? undefined : mostlyWhole(samples);
  if (mostly === undefined || mostly.missed >= Math.min(misses(noted), samples.length / 2)) {
    guesses.push(...noted);
    return template;
  }
  guesses.push({ place, held: samples.length - mostly.missed, of: samples.length });
  return withMark(`{${mostly.name}}`, markFor(nothingOf(lacking)));
}

/** A template that stands there only under a condition. */
function guarded(
  template: Json,
  there: readonly Sample[],
  lacking: readonly Sample[],
  samples: readonly Sample[],
  place: string,
  guesses: Guess[],
  sisters: readonly Sample[] = [],
): Json | undefined {
  const [alsoThere, alsoLacking] = parted(sisters, ({ value }) => !isNothing(value));
  const guard = guardFor([...there, ...alsoThere], [...lacking, ...alsoLacking]) ?? guardFor(there, lacking);
  if (guard === undefined) {
    if (there.length < lacking.length) {
      guesses.push({ place, held: lacking.length, of: samples.length });
      return nothingOf(lacking);
    }
    guesses.push({ place, held: there.length, of: samples.length });
    return template;
  }
  const condition = { '{if}': `{${guard}${markFor(nothingOf(lacking))}}` };
  return isObject(template) ? { ...condition, ...template } : { ...condition, '{then}': template };
}

/** What explains these samples, and those of their sisters too where that can be. */
function explainWithSisters(
  own: readonly Sample[],
  all: readonly Sample[],
  place: string,
  guesses: Guess[],
): Json | undefined {
  const sisters = all.filter(({ isAgain }) => isAgain !== true);
  const isHere = ({ value }: Sample) => isObject(value);
  if (own.some(isHere) && sisters.some(isHere) && own.every(({ value }) => !isList(value))) {
    const [there, lacking] = parted(own, isHere);
    const shown = [...there, ...all.filter(isHere)];
    const whole = lacking.length === 0 ? wholeFact(shown) : undefined;
    if (whole !== undefined) return `{${whole}}`;
    const template = explainObject(shown, place, guesses);
    return lacking.length === 0 ? template : guarded(template, there, lacking, own, place, guesses, sisters);
  }
  const lists = sisters.filter(({ value }) => isList(value));
  if (own.every(({ value }) => isList(value))) return explainArray(own, place, guesses, lists);
  const scalars = (samples: readonly Sample[]) =>
    samples.every(({ value }) => typeof value !== 'object' || value === null);
  if (!scalars(own)) return explainValue(own, place, guesses);
  if (own.some(({ value }) => isHole(value))) return explainLeaf([...own, ...sisters]).template;
  const alone = explainLeaf(own);
  const together = explainLeaf(
    [...own, ...sisters.filter(({ value }) => typeof value !== 'object' || value === null)].map(
      ({ value, facts, called = '' }) => ({ value, facts, called }),
    ),
  );
  const held = (template: Json | undefined, samples = own) =>
    samples.filter((sample) => gives(template, sample)).length;
  // What each answer says anew has the form that it has in all of them.
  const bothAnew = isAnew(alone.template) && isAnew(together.template);
  const isMeant =
    together.template !== undefined &&
    held(together.template) >= held(alone.template) &&
    (held(together.template, sisters) > held(alone.template, sisters) || bothAnew) &&
    (!isAnew(together.template) ||
      isAnew(alone.template) ||
      (changesWithin([...own, ...all]) && !isExplained(own, alone.template, together.template)));
  const chosen = (isMeant ? together : alone).template;
  // What another answer tells, too, is not made anew for each.
  const isAgain = isAnew(chosen) && own.some((sample) => isToldBy([...own, ...all], sample));
  const best = isAgain ? literal(textOf(commonest(own, ({ value }) => textOf(value))!.value)) : chosen;
  // What a list tells of all its pages alike, it tells of none of their records.
  const [{ value } = { value: null }] = own;
  if (isOfRecords(best) && typeof value === 'string' && isOfList(own)) return literal(value);
  const count = held(best);
  if (count < own.length) guesses.push({ place, held: count, of: own.length });
  return best;
}

/** Whether a template tells of the records that a list shows, of which there may be none. */
const isOfRecords = (template: Json | undefined) =>
  typeof template === 'string' && /\{(first|last)\//.test(template);

/** Whether a list tells the same of all its pages, though other records stand first there. */
function isOfList(samples: readonly Sample[]): boolean {
  const first = ({ facts }: Sample) =>
    JSON.stringify([...facts].filter(([name]) => name.startsWith('first/')));
  return (
    new Set(samples.map(first)).size > 1 && samples.every(({ value }) => sameValue(value, samples[0]!.value))
  );
}

/**
 * Whether what answers of one kind say is explained, and so not made anew for each, though it is so in all kinds together:
 * different texts are, and one that has not the form of those that are made anew.
 */
function isExplained(own: readonly Sample[], alone: Json | undefined, anew: Json): boolean {
  if (alone === undefined || holesIn(alone).length === 0 || !own.every((sample) => explains(alone, sample)))
    return false;
  const length = textOf(fill(anew, () => '')).length;
  const texts = own.map(({ value }) => textOf(value));
  return new Set(texts).size > 1 || texts.every((text) => text.length !== length);
}

/** Whether another answer tells what stands there. */
const isToldBy = (samples: readonly Sample[], { value, facts }: Sample): boolean =>
  !isNothing(value) &&
  samples.some((other) => sameValue(other.value, value) && other.facts.get('now') !== facts.get('now'));

/** Whether answers of one kind differ here: what only differs from kind to kind, such as a code, is no value made anew. */
function changesWithin(samples: readonly Sample[]): boolean {
  const there = samples.filter(({ value }) => value !== undefined && value !== null);
  const kinds = grouped(there, ({ sister, family }) => family ?? sister);
  const telling = [...kinds.values()].filter(({ length }) => length > 1);
  const changing = telling.filter((own) => own.some(({ value }) => !sameValue(value, own[0]!.value)));
  return changing.length * 2 > telling.length;
}

/** Whether a template gives what stood there; what an answer says anew may be anything, but for nothing. */
function gives(template: Json | undefined, sample: Sample): boolean {
  if (template === undefined) return sample.value === undefined;
  const { value, facts } = sample;
  if (!isNothing(value)) return isAnew(template) || explains(template, sample);
  const made = fill(template, (name) => (name === 'answer' ? '1' : facts.get(name)));
  return (made ?? null) === (value ?? null);
}

/** What is told beside records for each different value that these have somewhere; undefined for anything else. */
function explainEachValue(samples: readonly Sample[], place: string): Json | undefined {
  const ways = eachValueIn(samples);
  if (ways.length === 0 || wholeFact(samples.filter(({ value }) => !isNothing(value))) !== undefined)
    return undefined;
  for (const { mark, guard, items, entries } of ways) {
    const guesses: Guess[] = [];
    const template = explainValue(items, place, guesses);
    if (template === undefined || guesses.length > 0) continue;
    const each = { [mark]: withEntries(template, entries) };
    const whole = samples.some(({ value }) => isList(value)) ? [each] : each;
    return guard === undefined ? whole : { '{if}': `{${guard}?}`, '{then}': whole };
  }
  return undefined;
}

/** What is not the same in all entries is told as it was recorded, and not as it happened to be. */
const withEntries = (template: Json, entries: readonly Json[]): Json =>
  allLeaves(template).reduce<Json>((known, [at, leaf]) => {
    const isPlain = typeof leaf !== 'string' || !leaf.includes('{');
    const isSame = entries.every((entry) => sameValue(valueAt(entry, at), leaf));
    return isPlain && !isSame ? withValueAt(known, at, `{object${at}}`) : known;
  }, template);

/** The fact that is the whole of a value in all samples. */
function wholeFact(there: readonly Sample[]): string | undefined {
  for (const [name, fact] of there[0]!.facts) {
    if (typeof fact !== 'object' || fact === null || name === besideRecords || name === shownRecords)
      continue;
    // What a few answers tell of their requests may be all that was asked for by chance.
    if (name === 'parameters' && new Set(there.map(({ value }) => JSON.stringify(value))).size < 3) continue;
    // What is empty is none that was sent, but for answers that tell others, too.
    if (name.startsWith('sent') && there.every(({ value }) => Object.keys(value as object).length === 0))
      continue;
    if (there.every(({ value, facts }) => sameValue(facts.get(name), value))) return name;
  }
  return undefined;
}

/** The object of a record that a value is in most samples, nothing where that is none, and in how many it is not. */
function mostlyWhole(
  samples: readonly Sample[],
): { readonly name: string; readonly missed: number } | undefined {
  const names = new Set(
    samples.flatMap(({ facts }) =>
      [...facts].flatMap(([name, fact]) => (/^(record|was)\//.test(name) && isObject(fact) ? [name] : [])),
    ),
  );
  const isWhole = ({ value, facts }: Sample, name: string) =>
    sameValue(value ?? null, facts.get(name) ?? null);
  const [best] = [...names]
    .map((name) => ({ name, missed: samples.filter((sample) => !isWhole(sample, name)).length }))
    .sort((a, b) => a.missed - b.missed);
  return best;
}

/** What a member is called after, and what stands around it, as in `$.{param}`. */
interface Called {
  readonly hole: string;
  readonly before: string;
  readonly behind: string;
}

/** Each way in which a member may be called after the field at fault, or after the record. */
function* calledAfter({ value, facts }: Sample): Generator<Called> {
  const names = Object.keys(value as JsonObject);
  for (const fact of ['param', 'param.path', 'param.pointer', 'param.item.path', 'param.inner', 'id']) {
    const text = facts.get(fact);
    if (typeof text === 'string' && text.length > 1 && names.includes(text))
      yield { hole: fact, before: '', behind: '' };
  }
  for (const fact of ['param', 'param.path', 'param.item.path', 'param.inner'])
    for (const form of ['', ...nameForms]) {
      const hole = form === '' ? fact : `${fact} | ${form}`;
      const text = textOf(evaluate(hole, (name) => facts.get(name)));
      if (text.length < 2) continue;
      for (const name of names) {
        const at = name.indexOf(text);
        const [before, behind] = [name.slice(0, at), name.slice(at + text.length)];
        if (at !== -1 && !/\w$/.test(before) && !/^\w/.test(behind)) yield { hole, before, behind };
      }
    }
}

/** A member that is called as the field at fault, or as the record, is called so each time; one among others may be by chance. */
function withNamedMember(samples: readonly Sample[]): readonly Sample[] {
  const [own, sisters] = parted(samples, isOwn);
  for (const { hole, before, behind } of calledAfter(own[0]!)) {
    const nameIn = ({ facts }: Sample) => before + textOf(evaluate(hole, (name) => facts.get(name))) + behind;
    const isPlain = before === '' && behind === '';
    const name = nameIn(own[0]!);
    const isNamed = own.every((sample) => Object.hasOwn(objectOf(sample), nameIn(sample)));
    // What stands under its name and is what was sent for it is told again by no chance.
    const isToldAgain = own.every((sample) =>
      sameValue(objectOf(sample)[nameIn(sample)], sample.facts.get('value')),
    );
    const isByChance =
      isPlain &&
      !isToldAgain &&
      new Set(own.map(nameIn)).size < 2 &&
      own.some((sample) => Object.keys(objectOf(sample)).length > 1);
    // What most other answers have, too, is called after nothing.
    const others = sisters.filter((one) => isObject(one.value) && nameIn(one) !== name);
    const isUsual =
      others.filter((sample) => Object.hasOwn(objectOf(sample), name)).length * 2 > others.length;
    if (!isNamed || isByChance || isUsual) continue;
    const called = `${holeMark}${literal(before)}{${hole}}${literal(behind)}`;
    return samples.map((sample) => {
      const renamed = Object.entries(objectOf(sample)).map(
        ([name, item]) => [name === nameIn(sample) ? called : name, item] as const,
      );
      return { ...sample, value: Object.fromEntries(renamed) };
    });
  }
  return samples;
}

function explainObject(all: readonly Sample[], place: string, guesses: Guess[]): JsonObject {
  const samples = withNamedMember(all);
  const names = new Set(samples.filter(isOwn).flatMap((sample) => Object.keys(objectOf(sample))));
  const members: [string, Json][] = [];
  for (const name of names) {
    const has = (sample: Sample) => Object.hasOwn(objectOf(sample), name);
    const known = new Set(samples.filter(has).map(({ sister }) => sister));
    const inner = samples
      .filter(({ sister }) => sister === undefined || known.has(sister))
      .map((sample): Sample => {
        const value = has(sample) ? objectOf(sample)[name]! : undefined;
        return { ...sample, value, called: name };
      });
    const template = explainValue(inner, pointerTo(place, name), guesses);
    if (template !== undefined)
      members.push([name.startsWith(holeMark) ? name.slice(1) : literal(name), template]);
  }
  members.push(...membersOfSisters(samples, names, place));
  return Object.fromEntries(members);
}

const objectOf = ({ value }: Sample) => value as JsonObject;
const itemsOf = ({ value }: Sample) => value as readonly Json[];
const itemAt = (sample: Sample, at: number): Sample => ({
  value: itemsOf(sample).at(at),
  facts: sample.facts,
});

/** @param sisters the same place in answers of other lists */
function explainArray(
  samples: readonly Sample[],
  place: string,
  guesses: Guess[],
  sisters: readonly Sample[] = [],
): Json {
  const lists = samples.map(itemsOf);
  for (const mark of eachMarks) {
    const told = explainAgain(samples, sisters, mark, place);
    if (told !== undefined) return told;
  }
  // What one list of records shows alone, such as one link, its sisters may tell apart from others.
  const isOfList = samples.every(({ facts }) => facts.has('page.count'));
  const key =
    discriminator(lists) ?? (isOfList ? discriminator([...lists, ...sisters.map(itemsOf)]) : undefined);
  const own: Guess[] = [];
  const named = key === undefined ? undefined : explainNamed(samples, sisters, key, place, own);
  if (named !== undefined && own.length === 0) return named;
  const words = explainWords(samples, place);
  if (words !== undefined) return words;
  const each = explainEach(samples, place);
  if (each !== undefined) return each;
  if (named !== undefined) {
    guesses.push(...own);
    return named;
  }
  const length = commonest(lists.map((list) => list.length))!;
  const fitting = samples.filter((sample) => itemsOf(sample).length === length);
  if (fitting.length < samples.length) guesses.push({ place, held: fitting.length, of: samples.length });
  return Array.from({ length }, (_, at) => {
    const inner = fitting.map((sample) => itemAt(sample, at));
    const template = explainValue(inner, pointerTo(place, at), guesses) ?? null;
    if (!inner.every(({ value }) => isObject(value))) return template;
    return optional(fitting.length < samples.length ? ofThere(template) : template);
  });
}

/** An item of a list that is not always as long: made of known leaves alone, it is there with the first of them. */
function ofThere(template: Json): Json {
  if (!isObject(template) || Object.hasOwn(template, '{if}')) return template;
  const leaves = Object.values(template);
  const isMade = leaves.every((leaf) => typeof leaf === 'string' && holeAlone(leaf) !== undefined);
  return isMade && leaves.length > 0 ? { '{if}': leaves[0]!, ...template } : template;
}

/** A list whose items are told apart by what a member of theirs says. */
function explainNamed(
  samples: readonly Sample[],
  sisters: readonly Sample[],
  key: string,
  place: string,
  guesses: Guess[],
): Json[] {
  const named = (sample: Sample) => itemsOf(sample).map((item) => (isObject(item) ? textOf(item[key]) : ''));
  const itemOf = (name: string, sample: Sample): Sample => {
    const value = itemsOf(sample).find((item) => isObject(item) && textOf(item[key]) === name);
    return { ...sample, value };
  };
  const own = new Set(samples.flatMap(named));
  return inOrder([...samples, ...sisters].map(named)).flatMap((name) => {
    const at = pointerTo(place, name);
    const template = own.has(name)
      ? explainValue(
          [...samples, ...sisters].map((sample) => itemOf(name, sample)),
          at,
          guesses,
        )
      : ofSisters(
          sisters.map((sample) => itemOf(name, sample)),
          samples,
          at,
        );
    return template === undefined ? [] : [optional(template)];
  });
}

/** More words are hardly those of one list. */
const mostWords = 8;

/** A list of single words, each of which is there or not, such as the names of what was changed; undefined for any other. */
function explainWords(samples: readonly Sample[], place: string): Json | undefined {
  const lists = samples.map(itemsOf);
  const isOfWords = (list: readonly Json[]) =>
    list.every((item) => typeof item === 'string' && /^[\w.-]+$/.test(item)) &&
    new Set(list).size === list.length;
  if (!lists.every(isOfWords) || lists.every((list) => sameValue(list, lists[0]))) return undefined;
  const words = inOrder(lists as readonly (readonly string[])[]);
  if (words.length > mostWords) return undefined;
  const valueOf = (word: string, one: Sample) => (itemsOf(one).includes(word) ? word : undefined);
  return explainOptional(
    words.map((word) => samples.map((one) => ({ ...one, value: valueOf(word, one) }))),
    place,
  );
}

/** A list that is longer the more is asked for: each item is there under a condition of its own; undefined for any other. */
function explainEach(samples: readonly Sample[], place: string): Json | undefined {
  const longest = Math.max(...samples.map((one) => itemsOf(one).length));
  if (longest > 4 || samples.every((one) => itemsOf(one).length === longest)) return undefined;
  return explainOptional(
    Array.from({ length: longest }, (_, at) => samples.map((one) => itemAt(one, at))),
    place,
  );
}

/** Items that are each there under a condition of their own; undefined where something is left unexplained. */
function explainOptional(items: readonly (readonly Sample[])[], place: string): Json[] | undefined {
  const guesses: Guess[] = [];
  const told = items.map((samples, at) => explainValue(samples, pointerTo(place, at), guesses));
  return guesses.length > 0 || told.includes(undefined) ? undefined : told.map((item) => optional(item!));
}

/**
 * A list with an item for each page, condition or order, and others before and behind them; where there is none of these it may
 * hold what is so then. Undefined for any other.
 */
function explainAgain(
  samples: readonly Sample[],
  sisters: readonly Sample[],
  mark: EachMark,
  place: string,
): Json | undefined {
  const none = noSuch + eachFactOf(mark);
  const isOfNone = ({ facts }: Sample) => holds(facts, none);
  const [usual, asked] = parted(samples, isOfNone);
  const items = usual.length === 0 ? [] : itemsOf(usual[0]!);
  if (!usual.every(({ value }) => sameValue(value, items))) return undefined;
  const all = [...asked, ...sisters.filter((one) => !isOfNone(one))];
  const each = all.length === 0 ? undefined : explainAsked(all, mark, place);
  if (each === undefined) return undefined;
  const ofNone = items.map((item): Json => {
    const condition = { '{if}': `{${none}?}` };
    const plain = withLeaves(item, literalValue);
    return isObject(plain) ? { ...condition, ...plain } : { ...condition, '{then}': plain };
  });
  return [...ofNone, ...each];
}

function explainAsked(all: readonly Sample[], mark: EachMark, place: string): Json[] | undefined {
  const samples = spread(all, 60).map(({ value, facts }) => ({
    items: value as readonly Json[],
    facts,
    each: eachIn(mark, (name) => facts.get(name)),
  }));
  const [{ items, each } = { items: [], each: [] }] = samples;
  const others = items.length - each.length;
  const isOfEach =
    others >= 0 &&
    others <= 6 &&
    new Set(samples.map((one) => one.each.length)).size > 1 &&
    samples.every((one) => one.each.length > 0 && one.items.length - one.each.length === others);
  if (!isOfEach) return undefined;
  for (let before = 0; before <= others; before += 1) {
    const inner = samples.flatMap((one) =>
      one.each.map((told, at): Sample => {
        // What a page is tells nothing of one of several things that it says.
        const facts = new Map([...one.facts].filter(([, fact]) => typeof fact !== 'boolean'));
        addLeaves(facts, 'each', told);
        return { value: one.items[before + at], facts };
      }),
    );
    const guesses: Guess[] = [];
    const alone = (at: number) =>
      explainValue(
        samples.map((one): Sample => ({ value: one.items.at(at), facts: one.facts })),
        pointerTo(place, at),
        guesses,
      ) ?? null;
    const template = explainValue(inner, place, guesses);
    if (template === undefined || guesses.length > 0) continue;
    return [
      ...Array.from({ length: before }, (_, at) => alone(at)),
      { [mark]: template },
      ...Array.from({ length: others - before }, (_, at) => alone(at - others + before)),
    ];
  }
  return undefined;
}

/** The members that other lists show under a condition, such as a link to the next page, that held for none of these. */
function membersOfSisters(
  samples: readonly Sample[],
  names: ReadonlySet<string>,
  place: string,
): [string, Json][] {
  const [own, sisters] = parted(samples, isOwn);
  if (!own.every(({ facts }) => facts.has('page.count'))) return [];
  const others = new Set(sisters.flatMap((sample) => Object.keys(objectOf(sample))));
  return [...others].flatMap((name): [string, Json][] => {
    if (names.has(name)) return [];
    const inner = sisters.map((sample) => ({ ...sample, value: objectOf(sample)[name] }));
    if (inner.some(({ value }) => isHole(value))) return [];
    const template = ofSisters(inner, own, pointerTo(place, name));
    return template === undefined ? [] : [[literal(name), template]];
  });
}

/** What sisters show under a condition that held for none of the answers, which all lack it. */
export function ofSisters(
  sisters: readonly Sample[],
  samples: readonly Sample[],
  place: string,
): Json | undefined {
  const [there, lacking] = parted(sisters, ({ value }) => value !== undefined);
  const guard = guardFor(there, lacking);
  if (guard === undefined || !/^(page|query)\./.test(guard)) return undefined;
  if (samples.some(({ facts }) => holds(facts, guard))) return undefined;
  const own = sisters.map(({ value, facts }) => ({ value, facts }));
  return explainValue(own, place, []);
}

/** An item that lacks is left out of its list, never null. */
function optional(template: Json): Json {
  if (typeof template === 'string' && holeAlone(template) !== undefined) return withMark(template, '?');
  if (!isObject(template) || !Object.hasOwn(template, '{if}')) return template;
  return { ...template, '{if}': withMark(template['{if}'] as string, '?') };
}

/** The member by which the objects of lists of different lengths are told apart; undefined where there is none. */
function discriminator(lists: readonly (readonly Json[])[]): string | undefined {
  const items = lists.flat();
  if (items.length === 0 || !items.every(isObject)) return undefined;
  if (lists.every(({ length }) => length === lists[0]!.length) && lists[0]!.length < 2) return undefined;
  return Object.keys(items[0]!).find((name) => {
    const texts = lists.map((list) => list.map((item) => (item as JsonObject)[name]));
    const isKey = texts.every(
      (own) => own.every((text) => typeof text === 'string') && new Set(own).size === own.length,
    );
    return isKey && new Set(texts.flat()).size <= 8 && new Set(texts.flat()).size < Math.max(2, items.length);
  });
}
