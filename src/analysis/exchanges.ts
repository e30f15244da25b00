// A recording read once, for everybody who learns from it or compares with it: what was asked, what came back, when.
import { jsonIn, withLeaves } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { firstChoices } from '../http/preferences.ts';
import { askedFor, sinceHeader } from '../dialect/select-page.ts';
import { precisionOf, readMoment } from '../dialect/time-forms.ts';
import { filesPath, storedOrigin } from '../spec/mock-paths.ts';
import { endpointOf } from '../spec/router.ts';
import type { Endpoint } from '../spec/endpoints.ts';
import { askedId, withStoredIds } from './stored-ids.ts';
import { withToldRefusals } from './told-refusals.ts';
import type { HeaderPair, Interaction, RecordedBody, Recording } from '../recording/format.ts';

export interface NamedRecording {
  readonly name: string;
  readonly recording: Recording;
}

export interface Exchange {
  /** `<recording>/<interaction>`. */
  readonly id: string;
  /** The recording it is from: state does not reach from one into another. */
  readonly session: number;
  /** When it was answered, by the service's clock, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** See `askedFor`. */
  readonly query: URLSearchParams;
  /** The endpoint of §4 that it was for; undefined for anything else. */
  readonly endpoint: Endpoint | undefined;
  /** What stands for `{id}`, decoded, as answers write it; empty where there is none. */
  readonly recordId: string;
  /** Whether it was for a file behind a download link. */
  readonly isFile: boolean;
  readonly requestHeaders: readonly HeaderPair[];
  /** What the client prefers, by header; see `firstChoices`. */
  readonly prefers: ReadonlyMap<string, string>;
  /** The body that was sent; undefined where it is not in the recording. */
  readonly sentText: string | undefined;
  /** Its JSON value; undefined where it is none. */
  readonly sent: Json | undefined;
  readonly status: number;
  /** Whether the request was accepted, by the status and by what the body tells. */
  readonly ok: boolean;
  /** Whether it was refused for how many came before it. */
  readonly isLimited: boolean;
  /** What the service's limits told with the answer, as far as `learnLimits` knows; empty where it tells nothing of them. */
  readonly limits: ReadonlyMap<string, Json>;
  readonly headers: readonly HeaderPair[];
  /** The answer's JSON value, with links to the service led to `storedOrigin`; undefined where it is none. */
  readonly body: Json | undefined;
  /** The answer's text, where it is no JSON. */
  readonly text: string | undefined;
  readonly interaction: Interaction;
}

/** Reads recordings of one service. */
export function readExchanges(recordings: readonly NamedRecording[]): readonly Exchange[] {
  const read = recordings.flatMap(({ name, recording }, session) => {
    const offset = clockOffset(recording.interactions);
    return recording.interactions.map((interaction) => {
      return readExchange(interaction, `${name}/${interaction.id}`, session, recording.upstream, offset);
    });
  });
  return withStoredIds(withToldRefusals(read));
}

function readExchange(
  interaction: Interaction,
  id: string,
  session: number,
  upstream: string,
  offset: number,
): Exchange {
  const { at, request, response } = interaction;
  const asked = endpointOf(request.method, request.path);
  const { status } = response;
  const json = jsonOf(response.body);
  const body = json === undefined ? undefined : rebased(json, upstream);
  return {
    id,
    session,
    at: Date.parse(at) + offset,
    method: request.method,
    path: request.path,
    query: askedFor(
      request.query,
      asked?.id === undefined ? headerIn(request.headers, sinceHeader.toLowerCase()) : undefined,
    ),
    endpoint: asked?.endpoint,
    recordId: askedId(request),
    isFile: request.path.startsWith(filesPath),
    requestHeaders: request.headers,
    prefers: firstChoices((name) => headerIn(request.headers, name)),
    sentText: textIn(request.body),
    sent: jsonOf(request.body),
    status,
    ok: status >= 200 && status < 300,
    isLimited: status === 429,
    limits: new Map(),
    headers: response.headers.map(([name, value]) => [name, rebasedText(value, upstream)] as const),
    body,
    text: body === undefined ? textIn(response.body) : undefined,
    interaction,
  };
}

/** What an answer tells, be it JSON or a text; null of one without a body. */
export const toldBy = ({ body, text }: Pick<Exchange, 'body' | 'text'>): Json =>
  body ?? (text === undefined || text === '' ? null : text);

/** The status and the words of an answer without what may differ from request to request: what is quoted or has digits. */
export function wordsTold({ status, body, text }: Exchange): string {
  const words = body === undefined ? (text ?? '') : JSON.stringify(body);
  return `${status} ${words.replace(/(?<!\w)'[^']*'|\\"[^"]*\\"|[^\s"]*\d[^\s"]*/g, '#')}`;
}

/** Whether a request came without a key: a recording holds that, and no key. */
export const isKeyless = ({ interaction: { request } }: Exchange): boolean => request.keyless === true;

/** The first value of a header; `name` in lower case. */
export function headerIn(headers: readonly HeaderPair[], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

/** The text of a body; empty for none, undefined for one that is not text or not there. */
function textIn(body: RecordedBody): string | undefined {
  if (body === null) return '';
  if ('text' in body) return body.text;
  return 'json' in body ? JSON.stringify(body.json) : undefined;
}

/** The JSON value of a body, its numbers as they were written; undefined for any other body. */
function jsonOf(body: RecordedBody): Json | undefined {
  if (body === null || 'base64' in body || 'omitted' in body) return undefined;
  if ('json' in body) return body.json as Json;
  return jsonIn(body.text);
}

/** A value whose links to the service lead to `storedOrigin`, as those of downloads do. */
const rebased = (value: Json, upstream: string): Json =>
  withLeaves(value, (leaf) => (typeof leaf === 'string' ? rebasedText(leaf, upstream) : leaf));

function rebasedText(text: string, upstream: string): string {
  if (!text.includes(upstream)) return text;
  const pieces = text.split(upstream);
  return pieces.reduce((before, piece) => {
    // `https://api.example.com.evil` does not lead to `https://api.example.com`.
    return /^[\w.:@-]/.test(piece) ? before + upstream + piece : before + storedOrigin + piece;
  });
}

/** Clocks this near to each other count as one, in milliseconds. */
const near = 2000;

/** By how many milliseconds the service's clock is before that of the recorder, as its `Date` headers tell. */
function clockOffset(interactions: readonly Interaction[]): number {
  const offsets = interactions.flatMap(({ at, milliseconds, response }) => {
    const told = readMoment(headerIn(response.headers, 'date'));
    if (told === undefined) return [];
    return [told.at + precisionOf(told.form) / 2 - (Date.parse(at) + milliseconds / 2)];
  });
  const median = offsets.sort((a, b) => a - b)[offsets.length >> 1] ?? 0;
  return Math.abs(median) < near ? 0 : Math.round(median);
}
