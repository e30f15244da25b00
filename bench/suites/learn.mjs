// Learning from a long recording: time and memory, and whether either grows faster than the recording.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { timeLearning } from '../learning.mjs';
import { median, summary } from '../measure.mjs';
import { temporaryFolder } from '../processes.mjs';
import { writeSession } from '../recordings.mjs';
import { count, megabytes, milliseconds, ratio, verdict } from '../report.mjs';

const many = 10_000;
const few = many / 10;
const goals = { learn: 5000, bytes: 500e6, growth: 15 };

const how = [
  `The recordings hold sessions of ${count(few)} and ${count(many)} interactions: pages of 50 listings, single reads, writes and the reads after them, strategies, refusals of several kinds, 429s.`,
  'Learning is measured in a fresh Node, after the recording has been read; the memory is the peak of that process (maxRSS), the recording and reading it included. Medians, the two recordings in turn.',
];

export async function run({ bin, rounds, progress }) {
  const folder = temporaryFolder();
  const files = { few: join(folder, 'few.json'), many: join(folder, 'many.json') };
  progress(`writing ${count(many)} interactions`);
  await writeSession(bin, files.few, few);
  await writeSession(bin, files.many, many);
  const results = { few: [], many: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['few', 'many']) {
      progress(`${name}, round ${round + 1}`);
      results[name].push(await timeLearning(bin, files[name]));
    }
  }
  const times = results.many.map(({ learn }) => learn);
  const { min, max } = summary(times);
  const peak = median(results.many.map((result) => result.peak));
  const growth = median(times) / median(results.few.map(({ learn }) => learn));
  const cpu = median(results.many.map((result) => result.cpu));
  const head = [`${count(many)} interactions`, 'measured', 'spread', 'goal', ''];
  const rows = [
    [
      'learned in',
      `${milliseconds(median(times))} (processor: ${milliseconds(cpu)})`,
      `${milliseconds(min)} to ${milliseconds(max)}`,
      `< ${milliseconds(goals.learn)}`,
      verdict(median(times) < goals.learn),
    ],
    ['memory', megabytes(peak), '', `< ${megabytes(goals.bytes)}`, verdict(peak < goals.bytes)],
    [
      `time, over that of ${count(few)}`,
      ratio(growth),
      '',
      `<= ${goals.growth}`,
      verdict(growth <= goals.growth),
    ],
  ];
  const settled = results.many[0].settled;
  const note = `The recording has ${megabytes(statSync(files.many).size)} and settles ${settled} questions of the ledger.`;
  return { title: 'Learning', how, tables: [{ head, rows }], notes: [note] };
}
