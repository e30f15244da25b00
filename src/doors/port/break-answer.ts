// Breaks an answer on purpose, as networks and crashing services do.
import type { ServerResponse } from 'node:http';
import { backgroundSleep } from '../../http/sleep.ts';
import { spreadOver } from '../spread-over.ts';
import { isStream } from '../../http/message.ts';
import type { Breakage, ByteStream } from '../../http/message.ts';
import { mayHaveBody } from '../../http/http-semantics.ts';
import type { Connection } from './connection.ts';
import { cutOff, reset } from './cut-off.ts';
import type { ServerContext } from './server-context.ts';
import { announcedLength, framedHeaders, knownLength, writeHead } from './framing.ts';
import type { EncodedAnswer } from './framing.ts';
import { sendStream } from './send-stream.ts';

export function breakAnswer(
  context: ServerContext,
  connection: Connection,
  response: ServerResponse,
  answer: EncodedAnswer,
  breakage: Breakage,
): void {
  switch (breakage.kind) {
    case 'reset':
      reset(connection, response);
      break;
    case 'timeout':
      hold(context, connection, response);
      break;
    case 'truncate':
      truncate(connection, response, answer);
      break;
    case 'slow-body':
      slowDown(connection, response, answer, breakage.milliseconds);
      break;
  }
}

/** Never answers. The connection stays open until the client leaves or the server stops. */
function hold(context: ServerContext, connection: Connection, response: ServerResponse): void {
  const { socket } = connection;
  const drop = (): void => {
    socket.destroy();
  };
  if (context.closing) drop();
  context.held.add(socket);
  socket.once('close', () => context.held.delete(socket));
  connection.onLeave(drop);
  response.req.resume(); // a body left unread would hide that the client leaves
}

/** Announces the whole body, sends half of it. */
function truncate(connection: Connection, response: ServerResponse, answer: EncodedAnswer): void {
  const { method } = response.req;
  const { body } = answer;
  const length = knownLength(answer);
  if (!mayHaveBody(method, answer.status) || length === 0) {
    reset(connection, response); // there is nothing to cut
  } else if (isStream(body)) {
    sendStream(connection, response, answer, firstHalf(body, announcedLength(answer.headers)));
  } else {
    const half = body?.subarray(0, body.length >> 1) ?? new Uint8Array(0);
    writeHead(response, answer, framedHeaders(answer, method, length));
    if (half.length > 0) response.write(half);
    else response.flushHeaders();
    cutOff(connection, response);
  }
}

async function* firstHalf(body: ByteStream, length: number | undefined): ByteStream {
  let left = length === undefined ? Infinity : length >> 1;
  for await (const piece of body) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0 || length === undefined) break;
  }
  throw new Error('cut off on purpose');
}

/** Spreads a body held whole over the time given; one that arrives in pieces anyway pauses after its first. */
function slowDown(connection: Connection, response: ServerResponse, answer: EncodedAnswer, ms: number): void {
  const { method } = response.req;
  const { body } = answer;
  const headers = framedHeaders(answer, method, knownLength(answer));
  if (!mayHaveBody(method, answer.status)) {
    writeHead(response, answer, headers);
    response.end();
  } else if (isStream(body)) {
    sendStream(connection, response, answer, pausing(body, ms));
  } else {
    sendStream(
      connection,
      response,
      { ...answer, headers },
      spreadOver(body ?? new Uint8Array(0), ms, backgroundSleep),
    );
  }
}

async function* pausing(body: ByteStream, ms: number): ByteStream {
  let first = true;
  for await (const piece of body) {
    yield piece;
    if (first) await backgroundSleep(ms);
    first = false;
  }
}
