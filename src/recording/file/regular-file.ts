// Opens regular files only. Another program may have put something else in the place of a recording: a link to a device
// has no end, a FIFO never answers, a folder holds no text, and a write to a dangling link would go wherever it points.
import { constants as buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isMissing, reasonOf } from '../../http/system-error.ts';
import { RecordingError } from './recording-error.ts';

/** The longest file that can be one text, in bytes. */
export const longestText = buffer.MAX_STRING_LENGTH;

/** Without O_NONBLOCK, opening a FIFO would wait for a writer. Windows has neither FIFO nor flag. */
const readAtOnce = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The bytes of a regular file; undefined when there is none.
 * @param most how many bytes are read at most
 * @throws RecordingError `not-a-file`, `too-large` or `unreadable`
 */
export async function readRegularFile(path: string, most: number): Promise<Buffer | undefined> {
  try {
    const file = await open(path, readAtOnce);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw notAFile(path, kindOf(found));
      if (found.size > most) throw tooLarge(path, most, 'Record it in parts, one scenario each.');
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    if (isMissing(error)) {
      await refuseDanglingLink(path);
      return undefined;
    }
    throw unreadable(path, error);
  }
}

/**
 * The file behind a path and its symbolic links, whether it exists or not.
 * @throws RecordingError `not-a-file` for a link to nothing, and for what is there and no regular file; `unreadable`
 */
export async function realTarget(path: string): Promise<string> {
  try {
    const target = await realpath(path);
    const found = await stat(target);
    if (!found.isFile()) throw notAFile(path, kindOf(found));
    return target;
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    if (!isMissing(error)) throw unreadable(path, error);
  }
  await refuseDanglingLink(path);
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  return join(folder, basename(path));
}

/** @param remedy what to do, as a sentence */
export function tooLarge(path: string, most: number, remedy: string): RecordingError {
  const size = most < 1024 * 1024 ? `${most} bytes` : `${Math.floor(most / 1024 / 1024)} MB`;
  return new RecordingError('too-large', path, `more than ${size} cannot be read back`, remedy);
}

function unreadable(path: string, error: unknown): RecordingError {
  const cause = `the file cannot be read: ${reasonOf(error)}`;
  return new RecordingError('unreadable', path, cause, 'Check its permissions.', {}, { cause: error });
}

async function refuseDanglingLink(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink() === true) throw notAFile(path, 'a link to a file that is not there');
}

function notAFile(path: string, kind: string): RecordingError {
  return new RecordingError('not-a-file', path, `this is ${kind}`, 'Remove it, or choose another name.');
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder, not a file';
  if (found.isFIFO()) return 'a FIFO, not a file';
  return found.isSocket() ? 'a socket, not a file' : 'a device, not a file';
}
