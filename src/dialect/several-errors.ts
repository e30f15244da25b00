// Errors that one answer tells together.
import { isList, isObject, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { isWithin, valueAt, withValueAt } from '../http/pointer.ts';
import type { Objection } from './objections/objection.ts';
import type { DialectForm } from './profile-form.ts';
import type { Resolve } from './template-filters.ts';
import { fill, sameValue } from './templates.ts';

/** The objections that are told together with the first: of the same kind, one for each field, none within another. */
export function alongside([first, ...others]: readonly Objection[]): Objection[] {
  const stage = ({ cause }: Objection) =>
    /^(?:field|amount|constant)-/.test(cause)
      ? 'fields'
      : /^(size|position|parameter|filter|sort)-/.test(cause)
        ? 'query'
        : cause;
  const told = new Set([first!.param]);
  return others.filter((other) => {
    const own = `${other.param}`;
    const isOne = [...told].some((param) => isWithin(own, `${param}`) || isWithin(`${param}`, own));
    if (stage(other) !== stage(first!) || isOne) return false;
    told.add(other.param);
    return true;
  });
}

/** What tells several errors in one answer, of the bodies that tell each alone. */
export function toldTogether(
  bodies: readonly Json[],
  together: DialectForm['together'],
  resolve: Resolve,
): Json {
  const parts = bodies
    .map((body) => together && valueAt(body, together.at))
    .filter((part) => part !== undefined);
  if (together === undefined || parts.flat().length === 0) return bodies.reduce(mergeErrors);
  const errors = parts.every((part) => isList(part)) ? parts.flat() : parts.reduce(mergeErrors);
  const whole =
    together.body === undefined
      ? withValueAt(bodies[0]!, together.at, errors)
      : fill(together.body, (name) => (name === 'errors' ? errors : resolve(name)))!;
  return Object.entries(together.joins ?? {}).reduce<Json>((body, [at, between]) => {
    const [begins, ends] = [together.begins?.[at] ?? '', together.ends?.[at] ?? ''];
    const texts = bodies.map((one, index) => {
      const text = textOf(valueAt(one, at));
      const from = index > 0 && text.startsWith(begins) ? begins.length : 0;
      const isLast = index === bodies.length - 1;
      return text.slice(from, !isLast && text.endsWith(ends) ? text.length - ends.length : undefined);
    });
    return withValueAt(body, at, texts.join(between));
  }, whole);
}

/** Two errors told in one answer: their lists one behind the other, their objects member by member. */
export function mergeErrors(a: Json, b: Json): Json {
  if (isList(a) && isList(b)) return sameValue(a, b) ? a : [...a, ...b];
  if (!isObject(a) || !isObject(b)) return a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [x, y] = [a[name], b[name]];
      return [name, x === undefined ? y! : y === undefined ? x : mergeErrors(x, y)];
    }),
  );
}
