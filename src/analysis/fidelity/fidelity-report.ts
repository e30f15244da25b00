// The report on fidelity as text, JSON, Markdown and JUnit: answers first, then the places at which they differ.
import { counted, textTable } from '../../http/plain-text.ts';
import type { TestSuite } from '../reports/junit.ts';
import { junitReport } from '../reports/junit.ts';
import { markdownCode, markdownTable } from '../reports/markdown.ts';
import type { Aspect } from './compare.ts';
import { fewOfEach, printMore } from './places.ts';
import { percentOf } from './fidelity.ts';
import type { DifferingPlace, FidelityReport, Share } from './fidelity.ts';

const aspectWords: Readonly<Record<Aspect, string>> = {
  status: 'another status',
  missing: 'missing',
  extra: 'not recorded',
  type: 'another type',
  value: 'another value',
  records: 'other records',
  order: 'another order',
};

const asideWords: Readonly<Record<FidelityReport['aside'][number]['reason'], string>> = {
  trouble: 'trouble of the service (5xx), not played',
  unsent: 'its request is not in the recording as a whole, not played',
  limits: 'a 429 that the recorded requests do not explain, compared by its form',
};

/** `61 of 64 answers agree (95.3 %)` */
function headline({ answers, undecided }: FidelityReport): string {
  const others = undecided === 0 ? '' : `; of ${undecided} others the mock says that it cannot know them`;
  return `${agree(answers, 'answer')}${others}`;
}

function agree(share: Share, what: string): string {
  const verb = share.of === 1 ? 'agrees' : 'agree';
  return `${share.agreeing} of ${counted(share.of, what)} ${verb} (${percentOf(share)} %)`;
}

const headerLine = ({ headers }: FidelityReport) =>
  `Headers: ${headers.agreeing} of the ${headers.of} answers with the recorded status have the recorded ones`;

function source({
  recording,
  upstream,
  interactions,
  learnedFrom,
  learnedInteractions = 0,
}: FidelityReport): string {
  const from = {
    given: '',
    itself: ', by what the recording itself teaches',
    part: `, by what ${learnedInteractions} others teach`,
  }[learnedFrom];
  return `${recording}: ${interactions} interactions of ${upstream}${from}`;
}

const few = (places: readonly DifferingPlace[]) =>
  fewOfEach(places, ({ aspect, endpoint }) => ({ what: aspectWords[aspect], endpoint }));

const endpointHead = ['Endpoint', 'Answers', 'Agreeing', ''];

const endpointRows = ({ endpoints }: FidelityReport, written = (endpoint: string) => endpoint) =>
  endpoints.map((row) => [
    written(row.endpoint),
    String(row.of),
    String(row.agreeing),
    `${percentOf(row)} %`,
  ]);

const asideLines = ({ aside }: FidelityReport) =>
  aside.map(
    ({ reason, interactions }) => `${counted(interactions.length, 'interaction')}: ${asideWords[reason]}`,
  );

export function textReport(report: FidelityReport): string {
  const parts = [
    [source(report), '', headline(report), headerLine(report)].join('\n'),
    textTable(endpointRows(report), { head: endpointHead, right: [1, 2, 3] }),
    ...blocks(report.differences),
    ...(report.headerDifferences.length === 0 ? [] : ['Headers', ...blocks(report.headerDifferences)]),
    ...asideLines(report),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blocks(places: readonly DifferingPlace[]): string[] {
  const { shown, more } = few(places);
  return [...shown.map(block), ...more.map(printMore)];
}

function block({ endpoint, path, aspect, answers, interactions, recorded, mock }: DifferingPlace): string {
  const named = interactions.length < answers ? `${interactions.join(', ')}, ...` : interactions.join(', ');
  return [
    `${endpoint}  ${path}: ${aspectWords[aspect]} in ${counted(answers, 'answer')} (${named})`,
    ...(recorded === '' ? [] : [`   recorded  ${recorded}`]),
    ...(mock === '' ? [] : [`   mock      ${mock}`]),
  ].join('\n');
}

export function jsonReport(report: FidelityReport): string {
  const [bodies, headers] = [few(report.differences), few(report.headerDifferences)];
  return `${JSON.stringify(
    {
      ...report,
      score: percentOf(report.answers),
      differences: bodies.shown,
      headerDifferences: headers.shown,
      more: [...bodies.more, ...headers.more],
    },
    null,
    2,
  )}\n`;
}

export function markdownReport(report: FidelityReport): string {
  const table = (places: readonly DifferingPlace[]) => {
    const { shown, more } = few(places);
    const rows = shown.map(({ endpoint, path, aspect, answers, recorded, mock }) => [
      markdownCode(endpoint),
      `${markdownCode(path)} ${aspectWords[aspect]}`,
      String(answers),
      recorded === '' ? '' : markdownCode(recorded),
      mock === '' ? '' : markdownCode(mock),
    ]);
    return [
      markdownTable(['Endpoint', 'Place', 'Answers', 'Recorded', 'Mock'], rows),
      ...more.map((each) => `${printMore(each)}.`),
    ];
  };
  return `${[
    `## Fidelity of ${report.recording}: ${percentOf(report.answers)} %`,
    `${headline(report)}. ${headerLine(report)}.`,
    markdownTable(endpointHead, endpointRows(report, markdownCode)),
    ...(report.differences.length === 0 ? [] : table(report.differences)),
    ...(report.headerDifferences.length === 0 ? [] : ['### Headers', ...table(report.headerDifferences)]),
    ...asideLines(report).map((line) => `${line}.`),
  ].join('\n\n')}\n`;
}

/** A case for each endpoint: its answers agree or not; and one for each endpoint's headers. */
export function junitFidelity(report: FidelityReport): string {
  const suite = (name: string, places: readonly DifferingPlace[]): TestSuite => ({
    name,
    cases: report.endpoints.map(({ endpoint, of }) => {
      const own = places.filter((place) => place.endpoint === endpoint);
      const title = counted(of, 'answer');
      if (own.length === 0) return { className: endpoint, name: title, result: 'passed' };
      return {
        className: endpoint,
        name: title,
        result: 'failed',
        message: `${counted(own.length, 'place')}: ${own
          .slice(0, 3)
          .map(({ path, aspect }) => `${path} ${aspectWords[aspect]}`)
          .join(', ')}${own.length > 3 ? ', ...' : ''}`,
        details: blocks(own).join('\n\n'),
      };
    }),
  });
  return junitReport(`fidelity of ${report.recording}`, [
    suite('status and body', report.differences),
    suite('headers', report.headerDifferences),
  ]);
}
