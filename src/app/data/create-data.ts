// The data that a world opens with: from fixture files, or as `service/data/choose-data.ts` makes it.
import type { Settings } from '../../spec/assumptions.ts';
import type { DataSet } from '../../service/models/resources.ts';
import type { DataChoice } from '../../service/data/choose-data.ts';
import { inputError, usageError } from '../options/command-error.ts';

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
