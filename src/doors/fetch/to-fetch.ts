// Turns a plain answer of the handlers into a Response of the Fetch API.
import type { ApiResponse, ByteStream } from '../../http/message.ts';
import { reasonPhrase } from '../../http/reason-phrase.ts';
import { breakAnswer } from './broken-response.ts';
import type { Asked } from './broken-response.ts';

/** @throws ConnectionLost for an answer that never comes, because a fault was asked for */
export function toFetch(answer: ApiResponse, asked: Asked): Response | Promise<Response> {
  const { body, breakage } = answer;
  const length =
    typeof body === 'string' ? utf8Length(body) : ArrayBuffer.isView(body) ? body.length : undefined;
  const carries = asked.method !== 'HEAD' && body !== null && !bodiless.includes(answer.status);
  if (breakage === undefined) return response(answer, carries ? body : null, length, asked.signal);
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const broken = breakAnswer(carries ? bytes : null, breakage, asked);
  return broken instanceof Promise ? broken : response(answer, broken, length, asked.signal);
}

const bodiless: readonly number[] = [101, 103, 204, 205, 304];

function response(
  answer: ApiResponse,
  body: ApiResponse['body'],
  length: number | undefined,
  signal: AbortSignal,
): Response {
  const { status, reason = reasonPhrase(answer.status) } = answer;
  const headers = new Headers();
  for (let at = 0; at + 1 < answer.headers.length; at += 2) {
    headers.append(answer.headers[at]!, answer.headers[at + 1]!);
  }
  // As at the port: the length that GET would have, for HEAD as well (RFC 9110 §8.6).
  if (length !== undefined && !bodiless.includes(status) && !headers.has('content-length')) {
    headers.set('Content-Length', String(length));
  }
  return new Response(body === null ? null : toBody(body, signal), {
    status,
    headers,
    statusText: reason,
  });
}

// Bytes are told by `ArrayBuffer.isView`: in a test environment such as jsdom, TextEncoder may come from another realm,
// whose Uint8Array is another class.
const encoder = new TextEncoder();

function utf8Length(text: string): number {
  // eslint-disable-next-line no-control-regex -- ASCII, whose length is that of the text
  return /^[\u0000-\u007f]*$/.test(text) ? text.length : encoder.encode(text).length;
}

function toBody(
  body: string | Uint8Array | ByteStream,
  signal: AbortSignal,
): ConstructorParameters<typeof Response>[0] {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body);
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        signal.addEventListener('abort', () => {
          controller.error(signal.reason);
        });
      },
      async pull(controller) {
        const piece = await pieces.next();
        if (signal.aborted) return;
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    // Nothing is read ahead: when a stream fails, what is still in its queue is lost, for instance when msw copies it.
    { highWaterMark: 0 },
  );
}
