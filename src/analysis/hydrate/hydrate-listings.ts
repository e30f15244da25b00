// Listings from a recording.
import type { Listing } from '../../service/models/resources.ts';
import type { Observation } from '../learn/observations.ts';
import { decode } from '../learn/locate.ts';
import type { Sighting } from '../learn/sightings.ts';
import { readLeniently } from '../../service/models/fixtures.ts';
import { listingModel } from '../../service/models/listing.ts';
import { isObject, without } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { readMoney, writeMoney } from '../../dialect/forms.ts';
import { valueAt, withValueAt } from '../../dialect/pointer.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import { groupedBy } from '../compare/grouped-by.ts';
import { dressed, merged, otherFields, ourFields, withSeen } from './hydrate-record.ts';
import type { Source } from './source.ts';

interface Found {
  record: JsonObject;
  readonly first: Sighting;
}

const unset = { minPrice: null, maxPrice: null, strategyId: null };

export function hydrateListings(source: Source, observations: readonly Observation[]): Listing[] {
  const found = new Map<string, Found>();
  const own = source.seen.filter(({ kind }) => kind === 'listing');
  const byObservation = groupedBy(own, ({ by }) => by);
  for (const by of observations) {
    if (source.asOf === 'end') applyWrite(by, found, source);
    for (const sighting of byObservation.get(by) ?? []) {
      const known = found.get(sighting.id);
      if (known === undefined) found.set(sighting.id, { record: sighting.record, first: sighting });
      else if (source.asOf === 'end') known.record = merged(known.record, sighting.record);
      else known.record = merged(sighting.record, known.record);
    }
  }
  return [...found.values()].flatMap((one) => hydrateListing(one, source) ?? []);
}

function hydrateListing({ record, first }: Found, source: Source): Listing | undefined {
  const { wire, spoken } = source;
  const ours = ourFields(record, 'listing', wire);
  const others = without(otherFields(record, 'listing', wire), 'eligibility'); // derived anew
  const listing = readLeniently(listingModel, { ...(spoken ? {} : others), ...unset, ...ours });
  if (listing === undefined) return undefined;
  if (!spoken) return withSeen(listing, [...Object.keys(record), ...Object.keys(ours)]);
  const { minPrice, maxPrice, strategyId, currentPrice, updatedAt } = listing;
  return dressed(listing, {
    at: source.placeOf(first),
    forms: { '': record },
    ours: { minPrice, maxPrice, strategyId, currentPrice, updatedAt },
  });
}

/** A write whose answer does not show the record is applied as it was sent. */
function applyWrite(by: Observation, found: ReadonlyMap<string, Found>, { wire }: Source): void {
  const { route, requestBody, ok } = by;
  if (!ok || (route?.endpoint !== 'updatePrice' && route?.endpoint !== 'updateStrategy')) return;
  const known = found.get(decode(route.id).toLowerCase());
  if (known === undefined || !isObject(requestBody) || wire.records.listing === undefined) return;
  for (const { field, pointer } of leavesOf(wire.records.listing)) {
    const name = field.ours;
    if (name !== 'minPrice' && name !== 'maxPrice' && name !== 'strategyId') continue;
    const place = wire.requests[name];
    const sent = place === undefined ? undefined : valueAt(requestBody, place);
    if (sent !== undefined)
      known.record = withValueAt(known.record, pointer, asShown(sent, name, pointer, wire)) as JsonObject;
  }
}

/** What was sent in the form in which records show it. */
function asShown(sent: Json, name: string, pointer: string, { records, requests }: Source['wire']): Json {
  const field = leavesOf(records.listing!).find((leaf) => leaf.pointer === pointer)!.field;
  if (name === 'strategyId' || field.money === undefined || requests.money === undefined) return sent;
  const amount = readMoney(sent, requests.money);
  return amount === undefined ? sent : writeMoney(amount, field.money);
}
