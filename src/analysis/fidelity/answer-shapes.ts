// What the answers of a recording look like: by kind of answer, each place with how often it was there, of which types, in
// which format and with which few values. Two recordings of one service are compared by this.
import { readMoment, zoneless } from '../../dialect/time-forms.ts';
import { isObject, kindOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { parentOf, pointerTo, valueAt } from '../../http/pointer.ts';
import { mayHoldPlaceholder } from '../../recording/placeholders.ts';
import { requestKey } from '../../recording/request-key.ts';
import type { Exchange } from '../exchanges.ts';
import { keyMember } from '../../dialect/profile-form.ts';
import { idOf, isListed, recordShownIn } from '../find-records.ts';
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
  /** Some of its values, by which a renamed place is known. */
  readonly samples: ReadonlySet<string>;
  /** Whether it has more values than a few. */
  readonly isVaried: boolean;
  /** The names of an object's members, in order. */
  readonly names: readonly string[];
  readonly isOfRecord: boolean;
  /** The place in the record, or in the body. */
  readonly own: string;
  /** The part of a query, such as `include price`, without which it was never there. */
  readonly askedBy: string | undefined;
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
  readonly places: ReadonlyMap<string, PlaceShape>;
  readonly headers: ReadonlyMap<string, HeaderShape>;
  /** The parts of the queries to which these are the answers. */
  readonly asked: ReadonlySet<string>;
}

/** Answers with success, by endpoint and status. */
export function learnShapes(exchanges: readonly Exchange[], places: Places): Map<string, AnswerShape> {
  const found = new Map<string, Collected>();
  for (const by of exchanges) {
    if (!by.ok || by.isFile) continue;
    const endpoint = labelOf(by.method, by.path);
    const key = `${endpoint} ${by.status}`;
    let own = found.get(key);
    if (own === undefined) found.set(key, (own = new Collected(endpoint, by.status)));
    own.add(by, placesOf(by, places));
  }
  return new Map(Array.from(found, ([key, collected]) => [key, collected.finish()]));
}

/** Where in an answer its records stand, and what their ids are. */
export interface RecordPlaces {
  /** The place of each record; `*` stands for any item of a list. */
  readonly at: string | undefined;
  readonly isMap: boolean;
  readonly listAt: string | undefined;
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
      idOf: (item) => idOf(valueAt(item, list.inItem) ?? null, id),
    };
  }
  const at = by.recordId === '' ? undefined : recordShownIn(by.body, by.recordId, places, new Set())?.at;
  return { at, isMap: false, listAt: undefined, idOf: () => by.recordId };
}

const mostValues = 40;

class Place {
  readonly of = new Set<string>();
  readonly seen = new Set<string>();
  readonly nulls = new Set<string>();
  readonly kinds = new Set<Kind>();
  readonly formats = new Set<string>();
  values: Map<string, Set<string>> | undefined = new Map();
  readonly samples = new Set<string>();
  names: readonly string[] = [];
  readonly isOfRecord: boolean;
  readonly own: string;
  /** The requests that had it in their answers. */
  readonly requests = new Set<number>();

  constructor(isOfRecord: boolean, own: string) {
    this.isOfRecord = isOfRecord;
    this.own = own;
  }

  /** @param queries the parts of each request's query */
  finish(of: number, queries: readonly ReadonlySet<string>[]): PlaceShape {
    const { seen, nulls, kinds, formats, values, samples, names, isOfRecord, own } = this;
    const counted = values && new Map(Array.from(values, ([text, subjects]) => [text, subjects.size]));
    const askedBy = this.#askedBy(queries);
    const counts = { of, seen: seen.size, nulls: nulls.size, values: counted };
    const isVaried = samples.size >= 3;
    return { ...counts, kinds, formats, samples, isVaried, names, isOfRecord, own, askedBy };
  }

  #askedBy(queries: readonly ReadonlySet<string>[]): string | undefined {
    const [first, ...others] = [...this.requests].map((request) => queries[request]!);
    if (first === undefined || first.size === 0 || this.requests.size === queries.length) return undefined;
    return [...first].find((part) => others.every((parts) => parts.has(part)));
  }
}

class Collected {
  readonly #endpoint: string;
  readonly #status: number;
  readonly #places = new Map<string, Place>();
  readonly #headers = new Map<string, { name: string; seen: Set<string>; values: Set<string> }>();
  readonly #requests = new Set<string>();
  /** The parts of the query of each answer's request. */
  readonly #queries: ReadonlySet<string>[] = [];

  constructor(endpoint: string, status: number) {
    this.#endpoint = endpoint;
    this.#status = status;
  }

  add(by: Exchange, records: RecordPlaces): void {
    const request = requestKey(by.interaction.request);
    this.#requests.add(request);
    for (const [name, value] of by.headers) {
      const lower = name.toLowerCase();
      if (isTransport(lower)) continue;
      const header = this.#headers.get(lower) ?? { name, seen: new Set(), values: new Set() };
      this.#headers.set(lower, header);
      header.seen.add(request);
      if (header.values.size < 2) header.values.add(value);
    }
    if (by.body === undefined) return;
    this.#queries.push(partsOf(by.query));
    const single = records.listAt === undefined && records.at === '' ? by.recordId : undefined;
    this.#visit('', by.body, {
      records,
      subject: single ?? request,
      base: single === undefined ? undefined : '',
    });
  }

  #visit(at: string, value: Json, { records, subject, base }: Visit): void {
    const place = this.#place(at, base);
    place.seen.add(subject);
    place.requests.add(this.#queries.length - 1);
    const kind = kindOf(value);
    if (kind === 'null') {
      place.nulls.add(subject);
      return;
    }
    place.kinds.add(kind);
    const next = (own: string, item: Json, more: Partial<Visit>) => {
      const isRecord = own === records.at && records.listAt === undefined;
      this.#visit(own, item, {
        records,
        subject,
        base,
        ...(isRecord && { base: own, subject: records.idOf(item) ?? subject }),
        ...more,
      });
    };
    if (Array.isArray(value) || (at === records.listAt && records.isMap && isObject(value))) {
      const items: readonly Json[] = Array.isArray(value)
        ? (value as readonly Json[])
        : Object.entries(value).map(([name, item]) =>
            isObject(item) ? { ...item, [keyMember]: name } : (item as Json),
          );
      for (const [index, item] of items.entries()) {
        const own = `${at}/*`;
        const id = at === records.listAt ? records.idOf(item) : undefined;
        next(own, item, id === undefined ? { subject: `${subject} ${index}` } : { subject: id, base: own });
      }
      return;
    }
    if (isObject(value)) {
      place.of.add(subject);
      const names = Object.keys(value);
      if (names.length > place.names.length) place.names = names;
      for (const name of names) if (name !== keyMember) next(pointerTo(at, name), value[name]!, {});
      return;
    }
    const text = textOf(value);
    if (kind === 'string') place.formats.add(formatOf(text));
    if (place.samples.size < 200) place.samples.add(text);
    if (place.values === undefined) return;
    const subjects = place.values.get(text);
    if (subjects !== undefined) subjects.add(subject);
    else if (place.values.size < mostValues) place.values.set(text, new Set([subject]));
    else place.values = undefined;
  }

  #place(at: string, base: string | undefined): Place {
    let place = this.#places.get(at);
    if (place === undefined) {
      place = new Place(base !== undefined, base === undefined ? at : at.slice(base.length));
      this.#places.set(at, place);
    }
    return place;
  }

  finish(): AnswerShape {
    const places = Array.from(this.#places, ([at, place]) => {
      const parent = parentOf(at);
      const isItem = at.endsWith('/*') || at === '';
      return [
        at,
        place.finish(isItem ? place.seen.size : (this.#places.get(parent)?.of.size ?? 0), this.#queries),
      ] as const;
    });
    const headers = Array.from(this.#headers, ([lower, { name, seen, values }]) => {
      const constant = values.size === 1 ? [...values][0] : undefined;
      return [lower, { name, of: this.#requests.size, seen: seen.size, constant }] as const;
    });
    return {
      endpoint: this.#endpoint,
      status: this.#status,
      places: new Map(places),
      headers: new Map(headers),
      asked: new Set(this.#queries.flatMap((parts) => [...parts])),
    };
  }
}

/** `include price` and `include stock` of `include=price,stock`. */
function partsOf(query: URLSearchParams): ReadonlySet<string> {
  return new Set([...query].flatMap(([name, value]) => value.split(',').map((part) => `${name} ${part}`)));
}

interface Visit {
  readonly records: RecordPlaces;
  readonly subject: string;
  /** Where the record begins that the place belongs to; undefined outside of records. */
  readonly base: string | undefined;
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
