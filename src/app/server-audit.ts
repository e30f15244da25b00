// What the clients of a server did, and which answers they have met: told at the end of `serve`, `replay` and `record` alike,
// and by the control API while they run.
import { definedAnswers } from '../spec/endpoint-answers.ts';
import type { Demands } from '../spec/endpoint-answers.ts';
import type { Settings } from '../spec/settings.ts';
import type { Audit, AuditReport } from '../service/audit/audit.ts';
import { coverageOf, MetAnswers } from '../service/audit/coverage.ts';
import type { Coverage } from '../service/audit/coverage.ts';
import type { AuditLimits } from '../service/audit/peaks.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import type { Access, Watcher } from '../service/service.ts';
import type { Worlds } from '../service/worlds/worlds.ts';
import type { CheckValues } from './options/serve-options.ts';

interface ServerAudit {
  /** For the worlds: each has an audit of its own. */
  readonly createAudit: (world: string | null, limits: AuditLimits) => Audit;
  /** Takes in what was found of a world that is dropped. */
  readonly keepReport: (report: AuditReport) => void;
  /** What tells a watcher of requests, and takes in what it is told. */
  readonly watching: <W extends Watcher>(watcher: W) => W;
  /** What was found over all worlds, to be asked for once, at the end. */
  readonly summary: (worlds: Worlds) => AuditSummary;
  readonly coverage: () => Coverage;
}

/**
 * Loads the audit; undefined where no option asks for it.
 * @param demands what the server asks of its clients, as far as answers depend on it
 * @param kinds whether answers tell kinds of errors; those of another service, passed on or recorded, tell their status alone
 */
export async function openAudit(
  { audit, coverage, failOn, junit, markdown }: CheckValues,
  settings: Settings,
  demands: Demands,
  kinds: boolean,
): Promise<ServerAudit | undefined> {
  if (!audit && !coverage && failOn === null && junit === undefined && markdown === undefined)
    return undefined;
  const { createAudit } = await import('../service/audit/audit.ts');
  const { createSummary } = await import('../service/audit/summary.ts');
  const found = createSummary();
  const met = new MetAnswers(kinds);
  return {
    createAudit: (world, limits) => createAudit({ world, limits }),
    keepReport: found.add,
    watching: (watcher) => ({
      ...watcher,
      request(observation, world) {
        met.take(observation);
        watcher.request(observation, world);
      },
    }),
    summary(worlds) {
      for (const { audit: kept, clock } of [...worlds.all(), worlds.unauthenticated])
        found.add(kept!.wholeReport(clock.now()));
      return found.result();
    },
    coverage: () => coverageOf(met.list(), definedAnswers(settings, demands, kinds)),
  };
}

/** What a server asks of its clients. A key of its own limits may be limited where others are not. */
export function demandsOf({ auth, limits, keys }: Access): Demands {
  const all = [limits, ...keys.values()];
  return {
    auth,
    perSecond: all.some(({ perSecond }) => perSecond !== Infinity),
    perMinute: all.some(({ perMinute }) => perMinute !== Infinity),
  };
}
