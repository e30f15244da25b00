// Templates: JSON in which texts hold `{names}` that are filled in for each answer. A text that is one hole alone becomes
// the value itself, a number or a list for instance; in a longer text the value is written into it.
//   `{name}`            null when there is nothing to fill in
//   `{name?}`           the member is left out then; the whole text, where the hole stands in a longer one
//   `{name|}`           the text is empty then
//   `{name | text}`     a filter changes the value; several are applied in their order
//   `{name | when no other}` only where there is nothing under another name; `when not false other` where that is not false,
//                       `when is WORD other` where it is that word, and `when is not WORD other` where it is something else
//   `{name | else was}` another value where there is none, or a text: `{name | else =eq}`
//   `{{`                a brace that is none of this
// An object with the member `{if}` is there only when its hole has a value. An object with the member `{url}` is a link:
// that text with the members of `query` behind it, each where it has a value. One with the member `{base64}` or
// `{base64url}` is that text encoded. One with `{then}` is what stands there, and one with `{case}` is the member that is
// called as that text says, or `{else}` where none is. In a list, one with `{each page}` stands there for each page of the
// list, of which `each/number`, `each/value` and `each/current` tell, and one with `{each condition}` for each leaf that a
// parameter asks for by its name, of which `each/parameter`, `each/leaf`, `each/behind` and `each/value` tell, and one with
// `{each order}` for each order that is asked for, of which `each/by` and `each/direction` tell. `{each by record/brand}` stands in
// a list, or in an object as its only member, for each different value that the records told have there, of which `record/...` and
// `strategy/...` tell, and `object/...` of what was recorded for it; in an object the member is called as the value.
// `{each by record/brand in order}` tells them in the order of the values, not in that of the records; without any of them, the
// list or object is null, or with `?` left out, or with `|` empty.
import { remembering } from '../http/remembering.ts';
import { isFalse, isList, isObject, isThere, numberOf, printExactly, textOf } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { percentEncoded } from '../http/parse-url.ts';
import { valueAt } from '../http/pointer.ts';
import { applyFilter, filterOf } from './template-filters.ts';
import type { Change, Resolve } from './template-filters.ts';
import { differentAt, eachByIn, otherwiseBy } from './each-value.ts';
import type { EachBy, Otherwise } from './each-value.ts';

const absent = Symbol('absent');
type Filled = Json | typeof absent;

const alone = /^\{([^{}]+)\}$/;
const holes = /\{\{|\{([^{}]+)\}/g;

/** A hole: a name, the filters behind it, and what it becomes when there is nothing. */
interface Hole {
  readonly name: string;
  readonly filters: readonly string[];
  readonly otherwise: Otherwise;
  /** What the filters do; a name in place of one is what stands there where there is no value. */
  readonly changes: readonly (Change | string)[];
}

/** A text in its parts: what stands there as it is, and the holes. */
interface Text {
  readonly parts: readonly (string | Hole)[];
  readonly isHoleAlone: boolean;
}

const otherwiseNamed = 'else ';

/** So many texts are read once. */
const mostKept = 10_000;

export const parseHole = remembering(mostKept, (text): Hole => {
  const otherwise = otherwiseBy(text);
  const [name = '', ...filters] = text
    .replace(/[?|]$/, '')
    .split('|')
    .map((part) => part.trim());
  const changes = filters.map((filter) =>
    filter.startsWith(otherwiseNamed) ? filter.slice(otherwiseNamed.length) : filterOf(filter),
  );
  return { name, filters, otherwise, changes };
});

const parseText = remembering(mostKept, (template): Text => {
  const parts: (string | Hole)[] = [];
  let end = 0;
  for (const { 0: all, 1: hole, index } of template.matchAll(holes)) {
    parts.push(template.slice(end, index), hole === undefined ? '{' : parseHole(hole));
    end = index + all.length;
  }
  parts.push(template.slice(end));
  return { parts: parts.filter((part) => part !== ''), isHoleAlone: alone.test(template) };
});

/** The shape of which a hole draws a text; undefined of any other hole. */
export const shapeIn = (hole: string): string | undefined =>
  parseHole(hole)
    .filters.find((filter) => filter.startsWith('shaped '))
    ?.slice('shaped '.length);

/** The hole that a template is, and nothing else. */
export const holeAlone = (template: string): string | undefined => alone.exec(template)?.[1];

/** A hole that ends with a mark, `?` or `|` or none, whatever it ended with. */
export const withMark = (hole: string, mark: string): string => hole.replace(/[?|]?\}$/, `${mark}}`);

/** A template whose holes end with a mark, but for those that stay: whatever ends with one already, unless others are said. */
export const withMarks = (template: string, mark: string, stays = /[?|]$/): string =>
  template.replace(holes, (hole, inner: string | undefined) =>
    inner === undefined || stays.test(inner) ? hole : withMark(hole, mark),
  );

/** A text of the service with the braces in it doubled. */
export const literal = (text: string) => text.replaceAll('{', '{{');

/** A value of the service as a template that gives just that. */
export const literalValue = (value: Json): Json => (typeof value === 'string' ? literal(value) : value);

/** The template filled in; undefined where nothing is left of it. */
export function fill(template: Json, resolve: Resolve): Json | undefined {
  const filled = fillPart(template, resolve);
  return filled === absent ? undefined : filled;
}

/**
 * `{=text}` stands for the text itself, `{no name}` for yes where there is nothing of that name, `{given name}` for yes where
 * there is anything, though it be null, `{not false name}` for yes unless that is false, and `{is WORD name}` for yes where it is
 * that word, `{is not WORD name}` where it is something else.
 */
export function named(name: string, resolve: Resolve): Json | undefined {
  if (name.startsWith('=')) return name.slice(1);
  if (name.startsWith(given)) return resolve(name.slice(given.length)) === undefined ? undefined : true;
  if (name.startsWith(notFalse)) return isFalse(resolve(name.slice(notFalse.length))) ? undefined : true;
  if (name.startsWith(noSuch)) return isThere(resolve(name.slice(noSuch.length))) ? undefined : true;
  const asked = wordAsked(name);
  if (asked === undefined) return resolve(name);
  const value = resolve(asked.of);
  return isThere(value) && (textOf(value) === asked.word) !== asked.isNot ? true : undefined;
}

/** What a name asks of another one: that it is a word, or something else; undefined for any other name. */
export function wordAsked(
  name: string,
): { readonly word: string; readonly isNot: boolean; readonly of: string } | undefined {
  if (!name.startsWith('is ')) return undefined;
  const [, not, word, of] = /^is (not )?(\S+) (.+)$/.exec(name) ?? [];
  return word === undefined ? undefined : { word, isNot: not !== undefined, of: of! };
}

/** The name that asks whether another one is a word, or something else. */
export const askingFor = (word: string, of: string, isNot: boolean): string =>
  `is ${isNot ? 'not ' : ''}${word} ${of}`;

/** What stands before a name of which there must be nothing. */
export const noSuch = 'no ';

/** What stands before a name of what must not be false, though there may be nothing. */
export const notFalse = 'not false ';

/** What stands before a name of which there must be something, or null. */
export const given = 'given ';

/** What a hole stands for, with its filters applied. */
export const evaluate = (text: string, resolve: Resolve): Json | undefined =>
  valueOf(parseHole(text), resolve);

function valueOf({ name, changes }: Hole, resolve: Resolve): Json | undefined {
  let value = named(name, resolve);
  if (changes.length === 0) return value;
  const resolveNamed = (one: string) => named(one, resolve);
  for (const change of changes) {
    const isNothing = value === undefined || value === null;
    if (typeof change === 'string') value = isNothing ? named(change, resolve) : value;
    else if (!isNothing) value = change(value!, resolveNamed);
  }
  return value;
}

/** The holes that a template holds. */
export function holesIn(template: Json): string[] {
  if (typeof template === 'string')
    return [...template.matchAll(holes)].flatMap(([, hole]) => (hole === undefined ? [] : [hole]));
  if (isList(template)) return template.flatMap(holesIn);
  return isObject(template) ? Object.values(template).flatMap(holesIn) : [];
}

/** Whether a template follows from the strategy that a listing names. */
export const isOfStrategy = (template: Json | undefined): boolean =>
  template !== undefined && holesIn(template).some((hole) => hole.startsWith('strategy'));

/** For what an item of a list may stand again and again, by the fact that tells of each. */
const eachFacts = {
  '{each page}': 'page.pages each',
  '{each condition}': 'page.conditions each',
  '{each order}': 'page.orders each',
} as const;
export type EachMark = keyof typeof eachFacts;
export const eachMarks = Object.keys(eachFacts) as readonly EachMark[];

/** What can be said of each. */
export const eachIn = (mark: EachMark, resolve: Resolve): readonly Json[] => {
  const all = resolve(eachFacts[mark]);
  return isList(all) ? all : [];
};

/** What there are several of, or none. */
export const eachFactOf = (mark: EachMark): string => eachFacts[mark];

/** What an item of a list becomes: one for each page, condition or order, where it says so. */
function itemsFor(item: Json, resolve: Resolve): Filled[] {
  const mark = isObject(item) ? eachMarks.find((one) => Object.hasOwn(item, one)) : undefined;
  if (mark === undefined) return [fillPart(item, resolve)];
  return eachIn(mark, resolve).map((each) =>
    fillPart((item as JsonObject)[mark]!, (name) =>
      name.startsWith('each/') ? valueAt(each, name.slice(4)) : resolve(name),
    ),
  );
}

function fillPart(template: Json, resolve: Resolve): Filled {
  if (typeof template === 'string') return fillText(template, resolve);
  if (isList(template)) {
    const [only = null] = template.length === 1 ? template : [];
    const each = eachByIn(only);
    if (each !== undefined)
      return fillEachBy(only as JsonObject, each, resolve, (told) => told.map(([, item]) => item));
    return template.flatMap((item) =>
      itemsFor(item, resolve).flatMap((filled) => (filled === absent ? [] : [filled])),
    );
  }
  if (!isObject(template)) return template;
  const each = eachByIn(template);
  if (each !== undefined) return fillEachBy(template, each, resolve, (told) => Object.fromEntries(told));
  if (typeof template['{if}'] === 'string') {
    const otherwise = lacking(template['{if}'], resolve);
    if (otherwise !== undefined) return otherwise;
  }
  if (Object.hasOwn(template, '{then}')) return fillPart(template['{then}']!, resolve);
  if (Object.hasOwn(template, '{case}')) {
    const found = fillText(template['{case}'] as string, resolve);
    const name = typeof found === 'string' && Object.hasOwn(template, found) ? found : '{else}';
    return Object.hasOwn(template, name) ? fillPart(template[name]!, resolve) : absent;
  }
  if (Object.hasOwn(template, '{url}')) return fillLink(template, resolve);
  for (const coding of ['base64', 'base64url']) {
    if (Object.hasOwn(template, `{${coding}}`)) {
      const filled = fillPart(template[`{${coding}}`]!, resolve);
      if (filled === absent || filled === null) return filled;
      return (
        applyFilter(coding, typeof filled === 'string' ? filled : printExactly(filled), resolve) ?? absent
      );
    }
  }
  const members: [string, Json][] = [];
  for (const [name, item] of Object.entries(template)) {
    if (name === '{if}') continue;
    const filled = fillPart(item, resolve);
    if (filled === absent) continue;
    const shown = name.includes('{') ? fillText(name, resolve) : name;
    if (shown !== absent) members.push([textOf(shown), filled]);
  }
  return Object.fromEntries(members);
}

/** What stands for each different value of records, put together. */
function fillEachBy(
  template: JsonObject,
  each: EachBy,
  resolve: Resolve,
  together: (told: readonly (readonly [value: string, item: Json])[]) => Json,
): Filled {
  const told = differentAt(each, resolve).flatMap(([value, own]) => {
    const filled = fillPart(template[each.mark]!, own);
    return filled === absent ? [] : [[value, filled] as const];
  });
  const lacks = told.length === 0 ? each.otherwise : 'empty';
  return lacks === 'empty' ? together(told) : lacks === 'absent' ? absent : null;
}

/** What an object becomes whose condition does not hold; undefined where it does. */
function lacking(condition: string, resolve: Resolve): Filled | undefined {
  const hole = holeAlone(condition) ?? condition;
  const value = evaluate(hole, resolve);
  if (isThere(value) && value !== '') return undefined;
  return nothing(parseHole(hole));
}

const nothing = ({ otherwise }: Hole): Filled =>
  otherwise === 'absent' ? absent : otherwise === 'empty' ? '' : null;

function fillText(template: string, resolve: Resolve): Filled {
  if (!template.includes('{')) return template;
  const { parts, isHoleAlone } = parseText(template);
  if (isHoleAlone) {
    const [hole] = parts as [Hole];
    return valueOf(hole, resolve) ?? nothing(hole);
  }
  let lacks: Filled | undefined;
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const value = valueOf(part, resolve);
    if (value === undefined && part.otherwise !== 'empty') lacks ??= nothing(part);
    return textOf(value);
  });
  return lacks ?? texts.join('');
}

/**
 * `%20` is left as services that write links leave it: `:`, `,` and `/` stand as they are.
 * @param escapes which of those are encoded, too; a space among them is written `+`
 */
const encode = (text: string, escapes: string) =>
  percentEncoded(text)
    .replace(/%(3A|2C|2F|40|24|5B|5D)/g, (code) => {
      const plain = decodeURIComponent(code);
      return escapes.includes(plain) ? code : plain;
    })
    .replaceAll('%20', escapes.includes(' ') ? '+' : '%20');

function fillLink(template: JsonObject, resolve: Resolve): Filled {
  const start = fillText(template['{url}'] as string, resolve);
  const isQueryAlone = template['{url}'] === '';
  if (start === absent || start === null || (start === '' && !isQueryAlone)) return start;
  const parameters: string[] = [];
  const own = (template.query ?? {}) as JsonObject;
  const escapes = typeof template.escapes === 'string' ? template.escapes : '';
  for (const [name, item] of Object.entries(own)) {
    if (name === '*') {
      // The other parameters of the request, as they were sent.
      const others = fillText(item as string, resolve);
      for (const [other, value] of new URLSearchParams(typeof others === 'string' ? others : '')) {
        if (!Object.hasOwn(own, other))
          parameters.push(`${encode(other, escapes)}=${encode(value, escapes)}`);
      }
      continue;
    }
    const value = fillText(item as string, resolve);
    // A parameter that may lack ends with `?`; one that must be there takes the link with it.
    if (value === absent) continue;
    if (value === null || value === '')
      return template.otherwise === 'absent' ? absent : (template.otherwise ?? null);
    for (const one of isList(value) ? value : [value as Json])
      parameters.push(`${encode(name, escapes)}=${encode(textOf(one), escapes)}`);
  }
  const text = textOf(start);
  const link =
    parameters.length === 0 ? text : `${text}${text.includes('?') ? '&' : '?'}${parameters.join('&')}`;
  return typeof template.behind === 'string' ? link + template.behind : link;
}

/** Whether two values are the same, numbers by what they are worth. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined || y !== undefined) return x === y;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a) || isList(b)) {
    return (
      isList(a) && isList(b) && a.length === b.length && a.every((item, at) => sameValue(item, b[at] as Json))
    );
  }
  const [names, others] = [Object.keys(a), Object.keys(b)];
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
  );
}
