// `pricing-mock serve`: answers as a mock of the whole service until it is stopped.
import { usualDataSet } from '../service/data/data-sets.ts';
import type { Flags } from '../app/options/options.ts';
import { serveOptions } from '../app/options/serve-options.ts';
import type { ServeOptions } from '../app/options/serve-options.ts';
import { startMock } from '../app/start-mock.ts';
import { version } from '../app/version.ts';
import { counted } from '../http/plain-text.ts';
import { tellChecks } from './client-checks.ts';
import { curl, endpointLines, pathToTry, testKeyHeader } from './greeting.ts';
import type { Io } from './io.ts';
import { createLog } from './log.ts';
import type { Greeting } from './log.ts';
import { logTarget } from './printer.ts';
import { readOptions } from './read-options.ts';
import { catchSignals, endOfRun, failedBy, isOpenToOthers, optionsBeside, untilStopped } from './running.ts';
import type { Beside } from './running.ts';
import { checkReportFiles } from './write-out.ts';

export async function serve(flags: Flags, io: Io, _args: readonly string[], beside: Beside): Promise<number> {
  const onStop = catchSignals(io, beside);
  const options = await readOptions(optionsBeside(serveOptions, beside), flags, io);
  const keys = options.key.map(({ key }) => key);
  const log = createLog(options.log, { ...logTarget(io, beside.length > 0), keys });
  checkReportFiles(options, io);
  const started = await startMock({ values: options, cwd: io.cwd, hooks: log });
  const { server, notes, audit } = started;
  const token = options.controlToken === undefined ? server.controlToken : undefined;
  log.listening(greet(started, options, token));
  for (const note of notes) log.note(note);
  const code = await untilStopped(server, { onStop, log, beside, io, key: server.key });
  const found = await tellChecks({ server, audit, options, log, io }, { keys });
  return endOfRun(code, failedBy(found), io);
}

function greet(
  { server: { url }, form, data }: Awaited<ReturnType<typeof startMock>>,
  options: ServeOptions,
  controlToken: string | undefined,
): Greeting {
  const { fixtures, from, seed, data: set = usualDataSet, noAuth, host } = options;
  const source = from === undefined ? fixtures : `recording ${from}`;
  const counts = [
    counted(data.listings.length, 'listing'),
    counted(data.strategies.length, 'strategy'),
    counted(data.reportRuns.length, 'report run'),
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
