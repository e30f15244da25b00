// Requests for the audit, with what a test does not care about filled in, and what the audit makes of them.
import { createAudit } from '../../src/service/audit/audit.ts';
import type { AuditOptions, AuditReport } from '../../src/service/audit/audit.ts';
import type { AuditedRequest } from '../../src/service/audit/audited-request.ts';
import { endpointOf } from '../../src/spec/router.ts';
import type { AuditFact, FactId } from '../../src/service/audit/facts.ts';

export const opening = Date.parse('2026-01-01T00:00:00.000Z');
export const standard = { perSecond: 5, perMinute: 300 } as const;
export const board = '/v1/listings/11111111-1111-4111-8111-111111111111';
export const lamp = '/v1/listings/22222222-2222-4222-8222-222222222222';

/** What a test says of a request. */
export interface Told extends Partial<Omit<AuditedRequest, 'at' | 'body'>> {
  /** Milliseconds after the opening. */
  readonly at?: number;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
}

let number = 0;

/** A GET of the strategies at the opening, answered 200, unless it is told otherwise. */
export function request({ at = 0, body, ...told }: Told = {}): AuditedRequest {
  number += 1;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { method = 'GET', path = '/v1/strategies' } = told;
  const asked = endpointOf(method, path);
  return {
    number,
    method,
    path,
    endpoint: asked?.endpoint.name,
    id: asked?.id,
    query: '',
    status: 200,
    matched: true,
    ...told,
    at: opening + at,
    body: body === undefined ? null : new TextEncoder().encode(text),
  };
}

/** A PATCH of a price, or of what its path says. */
export const patch = (body: unknown, told: Told = {}): AuditedRequest =>
  request({ method: 'PATCH', path: `${board}/price`, body, ...told });

/** What the audit says after these requests, of the world `w1` unless told otherwise. */
export function reportOf(
  requests: readonly AuditedRequest[],
  options: Partial<AuditOptions> = {},
  now?: number,
): AuditReport {
  const audit = createAudit({ world: 'w1', limits: standard, ...options });
  for (const one of requests) audit.take(one);
  return audit.report(now === undefined ? undefined : opening + now);
}

export function factOf(report: { readonly facts: readonly AuditFact[] }, id: FactId): AuditFact {
  return report.facts.find((fact) => fact.id === id)!;
}

/** The facts that were found, as `id: count`. */
export function foundIn(report: { readonly facts: readonly AuditFact[] }): Record<string, number> {
  return Object.fromEntries(
    report.facts.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]),
  );
}
