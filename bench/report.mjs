// How results look: cells, the table on the terminal, and the Markdown of RESULTS.md.

export const count = (number) => Math.round(number).toLocaleString('en-US');
export const ratio = (number) => number.toFixed(2);
export const spread = ({ min, max }) => `${ratio(min)} to ${ratio(max)}`;
export const milliseconds = (number) => `${number < 100 ? number.toFixed(1) : count(number)} ms`;
export const megabytes = (bytes) => (bytes === null ? 'unknown' : `${count(bytes / 1e6)} MB`);
export const microseconds = (number) => (number === null ? 'unknown' : `${number.toFixed(1)} us`);
export const percent = (share) => (share === null ? 'unknown' : `${Math.round(share * 100)} %`);
export const verdict = (met) => (met ? 'met' : 'MISSED');

/*
 * A section, which is what a suite returns:
 *   { title, how: [sentence], tables: [{ head: [text], rows: [[text]] }], notes: [sentence] }
 * A goal that was not reached shows as a cell that reads MISSED; that cell is all `--strict` looks at.
 */

/** How many goals of the sections were missed. */
export function missedGoals(sections) {
  const cells = sections.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.flat()));
  return cells.filter((cell) => cell === verdict(false)).length;
}

/** A section for the terminal: the figures, without how they were taken. */
export function toText({ title, tables, notes }) {
  return [
    '',
    title,
    ...tables.map((table) => '\n' + tableText(table)),
    ...notes.map((note) => `  ${note}`),
  ].join('\n');
}

function tableText({ head, rows }) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)));
  const line = (row) => '  ' + row.map((cell, at) => cell.padEnd(widths[at])).join('  ');
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

/** The whole of RESULTS.md. */
export function toMarkdown({ machine, command, sections }) {
  const list = (sentences) => sentences.map((sentence) => `- ${sentence}`).join('\n');
  const parts = [
    '# Measurements',
    `Written by \`${command}\`; do not edit. Requests per second belong to this machine; the ratios are what to compare.`,
    list(machine),
  ];
  for (const { title, how, tables, notes } of sections) {
    parts.push(`## ${title}`, ...tables.map(tableMarkdown));
    if (notes.length > 0) parts.push(list(notes));
    parts.push(`How it was taken:\n\n${list(how)}`);
  }
  return parts.join('\n\n') + '\n';
}

function tableMarkdown({ head, rows }) {
  const line = (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
