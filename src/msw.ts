// `pricing-mock/msw`: the mock as msw handlers, for `setupServer()` in Node and `setupWorker()` in a browser. They are
// a thin door to the same core; nothing here or below imports anything of Node's.
import { http, HttpResponse } from 'msw';
import type { HttpHandler } from 'msw';
import { createMock } from './door/create-mock.ts';
import type { Mock, MockDoorInput } from './door/create-mock.ts';
import { ConnectionLost } from './door/to-fetch.ts';
import type { FetchDoor } from './door/fetch-door.ts';

export { createMock } from './door/create-mock.ts';
export type { Mock, MockDoorInput } from './door/create-mock.ts';
export * from './public-types.ts';

/** Handlers for `setupServer(...handlers)`, with the mock behind them. */
export type MockHandlers = readonly HttpHandler[] & Pick<Mock, 'key' | 'world' | 'worlds'>;

/**
 * The mock of the whole service as msw handlers.
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
  // Paths are told apart in the core, not by msw, whose majors read them differently.
  const base = door.baseUrl ?? '*';
  return ['/v1', '/v1/*', '/__mock/*'].map((path) => http.all(`${base}${path}`, resolve));
}
