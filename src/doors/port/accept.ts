// One request from its arrival to its answer. Requests of one connection are handled one after the other, because a
// pipelined PATCH must be done before the GET behind it is looked at (RFC 9112 §9.3.2); Node would start both.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../spec/errors.ts';
import { BodyTooLarge } from '../../http/message.ts';
import type { ApiResponse } from '../../http/message.ts';
import { Connection } from './connection.ts';
import { preflightAnswer, refuseCrossSite } from './cross-site.ts';
import { errorAnswer } from './server-context.ts';
import type { ServerContext } from './server-context.ts';
import { maxPipelined } from './port-limits.ts';
import { defectAnswer, sendResponse } from './send-response.ts';
import { hasBody, SocketBody } from './socket-body.ts';
import { toRequest } from './to-request.ts';

/** What the Expect header asks for, as Node tells it. */
type Expectation = 'nothing' | 'continue' | 'unknown';

export function accept(
  context: ServerContext,
  incoming: IncomingMessage,
  response: ServerResponse,
  expectation: Expectation,
): void {
  const connection = Connection.of(incoming.socket);
  if (connection.ignoresInput) return;
  // Node destroys the connection on PRI, the greeting of HTTP/2, and with it every answer that is still owed. Under
  // another name the request is answered in its turn.
  if (incoming.method === 'PRI') incoming.method = 'PRI/2';
  const previous = connection.last;
  const body = hasBody(incoming) ? new SocketBody(incoming, response, expectation === 'continue') : undefined;
  connection.last = response;
  connection.body = body;
  const go = (): void => {
    answer(context, connection, incoming, response, body, expectation);
  };
  if (previous === undefined || previous.writableEnded) {
    // In the next tick Node has read the rest of the packet, so that a short body is there at once.
    if (body?.mayComeAlong === true) process.nextTick(go);
    else go();
    return;
  }
  connection.waiting += 1;
  connection.ignoresInput = connection.waiting > maxPipelined;
  const flooded = connection.ignoresInput;
  previous.once('close', () => {
    connection.waiting -= 1;
    if (connection.socket.destroyed || connection.closing) return;
    if (flooded) sendResponse(context, connection, response, failureAnswer(context, tooManyWaiting()));
    else go();
  });
}

function tooManyWaiting(): ApiError {
  return new ApiError('unavailable', `On one connection, ${maxPipelined} requests may wait for an answer.`, {
    close: true,
  });
}

function answer(
  context: ServerContext,
  connection: Connection,
  incoming: IncomingMessage,
  response: ServerResponse,
  body: SocketBody | undefined,
  expectation: Expectation,
): void {
  if (connection.closing) return; // an answer before this one ends the connection
  let result: ApiResponse | Promise<ApiResponse>;
  try {
    if (expectation === 'unknown') {
      throw new ApiError('expectation_failed', 'The only expectation known here is 100-continue.', {
        close: true,
      });
    }
    const request = toRequest(context, incoming, response, body, connection);
    refuseCrossSite(request, context.corsOrigin);
    result =
      serverOptions(request.method, request.path) ??
      preflightAnswer(request, context.corsOrigin) ??
      context.handler(request);
    if ('then' in result) {
      result.then(
        (later) => {
          sendResponse(context, connection, response, later);
        },
        (error: unknown) => {
          sendResponse(context, connection, response, failureAnswer(context, error));
        },
      );
      return;
    }
  } catch (error) {
    result = failureAnswer(context, error);
    const { method = '', url = '', rawHeaders } = incoming;
    const [path = '', ...query] = url.split('?');
    context.onRefusal({ method, path, query: query.join('?'), rawHeaders, response: result });
  }
  sendResponse(context, connection, response, result);
}

/** `OPTIONS *` asks for the server as a whole (RFC 9110 §9.3.7), so no endpoint answers it. */
function serverOptions(method: string, path: string): ApiResponse | undefined {
  if (path !== '*' || method !== 'OPTIONS') return undefined;
  return { status: 204, headers: ['Allow', allowedMethods], body: null };
}

/** The methods that some endpoint takes. */
export const allowedMethods = 'GET, HEAD, OPTIONS, PATCH';

function failureAnswer(context: ServerContext, error: unknown): ApiResponse {
  if (error instanceof ApiError) return errorAnswer(context, error);
  if (error instanceof BodyTooLarge) {
    const tooLarge = new ApiError('payload_too_large', 'The request body is too large.', { close: true });
    return errorAnswer(context, tooLarge);
  }
  context.onDefect(error);
  return defectAnswer(context);
}
