// Other recorders beside ours, for the suite `record`: the same new requests recorded, then replayed.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askJson } from '../client.mjs';
import { install } from '../install.mjs';
import { load } from '../load.mjs';
import { median, ratios, sideBySide } from '../measure.mjs';
import { launch, temporaryFolder } from '../processes.mjs';
import { count, megabytes, ratio, spread } from '../report.mjs';
import { recorder, recordingName, replayer } from '../servers/ours.mjs';
import { proxay } from '../servers/proxay.mjs';
import { talkback } from '../servers/talkback.mjs';
import { getEach, getNext, listingPath, newPaths } from '../traffic.mjs';

const exchanges = 500;
const most = 3; // rounds

/** @returns `{ tables, notes }` */
export async function recorders(bin, service, { seconds, rounds, progress }) {
  const own = { name: 'pricing-mock', version: 'this build', remarks: [] };
  own.record = (folder) => recorder(bin, service.url, folder);
  own.replay = (folder) => replayer(bin, join(folder, `${recordingName}.json`));
  const { headers } = own.record('');
  const notes = [];
  const absent = [];
  const able = [own];
  for (const peer of [talkback, proxay]) {
    progress(`installing ${peer.name}`);
    try {
      able.push(await prepare(peer, service, headers));
      notes.push(`${peer.name}: ${peer.remarks.join('; ')}.`);
    } catch (error) {
      console.error(`\n${peer.name} is left out: ${error.message}\n${error.details ?? ''}`);
      absent.push(peer.name);
      notes.push(`${peer.name}: NOT MEASURED, it could not be installed or started (the terminal said why).`);
    }
  }
  const fewer = { seconds: Math.min(seconds, 2), rounds: Math.min(rounds, most), progress };
  const tables = [await recordTable(able, fewer), await replayTable(able, fewer)];
  for (const { rows, head } of tables) {
    for (const name of absent) rows.push(head.map((_, at) => (at === 0 ? `${name}: NOT MEASURED` : '-')));
  }
  return { tables, notes };
}

async function prepare(peer, service, headers) {
  const installed = await install(peer.packageName, peer.commandName);
  const planFor = (mode) => (folder) => ({
    name: `${peer.name} ${mode}`,
    headers,
    ...peer.plan(installed, mode, service.url, folder),
  });
  const server = await launch(planFor('record')(temporaryFolder()));
  await askJson(server, listingPath(0));
  await server.stop();
  return { ...peer, version: installed.version, record: planFor('record'), replay: planFor('replay') };
}

/** A session each round: a fresh process, an empty folder, so many new requests. The last one is kept for the replay. */
async function recordTable(able, { rounds, progress }) {
  const taken = able.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, each] of able.entries()) {
      progress(`${each.name} records, round ${round + 1}`);
      each.folder = temporaryFolder();
      const server = await launch(each.record(each.folder));
      const { perSecond } = await load(server, getNext(newPaths()), { amount: exchanges, within: 60 });
      taken[at].push(perSecond);
      await server.stop(20_000);
    }
  }
  const rows = able.map(({ name, version, folder }, at) => {
    const files = contentsOf(folder);
    const bytes = files.reduce((sum, text) => sum + text.length, 0);
    const result = ratios(taken[at], taken[0]);
    const shown = at === 0 ? '1.00' : `${ratio(result.median)} (${spread(result)})`;
    const leaks = files.some((text) => text.includes(able[0].record('').headers['X-API-KEY']));
    return [`${name} ${version}`, count(median(taken[at])), shown, megabytes(bytes), leaks ? 'yes' : 'no'];
  });
  const what = `Record: ${exchanges} new requests by a fresh process`;
  return { head: [what, 'requests/s', 'of ours', 'on the disk', 'API key in it'], rows };
}

async function replayTable(able, options) {
  const requests = getEach(Array.from({ length: exchanges }, (_, number) => listingPath(number)));
  const rows = able.map(({ name, version }) => [`${name} ${version}`]);
  const entrants = [];
  for (const [at, each] of able.entries()) {
    options.progress(`${each.name} replays`);
    let server;
    try {
      server = await launch(each.replay(each.folder));
      const { id } = await askJson(server, listingPath(exchanges - 1));
      if (!listingPath(exchanges - 1).endsWith(id)) throw new Error(`${each.name} gave the listing ${id}`);
      await load(server, requests, 0.5); // a peer that breaks under load must not end the bench
      entrants.push({ at, server, requests });
    } catch (error) {
      if (at === 0) throw error;
      console.error(`\n${error.message}`);
      await server?.stop();
      rows[at].push('FAILED', '-');
    }
  }
  const figures = await sideBySide(entrants, options);
  for (const [place, { perSecond }] of figures.entries()) {
    const result = ratios(perSecond, figures[0].perSecond);
    const shown = place === 0 ? '1.00' : `${result.median.toPrecision(2)} (${spread(result)})`;
    rows[entrants[place].at].push(count(median(perSecond)), shown);
  }
  await Promise.all(entrants.map(({ server }) => server.stop()));
  return { head: [`Replay: GET each of these ${exchanges}`, 'requests/s', 'of ours'], rows };
}

function contentsOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'latin1'));
}
