// Reads the members of a body, or the parameters of a query. If one is unknown or has a wrong type, the answer is 400: its
// `param` names the first, its message names all.
import { ApiError } from '../../spec/errors.ts';
import type { ErrorName } from '../../spec/errors.ts';
import type { FaultKind } from '../../service/worlds/faults.ts';
import { FaultSyntaxError, parseFault } from '../../service/worlds/faults.ts';
import { text } from '../../service/models/field-forms.ts';
import { check, pathText, problemsText, v } from '../../http/schema.ts';
import type { Problem } from '../../http/schema.ts';
import { shortened } from '../../http/plain-text.ts';
import { printable } from '../../spec/read-body.ts';
import type { Fields } from '../../spec/read-body.ts';

type Entries = Readonly<Record<string, v.GenericSchema>>;

/** The known members that were sent. */
type Members<E extends Entries> = { readonly [Name in keyof E]?: v.InferOutput<E[Name]> };

/** @throws ApiError 400 for a member that is unknown or not valid */
export function readMembers<E extends Entries>(fields: Fields, entries: E): Members<E> {
  const optional = Object.entries(entries).map(([name, schema]) => [name, v.optional(schema)] as const);
  const { value, problems } = check(v.object(Object.fromEntries(optional)), fields);
  if (value === undefined || problems.length > 0) throw refusal(problems);
  return value;
}

/**
 * @param words what it takes
 * @throws ApiError 400 for one that was not sent
 */
export function required<T>(value: T | undefined, param: string, words: string): T {
  if (value !== undefined) return value;
  throw new ApiError('parameter_missing', `${param} is missing; it takes ${words}.`, { param });
}

export function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const words = `a whole number ${range}`;
  return v.pipe(v.number(words), v.safeInteger(words), v.minValue(least, words), v.maxValue(most, words));
}

const shareWords = 'a number from 0 to 1';
/** A share of requests. */
export const share = v.pipe(v.number(shareWords), v.minValue(0, shareWords), v.maxValue(1, shareWords));

/** A schema from a function. @param read returns undefined for a value that it does not take */
export function readAs<T>(words: string, read: (value: unknown) => T | undefined) {
  return v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }): T => {
      const found = read(dataset.value);
      if (found !== undefined) return found;
      addIssue({ message: words });
      return NEVER;
    }),
  );
}

/** A fault as on the command line. */
export const faultKind = v.pipe(
  text,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    try {
      parseFault(dataset.value);
    } catch (error) {
      if (!(error instanceof FaultSyntaxError)) throw error;
      addIssue({ message: error.message });
    }
  }),
  v.transform((kind) => kind as FaultKind),
);

const names: Readonly<Record<Problem['kind'], ErrorName>> = {
  unknown: 'parameter_unknown',
  missing: 'parameter_missing',
  invalid: 'parameter_invalid',
};

function refusal(problems: readonly Problem[]): ApiError {
  const [{ kind, path }] = problems as [Problem];
  const message = problemsText(problems).replace(/[.?]?$/, (end) => (end === '?' ? end : '.'));
  return new ApiError(names[kind], shortened(message, 1000), { param: printable(pathText(path)) });
}
