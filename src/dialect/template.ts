// Templates: JSON in which texts may hold `{names}` that are filled in for each answer. A text that is one name alone
// becomes the value itself, a number or a list for instance; in a longer text the value is written into it.
//   `{name?}`      the member is left out when there is nothing to fill in; otherwise it is null
//   `{name|}`      the text is empty then
//   `{text:name}`  a number as a text
//   `{{`           a brace that is none of this
// An object with the member `{if}` or `{if?}`, whose value is such a name, is null or left out when there is nothing.
import { isObject, numberOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';

/** What a name stands for; undefined: there is nothing. */
export type Resolve = (name: string) => Json | undefined;

const left = Symbol('left out');
const alone = /^\{([^{}]+)\}$/;
const names = /\{\{|\{([^{}]+)\}/g;

/** A text of the service with the braces in it doubled. */
export function literal(text: string): string {
  return text.replaceAll('{', '{{');
}

export function fill(template: Json, resolve: Resolve): Json {
  const filled = fillPart(template, resolve);
  return filled === left ? null : filled;
}

/** A template that is a text; undefined when it is one name for which there is nothing. */
export function fillText(template: string, resolve: Resolve): string | undefined {
  const filled = fillString(template, resolve);
  if (filled === left || filled === null) return undefined;
  return wordsOf(filled);
}

/** The names that a template uses, without what says how. */
export function namesIn(template: Json): string[] {
  if (typeof template === 'string') {
    return [...template.matchAll(names)].flatMap(([, name]) => (name === undefined ? [] : [plainName(name)]));
  }
  if (Array.isArray(template)) return (template as readonly Json[]).flatMap(namesIn);
  return isObject(template) ? Object.values(template).flatMap(namesIn) : [];
}

function plainName(name: string): string {
  return name.replace(/[?|]$/, '').replace(/^text:/, '');
}

function fillPart(template: Json, resolve: Resolve): Json | typeof left {
  if (typeof template === 'string') return fillString(template, resolve);
  if (Array.isArray(template)) {
    return (template as readonly Json[]).flatMap((item) => {
      const filled = fillPart(item, resolve);
      return filled === left ? [] : [filled];
    });
  }
  if (!isObject(template)) return template;
  const members: [string, Json][] = [];
  for (const [name, item] of Object.entries(template)) {
    if (name === '{if}' || name === '{if?}') {
      const found = resolve(item as string);
      if (found === undefined || found === null || found === '') return name === '{if}' ? null : left;
      continue;
    }
    const filled = fillPart(item, resolve);
    if (filled !== left) members.push([name, filled]);
  }
  return Object.fromEntries(members);
}

function fillString(template: string, resolve: Resolve): Json | typeof left {
  if (!template.includes('{')) return template;
  const name = alone.exec(template)?.[1];
  if (name === undefined) {
    return template.replace(names, (_, inner: string | undefined) => {
      return inner === undefined ? '{' : wordsOf(resolve(plainName(inner)) ?? '');
    });
  }
  const value = resolve(plainName(name));
  if (value === undefined) return name.endsWith('?') ? left : name.endsWith('|') ? '' : null;
  return name.startsWith('text:') ? wordsOf(value) : value;
}

function wordsOf(value: Json): string {
  if (typeof value === 'string') return numberOf(value) === undefined ? value : value.slice(1);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
