// The OpenAPI documents, of the service and of the control API.
import type { Settings } from '../../spec/settings.ts';
import type { Profile } from '../../dialect/profile.ts';
import { controlDocument } from './control-document.ts';
import type { OpenApiDocument } from '../../service/openapi/openapi-document.ts';
import { serviceDocument } from '../../service/openapi/service-document.ts';
import { spokenDocument } from '../../service/openapi/spoken-document.ts';
import { guardedRoutes, openRoutes } from './control-routes.ts';

/**
 * @param origin where the server is reached
 * @param profile of which the service is described, where it says how a service speaks
 */
export function openapiDocument(
  of: 'service' | 'control',
  settings: Settings,
  origin: string,
  profile?: Pick<Profile, 'service' | 'about'>,
): OpenApiDocument {
  if (of === 'control') return controlDocument(openRoutes, guardedRoutes, origin);
  if (profile?.service !== undefined) return spokenDocument(profile.service, origin, profile.about);
  return serviceDocument(settings, origin);
}
