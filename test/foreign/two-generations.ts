// The catalog API of a platform for hosted shops, here of a shop for outdoor goods: lists stand in `data` beside
// `meta.pagination`, whose links are queries alone; filters carry their operator after a colon, members are chosen by
// include_fields and exclude_fields, parts are added by include. A price of 0 is not set, other members are null then. Errors
// have a status, a title, a type and one text for each field. Reports are of an older generation: a bare list, 204 where it is
// empty, texts for amounts, moments as in mail, errors in a list. The rate limit counts in windows and has no Retry-After.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, header, hex, json, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'h8f2k0q7c5r1w9t3v6x4b2n8m0l5j7d';
const statusPage = 'https://developer.harbour-shops.example/api-statuses';
const quota = 10;
const windowLength = 2_000;
const usualSize = 10;
const largestSize = 50;
const largestPrice = 99_999_999;

const types = ['physical', 'digital'] as const;
const availabilities = ['available', 'disabled', 'preorder'] as const;
const conditions = ['New', 'Used', 'Refurbished'] as const;
const reportTypes = ['price_changes', 'margins', 'stock'] as const;
const reportStatuses = ['Queued', 'Running', 'Completed', 'Failed'] as const;

const moment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, '+00:00');
const oldMoment = (milliseconds: number): string =>
  new Date(milliseconds).toUTCString().replace('GMT', '+0000');
const rounded = (price: number, places: number): number => Number(price.toFixed(places));

interface Listing {
  readonly id: number;
  readonly name: string;
  readonly type: (typeof types)[number];
  readonly sku: string;
  readonly weight: number;
  readonly price: number;
  readonly cost: number;
  readonly retail: number;
  readonly sale: number;
  readonly brand: number;
  readonly categories: readonly number[];
  readonly stock: number;
  readonly sold: number;
  readonly isVisible: boolean;
  readonly availability: (typeof availabilities)[number];
  readonly condition: (typeof conditions)[number];
  readonly imported: number | null;
  readonly created: number;
  min: number;
  max: number;
  strategy: number | null;
  modified: number;
}

const strategies = [
  { name: 'Match the lowest', type: 'match', value: 0, active: true },
  { name: 'Five percent below', type: 'percentage', value: -5, active: true },
  { name: 'Quarter below', type: 'fixed', value: -0.25, active: true },
  { name: 'Season end', type: 'percentage', value: -30, active: false },
  { name: 'Above the average', type: 'percentage', value: 7.5, active: true },
  { name: 'Two dollars above', type: 'fixed', value: 2, active: true },
].map(({ name, type, value, active }, index) => {
  const created = pastMoment(`generations strategy ${index}`);
  return {
    id: index + 1 + Math.floor(index / 3),
    name,
    active,
    rule: { type, value },
    created,
    modified: created + chance(`generations strategy later ${index}`, 5_000_000) * 1_000,
  };
});
type Strategy = (typeof strategies)[number];

function listingAt(index: number): Listing {
  const seed = `generations ${index}`;
  const { title, sku, price: cents, stock } = ware(seed);
  const price = cents / 100;
  const isDigital = chance(`${seed} type`, 6) === 0;
  const min = chance(`${seed} min`, 5) === 0 ? 0 : rounded(price * 0.82, 2);
  const created = pastMoment(seed);
  return {
    id: 111 + index * 3 + chance(`${seed} id`, 3),
    name: isDigital ? `${title} Guide` : title,
    type: isDigital ? 'digital' : 'physical',
    sku,
    weight: isDigital ? 0 : (1 + chance(`${seed} weight`, 60)) / 4,
    price,
    cost: chance(`${seed} cost`, 3) === 0 ? 0 : rounded(price * 0.55, 2),
    retail: chance(`${seed} retail`, 2) === 0 ? 0 : rounded(price * 1.15, 2),
    sale: chance(`${seed} sale`, 4) === 0 ? rounded(price * 0.9, 2) : 0,
    brand: 35 + chance(`${seed} brand`, 5),
    categories: [18, 21, 23, 27].filter((category) => chance(`${seed} in ${category}`, 2) === 0),
    stock: isDigital ? 0 : stock,
    sold: chance(`${seed} sold`, 400),
    isVisible: chance(`${seed} visible`, 5) > 0,
    availability: availabilities[[0, 0, 0, 0, 1, 2][chance(`${seed} availability`, 6)]!]!,
    condition: conditions[[0, 0, 0, 0, 1, 2][chance(`${seed} condition`, 6)]!]!,
    imported: chance(`${seed} imported`, 3) === 0 ? created + 5_000 : null,
    created,
    min,
    max: chance(`${seed} max`, 5) === 0 ? 0 : rounded(price * 1.35, 2),
    strategy: min > 0 && chance(`${seed} has`, 5) < 2 ? [1, 2, 3, 6][chance(`${seed} which`, 4)]! : null,
    modified: created + chance(`${seed} modified`, 70 * 86_400) * 1_000,
  };
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  name: one.name,
  type: one.type,
  sku: one.sku,
  weight: one.weight,
  price: one.price,
  cost_price: one.cost,
  retail_price: one.retail,
  sale_price: one.sale,
  calculated_price: one.sale > 0 ? one.sale : one.price,
  min_price: one.min,
  max_price: one.max,
  strategy_id: one.strategy,
  categories: one.categories,
  brand_id: one.brand,
  option_set_id: null,
  inventory_level: one.stock,
  inventory_tracking: one.type === 'digital' ? 'none' : 'product',
  total_sold: one.sold,
  is_visible: one.isVisible,
  availability: one.availability,
  condition: one.condition,
  custom_url: { url: `/${one.name.toLowerCase().replaceAll(' ', '-')}/`, is_customized: false },
  date_last_imported: one.imported === null ? null : moment(one.imported),
  date_created: moment(one.created),
  date_modified: moment(one.modified),
});
const listingMembers = Object.keys(listingShown(listingAt(0)));

/** What `include` adds to a listing. */
const parts: Readonly<Record<string, (one: Listing) => readonly Row[]>> = {
  custom_fields: ({ id }) =>
    ['Material', 'Season'].slice(0, chance(`generations fields ${id}`, 3)).map((name, index) => ({
      id: id * 2 + index,
      name,
      value: oneOf(
        `generations ${name} ${id}`,
        name === 'Material' ? ['Steel', 'Wool', 'Oak'] : ['Summer', 'Winter'],
      ),
    })),
  images: ({ id, name }) =>
    Array.from({ length: 1 + chance(`generations images ${id}`, 2) }, (_, index) => ({
      id: id * 4 + index,
      listing_id: id,
      is_thumbnail: index === 0,
      sort_order: index,
      description: index === 0 ? name : '',
      url_standard: `https://cdn.harbour-shops.example/s-t7qk2/listings/${id}/images/${id * 4 + index}/standard.jpg`,
    })),
};

interface Report {
  readonly id: number;
  readonly status: number;
  readonly type: (typeof reportTypes)[number];
  readonly items: number;
  readonly change: number;
  readonly created: number;
  readonly modified: number;
}

const reports = [2, 2, 3, 2, 2, 2, 3, 2, 2, 1, 1, 0].map((status, index): Report => {
  const seed = `generations report ${index}`;
  const created = Date.UTC(2025, 8, 1) + index * 216_000_000 + chance(seed, 90_000) * 1_000;
  return {
    id: 100 + index,
    status,
    type: oneOf(`${seed} type`, reportTypes),
    items: status === 0 ? 0 : 5 + chance(`${seed} items`, 900),
    change: status === 2 ? chance(`${seed} change`, 90_000) / 100 : 0,
    created,
    modified: status === 0 ? created : created + (20 + chance(`${seed} time`, 400)) * 1_000,
  };
});

/** Errors of the newer generation are an object, those of the older one a list. */
class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers = []) {
    super(String(status));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type Errors = Readonly<Record<string, string>>;

const refusal = (status: number, title: string, more: Row = {}, headers: Headers = []) =>
  new Refusal(status, { status, title, type: `${statusPage}#${status}`, ...more }, headers);
const badJson = (errors: Errors) => refusal(422, 'JSON data is missing or invalid', { errors });
const conflict = (title: string, errors: Errors) => refusal(409, title, { errors });
const notFound = (what: string) => refusal(404, `${what} was not found`, { errors: {} });
const nowhere = () => refusal(404, 'The route is not found, check the URL');
const oldRefusal = (status: number, message: string, details?: Row) =>
  new Refusal(status, [{ status, message, ...(details !== undefined && { details }) }]);
const oldInvalid = (name: string, reason: string) =>
  oldRefusal(400, `The field '${name}' is invalid.`, { invalid_reason: reason });
const oldNotFound = () => oldRefusal(404, 'The requested resource was not found.');

function checked(errors: Errors): void {
  if (Object.keys(errors).length > 0) {
    throw refusal(422, 'The query has parameters that are not valid', { errors });
  }
}

type Value = number | string | boolean;
/** What a parameter holds: a kind of value, or one of some words. */
type Kind = 'number' | 'integer' | 'text' | 'boolean' | 'date' | readonly string[];

const complaints = {
  number: 'must be a number',
  integer: 'must be an integer',
  boolean: 'must be a boolean',
  date: 'must be a valid date',
  text: 'must not be empty',
} as const;
const complaintOf = (kind: Kind): string =>
  typeof kind === 'string' ? complaints[kind] : `must be one of: ${kind.join(', ')}`;

function dateOf(text: string): number | undefined {
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isDate ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The value that a text stands for; undefined where it stands for none of its kind. */
function valueOf(kind: Kind, text: string): Value | undefined {
  switch (kind) {
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return { true: true, 1: true, false: false, 0: false }[text];
    case 'date':
      return dateOf(text);
    case 'text':
      return text === '' ? undefined : text;
    default:
      return kind.includes(text) ? text : undefined;
  }
}

/** A member that a list can be filtered by, and the operators that may follow its name. */
interface Filter<Item> {
  readonly kind: Kind;
  readonly operators?: readonly string[];
  readonly of: (item: Item) => Value;
}

const within = ['in', 'not_in'];
const bounds = ['min', 'max', 'greater', 'less'];

const listingFilters: Readonly<Record<string, Filter<Listing>>> = {
  id: { kind: 'integer', operators: [...within, ...bounds], of: ({ id }) => id },
  name: { kind: 'text', operators: ['like'], of: ({ name }) => name },
  sku: { kind: 'text', operators: ['in'], of: ({ sku }) => sku },
  type: { kind: types, of: ({ type }) => type },
  price: { kind: 'number', operators: ['min', 'max'], of: ({ price }) => price },
  strategy_id: { kind: 'integer', operators: ['in'], of: ({ strategy }) => strategy ?? 0 },
  brand_id: { kind: 'integer', operators: ['in'], of: ({ brand }) => brand },
  inventory_level: { kind: 'integer', operators: [...within, ...bounds], of: ({ stock }) => stock },
  total_sold: { kind: 'integer', of: ({ sold }) => sold },
  is_visible: { kind: 'boolean', of: ({ isVisible }) => isVisible },
  availability: { kind: availabilities, of: ({ availability }) => availability },
  condition: { kind: conditions, of: ({ condition }) => condition },
  date_modified: { kind: 'date', operators: ['min', 'max'], of: ({ modified }) => modified },
};
const sortMembers = [
  'id',
  'name',
  'sku',
  'price',
  'date_modified',
  'inventory_level',
  'is_visible',
  'total_sold',
];

const strategyFilters: Readonly<Record<string, Filter<Strategy>>> = {
  id: { kind: 'integer', operators: ['in'], of: ({ id }) => id },
  name: { kind: 'text', operators: ['like'], of: ({ name }) => name },
  active: { kind: 'boolean', of: ({ active }) => active },
};

function passes(operator: string, value: Value, wanted: readonly Value[]): boolean {
  const [one = ''] = wanted;
  switch (operator) {
    case 'not_in':
      return !wanted.includes(value);
    case 'min':
      return value >= one;
    case 'max':
      return value <= one;
    case 'greater':
      return value > one;
    case 'less':
      return value < one;
    case 'like':
      return String(value).toLowerCase().includes(String(one).toLowerCase());
    default:
      return wanted.includes(value);
  }
}

/** The items that pass all filters of a query; `others` are parameters that are no filters. */
function filtered<Item>(
  items: readonly Item[],
  filters: Readonly<Record<string, Filter<Item>>>,
  query: URLSearchParams,
  others: readonly string[],
): Item[] {
  const asked = [...query].filter(([name]) => !others.includes(name));
  const unknown: string[] = [];
  const errors: Record<string, string> = {};
  const tests: ((item: Item) => boolean)[] = [];
  for (const [name, text] of asked) {
    const [memberName = '', operator] = name.split(':');
    const filter = Object.hasOwn(filters, memberName) ? filters[memberName] : undefined;
    if (filter === undefined || (operator !== undefined && filter.operators?.includes(operator) !== true)) {
      unknown.push(name);
      continue;
    }
    const texts = operator === 'in' || operator === 'not_in' ? text.split(',') : [text];
    const wanted = texts.map((one) => valueOf(filter.kind, one)).filter((value) => value !== undefined);
    if (wanted.length < texts.length) errors[name] = complaintOf(filter.kind);
    tests.push((item) => passes(operator ?? '', filter.of(item), wanted));
  }
  if (unknown.length > 0) {
    throw refusal(422, `The filter(s): ${unknown.join(', ')} are not valid filter parameter(s).`);
  }
  checked(errors);
  return items.filter((item) => tests.every((test) => test(item)));
}

/** The page and its size that a query asks for; undefined for what is no number from 1. */
function pageOf(query: URLSearchParams): Readonly<Record<'page' | 'limit', number | undefined>> {
  const [page, limit] = (['page', 'limit'] as const).map((name) => {
    const text = query.get(name) ?? (name === 'page' ? '1' : String(usualSize));
    return /^0*[1-9]\d*$/.test(text) ? Number(text) : undefined;
  });
  return { page, limit };
}

/** A page of a list of the newer generation. */
function paged(rows: readonly Row[], query: URLSearchParams, size: number, page: number): Answered {
  const link = (number: number): string => {
    const params = new URLSearchParams([...query].filter(([name]) => name !== 'page' && name !== 'limit'));
    params.set('page', String(number));
    params.set('limit', String(size));
    return `?${params.toString()}`;
  };
  const data = rows.slice((page - 1) * size, page * size);
  const pages = Math.ceil(rows.length / size);
  const links = {
    ...(page > 1 && { previous: link(page - 1) }),
    current: link(page),
    ...(page < pages && { next: link(page + 1) }),
  };
  const pagination = {
    total: rows.length,
    count: data.length,
    per_page: size,
    current_page: page,
    total_pages: pages,
    links,
  };
  return json(200, { data, meta: { pagination } });
}

const single = (data: Row): Answered => json(200, { data, meta: {} });

/** What of a listing a query wants to see. */
function viewOf(query: URLSearchParams): (one: Listing) => Row {
  const errors: Record<string, string> = {};
  const names = (parameter: string, known: readonly string[]): readonly string[] | undefined => {
    const asked = query.get(parameter)?.split(',');
    const unknown = asked?.filter((name) => !known.includes(name)) ?? [];
    if (unknown.length > 0) errors[parameter] = `invalid value(s): ${unknown.join(', ')}`;
    return asked;
  };
  const included = names('include_fields', listingMembers);
  const excluded = names('exclude_fields', listingMembers);
  const added = names('include', Object.keys(parts));
  checked(errors);
  const isShown = (name: string): boolean =>
    name === 'id' || (included?.includes(name) !== false && excluded?.includes(name) !== true);
  return (one) =>
    Object.fromEntries([
      ...Object.entries(listingShown(one)).filter(([name]) => isShown(name)),
      ...(added ?? []).map((name) => [name, parts[name]!(one)]),
    ]) as Row;
}
const viewParameters = ['include', 'include_fields', 'exclude_fields'];

function compared(one: Listing, other: Listing, by: Filter<Listing>): number {
  const [left, right] = [by.of(one), by.of(other)];
  return left < right ? -1 : left > right ? 1 : one.id - other.id;
}

/** Sizes over the largest are cut here, and refused by the strategies. */
function listingsListed(all: readonly Listing[], query: URLSearchParams): Answered {
  const found = filtered(all, listingFilters, query, [
    'page',
    'limit',
    'sort',
    'direction',
    ...viewParameters,
  ]);
  const view = viewOf(query);
  const { page, limit } = pageOf(query);
  const sort = query.get('sort') ?? 'id';
  const direction = query.get('direction') ?? 'asc';
  checked({
    ...(page === undefined && { page: 'must be a positive integer' }),
    ...(limit === undefined && { limit: 'must be a positive integer' }),
    ...(!sortMembers.includes(sort) && { sort: complaintOf(sortMembers) }),
    ...(!['asc', 'desc'].includes(direction) && { direction: complaintOf(['asc', 'desc']) }),
  });
  const sign = direction === 'asc' ? 1 : -1;
  found.sort((one, other) => sign * compared(one, other, listingFilters[sort]!));
  return paged(found.map(view), query, Math.min(limit ?? usualSize, largestSize), page ?? 1);
}

function reportShown(one: Report, run: Run): Row {
  const isOver = one.status >= 2;
  const signature = scrambled(`generations file ${run.run} ${one.id}`, 40, base62);
  return {
    id: one.id,
    status_id: one.status,
    status: reportStatuses[one.status],
    type: one.type,
    items_total: one.items,
    total_change: one.change.toFixed(4),
    date_created: oldMoment(one.created),
    date_modified: oldMoment(one.modified),
    date_completed: isOver ? oldMoment(one.modified) : '',
    error_message: one.status === 3 ? 'The export could not be written.' : '',
    file:
      one.status === 2
        ? {
            url: `https://files.harbour-shops.example/reports/${one.id}.csv?signature=${signature}`,
            resource: `/reports/${one.id}/file`,
          }
        : null,
  };
}

/** Parameters of the older generation say their bound first; those that it does not know are left alone. */
const reportFilters: Readonly<Record<string, Filter<Report> & { readonly operator: string }>> = {
  status_id: { kind: 'integer', operator: 'in', of: ({ status }) => status },
  type: { kind: 'text', operator: 'in', of: ({ type }) => type },
  min_id: { kind: 'integer', operator: 'min', of: ({ id }) => id },
  max_id: { kind: 'integer', operator: 'max', of: ({ id }) => id },
  min_date_created: { kind: 'date', operator: 'min', of: ({ created }) => created },
  max_date_created: { kind: 'date', operator: 'max', of: ({ created }) => created },
};
const reportSorts: Readonly<Record<string, (one: Report) => number>> = {
  id: ({ id }) => id,
  date_created: ({ created }) => created,
  date_modified: ({ modified }) => modified,
};

function reportsSorted(found: readonly Report[], text: string): readonly Report[] {
  const [name = '', direction = 'asc', ...more] = text.split(':');
  if (!Object.hasOwn(reportSorts, name) || !['asc', 'desc'].includes(direction) || more.length > 0) {
    throw oldInvalid('sort', 'The value is not a valid sort');
  }
  const by = reportSorts[name]!;
  const sign = direction === 'asc' ? 1 : -1;
  return found.toSorted((one, other) => sign * (by(one) - by(other)));
}

function reportsListed(query: URLSearchParams, run: Run): Answered {
  let found: readonly Report[] = reports;
  for (const [name, text] of query) {
    if (!Object.hasOwn(reportFilters, name)) continue;
    const { kind, operator, of } = reportFilters[name]!;
    const value = valueOf(kind, text);
    if (value === undefined) throw oldInvalid(name, `The value ${complaintOf(kind)}`);
    found = found.filter((one) => passes(operator, of(one), [value]));
  }
  found = reportsSorted(found, query.get('sort') ?? 'id');
  const { page, limit } = pageOf(query);
  if (page === undefined) throw oldInvalid('page', 'The value must be a positive integer');
  if (limit === undefined) throw oldInvalid('limit', 'The value must be a positive integer');
  const size = Math.min(limit, largestSize);
  const shown = found.slice((page - 1) * size, page * size).map((one) => reportShown(one, run));
  return shown.length === 0 ? { status: 204, headers: [], body: '' } : json(200, shown);
}

function reportRead(id: string, { headers }: Asked, run: Run): Answered {
  const report = reports.find((one) => String(one.id) === id);
  if (report === undefined) throw oldNotFound();
  const lastModified: Headers = [['Last-Modified', new Date(report.modified).toUTCString()]];
  const since = Date.parse(headers['if-modified-since'] ?? '');
  if (since >= report.modified) return { status: 304, headers: lastModified, body: '' };
  return json(200, reportShown(report, run), lastModified);
}

function bodyOf({ headers, body }: Asked): Row {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    throw refusal(415, 'The content type must be application/json');
  }
  const sent = parsed(body);
  if (sent === undefined) throw refusal(400, 'Input is invalid', { detail: 'Syntax error' });
  if (!isObject(sent)) throw badJson({ data: 'must be an object' });
  return sent;
}

function priceComplaint(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') return 'must be a number';
  if (value < 0) return 'must be greater than or equal to 0';
  return value > largestPrice ? `must be less than or equal to ${largestPrice}` : undefined;
}

/** The bounds that a body sends, with four decimal places as they are kept; undefined for one that it leaves alone. */
function boundsIn({
  min_price: min,
  max_price: max,
}: Row): readonly [number | undefined, number | undefined] {
  if (min === undefined && max === undefined) {
    throw badJson({ min_price: 'is required without max_price', max_price: 'is required without min_price' });
  }
  const [minComplaint, maxComplaint] = [priceComplaint(min), priceComplaint(max)];
  if (minComplaint !== undefined || maxComplaint !== undefined) {
    throw badJson({
      ...(minComplaint !== undefined && { min_price: minComplaint }),
      ...(maxComplaint !== undefined && { max_price: maxComplaint }),
    });
  }
  const kept = (value: unknown) => (typeof value === 'number' ? rounded(value, 4) : undefined);
  return [kept(min), kept(max)];
}

function priced(listing: Listing, body: Row, now: number): Answered {
  const [min, max] = boundsIn(body);
  const [low, high] = [min ?? listing.min, max ?? listing.max];
  if (low > 0 && high > 0 && low > high) {
    if (min !== undefined && max !== undefined) {
      throw badJson({ min_price: 'must be less than or equal to max_price' });
    }
    throw conflict(
      'The price bounds are in conflict',
      min === undefined
        ? { max_price: `must be greater than or equal to the current min_price of ${low}` }
        : { min_price: `must be less than or equal to the current max_price of ${high}` },
    );
  }
  if (low === 0 && listing.strategy !== null) {
    throw conflict('The listing has a strategy', { min_price: 'must be set while a strategy is assigned' });
  }
  [listing.min, listing.max, listing.modified] = [low, high, now];
  return single(listingShown(listing));
}

function assigned(listing: Listing, { strategy_id: id }: Row, now: number): Answered {
  if (id === undefined) throw badJson({ strategy_id: 'is required' });
  if (id !== null) {
    if (typeof id !== 'number' || !Number.isInteger(id)) throw badJson({ strategy_id: 'must be an integer' });
    const strategy = strategies.find((one) => one.id === id);
    if (strategy === undefined) throw badJson({ strategy_id: `strategy ${id} does not exist` });
    if (!strategy.active) {
      throw conflict('The strategy is not active', { strategy_id: `strategy ${id} is not active` });
    }
    if (listing.min === 0) {
      throw conflict('The listing has no min_price', {
        min_price: 'must be set before a strategy is assigned',
      });
    }
  }
  [listing.strategy, listing.modified] = [id, now];
  return single(listingShown(listing));
}

const isId = (text: string): boolean => /^\d+$/.test(text);

function start(run: Run): (request: Asked) => Answered {
  const all = Array.from({ length: 28 }, (_, index) => listingAt(index));
  let windowEnd = -Infinity;
  let used = 0;
  let count = 0;

  const strategyShown = ({ id, name, active, rule, created, modified }: Strategy): Row => ({
    id,
    name,
    active,
    rule,
    listing_count: all.filter(({ strategy }) => strategy === id).length,
    date_created: moment(created),
    date_modified: moment(modified),
  });

  function strategiesListed(query: URLSearchParams): Answered {
    const found = filtered(strategies, strategyFilters, query, ['page', 'limit']);
    const { page, limit } = pageOf(query);
    checked({
      ...(page === undefined && { page: 'must be a positive integer' }),
      ...((limit === undefined || limit > largestSize) && {
        limit: `must be between 1 and ${largestSize}`,
      }),
    });
    return paged(found.map(strategyShown), query, limit ?? usualSize, page ?? 1);
  }

  function listingOf(id: string): Listing {
    if (!isId(id)) throw nowhere();
    const found = all.find((one) => String(one.id) === id);
    if (found === undefined) throw notFound('Listing');
    return found;
  }

  function listingRead(id: string, query: URLSearchParams): Answered {
    const listing = listingOf(id);
    filtered([], {}, query, viewParameters);
    return single(viewOf(query)(listing));
  }

  function strategyRead(id: string): Answered {
    if (!isId(id)) throw nowhere();
    const found = strategies.find((one) => String(one.id) === id);
    if (found === undefined) throw notFound('Strategy');
    return single(strategyShown(found));
  }

  /** A moment of change, to the second as it is shown. */
  const now = (): number => Math.floor(run.now() / 1_000) * 1_000;

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, list = '', id, part, ...more] = steps;
    const isPart = list === 'listings' && (part === 'price' || part === 'strategy');
    if (version !== 'v1' || more.length > 0 || !['listings', 'strategies', 'reports'].includes(list)) {
      throw nowhere();
    }
    if (part !== undefined && !isPart) throw list === 'reports' ? oldNotFound() : nowhere();
    if (request.method !== (isPart ? 'PATCH' : 'GET')) {
      throw list === 'reports'
        ? oldRefusal(405, 'The request method is not allowed for this resource.')
        : refusal(405, 'Method not allowed', {}, [['Allow', isPart ? 'PATCH' : 'GET']]);
    }
    if (list === 'reports')
      return id === undefined ? reportsListed(query, run) : reportRead(id, request, run);
    if (list === 'strategies') return id === undefined ? strategiesListed(query) : strategyRead(id);
    if (id === undefined) return listingsListed(all, query);
    if (part === undefined) return listingRead(id, query);
    const listing = listingOf(id);
    const change = part === 'price' ? priced : assigned;
    return change(listing, bodyOf(request), now());
  }

  /** Counts a request in the window that it falls in. */
  function rate(): Headers {
    if (run.now() >= windowEnd) [windowEnd, used] = [run.now() + windowLength, 0];
    used += 1;
    return [
      ['X-Rate-Limit-Requests-Left', String(Math.max(0, quota - used))],
      ['X-Rate-Limit-Requests-Quota', String(quota)],
      ['X-Rate-Limit-Time-Reset-Ms', String(windowEnd - run.now())],
      ['X-Rate-Limit-Time-Window-Ms', String(windowLength)],
    ];
  }

  function admit(sent: string | undefined): void {
    if (sent === undefined) throw refusal(401, 'X-API-KEY header is required');
    if (sent !== key) throw refusal(401, 'Unauthorized');
  }

  return (request) => {
    count += 1;
    let always: Headers = [['X-Request-Id', scrambled(`generations request ${run.run} ${count}`, 32, hex)]];
    try {
      admit(request.headers['x-api-key']);
      always = [...rate(), ...always];
      if (used > quota) throw refusal(429, 'Too many requests. Please wait until the window resets.');
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.body, [...error.headers, ...always]);
    }
  };
}

/** Follows the links of the newer generation; reads the older one until a page has nothing in it. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [path = '', query = ''] = target.split('?');
  const rows: Row[] = [];
  for (let next: string | undefined = target, page = 2; next !== undefined; page += 1) {
    const received: Received = await api.ask('GET', next);
    const old = rowsAt(received);
    rows.push(...old, ...rowsAt(received, 'data'));
    const link = textIfAny(received, 'meta', 'pagination', 'links', 'next');
    next =
      link !== undefined
        ? path + link
        : old.length > 0
          ? `${path}?${query === '' ? '' : `${query}&`}page=${page}`
          : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

/** Reads a report, and asks whether it has changed since. */
async function readTwice(api: Api, id: unknown): Promise<void> {
  const received = await read(api, 'reports', id);
  await api.ask('GET', `/v1/reports/${String(id)}`, {
    headers: { 'If-Modified-Since': header(received, 'Last-Modified') ?? null },
  });
}

interface Ids {
  /** With both bounds and no strategy, with a strategy, and without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  /** The price of a listing, times a factor. */
  readonly times: (id: unknown, factor: number) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      rows.filter(
        (row) => row.strategy_id === null && Number(row.min_price) > 0 && Number(row.max_price) > 0,
      ),
    ),
    bound: ids(rows.filter((row) => typeof row.strategy_id === 'number')),
    open: ids(rows.filter((row) => row.min_price === 0)),
    times: (id, factor) => rounded(Number(rows.find((row) => row.id === id)?.price ?? 40) * factor, 2),
  };
}

/** Asks until the window is used up, waits for the next one, and asks once more. */
async function hurry(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent <= quota; sent += 1) {
    const received = await api.ask('GET', target, { atOnce: true });
    if (received.status !== 429) continue;
    api.wait(Number(header(received, 'X-Rate-Limit-Time-Reset-Ms') ?? 1_000));
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, times } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies');
  const plan = (index: number) => plans.filter(({ active }) => active === true)[index]?.id;
  const off = plans.find(({ active }) => active === false)?.id;
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=15');
  await get('is_visible=false');
  await get('price:min=50&price:max=120');
  await get(`id:in=${[free[0], bound[0], open[0]].join(',')}`);
  await get('name:like=lamp');
  await get(`strategy_id=${String(plan(1))}`);
  await get('brand_id:in=36,38&limit=5');
  await get('date_modified:min=2025-01-01&limit=4');
  await get('availability=preorder');
  await get('inventory_level:less=20&sort=inventory_level');
  await get('sort=price&direction=desc&limit=6');
  await get('sort=name&limit=5&include_fields=name,price,sku');
  await get('exclude_fields=categories,custom_url&limit=3');
  await get('include=custom_fields&limit=3');
  await get('price:min=5000');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?status_id=3');
  await api.ask('GET', '/v1/reports?min_id=106&sort=date_created:desc');
  await api.ask('GET', '/v1/reports?status_id=9');
  for (const id of [free[0], free[2], bound[0], open[0], free[4]]) await read(api, 'listings', id);
  await read(api, 'listings', bound[1], '?include=images,custom_fields');
  await read(api, 'listings', free[1], '?include_fields=name,min_price,max_price');
  await read(api, 'strategies', plan(0));
  await readTwice(api, runs[1]);
  await read(api, 'reports', runs.at(-1));

  await price(api, free[0], { min_price: times(free[0], 0.9), max_price: times(free[0], 1.6) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: times(bound[0], 0.75) });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { min_price: 4.5 });
  await price(api, free[1], { min_price: 0, max_price: 249.99 });
  await assign(api, free[0], { strategy_id: plan(2) });
  await read(api, 'strategies', plan(2));
  await assign(api, bound[0], { strategy_id: null });
  await read(api, 'listings', bound[0]);
  await get('sort=date_modified&direction=desc&limit=4');

  await read(api, 'listings', 99_001);
  await read(api, 'listings', 'blue-lamp');
  await read(api, 'strategies', 404);
  await read(api, 'reports', 9_999);
  await price(api, 99_002, { min_price: 9 });
  await price(api, free[3], { min_price: 90, max_price: 85.5 });
  await price(api, free[3], { min_price: times(free[3], 2) });
  await price(api, free[3], { min_price: '19.90' });
  await price(api, free[3], { min_price: true, max_price: -5 });
  await price(api, free[3], {});
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": ' });
  await price(api, bound[1], { min_price: 0 });
  await assign(api, free[3], { strategy_id: 77 });
  await assign(api, free[3], { strategy_id: off });
  await assign(api, free[3], { strategy_id: 'cheapest' });
  await assign(api, free[3], { strategy: plan(0) });
  await assign(api, open[1], { strategy_id: plan(1) });
  await get('price:min=cheap');
  await get('colour=red');
  await get('availability=sold');
  await get('sort=colour');
  await get('limit=0');
  await get('include_fields=name,colour');
  await api.ask('GET', '/v1/strategies?limit=500');
  await api.ask('GET', '/v1/reports?min_id=first');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await hurry(api, '/v1/strategies?limit=1');
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, times } = idsOf(await walk(api, '/v1/listings?limit=12'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies?limit=4');
  const plan = (index: number) => plans.filter(({ active }) => active === true)[index]?.id;
  const off = plans.find(({ active }) => active === false)?.id;
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  await get('is_visible=true&limit=6');
  await get('price:min=30&price:max=90&sort=price');
  await get(`id:in=${[free[5], bound[2]].join(',')}`);
  await get('name:like=torch');
  await get(`strategy_id:in=${[plan(0), plan(2)].join(',')}`);
  await get('brand_id=37&limit=4');
  await get('date_modified:min=2024-06-01&date_modified:max=2024-12-31');
  await get('availability=disabled&is_visible=true');
  await get('sort=name&direction=desc&limit=7');
  await get('sort=total_sold&direction=desc&limit=3&include_fields=name,total_sold');
  await get('exclude_fields=sku,weight&limit=2&page=3');
  await get('include=images&limit=4');
  await get('price:max=2');
  await get('page=40');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status_id=1');
  await api.ask('GET', '/v1/reports?max_id=104&sort=date_created:desc');
  for (const id of [free[5], bound[2], open[2]]) await read(api, 'listings', id);
  await read(api, 'listings', free[6], '?include_fields=name,price,strategy_id');
  await read(api, 'strategies', plan(3));
  await readTwice(api, runs[4]);

  await price(api, free[5], { min_price: times(free[5], 0.85), max_price: times(free[5], 1.5) });
  await read(api, 'listings', free[5]);
  await price(api, bound[2], { max_price: times(bound[2], 1.9) });
  await price(api, open[2], { min_price: 3.75 });
  await price(api, free[6], { max_price: 0 });
  await assign(api, free[5], { strategy_id: plan(3) });
  await read(api, 'strategies', plan(3));
  await assign(api, bound[1], { strategy_id: null });
  await get('sort=date_modified&direction=desc&limit=5');

  await read(api, 'listings', 88_450);
  await read(api, 'strategies', 'premium');
  await read(api, 'reports', 7_300);
  await price(api, free[2], { min_price: 140.5, max_price: 120 });
  await price(api, free[2], { max_price: 0.5 });
  await price(api, free[2], { max_price: 'low' });
  await price(api, free[2], { min_price: -12.25 });
  await price(api, bound[3], { min_price: 0 });
  await assign(api, free[2], { strategy_id: 58 });
  await assign(api, free[2], { strategy_id: off });
  await assign(api, free[2], {});
  await get('price:max=high');
  await get('size=small&limit=4');
  await get('sort=stock&direction=asc');
  await get('limit=-3');
  await api.ask('GET', '/v1/strategies?limit=120');
  await api.ask('GET', '/v1/reports?limit=3', { headers: { 'X-API-KEY': null } });
}

export const twoGenerations: WalkedService = {
  name: 'two-generations',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
