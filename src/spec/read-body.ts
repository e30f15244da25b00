// Reads the JSON object in a request's body. Checks media type, size, encoding and syntax, in that order.
import { ApiError } from './errors.ts';
import type { Settings } from './settings.ts';
import { BodyTooLarge, mapMaybe } from '../http/message.ts';
import type { ApiRequest } from '../http/message.ts';
import { bodyLimits, describePosition, plainJsonIn, scanJson } from '../http/json-text.ts';
import type { JsonLimits } from '../http/json-text.ts';
import { isObject } from '../http/exact-json.ts';
import { shortened } from '../http/plain-text.ts';

/** The fields of a JSON object; only own, known keys are ever read from it. */
export type Fields = Readonly<Record<string, unknown>>;

const jsonType = /^\s*application\/json\s*(?:;|$)/i;

// A byte order mark is kept, so that it fails as a syntax error (RFC 8259 §8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Refuses a body by its headers alone, before a byte of it is read.
 * @throws ApiError 415 (or 400, by `wrong-content-type`)
 */
export function checkMediaType(request: ApiRequest, settings: Settings): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw mediaTypeError(
      `The body must not be encoded, but Content-Encoding is '${printable(encoding)}'.`,
      settings,
    );
  }
  if (settings['wrong-content-type'] === 'lenient') return;
  const type = request.headers['content-type'];
  if (type === undefined) {
    throw mediaTypeError('The body needs the header Content-Type: application/json.', settings);
  }
  if (!jsonType.test(type)) {
    throw mediaTypeError(`Content-Type must be application/json, not '${printable(type)}'.`, settings);
  }
}

/** A text of this length can neither nest too deep nor hold too many keys, so `JSON.parse` alone reads it. */
const shortText = 2 * bodyLimits.depth;

/**
 * Calls `use` with the JSON object in a request's body; see `readBytes`.
 * @throws ApiError 413 past `max-body`; 400 for anything that is not a JSON object in UTF-8
 */
export function readFields<T>(
  request: ApiRequest,
  settings: Settings,
  use: (fields: Fields) => T,
): T | Promise<T> {
  return readBytes(request, settings['max-body'], (bytes) => use(parseFields(bytes, settings)));
}

/**
 * The JSON object in these bytes.
 * @throws ApiError 400 for anything else
 */
export function parseFields(bytes: Uint8Array, settings: Settings, limits: JsonLimits = bodyLimits): Fields {
  const text = decode(bytes);
  const plain = text.length <= shortText && settings['duplicate-keys'] === 'last-wins';
  // Of a text that is no JSON our own reader says why, in the same words on every Node.
  const checked = () => parseChecked(text, settings, limits);
  const value = plain ? (plainJsonIn(text) ?? checked()) : checked();
  if (!isObject(value)) {
    throw new ApiError('invalid_json', `The body must be a JSON object, not ${describe(value)}.`);
  }
  return value;
}

function parseChecked(text: string, settings: Settings, limits: JsonLimits): unknown {
  if (text.trim() === '') throw new ApiError('invalid_json', 'The body is empty; a JSON object is expected.');
  const { fault, duplicateKey } = scanJson(text, limits);
  if (fault !== null) {
    const place = describePosition(text, fault.at);
    throw new ApiError('invalid_json', `The body is not valid JSON: ${fault.reason}, at ${place}.`);
  }
  if (duplicateKey !== null && settings['duplicate-keys'] === 'reject') {
    throw new ApiError('invalid_json', `The key '${printable(duplicateKey.name)}' stands twice in the body.`);
  }
  return JSON.parse(text);
}

/**
 * Calls `use` with the whole body of a request: at once if the door has it already.
 * @throws ApiError 413 past the limit
 */
export function readBytes<T>(
  request: ApiRequest,
  limit: number,
  use: (bytes: Uint8Array) => T,
): T | Promise<T> {
  const take = (bytes: Uint8Array): T => {
    request.context.body = bytes;
    return use(bytes);
  };
  return mapMaybe(request.body.bytes(limit), take, (error: unknown) => {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new ApiError('payload_too_large', `The body is larger than ${limit} bytes.`, { close: true });
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('invalid_json', 'The body is not valid UTF-8.');
  }
}

function mediaTypeError(message: string, settings: Settings): ApiError {
  if (settings['wrong-content-type'] === '400')
    return new ApiError('unsupported_media_type', message, { status: 400 });
  return new ApiError('unsupported_media_type', message, { headers: ['Accept-Patch', 'application/json'] });
}

/** The type of a JSON value in words. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A client's text, made short and safe enough for a message. */
export function printable(words: string): string {
  return JSON.stringify(shortened(words, 60)).slice(1, -1);
}
