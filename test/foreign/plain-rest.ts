// A reseller tool's own API, as most companies ship one: data beside a meta with page, per_page, total and total_pages, one
// list by a cursor, names in snake_case, UUIDs, prices as decimal texts beside a currency, moments in UTC, filters by the
// names of members and by ranges, an order by a name with a minus, parameters that are ignored if they are unknown and sizes
// that are quietly cut down; writes that answer the whole record; 422 with an issue for each field, 401 without a key and 403
// with a wrong one; headers that count down a limit; report runs that are queued, run and are done with a signed address.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import {
  at,
  chance,
  hurry,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rk_live_5d0c7e1b9a3f';
const perSecond = 10;
const largestPage = 100;
const largestPrice = 100_000;

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const money = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

const states = ['active', 'active', 'active', 'paused', 'ended'] as const;
const channels = ['web', 'marketplace', 'outlet'] as const;
const reportKinds = ['price_changes', 'competition', 'stock_levels'] as const;
const reportStates = ['queued', 'running', 'done', 'failed'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly status: (typeof states)[number];
  readonly channel: (typeof channels)[number];
  readonly price: number;
  readonly quantity: number;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

const strategies = [
  { name: 'Stay lowest', type: 'competitive', needsMin: true, active: true, description: 'One cent below.' },
  { name: 'Match the median', type: 'competitive', needsMin: true, active: true, description: null },
  {
    name: 'Cost plus 15 %',
    type: 'margin',
    needsMin: false,
    active: true,
    description: 'Cost and a margin.',
  },
  {
    name: 'Spring sale',
    type: 'schedule',
    needsMin: false,
    active: false,
    description: 'Weekends of April.',
  },
  { name: 'Fast movers', type: 'velocity', needsMin: false, active: true, description: null },
  { name: 'Hold', type: 'fixed', needsMin: false, active: true, description: 'Leaves the price alone.' },
].map((one, index) => ({
  ...one,
  id: uuid(`plain strategy ${index}`),
  created: pastMoment(`plain strategy ${index}`),
}));

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  id: one.id,
  name: one.name,
  type: one.type,
  description: one.description,
  is_active: one.active,
  requires_min_price: one.needsMin,
  created_at: moment(one.created),
  updated_at: moment(one.created + 172_800_000),
});

function listings(): Listing[] {
  return Array.from({ length: 53 }, (_, index): Listing => {
    const seed = `plain ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const hasMin = chance(`${seed} min`, 5) > 0;
    return {
      id: uuid(seed),
      sku,
      title,
      brand: maker,
      status: oneOf(`${seed} status`, states),
      channel: oneOf(`${seed} channel`, channels),
      price,
      quantity: chance(`${seed} none`, 7) === 0 ? 0 : stock,
      created,
      min: hasMin ? Math.round(price * 0.8) : null,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.25) : null,
      strategy: hasMin && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : null,
      updated: created + chance(`${seed} updated`, 120 * 86_400) * 1_000,
    };
  }).sort((one, other) => other.created - one.created);
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  sku: one.sku,
  title: one.title,
  brand: one.brand,
  status: one.status,
  channel: one.channel,
  price: money(one.price),
  currency: 'EUR',
  min_price: money(one.min),
  max_price: money(one.max),
  quantity: one.quantity,
  strategy_id: one.strategy,
  created_at: moment(one.created),
  updated_at: moment(one.updated),
});

interface Issue {
  readonly field: string;
  readonly issue: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Issue[];
  readonly headers: Answered['headers'];

  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly Issue[] = [],
    headers: Answered['headers'] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

const invalid = (details: readonly Issue[], what = 'parameters') =>
  new Refusal(422, 'validation_error', `The request ${what} are invalid.`, details);

const notFound = (what: string) => new Refusal(404, 'not_found', `${what} not found.`);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 9 }, (_, index) => ({
    id: uuid(`plain report ${index}`),
    type: reportKinds[index % 3]!,
    created:
      index < 2
        ? opened - 15_000 * (index + 1)
        : opened - index * 43_200_000 - chance(`plain report ${index}`, 20_000) * 1_000,
    seconds: 120 + index * 25,
    fails: index === 5,
    rows: 40 + chance(`plain report rows ${index}`, 900),
  }));
  const recent: number[] = [];
  let count = 0;

  function reportShown({ id, type, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status = elapsed < 40 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'failed' : 'done';
    const isOver = elapsed >= seconds;
    const finished = created + seconds * 1_000;
    return {
      id,
      type,
      status,
      row_count: status === 'done' ? rows : null,
      error_message: status === 'failed' ? 'The source timed out.' : null,
      download_url:
        status === 'done'
          ? `${run.origin}/files/${id}.csv?signature=${scrambled(`plain ${run.run} ${id}`, 40, hex)}`
          : null,
      created_at: moment(created),
      started_at: elapsed < 40 ? null : moment(created + 40_000),
      finished_at: isOver ? moment(finished) : null,
    };
  }

  /** The parameters of a list; whatever is wrong with them is told at once. */
  function parametersOf(query: URLSearchParams) {
    const issues: Issue[] = [];
    const read = <Value>(name: string, take: (text: string) => Value | undefined, issue: string) => {
      const text = query.get(name);
      if (text === null || text === '') return undefined;
      const value = take(text);
      if (value === undefined) issues.push({ field: name, issue });
      return value;
    };
    const natural = (text: string) => (/^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined);
    return {
      issues,
      whole: (name: string) => read(name, natural, 'must be a positive integer'),
      cents: (name: string) =>
        read(
          name,
          (text) => (/^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined),
          'must be a decimal number',
        ),
      since: (name: string) =>
        read(
          name,
          (text) => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)),
          'must be an ISO 8601 date-time',
        ),
      flag: (name: string) =>
        read(
          name,
          (text) => (text === 'true' || text === 'false' ? { is: text === 'true' } : undefined),
          'must be true or false',
        )?.is,
      one: (name: string, values: readonly string[]) =>
        read(
          name,
          (text) => (values.includes(text) ? text : undefined),
          `must be one of: ${[...new Set(values)].join(', ')}`,
        ),
    };
  }

  function paged(query: URLSearchParams, records: readonly Row[]): Answered {
    const size = Math.min(Number(query.get('per_page') ?? 20), largestPage);
    const page = Number(query.get('page') ?? 1);
    return json(200, {
      data: records.slice((page - 1) * size, page * size),
      meta: { page, per_page: size, total: records.length, total_pages: Math.ceil(records.length / size) },
    });
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    price: ({ price }) => price,
    title: ({ title }) => title,
    quantity: ({ quantity }) => quantity,
    created_at: ({ created }) => created,
    updated_at: ({ updated }) => updated,
  };

  function listed(query: URLSearchParams): Answered {
    const { issues, whole, cents, since, flag, one } = parametersOf(query);
    whole('page');
    whole('per_page');
    const status = one('status', states);
    const channel = one('channel', channels);
    const [least, most] = [cents('min_price'), cents('max_price')];
    const updated = since('updated_since');
    const inStock = flag('in_stock');
    const sort = one(
      'sort',
      Object.keys(orders).flatMap((name) => [name, `-${name}`]),
    );
    if (issues.length > 0) throw invalid(issues);
    const text = (query.get('q') ?? '').toLowerCase();
    const [brand, strategy] = [query.get('brand'), query.get('strategy_id')];
    const found = all.filter(
      (listing) =>
        (status === undefined || listing.status === status) &&
        (channel === undefined || listing.channel === channel) &&
        (least === undefined || listing.price >= least) &&
        (most === undefined || listing.price <= most) &&
        (updated === undefined || listing.updated >= updated) &&
        (inStock === undefined || listing.quantity > 0 === inStock) &&
        (brand === null || listing.brand.toLowerCase() === brand.toLowerCase()) &&
        (strategy === null || listing.strategy === strategy) &&
        `${listing.title} ${listing.sku}`.toLowerCase().includes(text),
    );
    if (sort !== undefined) {
      const of = orders[sort.replace('-', '')]!;
      const sign = sort.startsWith('-') ? -1 : 1;
      found.sort((first, other) => (of(first) < of(other) ? -sign : of(first) > of(other) ? sign : 0));
    }
    return paged(query, found.map(listingShown));
  }

  function strategiesListed(query: URLSearchParams): Answered {
    const { issues, whole, flag } = parametersOf(query);
    whole('page');
    whole('per_page');
    const active = flag('is_active');
    if (issues.length > 0) throw invalid(issues);
    const type = query.get('type');
    const found = strategies.filter(
      (one) => (active === undefined || one.active === active) && (type === null || one.type === type),
    );
    return paged(query, found.map(strategyShown));
  }

  /** Goes on after the run that the cursor names, newest first. */
  function reportsListed(query: URLSearchParams): Answered {
    const { issues, whole, one } = parametersOf(query);
    const limit = Math.min(whole('limit') ?? 10, 50);
    const status = one('status', reportStates);
    const type = one('type', reportKinds);
    const cursor = query.get('cursor');
    const sent = cursor === null ? undefined : parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
    const last = isObject(sent) ? reports.findIndex(({ id }) => id === sent.id) : -1;
    if (cursor !== null && last === -1) issues.push({ field: 'cursor', issue: 'is invalid' });
    if (issues.length > 0) throw invalid(issues);
    const found = reports
      .slice(last + 1)
      .map(reportShown)
      .filter(
        (report) =>
          (status === undefined || report.status === status) && (type === undefined || report.type === type),
      );
    const shown = found.slice(0, limit);
    const hasMore = found.length > shown.length;
    return json(200, {
      data: shown,
      meta: {
        limit,
        next_cursor: hasMore
          ? Buffer.from(JSON.stringify({ id: shown.at(-1)!.id })).toString('base64url')
          : null,
      },
    });
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'invalid_json', 'The request body is not valid JSON.');
    if (!isObject(sent.json)) {
      throw new Refusal(400, 'invalid_body', 'The request body must be a JSON object.');
    }
    return sent.json;
  }

  function open(id: string): Listing {
    const listing = all.find((one) => one.id === id);
    if (listing === undefined) throw notFound('Listing');
    return listing;
  }

  function changed(listing: Listing): Answered {
    listing.updated = run.now();
    return json(200, { data: listingShown(listing) });
  }

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    const issues: Issue[] = [];
    const boundOf = (name: 'min_price' | 'max_price', now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null) return null;
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) {
        issues.push({ field: name, issue: 'must be a decimal number' });
        return now;
      }
      if (/\.\d{3,}$/.test(text)) {
        issues.push({ field: name, issue: 'must have at most 2 decimal places' });
      } else if (Number(text) <= 0) issues.push({ field: name, issue: 'must be greater than 0' });
      else if (Number(text) > largestPrice) {
        issues.push({ field: name, issue: `must be at most ${largestPrice}` });
      }
      return Math.round(Number(text) * 100);
    };
    if (body.min_price === undefined && body.max_price === undefined) {
      throw invalid(
        [
          { field: 'min_price', issue: 'is required without max_price' },
          { field: 'max_price', issue: 'is required without min_price' },
        ],
        'fields',
      );
    }
    const [min, max] = [boundOf('min_price', listing.min), boundOf('max_price', listing.max)];
    if (issues.length === 0 && min !== null && max !== null && min > max) {
      issues.push({ field: 'min_price', issue: 'must be less than or equal to max_price' });
    }
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    if (issues.length === 0 && min === null && strategy?.needsMin === true) {
      issues.push({ field: 'min_price', issue: 'is required by the strategy' });
    }
    if (issues.length > 0) throw invalid(issues, 'fields');
    if (listing.status === 'ended') {
      throw new Refusal(409, 'listing_ended', 'An ended listing cannot be changed.');
    }
    listing.min = min;
    listing.max = max;
    return changed(listing);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: id } = bodyIn(request);
    const fault = (issue: string) => invalid([{ field: 'strategy_id', issue }], 'fields');
    if (id === undefined) throw fault('is required');
    if (id !== null) {
      if (typeof id !== 'string') throw fault('must be a string');
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw fault('does not exist');
      if (!strategy.active) {
        throw new Refusal(409, 'strategy_inactive', `The strategy "${strategy.name}" is not active.`);
      }
      if (strategy.needsMin && listing.min === null) throw fault('requires the listing to have a min_price');
    }
    if (listing.status === 'ended') {
      throw new Refusal(409, 'listing_ended', 'An ended listing cannot be changed.');
    }
    listing.strategy = id;
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = new Refusal(404, 'route_not_found', 'The requested endpoint does not exist.');
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (!['listings', 'strategies', 'reports'].includes(kind)) throw nowhere;
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part))) throw nowhere;
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(
        405,
        'method_not_allowed',
        `Method ${request.method} is not allowed.`,
        [],
        [['Allow', method]],
      );
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const listing = open(id);
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      return json(200, { data: listingShown(listing) });
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(query);
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw notFound('Strategy');
      return json(200, { data: strategyShown(strategy) });
    }
    if (id === undefined) return reportsListed(query);
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw notFound('Report run');
    return json(200, { data: reportShown(report) });
  }

  /** @returns the headers that tell of the limit */
  function admit({ headers }: Asked): Answered['headers'] {
    if (headers['x-api-key'] === undefined) {
      throw new Refusal(401, 'unauthorized', 'Missing API key.', [], [['WWW-Authenticate', 'ApiKey']]);
    }
    if (headers['x-api-key'] !== key) throw new Refusal(403, 'forbidden', 'The API key is not valid.');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    const isOver = recent.length >= perSecond;
    if (!isOver) recent.push(now);
    const told: Answered['headers'] = [
      ['X-RateLimit-Limit', String(perSecond)],
      ['X-RateLimit-Remaining', String(perSecond - recent.length)],
      ['X-RateLimit-Reset', String(Math.ceil((recent[0]! + 1_000) / 1_000))],
    ];
    if (isOver) {
      throw new Refusal(
        429,
        'rate_limited',
        'Too many requests. Please retry later.',
        [],
        [...told, ['Retry-After', '1']],
      );
    }
    return told;
  }

  return (request) => {
    count += 1;
    const id: Answered['headers'] = [['X-Request-Id', uuid(`plain ${run.run} ${count}`)]];
    try {
      const told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...id], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, details } = error;
      return json(error.status, { error: { code, message, details } }, [...error.headers, ...id]);
    }
  };
}

/** Follows the cursor where a list has one, and counts the pages where it has none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const extended = (parameter: string) => `${target}${target.includes('?') ? '&' : '?'}${parameter}`;
  const rows: Row[] = [];
  let next: string | undefined = target;
  for (let page = 1; next !== undefined; page += 1) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    const cursor = textIfAny(received, 'meta', 'next_cursor');
    const pages = Number(at(received, 'meta', 'total_pages') ?? 0);
    next =
      cursor !== undefined
        ? extended(`cursor=${cursor}`)
        : page < pages
          ? extended(`page=${page + 1}`)
          : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

interface Ids {
  /** Of listings that can be changed, with and without a lower bound, and of one that has ended. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly ended: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const open = rows.filter(({ status }) => status !== 'ended');
  return {
    bounded: open.filter(({ min_price: min }) => min !== null).map(({ id }) => id),
    unbounded: open.filter(({ min_price: min }) => min === null).map(({ id }) => id),
    ended: rows.find(({ status }) => status === 'ended')?.id,
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, ended } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=4')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('per_page=10&page=2');
  await get('per_page=5&page=4');
  await get('per_page=250');
  await get('page=9');
  await get('status=active&per_page=50');
  await get('status=paused');
  await get('channel=outlet&status=active');
  await get('brand=Velmora');
  await get('brand=Tarnwick&sort=price');
  await get(`strategy_id=${String(plans[0])}`);
  await get('min_price=100&per_page=30');
  await get('min_price=50.00&max_price=80.50');
  await get('q=lamp');
  await get('q=kettle&sort=-price');
  await get('q=nothinglikethis');
  await get('in_stock=false');
  await get('updated_since=2025-03-01T00:00:00Z');
  await get('sort=-price&per_page=15');
  await get('sort=title&per_page=8');
  await get('sort=-updated_at&per_page=5');
  await get('colour=red&per_page=3');
  await api.ask('GET', '/v1/strategies?is_active=true');
  await api.ask('GET', '/v1/strategies?type=competitive');
  await api.ask('GET', '/v1/reports?status=done');
  await api.ask('GET', '/v1/reports?type=competition');
  for (const index of [0, 3, 8, 14, 21]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, bounded[0], { min_price: '19.90', max_price: '249.00' });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], { min_price: 12.5, max_price: 310 });
  await read(api, 'listings', bounded[3]);
  await price(api, bounded[8], { max_price: '420.15' });
  await price(api, bounded[14], { max_price: null });
  await read(api, 'listings', bounded[14]);
  await price(api, unbounded[0], { min_price: '2.05' });
  await assign(api, bounded[0], plans[1]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[3], plans[2]);
  await assign(api, bounded[8], null);
  await read(api, 'listings', bounded[8]);
  await get('sort=-updated_at&per_page=6');
  await get(`strategy_id=${String(plans[1])}`);
  await get('updated_since=2026-05-01T00:00:00Z');
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?limit=3');

  await read(api, 'listings', '0b7d1c52-3f0e-4f61-9c1a-2f6a8e5d4c3b');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '0b7d1c52-3f0e-4f61-9c1a-2f6a8e5d4c3c');
  await read(api, 'reports', 'last');
  await price(api, '0b7d1c52-3f0e-4f61-9c1a-2f6a8e5d4c3d', { min_price: '3.00' });
  await price(api, bounded[6], { min_price: '30.00', max_price: '20.00' });
  await price(api, bounded[7], { min_price: 99.99, max_price: 99.98 });
  await price(api, bounded[6], { min_price: 'cheap' });
  await price(api, bounded[6], { min_price: true, max_price: 'dear' });
  await price(api, bounded[6], { min_price: '-4.00' });
  await price(api, bounded[6], { min_price: 0, max_price: 2_000_000 });
  await price(api, bounded[6], { max_price: '12.345' });
  await price(api, bounded[6], {});
  await price(api, bounded[6], { colour: 'red' });
  await price(api, bounded[6], [1]);
  await price(api, bounded[0], { min_price: null });
  await price(api, ended, { min_price: '5.00' });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"min_price": ' });
  await assign(api, bounded[6], '0b7d1c52-3f0e-4f61-9c1a-2f6a8e5d4c3e');
  await assign(api, bounded[6], plans[3]);
  await assign(api, bounded[6], 17);
  await assign(api, unbounded[1], plans[0]);
  await assign(api, ended, plans[4]);
  await assign(api, '0b7d1c52-3f0e-4f61-9c1a-2f6a8e5d4c3f', plans[0]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/strategy`, { json: {} });
  await get('page=0');
  await get('page=two');
  await get('per_page=-1');
  await get('status=gone');
  await get('sort=colour');
  await get('min_price=cheap');
  await get('updated_since=monday');
  await get('in_stock=maybe&page=x');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/reports?cursor=abc');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?per_page=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'rk_live_000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?per_page=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=5');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, ended } = idsOf(await walk(api, '/v1/listings?per_page=40'));
  const plans = (await walk(api, '/v1/strategies?per_page=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('per_page=7&page=3');
  await get('per_page=12&page=20');
  await get('status=ended&per_page=4&page=2');
  await get('channel=web&per_page=6');
  await get('brand=oskelby');
  await get(`strategy_id=${String(plans[2])}&sort=title`);
  await get('max_price=45');
  await get('min_price=120.25&sort=price&per_page=10');
  await get('q=rug');
  await get('q=ZEM-');
  await get('in_stock=true&status=paused');
  await get('updated_since=2025-06-15T12:00:00Z&sort=-updated_at');
  await get('sort=quantity&per_page=9');
  await get('sort=created_at&per_page=4');
  await get('shape=round&per_page=2');
  await api.ask('GET', '/v1/strategies?is_active=false');
  await api.ask('GET', '/v1/strategies?type=margin');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?type=stock_levels&limit=2');
  for (const index of [1, 5, 11, 18]) await read(api, 'listings', bounded[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[6]);

  await price(api, bounded[1], { min_price: '9.75', max_price: '333.00' });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { max_price: 601.2 });
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[2], { min_price: 4, max_price: null });
  await read(api, 'listings', unbounded[2]);
  await assign(api, bounded[1], plans[4]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[11], null);
  await get('sort=-updated_at&per_page=3');
  await get(`strategy_id=${String(plans[4])}&per_page=5`);

  await read(api, 'listings', '6a1f5b0e-7c7d-4d0e-8f43-95b0c2f7e1a1');
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', '6a1f5b0e-7c7d-4d0e-8f43-95b0c2f7e1a2');
  await price(api, '6a1f5b0e-7c7d-4d0e-8f43-95b0c2f7e1a3', { max_price: 30 });
  await price(api, bounded[9], { min_price: '71.20', max_price: '70.00' });
  await price(api, bounded[9], { max_price: 'lots' });
  await price(api, bounded[9], { min_price: -0.5, max_price: false });
  await price(api, bounded[9], { max_price: 100_001 });
  await price(api, bounded[9], { min_price: 1.001 });
  await price(api, bounded[10], {});
  await price(api, ended, { max_price: 800 });
  await assign(api, bounded[9], '6a1f5b0e-7c7d-4d0e-8f43-95b0c2f7e1a4');
  await assign(api, bounded[10], plans[3]);
  await assign(api, bounded[9], 4.5);
  await assign(api, unbounded[3], plans[1]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[9])}/strategy`, { text: '{"strategy_id"' });
  await get('page=-3');
  await get('per_page=lots');
  await get('status=sold');
  await get('channel=shop');
  await get('sort=-size');
  await get('max_price=dear');
  await get('updated_since=soon');
  await api.ask('GET', '/v1/strategies?is_active=perhaps');
  await api.ask('GET', '/v1/reports?limit=none');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const plainRest: WalkedService = {
  name: 'plain-rest',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7&limit=2', 'per_page=100&limit=50'],
  walk,
};
