// Where in a JSON text a value stands, for the messages of errors. The text is walked token by token, so neither its
// length nor its depth matters.
import { createScanner } from 'jsonc-parser';
import type { TextPlace } from './json-text.ts';

/** The path to a value: names of members and indexes of elements, from the outermost value inwards. */
export type JsonPath = readonly (string | number)[];

/** What is looked for: a value, or the name under which it stands. */
interface Wanted {
  readonly path: JsonPath;
  readonly name?: boolean;
}

/** The place of the value at a path of a valid JSON text, or of the innermost one around it that is there. */
export function placeOf(text: string, path: JsonPath): TextPlace {
  return placesOf(text, [{ path }])[0]!;
}

/** The places of several values or names, found in one walk over the text. */
export function placesOf(text: string, wanted: readonly Wanted[]): TextPlace[] {
  const root = newStep();
  for (const { path } of wanted) {
    let step = root;
    for (const name of path) {
      const next = step.inside.get(name) ?? newStep();
      step.inside.set(name, next);
      step = next;
    }
  }
  locate(text, root);
  return wanted.map(({ path, name: atName = false }) => {
    let step: Step | undefined = root;
    let place = root.place ?? { line: 1, column: 1 };
    for (const name of path) {
      step = step?.inside.get(name);
      place = step?.place ?? place;
    }
    return (atName ? step?.namePlace : undefined) ?? place;
  });
}

/** A value that is looked for, or one on the way to it. */
interface Step {
  readonly inside: Map<string | number, Step>;
  place: TextPlace | undefined;
  /** Where its name stands; undefined for an element of an array. */
  namePlace: TextPlace | undefined;
}

function newStep(): Step {
  return { inside: new Map(), place: undefined, namePlace: undefined };
}

/** An object or array whose end is still ahead. */
interface OpenValue {
  /** The name or index of the member or element that the walk has reached. */
  name: string | number;
  /** Undefined where nothing inside is looked for. */
  readonly step: Step | undefined;
}

/** Notes the places of the steps. Where an object has a name twice, the last value counts, as for JSON.parse. */
function locate(text: string, root: Step): void {
  const scanner = createScanner(text, true);
  const open: OpenValue[] = [];
  let isName = false;
  const next = (): string | undefined => {
    scanner.scan();
    return text[scanner.getTokenOffset()];
  };
  const tokenPlace = (): TextPlace => ({
    line: scanner.getTokenStartLine() + 1,
    column: scanner.getTokenStartCharacter() + 1,
  });
  for (let start = next(); start !== undefined; start = next()) {
    const around = open.at(-1);
    if (start === '}' || start === ']') {
      open.pop();
      isName = false;
    } else if (start === ',') {
      isName = typeof around?.name === 'string';
      if (typeof around?.name === 'number') around.name += 1;
    } else if (start === ':') {
      isName = false;
    } else if (isName && around !== undefined) {
      around.name = scanner.getTokenValue();
      const member = around.step?.inside.get(around.name);
      if (member !== undefined) member.namePlace = tokenPlace();
    } else {
      const step = around === undefined ? root : around.step?.inside.get(around.name);
      if (step !== undefined) step.place = tokenPlace();
      if (start === '{') open.push({ name: '', step });
      if (start === '[') open.push({ name: 0, step });
      isName = start === '{';
    }
  }
}
