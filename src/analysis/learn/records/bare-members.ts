// Members that one kind of answer leaves out where they are null, as another kind of answer shows them, or the same one where a
// parameter asks for them: both know the same record.
import { isNothing, isObject } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { parentOf, valueAt, withValueAt } from '../../../http/pointer.ts';
import { listNames } from '../../../dialect/profile-form.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import { isDone } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped, parted } from '../../groups.ts';
import { membersOf, unwrittenPairs } from './sightings.ts';
import type { Sighting } from './sightings.ts';
import { withViews } from './view-parameters.ts';

/** The members that answers leave out where they are null, and the values of parameters that have them shown all the same. */
interface BareMembers {
  readonly bare: readonly string[];
  readonly bareUnless?: Readonly<Record<string, readonly string[]>> | undefined;
}

export type Bare = Readonly<Partial<Record<EndpointName, BareMembers>>>;

type Pair = readonly [one: Sighting, other: Sighting];

/** The sightings of listings and strategies with null where their answers left it out. */
export function withNulls(
  found: readonly Sighting[],
  exchanges: readonly Exchange[],
): { readonly sightings: readonly Sighting[]; readonly bare: Bare } {
  const { sightings: known, views } = withViews(
    found.filter(({ kind }) => kind !== 'reportRun'),
    exchanges,
  );
  const isUsuallyShown = (endpoint: EndpointName, member: string) =>
    views[endpoint]?.seen.has(member) === true;
  // What was asked for may name the members that are shown: such an answer tells nothing, unless it shows null.
  const telling = known.filter(
    (one) => isUsual(one) || membersOf(one.record).some((member) => valueAt(one.record, member) === null),
  );
  const pairs = pairsIn(telling, exchanges);
  const bareUnless = parametersFor(revealedIn(pairs, isUsuallyShown), known);
  const isToldFor = Object.keys(bareUnless).length > 0;
  const bare: Record<string, BareMembers> = {};
  // Lists first: what they leave out unless a parameter asks for it, reads leave out, too.
  const [lists, others] = parted([...grouped(known, (one) => one.endpoint)], ([endpoint]) =>
    listNames.some((name) => name === endpoint),
  );
  for (const [endpoint, all] of [...lists, ...others]) {
    const ofList = isToldFor && endpoint === 'getListing' ? (bare.listListings?.bare ?? []) : [];
    const open = leftOutBy(endpoint, all, pairs, bareUnless, ofList);
    if (!isToldFor && open.every(({ isTold }) => !isTold)) continue;
    // So are those that nobody read where they lack, if every read of one shows them.
    const reads = known.filter((one) => one.endpoint === 'getListing' && one.endpoint !== endpoint);
    const isAlways = (member: string) =>
      reads.length > 0 && reads.every(({ record }) => valueAt(record, member) !== undefined);
    // Where a parameter has them shown, all are left out for that.
    const isForParameter = (member: string) =>
      isToldFor && (isUsuallyShown(endpoint, member) || ofList.includes(member));
    const members = open.flatMap(({ member, isTold }) =>
      isTold || isAlways(member) || isForParameter(member) ? [member] : [],
    );
    if (members.length > 0)
      bare[endpoint] = { bare: members, bareUnless: isToldFor ? bareUnless : undefined };
  }
  const viewOf = new Map(known.map(({ by, view }) => [by, view]));
  const sightings = found.map((one) => {
    const { by, endpoint } = one;
    const view = viewOf.get(by);
    const shown = (bare[endpoint]?.bare ?? []).filter(
      (member) => view === endpoint || (view !== undefined && views[view]!.seen.has(member)),
    );
    return { ...one, record: shown.reduce(withNull, one.record) as Sighting['record'] };
  });
  return { sightings, bare };
}

/** Whether an answer was not asked for members. */
const isUsual = ({ endpoint, view }: Sighting): boolean => view === endpoint;

/**
 * The members that answers of an endpoint leave out of some records and show of others, but for answers that were asked to show
 * null; and whether another answer told null there.
 * @param ofList those that the list of the same records leaves out
 */
function leftOutBy(
  endpoint: EndpointName,
  all: readonly Sighting[],
  pairs: readonly Pair[],
  bareUnless: NonNullable<BareMembers['bareUnless']>,
  ofList: readonly string[],
): { readonly member: string; readonly isTold: boolean }[] {
  const isAsked = ({ by }: Sighting) => isAskedIn(by.query, bareUnless);
  const own = all.filter((one) => !isAsked(one));
  const askedAlike = [...grouped(own, ({ by }) => by.query.toString()).values()];
  const members = new Set([...own.flatMap(({ record }) => membersOf(record)), ...ofList]);
  return [...members].flatMap((member) => {
    const told = pairs.flatMap(([one, other]) =>
      one.endpoint === endpoint &&
      !isAsked(one) &&
      (other.endpoint !== endpoint || isAsked(other)) &&
      lacks(one.record, member)
        ? shownAt(other.record, member)
        : [],
    );
    const isShownBy = ({ record }: Sighting) => !isNothing(valueAt(record, member));
    const isLeftOut = askedAlike.some(
      (alike) =>
        alike.some(({ record }) => lacks(record, member)) &&
        (ofList.includes(member) || alike.some(isShownBy)),
    );
    const isShown = own.some(({ record }) => valueAt(record, member) === null);
    return isLeftOut && !isShown && told.every((value) => value === null)
      ? [{ member, isTold: told.length > 0 }]
      : [];
  });
}

/** What answers of a kind left out that others of that kind showed as null. */
const revealedIn = (
  pairs: readonly Pair[],
  isUsuallyShown: (endpoint: EndpointName, member: string) => boolean,
): Revealed[] =>
  pairs.flatMap(([one, other]) => {
    if (one.endpoint !== other.endpoint || !isUsual(one)) return [];
    const members = membersOf(other.record).filter(
      (member) =>
        valueAt(other.record, member) === null &&
        lacks(one.record, member) &&
        isUsuallyShown(one.endpoint, member),
    );
    return members.length > 0 ? [{ one, other, members }] : [];
  });

/** Whether a query has one of these values. */
const isAskedIn = (query: URLSearchParams, values: NonNullable<BareMembers['bareUnless']>): boolean =>
  Object.entries(values).some(([name, all]) => query.getAll(name).some((value) => all.includes(value)));

/** Members that one answer left out and another one of its kind showed as null. */
interface Revealed {
  readonly one: Sighting;
  readonly other: Sighting;
  readonly members: readonly string[];
}

/**
 * The values of parameters with which null is shown where answers of the same kind leave it out: all answers to one of these show
 * each member that any of them shows as null, and no other answer shows null there.
 */
function parametersFor(found: readonly Revealed[], known: readonly Sighting[]): Record<string, string[]> {
  const asked = found.flatMap(({ one, other, members }) =>
    [...other.by.query].flatMap(([name, value]) =>
      one.by.query.getAll(name).includes(value) ? [] : [{ name, value, by: other.by, shown: other, members }],
    ),
  );
  const choices = [...grouped(asked, ({ name, value }) => JSON.stringify([name, value])).values()].flatMap(
    (own) => {
      const { name, value } = own[0]!;
      const isToldBy = own.every(({ shown: { kind, endpoint }, members }) =>
        known.every((one) => {
          if (one.kind !== kind) return true;
          return one.by.query.getAll(name).includes(value)
            ? members.every((member) => !lacks(one.record, member))
            : one.endpoint !== endpoint || members.every((member) => valueAt(one.record, member) !== null);
        }),
      );
      return isToldBy ? [{ name, value, answers: new Set(own.map(({ by }) => by)) }] : [];
    },
  );
  const chosen: Record<string, string[]> = {};
  const explained = new Set<Exchange>();
  // What more answers were asked for is rather meant than what one of them was asked for beside it.
  for (const { name, value, answers } of choices.toSorted((a, b) => b.answers.size - a.answers.size)) {
    if ([...answers].every((by) => explained.has(by))) continue;
    for (const by of answers) explained.add(by);
    (chosen[name] ??= []).push(value);
  }
  return chosen;
}

const lacks = (record: Json, member: string): boolean =>
  isObject(valueAt(record, parentOf(member))) && valueAt(record, member) === undefined;

const shownAt = (record: Json, member: string): Json[] => {
  const value = valueAt(record, member);
  return value === undefined ? [] : [value];
};

const withNull = (record: Json, member: string): Json =>
  lacks(record, member) ? withValueAt(record, member, null) : record;

/** A record as two answers showed it with no write to it in between, both ways around. */
const pairsIn = (found: readonly Sighting[], exchanges: readonly Exchange[]): Pair[] =>
  unwrittenPairs(found, exchanges, isDone).flatMap(([one, other]) => [
    [one, other] as const,
    [other, one] as const,
  ]);
