// The order in which a list has its records, from what was seen of it.
import { isNothing, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { leafAt, valueAt } from '../http/pointer.ts';
import { compare, statedIn } from '../dialect/conditions.ts';
import { leavesOf } from '../dialect/known-facts.ts';
import type { Listed, Walk } from './learn/pages/walks.ts';

/** How a list was walked. */
export interface WalkedList {
  readonly lists: readonly Listed[];
  readonly walks: readonly Walk[];
}

/**
 * The places of records in their list: those of its longest walk without filters, then the others as they were seen; or all by
 * the leaf by which every walk has them in order, such as their ids.
 * @param sortedBy the parameter that asks for another order
 */
export function orderOf({ lists, walks }: WalkedList, sortedBy: string | undefined): Map<string, number> {
  const longest = [...walks].sort(
    (a, b) => a.rest.length - b.rest.length || b.order.length - a.order.length,
  )[0];
  // A list that shows others among them tells where these stand.
  const wider = walks.find(
    ({ order: other, places }) =>
      longest !== undefined &&
      other.length > longest.order.length &&
      longest.order.every((id, at, ids) => at === 0 || places.get(ids[at - 1]!)! < places.get(id!)!),
  );
  const walked = (wider ?? longest)?.order ?? [];
  const order = [...new Set([...walked, ...lists.flatMap(({ ids }) => ids)])].filter(
    (id) => id !== undefined,
  );
  const usual = walks.filter(({ rest }) => statedIn(rest).every(([name]) => name !== sortedBy));
  return new Map(
    (order.length > walked.length ? byLeaf(order, lists, usual) : order).map((id, at) => [id, at]),
  );
}

/** So many neighbours in order are no chance. */
const enoughNeighbours = 8;

/** Records by a leaf that orders each of these walks; as they are, where none does. */
function byLeaf(
  order: readonly string[],
  lists: readonly Listed[],
  walks: readonly Walk[],
): readonly string[] {
  const first = new Map<string, Json>();
  for (const { ids, records } of lists)
    ids.forEach((id, at) => {
      if (!first.has(id)) first.set(id, records[at]!);
    });
  const neighbours = walks.flatMap(({ order: own, pages }) => {
    const shown = new Map(
      pages.flatMap(({ listed: { ids, records } }) => ids.map((id, at) => [id, records[at]!])),
    );
    return own.slice(1).flatMap((id, at): (readonly [Json, Json])[] => {
      const [one, other] = [shown.get(own[at] ?? ''), shown.get(id ?? '')];
      return one === undefined || other === undefined ? [] : [[one, other]];
    });
  });
  if (neighbours.length < enoughNeighbours) return order;
  const all = order.map((id) => first.get(id)!);
  for (const [at] of leavesOf(all[0]!)) {
    const values = all.map((record) => valueAt(record, at));
    if (values.some(isNothing) || new Set(values.map(textOf)).size < values.length) continue;
    for (const direction of [1, -1]) {
      const isBefore = (a: Json, b: Json) => direction * compare(leafAt(a, at), leafAt(b, at)) < 0;
      if (neighbours.every(([one, other]) => isBefore(one, other)))
        return order.toSorted((a, b) => (isBefore(first.get(a)!, first.get(b)!) ? -1 : 1));
    }
  }
  return order;
}
