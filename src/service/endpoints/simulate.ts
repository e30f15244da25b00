// The handler behind authentication and limits: the endpoint that a request is for, or why there is none.
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import type { Router } from '../../spec/router.ts';
import { mapMaybe } from '../../http/message.ts';
import type { ApiRequest, Handler } from '../../http/message.ts';
import { worldOf } from '../worlds/open-world.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';
import type { Action } from './call.ts';
import { plainRenderer } from './plain-renderer.ts';

const actions: Readonly<Record<EndpointName, Action>> = { ...reads, ...writes };

const actionOf: ReadonlyMap<string, Action> = new Map(Object.entries(actions));

/** Answers as the service does, from the records of the world that a request was let into. */
export function simulate(router: Router, settings: Settings): Handler {
  const render = plainRenderer(settings);
  return function simulate(request) {
    const { endpoint, id = '' } = request.context;
    const action = endpoint === undefined ? undefined : actionOf.get(endpoint);
    if (action === undefined) throw noEndpoint(router, request);
    const { account } = worldOf(request);
    account.settle();
    const call = { request, account, settings, id };
    return mapMaybe(action(call), (outcome) => render(outcome, call));
  };
}

/** Why nothing answers at a path. */
export function noEndpoint(router: Router, { path, method }: ApiRequest): ApiError {
  const resource = router(path);
  if (resource === undefined) {
    return new ApiError('route_not_found', 'There is no such endpoint; every one starts with /v1.');
  }
  const taken = [...resource.methods.keys()].join(', ');
  const message = `This endpoint takes ${taken}, not ${method.slice(0, 20)}.`;
  return new ApiError('method_not_allowed', message, { headers: ['Allow', resource.allow] });
}
