// The mode `replay`, as a composition that can be read in one line. Nothing in its import graph opens a connection.
import type { Settings } from '../../spec/assumptions.ts';
import { ApiError } from '../../spec/errors.ts';
import { createResources } from '../../spec/router.ts';
import { downloadsPath, filesPath } from '../../spec/mock-paths.ts';
import type { DataSet } from '../../service/models/resources.ts';
import { keepJournal } from '../../service/service.ts';
import { ownPages } from '../own-pages.ts';
import { anonymous, authenticate, keyOf } from '../../spec/authenticate.ts';
import { byPath } from '../../http/mount.ts';
import { catchErrors } from '../../spec/catch-errors.ts';
import { injectFaults } from '../../service/filters/inject-faults.ts';
import { limitRate } from '../../service/filters/limit-rate.ts';
import type { Limits } from '../../service/filters/limiter.ts';
import type { Observer } from '../../http/observe.ts';
import { pipeline } from '../../http/message.ts';
import type { ApiRequest, Filter, Handler } from '../../http/message.ts';
import { parsePriceUpdate, parseStrategyUpdate } from '../../service/endpoints/updates.ts';
import { answerMiss } from '../../recording/replay/miss.ts';
import type { ListingFields, ValidateWrite } from '../../recording/replay/overlay.ts';
import { replayFrom } from '../../recording/replay/replay-from.ts';
import { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import { returnLinks } from '../../recording/links/return-links.ts';
import { Worlds } from '../../service/worlds/worlds.ts';
import type { ReplayOptions } from './replay-app-options.ts';

export interface Replay {
  readonly handler: Handler;
  /** Where each key stands in the recording. */
  readonly positions: ReplayWorlds;
}

export interface ReplayAppOptions extends Omit<ReplayOptions, 'keys' | 'limited'> {
  /** Valid keys and their limits, besides `test_<something>`. */
  readonly keys: ReadonlyMap<string, Limits>;
  /** The limits of a key (§8); null: there are none. */
  readonly limitsOf: ((account: string) => Limits) | null;
  readonly onRequest: Observer;
}

export interface ReplayApp {
  readonly handler: Handler;
  readonly worlds: ReplayWorlds;
}

/** A recording with its journal, behind any door. */
export async function createReplayApp(options: ReplayAppOptions): Promise<ReplayApp> {
  const { settings, keys, limitsOf, onRequest, onFailure } = options;
  const worlds = new Worlds({
    ...options,
    ...{ data: noRecords, faults: [], latency: null, seed: 1, onDrop: () => undefined },
    limitsOf: limitsOf ?? (() => unlimited),
  });
  const limited = limitsOf !== null;
  const replay = await replayRecording(worlds, { ...options, keys: new Set(keys.keys()), limited });
  const watcher = { request: onRequest, worldDropped: () => undefined, failure: onFailure };
  return {
    worlds: replay.positions,
    handler: keepJournal(worlds, ownPages(settings), { settings, watcher })(replay.handler),
  };
}

/** Where each key stands in a recording: at its start. */
export function replayPositions({
  source,
  auth,
  redactor,
}: Pick<ReplayOptions, 'source' | 'auth' | 'redactor'>): ReplayWorlds {
  return new ReplayWorlds(source, { authenticated: auth, redact: (request) => redactor.request(request) });
}

/** The mode `replay`. */
export async function replayRecording(
  worlds: Worlds,
  options: ReplayOptions,
  positions = replayPositions(options),
): Promise<Replay> {
  const { settings, bodies } = options;
  const simulator = options.simulateMisses
    ? (await import('./replay-simulator.ts')).simulateMisses(positions, options)
    : undefined;
  const recorded = replayFrom(positions, {
    bodies,
    ...((options.allowUnrecordedWrites || simulator !== undefined) && {
      unrecordedWrites: {
        validate: validateWrite(settings),
        settings,
        ...(simulator && { onWrite: simulator.write }),
      },
    }),
    ...(options.sleep !== null && { sleep: options.sleep }),
  });
  const missed = answerMiss(positions, options);
  const findResource = createResources(settings);
  const endpointOf = ({ path, method }: ApiRequest) => findResource(path)?.methods.get(method) ?? '';

  const worldOf = ({ context }: ApiRequest) => worlds.of(context.account ?? '');
  // Those that a test adds: by itself a replay makes none, and a recorded request may have asked for one.
  const faults = injectFaults({
    settings,
    sleep: () => Promise.resolve(),
    byHeader: false,
    planOf: (request) => worldOf(request).faults,
    now: (request) => worldOf(request).clock.now(),
  });

  const anyKey = options.auth && settings['valid-keys'] === 'any';
  const replay = pipeline(
    ...(anyKey ? [answerKeyless(replayFrom(positions, { bodies, refused: true }))] : []),
    authenticate({ keys: options.keys, required: options.auth, advice: keysTaken }, settings),
    ...(options.limited ? [limitRate((account) => worlds.of(account), endpointOf, settings)] : []),
    faults,
    returnLinks(() => positions.recording.upstream),
    recorded,
  )(simulator?.handler ?? missed);

  // No X-Request-Id: an answer is the recorded one and nothing else.
  const handler = catchErrors(
    settings,
    options.onFailure,
  )(
    byPath([
      [filesPath, recorded(missed)], // a download link carries no key
      ...(simulator === undefined ? [] : [[downloadsPath, simulator.downloads] as const]),
    ])(replay),
  );
  return { handler, positions };
}

const keysTaken =
  'This replay takes test_<anything>; start it with --key <key> for one key more, --any-key for any, --no-auth for none.';

/** Where any key is valid, only a request without one is refused: as the service did, where that was recorded. */
function answerKeyless(refuse: Filter): Filter {
  return (next) => {
    const refused = refuse(next);
    return function answerKeyless(request) {
      return keyOf(request) === anonymous ? refused(request) : next(request);
    };
  };
}

const unlimited: Limits = { perSecond: Infinity, perMinute: Infinity };

/** A replay answers from its recording alone. */
export const noRecords: DataSet = { listings: [], strategies: [], reportRuns: [] };

/** The mock's own rules for writes, for those that were not recorded (`--allow-unrecorded-writes`). */
export function validateWrite(settings: Settings): ValidateWrite {
  return ({ kind, body, current, strategyIds }) => {
    try {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw new ApiError('invalid_json', 'The body must be a JSON object.');
      }
      const fields =
        kind === 'price'
          ? parsePriceUpdate(body as ListingFields, boundsOf(current), settings)
          : parseStrategyUpdate(body as ListingFields, (id) => strategyIds.has(id), settings);
      return { ok: true, fields: { ...fields } };
    } catch (error) {
      if (error instanceof ApiError) return { ok: false, error };
      throw error;
    }
  };
}

/** The bounds of a recorded listing; one in a form that is not ours is none to compare with. */
function boundsOf({ minPrice, maxPrice }: ListingFields) {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return { minPrice: number(minPrice), maxPrice: number(maxPrice) };
}
