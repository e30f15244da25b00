// Bodies pass piece by piece: events at once, large ones with flat memory and back-pressure, both ways.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { forwardTo } from '../../src/proxy/forward.ts';
import type { ByteStream } from '../../src/http/message.ts';
import { heldMemory } from '../support/memory.ts';
import { amount } from '../support/soak.ts';
import {
  apiRequest,
  bodyText,
  drained,
  eventually,
  front,
  ok,
  rawUpstream,
  tcpUpstream,
} from '../support/upstreams.ts';

const megabyte = 1024 * 1024;
const size = amount(16, 256) * megabyte;
/** What may be held at any time, both ends in this process and the kernel's buffers included. */
const held = 32 * megabyte;
const piece = Buffer.alloc(64 * 1024, 'x');

/** Writes until the size is reached, as fast as the socket takes it. */
async function pour(socket: Socket): Promise<void> {
  for (let sent = 0; sent < size && !socket.destroyed; sent += piece.length) {
    if (!socket.write(piece)) await drained(socket);
  }
}

/** The most bytes held in buffers, looked at each time so many have passed. */
function watchMemory() {
  const before = heldMemory().arrayBuffers;
  let left = 0;
  return {
    most: 0,
    passed(length: number): void {
      left -= length;
      if (left > 0) return;
      left = 4 * megabyte;
      this.most = Math.max(this.most, heldMemory().arrayBuffers - before);
    },
  };
}

test('the head and each event reach the client before the next event is sent', async () => {
  let socket: Socket | undefined;
  await using upstream = await rawUpstream((accepted) => {
    socket = accepted;
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
  });
  const handler = forwardTo(upstream.url);
  await using door = await front(handler);
  const request = http.get({ port: door.port, host: '127.0.0.1', agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    socket!.write(`${event.length.toString(16)}\r\n${event}\r\n`);
    expect(String((await once(response, 'data'))[0])).toBe(event);
  }
  socket!.write('0\r\n\r\n');
  await once(response, 'end');
  handler.close();
});

test('the upstream stops when the client does not read, and a large answer leaves memory flat', async () => {
  await using upstream = await rawUpstream((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
    void pour(socket);
  });
  const handler = forwardTo(upstream.url);
  await using door = await front(handler);
  const watch = watchMemory();
  const client = net.connect(door.port, '127.0.0.1');
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await eventually(() => upstream.sockets[0]?.writableNeedDrain ?? false);
  const stalledAt = await settled(() => upstream.sockets[0]!.bytesWritten);
  expect(stalledAt).toBeLessThan(held); // the rest is what the kernel's buffers hold
  expect(upstream.sockets[0]!.writableNeedDrain).toBe(true);
  let received = 0;
  client.on('data', (data) => {
    received += data.length;
    watch.passed(data.length);
  });
  client.resume();
  await once(client, 'close');
  expect(received).toBeGreaterThan(size);
  expect(watch.most).toBeLessThan(held);
  handler.close();
});

test('the client stops when the upstream does not read, and a large request leaves memory flat', async () => {
  await using upstream = await tcpUpstream((socket) => socket.pause());
  const handler = forwardTo(upstream.url);
  await using door = await front(handler);
  const client = net.connect(door.port, '127.0.0.1');
  client.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
  const poured = pour(client);
  await eventually(() => client.writableNeedDrain);
  const stalledAt = await settled(() => client.bytesWritten);
  expect(stalledAt).toBeLessThan(held);
  const watch = watchMemory();
  let received = 0;
  const socket = upstream.sockets[0]!;
  socket.on('data', (data) => {
    received += data.length;
    watch.passed(data.length);
    if (received >= size) socket.end(ok);
  });
  socket.resume();
  await poured;
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK[^]*ok$/);
  expect(received).toBeGreaterThan(size);
  expect(watch.most).toBeLessThan(held);
  client.destroy();
  handler.close();
});

test('the upstream is left when the reader stops, before its first piece or behind it', async () => {
  await using upstream = await rawUpstream((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
    void pour(socket);
  });
  const handler = forwardTo(upstream.url);
  const first = (await handler(apiRequest())).body as ByteStream;
  await first[Symbol.asyncIterator]().return!();
  await upstream.closed(0);
  for await (const chunk of (await handler(apiRequest())).body as ByteStream) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await upstream.closed(1);
  handler.close();
});

test('a body whose client has left does not end as if it were whole', async () => {
  // All of it has arrived, but is not read yet: Node drains what it destroys. (With a length it would be read already.)
  await using upstream = await rawUpstream(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  );
  const handler = forwardTo(upstream.url);
  let leave: () => void = () => undefined;
  const answer = await handler(apiRequest({ onAbort: (callback) => (leave = callback) }));
  const iterator = (answer.body as ByteStream)[Symbol.asyncIterator]();
  leave();
  await expect(iterator.next().then(() => iterator.next())).rejects.toThrow();
  handler.close();
});

test('an answer before the whole request has arrived is passed on at once', async () => {
  await using upstream = await tcpUpstream((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 413 Payload Too Large\r\nContent-Length: 2\r\n\r\n{}'));
  });
  const handler = forwardTo(upstream.url);
  async function* endless(): ByteStream {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield Buffer.from('3');
    }
  }
  const rawHeaders = ['Host', 'x', 'Content-Length', '1000000'];
  const answer = await handler(apiRequest({ method: 'PUT', rawHeaders, body: endless() }));
  expect(answer.status).toBe(413);
  await new Promise((resolve) => setTimeout(resolve, 100)); // writes fail by now
  expect(await bodyText(answer)).toBe('{}');
  handler.close();
});

test('an answer that has arrived whole is not lost when the connection breaks behind it', async () => {
  await using upstream = await tcpUpstream((socket) => {
    socket.once('data', () => {
      socket.write(ok);
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
  });
  const handler = forwardTo(upstream.url);
  const answer = await handler(apiRequest());
  await upstream.closed(0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await bodyText(answer)).toBe('ok');
  handler.close();
});

/** The value, once it has not changed for 200 ms. */
async function settled(value: () => number): Promise<number> {
  for (let last = -1; last !== value();) {
    last = value();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return value();
}
