// A recording written as a whole, as by an import or a clean-up: under the lock, durable, and never with a secret.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openDocument } from './document.ts';
import { realTarget } from './durable-file.ts';
import { codeOf, isRefusal, reasonOf } from './error-code.ts';
import type { Recording } from './format.ts';
import { readJournal } from './journal.ts';
import { takeLock } from './lock.ts';
import { printInteraction } from './print.ts';
import { RecordingError } from './recording-error.ts';
import type { Redactor } from './redact.ts';
import { recordingFiles } from './store.ts';

/**
 * Puts another edition in the place of a recording, or a new one where there is none.
 * @param change gets what is there, undefined for nothing; it is not called when somebody is recording
 * @throws RecordingError for one that is damaged or locked, for a secret, and for a disk that refuses
 */
export async function rewriteRecording(
  path: string,
  redactor: Redactor,
  change: (stored: Recording | undefined) => Recording,
): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await realTarget(path);
    const { lock, journal } = recordingFiles(file);
    const held = await takeLock(lock, path);
    try {
      if ((await readJournal(journal)) !== undefined) throw unfinished(path);
      const empty = { format: 'pricing-mock-recording', version: 1, upstream: '', interactions: [] } as const;
      const document = await openDocument(file, empty, (interaction) => {
        if (!redactor.refuses(interaction)) return printInteraction(interaction);
        const remedy = 'Nothing was written; please report how it came there.';
        throw new RecordingError('leak', path, `interaction ${interaction.id} would store a secret`, remedy);
      });
      await document.read();
      const stored = document.data === empty ? undefined : document.data;
      const next = change(stored);
      if (next === stored) return;
      document.data = next;
      await document.write();
    } finally {
      await held.release();
    }
  } catch (error) {
    if (!isRefusal(error) || codeOf(error) === undefined) throw error;
    throw new RecordingError(
      'unwritable',
      path,
      `cannot be written: ${reasonOf(error)}`,
      'It stays as it is.',
      {},
      { cause: error },
    );
  }
}

function unfinished(path: string): RecordingError {
  const cause = 'a recorder that did not end well left a journal beside it';
  const remedy = 'Record into it once more, which takes the journal in.';
  return new RecordingError('locked', path, cause, remedy);
}
