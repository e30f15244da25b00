// Listings whose fields agree with each other: the price lies in the bounds, the strategy fits the marketplace,
// the status follows from the stock. Everything beyond the four fields of §2 is assumed (A21, A30).
import type { Listing, Strategy } from '../models/resources.ts';
import type { Dice } from './dice.ts';
import { externalId, sku, upc, uuidV7 } from './identifiers.ts';
import { history, isoTime, referenceTime } from './moments.ts';
import { drawPrices, exchange, sites, toAmount, type Site } from './prices.ts';
import { adjectives, materials, products } from './words.ts';

/** One listing in so many has a SKU that needs careful encoding: every page of 50 shows one. */
const nastySkuEvery = 50;

const marketplaces = [
  [70, 'amazon'],
  [30, 'walmart'],
] as const;

const conditions = [
  [85, 'new'],
  [4, 'used_like_new'],
  [4, 'used_very_good'],
  [3, 'used_good'],
  [2, 'used_acceptable'],
  [2, 'refurbished'],
] as const;

const fulfillments = {
  amazon: [
    [65, 'fba'],
    [35, 'fbm'],
  ],
  walmart: [
    [45, 'wfs'],
    [55, 'seller'],
  ],
} as const;

const titleEndings = [
  [66, ''],
  [10, ', 2-Pack'],
  [10, ', Black'],
  [8, ' (Large)'],
  [2, ' für die Küche'],
  [2, ' – Édition Spéciale'],
  [1, ' 日本製'],
  [1, ' ☕ ½ l'],
] as const;

/** US cents that a seller who ships himself asks for; the fulfilment centres ship free of charge. */
const shippingPrices = [0, 0, 0, 299, 399, 499, 599] as const;

const gaps: readonly Partial<Listing>[] = [
  { minPrice: null },
  { minPrice: null, maxPrice: null },
  { strategyId: null },
  { minPrice: null, maxPrice: null, strategyId: null },
];

export interface ListingDice {
  readonly fields: Dice;
  /** Decides A12's nulls, apart from the fields, so that the setting changes nothing else. */
  readonly gaps: Dice;
  /** Decides A21's third state, likewise. */
  readonly archive: Dice;
}

export interface ListingPlan {
  readonly count: number;
  readonly strategies: readonly Strategy[];
  readonly incompleteRatio: number;
  readonly withArchived: boolean;
}

/** Newest first, which is the order of the list (A5). */
export function drawListings(dice: ListingDice, plan: ListingPlan): Listing[] {
  const strategyIds = {
    amazon: strategiesFor('amazon', plan.strategies),
    walmart: strategiesFor('walmart', plan.strategies),
  };
  const slice = Math.floor(history / Math.max(plan.count, 1));
  const nastyAt = dice.fields.whole(0, nastySkuEvery - 1);
  const taken = new Set<string>();

  return Array.from({ length: plan.count }, (_, at) => {
    const marketplace = dice.fields.weigh(marketplaces);
    const listing = drawListing(dice.fields, {
      marketplace,
      // A slice of the history for each listing: creation times differ and stand in order, with nothing to sort.
      createdAt: referenceTime - at * slice - dice.fields.whole(1, slice),
      nasty: at % nastySkuEvery === nastyAt,
      strategyIds: strategyIds[marketplace],
      taken,
    });
    const drawn = leaveGaps(dice.gaps, listing, plan.incompleteRatio);
    return plan.withArchived && dice.archive.chance(4) ? archive(drawn) : drawn;
  });
}

interface ListingFrame {
  readonly marketplace: keyof typeof sites;
  readonly createdAt: number;
  readonly nasty: boolean;
  readonly strategyIds: readonly string[];
  /** Identifiers in use, each with its marketplace. */
  readonly taken: Set<string>;
}

function drawListing(dice: Dice, frame: ListingFrame): Listing {
  const { marketplace, createdAt, taken } = frame;
  const site = dice.weigh<Site>(sites[marketplace]);
  const fulfillment = dice.weigh(fulfillments[marketplace]);
  const shipped = fulfillment === 'fbm' || fulfillment === 'seller';
  const prices = drawPrices(dice, site);
  const quantity = dice.chance(6) ? 0 : dice.whole(1, 500);
  const active = quantity > 0 && !dice.chance(3);
  return {
    id: uuidV7(dice, createdAt),
    marketplace,
    sku: unused(taken, marketplace, () => sku(dice, frame.nasty)),
    externalId: unused(taken, marketplace, () => externalId(dice, marketplace)),
    upc: dice.chance(95) ? upc(dice) : null,
    title: drawTitle(dice),
    condition: dice.weigh(conditions),
    fulfillment,
    currency: site.currency,
    cost: dice.chance(94) ? toAmount(prices.cost, site) : null,
    currentPrice: toAmount(prices.current, site),
    shippingPrice: shipped ? toAmount(exchange(dice.pick(shippingPrices), site), site) : 0,
    minPrice: toAmount(prices.min, site),
    maxPrice: toAmount(prices.max, site),
    strategyId: dice.pick(frame.strategyIds),
    repricingEnabled: dice.chance(92),
    quantity,
    status: active ? 'active' : 'inactive',
    buyBox: active ? drawBuyBox(dice, prices.current, site) : null,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(dice.whole(createdAt, referenceTime)),
  };
}

function strategiesFor(marketplace: string, strategies: readonly Strategy[]): string[] {
  return strategies
    .filter((strategy) => strategy.marketplace === null || strategy.marketplace === marketplace)
    .map((strategy) => strategy.id);
}

function unused(taken: Set<string>, marketplace: string, draw: () => string): string {
  for (;;) {
    const drawn = draw();
    const key = `${marketplace} ${drawn}`;
    if (taken.has(key)) continue;
    taken.add(key);
    return drawn;
  }
}

function drawTitle(dice: Dice): string {
  return [dice.pick(adjectives), dice.pick(materials), dice.pick(products) + dice.weigh(titleEndings)].join(
    ' ',
  );
}

function drawBuyBox(dice: Dice, current: number, site: Site): Listing['buyBox'] {
  if (dice.chance(10)) return null;
  if (dice.chance(50)) return { winning: true, price: toAmount(current, site) };
  const rival = Math.floor((current * dice.whole(88, 104)) / 100);
  return { winning: false, price: toAmount(Math.max(rival, 1), site) };
}

/** A12: the share of listings that lack a bound or a strategy. */
function leaveGaps(dice: Dice, listing: Listing, ratio: number): Listing {
  if (ratio === 0) return listing;
  const incomplete = dice.whole(1, 1_000_000) <= ratio * 1_000_000;
  const gap = dice.pick(gaps);
  return incomplete ? { ...listing, ...gap } : listing;
}

/** A21: an archived listing is out of stock and out of the race. */
function archive(listing: Listing): Listing {
  return { ...listing, repricingEnabled: false, quantity: 0, status: 'archived', buyBox: null };
}
