// The data that a world opens with: loaded from fixtures or generated.
import type { Settings } from '../api/assumptions.ts';
import type { DataSet } from '../api/resources.ts';
import type { DataSetName } from '../mock/seed/data-sets.ts';
import { inputError, usageError } from '../options/command-error.ts';

export interface DataChoice {
  readonly seed: number;
  readonly data: DataSetName;
  readonly listings: number | undefined;
  readonly fixtures?: string | undefined;
}

/**
 * @throws CommandError (2) for options that exclude each other; (4) for a bad fixture file
 */
export async function createData(choice: DataChoice, settings: Settings, cwd: string): Promise<DataSet> {
  if (choice.fixtures !== undefined && choice.listings !== undefined) {
    throw usageError('--listings: goes with generated data, not with --fixtures');
  }
  if (choice.fixtures !== undefined) return loadFixtures(choice.fixtures, cwd);
  const { generate } = await import('../mock/seed/generate.ts');
  try {
    return generate({
      seed: choice.seed,
      set: choice.data,
      ...(choice.listings !== undefined && { listings: choice.listings }),
      incompleteRatio: settings['incomplete-ratio'],
      listingStates: settings['listing-states'],
    });
  } catch (error) {
    if (error instanceof RangeError) throw usageError(`--${error.message}`);
    throw error;
  }
}

async function loadFixtures(path: string, cwd: string): Promise<DataSet> {
  const { readFixtures } = await import('./fixture-files.ts');
  const { FixtureError } = await import('../mock/fixtures.ts');
  try {
    return await readFixtures(path, cwd);
  } catch (error) {
    if (error instanceof FixtureError) throw inputError(error.message);
    throw error;
  }
}
