// Two sets of msw handlers in one process, asked in turn through `fetch`: ours, and plain ones that return the same JSON.
// Prints for each task the answers per second of both and their processor time, round by round, as JSON.
//
//   node msw-handlers.mjs <entry: .../msw.js> <seconds> <rounds>

import { deepEqual } from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { patchPrices, pricePath } from '../traffic.mjs';

const base = 'https://api.example.test';
const connections = 8;
const warmUpSeconds = 1;
const sliceMilliseconds = 100;
const key = 'test_bench';

const [entry, seconds, rounds] = process.argv.slice(2);
const { createHandlers } = await import(pathToFileURL(entry));

const ours = createHandlers({ baseUrl: base, perSecond: 'off', perMinute: 1_000_000 });
const server = setupServer(...ours);
server.listen({ onUnhandledRequest: 'error' });

const list = await (await ask({ path: '/v1/listings' })).json();
if (list.data.length !== 50) throw new Error(`the default data set has ${list.data.length} listings, not 50`);
const listings = new Map(list.data.map((listing) => [listing.id, listing]));

/** What a test would write that has no mock of the service: no key, no limits, no checks, no journal. */
const plain = {
  one: http.get(`${base}/v1/listings/:id`, ({ params }) => HttpResponse.json(listings.get(params.id))),
  list: http.get(`${base}/v1/listings`, () => HttpResponse.json(list)),
  patch: http.patch(`${base}/v1/listings/:id/price`, async ({ params, request }) => {
    const changed = { ...listings.get(params.id), ...(await request.json()) };
    listings.set(changed.id, changed);
    return HttpResponse.json(changed);
  }),
};

const [one] = listings.values();
const tasks = {
  one: [{ path: `/v1/listings/${one.id}` }],
  list: [{ path: '/v1/listings' }],
  patch: patchPrices(list.data),
};

const results = {};
for (const [task, requests] of Object.entries(tasks)) {
  const sides = { ours, plain: [plain[task]] }; // msw looks for no other: the least that it can do
  await checkSame(sides, requests[0]);
  await timeRound(sides, requests, warmUpSeconds);
  const taken = { ours: [], plain: [] };
  for (let round = 0; round < Number(rounds); round += 1) {
    const figures = await timeRound(sides, requests, Number(seconds));
    for (const name of Object.keys(taken)) taken[name].push(figures[name]);
  }
  results[task] = taken;
}
server.close();
console.log(JSON.stringify(results));

/** Both for so many seconds, in slices that take turns: whatever else the machine does falls on both alike. */
async function timeRound(handlers, requests, seconds) {
  const figures = () => ({ asked: 0, answered: 0, wall: 0, cpu: 0 });
  const sides = { ours: figures(), plain: figures() };
  for (let slice = 0; slice < (seconds * 1000) / sliceMilliseconds; slice += 1) {
    const order = slice % 2 === 0 ? ['ours', 'plain'] : ['plain', 'ours'];
    for (const name of order) await timeSlice(handlers[name], requests, sides[name]);
  }
  return Object.fromEntries(
    Object.entries(sides).map(([name, { answered, wall, cpu }]) => [
      name,
      { perSecond: (answered / wall) * 1000, microsecondsEach: cpu / answered },
    ]),
  );
}

/** Keeps so many requests in flight, and reads every answer. */
async function timeSlice(handlers, requests, side) {
  server.resetHandlers(...handlers);
  const began = performance.now();
  const cpuBegan = process.cpuUsage();
  const client = async () => {
    while (performance.now() - began < sliceMilliseconds) {
      const response = await ask(requests[side.asked++ % requests.length]);
      await response.text();
      if (response.status !== 200) throw new Error(`${response.status} from ${response.url}`);
      side.answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const { user, system } = process.cpuUsage(cpuBegan);
  side.wall += performance.now() - began;
  side.cpu += user + system;
}

function ask({ method = 'GET', path, headers, body }) {
  return fetch(base + path, { method, headers: { 'X-API-KEY': key, ...headers }, body });
}

/** A ratio means something only if both do the job: a GET gives the same JSON, a PATCH the prices it was sent. */
async function checkSame(sides, request) {
  const answers = [];
  for (const handlers of [sides.ours, sides.plain]) {
    server.resetHandlers(...handlers);
    const response = await ask(request);
    answers.push([response.headers.get('content-type'), await response.json()]);
  }
  const [own, other] = answers;
  if (request.body === undefined) return deepEqual(own, other);
  const sent = JSON.parse(request.body);
  for (const [, answer] of answers) {
    deepEqual({ minPrice: answer.minPrice, maxPrice: answer.maxPrice }, sent);
  }
  if (request.path !== pricePath(own[1].id)) throw new Error('another listing was answered');
}
