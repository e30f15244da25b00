// 100,000 listings: what it costs to start with them, to read them, and to hold them.

import { askJson } from '../client.mjs';
import { contest, summary } from '../measure.mjs';
import { launch } from '../processes.mjs';
import {
  contestHead,
  contestRow,
  count,
  megabytes,
  milliseconds,
  ratioSentence,
  verdict,
} from '../report.mjs';
import { ours } from '../servers/ours.mjs';
import { get, getEach } from '../traffic.mjs';
import { timeStart } from './start.mjs';

const many = 100_000;
const paths = 500;
const readyStarts = 5;
const goals = { byId: 0.9, page: 0.75, bytes: 400e6, ready: 3000 };

const how = [
  'Two processes of pricing-mock, one with its 50 listings and one with `--listings 100000`, given the same requests in interleaved rounds.',
  ratioSentence('the process with 50'),
  `GET by id walks over ${paths} paths: at 100,000 they are ids from the whole of the data set, evenly spaced; at 50 every id comes ten times.`,
  'Resident memory is that of the process with 100,000 listings after both loads, at its peak (VmHWM). It includes what the request log and the limits keep of the requests of the last minute.',
  `Ready: from just before spawn() to the first 200 on GET /v1/listings?limit=50, median of ${readyStarts} starts.`,
];

export async function run({ bin, seconds, rounds, progress }) {
  const large = ours(bin, '--listings', String(many));
  progress('starts');
  const ready = [];
  for (let round = 0; round < readyStarts; round += 1) ready.push(await timeStart(large));
  const { ids, note } = await readWhole(large);
  const server = await launch(large);
  const base = await launch(ours(bin));
  const few = (await askJson(base, '/v1/listings')).data.map(({ id }) => id);
  if (few.length !== 50) throw new Error(`the default data set has ${few.length} listings, not 50`);

  const byId = (list) => getEach(spaced(list, paths).map((id) => `/v1/listings/${id}`));
  const page = get('/v1/listings?limit=50');
  const contests = [
    { what: 'GET by id', goal: goals.byId, requests: [byId(ids), byId(few)] },
    { what: 'GET a page of 50', goal: goals.page, requests: [page, page] },
  ];
  const rows = [];
  for (const { what, goal, requests } of contests) {
    progress(what);
    const entrants = [server, base].map((each, at) => ({ server: each, requests: requests[at] }));
    const [own, other] = await contest(entrants, { seconds, rounds, progress });
    rows.push(contestRow(what, goal, own, other));
  }
  const size = { head: ['At 100,000 listings', 'measured', 'spread', 'goal', ''] };
  size.rows = [memoryRow(server.memory()), readyRow(summary(ready))];
  await Promise.all([server.stop(), base.stop()]);
  const head = contestHead('At 100,000 listings', 'with 50');
  return { title: '100,000 listings', how, tables: [{ head, rows }, size], notes: [note] };
}

/** `amount` of the list's entries, evenly spaced, repeated where the list is shorter. */
function spaced(list, amount) {
  return Array.from({ length: amount }, (_, at) => list[Math.floor((at * list.length) / amount)]);
}

/**
 * All ids, from a process of its own: the same seed gives the same ids, and the measured process is spared the
 * largest answer there is. What that answer costs is a figure too, but none with a goal.
 */
async function readWhole(plan) {
  const server = await launch(plan);
  const before = server.memory();
  const beganAt = performance.now();
  const { data } = await askJson(server, '/v1/listings');
  const took = milliseconds(performance.now() - beganAt);
  const after = server.memory();
  await server.stop();
  if (data.length !== many) throw new Error(`asked for ${many} listings, the server has ${data.length}`);
  const memory = `${megabytes(before.resident)} before, ${megabytes(after.peak ?? after.resident)} at its peak`;
  const note = `For the record, in a process without load: all ${count(many)} in one answer (GET /v1/listings without a limit, read and parsed by the client) take ${took}; resident memory ${memory}.`;
  return { ids: data.map(({ id }) => id), note };
}

function memoryRow({ resident, peak }) {
  const measured = `${megabytes(resident)} now, ${megabytes(peak)} at its peak`;
  const met = verdict((peak ?? resident) < goals.bytes);
  return ['Resident memory', measured, '', `< ${megabytes(goals.bytes)}`, met];
}

function readyRow({ median: middle, min, max }) {
  const range = `${milliseconds(min)} to ${milliseconds(max)}`;
  return [
    'Ready',
    milliseconds(middle),
    range,
    `< ${milliseconds(goals.ready)}`,
    verdict(middle < goals.ready),
  ];
}
