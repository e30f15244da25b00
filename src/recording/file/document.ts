// A recording's file as a lowdb document: the only importer of lowdb. `JSONFilePreset` is not for us: under
// NODE_ENV=test it writes nothing (style.md, trap 6).

import { basename, dirname, join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import type { Low } from 'lowdb';
import { DurableFile } from './atomic-file.ts';
import type { Interaction, Recording } from '../format.ts';
import { parseRecording } from './read.ts';
import { recordingPieces } from './print.ts';
import { RecordingError } from './recording-error.ts';
import { longestText, readRegularFile, tooLarge } from './regular-file.ts';

interface DocumentOptions {
  /** How an interaction is printed; the last gate against secrets. */
  readonly print?: (interaction: Interaction) => string;
  /** So many bytes at most are written; as many as can be read back unless given. */
  readonly mostBytes?: number;
}

/**
 * @param path the file, behind its symbolic links
 * @param initial what the document holds until it has been written
 */
export async function openDocument(
  path: string,
  initial: Recording,
  { print, mostBytes = longestText }: DocumentOptions = {},
): Promise<Low<Recording>> {
  // Loaded by those who write alone.
  const { Low } = await import('lowdb');
  const format = {
    parse: (bytes: Buffer) => parseBytes(bytes, path),
    print: (recording: Recording) => readableAgain(recordingPieces(recording, print), path, mostBytes),
  };
  return new Low(new DurableFile(path, format), initial);
}

/** Reads a recording's document without taking it over; see `loadRecording`. @throws RecordingError */
export async function readRecording(path: string): Promise<Recording> {
  const bytes = await readRegularFile(path, longestText);
  if (bytes !== undefined) return parseBytes(bytes, path);
  const remedy = '`pricing-mock recordings ls` lists what is there; `pricing-mock record` makes one.';
  throw new RecordingError('missing', path, 'there is no such recording', remedy);
}

/** @throws RecordingError `too-large` in place of the piece with which nobody could read the file back */
function* readableAgain(pieces: Iterable<string>, path: string, mostBytes: number): Generator<string> {
  let bytes = 0;
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > mostBytes) {
      const remedy = 'It stays as it was, its write-ahead log too; go on under another name.';
      throw tooLarge(path, mostBytes, remedy);
    }
    yield piece;
  }
}

function parseBytes(bytes: Buffer, path: string): Recording {
  if (!isUtf8(bytes)) {
    throw new RecordingError('not-utf8', path, 'the file is not UTF-8', 'Save it as UTF-8.', {
      line: lineOfBadByte(bytes),
    });
  }
  return parseRecording(bytes.toString(), path);
}

function lineOfBadByte(bytes: Buffer): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** The files of a recording: itself, and what stands beside it while it is being made. */
export function recordingFiles(path: string): { readonly log: string; readonly lock: string } {
  const stem = join(dirname(path), basename(path).replace(/\.json$/, ''));
  return { log: `${stem}.journal`, lock: `${stem}.lock` };
}
