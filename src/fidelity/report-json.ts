// The report on fidelity for programs.
import { absent } from './findings.ts';
import { plainValue, remedyOf } from './report-words.ts';
import { scoreOf, type FidelityReport, type ReportedDifference } from './score.ts';

export function jsonReport(report: FidelityReport): string {
  const { name, upstream, interactions, compared, agreeing, differing, silent, setAside } = report;
  const document = {
    recording: name,
    upstream,
    score: scoreOf(report),
    interactions,
    compared,
    points: { agreeing, differing, silent },
    endpoints: report.endpoints.map((row) => ({ ...row, score: scoreOf(row) })),
    differences: report.differences.map((each) => jsonDifference(each, name)),
    cosmetic: report.cosmetic.map((each) => jsonDifference(each, name)),
    setAside,
  };
  return `${JSON.stringify(document, (_key, value: unknown) => plainValue(value), 2)}\n`;
}

/** A value that is not there is left out. */
function jsonDifference(each: ReportedDifference, name: string) {
  const { difference, hint, settledBy } = each;
  const { aspect, path, recorded, simulated, count, interactions, places } = difference;
  return {
    aspect,
    path,
    ...(recorded !== absent && { recorded }),
    ...(simulated !== absent && { mock: simulated }),
    count,
    interactions,
    places,
    specified: hint.specified,
    decidedBy: hint.decidedBy,
    settledBy: (settledBy ?? []).map(({ id, value }) => `${id}=${value}`),
    remedy: remedyOf(each, name),
  };
}
