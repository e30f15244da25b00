// The line of a request in the logs of `serve`, `replay` and `record`: for people, and as JSON for programs. It is made of
// facts from which the secrets were taken out before.
import { shortened } from '../http/plain-text.ts';
import { keyHeader } from '../spec/endpoints.ts';
import { isTestKey } from '../spec/authenticate.ts';
import { headerValue } from '../http/message.ts';
import type { ApiRequest, ApiResponse } from '../http/message.ts';
import { findWorld } from '../service/worlds/open-world.ts';
import type { Omissions } from '../recording/body/omitted.ts';
import type { Asked } from './log-secrets.ts';
import { messageWithoutKeys, nameWithoutKeys, withoutKeys } from './log-secrets.ts';
import type { Paint } from './paint.ts';

export interface RequestFacts {
  /** The test key, the name of a world whose key is secret, or `<key>` for a key that was not let in; null without a key. */
  readonly key: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Null if a fault kept the status from the client. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** What a recorder or a replay did, such as `recorded`, `replayed`, `miss` or `broken off by the client`. */
  readonly outcome?: string;
  /** The interaction that it was recorded as, or that it was answered from. */
  readonly id?: string;
  /** Bodies that are not in the recording. */
  readonly omitted?: Omissions;
  /** Of an error: its code, the parameter at fault and its message. */
  readonly code?: string;
  readonly param?: string;
  readonly message?: string;
  /** Unknown parameters and fields (A5, A6), such as `query limti`, and repeats that were ignored, such as `repeat limit`. */
  readonly ignored?: readonly string[];
  /** The injected fault that changed or broke the answer. */
  readonly injected?: string;
  /** The answer's X-Request-Id (A32), which a client may have sent. */
  readonly requestId?: string;
  /** The origin to which the answer leads a client away from here. */
  readonly leadsTo?: string;
}

/** The facts as a line of the JSON log has them. */
export function requestJson(facts: RequestFacts): object {
  return { ...facts, milliseconds: Number(facts.milliseconds.toFixed(3)) };
}

/** The most characters of a path, a query or a line of a message, which may have thousands. Secrets are masked before. */
const longestShown = 200;

/** A line of the JSON log; its time is in UTC. */
export function jsonLine(event: string, now: number, facts: object): string {
  return `${JSON.stringify({ event, time: new Date(now).toISOString(), ...facts })}\n`;
}

/** Longer keys are cut, so that one of them does not move all columns. */
const longestKey = 30;

/**
 * Prints facts as people read them, such as `12:04:31  test_node  GET /v1/listings?limit=20  200  0.4 ms`. The column of
 * the keys is as wide as the longest one so far. A remark stands behind the outcome.
 */
export function requestPrinter({ paint, now }: { readonly paint: Paint; readonly now: () => number }) {
  let width = 0;
  return function print(facts: RequestFacts, remark = ''): string {
    const key = facts.key ?? '-';
    const shown = key.length > longestKey ? `${key.slice(0, longestKey - 3)}...` : key;
    width = Math.max(width, shown.length);
    const time = new Date(now()).toTimeString().slice(0, 8); // local
    return `${paint('faint', time)}  ${shown.padEnd(width)}  ${requestText(facts, remark, paint)}`;
  };
}

function requestText(facts: RequestFacts, remark: string, paint: Paint): string {
  const { method, path, query, status, milliseconds, injected, ignored, leadsTo } = facts;
  const tone = status === null || status >= 500 ? 'bad' : status < 400 ? 'good' : 'warning';
  const parts = [
    `${method} ${path}${query === '' ? '' : `?${query}`}`,
    paint(tone, String(status ?? '---')),
    paint('faint', `${milliseconds.toFixed(1)} ms`),
    outcomeText(facts),
    remark === '' ? '' : paint('warning', remark),
    errorText(facts),
    ignored === undefined ? '' : paint('warning', `(ignored ${ignored.map(nameOf).join(', ')})`),
    injected === undefined ? '' : `(injected ${injected})`,
    leadsTo === undefined ? '' : paint('warning', `leads to ${leadsTo}`),
  ];
  return parts.filter(Boolean).join('  ');
}

const outcomeText = ({ outcome, id, code }: RequestFacts) =>
  // An error tells itself what a recorder made of it.
  outcome === undefined || outcome === code ? '' : [outcome, id].filter(Boolean).join(' ');

function errorText({ code, param, message, outcome }: RequestFacts): string {
  if (code === undefined) return '';
  const [first] = (message ?? '').split('\n');
  // A miss says so: its code says the same.
  if (outcome === 'miss') return first!;
  return `${code}${param === undefined ? '' : ` (${param})`}${first === '' ? '' : `: ${first}`}`;
}

/** `limti` of `query limti`: in its line it is seen where that stands. */
const nameOf = (ignored: string) => ignored.replace(/^\S+ /, '');

/** A request as it came, with its context where the port has let it in. */
export type Arrived = Asked & Partial<Pick<ApiRequest, 'context'>>;

/** What stands for the key of a request: the name of its world, or what may be shown of a key that was let into none. */
export function keyShown({ context, rawHeaders }: Arrived): string | null {
  const world = context && findWorld({ context });
  if (world !== undefined) return world.id;
  const sent = sentKey(rawHeaders);
  if (sent === '') return null;
  return isTestKey(sent) ? sent : '<key>';
}

/** What is known of a request when it comes, of whose path and query the secrets were taken out. */
export function askedFacts(
  { method, path, query }: Pick<Asked, 'method' | 'path' | 'query'>,
  key: string | null,
): Pick<RequestFacts, 'key' | 'method' | 'path' | 'query'> {
  return { key, method, path: shortened(path, longestShown), query: shortened(query, longestShown) };
}

/** The key that raw headers carry; empty where there is none. Secret. */
export function sentKey(rawHeaders: readonly string[]): string {
  return headerValue(rawHeaders, keyHeader)?.trim() ?? '';
}

/**
 * What an answer of this program tells.
 * @param secrets which no line may show
 */
export function answerFacts(
  request: Partial<Pick<ApiRequest, 'context'>>,
  response: ApiResponse,
  secrets: readonly string[],
): Omit<RequestFacts, 'key' | 'method' | 'path' | 'query' | 'milliseconds'> {
  const { error, errorKind, injected, leadsTo, recorded, headers } = response;
  const requestId = headerValue(headers, 'x-request-id');
  const ignored = request.context?.ignored?.map((words) =>
    words.replace(/ .*/s, (rest) => ` ${nameWithoutKeys(rest.slice(1), secrets)}`),
  );
  const message = error && messageWithoutKeys(error.message, secrets);
  const made = headerValue(headers, 'x-mock-synthesized');
  const isMiss = errorKind === 'replay_miss' || made === 'mock';
  const outcome = isMiss
    ? 'miss'
    : recorded !== undefined
      ? 'replayed'
      : made === undefined
        ? undefined
        : 'unrecorded write';
  return {
    status: injected !== undefined && unanswered.has(injected) ? null : response.status,
    ...(outcome !== undefined && { outcome }),
    ...(recorded !== undefined && { id: recorded }),
    ...(error !== undefined && { code: error.code }),
    ...(typeof error?.param === 'string' && { param: nameWithoutKeys(error.param, secrets) }),
    ...(message !== undefined && { message: shortenedLines(message) }),
    ...(ignored !== undefined && { ignored }),
    ...(injected !== undefined && { injected }),
    ...(requestId !== undefined && { requestId: withoutKeys(requestId, secrets) ?? '<key>' }),
    ...(leadsTo !== undefined && { leadsTo }),
  };
}

const shortenedLines = (message: string) =>
  message
    .split('\n')
    .map((line) => shortened(line, longestShown))
    .join('\n');

/** Faults after which a client gets no status. */
const unanswered: ReadonlySet<string> = new Set(['reset', 'lost-reply', 'timeout']);
