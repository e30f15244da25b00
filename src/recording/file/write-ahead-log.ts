// The write-ahead log of a recording (`<name>.journal`): what was recorded since the document was last written, one JSON
// line each. A line is on the disk before its `append` resolves. The head of the recording stands before the lines, so
// that a log is a recording even where there is no document yet. Lines that come while others are on their way to the
// disk share the next write and sync.
import { isUtf8 } from 'node:buffer';
import { fstatSync, statSync } from 'node:fs';
import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { types } from 'node:util';
import { v } from '../../http/schema.ts';
import { exactObject, ShapeFault, checkShape } from './recording-schema.ts';
import { syncDirectory } from './atomic-file.ts';
import { unlessMissing } from '../../http/system-error.ts';
import { formatName } from '../format.ts';
import type { Interaction, Recording, RecordingHead } from '../format.ts';
import { findSyntaxFault, formatPath, parseHead, parseInteraction } from './read.ts';
import { vanished } from './recording-error.ts';
import { readRegularFile } from './regular-file.ts';

/** Replaces the interaction with this id; if there is none, inserts it before `before`, or at the end for null. */
export type LogEntry =
  | { readonly before: string | null; readonly interaction: Interaction }
  | { readonly before: string | null; readonly repeat: Repeat };

/** The same answer once more. */
interface Repeat {
  readonly id: string;
  /** The id of the interaction that it repeats. */
  readonly of: string;
  readonly at: string;
  readonly milliseconds: number;
}

/** A write waits at most so many turns of the event loop for others that may share its sync. */
const mostTurns = 8;

export class WriteAheadLog {
  readonly #path: string;
  readonly #head: RecordingHead;
  readonly #check: () => void;
  #file: FileHandle | undefined;
  /** The lines for the next write, which begins when the last one is done. */
  #waiting: string[] = [];
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  /** Set for good by the first failure: nothing can be appended behind half a line. */
  #failure: Error | undefined;
  /** How many bytes are in the file, including the head. */
  #written = 0;
  #length = 0;

  /**
   * The file appears with the first line.
   * @param check is called after each write; what it throws fails that write
   */
  constructor(path: string, head: RecordingHead, check: () => void = () => undefined) {
    this.#path = path;
    this.#head = head;
    this.#check = check;
  }

  get isEmpty(): boolean {
    return this.#file === undefined;
  }

  /** How many lines were written, without the head. */
  get length(): number {
    return this.#length;
  }

  /**
   * Whether the file still is where it was made and holds what was written. `git clean` or a change of branches removes
   * an open file, and no write to it fails.
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
   * Resolves when these lines, and all before them, are on the disk and the file has been verified. A repeated answer
   * adds no line and waits all the same: the line of its original may not be synced yet.
   * @param lines without their ends, see `logLine`
   */
  append(lines: readonly string[]): Promise<void> {
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
    // Whoever is ready shares the write: where one turn of the event loop brought more lines, the next one may, too.
    for (let turn = 0, before = -1; turn < mostTurns && before < this.#waiting.length; turn += 1) {
      before = this.#waiting.length;
      await new Promise(setImmediate);
    }
    const lines = this.#waiting;
    this.#waiting = [];
    this.#last = this.#next!;
    this.#next = undefined;
    if (this.#failure !== undefined) throw this.#failure;
    try {
      if (lines.length > 0) await this.#writeSynced(lines);
      this.verify();
      this.#check();
    } catch (error) {
      this.#failure = types.isNativeError(error) ? error : new Error(String(error));
      throw this.#failure;
    }
  }

  async #writeSynced(lines: readonly string[]): Promise<void> {
    const isFirst = this.#file === undefined;
    this.#file ??= await create(this.#path);
    const text = [...(isFirst ? [JSON.stringify(this.#head)] : []), ...lines, ''].join('\n');
    const bytes = Buffer.from(text);
    await this.#file.appendFile(bytes);
    this.#written += bytes.length;
    await this.#file.datasync();
    this.#length += lines.length;
  }
}

export function logLine(entry: LogEntry): string {
  return JSON.stringify(entry);
}

export interface LogContent {
  /** Undefined where the first line is no head. */
  readonly head: RecordingHead | undefined;
  readonly entries: readonly LogEntry[];
  /** The line of each entry, from 1. */
  readonly lines: readonly number[];
  /** Lines that say nothing that can be recorded; those before and behind them count. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  /** Whether the last line was cut off, as by a power loss; nobody was told that it is recorded. */
  readonly torn: boolean;
}

/** The longest file that Node reads at once. A log is read line by line, so it need not become one text. */
const longestLog = 2 ** 31 - 1;

/**
 * What a recorder that was killed left, or one at work has written so far; undefined when there is nothing.
 * @throws RecordingError for what is no file, and for a newer format
 */
export async function readLog(path: string): Promise<LogContent | undefined> {
  const bytes = await readRegularFile(path, longestLog);
  if (bytes === undefined) return undefined;
  let head: RecordingHead | undefined;
  const entries: LogEntry[] = [];
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
 * Removes the log of a document that holds its entries now.
 * @returns the file that keeps the lines which were left out; undefined when there are none
 */
export async function removeLog(path: string, { skipped }: LogContent): Promise<string | undefined> {
  const kept = skipped.length > 0 ? await freeName(`${path}.damaged`) : undefined;
  if (kept === undefined) await rm(path, { force: true });
  else await rename(path, kept);
  await syncDirectory(dirname(path));
  return kept;
}

/** What a user is told of a log that is taken in, in whole lines. */
export function logNotes(path: string, { skipped, torn }: LogContent): string[] {
  const notes = skipped.map(({ line, reason }) => `${path}:${line}: left out, as ${reason}`);
  return torn ? [...notes, `${path}: its last line was not wholly written and is left out`] : notes;
}

/** The recording with a log's entries in it. To apply a log twice is to apply it once. */
export function applyLog(recording: Recording, entries: readonly LogEntry[]): Recording {
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

const entrySchema = exactObject({
  before: v.nullable(v.string('is not an id')),
  interaction: v.exactOptional(v.unknown()),
  repeat: v.exactOptional(
    exactObject({
      id: v.string('is not an id'),
      of: v.string('is not an id'),
      at: v.string('is not a time'),
      milliseconds: v.number('is not a number'),
    }),
  ),
});

function parseEntry(value: unknown): LogEntry {
  checkShape(entrySchema, value, []);
  const { before, interaction, repeat } = value;
  if (repeat !== undefined) return { before, repeat };
  return { before, interaction: parseInteraction(interaction, ['interaction']) };
}

async function freeName(stem: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${stem}-${number}`;
    if ((await lstat(name).catch(unlessMissing)) === undefined) return name;
  }
}
