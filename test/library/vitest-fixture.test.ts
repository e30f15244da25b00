import { expect } from 'vitest';
import { test } from '../../src/vitest.ts';

test('a test has a key and a world of its own', async ({ mock }) => {
  const response = await fetch(`${mock.url}/v1/strategies`, { headers: { 'X-API-KEY': mock.key } });
  expect(response.status).toBe(200);
  expect(mock.world.requests.total).toBe(1);
});

test('what one test has done no other sees', async ({ mock }) => {
  await Promise.resolve();
  expect(mock.world.requests.total).toBe(0);
});
