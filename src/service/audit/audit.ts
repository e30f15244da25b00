// What a client did, as facts with counts and the requests behind them. It follows the requests of one world as they
// are answered and keeps little of them, so that it may run as long as the server does.
import type { AuditedRequest } from './audited-request.ts';
import { Failures } from './failures.ts';
import { factRows, mostRequests, noFact } from './facts.ts';
import type { AuditFact } from './facts.ts';
import { mostLate, Peaks } from './peaks.ts';
import type { AuditLimits } from './peaks.ts';
import { Polls } from './polls.ts';
import { Refusals } from './refusals.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';
import { Writes } from './repeated-writes.ts';

export interface AuditOptions {
  /** The id of the world, such as `w1`; null: the requests that were let into none. */
  readonly world: string | null;
  /** The limits of its key (§8), in requests; Infinity: not limited. */
  readonly limits: AuditLimits;
}

/** Plain data, the same in JSON. */
export interface AuditReport {
  /** The id of the world; null: the requests that were let into none. */
  readonly world: string | null;
  /** How many requests were looked at. */
  readonly requests: number;
  /** How many of them came while the clock stood still: no rate, wait or interval is told of those. */
  readonly untimed: number;
  /** The first and the last time at which one arrived, in milliseconds since 1970 by the world's clock; null: never. */
  readonly from: number | null;
  readonly to: number | null;
  /** All facts in a fixed order, also those with a count of 0. */
  readonly facts: readonly AuditFact[];
}

export interface Audit {
  /** Looks at a request that has been answered. */
  take(request: AuditedRequest): void;
  /**
   * The clock was frozen, resumed, advanced or set by hand. Times before and after it then say nothing about how fast
   * the client was; a clock that was set back starts the counts of windows anew.
   * @param by milliseconds forward, or below 0 back; 0 for one that was only frozen or resumed
   */
  clockMoved(by: number): void;
  /** Records were changed other than by a request, so that a PATCH may set again what it set before. */
  recordsChanged(): void;
  /**
   * @param now the world's time, in milliseconds since 1970, by which a wait is over or not; left out: the time of the
   *   last request
   */
  report(now?: number): AuditReport;
}

/** The mock's own: its control API and its files, which no limit counts. */
const ownPaths = '/__mock/';

export function createAudit({ world, limits }: AuditOptions): Audit {
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
      // OPTIONS needs no key, is not counted and comes from a browser, not from the author of the client.
      if (request.method === 'OPTIONS' || request.path.startsWith(ownPaths)) return;
      const { at } = request;
      // So late is no answer: somebody has set the clock back and not said so.
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

/** Of those that were let in nowhere: why (§5). */
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

/** Of those that were let in: which ask for what the service does not have (§4). */
class Unmatched implements Part {
  readonly #unmatched = new Tally();

  take(request: AuditedRequest): void {
    if (!request.matched) this.#unmatched.add(request);
  }

  findings(): Finding[] {
    return [{ id: 'unmatched', tally: this.#unmatched }];
  }
}
