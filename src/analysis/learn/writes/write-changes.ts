// What a write changed in a record, and what records show beside it: the evidence for what writes do.
import type { Json } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import { effectOf } from '../../../dialect/recorded-record.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { areNear } from '../../../dialect/time-forms.ts';
import { addLeaves } from '../../../dialect/known-facts.ts';
import { parted, spread } from '../../groups.ts';
import type { Sample } from '../../explain/sample.ts';
import { requestFacts } from '../records/request-facts.ts';
import type { View, Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';

/** A leaf before and after one write. */
export interface Change extends Sample {
  readonly before: Json | undefined;
  /** The whole record before and afterwards. */
  readonly was: Json;
  readonly after: Json;
  /** Whether another write came since the record was seen. */
  readonly isStale: boolean;
  readonly id: string;
}

/** So many records are enough to tell what follows from what in each of them. */
const enough = 120;

export const readsListings = ({ endpoint }: Pick<View, 'endpoint'>): boolean =>
  endpoint === 'listListings' || endpoint === 'getListing';

/** Listings as they were shown, whole, those among them that were written to: what follows from the rest follows in each. */
export function recordsIn(
  sightings: States['sightings'],
  writes: States['writes'],
  strategyOf: States['strategyOf'],
): Change[] {
  const written = new Set(writes.map(({ id }) => id));
  const shown = sightings.filter(readsListings);
  const [own, others] = parted(shown, ({ id }) => written.has(id));
  return [...spread(own, enough), ...spread(others, enough)].map(({ record, id }) => {
    const facts = new Map<string, Json>();
    const strategy = strategyOf(record);
    addLeaves(facts, 'strategy', strategy);
    facts.set('names strategy', strategy === undefined ? 'no' : 'yes');
    return {
      value: undefined,
      before: undefined,
      was: record,
      after: record,
      facts,
      isStale: false,
      id,
    };
  });
}

/** What stands at a place of those that have it. */
export const shownAt = (place: string, records: readonly Change[]): Change[] =>
  records.flatMap((one) => {
    const value = valueAt(one.after, place);
    return value === undefined ? [] : [{ ...one, value }];
  });

/** What was known of a write when it changed a record. */
export function factsOfWrite(
  { by, count }: Pick<Write, 'by' | 'count'>,
  before: Json,
  strategy: Json | undefined,
): Map<string, Json> {
  const facts = requestFacts(by);
  facts.set('writes', count);
  addLeaves(facts, 'was', before);
  addLeaves(facts, 'strategy', strategy);
  if (strategy !== undefined) facts.set('strategy', strategy);
  facts.set('names strategy', strategy === undefined ? 'no' : 'yes');
  return facts;
}

export function gives(template: Json, { value, before, after, facts }: Change): boolean {
  const made = applied(template, before, after, facts);
  const isMoment = typeof template === 'string' && template.includes('{now');
  return sameValue(made, value) || (isMoment && areNear(made, value));
}

export function applied(
  template: Json,
  before: Json | undefined,
  after: Json,
  facts: ReadonlyMap<string, Json>,
): Json | undefined {
  return effectOf(template, before, (name) => {
    if (name === 'was') return before;
    return name.startsWith('record/') ? valueAt(after, name.slice(6)) : facts.get(name);
  });
}
