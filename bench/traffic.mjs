// The requests of a load, in autocannon's shape. The same for every server, so that only the servers differ.

/** The path of a price change (§4). */
export const pricePath = (id) => `/v1/listings/${id}/price`;

/** One GET, again and again. */
export const get = (path) => [{ method: 'GET', path }];

/** A GET of each path in turn. */
export const getEach = (paths) => paths.flatMap(get);

/** GETs without end: each request asks for the path that comes next, whichever connection it is on. */
export const getNext = (nextPath) => [
  { method: 'GET', path: '/', setupRequest: (request) => ({ ...request, path: nextPath() }) },
];

/** The path of one listing, and paths of listings that were never asked for, in order. */
export const listingPath = (number) => `/v1/listings/lst_${String(number).padStart(8, '0')}`;
export function newPaths() {
  let number = 0;
  return () => listingPath((number += 1));
}

/**
 * Two price changes for each listing in turn, with different prices: a server that skipped a change without effect
 * would gain nothing here.
 * @param path gives the path for a listing's id
 */
export function patchPrices(listings, path = pricePath) {
  return [0, 0.5].flatMap((shift) =>
    listings.map((listing) => ({
      method: 'PATCH',
      path: path(listing.id),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pricesAround(listing, shift)),
    })),
  );
}

/** Valid bounds near the ones the listing has; `shift` tells two sets apart. */
export function pricesAround({ minPrice, maxPrice, currentPrice }, shift) {
  const low = minPrice ?? currentPrice ?? 10;
  const high = Math.max(maxPrice ?? 0, low);
  const cents = (amount) => Math.round(amount * 100) / 100;
  return { minPrice: cents(low + shift), maxPrice: cents(high + 1 + shift) };
}
