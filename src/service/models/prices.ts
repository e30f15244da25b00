// Prices are drawn in whole minor units (cents, yen) and divided once, when they are written. So there is no rounding
// error, and every JavaScript engine prints the same digits.
import type { Faker } from './faker.ts';

/** A choice that faker takes as often as its weight says. */
export interface Weighted<T> {
  readonly weight: number;
  readonly value: T;
}

/** The country in which a listing is sold, with its currency. */
export interface Site {
  readonly currency: string;
  /** Minor units of one major unit. */
  readonly minorUnits: 1 | 100;
  /** Roughly: `exchange[0]` minor units of this currency are worth `exchange[1]` US cents. */
  readonly exchange: readonly [number, number];
  /** The last two digits of usual prices, such as 99. */
  readonly endings: readonly number[];
}

const cents = { minorUnits: 100, exchange: [1, 1], endings: [99, 99, 95, 49] } as const;
const us: Site = { ...cents, currency: 'USD' };
const ca: Site = { ...cents, currency: 'CAD' };
const mx: Site = { ...cents, currency: 'MXN', exchange: [18, 1] };
const uk: Site = { ...cents, currency: 'GBP' };
const de: Site = { ...cents, currency: 'EUR' };
const jp: Site = { currency: 'JPY', minorUnits: 1, exchange: [3, 2], endings: [80, 80, 0] };

export const sites = {
  amazon: [
    { weight: 82, value: us },
    { weight: 6, value: ca },
    { weight: 3, value: mx },
    { weight: 3, value: uk },
    { weight: 3, value: de },
    { weight: 3, value: jp },
  ],
  walmart: [
    { weight: 92, value: us },
    { weight: 5, value: ca },
    { weight: 3, value: mx },
  ],
} as const satisfies Record<string, readonly Weighted<Site>[]>;

/** Costs in US cents; they put most prices between $8 and $60 and none above $980. */
const costBands = [
  { weight: 8, value: { min: 200, max: 500 } },
  { weight: 62, value: { min: 500, max: 2000 } },
  { weight: 22, value: { min: 2000, max: 4000 } },
  { weight: 6, value: { min: 4000, max: 12_000 } },
  { weight: 2, value: { min: 12_000, max: 28_000 } },
];

export interface Prices {
  readonly cost: number;
  readonly min: number;
  readonly max: number;
  readonly current: number;
}

/** Minor units such that cost x 1.15 <= min <= cost x 1.4, min x 1.2 <= max <= min x 2.5, min <= current <= max. */
export function drawPrices(faker: Faker, site: Site): Prices {
  const cost = exchange(faker.number.int(faker.helpers.weightedArrayElement(costBands)), site);
  const min = drawBetween(faker, site, Math.ceil((cost * 115) / 100), Math.floor((cost * 140) / 100));
  const max = drawBetween(faker, site, Math.ceil((min * 12) / 10), Math.floor((min * 25) / 10));
  return { cost, min, max, current: drawBetween(faker, site, min, max) };
}

/** US cents as minor units of the site's currency. */
export function exchange(usCents: number, site: Site): number {
  return Math.floor((usCents * site.exchange[0]) / site.exchange[1]);
}

export function toAmount(minorUnits: number, site: Site): number {
  return minorUnits / site.minorUnits;
}

function drawBetween(faker: Faker, site: Site, low: number, high: number): number {
  const drawn = faker.number.int({ min: low, max: high });
  const rounded = drawn - (drawn % 100) + faker.helpers.arrayElement(site.endings);
  return rounded >= low && rounded <= high ? rounded : drawn;
}
