// Texts that tell several errors, one behind the other: `"low" must be a number, "high" must be a number`.
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { allLeaves, isWithin, valueAt } from '../../../http/pointer.ts';
import { literalPattern } from '../../../http/literal-pattern.ts';
import { leafTexts } from '../../../dialect/known-facts.ts';
import { applyFilter } from '../../../dialect/template-filters.ts';
import { nameForms } from '../../explain/proposals.ts';

export interface Joined {
  /** Where the text stands. */
  readonly at: string;
  /** What of it tells each error. */
  readonly parts: readonly string[];
  /** What stands between two of these. */
  readonly between: string;
  /** The words in front of the first, which each has that is told alone. */
  readonly begins?: string | undefined;
  /** The sign behind the last, which each has that is told alone. */
  readonly ends?: string | undefined;
}

/** What may stand between two sentences. */
const betweens = [/; /, /\n/, / \| /, /(?<=[.!]) /, /, /];

/** A name in the form in which a sentence writes it. */
const writtenAs = (name: string, form: string | undefined): string =>
  form === undefined ? name : textOf(applyFilter(form, name) ?? '');

/** A name, and as texts may write it otherwise. */
const formsOf = (name: string): readonly string[] =>
  [undefined, ...nameForms].map((form) => writtenAs(name, form));

/** Which of these names stand in a text; where none or several do, which of them stand there as words, in whatever form. */
export function namesTold(text: string, names: readonly string[]): readonly string[] {
  const plain = names.filter((name) => name !== '' && text.includes(name));
  if (plain.length === 1) return plain;
  const isWord = (form: string) =>
    form !== '' && new RegExp(`(?<!\\w)${literalPattern(form)}(?!\\w)`).test(text);
  return names.filter((name) => formsOf(name).some(isWord));
}

/**
 * The text of an answer that joins a sentence for each of these fields; undefined where none does.
 * @param single answers that tell one such sentence alone
 */
export function sentencesIn(
  body: Json,
  names: readonly string[],
  single: readonly Json[],
): Joined | undefined {
  const isOfOne = (sentence: string) => /\s/.test(sentence) && namesTold(sentence, names).length === 1;
  for (const [at, leaf] of allLeaves(body)) {
    const text = typeof leaf === 'string' ? textOf(leaf) : '';
    for (const between of betweens) {
      const parts = text.split(between);
      const isEach =
        parts.length === names.length &&
        parts.every(isOfOne) &&
        names.every((name) => parts.some((part) => namesTold(part, names).includes(name)));
      if (!isEach) continue;
      const begins = beginningOf(parts, names);
      const ends = endOf(
        parts,
        single.map((one) => textOf(valueAt(one, at) ?? '')),
      );
      const alone = parts.map(
        (part, index) => (index === 0 ? '' : begins) + part + (index === parts.length - 1 ? '' : ends),
      );
      return {
        at,
        parts: alone,
        between: between.exec(text)![0],
        begins: begins === '' ? undefined : begins,
        ends: ends === '' ? undefined : ends,
      };
    }
  }
  return undefined;
}

/** What stands in front of the name in the first sentence, where all others begin with the name that they tell. */
function beginningOf([first = '', ...others]: readonly string[], names: readonly string[]): string {
  const named = new RegExp(`\\S*(?:${names.flatMap(formsOf).map(literalPattern).join('|')})`);
  return others.every((part) => part.search(named) === 0) ? first.slice(0, first.search(named)) : '';
}

/** The sign that ends the last of several sentences and none of the others, each of which has it that is told alone. */
function endOf(parts: readonly string[], single: readonly string[]): string {
  const [end = ''] = /[.!]$/.exec(parts.at(-1) ?? '') ?? [];
  const isOfLast = parts.slice(0, -1).some((part) => part.endsWith(end));
  return isOfLast || single.some((text) => text !== '' && !text.endsWith(end)) ? '' : end;
}

/** The texts of an answer beside its list of errors that join the sentences of these. */
export function joinedIn(body: Json, list: string, errors: readonly Json[]): Joined[] {
  return allLeaves(body).flatMap(([at, leaf]) => {
    const parts = typeof leaf === 'string' && !isWithin(at, list) ? partsOf(textOf(leaf), errors) : undefined;
    return parts === undefined ? [] : [{ at, ...parts }];
  });
}

function partsOf(text: string, errors: readonly Json[]): Omit<Joined, 'at'> | undefined {
  let end = 0;
  const found = errors.map((error) => {
    const texts = leafTexts(error);
    const sentence = texts.filter((one) => /\s/.test(one)).find((one) => text.includes(one, end)) ?? '';
    const [from, start] = [end, sentence === '' ? -1 : text.indexOf(sentence, end)];
    end = start + sentence.length;
    return { texts, from, start, end };
  });
  const [first, ...others] = found;
  if (first === undefined || others.length === 0 || found.some(({ start }) => start === -1)) return undefined;
  // What stands before a sentence names its field, each in the same way, which may be another than beside it.
  const before = text.slice(0, first.start);
  const [named] = first.texts.flatMap((one, at) =>
    [undefined, ...nameForms].flatMap((form) => {
      const name = writtenAs(one, form);
      return name.length > 1 && before.includes(name) ? [{ at, form, name }] : [];
    }),
  );
  const begun = others.map(({ texts, from, start }) => {
    const own =
      named === undefined
        ? before
        : before.replace(named.name, () => writtenAs(texts[named.at] ?? '', named.form));
    return text.slice(from, start).endsWith(own) ? start - own.length : undefined;
  });
  const all = new Set(
    begun.map((start, at) => (start === undefined ? '' : text.slice(found[at]!.end, start))),
  );
  const [between = ''] = all;
  return all.size > 1 || between === '' || end < text.length
    ? undefined
    : {
        between,
        parts: [text.slice(0, first.end), ...others.map((one, at) => text.slice(begun[at], one.end))],
      };
}
