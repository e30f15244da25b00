// Leaves of listings by which paths name them beside their ids, such as a code, maybe behind a sign that tells it from an id, and
// which listing each path names by one; leaves of strategies by which bodies name them beside their ids.
import { withLeaves } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { leafTexts, leavesOf } from '../dialect/known-facts.ts';
import { isNamedSo } from '../dialect/profile-form.ts';
import type { OtherName } from '../dialect/profile-form.ts';
import { valueAt } from '../http/pointer.ts';
import type { Exchange } from './exchanges.ts';
import { idOf, isListed, itemsIn, recordShownIn } from './find-records.ts';
import type { Places } from './find-records.ts';
import { parted } from './groups.ts';

interface Named {
  readonly exchanges: readonly Exchange[];
  readonly places: Places;
}

/**
 * The places, with the other leaves that name listings and strategies, and the exchanges, each with the ids of those that it
 * names.
 */
export const withOtherNames = (exchanges: readonly Exchange[], places: Places): Named => {
  const named = withListingsNamed(exchanges, places);
  return withStrategiesNamed(named.exchanges, named.places);
};

function withListingsNamed(exchanges: readonly Exchange[], places: Places): Named {
  const { listing: place } = places.ids;
  if (place === undefined) return { exchanges, places };
  const sessions = listedIn('listing', exchanges, places);
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
  const others = [...different].filter(({ at }) => isUnique(at, sessions));
  if (others.length === 0) return { exchanges, places };
  const idNamed = ({ session, recordId }: Exchange) =>
    [...sessions.get(session)!].find(([, record]) => isNamedSo(record, others, recordId))?.[0];
  return {
    exchanges: exchanges.map((by) => (isUnknown(by) ? { ...by, recordId: idNamed(by) ?? by.recordId } : by)),
    places: { ...places, ids: { ...places.ids, listing: { ...place, others } } },
  };
}

/** Where some writes name strategies by their ids, others by another leaf that tells them apart. */
function withStrategiesNamed(exchanges: readonly Exchange[], places: Places): Named {
  const { strategy: place } = places.ids;
  if (place === undefined) return { exchanges, places };
  const sessions = listedIn('strategy', exchanges, places);
  const idOfNamed = (name: string, session: number, at: string) =>
    [...(sessions.get(session) ?? [])].find(([, record]) => valueAt(record, at) === name)?.[0];
  const written = exchanges.flatMap((by) =>
    by.ok && by.endpoint?.name === 'updateStrategy'
      ? leafTexts(by.sent).map((name) => ({ name, session: by.session }))
      : [],
  );
  const [byId, byOther] = parted(written, ({ name, session }) => sessions.get(session)?.has(name) === true);
  const leaves = new Set(
    [...sessions.values()].flatMap(([[, record] = ['', {}]]) => leavesOf(record).map(([at]) => at)),
  );
  const others = [...leaves].flatMap((at): OtherName[] =>
    byOther.some(({ name, session }) => idOfNamed(name, session, at) !== undefined) && isUnique(at, sessions)
      ? [{ at, sign: '' }]
      : [],
  );
  if (byId.length === 0 || others.length === 0) return { exchanges, places };
  const stored = (name: string, session: number) =>
    others.map(({ at }) => idOfNamed(name, session, at)).find((id) => id !== undefined) ?? name;
  return {
    exchanges: exchanges.map((by) =>
      by.endpoint?.name === 'updateStrategy' && by.sent !== undefined
        ? {
            ...by,
            sent: withLeaves(by.sent, (leaf) => (typeof leaf === 'string' ? stored(leaf, by.session) : leaf)),
          }
        : by,
    ),
    places: { ...places, ids: { ...places.ids, strategy: { ...place, others } } },
  };
}

type Sessions = ReadonlyMap<number, ReadonlyMap<string, JsonObject>>;

/** Whether no two records of a session have the same at a leaf. */
const isUnique = (at: string, sessions: Sessions): boolean =>
  [...sessions.values()].every((records) => {
    const names = [...records.values()].flatMap((record) => valueAt(record, at) ?? []);
    return new Set(names).size === names.length;
  });

/** What stands in a path before a name: nothing, `@` or the like, or a word with a sign, as in `sku:`; undefined where it is not named. */
function signBefore(name: Json, asked: string): string | undefined {
  if (typeof name !== 'string' || !asked.endsWith(name)) return undefined;
  const sign = asked.slice(0, asked.length - name.length);
  return sign === '' || (name.length > 2 && /^(?:[\p{L}_-]{0,20}[^\p{L}\p{N}\s._-])$/u.test(sign))
    ? sign
    : undefined;
}

/** The records of a kind that lists show, by session and id. */
function listedIn(
  kind: 'listing' | 'strategy',
  exchanges: readonly Exchange[],
  { ids, lists }: Places,
): Sessions {
  const sessions = new Map<number, Map<string, JsonObject>>();
  for (const by of exchanges) {
    if (!isListed(by) || by.endpoint?.of !== kind) continue;
    const records = sessions.get(by.session) ?? new Map<string, JsonObject>();
    sessions.set(by.session, records);
    for (const { record } of itemsIn(by.body, lists[by.endpoint.name])) {
      const id = idOf(record, ids[kind]);
      if (id !== undefined) records.set(id, { ...record, ...records.get(id) });
    }
  }
  return sessions;
}
