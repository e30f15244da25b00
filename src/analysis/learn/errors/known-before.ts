// What was known before each exchange, so that it can be told what was wrong with its request.
import type { Json } from '../../../http/exact-json.ts';
import { listingAt } from './record-states.ts';
import type { Dialect } from '../../../dialect/dialect.ts';
import { withShares } from '../../../dialect/shares.ts';
import { onceKey, requestDigest } from '../../../dialect/objections/request-digest.ts';
import type { KnownRecords } from '../../../dialect/objections/objection.ts';
import type { DialectForm } from '../../../dialect/profile-form.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped } from '../../groups.ts';
import { askedBy, writtenBy } from '../records/request-facts.ts';
import { listingsByKey, recordKey } from '../records/sightings.ts';
import type { Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';
import { hiddenListings } from '../pages/usual-list.ts';

/** By exchange, what was known before it. */
export function knownIn(states: States, dialect: Dialect): (step: number) => KnownRecords {
  const { writes, lists } = dialect.form;
  const done = writesDone(states.exchanges, writes);
  const hidden = hiddenListings(states, lists.listListings?.query);
  const asWritten = listingsWritten(states, dialect);
  return (step) => {
    const listings = new Map<string, Json | undefined>();
    return {
      listing: (id) => {
        if (!listings.has(id))
          listings.set(id, withShares(asWritten(step, id), dialect.form.records.listing));
        return listings.get(id);
      },
      isHidden: (id) => hidden.has(id),
      tag: (id) => states.tag(step, id),
      strategy: states.strategyNamed,
      all: (kind) => states.all(kind),
      done: done(step),
    };
  };
}

/** A listing before an exchange: as it was shown last, and as the writes left it that came since. */
function listingsWritten(states: States, dialect: Dialect): (step: number, id: string) => Json | undefined {
  const written = grouped(states.writes, ({ by, id }) => recordKey(by, id));
  const shown = listingsByKey(states.sightings);
  const strategies = states.all('strategy');
  // What a write leaves is the same whatever comes after it.
  const left = new Map<Write, Json>();
  const leftBy = (write: Write, known: Json): Json => {
    const record = left.get(write) ?? writtenBy(write, known, dialect, strategies);
    left.set(write, record);
    return record;
  };
  return (step, id) => {
    const record = listingAt(step, id, states);
    const key = recordKey(states.exchanges[step]!, id);
    const last = shown.get(key)?.findLast((one) => one.step < step)?.step;
    if (record === undefined || last === undefined) return record;
    return (written.get(key) ?? [])
      .filter((one) => one.step > last && one.step < step)
      .reduce((known, write) => leftBy(write, known), record);
  };
}

/** By exchange, the digests of the writes that were done with keys before it. */
function writesDone(
  exchanges: readonly Exchange[],
  writes: DialectForm['writes'],
): (step: number) => KnownRecords['done'] {
  const all = exchanges.flatMap((by, step) => {
    const asked = by.ok && by.endpoint !== undefined ? askedBy(by) : undefined;
    const key = asked && onceKey(asked, writes);
    return key === undefined ? [] : [{ key, step, digest: requestDigest(asked!) }];
  });
  const byKey = grouped(all, ({ key }) => key);
  return (before) => (key) => byKey.get(key)?.findLast(({ step }) => step < before)?.digest;
}
