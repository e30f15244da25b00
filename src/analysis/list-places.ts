// Where recorded records stand in their lists: at the places at which lists showed them, also in lists that no rule explains, and
// beside others that lists tell of and nobody saw.
import { isList, isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { pointerTo, valueAt, withValueAt } from '../http/pointer.ts';
import { leavesOf } from '../dialect/known-facts.ts';
import { gapsBetween } from '../dialect/known-list.ts';
import type { Gap, RecordedToken } from '../dialect/known-list.ts';
import { listed } from '../dialect/profile-form.ts';
import type { DialectForm, ListForm, ListName, PositionForm, RecordKind } from '../dialect/profile-form.ts';
import { isThereBy } from '../dialect/recorded-record.ts';
import type { RecordedRecord } from '../dialect/recorded-record.ts';
import {
  conditionsOf,
  hasConditionsAlone,
  isExplained,
  isOpaque,
  pick,
  reveals,
} from '../dialect/select-page.ts';
import { statedIn } from '../dialect/conditions.ts';
import { leafOf, ordersAsked } from '../dialect/sort-orders.ts';
import { numeric } from '../dialect/template-filters.ts';
import { sameValue } from '../dialect/templates.ts';
import { headerIn } from '../recording/recordable-headers.ts';
import type { Exchange } from './exchanges.ts';
import type { AsOf, HydratedRecords } from './hydrate.ts';
import { isWhole } from './learn/pages/known-walks.ts';
import { tokenAtPlace } from './learn/pages/list-facts.ts';
import type { TokenPlace } from './learn/pages/list-facts.ts';
import { givenAt } from './learn/pages/list-tokens.ts';
import type { States } from './learn/records/states.ts';
import { askedAs } from './learn/pages/follow-pages.ts';
import { queryOf, usualWalk } from './learn/pages/walks.ts';
import type { Walk } from './learn/pages/walks.ts';

/** A list, by its form and by the pages of it that were recorded. */
interface RecordedList {
  readonly kind: RecordKind;
  readonly form: ListForm;
  readonly walks: readonly Walk[];
  readonly states: States;
  readonly asOf: AsOf;
}

/**
 * The records with their places in lists: in those that the form picks or sorts otherwise than they were recorded, for which
 * records such a list has, no rule tells, but the recording does; and beside others that a list tells of and nobody saw.
 * @param remembers whether lists that nothing explains have the records that were recorded
 */
export function withPlaces(
  { records, walked }: HydratedRecords,
  { lists }: DialectForm,
  states: States,
  asOf: AsOf,
  remembers: boolean,
): Pick<HydratedRecords, 'records'> {
  const given = (position: PositionForm) => givenAt(Object.values(walked), position);
  const placed = (endpoint: ListName): readonly RecordedRecord[] => {
    const form = lists[endpoint];
    const kind = listed[endpoint];
    if (form === undefined) return records[kind];
    const list = { kind, form, walks: walked[endpoint].walks, states, asOf };
    const withGaps = amongUnknown(withHidden(withTokens(records[kind], list, given), list), list);
    return remembers ? withRemembered(withGaps, list) : withGaps;
  };
  return {
    records: {
      listing: placed('listListings'),
      strategy: placed('listStrategies'),
      reportRun: placed('listReports'),
    },
  };
}

/** How many records a list had then, at least, as its pages tell or show; undefined where they do neither. */
function lengthTold({ pages, order, total }: Walk, { form, asOf }: RecordedList): number | undefined {
  const told = pages.flatMap(({ listed: { by } }) => totalsToldBy(by, form));
  const length = told.at(asOf === 'start' ? 0 : -1) ?? total;
  if (length !== undefined) return length;
  const last = pages.findLast(({ from, listed: { ids } }) => from! + ids.length >= order.length);
  return last !== undefined && goesOn(last.listed.by, form) ? order.length + 1 : undefined;
}

/** Whether an answer says that there is a page behind it. */
const goesOn = ({ body, headers }: Exchange, form: ListForm): boolean =>
  placesOfNext(form.body).some(({ at, isEnd }) =>
    isEnd ? valueAt(body, at) === false : ![undefined, null, false, ''].includes(valueAt(body, at) as null),
  ) ||
  Object.entries(form.headers ?? {}).some(
    ([name, value]) =>
      tellsNext(value) &&
      headers.some(([own, text]) => own.toLowerCase() === name.toLowerCase() && text.includes('next')),
  );

const tellsNext = (template: Json): boolean => /\{page\.(?:next|more)\b/.test(JSON.stringify(template));

/** A place that tells what the next page is or whether there is one, or that this is the end. */
interface PlaceOfNext {
  readonly at: string;
  readonly isEnd: boolean;
}

/** Where a body tells whether there is a next page; a list of links may have any of them. */
function placesOfNext(template: Json, at = ''): PlaceOfNext[] {
  if (!tellsNext(template) || isList(template)) return [];
  if (!isObject(template) || Object.keys(template).some((name) => name.startsWith('{')))
    return [{ at, isEnd: typeof template === 'string' && /\| not\b/.test(template) }];
  return Object.entries(template).flatMap(([name, item]) => placesOfNext(item, pointerTo(at, name)));
}

const isTotal = (template: unknown) =>
  typeof template === 'string' && /^\{page\.total(?: \||\})/.test(template);

/** How long an answer says that its whole list is. */
export function totalsToldBy({ body, headers }: Exchange, form: ListForm): number[] {
  const places = leavesOf(form.body ?? null).flatMap(([at, leaf]) => (isTotal(leaf) ? [at] : []));
  const names = Object.entries(form.headers ?? {}).flatMap(([name, value]) => (isTotal(value) ? [name] : []));
  const told = [
    ...places.map((at) => valueAt(body, at)),
    ...names.map((name) => headerIn(headers, name.toLowerCase())),
  ];
  return told.flatMap((value) => {
    const number = numeric(value);
    return number !== undefined && number >= 0 && Number.isSafeInteger(number) ? [number] : [];
  });
}

/** The records with their places in the usual list, where that has others that nobody saw. */
function amongUnknown(own: readonly RecordedRecord[], list: RecordedList): readonly RecordedRecord[] {
  const { query } = list.form;
  const [usual] = list.walks
    .filter(({ rest }) => rest.length === 0)
    .sort((a, b) => b.order.length - a.order.length);
  if (usual === undefined) return own;
  const usualQuery = new URLSearchParams();
  const ids = new Map(own.map(({ id, record }) => [record, id]));
  const visible = own.filter(({ isHidden }) => isHidden !== true).map(({ record }) => record);
  const shown = pick(visible, usualQuery, query).all.map((record) => ids.get(record)!);
  const length = lengthTold(usual, list) ?? usual.order.length;
  if (shown.length >= length) return own;
  const places = new Map(
    shown.flatMap((id) => {
      const place = usual.places.get(id);
      return place === undefined ? [] : [[id, place] as const];
    }),
  );
  // Those of which only other answers tell stand somewhere between the others.
  const free = gapsBetween(
    [...places.values()].sort((a, b) => a - b),
    length,
  ).flatMap(([from, to]) => Array.from({ length: Math.min(to - from, shown.length) }, (_, at) => from + at));
  const lost = shown.filter((id) => !places.has(id));
  lost.forEach((id, at) => places.set(id, free[at] ?? length + at));
  const gaps = gapsBetween(
    [...places.values()].sort((a, b) => a - b),
    length,
  );
  let last = -1;
  return own.map((one, at) => {
    const place = places.get(one.id) ?? last + 0.5;
    last = Math.floor(place);
    return { ...one, place, ...(at === 0 && { gaps: { [conditionsOf(usualQuery, query)]: gaps } }) };
  });
}

/** The leaves by which a query sorts, as far as that is known. */
function leavesSortedBy(
  query: URLSearchParams,
  { sort }: ListForm['query'],
  record: Json | undefined,
): readonly string[] {
  const orders = sort === undefined ? [] : ordersAsked(sort, statedIn(query), record);
  return orders.map(leafOf).filter((at) => at !== '');
}

/** The records that were written before a step, and those of them that no answer has shown since. */
function writtenBefore(
  step: number,
  { kind, states }: RecordedList,
): { readonly written: ReadonlySet<string>; readonly stale: ReadonlySet<string> } {
  const written = new Map<string, number>();
  if (kind === 'listing') for (const one of states.writes) if (one.step < step) written.set(one.id, one.step);
  const stale = new Set(written.keys());
  for (const one of states.sightings)
    if (one.kind === kind && one.step < step && one.step >= (written.get(one.id) ?? Infinity))
      stale.delete(one.id);
  return { written: new Set(written.keys()), stale };
}

/** The records with their places in lists that were asked for by conditions. */
function withRemembered(own: readonly RecordedRecord[], list: RecordedList): readonly RecordedRecord[] {
  const { kind, walks, states, asOf } = list;
  const { query: form } = list.form;
  const hidden = new Set(own.flatMap(({ id, isHidden }) => (isHidden === true ? [id] : [])));
  const usual = usualWalk(walks);
  const usualLength = usual && lengthTold(usual, list);
  const places = new Map<string, Record<string, number | null>>();
  const place = (id: string, conditions: string, at: number | null) =>
    places.set(id, { ...places.get(id), [conditions]: at });
  const gaps: Record<string, readonly Gap[]> = {};
  // Of a list that writes have put into another order, the one of that time.
  const ofThen = new Map<string, Walk>();
  for (const one of asOf === 'start' ? [...walks].reverse() : walks) {
    const key = askedAs(one.pages[0]!.listed.by, one.rest);
    ofThen.delete(key);
    ofThen.set(key, one);
  }
  for (const one of ofThen.values()) {
    const { order, total, pages } = one;
    const query = queryOf(one);
    // Runs go on by themselves: a list of them says nothing against a rule.
    if (
      !hasConditionsAlone(query, form) ||
      (kind === 'reportRun' && isExplained(query, form, own[0]?.record))
    )
      continue;
    const conditions = conditionsOf(query, form);
    const length = lengthTold(one, list);
    const leaveGap = (known: number) => {
      if (length !== undefined && length > known) gaps[conditions] = [[known, length]];
    };
    const { step, by } = pages[0]!.listed;
    const elapsed = by.at - states.exchanges[0]!.at;
    const there = own.filter((record) => isThereBy(elapsed, record));
    const shown = reveals(query, form) ? there : there.filter(({ id }) => !hidden.has(id));
    const seen = new Map(
      pages.flatMap((page) => page.listed.ids.map((id, at) => [id, page.listed.records[at]!])),
    );
    // By what the list itself shows of a record that nothing showed before it stood there, though a write has moved it since.
    const orderedBy = form.order === undefined ? undefined : leafOf(form.order);
    const asListed = (id: string, record: Json) => {
      const leaf = orderedBy === undefined ? undefined : valueAt(seen.get(id), orderedBy);
      return leaf === undefined ? record : withValueAt(record, orderedBy!, leaf);
    };
    const then = new Map(
      shown.map(({ id, record }) => [id, states.before(step, kind, id) ?? asListed(id, record)]),
    );
    const ids = new Map([...then].map(([id, record]) => [record, id]));
    const told = pick([...then.values()], query, form).all.map((record) => ids.get(record)!);
    const leaves = leavesSortedBy(query, form, own[0]?.record);
    const leafIn = (id: string, at: string) => valueAt(then.get(id), at);
    // Where a record stands that was written since it was shown, this list is the first to tell, and of two that were written at the
    // same time, which comes first.
    const areKnownAlike = () => {
      const { stale, written } = writtenBefore(step, list);
      const isKnown = (id: string | undefined) => id === undefined || !stale.has(id);
      const isSame = (id: string | undefined, other: string | undefined) =>
        id === other ||
        (id !== undefined &&
          other !== undefined &&
          leaves.length > 0 &&
          [id, other].every((one) => written.has(one)) &&
          leaves.every((at) => sameValue(leafIn(id, at), leafIn(other, at))));
      const known = told.filter(isKnown);
      return order.filter(isKnown).every((id, at) => isSame(id, known[at]));
    };
    const isTold =
      (total === undefined || total === told.length) &&
      (order.every((id, at) => id === told[at]) || areKnownAlike());
    if (isTold) {
      leaveGap(told.length);
      continue;
    }
    // Where only their order is not told, those that were not seen stand behind the others.
    const [shownIds, toldIds] = [new Set(order), new Set(told)];
    const isOrderAlone =
      order.every((id) => id === undefined || toldIds.has(id)) &&
      (isExplained(query, form, own[0]?.record)
        ? (total ?? told.length) === told.length
        : length !== undefined && length === usualLength);
    if (order.length === 0 && own[0] !== undefined) place(own[0].id, conditions, null);
    order.forEach((id, at) => {
      if (id !== undefined) place(id, conditions, at);
    });
    const behind = isOrderAlone ? told.filter((id) => !shownIds.has(id)) : [];
    behind.forEach((id, at) => {
      place(id, conditions, order.length + at);
    });
    leaveGap(order.filter((id) => id !== undefined).length + behind.length);
  }
  return own.map((one, at) => {
    const picked = places.get(one.id);
    return {
      ...one,
      ...(picked !== undefined && { picked }),
      ...(at === 0 && Object.keys(gaps).length > 0 && { gaps: { ...one.gaps, ...gaps } }),
    };
  });
}

/**
 * The records, the first of them with the tokens of its lists, where nobody knows how these are made.
 * @param given where answers tell the tokens of a position
 */
function withTokens(
  own: readonly RecordedRecord[],
  { form, walks, asOf }: RecordedList,
  given: (position: PositionForm) => TokenPlace | undefined,
): readonly RecordedRecord[] {
  const position = form.query.positions?.find(isOpaque);
  const [first, ...others] = own;
  if (position === undefined || first === undefined) return own;
  const { name } = position;
  const at = given(position);
  const tokens: Record<string, RecordedToken[]> = {};
  // Where writes have moved records, the one that led to a place then.
  for (const one of asOf === 'start' ? walks : [...walks].reverse()) {
    const conditions = conditionsOf(queryOf(one), form.query);
    for (const { listed, from, size } of one.pages) {
      const token = at && tokenAtPlace(listed, at, name);
      if (token === undefined || from === undefined || listed.ids.length === 0) continue;
      (tokens[conditions] ??= []).push({ token, place: from + listed.ids.length, size });
    }
  }
  return [{ ...first, tokens }, ...others];
}

/** The records, those marked that their list has where it is asked for them alone. */
function withHidden(
  own: readonly RecordedRecord[],
  { form, walks }: RecordedList,
): readonly RecordedRecord[] {
  const { hidden } = form.query;
  if (hidden === undefined || hidden.at !== undefined) return own;
  const usual = walks.find((one) => one.rest.length === 0 && isWhole(one));
  if (usual === undefined) return own;
  return own.map((one) => (usual.places.has(one.id) ? one : { ...one, isHidden: true }));
}
