// The replay against a bare `node:http` server that gives the same answer, and with 100,000 interactions.

import { deepEqual } from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../client.mjs';
import { load } from '../load.mjs';
import { timeLoading } from '../loading.mjs';
import { median, ratios, sideBySide, summary } from '../measure.mjs';
import { launch, temporaryFolder } from '../processes.mjs';
import { writeRecording } from '../recordings.mjs';
import { count, megabytes, microseconds, milliseconds, percent, ratio, spread, verdict } from '../report.mjs';
import { bare } from '../servers/bare.mjs';
import { replayer } from '../servers/ours.mjs';
import { get, getNext, listingPath } from '../traffic.mjs';
import { timeStart } from './start.mjs';

const few = 50;
const many = 100_000;
const rate = 1000;
const goals = { one: 0.75, load: 3000, p99: 5 };

const how = [
  'pricing-mock replay is a process of its own on 127.0.0.1, checks the key, applies no limits, and logs no line per request; bare holds the same body in memory and answers it with Content-Type and Content-Length.',
  'The ratio is the median of the rounds’ ratios, ours over bare in the same round; the spread is their smallest and largest. CPU per request is the server process’s own processor time, from /proc.',
  `The recordings are written by the program’s own printer: GETs of ${few} and of ${count(many)} listings, each path once.`,
  `Load: from just before spawn() to the first 200, less the same for the recording of ${few}; medians over starts in turn. In process: reading, parsing and checking the file, and building the index over it, in a fresh Node.`,
  `Answers: ${count(rate)} requests a second for random listings of the ${count(many)}; autocannon sends each connection’s share at the start of each second, so the server meets bursts of 32 at once. All answers count, also the first on a connection.`,
];

export async function run({ bin, seconds, rounds, progress }) {
  const folder = temporaryFolder();
  const [small, large] = [join(folder, 'small.json'), join(folder, 'large.json')];
  progress(`writing ${count(many)} interactions`);
  await writeRecording(bin, small, few);
  await writeRecording(bin, large, many);
  const options = { seconds, rounds, progress };
  const head = ['Request', 'ours/s', 'bare/s', 'ratio', 'spread', 'goal', ''];
  head.push('CPU per request, ours', 'bare', 'bare busy');
  const one = { head, rows: [await contest(bin, small, join(folder, 'body.json'), options)] };
  const rows = [...(await loadRows(bin, [small, large], rounds, progress))];
  const { row, note } = await answersRow(bin, large, seconds, progress);
  rows.push(row);
  const hundredThousand = { head: [`${count(many)} interactions`, 'measured', 'spread', 'goal', ''], rows };
  const size = `The recording has ${megabytes(statSync(large).size)}. ${note}`;
  return { title: 'Replay', how, tables: [one, hundredThousand], notes: [size] };
}

async function contest(bin, recording, file, options) {
  options.progress('GET one');
  const server = await launch(replayer(bin, recording));
  const path = listingPath(7);
  const answer = await ask(server.url + path, { headers: server.headers });
  writeFileSync(file, answer.body);
  const rival = await launch(bare('bytes', file));
  deepEqual(answer, await ask(rival.url + path)); // a ratio means something only if both do the job
  const entrants = [server, rival].map((each) => ({ server: each, requests: get(path) }));
  const [own, other] = await sideBySide(entrants, options);
  await Promise.all([server.stop(), rival.stop()]);
  const result = ratios(own.perSecond, other.perSecond);
  const cells = ['GET one listing', count(median(own.perSecond)), count(median(other.perSecond))];
  cells.push(ratio(result.median), spread(result), `>= ${ratio(goals.one)}`, verdict(result.median >= goals.one));
  cells.push(microseconds(median(own.microsecondsEach)), microseconds(median(other.microsecondsEach)));
  return [...cells, percent(median(other.serverBusy))];
}

async function loadRows(bin, files, rounds, progress) {
  const starts = files.map(() => []);
  const inside = [];
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    for (const [at, file] of files.entries()) starts[at].push(await timeStart(replayer(bin, file)));
    inside.push(await timeLoading(bin, files[1]));
    progress(`loading, round ${round + 1}`);
  }
  const [small, large] = starts;
  const more = summary(large.map((time, round) => time - small[round]));
  const range = ({ min, max }) => `${milliseconds(min)} to ${milliseconds(max)}`;
  const totals = summary(inside.map(({ read, index }) => read + index));
  const index = milliseconds(median(inside.map((each) => each.index)));
  return [
    ['Load, beyond that of 50', milliseconds(more.median), range(more), `< ${milliseconds(goals.load)}`],
    [`Load in process (index: ${index} of it)`, milliseconds(totals.median), range(totals), '', ''],
  ].map((row, at) => (at === 0 ? [...row, verdict(more.median < goals.load)] : row));
}

async function answersRow(bin, file, seconds, progress) {
  progress(`${rate} requests a second`);
  const server = await launch(replayer(bin, file));
  const loaded = server.memory();
  const random = generator(20_260_301);
  const requests = getNext(() => listingPath(Math.floor(random() * many)));
  await load(server, requests, { seconds: Math.min(seconds, 2), rate });
  const p99s = [];
  for (let round = 0; round < 3; round += 1) {
    p99s.push((await load(server, requests, { seconds: Math.max(seconds, 2), rate })).p99);
  }
  const after = server.memory();
  await server.stop();
  const p99 = summary(p99s);
  const range = `${milliseconds(p99.min)} to ${milliseconds(p99.max)}`;
  const row = [`Answers, p99 at ${count(rate)}/s`, milliseconds(p99.median), range];
  row.push(`< ${milliseconds(goals.p99)}`, verdict(p99.median < goals.p99));
  const note = `Resident memory with it: ${megabytes(loaded.resident)} after the first answer (${megabytes(loaded.peak)} at its peak), ${megabytes(after.resident)} after the load.`;
  return { row, note };
}

/** Evenly spread numbers from 0 to 1, the same in every run (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
