// Places in a JSON value, written as JSON pointers (RFC 6901): `/pricing/min`; empty for the value itself. A step such as
// `action=setPrice` leads to the item of a list whose member says so, wherever it stands.
import { isEmptyObject, isList, isObject, textOf } from './exact-json.ts';
import type { Json } from './exact-json.ts';
import { remembering } from './remembering.ts';

export const stepsOf = remembering(10_000, (pointer): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
);

export function pointerTo(parent: string, name: string | number): string {
  const isPlain = typeof name === 'number' || !(name.includes('/') || name.includes('~'));
  return `${parent}/${isPlain ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The place that holds a place. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** The places of all that holds a place, the outermost first. */
export const placesAround = (pointer: string): string[] =>
  pointer === '' ? [] : [...placesAround(parentOf(pointer)), parentOf(pointer)];

/** Whether a place is another one or lies below it. */
export const isWithin = (place: string, outer: string): boolean => `${place}/`.startsWith(`${outer}/`);

/** The value at a place; undefined where there is none. */
export function valueAt(value: unknown, pointer: string): Json | undefined {
  let found = value as Json | undefined;
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(found)) {
      const items = found as readonly Json[];
      found = items[indexOf(items, step)];
    } else if (isObject(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

/** The same, or null where there is none. */
export const leafAt = (value: unknown, pointer: string): Json => valueAt(value, pointer) ?? null;

/** The same as a text. */
export const textAt = (value: unknown, pointer: string): string => textOf(leafAt(value, pointer));

const saying = /^([\w-]+)=(.*)$/s;

/** At which index a step leads into a list; -1 where nothing there says what it asks for. */
function indexOf(items: readonly Json[], step: string): number {
  const [, name, text] = saying.exec(step) ?? [];
  if (name === undefined) return /^\d+$/.test(step) ? Number(step) : -1;
  return items.findIndex((item) => isObject(item) && item[name] === text);
}

/**
 * The step to an item of a list by what the item says it is about: in a JSON Patch (RFC 6902) its path, elsewhere the first
 * word that tells all items apart; undefined where none does.
 */
export function itemStep(items: readonly Json[], at: number): string | undefined {
  if (!items.every(isObject)) return undefined;
  const tells = (name: string) => {
    const texts = items.map((item) => item[name]);
    return (
      texts.every((text) => typeof text === 'string' && /^[A-Za-z_.:/-]{1,80}$/.test(text)) &&
      new Set(texts).size === texts.length
    );
  };
  const isPatch = items.every(({ op, path }) => op !== undefined && path !== undefined);
  // The currency of a price that stands alone says nothing of what it is.
  const isTold = (own: string) => items.length > 1 || !/currency/i.test(own);
  const name = isPatch ? 'path' : Object.keys(items[0] ?? {}).find((own) => isTold(own) && tells(own));
  return name !== undefined && tells(name) ? `${name}=${items[at]![name] as string}` : undefined;
}

/** The same place in this value, with the index of each item that is found by what it says. */
export function indexedPlace(value: Json, pointer: string): string {
  let [inside, place] = [value as Json | undefined, ''];
  for (const step of stepsOf(pointer)) {
    const index = Array.isArray(inside) ? indexOf(inside as readonly Json[], step) : -1;
    const own = index === -1 ? step : String(index);
    place = pointerTo(place, own);
    inside = valueAt(inside, pointerTo('', own));
  }
  return place;
}

/** The outermost place on the way to a place, or itself, where nothing stands. */
export const lackingPlace = (value: Json | undefined, pointer: string): string | undefined =>
  [...placesAround(pointer), pointer].find((at) => valueAt(value, at) === undefined);

/** The leaves of a value with their places, whatever stands around them: all that is neither an object nor an array. */
export function allLeaves(value: Json, place = ''): [place: string, leaf: Json][] {
  if (typeof value !== 'object' || value === null) return [[place, value]];
  return Object.entries(value).flatMap(([name, item]) => allLeaves(item, pointerTo(place, name)));
}

/** The lists of a value that stand in no other list, with their places. */
export const outerLists = (value: Json, place = ''): [place: string, list: readonly Json[]][] =>
  isList(value)
    ? [[place, value]]
    : isObject(value)
      ? Object.entries(value).flatMap(([name, item]) => outerLists(item, pointerTo(place, name)))
      : [];

/** The value with another one at a place; objects that lead there are made where they lack. */
export function withValueAt(value: Json, pointer: string, item: Json): Json {
  return place(value, stepsOf(pointer), 0, item);
}

/** The value without what stands at a place; a step that names no item of a list goes on in each. */
export function withoutValueAt(value: Json, pointer: string): Json {
  const steps = stepsOf(pointer);
  const remove = (inside: Json, at: number): Json => {
    const step = steps[at]!;
    if (Array.isArray(inside)) {
      const items = inside as readonly Json[];
      const index = indexOf(items, step);
      if (index === -1) return items.map((item) => remove(item, at + (step === '*' ? 1 : 0)));
      if (index >= items.length) return items;
      return at === steps.length - 1
        ? items.toSpliced(index, 1)
        : items.with(index, remove(items[index]!, at + 1));
    }
    if (!isObject(inside) || !Object.hasOwn(inside, step)) return inside;
    if (at < steps.length - 1) return { ...inside, [step]: remove(inside[step]!, at + 1) };
    return Object.fromEntries(Object.entries(inside).filter(([name]) => name !== step));
  };
  return steps.length === 0 ? value : remove(value, 0);
}

/** @param value undefined where nothing stands yet */
function place(value: Json | undefined, steps: readonly string[], at: number, item: Json): Json {
  if (at === steps.length) return item;
  const step = steps[at]!;
  const [, name, text] = saying.exec(step) ?? [];
  // The first item makes the list.
  const makesList =
    name === undefined ? step === '0' && value === undefined : value === undefined || isEmptyObject(value);
  if (Array.isArray(value) || makesList) {
    const items = Array.isArray(value) ? (value as readonly Json[]) : [];
    const index = indexOf(items, step);
    const lacks = name === undefined ? index === items.length : index === -1;
    const all = lacks ? [...items, name === undefined ? {} : { [name]: text! }] : items;
    return all.map((inside, own) =>
      own === (lacks ? items.length : index) ? place(inside, steps, at + 1, item) : inside,
    );
  }
  const object = isObject(value) ? value : {};
  return {
    ...object,
    [step]: place(Object.hasOwn(object, step) ? object[step] : undefined, steps, at + 1, item),
  };
}
