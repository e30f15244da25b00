// A point of sale's API: a cursor that is only there while there is more, empty lists and unset members left out, amounts as
// whole cents with a currency, a key that makes a repeated write harmless, versions that tell a stale write, and a list of
// errors with a category, a code and a field.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, scrambled, uuid } from './kit.ts';
import {
  at,
  chance,
  digest,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'EAAAEOuLQPDbmd6k8hVfYcX1rT';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const largestPage = 100;

interface Listing {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly status: string;
  readonly location: string;
  readonly price: number;
  readonly quantity: number;
  readonly created: number;
  minimum: number | undefined;
  maximum: number | undefined;
  strategy: string | undefined;
  version: number;
}

interface Export {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

interface Problem {
  readonly category: string;
  readonly code: string;
  readonly detail: string;
  readonly field?: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Problem[];

  constructor(status: number, ...errors: readonly Problem[]) {
    super(`refused with ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

const invalid = (code: string, detail: string, field?: string): Problem => ({
  category: 'INVALID_REQUEST_ERROR',
  code,
  detail,
  ...(field === undefined ? {} : { field }),
});

const time = (moment: number): string => new Date(moment).toISOString();
const money = (amount: number): Row => ({ amount, currency: 'USD' });

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Happy hour',
    'Neighbour',
    'Clearance',
    'Anchor',
    'Rainy day',
    'House price',
    'Dormant',
  ].map((name, index) => ({
    id: scrambled(`sale strategy ${index}`, 24, letters),
    name,
    active: index < 6,
    ...(index % 2 === 0 ? { percentage: String((5 + chance(`sale ${name}`, 250)) / 10) } : {}),
    updated_at: time(pastMoment(`sale strategy ${name}`) + chance(name, 1_000)),
  }));
  const listings = Array.from({ length: 58 }, (_, index): Listing => {
    const name = `sale ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name) + chance(`${name} ms`, 1_000);
    return {
      id: scrambled(name, 24, letters),
      name: title,
      sku,
      status: oneOf(`${name} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'HIDDEN']),
      location: oneOf(`${name} location`, ['L18TQ4Y9BZ0FX', 'LDR7M2K5VW3HN']),
      price,
      quantity: stock,
      created,
      minimum: chance(`${name} minimum`, 4) > 0 ? Math.round(price * 0.75) : undefined,
      maximum: chance(`${name} maximum`, 3) > 0 ? Math.round(price * 1.25) : undefined,
      strategy: chance(`${name} automated`, 2) > 0 ? oneOf(`${name} strategy`, strategies).id : undefined,
      version: created + chance(`${name} version`, 40 * 86_400) * 1_000,
    };
  });
  const exported = Array.from({ length: 9 }, (_, index): Export => ({
    id: scrambled(`sale export ${index}`, 20, letters),
    type: oneOf(`sale export ${index}`, ['PRICES', 'SALES', 'STOCK_TAKE']),
    created:
      index < 7 ? pastMoment('sale exports') + index * 604_800_000 : opened - 20_000 + (index - 7) * 15_000,
    seconds: 40 + index * 11,
    fails: index === 5,
  })).reverse();

  const view = (listing: Listing): Row => ({
    id: listing.id,
    version: listing.version,
    created_at: time(listing.created),
    updated_at: time(listing.version),
    name: listing.name,
    sku: listing.sku,
    status: listing.status,
    location_id: listing.location,
    price_money: money(listing.price),
    ...(listing.minimum === undefined ? {} : { min_price_money: money(listing.minimum) }),
    ...(listing.maximum === undefined ? {} : { max_price_money: money(listing.maximum) }),
    ...(listing.strategy === undefined ? {} : { strategy_id: listing.strategy }),
    quantity: String(listing.quantity),
  });
  const exportView = (one: Export): Row => {
    const elapsed = (run.now() - one.created) / 1_000;
    const ended = elapsed >= one.seconds;
    const status = elapsed < 12 ? 'QUEUED' : !ended ? 'IN_PROGRESS' : one.fails ? 'FAILED' : 'COMPLETED';
    return {
      id: one.id,
      type: one.type,
      status,
      ...(status === 'COMPLETED' ? { download_url: `${run.origin}/exports/${one.id}` } : {}),
      ...(status === 'FAILED' ? { error: invalid('TIMEOUT', 'The export took too long.') } : {}),
      created_at: time(one.created),
      ...(ended ? { closed_at: time(one.created + one.seconds * 1_000) } : {}),
    };
  };

  /** One page after a cursor, which is bound to the filters with which the walk began. */
  function listed(name: string, rows: readonly Row[], query: URLSearchParams): Answered {
    const limitText = query.get('limit') ?? '20';
    if (!/^-?\d+$/.test(limitText)) {
      throw new Refusal(400, invalid('EXPECTED_INTEGER', `Expected an integer value.`, 'limit'));
    }
    const limit = Number(limitText);
    if (limit < 1) {
      throw new Refusal(
        400,
        invalid('VALUE_TOO_LOW', '`limit` must be greater than or equal to 1.', 'limit'),
      );
    }
    if (limit > largestPage) {
      const detail = `\`limit\` must be less than or equal to ${largestPage}.`;
      throw new Refusal(400, invalid('VALUE_TOO_HIGH', detail, 'limit'));
    }
    const order = query.get('sort_order') ?? 'ASC';
    if (order !== 'ASC' && order !== 'DESC') {
      const detail = `\`${order}\` is not a valid enum value for \`sort_order\`.`;
      throw new Refusal(400, invalid('INVALID_ENUM_VALUE', detail, 'sort_order'));
    }
    const sorted = order === 'ASC' ? rows : rows.toReversed();
    const bound = digest(`${name} ${order} ${query.get('status')} ${query.get('location_id')}`).slice(0, 12);
    let from = 0;
    const text = query.get('cursor');
    if (text !== null) {
      const [after, filters] = Buffer.from(text, 'base64url').toString().split(':');
      const found = sorted.findIndex(({ id }) => id === after);
      if (found === -1 || filters !== bound) {
        throw new Refusal(400, invalid('INVALID_CURSOR', 'Invalid cursor provided.', 'cursor'));
      }
      from = found + 1;
    }
    const shown = sorted.slice(from, from + limit);
    const more = from + limit < sorted.length;
    const cursor = more ? Buffer.from(`${String(shown.at(-1)!.id)}:${bound}`).toString('base64url') : '';
    return json(200, {
      ...(shown.length > 0 ? { [name]: shown } : {}),
      ...(more ? { cursor } : {}),
    });
  }

  function listingsListed(query: URLSearchParams): Answered {
    const status = query.get('status');
    if (status !== null && status !== 'ACTIVE' && status !== 'HIDDEN') {
      const detail = `\`${status}\` is not a valid enum value for \`status\`.`;
      throw new Refusal(400, invalid('INVALID_ENUM_VALUE', detail, 'status'));
    }
    const location = query.get('location_id');
    const meant = listings.filter(
      (listing) =>
        (status === null || listing.status === status) &&
        (location === null || listing.location === location),
    );
    return listed('listings', meant.map(view), query);
  }

  /** The cents of an amount in a body; undefined where the body does not name it. */
  function amountOf(given: Row, name: string, wrong: Problem[]): number | undefined {
    const field = `listing.${name}`;
    const value = given[name];
    if (value === undefined) return undefined;
    if (!isObject(value)) {
      wrong.push(invalid('EXPECTED_OBJECT', 'Expected an object.', field));
      return undefined;
    }
    const { amount, currency } = value;
    if (amount === undefined || amount === null) {
      wrong.push(invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', `${field}.amount`));
    } else if (typeof amount !== 'number' || !Number.isInteger(amount)) {
      wrong.push(invalid('EXPECTED_INTEGER', 'Expected an integer value.', `${field}.amount`));
    } else if (amount <= 0) {
      wrong.push(invalid('VALUE_TOO_LOW', `\`${amount}\` is too low.`, `${field}.amount`));
    } else if (currency !== 'USD') {
      const detail = `The currency \`${String(currency)}\` is not that of the location.`;
      wrong.push(invalid('INVALID_VALUE', detail, `${field}.currency`));
    } else return amount;
    return undefined;
  }

  function priced(listing: Listing, given: Row): void {
    const wrong: Problem[] = [];
    const minimum = amountOf(given, 'min_price_money', wrong) ?? listing.minimum;
    const maximum = amountOf(given, 'max_price_money', wrong) ?? listing.maximum;
    if (given.min_price_money === undefined && given.max_price_money === undefined) {
      wrong.push(invalid('MISSING_REQUIRED_PARAMETER', 'Either bound is required.', 'listing'));
    }
    if (wrong.length > 0) throw new Refusal(400, ...wrong);
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      const detail = `The minimum of ${minimum} exceeds the maximum of ${maximum}.`;
      throw new Refusal(422, invalid('INVALID_VALUE', detail, 'listing.min_price_money'));
    }
    listing.minimum = minimum;
    listing.maximum = maximum;
  }

  function assigned(listing: Listing, given: Row): void {
    const { strategy_id: id } = given;
    const field = 'listing.strategy_id';
    if (id === undefined || id === null) {
      throw new Refusal(400, invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', field));
    }
    if (typeof id !== 'string') {
      throw new Refusal(400, invalid('EXPECTED_STRING', 'Expected a string value.', field));
    }
    if (!strategies.some((strategy) => strategy.id === id)) {
      throw new Refusal(404, invalid('NOT_FOUND', `Strategy with ID \`${id}\` not found.`, field));
    }
    listing.strategy = id;
  }

  const kept = new Map<string, { readonly request: string; readonly answered: Answered }>();

  function written(listing: Listing, part: string, request: Asked): Answered {
    const body = parsed(request.body);
    if (!isObject(body)) {
      throw new Refusal(400, invalid('INVALID_JSON', 'The request body could not be decoded as JSON.'));
    }
    const { idempotency_key: once, listing: given } = body;
    if (typeof once !== 'string' || once === '') {
      const detail = 'Missing required parameter.';
      throw new Refusal(400, invalid('MISSING_REQUIRED_PARAMETER', detail, 'idempotency_key'));
    }
    const asked = `${request.target} ${request.body}`;
    const before = kept.get(once);
    if (before !== undefined) {
      if (before.request === asked) return before.answered;
      const detail = 'The idempotency key was used with another request.';
      throw new Refusal(400, invalid('IDEMPOTENCY_KEY_REUSED', detail, 'idempotency_key'));
    }
    if (!isObject(given)) {
      throw new Refusal(400, invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', 'listing'));
    }
    if (given.version !== undefined && given.version !== listing.version) {
      const detail = `Object version does not match latest version: ${JSON.stringify(given.version)} != ${listing.version}`;
      throw new Refusal(409, invalid('VERSION_MISMATCH', detail, 'listing.version'));
    }
    if (part === 'price') priced(listing, given);
    else assigned(listing, given);
    listing.version = run.now();
    const answered = json(200, { listing: view(listing) });
    kept.set(once, { request: asked, answered });
    return answered;
  }

  function answer(request: Asked, url: URL): Answered {
    const one = exported.find(({ id }) => url.pathname === `/exports/${id}`);
    if (one !== undefined) {
      const lines = listings.slice(0, 11).map(({ sku, price }) => `${sku}\t${price}`);
      const headers: [string, string][] = [['Content-Type', 'text/tab-separated-values']];
      return { status: 200, headers, body: `sku\tcents\n${lines.join('\n')}\n` };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const known = name === 'listings' || (id === undefined && (name === 'strategies' || name === 'reports'));
    if (!known) throw new Refusal(404, invalid('NOT_FOUND', 'Resource not found.'));
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, invalid('METHOD_NOT_ALLOWED', 'Method not allowed.'));
    }
    if (id === undefined) {
      if (name === 'listings') return listingsListed(url.searchParams);
      if (name === 'reports') return listed('report_runs', exported.map(exportView), url.searchParams);
      return listed('strategies', strategies, url.searchParams);
    }
    const listing = listings.find((candidate) => candidate.id === id);
    if (listing === undefined) {
      throw new Refusal(404, invalid('NOT_FOUND', `Listing with ID \`${id}\` not found.`, 'listing_id'));
    }
    return part === undefined ? json(200, { listing: view(listing) }) : written(listing, part, request);
  }

  let asked = 0;
  return (request) => {
    asked += 1;
    const common: [string, string][] = [
      ['Sale-Api-Version', '2026-04-16'],
      ['X-Trace-Reference', scrambled(`sale ${run.run} ${asked}`, 13, letters)],
    ];
    const answered = ((): Answered => {
      try {
        if (request.headers['x-api-key'] !== key) {
          const detail = 'This request could not be authorized.';
          throw new Refusal(401, { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail });
        }
        return answer(request, new URL(request.target, run.origin));
      } catch (error) {
        if (error instanceof Refusal) return json(error.status, { errors: error.errors });
        throw error;
      }
    })();
    return { ...answered, headers: [...answered.headers, ...common] };
  };
}

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const name = target.startsWith('/v1/reports') ? 'report_runs' : target.split(/[/?]/)[2]!;
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    const cursor = textIfAny(received, 'cursor');
    next = cursor && `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
  }
  return rows;
}

const usd = (amount: unknown): Row => ({ amount, currency: 'USD' });
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);

/** A program with its keys that make a repeated write harmless: another one for each write. */
function writer(api: Api, which: string) {
  let written = 0;
  const send = (id: unknown, part: string, listing: unknown, once?: string): Promise<Received> => {
    written += 1;
    const idempotency_key = once ?? uuid(`sale ${which} ${written}`);
    return api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: { idempotency_key, listing } });
  };
  return {
    send,
    price: (id: unknown, minimum: unknown, maximum: unknown, more: Row = {}): Promise<Received> =>
      send(id, 'price', { ...more, min_price_money: usd(minimum), max_price_money: usd(maximum) }),
    assign: (id: unknown, strategy_id?: unknown): Promise<Received> => send(id, 'strategy', { strategy_id }),
  };
}

async function recorded(api: Api): Promise<void> {
  const { send, price, assign } = writer(api, 'recorded');
  const all = await walk(api, '/v1/listings');
  const ids = all.map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?limit=25');
  await walk(api, '/v1/listings?limit=100');
  await walk(api, '/v1/strategies?limit=3');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=4');
  await walk(api, '/v1/listings?status=HIDDEN');
  await walk(api, '/v1/listings?status=ACTIVE&limit=16');
  await walk(api, '/v1/listings?sort_order=DESC&limit=30');
  await walk(api, `/v1/listings?location_id=L18TQ4Y9BZ0FX&limit=15`);
  await api.ask('GET', '/v1/listings?location_id=LXXXXXXXXXXXX');
  for (const index of [0, 6, 17, 29, 57]) await read(api, ids[index]);
  await price(ids[0], 1_450, 2_990);
  await read(api, ids[0]);
  const once = uuid('sale recorded once');
  await send(ids[6], 'price', { min_price_money: usd(800), max_price_money: usd(925) }, once);
  await send(ids[6], 'price', { min_price_money: usd(800), max_price_money: usd(925) }, once);
  await send(ids[6], 'price', { min_price_money: usd(810), max_price_money: usd(925) }, once);
  await read(api, ids[6]);
  await price(ids[17], 21_000, 38_050, { version: all[17]!.version });
  await price(ids[17], 22_000, 38_050, { version: all[17]!.version });
  await read(api, ids[17]);
  await send(ids[29], 'price', { max_price_money: usd(95_000) });
  await read(api, ids[29]);
  await price(ids[6], 750, 750);
  await api.ask('GET', '/v1/listings?limit=40');
  await assign(ids[0], strategies[1]!.id);
  await read(api, ids[0]);
  await assign(ids[29], strategies[4]!.id);
  await read(api, ids[29]);
  api.wait(20_000);
  await api.ask('GET', '/v1/reports');
  api.wait(70_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'AAAAAAAAAAAAAAAAAAAAAAAA');
  await read(api, 'lamp');
  await price('BBBBBBBBBBBBBBBBBBBBBBBB', 1_000, 2_000);
  await price(ids[9], 3_000, 2_000);
  await price(ids[10], 840, 839);
  await send(ids[9], 'price', {});
  await send(ids[9], 'price', null);
  await send(ids[9], 'price', { min_price_money: 400 });
  await send(ids[9], 'price', { min_price_money: usd(undefined) });
  await send(ids[9], 'price', { min_price_money: { amount: 400, currency: 'EUR' } });
  await price(ids[9], '400', 2_000);
  await price(ids[9], 400, true);
  await price(ids[9], 4.5, 2_000);
  await price(ids[9], 'low', 'high');
  await price(ids[9], -400, 1_200);
  await price(ids[9], 400, 0);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, {
    json: { listing: { min_price_money: usd(400) } },
  });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"idempotency_key": ' });
  await assign(ids[9], 'CCCCCCCCCCCCCCCCCCCCCCCC');
  await assign(ids[9], 'bold');
  await assign(ids[9], 17);
  await assign(ids[9], null);
  await assign(ids[9]);
  await assign('DDDDDDDDDDDDDDDDDDDDDDDD', strategies[0]!.id);
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', '/v1/listings?limit=101');
  await api.ask('GET', '/v1/listings?limit=lots');
  await api.ask('GET', '/v1/strategies?limit=500');
  await api.ask('GET', '/v1/listings?cursor=bm93aGVyZQ');
  await api.ask('GET', '/v1/listings?status=SLEEPING');
  await api.ask('GET', '/v1/listings?sort_order=UP');
  await api.ask('GET', '/v1/listings?limit=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'EAAA000000000000' } });
  for (let sent = 0; sent < 6; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(1_500_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const index of [0, 8]) {
    const url = at(last, 'report_runs', index, 'download_url');
    if (typeof url === 'string') await api.ask('GET', url);
  }
}

async function another(api: Api): Promise<void> {
  const { send, price, assign } = writer(api, 'another');
  const all = await walk(api, '/v1/listings?limit=22');
  const ids = all.map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies?limit=5');
  await walk(api, '/v1/listings?limit=35');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/reports?limit=5');
  await walk(api, '/v1/listings?status=HIDDEN&limit=6');
  await walk(api, '/v1/listings?location_id=LDR7M2K5VW3HN&limit=20');
  await api.ask('GET', '/v1/strategies?sort_order=DESC&limit=4');
  for (const index of [3, 12, 44]) await read(api, ids[index]);
  await price(ids[3], 1_125, 6_300);
  await read(api, ids[3]);
  const once = uuid('sale another once');
  await send(ids[12], 'price', { min_price_money: usd(50_000), max_price_money: usd(64_075) }, once);
  await send(ids[12], 'price', { min_price_money: usd(50_000), max_price_money: usd(64_075) }, once);
  await send(ids[13], 'price', { min_price_money: usd(200), max_price_money: usd(350) }, once);
  await read(api, ids[12]);
  await price(ids[44], 210, 380_50, { version: all[44]!.version });
  await price(ids[44], 220, 380_50, { version: all[44]!.version });
  await read(api, ids[44]);
  await assign(ids[3], strategies[3]!.id);
  await read(api, ids[3]);
  await assign(ids[31], strategies[2]!.id);
  api.wait(120_000);
  await read(api, 'EEEEEEEEEEEEEEEEEEEEEEEE');
  await read(api, 'tin');
  await price('FFFFFFFFFFFFFFFFFFFFFFFF', 300, 400);
  await price(ids[20], 7_120, 7_000);
  await send(ids[21], 'price', { max_price_money: '700' });
  await send(ids[21], 'price', { max_price_money: usd(null) });
  await send(ids[21], 'price', { max_price_money: { amount: 700, currency: 'GBP' } });
  await price(ids[21], 500, 'dear');
  await price(ids[21], false, 900);
  await price(ids[21], -50, 1_500);
  await price(ids[21], 0, -1);
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"listing": ' });
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/strategy`, {
    json: { listing: { strategy_id: strategies[0]!.id } },
  });
  await assign(ids[21], 'GGGGGGGGGGGGGGGGGGGGGGGG');
  await assign(ids[21], 44);
  await assign(ids[22]);
  await api.ask('GET', '/v1/listings?limit=-3');
  await api.ask('GET', '/v1/reports?limit=1000');
  await api.ask('GET', '/v1/reports?limit=all');
  await api.ask('GET', '/v1/strategies?cursor=c29tZXdoZXJl');
  await api.ask('GET', '/v1/listings?status=GONE');
  await api.ask('GET', '/v1/listings?limit=3&size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': 'EAAA111111111111' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await send(ids[23], 'price', { min_price_money: usd(100) });
  await api.ask('GET', '/v1/listings?status=ACTIVE&location_id=L18TQ4Y9BZ0FX&limit=50');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const pointOfSale: WalkedService = {
  name: 'point-of-sale',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
