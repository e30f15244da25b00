// What evidence is gathered into: which interactions show which answer to a question of the ledger.
import type { AssumptionId } from '../../spec/assumptions.ts';
import { assumptions } from '../../spec/assumptions.ts';
import { parseValue } from '../../spec/assumption.ts';
import type { Seen, Settled } from '../../dialect/profile.ts';
import type { Observation } from './observations.ts';

/** One answer, shown by one interaction. */
export interface Finding {
  readonly id: AssumptionId;
  /** A value of the ledger, or words for what none of its values says. */
  readonly value: string | number;
  readonly by: Pick<Observation, 'id'>;
}

/** Questions whose answer may depend on the value or the field: null and an empty text, a price and a strategy. */
const partlyRefused = new Set<AssumptionId>([
  'empty-patch',
  'empty-strategy',
  'null-bound',
  'numeric-strings',
  'zero-price',
]);

/** So many interactions are named for each answer; all are counted. */
export const mostNamed = 5;

/**
 * The findings of each question put together; several answers are a contradiction, and the commonest is in force. Only
 * where some of it was refused the rest goes before: the wire knows what was refused.
 */
export function settle(findings: readonly Finding[]): Partial<Record<AssumptionId, Settled>> {
  const shown = new Map<AssumptionId, Map<string | number, { count: number; interactions: string[] }>>();
  for (const { id, value, by } of findings) {
    const answers = shown.get(id) ?? new Map<string | number, { count: number; interactions: string[] }>();
    shown.set(id, answers);
    const answer = answers.get(value) ?? { count: 0, interactions: [] };
    answers.set(value, answer);
    answer.count += 1;
    if (answer.interactions.length < mostNamed) answer.interactions.push(by.id);
  }
  const settled: Partial<Record<AssumptionId, Settled>> = {};
  for (const [id, answers] of shown) {
    const seen: Seen[] = [...answers]
      .map(([value, { count, interactions }]) => ({ value, count, interactions }))
      .sort((a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1));
    const chosen = seen.find((answer) => answer.value !== 'reject') ?? seen[0]!;
    const value = parseValue(assumptions[id], String(partlyRefused.has(id) ? chosen.value : seen[0]!.value));
    settled[id] = {
      evidence: seen.length === 1 ? 'observed' : 'contradicted',
      ...(value !== undefined && { value }),
      seen,
    };
  }
  return settled;
}

/** The value that stands there most often, the first of several. */
export function commonest<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | undefined;
  for (const [value, count] of counts) if (best === undefined || count > counts.get(best)!) best = value;
  return best;
}
