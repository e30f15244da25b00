// What is kept of a request once it is answered: an entry in the journal, and what the audit makes of it.
import type { Audit } from '../audit/audit.ts';
import { runStates } from '../audit/polls.ts';
import type { Clock } from '../../http/clock.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Journal } from './journal.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';

/** Whoever keeps requests: a world, or the worlds for those that were let into none. */
export interface Keeper {
  readonly journal: Journal;
  readonly audit: Audit | undefined;
  readonly clock: Clock;
}

/** @param milliseconds from the request's arrival to the answer's head */
export function noteRequest(
  { journal, audit, clock }: Keeper,
  request: ApiRequest,
  response: ApiResponse,
  milliseconds: number,
): void {
  const now = clock.now();
  const at = clock.frozen ? now : now - Math.round(milliseconds);
  journal.add(at, request, response, milliseconds);
  audit?.take(auditedOf(journal.latest(), request, response, clock.frozen));
}

function auditedOf(entry: JournalEntry, request: ApiRequest, response: ApiResponse, frozen: boolean) {
  const { number, at, milliseconds, method, query, body, status, kind, retryAfter, matched } = entry;
  const { world, endpoint, id } = request.context;
  const listsRuns = endpoint === 'listReports' && typeof response.body === 'string';
  return {
    ...{ number, at, milliseconds, method, query, body, status, kind, retryAfter, matched, frozen },
    // A report shows the path.
    path: world === undefined || world.key === '' ? entry.path : entry.path.replaceAll(world.key, '<key>'),
    // A slow answer comes whole.
    broken: response.injected !== undefined && response.injected !== 'slow-body',
    ...(listsRuns && { runs: runStates(response.body) }),
    ...{ endpoint, id },
  };
}
