// With vitest and `pricing-mock/vitest`: every test has a world of its own, and its clock in its hand.
import { expect } from 'vitest';
import { createTest } from 'pricing-mock/vitest';
import { reprice } from './reprice.mjs';
import { createService } from './service.mjs';

const test = createTest({ data: 'empty' });

/** The client under test. It waits in its world's time, so that no test takes longer than its work. */
function serviceFor({ url, key, world }, options) {
  return createService({
    url,
    key,
    sleep: async (milliseconds) => world.clock.advance(milliseconds),
    ...options,
  });
}

test('a lower bound becomes the cost and the margin, in the service and in the request', async ({ mock }) => {
  const { world } = mock;
  const { id } = world.listings.create({ cost: 10, minPrice: 9, maxPrice: 11 });

  await reprice(serviceFor(mock), 0.2);

  expect(world.listings.get(id)).toMatchObject({ minPrice: 12, maxPrice: 12 });
  const request = world.requests.last({ method: 'PATCH' });
  expect(request.path).toBe(`/v1/listings/${id}/price`);
  expect(request.json).toEqual({ minPrice: 12, maxPrice: 12 });
});

test('what is right already is left alone', async ({ mock }) => {
  mock.world.listings.create({ cost: 10, minPrice: 12, maxPrice: 20 });
  expect(await reprice(serviceFor(mock), 0.2)).toEqual([]);
  expect(mock.world.requests.count({ method: 'PATCH' })).toBe(0);
});

test('all pages are read', async ({ mock }) => {
  const { world } = mock;
  for (let number = 0; number < 45; number += 1)
    world.listings.create({ cost: 10, minPrice: 5, maxPrice: 20 });
  expect(await reprice(serviceFor(mock), 0.2)).toHaveLength(45);
  expect(world.requests.count({ method: 'GET', path: '/v1/listings' })).toBe(3);
});

test('a refused request waits as long as Retry-After asks', async ({ mock }) => {
  const { world } = mock;
  world.clock.freeze();
  const { id } = world.listings.create({ cost: 10, minPrice: 9, maxPrice: 20 });
  const waits = [];
  const service = serviceFor(mock, { pause: 0, onWait: ({ milliseconds }) => waits.push(milliseconds) });

  for (let minPrice = 1; minPrice <= 6; minPrice += 1) await service.setPrice(id, { minPrice });

  expect(waits).toEqual([1000]);
  expect(world.requests.find({ method: 'PATCH' }).map(({ status }) => status)).toEqual([
    200,
    200,
    200,
    200,
    200, // 5 a second (§8)
    429,
    200,
  ]);
  const refusals = world.report().facts.find(({ id }) => id === '429');
  expect(refusals).toMatchObject({ count: 1, detail: { waited: 1, gaveUp: 0 } });
});

test.for(['status=503', 'reset', 'lost-reply', 'truncate', 'malformed'])(
  'it gets over %s',
  async (kind, { mock }) => {
    const { world } = mock;
    const { id } = world.listings.create({ cost: 10, minPrice: 9, maxPrice: 20 });
    const fault = world.faults.add({ kind, match: { method: 'PATCH' }, times: 2 });
    await reprice(serviceFor(mock), 0.2);
    expect(fault.struck).toBe(2);
    expect(world.requests.count({ method: 'PATCH' })).toBe(3);
    expect(world.listings.get(id).minPrice).toBe(12);
  },
);

test('what the service refuses for good is not sent again', async ({ mock }) => {
  const { world } = mock;
  const { id } = world.listings.create({ minPrice: 9, maxPrice: 20 });
  await expect(serviceFor(mock).setPrice(id, { minPrice: 30, maxPrice: 20 })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    param: 'minPrice',
  });
  expect(world.requests.total).toBe(1);
});

test('a report is fetched once it is done', async ({ mock }) => {
  const { world } = mock;
  world.clock.freeze();
  world.listings.create({ sku: 'MUG-1', minPrice: 9, maxPrice: 20 });
  world.reports.create({ type: 'inventory', queuedMs: 5000, runningMs: 60_000, outcome: 'completed' });
  expect(await serviceFor(mock).newestReport()).toMatch(/^SKU,.*\r\nMUG-1,/);
  expect(world.requests.count({ path: '/v1/reports' })).toBe(8);
});

test('the audit finds nothing to remark', async ({ mock }) => {
  const { world } = mock;
  for (let number = 0; number < 45; number += 1)
    world.listings.create({ cost: 10, minPrice: 5, maxPrice: 20 });
  world.reports.create({ queuedMs: 5000, runningMs: 60_000, outcome: 'completed' });
  const service = serviceFor(mock);
  await reprice(service, 0.2);
  await service.newestReport();
  expect(world.report().facts.filter(({ count }) => count > 0)).toEqual([]);
});
