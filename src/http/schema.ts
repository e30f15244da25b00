// Schemas of data that comes from outside, and what is wrong with a value in the words that the program prints.
import * as v from 'valibot';
import type { JsonPath } from './json-places.ts';

export { v };

/** What is wrong with a value: where, and why as the end of a sentence that begins with the place. */
export interface Problem {
  readonly path: JsonPath;
  readonly reason: string;
}

/**
 * The problem to tell first; undefined for a value that is as it should be. An unknown member goes before the others:
 * where a name is mistyped, the right one is missing, too.
 */
export function findProblem(schema: v.GenericSchema, value: unknown): Problem | undefined {
  const { issues } = v.safeParse(schema, value, { abortPipeEarly: true });
  if (issues === undefined) return undefined;
  const issue = issues.find(isUnknownMember) ?? issues[0];
  return { path: (issue.path ?? []).map(({ key }) => key as string | number), reason: issue.message };
}

function isUnknownMember({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never';
}

/** An object with these members and no other: one that nobody reads is a mistake, and better seen. */
export function exactObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<v.InferInput<v.StrictObjectSchema<Entries, undefined>>>(isObject, notWanted('an object')),
    v.strictObject(entries, ({ expected }) =>
      expected === 'never'
        ? `is not a known field; known are ${Object.keys(entries).join(', ')}`
        : 'is missing',
    ),
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of this pattern. @param wanted what such a text is, such as `a method` */
export function matching(pattern: RegExp, wanted: string) {
  return v.pipe(v.string(notWanted(wanted)), v.regex(pattern, `is not ${wanted}`));
}

/** The message for a value of another kind than the one that is wanted. */
export function notWanted(wanted: string) {
  return ({ input }: { readonly input: unknown }): string => `is ${kindOf(input)}, not ${wanted}`;
}

/** What a value is, without quoting a text, which may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : 'another text';
}
