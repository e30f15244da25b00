// Leaves of listings by which paths name them beside their ids, such as a code, and which listing each path names by one.
import type { JsonObject } from '../http/exact-json.ts';
import { valueAt } from '../http/pointer.ts';
import { leavesOf } from '../dialect/known-facts.ts';
import type { Exchange } from './exchanges.ts';
import { idOf, isListed, itemsIn, recordShownIn } from './find-records.ts';
import type { Places } from './find-records.ts';

interface Named {
  readonly exchanges: readonly Exchange[];
  readonly places: Places;
}

/** The places, with the other leaves that name listings, and the exchanges, each with the id of the listing that it names. */
export function withOtherNames(exchanges: readonly Exchange[], places: Places): Named {
  const { listing: place } = places.ids;
  if (place === undefined) return { exchanges, places };
  const sessions = listedIn(exchanges, places);
  const isUnknown = ({ session, recordId }: Exchange) =>
    recordId !== '' && sessions.get(session)?.has(recordId) === false;
  const found = exchanges.flatMap((by) =>
    by.ok && by.method === 'GET' && isUnknown(by)
      ? [...sessions.get(by.session)!].flatMap(([id, record]) => {
          const named = leavesOf(record).filter(([, leaf]) => leaf === by.recordId);
          const isShown = named.length > 0 && recordShownIn(by.body, id, places, new Set()) !== undefined;
          return isShown ? named.map(([at]) => at) : [];
        })
      : [],
  );
  const others = [...new Set(found)].filter((at) =>
    [...sessions.values()].every((records) => {
      const names = [...records.values()].flatMap((record) => valueAt(record, at) ?? []);
      return new Set(names).size === names.length;
    }),
  );
  if (others.length === 0) return { exchanges, places };
  const idNamed = ({ session, recordId }: Exchange) =>
    [...sessions.get(session)!].find(([, record]) =>
      others.some((at) => valueAt(record, at) === recordId),
    )?.[0];
  return {
    exchanges: exchanges.map((by) => (isUnknown(by) ? { ...by, recordId: idNamed(by) ?? by.recordId } : by)),
    places: { ...places, ids: { ...places.ids, listing: { ...place, others } } },
  };
}

/** The listings that lists show, by session and id. */
function listedIn(
  exchanges: readonly Exchange[],
  { ids, lists }: Places,
): ReadonlyMap<number, ReadonlyMap<string, JsonObject>> {
  const sessions = new Map<number, Map<string, JsonObject>>();
  for (const by of exchanges) {
    if (!isListed(by) || by.endpoint?.of !== 'listing') continue;
    const records = sessions.get(by.session) ?? new Map<string, JsonObject>();
    sessions.set(by.session, records);
    for (const { record } of itemsIn(by.body, lists.listListings)) {
      const id = idOf(record, ids.listing);
      if (id !== undefined) records.set(id, { ...record, ...records.get(id) });
    }
  }
  return sessions;
}
