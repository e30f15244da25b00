// The mock without a port: a function from a Fetch API request to its answer, for Node and browsers.
import { createSettings } from '../spec/settings.ts';
import { createAudit } from '../service/audit/audit.ts';
import { keepJournal, simulateService } from '../service/service.ts';
import { ownPages } from './own-pages.ts';
import { WorldHandle } from '../service/handles/world-handle.ts';
import { chooseData } from '../service/data/choose-data.ts';
import { mockOptions } from './options/mock-options.ts';
import type { MockInput } from './options/mock-options.ts';
import { resolveInput } from './options/options.ts';
import { keyCheck, noSuchKey, planWorlds, usualKey } from './options/plan-worlds.ts';
import { Worlds } from '../service/worlds/worlds.ts';
import { fetchDoor } from '../doors/fetch/fetch-door.ts';
import type { FetchDoor } from '../doors/fetch/fetch-door.ts';
import { sleep } from '../http/sleep.ts';

/** The options of `createMock` and `createHandlers`: those of `serve` that need no port and no disk, and the base URL. */
export interface MockDoorInput extends MockInput {
  /** Where the client believes the service to be, such as `https://api.example.test`; any unless given. */
  readonly baseUrl?: string;
}

/** The mock as a function, with its worlds. */
export interface Mock extends FetchDoor {
  /** An API key that is valid, and that `world()` means; empty where no key is asked for (`noAuth`). */
  readonly key: string;
  /** The world that an API key opens; without one, that of `key`. @throws RangeError for a key that is not valid */
  readonly world: (key?: string) => WorldHandle;
  /** The worlds that are open, the least recently used first. */
  readonly worlds: () => WorldHandle[];
}

/**
 * The mock of the whole service as a function in place of `fetch`: no port, nothing patched, in Node and in browsers.
 * @example
 * const mock = createMock({ data: 'tiny' });
 * const response = await mock.fetch('https://api.example.test/v1/listings', { headers: { 'X-API-KEY': mock.key } });
 * @throws CommandError, SettingError, FixtureError or RangeError for options that cannot be
 */
export function createMock(input: MockDoorInput = {}): Mock {
  const { baseUrl, fixtures, profile = 'default', assume = {} } = input;
  const values = resolveInput(mockOptions, input, { name: 'createMock', besides: ['baseUrl', 'fixtures'] });
  const settings = createSettings(profile, assume);
  const data = chooseData({ ...values, fixtures }, settings);
  const worlds = new Worlds({
    ...planWorlds(values, settings, data),
    createAudit: (id, limits) => createAudit({ world: id, limits }),
    onDrop: () => undefined,
  });
  const onFailure = (error: unknown): void => {
    console.error('pricing-mock itself failed:', error);
  };
  const keys = new Set(values.key.map(({ key }) => key));
  const mode = simulateService(worlds, { settings, keys, auth: !values.noAuth, sleep, onFailure });
  const watcher = { request: () => undefined, worldDropped: () => undefined, failure: onFailure };
  const handler = keepJournal(worlds, ownPages(settings), { settings, watcher })(mode);
  const key = usualKey(values);
  const isKey = keyCheck(values, settings);
  const world = (account = key): WorldHandle => {
    if (!isKey(account)) throw new RangeError(noSuchKey);
    return new WorldHandle(() => worlds.of(account));
  };
  return {
    ...fetchDoor(handler, baseUrl, sleep),
    key,
    world,
    worlds: () => worlds.all().map(({ account }) => world(account)),
  };
}
