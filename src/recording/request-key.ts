// The key of a request: a live request gets a recorded answer if their keys are the same. It holds what decides the answer
// and nothing else, so another API key or another client still matches. Browser-safe.
import { binaryOf, bytesOfBase64, exactTextOf, utf8Of } from '../http/binary-text.ts';
import { mediaType } from '../http/http-semantics.ts';
import { rewriteLeaves } from '../http/json-leaves.ts';
import type { HeaderPair, RecordedBody, RecordedRequest } from './format.ts';
import { placeholdersIn, withSecretsAlike } from './placeholders.ts';
import { headerIn } from './recordable-headers.ts';
import { isMultipart, partsOf } from './multipart.ts';
import type { Part } from './multipart.ts';
import { Sha256 } from '../http/sha-256.ts';
import { canonicalPath, queryDecoded } from '../http/parse-url.ts';

/** A recorded request, or a live one with the bytes of its body after any content encoding is taken off. */
export interface KeyedRequest extends Omit<RecordedRequest, 'keyless' | 'body'> {
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

/** A body nested deeper is compared as text, so that hostile nesting costs nothing. */
const depthLimit = 64;

/** A multipart body inside another one is looked into so far. */
const partsDepthLimit = 4;

/** A body of at most so many characters stands in the key as it is, a longer one as its digest. */
const longestBody = 64 * 1024;

/** An exponent with more digits is compared as it is written: beyond them a double is not exact. */
const longestExponent = 15;

/**
 * Method, path, sorted query, conditions, the media type of the body and the canonical body as one string. In JSON the
 * order of keys never matters and numbers count by value (19.90 is 19.9); of a multipart body its boundary does not
 * matter; a changed value always gives another key. HEAD is not GET. Bytes that are no text have the same key where they
 * were omitted, by their hash.
 */
export function requestKey(request: KeyedRequest, redact?: RedactRequest): string {
  const { method, path, query, headers, body } = redact === undefined ? request : redact(request);
  return `${method} ${canonicalPath(path)}?${canonicalQuery(query)}\n${conditions(headers)}\n${bodyKey(headers, body)}`;
}

/** The key of the same read without its conditions: a server may ignore them and answer whole. */
export function unconditionalKey(request: KeyedRequest, redact?: RedactRequest): string {
  const headers = request.headers.filter(([name]) => !conditionHeaders.has(name.toLowerCase()));
  return requestKey({ ...request, headers }, redact);
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

/** Parameters sorted by name; repeats of one name keep their order, which may mean something. */
function canonicalQuery(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const equals = parameter.indexOf('=');
      const name = queryDecoded(equals === -1 ? parameter : parameter.slice(0, equals));
      return [name, equals === -1 ? '' : queryDecoded(parameter.slice(equals + 1))] as const;
    })
    .sort(([a], [b]) => compare(a, b))
    .map((parameter) => JSON.stringify(parameter))
    .join();
}

function bodyKey(headers: readonly HeaderPair[], body: RecordedBody | Uint8Array): string {
  const key = canonicalBody(headers, body);
  if (key === '') return '';
  const type = bodyType(headers);
  if (key.length <= longestBody) return `${type} ${key}`;
  // Which secrets stand in it has to show.
  const digest = new Sha256().update(utf8Of(withSecretsAlike(key))).digest();
  return [type, `digest ${digest}`, ...placeholdersIn(key)].join(' ');
}

/** The media type of a body: what a service takes as JSON, it may refuse as another type (415). Empty where none is named. */
export function bodyType(headers: readonly HeaderPair[]): string {
  return mediaType(headerIn(headers, 'content-type') ?? '');
}

function canonicalBody(headers: readonly HeaderPair[], body: RecordedBody | Uint8Array): string {
  if (body === null) return '';
  if (body instanceof Uint8Array) return bytesKey(headers, body);
  if ('json' in body)
    return canonicalJson(body.json, false, 0) ?? textKey(headers, JSON.stringify(body.json));
  if ('text' in body) return textKey(headers, body.text);
  if ('base64' in body) return bytesKey(headers, bytesOfBase64(body.base64));
  return hashKey(body.omitted.hash ?? 'unseen');
}

function bytesKey(headers: readonly HeaderPair[], bytes: Uint8Array): string {
  const text = exactTextOf(bytes);
  if (text !== undefined) return textKey(headers, text);
  const parts = isMultipart(headers) ? partsOf(headers, binaryOf(bytes)) : undefined;
  return parts === undefined ? hashKey(new Sha256().update(bytes).digest()) : partsKey(parts, 0);
}

/** @param hash SHA-256 in hexadecimal */
function hashKey(hash: string): string {
  return `bytes ${hash}`;
}

function textKey(headers: readonly HeaderPair[], text: string): string {
  if (text === '') return '';
  const parts = partsOf(headers, text);
  if (parts !== undefined) return partsKey(parts, 0);
  try {
    JSON.parse(text);
  } catch {
    return `text ${text}`;
  }
  return canonicalJson(JSON.parse(tagLeaves(text)), true, 0) ?? `text ${text}`;
}

function partsKey(parts: readonly Part[], depth: number): string {
  const keys = parts.map(({ headers, content }) => {
    const inside = depth < partsDepthLimit ? partsOf(headers, content) : undefined;
    if (inside === undefined) return JSON.stringify([headers, content]);
    // The boundary of the parts inside is made up as well.
    const kept = headers.filter(([name]) => name !== 'content-type');
    return JSON.stringify([kept, { parts: partsKey(inside, depth + 1) }]);
  });
  return `parts ${keys.join()}`;
}

/**
 * Valid JSON with each string tagged by `s` and each number as a string tagged by `n`: JSON.parse would round a
 * number with more digits than a double holds, and two prices could fall together.
 */
const tagLeaves = (json: string): string =>
  rewriteLeaves(json, (leaf) =>
    leaf.startsWith('"') ? `"s${leaf.slice(1)}` : `"n${canonicalNumber(leaf)}"`,
  );

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
  if (whole === undefined || exponent.length > longestExponent) return literal;
  const digits = (whole + fraction).replace(/^0+/, '');
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  if (length === 0) return '0';
  const significant = digits.slice(0, length);
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign ?? ''}${significant}e${power.toString()}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
