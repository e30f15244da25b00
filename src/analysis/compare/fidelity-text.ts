// The report on fidelity as text for a terminal.
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
import { scoreOf, type FidelityReport, type ReportedDifference } from './score.ts';
import { textTable } from './text-table.ts';

export function textReport(report: FidelityReport): string {
  const { name, upstream, interactions, compared, agreeing, differing, silent } = report;
  const points = agreeing + differing + silent;
  const { shown, more } = fewDifferences(report.differences);
  const rows = report.endpoints.map((row) => [
    row.endpoint,
    ...[row.interactions, row.agreeing, row.differing, row.silent].map(String),
    percent(scoreOf(row)),
  ]);
  const total = [
    'in all',
    ...[interactions, agreeing, differing, silent].map(String),
    percent(scoreOf(report)),
  ];
  const blocks = [
    `${name}: ${interactions} interactions of ${upstream}, ${compared} of them compared`,
    `Fidelity ${percent(scoreOf(report))}: ${agreeing} of ${points} points agree`,
    textTable(
      ['Endpoint', 'Interactions', 'Agreeing', 'Differing', 'Spec silent', 'Score'],
      [...rows, total],
      [1, 2, 3, 4, 5],
    ),
    ...shown.map((each, at) => textDifference(each, at + 1, report.name)),
    ...more.map(printMore),
    ...notes(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function textDifference(each: ReportedDifference, number: number, name: string): string {
  const { path, places, recorded, simulated } = each.difference;
  const deciders = decidersOf(each);
  return [
    `${number}. ${path}: ${titleOf(each)}`,
    `   at         ${places[0]!.endpoint}, ${whereOf(each)}`,
    ...places.slice(1, 4).map((place) => `   also at    ${place.endpoint}  ${place.path}`),
    ...(places.length > 4 ? [`   also at    ${places.length - 4} more`] : []),
    `   recorded   ${printValue(recorded)}`,
    `   mock       ${printValue(simulated)}`,
    `   decided by ${deciders.length === 0 ? 'nothing: the specification is silent' : deciders.join(', ')}`,
    `   to change  ${remedyOf(each, name)}`,
  ].join('\n');
}

function notes({ cosmetic, setAside }: FidelityReport): string[] {
  const lines = [
    ...setAside.map(({ reason, count }) => `Set aside: ${count} × ${reason}`),
    ...(cosmetic.length === 0
      ? []
      : [`Not scored: ${cosmetic.length} message${cosmetic.length === 1 ? '' : 's'} in other words`]),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}
