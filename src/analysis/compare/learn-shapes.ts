// The shapes of the answers in a recording. Two recordings of one service have the same, whatever their records.
import type { Interaction } from '../../recording/format.ts';
import { headerOf, recordedAnswer, type Answer } from './answer.ts';
import { isTransport } from './compare-headers.ts';
import { labelOf, type EndpointLabel } from './endpoint-label.ts';
import { formatOf, isObject, kindOf, looseFormatOf } from './formats.ts';
import { everyItem, printPath, type Path } from './json-path.ts';
import { Moving, envelopeScope, errorScope } from './moving.ts';
import { idField, idOf, locateError, locateRecords, withoutPart } from './find-records.ts';
import {
  emptyField,
  emptyShape,
  fieldKey,
  writableMap,
  writableSet,
  type AnswerShape,
  type FieldShape,
  type Part,
} from './shapes.ts';

/** More than these are no enumeration, and no habit. */
const mostWords = 24;
const mostOrders = 100;

/** The shapes by endpoint and status; trouble of the service (5xx) has none. */
export function learnShapes(interactions: readonly Interaction[]): Map<string, AnswerShape> {
  const moving = new Moving(interactions);
  const shapes = new Map<string, AnswerShape>();
  const values = new Map<string, { readonly first: string; count: number; changes: boolean }>();
  for (const { id, request, response } of interactions) {
    if (response.status >= 500) continue;
    const label = labelOf(request.method, request.path);
    const key = envelopeScope(label, response.status);
    const shape = shapes.get(key) ?? emptyShape(label.endpoint, label.resource, response.status);
    shapes.set(key, shape);
    shape.count += 1;
    const answer = recordedAnswer(response);
    addHeaders(shape, answer);
    for (const [name, value] of answer.headers) {
      const known = values.get(name.toLowerCase()) ?? { first: value, count: 0, changes: false };
      values.set(name.toLowerCase(), known);
      known.count += 1;
      known.changes ||= known.first !== value;
    }
    new BodyLearner(shape, label, moving, id).add(answer);
  }
  for (const shape of shapes.values()) {
    for (const [name, header] of shape.headers) {
      const { first, count, changes } = values.get(name)!;
      if (!changes && count > 1) header.constant = first;
    }
  }
  return shapes;
}

function addHeaders({ headers }: AnswerShape, answer: Answer): void {
  for (const name of new Set(answer.headers.map(([given]) => given.toLowerCase()))) {
    if (isTransport(name)) continue;
    const written = answer.headers.find(([given]) => given.toLowerCase() === name)![0];
    const header = headers.get(name) ?? { name: written, seen: 0, formats: new Set(), constant: undefined };
    headers.set(name, header);
    header.seen += 1;
    header.formats.add(looseFormatOf(headerOf(answer, name)!));
  }
}

/** One part of a body. */
interface PartOfBody {
  readonly part: Part;
  readonly value: unknown;
  readonly base: Path;
  readonly moves: (own: Path) => boolean;
  /** Whose words are counted once: a record, or an answer. */
  readonly owner: string;
}

class BodyLearner {
  readonly #shape: AnswerShape;
  readonly #label: EndpointLabel;
  readonly #moving: Moving;
  readonly #answer: string;

  constructor(shape: AnswerShape, label: EndpointLabel, moving: Moving, answer: string) {
    this.#shape = shape;
    this.#label = label;
    this.#moving = moving;
    this.#answer = answer;
  }

  add({ json, status }: Answer): void {
    if (json === undefined) return;
    if (status >= 400) this.#error(json);
    else this.#good(json);
  }

  #error(json: unknown): void {
    const error = locateError(json);
    if (error === undefined) return;
    this.#shape.places.add(printPath(error.path));
    const moves = (path: Path) => this.#moves(errorScope, path) || this.#movesHere(path);
    this.#part({
      part: 'error',
      value: error.fields,
      base: error.path,
      moves: (own) => moves([...error.path, ...own]),
    });
    this.#part({ part: 'rest', value: withoutPart(json, error.path), moves });
  }

  #good(json: unknown): void {
    const label = this.#label;
    const located = locateRecords(json, label);
    const moves = (path: Path) => this.#movesHere(path);
    if (located === undefined) {
      this.#part({ part: 'rest', value: json, moves });
      return;
    }
    const { records, path, isList } = located;
    this.#shape.places.add(printPath(path));
    const name = idField(records);
    for (const record of records) {
      this.#part({
        part: 'record',
        value: record,
        base: isList ? [...path, everyItem] : path,
        moves: (own) => this.#moves(label.resource, own),
        owner: (isList ? undefined : label.id) ?? idOf(record, name) ?? this.#answer,
      });
    }
    this.#part({ part: 'rest', value: withoutPart(json, path), moves });
  }

  #part(given: Pick<PartOfBody, 'part' | 'value' | 'moves'> & Partial<PartOfBody>): void {
    const { part, value, base = [], moves, owner = this.#answer } = given;
    for (const [own, found] of everyValue(value, [])) {
      const key = fieldKey(part, own);
      let field = this.#shape.fields.get(key);
      if (field === undefined) {
        field = emptyField(part, own, base.length === 0 ? own : [...base, ...own], moves(own));
        this.#shape.fields.set(key, field);
      }
      note(field, found, owner);
    }
  }

  #moves(scope: string, path: Path): boolean {
    return this.#moving.at(scope, path) !== undefined;
  }

  #movesHere(path: Path): boolean {
    return this.#moves(envelopeScope(this.#label, this.#shape.status), path);
  }
}

function* everyValue(value: unknown, path: Path): Generator<readonly [Path, unknown]> {
  if (value === undefined) return;
  yield [path, value];
  if (Array.isArray(value)) for (const item of value) yield* everyValue(item, [...path, everyItem]);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* everyValue(item, [...path, key]);
  }
}

function note(field: FieldShape, value: unknown, owner: string): void {
  field.seen += 1;
  const kind = kindOf(value);
  field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
  if (!field.samples.has(kind)) field.samples.set(kind, value);
  if (isObject(value)) {
    const names = Object.keys(value);
    const order = names.join('\n');
    if (!field.orders.has(order) && field.orders.size < mostOrders) {
      field.orders = writableMap(field.orders).set(order, names);
    }
    const known = writableSet(field.names);
    for (const name of names) known.add(name);
    field.names = known;
  }
  if (field.part === 'error' && typeof value === 'number') addWord(field, String(value), owner);
  if (typeof value !== 'string') return;
  const format = looseFormatOf(value);
  field.formats = writableMap(field.formats).set(format, (field.formats.get(format) ?? 0) + 1);
  // A code of an error may have digits in it.
  const isCode = field.part === 'error' && formatOf(value) === 'id';
  if (format === 'text' && (isCode || formatOf(value) === 'word')) addWord(field, value, owner);
}

function addWord(field: FieldShape, word: string, owner: string): void {
  const key = `${owner}\n${word}`;
  if (field.words === undefined || field.counted.has(key)) return;
  field.counted = writableSet(field.counted).add(key);
  field.words = writableMap(field.words).set(word, (field.words.get(word) ?? 0) + 1);
  if (field.words.size <= mostWords) return;
  field.words = undefined;
  field.counted = new Set();
}
