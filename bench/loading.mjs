// What it takes to load a recording, in a process of its own; prints the milliseconds as JSON.
//
//   node loading.mjs <bin> <recording>

import { fileURLToPath } from 'node:url';
import { runScript } from './processes.mjs';
import { fromBuild } from './recordings.mjs';

const self = fileURLToPath(import.meta.url);

/** @returns `{ read, index, cpu }`: the file read, parsed and checked; the index over it built; and the processor's */
export const timeLoading = (bin, file) => runScript(self, [bin, file]);

if (process.argv[1] === self) {
  const [bin, file] = process.argv.slice(2);
  const { loadRecording } = await fromBuild(bin, 'recording/file/folder.js');
  const { ReplayWorlds } = await fromBuild(bin, 'recording/replay/replay-worlds.js');
  const start = performance.now();
  const before = process.cpuUsage();
  const recording = await loadRecording(file, () => undefined);
  const middle = performance.now();
  new ReplayWorlds(() => recording, { authenticated: true });
  const [read, index] = [middle - start, performance.now() - middle];
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ read, index, cpu: (user + system) / 1000 }));
}
