// What was recorded of one request: what was asked, what came back, when.
import type { Json } from '../http/exact-json.ts';
import type { Endpoint } from '../spec/endpoints.ts';
import type { HeaderPair, Interaction, Recording } from '../recording/format.ts';

export interface NamedRecording {
  readonly name: string;
  readonly recording: Recording;
}

export interface Exchange {
  /** `<recording>/<interaction>`. */
  readonly id: string;
  /** The recording it is from: state does not reach from one into another. */
  readonly session: number;
  /** Counts the exchanges of its recording, from 1. */
  readonly number: number;
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
  /** The parameter that made it a dry run, by name: it was answered as if it was done. */
  readonly dryRun: Readonly<Record<string, string>> | undefined;
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

/** What an answer tells, be it JSON or a text; null of one without a body. */
export const toldBy = ({ body, text }: Pick<Exchange, 'body' | 'text'>): Json =>
  body ?? (text === undefined || text === '' ? null : text);

/** The parameters that requests had, each once. */
export const parametersOf = (asked: readonly { readonly by: Pick<Exchange, 'query'> }[]): string[] => [
  ...new Set(asked.flatMap(({ by }) => [...by.query.keys()])),
];

/** Whether a request was for an endpoint that writes. */
export const isWrite = ({ endpoint }: Pick<Exchange, 'endpoint'>): boolean =>
  endpoint !== undefined && endpoint.method !== 'GET';

/** Whether it is a write that was accepted. */
export const isAcceptedWrite = (by: Pick<Exchange, 'endpoint' | 'ok'>): boolean => by.ok && isWrite(by);

/** Whether it is a write that was done: accepted, and no dry run. */
export const isDone = (by: Pick<Exchange, 'endpoint' | 'ok' | 'dryRun'>): boolean =>
  isAcceptedWrite(by) && by.dryRun === undefined;

/** Whether a read went to none of the endpoints of the specification. */
export const isReadBeside = ({ endpoint, method }: Pick<Exchange, 'endpoint' | 'method'>): boolean =>
  endpoint === undefined && method === 'GET';

/** What endpoints beside those of the specification are told by: the method and the path, any id at the end of it. */
export const placeAsked = ({ method, path }: Pick<Exchange, 'method' | 'path'>): string =>
  `${method} ${path.split('/').length > 3 ? path.replace(/[^/]+$/, '') : path}`;

/** The status and the words of an answer without what may differ from request to request: what is quoted or has digits. */
export function wordsTold({ status, body, text }: Exchange): string {
  const words = body === undefined ? (text ?? '') : JSON.stringify(body);
  return `${status} ${words.replace(/(?<!\w)'[^']*'|\\"[^"]*\\"|[^\s"]*\d[^\s"]*/g, '#')}`;
}

/** The first of them: behind its fault an answer may show the record. */
export const firstOfWords = (words: string): string => words.slice(0, 204);

export const firstWordsTold = (by: Exchange): string => firstOfWords(wordsTold(by));

/** Whether a request came without a key: a recording holds that, and no key. */
export const isKeyless = ({ interaction: { request } }: Exchange): boolean => request.keyless === true;

/** What tells requests apart. */
export const keyOf = ({ method, interaction: { request }, sentText = '' }: Exchange): string =>
  `${method} ${request.path}?${request.query} ${sentText}`;
