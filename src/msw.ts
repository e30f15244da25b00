// `pricing-mock/msw`: the mock as msw handlers, for `setupServer()` in Node and `setupWorker()` in a browser. The handlers
// only pass requests on to the mock that also answers on a port. Neither this file nor any that it imports needs Node.
import { http, HttpResponse } from 'msw';
import type { HttpHandler } from 'msw';
import { openMock } from './app/create-mock.ts';
import type { Mock, CreateMockInput } from './app/create-mock.ts';
import { createReplay } from './app/create-replay.ts';
import type { Replay, CreateReplayInput } from './app/create-replay.ts';
import { ConnectionLost } from './doors/fetch/broken-response.ts';
import type { FetchService } from './doors/fetch/fetch-service.ts';

export { createMock } from './app/create-mock.ts';
export type { Mock, CreateMockInput } from './app/create-mock.ts';
export type { CreateReplayInput } from './app/create-replay.ts';
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
export function createHandlers(input: CreateMockInput | Mock = {}): MockHandlers {
  const mock = isMock(input) ? input : openMock(input, 'createHandlers');
  const { key, world, worlds } = mock;
  return Object.assign(handlersOf(mock), { key, world, worlds });
}

/** A program without types may give anything. */
function isMock(input: CreateMockInput | Mock | null): input is Mock {
  return typeof input === 'object' && input !== null && 'fetch' in input;
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
export function replayHandlers(recording: unknown, options: CreateReplayInput = {}): ReplayHandlers {
  const replay = createReplay(recording, options);
  const { key, world, worlds, summary } = replay;
  return Object.assign(handlersOf(replay), { key, world, worlds, summary });
}

function handlersOf(service: FetchService): HttpHandler[] {
  const resolve = async ({ request }: { readonly request: Request }): Promise<Response> => {
    try {
      return await service.answer(request);
    } catch (error) {
      // A broken connection was asked for. If it were thrown, msw would print it and answer with 500.
      if (error instanceof ConnectionLost) return HttpResponse.error();
      throw error;
    }
  };
  // The mock's own router reads the path: msw's versions read paths differently, and one throws on `%E0%A4%A`.
  return [http.all(({ request }) => service.takes(request.url), resolve)];
}
