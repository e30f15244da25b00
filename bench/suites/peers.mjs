// The mock beside other mock servers: the same requests to each, as far as they can answer them.

import { ask, askJson } from '../client.mjs';
import { install } from '../install.mjs';
import { load } from '../load.mjs';
import { median, ratios, sideBySide } from '../measure.mjs';
import { launch } from '../processes.mjs';
import { count, megabytes, milliseconds, ratio, spread } from '../report.mjs';
import { jsonServer } from '../servers/json-server.mjs';
import { mockoon } from '../servers/mockoon.mjs';
import { ours } from '../servers/ours.mjs';
import { prism } from '../servers/prism.mjs';
import { get, patchPrices, pricePath, pricesAround } from '../traffic.mjs';
import { timeStart } from './start.mjs';

const starts = 7;

const how = [
  'The newest release of each peer that names this Node in its `engines`, installed from npm into a temporary folder for this run; all serve the same 50 listings on 127.0.0.1, each as one process.',
  'The same requests with the same headers go to all in interleaved rounds; `of ours` is a peer’s requests per second over pricing-mock’s in the same round, the median over the rounds with smallest and largest.',
  `Start: median of ${starts} starts in turn, from just before spawn() to the first 200 on the list. Memory: resident after all loads, and at its peak.`,
  'What each can do is asked of the running server: a request without a key, the shape of the list, a PATCH to the price path, and whether the next GET shows the change.',
];

export async function run({ bin, seconds, rounds, progress }) {
  const own = { name: 'pricing-mock', version: 'this build', patchPath: pricePath, remarks: [] };
  own.launchPlan = ours(bin);
  own.server = await launch(own.launchPlan);
  const { data: listings } = await askJson(own.server, '/v1/listings');
  const able = [own];
  const notes = [];
  const absent = [];
  for (const peer of [prism, mockoon, jsonServer]) {
    progress(`installing ${peer.name}`);
    try {
      able.push(await prepare(peer, listings, own.launchPlan.headers));
      notes.push(`${peer.name}: ${peer.remarks.join('; ')}.`);
    } catch (error) {
      // The reason for a reader without the paths and addresses that npm and stack traces are full of.
      console.error(`\n${peer.name} is left out: ${error.message}\n${error.details ?? ''}`);
      absent.push(peer.name);
      notes.push(`${peer.name}: NOT MEASURED, it could not be installed or started (the terminal said why).`);
    }
  }
  const tables = [
    await abilities(able, listings[0]),
    await speeds(able, listings, { seconds, rounds, progress }),
  ];
  tables.push(await costs(able, progress));
  for (const { rows, head } of tables) {
    for (const name of absent) rows.push(head.map((_, at) => (at === 0 ? `${name}: NOT MEASURED` : '-')));
  }
  await Promise.all(able.map(({ server }) => server.stop()));
  return { title: 'Other mock servers, side by side', how, tables, notes };
}

async function prepare(peer, listings, headers) {
  const { version, script } = await install(peer.packageName, peer.commandName);
  const launchPlan = { name: peer.name, headers, ...peer.plan(script, listings) };
  const server = await launch(launchPlan);
  const list = await askJson(server, '/v1/listings');
  const length = (Array.isArray(list) ? list : list.data).length;
  if (length !== listings.length) {
    await server.stop();
    throw new Error(`it lists ${length} of ${listings.length} listings`);
  }
  return { ...peer, version, launchPlan, server };
}

/** What each server does with the requests that tell a mock of this API from a mock of any. */
async function abilities(able, listing) {
  const rows = [];
  for (const { name, version, server, patchPath } of able) {
    const path = `/v1/listings/${listing.id}`;
    const keyless = await ask(server.url + path);
    const list = await askJson(server, '/v1/listings');
    const prices = pricesAround(listing, 1);
    const headers = { ...server.headers, 'content-type': 'application/json' };
    const change = { method: 'PATCH', headers, body: JSON.stringify(prices) };
    const priced = await ask(server.url + pricePath(listing.id), change);
    await ask(server.url + patchPath(listing.id), change);
    const kept = (await askJson(server, path)).minPrice === prices.minPrice;
    const yesNo = (yes, status) => `${yes ? 'yes' : 'no'} (${status})`;
    rows.push([`${name} ${version}`, yesNo(keyless.status === 401, keyless.status)]);
    rows.at(-1).push(Array.isArray(list) ? 'array' : `{${Object.keys(list).join(', ')}}`);
    rows.at(-1).push(yesNo(priced.status === 200, priced.status), kept ? 'yes' : 'no');
  }
  const head = [
    'Server',
    '401 without a key',
    'list',
    'PATCH /v1/listings/{id}/price',
    'a GET shows the change',
  ];
  return { head, rows };
}

async function speeds(able, listings, options) {
  const rows = able.map(({ name, version }) => [`${name} ${version}`]);
  const contests = [
    ['GET one', () => get(`/v1/listings/${listings[0].id}`)],
    ['GET 50', () => get('/v1/listings')],
    ['PATCH', ({ patchPath }) => patchPrices(listings, patchPath)],
  ];
  for (const [what, requestsFor] of contests) {
    options.progress(what);
    const entrants = [];
    for (const [at, each] of able.entries()) {
      const entrant = { at, server: each.server, requests: requestsFor(each) };
      if (at === 0 || (await bears(entrant))) entrants.push(entrant);
      else rows[at].push('FAILED', '-');
    }
    const figures = await sideBySide(entrants, options);
    figures.forEach(({ perSecond }, place) => {
      const result = ratios(perSecond, figures[0].perSecond);
      const shown = place === 0 ? '1.00' : `${ratio(result.median)} (${spread(result)})`;
      rows[entrants[place].at].push(count(median(perSecond)), shown);
    });
  }
  return { head: ['Requests per second', ...contests.flatMap(([what]) => [what, 'of ours'])], rows };
}

/** Whether a peer stands a short trial of the load; a peer that breaks must not end the bench. */
async function bears({ server, requests }) {
  try {
    await load(server, requests, 0.5);
    return true;
  } catch (error) {
    console.error(`\n${error.message}`);
    return false;
  }
}

async function costs(able, progress) {
  const memories = able.map(({ server }) => server.memory());
  const times = able.map(() => []);
  for (let round = 0; round < starts; round += 1) {
    for (const [at, { launchPlan }] of able.entries()) times[at].push(await timeStart(launchPlan));
    progress(`start ${round + 1} of ${starts}`);
  }
  const rows = able.map(({ name, version }, at) => {
    const { resident, peak } = memories[at];
    return [`${name} ${version}`, milliseconds(median(times[at])), megabytes(resident), megabytes(peak)];
  });
  return { head: ['Cost', 'start', 'resident memory after the loads', 'at its peak'], rows };
}
