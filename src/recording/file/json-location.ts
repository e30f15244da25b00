// Where in a JSON text something stands, for the messages of errors; only they pay for it.
import { fileLimits, placeOf, scanJson } from '../../http/json-text.ts';

export type JsonPath = readonly (string | number)[];

export interface JsonFault {
  readonly line: number;
  /** Whether the text simply ends too early. */
  readonly truncated: boolean;
}

/** The first syntax fault of a text; undefined when it has none. */
export function findJsonFault(text: string): JsonFault | undefined {
  const { fault } = scanJson(text, fileLimits);
  if (fault === null) return undefined;
  const rest = text.slice(fault.at).trim();
  const isCutString = rest.startsWith('"') && !/["\n]/.test(rest.slice(1).replaceAll(/\\./g, ''));
  const isCutWord = /^(?:-?[\d.eE+-]{0,30}|[a-z]{1,4})$/.test(rest);
  return { line: placeOf(text, fault.at).line, truncated: isCutString || isCutWord };
}

const token = /[{}[\],:"]|[^\s{}[\],:"]+/g;

/** A place that is looked for, or one on the way to it. */
interface Step {
  readonly inside: Map<string | number, Step>;
  at: number | undefined;
}

/** The line of the value at a path of a valid text, or of the innermost one around it that is there. */
export function lineOfPath(text: string, path: JsonPath): number {
  return linesOfPaths(text, [path])[0]!;
}

/** The lines of several paths, found in one walk over the text. */
export function linesOfPaths(text: string, paths: readonly JsonPath[]): number[] {
  const root: Step = { inside: new Map(), at: undefined };
  for (const path of paths) {
    let step = root;
    for (const name of path) {
      const next = step.inside.get(name) ?? { inside: new Map<string | number, Step>(), at: undefined };
      step.inside.set(name, next);
      step = next;
    }
  }
  locate(text, root);
  const found = paths.map((path) => {
    let step: Step | undefined = root;
    let at = root.at ?? 0;
    for (const name of path) {
      step = step?.inside.get(name);
      at = step?.at ?? at;
    }
    return at;
  });
  return linesOf(text, found);
}

/** Notes where the steps stand; a key that stands twice is its last value, as for JSON.parse. */
function locate(text: string, root: Step): void {
  const open: { key: string | number; readonly step: Step | undefined }[] = [];
  let isKey = false;
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [start] = match;
    if (start === '"') token.lastIndex = endOfString(text, match.index);
    const inside = open.at(-1);
    if (start === '}' || start === ']') {
      open.pop();
      isKey = false;
    } else if (start === ',') {
      isKey = typeof inside!.key === 'string';
      if (typeof inside!.key === 'number') inside!.key += 1;
    } else if (start === ':') {
      isKey = false;
    } else if (isKey) {
      inside!.key = JSON.parse(text.slice(match.index, token.lastIndex)) as string;
    } else {
      const step = inside === undefined ? root : inside.step?.inside.get(inside.key);
      if (step !== undefined) step.at = match.index;
      if (start === '{') open.push({ key: '', step });
      if (start === '[') open.push({ key: 0, step });
      isKey = start === '{';
    }
  }
}

/** The lines of offsets, counted from 1 in one pass. */
function linesOf(text: string, offsets: readonly number[]): number[] {
  const lines = new Map<number, number>();
  let line = 1;
  let from = 0;
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    for (let end = text.indexOf('\n', from); end !== -1 && end < offset; end = text.indexOf('\n', from)) {
      line += 1;
      from = end + 1;
    }
    lines.set(offset, line);
  }
  return offsets.map((offset) => lines.get(offset)!);
}

/** Behind the quote that ends a string. A pattern over all of it would overflow the stack on megabytes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
}
