// An error in the service's words: those that it has for just this, or for what comes nearest.
import { coarseCode } from '../spec/errors.ts';
import { isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import type { Resolve } from './template.ts';
import { fill } from './template.ts';
import type { ErrorWire } from './wire.ts';

export interface Problem {
  readonly kind: string;
  readonly status: number;
  readonly message: string;
  readonly param?: string;
  readonly about?: string;
}

/** How an error is told: its body once the names in it can be resolved. */
export interface SpokenError {
  readonly status: number;
  readonly body: ((resolve: Resolve) => Json) | null;
}

/** @returns undefined where the service has never told an error */
export function speakError(problem: Problem, errors: readonly ErrorWire[]): SpokenError | undefined {
  const { kind, param, about } = problem;
  const isThis = (error: ErrorWire) =>
    param !== undefined && error.param === param && about !== undefined && error.about === about;
  const own =
    best(
      errors.filter(
        (error) =>
          isThis(error) &&
          error.kind !== kind &&
          !errors.some((other) => other.kind === kind && isThis(other)),
      ),
      problem,
    ) ??
    best(
      errors.filter((error) => error.kind === kind),
      problem,
    );
  if (own !== undefined) {
    return { status: own.status, body: own.body === null ? null : (resolve) => fill(own.body, resolve) };
  }
  const near =
    best(
      errors.filter(({ status }) => status === problem.status),
      problem,
    ) ??
    best(
      errors.filter(({ status }) => status < 500 && status !== 401 && status !== 429),
      problem,
    ) ??
    best(errors, problem);
  if (near === undefined) return undefined;
  return {
    status: problem.status,
    body(resolve) {
      // Of a status with one meaning the words stand as they are.
      if (near.status === problem.status && near.status !== 400 && near.status !== 422)
        return fill(near.body, resolve);
      const words = { ...problem, wireParam: resolve('param') ?? null };
      return adapt(fill(near.body, resolve), near.status, words, '');
    },
  };
}

function best(errors: readonly ErrorWire[], { param, about, status }: Problem): ErrorWire | undefined {
  const score = (error: ErrorWire) =>
    (error.about === about ? 4 : 0) + (error.param === param ? 2 : 0) + (error.status === status ? 1 : 0);
  return [...errors].sort((a, b) => score(b) - score(a) || b.seen - a.seen)[0];
}

interface Words extends Problem {
  readonly wireParam: Json;
}

/** An error made for something else, with what it says about this one. */
function adapt(body: Json, status: number, words: Words, name: string): Json {
  if (Array.isArray(body))
    return (body as readonly Json[]).slice(0, 1).map((item) => adapt(item, status, words, name));
  if (isObject(body)) {
    return Object.fromEntries(
      Object.entries(body).map(([key, item]) => [key, adapt(item, status, words, key)]),
    );
  }
  if (body === status) return words.status;
  if (body === String(status)) return String(words.status);
  const same = words.status === status;
  if (/message|detail|description|reason|text/i.test(name)) return words.message;
  if (/param|field|pointer|property|argument/i.test(name)) return words.wireParam;
  if (typeof body !== 'string' || same) return body;
  if (/^(code|error_?code|type|slug|name|error)$/i.test(name))
    return inCaseOf(body, coarseCode(words.status));
  if (/url|docs?|href|info|help|link/i.test(name)) return body.replace(/[^/#?=]+$/, coarseCode(words.status));
  return /title/i.test(name) ? words.message : body;
}

function inCaseOf(example: string, code: string): string {
  if (/^[A-Z0-9_]+$/.test(example)) return code.toUpperCase();
  const camel = code.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (/^[A-Z][a-zA-Z0-9]*$/.test(example)) return camel.charAt(0).toUpperCase() + camel.slice(1);
  if (/^[a-z]+[A-Z]/.test(example)) return camel;
  return example.includes('-') ? code.replaceAll('_', '-') : code;
}
