// Findings in Markdown, such as for a pull request.

/** A table. A bar in a cell is escaped, and a line break is a space: either would break the table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cellText = (text: string) =>
    text
      .replace(/\s*[\r\n]\s*/g, ' ')
      // Backslashes that stand before a bar already escape each other in pairs.
      .replace(/(\\*)\|/g, (_, before: string) => `${before}${before.length % 2 === 0 ? '' : '\\'}\\|`);
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A text as code, whatever backticks it holds. */
export function markdownCode(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
