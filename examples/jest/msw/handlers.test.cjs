// Jest, CommonJS and msw 2: `npx jest --config examples/jest/msw/jest.config.cjs`, which tells why it needs a setting.
const { setupServer } = require('msw/node');
const { createHandlers } = require('pricing-mock/msw');

const handlers = createHandlers({ baseUrl: 'https://api.example.test', data: 'tiny' });
const server = setupServer(...handlers);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

test('the sixth request of a second is refused', async () => {
  const { key, clock } = handlers.world('test_second');
  clock.freeze();
  const statuses = [];
  for (let count = 0; count < 6; count += 1) {
    const response = await fetch('https://api.example.test/v1/strategies', { headers: { 'X-API-KEY': key } });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
