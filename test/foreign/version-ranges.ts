// A till maker's API for shops that keep a copy of their catalog: every record has a version that grows with each change of
// anything, a list is data beside the range of versions in it, and goes on after the highest of them until it is empty; what
// is deleted is shown where it is asked for. A list in an order of its own is another thing: counted, by offset; report runs
// come from an older make with numbered pages. Ids are UUIDs, amounts JSON numbers, moments with an offset of zero, null
// for what is not set. A write sends what changes and is answered by the whole record; refusals are lists of sentences by
// field or for the whole, sizes are quietly cut down, strangers passed over, and a window of requests ends at a date.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'lsxs_pt_Q7vR2mWk9TzYb4LdHf8N';
const window = 5_000;
const requestsInWindow = 20;
const largestPage = 100;

const moment = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`;
const amount = (cents: number | null): number | null => (cents === null ? null : cents / 100);

const brands = ['Velmora', 'Tarnwick', 'Oskelby', 'Pruvento'].map((name) => ({
  id: uuid(`ranges brand ${name}`),
  name,
}));
const suppliers = ['Harbour Wholesale', 'Northgate Imports', 'Mill Lane Trading'].map((name) => ({
  id: uuid(`ranges supplier ${name}`),
  name,
}));
const strategies = [
  ['Keep up with the market', 'market', true],
  ['Cheapest in town', 'market', true],
  ['Cost plus forty', 'margin', true],
  ['End of season', 'clearance', true],
  ['Black Friday 2023', 'clearance', false],
].map(([name, kind, isActive], index) => ({
  id: uuid(`ranges strategy ${index}`),
  name: String(name),
  kind: String(kind),
  isActive: isActive === true,
  created: pastMoment(`ranges strategy ${index}`),
  version: 40_118 + index * 37 + chance(`ranges strategy version ${index}`, 20),
}));

interface Product {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly sku: string;
  readonly brand: (typeof brands)[number] | null;
  readonly supplier: (typeof suppliers)[number];
  readonly price: number;
  readonly cost: number;
  readonly isComposite: boolean;
  readonly isActive: boolean;
  readonly created: number;
  readonly deleted: number | null;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
  version: number;
}

function products(): Product[] {
  const all = Array.from({ length: 52 }, (_, index): Product => {
    const seed = `ranges ${index}`;
    const { title, price, maker } = ware(seed);
    const created = pastMoment(seed);
    const updated = created + chance(`${seed} updated`, 80 * 86_400) * 1_000;
    const isComposite = chance(`${seed} composite`, 9) === 0;
    const min = isComposite || chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.8);
    return {
      id: uuid(seed),
      name: title,
      handle: title.toLowerCase().replace(/ /g, ''),
      sku: String(10_041 + index * 3),
      brand: brands.find(({ name }) => name === maker) ?? null,
      supplier: oneOf(`${seed} supplier`, suppliers),
      price,
      cost: Math.round(price * 0.55),
      isComposite,
      isActive: chance(`${seed} active`, 6) > 0,
      created,
      deleted: chance(`${seed} deleted`, 8) === 0 ? updated : null,
      min,
      max: isComposite || chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.35),
      strategy:
        min !== null && chance(`${seed} strategy`, 2) > 0 ? strategies[chance(`${seed} which`, 4)]!.id : null,
      updated,
      version: 0,
    };
  }).sort((one, other) => one.updated - other.updated);
  let version = 51_207;
  for (const one of all) one.version = version += 1 + chance(`ranges version ${one.id}`, 60);
  return all;
}

class Refusal extends Error {
  readonly status: number;
  readonly errors: Row;
  readonly headers: Headers;

  constructor(status: number, errors: Row, headers: Headers = []) {
    super();
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

const whole = (status: number, sentence: string, headers: Headers = []) =>
  new Refusal(status, { global: [sentence] }, headers);
const byField = (status: number, fields: Readonly<Record<string, readonly string[]>>) =>
  new Refusal(status, { fields });

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = products();
  let lastVersion = Math.max(...all.map(({ version }) => version)) + 13;
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: uuid(`ranges report ${index}`),
    type: ['price_changes', 'stock_levels', 'margins'][index % 3]!,
    created:
      index < 2
        ? opened - 25_000 * (index + 1)
        : opened - index * 50_400_000 - chance(`ranges report ${index}`, 9_000_000),
    seconds: 70 + index * 12,
    fails: index === 4 || index === 10,
    rows: 30 + chance(`ranges rows ${index}`, 900),
  }));
  let quota = { begun: 0, count: 0 };

  function productShown(one: Product): Row {
    return {
      id: one.id,
      source_id: null,
      handle: one.handle,
      name: one.name,
      sku: one.sku,
      brand_id: one.brand?.id ?? null,
      brand: one.brand,
      supplier: one.supplier,
      is_composite: one.isComposite,
      is_active: one.isActive,
      supply_price: amount(one.cost),
      retail_price: amount(one.price),
      min_retail_price: amount(one.min),
      max_retail_price: amount(one.max),
      pricing_strategy_id: one.strategy,
      created_at: moment(one.created),
      updated_at: moment(one.updated),
      deleted_at: one.deleted === null ? null : moment(one.deleted),
      version: one.version,
    };
  }

  const strategyShown = ({
    id,
    name,
    kind,
    isActive,
    created,
    version,
  }: (typeof strategies)[number]): Row => ({
    id,
    name,
    kind,
    is_active: isActive,
    created_at: moment(created),
    deleted_at: null,
    version,
  });

  function reportShown(one: (typeof reports)[number]): Row {
    const elapsed = (run.now() - one.created) / 1_000;
    const status =
      elapsed < 20 ? 'PENDING' : elapsed < one.seconds ? 'RUNNING' : one.fails ? 'FAILED' : 'FINISHED';
    const isOver = status === 'FAILED' || status === 'FINISHED';
    return {
      id: one.id,
      type: one.type,
      status,
      row_count: status === 'FINISHED' ? one.rows : null,
      download_url:
        status === 'FINISHED'
          ? `https://files.tarnwick.example/reports/${one.id}.csv?token=${digest(`ranges ${run.run} ${one.id}`).slice(0, 32)}`
          : null,
      requested_at: moment(one.created),
      finished_at: isOver ? moment(one.created + one.seconds * 1_000) : null,
    };
  }

  function wholeIn(query: URLSearchParams, name: string, otherwise: number): number {
    const text = query.get(name);
    if (text === null) return otherwise;
    if (!/^\d{1,12}$/.test(text)) throw byField(400, { [name]: ['must be a positive whole number'] });
    return Number(text);
  }

  function flagIn(query: URLSearchParams, name: string): boolean | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!['true', 'false', '1', '0'].includes(text))
      throw byField(400, { [name]: ['must be true or false'] });
    return text === 'true' || text === '1';
  }

  const sizeIn = (query: URLSearchParams) =>
    Math.min(Math.max(wholeIn(query, 'page_size', 20), 1), largestPage);

  function versioned<One extends { readonly version: number }>(
    query: URLSearchParams,
    from: readonly One[],
    shown: (one: One) => Row,
  ): Answered {
    const [after, before] = [wholeIn(query, 'after', 0), wholeIn(query, 'before', Infinity)];
    const page = from
      .filter(({ version }) => version > after && version < before)
      .sort((one, other) => one.version - other.version)
      .slice(0, sizeIn(query));
    return json(200, {
      data: page.map(shown),
      version: { min: page[0]?.version ?? null, max: page.at(-1)?.version ?? null },
    });
  }

  function ordered(query: URLSearchParams, from: readonly Product[]): Answered {
    const by: Readonly<Record<string, (one: Product) => string | number>> = {
      name: ({ name }) => name,
      sku: ({ sku }) => sku,
      retail_price: ({ price }) => price,
      updated_at: ({ updated }) => updated,
    };
    const value = by[query.get('order_by') ?? ''];
    if (value === undefined) {
      throw byField(400, { order_by: [`must be one of ${Object.keys(by).join(', ')}`] });
    }
    const direction = query.get('order_direction') ?? 'asc';
    if (direction !== 'asc' && direction !== 'desc') {
      throw byField(400, { order_direction: ['must be one of asc, desc'] });
    }
    const [offset, size] = [wholeIn(query, 'offset', 0), sizeIn(query)];
    const sign = direction === 'asc' ? 1 : -1;
    const found = [...from].sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      return a < b ? -sign : a > b ? sign : 0;
    });
    return json(200, {
      data: found.slice(offset, offset + size).map(productShown),
      total_count: found.length,
      offset,
      page_size: size,
    });
  }

  function listings(query: URLSearchParams): Answered {
    const [withDeleted, active] = [flagIn(query, 'deleted') ?? false, flagIn(query, 'is_active')];
    const [brand, supplier, sku] = ['brand_id', 'supplier_id', 'sku'].map((name) => query.getAll(name));
    const found = all.filter(
      (one) =>
        (withDeleted || one.deleted === null) &&
        (active === undefined || one.isActive === active) &&
        (brand!.length === 0 || brand!.includes(one.brand?.id ?? '')) &&
        (supplier!.length === 0 || supplier!.includes(one.supplier.id)) &&
        (sku!.length === 0 || sku!.includes(one.sku)),
    );
    return query.has('order_by') ? ordered(query, found) : versioned(query, found, productShown);
  }

  function paged(query: URLSearchParams): Answered {
    const status = query.get('status');
    const found = reports.map(reportShown).filter((one) => status === null || one.status === status);
    const [page, size] = [Math.max(wholeIn(query, 'page', 1), 1), sizeIn(query)];
    return json(200, {
      pagination: {
        results: found.length,
        page,
        page_size: size,
        pages: Math.ceil(found.length / size),
      },
      reports: found.slice((page - 1) * size, page * size),
    });
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw whole(400, 'Request body is not valid JSON');
    if (!isObject(sent.json)) throw whole(400, 'Request body must be an object');
    return sent.json;
  }

  function refuseClosed(one: Product): void {
    if (one.deleted !== null) throw whole(409, 'Product has been deleted');
  }

  function changed(one: Product): Answered {
    lastVersion += 3;
    [one.version, one.updated] = [lastVersion, run.now()];
    return json(200, { data: productShown(one) });
  }

  function priced(one: Product, request: Asked): Answered {
    const body = bodyIn(request);
    const fields: Record<string, string[]> = {};
    const cents = (name: string): number | null | undefined => {
      const value = body[name];
      if (value === undefined || value === null) return value;
      const fault =
        typeof value !== 'number'
          ? 'must be a number'
          : value < 0
            ? 'must not be negative'
            : value > 999_999
              ? 'must not be greater than 999999'
              : undefined;
      if (fault === undefined) return Math.round((value as number) * 100);
      fields[name] = [fault];
      return undefined;
    };
    const [min, max] = [cents('min_retail_price'), cents('max_retail_price')];
    if (Object.keys(fields).length > 0) throw byField(422, fields);
    if (min === undefined && max === undefined) {
      throw whole(422, 'At least one of min_retail_price and max_retail_price is required');
    }
    refuseClosed(one);
    if (one.isComposite) throw whole(422, 'Composite products are priced by their components');
    const [low, high] = [min === undefined ? one.min : min, max === undefined ? one.max : max];
    if (low !== null && high !== null && low > high) {
      throw byField(422, {
        min_retail_price: [
          `must not be greater than max_retail_price (${(low / 100).toFixed(2)} > ${(high / 100).toFixed(2)})`,
        ],
      });
    }
    [one.min, one.max] = [low, high];
    return changed(one);
  }

  function assigned(one: Product, request: Asked): Answered {
    const { pricing_strategy_id: id } = bodyIn(request);
    if (id === undefined) throw byField(422, { pricing_strategy_id: ['is required'] });
    if (id !== null && typeof id !== 'string')
      throw byField(422, { pricing_strategy_id: ['must be a string'] });
    refuseClosed(one);
    if (id !== null) {
      const strategy = strategies.find((each) => each.id === id);
      if (strategy === undefined) throw byField(422, { pricing_strategy_id: ['does not exist'] });
      if (!strategy.isActive) throw byField(422, { pricing_strategy_id: ['is not active'] });
      if (one.min === null) throw whole(422, 'A strategy needs a minimum price');
    }
    one.strategy = id;
    return changed(one);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [, kind = '', id, part] = steps;
    const kinds = ['listings', 'strategies', 'reports'];
    const allowed = part === undefined ? 'GET' : 'PUT';
    const isKnown = part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part));
    if (!kinds.includes(kind) || !isKnown) throw whole(404, 'Resource not found');
    if (request.method !== allowed) throw whole(405, 'Method not allowed', [['Allow', allowed]]);
    if (id === undefined) {
      if (kind === 'listings') return listings(query);
      return kind === 'strategies' ? versioned(query, strategies, strategyShown) : paged(query);
    }
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
      throw byField(400, { id: ['must be a UUID'] });
    if (kind === 'strategies') {
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw whole(404, 'Pricing strategy not found');
      return json(200, { data: strategyShown(strategy) });
    }
    if (kind === 'reports') {
      const report = reports.find((one) => one.id === id);
      if (report === undefined) throw whole(404, 'Report not found');
      return json(200, { data: reportShown(report) });
    }
    const product = all.find((one) => one.id === id);
    if (product === undefined) throw whole(404, 'Product not found');
    if (part === 'price') return priced(product, request);
    if (part === 'strategy') return assigned(product, request);
    return json(200, { data: productShown(product) });
  }

  return (request) => {
    let told: Headers = [];
    try {
      if (request.headers['x-api-key'] !== key) throw whole(401, 'Invalid or missing access token');
      const begun = run.now() - (run.now() % window);
      if (quota.begun !== begun) quota = { begun, count: 0 };
      quota.count += 1;
      const left = Math.max(requestsInWindow - quota.count, 0);
      told = [
        ['X-RateLimit-Limit', String(requestsInWindow)],
        ['X-RateLimit-Remaining', String(left)],
        ['X-RateLimit-Reset', String((begun + window) / 1_000)],
      ];
      if (quota.count > requestsInWindow) {
        const until = new Date(begun + window).toUTCString();
        throw whole(429, 'Too many requests', [['Retry-After', until]]);
      }
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { errors: error.errors }, [...error.headers, ...told]);
    }
  };
}

/** Goes on after the highest version of a page, or to the next page of those that are numbered, until there is nothing left. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [path = '', asked = ''] = target.split('?');
  for (const query = new URLSearchParams(asked); ;) {
    const received: Received = await api.ask('GET', query.size === 0 ? path : `${path}?${query.toString()}`);
    const pages = at(received, 'pagination', 'pages');
    const found = rowsAt(received, pages === undefined ? 'data' : 'reports');
    rows.push(...found);
    const [page, max] = [at(received, 'pagination', 'page'), textIfAny(received, 'version', 'max')];
    const isOver =
      pages === undefined ? found.length === 0 || max === undefined : Number(page) >= Number(pages);
    if (isOver) return rows;
    if (pages === undefined) query.set('after', max!);
    else query.set('page', String(Number(page) + 1));
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, pricing_strategy_id?: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { pricing_strategy_id } });

/** Products by what may be done with them: with a lower bound (free of a strategy, or bound to one), without, composite. */
function idsOf(rows: readonly Row[]) {
  const ids = (fits: (row: Row) => boolean) => rows.filter(fits).map(({ id }) => id);
  const hasMin = (row: Row) => row.min_retail_price !== null;
  return {
    free: ids((row) => hasMin(row) && row.pricing_strategy_id === null),
    bound: ids((row) => hasMin(row) && row.pricing_strategy_id !== null),
    open: ids((row) => !hasMin(row) && row.is_composite === false),
    composite: ids((row) => row.is_composite === true),
    skus: rows.map(({ sku }) => String(sku)),
  };
}

async function hasten(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 21; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    if (headers.has('Retry-After')) api.wait(5_000);
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

async function recorded(api: Api): Promise<void> {
  const everything = await walk(api, '/v1/listings?deleted=true');
  const own = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const rows = everything.filter((row) => row.deleted_at === null);
  const { free, bound, open, composite, skus } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings');
  const deleted = everything.filter((row) => row.deleted_at !== null).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?page_size=5')).map(({ id }) => id);
  await get('page_size=4');
  await get('page_size=500');
  await get('is_active=false');
  await get('is_active=true&page_size=6');
  await get(`brand_id=${brands[0]!.id}`);
  await get(`supplier_id=${suppliers[1]!.id}&page_size=8`);
  await get(`sku=${skus[3]!}`);
  await get(`sku=${skus[5]!}&sku=${skus[9]!}`);
  await get('order_by=retail_price&order_direction=desc&page_size=7');
  await get('order_by=name&page_size=10&offset=10');
  await get('order_by=updated_at&order_direction=desc');
  await get('order_by=retail_price&is_active=false');
  await get('order_by=sku&offset=400');
  await get('after=99999999');
  await get(`before=${String(rows[6]!.version)}`);
  await get('page_size=3&colour=red');
  await api.ask('GET', '/v1/reports?status=FINISHED&page_size=4');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?page=9');
  await api.ask('GET', '/v1/strategies?page_size=2');
  for (const id of [bound[0], bound[3], free[0], open[0], composite[0], deleted[0]]) {
    await read(api, 'listings', id);
  }
  await read(api, 'strategies', own[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[6]);

  await price(api, free[0], { min_retail_price: 11.5, max_retail_price: 260 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_retail_price: 4.99, max_retail_price: 999.95 });
  await read(api, 'listings', bound[0]);
  await get(`after=${String(rows.at(-1)!.version)}`);
  await price(api, free[1], { max_retail_price: 710.2 });
  await price(api, bound[1], { max_retail_price: null });
  await read(api, 'listings', bound[1]);
  await price(api, open[0], { min_retail_price: 2 });
  await price(api, bound[2], { min_retail_price: 1.255, max_retail_price: 1_800 });
  await assign(api, free[0], own[1]);
  await read(api, 'listings', free[0]);
  await assign(api, free[1], own[2]);
  await assign(api, open[0], own[0]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get('order_by=updated_at&order_direction=desc&page_size=5');

  await read(api, 'listings', uuid('nobody 1'));
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', uuid('nobody 2'));
  await read(api, 'reports', uuid('nobody 3'));
  await price(api, uuid('nobody 4'), { min_retail_price: 3 });
  await assign(api, uuid('nobody 5'), own[0]);
  await price(api, 'rug', { min_retail_price: 3 });
  await price(api, free[2], { min_retail_price: 60, max_retail_price: 59.5 });
  await price(api, free[2], { max_retail_price: 0.5 });
  await price(api, free[2], { min_retail_price: 'cheap' });
  await price(api, free[2], { min_retail_price: '4', max_retail_price: true });
  await price(api, free[2], { min_retail_price: -1 });
  await price(api, free[2], { max_retail_price: 1_000_000 });
  await price(api, free[2], {});
  await price(api, free[2], { min_retail_price: 8, colour: 'red' });
  await price(api, free[2], [1]);
  await price(api, composite[0], { min_retail_price: 5 });
  await price(api, deleted[0], { min_retail_price: 5 });
  await api.ask('PUT', `/v1/listings/${String(free[2])}/price`, { text: '{"min_retail_price": ' });
  await assign(api, free[2], uuid('nobody 6'));
  await assign(api, free[2], own[4]);
  await assign(api, free[2], 17);
  await assign(api, free[2]);
  await assign(api, open[1], own[0]);
  await assign(api, deleted[1], own[0]);
  await get('page_size=many');
  await get('after=-4');
  await get('deleted=maybe');
  await get('order_by=colour');
  await get('order_by=name&order_direction=up');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[2])}`);
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hasten(api, '/v1/strategies?page_size=1');
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?page_size=3');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const everything = await walk(api, '/v1/listings?deleted=true&page_size=30');
  const own = (await walk(api, '/v1/strategies?page_size=3')).map(({ id }) => id);
  const rows = everything.filter((row) => row.deleted_at === null);
  const { free, bound, open, composite, skus } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page_size=25');
  const deleted = everything.filter((row) => row.deleted_at !== null).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?page_size=8')).map(({ id }) => id);
  await get('is_active=false&page_size=3');
  await get(`brand_id=${brands[2]!.id}&page_size=5`);
  await get(`supplier_id=${suppliers[0]!.id}`);
  await get(`sku=${skus[8]!}`);
  await get('order_by=retail_price&page_size=6&offset=6');
  await get('order_by=name&order_direction=desc&page_size=9');
  await get('order_by=sku&is_active=true&page_size=5');
  await get(`before=${String(rows[4]!.version)}&page_size=2`);
  await api.ask('GET', '/v1/reports?status=FINISHED&page=2&page_size=3');
  await api.ask('GET', '/v1/reports?page=7&page_size=6');
  for (const id of [bound[4], free[3], composite[1], deleted[2]]) await read(api, 'listings', id);
  await read(api, 'strategies', own[3]);
  await read(api, 'reports', runs[5]);

  await price(api, free[3], { min_retail_price: 8.25, max_retail_price: 430 });
  await read(api, 'listings', free[3]);
  await price(api, bound[4], { max_retail_price: 1_250.5 });
  await price(api, open[2], { min_retail_price: 3.1, max_retail_price: null });
  await read(api, 'listings', open[2]);
  await get(`after=${String(rows.at(-1)!.version)}&page_size=10`);
  await assign(api, free[3], own[3]);
  await assign(api, bound[4], null);
  await read(api, 'listings', bound[4]);
  await get('order_by=updated_at&order_direction=desc&page_size=3');

  await read(api, 'listings', uuid('nobody 11'));
  await read(api, 'reports', 'newest');
  await price(api, uuid('nobody 12'), { max_retail_price: 31 });
  await assign(api, uuid('nobody 13'), own[2]);
  await price(api, free[4], { min_retail_price: 71.2, max_retail_price: 70 });
  await price(api, free[4], { max_retail_price: 'lots' });
  await price(api, free[4], { min_retail_price: false, max_retail_price: -2 });
  await price(api, free[4], { min_retail_price: 2_000_000 });
  await price(api, free[4], { shape: 'round' });
  await price(api, composite[1], { max_retail_price: 90 });
  await price(api, deleted[2], { max_retail_price: 90 });
  await assign(api, free[4], uuid('nobody 14'));
  await assign(api, free[4], own[4]);
  await assign(api, free[4], true);
  await assign(api, open[3], own[2]);
  await get('page_size=-5');
  await get('before=soon');
  await get('is_active=perhaps');
  await get('order_by=shape');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
}

export const versionRanges: WalkedService = {
  name: 'version-ranges',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'page_size=7', 'page_size=50'],
  walk,
};
