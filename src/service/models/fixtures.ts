// Fixture files: a world's records as JSON that people write and review. Reading is strict and reports all problems at
// once. A listing may name a strategy that stands in another file of the same directory.
import { check, ownFields, pathText, v, valueText } from '../../http/schema.ts';
import type { JsonPath } from '../../http/json-places.ts';
import type { TextPlace } from '../../http/json-text.ts';
import type { Checked, Problem } from '../../http/schema.ts';
import { listingModel } from './listing.ts';
import { inside } from './model.ts';
import { reportRunModel } from './report-run.ts';
import type { DataSet } from './resources.ts';
import { strategyModel } from './strategy.ts';

const fixtureFormat = 'pricing-mock-fixtures';
const fixtureVersion = 1;

/** A problem of a record, and the file, the option or the member that the record came from. */
export interface FixtureProblem extends Problem {
  readonly file: string;
  /** The line and column in the file; undefined for records that a program gave. */
  readonly place?: TextPlace;
}

const mostLines = 20;

/** The records are wrong, so that no world can open with them. The message has a line for each problem. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly problems: readonly FixtureProblem[];
  /** The lines of the message. */
  readonly lines: readonly string[];

  constructor(problems: readonly FixtureProblem[], options?: ErrorOptions) {
    const more = problems.length - mostLines;
    const lines = [
      ...problems.slice(0, mostLines).map(problemText),
      ...(more > 0 ? [`and ${more} more`] : []),
    ];
    super(lines.join('\n'), options);
    this.problems = problems;
    this.lines = lines;
  }
}

function problemText({ file, place, path, reason }: FixtureProblem): string {
  const position = place === undefined ? '' : `line ${place.line}, column ${place.column}`;
  return [file, position, pathText(path), reason].filter((part) => part !== '').join(': ');
}

const models = { listings: listingModel, strategies: strategyModel, reportRuns: reportRunModel } as const;
type Section = keyof typeof models;
const sections = Object.keys(models) as readonly Section[];

const list = v.optional(v.array(v.unknown(), 'an array'));
/** A fixture file; each record is checked by its model. */
export const fixturesSchema = v.object(
  {
    $schema: v.optional(v.string('a text')),
    format: v.optional(v.literal(fixtureFormat, JSON.stringify(fixtureFormat))),
    version: v.optional(v.unknown()),
    listings: list,
    strategies: list,
    reportRuns: list,
  },
  'an object',
);

/** Records that were read from a file or given by a program, not yet checked. */
interface Source {
  /** The name that errors give it. */
  readonly file: string;
  readonly value: unknown;
}

/**
 * Reads the records of several files as one data set.
 * @throws FixtureError with all that is wrong in any of them
 */
export function readFixtures(sources: readonly Source[]): DataSet {
  const read = sources.map(({ file, value }) => ({ file, ...readPart(value) }));
  const problems = read.flatMap((part) => part.problems.map((problem) => ({ ...problem, file: part.file })));
  if (problems.length === 0) problems.push(...duplicates(read), ...lostStrategies(read));
  if (problems.length > 0) throw new FixtureError(problems);
  return {
    listings: read.flatMap((part) => part.data.listings),
    strategies: read.flatMap((part) => part.data.strategies),
    reportRuns: read.flatMap((part) => part.data.reportRuns),
  };
}

/**
 * Writes a fixture file's text. The same records give the same bytes, whatever the order of their fields.
 * @example writeFile('world.json', writeFixtures(generate({ seed: 1, set: 'default' })))
 */
export function writeFixtures(data: DataSet): string {
  const records = sections.map((section) => {
    const order = [...Object.keys(models[section].fields), ownFields];
    return [section, data[section].map((record) => ordered(record, order))] as const;
  });
  const document = { format: fixtureFormat, version: fixtureVersion, ...Object.fromEntries(records) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

interface Part {
  readonly data: DataSet;
  readonly problems: readonly Problem[];
}

function readPart(value: unknown): Part {
  const { value: lists, problems } = check(fixturesSchema, value);
  const otherFormat = problems.filter(({ path }) => path[0] === 'format');
  // Nothing else that is wrong with a file of another kind helps its reader.
  if (otherFormat.length > 0)
    return { data: { listings: [], strategies: [], reportRuns: [] }, problems: otherFormat };
  const found: Problem[] = [...problems];
  if (lists !== undefined) {
    const version = versionProblem(lists.version);
    if (version !== undefined) found.push({ path: ['version'], reason: version, kind: 'invalid' });
  }
  const read = <R extends object>(section: Section, checkOne: (value: unknown) => Checked<R>): R[] =>
    (lists?.[section] ?? []).flatMap((item, at) => {
      const { value: record, problems: wrong } = checkOne(item);
      found.push(...inside([section, at], wrong));
      return record ?? [];
    });
  const data = {
    listings: read('listings', (item) => listingModel.check(item)),
    strategies: read('strategies', (item) => strategyModel.check(item)),
    reportRuns: read('reportRuns', (item) => reportRunModel.check(item)),
  };
  return { data, problems: found };
}

function versionProblem(version: unknown): string | undefined {
  if (version === undefined || version === fixtureVersion) return undefined;
  return typeof version === 'number' && version > fixtureVersion
    ? `${version} is newer than ${fixtureVersion}, the newest version this program reads`
    : `${valueText(version)} is not ${fixtureVersion}`;
}

type Named = Part & { readonly file: string };

function duplicates(parts: readonly Named[]): FixtureProblem[] {
  return sections.flatMap((section) => {
    const places = new Map<string, string>();
    return parts.flatMap(({ file, data }) =>
      data[section].flatMap(({ id }, at): FixtureProblem[] => {
        const path: JsonPath = [section, at, 'id'];
        const earlier = places.get(id);
        places.set(id, earlier ?? `${file}: ${pathText(path)}`);
        if (earlier === undefined) return [];
        return [
          { file, path, reason: `${JSON.stringify(id)} stands already at ${earlier}`, kind: 'invalid' },
        ];
      }),
    );
  });
}

function lostStrategies(parts: readonly Named[]): FixtureProblem[] {
  const known = new Set(parts.flatMap(({ data }) => data.strategies.map(({ id }) => id)));
  return parts.flatMap(({ file, data }) =>
    data.listings.flatMap(({ strategyId }, at): FixtureProblem[] => {
      if (strategyId === null || known.has(strategyId)) return [];
      const reason = `there is no strategy ${JSON.stringify(strategyId)}; add it to "strategies" or use null`;
      return [{ file, path: ['listings', at, 'strategyId'], reason, kind: 'invalid' }];
    }),
  );
}

/** A copy with the members named in `first` in that order, then all others by name. Objects inside are sorted, too. */
function ordered(value: unknown, first: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const others = Object.keys(record).filter((name) => !first.includes(name));
  const names = [...first.filter((name) => Object.hasOwn(record, name)), ...others.sort()];
  return Object.fromEntries(names.map((name) => [name, ordered(record[name])]));
}
