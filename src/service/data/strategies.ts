// Strategies as a dashboard would hold them (§1): names and kinds are fixed, the rest is drawn.
import type { Strategy } from '../models/resources.ts';
import type { Dice } from './dice.ts';
import { uuidV4 } from './identifiers.ts';
import { day, history, isoTime, referenceTime } from './moments.ts';

interface Plan {
  readonly name: string;
  readonly type: string;
  readonly adjustment: readonly [kind: 'unit' | 'percentage', direction: 'below' | 'match' | 'above'] | null;
}

/** The first is the default strategy. */
const plans: readonly Plan[] = [
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
const firstMarketplaces: readonly (string | null)[] = [null, 'amazon', 'walmart'];

export function drawStrategies(dice: Dice, count: number): Strategy[] {
  return plans.slice(0, count).map((plan, at) => {
    const createdAt = referenceTime - history + dice.whole(0, 20 * day);
    const drawnMarketplace = dice.pick(firstMarketplaces);
    return {
      id: uuidV4(dice),
      name: plan.name,
      type: plan.type,
      marketplace: at < firstMarketplaces.length ? firstMarketplaces[at]! : drawnMarketplace,
      enabled: dice.chance(90) || at === 0,
      isDefault: at === 0,
      adjustment: drawAdjustment(dice, plan.adjustment),
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(dice.whole(createdAt, referenceTime)),
    };
  });
}

function drawAdjustment(dice: Dice, plan: Plan['adjustment']): Strategy['adjustment'] {
  if (plan === null) return null;
  const [kind, direction] = plan;
  if (direction === 'match') return { kind, direction, value: 0 };
  const hundredths = kind === 'unit' ? dice.whole(1, 200) : dice.whole(2, 40) * 25;
  return { kind, direction, value: hundredths / 100 };
}
