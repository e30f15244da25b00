// Coverage as lines for people, and why a run fails.
import type { Coverage } from './coverage.ts';
import { failureLines } from './audit-text.ts';
import { judge } from './fail-on.ts';
import type { Gates } from './fail-on.ts';
import type { AuditSummary } from './summary.ts';

/** A head with the share, and a table, without line breaks. */
export function coverageLines(coverage: Coverage): string[] {
  const rows = coverageRows(coverage);
  const widths = coverageHead.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]!.length)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd();
  return [`coverage: ${shareOf(coverage)}`, line(coverageHead), ...rows.map(line)];
}

export const shareOf = ({ met, of, percent }: Coverage) =>
  `${met} of ${of} answers that the specification defines (${percent} %)`;

export const coverageHead: readonly string[] = ['Endpoint', 'Status', 'Error', 'Met'];

/** The rows under the head; the number of an answer that the specification does not define stands in brackets. */
export function coverageRows({ answers }: Coverage): string[][] {
  return answers.map(({ method, path, status, error, count, defined }) => [
    `${method} ${path}`,
    String(status),
    error ?? '',
    defined ? (count === 0 ? 'no' : String(count)) : `(${count})`,
  ]);
}

/** Why a run fails under `--fail-on`; no lines when it does not fail. */
export function failuresOf(summary: AuditSummary, coverage: Coverage, gates: Gates): string[] {
  const audit = gates.audit === null ? [] : failureLines(judge(summary, gates.audit));
  const { coverage: least } = gates;
  if (least === null || coverage.percent >= least) return audit;
  return [...audit, `coverage failed: ${shareOf(coverage)}, at least ${least} % must be met`];
}
