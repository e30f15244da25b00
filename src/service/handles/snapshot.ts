// The state of a world as plain JSON, which a test can keep in memory or on disk and restore later.
import { check, v } from '../../http/schema.ts';
import type { Problem } from '../../http/schema.ts';
import { FixtureError, readFixtures } from '../models/fixtures.ts';
import { listingModel } from '../models/listing.ts';
import { inside } from '../models/model.ts';
import type { DataSet } from '../models/resources.ts';
import type { AccountState } from '../worlds/account.ts';
import { RecordError } from './records.ts';

const format = 'pricing-mock-snapshot';
const version = 1;

/** The records, report files and clock of a world. Only `data` is meant to be read. */
export interface Snapshot {
  readonly format: typeof format;
  readonly version: typeof version;
  /** Milliseconds since 1970, by the world's clock. */
  readonly at: number;
  readonly data: DataSet;
  readonly reported: AccountState['reported'];
  readonly clamps: AccountState['clamps'];
}

const latest = 8.64e15; // the last time that a Date can hold
const momentWords = 'a time in milliseconds since 1970';
const moment = v.pipe(
  v.number(momentWords),
  v.minValue(-latest, momentWords),
  v.maxValue(latest, momentWords),
  v.transform(Math.floor),
);
const id = v.pipe(v.string('an id'), v.nonEmpty('an id'));

const snapshotSchema = v.object(
  {
    format: v.literal(format, JSON.stringify(format)),
    version: v.literal(version, `${version}`),
    at: moment,
    data: v.unknown(),
    reported: v.array(
      v.object({ runs: v.array(id, 'an array'), listings: v.array(v.unknown(), 'an array') }, 'an object'),
      'an array',
    ),
    clamps: v.array(v.object({ listingId: id, due: moment }, 'an object'), 'an array'),
  },
  `a snapshot`,
);

export function takeSnapshot(state: AccountState): Snapshot {
  return { format, version, ...structuredClone(state) };
}

/**
 * Reads a snapshot that may come from anywhere.
 * @throws RecordError with all that is wrong
 */
export function readSnapshot(value: unknown): AccountState {
  if (value === undefined) throw new RecordError('undefined is not a snapshot');
  const { value: parts, problems } = check(snapshotSchema, value);
  if (parts === undefined || problems.length > 0) throw RecordError.of(problems);
  const wrong: Problem[] = [];
  const reported = parts.reported.map(({ runs, listings }, at) => ({
    runs,
    listings: listings.flatMap((item, number) => {
      const { value: listing, problems: own } = listingModel.check(item);
      wrong.push(...inside(['reported', at, 'listings', number], own));
      return listing ?? [];
    }),
  }));
  const data = readData(parts.data, wrong);
  if (data === undefined || wrong.length > 0) throw RecordError.of(wrong);
  return { at: parts.at, data, reported, clamps: parts.clamps };
}

function readData(value: unknown, wrong: Problem[]): DataSet | undefined {
  try {
    return readFixtures([{ file: '', value }]);
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    wrong.push(...inside(['data'], error.problems));
    return undefined;
  }
}
