// The data that a world opens with when no file is read: generated data, or records that a program gave.
import type { Settings } from '../../spec/settings.ts';
import type { DataSet } from '../models/resources.ts';
import { readFixtures } from '../models/fixtures.ts';
import { usualDataSet } from './data-sets.ts';
import type { DataSetName } from './data-sets.ts';
import { generate } from './generate.ts';

export interface DataChoice {
  readonly seed: number;
  readonly data: DataSetName | undefined;
  /** Replaces the number of listings that the data set has. */
  readonly listings: number | undefined;
  /** Records in the form of a fixture file, instead of a data set. */
  readonly fixtures?: object | undefined;
}

/** @throws RangeError for options that exclude each other, or a number of listings that does not fit the set; FixtureError for a bad record */
export function chooseData(choice: DataChoice, settings: Settings): DataSet {
  const { seed, data = usualDataSet, listings, fixtures } = choice;
  if (fixtures !== undefined) {
    if (choice.data !== undefined) throw new RangeError('fixtures and data exclude each other');
    if (listings !== undefined) throw new RangeError('listings: goes with generated data, not with fixtures');
    return readFixtures([{ file: 'fixtures', value: fixtures }]);
  }
  return generate({
    seed,
    set: data,
    ...(listings !== undefined && { listings }),
    incomplete: settings.mock.incomplete,
    archived: settings.mock.archived,
  });
}
