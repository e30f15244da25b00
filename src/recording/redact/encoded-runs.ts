// Finds text that an encoding hides within a text: base64 in any of its alphabets, with line ends as in mail (RFC 2045),
// base 32, hexadecimal, and what is compressed inside. For escapes see `unescape-layers.ts`.
import { binaryOf, bytesOf, bytesOfBase64 } from '../../http/binary-text.ts';

interface EncodedRun {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

// The upper bounds split longer runs into parts of whole bytes: without them a run of megabytes overflows the stack.
const base64Run =
  /(?:[A-Za-z0-9+/]{60,76}\r?\n[ \t]{0,8}){1,4000}[A-Za-z0-9+/]{1,76}={0,2}|[A-Za-z0-9+/_-]{20,4000000}(?:={1,2}|(?:%3d){1,2})?/gi;
const base32Run = /(?<![A-Za-z0-9])[A-Z2-7]{24,4000000}={0,6}(?![A-Za-z0-9])/g;
const hexadecimalRun = /(?<![0-9a-f])[0-9a-f]{24,4000000}(?![0-9a-f])/gi;

const shortestRun = 20;

/**
 * Whether a text may hold a run. It looks at where a run would end and goes back: a character that is in no run rules out all
 * runs that it would be in, so most of a text is never looked at.
 */
export function mayHoldRuns(text: string): boolean {
  for (let end = shortestRun; end <= text.length;) {
    let start = end;
    while (start > end - shortestRun && isInRun(text.charCodeAt(start - 1))) start -= 1;
    if (start === end - shortestRun) return true;
    end = start + shortestRun;
  }
  return false;
}

/** Letters, digits, `+`, `-`, `/` and `_`. */
function isInRun(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 45 ||
    code === 95
  );
}

/** What decodes to a text, or to something compressed: an image, a hash or an id does neither. */
export function* encodedRuns(text: string): Generator<EncodedRun> {
  for (const [pattern, decode] of encodings) {
    for (const { index: start, 0: run } of text.matchAll(pattern)) {
      // A slash is a digit of base64, but in a path it separates segments: both readings are tried.
      const slash = run.includes('/') ? run.lastIndexOf('/') + 1 : 0;
      for (const begin of slash > 0 && run.length - slash >= shortestRun ? [0, slash] : [0]) {
        const part = run.slice(begin);
        // The first bytes tell whether the rest is worth decoding; most runs are ids.
        if (!isWorthIt(decode(part.slice(0, 64)))) continue;
        yield { start: start + begin, end: start + run.length, bytes: decode(part) };
        break;
      }
    }
  }
}

/** base64 of a text has one of the first half of the digits at each fourth place; of gzip, zlib and ZIP it begins so. */
const promising = /^(?:(?:[A-Za-f][^]{3}){4}|H4sI|e[AFJN]|UEsD)/;

const encodings: readonly (readonly [RegExp, (run: string) => Uint8Array])[] = [
  [base64Run, (run) => (promising.test(run) ? bytesOfBase64(run.replace(/%3d/gi, '')) : new Uint8Array())],
  [base32Run, bytesOfBase32],
  [hexadecimalRun, (run) => bytesOf(run.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))))],
];

function isWorthIt(bytes: Uint8Array): boolean {
  return isCompressed(bytes) || isReadable(bytes);
}

/** gzip, zlib and ZIP by their first bytes. */
function isCompressed(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (
    (first === 0x1f && second === 0x8b) ||
    (first === 0x50 && second === 0x4b && bytes[2] === 3 && bytes[3] === 4) ||
    (first === 0x78 && ((first << 8) | second) % 31 === 0)
  );
}

function isReadable(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return false;
  const sample = binaryOf(bytes.subarray(0, 300));
  const readable = sample.match(/[\t\n\r\x20-\x7e]/g)?.length ?? 0;
  return readable / sample.length > 0.95;
}

const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6. */
function bytesOfBase32(run: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const digit of run) {
    const found = base32Digits.indexOf(digit);
    if (found === -1) break;
    value = ((value << 5) | found) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}
