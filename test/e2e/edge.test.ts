// What the edge of the server answers and takes away by itself, in front of each mode: whoever reads the answer must be
// able to tell it from the service's.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { startCommand } from '../cli/command.ts';
import type { Started } from '../cli/command.ts';
import { errorOf, RawClient } from '../support/raw-http.ts';
import type { RawResponse } from '../support/raw-http.ts';
import { temporaryDirectory } from '../support/recordings.ts';
import { rawUpstream } from '../support/upstreams.ts';

const modes = ['serve', 'record', 'replay'] as const;
const page = 'http://page.test:3000';

const foreign = [
  'Access-Control-Allow-Origin: *',
  'access-control-allow-credentials: true',
  'Access-Control-Expose-Headers: X-Total',
  'Access-Control-Allow-Methods: GET, PATCH',
  'Access-Control-Allow-Private-Network: true',
  'Timing-Allow-Origin: *',
];
const answer = [
  'HTTP/1.1 200 OK',
  'Content-Type: application/json',
  ...foreign,
  'Cross-Origin-Resource-Policy: same-site',
  'X-Total: 1',
  'Content-Length: 11',
  '',
  '{"data":[]}',
].join('\r\n');

interface Side extends Started {
  readonly folder: string;
  readonly end: () => Promise<void>;
}

/** One of the three with what a client sees; the recording holds `GET /v1/strategies` of a service that lets all in. */
async function side(mode: (typeof modes)[number], ...flags: readonly string[]): Promise<Side> {
  const folder = await temporaryDirectory();
  const words = async (): Promise<string[]> => {
    if (mode === 'serve') return ['serve'];
    const upstream = await rawUpstream(answer);
    onTestFinished(() => upstream[Symbol.asyncDispose]());
    const record = ['record', upstream.url.origin, '--dir', folder];
    if (mode === 'record') return record;
    const started = await startCommand([...record, '--port', '0']);
    await ask(started, 'GET /v1/strategies');
    started.signal();
    await started.code;
    return ['replay', 'session', '--dir', folder, '--no-auth'];
  };
  const started = await startCommand([...(await words()), '--port', '0', ...flags]);
  onTestFinished(() => started[Symbol.asyncDispose]());
  const end = async (): Promise<void> => {
    started.signal();
    expect(await started.code).toBe(0);
  };
  return { ...started, folder, end };
}

/** @param host instead of the right one */
async function ask(
  { url }: Pick<Started, 'url'>,
  line: string,
  headers: readonly string[] = [],
  host?: string,
): Promise<RawResponse> {
  const to = new URL(url);
  const client = await RawClient.connect(Number(to.port));
  onTestFinished(() => {
    client.leave();
  });
  const head = [`${line} HTTP/1.1`, `Host: ${host ?? to.host}`, 'X-API-KEY: test_key', ...headers, '', ''];
  return client.send(head.join('\r\n')).response(line.split(' ', 1)[0]);
}

test.each(modes)('%s: what the edge refuses is marked, logged and counted', async (mode) => {
  await using started = await side(mode);
  const crossSite = await ask(started, 'PATCH /v1/x', ['Origin: http://evil.test', 'Content-Length: 0']);
  const host = await ask(started, 'GET /v1/x', [], 'evil.test');
  const bad = await ask(started, 'GET /v1/x', ['Transfer-Encoding: gzip, chunked']);
  const noHttp = await ask(started, 'GET /v1/x', ['a b: c']);
  expect(
    [crossSite, host, bad, noHttp].map(({ status, headers }) => [status, headers['x-mock-error']]),
  ).toEqual([
    [403, 'origin_forbidden'],
    [403, 'host_forbidden'],
    [400, mode === 'serve' ? undefined : 'invalid_request'],
    [400, mode === 'serve' ? undefined : 'invalid_request'],
  ]);
  expect(errorOf(crossSite).message).toContain('--cors-origin');
  await started.end();
  const lines = started.lines().filter((line) => line.includes('/v1/x'));
  expect(lines).toEqual([
    expect.stringMatching(/ PATCH \/v1\/x {2}403 .* origin_forbidden: .*--cors-origin/),
    expect.stringMatching(/ GET \/v1\/x {2}403 .* host_forbidden: /),
    expect.stringMatching(/ GET \/v1\/x {2}400 .* invalid_request: /),
  ]);
  if (mode === 'record') expect(started.out()).toContain('0 recorded, 0 repeated, 3 refused, 0 failed');
});

test('record: a key that went astray does not stand in the line of a refused request', async () => {
  await using started = await side('record');
  const key = 'live_4f9a1c7729d0e8b3';
  await ask(started, `PATCH /v1/${key}`, ['Origin: http://evil.test', `Authorization: Bearer ${key}`]);
  await started.end();
  expect(started.out()).toContain('origin_forbidden');
  expect(started.out()).not.toContain(key);
});

test.each(modes)('%s: a WebSocket gets a marked 501 that says why', async (mode) => {
  await using started = await side(mode);
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const answered = await ask(started, 'GET /v1/strategies', upgrade);
  expect([answered.status, answered.headers['x-mock-error'], answered.headers.connection]).toEqual([
    501,
    'upgrade_refused',
    'close',
  ]);
  expect(errorOf(answered).message).toContain('here to websocket');
  await started.end();
  expect(started.lines().join('\n')).toMatch(
    / GET \/v1\/strategies {2}501 .* upgrade_refused: .*here to websocket/,
  );
});

test.each(modes)(
  '%s: Java’s client, which offers HTTP/2 with its first request, is answered',
  async (mode) => {
    await using started = await side(mode);
    const java = [
      'Connection: Upgrade, HTTP2-Settings',
      'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'Upgrade: h2c',
      'User-Agent: Java-http-client/21.0.4',
    ];
    const { status, headers } = await ask(started, 'GET /v1/strategies', java);
    expect([status, headers['x-mock-error']]).toEqual([200, undefined]);
  },
);

test.each(['record', 'replay'] as const)(
  '%s: what lets pages of other sites read is not passed on, and stays in the recording',
  async (mode) => {
    await using started = await side(mode);
    for (const method of ['GET', 'HEAD']) {
      if (mode === 'replay' && method === 'HEAD') continue;
      const { rawHeaders } = await ask(started, `${method} /v1/strategies`, [`Origin: ${page}`]);
      const names = rawHeaders.filter((_, at) => at % 2 === 0);
      expect(names).toEqual([
        'Content-Type',
        'Cross-Origin-Resource-Policy',
        'X-Total',
        'Content-Length',
        'Connection',
        ...(names.includes('Keep-Alive') ? ['Keep-Alive'] : []),
      ]);
    }
    await started.end();
    const { interactions } = await readRecording(join(started.folder, 'session.json'));
    expect(interactions[0]!.response.headers).toEqual(
      expect.arrayContaining(foreign.map((line) => line.split(': '))),
    );
  },
);

test.each(['record', 'replay'] as const)(
  '%s: with --cors-origin the page of that origin may read, no other',
  async (mode) => {
    await using started = await side(mode, '--cors-origin', page);
    for (const [origin, allowed] of [
      [page, page],
      ['http://evil.test', undefined],
    ] as const) {
      const { headers } = await ask(started, 'GET /v1/strategies', [`Origin: ${origin}`]);
      expect(headers['access-control-allow-origin']).toBe(allowed);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('timing-allow-origin');
      expect(headers.vary).toBe('Origin');
    }
  },
);
