// Members that one kind of answer leaves out where they are null, as another kind of answer shows them: both know the same record.
import { isNothing, isObject } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { parentOf, valueAt, withValueAt } from '../../http/pointer.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { isWrite } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import { grouped } from '../groups.ts';
import { membersOf, unwrittenPairs } from './sightings.ts';
import type { Sighting } from './sightings.ts';

/** By endpoint, the members that its answers leave out where they are null. */
export type Bare = Readonly<Partial<Record<EndpointName, readonly string[]>>>;

/** The sightings of listings with null where their answers left it out. */
export function withNulls(
  found: readonly Sighting[],
  exchanges: readonly Exchange[],
): { readonly sightings: readonly Sighting[]; readonly bare: Bare } {
  const pairs = pairsIn(found, exchanges);
  const listings = found.filter(({ kind }) => kind === 'listing');
  const bare: Record<string, readonly string[]> = {};
  for (const [endpoint, own] of grouped(listings, (one) => one.endpoint)) {
    const seen = [...new Set(own.flatMap(({ record }) => membersOf(record)))];
    // What was asked for may name the members that are shown.
    const askedAlike = [...grouped(own, ({ by }) => by.query.toString()).values()];
    const open = seen.flatMap((member) => {
      const told = pairs.flatMap(([one, other]) =>
        one.endpoint === endpoint && lacks(one.record, member) ? shownAt(other.record, member) : [],
      );
      const isLeftOut = askedAlike.some(
        (alike) =>
          alike.some(({ record }) => lacks(record, member)) &&
          alike.some(({ record }) => !isNothing(valueAt(record, member))),
      );
      const isShown = own.some(({ record }) => valueAt(record, member) === null);
      return isLeftOut && !isShown && told.every((value) => value === null) ? [{ member, told }] : [];
    });
    if (open.every(({ told }) => told.length === 0)) continue;
    // So are those that nobody read where they lack, if every read of one shows them.
    const reads = listings.filter((one) => one.endpoint === 'getListing' && one.endpoint !== endpoint);
    const isAlways = (member: string) =>
      reads.length > 0 && reads.every(({ record }) => valueAt(record, member) !== undefined);
    bare[endpoint] = open.flatMap(({ member, told }) =>
      told.length > 0 || isAlways(member) ? [member] : [],
    );
  }
  const sightings = found.map((one) =>
    one.kind === 'listing'
      ? { ...one, record: (bare[one.endpoint] ?? []).reduce(withNull, one.record) as Sighting['record'] }
      : one,
  );
  return { sightings, bare };
}

const lacks = (record: Json, member: string): boolean =>
  isObject(valueAt(record, parentOf(member))) && valueAt(record, member) === undefined;

const shownAt = (record: Json, member: string): Json[] => {
  const value = valueAt(record, member);
  return value === undefined ? [] : [value];
};

const withNull = (record: Json, member: string): Json =>
  lacks(record, member) ? withValueAt(record, member, null) : record;

/** A record as two kinds of answers showed it with no write to it in between, both ways around. */
const pairsIn = (
  found: readonly Sighting[],
  exchanges: readonly Exchange[],
): (readonly [Sighting, Sighting])[] =>
  unwrittenPairs(found, exchanges, (by) => by.ok && isWrite(by)).flatMap(([one, other]) =>
    one.endpoint === other.endpoint ? [] : [[one, other] as const, [other, one] as const],
  );
