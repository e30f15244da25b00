// Opens the service, for a port, a function, msw and tests alike: its worlds, its simulator, and the filters that stand in
// front of every mode.
import type { Limits } from '../spec/endpoints.ts';
import type { Settings } from '../spec/settings.ts';
import { anonymous, authenticate, isValidKey, keyOf } from '../spec/authenticate.ts';
import type { KeyRules } from '../spec/authenticate.ts';
import { catchErrors } from '../spec/catch-errors.ts';
import { downloadsPath, filesPath, ownPath } from '../spec/mock-paths.ts';
import { readBytes } from '../spec/read-body.ts';
import { answerOptions, route, routerUnder } from '../spec/router.ts';
import { Clock } from '../http/clock.ts';
import { mount } from '../http/mount.ts';
import { observe } from '../http/observe.ts';
import type { Observation } from '../http/observe.ts';
import { pipeline } from '../http/message.ts';
import type { Json } from '../http/exact-json.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../http/message.ts';
import { sleep as sleepReally } from '../http/sleep.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { otherMethods } from '../dialect/profile-form.ts';
import { answerDownloads } from './endpoints/downloads.ts';
import { isMonitored } from './endpoints/monitors.ts';
import { listingsNaming } from './endpoints/recorded-rules.ts';
import { answerToldFile } from './endpoints/told-files.ts';
import { simulate } from './endpoints/simulate.ts';
import { speakErrors } from './endpoints/dialect-renderer.ts';
import { injectFaults } from './filters/inject-faults.ts';
import { limitRate } from './filters/limit-rate.ts';
import { numberRequests } from './filters/number-requests.ts';
import { tagRequests } from './filters/tag-requests.ts';
import { tellDate } from './filters/tell-date.ts';
import type { DataSet } from './models/resources.ts';
import { logRequest } from './worlds/request-log.ts';
import { findWorld, worldOf } from './worlds/open-world.ts';
import type { OpenWorld, WorldPlan } from './worlds/open-world.ts';
import { Worlds } from './worlds/worlds.ts';

/** Told what happens in a service. */
export interface Watcher {
  /** A request was answered; the world is undefined for one that was not let in. */
  readonly request: (observation: Observation, world: OpenWorld | undefined) => void;
  /** A world was dropped to make room. */
  readonly worldDropped: (world: OpenWorld) => void;
  /** The program itself failed. */
  readonly failure: (error: unknown) => void;
}

/** Which keys are valid, and how often each may ask. */
export interface Access {
  /** Valid keys and their limits, besides `test_<something>`; the first one is the default key. */
  readonly keys: ReadonlyMap<string, Limits>;
  /** The limits of every other key (§8). */
  readonly limits: Limits;
  /** Whether requests need a key (§5). */
  readonly auth: boolean;
  /** Whether any key is valid; false unless given. */
  readonly anyKey?: boolean;
}

/** Answers what a recording holds besides the endpoints of §4; each is undefined for what it holds none of. */
export interface AnswersBeside {
  /** Of files, for which no key is asked. */
  readonly file: (request: ApiRequest) => ApiResponse | undefined;
  /**
   * Of reads of one record, to a request that was let in and counted.
   * @param listingsOf how many listings name a strategy by now; undefined where nobody knows
   */
  readonly read: (request: ApiRequest, listingsOf: ListingsOf) => ApiResponse | undefined;
  /**
   * Of what changes something, to a request that was let in and counted: what answers to the body that was sent.
   * @throws ApiError 501, when it answers, for what was not recorded
   */
  readonly write: (request: ApiRequest) => ((sent: Uint8Array) => ApiResponse) | undefined;
}

export type ListingsOf = (strategy: Json) => number | undefined;

/** How another service speaks. */
export interface Speech {
  readonly settings: Settings;
  readonly dialect?: Dialect | undefined;
  readonly beside?: AnswersBeside | undefined;
}

export interface ServiceOptions extends Access, Partial<Omit<WorldPlan, 'settings' | 'limitsOf'>> {
  readonly settings: Settings;
  /** What worlds begin with: nothing, unless given. */
  readonly data?: DataSet;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Whether injected faults strike before a request is let in and counted; false unless given. */
  readonly faultsFirst?: boolean;
  /** Answers as another service does; the settings are then those that go with it. */
  readonly dialect?: Dialect | undefined;
  /** Answers what a recording holds besides the endpoints, such as the files of report runs. */
  readonly beside?: AnswersBeside | undefined;
  readonly watcher: Watcher;
  /** Whether the request logs keep answers, which they do unless told otherwise. */
  readonly keepAnswers?: boolean;
}

export interface Service {
  readonly settings: Settings;
  readonly worlds: Worlds;
  readonly keyRules: KeyRules;
  /** The default key; empty where no key is asked for. */
  readonly key: string;
  /** Whether a key opens a world. */
  readonly isKey: (key: string) => boolean;
  /** The mode `mock`: the simulator of the whole service. */
  readonly simulator: Handler;
  /** A simulator of the same worlds that speaks in another way. */
  readonly simulatorOf: (speech: Speech) => Handler;
  /**
   * A mode with what stands in front of each: the request log, the router and the mock's own pages.
   * @param pages answers below `/__mock/`, except for files of report runs
   */
  readonly serve: (mode: Handler, pages: Handler) => Handler;
  readonly onFailure: (error: unknown) => void;
}

const noData: DataSet = { listings: [], strategies: [], reportRuns: [] };

export function openService(options: ServiceOptions): Service {
  const {
    settings,
    keys,
    anyKey = false,
    limits,
    auth,
    watcher,
    data = noData,
    keepAnswers = true,
  } = options;
  const worlds = new Worlds({
    faults: [],
    latency: null,
    seed: 1,
    createClock: () => new Clock(Date.now()),
    ...options,
    data,
    keepAnswers,
    limitsOf: (key) => keys.get(key) ?? limits,
    onDrop: watcher.worldDropped,
  });
  const keyRules = { keys: new Set(keys.keys()), any: anyKey, required: auth };
  const [firstKey = auth ? 'test_key' : anonymous] = keys.keys();
  return {
    settings,
    worlds,
    keyRules,
    key: firstKey,
    onFailure: watcher.failure,
    isKey: (key) => isValidKey(key, keyRules),
    simulator: openSimulator(worlds, keyRules, options),
    simulatorOf: (speech) => openSimulator(worlds, keyRules, { ...options, ...speech }),
    serve: (mode, pages) =>
      pipeline(
        keepRequests(worlds, watcher),
        route(routerUnder(settings)),
        mount([
          [downloadsPath, mode],
          [filesPath, mode],
          [ownPath, catchErrors(settings, watcher.failure)(pages)],
        ]),
      )(mode),
  };
}

/** Logs each request of the service's clients with its world, and tells the watcher. */
function keepRequests(worlds: Worlds, watcher: Watcher): Filter {
  return observe((observation) => {
    const { request } = observation;
    const world = findWorld(request);
    if (!request.path.startsWith(ownPath) || isTraffic(request.path)) {
      logRequest(world ?? worlds.unauthenticated, observation);
    }
    watcher.request(observation, world);
  });
}

/** Whether clients of the service follow a path below `/__mock/`. */
const isTraffic = (path: string) => path.startsWith(downloadsPath) || path.startsWith(filesPath);

function openSimulator(
  worlds: Worlds,
  keyRules: KeyRules,
  { settings, data, dialect, beside, watcher, faultsFirst = false, sleep = sleepReally }: ServiceOptions,
): Handler {
  const router = routerUnder(settings, dialect && otherMethods(dialect.form));
  const faults = injectFaults({ settings, sleep, byHeader: true, clock: worlds.unauthenticated.clock });
  const answerErrors = catchErrors(settings, watcher.failure);
  // If every answer tells the limits (A19), errors must become answers before the limits add their headers.
  const tellsLimits =
    settings.form.headers.limits !== 'none' && settings.form.headers.limits !== 'retry-after';
  const limits = pipeline(limitRate(settings), ...(tellsLimits ? [answerErrors] : []));
  const letIn = pipeline(
    answerOptions(router, settings),
    authenticate(keyRules, settings, (key) => worlds.of(key)),
  );
  // The order of checks begins here: the key, the limits, a fault. `simulate.ts` goes on with the path and the method,
  // `writes.ts` with the media type, the body (`spec/read-body.ts`), the listing and the rules for its new values; in a
  // recorded service's stead `recorded-rules.ts` does, in the order that was learned.
  // Usually a fault strikes a request that was let in and counted.
  const order = faultsFirst ? [faults, letIn, limits] : [letIn, limits, faults];
  return pipeline(
    ...(dialect === undefined ? [] : [route(router)]),
    tellDate(),
    numberRequests(data?.answered),
    ...(settings.form.headers.requestId === 'on' ? [tagRequests()] : []),
    answerErrors,
    ...(dialect === undefined ? [] : [speakErrors(dialect, worlds.unauthenticated.clock)]),
    mount([[downloadsPath, answerDownloads(worlds, settings, faults)]]),
    ...(beside === undefined && dialect?.form.reportFile === undefined
      ? []
      : [serveFiles(beside, dialect, worlds, faults, pipeline(...order), keyRules)]),
    ...order,
    ...(beside === undefined ? [] : [serveBeside(beside, settings, dialect)]),
  )(simulate(router, settings, dialect));
}

/**
 * Files are answered before a key is asked for, as links that carry their own signature are followed without one. What a write
 * of this mock has linked to is none of them.
 * @param counted for a service that counts files that are asked for with the key
 */
function serveFiles(
  beside: AnswersBeside | undefined,
  dialect: Dialect | undefined,
  worlds: Worlds,
  faults: Filter,
  counted: Filter,
  keyRules: KeyRules,
): Filter {
  const worldOf = (key: string) => (key !== '' && isValidKey(key, keyRules) ? worlds.of(key) : undefined);
  return (next) =>
    function serveFiles(request) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead || request.context.endpoint !== undefined || isMonitored(worlds, request.path))
        return next(request);
      const world = worldOf(keyOf(request));
      const answer = beside?.file(request) ?? (dialect && answerToldFile(dialect, worlds, world, request));
      if (answer === undefined) return next(request);
      return (world?.limiter.limits.files === true ? counted : faults)(() => answer)(request);
    };
}

/** What §4 does not list and a recording holds: reads of records, and what changes something. */
function serveBeside(beside: AnswersBeside, settings: Settings, dialect: Dialect | undefined): Filter {
  return (next) =>
    function serveBeside(request) {
      const listingsOf = (strategy: Json) =>
        dialect && listingsNaming(strategy, dialect, worldOf(request).account);
      if (request.method === 'GET' || request.method === 'HEAD')
        return beside.read(request, listingsOf) ?? next(request);
      const answerTo = beside.write(request);
      return answerTo === undefined ? next(request) : readBytes(request, settings['max-body'], answerTo);
    };
}
