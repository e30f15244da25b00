// `pricing-mock record`: passes requests on to the real service and records the exchanges until it is stopped.
import { asWritten, recordingFile } from '../app/data/recording-files.ts';
import { exitCodes } from '../app/options/command-error.ts';
import type { Flags } from '../app/options/options.ts';
import type { Redactor } from '../recording/redact/redactor.ts';
import { recordOptions } from '../app/options/record-options.ts';
import type { RecordOptions } from '../app/options/record-options.ts';
import { startRecord } from '../app/start-record.ts';
import { tellChecks } from './client-checks.ts';
import type { Io } from './io.ts';
import { readOptions } from './read-options.ts';
import { greet } from './record-greeting.ts';
import type { Asked } from './log-secrets.ts';
import { logTarget } from './printer.ts';
import type { LogTarget } from './printer.ts';
import { createRecordLog } from './record-log.ts';
import type { RecordLog } from './record-log.ts';
import { catchSignals, endOfRun, failedBy, optionsBeside, untilStopped } from './running.ts';
import type { Beside } from './running.ts';
import { checkReportFiles } from './write-out.ts';

export async function record(
  flags: Flags,
  io: Io,
  [baseUrl = '']: readonly string[],
  beside: Beside,
): Promise<number> {
  const onStop = catchSignals(io, beside);
  const options = await readOptions(optionsBeside(recordOptions, beside), flags, io);
  checkReportFiles(options, io);
  let log: RecordLog | undefined;
  const { server, record, upstream, redactor, audit } = await startRecord(baseUrl, {
    values: options,
    cwd: io.cwd,
    env: io.env,
    createHooks: (masking) => (log = createLog(options, logTarget(io, beside.length > 0), masking)),
  });
  const controlToken = options.controlToken === undefined ? server.controlToken : undefined;
  log!.listening(
    greet(
      { url: server.url, controlToken },
      { options, upstream, file: record.file, env: io.env, notes: record.warnings },
    ),
  );
  const key = options.keyEnv === undefined ? undefined : server.key;
  const code = await untilStopped(server, { onStop, log: log!, beside, io, key });
  const secrets = { keys: keysOf(options), mask: (request: Asked) => redactor.target(request) };
  const found = await tellChecks({ server, audit, options, log: log!, io }, secrets);
  const failed = record.failed();
  const problem = failed && asWritten(failed.message, recordingFile(record.file, options.dir, io.cwd));
  const dir = options.dir === 'recordings' ? '' : ` --dir ${options.dir}`;
  log!.summary({
    file: record.file,
    problem,
    replay: failed?.kind === 'vanished' ? undefined : `pricing-mock replay ${options.name}${dir}`,
  });
  if (problem !== undefined && options.log === 'silent') io.err(`pricing-mock: ${problem}\n`);
  // A recording that could not be kept weighs more than what its client did.
  return endOfRun(code === 0 && failed !== undefined ? exitCodes.input : code, failedBy(found), io);
}

const keysOf = ({ key }: RecordOptions) => key.map((given) => given.key);

function createLog(options: RecordOptions, target: LogTarget, redactor: Redactor): RecordLog {
  return createRecordLog(options.log, {
    ...target,
    ownKeys: options.keyEnv !== undefined,
    keys: keysOf(options),
    mask: (request) => redactor.target(request),
  });
}
