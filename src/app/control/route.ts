// A route of the control API, and what its answer may use: the request and the server.
import type { Settings } from '../../spec/settings.ts';
import type { Coverage } from '../../service/audit/coverage.ts';
import type { Requests } from '../../service/handles/requests.ts';
import type { World } from '../../service/handles/world.ts';
import { jsonResponse } from '../../http/message.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { Thresholds } from '../../service/audit/fail-on.ts';
import type { Worlds } from '../../service/worlds/worlds.ts';
import type { Recording } from '../../recording/format.ts';
import type { Mode, ServerMode } from '../modes/mode-switch.ts';
import type { ControlOperation } from './control-operations.ts';
import type { Query } from './query.ts';

export type PageFileName = 'index.html' | 'page.js' | 'page.css';

/** A file of the page. */
export interface PageFile {
  readonly bytes: Uint8Array;
  /** As it stands in the header, in its quotes. */
  readonly entityTag: string;
}

/** What a recording teaches, found out when it is asked for. */
export interface RecordingStudies {
  /** What `learn` says of it, without the form of the answers. */
  readonly learned: (name: string, recording: Recording) => object;
  /** What `fidelity --json` prints. */
  readonly fidelity: (name: string, recording: Recording) => Promise<object>;
}

/** The server, as far as the control API reads and changes it. */
export interface ControlParts {
  readonly settings: Settings;
  /** The secret that opens the control API. It is compared in constant time. */
  readonly token: string;
  /** The version of the program. */
  readonly version: string;
  /** A request without `X-API-KEY` means the world of this key. */
  readonly defaultKey: string;
  readonly mode: ServerMode;
  /** The mode in force, with the recording that it works on. */
  readonly running: () => Mode;
  /** Whether the clients are audited, and how often what an audit counts may be. */
  readonly audited: boolean;
  readonly thresholds: Thresholds;
  /** Undefined where the page was not built. */
  readonly readPageFile: (name: PageFileName) => Promise<PageFile | undefined>;
  readonly studies: () => Promise<RecordingStudies>;
  /** The worlds as the service keeps them: what happens in them, and their logs. */
  readonly opened: Worlds;
  /** The log of requests that no world let in: without a key, with a wrong one, or refused before. */
  readonly unauthenticated: Requests;
  /** The world that a key opens, opened if need be; undefined for a key that is not valid. */
  readonly worldOf: (key: string) => World | undefined;
  /** The worlds that are open. */
  readonly worlds: () => readonly World[];
  /** Forgets a world and all that is in it. Returns whether there was one. */
  readonly dropWorld: (id: string) => boolean;
  /** Which answers the clients have met. Throws AuditError where they are not audited. */
  readonly coverage: () => Coverage;
}

export interface Route<P> {
  /** As the OpenAPI document calls it. */
  readonly name: ControlOperation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one segment. */
  readonly path: string;
  readonly answer: (call: Call<P>) => ApiResponse | Promise<ApiResponse>;
}

/** A request that has found its route. */
export interface Call<P> {
  readonly request: ApiRequest;
  readonly parts: P;
  /** The segment that stands for the name in the path, decoded; empty where there is none. */
  readonly id: string;
  /** The parameters of the query that the operation takes. */
  readonly query: Query;
}

export const done: ApiResponse = { status: 204, headers: [], body: null };

/** An answer that no cache keeps: the next one may be another. */
export function answerJson(
  value: unknown,
  status = 200,
  print: (value: unknown) => string = JSON.stringify,
): ApiResponse {
  return jsonResponse(status, print(value), 'Cache-Control', 'no-store');
}
