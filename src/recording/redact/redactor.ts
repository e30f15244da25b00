// Takes the secrets out of exchanges before they are stored, logged or compared. Requests to a replay go through the same
// redactor, so a request with another key or signature still finds its answer.
//
// Text is edited. Bytes that are no text are never edited, as a file of another length is broken: a body of bytes that
// holds a secret, or that may hold one unseen, is left out of the recording.
import type { ApiRequest } from '../../http/message.ts';
import { compression } from '../../http/compression.ts';
import { binaryOf, bytesOf, bytesOfBase64 } from '../../http/binary-text.ts';
import type { BodyCodec } from '../body/body-codec.ts';
import { contentCodings } from '../body/coding-names.ts';
import { jsonText } from '../body/readable-json.ts';
import { hasEscapes } from './unescape-layers.ts';
import { encodedRuns, mayHoldRuns } from './encoded-runs.ts';
import {
  byShape,
  findSecrets,
  holdsSecretPart,
  isCodeOfMessage,
  isSecretHeader,
  judge,
  nameVerdict,
  mayHoldSecrets,
  type FoundSecret,
} from './find-secrets.ts';
import type {
  Exchange,
  HeaderPair,
  Interaction,
  OmittedReason,
  PresentBody,
  ReadableBody,
  RecordedBody,
} from '../format.ts';
import { KnownSecrets, type Occurrence } from './known-secrets.ts';
import { rememberCredentials, redactSetCookie } from './remember-credentials.ts';
import { isPlaceholder } from '../placeholders.ts';
import { type RedactRule, mapChildren, replaceAt, ruleLabel } from './rules.ts';
import type { KeyedRequest } from '../request-key.ts';
import { isUuid } from '../../http/secret-patterns.ts';
import { headerPairs, headerValues, storedRequestHeaders, withStoredHeaders } from '../recordable-headers.ts';
import { mostUnpacked, unpack } from './unpack.ts';

interface RedactorOptions {
  /** Those known beforehand, such as the key of `--key-env`. */
  readonly secrets?: readonly string[];
  readonly rules?: readonly RedactRule[];
  /**
   * Whether it is for live requests that are compared with recorded ones: their secrets get no number, because nobody
   * can tell which of the recorded secrets one is.
   */
  readonly compares?: boolean;
  /** Whether bodies that cannot be looked into are stored all the same; they are left out unless given. */
  readonly keepUndecoded?: boolean;
}

export class Redactor {
  /** Those met so far; what is about to be written is checked for them once more, see `leak-check.ts`. */
  readonly secrets: KnownSecrets;
  readonly #bodies: BodyCodec;
  readonly #rules: readonly RedactRule[];
  readonly #keepUndecoded: boolean;
  /** The user's own rules. */
  readonly #queryNames: ReadonlySet<string>;

  constructor(bodies: BodyCodec, options: RedactorOptions = {}) {
    this.secrets = new KnownSecrets(options.compares !== true);
    this.#bodies = bodies;
    this.#rules = options.rules ?? [];
    this.#keepUndecoded = options.keepUndecoded ?? false;
    this.#queryNames = new Set(this.#rules.flatMap((rule) => (rule.kind === 'query' ? [rule.name] : [])));
    for (const secret of options.secrets ?? []) this.secrets.placeholderFor('api-key', secret);
  }

  /** An exchange as it may be stored: headers by allow-list, no secret anywhere. */
  exchange(exchange: Exchange): Exchange {
    rememberCredentials(this.secrets, exchange.request.headers);
    rememberCredentials(this.secrets, exchange.response.headers);
    let result = withStoredHeaders(exchange);
    // A secret that is learned in a later part may also stand in an earlier one.
    for (let learned = -1, round = 0; learned !== this.secrets.learned && round < 3; round += 1) {
      learned = this.secrets.learned;
      result = this.#pass(result);
    }
    return result;
  }

  /** A live request as a recorded one would be; for `requestKey`. */
  request(request: KeyedRequest): KeyedRequest {
    rememberCredentials(this.secrets, request.headers);
    const { body } = request;
    const readable =
      body instanceof Uint8Array ? (body.length === 0 ? null : this.#bodies.readableBody(body)) : body;
    return {
      method: request.method,
      path: this.text(request.path),
      query: this.#query(request.query),
      headers: this.#headers(storedRequestHeaders(request.headers)),
      body: this.#body(readable, request.headers),
    };
  }

  /** The path and the query of a live request without their secrets, for a line of a log. */
  target({
    rawHeaders,
    ...asked
  }: Pick<ApiRequest, 'method' | 'path' | 'query' | 'rawHeaders'>): Pick<KeyedRequest, 'path' | 'query'> {
    return this.request({ ...asked, headers: headerPairs(rawHeaders), body: null });
  }

  /** A stored interaction without what has been learned since. */
  interaction(interaction: Interaction): Interaction {
    return { id: interaction.id, ...this.#pass(interaction) };
  }

  /** Any text, such as a line of a log or the message of an error. */
  text(text: string): string {
    if (this.#isPlain(text)) return text;
    const places: Occurrence[] = [];
    for (const found of findSecrets(text, this.#queryNames)) places.push(this.#occurrenceOf(found));
    places.push(...this.secrets.occurrences(text));
    if (mayHoldRuns(text) && !isUuid(text)) places.push(...this.#encoded(text));
    return places.length === 0 ? text : replaced(text, places);
  }

  /** Whether a text needs no closer look: it has no name, shape or escape under which a secret may stand. */
  #isPlain(text: string): boolean {
    return (
      this.#queryNames.size === 0 &&
      !hasEscapes(text) &&
      !mayHoldSecrets(text) &&
      (!mayHoldRuns(text) || isUuid(text)) &&
      !this.secrets.isIn(text)
    );
  }

  #occurrenceOf({ start, end, label, value, signs, reach }: FoundSecret): Occurrence {
    const pool = signs ? 'traffic' : 'keys';
    return { start, end, placeholder: this.secrets.placeholderFor(label, value, { signs, reach, pool }) };
  }

  /** Runs of base64 and the like, which are replaced as a whole when a secret stands inside. */
  *#encoded(text: string): Generator<Occurrence> {
    for (const { start, end, bytes } of encodedRuns(text)) {
      const run = text.slice(start, end);
      if (!this.#hidesSecret(bytes, mostUnpacked)) continue;
      yield { start, end, placeholder: this.secrets.placeholderFor('encoded', run, { pool: 'keys' }) };
    }
  }

  #hidesSecret(bytes: Uint8Array, layers: number): boolean {
    const inner = unpack(bytes, compression);
    if (inner === 'sealed') return true;
    if (inner.length > 0) return layers === 0 || inner.some((each) => this.#hidesSecret(each, layers - 1));
    const text = binaryOf(bytes);
    if (this.secrets.isIn(text) || findSecrets(text, this.#queryNames).next().done !== true) return true;
    if (layers === 0 || !mayHoldRuns(text)) return false;
    for (const run of encodedRuns(text)) if (this.#hidesSecret(run.bytes, layers - 1)) return true;
    return false;
  }

  #pass({ at, milliseconds, request, response }: Exchange): Exchange {
    return {
      at,
      milliseconds,
      request: {
        method: request.method,
        path: this.text(request.path),
        query: this.#query(request.query),
        headers: this.#headers(request.headers),
        ...(request.keyless === true && { keyless: true }),
        body: this.#body(request.body, request.headers),
      },
      response: {
        status: response.status,
        reason: this.text(response.reason),
        headers: this.#headers(response.headers),
        body: this.#body(response.body, response.headers),
      },
    };
  }

  #query(query: string): string {
    return query === '' ? query : this.text(`?${query}`).slice(1);
  }

  #headers(headers: readonly HeaderPair[]): HeaderPair[] {
    return headers.map(([name, value]) => {
      const lower = name.toLowerCase();
      if (value === '' || isPlaceholder(value)) return [name, value];
      if (lower === 'set-cookie') {
        return [name, redactSetCookie(this.secrets, value, (text) => this.text(text))];
      }
      const isOurs = this.#rules.some((rule) => rule.kind === 'header' && rule.name === lower);
      if (isOurs || isSecretHeader(name) || judge(name, value) !== undefined) {
        return [name, this.secrets.placeholderFor(lower, value, { pool: 'keys' })];
      }
      return [name, this.text(value)];
    });
  }

  #body(body: RecordedBody, headers: readonly HeaderPair[]): RecordedBody {
    if (body === null || 'omitted' in body) return body;
    const isDecoded = !('base64' in body) || body.hash !== undefined || contentCodings(headers).length === 0;
    if (!isDecoded) return this.#keepUndecoded ? body : this.#omitted(body, 'undecoded');
    if (isOpaque(body, headers)) return this.#opaque(body);
    const readable = this.#readable(body);
    if (readable === body) return body;
    // A client gets the readable copy under the same encoding: the wire's bytes still hold what was taken out.
    if (body.hash === undefined) return readable;
    return { ...readable, hash: this.#bodies.digest(this.#bodies.readableBytes(readable)) };
  }

  /** The body itself when there is nothing to redact. */
  #readable(body: PresentBody): PresentBody | ReadableBody {
    if ('json' in body) {
      const ruled = this.#ruled(body.json);
      // Where the whole text gives no reason for a look, none of its values does.
      if (ruled === body.json && this.#isPlain(jsonText(body))) return body;
      const json = this.#json(ruled);
      return json === body.json ? body : { json };
    }
    if ('base64' in body) return body;
    const ruled = this.#ruledText(body.text);
    if (ruled !== undefined) return { json: this.#json(ruled) };
    const text = this.text(body.text);
    return text === body.text ? body : { text };
  }

  /** Bytes that are no text, stored as they are or not at all. */
  #opaque(body: PresentBody): RecordedBody {
    const bytes = this.#bodies.readableBytes(body);
    switch (this.#lookInto(bytes, mostUnpacked)) {
      case 'clean':
        return body;
      case 'sealed':
        return this.#keepUndecoded ? body : this.#omitted(body, 'undecoded');
      case 'secret':
        return this.#omitted(body, 'secret');
    }
  }

  /** Names prove nothing in bytes: programs are full of `token=`. */
  #lookInto(bytes: Uint8Array, layers: number): 'clean' | 'secret' | 'sealed' {
    const binary = binaryOf(bytes);
    if (this.secrets.isIn(binary, true) || byShape(binary).next().done !== true || holdsSecretPart(binary)) {
      return 'secret';
    }
    const inner = unpack(bytes, compression);
    if (inner === 'sealed' || (inner.length > 0 && layers === 0)) return 'sealed';
    const found = inner.map((each) => this.#lookInto(each, layers - 1));
    return found.find((each) => each === 'secret') ?? found.find((each) => each === 'sealed') ?? 'clean';
  }

  /** The hash of a body that holds a secret is made without it, so that nobody can try out what it was. */
  #omitted(body: PresentBody, reason: OmittedReason): RecordedBody {
    const readable = this.#bodies.readableBytes(body);
    const sent = body.wire === undefined ? readable : bytesOfBase64(body.wire);
    const seen = reason === 'secret' ? bytesOf(this.text(binaryOf(readable))) : sent;
    return { omitted: { bytes: sent.length, reason, hash: this.#bodies.digest(seen) } };
  }

  /**
   * @param name the name under which the value stands, be it in a list
   */
  #json(value: unknown, name = ''): unknown {
    if (typeof value === 'string') {
      const secret = judge(name, value);
      return secret === undefined ? this.text(value) : this.#stands(secret.label, value);
    }
    if (typeof value === 'number') return this.#isSecretNumber(name, value) ? 0 : value;
    if (typeof value !== 'object' || value === null) return value;
    const named = Array.isArray(value) ? undefined : nameInPair(value as Readonly<Record<string, unknown>>);
    const changed = mapChildren(value, (child, key) =>
      this.#json(child, isCodeOfMessage(value, String(key)) ? '' : nameOf(key, name, named)),
    );
    return Array.isArray(changed) ? changed : this.#keys(changed as Readonly<Record<string, unknown>>);
  }

  /** The same object unless a secret stands in one of its keys. */
  #keys(value: Readonly<Record<string, unknown>>): unknown {
    const keys = Object.keys(value);
    const clean = keys.map((key) => this.#key(key));
    if (clean.every((key, at) => key === keys[at])) return value;
    return Object.fromEntries(clean.map((key, at) => [key, value[keys[at]!]]));
  }

  /** A key is structure: only what is unmistakably a secret is replaced in it. */
  #key(key: string): string {
    if (key.length < 12) return key;
    const places = [
      ...this.secrets.occurrences(key, true),
      ...Array.from(byShape(key), (found) => this.#occurrenceOf(found)),
    ];
    return places.length === 0 ? key : replaced(key, places);
  }

  /** A one-time code or a password of digits; it stays a number. */
  #isSecretNumber(name: string, value: number): boolean {
    return Number.isInteger(value) && value >= 1000 && nameVerdict(name) === 'secret';
  }

  #stands(label: string, value: string): string {
    return this.secrets.placeholderFor(label, value, { pool: 'keys' });
  }

  /** A JSON value after the user's rules. */
  #ruled(value: unknown): unknown {
    let result = value;
    for (const rule of this.#rules) {
      if (rule.kind === 'json')
        result = replaceAt(result, rule.steps, (found) => this.#leaves(found, ruleLabel(rule)));
    }
    return result;
  }

  /** JSON that stands as text, because it is not compact; undefined when no rule applies to it. */
  #ruledText(text: string): unknown {
    if (!this.#rules.some(({ kind }) => kind === 'json')) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      const ruled = this.#ruled(value);
      return ruled === value ? undefined : ruled;
    } catch {
      return undefined;
    }
  }

  /** Texts become placeholders, numbers 0: a client still finds the type that it expects. */
  #leaves(value: unknown, label: string): unknown {
    if (typeof value === 'number') return 0;
    if (typeof value === 'string')
      return value === '' || isPlaceholder(value) ? value : this.#stands(label, value);
    return mapChildren(value, (child) => this.#leaves(child, label));
  }
}

/** What a value is called inside of what has the name: `{"token": {"value": "..."}}`, `{"tokens": ["..."]}`. */
function nameOf(key: string | number, name: string, named: string | undefined): string {
  if (typeof key === 'number') return name;
  if (!/^(?:value|val|content|text|data|raw|current|plain|#text|\$t|_)$/i.test(key)) return key;
  return named ?? (name === '' ? key : name);
}

/** The name in `{"name": "password", "value": "..."}`. */
function nameInPair(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of ['name', 'key', 'field', 'header', 'param', 'parameter', 'label', 'id', 'Name', 'Key']) {
    const name = value[key];
    if (typeof name === 'string' && name.length <= 64) return name;
  }
  return undefined;
}

/** The text with placeholders at the places; of those that overlap, the first one counts, and the longer one. */
function replaced(text: string, places: Occurrence[]): string {
  places.sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let end = 0;
  for (const place of places) {
    if (place.start >= end) result += text.slice(end, place.start) + place.placeholder;
    end = Math.max(end, place.end);
  }
  return result + text.slice(end);
}

/** Types whose content counts its own bytes, even where all of them happen to be readable, as in a tar file. */
const binaryType =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|zip|gzip|x-gzip|x-tar|x-gtar|pdf|wasm|vnd\.sqlite3|x-sqlite3|x-git-[\w-]+|grpc[\w+-]*|x?-?protobuf|vnd\.google\.protobuf|x-bzip2?|x-xz|zstd|x-7z-compressed|vnd\.rar|java-archive|vnd\.openxmlformats[\w.-]*)(?:\s*;|$))/i;

// eslint-disable-next-line no-control-regex -- they are what tells text from bytes
const controlCharacter = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** Whether a body is a file of bytes rather than text: an edited one would be broken. */
function isOpaque(body: PresentBody, headers: readonly HeaderPair[]): boolean {
  if ('json' in body) return false;
  if (
    'base64' in body ||
    headerValues(headers, 'content-type').some((type) => binaryType.test(type.trim()))
  ) {
    return true;
  }
  return controlCharacter.test(body.text);
}
