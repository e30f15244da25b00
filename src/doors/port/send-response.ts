// Sends a plain answer to the socket. A whole body goes out here; streams and answers broken on purpose have their own
// files.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../spec/errors.ts';
import { isStream } from '../../http/message.ts';
import type { ApiResponse } from '../../http/message.ts';
import { mayHaveBody } from '../../http/http-semantics.ts';
import { breakAnswer } from './break-answer.ts';
import type { Connection } from './connection.ts';
import { corsHeaders } from './cross-site.ts';
import { whenTurn } from './cut-off.ts';
import { errorAnswer } from './server-context.ts';
import type { ServerContext } from './server-context.ts';
import { encoded, framedHeaders, knownLength, writeHead } from './framing.ts';
import { inPieces, pieceBytes, releaseStream, sendStream } from './send-stream.ts';

/** Sends the answer, or a 500 in its place when it is one that HTTP cannot express. Never throws. */
export function sendResponse(
  context: ServerContext,
  connection: Connection,
  response: ServerResponse,
  answer: ApiResponse,
): void {
  try {
    send(context, connection, response, answer);
  } catch (error) {
    context.onDefect(error);
    if (response.headersSent) connection.socket.destroy();
    else {
      response.statusMessage = ''; // writeHead has kept the reason that it refused
      send(context, connection, response, defectAnswer(context));
    }
  }
}

/** What the client is told when the program itself fails; the log tells the details. */
export function defectAnswer(context: ServerContext): ApiResponse {
  return errorAnswer(context, new ApiError('server_error', 'The mock itself failed; its log says how.'));
}

function send(
  context: ServerContext,
  connection: Connection,
  response: ServerResponse,
  given: ApiResponse,
): void {
  refuseImpossible(given);
  const answer = encoded(given, corsHeaders(given.headers, response.req, context.corsOrigin));
  const lingers = settleConnection(context, connection, response, answer);
  if (answer.breakage !== undefined) {
    breakAnswer(context, connection, response, answer, answer.breakage);
    return;
  }
  const { method } = response.req;
  const { body } = answer;
  const carries = mayHaveBody(method, answer.status);
  if (isStream(body) && carries) {
    if (answer.endless === true) hold(context, connection.socket);
    sendStream(connection, response, answer, body);
    return;
  }
  const headers = framedHeaders(answer, method, knownLength(answer));
  const bytes = carries && !isStream(body) ? body : null;
  if (bytes !== null && !lingers && bytes.length > pieceBytes && context.url.startsWith('https:')) {
    // Over TLS Node does not tell how much of one write has left; in pieces, a slow client can be told from a stalled one.
    sendStream(connection, response, { ...answer, headers }, inPieces(bytes));
    return;
  }
  writeHead(response, answer, headers);
  if (isStream(body)) releaseStream(body[Symbol.asyncIterator]());
  if (lingers) {
    if (bytes !== null && bytes.length > 0) response.write(bytes);
    else response.flushHeaders();
    response.req.resume();
    whenTurn(response, () => {
      // Node hands a queued answer to the socket only after it has told us.
      setImmediate(() => {
        connection.linger();
      });
    });
  } else if (bytes === null) response.end();
  else response.end(bytes);
}

/**
 * Decides whether the connection lives on.
 * @returns whether to go on reading for a moment before it is closed, because the client is still sending
 */
function settleConnection(
  context: ServerContext,
  connection: Connection,
  response: ServerResponse,
  answer: ApiResponse,
): boolean {
  const unread = connection.body !== undefined && connection.last === response && !connection.body.isHere;
  // An upgrade is declined by not mentioning it (RFC 9110 §7.8); the parser may have dropped what came behind its offer.
  const offered = response.req.headers.upgrade !== undefined;
  const closes =
    answer.close === true ||
    (context.closing && connection.last === response) ||
    offered ||
    connection.broken ||
    (unread && !connection.body!.skippable);
  if (!closes) return false;
  response.shouldKeepAlive = false; // makes Node say so and close
  connection.closing = true;
  return unread && !connection.left;
}

function hold(context: ServerContext, socket: Socket): void {
  context.held.add(socket);
  socket.once('close', () => context.held.delete(socket));
}

function refuseImpossible(answer: ApiResponse): void {
  const { status, headers, body } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 999) {
    throw new TypeError(`an answer cannot have the status ${status}`);
  }
  if (headers.length % 2 !== 0) throw new TypeError('an answer has a header without a value');
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array) && !isStream(body)) {
    throw new TypeError('an answer has a body that is neither text, bytes nor a stream');
  }
}
