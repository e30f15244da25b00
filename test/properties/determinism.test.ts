import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createTestApp, ids, origin } from '../support/app.ts';
import type { CallOptions, TestApp, TestOptions } from '../support/app.ts';
import { amount } from '../support/soak.ts';

type Step =
  | { readonly kind: 'advance'; readonly milliseconds: number }
  | { readonly kind: 'download'; readonly at: number; readonly key: string }
  | {
      readonly kind: 'call';
      readonly method: string;
      readonly target: string;
      readonly options: CallOptions;
    };

const keys = fc.constantFrom('test_key', 'test_a', 'test_b', 'nobody');
const id = fc.constantFrom(ids.board, ids.lamp, ids.mug, ids.nowhere, 'abc');
const target = fc.oneof(
  fc.constantFrom(
    '/v1/listings',
    '/v1/listings?limit=2&sort=-minPrice',
    '/v1/strategies',
    '/v1/reports',
    '/v1/x',
  ),
  id.map((name) => `/v1/listings/${name}`),
  id.map((name) => `/v1/listings/${name}/price`),
  id.map((name) => `/v1/listings/${name}/strategy`),
);
const json = fc.oneof(
  fc.record({ minPrice: fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100) }),
  fc.record({ maxPrice: fc.double() }),
  fc.record({ strategyId: fc.constantFrom(ids.chaser, ids.guard, 'x') }),
  fc.jsonValue(),
);
const call: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom('GET', 'GET', 'PATCH', 'PATCH', 'HEAD', 'OPTIONS', 'PUT'), target, keys, json)
  .map(([method, path, key, value]) => ({
    kind: 'call',
    method,
    target: path,
    options: { key, ...(method === 'PATCH' && { json: value }) },
  }));
const step = fc.oneof(
  { weight: 8, arbitrary: call },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0, max: 9000 })
      .map((milliseconds): Step => ({ kind: 'advance', milliseconds })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(3), keys).map(([at, key]): Step => ({ kind: 'download', at, key })),
  },
);

/** Everything that leaves the app, as text. */
async function play(app: TestApp, steps: readonly Step[]): Promise<string[]> {
  const seen: string[] = [];
  const note = async (method: string, path: string, options: CallOptions) => {
    const { status, response, raw } = await app.call(method, path, options);
    const { headers, breakage, reason, close } = response;
    seen.push(
      JSON.stringify([status, headers, breakage, reason, close, Buffer.from(raw).toString('base64')]),
    );
  };
  for (const one of steps) {
    if (one.kind === 'advance') app.clock.advance(one.milliseconds);
    else if (one.kind === 'call') await note(one.method, one.target, one.options);
    else {
      const { json: list } = await app.get('/v1/reports', { key: one.key });
      const links = /http:[^"]*/g[Symbol.matchAll](JSON.stringify(list ?? {}));
      const link = [...links][one.at]?.[0];
      if (link !== undefined) await note('GET', link.slice(origin.length), { key: null });
    }
  }
  return [...seen, JSON.stringify(app.sleeps)];
}

const settings: readonly TestOptions[] = [
  {},
  { limits: { perSecond: 2, perMinute: 10 } },
  { seed: 9, faults: ['status=500@0.2', 'truncate@0.1', 'malformed@0.1'], latency: { min: 1, max: 100 } },
  { profile: 'spec-only' },
  { profile: 'strict', assume: { 'rate-headers': 'draft-10', etag: 'on' } },
];

test.each(settings)(
  'the same options and requests give the same bytes from two apps: %j',
  async (options) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        expect(await play(createTestApp(options), steps)).toEqual(await play(createTestApp(options), steps));
      }),
      { numRuns: amount(10, 40) },
    );
  },
);

test('the generated set gives the same bytes from two apps, reports and downloads too', async () => {
  const steps: Step[] = [0, 1, 2, 3].flatMap((at) => [
    { kind: 'call', method: 'GET', target: '/v1/listings', options: {} },
    { kind: 'call', method: 'GET', target: '/v1/strategies', options: {} },
    { kind: 'call', method: 'GET', target: '/v1/reports', options: {} },
    { kind: 'advance', milliseconds: 7000 },
    { kind: 'download', at, key: 'test_key' },
  ]);
  const run = () => play(createTestApp({ data: 'default' }), steps);
  expect(await run()).toEqual(await run());
});

test('the order of requests to one world does not touch another world', async () => {
  const calls = fc.array(call, { minLength: 5, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(calls, calls, async (mine, others) => {
      const as = (key: string, steps: readonly Step[]) =>
        steps.map((one) => (one.kind === 'call' ? { ...one, options: { ...one.options, key } } : one));
      const bodies = (texts: readonly string[]) => texts.map((text) => text.replace(/req_\d+/, ''));
      const [alone, shared] = [createTestApp(), createTestApp()];
      await alone.reports('', { key: 'test_mine' });
      await shared.reports('', { key: 'test_mine' });
      await play(shared, as('test_other', others));
      expect(bodies(await play(shared, as('test_mine', mine)))).toEqual(
        bodies(await play(alone, as('test_mine', mine))),
      );
    }),
    { numRuns: amount(10, 40) },
  );
});
