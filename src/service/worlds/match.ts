// Describes requests: those that a fault strikes, or those to find in the request log.

import { usualMethods } from '../../http/http-semantics.ts';
import { nearestName, suggestion } from '../../http/nearest-name.ts';
import { check, problemsText, v, valueText } from '../../http/schema.ts';
import { literalPattern } from '../../http/literal-pattern.ts';

/** A request matches when every part that is given fits. */
export interface RequestMatch {
  /** Such as `PATCH`; in any case. */
  readonly method?: string;
  /** The path as sent; `*` stands for anything, `{id}` for one segment. */
  readonly path?: string;
  /** Parameters that the query must have, decoded. */
  readonly query?: Readonly<Record<string, string>>;
  /** The status of the answer. */
  readonly status?: number;
  /** Fields that the JSON body must have; objects in it are compared in the same way. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What can be matched: a request, or a request and its answer. */
interface Matchable {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status?: number;
  /** The JSON body, parsed. */
  readonly json?: unknown;
}

const methodWords = 'a method such as PATCH';
const pathWords = 'a path such as /v1/listings/{id}/price, without a query';
const statusWords = 'a status such as 429';

/** Any method, but for one that comes so near to a usual one that it is misspelt. */
export const matchedMethod = v.pipe(
  v.string(methodWords),
  v.nonEmpty(methodWords),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const nearest = nearestName(value, usualMethods);
    if (nearest === undefined || nearest === value.toUpperCase()) return;
    addIssue({ message: `${valueText(value)} is unknown; ${suggestion(value, usualMethods)}` });
  }),
);
export const matchedPath = v.pipe(v.string(pathWords), v.regex(/^[/*{][^?#]*$/, pathWords));

/** What a request alone can be matched by, before there is an answer. */
const requestParts = {
  method: v.optional(matchedMethod),
  path: v.optional(matchedPath),
  query: v.optional(v.record(v.string(), v.string('a text'), 'an object of texts')),
};

/** Without this check what cannot be would silently match nothing, and a misspelt part would match too much. */
export const matchSchema = v.object(
  {
    ...requestParts,
    status: v.optional(
      v.pipe(
        v.number(statusWords),
        v.integer(statusWords),
        v.minValue(100, statusWords),
        v.maxValue(999, statusWords),
      ),
    ),
    body: v.optional(v.record(v.string(), v.unknown(), 'an object')),
  },
  'an object',
) as v.GenericSchema<unknown, RequestMatch>;

/** A fault strikes before there is a status, and before a body is read. */
export const faultMatchSchema = v.object(requestParts, 'an object') as v.GenericSchema<
  unknown,
  Pick<RequestMatch, 'method' | 'path' | 'query'>
>;

/** A match is wrong. The message says what can be written. */
export class MatchError extends Error {
  override readonly name = 'MatchError';
}

/**
 * A test for requests; an empty match takes all.
 * @throws MatchError with all that is wrong with it
 */
export function compileMatch(match: RequestMatch = {}): (request: Matchable) => boolean {
  const { problems } = check(matchSchema, match);
  if (problems.length > 0) throw new MatchError(problemsText(problems));
  const { method, path, query, status, body } = match;
  const tests: ((request: Matchable) => boolean)[] = [];
  if (method !== undefined) {
    const wanted = method.toUpperCase();
    tests.push((request) => request.method === wanted);
  }
  if (path !== undefined) {
    const pattern = pathPattern(path);
    tests.push((request) => pattern.test(request.path));
  }
  if (query !== undefined) {
    const wanted = Object.entries(query);
    tests.push((request) => {
      const sent = new URLSearchParams(request.query);
      return wanted.every(([name, value]) => sent.getAll(name).includes(value));
    });
  }
  if (status !== undefined) tests.push((request) => request.status === status);
  if (body !== undefined) tests.push((request) => holds(request.json, body));
  return (request) => tests.every((test) => test(request));
}

function pathPattern(path: string): RegExp {
  const source = path
    .split(/(\*|\{[^}]*\})/)
    .map((piece) => {
      if (piece === '*') return '.*';
      return /^\{.*\}$/.test(piece) ? '[^/]+' : literalPattern(piece);
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** Whether a value has all wanted members; arrays must be equal. */
function holds(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(value, wanted);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted)) {
    return false;
  }
  if (Array.isArray(wanted) && (value as readonly unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(
    ([name, item]) => Object.hasOwn(value, name) && holds((value as Record<string, unknown>)[name], item),
  );
}
