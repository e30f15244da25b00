// Places in a JSON value, written as JSON pointers (RFC 6901): `/pricing/min`; empty for the value itself.
import { isObject } from './exact-json.ts';
import type { Json } from './exact-json.ts';

const parsed = new Map<string, readonly string[]>();

export function stepsOf(pointer: string): readonly string[] {
  let steps = parsed.get(pointer);
  if (steps === undefined) {
    steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (parsed.size < 10_000) parsed.set(pointer, steps);
  }
  return steps;
}

export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The place that holds a place. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** The value at a place; undefined where there is none. */
export function valueAt(value: unknown, pointer: string): Json | undefined {
  let found = value as Json | undefined;
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(found)) found = (found as readonly Json[])[Number(step)];
    else if (isObject(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

/** The value with another one at a place; objects that lead there are made where they lack. */
export function withValueAt(value: Json, pointer: string, item: Json): Json {
  return place(value, stepsOf(pointer), 0, item);
}

/** The value without what stands at a place. */
export function withoutValueAt(value: Json, pointer: string): Json {
  const steps = stepsOf(pointer);
  const remove = (inside: Json, at: number): Json => {
    const step = steps[at]!;
    if (Array.isArray(inside))
      return (inside as readonly Json[]).map((item) => remove(item, at + (step === '*' ? 1 : 0)));
    if (!isObject(inside) || !Object.hasOwn(inside, step)) return inside;
    if (at < steps.length - 1) return { ...inside, [step]: remove(inside[step]!, at + 1) };
    return Object.fromEntries(Object.entries(inside).filter(([name]) => name !== step));
  };
  return steps.length === 0 ? value : remove(value, 0);
}

function place(value: Json, steps: readonly string[], at: number, item: Json): Json {
  if (at === steps.length) return item;
  const step = steps[at]!;
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map((inside, index) =>
      index === Number(step) ? place(inside, steps, at + 1, item) : inside,
    );
  }
  const object = isObject(value) ? value : {};
  return { ...object, [step]: place(Object.hasOwn(object, step) ? object[step]! : {}, steps, at + 1, item) };
}
