// Writes outcomes as a recorded service does, by its dialect.
import type { Cause } from '../../dialect/causes.ts';
import type { Dialect, Undecided } from '../../dialect/dialect.ts';
import type { Written } from '../../dialect/render.ts';
import type { Clock } from '../../http/clock.ts';
import { mapMaybe } from '../../http/message.ts';
import type { ApiResponse, Filter } from '../../http/message.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ErrorName } from '../../spec/errors.ts';
import { findWorld } from '../worlds/open-world.ts';
import { monitor } from './monitors.ts';
import type { RecordedOutcome, Render } from './outcome.ts';
import { situationOf } from './situation.ts';

/** The renderer of a dialect. */
export function dialectRenderer(dialect: Dialect): Render<RecordedOutcome> {
  return function render(outcome, { account }) {
    const { situation, kin } = outcome.asked;
    switch (outcome.kind) {
      case 'record':
        return response(dialect.read(situation, outcome.record, kin));
      case 'written': {
        const { record, before } = outcome;
        const written = dialect.written(situation, record, before, kin);
        monitor(dialect, account, situation, written);
        return response(written);
      }
      case 'page':
        return response(dialect.list(situation, outcome.of, outcome.page, kin));
      case 'refused':
        return refusal(dialect, outcome);
    }
  };
}

const response = ({ status, headers, body }: Written): ApiResponse => ({ status, headers, body });

/**
 * What the client reads is the body, in the service's own words; `error` tells the log and the client checks.
 * @throws ApiError where no recording shows how the service refuses this
 */
function refusal(
  dialect: Dialect,
  { asked: { situation, known }, objections, record }: RecordedOutcome & { readonly kind: 'refused' },
): ApiResponse {
  const refused = dialect.refuse(situation, objections, record, known);
  if ('undecided' in refused) throw undecided(refused);
  const { cause, param } = refused;
  return {
    ...response(refused),
    error: {
      code: cause,
      message: `refused: ${cause}${param === undefined ? '' : ` (${param})`}`,
      ...(param !== undefined && { param }),
    },
    errorKind: cause,
  };
}

/** The error for what no recording shows. */
function undecided({ cause, param, status }: Undecided): ApiError {
  const what = param === undefined ? cause : `${cause} (${param})`;
  return new ApiError('undecided', `The recordings do not show how the service answers this: ${what}.`, {
    status,
    ...(param !== undefined && { param }),
  });
}

const causeOf: Readonly<Partial<Record<ErrorName, Cause>>> = {
  api_key_missing: 'key-missing',
  api_key_invalid: 'key-wrong',
  rate_limit_per_second: 'rate',
  rate_limit_per_minute: 'rate',
  route_not_found: 'path-unknown',
  method_not_allowed: 'method-unknown',
  server_error: 'server',
};

/**
 * Errors that filters throw, in the service's words where the recordings hold them.
 * @param clock of requests that were let into no world
 */
export function speakErrors(dialect: Dialect, clock: Clock): Filter {
  return (next) =>
    function speakErrors(request) {
      const told = (error: unknown): ApiResponse => {
        const cause = error instanceof ApiError ? causeOf[error.kind] : undefined;
        if (!(error instanceof ApiError) || cause === undefined) throw error;
        const world = findWorld(request);
        const now = (world?.clock ?? clock).now();
        const situation = situationOf(request, undefined, now, world?.limiter);
        const refused = dialect.refuse(situation, [{ cause }], undefined);
        if (cause === 'server' && refused.status !== error.status) throw error;
        if ('undecided' in refused) {
          // What the mock itself decides is told in its own words; of what the service would say, nothing is known.
          if (cause !== 'method-unknown' && cause !== 'path-unknown') throw error;
          throw undecided(refused);
        }
        return {
          ...response(refused),
          error: { code: cause, message: error.message },
          errorKind: error.kind,
        };
      };
      try {
        return mapMaybe(next(request), (answered) => answered, told);
      } catch (error) {
        return told(error);
      }
    };
}
