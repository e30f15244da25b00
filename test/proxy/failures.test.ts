// Every failure of an upstream, and the answer that tells it.
import { expect, test } from 'vitest';
import { errorResponse } from '../../src/spec/errors.ts';
import type { ApiError } from '../../src/spec/errors.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { forwardTo, parseUpstream, UpstreamBroke } from '../../src/proxy/forward.ts';
import { headerValue } from '../../src/http/message.ts';
import type { Handler } from '../../src/http/message.ts';
import { apiRequest, bodyText, ok, rawUpstream, tcpUpstream } from '../support/upstreams.ts';

const secretTarget = '/v1/listings?token=s3cr3t';
const withKey = () => apiRequest({ target: secretTarget, rawHeaders: ['Host', 'x', 'X-API-KEY', 'k3y'] });

/** The answer that the client would get, after the checks that hold for every failure. */
async function failure(
  handler: Handler,
): Promise<{ status: number; name: string | undefined; message: string }> {
  const error = await Promise.resolve(handler(withKey())).then(
    () => expect.unreachable('it answered'),
    (thrown: unknown) => thrown as ApiError,
  );
  const answer = errorResponse(error, createSettings(), 'http://mock');
  expect(JSON.stringify(answer)).not.toMatch(/s3cr3t|k3y/);
  return { status: answer.status, name: headerValue(answer.headers, 'x-mock-error'), message: error.message };
}

test('nobody listens: 502 upstream_unreachable', async () => {
  const upstream = await tcpUpstream(() => undefined);
  await upstream[Symbol.asyncDispose]();
  const handler = forwardTo(upstream.url);
  expect(await failure(handler)).toEqual({
    status: 502,
    name: 'upstream_unreachable',
    message: `The upstream ${upstream.host} cannot be reached (ECONNREFUSED).`,
  });
  handler.close();
});

test('several addresses, none of which answers: 502 upstream_unreachable', async () => {
  const upstream = await tcpUpstream(() => undefined);
  await upstream[Symbol.asyncDispose]();
  const handler = forwardTo(new URL(`http://upstream.test:${upstream.url.port}`), {
    lookup: (_, options, callback) => {
      const both = [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ];
      if (options.all === true) callback(null, both);
      else callback(null, '127.0.0.1', 4);
    },
  });
  expect(await failure(handler)).toMatchObject({ status: 502, name: 'upstream_unreachable' });
  handler.close();
});

test('a name that does not resolve: 502 upstream_unreachable', async () => {
  const handler = forwardTo(parseUpstream('http://upstream.invalid'), {
    lookup: (hostname, _, callback) => {
      const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`);
      callback(Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), '');
    },
  });
  expect(await failure(handler)).toEqual({
    status: 502,
    name: 'upstream_unreachable',
    message: 'The upstream upstream.invalid cannot be reached (ENOTFOUND).',
  });
  handler.close();
});

test.for([
  ['a reset', (socket: { resetAndDestroy(): unknown }) => socket.resetAndDestroy()],
  ['a close', (socket: { end(): unknown }) => socket.end()],
  ['a close within the head', (socket: { end(text: string): unknown }) => socket.end('HTTP/1.1 200 OK\r\nX')],
  ['garbage', (socket: { write(text: string): unknown }) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')],
  [
    'a length beside chunks',
    (socket: { write(text: string): unknown }) =>
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
      ),
  ],
  [
    'two lengths',
    (socket: { write(text: string): unknown }) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 2\r\n\r\nabc'),
  ],
  [
    'a head of 20 KB',
    (socket: { write(text: string): unknown }) =>
      socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`),
  ],
  [
    'a coding that nobody asked for',
    (socket: { write(text: string): unknown }) =>
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'),
  ],
  [
    'another protocol that nobody asked for',
    (socket: { write(text: string): unknown }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'),
  ],
] as const)('before the head is whole, %s: 502 upstream_broke', async ([, answer]) => {
  await using upstream = await rawUpstream((socket) => {
    answer(socket);
  });
  const handler = forwardTo(upstream.url);
  const { status, name, message } = await failure(handler);
  expect({ status, name }).toEqual({ status: 502, name: 'upstream_broke' });
  expect(message).toContain(upstream.host);
  handler.close();
  await upstream.closed(0);
});

test.for([
  ['a reset', '3\r\nabc\r\n', 'reset'],
  ['a close', '3\r\nabc\r\n', 'end'],
  ['a chunk size that is none', '3\r\nabc\r\nzz\r\n', 'write'],
  ['silence', '3\r\nabc\r\n', 'write'],
] as const)('behind the head, %s: the body throws UpstreamBroke', async ([what, chunks, then]) => {
  await using upstream = await rawUpstream((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    setTimeout(() => {
      if (then === 'reset') socket.resetAndDestroy();
      if (then === 'end') socket.end();
    }, 20);
  });
  // Short only where it is what ends the body: on a busy machine it would come before the others.
  const handler = forwardTo(upstream.url, { timeoutMs: what === 'silence' ? 100 : 10_000 });
  const answer = await handler(withKey());
  const error: unknown = await bodyText(answer).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UpstreamBroke);
  expect(error).toMatchObject({ failure: what === 'silence' ? 'upstream_timeout' : 'upstream_broke' });
  expect((error as Error).message).toContain(upstream.host);
  expect(String((error as Error).stack)).not.toMatch(/s3cr3t|k3y/);
  await upstream.closed(0);
  handler.close();
});

test('a client that takes its time is not the silence of the upstream', async () => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url, { timeoutMs: 60 });
  async function* slow() {
    for (const text of ['a', 'b', 'c']) {
      await new Promise((resolve) => setTimeout(resolve, 80));
      yield Buffer.from(text);
    }
  }
  const rawHeaders = ['Host', 'x', 'Content-Length', '3'];
  const answer = await handler(apiRequest({ method: 'PUT', rawHeaders, body: slow() }));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await bodyText(answer)).toBe('ok');
  handler.close();
});

test('a body that the client breaks off ends the request to the upstream', async () => {
  await using upstream = await rawUpstream(() => undefined);
  const handler = forwardTo(upstream.url);
  async function* broken() {
    yield await Promise.resolve(Buffer.from('a'));
    throw new Error('aborted');
  }
  const rawHeaders = ['Host', 'x', 'Content-Length', '3'];
  await expect(handler(apiRequest({ method: 'PUT', rawHeaders, body: broken() }))).rejects.toThrow('aborted');
  handler.close();
});
