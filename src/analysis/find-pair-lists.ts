// Which lists of listings are names with values: each item is a label that is there once, and what it stands for, which is one
// value or all other members of the item.
import { isObject } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { outerLists } from '../http/pointer.ts';
import type { PairLists } from '../dialect/pair-lists.ts';
import type { Exchange } from './exchanges.ts';
import { isListed, itemsIn, recordShownIn } from './find-records.ts';
import type { Places } from './find-records.ts';
import { grouped, inOrder } from './groups.ts';

/** The places, with the lists of names and values in the listings that answers show. */
export function withPairLists(places: Places, exchanges: readonly Exchange[]): Places {
  const list = places.lists.listListings;
  const shown = exchanges.flatMap((by): readonly JsonObject[] => {
    if (!by.ok || by.endpoint?.of !== 'listing') return [];
    if (isListed(by)) return itemsIn(by.body, list).map(({ record }) => record);
    const single = recordShownIn(by.body, by.recordId, places, new Set());
    return single === undefined ? [] : [single.record];
  });
  const lists = grouped(
    shown.flatMap((record) => outerLists(record)),
    ([at]) => at,
  );
  const found = [...lists].flatMap(([at, own]) => {
    const pairs = pairsOf(own.map(([, items]) => items));
    return pairs === undefined ? [] : [[at, pairs] as const];
  });
  if (found.length === 0) return places;
  const pairs = Object.fromEntries(found);
  return { ...places, pairs, lists: { ...places.lists, ...(list && { listListings: { ...list, pairs } }) } };
}

const isLabel = (text: Json | undefined): text is string =>
  typeof text === 'string' && /^[A-Za-z][\w.:-]{0,79}$/.test(text);

/** How the lists at one place are names with values; undefined where they are not, or are the same ones throughout. */
function pairsOf(lists: readonly (readonly Json[])[]): PairLists[string] | undefined {
  const items = lists.flat();
  const [first] = items;
  const [name, value, ...others] = isObject(first) ? Object.keys(first) : [];
  // Links are told by what the record is, and hold nothing of it.
  if (name === undefined || value === undefined || value === 'href') return undefined;
  const isPair = others.length === 0;
  const areNamed = items.every((item) => {
    const [own, ...rest] = isObject(item) ? Object.keys(item) : [];
    return (
      own === name &&
      (isPair ? rest.join() === value : rest.length > 0) &&
      isLabel((item as JsonObject)[name])
    );
  });
  if (!areNamed) return undefined;
  const named = lists.map((list) => list.map((item) => (item as JsonObject)[name] as string));
  const order = inOrder(named);
  const isOrdered = named.every((own) => own.join() === order.filter((label) => own.includes(label)).join());
  // Labels come again and again; the same ones in each record are as well known by their places.
  const areLabels =
    order.length * 2 <= items.length &&
    named.some((own) => own.length < order.length) &&
    named.some((own) => own.length > 1);
  const areOnce = named.every((own) => new Set(own).size === own.length);
  if (!isOrdered || !areLabels || !areOnce) return undefined;
  if (isPair) return { name, value, order };
  // Names that never stand side by side stand in place of each other: what they name is one thing.
  const standsBesideAll = (label: string) =>
    new Set(named.filter((own) => own.includes(label)).flat()).size === order.length;
  return order.every(standsBesideAll) ? { name, order } : undefined;
}
