// Whether two answers are the same one, given what else the service itself might have answered at another time.
import { isPlaceholder } from '../../src/recording/placeholders.ts';
import type { Answered } from './contract.ts';
import { bodyOf } from './walk.ts';

/** An answer and where it was given: links to there are links to the service. */
export interface Given {
  readonly answer: Answered;
  readonly origin: string;
}

/** The same answer of other runs of the service: what they do not share has a form, not a value. */
export interface Others {
  /** At the same time; more than one, as a small number may be drawn twice. */
  readonly runs: readonly Given[];
  /** The very same run, but later: only times are taken from it. */
  readonly later: Given | undefined;
}

export interface Unlike {
  /** A JSON Pointer (RFC 6901), or `status`. */
  readonly where: string;
  readonly expected: string;
  readonly got: string;
}

/** @returns the first difference */
export function unlike(expected: Given, got: Given, { runs, later }: Others): Unlike | undefined {
  if (expected.answer.status !== got.answer.status) {
    return { where: 'status', expected: told(expected), got: told(got) };
  }
  return unlikeValue('', read(expected), read(got), {
    runs: runs.map(read),
    later: later === undefined ? undefined : read(later),
  });
}

const told = ({ answer: { status, body } }: Given) => `${status} ${short(body)}`;

const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}...` : text);

/** The origin of the service in the text of every body. */
const ownOrigin = 'https://the-service.invalid';

const read = ({ answer, origin }: Given): unknown =>
  bodyOf({ ...answer, body: answer.body.replaceAll(origin, ownOrigin) });

/** The value at the same place in other runs; undefined where they have none. */
interface Variants {
  readonly runs: readonly unknown[];
  readonly later: unknown;
}

function unlikeValue(where: string, expected: unknown, got: unknown, variants: Variants): Unlike | undefined {
  if (isObject(expected) && isObject(got)) {
    if (Array.isArray(expected) !== Array.isArray(got)) return difference(where, expected, got);
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const place = `${where}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const found = unlikeValue(place, at(expected, key), at(got, key), {
        runs: variants.runs.map((run) => at(run, key)),
        later: at(variants.later, key),
      });
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isSame(expected, got, variants) ? undefined : difference(where, expected, got);
}

const difference = (where: string, expected: unknown, got: unknown): Unlike => ({
  where: where === '' ? 'body' : where,
  expected: print(expected),
  got: print(got),
});

const print = (value: unknown) => (value === undefined ? 'nothing' : short(JSON.stringify(value)));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const at = (value: unknown, key: string) =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

function isSame(expected: unknown, got: unknown, { runs, later }: Variants): boolean {
  if (expected === got) return true;
  if (typeof expected === 'number' && typeof got === 'number') {
    const isVolatile =
      runs.some((run) => typeof run === 'number' && run !== expected) || isLater(expected, later);
    return isVolatile && digitsOf(expected) === digitsOf(got);
  }
  if (typeof expected !== 'string' || typeof got !== 'string') return false;
  const [link, other] = [parts(expected), parts(got)];
  if (link !== undefined && other !== undefined) {
    return unlikeValue('', link, other, { runs: runs.map(partsOf), later: partsOf(later) }) === undefined;
  }
  const isTime = typeof later === 'string' && tellsLater(expected, later);
  const variants = runs.filter((run): run is string => typeof run === 'string' && run !== expected);
  if (!isTime && variants.length === 0) return false;
  // A recording does not hold signatures and tokens, so nobody can tell their form from it.
  return isPlaceholder(got) || hasForm(got, expected, { variants, isTime });
}

/** How many digits a number has; as many as any other below a thousand, which is a duration or a count and has no form. */
const digitsOf = (number: number) => Math.max(3, String(Math.abs(Math.trunc(number))).length);

/** A link as an object, so that each part of it is compared by itself; undefined for what is no link with a query. */
function parts(text: string): object | undefined {
  const [, path, query] = /^((?:(?:https?:\/)?\/[^\s?]*|[\w.-]+(?:\/[\w.-]+)*)?)\?(\S*)$/.exec(text) ?? [];
  if (path === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  return {
    path,
    ...Object.fromEntries(
      [...parameters.keys()].map((name) => [`?${name}`, parameters.getAll(name).join('\n')]),
    ),
  };
}

const partsOf = (value: unknown) => (typeof value === 'string' ? parts(value) : undefined);

/** How much later the later run is, in milliseconds. */
export const howMuchLater = 3 * 3_600_000;

/** Whether a number of seconds or milliseconds since 1970 has become later by that much. */
function isLater(expected: number, later: unknown): boolean {
  if (typeof later !== 'number' || expected < 100_000_000) return false;
  const by = Math.round(later - expected);
  return by === howMuchLater || by === howMuchLater / 1000;
}

/** Fourteen digits from the year to the second, in milliseconds since 1970; undefined for what are none. */
function inFull(digits: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)?.map(Number) ?? [];
  return second === undefined ? undefined : Date.UTC(year!, month! - 1, day, hour, minute, second);
}

/** Whether texts differ in nothing but a time that they tell. */
function tellsLater(expected: string, later: string): boolean {
  const [from, to] = [inFull(expected), inFull(later)];
  if (from !== undefined && to !== undefined) return to - from === howMuchLater;
  if (/^\d+$/.test(expected) && /^\d+$/.test(later)) return isLater(Number(expected), Number(later));
  const [a, b] = [words(expected), words(later)];
  return (
    expected !== later &&
    a.length === b.length &&
    expected.replace(/\D/g, '').length >= 4 &&
    a.every((word, index) => word === b[index] || (isTimeWord(word) && shapeOf(word) === shapeOf(b[index]!)))
  );
}

/** `2026`, `12T08`, `00Z`, `Tue`, `May`, `AM`. */
const isTimeWord = (word: string) => /^(?:\d+|\d+T\d*|\d+Z|[A-Z][a-z]{2}|[AP]M)$/.test(word);

const shapeOf = (word: string) => word.replace(/\d/g, '0').replace(/^(?:[A-Z][a-z]{2}|[AP]M)$/, 'name');

const words = (text: string) => text.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? [];

interface Form {
  /** What else the service has given there. */
  readonly variants: readonly string[];
  /** Whether a time is told. */
  readonly isTime: boolean;
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Whether a text could stand in the place of another one. */
function hasForm(got: string, expected: string, { variants, isTime }: Form): boolean {
  const texts = [expected, ...variants];
  // Two of them may have a part in common by chance.
  if (texts.every(isUuid)) return isUuid(got);
  const [first, ...rest] = texts.map((text): readonly string[] => words(text)) as [string[], ...string[][]];
  const given = words(got);
  if (given.length !== first.length || rest.some(({ length }) => length !== first.length)) {
    return isLike(got, texts, texts.join(''));
  }
  const seen = first.map((word, index) => [word, ...rest.map((each) => each[index]!)]);
  const changing = seen.filter(([word, ...others]) => others.some((other) => other !== word)).flat();
  return given.every(
    (word, index) =>
      isLike(word, seen[index]!, changing.join('')) ||
      (isTime && isTimeWord(first[index]!) && isTimeWord(word) && shapeOf(word) === shapeOf(first[index]!)),
  );
}

/**
 * Whether a word could stand where others do.
 * @param known what was seen there; where that is one word, it never changes
 * @param changing all that changes in the text: a part of a UUID may be without letters by chance
 */
function isLike(word: string, known: readonly string[], changing: string): boolean {
  if (known.includes(word)) return true;
  if (new Set(known).size === 1) return false;
  const sizes = known.map(({ length }) => length);
  const isCount = [...known, word].every((each) => /^\d{1,3}$/.test(each));
  if (!isCount && (word.length < Math.min(...sizes) || word.length > Math.max(...sizes))) return false;
  if (/^\d*$/.test(changing)) return /^\d*$/.test(word);
  const isMixed = /[a-z]/.test(changing) && /[A-Z]/.test(changing) && changing.length >= 16;
  // The signs of base64 come and go.
  const kinds = [/[a-z]/, /[A-Z]/, ...(isMixed ? [] : [/\d/]), /[^A-Za-z0-9+/=_-]/];
  return kinds.every((kind) => !kind.test(word) || kind.test(changing));
}
