// Where in a JSON text something stands, for the messages of errors; only they pay for it.
import { fileLimits, placeOf, scanJson } from '../json-text.ts';

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
  const isCutString = rest.startsWith('"') && !/["\n]/.test(rest.slice(1));
  const isCutWord = /^(?:-?[\d.eE+-]{0,30}|[a-z]{1,4})$/.test(rest);
  return { line: placeOf(text, fault.at).line, truncated: isCutString || isCutWord };
}

const token = /[{}[\],:"]|[^\s{}[\],:"]+/g;

/** The line of the value at a path of a valid text, or of the innermost one around it that is there. */
export function lineOfPath(text: string, path: JsonPath): number {
  const current: (string | number)[] = [];
  let best = { at: 0, depth: -1 };
  let isKey = false;
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null && best.depth < path.length; match = token.exec(text)) {
    const [start] = match;
    if (start === '"') token.lastIndex = endOfString(text, match.index);
    if (start === '}' || start === ']') {
      current.pop();
      isKey = false;
    } else if (start === ',') {
      const inside = current.at(-1)!;
      isKey = typeof inside === 'string';
      if (typeof inside === 'number') current[current.length - 1] = inside + 1;
    } else if (start === ':') {
      isKey = false;
    } else if (isKey) {
      current[current.length - 1] = JSON.parse(text.slice(match.index, token.lastIndex)) as string;
    } else {
      if (current.length > best.depth && current.every((step, at) => step === path[at])) {
        best = { at: match.index, depth: current.length };
      }
      if (start === '{') current.push('');
      if (start === '[') current.push(0);
      isKey = start === '{';
    }
  }
  return placeOf(text, best.at).line;
}

/** Behind the quote that ends a string. A pattern over all of it would overflow the stack on megabytes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
}
