// Wrong reactions to errors other than 429: repeating what cannot succeed, or repeating a write at once.
import { isToolError } from '../../spec/errors.ts';
import { answeredAt, bodyText, signatureOf } from './audited-request.ts';
import type { AuditedRequest } from './audited-request.ts';
import { atOnceMs } from './refusals.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** 4xx statuses that are temporary, so that the same request may succeed later. */
const passing: ReadonlySet<number> = new Set([408, 409, 412, 425, 429]);

/** How many requests are remembered with their last error; the oldest are forgotten first. */
const mostErrors = 1000;

interface LastError {
  readonly status: number;
  readonly body: string | undefined;
}

export class Failures implements Part {
  /** Requests that got a permanent error, by signature. */
  readonly #errors = new Map<string, LastError>();
  /** The time of the last 5xx for a PATCH, by path; the oldest comes first. */
  readonly #failed = new Map<string, number>();
  readonly #hopeless = new Tally();
  readonly #withoutBackoff = new Tally();

  take(request: AuditedRequest): void {
    // Errors that come from the mock as a tool, such as a replay miss, say nothing about the client.
    if (request.kind !== undefined && isToolError(request.kind)) return;
    this.#followErrors(request);
    if (request.method === 'PATCH') this.#followWrites(request);
  }

  clockMoved(): void {
    this.#failed.clear();
  }

  findings(): Finding[] {
    return [
      { id: 'hopeless-retries', tally: this.#hopeless },
      { id: 'no-backoff', tally: this.#withoutBackoff },
    ];
  }

  #followErrors(request: AuditedRequest): void {
    const { status } = request;
    const stays = status >= 400 && status < 500 && !passing.has(status);
    if (!stays && this.#errors.size === 0) return;
    const signature = signatureOf(request);
    const last = this.#errors.get(signature);
    this.#errors.delete(signature);
    if (!stays) return;
    const body = bodyText(request);
    if (last?.status === status && last.body === body) this.#hopeless.add(request);
    this.#errors.set(signature, { status, body });
    if (this.#errors.size > mostErrors) this.#errors.delete(this.#errors.keys().next().value!);
  }

  #followWrites(request: AuditedRequest): void {
    const { path, at, status, frozen, broken } = request;
    if (frozen === true) return;
    const failedAt = this.#failed.get(path);
    if (failedAt !== undefined && at - failedAt <= atOnceMs) this.#withoutBackoff.add(request);
    this.#failed.delete(path);
    // It is right to try again at once when the connection broke.
    if (status >= 500 && broken !== true) this.#failed.set(path, answeredAt(request));
    for (const [other, time] of this.#failed) {
      if (at - time <= atOnceMs) break;
      this.#failed.delete(other);
    }
  }
}
