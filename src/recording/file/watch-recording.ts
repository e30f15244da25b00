// Watches a recording that is edited while it is replayed: the new edition replaces the old one between two requests; a
// broken edition is reported, and the old one stays.
import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { reasonOf } from '../../http/system-error.ts';
import { loadRecording } from './folder.ts';
import type { Recording } from '../format.ts';
import { RecordingError } from './recording-error.ts';
import { realTarget } from './regular-file.ts';
import { recordingFiles } from './document.ts';

interface FollowOptions {
  readonly onTaken: (recording: Recording) => void;
  /** Gets each note on the recording's files once, as a line. */
  readonly onNote: (line: string) => void;
  /** Gets one line that says why the old edition stays. */
  readonly onKept: (reason: string) => void;
  /** How long the file must be left alone before it is read; editors write in several steps. */
  readonly settleMs?: number;
}

interface Followed {
  /** The last edition that could be read. */
  readonly current: () => Recording;
  readonly close: () => void;
}

/** Reads a recording and reads it again whenever it changes. @throws RecordingError for one that is bad at the start */
export async function followRecording(path: string, options: FollowOptions): Promise<Followed> {
  const { onTaken, onKept, onNote, settleMs = 100 } = options;
  const noted = new Set<string>();
  const note = (line: string): void => {
    if (!noted.has(line)) onNote(line);
    noted.add(line);
  };
  let current = await loadRecording(path, note);
  let said = '';
  let timer: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();
  let watcher: FSWatcher | undefined;

  const say = (reason: string): void => {
    if (reason !== said) onKept(reason);
    said = reason;
  };
  const read = async (): Promise<void> => {
    try {
      const next = await loadRecording(path, note);
      said = '';
      current = next;
      onTaken(next);
    } catch (error) {
      const gone = error instanceof RecordingError && error.kind === 'missing';
      say(
        gone
          ? `${path}: the file is gone; what it held is served on`
          : `${reasonOf(error)} What it held before is served on.`,
      );
    }
  };

  try {
    const file = await realTarget(path);
    const names = new Set([basename(file), basename(recordingFiles(file).log)]);
    // The folder and not the file: a file that is replaced is another file.
    watcher = watch(dirname(file), { persistent: false }, (_, name) => {
      if (name !== null && !names.has(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        reading = reading.then(read);
      }, settleMs).unref();
    });
    watcher.on('error', (error) => {
      say(`${path}: changes are not noticed any more: ${reasonOf(error)}`);
    });
  } catch (error) {
    say(`${path}: changes are not noticed: ${reasonOf(error)}`);
  }

  return {
    current: () => current,
    close: () => {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
