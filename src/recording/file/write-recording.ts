// Writes a recording as a whole, as an import or a clean-up does: under the lock, durably, and never with a secret.
import { dirname } from 'node:path';
import { openDocument, recordingFiles } from './document.ts';
import { codeOf, isRefusal, whyNotWritten } from '../../http/system-error.ts';
import { formatName, formatVersion } from '../format.ts';
import type { Interaction, Recording } from '../format.ts';
import { applyLog, readLog, removeLog } from './write-ahead-log.ts';
import { makeFolder } from './make-folder.ts';
import { takeLock } from './lock.ts';
import { printInteraction } from './print.ts';
import { RecordingError } from './recording-error.ts';
import { holdsSecret } from '../redact/leak-check.ts';
import type { Redactor } from '../redact/redactor.ts';
import { realTarget } from './regular-file.ts';

/**
 * Replaces a recording, or makes a new one. A write-ahead log that a recorder left is taken in.
 * @param change gets the stored recording, undefined for none; it is not called while a recorder holds the lock
 * @throws RecordingError for one that is damaged or locked, for a secret, and for a disk that refuses
 */
export async function rewriteRecording(
  path: string,
  redactor: Redactor,
  change: (stored: Recording | undefined) => Recording,
): Promise<void> {
  try {
    await makeFolder(dirname(path));
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
      whyNotWritten(error),
      'It stays as it is.',
      {},
      { cause: error },
    );
  }
}
