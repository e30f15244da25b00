// A recording while it is being made: lock, journal and document together. What `add` has answered for is on the
// disk; a disk that refuses ends the recording, never the traffic that is recorded.
import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isLoopback } from '../loopback.ts';
import { Batches } from './batches.ts';
import { ShapeFault, checkInteraction } from './check-interaction.ts';
import { openDocument } from './document.ts';
import { sweepTemporaryFiles } from './durable-file.ts';
import { isRefusal, reasonOf } from './error-code.ts';
import { ExactJson } from './exact-json.ts';
import { formatName, formatVersion } from './format.ts';
import type { Interaction, RecordedBody, Recording } from './format.ts';
import { Journal, fold, journalLine, journalNotes, readJournal, removeJournal } from './journal.ts';
import type { JournalContent } from './journal.ts';
import { type Lock, takeLock } from './lock.ts';
import { formatPath } from './parse.ts';
import { printInteraction, printedLength } from './print.ts';
import { printedLine } from './print-exchange.ts';
import { RecordingError, leak, unrecordable, unwritable, vanished } from './recording-error.ts';
import type { Exchange, Redactor } from './redact.ts';
import { longestText, realTarget, tooLarge } from './regular-file.ts';
import { Sequence } from './sequence.ts';

export interface RecordingOptions {
  /** The origin to record. */
  readonly upstream: string;
  readonly redactor: Redactor;
  /** A word for the reader of a new recording. */
  readonly note?: string;
  /** So many bytes the recording may have at most; as many as can be read back unless given. */
  readonly mostBytes?: number;
  /** Called once, when the disk refuses for the first time. */
  readonly onFailure?: (error: RecordingError) => void;
}

export type Added =
  | { readonly recorded: true; readonly id: string; readonly repeated: boolean }
  | { readonly recorded: false; readonly error: RecordingError };

/** What a session has done to a recording. */
export interface SessionCounts {
  /** New ones, and those that took the place of another answer. */
  readonly recorded: number;
  /** Those that were there already. */
  readonly repeated: number;
  /** Those that could not be stored or replayed, or would have leaked a secret. */
  readonly lost: number;
}

/** The files of a recording: itself, and what stands beside it while it is being made. */
export function recordingFiles(path: string): { readonly journal: string; readonly lock: string } {
  const stem = join(dirname(path), basename(path).replace(/\.json$/, ''));
  return { journal: `${stem}.journal`, lock: `${stem}.lock` };
}

/**
 * Takes a recording over, or begins one. A disk that refuses does not throw: see `failed`.
 * @throws RecordingError when somebody else is recording into it, or it is damaged or of another upstream
 */
export async function openRecording(path: string, options: RecordingOptions): Promise<OpenRecording> {
  const recording = new OpenRecording(path, options);
  await recording.open();
  return recording;
}

export class OpenRecording {
  readonly #options: RecordingOptions;
  /** As named, for messages. */
  readonly #name: string;
  /** Behind symbolic links. */
  #path: string;
  #lock: Lock | undefined;
  #journal: Journal | undefined;
  #sequence: Sequence | undefined;
  #failed: RecordingError | undefined;
  #warnings: string[] = [];
  #closing = false;
  /** Whether there is a document, in which the answers stand that are not stored again. */
  #hasDocument = false;
  /** How long the document will be, at most. */
  #bytes = 0;
  readonly #batches = new Batches((exchanges: readonly Exchange[]) => this.#store(exchanges));
  readonly #counts = { recorded: 0, repeated: 0, lost: 0 };

  /** Use `openRecording`. */
  constructor(path: string, options: RecordingOptions) {
    this.#name = path;
    this.#path = path;
    this.#options = options;
  }

  /** Why nothing more is recorded; undefined while all is well. */
  get failed(): RecordingError | undefined {
    return this.#failed;
  }

  /** What was noticed at opening, such as the end of a recorder that was killed. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  get counts(): SessionCounts {
    return this.#counts;
  }

  async open(): Promise<void> {
    try {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      this.#path = await realTarget(this.#path);
      this.#lock = await takeLock(recordingFiles(this.#path).lock, this.#name);
      await sweepTemporaryFiles(this.#path);
      await sweepTemporaryFiles(recordingFiles(this.#path).lock);
      const { interactions, ...head } = (await this.#takeOver()).recording;
      const document = statSync(this.#path, { throwIfNoEntry: false });
      this.#hasDocument = document !== undefined;
      this.#bytes = document?.size ?? 0;
      this.#sequence = new Sequence(interactions);
      this.#journal = new Journal(recordingFiles(this.#path).journal, head);
    } catch (error) {
      if (!isRefusal(error)) {
        await this.#lock?.release();
        throw error;
      }
      this.#fail(error);
    }
  }

  /**
   * Stores an exchange, with all its headers; what is secret is taken out here. Resolves when it is on the disk.
   * The order of the calls is the order of the recording.
   */
  add(exchange: Exchange): Promise<Added> {
    return this.#closing ? Promise.resolve(this.#lose()) : this.#batches.add(exchange);
  }

  async #store(exchanges: readonly Exchange[]): Promise<readonly Added[]> {
    const lines: string[] = [];
    const added = exchanges.map((exchange) => this.#place(exchange, lines));
    try {
      // Also for what was there already: it may be on its way to the disk only now.
      await this.#journal?.append(lines);
      this.#verify();
    } catch (error) {
      this.#fail(error);
      return added.map((one) => (one.recorded ? this.#lose() : one));
    }
    for (const one of added) {
      if (one.recorded) this.#counts[one.repeated ? 'repeated' : 'recorded'] += 1;
    }
    return added;
  }

  /** @param lines get what has to be written */
  #place(exchange: Exchange, lines: string[]): Added {
    const sequence = this.#sequence;
    if (this.#failed !== undefined || sequence === undefined) return this.#lose();
    try {
      const printed = this.#options.redactor.print(exchange);
      // Before it has a place: what is refused leaves no trace.
      const newId = sequence.idFor(printed.exchange);
      if (printed.refused) return this.#lose(leak(this.#name, newId));
      checkInteraction(asRead({ id: newId, ...printed.exchange }), []);
      const { id, repeated, entries } = sequence.place(printed.exchange);
      const more = entries.map((entry) =>
        'interaction' in entry ? printedLine(entry, printed.text) : journalLine(entry),
      );
      for (const line of more) this.#bytes += printedLength(line);
      if (this.#bytes > this.#mostBytes) {
        this.#fail(tooLarge(this.#name, this.#mostBytes, 'Record what follows under another name.'));
        return this.#lose();
      }
      lines.push(...more);
      return { recorded: true, id, repeated };
    } catch (error) {
      // An exchange that cannot be read, or read back, is lost; the next one need not be.
      const reason =
        error instanceof ShapeFault ? `${formatPath(error.path)} ${error.message}` : reasonOf(error);
      return this.#lose(unrecordable(this.#name, this.#options.redactor.text(reason), error));
    }
  }

  get #mostBytes(): number {
    return this.#options.mostBytes ?? longestText;
  }

  /** @throws RecordingError `vanished` when the files are not where they were, though all writes went well */
  #verify(): void {
    if (this.#failed !== undefined) return;
    this.#journal?.verify();
    if (this.#hasDocument && statSync(this.#path, { throwIfNoEntry: false }) === undefined) {
      throw vanished(this.#path, 'was removed');
    }
  }

  /** Folds the journal into the document and gives the recording free. Nothing can be added any more. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#batches.settled();
    const journal = this.#journal;
    try {
      this.#verify();
    } catch (error) {
      this.#fail(error);
    }
    this.#journal = undefined;
    try {
      await journal?.close();
      // What somebody has put in the place of our files is theirs.
      if (journal !== undefined && !journal.isEmpty && this.#failed?.kind !== 'vanished') {
        const found = (await this.#takeOver()).left?.entries.length ?? 0;
        const lost = journal.length - found;
        if (lost > 0)
          throw vanished(recordingFiles(this.#path).journal, `lost ${lost} of ${journal.length} lines`);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      await this.#lock?.release().catch((error: unknown) => {
        this.#fail(error);
      });
    }
  }

  /** Reads the document and folds what a journal holds into it. The document is read anew: it may have been edited. */
  async #takeOver(): Promise<{ readonly recording: Recording; readonly left: JournalContent | undefined }> {
    const { upstream, note } = this.#options;
    const { journal } = recordingFiles(this.#path);
    const left = await readJournal(journal);
    const head = left?.head ?? {
      ...{ format: formatName, version: formatVersion, upstream },
      ...(note === undefined ? {} : { note }),
    };
    const document = await openDocument(
      this.#path,
      { ...head, interactions: [] },
      { print: (interaction) => this.#print(interaction), mostBytes: this.#mostBytes },
    );
    await document.read();
    if (!isSameUpstream(document.data.upstream, upstream)) {
      const cause = `this is a recording of ${document.data.upstream}, not of ${upstream}`;
      throw new RecordingError('other-upstream', this.#name, cause, 'Choose another name with --name.');
    }
    if (left === undefined) return { recording: document.data, left };
    if (left.entries.length > 0) {
      await document.update((recording) => {
        document.data = fold(recording, left.entries);
      });
    }
    const kept = await removeJournal(journal, left);
    if (this.#sequence === undefined) this.#warn(left, journal, kept);
    return { recording: document.data, left };
  }

  /** The last gate. What was stored before a secret was known is redacted now. */
  #print(interaction: Interaction): string {
    const { redactor } = this.#options;
    const text = printInteraction(interaction);
    if (!redactor.refuses(text)) return text;
    const again = printInteraction(redactor.interaction(interaction));
    if (redactor.refuses(again)) throw leak(this.#name, interaction.id);
    return again;
  }

  #warn(left: JournalContent, journal: string, kept: string | undefined): void {
    const { length } = left.entries;
    const what = length === 1 ? 'one interaction' : `${length} interactions`;
    if (length > 0)
      this.#warnings.push(`${this.#name}: ${what} taken over from a recorder that did not end well`);
    this.#warnings.push(...journalNotes(journal, left));
    if (kept !== undefined) this.#warnings.push(`${kept}: what was left out is kept here`);
  }

  #fail(error: unknown): void {
    if (this.#failed !== undefined) return;
    this.#failed =
      error instanceof RecordingError
        ? error
        : unwritable(this.#name, this.#options.redactor.text(reasonOf(error)), error);
    this.#options.onFailure?.(this.#failed);
  }

  #lose(error?: RecordingError): Added {
    this.#counts.lost += 1;
    const why = error ?? this.#failed ?? unwritable(this.#name, 'the recording is closed', undefined);
    return { recorded: false, error: why };
  }
}

/** As a reader of the journal will have it. */
function asRead({ request, response, ...interaction }: Interaction): Interaction {
  return {
    ...interaction,
    request: { ...request, body: plain(request.body) },
    response: { ...response, body: plain(response.body) },
  };
}

/** JSON that stands in the journal as it came has been looked through already. */
function plain(body: RecordedBody): RecordedBody {
  return body instanceof ExactJson ? null : body;
}

/** A mock on this computer may have another port every time. */
function isSameUpstream(stored: string, upstream: string): boolean {
  return stored === upstream || (isLoopback(new URL(stored)) && isLoopback(new URL(upstream)));
}
