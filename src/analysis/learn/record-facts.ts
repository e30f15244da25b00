// What was known when an answer showed a record.
import { addLeaves, addObjects } from '../../dialect/known-facts.ts';
import type { Json } from '../../http/exact-json.ts';
import type { Exchange } from '../exchanges.ts';
import { requestFacts } from './request-facts.ts';
import { isUnchanged } from './sightings.ts';
import type { Write } from './sightings.ts';

interface Showing {
  readonly by: Exchange;
  /** The record as it stands then. */
  readonly record: Json | undefined;
  /** The write that it answers, with how many there were as far as that is known. */
  readonly write?: (Pick<Write, 'before'> & Partial<Pick<Write, 'count'>>) | undefined;
}

export function recordFacts(
  { by, record, write }: Showing,
  { strategyOf }: { readonly strategyOf: (record: Json) => Json | undefined },
): Map<string, Json> {
  const facts = requestFacts(by);
  if (write?.count !== undefined) facts.set('writes', write.count);
  if (write?.before !== undefined && record !== undefined)
    facts.set('changed', !isUnchanged(write.before, record));
  addLeaves(facts, 'record', record);
  addLeaves(facts, 'was', write?.before);
  addObjects(facts, 'record', record);
  addObjects(facts, 'was', write?.before);
  const strategy = record === undefined ? undefined : strategyOf(record);
  addLeaves(facts, 'strategy', strategy);
  if (strategy !== undefined) facts.set('strategy', strategy);
  return facts;
}
