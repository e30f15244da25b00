// A record of ours as the service would write it: its field names, nesting and forms, with values made up for what
// our records lack. One that came from a recording is shown as it was seen, but for what has been written since.
import { isObject, textOf } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { readMoney, writeId, writeMoney, writeTime } from './forms.ts';
import { digest } from './forms.ts';
import { generateField, presence, seedAt } from './generate-value.ts';
import type { Seed } from './generate-value.ts';
import { numberMember } from './numbered.ts';
import { pointerTo, valueAt, withoutValueAt, withValueAt } from './pointer.ts';
import { formIn, recordedFormOf } from './recorded-form.ts';
import type { FieldWire, RecordKind, RecordWire, Wire } from './wire.ts';

/** The fields that our simulator changes by itself or by a write. */
const moving: Readonly<Record<RecordKind, readonly string[]>> = {
  listing: ['minPrice', 'maxPrice', 'strategyId', 'currentPrice', 'updatedAt'],
  strategy: [],
  reportRun: [],
};

export class RecordRenderer {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** @param record as our own wire shows it */
  render(kind: RecordKind, record: JsonObject): Json {
    const shape = this.#wire.records[kind];
    if (shape === undefined) return withoutValueAt(record, `/${numberMember}`);
    const recorded = recordedFormOf(record);
    const seed = { record: `${kind} ${textOf(record.id)}`, place: '', number: numberOfRecord(record) };
    const state = typeof record.status === 'string' ? record.status : '';
    if (recorded === undefined) return this.#fields(shape.fields, record, state, seed);
    let shown = formIn(recorded, state);
    for (const { field, pointer, parent } of leavesOf(shape)) {
      const { ours = '' } = field;
      const before = recorded.ours[ours];
      if (!moving[kind].includes(ours) || record[ours] === before) continue;
      // A field that follows another one does so as long as both are the same.
      if (
        ours === 'currentPrice' &&
        field.money !== undefined &&
        readMoney(valueAt(shown, pointer), field.money) !== before
      )
        continue;
      const value = this.#convert(field, record[field.ours!] ?? null);
      if (value === null && field.nothing === 'omitted') {
        shown = withoutValueAt(shown, pointer);
        continue;
      }
      const clears =
        value === null && (field.nulls ?? 0) === 0 && parent !== undefined && (parent.field.nulls ?? 0) > 0;
      shown = clears ? withValueAt(shown, parent.pointer, null) : withValueAt(shown, pointer, value);
    }
    return complete(shown, shape.fields, seed);
  }

  #fields(fields: readonly FieldWire[], record: JsonObject, state: string, seed: Seed): Json {
    const members: [string, Json][] = [];
    for (const field of fields) {
      const value = this.#field(field, record, state, seedAt(seed, field.name));
      if (value !== undefined) members.push([field.name, value]);
    }
    return Object.fromEntries(members);
  }

  #field(field: FieldWire, record: JsonObject, state: string, seed: Seed): Json | undefined {
    if (field.in !== undefined && !field.in.includes(state))
      return (field.absent ?? 0) > 0 ? undefined : null;
    if (field.ours === undefined) {
      if (!hasOurs(field)) {
        const value = generateField(field.in === undefined ? field : always(field), seed);
        return value;
      }
      const lacks = presence(field, seed);
      if (lacks !== 'there' && leaves(field).every(({ ours }) => ours === undefined || isDecoration(ours)))
        return lacks;
      // An object around fields of ours is there when they are.
      const inner = this.#fields(field.fields ?? [], record, state, seed);
      const holdsNothing = leaves(field).every(({ ours }) => {
        return ours === undefined || (ourValue(record, ours) ?? null) === null;
      });
      if (holdsNothing && (field.nulls ?? 0) > 0) return null;
      return holdsNothing && (field.absent ?? 0) > 0 ? undefined : inner;
    }
    const lacks = isDecoration(field.ours) ? presence(field, seed) : 'there';
    if (lacks !== 'there') return lacks;
    const value = ourValue(record, field.ours);
    if (value === undefined && field.ours.startsWith('downloadLinks'))
      return (field.absent ?? 0) > 0 ? undefined : null;
    if (value === undefined) return generateField(field, seed);
    if (Array.isArray(value) && field.items !== undefined) {
      const most = Math.max(1, field.range?.[1] ?? value.length);
      return (value as readonly Json[]).slice(0, most).map((item, at) => {
        return this.#item(field.items!, item, seedAt(seed, at));
      });
    }
    return value === null && field.nothing === 'omitted' ? undefined : this.#convert(field, value);
  }

  #item(items: FieldWire, item: Json, seed: Seed): Json {
    if (!isObject(item)) return this.#convert(items, item);
    if (items.fields !== undefined) return this.#fields(items.fields, item, '', seed);
    return this.#convert(items, item.url ?? null);
  }

  /** A value of ours in the form of a field. */
  #convert(field: FieldWire, value: Json): Json {
    if (value === null) return field.nothing === 'empty' ? '' : null;
    if (field.ours === 'id' && typeof value === 'string') return writeId(value, this.#idOf(field));
    if (field.ours === 'strategyId' && typeof value === 'string') {
      return writeId(value, this.#wire.records.strategy?.idForm ?? { form: 'text', prefix: '' });
    }
    if (field.money !== undefined && typeof value === 'number') return writeMoney(value, field.money);
    if (field.time !== undefined && typeof value === 'string')
      return writeTime(Date.parse(value), field.time);
    if (typeof value === 'boolean') return value;
    if (field.values !== undefined || field.means !== undefined) return named(field, value);
    if (field.types.includes('string') && typeof value === 'number') return String(value);
    return value;
  }

  #idOf(field: FieldWire) {
    const shapes = Object.values(this.#wire.records);
    return (shapes.find(({ fields }) => fields.includes(field)) ?? shapes[0]!).idForm;
  }
}

const always = (field: FieldWire): FieldWire => ({ ...field, absent: 0, nulls: 0 });

/** The value of an enumeration that stands for one of ours; some value of it where none does. */
function named({ values = [], means = {}, types }: FieldWire, value: Json): Json {
  const words = textOf(value);
  const meant = Object.keys(means).find((theirs) => means[theirs] === words);
  const choices = values.length > 0 ? values : Object.keys(means);
  const same = meant ?? choices.find((candidate) => plain(String(candidate)) === plain(words));
  const chosen = same ?? choices[Number.parseInt(digest(words).slice(0, 6), 16) % choices.length] ?? value;
  return types.includes('number') || types.includes('integer') ? Number(chosen) : chosen;
}

const plain = (words: string) => words.toLowerCase().replace(/[^a-z0-9]/g, '');

function ourValue(record: JsonObject, path: string): Json | undefined {
  return (
    valueAt(record, `/${path.replaceAll('.', '/')}`) ??
    (valueAt(record, `/${path.split('.')[0]!}`) === null ? null : undefined)
  );
}

function numberOfRecord(record: JsonObject): number | undefined {
  const number = record[numberMember];
  return typeof number === 'number' ? number : undefined;
}

/** Whether nothing depends on a field of ours, so that it may lack where the service's lacks. */
const isDecoration = (ours: string) =>
  !/^(id|minPrice|maxPrice|strategyId|status|createdAt|updatedAt|completedAt|startedAt|downloadLinks.*)$/.test(
    ours,
  );

function hasOurs(field: FieldWire): boolean {
  return field.ours !== undefined || (field.fields ?? []).some(hasOurs);
}

function leaves(field: FieldWire): readonly FieldWire[] {
  return field.fields === undefined ? [field] : field.fields.flatMap(leaves);
}

interface Leaf {
  readonly field: FieldWire;
  readonly pointer: string;
  readonly parent?: Leaf;
}

const knownLeaves = new WeakMap<RecordWire, readonly Leaf[]>();

/** The fields that are no objects, with their places; what arrays hold is left out. */
export function leavesOf(shape: RecordWire): readonly Leaf[] {
  let found = knownLeaves.get(shape);
  if (found === undefined) knownLeaves.set(shape, (found = collect(shape.fields, undefined)));
  return found;
}

function collect(fields: readonly FieldWire[], parent: Leaf | undefined): Leaf[] {
  return fields.flatMap((field) => {
    const leaf: Leaf = {
      field,
      pointer: pointerTo(parent?.pointer ?? '', field.name),
      ...(parent && { parent }),
    };
    return field.fields === undefined
      ? [leaf]
      : [...(field.ours === undefined ? [] : [leaf]), ...collect(field.fields, leaf)];
  });
}

/** The value with those fields that every record has and that this one was never seen with. */
function complete(value: Json, fields: readonly FieldWire[], seed: Seed): Json {
  if (!isObject(value)) return value;
  const changed = new Map<string, Json>();
  let added = false;
  for (const field of fields) {
    const { name } = field;
    if (Object.hasOwn(value, name)) {
      if (field.fields === undefined) continue;
      const inner = complete(value[name]!, field.fields, seedAt(seed, name));
      if (inner !== value[name]) changed.set(name, inner);
    } else if (field.absent === undefined && field.in === undefined) {
      changed.set(name, generateField(field, seedAt(seed, name)) ?? null);
      added = true;
    }
  }
  if (changed.size === 0) return value;
  const members = { ...value, ...Object.fromEntries(changed) };
  return added ? inOrder(members, fields) : members;
}

function inOrder(members: JsonObject, fields: readonly FieldWire[]): JsonObject {
  const known = fields.map(({ name }) => name).filter((name) => Object.hasOwn(members, name));
  return Object.fromEntries(
    [...new Set([...known, ...Object.keys(members)])].map((name) => [name, members[name]!]),
  );
}
