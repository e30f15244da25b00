// Interactions as learning sees them: what was asked, what came back, both read once.
import { routeOf } from '../../dialect/core-fields.ts';
import type { Route } from '../../dialect/core-fields.ts';
import { parseExactly } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { filesPath } from '../../spec/mock-paths.ts';
import type { HeaderPair, Interaction, RecordedBody, Recording } from '../../recording/format.ts';

export interface NamedRecording {
  readonly name: string;
  readonly recording: Recording;
}

export interface Observation {
  /** `<recording>/<interaction>`. */
  readonly id: string;
  /** The recording it is from: state does not reach from one into another. */
  readonly session: number;
  /** The upstream's. */
  readonly origin: string;
  /** Milliseconds since 1970, by the recorder's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** What of §4 it was for; undefined for anything else. */
  readonly route: Route | undefined;
  /** Whether it was for a file behind a download link. */
  readonly isFile: boolean;
  readonly requestType: string | undefined;
  readonly requestText: string | undefined;
  readonly requestBody: Json | undefined;
  readonly status: number;
  readonly ok: boolean;
  readonly headers: readonly HeaderPair[];
  readonly body: Json | undefined;
  /** Whether the body is a gzip file. */
  readonly gzip: boolean;
}

export function observe(recordings: readonly NamedRecording[]): Observation[] {
  return recordings.flatMap(({ name, recording }, session) => {
    return recording.interactions.map((interaction) =>
      observation(interaction, name, session, recording.upstream),
    );
  });
}

function observation(
  { id, at, request, response }: Interaction,
  name: string,
  session: number,
  origin: string,
): Observation {
  const { method, path } = request;
  const requestText = textOf(request.body);
  return {
    id: `${name}/${id}`,
    session,
    origin,
    at: Date.parse(at),
    method,
    path,
    query: new URLSearchParams(request.query),
    route: routeOf(method, path),
    isFile: path.startsWith(filesPath),
    requestType: valueOf(request.headers, 'content-type'),
    requestText,
    requestBody: jsonIn(request.body),
    status: response.status,
    ok: response.status >= 200 && response.status < 300,
    headers: response.headers,
    body: jsonIn(response.body),
    gzip: response.body !== null && 'base64' in response.body && response.body.base64.startsWith('H4sI'),
  };
}

/** The first value of a header; `name` in lower case. */
export function valueOf(headers: readonly HeaderPair[], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

function textOf(body: RecordedBody): string | undefined {
  if (body === null) return '';
  if ('text' in body) return body.text;
  return 'json' in body ? JSON.stringify(body.json) : undefined;
}

/** The JSON value of a body, its numbers as they were written; undefined for any other body. */
export function jsonIn(body: RecordedBody): Json | undefined {
  if (body === null || 'base64' in body || 'omitted' in body) return undefined;
  if ('json' in body) return body.json as Json;
  try {
    return parseExactly(body.text);
  } catch {
    return undefined;
  }
}
