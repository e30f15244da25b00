// A26 to A28, A31 to A33: what else the service may offer, edges of HTTP, the order of checks.
import { readFile } from 'node:fs/promises';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { fileURLToPath } from 'node:url';
import { startCommand } from '../cli/command.ts';
import { each, ids, nowhere, one, openProbed, strategyB, verdict } from './probe.ts';
import type { Probes, Sent } from './probe.ts';

const price = (id: string) => `PATCH /v1/listings/${id}/price`;
const tls = (name: string) => fileURLToPath(new URL(`../support/tls/${name}.pem`, import.meta.url));

export const edgeProbes: Probes = {
  'create-endpoints': {
    observe: async ({ send }) => {
      const bounds = { minPrice: 5, maxPrice: 6, strategyId: strategyB };
      const listing = await send('POST /v1/listings', { body: bounds });
      const strategy = await send('POST /v1/strategies', { body: { name: 'New' } });
      const found = await send(`GET /v1/listings/${(listing.value as { id?: string }).id ?? nowhere}`);
      return [
        [listing.status, listing.headers.allow, found.status, found.body.maxPrice],
        [strategy.status, strategy.headers.allow, ids(await send('GET /v1/strategies')).length],
      ];
    },
    expected: {
      none: [
        [405, 'GET, HEAD, OPTIONS', 404, undefined],
        [405, 'GET, HEAD, OPTIONS', 2],
      ],
      post: [
        [201, undefined, 200, 6],
        [201, undefined, 3],
      ],
    },
  },
  events: {
    observe: async ({ send, clock }) => {
      await send(price(one), { body: { minPrice: 16 } });
      clock.advance(1);
      await send(`PATCH /v1/listings/${one}/strategy`, { body: { strategyId: strategyB } });
      const { status, value } = await send('GET /v1/events');
      return [
        status,
        (value as { data?: Record<string, string>[] }).data?.map(
          ({ type, resourceId }) => `${type!} ${resourceId!}`,
        ),
      ];
    },
    expected: {
      none: [404, undefined],
      list: [200, [`listing.strategy_updated ${one}`, `listing.price_updated ${one}`]],
    },
  },
  versions: {
    observe: ({ status }) =>
      each(['v1', 'v2', 'v10', 'v', 'V1', 'w1'], (prefix) => status(`GET /${prefix}/strategies`)),
    expected: { v1: [200, 404, 404, 404, 404, 404], any: [200, 200, 200, 404, 404, 404] },
  },
  transport: {
    observe: async (_, set) => {
      const { transport } = set as { transport: string };
      const certificate = ['--tls-cert', tls('cert'), '--tls-key', tls('key')];
      const flags = ['--assume', `transport=${transport}`, ...(transport === 'https' ? certificate : [])];
      await using served = await startCommand(['serve', '--port', '0', '--log', 'json', ...flags]);
      const ca = await readFile(tls('cert'));
      const { port, protocol } = new URL(served.url);
      const status = (get: typeof getHttps, scheme: string) =>
        new Promise((resolve) => {
          const target = `${scheme}://localhost:${port}/v1/strategies`;
          const options = { ca, agent: false, headers: { 'X-API-KEY': 'test_key' } } as const;
          get(target, options, (answer) => {
            resolve(answer.resume().statusCode);
          }).on('error', () => {
            resolve('refused');
          });
        });
      return [protocol, await status(getHttps, 'https'), await status(getHttp, 'http')];
    },
    expected: { http: ['http:', 'refused', 200], https: ['https:', 200, 'refused'] },
  },
  'trailing-slash': {
    observe: ({ status }) =>
      each(
        ['/v1/listings/', `/v1/listings/${one}/`, '/v1/reports/', '/v1/listings//', '/v1//listings'],
        (path) => status(`GET ${path}`),
      ),
    expected: { reject: [404, 404, 404, 404, 404], ignore: [200, 200, 200, 404, 404] },
  },
  etag: {
    observe: async ({ send }) => {
      const { headers } = await send(`GET /v1/listings/${one}`);
      const tag = headers.etag ?? '"none"';
      const see = async (line: string, sent: Sent) => (await send(line, sent)).status;
      return [
        'etag' in headers,
        await see(`GET /v1/listings/${one}`, { headers: { 'if-none-match': tag } }),
        await see(price(one), { body: { minPrice: 16 }, headers: { 'if-match': '"other"' } }),
        await see(price(one), { body: { minPrice: 17 }, headers: { 'if-match': tag } }),
        await see(price(one), { body: { minPrice: 18 }, headers: { 'if-match': tag } }),
        await see(`GET /v1/listings/${one}`, { headers: { 'if-none-match': tag } }),
      ];
    },
    expected: { off: [false, 200, 200, 200, 200, 200], on: [true, 304, 412, 200, 412, 200] },
  },
  'request-id': {
    observe: async ({ send }) => {
      const sent = { headers: { 'x-request-id': 'mine-1' } };
      const answers = [
        await send('GET /v1/listings', sent),
        await send('GET /v1/nothing'),
        await send('GET /v1/listings'),
      ];
      const found = answers.map(({ headers }) => headers['x-request-id']);
      return [found[0], ...found.slice(1).map((id) => id !== undefined), new Set(found).size];
    },
    expected: { on: ['mine-1', true, true, 3], off: [undefined, false, false, 1] },
  },
  'www-authenticate': {
    observe: ({ send }) =>
      each(
        [null, 'wrong'],
        async (key) => (await send('GET /v1/listings', { key })).headers['www-authenticate'],
      ),
    expected: { on: ['ApiKey', 'ApiKey'], off: [undefined, undefined] },
  },
  'missing-listing': {
    // A listing that does not exist, and a body that breaks a rule of its form or one of its fields.
    observe: ({ send }) =>
      each(['{', '{"minPrice":-1}', '{"minPrice":1}'], async (body) =>
        verdict(await send(price(nowhere), { body })),
      ),
    expected: {
      'before-body-rules': ['400', '404 id', '404 id'],
      first: ['404 id', '404 id', '404 id'],
      'after-body-rules': ['400', '400 minPrice', '404 id'],
    },
  },
  'fault-order': {
    observe: async (_, set) => {
      const { status } = await openProbed(set, { perSecond: 1 });
      const headers = { 'x-mock-fault': 'status=503' };
      return [
        await status('GET /v1/listings', { headers, key: null }),
        await status('GET /v1/listings', { headers }),
        await status('GET /v1/listings', { headers }),
        await status('GET /v1/listings'),
      ];
    },
    // Behind the limits a fault needs a key and is counted; in front of them neither.
    expected: { 'after-limits': [401, 503, 429, 429], first: [503, 503, 503, 200] },
  },
};
