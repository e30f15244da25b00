// Server-sent events: what a source has to tell, as it happens, and a comment every 15 seconds, so that no proxy takes the
// connection for dead.
import type { ApiResponse, ByteStream } from '../../http/message.ts';
import { sleep } from '../../http/sleep.ts';

const heartbeatMs = 15_000;

/** What a stream tells. */
export interface EventSource {
  /** Begins to listen. @param wake to be called when there is something to tell @returns what ends that */
  open(wake: () => void): () => void;
  /** The events that have come since the last call, as text; empty: none. Undefined: there will be no more. */
  take(): string | undefined;
  /** Events are gathered for so many milliseconds after some were sent; left out: not at all. */
  readonly pause?: number;
}

/** One event. @param id by which the stream can be resumed */
export function eventText(event: string, data: unknown, id?: string | number): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export function eventStream(source: EventSource): ApiResponse {
  const headers = [
    'Content-Type',
    'text/event-stream',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ];
  return { status: 200, headers, body: new Events(source), endless: true };
}

const utf8 = new TextEncoder();
const comment = ':\n\n';

class Events implements ByteStream {
  readonly #source: EventSource;

  constructor(source: EventSource) {
    this.#source = source;
  }

  /** Not a generator: one that waits for an event could not be ended from outside. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const source = this.#source;
    let ended = false;
    let isDue = true;
    let wake = (): void => undefined;
    const close = source.open(() => {
      wake();
    });
    const heartbeat = setInterval(() => {
      isDue = true;
      wake();
    }, heartbeatMs);
    const end = (): void => {
      ended = true;
      clearInterval(heartbeat);
      close();
      wake();
    };
    const take = (): string => {
      const told = source.take();
      if (told === undefined) end();
      const beat = isDue ? comment : '';
      isDue = false;
      return beat + (told ?? '');
    };
    let rest: Promise<void> | undefined;
    return {
      async next() {
        await rest;
        for (;;) {
          const text = ended ? '' : take();
          if (ended) return { done: true, value: undefined };
          if (text !== '') {
            if (source.pause !== undefined) rest = sleep(source.pause);
            return { done: false, value: utf8.encode(text) };
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      return() {
        end();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
