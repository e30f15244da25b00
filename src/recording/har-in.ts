// HAR 1.2 in: our own comes back as it was, what a browser wrote as it would have been recorded.
// Nothing is redacted here: whoever stores what came from elsewhere redacts it first, ids included.
import { readableBody } from './bodies.ts';
import { checkInteraction, ShapeFault } from './check-interaction.ts';
import { formatName, formatVersion } from './format.ts';
import type { HeaderPair, Interaction, OmittedReason, RecordedBody, Recording } from './format.ts';
import { HarError, Place } from './har-place.ts';
import { interactionId } from './interaction-id.ts';
import { formatPath } from './parse.ts';

export interface FromHarOptions {
  /** The origin whose entries to take; needed where a foreign HAR holds several. */
  readonly upstream?: string;
  /** Told of each entry that is left out, such as `log.entries[3]`, and why. */
  readonly onSkip?: (place: string, reason: string) => void;
}

/** Headers that are not true of a body that was decoded, nor of HTTP/1.1. */
const transferHeader = /^(:.*|content-encoding|content-length|transfer-encoding|connection|keep-alive)$/i;

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
    const reason = content.at('_reason').text() as OmittedReason;
    const hash = content.optional('_hash')?.text();
    const bytes = content.at('_bytes').integer(0);
    return { omitted: { bytes, reason, ...(hash !== undefined && { hash }) } };
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
