// How the queries of a list are read: its pages, filters and orders, as its own answers and its sisters tell.
import type { Json } from '../../../http/exact-json.ts';
import { isOpaque } from '../../../dialect/select-page.ts';
import { objectStated } from '../../../dialect/conditions.ts';
import { listed } from '../../../dialect/profile-form.ts';
import type { ListName, PositionForm, QueryForm, SortForm } from '../../../dialect/profile-form.ts';
import { parametersOf } from '../../exchanges.ts';
import { parted } from '../../groups.ts';
import { withLeaves } from '../../../http/exact-json.ts';
import { learnFilters } from './learn-filters.ts';
import {
  markPicked,
  markSorted,
  mostCountedIn,
  showsLastAgain,
  tellsItself,
  sizesOf,
} from '../pages/list-lengths.ts';
import {
  backTemplate,
  givenAt,
  givesOffered,
  givesTokens,
  goesOnAlone,
  isLedOn,
  tokenTemplate,
  backToken,
  usedToLeadBack,
  usedTokens,
} from '../pages/list-tokens.ts';
import type { States } from '../records/states.ts';
import type { Listed, Roles, Walked, WalkedEndpoint } from '../pages/walks.ts';

/** A list, and how its queries are read. */
export interface ListQuery extends WalkedEndpoint {
  readonly lists: readonly Listed[];
  readonly query: QueryForm;
}

export function queryForm(
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
  const led = roles.positions.map((position) => ({
    position,
    back: position.by === 'token' ? walkedLists.flatMap((one) => usedToLeadBack(one, position)) : [],
  }));
  const [backwards, onwards] = parted(led, ({ back }) => back.length > 0);
  const leadingOn = onwards.map(({ position }): PositionForm => {
    const { name, by, at = idAt } = position;
    if (by !== 'token') return by === 'after' || by === 'before' ? { ...position, at } : position;
    const having = [{ endpoint, walked }, ...all].filter((one) =>
      one.walked.roles.positions.some((own) => own.name === name),
    );
    const given = givenAt(
      having.map((one) => one.walked),
      position,
    );
    // What nobody went on with tells less of how tokens are made than what led on, be it in a sister, and what led to one place
    // alone less than what led to several.
    const placesOf = (own: Walked) => {
      const { size } = new Set(usedTokens(own, position).map(({ place }) => place));
      return size === 1 && own === walked && !isLedOn(own, position) ? 2 : Math.min(2, size);
    };
    const tokens = having
      .map((one) => ({ ...one, places: placesOf(one.walked) }))
      .sort((a, b) => b.places - a.places)
      .map((one) => ofKind(tokenTemplate(one.walked, position, given), idPlaceOf(one.endpoint), idAt));
    // A sister that makes them otherwise says nothing of those that led on here.
    const isKnown = (token: Json) =>
      !isOpaque({ ...position, token }) && givesTokens(token, walked, position);
    // Nor of those that were only offered here.
    const isOffered = (token: Json) => isKnown(token) && givesOffered(token, walked, position, given);
    const whole: PositionForm = {
      ...position,
      token: tokens.find(isOffered) ?? tokens.find(isKnown) ?? tokens[0]!,
      alone: goesOnAlone(name, walkedLists) || undefined,
    };
    const back = walkedLists.map((one) => backTemplate(one, whole)).find((one) => one !== undefined);
    return { ...whole, back };
  });
  const leadOn = leadingOn.find((position) => position.by === 'token')?.token;
  const positions = [
    ...leadingOn,
    ...backwards.map(({ position, back }) => ({
      ...position,
      token: backToken(back, leadOn),
      leadsBack: true as const,
    })),
  ];
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
    objects: objectsIn(walked),
    always: roles.always,
    ignored: Object.keys(ignored).length > 0 ? ignored : undefined,
  };
  markPicked(walked, form, ({ pages }) => states.all(kind, pages.at(-1)!.listed.step + 1));
  return form;
}

/** The parameters that had objects in JSON as values. */
function objectsIn({ walks }: Walked): QueryForm['objects'] {
  const names = walks.flatMap(({ rest }) =>
    rest.flatMap(([name, value]) => (objectStated(value) === undefined ? [] : [name])),
  );
  return names.length === 0 ? undefined : [...new Set(names)];
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

/** The roles of a list, with those of its sisters that it was not asked about. */
export function carried(walked: Walked, lists: readonly Listed[], all: readonly Roles[]): Roles {
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
