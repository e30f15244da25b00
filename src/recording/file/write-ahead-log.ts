// What was recorded since the document was last written, one JSON line each, on the disk before `append` resolves. Before
// them stands the head of the recording, so that a journal is a recording even where there is no document yet.
// Lines that come while others are on their way to the disk wait together and share one write and one sync.
import { isUtf8 } from 'node:buffer';
import { fdatasync, fstatSync, statSync, writeSync } from 'node:fs';
import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ShapeFault, fields } from './check-interaction.ts';
import { syncDirectory } from './atomic-file.ts';
import { unlessMissing } from './error-code.ts';
import { formatName } from '../format.ts';
import type { Interaction, Recording, RecordingHead } from '../format.ts';
import { findSyntaxFault } from '../../http/json-text.ts';
import { formatPath, parseHead, parseInteraction } from './read.ts';
import { vanished } from './recording-error.ts';
import { readRegularFile } from './regular-file.ts';

/** Puts an interaction in the place of the one with its id; a new one before the one named, or at the end. */
export type JournalEntry =
  | { readonly before: string | null; readonly interaction: Interaction }
  | { readonly before: string | null; readonly repeat: Repeat };

/** The same answer once more. */
export interface Repeat {
  readonly id: string;
  /** The id of the interaction that it repeats. */
  readonly of: string;
  readonly at: string;
  readonly milliseconds: number;
}

/** So long a write waits for others that may share its sync; with nobody else about, it waits for one turn. */
const mostTurns = 8;

export class Journal {
  readonly #path: string;
  readonly #head: RecordingHead;
  #file: FileHandle | undefined;
  /** The lines for the next write, which begins when the last one is done. */
  #waiting: string[] = [];
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  /** Set for good by the first failure: behind half a line nothing can be appended. */
  #failure: Error | undefined;
  /** So many bytes are in the file, the head's among them. */
  #written = 0;
  #length = 0;

  /** The file appears with the first line. */
  constructor(path: string, head: RecordingHead) {
    this.#path = path;
    this.#head = head;
  }

  get isEmpty(): boolean {
    return this.#file === undefined;
  }

  /** How many lines were written, without the head. */
  get length(): number {
    return this.#length;
  }

  /**
   * Whether what was written is still where it belongs: `git clean` and a change of branches take files away from those
   * who have them open, and no write fails. It asks at once, as a question to the system's memory takes less time than a
   * thread.
   * @throws RecordingError `vanished`
   */
  verify(): void {
    if (this.#file === undefined) return;
    const own = fstatSync(this.#file.fd);
    const named = statSync(this.#path, { throwIfNoEntry: false });
    if (named === undefined) throw vanished(this.#path, 'was removed');
    if (named.ino !== own.ino || named.dev !== own.dev) throw vanished(this.#path, 'was replaced');
    if (own.size < this.#written) throw vanished(this.#path, 'was cut short');
  }

  /**
   * Resolves when these lines, and all before them, are on the disk.
   * @param lines without their ends, see `journalLine`
   */
  append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return this.#next ?? this.#last;
    for (const line of lines) this.#waiting.push(line); // there may be too many for one call
    this.#next ??= this.#write(this.#last);
    return this.#next;
  }

  async close(): Promise<void> {
    await this.append([]).catch(() => undefined);
    await this.#file?.close();
  }

  async #write(last: Promise<void>): Promise<void> {
    await last.catch(() => undefined);
    // A turn of the event loop lets all who are ready get in. Where it brought more, the next one will, too.
    for (let turn = 0, before = 0; turn < mostTurns && before < this.#waiting.length; turn += 1) {
      before = this.#waiting.length;
      await new Promise(setImmediate);
    }
    const lines = this.#waiting;
    const { length } = lines;
    this.#waiting = [];
    this.#last = this.#next!;
    this.#next = undefined;
    if (this.#failure !== undefined) throw this.#failure;
    try {
      if (this.#file === undefined) {
        this.#file = await create(this.#path);
        lines.unshift(JSON.stringify(this.#head));
      }
      await this.#appendSynced(this.#file.fd, `${lines.join('\n')}\n`);
      this.#length += length;
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw this.#failure;
    }
  }

  /**
   * The write goes to the system's memory and takes less time than to have a thread do it; the sync, which goes to the
   * disk, is left to a thread.
   */
  #appendSynced(fd: number, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const bytes = encoded(text);
      for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
      this.#written += bytes.length;
      fdatasync(fd, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  }
}

/** Written over each time: a write is done when the next one begins. */
const room = Buffer.allocUnsafeSlow(256 * 1024);

function encoded(text: string): Uint8Array {
  return text.length * 3 > room.length ? Buffer.from(text) : room.subarray(0, room.write(text));
}

export function journalLine(entry: JournalEntry): string {
  return JSON.stringify(entry);
}

export interface JournalContent {
  /** Undefined where the first line is none, as in journals of earlier versions. */
  readonly head: RecordingHead | undefined;
  readonly entries: readonly JournalEntry[];
  /** The line of each entry, from 1. */
  readonly lines: readonly number[];
  /** Lines that say nothing that can be recorded; those before and behind them count. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  /** Whether the last line was cut off, as by a power loss; nobody was told that it is recorded. */
  readonly torn: boolean;
}

/** The longest file that Node reads at once. A journal need not become one text. */
const longestJournal = 2 ** 31 - 1;

/**
 * What a recorder that was killed left, or one at work has written so far; undefined when there is nothing.
 * @throws RecordingError for what is no file, and for a newer format
 */
export async function readJournal(path: string): Promise<JournalContent | undefined> {
  const bytes = await readRegularFile(path, longestJournal);
  if (bytes === undefined) return undefined;
  let head: RecordingHead | undefined;
  const entries: JournalEntry[] = [];
  const lines: number[] = [];
  const skipped: { line: number; reason: string }[] = [];
  for (let line = 1, start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    try {
      const value = parseLine(bytes.subarray(start, end));
      if (line === 1 && isHead(value)) head = parseHead(value, path);
      else {
        entries.push(parseEntry(value));
        lines.push(line);
      }
    } catch (error) {
      if (!(error instanceof ShapeFault)) throw error;
      if (end >= bytes.length - 1 && error instanceof Incomplete) {
        return { head, entries, lines, skipped, torn: true };
      }
      const place = error.path.length === 0 ? 'the line' : formatPath(error.path);
      skipped.push({ line, reason: `${place} ${error.message}` });
    }
    start = end + 1;
  }
  return { head, entries, lines, skipped, torn: false };
}

/**
 * Removes the journal of a document that holds its entries now.
 * @returns where it is kept, for whoever can read the lines that were left out; undefined when there are none
 */
export async function removeJournal(path: string, { skipped }: JournalContent): Promise<string | undefined> {
  const kept = skipped.length > 0 ? await freeName(`${path}.damaged`) : undefined;
  if (kept === undefined) await rm(path, { force: true });
  else await rename(path, kept);
  await syncDirectory(dirname(path));
  return kept;
}

/** What is to be told of a journal that is taken in, in whole lines. */
export function journalNotes(path: string, { skipped, torn }: JournalContent): string[] {
  const notes = skipped.map(({ line, reason }) => `${path}:${line}: left out, as ${reason}`);
  return torn ? [...notes, `${path}: its last line was not wholly written and is left out`] : notes;
}

/** The recording with a journal's entries in it; to do it twice is to do it once. */
export function fold(recording: Recording, entries: readonly JournalEntry[]): Recording {
  const cells = recording.interactions.map((interaction) => ({ interaction }));
  const byId = new Map(cells.map((cell) => [cell.interaction.id, cell]));
  const inserted = new Map<string, typeof cells>();
  for (const entry of entries) {
    const { before } = entry;
    const id = 'repeat' in entry ? entry.repeat.id : entry.interaction.id;
    const known = byId.get(id);
    if (known !== undefined) {
      if ('interaction' in entry) known.interaction = entry.interaction;
      continue;
    }
    const interaction =
      'repeat' in entry ? repeated(byId.get(entry.repeat.of)?.interaction, entry.repeat) : entry.interaction;
    if (interaction === undefined) continue;
    const cell = { interaction };
    let place = cells;
    if (before !== null && byId.has(before)) {
      place = inserted.get(before) ?? [];
      inserted.set(before, place);
    }
    byId.set(id, cell);
    place.push(cell);
  }
  const inOrder = cells.flatMap((cell) => [...(inserted.get(cell.interaction.id) ?? []), cell]);
  return { ...recording, interactions: inOrder.map(({ interaction }) => interaction) };
}

/** Undefined when what it repeats was removed from the recording meanwhile. */
function repeated(
  interaction: Interaction | undefined,
  { id, at, milliseconds }: Repeat,
): Interaction | undefined {
  return interaction === undefined ? undefined : { ...interaction, id, at, milliseconds };
}

async function create(path: string): Promise<FileHandle> {
  const file = await open(path, 'ax', 0o600);
  await syncDirectory(dirname(path));
  return file;
}

/** JSON that ends before its value does, or a page of it that never reached the disk. */
class Incomplete extends ShapeFault {}

function parseLine(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  try {
    const value: unknown = JSON.parse(text);
    if (isUtf8(bytes)) return value;
  } catch {
    if (findSyntaxFault(text)?.truncated === true || text.includes('\0'))
      throw new Incomplete([], 'is incomplete');
    throw new ShapeFault([], 'is not valid JSON');
  }
  throw new ShapeFault([], 'is not UTF-8');
}

function isHead(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === formatName;
}

function parseEntry(value: unknown): JournalEntry {
  const entry = fields(value, [], ['before', 'interaction', 'repeat']);
  const { before } = entry;
  if (before !== null && typeof before !== 'string') throw new ShapeFault(['before'], 'is not an id');
  if (entry.repeat === undefined)
    return { before, interaction: parseInteraction(entry.interaction, ['interaction']) };
  const { id, of, at, milliseconds } = fields(entry.repeat, ['repeat'], ['id', 'of', 'at', 'milliseconds']);
  if (![id, of, at].every((text) => typeof text === 'string') || typeof milliseconds !== 'number') {
    throw new ShapeFault(['repeat'], 'is not a repeat');
  }
  return { before, repeat: entry.repeat as Repeat };
}

async function freeName(stem: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${stem}-${number}`;
    if ((await lstat(name).catch(unlessMissing)) === undefined) return name;
  }
}
