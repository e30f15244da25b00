// The log of `serve`: lines for people, lines for programs, or nothing. No line ever holds a key.
import type { OpenWorld } from '../service/worlds/open-world.ts';
import { auditLines } from '../service/audit/audit-text.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import type { Observation } from '../http/observe.ts';
import type { Refusal } from '../doors/port/server-context.ts';
import { keyHeader } from '../spec/endpoints.ts';
import { headerValue } from '../http/message.ts';
import type { ApiResponse } from '../http/message.ts';
import type { ServerHooks } from '../app/modes/hooks.ts';
import { secretShapes } from '../http/secret-patterns.ts';

/** The greeting of a mock that is ready. */
export interface Greeting {
  readonly url: string;
  readonly version: string;
  /** Such as `default data (50 listings, 5 strategies, 8 report runs), seed 1`. */
  readonly data: string;
  /** A command to try. */
  readonly example: string;
  /** Of the control API; undefined where it need not be told. */
  readonly controlToken: string | undefined;
  readonly warnings: readonly string[];
}

export interface Log extends ServerHooks {
  readonly listening: (greeting: Greeting) => void;
  readonly stopping: () => void;
  /** What the clients did, at the end. */
  readonly audited: (summary: AuditSummary) => void;
}

export type LogForm = 'pretty' | 'json' | 'silent';

interface LogOptions {
  /** Whether the lines go to a terminal that shows colours. */
  readonly colour: boolean;
  /** Keys that are valid, which no line may show. */
  readonly keys: readonly string[];
}

export function createLog(form: LogForm, write: (text: string) => void, { colour, keys }: LogOptions): Log {
  switch (form) {
    case 'pretty':
      return prettyLog(write, colour, keys);
    case 'json':
      return jsonLog(write, keys);
    case 'silent':
      return silentLog;
  }
}

const nothing = () => undefined;

const silentLog: Log = {
  listening: nothing,
  refused: nothing,
  stopping: nothing,
  audited: nothing,
  note: nothing,
  request: nothing,
  worldDropped: nothing,
  failure: nothing,
};

function prettyLog(write: (text: string) => void, colour: boolean, keys: readonly string[]): Log {
  const line = (text: string) => {
    write(`${text}\n`);
  };
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  const request = (facts: RequestFacts) => {
    const { method, path, status, milliseconds, code, param, ignored, injected, leadsTo } = facts;
    const tone = status === null || status >= 500 ? 31 : status < 400 ? 32 : 33;
    const painted = paint(tone, String(status ?? '---'));
    const error = code === undefined ? '' : ` ${code}${param === undefined ? '' : ` (${param})`}`;
    const passedOver = ignored === undefined ? '' : ` ignored: ${ignored.join(', ')}`;
    const fault = injected === undefined ? '' : ` (injected ${injected})`;
    const away = leadsTo === undefined ? '' : paint(33, ` leads to ${leadsTo}`);
    line(`${method} ${path} ${painted} ${milliseconds.toFixed(1)} ms${error}${passedOver}${fault}${away}`);
  };
  return {
    listening({ url, version, data, example, controlToken, warnings }) {
      line(`pricing-mock ${version} serves ${data}`);
      line(`Listening on ${url}`);
      for (const warning of warnings) line(paint(33, `Warning: ${warning}`));
      if (controlToken !== undefined) line(`Control API: ${url}/__mock, bearer token ${controlToken}`);
      line(`\nTry:\n  ${example}\n`);
      line('Each key test_<something> opens a world of its own. Ctrl-C stops.');
    },
    stopping() {
      line('Stopping: finishing what is in flight. Ctrl-C again ends at once.');
    },
    audited(summary) {
      for (const text of auditLines(auditWithoutKeys(summary, keys))) line(text);
    },
    note: line,
    request: (observation) => {
      request(factsOf(observation, keys));
    },
    refused: (refusal) => {
      request(refusalFacts(refusal, keys));
    },
    worldDropped(world) {
      line(`World ${world.id} was dropped: too many are open, and it was used least recently.`);
    },
    failure(error) {
      line(paint(31, `The mock itself failed: ${describe(error)}`));
    },
  };
}
function jsonLog(write: (text: string) => void, keys: readonly string[]): Log {
  const line = (event: string, facts: object) => {
    write(`${JSON.stringify({ event, ...facts })}\n`);
  };
  return {
    listening({ url, version, data, controlToken, warnings }) {
      const facts = {
        url,
        version,
        data,
        pid: process.pid,
        ...(controlToken !== undefined && { controlToken }),
      };
      line('listening', { ...facts, ...(warnings.length > 0 && { warnings }) });
    },
    stopping() {
      line('stopping', {});
    },
    audited(summary) {
      line('audit', auditWithoutKeys(summary, keys));
    },
    note(message) {
      line('note', { message });
    },
    request(observation: Observation, world: OpenWorld | undefined) {
      const facts = factsOf(observation, keys);
      const milliseconds = Number(facts.milliseconds.toFixed(3));
      line('request', { ...facts, milliseconds, ...(world !== undefined && { world: world.id }) });
    },
    refused: (refusal) => {
      line('request', refusalFacts(refusal, keys));
    },
    worldDropped(world) {
      line('world-dropped', { world: world.id });
    },
    failure(error) {
      line('failure', { error: describe(error) });
    },
  };
}

interface RequestFacts {
  readonly method: string;
  readonly path: string;
  /** Null if a fault kept the status from the client. */
  readonly status: number | null;
  readonly milliseconds: number;
  readonly code?: string;
  readonly param?: string;
  /** Unknown parameters and fields that were ignored (A5, A6). */
  readonly ignored?: readonly string[];
  /** The injected fault that changed or broke the answer. */
  readonly injected?: string;
  /** The answer's X-Request-Id (A32), which a client may have sent. */
  readonly requestId?: string;
  /** The origin to which the answer leads a client away from here. */
  readonly leadsTo?: string;
}

/** The path without its query, which may hold a signature. Keys in the path are masked. */
function factsOf(observation: Observation, keys: readonly string[]): RequestFacts {
  const { request, response, milliseconds } = observation;
  const sent = request.headers[keyHeader]?.trim() ?? '';
  const secrets = sent === '' ? keys : [sent, ...keys];
  const { code, param } = errorOf(response);
  const { injected } = response;
  const requestId = headerValue(response.headers, 'x-request-id');
  const name = (words: string) => (plainName.test(words) ? withoutKeys(words, secrets) : '<name>');
  const ignored = request.context.ignored?.map((words) =>
    words.replace(/ .*/s, (rest) => ` ${name(rest.slice(1))}`),
  );
  return {
    method: request.method,
    path: shownPath(request.path, secrets),
    status: injected !== undefined && unanswered.has(injected) ? null : response.status,
    milliseconds,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param: name(param) }),
    ...(ignored !== undefined && { ignored }),
    ...(injected !== undefined && { injected }),
    ...(requestId !== undefined && { requestId: withoutKeys(requestId, secrets) }),
    ...(response.leadsTo !== undefined && { leadsTo: response.leadsTo }),
  };
}

/** Faults after which a client gets no status. */
const unanswered: ReadonlySet<string> = new Set(['reset', 'lost-reply', 'timeout']);

function refusalFacts({ method, path, response }: Refusal, keys: readonly string[]): RequestFacts {
  const facts = { method, path: shownPath(path, keys), status: response.status, milliseconds: 0 };
  return { ...facts, ...errorOf(response) };
}

/** The most characters of a path that a line shows, because a path may have thousands. */
const longestPath = 200;

/** Masks keys before it cuts the path, so that no part of a key is left. */
function shownPath(path: string, secrets: readonly string[]): string {
  const shown = withoutKeys(path, secrets);
  return shown.length > longestPath ? `${shown.slice(0, longestPath)}...` : shown;
}

/** The name of a parameter comes from the client; a name in an unusual form may be a key, cut or escaped. */
const plainName = /^[\w.-]{1,60}$/;

/** Keys of the form `test_...`, which are valid without being listed. */
const testKeys = /test_[\w.-]+/g;

/** An audit without keys in the paths that it names. */
export function auditWithoutKeys(summary: AuditSummary, secrets: readonly string[]): AuditSummary {
  const facts = summary.facts.map((fact) => ({
    ...fact,
    requests: fact.requests.map((request) => ({ ...request, path: withoutKeys(request.path, secrets) })),
  }));
  return { ...summary, facts };
}

/** Masks keys of this mock, and texts that look like keys of other services. */
function withoutKeys(words: string, secrets: readonly string[]): string {
  let shown = words.replace(testKeys, '<key>');
  for (const [, shape] of secretShapes) shown = shown.replace(shape, '<key>');
  for (const secret of secrets) shown = shown.replaceAll(secret, '<key>');
  const holdsKey = (text: string) =>
    text.search(testKeys) !== -1 || secrets.some((key) => text.includes(key));
  return spellings(shown).some(holdsKey) ? '<a path with a key>' : shown;
}

/** The text with its percent encoding removed once, twice and so on, as long as there is any. */
function spellings(words: string): string[] {
  if (!words.includes('%')) return [];
  const plain = words.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return plain === words ? [] : [plain, ...spellings(plain)];
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The code and the parameter of an error answer. */
function errorOf(response: ApiResponse): { code?: string; param?: string } {
  if (response.error === undefined) return {};
  const { code, param } = response.error;
  return { code, ...(typeof param === 'string' && { param }) };
}
