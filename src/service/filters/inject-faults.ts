// Makes the service fail as real ones do: by rules with a probability, or because one request asks for it.
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ErrorName } from '../../spec/errors.ts';
import { mapResponse } from '../../http/message.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../../http/message.ts';
import { FaultSyntaxError, parseFault } from '../worlds/faults.ts';
import type { Fault } from '../worlds/faults.ts';
import { FaultPlan } from '../worlds/fault-plan.ts';
import { retryAfter } from './limit-rate.ts';
import { findWorld } from '../worlds/open-world.ts';

/** The header by which one request asks for a fault. Ours, not the service's. */
const faultHeader = 'x-mock-fault';

interface FaultOptions {
  readonly settings: Settings;
  /** Tells the time to requests that were let into no world. */
  readonly clock: { now(): number };
  /** Waits so many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Whether a request may ask for a fault itself. */
  readonly byHeader: boolean;
}

/** Strikes requests by the faults of their world, and by what they ask for themselves. */
export function injectFaults(options: FaultOptions): Filter {
  const { sleep, byHeader } = options;
  const noFaults = new FaultPlan(0);

  return (next) => {
    const answer = (request: ApiRequest, fault: Fault | undefined) =>
      fault === undefined ? next(request) : strike(fault, request, next, options);

    return function injectFaults(request) {
      const plan = findWorld(request)?.faults ?? noFaults;
      const drawn = plan.draw(request);
      const fault = (byHeader ? requestedFault(request) : undefined) ?? drawn;
      const delay = plan.drawDelay();
      return delay === null ? answer(request, fault) : sleep(delay).then(() => answer(request, fault));
    };
  };
}

function requestedFault(request: ApiRequest): Fault | undefined {
  const words = request.headers[faultHeader];
  if (words === undefined) return undefined;
  try {
    return parseFault(words);
  } catch (error) {
    if (!(error instanceof FaultSyntaxError)) throw error;
    throw new ApiError('parameter_invalid', `The header X-Mock-Fault: ${error.message}.`, {
      param: 'X-Mock-Fault',
    });
  }
}

/** `reset` and `timeout` strike before anything is done, the others after it: a write is then applied. */
function strike(
  fault: Fault,
  request: ApiRequest,
  next: Handler,
  { settings, clock }: FaultOptions,
): ApiResponse | Promise<ApiResponse> {
  const injected = fault.kind;
  switch (fault.kind) {
    case 'status':
      request.context.injected = `status=${fault.status}`;
      throw statusError(fault.status, settings, (findWorld(request)?.clock ?? clock).now());
    case 'reset':
    case 'timeout':
      return { status: 503, headers: [], body: null, breakage: fault, injected };
    case 'lost-reply':
      return mapResponse(next(request), (response) => {
        return { ...response, breakage: { kind: 'reset' }, injected };
      });
    case 'truncate':
    case 'slow-body':
      return mapResponse(next(request), (response) => ({ ...response, breakage: fault, injected }));
    case 'malformed':
      return mapResponse(next(request), malformed);
  }
}

/** A complete answer whose body stops in the middle of its JSON. */
function malformed(response: ApiResponse): ApiResponse {
  const { body } = response;
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) return response;
  return { ...response, body: body.slice(0, Math.ceil(body.length / 2)), injected: 'malformed' };
}

const namedStatuses: Readonly<Record<number, ErrorName>> = {
  401: 'api_key_invalid',
  404: 'resource_missing',
  405: 'method_not_allowed',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  502: 'bad_gateway',
  503: 'unavailable',
  504: 'timeout',
};

function statusError(status: number, settings: Settings, now: number): ApiError {
  const message = `An injected fault: status ${status}.`;
  if (status === 429) {
    const headers =
      settings.form.headers.limits === 'none' ? [] : ['Retry-After', retryAfter(0, now, settings)];
    return new ApiError('rate_limit_per_second', message, { headers });
  }
  return new ApiError(
    namedStatuses[status] ?? (status >= 500 ? 'server_error' : 'parameter_invalid'),
    message,
    { status },
  );
}
