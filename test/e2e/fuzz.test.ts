// Goal G1 for the whole simulator behind its port.
import { expect, test } from 'vitest';
import { createSettings } from '../../src/spec/settings.ts';
import { createTestApp } from '../support/app.ts';
import { fuzz } from '../support/fuzz.ts';
import { amount, soakSeed as seed } from '../support/soak.ts';

const requests = amount(1_000, 20_000);

test(`no request breaks the simulator, and every answer is well-formed (seed ${seed})`, async () => {
  // Links of a store answer errors as the store does, unless told otherwise (A25).
  const { handler, failures } = createTestApp({ form: { files: { errors: 'json' } } });
  const id = '11111111-1111-4111-8111-111111111111';
  const report = await fuzz(
    handler,
    { settings: createSettings() },
    {
      seed,
      requests,
      targets: [
        '/v1/listings',
        `/v1/listings/${id}`,
        `/v1/listings/${id}/price`,
        `/v1/listings/${id}/strategy`,
      ].concat([
        '/v1/reports',
        '/v1/strategies?limit=1',
        '/__mock/errors/not_found',
        '/__mock/downloads/w1/x.csv',
      ]),
      headers: ['X-API-KEY: test_fuzz', 'Content-Type: application/json', 'X-Mock-Fault: status=503'],
      bodies: [
        '{"minPrice":10,"maxPrice":20}',
        '{"minPrice":1e400}',
        '{"strategyId":null}',
        '{"minPrice":0.001}',
        '[]',
      ],
    },
  );
  expect(report.requests).toBeGreaterThanOrEqual(requests);
  expect(failures).toEqual([]);
  for (const status of [200, 400, 401, 404, 405, 503]) {
    expect([status, report.statuses[status] ?? 0]).not.toEqual([status, 0]);
  }
});
