// `pricing-mock/msw` as a bundler takes it for a page: nothing of Node's is left in it, and it works without.
import { rename, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { RolldownBuild } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import type { getResponse } from 'msw';
import type * as Msw from '../../src/msw.ts';
import { interaction, recordingOf, temporaryDirectory } from '../support/recordings.ts';
import type { ExchangeParts } from '../support/recordings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let bundle: RolldownBuild;
let code = '';
const outside = new Set<string>();

beforeAll(async () => {
  bundle = await rolldown({
    cwd: root,
    input: 'page',
    platform: 'browser',
    treeshake: true,
    checks: { ineffectiveDynamicImport: false },
    onLog: () => undefined,
    plugins: [
      {
        name: 'outside',
        resolveId(id) {
          if (id === 'page') return id;
          if (!builtinModules.includes(id.replace(/^node:/, ''))) return null;
          outside.add(id);
          return { id, external: true };
        },
        // What a page takes, and how msw's worker asks it.
        load: (id) =>
          id === 'page' ? `export * from '${root}src/msw.ts'; export { getResponse } from 'msw';` : null,
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'pricingMock',
    codeSplitting: false,
  });
  code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
});

test('the bundle for a page imports nothing of Node’s', () => {
  expect(code.length).toBeGreaterThan(100_000);
  expect([...outside]).toEqual([]);
  expect(code).not.toMatch(/\bnode:[a-z]/);
});

/** The bundle in a page, which has nothing of Node's. */
function openPage(more: object = {}): vm.Context {
  const page: Record<string, unknown> = {
    AbortController,
    AbortSignal,
    atob,
    btoa,
    BroadcastChannel,
    crypto,
    Event,
    EventTarget,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    TransformStream,
    WritableStream,
    clearTimeout,
    console,
    fetch,
    performance,
    queueMicrotask,
    setTimeout,
    structuredClone,
    FormData,
    Blob,
    location: new URL('https://page.test/'),
    localStorage: { getItem: () => null, setItem: () => undefined }, // msw looks at it
  };
  Object.assign(page, more, { window: page, self: page });
  const context = vm.createContext(page);
  expect(vm.runInContext('[typeof process, typeof Buffer, typeof require, typeof global]', context)).toEqual([
    'undefined',
    'undefined',
    'undefined',
    'undefined',
  ]);
  vm.runInContext(code, context, { filename: 'bundle.js' });
  return context;
}

test('the bundle works where there is nothing of Node’s', async () => {
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
    openPage(),
  )) as number[];
  expect([...seen]).toEqual([1, 200, 200, 200, 401, 200]);
});

test('a recording is replayed where there is nothing of Node’s', async () => {
  const files: ExchangeParts[] = [
    {
      path: '/v1/gzip',
      headers: [['Content-Encoding', 'gzip']],
      body: gzipSync('{"a":"gzip"}'),
    },
    { path: '/v1/bytes', body: Buffer.from([0xff, 0]) },
    { method: 'PATCH', path: '/v1/a', requestBody: { token: '__redacted.token.1__' }, body: { ok: true } },
  ];
  const [gzip, ...others] = files.map((parts, at) => interaction(`${at + 1}-x`, parts));
  // As where the recorder could not decode it.
  const wire = { base64: gzipSync('{"a":"sent"}').toString('base64') };
  const sent = { ...gzip!, id: '9-x', request: { ...gzip!.request, path: '/v1/sent' } };
  const recording = recordingOf(gzip!, ...others, { ...sent, response: { ...sent.response, body: wire } });
  const seen = (await vm.runInContext(
    `(async () => {
      const handlers = pricingMock.replayHandlers(JSON.parse(recording), { baseUrl: 'https://api.test', onMiss: 'mock' });
      const texts = [];
      const ask = async (method, path, body) => {
        const headers = { 'X-API-KEY': 'test_page', 'Content-Type': 'application/json' };
        const request = new Request('https://api.test' + path, { method, headers, body });
        const response = await pricingMock.getResponse(handlers, request);
        texts.push(response.status + ' ' + (await response.text()));
      };
      await ask('GET', '/v1/gzip');
      await ask('GET', '/v1/sent');
      await ask('GET', '/v1/bytes');
      await ask('PATCH', '/v1/a', '{"token":"a1b2c3d4e5f6a7b8"}');
      await ask('GET', '/v1/strategies?limit=1');
      const { answered, misses } = handlers.summary();
      return [...texts.slice(0, 4), texts[4].slice(0, 4), answered, misses, handlers.world('test_page').requests.total];
    })()`,
    openPage({ recording: JSON.stringify(recording) }),
  )) as unknown[];
  expect([...seen]).toEqual([
    '200 {"a":"gzip"}',
    '200 {"a":"sent"}',
    '200 \ufffd\0',
    '200 {"ok":true}',
    '200 ',
    4,
    1,
    5,
  ]);
});

test('a replay whose files could not be loaded works as soon as they can be', async () => {
  const { output } = await bundle.generate({ format: 'es' });
  const folder = await temporaryDirectory();
  const chunks = output.filter((file) => file.type === 'chunk');
  await Promise.all(chunks.map((chunk) => writeFile(join(folder, chunk.fileName), chunk.code)));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const fileOf = (module: string) =>
    join(folder, chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))!.fileName);
  const page = (await import(/* @vite-ignore */ pathToFileURL(fileOf('page')).href)) as typeof Msw & {
    getResponse: typeof getResponse;
  };
  const baseUrl = 'https://api.test';
  const handlers = page.replayHandlers(recordingOf(interaction('1-x', {})), { baseUrl, onMiss: 'mock' });
  const headers = { 'X-API-KEY': 'test_page' };
  const ask = () => page.getResponse(handlers, new Request(`${baseUrl}/v1/strategies`, { headers }));

  const lazy = fileOf('/simulate-misses.ts');
  await rename(lazy, `${lazy}.away`);
  await expect(ask()).rejects.toThrow(/simulate-misses/);
  await rename(`${lazy}.away`, lazy);
  expect((await ask())?.status).toBe(200);
});
