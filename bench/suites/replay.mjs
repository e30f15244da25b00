// The replay against a bare `node:http` server that gives the same answer, and with 100,000 interactions.

import { deepEqual } from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, askEvenly } from '../client.mjs';
import { connections } from '../load.mjs';
import { timeLoading } from '../loading.mjs';
import { contest, median, summary } from '../measure.mjs';
import { launch, temporaryFolder } from '../processes.mjs';
import { writeRecording } from '../recordings.mjs';
import {
  contestHead,
  contestRow,
  count,
  megabytes,
  milliseconds,
  ratioSentence,
  verdict,
} from '../report.mjs';
import { bare } from '../servers/bare.mjs';
import { replayer } from '../servers/ours.mjs';
import { get, listingPath } from '../traffic.mjs';
import { timeStart } from './start.mjs';

const few = 50;
const many = 100_000;
const rate = 1000;
const goals = { one: 0.72, load: 3000, p99: 5 };

const how = [
  'pricing-mock replay is a process of its own on 127.0.0.1, checks the key, applies no limits, and logs no line per request; bare holds the same body in memory and answers it with Content-Type and Content-Length.',
  ratioSentence('bare'),
  `The recordings are written by the program’s own printer: GETs of ${few} and of ${count(many)} listings, each path once.`,
  `Load: from just before spawn() to the first 200, less the same for the recording of ${few}; medians over starts in turn. In process: reading, parsing and checking the file, and building the index over it, in a fresh Node, with the processor time that took; where that is well below the time, the machine was busy elsewhere.`,
  `Answers: ${count(rate)} requests a second at an even pace for random listings of the ${count(many)}, over up to ${connections} kept connections, from a client in the bench’s own process. The 99th percentile is over single answers; median of three loads after one to warm up, bare in turn.`,
];

export async function run({ bin, seconds, rounds, progress }) {
  const folder = temporaryFolder();
  const [small, large, body] = ['small', 'large', 'body'].map((name) => join(folder, `${name}.json`));
  progress(`writing ${count(many)} interactions`);
  await writeRecording(bin, small, few);
  await writeRecording(bin, large, many);
  const options = { seconds, rounds, progress };
  const one = { head: contestHead('Request', 'bare'), rows: [await readOne(bin, small, body, options)] };
  const rows = [...(await loadRows(bin, [small, large], rounds, progress))];
  const { row, note } = await answersRow(bin, { large, body }, seconds, progress);
  rows.push(row);
  const hundredThousand = { head: [`${count(many)} interactions`, 'measured', 'spread', 'goal', ''], rows };
  const size = `The recording has ${megabytes(statSync(large).size)}. ${note}`;
  return { title: 'Replay', how, tables: [one, hundredThousand], notes: [size] };
}

async function readOne(bin, recording, file, options) {
  options.progress('GET one');
  const server = await launch(replayer(bin, recording));
  const path = listingPath(7);
  const answer = await ask(server.url + path, { headers: server.headers });
  writeFileSync(file, answer.body);
  const rival = await launch(bare('bytes', file));
  deepEqual(answer, await ask(rival.url + path)); // a ratio means something only if both do the job
  const entrants = [server, rival].map((each) => ({ server: each, requests: get(path) }));
  const [own, other] = await contest(entrants, options);
  await Promise.all([server.stop(), rival.stop()]);
  return contestRow('GET one listing', goals.one, own, other);
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
  const processor = milliseconds(median(inside.map(({ cpu }) => cpu)));
  return [
    ['Load, beyond that of 50', milliseconds(more.median), range(more), `< ${milliseconds(goals.load)}`],
    [`Load in process (processor time: ${processor})`, milliseconds(totals.median), range(totals), '', ''],
  ].map((row, at) => (at === 0 ? [...row, verdict(more.median < goals.load)] : row));
}

/** Ours and bare in turn: bare tells how much of it is the client's and the machine's. */
async function answersRow(bin, files, seconds, progress) {
  progress(`${rate} requests a second`);
  const [server, rival] = [await launch(replayer(bin, files.large)), await launch(bare('bytes', files.body))];
  const loaded = server.memory();
  const random = generator(20_260_301);
  const nextPath = () => listingPath(Math.floor(random() * many));
  const taken = [[], []];
  for (let round = 0; round < 4; round += 1) {
    for (const [at, each] of [server, rival].entries()) {
      const times = await askEvenly(each, nextPath, { rate, seconds: Math.max(seconds - 1, 2), connections });
      if (round > 0) taken[at].push(times[Math.ceil(times.length * 0.99) - 1]); // the first is to warm up
    }
  }
  const after = server.memory();
  await Promise.all([server.stop(), rival.stop()]);
  const [own, other] = taken.map(summary);
  const range = `${milliseconds(own.min)} to ${milliseconds(own.max)}`;
  const row = [`Answers, p99 at ${count(rate)}/s (bare: ${milliseconds(other.median)})`];
  row.push(milliseconds(own.median), range, `< ${milliseconds(goals.p99)}`, verdict(own.median < goals.p99));
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
