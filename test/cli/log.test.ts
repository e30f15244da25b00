// What serve prints: one line a request, in each form, and never a key.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../support/upstreams.ts';
import { startCommand } from './command.ts';
import type { Started } from './command.ts';
import { freePort } from '../support/real-server.ts';
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

const requests: readonly (readonly [sent: RawSent, status: number, code?: string, param?: string])[] = [
  [{ line: 'GET /v1/listings?limit=2' }, 200],
  [{ line: `PATCH /v1/listings/${one}/price`, body: '{"minPrice":16}' }, 200],
  [{ line: `PATCH /v1/listings/${one}/price`, body: '{"minPrice":-1}' }, 400, 'invalid_request', 'minPrice'],
  [{ line: 'GET /v1/listings/42' }, 400, 'invalid_request', 'id'],
  [{ line: 'GET /v1/nothing' }, 404, 'not_found'],
  [{ line: 'DELETE /v1/reports' }, 429, 'rate_limited'],
  [{ line: 'GET /v1/reports', key: 'wrong' }, 401, 'unauthorized'],
  [{ line: 'OPTIONS /v1/reports', key: null }, 204],
];

test('the JSON log has one line a request, with what there is to know', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  for (const [sent] of requests) await requestRaw(served.url, sent);
  const lines = jsonLines(served).slice(1);
  expect(lines).toHaveLength(requests.length);
  for (const [at, [{ line }, status, code, param]] of requests.entries()) {
    const [method, target] = line.split(' ');
    expect(lines[at]).toEqual({
      ...{ event: 'request', method, path: target!.split('?')[0], status },
      milliseconds: expect.any(Number) as number,
      ...(code !== undefined && { code }),
      ...(param !== undefined && { param }),
      ...(status !== 401 && status !== 204 && { world: 'w1' }),
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
  ).toEqual(['mine-1', '<key>']);
});

test('the pretty log has method, path, status, duration, and for an error its code and param', async () => {
  await using served = await startCommand(tiny);
  for (const [sent] of requests) await requestRaw(served.url, sent);
  const lines = served.lines().slice(-requests.length);
  for (const [at, [{ line }, status, code, param]] of requests.entries()) {
    const start = `${line.split('?')[0]!} ${status} `;
    const end = code === undefined ? '' : ` ${code}${param === undefined ? '' : ` (${param})`}`;
    expect(lines[at]!.startsWith(start), lines[at]).toBe(true);
    expect(lines[at]!.slice(start.length)).toMatch(/^\d+\.\d ms/);
    expect(lines[at]!.replace(/^.* ms/, '')).toBe(end);
  }
});

test('the log says which parameters and fields were ignored', async () => {
  await using served = await startCommand([...tiny, '--log', 'json']);
  await requestRaw(served.url, { line: 'GET /v1/listings?limit=1&colour=red&test_secret=1' });
  const body = '{"minPrice":16,"colour":"red"}';
  await requestRaw(served.url, { line: `PATCH /v1/listings/${one}/price`, body });
  const ignored = jsonLines(served)
    .slice(1)
    .map((line) => line.ignored);
  expect(ignored).toEqual([['query colour', 'query <key>'], ['field colour']]);
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
      if (form === 'pretty') return line.replace(/ \d+\.\d ms/, '');
      const { status, injected } = JSON.parse(line) as Record<string, unknown>;
      return [status, injected];
    });
    expect(facts).toEqual(
      faults.map(([fault, status]) => {
        const [kind] = fault.split('=');
        return form === 'json' ? [status, kind] : `GET /v1/reports ${status ?? '---'} (injected ${kind!})`;
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
  for (const [sent] of requests) await requestRaw(`http://127.0.0.1:${port}`, sent);
  served.signal();
  expect([await served.code, served.out(), served.err()]).toEqual([0, '', '']);
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
  'test_QQQQ.secret-1',
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
    ...[`/v1/listings?X-API-KEY=${encoded}`, `/v1/listings?${encoded}=1`, `/v1/listings?sort=${encoded}`],
    ...[`/v1/listings?starting_after=${encoded}`, `/${encoded}/v1/listings`],
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
  return new Set(key.startsWith('test_') ? parts.filter((part) => !'test_key'.includes(part)) : parts);
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
