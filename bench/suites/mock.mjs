// The mock's three common requests against a bare `node:http` server that gives the same answer.

import { deepEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, askJson } from '../client.mjs';
import { contest } from '../measure.mjs';
import { launch, temporaryFolder } from '../processes.mjs';
import { contestHead, contestRow, ratioSentence } from '../report.mjs';
import { bare } from '../servers/bare.mjs';
import { ours } from '../servers/ours.mjs';
import { emptyPort } from '../servers/port.mjs';
import { get, patchPrices } from '../traffic.mjs';

const how = [
  'Each server is a process of its own on 127.0.0.1; pricing-mock checks the key, counts both limits (set too high to refuse) and keeps its request log with the answers, as it is shipped; no line is logged per request.',
  'Bare answers with Content-Type and Content-Length only. For one listing it holds the very bytes in memory; for 50 it calls JSON.stringify on the same records for every request; for PATCH it reads, parses, and echoes the body.',
  'Three rows have no goal; they show where the way goes. In the first, our port has a handler behind it that gives ready bytes and does nothing else: no key, no limits, no log. In the second, bare does for a PATCH what the mock has to: it puts the prices into the listing and answers the whole of it. In the third, our port has that and nothing else behind it, against the bare that echoes: what is left for all else that the mock does lies between that row and the goal.',
  'PATCH walks over all listings with two sets of prices, so that each request changes something.',
  ratioSentence('bare'),
];

export async function run({ bin, seconds, rounds, progress }) {
  const server = await launch(ours(bin));
  const folder = temporaryFolder();
  const { data: listings } = await askJson(server, '/v1/listings');
  if (listings.length !== 50) throw new Error(`the default data set has ${listings.length} listings, not 50`);
  const onePath = `/v1/listings/${listings[0].id}`;

  const getOne = { task: 'bytes', kept: onePath, requests: get(onePath) };
  const patch = { requests: patchPrices(listings) };
  const contests = [
    { what: 'GET one listing', goal: 0.75, ...getOne },
    {
      what: 'GET one listing, --keep-answers off',
      goal: 0.75,
      ...getOne,
      own: () => ours(bin, '--keep-answers', 'off'),
    },
    { what: 'GET, our port with nothing behind', ...getOne, own: (file) => emptyPort(bin, 'bytes', file) },
    { what: 'GET 50 listings', goal: 1, task: 'json', kept: '/v1/listings', requests: get('/v1/listings') },
    { what: 'PATCH price', goal: 0.65, task: 'echo', ...patch },
    { what: 'PATCH price, bare answers the listing', task: 'update', kept: '/v1/listings', ...patch },
    {
      what: 'PATCH, our port with that behind',
      task: 'echo',
      kept: '/v1/listings',
      ...patch,
      own: (file) => emptyPort(bin, 'update', file),
    },
  ];
  const rows = [];
  for (const { what, goal, task, kept, requests, own: ownPlan } of contests) {
    progress(what);
    const file = kept && (await keep(server, kept, join(folder, `${task}.json`)));
    const rival = await launch(bare(task, file));
    const own = ownPlan === undefined ? server : await launch(ownPlan(file));
    await checkSame(own, rival, requests[0]);
    const entrants = [own, rival].map((each) => ({ server: each, requests }));
    const [figures, others] = await contest(entrants, { seconds, rounds, progress });
    rows.push(contestRow(what, goal, figures, others));
    await rival.stop();
    if (own !== server) await own.stop();
  }
  await server.stop();
  const head = contestHead('Request', 'bare');
  return { title: 'The mock against bare node:http', how, tables: [{ head, rows }], notes: [] };
}

/** Writes what the server answers to a file, for the bare server to answer too. */
async function keep(server, path, file) {
  writeFileSync(file, (await ask(server.url + path, { headers: server.headers })).body);
  return file;
}

/** A ratio means something only if both do the job: a GET gives the same JSON, a PATCH the prices it was sent. */
async function checkSame(server, rival, { method, path, body }) {
  const [own, other] = [
    await askJson(server, path, { method, body }),
    await askJson(rival, path, { method, body }),
  ];
  if (body === undefined) deepEqual(own, other);
  else for (const { minPrice, maxPrice } of [own, other]) deepEqual({ minPrice, maxPrice }, JSON.parse(body));
}
