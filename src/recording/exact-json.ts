// JSON that stands in a recording in the very characters in which it came. To parse it and to print it anew costs more
// than all else that is done with an answer, and nobody needs its value while it passes.

/** What of a text this can tell for sure; longer objects and deeper values are left to those who parse. */
const mostKeys = 64;
const mostDepth = 64;
/** So many digits survive a double. */
const mostDigits = 15;

/** A body as `{ json: value }`, whose value is made when it is asked for. */
export class ExactJson {
  /** The text in UTF-8. */
  readonly bytes: Uint8Array;
  readonly #text: string;
  #value: { readonly value: unknown } | undefined;

  constructor(text: string, bytes: Uint8Array) {
    this.#text = text;
    this.bytes = bytes;
  }

  get json(): unknown {
    this.#value ??= { value: JSON.parse(this.#text) as unknown };
    return this.#value.value;
  }

  /** As `JSON.stringify` prints it. */
  get printed(): string {
    return `{"json":${this.#text}}`;
  }

  toJSON(): object {
    return { json: this.json };
  }
}

/**
 * Whether `JSON.stringify(JSON.parse(text))` gives a text in UTF-8 back. True means yes. False means that only doing so can
 * tell: spaces, escapes, exponents and whatever else is rare are not looked into.
 */
export function isSurelyExact(text: Uint8Array): boolean {
  const end = skipValue(text, 0, mostDepth);
  return end === text.length;
}

const [quote, comma, minus, dot, zero, nine] = [0x22, 0x2c, 0x2d, 0x2e, 0x30, 0x39];
const [colon, bracket, backslash, bracketEnd, brace, braceEnd] = [0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

/** @returns where the value ends that begins at a place; -1 if it is not surely exact */
function skipValue(text: Uint8Array, at: number, depth: number): number {
  switch (text[at]) {
    case quote:
      return skipString(text, at);
    case brace:
      return depth === 0 ? -1 : skipObject(text, at, depth - 1);
    case bracket:
      return depth === 0 ? -1 : skipArray(text, at, depth - 1);
    case 0x74:
      return skipWord(text, at, 'true');
    case 0x66:
      return skipWord(text, at, 'false');
    case 0x6e:
      return skipWord(text, at, 'null');
    default:
      return skipNumber(text, at);
  }
}

function skipWord(text: Uint8Array, at: number, word: string): number {
  return startsWith(text, word, at) ? at + word.length : -1;
}

function startsWith(text: Uint8Array, word: string, at: number): boolean {
  for (let next = 0; next < word.length; next += 1) {
    if (text[at + next] !== word.charCodeAt(next)) return false;
  }
  return true;
}

/** An escape may be one that is printed in another way. */
function skipString(text: Uint8Array, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text[next]!;
    if (code === quote) return next + 1;
    if (code < 0x20 || code === backslash) return -1;
  }
  return -1;
}

/** A key that begins with a digit may be an index, which is moved to the front; one that is repeated gets lost. */
function skipObject(text: Uint8Array, at: number, depth: number): number {
  if (text[at + 1] === braceEnd) return at + 2;
  const keys: number[] = [];
  for (let next = at + 1; ; next += 1) {
    const keyEnd = skipKey(text, next, keys);
    if (keyEnd === -1 || text[keyEnd] !== colon) return -1;
    next = skipValue(text, keyEnd + 1, depth);
    if (next === -1) return -1;
    const code = text[next];
    if (code === braceEnd) return next + 1;
    if (code !== comma) return -1;
  }
}

/** @param keys marks of those before it: the same for the same keys, and for others nearly never */
function skipKey(text: Uint8Array, at: number, keys: number[]): number {
  if (text[at] !== quote || isDigit(text[at + 1])) return -1;
  const end = skipString(text, at);
  let mark = 0;
  for (let next = at + 1; next < end; next += 1) mark = (Math.imul(mark, 31) + text[next]!) | 0;
  if (end === -1 || keys.length === mostKeys || keys.includes(mark)) return -1;
  keys.push(mark);
  return end;
}

function skipArray(text: Uint8Array, at: number, depth: number): number {
  if (text[at + 1] === bracketEnd) return at + 2;
  for (let next = at + 1; ; next += 1) {
    next = skipValue(text, next, depth);
    if (next === -1) return -1;
    const code = text[next];
    if (code === bracketEnd) return next + 1;
    if (code !== comma) return -1;
  }
}

/** A number without needless zeros and with no more digits than are kept; what follows, such as an exponent, is not its. */
function skipNumber(text: Uint8Array, at: number): number {
  const isNegative = text[at] === minus;
  const start = isNegative ? at + 1 : at;
  const whole = skipDigits(text, start);
  if (whole === start || (whole > start + 1 && text[start] === zero)) return -1;
  let end = whole;
  if (text[whole] === dot) {
    end = skipDigits(text, whole + 1);
    if (end === whole + 1 || text[end - 1] === zero) return -1;
    // From 1e-7 on an exponent is printed.
    if (startsWith(text, '0.000000', start)) return -1;
  } else if (isNegative && text[start] === zero) return -1; // -0 is printed as 0
  return end - start > mostDigits ? -1 : end;
}

function skipDigits(text: Uint8Array, at: number): number {
  let next = at;
  while (isDigit(text[next])) next += 1;
  return next;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= zero && code <= nine;
}
