// What serve prints: one line a request, in each form, and never a key.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { eventually } from '../support/upstreams.ts';
import { startCommand } from './command.ts';
import type { Started } from './command.ts';
import { freePort } from '../support/real-server.ts';
import { temporaryDirectory } from '../support/recordings.ts';
import { requestRaw } from './wire.ts';
import type { RawSent } from './wire.ts';

const one = '11111111-1111-4111-8111-111111111111';
const tiny = ['--port', '0', '--data', 'tiny', '--clock', '2026-01-02,frozen'];

const jsonLines = (served: Started) =>
  served.lines().map((line) => JSON.parse(line) as Record<string, unknown>);

test('the first line of the JSON log tells where the mock listens', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  const [line] = jsonLines(served);
  expect(line).toMatchObject({
    event: 'listening',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
  });
  expect(new URL(line!.url as string).port).not.toBe('5300');
  expect((await requestRaw(line!.url as string, { line: 'GET /v1/listings' })).status).toBe(200);
});

interface Logged {
  readonly sent: RawSent;
  readonly status: number;
  readonly key?: string | null;
  /** What else the line says, as JSON and as people read it. */
  readonly json?: object;
  readonly text?: string;
}

const requests: readonly Logged[] = [
  {
    sent: { line: 'GET /v1/listings?limit=2&starting_after=22222222-2222-4222-8222-222222222222' },
    status: 200,
  },
  {
    sent: { line: `PATCH /v1/listings/${one}/price`, body: '{"minPrice":16}', key: 'test_other' },
    status: 200,
    key: 'test_other',
  },
  {
    sent: { line: `PATCH /v1/listings/${one}/price`, body: '{"minPrice":-1}' },
    status: 400,
    json: {
      code: 'invalid_request',
      param: 'minPrice',
      message: expect.stringContaining('minPrice') as string,
    },
    text: 'invalid_request (minPrice): minPrice must',
  },
  {
    sent: { line: 'GET /v1/nothing' },
    status: 404,
    json: { code: 'not_found', message: expect.any(String) as string },
    text: 'not_found: ',
  },
  {
    sent: { line: 'GET /v1/listings?limti=5' },
    status: 200,
    json: { ignored: ['query limti'] },
    text: '(ignored limti)',
  },
  {
    sent: { line: 'DELETE /v1/reports' },
    status: 429,
    json: { code: 'rate_limited', message: expect.any(String) as string },
    text: 'rate_limited: ',
  },
  {
    sent: { line: 'GET /v1/reports', key: 'wrong' },
    status: 401,
    key: '<key>',
    json: { code: 'unauthorized', message: 'The API key is not valid.' },
    text: 'unauthorized: The API key is not valid.',
  },
  {
    sent: { line: 'GET /v1/reports', key: null },
    status: 401,
    key: null,
    json: { code: 'unauthorized', message: 'The header X-API-KEY is missing.' },
    text: 'unauthorized: The header X-API-KEY is missing.',
  },
];

/** Noon of this day where the test runs. */
const noon = new Date(2026, 0, 31, 12, 4, 31);
const now = () => noon.getTime();

test('the JSON log has one line a request: when, whose, what, and what became of it', async () => {
  await using served = await startCommand([...tiny, '--per-second', '4', '--log', 'json'], { now });
  for (const { sent } of requests) await requestRaw(served.url, sent);
  const lines = jsonLines(served).slice(1);
  expect(lines).toHaveLength(requests.length);
  for (const [at, { sent, status, key = 'test_key', json = {} }] of requests.entries()) {
    const [method, target] = sent.line.split(' ');
    const [path, query = ''] = target!.split('?');
    expect(lines[at]).toEqual({
      event: 'request',
      time: noon.toISOString(),
      key,
      method,
      path,
      query,
      status,
      milliseconds: expect.any(Number) as number,
      ...json,
      requestId: `req_${String(at + 1).padStart(8, '0')}`,
    });
  }
});

test('the JSON log has the X-Request-Id of the answer, so that a client’s log can be joined with it', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  for (const id of ['mine-1', 'test_key']) {
    await requestRaw(served.url, { line: 'GET /v1/reports', headers: { 'X-Request-Id': id } });
  }
  expect(
    jsonLines(served)
      .slice(1)
      .map(({ requestId }) => requestId),
  ).toEqual(['mine-1', 'test_key']);
});

test('the pretty log has local time, key, method, path and query, status, duration, and what matters', async () => {
  await using served = await startCommand([...tiny, '--per-second', '4'], { now });
  for (const { sent } of requests) await requestRaw(served.url, sent);
  const lines = served.lines().slice(-requests.length);
  for (const [at, { sent, status, key = 'test_key', text = '' }] of requests.entries()) {
    const found = /^12:04:31 {2}(\S+) +(.*?) {2}(\d+) {2}\d+\.\d ms(?: {2}(.*))?$/.exec(lines[at]!);
    expect(found?.slice(1, 4), lines[at]).toEqual([key ?? '-', sent.line, String(status)]);
    if (text === '') expect(found![4]).toBeUndefined();
    else expect(found![4]).toContain(text);
  }
  // The keys stand in a column.
  expect(lines[2]).toMatch(/ test_key {4}PATCH /);
});

test('a test key stands by its name, a key that is secret by the name of its world', async () => {
  const secret = 'a-secret-of-ours-1';
  await using served = await startCommand([...tiny, '--key', secret, '--log', 'json']);
  for (const key of ['test_node', secret]) {
    await requestRaw(served.url, { line: 'GET /v1/reports', key });
    await requestRaw(served.url, { line: `GET /v1/test_node?a=${key}`, key });
  }
  const lines = jsonLines(served).slice(1);
  expect(lines.map(({ key, path, query }) => [key, path, query])).toEqual([
    ['test_node', '/v1/reports', ''],
    ['test_node', '/v1/test_node', 'a=test_node'],
    ['w2', '/v1/reports', ''],
    ['w2', '/v1/test_node', 'a=<key>'],
  ]);
});

test('what a query tells under the name of a secret is masked', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  const secrets = [
    'api_key=abc123',
    'signature=QmFzZTY0',
    'access_token=t0k3n',
    'note=sk_live_4f9a1c77b2d84e6a',
  ];
  await requestRaw(served.url, { line: `GET /v1/listings?limit=1&${secrets.join('&')}&after=x` });
  expect(jsonLines(served)[1]!.query).toBe(
    'limit=1&api_key=<secret>&signature=<secret>&access_token=<secret>&note=<key>&after=x',
  );
});

test('the log says which parameters and fields were ignored', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  await requestRaw(served.url, { line: 'GET /v1/listings?limit=1&colour=red&test_secret=1' });
  await requestRaw(served.url, { line: 'GET /v1/listings?limit=1&sku=a&sku=b&limit=2&sort=id&sort=sku' });
  const body = '{"minPrice":16,"colour":"red"}';
  await requestRaw(served.url, { line: `PATCH /v1/listings/${one}/price`, body });
  const ignored = jsonLines(served)
    .slice(1)
    .map((line) => line.ignored);
  expect(ignored).toEqual([
    ['query colour', 'query test_secret'],
    ['repeat limit', 'repeat sort'], // a filter that stands twice holds twice
    ['field colour'],
  ]);
});

const faults = [
  ['reset', null],
  ['lost-reply', null],
  ['timeout', null],
  ['truncate', 200],
  ['malformed', 200],
  ['slow-body=1', 200],
] as const;

test('what a fault did to an answer stands in its line, and no status that the client never saw', async () => {
  for (const form of ['json', 'pretty']) {
    await using served = await startCommand([...tiny, '--log', form, '--no-limits']);
    const before = served.lines().length;
    for (const [fault] of faults) {
      const client = new AbortController();
      const headers = { 'X-API-KEY': 'test_key', 'X-Mock-Fault': fault };
      const lines = served.lines().length;
      const asked = fetch(`${served.url}/v1/reports`, { headers, signal: client.signal })
        .then((answer) => answer.text())
        .catch(() => undefined);
      await eventually(() => served.lines().length > lines);
      if (fault === 'timeout') client.abort();
      await asked;
    }
    const lines = served.lines().slice(before);
    const facts = lines.map((line) => {
      if (form === 'pretty') return line.replace(/^.* {2}(GET .*) {2}\d+\.\d ms/, '$1');
      const { status, injected } = JSON.parse(line) as Record<string, unknown>;
      return [status, injected];
    });
    expect(facts).toEqual(
      faults.map(([fault, status]) => {
        const [kind] = fault.split('=');
        return form === 'json' ? [status, kind] : `GET /v1/reports  ${status ?? '---'}  (injected ${kind!})`;
      }),
    );
  }
});

test('a request that the edge refuses has its line too', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  await requestRaw(served.url, { line: 'GET /v1/listings?limit=1', headers: { Origin: 'http://evil.test' } });
  await requestRaw(served.url, {
    line: 'PATCH /v1/listings?limit=1',
    headers: { Origin: 'http://evil.test' },
  });
  const lines = jsonLines(served).slice(1);
  expect(lines.map(({ path, status, code }) => [path, status, code])).toEqual([
    ['/v1/listings', 200, undefined],
    ['/v1/listings', 403, 'origin_forbidden'],
  ]);
});

test('what never becomes a request, such as CONNECT or a head that is too long, has a line too', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  const { hostname, port } = new URL(served.url);
  for (const text of [
    'CONNECT test_key:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n`,
  ]) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined).end(text);
    await once(socket.resume(), 'close');
  }
  const notes = jsonLines(served)
    .slice(1)
    .map(({ message }) => message);
  expect(notes).toEqual([
    'a request was refused with 405: This server is no proxy.',
    'a request was refused with 431: A request head may have 16384 bytes.',
  ]);
});

test('a very long path is shortened in the log', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  await requestRaw(served.url, { line: `GET /v1/${'a'.repeat(7000)}` });
  await requestRaw(served.url, { line: `GET /v1/${'a'.repeat(9000)}` });
  for (const { path } of jsonLines(served).slice(1)) expect(path).toMatch(/^\/v1\/a{190,200}\.\.\.$/);
});

test('the pretty log tells what to type next', async () => {
  await using served = await startCommand(['--port', '0', '--seed', '9']);
  expect(served.out()).toContain(`Listening on ${served.url}`);
  expect(served.out()).toContain('data set default, seed 9 (50 listings, 5 strategies, 8 report runs)');
  expect(served.out()).toContain(`curl -H 'X-API-KEY: test_key' '${served.url}/v1/listings?limit=2'`);
});

/** Runs the request that the greeting suggests, as a shell would, and returns the status. */
async function statusOfSuggested(
  served: Started,
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const command = /\nTry:\n {2}curl (.*)\n/.exec(served.out())![1]!;
  const curl = `curl -s -o /dev/null -w '%{http_code}' ${command}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', curl], { env: { ...process.env, ...env } });
  return Number(stdout);
}

const root = fileURLToPath(new URL('../../', import.meta.url));

test.each([
  [['serve']],
  [['serve', '--no-auth']],
  [['serve', '--profile', 'strict']],
  [['serve', '--profile', 'spec-only']],
  [['serve', '--from', 'elsewhere']],
  [['replay', 'sample']],
  [['replay', 'elsewhere']],
])('the request that the greeting of %j suggests is answered', async (argv) => {
  await using served = await startCommand([...argv, '--port', '0'], { cwd: root });
  expect(await statusOfSuggested(served)).toBe(200);
});

test.each([
  ['the client’s own key', []],
  ['a test key', ['--key-env', 'API_KEY']],
])('a recorder suggests a request, too, with %s', async (_, argv) => {
  await using upstream = await startCommand([...tiny, '--key', 'the-real-key-1']);
  const env = { API_KEY: 'the-real-key-1' };
  const dir = await temporaryDirectory();
  const started = ['record', upstream.url, '--port', '0', '--dir', dir, ...argv];
  await using served = await startCommand(started, { env });
  expect(await statusOfSuggested(served, env)).toBe(200);
  expect(served.out()).not.toContain('the-real-key-1');
});

test('the greeting lists the endpoints', async () => {
  await using served = await startCommand(tiny);
  expect(served.out()).toContain(
    '\nEndpoints:\n  GET    /v1/listings\n  GET    /v1/listings/{id}\n  PATCH  /v1/',
  );
  expect(served.out()).toContain('\n  GET    /v1/reports\n');
});

test.each([['serve'], ['replay', 'sample']])(
  '%s %s prints a link to the page with the token in its fragment',
  async (...argv) => {
    await using served = await startCommand([...argv.filter(Boolean), '--port', '0'], { cwd: root });
    const [, token = ''] = /^Page: \S+\/__mock\/#token=(\S+)$/m.exec(served.out()) ?? [];
    expect(served.out()).toContain(`Page: ${served.url}/__mock/#token=`);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${served.url}/__mock/worlds`, { headers })).status).toBe(200);
  },
);

test('a token of the user’s own stands in no line', async () => {
  await using served = await startCommand([...tiny, '--control-token', 'my-own-token-1']);
  expect(served.out()).toContain(`Page: ${served.url}/__mock/, which asks for the control token`);
  expect(served.out()).not.toContain('my-own-token-1');
});

test('the greeting counts one listing as one', async () => {
  await using served = await startCommand(['--port', '0', '--listings', '1']);
  expect(served.out()).toContain('(1 listing, 5 strategies, 8 report runs)');
});

test('colours go to a terminal only, and not where NO_COLOR is set', async () => {
  for (const [isTerminal, env, expected] of [
    [true, {}, true],
    [true, { NO_COLOR: '1' }, false],
    [false, {}, false],
  ] as const) {
    await using served = await startCommand(tiny, { isTerminal, env });
    await requestRaw(served.url, { line: 'GET /v1/nothing' });
    expect(served.out().includes('\u001b[')).toBe(expected);
  }
});

test('silent prints nothing', async () => {
  const port = await freePort();
  await using served = await startCommand([...tiny, '--port', String(port), '--log', 'silent']);
  for (const { sent } of requests) await requestRaw(`http://127.0.0.1:${port}`, sent);
  served.signal();
  expect([await served.code, served.out(), served.err()]).toEqual([0, '', '']);
});

test('what is asked for by an option of its own is told, silent or not', async () => {
  const port = await freePort();
  const asked = ['--audit', '--coverage'];
  await using served = await startCommand([...tiny, ...asked, '--port', String(port), '--log', 'silent']);
  await requestRaw(`http://127.0.0.1:${port}`, { line: 'GET /v1/listings' });
  served.signal();
  expect(await served.code).toBe(0);
  expect(served.out()).toMatch(/^audit: .*\ncoverage: /);

  await using upstream = await startCommand(tiny);
  const cwd = await temporaryDirectory();
  const words = ['record', upstream.url, '--port', '0', '--log', 'silent'];
  await using recorder = await startCommand([...words, ...asked], { cwd });
  recorder.signal();
  expect(await recorder.code).toBe(0);
  expect(recorder.out()).toMatch(/^audit: .*\ncoverage: /);
});

test('a warning is given where other machines can reach the mock', async () => {
  await using served = await startCommand([...tiny, '--host', '0.0.0.0', '--log', 'json']);
  expect(jsonLines(served)[0]!.warnings).toEqual([expect.stringContaining('other machines')]);
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
});

/** Keys whose characters mean something in a URL, a regular expression, JSON or a terminal. */
const keys = [
  'plain-secret-0123456789',
  'a+b/c=%41~z!QQQQ',
  '$&.*[x]\\d(QQQQ)',
  'QQ"quoted"\'QQ',
  `QQ${'x'.repeat(190)}`,
];

/** Wherever a key can go astray. */
function astray(key: string): RawSent[] {
  const encoded = encodeURIComponent(key);
  const everyByte = Buffer.from(key).toString('hex').replace(/../g, '%$&');
  const twice = encodeURIComponent(
    encoded.replace(/[A-Za-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  );
  const targets = [
    ...[key.replace(/["'\\%?#]/g, encodeURIComponent), encoded, everyByte, twice].map(
      (words) => `/v1/listings/${words}`,
    ),
    `/v1/listings?X-API-KEY=${encoded}`,
    `/v1/listings?${encoded}=1`,
    `/v1/listings?sort=${encoded}`,
    `/v1/listings?starting_after=${encoded}`,
    `/${encoded}/v1/listings`,
  ];
  const body = JSON.stringify({ [key]: 1, strategyId: key });
  return [
    ...targets.map((target) => ({ line: `GET ${target}` })),
    { line: `PATCH /v1/listings/${one}/strategy`, body },
    { line: `PATCH /v1/listings/${one}/price`, body },
    { line: `PATCH /v1/listings/${one}/price`, body: `{"${key}` },
    { line: 'GET /v1/listings', headers: { 'X-Mock-Fault': key, 'X-Request-Id': key } },
  ];
}

/** Every part of a key that is long enough to be told from chance. */
const partsOf = (key: string) => {
  const parts = Array.from({ length: Math.max(1, key.length - 7) }, (_, at) => key.slice(at, at + 8));
  return new Set(parts);
};

test.each(['pretty', 'json'])('no key stands in the %s log, not even in part', async (form) => {
  const flags = ['--log', form, '--assume', 'unknown-query=reject', '--assume', 'unknown-body-field=reject'];
  for (const key of keys) {
    const listed = /[ :]/.test(key) ? [] : ['--key', key];
    for (const [valid, argv] of [
      [true, listed],
      [false, []],
    ] as const) {
      await using served = await startCommand([...tiny, '--no-limits', ...flags, ...argv]);
      for (const sent of astray(key)) {
        const { status, body } = await requestRaw(served.url, { ...sent, key });
        if (status === 401) expect(body).not.toContain(key);
        if (valid) await requestRaw(served.url, { ...sent, key: null }); // without its header it is a key all the same
      }
      expect(served.lines().length).toBeGreaterThan(astray(key).length);
      const decoded = [served.out(), served.err(), withoutEncoding(served.out())].join('\n');
      for (const part of partsOf(key)) expect(decoded.includes(part), part).toBe(false);
    }
  }
});

const withoutEncoding = (text: string): string => {
  const once = text.replace(/%[0-7][0-9a-f]/gi, (code) => decodeURIComponent(code));
  return once === text ? text : withoutEncoding(once);
};
