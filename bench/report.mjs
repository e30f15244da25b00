// How results look: cells, the table on the terminal, and the Markdown of RESULTS.md.

import { costRatios, median, paceShare } from './measure.mjs';

export const count = (number) => Math.round(number).toLocaleString('en-US');
export const ratio = (number) => number.toFixed(2);
export const spread = ({ min, max }) => `${ratio(min)} to ${ratio(max)}`;
export const milliseconds = (number) => `${number < 100 ? number.toFixed(1) : count(number)} ms`;
export const megabytes = (bytes) => (bytes === null ? 'unknown' : `${count(bytes / 1e6)} MB`);
export const microseconds = (number) => (number === null ? 'unknown' : `${number.toFixed(1)} us`);
export const verdict = (met) => (met ? 'met' : 'MISSED');

/** What the ratio of a contest means; every suite with one says it among its sentences. */
export const ratioSentence = (other) =>
  `The ratio is that of processor time: what ${other} needs for a request over what ours needs, in the same round, as /proc tells for the server process; 1.00 costs the same, and less than that costs more. Both get the same even pace in a round: ${paceShare} of what the slower one does under full load. (Under full load the slower server is charged for more than its work, because it has to wake a client that sleeps until it answers: a bare server that spun for 8 us a request was measured to need 12.6 us more than without, and 6 to 8 us more at an even pace.) Shown is the median over the rounds, with the smallest and the largest. Requests per second are those of one full load, for the record: no goal is set for them.`;

/** The head of a table of contests: ours against another server under the same load. */
export const contestHead = (title, other) => [
  title,
  'CPU per request, ours',
  other,
  'ratio',
  'spread',
  'goal',
  '',
  'ours/s',
  `${other}/s`,
];

/** A row of such a table: the figures that `contest` took of both. Without a goal there is no verdict. */
export function contestRow(what, goal, own, other) {
  const each = ({ microsecondsEach }) => microseconds(middle(microsecondsEach));
  const rate = ({ perSecond }) => count(median(perSecond));
  return [what, each(own), each(other), ...judged(costRatios(own, other), goal), rate(own), rate(other)];
}

/** The cells ratio, spread, goal and verdict. */
export function judged(result, goal) {
  const wanted = goal === undefined ? '' : `>= ${ratio(goal)}`;
  if (result === null) return ['unknown', '', wanted, ''];
  const met = goal === undefined ? '' : verdict(result.median >= goal);
  return [ratio(result.median), spread(result), wanted, met];
}

const middle = (times) => (times.includes(null) ? null : median(times));

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
    `Written by \`${command}\`; do not edit. Times and requests per second belong to this machine; the ratios are what to compare.`,
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
