// A28, A32, A33: versions, edges of HTTP, the order of checks.
import { each, nowhere, one, verdict } from './probe.ts';
import type { FormProbes, Probes, Sent } from './probe.ts';

const price = (id: string) => `PATCH /v1/listings/${id}/price`;

export const edgeProbes: Probes = {
  versions: {
    observe: ({ status }) =>
      each(['v1', 'v2', 'v10', 'v', 'V1', 'w1'], (prefix) => status(`GET /${prefix}/strategies`)),
    expected: { v1: [200, 404, 404, 404, 404, 404], any: [200, 200, 200, 404, 404, 404] },
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
};

/** The same of places of the form that no shorthand changes, by place. */
export const edgeForms: FormProbes = {
  'headers.requestId': {
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
  'headers.challenge': {
    observe: ({ send }) =>
      each(
        [null, 'wrong'],
        async (key) => (await send('GET /v1/listings', { key })).headers['www-authenticate'],
      ),
    expected: { on: ['ApiKey', 'ApiKey'], off: [undefined, undefined] },
  },
};
