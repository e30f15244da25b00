// Upstreams that speak TCP, so that they can do what no HTTP library does; a front that turns sockets into requests
// and answers into bytes; and clients that see those bytes.
import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { ApiError } from '../../src/spec/errors.ts';
import type { ApiRequest, ApiResponse, ByteStream, Handler } from '../../src/http/message.ts';

/** What an upstream answers that has nothing to say. */
export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

export interface RawUpstream extends AsyncDisposable {
  readonly url: URL;
  readonly host: string;
  /** What arrived, one text a connection, a character for a byte. */
  readonly received: string[];
  readonly sockets: Socket[];
  /** Resolves when the connection's last byte has come and it is closed. */
  closed(connection: number): Promise<void>;
}

/** What an upstream does with a whole request; `count` counts from 1 over all connections. */
export type Answer = (socket: Socket, request: string, count: number) => void;

/** An upstream that answers every whole request with the bytes given, or as the function does. */
export async function rawUpstream(answer: string | Buffer | Answer): Promise<RawUpstream> {
  let count = 0;
  return tcpUpstream((socket, upstream, connection) => {
    let pending = '';
    socket.on('data', (data) => {
      const text = data.toString('latin1');
      upstream.received[connection] = `${upstream.received[connection] ?? ''}${text}`;
      pending += text;
      for (let length = wholeRequest(pending); length !== undefined; length = wholeRequest(pending)) {
        const request = pending.slice(0, length);
        pending = pending.slice(length);
        count += 1;
        if (typeof answer === 'function') answer(socket, request, count);
        else socket.write(answer);
      }
    });
  });
}

/** An upstream that only accepts; the rest is up to the function. */
export async function tcpUpstream(
  accept: (socket: Socket, upstream: RawUpstream, connection: number) => void,
): Promise<RawUpstream> {
  const closings: Promise<void>[] = [];
  const server = net.createServer({ allowHalfOpen: false }, (socket) => {
    const connection = upstream.sockets.push(socket) - 1;
    upstream.received[connection] = '';
    closings[connection] = new Promise((resolve) =>
      socket.once('close', () => {
        resolve();
      }),
    );
    socket.on('error', () => undefined); // resets are part of the game
    accept(socket, upstream, connection);
  });
  const port = await listen(server);
  const upstream: RawUpstream = {
    url: new URL(`http://127.0.0.1:${port}`),
    host: `127.0.0.1:${port}`,
    received: [],
    sockets: [],
    closed: async (connection) => {
      await closings[connection];
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of upstream.sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

/** The length of the first whole request in the text, if there is one. */
function wholeRequest(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const start = head + 4;
  if (/\r\ntransfer-encoding: *chunked/i.test(text.slice(0, start))) {
    const end = text.indexOf('0\r\n\r\n', start);
    return end < 0 ? undefined : end + 5;
  }
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, start))?.[1] ?? 0);
  return text.length < start + length ? undefined : start + length;
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export interface Front extends AsyncDisposable {
  readonly port: number;
  readonly host: string;
  /** Every error that a handler threw. */
  readonly errors: unknown[];
}

/** A door without any of the checks of the real one. */
export async function front(handler: Handler): Promise<Front> {
  const errors: unknown[] = [];
  let host = '';
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    void Promise.resolve(handler(toRequest(request, response, `http://${host}`)))
      .catch((error: unknown) => {
        errors.push(error);
        return errorAnswer(error);
      })
      .then((answer) => sendAnswer(answer, response))
      .catch((error: unknown) => {
        errors.push(error);
        response.destroy();
      });
  };
  const server = http.createServer({ keepAlive: true }, listener);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    response.writeContinue();
    listener(request, response);
  });
  const port = await listen(server);
  host = `127.0.0.1:${port}`;
  return {
    port,
    host,
    errors,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toRequest(request: IncomingMessage, response: ServerResponse, origin: string): ApiRequest {
  const [path, ...query] = request.url!.split('?');
  return {
    method: request.method!,
    path: path!,
    query: query.join('?'),
    headers: request.headers as Record<string, string | undefined>,
    rawHeaders: request.rawHeaders,
    body: { bytes: () => Promise.reject(new Error('not here')), stream: () => request },
    origin,
    context: {},
    onAbort: (callback) => {
      response.once('close', () => {
        if (!response.writableFinished) callback();
      });
    },
  };
}

async function sendAnswer(answer: ApiResponse, response: ServerResponse): Promise<void> {
  response.sendDate = answer.verbatim !== true;
  response.writeHead(answer.status, answer.reason, [...answer.headers]);
  if (answer.body === null || typeof answer.body === 'string' || answer.body instanceof Uint8Array) {
    response.end(answer.body);
    return;
  }
  response.write(Buffer.alloc(0)); // not flushHeaders, which sends bytes beyond ASCII as UTF-8
  for await (const chunk of answer.body) {
    if (!response.write(chunk) && !response.destroyed) await drained(response);
  }
  response.end();
}

function errorAnswer(error: unknown): ApiResponse {
  const status = error instanceof ApiError ? error.status : 500;
  const headers = error instanceof ApiError ? (error.details.headers ?? []) : [];
  return { status, headers: ['Connection', 'close', ...headers], body: (error as Error).message };
}

/** Waits until a stream takes more, or never will. */
export function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  readonly rawHeaders?: readonly string[];
  readonly body?: ByteStream;
  readonly onAbort?: (callback: () => void) => void;
}

/** A request without a socket. */
export function apiRequest(parts: RequestParts = {}): ApiRequest {
  const [path, ...query] = (parts.target ?? '/').split('?');
  const rawHeaders = parts.rawHeaders ?? ['Host', 'mock'];
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers[rawHeaders[at]!.toLowerCase()] = rawHeaders[at + 1]!;
  return {
    method: parts.method ?? 'GET',
    path: path!,
    query: query.join('?'),
    headers,
    rawHeaders,
    body: { bytes: () => Promise.reject(new Error('not here')), stream: () => parts.body ?? pieces() },
    origin: 'http://127.0.0.1:5300',
    context: {},
    onAbort: parts.onAbort ?? (() => undefined),
  };
}

/** A body from the pieces given. */
export async function* pieces(...texts: readonly string[]): ByteStream {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text, 'latin1'));
}

/** The whole of an answer's body, a character for a byte. */
export async function bodyText(answer: ApiResponse): Promise<string> {
  if (answer.body === null || typeof answer.body === 'string') return answer.body ?? '';
  if (answer.body instanceof Uint8Array) {
    await new Promise(setImmediate); // as a stream's end: then its connection can be used again
    return Buffer.from(answer.body).toString('latin1');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

export interface Seen {
  /** Everything that came, a character for a byte. */
  readonly text: string;
  /** How the connection ended, or `open` if it did not within the time. */
  readonly end: 'fin' | 'reset' | 'open';
}

/** Sends bytes and collects what comes until the connection closes or `until` has been seen. */
export async function sendRaw(port: number, bytes: string, until?: RegExp, patienceMs = 3000): Promise<Seen> {
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  const end = await new Promise<Seen['end']>((resolve) => {
    const timer = setTimeout(() => {
      resolve('open');
    }, patienceMs);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (until?.test(text) === true) resolve('open');
    });
    socket.once('end', () => {
      resolve('fin');
    });
    socket.once('error', () => {
      resolve('reset');
    });
    socket.once('close', () => {
      resolve('reset');
      clearTimeout(timer);
    });
    socket.write(Buffer.from(bytes, 'latin1'));
  });
  socket.destroy();
  return { text, end };
}

/** In milliseconds: for what never comes, not for a busy machine. */
const patience = 100_000;

/** Waits for what should become true soon. */
export async function eventually(condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition()) {
    if (performance.now() - start > patience) throw new Error(`it never came to be: ${String(condition)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
