// Finds the world that a request to the control API means.
import { ApiError } from '../../spec/errors.ts';
import { keyHeader } from '../../spec/endpoints.ts';
import { countHeader } from '../../http/message.ts';
import type { ApiRequest } from '../../http/message.ts';
import type { World } from '../../service/handles/world.ts';
import type { Call, ControlParts } from './route.ts';

/** The key in `X-API-KEY`, or the default key of the server. */
export function keyOf(request: ApiRequest, parts: Pick<ControlParts, 'defaultKey'>): string {
  if (countHeader(request.rawHeaders, keyHeader) > 1) {
    throw new ApiError('api_key_invalid', 'The header X-API-KEY stands more than once.', challenge);
  }
  return request.headers[keyHeader]?.trim() ?? parts.defaultKey;
}

/** @throws ApiError 401 for a key that opens no world */
export function worldOf({ request, parts }: Call<ControlParts>): World {
  const world = parts.worldOf(keyOf(request, parts));
  if (world === undefined) throw new ApiError('api_key_invalid', 'The API key is not valid.', challenge);
  return world;
}

const challenge = { headers: ['WWW-Authenticate', 'ApiKey'] };
