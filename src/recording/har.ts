// HAR 1.2 out and in: the form in which browsers and HTTP tools exchange traffic. What HAR cannot say (wire bytes,
// how a body stands in the recording) goes into `_` fields, which HAR reserves for this, so our own come back whole.
// Nothing is redacted here: whoever stores what came from elsewhere redacts it first, ids included.
import { readableBody } from './bodies.ts';
import { checkInteraction, ShapeFault } from './check-interaction.ts';
import { formatName, formatVersion } from './format.ts';
import type { HeaderPair, Interaction, RecordedBody, Recording } from './format.ts';
import { interactionId } from './interaction-id.ts';
import { formatPath } from './parse.ts';

/** A HAR that cannot be read; the message names the place. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

export interface FromHarOptions {
  /** The origin whose entries to take; needed where a foreign HAR holds several. */
  readonly upstream?: string;
  /** Told of each entry that is left out, such as `log.entries[3]`, and why. */
  readonly onSkip?: (place: string, reason: string) => void;
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** How a body stands in the recording, beside the text that HAR readers show. */
interface BodyForm {
  readonly _form: 'none' | 'json' | 'text' | 'base64' | 'omitted';
  readonly _wire?: string;
  readonly _hash?: string;
  /** Of an omitted body. */
  readonly _bytes?: number;
}

/** Headers that are not true of a body that was decoded, nor of HTTP/1.1. */
const transferHeader = /^(:.*|content-encoding|content-length|transfer-encoding|connection|keep-alive)$/i;

/** @param version of this program, for `creator` */
export function toHar(recording: Recording, version: string): object {
  const { interactions, ...head } = recording;
  return {
    log: {
      version: '1.2',
      creator: { name: 'pricing-mock', version },
      ...(recording.note !== undefined && { comment: recording.note }),
      _recording: head,
      entries: interactions.map((interaction) => toEntry(interaction, recording.upstream)),
    },
  };
}

/**
 * @param value parsed JSON, ours or from anywhere else
 * @throws HarError
 */
export function fromHar(value: unknown, options: FromHarOptions = {}): Recording {
  const log = new Place(value, '').at('log');
  const own = log.optional('_recording');
  const entries = log.at('entries').items();
  if (own !== undefined) {
    if (own.at('format').text() !== formatName) own.at('format').fail(`must be ${formatName}`);
    if (own.at('version').integer(1) !== formatVersion) own.at('version').fail(`must be ${formatVersion}`);
    const upstream = own.at('upstream').text();
    const note = own.optional('note')?.text();
    const interactions = entries.map((entry, at) => fromEntry(entry, upstream, at));
    return recordingOf(upstream, interactions, note);
  }
  const upstream = options.upstream ?? onlyOrigin(entries);
  const taken = entries.filter((entry) => {
    const reason = whyNot(entry, upstream);
    if (reason !== undefined) options.onSkip?.(entry.path, reason);
    return reason === undefined;
  });
  // Browsers list requests as they ended; we keep the order in which they began.
  const inOrder = taken
    .map((entry) => ({ entry, started: entry.at('startedDateTime').time() }))
    .sort((a, b) => a.started - b.started);
  return recordingOf(
    upstream,
    inOrder.map(({ entry }, at) => fromEntry(entry, upstream, at)),
  );
}

function recordingOf(upstream: string, interactions: readonly Interaction[], note?: string): Recording {
  const head = { format: formatName, version: formatVersion, upstream } as const;
  return { ...head, ...(note !== undefined && { note }), interactions };
}

function toEntry({ id, at, milliseconds, request, response }: Interaction, upstream: string): object {
  const { text, ...form } = toBody(request.body);
  const mimeType = contentType(request.headers);
  const query = request.query === '' ? '' : `?${request.query}`;
  return {
    _id: id,
    startedDateTime: at,
    time: milliseconds,
    request: {
      method: request.method,
      url: `${upstream}${request.path}${query}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(request.headers),
      queryString: toPairs([...new URLSearchParams(request.query)]),
      ...(request.body !== null && { postData: { mimeType, params: [], text: text ?? '', ...form } }),
      headersSize: -1,
      bodySize: sizeOf(request.body),
    },
    response: {
      status: response.status,
      statusText: response.reason,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(response.headers),
      content: {
        size: readableSize(response.body),
        mimeType: contentType(response.headers),
        ...toBody(response.body),
      },
      redirectURL: valueOf(response.headers, 'location') ?? '',
      headersSize: -1,
      bodySize: sizeOf(response.body),
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  };
}

function toBody(body: RecordedBody): BodyForm & { readonly text?: string; readonly encoding?: 'base64' } {
  if (body === null) return { _form: 'none' };
  if ('omitted' in body) return { _form: 'omitted', _bytes: body.omitted.bytes, _hash: body.omitted.hash };
  const truth = {
    ...(body.wire !== undefined && { _wire: body.wire }),
    ...(body.hash !== undefined && { _hash: body.hash }),
  };
  if ('json' in body) return { text: JSON.stringify(body.json), _form: 'json', ...truth };
  if ('text' in body) return { text: body.text, _form: 'text', ...truth };
  return { text: body.base64, encoding: 'base64', _form: 'base64', ...truth };
}

function fromEntry(entry: Place, upstream: string, at: number): Interaction {
  const request = entry.at('request');
  const response = entry.at('response');
  const method = request.at('method').text();
  const started = entry.at('startedDateTime');
  const own = entry.optional('_id')?.text();
  const target = targetOf(request.at('url'), upstream, own !== undefined);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const trim = (place: Place): readonly HeaderPair[] => {
    const pairs = place.at('headers').items().map(headerOf);
    if (own !== undefined) return pairs;
    // Chrome joins the repeats of a header with line ends.
    const lines = pairs.flatMap(([name, value]) => value.split('\n').map((line) => [name, line] as const));
    return lines.filter(([name]) => !transferHeader.test(name));
  };
  const interaction = {
    id: own ?? interactionId(at + 1, method, path),
    at: own === undefined ? new Date(started.time()).toISOString() : started.text(),
    milliseconds:
      own === undefined ? Math.max(0, Math.round(entry.at('time').number())) : entry.at('time').number(),
    request: {
      method,
      path,
      query: mark === -1 ? '' : target.slice(mark + 1),
      headers: trim(request),
      body: fromBody(request.optional('postData')),
    },
    response: {
      status: response.at('status').integer(200),
      reason: response.at('statusText').text(),
      headers: trim(response),
      body: fromBody(response.at('content')),
    },
  };
  try {
    checkInteraction(interaction, []);
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    throw new HarError(`${entry.path} makes no interaction: its ${formatPath(error.path)} ${error.message}`);
  }
  return interaction;
}

function fromBody(content: Place | undefined): RecordedBody {
  const form = content?.optional('_form')?.text();
  if (content === undefined || form === 'none') return null;
  if (form === 'omitted') {
    return { omitted: { bytes: content.at('_bytes').integer(0), hash: content.at('_hash').text() } };
  }
  const text = content.optional('text')?.text();
  if (form === undefined) return foreignBody(content, text);
  const body = text ?? content.at('text').text();
  const wire = content.optional('_wire')?.text();
  const hash = content.optional('_hash')?.text();
  const truth = { ...(wire !== undefined && { wire }), ...(hash !== undefined && { hash }) };
  if (form === 'text') return { text: body, ...truth };
  if (form === 'base64') return { base64: body, ...truth };
  try {
    return { json: JSON.parse(body) as unknown, ...truth };
  } catch {
    return content.at('text').fail('must be JSON, as _form says');
  }
}

/** HAR holds bodies decoded, as text or as base64. */
function foreignBody(content: Place, text: string | undefined): RecordedBody {
  if (text === undefined || text === '') return null;
  const encoding = content.optional('encoding')?.text() === 'base64' ? 'base64' : 'utf8';
  return readableBody(Buffer.from(text, encoding));
}

/** Path and query as sent; a foreign HAR has URLs, which browsers print in normal form. */
function targetOf(place: Place, upstream: string, own: boolean): string {
  const url = place.text();
  if (!own) {
    const { pathname, search } = new URL(url);
    return pathname + search;
  }
  return url.startsWith(upstream) ? url.slice(upstream.length) : place.fail(`must begin with ${upstream}`);
}

function whyNot(entry: Place, upstream: string): string | undefined {
  const url = entry.at('request').at('url').text();
  const status = entry.at('response').at('status').number();
  if (!URL.canParse(url) || new URL(url).origin !== upstream) return `its origin is not ${upstream}`;
  if (status < 200) return 'it has no answer';
  return undefined;
}

function onlyOrigin(entries: readonly Place[]): string {
  const urls = entries.map((entry) => entry.at('request').at('url').text());
  const http = urls.filter((url) => URL.canParse(url) && /^https?:/i.test(url));
  const origins = [...new Set(http.map((url) => new URL(url).origin))];
  if (origins.length === 1) return origins[0]!;
  const found = origins.length === 0 ? 'it has no HTTP entries' : `it holds ${origins.join(', ')}`;
  throw new HarError(`the HAR needs one origin to take as upstream, but ${found}`);
}

function headerOf(place: Place): HeaderPair {
  return [place.at('name').text(), place.at('value').text()];
}

function toPairs(pairs: readonly HeaderPair[]): Pair[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function valueOf(headers: readonly HeaderPair[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function contentType(headers: readonly HeaderPair[]): string {
  return valueOf(headers, 'content-type') ?? '';
}

/** The bytes as sent. */
function sizeOf(body: RecordedBody): number {
  if (body === null || 'omitted' in body || body.wire === undefined) return readableSize(body);
  return Buffer.from(body.wire, 'base64').length;
}

function readableSize(body: RecordedBody): number {
  if (body === null) return 0;
  if ('omitted' in body) return body.omitted.bytes;
  if ('base64' in body) return Buffer.from(body.base64, 'base64').length;
  return Buffer.byteLength('json' in body ? JSON.stringify(body.json) : body.text);
}

/** A value and where it stands, for messages such as `log.entries[3].response.status must be a number`. */
class Place {
  readonly path: string;
  readonly #value: unknown;

  constructor(value: unknown, path: string) {
    this.#value = value;
    this.path = path;
  }

  at(key: string): Place {
    const value = this.#value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('must be an object');
    const item = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    return new Place(item, this.path === '' ? key : `${this.path}.${key}`);
  }

  /** Undefined where there is nothing, or null. */
  optional(key: string): Place | undefined {
    const place = this.at(key);
    return place.#value === undefined || place.#value === null ? undefined : place;
  }

  items(): Place[] {
    if (!Array.isArray(this.#value)) this.fail('must be an array');
    return this.#value.map((item: unknown, at) => new Place(item, `${this.path}[${at}]`));
  }

  text(): string {
    return typeof this.#value === 'string' ? this.#value : this.fail('must be a string');
  }

  number(): number {
    return typeof this.#value === 'number' ? this.#value : this.fail('must be a number');
  }

  integer(lowest: number): number {
    const number = this.number();
    return Number.isInteger(number) && number >= lowest
      ? number
      : this.fail(`must be an integer from ${lowest}`);
  }

  /** In milliseconds since 1970. */
  time(): number {
    const time = Date.parse(this.text());
    return Number.isNaN(time) ? this.fail('must be a date in ISO 8601') : time;
  }

  fail(rule: string): never {
    throw new HarError(`${this.path === '' ? 'the HAR' : this.path} ${rule}`);
  }
}
