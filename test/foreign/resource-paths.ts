// A large exchange and payments platform that also prices its merchants' goods. Lists are walked by the ids of their records, with
// the uris of the neighbouring pages told; a single record stands under `data`. Each object says its resource and the path to it,
// what it refers to is such a stub unless it is expanded, and an amount is a decimal text with its currency beside the same in the
// account's native currency. Errors are a list of ids and messages, of validation one for each field; whoever sends no version in
// a header is warned in every answer.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { base62, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import { chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mp_3hQ8vTz1LrXcKd70WnYb';
const callsPerSecond = 5;
const largestLimit = 100;
const largestPrice = 100_000_00;
const native = 'EUR';
/** What one of a currency is worth in the native one. */
const rates: Readonly<Record<string, number>> = { EUR: 1, GBP: 1.17 };

const listingStatuses = ['active', 'paused', 'delisted'];
const reportStatuses = ['pending', 'processing', 'completed', 'failed'];
const listingSorts = ['created_at', 'updated_at', 'price'];

const moment = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const money = (cents: number, currency: string): Row => ({ amount: (cents / 100).toFixed(2), currency });
const inNative = (cents: number, currency: string): number => Math.round(cents * (rates[currency] ?? 1));

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly status: string;
  readonly currency: string;
  /** All in cents. */
  readonly price: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  readonly quantity: number;
  readonly created: number;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly step: number | null;
  readonly active: boolean;
  readonly created: number;
}

const strategies: readonly Strategy[] = [
  { name: 'Lowest offer', type: 'match', step: null, active: true },
  { name: 'Ten cents below', type: 'undercut', step: 10, active: true },
  { name: 'Half a euro below', type: 'undercut', step: 50, active: true },
  { name: 'Slow movers', type: 'velocity', step: null, active: true },
  { name: 'Spring clearance', type: 'velocity', step: null, active: false },
].map((one, index) => ({
  ...one,
  id: uuid(`paths strategy ${index}`),
  created: Date.UTC(2024, 1, 5 + 11 * index, 9, 14 + index, 31),
}));

function listings(): Listing[] {
  return Array.from({ length: 28 }, (_, index): Listing => {
    const seed = `paths listing ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.85);
    return {
      id: uuid(seed),
      title,
      sku,
      status:
        index % 9 === 4 ? 'delisted' : oneOf(`${seed} status`, ['active', 'active', 'active', 'paused']),
      currency: oneOf(`${seed} currency`, ['EUR', 'EUR', 'GBP']),
      price,
      min,
      max: chance(`${seed} max`, 4) === 0 ? null : Math.round(price * 1.4),
      strategy:
        min !== null && chance(`${seed} has`, 2) === 0
          ? strategies[chance(`${seed} strategy`, strategies.length - 1)]!.id
          : null,
      quantity: stock,
      created,
      updated: created + chance(`${seed} updated`, 60 * 86_400) * 1_000,
    };
  });
}

interface Fault {
  readonly id: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, faults: readonly Fault[]) {
    super('refused');
    this.status = status;
    this.faults = faults;
  }
}

const refusal = (status: number, id: string, message: string) => new Refusal(status, [{ id, message }]);
const notFound = () => refusal(404, 'not_found', 'Not found');
const invalidRequest = (message: string) => refusal(400, 'invalid_request', message);

function refuseInvalid(messages: readonly string[]): void {
  if (messages.length === 0) return;
  throw new Refusal(
    400,
    messages.map((message) => ({ id: 'validation_error', message })),
  );
}

/** A list as it is asked for: its records in the order of their creation, or by another value. */
interface Listed<One> {
  readonly path: string;
  readonly all: readonly One[];
  readonly filters: Readonly<Record<string, readonly string[] | 'any'>>;
  readonly sorts: readonly string[];
  readonly valueOf: (one: One, name: string) => unknown;
  readonly shown: (one: One, expand: readonly string[]) => Row;
}

/** The name of a parameter at the beginning of a sentence. */
const humanized = (name: string) => (name[0]!.toUpperCase() + name.slice(1)).replaceAll('_', ' ');

function pageOf<One extends { readonly id: string }>(query: URLSearchParams, list: Listed<One>): Row {
  const { path, all, filters, sorts, valueOf, shown } = list;
  const told = (name: string) => query.get(name) ?? undefined;
  const limit = Number(told('limit') ?? 25);
  const [order, sort] = [told('order') ?? 'desc', told('sort') ?? 'created_at'];
  const [after, before] = [told('starting_after'), told('ending_before')];
  const among = (name: string, values: readonly string[], value: string | undefined) =>
    value === undefined || values.includes(value) ? [] : [`${humanized(name)} is not included in the list`];
  const known = (name: string, id: string | undefined) =>
    id === undefined || all.some((one) => one.id === id) ? [] : [`${humanized(name)} is invalid`];
  refuseInvalid([
    ...(Number.isInteger(limit) && limit >= 1 && limit <= largestLimit
      ? []
      : [`Limit must be between 1 and ${largestLimit}`]),
    ...among('order', ['asc', 'desc'], order),
    ...among('sort', sorts, sort),
    ...Object.entries(filters).flatMap(([name, values]) =>
      values === 'any' ? [] : among(name, values, told(name)),
    ),
    ...known('starting_after', after),
    ...known('ending_before', before),
  ]);
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('Only one of starting_after and ending_before can be used');
  }

  const sign = order === 'asc' ? 1 : -1;
  const sorted = [...all].sort((one, other) => {
    const [left, right] = [valueOf(one, sort) as number, valueOf(other, sort) as number];
    return sign * (left - right) || (one.id < other.id ? -sign : sign);
  });
  const at = (id: string | undefined) => sorted.findIndex((one) => one.id === id);
  const passes = (one: One) =>
    Object.keys(filters).every((name) => [undefined, valueOf(one, name)].includes(told(name)));
  const found = sorted.filter(passes);
  const from =
    after !== undefined
      ? found.filter((one) => at(one.id) <= at(after)).length
      : before !== undefined
        ? Math.max(0, found.filter((one) => at(one.id) < at(before)).length - limit)
        : 0;
  const end =
    before === undefined
      ? from + limit
      : Math.min(from + limit, found.filter((one) => at(one.id) < at(before)).length);
  const page = found.slice(from, end);

  const [first, last] = [page[0]?.id, page.at(-1)?.id];
  const previous = from > 0 && first !== undefined ? first : null;
  const next = end < found.length && last !== undefined ? last : null;
  const expand = query.getAll('expand[]');
  const kept = [...query].filter(([name]) =>
    ['limit', 'order', 'sort', 'expand[]', ...Object.keys(filters)].includes(name),
  );
  const uri = (name: string, id: string | null) =>
    id === null
      ? null
      : `${path}?${[...kept, [name, id] as const]
          .map((pair) => pair.map(encodeURIComponent).join('='))
          .sort()
          .join('&')}`;
  return {
    pagination: {
      ending_before: before ?? null,
      starting_after: after ?? null,
      previous_ending_before: previous,
      next_starting_after: next,
      limit,
      order,
      previous_uri: uri('ending_before', previous),
      next_uri: uri('starting_after', next),
    },
    data: page.map((one) => shown(one, expand)),
  };
}

/** An amount of a body in cents, null, or undefined where there is none; faults are added. */
function centsIn(body: Row, name: string, faults: string[]): number | null | undefined {
  const value = body[name];
  if (value === undefined || value === null) return value;
  const isText = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  const text = isText || typeof value === 'number' ? String(value) : '';
  const cents = Math.round(Number(text) * 100);
  const fault =
    text === ''
      ? 'is not a number'
      : cents <= 0
        ? 'must be greater than 0'
        : /\.\d{3,}$/.test(text)
          ? 'must have at most 2 decimal places'
          : cents > largestPrice
            ? `must be less than or equal to ${largestPrice / 100}`
            : undefined;
  if (fault === undefined) return cents;
  faults.push(`${humanized(name)} ${fault}`);
  return undefined;
}

function bodyIn(request: Asked): Row {
  const read = jsonOf(request);
  if (read === 'bad') throw invalidRequest('Request body is not valid JSON');
  if (!isObject(read.json)) throw invalidRequest('Request body must be a JSON object');
  return read.json;
}

const missing = (names: string) => refusal(400, 'param_required', `Missing parameter: ${names}`);

const stub = (resource: string, path: string, id: string): Row => ({
  id,
  resource,
  resource_path: `${path}/${id}`,
});

const strategyShown = (one: Strategy): Row => ({
  id: one.id,
  name: one.name,
  type: one.type,
  undercut_by: one.step === null ? null : money(one.step, native),
  active: one.active,
  created_at: moment(one.created),
  updated_at: moment(one.created),
  resource: 'strategy',
  resource_path: `/v1/strategies/${one.id}`,
});

function listingShown(one: Listing, expand: readonly string[]): Row {
  const { currency, min, max } = one;
  const amount = (cents: number | null) => (cents === null ? null : money(cents, currency));
  const natively = (cents: number | null) =>
    cents === null ? null : money(inNative(cents, currency), native);
  const strategy = strategies.find(({ id }) => id === one.strategy);
  return {
    id: one.id,
    title: one.title,
    sku: one.sku,
    status: one.status,
    price: amount(one.price),
    native_price: natively(one.price),
    min_price: amount(min),
    native_min_price: natively(min),
    max_price: amount(max),
    native_max_price: natively(max),
    strategy:
      strategy === undefined
        ? null
        : expand.includes('strategy')
          ? strategyShown(strategy)
          : stub('strategy', '/v1/strategies', strategy.id),
    quantity: one.quantity,
    created_at: moment(one.created),
    updated_at: moment(one.updated),
    resource: 'listing',
    resource_path: `/v1/listings/${one.id}`,
  };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 8 }, (_, index) => ({
    id: uuid(`paths report ${index}`),
    type: ['price_changes', 'inventory', 'margins'][index % 3]!,
    created:
      index === 0
        ? opened - 12_000
        : opened - index * 3 * 86_400_000 - chance(`paths report at ${index}`, 30_000) * 1_000,
    seconds: 40 + chance(`paths report takes ${index}`, 90),
    rows: 30 + chance(`paths report rows ${index}`, 4_000),
    fails: index === 3 || index === 6,
  }));
  type Report = (typeof reports)[number];
  let second = { number: 0, calls: 0 };
  let count = 0;

  function statusOf({ created, seconds, fails }: Report): string {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 10 ? 'pending' : elapsed < seconds ? 'processing' : fails ? 'failed' : 'completed';
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const finished = one.created + one.seconds * 1_000;
    const signature = scrambled(`paths ${run.run} ${one.id}`, 43, base62);
    return {
      id: one.id,
      type: one.type,
      format: 'csv',
      status,
      row_count: status === 'completed' ? one.rows : null,
      file_url:
        status === 'completed'
          ? `https://files.merchantpay.example/reports/${one.id}.csv?signature=${signature}`
          : null,
      failure_reason: status === 'failed' ? 'Report could not be generated' : null,
      created_at: moment(one.created),
      completed_at: status === 'completed' || status === 'failed' ? moment(finished) : null,
      resource: 'report',
      resource_path: `/v1/reports/${one.id}`,
    };
  }

  function changeable(listing: Listing): Listing {
    if (listing.status === 'delisted') throw invalidRequest('Delisted listings can not be changed');
    return listing;
  }

  function priced(listing: Listing, body: Row): void {
    if (body.min_price === undefined && body.max_price === undefined) throw missing('min_price or max_price');
    changeable(listing);
    const faults: string[] = [];
    const min = centsIn(body, 'min_price', faults);
    const max = centsIn(body, 'max_price', faults);
    if (body.currency !== undefined && body.currency !== listing.currency) {
      faults.push(`Currency must be ${listing.currency}`);
    }
    if (min === null && listing.strategy !== null) {
      faults.push("Min price can't be blank while a strategy is assigned");
    }
    const low = min === undefined ? listing.min : min;
    const high = max === undefined ? listing.max : max;
    if (faults.length === 0 && low !== null && high !== null && low > high) {
      faults.push('Min price must be less than or equal to max price');
    }
    refuseInvalid(faults);
    [listing.min, listing.max, listing.updated] = [low, high, run.now()];
  }

  function assigned(listing: Listing, body: Row): void {
    if (body.strategy === undefined) throw missing('strategy');
    changeable(listing);
    const strategy = strategies.find(({ id }) => id === body.strategy);
    if (body.strategy !== null) {
      if (strategy === undefined) refuseInvalid(['Strategy must exist']);
      else if (!strategy.active) refuseInvalid(['Strategy is not active']);
      else if (listing.min === null) refuseInvalid(["Min price can't be blank"]);
    }
    [listing.strategy, listing.updated] = [strategy?.id ?? null, run.now()];
  }

  function listed(kind: string, query: URLSearchParams): Row | undefined {
    const path = `/v1/${kind}`;
    if (kind === 'listings') {
      return pageOf(query, {
        path,
        all,
        filters: { status: listingStatuses, currency: Object.keys(rates), strategy: 'any' },
        sorts: listingSorts,
        valueOf: (one, name) =>
          name === 'created_at'
            ? one.created
            : name === 'updated_at'
              ? one.updated
              : name === 'price'
                ? inNative(one.price, one.currency)
                : name === 'status'
                  ? one.status
                  : name === 'currency'
                    ? one.currency
                    : one.strategy,
        shown: listingShown,
      });
    }
    if (kind === 'strategies') {
      return pageOf(query, {
        path,
        all: strategies,
        filters: {},
        sorts: ['created_at'],
        valueOf: ({ created }) => created,
        shown: strategyShown,
      });
    }
    if (kind !== 'reports') return undefined;
    return pageOf(query, {
      path,
      all: reports,
      filters: { status: reportStatuses, type: ['price_changes', 'inventory', 'margins'] },
      sorts: ['created_at'],
      valueOf: (one, name) => (name === 'status' ? statusOf(one) : name === 'type' ? one.type : one.created),
      shown: reportShown,
    });
  }

  function answer(request: Asked): Row {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw notFound();
    const { method } = request;
    const expand = query.getAll('expand[]');
    if (part !== undefined) {
      if (kind !== 'listings' || method !== 'PATCH' || !['price', 'strategy'].includes(part))
        throw notFound();
      const listing = all.find((one) => one.id === id);
      if (listing === undefined) throw notFound();
      (part === 'price' ? priced : assigned)(listing, bodyIn(request));
      return { data: listingShown(listing, expand) };
    }
    if (method !== 'GET') throw notFound();
    if (id === undefined) {
      const page = listed(kind, query);
      if (page === undefined) throw notFound();
      return page;
    }
    const isIt = (one: { readonly id: string }) => one.id === id;
    const [listing, strategy, report] = [
      kind === 'listings' ? all.find(isIt) : undefined,
      kind === 'strategies' ? strategies.find(isIt) : undefined,
      kind === 'reports' ? reports.find(isIt) : undefined,
    ];
    if (listing !== undefined) return { data: listingShown(listing, expand) };
    if (strategy !== undefined) return { data: strategyShown(strategy) };
    if (report !== undefined) return { data: reportShown(report) };
    throw notFound();
  }

  /** Lets in who has a key, as often as it may be used in each second of the clock. */
  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) throw refusal(401, 'authentication_error', 'Missing API key');
    if (given !== key) throw refusal(401, 'invalid_token', 'The API key is invalid');
    const number = Math.floor(run.now() / 1_000);
    if (number !== second.number) second = { number, calls: 0 };
    second.calls += 1;
    if (second.calls > callsPerSecond) throw refusal(429, 'rate_limit_exceeded', 'Too many requests');
  }

  return (request) => {
    count += 1;
    const warnings =
      request.headers['mp-version'] === undefined
        ? {
            warnings: [
              {
                id: 'missing_version',
                message: 'Please supply API version (YYYY-MM-DD) as MP-VERSION header',
                url: 'https://developers.merchantpay.example/api#versioning',
              },
            ],
          }
        : {};
    const sent = (status: number, body: Row) =>
      json(
        status,
        { ...body, ...warnings },
        [
          ['X-Request-Id', uuid(`paths request ${run.run} ${count}`)],
          ...(status === 429 ? [['Retry-After', '1'] as const] : []),
        ],
        'application/json; charset=utf-8',
      );
    try {
      admit(request);
      return sent(200, answer(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(error.status, { errors: error.faults });
    }
  };
}

/** What a program sends with each request; without a version only where it forgot. */
const dated = (sending: Sending = {}): Sending => ({
  ...sending,
  headers: { 'MP-VERSION': '2026-01-12', ...sending.headers },
});

/** Follows the uri of the next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next, dated());
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, 'pagination', 'next_uri');
  }
  return rows;
}

/** A program's calls, all with a version. */
function calls(api: Api) {
  const send = (id: unknown, part: string, sending: Sending) =>
    api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, dated(sending));
  return {
    get: (target: string) => api.ask('GET', `/v1/${target}`, dated()),
    read: (kind: string, id: unknown, query = '') =>
      api.ask('GET', `/v1/${kind}/${String(id)}${query}`, dated()),
    price: (id: unknown, body: unknown) => send(id, 'price', { json: body }),
    priceText: (id: unknown, text: string) => send(id, 'price', { text }),
    assign: (id: unknown, strategy: unknown) => send(id, 'strategy', { json: { strategy } }),
    send,
  };
}

interface Ids {
  /** Listings on sale: with a lower bound but no strategy, with a strategy, without a lower bound; and those that are not. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const onSale = rows.filter(({ status }) => status !== 'delisted');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(onSale.filter((row) => row.min_price !== null && row.strategy === null)),
    bound: ids(onSale.filter((row) => row.strategy !== null)),
    open: ids(onSale.filter((row) => row.min_price === null)),
    gone: ids(rows.filter(({ status }) => status === 'delisted')),
  };
}

const nobody = (seed: string): string => uuid(`paths nobody ${digest(seed)}`);

async function recorded(api: Api): Promise<void> {
  const { get, read, price, priceText, assign, send } = calls(api);
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, gone } = idsOf(rows);
  const plans = await walk(api, '/v1/strategies');
  const planOf = (name: string) => plans.find((one) => one.name === name)?.id;
  const runs = (await walk(api, '/v1/reports?limit=3')).map(({ id }) => id);
  await api.ask('GET', '/v1/listings?limit=2');
  await walk(api, '/v1/listings?limit=10');
  await get('listings?limit=5&order=asc');
  await get('listings?sort=price&order=asc&limit=6');
  await get('listings?sort=updated_at&limit=4');
  await get('listings?status=paused');
  await get('listings?currency=GBP&limit=4');
  await get(`listings?strategy=${String(planOf('Ten cents below'))}`);
  await get('listings?expand[]=strategy&limit=3');
  await get(`listings?limit=4&ending_before=${String(rows[12]?.id)}`);
  await get('strategies?limit=2');
  await get('reports?status=completed');
  await read('listings', free[0]);
  await read('listings', bound[0]);
  await read('listings', bound[1], '?expand[]=strategy');
  await read('listings', open[0]);
  await api.ask('GET', `/v1/listings/${String(gone[0])}`);
  await read('strategies', planOf('Ten cents below'));
  await read('strategies', planOf('Slow movers'));
  for (const index of [0, 1, 3]) await read('reports', runs[index]);

  await price(free[0], { min_price: '12.50', max_price: '249.90' });
  await read('listings', free[0]);
  await price(open[0], { min_price: '4.95' });
  await price(bound[0], { max_price: '310.00' });
  await read('listings', bound[0]);
  await price(free[1], { max_price: null });
  await price(free[2], { min_price: 7.5, max_price: 199 });
  await assign(free[0], planOf('Lowest offer'));
  await read('listings', free[0]);
  await assign(open[0], planOf('Half a euro below'));
  await assign(bound[1], null);
  await read('listings', bound[1]);
  await get('listings?sort=updated_at&limit=3');
  api.wait(120_000);
  await read('reports', runs[0]);

  await read('listings', 'teapot');
  await read('listings', nobody('one'));
  await read('strategies', nobody('two'));
  await read('reports', nobody('three'));
  await price(nobody('four'), { min_price: '9.00' });
  await price(free[3], { min_price: '80.00', max_price: '60.00' });
  await price(free[3], { min_price: 'cheap' });
  await price(free[3], { min_price: '-1.00', max_price: '0' });
  await price(free[3], { max_price: '19.999' });
  await price(free[3], {});
  await price(free[3], { min_price: '5.00', currency: 'PLN' });
  await price(bound[2], { min_price: null });
  await price(gone[0], { min_price: '9.00' });
  await priceText(free[3], '{"min_price": ');
  await assign(free[3], nobody('five'));
  await assign(free[3], planOf('Spring clearance'));
  await assign(open[1], planOf('Lowest offer'));
  await send(free[3], 'strategy', { json: {} });
  await get('listings?limit=0');
  await get('listings?status=sold');
  await get('listings?sort=weight');
  await get('listings?starting_after=next');
  await api.ask('GET', '/v1/listings?limit=2', dated({ headers: { 'X-API-KEY': null } }));
  await api.ask('GET', '/v1/strategies', dated({ headers: { 'X-API-KEY': 'wrong' } }));
  api.wait(2_000);
  for (let sent = 0, status = 200; sent < 2 * callsPerSecond + 1 && status !== 429; sent += 1) {
    ({ status } = await api.ask('GET', '/v1/strategies?limit=1', dated({ atOnce: true })));
  }
  api.wait(1_000);
  await get('strategies?limit=1');
}

async function another(api: Api): Promise<void> {
  const { get, read, price, priceText, assign } = calls(api);
  const rows = await walk(api, '/v1/listings?limit=12');
  const { free, bound, open, gone } = idsOf(rows);
  const plans = await walk(api, '/v1/strategies?limit=3');
  const planOf = (name: string) => plans.find((one) => one.name === name)?.id;
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  await get('listings?limit=8&order=asc');
  await get('listings?sort=price&limit=7');
  await get('listings?status=delisted');
  await get('listings?currency=EUR&limit=6');
  await get(`listings?strategy=${String(planOf('Lowest offer'))}&limit=2`);
  await get('listings?expand[]=strategy&limit=4');
  await get(`listings?limit=6&ending_before=${String(rows[9]?.id)}`);
  await get(`listings?limit=12&starting_after=${String(rows.at(-1)?.id)}`);
  await get('listings?brand=Halvik&limit=3');
  await get('reports?status=failed');
  await api.ask('GET', '/v1/listings?limit=4');
  await read('listings', free[4]);
  await read('listings', bound[3], '?expand[]=strategy');
  await read('listings', open[2]);
  await read('strategies', planOf('Half a euro below'));
  await read('reports', runs[4]);

  await price(free[4], { min_price: '8.25', max_price: '274.50' });
  await read('listings', free[4]);
  await price(bound[3], { min_price: '3.10' });
  await price(open[2], { max_price: '288.80' });
  await price(free[5], { min_price: null });
  await assign(free[4], planOf('Slow movers'));
  await read('listings', free[4]);
  await assign(bound[4], null);
  await read('listings', bound[4]);
  await get('listings?sort=updated_at&limit=5');

  await read('listings', 'kettle');
  await read('listings', nobody('six'));
  await read('strategies', 'lowest');
  await read('reports', nobody('seven'));
  await price(nobody('eight'), { max_price: '14.00' });
  await price(free[1], { min_price: '120.40', max_price: '99.95' });
  await price(free[1], { max_price: 'lots' });
  await price(free[1], { min_price: true });
  await price(free[1], { min_price: '-3.50', max_price: '-2.00' });
  await price(free[1], { max_price: '250000.00' });
  await price(gone[1], { max_price: '44.00' });
  await priceText(free[1], '{"max_price": "9');
  await assign(free[1], nobody('nine'));
  await assign(free[1], 12);
  await assign(free[1], planOf('Spring clearance'));
  await get('listings?limit=300');
  await get('listings?status=lost');
  await api.ask('GET', '/v1/reports?limit=2', dated({ headers: { 'X-API-KEY': null } }));
}

export const resourcePaths: WalkedService = {
  name: 'resource-paths',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
