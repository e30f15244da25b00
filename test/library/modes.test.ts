// Replaying and recording from a program, and servers that change between the modes while they run.
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { CommandError, ModeError, startRecorder, startReplay, startServer } from '../../src/index.ts';
import type { MockServer, ModeRequest } from '../../src/index.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import { jsonOf } from '../../src/recording/body/readable-json.ts';
import { ids } from '../support/app.ts';
import { temporaryDirectory } from '../support/recordings.ts';

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

const root = fileURLToPath(new URL('../../', import.meta.url));
const frozen = { data: 'tiny', clock: '2026-01-05T00:00:00Z,frozen' } as const;

const ask = (server: { url: string }, path: string, key = 'test_a', init: Init = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { 'X-API-KEY': key, ...init.headers } });
const statusOf = async (server: { url: string }, path: string, key?: string) =>
  (await ask(server, path, key)).status;

/** A working directory with the sample recording. */
async function workingDirectory(): Promise<string> {
  const cwd = await temporaryDirectory();
  await mkdir(join(cwd, 'recordings'));
  await cp(join(root, 'recordings/sample.json'), join(cwd, 'recordings/sample.json'));
  return cwd;
}

test('a recording is replayed to each key from its beginning, and the summary counts', async () => {
  await using server = await startReplay({ recording: 'sample', cwd: root });
  expect(server.mode.current()).toEqual({ mode: 'replay', recording: 'sample', upstream: null });
  const [first, second] = [await ask(server, '/v1/listings'), await ask(server, '/v1/listings', 'test_b')];
  expect([first.status, await first.text()]).toEqual([second.status, await second.text()]);
  expect(await statusOf(server, '/v1/nothing')).toBe(501);
  expect(await statusOf(server, '/v1/nothing')).toBe(501);
  expect(server.summary()).toMatchObject({ answered: 2, misses: 2, interactions: 8 });
  expect(server.summary().missed).toEqual([
    { request: expect.stringContaining('/v1/nothing') as string, count: 2 },
  ]);
  const { requests } = server.world('test_a');
  expect(requests.unmatched().map(({ path, kind }) => [path, kind])).toEqual([
    ['/v1/nothing', 'replay_miss'],
    ['/v1/nothing', 'replay_miss'],
  ]);
});

test('a reset takes a key back to where the recording begins', async () => {
  await using server = await startReplay({ recording: 'sample', cwd: root });
  const path = `/v1/listings/${ids.board}`;
  const before = await (await ask(server, path)).text();
  const { interactions } = await readRecording(join(root, 'recordings/sample.json'));
  const { request } = interactions.find((found) => found.request.method === 'PATCH')!;
  const patched = await ask(server, request.path, 'test_a', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(jsonOf(request.body)),
  });
  expect(patched.status).toBe(200);
  expect(await (await ask(server, path)).text()).not.toBe(before);
  server.world('test_a').reset();
  expect(await (await ask(server, path)).text()).toBe(before);
});

test('a replay has faults, a clock and requests, and no records of its own', async () => {
  await using server = await startReplay({ recording: 'sample', cwd: root, limits: true, perSecond: 2 });
  const world = server.world('test_a');
  const fault = world.faults.add({ kind: 'status=503', times: 1 });
  world.clock.freeze();
  expect([await statusOf(server, '/v1/listings'), await statusOf(server, '/v1/listings')]).toEqual([
    503, 200,
  ]);
  expect(await statusOf(server, '/v1/listings')).toBe(429);
  world.clock.advance('1s');
  expect(await statusOf(server, '/v1/listings')).toBe(200);
  expect(fault.struck).toBe(1);
  expect(() => world.listings.all()).toThrow(ModeError);
  expect(() => world.snapshot()).toThrow(
    'the server is in the mode replay (sample) and has no records of its own',
  );
});

test('a request that asks for a fault is replayed as it was recorded', async () => {
  await using server = await startReplay({ recording: 'sample', cwd: root });
  const response = await ask(server, '/v1/listings', 'test_a', { headers: { 'X-Mock-Fault': 'status=503' } });
  expect(response.status).not.toBe(503);
});

test('with `failOnMiss` a replay ends with an error that names what was missed', async () => {
  const server = await startReplay({ recording: 'sample', cwd: root, failOnMiss: true });
  await ask(server, '/v1/nothing');
  await ask(server, '/v1/nothing');
  await ask(server, '/v1/none');
  await expect(server.close()).rejects.toThrow(
    /not recorded \(failOnMiss\), 3 in all: GET \/v1\/nothing.* \(2 times\); GET \/v1\/none/,
  );
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  await using content = await startReplay({ recording: 'sample', cwd: root, failOnMiss: true });
  await ask(content, '/v1/listings');
});

test('what a client of a replay or a recorder did wrong is reported, and `failOn` makes it a gate', async () => {
  const cwd = await temporaryDirectory();
  await using upstream = await startServer({ ...frozen, perSecond: 1 });
  const recorder = await startRecorder({
    upstream: upstream.url,
    cwd,
    name: 'mine',
    pace: 'off',
    failOn: 'audit:all=off,wrong-key=0',
  });
  for (const key of ['test_a', 'test_a', 'stranger']) await ask(recorder, '/v1/strategies', key);
  const [world] = recorder.worlds();
  const counts = world!.report().facts.filter(({ count }) => count > 0);
  expect(counts.map(({ id, count }) => [id, count])).toEqual([['429', 1]]);
  expect(
    recorder
      .worlds()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['w1', 'w2']); // keys of a service are secret
  expect(recorder.unauthenticated.all().map(({ status }) => status)).toEqual([401]);
  const met = recorder.coverage().answers.filter(({ count }) => count > 0);
  expect(met.map(({ endpoint, status, error }) => [endpoint, status, error])).toEqual([
    ['listStrategies', 200, null],
    ['listStrategies', 401, null],
    ['listStrategies', 429, null],
  ]);
  await expect(recorder.close()).rejects.toThrow('audit failed: wrong-key=1');

  const replay = await startReplay({ recording: 'sample', cwd: root, failOn: 'audit' });
  for (let count = 0; count < 10; count += 1) await ask(replay, '/v1/listings');
  await ask(replay, '/v1/nothing');
  expect(replay.coverage()).toMatchObject({ met: 1, of: 24 });
  await replay.close();
  const limited = await startReplay({ recording: 'sample', cwd: root, failOn: 'audit', limits: true });
  for (let count = 0; count < 10; count += 1) await ask(limited, '/v1/listings');
  await expect(limited.close()).rejects.toThrow('audit failed: peak-second=');
});

test('a miss counts over all recordings that were replayed one after the other', async () => {
  const cwd = await workingDirectory();
  await cp(join(cwd, 'recordings/sample.json'), join(cwd, 'recordings/other.json'));
  const server = await startReplay({ recording: 'sample', cwd, failOnMiss: true });
  await server.mode.change({ mode: 'replay', recording: 'other' });
  await ask(server, '/v1/nothing');
  expect(server.summary()).toMatchObject({ misses: 1, interactions: 16 });
  await expect(server.close()).rejects.toThrow('/v1/nothing');
});

test('the simulator answers what was not recorded, when told so', async () => {
  await using server = await startReplay({ recording: 'sample', cwd: root, onMiss: 'mock' });
  const response = await ask(server, '/v1/listings?limit=2&colour=red');
  expect([response.status, response.headers.get('x-mock-synthesized')]).toEqual([200, 'mock']);
});

test('what a recorder passes on is recorded, and replayed', async () => {
  const cwd = await temporaryDirectory();
  await using upstream = await startServer({ ...frozen, noLimits: true });
  const seen: string[] = [];
  {
    await using recorder = await startRecorder({
      upstream: upstream.url,
      cwd,
      name: 'mine',
      fetchLinks: true,
      pace: 'off',
      onRequest: ({ request, response }) => seen.push(`${request.path} ${response.status}`),
    });
    expect(recorder.file).toBe(join('recordings', 'mine.json'));
    expect(recorder.mode.current()).toEqual({ mode: 'record', recording: 'mine', upstream: upstream.url });
    expect(await statusOf(recorder, '/v1/listings')).toBe(200);
    expect(await statusOf(recorder, '/v1/reports')).toBe(200);
    expect(recorder.failure()).toBeUndefined();
    expect(() => recorder.world('test_a').faults.add({ kind: 'reset' })).toThrow(
      'the server is recording (mine): what it answers is the real service',
    );
    expect(() => recorder.world('test_a').listings.all()).toThrow(ModeError);
  }
  expect(seen.slice(0, 2)).toEqual(['/v1/listings 200', '/v1/reports 200']);
  expect(await readdir(join(cwd, 'recordings'))).toContain('mine.json');
  await using replay = await startReplay({ recording: 'mine', cwd });
  const [real, replayed] = [await ask(upstream, '/v1/listings'), await ask(replay, '/v1/listings')];
  expect(await replayed.text()).toBe(await real.text());
});

test('a real key of the environment takes the place of the clients’', async () => {
  const cwd = await temporaryDirectory();
  vi.stubEnv('REAL_KEY', 'real_key_abcdef');
  await using upstream = await startServer({ ...frozen, key: 'real_key_abcdef' });
  await using recorder = await startRecorder({
    upstream: upstream.url,
    cwd,
    keyEnv: 'REAL_KEY',
    key: 'mine',
  });
  expect(recorder.key).toBe('mine');
  expect(await statusOf(recorder, '/v1/listings', 'mine')).toBe(200);
  expect(upstream.world('real_key_abcdef').requests.total).toBe(1);
  expect(recorder.world('mine').requests.total).toBe(1);
});

test('two recorders do not write one recording', async () => {
  const cwd = await temporaryDirectory();
  await using upstream = await startServer(frozen);
  await using first = await startRecorder({ upstream: upstream.url, cwd });
  await expect(startRecorder({ upstream: upstream.url, cwd })).rejects.toThrow(CommandError);
  expect(await statusOf(first, '/v1/listings')).toBe(200);
});

test('a server goes from mock to replay and back, and keeps its worlds', async () => {
  const cwd = await workingDirectory();
  await using server = await startServer({ ...frozen, cwd });
  const world = server.world('test_a');
  world.listings.update(ids.board, { title: 'mine' });
  expect(server.mode.current()).toEqual({ mode: 'mock', recording: null, upstream: null });
  await server.mode.change({ mode: 'replay', recording: 'sample' });
  expect(server.mode.current()).toEqual({ mode: 'replay', recording: 'sample', upstream: null });
  expect(await (await ask(server, '/v1/listings')).text()).not.toContain('"mine"');
  expect(() => world.listings.all()).toThrow(ModeError);
  await server.mode.change({ mode: 'mock' });
  expect(await (await ask(server, '/v1/listings')).text()).toContain('"mine"');
  expect(world.requests.count()).toBe(2);
});

test('a replay becomes a mock with the records that the recording shows', async () => {
  await using server = await startReplay({ recording: 'sample', cwd: root });
  await server.mode.change({ mode: 'mock' });
  expect(server.world('test_a').listings.get(ids.board)).toBeDefined();
  expect(await statusOf(server, '/v1/listings?limit=1&anything=1')).not.toBe(501);
});

test('a recorder goes to replay, to mock and back to recording', async () => {
  const cwd = await temporaryDirectory();
  await using upstream = await startServer({ ...frozen, noLimits: true });
  await using server = await startRecorder({ upstream: upstream.url, cwd, name: 'first', pace: 'off' });
  await ask(server, '/v1/listings');
  await server.mode.change({ mode: 'replay', recording: 'first' });
  expect(await statusOf(server, '/v1/listings')).toBe(200);
  expect(await statusOf(server, '/v1/reports')).toBe(501);
  await server.mode.change({ mode: 'mock' });
  expect(await statusOf(server, '/v1/reports')).toBe(200);
  await server.mode.change({ mode: 'record', recording: 'second' });
  expect(server.mode.current()).toEqual({ mode: 'record', recording: 'second', upstream: upstream.url });
  await ask(server, '/v1/reports');
  await server.mode.change({ mode: 'replay', recording: 'second' });
  expect(await statusOf(server, '/v1/reports')).toBe(200);
  expect(
    upstream
      .world('test_a')
      .requests.all()
      .map(({ path }) => path),
  ).toEqual(['/v1/listings', '/v1/reports']);
});

test('a recorder that is refused a mode records on', async () => {
  const cwd = await temporaryDirectory();
  await using upstream = await startServer({ ...frozen, noLimits: true });
  {
    await using server = await startRecorder({ upstream: upstream.url, cwd, name: 'first', pace: 'off' });
    await ask(server, '/v1/listings');
    expect((await refused(server, { mode: 'replay', recording: 'missing' })).message).toContain(
      'missing.json',
    );
    expect(await statusOf(server, '/v1/strategies')).toBe(200);
    expect(server.failure()).toBeUndefined();
  }
  await using replay = await startReplay({ recording: 'first', cwd });
  expect(await statusOf(replay, '/v1/listings')).toBe(200);
  expect(await statusOf(replay, '/v1/strategies')).toBe(200);
});

test('requests that come while a recorder changes its mode wait for the next', async () => {
  const cwd = await temporaryDirectory();
  await using upstream = await startServer({ ...frozen, noLimits: true });
  await using server = await startRecorder({ upstream: upstream.url, cwd, name: 'first', pace: 'off' });
  await ask(server, '/v1/listings');
  const changed = server.mode.change({ mode: 'replay', recording: 'first' });
  const answers = await Promise.all(
    [1, 2, 3].map((number) => statusOf(server, '/v1/listings', `test_${number}`)),
  );
  await changed;
  expect(answers).toEqual([200, 200, 200]);
});

test('a request in flight is finished in the mode in which it came', async () => {
  const cwd = await workingDirectory();
  await using server = await startServer({ ...frozen, cwd, latency: 150 });
  const inFlight = ask(server, '/v1/strategies?limit=1&x=1');
  // The mode is asked for once the request has been let in.
  await expect.poll(() => server.worlds().length, { interval: 5 }).toBe(1);
  await server.mode.change({ mode: 'replay', recording: 'sample' });
  expect((await inFlight).status).toBe(200);
  expect(await statusOf(server, '/v1/strategies?limit=1&x=1')).toBe(501);
});

async function refused(server: MockServer, to: unknown): Promise<Error> {
  const before = server.mode.current();
  const error: unknown = await server.mode.change(to as ModeRequest).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(server.mode.current()).toEqual(before);
  return error as Error;
}

test.each<[unknown, RegExp]>([
  [{ mode: 'replay', recording: '../secret' }, /'\.\.\/secret' is no name for a recording/],
  [{ mode: 'replay', recording: 'recordings/sample.json' }, /is no name for a recording/],
  [{ mode: 'replay', recording: '/etc/passwd' }, /is no name for a recording/],
  [{ mode: 'replay', recording: 'CON' }, /is no name for a recording/],
  [{ mode: 'replay' }, /recording: takes the name of a recording/],
  [{ mode: 'replay', recording: 'missing' }, /recordings\/missing\.json/],
  [{ mode: 'record', recording: 'new' }, /not started with `record`/],
  [{ mode: 'pause' }, /"pause" is no mode; the modes are mock, replay, record/],
  [{}, /undefined is no mode/],
  ['replay', /^mode\.change: takes an object with its options, not replay$/],
  [undefined, /^mode\.change: takes an object with its options, not undefined$/],
])('a mode that cannot be is refused, and nothing has changed: %j', async (to, message) => {
  const cwd = await workingDirectory();
  await using server = await startServer({ ...frozen, cwd });
  expect((await refused(server, to)).message).toMatch(message);
  expect(await statusOf(server, '/v1/listings')).toBe(200);
});

test('a closed server changes its mode no more', async () => {
  const server = await startServer({ ...frozen, cwd: root });
  await server.close();
  expect((await refused(server, { mode: 'replay', recording: 'sample' })).message).toBe(
    'the server is closed',
  );
});
