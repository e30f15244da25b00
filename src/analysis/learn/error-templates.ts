// The errors of a service: for each thing that can be wrong, the status and the body as a template.
import { numberOf } from '../../http/exact-json.ts';
import { valueAt } from '../../dialect/pointer.ts';
import type { ErrorWire, RequestWire } from '../../dialect/wire.ts';
import { sampleOf } from './good-answers.ts';
import { classify } from './classify-error.ts';
import type { Classified, ErrorContext } from './error-context.ts';
import { mostNamed } from './findings.ts';
import type { Sample } from './infer-leaf.ts';
import { inferTemplate } from './infer-template.ts';
import { decode, sample } from './locate.ts';
import type { Observation } from './observations.ts';

/** An error and what it is about. */
export interface SeenError extends Classified {
  readonly by: Observation;
}

export function seenErrors(observations: readonly Observation[], context: ErrorContext): SeenError[] {
  return observations.flatMap((by) => {
    if (by.status < 400 || by.isFile) return [];
    return classify(by, context).map((about) => ({ ...about, by }));
  });
}

export function learnErrors(
  errors: readonly SeenError[],
  requests: RequestWire,
  roleNames: ReadonlyMap<string, string>,
): ErrorWire[] {
  const groups = new Map<string, SeenError[]>();
  for (const error of errors) {
    if (
      error.by.body === undefined &&
      error.by.headers.some(([name, value]) => name.toLowerCase() === 'content-length' && value !== '0')
    )
      continue;
    const { kind, param = '', about = '', by } = error;
    const own = kind === 'parameter_unknown' ? '' : param;
    const key = JSON.stringify([by.status, kind, own, about]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [error]);
    else known.push(error);
  }
  return [...groups.values()].map((group) => errorWire(group, requests, roleNames)).sort(byStatusAndKind);
}

function errorWire(
  group: readonly SeenError[],
  requests: RequestWire,
  roleNames: ReadonlyMap<string, string>,
): ErrorWire {
  const [{ kind, param, about, by }] = group as readonly [SeenError];
  const samples = sample(group, 100).map((error) => sampleError(error, requests, roleNames));
  return {
    kind,
    ...(param !== undefined && kind !== 'parameter_unknown' && { param }),
    ...(about !== undefined && { about }),
    status: by.status,
    body: by.body === undefined ? null : inferTemplate(samples),
    seen: group.length,
    interactions: group.slice(0, mostNamed).map((error) => error.by.id),
  };
}

function sampleError(
  { by, param, unknown }: SeenError,
  requests: RequestWire,
  roleNames: ReadonlyMap<string, string>,
): Sample {
  const literals: [string, string][] = [];
  const add = (name: string, text: string | undefined, least = 2) => {
    if (text !== undefined && text.length >= least) literals.push([name, text]);
  };
  for (const name of ['minPrice', 'maxPrice', 'strategyId'] as const) {
    const pointer = requests[name];
    const value =
      pointer === undefined || by.requestBody === undefined ? undefined : valueAt(by.requestBody, pointer);
    if (typeof value === 'string') add(name, numberOf(value) === undefined ? value : value.slice(1));
    else if (typeof value === 'number') add(name, String(value));
    const isParam = param === name;
    if (isParam && pointer !== undefined) {
      add('param', pointer.slice(1).replaceAll('/', '.'));
      if (pointer.includes('/', 1)) add('param', pointer.slice(1));
    }
  }
  if (param !== undefined && roleNames.has(param)) add('param', roleNames.get(param));
  add('unknown', unknown);
  if (by.route !== undefined && by.route.id !== '') add('id', decode(by.route.id));
  for (const [name, value] of by.query) add(`query:${name}`, value);
  add('path', by.path, 4);
  const retry = by.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (retry !== undefined && /^\d+$/.test(retry)) add('retryAfter', retry, 1);
  literals.sort((a, b) => b[1].length - a[1].length);
  return sampleOf(by, { method: by.method }, literals);
}

function byStatusAndKind(a: ErrorWire, b: ErrorWire): number {
  const key = ({ status, kind, param = '', about = '' }: ErrorWire) => `${status} ${kind} ${param} ${about}`;
  return key(a) < key(b) ? -1 : 1;
}
