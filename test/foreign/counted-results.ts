// A service built with a well-known web framework's REST toolkit: {count, next, previous, results} with limit and offset,
// summaries in lists and more in one record, errors by field or under `detail`, five requests in any one second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'nk_live_83ad01c7e65f42b9';
const perSecond = 5;
const states = ['active', 'paused', 'ended'];

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: Row;
  readonly state: string;
  readonly price: number;
  readonly condition: string;
  readonly notes: string;
  min: number;
  max: number;
  strategy: string | null;
  revision: number;
  readonly created: number;
  updated: string;
}

interface Export {
  readonly id: number;
  readonly name: string;
  readonly by: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

/** A moment to the microsecond, without the fraction where it is nothing. */
function moment(milliseconds: number, micros = 0): string {
  const [whole, fraction] = new Date(milliseconds).toISOString().slice(0, -1).split('.');
  const all = `${fraction!}${String(micros).padStart(3, '0')}`;
  return all === '000000' ? `${whole!}Z` : `${whole!}.${all}Z`;
}

const decimal = (cents: number): string => (cents / 100).toFixed(2);
const duration = (seconds: number): string =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

const notFoundPage = `
<!doctype html>
<html lang="en">
<head>
  <title>Not Found</title>
</head>
<body>
  <h1>Not Found</h1><p>The requested resource was not found on this server.</p>
</body>
</html>
`;

/** What the parser says of a text that is no JSON: where it would have liked a value. */
function parseError(text: string): string {
  const place = /^\s*[{[]/.test(text) ? text.length : 0;
  return `JSON parse error - Expecting value: line 1 column ${place + 1} (char ${place})`;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Steady',
    'Race to top',
    'Margin guard',
    'Weekend',
    'Slow movers',
    'Mirror',
    'Floor only',
  ].map((name, index) => ({
    id: uuid(`counted strategy ${name}`),
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    rule: {
      kind: oneOf(`counted kind ${name}`, ['percent', 'amount']),
      value: decimal(10 + chance(`counted value ${name}`, 400)),
    },
    is_default: index === 0,
    created_at: moment(pastMoment(`counted strategy ${name}`), 128 + index),
  }));
  const listings = Array.from({ length: 46 }, (_, index): Listing => {
    const name = `counted ${index}`;
    const { title, maker, sku, price } = ware(name);
    const created = pastMoment('counted 0') + index * 3_700_000 + chance(name, 900_000);
    return {
      id: uuid(name),
      sku,
      title,
      brand: { id: 11 + chance(`brand ${maker}`, 80), name: maker },
      state: oneOf(`${name} state`, ['active', 'active', 'active', 'paused', 'ended']),
      price,
      condition: oneOf(`${name} condition`, ['new', 'new', 'used', 'refurbished']),
      notes: chance(`${name} notes`, 4) === 0 ? 'Ask before repricing.' : '',
      min: Math.round(price * (chance(`${name} high`, 6) === 0 ? 1.1 : 0.75)),
      max: Math.round(price * 1.4),
      strategy: chance(`${name} none`, 5) === 0 ? null : oneOf(`${name} strategy`, strategies).id,
      revision: 1 + chance(`${name} revision`, 9),
      created,
      updated: moment(created + chance(`${name} updated`, 86_400_000), chance(name, 1_000)),
    };
  }).reverse();
  const exports = Array.from({ length: 8 }, (_, index): Export => {
    const name = `counted export ${index}`;
    return {
      id: 301 + index,
      name: `${oneOf(`${name} kind`, ['prices', 'stock', 'changes'])}-${String(index + 1).padStart(3, '0')}`,
      by: `${oneOf(`${name} by`, ['ines', 'tomasz', 'reports-bot'])}@shop.example`,
      created: index < 7 ? pastMoment('counted exports') + index * 86_400_000 : opened - 25_000,
      seconds: 40 + chance(name, 200),
      fails: index === 3,
    };
  }).reverse();

  const named = (id: string | null): Row | null => {
    const strategy = strategies.find((candidate) => candidate.id === id);
    return strategy === undefined ? null : { id: strategy.id, name: strategy.name };
  };
  const place = ({ price, min, max }: Listing): string =>
    price < min ? 'below_range' : price > max ? 'above_range' : 'in_range';
  const summary = (listing: Listing): Row => ({
    id: listing.id,
    url: `${run.origin}/v1/listings/${listing.id}`,
    sku: listing.sku,
    title: listing.title,
    state: listing.state,
    price: decimal(listing.price),
    min_price: decimal(listing.min),
    max_price: decimal(listing.max),
    range_state: place(listing),
    strategy: listing.strategy,
    updated_at: listing.updated,
  });
  const detail = (listing: Listing): Row => ({
    ...summary(listing),
    brand: listing.brand,
    condition: listing.condition,
    notes: listing.notes,
    strategy: named(listing.strategy),
    revision: listing.revision,
    created_at: moment(listing.created),
  });
  const exportView = (each: Export): Row => {
    const elapsed = (run.now() - each.created) / 1_000;
    const done = elapsed >= each.seconds;
    const status = !done ? 'running' : each.fails ? 'failed' : 'done';
    return {
      id: each.id,
      name: each.name,
      status,
      progress: done ? 100 : elapsed < 20 ? 0 : 50,
      file: status === 'done' ? `${run.origin}/media/exports/${each.name}.csv` : null,
      requested_by: each.by,
      created_at: moment(each.created),
      finished_at: done ? moment(each.created + each.seconds * 1_000) : null,
      duration: done ? duration(each.seconds) : null,
    };
  };

  const refused = (status: number, detail: string, headers: [string, string][] = []): Answered =>
    json(status, { detail }, headers);

  function page(url: URL, rows: readonly Row[]): Answered {
    const limitText = url.searchParams.get('limit') ?? '';
    const offsetText = url.searchParams.get('offset') ?? '';
    const limit = /^\d+$/.test(limitText) && Number(limitText) > 0 ? Math.min(Number(limitText), 100) : 20;
    const offset = /^\d+$/.test(offsetText) ? Number(offsetText) : 0;
    /** The address asked for with other paging; the toolkit sorts what it writes anew. */
    const link = (to: number): string => {
      const query = new URLSearchParams(url.searchParams);
      query.set('limit', String(limit));
      if (to > 0) query.set('offset', String(to));
      else query.delete('offset');
      query.sort();
      return `${run.origin}${url.pathname}?${query.toString()}`;
    };
    return json(200, {
      count: rows.length,
      next: offset + limit >= rows.length ? null : link(offset + limit),
      previous: offset <= 0 ? null : link(offset - limit),
      results: rows.slice(offset, offset + limit),
    });
  }

  function listingsPage(url: URL): Answered {
    const state = url.searchParams.get('state') ?? '';
    const strategy = url.searchParams.get('strategy') ?? '';
    const wrong: Record<string, string[]> = {};
    if (state !== '' && !states.includes(state)) {
      wrong.state = [`Select a valid choice. ${state} is not one of the available choices.`];
    }
    if (strategy !== '' && named(strategy) === null) {
      wrong.strategy = ['Select a valid choice. That choice is not one of the available choices.'];
    }
    if (Object.keys(wrong).length > 0) return json(400, wrong);
    const found = listings.filter(
      (listing) =>
        (state === '' || listing.state === state) && (strategy === '' || listing.strategy === strategy),
    );
    const ordering = url.searchParams.get('ordering');
    if (ordering === 'price') found.sort((one, other) => one.price - other.price);
    if (ordering === '-price') found.sort((one, other) => other.price - one.price);
    return page(url, found.map(summary));
  }

  /** A bound in cents, or what is wrong with it. */
  function bound(value: unknown): number | string {
    if (value === undefined) return 'This field is required.';
    if (value === null) return 'This field may not be null.';
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (!/^-?\d+(\.\d+)?$/.test(text)) return 'A valid number is required.';
    if (Number(text) < 0.01) return 'Ensure this value is greater than or equal to 0.01.';
    if (/\.\d{3,}$/.test(text)) return 'Ensure that there are no more than 2 decimal places.';
    return Math.round(Number(text) * 100);
  }

  function priced(listing: Listing, given: Row): Answered {
    const [min, max] = [bound(given.min_price), bound(given.max_price)];
    if (typeof min === 'string' || typeof max === 'string') {
      return json(400, {
        ...(typeof min === 'string' ? { min_price: [min] } : {}),
        ...(typeof max === 'string' ? { max_price: [max] } : {}),
      });
    }
    if (min > max) {
      return json(400, { non_field_errors: ['min_price must be less than or equal to max_price.'] });
    }
    listing.min = min;
    listing.max = max;
    return written(listing);
  }

  function assigned(listing: Listing, given: Row): Answered {
    const { strategy } = given;
    const wrong = (message: string): Answered => json(400, { strategy: [message] });
    if (strategy === undefined) return wrong('This field is required.');
    if (strategy === null) return wrong('This field may not be null.');
    if (typeof strategy !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(strategy)) {
      return wrong('Must be a valid UUID.');
    }
    if (named(strategy) === null) return wrong(`Invalid pk "${strategy}" - object does not exist.`);
    listing.strategy = strategy;
    return written(listing);
  }

  function written(listing: Listing): Answered {
    listing.revision += 1;
    listing.updated = moment(run.now());
    return json(200, detail(listing), [['Allow', 'PATCH, OPTIONS']]);
  }

  function answer(request: Asked, url: URL): Answered {
    const file = exports.find(({ name }) => url.pathname === `/media/exports/${name}.csv`);
    if (file !== undefined) {
      const lines = listings.slice(0, 10).map(({ sku, price }) => `${sku};${decimal(price)}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv']],
        body: `sku;price\r\n${lines.join('\r\n')}\r\n`,
      };
    }
    const [, resource, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const known =
      resource === 'listings' || (id === undefined && (resource === 'strategies' || resource === 'reports'));
    if (!known)
      return { status: 404, headers: [['Content-Type', 'text/html; charset=utf-8']], body: notFoundPage };
    const allowed = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== allowed)
      return refused(405, `Method "${request.method}" not allowed.`, [['Allow', allowed]]);
    if (id === undefined) {
      if (resource === 'listings') return listingsPage(url);
      return page(url, resource === 'reports' ? exports.map(exportView) : strategies);
    }
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return refused(404, 'Not found.');
    const listing = listings.find((candidate) => candidate.id === id);
    if (listing === undefined) return refused(404, 'No Listing matches the given query.');
    if (part === undefined) return json(200, detail(listing));
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('application/json'))
      return refused(415, `Unsupported media type "${type}" in request.`);
    const given = parsed(request.body);
    if (given === undefined) return refused(400, parseError(request.body));
    if (!isObject(given)) {
      const got = Array.isArray(given)
        ? 'list'
        : given === null
          ? 'NoneType'
          : typeof given === 'string'
            ? 'str'
            : 'int';
      return json(400, { non_field_errors: [`Invalid data. Expected a dictionary, but got ${got}.`] });
    }
    return part === 'price' ? priced(listing, given) : assigned(listing, given);
  }

  let accepted: readonly number[] = [];
  return (request) => {
    const url = new URL(request.target, run.origin);
    const given = request.headers['x-api-key'];
    if (url.pathname.startsWith('/v1/')) {
      if (given !== key) {
        const message =
          given === undefined ? 'Authentication credentials were not provided.' : 'Invalid API key.';
        return refused(401, message, [['WWW-Authenticate', 'Api-Key']]);
      }
      const now = run.now();
      accepted = accepted.filter((each) => each > now - 1_000);
      if (accepted.length >= perSecond) {
        const wait = Math.ceil((accepted[0]! + 1_000 - now) / 1_000);
        const message = `Request was throttled. Expected available in ${wait} second${wait === 1 ? '' : 's'}.`;
        return refused(429, message, [['Retry-After', String(wait)]]);
      }
      accepted = [...accepted, now];
    }
    const answered = answer(request, url);
    return { ...answered, headers: [...answered.headers, ['Vary', 'Accept'], ['X-Frame-Options', 'DENY']] };
  };
}

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'results'));
    next = textIfAny(received, 'next');
  }
  return rows;
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json });
const strategy = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json });

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = all.map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?limit=15');
  await walk(api, '/v1/strategies?limit=3');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=5');
  await walk(api, '/v1/listings?state=paused');
  await walk(api, '/v1/listings?state=active&limit=12');
  await walk(api, `/v1/listings?strategy=${String(strategies[0]!.id)}`);
  await api.ask('GET', '/v1/listings?ordering=price&limit=6');
  await api.ask('GET', '/v1/listings?ordering=-price&limit=6');
  for (const index of [0, 3, 14, 21, 45]) await read(api, ids[index]);
  await price(api, ids[0], { min_price: '14.50', max_price: '29.90' });
  await read(api, ids[0]);
  await price(api, ids[3], { min_price: '8.00', max_price: '9.25' });
  await read(api, ids[3]);
  await price(api, ids[14], { min_price: 210, max_price: 380.5 });
  await read(api, ids[14]);
  await price(api, ids[20], { min_price: '1', max_price: '999.9' });
  await price(api, ids[3], { min_price: '8.00', max_price: '8.00' });
  await strategy(api, ids[0], { strategy: strategies[1]!.id });
  await strategy(api, ids[21], { strategy: strategies[4]!.id });
  await read(api, ids[21]);
  await api.ask('GET', '/v1/listings?limit=24');
  api.wait(30_000);
  await api.ask('GET', '/v1/reports');
  await read(api, '0d7f5f7e-6d6b-4c55-8f3c-6f3a6d2b9a10');
  await read(api, '1aa0cbb7-0f51-4c0f-93e4-20b55e5a7f21');
  await read(api, 'desk-lamp');
  await price(api, 'e0e2ed8c-4a6b-4c4d-9d9c-5d10b0c1b5f3', { min_price: '1.00', max_price: '2.00' });
  await price(api, '17', { min_price: '1.00', max_price: '2.00' });
  await price(api, ids[8], { min_price: '30.00', max_price: '20.00' });
  await price(api, ids[9], { min_price: '8.40', max_price: '8.39' });
  await price(api, ids[8], { max_price: '20.00' });
  await price(api, ids[8], { min_price: '20.00' });
  await price(api, ids[8], {});
  await price(api, ids[8], { min_price: null, max_price: '20.00' });
  await price(api, ids[9], { min_price: 'cheap', max_price: '20.00' });
  await price(api, ids[9], { min_price: '4.00', max_price: true });
  await price(api, ids[9], { min_price: 'low', max_price: 'high' });
  await price(api, ids[9], { min_price: '-4.00', max_price: '12.00' });
  await price(api, ids[9], { min_price: '0', max_price: '12.00' });
  await price(api, ids[9], { min_price: '4.005', max_price: '12.00' });
  await price(api, ids[9], [1, 2]);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"min_price": ' });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: 'min_price=4' });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, {
    text: '{"min_price": "4.00", "max_price": "5.00"}',
    headers: { 'Content-Type': 'text/plain' },
  });
  await strategy(api, ids[9], { strategy: '5b0df36c-6f36-4b1a-8a35-9a1f5d3f0c11' });
  await strategy(api, ids[9], { strategy: 'aggressive' });
  await strategy(api, ids[9], { strategy: null });
  await strategy(api, ids[9], {});
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', '/v1/listings?limit=1000');
  await api.ask('GET', '/v1/listings?limit=lots');
  await api.ask('GET', '/v1/listings?limit=10&offset=100');
  await api.ask('GET', '/v1/listings?limit=5&offset=2');
  await api.ask('GET', '/v1/listings?state=sold');
  await api.ask('GET', '/v1/listings?limit=4&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'nk_live_0000000000000000' } });
  api.wait(2_000);
  for (let sent = 0; sent < 7; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(1_800_000);
  const last = await api.ask('GET', '/v1/reports');
  const file = textIfAny(last, 'results', 0, 'file');
  if (file !== undefined) await api.ask('GET', file);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=18');
  const ids = all.map((row) => row.id);
  await walk(api, '/v1/listings?limit=31');
  await api.ask('GET', '/v1/listings');
  const strategies = await walk(api, '/v1/strategies?limit=4');
  await walk(api, '/v1/reports?limit=3');
  await walk(api, '/v1/listings?state=ended');
  await walk(api, '/v1/listings?state=active&limit=9');
  await walk(api, `/v1/listings?strategy=${String(strategies[2]!.id)}&limit=3`);
  await api.ask('GET', '/v1/listings?ordering=-price&limit=9');
  for (const index of [5, 17, 30]) await read(api, ids[index]);
  await price(api, ids[5], { min_price: '11.25', max_price: '63.00' });
  await read(api, ids[5]);
  await price(api, ids[17], { min_price: '500.00', max_price: '640.75' });
  await read(api, ids[17]);
  await price(api, ids[30], { min_price: 2, max_price: 3.5 });
  await strategy(api, ids[5], { strategy: strategies[3]!.id });
  await strategy(api, ids[31], { strategy: strategies[6]!.id });
  await read(api, ids[31]);
  await api.ask('GET', '/v1/listings?limit=27');
  await read(api, '9f3c1f0e-2a50-4d0b-8a4e-77d3a5a0c9d2');
  await read(api, 'tea-tin');
  await price(api, '64c5e0cf-2f4e-4a0f-b2fb-7a8bd0d0f7aa', { min_price: '3.00', max_price: '4.00' });
  await price(api, ids[11], { min_price: '71.20', max_price: '70.00' });
  await price(api, ids[12], { max_price: '15.00' });
  await price(api, ids[12], { min_price: '7.00', max_price: null });
  await price(api, ids[12], { min_price: 'free', max_price: '9.00' });
  await price(api, ids[12], { min_price: '5.00', max_price: 'dear' });
  await price(api, ids[12], { min_price: '-0.50', max_price: '15.00' });
  await price(api, ids[12], { min_price: '5.00', max_price: '9.999' });
  await api.ask('PATCH', `/v1/listings/${String(ids[12])}/price`, { text: '{"max_price": 5, "min_price": ' });
  await strategy(api, ids[12], { strategy: 'c3a3a1a8-75de-43cf-9b0f-1d8cf5a51e42' });
  await strategy(api, ids[12], { strategy: 'gentle' });
  await strategy(api, ids[13], {});
  await api.ask('GET', '/v1/listings?limit=-3');
  await api.ask('GET', '/v1/reports?limit=all');
  await api.ask('GET', '/v1/listings?limit=8&offset=64');
  await api.ask('GET', '/v1/listings?limit=7&offset=3');
  await api.ask('GET', '/v1/listings?state=lost');
  await api.ask('GET', '/v1/listings?limit=3&size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=1', { headers: { 'X-API-KEY': 'nk_live_1111111111111111' } });
  // Of a kind that was not recorded.
  await api.ask('GET', '/v1/listings?state=active&strategy=none');
  await api.ask('DELETE', `/v1/listings/${String(ids[12])}`);
  api.wait(2_000);
  for (const index of [33, 34, 35, 36, 37, 38]) {
    await api.ask('GET', `/v1/listings/${String(ids[index])}`, { atOnce: true });
  }
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const countedResults: WalkedService = {
  name: 'counted-results',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=4', 'limit=7', 'limit=100'],
  walk,
};
