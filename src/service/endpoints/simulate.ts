// The handler behind authentication and limits: which endpoint a request is for, and whether it may be called so.
import type { Settings } from '../../spec/assumptions.ts';
import { createResources } from '../../spec/router.ts';
import { ApiError } from '../../spec/errors.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import type { Handler } from '../../http/message.ts';
import { getListing, listEvents, listListings, listReports, listStrategies } from './reads.ts';
import type { Simulation } from '../worlds/simulation.ts';
import { updatePrice, updateStrategy } from './writes.ts';
import type { Action } from './call.ts';

const actions: Readonly<Record<EndpointName, Action>> = {
  listListings,
  getListing,
  updatePrice,
  updateStrategy,
  listReports,
  listStrategies,
  // Loaded when called: few ever switch these on.
  createListing: async (call) => (await import('./create.ts')).createListing(call),
  createStrategy: async (call) => (await import('./create.ts')).createStrategy(call),
  listEvents,
};

/**
 * Answers as the service does, from an account's records.
 * @param simulationOf the records of the account that a request was let in for
 */
export function simulate(simulationOf: (account: string) => Simulation, settings: Settings): Handler {
  const findResource = createResources(settings);

  return function simulate(request) {
    const resource = findResource(request.path);
    if (resource === undefined) {
      throw new ApiError('route_not_found', 'There is no such endpoint; every one starts with /v1.');
    }
    const name = resource.methods.get(request.method);
    if (name === undefined) {
      const taken = [...resource.methods.keys()].join(', ');
      const message = `This endpoint takes ${taken}, not ${request.method.slice(0, 20)}.`;
      throw new ApiError('method_not_allowed', message, { headers: ['Allow', resource.allow] });
    }
    const simulation = simulationOf(request.context.account ?? '');
    simulation.settle();
    return actions[name]({ request, simulation, settings, id: resource.id ?? '' });
  };
}
