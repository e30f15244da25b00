// Where in a JSON text its values stand, for the messages of errors. The only importer of jsonc-parser.
import { parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { JsonPath, TextPlace } from './json-text.ts';

/** What is looked for: a value, or the name under which it stands. */
export interface Wanted {
  readonly path: JsonPath;
  readonly name?: boolean;
}

/**
 * Where in a text values stand; for one that is not there, where the innermost value around it does. The text is valid
 * JSON, nested no deeper than `fileLimits` allows.
 */
export function placesIn(text: string, wanted: readonly Wanted[]): TextPlace[] {
  const root = parseTree(text);
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return wanted.map(({ path, name = false }) => {
    const at = offsetOf(root, path, name);
    const line = countUpTo(starts, at);
    return { line, column: at - starts[line - 1]! + 1 };
  });
}

/** How many of the ascending numbers are not above the limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function offsetOf(root: Node | undefined, path: JsonPath, name: boolean): number {
  let node = root;
  let isThere = true;
  for (const step of path) {
    const next = memberOf(node, step);
    if (next === undefined) {
      isThere = false;
      break;
    }
    node = next;
  }
  const isMember = node?.parent?.type === 'property';
  return (name && isThere && isMember ? node?.parent?.offset : node?.offset) ?? 0;
}

/** A name that stands twice is its last value, as it is for `JSON.parse`. */
function memberOf(node: Node | undefined, step: string | number): Node | undefined {
  if (node?.type === 'array') return typeof step === 'number' ? node.children?.[step] : undefined;
  return node?.children?.findLast(({ children }) => children?.[0]?.value === step)?.children?.[1];
}
