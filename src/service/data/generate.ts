// The data that a world opens with. The same options give the same bytes in every process and on every version of
// Node, because nothing here reads the time, the locale or a shared source of randomness.
import type { DataSet, Strategy } from '../models/resources.ts';
import { strategyModel } from '../models/strategy.ts';
import type { StrategyDraw } from '../models/strategy.ts';
import { dataSetNames, maxListings, maxSeed } from './data-sets.ts';
import type { DataSetName } from './data-sets.ts';
import { createFaker } from '../models/faker.ts';
import type { Faker } from '../models/faker.ts';
import { readFixtures } from '../models/fixtures.ts';
import { edgeRecords } from './edge.ts';
import { drawListings } from './listings.ts';
import { drawReportRuns } from './generate-report-runs.ts';
import { tinyRecords } from './tiny.ts';

export interface SeedOptions {
  /** 0 to 4294967295. The hand-written sets `tiny`, `edge` and `empty` are the same for every seed. */
  readonly seed: number;
  readonly set: DataSetName;
  /** Another number of listings, 0 to 100,000; only for the sets `default` and `large`. */
  readonly listings?: number;
  /** The share, 0 to 1, of drawn listings whose bounds or strategy are null. */
  readonly incomplete?: number;
  /** Whether some drawn listings are archived. */
  readonly archived?: boolean;
}

const sizes = {
  default: { listings: 50, strategies: 5, reportRuns: 8 },
  large: { listings: 5000, strategies: 10, reportRuns: 12 },
} as const;

/** Strategies as a dashboard would hold them (§1). Names and kinds are fixed, the rest is drawn. The first is default. */
const strategyPlans: readonly Pick<StrategyDraw, 'name' | 'type' | 'adjustment'>[] = [
  { name: 'Buy Box Chaser', type: 'buy_box', adjustment: ['unit', 'match'] },
  { name: 'Profit Guard', type: 'competitive', adjustment: ['percentage', 'above'] },
  { name: 'Penny Under', type: 'competitive', adjustment: ['unit', 'below'] },
  { name: 'Smart Pricing', type: 'ai', adjustment: null },
  { name: 'Outside Offers', type: 'external', adjustment: ['percentage', 'below'] },
  { name: 'Lowest Match', type: 'competitive', adjustment: ['unit', 'match'] },
  { name: 'Clearance', type: 'external', adjustment: ['unit', 'below'] },
  { name: 'Buy Box Premium', type: 'buy_box', adjustment: ['percentage', 'above'] },
  { name: 'Demand Forecast', type: 'ai', adjustment: null },
  { name: 'Steady Margin', type: 'external', adjustment: ['unit', 'above'] },
];

/** The marketplaces of the first strategies. Null, for the default strategy, means that it fits every marketplace. */
const strategyMarketplaces: readonly (string | null)[] = [null, 'amazon', 'walmart'];

/** One stream of randomness for each part, so that a setting of one part leaves the others as they were. */
const streams = { strategies: 1, reportRuns: 2, listings: 3, gaps: 4, archive: 5 } as const;

/**
 * Makes a new data set on each call; it shares no object with an earlier one.
 * @example generate({ seed: 1, set: 'default', listings: 200 })
 * @throws RangeError naming the option that is out of its range
 */
export function generate(options: SeedOptions): DataSet {
  refuseBadOptions(options);
  switch (options.set) {
    case 'tiny':
      return readFixtures([{ file: 'the data set tiny', value: tinyRecords() }]);
    case 'edge':
      return readFixtures([{ file: 'the data set edge', value: edgeRecords() }]);
    case 'empty':
      return { listings: [], strategies: [], reportRuns: [] };
    case 'default':
    case 'large':
      return draw(options, sizes[options.set]);
  }
}

function draw(options: SeedOptions, size: (typeof sizes)['default' | 'large']): DataSet {
  const faker = (stream: keyof typeof streams) => createFaker(options.seed, streams[stream]);
  const { listings = size.listings, incomplete: ratio = 0, archived } = options;
  const strategies = drawStrategies(faker('strategies'), size.strategies);
  return {
    listings: drawListings(faker('listings'), {
      count: listings,
      strategies,
      incomplete: ratio === 0 ? undefined : { ratio, faker: faker('gaps') },
      archive: archived === true ? faker('archive') : undefined,
    }),
    strategies,
    reportRuns: drawReportRuns(faker('reportRuns'), size.reportRuns),
  };
}

function drawStrategies(faker: Faker, count: number): Strategy[] {
  return strategyPlans.slice(0, count).map((plan, at) =>
    strategyModel.make({
      faker,
      ...plan,
      marketplace:
        at < strategyMarketplaces.length
          ? strategyMarketplaces[at]!
          : faker.helpers.arrayElement(strategyMarketplaces),
      isDefault: at === 0,
    }),
  );
}

function refuseBadOptions({ seed, set, listings, incomplete }: SeedOptions): void {
  if (!dataSetNames.includes(set)) {
    throw new RangeError(`set: there is no data set "${set}"; choose ${dataSetNames.join(', ')}`);
  }
  if (!isWhole(seed, maxSeed)) {
    throw new RangeError(`seed: ${seed} is not a whole number from 0 to ${maxSeed}`);
  }
  if (listings !== undefined) {
    if (set !== 'default' && set !== 'large') {
      throw new RangeError(
        `listings: the data set "${set}" has a fixed number of listings; choose the set default or large`,
      );
    }
    if (!isWhole(listings, maxListings)) {
      throw new RangeError(`listings: ${listings} is not a whole number from 0 to ${maxListings}`);
    }
  }
  if (incomplete !== undefined && !(incomplete >= 0 && incomplete <= 1)) {
    throw new RangeError(`incomplete: ${incomplete} is not a number from 0 to 1`);
  }
}

function isWhole(value: number, highest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= highest;
}
