// Requests that were let into no world, and those that no endpoint takes.
import type { AuditedRequest } from './audited-request.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** Of those that were let in nowhere: why (§5). */
export class Keys implements Part {
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
export class Unmatched implements Part {
  readonly #unmatched = new Tally();

  take(request: AuditedRequest): void {
    if (!request.matched) this.#unmatched.add(request);
  }

  findings(): Finding[] {
    return [{ id: 'unmatched', tally: this.#unmatched }];
  }
}
