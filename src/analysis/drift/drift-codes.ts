// Errors that tell the same request another code.
import type { Interaction } from '../../recording/format.ts';
import { requestKey } from '../../recording/request-key.ts';
import { recordedAnswer } from '../compare/answer.ts';
import type { Change } from './change.ts';
import { labelOf } from '../compare/endpoint-label.ts';
import { formatOf, isObject } from '../compare/formats.ts';
import { everyItem, printPath, type Path } from '../compare/json-path.ts';
import { Moving, errorScope } from '../compare/moving.ts';

interface Told {
  readonly endpoint: string;
  /** By place. */
  readonly codes: ReadonlyMap<string, string>;
}

/** @returns each change with the request that shows it */
export function codeChanges(
  before: readonly Interaction[],
  after: readonly Interaction[],
): { readonly key: string; readonly change: Change }[] {
  const old = codesByRequest(before);
  return [...codesByRequest(after)].flatMap(([key, { endpoint, codes }]) => {
    const known = old.get(key)?.codes ?? new Map<string, string>();
    return [...codes].flatMap(([path, code]) => {
      const from = known.get(path);
      if (from === undefined || from === code) return [];
      const change = { severity: 'breaking', what: 'value changed', path, old: from, new: code } as const;
      return [
        { key: key.slice(key.indexOf(' ') + 1), change: { ...change, group: `error ${path}`, endpoint } },
      ];
    });
  });
}

/** The first answer to each request that was refused, by status and request. */
function codesByRequest(interactions: readonly Interaction[]): Map<string, Told> {
  const moving = new Moving(interactions);
  const found = new Map<string, Told>();
  for (const { request, response } of interactions) {
    const { status } = response;
    if (status < 400 || status >= 500) continue;
    const key = `${status} ${requestKey(request)}`;
    if (found.has(key)) continue;
    const codes = new Map<string, string>();
    for (const [path, code] of words(recordedAnswer(response).json, [])) {
      if (moving.at(errorScope, path) === undefined) codes.set(printPath(path), code);
    }
    found.set(key, { endpoint: labelOf(request.method, request.path).endpoint, codes });
  }
  return found;
}

/** Numbers and single words, which are what programs read of an error. */
function* words(value: unknown, path: Path): Generator<readonly [Path, string]> {
  if (typeof value === 'number') yield [path, String(value)];
  else if (typeof value === 'string') {
    const format = formatOf(value);
    if (format === 'word' || (format === 'id' && value.length < 16)) yield [path, value];
  } else if (Array.isArray(value)) for (const item of value) yield* words(item, [...path, everyItem]);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* words(item, [...path, key]);
  }
}
