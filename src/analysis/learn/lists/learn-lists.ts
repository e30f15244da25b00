// The lists of a service: how their queries are read and their answers written.
import type { Json } from '../../../http/exact-json.ts';
import { parentOf, textAt, valueAt, withoutValueAt, withValueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import { isOpaque, tokenAt } from '../../../dialect/select-page.ts';
import type { Page } from '../../../dialect/select-page.ts';
import { keyMember, listed, listNames } from '../../../dialect/profile-form.ts';
import type {
  FilterForm,
  HeaderForms,
  ListForm,
  ListName,
  PositionForm,
  QueryForm,
  RecordKind,
  SortForm,
} from '../../../dialect/profile-form.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { guardFor, holds, holeMark } from '../../explain/sample.ts';
import type { Guess } from '../../explain/explain.ts';
import { askedIn, meets } from '../../../dialect/conditions.ts';
import { isPartIn } from '../../../dialect/dialect.ts';
import { addLeaves, leavesOf, ofPreferences } from '../../../dialect/known-facts.ts';
import type { Sample } from '../../explain/sample.ts';
import { parametersOf } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { columnsIn, idOf, isAlone, itemsIn } from '../../find-records.ts';
import type { ListPlace } from '../../find-records.ts';
import { byFrequency, parted, spread } from '../../groups.ts';
import { isList, mapMembers, rewritten, withLeaves, without } from '../../../http/exact-json.ts';
import { ordersOf, sorted } from '../../../dialect/sort-orders.ts';
import { learnFilters } from './learn-filters.ts';
import { keepsParameters, leadingOn, withKeptParameters, withSizes } from '../pages/page-links.ts';
import { isWhole } from '../pages/known-walks.ts';
import { learnHeaders, revalidates } from '../records/learn-headers.ts';
import { valueCounts } from '../pages/value-counts.ts';
import { listFacts, pageOf, tokenAtPlace } from '../pages/list-facts.ts';
import {
  cutSize,
  cutterOf,
  markPicked,
  markSorted,
  markTold,
  mostCountedIn,
  showsLastAgain,
  tellsItself,
  sizesOf,
} from '../pages/list-lengths.ts';
import { backTemplate, givenAt, goesOnAlone, tokenTemplate, usedTokens } from '../pages/list-tokens.ts';
import { addHeaderFacts } from '../records/request-facts.ts';
import { leadsOn, withOffered } from '../pages/offered-positions.ts';
import { membersShown } from '../records/views.ts';
import type { States } from '../records/states.ts';
import { listedOf, usualWalk, walk } from '../pages/walks.ts';
import type { Listed, Roles, Walked, WalkedEndpoint } from '../pages/walks.ts';

export interface LearnedList {
  readonly endpoint: EndpointName;
  readonly kind: RecordKind;
  readonly form: ListForm;
  readonly walked: Walked;
  readonly guesses: readonly Guess[];
}

/** A list, and how its queries are read. */
interface ListQuery extends WalkedEndpoint {
  readonly lists: readonly Listed[];
  readonly query: QueryForm;
}

interface ListSamples extends ListQuery {
  readonly samples: readonly Sample[];
  readonly items: readonly Sample[];
  readonly byStep: ReadonlyMap<Exchange, ReadonlyMap<string, Json>>;
}

export function learnLists(states: States): LearnedList[] {
  const { places } = states;
  const always = alwaysSaid(states.exchanges);
  const found: { endpoint: ListName; lists: Listed[]; walked: Walked }[] = [];
  const walkAgain = (endpoint: ListName, lists: readonly Listed[]) => {
    const sisters = found.filter((one) => one.endpoint !== endpoint).map(({ walked }) => walked.roles);
    const telling = sisters.filter(({ size, positions }) => positions.length > 0 || size !== undefined);
    return walk(lists, telling, cutBy, always);
  };
  const all = listNames.map((endpoint) => ({ endpoint, lists: listedOf(states, endpoint) }));
  const [cutBy] = all.flatMap(({ endpoint, lists }) => cutterOf(lists, places.lists[endpoint]) ?? []);
  // The list that was walked most tells best; what it tells goes to its sisters, and what they tell goes to it.
  for (const { endpoint, lists } of [...all].sort((a, b) => asked(b.lists) - asked(a.lists))) {
    if (lists.length === 0 || places.lists[endpoint] === undefined) continue;
    found.push({ endpoint, lists, walked: walkAgain(endpoint, lists) });
  }
  for (const one of found)
    if (one.walked.roles.positions.length === 0) one.walked = walkAgain(one.endpoint, one.lists);
  markTold(found, places);
  for (const one of found) {
    const walked = withOffered(one.walked, one.lists);
    one.walked = { ...walked, pageSize: walked.pageSize ?? cutSize(walked) };
  }
  const roles = found
    .map(({ walked }) => walked.roles)
    .filter(({ size, positions }) => positions.length > 0 || size !== undefined);
  const formOf = ({ endpoint, lists, walked }: (typeof found)[number], sort?: SortForm) => {
    const sister = carried(walked, lists, roles);
    return { endpoint, lists, walked, query: queryForm(endpoint, walked, sister, found, states, sort) };
  };
  const forms = found.map((one) => formOf(one));
  const sort = forms.flatMap(({ query }) => query.sort ?? [])[0];
  const shared = withSharedSort(
    withNamedFilters(
      withSharedFilters(
        forms.map((form) => (sort !== undefined && isMisread(form, sort) ? formOf(form, sort) : form)),
      ),
    ),
  );
  const several = withSeveralValues(shared, states);
  const samples = several.map((form) => ({ ...form, ...samplesOf(form, several, states) }));
  return samples.map((own) => learnList(own, samples, states));
}

/** What picks records of one list picks those of its sister that have such a leaf, unless other records were shown there. */
function withSharedFilters(forms: readonly ListQuery[]): ListQuery[] {
  return forms.map((form) => {
    const { query, lists } = form;
    const shared = Object.keys(query.ignored ?? {}).flatMap((name) => {
      const asked = lists.filter(({ by }) => by.query.has(name));
      const found = forms
        .flatMap((other) => (other === form ? [] : [other.query.filters?.[name] ?? []]))
        .find(
          (own) =>
            own.length > 0 &&
            own.every(({ at }) =>
              asked.every(({ records }) => records.some((one) => valueAt(one, at) !== undefined)),
            ) &&
            asked.every(({ by, records }) => {
              const conditions = askedIn([[name, by.query.get(name)!]], { filters: { [name]: own } });
              return conditions.length > 0 && records.every((record) => meets(record, conditions));
            }),
        );
      return found === undefined ? [] : [[name, found] as const];
    });
    const worded = Object.entries(query.filters ?? {}).flatMap(([name, own]) => {
      const others = forms.flatMap((other) => (other === form ? [] : (other.query.filters?.[name] ?? [])));
      const found = own.map((one) => withWordsOf(others, one));
      return found.every((one, at) => one === own[at]) ? [] : [[name, found] as const];
    });
    if (shared.length + worded.length === 0) return form;
    return {
      ...form,
      query: withFilters(query, { ...query.filters, ...Object.fromEntries([...shared, ...worded]) }),
    };
  });
}

/**
 * Who takes several values for one leaf, such as a state, takes several for another; ids may be asked for so where nothing else is.
 */
function withSeveralValues(
  forms: readonly ListQuery[],
  { exchanges, sightings, places }: States,
): ListQuery[] {
  const isSeveral = /[,|;]/;
  const isTaken = forms.some(({ query, endpoint }) =>
    Object.values(query.filters ?? {}).some(
      ([form]) =>
        form?.by === 'is one of' && form.as === undefined && form.at !== places.ids[listed[endpoint]]?.at,
    ),
  );
  if (!isTaken) return [...forms];
  return forms.map((form) => {
    const { query, endpoint } = form;
    const filters = mapMembers(query.filters ?? {}, (own, name): readonly FilterForm[] => {
      const isRefused = exchanges.some(
        (by) => !by.ok && by.endpoint?.name === endpoint && isSeveral.test(by.query.get(name) ?? ''),
      );
      const isPlain = ({ by, as, means, at }: FilterForm) =>
        by === 'is' &&
        as === undefined &&
        means === undefined &&
        !sightings.some(
          ({ kind, record }) => kind === listed[endpoint] && isSeveral.test(textAt(record, at)),
        );
      return isRefused ? own : own.map((one) => (isPlain(one) ? { ...one, by: 'is one of' } : one));
    });
    return { ...form, query: { ...query, filters: query.filters && filters } };
  });
}

/** A filter with the words that a sister has for the values of such a leaf, where both mean the same by those that both have. */
function withWordsOf(others: readonly FilterForm[], form: FilterForm): FilterForm {
  const { at, means } = form;
  const other = others.find(
    (one) =>
      means !== undefined &&
      one.means !== undefined &&
      lastSegment(one.at) === lastSegment(at) &&
      Object.keys(one.means).length > Object.keys(means).length &&
      Object.entries(means).every(([word, value]) => sameValue(one.means![word], value)),
  );
  return other === undefined ? form : { ...form, means: { ...other.means, ...means } };
}

/** A query with these filters, whose parameters it ignores no more. */
function withFilters(query: QueryForm, filters: NonNullable<QueryForm['filters']>): QueryForm {
  const ignored = Object.entries(query.ignored ?? {}).filter(([name]) => filters[name] === undefined);
  return { ...query, filters, ignored: ignored.length > 0 ? Object.fromEntries(ignored) : undefined };
}

/** A condition that names the leaf is one on every list. */
function withNamedFilters(forms: readonly ListQuery[]): ListQuery[] {
  const named = forms.flatMap(({ query }) =>
    Object.entries(query.filters ?? {}).flatMap(([name, own]) =>
      own.filter(({ as }) => as?.includes('{}') === true).map((form) => [name, form] as const),
    ),
  );
  if (named.length === 0) return [...forms];
  return forms.map((form) => {
    const filters: Record<string, readonly FilterForm[]> = { ...form.query.filters };
    for (const [name, one] of named) {
      const own = filters[name] ?? [];
      const known = own.filter(({ means, as }) => means === undefined && as !== one.as);
      filters[name] = [...known, one].sort((a, b) => (b.as?.length ?? 0) - (a.as?.length ?? 0));
    }
    return { ...form, query: withFilters(form.query, filters) };
  });
}

/** Whether a list was asked for the order of its sister, and what that did was taken for something else. */
const isMisread = ({ query, lists }: ListQuery, { name }: SortForm): boolean =>
  query.sort?.name !== name &&
  query.ignored?.[name] === undefined &&
  lists.some(({ by }) => by.query.has(name));

/** A parameter that sorts one list sorts its sisters, too, unless they were seen to make nothing of it. */
function withSharedSort(forms: readonly ListQuery[]): ListQuery[] {
  const sort = forms.flatMap(({ query }) => query.sort ?? [])[0];
  if (sort === undefined) return [...forms];
  const parents = new Set(
    Object.values(sort.values).flatMap((by) => (by.includes('/') ? [parentOf(by)] : [])),
  );
  const patterns = Object.entries(sort.as ?? {});
  return forms.map((form) => {
    const { query, lists } = form;
    if (query.sort !== undefined) return form;
    const places = new Set(
      lists.flatMap(({ records }) =>
        records.slice(0, 50).flatMap((record) => leavesOf(record).map(([at]) => at)),
      ),
    );
    const named = [...places]
      .filter((at) => parents.has(parentOf(at)) || parents.has(`-${parentOf(at)}`))
      .flatMap((at) =>
        patterns.map(([as, direction]) => [as.replace('{}', lastSegment(at)), direction + at] as const),
      );
    const usual = Object.entries(sort.values).filter(([, by]) => !by.includes('/'));
    const values = Object.fromEntries([...usual, ...named]);
    const own = { ...sort, values };
    const isKept = query.ignored?.[sort.name] === undefined || isSortedAs(own, lists);
    if (Object.keys(values).length === 0 || !isKept) return form;
    const ignored = query.ignored && without(query.ignored, sort.name);
    return { ...form, query: { ...query, ignored, sort: own } };
  });
}

/** Whether lists that were asked for an order have it, though they may be too short to tell of it by themselves. */
const isSortedAs = (sort: SortForm, lists: readonly Listed[]): boolean =>
  lists.every(({ by: { query }, records }) => {
    const asked = query.get(sort.name);
    const orders = asked === null ? [] : ordersOf(sort, asked, records[0]);
    return orders !== undefined && sorted(records, orders).every((record, at) => record === records[at]);
  });

const asked = (lists: readonly Listed[]) => lists.filter(({ by }) => by.query.size > 0).length;

/** So many requests that say the same do so by no chance. */
const fewestSaying = 10;

/** The parameters that all accepted requests have, with the one value that they have in all of them. */
function alwaysSaid(exchanges: readonly Exchange[]): Roles['always'] {
  const [first, ...others] = exchanges.filter(({ ok, endpoint }) => ok && endpoint !== undefined);
  if (first === undefined || others.length < fewestSaying) return undefined;
  const said = [...first.query].filter(
    ([name, value]) =>
      first.query.getAll(name).length === 1 &&
      others.every(({ query }) => sameValue(query.getAll(name), [value])),
  );
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

/** The roles of a list, with those of its sisters that it was not asked about. */
function carried(walked: Walked, lists: readonly Listed[], all: readonly Roles[]): Roles {
  const names = new Set(parametersOf(lists));
  const { size, positions } = walked.roles;
  const other = all.find((roles) => roles !== walked.roles);
  return {
    size: size ?? (other?.size !== undefined && !names.has(other.size) ? other.size : undefined),
    cutBy: walked.roles.cutBy,
    always: walked.roles.always,
    positions:
      positions.length > 0 ? positions : (other?.positions ?? []).filter(({ name }) => !names.has(name)),
  };
}

/** A token that tells the id of a record, as the list of another kind has it: ids stand at places of their own. */
const ofKind = (token: Json, sister: string, own: string): Json =>
  withLeaves(token, (leaf) =>
    typeof leaf === 'string'
      ? leaf.replace(/\{(last|next)(\/[^{}| ]+)/g, (hole, side: string, at: string) =>
          at === sister ? `{${side}${own}` : hole,
        )
      : leaf,
  );

function queryForm(
  endpoint: ListName,
  walked: Walked,
  roles: Roles,
  all: readonly WalkedEndpoint[],
  states: States,
  given: SortForm | undefined,
): QueryForm {
  const kind = listed[endpoint];
  const place = states.places.lists[endpoint]!;
  const refused = states.exchanges.flatMap((by) =>
    !by.ok && !by.isLimited && by.endpoint?.name === endpoint ? [by.query.get(roles.size ?? '')] : [],
  );
  const { pageSize, size } = sizesOf(walked, roles, place, all, refused);
  const idPlaceOf = (other: ListName) => states.places.ids[listed[other]]?.at ?? '/id';
  const idAt = idPlaceOf(endpoint);
  const { filters, sort, order, hidden, assumed, ignored } = learnFilters(walked, kind, states, idAt, given);
  if (sort !== undefined) markSorted(walked, sort, ignored);
  const walkedLists = [walked, ...all.map((one) => one.walked)];
  const positions = roles.positions.map((position): PositionForm => {
    const { name, by, at = idAt } = position;
    if (by !== 'token') return by === 'after' || by === 'before' ? { ...position, at } : position;
    const having = [{ endpoint, walked }, ...all].filter((one) =>
      one.walked.roles.positions.some((own) => own.name === name),
    );
    const given = givenAt(
      having.map((one) => one.walked),
      position,
    );
    const isTold = (one: (typeof having)[0]) => usedTokens(one.walked, position).length > 0;
    // What nobody went on with tells less of how tokens are made than what led on, be it in a sister.
    const tokens = [...having]
      .sort((a, b) => Number(isTold(b)) - Number(isTold(a)))
      .map((one) => ofKind(tokenTemplate(one.walked, position, given), idPlaceOf(one.endpoint), idAt));
    const whole: PositionForm = {
      ...position,
      token: tokens.find((token) => !isOpaque({ ...position, token })) ?? tokens[0]!,
      alone: goesOnAlone(name, walkedLists) || undefined,
    };
    const back = walkedLists.map((one) => backTemplate(one, whole)).find((one) => one !== undefined);
    return { ...whole, back };
  });
  const lastAgain = showsLastAgain(walked, all) || undefined;
  const form: QueryForm = {
    pageSize,
    size,
    positions: positions.length > 0 ? positions : undefined,
    lastAgain,
    lastAsItself: lastAgain && (tellsItself(all, states.places) || undefined),
    filters: Object.keys(filters).length > 0 ? filters : undefined,
    sort,
    order,
    mostCounted: mostCountedIn(walked, place),
    hidden,
    assumed,
    always: roles.always,
    ignored: Object.keys(ignored).length > 0 ? ignored : undefined,
  };
  markPicked(walked, form, ({ pages }) => states.all(kind, pages.at(-1)!.listed.step + 1));
  return form;
}

/** @param all the lists: a token with which nobody went on stands where that of a sister does */
function samplesOf(
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
    };
    const facts = listFacts(listed, page, position, list.total !== undefined, token);
    for (const [name, count] of page === undefined ? [] : counts(page)) facts.set(name, count);
    if (position !== undefined && isOpaque(position) && token === undefined) facts.delete('page.next');
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

/** The strategies that the records of a page name, as another part of the answer may show them. */
function addReferenced(facts: Map<string, Json>, listed: Listed, { all, strategyOf }: States): void {
  if (listed.by.endpoint?.name !== 'listListings') return;
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

function learnList(own: ListSamples, all: readonly ListSamples[], states: States): LearnedList {
  const { places } = states;
  const { endpoint, lists, walked, query } = own;
  const kind = listed[endpoint];
  const others = all.filter((other) => other !== own);
  const sisters = others.flatMap(({ endpoint: sister, samples }) =>
    samples.map((sample) => ({ ...sample, sister })),
  );
  const body = explain([...own.samples, ...sisters]);
  const item = explain(own.items);
  const place = places.lists[endpoint]!;
  const { status, part } = statusOf(own, others);
  const known = ({ byStep }: ListSamples) => [...byStep].map(([by, facts]) => ({ by, facts }));
  const headers = learnHeaders(
    known(own),
    others.flatMap((other) => {
      const called = lastSegment(places.lists[other.endpoint]!.at);
      return known(other).map((one) => ({ ...one, sister: other.endpoint, called }));
    }),
  );
  const keeps = keepsParameters(
    lists.map(({ by }) => by),
    query,
  );
  const [position] = walked.isOffered === true ? (query.positions ?? []) : [];
  const withKept = (value: Json) => {
    const sized = withSizes(value, query);
    const kept = keeps ? withKeptParameters(sized, query.positions) : sized;
    return position === undefined ? kept : leadingOn(kept, position.name, own.samples);
  };
  const form: ListForm = {
    status,
    part,
    none: statusForNone(own, states),
    body: withKept(withPrevious(body.template ?? '{records}', query)),
    item: item.template === '{record}' ? undefined : item.template,
    key: place.isMap ? `{record${places.ids[kind]?.at ?? `/${keyMember}`}}` : undefined,
    emptyAsList: (place.isMap && lists.some(({ by }) => isList(valueAt(by.body, place.at)))) || undefined,
    emptyAsNull: isNullWhereEmpty(own, others, places) || undefined,
    columns: usualColumns(lists, place),
    oneAlone: whoSeesOneAlone(lists, place),
    ...membersShown(kind, endpoint, states),
    revalidates: revalidates(endpoint, states),
    query,
    headers: headers && (withKept(headers) as HeaderForms),
  };
  return { endpoint, kind, form, walked, guesses: [...body.guesses, ...item.guesses] };
}

/** Whether null stands in place of a list that holds nothing: one that was never seen empty is as its sisters are. */
function isNullWhereEmpty(
  own: ListQuery,
  others: readonly ListQuery[],
  { lists }: States['places'],
): boolean {
  const emptyOnes = ({ endpoint, lists: all }: ListQuery) =>
    all.flatMap(({ by, ids }) => (ids.length > 0 ? [] : [valueAt(by.body, lists[endpoint]!.at)]));
  const mine = emptyOnes(own);
  const seen = mine.length > 0 ? mine : others.flatMap(emptyOnes);
  return seen.length > 0 && seen.every((value) => value === null);
}

/** Who is shown a record that is the only one without a list: all, unless others who prefer something else saw a list of one. */
function whoSeesOneAlone(lists: readonly Listed[], place: ListPlace): ListForm['oneAlone'] {
  const [alone, listed] = parted(
    lists.filter(({ ids }) => ids.length === 1),
    ({ by }) => isAlone(valueAt(by.body, place.at), place),
  );
  if (alone.length === 0) return undefined;
  if (listed.length === 0) return {};
  const choices = [...alone[0]!.by.prefers].filter(
    ([header, choice]) =>
      alone.every(({ by }) => by.prefers.get(header) === choice) &&
      !listed.some(({ by }) => by.prefers.get(header) === choice),
  );
  return Object.fromEntries(choices);
}

/** The names of the cells where nothing asks for others. */
function usualColumns(lists: readonly Listed[], place: ListPlace): ListForm['columns'] {
  const [least] = [...lists].sort((a, b) => a.by.query.size - b.by.query.size);
  return columnsIn(least?.by.body, place) as string[] | undefined;
}

/** A text of the shape of tokens that stands where there is a page before is the token of that page. */
function withPrevious(body: Json, { positions }: QueryForm): Json {
  const token = positions?.find(isOpaque)?.token;
  if (typeof token !== 'string') return body;
  const shape = token.slice('{place | '.length, -1);
  return rewritten(body, (json) =>
    json.replaceAll(`{answer | ${shape} | when page.before`, '{page.previous'),
  );
}

/**
 * The usual status, and the one under a condition, such as 206 for a part: what no answer says is as sisters have it, and of what
 * explains all answers, what explains those of most lists.
 */
function statusOf(own: ListSamples, others: readonly ListSamples[]): Pick<ListForm, 'status' | 'part'> {
  const told = ownStatus(own);
  const fits = ({ status, part }: Pick<ListForm, 'status' | 'part'>, { byStep }: ListSamples) =>
    part !== undefined &&
    [...byStep].every(([by, facts]) => {
      const isPart = isPartIn(part, by.prefers, (name) => facts.get(name));
      return by.status === (isPart ? part.status : status);
    });
  const found = others.map(ownStatus).filter((one) => fits(one, own));
  if (told.part === undefined) return found[0] ?? told;
  if (!fits(told, own)) return told;
  const held = (one: Pick<ListForm, 'status' | 'part'>) => others.filter((list) => fits(one, list)).length;
  return [told, ...found].reduce((best, one) => (held(one) > held(best) ? one : best));
}

/** The status of an answer without a body (204) in place of a list that holds nothing, unless this one was seen to be empty. */
function statusForNone({ endpoint, lists }: ListSamples, { exchanges }: States): ListForm['none'] {
  const bare = exchanges.filter(
    (by) =>
      by.ok &&
      by.status === 204 &&
      by.recordId === '' &&
      listNames.some((name) => name === by.endpoint?.name),
  );
  const own = bare.find((by) => by.endpoint!.name === endpoint);
  const isEmptySeen = lists.some(({ ids }) => ids.length === 0);
  const { status } = own ?? (isEmptySeen ? undefined : bare[0]) ?? {};
  return status === undefined ? undefined : { status, when: isEmptySeen ? 'page.empty' : 'page.none' };
}

function ownStatus({ lists, byStep }: ListSamples): Pick<ListForm, 'status' | 'part'> {
  const [status, other] = byFrequency(lists.map(({ by }) => by.status)).map(([one]) => one!) as [
    number,
    number?,
  ];
  if (other === undefined) return { status };
  const samples = (wanted: number) =>
    lists.flatMap(({ by }): Sample[] =>
      by.status === wanted && byStep.has(by) ? [{ value: wanted, facts: byStep.get(by)! }] : [],
    );
  const [usual, odd] = [samples(status), samples(other)];
  const when = guardFor(odd, usual);
  const unless = guardFor(usual, odd);
  const [isTelling, isTellingElse] = [
    when !== undefined && tells(when, odd, usual),
    unless !== undefined && tells(unless, usual, odd),
  ];
  const preferred =
    isTelling || isTellingElse
      ? undefined
      : (preferredPart(status, usual, other, odd) ?? preferredPart(other, odd, status, usual));
  if (preferred !== undefined) return preferred;
  // What tells exactly is rather meant, and what the page is rather than what was asked for.
  const isElse = isTellingElse && (!isTelling || !when!.startsWith('page.'));
  if (when !== undefined && !isElse) return { status, part: { status: other, when } };
  return unless === undefined ? { status } : { status: other, part: { status, when: unless } };
}

/** Whether a fact is there in all of these, and in none of the others. */
const tells = (name: string, there: readonly Sample[], lacking: readonly Sample[]): boolean =>
  there.every(({ facts }) => holds(facts, name)) && !lacking.some(({ facts }) => holds(facts, name));

/** The status of those who prefer something, under a condition where that alone does not tell. */
function preferredPart(
  status: number,
  usual: readonly Sample[],
  other: number,
  odd: readonly Sample[],
): Pick<ListForm, 'status' | 'part'> | undefined {
  const [telling] = [...(odd[0]?.facts ?? [])]
    .flatMap(([name, choice]) => {
      const isSame = ({ facts }: Sample) => facts.get(name) === choice;
      const isTelling = name.startsWith(ofPreferences) && odd.every(isSame) && !usual.every(isSame);
      return isTelling ? [{ name, choice: choice as string, same: usual.filter(isSame) }] : [];
    })
    .sort((a, b) => a.same.length - b.same.length);
  if (telling === undefined) return undefined;
  const { name, choice, same } = telling;
  const prefers = { [name.slice(ofPreferences.length)]: choice };
  if (same.length === 0) return { status, part: { status: other, prefers } };
  const when = guardFor(odd, same);
  return when === undefined ? undefined : { status, part: { status: other, when, prefers } };
}
