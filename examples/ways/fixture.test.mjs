import { createTest } from 'pricing-mock/vitest';
import { expect } from 'vitest';

const test = createTest({ data: 'empty' }); // the options of startServer

test('new bounds reach the service', async ({ mock: { url, key, world } }) => {
  const { id } = world.listings.create({ title: 'Mug', minPrice: 5, maxPrice: 9 });
  world.faults.add({ match: { method: 'PATCH' }, kind: 'status=503', times: 1 });

  const setPrice = () =>
    fetch(`${url}/v1/listings/${id}/price`, {
      method: 'PATCH',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ minPrice: 6 }),
    });
  expect((await setPrice()).status).toBe(503);
  expect((await setPrice()).status).toBe(200);

  expect(world.listings.get(id)).toMatchObject({ minPrice: 6, maxPrice: 9 });
  expect(world.requests.last({ method: 'PATCH' }).json).toEqual({ minPrice: 6 });
  expect(world.requests.unmatched()).toEqual([]);
});
