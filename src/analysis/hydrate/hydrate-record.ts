// From a record in a service's form to one of ours: the fields that are known, in our forms, and the whole as it was.
import { seenFields } from '../../service/models/resources.ts';
import type { Extra } from '../../service/models/field-forms.ts';
import { isObject, isMarked, numberOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { readId, readMoney, readTime } from '../../dialect/forms.ts';
import type { MoneyForm } from '../../dialect/wire.ts';
import { stepsOf, valueAt, withValueAt } from '../../dialect/pointer.ts';
import { recordedMember } from '../../dialect/recorded-form.ts';
import type { RecordedForm } from '../../dialect/recorded-form.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import type { FieldWire, RecordKind, Wire } from '../../dialect/wire.ts';

/** Our fields by name; nested ones (`buyBox.price`) and what has no value of our form are left out. */
export function ourFields(record: JsonObject, kind: RecordKind, wire: Wire): Record<string, unknown> {
  const shape = wire.records[kind];
  const fields: Record<string, unknown> = {};
  if (shape === undefined) return fields;
  // Where two show the same of ours, the outer one is it.
  const leaves = [...leavesOf(shape)].sort((a, b) => stepsOf(a.pointer).length - stepsOf(b.pointer).length);
  for (const { field, pointer } of leaves) {
    const { ours } = field;
    if (ours === undefined || ours.includes('.') || Object.hasOwn(fields, ours)) continue;
    const value = valueAt(record, pointer);
    const read = value === undefined && !isUnset(ours) ? undefined : ourValue(value, field, kind, wire);
    if (read !== undefined) fields[ours] = read;
  }
  return fields;
}

/** The bounds and the strategy may be told as missing, null or empty. */
const isUnset = (ours: string) => /^(minPrice|maxPrice|strategyId)$/.test(ours);

function ourValue(value: Json | undefined, field: FieldWire, kind: RecordKind, wire: Wire): unknown {
  if (value === undefined || value === null || (value === '' && isUnset(field.ours!))) return null;
  if (field.ours === 'id') return ourId(value, kind, wire);
  if (field.ours === 'strategyId') return ourId(value, 'strategy', wire);
  if (field.money !== undefined) return readMoney(value, field.money) ?? plainAmount(value, field.money);
  if (field.time !== undefined) {
    const time = readTime(value, field.time);
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  }
  return numberOf(value) ?? value;
}

/** An amount in a form of its own within a recording: as a number where others are texts, or the other way round. */
function plainAmount(value: Json, { as }: MoneyForm): number | undefined {
  if (as !== 'number' && as !== 'string') return undefined;
  return numberOf(value) ?? (typeof value === 'string' ? amountOf(value) : undefined);
}

const amountOf = (text: string) => (/^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined);

export function ourId(value: Json, kind: RecordKind, wire: Wire): string | undefined {
  const form = wire.records[kind]?.idForm ?? { form: 'uuid' as const, prefix: '' };
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return readId(String(value), form, kind === 'listing') ?? (kind === 'listing' ? undefined : String(value));
}

/** A record of ours with what it looked like, for the dialect. */
export function dressed<T extends { readonly extra?: Extra }>(record: T, form: RecordedForm): T {
  return { ...record, extra: { ...record.extra, [recordedMember]: form } };
}

/** The fields that were seen, for those who show a record in our own wire. */
export function withSeen<T extends object>(record: T, names: readonly string[]): T {
  return { ...record, [seenFields]: new Set(names) };
}

/** The members of a record that none of our fields shows, as plain JSON. */
export function otherFields(record: JsonObject, kind: RecordKind, wire: Wire): Record<string, unknown> {
  const shown = new Set(
    (wire.records[kind] === undefined ? [] : leavesOf(wire.records[kind]))
      .filter(
        ({ field, pointer }) =>
          field.ours !== undefined && !field.ours.includes('.') && pointer.lastIndexOf('/') === 0,
      )
      .map(({ pointer }) => pointer.slice(1)),
  );
  return Object.fromEntries(
    Object.entries(inOurForms(record, kind, wire))
      .filter(([name]) => !shown.has(name))
      .map(([name, value]) => [name, plainJson(value)]),
  );
}

/** The objects that our records have too, such as the buy box, with amounts and times in the forms in which we keep them. */
function inOurForms(record: JsonObject, kind: RecordKind, wire: Wire): JsonObject {
  let result: Json = record;
  for (const { field, pointer } of wire.records[kind] === undefined ? [] : leavesOf(wire.records[kind])) {
    const value = valueAt(record, pointer);
    if (!/^\/(buyBox|adjustment|metadata)\//.test(pointer) || value === undefined || value === null) continue;
    const time = field.time === undefined ? NaN : readTime(value, field.time);
    const amount = field.money === undefined ? decimalOf(value) : readMoney(value, field.money);
    const own = Number.isNaN(time) ? amount : new Date(time).toISOString();
    if (own !== undefined) result = withValueAt(result, pointer, own);
  }
  return result as JsonObject;
}

const decimalOf = (value: Json) =>
  typeof value === 'string' && /^\d{1,12}\.\d{1,6}$/.test(value) ? Number(value) : undefined;

/** Numbers as numbers, however they were written. */
function plainJson(value: Json): unknown {
  if (isMarked(value)) return numberOf(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(plainJson);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainJson(item)]));
}

/** Two sightings of one record as one: the members of both, the value of the one that counts. */
export function merged(first: JsonObject, counts: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...first };
  for (const [name, value] of Object.entries(counts)) {
    const before = result[name];
    result[name] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}
