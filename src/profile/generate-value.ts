// Values for fields that a service has and our records lack: of the learned type, format, range and enumeration,
// different from record to record, and the same each time for the same record.
import type { Json } from './exact-json.ts';
import { digest, writeMoney, writeTime } from './forms.ts';
import type { FieldWire, JsonType } from './wire.ts';

const words =
  'amber birch cedar delta ember fjord grove heron inlet juniper kestrel linden maple north opal'.split(' ');

/** A whole number from 0 up to `below`, decided by the seed. */
function draw(seed: string, below: number): number {
  return below <= 1 ? 0 : Number.parseInt(digest(seed).slice(0, 8), 16) % below;
}

/**
 * @param seed what decides the value, such as the record's id and the field's place
 * @returns undefined where this record lacks the field
 */
export function generateField(field: FieldWire, seed: string): Json | undefined {
  const { seen, absent = 0, nulls = 0 } = field;
  if (absent > 0 && draw(`${seed} absent`, seen) < absent) return undefined;
  const there = seen - absent;
  if (field.types.length === 0 || (nulls > 0 && draw(`${seed} null`, there) < nulls)) return null;
  return generateValue(field, field.types[draw(`${seed} type`, field.types.length)]!, seed);
}

/** The members of an object, each generated. */
export function generateFields(fields: readonly FieldWire[], seed: string): Json {
  const members = fields.flatMap((field) => {
    const value = generateField(field, `${seed}/${field.name}`);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(members);
}

function generateValue(field: FieldWire, type: JsonType, seed: string): Json {
  const { values, range = [0, 0] } = field;
  const fitting = values?.filter((value) => typeof value === (type === 'integer' ? 'number' : type)) ?? [];
  if (fitting.length > 0) return fitting[draw(seed, fitting.length)]!;
  switch (type) {
    case 'string':
      return generateText(field, seed);
    case 'integer':
    case 'number':
      return generateNumber(field, seed);
    case 'boolean':
      return draw(seed, 2) === 0;
    case 'object':
      return generateFields(field.fields ?? [], seed);
    case 'array': {
      const length = range[0] + draw(seed, range[1] - range[0] + 1);
      const { items } = field;
      if (items === undefined) return [];
      return Array.from({ length }, (_, at) => generateField(items, `${seed}/${at}`) ?? null);
    }
    case 'null':
      return null;
  }
}

function generateNumber({ range = [0, 100], decimals = 0, time, money }: FieldWire, seed: string): Json {
  if (time !== undefined) return writeTime(between(range, 0, seed), time);
  const value = between(range, decimals, seed);
  if (money !== undefined) return writeMoney(money.as === 'cents' ? value / 100 : value, money);
  return value;
}

function between([low, high]: readonly [number, number], decimals: number, seed: string): number {
  const factor = 10 ** decimals;
  const steps = Math.min(2 ** 31, Math.round((high - low) * factor) + 1);
  return Math.round(low * factor + draw(seed, steps)) / factor;
}

function generateText({ format, time, money, range = [1, 12], decimals = 0 }: FieldWire, seed: string): Json {
  if (time !== undefined) return writeTime(between(range, 0, seed), time);
  if (money !== undefined) return writeMoney(between(range, 2, seed), money);
  const hex = digest(seed);
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
      return Array.from({ length: range[0] }, (_, at) => draw(`${seed}#${at}`, 10)).join('');
    default:
      return wordsOfLength(range, seed);
  }
}

function wordsOfLength([low, high]: readonly [number, number], seed: string): string {
  let text = '';
  for (let at = 0; text.length < low; at += 1) {
    text += `${text === '' ? '' : ' '}${words[draw(`${seed}#${at}`, words.length)]!}`;
  }
  return text.slice(0, Math.max(low, high)).trimEnd().padEnd(low, 'x');
}
