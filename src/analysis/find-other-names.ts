// Leaves of listings by which paths name them beside their ids, such as a code, maybe behind a sign that tells it from an id, and
// which listing each path names by one.
import type { Json, JsonObject } from '../http/exact-json.ts';
import { leavesOf } from '../dialect/known-facts.ts';
import { isNamedSo } from '../dialect/profile-form.ts';
import type { OtherName } from '../dialect/profile-form.ts';
import { valueAt } from '../http/pointer.ts';
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
          const named = leavesOf(record).flatMap(([at, leaf]): OtherName[] => {
            const sign = signBefore(leaf, by.recordId);
            return sign === undefined ? [] : [{ at, sign }];
          });
          const isShown = named.length > 0 && recordShownIn(by.body, id, places, new Set()) !== undefined;
          return isShown ? named : [];
        })
      : [],
  );
  const different = new Map(found.map((name) => [JSON.stringify(name), name])).values();
  const others = [...different].filter(({ at }) =>
    [...sessions.values()].every((records) => {
      const names = [...records.values()].flatMap((record) => valueAt(record, at) ?? []);
      return new Set(names).size === names.length;
    }),
  );
  if (others.length === 0) return { exchanges, places };
  const idNamed = ({ session, recordId }: Exchange) =>
    [...sessions.get(session)!].find(([, record]) => isNamedSo(record, others, recordId))?.[0];
  return {
    exchanges: exchanges.map((by) => (isUnknown(by) ? { ...by, recordId: idNamed(by) ?? by.recordId } : by)),
    places: { ...places, ids: { ...places.ids, listing: { ...place, others } } },
  };
}

/** What stands in a path before a name: nothing, `@` or the like, or a word with a sign, as in `sku:`; undefined where it is not named. */
function signBefore(name: Json, asked: string): string | undefined {
  if (typeof name !== 'string' || !asked.endsWith(name)) return undefined;
  const sign = asked.slice(0, asked.length - name.length);
  return sign === '' || (name.length > 2 && /^(?:[\p{L}_-]{0,20}[^\p{L}\p{N}\s._-])$/u.test(sign))
    ? sign
    : undefined;
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
