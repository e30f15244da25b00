// Fields that only one of two objects has, and which of them are the same field under another name.
import { isObject, kindOf } from './formats.ts';
import { groupedBy } from './grouped-by.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Names {
  /** `alike`: their values have to do with each other. */
  readonly renamed: readonly { readonly from: string; readonly to: string; readonly alike: boolean }[];
  /** Recorded, and not simulated. */
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** A rename is told by the name but for its case and its dashes, by the value, or by the place among shared fields. */
export function pairNames(recorded: Fields, simulated: Fields): Names {
  let missing = Object.keys(recorded).filter((key) => !Object.hasOwn(simulated, key));
  let extra = Object.keys(simulated).filter((key) => !Object.hasOwn(recorded, key));
  if (missing.length === 0 || extra.length === 0) return { renamed: [], missing, extra };
  const renamed: { from: string; to: string; alike: boolean }[] = [];
  /** Each with the first of those that look the same; what has no look has no like. */
  const pair = (alike: boolean, lookOf: (fields: Fields, name: string) => string | undefined) => {
    const candidates = groupedBy(extra, (name) => lookOf(simulated, name));
    const next = new Map(Array.from(candidates, ([look, names]) => [look, names.values()]));
    const taken = new Set<string>();
    missing = missing.filter((from) => {
      const look = lookOf(recorded, from);
      const to = look === undefined ? undefined : next.get(look)?.next().value;
      if (to === undefined) return true;
      renamed.push({ from, to, alike });
      taken.add(to);
      return false;
    });
    extra = extra.filter((name) => !taken.has(name));
  };
  pair(true, (_fields, name) => plain(name));
  pair(true, (fields, name) => (says(fields[name]) ? JSON.stringify(fields[name]) : undefined));
  const before = new Map([
    [recorded, sharedBefore(recorded, simulated)],
    [simulated, sharedBefore(simulated, recorded)],
  ]);
  pair(false, (fields, name) =>
    isObject(fields[name])
      ? undefined
      : JSON.stringify([kindOf(fields[name]), before.get(fields)!.get(name)]),
  );
  return { renamed, missing, extra };
}

const plain = (name: string) => name.replaceAll(/[_\-\s]/g, '').toLowerCase();

/** Whether a value is rare enough that two fields with it are likely the same. */
function says(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 2;
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) > 100;
  return (isObject(value) && Object.keys(value).length > 0) || (Array.isArray(value) && value.length > 0);
}

/** For each name the nearest in front of it that both objects have. */
function sharedBefore(object: Fields, other: Fields): ReadonlyMap<string, string | undefined> {
  let shared: string | undefined;
  return new Map(
    Object.keys(object).map((name) => {
      const before = shared;
      if (Object.hasOwn(other, name)) shared = name;
      return [name, before];
    }),
  );
}
