// A recording's file as a lowdb document: the only importer of lowdb. `JSONFilePreset` is not for us: under
// NODE_ENV=test it writes nothing (style.md, trap 6).
import { constants, isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Low } from 'lowdb';
import { DurableFile } from './durable-file.ts';
import { codeOf, isMissing } from './error-code.ts';
import type { Interaction, Recording } from './format.ts';
import { parseRecording } from './parse.ts';
import { recordingPieces } from './print.ts';
import { RecordingError } from './recording-error.ts';

/** The longest file that can be one string. */
const mostBytes = constants.MAX_STRING_LENGTH;

/**
 * @param path the file, behind its symbolic links
 * @param initial what the document holds until it has been written
 * @param print how an interaction is printed; the last gate against secrets
 */
export async function openDocument(
  path: string,
  initial: Recording,
  print?: (interaction: Interaction) => string,
): Promise<Low<Recording>> {
  // Loaded by those who write, and by import(): the program is CommonJS, and require() of an ES module is not for
  // every Node 22.
  const { Low } = await import('lowdb');
  const format = {
    parse: (bytes: Buffer) => parseBytes(bytes, path),
    print: (recording: Recording) => recordingPieces(recording, print),
  };
  return new Low(new DurableFile(path, format), initial);
}

/** Reads a recording without taking it over, such as for a replay. @throws RecordingError */
export async function readRecording(path: string): Promise<Recording> {
  let bytes;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isMissing(error)) {
      const remedy = '`pricing-mock recordings ls` lists what is there; `pricing-mock record` makes one.';
      throw new RecordingError('missing', path, 'there is no such recording', remedy, {}, { cause: error });
    }
    if (codeOf(error) === 'ERR_FS_FILE_TOO_LARGE') throw tooLarge(path);
    const cause = `the file cannot be read: ${codeOf(error) ?? String(error)}`;
    throw new RecordingError('unreadable', path, cause, 'Check its permissions.', {}, { cause: error });
  }
  return parseBytes(bytes, path);
}

function parseBytes(bytes: Buffer, path: string): Recording {
  if (bytes.length > mostBytes) throw tooLarge(path);
  if (!isUtf8(bytes)) {
    throw new RecordingError('not-utf8', path, 'the file is not UTF-8', 'Save it as UTF-8.', {
      line: lineOfBadByte(bytes),
    });
  }
  return parseRecording(bytes.toString(), path);
}

function tooLarge(path: string): RecordingError {
  const cause = `the file has more than ${Math.floor(mostBytes / 1024 / 1024)} MB`;
  return new RecordingError('too-large', path, cause, 'Record it in parts, one scenario each.');
}

function lineOfBadByte(bytes: Buffer): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
