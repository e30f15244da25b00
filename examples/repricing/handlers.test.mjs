// With msw: the mock answers inside the test process, and the script believes to call the service's own address.
import { setupServer } from 'msw/node';
import { createHandlers } from 'pricing-mock/msw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reprice } from './reprice.mjs';
import { createService } from './service.mjs';

const url = 'https://api.example.test';
const handlers = createHandlers({ baseUrl: url, data: 'tiny' });
const server = setupServer(...handlers);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

/** A world for one test, with a client that waits in its time. Any key `test_<something>` opens one. */
function open(name, options) {
  const world = handlers.world(`test_${name}`);
  const sleep = async (milliseconds) => world.clock.advance(milliseconds);
  return { world, service: createService({ url, key: world.key, sleep, ...options }) };
}

test('bounds follow the costs', async () => {
  const { world, service } = open('bounds');
  await reprice(service, 0.6);
  expect(world.listings.all().map(({ minPrice }) => minPrice)).toEqual([20, 32, 9.6]);
});

test('another program with the same key has used the limit up', async () => {
  const { world, service } = open('limits', { pause: 0 });
  world.clock.freeze();
  for (let count = 0; count < 5; count += 1) {
    await fetch(`${url}/v1/strategies`, { headers: { 'X-API-KEY': world.key } });
  }
  expect(await reprice(service, 0.6)).toHaveLength(3);
  expect(world.requests.count({ status: 429 })).toBe(1);
});

test.for(['status=503', 'reset', 'lost-reply', 'truncate'])('it gets over %s', async (kind) => {
  const { world, service } = open(kind.replace('=', '-'));
  world.faults.add({ kind, times: 2 });
  expect(await reprice(service, 0.6)).toHaveLength(3);
});

test('the audit finds nothing to remark', async () => {
  const { world, service } = open('audit');
  await reprice(service, 0.6);
  expect(await service.newestReport()).toContain('KB-1001-BLUE');
  expect(world.report().facts.filter(({ count }) => count > 0)).toEqual([]);
});
