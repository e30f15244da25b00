// How a count, a long text and a table are written for people, in a log line as in a report.

/** `1 interaction`, `2 interactions`, `2 entries`. */
export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`.replace(/(?<![aeiou])ys$/, 'ies')}`;
}

/** A text of at most so many characters, and three dots where it goes on. */
export function shortened(text: string, most = 160): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}

interface TableLayout {
  /** The row above all others. */
  readonly head?: readonly string[];
  /** The columns that are set to the right, by index. */
  readonly right?: readonly number[];
}

/** A table in a fixed-width font, its columns as wide as they need to be. A row may lack its last cells. */
export function textTable(
  rows: readonly (readonly string[])[],
  { head, right = [] }: TableLayout = {},
): string {
  const all = head === undefined ? rows : [head, ...rows];
  const widths: number[] = [];
  for (const row of all)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (right.includes(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
}

/** A failure that nobody expected, with where it came from. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
