// The PATCH endpoints of §4. A write is read whole, checked whole and then applied in one synchronous step, so that
// one that fails has changed nothing.
import type { Listing } from '../api/resources.ts';
import type { ApiResponse } from '../http.ts';
import { checkIfMatch, entityTag } from './entity-tag.ts';
import { recordResponse } from './envelope.ts';
import { findListing } from './find-listing.ts';
import { checkMediaType, readFields } from './read-body.ts';
import type { Fields } from './read-body.ts';
import type { Call } from './simulate.ts';
import { clampPrice } from './simulation.ts';
import { parsePriceUpdate, parseStrategyUpdate } from './updates.ts';

/** Reads the fields to set on a listing, or throws what is wrong with them. */
type Parse<U> = (fields: Fields, listing: Pick<Listing, 'minPrice' | 'maxPrice'>) => U;

export async function updatePrice(call: Call): Promise<ApiResponse> {
  const { settings, simulation } = call;
  const [listing, update] = await readUpdate(call, (fields, current) =>
    parsePriceUpdate(fields, current, settings),
  );
  const bounded = { ...listing, ...update };
  const next = settings['bounds-effect'] === 'clamp' ? clampPrice(bounded) : bounded;
  const changed = commit(call, listing, next, 'listing.price_updated');
  if (changed && settings['bounds-effect'] === 'delayed') simulation.clampLater(listing.id);
  return patchResponse(call, listing.id, ['minPrice', 'maxPrice']);
}

export async function updateStrategy(call: Call): Promise<ApiResponse> {
  const exists = (id: string) => call.simulation.store.strategies.get(id) !== undefined;
  const parse: Parse<{ strategyId?: string | null }> = (fields) =>
    parseStrategyUpdate(fields, exists, call.settings);
  const [listing, update] = await readUpdate(call, parse);
  commit(call, listing, { ...listing, ...update }, 'listing.strategy_updated');
  return patchResponse(call, listing.id, ['strategyId']);
}

/** The order of checks up to the write itself (A33). */
async function readUpdate<U>(call: Call, parse: Parse<U>): Promise<[Listing, U]> {
  const order = call.settings['missing-listing'];
  if (order === 'first') findListing(call);
  checkMediaType(call.request, call.settings);
  const fields = await readFields(call.request, call.settings);
  if (order === 'after-body-rules') parse(fields, { minPrice: null, maxPrice: null });
  const listing = findListing(call);
  const update = parse(fields, listing);
  if (call.settings.etag === 'on') {
    checkIfMatch(call.request, entityTag(call.simulation.presenter.listing(listing)));
  }
  return [listing, update];
}

/** Puts the next state of a listing into the store, if it is another one. */
function commit({ simulation, settings }: Call, listing: Listing, next: Listing, change: string): boolean {
  const same = (Object.keys(next) as (keyof Listing)[]).every((field) => next[field] === listing[field]);
  if (same && settings['noop-updates'] === 'keep') return false;
  simulation.settle();
  const now = new Date(simulation.clock.now()).toISOString();
  // The clock may have been set before the data's own times.
  const updatedAt = now > listing.updatedAt ? now : listing.updatedAt;
  simulation.store.putListing({ ...next, updatedAt });
  if (settings.events === 'list') simulation.store.noteChange(change, listing.id, updatedAt);
  return true;
}

/** What a PATCH answers (A2). */
function patchResponse(
  { simulation, settings }: Call,
  id: string,
  fields: readonly (keyof Listing)[],
): ApiResponse {
  const listing = simulation.store.listings.get(id)!;
  const text = simulation.presenter.listing(listing);
  const tag = settings.etag === 'on' ? ['ETag', entityTag(text)] : [];
  switch (settings['patch-response']) {
    case 'full':
      return recordResponse(text, settings, 200, ...tag);
    case 'partial':
      return recordResponse(simulation.presenter.partOf(listing, ['id', ...fields]), settings, 200, ...tag);
    case 'empty':
      return recordResponse('{}', settings, 200, ...tag);
    case 'no-content':
      return { status: 204, headers: tag, body: null };
  }
}
