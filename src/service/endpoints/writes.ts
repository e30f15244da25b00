// The PATCH endpoints of §4. A write is read and checked as a whole and then applied in one synchronous step, so a write
// that fails has changed nothing.
import type { Listing } from '../models/resources.ts';
import { checkIfMatch, entityTag } from './entity-tag.ts';
import { findListing } from './find-listing.ts';
import { checkMediaType, printable, readFields } from '../../spec/read-body.ts';
import type { Fields } from '../../spec/read-body.ts';
import { clampDelay } from '../../spec/price-rules.ts';
import type { Settings } from '../../spec/settings.ts';
import type { Call } from './call.ts';
import type { Changes, Decide, Outcome } from './outcome.ts';
import { clampedPrice } from '../worlds/account.ts';
import { parsePriceUpdate, parseStrategyUpdate, priceRules } from './updates.ts';

/** Turns the fields of a body into the changes to a listing, or throws what is wrong with them. */
type Parse = (fields: Fields, bounds: Pick<Listing, 'minPrice' | 'maxPrice'>) => Changes;

/** Prices are changed by rules that the settings say once for all. */
function priceUpdates(settings: Settings): Decide {
  const rules = priceRules(settings);
  const delay = clampDelay(settings);
  return (call) => {
    const parse: Parse = (fields, bounds) => parsePriceUpdate(fields, bounds, settings, rules);
    return readBody(call, parse, (fields) => {
      const listing = findListing(call);
      const update = parse(fields, listing);
      noteIgnored(call, fields, ['minPrice', 'maxPrice']);
      const effect = delay === 0 ? clampedPrice(listing, update) : {};
      const updated = commit(call, listing, { ...update, ...effect });
      if (updated !== listing && delay !== undefined && delay > 0) call.account.clampLater(listing.id, delay);
      return { kind: 'written', record: updated, update };
    });
  };
}

const updateStrategy: Decide = (call) => {
  const exists = (id: string) => call.account.store.strategies.get(id) !== undefined;
  const parse: Parse = (fields) => parseStrategyUpdate(fields, exists, call.settings);
  return readBody(call, parse, (fields) => {
    const listing = findListing(call);
    const update = parse(fields, listing);
    noteIgnored(call, fields, ['strategyId']);
    return { kind: 'written', record: commit(call, listing, update), update };
  });
};

/**
 * Does the checks that come before the listing is looked up, in the order of A33.
 * @param write goes on from there, synchronously
 */
function readBody(call: Call, parse: Parse, write: (fields: Fields) => Outcome): Outcome | Promise<Outcome> {
  const order = call.settings['missing-listing'];
  if (order === 'first') findListing(call);
  checkMediaType(call.request, call.settings);
  return readFields(call.request, call.settings, (fields) => {
    if (order === 'after-body-rules') parse(fields, { minPrice: null, maxPrice: null });
    call.account.settle();
    return write(fields);
  });
}

/** Notes the unknown fields that were let through because they are ignored (A6). */
function noteIgnored({ request }: Call, fields: Fields, known: readonly string[]): void {
  for (const field in fields) {
    if (!known.includes(field)) (request.context.ignored ??= []).push(`field ${printable(field)}`);
  }
}

/** Puts the changed listing into the store and returns it; the listing as it was, if the changes are none. */
function commit(call: Call, listing: Listing, changes: Changes): Listing {
  const { account, settings, request } = call;
  if (settings.etag === 'on') checkIfMatch(request, entityTag(account.serializer.listing(listing)));
  const names = Object.keys(changes) as (keyof Changes)[];
  const same = names.every((name) => changes[name] === listing[name]);
  if (same && settings['noop-updates'] === 'keep') return listing;
  const now = account.clock.isoNow();
  // The clock may have been set before the data's own times.
  const updatedAt = now > listing.updatedAt ? now : listing.updatedAt;
  const updated = { ...listing, ...changes, updatedAt };
  account.store.putListing(updated);
  request.context.written = { kind: 'listing', id: listing.id, before: listing, after: updated };
  return updated;
}

export const writes = (settings: Settings) => ({ updatePrice: priceUpdates(settings), updateStrategy });
