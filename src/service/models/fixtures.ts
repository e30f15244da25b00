// Fixture files: a world's records as JSON that people write and review. Reading is strict in two steps, each file
// by itself and then all together, because ids and strategies may stand in another file of the same directory.
import type { DataSet } from './resources.ts';
import {
  array,
  fieldsOf,
  FixtureError,
  object,
  unexpected,
  within,
  type Place,
  type Read,
} from './fixture-fields.ts';
import { readListing, readReportRun, readStrategy } from './fixture-records.ts';

export { FixtureError } from './fixture-fields.ts';

export const fixtureFormat = 'pricing-mock-fixtures';
export const fixtureVersion = 1;

/** One file's records, not yet checked against other files. */
export interface FixturePart extends DataSet {
  readonly file: string;
}

const sections = ['listings', 'strategies', 'reportRuns'] as const;
const nowhere = { file: '', path: '' };
const bareListing = {
  id: '00000000-0000-0000-0000-000000000000',
  minPrice: null,
  maxPrice: null,
  strategyId: null,
};

/** The order in which a record's fields are written: that in which they are read. */
const fieldOrder = {
  listings: Object.keys(readListing(bareListing, nowhere)),
  strategies: Object.keys(readStrategy({ id: '0' }, nowhere)),
  reportRuns: Object.keys(readReportRun({ id: '0' }, nowhere)),
};

/**
 * @param value what JSON.parse made of the file
 * @param file names the file in error messages
 * @example mergeFixtures([parseFixtures(JSON.parse(text), 'world.json')])
 * @throws FixtureError
 */
export function parseFixtures(value: unknown, file: string): FixturePart {
  const at = { file, path: '' };
  const field = fieldsOf(value, at);
  field('format', format, fixtureFormat);
  field('version', version, fixtureVersion);
  const allowed: readonly string[] = ['format', 'version', ...sections];
  const unknown = Object.keys(object(value, at)).find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    throw new FixtureError(
      within(at, unknown),
      `is not a part of a fixture file; the parts are ${sections.join(', ')}`,
    );
  }
  return {
    file,
    listings: field('listings', each(readListing), []),
    strategies: field('strategies', each(readStrategy), []),
    reportRuns: field('reportRuns', each(readReportRun), []),
  };
}

/**
 * The records of a program, which are those of a fixture file without its head.
 * @param name what they are called in errors
 * @throws FixtureError
 */
export function readRecords(records: object, name: string): DataSet {
  const given = object(records, { file: name, path: '' });
  return mergeFixtures([parseFixtures({ format: fixtureFormat, version: fixtureVersion, ...given }, name)]);
}

/**
 * The records of all files together.
 * @throws FixtureError for an id that stands twice and for a strategy that stands nowhere
 */
export function mergeFixtures(parts: readonly FixturePart[]): DataSet {
  for (const section of sections) refuseDuplicates(parts, section);
  const strategyIds = new Set(parts.flatMap((part) => part.strategies.map((found) => found.id)));
  for (const { file, listings } of parts) {
    for (const [index, { strategyId }] of listings.entries()) {
      if (strategyId === null || strategyIds.has(strategyId)) continue;
      throw new FixtureError(
        { file, path: `listings[${index}].strategyId` },
        `there is no strategy ${JSON.stringify(strategyId)}; add it to "strategies" or use null`,
      );
    }
  }
  return {
    listings: parts.flatMap((part) => part.listings),
    strategies: parts.flatMap((part) => part.strategies),
    reportRuns: parts.flatMap((part) => part.reportRuns),
  };
}

/**
 * A fixture file's text: the same records give the same bytes, in whatever order their fields were set.
 * @example writeFile('world.json', writeFixtures(generate({ seed: 1, set: 'default' })))
 */
export function writeFixtures(data: DataSet): string {
  const document = {
    format: fixtureFormat,
    version: fixtureVersion,
    listings: data.listings.map((listing) => ordered(listing, fieldOrder.listings)),
    strategies: data.strategies.map((strategy) => ordered(strategy, fieldOrder.strategies)),
    reportRuns: data.reportRuns.map((run) => ordered(run, fieldOrder.reportRuns)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The names in `first` in their order, then all others by name; at every depth. */
function ordered(value: unknown, first: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const others = Object.keys(record).filter((name) => !first.includes(name));
  const names = [...first.filter((name) => Object.hasOwn(record, name)), ...others.sort()];
  return Object.fromEntries(names.map((name) => [name, ordered(record[name])]));
}

function refuseDuplicates(parts: readonly FixturePart[], section: (typeof sections)[number]): void {
  const places = new Map<string, string>();
  for (const part of parts) {
    for (const [index, { id }] of part[section].entries()) {
      const path = `${section}[${index}].id`;
      const earlier = places.get(id);
      if (earlier !== undefined) {
        throw new FixtureError(
          { file: part.file, path },
          `${JSON.stringify(id)} stands already at ${earlier}`,
        );
      }
      places.set(id, `${part.file}: ${path}`);
    }
  }
}

function format(value: unknown, at: Place): string {
  if (value === fixtureFormat) return fixtureFormat;
  throw unexpected(value, at, JSON.stringify(fixtureFormat));
}

function version(value: unknown, at: Place): number {
  if (value === fixtureVersion) return fixtureVersion;
  if (typeof value === 'number' && value > fixtureVersion) {
    throw new FixtureError(
      at,
      `${value} is newer than ${fixtureVersion}, the newest version this program reads`,
    );
  }
  throw unexpected(value, at, `${fixtureVersion}`);
}

function each<T>(read: Read<T>): Read<readonly T[]> {
  return (value, at) => array(value, at).map((item, index) => read(item, within(at, index)));
}
