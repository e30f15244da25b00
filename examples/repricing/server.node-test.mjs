// With node:test and a server of one's own: node --test examples/repricing/server.node-test.mjs
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startServer } from 'pricing-mock';
import { reprice } from './reprice.mjs';
import { createService } from './service.mjs';

const board = '11111111-1111-4111-8111-111111111111';

describe('the repricing script against a server', { concurrency: true }, () => {
  let server;
  before(async () => {
    server = await startServer({ data: 'tiny', clock: '2026-03-01T12:00:00Z,frozen' });
  });
  after(() => server.close());

  /** A world for one test, with a client that waits in its time. Any key `test_<something>` opens one. */
  function open(name) {
    const world = server.world(`test_${name}`);
    const sleep = async (milliseconds) => world.clock.advance(milliseconds);
    return { world, service: createService({ url: server.url, key: world.key, sleep }) };
  }

  test('bounds follow the costs', async () => {
    const { world, service } = open('bounds');
    await reprice(service, 0.6);
    const bounds = world.listings.all().map(({ cost, minPrice, maxPrice }) => [cost, minPrice, maxPrice]);
    assert.deepEqual(bounds, [
      [12.5, 20, 24.99],
      [20, 32, 44.95],
      [6, 9.6, 12.99],
    ]);
  });

  test('another test sees nothing of it', async () => {
    const { world } = open('another');
    assert.equal(world.listings.get(board).minPrice, 15.99);
    assert.equal(world.requests.total, 0);
  });

  test('prices follow their bounds, and a run writes only once', async () => {
    const { world, service } = open('once');
    assert.equal((await reprice(service, 0.6)).length, 3);
    assert.equal((await reprice(service, 0.6)).length, 0);
    assert.equal(world.listings.get(board).currentPrice, 20);
    assert.equal(world.requests.count({ method: 'PATCH' }), 3);
  });

  test('a service that stays down is given up after five attempts', async () => {
    const { world, service } = open('down');
    world.faults.add({ kind: 'status=503' });
    const start = world.clock.now();
    await assert.rejects(reprice(service, 0.6), { status: 503, code: 'server_error' });
    assert.equal(world.requests.count({ status: 503 }), 5);
    assert.equal(world.clock.now() - start, 5 * 250 + 500 + 1000 + 2000 + 4000);
  });

  test('a download link that has expired is refused', async () => {
    const { world, service } = open('report');
    const file = await service.newestReport();
    assert.equal(file.split('\r\n').length, 1 + 3 + 1);
    const [{ downloadLinks }] = await service.reports();
    world.clock.advance('301s');
    assert.equal((await fetch(downloadLinks[0].url)).status, 403);
  });

  test('a snapshot brings the records back', async () => {
    const { world, service } = open('snapshot');
    const before = world.snapshot();
    await reprice(service, 0.6);
    world.restore(before);
    assert.equal(world.listings.get(board).minPrice, 15.99);
  });

  test('a wrong key is let into no world', async () => {
    const service = createService({ url: server.url, key: 'wrong', pause: 0 });
    await assert.rejects(reprice(service, 0.6), { status: 401 });
    assert.equal(server.unauthenticated.last().status, 401);
  });
});
