// What options say of the mock and no assumption decides: keys, faults, generated records, marks of the mock, https.
import { readFile } from 'node:fs/promises';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startCommand } from '../cli/command.ts';
import { each, openProbed, origin } from './probe.ts';
import type { Service, Setup } from './probe.ts';

const list = 'GET /v1/listings';

async function records({ send }: Service, path: string): Promise<Record<string, unknown>[]> {
  return ((await send(`GET /v1/${path}`)).value as { data: Record<string, unknown>[] }).data;
}

test.each([
  [false, [401, 401, 200]],
  [true, [401, 200, 200]],
])('--any-key makes every key valid, but a request needs one: %s', async (anyKey, statuses) => {
  const { status } = await openProbed({}, { anyKey });
  expect(await each([null, 'nobody', 'test_x'], (key) => status(list, { key }))).toEqual(statuses);
});

test.each([
  [false, [401, 503, 429, 429]],
  [true, [503, 503, 503, 200]],
])('--faults-first lets faults strike without a key and uncounted: %s', async (faultsFirst, statuses) => {
  const { status } = await openProbed({}, { perSecond: 1, faultsFirst });
  const headers = { 'x-mock-fault': 'status=503' };
  const sent = [{ headers, key: null }, { headers }, { headers }, {}];
  expect(await each(sent, (one) => status(list, one))).toEqual(statuses);
});

test.each([
  [false, ['active', 'inactive']],
  [true, ['active', 'archived', 'inactive']],
])('--archived generates archived listings: %s', async (archived, states) => {
  const listings = await records(await openProbed({}, { data: 'default', mock: { archived } }), 'listings');
  expect([...new Set(listings.map(({ status }) => String(status)))].sort()).toEqual(states);
});

test.each([
  [0, 0, 0],
  [0.5, 0.3, 0.7],
  [1, 1, 1],
])('--incomplete %d leaves bounds or strategies out of that share', async (incomplete, least, most) => {
  const listings = await records(await openProbed({}, { data: 'default', mock: { incomplete } }), 'listings');
  const found = listings.filter((listing) =>
    ['minPrice', 'maxPrice', 'strategyId'].some((field) => listing[field] === null),
  );
  const share = found.length / listings.length;
  expect(share).toBeGreaterThanOrEqual(least);
  expect(share).toBeLessThanOrEqual(most);
});

test.each([
  [false, [false, false, false]],
  [true, [true, true, true]],
])('--extra-fields adds a field to every record: %s', async (extraFields, expected) => {
  const service = await openProbed({}, { mock: { extraFields } });
  const found = await each(['listings', 'strategies', 'reports'], async (path) =>
    (await records(service, path)).every((record) => 'unannounced' in record),
  );
  expect(found).toEqual(expected);
});

test.each<[Setup['mock'] & object, string]>([
  [{}, `${origin}/__mock`],
  [{ docBase: 'https://docs.example.com/api' }, 'https://docs.example.com/api'],
])('doc_url leads to pages of the mock, or where --doc-base says: %j', async (mock, base) => {
  const { send } = await openProbed({}, { mock });
  expect((await send('GET /v1/nothing')).body.error!.doc_url).toBe(`${base}/errors/not_found`);
});

const tls = (name: string) => fileURLToPath(new URL(`../support/tls/${name}.pem`, import.meta.url));

test.each([
  [[], ['http:', 'refused', 200]],
  [
    ['--tls-cert', tls('cert'), '--tls-key', tls('key')],
    ['https:', 200, 'refused'],
  ],
])('with a certificate the mock speaks https, without one http', async (flags, expected) => {
  await using served = await startCommand(['serve', '--port', '0', '--log', 'json', ...flags]);
  const ca = await readFile(tls('cert'));
  const { port, protocol } = new URL(served.url);
  const status = (get: typeof getHttps, scheme: string) =>
    new Promise((resolve) => {
      const options = { ca, agent: false, headers: { 'X-API-KEY': 'test_key' } } as const;
      get(`${scheme}://localhost:${port}/v1/strategies`, options, (answer) => {
        resolve(answer.resume().statusCode);
      }).on('error', () => {
        resolve('refused');
      });
    });
  expect([protocol, await status(getHttps, 'https'), await status(getHttp, 'http')]).toEqual(expected);
});
