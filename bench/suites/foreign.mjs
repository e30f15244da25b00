// How much of foreign services the mock speaks after learning from one session with each: the tests that judge it, run for
// their figures.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, temporaryFolder } from '../processes.mjs';
import { verdict } from '../report.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The services are judged in parts, which run side by side. */
const parts = ['a-to-m', 'n-to-z'];
const tests = [
  ...parts.map((part) => `test/soak/foreign-${part}.test.ts`),
  'test/soak/composed-services.test.ts',
];

/** In percent, in the order of the columns. */
const goals = [98, 98, 85, 98, 98];

const how = [
  'Each service was written after another style of public API, without a look at the learner; no name of theirs stands in src. A program that follows what answers say is recorded with it.',
  'The recorded session, and one with other ids, other pages and other writes, then run against the service and against `serve --from` the recording; answers are aligned and compared as a whole. `start` and `end` are the two values of `--as-of`. Counted are the answers that are equal.',
  'The composed services are drawn at random from everyday ways of public APIs (test/foreign/composed.ts), each way by itself; no rule was made for one of them alone. They are asked and counted in the same way, and in a short session, too, that sees the first page of each list and two writes.',
  'Fidelity is what `pricing-mock fidelity` counts: with the whole recording, with every third interaction left out of learning (`--split third`), and with the last 30 % left out (`--split 0.7`). An answer is unknown where nothing was learned of its kind.',
  'Time is injected: a second run gives the same figures on any machine.',
];

export async function run({ progress }) {
  const folder = temporaryFolder();
  progress('the tests');
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const { ended, complaint } = startChild(process.execPath, [vitest, 'run', '--project', 'soak', ...tests], {
    cwd: root,
    env: { ...process.env, FIGURES: folder },
  });
  const outcome = await ended;
  if (outcome !== 'exit code 0') throw new Error(`${tests.join(' ')}: ${outcome}\n${complaint()}`);
  const figures = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const ofAll = (name) => {
    const all = parts.map((part) => figures(`${name}-${part}`));
    return { columns: all[0].columns, rows: all.flatMap(({ rows }) => rows) };
  };
  return {
    title: 'Foreign services',
    how,
    tables: [
      judged(ofAll('sessions')),
      judged(figures('composed'), 'Composed at random'),
      plain(ofAll('fidelity')),
    ],
    notes: [],
  };
}

function judged({ columns, rows }, title = 'Answers that are equal') {
  const head = [title, ...columns.flatMap((column, at) => [column, `>= ${goals[at]} %`])];
  return {
    head,
    rows: rows.map(({ service, shares }) => [
      service,
      ...shares.flatMap((share, at) => [text(share), verdict((100 * share.equal) / share.of >= goals[at])]),
    ]),
  };
}

const plain = ({ columns, rows }) => ({
  head: ['Fidelity', ...columns],
  rows: rows.map(({ service, shares }) => [service, ...shares.map(text)]),
});

function text({ equal, of, unknown = 0 }) {
  const share = `${equal} of ${of} (${Math.floor((100 * equal) / of)} %)`;
  return unknown === 0 ? share : `${share}, ${unknown} unknown`;
}
