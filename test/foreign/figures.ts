// Figures of a run: printed as a table, and written for the bench where `FIGURES` names a folder.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Some of so many answers; null where none could be counted. */
export type Share = { readonly equal: number; readonly of: number; readonly unknown?: number } | null;

export interface Figures {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly service: string; readonly shares: readonly Share[] }[];
}

/** @param name of the file, without its ending */
export function report(name: string, { columns, rows }: Figures): void {
  const all = [['service', ...columns], ...rows.map(({ service, shares }) => [service, ...shares.map(text)])];
  console.log(all.map((row) => row.map((cell) => cell.padEnd(26)).join('')).join('\n'));
  const { FIGURES } = process.env;
  if (FIGURES !== undefined) writeFileSync(join(FIGURES, `${name}.json`), JSON.stringify({ columns, rows }));
}

function text(share: Share): string {
  if (share === null) return 'failed';
  const { equal, of, unknown = 0 } = share;
  return `${equal} of ${of}${unknown === 0 ? '' : `, ${unknown} unknown`}`;
}
