// Which hosts are answered, and what pages in a browser may do (reliability: Host, Origin, Sec-Fetch-Site, method).
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { HostCheck, parseAuthority } from '../../src/doors/port/host-check.ts';
import { listen } from '../../src/doors/port/listen.ts';
import { errorOf } from '../support/raw-http.ts';
import { echo, settings, start } from './start.ts';

const check = (host = '127.0.0.1', port = 5300, allowedHosts: readonly string[] = []): HostCheck =>
  new HostCheck({ scheme: 'http', port, host, allowedHosts });

const allowed: readonly [host: string, origin: string, check?: HostCheck][] = [
  ['localhost:5300', 'http://localhost:5300'],
  ['LocalHost:5300', 'http://localhost:5300'],
  ['localhost.:5300', 'http://localhost:5300'],
  ['shop.localhost:5300', 'http://shop.localhost:5300'],
  ['a.b.localhost:5300', 'http://a.b.localhost:5300'],
  ['127.0.0.1:5300', 'http://127.0.0.1:5300'],
  ['[::1]:5300', 'http://[::1]:5300'],
  ['localhost', 'http://localhost', check('127.0.0.1', 80)],
  ['localhost:', 'http://localhost', check('127.0.0.1', 80)],
  ['localhost:80', 'http://localhost', check('127.0.0.1', 80)],
  ['192.0.2.7:5300', 'http://192.0.2.7:5300', check('192.0.2.7')],
  ['[fe80::1]:5300', 'http://[fe80::1]:5300', check('FE80::1')],
  ['pricing.test:8080', 'http://pricing.test:8080', check('127.0.0.1', 5300, ['pricing.test'])],
  ['pricing.test', 'http://pricing.test', check('127.0.0.1', 5300, ['Pricing.Test.'])],
  ['pricing.test:8080', 'http://pricing.test:8080', check('127.0.0.1', 5300, ['pricing.test:8080'])],
  ['[2001:db8::1]:5300', 'http://[2001:db8::1]:5300', check('127.0.0.1', 5300, ['2001:db8::1'])],
];

test.each(allowed)('the host %s is answered', (host, origin, hosts = check()) => {
  expect(hosts.originOf(host)).toBe(origin);
  expect(hosts.originOf(host)).toBe(origin); // from the cache
});

const forbidden: readonly [host: string, check?: HostCheck][] = [
  ['evil.example:5300'],
  ['localhost'],
  ['localhost:5301'],
  ['localhost.evil.example:5300'],
  ['evillocalhost:5300'],
  ['127.0.0.2:5300'],
  ['127.1:5300'],
  ['2130706433:5300'],
  ['0.0.0.0:5300'],
  ['0.0.0.0:5300', check('0.0.0.0')],
  ['[::]:5300'],
  ['[::ffff:127.0.0.1]:5300'],
  ['192.0.2.7:5300', check('0.0.0.0')],
  ['pricing.test:8081', check('127.0.0.1', 5300, ['pricing.test:8080'])],
];

test.each(forbidden)(
  'the host %s is forbidden, and the flag that allows it is named',
  (host, hosts = check()) => {
    expect(() => hosts.originOf(host)).toThrow(/--allow-host [^ ]+$/);
  },
);

test.each([
  '',
  ' ',
  'a b',
  'a,b',
  'localhost:x',
  'localhost:99999',
  'localhost:123456',
  '[::1',
  '::1',
  '[::1]x',
  '[zz]:1',
])('the host %j is malformed', (host) => {
  expect(() => check().originOf(host)).toThrow(/exactly one Host/);
});

test('a server on all interfaces answers to the addresses of this machine', () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const { address, family } of own) {
    const host = family === 'IPv6' ? `[${address}]` : address;
    expect(check('0.0.0.0').originOf(`${host}:5300`)).toBe(`http://${host}:5300`);
  }
});

test('reading a host never throws and never takes long, whatever it is', () => {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const parts = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[',
    ']',
    ':',
    '.',
    '..',
    '5300',
    '%00',
    '\0',
    '\xff',
    '@',
    '-',
    'x'.repeat(300),
  ];
  const hosts = check();
  for (let run = 0; run < 20_000; run += 1) {
    const text = Array.from({ length: 1 + random(5) }, () => parts[random(parts.length)]!).join('');
    parseAuthority(text);
    try {
      expect(hosts.originOf(text)).toMatch(/^http:\/\/(\S+\.)?(localhost|127\.0\.0\.1|\[::1\]):5300$/);
    } catch (error) {
      expect(error).toMatchObject({ name: 'ApiError' });
    }
  }
});

test('names and origins that cannot be are refused before a port is opened', async () => {
  const options = { host: '127.0.0.1', port: 0, settings };
  await expect(listen(echo, { ...options, allowedHosts: ['a/b'] })).rejects.toThrow(/name or name:port/);
  for (const corsOrigin of ['*', 'null', 'localhost:3000', 'http://a.test/', 'file:///']) {
    await expect(listen(echo, { ...options, corsOrigin })).rejects.toThrow(/is not an origin/);
  }
});

const page = 'http://page.test:3000';
const origins = [undefined, 'SELF', page, 'null', 'http://evil.example', `${page}, ${page}`];
const sites = [undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'strange'];

test.each([undefined, page])(
  'with the cors origin %s, only our own pages and its pages change state',
  async (corsOrigin) => {
    const server = await start(echo, corsOrigin === undefined ? {} : { corsOrigin });
    const client = await server.client();
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'TRACE']) {
      for (const origin of origins.map((name) => (name === 'SELF' ? server.url : name))) {
        for (const site of sites) {
          const lines = [`${method} / HTTP/1.1`, `Host: 127.0.0.1:${server.port}`];
          if (origin !== undefined) lines.push(`Origin: ${origin}`);
          if (site !== undefined) lines.push(`Sec-Fetch-Site: ${site}`);
          const answer = await client.send(`${lines.join('\r\n')}\r\n\r\n`).response(method);
          const safe = ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
          const ours = origin === undefined || origin === server.url;
          const fine = ours && (site === undefined || site === 'same-origin' || site === 'none');
          const letIn = corsOrigin !== undefined && origin === corsOrigin;
          const label = `${method} ${origin ?? '-'} ${site ?? '-'}`;
          expect([label, answer.status === 403]).toEqual([label, !(safe || fine || letIn)]);
          if (answer.status === 403) expect(errorOf(answer).message).toContain('--cors-origin');
          expect([label, answer.headers['access-control-allow-origin']]).toEqual([
            label,
            letIn ? page : undefined,
          ]);
          expect(answer.headers.vary).toBe(corsOrigin === undefined ? undefined : 'Origin');
        }
      }
    }
  },
);

test('a preflight of the cors origin is answered, and no other', async () => {
  const server = await start(echo, { corsOrigin: page });
  const client = await server.client();
  const preflight = (origin: string): string =>
    `OPTIONS /p HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: ${origin}\r\nAccess-Control-Request-Method: PATCH\r\n\r\n`;
  const good = await client.send(preflight(page)).response();
  expect(good.status).toBe(204);
  expect(good.headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-methods': expect.stringContaining('PATCH') as string,
    vary: 'Origin',
  });
  const foreign = await client.send(preflight('http://evil.example')).response();
  expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  expect(foreign.headers).not.toHaveProperty('access-control-allow-methods');
});

test('a page may send and read every header that some assumption brings', async () => {
  const server = await start(echo, { corsOrigin: page });
  const client = await server.client();
  const { headers } = await client
    .send(
      `OPTIONS /p HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: ${page}\r\nAccess-Control-Request-Method: PATCH\r\n\r\n`,
    )
    .response();
  const names = (list: string | undefined): string[] => (list ?? '').toLowerCase().split(', ');
  const sent = [
    'x-api-key',
    'content-type',
    'x-mock-fault',
    'x-request-id',
    'if-match',
    'if-none-match',
    'range',
  ];
  expect(names(headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(sent));
  const read = [
    'retry-after',
    'x-request-id',
    'etag',
    'link',
    'allow',
    'content-range',
    'content-disposition',
  ];
  const limits = [
    'ratelimit',
    'ratelimit-policy',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ];
  expect(names(headers['access-control-expose-headers'])).toEqual(
    expect.arrayContaining([...read, ...limits]),
  );
});

test('a page of another site is told apart from a foreign host', async () => {
  const server = await start(echo);
  const client = await server.client();
  const answer = await client
    .send(`PATCH / HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: http://evil.example\r\n\r\n`)
    .response();
  expect([answer.status, errorOf(answer).code]).toEqual([403, 'origin_forbidden']);
});

test('an answer’s own CORS headers give way to ours', async () => {
  const server = await start(
    () => ({ status: 200, headers: ['access-control-allow-origin', '*', 'X', '1'], body: '' }),
    { corsOrigin: page },
  );
  const client = await server.client();
  for (const [origin, allowed] of [
    [page, page],
    ['http://evil.example', undefined],
  ] as const) {
    client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: ${origin}\r\n\r\n`);
    const { headers } = await client.response();
    expect([headers['access-control-allow-origin'], headers.x]).toEqual([allowed, '1']);
  }
});
