// The reports of a whole run as one: totals over all worlds, and the worlds with the most to remark by name. It takes
// reports one by one and keeps none, because worlds come and go.
import type { AuditReport } from './audit.ts';
import { factRows, mergeFacts, noFact } from './facts.ts';
import type { AuditFact, FactId } from './facts.ts';

/** How many worlds are named. */
const mostWorlds = 10;

/** What there is to remark about one world. */
export interface WorldRemarks {
  /** Null: the requests that were let into no world. */
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
  /** Over all worlds: counts added up, peaks those of the world with the greatest. */
  readonly facts: readonly AuditFact[];
  /** The worlds with the most to remark, those in front first; at most ten. */
  readonly remarked: readonly WorldRemarks[];
  /** How many more there are with something to remark. */
  readonly more: number;
}

export interface Summary {
  /** Adds the last report of a world, when the run ends or the world is dropped. */
  add(report: AuditReport): void;
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
