// Checks values against schemas and words the problems. The only importer of valibot.
//
// The message of a schema is the phrase that names what it takes, such as `a number from 0`; an error then reads
// `"ten" is not a number from 0`.
import * as v from 'valibot';
import type { JsonPath } from './json-places.ts';
import { suggestion } from './nearest-name.ts';

export { v };

export const flag = v.boolean('true or false');

/** One thing that is wrong with a value. */
export interface Problem {
  /** Where in the value: names of members and indexes of items. */
  readonly path: JsonPath;
  /** What is wrong and, if known, what would be right. */
  readonly reason: string;
  readonly kind: 'unknown' | 'missing' | 'invalid';
}

export interface Checked<T> {
  /** The value as the schema makes it; undefined where a known part of it does not fit. */
  readonly value: T | undefined;
  /** All that is wrong, unknown members included. */
  readonly problems: readonly Problem[];
}

/** The member in which an object holds fields of the user's own. */
export const ownFields = 'extra';

/** Checks a value against a schema. An object takes no members but those that its schema names. */
export function check<S extends v.GenericSchema>(schema: S, value: unknown): Checked<v.InferOutput<S>> {
  const shape: Problem[] = [];
  findStrayMembers(schema, value, [], shape);
  const notObjects = shape.filter(({ kind }) => kind === 'invalid');
  const { typed, output, issues = [] } = v.safeParse(schema, value, { abortPipeEarly: true });
  const others = issues
    .map(problemOf)
    .filter(({ path }) => !notObjects.some((wrong) => wrong.path.every((step, at) => path[at] === step)));
  const fits = typed && others.length === 0 && notObjects.length === 0;
  return { value: fits ? output : undefined, problems: [...others, ...shape] };
}

/** `listings[3].minPrice`, or `["my note"]` for a name that is no word. */
export function pathText(path: JsonPath): string {
  return path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      return /^\w+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** All problems in one line. */
export function problemsText(problems: readonly Problem[]): string {
  return problems.map(({ path, reason }) => [pathText(path), reason].filter(Boolean).join(': ')).join('; ');
}

/** A value in a message: short enough for one line, whatever it is. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
}

/** The problem of a member that no schema names. */
export function unknownMember(name: string, known: readonly string[]): string {
  const hint = `is unknown; ${suggestion(name, known)}`;
  return known.includes(ownFields) ? `${hint} (fields of your own go under '${ownFields}')` : hint;
}

type Entries = Readonly<Record<string, v.GenericSchema>>;

/** Members without a place in the schema, and arrays in place of objects, which valibot takes for objects. */
function findStrayMembers(schema: object, value: unknown, path: JsonPath, found: Problem[]): void {
  if ('wrapped' in schema) {
    findStrayMembers(schema.wrapped as object, value, path, found);
  } else if ('entries' in schema) {
    if (typeof value !== 'object' || value === null) return; // valibot tells
    if (Array.isArray(value)) {
      found.push({ path, reason: 'an array is not an object', kind: 'invalid' });
      return;
    }
    const entries = schema.entries as Entries;
    const known = Object.keys(entries);
    for (const [name, member] of Object.entries(value)) {
      if (known.includes(name)) findStrayMembers(entries[name]!, member, [...path, name], found);
      else if (member !== undefined) {
        found.push({ path: [...path, name], reason: unknownMember(name, known), kind: 'unknown' });
      }
    }
    if (known.includes(ownFields))
      findMisplaced((value as Entries)[ownFields], known, [...path, ownFields], found);
  } else if ('type' in schema && schema.type === 'record') {
    if (Array.isArray(value)) found.push({ path, reason: 'an array is not an object', kind: 'invalid' });
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value))
        findStrayMembers((schema as unknown as { value: object }).value, member, [...path, name], found);
    }
  } else if ('item' in schema && Array.isArray(value)) {
    for (const [at, item] of value.entries())
      findStrayMembers(schema.item as object, item, [...path, at], found);
  }
}

function findMisplaced(own: unknown, known: readonly string[], path: JsonPath, found: Problem[]): void {
  if (typeof own !== 'object' || own === null) return;
  for (const name of Object.keys(own).filter((one) => known.includes(one) && one !== ownFields)) {
    const reason = `is a known field; set it beside '${ownFields}', not in it`;
    found.push({ path: [...path, name], reason, kind: 'invalid' });
  }
}

/** Where in the value an issue of valibot is. */
export function placeOf(issue: v.BaseIssue<unknown>): JsonPath {
  return (issue.path ?? []).map(({ key }) => key as string | number);
}

function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = placeOf(issue);
  if (issue.input === undefined) return { path, reason: 'is missing', kind: 'missing' };
  // A check with several messages words each of them in full.
  const reason =
    issue.type === 'raw_check' ? issue.message : `${valueText(issue.input)} is not ${issue.message}`;
  return { path, reason, kind: 'invalid' };
}
