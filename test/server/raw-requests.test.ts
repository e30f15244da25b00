// What the edge makes of bytes, one row a case.
import { expect, test } from 'vitest';
import { jsonResponse } from '../../src/http/message.ts';
import { errorOf } from '../support/raw-http.ts';
import { echo, start } from './start.ts';

const host = 'Host: localhost:PORT\r\n';
const get = (target: string, ...more: string[]): string =>
  `GET ${target} HTTP/1.1\r\n${host}${more.map((line) => `${line}\r\n`).join('')}\r\n`;
const patch = (headers: string, body: string): string =>
  `PATCH /p HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}`;
const chunked = (body: string): string => patch('Transfer-Encoding: chunked', body);
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `X-${at}: 1`);

interface Case {
  readonly name: string;
  /** `PORT` stands for the port. */
  readonly send: string;
  /** The answers in order, `status code`; behind the last one the connection is open, or `closed`. */
  readonly answers: readonly string[];
  readonly closed?: boolean;
  readonly methods?: readonly string[];
  readonly halfClose?: boolean;
  /** A part of the last body. */
  readonly body?: string;
}

const open = (name: string, send: string, ...answers: string[]): Case => ({ name, send, answers });
const closes = (name: string, send: string, ...answers: string[]): Case => ({
  name,
  send,
  answers,
  closed: true,
});
const bad = '400 invalid_http';

const cases: readonly Case[] = [
  // What is good
  { ...open('a GET', get('/a?b=c'), '200'), body: '"path":"/a","query":"b=c"' },
  { ...open('a second question mark', get('/a?b=?c'), '200'), body: '"query":"b=?c"' },
  open('an empty query', get('/a?'), '200'),
  { ...open('a HEAD without a body', `HEAD /a HTTP/1.1\r\n${host}\r\n`, '200'), methods: ['HEAD'] },
  { ...open('an OPTIONS', `OPTIONS /a HTTP/1.1\r\n${host}\r\n`, '204') },
  { ...open('OPTIONS for the whole server', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, '204') },
  { ...open('a body with a length', patch('Content-Length: 3', 'abc'), '200'), body: '"body":"abc"' },
  { ...open('a chunked body', chunked('3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n'), '200'), body: '"body":"abcd"' },
  { ...open('chunk extensions', chunked('3;x=y\r\nabc\r\n0\r\n\r\n'), '200'), body: '"body":"abc"' },
  { ...open('trailers', chunked('3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n'), '200'), body: '"body":"abc"' },
  open('an empty body', patch('Content-Length: 0', ''), '200'),
  open('a body where none is read', `GET /a HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc`, '200'),
  open('a refusal before a small body', `DELETE /a HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc`, '401'),
  open('an empty line before the request', `\r\n${get('/a')}`, '200'),
  open('200 headers', get('/', ...many(199)), '200'),
  open('a target of 8,192 characters', get(`/${'a'.repeat(8_191)}`), '200'),
  { ...open('no normalisation of //x', get('//x'), '200'), body: '"path":"//x"' },
  { ...open('no decoding of /%zz', get('/%zz'), '200'), body: '"path":"/%zz"' },
  { ...open('no decoding of /%00', get('/%00'), '200'), body: '"path":"/%00"' },
  { ...open('no resolving of /../a', get('/../a'), '200'), body: '"path":"/../a"' },
  { ...open('no resolving of /%2e%2e', get('/%2e%2e/a'), '200'), body: '"path":"/%2e%2e/a"' },
  { ...open('a backslash', get('/\\x'), '200'), body: '"path":"/\\\\x"' },
  {
    ...open('an absolute target that is ours', get('http://127.0.0.1:PORT/a?b'), '200'),
    body: '"path":"/a","query":"b","origin":"http://127.0.0.1:',
  },
  { ...open('an absolute target without a path', get('http://127.0.0.1:PORT'), '200'), body: '"path":"/"' },
  {
    ...open('an absolute target with a query only', get('HTTP://127.0.0.1:PORT?b'), '200'),
    body: '"query":"b"',
  },
  closes(
    'a WebSocket',
    get('/', 'Connection: keep-alive, Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'),
    '501 upgrade_refused',
  ),
  closes(
    'another protocol',
    get('/', 'Connection: upgrade', 'Upgrade: SPDY/3.1, tcp'),
    '501 upgrade_refused',
  ),
  closes('a name that is no token', get('/', 'Connection: upgrade', 'Upgrade: a b'), '501 upgrade_refused'),
  closes('a protocol that Connection does not name', get('/', 'Upgrade: websocket'), '200'),
  closes('a protocol that is none', get('/', 'Connection: upgrade', 'Upgrade: ,'), '200'),
  closes('another protocol or HTTP', get('/', 'Connection: upgrade', 'Upgrade: x, HTTP/2.0'), '200'),
  closes('the offer of TLS', get('/', 'Connection: upgrade', 'Upgrade: TLS/1.3'), '200'),
  closes(
    'an upgrade in HTTP/1.0',
    'GET / HTTP/1.0\r\nHost: localhost:PORT\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    '200',
  ),
  closes(
    'the offer of h2c is declined',
    get('/', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
    '200',
  ),
  {
    ...closes(
      'the offer of h2c with a body is declined',
      patch('Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 3', 'abc'),
      '200',
    ),
    body: '"body":"abc"',
  },
  closes('a client that wants to close', get('/', 'Connection: close'), '200'),
  closes('HTTP/1.0', `GET /a HTTP/1.0\r\n${host}\r\n`, '200'),
  {
    ...closes('HTTP/1.0 without Host', 'GET /a HTTP/1.0\r\n\r\n', '200'),
    body: '"origin":"http://127.0.0.1:',
  },
  open('HTTP/1.0 kept alive', `GET /a HTTP/1.0\r\n${host}Connection: keep-alive\r\n\r\n`, '200'),
  { ...closes('a client that half-closes', get('/a'), '200'), halfClose: true },
  {
    ...closes('a client that half-closes behind a body', patch('Content-Length: 3', 'abc'), '200'),
    halfClose: true,
  },

  // Expect (RFC 9110 §10.1.1)
  open('Expect: the body is wanted', patch('Expect: 100-continue\r\nContent-Length: 3', 'abc'), '100', '200'),
  closes(
    'Expect: refused without 100',
    `DELETE / HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 3\r\n\r\n`,
    '401',
  ),
  closes(
    'Expect: too large without 100',
    patch('Expect: 100-continue\r\nContent-Length: 9999', ''),
    '413 payload_too_large',
  ),
  closes('Expect: unknown', get('/', 'Expect: miracles'), '417 expectation_failed'),
  closes('Expect: ignored in HTTP/1.0', 'GET / HTTP/1.0\r\nExpect: miracles\r\n\r\n', '200'),

  // Host
  closes('no Host', 'GET / HTTP/1.1\r\n\r\n', bad),
  closes('two Hosts', get('/', 'Host: localhost:PORT'), bad),
  closes('two Hosts that differ', get('/', 'Host: evil.example'), bad),
  closes('an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', bad),
  closes('a Host with a path', 'GET / HTTP/1.1\r\nHost: localhost:PORT/\r\n\r\n', bad),
  closes('a Host with userinfo', 'GET / HTTP/1.1\r\nHost: me@localhost:PORT\r\n\r\n', bad),
  open('a foreign Host', 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n', '403 host_forbidden'),
  open(
    'a foreign Host in HTTP/1.0',
    'GET / HTTP/1.0\r\nConnection: keep-alive\r\nHost: evil.example\r\n\r\n',
    '403 host_forbidden',
  ),
  open('a foreign absolute target', get('http://evil.example/'), '403 host_forbidden'),
  open(
    'an absolute target, foreign Host',
    'GET http://localhost:PORT/ HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    '403 host_forbidden',
  ),

  // Request lines
  closes('a fragment', get('/a#b'), bad),
  closes('raw UTF-8 in the target', get('/\xc3\xa9'), bad),
  closes('a tab in the target', get('/a\tb'), bad),
  closes('a NUL in the target', get('/a\0b'), bad),
  closes('a target without a slash', get('a'), bad),
  closes('* for GET', get('*'), bad),
  closes('an absolute target of another scheme', get('ftp://localhost:PORT/'), bad),
  closes('https towards a plain port', get('https://localhost:PORT/'), bad),
  closes('userinfo in the target', get('http://me@localhost:PORT/'), bad),
  closes('a target of 8,193 characters', get(`/${'a'.repeat(8_192)}`), '414 uri_too_long'),
  closes('a target beyond the head', get(`/${'a'.repeat(20_000)}`), '414 uri_too_long'),
  closes('no version', 'GET /\r\n\r\n', bad),
  closes('HTTP/2.0 in the line', `GET / HTTP/2.0\r\n${host}\r\n`, bad),
  closes('HTTP/1.2', `GET / HTTP/1.2\r\n${host}\r\n`, bad),
  closes('a method that nobody knows', `FETCH / HTTP/1.1\r\n${host}\r\n`, bad),
  closes('a method in lower case', `get / HTTP/1.1\r\n${host}\r\n`, bad),
  open('TRACE', `TRACE / HTTP/1.1\r\n${host}\r\n`, '405 method_not_allowed'),
  open('a method of WebDAV', `PROPFIND / HTTP/1.1\r\n${host}\r\n`, '405 method_not_allowed'),
  closes('CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, '405 method_not_allowed'),
  closes('TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', bad),
  closes('HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', bad),
  closes('noise', '\x80\x00\xff\n\n', bad),

  // Headers
  closes('201 headers', get('/', ...many(200)), '431 headers_too_large'),
  closes('1,100 headers', get('/', ...many(1_100)), '431 headers_too_large'),
  closes('a head over 16 KB', get('/', `X: ${'a'.repeat(17_000)}`), '431 headers_too_large'),
  closes('a space before the colon', get('/', 'X : 1'), bad),
  closes('a folded line', get('/', 'X: 1', ' 2'), bad),
  closes('a NUL in a value', get('/', 'X: a\0b'), bad),
  closes('no colon', get('/', 'X'), bad),
  closes('a bare line feed', `GET / HTTP/1.1\n${host}\n`, bad),
  closes('a bare carriage return', get('/', 'X: a\rY: b'), bad),

  // Framing
  closes('two lengths', patch('Content-Length: 3\r\nContent-Length: 3', 'abc'), bad),
  closes('a list of lengths', patch('Content-Length: 3, 3', 'abc'), bad),
  closes('a negative length', patch('Content-Length: -1', ''), bad),
  closes('a signed length', patch('Content-Length: +3', 'abc'), bad),
  closes('a huge length', patch('Content-Length: 99999999999999999999999', ''), bad),
  closes(
    'a length that only fits a double',
    patch('Content-Length: 9007199254740993', ''),
    '413 payload_too_large',
  ),
  closes('a length and chunks', patch('Content-Length: 3\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), bad),
  closes('gzip as the last coding', patch('Transfer-Encoding: gzip', 'abc'), bad),
  closes('gzip before chunked', patch('Transfer-Encoding: gzip, chunked', '0\r\n\r\n'), bad),
  closes('chunked twice', patch('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'), bad),
  closes('a coding misspelt', patch('Transfer-Encoding: xchunked', '0\r\n\r\n'), bad),
  closes('chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', bad),
  closes('a chunk size that is no number', chunked('zz\r\n'), bad),
  closes('a chunk longer than its size', chunked('3\r\nabcd\r\n0\r\n\r\n'), bad),
  closes('a chunk with 0x', chunked('0x3\r\nabc\r\n0\r\n\r\n'), bad),
  closes(
    'a body too large by its length',
    patch('Content-Length: 1001', 'a'.repeat(1_001)),
    '413 payload_too_large',
  ),
  closes(
    'a body too large in chunks',
    chunked(`800\r\n${'a'.repeat(2_048)}\r\n0\r\n\r\n`),
    '413 payload_too_large',
  ),
  { ...closes('a client that half-closes within the head', 'GET / HTTP/1.1\r\nHo', bad), halfClose: true },
  {
    ...closes('a client that half-closes within the body', patch('Content-Length: 3', 'a'), bad),
    halfClose: true,
  },
  { ...closes('a client that half-closes within a chunk', chunked('3\r\na'), bad), halfClose: true },

  // Pipelining
  open('three at once', get('/1') + get('/2') + get('/3'), '200', '200', '200'),
  open('a body in between', patch('Content-Length: 3', 'abc') + get('/2'), '200', '200'),
  closes('the second is broken', `${get('/1')}nonsense\r\n\r\n${get('/3')}`, '200', bad),
  closes('the second has no Host', `${get('/1')}GET / HTTP/1.1\r\n\r\n${get('/3')}`, '200', bad),
  closes('a broken one behind a body', `${patch('Content-Length: 3', 'abc')}nonsense\r\n\r\n`, '200', bad),
  closes('a bad chunk in the second', get('/1') + chunked('zz\r\n'), '200', bad),
  closes(
    'CONNECT behind a body',
    `${patch('Content-Length: 3', 'abc')}CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
    '200',
    '405 method_not_allowed',
  ),
  closes('more behind a close', get('/1', 'Connection: close') + get('/2'), '200'),
  closes(
    'more behind a refusal that closes',
    patch('Content-Length: 9999', 'a') + get('/2'),
    '413 payload_too_large',
  ),
  closes(
    'more behind a refused upgrade',
    get('/1', 'Connection: Upgrade', 'Upgrade: websocket') + get('/2'),
    '501 upgrade_refused',
  ),
  closes(
    'more behind a declined upgrade',
    get('/1', 'Connection: Upgrade', 'Upgrade: h2c') + get('/2'),
    '200',
  ),
];

test.each(cases)('$name: $answers', async ({ send, answers, closed, methods, halfClose, body }) => {
  const server = await start(echo);
  const client = await server.client();
  client.send(send.replaceAll('PORT', String(server.port)));
  if (halfClose === true) client.halfClose();
  const seen: string[] = [];
  let last = '';
  for (let at = 0; at < answers.length; at += 1) {
    const response = await client.response(methods?.[at]);
    last = response.body;
    const coded = response.status >= 400 && last !== '';
    seen.push(coded ? `${response.status} ${errorOf(response).code}` : String(response.status));
  }
  expect(seen).toEqual(answers);
  expect(last).toContain(body ?? '');
  if (closed === true) {
    expect(await client.ended()).toBe('end');
    expect(client.unread).toBe('');
  } else {
    client.send(`GET /still-there HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
    expect((await client.response()).body).toContain('still-there');
  }
  const other = await server.client();
  other.send(`GET /others HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  expect((await other.response()).status).toBe(200);
});

test('there are at least 60 cases', () => {
  expect(cases.length).toBeGreaterThan(60);
});

test('headers that repeat are joined, and stand as sent beside', async () => {
  const server = await start(({ headers, rawHeaders }) =>
    jsonResponse(200, JSON.stringify({ headers, rawHeaders })),
  );
  const client = await server.client();
  const lines = ['Host', `localhost:${server.port}`, 'X-API-KEY', 'a', 'x-api-key', 'b'];
  lines.push(
    'Content-Type',
    'c',
    'Content-Type',
    'd',
    'Set-Cookie',
    'e',
    'SET-COOKIE',
    'f',
    'Authorization',
    'g',
  );
  lines.push('Authorization', 'h');
  let text = 'GET / HTTP/1.1\r\n';
  for (let at = 0; at < lines.length; at += 2) text += `${lines[at]!}: ${lines[at + 1]!}\r\n`;
  const seen = JSON.parse((await client.send(`${text}\r\n`).response()).body) as Record<string, unknown>;
  expect(seen).toEqual({
    headers: {
      host: lines[1],
      'x-api-key': 'a, b',
      'content-type': 'c, d',
      'set-cookie': 'e, f',
      authorization: 'g, h',
    },
    rawHeaders: lines,
  });
});
