// `pricing-mock recordings prune`: drops what a replay does not need.
import { pruneRecording } from '../recording/replay/prune.ts';
import type { Dropped } from '../recording/replay/prune.ts';
import { nodeBodies } from '../recording/body/node-bodies.ts';
import { Redactor } from '../recording/redact/redactor.ts';
import { rewriteRecording } from '../recording/file/write-recording.ts';
import { exitCodes } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { count, load, reading, recordingFile } from '../app/data/recording-files.ts';
import { pruneOptions } from '../app/options/recordings-options.ts';

export async function prune(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const { dir, dryRun } = resolveOptions(pruneOptions, { flags, env: io.env, file: {}, fileName: '' });
  const file = recordingFile(given, dir, io.cwd);
  // Read first: one that is missing or damaged is refused before anything is written beside it.
  let { dropped, recording } = pruneRecording(await load(file, noteTo(io)));
  if (!dryRun) {
    await reading(file, () =>
      rewriteRecording(file.path, new Redactor(nodeBodies), (stored) => {
        ({ dropped, recording } = pruneRecording(stored ?? recording));
        return recording;
      }),
    );
  }
  for (const each of dropped) io.out(`${lineOf(each)}\n`);
  const what = dryRun ? 'would be dropped' : 'dropped';
  const left = count(recording.interactions.length, 'interaction');
  io.out(`${file.shown}: ${dropped.length === 0 ? 'nothing' : dropped.length} ${what}, ${left} left\n`);
  return exitCodes.ok;
}

function lineOf({ interaction: { id, request }, reason }: Dropped): string {
  return `${id}  ${request.method} ${request.path}  ${reason}`;
}
