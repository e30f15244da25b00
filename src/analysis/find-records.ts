// Where records stand in answers, and where their ids stand in them: found by what they hold, not by their names.
import { isList, isObject, nameIn, textOf } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { pointerTo, valueAt } from '../http/pointer.ts';
import { lastSegment, plainEnd, withoutPrefix } from '../http/parse-url.ts';
import { textsAndNumbers, sentLeaves } from '../dialect/known-facts.ts';
import { withObjects } from '../dialect/pair-lists.ts';
import type { PairLists } from '../dialect/pair-lists.ts';
import { readMoment } from '../dialect/time-forms.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import { keyMember, listed, listNames } from '../dialect/profile-form.ts';
import type { OtherName, RecordKind } from '../dialect/profile-form.ts';
import { isReadBeside } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';
import { byFrequency, grouped } from './groups.ts';

/** Where the id stands in a record: the leaf, and what stands before it there, as in `accounts/7/listings/`. */
interface IdPlace {
  readonly at: string;
  readonly prefix: string;
  readonly others?: readonly OtherName[];
}

export interface ListPlace {
  /** Where the records stand in the body. */
  readonly at: string;
  /** Whether they are the members of an object, by their ids. */
  readonly isMap: boolean;
  /** Where in an item the record stands. */
  readonly inItem: string;
  /** Where the names of the cells stand, once for all rows. */
  readonly columns?: string | undefined;
  /** The lists of names and values that its records hold. */
  readonly pairs?: PairLists;
}

export interface Places {
  /** The lists of names and values that listings hold. */
  readonly pairs?: PairLists;
  readonly ids: Partial<Record<RecordKind, IdPlace>>;
  readonly lists: Partial<Record<EndpointName, ListPlace>>;
}

/** Whether an exchange is an answered request for a list. */
export const isListed = ({ ok, endpoint, recordId, method, body }: Exchange) =>
  ok && endpoint !== undefined && method === 'GET' && recordId === '' && body !== undefined;

export function findPlaces(exchanges: readonly Exchange[]): Places {
  const answered = exchanges.filter(
    ({ ok, endpoint, body }) => ok && endpoint !== undefined && body !== undefined,
  );
  const asked = new Set(answered.flatMap(({ recordId }) => (recordId === '' ? [] : [recordId])));
  const ids: Partial<Record<RecordKind, IdPlace>> = {};
  const lists: Partial<Record<EndpointName, ListPlace>> = {};
  // Bodies that assign a strategy name it, and nothing else does as surely.
  const named = new Set(
    exchanges
      .filter(({ ok, endpoint }) => ok && endpoint?.name === 'updateStrategy')
      .flatMap(({ sent, recordId }) =>
        sentLeaves(sent)
          .flatMap(([, leaf]) => (typeof leaf === 'string' || typeof leaf === 'number' ? textOf(leaf) : []))
          .flatMap((text) => (text === recordId ? [] : [text, lastSegment(text)])),
      ),
  );
  let listingAt: string | undefined;
  const singles = answered.filter(({ recordId, method }) => recordId !== '' && method === 'GET').slice(0, 60);
  // Reads of one strategy or report run, for which §4 has no endpoint.
  const besides = exchanges
    .filter((by) => by.ok && isReadBeside(by) && by.body !== undefined)
    .map((by) => ({ ...by, recordId: plainEnd(by.path) }));
  for (const name of listNames) {
    const bodies = answered.filter(({ endpoint, method }) => endpoint!.name === name && method === 'GET');
    if (bodies.length === 0) continue;
    const kind = listed[name];
    const known = kind === 'listing' ? asked : kind === 'strategy' ? named : new Set<string>();
    const found = findList(
      bodies.slice(0, 120).map(({ body }) => body!),
      known,
      listingAt,
    );
    if (found === undefined) continue;
    const listPath = bodies[0]!.path;
    const read = kind === 'listing' ? singles : besides.filter(({ path }) => path.startsWith(`${listPath}/`));
    const { inItem, id } = splitItem(found, idInSingles(read));
    if (kind === 'listing') listingAt = found.id.at;
    lists[name] = { at: found.at, isMap: found.isMap, inItem, columns: found.columns };
    ids[kind] = id;
  }
  if (ids.listing === undefined) {
    const inSingle = idInSingles(singles);
    if (inSingle !== undefined)
      ids.listing = { at: `/${inSingle.at.split('/').at(-1)!}`, prefix: inSingle.prefix };
  }
  return { ids, lists };
}

interface FoundList {
  readonly at: string;
  readonly isMap: boolean;
  readonly columns: string | undefined;
  /** Where the id stands in an item. */
  readonly id: IdPlace;
  readonly items: readonly JsonObject[];
}

/**
 * The array of objects, or the object of objects, that most bodies have, with most in it.
 * @param usual where the id of another kind stands: it is rather there than elsewhere
 */
function findList(
  bodies: readonly Json[],
  asked: ReadonlySet<string>,
  usual: string | undefined,
): FoundList | undefined {
  const found = grouped(
    bodies.flatMap((body) => collectionsIn(body, '', 0)),
    ({ at, isMap }) => `${isMap} ${at}`,
  );
  const scored = [...found.values()].flatMap((own) => {
    const [{ at, isMap }] = own as [Collection];
    const columns = own.find((one) => one.columns !== undefined)?.columns;
    const lists = own.map((one) => one.items);
    const items = lists.flat();
    const id = isMap
      ? (idOfItems(items, asked) ?? { place: { at: `/${keyMember}`, prefix: '' }, isInPaths: false })
      : idOfItems(items, asked, lists, usual);
    if (id === undefined) return [];
    // Records are many; the links and notes beside them are the same few in each answer.
    const records = new Set(items.map((item) => textOf(valueAt(item, id.place.at)))).size;
    // Columns are told again with each table.
    const isSame = lists.length > 2 && new Set(lists.map((list) => JSON.stringify(list))).size === 1;
    const score =
      (id.isInPaths ? 1e6 : 0) +
      own.length * 100 +
      records +
      (id.place.at === usual ? 90 : 0) -
      (isSame ? 70 : 0) -
      (isMap ? 50 : 0);
    return [{ at, isMap, columns, id: id.place, items, score }];
  });
  return scored.sort((a, b) => b.score - a.score || a.at.length - b.at.length)[0];
}

/** The row of a table as a record: its cells by the names of their columns, or by their places. */
export const ofRow = (item: Json, names?: Json): Json =>
  isList(item) && item.every((cell) => cell === null || typeof cell !== 'object')
    ? Object.fromEntries<Json>(item.map((cell, at) => [isList(names) ? (names[at] as string) : at, cell]))
    : item;

/** The member beside a list of rows that names each of their cells. */
const columnsBeside = (members: readonly [string, Json][], rows: Json): string | undefined =>
  !isList(rows) || rows.length === 0 || !rows.every(isList)
    ? undefined
    : members.find(
        ([, names]) =>
          isList(names) &&
          names.every((one) => typeof one === 'string') &&
          new Set(names).size === names.length &&
          rows.every((row) => row.length === names.length),
      )?.[0];

interface Collection {
  readonly at: string;
  readonly isMap: boolean;
  readonly columns?: string | undefined;
  readonly items: readonly JsonObject[];
}

/** Below arrays there are no further collections: they are parts of records. */
function collectionsIn(value: Json, at: string, depth: number, columns?: string, names?: Json): Collection[] {
  if (isList(value)) {
    const items = value.map((item) => ofRow(item, names));
    return items.every(isObject) ? [{ at, isMap: false, columns, items }] : [];
  }
  if (!isObject(value) || depth > 4) return [];
  const members = Object.entries(value);
  const isMap =
    members.length > 1 &&
    members.every(([, item]) => isObject(item)) &&
    alike(members.map(([, item]) => item as JsonObject));
  const own = isMap
    ? [
        {
          at,
          isMap: true,
          items: members.map(([name, item]) => ({ ...(item as JsonObject), [keyMember]: name })),
        },
      ]
    : [];
  const inner = members.flatMap(([name, item]) => {
    const beside = columnsBeside(members, item);
    const columns = beside === undefined ? undefined : pointerTo(at, beside);
    const names = beside === undefined ? undefined : value[beside];
    return collectionsIn(item, pointerTo(at, name), depth + 1, columns, names);
  });
  return [...own, ...inner];
}

function alike(objects: readonly JsonObject[]): boolean {
  const [first, ...others] = objects.map((object) => Object.keys(object));
  return (
    first!.length > 1 &&
    others.every((names) => names.filter((name) => first!.includes(name)).length * 2 >= names.length)
  );
}

interface FoundId {
  readonly place: IdPlace;
  /** Whether paths name records by it. */
  readonly isInPaths: boolean;
}

/** The leaf that tells items apart: one by which paths name them, else the first that is there in all and in none twice. */
function idOfItems(
  items: readonly JsonObject[],
  asked: ReadonlySet<string>,
  lists: readonly (readonly JsonObject[])[] = [items],
  usual?: string,
): FoundId | undefined {
  if (items.length === 0) return undefined;
  // No list holds two records of one id.
  const isTwice = (at: string) =>
    lists.some((list) => {
      const texts = list.flatMap((item) => valueAt(item, at) ?? []).map((value) => textOf(value));
      return new Set(texts).size < texts.length;
    });
  const leaves = grouped(
    items.flatMap((item) => scalarsIn(item)),
    ([at]) => at,
  );
  const all = Array.from(leaves, ([at, own]) => {
    const texts = own.map(([, text]) => text);
    const named = texts.filter((text) => asked.has(text) || asked.has(lastSegment(text)));
    const long = named.findLast((text) => !asked.has(text));
    const prefix = long === undefined ? '' : long.slice(0, long.length - lastSegment(long).length);
    return [at, { texts, inPaths: named.length, prefix }] as const;
  });
  const inPaths = all
    .filter(([at, place]) => place.inPaths > 0 && !isOfAddress(place.prefix) && !isTwice(at))
    .sort((a, b) => b[1].inPaths - a[1].inPaths);
  const most = inPaths[0];
  if (most !== undefined) {
    const shallow = inPaths
      .filter(([, place]) => place.inPaths * 2 > most[1].inPaths)
      .sort(
        (a, b) => depthOf(a[0]) - depthOf(b[0]) || Number(a[1].prefix !== '') - Number(b[1].prefix !== ''),
      );
    const [at, { prefix }] = shallow[0]!;
    return { place: { at, prefix }, isInPaths: true };
  }
  const unique = all.filter(
    ([at, { texts }]) => !isTwice(at) && texts.length === items.length && isOfOne(items, at),
  );
  const plain = unique.filter(([, { texts }]) => texts.every(isName));
  // Names such as `accounts/7/reports/3` say in their last part what the record is called.
  const named = unique.filter(([, { texts }]) =>
    texts.every((text) => text.includes('/') && !isOfAddress(text) && isName(lastSegment(text))),
  );
  // Where nothing else tells records apart, digits are an id though they could be a moment.
  const other = unique.filter(([, { texts }]) => texts.every((text) => urn.test(text) || /^\d+$/.test(text)));
  const whole = [plain, named, other].find(({ length }) => length > 0) ?? [];
  // Of those that tell records apart, an id stays the same from answer to answer: what is called so goes before what comes
  // again in other records.
  const ofOne = whole.some(([at]) => isCalledId(at)) ? whole.filter(([at]) => isOfOne(items, at, 1)) : [];
  const staysCalled = ([at, { texts }]: (typeof whole)[0]) =>
    isCalledId(at) && new Set(texts).size < texts.length && ofOne.some(([own]) => own === at);
  const best = (ofOne.some(([at]) => isCalledId(at)) ? ofOne : whole).sort(
    (a, b) =>
      Number(b[0] === usual) - Number(a[0] === usual) ||
      Number(staysCalled(b)) - Number(staysCalled(a)) ||
      new Set(a[1].texts).size - new Set(b[1].texts).size ||
      depthOf(a[0]) - depthOf(b[0]),
  )[0];
  if (best === undefined) return undefined;
  const [text] = best[1].texts;
  const prefix = whole !== named ? '' : text!.slice(0, text!.length - lastSegment(text!).length);
  return { place: { at: best[0], prefix }, isInPaths: false };
}

/** RFC 8141, and names of the same form. */
const urn = /^[a-z][\w-]*(?::[\w.-]+)+$/i;

/** Neither an address nor a moment nor an amount nor a sentence. */
const isName = (text: string) =>
  text !== '' &&
  !/[\s/?:]|@.*\.|^-?\d+[.,]\d/.test(text) &&
  readMoment(/^\d+$/.test(text) ? Number(text) : text) === undefined;

const isCalledId = (at: string) => /\/_?(?:id|uid|uuid|guid)$/i.test(at);

/**
 * Whether items that share what stands at a place are the same record: most places that both have are equal, too.
 * @param fewest so many places tell something
 */
function isOfOne(items: readonly JsonObject[], at: string, fewest = 20): boolean {
  const first = new Map<string, ReadonlyMap<string, string>>();
  let [equal, of] = [0, 0];
  for (const item of items) {
    const text = textOf(valueAt(item, at));
    const known = first.get(text);
    if (known === undefined) {
      first.set(text, new Map(scalarsIn(item)));
      continue;
    }
    for (const [place, value] of scalarsIn(item)) {
      // One answer shows more of a record than another.
      if (!known.has(place)) continue;
      of += 1;
      if (known.get(place) === value) equal += 1;
    }
  }
  return of < fewest || equal * 10 >= of * 6;
}

const depthOf = (at: string) => at.split('/').length;
/** Whether a text is an address or its beginning. */
const isOfAddress = (prefix: string) => prefix.startsWith('http') || prefix.startsWith('/');

/** What may be an id: in so many objects at the most. */
const scalarsIn = (value: JsonObject) => textsAndNumbers(value, 4);

/** Where the id of the path stands in answers with one record. */
function idInSingles(singles: readonly Exchange[]): IdPlace | undefined {
  const found = singles.flatMap(({ recordId, body }) =>
    !isObject(body)
      ? []
      : scalarsIn(body).flatMap(([at, text]): IdPlace[] => {
          if (text === recordId) return [{ at, prefix: '' }];
          const isName = lastSegment(text) === recordId && !isOfAddress(text);
          return isName ? [{ at, prefix: text.slice(0, text.length - recordId.length) }] : [];
        }),
  );
  return byFrequency(found, (place) => JSON.stringify(place)).sort(
    ([a, ...as], [b, ...bs]) =>
      bs.length - as.length ||
      Number(a!.prefix !== '') - Number(b!.prefix !== '') ||
      depthOf(a!.at) - depthOf(b!.at),
  )[0]?.[0];
}

/** What of the way to the id leads to the record, and what leads on in it. */
function splitItem({ id, items }: FoundList, inSingle: IdPlace | undefined): { inItem: string; id: IdPlace } {
  const steps = id.at.split('/').slice(1);
  if (steps.length === 1) return { inItem: '', id };
  if (inSingle !== undefined) {
    const others = inSingle.at.split('/').slice(1);
    let shared = 0;
    while (
      shared < steps.length &&
      shared < others.length &&
      steps.at(-1 - shared) === others.at(-1 - shared)
    )
      shared += 1;
    const own = shared === 0 ? steps.slice(-1) : steps.slice(-shared);
    const inItem = steps.slice(0, steps.length - own.length);
    return {
      inItem: inItem.map((step) => `/${step}`).join(''),
      id: { at: `/${own.join('/')}`, prefix: id.prefix },
    };
  }
  // An item that holds nothing but a record and scalars wraps it.
  const [wrapper] = steps;
  const wraps = items.every((item) =>
    Object.entries(item).every(([name, value]) => name === wrapper || !isObject(value)),
  );
  if (!wraps) return { inItem: '', id };
  return { inItem: `/${wrapper!}`, id: { at: `/${steps.slice(1).join('/')}`, prefix: id.prefix } };
}

/** Whether a record stands by itself where a list of several does. */
export const isAlone = (found: Json | undefined, { at, isMap }: ListPlace): boolean =>
  !isMap && at !== '' && isObject(found) && Object.keys(found).length > 0;

/** The names of the cells of a list's rows. */
export const columnsIn = (body: Json | undefined, { columns }: ListPlace): Json | undefined =>
  columns === undefined ? undefined : valueAt(body, columns);

/** The items of a list, each with its record. */
export function itemsIn(
  body: Json | undefined,
  place: ListPlace | undefined,
): { item: Json; record: JsonObject }[] {
  if (place === undefined) return [];
  const found = valueAt(body, place.at);
  const items: readonly Json[] = place.isMap
    ? isObject(found)
      ? Object.entries(found).map(([name, item]) => (isObject(item) ? { ...item, [keyMember]: name } : item))
      : []
    : isList(found)
      ? found
      : isAlone(found, place)
        ? [found!]
        : [];
  const names = columnsIn(body, place);
  return items.flatMap((item) => {
    const record = valueAt(ofRow(item, names), place.inItem);
    return isObject(record) ? [{ item, record: withObjects(record, place.pairs) }] : [];
  });
}

/** The id of a record as paths write it; undefined where it has none. */
export function idOf(record: Json, place: IdPlace | undefined): string | undefined {
  if (place === undefined) return undefined;
  const text = nameIn(valueAt(record, place.at));
  return text === null ? undefined : withoutPrefix(text, place.prefix);
}

interface ShownRecord {
  /** Where it stands in the body. */
  readonly at: string;
  readonly record: JsonObject;
}

/** The record of the path's id in an answer that holds one record; undefined where it holds none. */
export function recordShownIn(
  body: Json | undefined,
  recordId: string,
  { ids, pairs }: Places,
  known: ReadonlySet<string>,
  kind: RecordKind = 'listing',
): ShownRecord | undefined {
  const id = ids[kind];
  if (id === undefined) return undefined;
  const search = (value: Json, at: string, depth: number, key: string): ShownRecord | undefined => {
    // One record may stand in a list all the same.
    if (isList(value) && value.length === 1) return search(value[0]!, `${at}/0`, depth, key);
    if (!isObject(value)) return undefined;
    const record = id.at === `/${keyMember}` ? { ...value, [keyMember]: key } : value;
    if (idOf(record, id) === recordId) {
      // A receipt names the record and says other things of it: it is none.
      const names = Object.keys(record).filter((name) => pointerTo('', name) !== id.at);
      if (known.size === 0 || names.filter((name) => known.has(name)).length * 2 >= names.length)
        return { at, record: withObjects(record, pairs) };
    }
    if (depth > 3) return undefined;
    for (const [name, item] of Object.entries(value)) {
      const found = search(item, pointerTo(at, name), depth + 1, name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return body === undefined ? undefined : search(body, '', 0, '');
}
