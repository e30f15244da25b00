// What the answers of a recording look like: by kind of answer, each place with how often it was there, of which types, in
// which format and with which few values. Two recordings of one service are compared by this.
import { readMoment, zoneless } from '../../dialect/time-forms.ts';
import { isList, isObject, kindOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { leafAt, parentOf, pointerTo } from '../../http/pointer.ts';
import { mayHoldPlaceholder } from '../../recording/placeholders.ts';
import { requestKey } from '../../recording/request-key.ts';
import type { Exchange } from '../exchanges.ts';
import { keyMember } from '../../dialect/profile-form.ts';
import { grouped } from '../groups.ts';
import { columnsIn, idOf, isListed, ofRow, recordShownIn } from '../find-records.ts';
import type { Places } from '../find-records.ts';
import { labelOf } from './places.ts';

type Kind = ReturnType<typeof kindOf>;

/** Headers of HTTP itself, its caches and its servers, none of the API (RFC 9110 §6.6, §7.6, §8; RFC 9111; RFC 9112). */
const transport =
  /^(age|alt-svc|connection|content-encoding|content-length|date|keep-alive|server|set-cookie|strict-transport-security|trailer|transfer-encoding|upgrade|vary|via|x-mock-.*)$/i;

export const isTransport = (name: string) => transport.test(name);

/** What stands at one place. A subject is a record, or a request where the place belongs to no record. */
export interface PlaceShape {
  /** Subjects whose enclosing object was there, those that had the place, and those in which it was null. */
  readonly of: number;
  readonly seen: number;
  readonly nulls: number;
  /** Other types than null. */
  readonly kinds: ReadonlySet<Kind>;
  /** The formats of its texts, such as `uuid` or `time YYYY-MM-DD`. */
  readonly formats: ReadonlySet<string>;
  /** Its few values, with the number of subjects of each; undefined where there are many. */
  readonly values: ReadonlyMap<string, number> | undefined;
  /** Those that only stood where a query asked for them, of subjects that showed others there, such as a currency. */
  readonly madeFor?: ReadonlySet<string>;
  /** Some of its values, by which a renamed place is known. */
  readonly samples: ReadonlySet<string>;
  /** Whether it has more values than a few. */
  readonly isVaried: boolean;
  /** The names of an object's members, in order. */
  readonly names: readonly string[];
  readonly isOfRecord: boolean;
  /** The place in the record, or in the body. */
  readonly own: string;
  /** The parts of a query, such as `include price`, without which it was never there. */
  readonly askedBy: readonly string[];
  /** Those without which it was always there, such as `fields sku`: what all share, or all of a parameter that all have. */
  readonly missedBy: readonly string[];
}

export interface HeaderShape {
  readonly name: string;
  readonly of: number;
  readonly seen: number;
  /** The one value that it has throughout. */
  readonly constant: string | undefined;
}

export interface AnswerShape {
  readonly endpoint: string;
  readonly status: number;
  /** What its records are. */
  readonly kind?: string | undefined;
  readonly places: ReadonlyMap<string, PlaceShape>;
  readonly headers: ReadonlyMap<string, HeaderShape>;
  /** The parts of the queries to which these are the answers, each with how many records those show. */
  readonly asked: ReadonlyMap<string, number>;
}

/** Answers with success, by endpoint and status. */
export function learnShapes(exchanges: readonly Exchange[], places: Places): Map<string, AnswerShape> {
  const telling = exchanges.filter(({ ok, isFile }) => ok && !isFile);
  const kinds = grouped(telling, ({ method, path, status }) => `${labelOf(method, path)} ${status}`);
  return new Map(Array.from(kinds, ([key, answers]) => [key, shapeOf(answers, places)]));
}

/** Where in an answer its records stand, and what their ids are. */
export interface RecordPlaces {
  /** The place of each record; `*` stands for any item of a list. */
  readonly at: string | undefined;
  readonly isMap: boolean;
  readonly listAt: string | undefined;
  readonly columns?: Json | undefined;
  readonly idOf: (item: Json) => string | undefined;
}

const noRecords: RecordPlaces = { at: undefined, isMap: false, listAt: undefined, idOf: () => undefined };

export function placesOf(by: Exchange, places: Places): RecordPlaces {
  const kind = by.endpoint?.of;
  if (kind === undefined || by.body === undefined) return noRecords;
  const id = places.ids[kind];
  if (isListed(by)) {
    const list = places.lists[by.endpoint!.name];
    if (list === undefined) return noRecords;
    return {
      at: `${list.at}/*${list.inItem}`,
      isMap: list.isMap,
      listAt: list.at,
      columns: columnsIn(by.body, list),
      idOf: (item) => idOf(leafAt(item, list.inItem), id),
    };
  }
  const at = by.recordId === '' ? undefined : recordShownIn(by.body, by.recordId, places, new Set())?.at;
  return { at: at?.replace(/\/0(?=\/|$)/g, '/*'), isMap: false, listAt: undefined, idOf: () => by.recordId };
}

function shapeOf(answers: readonly Exchange[], places: Places): AnswerShape {
  const [{ method, path, status, endpoint }] = answers as [Exchange];
  const withBody = answers.filter(({ body }) => body !== undefined);
  const queries = withBody.map(({ query }) => partsOf(query));
  const shown = withBody.flatMap((by, at) => valuesIn(by, placesOf(by, places), queries[at]!));
  const byPlace = grouped(shown, ({ at }) => at);
  const objects = new Map(
    Array.from(byPlace, ([at, own]) => [at, subjectsOf(own.filter(({ value }) => isObject(value)))]),
  );
  const shapes = Array.from(byPlace, ([at, own]) => {
    const isItem = at.endsWith('/*') || at === '';
    const of = isItem ? subjectsOf(own) : (objects.get(parentOf(at)) ?? 0);
    const around = isItem ? own : byPlace.get(parentOf(at))!.filter(({ value }) => isObject(value));
    return [at, placeShape(own, of, around, queries)] as const;
  });
  return {
    endpoint: labelOf(method, path),
    status,
    kind: endpoint?.of,
    places: new Map(shapes),
    headers: headersIn(answers),
    asked: askedIn(shown, queries),
  };
}

/** How many records answers to queries with each part show. */
function askedIn(
  shown: readonly Shown[],
  queries: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  const subjects = new Map(queries.flatMap((parts) => [...parts].map((part) => [part, new Set<string>()])));
  for (const { asked, base, subject } of shown)
    if (base !== undefined) for (const part of asked) subjects.get(part)!.add(subject);
  return new Map(Array.from(subjects, ([part, { size }]) => [part, size]));
}

/** A value in an answer. */
interface Shown {
  readonly at: string;
  readonly value: Json;
  readonly subject: string;
  /** Where the record begins that the place belongs to; undefined outside of records. */
  readonly base: string | undefined;
  /** The parts of the query of the request. */
  readonly asked: ReadonlySet<string>;
}

const subjectsOf = (shown: readonly Shown[]) => new Set(shown.map(({ subject }) => subject)).size;

function valuesIn(by: Exchange, records: RecordPlaces, asked: ReadonlySet<string>): Shown[] {
  const found: Shown[] = [];
  const visit = (at: string, value: Json, around: string, outer: string | undefined) => {
    const isRecord = at === records.at && records.listAt === undefined;
    const [subject, base] = isRecord ? [records.idOf(value) ?? around, at] : [around, outer];
    // The names in a map of records are their ids.
    const isMap = at === records.listAt && records.isMap && isObject(value);
    found.push({ at, value: isMap ? {} : value, subject, base, asked });
    if (isList(value) || isMap) {
      const items = isMap
        ? Object.entries(value).map(([name, item]) =>
            isObject(item) ? { ...item, [keyMember]: name } : item,
          )
        : at === records.listAt && records.columns !== undefined
          ? (value as readonly Json[]).map((item) => ofRow(item, records.columns))
          : (value as readonly Json[]);
      const own = `${at}/*`;
      items.forEach((item, index) => {
        const id = at === records.listAt ? records.idOf(item) : undefined;
        visit(own, item, id ?? `${subject} ${index}`, id === undefined ? base : own);
      });
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value))
        if (name !== keyMember) visit(pointerTo(at, name), item, subject, base);
    }
  };
  visit('', by.body!, requestKey(by.interaction.request), undefined);
  return found;
}

const mostValues = 40;

/** The parts that all queries share. */
function sharedParts(queries: Iterable<ReadonlySet<string>>): string[] {
  const [first = new Set<string>(), ...others] = new Set(queries);
  return [...first].filter((part) => others.every((parts) => parts.has(part)));
}

/**
 * @param around what holds it
 * @param queries the parts of the query of each request
 */
function placeShape(
  own: readonly Shown[],
  of: number,
  around: readonly Shown[],
  queries: readonly ReadonlySet<string>[],
): PlaceShape {
  const [{ at, base }] = own as [Shown];
  const there = own.filter(({ value }) => value !== null);
  const leaves = grouped(
    there.filter(({ value }) => typeof value !== 'object'),
    ({ value }) => textOf(value),
  );
  const isText = (some: readonly Shown[]) => some.some(({ value }) => kindOf(value) === 'string');
  const requests = new Set(own.map(({ asked }) => asked));
  const shownIn = new Set(own.map(({ subject }) => subject));
  const names = there.map(({ value }) => (isObject(value) ? Object.keys(value) : []));
  return {
    of,
    seen: shownIn.size,
    nulls: subjectsOf(own.filter(({ value }) => value === null)),
    kinds: new Set(there.map(({ value }) => kindOf(value))),
    formats: new Set([...leaves].flatMap(([text, some]) => (isText(some) ? formatOf(text) : []))),
    values:
      leaves.size > mostValues
        ? undefined
        : new Map(Array.from(leaves, ([text, some]) => [text, subjectsOf(some)])),
    madeFor: new Set([...leaves].flatMap(([text, some]) => (isMadeFor(text, some, there) ? [text] : []))),
    samples: new Set([...leaves.keys()].slice(0, 200)),
    isVaried: leaves.size >= 3,
    names: names.reduce((longest, one) => (one.length > longest.length ? one : longest), []),
    isOfRecord: base !== undefined,
    own: base === undefined ? at : at.slice(base.length),
    askedBy: requests.size === queries.length ? [] : sharedParts(requests),
    missedBy: missedBy(around.flatMap(({ subject, asked }) => (shownIn.has(subject) ? [] : [asked]))),
  };
}

/** What the queries share that did not show a place; where that is nothing, all that a parameter says which all of them have. */
function missedBy(queries: readonly ReadonlySet<string>[]): readonly string[] {
  const shared = sharedParts(queries);
  if (shared.length > 0 || queries.length === 0) return shared;
  const nameOf = (part: string) => part.split(' ', 1)[0]!;
  const [first, ...others] = queries.map((parts) => new Set([...parts].map(nameOf)));
  const name = [...first!].find((one) => others.every((names) => names.has(one)));
  return [...new Set(queries.flatMap((parts) => [...parts].filter((part) => nameOf(part) === name)))];
}

function isMadeFor(text: string, some: readonly Shown[], all: readonly Shown[]): boolean {
  const isAsked = ({ asked }: Shown) => [...asked].some((part) => part.endsWith(` ${text}`));
  const subjects = new Set(some.map(({ subject }) => subject));
  return some.every(isAsked) && all.some((one) => subjects.has(one.subject) && textOf(one.value) !== text);
}

function headersIn(answers: readonly Exchange[]): Map<string, HeaderShape> {
  const asked = answers.map(({ headers, interaction }) => ({
    headers,
    request: requestKey(interaction.request),
  }));
  const shown = asked.flatMap(({ headers, request }) =>
    headers.flatMap(([name, value]) => (isTransport(name) ? [] : [{ name, value, request }])),
  );
  const of = new Set(asked.map(({ request }) => request)).size;
  const byName = grouped(shown, ({ name }) => name.toLowerCase());
  return new Map(
    Array.from(byName, ([lower, own]) => {
      const [{ name, value }] = own as [(typeof shown)[0]];
      const seen = new Set(own.map(({ request }) => request)).size;
      const constant = own.every((one) => one.value === value) ? value : undefined;
      return [lower, { name, of, seen, constant }];
    }),
  );
}

/** `include price` and `include stock` of `include=price,stock`. */
function partsOf(query: URLSearchParams): ReadonlySet<string> {
  return new Set([...query].flatMap(([name, value]) => value.split(',').map((part) => `${name} ${part}`)));
}

/** `text` for what has no format that can be told. */
function formatOf(text: string): string {
  const moment = readMoment(text);
  if (moment !== undefined) return `time ${zoneless(moment.form)}`;
  if (mayHoldPlaceholder(text)) return 'text';
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return 'uuid';
  if (/^-?\d+$/.test(text)) return 'digits';
  if (/^-?\d+[.,]\d+$/.test(text)) return 'decimal';
  return /^https?:\/\//.test(text) ? 'url' : 'text';
}
