// The report on drift, as text, Markdown and JSON.
import { severities, type Drift, type Severity } from './change.ts';
import { fewOfEach, printMore } from '../compare/few-of-each.ts';
import { code, markdownTable } from '../compare/text-table.ts';

export interface DriftReport {
  /** How the user calls the two. */
  readonly old: string;
  readonly new: string;
  readonly changes: readonly Drift[];
}

export function countOf({ changes }: DriftReport, severity: Severity): number {
  return changes.filter((change) => change.severity === severity).length;
}

/** The worst there is. */
export function worstOf(report: DriftReport): Severity | undefined {
  return severities.find((severity) => countOf(report, severity) > 0);
}

/** The changes that are told by name, and how many more there are of each kind. */
const fewChanges = ({ changes }: DriftReport) =>
  fewOfEach(changes, ({ severity, what, places }) => ({
    what: `${severity}, ${what}`,
    endpoint: places[0]!.endpoint,
  }));

export function textDrift(report: DriftReport): string {
  const { shown, more } = fewChanges(report);
  const blocks = shown.map((change) => {
    const [first, ...others] = change.places;
    return [
      `${change.severity}: ${change.path} ${change.what}`,
      `   at       ${first!.endpoint}`,
      ...others.slice(0, 3).map((place) => `   also at  ${place.endpoint}  ${place.path}`),
      ...(others.length > 3 ? [`   also at  ${others.length - 3} more`] : []),
      ...(change.old === '' ? [] : [`   old      ${change.old}`]),
      ...(change.new === '' ? [] : [`   new      ${change.new}`]),
    ].join('\n');
  });
  return `${[headline(report), ...blocks, ...more.map(printMore)].join('\n\n')}\n`;
}

export function markdownDrift(report: DriftReport): string {
  const { shown, more } = fewChanges(report);
  const rows = shown.map(({ severity, what, path, places, old, new: now }) => [
    severity,
    `${code(path)} ${what}`,
    `${code(places[0]!.endpoint)}${places.length > 1 ? ` and ${places.length - 1} more` : ''}`,
    old === '' ? '' : code(old),
    now === '' ? '' : code(now),
  ]);
  const table = markdownTable(['Severity', 'Change', 'Where', 'Old', 'New'], rows);
  const rest = more.map((each) => `\n${printMore(each)}.\n`).join('');
  return `## Drift\n\n${headline(report)}\n${rows.length === 0 ? '' : `\n${table}\n`}${rest}`;
}

export function jsonDrift(report: DriftReport): string {
  const counts = Object.fromEntries(severities.map((severity) => [severity, countOf(report, severity)]));
  const { shown, more } = fewChanges(report);
  return `${JSON.stringify({ old: report.old, new: report.new, counts, changes: shown, more }, null, 2)}\n`;
}

function headline(report: DriftReport): string {
  if (report.changes.length === 0) return `Nothing has changed from ${report.old} to ${report.new}`;
  const counts = severities.map((severity) => `${countOf(report, severity)} ${severity}`);
  return `From ${report.old} to ${report.new}: ${counts.join(', ')}`;
}
