// The billing of a company that sells software on behalf of its makers: `data` beside `meta`, which has the id of the request and,
// of a list, how it goes on: a whole link with an id to go on after, and an estimated total. Ids have a prefix and sort by
// age; amounts are texts of minor units with their currency; moments have microseconds. Several values of a filter stand with
// commas between them, orders and comparisons in brackets (`order_by=name[DESC]`, `updated_at[GTE]`), `include` adds members.
// Errors have a code, a page of documentation and, where the request is at fault, a list of fields with a message for each.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'apikey_live_01j2w7n5kx_8Qd3VtRz6YpLmB4s';
const perSecond = 5;
const usualSize = 50;
const largestSize = 200;
const largestAmount = 99_999_999;
const documentation = 'https://developer.example.com/errors';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id that sorts by its moment: ten characters of time, and sixteen that look random. */
function idOf(prefix: string, milliseconds: number, seed: string): string {
  let [time, left] = ['', milliseconds];
  for (let digits = 0; digits < 10; digits += 1) {
    time = crockford[left % 32]! + time;
    left = Math.floor(left / 32);
  }
  return `${prefix}_${time}${scrambled(`estimated ${seed}`, 16, crockford)}`;
}

const patternOf = (prefix: string) => `^${prefix}_[a-z\\d]{26}$`;
const isId = (prefix: string, text: string) => new RegExp(patternOf(prefix)).test(text);

/** With six digits after the second; the last three are `micros`. */
const moment = (milliseconds: number, micros: number): string =>
  new Date(milliseconds).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);

interface Money {
  readonly amount: string;
  readonly currency_code: string;
}

const statuses = ['active', 'archived'];
const reportStatuses = ['pending', 'ready', 'failed', 'expired'];
const reportTypes = ['listings', 'price_changes', 'margins'];

const products = [
  ['Velmora Notes', 'saas', 'active'],
  ['Tarnwick Backup', 'standard', 'active'],
  ['Halvik Font Studio', 'digital-goods', 'active'],
  ['Zembro Mail', 'saas', 'active'],
  ['Quillan Audio Tools', 'standard', 'active'],
  ['Oskelby Planner', 'saas', 'archived'],
].map(([name, category, status], index) => {
  const created = Date.UTC(2023, 8, 4 + 9 * index, 10, 12 + index, 31, 207 + index);
  return {
    id: idOf('pro', created, `product ${index}`),
    name: name!,
    tax_category: category!,
    image_url: index % 2 === 0 ? `https://images.example.com/products/${index + 1}.png` : null,
    status: status!,
    created_at: moment(created, chance(`estimated product ${index}`, 1_000)),
  };
});

const strategies: readonly Row[] = [
  { name: 'Match the market', mode: 'match', description: null, adjustment: null },
  {
    name: 'Just below',
    mode: 'undercut',
    description: 'Stays a little under the cheapest offer',
    adjustment: { type: 'flat', value: '50' },
  },
  {
    name: 'Five percent below',
    mode: 'undercut',
    description: null,
    adjustment: { type: 'percentage', value: '5' },
  },
  {
    name: 'Keep the margin',
    mode: 'margin',
    description: 'Never sells under cost and fees',
    adjustment: { type: 'percentage', value: '22.5' },
  },
  {
    name: 'Black Friday 2024',
    mode: 'undercut',
    description: 'Only for the last week of November',
    adjustment: { type: 'percentage', value: '40' },
  },
  {
    name: 'Renewal premium',
    mode: 'premium',
    description: null,
    adjustment: { type: 'percentage', value: '8' },
  },
].map((strategy, index) => {
  const created = Date.UTC(2023, 10, 2 + 23 * index, 14, 3, 9, 481 + index);
  const updated = created + chance(`estimated strategy ${index}`, 90 * 86_400) * 1_000 + 77;
  return {
    id: idOf('stg', created, `strategy ${index}`),
    ...strategy,
    status: index === 4 ? 'archived' : 'active',
    created_at: moment(created, 120 + 31 * index),
    updated_at: moment(updated, 77 + 113 * index),
  };
});

interface Listing {
  readonly id: string;
  readonly product: (typeof products)[number];
  readonly name: string;
  readonly sku: string;
  readonly description: string | null;
  readonly status: string;
  readonly price: Money;
  readonly custom: Row | null;
  readonly created: string;
  min: Money | null;
  max: Money | null;
  strategy: string | null;
  updated: string;
}

function listings(): Listing[] {
  return Array.from({ length: 26 }, (_, index): Listing => {
    const seed = `estimated listing ${index}`;
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const updated = created + chance(`${seed} updated`, 100 * 86_400) * 1_000 + chance(`${seed} more`, 1_000);
    const product = products[index % products.length]!;
    const plan = oneOf(`${seed} plan`, ['Personal', 'Team', 'Business', 'Student', 'Lifetime']);
    const price = 490 + 10 * chance(`${seed} price`, 2_400);
    const currency = oneOf(`${seed} currency`, ['EUR', 'EUR', 'USD', 'GBP']);
    const money = (amount: number): Money => ({
      amount: String(Math.round(amount)),
      currency_code: currency,
    });
    const usable = strategies.filter(({ status }) => status === 'active');
    return {
      id: idOf('lst', created, seed),
      product,
      name: `${product.name} ${plan}`,
      sku: `${product.name.slice(0, 3).toUpperCase()}-${plan.slice(0, 2).toUpperCase()}-${1_000 + chance(`${seed} sku`, 9_000)}`,
      description: chance(`${seed} text`, 3) === 0 ? null : `${plan} licence, billed once a year`,
      status: index % 7 === 5 ? 'archived' : 'active',
      price: money(price),
      custom: chance(`${seed} custom`, 4) === 0 ? { channel: oneOf(seed, ['web', 'partner']) } : null,
      created: moment(created, chance(`${seed} us`, 1_000)),
      min: chance(`${seed} min`, 4) === 0 ? null : money(price * 0.8),
      max: chance(`${seed} max`, 3) === 0 ? null : money(price * 1.4),
      strategy:
        chance(`${seed} has`, 2) === 0 ? null : String(usable[chance(`${seed} strategy`, usable.length)]!.id),
      updated: moment(updated, chance(`${seed} updated us`, 1_000)),
    };
  });
}

interface Report {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly micros: number;
  readonly seconds: number;
  readonly rows: number;
  readonly fails: boolean;
}

/** How many hours ago the report runs were ordered. */
const reportAges = [0.004, 0.3, 21, 50, 98, 170, 226, 400, 523, 790];
const reportDays = 14;

interface FieldError {
  readonly field: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly area: string;
  readonly errors: readonly FieldError[];

  constructor(
    status: number,
    code: string,
    detail: string,
    { area = 'shared', errors = [] }: { area?: string; errors?: readonly FieldError[] } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.area = area;
    this.errors = errors;
  }
}

const notFound = (id: string) => new Refusal(404, 'not_found', `Entity ${id} not found`);

/** Refuses what does not have the form of a request. */
function refuseForm(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Refusal(400, 'bad_request', 'Invalid request.', { errors });
}

/** Refuses what has that form, and values that cannot be. */
function refuseFields(errors: readonly FieldError[]): void {
  if (errors.length > 0) {
    throw new Refusal(400, 'invalid_field', 'Request does not pass validation.', { errors });
  }
}

const mismatch = (prefix: string) => `does not match pattern: ${patternOf(prefix)}`;
const missingMessage = 'must be provided as part of the request';

function choice(values: readonly string[], got: string): string {
  const known = values.length === 1 ? values[0]! : `${values.slice(0, -1).join(', ')} or ${values.at(-1)!}`;
  return `value must be one of: ${known}, got '${got}'`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const wrongType = (field: string, expected: string, value: unknown): FieldError => ({
  field,
  message: `invalid type, expected ${expected} but got ${typeOf(value)}`,
});

/** The members of an object that is sent as a body; members that it cannot have are at fault. */
function bodyOf(request: Asked, names: readonly string[]): Row {
  const read = jsonOf(request);
  if (read === 'bad' || !(request.headers['content-type'] ?? '').startsWith('application/json')) {
    throw new Refusal(400, 'bad_request', 'Invalid request.');
  }
  const { json: body } = read;
  if (!isObject(body)) {
    refuseForm([wrongType('(root)', 'object', body)]);
    return {};
  }
  refuseForm(
    Object.keys(body)
      .filter((name) => !names.includes(name))
      .map((field) => ({ field, message: 'additional property is not allowed' })),
  );
  return body;
}

/** What is at fault with the form of an amount of money. */
function moneyFaults(field: string, value: unknown): readonly FieldError[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) return [wrongType(field, 'object', value)];
  const faults: FieldError[] = [];
  const { amount, currency_code: currency } = value;
  if (amount !== undefined && typeof amount !== 'string') {
    faults.push(wrongType(`${field}.amount`, 'string', amount));
  } else if (amount !== undefined && !/^-?\d+$/.test(amount)) {
    faults.push({ field: `${field}.amount`, message: 'must be a valid integer' });
  }
  if (currency !== undefined && typeof currency !== 'string') {
    faults.push(wrongType(`${field}.currency_code`, 'string', currency));
  }
  return faults;
}

/** What is at fault with an amount of money that has the right form. */
function valueFaults(field: string, value: unknown, currency: string): readonly FieldError[] {
  if (!isObject(value)) return [];
  const faults: FieldError[] = [];
  if (value.amount === undefined) {
    faults.push({ field: `${field}.amount`, message: missingMessage });
  } else if (Number(value.amount) <= 0) {
    faults.push({ field: `${field}.amount`, message: 'must be greater than 0' });
  } else if (Number(value.amount) > largestAmount) {
    const message = `maximum value of ${largestAmount} exceeded. provided value ${value.amount as string}`;
    faults.push({ field: `${field}.amount`, message });
  }
  if (value.currency_code === undefined) {
    faults.push({ field: `${field}.currency_code`, message: missingMessage });
  } else if (value.currency_code !== currency) {
    const message = `must match currency_code of unit_price: ${currency}`;
    faults.push({ field: `${field}.currency_code`, message });
  }
  return faults;
}

type Filter =
  | { readonly ids: string; readonly member: string }
  | { readonly values: readonly string[]; readonly member: string }
  | { readonly time: string };

/** What a list can be asked for. */
interface Asking {
  readonly prefix: string;
  readonly orders: readonly string[];
  readonly filters: Readonly<Record<string, Filter>>;
  readonly includes: readonly string[];
}

const asListings: Asking = {
  prefix: 'lst',
  orders: ['created_at', 'id', 'name', 'status', 'unit_price.amount', 'updated_at'],
  filters: {
    id: { ids: 'lst', member: 'id' },
    product_id: { ids: 'pro', member: 'product_id' },
    strategy_id: { ids: 'stg', member: 'strategy_id' },
    status: { values: statuses, member: 'status' },
    created_at: { time: 'created_at' },
    updated_at: { time: 'updated_at' },
  },
  includes: ['product', 'strategy'],
};
const asStrategies: Asking = {
  prefix: 'stg',
  orders: ['created_at', 'id', 'name', 'status', 'updated_at'],
  filters: {
    id: { ids: 'stg', member: 'id' },
    status: { values: statuses, member: 'status' },
    updated_at: { time: 'updated_at' },
  },
  includes: [],
};
const asReports: Asking = {
  prefix: 'rep',
  orders: ['created_at', 'id', 'status', 'type', 'updated_at'],
  filters: {
    status: { values: reportStatuses, member: 'status' },
    type: { values: reportTypes, member: 'type' },
    created_at: { time: 'created_at' },
  },
  includes: [],
};

type Test = (row: Row) => boolean;

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '': (left, right) => left === right,
  LT: (left, right) => left < right,
  LTE: (left, right) => left <= right,
  GT: (left, right) => left > right,
  GTE: (left, right) => left >= right,
};

/** A filter as a test of records; what is at fault with it is added to `faults`. */
function testOf(name: string, text: string, filters: Asking['filters'], faults: FieldError[]): Test | null {
  const [, base = name, operator = ''] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
  const filter = Object.hasOwn(filters, base) ? filters[base]! : undefined;
  if (filter === undefined) return null;
  if ('time' in filter) {
    const compare = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
    if (compare === undefined) return null;
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : NaN;
    if (Number.isNaN(time)) {
      faults.push({ field: name, message: 'must be a valid RFC 3339 datetime' });
    }
    return (row) => compare(Date.parse(String(row[filter.time])), time);
  }
  if (operator !== '') return null;
  const wanted = text.split(',');
  wanted.forEach((each, index) => {
    const field = `${name}[${index}]`;
    if ('ids' in filter) {
      if (!isId(filter.ids, each)) faults.push({ field, message: mismatch(filter.ids) });
    } else if (!filter.values.includes(each)) {
      faults.push({ field, message: choice(filter.values, each) });
    }
  });
  return (row) => wanted.includes(String(row[filter.member]));
}

function includesOf(query: URLSearchParams, known: readonly string[]): readonly string[] {
  const text = query.get('include');
  if (text === null || known.length === 0) return [];
  const names = text.split(',');
  refuseForm(
    names.flatMap((name, index) =>
      known.includes(name) ? [] : [{ field: `include[${index}]`, message: choice(known, name) }],
    ),
  );
  return names;
}

/** What a record is ordered by. */
function rankOf(row: Row, name: string): string | number {
  if (name === 'unit_price.amount') return Number((row.unit_price as Money).amount);
  return String(row[name]);
}

interface Page {
  readonly rows: readonly Row[];
  readonly pagination: Row;
}

/** The page of the records that is asked for, and how it goes on. */
function pageOf(all: readonly Row[], query: URLSearchParams, asking: Asking, link: string): Page {
  const { prefix, orders, filters, includes } = asking;
  const faults: FieldError[] = [];
  const said = new URLSearchParams();
  const tests: Test[] = [];
  let [size, after, order, sign] = [usualSize, '', 'id', -1];
  for (const [name, text] of query) {
    if (name === 'per_page') {
      if (!/^-?\d+$/.test(text)) faults.push({ field: name, message: 'must be a valid integer' });
      else if (Number(text) < 1) faults.push({ field: name, message: 'must be greater than 0' });
      size = Math.min(Number(text), largestSize);
    } else if (name === 'after') {
      if (!isId(prefix, text)) faults.push({ field: name, message: mismatch(prefix) });
      after = text;
    } else if (name === 'order_by') {
      const [, field = '', direction = 'ASC'] = /^([^[]*)(?:\[(.*)\])?$/.exec(text) ?? [];
      if (!orders.includes(field)) faults.push({ field: name, message: choice(orders, field) });
      else if (!['ASC', 'DESC'].includes(direction)) {
        faults.push({ field: name, message: choice(['ASC', 'DESC'], direction) });
      }
      [order, sign] = [field, direction === 'DESC' ? -1 : 1];
    } else if (name !== 'include' || includes.length === 0) {
      const test = testOf(name, text, filters, faults);
      if (test === null) continue;
      tests.push(test);
    }
    said.set(name, text);
  }
  refuseForm(faults);
  const compared = (left: string | number, right: string | number) =>
    left < right ? -1 : left > right ? 1 : 0;
  const sorted = [...all].sort(
    (one, other) =>
      sign *
      (compared(rankOf(one, order), rankOf(other, order)) ||
        compared(rankOf(one, 'id'), rankOf(other, 'id'))),
  );
  const last = after === '' ? -1 : sorted.findIndex(({ id }) => id === after);
  if (after !== '' && last < 0) {
    refuseForm([{ field: 'after', message: `must be the ID of an existing entity, got '${after}'` }]);
  }
  const matches: Test = (row) => tests.every((test) => test(row));
  const left = sorted.slice(last + 1).filter(matches);
  const rows = left.slice(0, size);
  // The link is there even where nothing follows.
  if (rows.length > 0) said.set('after', String(rows.at(-1)!.id));
  said.sort();
  return {
    rows,
    pagination: {
      per_page: size,
      next: said.size === 0 ? link : `${link}?${said.toString()}`,
      has_more: left.length > size,
      estimated_total: sorted.filter(matches).length,
    },
  };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = reportAges.map((hours, index): Report => {
    const about = Date.UTC(2026, 4, 1, 6, 0, 0, 113) - Math.round(hours * 3_600_000);
    return {
      id: idOf('rep', about, `report ${index}`),
      type: reportTypes[index % 3]!,
      created: opened - Math.round(hours * 3_600_000),
      micros: chance(`estimated report us ${index}`, 1_000),
      seconds: 25 + chance(`estimated report seconds ${index}`, 15),
      rows: 20 + chance(`estimated report rows ${index}`, 4_000),
      fails: index === 4,
    };
  });
  let window = { second: 0, count: 0 };
  let count = 0;

  const metaNow = (): Row => ({ request_id: uuid(`estimated ${run.run} ${count}`) });
  const momentNow = () => moment(run.now(), chance(`estimated now ${run.run} ${count}`, 1_000));
  const single = (data: Row) => json(200, { data, meta: metaNow() });

  const listingShown = (one: Listing, includes: readonly string[] = []): Row => ({
    id: one.id,
    product_id: one.product.id,
    name: one.name,
    sku: one.sku,
    description: one.description,
    status: one.status,
    unit_price: one.price,
    min_price: one.min,
    max_price: one.max,
    strategy_id: one.strategy,
    custom_data: one.custom,
    import_meta: null,
    created_at: one.created,
    updated_at: one.updated,
    ...(includes.includes('product') && { product: one.product }),
    ...(includes.includes('strategy') && {
      strategy: strategies.find(({ id }) => id === one.strategy) ?? null,
    }),
  });

  function reportShown({ id, type, created, micros, seconds, rows, fails }: Report): Row {
    const elapsed = (run.now() - created) / 1_000;
    const over = created + seconds * 1_000;
    const expires = over + reportDays * 86_400_000;
    const isOver = elapsed >= seconds;
    const status = !isOver ? 'pending' : fails ? 'failed' : run.now() >= expires ? 'expired' : 'ready';
    const from = moment(Math.floor(created / 86_400_000 - 30) * 86_400_000, 0);
    const signature = scrambled(`estimated ${run.run} ${count} ${id}`, 64, '0123456789abcdef');
    return {
      id,
      type,
      status,
      rows: isOver && !fails ? rows : null,
      filters: type === 'listings' ? [] : [{ name: 'updated_at', operator: 'gte', value: from }],
      download_url:
        status === 'ready'
          ? `https://downloads.example.net/reports/${id}.csv?Expires=${Math.floor(run.now() / 1_000) + 180}&Signature=${signature}`
          : null,
      expires_at: isOver && !fails ? moment(expires, micros) : null,
      created_at: moment(created, micros),
      updated_at: moment(isOver ? over : created, micros),
    };
  }

  function listed(request: Asked, rows: readonly Row[], asking: Asking): Answered {
    const { path, query } = targetOf(request);
    const page = pageOf(rows, query, asking, run.origin + path);
    const includes = includesOf(query, asking.includes);
    const data =
      includes.length === 0
        ? page.rows
        : page.rows.map(({ id }) =>
            listingShown(
              all.find((one) => one.id === id)!,
              includes,
            ),
          );
    return json(200, { data, meta: { ...metaNow(), pagination: page.pagination } });
  }

  function listingOf(id: string): Listing {
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw notFound(id);
    return one;
  }

  function refuseArchived({ id, status }: Listing): void {
    if (status === 'archived') {
      throw new Refusal(400, 'entity_archived', `Cannot modify entity ${id} while archived.`);
    }
  }

  function priced(id: string, request: Asked): Answered {
    const body = bodyOf(request, ['min_price', 'max_price']);
    const names = ['min_price', 'max_price'];
    refuseForm(names.flatMap((name) => moneyFaults(name, body[name])));
    const one = listingOf(id);
    refuseArchived(one);
    refuseFields(names.flatMap((name) => valueFaults(name, body[name], one.price.currency_code)));
    const sent = (name: string, before: Money | null): Money | null => {
      const value = body[name];
      if (value === undefined) return before;
      return isObject(value)
        ? { amount: String(BigInt(String(value.amount))), currency_code: one.price.currency_code }
        : null;
    };
    const [min, max] = [sent('min_price', one.min), sent('max_price', one.max)];
    if (min !== null && max !== null && Number(min.amount) > Number(max.amount)) {
      refuseFields([
        isObject(body.min_price)
          ? { field: 'min_price.amount', message: 'must be less than or equal to max_price.amount' }
          : { field: 'max_price.amount', message: 'must be greater than or equal to min_price.amount' },
      ]);
    }
    if (Object.keys(body).length > 0) [one.min, one.max, one.updated] = [min, max, momentNow()];
    return single(listingShown(one));
  }

  function assigned(id: string, request: Asked): Answered {
    const { strategy_id: wanted } = bodyOf(request, ['strategy_id']);
    if (wanted !== undefined && wanted !== null) {
      if (typeof wanted !== 'string') refuseForm([wrongType('strategy_id', 'string', wanted)]);
      else if (!isId('stg', wanted)) refuseForm([{ field: 'strategy_id', message: mismatch('stg') }]);
    }
    const one = listingOf(id);
    refuseArchived(one);
    if (wanted === undefined) refuseFields([{ field: 'strategy_id', message: missingMessage }]);
    const strategy = strategies.find((each) => each.id === wanted);
    const area = { area: 'listings' };
    if (wanted !== null && strategy === undefined) {
      throw new Refusal(400, 'listing_strategy_not_found', `Strategy ${wanted as string} not found.`, area);
    }
    if (strategy?.status === 'archived') {
      const detail = `Strategy ${wanted as string} is archived and cannot be assigned.`;
      throw new Refusal(400, 'listing_strategy_archived', detail, area);
    }
    [one.strategy, one.updated] = [strategy === undefined ? null : String(strategy.id), momentNow()];
    return single(listingShown(one));
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal(404, 'invalid_url', 'Invalid URL.');
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, 'method_not_allowed', `Method ${request.method} is not allowed.`);
    }
    const [name, asking] =
      kind === 'listings'
        ? ['listing_id', asListings]
        : kind === 'strategies'
          ? ['strategy_id', asStrategies]
          : ['report_id', asReports];
    if (id === undefined) {
      if (kind === 'listings')
        return listed(
          request,
          all.map((one) => listingShown(one)),
          asking,
        );
      return listed(request, kind === 'strategies' ? strategies : reports.map(reportShown), asking);
    }
    if (!isId(asking.prefix, id)) refuseForm([{ field: name, message: mismatch(asking.prefix) }]);
    if (part !== undefined) return part === 'price' ? priced(id, request) : assigned(id, request);
    if (kind === 'listings') {
      const includes = includesOf(query, asking.includes);
      return single(listingShown(listingOf(id), includes));
    }
    const rows = kind === 'strategies' ? strategies : reports.map(reportShown);
    const row = rows.find((each) => each.id === id);
    if (row === undefined) throw notFound(id);
    return single(row);
  }

  /** Counts the requests of each second. */
  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) {
      throw new Refusal(403, 'authentication_missing', 'Authentication header missing.');
    }
    if (given !== key) {
      throw new Refusal(403, 'forbidden', "You aren't permitted to perform this request.");
    }
    const second = Math.floor(run.now() / 1_000);
    if (second !== window.second) window = { second, count: 0 };
    window.count += 1;
    if (window.count > perSecond) {
      const detail =
        'API key exceeded the allowed rate limit. Retry after the number of seconds in the Retry-After header.';
      throw new Refusal(429, 'too_many_requests', detail);
    }
  }

  return (request) => {
    count += 1;
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message: detail, area, errors } = error;
      const shown = {
        type: 'request_error',
        code,
        detail,
        documentation_url: `${documentation}/${area}/${code}`,
        ...(errors.length > 0 && { errors }),
      };
      const body = { error: shown, meta: metaNow() };
      return json(status, body, status === 429 ? [['Retry-After', '1']] : []);
    }
  };
}

/** Follows the link as long as there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = at(received, 'meta', 'pagination', 'has_more') === true ? linkIn(received) : undefined;
  }
  return rows;
}

const linkIn = (received: Received) => textIfAny(received, 'meta', 'pagination', 'next');

/** Asks for the page that the link of another one leads to. */
async function follow(api: Api, received: Received): Promise<Received> {
  return api.ask('GET', linkIn(received) ?? '/v1/missing');
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

/** The id of nothing. */
const nobody = (prefix: string, seed: string): string =>
  idOf(prefix, Date.UTC(2025, 2, 3) + chance(seed, 1e9), `nobody ${digest(seed)}`);

interface Ids {
  /** Active listings: with both bounds, without an upper one, without a lower one, with a strategy; and archived ones. */
  readonly whole: readonly string[];
  readonly open: readonly string[];
  readonly low: readonly string[];
  readonly bound: readonly string[];
  readonly archived: readonly string[];
  /** An amount in the currency of a listing, by so much more than what it costs. */
  readonly money: (id: string | undefined, more: number) => Money;
}

function idsOf(rows: readonly Row[]): Ids {
  const active = rows.filter(({ status }) => status === 'active');
  const ids = (some: readonly Row[]) => some.map(({ id }) => String(id));
  return {
    whole: ids(active.filter((row) => row.min_price !== null && row.max_price !== null)),
    open: ids(active.filter((row) => row.max_price === null)),
    low: ids(active.filter((row) => row.min_price === null)),
    bound: ids(active.filter((row) => row.strategy_id !== null)),
    archived: ids(rows.filter(({ status }) => status === 'archived')),
    money: (id, more) => {
      const unit = rows.find((row) => row.id === id)?.unit_price as Money | undefined;
      return { amount: String(Number(unit?.amount) + more), currency_code: unit?.currency_code ?? 'missing' };
    },
  };
}

/** The ids of the strategies that can be assigned, and of those that cannot. */
const plansOf = (rows: readonly Row[]) =>
  statuses.map((wanted) => rows.filter(({ status }) => status === wanted).map(({ id }) => id));

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?per_page=10');
  const { whole, open, low, bound, archived, money } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const [plans = [], retired = []] = plansOf(await walk(api, '/v1/strategies?per_page=4'));
  const runs = (await walk(api, '/v1/reports?per_page=4')).map(({ id }) => id);
  await api.ask('GET', '/v1/listings');
  await get('order_by=name[ASC]&per_page=7');
  await follow(api, await get('order_by=unit_price.amount[DESC]&per_page=5'));
  await get('status=archived');
  await get('status=active,archived&per_page=6');
  await get(`id=${whole[1]!},${open[0]!}`);
  await get(`strategy_id=${String(plans[0])}`);
  await get(`product_id=${String(rows[2]!.product_id)}`);
  await get('include=strategy,product&per_page=3');
  await get('updated_at[GTE]=2025-06-01T00:00:00Z&per_page=5');
  await api.ask('GET', '/v1/reports?status=ready&per_page=2');
  for (const index of [0, 1, 3]) await read(api, 'listings', whole[index]);
  await read(api, 'listings', bound[1], '?include=strategy');
  await read(api, 'listings', archived[0]);
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', retired[0]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  await price(api, whole[0], { min_price: money(whole[0], -310), max_price: money(whole[0], 2_500) });
  await read(api, 'listings', whole[0]);
  await price(api, open[0], { max_price: money(open[0], 4_000) });
  await read(api, 'listings', open[0]);
  await price(api, low[0], { min_price: money(low[0], -90) });
  await price(api, whole[1], { max_price: null });
  await assign(api, whole[0], plans[1]);
  await read(api, 'listings', whole[0], '?include=strategy');
  await assign(api, bound[2], null);
  await read(api, 'listings', bound[2]);
  await get('order_by=updated_at[DESC]&per_page=4');
  api.wait(40_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 'lst_12');
  await read(api, 'listings', nobody('lst', 'one'));
  await read(api, 'strategies', nobody('stg', 'two'));
  await price(api, nobody('lst', 'three'), { max_price: null });
  await price(api, whole[2], { min_price: money(whole[2], 900), max_price: money(whole[2], 200) });
  await price(api, whole[2], { min_price: money(whole[2], 60_000) });
  await price(api, whole[2], { max_price: { ...money(whole[2], 0), amount: '10' } });
  await price(api, whole[2], { min_price: { ...money(whole[2], 0), amount: '19.90' } });
  await price(api, whole[2], { min_price: { ...money(whole[2], 0), amount: 1990 } });
  await price(api, whole[2], { min_price: 1990 });
  await price(api, whole[2], { min_price: { amount: '1990' } });
  await price(api, whole[2], { min_price: { amount: '1990', currency_code: 'CHF' } });
  await price(api, whole[2], { max_price: { ...money(whole[2], 0), amount: '-5' } });
  await api.ask('PATCH', `/v1/listings/${whole[2]!}/price`, { text: '{"min_price": {"amount": ' });
  await price(api, archived[0], { min_price: money(archived[0], -100) });
  await assign(api, whole[2], nobody('stg', 'four'));
  await assign(api, whole[2], retired[0]);
  await assign(api, whole[2], 17);
  await assign(api, whole[2], 'cheapest');
  await api.ask('PATCH', `/v1/listings/${whole[2]!}/strategy`, { json: {} });
  await get('order_by=colour[ASC]');
  await get('status=sold');
  await get('per_page=0');
  await get('per_page=ten');
  await get('updated_at[GTE]=yesterday');
  await api.ask('GET', '/v1/listings?per_page=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?per_page=1', 9);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?per_page=12');
  const { whole, open, low, bound, archived, money } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const [plans = [], retired = []] = plansOf(await walk(api, '/v1/strategies?per_page=5'));
  const runs = (await walk(api, '/v1/reports?per_page=6')).map(({ id }) => id);
  // The last page has a link as well: what follows it is empty.
  await follow(api, await get('status=archived&per_page=20'));
  await get('order_by=name[DESC]&per_page=6');
  await follow(api, await get('order_by=unit_price.amount[ASC]&per_page=4'));
  await get(`id=${whole[4]!},${low[1]!},${archived[1]!}`);
  await get(`strategy_id=${String(plans[2])}`);
  await get(`product_id=${String(rows[7]!.product_id)}&per_page=3`);
  await get('include=strategy&per_page=4');
  await get('updated_at[GTE]=2025-03-15T12:00:00Z&per_page=4');
  await get('status=active&order_by=created_at[DESC]&per_page=3');
  await get('colour=red&per_page=8');
  await api.ask('GET', '/v1/reports?status=expired&per_page=3');
  await read(api, 'listings', whole[5]);
  await read(api, 'listings', low[1]);
  await read(api, 'listings', bound[3], '?include=product');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[5]);

  await price(api, whole[5], { min_price: money(whole[5], -45), max_price: money(whole[5], 1_250) });
  await read(api, 'listings', whole[5]);
  await price(api, low[1], { min_price: money(low[1], -130) });
  await read(api, 'listings', low[1]);
  await price(api, whole[4], { min_price: null });
  await price(api, open[1], { max_price: money(open[1], 780) });
  await assign(api, whole[5], plans[3]);
  await read(api, 'listings', whole[5]);
  await assign(api, bound[4], null);
  await get('order_by=updated_at[DESC]&per_page=3');

  await read(api, 'listings', 'listing-7');
  await read(api, 'listings', nobody('lst', 'five'));
  await read(api, 'reports', nobody('rep', 'six'));
  await assign(api, nobody('lst', 'seven'), plans[0]);
  await price(api, whole[6], { min_price: money(whole[6], 700), max_price: money(whole[6], 150) });
  await price(api, whole[6], { max_price: { ...money(whole[6], 0), amount: '25' } });
  await price(api, whole[6], { max_price: { ...money(whole[6], 0), amount: 'lots' } });
  await price(api, whole[6], { max_price: { ...money(whole[6], 0), amount: 2450 } });
  await price(api, whole[6], { max_price: { amount: '2450' } });
  await price(api, whole[6], { min_price: { ...money(whole[6], 0), amount: '-80' } });
  await api.ask('PATCH', `/v1/listings/${whole[6]!}/price`, { text: '{"max_price": ' });
  await price(api, archived[1], { max_price: money(archived[1], 600) });
  await assign(api, whole[6], nobody('stg', 'eight'));
  await assign(api, whole[6], retired[0]);
  await assign(api, whole[6], true);
  await get('order_by=weight[DESC]');
  await get('status=lost');
  await get('per_page=many');
  await api.ask('GET', '/v1/reports?per_page=2', { headers: { 'X-API-KEY': null } });
}

export const estimatedTotals: WalkedService = {
  name: 'estimated-totals',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=100'],
  walk,
};
