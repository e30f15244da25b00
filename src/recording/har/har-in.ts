// HAR 1.2 in: our own comes back as it was, what a browser wrote as it would have been recorded.
// Nothing is redacted here: whoever stores what came from elsewhere redacts it first, ids included.
//
// A HAR need not hold the bodies of its entries: browsers drop long ones, exporters leave them out, and Playwright can put
// them into files. A body is what stands in `text`, in the file that `_file` names, or as a form in `params`. Where there
// is none of these, an answer to HEAD, a 204, a 304 and a redirect (whose body no browser keeps) have no body. For all
// others the first of `content.size`, `Content-Length`, `bodySize` and `_transferSize` that is known tells whether they
// had one; if none is, those whose `text` is there and empty had none. What had a body that is not here is omitted,
// never empty: a client must not be answered with a body that the service never sent.
import { nodeBodies } from '../body/node-bodies.ts';
import { checkInteraction, ShapeFault } from '../file/recording-schema.ts';
import { formatName, formatVersion } from '../format.ts';
import type { HeaderPair, Interaction, OmittedReason, RecordedBody, Recording } from '../format.ts';
import type { Attached } from './har-files.ts';
import { HarError, HarValue } from './har-value.ts';
import { interactionId } from '../interaction-id.ts';
import { whyOmitted } from '../body/omitted.ts';
import { formatPath } from '../file/read.ts';
import { headerValues } from '../recordable-headers.ts';

export interface FromHarOptions {
  /** The origin whose entries to take; needed where a foreign HAR holds several. */
  readonly upstream?: string;
  /** Told of each entry that is left out, such as `log.entries[3]`, and why. */
  readonly onSkip?: (place: string, reason: string) => void;
  /** Told of each body that is not in the HAR, such as that of `log.entries[3].response`, and why. */
  readonly onOmitted?: (place: string, reason: string) => void;
  /** The contents of a file that the HAR names; without it no file is read. */
  readonly attached?: (name: string) => Attached;
}

/** Headers that are not true of a body that was decoded, nor of HTTP/1.1. */
const transferHeader = /^(:.*|content-encoding|content-length|transfer-encoding|connection|keep-alive)$/i;

/**
 * @param value parsed JSON, ours or from anywhere else
 * @throws HarError
 */
export function fromHar(value: unknown, options: FromHarOptions = {}): Recording {
  const log = new HarValue(value, '').at('log');
  const own = log.optional('_recording');
  const entries = log.at('entries').items();
  if (own !== undefined) {
    if (own.at('format').text() !== formatName) own.at('format').fail(`must be ${formatName}`);
    if (own.at('version').integer(1) !== formatVersion) own.at('version').fail(`must be ${formatVersion}`);
    const upstream = own.at('upstream').text();
    const note = own.optional('note')?.text();
    const interactions = entries.map((entry, at) => fromEntry(entry, upstream, at, options));
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
  const interactions = inOrder.map(({ entry }, at) => fromEntry(entry, upstream, at, options));
  const comment = log.optional('comment')?.text();
  return recordingOf(upstream, interactions, comment === '' ? undefined : comment);
}

function recordingOf(upstream: string, interactions: readonly Interaction[], note?: string): Recording {
  const head = { format: formatName, version: formatVersion, upstream } as const;
  return { ...head, ...(note !== undefined && { note }), interactions };
}

function fromEntry(entry: HarValue, upstream: string, at: number, options: FromHarOptions): Interaction {
  const request = entry.at('request');
  const response = entry.at('response');
  const method = request.at('method').text();
  const started = entry.at('startedDateTime');
  const own = entry.optional('_id')?.text();
  const target = targetOf(request.at('url'), upstream, own !== undefined);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const trim = (place: HarValue): readonly HeaderPair[] => {
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
      body: isOurs(request.optional('postData'))
        ? ownBody(request.at('postData'))
        : sentBody(request, options),
    },
    response: {
      status: response.at('status').integer(200),
      reason: response.at('statusText').text(),
      headers: trim(response),
      body: isOurs(response.at('content'))
        ? ownBody(response.at('content'))
        : answeredBody(response, method, options),
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

/** Whether a body stands as we write it. */
function isOurs(content: HarValue | undefined): boolean {
  return content?.optional('_form') !== undefined;
}

function ownBody(content: HarValue): RecordedBody {
  const form = content.at('_form').text();
  if (form === 'none') return null;
  if (form === 'omitted') {
    const reason = content.at('_reason').text() as OmittedReason;
    const hash = content.optional('_hash')?.text();
    const bytes = content.at('_bytes').integer(0);
    return { omitted: { bytes, reason, ...(hash !== undefined && { hash }) } };
  }
  const body = content.at('text').text();
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

/** Playwright writes an empty `text` beside contents that it leaves out, and no `postData` where there are none. */
function sentBody(request: HarValue, options: FromHarOptions): RecordedBody {
  const content = request.optional('postData');
  const method = request.at('method').text();
  if (content === undefined && (method === 'GET' || method === 'HEAD')) return null;
  const found = content === undefined ? undefined : contentsOf(content, options);
  if (found !== undefined && 'bytes' in found) return bodyOf(found.bytes);
  const size = firstSize(request.optional('bodySize')?.number(), contentLength(request));
  const isSent = size === undefined ? (content?.optional('mimeType')?.text() ?? '') !== '' : size > 0;
  return found !== undefined || isSent ? omitted(request, size, found?.missing, options) : null;
}

function answeredBody(response: HarValue, method: string, options: FromHarOptions): RecordedBody {
  const content = response.at('content');
  const found = contentsOf(content, options);
  if (found !== undefined && 'bytes' in found) return bodyOf(found.bytes);
  const status = response.at('status').number();
  const isRedirect = status >= 300 && status < 400;
  if (method === 'HEAD' || status === 204 || isRedirect) return null;
  const size = firstSize(
    content.optional('size')?.number(),
    contentLength(response),
    response.optional('bodySize')?.number(),
    transferred(response),
  );
  const isEmpty = size === undefined ? content.optional('text') !== undefined : size === 0;
  return found === undefined && isEmpty ? null : omitted(response, size, found?.missing, options);
}

/** What an entry holds of a body, which stands in a HAR decoded; undefined for nothing. */
function contentsOf(content: HarValue, { attached }: FromHarOptions): Attached | undefined {
  const text = content.optional('text')?.text() ?? '';
  if (text !== '') {
    const encoding = content.optional('encoding')?.text() === 'base64' ? 'base64' : 'utf8';
    return { bytes: Buffer.from(text, encoding) };
  }
  const file = content.optional('_file')?.text();
  if (file !== undefined) return attached?.(file) ?? { missing: whyOmitted({ reason: 'not-in-har' }) };
  const params = content.optional('params')?.items() ?? [];
  const type = content.optional('mimeType')?.text() ?? '';
  // The parts of a multipart body do not stand in a HAR as they were sent.
  if (params.length === 0 || !/^(?:application\/x-www-form-urlencoded\b|$)/i.test(type)) return undefined;
  const pairs = params.map((place): [string, string] => [
    place.at('name').text(),
    place.optional('value')?.text() ?? '',
  ]);
  return { bytes: Buffer.from(new URLSearchParams(pairs).toString()) };
}

function bodyOf(bytes: Uint8Array): RecordedBody {
  return bytes.length === 0 ? null : nodeBodies.readableBody(bytes);
}

function omitted(
  message: HarValue,
  size = 0,
  missing = whyOmitted({ reason: 'not-in-har' }),
  { onOmitted }: FromHarOptions,
): RecordedBody {
  onOmitted?.(message.path, missing);
  return { omitted: { bytes: Math.round(size), reason: 'not-in-har' } };
}

/** Sizes that are not known are -1 in a HAR, or are not there. */
function firstSize(...sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.find((size) => size !== undefined && size >= 0);
}

function contentLength(message: HarValue): number | undefined {
  const [length] = headerValues(message.at('headers').items().map(headerOf), 'content-length');
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** Chrome counts the head as transferred, too. */
function transferred(response: HarValue): number | undefined {
  const all = firstSize(response.optional('_transferSize')?.number());
  const head = firstSize(response.optional('headersSize')?.number());
  return all === undefined || head === undefined ? undefined : all - head;
}

/** Path and query as sent; a foreign HAR has URLs, which browsers print in normal form. */
function targetOf(place: HarValue, upstream: string, own: boolean): string {
  const url = place.text();
  if (!own) {
    const { pathname, search } = new URL(url);
    return pathname + search;
  }
  return url.startsWith(upstream) ? url.slice(upstream.length) : place.fail(`must begin with ${upstream}`);
}

function whyNot(entry: HarValue, upstream: string): string | undefined {
  const url = entry.at('request').at('url').text();
  const status = entry.at('response').at('status').number();
  if (!URL.canParse(url) || new URL(url).origin !== upstream) return `its origin is not ${upstream}`;
  if (status < 200) return 'it has no answer';
  return undefined;
}

function onlyOrigin(entries: readonly HarValue[]): string {
  const urls = entries.map((entry) => entry.at('request').at('url').text());
  const http = urls.filter((url) => URL.canParse(url) && /^https?:/i.test(url));
  const origins = [...new Set(http.map((url) => new URL(url).origin))];
  if (origins.length === 1) return origins[0]!;
  const found = origins.length === 0 ? 'it has no HTTP entries' : `it holds ${origins.join(', ')}`;
  throw new HarError(`the HAR needs one origin to take as upstream, but ${found}`);
}

function headerOf(place: HarValue): HeaderPair {
  return [place.at('name').text(), place.at('value').text()];
}
