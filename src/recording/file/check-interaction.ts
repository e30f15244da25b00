// The shape of an interaction, checked by hand: 100,000 of them must load in seconds. What passes can be sent on a
// wire: Node throws on a bad header only when it writes it, which would be while replaying.
import { omittedReasons, type Interaction } from '../format.ts';
import type { JsonPath } from '../../http/json-text.ts';
import { depthLimit, isDeeper } from '../body/readable-json.ts';

/** A value of the wrong shape, and where. */
export class ShapeFault extends Error {
  override readonly name = 'ShapeFault';
  readonly path: JsonPath;

  constructor(path: JsonPath, problem: string) {
    super(problem);
    this.path = path;
  }
}

const token = /^[!#$%&'*+\-.^_`|~\w]{1,256}$/;
const headerName = /^[!#$%&'*+\-.^_`|~\w]{1,65536}$/;
// What Node writes: tabs, visible ASCII and latin1; CR or LF would be another header.
const fieldValue = /^[\t\x20-\x7e\x80-\xff]{0,65536}$/;
const requestPath = /^(?:\/[\x21-\x22\x24-\x3e\x40-\x7e\x80-\xff]{0,65535}|\*)$/;
const requestQuery = /^[\x21-\x22\x24-\x7e\x80-\xff]{0,65536}$/;
const identifier = /^[a-z0-9][a-z0-9._-]{0,99}$/i;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const notBase64 = /[^A-Za-z0-9+/]/;
const digest = /^[0-9a-f]{64}$/;
/** More than fit into the 16 KB of a head that Node reads. */
const mostHeaders = 5000;

export type Fields<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

export function checkInteraction(value: unknown, path: JsonPath): asserts value is Interaction {
  const interaction = fields(value, path, ['id', 'at', 'milliseconds', 'request', 'response']);
  matches(interaction.id, identifier, [...path, 'id'], 'an id of letters, digits, ".", "_" and "-"');
  matches(interaction.at, moment, [...path, 'at'], 'a time such as "2026-01-31T12:00:00.000Z"');
  const { milliseconds } = interaction;
  if (typeof milliseconds !== 'number' || !(milliseconds >= 0 && milliseconds < Infinity)) {
    throw new ShapeFault([...path, 'milliseconds'], `is ${kindOf(milliseconds)}, not a number from 0 up`);
  }

  const requestAt = [...path, 'request'];
  const request = fields(interaction.request, requestAt, ['method', 'path', 'query', 'headers', 'body']);
  matches(request.method, token, [...requestAt, 'method'], 'a method');
  matches(request.path, requestPath, [...requestAt, 'path'], 'a path that begins with "/", without a query');
  matches(request.query, requestQuery, [...requestAt, 'query'], 'a query without spaces and "#"');
  checkHeaders(request.headers, [...requestAt, 'headers']);
  checkBody(request.body, [...requestAt, 'body']);

  const responseAt = [...path, 'response'];
  const response = fields(interaction.response, responseAt, ['status', 'reason', 'headers', 'body']);
  const { status } = response;
  // From 600 up they have no meaning (RFC 9110 §15), but services send them and Node writes them.
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 999) {
    throw new ShapeFault([...responseAt, 'status'], `is ${kindOf(status)}, not a status from 200 to 999`);
  }
  matches(response.reason, fieldValue, [...responseAt, 'reason'], 'a reason phrase on one line');
  checkHeaders(response.headers, [...responseAt, 'headers']);
  checkBody(response.body, [...responseAt, 'body']);
}

/** An object with no key but those named: a key that nobody reads is a typing error, and better seen. */
export function fields<Name extends string>(
  value: unknown,
  path: JsonPath,
  allowed: readonly Name[],
): Fields<Name> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ShapeFault(path, `is ${kindOf(value)}, not an object`);
  }
  for (const key of Object.keys(value)) {
    if (!(allowed as readonly string[]).includes(key)) {
      throw new ShapeFault([...path, key], `is not a known field; known are ${allowed.join(', ')}`);
    }
  }
  return value as Fields<Name>;
}

/** What a value is, without quoting it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : 'another text';
}

function matches(value: unknown, pattern: RegExp, path: JsonPath, wanted: string): void {
  if (typeof value !== 'string') throw new ShapeFault(path, `is ${kindOf(value)}, not ${wanted}`);
  if (!pattern.test(value)) throw new ShapeFault(path, `is not ${wanted}`);
}

function checkHeaders(value: unknown, path: JsonPath): void {
  if (!Array.isArray(value)) throw new ShapeFault(path, `is ${kindOf(value)}, not a list of headers`);
  if (value.length > mostHeaders) throw new ShapeFault(path, `has more than ${mostHeaders} headers`);
  for (let at = 0; at < value.length; at += 1) {
    const pair: unknown = value[at];
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw new ShapeFault([...path, at], 'is not a header as a pair, such as ["Accept", "*/*"]');
    }
    if (typeof pair[0] !== 'string' || !headerName.test(pair[0])) {
      throw new ShapeFault([...path, at, 0], 'is not the name of a header');
    }
    if (typeof pair[1] !== 'string' || !fieldValue.test(pair[1])) {
      throw new ShapeFault([...path, at, 1], 'is not a header value: one line of latin1 text');
    }
  }
}

function checkBody(value: unknown, path: JsonPath): void {
  if (value === null) return;
  const body = fields(value, path, ['json', 'text', 'base64', 'omitted', 'wire', 'hash']);
  const forms = (['json', 'text', 'base64', 'omitted'] as const).filter((form) => Object.hasOwn(body, form));
  if (forms.length !== 1) {
    throw new ShapeFault(path, 'needs exactly one of json, text, base64 and omitted');
  }
  if (forms[0] === 'json' && isDeeper(body.json, depthLimit)) {
    throw new ShapeFault([...path, 'json'], `is nested deeper than ${depthLimit} levels`);
  }
  if (forms[0] === 'text' && typeof body.text !== 'string') {
    throw new ShapeFault([...path, 'text'], `is ${kindOf(body.text)}, not a text`);
  }
  if (forms[0] === 'base64') checkBase64(body.base64, [...path, 'base64']);
  if (forms[0] === 'omitted') {
    const at = [...path, 'omitted'];
    const { bytes, reason, hash } = fields(body.omitted, at, ['bytes', 'reason', 'hash']);
    if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) {
      throw new ShapeFault([...at, 'bytes'], `is ${kindOf(bytes)}, not a number of bytes`);
    }
    if (!(omittedReasons as readonly unknown[]).includes(reason)) {
      throw new ShapeFault(
        [...at, 'reason'],
        `is ${kindOf(reason)}, not one of ${omittedReasons.join(', ')}`,
      );
    }
    if (hash !== undefined) matches(hash, digest, [...at, 'hash'], 'a SHA-256 in hexadecimal');
    if (Object.hasOwn(body, 'wire') || Object.hasOwn(body, 'hash')) {
      throw new ShapeFault(path, 'has wire or hash beside omitted');
    }
    return;
  }
  if (Object.hasOwn(body, 'wire')) checkBase64(body.wire, [...path, 'wire']);
  if (Object.hasOwn(body, 'hash')) matches(body.hash, digest, [...path, 'hash'], 'a SHA-256 in hexadecimal');
}

function checkBase64(value: unknown, path: JsonPath): void {
  // No pattern over the whole: on a body of 16 MB it would overflow the stack.
  const digits = typeof value === 'string' && value.length % 4 === 0 ? value.replace(/={1,2}$/, '') : '=';
  if (notBase64.test(digits)) throw new ShapeFault(path, 'is not base64');
}
