// The summary of a whole run: totals over all worlds, and the worlds with the most findings by name. It adds up reports
// one by one and keeps none of them, because worlds are dropped while the server runs.
import type { AuditReport } from './audit.ts';
import { factRows, mergeFacts, noFact } from './facts.ts';
import type { AuditFact, FactId } from './facts.ts';

/** How many worlds are named at most. */
const mostWorlds = 10;

/** The findings about one world. */
export interface WorldRemarks {
  /** Null: for requests whose API key opened no world. */
  readonly world: string | null;
  readonly requests: number;
  /** The counts that are not 0, in the order of the facts. */
  readonly counts: readonly { readonly id: FactId; readonly count: number }[];
}

/** Plain data, the same in JSON. */
export interface AuditSummary {
  /** Worlds with at least one request. */
  readonly worlds: number;
  readonly requests: number;
  /** How many of them came while the clock of their world stood still. */
  readonly untimed: number;
  /** Over all worlds: counts are added up, a peak is that of the world with the greatest. */
  readonly facts: readonly AuditFact[];
  /** The worlds with the most findings, at most ten; the one with the most comes first. */
  readonly remarked: readonly WorldRemarks[];
  /** How many more worlds have findings. */
  readonly more: number;
}

interface Summary {
  /** Adds the last report of a world, when the run ends or the world is dropped. */
  readonly add: (report: AuditReport) => void;
  result(): AuditSummary;
}

export function createSummary(): Summary {
  let [worlds, requests, untimed, withRemarks] = [0, 0, 0, 0];
  let facts: readonly AuditFact[] = factRows.map(noFact);
  let remarked: readonly WorldRemarks[] = [];

  return {
    add(report) {
      if (report.requests === 0) return;
      if (report.world !== null) worlds += 1;
      requests += report.requests;
      untimed += report.untimed;
      facts = facts.map((fact, index) => mergeFacts(fact, report.facts[index]!));
      const counts = report.facts.filter(({ count }) => count > 0).map(({ id, count }) => ({ id, count }));
      if (counts.length === 0) return;
      withRemarks += 1;
      const remarks = { world: report.world, requests: report.requests, counts };
      remarked = [...remarked, remarks].sort((a, b) => sum(b) - sum(a)).slice(0, mostWorlds);
    },
    result: () => ({ worlds, requests, untimed, facts, remarked, more: withRemarks - remarked.length }),
  };
}

const sum = ({ counts }: WorldRemarks) => counts.reduce((total, { count }) => total + count, 0);
