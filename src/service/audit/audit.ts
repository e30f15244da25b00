// The audit of one world: it looks at each request when it is answered and counts facts about the client's behaviour.
// The memory that it takes is bounded, so that it may run as long as the server does.
import type { AuditedRequest } from './audited-request.ts';
import { Failures } from './failures.ts';
import { factRows, mergeFacts, mergeFigures, mostRequests, noFact } from './facts.ts';
import type { AuditFact } from './facts.ts';
import { mostLate, Peaks } from './peaks.ts';
import type { AuditLimits } from './peaks.ts';
import { Polls } from './polls.ts';
import { Refusals } from './refusals.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';
import { Writes } from './repeated-writes.ts';

export interface AuditOptions {
  /** The id of the world, such as `test_node`; null: for requests whose API key opened no world. */
  readonly world: string | null;
  /** The limits of its key (§8), in requests; Infinity: not limited. */
  readonly limits: AuditLimits;
}

/** Plain data, the same in JSON. */
export interface AuditReport {
  /** The id of the world; null: for requests whose API key opened no world. */
  readonly world: string | null;
  /** How many requests were looked at. */
  readonly requests: number;
  /** How many of them came while the clock stood still. They count for no rate, wait or interval. */
  readonly untimed: number;
  /** When the first and the last arrived, in milliseconds since 1970 by the world's clock; null: there was none. */
  readonly from: number | null;
  readonly to: number | null;
  /** All facts in a fixed order, also those with a count of 0. */
  readonly facts: readonly AuditFact[];
}

export interface Audit {
  /** Looks at a request that has been answered. */
  take(request: AuditedRequest): void;
  /**
   * Call this when the clock was frozen, resumed, advanced or set. Times before and after that can't be compared to
   * judge the client's pace. If the clock was set back, the counts of windows start anew.
   * @param by milliseconds forward, or below 0 back; 0 for one that was only frozen or resumed
   */
  clockMoved(by: number): void;
  /** Call this when records changed other than by a request: a PATCH may then set again what it set before. */
  recordsChanged(): void;
  /**
   * @param now the world's time, in milliseconds since 1970, by which a wait is over or not; left out: the time of the
   *   last request
   */
  report(now?: number): AuditReport;
  /** The report of all that was looked at, also before it began anew. @param now see `report` */
  wholeReport(now?: number): AuditReport;
  /** Begins anew, as its world does. @param now see `report` */
  beginAnew(now?: number): void;
}

/** The mock's control API and report files, which no limit counts. */
const ownPaths = '/__mock/';

export function createAudit(options: AuditOptions): Audit {
  let latest = beginAudit(options);
  let earlier: AuditReport | undefined;
  const wholeReport = (now?: number): AuditReport => {
    const report = latest.report(now);
    return earlier === undefined ? report : mergeReports(earlier, report);
  };
  return {
    take: (request) => {
      latest.take(request);
    },
    clockMoved: (by) => {
      latest.clockMoved(by);
    },
    recordsChanged: () => {
      latest.recordsChanged();
    },
    report: (now) => latest.report(now),
    wholeReport,
    beginAnew(now) {
      earlier = wholeReport(now);
      latest = beginAudit(options);
    },
  };
}

/** Merges what was found of the same world before and after it began anew. */
function mergeReports(one: AuditReport, other: AuditReport): AuditReport {
  return {
    world: one.world,
    requests: one.requests + other.requests,
    untimed: one.untimed + other.untimed,
    from: mergeFigures('min', one.from, other.from),
    to: mergeFigures('max', one.to, other.to),
    facts: one.facts.map((fact, index) => mergeFacts(fact, other.facts[index]!)),
  };
}

/** An audit from one beginning of its world to the next. */
function beginAudit({
  world,
  limits,
}: AuditOptions): Pick<Audit, 'take' | 'clockMoved' | 'recordsChanged' | 'report'> {
  const writes = new Writes();
  const parts: readonly Part[] =
    world === null
      ? [new Keys()]
      : [new Peaks(limits), new Refusals(), writes, new Polls(), new Failures(), new Unmatched()];
  let requests = 0;
  let untimed = 0;
  let from: number | null = null;
  let to: number | null = null;
  /** The latest time since the clock was last set back. */
  let newest = -Infinity;

  function clockMoved(by: number): void {
    if (by < 0) newest = -Infinity;
    for (const part of parts) part.clockMoved?.(by);
  }

  return {
    take(request) {
      // A browser sends OPTIONS by itself. It needs no key, and no limit counts it.
      if (request.method === 'OPTIONS' || request.path.startsWith(ownPaths)) return;
      const { at } = request;
      // No answer takes so long: the clock was set back without a call of `clockMoved`.
      if (at < newest - mostLate) clockMoved(at - newest);
      newest = Math.max(newest, at);
      requests += 1;
      if (request.frozen === true) untimed += 1;
      from = Math.min(from ?? at, at);
      to = Math.max(to ?? at, at);
      for (const part of parts) part.take(request);
    },
    clockMoved,
    recordsChanged: () => {
      writes.recordsChanged();
    },
    report(now = newest) {
      const findings = new Map(parts.flatMap((part) => part.findings(now)).map((found) => [found.id, found]));
      const facts = factRows.map((row) => toFact(noFact(row), findings.get(row.id), world));
      return { world, requests, untimed, from, to, facts };
    },
  };
}

function toFact(none: AuditFact, found: Finding | undefined, world: string | null): AuditFact {
  if (found === undefined) return none;
  const { tally, limit, detail } = found;
  const requests = tally.requests.slice(0, mostRequests).map((request) => ({ world, ...request }));
  return {
    ...none,
    count: tally.count,
    ...(limit !== undefined && { limit }),
    requests,
    detail: { ...none.detail, ...detail },
  };
}

/** Counts requests without a key and with a wrong one (§5). */
class Keys implements Part {
  readonly #missing = new Tally();
  readonly #wrong = new Tally();

  take(request: AuditedRequest): void {
    if (request.status !== 401) return;
    (request.kind === 'api_key_missing' ? this.#missing : this.#wrong).add(request);
  }

  findings(): Finding[] {
    return [
      { id: 'no-key', tally: this.#missing },
      { id: 'wrong-key', tally: this.#wrong },
    ];
  }
}

/** Counts requests for which the service has no endpoint (§4). */
class Unmatched implements Part {
  readonly #unmatched = new Tally();

  take(request: AuditedRequest): void {
    // A miss of a replay is told by itself.
    if (!request.matched && request.kind !== 'replay_miss') this.#unmatched.add(request);
  }

  findings(): Finding[] {
    return [{ id: 'unmatched', tally: this.#unmatched }];
  }
}
