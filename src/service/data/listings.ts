// Generated listings. Their fields agree with each other: the price lies within the bounds, the strategy fits the
// marketplace, the status follows from the stock. The model says how each field is made.
import { listingModel } from '../models/listing.ts';
import type { Listing, Strategy } from '../models/resources.ts';
import type { Faker } from '../models/faker.ts';
import { history, referenceTime } from '../models/moments.ts';
import { drawPrices, sites } from '../models/prices.ts';
import type { Site, Weighted } from '../models/prices.ts';

/** One listing in so many has a SKU that needs careful encoding: every page of 50 shows one. */
const nastySkuEvery = 50;

const marketplaces: readonly Weighted<'amazon' | 'walmart'>[] = [
  { weight: 70, value: 'amazon' },
  { weight: 30, value: 'walmart' },
];

const gaps: readonly Partial<Listing>[] = [
  { minPrice: null },
  { minPrice: null, maxPrice: null },
  { strategyId: null },
  { minPrice: null, maxPrice: null, strategyId: null },
];

interface ListingPlan {
  readonly count: number;
  readonly strategies: readonly Strategy[];
  /** A12: the share of listings that lack a bound or a strategy. A second faker chooses them, so that other values stay. */
  readonly incomplete: { readonly ratio: number; readonly faker: Faker } | undefined;
  /** Decides which listings are archived. */
  readonly archive: Faker | undefined;
}

/** Newest first, which is the order of the list (A5). */
export function drawListings(
  faker: Faker,
  { count, strategies, incomplete, archive }: ListingPlan,
): Listing[] {
  const strategyIds = {
    amazon: strategiesFor('amazon', strategies),
    walmart: strategiesFor('walmart', strategies),
  };
  const slice = Math.floor(history / Math.max(count, 1));
  const nastyAt = faker.number.int({ min: 0, max: nastySkuEvery - 1 });
  const taken = { amazon: new Set<string>(), walmart: new Set<string>() };

  return Array.from({ length: count }, (_, at) => {
    const marketplace = faker.helpers.weightedArrayElement(marketplaces);
    const site = faker.helpers.weightedArrayElement<Site>(sites[marketplace]);
    const listing = listingModel.make({
      faker,
      marketplace,
      site,
      prices: drawPrices(faker, site),
      // Each listing has its own slice of the history, so that creation times differ and need no sorting.
      createdAt: referenceTime - at * slice - faker.number.int({ min: 1, max: slice }),
      nasty: at % nastySkuEvery === nastyAt,
      strategyIds: strategyIds[marketplace],
      unused: (draw) => unused(taken[marketplace], draw),
    });
    const drawn = incomplete === undefined ? listing : leaveGaps(incomplete.faker, listing, incomplete.ratio);
    return archive?.datatype.boolean(0.04) === true ? archived(drawn) : drawn;
  });
}

function strategiesFor(marketplace: string, strategies: readonly Strategy[]): string[] {
  return strategies
    .filter((strategy) => strategy.marketplace === null || strategy.marketplace === marketplace)
    .map((strategy) => strategy.id);
}

/** An SKU and an external id never look alike, so that one set holds both. */
function unused(taken: Set<string>, draw: () => string): string {
  for (;;) {
    const drawn = draw();
    if (taken.has(drawn)) continue;
    taken.add(drawn);
    return drawn;
  }
}

function leaveGaps(faker: Faker, listing: Listing, ratio: number): Listing {
  const gap = faker.helpers.arrayElement(gaps);
  return faker.datatype.boolean(ratio) ? { ...listing, ...gap } : listing;
}

/** An archived listing is out of stock and out of the race. */
function archived(listing: Listing): Listing {
  return { ...listing, repricingEnabled: false, quantity: 0, status: 'archived', buyBox: null };
}
