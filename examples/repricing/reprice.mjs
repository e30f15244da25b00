// The rule of this example: the lower bound of a listing is its cost and a margin, and the upper bound is not below it.

/** Units in which a currency is counted, where they are not hundredths. */
const unitsOf = { JPY: 1 };

/** @returns the bounds that a listing should have; undefined where it has them, or where its cost is not known */
export function boundsFor({ cost, currency, minPrice, maxPrice }, margin) {
  if (cost === null) return undefined;
  const units = unitsOf[currency] ?? 100;
  // Doubles: 10 * 1.1 is a little more than 11, and must not become 11.01.
  const min = Math.ceil(Number((cost * (1 + margin) * units).toFixed(6))) / units;
  const max = Math.max(min, maxPrice ?? min);
  return min === minPrice && max === maxPrice ? undefined : { minPrice: min, maxPrice: max };
}

/** @returns the listings that were changed, as the service then answered them */
export async function reprice(service, margin) {
  const due = [];
  for await (const listing of service.listings()) {
    const bounds = boundsFor(listing, margin);
    if (bounds !== undefined) due.push([listing.id, bounds]);
  }
  const changed = [];
  for (const [id, bounds] of due) changed.push(await service.setPrice(id, bounds));
  return changed;
}
