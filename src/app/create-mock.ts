// The mock without a port: a function from a Fetch API request to its answer, for Node and browsers.
import { createSettings } from '../spec/settings.ts';
import { createAudit } from '../service/audit/audit.ts';
import { openService } from '../service/service.ts';
import { ownPages } from './control/own-pages.ts';
import { chooseData } from '../service/data/choose-data.ts';
import { mockOptions } from './options/mock-options.ts';
import type { MockInput } from './options/mock-options.ts';
import { givenOptions, resolveInput } from './options/options.ts';
import { accessFrom, conditionsFrom, withOptions } from './options/service-options.ts';
import { quiet } from './modes/hooks.ts';
import { worldsByKey } from './worlds-by-key.ts';
import type { WorldsByKey } from './worlds-by-key.ts';
import { fetchService } from '../doors/fetch/fetch-service.ts';
import type { FetchService } from '../doors/fetch/fetch-service.ts';
import { sleep } from '../http/sleep.ts';

/** The options of `createMock` and `createHandlers`: those of `serve` that need no port and no disk, and the base URL. */
export interface CreateMockInput extends MockInput {
  /** Where the client believes the service to be, such as `https://api.example.test`; any unless given. */
  readonly baseUrl?: string;
}

/** The mock as a function, with its worlds. */
export interface Mock extends FetchService, WorldsByKey {
  /** An API key that is valid, and that `world()` means; empty where no key is asked for (`noAuth`). */
  readonly key: string;
}

/**
 * The mock of the whole service as a function in place of `fetch`: no port, nothing patched, in Node and in browsers.
 * @example
 * const mock = createMock({ data: 'tiny' });
 * const response = await mock.fetch('https://api.example.test/v1/listings', { headers: { 'X-API-KEY': mock.key } });
 * @throws CommandError, SettingError, FixtureError or RangeError for options that cannot be
 */
export function createMock(input: CreateMockInput = {}): Mock {
  return openMock(input, 'createMock');
}

/** @param caller the function that takes the options, for errors */
export function openMock(input: CreateMockInput, caller: string): Mock {
  const { baseUrl, fixtures, profile = 'default' } = givenOptions(input, caller);
  const values = resolveInput(mockOptions, input, { name: caller, besides: ['baseUrl', 'fixtures'] });
  const settings = withOptions(createSettings(profile, ...values.assume), values);
  const data = chooseData({ ...values, fixtures }, settings);
  const service = openService({
    ...accessFrom(values, values.noLimits),
    ...conditionsFrom(values),
    settings,
    data,
    watcher: quiet,
    keepAnswers: values.keepAnswers,
    createAudit: (id, limits) => createAudit({ world: id, limits }),
  });
  const handler = service.serve(service.simulator, ownPages(settings));
  return { ...fetchService(handler, baseUrl, sleep), key: service.key, ...worldsByKey(service) };
}
