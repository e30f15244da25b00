// All routes of the control API.
import { clockRoutes } from './clock-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { pageFileRoutes } from './page-routes.ts';
import { pageRoutes } from './pages.ts';
import type { PageParts } from './pages.ts';
import { recordingRoutes } from './recording-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { healthRoutes, serverRoutes } from './server-routes.ts';
import { stateRoutes } from './state-routes.ts';
import type { ControlParts, Route } from './route.ts';

/** Routes without a token. */
export const openRoutes: readonly Route<ControlParts & PageParts>[] = [
  ...healthRoutes,
  ...pageRoutes,
  ...pageFileRoutes,
];

/** Routes behind the token. */
export const guardedRoutes: readonly Route<ControlParts>[] = [
  ...stateRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...recordingRoutes,
  ...serverRoutes,
];
