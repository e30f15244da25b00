// The contract of test/doors in short, against the installed package; msw.mjs starts it in the folder that has it.
import assert from 'node:assert/strict';
import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import { startServer } from 'pricing-mock';
import { createHandlers, createMock } from 'pricing-mock/msw';

const options = { data: 'tiny', clock: '2026-01-05T00:00:00Z,frozen', perSecond: 22 };
const base = 'https://aaaaaaaaa.test'; // as long as the URL of a port
const board = '11111111-1111-4111-8111-111111111111';
const key = 'test_a';

/** What is asked, one after the other; a function looks into the world. */
const script = [
  ['GET', '/v1/listings?limit=2'],
  ['GET', `/v1/listings/${board}`],
  ['GET', '/v1/strategies'],
  ['PATCH', `/v1/listings/${board}/price`, '{"minPrice":16.5}'],
  ['PATCH', `/v1/listings/${board}/price`, '{"minPrice":-1}'],
  ['PATCH', `/v1/listings/${board}/price`, '{"minPrice":'],
  ['PATCH', `/v1/listings/${board}/price`, JSON.stringify({ x: 'x'.repeat(200_000) })],
  ['GET', `/v1/listings/${board}`],
  ['HEAD', '/v1/listings'],
  ['OPTIONS', '/v1/listings'],
  ['POST', '/v1/listings', '{}'],
  ['GET', '/v2/listings'],
  ['GET', '/listings'],
  ['GET', '//v1/listings'],
  ['GET', '/v1/listings/'],
  ['GET', '/v1/listings/%E0%A4%A'],
  ['GET', '/v1/listings%2F1'],
  ['GET', '/V1/Listings'],
  ['GET', '/__mock/errors/rate_limited'],
  (world) => world.faults.add({ kind: 'truncate', times: 1 }),
  ['GET', '/v1/strategies'],
  (world) => world.faults.add({ kind: 'reset', times: 1 }),
  ['GET', '/v1/strategies'],
  (world) => world.faults.add({ kind: 'malformed', times: 1 }),
  ['GET', '/v1/strategies'],
  (world) => world.faults.add({ kind: 'slow-body=20', times: 1 }),
  ['GET', '/v1/strategies'],
  ['GET', '/v1/strategies'],
  ['GET', '/v1/strategies'],
  (world) => world.clock.advance('1s'),
  ['GET', '/v1/reports'],
];

async function seen(url, fetch, world) {
  const log = [];
  for (const step of script) {
    if (typeof step === 'function') {
      step(world);
      continue;
    }
    const [method, path, body] = step;
    const headers = { 'X-API-KEY': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
    log.push([`${method} ${path}`, await outcome(fetch, url + path, { method, headers, body }, url)]);
  }
  const links = JSON.stringify(log.at(-1)).match(/<base>[^"\\]+csv[^"\\]*/g);
  for (const link of links) log.push([link, await outcome(fetch, link.replace('<base>', url), {}, url)]);
  log.push(world.requests.all().map(({ method, path, status, kind }) => [method, path, status, kind]));
  return log;
}

async function outcome(fetch, url, init, base) {
  let response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    return error.name;
  }
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'connection', 'keep-alive', 'transfer-encoding']) delete headers[name];
  const pieces = [];
  let broken = false;
  try {
    for await (const piece of response.body ?? []) pieces.push(piece);
  } catch {
    broken = true;
  }
  return [
    response.status,
    headers,
    Buffer.concat(pieces).toString('latin1').replaceAll(base, '<base>'),
    broken,
  ];
}

const server = await startServer(options);
const atPort = await seen(server.url, fetch, server.world(key));
await server.close();
assert.ok(atPort.length > 25);
assert.equal(atPort.slice(0, -1).filter(([, [status]]) => status === 429).length, 1);

const mock = createMock({ ...options, baseUrl: base });
assert.deepEqual(await seen(base, mock.fetch, mock.world(key)), atPort, 'the function');

const asked = createHandlers({ ...options, baseUrl: base });
const ask = async (url, init) => {
  const response = await getResponse(asked, new globalThis.Request(url, init));
  if (response.type === 'error') throw new TypeError('Failed to fetch');
  return response;
};
assert.deepEqual(await seen(base, ask, asked.world(key)), atPort, 'getResponse');

const served = createHandlers({ ...options, baseUrl: base });
const msw = setupServer(...served);
msw.listen({ onUnhandledRequest: 'error' });
assert.deepEqual(await seen(base, fetch, served.world(key)), atPort, 'setupServer');

served.world(key).faults.add({ kind: 'timeout' });
const patience = new globalThis.AbortController();
setTimeout(() => patience.abort(), 50);
await assert.rejects(
  fetch(`${base}/v1/reports`, { headers: { 'X-API-KEY': key }, signal: patience.signal }),
  { name: 'AbortError' },
);
msw.close();
