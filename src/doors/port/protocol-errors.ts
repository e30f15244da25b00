// Answers what never becomes a request: bytes that are not HTTP, heads that take too long, CONNECT. Node would answer
// these with empty bodies or not at all; here they get the service's error object like every other error (§7).
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../spec/errors.ts';
import { reasonPhrase } from '../../http/reason-phrase.ts';
import { accept, allowedMethods } from './accept.ts';
import { Connection } from './connection.ts';
import { errorAnswer } from './server-context.ts';
import type { ServerContext } from './server-context.ts';
import { maxHeadBytes, maxTargetLength } from './port-limits.ts';

interface ClientError extends Error {
  readonly code?: string;
  /** What the parser says, in llhttp's fixed words. */
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

export function answerProtocolErrors(server: Server, context: ServerContext): void {
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const connection = Connection.of(socket);
    if (connection.ignoresInput) return; // a broken parser complains of every further packet
    const refusal = refusalOf(error, context);
    if (refusal === undefined) socket.destroy();
    else refuse(context, connection, refusal);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const details = { headers: ['Allow', allowedMethods], close: true };
    const refusal = new ApiError('method_not_allowed', 'This server is no proxy.', details);
    refuse(context, Connection.of(socket), refusal);
  });
  server.on('checkContinue', (incoming, response) => {
    accept(context, incoming, response, 'continue');
  });
  server.on('checkExpectation', (incoming, response) => {
    accept(context, incoming, response, 'unknown');
  });
}

/** The answer to what the parser or the clock complains of; undefined when the client has gone. */
function refusalOf(
  { code = '', reason, rawPacket }: ClientError,
  context: ServerContext,
): ApiError | undefined {
  const close = { close: true };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('request_timeout', 'The request did not arrive in time.', close);
  }
  if (code === 'HPE_INVALID_EOF_STATE') {
    return new ApiError('invalid_http', 'The connection ended before the whole request had arrived.', close);
  }
  if (!code.startsWith('HPE_')) return undefined;
  const start = rawPacket?.subarray(0, 2 * maxTargetLength).toString('latin1') ?? '';
  if (code === 'HPE_HEADER_OVERFLOW') {
    return tooLongTarget.test(start)
      ? new ApiError('uri_too_long', `A request target may have ${maxTargetLength} characters.`, close)
      : new ApiError('headers_too_large', `A request head may have ${maxHeadBytes} bytes.`, close);
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ApiError('payload_too_large', 'The chunk extensions are too large.', close);
  }
  const remedy = otherProtocol(start, context.url);
  const message = remedy ?? `The request breaks the rules of HTTP: ${reason ?? 'it cannot be parsed'}`;
  context.report(remedy ?? `a client sent what is no HTTP request: ${reason ?? code}`);
  return new ApiError('invalid_http', message, close);
}

const tooLongTarget = new RegExp(`^[A-Z]+ [!-~]{${maxTargetLength}}`);

function otherProtocol(start: string, url: string): string | undefined {
  if (start.startsWith('\x16\x03')) return `This port speaks plain HTTP, not TLS; use ${url}`;
  if (start.startsWith('PRI * HTTP/2.0')) return 'This port speaks HTTP/1.1, not HTTP/2.';
  return undefined;
}

/** Answers after everything that is owed before it, then closes. */
function refuse(context: ServerContext, connection: Connection, refusal: ApiError): void {
  connection.ignoresInput = true;
  const { last, socket } = connection;
  if (last !== undefined && !last.req.complete) {
    // The fault lies in the body of a request that is already being answered: that answer is the only one.
    connection.broken = true;
    connection.body?.fail(refusal);
    if (last.writableEnded) connection.whenIdle(() => socket.destroy());
    return;
  }
  connection.whenIdle(() => {
    if (!socket.writable || connection.closing) socket.destroy();
    else {
      // What is no HTTP at all has been reported in the parser's words; a browser that connects ahead of need says nothing.
      if (refusal.kind !== 'invalid_http' && socket.bytesRead > 0) {
        context.report(`a request was refused with ${refusal.status}: ${refusal.message}`);
      }
      finishWith(connection, rawAnswer(context, refusal));
    }
  });
}

function finishWith(connection: Connection, answer: string): void {
  connection.closing = true;
  connection.socket.write(answer);
  connection.linger();
}

/** The whole answer as it goes onto the wire: there is no request, so Node has no response object for it. */
function rawAnswer(context: ServerContext, refusal: ApiError): string {
  const { status, headers, body } = errorAnswer(context, refusal);
  const lines = [`HTTP/1.1 ${status} ${reasonPhrase(status)}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]!}: ${headers[at + 1]!}`);
  const text = body as string;
  lines.push(`Content-Length: ${Buffer.byteLength(text)}`, `Date: ${new Date().toUTCString()}`);
  return `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${text}`;
}
