// The report on drift as text, JSON, Markdown and JUnit.
import { junitReport } from '../reports/junit.ts';
import type { TestCase } from '../reports/junit.ts';
import { markdownCode, markdownTable } from '../reports/markdown.ts';
import { severities } from './changes.ts';
import type { Severity } from './changes.ts';
import type { Drift } from './drift.ts';
import { fewOfEach, printMore } from './places.ts';

interface DriftReport {
  /** How the user calls the two. */
  readonly old: string;
  readonly new: string;
  readonly changes: readonly Drift[];
}

function countOf({ changes }: DriftReport, severity: Severity): number {
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
  return `${[headline(report), ...shown.map(block), ...more.map(printMore)].join('\n\n')}\n`;
}

function block(change: Drift): string {
  const [first, ...others] = change.places;
  return [
    `${change.severity}: ${change.path} ${change.what}`,
    `   at       ${first!.endpoint}`,
    ...others.slice(0, 3).map((place) => `   also at  ${place.endpoint}  ${place.path}`),
    ...(others.length > 3 ? [`   also at  ${others.length - 3} more`] : []),
    ...(change.old === '' ? [] : [`   old      ${change.old}`]),
    ...(change.new === '' ? [] : [`   new      ${change.new}`]),
  ].join('\n');
}

/** A case for each change, which fails unless its severity is tolerated; one that passes where nothing has changed. */
export function junitDrift(report: DriftReport, isTolerated: (severity: Severity) => boolean): string {
  const cases = report.changes.map((change): TestCase => {
    const name = { className: change.places[0]!.endpoint, name: `${change.path} ${change.what}` };
    const message = `${change.severity}: ${change.path} ${change.what}`;
    if (isTolerated(change.severity)) return { ...name, result: 'skipped', message };
    return { ...name, result: 'failed', message, details: block(change) };
  });
  const none: TestCase = { className: 'all endpoints', name: headline(report), result: 'passed' };
  return junitReport(`drift from ${report.old} to ${report.new}`, [
    { name: 'changes', cases: cases.length === 0 ? [none] : cases },
  ]);
}

export function markdownDrift(report: DriftReport): string {
  const { shown, more } = fewChanges(report);
  const rows = shown.map(({ severity, what, path, places, old, new: now }) => [
    severity,
    `${markdownCode(path)} ${what}`,
    `${markdownCode(places[0]!.endpoint)}${places.length > 1 ? ` and ${places.length - 1} more` : ''}`,
    old === '' ? '' : markdownCode(old),
    now === '' ? '' : markdownCode(now),
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
