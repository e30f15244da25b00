// What the client gets, compared as bytes with what the upstream sent.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forwardTo } from '../../src/proxy/forward.ts';
import { apiRequest, bodyText, front, rawUpstream, sendRaw } from '../support/upstreams.ts';

const zipped = gzipSync('{"data":[]}').toString('latin1');
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1');

/** An answer on the wire, and what of it the handler must give: status, reason, headers, body. */
const answers: readonly (readonly [string, string, number, string, readonly string[], string | null])[] = [
  [
    'a plain answer',
    'HTTP/1.1 200 OK\r\nX: 1\r\nContent-Length: 2\r\n\r\nok',
    200,
    'OK',
    ['X', '1', 'Content-Length', '2'],
    'ok',
  ],
  [
    'a reason of its own',
    'HTTP/1.1 200 Fine \u00e9\r\nContent-Length: 0\r\n\r\n',
    200,
    'Fine \u00e9',
    ['Content-Length', '0'],
    '',
  ],
  [
    'a reason with bytes that HTTP does not allow, which is dropped',
    'HTTP/1.1 200 a\u0001b\u007f\r\nContent-Length: 0\r\n\r\n',
    200,
    '',
    ['Content-Length', '0'],
    '',
  ],
  [
    'a header name of 5,001 characters',
    `HTTP/1.1 200 OK\r\n${'x'.repeat(5001)}: 1\r\nContent-Length: 0\r\n\r\n`,
    200,
    'OK',
    ['x'.repeat(5001), '1', 'Content-Length', '0'],
    '',
  ],
  ['no reason', 'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n', 200, '', ['Content-Length', '0'], ''],
  [
    'a status nobody knows',
    'HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n',
    799,
    'Odd',
    ['Content-Length', '0'],
    '',
  ],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n',
    200,
    'OK',
    [],
    'abc',
  ],
  [
    'chunks with trailers, which are dropped',
    'HTTP/1.1 200 OK\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-T: 1\r\n\r\n',
    200,
    'OK',
    [],
    'a',
  ],
  [
    'compression left alone',
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n${zipped}`,
    200,
    'OK',
    ['Content-Encoding', 'gzip', 'Content-Length', String(zipped.length)],
    zipped,
  ],
  [
    'every byte',
    `HTTP/1.1 200 OK\r\nContent-Length: 256\r\n\r\n${everyByte}`,
    200,
    'OK',
    ['Content-Length', '256'],
    everyByte,
  ],
  ['204', 'HTTP/1.1 204 No Content\r\nX: 1\r\n\r\n', 204, 'No Content', ['X', '1'], null],
  [
    '304 with a length',
    'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 9\r\n\r\n',
    304,
    'Not Modified',
    ['ETag', '"a"', 'Content-Length', '9'],
    null,
  ],
  [
    'a hint before the answer, which is dropped',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    200,
    'OK',
    ['Content-Length', '0'],
    '',
  ],
  [
    'a 100 that nobody asked for',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    200,
    'OK',
    ['Content-Length', '0'],
    '',
  ],
  [
    'headers beyond ASCII',
    'HTTP/1.1 200 OK\r\nX: \u00c3\u00a9\r\nContent-Length: 0\r\n\r\n',
    200,
    'OK',
    ['X', '\u00c3\u00a9', 'Content-Length', '0'],
    '',
  ],
  [
    'empty and repeated values',
    'HTTP/1.1 200 OK\r\nX:\r\nVary: a\r\nvary: b\r\nContent-Length: 0\r\n\r\n',
    200,
    'OK',
    ['X', '', 'Vary', 'a', 'vary', 'b', 'Content-Length', '0'],
    '',
  ],
  [
    'an error with headers',
    'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 2\r\n\r\n{}',
    429,
    'Too Many Requests',
    ['Retry-After', '1', 'Content-Length', '2'],
    '{}',
  ],
];

test.for(answers)('the answer passes through: %s', async ([, wire, status, reason, headers, body]) => {
  await using upstream = await rawUpstream(Buffer.from(wire, 'latin1'));
  const handler = forwardTo(upstream.url);
  const answer = await handler(apiRequest());
  expect(answer).toMatchObject({ status, reason, headers, verbatim: true });
  if (body === null) expect(answer.body).toBeNull();
  else expect(await bodyText(answer)).toBe(body);
  handler.close();
});

test.for(answers)(
  'the client gets the same head and body: %s',
  async ([, wire, status, reason, headers, body]) => {
    await using upstream = await rawUpstream(Buffer.from(wire, 'latin1'));
    const handler = forwardTo(upstream.url);
    await using door = await front(handler);
    const seen = await sendRaw(door.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let lines = '';
    for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]!}: ${headers[at + 1]!}\r\n`;
    expect(seen.end).toBe('fin');
    expect(seen.text.slice(0, seen.text.indexOf('\r\n\r\n') + 4)).toBe(
      `HTTP/1.1 ${status} ${reason}\r\n${lines}Connection: close\r\n${lines.includes('Content-Length') || body === null ? '' : 'Transfer-Encoding: chunked\r\n'}\r\n`,
    );
    if (lines.includes('Content-Length'))
      expect(seen.text.slice(seen.text.indexOf('\r\n\r\n') + 4)).toBe(body ?? '');
    handler.close();
  },
);

test('an answer that only the end of the connection ends is whole then', async () => {
  for (const version of ['1.0', '1.1']) {
    await using upstream = await rawUpstream((socket) =>
      socket.end(`HTTP/${version} 200 OK\r\nX: 1\r\n\r\nabc`),
    );
    const handler = forwardTo(upstream.url);
    const answer = await handler(apiRequest());
    expect(answer.headers).toEqual(['X', '1']);
    expect(await bodyText(answer)).toBe('abc');
    handler.close();
  }
});

test('a HEAD request is answered with the head alone, and the connection serves the next request', async () => {
  await using upstream = await rawUpstream((socket, request) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n${request.startsWith('HEAD') ? '' : 'abc'}`),
  );
  const handler = forwardTo(upstream.url);
  await using door = await front(handler);
  const head = await sendRaw(door.port, 'HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(head.text).toBe('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n');
  const get = await sendRaw(door.port, 'GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(get.text).toMatch(/\r\n\r\nabc$/);
  expect(upstream.sockets.length).toBe(1);
  handler.close();
});

test('guard h: a redirect is returned and never followed', async () => {
  await using other = await rawUpstream('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  for (const status of [301, 302, 303, 307, 308]) {
    await using upstream = await rawUpstream(
      `HTTP/1.1 ${status} Moved\r\nLocation: ${other.url.href}\r\nContent-Length: 0\r\n\r\n`,
    );
    const handler = forwardTo(upstream.url);
    const answer = await handler(apiRequest({ rawHeaders: ['Host', 'x', 'X-API-KEY', 'k'] }));
    expect(answer).toMatchObject({ status, headers: ['Location', other.url.href, 'Content-Length', '0'] });
    handler.close();
  }
  expect(other.received).toEqual([]);
});

test.each(['099', '000', '101'])('a status of %s ends no request, so it is a 502', async (status) => {
  await using upstream = await rawUpstream(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`);
  const handler = forwardTo(upstream.url);
  await expect(handler(apiRequest())).rejects.toMatchObject({ status: 502 });
  handler.close();
});
