// From the values that one place of several answers held to what stands there in a template: a constant, a name, or a
// text with names in it. Words of the service stay; what came from a request, a record or a clock is named.
import { parseUrl } from '../../http/parse-url.ts';
import { numberOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { timeFormOf, readTime } from '../../dialect/forms.ts';
import { literal } from '../../dialect/template.ts';
import { commonest } from './findings.ts';

/** What stood there in one answer, and what that answer knows by name. */
export interface Sample {
  readonly value: Json | undefined;
  /** Names of lists, tried by the name of the member and then by value. */
  readonly names: Readonly<Record<string, Json | undefined>>;
  /** Values that may stand inside of longer texts, such as an id; the longest are tried first. */
  readonly literals: readonly (readonly [name: string, text: string])[];
  /** Headers of the answer that a body may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly at: number;
  /** Whether the answer is an error, whose words are the service's own. */
  readonly isError?: boolean;
}

/** Which names a member's own name speaks for, the last word of its way, or the last two. */
const hints: readonly (readonly [words: RegExp, names: readonly string[]])[] = [
  [/total(pages)|pagecount|pages$|lastpage|numpages/, ['pages', 'text:pages']],
  [/total|count|matching|results$|elements$/, ['total', 'count', 'text:total']],
  [
    /^(has)?(more|next)$|hasmore|hasnext|truncated|incomplete|moreavailable|more$/,
    ['hasMore', 'nextPage', 'nextCursor', 'nextUrl', 'nextPath', 'nextOffset'],
  ],
  [/^(is)?(last|final|complete|done|end)(page)?$/, ['noMore', 'lastUrl', 'lastPath', 'pages']],
  [/hasprev/, ['hasPrevious']],
  [/^(is)?first(page)?$/, ['isFirst', 'firstUrl', 'firstPath', 'firstPage']],
  [/endcursor|lastcursor/, ['endCursor', 'nextCursor']],
  [/startcursor|firstcursor/, ['startCursor']],
  [/next/, ['nextCursor', 'nextUrl', 'nextPath', 'nextUrlSized', 'nextPathSized', 'nextPage', 'nextOffset']],
  [/prev/, ['previousUrl', 'previousPath', 'previousUrlSized', 'previousPathSized', 'previousPage']],
  [/self|^url$|^href$|^path$|^link$|current(url|link)/, ['selfUrl', 'selfPath', 'path']],
  [/cursor|token|after|continuation|marker/, ['nextCursor', 'endCursor']],
  [/offset|skip|^start$|^from$/, ['offset', 'nextOffset', 'text:offset']],
  [/limit|perpage|pagesize|^size$|^take$/, ['limit', 'count', 'text:limit']],
  [/^(page)(number|no|index)?$|currentpage|^number$|^index$|^current$/, ['page', 'text:page']],
  [/remaining/, ['remaining']],
];

export function inferLeaf(samples: readonly Sample[], words: readonly string[]): Json | undefined {
  const there = samples.filter(({ value }) => value !== undefined && value !== null && value !== '');
  if (there.length === 0)
    return samples.some(({ value }) => value === null)
      ? null
      : samples.some(({ value }) => value === '')
        ? ''
        : undefined;
  return (
    byHint(samples, words) ??
    byHeader(there) ??
    constant(samples, there) ??
    byValue(samples) ??
    (there.length === samples.length && !isSentence(there) ? volatile(there) : undefined) ??
    sometimes(samples, there)
  );
}

/** Whether one text stands in most of the errors: then the others are another error, and nothing is made up. */
function isSentence(there: readonly Sample[]): boolean {
  if (there[0]?.isError !== true) return false;
  const texts = there.map(named);
  const best = commonest(texts);
  return typeof best === 'string' && texts.filter((text) => text === best).length * 2 >= texts.length;
}

/** A name that the member's own name speaks for and that no sample speaks against. */
function byHint(samples: readonly Sample[], words: readonly string[]): string | undefined {
  const last = words.at(-1) ?? '';
  const way = words.slice(-2).join('');
  for (const [pattern, names] of hints) {
    if (!pattern.test(last) && !pattern.test(way)) continue;
    const name = names.find((candidate) => holds(samples, candidate));
    if (name !== undefined) return asTemplate(name, samples);
  }
  return undefined;
}

/** A name whose values are the ones seen, and not always the same. */
function byValue(samples: readonly Sample[]): string | undefined {
  const known = new Set(samples.slice(0, 10).flatMap((sample) => Object.keys(sample.names)));
  const names = [...known].flatMap((name) => [name, `text:${name}`]);
  const name = names.find((candidate) => holds(samples, candidate));
  return name === undefined ? undefined : asTemplate(name, samples);
}

function holds(samples: readonly Sample[], name: string): boolean {
  const plainName = name.replace(/^text:/, '');
  let shown = 0;
  for (const { value, names } of samples) {
    if (!Object.hasOwn(names, plainName)) return false;
    const known = names[plainName];
    const isNothing = known === undefined || known === null;
    if (isNothing !== (value === undefined || value === null || value === '')) return false;
    if (isNothing) continue;
    shown += 1;
    if (!same(name.startsWith('text:') ? textOf(known) : known, value, plainName)) return false;
  }
  return shown > 0;
}

function same(known: Json, value: Json | undefined, name: string): boolean {
  if (typeof known === 'number') return numberOf(value) === known;
  if (typeof known !== 'string' || typeof value !== 'string') return known === value;
  if (!/(Url|Path)(Sized)?$/.test(name)) return known === value;
  return sameLink(known, value) && /^https?:/.test(known) === /^https?:/.test(value);
}

/** Whether two links lead to the same, on whatever host, with parameters in whatever order. */
function sameLink(a: string, b: string): boolean {
  const [x, y] = [parseUrl(a, 'http://host'), parseUrl(b, 'http://host')];
  if (x === undefined || y === undefined) return false;
  const parameters = ({ searchParams }: URL) =>
    [...searchParams]
      .map((pair) => pair.join('='))
      .sort()
      .join('&');
  return x.pathname === y.pathname && parameters(x) === parameters(y);
}

function asTemplate(name: string, samples: readonly Sample[]): string {
  if (samples.some(({ value }) => value === undefined)) return `{${name}?}`;
  return samples.some(({ value }) => value === '') ? `{${name}|}` : `{${name}}`;
}

function byHeader(there: readonly Sample[]): string | undefined {
  const names = (there[0]?.headers ?? []).map(([name]) => name);
  const name = names.find((candidate) =>
    there.every(
      ({ value, headers }) =>
        typeof value === 'string' &&
        value.length > 3 &&
        headers.some(([own, text]) => own === candidate && text === value),
    ),
  );
  return name === undefined ? undefined : `{header:${name}}`;
}

/** The same in all answers, once what a request or a record said is named. */
function constant(samples: readonly Sample[], there: readonly Sample[]): Json | undefined {
  if (there.length < samples.length) return undefined;
  const texts = there.map(named);
  const [first] = texts;
  if (texts.some((text) => text !== first)) return undefined;
  return there.length === 1 && looksMadeUp(there[0]!) ? undefined : first;
}

/** The value with what is known by name taken out of it. */
function named({ value, literals }: Sample): Json {
  if (typeof value !== 'string' || numberOf(value) !== undefined) {
    const whole = literals.find(
      ([name, text]) => name.startsWith('retryAfter') && String(value as number) === text,
    );
    return whole !== undefined && typeof value === 'number' ? `{${whole[0]}}` : (value as Json);
  }
  let text = literal(value);
  for (const [name, words] of literals) {
    if (words.length === 0 || !text.includes(literal(words))) continue;
    const escaped = literal(words).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    text = text.replace(new RegExp(`(?<![\\w{])${escaped}(?![\\w}])`, 'g'), `{${name}}`);
  }
  return text;
}

/** Whether a single value is of a kind that is new each time. */
function looksMadeUp({ value, at }: Sample): boolean {
  return volatileForm(value, at) !== undefined;
}

function volatile(there: readonly Sample[]): string | undefined {
  const forms = there.map(({ value, at }) => volatileForm(value, at));
  const [first] = forms;
  if (first !== undefined && forms.every((form) => form === first)) return first;
  const numbers = there.map(({ value }) => numberOf(value));
  if (numbers.every((number) => number !== undefined && Number.isInteger(number)) && there.length > 1) {
    return `{number:${Math.min(...(numbers as number[]))}..${Math.max(...(numbers as number[]))}}`;
  }
  return madeUp(there.map(({ value }) => value));
}

/** A UUID, a time near the answer's own, or a token behind a prefix. */
function volatileForm(value: Json | undefined, at: number): string | undefined {
  const time = timeFormOf(value, 'timestamp');
  if (time !== undefined)
    return Math.abs(readTime(value, time) - at) < 86_400_000 * 2 ? `{now:${time}}` : undefined;
  if (typeof value !== 'string') return undefined;
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
  if (uuid.test(value)) return literal(value).replace(uuid, '{uuid}');
  const [, prefix = '', token = ''] = /^([A-Za-z]{0,12}[_:.-])?([A-Za-z0-9]{8,64})$/.exec(value) ?? [];
  return /\d/.test(token) ? `${prefix}{${alphabetOf(token)}:${token.length}}` : undefined;
}

function alphabetOf(text: string): string {
  if (/^\d+$/.test(text)) return 'digits';
  if (/^[0-9a-f]+$/.test(text)) return 'hex';
  if (/^[0-9A-F]+$/.test(text)) return 'HEX';
  return /^[0-9a-z]+$/.test(text) ? 'base36' : 'letters';
}

/** Texts of one build that differ in parts that hold digits: the parts are made up anew, all else stays. */
export function madeUp(values: readonly (Json | undefined)[]): string | undefined {
  if (values.length < 2 || !values.every((value) => typeof value === 'string')) return undefined;
  const split = values.map((text) => text.split(/([^A-Za-z0-9]+)/));
  const [first] = split as [string[]];
  if (split.some((parts) => parts.length !== first.length)) return undefined;
  let template = '';
  for (const at of first.keys()) {
    const parts = new Set(split.map((own) => own[at]!));
    if (parts.size === 1) {
      template += literal(first[at]!);
      continue;
    }
    const all = [...parts].join('');
    if (at % 2 === 1 || !/\d/.test(all)) return undefined;
    const numbers = [...parts].map(Number);
    template += numbers.every((number) => Number.isSafeInteger(number) && number < 1e9)
      ? `{number:${Math.min(...numbers)}..${Math.max(...numbers)}}`
      : partOf(split.map((own) => own[at]!));
  }
  return template;
}

/** `req8f3a` and `req91bc`: letters that no digit system has stay in front. */
function partOf(parts: readonly string[]): string {
  let length = 0;
  while (parts.every((part) => part[length] !== undefined && part[length] === parts[0]![length])) length += 1;
  const prefix = /^[A-Za-z]*[G-Zg-z]/.exec(parts[0]!.slice(0, length))?.[0] ?? '';
  const rest = parts.map((part) => part.slice(prefix.length));
  return `${prefix}{${alphabetOf(rest.join(''))}:${Math.max(...rest.map((part) => part.length))}}`;
}

/** What most answers show; nothing, where most show nothing. Words that are no errors' are data: others stand in. */
function sometimes(samples: readonly Sample[], there: readonly Sample[]): Json | undefined {
  if (there.length * 2 < samples.length)
    return samples.some(({ value }) => value === null) ? null : undefined;
  const found = commonest(there.map(named));
  if (typeof found !== 'string' || samples[0]!.isError === true || /^[A-Za-z][A-Za-z_-]{0,30}$/.test(found))
    return found;
  return `{letters:${Math.min(30, found.length)}}`;
}
