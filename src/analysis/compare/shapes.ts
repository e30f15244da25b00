// What answers look like, by endpoint and status: fields with their types, formats and values, and headers.
import type { Kind } from './formats.ts';
import { printPath, type Path } from './json-path.ts';

export type Part = 'record' | 'error' | 'rest';

/** One place of a kind of answer. */
export interface FieldShape {
  readonly part: Part;
  /** Within its part. */
  readonly own: Path;
  readonly path: Path;
  seen: number;
  readonly kinds: Map<Kind, number>;
  /** One value of each kind. */
  readonly samples: Map<Kind, unknown>;
  /** Of texts: strict formats, else `text`. */
  formats: ReadonlyMap<string, number>;
  /** Single words by how many records, or answers, have them there; undefined once there were too many. */
  words: ReadonlyMap<string, number> | undefined;
  /** The records whose word is counted, with the word. */
  counted: ReadonlySet<string>;
  /** Of objects: the names that they have had, and in which orders they came. */
  names: ReadonlySet<string>;
  orders: ReadonlyMap<string, readonly string[]>;
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

export function emptyShape(endpoint: string, resource: string, status: number): AnswerShape {
  return { endpoint, resource, status, count: 0, places: new Set(), fields: new Map(), headers: new Map() };
}

export const fieldKey = (part: Part, own: Path) => `${part} ${printPath(own)}`;

const noMap: ReadonlyMap<never, never> = new Map<never, never>();
const noSet: ReadonlySet<never> = new Set<never>();

/** A map of a field to write in. Most fields never need theirs, so they share one that stays empty until then. */
export const writableMap = <K, V>(map: ReadonlyMap<K, V>): Map<K, V> =>
  map === noMap ? new Map<K, V>() : (map as Map<K, V>);

/** A set of a field to write in, as `writableMap`. */
export const writableSet = <T>(set: ReadonlySet<T>): Set<T> =>
  set === noSet ? new Set<T>() : (set as Set<T>);

export function emptyField(part: Part, own: Path, path: Path, moves = false): FieldShape {
  return {
    part,
    own,
    path,
    seen: 0,
    kinds: new Map(),
    samples: new Map(),
    formats: noMap,
    words: noMap,
    counted: noSet,
    names: noSet,
    orders: noMap,
    moves,
  };
}

/** How often there was something in which a field could stand: an object at the place above it. */
export function parentsOf(shape: AnswerShape, { part, own }: FieldShape): number {
  if (own.length === 0) return 0;
  return shape.fields.get(fieldKey(part, own.slice(0, -1)))?.kinds.get('object') ?? 0;
}

export const nameOf = ({ own }: FieldShape) => String(own.at(-1) ?? '');

export const kindsOf = ({ kinds }: FieldShape) => [...kinds.keys()].sort().join(' or ');
