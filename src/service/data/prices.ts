// Prices as whole minor units (cents, yen), divided once when they are written: no rounding error can arise,
// and every engine prints the same digits.
import type { Dice } from './dice.ts';

/** Where a listing is sold, which rules its currency. */
export interface Site {
  readonly currency: string;
  /** Minor units of one major unit. */
  readonly minorUnits: 1 | 100;
  /** Minor units of this currency for `exchange[1]` US cents, roughly. */
  readonly exchange: readonly [number, number];
  /** The last two digits of a price that ends as shoppers expect. */
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
    [82, us],
    [6, ca],
    [3, mx],
    [3, uk],
    [3, de],
    [3, jp],
  ],
  walmart: [
    [92, us],
    [5, ca],
    [3, mx],
  ],
} as const satisfies Record<string, readonly (readonly [number, Site])[]>;

/** Costs in US cents; they put most prices between $8 and $60 and none above $980. */
const costBands: readonly (readonly [weight: number, band: readonly [low: number, high: number]])[] = [
  [8, [200, 500]],
  [62, [500, 2000]],
  [22, [2000, 4000]],
  [6, [4000, 12_000]],
  [2, [12_000, 28_000]],
];

export interface Prices {
  readonly cost: number;
  readonly min: number;
  readonly max: number;
  readonly current: number;
}

/** Minor units such that cost x 1.15 <= min <= cost x 1.4, min x 1.2 <= max <= min x 2.5, min <= current <= max. */
export function drawPrices(dice: Dice, site: Site): Prices {
  const [low, high] = dice.weigh(costBands);
  const cost = exchange(dice.whole(low, high), site);
  const min = drawBetween(dice, site, Math.ceil((cost * 115) / 100), Math.floor((cost * 140) / 100));
  const max = drawBetween(dice, site, Math.ceil((min * 12) / 10), Math.floor((min * 25) / 10));
  return { cost, min, max, current: drawBetween(dice, site, min, max) };
}

/** US cents as minor units of the site's currency. */
export function exchange(usCents: number, site: Site): number {
  return Math.floor((usCents * site.exchange[0]) / site.exchange[1]);
}

export function toAmount(minorUnits: number, site: Site): number {
  return minorUnits / site.minorUnits;
}

function drawBetween(dice: Dice, site: Site, low: number, high: number): number {
  const drawn = dice.whole(low, high);
  const rounded = drawn - (drawn % 100) + dice.pick(site.endings);
  return rounded >= low && rounded <= high ? rounded : drawn;
}
