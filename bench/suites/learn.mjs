// What is learned from long recordings, and compared with them: time and memory of each command.

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { timeCommand } from '../commands.mjs';
import { median, summary } from '../measure.mjs';
import { temporaryFolder } from '../processes.mjs';
import { writeLongSession, writePages } from '../recordings.mjs';
import { count, megabytes, verdict } from '../report.mjs';

const interactions = 13_000;
const pages = 400;
const goals = { seconds: 60, bytes: 600e6 };

const how = [
  `The session has ${count(interactions)} interactions: pages of 5 of 300 listings, single reads, writes and the reads after them, strategies, refusals. The walk has ${count(pages)} pages of 50 listings each.`,
  'Each command runs in a process of its own, from its start to its end, the recording and reading it included; the memory is the peak of that process (maxRSS). Medians. `drift` compares the recording with itself; `import` reads it as a HAR file that `export` has written.',
];

export async function run({ bin, rounds, progress }) {
  const folder = temporaryFolder();
  const file = (name) => join(folder, name);
  const recordings = [
    [`${count(interactions)} interactions`, file('session.json')],
    [`${count(pages)} pages of 50`, file('walk.json')],
  ];
  progress('writing the recordings');
  await writeLongSession(bin, file('session.json'), interactions);
  await writePages(bin, file('walk.json'), pages);
  const rows = [];
  const notes = [];
  for (const [what, recording] of recordings) {
    const har = recording.replace('.json', '.har');
    await timeCommand(bin, ['recordings', 'export', recording, '--har', har]);
    const imported = ['recordings', 'import', har, '--name', 'imported', '--dir', folder];
    const commands = {
      learn: ['learn', recording, '-o', file('profile.json')],
      fidelity: ['fidelity', recording],
      drift: ['drift', recording, recording],
      import: imported,
    };
    for (const [name, args] of Object.entries(commands)) {
      const results = [];
      for (let round = 0; round < Math.min(rounds, 3); round += 1) {
        progress(`${what}: ${name}, round ${round + 1}`);
        rmSync(file('imported.json'), { force: true });
        results.push(await timeCommand(bin, args));
      }
      rows.push(row(`${name}, ${what}`, results));
    }
    notes.push(`${what}: ${megabytes(statSync(recording).size)}.`);
  }
  const head = ['Command', 'seconds', 'spread', 'goal', '', 'memory', 'goal', ''];
  return { title: 'Long recordings', how, tables: [{ head, rows }], notes };
}

function row(what, results) {
  const seconds = results.map((result) => result.seconds);
  const peak = median(results.map((result) => result.peak));
  const { min, max } = summary(seconds);
  const shown = (number) => `${number.toFixed(1)} s`;
  return [
    what,
    shown(median(seconds)),
    `${shown(min)} to ${shown(max)}`,
    `< ${goals.seconds} s`,
    verdict(median(seconds) < goals.seconds),
    megabytes(peak),
    `< ${megabytes(goals.bytes)}`,
    verdict(peak < goals.bytes),
  ];
}
