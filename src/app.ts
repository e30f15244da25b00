// The modes, each a composition that can be read in one line, and the app around them.
import type { Settings } from './api/assumptions.ts';
import { createResources } from './api/endpoints.ts';
import type { DataSet } from './api/resources.ts';
import type { Clock } from './clock.ts';
import { answerOptions } from './filters/answer-options.ts';
import { authenticate } from './filters/authenticate.ts';
import { byPath } from './filters/by-path.ts';
import { catchErrors } from './filters/catch-errors.ts';
import type { FaultRule, Latency } from './filters/faults.ts';
import { injectFaults } from './filters/inject-faults.ts';
import { limitRate } from './filters/limit-rate.ts';
import type { Limits } from './filters/limiter.ts';
import { observe } from './filters/observe.ts';
import type { Observation } from './filters/observe.ts';
import { tagRequests } from './filters/tag-requests.ts';
import { pipeline } from './http.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from './http.ts';
import { download, downloadsPath } from './mock/downloads.ts';
import { simulate } from './mock/simulate.ts';
import { numbered } from './profile/numbered.ts';
import { Worlds } from './worlds.ts';
import type { World } from './worlds.ts';

export interface AppOptions {
  readonly settings: Settings;
  readonly data: DataSet;
  /** Valid keys and their limits, besides `test_<something>`. */
  readonly keys: ReadonlyMap<string, Limits>;
  /** The limits of every other key (§8). */
  readonly limits: Limits;
  /** Whether requests need a key (§5). */
  readonly auth: boolean;
  readonly faults: readonly FaultRule[];
  readonly latency: Latency | null;
  readonly seed: number;
  readonly createClock: () => Clock;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly watcher: Watcher;
  /** Speaks as another service does; the settings are then those that go with it (`profile/in-force.ts`). */
  readonly dialect?: Filter;
  /** Answers for the files of recorded report runs, below `/__mock/files/`. */
  readonly files?: Handler;
}

/** Whoever wants to know what happens. */
export interface Watcher {
  /** A request was answered; the world is undefined for one that was not let in. */
  readonly request: (observation: Observation, world: World | undefined) => void;
  /** A world was dropped to make room. */
  readonly worldDropped: (world: World) => void;
  /** Something happened that nobody expected. */
  readonly failure: (error: unknown) => void;
}

export interface App {
  readonly handler: Handler;
  readonly worlds: Worlds;
}

/** The simulator of the whole service, behind any door. */
export function createApp(options: AppOptions): App {
  const { settings, watcher } = options;
  const worlds = new Worlds({
    settings,
    data: options.dialect === undefined ? options.data : numbered(options.data),
    limitsOf: (account) => options.keys.get(account) ?? options.limits,
    createClock: options.createClock,
    onDrop: watcher.worldDropped,
  });
  const findResource = createResources(settings);
  const keyRules = { keys: new Set(options.keys.keys()), required: options.auth };
  const faults = injectFaults({ ...options, rules: options.faults, now: timeFor });
  // Where every answer tells the limits (A19), an error has to be an answer by then.
  const answerErrors = catchErrors(settings, watcher.failure);
  const tellsLimits = settings['rate-headers'] !== 'none' && settings['rate-headers'] !== 'retry-after';
  const limits = pipeline(
    limitRate((account) => worlds.of(account), endpointOf, settings),
    ...(tellsLimits ? [answerErrors] : []),
  );
  const letIn = pipeline(answerOptions(findResource, settings), authenticate(keyRules, settings));

  const mock = byFaultOrder(
    settings,
    faults,
    letIn,
    limits,
  )(simulate((account) => worlds.of(account).simulation, settings));
  const downloads = faults((request) => download(request, (id) => worlds.byId(id)?.simulation, settings));
  const app = pipeline(
    observe(note),
    ...(options.dialect === undefined ? [] : [options.dialect]),
    ...(settings['request-id'] === 'on' ? [tagRequests()] : []),
    answerErrors,
  )(
    byPath([
      [downloadsPath, downloads],
      ...(options.files === undefined ? [] : [['/__mock/files/', faults(options.files)] as const]),
      ['/__mock/', async (request) => (await import('./control/control.ts')).control(settings)(request)],
    ])(mock),
  );

  function timeFor({ context: { account } }: ApiRequest): number {
    return (account === undefined ? options.createClock() : worlds.of(account).clock).now();
  }

  function endpointOf(request: ApiRequest): string {
    return findResource(request.path)?.methods.get(request.method) ?? '';
  }

  function note(observation: Observation): void {
    const { request, response, milliseconds } = observation;
    const { account } = request.context;
    const world = account === undefined ? undefined : worlds.of(account);
    world?.journal.add({
      at: world.clock.now(),
      method: request.method,
      path: request.path,
      status: response.status,
      milliseconds,
      ...errorOf(response),
    });
    watcher.request(observation, world);
  }

  return { handler: app, worlds };
}

/** The code and the parameter of an error answer. */
export function errorOf(response: ApiResponse): { code?: string; param?: string } {
  if (response.error === undefined) return {};
  const { code, param } = response.error;
  return { code, ...(typeof param === 'string' && { param }) };
}

/** By default a fault strikes a request that was let in and counted (A33). */
function byFaultOrder(settings: Settings, faults: Filter, letIn: Filter, limits: Filter): Filter {
  return settings['fault-order'] === 'first'
    ? pipeline(faults, letIn, limits)
    : pipeline(letIn, limits, faults);
}
