// The OpenAPI documents, of the service and of the control API.
import type { Settings } from '../api/assumptions.ts';
import { controlDocument } from '../openapi/control.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { serviceDocument } from '../openapi/service.ts';
import { guardedRoutes, openRoutes } from './control.ts';

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
