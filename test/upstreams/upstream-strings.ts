// An upstream that writes prices as decimal strings: snake case, ids that are numbers in strings, numbered pages of
// `items` with `meta`, unix times, a PATCH that answers only what changed, X-RateLimit headers over fixed windows.
import type { IncomingMessage } from 'node:http';
import { listen } from './listen.ts';
import type { Plants, Upstream, UpstreamOptions } from './listen.ts';

/** A price is a whole number of hundredths, a time whole seconds. */
interface Listing {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly market: string;
  readonly state: string;
  readonly price: number;
  readonly stock: number;
  readonly rivals: number;
  readonly created: number;
  updated: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
}

type Reply = readonly [status: number, body: object | string, headers?: Readonly<Record<string, string>>];

export const plants: Plants = {
  'renamed-field': { request: 'GET /v1/strategies', where: 'items[*].label' },
  'number-as-string': { request: 'GET /v1/listings/{id}', where: 'stock' },
  'missing-field': { request: 'GET /v1/reports', where: 'items[*].rows' },
  'wrong-status': { request: 'PATCH /v1/listings/{id}/strategy', where: 'status' },
  'other-code': { request: 'GET /v1/listings/{id}', where: 'error.code' },
  null: { request: 'GET /v1/listings/{id}', where: 'tags' },
  order: { request: 'GET /v1/strategies', where: 'items' },
  'extra-header': { request: 'GET /v1/reports', where: 'header X-Shard' },
};

const key = 'north-7f3e90b1c2d4';
const epoch = 1_767_225_600; // 2026-01-01
const goals = ['win', 'margin', 'match', 'hold', 'win', 'clear'];
const states = ['ready', 'pending', 'processing', 'ready', 'failed', 'expired', 'ready'];

export function start({ now = Date.now, planted }: UpstreamOptions = {}): Promise<Upstream> {
  const listings = stock();
  const strategies = goals.map((goal, at) => ({
    id: String(31 + at),
    goal,
    step: ['0.01', '0.05', '0.10', '0.00', '0.25', '1.00'][at]!,
  }));
  const windows = { second: { at: -1, used: 0 }, minute: { at: -1, used: 0 } };
  let served = 0;
  const seconds = (): number => Math.floor(now() / 1000);

  function listingRecord(one: Listing, alone = false): object {
    const lowest = Math.max(1, one.price - 40 + ((seconds() * 7 + one.id) % 80));
    const offers = Array.from({ length: one.rivals }, (_, at) => ({
      seller: `s-${((one.id * 31 + at * 17) % 900) + 100}`,
      price: decimal(lowest + at * 25),
      fulfilled: (one.id + at) % 3 === 0,
    }));
    return {
      id: String(one.id),
      sku: one.sku,
      product_name: one.name,
      market: one.market,
      state: one.state,
      currency: 'usd',
      price: decimal(one.price),
      min_price: decimal(one.min),
      max_price: decimal(one.max),
      strategy_id: one.strategy,
      stock: alone && planted === 'number-as-string' ? String(one.stock) : one.stock,
      tags: alone && planted === 'null' ? null : one.id % 4 === 0 ? ['bulk', 'season'] : [],
      competition: { lowest: decimal(lowest), offers, seen_at: seconds() - (one.id % 50) },
      created_at: one.created,
      updated_at: one.updated,
    };
  }

  const strategyRecord = ({ id, goal, step }: (typeof strategies)[number], at: number): object => ({
    id,
    [planted === 'renamed-field' ? 'title' : 'label']: `Plan ${at + 1}: ${goal}`,
    goal,
    step,
    active: at !== 3,
    listing_count: listings.filter(({ strategy }) => strategy === id).length,
  });

  function runRecord(status: string, at: number, self: string): object {
    const finished = ['ready', 'failed', 'expired'].includes(status);
    const until = seconds() + 600;
    const file = `/exports/90${10 + at}.csv`;
    return {
      run_id: String(9010 + at),
      kind: at % 2 === 0 ? 'stock_levels' : 'price_moves',
      status,
      requested_by: 'ops@strings.example',
      created_at: epoch + at * 86_400,
      finished_at: finished ? epoch + at * 86_400 + 95 : null,
      ...(planted !== 'missing-field' && { rows: status === 'ready' ? listings.length : null }),
      download_url: status === 'ready' ? `${self}${file}?expires=${until}&sig=${sign(file, until)}` : null,
      failure: status === 'failed' ? { reason: 'SOURCE_DOWN', retryable: true } : null,
      params: { from: '2025-12-01', to: '2025-12-31' },
    };
  }

  function collection(records: readonly object[], query: URLSearchParams, allowed: readonly string[]): Reply {
    for (const name of query.keys()) {
      if (![...allowed, 'page', 'per_page'].includes(name)) return unknownParam(name);
    }
    const page = Number(query.get('page') ?? 1);
    const size = Math.min(50, Number(query.get('per_page') ?? 20));
    if (!Number.isInteger(page) || page < 1) return invalid('/page', 'page counts from 1');
    if (!Number.isInteger(size) || size < 1) return invalid('/per_page', 'per_page is from 1 to 50');
    const items = records.slice((page - 1) * size, page * size);
    const meta = { page, per_page: size, total: records.length, server_time: seconds() };
    return [200, { items, meta }];
  }

  function changePrice(one: Listing, body: Readonly<Record<string, unknown>>): Reply {
    const next: { min: number | null; max: number | null } = { min: one.min, max: one.max };
    for (const [name, value] of Object.entries(body)) {
      if (name !== 'min_price' && name !== 'max_price') return unknownParam(name);
      if (typeof value !== 'string' || !/^\d{1,7}\.\d\d$/.test(value))
        return invalid(`/${name}`, 'a price is a string such as "19.90"');
      const cents = Math.round(Number(value) * 100);
      if (cents < 5 || cents > 9_999_900)
        return fail(400, 'OUT_OF_RANGE', `/${name}`, 'a price is from 0.05 to 99999.00');
      next[name === 'min_price' ? 'min' : 'max'] = cents;
    }
    if (next.min !== null && next.max !== null && next.min >= next.max)
      return fail(
        400,
        'BOUNDS_CROSSED',
        'min_price' in body ? '/min_price' : '/max_price',
        'min_price has to be below max_price',
      );
    return changed(Object.assign(one, next), body);
  }

  function changeStrategy(one: Listing, body: Readonly<Record<string, unknown>>): Reply {
    for (const name of Object.keys(body)) if (name !== 'strategy_id') return unknownParam(name);
    const id = body.strategy_id;
    if (id === undefined) return changed(one, {});
    if (id !== null && typeof id !== 'string') return invalid('/strategy_id', 'strategy_id is a string');
    if (id !== null && !strategies.some((strategy) => strategy.id === id))
      return fail(
        planted === 'wrong-status' ? 400 : 404,
        'STRATEGY_NOT_FOUND',
        '/strategy_id',
        'there is no such strategy',
      );
    return changed(Object.assign(one, { strategy: id }), body);
  }

  function changed(one: Listing, changes: object): Reply {
    one.updated = seconds();
    return [200, { id: String(one.id), changed: changes, updated_at: one.updated }];
  }

  function file(path: string, query: URLSearchParams): Reply {
    const until = Number(query.get('expires'));
    if (!/^\/exports\/90\d\d\.csv$/.test(path) || query.get('sig') !== sign(path, until))
      return fail(404, 'FILE_NOT_FOUND', '', 'there is no such file');
    if (until <= seconds()) return fail(410, 'LINK_EXPIRED', '', 'ask for the run again');
    const rows = listings.map((one) =>
      [one.sku, one.name, decimal(one.price), decimal(one.min) ?? '', decimal(one.max) ?? ''].join(';'),
    );
    const text = ['sku;product_name;price;min_price;max_price', ...rows, ''].join('\n');
    return [200, text, { 'Content-Disposition': 'attachment' }];
  }

  /** @returns whether the request may pass */
  function count(): boolean {
    for (const [window, width] of [
      [windows.second, 1],
      [windows.minute, 60],
    ] as const) {
      const at = Math.floor(seconds() / width);
      if (window.at !== at) Object.assign(window, { at, used: 0 });
    }
    if (windows.second.used >= 5 || windows.minute.used >= 300) return false;
    windows.second.used += 1;
    windows.minute.used += 1;
    return true;
  }

  function reply(request: IncomingMessage, body: string, self: string): Reply {
    const { pathname, searchParams: query } = new URL(request.url!, self);
    if (pathname.startsWith('/exports/')) return file(pathname, query);
    if (request.headers['x-api-key'] !== key)
      return fail(401, 'BAD_KEY', '', 'send the key of your account in X-API-KEY');
    if (!count()) {
      const end = windows.minute.used >= 300 ? (windows.minute.at + 1) * 60 : seconds() + 1;
      return fail(429, 'TOO_FAST', '', 'slow down', { 'Retry-After': String(end - seconds()) });
    }
    const route = `${request.method!} ${pathname.replace(/\/$/, '')}`;
    if (route === 'GET /v1/listings') {
      const wanted = query.get('state');
      const found = listings.filter(({ state }) => wanted === null || state === wanted);
      return collection(
        found.map((one) => listingRecord(one)),
        query,
        ['state'],
      );
    }
    if (route === 'GET /v1/strategies') {
      const records = strategies.map(strategyRecord);
      return collection(planted === 'order' ? records.reverse() : records, query, []);
    }
    if (route === 'GET /v1/reports') {
      const [status, page] = collection(
        states.map((state, at) => runRecord(state, at, self)),
        query,
        [],
      );
      return [status, page, planted === 'extra-header' ? { 'X-Shard': '4' } : {}];
    }
    const [, method, id, what] =
      /^(GET|PATCH) \/v1\/listings\/([^/]+)(?:\/(price|strategy))?$/.exec(route) ?? [];
    if (id === undefined || (method === 'PATCH') !== (what !== undefined))
      return fail(404, 'NO_ROUTE', '', `there is nothing at ${pathname}`);
    if (!/^\d{7}$/.test(id))
      return fail(
        404,
        planted === 'other-code' && method === 'GET' ? 'BAD_ID' : 'MALFORMED_ID',
        '/id',
        'an id has 7 digits',
      );
    const one = listings.find((candidate) => String(candidate.id) === id);
    if (one === undefined) return fail(404, 'LISTING_NOT_FOUND', '/id', 'there is no such listing');
    if (what === undefined) return [200, listingRecord(one, true)];
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return fail(400, 'UNSUPPORTED_BODY', '', 'send application/json');
    if (body.length > 8192) return fail(400, 'BODY_TOO_LARGE', '', 'a body has 8192 bytes at most');
    const value = parse(body);
    if (value === undefined) return fail(400, 'MALFORMED_JSON', '', 'the body is no JSON object');
    return what === 'price' ? changePrice(one, value) : changeStrategy(one, value);
  }

  return listen(key, (request, body, response, self) => {
    const [status, answer, headers] = reply(request, body, self);
    const isText = typeof answer === 'string';
    served += 1;
    response.writeHead(status, {
      'Content-Type': isText ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      Date: new Date(now()).toUTCString(),
      'X-Request-Id': `${seconds().toString(16)}-${(served * 7919).toString(16).padStart(6, '0')}`,
      ...(!isText && {
        'X-RateLimit-Limit': '5',
        'X-RateLimit-Remaining': String(5 - windows.second.used),
        'X-RateLimit-Reset': String(seconds() + 1),
      }),
      ...headers,
    });
    response.end(isText ? answer : JSON.stringify(answer));
  });
}

function stock(): Listing[] {
  let state = 20_260_301;
  const pick = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  const things = ['Kettle', 'Lamp', 'Drill', 'Scarf', 'Tent', 'Mug', 'Chair'];
  return Array.from({ length: 57 }, (_, at) => {
    const price = 899 + pick(60) * 100;
    const open = pick(12) === 0;
    return {
      id: 4_100_001 + at * 13,
      sku: `${things[at % 7]!.slice(0, 2).toUpperCase()}-${1000 + pick(9000)}`,
      name: `${['Blue', 'Oak', 'Steel', 'Small'][pick(4)]!} ${things[at % 7]!} No. ${at + 1}`,
      market: ['alpha_us', 'alpha_ca', 'beta_us'][pick(3)]!,
      state: ['active', 'active', 'active', 'paused', 'archived'][pick(5)]!,
      price,
      stock: pick(300),
      rivals: pick(4),
      created: epoch - 9_000_000 + at * 86_400,
      updated: epoch - pick(500_000),
      min: open ? null : Math.round(price * 0.8),
      max: open ? null : Math.round(price * 1.5),
      strategy: pick(9) === 0 ? null : String(31 + pick(6)),
    };
  });
}

const decimal = <Cents extends number | null>(cents: Cents): Cents extends null ? string | null : string =>
  (cents === null ? null : (cents / 100).toFixed(2)) as Cents extends null ? string | null : string;

const invalid = (param: string, message: string): Reply => fail(400, 'INVALID_PARAM', param, message);
const unknownParam = (name: string): Reply => fail(400, 'UNKNOWN_PARAM', `/${name}`, `${name} is not known`);

function fail(status: number, code: string, param: string, message: string, headers = {}): Reply {
  const doc_url = `https://help.strings.example/errors/${code}`;
  return [status, { error: { message, code, param, doc_url } }, headers];
}

function sign(path: string, until: number): string {
  let sum = until;
  for (const letter of path) sum = (sum * 31 + letter.charCodeAt(0)) % 4_294_967_291;
  return sum.toString(16).padStart(8, '0') + (until % 99_991).toString(16).padStart(8, '0');
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
