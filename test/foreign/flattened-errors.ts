// A repricing add-on of a consignment marketplace for sneakers and streetwear, written on a small framework of today: schemas
// check what is asked and sent, and a refusal holds what they find, flattened: a list for the whole and one for each field, in
// the sentences of the library. The store gives ids that begin with a `c` and grow with time; amounts are whole cents, moments in
// UTC to the millisecond, null for what is not set. A list of listings has pages by number beside a meta with the total, one of
// report runs a cursor (the id of the last, null at the end), strategies come all at once; one thing stands in `data`. One
// listing alone also tells its consignor and how many offers it has. Filters by words in capitals, bounds of the price, a flag,
// a text and a moment, an order by a member and a direction, newest first; strangers are passed over, sent ones too. A write
// changes what is sent, null takes a bound away. A limiter in front counts in windows of two seconds.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, hurry, isObject, oneOf, pastMoment, walkPages } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rpk_live_7hQ2mXw9Tz4LbN6cVd8Ks3Fy';
const requestsInWindow = 10;
const window = 2_000;
const usualPage = 24;
const largestPage = 100;
const largestPrice = 1_000_000;
const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const idAt = (milliseconds: number, seed: string): string =>
  `c${milliseconds.toString(36)}${scrambled(seed, 16, base36)}`;

const shoes = [
  ['Norrast', 'Court Low', 'NC1204', 'Sail/Black'],
  ['Norrast', 'Runner 90', 'NR9077', 'Volt Green'],
  ['Halvik', 'Trail Mid', 'HT3310', 'Clay Brown'],
  ['Halvik', 'Slide', 'HS0042', 'Triple White'],
  ['Zembro', 'Retro 4', 'ZR4415', 'Fire Red'],
  ['Zembro', 'Retro 1 High', 'ZR1186', 'University Blue'],
  ['Velmora', 'Box Logo Hoodie', 'VB7723', 'Heather Grey'],
  ['Velmora', 'Nylon Vest', 'VN5561', 'Olive'],
] as const;
const statuses = ['ACTIVE', 'PAUSED', 'SOLD'] as const;
const conditions = ['NEW', 'NEW_WITH_DEFECTS', 'USED'] as const;
const consignors = [
  ['Dana Whitlock', 0.8],
  ['Soleworks Leeds', 0.86],
  ['Marek T.', 0.82],
  ['Third Drop', 0.9],
].map(([name, payoutRate], index) => ({
  id: idAt(Date.UTC(2023, 4, 3 + index), `flattened consignor ${index}`),
  name,
  payoutRate,
}));

const strategies = [
  ['Match the lowest ask', 'MATCH_LOWEST_ASK', 0, true],
  ['Undercut by 1 %', 'UNDERCUT_PERCENT', 1, true],
  ['Undercut by $5', 'UNDERCUT_AMOUNT', 500, true],
  ['Age-based markdown', 'MARKDOWN', 4, true],
  ['Hype week 2024', 'MARKUP', 15, false],
].map(([name, type, value, isActive], index) => {
  const created = pastMoment(`flattened strategy ${index}`) + chance(`flattened strategy ${index}`, 1_000);
  return {
    id: idAt(created, `flattened strategy ${index}`),
    name: name as string,
    type,
    value,
    isActive: isActive as boolean,
    createdAt: moment(created),
  };
});

interface Pair {
  readonly id: string;
  readonly status: (typeof statuses)[number];
  readonly condition: (typeof conditions)[number];
  readonly shoe: (typeof shoes)[number];
  readonly size: string;
  readonly price: number;
  readonly lowestAsk: number | null;
  readonly lastSale: number | null;
  readonly tags: readonly string[];
  readonly consignor: (typeof consignors)[number];
  readonly offers: number;
  readonly created: number;
  floor: number | null;
  ceiling: number | null;
  strategy: string | null;
  updated: number;
}

function pairs(): Pair[] {
  return Array.from({ length: 56 }, (_, index): Pair => {
    const seed = `flattened ${index}`;
    const shoe = oneOf(`${seed} shoe`, shoes);
    const price = 6_500 + chance(`${seed} price`, 400) * 100;
    const created = pastMoment(seed) + chance(`${seed} thousandths`, 1_000);
    const floor = chance(`${seed} floor`, 4) === 0 ? null : Math.round(price * 0.85);
    const isWorn = shoe[0] === 'Velmora';
    return {
      id: idAt(created, seed),
      status: statuses[[0, 0, 0, 0, 1, 2][chance(`${seed} status`, 6)]!]!,
      condition: conditions[[0, 0, 0, 1, 2][chance(`${seed} condition`, 5)]!]!,
      shoe,
      size: isWorn
        ? oneOf(`${seed} size`, ['S', 'M', 'L', 'XL'])
        : oneOf(`${seed} size`, ['7', '8.5', '9', '9.5', '10', '11.5', '12']),
      price,
      lowestAsk: chance(`${seed} ask`, 6) === 0 ? null : price - 300 + chance(`${seed} by`, 14) * 100,
      lastSale: chance(`${seed} sale`, 3) === 0 ? null : price - 900 + chance(`${seed} last`, 20) * 100,
      tags: ['deadstock', 'og-box', 'fast-ship'].filter((tag) => chance(`${seed} ${tag}`, 4) === 0),
      consignor: oneOf(`${seed} consignor`, consignors),
      offers: chance(`${seed} offers`, 9),
      created,
      floor,
      ceiling: chance(`${seed} ceiling`, 3) === 0 ? null : Math.round(price * 1.5),
      strategy:
        floor !== null && chance(`${seed} strategy`, 2) === 0
          ? strategies[chance(`${seed} which`, 4)]!.id
          : null,
      updated: created + chance(`${seed} updated`, 90 * 86_400_000),
    };
  });
}

/** What a schema finds, flattened. */
class Findings {
  readonly formErrors: string[] = [];
  readonly fieldErrors: Record<string, string[]> = {};

  add(field: string | null, message: string): void {
    if (field === null) this.formErrors.push(message);
    else (this.fieldErrors[field] ??= []).push(message);
  }

  get isEmpty(): boolean {
    return this.formErrors.length === 0 && Object.keys(this.fieldErrors).length === 0;
  }

  /** Refuses what has findings. */
  check(message: string): void {
    if (this.isEmpty) return;
    const { formErrors, fieldErrors } = this;
    throw new Refusal(400, 'VALIDATION_ERROR', message, { formErrors, fieldErrors });
  }
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Row | undefined;

  constructor(status: number, code: string, message: string, details?: Row) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const notFound = (what: string) => new Refusal(404, 'NOT_FOUND', `${what} not found`);

const kindOf = (value: unknown): string =>
  value === undefined
    ? 'undefined'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : Number.isNaN(value)
          ? 'nan'
          : typeof value;
const unexpected = (kind: string, value: unknown): string =>
  value === undefined ? 'Required' : `Expected ${kind}, received ${kindOf(value)}`;

interface Whole {
  readonly least?: number;
  readonly above?: number;
  readonly most?: number;
}

/** What is wrong with a whole number. */
function faultsOf(value: unknown, { least, above, most }: Whole): string[] {
  if (typeof value !== 'number' || Number.isNaN(value)) return [unexpected('number', value)];
  return [
    ...(Number.isInteger(value) ? [] : ['Expected integer, received float']),
    ...(above !== undefined && value <= above ? [`Number must be greater than ${above}`] : []),
    ...(least !== undefined && value < least ? [`Number must be greater than or equal to ${least}`] : []),
    ...(most !== undefined && value > most ? [`Number must be less than or equal to ${most}`] : []),
  ];
}

/** The parameters of a query, as a schema reads them. */
class Query {
  readonly #query: URLSearchParams;
  readonly #found = new Findings();

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    return this.#query.get(name) ?? undefined;
  }

  whole(name: string, bounds: Whole): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    for (const fault of faultsOf(value, bounds)) this.#found.add(name, fault);
    return value;
  }

  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.text(name);
    const word = words.find((one) => one === text);
    if (text !== undefined && word === undefined) {
      const expected = words.map((one) => `'${one}'`).join(' | ');
      this.#found.add(name, `Invalid enum value. Expected ${expected}, received '${text}'`);
    }
    return word;
  }

  moment(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) this.#found.add(name, 'Invalid datetime');
    return Date.parse(text);
  }

  id(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !isId(text)) this.#found.add(name, 'Invalid cuid');
    return text;
  }

  check(): void {
    this.#found.check('Invalid query parameters');
  }
}

const isId = (text: string): boolean => /^c[^\s-]{8,}$/i.test(text);

/** The object that a write sends; without a body it is an empty one. */
function bodyIn(request: Asked): Row {
  if (request.body === '') return {};
  const sent = jsonOf(request);
  if (sent === 'bad') throw new Refusal(400, 'BAD_REQUEST', 'Malformed JSON in request body');
  if (isObject(sent.json)) return sent.json;
  const found = new Findings();
  found.add(null, unexpected('object', sent.json));
  found.check('Invalid request body');
  return {};
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = pairs();
  const reports = Array.from({ length: 14 }, (_, index) => {
    const created =
      index < 2
        ? opened - 18_000 * (index + 1)
        : opened - index * 64_800_000 - chance(`flattened report ${index}`, 40_000_000);
    return {
      id: idAt(created, `flattened report ${index}`),
      type: ['REPRICING', 'SALES', 'INVENTORY'][index % 3]!,
      created,
      seconds: 70 + index * 8,
      fails: index === 3 || index === 8,
      rows: 20 + chance(`flattened rows ${index}`, 3_000),
    };
  });
  let counted = { opened: 0, count: 0 };
  let count = 0;

  function pairShown(one: Pair): Row {
    const [brand, model, styleCode, colorway] = one.shoe;
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      id: one.id,
      title: `${brand} ${model} '${colorway}'`,
      brand,
      styleCode,
      colorway,
      size: one.size,
      condition: one.condition,
      status: one.status,
      currency: 'USD',
      price: one.price,
      floorPrice: one.floor,
      ceilingPrice: one.ceiling,
      market: { lowestAsk: one.lowestAsk, lastSale: one.lastSale },
      strategyId: one.strategy,
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      tags: one.tags,
      createdAt: moment(one.created),
      updatedAt: moment(one.updated),
    };
  }
  const pairAlone = (one: Pair): Row => ({
    ...pairShown(one),
    consignor: one.consignor,
    _count: { offers: one.offers },
  });

  function reportShown(one: (typeof reports)[number]): Row {
    const elapsed = (run.now() - one.created) / 1_000;
    const status =
      elapsed < 30 ? 'QUEUED' : elapsed < one.seconds ? 'PROCESSING' : one.fails ? 'FAILED' : 'READY';
    const isReady = status === 'READY';
    return {
      id: one.id,
      type: one.type,
      status,
      rowCount: isReady ? one.rows : null,
      downloadUrl: isReady
        ? `https://reports.soleprice.example/${one.id}.csv?token=${digest(`flattened ${run.run} ${one.id}`).slice(0, 32)}`
        : null,
      error: status === 'FAILED' ? 'Query timed out after 60s' : null,
      createdAt: moment(one.created),
      finishedAt: isReady || status === 'FAILED' ? moment(one.created + one.seconds * 1_000) : null,
    };
  }

  function listed(search: URLSearchParams): Answered {
    const query = new Query(search);
    const page = query.whole('page', { least: 1 }) ?? 1;
    const pageSize = query.whole('pageSize', { least: 1, most: largestPage }) ?? usualPage;
    const status = query.word('status', statuses);
    const condition = query.word('condition', conditions);
    const brand = query.text('brand');
    const text = query.text('search')?.toLowerCase() ?? '';
    const least = query.whole('priceMin', { least: 0 });
    const most = query.whole('priceMax', { least: 0 });
    const strategy = query.id('strategyId');
    const has = query.word('hasStrategy', ['true', 'false']);
    const since = query.moment('updatedSince');
    const sort = query.word('sort', ['createdAt', 'updatedAt', 'price', 'title']) ?? 'createdAt';
    const order = query.word('order', ['asc', 'desc']) ?? 'desc';
    query.check();
    const found = all
      .filter(
        (one) =>
          (status === undefined || one.status === status) &&
          (condition === undefined || one.condition === condition) &&
          (brand === undefined || one.shoe[0] === brand) &&
          (least === undefined || one.price >= least) &&
          (most === undefined || one.price <= most) &&
          (strategy === undefined || one.strategy === strategy) &&
          (has === undefined || (one.strategy !== null) === (has === 'true')) &&
          (since === undefined || one.updated >= since),
      )
      .map((one) => ({ one, shown: pairShown(one) }))
      .filter(({ shown }) => `${String(shown.title)} ${String(shown.styleCode)}`.toLowerCase().includes(text))
      .sort(({ one, shown }, other) => {
        const [first, second] = [shown[sort], other.shown[sort]] as [string | number, string | number];
        const by = first === second ? 0 : first < second ? -1 : 1;
        return (order === 'asc' ? by : -by) || (one.id < other.one.id ? -1 : 1);
      });
    return json(200, {
      data: found.slice((page - 1) * pageSize, page * pageSize).map(({ shown }) => shown),
      meta: { page, pageSize, total: found.length, totalPages: Math.ceil(found.length / pageSize) },
    });
  }

  function listedReports(search: URLSearchParams): Answered {
    const query = new Query(search);
    const limit = query.whole('limit', { least: 1, most: 50 }) ?? 6;
    const cursor = query.id('cursor');
    const status = query.word('status', ['QUEUED', 'PROCESSING', 'READY', 'FAILED']);
    query.check();
    const found = reports.map(reportShown).filter((one) => status === undefined || one.status === status);
    const last = found.findIndex(({ id }) => id === cursor);
    const from = cursor === undefined ? 0 : last < 0 ? found.length : last + 1;
    const page = found.slice(from, from + limit);
    return json(200, {
      data: page,
      nextCursor: from + limit < found.length ? page.at(-1)!.id : null,
    });
  }

  function listedStrategies(search: URLSearchParams): Answered {
    const query = new Query(search);
    const active = query.word('active', ['true', 'false']);
    query.check();
    return json(200, {
      data: strategies.filter(({ isActive }) => active === undefined || isActive === (active === 'true')),
    });
  }

  function checkOpen({ status }: Pair): void {
    if (status === 'SOLD') throw new Refusal(409, 'LISTING_SOLD', 'Sold listings can no longer be repriced');
  }

  function priced(pair: Pair, request: Asked): Answered {
    const body = bodyIn(request);
    const found = new Findings();
    const names = ['floorPrice', 'ceilingPrice'];
    for (const name of names) {
      const value = body[name];
      if (value === undefined || value === null) continue;
      for (const fault of faultsOf(value, { above: 0, most: largestPrice })) found.add(name, fault);
    }
    const [floor, ceiling] = names.map((name) => body[name]) as (number | null | undefined)[];
    if (found.isEmpty && floor === undefined && ceiling === undefined) {
      found.add(null, 'Provide floorPrice, ceilingPrice or both');
    }
    if (found.isEmpty && typeof floor === 'number' && typeof ceiling === 'number' && floor > ceiling) {
      found.add('floorPrice', 'Floor price must not exceed ceiling price');
    }
    found.check('Invalid request body');
    checkOpen(pair);
    const low = floor === undefined ? pair.floor : floor;
    const high = ceiling === undefined ? pair.ceiling : ceiling;
    if (low !== null && high !== null && low > high) {
      throw new Refusal(
        422,
        'INVALID_PRICE_RANGE',
        `Floor price ${low} is above the ceiling price ${high} of this listing`,
      );
    }
    if (low === null && pair.strategy !== null) {
      throw new Refusal(422, 'FLOOR_PRICE_REQUIRED', 'A listing with a strategy needs a floor price');
    }
    Object.assign(pair, { floor: low, ceiling: high, updated: run.now() });
    return json(200, { data: pairAlone(pair) });
  }

  function assigned(pair: Pair, request: Asked): Answered {
    const id = bodyIn(request).strategyId;
    const found = new Findings();
    if (id !== null && typeof id !== 'string') found.add('strategyId', unexpected('string', id));
    if (typeof id === 'string' && !isId(id)) found.add('strategyId', 'Invalid cuid');
    found.check('Invalid request body');
    checkOpen(pair);
    const strategy = strategies.find((one) => one.id === id);
    if (id !== null && strategy === undefined) throw notFound('Strategy');
    if (strategy?.isActive === false) {
      throw new Refusal(409, 'STRATEGY_INACTIVE', `Strategy "${strategy.name}" is not active`);
    }
    if (strategy !== undefined && pair.floor === null) {
      throw new Refusal(422, 'FLOOR_PRICE_REQUIRED', 'A listing with a strategy needs a floor price');
    }
    Object.assign(pair, { strategy: strategy?.id ?? null, updated: run.now() });
    return json(200, { data: pairAlone(pair) });
  }

  function foundIn<One extends { readonly id: string }>(from: readonly One[], id: string, what: string): One {
    const one = from.find((each) => each.id === id);
    if (one === undefined) throw notFound(what);
    return one;
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const isWrite = part !== undefined;
    if (
      root !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (isWrite && (kind !== 'listings' || !['price', 'strategy'].includes(part))) ||
      request.method !== (isWrite ? 'PATCH' : 'GET')
    ) {
      throw notFound(`Route ${request.method} ${path}`);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const pair = foundIn(all, id, 'Listing');
      if (!isWrite) return json(200, { data: pairAlone(pair) });
      return part === 'price' ? priced(pair, request) : assigned(pair, request);
    }
    if (kind === 'reports') {
      if (id === undefined) return listedReports(query);
      return json(200, { data: reportShown(foundIn(reports, id, 'Report')) });
    }
    if (id === undefined) return listedStrategies(query);
    return json(200, { data: foundIn(strategies, id, 'Strategy') });
  }

  /** Counts the request within its window, which begins with the first request in it. */
  function admit(): { readonly told: Headers; readonly isAdmitted: boolean } {
    const now = run.now();
    if (now >= counted.opened + window) counted = { opened: now, count: 0 };
    counted.count += 1;
    const isAdmitted = counted.count <= requestsInWindow;
    const reset = String(Math.ceil((counted.opened + window - now) / 1_000));
    return {
      isAdmitted,
      told: [
        ['RateLimit-Policy', `${requestsInWindow};w=${window / 1_000}`],
        ['RateLimit-Limit', String(requestsInWindow)],
        ['RateLimit-Remaining', String(Math.max(0, requestsInWindow - counted.count))],
        ['RateLimit-Reset', reset],
        ...(isAdmitted ? [] : ([['Retry-After', reset]] as const)),
      ],
    };
  }

  return (request) => {
    count += 1;
    const { told, isAdmitted } = admit();
    const always: Headers = [...told, ['X-Request-Id', uuid(`flattened ${run.run} ${count}`)]];
    try {
      if (!isAdmitted) throw new Refusal(429, 'RATE_LIMITED', 'Too many requests, please try again later.');
      const sent = request.headers['x-api-key'];
      if (sent === undefined) throw new Refusal(401, 'UNAUTHORIZED', 'Missing API key');
      if (sent !== key) throw new Refusal(401, 'UNAUTHORIZED', 'Invalid API key');
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, details } = error;
      return json(status, { error: { code, message, ...(details && { details }) } }, always);
    }
  };
}

const walk = (api: Api, target: string): Promise<readonly Row[]> =>
  walkPages(api, target, {
    rows: 'data',
    cursor: 'nextCursor',
    page: ['meta', 'page'],
    pages: ['meta', 'totalPages'],
  });

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

interface Ids {
  /** Listings that are for sale: with a floor and no strategy, with both, and without a floor; and those that are sold. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
  /** A bound of a listing. */
  readonly of: (id: unknown, name: 'price' | 'floorPrice' | 'ceilingPrice') => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const onSale = rows.filter(({ status }) => status !== 'SOLD');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      onSale.filter((row) => row.floorPrice !== null && row.ceilingPrice !== null && row.strategyId === null),
    ),
    bound: ids(onSale.filter((row) => row.floorPrice !== null && row.strategyId !== null)),
    open: ids(onSale.filter((row) => row.floorPrice === null)),
    sold: ids(rows.filter(({ status }) => status === 'SOLD')),
    of: (id, name) => Number(rows.find((row) => row.id === id)?.[name] ?? 20_000),
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, sold, of } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?pageSize=20&sort=price&order=asc');
  await get('pageSize=5&sort=price');
  await get('pageSize=4&sort=title&order=asc');
  await get('pageSize=6&sort=updatedAt&order=desc');
  await get('page=3&pageSize=8');
  await get('status=SOLD');
  await get('status=PAUSED&pageSize=3');
  await get('brand=Zembro&pageSize=50');
  await get('brand=Halvik&condition=NEW&sort=price&order=asc');
  await get('condition=USED&pageSize=5');
  await get('priceMin=30000&pageSize=6');
  await get('priceMin=12000&priceMax=21000&sort=price&order=asc');
  await get(`strategyId=${String(own[1])}&pageSize=5`);
  await get('hasStrategy=false&pageSize=4');
  await get('search=retro&pageSize=4');
  await get('search=HT33&sort=price');
  await get('updatedSince=2025-08-01T00:00:00Z&pageSize=6');
  await get('page=9&pageSize=24');
  await get('brand=Oskelby');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?limit=3');
  await api.ask('GET', '/v1/reports?status=FAILED');
  for (const index of [0, 2, 5]) await read(api, 'listings', free[index]);
  for (const index of [1, 4]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', sold[0]);
  await read(api, 'strategies', own[1]);
  await read(api, 'strategies', own[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[6]);

  await price(api, free[0], { floorPrice: 14_000, ceilingPrice: 48_500 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { floorPrice: of(bound[0], 'floorPrice') - 500 });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { ceilingPrice: 89_900 });
  await price(api, open[0], { floorPrice: 5_000, ceilingPrice: null });
  await read(api, 'listings', open[0]);
  await price(api, free[2], { floorPrice: null });
  await price(api, open[1], { floorPrice: 6_150, ceilingPrice: 95_000, note: 'restock' });
  await assign(api, free[0], own[0]);
  await read(api, 'listings', free[0]);
  await assign(api, open[0], own[2]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, bound[1], own[3]);
  await get('sort=updatedAt&pageSize=5');
  await get(`strategyId=${String(own[2])}&pageSize=4`);
  api.wait(30_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 'cl0000000000000000000000x');
  await read(api, 'listings', 'retro-4');
  await read(api, 'strategies', 'cl1111111111111111111111x');
  await read(api, 'reports', 'latest');
  await price(api, 'cl2222222222222222222222x', { floorPrice: 9_000 });
  await assign(api, 'cl2222222222222222222222x', own[0]);
  await price(api, free[3], { floorPrice: 30_000, ceilingPrice: 20_000 });
  await price(api, free[3], { floorPrice: of(free[3], 'ceilingPrice') + 1_500 });
  await price(api, free[4], { ceilingPrice: of(free[4], 'floorPrice') - 2_000 });
  await price(api, free[3], { floorPrice: 'cheap' });
  await price(api, free[3], { floorPrice: 9_000, ceilingPrice: true });
  await price(api, free[3], { floorPrice: -100 });
  await price(api, free[3], { floorPrice: 99.5 });
  await price(api, free[3], { floorPrice: '9000', ceilingPrice: 0 });
  await price(api, free[3], { ceilingPrice: 2_000_000 });
  await price(api, free[3], {});
  await price(api, free[3], [9_000]);
  await price(api, bound[2], { floorPrice: null });
  await price(api, sold[0], { floorPrice: 9_000 });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"floorPrice": ' });
  await assign(api, free[3], 'clzzzzzzzzzzzzzzzzzzzzzzz');
  await assign(api, free[3], own[4]);
  await assign(api, free[3], 'undercut');
  await assign(api, free[3], 17);
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/strategy`, { json: {} });
  await assign(api, open[2], own[0]);
  await assign(api, sold[1], own[1]);
  await get('page=0');
  await get('page=two');
  await get('pageSize=500');
  await get('pageSize=0&status=LOST');
  await get('status=sold');
  await get('sort=colour');
  await get('order=up&sort=price');
  await get('priceMin=cheap');
  await get('hasStrategy=maybe');
  await get('updatedSince=yesterday');
  await get('colour=red&pageSize=3');
  await api.ask('GET', '/v1/strategies?active=1');
  await api.ask('GET', '/v1/reports?limit=80');
  await api.ask('GET', '/v1/reports?cursor=next');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[3])}`);
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { json: { floorPrice: 9_000 } });
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(3_000);
  await hurry(api, '/v1/listings?pageSize=1', 12);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, sold, of } = idsOf(await walk(api, '/v1/listings?pageSize=40'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies?active=false')).map(({ id }) => id);
  const active = (await walk(api, '/v1/strategies?colour=red')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  await walk(api, '/v1/listings?status=ACTIVE&pageSize=18&sort=title&order=desc');
  await get('pageSize=7&sort=updatedAt&order=asc');
  await get('page=2&pageSize=6&sort=price&order=desc');
  await get('brand=Norrast&pageSize=4');
  await get('condition=NEW_WITH_DEFECTS&sort=price&order=asc');
  await get(`strategyId=${String(active[3])}`);
  await get('priceMax=11500&pageSize=5');
  await get('priceMin=25000&status=ACTIVE&sort=price');
  await get('hasStrategy=true&pageSize=3');
  await get('search=runner');
  await get('updatedSince=2025-05-15T12:00:00Z&sort=updatedAt&order=asc&pageSize=3');
  await get('page=12&pageSize=10');
  await get('search=zeppelin');
  await api.ask('GET', '/v1/reports?status=READY&limit=4');
  await read(api, 'listings', free[6]);
  await read(api, 'listings', bound[3]);
  await read(api, 'listings', open[2]);
  await read(api, 'strategies', active[2]);
  await read(api, 'reports', runs[2]);
  await read(api, 'reports', runs[8] ?? runs[1]);

  await price(api, free[6], { floorPrice: 7_250, ceilingPrice: 61_000 });
  await read(api, 'listings', free[6]);
  await price(api, bound[5], { ceilingPrice: 99_900 });
  await price(api, open[3], { floorPrice: 4_800 });
  await read(api, 'listings', open[3]);
  await price(api, free[7], { floorPrice: null, ceilingPrice: null });
  await assign(api, free[6], active[3]);
  await read(api, 'listings', free[6]);
  await assign(api, bound[6], null);
  await assign(api, bound[7], active[1]);
  await get('sort=updatedAt&order=desc&pageSize=3');

  await read(api, 'listings', 'cl9999999999999999999999x');
  await read(api, 'strategies', 'markup');
  await read(api, 'reports', 'cl8888888888888888888888x');
  await price(api, 'cl7777777777777777777777x', { ceilingPrice: 8_000 });
  await assign(api, 'cl7777777777777777777777x', active[1]);
  await price(api, free[5], { floorPrice: 18_100, ceilingPrice: 15_050 });
  await price(api, free[5], { ceilingPrice: of(free[5], 'floorPrice') - 150 });
  await price(api, free[5], { ceilingPrice: 'lots' });
  await price(api, free[5], { floorPrice: false, ceilingPrice: -3 });
  await price(api, free[5], { ceilingPrice: 120.75 });
  await price(api, free[5], { floorPrice: 4_000_000 });
  await price(api, free[5], { shape: 'round' });
  await price(api, bound[4], { floorPrice: null });
  await price(api, sold[2], { ceilingPrice: 12_000 });
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { text: '{"ceilingPrice": 9' });
  await assign(api, free[5], 'clyyyyyyyyyyyyyyyyyyyyyyy');
  await assign(api, free[5], own[0]);
  await assign(api, free[5], true);
  await assign(api, open[4], active[2]);
  await assign(api, sold[0], active[0]);
  await get('page=last');
  await get('pageSize=250');
  await get('status=rented');
  await get('sort=size&order=down');
  await get('priceMax=much');
  await get('updatedSince=soon');
  await get('condition=WORN&pageSize=4');
  await api.ask('GET', '/v1/reports?limit=-3');
  await api.ask('GET', '/v1/payouts');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const flattenedErrors: WalkedService = {
  name: 'flattened-errors',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
