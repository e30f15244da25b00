// Where recordings are kept: a folder of JSON files, each named by its recording.
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readRecording } from './document.ts';
import { isMissing } from './error-code.ts';
import type { Recording } from './format.ts';
import { fold, readJournal } from './journal.ts';
import { RecordingError } from './recording-error.ts';
import { recordingFiles } from './store.ts';

/** The file of a recording that is named, or given as a file: whatever ends in `.json` or has a slash in it. */
export function recordingPath(nameOrFile: string, folder: string): string {
  return /\.json$|[\\/]/.test(nameOrFile) ? nameOrFile : join(folder, `${nameOrFile}.json`);
}

/** The name of the recording in a file. */
export function recordingName(path: string): string {
  return basename(path).replace(/\.json$/, '');
}

/** The names in a folder, sorted; none where there is no folder. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder);
    return files
      .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
      .map(recordingName)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * A recording with what a recorder that was killed, or is still at work, has left beside it. Nothing is written.
 * @throws RecordingError
 */
export async function loadRecording(path: string): Promise<Recording> {
  const { journal } = recordingFiles(path);
  const left = await readJournal(journal);
  try {
    const recording = await readRecording(path);
    return left === undefined ? recording : fold(recording, left.entries);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    if (error.kind === 'missing' && left !== undefined) {
      const cause = 'a recorder that did not end well left a journal and nothing else';
      const remedy = `\`pricing-mock record <base-url> --name ${recordingName(path)}\` makes a recording of it.`;
      throw new RecordingError('missing', path, cause, remedy, {}, { cause: error });
    }
    if (error.kind === 'missing') throw await withNames(path, error);
    throw error;
  }
}

/** Whoever mistypes a name wants to know which there are. */
async function withNames(path: string, error: RecordingError): Promise<RecordingError> {
  const names = await listNames(dirname(path)).catch(() => []);
  if (names.length === 0) return error;
  const shown = [...names.slice(0, 20), ...(names.length > 20 ? [`${names.length - 20} more`] : [])];
  const remedy = `There are: ${shown.join(', ')}.`;
  return new RecordingError('missing', path, 'there is no such recording', remedy, {}, { cause: error });
}
