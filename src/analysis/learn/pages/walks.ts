// Walks through lists: the answered requests that belong together, page by page, and the roles of their parameters.
import type { Json } from '../../../http/exact-json.ts';
import { listed } from '../../../dialect/profile-form.ts';
import type { ListName, PositionForm, QueryForm } from '../../../dialect/profile-form.ts';
import type { Exchange } from '../../exchanges.ts';
import { idOf, isListed, itemsIn } from '../../find-records.ts';
import type { States } from '../records/states.ts';

/** An answered request for a list. */
export interface Listed {
  readonly by: Exchange;
  readonly step: number;
  /** How many writes came before it. */
  readonly written: number;
  readonly ids: readonly string[];
  readonly records: readonly Json[];
}

export interface Roles {
  /** The parameter that says how many records to send. */
  readonly size: string | undefined;
  /** The parameter, perhaps the same, that bounds how long the list is. */
  readonly cutBy: string | undefined;
  readonly positions: readonly PositionForm[];
  /** What every request says: it asks for nothing. */
  readonly always?: QueryForm['always'];
}

/**
 * A list that is walked: requests that differ only in size and position, until a write puts its records into another order, or a
 * new record comes.
 */
export interface Walk {
  /** The other parameters. */
  readonly rest: readonly (readonly [name: string, value: string])[];
  /** By place, the ids as far as they were seen. */
  readonly order: (string | undefined)[];
  /** By id, its place. */
  readonly places: Map<string, number>;
  readonly pages: Placed[];
  /** The walk in whose stead it is: what else was asked is the same. */
  readonly before: Walk | undefined;
  /** Its length, where a page showed its end. */
  total: number | undefined;
  /** The parameter that asks for its order, and the leaf by which that is first; undefined where nothing known does. */
  ordered?: { readonly by: string; readonly at: string } | undefined;
}

/** The walk that nothing else was asked of. */
export const usualWalk = (walks: readonly Walk[]): Walk | undefined =>
  walks.find(({ rest }) => rest.length === 0);

/**
 * The walk that nothing else was asked of; where that was not seen whole, as it stands in another one that shows all records that
 * any walk does, in its order: what that was asked for left out none.
 */
export function usualAsSeen(walks: readonly Walk[]): Walk | undefined {
  const usual = usualWalk(walks);
  if (usual === undefined || usual.order.length === 0 || usual.order.length === usual.total) return usual;
  const all = new Set(walks.flatMap(({ places }) => [...places.keys()]));
  const whole = walks.find(
    ({ rest, order, places }) =>
      rest.length === 1 &&
      places.size === all.size &&
      order.length > usual.order.length &&
      usual.order.every((id, at) => id === undefined || order[at] === id),
  );
  return whole === undefined ? usual : { ...whole, rest: [], total: usual.total ?? whole.total };
}

/** What else was asked of a walk, as a query. */
export const queryOf = ({ rest }: Pick<Walk, 'rest'>): URLSearchParams =>
  new URLSearchParams(rest.map(([name, value]): [string, string] => [name, value]));

export interface Placed {
  readonly listed: Listed;
  /** Undefined: nobody can tell. */
  readonly from: number | undefined;
  readonly size: number | undefined;
  /** Whether the request said how many. */
  readonly isSized: boolean;
  /** Whether it begins behind the end, and shows the last page in place of none. */
  readonly isBeyond: boolean;
  /** How long its list was then, where it tells that. */
  told?: number;
}

export interface Walked {
  readonly roles: Roles;
  /** Records on a page when nothing says; undefined where no page told. */
  readonly pageSize: number | undefined;
  readonly walks: readonly Walk[];
  /** How many places or records contradict each other. */
  readonly conflicts: number;
  /** Whether other pages were offered and never asked for. */
  readonly isOffered?: boolean;
}

/** The list of an endpoint as it was walked. */
export interface WalkedEndpoint {
  readonly endpoint: ListName;
  readonly walked: Walked;
}

/** The answered requests for a list. */
export function listedOf(
  { exchanges, places, written }: Pick<States, 'exchanges' | 'places' | 'written'>,
  endpoint: ListName,
): Listed[] {
  const kind = listed[endpoint];
  return exchanges.flatMap((by, step) => {
    if (by.endpoint?.name !== endpoint || !isListed(by)) return [];
    const records = itemsIn(by.body, places.lists[endpoint]).map(({ record }) => record);
    const ids = records.map((record) => idOf(record, places.ids[kind]) ?? '');
    return [{ by, step, written: written(step), records, ids }];
  });
}
