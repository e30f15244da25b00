// Values for fields that a service has and our records lack: of the learned type, format, range and enumeration,
// different from record to record, and the same each time for the same record.
import type { Json } from '../http/exact-json.ts';
import { digest, writeMoney, writeTime } from './forms.ts';
import type { FieldWire, JsonType } from './wire.ts';

const words =
  'amber birch cedar delta ember fjord grove heron inlet juniper kestrel linden maple north opal'.split(' ');

/** What decides the values that are made up for one record. */
export interface Seed {
  /** Names the record. */
  readonly record: string;
  /** The place in it. */
  readonly place: string;
  /** The record's number among its kind, if it has one: then what is rare comes around instead of by chance. */
  readonly number: number | undefined;
}

export function seedAt(seed: Seed, step: string | number): Seed {
  return { ...seed, place: `${seed.place}/${step}` };
}

/** A whole number from 0 up to `below`. */
function draw({ record, place }: Seed, below: number, what = ''): number {
  return below <= 1 ? 0 : Number.parseInt(digest(`${record}${place}${what}`).slice(0, 8), 16) % below;
}

/** One of so many choices: each comes around. */
function turn(seed: Seed, choices: number, what = ''): number {
  if (seed.number === undefined) return draw(seed, choices, what);
  return (seed.number + draw({ ...seed, record: '' }, choices, what)) % Math.max(1, choices);
}

/** Whether this is one of the `part` of `whole`; of numbered records at least every fourth is. */
function isOneOf(part: number, whole: number, seed: Seed, what: string): boolean {
  if (part === 0 || part >= whole) return part > 0;
  if (seed.number === undefined) return draw(seed, whole, what) < part;
  if (part * 2 > whole) return !isOneOf(whole - part, whole, seed, what);
  return turn(seed, Math.min(4, Math.round(whole / part)), what) === 0;
}

/** Whether this record has the field: undefined where it lacks it, null where it is null. */
export function presence(
  { seen, absent = 0, nulls = 0, types }: FieldWire,
  seed: Seed,
): 'there' | null | undefined {
  if (isOneOf(absent, seen, seed, 'absent')) return undefined;
  return types.length === 0 || isOneOf(nulls, seen - absent, seed, 'null') ? null : 'there';
}

/** @returns undefined where this record lacks the field */
export function generateField(field: FieldWire, seed: Seed): Json | undefined {
  const lacks = presence(field, seed);
  if (lacks !== 'there') return lacks;
  return generateValue(field, field.types[turn(seed, field.types.length, 'type')]!, seed);
}

/** The members of an object, each generated. */
export function generateFields(fields: readonly FieldWire[], seed: Seed): Json {
  const members = fields.flatMap((field) => {
    const value = generateField(field, seedAt(seed, field.name));
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(members);
}

function generateValue(field: FieldWire, type: JsonType, seed: Seed): Json {
  const { values, range = [0, 0] } = field;
  const fitting = values?.filter((value) => typeof value === (type === 'integer' ? 'number' : type)) ?? [];
  if (fitting.length > 0) return fitting[turn(seed, fitting.length)]!;
  switch (type) {
    case 'string':
      return generateText(field, seed);
    case 'integer':
    case 'number':
      return generateNumber(field, seed);
    case 'boolean':
      return turn(seed, 2) === 0;
    case 'object':
      return generateFields(field.fields ?? [], seed);
    case 'array': {
      const [low, high] = lengths(range);
      const length = low + turn(seed, high - low + 1);
      const { items } = field;
      if (items === undefined) return [];
      return Array.from({ length }, (_, at) => generateField(items, seedAt(seed, at)) ?? null);
    }
    case 'null':
      return null;
  }
}

function generateNumber({ range = [0, 100], decimals = 0, time, money }: FieldWire, seed: Seed): Json {
  if (time !== undefined) return writeTime(between(range, 0, seed), time);
  const value = between(range, decimals, seed);
  if (money !== undefined) return writeMoney(money.as === 'cents' ? value / 100 : value, money);
  return value;
}

function between([low, high]: readonly [number, number], decimals: number, seed: Seed): number {
  const factor = 10 ** decimals;
  const steps = Math.min(2 ** 31, Math.round((high - low) * factor) + 1);
  return Math.round(low * factor + draw(seed, steps)) / factor;
}

function generateText({ format, time, money, range = [1, 12], decimals = 0 }: FieldWire, seed: Seed): Json {
  if (time !== undefined) return writeTime(between(range, 0, seed), time);
  if (money !== undefined) return writeMoney(between(range, 2, seed), money);
  const hex = digest(seed.record + seed.place);
  switch (format) {
    case 'uuid':
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    case 'url':
      return `https://example.com/${hex.slice(0, 8)}`;
    case 'email':
      return `${hex.slice(0, 8)}@example.com`;
    case 'currency':
      return 'USD';
    case 'decimal':
      return between(range, decimals, seed).toFixed(decimals);
    case 'digits':
      return Array.from({ length: lengths(range)[0] }, (_, at) => draw(seed, 10, String(at))).join('');
    default:
      return wordsOfLength(range, seed);
  }
}

/** A range as lengths: a profile that somebody has edited may say anything. */
function lengths([low, high]: readonly [number, number]): readonly [number, number] {
  const clamp = (length: number) => Math.min(1000, Math.max(0, Math.trunc(length) || 0));
  return [clamp(low), Math.max(clamp(low), clamp(high))];
}

function wordsOfLength(range: readonly [number, number], seed: Seed): string {
  const [low, high] = lengths(range);
  let text = '';
  for (let at = 0; text.length < low; at += 1) {
    text += `${text === '' ? '' : ' '}${words[draw(seed, words.length, String(at))]!}`;
  }
  return text.slice(0, Math.max(low, high)).trimEnd().padEnd(low, 'x');
}
