// Client checks as files: a JUnit report for CI systems, and Markdown, such as for a pull request.
import { junitReport } from '../analysis/reports/junit.ts';
import { markdownCode, markdownTable } from '../analysis/reports/markdown.ts';
import { figuresOf, requestsOf, scopeOf } from '../service/audit/audit-text.ts';
import { coverageHead, coverageLines, coverageRows, shareOf } from '../service/audit/coverage-text.ts';
import type { Coverage } from '../service/audit/coverage.ts';
import type { Thresholds } from '../service/audit/fail-on.ts';
import type { AuditFact } from '../service/audit/facts.ts';
import type { AuditSummary } from '../service/audit/summary.ts';

/** How many requests are named for a fact. */
const mostNamed = 5;

const title = 'Client checks of pricing-mock';

/** What was met, and the least that passes, in percent; null: anything. */
interface Covered {
  readonly coverage: Coverage;
  readonly least: number | null;
}

/** Each fact is a case, which fails above its threshold; one that may be found any number of times is skipped. */
export function junitAudit(summary: AuditSummary, thresholds: Thresholds, covered?: Covered): string {
  const cases = summary.facts.map((fact) => {
    const { id, count } = fact;
    const threshold = thresholds[id];
    const named = { className: title, name: `${id}: ${fact.title}` };
    if (threshold === Infinity) {
      return { ...named, result: 'skipped', message: `${count} found; any number may be` } as const;
    }
    if (count <= threshold) return { ...named, result: 'passed' } as const;
    const figures = figuresOf(fact);
    const message = `${count} found, at most ${threshold} may be${figures === '' ? '' : `: ${figures}`}`;
    return { ...named, result: 'failed', message, details: behind(fact, summary).join('\n') } as const;
  });
  const suites = [{ name: scopeOf(summary), cases }];
  return junitReport(title, covered === undefined ? suites : [...suites, coverageSuite(covered)]);
}

/** One case for all answers, because none of them must be met by itself. */
function coverageSuite({ coverage, least }: Covered) {
  const named = { className: title, name: `coverage: ${shareOf(coverage)}` };
  const details = coverageLines(coverage).slice(1).join('\n');
  const failed = least !== null && coverage.percent < least;
  const result = failed
    ? ({ result: 'failed', message: `at least ${least} % must be met`, details } as const)
    : ({ result: 'passed' } as const);
  return { name: 'coverage', cases: [{ ...named, ...result }] };
}

export function markdownAudit(summary: AuditSummary, thresholds: Thresholds, covered?: Covered): string {
  const found = summary.facts.filter(({ count }) => count > 0);
  const failed = found.filter(({ id, count }) => count > thresholds[id]);
  const rows = found.map((fact) => {
    const { id, count } = fact;
    const threshold = thresholds[id];
    return [
      count > threshold ? '**failed**' : 'passed',
      markdownCode(id),
      [fact.title, figuresOf(fact)].filter(Boolean).join(': '),
      String(count),
      threshold === Infinity ? 'any' : String(threshold),
      behind(fact, summary).map(markdownCode).join(', '),
    ];
  });
  const blocks = [
    `## ${title}: ${failed.length} of ${summary.facts.length} failed`,
    `${scopeOf(summary)}.`,
    ...(rows.length === 0
      ? []
      : [markdownTable(['Result', 'Check', 'What was found', 'Count', 'At most', 'Requests'], rows)]),
    ...(covered === undefined ? [] : coverageBlocks(covered)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function coverageBlocks({ coverage, least }: Covered): string[] {
  const failed = least !== null && coverage.percent < least;
  const gate = least === null ? '' : `; at least ${least} % must be met: ${failed ? '**failed**' : 'passed'}`;
  const rows = coverageRows(coverage).map(([place = '', status = '', error = '', met = '']) => [
    markdownCode(place),
    status,
    error === '' ? '' : markdownCode(error),
    met,
  ]);
  return ['## Coverage', `${shareOf(coverage)}${gate}.`, markdownTable(coverageHead, rows)];
}

function behind(fact: AuditFact, { worlds, remarked }: AuditSummary): string[] {
  return requestsOf(fact, mostNamed, worlds > 1 || remarked.length > 1);
}
