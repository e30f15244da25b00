// A world at a moment as plain JSON, so that a test can keep it, in memory or on disk, and come back to it.
import type { DataSet } from '../models/resources.ts';
import { array, fieldsOf, FixtureError, object, text, within } from '../models/fixture-fields.ts';
import type { Place, Read } from '../models/fixture-fields.ts';
import { readListing } from '../models/fixture-records.ts';
import { readRecords } from '../models/fixtures.ts';
import type { PendingClamp, AccountState } from '../worlds/account.ts';
import { RecordError } from './records.ts';

const format = 'pricing-mock-snapshot';
const version = 1;

/** The records, report files and clock of a world; of its parts only `data` is for reading. */
export interface Snapshot {
  readonly format: typeof format;
  readonly version: typeof version;
  /** Milliseconds since 1970, by the world's clock. */
  readonly at: number;
  readonly data: DataSet;
  readonly reported: AccountState['reported'];
  readonly clamps: AccountState['clamps'];
}

export function takeSnapshot(state: AccountState): Snapshot {
  return { format, version, ...structuredClone(state) };
}

/**
 * Reads a snapshot that may come from anywhere.
 * @throws RecordError with the place at fault
 */
export function readSnapshot(value: unknown): AccountState {
  const at: Place = { file: '', path: '' };
  try {
    const field = fieldsOf(value, at);
    if (field('format', text) !== format || object(value, at).version !== version) {
      throw new FixtureError(at, `is no snapshot: it needs "format": "${format}" and "version": ${version}`);
    }
    const data = field('data', (found) => readRecords(object(found, at), 'data'));
    return {
      at: field('at', moment),
      data,
      reported: field('reported', each(readReported)),
      clamps: field('clamps', each(readClamp)),
    };
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    throw new RecordError(error.message, [error.file, error.path].filter((part) => part !== '').join('.'));
  }
}

function readReported(value: unknown, at: Place): AccountState['reported'][number] {
  const field = fieldsOf(value, at);
  return { runs: field('runs', each(text)), listings: field('listings', each(readListing)) };
}

function readClamp(value: unknown, at: Place): PendingClamp {
  const field = fieldsOf(value, at);
  return { listingId: field('listingId', text), due: field('due', moment) };
}

function moment(value: unknown, at: Place): number {
  if (typeof value === 'number' && Math.abs(value) <= 8.64e15) return Math.floor(value);
  throw new FixtureError(at, 'must be a time in milliseconds since 1970');
}

function each<T>(read: Read<T>): Read<readonly T[]> {
  return (value, at) => array(value, at).map((item, index) => read(item, within(at, index)));
}
