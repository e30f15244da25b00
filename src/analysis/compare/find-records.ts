// Where the records stand in an answer, in whatever envelope, and which is which.
import type { EndpointLabel } from './endpoint-label.ts';
import { isObject, kindOf } from './formats.ts';
import { everyItem, type Path } from './json-path.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Located {
  /** Of the list, or of the one record. */
  readonly path: Path;
  readonly records: readonly Fields[];
  readonly isList: boolean;
}

/** The records of a successful answer; undefined where it shows none. */
export function locateRecords(json: unknown, { lists, id }: EndpointLabel): Located | undefined {
  if (lists) return locateList(json);
  if (!isObject(json)) return undefined;
  for (const [path, value] of walk(json)) {
    if (isObject(value) && (id === undefined || holdsId(value, id))) {
      return { path, records: [value], isList: false };
    }
  }
  return { path: [], records: [json], isList: false };
}

/** The outermost list of objects; an empty list where there is no other. */
function locateList(json: unknown): Located | undefined {
  let empty: Located | undefined;
  for (const [path, value] of walk(json)) {
    if (!Array.isArray(value) || path.includes(everyItem)) continue;
    const located = { path, records: value as Fields[], isList: true };
    if (value.length === 0) empty ??= located;
    else if (value.every(isObject)) return located;
  }
  return empty;
}

/** The object that tells what is wrong: the outermost one with a text of its own. */
export function locateError(json: unknown): { readonly path: Path; readonly fields: Fields } | undefined {
  for (const [path, value] of walk(json)) {
    if (isObject(value) && Object.values(value).some((item) => typeof item === 'string')) {
      return { path, fields: value };
    }
  }
  return isObject(json) ? { path: [], fields: json } : undefined;
}

/** Every value, the outer ones first. */
function* walk(json: unknown): Generator<readonly [Path, unknown]> {
  const found: (readonly [Path, unknown])[] = [[[], json]];
  // It grows while it is gone through; to take off its front would cost as much as it is long.
  for (const entry of found) {
    yield entry;
    const [path, value] = entry;
    if (Array.isArray(value)) for (const item of value) found.push([[...path, everyItem], item]);
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) found.push([[...path, key], item]);
    }
  }
}

function holdsId(fields: Fields, id: string): boolean {
  return Object.values(fields).some(
    (value) =>
      (typeof value === 'string' || typeof value === 'number') &&
      String(value).toLowerCase() === id.toLowerCase(),
  );
}

const idNames = [/^_?id$/i, /^uuid$/i, /(^|_)(id|uuid)$|I[dD]$|Uuid$|UUID$/];

/** The name of the field that tells the records of a list apart; undefined where none does. */
export function idField(records: readonly Fields[]): string | undefined {
  const [first] = records;
  if (first === undefined) return undefined;
  const names = idNames.flatMap((pattern) => Object.keys(first).filter((name) => pattern.test(name)));
  return names.find((name) => {
    const values = records.map((record) => record[name]);
    const plain = values.every((value) => kindOf(value) === 'string' || kindOf(value) === 'number');
    return plain && new Set(values).size === values.length;
  });
}

/** What a record is called among its like, in whatever field. */
export function idOf(record: Fields, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : record[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** An answer without its records, and without what held nothing else. */
export function withoutPart(json: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (step === everyItem) return undefined;
  if (!isObject(json)) return json;
  const inner = withoutPart(json[step], rest);
  const empty = inner === undefined || (isObject(inner) && Object.keys(inner).length === 0);
  const entries = Object.entries(json).filter(([key]) => key !== step || !empty);
  return Object.fromEntries(entries.map(([key, item]) => [key, key === step ? inner : item]));
}
