// The data that a world opens with: from fixture files, from a recording, or as `service/data/choose-data.ts` makes it.
import type { Handler } from '../../http/message.ts';
import type { Settings } from '../../spec/assumptions.ts';
import type { Profile } from '../../dialect/profile.ts';
import type { DataSet } from '../../service/models/resources.ts';
import type { DataChoice } from '../../service/data/choose-data.ts';
import { inputError, usageError } from '../options/command-error.ts';
import type { ServeOptions } from '../options/serve-options.ts';

export interface FileOrData extends Omit<DataChoice, 'fixtures'> {
  /** A file, a folder, or records. */
  readonly fixtures?: string | object | undefined;
}

/**
 * @throws CommandError (2) for options that exclude each other; (4) for a bad fixture file
 */
export async function createData(choice: FileOrData, settings: Settings, cwd: string): Promise<DataSet> {
  const { fixtures } = choice;
  if (fixtures !== undefined && choice.listings !== undefined) {
    throw usageError('--listings: goes with generated data, not with --fixtures');
  }
  const { FixtureError } = await import('../../service/models/fixtures.ts');
  try {
    if (typeof fixtures === 'string') {
      return await (await import('./fixture-files.ts')).readFixtureFiles(fixtures, cwd);
    }
    return (await import('../../service/data/choose-data.ts')).chooseData({ ...choice, fixtures }, settings);
  } catch (error) {
    if (error instanceof FixtureError) throw inputError(error.message);
    if (error instanceof RangeError) throw usageError(`--${error.message}`);
    throw error;
  }
}

export interface RecordedData {
  readonly data: DataSet;
  /** Answers for the files behind download links. */
  readonly files: (now: () => number) => Handler;
  /** What the recording does not show, or only in part; for the log. */
  readonly notes: readonly string[];
}

/**
 * The data that a recording shows (`serve --from`).
 * @throws CommandError (2) for options that exclude each other; (4) for a bad recording
 */
export async function dataFromRecording(
  { from = '', dir, fixtures, listings }: ServeOptions,
  profile: Profile | undefined,
  cwd: string,
): Promise<RecordedData> {
  if (fixtures !== undefined) throw usageError('--from and --fixtures exclude each other');
  if (listings !== undefined) throw usageError('--listings: goes with generated data, not with --from');
  const { load, recordingFile } = await import('./recording-files.ts');
  const { hydrate } = await import('../../analysis/hydrate/hydrate.ts');
  const file = recordingFile(from, dir, cwd);
  const notes: string[] = [];
  const recording = await load(file, (note) => notes.push(note));
  const { data, files, found } = hydrate(recording, { ...(profile && { profile }) });
  return { data, files, notes: [...notes, ...found.map(({ text }) => `${file.shown}: ${text}`)] };
}
