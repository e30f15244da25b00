// The lists of a service: how their queries are read and their answers written.
import type { Json } from '../../../http/exact-json.ts';
import { valueAt, withoutValueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import { isOpaque } from '../../../dialect/select-page.ts';
import { keyMember, listed, listNames } from '../../../dialect/profile-form.ts';
import type {
  HeaderForms,
  ListForm,
  ListName,
  QueryForm,
  RecordKind,
  SortForm,
} from '../../../dialect/profile-form.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import type { Guess } from '../../explain/explain.ts';
import type { Exchange } from '../../exchanges.ts';
import { columnsIn, isAlone } from '../../find-records.ts';
import type { ListPlace } from '../../find-records.ts';
import { parted } from '../../groups.ts';
import { isList, rewritten } from '../../../http/exact-json.ts';
import { keepsParameters, leadingOn, withKeptParameters, withSizes } from '../pages/page-links.ts';
import { countedHeaders, learnHeaders, revalidates } from '../records/learn-headers.ts';
import { cutSize, cutterOf, markTold } from '../pages/list-lengths.ts';
import { withOffered } from '../pages/offered-positions.ts';
import { membersShown } from '../records/views.ts';
import type { States } from '../records/states.ts';
import { listedOf } from '../pages/walks.ts';
import { walk } from '../pages/learn-roles.ts';
import type { Listed, Roles, Walked } from '../pages/walks.ts';
import { queryForm, carried } from './learn-queries.ts';
import type { ListQuery } from './learn-queries.ts';
import {
  withSharedFilters,
  withBrackets,
  withSeveralValues,
  withNamedFilters,
  isMisread,
  withSharedSort,
} from './sister-lists.ts';
import { samplesOf } from './list-samples.ts';
import type { ListSamples } from './list-samples.ts';
import { statusOf, statusForNone } from './list-status.ts';

export interface LearnedList {
  readonly endpoint: EndpointName;
  readonly kind: RecordKind;
  readonly form: ListForm;
  readonly walked: Walked;
  readonly guesses: readonly Guess[];
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
  const beside = new Map(
    found.map(({ endpoint, lists }) => [endpoint, membersBeside(lists, places.lists[endpoint]!)]),
  );
  const formOf = ({ endpoint, lists, walked }: (typeof found)[number], sort?: SortForm) => {
    const own = beside.get(endpoint)!;
    // A list whose answers are like its own tells best.
    const roles = found
      .map((one) => ({ roles: one.walked.roles, likeness: likeness(own, beside.get(one.endpoint)!) }))
      .filter(({ roles: { size, positions } }) => positions.length > 0 || size !== undefined)
      .sort((a, b) => b.likeness - a.likeness)
      .map((one) => one.roles);
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
  const several = withBrackets(withSeveralValues(shared, states), states);
  const samples = several.map((form) => ({ ...form, ...samplesOf(form, several, states) }));
  const counted = countedHeaders(samples.flatMap(answersOf));
  return samples.map((own) => learnList(own, samples, counted, states));
}

const asked = (lists: readonly Listed[]) => lists.filter(({ by }) => by.query.size > 0).length;

/** So many answers tell what stands beside records. */
const mostTelling = 20;

/** The names of the members that stand beside the records of a list. */
const membersBeside = (lists: readonly Listed[], place: ListPlace): ReadonlySet<string> =>
  new Set(
    lists
      .slice(0, mostTelling)
      .flatMap(({ by: { body } }) => leavesOf(withoutValueAt(body ?? null, place.at)).map(([at]) => at)),
  );

/** The share of names that both have, of those that either has. */
const likeness = (own: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const shared = [...own].filter((name) => other.has(name)).length;
  return shared / Math.max(1, own.size + other.size - shared);
};

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

/** The answers of a list, and what was known of each. */
const answersOf = ({ byStep }: ListSamples) => [...byStep].map(([by, facts]) => ({ by, facts }));

/** @param counted the headers that tell of the limits with all lists */
function learnList(
  own: ListSamples,
  all: readonly ListSamples[],
  counted: ReadonlyMap<string, Json>,
  states: States,
): LearnedList {
  const { places } = states;
  const { endpoint, lists, walked, query } = own;
  const kind = listed[endpoint];
  const others = all.filter((other) => other !== own);
  const place = places.lists[endpoint]!;
  // What stands there in a sister's answers are no records of hers.
  const withoutOwn = (value: Json | undefined, sister: EndpointName) =>
    value === undefined || places.lists[sister]!.at === place.at ? value : withoutValueAt(value, place.at);
  const sisters = others.flatMap(({ endpoint: sister, samples }) =>
    samples.map((sample) => ({ ...sample, sister, value: withoutOwn(sample.value, sister) })),
  );
  const body = explain([...own.samples, ...sisters]);
  const item = explain(own.items);
  const { status, part } = statusOf(own, others);
  const headers = learnHeaders(
    answersOf(own),
    others.flatMap((other) => {
      const called = lastSegment(places.lists[other.endpoint]!.at);
      return answersOf(other).map((one) => ({ ...one, sister: other.endpoint, called }));
    }),
    counted,
  );
  const keeps = keepsParameters(
    lists.map(({ by }) => by),
    query,
  );
  const [position] = walked.isOffered === true ? (query.positions ?? []) : [];
  const queries = all.flatMap((one) => one.lists.map(({ by }) => by.query));
  const withKept = (value: Json) => {
    const sized = withSizes(value, query);
    const kept = keeps ? withKeptParameters(sized, query, queries) : sized;
    return position === undefined ? kept : leadingOn(kept, position.name, own.samples);
  };
  const form: ListForm = {
    status,
    part,
    none: statusForNone(own, states),
    body: withKept(withPrevious(body.template ?? '{records}', query)),
    item: item.template === '{record}' ? undefined : item.template,
    key: place.isMap ? `{record${places.ids[kind]?.at ?? `/${keyMember}`}}` : undefined,
    empty: emptyForm(own, others, places),
    columns: usualColumns(lists, place),
    oneAlone: whoSeesOneAlone(lists, place),
    ...membersShown(kind, endpoint, states),
    revalidates: revalidates(endpoint, states),
    query,
    headers: headers && (withKept(headers) as HeaderForms),
  };
  return { endpoint, kind, form, walked, guesses: [...body.guesses, ...item.guesses] };
}

/** What stands in place of a list that holds nothing: one that was never seen empty is as its sisters are. */
function emptyForm(
  own: ListQuery,
  others: readonly ListQuery[],
  { lists }: States['places'],
): ListForm['empty'] {
  const emptyOnes = ({ endpoint, lists: all }: ListQuery) =>
    all.flatMap(({ by, ids }) => (ids.length > 0 ? [] : [valueAt(by.body, lists[endpoint]!.at)]));
  const mine = emptyOnes(own);
  const seen = mine.length > 0 ? mine : others.flatMap(emptyOnes);
  if (seen.length > 0 && seen.every((value) => value === null)) return 'null';
  return lists[own.endpoint]!.isMap && seen.some(isList) ? 'list' : undefined;
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
