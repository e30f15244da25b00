// What is told of one bound, as it is told of the other: a refusal that names its bound in words of its own names the other one by
// the word that tells the two apart, `Minimum Price` as `Maximum Price` where they are `minPrice` and `maxPrice`. That a bound is
// beyond the one that stands is told with both names, and with what compares them turned round.
import { withLeaves } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { isWithin } from '../../http/pointer.ts';
import { leafTexts, leavesOf } from '../known-facts.ts';
import { wordsInName, wordsTelling } from '../name-words.ts';
import type { DialectForm, ErrorForm, RecordForm } from '../profile-form.ts';
import { holesIn } from '../templates.ts';

/** A form that tells of one bound, told of the other one, which is objected to; undefined of any other form. */
export function ofThisBound(
  form: ErrorForm,
  param: string | undefined,
  { writes, records }: Pick<DialectForm, 'writes' | 'records'>,
): ErrorForm | undefined {
  // Which of two bounds is told of that cross each other is the service's own rule.
  const isBeyond = form.cause === 'bound-beyond-stored';
  if (param === undefined || form.param === param || !(isBeyond || /^(?:field|amount)-/.test(form.cause)))
    return undefined;
  const isAt = (at: string) => isWithin(param, at) || isWithin(at, param);
  for (const { min, max } of Object.values(writes)) {
    if (min === undefined || max === undefined || isAt(min.at) === isAt(max.at)) continue;
    const [own, other] = isAt(min.at) ? [min.at, max.at] : [max.at, min.at];
    const renamed = isBeyond
      ? (exchanging(own, other, form, records.listing) ?? turning(own, other, form))
      : renaming(own, other);
    const body = renamed && withLeaves(form.body, renamed);
    if (body !== undefined && JSON.stringify(body) !== JSON.stringify(form.body)) return { ...form, body };
  }
  return undefined;
}

/**
 * A sentence that names both bounds, each with its amount, says the same of whichever was sent: where the one that was objected to
 * stood, the stored one does, and the other way round. Undefined where the form names but one of them, or no stored one.
 */
function exchanging(
  own: string,
  other: string,
  { body }: ErrorForm,
  { min, max }: Pick<RecordForm, 'min' | 'max'> = {},
): ((leaf: Json) => Json) | undefined {
  const [mine, others] = [wordTelling(own, other), wordTelling(other, own)];
  if (mine === undefined || others === undefined || min === undefined || max === undefined) return undefined;
  const isMin = min.at.split('/').some((step) => wordsInName(step).includes(mine));
  const [stored, storedOther] = isMin ? [min.at, max.at] : [max.at, min.at];
  const shown = `{record${stored}`;
  const isOne = (leaf: Json): leaf is string => {
    if (typeof leaf !== 'string' || !leaf.includes(shown) || !leaf.includes('{value')) return false;
    const text = leaf.replace(/\{[^{}]*\}/g, '');
    return [namesOf(own, mine), namesOf(other, others)].every((name) => text.search(name) !== -1);
  };
  if (!leavesOf(body).some(([, leaf]) => isOne(leaf))) return undefined;
  return (leaf) =>
    isOne(leaf)
      ? leaf.replace(/\{(?:record(?:\/[^{} |]+)+|value(?:\.text)?)(?=[ }])/g, (hole) =>
          hole === shown ? '{value' : hole.startsWith('{value') ? `{record${storedOther}` : hole,
        )
      : leaf;
}

/** Words that are written out, or not, in the same way. */
const ways = [
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['low', 'lowest'],
  ['high', 'highest'],
];

const waysOf = (word: string): readonly string[] => ways.find((own) => own.includes(word)) ?? [word];

/** What names another bound in a leaf of a template names this one; undefined where no single word tells the two apart. */
function renaming(own: string, other: string): ((leaf: Json) => Json) | undefined {
  const [mine, others] = [wordTelling(own, other), wordTelling(other, own)];
  if (mine === undefined || others === undefined) return undefined;
  const [isNamed, isOtherNamed] = [namesOf(own, mine), namesOf(other, others)];
  return (leaf) => {
    if (typeof leaf !== 'string') return leaf;
    const parts = leaf.split(/(\{\{|\{[^{}]*\})/);
    const isMine = parts.some((part, at) => at % 2 === 0 && part.search(isNamed) !== -1);
    if (isMine) return leaf;
    // The very name of the field at fault would be a hole: where it stands in a text it is the other bound that is meant.
    const nameOf = (name: string) =>
      name === lastSegment(other)
        ? name
        : name.replace(anyOf(waysOf(others)), (word) => writtenAs(word, sameWay(word, others, mine)));
    return parts.map((part, at) => (at % 2 === 1 ? part : part.replace(isOtherNamed, nameOf))).join('');
  };
}

/** Words and signs that compare, each with what says the opposite. */
const opposites: readonly (readonly [string, string])[] = [
  ['greater', 'less'],
  ['higher', 'lower'],
  ['larger', 'smaller'],
  ['more', 'less'],
  ['above', 'below'],
  ['most', 'least'],
  ['>', '<'],
];

/** What compares; a tag or an arrow does not. */
const comparing = new RegExp(
  `(?<![\\p{L}-])(?:${opposites
    .flat()
    .filter((word) => /\p{L}/u.test(word))
    .join('|')})(?!\\p{L})|(?<= )[<>](?==? )`,
  'giu',
);

/**
 * What tells that the other bound is beyond this one, told of this one beyond the other; undefined where nothing in it compares, or
 * it may be told of this bound: only this one is named beside the one at fault, or it is known to be of the other one.
 */
function turning(own: string, other: string, { body, param }: ErrorForm): ((leaf: Json) => Json) | undefined {
  const [mine, others] = [wordTelling(own, other), wordTelling(other, own)];
  if (mine === undefined || others === undefined) return undefined;
  const pairs = [
    [namesOf(own, mine), mine, others],
    [namesOf(other, others), others, mine],
  ] as const;
  const texts = leafTexts(body).map((text) => text.replace(/\{[^{}]*\}/g, ''));
  const shown = holesIn(body).filter((hole) => hole.startsWith('record/'));
  const names = ([name]: (typeof pairs)[number]) =>
    [...texts, ...shown].some((text) => text.search(name) !== -1);
  const isAtFault = holesIn(body).some((hole) => /^param\b/.test(hole));
  const isOfOther = param === undefined ? isAtFault && names(pairs[0]) && !names(pairs[1]) : true;
  // A sentence that names both is true of either.
  if (texts.some((text) => pairs.every(([name]) => text.search(name) !== -1))) return undefined;
  if (!isOfOther || !texts.some((text) => text.search(comparing) !== -1)) return undefined;
  return (leaf) => {
    if (typeof leaf !== 'string') return leaf;
    const turned = leaf.split(/(\{\{|\{[^{}]*\})/).map((part, at) => {
      const renamed = swapped(part, pairs);
      return at % 2 === 1 ? renamed : renamed.replace(comparing, (word) => writtenAs(word, oppositeOf(word)));
    });
    return turned.join('');
  };
}

/** A text in which each of two names stands for the other. */
const swapped = (
  text: string,
  pairs: readonly (readonly [names: RegExp, word: string, other: string])[],
): string => {
  const all = new RegExp(pairs.map(([{ source }]) => `(?:${source})`).join('|'), 'giu');
  return text.replace(all, (name) => {
    const [, word, other] = pairs.find(([names]) => name.search(names) !== -1) ?? [];
    return word === undefined || other === undefined
      ? name
      : name.replace(anyOf(waysOf(word)), (way) => writtenAs(way, sameWay(way, word, other)));
  });
};

/** What says the opposite of a word that compares: the first pair that has it. */
function oppositeOf(word: string): string {
  const small = word.toLowerCase();
  const [one, other] = opposites.find((pair) => pair.includes(small))!;
  return small === one ? other : one;
}

const anyOf = (words: readonly string[]) => new RegExp(words.toReversed().join('|'), 'iu');

/** A word that tells one bound, written out as another one is. */
const sameWay = (written: string, word: string, mine: string): string =>
  waysOf(mine)[waysOf(word).indexOf(written.toLowerCase())] ?? mine;

/** The only word of the way to a place that the way to another has not got. */
function wordTelling(place: string, other: string): string | undefined {
  const [word, ...more] = wordsTelling(place, other);
  return more.length === 0 && word !== undefined && /^\p{L}+$/u.test(word) ? word : undefined;
}

/**
 * Where a text names a place: all words of its name, of which the telling one may be written out, as `Minimum` for `min`. A name
 * that is one word stands alone or in quotes, for `low` may be no name.
 */
function namesOf(place: string, telling: string): RegExp {
  const name = place.split('/').find((step) => wordsInName(step).includes(telling)) ?? '';
  const words = wordsInName(name).filter((word) => word === telling || word.length > 1);
  if (words.length < 2) return new RegExp(`(?<=^|["'\`/.])${telling}(?=$|["'\`/.])`, 'giu');
  const written = words.map((word) =>
    word === telling ? `(?:${waysOf(word).toReversed().join('|')})` : word,
  );
  return new RegExp(`(?<![\\p{L}\\d])${written.join('[\\s_-]*')}(?![\\p{L}\\d])`, 'giu');
}

/** A word in the letters of another one: in capitals, with a capital, or small. */
function writtenAs(like: string, word: string): string {
  if (like === like.toLowerCase()) return word;
  const isCapital = like.length > 1 && like === like.toUpperCase();
  return isCapital ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1);
}
