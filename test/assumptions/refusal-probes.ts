// A13 to A20: errors, limits, keys.
import { each, nowhere, one, verdict } from './probe.ts';
import type { FormProbes, Probes, Sent, Service } from './probe.ts';
import { first } from '../support/soak.ts';

const price = `PATCH /v1/listings/${one}/price`;
const list = 'GET /v1/listings';

/** An update of so many bytes. */
const sized = (size: number) => `{"minPrice":16${' '.repeat(size - 15)}}`;

/** Of bodies, in bytes: each limit, and one above it. Bodies of 100 MB are sent in the soak only. */
const bodySizes = first(6, [64, 65, 1000, 1001, 102_400, 102_401, 104_857_600, 104_857_601]);

/** What is seen where the first so many of them are read. */
const accepted = (most: number) => bodySizes.map((_, at) => (at < most ? '.' : '-')).join('');

/** Statuses of the same request at several times, in milliseconds after the start. */
const statusesAt = ({ status, clock }: Service, times: readonly number[]) => {
  let now = 0;
  return each(times, (time) => {
    clock.advance(time - now);
    now = time;
    return status(list);
  });
};

const codeOf = async ({ send }: Service, line: string, sent?: Sent): Promise<unknown> =>
  (await send(line, sent)).body.error!.code;

export const refusalProbes: Probes = {
  'error-codes': {
    perSecond: 4,
    observe: async (service) => [
      await codeOf(service, list, { key: null }),
      await codeOf(service, list, { key: 'wrong' }),
      await codeOf(service, price, { body: { minPrice: 1e9 } }),
      await codeOf(service, price, { body: '{' }),
      await codeOf(service, `GET /v1/listings/${nowhere}`),
      await codeOf(service, 'GET /v1/nothing'),
      await codeOf(service, list),
    ],
    expected: {
      coarse: [
        'unauthorized',
        'unauthorized',
        'invalid_request',
        'invalid_request',
        'not_found',
        'not_found',
        'rate_limited',
      ],
      fine: [
        'api_key_missing',
        'api_key_invalid',
        'parameter_out_of_range',
        'invalid_json',
        'resource_missing',
        'route_not_found',
        'rate_limit_per_second',
      ],
    },
  },
  'wrong-content-type': {
    observe: ({ send }) =>
      each(
        ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8'],
        async (type) =>
          verdict(await send(price, { body: { minPrice: 16 }, headers: { 'content-type': type } })),
      ),
    expected: { 415: ['415', '415', '200'], 400: ['400', '400', '200'], lenient: ['200', '200', '200'] },
  },
  'max-body': {
    observe: async ({ status }) => {
      const statuses = await each(bodySizes, (size) => status(price, { body: sized(size) }));
      return statuses.map((found) => (found === 200 ? '.' : found === 413 ? '-' : found)).join('');
    },
    expected: {
      64: accepted(1),
      1000: accepted(3),
      102400: accepted(5),
      104857600: accepted(7),
    },
  },
  'rate-algorithm': {
    perSecond: 4,
    observe: async (service) => {
      const statuses = await statusesAt(service, [700, 900, 900, 900, 900, 1000, 1150, 1300, 1700, 1700]);
      return statuses.map((status) => (status === 200 ? '.' : '-')).join('');
    },
    expected: {
      'sliding-log': '....----.-', // one once the first is a second old
      'fixed-window': '....-....-', // all again from the full second on
      'first-request-window': '....----..', // all again a second after the first
      'sliding-counter': '....--...-', // as the weight of the window before falls below a place
      'token-bucket': '....-.-...', // one a quarter of a second
    },
  },
  'rejected-counted': {
    perSecond: 2,
    observe: (service) => statusesAt(service, [0, 0, 600, 600, 1000]),
    expected: { no: [200, 200, 429, 429, 200], yes: [200, 200, 429, 429, 429] },
  },
  'rate-headers': {
    perSecond: 1,
    perMinute: 300,
    observe: async ({ send }) =>
      each([1, 2], async () => {
        const { headers } = await send(list);
        const names = Object.keys(headers).filter((name) =>
          /^(retry-after|x-ratelimit.*|ratelimit.*)$/.test(name),
        );
        return names.map((name) => `${name}: ${headers[name]!}`);
      }),
    expected: {
      'retry-after': [[], ['retry-after: 1']],
      none: [[], []],
      'x-ratelimit': [
        ['x-ratelimit-limit: 1', 'x-ratelimit-remaining: 0', 'x-ratelimit-reset: 1767312001'],
        [
          'retry-after: 1',
          'x-ratelimit-limit: 1',
          'x-ratelimit-remaining: 0',
          'x-ratelimit-reset: 1767312001',
        ],
      ],
      'draft-10': [
        [
          'ratelimit-policy: "second";q=1;w=1, "minute";q=300;w=60',
          'ratelimit: "second";r=0;t=1, "minute";r=299;t=60',
        ],
        [
          'retry-after: 1',
          'ratelimit-policy: "second";q=1;w=1, "minute";q=300;w=60',
          'ratelimit: "second";r=0;t=1, "minute";r=299;t=60',
        ],
      ],
      'draft-7': [
        ['ratelimit-policy: 1;w=1, 300;w=60', 'ratelimit: limit=1, remaining=0, reset=1'],
        ['retry-after: 1', 'ratelimit-policy: 1;w=1, 300;w=60', 'ratelimit: limit=1, remaining=0, reset=1'],
      ],
    },
  },
};

/** The same of places of the form that no shorthand changes, by place. */
export const refusalForms: FormProbes = {
  'errors.param': {
    observe: async ({ send }) => {
      const { error } = (await send(list, { key: null })).value as { error: { param?: string | null } };
      const blamed = (await send(`GET /v1/listings/${nowhere}`)).body.error!;
      return ['param' in error ? error.param : 'absent', blamed.param];
    },
    expected: { omit: ['absent', 'id'], null: [null, 'id'], empty: ['', 'id'] },
  },
  'errors.statuses': {
    observe: ({ send }) =>
      each(
        [
          ['DELETE /v1/listings', {}],
          [price, { body: {}, headers: { 'content-type': 'text/plain' } }],
          [price, { body: sized(102_401) }],
          [list, { headers: { 'x-mock-fault': 'status=503' } }],
          [list, { headers: { 'x-mock-fault': 'status=418' } }],
        ] as const,
        async ([line, sent]) => {
          const { status, headers, body } = await send(line, sent);
          return [status, body.error!.code, 'allow' in headers || 'accept-patch' in headers];
        },
      ),
    expected: {
      keep: [
        [405, 'method_not_allowed', true],
        [415, 'unsupported_media_type', true],
        [413, 'payload_too_large', false],
        [503, 'server_error', false],
        [418, 'invalid_request', false],
      ],
      documented: [
        [404, 'not_found', false],
        [400, 'invalid_request', false],
        [400, 'invalid_request', false],
        [500, 'server_error', false],
        [400, 'invalid_request', false],
      ],
    },
  },
  'headers.retryAfter': {
    perSecond: 1,
    observe: async ({ send }) => {
      await send(list);
      return (await send(list)).headers['retry-after'];
    },
    expected: { seconds: '1', date: 'Fri, 02 Jan 2026 00:00:01 GMT' },
  },
};
