// The log of `serve` and `replay`: lines for people, lines for programs, or nothing. No line ever holds a secret key.
import { failureText, shortened } from '../http/plain-text.ts';
import type { OpenWorld } from '../service/worlds/open-world.ts';
import { auditLines } from '../service/audit/audit-text.ts';
import { coverageLines } from '../service/audit/coverage-text.ts';
import type { Observation } from '../http/observe.ts';
import type { ApiRequest, ApiResponse } from '../http/message.ts';
import type { Refusal } from '../doors/port/server-context.ts';
import type { CheckLog } from './client-checks.ts';
import type { Io } from './io.ts';
import type { ServerHooks } from '../app/modes/hooks.ts';
import { controlLines } from './greeting.ts';
import type { Address } from './greeting.ts';
import { pathWithoutKeys, queryWithoutSecrets, secretsWith } from './log-secrets.ts';
import type { Asked, Secrets } from './log-secrets.ts';
import { createPaint } from './paint.ts';
import type { Paint } from './paint.ts';
import {
  answerFacts,
  jsonLine,
  longestShown,
  requestJson,
  requestPrinter,
  sentKey,
  strangerKey,
} from './request-line.ts';
import type { RequestFacts } from './request-line.ts';

/** The greeting of a mock that is ready. */
export interface Greeting extends Address {
  readonly version: string;
  /** Such as `default data (50 listings, 5 strategies, 8 report runs), seed 1`. */
  readonly data: string;
  /** A command to try. */
  readonly example: string;
  /** What can be asked, such as `GET    /v1/listings`. */
  readonly endpoints: readonly string[];
  readonly warnings: readonly string[];
}

export interface Log extends ServerHooks, CheckLog {
  readonly listening: (greeting: Greeting) => void;
  readonly stopping: () => void;
}

/** `brief`: as `pretty`, but no lines about requests, and a single one to greet. */
export type LogForm = 'pretty' | 'brief' | 'json' | 'silent';

/** Where a log goes. */
export interface LogTarget {
  readonly write: (text: string) => void;
  readonly paint: Paint;
  readonly now: () => number;
  /** Whether its last line may be overwritten. */
  readonly live: boolean;
}

/** A log goes to stdout, but to stderr beside a command, because stdout is then the command's. */
export function logTarget(io: Io, isBesideCommand: boolean): LogTarget {
  const isTerminal = isBesideCommand ? io.errIsTerminal : io.isTerminal;
  return {
    write: isBesideCommand ? io.err : io.out,
    paint: createPaint({ isTerminal, env: io.env }),
    now: io.now,
    live: isTerminal && !isBesideCommand,
  };
}

export interface LogOptions extends Secrets, Omit<LogTarget, 'live'> {}

export function createLog(form: LogForm, options: LogOptions): Log {
  switch (form) {
    case 'pretty':
      return prettyLog(options);
    case 'brief':
      return briefLog(options);
    case 'json':
      return jsonLog(options);
    case 'silent':
      return silentLog(options);
  }
}

const nothing = () => undefined;

/** Nothing but what the user has asked for by an option of its own (`--audit`, `--coverage`). */
function silentLog(options: LogOptions): Log {
  const { audited, covered } = prettyLog(options);
  return {
    listening: nothing,
    refused: nothing,
    stopping: nothing,
    audited,
    covered,
    note: nothing,
    request: nothing,
    worldDropped: nothing,
    failure: nothing,
  };
}

function prettyLog(options: LogOptions): Log {
  const { write, paint } = options;
  const line = (text: string) => {
    write(`${text}\n`);
  };
  const request = requestPrinter(options);
  return {
    listening({ url, version, data, endpoints, example, controlToken, warnings }) {
      line(`pricing-mock ${version} serves ${data}`);
      line(`Listening on ${url}`);
      for (const warning of warnings) line(paint('warning', `Warning: ${warning}`));
      for (const text of controlLines({ url, controlToken })) line(text);
      if (endpoints.length > 0) line(`\n${paint('heading', 'Endpoints:')}\n  ${endpoints.join('\n  ')}`);
      line(`\n${paint('heading', 'Try:')}\n  ${example}\n`);
      line('Each key test_<something> opens a world of its own. Ctrl-C stops.');
    },
    stopping() {
      line('Stopping: finishing what is in flight. Ctrl-C again ends at once.');
    },
    covered(coverage) {
      for (const text of coverageLines(coverage)) line(text);
    },
    audited(summary) {
      for (const text of auditLines(summary)) line(text);
    },
    note: line,
    request: (observation, world) => {
      line(request(factsOf(observation, world, options)));
    },
    refused: (refusal) => {
      line(request(refusalFacts(refusal, options)));
    },
    worldDropped(world) {
      line(`World ${world.id} was dropped: too many are open, and it was used least recently.`);
    },
    failure(error) {
      line(paint('bad', `The mock itself failed: ${failureText(error)}`));
    },
  };
}

function briefLog(options: LogOptions): Log {
  const log = prettyLog(options);
  return {
    ...log,
    listening({ url, version, data, warnings }) {
      log.note(`pricing-mock ${version} serves ${data} on ${url}`);
      for (const warning of warnings) log.note(`Warning: ${warning}`);
    },
    stopping: nothing,
    request: nothing,
    refused: nothing,
  };
}

function jsonLog(options: LogOptions): Log {
  const { write } = options;
  const line = (event: string, facts: object) => {
    write(jsonLine(event, options.now(), facts));
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
    covered(coverage) {
      line('coverage', coverage);
    },
    audited(summary) {
      line('audit', summary);
    },
    note(message) {
      line('note', { message });
    },
    request(observation, world) {
      line('request', requestJson(factsOf(observation, world, options)));
    },
    refused(refusal) {
      line('request', requestJson(refusalFacts(refusal, options)));
    },
    worldDropped(world) {
      line('world-dropped', { world: world.id });
    },
    failure(error) {
      line('failure', { error: failureText(error) });
    },
  };
}

/** The facts of a request that was answered. */
function factsOf(observation: Observation, world: OpenWorld | undefined, parts: Secrets): RequestFacts {
  const { request, response, milliseconds } = observation;
  return told(request, response, { key: world?.id, milliseconds }, parts);
}

/** The facts of a request that was refused before it came to a world. */
function refusalFacts({ response, ...request }: Refusal, parts: Secrets): RequestFacts {
  return told(request, response, { key: undefined, milliseconds: 0 }, parts);
}

function told(
  request: Asked & Partial<Pick<ApiRequest, 'context'>>,
  response: ApiResponse,
  known: { readonly key: string | undefined; readonly milliseconds: number },
  { keys, mask = (target) => target }: Secrets,
): RequestFacts {
  const sent = sentKey(request.rawHeaders);
  const secrets = secretsWith(sent, keys);
  const { path, query } = mask(request);
  return {
    key: known.key ?? strangerKey(sent),
    method: request.method,
    path: shortened(pathWithoutKeys(path, secrets), longestShown),
    query: shortened(queryWithoutSecrets(query, secrets), longestShown),
    milliseconds: known.milliseconds,
    ...answerFacts(request, response, secrets),
  };
}
