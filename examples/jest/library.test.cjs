// Jest as it comes, CommonJS: `npx jest`.
const { createMock, startServer } = require('pricing-mock');

describe('with a port', () => {
  let server;
  beforeAll(async () => {
    server = await startServer({ data: 'tiny' });
  });
  afterAll(() => server.close());

  test('a write is there at the next read', async () => {
    const { key, listings, requests } = server.world('test_write'); // a world of its own for each key
    const { id } = listings.all()[0];
    const path = `${server.url}/v1/listings/${id}`;
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
    await fetch(`${path}/price`, { method: 'PATCH', headers, body: '{"minPrice": 16.5}' });
    const listing = await (await fetch(path, { headers })).json();
    expect(listing.minPrice).toBe(16.5);
    expect(requests.count({ method: 'PATCH' })).toBe(1);
  });
});

test('a client that takes its fetch from outside needs no port', async () => {
  const mock = createMock({ data: 'tiny' });
  mock.world().faults.add({ kind: 'status=503', times: 1 });
  const ask = () =>
    mock.fetch('https://api.example.test/v1/strategies', { headers: { 'X-API-KEY': mock.key } });
  expect((await ask()).status).toBe(503);
  expect((await ask()).status).toBe(200);
});
