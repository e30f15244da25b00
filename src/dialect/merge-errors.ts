import { isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { sameValue } from './templates.ts';

/** Two errors told in one answer: their lists one behind the other, their objects member by member. */
export function mergeErrors(a: Json, b: Json): Json {
  if (Array.isArray(a) && Array.isArray(b))
    return sameValue(a as Json, b as Json)
      ? (a as Json)
      : [...(a as readonly Json[]), ...(b as readonly Json[])];
  if (!isObject(a) || !isObject(b)) return a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [x, y] = [a[name], b[name]];
      return [name, x === undefined ? y! : y === undefined ? x : mergeErrors(x, y)];
    }),
  );
}
