// What the answers of a recording look like, by endpoint and status: fields with their types, formats and values, and
// headers. Two recordings of one service have the same shapes, whatever their records.
import type { Interaction } from '../recording/format.ts';
import { headerOf, recordedAnswer, type Answer } from './answer.ts';
import { isTransport } from './compare-headers.ts';
import { endpointOf, type EndpointLabel } from './endpoint-of.ts';
import { formatOf, isObject, kindOf, looseFormatOf, type Kind } from './formats.ts';
import { everyItem, printPath, type Path } from './json-path.ts';
import { Moving, envelopeScope, errorScope } from './moving.ts';
import { locateError, locateRecords, withoutPart } from './records.ts';

export type Part = 'record' | 'error' | 'rest';

/** One place of a kind of answer. */
export interface FieldShape {
  readonly part: Part;
  /** Within its part. */
  readonly own: Path;
  readonly path: Path;
  seen: number;
  readonly kinds: Map<Kind, number>;
  /** Of texts: strict formats, else `text`. */
  readonly formats: Map<string, number>;
  /** Single words by how often they stand there; undefined once there were too many. */
  words: Map<string, number> | undefined;
  /** Of objects: the names that they have had, and in which orders they came. */
  readonly names: Set<string>;
  readonly orders: Map<string, readonly string[]>;
  /** Whether its value moves by itself. */
  readonly moves: boolean;
}

export interface HeaderShape {
  readonly name: string;
  seen: number;
  readonly formats: Set<string>;
  /** The value that it has in all answers of the recording, several of them; undefined where it changes. */
  constant: string | undefined;
}

export interface AnswerShape {
  readonly endpoint: string;
  readonly resource: string;
  readonly status: number;
  count: number;
  /** Where the records, or the error object, stand. */
  readonly places: Set<string>;
  /** By part and path. */
  readonly fields: Map<string, FieldShape>;
  /** By lower-case name. */
  readonly headers: Map<string, HeaderShape>;
}

/** More words than this are no enumeration. */
const mostWords = 24;
const mostOrders = 100;

/** The shapes of a recording by endpoint and status; trouble of the service (5xx) has none. */
export function learnShapes(interactions: readonly Interaction[]): Map<string, AnswerShape> {
  const moving = new Moving(interactions);
  const shapes = new Map<string, AnswerShape>();
  const headers = new Map<string, readonly string[]>();
  const changing = new Set<string>();
  for (const { request, response } of interactions) {
    if (response.status >= 500) continue;
    const label = endpointOf(request.method, request.path);
    const key = envelopeScope(label, response.status);
    const shape = shapes.get(key) ?? emptyShape(label, response.status);
    shapes.set(key, shape);
    shape.count += 1;
    const answer = recordedAnswer(response);
    addHeaders(shape, answer);
    addBody(shape, answer, label, moving);
    for (const [name, value] of answer.headers) {
      const values = headers.get(name.toLowerCase()) ?? [];
      headers.set(name.toLowerCase(), [...values.slice(0, 1), value]);
      if (values[0] !== undefined && values[0] !== value) changing.add(name.toLowerCase());
    }
  }
  for (const shape of shapes.values()) {
    for (const [name, header] of shape.headers) {
      const values = headers.get(name)!;
      if (!changing.has(name) && values.length > 1) header.constant = values[0];
    }
  }
  return shapes;
}

function emptyShape({ endpoint, resource }: EndpointLabel, status: number): AnswerShape {
  return { endpoint, resource, status, count: 0, places: new Set(), fields: new Map(), headers: new Map() };
}

function addHeaders({ headers }: AnswerShape, answer: Answer): void {
  for (const name of new Set(answer.headers.map(([given]) => given.toLowerCase()))) {
    if (isTransport(name)) continue;
    const written = answer.headers.find(([given]) => given.toLowerCase() === name)![0];
    const value = headerOf(answer, name)!;
    const header = headers.get(name) ?? { name: written, seen: 0, formats: new Set(), constant: undefined };
    headers.set(name, header);
    header.seen += 1;
    header.formats.add(looseFormatOf(value));
  }
}

function addBody(shape: AnswerShape, { json, status }: Answer, label: EndpointLabel, moving: Moving): void {
  if (json === undefined) return;
  const movesHere = (path: Path) => moving.at(envelopeScope(label, status), path) !== undefined;
  const add = (part: Part, value: unknown, base: Path, moves: (path: Path) => boolean) => {
    visit(value, [], (path, found) => {
      const key = fieldKey(part, path);
      const field = shape.fields.get(key) ?? {
        ...emptyField(part, path, [...base, ...path]),
        moves: moves(path),
      };
      shape.fields.set(key, field);
      note(field, found);
    });
  };
  if (status >= 400) {
    const error = locateError(json);
    if (error !== undefined) {
      shape.places.add(printPath(error.path));
      const moves = (path: Path) => moving.at(errorScope, path) !== undefined || movesHere(path);
      add('error', error.fields, error.path, (path) => moves([...error.path, ...path]));
      add('rest', withoutPart(json, error.path), [], moves);
    }
    return;
  }
  const located = locateRecords(json, label);
  if (located === undefined) {
    add('rest', json, [], movesHere);
    return;
  }
  shape.places.add(printPath(located.path));
  const base: Path = located.isList ? [...located.path, everyItem] : located.path;
  const moves = (path: Path) => moving.at(label.resource, path) !== undefined;
  for (const record of located.records) add('record', record, base, moves);
  add('rest', withoutPart(json, located.path), [], movesHere);
}

export const fieldKey = (part: Part, own: Path) => `${part} ${printPath(own)}`;

export function emptyField(part: Part, own: Path, path: Path): FieldShape {
  return {
    part,
    own,
    path,
    seen: 0,
    kinds: new Map(),
    formats: new Map(),
    words: new Map(),
    names: new Set(),
    orders: new Map(),
    moves: false,
  };
}

/** Every value in a value, the outer ones first. */
function visit(value: unknown, path: Path, found: (path: Path, value: unknown) => void): void {
  found(path, value);
  if (Array.isArray(value)) for (const item of value) visit(item, [...path, everyItem], found);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) visit(item, [...path, key], found);
  }
}

function note(field: FieldShape, value: unknown): void {
  field.seen += 1;
  const kind = kindOf(value);
  field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
  if (isObject(value)) {
    const names = Object.keys(value);
    const order = names.join('\n');
    if (!field.orders.has(order) && field.orders.size < mostOrders) field.orders.set(order, names);
    for (const name of names) field.names.add(name);
  }
  if (field.part === 'error' && typeof value === 'number') addWord(field, String(value));
  if (typeof value !== 'string') return;
  const format = looseFormatOf(value);
  field.formats.set(format, (field.formats.get(format) ?? 0) + 1);
  // A code of an error may have digits in it.
  const isCode = field.part === 'error' && formatOf(value) === 'id';
  if (format === 'text' && (isCode || formatOf(value) === 'word')) addWord(field, value);
}

function addWord(field: FieldShape, word: string): void {
  field.words?.set(word, (field.words.get(word) ?? 0) + 1);
  if ((field.words?.size ?? 0) > mostWords) field.words = undefined;
}

/** How often there was something in which a field could stand: an object at the place above it. */
export function parentsOf(shape: AnswerShape, { part, own }: FieldShape): number {
  if (own.length === 0) return 0;
  return shape.fields.get(fieldKey(part, own.slice(0, -1)))?.kinds.get('object') ?? 0;
}
