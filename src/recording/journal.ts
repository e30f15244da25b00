// What was recorded since the document was last written, one JSON line each, on the disk before `append` resolves.
// Lines that come while others are on their way to the disk wait together and share one write and one sync.
import { fdatasync, writeSync } from 'node:fs';
import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ShapeFault, fields } from './check-interaction.ts';
import { syncDirectory } from './durable-file.ts';
import { isMissing } from './error-code.ts';
import type { Interaction, Recording } from './format.ts';
import { formatPath, parseInteraction } from './parse.ts';
import { RecordingError } from './recording-error.ts';

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
  #file: FileHandle | undefined;
  /** The lines for the next write, which begins when the last one is done. */
  #waiting: string[] = [];
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  /** Set for good by the first failure: behind half a line nothing can be appended. */
  #failure: Error | undefined;

  /** The file appears with the first line. */
  constructor(path: string) {
    this.#path = path;
  }

  get isEmpty(): boolean {
    return this.#file === undefined;
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
    this.#waiting = [];
    this.#last = this.#next!;
    this.#next = undefined;
    if (this.#failure !== undefined) throw this.#failure;
    try {
      this.#file ??= await create(this.#path);
      await appendSynced(this.#file.fd, `${lines.join('\n')}\n`);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw this.#failure;
    }
  }
}

/**
 * The write goes to the system's memory and takes less time than to have a thread do it; the sync, which goes to the
 * disk, is left to a thread.
 */
function appendSynced(fd: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bytes = encoded(text);
    for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
    fdatasync(fd, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
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
  readonly entries: readonly JournalEntry[];
  /** Whether the last line was cut off, as by a power loss; nobody was told that it is recorded. */
  readonly torn: boolean;
}

/** What a recorder that was killed left; undefined when there is nothing. @throws RecordingError */
export async function readJournal(path: string): Promise<JournalContent | undefined> {
  let bytes;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const entries: JournalEntry[] = [];
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) return { entries, torn: start < bytes.length };
    try {
      entries.push(parseEntry(bytes.toString('utf8', start, end)));
    } catch (error) {
      // A last line that has its end and not its middle is torn as well: pages reach the disk in any order.
      if (end === bytes.length - 1) return { entries, torn: true };
      throw damaged(path, line, error);
    }
    start = end + 1;
  }
}

export async function removeJournal(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncDirectory(dirname(path));
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

function parseEntry(line: string): JournalEntry {
  const entry = fields(JSON.parse(line), [], ['before', 'interaction', 'repeat']);
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

function damaged(path: string, line: number, error: unknown): RecordingError {
  const shape = error instanceof ShapeFault ? error : undefined;
  const cause = shape === undefined ? 'the line is damaged' : `${formatPath(shape.path)} ${shape.message}`;
  const remedy = 'Remove the line to keep the others, or the file to give up what is in it.';
  return new RecordingError('damaged-journal', path, cause, remedy, { line }, { cause: error });
}
