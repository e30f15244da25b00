// The modes, each a composition that can be read in one line, and the app around them.
import type { Settings } from '../spec/assumptions.ts';
import { createResources } from '../spec/router.ts';
import { downloadsPath, filesPath, ownPath } from '../spec/mock-paths.ts';
import { answerOptions } from '../spec/answer-options.ts';
import { authenticate } from '../spec/authenticate.ts';
import { byPath } from '../http/mount.ts';
import { catchErrors } from '../spec/catch-errors.ts';
import { FaultPlan } from './filters/fault-plan.ts';
import { injectFaults } from './filters/inject-faults.ts';
import { limitRate } from './filters/limit-rate.ts';
import type { Limits } from './filters/limiter.ts';
import { observe } from '../http/observe.ts';
import type { Observation } from '../http/observe.ts';
import { tagRequests } from './filters/tag-requests.ts';
import { pipeline } from '../http/message.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../http/message.ts';
import { download, worldInLink } from './endpoints/downloads.ts';
import { simulate } from './endpoints/simulate.ts';
import { noteRequest } from './worlds/note-request.ts';
import { numbered } from '../dialect/numbered.ts';
import type { World, WorldPlan } from './worlds/world.ts';
import { Worlds } from './worlds/worlds.ts';

export interface MockOptions {
  readonly settings: Settings;
  /** Valid keys, besides `test_<something>`. */
  readonly keys: ReadonlySet<string>;
  /** Whether requests need a key (§5). */
  readonly auth: boolean;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Something happened that nobody expected. */
  readonly onFailure: (error: unknown) => void;
  /** Speaks as another service does; the settings are then those that go with it (`dialect/apply-profile.ts`). */
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

export interface AppOptions extends Omit<MockOptions, 'keys' | 'onFailure'>, Omit<WorldPlan, 'limitsOf'> {
  /** Valid keys and their limits, besides `test_<something>`. */
  readonly keys: ReadonlyMap<string, Limits>;
  /** The limits of every other key (§8). */
  readonly limits: Limits;
  readonly watcher: Watcher;
  /** What the mock says about itself, below `/__mock/`. */
  readonly pages: Handler;
}

export interface App {
  readonly handler: Handler;
  readonly worlds: Worlds;
}

/** The simulator of the whole service with its journal, behind any door. */
export function createApp(options: AppOptions): App {
  const { keys, limits, watcher } = options;
  const limitsOf = (account: string): Limits => keys.get(account) ?? limits;
  const data = options.dialect === undefined ? options.data : numbered(options.data);
  const worlds = new Worlds({ ...options, data, limitsOf, onDrop: watcher.worldDropped });
  const mock = simulateService(worlds, {
    ...options,
    keys: new Set(keys.keys()),
    onFailure: watcher.failure,
  });
  return { worlds, handler: keepJournal(worlds, options.pages, options)(mock) };
}

/**
 * What stands in front of every mode: the journals, and the mock's own pages.
 * @param pages what answers below `/__mock/`, but for downloads
 */
export function keepJournal(
  worlds: Worlds,
  pages: Handler,
  { settings, watcher }: Pick<AppOptions, 'settings' | 'watcher'>,
): Filter {
  const note = (observation: Observation): void => {
    const { request, response, milliseconds } = observation;
    const world = worldFor(worlds, request);
    if (!request.path.startsWith(ownPath) || isTraffic(request.path)) {
      noteRequest(world ?? worlds.strangers, request, response, milliseconds);
    }
    watcher.request(observation, world);
  };
  return (mode) =>
    pipeline(observe(note))(
      byPath([
        [downloadsPath, mode],
        [filesPath, mode],
        [ownPath, catchErrors(settings, watcher.failure)(pages)],
      ])(mode),
    );
}

/** The mode `mock`. */
export function simulateService(worlds: Worlds, options: MockOptions): Handler {
  const { settings, sleep } = options;
  const findResource = createResources(settings);
  const keyRules = { keys: options.keys, required: options.auth };
  const loose = new FaultPlan(0);
  const faults = injectFaults({
    settings,
    sleep,
    byHeader: true,
    planOf: (request) => worldFor(worlds, request)?.faults ?? loose,
    now: (request) => (worldFor(worlds, request) ?? worlds.strangers).clock.now(),
  });
  // Where every answer tells the limits (A19), an error has to be an answer by then.
  const answerErrors = catchErrors(settings, options.onFailure);
  const tellsLimits = settings['rate-headers'] !== 'none' && settings['rate-headers'] !== 'retry-after';
  const endpointOf = ({ path, method }: ApiRequest) => findResource(path)?.methods.get(method) ?? '';
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
  return pipeline(
    ...(options.dialect === undefined ? [] : [options.dialect]),
    ...(settings['request-id'] === 'on' ? [tagRequests()] : []),
    answerErrors,
  )(
    byPath([
      [downloadsPath, downloads],
      ...(options.files === undefined ? [] : [[filesPath, faults(options.files)] as const]),
    ])(mock),
  );
}

/** The world that a request was let into, or whose file it asks for. */
function worldFor(worlds: Worlds, { context, path }: ApiRequest): World | undefined {
  if (context.account !== undefined) return worlds.of(context.account);
  return path.startsWith(downloadsPath) ? worlds.byId(worldInLink(path)) : undefined;
}

/** Whether a path below `/__mock/` is one that clients of the service follow. */
const isTraffic = (path: string) => path.startsWith(downloadsPath) || path.startsWith(filesPath);

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
