// The admin interface of a hosted shop: a record or a list stands under its name, also in what is sent; numeric ids beside
// global ones, amounts as texts, moments in the shop's own time zone. Pages go on by an opaque `page_info` in the header Link,
// which holds the filters and suffers none beside it; `/count` tells how many there are. What is wrong stands under `errors`:
// a text, a text by parameter where a request cannot be read, and lists of a validating model's words by member where a record
// would be invalid. A bucket of forty calls leaks two of them a second.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { header, json, jsonOf, scrambled, targetOf, uuid, hex } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'shpka_5c1d9e07b3f84a26';
const bucket = 40;
const leakPerSecond = 2;
const usualLimit = 50;
const largestLimit = 250;
const largestPrice = 999_999.99;
const hour = 3_600_000;
const guide = 'https://help.shop.example/api/usage/pagination-rest';

/** When the clocks of the shop change: on a Sunday of a month, at an hour of UTC. */
function changeOfClocks(year: number, month: number, sunday: number, at: number): number {
  const weekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - weekday) % 7) + 7 * (sunday - 1), at);
}

/** How many hours the shop is behind UTC. */
function hoursBehind(milliseconds: number): number {
  const year = new Date(milliseconds).getUTCFullYear();
  const isSummer =
    milliseconds >= changeOfClocks(year, 2, 2, 7) && milliseconds < changeOfClocks(year, 10, 1, 6);
  return isSummer ? 4 : 5;
}

function moment(milliseconds: number): string {
  const behind = hoursBehind(milliseconds);
  return `${new Date(milliseconds - behind * hour).toISOString().slice(0, 19)}-0${behind}:00`;
}

const amount = (value: number | null): string | null => (value === null ? null : value.toFixed(2));

const globalId = (type: string, id: number): string => `gid://shop/${type}/${id}`;

type Status = 'active' | 'draft' | 'archived';
const statuses: readonly string[] = ['active', 'archived', 'draft', 'any'];

interface Listing {
  readonly id: number;
  readonly title: string;
  readonly vendor: string;
  readonly type: string;
  readonly sku: string;
  readonly barcode: string | null;
  readonly status: Status;
  readonly price: number;
  readonly before: number | null;
  readonly stock: number;
  readonly tags: readonly string[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

interface Strategy {
  readonly id: number;
  readonly title: string;
  readonly rule: string;
  readonly valueType: 'fixed_amount' | 'percentage';
  readonly value: number;
  readonly isEnabled: boolean;
  readonly created: number;
}

const strategies: readonly Strategy[] = [
  { title: 'Match the lowest', rule: 'match_lowest', valueType: 'fixed_amount', value: 0, isEnabled: true },
  { title: 'Ten cents below', rule: 'undercut', valueType: 'fixed_amount', value: -0.1, isEnabled: true },
  { title: 'Two percent below', rule: 'undercut', valueType: 'percentage', value: -2, isEnabled: true },
  { title: 'Boxing week', rule: 'markdown', valueType: 'percentage', value: -15, isEnabled: false },
  { title: 'Slow movers', rule: 'markdown', valueType: 'percentage', value: -5, isEnabled: true },
  { title: 'Premium shelf', rule: 'premium', valueType: 'fixed_amount', value: 4.5, isEnabled: true },
].map((one, index): Strategy => {
  const id = 1_204_417_331_311 + 32_768 * (37 * index + chance(`infos strategy ${index}`, 37));
  const created = Date.UTC(2024, 1 + 2 * index, 3 + index, 15, 20 + index, 7 * index);
  return { ...(one as Omit<Strategy, 'id' | 'created'>), id, created };
});

function listings(): Listing[] {
  const moments = Array.from({ length: 28 }, (_, index) => pastMoment(`infos ${index}`));
  moments.sort((one, other) => one - other);
  return moments.map((created, index): Listing => {
    const seed = `infos listing ${index}`;
    const { maker, title, sku, price: cents, stock } = ware(seed);
    const price = cents / 100;
    const status = oneOf<Status>(`${seed} status`, [
      'active',
      'active',
      'active',
      'active',
      'draft',
      'archived',
    ]);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 80) / 100;
    const assignable = strategies.filter(({ isEnabled }) => isEnabled);
    return {
      id: 8_134_420_955_312 + 32_768 * (29 * index + chance(`${seed} id`, 29)),
      title,
      vendor: maker,
      type: oneOf(`${seed} type`, ['Kitchen', 'Outdoor', 'Living']),
      sku,
      barcode:
        chance(`${seed} coded`, 3) === 0
          ? null
          : `06${String(chance(`${seed} barcode`, 1e10)).padStart(10, '0')}`,
      status,
      price,
      before: chance(`${seed} before`, 4) === 0 ? Math.round(price * 120) / 100 : null,
      stock,
      tags: ['bestseller', 'clearance', 'gift', 'new'].filter((tag) => chance(seed + tag, 3) === 0),
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 140) / 100,
      strategy: min !== null && chance(`${seed} has`, 2) === 0 ? oneOf(seed, assignable).id : null,
      updated: created + chance(`${seed} updated`, 120 * 86_400) * 1_000,
    };
  });
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  admin_graphql_api_id: globalId('Listing', one.id),
  title: one.title,
  handle: `${one.title.toLowerCase().replaceAll(' ', '-')}-${one.sku.slice(4).toLowerCase()}`,
  vendor: one.vendor,
  product_type: one.type,
  sku: one.sku,
  barcode: one.barcode,
  status: one.status,
  price: amount(one.price),
  compare_at_price: amount(one.before),
  min_price: amount(one.min),
  max_price: amount(one.max),
  currency: 'CAD',
  strategy_id: one.strategy,
  inventory_quantity: one.stock,
  tags: one.tags.join(', '),
  created_at: moment(one.created),
  updated_at: moment(one.updated),
  published_at: one.status === 'draft' ? null : moment(one.created + 95_000),
});

const strategyShown = (one: Strategy): Row => ({
  id: one.id,
  admin_graphql_api_id: globalId('Strategy', one.id),
  title: one.title,
  rule: one.rule,
  value_type: one.valueType,
  value: one.value.toFixed(one.valueType === 'percentage' ? 1 : 2),
  enabled: one.isEnabled,
  created_at: moment(one.created),
  updated_at: moment(one.created),
});

type Errors = string | Readonly<Record<string, string | readonly string[]>>;

class Refusal extends Error {
  readonly status: number;
  readonly errors: Errors;
  readonly headers: Headers;

  constructor(status: number, errors: Errors, headers: Headers = []) {
    super(JSON.stringify(errors));
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

const notFound = () => new Refusal(404, 'Not Found');
const required = (name: string) => new Refusal(400, { [name]: 'Required parameter missing or invalid' });
const mistyped = (name: string, value: unknown, type: string) =>
  new Refusal(400, { [name]: `expected ${classOf(value)} to be a ${type}` });

/** What the language of the shop calls a value. */
function classOf(value: unknown): string {
  if (Array.isArray(value)) return 'Array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'Float';
  if (typeof value === 'boolean') return value ? 'TrueClass' : 'FalseClass';
  return typeof value === 'string' ? 'String' : 'Hash';
}

function idOf(value: unknown, name = 'id'): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw mistyped(name, value, 'id');
}

/** A moment that was asked for; without a zone it is the shop's. */
function timeOf(text: string, name: string): number {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
  const time = /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(hasZone || text.length === 10 ? text : `${text}Z`)
    : NaN;
  if (Number.isNaN(time)) throw mistyped(name, text, 'DateTime');
  return hasZone ? time : time + hoursBehind(time) * hour;
}

type Holds = (row: Row) => boolean;
type Filter = (text: string, name: string) => Holds;

const equal =
  (member: string): Filter =>
  (text) =>
  (row) =>
    row[member] === text;

const from =
  (member: string): Filter =>
  (text, name) => {
    const time = timeOf(text, name);
    return (row) => Date.parse(String(row[member])) >= time;
  };

const until =
  (member: string): Filter =>
  (text, name) => {
    const time = timeOf(text, name);
    return (row) => Date.parse(String(row[member])) <= time;
  };

/** The filters that every list has. */
const usualFilters: Readonly<Record<string, Filter>> = {
  ids: (text, name) => {
    const ids = text.split(',').map((id) => idOf(id.trim(), name));
    return ({ id }) => ids.includes(id as number);
  },
  since_id: (text, name) => {
    const since = idOf(text, name);
    return ({ id }) => (id as number) > since;
  },
  created_at_min: from('created_at'),
  created_at_max: until('created_at'),
};

const listingFilters: Readonly<Record<string, Filter>> = {
  ...usualFilters,
  updated_at_min: from('updated_at'),
  updated_at_max: until('updated_at'),
  status: (text, name) => {
    const wanted = text.split(',');
    if (!wanted.every((status) => statuses.includes(status))) {
      throw new Refusal(400, { [name]: `must be one of: ${statuses.join(', ')}` });
    }
    return ({ status }) => wanted.includes('any') || wanted.includes(String(status));
  },
  title: equal('title'),
  handle: equal('handle'),
  vendor: equal('vendor'),
  product_type: equal('product_type'),
  strategy_id: (text, name) => {
    const id = idOf(text, name);
    return (row) => row.strategy_id === id;
  },
};

interface Collection {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: readonly string[];
  readonly order: string;
}

/** Where a page begins or ends, and the filters of the whole list. */
interface Place {
  readonly asked: Readonly<Record<string, string>>;
  readonly id: number;
  readonly value: string;
  readonly direction: 'next' | 'prev';
}

const tokenOf = ({ asked, id, value, direction }: Place): string =>
  Buffer.from(JSON.stringify({ ...asked, last_id: id, last_value: value, direction })).toString('base64url');

function placeOf(token: string): Place {
  const read = parsed(Buffer.from(token, 'base64url').toString());
  if (!isObject(read)) throw new Refusal(400, { page_info: 'Invalid value.' });
  const { last_id: id, last_value: value, direction, ...asked } = read;
  const isPlace =
    typeof id === 'number' && typeof value === 'string' && (direction === 'next' || direction === 'prev');
  if (!isPlace || !Object.values(asked).every((text) => typeof text === 'string'))
    throw new Refusal(400, { page_info: 'Invalid value.' });
  return { asked: asked as Place['asked'], id, value, direction };
}

const sortKey = (member: string, value: unknown): number | string => {
  const text = String(value);
  if (member.endsWith('_at')) return Date.parse(text);
  return member === 'title' || member === 'vendor' ? text : Number(text);
};

/** The rows that are asked for, in order, and what tells the order of two of them. */
function found({ rows, filters, sorts, order }: Collection, asked: Place['asked']) {
  const tests = Object.entries(asked)
    .filter(([name]) => Object.hasOwn(filters, name))
    .map(([name, text]) => filters[name]!(text, name));
  const [member = '', direction = 'asc', ...more] = (
    asked.order ?? (asked.since_id === undefined ? order : 'id asc')
  )
    .trim()
    .toLowerCase()
    .split(/\s+/);
  if (!sorts.includes(member) || !['asc', 'desc'].includes(direction) || more.length > 0) {
    throw new Refusal(400, { order: 'Invalid order field' });
  }
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (one: Row, other: Row): number => {
    const [first, second] = [sortKey(member, one[member]), sortKey(member, other[member])];
    if (first !== second) return first < second ? -sign : sign;
    return sign * ((one.id as number) - (other.id as number));
  };
  return {
    member,
    compare,
    rows: rows.filter((row) => tests.every((holds) => holds(row))).sort(compare),
  };
}

/** Only the members that are named. */
function selected(row: Row, fields: string | null): Row {
  if (fields === null || fields === '') return row;
  const names = fields.split(',').map((name) => name.trim());
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

function limitOf(text: string | null): number {
  if (text === null || text === '') return usualLimit;
  if (!/^-?\d+$/.test(text)) throw mistyped('limit', text, 'Integer');
  if (Number(text) < 1) throw new Refusal(400, { limit: 'must be greater than 0' });
  return Math.min(Number(text), largestLimit);
}

function askedOf(collection: Collection, query: URLSearchParams): Place['asked'] {
  const names = [...Object.keys(collection.filters), 'order'];
  return Object.fromEntries([...query].filter(([name, text]) => names.includes(name) && text !== ''));
}

function listed(collection: Collection, query: URLSearchParams, url: string): Answered {
  const limit = limitOf(query.get('limit'));
  const fields = query.get('fields');
  const token = query.get('page_info');
  const beside = askedOf(collection, query);
  if (token !== null && Object.keys(beside).length > 0) {
    const told = Object.keys(beside).map((name) => {
      const message = `${name} cannot be passed when page_info is present. See ${guide} for more information.`;
      return [name, message];
    });
    throw new Refusal(400, Object.fromEntries(told) as Readonly<Record<string, string>>);
  }
  const place = token === null ? undefined : placeOf(token);
  const asked = place?.asked ?? beside;
  const { rows, member, compare } = found(collection, asked);
  let page = rows.slice(0, limit);
  if (place !== undefined) {
    const mark: Row = { id: place.id, [member]: place.value };
    page =
      place.direction === 'next'
        ? rows.filter((row) => compare(row, mark) > 0).slice(0, limit)
        : rows.filter((row) => compare(row, mark) < 0).slice(-limit);
  }
  const link = (row: Row, direction: Place['direction']): string => {
    const parameters = new URLSearchParams({
      limit: String(limit),
      ...(fields !== null && { fields }),
      page_info: tokenOf({ asked, id: row.id as number, value: String(row[member]), direction }),
    });
    return `<${url}?${parameters.toString()}>; rel="${direction === 'prev' ? 'previous' : 'next'}"`;
  };
  const [first, last] = [page[0], page.at(-1)];
  const links = [
    ...(first !== undefined && first !== rows[0] ? [link(first, 'prev')] : []),
    ...(last !== undefined && last !== rows.at(-1) ? [link(last, 'next')] : []),
  ];
  return json(
    200,
    { [collection.name]: page.map((row) => selected(row, fields)) },
    links.length === 0 ? [] : [['Link', links.join(', ')]],
  );
}

interface Report {
  readonly id: number;
  readonly kind: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

const reportKinds = ['price_changes', 'inventory', 'margins'];

function pastReports(): Report[] {
  return Array.from({ length: 9 }, (_, index): Report => {
    const seed = `infos report ${index}`;
    return {
      id: 5_530_174_062_192 + 32_768 * (41 * index + chance(seed, 41)),
      kind: reportKinds[index % 3]!,
      created: Date.UTC(2026, 3, 20 + 2 * index, 11, chance(`${seed} minute`, 60), chance(`${seed} s`, 60)),
      seconds: 40 + chance(`${seed} takes`, 90),
      fails: index === 3,
    };
  });
}

function start(run: Run): (request: Asked) => Answered {
  const all = listings();
  const reports = pastReports();
  let level = 0;
  let leaked = run.now();
  let count = 0;

  function reportShown({ id, kind, created, seconds, fails }: Report): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 10 ? 'pending' : !isOver ? 'running' : fails ? 'failed' : 'completed';
    const isDone = status === 'completed';
    const signature = scrambled(`infos ${run.run} ${id}`, 40, hex);
    return {
      id,
      admin_graphql_api_id: globalId('ReportRun', id),
      kind,
      status,
      error_code: status === 'failed' ? 'TIMEOUT' : null,
      row_count: isDone ? 20 + chance(`infos rows ${kind} ${seconds}`, 900) : null,
      url: isDone ? `https://files.shop.example/reports/${id}.csv?signature=${signature}` : null,
      created_at: moment(created),
      completed_at: isOver ? moment(created + seconds * 1_000) : null,
    };
  }

  function collectionOf(kind: string | undefined): Collection {
    if (kind === 'listings') {
      const sorts = ['id', 'title', 'vendor', 'price', 'inventory_quantity', 'created_at', 'updated_at'];
      return { name: kind, rows: all.map(listingShown), filters: listingFilters, sorts, order: 'id asc' };
    }
    if (kind === 'strategies') {
      const enabled: Filter = (text) => (row) => row.enabled === (text === 'true');
      const filters = { ...usualFilters, rule: equal('rule'), enabled };
      const sorts = ['id', 'title', 'created_at'];
      return { name: kind, rows: strategies.map(strategyShown), filters, sorts, order: 'id asc' };
    }
    if (kind !== 'reports') throw notFound();
    const filters = { ...usualFilters, kind: equal('kind'), status: equal('status') };
    const sorts = ['id', 'created_at'];
    return { name: kind, rows: reports.map(reportShown), filters, sorts, order: 'created_at desc' };
  }

  /** The body of a request; nothing of one that is not sent as JSON. */
  function bodyOf(request: Asked): unknown {
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    if (request.body === '' || !isJson) return {};
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'Bad Request');
    return sent.json;
  }

  /** What a body holds under a name. */
  function wrapped(body: unknown, name: string): Row {
    const inner = isObject(body) ? body[name] : undefined;
    if (inner === undefined || inner === null || inner === '') throw required(name);
    if (!isObject(inner)) throw mistyped(name, inner, 'Hash');
    if (Object.keys(inner).length === 0) throw required(name);
    return inner;
  }

  function listingAt(id: string): Listing {
    const number = idOf(id);
    const one = all.find((listing) => listing.id === number);
    if (one === undefined) throw notFound();
    return one;
  }

  /** Takes a change over where the record is valid with it. */
  function save(
    one: Listing,
    change: Pick<Listing, 'min' | 'max' | 'strategy'>,
    faults: Record<string, string[]>,
  ): Answered {
    const { min, max, strategy } = change;
    const fault = (name: string, message: string) => {
      faults[name] = [...(faults[name] ?? []), message];
    };
    const isChanged = one.min !== min || one.max !== max || one.strategy !== strategy;
    if (one.status === 'archived') fault('base', "Archived listings can't be changed");
    for (const [name, value] of [
      ['min_price', min],
      ['max_price', max],
    ] as const) {
      if (value !== null && value <= 0) fault(name, 'must be greater than 0');
      if (value !== null && value > largestPrice)
        fault(name, `must be less than or equal to ${largestPrice}`);
    }
    const areNumbers = faults.min_price === undefined && faults.max_price === undefined;
    if (areNumbers && min !== null && max !== null && min > max) {
      const most = Number.isInteger(max) ? max.toFixed(1) : String(max);
      fault('min_price', `must be less than or equal to ${most}`);
    }
    if (strategy !== null) {
      const assigned = strategies.find(({ id }) => id === strategy);
      if (assigned === undefined) fault('strategy', 'must exist');
      if (assigned?.isEnabled === false) fault('strategy', 'is disabled');
      if (min === null && faults.min_price === undefined) fault('min_price', "can't be blank");
    }
    if (Object.keys(faults).length > 0) throw new Refusal(422, faults);
    if (isChanged) Object.assign(one, change, { updated: run.now() });
    return json(200, { listing: listingShown(one) });
  }

  function priced(one: Listing, sent: Row): Answered {
    const faults: Record<string, string[]> = {};
    const read = (name: string, before: number | null): number | null => {
      const value = sent[name];
      if (value === undefined) return before;
      if (value === null || value === '') return null;
      const isNumber =
        typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value));
      if (isNumber) return Math.round(Number(value) * 100) / 100;
      faults[name] = ['is not a number'];
      return before;
    };
    const change = {
      min: read('min_price', one.min),
      max: read('max_price', one.max),
      strategy: one.strategy,
    };
    return save(one, change, faults);
  }

  function assigned(one: Listing, { strategy_id: id }: Row): Answered {
    if (id === undefined) throw required('strategy_id');
    const strategy = id === null || id === '' ? null : idOf(id, 'strategy_id');
    return save(one, { min: one.min, max: one.max, strategy }, {});
  }

  function ordered({ kind }: Row): Answered {
    if (kind === undefined || kind === null || kind === '') {
      throw new Refusal(422, { kind: ["can't be blank", 'is not included in the list'] });
    }
    if (!reportKinds.includes(kind as string)) {
      throw new Refusal(422, { kind: ['is not included in the list'] });
    }
    const later = 1 + chance(`infos new ${run.run} ${reports.length}`, 41);
    const id = Math.max(...reports.map((one) => one.id)) + 32_768 * later;
    const report = { id, kind: kind as string, created: run.now(), seconds: 45, fails: false };
    reports.push(report);
    return json(201, { report: reportShown(report) }, [['Location', `${run.origin}/v1/reports/${id}`]]);
  }

  function answer(request: Asked): Answered {
    const { method } = request;
    const { path, steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw notFound();
    if (method === 'PATCH' && kind === 'listings' && id !== undefined) {
      if (part !== 'price' && part !== 'strategy') throw notFound();
      const body = bodyOf(request);
      const one = listingAt(id);
      const sent = wrapped(body, 'listing');
      return part === 'price' ? priced(one, sent) : assigned(one, sent);
    }
    if (method === 'POST' && kind === 'reports' && id === undefined) {
      return ordered(wrapped(bodyOf(request), 'report'));
    }
    if (method !== 'GET' || part !== undefined) throw notFound();
    const collection = collectionOf(kind);
    if (id === undefined) return listed(collection, query, run.origin + path);
    if (id === 'count') {
      return json(200, { count: found(collection, askedOf(collection, query)).rows.length });
    }
    const number = idOf(id);
    const row = collection.rows.find((each) => each.id === number);
    if (row === undefined) throw notFound();
    const name = { listings: 'listing', strategies: 'strategy', reports: 'report' }[collection.name]!;
    return json(200, { [name]: selected(row, query.get('fields')) });
  }

  /** Lets the bucket leak and takes the call into it; says how full it is. */
  function admit({ headers }: Asked): Headers {
    if (headers['x-api-key'] !== key) {
      throw new Refusal(401, '[API] Invalid API key or access token (unrecognized login or wrong password)');
    }
    const now = run.now();
    level = Math.max(0, level - ((now - leaked) / 1_000) * leakPerSecond);
    leaked = now;
    if (level + 1 > bucket) {
      throw new Refusal(
        429,
        `Exceeded ${leakPerSecond} calls per second for api client. Reduce request rates to resume uninterrupted service.`,
        [
          ['X-Shop-Api-Call-Limit', `${bucket}/${bucket}`],
          ['Retry-After', '2.0'],
        ],
      );
    }
    level += 1;
    return [['X-Shop-Api-Call-Limit', `${Math.ceil(level)}/${bucket}`]];
  }

  return (request) => {
    count += 1;
    const always: Headers = [['X-Request-Id', uuid(`infos ${run.run} request ${count}`)]];
    const type = 'application/json; charset=utf-8';
    let told: Headers = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      const own = headers.filter(([name]) => name !== 'Content-Type');
      return { status, headers: [['Content-Type', type], ...own, ...told, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { errors: error.errors }, [...error.headers, ...told, ...always], type);
    }
  };
}

/** Without a pause, as a script asks. */
const quickly: Sending = { atOnce: true };

/** The page after or before an answer. */
const linked = (received: Received, rel: 'next' | 'previous'): string | undefined =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(header(received, 'Link') ?? '')?.[1];

/** Follows the links to the end; tells the last answer as well. */
async function walkOn(api: Api, target: string): Promise<{ rows: readonly Row[]; last: Received }> {
  const rows: Row[] = [];
  for (let next = target; ;) {
    const last = await api.ask('GET', next, quickly);
    for (const name of ['listings', 'strategies', 'reports']) rows.push(...rowsAt(last, name));
    const link = linked(last, 'next');
    if (link === undefined) return { rows, last };
    next = link;
  }
}

const walk = async (api: Api, target: string): Promise<readonly Row[]> => (await walkOn(api, target)).rows;

const read = (api: Api, kind: string, id: unknown, sending: Sending = {}): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, sending);
const price = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { listing } });
const assign = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { listing } });
const order = (api: Api, report: unknown): Promise<Received> =>
  api.ask('POST', '/v1/reports', { json: { report } });

interface Ids {
  /** Listings that can be changed: with a lower bound and no strategy, with both, without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ status }) => status !== 'archived');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(on.filter((row) => row.min_price !== null && row.strategy_id === null)),
    bound: ids(on.filter((row) => row.strategy_id !== null)),
    open: ids(on.filter((row) => row.min_price === null)),
    archived: ids(rows.filter(({ status }) => status === 'archived')),
  };
}

const idsWhere = (rows: readonly Row[], isEnabled: boolean): readonly unknown[] =>
  rows.filter(({ enabled }) => enabled === isEnabled).map(({ id }) => id);

async function recorded(api: Api): Promise<void> {
  const { rows, last } = await walkOn(api, '/v1/listings?limit=8');
  const { free, bound, open, archived } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await api.ask('GET', '/v1/reports/count');
  const back = linked(last, 'previous');
  if (back !== undefined) await api.ask('GET', back, quickly);
  const plans = await walk(api, '/v1/strategies');
  const [enabled, disabled] = [idsWhere(plans, true), idsWhere(plans, false)];
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const some = await get('status=active&limit=5');
  const next = linked(some, 'next');
  if (next !== undefined) await api.ask('GET', next);
  await get('status=archived');
  await get(`vendor=${encodeURIComponent(String(rows[0]?.vendor))}`);
  await get('order=price+desc&limit=6');
  await get('order=updated_at+desc&limit=4');
  await get(`since_id=${String(rows[14]?.id)}&limit=4`);
  await get(`ids=${[2, 9].map((index) => String(rows[index]?.id)).join(',')}`);
  await get('fields=id,title,price&limit=3');
  await get('created_at_min=2025-01-01T00:00:00-05:00&limit=5');
  await api.ask('GET', '/v1/reports/count?status=completed');
  await api.ask('GET', '/v1/reports?status=completed&limit=2');
  for (const id of [free[0], bound[0], open[0], archived[0]]) await read(api, 'listings', id, quickly);
  await read(api, 'strategies', enabled[1], quickly);
  await read(api, 'reports', runs[1], quickly);

  await price(api, free[0], { min_price: '18.50', max_price: '249.00' });
  await read(api, 'listings', free[0]);
  await price(api, bound[1], { max_price: 310.5 });
  await read(api, 'listings', bound[1]);
  await price(api, bound[2], { max_price: null });
  await assign(api, free[0], { strategy_id: enabled[0] });
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], { strategy_id: null });
  await get('order=updated_at+desc&limit=5');
  const begun = await order(api, { kind: 'inventory' });
  const report = textIfAny(begun, 'report', 'id');
  await read(api, 'reports', report);

  await read(api, 'listings', 8134420950001);
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 1204417330001);
  await price(api, 8134420950001, { min_price: '3.00' });
  await price(api, free[1], { min_price: '260.00', max_price: '255.50' });
  await price(api, free[1], { min_price: '-1.00' });
  await price(api, free[1], { min_price: 'cheap' });
  await price(api, free[1], { min_price: 'cheap', max_price: 0 });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { json: { min_price: '12.00' } });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { text: '{"listing": {"min_price": ' });
  await price(api, archived[0], { min_price: '5.00' });
  await assign(api, free[1], { strategy_id: 1204417330001 });
  await assign(api, free[1], { strategy_id: disabled[0] });
  await assign(api, free[1], { strategy_id: 'best' });
  await assign(api, open[0], { strategy_id: enabled[0] });
  await order(api, { kind: 'refunds' });
  if (next !== undefined) await api.ask('GET', `${next}&status=active`);
  await get('limit=3&page_info=second');
  await get('limit=many');
  await get('status=lost');
  await get('colour=red&limit=2');
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': null } });
  await hurry(api, '/v1/strategies?limit=1', 40);
  api.wait(60_000);
  await read(api, 'reports', report);
}

async function another(api: Api): Promise<void> {
  const { rows, last } = await walkOn(api, '/v1/listings?limit=11');
  const { free, bound, open, archived } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const back = linked(last, 'previous');
  if (back !== undefined) await api.ask('GET', back);
  const plans = await walk(api, '/v1/strategies?limit=4');
  const [enabled, disabled] = [idsWhere(plans, true), idsWhere(plans, false)];
  const runs = (await walk(api, '/v1/reports?limit=4')).map(({ id }) => id);
  const some = await get('status=active&limit=7');
  const next = linked(some, 'next');
  if (next !== undefined) await api.ask('GET', next);
  await get('status=draft');
  await get(`vendor=${encodeURIComponent(String(rows[5]?.vendor))}&limit=2`);
  await get('order=price+asc&limit=5');
  await get('order=title+asc&limit=4');
  await get(`since_id=${String(rows[20]?.id)}&limit=3`);
  await get(`since_id=${String(rows.at(-1)?.id)}`);
  await get(`ids=${[4, 12, 19].map((index) => String(rows[index]?.id)).join(',')}`);
  await get('fields=id,sku,status&limit=4');
  await get('created_at_min=2025-03-15T12:00:00-04:00&limit=3');
  await api.ask('GET', '/v1/reports/count?status=failed');
  await api.ask('GET', '/v1/reports?status=failed');
  for (const id of [free[2], bound[3], open[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', enabled[3]);
  await read(api, 'reports', runs[4]);

  await price(api, free[2], { min_price: '9.95', max_price: '420.00' });
  await read(api, 'listings', free[2]);
  await price(api, bound[3], { max_price: '288.8' });
  await price(api, open[1], { min_price: 4.25 });
  await read(api, 'listings', open[1]);
  await assign(api, free[2], { strategy_id: enabled[2] });
  await assign(api, bound[4], { strategy_id: null });
  await get('order=updated_at+desc&limit=3');
  await order(api, { kind: 'margins' });

  await read(api, 'listings', 8134420950777);
  await read(api, 'listings', 'desk-lamp');
  await read(api, 'reports', 5530174060777);
  await price(api, free[3], { min_price: '301.10', max_price: '300.00' });
  await price(api, free[3], { max_price: '-7.50' });
  await price(api, free[3], { max_price: 'plenty' });
  await price(api, free[3], { min_price: true });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { max_price: 80 } });
  await price(api, bound[1], { min_price: null });
  await price(api, archived[1], { max_price: '64.00' });
  await assign(api, free[3], { strategy_id: 1204417330777 });
  await assign(api, free[3], { strategy_id: disabled[0] });
  await assign(api, open[2], { strategy_id: enabled[1] });
  if (next !== undefined) await api.ask('GET', `${next}&vendor=Halvik`);
  await get('limit=9&page_info=third');
  await get('shape=round&limit=3');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const pageInfos: WalkedService = {
  name: 'page-infos',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=2', 'limit=5', 'limit=250'],
  walk,
};
