// From the plain answer of the handlers to the Fetch API's, faults included as far as fetch can show them.
import type { ApiRequest, ApiResponse, ByteStream } from '../http.ts';

/** The client sees its connection fail, as `fetch` tells it: a TypeError. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const bodiless: readonly number[] = [101, 103, 204, 205, 304];

/**
 * @throws ConnectionLost for an answer that never comes
 */
export function toFetch(
  answer: ApiResponse,
  request: ApiRequest,
  sleep: (milliseconds: number) => Promise<void>,
): Response | Promise<Response> {
  switch (answer.breakage?.kind) {
    case undefined:
      return response(answer, request, answer.body);
    case 'reset':
      throw new ConnectionLost('the connection was reset (an injected fault)');
    case 'timeout':
      return new Promise((_, reject) => {
        request.onAbort(() => {
          reject(new ConnectionLost('the client gave up'));
        });
      });
    case 'truncate':
      return response(answer, request, cut(answer.body));
    case 'slow-body': {
      const { milliseconds } = answer.breakage;
      return sleep(milliseconds).then(() => response(answer, request, answer.body));
    }
  }
}

function response(answer: ApiResponse, request: ApiRequest, body: ApiResponse['body']): Response {
  const { status, reason } = answer;
  const headers = new Headers();
  for (let at = 0; at + 1 < answer.headers.length; at += 2) {
    headers.append(answer.headers[at]!, answer.headers[at + 1]!);
  }
  const length =
    typeof body === 'string' ? utf8Length(body) : body instanceof Uint8Array ? body.length : undefined;
  const hasBody = body !== null && !bodiless.includes(status);
  if (hasBody && length !== undefined && !headers.has('content-length')) {
    headers.set('Content-Length', String(length));
  }
  const sent = request.method === 'HEAD' || !hasBody ? null : toBody(body);
  return new Response(sent, { status, headers, ...(reason !== undefined && { statusText: reason }) });
}

const encoder = new TextEncoder();

function utf8Length(text: string): number {
  // eslint-disable-next-line no-control-regex -- ASCII, whose length is that of the text
  return /^[\u0000-\u007f]*$/.test(text) ? text.length : encoder.encode(text).length;
}

function toBody(body: string | Uint8Array | ByteStream): ConstructorParameters<typeof Response>[0] {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done === true) controller.close();
      else controller.enqueue(piece.value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/** Half of a body, and then the connection fails. */
function cut(body: ApiResponse['body']): ByteStream | null {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return null;
  const whole = typeof body === 'string' ? encoder.encode(body) : body;
  return (async function* () {
    yield whole.slice(0, Math.ceil(whole.length / 2));
    await Promise.resolve();
    throw new TypeError('terminated');
  })();
}
