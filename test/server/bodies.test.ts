// Request bodies: read once, bounded, refused without being read, and broken off in every way.
import { expect, test } from 'vitest';
import { BodyTooLarge, jsonResponse } from '../../src/http/message.ts';
import type { ApiRequest, ApiResponse } from '../../src/http/message.ts';
import { ApiError } from '../../src/spec/errors.ts';
import { errorOf } from '../support/raw-http.ts';
import { echo, start } from './start.ts';

const head = (port: number, headers: string, path = '/'): string =>
  `PATCH ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}\r\n\r\n`;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

async function collect(request: ApiRequest): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request.body.stream()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('a body that comes with its head is there at once, one that comes later is waited for', async () => {
  let asked: () => void = () => undefined;
  const server = await start(async ({ body }) => {
    const bytes = body.bytes(10);
    asked();
    return jsonResponse(200, JSON.stringify([bytes instanceof Promise ? 'later' : 'now', text(await bytes)]));
  });
  const client = await server.client();
  const announced = head(server.port, 'Content-Length: 3');
  client.send(`${announced}abc`);
  expect((await client.response()).body).toBe('["now","abc"]');

  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  client.send(`${announced}a`);
  await isAsked;
  client.send('bc');
  expect((await client.response()).body).toBe('["later","abc"]');

  client.send(`${announced}abc${announced}def`);
  expect((await client.response()).body).toBe('["now","abc"]');
  expect((await client.response()).body).toBe('["now","def"]');
});

test('a second reading gives the same bytes, within its own limit', async () => {
  const server = await start(async ({ body }) => {
    const first = await body.bytes(10);
    const second = await body.bytes(10);
    const smaller = await Promise.resolve(body.bytes(2)).catch((error: unknown) => error);
    const again = { body } as ApiRequest;
    const streamed = await collect(again);
    return jsonResponse(
      200,
      JSON.stringify([text(first), first === second, smaller instanceof BodyTooLarge, streamed]),
    );
  });
  const client = await server.client();
  for (const body of [
    'Content-Length: 3\r\n\r\nabc',
    'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  ]) {
    client.send(head(server.port, body).slice(0, -4));
    expect((await client.response()).body).toBe('["abc",true,true,"abc"]');
  }
});

test('a request without a body has an empty one', async () => {
  const server = await start(async (request) => {
    const size = (await request.body.bytes(0)).length;
    return jsonResponse(200, JSON.stringify([size, await collect(request)]));
  });
  const client = await server.client();
  client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  expect((await client.response()).body).toBe('[0,""]');
});

test('a body is passed on as it arrives', async () => {
  let seen = '';
  let onPiece = (): void => undefined;
  const server = await start(async ({ body }) => {
    for await (const piece of body.stream()) {
      seen += text(piece);
      onPiece();
    }
    return jsonResponse(200, JSON.stringify(seen));
  });
  const client = await server.client();
  const piece = new Promise<void>((resolve) => {
    onPiece = resolve;
  });
  client.send(`${head(server.port, 'Transfer-Encoding: chunked')}3\r\nabc\r\n`);
  await piece;
  expect(seen).toBe('abc');
  client.send('3\r\ndef\r\n0\r\n\r\n');
  expect((await client.response()).body).toBe('"abcdef"');
  client.send(head(server.port, 'Content-Length: 1')).send('x');
  expect((await client.response()).body).toBe('"abcdefx"');
});

test('a large body reaches a slow reader whole', async () => {
  const server = await start(async ({ body }) => {
    let size = 0;
    for await (const piece of body.stream()) {
      size += piece.length;
      await new Promise(setImmediate);
    }
    return jsonResponse(200, String(size));
  });
  const client = await server.client();
  client.send(head(server.port, 'Content-Length: 3000000')).send(Buffer.alloc(3_000_000));
  expect((await client.response()).body).toBe('3000000');
});

test('a stream left early closes the connection behind the answer', async () => {
  const server = await start(async ({ body }) => {
    for await (const piece of body.stream()) return jsonResponse(200, String(piece.length));
    return jsonResponse(200, '0');
  });
  const client = await server.client();
  client.send(`${head(server.port, 'Content-Length: 10')}abc`);
  expect((await client.response()).headers.connection).toBe('close');
  expect(await client.ended()).toBe('end');
});

test.each(['bytes', 'stream'])('100 Continue is sent when the %s are asked for, not before', async (way) => {
  let ask = (): void => undefined;
  const server = await start(async (request) => {
    await new Promise<void>((resolve) => {
      ask = resolve;
    });
    return jsonResponse(200, way === 'bytes' ? text(await request.body.bytes(10)) : await collect(request));
  });
  const [client, other] = [await server.client(), await server.client()];
  client.send(head(server.port, 'Expect: 100-continue\r\nContent-Length: 2'));
  other.send('nonsense\r\n\r\n');
  await other.response(); // by now the handler has long been called
  expect(client.unread).toBe('');
  ask();
  expect((await client.response()).status).toBe(100);
  expect((await client.send('12').response()).body).toBe('12');
});

test.each(['Content-Length: 50000000', 'Transfer-Encoding: chunked'])(
  'a body over the limit (%s) is refused before it is sent, and little of it is read',
  async (framing) => {
    const server = await start(echo);
    const flood = `8000\r\n${'x'.repeat(32_768)}\r\n`;
    const client = await server.client();
    client.send(head(server.port, framing)).send(flood);
    const answer = await client.response();
    expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
    client.send(flood).send(flood);
    while (!client.socket.closed) {
      client.socket.write(flood);
      await new Promise(setImmediate);
    }
    expect(client.socket.bytesWritten).toBeLessThan(20_000_000); // what the kernel takes
  },
);

test('a client still sending when it is refused is not reset, and has aborted nothing', async () => {
  let aborted = 0;
  const server = await start(async (request) => {
    request.onAbort(() => (aborted += 1));
    await request.body.bytes(10);
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  client.send(head(server.port, 'Content-Length: 100000'));
  expect((await client.response()).status).toBe(413);
  expect(await client.ended()).toBe('end');
  const other = await server.client();
  const errors: unknown[] = [];
  client.socket.on('error', (error) => errors.push(error));
  for (let round = 0; round < 5; round += 1) {
    client.send('x'.repeat(10_000));
    other.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
    await other.response(); // gives the server time to read, or to reset
  }
  client.halfClose();
  await server.close();
  expect([errors, aborted]).toEqual([[], 0]);
});

test('an answer that comes without a large body being read closes the connection', async () => {
  const server = await start(() => ({ status: 401, headers: [], body: null }));
  const [small, large] = [await server.client(), await server.client()];
  small.send(`${head(server.port, 'Content-Length: 60000')}${'x'.repeat(60_000)}`);
  expect((await small.response()).headers.connection).toBe('keep-alive');
  large.send(`${head(server.port, 'Content-Length: 70000')}${'x'.repeat(70_000)}`);
  expect((await large.response()).headers.connection).toBe('close');
  expect(await large.ended()).toMatch(/end|reset/);
});

test.each(['bytes', 'stream'])('a body that breaks off is told to whoever reads its %s', async (way) => {
  for (const ending of ['bad chunk', 'half-close', 'leave'] as const) {
    let seen: (error: unknown) => void = () => undefined;
    const failure = new Promise((resolve) => {
      seen = resolve;
    });
    let called = (): void => undefined;
    const began = new Promise<void>((resolve) => {
      called = resolve;
    });
    const server = await start(async (request): Promise<ApiResponse> => {
      called();
      try {
        await (way === 'bytes' ? request.body.bytes(99) : collect(request));
      } catch (error) {
        seen(error);
        throw error;
      }
      return jsonResponse(200, '1');
    });
    const client = await server.client();
    client.send(`${head(server.port, 'Transfer-Encoding: chunked')}3\r\nabc\r\n`);
    await began;
    if (ending === 'bad chunk') client.send('zz\r\n');
    if (ending === 'half-close') client.halfClose();
    if (ending === 'leave') client.socket.resetAndDestroy();
    expect(await failure).toBeInstanceOf(ApiError);
    if (ending === 'leave') continue;
    expect(errorOf(await client.response()).code).toBe('invalid_http');
    expect(await client.ended()).toBe('end');
  }
});

test('a broken body behind an answer already given ends the connection and nothing else', async () => {
  const server = await start(() => jsonResponse(200, '1'));
  const client = await server.client();
  client.send(head(server.port, 'Content-Length: 10'));
  expect((await client.response()).status).toBe(200);
  client.send('abc').halfClose();
  expect(await client.ended()).toBe('end');
  expect(client.unread).toBe('');
});
