// `npm run bench`: runs the suites, prints their tables, writes RESULTS.md; `--help` tells the options.

import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './machine.mjs';
import { warmUp } from './measure.mjs';
import { count, missedGoals, toMarkdown, toText } from './report.mjs';
import { ownBin } from './servers/ours.mjs';
import * as foreign from './suites/foreign.mjs';
import * as learn from './suites/learn.mjs';
import * as mock from './suites/mock.mjs';
import * as msw from './suites/msw.mjs';
import * as page from './suites/page.mjs';
import * as peers from './suites/peers.mjs';
import * as record from './suites/record.mjs';
import * as replay from './suites/replay.mjs';
import * as scale from './suites/scale.mjs';
import * as start from './suites/start.mjs';

/** In the order of the report. A further suite is one file and one name here. */
const suites = { mock, start, scale, peers, replay, record, msw, learn, foreign, page };

const usage = `Usage: npm run bench -- [options], or node bench/run.mjs [options] after npm run build

  --only <names>    the suites to run: ${Object.keys(suites).join(',')} (default: all)
  --seconds <n>     length of one load (default: 3)
  --rounds <n>      loads of each server, in turn with the other's (default: 5)
  --strict          exit with 1 when a goal is missed
  --bin <file>      measure this build instead of dist/bin.cjs
  --results <file>  write the report there; without it, a whole run of our own build writes bench/RESULTS.md
  --help            this text
`;

const options = readOptions({
  help: { type: 'boolean', short: 'h', default: false },
  only: { type: 'string', default: Object.keys(suites).join(',') },
  seconds: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '5' },
  strict: { type: 'boolean', default: false },
  bin: { type: 'string', default: ownBin },
  results: { type: 'string' },
});
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const names = options.only.split(',');
const seconds = positive('--seconds', options.seconds);
const rounds = positive('--rounds', options.rounds);
const bin = resolve(options.bin);
const unknown = names.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) fail(`--only knows ${Object.keys(suites).join(', ')}; not ${unknown.join(', ')}`);
if (!existsSync(bin)) fail(`nothing to measure at ${bin}; npm run build first`);

const machine = describeMachine();
console.log(machine.join('\n'));
const sections = [];
for (const name of names) {
  const progress = (step) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}: ${step}`);
  };
  const section = await suites[name].run({ bin, seconds, rounds, progress });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(toText(section));
  sections.push(section);
}

const whole = bin === ownBin && Object.keys(suites).every((name) => names.includes(name));
const file = options.results ?? (whole ? fileURLToPath(new URL('RESULTS.md', import.meta.url)) : undefined);
if (file !== undefined) {
  const load = `Load: autocannon in the bench’s own process, 32 connections, keep-alive, no pipelining; after a warm-up of ${count(warmUp.amount)} requests each, ${rounds} rounds of ${seconds} s for each server, servers alternating; undici where the pace is even`;
  const command = `npm run bench -- --seconds ${seconds} --rounds ${rounds}`;
  writeFileSync(file, toMarkdown({ machine: [...machine, load], command, sections }));
}
const missed = missedGoals(sections);
console.log(missed === 0 ? '\nNo goal missed.' : `\nGoals missed: ${missed}.`);
process.exit(options.strict && missed > 0 ? 1 : 0);

function readOptions(known) {
  try {
    return parseArgs({ options: known }).values;
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
}

function positive(name, text) {
  const number = Number(text);
  if (!(number > 0)) fail(`${name} wants a number above 0, not ${text}`);
  return number;
}

function fail(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}
