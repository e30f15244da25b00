// Coverage: which answers of the specification the clients have met, as a table, as JSON and as a gate. The program runs as a
// process of its own, from what `npm run build` left in dist.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startReplay, startServer } from '../../src/index.ts';
import type { MockServer } from '../../src/index.ts';
import { presetNames } from '../../src/spec/presets.ts';
import { ids } from '../support/app.ts';
import { temporaryDirectory } from '../support/recordings.ts';
import { userEnvironment } from '../support/serve.ts';
import { first } from '../support/soak.ts';

const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Asks once for the listings, once for nothing known, once without a key, and is refused once by a fault. */
const client = `const url = process.env.PRICING_MOCK_URL;
  const ask = async (path, headers) => (await fetch(url + path, { headers })).text();
  (async () => {
    await ask('/v1/listings', { 'X-API-KEY': 'test_a' });
    await ask('/v1/listings', { 'X-API-KEY': 'test_b' });
    await ask('/v1/nothing', { 'X-API-KEY': 'test_b' });
    await ask('/v1/reports', {});
    await ask('/v1/strategies', { 'X-API-KEY': 'test_a', 'X-Mock-Fault': 'status=503' });
    await ask('/v1/strategies', { 'X-API-KEY': 'test_a', 'X-Mock-Fault': 'malformed' });
  })()`;

/** Runs the client around which the mock is served. */
async function around(...flags: readonly string[]) {
  const cwd = await temporaryDirectory();
  const argv = [bin, 'serve', '--data', 'tiny', ...flags, '--', process.execPath, '-e', client];
  const ran = await promisify(execFile)(process.execPath, argv, { cwd, env: userEnvironment() }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: unknown) => error as { code: number; stderr: string },
  );
  return { code: ran.code, lines: ran.stderr.trimEnd().split('\n'), cwd };
}

test('the table has each answer of each endpoint, met or not, over all keys', async () => {
  const { code, lines } = await around('--coverage');
  expect(code).toBe(0);
  expect(lines[1]).toBe('coverage: 2 of 48 answers that the specification defines (4.1 %)');
  const rows = lines.slice(2).map((line) => line.trim().split(/ {2,}/));
  expect(rows[0]).toEqual(['Endpoint', 'Status', 'Error', 'Met']);
  expect(rows).toHaveLength(1 + 48 + 1);
  expect(rows).toContainEqual(['GET /v1/listings', '200', '2']);
  expect(rows).toContainEqual(['GET /v1/reports', '401', 'api_key_missing', '1']);
  expect(rows).toContainEqual(['GET /v1/listings/{id}', '404', 'resource_missing', 'no']);
  expect(rows).toContainEqual(['GET /v1/strategies', '503', 'unavailable', '(1)']); // met, and not defined
  expect(rows).toContainEqual(['GET /v1/strategies', '200', 'no']); // its answer was broken by a fault
});

test('the same stands in the log as JSON, and in the control API', async () => {
  const { lines } = await around('--coverage', '--log', 'json');
  const events = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const told = events.find(({ event }) => event === 'coverage')!;
  expect(told).toMatchObject({ met: 2, of: 48, percent: 4.1 });
  expect(told.answers).toContainEqual({
    endpoint: 'listListings',
    method: 'GET',
    path: '/v1/listings',
    status: 200,
    error: null,
    count: 2,
    defined: true,
  });
  expect(events.some(({ event }) => event === 'audit')).toBe(false); // nobody asked for it

  await using server = await startServer({ data: 'tiny' });
  await (await fetch(`${server.url}/v1/listings`, { headers: { 'X-API-KEY': 'test_a' } })).text();
  const headers = { Authorization: `Bearer ${server.controlToken}` };
  const answer = await fetch(`${server.url}/__mock/coverage`, { headers });
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(server.coverage())));
  expect(server.coverage()).toMatchObject({ met: 1, of: 48 });
  server.world('test_a').reset();
  expect(server.drop(server.world('test_a').id)).toBe(true);
  expect(server.coverage()).toMatchObject({ met: 1 }); // whatever became of the world
  expect((await fetch(`${server.url}/__mock/coverage`)).status).toBe(401);
});

const gates = [
  ['coverage=4.1', 0, undefined],
  ['audit,coverage=80', 1, /^pricing-mock: audit failed: unmatched=1.*; coverage failed: 2 of 48/],
  [
    'coverage=4.2',
    1,
    /^pricing-mock: coverage failed: 2 of 48 answers .* \(4\.1 %\), at least 4\.2 % must be met$/,
  ],
  ['coverage=4', 0, undefined],
] as const;

test.each(first(2, gates))('--fail-on %s ends with %d', async (gate, expected, words) => {
  const { code, lines } = await around('--fail-on', gate);
  expect(code).toBe(expected);
  expect(lines[1]).toMatch(gate.startsWith('audit') ? /^audit: / : /^coverage: 2 of 48/);
  if (words !== undefined) expect(lines.at(-1)).toMatch(words);
});

test('the reports for CI have it, too', async () => {
  const files = ['--junit', 'checks.xml', '--markdown', 'checks.md'];
  const { code, cwd } = await around('--fail-on', 'coverage=50', ...files);
  expect(code).toBe(1);
  const [junit, markdown] = await Promise.all(
    ['checks.xml', 'checks.md'].map((file) => readFile(join(cwd, file), 'utf8')),
  );
  expect(junit).toMatch(
    /<testcase [^>]*name="coverage: 2 of 48[^>]*>\s*<failure message="at least 50 % must be met"/,
  );
  expect(junit!.match(/<failure/g)).toHaveLength(1); // the other checks are no gate here
  expect(markdown).toContain('(4.1 %); at least 50 % must be met: **failed**.');
  expect(markdown).toContain('| `GET /v1/listings` | 200 |  | 2 |');
});

const limited = { free: 'off/off', second: '1/off', minute: 'off/1' };
const listing = `/v1/listings/${ids.board}`;
const good: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', '/v1/listings'],
  ['GET', listing],
  ['PATCH', `${listing}/price`, { minPrice: 16, maxPrice: 30 }],
  ['PATCH', `${listing}/strategy`, { strategyId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa' }],
  ['GET', '/v1/reports'],
  ['GET', '/v1/strategies'],
];
const nobody = '99999999-9999-4999-8999-999999999999';

async function send(
  { url }: MockServer,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  headers: Readonly<Record<string, string>> = { 'X-API-KEY': 'free' },
): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...type },
    ...(text && { body: text }),
  });
  await answer.arrayBuffer();
}

/** Does whatever the specification has an answer to. */
async function meetAll(server: MockServer): Promise<void> {
  for (const request of good) {
    const [method, path] = request;
    await send(server, request);
    await send(server, request, {});
    await send(server, request, { 'X-API-KEY': 'wrong' });
    await send(server, request, { 'X-API-KEY': 'free', 'X-Mock-Fault': 'status=500' });
    for (const key of ['second', 'minute']) {
      server.world(key).reset();
      await send(server, request, { 'X-API-KEY': key });
      await send(server, request, { 'X-API-KEY': key });
    }
    await send(server, [method, path.replace(ids.board, nobody), request[2]]);
    await send(server, [method, path.replace(ids.board, 'no-id'), request[2]]);
    if (method !== 'PATCH') continue;
    const bodies = ['{', '{}', { minPrice: 'x', maxPrice: 30, strategyId: 7 }];
    for (const body of bodies) await send(server, [method, path, body]);
  }
  await send(server, ['PATCH', `${listing}/price`, { minPrice: -1, maxPrice: 30 }]);
  await send(server, ['PATCH', `${listing}/strategy`, { strategyId: 'nobody' }]);
}

test.each(presetNames)('all that is counted can be met (%s)', async (profile) => {
  const options = { data: 'tiny', profile, clock: '2026-01-05T00:00:00Z,frozen', key: limited } as const;
  await using server = await startServer(options);
  await meetAll(server);
  const { answers, percent } = server.coverage();
  expect(answers.filter(({ count, defined }) => count === 0 && defined)).toEqual([]);
  expect(percent).toBe(100);
});

test('what a mock never asks of its clients does not count', async () => {
  await using server = await startServer({ noAuth: true, noLimits: true });
  const { answers, of } = server.coverage();
  expect(answers.filter(({ status }) => status === 401 || status === 429)).toEqual([]);
  expect(of).toBe(24);
});

test('`failOn` is the same gate for a program, and without an audit nothing is known', async () => {
  const server = await startServer({ failOn: 'coverage=1' });
  await expect(server.close()).rejects.toThrow('coverage failed: 0 of 48');
  await using silent = await startServer({ audit: false });
  expect(() => silent.coverage()).toThrow('there is no audit');
  await using replay = await startReplay({ recording: 'sample', cwd: root, audit: false });
  expect(() => replay.coverage()).toThrow('there is no audit');
});
