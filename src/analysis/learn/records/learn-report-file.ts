// The files behind the links of report runs: which columns they have, and what of a listing each holds.
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { addLeaves, leavesOf } from '../../../dialect/known-facts.ts';
import type { ReportFileForm } from '../../../dialect/profile-form.ts';
import { tableIn } from '../../../dialect/report-file.ts';
import type { Table } from '../../../dialect/report-file.ts';
import { holesIn } from '../../../dialect/templates.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import { isReadBeside } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { explainLeaf } from '../../explain/explain-leaf.ts';
import type { Sample } from '../../explain/sample.ts';
import { commonest } from '../../groups.ts';
import { linksOf } from '../../report-links.ts';
import type { States } from './states.ts';

/** A row of a file, and the listing that it is about. */
interface Row {
  readonly cells: readonly string[];
  readonly listing: Json;
}

interface FileRows {
  readonly head: string[] | undefined;
  /** Those of listings that are known. */
  readonly rows: readonly Row[];
  readonly count: number;
}

/** So many rows show by no chance what their columns hold. */
const fewestRows = 3;

/** @returns undefined where no file was fetched, or one holds anything but a line for each of some listings */
export function learnReportFile(states: States): ReportFileForm | undefined {
  const runs = states.sightings.filter(({ kind }) => kind === 'reportRun');
  const read = states.exchanges.filter((by) => by.ok && by.text !== undefined && isReadBeside(by));
  const files = new Map(read.map((by) => [by.path, by]));
  const linksIn = linksOf(runs, files);
  const led = runs.flatMap(({ record }) => linksIn(record).filter(([, path]) => files.has(path)));
  const link = commonest(led.map(([place]) => place));
  if (link === undefined) return undefined;
  const paths = [...new Set(led.flatMap(([place, path]) => (place === link ? [path] : [])))];
  const listings = states.all('listing');
  const tables = paths.flatMap((path) => tableIn(files.get(path)!.text!) ?? []);
  const told = tables.flatMap((table) => rowsOf(table, listings) ?? []);
  const [first] = tables;
  if (first === undefined || told.length < paths.length) return undefined;
  const rows = told.flatMap((one) => one.rows);
  const columns = first.rows[0]!.map((_, at) => columnAt(at, rows));
  if (rows.length < fewestRows || columns.some((column) => column === undefined)) return undefined;
  const [count] = told.map((one) => one.count);
  const isPart = told.every((one) => one.count === count) && count! < listings.length;
  return {
    link,
    type: typeOf(files.get(paths[0]!)!),
    head: told[0]!.head,
    separator: first.separator,
    end: first.end,
    quoted: first.isQuoted || undefined,
    columns: columns as Json[],
    rows: isPart ? count : undefined,
  };
}

const typeOf = ({ headers }: Exchange): string => headerIn(headers, 'content-type') ?? 'text/csv';

/** The rows of a table by a column that names a listing each; undefined where none does. */
function rowsOf({ rows }: Table, listings: readonly Json[]): FileRows | undefined {
  const named = new Map<string, Json>();
  for (const listing of listings)
    for (const [place, leaf] of leavesOf(listing)) named.set(`${place} ${textOf(leaf)}`, listing);
  const places = new Set(listings.flatMap((listing) => leavesOf(listing).map(([place]) => place)));
  const [first, ...others] = rows;
  for (const [at] of first!.entries()) {
    for (const place of places) {
      const found = (cells: readonly string[]) => named.get(`${place} ${cells[at]!}`);
      const own = others.flatMap((cells): Row[] => {
        const listing = found(cells);
        return listing === undefined ? [] : [{ cells, listing }];
      });
      // Some may be of listings that were never shown.
      const isMost = own.length * 5 >= others.length * 4;
      if (!isMost || new Set(own.map(({ listing }) => listing)).size < own.length) continue;
      const heading = found(first!);
      // Names of columns have letters: anything else may be of a listing that was not seen.
      if (heading === undefined && !first!.every((name) => /\p{L}/u.test(name) && !/\d{3}/.test(name)))
        continue;
      return heading === undefined
        ? { head: [...first!], rows: own, count: others.length }
        : { head: undefined, rows: [{ cells: first!, listing: heading }, ...own], count: rows.length };
    }
  }
  return undefined;
}

/** What a column holds of listings; some of those were written to since. */
function columnAt(at: number, rows: readonly Row[]): Json | undefined {
  const samples = rows.map(({ cells, listing }): Sample => {
    const facts = new Map<string, Json>();
    addLeaves(facts, 'record', listing);
    return { value: cells[at]!, facts };
  });
  const { template, held } = explainLeaf(samples);
  if (template === undefined || held * 10 < samples.length * 9) return undefined;
  const holes = holesIn(template);
  return holes.every((hole) => hole.startsWith('record/')) ? template : undefined;
}
