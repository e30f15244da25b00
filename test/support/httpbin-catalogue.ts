// Real servers that nobody here wrote, and what they are asked: Debian's httpbin under gunicorn, and nginx. The requests
// cover what an HTTP answer can be; each is sent as raw bytes.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawAnswer, RawRequest } from './raw-exchange.ts';
import { nginx, startNginxWith } from './nginx.ts';
import { freePort, running } from './real-server.ts';
import type { RealServer } from './real-server.ts';

const gunicorn = '/usr/bin/gunicorn';

/** What is missing on this machine for these servers; undefined when all is there. */
export function whatIsMissing(): string | undefined {
  const missing = [gunicorn, nginx].filter((path) => !existsSync(path));
  if (missing.length > 0) return missing.join(' and ');
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import httpbin, brotli'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'python3-httpbin';
  }
}

export async function startHttpbin(): Promise<RealServer> {
  const port = await freePort();
  const args = [
    '--bind',
    `127.0.0.1:${port}`,
    '--workers',
    '1',
    '--threads',
    '8',
    '--keep-alive',
    '5',
    'httpbin:app',
  ];
  return running(spawn(gunicorn, ['--log-level', 'error', ...args], { stdio: 'ignore' }), port);
}

/** With gzip, ranges, redirects, repeated headers, and files whose times never change. */
export async function startNginx(): Promise<RealServer> {
  const port = await freePort();
  const root = await mkdtemp(join(tmpdir(), 'pricing-mock-nginx-'));
  await mkdir(join(root, 'www', 'größe'), { recursive: true });
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'plain.txt': 'a line of text\n'.repeat(500),
    'empty.txt': '',
    'prices.json': JSON.stringify({ minPrice: 10, maxPrice: 20 }),
    'binary.bin': Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256),
    'large.bin': Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * at) % 251),
    'größe/préis.txt': 'unicode',
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(root, 'www', name), content);
    await utimes(join(root, 'www', name), 1_700_000_000, 1_700_000_000);
  }
  const server = await startNginxWith(root, port, nginxConfig(root, port));
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

function nginxConfig(root: string, port: number): string {
  return `
  types { text/plain txt; application/json json; application/octet-stream bin; }
  gzip on; gzip_min_length 100; gzip_types text/plain application/json; gzip_vary on;
  server {
    listen 127.0.0.1:${port};
    root ${root}/www;
    charset utf-8;
    location = /none { return 204; }
    location = /moved { return 301 /plain.txt; }
    location = /found { return 302 http://elsewhere.example/x?a=1; }
    location = /kept { return 308 /kept-there; }
    location = /gone { return 410 "gone\\n"; }
    location = /teapot { return 418; }
    location = /limited { add_header Retry-After 3 always; return 429 "slow down\\n"; }
    location = /twice {
      add_header X-Twice one; add_header X-Twice two; add_header x-tWiCe three;
      add_header Set-Cookie "a=1; Path=/"; add_header Set-Cookie "b=2; HttpOnly";
      return 200 "twice\\n";
    }
    location = /odd { add_header X-Odd "caf\\xc3\\xa9 \\xff"; return 200 "odd\\n"; }
    location = /slow { limit_rate 40k; limit_rate_after 1k; try_files /binary.bin =404; }
    location = /echo-method { add_header X-Method $request_method always; return 200 "$request_method $args\\n"; }
    location = /broken { return 503 "not now\\n"; }
    location = /unzipped { gzip off; try_files /plain.txt =404; }
  }
`;
}

const get = (target: string, ...headers: string[]): RawRequest => ({
  name: `GET ${target} ${headers.join(', ')}`.trim(),
  line: `GET ${target}`,
  headers,
});
const ask = (line: string, ...headers: string[]): RawRequest => ({
  name: `${line} ${headers.join(', ')}`.trim(),
  line,
  headers,
});
const send = (line: string, type: string, body: string | Uint8Array): RawRequest => ({
  name: `${line} with ${type}`,
  line,
  headers: [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`],
  body,
});
const chunked = (line: string, ...chunks: string[]): RawRequest => ({
  name: `${line}, chunked`,
  line,
  headers: ['Content-Type: text/plain', 'Transfer-Encoding: chunked'],
  body: [
    ...chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`),
    '0\r\n\r\n',
  ].join(''),
});

const json = '{"minPrice":11.50,"maxPrice":30,"note":"größer ☃"}';

export const httpbinCatalogue: readonly RawRequest[] = [
  get('/'),
  get('/html'),
  get('/robots.txt'),
  get('/deny'),
  get('/xml'),
  get('/json'),
  get('/ip'),
  get('/user-agent', 'User-Agent: raw/1.0'),
  get('/headers', 'X-One: 1', 'x-TWO: 2', 'X-One: again'),
  get('/get?a=1&a=2&b=%C3%A9&c=a%20b+c&empty=&d'),
  get('/anything/a%2Fb/../c//d;e=f?x=%2F&y=%3D'),
  get('/anything/%E2%98%83/gr%C3%B6%C3%9Fe'),
  get('/encoding/utf8'),
  get('/gzip', 'Accept-Encoding: gzip'),
  get('/deflate', 'Accept-Encoding: deflate'),
  get('/brotli', 'Accept-Encoding: br'),
  get('/gzip', 'Accept-Encoding: identity'),
  get('/redirect/3'),
  get('/relative-redirect/2'),
  get('/absolute-redirect/2'),
  get('/redirect-to?url=http%3A%2F%2Fexample.com%2F&status_code=307'),
  get('/redirect-to?url=/get&status_code=303'),
  get('/cookies', 'Cookie: a=1; b="two"'),
  get('/cookies/set/flavour/chocolate'),
  get('/cookies/set?one=1&two=2'),
  get('/cookies/delete?one='),
  ...[
    200, 201, 202, 203, 204, 206, 300, 304, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 418, 422, 429,
  ].map((status) => get(`/status/${status}`)),
  ...[500, 501, 502, 503, 504].map((status) => get(`/status/${status}`)),
  ask('HEAD /get'),
  ask('HEAD /gzip', 'Accept-Encoding: gzip'),
  ask('HEAD /status/404'),
  ask('HEAD /bytes/1000?seed=1'),
  ask('OPTIONS /get'),
  ask('OPTIONS /post', 'Origin: http://page.example', 'Access-Control-Request-Method: POST'),
  ask('TRACE /anything'),
  ask('DELETE /delete'),
  send('POST /post', 'application/json', json),
  send('POST /post', 'application/x-www-form-urlencoded', 'a=1&b=%C3%A9&a=2'),
  send(
    'POST /post',
    'application/octet-stream',
    Uint8Array.from({ length: 300 }, (_, at) => at % 256),
  ),
  send(
    'POST /post',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="f"; filename="é.txt"\r\n\r\nbytes\r\n--x--\r\n',
  ),
  send('PUT /put', 'application/json', json),
  send('PATCH /patch', 'application/json', json),
  send('DELETE /delete', 'application/json', json),
  send('POST /anything', 'text/plain; charset=utf-8', 'größer ☃'),
  send('POST /status/429', 'application/json', json),
  send('PATCH /status/204', 'application/json', json),
  send('GET /anything', 'application/json', json),
  {
    ...send('POST /post', 'application/json', json),
    name: 'POST /post without a body',
    headers: ['Content-Length: 0'],
    body: '',
  },
  {
    name: 'POST /status/201, 100-continue (answered by the recorder, so an echo would differ)',
    line: 'POST /status/201',
    headers: ['Content-Type: text/plain', 'Content-Length: 5', 'Expect: 100-continue'],
    body: 'hello',
  },
  get('/response-headers?X-A=1&X-A=2&x-b=3&Server=other'),
  get('/response-headers?Content-Type=text/plain;%20charset%3DUTF-8&X-Empty='),
  get('/basic-auth/user/pass', 'Authorization: Basic dXNlcjpwYXNz'),
  get('/basic-auth/user/pass'),
  get('/hidden-basic-auth/user/pass'),
  get('/bearer', 'Authorization: Bearer abc'),
  get('/bearer'),
  get('/stream/5'),
  get('/stream-bytes/5000?seed=2&chunk_size=700'),
  get('/bytes/5000?seed=3'),
  get('/bytes/0?seed=3'),
  get('/range/1024'),
  get('/range/1024', 'Range: bytes=0-99'),
  get('/range/1024', 'Range: bytes=-100'),
  get('/range/1024', 'Range: bytes=1000-'),
  get('/range/1024', 'Range: bytes=5000-6000'),
  get('/range/1024?chunk_size=100&duration=0'),
  get('/etag/abc', 'If-None-Match: abc'),
  get('/etag/abc', 'If-Match: other'),
  get('/etag/abc'),
  get('/cache', 'If-Modified-Since: Sat, 31 Jan 2026 12:00:00 GMT'),
  get('/cache/60'),
  get('/drip?duration=1&numbytes=10&code=200&delay=0'),
  get('/delay/1'),
  get('/base64/w6llIOKYgw=='),
  get('/image/png'),
  get('/image/jpeg'),
  get('/image/webp'),
  get('/image/svg'),
  get('/image', 'Accept: image/webp'),
  get('/image', 'Accept: text/plain'),
  get('/links/3/1'),
  get('/forms/post'),
  get('/nowhere'),
  chunked('POST /post', 'in ', 'two pieces'),
  chunked('PATCH /anything', '{"a":', '1}'),
];

export const nginxCatalogue: readonly RawRequest[] = [
  get('/plain.txt'),
  get('/plain.txt', 'Accept-Encoding: gzip'),
  get('/plain.txt', 'Accept-Encoding: gzip;q=0, *;q=0.5'),
  get('/empty.txt'),
  get('/prices.json'),
  get('/binary.bin'),
  get('/binary.bin', 'Accept-Encoding: gzip'),
  get('/large.bin'),
  get('/binary.bin', 'Range: bytes=100-199'),
  get('/binary.bin', 'Range: bytes=0-1,10-11'),
  get('/binary.bin', 'Range: bytes=-5'),
  get('/binary.bin', 'Range: bytes=999999-'),
  get('/plain.txt', 'If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT'),
  get('/plain.txt', 'If-None-Match: "6553f100-1d4c"'),
  get('/plain.txt', 'If-Unmodified-Since: Sat, 01 Jan 2000 00:00:00 GMT'),
  get('/gr%C3%B6%C3%9Fe/pr%C3%A9is.txt'),
  get('/none'),
  get('/moved'),
  get('/found'),
  get('/kept'),
  get('/gone'),
  get('/teapot'),
  get('/limited'),
  get('/twice'),
  get('/odd'),
  get('/slow'),
  get('/broken'),
  get('/nowhere'),
  get('/echo-method?a=1'),
  get('/größe'.replace(/[^\x20-\x7e]/g, encodeURIComponent)),
  ask('HEAD /plain.txt'),
  ask('HEAD /plain.txt', 'Accept-Encoding: gzip'),
  ask('HEAD /none'),
  ask('HEAD /moved'),
  ask('DELETE /plain.txt'),
  ask('OPTIONS /echo-method'),
  send('POST /echo-method', 'text/plain', 'x'),
  send('PUT /plain.txt', 'text/plain', 'x'),
  chunked('POST /echo-method', 'a', 'b'),
];

/** Of one connection, not of the answer (RFC 9110 §7.6.1); the framing is made anew on each. */
const hopByHop = /^(?:connection|keep-alive|transfer-encoding|proxy-connection|te|trailer|upgrade):/i;

/**
 * An answer as it can be compared with another one to the same request. What is left out: hop-by-hop headers; the time
 * in `Date` and in the head of a gzip body; the validators that httpbin's `/cache` makes up anew for each answer; the
 * counter in the boundary of nginx's multipart ranges.
 */
export function comparable({ statusLine, headers, body }: RawAnswer): Comparable {
  const isStamped = body[0] === 0x1f && body[1] === 0x8b;
  const boundary = /boundary=(\d{20})/.exec(headers.join('\n'))?.[1];
  const bytes = isStamped ? Buffer.concat([body.subarray(0, 4), Buffer.alloc(4), body.subarray(8)]) : body;
  const plain = (text: string): string =>
    boundary === undefined ? text : text.replaceAll(boundary, '<boundary>');
  return {
    statusLine,
    headers: headers
      .filter((line) => !hopByHop.test(line))
      .map((line) =>
        /^date:/i.test(line) || madeUp.test(line) ? line.replace(/:.*/, ': <made up>') : plain(line),
      ),
    body: plain(bytes.toString('latin1')),
  };
}

/** What would let pages of any site read an answer: neither a recorder nor a replay passes it on. */
const forOtherSites = /^(?:access-control-|timing-allow-origin)/i;

/**
 * An answer with the links to where it came from leading to somewhere else, and for no page of another site: the two
 * things that a recorder and a replay change.
 */
export function ledTo({ statusLine, headers, body }: RawAnswer, from: string, to: string): RawAnswer {
  const text = body.toString('latin1');
  const led = Buffer.from(text.replaceAll(from, to), 'latin1');
  return {
    statusLine,
    headers: headers
      .filter((line) => !forOtherSites.test(line))
      .map((line) =>
        led.length !== body.length && /^content-length:/i.test(line)
          ? line.replace(/\d+/, String(led.length))
          : line.replaceAll(from, to),
      ),
    body: led,
  };
}

/** A character stands for a byte: a test runner compares megabytes of text at once, and of bytes one by one. */
export interface Comparable {
  readonly statusLine: string;
  readonly headers: readonly string[];
  readonly body: string;
}

const madeUp = /^last-modified: .*\b202[6-9]\b|^etag: [0-9a-f]{32}$/i;
