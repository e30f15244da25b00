// The request log of a world: its last requests with their answers, and the listeners that are told of the next one.
import type { Audit } from '../audit/audit.ts';
import { runStates } from '../audit/polls.ts';
import type { Clock } from '../../http/clock.ts';
import { headerValue, isStream } from '../../http/message.ts';
import type { ApiResponse } from '../../http/message.ts';
import type { Observation } from '../../http/observe.ts';
import { LoggedRequest } from './logged-request.ts';
import type { Traffic } from './world-traffic.ts';

/** Enough to count the 300 requests of a minute (§8) and to look back from there. */
const kept = 1000;

/** Where requests are logged: a world, or the log of the requests that were let into none. */
export interface Logged {
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly audit: Audit | undefined;
}

/** Logs a request and hands it to the audit. */
export function logRequest({ log, clock, audit }: Logged, observation: Observation): void {
  const { request, response, milliseconds } = observation;
  const now = clock.now();
  const entry = log.record(clock.frozen ? now : now - Math.round(milliseconds), observation);
  if (audit === undefined) return;
  const { world, endpoint, id } = request.context;
  const { number, at, method, query, body, status, kind, retryAfter, matched } = entry;
  audit.take({
    number,
    at,
    milliseconds,
    method,
    query,
    body,
    status,
    kind,
    retryAfter,
    matched,
    endpoint,
    id,
    frozen: clock.frozen,
    // A report shows the path.
    path:
      world === undefined || world.id === world.key || world.key === ''
        ? entry.path
        : entry.path.replaceAll(world.key, '<key>'),
    // A slow answer comes whole.
    broken: response.injected !== undefined && response.injected !== 'slow-body',
    ...(endpoint === 'listReports' && { runs: runsIn(response) }),
  });
}

/** The states of the report runs in an answer; undefined where they cannot be read. */
function runsIn({ body, headers }: ApiResponse): string | undefined {
  if (body === null || isStream(body) || headerValue(headers, 'content-encoding') !== undefined)
    return undefined;
  return runStates(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

/** Holds the last 1,000 requests. */
export class RequestLog {
  /** A ring: the request with the number n stands at n modulo 1,000. */
  #entries: LoggedRequest[] = [];
  #recorded = 0;
  /** How many there had been when the log was last cleared. */
  #cleared = 0;
  #lastHeaders: readonly string[] = [];
  readonly #traffic: Traffic;
  readonly #world: string | null;
  readonly #listeners = new Set<(entry: LoggedRequest) => void>();

  /** @param world the id of the world; null: the log of the requests that were let into none */
  constructor(traffic: Traffic, world: string | null) {
    this.#traffic = traffic;
    this.#world = world;
  }

  /** How many requests there have been since the log was cleared. */
  get total(): number {
    return this.#recorded - this.#cleared;
  }

  /** The number of the last request. */
  get last(): number {
    return this.#recorded;
  }

  /** @param at when the request arrived, by the world's clock, in milliseconds since 1970 */
  record(at: number, observation: Observation): LoggedRequest {
    const traffic = this.#traffic;
    const { keepsAnswers, news } = traffic;
    this.#recorded += 1;
    const place = { number: this.#recorded, serial: traffic.nextSerial(), world: this.#world };
    const rawHeaders = this.#kept(observation.request.rawHeaders);
    const entry = new LoggedRequest(place, at, observation, rawHeaders, keepsAnswers);
    this.#entries[this.#recorded % kept] = entry;
    if (keepsAnswers) traffic.keepAnswer(entry);
    if (this.#listeners.size > 0) this.#tell(entry);
    if (news.isHeard) news.tell({ type: 'request', world: this.#world, request: entry });
    return entry;
  }

  /** The requests kept, oldest first. */
  entries(): LoggedRequest[] {
    const count = Math.min(this.total, kept);
    return Array.from({ length: count }, (_, at) => this.#entries[(this.#recorded - count + 1 + at) % kept]!);
  }

  /** Forgets the requests; the numbers go on. */
  clear(): void {
    this.#entries = [];
    this.#cleared = this.#recorded;
  }

  /** The headers, or the same ones of the request before: a client mostly repeats them, so they are kept once. */
  #kept(rawHeaders: readonly string[]): readonly string[] {
    const last = this.#lastHeaders;
    const same = rawHeaders.length === last.length && rawHeaders.every((text, at) => text === last[at]);
    return same ? last : (this.#lastHeaders = rawHeaders);
  }

  #tell(entry: LoggedRequest): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(entry);
      } catch (error) {
        // A listener threw it, for instance an assertion of a test: the process must hear of it, the client must not.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** Tells of each request as it is logged. @returns what ends that */
  subscribe(listener: (entry: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
