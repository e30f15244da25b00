// `pricing-mock recordings import` and `export`: converts from and to HAR 1.2.
import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { describePosition, fileLimits, scanJson } from '../http/json-text.ts';
import { counted } from '../http/plain-text.ts';
import { HarError, openHar } from '../recording/har/har-files.ts';
import type { HarFiles } from '../recording/har/har-files.ts';
import { toHar } from '../recording/har/har-out.ts';
import { importHar as readHar } from '../recording/har/har-in.ts';
import { adviseOn, countOmissions, omissionsOf } from '../recording/body/omitted.ts';
import { codeOf, whyNotRead, whyNotWritten } from '../http/system-error.ts';
import { RecordingError } from '../recording/file/recording-error.ts';
import { nodeBodies } from '../recording/body/node-bodies.ts';
import { Redactor } from '../recording/redact/redactor.ts';
import { rewriteRecording } from '../recording/file/write-recording.ts';
import { exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import { withProgress } from './progress.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import { recordingName } from '../app/options/parsers.ts';
import type { Flags } from '../app/options/options.ts';
import { load, reading, recordingFile } from '../app/data/recording-files.ts';
import { exportOptions, importOptions } from '../app/options/recordings-options.ts';
import { version } from '../app/version.ts';

/** The number of missing bodies that are named; the others are counted. */
const mostShown = 5;

/** Makes a new recording from a HAR and never replaces an existing one. */
export async function importHar(flags: Flags, io: Io, [source = '']: readonly string[]): Promise<number> {
  const options = resolveOptions(importOptions, { flags, env: io.env, file: {}, fileName: '' });
  const file = recordingFile(options.name ?? nameOf(source), options.dir, io.cwd);
  const { text, attached } = readSource(source, io);
  const value = parseJson(text, source);
  const redactor = new Redactor(nodeBodies);
  const skipped: string[] = [];
  const omitted: string[] = [];
  try {
    const recording = await withProgress(io, (onStep) =>
      readHar(value, source, redactor, {
        ...(options.upstream !== undefined && { upstream: options.upstream }),
        attached,
        onOmitted: (place, reason) => omitted.push(`${source}: the body of ${place} is left out: ${reason}`),
        onSkip: (place, reason) => skipped.push(`${source}: ${place} is left out: ${reason}`),
        onStep,
      }),
    );
    await reading(file, () =>
      rewriteRecording(file.path, redactor, (stored) => {
        if (stored === undefined) return recording;
        throw inputError(`${file.shown} is there already; choose another name with --name`);
      }),
    );
    for (const line of skipped) io.out(`${redactor.text(line)}\n`);
    const shown = omitted.slice(0, mostShown);
    if (omitted.length > mostShown) shown.push(`${source}: and ${omitted.length - mostShown} more`);
    const advice = adviseOn(countOmissions(recording.interactions.map(omissionsOf)));
    for (const line of [...shown, ...advice.map((sentence) => `${file.shown}: ${sentence}`)]) {
      io.err(`pricing-mock: ${redactor.text(line)}\n`);
    }
    io.out(
      `${file.shown}: ${counted(recording.interactions.length, 'interaction')} of ${recording.upstream}\n`,
    );
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof HarError) throw inputError(`${source}: ${redactor.text(error.message)}`);
    if (error instanceof RecordingError) throw inputError(redactor.text(error.message));
    throw error;
  }
}

export async function exportHar(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const options = resolveOptions(exportOptions, { flags, env: io.env, file: {}, fileName: '' });
  const { har, force, dir } = options;
  if (har === undefined) throw usageError('recordings export: --har <file> is missing');
  const file = recordingFile(given, dir, io.cwd);
  const recording = await load(file, noteTo(io));
  const entries = await withProgress(io, (onStep) => toHar(recording, version(), onStep));
  const text = `${JSON.stringify(entries, null, 2)}\n`;
  if (har === '-') {
    io.out(text);
    return exitCodes.ok;
  }
  try {
    await writeFile(resolve(io.cwd, har), text, { flag: force ? 'w' : 'wx', mode: 0o600 });
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST';
    throw inputError(
      isThere ? `${har} is there already; --force replaces it` : `${har}: ${whyNotWritten(error)}`,
    );
  }
  io.out(`${har}: ${counted(recording.interactions.length, 'entry')}\n`);
  return exitCodes.ok;
}

/** The name of a file as one for a recording. */
function nameOf(source: string): string {
  const name = basename(source)
    .replace(/(?:\.(?:har|json))?(?:\.zip)?$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 64);
  try {
    return recordingName(name);
  } catch {
    return 'imported';
  }
}

function readSource(source: string, io: Io): HarFiles {
  try {
    return openHar(resolve(io.cwd, source));
  } catch (error) {
    if (error instanceof HarError) throw inputError(`${source}: ${error.message}`);
    throw inputError(`${source}: ${whyNotRead(error)}`);
  }
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { fault } = scanJson(text, fileLimits);
    const place = fault === null ? '' : `: ${fault.reason}, at ${describePosition(text, fault.at)}`;
    throw inputError(`${source}: is not JSON${place}`);
  }
}
