// `pricing-mock record`, the real service behind a port that keeps what passes, until somebody stops it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { createSettings } from '../api/settings.ts';
import { createRecordApp } from '../record-app.ts';
import type { RecordApp } from '../record-app.ts';
import { RecordingError } from '../recording/recording-error.ts';
import { Redactor } from '../recording/redact.ts';
import { openRecording } from '../recording/store.ts';
import type { OpenRecording } from '../recording/store.ts';
import { headerPairs } from '../recording/stored-headers.ts';
import { listen } from '../server/listen.ts';
import type { RunningServer } from '../server/listen.ts';
import { exitCodes, inputError } from './io.ts';
import type { Io } from './io.ts';
import type { Flags } from './options.ts';
import { recordedAlready } from './recorded-already.ts';
import { createRecordLog } from './record-log.ts';
import type { RecordLog } from './record-log.ts';
import { greet, readRecordOptions, realKey, refuseSelf, upstreamFrom } from './record-setup.ts';
import type { RecordOptions } from './record-options.ts';
import { openServer, stopped } from './running.ts';

/** How long files that are being fetched may hold up the end, in milliseconds. */
const grace = 5000;

export async function record(flags: Flags, io: Io, [baseUrl = '']: readonly string[]): Promise<number> {
  const options = await readRecordOptions(flags, io);
  const upstream = upstreamFrom(baseUrl);
  refuseSelf(upstream, options.host, options.port);
  const real = realKey(options, io.env);
  const secrets = real === undefined ? [] : [real];
  const newRedactor = (): Redactor => new Redactor({ rules: options.redact, secrets });
  const redactor = newRedactor();
  const log = createRecordLog(options.log, io.out, {
    colour: io.isTerminal && (io.env.NO_COLOR ?? '') === '',
    isTerminal: io.isTerminal,
    mask: ({ method, path, rawHeaders }) =>
      redactor.request({ method, path, query: '', headers: headerPairs(rawHeaders), body: null }).path,
  });
  const ca = options.ca === undefined ? undefined : readCertificates(options.ca, io.cwd);
  const file = join(options.dir, `${options.name}.json`);
  const path = resolve(io.cwd, file);
  const recording = await open(path, upstream, redactor, log);
  let app: RecordApp | undefined;
  try {
    const { insecure, maxBody, allowWrites, fetchLinks } = options;
    app = createRecordApp({
      upstream,
      recording,
      redactor,
      settings: createSettings('default'),
      maxBody,
      forward: { insecure, ...(ca !== undefined && { ca }) },
      allowWrites,
      keys: real === undefined ? undefined : { real, valid: new Set(options.key.map(({ key }) => key)) },
      limits: options.pace,
      missingFrom: options.missing
        ? { recording: await recordedAlready(path, upstream), redactor: newRedactor() }
        : undefined,
      fetchLinks,
      now: () => performance.now(),
      sleep: (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds).unref()),
      watcher: log,
    });
    const server = await openPort(app, options, log);
    refuseSelfAtLast(upstream, options.host, server);
    log.listening(greet(server.url, { options, upstream, file, env: io.env, notes: recording.warnings }));
    await stopped(server, io, log);
    await Promise.race([app.settled(), new Promise((wake) => setTimeout(wake, grace).unref())]);
  } finally {
    app?.close();
    await recording.close();
  }
  const { failed } = recording;
  const dir = options.dir === 'recordings' ? '' : ` --dir ${options.dir}`;
  log.summary({ file, problem: failed?.message, replay: `pricing-mock replay ${options.name}${dir}` });
  if (failed !== undefined && options.log === 'silent') io.err(`pricing-mock: ${failed.message}\n`);
  return failed === undefined ? exitCodes.ok : exitCodes.input;
}

/** @throws CommandError (4) when it is taken, damaged, of another upstream, or the disk refuses from the start */
async function open(path: string, upstream: URL, redactor: Redactor, log: RecordLog): Promise<OpenRecording> {
  let isStarting = true;
  try {
    const recording = await openRecording(path, {
      upstream: upstream.origin,
      redactor,
      onFailure: (error) => {
        if (!isStarting)
          log.alarm(`NOTHING MORE IS RECORDED, but requests are still passed on. ${error.message}`);
      },
    });
    isStarting = false;
    if (recording.failed === undefined) return recording;
    await recording.close();
    throw recording.failed;
  } catch (error) {
    if (error instanceof RecordingError) throw inputError(error.message);
    throw error;
  }
}

function openPort(app: RecordApp, options: RecordOptions, log: RecordLog): Promise<RunningServer> {
  return openServer(() =>
    listen(app.handler, {
      host: options.host,
      port: options.port,
      settings: createSettings('default'),
      allowedHosts: options.allowHost,
      ...(options.corsOrigin !== undefined && { corsOrigin: options.corsOrigin }),
      onClientError: log.note,
      onDefect: log.failure,
    }),
  );
}

/** With `--port 0` the port is known only now. */
function refuseSelfAtLast(upstream: URL, host: string, server: RunningServer): void {
  try {
    refuseSelf(upstream, host, server.port);
  } catch (error) {
    void server.closeNow();
    throw error;
  }
}

function readCertificates(name: string, cwd: string): string {
  let pem: string;
  try {
    pem = readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    throw inputError(`--ca ${name}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    createSecureContext({ ca: pem });
  } catch {
    throw inputError(`--ca ${name}: holds no certificate in PEM form`);
  }
  if (!pem.includes('-----BEGIN')) throw inputError(`--ca ${name}: holds no certificate in PEM form`);
  return pem;
}
