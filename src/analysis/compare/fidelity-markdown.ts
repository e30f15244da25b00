// The report on fidelity in Markdown, such as for a pull request.
import { printMore } from './few-of-each.ts';
import {
  decidersOf,
  fewDifferences,
  percent,
  printValue,
  remedyOf,
  titleOf,
  whereOf,
} from './fidelity-words.ts';
import { scoreOf, type FidelityReport } from './score.ts';
import { code, markdownTable } from './text-table.ts';

export function markdownReport(report: FidelityReport): string {
  const { agreeing, differing, silent } = report;
  const rows = [...report.endpoints, { ...report, endpoint: 'in all' }].map((row) => [
    row.endpoint === 'in all' ? row.endpoint : code(row.endpoint),
    ...[row.interactions, row.agreeing, row.differing, row.silent].map(String),
    percent(scoreOf(row)),
  ]);
  const { shown, more } = fewDifferences(report.differences);
  const differences = shown.map((each) => {
    const { places, path, recorded, simulated } = each.difference;
    return [
      `${code(path)}: ${titleOf(each)}`,
      `${code(places[0]!.endpoint)}${places.length > 1 ? ` and ${places.length - 1} more` : ''}, ${whereOf(each)}`,
      code(printValue(recorded)),
      code(printValue(simulated)),
      decidersOf(each).join(', ') || 'the specification is silent',
      remedyOf(each, report.name),
    ];
  });
  const blocks = [
    `## Fidelity of ${report.name}: ${percent(scoreOf(report))}`,
    `${agreeing} of ${agreeing + differing + silent} points agree in ${report.compared} of ${report.interactions} interactions of ${code(report.upstream)}.`,
    markdownTable(['Endpoint', 'Interactions', 'Agreeing', 'Differing', 'Spec silent', 'Score'], rows),
    ...(differences.length === 0
      ? []
      : [
          markdownTable(
            ['Difference', 'Where', 'Recorded', 'Mock', 'Decided by', 'What would change it'],
            differences,
          ),
        ]),
    ...more.map((each) => `${printMore(each)}.`),
    ...report.setAside.map(({ reason, count }) => `Set aside: ${count} × ${reason}.`),
    ...(report.cosmetic.length === 0
      ? []
      : [`Not scored: ${report.cosmetic.length} messages in other words.`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}
