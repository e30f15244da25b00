// A process with the globals of a page, as test runners make one: the mock works in it, and nothing keeps it alive.
import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('', { url: 'http://localhost:3000/' });
for (const name of ['window', 'document', 'location', 'localStorage', 'navigator', 'self', 'HTMLElement']) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
}

const { setupServer } = await import('msw/node');
const { createHandlers, createMock } = await import('pricing-mock/msw');

// The page's own origin: its own files are left to it.
const handlers = createHandlers({ baseUrl: 'http://localhost:3000', data: 'tiny' });
const msw = setupServer(...handlers);
msw.listen({ onUnhandledRequest: 'bypass' });
const headers = { 'X-API-KEY': handlers.key };
const response = await fetch('http://localhost:3000/v1/listings', { headers });
assert.equal(response.status, 200);
assert.equal((await response.json()).data.length, 3);
await assert.rejects(fetch('http://localhost:3000/main.js'), TypeError); // nobody listens there
handlers.world().clock.advance('1h');
assert.equal(handlers.world().requests.total, 1);
msw.close();
const mock = createMock({ data: 'default' });
assert.equal((await mock.fetch('http://x.test/v1/reports', { headers })).status, 200);
