import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from 'pricing-mock';

let server;
before(async () => (server = await startServer({ data: 'tiny', perSecond: 'off' })));
after(() => server.close());

test('the 301st request of a minute is refused', async () => {
  const world = server.world('test_minute'); // a key of its own: records, clock and limits of its own
  world.clock.freeze();
  const ask = async () =>
    (await fetch(`${server.url}/v1/strategies`, { headers: { 'X-API-KEY': world.key } })).status;

  for (let count = 0; count < 300; count += 1) assert.equal(await ask(), 200);
  assert.equal(await ask(), 429);
  world.clock.advance('60s');
  assert.equal(await ask(), 200);
});
