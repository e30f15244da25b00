// `pricing-mock/msw`: the mock as msw handlers, for `setupServer()` in Node and `setupWorker()` in a browser. They are
// a thin door to the same core; nothing here or below imports anything of Node's.
import { http, HttpResponse } from 'msw';
import type { HttpHandler } from 'msw';
import { createMock } from './app/create-mock.ts';
import type { Mock, MockDoorInput } from './app/create-mock.ts';
import { createReplay } from './app/create-replay.ts';
import type { Replay, ReplayDoorInput } from './app/create-replay.ts';
import { ConnectionLost } from './doors/fetch/broken-response.ts';
import type { FetchDoor } from './doors/fetch/fetch-door.ts';

export { createMock } from './app/create-mock.ts';
export type { Mock, MockDoorInput } from './app/create-mock.ts';
export type { ReplayDoorInput } from './app/create-replay.ts';
export type { ReplaySummary } from './recording/replay/replay-worlds.ts';
export * from './app/public-types.ts';

/** Handlers for `setupServer(...handlers)` and `getResponse(handlers, request)`, with the mock behind them. */
export type MockHandlers = HttpHandler[] & Pick<Mock, 'key' | 'world' | 'worlds'>;

/**
 * The mock of the whole service as msw handlers. With a `baseUrl` everything below it is answered, so that nothing
 * goes out to the real service by mistake; where that is the origin of the page itself, and where there is none, only
 * `/v1` (or another version) and `/__mock/` are, and the rest is left to other handlers.
 * @param input the options of `createMock`, or a mock that is there already
 * @example
 * const handlers = createHandlers({ baseUrl: 'https://api.example.test', data: 'tiny' });
 * const server = setupServer(...handlers);
 * handlers.world().faults.add({ kind: 'status=503', times: 1 });
 * @throws CommandError, SettingError, FixtureError, RangeError or TypeError for options that cannot be
 */
export function createHandlers(input: MockDoorInput | Mock = {}): MockHandlers {
  const mock = 'fetch' in input ? input : createMock(input);
  const { key, world, worlds } = mock;
  return Object.assign(handlersOf(mock), { key, world, worlds });
}

/** Handlers for `setupServer(...handlers)` and `getResponse(handlers, request)`, with the replay behind them. */
export type ReplayHandlers = HttpHandler[] & Pick<Replay, 'key' | 'world' | 'worlds' | 'summary'>;

/**
 * A recording as msw handlers: what `pricing-mock replay` answers, without a port. `world(key).requests` is what a key
 * asked, and `world(key).reset()` takes it back to the start of the recording. Answers leave without a content
 * encoding, as `fetch` shows them.
 * @param recording the parsed JSON of a file that `pricing-mock record` has made
 * @example
 * import session from './recordings/session.json' with { type: 'json' };
 * const handlers = replayHandlers(session, { baseUrl: 'https://api.example.test' });
 * const server = setupServer(...handlers);
 * afterAll(() => expect(handlers.summary().missed).toEqual([]));
 * @throws CommandError for a recording that is damaged, with the place, and for options that cannot be; SettingError
 *   or TypeError for options that cannot be
 */
export function replayHandlers(recording: unknown, options: ReplayDoorInput = {}): ReplayHandlers {
  const replay = createReplay(recording, options);
  const { key, world, worlds, summary } = replay;
  return Object.assign(handlersOf(replay), { key, world, worlds, summary });
}

function handlersOf(door: FetchDoor): HttpHandler[] {
  const resolve = async ({ request }: { readonly request: Request }): Promise<Response> => {
    try {
      return await door.answer(request);
    } catch (error) {
      // What msw is thrown, it would answer with 500 and print.
      if (error instanceof ConnectionLost) return HttpResponse.error();
      throw error;
    }
  };
  // Paths are told apart in the core: msw's majors read them differently, and one throws on `%E0%A4%A`.
  return [http.all(({ request }) => door.takes(request.url), resolve)];
}
