// A search engine's way of answering: hits with an index, an id, a score and a version around each source, totals with a
// relation, a window of from and size that may not grow too large, sort values beside each hit, queries of fields and words,
// partial documents as writes with a result of "updated" or "noop" and sequence numbers, and refusals with their root cause.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, hex, json, jsonOf, member, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { hurry, at, chance, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'bGlzdGluZ3M6cTdWd0pYc1RSLWFhMVZ5M0lQbGc';
const largestWindow = 200;
const usualSize = 10;
const limits = [
  { name: 'per_second', most: 6, milliseconds: 1_000 },
  { name: 'per_minute', most: 300, milliseconds: 60_000 },
] as const;

const listingsIndex = 'listings-000004';
const indexUuid = scrambled('search index', 22, `${base62}-_`);
const primaryTerm = 2;

type Kind = 'text' | 'keyword' | 'double' | 'long' | 'date' | 'boolean';
type Mapping = Readonly<Record<string, Kind>>;

const mappings = {
  listings: {
    title: 'text',
    'title.keyword': 'keyword',
    sku: 'keyword',
    brand: 'keyword',
    marketplace: 'keyword',
    status: 'keyword',
    tags: 'keyword',
    price: 'double',
    'bounds.min': 'double',
    'bounds.max': 'double',
    'stock.available': 'long',
    'strategy.id': 'keyword',
    'strategy.name': 'keyword',
    created_at: 'date',
    updated_at: 'date',
  },
  strategies: {
    name: 'text',
    'name.keyword': 'keyword',
    kind: 'keyword',
    enabled: 'boolean',
    'settings.step': 'double',
    created_at: 'date',
  },
  reports: { kind: 'keyword', status: 'keyword', trigger: 'keyword', rows: 'long', requested_at: 'date' },
} as const satisfies Readonly<Record<string, Mapping>>;

interface Document {
  readonly index: string;
  readonly id: string;
  readonly version: number;
  readonly source: Row;
}

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly brand: string;
  readonly marketplace: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly stock: number;
  readonly reserved: number;
  readonly created: number;
  minimum: number | null;
  maximum: number | null;
  strategy: string | null;
  assigned: number;
  modified: number;
  version: number;
  seqNo: number;
}

interface ReportRun {
  readonly id: string;
  readonly kind: string;
  readonly trigger: string;
  readonly requested: number;
  readonly seconds: number;
  readonly rows: number;
  readonly fails: boolean;
}

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly more: Row;
  readonly causedBy: Row | undefined;
  readonly headers: Headers;

  constructor(
    status: number,
    type: string,
    reason: string,
    rest: { readonly more?: Row; readonly cause?: Row; readonly headers?: Headers } = {},
  ) {
    super(reason);
    this.status = status;
    this.type = type;
    this.more = rest.more ?? {};
    this.causedBy = rest.cause;
    this.headers = rest.headers ?? [];
  }
}

const illegal = (reason: string, cause?: Row): Refusal =>
  new Refusal(400, 'illegal_argument_exception', reason, cause === undefined ? {} : { cause });

const invalid = (faults: readonly string[]): Refusal =>
  new Refusal(
    400,
    'action_request_validation_exception',
    `Validation Failed: ${faults.map((fault, index) => `${index + 1}: ${fault};`).join('')}`,
  );

const iso = (moment: number): string => new Date(moment).toISOString();
const euros = (cents: number | null): number | null => (cents === null ? null : cents / 100);
/** A number as the engine writes it in its messages. */
const double = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));
const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const token = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'VALUE_TRUE' : 'VALUE_FALSE';
  if (typeof value === 'string') return 'VALUE_STRING';
  if (typeof value === 'number') return 'VALUE_NUMBER';
  if (value === null) return 'VALUE_NULL';
  return Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
};

const valueAt = (source: Row, field: string): unknown =>
  member(source, ...field.replace('.keyword', '').split('.'));

/** Only those members of a source whose dotted names are asked for. */
function only(source: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => {
      if (names.includes(name)) return [[name, value]];
      const inner = names
        .filter((one) => one.startsWith(`${name}.`))
        .map((one) => one.slice(name.length + 1));
      return inner.length > 0 && isObject(value) ? [[name, only(value, inner)]] : [];
    }),
  );
}

/** Numbers and dates as numbers, anything else as it is. */
function comparable(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return kind === 'date' && typeof value === 'string' ? Date.parse(value) : value;
}

function boundary(field: string, kind: Kind, text: string): number {
  const cause =
    kind === 'date'
      ? { type: 'parse_exception', reason: `failed to parse date field [${text}]` }
      : { type: 'number_format_exception', reason: `For input string: "${text}"` };
  const value = kind === 'date' ? Date.parse(text) : text === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) {
    const reason = `failed to create query: field [${field}] cannot be compared with [${text}]`;
    throw new Refusal(400, 'query_shard_exception', reason, { cause });
  }
  return value;
}

type Test = (source: Row) => boolean;

/** What one part of a query asks for: `field:value`, `field:>=value`, `field:[a TO b]` or a word. */
function testOf(mapping: Mapping, whole: string, part: string): Test {
  const [, field, text = ''] = /^([\w.]+):(.*)$/.exec(part) ?? [];
  const word = (wanted: string, value: unknown): boolean =>
    typeof value === 'string' && value.toLowerCase().split(' ').includes(wanted.toLowerCase());
  if (field === undefined && !part.includes(':') && part !== '') {
    return (source) => Object.values(source).some((value) => value === part || word(part, value));
  }
  if (field === undefined || text === '') {
    throw new Refusal(400, 'query_shard_exception', `Failed to parse query [${whole}]`, {
      cause: { type: 'parse_exception', reason: `Cannot parse '${whole}': no value after the field` },
    });
  }
  const kind = mapping[field];
  // As the engine has it: a field that no document has matches none.
  if (kind === undefined) return () => false;
  if (kind === 'text') return (source) => word(text, valueAt(source, field));
  if (kind === 'keyword' || kind === 'boolean') {
    const wanted = text.replaceAll('"', '');
    return (source) => {
      const value = valueAt(source, field);
      return Array.isArray(value) ? value.includes(wanted) : String(value) === wanted;
    };
  }
  const [, low, high] = /^\[(\S+) TO (\S+)\]$/.exec(text) ?? [];
  const [, sign = '', number = ''] = /^(>=|<=|>|<)?(.*)$/.exec(text) ?? [];
  const least = low !== undefined ? boundary(field, kind, low) : boundary(field, kind, number);
  const most = high !== undefined ? boundary(field, kind, high) : least;
  return (source) => {
    const value = comparable(kind, valueAt(source, field));
    if (typeof value !== 'number') return false;
    if (sign === '>') return value > least;
    if (sign === '>=') return value >= least;
    if (sign === '<') return value < least;
    if (sign === '<=') return value <= least;
    return value >= least && value <= most;
  };
}

interface Order {
  readonly kind: Kind;
  readonly field: string;
  readonly sign: 1 | -1;
}

function orderOf(mapping: Mapping, text: string): Order {
  const [field = '', direction = 'asc'] = text.split(':');
  const kind = mapping[field];
  if (kind === undefined) {
    const reason = `No mapping found for [${field}] in order to sort on`;
    throw new Refusal(400, 'query_shard_exception', reason);
  }
  if (kind === 'text') {
    throw illegal(
      `Text fields are not optimised for sorting. Please use a keyword field such as [${field}.keyword] instead of [${field}]`,
    );
  }
  if (direction !== 'asc' && direction !== 'desc') {
    throw illegal(`Unknown sort order [${direction}], expected one of [asc, desc]`);
  }
  return { kind, field, sign: direction === 'asc' ? 1 : -1 };
}

/** The value of a hit that an order goes by; what a number lacks stands at the end either way. */
function sortValue({ kind, field, sign }: Order, source: Row): unknown {
  const value = comparable(kind, valueAt(source, field));
  if (value === null && kind === 'double') return sign === 1 ? 'Infinity' : '-Infinity';
  return value;
}

function compare({ kind, sign }: Order, a: unknown, b: unknown): number {
  const absent = (value: unknown): boolean =>
    value === null || (kind === 'double' && !Number.isFinite(value));
  if (absent(a) || absent(b)) return Number(absent(a)) - Number(absent(b));
  const [one, other] = [a as string | number, b as string | number];
  return one < other ? -sign : one > other ? sign : 0;
}

/** Refuses parameters that a request cannot have. */
function admitParameters(path: string, query: URLSearchParams, known: readonly string[]): void {
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const [noun, list] = [unknown.length > 1 ? 'parameters' : 'parameter', unknown.join('], [')];
  throw illegal(`request [${path}] contains unrecognized ${noun}: [${list}]`);
}

function wholeNumber(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^-?\d+$/.test(text)) {
    const cause = { type: 'number_format_exception', reason: `For input string: "${text}"` };
    throw illegal(`Failed to parse int parameter [${name}] with value [${text}]`, cause);
  }
  if (Number(text) < 0) throw illegal(`[${name}] parameter cannot be negative, found [${text}]`);
  return Number(text);
}

const sourceOf = (query: URLSearchParams, source: Row): Row => {
  const names = query.get('_source_includes');
  return names === null ? source : only(source, names.split(','));
};

/** The hits of a query, all but the time that finding them took. */
function hitsOf(path: string, query: URLSearchParams, documents: readonly Document[], mapping: Mapping): Row {
  admitParameters(path, query, ['from', 'size', 'sort', 'q', '_source_includes']);
  const from = wholeNumber(query, 'from', 0);
  const size = wholeNumber(query, 'size', usualSize);
  if (from + size > largestWindow) {
    throw illegal(
      `Result window is too large, from + size must be less than or equal to: [${largestWindow}] but was [${from + size}]`,
    );
  }
  const text = query.get('q');
  const tests = text?.split(' AND ').map((part) => testOf(mapping, text, part)) ?? [];
  const orders =
    query
      .get('sort')
      ?.split(',')
      .map((one) => orderOf(mapping, one)) ?? [];
  const found = documents
    .filter(({ source }) => tests.every((test) => test(source)))
    .map((document) => ({ document, sort: orders.map((order) => sortValue(order, document.source)) }));
  found.sort((a, b) => {
    const differences = orders.map((order, index) => compare(order, a.sort[index], b.sort[index]));
    return differences.find((difference) => difference !== 0) ?? 0;
  });
  const score = orders.length > 0 ? null : 1;
  return {
    total: { value: found.length, relation: 'eq' },
    max_score: found.length > 0 && size > 0 ? score : null,
    hits: found.slice(from, from + size).map(({ document: { index, id, version, source }, sort }) => ({
      _index: index,
      _id: id,
      _score: score,
      _version: version,
      _source: sourceOf(query, source),
      ...(orders.length > 0 ? { sort } : {}),
    })),
  };
}

/** The part of a document that a write brings, from a body of `{"doc": {[name]: ...}}`. */
function partOf(request: Asked, name: 'bounds' | 'strategy'): unknown {
  const type = request.headers['content-type'];
  if (request.body === '') throw new Refusal(400, 'parse_exception', 'request body is required');
  if (type === undefined || !/^application\/json\s*(?:;|$)/i.test(type)) {
    const cause = {
      type: 'status_exception',
      reason: `Content-Type header [${type ?? ''}] is not supported`,
    };
    const reason = 'Invalid media-type value on headers [Content-Type]';
    throw new Refusal(406, 'media_type_header_exception', reason, { cause });
  }
  const sent = jsonOf(request);
  if (sent === 'bad') {
    const reason = /^\s*[{[]/.test(request.body)
      ? 'Unexpected end-of-input: expected close marker for Object'
      : "Unrecognized token: was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
    throw new Refusal(400, 'json_parse_exception', `[1:${request.body.length + 1}] ${reason}`);
  }
  const parse = (reason: string): Refusal => new Refusal(400, 'x_content_parse_exception', reason);
  const body = sent.json;
  if (!isObject(body)) throw parse(`[1:1] [UpdateRequest] Expected START_OBJECT but was: ${token(body)}`);
  const unknown = Object.keys(body).find((one) => one !== 'doc' && one !== 'detect_noop');
  if (unknown !== undefined) {
    throw parse(`[1:${request.body.indexOf(`"${unknown}"`) + 1}] [UpdateRequest] unknown field [${unknown}]`);
  }
  if (body.doc === undefined) throw invalid(['doc is missing']);
  if (!isObject(body.doc))
    throw parse(`[UpdateRequest] doc doesn't support values of type: ${token(body.doc)}`);
  strict(body.doc, [name], '_doc');
  if (body.doc[name] === undefined) throw invalid([`[doc.${name}] is missing`]);
  return body.doc[name];
}

function strict(object: Row, known: readonly string[], within: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Refusal(
    400,
    'strict_dynamic_mapping_exception',
    `mapping set to strict, dynamic introduction of [${unknown}] within [${within}] is not allowed`,
  );
}

function unparsed(id: string, field: string, type: string, value: unknown, cause: Row): Refusal {
  const preview = typeof value === 'string' ? value : JSON.stringify(value);
  return new Refusal(
    400,
    'mapper_parsing_exception',
    `failed to parse field [${field}] of type [${type}] in document with id '${id}'. Preview of field's value: '${preview}'`,
    { cause },
  );
}

/** The cents that a bound is set to. */
function centsOf(id: string, field: string, value: unknown): number | null {
  if (value === null) return null;
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw unparsed(id, field, 'scaled_float', value, {
      type: 'input_coercion_exception',
      reason: `Current token (${token(value)}) not numeric, can not use numeric value accessors`,
    });
  }
  if (!/^-?\d+(?:\.\d+)?$/.test(String(value))) {
    const reason = value === '' ? 'empty String' : `For input string: "${value}"`;
    throw unparsed(id, field, 'scaled_float', value, { type: 'number_format_exception', reason });
  }
  return Math.round(Number(value) * 100);
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['Follow lowest', 'Hold margin', 'Buy box chase', 'Clear stock', 'Seasonal lift'].map(
    (name, index) => ({
      id: slug(name),
      name,
      kind: (['competitor', 'margin', 'competitor', 'stock', 'calendar'] as const)[index]!,
      enabled: index !== 4,
      step: 1 + chance(`search step ${name}`, 120),
      created: pastMoment(`search strategy ${name}`),
      version: 1 + chance(`search strategy version ${name}`, 6),
    }),
  );
  const listings = Array.from({ length: 47 }, (_, index): Listing => {
    const name = `search ${index}`;
    const { maker, title, sku, price, stock } = ware(name);
    const created = pastMoment(name);
    const bounded = chance(`${name} bounded`, 5) > 0;
    const steered = bounded && chance(`${name} steered`, 4) > 0;
    return {
      id: scrambled(`${name} id`, 20, `${base62}-_`),
      title,
      sku,
      brand: maker,
      marketplace: oneOf(`${name} marketplace`, ['nordkauf', 'nordkauf', 'velora']),
      status: oneOf(`${name} status`, ['active', 'active', 'active', 'active', 'paused', 'ended']),
      tags: ['bulky', 'clearance', 'gift', 'seasonal'].filter((tag) => chance(`${name} ${tag}`, 4) === 0),
      price,
      stock,
      reserved: chance(`${name} reserved`, 5),
      created,
      minimum: bounded ? Math.round(price * 0.82) : null,
      maximum: bounded && chance(`${name} open`, 6) > 0 ? Math.round(price * 1.25) : null,
      strategy: steered ? oneOf(`${name} strategy`, strategies.slice(0, 4)).id : null,
      assigned: created + chance(`${name} assigned`, 30 * 86_400) * 1_000,
      modified: created + chance(`${name} modified`, 90 * 86_400) * 1_000,
      version: 1 + chance(`${name} version`, 40),
      seqNo: 310 + index * 19 + chance(`${name} seq`, 18),
    };
  });
  let lastSeqNo = 310 + listings.length * 19;
  const reports = Array.from({ length: 12 }, (_, index): ReportRun => {
    const name = `search report ${index}`;
    return {
      id: uuid(name),
      kind: oneOf(`${name} kind`, ['price-changes', 'stock-levels', 'buy-box']),
      trigger: oneOf(`${name} trigger`, ['schedule', 'schedule', 'manual']),
      requested:
        index < 10
          ? Date.UTC(2025, 9, 6, 4) + index * 7 * 86_400_000 + chance(name, 5_000) * 1_000
          : opened - 25_000 + (index - 10) * 21_000,
      seconds: 45 + index * 6,
      rows: 40 + chance(`${name} rows`, 9_000),
      fails: index === 3 || index === 7,
    };
  });
  const fileOf = ({ id }: ReportRun): string => `/v1/_files/report-runs/${id}.csv`;

  const nameOf = (id: string): string => strategies.find((one) => one.id === id)!.name;
  const listingSource = (listing: Listing): Row => ({
    title: listing.title,
    sku: listing.sku,
    brand: listing.brand,
    marketplace: listing.marketplace,
    status: listing.status,
    tags: listing.tags,
    price: euros(listing.price),
    currency: 'EUR',
    bounds:
      listing.minimum === null && listing.maximum === null
        ? null
        : { min: euros(listing.minimum), max: euros(listing.maximum) },
    strategy:
      listing.strategy === null
        ? null
        : { id: listing.strategy, name: nameOf(listing.strategy), assigned_at: iso(listing.assigned) },
    stock: { available: listing.stock, reserved: listing.reserved },
    created_at: iso(listing.created),
    updated_at: iso(listing.modified),
  });
  const reportSource = (report: ReportRun): Row => {
    const elapsed = (run.now() - report.requested) / 1_000;
    const ended = elapsed >= report.seconds;
    const status = elapsed < 12 ? 'queued' : !ended ? 'running' : report.fails ? 'failed' : 'completed';
    const completed = status === 'completed';
    return {
      kind: report.kind,
      trigger: report.trigger,
      status,
      requested_at: iso(report.requested),
      started_at: status === 'queued' ? null : iso(report.requested + 12_000),
      finished_at: ended ? iso(report.requested + report.seconds * 1_000) : null,
      rows: completed ? report.rows : 0,
      ...(completed
        ? {
            download: {
              url: `${run.origin}${fileOf(report)}?token=${scrambled(`search file ${run.run} ${report.id}`, 24, hex)}`,
              size_in_bytes: report.rows * 61,
            },
          }
        : {}),
      ...(status === 'failed'
        ? { failure: { type: 'search_phase_execution_exception', reason: 'all shards failed' } }
        : {}),
    };
  };
  const documents: Readonly<Record<keyof typeof mappings, () => readonly Document[]>> = {
    listings: () =>
      listings.map((listing) => ({
        index: listingsIndex,
        id: listing.id,
        version: listing.version,
        source: listingSource(listing),
      })),
    strategies: () =>
      strategies.map(({ id, name, kind, enabled, step, created, version }) => ({
        index: 'strategies-000001',
        id,
        version,
        source: {
          name,
          kind,
          enabled,
          settings: { step: euros(step), unit: kind === 'margin' ? 'percent' : 'amount' },
          assigned_listings: listings.filter(({ strategy }) => strategy === id).length,
          created_at: iso(created),
        },
      })),
    reports: () =>
      reports.map((report) => ({
        index: `report-runs-${iso(report.requested).slice(0, 7).replace('-', '.')}`,
        id: report.id,
        version: 3,
        source: reportSource(report),
      })),
  };

  let count = 0;
  const answered = (status: number, body: unknown, headers: Headers = []): Answered =>
    json(status, body, headers, 'application/json; charset=UTF-8');

  function searched(path: string, name: keyof typeof mappings, query: URLSearchParams): Answered {
    const hits = hitsOf(path, query, documents[name](), mappings[name]);
    return answered(200, {
      took: 1 + chance(`search took ${run.run} ${count}`, 48),
      timed_out: false,
      _shards: { total: 3, successful: 3, skipped: 0, failed: 0 },
      hits,
    });
  }

  function single(path: string, id: string, query: URLSearchParams): Answered {
    admitParameters(path, query, ['_source_includes']);
    const listing = listings.find((one) => one.id === id);
    if (listing === undefined) return answered(404, { _index: listingsIndex, _id: id, found: false });
    return answered(200, {
      _index: listingsIndex,
      _id: id,
      _version: listing.version,
      _seq_no: listing.seqNo,
      _primary_term: primaryTerm,
      found: true,
      _source: sourceOf(query, listingSource(listing)),
    });
  }

  const shard = { index_uuid: indexUuid, shard: '0', index: listingsIndex };

  function written(request: Asked, path: string, id: string, part: 'price' | 'strategy'): Answered {
    const { query } = targetOf(request);
    admitParameters(path, query, ['refresh', '_source', 'if_seq_no', 'if_primary_term']);
    const [seqNo, term] = [wholeNumber(query, 'if_seq_no', -1), wholeNumber(query, 'if_primary_term', 0)];
    if (seqNo >= 0 && term === 0) throw invalid([`ifSeqNo is set, but primary term is [${term}]`]);
    const sent = partOf(request, part === 'price' ? 'bounds' : 'strategy');
    const listing = listings.find((one) => one.id === id);
    if (listing === undefined) {
      throw new Refusal(404, 'document_missing_exception', `[${id}]: document missing`, { more: shard });
    }
    if (seqNo >= 0 && (seqNo !== listing.seqNo || term !== primaryTerm)) {
      throw new Refusal(
        409,
        'version_conflict_engine_exception',
        `[${id}]: version conflict, required seqNo [${seqNo}], primary term [${term}]. current document has seqNo [${listing.seqNo}] and primary term [${primaryTerm}]`,
        { more: shard },
      );
    }
    const changed = part === 'price' ? priced(listing, sent) : assigned(listing, sent);
    if (changed) {
      listing.version += 1;
      listing.seqNo = lastSeqNo += 1;
      listing.modified = run.now();
    }
    const all = changed ? 2 : 0;
    return answered(200, {
      _index: listingsIndex,
      _id: id,
      _version: listing.version,
      result: changed ? 'updated' : 'noop',
      ...(changed && query.get('refresh') === 'true' ? { forced_refresh: true } : {}),
      _shards: { total: all, successful: all, failed: 0 },
      _seq_no: listing.seqNo,
      _primary_term: primaryTerm,
      ...(query.get('_source') === 'true'
        ? {
            get: {
              _seq_no: listing.seqNo,
              _primary_term: primaryTerm,
              found: true,
              _source: listingSource(listing),
            },
          }
        : {}),
    });
  }

  /** Whether the bounds are others than before. */
  function priced(listing: Listing, sent: unknown): boolean {
    const { minimum, maximum } = listing;
    if (sent !== null && !isObject(sent)) {
      throw unparsed(listing.id, 'bounds', 'object', sent, {
        type: 'illegal_argument_exception',
        reason: `object mapping for [bounds] tried to parse field [bounds] as object, but found a concrete value (${token(sent)})`,
      });
    }
    const bounds = sent ?? { min: null, max: null };
    strict(bounds, ['min', 'max'], 'bounds');
    const min = bounds.min === undefined ? minimum : centsOf(listing.id, 'bounds.min', bounds.min);
    const max = bounds.max === undefined ? maximum : centsOf(listing.id, 'bounds.max', bounds.max);
    const faults = Object.entries({ min, max }).flatMap(([name, cents]) =>
      cents !== null && cents <= 0
        ? [`[bounds.${name}] must be greater than 0 but was [${double(cents / 100)}]`]
        : [],
    );
    if (faults.length > 0) throw invalid(faults);
    if (min !== null && max !== null && min > max) {
      throw invalid([
        `[bounds.min] must be less than or equal to [bounds.max] but was [${double(min / 100)}] > [${double(max / 100)}]`,
      ]);
    }
    Object.assign(listing, { minimum: min, maximum: max });
    return min !== minimum || max !== maximum;
  }

  /** Whether the strategy is another than before. */
  function assigned(listing: Listing, sent: unknown): boolean {
    const before = listing.strategy;
    if (sent !== null && !isObject(sent)) {
      throw unparsed(listing.id, 'strategy', 'object', sent, {
        type: 'illegal_argument_exception',
        reason: `object mapping for [strategy] tried to parse field [strategy] as object, but found a concrete value (${token(sent)})`,
      });
    }
    if (sent === null) {
      listing.strategy = null;
      return before !== null;
    }
    strict(sent, ['id'], 'strategy');
    const { id } = sent;
    if (id === undefined) throw invalid(['[strategy.id] is missing']);
    if (id === null) throw invalid(['[strategy.id] must not be null']);
    if (typeof id === 'object') {
      throw unparsed(listing.id, 'strategy.id', 'keyword', id, {
        type: 'illegal_state_exception',
        reason: `Can't get text on a ${token(id)}`,
      });
    }
    // A keyword takes numbers and booleans as texts.
    const text = typeof id === 'string' ? id : JSON.stringify(id);
    const found = strategies.find((one) => one.id === text);
    if (found === undefined) throw illegal(`strategy with id [${text}] does not exist`);
    if (!found.enabled) throw illegal(`strategy with id [${text}] is disabled`);
    listing.strategy = text;
    if (text === before) return false;
    listing.assigned = run.now();
    return true;
  }

  let asked: number[] = [];
  function admit({ headers, target }: Asked): void {
    const given = headers['x-api-key'];
    if (given !== key) {
      const reason =
        given === undefined
          ? `missing authentication credentials for REST request [${target}]`
          : `unable to authenticate with provided credentials for REST request [${target}]`;
      throw new Refusal(401, 'security_exception', reason, {
        more: { header: { 'WWW-Authenticate': ['ApiKey'] } },
        headers: [['WWW-Authenticate', 'ApiKey']],
      });
    }
    const now = run.now();
    asked = asked.filter((moment) => moment > now - 60_000);
    for (const { name, most, milliseconds } of limits) {
      const recent = asked.filter((moment) => moment > now - milliseconds);
      if (recent.length < most) continue;
      const seconds = Math.ceil((recent[0]! + milliseconds - now) / 1_000);
      const reason = `rejected execution of request: limit [${name}] of [${most}] requests is exceeded, retry after [${seconds}s]`;
      throw new Refusal(429, 'rejected_execution_exception', reason, {
        more: { limit: name },
        headers: [['Retry-After', String(seconds)]],
      });
    }
    asked.push(now);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    const [version, name = '', id, part, ...more] = steps;
    const isIndex = (text: string): text is keyof typeof mappings => text in mappings;
    const known =
      more.length === 0 &&
      (id === undefined || (name === 'listings' && [undefined, 'price', 'strategy'].includes(part)));
    if (version !== 'v1' || !known) {
      return answered(400, { error: `no handler found for uri [${path}] and method [${method}]` });
    }
    if (!isIndex(name)) {
      const target = {
        'resource.type': 'index_or_alias',
        'resource.id': name,
        index_uuid: '_na_',
        index: name,
      };
      throw new Refusal(404, 'index_not_found_exception', `no such index [${name}]`, { more: target });
    }
    const allowed = part === undefined ? 'GET' : 'PATCH';
    if (method !== allowed) {
      const error = `Incorrect HTTP method for uri [${path}] and method [${method}], allowed: [${allowed}]`;
      return answered(405, { error, status: 405 }, [['Allow', allowed]]);
    }
    if (id === undefined) return searched(path, name, query);
    if (part === undefined) return single(path, id, query);
    return written(request, path, id, part === 'price' ? 'price' : 'strategy');
  }

  return (request) => {
    count += 1;
    const file = reports.find((report) => targetOf(request).path === fileOf(report));
    if (file !== undefined) {
      const lines = listings.slice(0, 7).map(({ id, sku, price }) => `${id},${sku},${price / 100}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv; charset=UTF-8']],
        body: `_id,sku,price\n${lines.join('\n')}\n`,
      };
    }
    const common: Headers = [
      ['X-Search-Product', 'Pricedex'],
      ['X-Trace-Id', scrambled(`search trace ${run.run} ${count}`, 32, hex)],
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...common], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, type, message: reason, more, causedBy, headers } = error;
      const root = { type, reason, ...more };
      const body = {
        error: { root_cause: [root], ...root, ...(causedBy === undefined ? {} : { caused_by: causedBy }) },
        status,
      };
      return answered(status, body, [...headers, ...common]);
    }
  };
}

/** Asks on from where the last hits ended, until there are as many as there are in all. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask(
      'GET',
      rows.length === 0 ? target : `${target}${joint}from=${rows.length}`,
    );
    const hits = rowsAt(received, 'hits', 'hits');
    rows.push(...hits);
    const total = at(received, 'hits', 'total', 'value');
    if (hits.length === 0 || typeof total !== 'number' || rows.length >= total) return rows;
  }
}

const idsIn = (rows: readonly Row[]): readonly string[] => rows.map(({ _id: id }) => String(id));

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const update = (api: Api, id: unknown, part: string, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body });
const price = (api: Api, id: unknown, bounds?: unknown, query = ''): Promise<Received> =>
  update(api, id, `price${query}`, { doc: { bounds } });
const assign = (api: Api, id: unknown, strategy?: unknown, query = ''): Promise<Received> =>
  update(api, id, `strategy${query}`, { doc: { strategy } });

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = idsIn(all);
  const rules = idsIn(await walk(api, '/v1/strategies'));
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?size=20');
  await walk(api, '/v1/reports?size=5');
  await api.ask('GET', '/v1/listings?size=0');
  await api.ask('GET', '/v1/listings?from=60');
  await api.ask('GET', '/v1/listings?q=status:paused');
  await walk(api, '/v1/listings?q=marketplace:nordkauf&size=15');
  await api.ask('GET', '/v1/listings?q=brand:Halvik');
  await api.ask('GET', '/v1/listings?q=status:active%20AND%20marketplace:velora&size=4');
  await api.ask('GET', '/v1/listings?q=title:kettle&size=5');
  await api.ask('GET', `/v1/listings?q=sku:${textAt(all, 8, '_source', 'sku')}`);
  await api.ask('GET', `/v1/listings?q=strategy.id:${rules[1]}&size=3`);
  await api.ask('GET', '/v1/listings?q=price:%3E=150&size=6');
  await api.ask('GET', '/v1/listings?q=colour:red');
  await api.ask('GET', '/v1/listings?sort=price:asc&size=5');
  await api.ask('GET', '/v1/listings?sort=price:desc&size=5&from=5');
  await api.ask('GET', '/v1/listings?sort=updated_at:desc&size=4');
  await api.ask('GET', '/v1/listings?sort=title.keyword:asc&size=6');
  await api.ask('GET', '/v1/listings?q=status:active&sort=price:asc&size=4');
  await api.ask('GET', '/v1/listings?_source_includes=sku,price,bounds&size=4');
  await api.ask('GET', '/v1/reports?sort=requested_at:desc&size=3');
  await api.ask('GET', '/v1/reports?q=status:failed');
  for (const index of [0, 5, 13, 22, 38]) await read(api, ids[index]);
  await read(api, `${ids[7]}?_source_includes=title,bounds`);

  await price(api, ids[0], { min: 12.5, max: 49.9 });
  await read(api, ids[0]);
  await price(api, ids[0], { min: 12.5, max: 49.9 });
  await price(api, ids[5], { min: 20, max: 310 });
  await read(api, ids[5]);
  await price(api, ids[13], { max: 420.1 });
  await read(api, ids[13]);
  await price(api, ids[22], { min: '7.25', max: '250' });
  await read(api, ids[22]);
  await price(api, ids[38], null);
  await read(api, ids[38]);
  await price(api, ids[30], { min: 3.75, max: 305 }, '?_source=true');
  await assign(api, ids[0], { id: rules[1] });
  await read(api, ids[0]);
  await assign(api, ids[0], { id: rules[1] });
  await assign(api, ids[5], { id: rules[3] }, '?_source=true');
  await assign(api, ids[22], null);
  await read(api, ids[22]);
  await api.ask('GET', '/v1/listings?size=30');
  await api.ask('GET', '/v1/strategies?size=4');
  api.wait(15_000);
  await api.ask('GET', '/v1/reports?sort=requested_at:desc&size=2');

  await read(api, 'AXq0000000000000lamp');
  await price(api, 'AXq000000000000kettle', { min: 1, max: 2 });
  await price(api, ids[6], { min: 30, max: 20 });
  await price(api, ids[9], { min: 99.99, max: 99.98 });
  await price(api, ids[6], { min: 'cheap', max: 20 });
  await price(api, ids[6], { min: true, max: 20 });
  await price(api, ids[6], { min: 5, max: [20] });
  await price(api, ids[6], { min: -4, max: 20 });
  await price(api, ids[6], { min: 0, max: -1.5 });
  await price(api, ids[6], { floor: 5 });
  await price(api, ids[6], 12);
  await price(api, ids[6]);
  await update(api, ids[6], 'price', { bounds: { min: 5, max: 9 } });
  await update(api, ids[6], 'price', {});
  await price(api, ids[6], { min: 5, max: 9 }, '?if_seq_no=12&if_primary_term=2');
  await api.ask('PATCH', `/v1/listings/${ids[6]}/price`, { text: '{"doc": {"bounds": ' });
  await api.ask('PATCH', `/v1/listings/${ids[6]}/price`, {
    text: 'min=5&max=9',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  await assign(api, ids[6], { id: 'bold' });
  await assign(api, ids[6], { id: 17 });
  await assign(api, ids[6], { id: rules[4] });
  await assign(api, ids[6], { id: null });
  await assign(api, ids[6], {});
  await assign(api, 'AXq0000000000000drill', { id: rules[0] });
  await api.ask('GET', '/v1/listings?size=500');
  await api.ask('GET', '/v1/listings?from=195&size=20');
  await api.ask('GET', '/v1/listings?size=-1');
  await api.ask('GET', '/v1/listings?size=lots');
  await api.ask('GET', '/v1/reports?from=two');
  await api.ask('GET', '/v1/listings?sort=colour:asc');
  await api.ask('GET', '/v1/listings?sort=price:up');
  await api.ask('GET', '/v1/listings?sort=title:asc');
  await api.ask('GET', '/v1/listings?q=price:cheap');
  await api.ask('GET', '/v1/listings?colour=red&size=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${ids[6]}`);
  await api.ask('GET', '/v1/listings?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?size=3', { headers: { 'X-API-KEY': 'bGlzdGluZ3M6bm9uZQ' } });
  await api.ask('PATCH', `/v1/listings/${ids[6]}/price`, {
    json: { doc: { bounds: { min: 1 } } },
    headers: { 'X-API-KEY': null },
  });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?size=1', 10);
  api.wait(1_500_000);
  const last = await api.ask('GET', '/v1/reports?sort=requested_at:desc&size=4');
  const url = at(last, 'hits', 'hits', 0, '_source', 'download', 'url');
  if (typeof url === 'string') await api.ask('GET', url);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?size=18');
  const ids = idsIn(all);
  const rules = idsIn(await walk(api, '/v1/strategies?size=3'));
  await walk(api, '/v1/reports?size=7');
  await api.ask('GET', '/v1/listings?from=90&size=15');
  await api.ask('GET', '/v1/listings?q=status:ended');
  await api.ask('GET', '/v1/listings?q=marketplace:velora&size=6');
  await api.ask('GET', '/v1/listings?q=brand:Zembro');
  await api.ask('GET', '/v1/listings?q=title:rucksack&size=3');
  await api.ask('GET', `/v1/listings?q=sku:${textAt(all, 19, '_source', 'sku')}`);
  await api.ask('GET', '/v1/listings?q=price:%3E=90&size=9');
  await api.ask('GET', '/v1/listings?q=size:large');
  await api.ask('GET', '/v1/listings?sort=price:asc&size=8&from=8');
  await api.ask('GET', '/v1/listings?sort=updated_at:desc&size=6');
  await api.ask('GET', '/v1/listings?_source_includes=title,strategy&size=3');
  await api.ask('GET', '/v1/reports?q=status:completed&size=4');
  for (const index of [2, 11, 17, 41]) await read(api, ids[index]);
  await price(api, ids[2], { min: 33.3, max: 205 });
  await read(api, ids[2]);
  await price(api, ids[2], { min: 33.3, max: 205 });
  await price(api, ids[11], { max: 501.75 });
  await read(api, ids[11]);
  await price(api, ids[17], { min: '4.5', max: '199.99' });
  await read(api, ids[17]);
  await price(api, ids[41], null);
  await assign(api, ids[2], { id: rules[0] });
  await read(api, ids[2]);
  await assign(api, ids[11], null);
  await api.ask('GET', '/v1/listings?size=32');
  api.wait(90_000);
  await api.ask('GET', '/v1/reports?sort=requested_at:desc&size=5');

  await read(api, 'AXq00000000000000tin');
  await price(api, 'AXq0000000000000lid', { min: 3, max: 4 });
  await price(api, ids[14], { min: 71.2, max: 70 });
  await price(api, ids[14], { min: 5, max: 'dear' });
  await price(api, ids[14], { min: false, max: 9 });
  await price(api, ids[14], { min: -0.5, max: 15 });
  await price(api, ids[14], { lowest: 3 });
  await price(api, ids[14]);
  await price(api, ids[14], { min: null, max: 640 });
  await api.ask('PATCH', `/v1/listings/${ids[14]}/strategy`, { text: '{"doc": {"strategy"' });
  await api.ask('PATCH', `/v1/listings/${ids[14]}/price`, {
    text: '<min>5</min>',
    headers: { 'Content-Type': 'text/xml' },
  });
  await assign(api, ids[15], { id: 'calm' });
  await assign(api, ids[15], { id: 44 });
  await assign(api, ids[15], { id: rules[4] });
  await assign(api, ids[15], { id: null });
  await assign(api, ids[15], {});
  await api.ask('GET', '/v1/listings?size=1000');
  await api.ask('GET', '/v1/reports?from=190&size=30');
  await api.ask('GET', '/v1/listings?size=-3');
  await api.ask('GET', '/v1/strategies?size=all');
  await api.ask('GET', '/v1/listings?sort=size:asc');
  await api.ask('GET', '/v1/listings?sort=price:down');
  await api.ask('GET', '/v1/listings?size=3&weight=heavy');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?size=4', { headers: { 'X-API-KEY': 'bGlzdGluZ3M6YW5kZXJl' } });
  // Of a kind that was not recorded.
  await price(api, ids[20], { min: { amount: 5 } });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?size=6&sort=requested_at:desc');
}

export const searchHits: WalkedService = {
  name: 'search-hits',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['size=3', 'size=7', 'size=100'],
  walk,
};
