// `pricing-mock serve`: answers as a mock of the whole service until it is stopped.
import { failuresOf } from '../service/audit/coverage-text.ts';
import type { Coverage } from '../service/audit/coverage.ts';
import { defaultThresholds, noThresholds } from '../service/audit/fail-on.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import { CommandError, exitCodes } from '../app/options/command-error.ts';
import type { Flags } from '../app/options/options.ts';
import { serveOptions } from '../app/options/serve-options.ts';
import type { ServeOptions } from '../app/options/serve-options.ts';
import { startMock } from '../app/start-mock.ts';
import { version } from '../app/version.ts';
import { curl, endpointLines, pathToTry, testKeyHeader } from './greeting.ts';
import type { Io } from './io.ts';
import { createLog, logTarget } from './log.ts';
import type { Greeting } from './log.ts';
import { auditWithoutKeys } from './log-secrets.ts';
import { readOptions } from './read-options.ts';
import { catchSignals, endOfRun, isOpenToOthers, optionsBeside, untilStopped } from './running.ts';
import type { Beside } from './running.ts';
import { checkReportFolders, writeReports } from './write-out.ts';

export async function serve(flags: Flags, io: Io, _args: readonly string[], beside: Beside): Promise<number> {
  const onStop = catchSignals(io, beside);
  const options = await readOptions(optionsBeside(serveOptions, beside), flags, io);
  const keys = options.key.map(({ key }) => key);
  const log = createLog(options.log, { ...logTarget(io, beside.length > 0), keys });
  checkReportFolders(options, io);
  const started = await startMock({ values: options, cwd: io.cwd, hooks: log });
  const { server, notes, audit } = started;
  const token = options.controlToken === undefined ? server.controlToken : undefined;
  log.listening(greet(started, options, token));
  for (const note of notes) log.note(note);
  const code = await untilStopped(server, { onStop, log, beside, io, key: server.key });
  if (audit === undefined) return code;
  const { failOn } = options;
  const summary = audit();
  const coverage = options.coverage || failOn?.coverage != null ? server.coverage() : undefined;
  const asksAudit = options.audit || failOn?.audit != null || reportsOf(options).length > 0;
  if (asksAudit) log.audited(summary);
  if (coverage !== undefined) log.covered(coverage);
  await writeAudit(auditWithoutKeys(summary, keys), coverage, options, io);
  const found = failOn === null ? [] : failuresOf(summary, server.coverage(), failOn);
  const words = found.join('; ');
  return endOfRun(code, words === '' ? undefined : new CommandError(exitCodes.missed, words), io);
}

const reportsOf = ({ junit, markdown }: ServeOptions) =>
  [junit, markdown].filter((file) => file !== undefined);

/** The client checks as files, judged by `--fail-on`, or without it by the thresholds that it has by default. */
async function writeAudit(
  summary: AuditSummary,
  coverage: Coverage | undefined,
  options: ServeOptions,
  io: Io,
): Promise<void> {
  if (reportsOf(options).length === 0) return;
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

function greet(
  { server: { url }, form, data }: Awaited<ReturnType<typeof startMock>>,
  options: ServeOptions,
  controlToken: string | undefined,
): Greeting {
  const { fixtures, from, seed, data: set, noAuth, host } = options;
  const source = from === undefined ? fixtures : `recording ${from}`;
  const counts = [
    counted(data.listings, 'listing', 'listings'),
    counted(data.strategies, 'strategy', 'strategies'),
    counted(data.reportRuns, 'report run', 'report runs'),
  ].join(', ');
  const open = isOpenToOthers(host) ? [`the mock answers on ${host}, to other machines too`] : [];
  return {
    url,
    version: version(),
    data: source === undefined ? `data set ${set}, seed ${seed} (${counts})` : `${source} (${counts})`,
    endpoints: endpointLines(form),
    example: curl(`${url}${pathToTry(form)}`, noAuth ? undefined : testKeyHeader),
    controlToken,
    warnings: open,
  };
}

const counted = ({ length }: readonly unknown[], one: string, many: string) =>
  `${length} ${length === 1 ? one : many}`;
