// What it takes to learn from a recording, in a process of its own; prints milliseconds and bytes as JSON.
//
//   node learning.mjs <bin> <recording>

import { fileURLToPath } from 'node:url';
import { runScript } from './processes.mjs';
import { fromBuild } from './recordings.mjs';

const self = fileURLToPath(import.meta.url);

/** @returns `{ learn, cpu, peak, settled }`: milliseconds, those of the processor, bytes, questions that were settled */
export const timeLearning = (bin, file) => runScript(self, [bin, file]);

if (process.argv[1] === self) {
  const [bin, file] = process.argv.slice(2);
  const { loadRecording } = await fromBuild(bin, 'recording/file/folder.js');
  const { learn } = await fromBuild(bin, 'analysis/learn/learn.js');
  const recording = await loadRecording(file, () => undefined);
  const start = performance.now();
  const before = process.cpuUsage();
  const { evidence } = learn([{ name: 'bench', recording }]);
  const time = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const peak = process.resourceUsage().maxRSS * 1024;
  const settled = Object.keys(evidence).length;
  process.stdout.write(JSON.stringify({ learn: time, cpu: (user + system) / 1000, peak, settled }));
}
