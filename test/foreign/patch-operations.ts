// A payment company's catalog: changes as operations of a JSON Patch (RFC 6902) answered with 204, links with a relation and
// a method in each record and list, totals only where they are asked for, amounts as {currency_code, value}, and errors
// with a name, a debug id and details that point into the body.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, scrambled } from './kit.ts';
import { at, chance, digest, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'A21AAFs9YkQ7rWv3JxTgB0mP4cLdHnZe';
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const callsPerSecond = 8;
const largestPage = 20;

interface Listing {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly status: string;
  readonly price: number;
  readonly created: number;
  minimum: number | undefined;
  maximum: number | undefined;
  strategy: string | undefined;
  updated: number;
}

interface Report {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

const time = (moment: number): string => `${new Date(moment).toISOString().slice(0, 19)}Z`;
const money = (cents: number): Row => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) });

const messages: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  METHOD_NOT_SUPPORTED: 'The server does not implement the requested HTTP method.',
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
};

const descriptions: Readonly<Record<string, string>> = {
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  MISSING_REQUIRED_PARAMETER: 'A required field or parameter is missing.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_PATCH_OPERATION: 'The operation cannot be honored at this path.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  CANNOT_BE_ZERO_OR_NEGATIVE: 'Must be greater than zero.',
  DECIMAL_PRECISION: 'The value of the field should not be more than two decimal places.',
  CURRENCY_NOT_SUPPORTED: 'The currency code is not currently supported.',
  MINIMUM_EXCEEDS_MAXIMUM: 'The minimum price must not exceed the maximum price.',
  STRATEGY_NOT_FOUND: 'The strategy does not exist for this account.',
};

interface Detail {
  readonly field?: string;
  readonly value?: unknown;
  readonly location?: 'body' | 'path' | 'query';
  readonly issue: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly kind: string;
  readonly details: readonly Detail[];

  constructor(status: number, kind: string, ...details: readonly Detail[]) {
    super(messages[kind]);
    this.status = status;
    this.kind = kind;
    this.details = details;
  }
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const id = (prefix: string, seed: string): string => `${prefix}-${scrambled(seed, 17, letters)}`;
  const link = (path: string, rel: string, method = 'GET'): Row => ({
    href: run.origin + path,
    rel,
    method,
  });
  const strategies = [
    'Beat the field',
    'Parity',
    'Weekend',
    'Sell-through',
    'Guarded',
    'Premium',
    'Idle',
  ].map((name, index) => ({
    id: id('STR', `patch strategy ${index}`),
    name,
    type: oneOf(`patch ${name}`, ['COMPETITIVE', 'TIME_BASED', 'STATIC']),
    status: index === 6 ? 'INACTIVE' : 'ACTIVE',
    create_time: time(pastMoment(`patch ${name}`)),
  }));
  const listings = Array.from({ length: 44 }, (_, index): Listing => {
    const name = `patch ${index}`;
    const { title, price } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const created = pastMoment(name);
    return {
      id: id('LST', name),
      name: title,
      category: oneOf(`${name} category`, ['HOME', 'OUTDOOR', 'TOYS']),
      status: oneOf(`${name} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE']),
      price,
      created,
      minimum: bounded ? Math.round(price * 0.8) : undefined,
      maximum: bounded ? Math.round(price * 1.4) : undefined,
      strategy: bounded ? oneOf(`${name} strategy`, strategies).id : undefined,
      updated: created + chance(`${name} updated`, 50 * 86_400) * 1_000,
    };
  });
  const reports = Array.from({ length: 7 }, (_, index): Report => ({
    id: id('RPT', `patch report ${index}`),
    type: oneOf(`patch report ${index}`, ['PRICE_ACTIVITY', 'MARGIN']),
    created:
      index < 5 ? pastMoment('patch reports') + index * 259_200_000 : opened - 25_000 + (index - 5) * 20_000,
    seconds: 60 + index * 10,
    fails: index === 3,
  })).reverse();

  const summary = (listing: Listing): Row => ({
    id: listing.id,
    name: listing.name,
    status: listing.status,
    price: money(listing.price),
    create_time: time(listing.created),
    links: [link(`/v1/listings/${listing.id}`, 'self')],
  });
  const view = (listing: Listing): Row => ({
    id: listing.id,
    name: listing.name,
    category: listing.category,
    status: listing.status,
    price: money(listing.price),
    ...(listing.minimum === undefined ? {} : { minimum_price: money(listing.minimum) }),
    ...(listing.maximum === undefined ? {} : { maximum_price: money(listing.maximum) }),
    ...(listing.strategy === undefined ? {} : { strategy_id: listing.strategy }),
    create_time: time(listing.created),
    update_time: time(listing.updated),
    links: [
      link(`/v1/listings/${listing.id}`, 'self'),
      link(`/v1/listings/${listing.id}/price`, 'reprice', 'PATCH'),
      link(`/v1/listings/${listing.id}/strategy`, 'assign', 'PATCH'),
    ],
  });
  const reportView = (report: Report): Row => {
    const elapsed = (run.now() - report.created) / 1_000;
    const ended = elapsed >= report.seconds;
    const status = elapsed < 15 ? 'PENDING' : !ended ? 'PROCESSING' : report.fails ? 'FAILED' : 'SUCCESS';
    return {
      id: report.id,
      type: report.type,
      status,
      create_time: time(report.created),
      ...(ended ? { complete_time: time(report.created + report.seconds * 1_000) } : {}),
      ...(status === 'FAILED' ? { failure_reason: 'SOURCE_TIMEOUT' } : {}),
      links: status === 'SUCCESS' ? [link(`/v1/reports/${report.id}/content`, 'download')] : [],
    };
  };

  function whole(query: URLSearchParams, name: string, fallback: number, most: number): number {
    const value = query.get(name);
    if (value === null) return fallback;
    const detail = { field: name, value, location: 'query' } as const;
    if (!/^-?\d+$/.test(value)) {
      throw new Refusal(400, 'INVALID_REQUEST', { ...detail, issue: 'INVALID_PARAMETER_SYNTAX' });
    }
    if (Number(value) < 1 || Number(value) > most) {
      throw new Refusal(400, 'INVALID_REQUEST', { ...detail, issue: 'INVALID_PARAMETER_VALUE' });
    }
    return Number(value);
  }

  function listed(name: string, rows: readonly Row[], url: URL): Answered {
    const query = url.searchParams;
    const page = whole(query, 'page', 1, 100_000);
    const size = whole(query, 'page_size', 10, largestPage);
    const last = Math.max(1, Math.ceil(rows.length / size));
    const to = (number: number, rel: string): Row => {
      const asked = new URLSearchParams(query);
      asked.set('page_size', String(size));
      asked.set('page', String(number));
      return link(`${url.pathname}?${asked.toString()}`, rel);
    };
    return json(200, {
      ...(query.get('total_required') === 'true' ? { total_items: rows.length, total_pages: last } : {}),
      [name]: rows.slice((page - 1) * size, page * size),
      links: [
        to(page, 'self'),
        ...(page > 1 && page <= last ? [to(1, 'first'), to(page - 1, 'prev')] : []),
        ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
      ],
    });
  }

  function listingsListed(url: URL): Answered {
    const status = url.searchParams.get('status');
    if (status !== null && status !== 'ACTIVE' && status !== 'INACTIVE') {
      const detail = { field: 'status', value: status, location: 'query' } as const;
      throw new Refusal(400, 'INVALID_REQUEST', { ...detail, issue: 'INVALID_PARAMETER_VALUE' });
    }
    const meant = listings.filter((listing) => status === null || listing.status === status);
    return listed('listings', meant.map(summary), url);
  }

  /** The cents that an operation sets, or what is wrong with them. */
  function cents(value: unknown, field: string): number | Detail {
    const location = 'body';
    if (value === undefined || value === null) {
      return { field, location, issue: 'MISSING_REQUIRED_PARAMETER' };
    }
    if (!isObject(value)) return { field, value, location, issue: 'INVALID_PARAMETER_SYNTAX' };
    const { currency_code: currency, value: text } = value;
    if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) {
      const missing = text === undefined || text === null;
      return {
        field: `${field}/value`,
        ...(missing ? {} : { value: text }),
        location,
        issue: missing ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_SYNTAX',
      };
    }
    if (currency !== 'USD') {
      return { field: `${field}/currency_code`, value: currency, location, issue: 'CURRENCY_NOT_SUPPORTED' };
    }
    const wrong = { field: `${field}/value`, value: text, location } as const;
    if (Number(text) <= 0) return { ...wrong, issue: 'CANNOT_BE_ZERO_OR_NEGATIVE' };
    if (/\.\d{3}/.test(text)) return { ...wrong, issue: 'DECIMAL_PRECISION' };
    return Math.round(Number(text) * 100);
  }

  function priced(listing: Listing, operations: readonly Row[]): Answered {
    const set: { '/minimum_price'?: number; '/maximum_price'?: number } = {};
    const wrong: Detail[] = [];
    for (const [index, { op, path, value }] of operations.entries()) {
      const known = path === '/minimum_price' || path === '/maximum_price';
      if (!known || (op !== 'replace' && op !== 'add')) {
        const field = known ? `/${index}/op` : `/${index}/path`;
        wrong.push({ field, value: known ? op : path, location: 'body', issue: 'INVALID_PATCH_OPERATION' });
        continue;
      }
      const amount = cents(value, `/${index}/value`);
      if (typeof amount === 'number') set[path] = amount;
      else wrong.push(amount);
    }
    if (wrong.length > 0) {
      const isSyntax = wrong.some(({ issue }) => /SYNTAX|MISSING/.test(issue));
      throw isSyntax
        ? new Refusal(400, 'INVALID_REQUEST', ...wrong)
        : new Refusal(422, 'UNPROCESSABLE_ENTITY', ...wrong);
    }
    const minimum = set['/minimum_price'] ?? listing.minimum;
    const maximum = set['/maximum_price'] ?? listing.maximum;
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      throw new Refusal(422, 'UNPROCESSABLE_ENTITY', { issue: 'MINIMUM_EXCEEDS_MAXIMUM' });
    }
    listing.minimum = minimum;
    listing.maximum = maximum;
    return changed(listing);
  }

  function assigned(listing: Listing, operations: readonly Row[]): Answered {
    const [{ op, path, value } = {}] = operations;
    const body = { location: 'body' } as const;
    if (path !== '/strategy_id') {
      const detail = { field: '/0/path', value: path, ...body, issue: 'INVALID_PATCH_OPERATION' };
      throw new Refusal(422, 'UNPROCESSABLE_ENTITY', detail);
    }
    if (op === 'remove') {
      listing.strategy = undefined;
      return changed(listing);
    }
    const field = '/0/value';
    if (value === undefined || value === null) {
      throw new Refusal(400, 'INVALID_REQUEST', { field, ...body, issue: 'MISSING_REQUIRED_PARAMETER' });
    }
    if (typeof value !== 'string') {
      throw new Refusal(400, 'INVALID_REQUEST', { field, value, ...body, issue: 'INVALID_PARAMETER_SYNTAX' });
    }
    if (!strategies.some((strategy) => strategy.id === value)) {
      throw new Refusal(422, 'UNPROCESSABLE_ENTITY', { field, value, ...body, issue: 'STRATEGY_NOT_FOUND' });
    }
    listing.strategy = value;
    return changed(listing);
  }

  function changed(listing: Listing): Answered {
    listing.updated = run.now();
    return { status: 204, headers: [], body: '' };
  }

  function answer(request: Asked, url: URL): Answered {
    const report = reports.find(({ id }) => url.pathname === `/v1/reports/${id}/content`);
    if (report !== undefined) {
      const lines = listings.slice(0, 9).map(({ id, price }) => `"${id}",${(price / 100).toFixed(2)}`);
      const headers: [string, string][] = [['Content-Type', 'text/csv']];
      return { status: 200, headers, body: `"listing","price"\n${lines.join('\n')}\n` };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const known = name === 'listings' || (id === undefined && (name === 'strategies' || name === 'reports'));
    if (!known) throw new Refusal(404, 'RESOURCE_NOT_FOUND');
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, 'METHOD_NOT_SUPPORTED');
    }
    if (id === undefined) {
      if (name === 'listings') return listingsListed(url);
      if (name === 'reports') return listed('reports', reports.map(reportView), url);
      return listed('strategies', strategies, url);
    }
    const detail = { field: 'listing_id', value: id, location: 'path' } as const;
    if (!/^LST-[A-Z0-9]{17}$/.test(id)) {
      throw new Refusal(400, 'INVALID_REQUEST', { ...detail, issue: 'INVALID_PARAMETER_SYNTAX' });
    }
    const listing = listings.find((candidate) => candidate.id === id);
    if (listing === undefined) {
      throw new Refusal(404, 'RESOURCE_NOT_FOUND', { ...detail, issue: 'INVALID_RESOURCE_ID' });
    }
    if (part === undefined) return json(200, view(listing));
    const body = parsed(request.body);
    if (body === undefined) {
      throw new Refusal(400, 'INVALID_REQUEST', { location: 'body', issue: 'MALFORMED_REQUEST_JSON' });
    }
    if (!Array.isArray(body) || body.length === 0 || !body.every(isObject)) {
      const wrong = { field: '/', location: 'body', issue: 'INVALID_PARAMETER_SYNTAX' } as const;
      throw new Refusal(400, 'INVALID_REQUEST', wrong);
    }
    return part === 'price' ? priced(listing, body) : assigned(listing, body);
  }

  let asked = 0;
  let calls: number[] = [];
  return (request) => {
    asked += 1;
    const debug = digest(`patch ${run.run} ${asked}`).slice(0, 13);
    const common: [string, string][] = [['Catalog-Debug-Id', debug]];
    const given = request.headers['x-api-key'];
    if (given !== key) {
      const description =
        given === undefined ? 'Access Token not found' : 'Token signature verification failed';
      return json(401, { error: 'token_rejected', error_description: description }, common);
    }
    try {
      calls = calls.filter((moment) => moment > run.now() - 1_000);
      if (calls.length >= callsPerSecond) throw new Refusal(429, 'RATE_LIMIT_REACHED');
      calls.push(run.now());
      const answered = answer(request, new URL(request.target, run.origin));
      return { ...answered, headers: [...answered.headers, ...common] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const details = error.details.map((detail) => ({
        ...detail,
        description: descriptions[detail.issue],
      }));
      const body = {
        name: error.kind,
        message: error.message,
        debug_id: debug,
        ...(details.length > 0 ? { details } : {}),
        links: [
          {
            href: `https://developer.catalog.example/errors#${error.kind}`,
            rel: 'information_link',
            method: 'GET',
          },
        ],
      };
      return json(error.status, body, common);
    }
  };
}

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const name = target.split(/[/?]/)[2]!;
  const rows: Row[] = [];
  for (let next: unknown = target; typeof next === 'string';) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    next = rowsAt(received, 'links').find(({ rel }) => rel === 'next')?.href;
  }
  return rows;
}

const usd = (value: unknown): Row => ({ currency_code: 'USD', value });
const replace = (path: string, value?: unknown): Row => ({ op: 'replace', path, value });
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const priceJson = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json });
const price = (api: Api, id: unknown, minimum: unknown, maximum: unknown): Promise<Received> =>
  priceJson(api, id, [replace('/minimum_price', usd(minimum)), replace('/maximum_price', usd(maximum))]);
const assignJson = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json });
const assign = (api: Api, id: unknown, value?: unknown): Promise<Received> =>
  assignJson(api, id, [replace('/strategy_id', value)]);

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?page_size=15&total_required=true');
  await walk(api, '/v1/listings?page_size=20');
  await walk(api, '/v1/strategies?page_size=4');
  await walk(api, '/v1/strategies?page_size=5&total_required=true');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?page_size=3');
  await walk(api, '/v1/listings?status=INACTIVE');
  await walk(api, '/v1/listings?status=ACTIVE&page_size=18&total_required=true');
  for (const index of [0, 6, 17, 29, 43]) await read(api, ids[index]);
  await price(api, ids[0], '14.50', '29.90');
  await read(api, ids[0]);
  await price(api, ids[6], '8.00', '9.25');
  await read(api, ids[6]);
  await price(api, ids[17], '210.00', '380.5');
  await read(api, ids[17]);
  await priceJson(api, ids[29], [replace('/maximum_price', usd('950.00'))]);
  await read(api, ids[29]);
  await price(api, ids[30], '0.99', '999');
  await assign(api, ids[0], strategies[1]!.id);
  await read(api, ids[0]);
  await assign(api, ids[29], strategies[4]!.id);
  await read(api, ids[29]);
  await assignJson(api, ids[6], [{ op: 'remove', path: '/strategy_id' }]);
  await read(api, ids[6]);
  api.wait(25_000);
  await api.ask('GET', '/v1/reports');
  api.wait(70_000);
  await api.ask('GET', '/v1/reports?page_size=2');
  await read(api, 'LST-AAAAAAAAAAAAAAAAA');
  await read(api, 'LST-2345678923456789Z');
  await read(api, 'lamp');
  await price(api, 'LST-BBBBBBBBBBBBBBBBB', '10.00', '20.00');
  await price(api, 'kettle', '10.00', '20.00');
  await price(api, ids[9], '30.00', '20.00');
  await price(api, ids[10], '8.40', '8.39');
  await priceJson(api, ids[9], []);
  await priceJson(api, ids[9], { minimum_price: '4.00' });
  await priceJson(api, ids[9], [replace('/minimum_price', null)]);
  await priceJson(api, ids[9], [replace('/minimum_price', '4.00')]);
  await priceJson(api, ids[9], [replace('/minimum_price', { currency_code: 'USD' })]);
  await priceJson(api, ids[9], [replace('/minimum_price', { currency_code: 'EUR', value: '4.00' })]);
  await priceJson(api, ids[9], [{ op: 'copy', path: '/minimum_price', from: '/maximum_price' }]);
  await priceJson(api, ids[9], [replace('/name', 'Lamp')]);
  await price(api, ids[9], 'cheap', '20.00');
  await price(api, ids[9], '4.00', true);
  await price(api, ids[9], 'low', 'high');
  await price(api, ids[9], '-4.00', '12.00');
  await price(api, ids[9], '4.00', '0');
  await price(api, ids[9], '4.005', '12.00');
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '[{"op": ' });
  await assign(api, ids[9], 'STR-AAAAAAAAAAAAAAAAA');
  await assign(api, ids[9], 'aggressive');
  await assign(api, ids[9], 17);
  await assign(api, ids[9], null);
  await assign(api, 'LST-CCCCCCCCCCCCCCCCC', strategies[0]!.id);
  await api.ask('GET', '/v1/listings?page_size=0');
  await api.ask('GET', '/v1/listings?page_size=21');
  await api.ask('GET', '/v1/listings?page_size=lots');
  await api.ask('GET', '/v1/strategies?page_size=500');
  await api.ask('GET', '/v1/listings?page=0');
  await api.ask('GET', '/v1/listings?page=6');
  await api.ask('GET', '/v1/reports?page_size=3&page=9');
  await api.ask('GET', '/v1/listings?status=SLEEPING');
  await api.ask('GET', '/v1/listings?page_size=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?page_size=2', { headers: { 'X-API-KEY': 'A21AA00000000' } });
  api.wait(3_000);
  for (let sent = 0; sent < 11; sent += 1)
    await api.ask('GET', '/v1/strategies?page_size=1', { atOnce: true });
  api.wait(1_500_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const index of [0, 6]) {
    const url = at(last, 'reports', index, 'links', 0, 'href');
    if (typeof url === 'string') await api.ask('GET', url);
  }
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?page_size=12')).map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies?page_size=3');
  await walk(api, '/v1/listings?page_size=16&total_required=true');
  await walk(api, '/v1/reports?page_size=4');
  await api.ask('GET', '/v1/reports?page_size=5&total_required=true');
  await walk(api, '/v1/listings?status=INACTIVE&page_size=7');
  for (const index of [3, 12, 38]) await read(api, ids[index]);
  await price(api, ids[3], '11.25', '63.00');
  await read(api, ids[3]);
  await price(api, ids[12], '500.00', '640.75');
  await read(api, ids[12]);
  await priceJson(api, ids[38], [replace('/maximum_price', usd('800.00'))]);
  await read(api, ids[38]);
  await assign(api, ids[3], strategies[3]!.id);
  await read(api, ids[3]);
  await assignJson(api, ids[12], [{ op: 'remove', path: '/strategy_id' }]);
  await read(api, ids[12]);
  api.wait(120_000);
  await read(api, 'LST-DDDDDDDDDDDDDDDDD');
  await read(api, 'tin');
  await price(api, 'LST-EEEEEEEEEEEEEEEEE', '3.00', '4.00');
  await price(api, ids[20], '71.20', '70.00');
  await priceJson(api, ids[21], [replace('/maximum_price', null)]);
  await priceJson(api, ids[21], [replace('/maximum_price', '7.00')]);
  await priceJson(api, ids[21], [replace('/maximum_price', { currency_code: 'GBP', value: '7.00' })]);
  await priceJson(api, ids[21], [replace('/category', 'TOYS')]);
  await price(api, ids[21], '5.00', 'dear');
  await price(api, ids[21], false, '9.00');
  await price(api, ids[21], 'much', 'more');
  await price(api, ids[21], '-0.50', '15.00');
  await price(api, ids[21], '5.00', '9.999');
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '[{"path": ' });
  await assign(api, ids[21], 'STR-BBBBBBBBBBBBBBBBB');
  await assign(api, ids[21], 44);
  await assign(api, ids[22], null);
  await api.ask('GET', '/v1/listings?page_size=-3');
  await api.ask('GET', '/v1/reports?page_size=1000');
  await api.ask('GET', '/v1/reports?page_size=all');
  await api.ask('GET', '/v1/listings?page=-1');
  await api.ask('GET', '/v1/listings?page_size=13&page=8');
  await api.ask('GET', '/v1/listings?status=GONE');
  await api.ask('GET', '/v1/listings?page_size=3&size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?page_size=4', { headers: { 'X-API-KEY': 'A21AA11111111' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await priceJson(api, ids[23], [{ op: 'add', path: '/minimum_price', value: usd('1.00') }]);
  await priceJson(api, ids[24], [replace('/maximum_price', usd('0')), replace('/minimum_price', usd('-1'))]);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const patchOperations: WalkedService = {
  name: 'patch-operations',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'page_size=7', 'page_size=20'],
  walk,
};
