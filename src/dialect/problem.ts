// What an error answer of the simulator is about, in terms by which the service's own words for it can be found.
import { headerValue } from '../http/message.ts';
import type { ApiRequest, ApiResponse } from '../http/message.ts';
import type { Route } from './core-fields.ts';
import type { Sent } from './read-request.ts';
import type { Problem } from './render-error.ts';
import { aboutBody, aboutBounds, aboutValue } from './situations.ts';

/** @returns undefined for an error that no service has: it is the tool's own */
export function problemOf(
  request: ApiRequest,
  response: ApiResponse,
  sent: Sent | undefined,
  route: Route | undefined,
): Problem | undefined {
  const { error, errorKind: kind, status } = response;
  if (
    error === undefined ||
    kind === undefined ||
    headerValue(response.headers, 'x-mock-error') !== undefined
  ) {
    return undefined;
  }
  const param = typeof error.param === 'string' && error.param !== '' ? error.param : undefined;
  const about = aboutOf(kind, param, request, sent, route);
  return {
    kind,
    status,
    message: error.message,
    ...(param !== undefined && { param }),
    ...(about !== undefined && { about }),
  };
}

function aboutOf(
  kind: string,
  param: string | undefined,
  request: ApiRequest,
  sent: Sent | undefined,
  route: Route | undefined,
): string | undefined {
  const { minPrice, maxPrice } = sent?.fields ?? {};
  switch (kind) {
    case 'parameters_conflict':
      return aboutBounds(minPrice, maxPrice);
    case 'invalid_json':
      return aboutBody(sent?.text ?? '');
    case 'unsupported_media_type':
      return request.headers['content-type'] === undefined ? 'missing' : 'other';
    case 'parameter_unknown':
      return undefined;
    default: {
      if (param === undefined || param === 'id') return undefined;
      if (route !== undefined && sent !== undefined) {
        if (kind === 'reference_missing') return undefined;
        return Object.keys(sent.fields).length === 0 ? 'nothing' : aboutValue(sent.fields[param]);
      }
      return undefined;
    }
  }
}
