// The client's reaction to a 429. Each 429 is kept until the same request comes again, and the time between is judged.
import { answeredAt, signatureOf } from './audited-request.ts';
import type { AuditedRequest } from './audited-request.ts';
import { shownOf, Tally } from './tally.ts';
import type { Finding, Part, Shown } from './tally.ts';

/** A retry within this time has not waited at all. Other requests within it may have been under way already. */
export const atOnceMs = 100;
/** Timers are not exact, so that a retry may come this much too early. */
const slackMs = 50;
/** The wait when there is no Retry-After: the shorter window of §8. */
const assumedWaitMs = 1000;
/** A client that has not come back this long after the wait has given up; a later request counts as a new one. */
const patienceMs = 300_000;
/** How many refused requests are kept; when there are more, the oldest is judged early. */
const mostPending = 1000;

interface Refusal {
  readonly request: Shown;
  readonly answered: number;
  /** The time from which it may come again. */
  readonly due: number;
  /** The time after which it counts as given up. */
  expires: number;
  /** Whether the clock tells how long the client has waited. */
  isTimed: boolean;
}

export class Refusals implements Part {
  /** By signature; the oldest comes first. */
  readonly #pending = new Map<string, Refusal>();
  readonly #refused = new Tally();
  readonly #early = new Tally();
  readonly #atOnce = new Tally();
  readonly #gaveUp = new Tally();
  readonly #carriedOn = new Tally();
  readonly #figures = { waited: 0, untimed: 0, waiting: 0, withoutRetryAfter: 0, refused: 0 };
  #leastEarlyMs: number | null = null;
  #mostEarlyMs: number | null = null;
  /** The time during which the client should send nothing with this key, as the limits span all endpoints (§8). */
  #wait = { from: -Infinity, until: -Infinity };

  take(request: AuditedRequest): void {
    const isRefused = request.status === 429;
    // Most worlds never refuse anything.
    if (this.#pending.size === 0 && this.#wait.until === -Infinity && !isRefused) return;
    const signature = signatureOf(request);
    const pending = this.#pending.get(signature);
    const isLater = pending === undefined || request.at >= pending.request.at;
    if (isLater) {
      this.#pending.delete(signature);
      if (pending === undefined) this.#noteCarriedOn(request);
      else this.#settle(pending, request, request.frozen !== true);
    }
    if (!isRefused) return;
    const refusal = this.#open(request);
    // Otherwise this request was answered late, and the one that came after it is here already.
    if (isLater) this.#pending.set(signature, refusal);
    else this.#settle(refusal, pending.request, pending.isTimed);
    if (this.#pending.size > mostPending) this.#dropOldest(request.at);
  }

  clockMoved(by: number): void {
    this.#wait = { from: -Infinity, until: -Infinity };
    for (const pending of this.#pending.values()) {
      pending.isTimed = false;
      pending.expires += Math.max(0, by);
    }
    if (by >= 0) return;
    this.#figures.untimed += this.#pending.size;
    this.#pending.clear();
  }

  findings(now: number): Finding[] {
    const open = [...this.#pending.values()];
    const over = open.filter(({ due }) => now > due + slackMs);
    const gaveUp = {
      count: this.#gaveUp.count + over.length,
      requests: [...this.#gaveUp.requests, ...over.map(({ request }) => request)],
    };
    const { refused, waited, untimed, waiting, withoutRetryAfter } = this.#figures;
    const detail = {
      waited,
      retriedEarly: this.#early.count,
      retriedAtOnce: this.#atOnce.count,
      gaveUp: gaveUp.count,
      untimed,
      waiting: waiting + open.length - over.length,
      withoutRetryAfter,
    };
    const early = { leastEarlyMs: this.#leastEarlyMs, mostEarlyMs: this.#mostEarlyMs };
    return [
      { id: '429', tally: this.#refused, detail },
      { id: 'retried-early', tally: this.#early, detail: early },
      { id: 'retried-at-once', tally: this.#atOnce },
      { id: 'gave-up', tally: gaveUp },
      { id: 'carried-on', tally: this.#carriedOn, detail: { refused } },
    ];
  }

  #open(request: AuditedRequest): Refusal {
    this.#refused.add(request);
    const answered = answeredAt(request);
    const told = readRetryAfter(request.retryAfter, answered);
    if (told === undefined) this.#figures.withoutRetryAfter += 1;
    const due = told ?? answered + assumedWaitMs;
    const isTimed = request.frozen !== true;
    if (isTimed) {
      const isWaiting = answered < this.#wait.until;
      const from = isWaiting ? this.#wait.from : answered + atOnceMs;
      this.#wait = { from, until: isWaiting ? Math.max(this.#wait.until, due) : due };
    }
    return { request: shownOf(request), answered, due, expires: due + patienceMs, isTimed };
  }

  #settle({ request, answered, due, expires, isTimed }: Refusal, retry: Shown, isRetryTimed: boolean): void {
    if (retry.at > expires) this.#gaveUp.add(request);
    else if (retry.at >= due - slackMs) this.#figures.waited += 1;
    else if (!isTimed || !isRetryTimed) this.#figures.untimed += 1;
    else if (retry.at - answered <= atOnceMs) this.#atOnce.add(retry);
    else {
      const early = Math.round(due - retry.at);
      this.#early.add(retry);
      this.#leastEarlyMs = Math.min(this.#leastEarlyMs ?? Infinity, early);
      this.#mostEarlyMs = Math.max(this.#mostEarlyMs ?? 0, early);
    }
  }

  #noteCarriedOn(request: AuditedRequest): void {
    const { from, until } = this.#wait;
    if (request.frozen === true || request.at < from || request.at >= until - slackMs) return;
    this.#carriedOn.add(request);
    if (request.status === 429) this.#figures.refused += 1;
  }

  #dropOldest(now: number): void {
    const [signature, { request, due }] = this.#pending.entries().next().value!;
    this.#pending.delete(signature);
    if (now > due + slackMs) this.#gaveUp.add(request);
    else this.#figures.waiting += 1;
  }
}

/**
 * Reads the header Retry-After (RFC 9110 §10.2.3).
 * @param from when the answer left, in milliseconds since 1970
 * @returns the time to come back, likewise; undefined for a value that says none
 */
function readRetryAfter(value: string | undefined, from: number): number | undefined {
  const words = value?.trim() ?? '';
  if (/^\d+$/.test(words)) return from + Number(words) * 1000;
  // Date.parse takes much else for a date, such as `-5` and `1.5`.
  const date = /^[A-Z][a-z]{2,8}, /.test(words) ? Date.parse(words) : NaN;
  return Number.isNaN(date) ? undefined : date;
}
