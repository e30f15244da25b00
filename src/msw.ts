// `pricing-mock/msw`: the mock as msw handlers, for `setupServer()` in Node and `setupWorker()` in a browser. They are
// a thin door to the same core; nothing here or below imports anything of Node's.
import { http, HttpResponse } from 'msw';
import type { HttpHandler } from 'msw';
import { createMock } from './door/create-mock.ts';
import type { Mock, MockDoorInput } from './door/create-mock.ts';
import { ConnectionLost } from './door/break-answer.ts';
import type { FetchDoor } from './door/fetch-door.ts';

export { createMock } from './door/create-mock.ts';
export type { Mock, MockDoorInput } from './door/create-mock.ts';
export * from './public-types.ts';

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
