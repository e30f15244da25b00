// The files of report runs as a service writes them: a table of listings, a line each.
import { isNothing, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { leafOfRecord } from './known-facts.ts';
import type { ReportFileForm } from './profile-form.ts';
import { fill } from './templates.ts';

/** @param listings as the service shows them, in the order of its list */
export function reportFileText(form: ReportFileForm, listings: readonly Json[]): string {
  const { head, columns, rows = listings.length } = form;
  const lines = listings
    .slice(0, rows)
    .map((record) => columns.map((column) => cellOf(fill(column, (name) => leafOfRecord(name, record)))));
  const written = [...(head === undefined ? [] : [head]), ...lines].map((cells) => lineOf(cells, form));
  return written.join('');
}

const cellOf = (value: Json | undefined): string => (isNothing(value) ? '' : textOf(value));

/** Quotes where they are needed, as RFC 4180 has them, or around all. */
export function lineOf(
  cells: readonly string[],
  { separator, end, quoted }: Pick<ReportFileForm, 'separator' | 'end' | 'quoted'>,
): string {
  const own = cells.map((cell) => {
    const needsQuotes = quoted === true || cell.includes(separator) || /["\r\n]/.test(cell);
    return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return own.join(separator) + end;
}

export interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly separator: string;
  readonly end: string;
  /** Whether all cells stand in quotes. */
  readonly isQuoted: boolean;
}

const separators = [',', ';', '\t', '|'];

/** The cells of a text in lines of as many cells each; undefined for any other text. */
export function tableIn(text: string): Table | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  if (!text.endsWith(end)) return undefined;
  const lines = text.slice(0, -end.length).split(end);
  for (const separator of separators) {
    const cells = lines.map((line) => cellsIn(line, separator));
    const [first] = cells;
    if (first!.length < 2 || cells.some(({ length }) => length !== first!.length)) continue;
    const isQuoted = cells.flat().every((cell) => /^".*"$/s.test(cell));
    const rows = cells.map((row) =>
      row.map((cell) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    );
    return { rows, separator, end, isQuoted };
  }
  return undefined;
}

/** The cells of a line as they are written, those in quotes whole. */
function cellsIn(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === separator && !isQuoted) cells.push('');
    else cells.push(cells.pop()! + sign);
  }
  return cells;
}
