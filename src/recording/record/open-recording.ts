// A recording while it is being made: lock, write-ahead log and document together. When `add` has resolved, the exchange
// is on the disk. A disk that refuses ends the recording, never the traffic that is recorded.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isLoopback } from '../../http/loopback.ts';
import { ShapeFault, checkInteraction } from '../file/recording-schema.ts';
import { openDocument, recordingFiles } from '../file/document.ts';
import { sweepTemporaryFiles } from '../file/atomic-file.ts';
import { isRefusal, reasonOf } from '../../http/system-error.ts';
import { formatName, formatVersion } from '../format.ts';
import type { Exchange, Interaction, Recording } from '../format.ts';
import { WriteAheadLog, applyLog, logLine, logNotes, readLog, removeLog } from '../file/write-ahead-log.ts';
import type { LogContent, LogEntry } from '../file/write-ahead-log.ts';
import type { Lock } from '../file/lock.ts';
import { makeFolder } from '../file/make-folder.ts';
import { takeLock } from '../file/lock.ts';
import { loadRecording } from '../file/folder.ts';
import { omissionsOf } from '../body/omitted.ts';
import type { Omissions } from '../body/omitted.ts';
import { formatPath } from '../file/read.ts';
import { printInteraction, printedLength } from '../file/print.ts';
import { rebasedExchange } from '../links/rebase-links.ts';
import { carriesKey, markKeyless } from '../recordable-headers.ts';
import { RecordingError, leak, unrecordable, unwritable, vanished } from '../file/recording-error.ts';
import { holdsSecret } from '../redact/leak-check.ts';
import type { Redactor } from '../redact/redactor.ts';
import { longestText, realTarget, tooLarge } from '../file/regular-file.ts';
import { SessionMerge } from './rerecord.ts';

export interface RecordingOptions {
  /** The base URL to record. */
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
  | {
      readonly recorded: true;
      readonly id: string;
      /** Whether it was there already; otherwise it is new, or has taken the place of another answer. */
      readonly repeated: boolean;
      /** How many answers that were told as repeated are stored with this one, after all. */
      readonly repeatsStored?: number;
      /** The bodies that are left out of what is stored; none of them where both are in it. */
      readonly omitted?: Omissions;
    }
  | { readonly recorded: false; readonly error: RecordingError };

/** What becomes of an exchange, and what that adds to the log. */
interface Placed {
  readonly added: Added;
  readonly entries: readonly LogEntry[];
  readonly lines: readonly string[];
}

/** In characters: so much is held for somebody who has asked for the recording and may ask again. */
const mostFollowed = 16 * 2 ** 20;

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
  #log: WriteAheadLog | undefined;
  #merge: SessionMerge | undefined;
  /** The upstream that the document names; another port of this machine may have been recorded first. */
  #recorded: string;
  #failed: RecordingError | undefined;
  /** Whether a request had a key. */
  #isKeyUsual = false;
  #warnings: string[] = [];
  #closing = false;
  /** Whether there is a document, in which the answers stand that are not stored again. */
  #hasDocument = false;
  /** Whether a recorder that was killed left answers, written before all of their secrets were known. */
  #inherits = false;
  /** How long the document will be, at most. */
  #bytes = 0;
  /** What was recorded when it was last asked for; undefined until somebody asks. */
  #known: Promise<Recording> | undefined;
  /** What has been recorded since, and how long its lines are. */
  #since: LogEntry[] = [];
  #sinceLength = 0;

  /** Use `openRecording`. */
  constructor(path: string, options: RecordingOptions) {
    this.#name = path;
    this.#path = path;
    this.#options = options;
    this.#recorded = options.upstream;
  }

  /** Why nothing more is recorded; undefined while all is well. */
  get failed(): RecordingError | undefined {
    return this.#failed;
  }

  /** What was noticed at opening, such as the end of a recorder that was killed. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  async open(): Promise<void> {
    try {
      await makeFolder(dirname(this.#path));
      this.#path = await realTarget(this.#path);
      this.#lock = await takeLock(recordingFiles(this.#path).lock, this.#name);
      await sweepTemporaryFiles(this.#path);
      await sweepTemporaryFiles(recordingFiles(this.#path).lock);
      const { interactions, ...head } = (await this.#takeOver()).recording;
      this.#recorded = head.upstream;
      const document = statSync(this.#path, { throwIfNoEntry: false });
      this.#hasDocument = document !== undefined;
      this.#bytes = document?.size ?? 0;
      this.#merge = new SessionMerge(interactions);
      this.#log = new WriteAheadLog(recordingFiles(this.#path).log, head, () => {
        this.#verifyDocument();
      });
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
  async add(exchange: Exchange): Promise<Added> {
    const log = this.#log;
    const merge = this.#merge;
    if (this.#closing || this.#failed !== undefined || log === undefined || merge === undefined) {
      return this.#lose();
    }
    const placed = this.#place(exchange, merge);
    if (!placed.added.recorded) return placed.added;
    try {
      await log.append(placed.lines);
    } catch (error) {
      this.#fail(error);
      return this.#lose();
    }
    if (this.#known !== undefined) this.#follow(placed);
    return placed.added;
  }

  /** What is recorded by now. The files are read when it is first asked for; from then on it is followed. */
  recorded(): Promise<Recording> {
    const since = this.#since;
    const known = (this.#known ?? this.#read()).then((recording) =>
      // What was read may hold some of it; applied once more, it changes nothing.
      since.length === 0 ? recording : applyLog(recording, since),
    );
    [this.#since, this.#sinceLength] = [[], 0];
    this.#known = known;
    known.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known;
  }

  /** Once nobody has asked for long, nothing is held: the files are read anew for who asks then. */
  #follow({ entries, lines }: Placed): void {
    this.#sinceLength += lines.reduce((sum, line) => sum + line.length, 0);
    if (this.#sinceLength > mostFollowed) {
      this.#known = undefined;
      [this.#since, this.#sinceLength] = [[], 0];
    } else this.#since.push(...entries);
  }

  /** The files as they are; where there are none yet, nothing is recorded. */
  async #read(): Promise<Recording> {
    try {
      return await loadRecording(this.#path, () => undefined);
    } catch (error) {
      if (error instanceof RecordingError && error.kind === 'missing') {
        return { format: formatName, version: formatVersion, upstream: this.#recorded, interactions: [] };
      }
      throw error;
    }
  }

  /** The only way from an exchange to its lines in the log: redacted, checked for leaks and shape, and placed. */
  #place(exchange: Exchange, merge: SessionMerge): Placed {
    const { redactor, upstream } = this.#options;
    const lost = (error?: RecordingError) => ({ added: this.#lose(error), entries: [], lines: [] });
    try {
      const isAsRecorded = upstream === this.#recorded;
      this.#isKeyUsual ||= carriesKey(exchange);
      const redacted = redactor.exchange(
        markKeyless(
          isAsRecorded ? exchange : rebasedExchange(exchange, upstream, this.#recorded),
          this.#isKeyUsual,
        ),
      );
      // Before it has a place: what is refused leaves no trace.
      const newId = merge.idFor(redacted);
      if (holdsSecret(redacted, redactor.secrets)) return lost(leak(this.#name, newId));
      checkInteraction({ id: newId, ...redacted }, []);
      const { id, repeated, entries } = merge.add(redacted);
      const lines = entries.map(logLine);
      for (const line of lines) this.#bytes += printedLength(line);
      if (this.#bytes > this.#mostBytes) {
        this.#fail(tooLarge(this.#name, this.#mostBytes, 'Record what follows under another name.'));
        return lost();
      }
      const omitted = omissionsOf(redacted);
      const repeatsStored = entries.filter((entry) => 'repeat' in entry).length;
      const added = {
        recorded: true,
        id,
        repeated,
        ...(repeatsStored > 0 && { repeatsStored }),
        ...(omitted !== undefined && { omitted }),
      } as const;
      return { added, entries, lines };
    } catch (error) {
      // An exchange that cannot be read, or read back, is lost; the next one need not be.
      const reason =
        error instanceof ShapeFault ? `${formatPath(error.path)} ${error.message}` : reasonOf(error);
      return lost(unrecordable(this.#name, redactor.text(reason), error));
    }
  }

  get #mostBytes(): number {
    return this.#options.mostBytes ?? longestText;
  }

  /** @throws RecordingError `vanished` when the document is not where it was */
  #verifyDocument(): void {
    if (this.#hasDocument && statSync(this.#path, { throwIfNoEntry: false }) === undefined) {
      throw vanished(this.#path, 'was removed');
    }
  }

  /** Applies the log to the document and gives the recording free. Nothing can be added any more. */
  async close(): Promise<void> {
    this.#closing = true;
    const log = this.#log;
    await log?.append([]).catch((error: unknown) => {
      this.#fail(error);
    });
    this.#log = undefined;
    try {
      await log?.close();
      // What somebody has put in the place of our files is theirs.
      if (log !== undefined && this.#failed?.kind !== 'vanished' && (!log.isEmpty || this.#inherits)) {
        const found = (await this.#takeOver()).left?.entries.length ?? 0;
        const lost = log.length - found;
        if (lost > 0) throw vanished(recordingFiles(this.#path).log, `lost ${lost} of ${log.length} lines`);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      await this.#lock?.release().catch((error: unknown) => {
        this.#fail(error);
      });
    }
  }

  /** Reads the document and applies a log that is there. The document is read anew: it may have been edited. */
  async #takeOver(): Promise<{ readonly recording: Recording; readonly left: LogContent | undefined }> {
    const { upstream, note } = this.#options;
    const { log } = recordingFiles(this.#path);
    const left = await readLog(log);
    const head = left?.head ?? {
      format: formatName,
      version: formatVersion,
      upstream,
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
    const isFirst = this.#merge === undefined;
    const entries = isFirst ? this.#redacted(left?.entries ?? []) : (left?.entries ?? []);
    if (entries.length > 0 || (this.#inherits && this.#holdsSecret(document.data))) {
      await document.update((recording) => {
        document.data = applyLog(recording, entries);
      });
    }
    if (isFirst) this.#inherits = entries.length > 0;
    if (left === undefined) return { recording: document.data, left };
    const kept = await removeLog(log, left);
    if (isFirst) this.#warn(left, log, kept);
    return { recording: document.data, left };
  }

  /** Looked through twice: a secret may be met under its name only after it was met elsewhere. */
  #redacted(entries: readonly LogEntry[]): readonly LogEntry[] {
    const { redactor } = this.#options;
    for (const entry of entries) if ('interaction' in entry) redactor.interaction(entry.interaction);
    return entries.map((entry) =>
      'interaction' in entry ? { ...entry, interaction: redactor.interaction(entry.interaction) } : entry,
    );
  }

  #holdsSecret({ interactions }: Recording): boolean {
    return interactions.some((interaction) => holdsSecret(interaction, this.#options.redactor.secrets));
  }

  /** The last gate. What was stored before a secret was known is redacted now. */
  #print(interaction: Interaction): string {
    const { redactor } = this.#options;
    if (!holdsSecret(interaction, redactor.secrets)) return printInteraction(interaction);
    const again = redactor.interaction(interaction);
    if (holdsSecret(again, redactor.secrets)) throw leak(this.#name, interaction.id);
    return printInteraction(again);
  }

  #warn(left: LogContent, log: string, kept: string | undefined): void {
    const { length } = left.entries;
    const what = length === 1 ? 'one interaction' : `${length} interactions`;
    if (length > 0)
      this.#warnings.push(`${this.#name}: ${what} taken over from a recorder that did not end well`);
    this.#warnings.push(...logNotes(log, left));
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
    const why = error ?? this.#failed ?? unwritable(this.#name, 'the recording is closed', undefined);
    return { recorded: false, error: why };
  }
}

/** A mock on this computer may have another port every time. */
function isSameUpstream(stored: string, upstream: string): boolean {
  if (stored === upstream) return true;
  const [a, b] = [new URL(stored), new URL(upstream)];
  return isLoopback(a) && isLoopback(b) && a.pathname === b.pathname;
}
