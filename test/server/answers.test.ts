// From the plain answer to the wire: framing, streams, broken answers, answers that cannot be.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/spec/errors.ts';
import type { ApiResponse, ByteStream, Handler } from '../../src/http/message.ts';
import { errorOf } from '../support/raw-http.ts';
import type { RawResponse } from '../support/raw-http.ts';
import { settings, start } from './start.ts';

const plain = (more: Partial<ApiResponse>): ApiResponse => ({
  status: 200,
  headers: [],
  body: 'abcd',
  ...more,
});

async function ask(answer: ApiResponse, method = 'GET'): Promise<RawResponse> {
  const server = await start(() => answer);
  const client = await server.client();
  return client.send(`${method} / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`).response(method);
}

async function* pieces(...texts: string[]): ByteStream {
  for (const text of texts) {
    await setTimeout(0);
    yield Buffer.from(text);
  }
}

test('text is measured in bytes', async () => {
  const answer = await ask(plain({ body: 'pièce' }));
  expect(answer.headers['content-length']).toBe('6');
  expect(answer.body).toBe('pièce');
});

test('bytes, nothing and other reasons are sent as they are', async () => {
  expect((await ask(plain({ body: Buffer.from('xyz') }))).body).toBe('xyz');
  expect((await ask(plain({ body: null }))).headers['content-length']).toBe('0');
  expect((await ask(plain({ status: 299, reason: 'As I Say' }))).reason).toBe('As I Say');
});

test('headers keep their case, order and number, and Content-Length its place and case', async () => {
  const headers = ['X-b', '1', 'content-LENGTH', '4', 'Set-Cookie', 'a', 'set-cookie', 'b'];
  const { rawHeaders } = await ask(plain({ headers, verbatim: true }));
  expect(rawHeaders.slice(0, 8)).toEqual(headers);
  expect(rawHeaders.filter((name) => name.toLowerCase() === 'date')).toEqual([]);
});

test('framing is the edge’s own, whatever the handler says', async () => {
  const lied = await ask(
    plain({ headers: ['Content-Length', '2', 'Content-Length', '3', 'Transfer-Encoding', 'chunked'] }),
  );
  expect(lied.headers['content-length']).toBe('4');
  expect(lied.headers).not.toHaveProperty('transfer-encoding');
  expect(lied.body).toBe('abcd');
});

test('HEAD tells the length and sends no body', async () => {
  expect((await ask(plain({}), 'HEAD')).headers['content-length']).toBe('4');
  expect(
    (await ask(plain({ body: null, headers: ['Content-Length', '77'] }), 'HEAD')).headers['content-length'],
  ).toBe('77');
  expect((await ask(plain({ body: pieces('a') }), 'HEAD')).headers).not.toHaveProperty('content-length');
});

test('204 and 304 have neither body nor length', async () => {
  for (const status of [204, 304]) {
    const answer = await ask(plain({ status, headers: ['Content-Length', '4'] }));
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.headers).not.toHaveProperty('transfer-encoding');
  }
});

test('a header of somebody else keeps its bytes beside a text body', async () => {
  const server = await start(() => plain({ headers: ['X-Name', '\xe9'], body: 'é', verbatim: true }));
  const client = await server.client();
  const answer = await client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`).response();
  expect(answer.headers['x-name']).toBe('\xe9');
  expect(answer.body).toBe('é');
});

test('a streamed answer that is passed on keeps the bytes above 0x7F in its headers', async () => {
  const server = await start(() =>
    plain({ headers: ['X-Name', '\xe9'], body: pieces('a', 'b'), verbatim: true }),
  );
  const client = await server.client();
  const answer = await client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`).response();
  expect([answer.headers['x-name'], answer.body]).toEqual(['\xe9', 'ab']);
});

test('a stream is sent in chunks, or under the length that it announces', async () => {
  const chunked = await ask(plain({ body: pieces('ab', '', 'c') }));
  expect(chunked.headers['transfer-encoding']).toBe('chunked');
  expect(chunked.body).toBe('abc');
  const announced = await ask(plain({ body: pieces('ab', 'c'), headers: ['Content-Length', '3'] }));
  expect(announced.headers['content-length']).toBe('3');
  expect(announced.body).toBe('abc');
});

test('the head of a stream does not wait for its first piece, nor that for the second', async () => {
  let release = (): void => undefined;
  const server = await start(() =>
    plain({
      body: (async function* () {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        yield Buffer.from('first');
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        yield Buffer.from('second');
      })(),
    }),
  );
  const client = await server.client();
  client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  await client.received('\r\n\r\n');
  release();
  await client.received('first');
  expect(client.unread).not.toContain('second');
  release();
  expect((await client.response()).body).toBe('firstsecond');
});

test('a stream goes no faster than its reader, and is released when the reader leaves', async () => {
  let produced = 0;
  let released = false;
  let onReleased = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    onReleased = resolve;
  });
  const server = await start(() =>
    plain({
      body: (async function* () {
        try {
          for (;;) {
            produced += 1;
            yield new Uint8Array(64 * 1024);
            await setTimeout(0);
          }
        } finally {
          released = true;
          onReleased();
        }
      })(),
    }),
  );
  const client = await server.client();
  client.socket.pause();
  client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  let before = -1;
  while (before !== produced || produced === 0) {
    before = produced;
    await setTimeout(100);
  }
  expect(produced).toBeLessThan(400); // 25 MB would be more than the kernel buffers
  expect(released).toBe(false);
  client.leave();
  await gone;
});

const failing = (): ByteStream =>
  (async function* () {
    yield* pieces('ab');
    throw new Error('the source failed');
  })();

test.each([
  ['that fails in chunks', { body: failing() }],
  ['that fails under a length', { body: failing(), headers: ['Content-Length', '9'] }],
  ['shorter than announced', { body: pieces('ab'), headers: ['Content-Length', '3'] }],
  ['longer than announced', { body: pieces('ab', 'cd'), headers: ['Content-Length', '3'] }],
  ['cut in half on purpose', { body: pieces('ab', 'cd'), breakage: { kind: 'truncate' } }],
  [
    'cut in half under a length',
    { body: pieces('abcd'), headers: ['Content-Length', '4'], breakage: { kind: 'truncate' } },
  ],
] as const)('a stream %s never ends as if it were whole', async (_name, answer) => {
  await expect(ask(plain(answer))).rejects.toThrow(/connection ended|reset/);
});

test('a failed stream without a length ends in a reset for HTTP/1.0', async () => {
  let fail = (): void => undefined;
  const server = await start(() =>
    plain({
      body: (async function* () {
        yield Buffer.from('ab');
        await new Promise<void>((resolve) => {
          fail = resolve;
        });
        throw new Error('the source failed');
      })(),
    }),
  );
  const client = await server.client();
  client.send('GET / HTTP/1.0\r\n\r\n');
  await client.received('ab'); // with the data still unread, Node would show the reset as an end
  fail();
  expect(await client.ended()).toBe('reset');
});

test('reset: the connection is reset without an answer', async () => {
  const server = await start(() => plain({ breakage: { kind: 'reset' } }));
  const client = await server.client();
  client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  expect(await client.ended()).toBe('reset');
  expect(client.unread).toBe('');
});

test('reset: answers before it are not lost', async () => {
  const server = await start(({ path }) =>
    path === '/1' ? plain({}) : plain({ breakage: { kind: 'reset' } }),
  );
  const client = await server.client();
  const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
  client.send(request('/1'));
  expect((await client.response()).body).toBe('abcd');
  client.send(request('/2') + request('/3'));
  expect(await client.ended()).toBe('reset');
});

test('truncate: the length is that of the whole, half of it comes', async () => {
  const server = await start(() => plain({ breakage: { kind: 'truncate' } }));
  const client = await server.client();
  client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  expect(await client.ended()).toBe('end');
  expect(client.unread).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: 4\r\n[^]*\r\n\r\nab$/);
});

test('truncate: a large answer before it is not cut', async () => {
  const server = await start(({ path }) =>
    path === '/1' ? plain({ body: Buffer.alloc(4_000_000) }) : plain({ breakage: { kind: 'truncate' } }),
  );
  const client = await server.client();
  const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
  client.send(request('/1') + request('/2'));
  expect((await client.response()).body).toHaveLength(4_000_000);
  expect(await client.ended()).toBe('end');
  expect(client.unread).toMatch(/\r\n\r\nab$/);
});

test('truncate: one byte is cut to none, and nothing to a reset', async () => {
  for (const [body, ending] of [
    ['a', 'end'],
    ['', 'reset'],
  ] as const) {
    const server = await start(() => plain({ body, breakage: { kind: 'truncate' } }));
    const client = await server.client();
    client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
    expect(await client.ended()).toBe(ending);
    expect(client.unread === '' || client.unread.endsWith('\r\n\r\n')).toBe(true);
  }
});

test('slow-body: the answer is whole, but its body comes bit by bit', async () => {
  const server = await start(() =>
    plain({ body: 'x'.repeat(100), breakage: { kind: 'slow-body', milliseconds: 200 } }),
  );
  const client = await server.client();
  client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  await client.received('\r\n\r\n');
  expect(client.unread.split('\r\n\r\n')[1]!.length).toBeLessThan(100);
  const answer = await client.response();
  expect(answer.headers['content-length']).toBe('100');
  expect(answer.body).toBe('x'.repeat(100));
});

test('slow-body: a stream pauses, and what has no body is simply sent', async () => {
  const slow = { kind: 'slow-body', milliseconds: 50 } as const;
  expect((await ask(plain({ body: pieces('ab', 'cd'), breakage: slow }))).body).toBe('abcd');
  expect((await ask(plain({ breakage: slow }), 'HEAD')).headers['content-length']).toBe('4');
  expect((await ask(plain({ body: null, breakage: slow }))).headers['content-length']).toBe('0');
});

test('timeout: no answer while the client stays, and none is owed when it leaves', async () => {
  const server = await start(({ path }) =>
    path === '/ok' ? plain({}) : plain({ breakage: { kind: 'timeout' } }),
  );
  const [waiting, leaving, other] = [await server.client(), await server.client(), await server.client()];
  for (const client of [waiting, leaving])
    client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
  expect(
    (await other.send(`GET /ok HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`).response()).status,
  ).toBe(200);
  leaving.halfClose();
  await leaving.ended();
  expect(waiting.unread).toBe('');
  await server.close();
  await waiting.ended();
});

test('timeout: an unread body does not hide that the client leaves', async () => {
  const server = await start(() => plain({ breakage: { kind: 'timeout' } }));
  const client = await server.client();
  client.send(`POST / HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Length: 900000\r\n\r\n`);
  client.send(Buffer.alloc(900_000)).halfClose();
  await client.ended();
  expect(client.unread).toBe('');
});

const impossible: readonly [name: string, answer: unknown][] = [
  ['status 0', plain({ status: 0 })],
  ['status 101', plain({ status: 101 })],
  ['status 1000', plain({ status: 1000 })],
  ['status 200.5', plain({ status: 200.5 })],
  ['CR LF in a value', plain({ headers: ['X', 'a\r\nSet-Cookie: b'] })],
  ['a space in a name', plain({ headers: ['X Y', 'a'] })],
  ['a value beyond latin1', plain({ headers: ['X', '☃'] })],
  ['CR LF in the reason', plain({ reason: 'a\r\nb' })],
  ['a name without a value', plain({ headers: ['X'] })],
  ['a number as body', { status: 200, headers: [], body: 3 }],
  ['no body at all', { status: 200, headers: [] }],
  ['undefined', undefined],
  ['null', null],
];

test.each(impossible)(
  'an impossible answer (%s) becomes a 500, and its maker is told',
  async (_name, answer) => {
    for (const handler of [() => answer, () => Promise.resolve(answer)] as Handler[]) {
      const defects: unknown[] = [];
      const server = await start(handler, { onDefect: (error) => defects.push(error) });
      const client = await server.client();
      const request = `GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
      for (let round = 0; round < 2; round += 1) {
        const response = await client.send(request).response();
        expect(response.status).toBe(500);
        expect(errorOf(response).code).toBe('server_error');
        expect(response.body).not.toContain('at ');
      }
      expect(defects).toHaveLength(2);
    }
  },
);

test('what a handler throws, at once or later, becomes an answer without its secrets', async () => {
  const secret = new Error('key sk_live_1');
  for (const handler of [
    () => {
      throw secret;
    },
    () => Promise.reject(secret),
  ] as Handler[]) {
    const server = await start(handler);
    const client = await server.client();
    const response = await client.send(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`).response();
    expect(errorOf(response).code).toBe('server_error');
    expect(response.body).not.toContain('sk_live');
  }
  const server = await start(() => Promise.reject(new ApiError('resource_missing', 'Not here.')), {
    settings,
  });
  const client = await server.client();
  expect((await client.send('GET / HTTP/1.0\r\n\r\n').response()).status).toBe(404);
});
