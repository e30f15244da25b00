// When two requests are the same request: what a live one must share with a recorded one to get its answer.
// It is what decides the answer and nothing else, so another API key or client still matches. Browser-safe.
import type { HeaderPair, RecordedBody } from './format.ts';

/** A recorded request, or a live one with the bytes of its body after any content encoding is taken off. */
export interface KeyedRequest {
  readonly method: string;
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
  readonly headers: readonly HeaderPair[];
  readonly body: RecordedBody | Uint8Array;
}

/** Takes the secrets out of a live request as they were taken out of the recorded ones. */
export type RedactRequest = (request: KeyedRequest) => KeyedRequest;

/**
 * Headers that change what is asked for: a 206 or a 304 must never answer a client that did not ask for it
 * (RFC 9110 §13.1, §14.2). A recorder has to store them.
 */
export const conditionHeaders: ReadonlySet<string> = new Set([
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
]);

/** Past this depth a body is compared as text: no walk over hostile nesting. */
const depthLimit = 64;

/**
 * Method, path, sorted query, conditions and canonical body as one string. In JSON the order of keys never matters
 * and numbers count by value (19.90 is 19.9); a changed value always gives another key. HEAD is not GET.
 * A body that was omitted from the recording equals no other.
 */
export function requestKey(request: KeyedRequest, redact?: RedactRequest): string {
  const { method, path, query, headers, body } = redact === undefined ? request : redact(request);
  return `${method} ${canonicalPath(path)}?${canonicalQuery(query)}\n${conditions(headers)}\n${bodyKey(body)}`;
}

/** The key of the same read without its conditions: a server may ignore them and answer whole. */
export function unconditionalKey(request: KeyedRequest, redact?: RedactRequest): string {
  return requestKey({ ...request, headers: [] }, redact);
}

/** Whether a request carries one of `conditionHeaders`. */
export function isConditional(headers: readonly HeaderPair[]): boolean {
  return headers.some(([name]) => conditionHeaders.has(name.toLowerCase()));
}

function conditions(headers: readonly HeaderPair[]): string {
  if (!isConditional(headers)) return '';
  return headers
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .filter(([name]) => conditionHeaders.has(name))
    .map((pair) => JSON.stringify(pair))
    .sort()
    .join();
}

/** Escapes that stand for nothing special are undone (RFC 3986 §6.2.2); dots, slashes and case stay as sent. */
function canonicalPath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Parameters sorted by name; repeats of one name keep their order, which may mean something. */
function canonicalQuery(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const equals = parameter.indexOf('=');
      const name = decode(equals === -1 ? parameter : parameter.slice(0, equals));
      return [name, equals === -1 ? '' : decode(parameter.slice(equals + 1))] as const;
    })
    .sort(([a], [b]) => compare(a, b))
    .map((parameter) => JSON.stringify(parameter))
    .join();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // not UTF-8: as sent
  }
}

function bodyKey(body: RecordedBody | Uint8Array): string {
  if (body === null) return '';
  if (body instanceof Uint8Array) return bytesKey(body);
  if ('json' in body) return canonicalJson(body.json, false, 0) ?? textKey(JSON.stringify(body.json));
  if ('text' in body) return textKey(body.text);
  if ('base64' in body) return bytesKey(Uint8Array.from(atob(body.base64), (byte) => byte.charCodeAt(0)));
  return `omitted ${body.omitted.hash ?? 'unseen'}`;
}

function bytesKey(bytes: Uint8Array): string {
  try {
    return textKey(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return `bytes ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }
}

function textKey(text: string): string {
  if (text === '') return '';
  try {
    JSON.parse(text);
  } catch {
    return `text ${text}`;
  }
  return canonicalJson(JSON.parse(tagLeaves(text)), true, 0) ?? `text ${text}`;
}

/**
 * Valid JSON with each string tagged by `s` and each number as a string tagged by `n`: JSON.parse would round a
 * number with more digits than a double holds, and two prices could fall together.
 */
function tagLeaves(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? `"s${token.slice(1)}` : `"n${canonicalNumber(token)}"`,
  );
}

/** Undefined for a value that is nested too deep. */
function canonicalJson(value: unknown, tagged: boolean, depth: number): string | undefined {
  if (typeof value === 'string') {
    if (!tagged) return JSON.stringify(value);
    return value.startsWith('n') ? value.slice(1) : JSON.stringify(value.slice(1));
  }
  if (typeof value === 'number') return canonicalNumber(String(value));
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === depthLimit) return undefined;
  const array = Array.isArray(value);
  const parts: string[] = [];
  for (const [key, item] of array
    ? value.entries()
    : Object.entries(value).sort(([a], [b]) => compare(a, b))) {
    const part = canonicalJson(item, tagged, depth + 1);
    if (part === undefined) return undefined;
    parts.push(array ? part : `${JSON.stringify(tagged ? String(key).slice(1) : key)}:${part}`);
  }
  return array ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** A decimal number as its digits and exponent: 19.90, 19.9 and 1.99e1 are `199e-1`. */
function canonicalNumber(literal: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  if (whole === undefined) return literal;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign ?? ''}${significant}e${power.toString()}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
