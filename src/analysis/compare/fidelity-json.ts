// The report on fidelity for programs.
import { absent } from './differences.ts';
import { fewDifferences, plainValue, remedyOf } from './fidelity-words.ts';
import { scoreOf, type FidelityReport, type ReportedDifference } from './score.ts';

export function jsonReport(report: FidelityReport): string {
  const { name, upstream, interactions, compared, agreeing, differing, silent, setAside } = report;
  const [differences, cosmetic] = [report.differences, report.cosmetic].map(fewDifferences);
  const document = {
    recording: name,
    upstream,
    score: scoreOf(report),
    interactions,
    compared,
    points: { agreeing, differing, silent },
    endpoints: report.endpoints.map((row) => ({ ...row, score: scoreOf(row) })),
    differences: differences!.shown.map((each) => jsonDifference(each, name)),
    cosmetic: cosmetic!.shown.map((each) => jsonDifference(each, name)),
    more: [...differences!.more, ...cosmetic!.more],
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
