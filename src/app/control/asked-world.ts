// Finds the world that a request to the control API means.
import { ApiError } from '../../spec/errors.ts';
import { keyHeader } from '../../spec/endpoints.ts';
import { printable } from '../../spec/read-body.ts';
import { countHeader } from '../../http/message.ts';
import type { ApiRequest } from '../../http/message.ts';
import type { World } from '../../service/handles/world.ts';
import type { Call, ControlParts } from './route.ts';

/** Names a world by its id, for a client that does not know its key. */
const worldHeader = 'x-mock-world';

/**
 * The key of the world that is named in `X-Mock-World`, or the key in `X-API-KEY`, or the default key of the server.
 * @throws ApiError 404 for the id of a world that is not open
 */
export function keyOf(request: ApiRequest, { opened, defaultKey }: Asked): string {
  const id = request.headers[worldHeader];
  if (id !== undefined) {
    const world = opened.byId(id);
    if (world !== undefined) return world.key;
    throw new ApiError('world_missing', `No world '${printable(id)}' is open.`, { param: 'X-Mock-World' });
  }
  if (countHeader(request.rawHeaders, keyHeader) > 1) {
    throw new ApiError('api_key_invalid', 'The header X-API-KEY stands more than once.', challenge);
  }
  return request.headers[keyHeader]?.trim() ?? defaultKey;
}

type Asked = Pick<ControlParts, 'defaultKey' | 'opened'>;

/** @throws ApiError 401 for a key that opens no world; 404 for the id of a world that is not open */
export function worldOf({ request, parts }: Call<ControlParts>): World {
  const world = parts.worldOf(keyOf(request, parts));
  if (world !== undefined) return world;
  const message =
    'The API key in X-API-KEY opens no world: it is neither test_<something> nor one that the server was started with.';
  throw new ApiError('api_key_invalid', message, challenge);
}

const challenge = { headers: ['WWW-Authenticate', 'ApiKey'] };
