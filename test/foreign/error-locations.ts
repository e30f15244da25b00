// A shop backend on a widespread typed Python web framework: pages of {items, total, page, size, pages} whose sizes are
// refused beyond a limit, filters with an operator behind two underscores, money as text, moments to the microsecond. What
// is wrong with a request is told as a list of kinds with the place of each, anything else as one sentence under `detail`.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'sk_shop_7Yq2mB0vXcT4nLw9';
const callsPerSecond = 5;

const states = ['active', 'paused', 'archived'] as const;
const runStates = ['queued', 'running', 'succeeded', 'failed'] as const;
const kinds = ['repricing_summary', 'stock_levels', 'lost_offers'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly status: string;
  readonly country: string;
  readonly price: number;
  readonly shipping: number;
  readonly stock: number;
  readonly description: string | null;
  readonly created: string;
  min: number | null;
  max: number | null;
  strategy: string | null;
  version: number;
  updated: string;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly needsBounds: boolean;
  readonly step: number;
  readonly minutes: number;
  readonly created: string;
}

interface ReportRun {
  readonly id: string;
  readonly kind: string;
  readonly by: string;
  readonly created: number;
  readonly seconds: number;
  readonly rows: number;
  readonly fails: boolean;
}

/** One thing that is wrong with a request. */
interface Problem {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Row;
}

class Refusal extends Error {
  readonly status: number;
  readonly detail: string | readonly Problem[];
  readonly headers: Headers;

  constructor(status: number, detail: string | readonly Problem[], headers: Headers = []) {
    super(typeof detail === 'string' ? detail : 'invalid');
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** What a value is wrong in, without its place. */
type Fault = Omit<Problem, 'loc' | 'input'>;

/** A value as its type has it, or what is wrong with it. */
type Read<Value> = { readonly value: Value } | Fault;

const atLeast = (least: number): Fault => ({
  type: 'greater_than_equal',
  msg: `Input should be greater than or equal to ${least}`,
  ctx: { ge: least },
});

function wholeFrom(text: string, least: number, most: number): Read<number> {
  if (!/^\s*[+-]?\d+(\.0+)?\s*$/.test(text)) {
    return {
      type: 'int_parsing',
      msg: 'Input should be a valid integer, unable to parse string as an integer',
    };
  }
  const value = Number(text);
  if (value > most) {
    return {
      type: 'less_than_equal',
      msg: `Input should be less than or equal to ${most}`,
      ctx: { le: most },
    };
  }
  return value < least ? atLeast(least) : { value };
}

function flagFrom(text: string): Read<boolean> {
  const word = text.toLowerCase();
  if (['true', '1', 'yes', 'on', 't', 'y'].includes(word)) return { value: true };
  if (['false', '0', 'no', 'off', 'f', 'n'].includes(word)) return { value: false };
  return { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' };
}

const memberOf =
  (known: readonly string[]) =>
  (text: string): Read<string> => {
    if (known.includes(text)) return { value: text };
    const quoted = known.map((word) => `'${word}'`);
    const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)!}`;
    return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
  };

function wordsFrom(text: string): Read<string> {
  if (text.length >= 2) return { value: text.toLowerCase() };
  return {
    type: 'string_too_short',
    msg: 'String should have at least 2 characters',
    ctx: { min_length: 2 },
  };
}

/** A moment in milliseconds; a date alone is its midnight. */
function momentFrom(text: string): Read<number> {
  const wrong = (error: string): Fault => ({
    type: 'datetime_from_date_parsing',
    msg: `Input should be a valid datetime or date, ${error}`,
    ctx: { error },
  });
  if (text.length < 10) return wrong('input is too short');
  if (!/^\d{4}/.test(text)) return wrong('invalid character in year');
  const month = Number(text.slice(5, 7));
  if (month < 1 || month > 12) return wrong('month value is outside expected range of 1-12');
  const value = Date.parse(text);
  return Number.isNaN(value) ? wrong('day value is outside expected range') : { value };
}

/** An amount in cents. */
function amountFrom(input: unknown): Read<number> {
  if (typeof input !== 'number' && typeof input !== 'string') {
    return {
      type: 'decimal_type',
      msg: 'Decimal input should be an integer, float, string or Decimal object',
    };
  }
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(String(input))) {
    return { type: 'decimal_parsing', msg: 'Input should be a valid decimal' };
  }
  const value = Number(input);
  const [whole = '', places = ''] = String(Math.abs(value)).split('.');
  const before = whole === '0' ? 0 : whole.length;
  if (before + places.length > 8) {
    return {
      type: 'decimal_max_digits',
      msg: 'Decimal input should have no more than 8 digits in total',
      ctx: { max_digits: 8 },
    };
  }
  if (places.length > 2) {
    return {
      type: 'decimal_max_places',
      msg: 'Decimal input should have no more than 2 decimal places',
      ctx: { decimal_places: 2 },
    };
  }
  if (before > 6) {
    return {
      type: 'decimal_whole_digits',
      msg: 'Decimal input should have no more than 6 digits before the decimal point',
      ctx: { whole_digits: 6 },
    };
  }
  return value < 0.01 ? atLeast(0.01) : { value: Math.round(value * 100) };
}

/** An id in its usual form; it may come without hyphens and in capitals. */
function uuidFrom(input: unknown): Read<string> {
  if (typeof input !== 'string') {
    return { type: 'uuid_type', msg: 'UUID input should be a string, bytes or UUID object' };
  }
  const wrong = (error: string): Fault => ({
    type: 'uuid_parsing',
    msg: `Input should be a valid UUID, ${error}`,
    ctx: { error },
  });
  const text = input.toLowerCase().replace(/^urn:uuid:/, '');
  const strange = text.search(/[^0-9a-f-]/);
  if (strange >= 0) {
    return wrong(
      `invalid character: expected an optional prefix of \`urn:uuid:\` followed by [0-9a-fA-F-], found \`${input[strange]!}\` at ${strange + 1}`,
    );
  }
  const groups = text.split('-');
  if (groups.length === 1) {
    if (text.length !== 32) {
      return wrong(`invalid length: expected length 32 for simple format, found ${text.length}`);
    }
    return { value: text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
  }
  if (groups.length !== 5) return wrong(`invalid group count: expected 5, found ${groups.length}`);
  const lengths = [8, 4, 4, 4, 12];
  const group = groups.findIndex((each, index) => each.length !== lengths[index]);
  if (group < 0) return { value: text };
  return wrong(
    `invalid group length in group ${group}: expected ${lengths[group]!}, found ${groups[group]!.length}`,
  );
}

/** What Python's parser says of a text that is no JSON, and where; it looks at flat objects only. */
function parseError(text: string): { readonly error: string; readonly place: number } {
  const blank = (from: number): number => from + /^\s*/.exec(text.slice(from))![0].length;
  let place = blank(0);
  if (text[place] !== '{') return { error: 'Expecting value', place };
  for (;;) {
    place = blank(place + 1);
    if (text[place] !== '"') {
      return { error: 'Expecting property name enclosed in double quotes', place };
    }
    const name = /^"[^"]*"/.exec(text.slice(place));
    if (name === null) return { error: 'Unterminated string starting at', place };
    place = blank(place + name[0].length);
    if (text[place] !== ':') return { error: "Expecting ':' delimiter", place };
    place = blank(place + 1);
    const value = /^("[^"]*"|-?\d+(\.\d+)?|true|false|null)/.exec(text.slice(place));
    if (value === null) {
      return { error: text[place] === '"' ? 'Unterminated string starting at' : 'Expecting value', place };
    }
    place = blank(place + value[0].length);
    if (text[place] === '}') return { error: 'Extra data', place: blank(place + 1) };
    if (text[place] !== ',') return { error: "Expecting ',' delimiter", place };
  }
}

/** Reads the parts of a request and keeps what is wrong with them, all of it for one answer. */
class Reader {
  readonly problems: Problem[] = [];
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  read<Input, Value>(
    loc: Problem['loc'],
    input: Input,
    from: (input: Input) => Read<Value>,
  ): Value | undefined {
    const found = from(input);
    if ('value' in found) return found.value;
    const { type, msg, ctx } = found;
    this.problems.push({ type, loc, msg, input, ...(ctx === undefined ? {} : { ctx }) });
    return undefined;
  }

  /** A parameter of the query; the last one of a name counts. */
  one<Value>(name: string, from: (text: string) => Read<Value>): Value | undefined {
    const text = this.#query.getAll(name).at(-1);
    return text === undefined ? undefined : this.read(['query', name], text, from);
  }

  /** A parameter that may be repeated. */
  many(name: string, known: readonly string[]): readonly string[] {
    const texts = this.#query.getAll(name);
    texts.forEach((text, index) => this.read(['query', name, index], text, memberOf(known)));
    return texts;
  }

  done(): void {
    if (this.problems.length > 0) throw new Refusal(422, this.problems);
  }
}

const euros = (cents: number): string => (cents / 100).toFixed(2);
const eurosIfAny = (cents: number | null): string | null => (cents === null ? null : euros(cents));

/** A moment to the microsecond, without the fraction where it is nothing. */
function moment(milliseconds: number, micros: number): string {
  const text = new Date(milliseconds).toISOString();
  const all = text.slice(20, 23) + String(micros).padStart(3, '0');
  return all === '000000' ? `${text.slice(0, 19)}Z` : `${text.slice(0, 19)}.${all}Z`;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Lowest price',
    'Featured offer',
    'Margin keeper',
    'Clearance',
    'Seasonal',
    'Slow rise',
    'Shadow rival',
  ].map((name, index): Strategy => ({
    id: uuid(`located strategy ${name}`),
    name,
    active: index !== 4,
    needsBounds: index === 0 || index === 3,
    step: 1 + chance(`located step ${name}`, 90),
    minutes: oneOf(`located minutes ${name}`, [5, 15, 60]),
    created: moment(pastMoment(`located strategy ${name}`), 104 + index),
  }));
  const listings = Array.from({ length: 53 }, (_, index): Listing => {
    const name = `located ${index}`;
    const { title, maker, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const created = Date.UTC(2024, 2, 4, 8) + index * 29_000_000 + chance(name, 20_000_000);
    return {
      id: uuid(name),
      sku,
      title,
      brand: maker,
      status: index % 9 === 5 ? 'archived' : oneOf(`${name} status`, ['active', 'active', 'paused']),
      country: oneOf(`${name} country`, ['DE', 'FR', 'IT']),
      price,
      shipping: oneOf(`${name} shipping`, [0, 299, 499]),
      stock,
      description: chance(`${name} described`, 3) === 0 ? null : `${title}, ready to ship.`,
      created: moment(created, chance(`${name} micros`, 1_000)),
      min: bounded ? Math.round(price * 0.8) : null,
      max: bounded ? Math.round(price * 1.25) : null,
      strategy:
        bounded && chance(`${name} assigned`, 5) > 0 ? oneOf(`${name} strategy`, strategies).id : null,
      version: 1 + chance(`${name} version`, 7),
      updated: moment(created + chance(`${name} updated`, 9_000_000_000), chance(name, 1_000)),
    };
  });
  const reports = Array.from({ length: 13 }, (_, index): ReportRun => {
    const name = `located report ${index}`;
    const isNew = index >= 11;
    return {
      id: uuid(name),
      kind: kinds[index % 3]!,
      by: oneOf(`${name} by`, ['Marta Lind', 'Jonas Weber', 'Scheduler']),
      created: isNew
        ? opened - 20_000 + (index - 11) * 15_000
        : Date.UTC(2025, 4, 2, 6, 30) + index * 259_200_000,
      seconds: isNew ? 90 + (index - 11) * 20 : 40 + chance(name, 200),
      rows: 20 + chance(`${name} rows`, 5_000),
      fails: index === 3 || index === 8,
    };
  }).reverse();

  const listingView = (listing: Listing): Row => {
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    return {
      id: listing.id,
      sku: listing.sku,
      title: listing.title,
      brand: listing.brand,
      status: listing.status,
      marketplace: { country: listing.country, currency: 'EUR' },
      price: euros(listing.price),
      min_price: eurosIfAny(listing.min),
      max_price: eurosIfAny(listing.max),
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      stock: listing.stock,
      created_at: listing.created,
      updated_at: listing.updated,
    };
  };
  const detailView = (listing: Listing): Row => ({
    ...listingView(listing),
    description: listing.description,
    shipping_price: euros(listing.shipping),
    total_price: euros(listing.price + listing.shipping),
    version: listing.version,
  });
  const strategyView = (strategy: Strategy): Row => ({
    id: strategy.id,
    name: strategy.name,
    is_active: strategy.active,
    settings: {
      requires_bounds: strategy.needsBounds,
      step: euros(strategy.step),
      interval_minutes: strategy.minutes,
    },
    listing_count: listings.filter(({ strategy: id }) => id === strategy.id).length,
    created_at: strategy.created,
  });
  const stateOf = ({ created, seconds, fails }: ReportRun): string => {
    const elapsed = (run.now() - created) / 1_000;
    if (elapsed < 10) return 'queued';
    if (elapsed < seconds) return 'running';
    return fails ? 'failed' : 'succeeded';
  };
  const reportView = (report: ReportRun): Row => {
    const status = stateOf(report);
    const isOver = status === 'succeeded' || status === 'failed';
    const ended = report.created + report.seconds * 1_000;
    return {
      id: report.id,
      kind: report.kind,
      status,
      requested_by: { name: report.by },
      created_at: moment(report.created, 0),
      started_at: status === 'queued' ? null : moment(report.created + 10_000, 512),
      finished_at: isOver ? moment(ended, 77) : null,
      row_count: status === 'succeeded' ? report.rows : null,
      download:
        status === 'succeeded'
          ? {
              url: `https://files.shop.example/reports/${report.id}.csv`,
              expires_at: moment(ended + 604_800_000, 77),
            }
          : null,
      error: status === 'failed' ? 'Worker timed out' : null,
    };
  };

  /** Reads which page is asked for; the page itself comes when all else of the query is read. */
  function paging(reader: Reader, usual: number): (rows: readonly Row[]) => Answered {
    const page = reader.one('page', (text) => wholeFrom(text, 1, Infinity)) ?? 1;
    const size = reader.one('size', (text) => wholeFrom(text, 1, 50)) ?? usual;
    return (rows) => {
      const items = rows.slice((page - 1) * size, page * size);
      return json(200, { items, total: rows.length, page, size, pages: Math.ceil(rows.length / size) });
    };
  }

  const orders = {
    price: (one: Listing, other: Listing) => one.price - other.price,
    stock: (one: Listing, other: Listing) => one.stock - other.stock,
    title: (one: Listing, other: Listing) => (one.title < other.title ? -1 : Number(one.title > other.title)),
    created_at: (one: Listing, other: Listing) =>
      one.created < other.created ? -1 : Number(one.created > other.created),
  };
  const isOrder = (name: string): name is keyof typeof orders => Object.hasOwn(orders, name);

  function listingsListed(query: URLSearchParams): Answered {
    const reader = new Reader(query);
    const status = reader.many('status', states);
    const brand = query.getAll('brand').at(-1);
    const words = reader.one('q', wordsFrom);
    const least = reader.one('price__gte', amountFrom);
    const most = reader.one('price__lte', amountFrom);
    const hasStrategy = reader.one('has_strategy', flagFrom);
    const page = paging(reader, 20);
    reader.done();
    const asked = query.getAll('order_by').at(-1)?.split(',') ?? ['created_at'];
    const sorts = asked.map((text) => ({ text, name: text.replace(/^[+-]/, '') }));
    // The order is read by another part, which does not tell that it stands in the query.
    const wrong = sorts.find(({ name }) => !isOrder(name));
    if (wrong !== undefined) {
      const msg = `Value error, ${wrong.name} is not a valid ordering field.`;
      const problem = { type: 'value_error', loc: ['order_by'], msg, input: asked, ctx: { error: {} } };
      throw new Refusal(422, [problem]);
    }
    const found = listings.filter(
      (listing) =>
        (status.length === 0 || status.includes(listing.status)) &&
        (brand === undefined || listing.brand === brand) &&
        (words === undefined || `${listing.title}\n${listing.sku}`.toLowerCase().includes(words)) &&
        (least === undefined || listing.price >= least) &&
        (most === undefined || listing.price <= most) &&
        (hasStrategy === undefined || (listing.strategy !== null) === hasStrategy),
    );
    const sorted = found.toSorted((one, other) => {
      for (const { text, name } of sorts) {
        const order = isOrder(name) ? orders[name](one, other) : 0;
        if (order !== 0) return text.startsWith('-') ? -order : order;
      }
      return 0;
    });
    return page(sorted.map(listingView));
  }

  function strategiesListed(query: URLSearchParams): Answered {
    const reader = new Reader(query);
    const active = reader.one('is_active', flagFrom);
    const page = paging(reader, 20);
    reader.done();
    return page(
      strategies.filter((each) => active === undefined || each.active === active).map(strategyView),
    );
  }

  function reportsListed(query: URLSearchParams): Answered {
    const reader = new Reader(query);
    const status = reader.many('status', runStates);
    const kind = reader.one('kind', memberOf(kinds));
    const since = reader.one('created_at__gte', momentFrom);
    const page = paging(reader, 10);
    reader.done();
    const found = reports.filter(
      (report) =>
        (status.length === 0 || status.includes(stateOf(report))) &&
        (kind === undefined || report.kind === kind) &&
        (since === undefined || report.created >= since),
    );
    return page(found.map(reportView));
  }

  /** The body of a request as an object, and which of its fields the model does not have. */
  function fieldsOf(
    reader: Reader,
    body: unknown,
    known: readonly string[],
    read: (fields: Row) => void,
  ): void {
    const loc = ['body'];
    if (body === null) {
      reader.problems.push({ type: 'missing', loc, msg: 'Field required', input: null });
    } else if (!isObject(body)) {
      const msg = 'Input should be a valid dictionary or object to extract fields from';
      reader.problems.push({ type: 'model_attributes_type', loc, msg, input: body });
    } else {
      read(body);
      for (const [name, input] of Object.entries(body).filter(([each]) => !known.includes(each))) {
        const msg = 'Extra inputs are not permitted';
        reader.problems.push({ type: 'extra_forbidden', loc: ['body', name], msg, input });
      }
    }
  }

  function found(id: string | undefined): Listing {
    const listing = listings.find((candidate) => candidate.id === id);
    if (listing === undefined) throw new Refusal(404, 'Listing not found');
    return listing;
  }

  function writable(id: string | undefined): Listing {
    const listing = found(id);
    if (listing.status === 'archived') throw new Refusal(409, 'Listing is archived and cannot be modified');
    return listing;
  }

  /** What changes nothing leaves the record as it was. */
  function saved(listing: Listing, set: Partial<Pick<Listing, 'min' | 'max' | 'strategy'>>): Answered {
    const before = JSON.stringify(listing);
    Object.assign(listing, set);
    if (JSON.stringify(listing) !== before) {
      listing.version += 1;
      listing.updated = moment(run.now(), chance(`${listing.id} ${listing.version}`, 1_000));
    }
    return json(200, detailView(listing));
  }

  function priced(reader: Reader, id: string | undefined, body: unknown): Answered {
    const set: { min?: number | null; max?: number | null } = {};
    const names = { min_price: 'min', max_price: 'max' } as const;
    fieldsOf(reader, body, Object.keys(names), (fields) => {
      for (const [name, bound] of Object.entries(names)) {
        const value = fields[name];
        if (value === null) set[bound] = null;
        else if (value !== undefined) {
          const cents = reader.read(['body', name], value, amountFrom);
          if (cents !== undefined) set[bound] = cents;
        }
      }
    });
    const { min, max } = set;
    // The model as a whole is looked at when its fields are right, whatever is wrong with the path.
    if (!reader.problems.some(({ loc }) => loc[0] === 'body')) {
      const refuse = (text: string): void => {
        const msg = `Value error, ${text}`;
        reader.problems.push({ type: 'value_error', loc: ['body'], msg, input: body, ctx: { error: {} } });
      };
      if (min === undefined && max === undefined) refuse('at least one of min_price, max_price must be set');
      else if ((min ?? 0) > (max ?? Infinity)) refuse('min_price must not be greater than max_price');
    }
    reader.done();
    const listing = writable(id);
    const [low, high] = [min === undefined ? listing.min : min, max === undefined ? listing.max : max];
    if (low !== null && high !== null && low > high) {
      throw new Refusal(409, `min_price ${euros(low)} is greater than max_price ${euros(high)}`);
    }
    const strategy = strategies.find((each) => each.id === listing.strategy);
    if (strategy?.needsBounds === true && (low === null || high === null)) {
      throw new Refusal(409, `Strategy '${strategy.name}' requires min_price and max_price`);
    }
    return saved(listing, set);
  }

  function assigned(reader: Reader, id: string | undefined, body: unknown): Answered {
    const set: { strategy?: string | null } = {};
    fieldsOf(reader, body, ['strategy_id'], (fields) => {
      const loc = ['body', 'strategy_id'];
      const { strategy_id: value } = fields;
      if (value === undefined) {
        reader.problems.push({ type: 'missing', loc, msg: 'Field required', input: fields });
      } else set.strategy = value === null ? null : (reader.read(loc, value, uuidFrom) ?? null);
    });
    reader.done();
    const listing = writable(id);
    if (set.strategy === null) return saved(listing, set);
    const strategy = strategies.find((each) => each.id === set.strategy);
    if (strategy === undefined) throw new Refusal(404, 'Strategy not found');
    if (!strategy.active) throw new Refusal(409, `Strategy '${strategy.name}' is not active`);
    if (strategy.needsBounds && (listing.min === null || listing.max === null)) {
      throw new Refusal(409, `Strategy '${strategy.name}' requires min_price and max_price`);
    }
    return saved(listing, set);
  }

  /** The body as it was sent: nothing is null, what is not announced as JSON stays a text. */
  function bodyOf({ body, headers }: Asked): unknown {
    if (body === '') return null;
    if (!/^application\/(.+\+)?json\b/.test(headers['content-type'] ?? '')) return body;
    const value = parsed(body);
    if (value !== undefined) return value;
    const { error, place } = parseError(body);
    const problem = { type: 'json_invalid', loc: ['body', place], msg: 'JSON decode error', input: {} };
    throw new Refusal(422, [{ ...problem, ctx: { error } }]);
  }

  let windowEnds = 0;
  let calls = 0;
  function admit(request: Asked): void {
    const sent = request.headers['x-api-key'];
    if (sent === undefined || sent === '') {
      throw new Refusal(401, 'Not authenticated', [['WWW-Authenticate', 'APIKey']]);
    }
    if (sent !== key) throw new Refusal(401, 'Invalid API key', [['WWW-Authenticate', 'APIKey']]);
    if (run.now() >= windowEnds) [windowEnds, calls] = [run.now() + 1_000, 0];
    calls += 1;
    if (calls > callsPerSecond) {
      const seconds = Math.ceil((windowEnds - run.now()) / 1_000);
      throw new Refusal(429, 'Too Many Requests', [['Retry-After', String(seconds)]]);
    }
  }

  const lists = new Map([
    ['listings', listingsListed],
    ['strategies', strategiesListed],
    ['reports', reportsListed],
  ]);

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, name = '', id, part] = steps;
    const list = lists.get(name);
    const isPart = part === undefined || part === 'price' || part === 'strategy';
    const isKnown = version === 'v1' && list !== undefined && steps.length <= 4 && isPart && id !== '';
    if (path.endsWith('/') && version === 'v1' && list !== undefined && steps.length === 3) {
      const search = query.size === 0 ? '' : `?${query.toString()}`;
      const location = run.origin + path.slice(0, -1) + search;
      return { status: 307, headers: [['Location', location]], body: '' };
    }
    if (!isKnown || (id !== undefined && name !== 'listings')) throw new Refusal(404, 'Not Found');
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) throw new Refusal(405, 'Method Not Allowed', [['Allow', method]]);
    // A body that is no JSON is refused even without a key.
    const body = part === undefined ? null : bodyOf(request);
    admit(request);
    if (id === undefined) return list(query);
    const reader = new Reader(query);
    const listing = reader.read(['path', 'listing_id'], id, uuidFrom);
    if (part === 'price') return priced(reader, listing, body);
    if (part === 'strategy') return assigned(reader, listing, body);
    reader.done();
    return json(200, detailView(found(listing)));
  }

  let requests = 0;
  return (request) => {
    requests += 1;
    const traced: Headers = [['X-Request-ID', uuid(`located ${run.run} ${requests}`)]];
    try {
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...traced], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { detail: error.detail }, [...error.headers, ...traced]);
    }
  };
}

/** Asks for one page after the other until the last. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const more = target.includes('?') ? '&' : '?';
    const received: Received = await api.ask('GET', page === 1 ? target : `${target}${more}page=${page}`);
    rows.push(...rowsAt(received, 'items'));
    pages = Number(at(received, 'pages') ?? 0);
  }
  return rows;
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

/** The ids of the listings of a state, in their order. */
const idsOf = (rows: readonly Row[], isWanted: (row: Row) => boolean): readonly unknown[] =>
  rows.filter(isWanted).map(({ id }) => id);
const isBounded = (row: Row) => row.status !== 'archived' && row.min_price !== null;
const isUnbounded = (row: Row) => row.status !== 'archived' && row.min_price === null;
const isArchived = (row: Row) => row.status === 'archived';

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const [bounded, unbounded, archived] = [isBounded, isUnbounded, isArchived].map((is) =>
    idsOf(rows, is),
  ) as [readonly unknown[], readonly unknown[], readonly unknown[]];
  const rules = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?size=35');
  await walk(api, '/v1/strategies?size=4');
  await walk(api, '/v1/reports?size=7');
  await api.ask('GET', '/v1/listings?status=paused');
  await api.ask('GET', '/v1/listings?status=active&status=archived&size=40');
  await api.ask('GET', '/v1/listings?brand=Halvik');
  await api.ask('GET', '/v1/listings?q=lamp');
  await api.ask('GET', '/v1/listings?q=VEL-&size=30');
  await api.ask('GET', '/v1/listings?price__gte=120');
  await api.ask('GET', '/v1/listings?price__lte=60.50');
  await api.ask('GET', '/v1/listings?price__gte=50&price__lte=90&order_by=price');
  await api.ask('GET', '/v1/listings?has_strategy=false');
  await api.ask('GET', '/v1/listings?order_by=-price&size=50');
  await api.ask('GET', '/v1/listings?order_by=title&size=45');
  await api.ask('GET', '/v1/listings?order_by=-created_at&size=10');
  await api.ask('GET', '/v1/strategies?is_active=true');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?kind=stock_levels');
  await api.ask('GET', '/v1/reports?created_at__gte=2025-05-20');
  for (const id of [bounded[0], bounded[7], bounded[19], unbounded[0], archived[0]]) await read(api, id);
  await price(api, bounded[0], { min_price: 14.5, max_price: 29.9 });
  await read(api, bounded[0]);
  await price(api, bounded[0], { min_price: '14.50' });
  await price(api, bounded[7], { min_price: '210.00', max_price: '380.5' });
  await price(api, bounded[7], { max_price: 400 });
  await read(api, bounded[7]);
  await price(api, unbounded[1], { min_price: 8 });
  await price(api, unbounded[1], { max_price: 8 });
  await price(api, unbounded[1], { min_price: null });
  await read(api, unbounded[1]);
  await api.ask('GET', '/v1/listings?size=33');
  await assign(api, bounded[0], { strategy_id: rules[1] });
  await assign(api, bounded[0], { strategy_id: rules[1] });
  await assign(api, String(bounded[7]).toUpperCase(), { strategy_id: rules[0] });
  await price(api, bounded[7], { max_price: null });
  await read(api, bounded[7]);
  await assign(api, bounded[0], { strategy_id: null });
  await read(api, bounded[0]);
  await assign(api, bounded[9], { strategy_id: rules[4] });
  await assign(api, unbounded[2], { strategy_id: rules[3] });
  await api.ask('GET', '/v1/strategies');
  api.wait(30_000);
  await api.ask('GET', '/v1/reports?status=queued&status=running');
  api.wait(150_000);
  await api.ask('GET', '/v1/reports?size=5');
  await read(api, '7d0c1f0e-52a9-4c7e-9d43-1b6f2a8e4c55');
  await read(api, 'teapot');
  await read(api, '17');
  await price(api, '0b9f6d52-3c1e-4f8a-a7d4-5e2c9b0f1a36', { min_price: 10, max_price: 20 });
  await assign(api, '0b9f6d52-3c1e-4f8a-a7d4-5e2c9b0f1a36', { strategy_id: rules[0] });
  await price(api, archived[0], { min_price: 10, max_price: 20 });
  await assign(api, archived[1], { strategy_id: rules[1] });
  await price(api, bounded[4], { min_price: 30, max_price: 20 });
  await price(api, bounded[0], { min_price: 55 });
  await price(api, bounded[0], { max_price: 3.2 });
  await price(api, bounded[4], {});
  await price(api, bounded[4], { min_price: 'cheap' });
  await price(api, bounded[4], { min_price: true, max_price: 20 });
  await price(api, bounded[4], { min_price: 'low', max_price: [5] });
  await price(api, bounded[4], { min_price: -4, max_price: 12 });
  await price(api, bounded[4], { max_price: 0 });
  await price(api, bounded[4], { min_price: 4.005, max_price: 12 });
  await price(api, bounded[4], { max_price: 1_234_567 });
  await price(api, bounded[4], { min_price: 5, max_price: 12, currency: 'EUR' });
  await price(api, bounded[4], { minPrice: 5 });
  await price(api, bounded[4], [5, 12]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[4])}/price`, { text: '{"min_price": ' });
  await api.ask('PATCH', `/v1/listings/${String(bounded[4])}/price`, { text: '{"min_price": 12' });
  await api.ask('PATCH', `/v1/listings/${String(bounded[4])}/price`);
  await assign(api, bounded[4], { strategy_id: 'd4a1b7c0-9e35-4d62-8f10-63c5e7a92b48' });
  await assign(api, bounded[4], { strategy_id: 'bold' });
  await assign(api, bounded[4], { strategy_id: 17 });
  await assign(api, bounded[4], {});
  await assign(api, bounded[4], { strategyId: rules[0] });
  await api.ask('GET', '/v1/listings?size=51');
  await api.ask('GET', '/v1/listings?size=0');
  await api.ask('GET', '/v1/listings?page=lots');
  await api.ask('GET', '/v1/listings?page=0&size=100');
  await api.ask('GET', '/v1/listings?page=9');
  await api.ask('GET', '/v1/listings?status=sold');
  await api.ask('GET', '/v1/listings?price__gte=cheap');
  await api.ask('GET', '/v1/listings?has_strategy=maybe');
  await api.ask('GET', '/v1/listings?q=a');
  await api.ask('GET', '/v1/listings?order_by=colour');
  await api.ask('GET', '/v1/listings?colour=red&size=3');
  await api.ask('GET', '/v1/reports?kind=taxes');
  await api.ask('GET', '/v1/reports?created_at__gte=May');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/strategies/');
  await api.ask('DELETE', `/v1/listings/${String(bounded[4])}`);
  await api.ask('POST', '/v1/reports', { json: { kind: 'stock_levels' } });
  await api.ask('GET', '/v1/listings?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?size=2', { headers: { 'X-API-KEY': 'sk_shop_nothing' } });
  api.wait(3_000);
  for (let sent = 0; sent < 7; sent += 1) await api.ask('GET', '/v1/strategies?size=1', { atOnce: true });
  api.wait(5_000);
  await api.ask('GET', '/v1/reports?size=3');
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?size=28');
  const [bounded, unbounded, archived] = [isBounded, isUnbounded, isArchived].map((is) =>
    idsOf(rows, is),
  ) as [readonly unknown[], readonly unknown[], readonly unknown[]];
  const rules = (await walk(api, '/v1/strategies?size=5')).map(({ id }) => id);
  await walk(api, '/v1/reports?size=8');
  await api.ask('GET', '/v1/listings?status=archived');
  await api.ask('GET', '/v1/listings?status=paused&status=active&size=32');
  await api.ask('GET', '/v1/listings?brand=Velmora');
  await api.ask('GET', '/v1/listings?q=kettle');
  await api.ask('GET', '/v1/listings?price__gte=99.99');
  await api.ask('GET', '/v1/listings?price__gte=30&price__lte=110&order_by=-price');
  await api.ask('GET', '/v1/listings?has_strategy=true&size=25');
  await api.ask('GET', '/v1/listings?order_by=price&size=48');
  await api.ask('GET', '/v1/listings?order_by=-title&size=15&page=2');
  await api.ask('GET', '/v1/strategies?is_active=false');
  await api.ask('GET', '/v1/reports?kind=lost_offers');
  for (const id of [bounded[3], bounded[11], unbounded[3], archived[2]]) await read(api, id);
  await price(api, bounded[3], { min_price: 11.25, max_price: 63 });
  await read(api, bounded[3]);
  await price(api, bounded[3], { max_price: '70.4' });
  await price(api, unbounded[4], { min_price: '2.50' });
  await price(api, unbounded[4], { min_price: null });
  await assign(api, bounded[3], { strategy_id: rules[2] });
  await read(api, bounded[3]);
  await assign(api, bounded[3], { strategy_id: null });
  await assign(api, bounded[11], { strategy_id: rules[4] });
  await assign(api, unbounded[3], { strategy_id: rules[0] });
  await api.ask('GET', '/v1/strategies?size=6');
  api.wait(180_000);
  await api.ask('GET', '/v1/reports?size=4');
  await read(api, 'c2e85b1d-70f4-4a39-b6c8-91d3f5a7e024');
  await read(api, 'rug');
  await price(api, '5a3d9e17-b2c6-4810-9f74-c08e6d1b5a92', { min_price: 3, max_price: 4 });
  await price(api, archived[3], { max_price: 44 });
  await price(api, bounded[13], { min_price: 71.2, max_price: 70 });
  await price(api, bounded[3], { min_price: 90.5 });
  await price(api, bounded[14], {});
  await price(api, bounded[14], { max_price: 'dear' });
  await price(api, bounded[14], { min_price: 5, max_price: false });
  await price(api, bounded[14], { min_price: -0.5, max_price: 15 });
  await price(api, bounded[14], { min_price: 5, max_price: 9.999 });
  await price(api, bounded[14], { min_price: 7, note: 'sale' });
  await api.ask('PATCH', `/v1/listings/${String(bounded[14])}/price`, { text: '{"max_price": ' });
  await assign(api, bounded[14], { strategy_id: 'f10c4b8e-2d97-4e53-a168-7b9d0c3e5f21' });
  await assign(api, bounded[14], { strategy_id: 44 });
  await assign(api, bounded[15], {});
  await api.ask('GET', '/v1/listings?size=80');
  await api.ask('GET', '/v1/listings?size=-3');
  await api.ask('GET', '/v1/reports?size=all');
  await api.ask('GET', '/v1/listings?size=10&page=8');
  await api.ask('GET', '/v1/listings?status=lost');
  await api.ask('GET', '/v1/listings?price__lte=dear');
  await api.ask('GET', '/v1/listings?order_by=-size');
  await api.ask('GET', '/v1/listings?weight=2&size=4');
  await api.ask('GET', '/v1/invoices');
  await api.ask('DELETE', `/v1/listings/${String(bounded[15])}`);
  await api.ask('GET', '/v1/reports?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?size=4', { headers: { 'X-API-KEY': 'sk_shop_none' } });
  // Of a kind that was not recorded.
  await price(api, 'tin', { max_price: 'much' });
  await api.ask('PATCH', `/v1/listings/${String(bounded[15])}/strategy`, {
    text: '{"strategy_id": null}',
    headers: { 'Content-Type': 'text/plain' },
  });
  await api.ask('GET', '/v1/reports?created_at__gte=2025-13-01');
}

export const errorLocations: WalkedService = {
  name: 'error-locations',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['size=3', 'size=7', 'size=50'],
  walk,
};
