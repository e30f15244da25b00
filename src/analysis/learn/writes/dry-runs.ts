// Dry runs: writes that a parameter of their query, such as `dryRun=true`, has answered as if they were done, while the record
// stays as it was.
import { leavesOf, sentLeaves } from '../../../dialect/known-facts.ts';
import type { Json } from '../../../http/exact-json.ts';
import { textOf } from '../../../http/exact-json.ts';
import type { Exchange } from '../../exchanges.ts';
import { isWorth } from './sent-values.ts';
import { isUnchanged, listingsByKey, recordKey } from '../records/sightings.ts';
import type { States } from '../records/states.ts';

/** A write that sent what its record did not show, and what the next answer told of that. */
interface Told {
  readonly by: Exchange;
  readonly became: 'as sent' | 'as before' | 'other';
}

/** The exchanges, the dry runs among them marked as such; undefined where there are none. */
export function withDryRuns(states: States): Exchange[] | undefined {
  const told = toldAfterwards(states);
  const asked = told.flatMap(({ by, became }) => (became === 'as before' ? [...by.query] : []));
  const parameter = asked.find((pair) => {
    const own = told.filter(({ by }) => has(by, pair));
    const others = told.filter(({ by }) => !has(by, pair));
    return (
      own.every(({ became }) => became !== 'as sent') &&
      others.every(({ became }) => became !== 'as before') &&
      others.some(({ became }) => became === 'as sent')
    );
  });
  if (parameter === undefined) return undefined;
  const dryRun = Object.fromEntries([parameter]);
  return states.exchanges.map((by) => (by.ok && has(by, parameter) ? { ...by, dryRun } : by));
}

const has = ({ query }: Exchange, [name, value]: readonly [string, string]): boolean =>
  query.get(name) === value;

function toldAfterwards({ writes, sightings }: States): Told[] {
  const shown = listingsByKey(sightings);
  const valuesIn = (by: Exchange) => sentLeaves(by.sent).map(([, leaf]) => leaf);
  const areInAll = new Set(
    writes
      .flatMap(({ by }) => valuesIn(by).map(textOf))
      .filter((text) => writes.every(({ by }) => valuesIn(by).some((leaf) => textOf(leaf) === text))),
  );
  return writes.flatMap(({ by, step, id, before, after }): Told[] => {
    const next = shown.get(recordKey(by, id))?.find((one) => one.step > step);
    if (before === undefined || next === undefined || !after.includes(next)) return [];
    const fresh = valuesIn(by).filter((leaf) => !areInAll.has(textOf(leaf)) && !stands(leaf, before));
    if (fresh.length === 0) return [];
    const isSent = fresh.some((leaf) => stands(leaf, next.record));
    return [{ by, became: isSent ? 'as sent' : isUnchanged(before, next.record) ? 'as before' : 'other' }];
  });
}

const stands = (value: Json, record: Json): boolean =>
  leavesOf(record).some(([, leaf]) => isWorth(leaf, value));
