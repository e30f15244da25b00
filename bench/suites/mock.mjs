// The mock's three common requests against a bare `node:http` server that gives the same answer.

import { deepEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, askJson } from '../client.mjs';
import { sideBySide } from '../measure.mjs';
import { launch, temporaryFolder } from '../processes.mjs';
import { contestHead, contestRow, ratioSentence } from '../report.mjs';
import { bare } from '../servers/bare.mjs';
import { ours } from '../servers/ours.mjs';
import { get, patchPrices, pricePath } from '../traffic.mjs';

const how = [
  'Each server is a process of its own on 127.0.0.1; pricing-mock checks the key, counts both limits (set too high to refuse) and keeps its request log with the answers, as it is shipped; no line is logged per request.',
  'Bare answers with Content-Type and Content-Length only. For one listing it holds the very bytes in memory; for 50 it calls JSON.stringify on the same records for every request; for PATCH it reads, parses, and echoes the body.',
  'PATCH walks over all listings with two sets of prices, so that each request changes something.',
  ratioSentence('bare'),
];

export async function run({ bin, seconds, rounds, progress }) {
  const server = await launch(ours(bin));
  const folder = temporaryFolder();
  const { data: listings } = await askJson(server, '/v1/listings');
  if (listings.length !== 50) throw new Error(`the default data set has ${listings.length} listings, not 50`);
  const onePath = `/v1/listings/${listings[0].id}`;

  const contests = [
    { what: 'GET one listing', goal: 0.75, task: 'bytes', path: onePath, requests: get(onePath) },
    {
      what: 'GET one listing, --keep-answers off',
      goal: 0.75,
      task: 'bytes',
      path: onePath,
      requests: get(onePath),
      options: ['--keep-answers', 'off'],
    },
    { what: 'GET 50 listings', goal: 1, task: 'json', path: '/v1/listings', requests: get('/v1/listings') },
    { what: 'PATCH price', goal: 0.65, task: 'echo', requests: patchPrices(listings) },
  ];
  const rows = [];
  for (const { what, goal, task, path, requests, options } of contests) {
    progress(what);
    const file = path && (await keep(server, path, join(folder, `${task}.json`)));
    const rival = await launch(bare(task, file));
    const own = options === undefined ? server : await launch(ours(bin, ...options));
    await checkSame(own, rival, path ?? pricePath(listings[0].id), path ? {} : requests[0]);
    const entrants = [own, rival].map((each) => ({ server: each, requests }));
    const [figures, others] = await sideBySide(entrants, { seconds, rounds, progress });
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
async function checkSame(server, rival, path, { method, body }) {
  const own = await askJson(server, path, { method, body });
  const other = await askJson(rival, path, { method, body });
  if (body) {
    deepEqual({ minPrice: own.minPrice, maxPrice: own.maxPrice }, JSON.parse(body));
    deepEqual(other, JSON.parse(body));
  } else {
    deepEqual(own, other);
  }
}
