// `pricing-mock serve`: answers as a mock of the whole service until it is stopped.
import type { DataSet } from '../service/models/resources.ts';
import { defaultThresholds, judge } from '../service/audit/fail-on.ts';
import { failureLines } from '../service/audit/audit-text.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import { CommandError, exitCodes } from '../app/options/command-error.ts';
import type { Flags } from '../app/options/options.ts';
import { serveOptions } from '../app/options/serve-options.ts';
import type { ServeOptions } from '../app/options/serve-options.ts';
import { startMock } from '../app/start-mock.ts';
import { version } from '../app/version.ts';
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
  const { server, data, notes, audit } = await startMock({ values: options, cwd: io.cwd, hooks: log });
  const token = options.controlToken === undefined ? server.controlToken : undefined;
  log.listening(greet(server.url, options, data, token));
  for (const note of notes) log.note(note);
  const code = await untilStopped(server, { onStop, log, beside, io, key: server.key });
  if (audit === undefined) return code;
  const summary = audit();
  log.audited(summary);
  await writeAudit(auditWithoutKeys(summary, keys), options, io);
  const failures = options.failOn === null ? [] : judge(summary, options.failOn);
  const found = failureLines(failures).join('; ');
  return endOfRun(code, found === '' ? undefined : new CommandError(exitCodes.missed, found), io);
}

/** The client checks as files, judged by `--fail-on`, or without it by the thresholds that it has by default. */
async function writeAudit(summary: AuditSummary, options: ServeOptions, io: Io): Promise<void> {
  if (options.junit === undefined && options.markdown === undefined) return;
  const { junitAudit, markdownAudit } = await import('./audit-reports.ts');
  const thresholds = options.failOn ?? defaultThresholds;
  const junit = () => junitAudit(summary, thresholds);
  const markdown = () => markdownAudit(summary, thresholds);
  writeReports(options, { junit, markdown }, io);
}

function greet(
  url: string,
  options: ServeOptions,
  data: DataSet,
  controlToken: string | undefined,
): Greeting {
  const { fixtures, from, seed, data: set, noAuth, host } = options;
  const source = from === undefined ? fixtures : `recording ${from}`;
  const counts = [
    counted(data.listings, 'listing', 'listings'),
    counted(data.strategies, 'strategy', 'strategies'),
    counted(data.reportRuns, 'report run', 'report runs'),
  ].join(', ');
  const key = noAuth ? '' : `-H 'X-API-KEY: test_key' `;
  const open = isOpenToOthers(host) ? [`the mock answers on ${host}, to other machines too`] : [];
  return {
    url,
    version: version(),
    data: source === undefined ? `data set ${set}, seed ${seed} (${counts})` : `${source} (${counts})`,
    example: `curl ${key}'${url}/v1/listings?limit=2'`,
    controlToken,
    warnings: open,
  };
}

const counted = ({ length }: readonly unknown[], one: string, many: string) =>
  `${length} ${length === 1 ? one : many}`;
