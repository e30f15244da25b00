// Where recordings are kept: a folder of JSON files, each named by its recording.
import { nearestName } from '../../http/nearest-name.ts';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readRecording, recordingFiles } from './document.ts';
import type { Recording } from '../format.ts';
import { applyLog, logNotes, readLog } from './write-ahead-log.ts';
import type { LogContent } from './write-ahead-log.ts';
import { RecordingError } from './recording-error.ts';
import { realTarget } from './regular-file.ts';

/**
 * The file of a recording that is named, or given as a file: whatever has a slash in it, is `.` or `..`, or ends in `.json`; or
 * in `.journal`, which stands for the recording that it belongs to.
 */
export function recordingPath(nameOrFile: string, folder: string): string {
  const file = nameOrFile.replace(/\.journal$/, '.json');
  return /\.json$|[\\/]|^\.\.?$/.test(file) ? file : join(folder, `${file}.json`);
}

/** The name of the recording in a file. */
export function recordingName(path: string): string {
  return basename(path).replace(/\.json$/, '');
}

/** The names in a folder, sorted; those of write-ahead logs alone are among them. */
export async function recordingNames(folder: string): Promise<string[]> {
  const names = (await readdir(folder))
    .filter((file) => /\.(?:json|journal)$/.test(file) && !file.startsWith('.'))
    .map((file) => file.replace(/\.(?:json|journal)$/, ''));
  return [...new Set(names)].sort();
}

/** What the files of a recording hold; at least one of the two is there. */
interface StoredFiles {
  readonly document: Recording | undefined;
  readonly left: LeftLog | undefined;
  /** Both together. */
  readonly recording: Recording;
}

/** What a recorder that was killed, or is still at work, has left beside a document or in place of it. */
export interface LeftLog extends LogContent {
  readonly file: string;
}

/** Nothing is written. @throws RecordingError */
export async function readFiles(path: string): Promise<StoredFiles> {
  // Before the document, into which it may be written meanwhile.
  const file = recordingFiles(await realTarget(path)).log;
  const content = await readLog(file);
  const left = content && { ...content, file };
  try {
    const document = await readRecording(path);
    return { document, left, recording: left === undefined ? document : applyLog(document, left.entries) };
  } catch (error) {
    if (!(error instanceof RecordingError) || error.kind !== 'missing') throw error;
    if (left === undefined) throw await withNames(path, error);
    if (left.head === undefined) throw headless(path, left.file);
    const recording = applyLog({ ...left.head, interactions: [] }, left.entries);
    return { document: undefined, left, recording };
  }
}

/** What a reader of a recording should know of its files, in whole lines. */
export function fileNotes(path: string, { document, left }: StoredFiles): string[] {
  if (left === undefined) return [];
  const how = document === undefined ? `read alone, as there is no ${path}` : 'read, too';
  return [`${left.file}: ${how}: a recorder is at work, or did not end well`, ...logNotes(left.file, left)];
}

/**
 * A recording with what a recorder has left beside it, or in place of it. Nothing is written.
 * @param onNote gets a line for whatever a reader of the recording should know of its files
 * @throws RecordingError
 */
export async function loadRecording(path: string, onNote: (line: string) => void): Promise<Recording> {
  const files = await readFiles(path);
  for (const note of fileNotes(path, files)) onNote(note);
  return files.recording;
}

function headless(path: string, log: string): RecordingError {
  const cause = `there is only its write-ahead log, ${log}, which does not say of what it is a recording`;
  const remedy = `\`pricing-mock record <base-url> --name ${recordingName(path)}\` takes it in.`;
  return new RecordingError('missing', path, cause, remedy);
}

/** Adds the names of the recordings that exist to the error for one that does not: the name may be mistyped. */
async function withNames(path: string, error: RecordingError): Promise<RecordingError> {
  const names = await recordingNames(dirname(path)).catch(() => []);
  if (names.length === 0) return error;
  const shown = [...names.slice(0, 20), ...(names.length > 20 ? [`${names.length - 20} more`] : [])];
  const files = names.map((name) => `${name}.json`);
  const nearest =
    nearestName(recordingName(path), names) ?? nearestName(basename(path), files)?.replace(/\.json$/, '');
  const remedy = nearest === undefined ? `There are: ${shown.join(', ')}.` : `Did you mean ${nearest}?`;
  return new RecordingError(
    'missing',
    path,
    'there is no such recording',
    remedy,
    { nearest },
    { cause: error },
  );
}
