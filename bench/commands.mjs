// What a command of the program takes, in a process of its own; prints seconds and bytes as JSON.
//
//   node commands.mjs <bin> <command> <arguments...>

import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runScript } from './processes.mjs';

const self = fileURLToPath(import.meta.url);
const patience = 300_000;

/** @returns `{ seconds, cpu, peak }`: from the start of the program to its end, those of the processor, bytes */
export const timeCommand = (bin, args) => runScript(self, [bin, ...args], patience);

if (process.argv[1] === self) {
  const [bin, ...args] = process.argv.slice(2);
  const start = performance.now();
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const seconds = (performance.now() - start) / 1000;
    const peak = process.resourceUsage().maxRSS * 1024;
    writeSync(1, JSON.stringify({ seconds, cpu: (user + system) / 1e6, peak }));
  });
  // The output of the command is not what is measured here.
  process.stdout.write = () => true;
  process.argv = [process.argv[0], bin, ...args];
  createRequire(import.meta.url)(bin);
}
