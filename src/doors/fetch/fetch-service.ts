// Puts a handler behind the Fetch API: a function that takes what `fetch` takes and answers as the service would.
import type { Handler } from '../../http/message.ts';
import { parseBase } from './base-url.ts';
import { fromFetch } from './from-fetch.ts';
import { toFetch } from './to-fetch.ts';

/** The service as a function of a Fetch API request. */
export interface FetchService {
  /** Where the client believes the service to be, without a slash at its end; undefined: anywhere. */
  readonly baseUrl: string | undefined;
  /**
   * Answers as the service would; takes what `fetch` takes.
   * @throws TypeError as `fetch` does when the connection fails, which here is a fault that was asked for, and for a
   *   URL that is not below the base URL or not of HTTP; the signal's reason once the request is aborted
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Whether a URL is one of the service's, so that `answer` takes it. */
  readonly takes: (url: string) => boolean;
  /** Answers a request that `takes` takes. @throws ConnectionLost where `fetch` throws a TypeError */
  readonly answer: (request: Request) => Promise<Response>;
}

/** @throws TypeError for a base URL that is none */
export function fetchService(
  handler: Handler,
  given: string | undefined,
  sleep: (milliseconds: number) => Promise<void>,
): FetchService {
  const base = parseBase(given);

  async function answer(request: Request): Promise<Response> {
    const { origin, path, query } = base.locate(request.url);
    const { method, signal } = request;
    return toFetch(await handler(fromFetch(request, origin, path, query)), { method, signal, sleep });
  }

  return {
    baseUrl: base.url,
    takes: base.takes,
    answer,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      if (!base.isBelow(request.url)) {
        const place = base.url === undefined ? 'of http or https' : `below ${base.url}`;
        const cause = new Error(`${request.url} is not ${place}, where this mock answers`);
        throw new TypeError('fetch failed', { cause });
      }
      // Without a signal the caller could never end the wait again.
      const mayEnd = input instanceof Request || (init?.signal ?? undefined) !== undefined;
      const connection = mayEnd ? openConnection(input, request) : undefined;
      try {
        return await Promise.race([answer(request), aborted(request.signal)]);
      } catch (error) {
        request.signal.throwIfAborted();
        throw new TypeError('fetch failed', { cause: error });
      } finally {
        clearTimeout(connection);
      }
    },
  };
}

/**
 * Stands for the open connection of a client that waits for an answer, which may never come (the fault `timeout`). It
 * keeps the process alive, which neither a promise nor the timer of `AbortSignal.timeout` does, and it keeps the request
 * from being collected as garbage: a request hears its signal only while it is held (nodejs/undici#1926).
 */
function openConnection(...held: readonly unknown[]): ReturnType<typeof setTimeout> {
  return setTimeout(() => held, longestTimer);
}

/** In milliseconds. */
const longestTimer = 2 ** 31 - 1;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('the request was aborted'));
    });
  });
}
