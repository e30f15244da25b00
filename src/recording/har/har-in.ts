// Reads a HAR (HTTP Archive 1.2) into a recording. What this program exported comes back as it was; what a browser wrote
// becomes what the recorder would have made of the same traffic.
//
// A HAR need not hold the bodies of its entries: browsers drop long ones, exporters leave them out, and Playwright can put
// them into files. A body is what stands in `text`, in the file that `_file` names, or as a form in `params`. Where there
// is none of these, an answer to HEAD, a 204, a 304 and a redirect (whose body no browser keeps) have no body. For all
// others the first of `content.size`, `Content-Length`, `bodySize` and `_transferSize` that is known tells whether they
// had one; if none is known, a message whose `text` is there and empty had none. A body that was sent and is not in the HAR
// is recorded as omitted, never as empty: a replay must not answer with a body that the service never sent.
import type { OnStep } from '../../http/on-step.ts';
import { isObject } from '../../http/exact-json.ts';
import { parseUrl } from '../../http/parse-url.ts';
import type { JsonPath } from '../../http/json-places.ts';
import { nodeBodies } from '../body/node-bodies.ts';
import { checkInteraction, ShapeFault } from '../file/recording-schema.ts';
import { formatName, formatVersion } from '../format.ts';
import type { HeaderPair, Interaction, RecordedBody, Recording } from '../format.ts';
import { HarError } from './har-files.ts';
import type { Attached } from './har-files.ts';
import { entrySchema, harSchema, read } from './har-schema.ts';
import type { Content, Entry, Outline, Response } from './har-schema.ts';
import { interactionId } from '../interaction-id.ts';
import { whyOmitted } from '../body/omitted.ts';
import { formatPath, readRecordingValue } from '../file/read.ts';
import type { Redactor } from '../redact/redactor.ts';
import { headerValues, markKeyless } from '../recordable-headers.ts';

interface FromHarOptions {
  /** The origin whose entries are taken; needed where a foreign HAR holds several. */
  readonly upstream?: string;
  /** Is told of each entry that is left out, such as `log.entries[3]`, and why. */
  readonly onSkip?: (place: string, reason: string) => void;
  /** Is told of each body that is not in the HAR, such as that of `log.entries[3].response`, and why. */
  readonly onOmitted?: (place: string, reason: string) => void;
  /** Gives the contents of a file that the HAR names; without it no file is read. */
  readonly attached?: (name: string) => Attached;
  readonly onStep?: OnStep;
}

/**
 * Reads a HAR into a recording that may be stored: everything is redacted as if it had been recorded. Browsers write the
 * keys and cookies of the user who was logged in into their HARs.
 * @param value parsed JSON
 * @param file for the messages
 * @throws HarError for what is no HAR; RecordingError for one that makes no recording
 */
export function importHar(
  value: unknown,
  file: string,
  redactor: Redactor,
  options: FromHarOptions,
): Recording {
  const { note, interactions, ...head } = fromHar(value, options);
  // A secret may be learned after the entry in which it stood first.
  for (const [at, interaction] of interactions.entries()) {
    options.onStep?.('Looking for secrets in entry', at + 1, interactions.length);
    redactor.exchange(interaction);
  }
  const recording = {
    ...head,
    ...(note !== undefined && { note: redactor.text(note) }),
    interactions: interactions.map((interaction, at) => {
      options.onStep?.('Redacting entry', at + 1, interactions.length);
      return redacted(interaction, at + 1, redactor);
    }),
  };
  return readRecordingValue(recording, file);
}

/** An id is redacted, too, as it is made of a path. */
function redacted({ id, ...exchange }: Interaction, ordinal: number, redactor: Redactor): Interaction {
  const clean = redactor.exchange(exchange);
  const { method, path } = exchange.request;
  const isOwn = id !== interactionId(ordinal, method, path) && redactor.text(id) === id;
  return { id: isOwn ? id : interactionId(ordinal, method, clean.request.path), ...clean };
}

/** Headers that are not true of a body that was decoded, nor of HTTP/1.1. */
const transferHeader = /^(:.*|content-encoding|content-length|transfer-encoding|connection|keep-alive)$/i;

/**
 * Reads a HAR as it is: nothing is redacted.
 * @param value parsed JSON, exported by this program or written by any other
 * @throws HarError whose message names the place, such as `log.entries[3].response.status must be a number`
 */
export function fromHar(value: unknown, options: FromHarOptions = {}): Recording {
  try {
    return readHar(value, options);
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    const place = error.path.length === 0 ? 'the HAR' : formatPath(error.path);
    const isHar = isObject(value) && 'log' in value;
    throw new HarError(`${isHar ? '' : 'is no HAR: '}${place} ${error.message}`);
  }
}

function readHar(value: unknown, options: FromHarOptions): Recording {
  if (isObject(value) && value.format === formatName)
    throw new HarError('is a recording already, and no HAR: move it into the folder recordings');
  const { log } = read(harSchema, value, []);
  const outlines = log.entries.map((outline, at) => ({ outline, path: ['log', 'entries', at] }));
  const own = log._recording ?? undefined;
  if (own !== undefined) {
    if (options.upstream !== undefined && parseUrl(own.upstream)?.origin !== options.upstream)
      throw new HarError(`the HAR is a recording of ${own.upstream}, not of ${options.upstream}`);
    const interactions = outlines.map(({ outline, path }, at) =>
      toInteraction(read(entrySchema, outline, path), path, at, own.upstream, options),
    );
    return recordingOf(own.upstream, interactions, own.note);
  }
  const upstream = options.upstream ?? onlyOrigin(log.entries);
  const taken = outlines.filter(({ outline, path }) => {
    const reason = whyNot(outline, upstream);
    if (reason !== undefined) options.onSkip?.(formatPath(path), reason);
    return reason === undefined;
  });
  // Browsers list requests as they ended; a recording has them as they began.
  const inOrder = taken
    .map(({ outline, path }) => {
      const entry = read(entrySchema, outline, path);
      return { entry, path, started: startOf(entry, path) };
    })
    .sort((a, b) => a.started - b.started);
  const interactions = inOrder.map(({ entry, path }, at) =>
    toInteraction(entry, path, at, upstream, options),
  );
  return recordingOf(upstream, interactions, log.comment === '' ? null : log.comment);
}

function recordingOf(
  upstream: string,
  interactions: readonly Interaction[],
  note: string | null | undefined,
): Recording {
  const head = { format: formatName, version: formatVersion, upstream } as const;
  return { ...head, ...(typeof note === 'string' && { note }), interactions };
}

/** @param path of the entry, for the messages */
function toInteraction(
  entry: Entry,
  path: JsonPath,
  at: number,
  upstream: string,
  options: FromHarOptions,
): Interaction {
  const { request, response } = entry;
  const { method } = request;
  const own = entry._id ?? undefined;
  const target = targetOf(request.url, upstream, own !== undefined, path);
  const mark = target.indexOf('?');
  const targetPath = mark === -1 ? target : target.slice(0, mark);
  const headersOf = (message: Message, content: Content | null | undefined) =>
    own === undefined ? sentHeaders(message, content) : pairsOf(message);
  const interaction: unknown = {
    id: own ?? interactionId(at + 1, method, targetPath),
    at: own === undefined ? new Date(startOf(entry, path)).toISOString() : entry.startedDateTime,
    milliseconds: own === undefined ? Math.max(0, Math.round(entry.time)) : entry.time,
    request: {
      method,
      path: targetPath,
      query: mark === -1 ? '' : target.slice(mark + 1),
      headers: headersOf(request, request.postData),
      ...(request._keyless !== undefined && { keyless: request._keyless }),
      body: requestBody(entry, [...path, 'request'], options),
    },
    response: {
      status: response.status,
      reason: response.statusText,
      headers: headersOf(response, response.content),
      body: responseBody(entry, [...path, 'response'], options),
    },
  };
  try {
    checkInteraction(interaction, []);
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    throw new ShapeFault(path, `makes no interaction: its ${formatPath(error.path)} ${error.message}`);
  }
  return own === undefined ? markKeyless(interaction) : interaction;
}

interface Message {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

function pairsOf({ headers }: Message): HeaderPair[] {
  return headers.map(({ name, value }) => [name, value]);
}

/**
 * The headers of an entry that another program wrote. Chrome joins the repeats of a header with line ends. Of a message without
 * headers the media type of its body is known all the same.
 */
function sentHeaders(message: Message, content: Content | null | undefined): HeaderPair[] {
  const sent = pairsOf(message)
    .flatMap(([name, value]) => value.split('\n').map((line): HeaderPair => [name, line]))
    .filter(([name]) => !transferHeader.test(name));
  const { mimeType = '', text = '' } = content ?? {};
  const isUntold = text !== '' && mimeType.includes('/') && headerValues(sent, 'content-type').length === 0;
  return isUntold ? [...sent, ['Content-Type', mimeType]] : sent;
}

/** In milliseconds since 1970. */
function startOf({ startedDateTime }: Entry, path: JsonPath): number {
  const time = Date.parse(startedDateTime);
  if (Number.isNaN(time)) throw new ShapeFault([...path, 'startedDateTime'], 'must be a date in ISO 8601');
  return time;
}
/** A body that this program exported; the check of the interaction tells what is wrong with it. */
function ownBody(content: Content, path: JsonPath): unknown {
  const { _form: form, _wire: wire, _hash: hash, _bytes: bytes, _reason: reason } = content;
  if (form === 'none') return null;
  if (form === 'omitted') return { omitted: { bytes, reason, ...(hash !== undefined && { hash }) } };
  const truth = { ...(wire !== undefined && { wire }), ...(hash !== undefined && { hash }) };
  if (form === 'text') return { text: content.text, ...truth };
  if (form === 'base64') return { base64: content.text, ...truth };
  try {
    return { json: JSON.parse(content.text ?? '') as unknown, ...truth };
  } catch {
    throw new ShapeFault([...path, 'text'], 'must be JSON, as _form says');
  }
}

/** Playwright writes an empty `text` beside contents that it leaves out, and no `postData` where there are none. */
function requestBody({ request }: Entry, path: JsonPath, options: FromHarOptions): unknown {
  const { method, postData } = request;
  if (typeof postData?._form === 'string') return ownBody(postData, [...path, 'postData']);
  if (!postData && (method === 'GET' || method === 'HEAD')) return null;
  const found = postData ? contentsOf(postData, options) : undefined;
  if (found !== undefined && 'bytes' in found) return bodyOf(found.bytes);
  const size = firstSize(request.bodySize, contentLength(request));
  const isSent = size === undefined ? (postData?.mimeType ?? '') !== '' : size > 0;
  return found !== undefined || isSent ? omitted(path, size, found?.missing, options) : null;
}

function responseBody({ request, response }: Entry, path: JsonPath, options: FromHarOptions): unknown {
  const { status, content, bodySize } = response;
  if (typeof content._form === 'string') return ownBody(content, [...path, 'content']);
  const found = contentsOf(content, options);
  if (found !== undefined && 'bytes' in found) return bodyOf(found.bytes);
  const isRedirect = status >= 300 && status < 400;
  if (request.method === 'HEAD' || status === 204 || isRedirect) return null;
  const size = firstSize(content.size, contentLength(response), bodySize, transferred(response));
  const isEmpty = size === undefined ? typeof content.text === 'string' : size === 0;
  return found === undefined && isEmpty ? null : omitted(path, size, found?.missing, options);
}

/** What an entry holds of a body, which stands in a HAR decoded; undefined for nothing. */
function contentsOf(content: Content, { attached }: FromHarOptions): Attached | undefined {
  if (content.text) {
    return { bytes: Buffer.from(content.text, content.encoding === 'base64' ? 'base64' : 'utf8') };
  }
  const file = content._file ?? undefined;
  if (file !== undefined) return attached?.(file) ?? { missing: whyOmitted({ reason: 'not-in-har' }) };
  const params = content.params ?? [];
  // The parts of a multipart body do not stand in a HAR as they were sent.
  const isForm = /^(?:application\/x-www-form-urlencoded\b|$)/i.test(content.mimeType ?? '');
  if (params.length === 0 || !isForm) return undefined;
  const pairs = params.map(({ name, value }): [string, string] => [name, value ?? '']);
  return { bytes: Buffer.from(new URLSearchParams(pairs).toString()) };
}

function bodyOf(bytes: Uint8Array): RecordedBody {
  return bytes.length === 0 ? null : nodeBodies.readableBody(bytes);
}

function omitted(
  path: JsonPath,
  size = 0,
  missing = whyOmitted({ reason: 'not-in-har' }),
  { onOmitted }: FromHarOptions,
): RecordedBody {
  onOmitted?.(formatPath(path), missing);
  return { omitted: { bytes: Math.round(size), reason: 'not-in-har' } };
}

/** Sizes that are not known are -1 in a HAR, or are not there. */
function firstSize(...sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.find((size) => size !== undefined && size >= 0);
}

function contentLength(message: Message): number | undefined {
  const [length] = headerValues(pairsOf(message), 'content-length');
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** Chrome counts the head as transferred, too. */
function transferred({ _transferSize, headersSize }: Response): number | undefined {
  const [all, head] = [firstSize(_transferSize), firstSize(headersSize)];
  return all === undefined || head === undefined ? undefined : all - head;
}

/** Path and query as sent; a foreign HAR has URLs, which browsers print in normal form. */
function targetOf(url: string, upstream: string, own: boolean, path: JsonPath): string {
  if (!own) {
    const { pathname, search } = new URL(url);
    return pathname + search;
  }
  if (url.startsWith(upstream)) return url.slice(upstream.length);
  throw new ShapeFault([...path, 'request', 'url'], `must begin with ${upstream}`);
}

function whyNot({ request, response }: Outline, upstream: string): string | undefined {
  const { url } = request;
  if (parseUrl(url)?.origin !== upstream) return `its origin is not ${upstream}`;
  if (response.status < 200) return 'it has no answer';
  return undefined;
}

function onlyOrigin(entries: readonly Outline[]): string {
  const urls = entries.map(({ request }) => request.url);
  const http = urls.filter((url) => /^https?:/i.test(url) && parseUrl(url) !== undefined);
  const origins = [...new Set(http.map((url) => new URL(url).origin))];
  if (origins.length === 1) return origins[0]!;
  const found = origins.length === 0 ? 'it has no HTTP entries' : `it holds ${origins.join(', ')}`;
  throw new HarError(`the HAR needs one origin to take as upstream, but ${found}`);
}
