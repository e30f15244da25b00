// Reads what JSON.parse does not report, or not in the same words on every Node: where a text is broken, how deep it
// nests, and which keys it has twice. JSON.parse accepts 200,000 levels, and JSON.stringify then fails on the value.

import { pointerTo } from './pointer.ts';

/** The value of a JSON text, its numbers as JavaScript has them; undefined for any other text. */
export function plainJsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A place in a text, for people: line and column, counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Why a text is refused; `at` is an offset in characters. */
interface JsonFault {
  readonly at: number;
  readonly reason: string;
}

/** How much a text may hold. */
export interface JsonLimits {
  readonly depth: number;
  readonly keys: number;
}

/** For request bodies; far above any real one. */
export const bodyLimits: JsonLimits = { depth: 64, keys: 10_000 };

/** For files of the user. */
export const fileLimits: JsonLimits = { depth: 200, keys: Infinity };

interface JsonScan {
  readonly fault: JsonFault | null;
  /** The first key that stands twice in one object; `at` is where it does so again. */
  readonly duplicateKey: { readonly name: string; readonly at: number } | null;
}

/** Where a value stands in a text: offsets in characters, the second one behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a JSON text from end to end without building its value.
 * @param spans gets where each value stands, by its JSON Pointer (RFC 6901); of a broken text as far as it can be read
 */
export function scanJson(text: string, limits: JsonLimits, spans?: Map<string, Span>): JsonScan {
  const scanner = new Scanner(text, limits, spans);
  try {
    scanner.document();
    return { fault: null, duplicateKey: scanner.duplicateKey };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { at: error.at, reason: error.message }, duplicateKey: scanner.duplicateKey };
  }
}

/** Why a file of the user is refused: it is no JSON, or has a key twice, of which JSON.parse would drop the first. */
export function fileFault(text: string): JsonFault | null {
  const { fault, duplicateKey } = scanJson(text, fileLimits);
  if (fault !== null || duplicateKey === null) return fault;
  const name = JSON.stringify(duplicateKey.name.slice(0, 60));
  return { at: duplicateKey.at, reason: `the key ${name} stands twice in one object` };
}

/** The place at an offset. */
export function textPlace(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Where an offset is, for a reader: `position 17 (line 2, column 4)`. */
export function describePosition(text: string, at: number): string {
  const { line, column } = textPlace(text, at);
  return `position ${at} (line ${line}, column ${column})`;
}

function inWords(found: string | undefined): string {
  if (found === undefined) return 'the end of the text';
  return found.startsWith('\ufeff') ? 'a byte order mark' : JSON.stringify(found);
}

class Fault extends Error {
  readonly at: number;

  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

const blank = /[ \t\n\r]*/y;
// A loop over alternatives overflows the stack on strings of some megabytes, so a string is read in these two steps.
// eslint-disable-next-line no-control-regex -- JSON forbids control characters in strings
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
/** A name for the next word of a broken text, for the message. */
const lexeme = /[\w.+-]+|"[^"\n]*"?|\/\/|'[^'\n]*'?|./suy;

class Scanner {
  duplicateKey: JsonScan['duplicateKey'] = null;
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #spans: Map<string, Span> | undefined;
  #at = 0;
  #keys = 0;
  /** Of the value that is read; only followed where spans are asked for. */
  #pointer = '';

  constructor(text: string, limits: JsonLimits, spans?: Map<string, Span>) {
    this.#text = text;
    this.#limits = limits;
    this.#spans = spans;
  }

  document(): void {
    this.#value(1);
    this.#take(blank);
    if (this.#at < this.#text.length) this.#fail('the end of the text');
  }

  #value(depth: number, expected = 'a value'): void {
    if (depth > this.#limits.depth)
      throw new Fault(this.#at, `nested deeper than ${this.#limits.depth} levels`);
    this.#take(blank);
    const start = this.#at;
    switch (this.#text[start]) {
      case '{':
        this.#members(depth);
        break;
      case '[':
        this.#elements(depth);
        break;
      default:
        if (!this.#string() && this.#take(scalar) === '') this.#fail(expected);
    }
    this.#spans?.set(this.#pointer, { start, end: this.#at });
  }

  /** A value in another one. */
  #inner(name: string | number, depth: number, expected?: string): void {
    const outer = this.#pointer;
    if (this.#spans !== undefined) this.#pointer = pointerTo(outer, name);
    this.#value(depth, expected);
    this.#pointer = outer;
  }

  #members(depth: number): void {
    const keys = new Set<string>();
    this.#list('}', (first) => {
      const start = this.#at;
      if (!this.#string()) this.#fail(first ? 'a property name or "}"' : 'a property name');
      const key = JSON.parse(this.#text.slice(start, this.#at)) as string;
      if (keys.has(key)) this.duplicateKey ??= { name: key, at: start };
      keys.add(key);
      this.#keys += 1;
      if (this.#keys > this.#limits.keys) throw new Fault(this.#at, `more than ${this.#limits.keys} keys`);
      this.#take(blank);
      this.#expect(':');
      this.#inner(key, depth + 1);
    });
  }

  #elements(depth: number): void {
    let index = 0;
    this.#list(']', (first) => {
      this.#inner(index, depth + 1, first ? 'a value or "]"' : 'a value');
      index += 1;
    });
  }

  /** Items between brackets, parted by commas; the opening bracket is ahead. */
  #list(end: string, item: (first: boolean) => void): void {
    this.#at += 1;
    this.#take(blank);
    if (this.#text[this.#at] !== end) {
      item(true);
      this.#take(blank);
      while (this.#text[this.#at] === ',') {
        this.#at += 1;
        this.#take(blank);
        item(false);
        this.#take(blank);
      }
      if (this.#text[this.#at] !== end) this.#fail(`"," or "${end}"`);
    }
    this.#at += 1;
  }

  /** Whether a whole string stood here; it is then behind us. */
  #string(): boolean {
    const start = this.#at;
    if (this.#text[start] !== '"') return false;
    this.#at += 1;
    do this.#take(plainCharacters);
    while (this.#take(escape) !== '');
    if (this.#text[this.#at] === '"') {
      this.#at += 1;
      return true;
    }
    this.#at = start;
    return false;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) this.#fail(`"${character}"`);
    this.#at += 1;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #fail(expected: string): never {
    lexeme.lastIndex = this.#at;
    const found = lexeme.exec(this.#text)?.[0].slice(0, 20);
    throw new Fault(this.#at, `expected ${expected}, found ${inWords(found)}`);
  }
}
