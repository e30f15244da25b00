// What is known of one list goes to its sisters, unless they were seen to do otherwise.
import { parentOf, textAt, valueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { listed } from '../../../dialect/profile-form.ts';
import type { FilterForm, QueryForm, SortForm } from '../../../dialect/profile-form.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { askedIn, meets } from '../../../dialect/conditions.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { mapMembers, without } from '../../../http/exact-json.ts';
import { ordersOf, sorted } from '../../../dialect/sort-orders.ts';
import type { States } from '../records/states.ts';
import type { Listed } from '../pages/walks.ts';
import type { ListQuery } from './learn-queries.ts';

/** What picks records of one list picks those of its sister that have such a leaf, unless other records were shown there. */
export function withSharedFilters(forms: readonly ListQuery[]): ListQuery[] {
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

/**
 * Who takes several values for one leaf, such as a state, takes several for another; ids may be asked for so where nothing else is.
 */
export function withSeveralValues(
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

/** The end of the name of a parameter that may be sent several times, as some frameworks want it. */
const forSeveral = '[]';

/** Who takes several values for one leaf under a name with brackets, beside one value without, does so for another leaf. */
export function withBrackets(
  forms: readonly ListQuery[],
  { exchanges }: Pick<States, 'exchanges'>,
): ListQuery[] {
  const isTaken = forms.some(({ query: { filters = {} } }) =>
    Object.entries(filters).some(
      ([name, own]) => isPicking(own) && filters[name + forSeveral]?.some((one) => one.at === own[0]!.at),
    ),
  );
  if (!isTaken) return [...forms];
  return forms.map((form) => {
    const { query, endpoint } = form;
    const isAsked = (name: string) =>
      exchanges.some((by) => by.endpoint?.name === endpoint && by.query.has(name));
    const several = Object.entries(query.filters ?? {}).flatMap(([name, own]) =>
      isPicking(own) && !name.endsWith(forSeveral) && !isAsked(name + forSeveral)
        ? [[name + forSeveral, own] as const]
        : [],
    );
    return several.length === 0
      ? form
      : { ...form, query: { ...query, filters: { ...query.filters, ...Object.fromEntries(several) } } };
  });
}

/** Whether a parameter picks records by a value of one leaf. */
const isPicking = (own: readonly FilterForm[]): boolean =>
  own.length === 1 && own[0]!.by === 'is' && own[0]!.as === undefined;

/** A query with these filters, whose parameters it ignores no more. */
function withFilters(query: QueryForm, filters: NonNullable<QueryForm['filters']>): QueryForm {
  const ignored = Object.entries(query.ignored ?? {}).filter(([name]) => filters[name] === undefined);
  return { ...query, filters, ignored: ignored.length > 0 ? Object.fromEntries(ignored) : undefined };
}

/** A condition that names the leaf is one on every list. */
export function withNamedFilters(forms: readonly ListQuery[]): ListQuery[] {
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
export const isMisread = ({ query, lists }: ListQuery, { name }: SortForm): boolean =>
  query.sort?.name !== name &&
  query.ignored?.[name] === undefined &&
  lists.some(({ by }) => by.query.has(name));

/** A parameter that sorts one list sorts its sisters, too, unless they were seen to make nothing of it. */
export function withSharedSort(forms: readonly ListQuery[]): ListQuery[] {
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
