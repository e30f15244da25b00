// When a JSON text may stand in a recording as its value: only where printing the value gives the text back. And what the
// bodies of a recording say, whichever way they stand there.
import { plainJsonIn } from '../../http/json-text.ts';
import type { RecordedBody } from '../format.ts';

/** Past this depth JSON stands as text: `JSON.stringify` overflows the stack on what `JSON.parse` accepts. */
export const depthLimit = 64;

/** A JSON body that still has the text it was read from. Printed itself, it is `{"json": ...}` and no more. */
class ReadJson {
  readonly json: unknown;
  readonly #text: string;

  constructor(json: unknown, text: string) {
    this.json = json;
    this.#text = text;
  }

  static textOf(body: object): string | undefined {
    return #text in body ? body.#text : undefined;
  }
}

/**
 * The value of a JSON text that printing gives back byte for byte: spaces, repeated keys, `1e400`, `-0`, numbers
 * with more digits than a double holds and integer-like keys out of order all fail it.
 */
export function exactJson(text: string): { readonly json: unknown } | undefined {
  // Most other text is told apart by its first character.
  if (!/^["[{\d\-tfn]/.test(text)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return isDeeper(json, depthLimit) || JSON.stringify(json) !== text ? undefined : new ReadJson(json, text);
  } catch {
    return undefined;
  }
}

/** The text of a JSON body: the one that it was read from, where it is still there. */
export function jsonText(body: { readonly json: unknown }): string {
  return ReadJson.textOf(body) ?? JSON.stringify(body.json);
}

/** The text of a body; empty for none, undefined for bytes and for what was left out. */
export function textIn(body: RecordedBody): string | undefined {
  if (body === null) return '';
  if ('json' in body) return jsonText(body);
  return 'text' in body ? body.text : undefined;
}

/**
 * The JSON value of a body; undefined for any other one.
 * @param read reads JSON that stands as text
 */
export function jsonOf(body: RecordedBody, read: (text: string) => unknown = plainJsonIn): unknown {
  if (body === null || 'base64' in body || 'omitted' in body) return undefined;
  return 'json' in body ? body.json : read(body.text);
}

/** Whether an object or array is nested beyond a depth; any other value is not. */
export function isDeeper(value: unknown, limit: number): boolean {
  return isNested(value) && nestsDeeper(value, limit);
}

type Nested = Readonly<Record<string, unknown>> | readonly unknown[];

function isNested(value: unknown): value is Nested {
  return typeof value === 'object' && value !== null;
}

// A file of 100,000 answers is walked through whole: no list of an object's values is made.
function nestsDeeper(value: Nested, limit: number): boolean {
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isNested(item) && nestsDeeper(item, limit - 1));
  const object = value as Readonly<Record<string, unknown>>;
  for (const name in object) {
    const item = object[name];
    if (isNested(item) && nestsDeeper(item, limit - 1)) return true;
  }
  return false;
}
