// The control API: what the mock serves about itself and takes orders by, under a path that is none of the service's.
import type { Settings } from '../api/assumptions.ts';
import type { Handler } from '../http.ts';
import { clockRoutes } from './clock.ts';
import { dispatch } from './dispatch.ts';
import { faultRoutes } from './faults.ts';
import { pageRoutes } from './pages.ts';
import type { ControlParts } from './parts.ts';
import { requestRoutes } from './requests.ts';
import type { Route } from './route.ts';
import { healthRoutes, serverRoutes } from './server-routes.ts';
import { stateRoutes } from './state.ts';
import { checkToken } from './token.ts';

/** Routes without a token. */
export const openRoutes: readonly Route<ControlParts>[] = [...healthRoutes, ...pageRoutes];

/** Routes behind the token. */
export const guardedRoutes: readonly Route<ControlParts>[] = [
  ...stateRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...serverRoutes,
];

/** Answers everything under `/__mock`; nothing of it needs an API key or is counted. */
export function control(parts: ControlParts): Handler {
  const check = checkToken(parts.token);
  const isOpen = new Set(openRoutes);
  return dispatch([...openRoutes, ...guardedRoutes], parts, (request, route) => {
    if (!isOpen.has(route)) return check(request);
  });
}

/** Answers what needs no server behind it: errors, assumptions and interfaces. */
export function pages(settings: Settings): Handler {
  return dispatch(pageRoutes, { settings }, () => undefined);
}
