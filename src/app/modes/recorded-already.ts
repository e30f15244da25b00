// What `record --missing` answers from, which is the recording as it is when the recorder starts.
import { loadRecording } from '../../recording/file/folder.ts';
import { formatName, formatVersion } from '../../recording/format.ts';
import type { Recording } from '../../recording/format.ts';
import { linksTo } from '../../recording/links/rebase-links.ts';
import { RecordingError } from '../../recording/file/recording-error.ts';

export async function recordedAlready(
  path: string,
  upstream: URL,
  onNote: (line: string) => void,
): Promise<Recording> {
  try {
    return await loadRecording(path, onNote);
  } catch (error) {
    if (!(error instanceof RecordingError) || error.kind !== 'missing') throw error;
    const { base } = linksTo(upstream.href);
    return { format: formatName, version: formatVersion, upstream: base, interactions: [] };
  }
}
