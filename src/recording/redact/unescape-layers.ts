// A text as those see it who undo its escapes: JSON in JSON, a link in a link, a value in HTML, and of quoted-printable
// (RFC 2045 §6.7) the sign of equality and the end of a line that goes on. What is found in such
// a view is replaced at its place in the original, so any mix of escapes, in either case, hides nothing.

export interface View {
  readonly text: string;
  /** The place in the original of a place in the view. */
  origin(at: number): number;
}

/** Escapes in escapes are undone this often: a percent-encoded link in a JSON text in a percent-encoded link. */
const mostLayers = 3;

const escapeStart = /\\["\\/bfnrtu]|%[0-9a-f]{2}|&(?:#|amp;|lt;|gt;|quot;|apos;)|=(?:3D|\r?\n)/i;
const escapes =
  /\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))|%([0-9a-f]{2})|&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));|=(3D|\r?\n)/gi;

const named: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Whether a text has more than one view. */
export function hasEscapes(text: string): boolean {
  return escapeStart.test(text);
}

/** The text itself, then the text with one layer of escapes undone after the other. */
export function* viewsOf(text: string): Generator<View> {
  let view: View = { text, origin: (at) => at };
  yield view;
  for (let layer = 0; layer < mostLayers && hasEscapes(view.text); layer += 1) {
    const next = unescaped(view);
    if (next.text === view.text) return;
    view = next;
    yield view;
  }
}

function unescaped(outer: View): View {
  // Where the pieces begin, here and outside; they alternate between text as it was and what escapes stood for.
  const here = [0];
  const outside = [0];
  let text = '';
  let end = 0;
  for (const match of outer.text.matchAll(escapes)) {
    text += outer.text.slice(end, match.index);
    end = match.index + match[0].length;
    here.push(text.length);
    outside.push(match.index);
    text += meaning(match);
    here.push(text.length);
    outside.push(end);
  }
  text += outer.text.slice(end);
  return {
    text,
    origin: (at) => {
      const piece = lastNotAfter(here, at);
      const isEscape = piece % 2 === 1;
      return outer.origin(outside[piece]! + (isEscape ? 0 : at - here[piece]!));
    },
  };
}

/** A percent-encoded byte becomes the character of that number; UTF-8 is looked for in this form, too. */
function meaning(match: RegExpExecArray): string {
  const [whole, unit, short, byte, decimal, hexadecimal, entity, printable] = match;
  if (printable !== undefined) return /^3D/i.test(printable) ? '=' : '';
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  const name = (short ?? entity)?.toLowerCase();
  if (name !== undefined) return named[name] ?? name;
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function lastNotAfter(places: readonly number[], at: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (places[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
