// What stood at one place of an answer, what was known then, and the condition under which it stood there.
import { isThere, nameIn } from '../../http/exact-json.ts';
import type { Facts } from '../../dialect/known-facts.ts';
import type { Json } from '../../http/exact-json.ts';
import { remembering } from '../../http/remembering.ts';
import { isCodeWord } from '../../dialect/name-words.ts';
import { askingFor, named, noSuch, notFalse } from '../../dialect/templates.ts';
import { grouped } from '../groups.ts';
import { onceFor } from '../once-for.ts';

export interface Sample {
  /** Undefined: nothing stood there. */
  readonly value: Json | undefined;
  readonly facts: Facts;
  /** The name of the member that it is the value of: of facts that explain it alike, one of that name is rather meant. */
  readonly called?: string;
  /**
   * The kind of answer that it is from, where that is another one: what explains it as well is rather meant, but what it
   * shows itself is not looked for.
   */
  readonly sister?: string;
  /** What kinds of answers have in common that say the same codes, if they say any. */
  readonly family?: string;
  /** Whether it is a further answer of its kind, which only tells what is made anew for each. */
  readonly isAgain?: boolean;
}

export const isOwn = ({ sister }: Sample) => sister === undefined;

/** Marks a text that is a part of a template already. */
export const holeMark = '\u0002';

export const isHole = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.startsWith(holeMark);

/** Facts that can be conditions, those that are rather meant first. */
const conditions = [
  /^page\.(more|more asked|before|follows|full|cut|part|next|next full|previous|any|none|conditions each|orders each)$/,
  /^query\./,
  /^query$/,
  /^prefers\./,
  /^changed$/,
  /^sent\//,
  /^changed\//,
  /^columns\//,
  /^any\//,
  /^strategy\//,
  /^(record|was|last)\//,
];

/** Which of the conditions a fact can be, by its name; none of them for most facts. */
const conditionOf = remembering(10_000, (name): number =>
  conditions.findIndex((condition) => condition.test(name)),
);

/** Whether what a name stands for in a template is there, and not false. */
export const holds = (facts: Facts, name: string): boolean => isThere(named(name, (one) => facts.get(one)));

/** The names of facts by how they begin, up to the first mark between words, such as `query.` or `sent/`. */
const namesByFamily = onceFor((facts: Facts) => grouped(facts.keys(), (name) => /^\w+[./]/.exec(name)?.[0]));

/** The names of what was known of samples that begin so, such as `query.`. */
export const factNames = (samples: readonly Sample[], family: string): string[] => [
  ...new Set(samples.flatMap(({ facts }) => namesByFamily(facts).get(family) ?? [])),
];

/** @returns undefined where no fact tells, but for a few samples */
export function guardFor(there: readonly Sample[], lacking: readonly Sample[]): string | undefined {
  if (there.length === 0 || lacking.length === 0) return undefined;
  const names = new Set<string>();
  for (const { facts } of [...there.slice(0, 3), there.at(-1)!, ...lacking.slice(0, 2)])
    for (const name of facts.keys()) names.add(name);
  const all = there.length + lacking.length;
  let best: { name: string; wrong: number } | undefined;
  const byCondition = grouped(names, conditionOf);
  for (const at of conditions.keys()) {
    for (const name of byCondition.get(at) ?? []) {
      const wrong = missesOf(name, there, lacking, best?.wrong ?? Infinity);
      if (wrong !== undefined) best = { name, wrong };
    }
    if (best?.wrong === 0) return best.name;
  }
  const found = pairFor(there, lacking, names) ?? wordFor(there, lacking, names);
  if (found !== undefined) return found;
  // What a list was asked for may take away what it tells otherwise, as a cursor does the total.
  for (const name of names) {
    if (!name.startsWith('query.') || there.length <= lacking.length) continue;
    for (const condition of [noSuch + name, notFalse + name]) {
      const isMeant = there.every(({ facts }) => facts.has('page.count') && holds(facts, condition));
      const wrong = isMeant ? missesOf(condition, there, lacking, best?.wrong ?? Infinity) : undefined;
      if (wrong !== undefined) best = { name: condition, wrong };
    }
  }
  return best !== undefined &&
    best.wrong * 12 <= all &&
    best.wrong * 2 < Math.min(there.length, lacking.length)
    ? best.name
    : undefined;
}

/** For how many samples a condition is wrong; undefined where it is for so many, or more. */
function missesOf(
  name: string,
  there: readonly Sample[],
  lacking: readonly Sample[],
  tooMany: number,
): number | undefined {
  let wrong = 0;
  for (const [samples, isMeant] of [
    [there, true],
    [lacking, false],
  ] as const)
    for (const { facts } of samples) {
      if (holds(facts, name) !== isMeant) wrong += 1;
      if (wrong >= tooMany) return undefined;
    }
  return wrong;
}

/** Two conditions of which both must hold: where the page stands, and what was asked for. */
function pairFor(
  there: readonly Sample[],
  lacking: readonly Sample[],
  names: Iterable<string>,
): string | undefined {
  if (there.length < 2 || lacking.length < 2) return undefined;
  const always = [...names].filter((name) => there.every(({ facts }) => holds(facts, name)));
  const ofQuery = always.filter((name) => name.startsWith('query.'));
  return always
    .filter((name) => conditions[0]!.test(name))
    .flatMap((page) => {
      const left = lacking.filter(({ facts }) => holds(facts, page));
      const query = ofQuery.find((name) => !left.some(({ facts }) => holds(facts, name)));
      return query === undefined ? [] : [`${page} | when ${query}`];
    })[0];
}

/** So many samples tell that a word is the reason, so many alike are so by no chance, and so few words tell a state. */
const [fewestOfWord, enoughAlike, mostWords] = [6, 4, 5];

/**
 * A word of the record, such as a state, that all have where something is there and none where it lacks, or the other way around.
 * Few samples tell it where it is called a state.
 */
function wordFor(
  there: readonly Sample[],
  lacking: readonly Sample[],
  names: Iterable<string>,
): string | undefined {
  if (there.length + lacking.length < fewestOfWord) return undefined;
  const wordsOf = (samples: readonly Sample[], name: string) =>
    new Set(samples.map(({ facts }) => nameIn(facts.get(name))));
  for (const name of names) {
    if (!/^(?:record|was|strategy)\//.test(name)) continue;
    const [own, others] = [wordsOf(there, name), wordsOf(lacking, name)];
    const all = [...own, ...others];
    const areWords = all.every((word) => word !== null && isCodeWord(word));
    if (!areWords || all.length > mostWords || [...own].some((word) => others.has(word))) continue;
    const isState = /(?:status|state)$/i.test(name);
    for (const [words, samples, isNot] of [
      [others, lacking, true],
      [own, there, false],
    ] as const)
      if (words.size === 1 && (isState || samples.length >= enoughAlike))
        return askingFor([...words][0]!, name, isNot);
  }
  return undefined;
}

/** What stands where nothing does: left out, null or an empty text, whichever is commonest. */
export function nothingOf(samples: readonly Sample[]): Json | undefined {
  const nulls = samples.filter(({ value }) => value === null).length;
  const empty = samples.filter(({ value }) => value === '').length;
  const absent = samples.filter(({ value }) => value === undefined).length;
  if (absent > nulls && absent > empty) return undefined;
  return nulls >= empty ? null : '';
}

/** How a hole ends that becomes this where it has no value. */
export const markFor = (nothing: Json | undefined): string =>
  nothing === undefined ? '?' : nothing === '' ? '|' : '';
