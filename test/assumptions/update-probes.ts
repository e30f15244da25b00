// A6 to A12: what an update may say, and what it does.
import { each, nowhere, one, strategyB, verdict } from './probe.ts';
import type { Answer, Probe, Probes, Service } from './probe.ts';

const priceOf = (id: string) => `PATCH /v1/listings/${id}/price`;
const strategyOf = (id: string) => `PATCH /v1/listings/${id}/strategy`;

const patch = ({ send }: Service, body: unknown) => send(priceOf(one), { body });
const assign = ({ send }: Service, strategyId: unknown) => send(strategyOf(one), { body: { strategyId } });
const read = async ({ send }: Service) =>
  (await send(`GET /v1/listings/${one}`)).value as Record<string, unknown>;

/** The verdict on an update and what the bounds are then. */
async function bounds(service: Service, body: unknown): Promise<unknown[]> {
  const answer: Answer = await patch(service, body);
  const { minPrice, maxPrice } = await read(service);
  return [verdict(answer), minPrice, maxPrice];
}

/** Whether prices are taken: `.` for yes, `-` for 400, each set as both bounds. */
function taken(prices: readonly (number | string)[]): Probe['observe'] {
  return async (service) => {
    const marks = await each(prices, async (price) => {
      const answer = await patch(service, `{"minPrice":${price},"maxPrice":${price}}`);
      return answer.status === 200 ? '.' : verdict(answer) === '400 minPrice' ? '-' : verdict(answer);
    });
    return marks.join('');
  };
}

export const updateProbes: Probes = {
  'price-form': {
    observe: async (service) => {
      const sent = await each([15.5, '15.50', 1550], async (minPrice) =>
        verdict(await patch(service, { minPrice })),
      );
      const { text } = await service.send(`GET /v1/listings/${one}`);
      return [
        ...sent,
        ...['minPrice', 'maxPrice', 'cost'].map((name) => new RegExp(`"${name}":([^,]+)`).exec(text)?.[1]),
      ];
    },
    expected: {
      number: ['200', '400 minPrice', '400 minPrice', '15.5', '24.99', '12.5'],
      fixed2: ['200', '400 minPrice', '400 minPrice', '15.50', '24.99', '12.50'],
      string: ['400 minPrice', '200', '400 minPrice', '"15.50"', '"24.99"', '"12.50"'],
      cents: ['400 minPrice', '400 minPrice', '200', '1550', '2499', '1250'],
    },
  },
  decimals: {
    observe: async (service, set, value) => [
      await taken(['16', '16.1', '16.12', '16.123', '16.1234', '16.12345'])(service, set, value),
      await bounds(service, { minPrice: 16.128, maxPrice: 20.001 }),
    ],
    expected: {
      0: ['.-----', ['400 minPrice', 16, 16]],
      1: ['..----', ['400 minPrice', 16.1, 16.1]],
      2: ['...---', ['400 minPrice', 16.12, 16.12]],
      4: ['.....-', ['200', 16.128, 20.001]],
      '2:round': ['......', ['200', 16.13, 20]],
      '0:round': ['......', ['200', 16, 20]],
    },
  },
  'price-range': {
    with: { decimals: '4' },
    observe: taken([
      '0',
      '0.0001',
      '0.0099',
      '0.01',
      '4.9999',
      '5',
      '100',
      '100.01',
      '999999.99',
      '1000000',
      '99999999999',
      '99999999999.01',
    ]),
    expected: {
      '0.01..999999.99': '---......---',
      '0.0001..100': '-......-----',
      '5..99999999999': '-----......-',
      '0..100': '.......-----',
      '5..5': '-----.------',
    },
  },
  'bounds-effect': {
    observe: async (service) => {
      const { body } = await patch(service, { minPrice: 20.5, maxPrice: 22 });
      const marks = await each([0, 999, 1, 28_999, 1, 86_369_999, 1], async (step) => {
        service.clock.advance(step);
        return (await read(service)).currentPrice === 20.5 ? 'moved' : 'old';
      });
      return [body.currentPrice, marks.indexOf('moved')];
    },
    expected: {
      clamp: [20.5, 0],
      none: [19.99, -1],
      'delayed:1s': [19.99, 2],
      'delayed:30s': [19.99, 4],
      'delayed:86400s': [19.99, 6],
    },
  },
  'both-bounds': {
    observe: async (service) => [
      await bounds(service, { minPrice: 16 }),
      await bounds(service, { maxPrice: 30 }),
      await bounds(service, { minPrice: 17, maxPrice: 31 }),
    ],
    expected: {
      optional: [
        ['200', 16, 24.99],
        ['200', 16, 30],
        ['200', 17, 31],
      ],
      required: [
        ['400 maxPrice', 15.99, 24.99],
        ['400 minPrice', 15.99, 24.99],
        ['200', 17, 31],
      ],
    },
  },
  'null-bound': {
    observe: (service) => bounds(service, { minPrice: null, maxPrice: 25 }),
    expected: {
      reject: ['400 minPrice', 15.99, 24.99],
      clear: ['200', null, 25],
      ignore: ['200', 15.99, 25],
    },
  },
  'equal-bounds': {
    observe: async (service) => [
      await bounds(service, { minPrice: 24.99 }),
      await bounds(service, { minPrice: 20, maxPrice: 20 }),
    ],
    expected: {
      accept: [
        ['200', 24.99, 24.99],
        ['200', 20, 20],
      ],
      reject: [
        ['400 minPrice', 15.99, 24.99],
        ['400 minPrice', 15.99, 24.99],
      ],
    },
  },
  'bounds-order': {
    observe: async (service) => [
      await bounds(service, { maxPrice: 15.98 }),
      await bounds(service, { minPrice: 30, maxPrice: 20 }),
    ],
    expected: {
      check: [
        ['400 maxPrice', 15.99, 24.99],
        ['400 minPrice', 15.99, 24.99],
      ],
      ignore: [
        ['200', 15.99, 15.98],
        ['200', 30, 20],
      ],
    },
  },
  'empty-patch': {
    observe: ({ send }) =>
      each([priceOf(one), strategyOf(one)], async (line) => verdict(await send(line, { body: {} }))),
    expected: { reject: ['400 minPrice', '400 strategyId'], noop: ['200', '200'] },
  },
  'numeric-strings': {
    observe: async (service) => [
      await bounds(service, { minPrice: '16.5' }),
      await bounds(service, { minPrice: 'sixteen' }),
    ],
    expected: {
      reject: [
        ['400 minPrice', 15.99, 24.99],
        ['400 minPrice', 15.99, 24.99],
      ],
      coerce: [
        ['200', 16.5, 24.99],
        ['400 minPrice', 16.5, 24.99],
      ],
    },
  },
  'unknown-body-field': {
    observe: async (service) => [
      await bounds(service, { minPrice: 16, currency: 'USD' }),
      verdict(await service.send(strategyOf(one), { body: { strategyId: strategyB, colour: 'red' } })),
    ],
    expected: {
      ignore: [['200', 16, 24.99], '200'],
      reject: [['400 currency', 15.99, 24.99], '400 colour'],
    },
  },
  'duplicate-keys': {
    observe: (service) => bounds(service, '{"minPrice":16,"minPrice":17}'),
    expected: { 'last-wins': ['200', 17, 24.99], reject: ['400', 15.99, 24.99] },
  },
  'noop-updates': {
    observe: async (service) => {
      await patch(service, { minPrice: 15.99 });
      return (await read(service)).updatedAt;
    },
    expected: { keep: '2025-12-20T12:00:00.000Z', raise: '2026-01-02T00:00:00.000Z' },
  },
  'unknown-strategy': {
    observe: async (service) => verdict(await assign(service, nowhere)),
    expected: { 400: '400 strategyId', 404: '404 strategyId' },
  },
  'empty-strategy': {
    observe: async (service) => [
      verdict(await assign(service, null)),
      verdict(await assign(service, '')),
      (await read(service)).strategyId === null,
    ],
    expected: { reject: ['400 strategyId', '400 strategyId', false], unassign: ['200', '200', true] },
  },
  'malformed-id': {
    observe: ({ send }) =>
      each(['GET /v1/listings/42', priceOf('42'), strategyOf('42')], async (line) =>
        verdict(await send(line, line.startsWith('GET') ? {} : { body: {} })),
      ),
    expected: { 400: ['400 id', '400 id', '400 id'], 404: ['404 id', '404 id', '404 id'] },
  },
};
