// A recording written as a whole, as by an import or a clean-up: under the lock, durable, and never with a secret.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openDocument } from './document.ts';
import { codeOf, isRefusal, reasonOf } from './error-code.ts';
import { formatName, formatVersion } from '../format.ts';
import type { Interaction, Recording } from '../format.ts';
import { applyLog, readLog, removeLog } from './write-ahead-log.ts';
import { takeLock } from './lock.ts';
import { printInteraction } from './print.ts';
import { RecordingError } from './recording-error.ts';
import { holdsSecret } from '../redact/leak-check.ts';
import type { Redactor } from '../redact/redactor.ts';
import { realTarget } from './regular-file.ts';
import { recordingFiles } from './document.ts';

/**
 * Puts another edition in the place of a recording, or a new one where there is none. A write-ahead log that was left is taken in.
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
    const { lock, log } = recordingFiles(file);
    const held = await takeLock(lock, path);
    try {
      const left = await readLog(log);
      const head = left?.head ?? { format: formatName, version: formatVersion, upstream: '' };
      const none: Recording = { ...head, interactions: [] };
      const print = (interaction: Interaction): string => {
        if (!holdsSecret(interaction, redactor.secrets)) return printInteraction(interaction);
        const remedy = 'Nothing was written; please report how it came there.';
        throw new RecordingError('leak', path, `interaction ${interaction.id} would store a secret`, remedy);
      };
      const document = await openDocument(file, none, { print });
      await document.read();
      const isThere = document.data !== none || left !== undefined;
      const stored = isThere ? applyLog(document.data, left?.entries ?? []) : undefined;
      const next = change(stored);
      if (next === stored && left === undefined) return;
      document.data = next;
      await document.write();
      if (left !== undefined) await removeLog(log, left);
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
