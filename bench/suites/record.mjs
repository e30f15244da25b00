// The recorder against a plain http-proxy in front of the same upstream, and what it holds after 200,000 exchanges.

import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { askJson } from '../client.mjs';
import { load } from '../load.mjs';
import { contest, median } from '../measure.mjs';
import { launch, temporaryFolder } from '../processes.mjs';
import {
  contestHead,
  contestRow,
  count,
  megabytes,
  milliseconds,
  ratioSentence,
  verdict,
} from '../report.mjs';
import { plainProxy } from '../servers/http-proxy.mjs';
import { recorder, recordingName } from '../servers/ours.mjs';
import { upstream } from '../servers/upstream.mjs';
import { get, getNext, listingPath, newPaths } from '../traffic.mjs';
import { recorders } from './recorders.mjs';

const [early, late] = [50_000, 200_000];
const goals = { ratio: 0.5, growth: 50e6, each: 1000 };

const how = [
  'Upstream, recorder and http-proxy 1.18.1 (with the recorder’s keep-alive agent) are a process each on 127.0.0.1; the upstream answers about 0.8 KB of JSON, another one for each path.',
  'New requests: each path once, so that each exchange is redacted, placed, logged and synced to the disk before its answer ends; that all are in the write-ahead log is checked. Repeated: one path again and again, which is compared and found to be there already.',
  'The recorder runs with `--pace off --log silent`, all else as it comes.',
  ratioSentence('http-proxy'),
  `Memory: a fresh recorder for each row, 32 connections, resident memory (VmRSS) after ${count(early)} and after ${count(late)} exchanges. An exchange that is new must be known until the end, so that it can be told from the next one: its key’s and its answer’s digest and its id are held, never a body.`,
  'Other recorders: the newest release of each, installed from npm into a temporary folder for this run, before the same upstream; the same requests with the same headers; `of ours` is the other’s requests per second over pricing-mock’s in the same round.',
];

export async function run({ bin, seconds, rounds, progress }) {
  const service = await launch(upstream);
  const options = { seconds, rounds, progress };
  const rows = [];
  for (const [what, goal, requestsFor] of [
    ['New requests', goals.ratio, () => newRequests()],
    ['Repeated', undefined, () => ({ requests: get(listingPath(1)), sent: () => 1 })],
  ]) {
    progress(what);
    const fewer = goal === undefined ? { ...options, rounds: Math.min(rounds, 3) } : options;
    rows.push(await recordBoth({ what, goal, requestsFor }, bin, service.url, fewer));
  }
  const head = contestHead('Recording', 'http-proxy');
  const memory = { head: ['Memory', `after ${count(early)}`, `after ${count(late)}`, 'growth', 'goal', ''] };
  const repeated = await hold(bin, service.url, () => get(listingPath(1)), progress);
  const fresh = await hold(bin, service.url, () => newRequests().requests, progress);
  memory.rows = [memoryRow('Repeated', repeated), memoryRow('New', fresh)];
  const notes = [syncNote(), foldNote(fresh)];
  const peers = await recorders(bin, service, options);
  await service.stop();
  const tables = [{ head, rows }, memory, ...peers.tables];
  return { title: 'Record', how, tables, notes: [...notes, ...peers.notes] };
}

function newRequests() {
  const next = newPaths();
  let sent = 0;
  const requests = getNext(() => {
    sent += 1;
    return next();
  });
  return { requests, sent: () => sent };
}

async function recordBoth({ what, goal, requestsFor }, bin, upstreamUrl, options) {
  const folder = temporaryFolder();
  const server = await launch(recorder(bin, upstreamUrl, folder));
  const rival = await launch(plainProxy(upstreamUrl, server.headers));
  for (const each of [server, rival]) {
    const { id } = await askJson(each, listingPath(0));
    if (!listingPath(0).endsWith(id)) throw new Error(`${each.name} gave the listing ${id}`);
  }
  const asked = [requestsFor(), requestsFor()];
  const entrants = [server, rival].map((each, at) => ({ server: each, requests: asked[at].requests }));
  const [own, other] = await contest(entrants, options);
  // Those in flight at the end of a load are the client's to lose.
  const least = asked[0].sent() - 32 * (options.rounds + 2);
  const stored = logLines(folder);
  if (stored < least) throw new Error(`${stored} of ${asked[0].sent()} exchanges are in the write-ahead log`);
  await Promise.all([server.stop(), rival.stop()]);
  rmSync(folder, { recursive: true });
  return contestRow(what, goal, own, other);
}

function logLines(folder) {
  const bytes = readFileSync(join(folder, `${recordingName}.journal`));
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** Resident memory of a recorder early and late in a long session, and what its end takes. */
async function hold(bin, upstreamUrl, requestsFor, progress) {
  const folder = temporaryFolder();
  const server = await launch(recorder(bin, upstreamUrl, folder));
  const requests = requestsFor();
  progress(`memory, ${count(early)} exchanges`);
  await load(server, requests, { amount: early, within: 300 });
  const before = server.memory().resident;
  progress(`memory, ${count(late)} exchanges`);
  await load(server, requests, { amount: late - early, within: 900 });
  const after = server.memory().resident;
  const beganAt = performance.now();
  const outcome = await server.stop(60_000);
  const stopping = performance.now() - beganAt;
  rmSync(folder, { recursive: true });
  return { before, after, outcome, stopping };
}

function memoryRow(what, { before, after }) {
  const growth = after - before;
  const each = growth / (late - early);
  const isNew = what === 'New';
  const cells = [what, megabytes(before), megabytes(after)];
  cells.push(isNew ? `${megabytes(growth)}, ${count(each)} bytes for each` : megabytes(growth));
  cells.push(isNew ? `< ${count(goals.each)} bytes for each` : `< ${megabytes(goals.growth)}`);
  return [...cells, verdict(isNew ? each < goals.each : growth < goals.growth)];
}

/** What the disk itself asks for, as the recorder waits for it. */
function syncNote() {
  const file = openSync(join(temporaryFolder(), 'sync'), 'w');
  const times = [];
  for (let round = 0; round < 50; round += 1) {
    const start = performance.now();
    writeSync(file, 'x'.repeat(4096));
    fdatasyncSync(file);
    times.push(performance.now() - start);
  }
  closeSync(file);
  return `On the disk with the write-ahead logs, 4 KB appended and synced take ${median(times).toFixed(2)} ms (median of ${times.length}).`;
}

function foldNote({ outcome, stopping }) {
  const took = milliseconds(stopping);
  return outcome === 'exit code 0'
    ? `At its end the recorder of ${count(late)} new exchanges wrote them into its document within ${took}.`
    : `At its end the recorder of ${count(late)} new exchanges did NOT write its document (${outcome} after ${took}).`;
}
