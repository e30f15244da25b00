// `serve --from`: the data that a recording shows.
import type { DataSet } from '../../service/models/resources.ts';
import { hydrate } from '../../analysis/hydrate/hydrate.ts';
import type { Handler } from '../../http/message.ts';
import type { Profile } from '../../dialect/profile.ts';
import { usageError } from '../options/command-error.ts';
import { load, recordingFile } from './recording-files.ts';
import type { ServeOptions } from '../options/serve-options.ts';

export interface RecordedData {
  readonly data: DataSet;
  /** Answers for the files behind download links. */
  readonly files: (now: () => number) => Handler;
  /** What was not found, or only in part, for the log. */
  readonly notes: readonly string[];
}

/** @throws CommandError (2) for options that exclude each other; (4) for a bad recording */
export async function dataFromRecording(
  { from = '', dir, fixtures, listings }: ServeOptions,
  profile: Profile | undefined,
  cwd: string,
): Promise<RecordedData> {
  if (fixtures !== undefined) throw usageError('--from and --fixtures exclude each other');
  if (listings !== undefined) throw usageError('--listings: goes with generated data, not with --from');
  const file = recordingFile(from, dir, cwd);
  const notes: string[] = [];
  const recording = await load(file, (note) => notes.push(note));
  const { data, files, found } = hydrate(recording, { ...(profile && { profile }) });
  return { data, files, notes: [...notes, ...found.map(({ text }) => `${file.shown}: ${text}`)] };
}
