// A shop's backend on a widespread TypeScript framework: items beside a meta with counts and links without the filters, a
// bare array where nobody thought of pages, decimals as the database gives them (texts, but numbers in the answer to the
// write that sent them), one record with its strategy in it, a list of messages with one for each constraint that failed or
// one message alone, `property x should not exist`, ids that must be UUIDs, and `Cannot GET` for what is not there.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, targetOf, uuid } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'c0ffee11-shop-backend';
const perSecond = 10;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

const states = ['draft', 'active', 'paused', 'archived'] as const;
const categories = ['kitchen', 'outdoor', 'office', 'games'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly description: string | null;
  readonly category: (typeof categories)[number];
  readonly status: (typeof states)[number];
  readonly price: number;
  readonly stock: number;
  readonly createdAt: number;
  min: number | null;
  max: number | null;
  strategyId: string | null;
  updatedAt: number;
}

const strategies = [
  { name: 'Lowest price wins', type: 'LOWEST_PRICE', isEnabled: true, priority: 10 },
  { name: 'Follow the leader', type: 'FOLLOW', isEnabled: true, priority: 20 },
  { name: 'Keep a margin', type: 'MARGIN', isEnabled: true, priority: 30 },
  { name: 'Summer clearance', type: 'SCHEDULED', isEnabled: false, priority: 40 },
  { name: 'Do nothing', type: 'NONE', isEnabled: true, priority: 99 },
].map((one, index) => ({
  id: uuid(`constraint strategy ${index}`),
  ...one,
  createdAt: moment(pastMoment(`constraint strategy ${index}`) + 137 * index),
}));

function listings(): Listing[] {
  return Array.from({ length: 44 }, (_, index): Listing => {
    const seed = `constraint ${index}`;
    const { title, sku, price, stock, maker } = ware(seed);
    const createdAt = pastMoment(seed) + chance(`${seed} milliseconds`, 1_000);
    return {
      id: uuid(seed),
      sku,
      title,
      description: chance(`${seed} description`, 3) === 0 ? `Made by ${maker}.` : null,
      category: oneOf(`${seed} category`, categories),
      status: oneOf(`${seed} status`, ['active', 'active', 'active', 'draft', 'paused', 'archived']),
      price: price / 100,
      stock,
      createdAt,
      min: chance(`${seed} min`, 5) > 0 ? Math.round(price * 0.75) / 100 : null,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.4) / 100 : null,
      strategyId: chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : null,
      updatedAt: createdAt + chance(`${seed} updated`, 150 * 86_400) * 1_000,
    };
  });
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
};

class HttpException extends Error {
  readonly status: number;
  readonly told: string | readonly string[];
  readonly headers: Answered['headers'];

  constructor(status: number, told: string | readonly string[], headers: Answered['headers'] = []) {
    super('refused');
    this.status = status;
    this.told = told;
    this.headers = headers;
  }
}

const isUuid = (text: string) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);

/** What a validator says of a value; the last one that is declared comes first. */
type Constraint = readonly [message: string, holds: (value: unknown) => boolean];

const isInt: Constraint = ['must be an integer number', Number.isInteger];
const least = (number: number): Constraint => [
  `must not be less than ${number}`,
  (value) => typeof value === 'number' && value >= number,
];
const most = (number: number): Constraint => [
  `must not be greater than ${number}`,
  (value) => typeof value === 'number' && value <= number,
];
const isAmount: Constraint = [
  'must be a number conforming to the specified constraints',
  (value) =>
    typeof value === 'number' && Number.isFinite(value) && (String(value).split('.')[1] ?? '').length <= 2,
];
const isIn = (values: readonly string[]): Constraint => [
  `must be one of the following values: ${values.join(', ')}`,
  (value) => values.includes(value as string),
];
const isUuidText: Constraint = ['must be a UUID', (value) => typeof value === 'string' && isUuid(value)];
const isDate: Constraint = [
  'must be a valid ISO 8601 date string',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
];
const isFlag: Constraint = ['must be a boolean string', (value) => value === 'true' || value === 'false'];

type Rules = Readonly<Record<string, readonly Constraint[]>>;

/** Validates what is declared; what is not declared may not be there. */
function validate(sent: Row, rules: Rules, required: readonly string[] = []): void {
  const strange = Object.keys(sent).filter((name) => !Object.hasOwn(rules, name));
  const failed = Object.entries(rules).flatMap(([name, constraints]) => {
    const value = sent[name];
    const isLeftOut = value === undefined || (value === null && !required.includes(name));
    if (isLeftOut && !required.includes(name)) return [];
    return constraints.filter(([, holds]) => !holds(value)).map(([message]) => `${name} ${message}`);
  });
  const messages = [...strange.map((name) => `property ${name} should not exist`), ...failed];
  if (messages.length > 0) throw new HttpException(400, messages);
}

const pageRules: Rules = { page: [least(1), isInt], limit: [most(100), least(1), isInt] };
const listingRules: Rules = {
  ...pageRules,
  status: [isIn(states)],
  category: [isIn(categories)],
  strategyId: [isUuidText],
  search: [['must be longer than or equal to 2 characters', (value) => String(value).length >= 2]],
  minPrice: [least(0), isAmount],
  maxPrice: [least(0), isAmount],
  inStock: [isFlag],
  updatedAfter: [isDate],
  sortBy: [isIn(['price', 'title', 'stock', 'createdAt', 'updatedAt'])],
  order: [isIn(['ASC', 'DESC'])],
};
const reportStates = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
const reportTypes = ['SALES', 'PRICES', 'STOCK'] as const;

const numbers = ['page', 'limit', 'minPrice', 'maxPrice'];

/** The parameters, of which those that are numbers are read as such. */
const parametersOf = (query: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries([...query].map(([name, text]) => [name, numbers.includes(name) ? Number(text) : text]));

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: uuid(`constraint report ${index}`),
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 30_000_000 - chance(`report ${index}`, 999),
    seconds: 75 + index * 20,
    fails: index === 6,
  }));
  const recent: number[] = [];
  const fixed = (amount: number | null) => amount?.toFixed(2) ?? null;

  const listingShown = (one: Listing): Row => ({
    id: one.id,
    sku: one.sku,
    title: one.title,
    description: one.description,
    category: one.category,
    status: one.status,
    price: fixed(one.price),
    currency: 'EUR',
    minPrice: fixed(one.min),
    maxPrice: fixed(one.max),
    stock: one.stock,
    strategyId: one.strategyId,
    createdAt: moment(one.createdAt),
    updatedAt: moment(one.updatedAt),
  });

  const withStrategy = (one: Listing): Row => ({
    ...listingShown(one),
    strategy: strategies.find(({ id }) => id === one.strategyId) ?? null,
  });

  function reportShown({ id, type, created, seconds, fails }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status = elapsed < 30 ? 'PENDING' : elapsed < seconds ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
    return {
      id,
      type,
      status,
      fileUrl: status === 'COMPLETED' ? `${run.origin}/exports/${id}.xlsx` : null,
      error: status === 'FAILED' ? 'Timeout of 60000ms exceeded' : null,
      createdAt: moment(created),
      finishedAt: elapsed >= seconds ? moment(created + seconds * 1_000) : null,
    };
  }

  function paginated(kind: string, sent: Record<string, unknown>, records: readonly Row[]): Answered {
    const limit = Number(sent.limit ?? 20);
    const page = Number(sent.page ?? 1);
    const pages = Math.ceil(records.length / limit);
    const items = records.slice((page - 1) * limit, page * limit);
    const link = (number: number) => `/v1/${kind}?page=${number}&limit=${limit}`;
    return json(200, {
      items,
      meta: {
        totalItems: records.length,
        itemCount: items.length,
        itemsPerPage: limit,
        totalPages: pages,
        currentPage: page,
      },
      links: {
        first: `/v1/${kind}?limit=${limit}`,
        previous: page > 1 ? link(page - 1) : '',
        next: page < pages ? link(page + 1) : '',
        last: pages > 0 ? link(pages) : '',
      },
    });
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    price: ({ price }) => price,
    title: ({ title }) => title,
    stock: ({ stock }) => stock,
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
  };

  function findListings(query: URLSearchParams): Answered {
    const sent = parametersOf(query);
    validate(sent, listingRules);
    const search = typeof sent.search === 'string' ? sent.search.toLowerCase() : '';
    const found = all.filter(
      (one) =>
        (sent.status === undefined || one.status === sent.status) &&
        (sent.category === undefined || one.category === sent.category) &&
        (sent.strategyId === undefined || one.strategyId === sent.strategyId) &&
        (sent.minPrice === undefined || one.price >= Number(sent.minPrice)) &&
        (sent.maxPrice === undefined || one.price <= Number(sent.maxPrice)) &&
        (sent.inStock === undefined || one.stock > 0 === (sent.inStock === 'true')) &&
        (typeof sent.updatedAfter !== 'string' || one.updatedAt > Date.parse(sent.updatedAfter)) &&
        `${one.title} ${one.sku}`.toLowerCase().includes(search),
    );
    const of = orders[(sent.sortBy as string | undefined) ?? 'createdAt']!;
    const sign = sent.order === 'ASC' ? 1 : -1;
    found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    return paginated('listings', sent, found.map(listingShown));
  }

  function findReports(query: URLSearchParams): Answered {
    const sent = parametersOf(query);
    validate(sent, { ...pageRules, status: [isIn(reportStates)], type: [isIn(reportTypes)] });
    const found = reports
      .map(reportShown)
      .filter(
        ({ status, type }) =>
          (sent.status === undefined || status === sent.status) &&
          (sent.type === undefined || type === sent.type),
      );
    return paginated('reports', sent, found);
  }

  function one<Found>(found: Found | undefined, kind: string, id: string): Found {
    if (!isUuid(id)) throw new HttpException(400, 'Validation failed (uuid is expected)');
    if (found === undefined) throw new HttpException(404, `${kind} with id "${id}" not found`);
    return found;
  }

  function bodyIn(request: Asked): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent === 'bad') throw new HttpException(400, 'Unexpected end of JSON input');
    return isObject(sent.json) ? sent.json : {};
  }

  const amount = [most(100_000), least(0.01), isAmount];

  function priced(listing: Listing, body: Row): Answered {
    validate(body, { minPrice: amount, maxPrice: amount });
    const { minPrice = listing.min, maxPrice = listing.max } = body as {
      minPrice?: number | null;
      maxPrice?: number | null;
    };
    if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
      throw new HttpException(400, 'minPrice must be less than or equal to maxPrice');
    }
    if (listing.status === 'archived') throw new HttpException(409, 'Archived listings cannot be updated');
    listing.min = minPrice;
    listing.max = maxPrice;
    listing.updatedAt = run.now();
    // What was assigned stands in the entity as it was sent.
    return json(200, { ...withStrategy(listing), ...body });
  }

  function assigned(listing: Listing, body: Row): Answered {
    if (body.strategyId === null) validate({ ...body, strategyId: undefined }, { strategyId: [] });
    else validate(body, { strategyId: [isUuidText] }, ['strategyId']);
    const { strategyId } = body as { strategyId: string | null };
    const strategy = strategies.find(({ id }) => id === strategyId);
    if (strategyId !== null && strategy === undefined) {
      throw new HttpException(404, `Strategy with id "${strategyId}" not found`);
    }
    if (strategy?.isEnabled === false) {
      throw new HttpException(422, `Strategy "${strategy.name}" is disabled`);
    }
    if (listing.status === 'archived') throw new HttpException(409, 'Archived listings cannot be updated');
    listing.strategyId = strategyId;
    listing.updatedAt = run.now();
    return json(200, withStrategy(listing));
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const { method } = request;
    const nowhere = new HttpException(404, `Cannot ${method} ${path}`);
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (kind === 'listings' && id !== undefined && method === 'PATCH') {
      if (part !== 'price' && part !== 'strategy') throw nowhere;
      const body = bodyIn(request);
      const listing = one(
        all.find((each) => each.id === id),
        'Listing',
        id,
      );
      return part === 'price' ? priced(listing, body) : assigned(listing, body);
    }
    if (method !== 'GET' || part !== undefined) throw nowhere;
    const named = <Found extends { readonly id: string }>(found: readonly Found[], what: string) =>
      one(
        found.find((each) => each.id === id),
        what,
        id!,
      );
    if (kind === 'listings') {
      return id === undefined ? findListings(query) : json(200, withStrategy(named(all, 'Listing')));
    }
    if (kind === 'strategies')
      return json(200, id === undefined ? strategies : named(strategies, 'Strategy'));
    if (kind !== 'reports') throw nowhere;
    return id === undefined ? findReports(query) : json(200, reportShown(named(reports, 'Report')));
  }

  function admit({ headers }: Asked): Answered['headers'] {
    const given = headers['x-api-key'];
    if (given !== key)
      throw new HttpException(401, given === undefined ? 'API key is missing' : 'Invalid API key');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new HttpException(429, 'ThrottlerException: Too Many Requests', [['Retry-After', '1']]);
    }
    recent.push(now);
    return [
      ['X-RateLimit-Limit', String(perSecond)],
      ['X-RateLimit-Remaining', String(perSecond - recent.length)],
      ['X-RateLimit-Reset', '1'],
    ];
  }

  return (request) => {
    try {
      const told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told], body };
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      const { status, told, headers } = error;
      const reason = reasons[status];
      const body = { message: told, ...(reason !== undefined && { error: reason }), statusCode: status };
      return json(status, body, headers);
    }
  };
}

/** Follows the links of a list that has any. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next = target; next !== '';) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received), ...rowsAt(received, 'items'));
    next = textIfAny(received, 'links', 'next') ?? '';
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

const idsOf = (rows: readonly Row[], isArchived: boolean): readonly unknown[] =>
  rows.filter(({ status }) => (status === 'archived') === isArchived).map(({ id }) => id);

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const [ids, [archived]] = [idsOf(rows, false), idsOf(rows, true)];
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=10&page=2');
  await get('limit=5');
  await get('limit=100');
  await get('page=7');
  await get('status=active&limit=30');
  await get('status=draft');
  await get('status=archived&category=office');
  await get('category=kitchen&limit=4&page=2');
  await get(`strategyId=${String(plans[0])}`);
  await get('search=lamp');
  await get('search=Velmora&sortBy=price&order=ASC');
  await get('search=nothinglikethis');
  await get('minPrice=100&limit=25');
  await get('minPrice=50&maxPrice=80.5');
  await get('inStock=true&limit=6');
  await get('updatedAfter=2025-06-01T00:00:00.000Z');
  await get('sortBy=price&order=DESC&limit=12');
  await get('sortBy=price&order=ASC&limit=8');
  await get('sortBy=title&limit=7');
  await get('sortBy=updatedAt&order=DESC&limit=5');
  await api.ask('GET', '/v1/strategies?limit=2');
  await api.ask('GET', '/v1/reports');
  await api.ask('GET', '/v1/reports?status=COMPLETED&limit=3');
  await api.ask('GET', '/v1/reports?type=PRICES');
  for (const index of [0, 4, 9, 15, 22, 28]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', archived);
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[6]);

  await price(api, ids[0], { minPrice: 19.9, maxPrice: 249 });
  await read(api, 'listings', ids[0]);
  await price(api, ids[4], { minPrice: 12.5, maxPrice: 310.25 });
  await read(api, 'listings', ids[4]);
  await price(api, ids[9], { maxPrice: 420.15 });
  await read(api, 'listings', ids[9]);
  await price(api, ids[15], { maxPrice: null });
  await read(api, 'listings', ids[15]);
  await price(api, ids[22], {});
  await assign(api, ids[0], { strategyId: plans[1] });
  await read(api, 'listings', ids[0]);
  await assign(api, ids[4], { strategyId: plans[2] });
  await assign(api, ids[9], { strategyId: null });
  await read(api, 'listings', ids[9]);
  await get('sortBy=updatedAt&order=DESC&limit=6');
  await get(`strategyId=${String(plans[1])}&limit=50`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=4');

  await read(api, 'listings', '7d0f2b64-3a1e-4c55-9b8a-0c2d4e6f8a10');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '7d0f2b64-3a1e-4c55-9b8a-0c2d4e6f8a11');
  await read(api, 'reports', 'last');
  await price(api, '7d0f2b64-3a1e-4c55-9b8a-0c2d4e6f8a12', { minPrice: 3 });
  await price(api, ids[6], { minPrice: 30, maxPrice: 20 });
  await price(api, ids[7], { minPrice: 99.99, maxPrice: 99.98 });
  await price(api, ids[6], { minPrice: 'cheap' });
  await price(api, ids[6], { minPrice: true, maxPrice: 'dear' });
  await price(api, ids[6], { minPrice: '12.50' });
  await price(api, ids[6], { minPrice: -4 });
  await price(api, ids[6], { minPrice: 0, maxPrice: 2_000_000 });
  await price(api, ids[6], { maxPrice: 12.345 });
  await price(api, ids[6], { colour: 'red' });
  await price(api, ids[6], { minPrice: 5, margin: 2, note: 'x' });
  await price(api, archived, { minPrice: 5 });
  await api.ask('PATCH', `/v1/listings/${String(ids[6])}/price`, { text: '{"minPrice": ' });
  await assign(api, ids[6], { strategyId: '7d0f2b64-3a1e-4c55-9b8a-0c2d4e6f8a13' });
  await assign(api, ids[6], { strategyId: plans[3] });
  await assign(api, ids[6], { strategyId: 17 });
  await assign(api, ids[6], {});
  await assign(api, archived, { strategyId: plans[4] });
  await assign(api, '7d0f2b64-3a1e-4c55-9b8a-0c2d4e6f8a14', { strategyId: plans[0] });
  await get('page=0');
  await get('page=two');
  await get('limit=0');
  await get('limit=101');
  await get('status=gone');
  await get('sortBy=colour');
  await get('order=up');
  await get('minPrice=cheap');
  await get('inStock=maybe');
  await get('search=x');
  await get('strategyId=17');
  await get('updatedAfter=monday');
  await get('colour=red');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[6])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': '00000000-shop-backend' } });
  api.wait(3_000);
  await hurry(api, '/v1/reports?limit=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=6');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?limit=15');
  const [ids, [archived]] = [idsOf(rows, false), idsOf(rows, true)];
  const plans = (await walk(api, '/v1/strategies?page=1')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=6&page=3');
  await get('limit=12&page=20');
  await get('status=paused');
  await get('category=games&limit=5');
  await get('status=active&category=outdoor&sortBy=title&order=ASC');
  await get(`strategyId=${String(plans[2])}&limit=7`);
  await get('search=rug');
  await get('search=ZEM-');
  await get('maxPrice=45');
  await get('minPrice=120.25&sortBy=price&order=ASC&limit=9');
  await get('inStock=false');
  await get('updatedAfter=2025-09-15T12:00:00.000Z&limit=4');
  await get('sortBy=stock&order=ASC&limit=10');
  await get('sortBy=createdAt&order=ASC&limit=3');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?type=STOCK&limit=2&page=2');
  for (const index of [1, 7, 13, 21]) await read(api, 'listings', ids[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[9]);

  await price(api, ids[1], { minPrice: 9.75, maxPrice: 333 });
  await read(api, 'listings', ids[1]);
  await price(api, ids[7], { maxPrice: 601.2 });
  await read(api, 'listings', ids[7]);
  await price(api, ids[13], { minPrice: 4.5, maxPrice: null });
  await read(api, 'listings', ids[13]);
  await assign(api, ids[1], { strategyId: plans[2] });
  await assign(api, ids[21], { strategyId: null });
  await read(api, 'listings', ids[21]);
  await get('sortBy=updatedAt&order=DESC&limit=4');

  await read(api, 'listings', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4be1');
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4be2');
  await price(api, '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4be3', { maxPrice: 30 });
  await price(api, ids[10], { minPrice: 71.2, maxPrice: 70 });
  await price(api, ids[10], { maxPrice: 'lots' });
  await price(api, ids[10], { minPrice: -0.5, maxPrice: false });
  await price(api, ids[10], { maxPrice: 100_001 });
  await price(api, ids[10], { minPrice: 1.001 });
  await price(api, ids[10], { size: 4 });
  await price(api, archived, { maxPrice: 800 });
  await assign(api, ids[10], { strategyId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4be4' });
  await assign(api, ids[10], { strategyId: plans[3] });
  await assign(api, ids[10], { strategyId: 4.5 });
  await assign(api, ids[10], { plan: 'none' });
  await get('page=-3');
  await get('limit=lots');
  await get('limit=500');
  await get('category=toys');
  await get('sortBy=size');
  await get('maxPrice=dear');
  await get('updatedAfter=soon');
  await get('shape=round&limit=2');
  await api.ask('GET', '/v1/reports?type=WEATHER');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const constraintMessages: WalkedService = {
  name: 'constraint-messages',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
