// What the library does under Jest, where the errors of Node's own modules come from another realm and there is no import().
const assert = require('node:assert/strict');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const {
  CommandError,
  createMock,
  ModeError,
  startRecorder,
  startReplay,
  startServer,
} = require('pricing-mock');

const dir = mkdtempSync(join(tmpdir(), 'pricing-mock-jest-'));
afterAll(() => rmSync(dir, { recursive: true }));

const open = [];
const kept = (server) => {
  open.push(server);
  return server;
};
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const headers = { 'X-API-KEY': 'test_jest', 'Content-Type': 'application/json' };

test('it is the CommonJS build that Jest loads', () => {
  expect(require.resolve('pricing-mock')).toMatch(/commonjs.index\.cjs$/);
  expect(require.resolve('pricing-mock/msw')).toMatch(/commonjs.msw\.cjs$/);
});

test('a recording is made, kept and replayed', async () => {
  const upstream = kept(await startServer({ data: 'tiny' }));
  const recorder = kept(await startRecorder({ upstream: upstream.url, dir, name: 'session' }));
  const { id } = upstream.world('test_jest').listings.all()[0];
  const script = async (url) => {
    const get = async () => (await (await fetch(`${url}/v1/listings/${id}`, { headers })).json()).minPrice;
    const before = await get();
    const body = '{"minPrice":1.5}';
    const { status } = await fetch(`${url}/v1/listings/${id}/price`, { method: 'PATCH', headers, body });
    return [before, status, await get()];
  };
  const recorded = await script(recorder.url);
  expect(recorded).toEqual([15.99, 200, 1.5]);
  await recorder.close();
  expect(JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8')).interactions).toHaveLength(3);
  const replay = kept(await startReplay({ recording: 'session', dir }));
  expect(await script(replay.url)).toEqual(recorded);
  expect(replay.summary().missed).toEqual([]);
});

test('what is loaded later is there, too', async () => {
  const server = kept(await startServer({ data: 'tiny' }));
  const control = { Authorization: `Bearer ${server.controlToken}` };
  const document = await (await fetch(`${server.url}/__mock/openapi.json`, { headers: control })).json();
  expect(document.openapi).toBe('3.1.0');
  await expect(server.mode.change({ mode: 'replay', recording: 'none' })).rejects.toThrow(
    'no such recording',
  );
  await expect(server.mode.change({ mode: 'backwards' })).rejects.toBeInstanceOf(ModeError);
});

test('errors of the system are told as elsewhere', async () => {
  const refused = (promise) =>
    promise.then(assert.fail, (error) => [error instanceof CommandError, error.message]);
  const [known, message] = await refused(startReplay({ recording: 'none', dir }));
  expect([known, message]).toEqual([true, expect.stringContaining('there is no such recording')]);
  expect(await refused(startServer({ fixtures: 'none.json', cwd: dir }))).toEqual([
    true,
    expect.stringContaining('none.json: '),
  ]);
  const { port } = kept(await startServer({ data: 'tiny' }));
  expect(await refused(startServer({ port }))).toEqual([true, expect.stringContaining('is in use')]);
});

test('the function answers with files and bodies', async () => {
  const mock = createMock({ data: 'default' });
  const { data } = await (await mock.fetch('https://x.test/v1/reports', { headers })).json();
  const link = data.flatMap(({ downloadLinks = [] }) => downloadLinks)[0].url;
  expect(await (await mock.fetch(link)).text()).toMatch(/^SKU,/);
  const request = new Request('https://x.test/v1/listings?limit=1', { headers });
  expect((await (await mock.fetch(request)).json()).data).toHaveLength(1);
});
