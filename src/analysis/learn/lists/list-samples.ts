// The answers of a list and its items, each with what was known when it was given, so that they can be explained.
import type { Json } from '../../../http/exact-json.ts';
import { valueAt, withoutValueAt, withValueAt } from '../../../http/pointer.ts';
import { shownRecords, withStrategies } from '../../../dialect/each-value.ts';
import { isOpaque, tokenAt } from '../../../dialect/select-page.ts';
import type { Page } from '../../../dialect/select-page.ts';
import { keyMember, listed } from '../../../dialect/profile-form.ts';
import type { PositionForm } from '../../../dialect/profile-form.ts';
import { besideRecords } from '../../explain/each-value-samples.ts';
import { holds, holeMark } from '../../explain/sample.ts';
import { addLeaves } from '../../../dialect/known-facts.ts';
import type { Sample } from '../../explain/sample.ts';
import type { Exchange } from '../../exchanges.ts';
import { columnsIn, idOf, itemsIn } from '../../find-records.ts';
import type { ListPlace } from '../../find-records.ts';
import { spread } from '../../groups.ts';
import { isList } from '../../../http/exact-json.ts';
import { isWhole } from '../pages/known-walks.ts';
import { valueCounts } from '../pages/value-counts.ts';
import { listFacts, pageOf, tokenAtPlace } from '../pages/list-facts.ts';
import { givenAt } from '../pages/list-tokens.ts';
import { addHeaderFacts } from '../records/request-facts.ts';
import { leadsOn } from '../pages/offered-positions.ts';
import type { States } from '../records/states.ts';
import { usualWalk } from '../pages/walks.ts';
import type { Listed } from '../pages/walks.ts';
import type { ListQuery } from './learn-queries.ts';

export interface ListSamples extends ListQuery {
  readonly samples: readonly Sample[];
  readonly items: readonly Sample[];
  readonly byStep: ReadonlyMap<Exchange, ReadonlyMap<string, Json>>;
}

/** @param all the lists: a token with which nobody went on stands where that of a sister does */
export function samplesOf(
  form: ListQuery,
  all: readonly ListQuery[],
  states: States,
): Pick<ListSamples, 'samples' | 'items' | 'byStep'> {
  const { endpoint, walked, query } = form;
  const place = states.places.lists[endpoint]!;
  const [position] = query.positions ?? [];
  const given =
    position === undefined
      ? undefined
      : givenAt(
          [form, ...all].map((one) => one.walked),
          position,
        );
  const samples: Sample[] = [];
  const items: Sample[] = [];
  const byStep = new Map<Exchange, ReadonlyMap<string, Json>>();
  const usual = usualWalk(walked.walks);
  const records = states.all(listed[endpoint]);
  const idIn = (record: Json) => idOf(record, states.places.ids[listed[endpoint]]);
  const counts = valueCounts(
    walked.walks.flatMap((one) => one.pages.map(({ listed }) => listed)),
    place,
    usual === undefined || !isWhole(usual)
      ? [records]
      : [records.filter((record) => usual.places.has(idIn(record) ?? '')), records],
    idIn,
  );
  const pages = walked.walks.flatMap((one) => one.pages.map((placed) => ({ one, placed })));
  // How long a list is, and whether it goes on, that was not seen to its end cannot explain anything, neither of bodies nor of
  // headers; an empty one alone tells too little.
  const isTotalSeen = pages.some(
    ({ one, placed }) => one.total !== undefined && placed.listed.ids.length > 0,
  );
  for (const { one, placed } of spread(pages, 300)) {
    const { listed } = placed;
    // What changes nothing asks for the usual list.
    const isUsual =
      one.rest.length > 0 &&
      one.total === undefined &&
      one.rest.every(([name]) => query.ignored?.[name] !== undefined);
    const list = (isUsual ? usual : undefined) ?? one;
    const seen = pageOf(placed, list, query);
    // At the end, what stands there leads nowhere.
    const isEnd = seen !== undefined && list.total !== undefined && seen.to >= seen.total;
    const token =
      position === undefined || given === undefined || isEnd
        ? undefined
        : tokenAtPlace(listed, given, position.name);
    // What leads on from the last page that was seen tells that there is more.
    const goesOn =
      seen !== undefined &&
      seen.count > 0 &&
      seen.to >= seen.total &&
      list.total === undefined &&
      (token !== undefined || leadsOn(listed, seen.from, position));
    const page = seen && {
      ...(goesOn ? { ...seen, total: seen.to + 1, gaps: [[seen.to, seen.to + 1] as const] } : seen),
      mostCounted: query.mostCounted,
      filters: query.filters,
      sort: query.sort,
    };
    const facts = listFacts(listed, page, query.positions, list.total !== undefined, token);
    for (const [name, count] of page === undefined ? [] : counts(page)) facts.set(name, count);
    // A list that goes on and tells no token has a reason, which may be what was asked for.
    const isSilent = token === undefined && (list.total === undefined || !holds(facts, 'page.more'));
    if (position !== undefined && isOpaque(position) && isSilent) facts.delete('page.next');
    facts.set('writes', states.written(listed.step));
    addReferenced(facts, listed, states);
    for (const name of (columnsIn(listed.by.body, place) ?? []) as readonly string[])
      facts.set(`columns/${name}`, true);
    if (list.total !== undefined || goesOn || !isTotalSeen) {
      byStep.set(listed.by, facts);
      const { body } = listed.by;
      const isWritten = body !== undefined && valueAt(body, place.at) !== undefined;
      const value = isWritten ? withValueAt(body, place.at, `${holeMark}{records}`) : body;
      const { columns } = place;
      const isTable = columns !== undefined && value !== undefined && valueAt(value, columns) !== undefined;
      samples.push({
        value: isTable ? withValueAt(value, columns, `${holeMark}{columns}`) : value,
        facts: addHeaderFacts(new Map(facts), listed.by),
      });
    }
    if (items.length < 300) items.push(...itemSamples(listed, page, position, place, facts));
  }
  return { samples, items, byStep };
}

/** The records of a page and the strategies that they name, as another part of the answer may show them. */
function addReferenced(facts: Map<string, Json>, listed: Listed, { all, strategyOf, entries }: States): void {
  const { of } = listed.by.endpoint!;
  facts.set(besideRecords, entries[of]);
  facts.set(
    shownRecords,
    withStrategies(listed.records, (record) => (of === 'listing' ? strategyOf(record) : undefined)),
  );
  if (of !== 'listing') return;
  const unique = [...new Set(listed.records.flatMap((record) => strategyOf(record) ?? []))];
  const ordered = all('strategy').filter((strategy) => unique.includes(strategy));
  if (unique.length > 0) facts.set('page.strategies in order', ordered);
  if (unique.length > 0) facts.set('page.strategies', unique);
}

function itemSamples(
  listed: Listed,
  page: Page | undefined,
  position: PositionForm | undefined,
  place: ListPlace,
  facts: ReadonlyMap<string, Json>,
): Sample[] {
  return itemsIn(listed.by.body, place).map(({ item, record }, at) => {
    const own = new Map(facts);
    if (page !== undefined) {
      own.set('item.place', page.from + at);
      const token = position?.by === 'token' ? tokenAt(page.from + at + 1, position, page) : undefined;
      if (token !== undefined) own.set('item.token', token);
    }
    addLeaves(own, 'record', record);
    const plain = withoutValueAt(item, `/${keyMember}`);
    const value =
      isList(item) && place.columns === undefined
        ? item.map((_, cell) => `${holeMark}{record/${cell}}`)
        : place.inItem === ''
          ? `${holeMark}{record}`
          : withValueAt(plain, place.inItem, `${holeMark}{record}`);
    return { value, facts: own };
  });
}
