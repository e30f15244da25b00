// A trader of kitchen ware whose services a large database generates over tables and views: column names in lower case, whole
// numbers as ids, amounts as JSON numbers, null for what is not set, flags as Y and N. A list tells how far it goes without a
// total, and links to itself, its description, its first, next and last page; each row has links of its own. All filters and
// sorts stand in one JSON object, the parameter `q`. What the tables' constraints and triggers refuse is told in the database's
// own words, as an error of a resource that a user defined; each error is a tag with another tag for the call.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rds_7YtQ2mLx0VbN4sKe9Hd';
const callsPerSecond = 6;
const rowsPerPage = 25;
const largestPage = 500;
/** The price columns hold eight digits, two of them behind the point. */
const largestPrice = 1_000_000;
const authority = 'rest-services.example,2020';

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

type Kind = 'number' | 'text' | 'moment';
type Columns = Readonly<Record<string, Kind>>;

interface Table {
  readonly name: string;
  readonly columns: Columns;
  /** How many rows a page has where nobody asks for another number; 0 for all of them. */
  readonly pageSize: number;
  readonly rows: () => readonly Row[];
  readonly moreLinks?: (row: Row) => readonly Row[];
}

interface Listing {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly category: string;
  readonly status: string;
  readonly currency: string;
  readonly price: number;
  min_price: number | null;
  max_price: number | null;
  strategy_id: number | null;
  readonly quantity: number;
  readonly barcode: string | null;
  readonly created_at: string;
  updated_at: string;
}

const listingColumns: Columns = {
  id: 'number',
  sku: 'text',
  title: 'text',
  brand: 'text',
  category: 'text',
  status: 'text',
  currency: 'text',
  price: 'number',
  min_price: 'number',
  max_price: 'number',
  strategy_id: 'number',
  quantity: 'number',
  barcode: 'text',
  created_at: 'moment',
  updated_at: 'moment',
};

const strategyColumns: Columns = {
  id: 'number',
  name: 'text',
  strategy_type: 'text',
  adjust_amount: 'number',
  adjust_percent: 'number',
  is_active: 'text',
  created_at: 'moment',
};

const reportColumns: Columns = {
  id: 'number',
  report_name: 'text',
  status: 'text',
  requested_by: 'text',
  requested_at: 'moment',
  started_at: 'moment',
  finished_at: 'moment',
  row_count: 'number',
  error_text: 'text',
};

const strategies: readonly Row[] = (
  [
    [11, 'Match lowest offer', 'MATCH', null, null, 'Y'],
    [12, 'Undercut by 10 cents', 'UNDERCUT', 0.1, null, 'Y'],
    [14, 'Undercut by 2 percent', 'UNDERCUT', null, 2, 'Y'],
    [15, 'Margin 18', 'FIXED_MARGIN', null, 18, 'Y'],
    [18, 'Clearance', 'FIXED_MARGIN', null, 4.5, 'N'],
    [21, 'Stay above lowest', 'ABOVE', 0.25, null, 'Y'],
  ] as const
).map(([id, name, strategy_type, adjust_amount, adjust_percent, is_active]) => ({
  id,
  name,
  strategy_type,
  adjust_amount,
  adjust_percent,
  is_active,
  created_at: moment(Date.UTC(2023, 10, id, 8, 5, id, 100 + 7 * id)),
}));

function listings(): Listing[] {
  let id = 1_003;
  return Array.from({ length: 29 }, (_, index): Listing => {
    const seed = `filter objects ${index}`;
    id += 1 + chance(`${seed} gap`, 4);
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.82) / 100;
    return {
      id,
      sku,
      title,
      brand: maker,
      category: oneOf(`${seed} category`, ['COOKING', 'DINING', 'STORAGE', 'OUTDOOR']),
      status: oneOf(`${seed} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'BLOCKED']),
      currency: 'EUR',
      price: price / 100,
      min_price: min,
      max_price: chance(`${seed} max`, 4) === 0 ? null : Math.round(price * 1.4) / 100,
      strategy_id:
        min !== null && chance(`${seed} has`, 2) === 0
          ? oneOf(`${seed} strategy`, [11, 12, 14, 15, 21])
          : null,
      quantity: stock,
      barcode:
        chance(`${seed} coded`, 4) === 0
          ? null
          : `40${String(chance(`${seed} barcode`, 1e11)).padStart(11, '0')}`,
      created_at: moment(created),
      updated_at: moment(created + chance(`${seed} updated`, 70 * 86_400_000)),
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly more: Row;
  readonly headers: Headers;

  constructor(
    status: number,
    title: string,
    { message = title, more = {}, headers = [] }: { message?: string; more?: Row; headers?: Headers } = {},
  ) {
    super(message);
    this.status = status;
    this.code = title.replaceAll(' ', '');
    this.title = title;
    this.more = more;
    this.headers = headers;
  }
}

const notFound = () => new Refusal(404, 'Not Found');
const badRequest = (message: string) => new Refusal(400, 'Bad Request', { message });
const badFilter = (what: string) => badRequest(`The filter object is invalid. ${what}`);
const badParameter = (name: string, what: string) =>
  badRequest(`Invalid value provided for parameter ${name}. The detailed error message: ${what}.`);

/** What the database says of a statement that failed; `trace` are the lines of the blocks that it stood in. */
function sqlError(number: number, words: string, trace: readonly string[] = []): Refusal {
  const told = [`DB-${String(number).padStart(5, '0')}: ${words}`, ...trace].join('\n');
  return new Refusal(400, 'User Defined Resource Error', {
    message:
      'The request could not be processed because an error occurred whilst attempting to evaluate the SQL statement associated with this resource',
    more: {
      'o:errorCode': 'RDS-25001',
      cause: `An error occurred when evaluating the SQL statement associated with this resource. SQL Error Code ${number}, Error Message: ${told}\n`,
      action:
        'Verify that the URI and payload are correctly specified for the requested operation. If the issue persists then please contact the author of the resource',
    },
  });
}

/** A number of a request as the runtime reads a decimal. */
function decimal(name: string, text: string): number {
  if (text === '') throw badParameter(name, 'Index 0 out of bounds for length 0');
  const [odd] = /[^0-9.eE+-]/.exec(text) ?? [];
  if (odd !== undefined) {
    throw badParameter(
      name,
      `Character ${odd} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    );
  }
  const number = Number(text);
  if (Number.isNaN(number)) throw badParameter(name, 'No digits found.');
  return number;
}

/** The value of a member for the statement: null of null, else a number. */
function bound(name: string, value: unknown): number | null {
  if (value === null) return null;
  return decimal(name, typeof value === 'string' ? value : JSON.stringify(value));
}

/** A value as the column that it is compared with has it. */
function typed(kind: Kind, value: unknown): number | string {
  const plain = isObject(value) ? value.$date : value;
  if (kind === 'text') return String(plain);
  if (kind === 'number') {
    const number = typeof plain === 'number' ? plain : Number(String(plain).trim() || 'none');
    if (Number.isNaN(number)) throw sqlError(1_722, 'invalid number');
    return number;
  }
  const time = Date.parse(String(plain));
  if (Number.isNaN(time)) {
    throw sqlError(1_858, 'a non-numeric character was found where a numeric was expected');
  }
  return time;
}

type Test = (row: Row) => boolean;

function likeness(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${source}$`, 's');
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  $eq: (order) => order === 0,
  $ne: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const compared = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0);

/** One operator on one column; null never fulfils a comparison. */
function operation(column: string, kind: Kind, [operator, value]: readonly [string, unknown]): Test {
  const onValue =
    (test: (held: number | string) => boolean): Test =>
    (row) =>
      row[column] !== null && test(typed(kind, row[column]));
  if (operator === '$null') return (row) => row[column] === null;
  if (operator === '$notnull') return (row) => row[column] !== null;
  const comparison = comparisons[operator];
  if (comparison !== undefined) {
    const wanted = typed(kind, value);
    return onValue((held) => comparison(compared(held, wanted)));
  }
  if (operator === '$between') {
    if (!Array.isArray(value) || value.length !== 2)
      throw badFilter('$between expects an array of two values');
    const [from, to] = (value as unknown[]).map((end) => (end === null ? null : typed(kind, end)));
    return onValue((held) => (from == null || held >= from) && (to == null || held <= to));
  }
  if (['$like', '$instr', '$ninstr'].includes(operator)) {
    if (typeof value !== 'string') throw badFilter(`${operator} expects a string value`);
    if (operator === '$like') {
      const pattern = likeness(value);
      return onValue((held) => pattern.test(String(held)));
    }
    return onValue((held) => String(held).includes(value) === (operator === '$instr'));
  }
  throw badFilter(`Unknown operator: ${operator}`);
}

function testsOf(filter: Row, columns: Columns): Test[] {
  return Object.entries(filter).flatMap(([name, value]): Test[] => {
    if (name === '$and' || name === '$or') {
      if (!Array.isArray(value) || !value.every(isObject)) {
        throw badFilter(`${name} expects an array of filter objects`);
      }
      const groups = value.map((one) => testsOf(one, columns));
      const holds = (row: Row) => (tests: readonly Test[]) => tests.every((test) => test(row));
      return [(row) => (name === '$and' ? groups.every(holds(row)) : groups.some(holds(row)))];
    }
    if (name.startsWith('$')) throw badFilter(`Unknown operator: ${name}`);
    const kind = columns[name];
    if (kind === undefined) throw badFilter(`Unknown column: ${name}`);
    if (value === null) return [operation(name, kind, ['$null', null])];
    const conditions: readonly unknown[] = Array.isArray(value) ? value : [value];
    return conditions.flatMap((condition) =>
      isObject(condition) && !('$date' in condition)
        ? Object.entries(condition).map((one) => operation(name, kind, one))
        : [operation(name, kind, ['$eq', condition])],
    );
  });
}

/** The rows that a filter object asks for, in its order; null stands behind all else, and before it where the order is turned round. */
function filtered({ columns, rows }: Table, text: string | undefined): readonly Row[] {
  if (text === undefined) return rows();
  const asked = parsed(text);
  if (!isObject(asked)) throw badFilter('The value of the parameter q is not a JSON object');
  const { $orderby: orderBy = {}, ...filter } = asked;
  const tests = testsOf(filter, columns);
  if (!isObject(orderBy)) throw badFilter('$orderby expects an object');
  const orders = Object.entries(orderBy).map(([name, direction]) => {
    const kind = columns[name];
    if (kind === undefined) throw badFilter(`Unknown column: ${name}`);
    const word = String(direction).toLowerCase();
    if (!['asc', 'desc', '1', '-1'].includes(word)) throw badFilter(`Unknown order: ${String(direction)}`);
    const sign = word === 'asc' || word === '1' ? 1 : -1;
    return (one: Row, other: Row): number => {
      const [left, right] = [one[name], other[name]];
      if (left === null || right === null) return sign * (Number(left === null) - Number(right === null));
      return sign * compared(typed(kind, left), typed(kind, right));
    };
  });
  return rows()
    .filter((row) => tests.every((test) => test(row)))
    .sort((one, other) => orders.map((order) => order(one, other)).find((order) => order !== 0) ?? 0);
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 9 }, (_, index) => ({
    id: 412 - 3 * index,
    name: ['PRICE_CHANGES', 'STOCK_LEVELS', 'MARGINS'][index % 3]!,
    by: oneOf(`filter objects by ${index}`, ['ADMIN', 'NIGHTLY_JOB', 'PRICING']),
    requested:
      index < 2
        ? opened - 8_000 * (index * 3 + 1) - 321
        : opened - index * 26_400_000 - chance(`filter objects report ${index}`, 8_000_000),
    seconds: 50 + index * 9,
    rows: 25 + chance(`filter objects rows ${index}`, 4_000),
    fails: index === 3 || index === 6,
  }));
  let window = { second: 0, count: 0 };
  let count = 0;

  function reportRow({ id, name, by, requested, seconds, rows, fails }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - requested) / 1_000;
    const isOver = elapsed >= seconds;
    return {
      id,
      report_name: name,
      status: elapsed < 12 ? 'QUEUED' : isOver ? (fails ? 'FAILED' : 'COMPLETED') : 'RUNNING',
      requested_by: by,
      requested_at: moment(requested),
      started_at: elapsed < 12 ? null : moment(requested + 12_000),
      finished_at: isOver ? moment(requested + seconds * 1_000) : null,
      row_count: isOver && !fails ? rows : null,
      error_text: isOver && fails ? 'DB-01555: snapshot too old' : null,
    };
  }

  const base = `${run.origin}/v1`;
  const tables: readonly Table[] = [
    {
      name: 'listings',
      columns: listingColumns,
      pageSize: rowsPerPage,
      rows: () => all.map((one) => ({ ...one })),
    },
    { name: 'strategies', columns: strategyColumns, pageSize: 0, rows: () => [...strategies] },
    {
      name: 'reports',
      columns: reportColumns,
      pageSize: rowsPerPage,
      rows: () => reports.map(reportRow),
      moreLinks: ({ id, status }) =>
        status === 'COMPLETED' ? [{ rel: 'file', href: `${base}/reports/${String(id)}/file` }] : [],
    },
  ];

  function wholeNumber(query: URLSearchParams, name: string): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    const number = Math.trunc(decimal(name, text));
    if (number < 0) throw badParameter(name, `The value ${number} must not be negative`);
    return number;
  }

  function listed(table: Table, query: URLSearchParams): Answered {
    const asked = wholeNumber(query, 'limit');
    const limit = Math.min(asked ?? table.pageSize, largestPage);
    const offset = wholeNumber(query, 'offset') ?? 0;
    const q = query.get('q') ?? undefined;
    const found = filtered(table, q);
    const page = found.slice(offset, limit === 0 ? undefined : offset + limit);
    const hasMore = offset + page.length < found.length && limit > 0;
    const home = `${base}/${table.name}`;
    const filter = q === undefined ? [] : [`q=${encodeURI(q).replace(/[&+#]/g, encodeURIComponent)}`];
    const linkTo = (parameters: readonly string[]) =>
      parameters.length === 0 ? home : `${home}?${parameters.join('&')}`;
    const pageAt = (first: number) =>
      linkTo([
        ...filter,
        ...(first > 0 ? [`offset=${first}`] : []),
        ...(asked === undefined ? [] : [`limit=${limit}`]),
      ]);
    return json(200, {
      items: page.map((row) => ({
        ...row,
        links: [{ rel: 'self', href: `${home}/${String(row.id)}` }, ...(table.moreLinks?.(row) ?? [])],
      })),
      hasMore,
      limit,
      offset,
      count: page.length,
      links: [
        { rel: 'self', href: linkTo(filter) },
        { rel: 'edit', href: linkTo(filter) },
        { rel: 'describedby', href: `${base}/metadata-catalog/${table.name}/` },
        { rel: 'first', href: pageAt(0) },
        ...(hasMore ? [{ rel: 'next', href: pageAt(offset + limit) }] : []),
        ...(offset > 0 ? [{ rel: 'prev', href: pageAt(Math.max(0, offset - limit)) }] : []),
      ],
    });
  }

  function shown(table: Table, id: number): Answered {
    const row = table.rows().find((one) => one.id === id);
    if (row === undefined) throw notFound();
    const self = `${base}/${table.name}/${id}`;
    const body = {
      ...row,
      links: [
        { rel: 'self', href: self },
        { rel: 'edit', href: self },
        { rel: 'describedby', href: `${base}/metadata-catalog/${table.name}/item` },
        { rel: 'collection', href: `${base}/${table.name}` },
        ...(table.moreLinks?.(row) ?? []),
      ],
    };
    const tag = scrambled(JSON.stringify(row), 43, base62);
    return json(200, body, [['ETag', `"${tag}="`]]);
  }

  function bodyOf(request: Asked): Row {
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      throw new Refusal(415, 'Unsupported Media Type');
    }
    const body = jsonOf(request);
    if (body === 'bad') throw badRequest('The request body is not well-formed JSON');
    if (!isObject(body.json)) throw badRequest('The request body must be a JSON object');
    return body.json;
  }

  const block = ['DB-06512: at line 7'];

  /** Sets columns of a row as the table's trigger and constraints let it. */
  function update(
    id: number,
    changes: Partial<Pick<Listing, 'min_price' | 'max_price' | 'strategy_id'>>,
  ): void {
    const listing = all.find((one) => one.id === id);
    if (listing === undefined) throw notFound();
    const violated = (name: string) => sqlError(2_290, `check constraint (SHOP.${name}) violated`, block);
    const prices = [changes.min_price, changes.max_price];
    if (prices.some((price) => typeof price === 'number' && Math.abs(price) >= largestPrice)) {
      throw sqlError(1_438, 'value larger than specified precision allowed for this column', block);
    }
    if (listing.status === 'BLOCKED') {
      throw sqlError(20_020, `Listing ${id} is blocked and cannot be changed`, [
        'DB-06512: at "SHOP.LISTINGS_BU", line 4',
        "DB-04088: error during execution of trigger 'SHOP.LISTINGS_BU'",
        ...block,
      ]);
    }
    const next = { ...listing, ...changes };
    const { min_price: min, max_price: max, strategy_id: strategy } = next;
    if (min !== null && min <= 0) throw violated('LISTINGS_MIN_PRICE_CK');
    if (max !== null && max <= 0) throw violated('LISTINGS_MAX_PRICE_CK');
    if (min !== null && max !== null && min > max) throw violated('LISTINGS_PRICE_BOUNDS_CK');
    if (strategy !== null && min === null) throw violated('LISTINGS_STRATEGY_MIN_CK');
    if (strategy !== null && !strategies.some((one) => one.id === strategy)) {
      throw sqlError(
        2_291,
        'integrity constraint (SHOP.LISTINGS_STRATEGY_FK) violated - parent key not found',
        block,
      );
    }
    Object.assign(listing, changes, { updated_at: moment(run.now()) });
  }

  function changed(table: Table, id: number, request: Asked, part: string): Answered {
    const sent = bodyOf(request);
    const names = part === 'price' ? ['min_price', 'max_price'] : ['strategy_id'];
    const given = names.filter((name) => sent[name] !== undefined);
    const places = part === 'price' ? 100 : 1;
    const changes = Object.fromEntries(
      given.map((name) => {
        const value = bound(name, sent[name]);
        return [name, value === null ? null : Math.round(value * places) / places];
      }),
    );
    if (given.length === 0) {
      const words =
        part === 'price' ? 'Either min_price or max_price must be given' : 'strategy_id must be given';
      throw sqlError(part === 'price' ? 20_010 : 20_011, words, ['DB-06512: at line 4']);
    }
    update(id, changes);
    return shown(table, id);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [root, name, id, part, ...more] = steps;
    const table = tables.find((one) => one.name === name);
    if (root !== 'v1' || table === undefined || more.length > 0) throw notFound();
    const isWrite = table.name === 'listings' && (part === 'price' || part === 'strategy');
    if (part !== undefined && !isWrite) throw notFound();
    const method = isWrite ? 'PATCH' : 'GET';
    if (request.method !== method) {
      throw new Refusal(405, 'Method Not Allowed', { headers: [['Allow', method]] });
    }
    if (id === undefined) return listed(table, query);
    const number = decimal('id', id);
    return part === undefined ? shown(table, number) : changed(table, number, request, part);
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) throw new Refusal(401, 'Unauthorized');
    const second = Math.floor(run.now() / 1_000);
    if (second !== window.second) window = { second, count: 0 };
    window.count += 1;
    if (window.count > callsPerSecond) {
      throw new Refusal(429, 'Too Many Requests', { headers: [['Retry-After', '1']] });
    }
  }

  return (request) => {
    count += 1;
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, title, message, more, headers } = error;
      const ecid = scrambled(`filter objects ${run.run} ${count}`, 22, `${base62}-_`);
      return json(
        status,
        {
          code,
          title,
          message,
          ...more,
          type: `tag:${authority}:error/${code}`,
          instance: `tag:${authority}:ecid/${ecid}`,
        },
        headers,
        'application/problem+json',
      );
    }
  };
}

/** Where the answer says that a list goes on. */
function nextOf(received: Received): string | undefined {
  const href = rowsAt(received, 'links').find(({ rel }) => rel === 'next')?.href;
  return typeof href === 'string' ? href : undefined;
}

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    next = nextOf(received);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });
/** Asks for the rows that a filter object describes; `rest` are more parameters. */
const query = (api: Api, kind: string, filter: unknown, rest = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}?q=${encodeURIComponent(JSON.stringify(filter))}${rest}`);

interface Ids {
  /** Listings that may be changed: with both bounds and no strategy, with a strategy, without a lower bound; and those that may not. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly blocked: readonly unknown[];
  readonly priceOf: (id: unknown) => number;
  /** An id that no row has. */
  readonly nobody: number;
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (test: (row: Row) => boolean) => rows.filter(test).map(({ id }) => id);
  const isOpen = ({ status }: Row) => status !== 'BLOCKED';
  return {
    free: ids(
      (row) => isOpen(row) && row.min_price !== null && row.max_price !== null && row.strategy_id === null,
    ),
    bound: ids((row) => isOpen(row) && row.strategy_id !== null),
    open: ids((row) => isOpen(row) && row.min_price === null),
    blocked: ids((row) => !isOpen(row)),
    priceOf: (id) => Number(rows.find((row) => row.id === id)?.price ?? 90),
    nobody: Math.max(...rows.map(({ id }) => Number(id))) + 500,
  };
}

const around = (amount: number, percent: number) => Math.round(amount * percent) / 100;

async function recorded(api: Api): Promise<void> {
  const { free, bound: bounded, open, blocked, priceOf, nobody } = idsOf(await walk(api, '/v1/listings'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const rules = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=10');
  await api.ask('GET', '/v1/listings?limit=5&offset=5');
  await query(api, 'listings', { price: { $gt: 100 } });
  await query(api, 'listings', { status: { $eq: 'ACTIVE' } }, '&limit=8');
  await query(api, 'listings', { $orderby: { price: 'desc' } }, '&limit=5');
  await query(api, 'listings', { title: { $like: '%Lamp%' } });
  await query(api, 'listings', { $and: [{ price: { $gte: 40 } }, { price: { $lte: 95 } }] });
  await query(api, 'listings', { strategy_id: { $eq: rules[1] } });
  const sorted = await query(
    api,
    'listings',
    { status: { $eq: 'ACTIVE' }, $orderby: { price: 'asc' } },
    '&limit=6',
  );
  const next = nextOf(sorted);
  if (next !== undefined) await api.ask('GET', next);
  await api.ask('GET', '/v1/listings?offset=100');
  await api.ask('GET', '/v1/reports?limit=4');
  await query(api, 'reports', { status: { $eq: 'FAILED' } });
  for (const id of [free[0], free[2], bounded[0], bounded[2], open[0]]) await read(api, 'listings', id);
  for (const id of [rules[0], rules[2], rules[4]]) await read(api, 'strategies', id);
  for (const id of [runs[0], runs[3], runs[4]]) await read(api, 'reports', id);

  await price(api, free[0], {
    min_price: around(priceOf(free[0]), 90),
    max_price: around(priceOf(free[0]), 130),
  });
  await read(api, 'listings', free[0]);
  await price(api, bounded[0], { min_price: 4.5 });
  await read(api, 'listings', bounded[0]);
  await price(api, free[1], { max_price: null });
  await assign(api, free[0], rules[0]);
  await read(api, 'listings', free[0]);
  await assign(api, bounded[1], null);
  await read(api, 'listings', bounded[1]);
  await query(api, 'listings', { $orderby: { updated_at: 'desc' } }, '&limit=4');
  api.wait(45_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 'kettle');
  await read(api, 'listings', nobody);
  await read(api, 'strategies', 99);
  await read(api, 'reports', 9_001);
  await price(api, nobody, { min_price: 10 });
  await price(api, free[2], { min_price: 80, max_price: 60 });
  await price(api, free[2], { min_price: 9_500 });
  await price(api, free[2], { min_price: 'cheap' });
  await price(api, free[2], { min_price: -5 });
  await price(api, free[2], { max_price: 2_500_000 });
  await price(api, free[2], {});
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"min_price": 12' });
  await price(api, blocked[0], { min_price: 12.5, max_price: 80 });
  await assign(api, free[2], 77);
  await assign(api, free[2], 'lowest');
  await assign(api, open[0], rules[0]);
  await api.ask('GET', '/v1/listings?q=%7B%22price%22%3A');
  await query(api, 'listings', { colour: { $eq: 'red' } });
  await query(api, 'listings', { price: { $above: 20 } });
  await query(api, 'listings', { price: { $gt: 'cheap' } });
  await api.ask('GET', '/v1/listings?limit=many');
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?limit=1', 14);
}

async function another(api: Api): Promise<void> {
  const {
    free,
    bound: bounded,
    open,
    blocked,
    priceOf,
    nobody,
  } = idsOf(await walk(api, '/v1/listings?limit=12'));
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const rules = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  await api.ask('GET', '/v1/listings?limit=7&offset=14');
  await query(api, 'listings', { price: { $gt: 150 } });
  await query(api, 'listings', { status: { $eq: 'INACTIVE' } });
  await query(api, 'listings', { $orderby: { price: 'desc' } }, '&limit=3');
  await query(api, 'listings', { title: { $like: '%Rug%' } });
  await query(api, 'listings', { $and: [{ price: { $gte: 20 } }, { price: { $lte: 60 } }] });
  await query(api, 'listings', { strategy_id: { $eq: rules[3] } });
  await query(api, 'listings', { status: { $eq: 'ACTIVE' }, $orderby: { price: 'desc' } }, '&limit=4');
  await query(api, 'listings', { price: { $lt: 50 } }, '&limit=5');
  await query(api, 'listings', { brand: { $eq: 'Halvik' } });
  await api.ask('GET', '/v1/listings?offset=60');
  await query(api, 'reports', { status: { $eq: 'COMPLETED' } }, '&limit=3');
  for (const id of [free[3], bounded[3], open[1]]) await read(api, 'listings', id);
  for (const id of [rules[1], rules[5]]) await read(api, 'strategies', id);
  for (const id of [runs[2], runs[6]]) await read(api, 'reports', id);

  await price(api, free[3], {
    min_price: around(priceOf(free[3]), 85),
    max_price: around(priceOf(free[3]), 160),
  });
  await read(api, 'listings', free[3]);
  await price(api, bounded[3], { min_price: 3.75 });
  await read(api, 'listings', bounded[3]);
  await price(api, free[4], { max_price: null });
  await assign(api, free[3], rules[2]);
  await read(api, 'listings', free[3]);
  await assign(api, bounded[4], null);
  await query(api, 'listings', { $orderby: { updated_at: 'desc' } }, '&limit=2');

  await read(api, 'listings', 'teapot');
  await read(api, 'listings', nobody + 21);
  await read(api, 'strategies', 31);
  await read(api, 'reports', 7_700);
  await price(api, nobody + 21, { max_price: 44.9 });
  await price(api, free[2], { min_price: 61.5, max_price: 48.25 });
  await price(api, free[2], { min_price: 7_250.5 });
  await price(api, free[2], { max_price: 'much' });
  await price(api, free[2], { min_price: 0 });
  await price(api, free[2], { shape: 'round' });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"max_price": 9' });
  await price(api, blocked[1], { min_price: 7.25 });
  await assign(api, free[2], 54);
  await assign(api, open[1], rules[3]);
  await api.ask('GET', '/v1/listings?q=%7B%22status%22%3A%7B');
  await query(api, 'listings', { weight: { $gt: 3 } });
  await api.ask('GET', '/v1/listings?limit=several');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const filterObjects: WalkedService = {
  name: 'filter-objects',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
