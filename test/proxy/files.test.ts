// What download links lead to: other hosts, met without the key and not trusted with this machine.
import { expect, test } from 'vitest';
import { ApiError } from '../../src/spec/errors.ts';
import type { ForwardOptions } from '../../src/proxy/forward.ts';
import { forwardFiles } from '../../src/proxy/forward-files.ts';
import type { ApiRequest, ApiResponse } from '../../src/http/message.ts';
import { apiRequest, bodyText, rawUpstream } from '../support/upstreams.ts';

const csv = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na,b';

async function fetchFile(
  link: string | undefined,
  upstream: string,
  options: ForwardOptions = {},
  rawHeaders: readonly string[] = ['Host', 'mock'],
  method = 'GET',
): Promise<ApiResponse> {
  const find = (): URL | undefined => (link === undefined ? undefined : new URL(link));
  const files = forwardFiles(find, new URL(upstream), { timeoutMs: 2_000, ...options });
  try {
    const answer = await files(apiRequest({ method, target: '/__mock/files/x.csv', rawHeaders }));
    return { ...answer, body: await bodyText(answer) };
  } finally {
    files.close();
  }
}

async function refusal(...args: Parameters<typeof fetchFile>): Promise<string> {
  const error = await fetchFile(...args).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`);
  return `${error.status} ${error.details.headers?.[1] ?? ''} ${error.message}`;
}

test('the file comes from where the link leads, with its signature and without the client’s secrets', async () => {
  await using files = await rawUpstream(csv);
  const link = `${files.url.href}reports/r%201.csv?X-Amz-Signature=a%2Fb&x=1`;
  const headers = [
    'Host',
    'mock',
    'x-api-key',
    'K1',
    'Authorization',
    'A1',
    'Cookie',
    'C1',
    'Referer',
    'R1',
    'Origin',
    'O1',
  ];
  const answer = await fetchFile(link, 'http://127.0.0.1:1', {}, [
    ...headers,
    'Range',
    'bytes=0-2',
    'Accept',
    'text/csv',
  ]);
  expect(answer).toMatchObject({ status: 200, body: 'a,b' });
  expect(files.received[0]).toMatch(/^GET \/reports\/r%201\.csv\?X-Amz-Signature=a%2Fb&x=1 HTTP\/1\.1\r\n/);
  expect(files.received[0]).toContain(`Host: ${files.host}\r\n`);
  expect(files.received[0]).toContain('Range: bytes=0-2\r\nAccept: text/csv\r\n');
  expect(files.received[0]).not.toMatch(/K1|A1|C1|R1|O1/);
});

test.each([
  ['http://127.0.0.1:9/x', /403 link_refused .*leads to this machine/],
  ['http://localhost:9/x', /403 link_refused .*leads to this machine/],
  ['http://[::1]:9/x', /403 link_refused .*leads to this machine/],
  ['http://0.0.0.0:9/x', /403 link_refused .*leads to this machine/],
  ['http://2130706433/x', /403 link_refused .*leads to this machine/],
  ['http://[::ffff:127.0.0.1]:9/x', /403 link_refused .*leads to this machine/],
  ['http://169.254.169.254/latest/meta-data', /403 link_refused .*metadata/],
  ['http://[fe80::1]/x', /403 link_refused .*metadata/],
  ['http://user:password@files.example/x', /403 link_refused .*carries a password/],
  ['http://127.0.0.1:5300/v1/listings', /403 link_refused .*this recorder itself/],
])('a link of a real service to %s is not followed', async (link, message) => {
  expect(await refusal(link, 'https://api.example.com')).toMatch(message);
});

test('a name that stands for this machine is found out when it is connected', async () => {
  await using files = await rawUpstream(csv);
  const { port } = files.url;
  for (const [address, family] of [
    ['127.0.0.1', 4],
    ['::1', 6],
  ] as const) {
    const lookup: NonNullable<ForwardOptions['lookup']> = (_host, options, callback) => {
      if (options.all === true) callback(null, [{ address, family }]);
      else callback(null, address, family);
    };
    expect(await refusal(`http://files.example:${port}/x`, 'https://api.example.com', { lookup })).toMatch(
      /502 upstream_unreachable/,
    );
  }
  expect(files.sockets).toEqual([]);
});

test('from an upstream on this machine, a link may lead to this machine', async () => {
  await using files = await rawUpstream(csv);
  expect(await fetchFile(`${files.url.href}x`, 'http://localhost:1')).toMatchObject({
    status: 200,
    body: 'a,b',
  });
});

test('a file on its way comes whole, however many other hosts are asked meanwhile', async () => {
  let rest = (): void => undefined;
  await using slow = await rawUpstream((socket) => {
    socket.write(csv.slice(0, -2));
    rest = () => socket.write(csv.slice(-2));
  });
  const others = await Promise.all(Array.from({ length: 20 }, () => rawUpstream(csv)));
  const hosts = [slow, ...others];
  const find = ({ query }: ApiRequest) => hosts[Number(query)]!.url;
  const files = forwardFiles(find, slow.url, { timeoutMs: 2_000 });
  const fetched = async (host: number) =>
    files(apiRequest({ method: 'GET', target: `/__mock/files/x.csv?${host}`, rawHeaders: ['Host', 'mock'] }));
  try {
    const answer = await fetched(0);
    for (const host of hosts.keys()) if (host > 0) expect(await bodyText(await fetched(host))).toBe('a,b');
    rest();
    expect(await bodyText(answer)).toBe('a,b');
    await Promise.all([slow.closed(0), others[0]!.closed(0)]);
  } finally {
    files.close();
    await Promise.all(others.map((one) => one[Symbol.asyncDispose]()));
  }
});

test('a link that nobody gave out is unknown, and a file is only read', async () => {
  expect(await refusal(undefined, 'https://api.example.com')).toMatch(
    /^404 link_unknown .*read the report again/,
  );
  expect(await refusal('http://x.example', 'https://api.example.com', {}, [], 'PATCH')).toMatch(/^405 /);
});

test('a redirect is handed back, not followed', async () => {
  await using files = await rawUpstream(
    'HTTP/1.1 302 Found\r\nLocation: http://elsewhere.example/\r\nContent-Length: 0\r\n\r\n',
  );
  expect((await fetchFile(`${files.url.href}x`, 'http://localhost:1')).status).toBe(302);
});
