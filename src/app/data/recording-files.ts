// Finds and loads the recordings that a command names, and words the errors of bad ones.
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isMissing, isRefusal, whyNotRead } from '../../http/system-error.ts';
import { loadRecording, recordingName, recordingNames, recordingPath } from '../../recording/file/folder.ts';
import type { Recording } from '../../recording/format.ts';
import { RecordingError } from '../../recording/file/recording-error.ts';
import { inputError, usageError } from '../options/command-error.ts';
import { dirOption } from '../options/serve-options.ts';

export interface RecordingFile {
  readonly name: string;
  readonly path: string;
  /** The path as the user would write it. */
  readonly shown: string;
  /** Whether the user named it, rather than its file. */
  readonly isNamed: boolean;
  /** The recording of the same name in the folder of recordings. */
  readonly inFolder: { readonly path: string; readonly shown: string };
}

/**
 * @param given a name, or a file
 * @throws CommandError (2) for an empty one
 */
export function recordingFile(given: string, dir: string, cwd: string): RecordingFile {
  if (given === '') throw usageError('a recording is named by its name or its file, which must not be empty');
  const shown = recordingPath(given, dir);
  const beside = join(dir, `${recordingName(shown)}.json`);
  const inFolder = { path: resolve(cwd, beside), shown: beside };
  const isNamed = shown === join(dir, `${given}.json`);
  return { name: recordingName(shown), path: resolve(cwd, shown), shown, isNamed, inFolder };
}

/**
 * The names of the recordings in a folder; none where the usual folder is not there yet.
 * @throws CommandError (4) for another folder that is not there, and what cannot be read as one
 */
export async function namesIn(dir: string, cwd: string): Promise<string[]> {
  try {
    return await recordingNames(resolve(cwd, dir));
  } catch (error) {
    if (isMissing(error) && dir === dirOption.default) return [];
    if (isMissing(error)) throw inputError(`--dir ${dir}: there is no such folder`);
    if (!isRefusal(error)) throw error;
    throw inputError(`--dir ${dir}: ${whyNotRead(error)}`);
  }
}

/**
 * A recording, with what a recorder has left beside it.
 * @param say gets a line for each thing that the user should know about the files
 * @throws CommandError (4)
 */
export function load(file: RecordingFile, say: (note: string) => void): Promise<Recording> {
  return reading(file, () =>
    loadRecording(file.path, (note) => {
      say(asWritten(note, file));
    }),
  );
}

/** @throws CommandError (4) with the file, the line and the kind of what is wrong */
export async function reading<T>(file: RecordingFile, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    // Who only reads has no use for the place of the file.
    const remedy = error.kind === 'not-a-file' ? 'Name a recording or its file.' : undefined;
    throw inputError(explain(error, file, remedy));
  }
}

/** The message with the file as the user would write it. */
export function explain(error: RecordingError, file: RecordingFile, remedy = remedyOf(error, file)): string {
  return asWritten(
    error.message.replace(error.remedy, () => remedy),
    file,
  );
}

function remedyOf({ kind, nearest, remedy }: RecordingError, file: RecordingFile): string {
  const { name, path, shown, isNamed, inFolder } = file;
  if (kind !== 'missing') return remedy;
  const isElsewhere = path !== inFolder.path && existsSync(inFolder.path);
  if (isElsewhere && nearest !== name) return `Did you mean ${name}, which is ${inFolder.shown}?`;
  if (isNamed || nearest === undefined) return remedy;
  return `Did you mean ${shown.slice(0, -basename(shown).length)}${nearest}.json?`;
}

/** A text about a recording's files with their names as the user would write them. */
export function asWritten(text: string, { path, shown }: RecordingFile): string {
  const stem = (name: string) => name.replace(/\.json$/, '');
  return text.replaceAll(path, shown).replaceAll(`${stem(path)}.`, `${stem(shown)}.`);
}
