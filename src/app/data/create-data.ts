// The data that a world opens with: from fixture files, from a recording, or as `service/data/choose-data.ts` makes it.
import type { OpenedRecording } from '../../analysis/open-recording-data.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { Settings } from '../../spec/settings.ts';
import { usualDataSet } from '../../service/data/data-sets.ts';
import type { DataSet } from '../../service/models/resources.ts';
import type { DataChoice, GeneratedOptions } from '../../service/data/choose-data.ts';
import { CommandError, exitCodes, usageError } from '../options/command-error.ts';
import type { ServeOptions } from '../options/serve-options.ts';

interface FileOrData extends Omit<DataChoice, 'fixtures'> {
  /** A file, a folder, or records. */
  readonly fixtures?: string | object | undefined;
}

/**
 * @throws CommandError (2) for options that exclude each other; (4) for a bad fixture file
 */
export async function createData(
  choice: FileOrData,
  settings: Settings,
  cwd: string,
  form?: DialectForm,
): Promise<DataSet> {
  const { fixtures } = choice;
  const { incomplete, archived } = settings.mock;
  if (fixtures !== undefined) await refuseGenerated({ ...choice, incomplete, archived }, 'fixtures');
  else if (form !== undefined && (archived || incomplete > 0)) {
    const flag = archived ? '--archived' : '--incomplete';
    throw usageError(
      `${flag}: makes listings of our form, which a learned profile does not show; leave one out`,
    );
  }
  const { FixtureError } = await import('../../service/models/fixtures.ts');
  try {
    if (typeof fixtures === 'string') {
      return await (await import('./fixture-files.ts')).readFixtureFiles(fixtures, cwd);
    }
    if (form !== undefined && fixtures === undefined) return await generatedAs(form, choice);
    return (await import('../../service/data/choose-data.ts')).chooseData({ ...choice, fixtures }, settings);
  } catch (error) {
    if (error instanceof FixtureError) throw new CommandError(exitCodes.input, error.message, error.lines);
    if (error instanceof RangeError) throw usageError(`--${error.message}`);
    throw error;
  }
}

/** @throws CommandError (2) for options of generated data beside other records */
async function refuseGenerated(given: GeneratedOptions, source: 'fixtures' | 'from'): Promise<void> {
  const { besideRecords } = await import('../../service/data/choose-data.ts');
  const problem = besideRecords(given, source, (option) => `--${option}`);
  if (problem !== undefined) throw usageError(problem);
}

const sizes = {
  tiny: { listing: 3, strategy: 2, reportRun: 2 },
  default: { listing: 50, strategy: 5, reportRun: 8 },
  large: { listing: 5000, strategy: 10, reportRun: 12 },
  edge: { listing: 50, strategy: 5, reportRun: 8 },
  empty: { listing: 0, strategy: 0, reportRun: 0 },
} as const;

/** Records made up in the form of a learned profile. */
async function generatedAs(
  form: DialectForm,
  { seed, data = usualDataSet, listings }: FileOrData,
): Promise<DataSet> {
  const { generateRecords } = await import('../../dialect/generate-records.ts');
  const { dataOf } = await import('../../analysis/open-recording-data.ts');
  const counts = { ...sizes[data], ...(listings !== undefined && { listing: listings }) };
  return dataOf({ records: generateRecords(form, seed, counts) }, form);
}

/**
 * What a recording shows (`serve --from`).
 * @param known how its service speaks, where a profile says so
 * @throws CommandError (2) for options that exclude each other; (4) for a bad recording
 */
export async function dataFromRecording(
  values: ServeOptions,
  known: DialectForm | undefined,
  cwd: string,
): Promise<OpenedRecording> {
  const { from = '', asOf = 'end', dir, fixtures } = values;
  if (fixtures !== undefined) throw usageError('--from and --fixtures exclude each other');
  await refuseGenerated(values, 'from');
  const { load, recordingFile } = await import('./recording-files.ts');
  const { openRecordingData } = await import('../../analysis/open-recording-data.ts');
  const file = recordingFile(from, dir, cwd);
  const notes: string[] = [];
  const recording = await load(file, (note) => notes.push(note));
  const opened = openRecordingData(recording, asOf, known);
  return {
    ...opened,
    notes: [...notes, ...opened.notes.map((text) => `${file.shown}: ${text}`)],
  };
}
