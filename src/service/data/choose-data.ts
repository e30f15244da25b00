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

/** Options of generated data, by the names that a program has for them. */
export interface GeneratedOptions {
  readonly data: DataSetName | undefined;
  readonly listings: number | undefined;
  readonly incomplete: number;
  readonly archived: boolean;
}

/**
 * What is wrong with options of generated data beside other records.
 * @param source the option that gives the records
 * @param named an option as the user has it
 */
export function besideRecords(
  { data, listings, incomplete, archived }: GeneratedOptions,
  source: string,
  named = (option: string) => option,
): string | undefined {
  if (data !== undefined) return `${named(source)} and ${named('data')} exclude each other`;
  const given = Object.entries({ listings: listings !== undefined, incomplete: incomplete > 0, archived });
  const [unread] = given.find(([, isGiven]) => isGiven) ?? [];
  if (unread === undefined) return undefined;
  return `${named(unread)}: goes with generated data, not with ${named(source)}; leave one out`;
}

/** @throws RangeError for options that exclude each other, or a number of listings that does not fit the set; FixtureError for a bad record */
export function chooseData(choice: DataChoice, settings: Settings): DataSet {
  const { seed, data = usualDataSet, listings, fixtures } = choice;
  if (fixtures !== undefined) {
    const problem = besideRecords({ ...choice, ...settings.mock }, 'fixtures');
    if (problem !== undefined) throw new RangeError(problem);
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
