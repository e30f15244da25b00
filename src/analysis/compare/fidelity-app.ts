// The simulator as a recorded session is played through it: hydrated, with a clock that stands until it is moved.
import type { Settings } from '../../spec/assumptions.ts';
import { routerUnder } from '../../spec/router.ts';
import type { DataSet } from '../../service/models/resources.ts';
import { ApiError } from '../../spec/errors.ts';
import { keyHeader } from '../../spec/endpoints.ts';
import { openService } from '../../service/service.ts';
import { Clock } from '../../http/clock.ts';
import { simulatedAnswer } from './answer.ts';
import type { Asker, PlayedRequest, Simulator } from './session.ts';
import type { Limits } from '../../service/worlds/limiter.ts';
import { BodyTooLarge } from '../../http/message.ts';
import type { ApiRequest, Filter, Handler } from '../../http/message.ts';

export interface FidelityAppOptions {
  /** The answers in force, and the dialect of a learned profile; `now` is the simulator's time. */
  readonly inForce: (now: () => number) => Spoken;
  readonly data: DataSet;
  readonly limits: Limits;
  /** Answers for recorded files. */
  readonly files?: (now: () => number) => Handler;
  /** The origin that was recorded: links in the simulator's answers then are as the service's own. */
  readonly origin: string;
  /** The time at which the first request is played, in milliseconds since 1970. */
  readonly start: number;
  /** Something happened that nobody expected. */
  readonly onFailure: (error: unknown) => void;
}

export interface Spoken {
  readonly settings: Settings;
  readonly dialect?: Filter;
}

const keys: Readonly<Record<Asker, string | undefined>> = {
  account: 'test_recorded',
  nobody: undefined,
  stranger: 'no key of anybody',
};

export function createFidelityApp(options: FidelityAppOptions): Simulator {
  const clock = new Clock(options.start, { frozen: true, source: () => 0 });
  const spoken = options.inForce(() => clock.now());
  const app = open(options, spoken, clock, options.limits);
  const refusing = open(options, spoken, clock, { perSecond: 1, perMinute: Infinity });
  const router = routerUnder(spoken.settings);
  let refused = 0;
  const ask = async (handler: Handler, request: PlayedRequest, key = keys[request.asker]) =>
    simulatedAnswer(await handler(toRequest(request, key, options.origin)), request.method);

  return {
    moveTo(time) {
      if (time > clock.now()) clock.advance(time - clock.now());
    },
    ask: (request) => ask(app.handler, request),
    refuses({ path, method }) {
      if (path.startsWith('/__mock/')) return false;
      const { limiter } = app.worlds.of(keys.account!);
      const endpoint = router(path)?.methods.get(method)?.name ?? '';
      return limiter.states(clock.now(), endpoint).some(({ wait }) => wait > 0);
    },
    async askRefused(request) {
      refused += 1;
      const key = `test_refused-${refused}`;
      await ask(refusing.handler, { ...request, method: 'GET', path: '/v1/strategies', query: '' }, key);
      return ask(refusing.handler, request, key);
    },
  };
}

function open(options: FidelityAppOptions, spoken: Spoken, clock: Clock, limits: Limits) {
  const service = openService({
    ...spoken,
    ...{ data: options.data, files: options.files?.(() => clock.now()) },
    ...{ keys: new Map(), limits, auth: true },
    createClock: () => clock,
    sleep: () => Promise.resolve(),
    watcher: { request: nothing, worldDropped: nothing, failure: options.onFailure },
  });
  return { worlds: service.worlds, handler: service.serve(service.simulator, noPages) };
}

const nothing = () => undefined;

/** A session may ask for a file below `/__mock/` that the recording does not hold. */
const noPages: Handler = () => {
  throw new ApiError('route_not_found', 'The recording holds no such file.');
};

function toRequest(request: PlayedRequest, key: string | undefined, origin: string): ApiRequest {
  const { method, path, query, body } = request;
  const length = body.length === 0 ? [] : ['Content-Length', String(body.length)];
  const rawHeaders = [...request.headers.flat(), ...(key === undefined ? [] : ['X-API-KEY', key]), ...length];
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    headers[lower] = Object.hasOwn(headers, lower) ? `${headers[lower]}, ${value}` : value;
  }
  if (key !== undefined) headers[keyHeader] = key;
  if (body.length > 0) headers['content-length'] = String(body.length);
  return {
    method,
    path,
    query,
    headers,
    rawHeaders,
    body: {
      bytes: (limit) => (body.length > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(body)),
      stream: () => {
        throw new Error('the simulator reads bodies whole');
      },
    },
    origin,
    context: {},
    onAbort: () => undefined,
  };
}
