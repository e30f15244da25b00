import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMock } from 'pricing-mock';

test('a client that takes its fetch from outside', async () => {
  const mock = createMock({ data: 'tiny', clock: '2026-03-01T12:00:00Z,frozen' });
  const response = await mock.fetch('https://api.example.test/v1/listings?limit=1', {
    headers: { 'X-API-KEY': mock.key },
  });
  const { data, has_more } = await response.json();
  assert.deepEqual([data[0].sku, has_more], ['KB-1001-BLUE', true]);
  assert.equal(mock.world().requests.count({ path: '/v1/listings', query: { limit: '1' } }), 1);
});
