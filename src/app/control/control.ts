// The control API: how a client in any language reads and changes the mock, below a path that the service does not have.
import type { Settings } from '../../spec/settings.ts';
import type { Handler } from '../../http/message.ts';
import { dispatch } from './dispatch.ts';
import { pageRoutes } from './pages.ts';
import type { PageParts } from './pages.ts';
import type { ControlParts } from './route.ts';
import { checkToken } from './token.ts';
import { guardedRoutes, openRoutes } from './control-routes.ts';

/** Answers all requests below `/__mock`. They need no API key, and no limit counts them. */
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

/** Answers the pages that need no server: errors, assumptions and OpenAPI documents. */
export function pages(settings: Settings): Handler {
  return dispatch(pageRoutes, { settings, openapi: openapi(settings) }, () => undefined);
}

/** Loads the documents when they are first asked for, which most servers never are. */
function openapi(settings: Settings): PageParts['openapi'] {
  return async (of, origin) => (await import('./openapi-documents.ts')).openapiDocument(of, settings, origin);
}
