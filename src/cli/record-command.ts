// `pricing-mock record`: passes requests on to the real service and records the exchanges until it is stopped.
import { exitCodes } from '../app/options/command-error.ts';
import type { Flags } from '../app/options/options.ts';
import type { Redactor } from '../recording/redact/redactor.ts';
import { recordOptions } from '../app/options/record-options.ts';
import type { RecordOptions } from '../app/options/record-options.ts';
import { startRecord } from '../app/start-record.ts';
import type { Io } from './io.ts';
import { createPaint } from './paint.ts';
import { readOptions } from './read-options.ts';
import { greet } from './record-greeting.ts';
import { createRecordLog } from './record-log.ts';
import type { RecordLog } from './record-log.ts';
import { stopped } from './running.ts';

export async function record(flags: Flags, io: Io, [baseUrl = '']: readonly string[]): Promise<number> {
  const onStop = io.catchSignals();
  const options = await readOptions(recordOptions, flags, io);
  let log: RecordLog | undefined;
  const { server, record, upstream } = await startRecord(baseUrl, {
    values: options,
    cwd: io.cwd,
    env: io.env,
    createHooks: (redactor) => (log = createLog(options, io, redactor)),
  });
  log!.listening(
    greet(server.url, { options, upstream, file: record.file, env: io.env, notes: record.warnings }),
  );
  await stopped(server, onStop, log!);
  const failed = record.failed();
  const dir = options.dir === 'recordings' ? '' : ` --dir ${options.dir}`;
  log!.summary({
    file: record.file,
    problem: failed?.message,
    replay: failed?.kind === 'vanished' ? undefined : `pricing-mock replay ${options.name}${dir}`,
  });
  if (failed !== undefined && options.log === 'silent') io.err(`pricing-mock: ${failed.message}\n`);
  return failed === undefined ? exitCodes.ok : exitCodes.input;
}

function createLog({ log, keyEnv, key }: RecordOptions, io: Io, redactor: Redactor): RecordLog {
  return createRecordLog(log, io.out, {
    paint: createPaint(io),
    now: io.now,
    isTerminal: io.isTerminal,
    ownKeys: keyEnv !== undefined,
    keys: key.map((given) => given.key),
    mask: (request) => redactor.target(request),
  });
}
