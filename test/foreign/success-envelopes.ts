// A repricing tool vendor's own API that grew over the years: a flag of success around data or an error, names in camelCase
// and, where they are older, in snake_case; listings with a pagination beside them, strategies of an older make as a bare
// list that takes any parameter, report runs with times in milliseconds; prices as JSON numbers, moments of listings in UTC,
// several values of a filter between commas, bounds and an order by two parameters, parameters that are refused by name where
// they are unknown, details with field, message and value, writes that answer the record beside warnings, and a limit for a
// second and a quota for a day that headers count down.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rpx_9c2f7a41e0b84d6f';
const perSecond = 6;
const perDay = 5_000;
const usualSize = 20;
const largestSize = 100;
const largestPrice = 99_999.99;
const day = 86_400_000;

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const statuses = ['ACTIVE', 'INACTIVE', 'SUPPRESSED', 'ARCHIVED'] as const;
const marketplaces = ['DE', 'FR', 'IT', 'ES'] as const;

interface Listing {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly marketplace: (typeof marketplaces)[number];
  readonly status: (typeof statuses)[number];
  readonly price: number;
  readonly stock: number;
  readonly fulfillment: 'SELF' | 'WAREHOUSE';
  readonly buyBox: { readonly isWinner: boolean; readonly price: number } | null;
  readonly tags: readonly string[];
  readonly created: number;
  readonly repriced: number | null;
  min: number | null;
  max: number | null;
  strategyId: number | null;
  updated: number;
}

const strategies = [
  { name: 'Win the buy box', type: 'BUY_BOX', active: true, needsBounds: true, by: 0.01, unit: 'AMOUNT' },
  { name: 'Undercut the lowest', type: 'LOWEST', active: true, needsBounds: true, by: 1.5, unit: 'PERCENT' },
  { name: 'Match the lowest', type: 'LOWEST', active: true, needsBounds: false, by: 0, unit: 'AMOUNT' },
  { name: 'Old summer rules', type: 'SCHEDULED', active: false, needsBounds: false, by: 10, unit: 'PERCENT' },
  { name: 'Sell by velocity', type: 'VELOCITY', active: true, needsBounds: true, by: 3, unit: 'PERCENT' },
  { name: 'Do not reprice', type: 'NONE', active: true, needsBounds: false, by: 0, unit: 'AMOUNT' },
].map((one, index) => ({
  ...one,
  id: 301 + index * 7,
  created: pastMoment(`success strategy ${index}`),
}));

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  id: one.id,
  name: one.name,
  strategy_type: one.type,
  is_active: one.active,
  requires_bounds: one.needsBounds,
  settings: { undercut_by: one.by, undercut_unit: one.unit },
  created_at: moment(one.created),
});

function listings(): Listing[] {
  return Array.from({ length: 57 }, (_, index): Listing => {
    const seed = `success ${index}`;
    const { maker, title, sku, price: cents, stock } = ware(seed);
    const created = pastMoment(seed);
    const min = chance(`${seed} min`, 5) > 0 ? Math.round(cents * 0.82) / 100 : null;
    const max = chance(`${seed} max`, 4) > 0 ? Math.round(cents * 1.3) / 100 : null;
    const hasBounds = min !== null && max !== null;
    const usable = strategies.filter(({ active, needsBounds }) => active && (hasBounds || !needsBounds));
    const box = chance(`${seed} box`, 3);
    return {
      id: 8_400_100 + index * 11 + chance(`${seed} gap`, 11),
      sku,
      title,
      brand: maker,
      marketplace: oneOf(`${seed} marketplace`, marketplaces),
      status: oneOf(`${seed} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'SUPPRESSED', 'ARCHIVED']),
      price: cents / 100,
      stock: chance(`${seed} empty`, 6) === 0 ? 0 : stock,
      fulfillment: chance(`${seed} fulfillment`, 3) === 0 ? 'SELF' : 'WAREHOUSE',
      buyBox:
        box === 0
          ? null
          : { isWinner: box === 1, price: box === 1 ? cents / 100 : Math.round(cents * 0.97) / 100 },
      tags: ['clearance', 'q4', 'bulky'].filter((tag) => chance(`${seed} ${tag}`, 4) === 0),
      created,
      repriced:
        chance(`${seed} repriced`, 4) > 0
          ? created + chance(`${seed} repriced at`, 90 * 86_400) * 1_000
          : null,
      min,
      max,
      strategyId: chance(`${seed} strategy`, 3) > 0 ? oneOf(`${seed} which`, usable).id : null,
      updated: created + chance(`${seed} updated`, 150 * 86_400) * 1_000,
    };
  });
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  sku: one.sku,
  title: one.title,
  brand: one.brand,
  marketplace: one.marketplace,
  status: one.status,
  price: one.price,
  currency: 'EUR',
  minPrice: one.min,
  maxPrice: one.max,
  stockLevel: one.stock,
  fulfillment_type: one.fulfillment,
  buyBox: one.buyBox,
  strategyId: one.strategyId,
  tags: one.tags,
  last_repriced_at: one.repriced === null ? null : moment(one.repriced),
  createdAt: moment(one.created),
  updatedAt: moment(one.updated),
});

interface Detail {
  readonly field: string;
  readonly message: string;
  readonly value: unknown;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Answered['headers'];

  constructor(
    status: number,
    code: string,
    message: string,
    details?: readonly Detail[],
    headers: Answered['headers'] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

const invalid = (details: readonly Detail[], what = 'query parameters are') =>
  new Refusal(400, 'VALIDATION_FAILED', `The ${what} invalid`, details);

const sortable: Readonly<Record<string, (one: Listing) => string | number>> = {
  price: ({ price }) => price,
  title: ({ title }) => title,
  stockLevel: ({ stock }) => stock,
  createdAt: ({ created }) => created,
  updatedAt: ({ updated }) => updated,
};

const reportTypes = ['PRICE_CHANGES', 'BUY_BOX_SHARE', 'INVENTORY'] as const;
const reportStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const;

/** The parameters of a list, all of which must be known; whatever is wrong with them is told at once. */
function parametersOf(query: URLSearchParams, known: readonly string[]) {
  const details: Detail[] = [...query.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => ({ field: name, message: 'is not a known query parameter', value: query.get(name) }));
  const read = <Value>(name: string, take: (text: string) => Value | undefined, message: string) => {
    const text = query.get(name);
    if (text === null) return undefined;
    const value = take(text);
    if (value === undefined) details.push({ field: name, message, value: text });
    return value;
  };
  return {
    details,
    whole: (name: string, most?: number) =>
      read(
        name,
        (text) =>
          /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= (most ?? Infinity)
            ? Number(text)
            : undefined,
        most === undefined ? 'must be a positive integer' : `must be an integer between 1 and ${most}`,
      ),
    several: (name: string, values: readonly string[]) =>
      read(
        name,
        (text) => (text.split(',').every((one) => values.includes(one)) ? text.split(',') : undefined),
        `must be one or more of: ${values.join(', ')}`,
      ),
    ids: (name: string) =>
      read(
        name,
        (text) => (/^\d+(,\d+)*$/.test(text) ? text.split(',').map(Number) : undefined),
        'must be one or more integers',
      ),
    amount: (name: string) =>
      read(
        name,
        (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
        'must be a non-negative number',
      ),
    flag: (name: string) =>
      read(
        name,
        (text) => (text === 'true' || text === 'false' ? { is: text === 'true' } : undefined),
        'must be true or false',
      )?.is,
    since: (name: string) =>
      read(
        name,
        (text) => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)),
        'must be an ISO 8601 timestamp',
      ),
    one: (name: string, values: readonly string[]) =>
      read(
        name,
        (text) => (values.includes(text) ? text : undefined),
        `must be one of: ${values.join(', ')}`,
      ),
    text: (name: string) => query.get(name) ?? undefined,
  };
}

const listingParameters = [
  'page',
  'pageSize',
  'status',
  'marketplace',
  'sku',
  'search',
  'strategyId',
  'hasStrategy',
  'inStock',
  'minPrice',
  'maxPrice',
  'updatedSince',
  'sortBy',
  'sortDir',
];

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    id: `rr-${scrambled(`success report ${index}`, 10, '0123456789abcdefghjkmnpqrstvwxyz')}`,
    type: reportTypes[index % 3]!,
    requested:
      index < 2
        ? opened - 12_000 * (index + 1) - 271
        : opened - index * 41_000_000 - chance(`success report ${index}`, 8_000_000),
    seconds: 100 + index * 20,
    fails: index === 4 || index === 8,
    rows: 20 + chance(`success rows ${index}`, 800),
  }));
  type Report = (typeof reports)[number];
  let recent: number[] = [];
  let used = 137;
  let count = 0;

  function statusOf({ requested, seconds, fails }: Report): (typeof reportStatuses)[number] {
    const elapsed = (run.now() - requested) / 1_000;
    return elapsed < 35 ? 'QUEUED' : elapsed < seconds ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
  }

  function reportShown(report: Report): Row {
    const { id, type, requested, seconds, rows } = report;
    const status = statusOf(report);
    const isOver = status === 'COMPLETED' || status === 'FAILED';
    const isDone = status === 'COMPLETED';
    return {
      runId: id,
      reportType: type,
      status,
      rowCount: isDone ? rows : null,
      download: isDone
        ? {
            url: `${run.origin}/downloads/${id}.csv?sig=${scrambled(`success ${run.run} ${id}`, 32, hex)}`,
            expiresAt: requested + seconds * 1_000 + 7 * day,
          }
        : null,
      errorMessage: status === 'FAILED' ? 'Upstream marketplace did not respond' : null,
      requestedAt: requested,
      startedAt: status === 'QUEUED' ? null : requested + 35_000,
      completedAt: isOver ? requested + seconds * 1_000 : null,
    };
  }

  function paged(name: string, page: number, pageSize: number, records: readonly Row[]): Answered {
    return json(200, {
      success: true,
      data: {
        [name]: records.slice((page - 1) * pageSize, page * pageSize),
        pagination: {
          page,
          pageSize,
          totalItems: records.length,
          totalPages: Math.ceil(records.length / pageSize),
        },
      },
    });
  }

  function listed(query: URLSearchParams): Answered {
    const asked = parametersOf(query, listingParameters);
    const page = asked.whole('page') ?? 1;
    const pageSize = asked.whole('pageSize', largestSize) ?? usualSize;
    const status = asked.several('status', statuses);
    const marketplace = asked.several('marketplace', marketplaces);
    const strategyIds = asked.ids('strategyId');
    const hasStrategy = asked.flag('hasStrategy');
    const inStock = asked.flag('inStock');
    const min = asked.amount('minPrice');
    const max = asked.amount('maxPrice');
    if (min !== undefined && max !== undefined && min > max) {
      asked.details.push({
        field: 'minPrice',
        message: 'must not be greater than maxPrice',
        value: query.get('minPrice'),
      });
    }
    const since = asked.since('updatedSince');
    const sortBy = asked.one('sortBy', Object.keys(sortable));
    const sortDir = asked.one('sortDir', ['asc', 'desc']);
    if (asked.details.length > 0) throw invalid(asked.details);
    const skus = asked.text('sku')?.split(',');
    const search = asked.text('search')?.toLowerCase() ?? '';
    const found = all.filter(
      (one) =>
        (status === undefined || status.includes(one.status)) &&
        (marketplace === undefined || marketplace.includes(one.marketplace)) &&
        (strategyIds === undefined || (one.strategyId !== null && strategyIds.includes(one.strategyId))) &&
        (hasStrategy === undefined || (one.strategyId !== null) === hasStrategy) &&
        (inStock === undefined || one.stock > 0 === inStock) &&
        (min === undefined || one.price >= min) &&
        (max === undefined || one.price <= max) &&
        (since === undefined || one.updated >= since) &&
        (skus === undefined || skus.includes(one.sku)) &&
        `${one.title} ${one.sku}`.toLowerCase().includes(search),
    );
    if (sortBy !== undefined) {
      const of = sortable[sortBy]!;
      const sign = sortDir === 'desc' ? -1 : 1;
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    return paged('listings', page, pageSize, found.map(listingShown));
  }

  function runsListed(query: URLSearchParams): Answered {
    const asked = parametersOf(query, ['page', 'pageSize', 'status', 'reportType']);
    const page = asked.whole('page') ?? 1;
    const pageSize = asked.whole('pageSize', largestSize) ?? usualSize;
    const status = asked.several('status', reportStatuses);
    const type = asked.several('reportType', reportTypes);
    if (asked.details.length > 0) throw invalid(asked.details);
    const found = reports.filter(
      (one) =>
        (status === undefined || status.includes(statusOf(one))) &&
        (type === undefined || type.includes(one.type)),
    );
    return paged('reportRuns', page, pageSize, found.map(reportShown));
  }

  /** Of an older make: no pages, and what is not known is passed over. */
  function strategiesListed(query: URLSearchParams): Answered {
    const active = query.get('active');
    const found = strategies.filter((one) => active === null || String(one.active) === active);
    return json(200, { success: true, data: found.map(strategyShown), count: found.length });
  }

  function bodyIn(request: Asked, known: readonly string[]): { sent: Row; details: Detail[] } {
    const sent = jsonOf(request);
    if (sent === 'bad')
      throw new Refusal(400, 'INVALID_JSON', 'The request body could not be parsed as JSON');
    if (!isObject(sent.json))
      throw new Refusal(400, 'INVALID_JSON', 'The request body must be a JSON object');
    const details = Object.entries(sent.json)
      .filter(([name]) => !known.includes(name))
      .map(([field, value]) => ({ field, message: 'is not a known field', value }));
    return { sent: sent.json, details };
  }

  function refuseArchived({ status }: Listing): void {
    if (status !== 'ARCHIVED') return;
    throw new Refusal(409, 'LISTING_ARCHIVED', 'Archived listings cannot be modified');
  }

  function changed(listing: Listing): Answered {
    listing.updated = run.now();
    const { min, max, price } = listing;
    const warnings: Row[] = [];
    if (min !== null && price < min) {
      warnings.push({
        code: 'PRICE_BELOW_MIN',
        message: `Current price ${price.toFixed(2)} is below minPrice ${min.toFixed(2)}`,
      });
    }
    if (max !== null && price > max) {
      warnings.push({
        code: 'PRICE_ABOVE_MAX',
        message: `Current price ${price.toFixed(2)} is above maxPrice ${max.toFixed(2)}`,
      });
    }
    return json(200, { success: true, data: { listing: listingShown(listing), warnings } });
  }

  function priced(listing: Listing, request: Asked): Answered {
    const { sent, details } = bodyIn(request, ['minPrice', 'maxPrice']);
    const read = (field: 'minPrice' | 'maxPrice', now: number | null): number | null => {
      const value = sent[field];
      if (value === undefined) return now;
      if (value === null) return null;
      const fault = (message: string) => {
        details.push({ field, message, value });
        return now;
      };
      if (typeof value !== 'number') return fault('must be a number or null');
      if (value <= 0) return fault('must be greater than 0');
      if (value > largestPrice) return fault(`must not be greater than ${largestPrice}`);
      if ((String(value).split('.')[1] ?? '').length > 2) return fault('must have at most 2 decimal places');
      return value;
    };
    if (sent.minPrice === undefined && sent.maxPrice === undefined && details.length === 0) {
      throw new Refusal(400, 'EMPTY_UPDATE', 'At least one of minPrice, maxPrice must be provided');
    }
    const min = read('minPrice', listing.min);
    const max = read('maxPrice', listing.max);
    if (details.length === 0 && min !== null && max !== null && min > max) {
      details.push({ field: 'minPrice', message: 'must not be greater than maxPrice', value: min });
    }
    if (details.length > 0) throw invalid(details, 'request body is');
    refuseArchived(listing);
    listing.min = min;
    listing.max = max;
    return changed(listing);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { sent, details } = bodyIn(request, ['strategyId']);
    const value = sent.strategyId;
    if (value === undefined) details.push({ field: 'strategyId', message: 'is required', value: null });
    else if (value !== null && !Number.isInteger(value)) {
      details.push({ field: 'strategyId', message: 'must be an integer or null', value });
    }
    if (details.length > 0) throw invalid(details, 'request body is');
    refuseArchived(listing);
    if (value === null) {
      listing.strategyId = null;
      return changed(listing);
    }
    const id = value as number;
    const strategy = strategies.find((one) => one.id === id);
    if (strategy === undefined) {
      throw new Refusal(404, 'STRATEGY_NOT_FOUND', `Strategy ${id} does not exist`);
    }
    if (!strategy.active) {
      throw new Refusal(422, 'STRATEGY_INACTIVE', `Strategy "${strategy.name}" is inactive`);
    }
    if (strategy.needsBounds && (listing.min === null || listing.max === null)) {
      throw new Refusal(
        422,
        'BOUNDS_REQUIRED',
        `Strategy "${strategy.name}" requires minPrice and maxPrice to be set`,
      );
    }
    listing.strategyId = id;
    return changed(listing);
  }

  function numbered<One extends { readonly id: number }>(all: readonly One[], id: string, kind: string): One {
    if (!/^\d+$/.test(id)) {
      const details = [{ field: 'id', message: 'must be an integer', value: id }];
      throw invalid(details, 'path parameters are');
    }
    const found = all.find((one) => one.id === Number(id));
    if (found !== undefined) return found;
    throw new Refusal(404, `${kind.toUpperCase()}_NOT_FOUND`, `${kind} ${id} does not exist`);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = new Refusal(404, 'NOT_FOUND', `No route for ${request.method} ${path}`);
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (!['listings', 'strategies', 'reports'].includes(kind)) throw nowhere;
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part))) throw nowhere;
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', `${request.method} is not allowed here`, undefined, [
        ['Allow', method],
      ]);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const listing = numbered(all, id, 'Listing');
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      return json(200, { success: true, data: { listing: listingShown(listing) } });
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(query);
      return json(200, { success: true, data: strategyShown(numbered(strategies, id, 'Strategy')) });
    }
    if (id === undefined) return runsListed(query);
    const report = reports.find((one) => one.id === id);
    if (report === undefined)
      throw new Refusal(404, 'REPORT_RUN_NOT_FOUND', `Report run ${id} does not exist`);
    return json(200, { success: true, data: { reportRun: reportShown(report) } });
  }

  /** @returns the headers that tell of the limit and of the quota */
  function admit({ headers }: Asked): Answered['headers'] {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'API_KEY_MISSING', 'No API key was provided');
    if (given !== key)
      throw new Refusal(401, 'API_KEY_INVALID', 'The API key is invalid or has been revoked');
    const now = run.now();
    recent = recent.filter((at) => at > now - 1_000);
    const isOver = recent.length >= perSecond;
    if (!isOver) {
      recent.push(now);
      used += 1;
    }
    const told: Answered['headers'] = [
      ['X-RateLimit-Limit', String(perSecond)],
      ['X-RateLimit-Remaining', String(perSecond - recent.length)],
      ['X-DailyQuota-Limit', String(perDay)],
      ['X-DailyQuota-Remaining', String(perDay - used)],
      ['X-DailyQuota-Reset', String((Math.floor(now / day) + 1) * day)],
    ];
    if (!isOver) return told;
    throw new Refusal(
      429,
      'RATE_LIMIT_EXCEEDED',
      `Rate limit of ${perSecond} requests per second exceeded`,
      undefined,
      [...told, ['Retry-After', '1']],
    );
  }

  return (request) => {
    count += 1;
    const requestId = `req_${scrambled(`success ${run.run} ${count}`, 16, hex)}`;
    const type = 'application/json; charset=utf-8';
    let told: Answered['headers'] = [];
    try {
      told = admit(request);
      const { status, body } = answer(request);
      return {
        status,
        headers: [['Content-Type', type], ...told, ['X-Request-Id', requestId]],
        body,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, details } = error;
      return json(
        error.status,
        { success: false, error: { code, message, ...(details !== undefined && { details }) }, requestId },
        [...told, ...error.headers, ['X-Request-Id', requestId]],
        type,
      );
    }
  };
}

/** Counts the pages that a list says it has; an older list has none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const asked = page === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
    const received: Received = await api.ask('GET', asked);
    rows.push(
      ...rowsAt(received, 'data'),
      ...rowsAt(received, 'data', 'listings'),
      ...rowsAt(received, 'data', 'reportRuns'),
    );
    pages = Number(textIfAny(received, 'data', 'pagination', 'totalPages') ?? 1);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

async function idsIn(api: Api, query: string) {
  const rows = await walk(api, `/v1/listings${query}`);
  const open = rows.filter(({ status }) => status !== 'ARCHIVED');
  return {
    bounded: open
      .filter(({ minPrice, maxPrice }) => minPrice !== null && maxPrice !== null)
      .map(({ id }) => id),
    unbounded: open.filter(({ minPrice }) => minPrice === null).map(({ id }) => id),
    archived: rows.filter(({ status }) => status === 'ARCHIVED').map(({ id }) => id),
    skus: rows.map(({ sku }) => sku),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, archived, skus } = await idsIn(api, '');
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?pageSize=5')).map(({ runId }) => runId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=2&pageSize=10');
  await get('pageSize=100');
  await get('page=9');
  await get('status=ACTIVE&pageSize=50');
  await get('status=INACTIVE,SUPPRESSED');
  await get('marketplace=DE&status=ACTIVE');
  await get('marketplace=FR,IT&pageSize=6&page=2');
  await get(`strategyId=${String(plans[0])}`);
  await get(`strategyId=${String(plans[1])},${String(plans[2])}&pageSize=15`);
  await get('hasStrategy=false&pageSize=12');
  await get('inStock=false');
  await get('minPrice=100&pageSize=30');
  await get('minPrice=50&maxPrice=80.5');
  await get('search=lamp');
  await get('search=Velmora&sortBy=price');
  await get('search=nothinglikethis');
  await get(`sku=${String(skus[3])}`);
  await get(`sku=${String(skus[5])},${String(skus[9])}`);
  await get('updatedSince=2025-03-01T00:00:00Z&pageSize=25');
  await get('sortBy=price&sortDir=desc&pageSize=8');
  await get('sortBy=price&sortDir=asc&pageSize=5');
  await get('sortBy=title&pageSize=7');
  await get('sortBy=updatedAt&sortDir=desc&pageSize=6');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/strategies?colour=red');
  await api.ask('GET', '/v1/reports?status=COMPLETED&pageSize=4');
  await api.ask('GET', '/v1/reports?status=QUEUED,RUNNING');
  await api.ask('GET', '/v1/reports?reportType=BUY_BOX_SHARE');
  for (const index of [0, 3, 8, 14, 20]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, bounded[0], { minPrice: 2.9, maxPrice: 249 });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], { minPrice: 1.5, maxPrice: 310.25 });
  await price(api, bounded[8], { maxPrice: 420.15 });
  await price(api, bounded[14], { minPrice: 400, maxPrice: 500 });
  await read(api, 'listings', bounded[14]);
  await price(api, bounded[20], { minPrice: 1, maxPrice: 2.5 });
  await price(api, unbounded[0], { minPrice: 2.05 });
  await price(api, bounded[8], { maxPrice: null });
  await read(api, 'listings', bounded[8]);
  await assign(api, bounded[0], { strategyId: plans[1] });
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[3], { strategyId: plans[2] });
  await assign(api, bounded[14], { strategyId: plans[4] });
  await assign(api, bounded[8], { strategyId: null });
  await get('sortBy=updatedAt&sortDir=desc&pageSize=4');
  await get(`strategyId=${String(plans[1])}&pageSize=40`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?pageSize=3');

  await read(api, 'listings', 1234);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 77);
  await read(api, 'reports', 'rr-0000000000');
  await price(api, 1235, { minPrice: 3 });
  await price(api, bounded[6], { minPrice: 30, maxPrice: 20 });
  await price(api, bounded[7], { minPrice: 99.99, maxPrice: 99.98 });
  await price(api, bounded[6], { minPrice: 'cheap' });
  await price(api, bounded[6], { minPrice: true, maxPrice: 'dear' });
  await price(api, bounded[6], { minPrice: -4 });
  await price(api, bounded[6], { minPrice: 0, maxPrice: 2_000_000 });
  await price(api, bounded[6], { maxPrice: 12.345 });
  await price(api, bounded[6], {});
  await price(api, bounded[6], { colour: 'red' });
  await price(api, bounded[6], { minPrice: 5, margin: 2 });
  await price(api, archived[0], { minPrice: 5 });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"minPrice": ' });
  await assign(api, bounded[6], { strategyId: 999 });
  await assign(api, bounded[6], { strategyId: plans[3] });
  await assign(api, bounded[6], { strategyId: 'fast' });
  await assign(api, bounded[6], {});
  await assign(api, unbounded[1], { strategyId: plans[0] });
  await assign(api, archived[0], { strategyId: plans[5] });
  await get('page=0');
  await get('page=two');
  await get('pageSize=500');
  await get('status=GONE');
  await get('status=ACTIVE,LOST');
  await get('sortBy=colour');
  await get('sortDir=up&sortBy=price');
  await get('minPrice=cheap');
  await get('minPrice=90&maxPrice=10');
  await get('updatedSince=monday');
  await get('hasStrategy=maybe');
  await get('strategyId=fast');
  await get('colour=red');
  await get('colour=red&page=x');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?pageSize=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'rpx_0000000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies', 9);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?pageSize=6');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, archived, skus } = await idsIn(api, '?pageSize=30');
  const plans = (await walk(api, '/v1/strategies?page=1')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?pageSize=8')).map(({ runId }) => runId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=3&pageSize=7');
  await get('pageSize=12&page=20');
  await get('status=ARCHIVED,INACTIVE&pageSize=5');
  await get('marketplace=ES,DE&status=ACTIVE&sortBy=title&sortDir=desc');
  await get(`strategyId=${String(plans[2])},${String(plans[5])}&pageSize=4`);
  await get('hasStrategy=true&pageSize=9');
  await get('inStock=true&marketplace=IT');
  await get('maxPrice=45');
  await get('minPrice=120.25&sortBy=price&sortDir=asc&pageSize=10');
  await get('search=rug');
  await get('search=ZEM-');
  await get(`sku=${String(skus[11])},${String(skus[30])}`);
  await get('updatedSince=2025-06-15T12:00:00Z&sortBy=updatedAt&sortDir=desc');
  await get('sortBy=stockLevel&pageSize=9');
  await get('sortBy=createdAt&sortDir=desc&pageSize=4');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status=FAILED,COMPLETED&pageSize=5');
  await api.ask('GET', '/v1/reports?reportType=INVENTORY,PRICE_CHANGES');
  for (const index of [1, 5, 11, 17]) await read(api, 'listings', bounded[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[7]);

  await price(api, bounded[1], { minPrice: 1.75, maxPrice: 333 });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { maxPrice: 601.2 });
  await price(api, bounded[11], { minPrice: 444.4, maxPrice: 555 });
  await read(api, 'listings', bounded[11]);
  await price(api, unbounded[2], { minPrice: 1.1, maxPrice: null });
  await assign(api, bounded[1], { strategyId: plans[4] });
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[5], { strategyId: null });
  await get('sortBy=updatedAt&sortDir=desc&pageSize=3');
  await get(`strategyId=${String(plans[4])}`);

  await read(api, 'listings', 4321);
  await read(api, 'listings', 'kettle');
  await read(api, 'reports', 'rr-1');
  await price(api, 4322, { maxPrice: 30 });
  await price(api, bounded[9], { minPrice: 71.2, maxPrice: 70 });
  await price(api, bounded[9], { maxPrice: 'lots' });
  await price(api, bounded[9], { minPrice: -0.5, maxPrice: false });
  await price(api, bounded[9], { maxPrice: 100_001 });
  await price(api, bounded[9], { minPrice: 1.001 });
  await price(api, bounded[9], { shape: 4 });
  await price(api, archived[1], { maxPrice: 800 });
  await assign(api, bounded[9], { strategyId: 1 });
  await assign(api, bounded[10], { strategyId: plans[3] });
  await assign(api, bounded[9], { strategyId: 4.5 });
  await assign(api, unbounded[3], { strategyId: plans[1] });
  await get('page=-3');
  await get('pageSize=lots');
  await get('status=SOLD');
  await get('marketplace=DE,XX');
  await get('sortBy=size');
  await get('maxPrice=dear');
  await get('updatedSince=soon');
  await get('inStock=perhaps');
  await get('shape=round&pageSize=2');
  await api.ask('GET', '/v1/reports?reportType=WEATHER');
  await api.ask('GET', '/v1/reports?colour=red');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

export const successEnvelopes: WalkedService = {
  name: 'success-envelopes',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=100'],
  walk,
};
