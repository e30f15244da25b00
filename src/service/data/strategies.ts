// Strategies as a dashboard would hold them (§1): names and kinds are fixed, the rest is drawn.
import { strategyModel } from '../models/strategy.ts';
import type { StrategyDraw } from '../models/strategy.ts';
import type { Strategy } from '../models/resources.ts';
import type { Faker } from '../models/faker.ts';

/** The first is the default strategy. */
const plans: readonly Pick<StrategyDraw, 'name' | 'type' | 'adjustment'>[] = [
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

/** Every marketplace has a strategy that fits, because the default strategy fits all. */
const marketplaces: readonly (string | null)[] = [null, 'amazon', 'walmart'];

export function drawStrategies(faker: Faker, count: number): Strategy[] {
  return plans.slice(0, count).map((plan, at) =>
    strategyModel.make({
      faker,
      ...plan,
      marketplace: at < marketplaces.length ? marketplaces[at]! : faker.helpers.arrayElement(marketplaces),
      isDefault: at === 0,
    }),
  );
}
