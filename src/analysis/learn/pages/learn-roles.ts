// The roles of a list's parameters, by one test for all services: under the right roles every record stands in one place
// of its list, and every place holds one record.
import { isObject, textOf } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import type { PositionForm } from '../../../dialect/profile-form.ts';
import { parametersOf } from '../../exchanges.ts';
import { commonest, grouped } from '../../groups.ts';
import type { Giver, Givers } from './follow-pages.ts';
import { isCount, follow, isNumber } from './follow-pages.ts';
import { asInLink, textsGiven } from './given-texts.ts';
import type { ItemPlace } from './given-texts.ts';
import type { Listed, Roles, Placed, Walked } from './walks.ts';

/**
 * @param sisters roles of other lists of the same service, tried before this list's own
 * @param cutBy the parameter that bounds how long the lists of the service are
 * @param always what every request says
 */
export function walk(
  lists: readonly Listed[],
  sisters: readonly Roles[],
  cutBy?: string,
  always?: Roles['always'],
): Walked {
  const names = new Set(
    parametersOf(lists).filter((name) => always?.[name] === undefined && !picksByName(name, lists)),
  );
  const values = (name: string) => lists.flatMap(({ by }) => by.query.get(name) ?? []);
  // A value that cannot be read may have been taken for none.
  const sizes = [...names].filter((name) => {
    if (comparesLeaf.test(name)) return false;
    const counts = lists.filter(({ by }) => isCount(by.query.get(name)));
    const raised = counts.flatMap(({ by, ids }) =>
      ids.length > Number(by.query.get(name)) ? ids.length : [],
    );
    // Less than the smallest page may ask for that.
    const isRaised =
      new Set(raised).size === 1 &&
      counts.every(
        ({ by, ids: { length } }) => length === raised[0] || Number(by.query.get(name)) > raised[0]!,
      ) &&
      counts.some(({ by, ids }) => by.query.get(name) === String(ids.length));
    return counts.length * 2 > values(name).length && (raised.length === 0 || isRaised);
  });
  const givers = giversIn(lists);
  const positions = [...names].flatMap((name) => hypotheses(name, lists, givers));
  const carried = sisters.filter(({ size, positions: own }) =>
    [size, ...own.map(({ name }) => name)].some((name) => name !== undefined && names.has(name)),
  );
  const tried: Roles[] = [
    ...carried,
    { size: undefined, cutBy, positions: [] },
    ...sizes.map((size) => ({ size, cutBy, positions: [] })),
    ...[undefined, ...sizes].flatMap((size) =>
      positions
        .filter(({ name }) => name !== size && name !== cutBy)
        .map((position) => ({ size, cutBy, positions: [position] })),
    ),
  ];
  let best: { walked: Walked; cost: number } | undefined;
  const tryRoles = (roles: Roles) => {
    const walked = follow(lists, { ...roles, always }, givers);
    const cost = costOf(walked, carried.includes(roles));
    if (best === undefined || cost < best.cost) best = { walked, cost };
  };
  for (const roles of tried) tryRoles(roles);
  // A second parameter may lead backwards.
  const { size, positions: found } = best!.walked.roles;
  const [first] = found;
  if (first !== undefined && found.length === 1)
    for (const second of positions.filter(
      (one) => one.name !== first.name && one.name !== size && one.name !== cutBy && leadsOn(one, lists),
    ))
      tryRoles({ size, cutBy, positions: [first, second] });
  return best!.walked;
}

/** Whether a parameter is called as a member of records is, which all that are shown have as it was asked for: it picks them. */
function picksByName(name: string, lists: readonly Listed[]): boolean {
  const shown = lists.filter(({ by, records }) => by.query.has(name) && records.length > 0);
  return (
    shown.length > 0 &&
    shown.every(({ by, records }) =>
      records.every(
        (record) =>
          isObject(record) && Object.hasOwn(record, name) && textOf(record[name]) === by.query.get(name),
      ),
    )
  );
}

/** The same where the roles are known. */
export const walkBy = (lists: readonly Listed[], roles: Roles): Walked =>
  follow(lists, roles, giversIn(lists));

/** Whether a number that is more than the first place was asked for and showed something. */
const leadsOn = ({ name, by, first = 0 }: PositionForm, lists: readonly Listed[]): boolean =>
  (by !== 'page' && by !== 'offset') ||
  lists.some(({ by: { query }, ids }) => ids.length > 0 && Number(query.get(name) ?? 0) > first);

function giversIn(lists: readonly Listed[]): Givers {
  const asked = lists.flatMap(({ by }) =>
    Array.from(by.query, ([name, value]) => [asInLink(name, value), value] as const),
  );
  const wanted = new Map(asked);
  const byValue = grouped(wanted, ([, value]) => value);
  const held = lists.flatMap((listed) => {
    const count = listed.ids.length;
    const places = new Map<string, ItemPlace | undefined>();
    for (const [text, place] of textsGiven(listed.by)) {
      if (wanted.has(text)) places.set(text, places.get(text) ?? place);
      // What stands plain is rather meant than what a link tells.
      for (const [told] of byValue.get(text) ?? []) places.set(told, place ?? places.get(told));
    }
    // What stands beside a record leads on from there, what stands by itself from the end.
    return Array.from(places, ([told, place]) => ({
      told,
      listed,
      passed: place?.of === count ? place.at + 1 : count,
    }));
  });
  return grouped(held, ({ told }) => told);
}

/**
 * The fewer places are needed to hold all pages without contradiction, and the fewer runs of pages that nothing joins, the
 * better. A list that begins anew needs places for its new records alone. Pages that a recording lacks leave gaps: these tell
 * hardly anything.
 * @param isCarried what holds for a sister list is rather meant, so that a page that nobody can place, or that nothing joins to
 * another, says nothing against it
 */
function costOf({ walks, conflicts, roles }: Walked, isCarried: boolean): number {
  const places = walks.reduce((sum, { order, pages, before }) => {
    const unplaced = pages
      .filter(({ from }) => from === undefined)
      .reduce((own, { listed }) => own + listed.ids.length + (isCarried ? 0 : 0.75), 0);
    // Not by a walk over all places: an id taken for a place leaves a gap of many millions.
    const seen = Object.keys(order).length;
    const again =
      before === undefined ? 0 : order.filter((id) => id !== undefined && before.places.has(id)).length;
    const runs = isCarried ? Math.min(1, runsOf(pages)) : runsOf(pages);
    return sum + seen - again + unplaced + 0.5 * runs + Math.min(0.2, 0.001 * (order.length - seen));
  }, 0);
  const { size } = roles;
  // Pages that are as long as was asked for speak for a parameter that says so.
  const exact =
    size === undefined
      ? 0
      : walks
          .flatMap(({ pages }) => pages)
          .filter(({ listed: { by, ids } }) => ids.length > 0 && by.query.get(size) === String(ids.length))
          .length;
  return (
    places +
    3 * conflicts -
    0.3 * Math.min(3, exact) +
    (isCarried ? 0 : 0.01 * (roles.positions.length + (size === undefined ? 0 : 1)))
  );
}

/** What is called after a comparison asks for no size. */
const comparesLeaf = /\[\$?(?:[gl]te?|eq|ne|min|max)\]$/;

/** How many runs the pages make that overlap or follow each other; one without records, as behind the end, is none. */
function runsOf(pages: readonly Placed[]): number {
  const spans = pages
    .flatMap(({ from, listed: { ids } }) =>
      from === undefined || ids.length === 0 ? [] : [{ from, to: from + ids.length }],
    )
    .sort((a, b) => a.from - b.from);
  let [runs, end] = [0, -1];
  for (const { from, to } of spans) {
    if (from > end) runs += 1;
    end = Math.max(end, to);
  }
  return runs;
}

function hypotheses(name: string, lists: readonly Listed[], givers: Givers): PositionForm[] {
  const found: PositionForm[] = [];
  const asking = lists.filter(({ by }) => by.query.has(name));
  const values = asking.map(({ by }) => by.query.get(name)!);
  // A number before the first place may have been taken for it.
  if (values.filter(isNumber).length * 2 > values.length)
    for (const first of [0, 1]) found.push({ name, by: 'page', first }, { name, by: 'offset', first });
  const ids = new Set(lists.flatMap((one) => one.ids));
  // Where it is the id, that is so in the lists of other records, whose id may stand elsewhere.
  const isId = values.every((value) => ids.has(value));
  const at = isId ? undefined : leafOf(values, lists);
  if (isId || at !== undefined) found.push({ name, by: 'after', at }, { name, by: 'before', at });
  // What is told wherever a list ends, such as the orders that may be asked for, leads on from nowhere; a token that names a place
  // is told by each list that ends there.
  const giversOf = (value: string) => givers.get(asInLink(name, value)) ?? [];
  const isToldAnywhere = (value: string) => {
    const telling = giversOf(value);
    const ends = new Set(telling.map(({ listed }) => listed.ids.at(-1)));
    const lengths = new Set(telling.map(({ listed }) => listed.ids.length));
    return ends.size > 2 && lengths.size > 2;
  };
  const toldAnywhere = new Set([...new Set(values)].filter(isToldAnywhere));
  const isGiven = ({ by, step, ids: shown, records }: Listed) => {
    const value = by.query.get(name)!;
    const isWord = /^(true|false|null)$/i.test(value);
    // What all records shown have is what they were picked by.
    const isPicked =
      shown.length > 0 &&
      records.every((record) => leavesOf(record).some(([, own]) => textOf(own) === value));
    // What was asked for there, too, is told again in a link and no place.
    const isNew = ({ listed }: Giver) => listed.step < step && listed.by.query.get(name) !== value;
    return !isWord && !isPicked && !toldAnywhere.has(value) && giversOf(value).some(isNew);
  };
  if (asking.some(isGiven))
    found.push({ name, by: 'token', start: startOf(values, (value) => giversOf(value).length > 0) });
  return found;
}

/** What asks for the first page, as `*` does: it is asked again and again, though no answer gives it. */
const startOf = (values: readonly string[], isGiven: (value: string) => boolean): string | undefined =>
  commonest(values.filter((value, at) => !isGiven(value) && values.indexOf(value) < at));

/** The leaf that tells records apart and has all these values, if there is one besides the id. */
function leafOf(values: readonly string[], lists: readonly Listed[]): string | undefined {
  const records = new Map(lists.flatMap((one) => one.ids.map((id, at) => [id, one.records[at]!] as const)));
  const [first] = values;
  if (first === undefined || values.length < 2) return undefined;
  const own = [...records.values()].find((record) => JSON.stringify(record).includes(JSON.stringify(first)));
  if (own === undefined) return undefined;
  const place = Object.keys(own as object).find((name) => textOf(valueAt(own, `/${name}`)) === first);
  if (place === undefined) return undefined;
  const known = new Set([...records.values()].map((record) => textOf(valueAt(record, `/${place}`))));
  return values.every((value) => known.has(value)) &&
    known.size === records.size &&
    known.size > values.length
    ? `/${place}`
    : undefined;
}
