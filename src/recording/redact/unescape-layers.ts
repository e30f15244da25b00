// The layers of a text: the text as it stands, and what it says once its escapes are undone. The escapes are those of JSON,
// of links, of HTML and, of quoted-printable (RFC 2045 §6.7), the equals sign and the soft line break. A secret found in
// a layer is replaced at its place in the original, so no mix of escapes hides one.

export interface Layer {
  readonly text: string;
  /** Where a place in this layer stands in the original. */
  origin(at: number): number;
}

/** How often escapes within escapes are undone, as of a percent-encoded link in a JSON text in a percent-encoded link. */
const mostEscapes = 3;

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

/** Whether a text has more than one layer. */
export function hasEscapes(text: string): boolean {
  return escapeStart.test(text);
}

/** First the text itself, then the text with one layer of escapes undone after the other. */
export function* layersOf(text: string): Generator<Layer> {
  let layer: Layer = { text, origin: (at) => at };
  yield layer;
  for (let depth = 0; depth < mostEscapes && hasEscapes(layer.text); depth += 1) {
    const next = unescaped(layer);
    if (next.text === layer.text) return;
    layer = next;
    yield layer;
  }
}

function unescaped(outer: Layer): Layer {
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
