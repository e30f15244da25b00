// The control API: what the mock serves about itself and takes orders by, under a path that is none of the service's.
import type { Settings } from '../../spec/assumptions.ts';
import type { Handler } from '../../http/message.ts';
import { dispatch } from './dispatch.ts';
import { pageRoutes } from './pages.ts';
import type { PageParts } from './pages.ts';
import type { ControlParts } from './route.ts';
import { checkToken } from './token.ts';
import { guardedRoutes, openRoutes } from './control-routes.ts';

/** Answers everything under `/__mock`; nothing of it needs an API key or is counted. */
export function control(parts: ControlParts): Handler {
  const check = checkToken(parts.token);
  const isOpen = new Set(openRoutes);
  return dispatch(
    [...openRoutes, ...guardedRoutes],
    { ...parts, openapi: openapi(parts.settings) },
    (request, route) => {
      if (!isOpen.has(route)) return check(request);
    },
  );
}

/** Answers what needs no server behind it: errors, assumptions and interfaces. */
export function pages(settings: Settings): Handler {
  return dispatch(pageRoutes, { settings, openapi: openapi(settings) }, () => undefined);
}

/** Loaded when it is first asked: most servers never are. */
function openapi(settings: Settings): PageParts['openapi'] {
  return async (of, origin) => (await import('./openapi-documents.ts')).openapiDocument(of, settings, origin);
}
