// The model of a listing. The specification names `id`, `minPrice`, `maxPrice` and `strategyId` (§2); every other field
// is assumed (A21, A30).
import type { Faker } from './faker.ts';
import { isoTime, referenceTime } from './moments.ts';
import { exchange, toAmount } from './prices.ts';
import type { Prices, Site } from './prices.ts';
import { flag, v } from '../../http/schema.ts';
import { count, currency, group, positivePrice, price, text, time, uuid } from './field-forms.ts';
import { model } from './model.ts';
import type { Given, RecordOf } from './model.ts';

/** The values that the fields of one generated listing share, so that they agree with each other. */
interface ListingDraw {
  readonly faker: Faker;
  readonly marketplace: 'amazon' | 'walmart';
  readonly site: Site;
  /** In minor units. */
  readonly prices: Prices;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether the SKU needs careful encoding. */
  readonly nasty: boolean;
  /** The strategies that fit the marketplace. */
  readonly strategyIds: readonly string[];
  /** An identifier that no other listing of the marketplace has. */
  readonly unused: (draw: () => string) => string;
}

const conditions = [
  { weight: 85, value: 'new' },
  { weight: 4, value: 'used_like_new' },
  { weight: 4, value: 'used_very_good' },
  { weight: 3, value: 'used_good' },
  { weight: 2, value: 'used_acceptable' },
  { weight: 2, value: 'refurbished' },
];

const fulfillments = {
  amazon: [
    { weight: 65, value: 'fba' },
    { weight: 35, value: 'fbm' },
  ],
  walmart: [
    { weight: 45, value: 'wfs' },
    { weight: 55, value: 'seller' },
  ],
};

const titleEndings = [
  { weight: 66, value: '' },
  { weight: 10, value: ', 2-Pack' },
  { weight: 10, value: ', Black' },
  { weight: 8, value: ' (Large)' },
  { weight: 2, value: ' für die Küche' },
  { weight: 2, value: ' – Édition Spéciale' },
  { weight: 1, value: ' 日本製' },
  { weight: 1, value: ' ☕ ½ l' },
];

/** In US cents, for sellers who ship themselves. What a fulfilment centre ships is free of charge. */
const shippingPrices = [0, 0, 0, 299, 399, 499, 599];

/** SKUs as sellers really write them. Each breaks a client that forgets to encode or that reads numbers. */
const nastySkus: readonly ((number: string, word: string) => string)[] = [
  (number, word) => `${word} ${number} blue`,
  (number, word) => `${word}/${number}/L`,
  (number, word) => `${word}+${number}+2`,
  (number, word) => `50%OFF-${number}-${word}`,
  (number, word) => `Größe-${number}-${word}-é`,
  (number, word) => `商品-${number}-${word}`,
  (number, word) => `000${number}-${word}`,
];

/**
 * The fields of a listing. A new field is added here: types, fixtures, checks, answers, OpenAPI and generated data follow.
 * A column of report files (`worlds/report-files.ts`) or of the page's table (`page/talk/wire.ts`) is added there.
 */
export const listingModel = model<ListingDraw>('listing')
  .field('id', {
    schema: uuid,
    meaning: 'Identifies the listing; it is the {id} of paths.',
    specified: true,
    make: ({ faker, createdAt }) => faker.string.uuid({ version: 7, refDate: createdAt }),
    sort: true,
  })
  .field('marketplace', {
    schema: text,
    fallback: () => 'amazon',
    make: ({ marketplace }) => marketplace,
    filter: true,
  })
  .field('sku', {
    schema: text,
    fallback: ({ id }) => `SKU-${id.replaceAll('-', '').toUpperCase()}`,
    make: ({ faker, nasty, unused }) => unused(() => sku(faker, nasty)),
    filter: true,
    sort: true,
  })
  .field('externalId', {
    schema: text,
    meaning: 'How the marketplace calls the product.',
    fallback: ({ id, marketplace }) => externalIdOf(id, marketplace),
    make: ({ faker, marketplace, unused }) => unused(() => externalId(faker, marketplace)),
  })
  .field('upc', {
    schema: v.nullable(text),
    fallback: () => null,
    // Numbers that begin with 4 are for use inside a shop: no product that is sold has one.
    make: ({ faker }) => (faker.datatype.boolean(0.95) ? faker.commerce.upc({ prefix: '4' }) : null),
  })
  .field('title', {
    schema: text,
    fallback: ({ id }) => `Listing ${id}`,
    make: ({ faker }) => productName(faker) + faker.helpers.weightedArrayElement(titleEndings),
    sort: true,
  })
  .field('condition', {
    schema: text,
    fallback: () => 'new',
    make: ({ faker }) => faker.helpers.weightedArrayElement(conditions),
  })
  .field('fulfillment', {
    schema: text,
    fallback: ({ marketplace }) => (marketplace === 'amazon' ? 'fba' : 'seller'),
    make: ({ faker, marketplace }) => faker.helpers.weightedArrayElement(fulfillments[marketplace]),
  })
  .field('currency', {
    schema: currency,
    meaning: 'ISO 4217.',
    fallback: () => 'USD',
    make: ({ site }) => site.currency,
  })
  .field('cost', {
    schema: v.nullable(positivePrice),
    fallback: () => null,
    make: ({ faker, prices, site }) => (faker.datatype.boolean(0.94) ? toAmount(prices.cost, site) : null),
  })
  .field('currentPrice', {
    schema: price,
    fallback: (_, { minPrice, maxPrice }) =>
      [minPrice, maxPrice].find((bound) => typeof bound === 'number') ?? 9.99,
    make: ({ prices, site }) => toAmount(prices.current, site),
    sort: true,
  })
  .field('shippingPrice', {
    schema: price,
    fallback: () => 0,
    make: ({ faker, site }, { fulfillment }) => {
      const isShipped = fulfillment === 'fbm' || fulfillment === 'seller';
      return isShipped ? toAmount(exchange(faker.helpers.arrayElement(shippingPrices), site), site) : 0;
    },
  })
  .field('minPrice', {
    schema: v.nullable(price),
    meaning: 'The lower price bound.',
    specified: true,
    make: ({ prices, site }) => toAmount(prices.min, site),
    sort: true,
  })
  .field('maxPrice', {
    schema: v.nullable(price),
    meaning: 'The upper price bound.',
    specified: true,
    make: ({ prices, site }) => toAmount(prices.max, site),
    sort: true,
  })
  .field('strategyId', {
    schema: v.nullable(text),
    meaning: 'Identifier of the assigned strategy.',
    specified: true,
    make: ({ faker, strategyIds }) => faker.helpers.arrayElement(strategyIds),
    filter: true,
  })
  .field('repricingEnabled', {
    schema: flag,
    fallback: () => true,
    make: ({ faker }) => faker.datatype.boolean(0.92),
  })
  .field('quantity', {
    schema: count,
    fallback: () => 10,
    make: ({ faker }) => (faker.datatype.boolean(0.06) ? 0 : faker.number.int({ min: 1, max: 500 })),
    sort: true,
  })
  .field('status', {
    schema: text,
    fallback: ({ quantity }) => (quantity === 0 ? 'inactive' : 'active'),
    make: ({ faker }, { quantity }) => (quantity > 0 && faker.datatype.boolean(0.97) ? 'active' : 'inactive'),
    filter: true,
  })
  .field('buyBox', {
    schema: v.nullable(group({ winning: flag, price })),
    meaning: 'Whether the listing holds the buy box; its price is then the current price. Null: not known.',
    fallback: () => null,
    make: ({ faker, prices, site }, { status }) => {
      if (status !== 'active' || faker.datatype.boolean(0.1)) return null;
      if (faker.datatype.boolean()) return { winning: true, price: toAmount(prices.current, site) };
      const rival = Math.floor((prices.current * faker.number.int({ min: 88, max: 104 })) / 100);
      return { winning: false, price: toAmount(Math.max(rival, 1), site) };
    },
  })
  .field('createdAt', {
    schema: time,
    fallback: (_, given) => beginning(given),
    make: ({ createdAt }) => isoTime(createdAt),
    since: 'createdSince',
    sort: true,
  })
  .field('updatedAt', {
    schema: time,
    fallback: ({ createdAt }) => createdAt,
    make: ({ faker, createdAt }) => faker.date.between({ from: createdAt, to: referenceTime }).toISOString(),
    since: 'updatedSince',
    sort: true,
  })
  .derive('eligibility', {
    schema: v.object({ eligible: flag, reasons: v.array(text) }),
    meaning: 'Whether the listing is repriced, and what speaks against it.',
  })
  .rule(({ minPrice, maxPrice }) =>
    minPrice !== null && maxPrice !== null && minPrice > maxPrice
      ? { field: 'minPrice', reason: `${minPrice} is above maxPrice, ${maxPrice}` }
      : undefined,
  )
  .rule(notBeforeCreation);

/** Amounts are decimal numbers in the listing's currency; times are ISO 8601 in UTC with milliseconds. */
export type Listing = RecordOf<typeof listingModel>;

function sku(faker: Faker, nasty: boolean): string {
  const number = faker.string.numeric(4);
  const word = faker.string.alpha({ length: 4, casing: 'upper' });
  if (nasty) return faker.helpers.arrayElement(nastySkus)(number, word);
  return `${faker.string.alpha({ length: 2, casing: 'upper' })}-${number}-${word}`;
}

/** Has the form of an ASIN at Amazon and of an item number elsewhere. `B0MOCK` marks it as no real product's. */
function externalId(faker: Faker, marketplace: string): string {
  if (marketplace === 'amazon') return `B0MOCK${faker.string.alphanumeric({ length: 4, casing: 'upper' })}`;
  return `${faker.number.int({ min: 100_000_000, max: 999_999_999 })}`;
}

/** What `commerce.productName` makes, without the template that it reads each time: 0.05 s instead of 0.3 for 100,000. */
function productName({ commerce }: Faker): string {
  return `${commerce.productAdjective()} ${commerce.productMaterial()} ${commerce.product()}`;
}

function externalIdOf(id: string, marketplace: string): string {
  const number = Number.parseInt(id.slice(-8), 16);
  if (marketplace !== 'amazon') return `${100_000_000 + (number % 900_000_000)}`;
  return `B0MOCK${(number % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')}`;
}

/** The creation time of a record that is given without one: its update time, if that is given. */
export function beginning({ updatedAt }: Given): string {
  return typeof updatedAt === 'string' ? updatedAt : isoTime(referenceTime);
}

export function notBeforeCreation(record: { readonly createdAt: string; readonly updatedAt: string }) {
  const { createdAt, updatedAt } = record;
  return updatedAt < createdAt
    ? { field: 'updatedAt' as const, reason: `${updatedAt} is before createdAt, ${createdAt}` }
    : undefined;
}
