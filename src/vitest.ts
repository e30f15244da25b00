// `pricing-mock/vitest`: a test function that gives each test a separate world on a server that the tests of a file share.
// So tests and files run side by side, and nothing has to be reset.
import { test as base } from 'vitest';
import type { TestAPI } from 'vitest';
import type { World } from './service/handles/world.ts';
import { startServer } from './app/library.ts';
import type { ServerInput } from './app/options/serve-options.ts';
import type { MockServer } from './app/server.ts';

/** The mock as one test sees it. */
export interface TestMock {
  /** Base URL for the client under test, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** The API key of this test, which opens a world for this test alone. */
  readonly key: string;
  /** The world of this test: its records, clock, faults and requests. */
  readonly world: World;
}

/** What a test function can ask for. */
export interface MockFixtures {
  /** A world for this test alone. */
  readonly mock: TestMock;
  /** The server that the tests of this file share; it is closed after them. */
  readonly mockServer: MockServer;
}

/** How many requests are printed when a test fails. */
const printed = 20;

/** Tells the tests of a process apart; a world's data does not depend on its key. */
let tests = 0;

/** Which call of `createTest` has started a server. Vitest 3 gives a second one in a file the server of the first. */
const owners = new WeakMap<MockServer, symbol>();

/**
 * A test function with a mock of these options.
 * @example
 * const test = createTest({ data: 'tiny' });
 * test('lists', async ({ mock }) => { await listAll(mock.url, mock.key); });
 */
export function createTest(options: ServerInput = {}): TestAPI<MockFixtures> {
  const own = Symbol('createTest');
  return base.extend<MockFixtures>({
    mockServer: [
      // eslint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        await using server = await startServer(options);
        owners.set(server, own);
        await use(server);
      },
      { scope: 'file' }, // every pool of vitest has it, unlike `worker`
    ],
    mock: async ({ mockServer, onTestFailed }, use) => {
      if ((owners.get(mockServer) ?? own) !== own) {
        throw new Error(
          'This vitest tells the fixtures of a file apart by name alone: call createTest once in a file, or use vitest 4.1',
        );
      }
      tests += 1;
      const key = `test_${process.pid}-${tests}`;
      const world = mockServer.world(key);
      onTestFailed(() => {
        console.error(lastRequests(world));
      });
      await use({ url: mockServer.url, key, world });
    },
  });
}

/** A test function with the default options of the mock. */
export const test = createTest();

function lastRequests({ requests }: World): string {
  const last = requests.all().slice(-printed);
  if (last.length === 0) return 'The mock was asked nothing in this test.';
  const which = last.length < requests.total ? `the last ${last.length} of ${requests.total}` : 'all';
  return `What the mock was asked in this test (${which}):\n  ${last.join('\n  ')}`;
}
