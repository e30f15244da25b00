// Finds any of many known secrets in a text, in the forms in which programs pass them on. The algorithm is that of Wu and
// Manber (1994): two characters of the text tell how many more may be skipped, however many secrets there are.
import { binaryOf, bytesOf, hexadecimalOf, textOf, utf8Of } from '../../http/binary-text.ts';
import { shortestSecret } from '../../http/secret-patterns.ts';

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly secret: string;
  /** Whether it stood in UTF-16, with a NUL between its characters. */
  readonly wide: boolean;
}

interface Form {
  readonly text: string;
  readonly secret: string;
  readonly wide: boolean;
  /** Whether it counts only where it stands as a word of its own. */
  readonly alone: boolean;
}

const tableSize = 1 << 16;
/** Two characters at the end of the first `shortestSecret` ones of a form. */
const lastPair = shortestSecret - 2;

export class MultiSearch {
  readonly #forms = new Map<string, Form>();
  /** By the beginning of a form: how many begin so, by length. Tokens of one kind often begin alike. */
  readonly #lengths = new Map<string, Map<number, number>>();
  /** How far a form may begin behind two characters; 0 means to look closer. It never grows again. */
  readonly #shifts = new Uint8Array(tableSize).fill(lastPair + 1);
  readonly #secrets = new Set<string>();

  get size(): number {
    return this.#secrets.size;
  }

  /** @param alone whether it is short or wordy, and found only where it is no part of a longer word */
  add(secret: string, alone: boolean): void {
    if (secret.length < shortestSecret || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    for (const form of formsOf(secret, alone)) {
      if (this.#forms.has(form.text)) continue;
      this.#forms.set(form.text, form);
      const start = form.text.slice(0, shortestSecret);
      const lengths = this.#lengths.get(start) ?? new Map<number, number>();
      this.#lengths.set(start, lengths.set(form.text.length, (lengths.get(form.text.length) ?? 0) + 1));
      for (let at = 0; at <= lastPair; at += 1) {
        const pair = hash(form.text, at);
        this.#shifts[pair] = Math.min(this.#shifts[pair]!, lastPair - at);
      }
    }
  }

  delete(secret: string): void {
    if (!this.#secrets.delete(secret)) return;
    for (const { text } of formsOf(secret, false)) {
      if (this.#forms.get(text)?.secret !== secret) continue;
      this.#forms.delete(text);
      const start = text.slice(0, shortestSecret);
      const lengths = this.#lengths.get(start)!;
      const left = lengths.get(text.length)! - 1;
      if (left > 0) lengths.set(text.length, left);
      else lengths.delete(text.length);
      if (lengths.size === 0) this.#lengths.delete(start);
    }
  }

  /**
   * The first secret at or after a place. Undoing escapes is up to the caller, see `layersOf`.
   * @param unmistakable whether those that are short or wordy are passed over
   */
  find(text: string, from = 0, unmistakable = false): Hit | undefined {
    if (this.#secrets.size === 0) return undefined;
    const shifts = this.#shifts;
    for (let pair = from + lastPair; pair <= text.length - 2;) {
      const shift = shifts[hash(text, pair)]!;
      if (shift > 0) {
        pair += shift;
        continue;
      }
      const at = pair - lastPair;
      let best: Form | undefined;
      for (const length of this.#lengths.get(text.slice(at, at + shortestSecret))?.keys() ?? []) {
        if (length <= (best?.text.length ?? 0)) continue;
        const form = this.#forms.get(text.slice(at, at + length));
        if (form === undefined) continue;
        if (!form.alone || (!unmistakable && standsAlone(text, at, at + length))) best = form;
      }
      if (best !== undefined) {
        return { start: at, end: at + best.text.length, secret: best.secret, wide: best.wide };
      }
      pair += 1;
    }
    return undefined;
  }
}

function hash(text: string, at: number): number {
  return (text.charCodeAt(at) ^ Math.imul(text.charCodeAt(at + 1), 259)) & (tableSize - 1);
}

/**
 * Whether a place stands alone, and is not part of a longer word; `a.b` and `12:30` are words, `end.` is not. The name of
 * a JSON field is structure and not a value.
 */
function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !/[\w-]$|\w[.:]$/.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[\w-]|^[.:]\w|^"\s{0,9}:/.test(text.slice(end, end + 11))
  );
}

function formsOf(secret: string, alone: boolean): Form[] {
  const utf8 = binaryOf(utf8Of(secret));
  const low = bytesOf(secret);
  const texts = new Set([secret, utf8]);
  if (alone) return Array.from(texts, (text) => ({ text, secret, wide: false, alone }));
  if (secret.includes(' ')) texts.add(secret.replaceAll(' ', '+'));
  for (const binary of new Set([utf8, binaryOf(low)])) {
    const hexadecimal = hexadecimalOf(binary);
    texts.add(hexadecimal).add(hexadecimal.toUpperCase());
    for (let before = 0; before < 3; before += 1) {
      const inside = base64Inside(binary, before);
      texts.add(inside).add(inside.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  // Node reads a header as latin1, though it may be UTF-8.
  const asUtf8 = textOf(low);
  if (!asUtf8.includes('\ufffd')) texts.add(asUtf8);
  const forms = Array.from(texts, (text) => ({ text, secret, wide: false, alone }));
  return [...forms, { text: wideOf(secret), secret, wide: true, alone }].filter(
    ({ text }) => text.length >= shortestSecret,
  );
}

/** The part of a longer base64 text that these bytes decide alone, when so many others precede them. */
function base64Inside(binary: string, before: number): string {
  const encoded = btoa('\0'.repeat(before) + binary);
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + binary.length) * 8) / 6));
}

/** UTF-16 with its lower bytes in front, without the last byte, which another character may share. */
function wideOf(secret: string): string {
  let text = '';
  for (let at = 0; at < secret.length; at += 1) {
    const unit = secret.charCodeAt(at);
    text += String.fromCharCode(unit & 0xff, unit >> 8);
  }
  return text.slice(0, -1);
}
