// The OpenAPI documents, of the service and of the control API.
import type { Settings } from '../../spec/assumptions.ts';
import { controlDocument } from './control-document.ts';
import type { OpenApiDocument } from '../../service/openapi/openapi-document.ts';
import { serviceDocument } from '../../service/openapi/service-document.ts';
import { guardedRoutes, openRoutes } from './control-routes.ts';

/** @param origin where the server is reached */
export function openapiDocument(
  of: 'service' | 'control',
  settings: Settings,
  origin: string,
): OpenApiDocument {
  return of === 'service'
    ? serviceDocument(settings, origin)
    : controlDocument(openRoutes, guardedRoutes, origin);
}
