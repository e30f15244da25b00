// Which requests somebody means: those that a fault strikes, or those to find in the request log.

/** All that is named must fit; what is left out fits all. */
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
export interface Matchable {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status?: number;
  /** The JSON body, parsed. */
  readonly json?: unknown;
}

/** What each part is, in words. */
const partForms: Readonly<Record<string, string>> = {
  method: 'a method such as PATCH',
  path: 'a path such as /v1/listings/{id}/price',
  query: 'an object of texts',
  status: 'a status such as 429',
  body: 'an object',
};
const known = Object.keys(partForms);

/** A part of the wrong type would silently match nothing. */
function isPart(name: string, value: unknown): boolean {
  if (name === 'status') return Number.isInteger(value);
  if (name === 'method' || name === 'path') return typeof value === 'string';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return name === 'body' || Object.values(value).every((item) => typeof item === 'string');
}

/** A match that cannot be; its message says what can. */
export class MatchError extends Error {
  override readonly name = 'MatchError';
}

/**
 * A test for requests; an empty match takes all.
 * @throws MatchError for a part of the wrong type, and for a name that is no part: it would silently match too much
 */
export function compileMatch(match: RequestMatch = {}): (request: Matchable) => boolean {
  const unknown = Object.keys(match).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new MatchError(`'${unknown}' is no part of a match; the parts are ${known.join(', ')}`);
  }
  const { method, path, query, status, body } = match;
  const wrong = Object.entries(match).find(([name, value]) => value !== undefined && !isPart(name, value));
  if (wrong !== undefined) {
    throw new MatchError(`${wrong[0]}: ${JSON.stringify(wrong[1])} is not ${partForms[wrong[0]] ?? ''}`);
  }
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
      return /^\{.*\}$/.test(piece) ? '[^/]+' : piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** Whether a value has all that is wanted of it; arrays are compared whole. */
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
