// A shop plugin of a publishing system: bare arrays with the totals and the next page in headers, whole numbers as ids,
// prices as decimal texts with "" for unset and 0 for no strategy, each moment twice (local and GMT), meta data as a list of
// id, key and value, links in each record, include and exclude, search, orderby and order, the members that are asked for,
// writes that answer the whole record, and refusals with a code, a message and data that name each parameter.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, header, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'ck_4c0f9a17be2d4b0a8d55c1e7f3a960d2';
const largestPage = 100;
const burst = 10;

interface Product {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly sku: string;
  readonly status: string;
  readonly price: number;
  readonly sale: number | null;
  readonly stock: number | null;
  readonly categories: readonly Row[];
  readonly meta: readonly Row[];
  readonly created: number;
  minimum: number | null;
  maximum: number | null;
  strategy: number;
  modified: number;
}

interface Report {
  readonly id: number;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

/** What is wrong with a parameter. */
interface Fault {
  readonly parameter: string;
  readonly code: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: Row;
  readonly headers: Headers;

  constructor(status: number, code: string, message: string, data: Row = {}, headers: Headers = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.headers = headers;
  }
}

const invalid = (faults: readonly Fault[]): Refusal =>
  new Refusal(
    400,
    'rest_invalid_param',
    `Invalid parameter(s): ${faults.map((one) => one.parameter).join(', ')}`,
    {
      params: Object.fromEntries(faults.map(({ parameter, message }) => [parameter, message])),
      details: Object.fromEntries(
        faults.map(({ parameter, code, message }) => [parameter, { code, message, data: null }]),
      ),
    },
  );

const categories: readonly Row[] = [
  { id: 17, name: 'Home & Living', slug: 'home-living' },
  { id: 21, name: 'Outdoor', slug: 'outdoor' },
  { id: 34, name: 'Games', slug: 'games' },
  { id: 35, name: 'Sale', slug: 'sale' },
];

const statuses = ['draft', 'pending', 'private', 'publish'];

const decimal = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));
const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const gmt = (moment: number): string => new Date(moment).toISOString().slice(0, 19);

/** As the clocks on the shop's wall show it. */
const berlin = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const local = (moment: number): string => berlin.format(moment).replace(' ', 'T');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Be the cheapest',
    'Keep the margin',
    'Weekend',
    'Sell out',
    'Match the top three',
    'Off season',
  ].map((name, index) => ({
    id: 11 + index * 4 + (index > 2 ? 1 : 0),
    name,
    slug: slugOf(name),
    type: oneOf(`plugin type ${name}`, ['competitor', 'margin', 'schedule']),
    enabled: index !== 5,
    step: decimal(1 + chance(`plugin step ${name}`, 150)),
    created: pastMoment(`plugin strategy ${name}`),
  }));
  let lastId = 700;
  let lastMeta = 5_100;
  const products = Array.from({ length: 53 }, (_, index): Product => {
    const name = `plugin ${index}`;
    const { maker, title, sku, price, stock } = ware(name);
    lastId += 1 + chance(`${name} id`, 6);
    const created = Date.UTC(2025, 1, 3) + index * 7 * 86_400_000 + chance(`${name} created`, 80_000) * 1_000;
    const bounded = chance(`${name} bounded`, 3) > 0;
    const meta: Row[] = [{ id: (lastMeta += 3), key: '_supplier', value: maker }];
    if (chance(`${name} lead`, 2) > 0) {
      meta.push({ id: (lastMeta += 1), key: '_lead_time', value: String(1 + chance(`${name} days`, 20)) });
    }
    return {
      id: lastId,
      name: title,
      slug: `${slugOf(title)}-${lastId}`,
      sku,
      status: oneOf(`${name} status`, ['publish', 'publish', 'publish', 'publish', 'draft', 'private']),
      price,
      sale: chance(`${name} sale`, 4) === 0 ? Math.round(price * 0.8) : null,
      stock: chance(`${name} managed`, 5) > 0 ? stock : null,
      categories: categories.filter((_category, at) => chance(`${name} category ${at}`, 3) === 0),
      meta,
      created,
      minimum: bounded ? Math.round(price * 0.75) : null,
      maximum: bounded && chance(`${name} maximum`, 5) > 0 ? Math.round(price * 1.2) : null,
      strategy: bounded ? oneOf(`${name} strategy`, strategies).id : 0,
      modified: created + chance(`${name} modified`, 20 * 86_400) * 1_000,
    };
  });
  const reports = Array.from({ length: 14 }, (_, index): Report => ({
    id: 301 + index * 2,
    type: oneOf(`plugin report ${index}`, ['prices', 'stock', 'sales']),
    created:
      index < 12
        ? Date.UTC(2026, 1, 2) + index * 6 * 86_400_000 + chance(`plugin report ${index}`, 70_000) * 1_000
        : opened - 22_000 + (index - 12) * 17_000,
    seconds: 40 + index * 5,
    fails: index === 6,
  })).reverse();

  const linksOf = (name: string, id: number): Row => ({
    self: [{ href: `${run.origin}/v1/${name}/${id}` }],
    collection: [{ href: `${run.origin}/v1/${name}` }],
  });
  const view = (product: Product): Row => ({
    id: product.id,
    name: product.name,
    slug: product.slug,
    permalink: `https://shop.oskelby.example/product/${product.slug}/`,
    date_created: local(product.created),
    date_created_gmt: gmt(product.created),
    date_modified: local(product.modified),
    date_modified_gmt: gmt(product.modified),
    status: product.status,
    sku: product.sku,
    price: decimal(product.sale ?? product.price),
    regular_price: decimal(product.price),
    sale_price: decimal(product.sale),
    on_sale: product.sale !== null,
    min_price: decimal(product.minimum),
    max_price: decimal(product.maximum),
    strategy_id: product.strategy,
    manage_stock: product.stock !== null,
    stock_quantity: product.stock,
    stock_status: product.stock === 0 ? 'outofstock' : 'instock',
    categories: product.categories,
    meta_data: product.meta,
    _links: linksOf('listings', product.id),
  });
  const strategyView = ({
    id,
    name,
    slug,
    type,
    enabled,
    step,
    created,
  }: (typeof strategies)[number]): Row => ({
    id,
    name,
    slug,
    type,
    enabled,
    step,
    date_created: local(created),
    date_created_gmt: gmt(created),
  });
  const reportView = (report: Report): Row => {
    const elapsed = (run.now() - report.created) / 1_000;
    const ended = elapsed >= report.seconds;
    const status = elapsed < 10 ? 'pending' : !ended ? 'processing' : report.fails ? 'failed' : 'completed';
    const completed = ended ? report.created + report.seconds * 1_000 : null;
    return {
      id: report.id,
      type: report.type,
      status,
      date_created: local(report.created),
      date_created_gmt: gmt(report.created),
      date_completed: completed === null ? null : local(completed),
      date_completed_gmt: completed === null ? null : gmt(completed),
      download_url: status === 'completed' ? `${run.origin}/wp-files/report-${report.id}.csv` : '',
    };
  };

  /** What is wrong with the parameters of a list; those that it does not know are ignored. */
  function faultsOf(
    query: URLSearchParams,
    choices: Readonly<Record<string, readonly string[]>>,
  ): readonly Fault[] {
    const faults: Fault[] = [];
    for (const [parameter, text] of query) {
      const add = (code: string, message: string): void => {
        faults.push({ parameter, code, message: `${parameter} ${message}` });
      };
      if (parameter === 'page' || parameter === 'per_page') {
        if (!/^-?\d+$/.test(text)) add('rest_invalid_type', 'is not of type integer.');
        else if (parameter === 'page' && Number(text) < 1) {
          add('rest_out_of_bounds', 'must be greater than or equal to 1');
        } else if (parameter === 'per_page' && (Number(text) < 1 || Number(text) > largestPage)) {
          add('rest_out_of_bounds', `must be between 1 (inclusive) and ${largestPage} (inclusive)`);
        }
      } else if (parameter === 'include' || parameter === 'exclude') {
        const wrong = text.split(',').findIndex((id) => !/^\d+$/.test(id));
        if (wrong !== -1) {
          const message = `${parameter}[${wrong}] is not of type integer.`;
          faults.push({ parameter, code: 'rest_invalid_type', message });
        }
      } else if (parameter === 'after' || parameter === 'before') {
        if (Number.isNaN(Date.parse(text))) {
          faults.push({ parameter, code: 'rest_invalid_date', message: 'Invalid date.' });
        }
      } else if (Object.hasOwn(choices, parameter) && !choices[parameter]!.includes(text)) {
        add('rest_not_in_enum', `is not one of ${choices[parameter]!.join(', ')}.`);
      }
    }
    return faults;
  }

  function paged(url: URL, rows: readonly Row[]): Answered {
    const query = url.searchParams;
    const page = Number(query.get('page') ?? '1');
    const size = Number(query.get('per_page') ?? '10');
    const pages = Math.ceil(rows.length / size);
    const link = (to: number, rel: string): string => {
      const target = new URL(url);
      target.searchParams.set('page', String(to));
      return `<${target.href}>; rel="${rel}"`;
    };
    const links = [
      ...(page > 1 ? [link(Math.min(page - 1, pages), 'prev')] : []),
      ...(page < pages ? [link(page + 1, 'next')] : []),
    ];
    const fields = query.get('_fields')?.split(',');
    const shown = rows.slice((page - 1) * size, page * size).map((row) => only(row, fields));
    return json(200, shown, [
      ['X-Shop-Total', String(rows.length)],
      ['X-Shop-TotalPages', String(pages)],
      ...(links.length === 0 ? [] : [['Link', links.join(', ')] as const]),
    ]);
  }

  const only = (row: Row, fields: readonly string[] | undefined): Row =>
    fields === undefined
      ? row
      : Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));

  function listed(url: URL): Answered {
    const query = url.searchParams;
    const faults = faultsOf(query, {
      orderby: ['date', 'id', 'include', 'title', 'price', 'modified'],
      order: ['asc', 'desc'],
      status: ['any', ...statuses],
      stock_status: ['instock', 'outofstock'],
    });
    if (faults.length > 0) throw invalid(faults);
    const idsOf = (name: string): readonly number[] | undefined => query.get(name)?.split(',').map(Number);
    const [included, excluded] = [idsOf('include'), idsOf('exclude')];
    const words = query.get('search')?.toLowerCase();
    const [status, sku, category] = [query.get('status') ?? 'any', query.get('sku'), query.get('category')];
    const stock = query.get('stock_status');
    const [after, before] = [query.get('after'), query.get('before')];
    const [least, most] = [query.get('min_price'), query.get('max_price')];
    const priceOf = (product: Product): number => product.sale ?? product.price;
    const found = products.filter(
      (product) =>
        (included === undefined || included.includes(product.id)) &&
        excluded?.includes(product.id) !== true &&
        (words === undefined || product.name.toLowerCase().includes(words)) &&
        (status === 'any' || product.status === status) &&
        (sku === null || product.sku === sku) &&
        (category === null || product.categories.some(({ id }) => id === Number(category))) &&
        (stock === null || (product.stock === 0 ? 'outofstock' : 'instock') === stock) &&
        (after === null || local(product.created) > after) &&
        (before === null || local(product.created) < before) &&
        (least === null || priceOf(product) >= Number(least) * 100) &&
        (most === null || priceOf(product) <= Number(most) * 100),
    );
    const by: Readonly<Record<string, (product: Product) => string | number>> = {
      date: ({ created }) => created,
      id: ({ id }) => id,
      include: ({ id }) => included?.indexOf(id) ?? 0,
      title: ({ name }) => name,
      price: priceOf,
      modified: ({ modified }) => modified,
    };
    const value = by[query.get('orderby') ?? 'date']!;
    const sign = query.get('order') === 'asc' || query.get('orderby') === 'include' ? 1 : -1;
    found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : b.id - a.id));
    return paged(url, found.map(view));
  }

  function listedOthers(url: URL, rows: readonly Row[]): Answered {
    const faults = faultsOf(url.searchParams, {});
    if (faults.length > 0) throw invalid(faults);
    return paged(url, rows);
  }

  function bodyOf(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') {
      throw new Refusal(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
        json_error_code: 4,
        json_error_message: 'Syntax error',
      });
    }
    return isObject(sent.json) ? sent.json : {};
  }

  function required(body: Row, names: readonly string[]): void {
    const missing = names.filter((name) => body[name] === undefined);
    if (missing.length === 0) return;
    const message = `Missing parameter(s): ${missing.join(', ')}`;
    throw new Refusal(400, 'rest_missing_callback_param', message, { params: missing });
  }

  /** The cents of a price; null for an empty text. */
  function centsOf(parameter: string, value: unknown, faults: Fault[]): number | null {
    const wrong = (code: string, message: string): null => {
      faults.push({ parameter, code, message: `${parameter} ${message}` });
      return null;
    };
    if (typeof value !== 'string' && typeof value !== 'number') {
      return wrong('rest_invalid_type', 'is not of type string,number.');
    }
    if (value === '') return null;
    if (!/^-?\d+(?:\.\d+)?$/.test(String(value))) return wrong('rest_invalid_price', 'is not a valid price.');
    const cents = Math.round(Number(value) * 100);
    return cents < 0 ? wrong('rest_out_of_bounds', 'must be greater than or equal to 0') : cents;
  }

  function priced(product: Product, body: Row): void {
    required(
      body,
      body.min_price === undefined && body.max_price === undefined ? ['min_price', 'max_price'] : [],
    );
    const faults: Fault[] = [];
    const read = (name: string, usual: number | null): number | null =>
      body[name] === undefined ? usual : centsOf(name, body[name], faults);
    const [minimum, maximum] = [read('min_price', product.minimum), read('max_price', product.maximum)];
    if (faults.length > 0) throw invalid(faults);
    if (minimum !== null && maximum !== null && minimum > maximum) {
      const message = `The minimum price (${decimal(minimum)}) cannot be higher than the maximum price (${decimal(maximum)}).`;
      throw new Refusal(400, 'shop_rest_invalid_price_range', message);
    }
    Object.assign(product, { minimum, maximum });
  }

  function assigned(product: Product, body: Row): void {
    required(body, ['strategy_id']);
    const value = body.strategy_id;
    const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof id !== 'number' || !Number.isInteger(id)) {
      const message = 'strategy_id is not of type integer.';
      throw invalid([{ parameter: 'strategy_id', code: 'rest_invalid_type', message }]);
    }
    const found = strategies.find((strategy) => strategy.id === id);
    if (id !== 0 && found === undefined) {
      throw new Refusal(400, 'shop_rest_strategy_invalid_id', 'Invalid strategy ID.');
    }
    if (found?.enabled === false) {
      throw new Refusal(400, 'shop_rest_strategy_disabled', `The strategy "${found.name}" is disabled.`);
    }
    product.strategy = id;
  }

  function answer(request: Asked): Answered {
    const { steps } = targetOf(request);
    const { method } = request;
    const url = new URL(request.target, run.origin);
    const [version, name, id, part, ...more] = steps;
    const noRoute = new Refusal(
      404,
      'rest_no_route',
      'No route was found matching the URL and request method.',
    );
    if (version !== 'v1' || more.length > 0) throw noRoute;
    if (method === 'GET' && part === undefined) {
      if (name === 'listings' && id === undefined) return listed(url);
      if (name === 'listings' && /^\d+$/.test(id!)) {
        return json(200, only(view(productOf(id!)), url.searchParams.get('_fields')?.split(',')));
      }
      if (name === 'strategies' && id === undefined) return listedOthers(url, strategies.map(strategyView));
      if (name === 'reports' && id === undefined) return listedOthers(url, reports.map(reportView));
    }
    if (
      method === 'PATCH' &&
      name === 'listings' &&
      /^\d+$/.test(id ?? '') &&
      /^(?:price|strategy)$/.test(part ?? '')
    ) {
      const body = bodyOf(request);
      const product = productOf(id!);
      if (part === 'price') priced(product, body);
      else assigned(product, body);
      product.modified = run.now();
      return json(200, view(product));
    }
    throw noRoute;
  }

  function productOf(id: string): Product {
    const found = products.find((product) => product.id === Number(id));
    if (found !== undefined) return found;
    throw new Refusal(404, 'shop_rest_product_invalid_id', 'Invalid ID.');
  }

  const recent: number[] = [];
  let count = 0;

  function admit(request: Asked): void {
    const given = request.headers['x-api-key'];
    if (given === undefined) {
      const verb = request.method === 'GET' ? 'list' : 'edit';
      const code = request.method === 'GET' ? 'shop_rest_cannot_view' : 'shop_rest_cannot_edit';
      throw new Refusal(401, code, `Sorry, you cannot ${verb} resources.`);
    }
    if (given !== key) {
      throw new Refusal(401, 'shop_rest_authentication_error', 'Consumer key is invalid.');
    }
    while (recent[0] !== undefined && recent[0] <= run.now() - 1_000) recent.shift();
    if (recent.length >= burst) {
      throw new Refusal(
        429,
        'rest_too_many_requests',
        'Too many requests. Please try again in 1 second(s).',
        {},
        [['Retry-After', '1']],
      );
    }
    recent.push(run.now());
  }

  return (request) => {
    count += 1;
    const file = reports.find(({ id }) => request.target === `/wp-files/report-${id}.csv`);
    if (file !== undefined) {
      const lines = products
        .slice(0, 3 + (file.id % 4))
        .map(({ sku, price }) => `"${sku}",${decimal(price)}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv; charset=utf-8']],
        body: `sku,price\n${lines.join('\n')}\n`,
      };
    }
    const common: Headers = [
      ['X-Robots-Tag', 'noindex'],
      ['X-Request-Id', scrambled(`plugin ${run.run} ${count}`, 20, base62)],
    ];
    try {
      admit(request);
      const answered = answer(request);
      return { ...answered, headers: [...answered.headers, ...common] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, data, headers } = error;
      return json(status, { code, message, data: { status, ...data } }, [...headers, ...common]);
    }
  };
}

/** Follows the links of the header until there is no next one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received));
    next = /<([^>]+)>; rel="next"/.exec(header(received, 'Link') ?? '')?.[1];
  }
  return rows;
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const patch = (api: Api, id: unknown, part: string, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body });
const price = (api: Api, id: unknown, min_price?: unknown, max_price?: unknown): Promise<Received> =>
  patch(api, id, 'price', { min_price, max_price });
const assign = (api: Api, id: unknown, strategy_id?: unknown): Promise<Received> =>
  patch(api, id, 'strategy', { strategy_id });

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = all.map((row) => Number(row.id));
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?per_page=40');
  await api.ask('GET', '/v1/listings?page=9');
  await api.ask('GET', '/v1/reports?per_page=4&page=3');
  await api.ask('GET', '/v1/listings?search=kettle');
  await api.ask('GET', '/v1/listings?search=eco&per_page=3');
  await walk(api, '/v1/listings?status=draft');
  await api.ask('GET', '/v1/listings?status=publish&per_page=20');
  await api.ask('GET', '/v1/listings?category=21&per_page=5');
  await api.ask('GET', `/v1/listings?sku=${String(all[8]!.sku)}`);
  await api.ask('GET', `/v1/listings?include=${ids[2]},${ids[30]},${ids[7]}`);
  await api.ask('GET', `/v1/listings?exclude=${ids[0]},${ids[1]}&per_page=6`);
  await api.ask('GET', '/v1/listings?orderby=title&order=asc&per_page=8');
  await api.ask('GET', '/v1/listings?orderby=price&per_page=8');
  await api.ask('GET', '/v1/listings?order=asc&per_page=5');
  await api.ask('GET', '/v1/listings?orderby=id&order=asc&per_page=5&page=2');
  await api.ask('GET', '/v1/listings?after=2025-11-01T00:00:00&per_page=50');
  await api.ask('GET', '/v1/listings?stock_status=outofstock');
  await api.ask('GET', '/v1/listings?min_price=50&max_price=90');
  await api.ask('GET', '/v1/listings?_fields=id,sku,min_price,max_price&per_page=7');
  for (const index of [0, 4, 13, 22, 41]) await read(api, ids[index]);
  await api.ask('GET', `/v1/listings/${ids[6]}?_fields=id,name,price`);

  await price(api, ids[0], '12.50', '49.90');
  await read(api, ids[0]);
  await price(api, ids[4], 20, 310.5);
  await read(api, ids[4]);
  await price(api, ids[13], undefined, '420.1');
  await read(api, ids[13]);
  await price(api, ids[22], '', '');
  await read(api, ids[22]);
  await price(api, ids[41], '7', '250');
  await assign(api, ids[0], rules[1]);
  await read(api, ids[0]);
  await assign(api, ids[4], rules[3]);
  await assign(api, ids[13], 0);
  await read(api, ids[13]);
  await api.ask('GET', '/v1/listings?per_page=30');
  await api.ask('GET', '/v1/listings?orderby=modified&per_page=6');
  api.wait(15_000);
  await api.ask('GET', '/v1/reports?per_page=3');
  api.wait(70_000);
  await api.ask('GET', '/v1/reports?per_page=2');

  await read(api, 99_999);
  await read(api, 'lamp');
  await price(api, 99_998, '1.00', '2.00');
  await price(api, ids[5], '30.00', '20.00');
  await price(api, ids[6], 99.99, 99.98);
  await price(api, ids[5]);
  await price(api, ids[5], 'cheap', '20.00');
  await price(api, ids[5], 'low', 'high');
  await price(api, ids[5], '-4.00', '20.00');
  await price(api, ids[5], '5.00', -1);
  await price(api, ids[5], true, '20.00');
  await price(api, ids[5], null, '20.00');
  await price(api, ids[5], ['5.00'], 'dear');
  await api.ask('PATCH', `/v1/listings/${ids[5]}/price`, { text: '{"min_price": ' });
  await assign(api, ids[5], 9_999);
  await assign(api, ids[5], 'bold');
  await assign(api, ids[5], rules[5]);
  await assign(api, ids[5], null);
  await assign(api, ids[5]);
  await assign(api, 99_997, rules[0]);
  await api.ask('GET', '/v1/listings?per_page=0');
  await api.ask('GET', '/v1/listings?per_page=101');
  await api.ask('GET', '/v1/listings?per_page=lots');
  await api.ask('GET', '/v1/listings?page=0');
  await api.ask('GET', '/v1/listings?page=0&per_page=500');
  await api.ask('GET', '/v1/reports?page=two');
  await api.ask('GET', '/v1/listings?status=sold');
  await api.ask('GET', '/v1/listings?orderby=colour');
  await api.ask('GET', '/v1/listings?order=up');
  await api.ask('GET', '/v1/listings?include=first');
  await api.ask('GET', '/v1/listings?after=monday');
  await api.ask('GET', '/v1/listings?colour=red&per_page=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${ids[5]}`);
  await api.ask('GET', '/v1/listings?per_page=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?per_page=2', { headers: { 'X-API-KEY': 'ck_0000' } });
  await api.ask('PATCH', `/v1/listings/${ids[5]}/price`, {
    json: { min_price: '1' },
    headers: { 'X-API-KEY': null },
  });
  api.wait(3_000);
  for (let sent = 0; sent < 12; sent += 1)
    await api.ask('GET', '/v1/strategies?per_page=1', { atOnce: true });
  api.wait(1_500_000);
  const last = await api.ask('GET', '/v1/reports?per_page=3');
  const url = at(last, 0, 'download_url');
  if (typeof url === 'string') await api.ask('GET', url);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?per_page=22');
  const ids = all.map((row) => Number(row.id));
  const rules = (await walk(api, '/v1/strategies?per_page=4')).map((row) => row.id);
  await walk(api, '/v1/reports?per_page=8');
  await api.ask('GET', '/v1/listings?page=4&per_page=25');
  await api.ask('GET', '/v1/listings?search=lamp');
  await api.ask('GET', '/v1/listings?status=private&per_page=4');
  await api.ask('GET', '/v1/listings?category=34');
  await api.ask('GET', `/v1/listings?sku=${String(all[19]!.sku)}`);
  await api.ask('GET', `/v1/listings?include=${ids[11]},${ids[3]}`);
  await api.ask('GET', `/v1/listings?exclude=${ids[2]}&per_page=4`);
  await api.ask('GET', '/v1/listings?orderby=title&order=desc&per_page=6');
  await api.ask('GET', '/v1/listings?orderby=price&order=asc&per_page=9');
  await api.ask('GET', '/v1/listings?order=asc&per_page=7&status=publish');
  await api.ask('GET', '/v1/listings?after=2025-08-15T12:00:00&per_page=9');
  await api.ask('GET', '/v1/listings?min_price=100&per_page=12');
  await api.ask('GET', '/v1/listings?_fields=id,name,stock_quantity&per_page=5');
  for (const index of [2, 9, 17, 38]) await read(api, ids[index]);
  await price(api, ids[2], '33.30', '205.00');
  await read(api, ids[2]);
  await price(api, ids[9], undefined, 501);
  await read(api, ids[9]);
  await price(api, ids[17], '');
  await read(api, ids[17]);
  await assign(api, ids[2], rules[2]);
  await assign(api, ids[38], 0);
  await read(api, ids[38]);
  await api.ask('GET', '/v1/listings?per_page=32');
  api.wait(90_000);
  await api.ask('GET', '/v1/reports?per_page=5');
  await read(api, 88_888);
  await read(api, 'tin');
  await price(api, 88_887, '3.00', '4.00');
  await price(api, ids[14], '71.20', '70');
  await price(api, ids[14], '5.00', 'dear');
  await price(api, ids[14], 'much', 'more');
  await price(api, ids[14], '-0.50');
  await price(api, ids[14], '3.00', false);
  await api.ask('PATCH', `/v1/listings/${ids[14]}/strategy`, { text: 'strategy' });
  await assign(api, ids[14], 7_777);
  await assign(api, ids[14], 'calm');
  await assign(api, ids[14], rules[5]);
  await assign(api, ids[15]);
  await api.ask('GET', '/v1/listings?per_page=-3');
  await api.ask('GET', '/v1/reports?per_page=1000');
  await api.ask('GET', '/v1/strategies?per_page=all');
  await api.ask('GET', '/v1/reports?page=0');
  await api.ask('GET', '/v1/listings?status=gone');
  await api.ask('GET', '/v1/listings?orderby=size');
  await api.ask('GET', '/v1/listings?size=large&per_page=3');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?per_page=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?per_page=4', { headers: { 'X-API-KEY': 'ck_1111' } });
  // Of a kind that was not recorded.
  await api.ask('GET', '/v1/listings?stock_status=gone');
  await patch(api, ids[20], 'price', { min_price: { amount: 5 } });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?per_page=7');
}

export const shopPlugin: WalkedService = {
  name: 'shop-plugin',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=100'],
  walk,
};
