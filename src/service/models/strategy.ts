// The model of a strategy: how a price is found (§2). Its fields are assumed (A22).
import type { Faker } from './faker.ts';
import { day, history, isoTime, referenceTime } from './moments.ts';
import { flag, v } from '../../http/schema.ts';
import { adjustmentValue, group, identifier, text, time } from './field-forms.ts';
import { beginning, notBeforeCreation } from './listing.ts';
import { model } from './model.ts';
import type { RecordOf } from './model.ts';

/** What a generated strategy is to be. */
export interface StrategyDraw {
  readonly faker: Faker;
  readonly name: string;
  readonly type: string;
  readonly marketplace: string | null;
  readonly isDefault: boolean;
  readonly adjustment: readonly [kind: 'unit' | 'percentage', direction: 'below' | 'match' | 'above'] | null;
}

export const strategyModel = model<StrategyDraw>('strategy')
  .field('id', {
    schema: identifier,
    meaning: 'What strategyId names.',
    specified: true,
    make: ({ faker }) => faker.string.uuid(),
    sort: true,
  })
  .field('name', {
    schema: text,
    fallback: ({ id }) => `Strategy ${id}`,
    make: ({ name }) => name,
    sort: true,
  })
  .field('type', {
    schema: text,
    // The type `ai` needs no adjustment.
    fallback: (_, { adjustment = null }) => (adjustment === null ? 'ai' : 'competitive'),
    make: ({ type }) => type,
    filter: true,
  })
  .field('marketplace', {
    schema: v.nullable(text),
    meaning: 'Null: for every marketplace.',
    fallback: () => null,
    make: ({ marketplace }) => marketplace,
    filter: true,
  })
  .field('enabled', {
    schema: flag,
    fallback: () => true,
    make: ({ faker, isDefault }) => isDefault || faker.datatype.boolean(0.9),
  })
  .field('isDefault', { schema: flag, fallback: () => false, make: ({ isDefault }) => isDefault })
  .field('adjustment', {
    schema: v.nullable(group({ kind: text, direction: text, value: adjustmentValue })),
    meaning: 'By how much the price differs: an amount or a percentage, by its kind.',
    fallback: () => null,
    make: ({ faker, adjustment }) => {
      if (adjustment === null) return null;
      const [kind, direction] = adjustment;
      if (direction === 'match') return { kind, direction, value: 0 };
      const hundredths =
        kind === 'unit' ? faker.number.int({ min: 1, max: 200 }) : faker.number.int({ min: 2, max: 40 }) * 25;
      return { kind, direction, value: hundredths / 100 };
    },
  })
  .field('createdAt', {
    schema: time,
    fallback: (_, given) => beginning(given),
    make: ({ faker }) => isoTime(referenceTime - history + faker.number.int({ min: 0, max: 20 * day })),
    since: 'createdSince',
    sort: true,
  })
  .field('updatedAt', {
    schema: time,
    fallback: ({ createdAt }) => createdAt,
    make: ({ faker }, { createdAt }) =>
      faker.date.between({ from: createdAt, to: referenceTime }).toISOString(),
    since: 'updatedSince',
    sort: true,
  })
  .derive('assignedCount', {
    schema: v.pipe(v.number(), v.integer(), v.minValue(0)),
    meaning: 'How many listings have the strategy.',
  })
  .rule(notBeforeCreation);

/** How a price is found. Times are ISO 8601 in UTC with milliseconds. */
export type Strategy = RecordOf<typeof strategyModel>;
