// The mode `replay` as a pipeline of filters. No file that it imports opens a connection.
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import { downloadsPath, filesPath } from '../../spec/mock-paths.ts';
import { anonymous, authenticate, keyOf } from '../../spec/authenticate.ts';
import { mount } from '../../http/mount.ts';
import { catchErrors } from '../../spec/catch-errors.ts';
import { injectFaults } from '../../service/filters/inject-faults.ts';
import { limitRate } from '../../service/filters/limit-rate.ts';
import { pipeline } from '../../http/message.ts';
import type { ApiRequest, Filter, Handler } from '../../http/message.ts';
import { isObject } from '../../http/exact-json.ts';
import { parsePriceUpdate, parseStrategyUpdate } from '../../service/endpoints/updates.ts';
import type { Service } from '../../service/service.ts';
import type { Recording } from '../../recording/format.ts';
import { answerMiss } from '../../recording/replay/miss.ts';
import type { ListingFields, ValidateWrite } from '../../recording/replay/overlay.ts';
import { replayFrom } from '../../recording/replay/replay-from.ts';
import { StartError } from '../../recording/replay/start-at.ts';
import { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { BodyCodec } from '../../recording/body/body-codec.ts';
import { returnLinks } from '../../recording/links/return-links.ts';
import type { Redactor } from '../../recording/redact/redactor.ts';
import type { AnswerReplayValues } from '../options/shared-replay-options.ts';
import { usageError } from '../options/command-error.ts';

interface ReplayOptions {
  /** `--allow-unrecorded-writes`, `--on-miss`, `--limits`. */
  readonly values: Pick<AnswerReplayValues, 'allowUnrecordedWrites' | 'onMiss' | 'limits'>;
  /** The recording's name, for messages. */
  readonly name: string;
  /** How the recorded service speaks, where a profile says so; for `--on-miss mock`. */
  readonly form?: DialectForm | undefined;
  /** The body codec of the runtime: Node or a browser. */
  readonly bodies: BodyCodec;
  /** If given, each answer takes as long as it took when it was recorded. */
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

/**
 * Where each key stands in a recording: at its start, or after the write that `--at` names.
 * @param source returns the current recording; a new object means that the recording has changed
 * @param redactor as the recording was redacted
 * @throws CommandError for a write that is not in the recording
 */
export function replayPositions(
  { keyRules }: Service,
  source: () => Recording,
  redactor: Redactor,
  { at }: Partial<Pick<AnswerReplayValues, 'at'>> = {},
): ReplayWorlds {
  try {
    return new ReplayWorlds(source, {
      at,
      authenticated: keyRules.required,
      redact: (request) => redactor.request(request),
    });
  } catch (error) {
    if (error instanceof StartError) throw usageError(`--at: ${error.message}`);
    throw error;
  }
}

/** Answers from the recording that the positions are in. */
export async function replay(
  service: Service,
  positions: ReplayWorlds,
  options: ReplayOptions,
): Promise<Handler> {
  const { settings, worlds, keyRules } = service;
  const { bodies, values, sleep } = options;
  const simulator =
    values.onMiss === 'mock'
      ? (await import('./simulate-misses.ts')).simulateMisses(service, positions, options)
      : undefined;
  const unrecordedWrites = { validate: validateWrite(settings), settings };
  const recorded = replayFrom(positions, {
    bodies,
    ...(values.allowUnrecordedWrites && { unrecordedWrites }),
    ...(simulator && { unrecordedWrites: { ...unrecordedWrites, onWrite: simulator.write } }),
    ...(sleep && { sleep }),
  });
  const missed = answerMiss(positions, options);
  // A test can add faults. A request cannot ask for one by its header, because the header may have been recorded.
  const noDelay = () => Promise.resolve();
  const faults = injectFaults({
    settings,
    sleep: noDelay,
    byHeader: false,
    clock: worlds.unauthenticated.clock,
  });
  const anyKey = keyRules.required && keyRules.any;

  // An answer gets no X-Request-Id: it is sent as it was recorded.
  return pipeline(
    catchErrors(settings, service.onFailure),
    mount([
      [filesPath, recorded(missed)], // a download link carries no key
      ...(simulator === undefined ? [] : [[downloadsPath, simulator.downloads] as const]),
    ]),
    keyless(recorded, ({ method }) => method === 'OPTIONS'), // a preflight carries none, either
    ...(anyKey ? [keyless(replayFrom(positions, { bodies, refused: true }))] : []),
    authenticate({ ...keyRules, advice: keysTaken }, settings, (key) => worlds.of(key)),
    ...(values.limits ? [limitRate(settings)] : []),
    faults,
    returnLinks(() => positions.recording.upstream),
    recorded,
  )(simulator?.handler ?? missed);
}

const keysTaken =
  'This replay takes test_<anything>; start it with --key <key> for one key more, --any-key for any, --no-auth for none.';

/**
 * Has a filter answer requests without a key, those that fit: with what was recorded, if that is there. For `--any-key`
 * it has the recorded refusals alone.
 */
function keyless(answer: Filter, fits: (request: ApiRequest) => boolean = () => true): Filter {
  return (next) => {
    const answered = answer(next);
    return function keyless(request) {
      return keyOf(request) === anonymous && fits(request) ? answered(request) : next(request);
    };
  };
}

/** The mock's own rules for writes, for those that were not recorded (`--allow-unrecorded-writes`). */
function validateWrite(settings: Settings): ValidateWrite {
  return ({ kind, body, current, strategyIds }) => {
    try {
      if (!isObject(body)) {
        throw new ApiError('invalid_json', 'The body must be a JSON object.');
      }
      const fields =
        kind === 'price'
          ? parsePriceUpdate(body, boundsOf(current), settings)
          : parseStrategyUpdate(body, (id) => strategyIds.has(id), settings);
      return { ok: true, fields: { ...fields } };
    } catch (error) {
      if (error instanceof ApiError) return { ok: false, error };
      throw error;
    }
  };
}

/** The bounds of a recorded listing; null for a bound that is no number. */
function boundsOf({ minPrice, maxPrice }: ListingFields) {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return { minPrice: number(minPrice), maxPrice: number(maxPrice) };
}
