// Dry runs: writes that a parameter of their query, such as `dryRun=true`, has answered as if they were done, while the record
// stays as it was.
import { leavesOf, sentLeaves } from '../../../dialect/known-facts.ts';
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isAcceptedWrite } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { parted } from '../../groups.ts';
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
  // All that did nothing were asked to do nothing, and others did something.
  const [idle, active] = parted(told, ({ became }) => became === 'as before');
  const isNeverDone = (pair: Stated) =>
    active.every(({ by, became }) => became !== 'as sent' || !has(by, pair)) &&
    active.some(({ became }) => became === 'as sent');
  const parameter =
    [...(idle[0]?.by.query ?? [])].find(
      (pair) => idle.every(({ by }) => has(by, pair)) && isNeverDone(pair),
    ) ??
    // What is called so is one, though nothing was asked about its record afterwards.
    states.writes.flatMap(({ by }) => [...by.query]).find((pair) => isCalledSo(pair) && isNeverDone(pair));
  if (parameter === undefined) return undefined;
  const dryRun = Object.fromEntries([parameter]);
  return states.exchanges.map((by) => (isAcceptedWrite(by) && has(by, parameter) ? { ...by, dryRun } : by));
}

type Stated = readonly [name: string, value: string];

const has = ({ query }: Exchange, [name, value]: Stated): boolean => query.get(name) === value;

/** Whether a parameter is called after a run that does nothing: `dryRun=true`, `mode=preview`. */
const isCalledSo = ([name, value]: Stated): boolean =>
  /dry[_-]?run|preview|validat(?:e|ion)[_-]?only|simulat/i.test(`${name} ${value}`) &&
  !/^(?:false|no|off|0)$/i.test(value);

function toldAfterwards({ writes, sightings }: States): Told[] {
  const shown = listingsByKey(sightings);
  const sent = writes.map(({ by }) => sentLeaves(by.sent).map(([, leaf]) => leaf));
  // What all writes send, such as the name of an operation, is nothing that a record would show.
  const counts = new Map<string, number>();
  for (const own of sent)
    for (const text of new Set(own.map(textOf))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isInAll = (leaf: Json) => counts.get(textOf(leaf)) === writes.length;
  return writes.flatMap(({ by, step, id, before, after }, at): Told[] => {
    const next = shown.get(recordKey(by, id))?.find((one) => one.step > step);
    if (before === undefined || next === undefined || !after.includes(next)) return [];
    const fresh = sent[at]!.filter((leaf) => !isInAll(leaf) && !stands(leaf, before));
    if (fresh.length === 0) return [];
    const isSent = fresh.some((leaf) => stands(leaf, next.record));
    return [{ by, became: isSent ? 'as sent' : isUnchanged(before, next.record) ? 'as before' : 'other' }];
  });
}

const stands = (value: Json, record: Json): boolean =>
  leavesOf(record).some(([, leaf]) => isWorth(leaf, value));
