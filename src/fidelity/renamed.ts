// Fields that only one of two objects has, and which of them are the same field under another name.
import { isObject, kindOf } from './formats.ts';

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
  const pair = (alike: boolean, same: (from: string, to: string) => boolean) => {
    for (const from of missing) {
      const to = extra.find((candidate) => same(from, candidate));
      if (to === undefined) continue;
      renamed.push({ from, to, alike });
      extra = extra.filter((key) => key !== to);
    }
    missing = missing.filter((key) => !renamed.some(({ from }) => from === key));
  };
  pair(true, (from, to) => plain(from) === plain(to));
  pair(true, (from, to) => says(recorded[from]) && sameJson(recorded[from], simulated[to]));
  pair(false, (from, to) => {
    const beside = before(recorded, from, simulated) === before(simulated, to, recorded);
    return beside && kindOf(recorded[from]) === kindOf(simulated[to]) && !isObject(recorded[from]);
  });
  return { renamed, missing, extra };
}

const plain = (name: string) => name.replaceAll(/[_\-\s]/g, '').toLowerCase();

/** Whether a value is rare enough that two fields with it are likely the same. */
function says(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 2;
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) > 100;
  return (isObject(value) && Object.keys(value).length > 0) || (Array.isArray(value) && value.length > 0);
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The nearest field in front that both objects have. */
function before(object: Fields, key: string, other: Fields): string | undefined {
  const keys = Object.keys(object);
  return keys.slice(0, keys.indexOf(key)).findLast((candidate) => Object.hasOwn(other, candidate));
}
