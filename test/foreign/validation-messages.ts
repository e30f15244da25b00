// A shop backend on a well-known PHP framework: data beside links and a meta that lists the pages by their labels, families
// of parameters in brackets, filters, sorts and includes that are refused by name, a size that is quietly cut down, money as
// an object with a text to show, ids that sort by time, and validation messages by field with one that sums them up.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, scrambled } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '17|q8LZt3vYx0RbKc5NwPdJ2mHs';
const callsPerSecond = 8;

interface Item {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly status: string;
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly active: boolean;
  readonly created: number;
}

interface Export {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly seconds: number;
  readonly rows: number;
}

class Refusal extends Error {
  readonly status: number;
  readonly rest: Row;

  constructor(status: number, message: string, rest: Row = {}) {
    super(message);
    this.status = status;
    this.rest = rest;
  }
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
/** An id whose beginning tells the time. */
function ulid(moment: number, seed: string): string {
  let [rest, text] = [moment, ''];
  for (let digit = 0; digit < 10; digit += 1) {
    text = crockford[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text + scrambled(`ulid ${seed}`, 16, crockford);
}

const moment = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}.000000Z`;
const money = (cents: number | null): Row | null =>
  cents === null ? null : { amount: cents, currency: 'EUR', formatted: `€${(cents / 100).toFixed(2)}` };

/** What is wrong with each field, as the framework puts it. */
class Messages {
  readonly #errors = new Map<string, string[]>();

  add(field: string, text: (name: string) => string): void {
    this.#errors.set(field, [...(this.#errors.get(field) ?? []), text(field.replaceAll('_', ' '))]);
  }

  throw(): void {
    const all = [...this.#errors.values()].flat();
    const more = all.length - 1;
    if (more < 0) return;
    const summary = more === 0 ? all[0]! : `${all[0]!} (and ${more} more error${more === 1 ? '' : 's'})`;
    throw new Refusal(422, summary, { errors: Object.fromEntries(this.#errors) });
  }
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Match lowest',
    'Win the box',
    'Hold margin',
    'Liquidate',
    'Night shift',
    'Follow brand',
  ].map((name, index): Strategy => {
    const created = pastMoment(`valid strategy ${index}`);
    return {
      id: ulid(created, name),
      name,
      type: oneOf(`valid ${name}`, ['competitive', 'margin', 'velocity']),
      offset: chance(`valid offset ${name}`, 60) - 30,
      active: index !== 4,
      created,
    };
  });
  const items = Array.from({ length: 47 }, (_, index): Item => {
    const name = `valid ${index}`;
    const { title, maker, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const created = pastMoment(name);
    return {
      id: ulid(created, name),
      sku,
      title,
      brand: maker,
      status: oneOf(`${name} status`, ['active', 'active', 'active', 'paused', 'draft']),
      price,
      stock,
      created,
      min: bounded ? Math.round(price * 0.9) : null,
      max: bounded ? Math.round(price * 1.3) : null,
      strategy: bounded ? oneOf(`${name} strategy`, strategies).id : null,
      updated: created + chance(`${name} updated`, 50 * 86_400) * 1_000,
    };
  });
  const exports = Array.from({ length: 9 }, (_, index): Export => {
    const created =
      index < 7 ? pastMoment('valid exports') + index * 3 * 86_400_000 : opened - 9_000 + (index - 7) * 6_000;
    return {
      id: ulid(created, `export ${index}`),
      name: oneOf(`valid export ${index}`, ['Price history', 'Sales per day', 'Lost offers']),
      created,
      seconds: 45 + index * 6,
      rows: 1 + chance(`valid rows ${index}`, 4_000),
    };
  }).reverse();

  const strategyView = (strategy: Strategy): Row => ({
    id: strategy.id,
    name: strategy.name,
    type: strategy.type,
    offset_percent: strategy.offset / 10,
    is_active: strategy.active,
    created_at: moment(strategy.created),
    listings_count: items.filter(({ strategy: id }) => id === strategy.id).length,
  });
  const itemView = (item: Item, includes: readonly string[] = []): Row => {
    const assigned = strategies.find(({ id }) => id === item.strategy);
    return {
      id: item.id,
      sku: item.sku,
      title: item.title,
      brand: item.brand,
      status: item.status,
      price: money(item.price),
      min_price: money(item.min),
      max_price: money(item.max),
      strategy_id: item.strategy,
      stock: item.stock,
      created_at: moment(item.created),
      updated_at: moment(item.updated),
      ...(includes.includes('strategy')
        ? { strategy: assigned === undefined ? null : strategyView(assigned) }
        : {}),
    };
  };
  const exportView = (one: Export): Row => {
    const elapsed = (run.now() - one.created) / 1_000;
    const status = elapsed < 12 ? 'pending' : elapsed < one.seconds ? 'processing' : 'completed';
    const ended = status === 'completed';
    return {
      id: one.id,
      name: one.name,
      status,
      rows_count: ended ? one.rows : null,
      download_url: ended ? `${run.origin}/storage/exports/${one.id}.csv` : null,
      created_at: moment(one.created),
      completed_at: ended ? moment(one.created + one.seconds * 1_000) : null,
    };
  };

  /** The names of a parameter, all of which must be known. */
  function named(query: URLSearchParams, name: string, known: readonly string[]): readonly string[] {
    const asked = (query.get(name) ?? '').split(',').filter((word) => word !== '');
    const unknown = asked.filter((word) => !known.includes(word.replace(/^-/, '')));
    if (unknown.length === 0) return asked;
    const all = known.join(', ');
    throw new Refusal(
      400,
      `Requested ${name}(s) \`${unknown.join(', ')}\` are not allowed. Allowed ${name}(s) are \`${all}\`.`,
    );
  }

  function filters(query: URLSearchParams, known: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const asked = [...query].flatMap(([name, value]) => {
      const [, field] = /^filter\[(\w+)\]$/.exec(name) ?? [];
      return field === undefined ? [] : [[field, value.split(',')] as const];
    });
    const unknown = asked.map(([field]) => field).filter((field) => !known.includes(field));
    if (unknown.length === 0) return new Map(asked);
    throw new Refusal(
      400,
      `Requested filter(s) \`${unknown.join(', ')}\` are not allowed. Allowed filter(s) are \`${known.join(', ')}\`.`,
    );
  }

  function paged(rows: readonly Row[], url: URL): Answered {
    const whole = (name: string, fallback: number): number => {
      const text = url.searchParams.get(name) ?? '';
      return /^\d+$/.test(text) && Number(text) > 0 ? Number(text) : fallback;
    };
    const [number, size] = [whole('page[number]', 1), Math.min(whole('page[size]', 15), 30)];
    const last = Math.max(1, Math.ceil(rows.length / size));
    const data = rows.slice((number - 1) * size, number * size);
    const path = run.origin + url.pathname;
    const link = (page: number): string => {
      const query = new URLSearchParams(url.searchParams);
      query.delete('page[number]');
      query.append('page[number]', String(page));
      return `${path}?${query.toString()}`;
    };
    const prev = number > 1 ? link(number - 1) : null;
    const next = number < last ? link(number + 1) : null;
    const labelled = Array.from({ length: last }, (_, index) => ({
      url: link(index + 1),
      label: String(index + 1),
      active: index + 1 === number,
    }));
    return json(200, {
      data,
      links: { first: link(1), last: link(last), prev, next },
      meta: {
        current_page: number,
        from: data.length === 0 ? null : (number - 1) * size + 1,
        last_page: last,
        links: [
          { url: prev, label: '&laquo; Previous', active: false },
          ...labelled,
          { url: next, label: 'Next &raquo;', active: false },
        ],
        path,
        per_page: size,
        to: data.length === 0 ? null : (number - 1) * size + data.length,
        total: rows.length,
      },
    });
  }

  function itemsListed(url: URL): Answered {
    const wanted = filters(url.searchParams, ['status', 'brand']);
    const includes = named(url.searchParams, 'include', ['strategy']);
    const sorts = named(url.searchParams, 'sort', ['price', 'title', 'created_at']);
    const found = items.filter(
      ({ status, brand }) =>
        (wanted.get('status')?.includes(status) ?? true) && (wanted.get('brand')?.includes(brand) ?? true),
    );
    const orders = {
      price: (a: Item, b: Item) => a.price - b.price,
      title: (a: Item, b: Item) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
      created_at: (a: Item, b: Item) => a.created - b.created,
    };
    const sorted = found.toSorted((a, b) => {
      for (const sort of sorts) {
        const order = orders[sort.replace(/^-/, '') as keyof typeof orders](a, b);
        if (order !== 0) return sort.startsWith('-') ? -order : order;
      }
      return 0;
    });
    return paged(
      sorted.map((item) => itemView(item, includes)),
      url,
    );
  }

  const isNumber = (value: unknown): value is number | string =>
    (typeof value === 'number' || typeof value === 'string') && /^-?\d+(\.\d+)?$/.test(String(value));

  function priced(item: Item, body: Row): Answered {
    const messages = new Messages();
    for (const field of ['min_price', 'max_price']) {
      const value = body[field];
      if (value === undefined || value === null || value === '') {
        messages.add(field, (name) => `The ${name} field is required.`);
      } else if (!isNumber(value)) {
        messages.add(field, (name) => `The ${name} field must be a number.`);
      } else {
        if (Number(value) < 0.01) messages.add(field, (name) => `The ${name} field must be at least 0.01.`);
        if (/\.\d{3}/.test(String(value))) {
          messages.add(field, (name) => `The ${name} field must have 0-2 decimal places.`);
        }
      }
    }
    const { min_price: min, max_price: max } = body;
    if (isNumber(min) && isNumber(max) && Number(max) <= Number(min)) {
      messages.add('max_price', (name) => `The ${name} field must be greater than ${min}.`);
    }
    messages.throw();
    item.min = Math.round(Number(min) * 100);
    item.max = Math.round(Number(max) * 100);
    return saved(item);
  }

  function assigned(item: Item, body: Row): Answered {
    const messages = new Messages();
    const { strategy_id: id } = body;
    if (id === undefined) messages.add('strategy_id', (name) => `The ${name} field must be present.`);
    else if (id !== null && typeof id !== 'string') {
      messages.add('strategy_id', (name) => `The ${name} field must be a string.`);
    } else if (id !== null && !strategies.some((strategy) => strategy.id === id)) {
      messages.add('strategy_id', (name) => `The selected ${name} is invalid.`);
    }
    messages.throw();
    item.strategy = id as string | null;
    return saved(item);
  }

  function saved(item: Item): Answered {
    item.updated = run.now();
    return json(200, { data: itemView(item), message: 'The listing was saved.' });
  }

  function answer(request: Asked, url: URL): Answered {
    const file = exports.find(({ id }) => url.pathname === `/storage/exports/${id}.csv`);
    if (file !== undefined) {
      const lines = items.slice(0, 5).map(({ sku, stock }) => `"${sku}",${stock}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv; charset=UTF-8']],
        body: `sku,stock\n${lines.join('\n')}\n`,
      };
    }
    const route = url.pathname.slice(1);
    const [, name = '', id, part] = /^v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(route) ?? [];
    if (!['listings', 'strategies', 'reports'].includes(name) || (id !== undefined && name !== 'listings')) {
      throw new Refusal(404, `The route ${route} could not be found.`);
    }
    const allowed = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== allowed) {
      const methods = allowed === 'GET' ? 'GET, HEAD' : 'PATCH';
      throw new Refusal(
        405,
        `The ${request.method} method is not supported for route ${route}. Supported methods: ${methods}.`,
      );
    }
    if (id === undefined) {
      if (name === 'listings') return itemsListed(url);
      return paged(name === 'reports' ? exports.map(exportView) : strategies.map(strategyView), url);
    }
    const item = items.find((candidate) => candidate.id === id);
    if (item === undefined) throw new Refusal(404, `No query results for model [Listing] ${id}`);
    if (part === undefined) {
      return json(200, { data: itemView(item, named(url.searchParams, 'include', ['strategy'])) });
    }
    const body = parsed(request.body);
    // What is no JSON has no fields.
    return part === 'price'
      ? priced(item, isObject(body) ? body : {})
      : assigned(item, isObject(body) ? body : {});
  }

  let windowEnds = 0;
  let calls = 0;
  return (request) => {
    const limits: [string, string][] = [];
    const sent = ({ status, headers, body }: Answered): Answered => ({
      status,
      headers: [...headers, ...limits],
      body,
    });
    try {
      if (request.headers['x-api-key'] !== key) throw new Refusal(401, 'Unauthenticated.');
      if (run.now() >= windowEnds) [windowEnds, calls] = [run.now() + 1_000, 0];
      calls += 1;
      const remaining = String(Math.max(0, callsPerSecond - calls));
      limits.push(['X-RateLimit-Limit', String(callsPerSecond)], ['X-RateLimit-Remaining', remaining]);
      if (calls > callsPerSecond) {
        const reset: Headers = [
          ['Retry-After', '1'],
          ['X-RateLimit-Reset', String(Math.ceil(windowEnds / 1_000))],
        ];
        return sent(json(429, { message: 'Too Many Attempts.' }, reset));
      }
      return sent(answer(request, new URL(request.target, run.origin)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(json(error.status, { message: error.message, ...error.rest }));
    }
  };
}

/** Follows the link to the next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, 'links', 'next');
  }
  return rows;
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, min_price: unknown, max_price?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { min_price, max_price } });
const assign = (api: Api, id: unknown, strategy_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/listings?page[size]=20');
  await walk(api, '/v1/strategies?page[size]=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?page[size]=5');
  await walk(api, '/v1/listings?filter[status]=paused');
  await walk(api, '/v1/listings?filter[status]=active,draft&page[size]=25');
  await walk(api, '/v1/listings?filter[brand]=Velmora');
  await walk(api, '/v1/listings?sort=price&page[size]=30');
  await walk(api, '/v1/listings?sort=-created_at&page[size]=30');
  await walk(api, '/v1/listings?include=strategy&page[size]=24');
  for (const index of [0, 4, 13, 25, 46]) await read(api, ids[index]);
  await api.ask('GET', `/v1/listings/${String(ids[4])}?include=strategy`);
  await api.ask('GET', `/v1/listings/${String(ids[7])}?include=strategy`);
  await price(api, ids[0], 14.5, 29.9);
  await read(api, ids[0]);
  await price(api, ids[4], 8, 9.25);
  await read(api, ids[4]);
  await price(api, ids[13], '210.00', '380.5');
  await read(api, ids[13]);
  await price(api, ids[30], 0.99, 999);
  await api.ask('GET', '/v1/listings?page[size]=28');
  await assign(api, ids[0], rules[1]);
  await read(api, ids[0]);
  await assign(api, ids[25], rules[4]);
  await read(api, ids[25]);
  await assign(api, ids[13], null);
  await read(api, ids[13]);
  await api.ask('GET', '/v1/strategies');
  api.wait(20_000);
  await api.ask('GET', '/v1/reports?page[size]=3');
  api.wait(80_000);
  const last = await api.ask('GET', '/v1/reports');
  const url = at(last, 'data', 0, 'download_url');
  if (typeof url === 'string') await api.ask('GET', url);
  await read(api, '01hzzzzzzzzzzzzzzzzzzzzzzz');
  await read(api, '17');
  await price(api, '01hyyyyyyyyyyyyyyyyyyyyyyy', 10, 20);
  await price(api, ids[9], 30, 20);
  await price(api, ids[10], 8.4, 8.4);
  await price(api, ids[9], undefined, 20);
  await price(api, ids[9], 20);
  await price(api, ids[9], undefined);
  await price(api, ids[9], null, 20);
  await price(api, ids[9], 'cheap', 20);
  await price(api, ids[9], 4, true);
  await price(api, ids[9], 'low', 'high');
  await price(api, ids[9], -4, 12);
  await price(api, ids[9], 0, 0);
  await price(api, ids[9], 4.005, 12);
  await price(api, ids[9], 12.125, 6.5);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"min_price": ' });
  await assign(api, ids[9], '01hxxxxxxxxxxxxxxxxxxxxxxx');
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], 17);
  await assign(api, ids[9]);
  await assign(api, '01hwwwwwwwwwwwwwwwwwwwwwww', rules[0]);
  await api.ask('GET', '/v1/listings?page[size]=0');
  await api.ask('GET', '/v1/listings?page[size]=lots');
  await api.ask('GET', '/v1/listings?page[size]=31');
  await api.ask('GET', '/v1/listings?page[number]=9');
  await api.ask('GET', '/v1/reports?page[number]=0');
  await api.ask('GET', '/v1/listings?filter[colour]=red');
  await api.ask('GET', '/v1/listings?filter[status]=sold');
  await api.ask('GET', '/v1/listings?sort=colour');
  await api.ask('GET', '/v1/listings?include=owner');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?page[size]=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?page[size]=2', { headers: { 'X-API-KEY': '17|nothing' } });
  api.wait(3_000);
  for (let sent = 0; sent < 11; sent += 1) {
    await api.ask('GET', '/v1/strategies?page[size]=1', { atOnce: true });
  }
  api.wait(1_200_000);
  await api.ask('GET', '/v1/reports');
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?page[size]=18')).map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies?page[size]=5')).map((row) => row.id);
  await walk(api, '/v1/reports?page[size]=4');
  await walk(api, '/v1/listings?filter[status]=draft');
  await walk(api, '/v1/listings?filter[status]=active,paused&page[size]=22');
  await walk(api, '/v1/listings?filter[brand]=Halvik');
  await walk(api, '/v1/listings?sort=title&page[size]=26');
  await walk(api, '/v1/listings?sort=-price&page[size]=29');
  for (const index of [3, 12, 44]) await read(api, ids[index]);
  await api.ask('GET', `/v1/listings/${String(ids[12])}?include=strategy`);
  await price(api, ids[3], 11.25, 63);
  await read(api, ids[3]);
  await price(api, ids[12], '500.00', '640.75');
  await read(api, ids[12]);
  await price(api, ids[44], 2.5, 3);
  await api.ask('GET', '/v1/listings?page[size]=27');
  await assign(api, ids[3], rules[3]);
  await read(api, ids[3]);
  await assign(api, ids[12], null);
  await read(api, ids[12]);
  await api.ask('GET', '/v1/strategies?page[size]=6');
  api.wait(120_000);
  await read(api, '01hvvvvvvvvvvvvvvvvvvvvvvv');
  await read(api, 'tin');
  await price(api, '01htttttttttttttttttttttttt', 3, 4);
  await price(api, ids[20], 71.2, 70);
  await price(api, ids[21], undefined, 15);
  await price(api, ids[21], 7, null);
  await price(api, ids[21], 5, 'dear');
  await price(api, ids[21], false, 9);
  await price(api, ids[21], 'much', 'more');
  await price(api, ids[21], -0.5, 15);
  await price(api, ids[21], 5, 9.999);
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"max_price": ' });
  await assign(api, ids[21], '01hsssssssssssssssssssssss');
  await assign(api, ids[21], 44);
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?page[size]=-3');
  await api.ask('GET', '/v1/listings?page[size]=1000');
  await api.ask('GET', '/v1/reports?page[size]=all');
  await api.ask('GET', '/v1/listings?page[size]=10&page[number]=8');
  await api.ask('GET', '/v1/listings?filter[size]=large');
  await api.ask('GET', '/v1/listings?filter[brand]=Nobody');
  await api.ask('GET', '/v1/listings?sort=-size');
  await api.ask('GET', '/v1/listings?include=brand');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page[size]=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?page[size]=4', { headers: { 'X-API-KEY': '17|none' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await price(api, ids[23], { amount: 5 }, 15);
  await assign(api, ids[44], '');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?page[number]=1');
}

export const validationMessages: WalkedService = {
  name: 'validation-messages',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page[size]=3', 'page[size]=7', 'page[size]=30'],
  walk,
};
