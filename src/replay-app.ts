// The mode `replay`, as a composition that can be read in one line. Nothing in its import graph opens a connection.
import type { Settings } from './api/assumptions.ts';
import { ApiError } from './api/errors.ts';
import { createResources } from './api/endpoints.ts';
import type { Clock } from './clock.ts';
import { authenticate } from './filters/authenticate.ts';
import { byPath } from './filters/by-path.ts';
import { catchErrors } from './filters/catch-errors.ts';
import { limitRate } from './filters/limit-rate.ts';
import type { Limited } from './filters/limit-rate.ts';
import { Limiter } from './filters/limiter.ts';
import type { Limits } from './filters/limiter.ts';
import { observe } from './filters/observe.ts';
import type { Observer } from './filters/observe.ts';
import { pipeline } from './http.ts';
import type { ApiRequest, Filter, Handler } from './http.ts';
import { parsePriceUpdate, parseStrategyUpdate } from './mock/updates.ts';
import { recordBody, wireBody } from './recording/bodies.ts';
import { acceptedCodings } from './recording/content-coding.ts';
import type { Recording } from './recording/format.ts';
import { filesPath } from './recording/links.ts';
import { miss } from './recording/miss.ts';
import type { ListingFields, ValidateWrite } from './recording/overlay.ts';
import type { Redactor } from './recording/redact.ts';
import { replayFrom } from './recording/replay.ts';
import { ReplayWorlds } from './recording/replay-worlds.ts';

export interface ReplayAppOptions {
  readonly settings: Settings;
  /** The recording in force; another object is another edition of it. */
  readonly source: () => Recording;
  /** How the user calls the recording. */
  readonly name: string;
  /** As the recording was redacted. */
  readonly redactor: Redactor;
  /** Valid keys and their limits, besides `test_<something>`. */
  readonly keys: ReadonlyMap<string, Limits>;
  /** Whether requests need a key (§5). */
  readonly auth: boolean;
  /** The limits of a key (§8); null: there are none. */
  readonly limitsOf: ((account: string) => Limits) | null;
  /** Whether writes that were not recorded are laid over what was. */
  readonly overlay: boolean;
  /** Whether the simulator answers what was not recorded; writes are then laid over in any case. */
  readonly simulateMisses: boolean;
  /** Given, each answer takes the time it took when it was recorded. */
  readonly sleep: ((milliseconds: number) => Promise<unknown>) | null;
  readonly createClock: () => Clock;
  readonly onRequest: Observer;
  /** Something happened that nobody expected. */
  readonly onFailure: (error: unknown) => void;
}

export interface ReplayApp {
  readonly handler: Handler;
  readonly worlds: ReplayWorlds;
}

/** Answers from a recording, behind any door. */
export async function createReplayApp(options: ReplayAppOptions): Promise<ReplayApp> {
  const { settings, redactor } = options;
  const worlds = new ReplayWorlds(options.source, {
    authenticated: options.auth,
    redact: (request) => redactor.request(request),
  });
  const simulator = options.simulateMisses
    ? (await import('./replay-simulator.ts')).simulateMisses(worlds, options)
    : undefined;
  const recorded = replayFrom(worlds, {
    bodies: { recordBody, wireBody, acceptedCodings },
    ...((options.overlay || simulator !== undefined) && {
      overlay: {
        validate: validateWrite(settings),
        settings,
        ...(simulator && { onWrite: simulator.write }),
      },
    }),
    ...(options.sleep !== null && { sleep: options.sleep }),
  });
  const keyRules = { keys: new Set(options.keys.keys()), required: options.auth };
  const missed = miss(worlds, options);

  const replay = pipeline(
    authenticate(keyRules, settings),
    ...(options.limitsOf === null ? [] : [limits(options.limitsOf, options)]),
    recorded,
  )(simulator?.handler ?? missed);

  // No X-Request-Id: an answer is the recorded one and nothing else.
  const app = pipeline(
    observe(options.onRequest),
    catchErrors(settings, options.onFailure),
  )(
    byPath([
      [filesPath, recorded(missed)], // a download link carries no key
      ...(simulator === undefined ? [] : [[simulator.downloadsPath, simulator.downloads] as const]),
      ['/__mock', async (request) => (await import('./control/control.ts')).pages(settings)(request)],
    ])(replay),
  );
  return { handler: app, worlds };
}

/** The mock's own rules for writes, for those that were not recorded (`--overlay`). */
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

/** At most so many keys have their requests counted; the one that came first is forgotten. */
const mostCounted = 10_000;

function limits(limitsOf: (account: string) => Limits, options: ReplayAppOptions): Filter {
  const { settings, createClock } = options;
  const findResource = createResources(settings);
  const accounts = new Map<string, Limited>();
  const accountOf = (account: string): Limited => {
    const known = accounts.get(account);
    if (known !== undefined) return known;
    const opened = { limiter: new Limiter(limitsOf(account), settings), clock: createClock() };
    if (accounts.size >= mostCounted) accounts.delete(accounts.keys().next().value!);
    accounts.set(account, opened);
    return opened;
  };
  const endpointOf = ({ path, method }: ApiRequest) => findResource(path)?.methods.get(method) ?? '';
  return limitRate(accountOf, endpointOf, settings);
}
