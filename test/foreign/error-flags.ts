// The seller API of a large online shop of Central and Eastern Europe: every answer, also most refusals, is an envelope of a flag
// `isError`, a list of plain texts `messages` and a list `results`, even around a single record or the answer of a write. Lists
// tell their pages beside the results; records mix snake_case, numeric codes with a description and lists per warehouse; prices
// are net numbers of up to four decimals; moments are local, without a zone. A gateway in front, with an envelope of its own, asks
// for the key and counts the calls of each three seconds.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mkt_7Qd2vXw94LrTzB5nK1cH';
const callsPerWindow = 10;
const windowLength = 3_000;
const mostPerPage = 100;
const largestPrice = 9_999_999;

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** `2026-03-01 08:30:00`, as the clocks of the shop show it. */
const moment = (milliseconds: number): string => clock.format(milliseconds);

const net = (amount: number): number => Math.round(amount * 10_000) / 10_000;

/** The currency of each country of the shop, with its rate of VAT, the id of that, and a price with VAT of so many cents. */
const countries = [
  { currency: 'RON', vat: 1.21, vatId: 1, gross: (cents: number) => Math.floor(cents / 100) + 0.99 },
  { currency: 'HUF', vat: 1.27, vatId: 6, gross: (cents: number) => Math.round(cents / 100) * 80 + 90 },
  { currency: 'EUR', vat: 1.2, vatId: 9, gross: (cents: number) => Math.floor(cents / 500) + 4.9 },
] as const;
const currencies = countries.map(({ currency }) => currency);

interface Offer {
  readonly id: number;
  readonly shown: Row;
  readonly price: number;
  readonly created: string;
  min: number | null;
  max: number | null;
  strategy: number | null;
  modified: string;
}

const strategies: readonly Row[] = (
  [
    [11, 'Buy button match', 'match_best_offer', 0, 'percent', 1],
    [12, 'Best offer minus 1%', 'below_best_offer', 1, 'percent', 1],
    [14, 'Best offer minus 0.50', 'below_best_offer', 0.5, 'amount', 1],
    [15, 'Black Friday', 'below_best_offer', 7.5, 'percent', 0],
    [18, 'Slow movers', 'stock_ageing', 2.25, 'percent', 1],
  ] as const
).map(([id, name, type, value, unit, status]) => {
  const created = pastMoment(`flags strategy ${id}`);
  return {
    id,
    name,
    type,
    value,
    value_unit: unit,
    status,
    created: moment(created),
    modified: moment(created + chance(`flags strategy modified ${id}`, 40 * 86_400) * 1_000),
  };
});

const validations = [
  { value: 9, description: 'Approved documentation' },
  { value: 9, description: 'Approved documentation' },
  { value: 9, description: 'Approved documentation' },
  { value: 1, description: 'Awaiting validation' },
  { value: 8, description: 'Rejected documentation' },
];

function offers(): Offer[] {
  let id = 2_418_300;
  return Array.from({ length: 27 }, (_, index): Offer => {
    const seed = `flags offer ${index}`;
    id += 1 + chance(`${seed} id`, 160);
    const { maker, title, sku, price: cents, stock } = ware(seed);
    const { currency, vat, vatId, gross } = countries[[0, 0, 0, 1, 2][chance(`${seed} country`, 5)]!]!;
    const price = net(gross(cents) / vat);
    const competitors = chance(`${seed} competitors`, 4);
    const rank = 1 + chance(`${seed} rank`, competitors + 1);
    const min = chance(`${seed} min`, 4) === 0 ? null : net(price * 0.85);
    const created = pastMoment(seed);
    const second = chance(`${seed} second warehouse`, 3) === 0 ? Math.floor(stock / 4) : 0;
    const perWarehouse = (values: readonly number[]) =>
      values.map((value, warehouse) => ({ warehouse_id: warehouse + 1, value }));
    return {
      id,
      shown: {
        part_number: sku,
        part_number_key: `D${scrambled(seed, 8, '23456789BCDFGHJKLMNPQRSTVWXYZ')}`,
        name: title,
        brand: maker,
        category_id: oneOf(`${seed} category`, [506, 1_148, 2_735, 3_103]),
        ean: [`594${String(chance(`${seed} ean`, 1e10)).padStart(10, '0')}`],
        status: chance(`${seed} status`, 5) === 0 ? 0 : 1,
        currency,
        vat_id: vatId,
        recommended_price: chance(`${seed} recommended`, 3) === 0 ? null : net(price * 1.2),
        best_offer_sale_price: rank === 1 ? price : net(price * 0.96),
        number_of_offers: competitors + 1,
        buy_button_rank: rank,
        general_stock: stock,
        stock: perWarehouse(second > 0 ? [stock - second, second] : [stock]),
        handling_time: perWarehouse(second > 0 ? [0, 2] : [chance(`${seed} handling`, 3)]),
        validation_status: oneOf(`${seed} validation`, validations),
        offer_details: {
          supply_lead_time: oneOf(`${seed} lead`, [2, 3, 5, 7, 14]),
          warranty: oneOf(`${seed} warranty`, [12, 24, 36]),
          genius_eligibility: chance(`${seed} genius`, 2),
        },
      },
      price,
      created: moment(created),
      min,
      max: chance(`${seed} max`, 4) === 0 ? null : net(price * 1.4),
      strategy: min !== null && chance(`${seed} strategy`, 2) === 0 ? oneOf(seed, [11, 12, 14, 18]) : null,
      modified: moment(created + chance(`${seed} modified`, 80 * 86_400) * 1_000),
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly messages: readonly string[];
  readonly headers: Headers;

  constructor(status: number, messages: readonly string[], headers: Headers = []) {
    super(messages.join('; '));
    this.status = status;
    this.messages = messages;
    this.headers = headers;
  }
}

/** What the gateway says before a request comes to the shop. */
class Halt extends Refusal {}

const badField = (name: string, why: string) => `Invalid value for field ${name}: ${why}`;
const badParam = (name: string, why: string) => `Invalid value for parameter ${name}: ${why}`;
const allowed = (values: readonly unknown[]) => `allowed values are ${values.join(', ')}`;
const notFound = (what: string, id: number) => new Refusal(404, [`${what} with id ${id} was not found`]);

const done = (results: readonly Row[], paging: Row = {}): Answered =>
  json(200, { isError: false, messages: [], ...paging, results });

/** What a parameter may be; what is wrong with its text is told, undefined of a right one. */
type Check = (text: string) => string | undefined;

const whole =
  (least: number, most = Infinity): Check =>
  (text) =>
    !/^-?\d+$/.test(text)
      ? 'must be integer'
      : Number(text) >= least && Number(text) <= most
        ? undefined
        : most === Infinity
          ? `must be greater than or equal to ${least}`
          : `must be between ${least} and ${most}`;
const among =
  (values: readonly unknown[]): Check =>
  (text) =>
    values.map(String).includes(text) ? undefined : allowed(values);
const dated: Check = (text) =>
  /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/.test(text) ? undefined : 'expected format is YYYY-MM-DD HH:MM:SS';
const anyText: Check = () => undefined;

/** How a list is filtered: by members that equal a text, or as told. */
interface Filters {
  readonly checks: Readonly<Record<string, Check>>;
  readonly sorts: readonly string[];
}

const listingFilters: Filters = {
  checks: {
    id: whole(1),
    status: among([0, 1]),
    currency: among(currencies),
    part_number: anyText,
    part_number_key: anyText,
    brand: anyText,
    category_id: whole(1),
    strategy_id: whole(1),
    modifiedAfter: dated,
    modifiedBefore: dated,
  },
  sorts: ['id', 'name', 'sale_price', 'general_stock', 'created', 'modified'],
};
const strategyFilters: Filters = { checks: { status: among([0, 1]), type: anyText }, sorts: ['id', 'name'] };
const reportTypes = ['price_changes', 'stock_levels', 'buy_button'];
const reportFilters: Filters = {
  checks: {
    status: among([1, 2, 3, 4]),
    type: among(reportTypes),
    createdAfter: dated,
  },
  sorts: ['id', 'created'],
};

const paging: Readonly<Record<string, Check>> = {
  currentPage: whole(1),
  itemsPerPage: whole(1, mostPerPage),
};

/** A page of those rows that a query asks for; what it does not know is passed over. */
function page(
  rows: readonly Row[],
  query: URLSearchParams,
  { checks, sorts }: Filters,
  first: string,
): Answered {
  const all = {
    ...paging,
    ...checks,
    sortBy: among(sorts),
    sortOrder: (text: string) => among(['asc', 'desc'])(text.toLowerCase()),
  };
  const faults = Object.entries(all).flatMap(([name, check]) => {
    const text = query.get(name);
    const fault = text === null ? undefined : check(text);
    return fault === undefined ? [] : [badParam(name, fault)];
  });
  if (faults.length > 0) throw new Refusal(400, faults);
  const isFound = (row: Row) =>
    Object.keys(checks).every((name) => {
      const wanted = query.get(name);
      if (wanted === null) return true;
      const [, base, side] = /^(.*)(After|Before)$/.exec(name) ?? [];
      const value = String(row[base ?? name]);
      return side === 'After' ? value >= wanted : side === 'Before' ? value <= wanted : value === wanted;
    });
  const by = query.get('sortBy') ?? 'id';
  const order = (query.get('sortOrder') ?? (query.has('sortBy') ? 'asc' : first)).toLowerCase();
  const compared = (left: unknown, right: unknown) =>
    (left as number) < (right as number) ? -1 : left === right ? 0 : 1;
  const found = rows
    .filter(isFound)
    .sort(
      (one, other) =>
        (order === 'desc' ? -1 : 1) * compared(one[by], other[by]) || compared(one.id, other.id),
    );
  const currentPage = Number(query.get('currentPage') ?? 1);
  const itemsPerPage = Number(query.get('itemsPerPage') ?? 10);
  return done(found.slice((currentPage - 1) * itemsPerPage, currentPage * itemsPerPage), {
    currentPage,
    itemsPerPage,
    noOfItems: found.length,
    noOfPages: Math.ceil(found.length / itemsPerPage),
  });
}

function bodyIn(request: Asked): Row {
  const sent = jsonOf(request);
  if (sent === 'bad') throw new Refusal(400, ['Invalid JSON received: Syntax error']);
  if (!isObject(sent.json)) throw new Refusal(400, ['Invalid request format: expected a JSON object']);
  return sent.json;
}

const bounds = ['min_sale_price', 'max_sale_price'] as const;

/** What is wrong with a bound by itself. */
function boundFault(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'number') return 'must be numeric';
  if (value <= 0) return 'must be greater than 0';
  if (value > largestPrice) return `must be lower than or equal to ${largestPrice}`;
  return net(value) === value ? undefined : 'must have at most 4 decimals';
}

interface Report {
  readonly id: number;
  readonly type: string;
  readonly requested: number;
  readonly seconds: number;
  readonly rows: number;
  readonly fails: boolean;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = offers();
  const reports = Array.from({ length: 13 }, (_, index): Report => {
    const seed = `flags report ${index}`;
    const ago = index < 2 ? 25_000 * (index + 1) : index * 43_200_000 + chance(`${seed} ago`, 30_000) * 1_000;
    return {
      id: 88_140 - index * 3 - chance(seed, 3),
      type: reportTypes[index % reportTypes.length]!,
      requested: opened - ago,
      seconds: 60 + 10 * index,
      rows: 20 + chance(`${seed} rows`, 4_000),
      fails: index === 5,
    };
  });
  let window = { number: -1, calls: 0 };
  let count = 0;

  const offerShown = ({ id, shown, price, min, max, strategy, created, modified }: Offer): Row => ({
    id,
    ...shown,
    sale_price: price,
    min_sale_price: min,
    max_sale_price: max,
    strategy_id: strategy,
    created,
    modified,
  });

  function reportShown({ id, type, requested, seconds, rows, fails }: Report): Row {
    const elapsed = (run.now() - requested) / 1_000;
    const status = elapsed < 20 ? 1 : elapsed < seconds ? 2 : fails ? 4 : 3;
    const token = scrambled(`flags ${run.run} ${id}`, 32, base62);
    return {
      id,
      type,
      status,
      status_description: ['Queued', 'Processing', 'Finished', 'Failed'][status - 1],
      rows: status === 3 ? rows : 0,
      messages: status === 4 ? ['Report generation timed out'] : [],
      download_links:
        status === 3
          ? [{ format: 'csv', url: `https://exports.seller-depot.example/${type}-${id}.csv?token=${token}` }]
          : [],
      created: moment(requested),
      finished: status > 2 ? moment(requested + seconds * 1_000) : null,
    };
  }

  function priced(offer: Offer, body: Row): Answered {
    const named = bounds.filter((name) => body[name] !== undefined);
    if (named.length === 0) {
      throw new Refusal(400, [`At least one of the fields ${bounds.join(', ')} is required`]);
    }
    const faults = named.flatMap((name) => {
      const fault = boundFault(body[name]);
      return fault === undefined ? [] : [badField(name, fault)];
    });
    if (faults.length > 0) throw new Refusal(400, faults);
    const [min, max] = bounds.map((name, index) =>
      body[name] === undefined ? [offer.min, offer.max][index]! : (body[name] as number | null),
    ) as [number | null, number | null];
    if (min === null && offer.strategy !== null) {
      faults.push('Field min_sale_price is mandatory for an offer that has a pricing strategy');
    } else if (min !== null && max !== null && min >= max) {
      faults.push(
        named.includes('min_sale_price')
          ? badField('min_sale_price', 'must be lower than max_sale_price')
          : badField('max_sale_price', 'must be greater than min_sale_price'),
      );
    } else if (min !== null && min > offer.price) {
      faults.push(badField('min_sale_price', 'must be lower than or equal to sale_price'));
    } else if (max !== null && max < offer.price) {
      faults.push(badField('max_sale_price', 'must be greater than or equal to sale_price'));
    }
    if (faults.length > 0) throw new Refusal(400, faults);
    [offer.min, offer.max, offer.modified] = [min, max, moment(run.now())];
    return done([offerShown(offer)]);
  }

  function assigned(offer: Offer, { strategy_id: id }: Row): Answered {
    const name = 'strategy_id';
    if (id === undefined) throw new Refusal(400, [`Field ${name} is required`]);
    if (id !== null) {
      if (typeof id !== 'number' || !Number.isInteger(id))
        throw new Refusal(400, [badField(name, 'must be integer')]);
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) {
        throw new Refusal(400, [badField(name, `strategy ${id} does not exist`)]);
      }
      if (strategy.status !== 1) {
        throw new Refusal(400, [badField(name, `strategy ${id} is not active`)]);
      }
      if (offer.min === null) {
        throw new Refusal(400, [
          'Field min_sale_price is mandatory for an offer that has a pricing strategy',
        ]);
      }
    }
    [offer.strategy, offer.modified] = [id, moment(run.now())];
    return done([offerShown(offer)]);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', text, part, ...more] = steps;
    const isWrite = part !== undefined;
    const isKnown =
      root === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (!isWrite || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal(404, [`Resource ${path} does not exist`]);
    const method = isWrite ? 'PATCH' : 'GET';
    if (request.method !== method) {
      throw new Refusal(
        405,
        [`Method ${request.method} is not allowed for this resource`],
        [['Allow', method]],
      );
    }
    if (text === undefined) {
      if (kind === 'listings') return page(all.map(offerShown), query, listingFilters, 'asc');
      return kind === 'strategies'
        ? page(strategies, query, strategyFilters, 'asc')
        : page(reports.map(reportShown), query, reportFilters, 'desc');
    }
    if (!/^\d+$/.test(text)) throw new Refusal(400, [badParam('id', 'must be integer')]);
    const id = Number(text);
    if (kind === 'strategies') {
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw notFound('Strategy', id);
      return done([strategy]);
    }
    if (kind === 'reports') {
      const report = reports.find((one) => one.id === id);
      if (report === undefined) throw notFound('Report', id);
      return done([reportShown(report)]);
    }
    const offer = all.find((one) => one.id === id);
    if (offer === undefined) throw notFound('Offer', id);
    if (!isWrite) return done([offerShown(offer)]);
    const body = bodyIn(request);
    return part === 'price' ? priced(offer, body) : assigned(offer, body);
  }

  /** The gateway: knows the key, and counts the calls of each three seconds of the clock. */
  function admit({ headers }: Asked): Headers {
    const sent = headers['x-api-key'];
    if (sent !== key) {
      const why = sent === undefined ? 'No API key found in request' : 'Invalid authentication credentials';
      throw new Halt(401, [why], [['WWW-Authenticate', 'Key realm="seller"']]);
    }
    const now = run.now();
    const number = Math.floor(now / windowLength);
    if (number !== window.number) window = { number, calls: 0 };
    window.calls += 1;
    const told: Headers = [
      ['X-RateLimit-Limit-3second', String(callsPerWindow)],
      ['X-RateLimit-Remaining-3second', String(Math.max(0, callsPerWindow - window.calls))],
    ];
    if (window.calls > callsPerWindow) {
      const left = Math.ceil(((number + 1) * windowLength - now) / 1_000);
      throw new Halt(429, ['API rate limit exceeded'], [...told, ['Retry-After', String(left)]]);
    }
    return told;
  }

  return (request) => {
    count += 1;
    const always: Headers = [['X-Request-Id', uuid(`flags ${run.run} ${count}`)]];
    let told: Headers = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, messages, headers } = error;
      const body =
        error instanceof Halt
          ? { message: messages[0] }
          : { isError: true, messages, errors: [], results: [] };
      return json(status, body, [...headers, ...told, ...always]);
    }
  };
}

/** Goes on up to the number of pages that the list tells. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'results'));
    const current = Number(at(received, 'currentPage') ?? 0);
    next =
      current < Number(at(received, 'noOfPages') ?? 0)
        ? `${target}${target.includes('?') ? '&' : '?'}currentPage=${current + 1}`
        : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json });
const assign = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json });

interface Known {
  /** Offers with both bounds and no strategy, with a strategy, and without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  /** So many times the price of an offer, in cents. */
  readonly times: (id: unknown, factor: number) => number;
}

function known(rows: readonly Row[]): Known {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      rows.filter(
        (row) => row.min_sale_price !== null && row.max_sale_price !== null && row.strategy_id === null,
      ),
    ),
    bound: ids(rows.filter((row) => row.strategy_id !== null)),
    open: ids(rows.filter((row) => row.min_sale_price === null)),
    times: (id, factor) =>
      Math.round(Number(rows.find((row) => row.id === id)?.sale_price) * factor * 100) / 100,
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, times } = known(rows);
  const plans = await walk(api, '/v1/strategies');
  const [match, below] = plans.filter(({ status }) => status === 1).map(({ id }) => id);
  const idle = plans.find(({ status }) => status === 0)?.id;
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('itemsPerPage=5&currentPage=2');
  await get('itemsPerPage=100');
  await get('status=0');
  await get('status=1&currency=RON&itemsPerPage=4');
  await get('currency=HUF');
  await get(`part_number=${String(rows[7]?.part_number)}`);
  await get('modifiedAfter=2025-06-01%2000:00:00&itemsPerPage=5');
  await get('sortBy=sale_price&sortOrder=desc&itemsPerPage=6');
  await get('sortBy=sale_price&itemsPerPage=4');
  await get('sortBy=modified&sortOrder=desc&itemsPerPage=3');
  await api.ask('GET', '/v1/reports?status=3&itemsPerPage=4');
  await api.ask('GET', '/v1/reports?type=stock_levels');
  await api.ask('GET', '/v1/strategies?status=1');
  for (const id of [free[0], bound[0], bound[1], open[0], rows[20]?.id]) await read(api, 'listings', id);
  for (const id of [match, idle]) await read(api, 'strategies', id);
  for (const id of [runs[0], runs[4]]) await read(api, 'reports', id);

  await price(api, free[0], { min_sale_price: times(free[0], 0.9), max_sale_price: times(free[0], 1.3) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_sale_price: times(bound[0], 0.8) });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_sale_price: null });
  await price(api, open[0], { min_sale_price: times(open[0], 0.75) });
  await assign(api, free[0], { strategy_id: below });
  await read(api, 'listings', free[0]);
  await assign(api, bound[1], { strategy_id: null });
  await read(api, 'listings', bound[1]);
  await assign(api, open[0], { strategy_id: match });
  await read(api, 'listings', open[0]);
  await get(`strategy_id=${String(match)}`);
  api.wait(60_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 9_999_999);
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 99);
  await read(api, 'reports', 12);
  await price(api, 9_999_999, { min_sale_price: 10 });
  await price(api, free[2], { min_sale_price: times(free[2], 1.5), max_sale_price: times(free[2], 1.2) });
  await price(api, free[2], { min_sale_price: times(free[2], 1.1) });
  await price(api, free[2], { min_sale_price: 'cheap' });
  await price(api, free[2], { min_sale_price: -5, max_sale_price: 'much' });
  await price(api, free[2], {});
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"min_sale_price": 12' });
  await assign(api, free[2], { strategy_id: 99 });
  await assign(api, free[2], { strategy_id: idle });
  await assign(api, free[2], { strategy_id: 'match' });
  await assign(api, open[1], { strategy_id: match });
  await assign(api, free[2], {});
  await get('itemsPerPage=500');
  await get('currentPage=0');
  await get('status=active');
  await get('sortBy=colour');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?itemsPerPage=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/listings?itemsPerPage=1', 21);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?itemsPerPage=12');
  const { free, bound, open, times } = known(rows);
  const plans = await walk(api, '/v1/strategies?itemsPerPage=3');
  const [, below, , ageing] = plans.filter(({ status }) => status === 1).map(({ id }) => id);
  const idle = plans.find(({ status }) => status === 0)?.id;
  const runs = (await walk(api, '/v1/reports?itemsPerPage=7')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('itemsPerPage=4&currentPage=3');
  await get('currentPage=8&itemsPerPage=6');
  await get('status=1&itemsPerPage=7');
  await get('currency=EUR&itemsPerPage=3');
  await get(`part_number=${String(rows[15]?.part_number)}`);
  await get('modifiedAfter=2025-02-15%2012:00:00&itemsPerPage=4');
  await get('modifiedBefore=2024-09-01%2000:00:00');
  await get('sortBy=sale_price&sortOrder=desc&itemsPerPage=5&currency=RON');
  await get('sortBy=modified&sortOrder=desc&itemsPerPage=8');
  await get('colour=red&itemsPerPage=3');
  await api.ask('GET', '/v1/reports?status=4');
  await api.ask('GET', '/v1/strategies?status=0');
  for (const id of [free[3], bound[3], open[2], rows[11]?.id]) await read(api, 'listings', id);
  await read(api, 'strategies', ageing);
  await read(api, 'reports', runs[6]);

  await price(api, free[3], { min_sale_price: times(free[3], 0.7), max_sale_price: times(free[3], 1.6) });
  await read(api, 'listings', free[3]);
  await price(api, bound[3], { max_sale_price: times(bound[3], 1.9) });
  await price(api, free[4], { max_sale_price: null });
  await read(api, 'listings', free[4]);
  await assign(api, free[3], { strategy_id: ageing });
  await read(api, 'listings', free[3]);
  await assign(api, bound[2], { strategy_id: null });
  await get(`strategy_id=${String(below)}`);

  await read(api, 'listings', 1_234_567);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 77);
  await price(api, 1_234_567, { max_sale_price: 80 });
  await price(api, free[5], { min_sale_price: times(free[5], 1.8), max_sale_price: times(free[5], 1.4) });
  await price(api, free[5], { min_sale_price: times(free[5], 1.25) });
  await price(api, free[5], { max_sale_price: false });
  await price(api, free[5], { min_sale_price: -0.5 });
  await price(api, free[5], { max_sale_price: 'lots', min_sale_price: 0 });
  await price(api, bound[4], { min_sale_price: null });
  await assign(api, free[5], { strategy_id: 41 });
  await assign(api, free[5], { strategy_id: idle });
  await assign(api, free[5], { strategy_id: true });
  await assign(api, open[2], { strategy_id: below });
  await get('itemsPerPage=101');
  await get('itemsPerPage=many');
  await get('status=7');
  await api.ask('GET', '/v1/reports?itemsPerPage=2', { headers: { 'X-API-KEY': null } });
}

export const errorFlags: WalkedService = {
  name: 'error-flags',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['itemsPerPage=3', 'itemsPerPage=7', 'itemsPerPage=50'],
  walk,
};
