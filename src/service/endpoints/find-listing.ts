// Finds the listing that the `{id}` of a path names (§4 rule 2).
import { ApiError } from '../../spec/errors.ts';
import type { Listing } from '../models/resources.ts';
import { printable } from '../../spec/read-body.ts';
import type { Call } from './call.ts';
import { percentDecoded } from '../../http/parse-url.ts';

/** A UUID of any version, in upper or lower case, because §2 prescribes neither. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The listing that a call is for.
 * @throws ApiError 400 for an id that is no UUID (404 by `malformed-id`), 404 for a listing that does not exist
 */
export function findListing({ id, account, settings }: Call): Listing {
  const name = percentDecoded(id);
  const listing = name === undefined ? undefined : account.store.listings.get(name.toLowerCase());
  if (listing !== undefined) return listing; // every id in the store is well-formed
  if (name === undefined || !uuid.test(name)) {
    const status = settings['malformed-id'] === '404' ? 404 : 400;
    const message = `The id of a listing must be a UUID, not '${printable(name ?? id)}'.`;
    throw new ApiError(status === 404 ? 'resource_missing' : 'parameter_invalid', message, { param: 'id' });
  }
  throw new ApiError('resource_missing', `There is no listing '${name}'.`, { param: 'id' });
}
