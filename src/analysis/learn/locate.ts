// Where records stand in answers, and where their ids stand in them: found by what they hold, not by their names.
import { isList } from '../../dialect/core-fields.ts';
import { isObject } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { pointerTo, valueAt } from '../../dialect/pointer.ts';
import { recordKinds } from '../../dialect/wire.ts';
import type { RecordKind, SpokenEndpoint } from '../../dialect/wire.ts';
import { commonest } from './findings.ts';
import type { Observation } from './observations.ts';

export interface Places {
  /** By endpoint, where the list or the record stands in the body; undefined: nowhere. */
  readonly body: Partial<Record<SpokenEndpoint, string>>;
  /** By kind of record, where in an item of a list the record stands, and where in the record its id. */
  readonly item: Partial<Record<RecordKind, string>>;
  readonly id: Partial<Record<RecordKind, string>>;
}

const deepest = 5;
const wrapperName =
  /(^|\/)(node|item|record|resource|object|entity|data|listing|strategy|report|report_?run|run)$/i;

export function locate(observations: readonly Observation[]): Places {
  const body: Partial<Record<SpokenEndpoint, string>> = {};
  const item: Partial<Record<RecordKind, string>> = {};
  const id: Partial<Record<RecordKind, string>> = {};
  const good = observations.filter(
    ({ ok, route, body: value }) => ok && route !== undefined && value !== undefined,
  );
  const pathIds = new Set(
    good
      .map(({ route }) => route!.id)
      .filter((name) => name !== '')
      .map(decode),
  );

  for (const endpoint of new Set(good.map(({ route }) => route!.endpoint))) {
    const bodies = sample(good.filter(({ route }) => route!.endpoint === endpoint)).map((seen) => seen.body!);
    if (isList(endpoint)) body[endpoint] = listPlace(bodies) ?? '';
  }
  for (const kind of recordKinds) {
    const lists = sample(good.filter(({ route }) => route!.kind === kind && isList(route!.endpoint)));
    const items = lists.flatMap(({ route, body: value }) => {
      const list = valueAt(value, body[route!.endpoint] ?? '');
      return Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];
    });
    const singles = kind === 'listing' ? sample(good.filter(({ route }) => route!.id !== '')) : [];
    const inSingles = commonest(
      singles.flatMap(({ route, body: value }) => idPlaces(value!, decode(route!.id))),
    );
    const inItems = idInItems(items, pathIds);
    const own =
      inItems === undefined
        ? inSingles === undefined
          ? undefined
          : lastStep(inSingles)
        : shared(inItems, inSingles);
    if (own === undefined) continue;
    id[kind] = own;
    item[kind] = inItems === undefined ? '' : inItems.slice(0, -own.length);
    const known = new Set(
      items.flatMap((entry) => Object.keys((valueAt(entry, item[kind]!) ?? {}) as JsonObject)),
    );
    for (const { route, body: value } of [...singles].sort(readsFirst)) {
      const place = idPlaces(value!, decode(route!.id))
        .find((candidate) => candidate.endsWith(own))
        ?.slice(0, -own.length);
      if (place === undefined || body[route!.endpoint] !== undefined) continue;
      const names = Object.keys(valueAt(value, place) as JsonObject);
      if (route!.endpoint === 'getListing') for (const name of names) known.add(name);
      // A receipt for a write names the listing and has members of its own: it is no listing.
      else if (known.size > 0 && names.some((name) => !known.has(name))) continue;
      body[route!.endpoint] = place;
    }
  }
  return { body, item, id };
}

function readsFirst(a: Observation, b: Observation): number {
  const isRead = ({ route }: Observation) => Number(route!.endpoint === 'getListing');
  return isRead(b) - isRead(a);
}

/** The records in a good answer. */
export function recordsIn({ route, body }: Observation, places: Places): readonly JsonObject[] {
  if (route === undefined || body === undefined) return [];
  const place = places.body[route.endpoint];
  const found = place === undefined ? undefined : valueAt(body, place);
  if (!isList(route.endpoint)) return isObject(found) ? [found] : [];
  if (!Array.isArray(found)) return [];
  const inItem = places.item[route.kind] ?? '';
  return (found as readonly Json[]).map((entry) => valueAt(entry, inItem)).filter((entry) => isObject(entry));
}

/** The id of a record as a text; undefined where it has none. */
export function idOf(record: Json, kind: RecordKind, places: Places): string | undefined {
  const id = valueAt(record, places.id[kind] ?? '/id');
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Enough to tell by; a long recording says the same over and over. */
export function sample<T>(all: readonly T[], most = 300): readonly T[] {
  if (all.length <= most) return all;
  const step = all.length / most;
  return Array.from({ length: most }, (_, at) => all[Math.floor(at * step)]!);
}

/** The array of objects that most bodies have, with the most in it. */
function listPlace(bodies: readonly Json[]): string | undefined {
  const scores = new Map<string, number>();
  for (const body of bodies) {
    for (const { place, items } of arraysIn(body, '', 0)) {
      if (items.some((entry) => !isObject(entry))) continue;
      scores.set(place, (scores.get(place) ?? 0) + 1 + Math.min(items.length, 50) * 10);
    }
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0];
}

function arraysIn(value: Json, place: string, depth: number): { place: string; items: readonly Json[] }[] {
  if (Array.isArray(value)) return [{ place, items: value as readonly Json[] }];
  if (!isObject(value) || depth === deepest) return [];
  return Object.entries(value).flatMap(([name, item]) => arraysIn(item, pointerTo(place, name), depth + 1));
}

/** Where an id stands in a body, the outermost place first. */
function idPlaces(value: Json, id: string, place = '', depth = 0): string[] {
  if (!isObject(value) || depth === deepest) return [];
  const here = Object.entries(value).filter(([, item]) => {
    return (
      (typeof item === 'string' || typeof item === 'number') &&
      String(item).toLowerCase() === id.toLowerCase()
    );
  });
  return [
    ...here.map(([name]) => pointerTo(place, name)).sort((a, b) => Number(named(b)) - Number(named(a))),
    ...Object.entries(value).flatMap(([name, item]) => idPlaces(item, id, pointerTo(place, name), depth + 1)),
  ];
}

const named = (place: string) => /id$/i.test(place);

/** The leaf of items that tells them apart: one that paths name them by, or one that is called so. */
function idInItems(items: readonly JsonObject[], pathIds: ReadonlySet<string>): string | undefined {
  const scores = new Map<string, number>();
  const lower = new Set([...pathIds].map((id) => id.toLowerCase()));
  for (const item of items) {
    for (const [place, value] of scalarsIn(item, '', 0)) {
      const inPath = lower.has(String(value).toLowerCase()) ? 1000 : 0;
      const name = /\/id$/i.test(place)
        ? 20
        : /id$/i.test(place)
          ? 5
          : /\/(uuid|guid|key|ref)$/i.test(place)
            ? 4
            : 0;
      if (inPath + name > 0)
        scores.set(place, (scores.get(place) ?? 0) + inPath + name - place.split('/').length);
    }
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0];
}

function scalarsIn(value: JsonObject, place: string, depth: number): [string, string | number][] {
  return Object.entries(value).flatMap(([name, item]): [string, string | number][] => {
    if (typeof item === 'string' || typeof item === 'number') return [[pointerTo(place, name), item]];
    return isObject(item) && depth < 3 ? scalarsIn(item, pointerTo(place, name), depth + 1) : [];
  });
}

/** How the id stands in a record, from how it stands in an item of a list and in an answer with one record. */
function shared(inItem: string, inSingle: string | undefined): string {
  if (inSingle === undefined) {
    const parent = inItem.slice(0, -lastStep(inItem).length);
    return wrapperName.test(parent) ? lastStep(inItem) : inItem;
  }
  const [a, b] = [inItem.split('/').slice(1), inSingle.split('/').slice(1)];
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length === 0 ? lastStep(inItem) : `/${a.slice(a.length - length).join('/')}`;
}

const lastStep = (place: string) => place.slice(place.lastIndexOf('/'));

export function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
