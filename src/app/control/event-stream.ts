// The request log as server-sent events: one event for each request when it is answered, and a comment every 15 seconds, so
// that no proxy takes the connection for dead.
import type { ApiResponse, ByteStream } from '../../http/message.ts';
import type { Requests } from '../../service/handles/requests.ts';
import type { LoggedRequest } from '../../service/worlds/logged-request.ts';

const heartbeatMs = 15_000;

/** The stream ends if more events wait for a client that reads slowly. */
const mostWaiting = 1000;

/**
 * @param after begins after the request with this number; undefined: with the next request
 */
export function eventStream(log: Requests, after: number | undefined): ApiResponse {
  const headers = [
    'Content-Type',
    'text/event-stream',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ];
  const earlier = after === undefined ? [] : log.find().filter(({ number }) => number > after);
  return { status: 200, headers, body: new Events(log, earlier), endless: true };
}

const utf8 = new TextEncoder();
const comment = utf8.encode(':\n\n');

function event(entry: LoggedRequest): Uint8Array {
  return utf8.encode(`id: ${entry.number}\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`);
}

class Events implements ByteStream {
  readonly #log: Requests;
  readonly #waiting: Uint8Array[];

  constructor(log: Requests, earlier: readonly LoggedRequest[]) {
    this.#log = log;
    this.#waiting = [comment, ...earlier.map(event)];
  }

  /** Not a generator: one that waits for an event could not be ended from outside. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const waiting = this.#waiting;
    let ended = false;
    let wake = (): void => undefined;
    const push = (piece: Uint8Array): void => {
      if (waiting.length >= mostWaiting) end();
      else waiting.push(piece);
      wake();
    };
    const unsubscribe = this.#log.subscribe((entry) => {
      push(event(entry));
    });
    const heartbeat = setInterval(push, heartbeatMs, comment);
    const end = (): void => {
      ended = true;
      clearInterval(heartbeat);
      unsubscribe();
      wake();
    };
    return {
      async next() {
        while (waiting.length === 0 && !ended) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const piece = waiting.shift();
        return piece === undefined || ended
          ? { done: true, value: undefined }
          : { done: false, value: piece };
      },
      return() {
        end();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
