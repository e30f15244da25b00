// Reads the members of an object, or the parameters of a query, one by one: each is known and of its type, or the
// answer is 400 with its name.
import { ApiError } from '../../spec/errors.ts';
import { FaultSyntaxError, parseFault } from '../../service/filters/faults.ts';
import { describe, printable } from '../../spec/read-body.ts';
import type { Fields } from '../../spec/read-body.ts';
import type { FaultRule, RequestMatch } from './parts.ts';

/** @throws ApiError 400 that names the member */
type Read<T> = (value: unknown, param: string) => T;
type Readers = Readonly<Record<string, Read<unknown>>>;

/** What was sent of the members that are known. */
type Members<R extends Readers> = { readonly [Name in keyof R]?: ReturnType<R[Name]> };

/**
 * @param within where the object stands in another, such as `match.`
 * @throws ApiError 400 with the member that is unknown or cannot be
 */
export function readMembers<R extends Readers>(fields: Fields, readers: R, within = ''): Members<R> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const param = printable(`${within}${name}`);
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) {
      const known = Object.keys(readers).join(', ') || 'none';
      throw new ApiError('parameter_unknown', `There is no '${param}' here; known are ${known}.`, { param });
    }
    members[name] = read(value, param);
  }
  return members as Members<R>;
}

/** @throws ApiError 400 for one that was not sent */
export function required<T>(value: T | undefined, param: string): T {
  if (value !== undefined) return value;
  throw new ApiError('parameter_missing', `${param} is missing.`, { param });
}

export const text: Read<string> = (value, param) => {
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(param, 'a string that is not empty', value);
};

export const object: Read<Fields> = (value, param) => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalid(param, 'an object', value);
};

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Read<number> {
  return (value, param) => {
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) {
      return value as number;
    }
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw invalid(param, `a whole number ${range}`, value);
  };
}

/** A share of requests. */
export const share: Read<number> = (value, param) => {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw invalid(param, 'a number from 0 to 1', value);
};

export function oneOf<const W extends string>(words: readonly W[]): Read<W> {
  return (value, param) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw invalid(param, `one of ${words.join(', ')}`, value);
  };
}

const faultMatchReaders = {
  method: text,
  path: text,
  query: ((value, param) => {
    const query = object(value, param);
    return Object.fromEntries(
      Object.entries(query).map(([name, words]) => {
        if (typeof words === 'string') return [name, words];
        throw invalid(printable(`${param}.${name}`), 'a string', words);
      }),
    );
  }) satisfies Read<Record<string, string>>,
} satisfies Readers;

const matchReaders = { ...faultMatchReaders, status: whole(100, 999), body: object } satisfies Readers;

export const requestMatch: Read<RequestMatch> = (value, param) =>
  readMembers(object(value, param), matchReaders, `${param}.`);

/** Which requests a fault strikes: it does so before there is a status, or a body is read. */
export const faultMatch: Read<NonNullable<FaultRule['match']>> = (value, param) =>
  readMembers(object(value, param), faultMatchReaders, `${param}.`);

/** A fault as on the command line. */
export const faultKind: Read<FaultRule['kind']> = (value, param) => {
  const words = text(value, param);
  try {
    parseFault(words);
    return words;
  } catch (error) {
    if (!(error instanceof FaultSyntaxError)) throw error;
    throw new ApiError('parameter_invalid', `${param}: ${error.message}.`, { param });
  }
};

export function invalid(param: string, expected: string, value: unknown): ApiError {
  const given = typeof value === 'string' ? `'${printable(value)}'` : describe(value);
  return new ApiError('parameter_invalid', `${param} must be ${expected}, not ${given}.`, { param });
}
