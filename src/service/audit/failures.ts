// What the client makes of other errors: repeats what cannot succeed, or repeats a write at once.
import { isToolError } from '../../spec/errors.ts';
import { answeredAt, bodyText, signatureOf } from './audited-request.ts';
import type { AuditedRequest } from './audited-request.ts';
import { atOnceMs } from './refusals.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** Errors of the client that pass, so that the same request may well come again. */
const passing: ReadonlySet<number> = new Set([408, 409, 412, 425, 429]);

/** Different requests whose last error is remembered; the oldest are forgotten first. */
const mostErrors = 1000;

interface LastError {
  readonly status: number;
  readonly body: string | undefined;
}

export class Failures implements Part {
  /** The requests that got an error which stays, by signature. */
  readonly #errors = new Map<string, LastError>();
  /** When PATCHes got a 5xx, by path, the oldest in front. */
  readonly #failed = new Map<string, number>();
  readonly #hopeless = new Tally();
  readonly #withoutBackoff = new Tally();

  take(request: AuditedRequest): void {
    // What the mock refuses on its own account, such as an unrecorded request, says nothing about the service.
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
    // A broken connection is often tried again at once, and rightly.
    if (status >= 500 && broken !== true) this.#failed.set(path, answeredAt(request));
    for (const [other, time] of this.#failed) {
      if (at - time <= atOnceMs) break;
      this.#failed.delete(other);
    }
  }
}
