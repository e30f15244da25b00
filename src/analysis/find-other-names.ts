// Leaves of listings by which paths name them beside their ids, such as a code, maybe behind a sign that tells it from an id, and
// which listing each path names by one; leaves of strategies by which bodies name them beside their ids.
import { numberOf, textOf } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { leavesOf, sentLeaves } from '../dialect/known-facts.ts';
import { isNamedSo } from '../dialect/profile-form.ts';
import type { OtherName } from '../dialect/profile-form.ts';
import { lastSegment } from '../http/parse-url.ts';
import { leafAt, valueAt, withValueAt } from '../http/pointer.ts';
import type { Exchange } from './exchanges.ts';
import { idOf, isListed, itemsIn, recordShownIn } from './find-records.ts';
import type { Places } from './find-records.ts';
import { grouped, parted } from './groups.ts';

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
    by.ok && by.endpoint?.of === 'listing' && isUnknown(by)
      ? [...sessions.get(by.session)!].flatMap(([id, record]) => {
          const named = namesIn(record, by.recordId);
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

/** Where one member of writes names strategies by their ids, and by another leaf that tells them apart, too. */
function withStrategiesNamed(exchanges: readonly Exchange[], places: Places): Named {
  const { strategy: place } = places.ids;
  if (place === undefined) return { exchanges, places };
  const sessions = listedIn('strategy', exchanges, places);
  const idNamed = (name: string, session: number, other: OtherName) =>
    [...(sessions.get(session) ?? [])].find(([, record]) => isNamedSo(record, [other], name))?.[0];
  const records = [...sessions.values()].flatMap((known) => [...known.values()]);
  const leaves = new Set(records.flatMap((record) => leavesOf(record).map(([leaf]) => leaf)));
  // A place in an order, or a count, names nothing.
  const mayName = (leaf: Json) => !/^\d{1,4}$/.test(textOf(leaf));
  const written = exchanges.flatMap(({ ok, endpoint, sent, session }) =>
    ok && endpoint?.name === 'updateStrategy'
      ? sentLeaves(sent).map(([at, leaf]) => ({ at, name: textOf(leaf), session }))
      : [],
  );
  const isId = (name: string, session: number) => sessions.get(session)?.has(name) === true;
  for (const [at, own] of grouped(written, (one) => one.at)) {
    const [byId, byOther] = parted(own, ({ name, session }) => isId(name, session));
    const others = [...leaves].flatMap((leaf): OtherName[] => {
      const signs = byOther.flatMap(({ name, session }) =>
        [...(sessions.get(session)?.values() ?? [])].flatMap((record) => {
          const own = leafAt(record, leaf);
          return mayName(own) ? (signBefore(own, name, leaf) ?? []) : [];
        }),
      );
      return isUnique(leaf, sessions) ? [...new Set(signs)].map((sign) => ({ at: leaf, sign })) : [];
    });
    const isBehindWord = others.some(({ sign }) => sign !== '');
    if ((byId.length === 0 && !isBehindWord) || others.length === 0) continue;
    const stored = (by: Exchange): Exchange => {
      const name = by.endpoint?.name === 'updateStrategy' ? valueAt(by.sent, at) : undefined;
      if (typeof name !== 'string' || isId(name, by.session)) return by;
      const [id] = others.flatMap((other) => idNamed(name, by.session, other) ?? []);
      return id === undefined ? by : { ...by, sent: withValueAt(by.sent!, at, id) };
    };
    return {
      exchanges: exchanges.map(stored),
      places: { ...places, ids: { ...places.ids, strategy: { ...place, others } } },
    };
  }
  return { exchanges, places };
}

type Sessions = ReadonlyMap<number, ReadonlyMap<string, JsonObject>>;

/** Whether no two records of a session have the same at a leaf. */
const isUnique = (at: string, sessions: Sessions): boolean =>
  [...sessions.values()].every((records) => {
    const names = [...records.values()].flatMap((record) => valueAt(record, at) ?? []);
    return new Set(names).size === names.length;
  });

/** The leaves of a record by which a path names it. */
export const namesIn = (record: Json, asked: string): OtherName[] =>
  leavesOf(record).flatMap(([at, leaf]): OtherName[] => {
    const sign = signBefore(leaf, asked, at);
    return sign === undefined ? [] : [{ at, sign }];
  });

/**
 * What stands in a path before a name: nothing, `@` or the like, or a word with a sign, as in `sku:`, which may be any one behind
 * what the leaf is called, as in `code-`; undefined where it is not named. A number names only where it is called an id.
 */
function signBefore(leaf: Json, asked: string, at: string): string | undefined {
  const isNumber = numberOf(leaf) !== undefined && /id$/i.test(at);
  const name = typeof leaf === 'string' || isNumber ? textOf(leaf) : undefined;
  if (name === undefined || !asked.endsWith(name)) return undefined;
  const sign = asked.slice(0, asked.length - name.length);
  if (name !== '' && sign.toLowerCase() === `${lastSegment(at).toLowerCase()}${sign.at(-1) ?? ''}`)
    return sign;
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
