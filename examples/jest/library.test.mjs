// Jest with ES modules: `NODE_OPTIONS=--experimental-vm-modules npx jest`.
import { createMock, startServer } from 'pricing-mock';

describe('with a port', () => {
  let server;
  beforeAll(async () => {
    server = await startServer({ data: 'tiny' });
  });
  afterAll(() => server.close());

  test('the listings are there', async () => {
    const response = await fetch(`${server.url}/v1/listings`, { headers: { 'X-API-KEY': server.key } });
    expect((await response.json()).data).toHaveLength(3);
  });
});

test('a client that takes its fetch from outside needs no port', async () => {
  const mock = createMock({ data: 'tiny', clock: '2026-03-01T12:00:00Z,frozen' });
  const headers = { 'X-API-KEY': mock.key };
  const response = await mock.fetch('https://api.example.test/v1/listings?limit=1', { headers });
  expect((await response.json()).data[0].sku).toBe('KB-1001-BLUE');
});
