// The handler behind authentication and limits: rules decide, a renderer writes, and nothing is written to be read again.
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import type { Router } from '../../spec/router.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { mapMaybe } from '../../http/message.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../http/message.ts';
import { worldOf } from '../worlds/open-world.ts';
import { dialectRenderer } from './dialect-renderer.ts';
import type { Decide, Render } from './outcome.ts';
import { answerMonitor } from './monitors.ts';
import { plainRenderer } from './plain-renderer.ts';
import { reads } from './reads.ts';
import { recordedRules } from './recorded-rules.ts';
import { writes } from './writes.ts';

/** Our own rules: what §4 says, and where it is silent, what the assumptions do. */
function ownRules(settings: Settings): Decide {
  const actions: Readonly<Record<EndpointName, Decide>> = { ...reads, ...writes(settings) };
  return (call) => actions[call.endpoint](call);
}

/**
 * Answers from the records of the world that a request was let into.
 * @param dialect of a recorded service, which then decides and writes; ours by the settings, where there is none
 */
export function simulate(router: Router, settings: Settings, dialect?: Dialect): Handler {
  return dialect === undefined
    ? answering(router, settings, ownRules(settings), plainRenderer(settings))
    : answering(router, settings, recordedRules(dialect), dialectRenderer(dialect), (request) =>
        answerMonitor(dialect, request),
      );
}

/** @param elsewhere answers at paths that are no endpoint, such as those of status monitors */
function answering<O>(
  router: Router,
  settings: Settings,
  decide: Decide<O>,
  render: Render<O>,
  elsewhere: (request: ApiRequest) => ApiResponse | undefined = () => undefined,
): Handler {
  return function simulate(request) {
    const { endpoint, id = '' } = request.context;
    if (endpoint === undefined) {
      const answer = elsewhere(request);
      if (answer === undefined) throw noEndpoint(router, request);
      return answer;
    }
    const { account } = worldOf(request);
    account.settle();
    const call = { endpoint: endpoint as EndpointName, request, account, settings, id };
    return mapMaybe(decide(call), (outcome) => render(outcome, call));
  };
}

/** Why nothing answers at a path. */
function noEndpoint(router: Router, { path, method }: ApiRequest): ApiError {
  const resource = router(path);
  if (resource === undefined) {
    return new ApiError('route_not_found', 'There is no such endpoint; every one starts with /v1.');
  }
  const taken = [...resource.methods.keys()].join(', ');
  const message = `This endpoint takes ${taken}, not ${method.slice(0, 20)}.`;
  return new ApiError('method_not_allowed', message, { headers: ['Allow', resource.allow] });
}
