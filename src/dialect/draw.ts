// Numbers, words and ids that follow from a seed alone, for records that are made up.
import { withoutPrefix } from '../http/parse-url.ts';
import { textOf } from '../http/exact-json.ts';
import { alphabets, digest, shaped } from './drawn-texts.ts';
import type { FieldForm, RecordForm } from './profile-form.ts';
import { applyFilter } from './template-filters.ts';
import { fill } from './templates.ts';

/** Numbers that follow from a seed alone. */
export class Draw {
  readonly #seed: string;
  #count = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** From 0 up to, but not including, 1. */
  share(): number {
    return Number.parseInt(this.text().slice(0, 8), 16) / 0x1_0000_0000;
  }

  whole(low: number, high: number): number {
    return low + Math.floor(this.share() * (high - low + 1));
  }

  text(): string {
    return digest(`${this.#seed}/${(this.#count += 1)}`);
  }
}

const describing =
  'amber basic bright calm clear cold compact dark deep double early fine flat fresh grand green large light long mild narrow new open plain quick quiet round sharp short silver simple small soft solid spare steady still strong thin wide winter';
const naming =
  'basket bench board bottle bowl box brush cabinet chair clock cloth cover cup desk drawer frame glass handle holder kettle lamp mat mirror panel pillow plate rack rail shelf stand stool table tray wheel';
const capital = (words: string) => words.split(' ').map((word) => word[0]!.toUpperCase() + word.slice(1));
const [describingWords, namingWords] = [capital(describing), capital(naming)];

/**
 * Words in a text of so many letters: what something is like, and last what it is.
 * @param filter the filter that writes them
 */
export function words(draw: Draw, low: number, high: number, filter: string | undefined): string {
  const isOne = filter === 'lower' || filter === 'upper';
  const length = draw.whole(low, high);
  let text = oneOf(draw, namingWords, length);
  for (;;) {
    const left = length - text.length - 1;
    const fitting = describingWords.filter((word) => word.length <= left && !text.includes(word));
    if (fitting.length === 0) break;
    text = `${oneOf(draw, fitting, left)} ${text}`;
  }
  if (isOne) text = text.replaceAll(' ', '');
  return filter === undefined ? text : textOf(applyFilter(filter, text));
}

/** One of the words that are not too long, or the beginning of one. */
function oneOf(draw: Draw, all: readonly string[], most: number): string {
  const fitting = all.filter(({ length }) => length <= most);
  return fitting.length > 0
    ? fitting[draw.whole(0, fitting.length - 1)]!
    : all[draw.whole(0, all.length - 1)]!.slice(0, Math.max(1, most));
}

/** An id of the shape that the service's ids have. */
export function idFor(form: RecordForm, seed: string): string {
  const {
    range: [low, high] = [8, 8],
    shape,
    template,
    as,
  }: Partial<FieldForm> = form.fields[form.id.at] ?? {};
  const { shape: pattern, prefix } = form.id;
  const made = [
    shape === undefined ? undefined : withoutNought(shaped(seed, shape)),
    template && fill(template, (name) => (name === 'answer' ? seed : undefined)),
    as && words(new Draw(seed), Math.max(low, 6), Math.max(high, 12), as),
  ].flatMap((text) => (text === undefined ? [] : [withoutPrefix(textOf(text), prefix)]));
  return (
    made.find((id) => pattern === undefined || new RegExp(`^(?:${pattern})$`).test(id)) ??
    (pattern === undefined
      ? shaped(seed, 'a'.repeat(Math.min(40, Math.max(4, low, high))))
      : ofPattern(pattern, seed))
  );
}

/** Numbers do not begin with a nought. */
const withoutNought = (id: string) => id.replace(/(?<![0-9A-Za-z])0(?=\d*(?![0-9A-Za-z]))/g, '1');

/** A text that fits a pattern of ids (profile-form.ts says which there are). */
function ofPattern(pattern: string, seed: string): string {
  const signOf = new Map(Array.from(alphabets.values(), ({ source, sign }) => [source, sign]));
  const parts = pattern.matchAll(/(\[[^\]]+\])\{(1,)?(\d+)\}|\\?([^])/g);
  const shape = Array.from(parts, ([, alphabet, isRange, count, sign]) =>
    alphabet === undefined
      ? `\\${sign!}`
      : signOf.get(alphabet)!.repeat(isRange === undefined ? Number(count) : Math.min(6, Number(count))),
  );
  return withoutNought(shaped(seed, shape.join('')));
}
