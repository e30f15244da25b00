// The audit of a server: one for each world, and what they found together.
import { createAudit } from '../service/audit/audit.ts';
import type { Audit } from '../service/audit/audit.ts';
import type { AuditLimits } from '../service/audit/peaks.ts';
import { createSummary } from '../service/audit/summary.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import type { Logged } from '../service/worlds/request-log.ts';
import type { Worlds } from '../service/worlds/worlds.ts';

export interface RunningAudit {
  readonly create: (world: string | null, limits: AuditLimits) => Audit;
  /** Takes down what a world has found that is about to be forgotten. */
  readonly dropped: (world: Logged) => void;
  /** What was found so far, over all worlds. */
  readonly summary: (worlds: Worlds) => AuditSummary;
}

export function runningAudit(): RunningAudit {
  const gone = createSummary();
  const report = ({ audit, clock }: Logged) => audit!.report(clock.now());
  return {
    create: (world, limits) => createAudit({ world, limits }),
    dropped: (world) => {
      gone.add(report(world));
    },
    summary(worlds) {
      for (const place of [...worlds.all(), worlds.unauthenticated]) gone.add(report(place));
      return gone.result();
    },
  };
}
