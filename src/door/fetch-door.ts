// A handler behind the Fetch API: where its base URL lies, and what becomes of a request to it.
import type { Handler } from '../http.ts';
import { fromFetch } from './from-fetch.ts';
import { toFetch } from './to-fetch.ts';

export interface FetchDoor {
  /** Where the client believes the service to be, without a slash at its end; undefined: anywhere. */
  readonly baseUrl: string | undefined;
  /**
   * Answers as the service would; takes what `fetch` takes.
   * @throws TypeError as `fetch` does when the connection fails, which here is a fault that was asked for
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Answers a request that is known to be below the base URL. @throws ConnectionLost */
  readonly answer: (request: Request) => Promise<Response>;
}

/** @throws TypeError for a base URL that is none */
export function fetchDoor(
  handler: Handler,
  given: string | undefined,
  sleep: (milliseconds: number) => Promise<void>,
): FetchDoor {
  const base = given === undefined ? undefined : baseOf(given);

  async function answer(request: Request): Promise<Response> {
    const { origin, path, query } = locate(request.url, base);
    const plain = fromFetch(request, origin, path, query);
    return toFetch(await handler(plain), plain, sleep);
  }

  return {
    baseUrl: base === undefined ? undefined : base.origin + base.path,
    answer,
    async fetch(input, init) {
      const request = new Request(input, init);
      try {
        return await answer(request);
      } catch (error) {
        request.signal.throwIfAborted();
        throw new TypeError('fetch failed', { cause: error });
      }
    },
  };
}

interface Base {
  readonly origin: string;
  /** Empty, or such as `/pricing`. */
  readonly path: string;
}

function baseOf(given: string): Base {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!isPlain || url.username !== '') {
    throw new TypeError(`baseUrl: ${JSON.stringify(given)} is no base URL, such as https://api.example.test`);
  }
  return { origin: url.origin, path: url.pathname.replace(/\/$/, '') };
}

/** The target as the service would see it; a URL object has normalised it before. */
function locate(url: string, base: Base | undefined): { origin: string; path: string; query: string } {
  const [, origin = '', target = '/'] = /^([a-z]+:\/\/[^/?#]*)([^#]*)/i.exec(url) ?? [];
  const mark = target.indexOf('?');
  const whole = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  if (base === undefined) return { origin, path: whole, query };
  const path = whole.startsWith(`${base.path}/`) ? whole.slice(base.path.length) : whole;
  return { origin: base.origin + base.path, path, query };
}
