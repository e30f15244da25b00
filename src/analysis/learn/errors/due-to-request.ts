// Refusals that nothing explains but their very requests.
import type { Refusal } from './record-states.ts';
import { requestDigest } from '../../../dialect/objections/request-digest.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import type { Exchange } from '../../exchanges.ts';
import { askedBy } from '../records/request-facts.ts';

/** What nothing explains is due to the very request, unless that was accepted at another time. */
export function withRequests(refusals: readonly Refusal[], exchanges: readonly Exchange[]): Refusal[] {
  const accepted = acceptedRequests(exchanges);
  return refusals.map((refusal) =>
    refusal.candidates.length > 0 || refusal.by.endpoint === undefined || accepted.has(digestOf(refusal.by))
      ? refusal
      : dueToRequest(refusal),
  );
}

export function dueToRequest({ by, step }: Pick<Refusal, 'by' | 'step'>): Refusal {
  const is = digestOf(by);
  const blamed: Objection = { cause: 'unexplained', param: is, when: { of: 'request', at: '/digest', is } };
  return { by, step, candidates: [blamed], blamed };
}

export const acceptedRequests = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(exchanges.flatMap((by) => (by.ok && by.endpoint !== undefined ? [digestOf(by)] : [])));

export const digestOf = (by: Exchange) => requestDigest(askedBy(by));
