// `pricing-mock/msw` as a bundler takes it for a page: nothing of Node's is left in it, and it works without.
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let code = '';
const outside = new Set<string>();

beforeAll(async () => {
  const bundle = await rolldown({
    cwd: root,
    input: 'src/msw.ts',
    platform: 'browser',
    treeshake: true,
    checks: { ineffectiveDynamicImport: false },
    onLog: () => undefined,
    plugins: [
      {
        name: 'outside',
        resolveId(id) {
          if (!builtinModules.includes(id.replace(/^node:/, ''))) return null;
          outside.add(id);
          return { id, external: true };
        },
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'pricingMock',
    codeSplitting: false,
  });
  code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}, 60_000);

test('the bundle for a page imports nothing of Node’s', () => {
  expect(code.length).toBeGreaterThan(100_000);
  expect([...outside]).toEqual([]);
  expect(code).not.toMatch(/\bnode:[a-z]/);
});

test('the bundle works where there is nothing of Node’s', async () => {
  const page: Record<string, unknown> = {
    ...{
      AbortController,
      AbortSignal,
      BroadcastChannel,
      crypto,
      Event,
      EventTarget,
      Headers,
      ReadableStream,
    },
    ...{ Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams, TransformStream, WritableStream },
    ...{
      clearTimeout,
      console,
      fetch,
      performance,
      queueMicrotask,
      setTimeout,
      structuredClone,
      FormData,
      Blob,
    },
    location: new URL('https://page.test/'),
    localStorage: { getItem: () => null, setItem: () => undefined }, // msw looks at it
  };
  page.window = page;
  page.self = page;
  const context = vm.createContext(page);
  expect(vm.runInContext('[typeof process, typeof Buffer, typeof require, typeof global]', context)).toEqual([
    'undefined',
    'undefined',
    'undefined',
    'undefined',
  ]);
  vm.runInContext(code, context, { filename: 'bundle.js' });
  const seen = (await vm.runInContext(
    `(async () => {
      const mock = pricingMock.createMock({ baseUrl: 'https://api.test' });
      const handlers = pricingMock.createHandlers(mock);
      const headers = { 'X-API-KEY': mock.key };
      const listings = await mock.fetch('https://api.test/v1/listings?limit=1', { headers });
      const { data: [{ id }] } = await listings.json();
      const patched = await mock.fetch('https://api.test/v1/listings/' + id + '/price', {
        method: 'PATCH',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{"minPrice":1}',
      });
      const openapi = await mock.fetch('https://api.test/__mock/openapi.json');
      const refused = await mock.fetch('https://api.test/v1/listings');
      mock.world().clock.advance('1h');
      const reports = await (await mock.fetch('https://api.test/v1/reports', { headers })).text();
      const link = /https:[^"]+downloads[^"]+/.exec(reports)[0];
      const download = await mock.fetch(link);
      return [handlers.length, ...[listings, patched, openapi, refused, download].map(({ status }) => status)];
    })()`,
    context,
  )) as number[];
  expect([...seen]).toEqual([1, 200, 200, 200, 401, 200]);
});
