import { expect, test } from 'vitest';

import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

test.each(['/v1/listings', `/v1/listings/${ids.board}`, '/v1/reports', '/v1/strategies'])(
  '§9 %s is answered',
  async (path) => {
    expect((await createTestApp().get(path)).status).toBe(200);
  },
);

test.each([
  '/',
  '/v1',
  '/v1/',
  '/listings',
  '/strategies',
  '/v2/listings',
  '/v0/listings',
  '/v10/listings',
  '/v1.0/listings',
  '/v01/listings',
  '/V1/listings',
  '/v/listings',
  '/v1/v1/listings',
  '/api/v1/listings',
  '//v1/listings',
  '/v1//listings',
  '/./v1/listings',
  '/v1/../v1/listings',
  '/v1;a=b/listings',
])('§9 every endpoint starts with /v1, and nothing else does: %s is 404', async (path) => {
  expectError(await createTestApp().get(path), 404);
});

test.each([
  '/v1/listings/',
  `/v1/listings/${ids.board}/`,
  `/v1/listings/${ids.board}/price/`,
  `/v1/listings/${ids.board}/strategy/x`,
  `/v1/listings/${ids.board}/Price`,
  `/v1/listings/${ids.board}/title`,
  `/v1/listings/${ids.board}//price`,
  '/v1/listings//price',
  '/v1/Listings',
  '/v1/listing',
  '/v1/listings.json',
  `/v1/reports/${ids.doneRun}`,
  `/v1/strategies/${ids.guard}`,
  '/v1/events',
  '/v1/webhooks',
  '/v1/report-runs',
])('§4 a path that is no endpoint is 404 without a param: %s', async (path) => {
  for (const method of ['GET', 'PATCH']) expectError(await createTestApp().call(method, path), 404);
});

test('§9 404 for a path comes before everything that concerns the body', async () => {
  const app = createTestApp();
  expectError(await app.call('PATCH', '/v2/listings', { body: '{', type: 'text/plain' }), 404);
});
