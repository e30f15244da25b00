// The mode `record` from its options: the recording that is written, and the real service behind it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { createSettings } from '../../spec/settings.ts';
import type { Observation } from '../../http/observe.ts';
import { inputError } from '../options/command-error.ts';
import { createRecordApp } from './record-app.ts';
import type { RecordApp } from './record-app.ts';
import { linksTo } from '../../recording/links/rebase-links.ts';
import { RecordingError } from '../../recording/file/recording-error.ts';
import type { Outcome } from '../../recording/record/record-to.ts';
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import { Redactor } from '../../recording/redact/redactor.ts';
import { openRecording } from '../../recording/file/open-recording.ts';
import type { OpenRecording } from '../../recording/file/open-recording.ts';
import type { ServerHooks } from '../hooks.ts';
import { sleep } from '../../http/sleep.ts';
import type { Mode } from './modes.ts';
import { recordedAlready } from './recorded-already.ts';
import type { RecordOptions } from '../options/record-options.ts';

/** How long files that are being fetched may hold up the end, in milliseconds. */
const grace = 5000;

export interface RecordHooks extends ServerHooks {
  /** An answer of the upstream has been passed on, or has broken off. */
  readonly passed: (outcome: Outcome) => void;
  /** A request was answered without the upstream: refused, failed, or from the recording. */
  readonly answered: (observation: Observation) => void;
  /** Something that must not be overlooked. */
  readonly alarm: (message: string) => void;
}

export interface RecordSetup {
  readonly values: RecordOptions;
  readonly upstream: URL;
  /** The real key, where clients use keys of the mock. Secret. */
  readonly realKey: string | undefined;
  readonly redactor: Redactor;
  readonly cwd: string;
  readonly hooks: RecordHooks;
}

export interface RecordMode extends Mode {
  readonly recording: string;
  readonly upstream: string;
  /** As the user would write it. */
  readonly file: string;
  /** What was noticed when the recording was opened. */
  readonly warnings: readonly string[];
  /** Why nothing more is recorded; undefined when all is well. */
  readonly failed: () => RecordingError | undefined;
}

/** @throws CommandError (4) for a recording that is taken, damaged or of another upstream, and a disk that refuses */
export async function recordMode(name: string, setup: RecordSetup): Promise<RecordMode> {
  const { values, upstream, realKey, redactor, cwd, hooks } = setup;
  const settings = createSettings('default');
  const ca = values.ca === undefined ? undefined : readCertificates(values.ca, cwd);
  const file = join(values.dir, `${name}.json`);
  const path = resolve(cwd, file);
  const recording = await open(path, upstream, redactor, hooks);
  let app: RecordApp;
  try {
    const { insecure, maxBody, allowWrites, fetchLinks, missing, key } = values;
    app = createRecordApp({
      ...{ upstream, recording, redactor, settings, maxBody, allowWrites, fetchLinks, sleep },
      forward: { insecure, ...(ca !== undefined && { ca }) },
      keys:
        realKey === undefined ? undefined : { real: realKey, valid: new Set(key.map((given) => given.key)) },
      limits: values.pace,
      missingFrom: missing
        ? {
            recording: await recordedAlready(path, upstream, hooks.note),
            redactor: redactorOf(values, realKey, true),
          }
        : undefined,
      now: () => performance.now(),
      watcher: hooks,
    });
  } catch (error) {
    await recording.close();
    throw error;
  }
  return {
    ...{ mode: 'record', recording: name, upstream: linksTo(upstream.href).base, handler: app.handler, file },
    warnings: recording.warnings,
    failed: () => recording.failed,
    async close() {
      await Promise.race([app.settled(), sleep(grace)]);
      app.close();
      await recording.close();
    },
  };
}

/**
 * What must not be stored: the rules of the options, and the real key.
 * @param compares see `RedactorOptions`
 */
export function redactorOf(
  { redact, keepUndecoded }: Pick<RecordOptions, 'redact' | 'keepUndecoded'>,
  realKey: string | undefined,
  compares = false,
): Redactor {
  const secrets = realKey === undefined ? [] : [realKey];
  return new Redactor(nodeBodies, { rules: redact, secrets, keepUndecoded, compares });
}

async function open(
  path: string,
  upstream: URL,
  redactor: Redactor,
  hooks: RecordHooks,
): Promise<OpenRecording> {
  let isStarting = true;
  try {
    const recording = await openRecording(path, {
      upstream: linksTo(upstream.href).base,
      redactor,
      onFailure: (error) => {
        if (!isStarting)
          hooks.alarm(`NOTHING MORE IS RECORDED, but requests are still passed on. ${error.message}`);
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
