// A hosted shop system's catalog: data beside a meta whose pagination has totals and links that are only a query, operators
// after a colon in the names of filters (`price:min`, `id:in`, `name:like`), filters that are refused by name if they are
// unknown, sub-resources where they are included, members that are asked for or left out, whole numbers as ids, 0 for what
// is not set, sizes that are quietly cut down, a quota for a window of time that headers count down, and refusals with a
// status, a title, a type and an object of errors that name a rule like `error.expected.jsnumber`.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'h4n8x0q2t6m1c9z7w3k5r8b0d2f4j6l';
const documentation = 'https://developer.shop.example/docs/start/about/status-codes';
const usualLimit = 50;
const largestLimit = 250;
const quota = 8;
const windowLength = 2_000;

interface Field {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

interface Product {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly brand: number;
  readonly categories: readonly number[];
  readonly price: number;
  readonly retail: number;
  readonly sale: number;
  readonly inventory: number;
  readonly isTracked: boolean;
  readonly isVisible: boolean;
  readonly isFeatured: boolean;
  readonly condition: string;
  readonly fields: readonly Field[];
  readonly created: number;
  min: number;
  max: number;
  strategy: number;
  modified: number;
}

interface Job {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

type Errors = Record<string, string>;

class Refusal extends Error {
  readonly status: number;
  readonly errors: Errors | undefined;

  constructor(status: number, title: string, errors?: Errors) {
    super(title);
    this.status = status;
    this.errors = errors;
  }
}

const time = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}+00:00`;
const cents = (amount: number) => Math.round(amount * 100) / 100;

const strategies = [
  'Follow the market',
  'Undercut by a little',
  'Clear the shelves',
  'Premium',
  'Night prices',
  'Holiday',
  'Old rules',
].map((name, index) => {
  const created = pastMoment(`operators strategy ${name}`);
  return {
    id: index + 2,
    name,
    active: index !== 6,
    adjustment: { type: index % 2 === 0 ? 'percent' : 'relative', value: -(index * 1.5) },
    date_created: time(created),
    date_modified: time(created + chance(`operators ${name}`, 900_000) * 1_000),
  };
});

function products(): readonly Product[] {
  let id = 77;
  return Array.from({ length: 64 }, (_, index): Product => {
    const name = `operators ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name);
    id += 1 + chance(`${name} gap`, 3);
    const fields = ['Colour', 'Material', 'Season'].slice(0, chance(`${name} fields`, 4));
    return {
      id,
      name: title,
      sku,
      brand: 31 + chance(`${name} brand`, 5),
      categories: [18, 23, 40].filter((category) => chance(`${name} ${category}`, 2) === 0),
      price: price / 100,
      retail: chance(`${name} retail`, 3) === 0 ? Math.round(price * 1.2) / 100 : 0,
      sale: chance(`${name} sale`, 4) === 0 ? Math.round(price * 0.85) / 100 : 0,
      inventory: stock,
      isTracked: chance(`${name} tracked`, 5) > 0,
      isVisible: chance(`${name} visible`, 4) > 0,
      isFeatured: chance(`${name} featured`, 6) === 0,
      condition: oneOf(`${name} condition`, ['New', 'New', 'New', 'Refurbished', 'Used']),
      fields: fields.map((field, place) => ({
        id: id * 10 + place,
        name: field,
        value: oneOf(`${name} ${field}`, ['Amber', 'Slate', 'Linen', 'Winter', 'Oak']),
      })),
      created,
      min: chance(`${name} min`, 3) > 0 ? Math.round(price * 0.7) / 100 : 0,
      max: chance(`${name} max`, 3) > 0 ? Math.round(price * 1.3) / 100 : 0,
      strategy: chance(`${name} automated`, 3) > 0 ? oneOf(`${name} strategy`, strategies).id : 0,
      modified: created + chance(`${name} modified`, 50 * 86_400) * 1_000,
    };
  });
}

/** What a customer pays: the sale price, if there is one, within the bounds. */
function calculated({ price, sale, min, max }: Product): number {
  const wished = Math.max(sale > 0 ? sale : price, min);
  return max > 0 ? Math.min(wished, max) : wished;
}

const shown = (product: Product): Row => ({
  id: product.id,
  name: product.name,
  type: 'physical',
  sku: product.sku,
  condition: product.condition,
  price: product.price,
  retail_price: product.retail,
  sale_price: product.sale,
  min_price: product.min,
  max_price: product.max,
  calculated_price: calculated(product),
  strategy_id: product.strategy,
  brand_id: product.brand,
  categories: product.categories,
  inventory_level: product.inventory,
  inventory_tracking: product.isTracked ? 'product' : 'none',
  is_visible: product.isVisible,
  is_featured: product.isFeatured,
  custom_url: {
    url: `/${product.name.toLowerCase().replaceAll(' ', '-')}-${product.id}/`,
    is_customized: false,
  },
  date_created: time(product.created),
  date_modified: time(product.modified),
});

const includes: Readonly<Record<string, (product: Product) => unknown>> = {
  custom_fields: ({ fields }) => fields,
  strategy: (product) => {
    const found = strategies.find(({ id }) => id === product.strategy);
    return found === undefined ? null : { id: found.id, name: found.name, active: found.active };
  },
};

const listOf = (text: string | null): readonly string[] => text?.split(',').filter(Boolean) ?? [];
const asks = ['include', 'include_fields', 'exclude_fields'];

/** How a request wants its products shown: with sub-resources, and with all members or only some. */
function viewOf(query: URLSearchParams): (product: Product) => Row {
  const [included, only, without] = asks.map((name) => listOf(query.get(name)));
  const errors: Errors = {};
  const strange = included!.filter((name) => includes[name] === undefined);
  if (strange.length > 0) errors.include = `${strange.join(', ')} cannot be included`;
  const known = [...Object.keys(shown(products()[0]!)), ...Object.keys(includes)];
  for (const [name, wanted] of [
    ['include_fields', only!],
    ['exclude_fields', without!],
  ] as const) {
    const unknown = wanted.filter((member) => !known.includes(member));
    if (unknown.length > 0) errors[name] = `Invalid field(s): ${unknown.join(', ')}`;
  }
  if (Object.keys(errors).length > 0) throw new Refusal(422, 'Invalid parameter(s)', errors);
  return (product) => {
    const whole = {
      ...shown(product),
      ...Object.fromEntries(included!.map((name) => [name, includes[name]!(product)])),
    };
    const kept = Object.entries(whole).filter(
      ([name]) =>
        name === 'id' ||
        ((only!.length === 0 || only!.includes(name) || included!.includes(name)) &&
          !without!.includes(name)),
    );
    return Object.fromEntries(kept);
  };
}

type Kind = 'number' | 'text' | 'flag' | 'time';

const members: Readonly<
  Record<string, readonly [kind: Kind, of: (product: Product) => string | number | boolean]>
> = {
  id: ['number', ({ id }) => id],
  name: ['text', ({ name }) => name],
  sku: ['text', ({ sku }) => sku],
  price: ['number', ({ price }) => price],
  inventory_level: ['number', ({ inventory }) => inventory],
  brand_id: ['number', ({ brand }) => brand],
  strategy_id: ['number', ({ strategy }) => strategy],
  is_visible: ['flag', ({ isVisible }) => isVisible],
  condition: ['text', ({ condition }) => condition],
  date_modified: ['time', ({ modified }) => Math.floor(modified / 1_000) * 1_000],
};
const operators: Readonly<Record<Kind, readonly string[]>> = {
  number: ['', 'min', 'max', 'greater', 'less', 'in', 'not_in'],
  text: ['', 'like', 'in'],
  flag: [''],
  time: ['', 'min', 'max'],
};
const orders = ['id', 'name', 'sku', 'price', 'inventory_level', 'date_modified'];

function valueOf(kind: Kind, text: string): string | number | boolean | undefined {
  if (kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (kind === 'flag') return { true: true, false: false, 1: true, 0: false }[text];
  if (kind === 'time') return Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text);
  return text.toLowerCase();
}

const plain = (value: string | number | boolean) => (typeof value === 'string' ? value.toLowerCase() : value);

/** What a filter asks of a product; undefined for a value that it cannot read. */
function conditionOf(name: string, text: string): ((product: Product) => boolean) | undefined {
  const [member, operator = ''] = name.split(':');
  const [kind, of] = members[member!]!;
  const parts = operator === 'in' || operator === 'not_in' ? listOf(text) : [text];
  const values = parts.map((part) => valueOf(kind, part));
  const [value] = values;
  if (values.includes(undefined) || value === undefined) return undefined;
  return (product) => {
    const found = plain(of(product));
    if (operator === 'min') return found >= value;
    if (operator === 'max') return found <= value;
    if (operator === 'greater') return found > value;
    if (operator === 'less') return found < value;
    if (operator === 'like') return String(found).includes(String(value));
    return values.includes(found) !== (operator === 'not_in');
  };
}

const isFilter = (name: string) => {
  const [member, operator = '', ...more] = name.split(':');
  const kind = members[member!]?.[0];
  return kind !== undefined && operators[kind].includes(operator) && more.length === 0;
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = products();
  const jobs = Array.from({ length: 9 }, (_, index): Job => ({
    id: uuid(`operators job ${index}`),
    type: oneOf(`operators job ${index}`, ['price_changes', 'inventory', 'strategy_results']),
    created:
      index < 7
        ? opened - (10 - index) * 86_400_000 - chance(`operators job ${index}`, 50_000) * 1_000
        : opened - 25_000 + (index - 7) * 20_000,
    seconds: 50 + index * 12,
    fails: index === 3,
  })).reverse();

  function jobShown({ id, type, created, seconds, fails }: Job): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 10 ? 'queued' : !isOver ? 'running' : fails ? 'failed' : 'complete';
    return {
      id,
      type,
      status,
      download_url: status === 'complete' ? `${run.origin}/downloads/${id}.csv` : null,
      errors: status === 'failed' ? [{ code: 'timeout', message: 'The report took too long.' }] : [],
      date_created: time(created),
      date_completed: isOver ? time(created + seconds * 1_000) : null,
    };
  }

  /** A page of what was found; `show` is asked only for what stands on it. */
  function paged<Found>(
    found: readonly Found[],
    query: URLSearchParams,
    show: (one: Found) => unknown,
  ): Answered {
    const errors: Errors = {};
    const count = (name: string, usual: number) => {
      const text = query.get(name);
      if (text === null) return usual;
      if (/^[1-9]\d*$/.test(text)) return Number(text);
      errors[name] = `${name} must be a positive integer`;
      return usual;
    };
    const page = count('page', 1);
    const limit = Math.min(count('limit', usualLimit), largestLimit);
    if (Object.keys(errors).length > 0) throw new Refusal(422, 'Invalid parameter(s)', errors);
    const pages = Math.ceil(found.length / limit);
    const rest = [...query].filter(([name]) => name !== 'page' && name !== 'limit');
    const link = (to: number) =>
      `?${new URLSearchParams([['page', String(to)], ['limit', String(limit)], ...rest]).toString()}`;
    const shownOnes = found.slice((page - 1) * limit, page * limit);
    const pagination = {
      total: found.length,
      count: shownOnes.length,
      per_page: limit,
      current_page: page,
      total_pages: pages,
      links: {
        ...(page > 1 ? { previous: link(page - 1) } : {}),
        current: link(page),
        ...(page < pages ? { next: link(page + 1) } : {}),
      },
    };
    return json(200, { data: shownOnes.map(show), meta: { pagination } });
  }

  function onlyKnown(query: URLSearchParams, isKnown: (name: string) => boolean): void {
    const strange = [...new Set(query.keys())].filter(
      (name) => name !== 'page' && name !== 'limit' && !isKnown(name),
    );
    if (strange.length === 0) return;
    throw new Refusal(422, `The filter(s): ${strange.join(', ')} are not valid filter parameter(s).`, {});
  }

  function listed(query: URLSearchParams): Answered {
    onlyKnown(query, (name) => isFilter(name) || ['sort', 'direction', ...asks].includes(name));
    const errors: Errors = {};
    const sort = query.get('sort') ?? 'id';
    const direction = query.get('direction') ?? 'asc';
    if (!orders.includes(sort)) errors.sort = `sort must be one of: ${orders.join(', ')}`;
    if (direction !== 'asc' && direction !== 'desc') errors.direction = 'direction must be one of: asc, desc';
    const conditions = [...query]
      .filter(([name]) => isFilter(name))
      .map(([name, text]) => {
        const condition = conditionOf(name, text);
        if (condition === undefined) errors[name] = `'${text}' is not a valid value`;
        return condition ?? (() => true);
      });
    if (Object.keys(errors).length > 0) throw new Refusal(422, 'Invalid parameter(s)', errors);
    const found = all.filter((product) => conditions.every((condition) => condition(product)));
    const [, of] = members[sort]!;
    const sign = direction === 'asc' ? 1 : -1;
    found.sort((one, other) => {
      const [first, second] = [of(one), of(other)];
      return first < second ? -sign : first > second ? sign : one.id - other.id;
    });
    return paged(found, query, viewOf(query));
  }

  function otherListed(name: string, query: URLSearchParams): Answered {
    if (name === 'strategies') {
      onlyKnown(query, (parameter) => parameter === 'name' || parameter === 'name:like');
      const exact = query.get('name')?.toLowerCase();
      const like = query.get('name:like')?.toLowerCase() ?? '';
      const found = strategies.filter(
        (each) =>
          (exact === undefined || each.name.toLowerCase() === exact) &&
          each.name.toLowerCase().includes(like),
      );
      return paged(found, query, (each) => each);
    }
    onlyKnown(query, (parameter) => ['status', 'status:in', 'type'].includes(parameter));
    const statuses = [...listOf(query.get('status:in')), ...query.getAll('status')];
    const type = query.get('type');
    const found = jobs
      .map(jobShown)
      .filter(
        (job) =>
          (statuses.length === 0 || statuses.includes(String(job.status))) &&
          (type === null || job.type === type),
      );
    return paged(found, query, (each) => each);
  }

  const badJson = 'JSON data is missing or invalid';

  function priced(product: Product, given: Row): void {
    const errors: Errors = {};
    for (const name of ['min_price', 'max_price']) {
      const value = given[name];
      if (value === undefined) {
        if (name === 'min_price') errors[name] = 'error.path.missing';
      } else if (typeof value !== 'number') errors[name] = 'error.expected.jsnumber';
      else if (value < 0) errors[name] = 'error.min';
    }
    if (Object.keys(errors).length > 0) throw new Refusal(422, badJson, errors);
    const min = cents(given.min_price as number);
    const max = given.max_price === undefined ? product.max : cents(given.max_price as number);
    if (max > 0 && min > max) {
      const wrong = `The min_price ${min} is greater than the max_price ${max}`;
      throw new Refusal(409, 'The price bounds of the product conflict', { min_price: wrong });
    }
    product.min = min;
    product.max = max;
  }

  function assigned(product: Product, { strategy_id: id }: Row): void {
    const name = 'strategy_id';
    if (id === undefined) throw new Refusal(422, badJson, { [name]: 'error.path.missing' });
    if (typeof id !== 'number') throw new Refusal(422, badJson, { [name]: 'error.expected.jsnumber' });
    if (id !== 0 && !strategies.some((strategy) => strategy.id === id)) {
      throw new Refusal(422, 'Invalid field(s): strategy_id', { [name]: `Strategy ${id} does not exist` });
    }
    product.strategy = id;
  }

  function answer(request: Asked, url: URL): Answered {
    const file = /^\/downloads\/([^/]+)\.csv$/.exec(url.pathname)?.[1];
    const job = jobs.find(({ id }) => id === file);
    if (job !== undefined) {
      const lines = all.slice(0, 9).map(({ id, sku, price }) => `${id},${sku},${price.toFixed(2)}`);
      const headers: Headers = [['Content-Type', 'text/csv; charset=utf-8']];
      return { status: 200, headers, body: `id,sku,price\n${lines.join('\n')}\n` };
    }
    const [, name, id, part] =
      /^\/v1\/(listings|strategies|reports)(?:\/(\d+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (name === undefined || (id !== undefined && name !== 'listings')) {
      throw new Refusal(404, 'The requested resource was not found');
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, `The method ${request.method} is not allowed for this resource`);
    }
    if (id === undefined) {
      return name === 'listings' ? listed(url.searchParams) : otherListed(name, url.searchParams);
    }
    const product = all.find((each) => String(each.id) === id);
    if (product === undefined) throw new Refusal(404, `A product was not found with an id of ${id}`);
    if (part === undefined) {
      onlyKnown(url.searchParams, (parameter) => asks.includes(parameter));
      return json(200, { data: viewOf(url.searchParams)(product), meta: {} });
    }
    const given = parsed(request.body);
    if (given === undefined) throw new Refusal(400, 'Input is invalid');
    if (!isObject(given)) throw new Refusal(422, badJson, { obj: 'error.expected.jsobject' });
    if (part === 'price') priced(product, given);
    else assigned(product, given);
    product.modified = run.now();
    return json(200, { data: shown(product), meta: {} });
  }

  let ends = 0;
  let left = quota;
  let asked = 0;
  return (request) => {
    const now = run.now();
    asked += 1;
    if (now >= ends) [ends, left] = [now + windowLength, quota];
    const limits = (): Headers => [
      ['X-Rate-Limit-Requests-Left', String(left)],
      ['X-Rate-Limit-Requests-Quota', String(quota)],
      ['X-Rate-Limit-Time-Reset-Ms', String(ends - now)],
      ['X-Rate-Limit-Time-Window-Ms', String(windowLength)],
    ];
    const answered = ((): Answered => {
      try {
        if (request.headers['x-api-key'] !== key) {
          throw new Refusal(401, 'The X-API-KEY header is missing or not valid');
        }
        if (left === 0) throw new Refusal(429, 'Too many requests');
        left -= 1;
        return answer(request, new URL(request.target, run.origin));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, message: title, errors } = error;
        const body = { status, title, type: documentation, ...(errors === undefined ? {} : { errors }) };
        return json(status, body, [], 'application/problem+json');
      }
    })();
    const own: Headers = [['X-Request-Id', uuid(`operators ${run.run} ${asked}`)]];
    return {
      ...answered,
      headers: [...answered.headers, ...(answered.status === 401 ? [] : limits()), ...own],
    };
  };
}

/** Follows the links, which are queries of the same path. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [path] = target.split('?');
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    const query = textIfAny(received, 'meta', 'pagination', 'links', 'next');
    next = query === undefined ? undefined : `${path!}${query}`;
  }
  return rows;
}

const read = (api: Api, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}${query}`);
const price = (api: Api, id: unknown, min_price: unknown, max_price?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { min_price, max_price } });
const assign = (api: Api, id: unknown, strategy_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id } });

/** Asks without a pause, and waits as long as the answer says that it takes until there is a new quota. */
async function hurried(api: Api, target: string): Promise<void> {
  let last: Received | undefined;
  for (let sent = 0; sent < 10; sent += 1) last = await api.ask('GET', target, { atOnce: true });
  api.wait(Number(header(last!, 'x-rate-limit-time-reset-ms') ?? 1_000));
  await api.ask('GET', target);
}

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const chosen = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/listings?limit=25');
  await walk(api, '/v1/listings?limit=100');
  await walk(api, '/v1/strategies?limit=3');
  await walk(api, '/v1/reports?limit=4');
  for (const index of [0, 5, 18, 40, 63]) await read(api, ids[index]);
  await walk(api, '/v1/listings?price:min=60&limit=40');
  await walk(api, '/v1/listings?price:max=35.5');
  await walk(api, '/v1/listings?price:min=80&price:max=120');
  await walk(api, '/v1/listings?is_visible=false&limit=14');
  await walk(api, '/v1/listings?brand_id=33');
  await walk(api, `/v1/listings?id:in=${String(ids[3])},${String(ids[9])},${String(ids[60])}`);
  await walk(api, '/v1/listings?name:like=kettle');
  await walk(api, '/v1/listings?date_modified:min=2025-06-01&limit=20');
  await walk(api, '/v1/listings?sort=price&direction=desc&limit=40');
  await api.ask('GET', '/v1/listings?sort=name&limit=12');
  await api.ask('GET', '/v1/listings?include=custom_fields&limit=5');
  await api.ask('GET', '/v1/listings?include_fields=name,price&limit=8');
  await api.ask('GET', '/v1/listings?exclude_fields=custom_url,categories&limit=4');
  await read(api, ids[5], '?include=custom_fields,strategy');
  await read(api, ids[18], '?include_fields=name,min_price,max_price');
  await api.ask('GET', '/v1/strategies?name:like=prices');

  await price(api, ids[0], 12.5, 190);
  await read(api, ids[0]);
  await price(api, ids[5], 210, 250.75);
  await read(api, ids[5]);
  await price(api, ids[18], 1);
  await read(api, ids[18]);
  await price(api, ids[40], 0, 0);
  await price(api, ids[63], 20.125, 300);
  await assign(api, ids[0], chosen[1]);
  await read(api, ids[0]);
  await assign(api, ids[40], chosen[4]);
  await assign(api, ids[5], 0);
  await read(api, ids[5], '?include=strategy');
  await api.ask('GET', '/v1/listings?limit=60');

  await price(api, ids[7], 50, 40);
  await price(api, ids[8], 9.99, 9.98);
  await price(api, ids[7], undefined, 40);
  await price(api, ids[7], undefined);
  await price(api, ids[7], null, 40);
  await price(api, ids[7], '20', 40);
  await price(api, ids[7], 20, true);
  await price(api, ids[7], 'low', 'high');
  await price(api, ids[7], -5, 40);
  await price(api, ids[7], -5, -1);
  await api.ask('PATCH', `/v1/listings/${String(ids[7])}/price`, { text: '{"min_price": 20,' });
  await api.ask('PATCH', `/v1/listings/${String(ids[7])}/price`, { json: [20, 40] });
  await price(api, 90_001, 20, 40);
  await read(api, 90_002);
  await read(api, 'kettle');
  await assign(api, ids[7], 900);
  await assign(api, ids[7], 44);
  await assign(api, ids[7], 'Premium');
  await assign(api, ids[7], null);
  await assign(api, ids[7]);
  await assign(api, 90_003, chosen[0]);
  for (const query of [
    'page=9',
    'page=0',
    'limit=0',
    'limit=500',
    'limit=many',
    'price:min=cheap',
    'is_visible=perhaps',
    'date_modified:min=yesterday',
    'sort=colour',
    'sort=price&direction=up',
    'include=reviews',
    'include_fields=name,weight',
    'colour=red&limit=2',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/strategies?state=on');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[7])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'not-the-key' } });
  await api.ask('GET', '/v1/reports?status:in=queued,running');
  await hurried(api, '/v1/strategies?limit=1');
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?status=failed');
  const done = await api.ask('GET', '/v1/reports?status=complete');
  for (const index of [0, 2]) {
    const url = at(done, 'data', index, 'download_url');
    if (typeof url === 'string') await api.ask('GET', url);
  }
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?limit=40')).map((row) => row.id);
  const chosen = (await walk(api, '/v1/strategies?limit=4')).map((row) => row.id);
  await api.ask('GET', '/v1/listings?page=2&limit=15');
  await walk(api, '/v1/reports?limit=5');
  for (const index of [2, 14, 33]) await read(api, ids[index]);
  await walk(api, '/v1/listings?price:min=100&limit=30');
  await walk(api, '/v1/listings?price:max=62');
  await walk(api, '/v1/listings?brand_id=31');
  await walk(api, `/v1/listings?id:in=${String(ids[1])},${String(ids[50])}`);
  await walk(api, '/v1/listings?name:like=rug');
  await walk(api, '/v1/listings?is_visible=true&limit=45');
  await walk(api, '/v1/listings?date_modified:min=2025-03-01&limit=25');
  await api.ask('GET', '/v1/listings?exclude_fields=custom_url,date_created&limit=7');
  await api.ask('GET', '/v1/listings?sort=price&direction=asc&limit=9');
  await api.ask('GET', '/v1/listings?include_fields=sku,calculated_price&limit=6');
  await read(api, ids[14], '?include=custom_fields');

  await price(api, ids[2], 15.25, 180);
  await read(api, ids[2]);
  await price(api, ids[14], 230, 270);
  await read(api, ids[14]);
  await price(api, ids[33], 2.5);
  await price(api, ids[45], 30.375, 210);
  await assign(api, ids[2], chosen[2]);
  await read(api, ids[2]);
  await assign(api, ids[33], 0);
  await api.ask('GET', '/v1/listings?limit=55');

  await price(api, ids[26], 70, 65.5);
  await price(api, ids[26], undefined, 12);
  await price(api, ids[26], null, 60);
  await price(api, ids[26], 15, 'dear');
  await price(api, ids[26], false, true);
  await price(api, ids[26], 15, -2);
  await api.ask('PATCH', `/v1/listings/${String(ids[26])}/price`, { text: 'min_price=3' });
  await price(api, 80_001, 25, 45);
  await read(api, 80_002);
  await assign(api, ids[26], 700);
  await assign(api, ids[26], true);
  await assign(api, ids[27]);
  await assign(api, 80_003, chosen[1]);
  for (const query of [
    'page=12',
    'limit=-3',
    'limit=900',
    'price:max=dear',
    'sort=age',
    'include=videos',
    'size=large&limit=3',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/listings?limit=7', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': 'wrong-again' } });
  // Of a kind that was not recorded.
  await api.ask('GET', '/v1/listings?inventory_level:less=40&limit=20');
  await api.ask('GET', '/v1/listings?condition=Used&sort=sku');
  await api.ask('GET', '/v1/listings?id:not_in=1,2&limit=2&page=0');
  api.wait(900_000);
  const done = await api.ask('GET', '/v1/reports?status=complete&limit=6');
  const url = at(done, 'data', 1, 'download_url');
  if (typeof url === 'string') await api.ask('GET', url);
}

export const queryOperators: WalkedService = {
  name: 'query-operators',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=250'],
  walk,
};
