// Jest with ES modules and msw, 2 or 3: `NODE_OPTIONS=--experimental-vm-modules npx jest`.
import { setupServer } from 'msw/node';
import { createHandlers } from 'pricing-mock/msw';

const handlers = createHandlers({ baseUrl: 'https://api.example.test', data: 'tiny' });
const server = setupServer(...handlers);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

test('the listings are there', async () => {
  const headers = { 'X-API-KEY': handlers.key };
  const response = await fetch('https://api.example.test/v1/listings', { headers });
  expect((await response.json()).data).toHaveLength(3);
});
