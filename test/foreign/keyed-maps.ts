// An order manager's connector in the way of PHP: records in a map by their number, which turns into an empty list where
// there are none, prices by the number of a price group, 0 and 1 as flags, 0 or an empty text for what is not set, times in
// seconds, writes that answer a count and warnings, errors with a code and one line, and a token that is blocked for a while.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '4006021-4008772-GH1KZ7QW';
const mostCalls = 12;
const callsWithin = 2_000;
const blockedFor = 5_000;

/** The price groups: what the shop asks, and the bounds. */
const groups = { shop: 101, lower: 102, upper: 103 };

interface Product {
  readonly id: number;
  readonly sku: string;
  readonly ean: string;
  readonly name: string;
  readonly category: number;
  readonly cost: number;
  readonly shop: number;
  readonly stocks: readonly [number, number];
  readonly bundle: number;
  readonly created: number;
  lower: number;
  upper: number;
  rule: number;
  changed: number;
}

interface Job {
  readonly id: number;
  readonly kind: string;
  readonly created: number;
  readonly seconds: number;
  readonly broken: boolean;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** As PHP prints an array with keys: an empty one is a list. */
const map = (entries: readonly (readonly [number, unknown])[]): unknown =>
  entries.length === 0 ? [] : Object.fromEntries(entries);

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
const money = (cents: number): number => cents / 100;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const rules = ['Undercut by a cent', 'Stay in the middle', 'Weekend', 'Outlet', 'Premium'].map(
    (name, index) => ({
      id: 12 + index * 3,
      name,
      type: oneOf(`keyed ${name}`, ['lowest', 'average', 'schedule']),
      step: (1 + chance(`keyed step ${name}`, 40)) / 100,
      active: index === 3 ? 0 : 1,
    }),
  );
  const products = Array.from({ length: 58 }, (_, index): Product => {
    const name = `keyed ${index}`;
    const { title, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 5) > 1;
    const created = pastMoment(name);
    return {
      id: 16_830_400 + index * 37 + chance(`${name} id`, 36),
      sku,
      ean: `590${String(1_000_000_000 + chance(`${name} ean`, 8_000_000_000))}`,
      name: title,
      category: oneOf(`${name} category`, [3_301, 3_302, 3_310]),
      cost: Math.round(price * 0.6),
      shop: price,
      stocks: [stock, chance(`${name} second stock`, 30)],
      bundle: chance(`${name} bundle`, 6) === 0 ? 1 : 0,
      created,
      lower: bounded ? Math.round(price * 0.8) : 0,
      upper: bounded ? Math.round(price * 1.4) : 0,
      rule: bounded ? oneOf(`${name} rule`, rules).id : 0,
      changed: created + chance(`${name} changed`, 90 * 86_400) * 1_000,
    };
  });
  const jobs = Array.from({ length: 7 }, (_, index): Job => {
    const past = pastMoment('keyed jobs') + index * 5 * 86_400_000;
    return {
      id: 8_812 + index * 4,
      kind: oneOf(`keyed job ${index}`, ['price_changes', 'stock_levels', 'competitors']),
      created: index < 5 ? past : opened - 20_000 + (index - 5) * 12_000,
      seconds: 40 + index * 9,
      broken: index === 1,
    };
  });

  const summary = (product: Product): Row => ({
    sku: product.sku,
    ean: product.ean,
    name: product.name,
    category_id: product.category,
    prices: {
      [groups.shop]: money(product.shop),
      [groups.lower]: money(product.lower),
      [groups.upper]: money(product.upper),
    },
    stock: { wh_70: product.stocks[0], wh_71: product.stocks[1] },
    rule_id: product.rule,
    is_bundle: product.bundle,
    date_add: seconds(product.created),
    date_upd: seconds(product.changed),
  });
  const whole = (product: Product): Row => ({
    ...summary(product),
    purchase_price: money(product.cost),
    tax_rate: product.category === 3_310 ? 8 : 23,
    text_fields: { name: product.name, description: '' },
  });
  const jobView = (job: Job): Row => {
    const elapsed = (run.now() - job.created) / 1_000;
    const state = elapsed < 8 ? 0 : elapsed < job.seconds ? 1 : job.broken ? 9 : 2;
    return {
      kind: job.kind,
      state,
      started: seconds(job.created),
      finished: state > 1 ? seconds(job.created) + job.seconds : 0,
      file: state === 2 ? `${run.origin}/files/${job.id}.csv` : '',
      error: state === 9 ? 'Connection to the shop was lost' : '',
    };
  };

  const done = (body: Row): Answered => json(200, { status: 'SUCCESS', ...body });

  function counted(query: URLSearchParams, name: string, fallback: number): number {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^\d+$/.test(text) || Number(text) < 1) {
      throw new Refusal(400, 'ERROR_BAD_PARAMETER', `Parameter ${name} must be a positive integer`);
    }
    return Number(text);
  }

  function paged(
    name: string,
    entries: readonly (readonly [number, Row])[],
    query: URLSearchParams,
  ): Answered {
    const page = counted(query, 'page', 1);
    // A larger page than the largest is quietly the largest.
    const limit = Math.min(counted(query, 'limit', 25), 40);
    return done({
      page,
      pages: Math.ceil(entries.length / limit),
      found: entries.length,
      [name]: map(entries.slice((page - 1) * limit, page * limit)),
    });
  }

  function found(query: URLSearchParams): readonly Product[] {
    const bound = (name: string): number | undefined => {
      const text = query.get(name);
      if (text === null) return undefined;
      if (!/^\d+(\.\d+)?$/.test(text)) {
        throw new Refusal(400, 'ERROR_BAD_PARAMETER', `Parameter ${name} must be a price`);
      }
      return Math.round(Number(text) * 100);
    };
    const [from, to] = [bound('filter_price_from'), bound('filter_price_to')];
    const [rule, words] = [query.get('filter_rule'), query.get('filter_name')?.toLowerCase()];
    return products.filter(
      (product) =>
        (from === undefined || product.shop >= from) &&
        (to === undefined || product.shop <= to) &&
        (rule === null || String(product.rule) === rule) &&
        (words === undefined || product.name.toLowerCase().includes(words)),
    );
  }

  function priced(product: Product, body: Row): Answered {
    const { prices } = body;
    if (!isObject(prices) || Object.keys(prices).length === 0) {
      throw new Refusal(400, 'ERROR_NO_PRICES', 'No prices were given');
    }
    const cents: Record<string, number> = {};
    for (const [group, value] of Object.entries(prices)) {
      if (group !== String(groups.lower) && group !== String(groups.upper)) {
        throw new Refusal(400, 'ERROR_PRICE_GROUP', `Price group ${group} cannot be written`);
      }
      if (typeof value !== 'number' || value < 0) {
        throw new Refusal(400, 'ERROR_PRICE_VALUE', `Invalid price in price group ${group}`);
      }
      cents[group] = Math.round(value * 100);
    }
    const lower = cents[groups.lower] ?? product.lower;
    const upper = cents[groups.upper] ?? product.upper;
    if (upper > 0 && lower > upper) {
      throw new Refusal(
        400,
        'ERROR_PRICE_RANGE',
        `Price group ${groups.lower} (${money(lower)}) is higher than price group ${groups.upper} (${money(upper)})`,
      );
    }
    product.lower = lower;
    product.upper = upper;
    product.changed = run.now();
    const warnings: [number, string][] =
      lower > 0 && lower < product.cost && cents[groups.lower] !== undefined
        ? [[groups.lower, `Price is below the purchase price ${money(product.cost)}`]]
        : [];
    return done({ listing_id: product.id, counter: Object.keys(cents).length, warnings: map(warnings) });
  }

  function ruled(product: Product, body: Row): Answered {
    const { rule_id: id } = body;
    if (id === undefined) throw new Refusal(400, 'ERROR_NO_RULE', 'No rule_id was given');
    if (id !== 0 && !rules.some((rule) => rule.id === id)) {
      throw new Refusal(400, 'ERROR_RULE_ID', `Rule ${JSON.stringify(id)} does not exist`);
    }
    product.rule = Number(id);
    product.changed = run.now();
    return done({ listing_id: product.id, counter: 1, warnings: [] });
  }

  function answer(request: Asked, url: URL): Answered {
    const file = jobs.find(({ id }) => url.pathname === `/files/${id}.csv`);
    if (file !== undefined) {
      const lines = products.slice(0, 6).map(({ id, stocks }) => `${id},${stocks[0]}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv']],
        body: `id,stock\n${lines.join('\n')}\n`,
      };
    }
    const [, name = '', id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (!['listings', 'strategies', 'reports'].includes(name) || (id !== undefined && name !== 'listings')) {
      throw new Refusal(404, 'ERROR_UNKNOWN_METHOD', `Unknown method ${url.pathname}`);
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, 'ERROR_HTTP_METHOD', `${request.method} is not allowed here`);
    }
    if (id === undefined) {
      if (name === 'reports')
        return paged(
          'runs',
          jobs.map((job) => [job.id, jobView(job)] as const),
          url.searchParams,
        );
      if (name === 'listings') {
        const shown = found(url.searchParams).map((product) => [product.id, summary(product)] as const);
        return paged('listings', shown, url.searchParams);
      }
      const views = rules.map(({ id: number, ...rest }) => {
        const used = products.filter(({ rule }) => rule === number).length;
        return [number, { ...rest, listings: used }] as const;
      });
      return done({ rules: map(views) });
    }
    const product = products.find((candidate) => String(candidate.id) === id);
    if (product === undefined) throw new Refusal(404, 'ERROR_LISTING_ID', `Listing ${id} was not found`);
    if (part === undefined) return done({ listings: map([[product.id, whole(product)]]) });
    const body = parsed(request.body);
    if (!isObject(body)) throw new Refusal(400, 'ERROR_JSON', 'The request is no JSON object');
    return part === 'price' ? priced(product, body) : ruled(product, body);
  }

  let calls: number[] = [];
  let blockedUntil = 0;
  return (request) => {
    try {
      const given = request.headers['x-api-key'];
      if (given === undefined) throw new Refusal(401, 'ERROR_NO_TOKEN', 'No token was sent');
      if (given !== key) throw new Refusal(401, 'ERROR_BAD_TOKEN', 'The token is invalid or was revoked');
      calls = calls.filter((moment) => moment > run.now() - callsWithin);
      if (run.now() >= blockedUntil && calls.length >= mostCalls) blockedUntil = run.now() + blockedFor;
      if (run.now() < blockedUntil) {
        const until = new Date(blockedUntil).toISOString().slice(0, 19).replace('T', ' ');
        throw new Refusal(429, 'ERROR_BLOCKED', `Query limit exceeded, token blocked until ${until}`);
      }
      calls.push(run.now());
      return answer(request, new URL(request.target, run.origin));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message } = error;
      return json(status, { status: 'ERROR', error_code: code, error_message: message });
    }
  };
}

/** The records of an answer with their numbers. */
function rowsIn(body: unknown): readonly Row[] {
  if (!isObject(body)) return [];
  const found = body.listings ?? body.rules ?? body.runs;
  return isObject(found)
    ? Object.entries(found).flatMap(([id, row]) => (isObject(row) ? [{ id, ...row }] : []))
    : [];
}

/** Asks for page after page, as many as there are said to be. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask('GET', page === 1 ? target : `${target}${joint}page=${page}`);
    rows.push(...rowsIn(received.body));
    if (page >= Number(at(received, 'pages') ?? 1)) return rows;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, prices?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { prices } });
const both = (lower: unknown, upper: unknown): Row => ({ [groups.lower]: lower, [groups.upper]: upper });
const rule = (api: Api, id: unknown, rule_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { rule_id } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies')).map((row) => Number(row.id));
  await walk(api, '/v1/listings?limit=30');
  await walk(api, '/v1/listings?limit=40');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=3');
  await walk(api, `/v1/listings?filter_rule=${rules[0]!}`);
  await walk(api, '/v1/listings?filter_price_from=60');
  await walk(api, '/v1/listings?filter_price_from=40&filter_price_to=90&limit=10');
  await walk(api, '/v1/listings?filter_name=kettle');
  for (const index of [0, 5, 14, 26, 33, 57]) await read(api, ids[index]);
  await price(api, ids[0], both(42.5, 61.9));
  await read(api, ids[0]);
  await price(api, ids[5], both(199.99, 240));
  await read(api, ids[5]);
  await price(api, ids[14], { [groups.upper]: 999 });
  await read(api, ids[14]);
  await price(api, ids[26], { [groups.lower]: 0.5 });
  await read(api, ids[26]);
  await price(api, ids[33], both(0, 0));
  await read(api, ids[33]);
  await price(api, ids[40], both(1, 500));
  await api.ask('GET', '/v1/listings?limit=20');
  await rule(api, ids[0], rules[2]);
  await read(api, ids[0]);
  await rule(api, ids[26], rules[4]);
  await read(api, ids[26]);
  await rule(api, ids[14], 0);
  await read(api, ids[14]);
  await api.ask('GET', '/v1/strategies');
  await api.ask('GET', `/v1/listings?filter_rule=${rules[2]!}`);
  api.wait(30_000);
  await api.ask('GET', '/v1/reports');
  api.wait(65_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const run of rowsIn(last.body)) {
    if (typeof run.file === 'string' && run.file !== '') {
      await api.ask('GET', run.file);
      break;
    }
  }
  await read(api, 16_999_999);
  await read(api, 7);
  await read(api, 'teapot');
  await price(api, 16_999_998, both(1, 2));
  await price(api, ids[9], both(30, 20));
  await price(api, ids[10], both(8.4, 8.39));
  await price(api, ids[9], both('cheap', 20));
  await price(api, ids[9], both(5, true));
  await price(api, ids[9], both(null, 20));
  await price(api, ids[9], both(-4, 20));
  await price(api, ids[9], both(4, -20));
  await price(api, ids[9], { [groups.shop]: 15 });
  await price(api, ids[9], { 999: 15 });
  await price(api, ids[9], {});
  await price(api, ids[9]);
  await price(api, ids[9], 'low');
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"prices": ' });
  await rule(api, ids[9], 13);
  await rule(api, ids[9], 1);
  await rule(api, ids[9], 'bold');
  await rule(api, ids[9], null);
  await rule(api, ids[9]);
  await rule(api, 16_999_997, rules[0]);
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', '/v1/listings?limit=41');
  await api.ask('GET', '/v1/listings?limit=many');
  await api.ask('GET', '/v1/listings?page=0');
  await api.ask('GET', '/v1/listings?page=4');
  await api.ask('GET', '/v1/reports?page=9');
  await api.ask('GET', '/v1/listings?filter_price_from=cheap');
  await api.ask('GET', '/v1/listings?filter_name=zzz');
  await api.ask('GET', '/v1/listings?limit=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': '4006021-0' } });
  api.wait(3_000);
  for (let sent = 0; sent < 15; sent += 1) await api.ask('GET', '/v1/reports?limit=1', { atOnce: true });
  api.wait(5_000);
  await api.ask('GET', '/v1/strategies');
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?limit=15')).map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies?limit=3')).map((row) => Number(row.id));
  await walk(api, '/v1/reports?limit=4');
  await walk(api, `/v1/listings?filter_rule=${rules[1]!}`);
  await walk(api, '/v1/listings?filter_price_to=45');
  await walk(api, '/v1/listings?filter_price_from=100&filter_price_to=150&limit=6');
  await walk(api, '/v1/listings?filter_name=LAMP');
  for (const index of [2, 11, 45, 50]) await read(api, ids[index]);
  await price(api, ids[2], both(11.25, 63));
  await read(api, ids[2]);
  await price(api, ids[11], both(88.8, 120.75));
  await read(api, ids[11]);
  await price(api, ids[45], { [groups.upper]: 750 });
  await read(api, ids[45]);
  await price(api, ids[50], both(0, 0));
  await read(api, ids[50]);
  await price(api, ids[30], both(2, 300));
  await api.ask('GET', '/v1/listings?limit=35');
  await rule(api, ids[2], rules[3]);
  await read(api, ids[2]);
  await rule(api, ids[45], 0);
  await read(api, ids[45]);
  await api.ask('GET', '/v1/strategies?page=1');
  await api.ask('GET', `/v1/listings?filter_rule=${rules[3]!}`);
  api.wait(120_000);
  await read(api, 16_888_888);
  await read(api, 'drill');
  await price(api, 16_888_887, both(3, 4));
  await price(api, ids[20], both(71.2, 70));
  await price(api, ids[21], both('dear', 15));
  await price(api, ids[21], both(5, null));
  await price(api, ids[21], both(-0.5, 15));
  await price(api, ids[21], { 555: 1 });
  await price(api, ids[21], []);
  await price(api, ids[21]);
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"prices" ' });
  await rule(api, ids[21], 44);
  await rule(api, ids[21], 'soft');
  await rule(api, ids[22]);
  await api.ask('GET', '/v1/listings?limit=-3');
  await api.ask('GET', '/v1/listings?limit=500');
  await api.ask('GET', '/v1/reports?limit=all');
  await api.ask('GET', '/v1/listings?page=-1');
  await api.ask('GET', '/v1/listings?limit=10&page=8');
  await api.ask('GET', '/v1/listings?filter_price_to=much');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': '4006021-1' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await price(api, ids[23], both({ amount: 5 }, 15));
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?page=1');
}

export const keyedMaps: WalkedService = {
  name: 'keyed-maps',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  recordsIn: rowsIn,
  sizes: ['limit=2', 'limit=6', 'limit=40'],
  walk,
};
