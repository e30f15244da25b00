// The page as it is developed: the mock first, then the app, which calls the service's own address.
import { setupWorker } from 'msw/browser';
import { createHandlers } from 'pricing-mock/msw';
import { startApp } from './app.mjs';

const url = 'https://api.example.test';
const handlers = createHandlers({ baseUrl: url, data: 'tiny' });
await setupWorker(...handlers).start({ onUnhandledRequest: 'bypass', quiet: true });

/** For the browser's console and for tests: `world('test_anna').clock.advance('1h')`. */
window.world = handlers.world;

// Where the app would wait, the mock's time passes instead.
const world = () => handlers.world(document.querySelector('#key').value);
startApp({ url, sleep: async (milliseconds) => milliseconds > 0 && world().clock.advance(milliseconds) });
