// What the upstream receives, compared as bytes with what the client sent.
import { expect, test } from 'vitest';
import { forwardTo } from '../../src/proxy/forward.ts';
import { apiRequest, front, ok, pieces, rawUpstream, sendRaw } from '../support/upstreams.ts';

const json = '{"price":"1.00"}';

/** A request without its Host line, and what the upstream receives behind its own. */
const requests: readonly (readonly [string, string, string])[] = [
  [
    'GET /a?b=c HTTP/1.1\r\nX-API-KEY: k\r\n\r\n',
    'GET /a?b=c HTTP/1.1',
    'X-API-KEY: k\r\nConnection: keep-alive\r\n\r\n',
  ],
  [
    `PUT /a HTTP/1.1\r\nContent-Length: 16\r\n\r\n${json}`,
    'PUT /a HTTP/1.1',
    `Content-Length: 16\r\nConnection: keep-alive\r\n\r\n${json}`,
  ],
  [
    `PATCH /a HTTP/1.1\r\nContent-Length: 16\r\n\r\n${json}`,
    'PATCH /a HTTP/1.1',
    `Content-Length: 16\r\nConnection: close\r\n\r\n${json}`,
  ],
  [
    `DELETE /a HTTP/1.1\r\nContent-Length: 16\r\n\r\n${json}`,
    'DELETE /a HTTP/1.1',
    `Content-Length: 16\r\nConnection: keep-alive\r\n\r\n${json}`,
  ],
  [
    `GET /a HTTP/1.1\r\nContent-Length: 16\r\n\r\n${json}`,
    'GET /a HTTP/1.1',
    `Content-Length: 16\r\nConnection: keep-alive\r\n\r\n${json}`,
  ],
  ['DELETE /a HTTP/1.1\r\n\r\n', 'DELETE /a HTTP/1.1', 'Connection: keep-alive\r\n\r\n'],
  [
    'OPTIONS /a HTTP/1.1\r\nOrigin: http://a\r\n\r\n',
    'OPTIONS /a HTTP/1.1',
    'Origin: http://a\r\nConnection: keep-alive\r\n\r\n',
  ],
  ['TRACE /a HTTP/1.1\r\n\r\n', 'TRACE /a HTTP/1.1', 'Connection: keep-alive\r\n\r\n'],
  ['POST /a HTTP/1.1\r\n\r\n', 'POST /a HTTP/1.1', 'Content-Length: 0\r\nConnection: close\r\n\r\n'],
  [
    'PATCH /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n',
    'PATCH /a HTTP/1.1',
    'Content-Length: 0\r\nConnection: close\r\n\r\n',
  ],
  [
    'POST /a HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    'POST /a HTTP/1.1',
    'transfer-encoding: Chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  ],
  [
    'GET /a HTTP/1.1\r\nX: \u00c3\u00a9\r\nY:\r\n\r\n',
    'GET /a HTTP/1.1',
    'X: \u00c3\u00a9\r\nY: \r\nConnection: keep-alive\r\n\r\n',
  ],
];

test.for(requests)('the upstream receives what was sent: %j', async ([sent, line, rest]) => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url);
  await using door = await front(handler);
  await sendRaw(door.port, sent.replace('\r\n', '\r\nHost: mock\r\n'), /ok$/);
  expect(upstream.received).toEqual([`${line}\r\nHost: ${upstream.host}\r\n${rest}`]);
  handler.close();
});

test('the path of the upstream goes before that of the request', async () => {
  await using upstream = await rawUpstream('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  for (const base of ['/api', '/api/']) {
    const handler = forwardTo(new URL(base, upstream.url));
    await handler(apiRequest({ target: '//v1?a=b' }));
    expect(upstream.received.at(-1)!.split('\r\n')[0]).toBe('GET /api//v1?a=b HTTP/1.1');
    handler.close();
  }
});

test('a request without Host gets one, and of several only the first place is kept', async () => {
  await using upstream = await rawUpstream('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  const handler = forwardTo(upstream.url);
  await handler(apiRequest({ rawHeaders: ['A', '1'] }));
  await handler(apiRequest({ rawHeaders: ['A', '1', 'host', 'x', 'Host', 'y'] }));
  const rest = 'Connection: keep-alive\r\n\r\n';
  expect(upstream.received.join('')).toBe(
    `GET / HTTP/1.1\r\nHost: ${upstream.host}\r\nA: 1\r\n${rest}GET / HTTP/1.1\r\nA: 1\r\nhost: ${upstream.host}\r\n${rest}`,
  );
  handler.close();
});

test('more than a thousand headers pass, both ways', async () => {
  const many = Array.from({ length: 1500 }, (_, at) => `a: ${at}\r\n`).join('');
  await using upstream = await rawUpstream(`HTTP/1.1 200 OK\r\n${many}Content-Length: 0\r\n\r\n`);
  const handler = forwardTo(upstream.url);
  const rawHeaders = Array.from({ length: 1500 }, (_, at) => ['a', String(at)]).flat();
  const answer = await handler(apiRequest({ rawHeaders }));
  expect(answer.headers.length).toBe(3002);
  expect(upstream.received[0]).toContain(many);
  handler.close();
});

test.for([
  ['two lengths', ['Content-Length', '1', 'Content-Length', '1']],
  ['a length that is no number', ['Content-Length', '1, 1']],
  ['a length beside chunks', ['Content-Length', '1', 'Transfer-Encoding', 'chunked']],
  ['a coding that does not end in chunks', ['Transfer-Encoding', 'chunked, gzip']],
  ['a value that breaks the line', ['X', 'a\r\nContent-Length: 3']],
  ['a name that is none', ['X Y', 'a']],
] as const)('a request that another door lets in is refused: %s', async ([, pairs]) => {
  await using upstream = await rawUpstream('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  const handler = forwardTo(upstream.url);
  const request = apiRequest({ method: 'POST', rawHeaders: ['Host', 'x', ...pairs], body: pieces('a') });
  await expect(handler(request)).rejects.toMatchObject({ status: 400 });
  expect(upstream.received.join('')).toBe('');
  handler.close();
});

test.for(['abcdef', 'a'])(
  'a body that differs from its length starts no second request: %s',
  async (text) => {
    await using upstream = await rawUpstream('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    const handler = forwardTo(upstream.url);
    const request = apiRequest({
      method: 'PUT',
      rawHeaders: ['Host', 'x', 'Content-Length', '3'],
      body: pieces(text),
    });
    await expect(handler(request)).rejects.toMatchObject({ status: 400 });
    expect(upstream.received.join('')).not.toContain('abcdef');
    handler.close();
  },
);
