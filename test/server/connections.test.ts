// Connections: slow, leaving and crowding clients, order within one connection, TLS, ports, the end of it all.
import { stat } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { jsonResponse } from '../../src/http/message.ts';
import type { ApiResponse } from '../../src/http/message.ts';
import { listen } from '../../src/doors/port/listen.ts';
import { PortError } from '../../src/doors/port/port-error.ts';
import { errorOf, RawClient } from '../support/raw-http.ts';
import { cert, key } from './certificate.ts';
import { echo, settings, start } from './start.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const get = (port: number, path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`;

/** A promise and the means to fulfil it. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return {
    given,
    give: () => {
      give();
    },
  };
}

test.each([
  ['no byte at all', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: loc'],
])('slow headers (%s) get a 408 and do not disturb others', async (_name, bytes) => {
  const server = await start(echo, { headersTimeoutMs: 100 });
  const slow = await server.client();
  slow.send(bytes);
  const other = await server.client();
  expect((await other.send(get(server.port, '/')).response()).status).toBe(200);
  const answer = await slow.response();
  expect([answer.status, errorOf(answer).code]).toEqual([408, 'request_timeout']);
  expect(await slow.ended()).toBe('end');
});

test.each(['Content-Length: 9', 'Transfer-Encoding: chunked'])(
  'a slow body (%s) gets a 408',
  async (framing) => {
    const server = await start(echo, { bodyTimeoutMs: 150 });
    const slow = await server.client();
    slow.send(`PATCH / HTTP/1.1\r\nHost: localhost:${server.port}\r\n${framing}\r\n\r\n1`);
    const other = await server.client();
    expect((await other.send(get(server.port, '/')).response()).status).toBe(200);
    const answer = await slow.response();
    expect([answer.status, errorOf(answer).code]).toEqual([408, 'request_timeout']);
    expect(await slow.ended()).toBe('end');
  },
);

test('a body that times out unread closes the connection behind the answer', async () => {
  const answer = signal();
  const server = await start(
    async ({ path }) => {
      if (path === '/unread') await answer.given;
      return jsonResponse(200, '1');
    },
    { bodyTimeoutMs: 100 },
  );
  const [unread, later] = [await server.client(), await server.client()];
  unread.send(`PATCH /unread HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Length: 9\r\n\r\n1`);
  await later.send('GET').ended(); // timed out as well, and not before
  answer.give();
  expect((await unread.response()).headers.connection).toBe('close');
  expect(await unread.ended()).toBe('end');
});

test('a slow handler is no slow client', async () => {
  const server = await start(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return jsonResponse(200, '1');
    },
    { headersTimeoutMs: 50, bodyTimeoutMs: 50 },
  );
  const client = await server.client();
  expect((await client.send(get(server.port, '/')).response()).status).toBe(200);
});

test('a client that resets within an answer is told to those who asked', async () => {
  const asked = signal();
  const left = signal();
  let calls = 0;
  const server = await start(async (request) => {
    request.onAbort(() => {
      calls += 1;
      left.give();
    });
    asked.give();
    await left.given;
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  client.send(get(server.port, '/'));
  await asked.given;
  client.socket.resetAndDestroy();
  await left.given;
  await client.ended();
  expect(calls).toBe(1);
});

test('a client that closes its connection, which looks like half-closing, is found to be gone', async () => {
  const asked = signal();
  const left = signal();
  const server = await start(async (request) => {
    request.onAbort(left.give);
    asked.give();
    await left.given;
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  client.send(get(server.port, '/'));
  await asked.given;
  client.leave();
  await left.given;
});

test('a client that leaves in the middle of a silent stream is found to be gone', async () => {
  const left = signal();
  const server = await start((request) => {
    request.onAbort(left.give);
    return { status: 200, headers: [], body: silentAfter('first', left.given) };
  });
  const client = await server.client();
  client.send(get(server.port, '/'));
  await client.received('first');
  client.leave();
  await left.given;
});

async function* silentAfter(text: string, end: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  await end;
}

test('a client that half-closes and waits has not left, and gets its answer (RFC 9112 §9.6)', async () => {
  let calls = 0;
  const server = await start(async (request) => {
    request.onAbort(() => (calls += 1));
    await new Promise((resolve) => setTimeout(resolve, 900));
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  client.send(get(server.port, '/')).halfClose();
  let answer = await client.response();
  while (answer.status === 100) answer = await client.response();
  expect([answer.status, answer.body, calls]).toEqual([200, '1', 0]);
});

test('who asks after the client has left is told at once', async () => {
  const asked = signal();
  const gone = signal();
  const told = signal();
  const server = await start(async (request) => {
    request.onAbort(() => {
      gone.give();
    });
    asked.give();
    await gone.given;
    request.onAbort(() => {
      told.give();
    });
    await told.given;
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  client.send(get(server.port, '/'));
  await asked.given;
  client.socket.resetAndDestroy();
  await told.given;
});

test('a client that leaves after its answer has aborted nothing', async () => {
  let calls = 0;
  const server = await start((request) => {
    request.onAbort(() => (calls += 1));
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  await client.send(get(server.port, '/')).response();
  client.halfClose();
  await client.ended();
  await server.close();
  expect(calls).toBe(0);
});

const large = Buffer.alloc(32 * 1024 * 1024);

/** The same as a stream; tells when it is let go of. */
async function* largeStream(onEnd: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < large.length; at += 65_536)
      yield await Promise.resolve(large.subarray(at, at + 65_536));
  } finally {
    onEnd();
  }
}

test.each([
  ['a whole', 'http'],
  ['a streamed', 'http'],
  ['a whole', 'https'],
  ['a streamed', 'https'],
])('a client that reads nothing of %s body is cut off (%s), and nobody else', async (form, scheme) => {
  const [told, released] = [signal(), signal()];
  const messages: string[] = [];
  const quiet = signal();
  const server = await start(
    async ({ path }) => {
      if (path === '/silent') await quiet.given;
      if (path === '/silent') return jsonResponse(200, '1');
      if (path === '/events') return { status: 200, headers: [], body: silentAfter('first', quiet.given) };
      return { status: 200, headers: [], body: form === 'a whole' ? large : largeStream(released.give) };
    },
    {
      stallTimeoutMs: 50,
      headersTimeoutMs: 600_000, // the fresh client waits as long as a busy machine takes
      bodyTimeoutMs: 600_000,
      onClientError: (message) => {
        messages.push(message);
        told.give();
      },
      ...(scheme === 'https' && { tls: { cert, key } }),
    },
  );
  const client = async (): Promise<RawClient> => {
    if (scheme === 'http') return server.client();
    const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
    await new Promise<void>((resolve) => socket.once('secureConnect', resolve));
    return new RawClient(socket);
  };
  const [fresh, kept, silent, events, stalled] = [
    await client(),
    await client(),
    await client(),
    await client(),
    await client(),
  ];
  await kept.send(get(server.port, '/a').replace('GET', 'HEAD')).response('HEAD');
  silent.send(get(server.port, '/silent'));
  events.send(get(server.port, '/events'));
  await events.received('first');
  stalled.send(get(server.port, '/large'));
  await stalled.received('\r\n\r\n');
  stalled.socket.pause();
  await told.given;
  expect(messages).toEqual(['a client that read nothing of its answer for 0.05 s was cut off']);
  if (form === 'a streamed') await released.given;
  stalled.socket.resume();
  await stalled.ended();
  quiet.give();
  expect((await silent.response()).status).toBe(200);
  expect((await events.response()).body).toBe('first');
  for (const other of [fresh, kept]) {
    expect((await other.send(get(server.port, '/a').replace('GET', 'HEAD')).response('HEAD')).status).toBe(
      200,
    );
  }
});

test('pipelined requests are handled one after the other', async () => {
  const log: string[] = [];
  const server = await start(async ({ path }) => {
    log.push(`begin ${path}`);
    await new Promise(setImmediate);
    log.push(`end ${path}`);
    return jsonResponse(200, `"${path}"`);
  });
  const client = await server.client();
  client.send(['/1', '/2', '/3'].map((path) => get(server.port, path)).join(''));
  for (const path of ['/1', '/2', '/3']) expect((await client.response()).body).toBe(`"${path}"`);
  expect(log).toEqual(['/1', '/2', '/3'].flatMap((path) => [`begin ${path}`, `end ${path}`]));
});

test('a PRI behind a request does not take the answer to it along', async () => {
  const server = await start(echo);
  const client = await server.client();
  client.send(`${get(server.port, '/1')}PRI /v1/listings.1\r\nHost: x\r\n\r\n`);
  expect((await client.response()).status).toBe(200);
  expect((await client.response()).status).toBe(400);
  expect(await client.ended()).toBe('end');
});

test('a request that the edge refuses is told to the operator, without its query', async () => {
  const refusals: unknown[] = [];
  const server = await start(echo, {
    onRefusal: ({ method, path, response }) => refusals.push([method, path, response.status]),
  });
  const client = await server.client();
  client.send('GET /v1/listings?a=b HTTP/1.1\r\nHost: evil.test\r\n\r\n');
  expect((await client.response()).status).toBe(403);
  expect(refusals).toEqual([['GET', '/v1/listings', 403]]);
});

test('nothing behind an answer that closes is handled', async () => {
  const paths: string[] = [];
  const server = await start(async ({ path }): Promise<ApiResponse> => {
    paths.push(path);
    await new Promise(setImmediate);
    return { ...jsonResponse(200, '1'), close: path === '/2' };
  });
  const client = await server.client();
  client.send(['/1', '/2', '/3', '/4'].map((path) => get(server.port, path)).join(''));
  await client.response();
  expect((await client.response()).headers.connection).toBe('close');
  expect(await client.ended()).toBe('end');
  expect(paths).toEqual(['/1', '/2']);
});

test('nothing behind an answer that closes is handled, even when it came at once', async () => {
  const paths: string[] = [];
  const server = await start(({ path }) => {
    paths.push(path);
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  client.send(`${get(server.port, '/1')}GET /2 HTTP/1.1\r\n\r\n${get(server.port, '/3')}`);
  await client.ended();
  expect(paths).toEqual(['/1']);
});

test('too many pipelined requests are refused in their turn', async () => {
  const server = await start(async () => {
    await new Promise(setImmediate);
    return jsonResponse(200, '1');
  });
  const client = await server.client();
  client.send(get(server.port, '/').repeat(400));
  for (let at = 0; at < 257; at += 1) expect((await client.response()).status).toBe(200);
  expect((await client.response()).status).toBe(503);
  expect(await client.ended()).toBe('end');
});

test('connections beyond the most allowed are closed, and the others live', async () => {
  const messages: string[] = [];
  const server = await start(echo, { maxConnections: 2, onClientError: (message) => messages.push(message) });
  const [one, two, three] = [await server.client(), await server.client(), await server.client()];
  await three.ended();
  for (const client of [one, two])
    expect((await client.send(get(server.port, '/')).response()).status).toBe(200);
  expect(messages).toEqual(['a connection beyond the 2 that may be open was closed']);
});

test('the log hints at http:// when a client speaks TLS, and is silent about clients that leave', async () => {
  const messages: string[] = [];
  const server = await start(echo, { onClientError: (message) => messages.push(message) });
  const rude = await server.client();
  rude.send('GET / HTTP/1.1\r\nHo').socket.resetAndDestroy();
  const half = await server.client();
  half.send('GET / HTTP/1.1\r\nHo').halfClose();
  await half.ended();
  expect(messages).toEqual([]);
  const secure = await server.client();
  expect(errorOf(await secure.send('\x16\x03\x01\x00\x05hello').response()).message).toContain(server.url);
  expect(messages).toEqual([`This port speaks plain HTTP, not TLS; use ${server.url}`]);
  for (let round = 0; round < 3; round += 1) {
    secure.send('more');
    await server.client().then((client) => client.send(get(server.port, '/')).response());
  }
  expect(messages).toHaveLength(1);
});

test('with a certificate the server speaks https, and says so in its origin', async () => {
  const messages: string[] = [];
  const server = await start(echo, {
    tls: { cert, key },
    onClientError: (message) => messages.push(message),
  });
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
  const plain = await server.client();
  await plain.send(get(server.port, '/')).ended();
  expect(messages).toEqual([`a client speaks plain HTTP to the TLS port; use ${server.url}`]);
  for (const send of [get(server.port, '/'), 'nonsense\r\n\r\n']) {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
    const client = new RawClient(socket);
    const answer = await client.send(send).response();
    if (answer.status === 200) expect(answer.body).toContain(`"origin":"https://localhost:${server.port}"`);
    else expect(errorOf(answer).code).toBe('invalid_http');
  }
});

test('close over TLS finishes answers, and waits for no handshake', async () => {
  const asked = signal();
  const answer = signal();
  const server = await start(
    async () => {
      asked.give();
      await answer.given;
      return jsonResponse(200, '1');
    },
    { tls: { cert, key } },
  );
  const silent = await server.client();
  const busy = new RawClient(connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }));
  busy.send(get(server.port, '/'));
  await asked.given;
  const closed = server.close();
  await silent.ended();
  answer.give();
  expect((await busy.response()).status).toBe(200);
  await closed;
});

test('a reset over TLS ends without an answer too', async () => {
  const server = await start(() => ({ ...jsonResponse(200, '1'), breakage: { kind: 'reset' } }), {
    tls: { cert, key },
  });
  const client = new RawClient(
    connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }),
  );
  await client.send(get(server.port, '/')).ended();
  expect(client.unread).toBe('');
});

test('close ends idle connections at once and lets answers be finished', async () => {
  const asked = signal();
  const answer = signal();
  const server = await start(async () => {
    asked.give();
    await answer.given;
    return jsonResponse(200, '1');
  });
  const [idle, fresh, busy] = [await server.client(), await server.client(), await server.client()];
  idle.send('GET / HTTP/1.0\r\nConnection: keep-alive\r\nHost: evil\r\n\r\n');
  await idle.response();
  busy.send(get(server.port, '/'));
  await asked.given;
  const closed = server.close();
  await Promise.all([idle.ended(), fresh.ended()]);
  await expect(server.client()).rejects.toThrow(/ECONNREFUSED/);
  answer.give();
  expect((await busy.response()).headers.connection).toBe('close');
  await closed;
  expect(await busy.ended()).toBe('end');
});

test('close answers all that was sent before it, and the requests of one connection in their order', async () => {
  const server = await start(async ({ path }) => {
    await new Promise(setImmediate);
    return jsonResponse(200, `"${path}"`);
  });
  const kept = await server.client();
  await kept.send(get(server.port, '/0')).response();
  const others = await Promise.all(Array.from({ length: 20 }, () => server.client()));
  kept.send(['/1', '/2', '/3'].map((path) => get(server.port, path)).join(''));
  for (const other of others) other.send(get(server.port, '/'));
  const closed = server.close();
  const answers = [await kept.response(), await kept.response(), await kept.response()];
  expect(answers.map(({ body }) => body)).toEqual(['"/1"', '"/2"', '"/3"']);
  for (const other of others) expect((await other.response()).status).toBe(200);
  await closed;
});

test('close does not cut off a large answer that a client reads slowly', async () => {
  const size = 8_000_000;
  const server = await start(() => ({ status: 200, headers: [], body: Buffer.alloc(size) }));
  const client = await server.client();
  client.send(get(server.port, '/'));
  await client.received('\r\n\r\n');
  client.socket.pause();
  const closed = server.close();
  await new Promise(setImmediate);
  client.socket.resume();
  expect((await client.response()).body).toHaveLength(size);
  await closed;
});

test('close settles when a client in the same process has learned that its connection is gone', async () => {
  const asked = signal();
  const answer = signal();
  const server = await start(async () => {
    asked.give();
    await answer.given;
    return { ...jsonResponse(200, '1'), breakage: { kind: 'reset' } };
  });
  const [idle, client] = [await server.client(), await server.client()];
  client.send(get(server.port, '/'));
  await asked.given;
  const ends: string[] = [];
  for (const event of ['end', 'error']) client.socket.once(event, () => ends.push('client'));
  const closed = server.close().then(() => ends.push('server'));
  await idle.ended();
  // The call back of a file comes in the phase of the event loop in which sockets are read.
  stat('.', () => {
    answer.give();
  });
  await closed;
  expect(ends).toEqual(['client', 'server']);
});

/** A server whose one request is never answered. */
async function busy() {
  const asked = signal();
  const server = await start(() => {
    asked.give();
    return new Promise<never>(() => undefined);
  });
  const client = await server.client();
  client.send(get(server.port, '/'));
  await asked.given;
  return { server, client };
}

test('close waits no longer than its grace, closeNow not at all, and both may be called again', async () => {
  const [patient, impatient] = [await busy(), await busy()];
  const ended: string[] = [];
  const closed = Promise.all([
    patient.server.close(100_000).then(() => ended.push('patient')),
    impatient.server.close(100).then(() => ended.push('impatient')),
  ]);
  await impatient.client.ended();
  await impatient.server.close();
  expect(ended).toEqual(['impatient']);
  await patient.server.closeNow();
  await closed;
  for (const { client, server } of [patient, impatient]) {
    await client.ended();
    await server.close();
    await server.closeNow();
  }
});

test.each([
  [
    'in use',
    '127.0.0.1',
    -1,
    /^port \d+ on 127\.0\.0\.1 is in use; choose another with --port, or --port 0 for a free one$/,
  ],
  ['on a host that is not ours', '192.0.2.1', 0, /^192\.0\.2\.1 is not an address of this machine; .*--host/],
  [
    'on a host that is none',
    'no-such-host.invalid',
    0,
    /^the host no-such-host\.invalid cannot be resolved; .*--host/,
  ],
  ['out of range', '127.0.0.1', 70_000, /^70000 is not a port; .*--port$/],
])('a port %s is refused in one line with the remedy', async (_name, host, port, message) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const used = (taken.address() as { port: number }).port;
  const refused = listen(echo, { host, port: port === -1 ? used : port, settings });
  await expect(refused).rejects.toThrow(PortError);
  await expect(refused).rejects.toThrow(message);
  taken.close();
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:'],
  ['127.0.0.1', 'http://127.0.0.1:'],
  ['localhost', 'http://localhost:'],
])('bound to %s, the server shows an address that works', async (host, url) => {
  const server = await start(echo, { host });
  expect(server.url).toBe(`${url}${server.port}`);
  expect((await fetch(`${server.url}/a?b`)).status).toBe(200);
});
