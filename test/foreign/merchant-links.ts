// A company for payments and parcels: pages counted from one whose totals are there where they are asked for, links with a
// relation and a method on lists and records, amounts as {value, currency}, times with an offset, a filter by the time of the
// last change that is a parameter or the header If-Modified-Since, headers that count down a limit, and errors with a name, a
// debug id and details by field.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, hex, json, listAt, scrambled } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'live_c2VsbGVyOjR5dDdRbTJSejFMdzhO';
const perSecond = 6;
const largestPage = 50;
const statuses = ['ACTIVE', 'INACTIVE', 'OUT_OF_STOCK'];
const categories = ['HOUSEWARES', 'OUTDOOR', 'TOYS', 'TOOLS'];

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly status: string;
  readonly category: string;
  readonly description: string | null;
  readonly weight: number;
  readonly size: readonly [number, number, number];
  readonly price: number;
  readonly created: number;
  min: number;
  max: number;
  strategy: string | null;
  updated: number;
}

interface ReportRun {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly failed: boolean;
}

interface Detail {
  readonly field: string;
  readonly value?: unknown;
  readonly location: 'body' | 'query' | 'path';
  readonly issue: string;
  readonly description: string;
}

/** Seven hours behind UTC, all the year. */
const local = (moment: number) => `${new Date(moment - 7 * 3_600_000).toISOString().slice(0, 19)}-07:00`;

const money = (cents: number) => ({ value: (cents / 100).toFixed(2), currency: 'USD' });

const strategies = ['Lowest price', 'Buy box', 'Steady margin', 'Sell through', 'Holiday'].map(
  (name, index) => ({
    id: `STR-${scrambled(`links strategy ${index}`, 8, hex).toUpperCase()}`,
    name,
    type: ['COMPETITIVE', 'COMPETITIVE', 'MARGIN', 'VELOCITY', 'CALENDAR'][index]!,
    enabled: index !== 4,
    undercut: index < 2 ? money(5 + index * 20) : null,
    created: pastMoment(`links strategy ${index}`),
  }),
);

function listings(): Listing[] {
  return Array.from({ length: 33 }, (_, index): Listing => {
    const name = `links ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name);
    return {
      id: `LST-${scrambled(name, 12, base62).toUpperCase()}`,
      sku,
      title,
      status: stock < 20 ? 'OUT_OF_STOCK' : chance(`${name} off`, 5) === 0 ? 'INACTIVE' : 'ACTIVE',
      category: oneOf(`${name} category`, categories),
      description: chance(`${name} text`, 3) === 0 ? null : `${title}, ships within ${1 + (index % 3)} days`,
      weight: 150 + chance(`${name} weight`, 9_000),
      size: [
        12 + chance(`${name} length`, 50),
        8 + chance(`${name} width`, 30),
        3 + chance(`${name} height`, 20),
      ],
      price,
      created,
      min: Math.round(price * 0.85),
      max: Math.round(price * 1.3),
      strategy: chance(`${name} strategy`, 5) === 0 ? null : strategies[chance(`${name} which`, 4)]!.id,
      updated: created + chance(`${name} updated`, 90 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly details: readonly Detail[];

  constructor(status: number, reason: string, message: string, details: readonly Detail[] = []) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
  }
}

const invalid = (details: readonly Detail[]) =>
  new Refusal(400, 'INVALID_REQUEST', 'Request is not well-formed or violates the schema.', details);
const unprocessable = (detail: Detail) =>
  new Refusal(422, 'UNPROCESSABLE_ENTITY', 'The requested action could not be performed.', [detail]);
const missing = (details: readonly Detail[] = []) =>
  new Refusal(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', details);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const { origin } = run;
  const all = listings();
  const runs = Array.from({ length: 8 }, (_, index): ReportRun => ({
    id: `RPT-${scrambled(`links report ${index}`, 10, base62).toUpperCase()}`,
    type: ['PRICE_CHANGES', 'INVENTORY', 'STRATEGY_PERFORMANCE'][index % 3]!,
    created:
      index < 6
        ? opened - (8 - index) * 86_400_000 - chance(`links report ${index}`, 30_000) * 1_000
        : opened - 30_000 + (index - 6) * 20_000,
    seconds: 60 + index * 20,
    failed: index === 1,
  })).reverse();
  const link = (href: string, rel: string, method = 'GET') => ({ href: `${origin}${href}`, rel, method });

  function shown(listing: Listing): Row {
    const [length, width, height] = listing.size;
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    const path = `/v1/listings/${listing.id}`;
    return {
      id: listing.id,
      sku: listing.sku,
      title: listing.title,
      description: listing.description,
      status: listing.status,
      category: listing.category,
      price: money(listing.price),
      priceLimits: { minimum: money(listing.min), maximum: money(listing.max) },
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      parcel: {
        length: length.toFixed(1),
        width: width.toFixed(1),
        height: height.toFixed(1),
        distanceUnit: 'cm',
        weight: (listing.weight / 1_000).toFixed(3),
        massUnit: 'kg',
      },
      createTime: local(listing.created),
      updateTime: local(listing.updated),
      links: [
        link(path, 'self'),
        link(`${path}/price`, 'update_price', 'PATCH'),
        link(`${path}/strategy`, 'update_strategy', 'PATCH'),
      ],
    };
  }

  function reportShown({ id, type, created, seconds, failed }: ReportRun): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = !isOver ? (elapsed < 20 ? 'PENDING' : 'PROCESSING') : failed ? 'FAILED' : 'COMPLETED';
    return {
      id,
      reportType: type,
      status,
      createTime: local(created),
      ...(isOver && { completeTime: local(created + seconds * 1_000) }),
      ...(status === 'FAILED' && { failureReason: 'The data of this period is not available.' }),
      links: status === 'COMPLETED' ? [link(`/downloads/${id}.csv`, 'download')] : [],
    };
  }

  function page(url: URL, rows: readonly Row[]): Answered {
    const { pathname, searchParams: query } = url;
    const numbers = { page: 1, pageSize: 10 };
    const details: Detail[] = [];
    for (const field of ['page', 'pageSize'] as const) {
      const value = query.get(field);
      if (value === null) continue;
      const most = field === 'page' ? 1_000 : largestPage;
      numbers[field] = Number(value);
      if (!/^-?\d+$/.test(value)) {
        const description = 'The value of a field does not conform to the expected format.';
        details.push({ field, value, location: 'query', issue: 'INVALID_PARAMETER_SYNTAX', description });
      } else if (Number(value) < 1 || Number(value) > most) {
        const description = `The value must be between 1 and ${most}.`;
        details.push({ field, value, location: 'query', issue: 'INVALID_PARAMETER_VALUE', description });
      }
    }
    const wanted = query.get('totalRequired');
    if (wanted !== null && wanted !== 'true' && wanted !== 'false') {
      const description = 'The value of a field does not conform to the expected format.';
      details.push({
        field: 'totalRequired',
        value: wanted,
        location: 'query',
        issue: 'INVALID_PARAMETER_SYNTAX',
        description,
      });
    }
    if (details.length > 0) throw invalid(details);
    const { page: number, pageSize } = numbers;
    const pages = Math.max(1, Math.ceil(rows.length / pageSize));
    const linkTo = (to: number, rel: string) => {
      const parameters = new URLSearchParams(query);
      parameters.set('page', String(to));
      parameters.set('pageSize', String(pageSize));
      return link(`${pathname}?${parameters.toString()}`, rel);
    };
    return json(200, {
      items: rows.slice((number - 1) * pageSize, number * pageSize),
      page: number,
      pageSize,
      ...(wanted === 'true' && { totalItems: rows.length, totalPages: pages }),
      links: [
        linkTo(number, 'self'),
        linkTo(1, 'first'),
        ...(number > 1 ? [linkTo(number - 1, 'prev')] : []),
        ...(number < pages ? [linkTo(number + 1, 'next')] : []),
        linkTo(pages, 'last'),
      ],
    });
  }

  function listed(url: URL, since: string | undefined): Answered {
    const query = url.searchParams;
    const [status, category, after] = [
      query.get('status'),
      query.get('category'),
      query.get('modifiedAfter'),
    ];
    const sortBy = query.get('sortBy');
    const sortOrder = query.get('sortOrder') ?? 'ascending';
    const wrong = (field: string, description: string) =>
      invalid([
        { field, value: query.get(field), location: 'query', issue: 'INVALID_PARAMETER_VALUE', description },
      ]);
    if (status !== null && !statuses.includes(status)) {
      throw wrong('status', `The value must be one of ${statuses.join(', ')}.`);
    }
    if (after !== null && Number.isNaN(Date.parse(after))) {
      throw wrong('modifiedAfter', 'The value must be a date-time.');
    }
    if (sortBy !== null && !['createTime', 'title', 'price'].includes(sortBy)) {
      throw wrong('sortBy', 'The value must be one of createTime, title, price.');
    }
    if (sortOrder !== 'ascending' && sortOrder !== 'descending') {
      throw wrong('sortOrder', 'The value must be one of ascending, descending.');
    }
    const from = after === null ? (since === undefined ? undefined : Date.parse(since)) : Date.parse(after);
    const found = all.filter(
      (each) =>
        (status === null || each.status === status) &&
        (category === null || each.category === category) &&
        (from === undefined || Math.floor(each.updated / 1_000) * 1_000 > from),
    );
    if (sortBy !== null) {
      const sign = sortOrder === 'descending' ? -1 : 1;
      const of = (each: Listing) =>
        sortBy === 'price' ? each.price : sortBy === 'title' ? each.title : each.created;
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    return page(url, found.map(shown));
  }

  function fields(request: Asked): Row {
    const given = parsed(request.body);
    if (isObject(given)) return given;
    const description = 'The request body is not a JSON object.';
    throw invalid([{ field: '/', location: 'body', issue: 'MALFORMED_REQUEST_JSON', description }]);
  }

  function priced(listing: Listing, given: Row): Answered {
    const details: Detail[] = [];
    const [min, max] = ['minimum', 'maximum'].map((name) => {
      const amount = given[name];
      const location = 'body';
      if (!isObject(amount)) {
        const description = 'A required field is missing.';
        details.push({ field: `/${name}`, location, issue: 'MISSING_REQUIRED_PARAMETER', description });
        return 0;
      }
      const { value, currency } = amount;
      const field = `/${name}/value`;
      if (value === undefined) {
        const description = 'A required field is missing.';
        details.push({ field, location, issue: 'MISSING_REQUIRED_PARAMETER', description });
      } else if (typeof value !== 'string' || !/^-?\d+(?:\.\d{1,2})?$/.test(value)) {
        const description = 'The value of a field does not conform to the expected format.';
        details.push({ field, value, location, issue: 'INVALID_PARAMETER_SYNTAX', description });
      } else if (Number(value) <= 0) {
        const description = 'The amount must be greater than zero.';
        details.push({ field, value, location, issue: 'CANNOT_BE_ZERO_OR_NEGATIVE', description });
      }
      if (currency !== 'USD') {
        const description = 'The currency must be the currency of the listing.';
        details.push({
          field: `/${name}/currency`,
          ...(currency !== undefined && { value: currency }),
          location,
          issue: 'CURRENCY_MISMATCH',
          description,
        });
      }
      return Math.round(Number(value) * 100);
    }) as [number, number];
    if (details.length > 0) throw invalid(details);
    if (min > max) {
      throw unprocessable({
        field: '/minimum/value',
        value: (min / 100).toFixed(2),
        location: 'body',
        issue: 'MINIMUM_EXCEEDS_MAXIMUM',
        description: 'The minimum price must not exceed the maximum price.',
      });
    }
    Object.assign(listing, { min, max, updated: run.now() });
    return json(200, shown(listing));
  }

  function assigned(listing: Listing, given: Row): Answered {
    const { strategyId } = given;
    const [field, location] = ['/strategyId', 'body'] as const;
    if (strategyId === undefined) {
      const description = 'A required field is missing.';
      throw invalid([{ field, location, issue: 'MISSING_REQUIRED_PARAMETER', description }]);
    }
    if (strategyId !== null && typeof strategyId !== 'string') {
      const description = 'The value of a field does not conform to the expected format.';
      throw invalid([{ field, value: strategyId, location, issue: 'INVALID_PARAMETER_SYNTAX', description }]);
    }
    const strategy = strategies.find(({ id }) => id === strategyId);
    if (strategyId !== null && strategy === undefined) {
      const description = 'The strategy does not exist.';
      throw unprocessable({ field, value: strategyId, location, issue: 'STRATEGY_NOT_FOUND', description });
    }
    if (strategy?.enabled === false) {
      const description = 'The strategy is not enabled.';
      throw unprocessable({ field, value: strategyId, location, issue: 'STRATEGY_DISABLED', description });
    }
    Object.assign(listing, { strategy: strategyId, updated: run.now() });
    return json(200, shown(listing));
  }

  function answer(request: Asked, url: URL): Answered {
    const [, first, second, third, part, ...more] = url.pathname.split('/');
    if (request.method === 'GET' && first === 'downloads') {
      const found = runs.find(({ id }) => second === `${id}.csv`);
      if (found === undefined) throw missing();
      const lines = all
        .slice(3, 10)
        .map(({ id, min, max }) => `${id},${money(min).value},${money(max).value}`);
      const body = `Listing,Minimum,Maximum\n${lines.join('\n')}\n`;
      return { status: 200, headers: [['Content-Type', 'text/csv; charset=utf-8']], body };
    }
    if (first === 'v1' && more.length === 0) {
      const isList = third === undefined && ['listings', 'strategies', 'reports'].includes(second!);
      const isOne = second === 'listings' && third !== undefined;
      const isWrite = part === 'price' || part === 'strategy';
      if (isList || (isOne && (part === undefined || isWrite))) {
        if (request.method !== (isWrite ? 'PATCH' : 'GET')) {
          throw new Refusal(
            405,
            'METHOD_NOT_SUPPORTED',
            'The server does not implement the requested HTTP method.',
          );
        }
        if (isOne) {
          const listing = all.find(({ id }) => id === third);
          if (listing === undefined) {
            const description =
              'Specified resource ID does not exist. Please check the resource ID and try again.';
            throw missing([
              {
                field: 'listingId',
                value: third,
                location: 'path',
                issue: 'INVALID_RESOURCE_ID',
                description,
              },
            ]);
          }
          if (!isWrite) return json(200, shown(listing));
          return part === 'price' ? priced(listing, fields(request)) : assigned(listing, fields(request));
        }
        if (second === 'listings') return listed(url, request.headers['if-modified-since']);
        if (second === 'strategies') {
          const rows = strategies.map(({ created, ...each }) => ({
            ...each,
            createTime: local(created),
            links: [link(`/v1/listings?strategyId=${each.id}`, 'listings')],
          }));
          return page(url, rows);
        }
        const status = url.searchParams.get('status');
        return page(
          url,
          runs.map(reportShown).filter((each) => status === null || each.status === status),
        );
      }
    }
    throw missing();
  }

  let window = { begun: 0, left: perSecond };
  let count = 0;
  return (request) => {
    count += 1;
    const debugId = scrambled(`${run.run} links ${count}`, 13, hex);
    const headers: [string, string][] = [['Debug-Id', debugId]];
    const now = run.now();
    try {
      const given = request.headers['x-api-key'];
      if (given !== key) {
        headers.push(['WWW-Authenticate', 'ApiKey realm="merchant-api", error="invalid_key"']);
        const message = `Authentication failed due to ${given === undefined ? 'a missing' : 'an invalid'} API key.`;
        throw new Refusal(401, 'AUTHENTICATION_FAILURE', message);
      }
      if (now - window.begun >= 1_000) window = { begun: now, left: perSecond };
      const reset = Math.ceil((window.begun + 1_000 - now) / 1_000);
      const isOver = window.left === 0;
      if (!isOver) window.left -= 1;
      headers.push(
        ['X-RateLimit-Limit', String(perSecond)],
        ['X-RateLimit-Remaining', String(window.left)],
        ['X-RateLimit-Reset', String(reset)],
      );
      if (isOver) {
        headers.push(['Retry-After', String(reset)]);
        throw new Refusal(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.');
      }
      const answered = answer(request, new URL(request.target, origin));
      return { ...answered, headers: [...answered.headers, ...headers] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, reason, message, details } = error;
      const doc = {
        href: `https://developer.parcelpay.example/errors#${reason}`,
        rel: 'information_link',
        method: 'GET',
      };
      const body = {
        name: reason,
        message,
        debug_id: debugId,
        ...(details.length > 0 && { details }),
        links: [doc],
      };
      return json(status, body, headers);
    }
  };
}

/** Follows the links to the next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: unknown = target; typeof next === 'string';) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    next = listAt(received.body, 'links')
      .filter(isObject)
      .find(({ rel }) => rel === 'next')?.href;
  }
  return rows;
}

const usd = (value: unknown) => ({ value, currency: 'USD' });
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, minimum: unknown, maximum?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { minimum, maximum } });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const strategyIds = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/listings?pageSize=15&totalRequired=true');
  await api.ask('GET', '/v1/listings?totalRequired=true');
  await api.ask('GET', '/v1/listings?totalRequired=false&pageSize=4');
  await walk(api, '/v1/strategies?pageSize=2&totalRequired=true');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?pageSize=5&totalRequired=true');
  for (const index of [0, 6, 13, 21, 32]) await read(api, ids[index]);
  await walk(api, '/v1/listings?status=ACTIVE&totalRequired=true');
  await walk(api, '/v1/listings?status=INACTIVE');
  await walk(api, '/v1/listings?category=TOYS');
  await walk(api, '/v1/listings?category=OUTDOOR&pageSize=6&totalRequired=true');
  await api.ask('GET', '/v1/listings?sortBy=price&sortOrder=descending');
  await api.ask('GET', '/v1/listings?sortBy=price&pageSize=5');
  await api.ask('GET', '/v1/listings?sortBy=title&sortOrder=ascending&pageSize=12');
  await api.ask('GET', '/v1/listings?sortBy=createTime&sortOrder=descending&pageSize=7');
  await walk(api, '/v1/listings?modifiedAfter=2025-08-01T00:00:00Z');
  await api.ask('GET', '/v1/listings?modifiedAfter=2025-03-20T12:00:00-07:00&pageSize=40&totalRequired=true');
  await api.ask('GET', '/v1/listings?pageSize=20', {
    headers: { 'If-Modified-Since': 'Mon, 01 Sep 2025 00:00:00 GMT' },
  });

  await price(api, ids[0], usd('12.50'), usd('39.90'));
  await read(api, ids[0]);
  await price(api, ids[6], usd('250.00'), usd('300.00'));
  await read(api, ids[6]);
  await price(api, ids[13], usd('7'), usd('18.5'));
  await read(api, ids[13]);
  await price(api, ids[21], usd('99.99'), usd('99.99'));
  await assign(api, ids[0], strategyIds[2]);
  await read(api, ids[0]);
  await assign(api, ids[9], strategyIds[0]);
  await read(api, ids[9]);
  await assign(api, ids[21], null);
  await read(api, ids[21]);
  await walk(api, '/v1/listings?pageSize=25');
  await api.ask('GET', '/v1/listings?modifiedAfter=2026-05-12T00:00:00Z');
  await api.ask('GET', '/v1/listings', { headers: { 'If-Modified-Since': 'Tue, 12 May 2026 08:00:00 GMT' } });

  await price(api, ids[28], usd('50.00'), usd('40.00'));
  await price(api, ids[29], usd('9.99'), usd('9.98'));
  await price(api, ids[28], undefined, usd('40.00'));
  await price(api, ids[28], usd('20.00'));
  await api.ask('PATCH', `/v1/listings/${String(ids[28])}/price`, { json: {} });
  await price(api, ids[28], { currency: 'USD' }, usd('40.00'));
  await price(api, ids[28], usd('cheap'), usd('40.00'));
  await price(api, ids[28], usd(20), usd('40.00'));
  await price(api, ids[28], usd('20.00'), usd('40.005'));
  await price(api, ids[28], usd('0.00'), usd('40.00'));
  await price(api, ids[28], usd('-5.00'), usd('-1.00'));
  await price(api, ids[28], { value: '20.00', currency: 'EUR' }, usd('40.00'));
  await price(api, ids[28], usd('20.00'), { value: '40.00' });
  await api.ask('PATCH', `/v1/listings/${String(ids[28])}/price`, { text: '{"minimum": ' });
  await price(api, 'LST-000000000000', usd('20.00'), usd('40.00'));
  await read(api, 'LST-000000000001');
  await read(api, 'lamp');
  await assign(api, ids[28], 'STR-00000000');
  await assign(api, ids[28], 'fastest');
  await assign(api, ids[28], strategyIds[4]);
  await assign(api, ids[28], 7);
  await assign(api, ids[28]);
  await assign(api, 'LST-000000000002', strategyIds[0]);
  for (const query of [
    'pageSize=0',
    'pageSize=51',
    'pageSize=all',
    'page=0',
    'page=30',
    'totalRequired=yes',
    'status=SOLD',
    'modifiedAfter=yesterday',
    'sortBy=stock',
    'sortBy=price&sortOrder=up',
    'colour=red&pageSize=2',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?pageSize=200');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[28])}`);
  await api.ask('GET', '/v1/listings?pageSize=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?pageSize=3', { headers: { 'X-API-KEY': 'live_wrong' } });
  await api.ask('GET', '/v1/reports?status=PROCESSING');
  api.wait(120_000);
  await api.ask('GET', '/v1/reports?status=PROCESSING');
  api.wait(600_000);
  const runs = await walk(api, '/v1/reports?status=COMPLETED');
  for (const index of [0, 3]) {
    const link = listAt(runs[index], 'links').find(isObject)?.href;
    if (typeof link === 'string') await api.ask('GET', link);
  }
  for (let sent = 0; sent < 8; sent += 1) await api.ask('GET', '/v1/strategies?pageSize=1', { atOnce: true });
  api.wait(1_500);
  await api.ask('GET', '/v1/strategies?pageSize=4');
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?pageSize=16')).map((row) => row.id);
  const strategyIds = (await walk(api, '/v1/strategies?pageSize=3&totalRequired=true')).map((row) => row.id);
  await api.ask('GET', '/v1/listings?pageSize=18&totalRequired=true');
  await walk(api, '/v1/reports?pageSize=6');
  for (const index of [3, 11, 24]) await read(api, ids[index]);
  await walk(api, '/v1/listings?status=OUT_OF_STOCK');
  await walk(api, '/v1/listings?status=ACTIVE&pageSize=9&totalRequired=true');
  await walk(api, '/v1/listings?category=TOOLS');
  await api.ask('GET', '/v1/listings?sortBy=price&sortOrder=ascending&pageSize=8');
  await api.ask('GET', '/v1/listings?sortBy=title&sortOrder=descending&pageSize=6');
  await walk(api, '/v1/listings?modifiedAfter=2025-05-10T00:00:00Z&pageSize=20');
  await api.ask('GET', '/v1/listings?pageSize=14', {
    headers: { 'If-Modified-Since': 'Sun, 15 Jun 2025 12:00:00 GMT' },
  });

  await price(api, ids[3], usd('15.00'), usd('44.95'));
  await read(api, ids[3]);
  await price(api, ids[11], usd('300.00'), usd('410.50'));
  await read(api, ids[11]);
  await price(api, ids[24], usd('8'), usd('61.2'));
  await assign(api, ids[24], strategyIds[1]);
  const changed = await read(api, ids[24]);
  await assign(api, ids[3], null);
  await api.ask('GET', '/v1/listings?pageSize=45');
  const since = encodeURIComponent(textIfAny(changed, 'updateTime') ?? 'missing');
  await api.ask('GET', `/v1/listings?modifiedAfter=${since}`);

  await price(api, ids[30], usd('70.00'), usd('65.50'));
  await price(api, ids[30], undefined, usd('12.00'));
  await price(api, ids[30], usd('15.00'));
  await price(api, ids[30], usd('15.00'), { currency: 'USD' });
  await price(api, ids[30], usd('low'), usd('60.00'));
  await price(api, ids[30], usd('15.00'), usd(60));
  await price(api, ids[30], usd('15.00'), usd('-2.00'));
  await price(api, ids[30], usd('15.00'), { value: '60.00', currency: 'GBP' });
  await price(api, ids[30], usd('low'), usd('high'));
  await api.ask('PATCH', `/v1/listings/${String(ids[30])}/price`, { text: 'minimum=3' });
  await price(api, 'LST-999999999999', usd('20.00'), usd('40.00'));
  await read(api, 'LST-999999999998');
  await read(api, 'torch');
  await assign(api, ids[30], 'STR-99999999');
  await assign(api, ids[30], true);
  await assign(api, 'LST-999999999997', strategyIds[0]);
  for (const query of [
    'pageSize=-4',
    'pageSize=100',
    'pageSize=ten',
    'page=-1',
    'page=12',
    'totalRequired=1',
    'status=GONE',
    'sortBy=age',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/strategies?pageSize=0');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/listings?pageSize=4', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': 'live_wrong_too' } });
  // Of a kind that was not recorded.
  await api.ask('GET', '/v1/listings?page=0&pageSize=99');
  await api.ask('GET', '/v1/listings?status=ACTIVE&category=TOYS&sortBy=price');
  api.wait(900_000);
  const last = await api.ask('GET', '/v1/reports?status=COMPLETED&pageSize=20');
  const link = at(last, 'items', 1, 'links', 0, 'href');
  if (typeof link === 'string') await api.ask('GET', link);
}

export const merchantLinks: WalkedService = {
  name: 'merchant-links',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
