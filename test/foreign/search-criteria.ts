// A shop system on an old PHP platform: conditions as families of parameters with a group, a field, a value and a kind, told
// back in each list; the last page again for any page behind it; what a shop has added to a record as a list of codes and
// values; messages with gaps and what fills them beside; prices written with the list of what was wrong, also where it is
// empty; true for what is done.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'q7mk2v8x0a4n1e6r9t3w5y8u2i4o7p0s';
const largestPage = 60;

interface Product {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly status: number;
  readonly weight: number;
  readonly stock: number;
  readonly category: string;
  readonly ean: string;
  readonly created: number;
  lowest: number | null;
  highest: number | null;
  rule: number | null;
  changed: number;
}

class Refusal extends Error {
  readonly status: number;
  readonly parameters: Row | readonly unknown[] | undefined;

  constructor(status: number, message: string, parameters?: Row | readonly unknown[]) {
    super(message);
    this.status = status;
    this.parameters = parameters;
  }
}

const print = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const moment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

/** A decimal as the database prints it. */
const stored = (amount: number): string => amount.toFixed(6);

interface Condition {
  readonly field: string;
  readonly value: string;
  readonly kind: string;
}

interface Criteria {
  readonly groups: readonly (readonly Condition[])[];
  readonly order: { readonly field: string; readonly direction: string } | undefined;
  readonly size: number;
  readonly page: number;
}

function criteriaOf(query: URLSearchParams): Criteria {
  const groups: Record<string, string>[][] = [];
  for (const [name, value] of query) {
    const [, group, index, part] =
      /^searchCriteria\[filterGroups\]\[(\d+)\]\[filters\]\[(\d+)\]\[(\w+)\]$/.exec(name) ?? [];
    if (group === undefined) continue;
    const conditions = (groups[Number(group)] ??= []);
    (conditions[Number(index)] ??= {})[part!] = value;
  }
  const whole = (name: string, fallback: number): number => {
    const text = query.get(`searchCriteria[${name}]`);
    if (text === null) return fallback;
    if (!/^-?\d+$/.test(text)) {
      throw new Refusal(
        400,
        `The "${text}" value's type is invalid. The "int" type was expected. Verify and try again.`,
      );
    }
    if (Number(text) < 1)
      throw new Refusal(400, 'Invalid value of "%value" provided for the %fieldName field.', {
        value: text,
        fieldName: name,
      });
    return Number(text);
  };
  const size = whole('pageSize', 20);
  if (size > largestPage) {
    throw new Refusal(400, 'Maximum SearchCriteria pageSize is %max', { max: largestPage });
  }
  const field = query.get('searchCriteria[sortOrders][0][field]');
  return {
    groups: groups.map((conditions) =>
      conditions.map((one) => ({
        field: one.field ?? '',
        value: one.value ?? '',
        kind: one.conditionType ?? 'eq',
      })),
    ),
    order:
      field === null
        ? undefined
        : { field, direction: query.get('searchCriteria[sortOrders][0][direction]') ?? 'DESC' },
    size,
    page: whole('currentPage', 1),
  };
}

function holds(value: unknown, { kind, value: wanted }: Condition): boolean {
  if (value === null || value === undefined) return false;
  const [one, other] = [Number(value), Number(wanted)];
  if (kind === 'eq') return print(value) === wanted || one === other;
  if (kind === 'gteq') return one >= other;
  if (kind === 'lteq') return one <= other;
  if (kind === 'like') {
    return print(value).toLowerCase().includes(wanted.toLowerCase().replaceAll('%', ''));
  }
  throw new Refusal(400, 'Condition type "%1" is unknown.', [kind]);
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const rules = [
    'Beat the market',
    'Hold the middle',
    'Night sale',
    'Clearance',
    'Premium line',
    'Brand floor',
  ].map((name, index) => ({
    rule_id: 3 + index * 2,
    name,
    is_active: index !== 3,
    simple_action: oneOf(`criteria ${name}`, ['by_percent', 'by_fixed', 'to_fixed']),
    discount_amount: (1 + chance(`criteria amount ${name}`, 60)) / 4,
    sort_order: index,
  }));
  const products = Array.from({ length: 53 }, (_, index): Product => {
    const name = `criteria ${index}`;
    const { title, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 5) > 1;
    const created = pastMoment(name);
    return {
      id: 2_041 + index * 3,
      sku,
      name: title,
      price: price / 100,
      status: chance(`${name} status`, 7) === 0 ? 2 : 1,
      weight: (20 + chance(`${name} weight`, 900)) / 100,
      stock,
      category: oneOf(`${name} category`, ['14', '15', '22', '31']),
      ean: `401${String(1_000_000_000 + chance(`${name} ean`, 8_000_000_000))}`,
      created,
      lowest: bounded ? Math.round(price * 0.8) / 100 : null,
      highest: bounded ? Math.round(price * 1.4) / 100 : null,
      rule: chance(`${name} ruled`, 3) > 0 ? oneOf(`${name} rule`, rules).rule_id : null,
      changed: created + chance(`${name} changed`, 90 * 86_400) * 1_000,
    };
  });
  const jobs = Array.from({ length: 7 }, (_, index) => ({
    bulk_id: uuid(`criteria job ${index}`),
    kind: oneOf(`criteria job ${index}`, ['Update of prices', 'Stock report', 'Price comparison']),
    started:
      index < 5
        ? pastMoment('criteria jobs') + index * 4 * 86_400_000
        : opened - 25_000 + (index - 5) * 18_000,
    seconds: 35 + index * 8,
    broken: index === 2,
    count: 1 + chance(`criteria count ${index}`, 80),
  }));

  const attributes = (product: Product, whole: boolean): readonly Row[] => {
    const all: readonly (readonly [string, string | readonly string[] | null])[] = [
      ['category_ids', [product.category]],
      ['ean', product.ean],
      ['min_price', product.lowest === null ? null : stored(product.lowest)],
      ['max_price', product.highest === null ? null : stored(product.highest)],
      ['price_rule', product.rule === null ? null : String(product.rule)],
      ...(whole
        ? ([
            ['tax_class_id', '2'],
            ['meta_title', product.name],
          ] as const)
        : []),
    ];
    return all.flatMap(([attribute_code, value]) => (value === null ? [] : [{ attribute_code, value }]));
  };
  const view = (product: Product, whole = false): Row => ({
    id: product.id,
    sku: product.sku,
    name: product.name,
    attribute_set_id: 4,
    price: product.price,
    status: product.status,
    type_id: 'simple',
    created_at: moment(product.created),
    updated_at: moment(product.changed),
    weight: product.weight,
    extension_attributes: {
      website_ids: [1],
      ...(whole ? { stock_item: { qty: product.stock, is_in_stock: product.stock > 0 } } : {}),
    },
    ...(whole ? { options: [], media_gallery_entries: [], tier_prices: [] } : {}),
    custom_attributes: attributes(product, whole),
  });
  const jobView = (job: (typeof jobs)[number]): Row => {
    const isOver = run.now() >= job.started + job.seconds * 1_000;
    return {
      bulk_id: job.bulk_id,
      description: job.kind,
      start_time: moment(job.started),
      user_id: 1,
      operation_count: job.count,
      status: isOver ? (job.broken ? 3 : 1) : 4,
      result_link: isOver && !job.broken ? `${run.origin}/export/${job.bulk_id}.csv` : null,
    };
  };

  function listed(
    rows: readonly Row[],
    read: (row: Row, field: string) => unknown,
    query: URLSearchParams,
  ): Answered {
    const { groups, order, size, page } = criteriaOf(query);
    const known = (field: string) => {
      if (rows.every((row) => read(row, field) === undefined)) {
        throw new Refusal(400, 'Invalid attribute name: %1', [field]);
      }
    };
    for (const { field } of groups.flat()) known(field);
    const found = rows.filter((row) =>
      groups.every((conditions) => conditions.some((one) => holds(read(row, one.field), one))),
    );
    if (order !== undefined) {
      known(order.field);
      const sign = order.direction.toUpperCase() === 'ASC' ? 1 : -1;
      found.sort((one, other) => {
        const [a, b] = [read(one, order.field) ?? '', read(other, order.field) ?? ''] as [string, string];
        return a === b ? 0 : sign * (a < b ? -1 : 1);
      });
    }
    // Behind the last page is the last page.
    const shown = Math.max(1, Math.min(page, Math.ceil(found.length / size)));
    return json(200, {
      items: found.slice((shown - 1) * size, shown * size),
      search_criteria: {
        filter_groups: groups.map((conditions) => ({
          filters: conditions.map(({ field, value, kind }) => ({ field, value, condition_type: kind })),
        })),
        ...(order === undefined ? {} : { sort_orders: [order] }),
        page_size: size,
        current_page: page,
      },
      total_count: found.length,
    });
  }

  /** A member of a record, or the number in one of its added values; undefined where no record has it. */
  const readProduct = (row: Row, field: string): unknown => {
    if (Object.hasOwn(row, field)) return row[field];
    const found = (row.custom_attributes as readonly Row[]).find((one) => one.attribute_code === field);
    return found === undefined
      ? undefined
      : /^\d+\.\d{6}$/.test(String(found.value))
        ? Number(found.value)
        : found.value;
  };

  function priced(product: Product, body: Row): Answered {
    const { prices } = body;
    if (!Array.isArray(prices) || prices.length === 0) {
      throw new Refusal(400, '"%fieldName" is required. Enter and try again.', { fieldName: 'prices' });
    }
    const next = { min: product.lowest, max: product.highest };
    const wrong: Row[] = [];
    for (const one of prices as readonly Row[]) {
      if (one.type !== 'min' && one.type !== 'max') {
        wrong.push({
          message: 'Invalid attribute %fieldName = %fieldValue.',
          parameters: ['Price type', print(one.type)],
        });
      } else if (one.price !== null && (typeof one.price !== 'number' || one.price < 0)) {
        wrong.push({
          message: 'Invalid attribute %fieldName = %fieldValue.',
          parameters: ['Price', print(one.price)],
        });
      } else next[one.type] = one.price;
    }
    if (wrong.length === 0 && next.min !== null && next.max !== null && next.min > next.max) {
      wrong.push({
        message: 'Requested %type price %price is above %limit.',
        parameters: { type: 'min', price: stored(next.min), limit: stored(next.max) },
      });
    }
    if (wrong.length === 0) {
      product.lowest = next.min;
      product.highest = next.max;
      product.changed = run.now();
    }
    return json(200, wrong);
  }

  function ruled(product: Product, body: Row): Answered {
    const { rule_id: id } = body;
    if (id === undefined)
      throw new Refusal(400, '"%fieldName" is required. Enter and try again.', { fieldName: 'rule_id' });
    if (id !== null && typeof id !== 'number') {
      throw new Refusal(
        400,
        `Error occurred during "rule_id" processing. The "${print(id)}" value's type is invalid. The "int" type was expected. Verify and try again.`,
      );
    }
    if (id !== null && !rules.some((rule) => rule.rule_id === id)) {
      throw new Refusal(404, 'No such entity with %fieldName = %fieldValue', {
        fieldName: 'rule_id',
        fieldValue: id,
      });
    }
    product.rule = id;
    product.changed = run.now();
    return json(200, true);
  }

  function answer(request: Asked, url: URL): Answered {
    if (jobs.some((job) => url.pathname === `/export/${job.bulk_id}.csv`)) {
      const lines = products.slice(0, 5).map(({ sku, stock }) => `${sku};${stock}`);
      return { status: 200, headers: [['Content-Type', 'text/csv']], body: `sku;qty\n${lines.join('\n')}\n` };
    }
    const [, name = '', id, part] =
      /^\/v1\/(listings|strategies|reports)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const resources: Record<string, string> = {
      listings: 'Shop_Catalog::products',
      strategies: 'Shop_Rules::quote',
      reports: 'Shop_Logging::bulk',
    };
    const isWrite = part !== undefined;
    if (
      name === '' ||
      (id !== undefined && name !== 'listings') ||
      request.method !== (isWrite ? 'PATCH' : 'GET')
    ) {
      throw new Refusal(404, 'Request does not match any route.');
    }
    if (request.headers['x-api-key'] !== key) {
      throw new Refusal(401, "The consumer isn't authorized to access %resources.", {
        resources: resources[name],
      });
    }
    if (id === undefined) {
      if (name === 'listings')
        return listed(
          products.map((product) => view(product)),
          readProduct,
          url.searchParams,
        );
      const rows: readonly Row[] = name === 'strategies' ? rules : jobs.map(jobView);
      return listed(rows, (row, field) => row[field], url.searchParams);
    }
    const product = products.find(({ sku }) => sku === decodeURIComponent(id));
    if (product === undefined) {
      throw new Refusal(
        404,
        "The product that was requested doesn't exist. Verify the product and try again.",
      );
    }
    if (!isWrite) return json(200, view(product, true));
    const body = parsed(request.body);
    if (!isObject(body)) throw new Refusal(400, 'Decoding error.');
    return part === 'price' ? priced(product, body) : ruled(product, body);
  }

  return (request) => {
    try {
      return answer(request, new URL(request.target, run.origin));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, parameters } = error;
      return json(status, { message, ...(parameters === undefined ? {} : { parameters }) });
    }
  };
}

/** Asks for page after page until all that are counted were seen. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask(
      'GET',
      page === 1 ? target : `${target}${joint}searchCriteria[currentPage]=${page}`,
    );
    const shown = rowsAt(received, 'items');
    rows.push(...shown);
    if (shown.length === 0 || rows.length >= Number(at(received, 'total_count') ?? 0)) return rows;
  }
}

const sized = (size: number | string, page?: number): string =>
  `searchCriteria[pageSize]=${String(size)}${page === undefined ? '' : `&searchCriteria[currentPage]=${String(page)}`}`;
const where = (group: number, field: string, value: unknown, kind?: string): string => {
  const family = `searchCriteria[filterGroups][${group}][filters][0]`;
  const last = kind === undefined ? '' : `&${family}[conditionType]=${kind}`;
  return `${family}[field]=${field}&${family}[value]=${encodeURIComponent(String(value))}${last}`;
};
const sorted = (field: string, direction: string): string =>
  `searchCriteria[sortOrders][0][field]=${field}&searchCriteria[sortOrders][0][direction]=${direction}`;
const read = (api: Api, sku: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(sku)}`);
const price = (api: Api, sku: unknown, prices?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(sku)}/price`, { json: { prices } });
const low = (amount: unknown): Row => ({ type: 'min', price: amount });
const high = (amount: unknown): Row => ({ type: 'max', price: amount });
const rule = (api: Api, sku: unknown, rule_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(sku)}/strategy`, { json: { rule_id } });

async function recorded(api: Api): Promise<void> {
  const skus = (await walk(api, '/v1/listings')).map((row) => row.sku);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.rule_id);
  await walk(api, `/v1/listings?${sized(25)}`);
  await walk(api, `/v1/listings?${sized(60)}`);
  const jobs = await walk(api, '/v1/reports');
  await walk(api, `/v1/reports?${sized(3)}`);
  await walk(api, `/v1/strategies?${sized(4)}`);
  await walk(api, `/v1/listings?${where(0, 'price', 90, 'gteq')}`);
  await walk(
    api,
    `/v1/listings?${where(0, 'price', 40, 'gteq')}&${where(1, 'price', 95.5, 'lteq')}&${sized(10)}`,
  );
  await walk(api, `/v1/listings?${where(0, 'status', 2)}`);
  await walk(api, `/v1/listings?${where(0, 'name', '%kettle%', 'like')}`);
  await walk(api, `/v1/listings?${where(0, 'price_rule', rules[0])}`);
  await api.ask('GET', `/v1/listings?${sorted('price', 'ASC')}&${sized(12)}`);
  await api.ask('GET', `/v1/listings?${sorted('price', 'DESC')}&${sized(12)}`);
  await api.ask('GET', `/v1/listings?${sorted('name', 'ASC')}&${sized(8)}`);
  for (const index of [0, 4, 13, 27, 34, 52]) await read(api, skus[index]);
  await price(api, skus[0], [low(42.5), high(61.9)]);
  await read(api, skus[0]);
  await price(api, skus[4], [low(199.99), high(240)]);
  await read(api, skus[4]);
  await price(api, skus[13], [high(999)]);
  await read(api, skus[13]);
  await price(api, skus[27], [low(0.5)]);
  await read(api, skus[27]);
  await price(api, skus[34], [low(null), high(null)]);
  await read(api, skus[34]);
  await rule(api, skus[0], rules[2]);
  await read(api, skus[0]);
  await rule(api, skus[27], rules[4]);
  await read(api, skus[27]);
  await rule(api, skus[4], null);
  await read(api, skus[4]);
  await api.ask('GET', `/v1/listings?${sized(30)}`);
  await api.ask('GET', `/v1/listings?${where(0, 'price_rule', rules[2])}`);
  api.wait(60_000);
  const last = await api.ask('GET', '/v1/reports');
  const link = rowsAt(last, 'items').find((row) => typeof row.result_link === 'string');
  if (link !== undefined) await api.ask('GET', String(link.result_link));
  await api.ask('GET', `/v1/reports?${where(0, 'bulk_id', jobs[1]?.bulk_id)}`);
  await read(api, 'XXX-00001');
  await read(api, 'teapot');
  await price(api, 'XXX-00002', [low(1), high(2)]);
  await price(api, skus[8], [low(30), high(20)]);
  await price(api, skus[9], [low(8.4), high(8.39)]);
  await price(api, skus[8], [low('cheap'), high(20)]);
  await price(api, skus[8], [low(5), high(true)]);
  await price(api, skus[8], [low(-4)]);
  await price(api, skus[8], [low(4), high(-20)]);
  await price(api, skus[8], [{ type: 'special', price: 4 }]);
  await price(api, skus[8], [low(-1), high('dear')]);
  await price(api, skus[8], []);
  await price(api, skus[8]);
  await api.ask('PATCH', `/v1/listings/${String(skus[8])}/price`, { text: '{"prices": ' });
  await rule(api, skus[8], 98);
  await rule(api, skus[8], 1);
  await rule(api, skus[8], 'bold');
  await rule(api, skus[8]);
  await rule(api, 'XXX-00003', rules[0]);
  await api.ask('PATCH', `/v1/listings/${String(skus[8])}/strategy`, { text: 'rule' });
  await api.ask('GET', `/v1/listings?${sized(0)}`);
  await api.ask('GET', `/v1/listings?${sized(61)}`);
  await api.ask('GET', `/v1/listings?${sized('many')}`);
  await api.ask('GET', `/v1/listings?${sized(20, 0)}`);
  await api.ask('GET', `/v1/listings?${sized(20, 4)}`);
  await api.ask('GET', `/v1/reports?${sized(5, 9)}`);
  await api.ask('GET', `/v1/listings?${where(0, 'colour', 'red')}`);
  await api.ask('GET', `/v1/listings?${sorted('colour', 'ASC')}`);
  await api.ask('GET', `/v1/listings?${where(0, 'price', 5, 'near')}`);
  await api.ask('GET', `/v1/listings?${where(0, 'name', '%zzz%', 'like')}`);
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(skus[8])}`);
  await api.ask('GET', '/v1/listings', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'q7mk' } });
  await api.ask('GET', '/v1/reports', { headers: { 'X-API-KEY': null } });
}

async function another(api: Api): Promise<void> {
  const skus = (await walk(api, `/v1/listings?${sized(14)}`)).map((row) => row.sku);
  const rules = (await walk(api, `/v1/strategies?${sized(5)}`)).map((row) => row.rule_id);
  await walk(api, `/v1/reports?${sized(4)}`);
  await walk(api, `/v1/listings?${where(0, 'price', 45, 'lteq')}`);
  await walk(
    api,
    `/v1/listings?${where(0, 'price', 100, 'gteq')}&${where(1, 'price', 150, 'lteq')}&${sized(6)}`,
  );
  await walk(api, `/v1/listings?${where(0, 'status', 1)}&${sized(40)}`);
  await walk(api, `/v1/listings?${where(0, 'name', '%lamp%', 'like')}`);
  await walk(api, `/v1/listings?${where(0, 'price_rule', rules[1])}`);
  await api.ask('GET', `/v1/listings?${sorted('name', 'DESC')}&${sized(9)}`);
  await api.ask('GET', `/v1/listings?${sorted('price', 'ASC')}&${sized(9, 2)}`);
  for (const index of [2, 11, 40, 50]) await read(api, skus[index]);
  await price(api, skus[2], [low(11.25), high(63)]);
  await read(api, skus[2]);
  await price(api, skus[11], [high(120.75), low(88.8)]);
  await read(api, skus[11]);
  await price(api, skus[40], [high(750)]);
  await read(api, skus[40]);
  await price(api, skus[50], [low(null), high(null)]);
  await read(api, skus[50]);
  await rule(api, skus[2], rules[3]);
  await read(api, skus[2]);
  await rule(api, skus[40], null);
  await read(api, skus[40]);
  await api.ask('GET', `/v1/listings?${sized(35)}`);
  await api.ask('GET', `/v1/listings?${where(0, 'price_rule', rules[3])}`);
  api.wait(120_000);
  await read(api, 'YYY-77777');
  await read(api, 'drill');
  await price(api, 'YYY-77778', [low(3), high(4)]);
  await price(api, skus[20], [low(71.2), high(70)]);
  await price(api, skus[21], [low('dear'), high(15)]);
  await price(api, skus[21], [low(5), high('much')]);
  await price(api, skus[21], [low(-0.5)]);
  await price(api, skus[21], [{ type: 'tier', price: 1 }]);
  await price(api, skus[21], []);
  await price(api, skus[21]);
  await api.ask('PATCH', `/v1/listings/${String(skus[21])}/price`, { text: '{"prices" ' });
  await rule(api, skus[21], 44);
  await rule(api, skus[21], 'soft');
  await rule(api, skus[22]);
  await api.ask('GET', `/v1/listings?${sized(-3)}`);
  await api.ask('GET', `/v1/listings?${sized(500)}`);
  await api.ask('GET', `/v1/reports?${sized('all')}`);
  await api.ask('GET', `/v1/listings?${sized(10, -1)}`);
  await api.ask('GET', `/v1/listings?${sized(10, 8)}`);
  await api.ask('GET', `/v1/listings?${where(0, 'flavour', 'mint')}`);
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', `/v1/reports?${sized(2)}`, { headers: { 'X-API-KEY': null } });
  await api.ask('GET', `/v1/listings?${sized(3)}`, { headers: { 'X-API-KEY': 'zz99' } });
  await api.ask('DELETE', `/v1/listings/${String(skus[22])}`);
  await price(api, skus[23], [low({ amount: 5 })]);
}

export const searchCriteria: WalkedService = {
  name: 'search-criteria',
  key,
  start,
  isRefusal: ({ status, body }) => status >= 400 || body.startsWith('[{'),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: [sized(2), sized(7), sized(60)],
  walk,
};
