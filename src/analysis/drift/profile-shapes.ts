// What a profile tells of the shapes of answers, so that a recording can be compared with it. Where a profile is
// silent nothing is compared.
import { recordKindOf } from '../../dialect/core-fields.ts';
import { endpoints } from '../../spec/endpoints.ts';
import type { Profile } from '../../dialect/profile.ts';
import type { FieldWire, RecordWire, SpokenEndpoint, Wire } from '../../dialect/wire.ts';
import { anyEndpoint } from './change.ts';
import type { ServiceShape } from './change.ts';
import { isTransport } from '../compare/compare-headers.ts';
import { labelOf } from '../compare/endpoint-label.ts';
import { isObject, kindOf } from '../compare/formats.ts';
import type { Kind } from '../compare/formats.ts';
import { everyItem, printPath } from '../compare/json-path.ts';
import type { Path } from '../compare/json-path.ts';
import { locateError, withoutPart } from '../compare/find-records.ts';
import { emptyField, emptyShape, fieldKey, writableMap, writableSet } from '../compare/shapes.ts';
import type { AnswerShape, FieldShape, Part } from '../compare/shapes.ts';

export function shapesOfProfile({ wire }: Profile): ServiceShape {
  const answers = new Map<string, AnswerShape>();
  const add = (shape: AnswerShape) => answers.set(`${shape.endpoint} ${shape.status}`, shape);
  for (const endpoint of endpoints) {
    const name = endpoint.name as SpokenEndpoint;
    const answer = wire?.answers[name];
    if (wire === undefined || answer === undefined) continue;
    const label = labelOf(endpoint.method, `/v1${endpoint.path}`);
    const shape = emptyShape(label.endpoint, label.resource, answer.status);
    shape.count = answer.seen;
    const place = placeOf(answer.body, []);
    const record = wire.records[recordKindOf(name)];
    if (place !== undefined) {
      shape.places.add(printPath(place.path));
      const base: Path = place.isList ? [...place.path, everyItem] : place.path;
      if (record !== undefined && answer.sentOnly !== true)
        addRecord(shape, record, base, answer.omits ?? []);
    }
    addTemplate(shape, 'rest', place === undefined ? answer.body : withoutPart(answer.body, place.path), []);
    addHeaders(shape, wire, ['all', 'success', name]);
    // A question of the ledger, not a header that a profile lists: it is neither missed nor new.
    addHeader(shape, 'ETag', undefined, 0);
    add(shape);
  }
  for (const { status, body, seen } of wire?.errors ?? []) {
    const shape = answers.get(`${anyEndpoint} ${status}`) ?? emptyShape(anyEndpoint, '', status);
    shape.count += seen;
    const error = locateError(body);
    if (error !== undefined) {
      shape.places.add(printPath(error.path));
      addTemplate(shape, 'error', error.fields, error.path);
      addTemplate(shape, 'rest', withoutPart(body, error.path), []);
    }
    add(shape);
  }
  for (const shape of answers.values()) {
    if (wire !== undefined && shape.endpoint === anyEndpoint) {
      addHeaders(shape, wire, ['all', 'errors', String(shape.status)]);
    }
  }
  const { perSecond, perMinute } = wire?.limits ?? {};
  return { answers: () => answers, limits: { second: perSecond, minute: perMinute } };
}

function fieldAt(shape: AnswerShape, part: Part, own: Path, base: Path): FieldShape {
  const key = fieldKey(part, own);
  const field = shape.fields.get(key) ?? emptyField(part, own, [...base, ...own]);
  shape.fields.set(key, field);
  return field;
}

/** @param omits fields that do not stand in these answers, as JSON pointers */
function addRecord(shape: AnswerShape, record: RecordWire, base: Path, omits: readonly string[]): void {
  const root = fieldAt(shape, 'record', [], base);
  root.seen = record.seen;
  root.kinds.set('object', record.seen);
  const add = (fields: readonly FieldWire[], parent: FieldShape, pointer: string) => {
    for (const wire of fields) {
      const at = `${pointer}/${wire.name}`;
      if (omits.includes(at)) continue;
      parent.names = writableSet(parent.names).add(wire.name);
      addField(wire, [...parent.own, wire.name], parent, at);
    }
  };
  const addField = (wire: FieldWire, own: Path, parent: FieldShape, pointer: string) => {
    const field = fieldAt(shape, 'record', own, base);
    // Each field was looked for in records of its own; here all are told as shares of those above it.
    const scale = (parent.kinds.get('object') ?? parent.seen) / Math.max(1, wire.seen);
    noteField(field, wire, scale);
    if (wire.fields !== undefined) add(wire.fields, field, pointer);
    if (wire.items !== undefined) addField(wire.items, [...own, everyItem], field, `${pointer}/*`);
  };
  add(record.fields, root, '');
}

function noteField(field: FieldShape, wire: FieldWire, scale: number): void {
  const nulls = wire.nulls ?? 0;
  const there = wire.seen - (wire.absent ?? 0);
  field.seen = there * scale;
  if (nulls > 0) field.kinds.set('null', nulls * scale);
  for (const type of wire.types) {
    const kind = kindOfType[type];
    field.kinds.set(kind, (there - nulls) * scale);
    if (kind === 'string') {
      field.formats = writableMap(field.formats).set(formatOfField(wire), there * scale);
    }
  }
  const words = wire.values?.filter((value) => typeof value === 'string') ?? [];
  const each = Math.max(2, Math.floor(there / Math.max(1, words.length)));
  field.words = new Map(words.map((word) => [word, each]));
}

const kindOfType: Readonly<Record<FieldWire['types'][number], Kind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'list',
  null: 'null',
};

/** A text of no format of its own may be anything. */
function formatOfField({ format, time }: FieldWire): string {
  if (time !== undefined) {
    if (time === 'iso' || time === 'iso-micros') return 'time with milliseconds';
    if (time === 'iso-seconds') return 'time with seconds';
    if (time === 'date') return 'date';
    return time === 'http' ? 'HTTP date' : 'time with an offset';
  }
  if (format === 'decimal') return 'decimal text';
  if (format === 'digits') return 'integer text';
  return format === 'uuid' || format === 'url' || format === 'email' ? format : 'text';
}

/** Where the records stand in a template. */
function placeOf(body: unknown, path: Path): { readonly path: Path; readonly isList: boolean } | undefined {
  if (body === '{records}' || body === '{record}') return { path, isList: body === '{records}' };
  if (!isObject(body)) return undefined;
  for (const [name, item] of Object.entries(body)) {
    const place = placeOf(item, [...path, name]);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** A text that is filled in for each answer may become anything; what is constant is as it stands. */
function addTemplate(shape: AnswerShape, part: Part, template: unknown, base: Path, own: Path = []): void {
  if (template === undefined) return;
  const field = fieldAt(shape, part, own, base);
  // What stands under a condition may be missing.
  field.seen += isObject(template) && Object.hasOwn(template, '{if}') ? 0 : 1;
  if (typeof template === 'string' && /\{(?!\{)/.test(template)) {
    field.words = undefined;
    field.formats = writableMap(field.formats).set('text', 1);
    return;
  }
  const kind = kindOf(template);
  field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
  if (typeof template === 'string') {
    field.formats = writableMap(field.formats).set('text', 1);
    if (!/\s/.test(template) && field.words !== undefined) {
      field.words = writableMap(field.words).set(template, 2);
    }
  }
  if (!isObject(template)) return;
  for (const [name, item] of Object.entries(template)) {
    if (name.startsWith('{')) continue;
    field.names = writableSet(field.names).add(name);
    addTemplate(shape, part, item, base, [...own, name]);
  }
}

function addHeaders(shape: AnswerShape, wire: Wire, scopes: readonly string[]): void {
  for (const { name, value, on } of wire.headers) {
    if (isTransport(name) || !on.some((scope) => scopes.includes(scope))) continue;
    const constant = !/\{(?!\{)/.test(value);
    addHeader(shape, name, constant ? value.replaceAll('{{', '{') : undefined);
  }
}

function addHeader(
  { headers, count }: AnswerShape,
  name: string,
  constant: string | undefined,
  seen = count,
): void {
  headers.set(name.toLowerCase(), { name, seen, formats: new Set(), constant });
}
