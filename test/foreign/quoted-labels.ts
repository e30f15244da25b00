// A wholesale marketplace's API for brands, grown from a widespread starter of Express and Mongoose: results beside page, limit,
// totalPages and totalResults, an order of names with a direction after a colon, what belongs to a record where it is populated,
// ids of 24 hexadecimal digits, amounts as JSON numbers, moments in UTC to the millisecond, what is not set left out. Requests
// are checked by schemas that quote the name of what is wrong and join all sentences; a refusal is a code and a message. The
// framework tags each answer (304 for who has it), and a limiter in front counts down the window and refuses with a line of text.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'brand_9f2c71d4e6b84a0c';
const window = 5_000;
const requestsInWindow = 20;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const objectId = (seed: string): string => `65${scrambled(seed, 22, hex)}`;

const strategies = [
  ['Follow the market', 'market', true],
  ['Hold the margin', 'margin', true],
  ['Volume ladder', 'volume', true],
  ['Overstock', 'clearance', true],
  ['Trade fair 2023', 'event', false],
].map(([name, kind, isActive], index) => ({
  id: objectId(`labels strategy ${index}`),
  name: String(name),
  kind: String(kind),
  isActive: isActive === true,
  created: pastMoment(`labels strategy ${index}`) + 417,
}));
const kinds = ['market', 'margin', 'volume', 'clearance', 'event'];
const statuses = ['draft', 'published', 'unpublished', 'discontinued'] as const;
const categories = ['home', 'kitchen', 'outdoor', 'stationery'];

interface Product {
  readonly id: string;
  readonly name: string;
  readonly brand: string;
  readonly sku: string;
  readonly category: string;
  readonly status: (typeof statuses)[number];
  readonly wholesale: number;
  readonly retail: number;
  readonly unitsPerCase: number;
  readonly tags: readonly string[];
  readonly created: number;
  min?: number | undefined;
  max?: number | undefined;
  strategy?: string | undefined;
  updated: number;
}

function products(): Product[] {
  return Array.from({ length: 49 }, (_, index): Product => {
    const seed = `labels ${index}`;
    const { title, maker, sku, price } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const wholesale = Math.round(price / 2);
    const hasMin = chance(`${seed} min`, 4) > 0;
    return {
      id: objectId(seed),
      name: title,
      brand: maker,
      sku,
      category: oneOf(`${seed} category`, categories),
      status: (['published', 'published', 'published', 'draft', 'unpublished', 'discontinued'] as const)[
        chance(`${seed} status`, 6)
      ]!,
      wholesale: wholesale / 100,
      retail: price / 100,
      unitsPerCase: [1, 4, 6, 12, 24][chance(`${seed} case`, 5)]!,
      tags: ['new', 'handmade', 'eco', 'bestseller'].filter((tag) => chance(`${seed} ${tag}`, 3) === 0),
      created,
      ...(hasMin && { min: Math.round(wholesale * 0.9) / 100 }),
      ...(chance(`${seed} max`, 3) > 0 && { max: Math.round(wholesale * 1.6) / 100 }),
      ...(hasMin &&
        chance(`${seed} strategy`, 2) > 0 && { strategy: strategies[chance(`${seed} which`, 4)]!.id }),
      updated: created + chance(`${seed} updated`, 90 * 86_400_000),
    };
  });
}

class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A check of one value: a sentence without the label, or what it is taken as. */
type Rule = (value: unknown) => { readonly fault: string } | { readonly value: unknown };

const number =
  (least: number, most: number, isWhole: boolean): Rule =>
  (value) => {
    const isText = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim());
    if (typeof value !== 'number' && !isText) return { fault: 'must be a number' };
    const sent = Number(value);
    if (isWhole && !Number.isInteger(sent)) return { fault: 'must be an integer' };
    if (sent < least) return { fault: `must be greater than or equal to ${least}` };
    if (sent > most) return { fault: `must be less than or equal to ${most}` };
    return { value: isWhole ? sent : Math.round(sent * 100) / 100 };
  };
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? { value } : rule(value);
const text: Rule = (value) =>
  typeof value !== 'string'
    ? { fault: 'must be a string' }
    : value === ''
      ? { fault: 'is not allowed to be empty' }
      : { value };
const mongoId: Rule = (value) =>
  typeof value !== 'string'
    ? { fault: 'must be a string' }
    : /^[0-9a-f]{24}$/i.test(value)
      ? { value }
      : { fault: 'must be a valid mongo id' };
const wordOf =
  (words: readonly string[]): Rule =>
  (value) =>
    words.some((word) => word === value) ? { value } : { fault: `must be one of [${words.join(', ')}]` };
const flag: Rule = (value) =>
  value === true || value === 'true'
    ? { value: true }
    : value === false || value === 'false'
      ? { value: false }
      : { fault: 'must be a boolean' };

/** What is wrong with an object, by the order of the rules and strangers last, and what it is taken as. */
function checked(sent: Row, rules: Readonly<Record<string, Rule>>, sentences: string[]): Row {
  const taken: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (sent[name] === undefined) continue;
    const outcome = rule(sent[name]);
    if ('fault' in outcome) sentences.push(`"${name}" ${outcome.fault}`);
    else taken[name] = outcome.value;
  }
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(rules, name)) sentences.push(`"${name}" is not allowed`);
  }
  return taken;
}

const pageRules = {
  sortBy: text,
  limit: number(1, 100, true),
  page: number(1, Number.MAX_SAFE_INTEGER, true),
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = products();
  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: objectId(`labels report ${index}`),
    type: ['prices', 'sellThrough', 'assortment'][index % 3]!,
    created:
      index < 2
        ? opened - 22_000 * (index + 1)
        : opened - index * 61_200_000 - chance(`labels report ${index}`, 20_000_000),
    seconds: 75 + index * 11,
    fails: index === 3 || index === 8,
    rows: 12 + chance(`labels rows ${index}`, 1_400),
  }));
  let quota = { ends: 0, count: 0 };

  const strategyShown = ({ id, name, kind, isActive, created }: (typeof strategies)[number]): Row => ({
    name,
    kind,
    isActive,
    createdAt: moment(created),
    id,
  });

  function productShown(one: Product, populated = false): Row {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      tags: one.tags,
      status: one.status,
      name: one.name,
      brand: one.brand,
      sku: one.sku,
      category: one.category,
      wholesalePrice: one.wholesale,
      retailPrice: one.retail,
      unitsPerCase: one.unitsPerCase,
      ...(one.min !== undefined && { minWholesale: one.min }),
      ...(one.max !== undefined && { maxWholesale: one.max }),
      ...(strategy !== undefined && { strategy: populated ? strategyShown(strategy) : strategy.id }),
      createdAt: moment(one.created),
      updatedAt: moment(one.updated),
      id: one.id,
    };
  }

  function reportShown(one: (typeof reports)[number]): Row {
    const elapsed = (run.now() - one.created) / 1_000;
    const status =
      elapsed < 25 ? 'waiting' : elapsed < one.seconds ? 'active' : one.fails ? 'failed' : 'completed';
    return {
      status,
      type: one.type,
      ...(status === 'completed' && {
        rows: one.rows,
        fileUrl: `https://cdn.pruvento.example/exports/${one.id}.xlsx?sig=${digest(`labels ${run.run} ${one.id}`).slice(0, 24)}`,
      }),
      ...(status === 'failed' && { failedReason: 'job stalled more than allowable limit' }),
      createdAt: moment(one.created),
      ...((status === 'completed' || status === 'failed') && {
        finishedAt: moment(one.created + one.seconds * 1_000),
      }),
      id: one.id,
    };
  }

  /** A page in the order that is asked for; what a record has not got comes before what others have. */
  function paginated(query: Row, found: readonly Row[], sortedBy: string): Answered {
    const orders = ((query.sortBy as string | undefined) ?? sortedBy)
      .split(',')
      .map((order) => order.split(':'));
    const sorted = [...found].sort((one, other) => {
      for (const [name = '', direction] of orders) {
        const [a, b] = [one, other].map((record) => (record[name] ?? '') as string | number);
        if (a !== b) return (a! < b! ? -1 : 1) * (direction === 'desc' ? -1 : 1);
      }
      return 0;
    });
    const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 10)];
    return json(200, {
      results: sorted.slice((page - 1) * limit, page * limit),
      page,
      limit,
      totalPages: Math.ceil(sorted.length / limit),
      totalResults: sorted.length,
    });
  }

  function queryOf(request: Asked, rules: Readonly<Record<string, Rule>>): Row {
    const sentences: string[] = [];
    const taken = checked(Object.fromEntries(targetOf(request).query), rules, sentences);
    if (sentences.length > 0) throw new ApiError(400, sentences.join(', '));
    return taken;
  }

  function listings(request: Asked): Answered {
    const asked = queryOf(request, {
      name: text,
      brand: text,
      category: wordOf(categories),
      status: wordOf(statuses),
      strategy: mongoId,
      minPrice: number(0, 1_000_000, false),
      maxPrice: number(0, 1_000_000, false),
      populate: wordOf(['strategy']),
      ...pageRules,
    });
    const found = all.filter(
      (one) =>
        (asked.name === undefined || one.name.toLowerCase().includes((asked.name as string).toLowerCase())) &&
        (asked.brand === undefined || one.brand === asked.brand) &&
        (asked.category === undefined || one.category === asked.category) &&
        (asked.status === undefined || one.status === asked.status) &&
        (asked.strategy === undefined || one.strategy === asked.strategy) &&
        (asked.minPrice === undefined || one.wholesale >= Number(asked.minPrice)) &&
        (asked.maxPrice === undefined || one.wholesale <= Number(asked.maxPrice)),
    );
    return paginated(
      asked,
      found.map((one) => productShown(one, asked.populate === 'strategy')),
      'createdAt:asc',
    );
  }

  /** What a write sends, checked together with the id in its path. */
  function bodyOf(request: Asked, id: string, rules: Readonly<Record<string, Rule>>): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent === 'bad') throw new ApiError(400, 'Unexpected end of JSON input');
    const sentences: string[] = [];
    checked({ listingId: id }, { listingId: mongoId }, sentences);
    if (!isObject(sent.json))
      throw new ApiError(400, [...sentences, '"body" must be of type object'].join(', '));
    const taken = checked(sent.json, rules, sentences);
    if (Object.keys(sent.json).length === 0) sentences.push('"body" must have at least 1 key');
    const { minWholesale: min, maxWholesale: max } = taken;
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      sentences.push('"maxWholesale" must be greater than or equal to ref:minWholesale');
    }
    if (sentences.length > 0) throw new ApiError(400, sentences.join(', '));
    return taken;
  }

  function productAt(id: string): Product {
    const product = all.find((one) => one.id === id);
    if (product === undefined) throw new ApiError(404, 'Listing not found');
    return product;
  }

  function priced(request: Asked, id: string): Answered {
    const bound = number(0, 1_000_000, false);
    const sent = bodyOf(request, id, { minWholesale: orNull(bound), maxWholesale: orNull(bound) });
    const one = productAt(id);
    if (one.status === 'discontinued') throw new ApiError(403, 'Discontinued listings cannot be edited');
    const taken = (name: string, before: number | undefined) =>
      sent[name] === undefined ? before : ((sent[name] as number | null) ?? undefined);
    const [min, max] = [taken('minWholesale', one.min), taken('maxWholesale', one.max)];
    if (min !== undefined && max !== undefined && min > max) {
      throw new ApiError(400, `Maximum wholesale price ${max} is below the minimum of ${min}`);
    }
    [one.min, one.max, one.updated] = [min, max, run.now()];
    return json(200, productShown(one));
  }

  function assigned(request: Asked, id: string): Answered {
    const { strategy: chosen } = bodyOf(request, id, { strategy: orNull(mongoId) });
    const one = productAt(id);
    if (one.status === 'discontinued') throw new ApiError(403, 'Discontinued listings cannot be edited');
    if (chosen !== null) {
      const strategy = strategies.find((each) => each.id === chosen);
      if (strategy === undefined) throw new ApiError(404, 'Strategy not found');
      if (!strategy.isActive) throw new ApiError(400, `Strategy "${strategy.name}" is not active`);
      if (one.min === undefined) throw new ApiError(400, 'Set a minimum wholesale price first');
    }
    [one.strategy, one.updated] = [(chosen as string | null) ?? undefined, run.now()];
    return json(200, productShown(one, true));
  }

  function answer(request: Asked): Answered {
    const { steps } = targetOf(request);
    const [, kind = '', id, part] = steps;
    const isWrite = kind === 'listings' && (part === 'price' || part === 'strategy');
    const isKnown = ['listings', 'strategies', 'reports'].includes(kind);
    if (!isKnown || request.method !== (isWrite ? 'PATCH' : 'GET') || (part !== undefined && !isWrite)) {
      throw new ApiError(404, 'Not found');
    }
    if (request.headers['x-api-key'] !== key) throw new ApiError(401, 'Please authenticate');
    if (id === undefined) {
      if (kind === 'listings') return listings(request);
      if (kind === 'strategies') {
        const asked = queryOf(request, { kind: wordOf(kinds), isActive: flag, ...pageRules });
        const found = strategies.filter(
          (one) =>
            (asked.kind === undefined || one.kind === asked.kind) &&
            (asked.isActive === undefined || one.isActive === asked.isActive),
        );
        return paginated(asked, found.map(strategyShown), 'createdAt:asc');
      }
      const asked = queryOf(request, {
        status: wordOf(['waiting', 'active', 'completed', 'failed']),
        ...pageRules,
      });
      const found = reports.map(reportShown).filter(({ status }) => (asked.status ?? status) === status);
      return paginated(asked, found, 'createdAt:desc');
    }
    if (part === 'price') return priced(request, id);
    if (part === 'strategy') return assigned(request, id);
    const name = { listings: 'listingId', strategies: 'strategyId', reports: 'reportId' }[kind]!;
    const sentences: string[] = [];
    checked({ [name]: id }, { [name]: mongoId }, sentences);
    if (sentences.length > 0) throw new ApiError(400, sentences.join(', '));
    if (kind === 'listings') return json(200, productShown(productAt(id), true));
    const strategy = strategies.find((one) => one.id === id);
    const report = reports.find((one) => one.id === id);
    if (kind === 'strategies' && strategy !== undefined) return json(200, strategyShown(strategy));
    if (kind === 'reports' && report !== undefined) return json(200, reportShown(report));
    throw new ApiError(404, `${kind === 'strategies' ? 'Strategy' : 'Report'} not found`);
  }

  const helmet: Headers = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['Vary', 'Accept-Encoding'],
  ];

  return (request) => {
    const now = run.now();
    if (now >= quota.ends) quota = { ends: now + window, count: 0 };
    quota.count += 1;
    const always: Headers = [
      ...helmet,
      ['RateLimit-Policy', `${requestsInWindow};w=${window / 1_000}`],
      ['RateLimit-Limit', String(requestsInWindow)],
      ['RateLimit-Remaining', String(Math.max(requestsInWindow - quota.count, 0))],
      ['RateLimit-Reset', String(Math.ceil((quota.ends - now) / 1_000))],
    ];
    const type = 'application/json; charset=utf-8';
    if (quota.count > requestsInWindow) {
      return {
        status: 429,
        headers: [
          ['Content-Type', 'text/html; charset=utf-8'],
          ...always,
          ['Retry-After', String(window / 1_000)],
        ],
        body: 'Too many requests, please try again later.',
      };
    }
    const told = ({ status, body }: Answered): Answered => {
      const sum = createHash('sha1').update(body).digest('base64').slice(0, 27);
      const tag = `W/"${Buffer.byteLength(body).toString(16)}-${sum}"`;
      const isKnown = status === 200 && request.method === 'GET' && request.headers['if-none-match'] === tag;
      return isKnown
        ? { status: 304, headers: [...always, ['ETag', tag]], body: '' }
        : { status, headers: [['Content-Type', type], ...always, ['ETag', tag]], body };
    };
    try {
      return told(answer(request));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return told(json(error.status, { code: error.status, message: error.message }));
    }
  };
}

/** Goes from page to page up to the last one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const asked = page === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
    const received = await api.ask('GET', asked);
    rows.push(...rowsAt(received, 'results'));
    if (!(Number(at(received, 'totalPages')) > page)) return rows;
  }
}

const read = (api: Api, kind: string, id: unknown, tag?: string): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy } });

/** Products that are still sold: with a lower bound (free of a strategy, or bound to one), and without; and those that are not. */
function idsOf(rows: readonly Row[]) {
  const sold = rows.filter(({ status }) => status !== 'discontinued');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const hasMin = (row: Row) => row.minWholesale !== undefined;
  return {
    free: ids(sold.filter((row) => hasMin(row) && row.strategy === undefined)),
    bound: ids(sold.filter((row) => hasMin(row) && row.strategy !== undefined)),
    open: ids(sold.filter((row) => !hasMin(row))),
    gone: ids(rows.filter(({ status }) => status === 'discontinued')),
  };
}

async function hasten(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 21; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 * Number(headers.get('Retry-After') ?? 1));
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, gone } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  await get('limit=100&sortBy=name:asc');
  await get('sortBy=wholesalePrice:desc&limit=6');
  await get('sortBy=category:asc,retailPrice:desc&limit=12');
  await get('sortBy=updatedAt:desc&limit=5');
  await get('sortBy=minWholesale:asc&limit=8&page=2');
  await get('status=draft');
  await get('status=published&limit=4&page=3');
  await get('category=kitchen&sortBy=retailPrice');
  await get('brand=Velmora');
  await get('name=lamp');
  await get('minPrice=40&maxPrice=70');
  await get('maxPrice=20.5&limit=4');
  await get(`strategy=${String(own[1])}`);
  await get('populate=strategy&limit=5');
  await get('page=40');
  await api.ask('GET', '/v1/strategies?isActive=true');
  await api.ask('GET', '/v1/strategies?sortBy=name:desc&limit=2');
  await api.ask('GET', '/v1/strategies?kind=clearance');
  await api.ask('GET', '/v1/reports?status=completed&limit=4');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?sortBy=createdAt:asc&limit=3');
  for (const id of [bound[0], bound[3], free[0], open[0], gone[0]]) await read(api, 'listings', id);
  const alone = await read(api, 'listings', free[1]);
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await read(api, 'strategies', own[1]);
  await read(api, 'strategies', own[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { minWholesale: 12.4, maxWholesale: 88 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minWholesale: 3.99, maxWholesale: 204.5 });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { maxWholesale: 320.75 });
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await price(api, open[0], { minWholesale: '2.50' });
  await price(api, bound[1], { maxWholesale: null });
  await read(api, 'listings', bound[1]);
  await price(api, bound[2], { minWholesale: 1.239, maxWholesale: 500 });
  await assign(api, free[0], own[1]);
  await read(api, 'listings', free[0]);
  await assign(api, free[1], own[2]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get('sortBy=updatedAt:desc&limit=3');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');

  await read(api, 'listings', '650000000000000000000000');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '65ffffffffffffffffffffff');
  await read(api, 'reports', 'latest');
  await price(api, '651111111111111111111111', { minWholesale: 3 });
  await price(api, 'rug', { minWholesale: -3 });
  await assign(api, '652222222222222222222222', own[0]);
  await price(api, free[2], { minWholesale: 60, maxWholesale: 59.5 });
  await price(api, free[2], { maxWholesale: 0.1 });
  await price(api, free[2], { minWholesale: 'cheap' });
  await price(api, free[2], { minWholesale: 'few', maxWholesale: true });
  await price(api, free[2], { minWholesale: -1 });
  await price(api, free[2], { maxWholesale: 1_000_001 });
  await price(api, free[2], {});
  await price(api, free[2], { minWholesale: 9, colour: 'red' });
  await price(api, free[2], [1]);
  await price(api, gone[0], { minWholesale: 5 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"minWholesale": ' });
  await assign(api, free[2], '653333333333333333333333');
  await assign(api, free[2], own[4]);
  await assign(api, free[2], 17);
  await assign(api, free[2], 'cheapest');
  await assign(api, free[2]);
  await assign(api, open[1], own[0]);
  await assign(api, gone[1], own[0]);
  await get('limit=0');
  await get('limit=101');
  await get('limit=many');
  await get('page=1.5');
  await get('status=sold');
  await get('minPrice=cheap&colour=red');
  await get('strategy=none');
  await get('sortBy=');
  await api.ask('GET', '/v1/strategies?isActive=maybe');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('PUT', `/v1/listings/${String(free[2])}/price`, { json: { minWholesale: 8 } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hasten(api, '/v1/strategies?limit=1');
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?limit=3');
  await read(api, 'reports', runs[1]);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, gone } = idsOf(await walk(api, '/v1/listings?limit=25'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies?limit=3')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  await get('sortBy=retailPrice:asc&limit=7');
  await get('sortBy=brand:desc,name:asc&limit=9');
  await get('sortBy=maxWholesale:desc&limit=4');
  await get('status=unpublished&limit=5');
  await get('status=published&page=2&limit=8');
  await get('category=outdoor&sortBy=createdAt:desc&limit=6');
  await get('brand=Halvik&limit=3');
  await get('name=rug');
  await get('minPrice=25&maxPrice=55&limit=5');
  await get(`strategy=${String(own[2])}&populate=strategy`);
  await get('page=30&limit=4');
  await api.ask('GET', '/v1/strategies?isActive=false');
  await api.ask('GET', '/v1/strategies?sortBy=createdAt:desc&limit=4');
  await api.ask('GET', '/v1/reports?status=completed&page=2&limit=3');
  for (const id of [bound[4], open[2], gone[2]]) await read(api, 'listings', id);
  const alone = await read(api, 'listings', free[3]);
  await read(api, 'listings', free[3], header(alone, 'ETag'));
  await read(api, 'strategies', own[3]);
  await read(api, 'reports', runs[6]);

  await price(api, free[3], { minWholesale: 7.15, maxWholesale: 93.5 });
  await read(api, 'listings', free[3], header(alone, 'ETag'));
  await price(api, bound[4], { maxWholesale: 611.2 });
  await price(api, open[2], { minWholesale: 4.25, maxWholesale: null });
  await read(api, 'listings', open[2]);
  await assign(api, free[3], own[3]);
  await read(api, 'listings', free[3]);
  await assign(api, bound[4], null);
  await get('sortBy=updatedAt:desc&limit=4');

  await read(api, 'listings', '659999999999999999999999');
  await read(api, 'reports', 'newest');
  await price(api, '658888888888888888888888', { maxWholesale: 31 });
  await assign(api, 'sofa', own[2]);
  await price(api, free[4], { minWholesale: 71.2, maxWholesale: 70 });
  await price(api, free[4], { maxWholesale: 'lots' });
  await price(api, free[4], { minWholesale: false, maxWholesale: -2 });
  await price(api, free[4], { minWholesale: 2_000_000 });
  await price(api, free[4], { shape: 'round', maxWholesale: 900 });
  await price(api, gone[2], { maxWholesale: 90 });
  await assign(api, free[4], '657777777777777777777777');
  await assign(api, free[4], own[4]);
  await assign(api, free[4], true);
  await assign(api, open[3], own[2]);
  await get('limit=-5');
  await get('limit=500');
  await get('page=0');
  await get('status=gone');
  await get('maxPrice=lots');
  await get('shape=round');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const quotedLabels: WalkedService = {
  name: 'quoted-labels',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
