// What the clients of a server did and which answers they have met, told at its end: in the log, in files, and as the reason why
// the run fails.
import { failuresOf } from '../service/audit/coverage-text.ts';
import type { Coverage } from '../service/audit/coverage.ts';
import { defaultThresholds, noThresholds } from '../service/audit/fail-on.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import type { CheckValues } from '../app/options/serve-options.ts';
import type { MockServer } from '../app/server.ts';
import type { Io } from './io.ts';
import { auditWithoutKeys } from './log-secrets.ts';
import type { Secrets } from './log-secrets.ts';
import { writeReports } from './write-out.ts';

/** What a log tells of the clients at the end. */
export interface CheckLog {
  /** What they did, without secrets. */
  readonly audited: (summary: AuditSummary) => void;
  /** Which answers they have met. */
  readonly covered: (coverage: Coverage) => void;
}

interface Checked {
  readonly server: MockServer;
  /** Undefined where no option asks for it. */
  readonly audit: (() => AuditSummary) | undefined;
  readonly options: CheckValues;
  readonly log: CheckLog;
  readonly io: Io;
}

/**
 * Tells what the options ask for.
 * @returns why the run fails, as `--fail-on` says it; no lines where it does not
 * @throws CommandError for a report that cannot be written
 */
export async function tellChecks(
  { server, audit, options, log, io }: Checked,
  secrets: Secrets,
): Promise<string[]> {
  if (audit === undefined) return [];
  const { failOn, junit, markdown } = options;
  const summary = auditWithoutKeys(audit(), secrets);
  const coverage = options.coverage || failOn?.coverage != null ? server.coverage() : undefined;
  const isReported = junit !== undefined || markdown !== undefined;
  if (options.audit || failOn?.audit != null || isReported) log.audited(summary);
  if (coverage !== undefined) log.covered(coverage);
  if (isReported) await writeChecks(summary, coverage, options, io);
  return failOn === null ? [] : failuresOf(summary, server.coverage(), failOn);
}

/** As files, judged by `--fail-on`, or without it by the thresholds that it has by default. */
async function writeChecks(
  summary: AuditSummary,
  coverage: Coverage | undefined,
  options: CheckValues,
  io: Io,
): Promise<void> {
  const { junitAudit, markdownAudit } = await import('./audit-reports.ts');
  const { failOn } = options;
  // A gate for coverage alone fails nothing else.
  const any = failOn !== null && failOn.audit === null;
  const thresholds = any ? noThresholds : (failOn?.audit ?? defaultThresholds);
  const covered = coverage === undefined ? undefined : { coverage, least: failOn?.coverage ?? null };
  const junit = () => junitAudit(summary, thresholds, covered);
  const markdown = () => markdownAudit(summary, thresholds, covered);
  writeReports(options, { junit, markdown }, io);
}
