// Which connection a request takes, when it is sent once more, and how a loop is noticed.
import http from 'node:http';
import { expect, test } from 'vitest';
import { forwardTo } from '../../src/proxy/forward.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../src/http/message.ts';
import {
  apiRequest,
  bodyText,
  eventually,
  front,
  ok,
  pieces,
  rawUpstream,
  sendRaw,
} from '../support/upstreams.ts';

test('requests that may be repeated share a connection', async () => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url);
  for (const method of ['GET', 'DELETE', 'OPTIONS']) await bodyText(await handler(apiRequest({ method })));
  expect(upstream.sockets.length).toBe(1);
  handler.close();
  await upstream.closed(0);
});

test('requests at once have a connection each, and those that follow take them again', async () => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url);
  for (let round = 0; round < 3; round += 1) {
    const answers = Array.from({ length: 5 }, async () => bodyText(await handler(apiRequest())));
    expect(await Promise.all(answers)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  }
  expect(upstream.sockets.length).toBe(5);
  handler.close();
  await Promise.all(upstream.sockets.map((_, connection) => upstream.closed(connection)));
});

test('a connection that the upstream has closed meanwhile is not taken again', async () => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url);
  const both = (): Promise<unknown> =>
    Promise.all([handler(apiRequest()), handler(apiRequest())].map(async (answer) => bodyText(await answer)));
  await both();
  for (const socket of upstream.sockets) socket.end();
  await Promise.all([upstream.closed(0), upstream.closed(1)]);
  await both();
  expect(upstream.sockets.length).toBe(4);
  expect(upstream.received.map((wire) => wire.split('HTTP/1.1').length - 1)).toEqual([1, 1, 1, 1]);
  handler.close();
});

test('guard g: a chunked request, and a write that must not be repeated, have one of their own', async () => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url, { mostUnanswered: 1 });
  const chunked = { rawHeaders: ['Host', 'x', 'Transfer-Encoding', 'chunked'] };
  const length = { rawHeaders: ['Host', 'x', 'Content-Length', '1'] };
  const all: readonly (() => ApiRequest)[] = [
    () => apiRequest({ ...chunked, method: 'DELETE', body: pieces('a') }),
    () => apiRequest({ ...chunked, method: 'POST', body: pieces('a') }),
    () => apiRequest({ ...length, method: 'PATCH', body: pieces('a') }),
  ];
  // All at once, so that they queue: a queue must not hand the connection on either.
  await Promise.all([...all, ...all].map(async (make) => bodyText(await handler(make()))));
  expect(upstream.sockets.length).toBe(6);
  for (const wire of upstream.received) expect(wire).toContain('\r\nConnection: close\r\n');
  handler.close();
});

test('a kept connection that the upstream is just closing costs one more try, not an error', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    await using upstream = await rawUpstream((socket, _, count) => {
      if (count === 2) socket.destroy();
      else socket.write(ok);
    });
    const handler = forwardTo(upstream.url);
    await bodyText(await handler(apiRequest()));
    expect(
      await bodyText(await handler(apiRequest({ method, rawHeaders: ['Host', 'x', 'Content-Length', '0'] }))),
    ).toBe('ok');
    expect(upstream.received.join('').split('HTTP/1.1').length - 1).toBe(3);
    handler.close();
  }
});

test('the second try does not meet another connection that is just closing', async () => {
  await using upstream = await rawUpstream((socket) => setTimeout(() => socket.write(ok), 20));
  const handler = forwardTo(upstream.url);
  await Promise.all([1, 2].map(async () => bodyText(await handler(apiRequest()))));
  for (const socket of upstream.sockets) socket.removeAllListeners('data').on('data', () => socket.destroy());
  expect(await bodyText(await handler(apiRequest()))).toBe('ok');
  expect(upstream.sockets.length).toBe(3);
  handler.close();
});

test('a fresh connection that breaks, or a second break, is told and not tried again', async () => {
  await using upstream = await rawUpstream((socket, _, count) => {
    if (count === 2) socket.write(ok);
    else socket.destroy();
  });
  const handler = forwardTo(upstream.url);
  await expect(handler(apiRequest())).rejects.toMatchObject({ status: 502 });
  expect(upstream.sockets.length).toBe(1);
  await bodyText(await handler(apiRequest()));
  await expect(handler(apiRequest())).rejects.toMatchObject({ status: 502 });
  expect(upstream.received.join('').split('HTTP/1.1').length - 1).toBe(4);
  handler.close();
});

test('a PATCH is never sent twice', async () => {
  await using upstream = await rawUpstream((socket, request) => {
    if (request.startsWith('PATCH')) socket.destroy();
    else socket.write(ok);
  });
  const handler = forwardTo(upstream.url);
  await bodyText(await handler(apiRequest()));
  await expect(handler(apiRequest({ method: 'PATCH' }))).rejects.toMatchObject({ status: 502 });
  expect(upstream.received.join('').split('PATCH').length - 1).toBe(1);
  handler.close();
});

test('answers that nobody reads hold up no other request', async () => {
  const endless = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n';
  await using upstream = await rawUpstream((socket, request) => {
    socket.write(request.includes('/endless') ? endless : ok);
  });
  const handler = forwardTo(upstream.url, { mostUnanswered: 2 });
  for (let count = 0; count < 5; count += 1) {
    expect((await handler(apiRequest({ target: '/endless' }))).status).toBe(200);
  }
  for (const method of ['GET', 'PATCH']) {
    expect(await bodyText(await handler(apiRequest({ method })))).toBe('ok');
  }
  handler.close();
});

test('requests beyond the most that may be unanswered wait, and one whose client leaves there is never sent', async () => {
  await using upstream = await rawUpstream((socket) => setTimeout(() => socket.write(ok), 100));
  const handler = forwardTo(upstream.url, { mostUnanswered: 1 });
  const first = handler(apiRequest({ target: '/first' }));
  let leave: () => void = () => undefined;
  const second = handler(apiRequest({ target: '/second', onAbort: (callback) => (leave = callback) }));
  const third = handler(apiRequest({ target: '/third' }));
  leave();
  await expect(second).rejects.toMatchObject({ details: { headers: ['X-Mock-Error', 'client_gone'] } });
  await bodyText(await first);
  expect(await bodyText(await third)).toBe('ok');
  expect(upstream.received.join('')).not.toContain('/second');
  expect(upstream.sockets.length).toBe(1);
  handler.close();
});

test('a request that comes back is answered with 502 upstream_loop', async () => {
  let forward: Handler = () => expect.unreachable();
  let passages = 0;
  await using door = await front((request) => {
    passages += 1;
    return forward(request);
  });
  const handler = forwardTo(new URL(`http://localhost:${door.port}`), { timeoutMs: 2000 });
  forward = handler;
  const seen = await sendRaw(door.port, `GET / HTTP/1.1\r\nHost: ${door.host}\r\n\r\n`);
  expect(seen.text).toMatch(/^HTTP\/1.1 502 [^]*X-Mock-Error: upstream_loop/);
  expect(passages).toBeLessThan(5);
  handler.close();
});

test('a circle of two recorders ends when all places are taken', async () => {
  let [here, there]: [Handler, Handler] = [() => expect.unreachable(), () => expect.unreachable()];
  let passages = 0;
  const count =
    (handler: () => Handler) =>
    (request: ApiRequest): ApiResponse | Promise<ApiResponse> => {
      passages += 1;
      return handler()(request);
    };
  await using one = await front(count(() => here));
  await using other = await front(count(() => there));
  const options = { timeoutMs: 300, mostUnanswered: 8 };
  const handlers = [other, one].map(({ host }) => forwardTo(new URL(`http://${host}`), options));
  [here, there] = [handlers[0]!, handlers[1]!];
  const seen = await sendRaw(one.port, `GET / HTTP/1.1\r\nHost: ${one.host}\r\n\r\n`);
  expect(seen.text).toMatch(/^HTTP\/1.1 504 [^]*X-Mock-Error: upstream_timeout/);
  expect(passages).toBeLessThanOrEqual(17);
  for (const handler of handlers) handler.close();
});

test('a Host that is the upstream`s own is no loop when the upstream is another server', async () => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url);
  await bodyText(await handler(apiRequest()));
  const sockets = Object.values(http.globalAgent.freeSockets);
  expect(sockets).toEqual([]); // nothing goes through the process-wide agent
  handler.close();
});

test('two hundred requests over one handler leave no listener and no connection behind', async () => {
  await using upstream = await rawUpstream(ok);
  const handler = forwardTo(upstream.url, { mostUnanswered: 4 });
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  await Promise.all(Array.from({ length: 200 }, async () => bodyText(await handler(apiRequest()))));
  await eventually(() => upstream.sockets.length <= 4);
  expect(warnings).toEqual([]);
  process.off('warning', note);
  handler.close();
  await Promise.all(upstream.sockets.map((_, connection) => upstream.closed(connection)));
});
