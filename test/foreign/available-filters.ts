// A Latin American marketplace's API: searches that tell, beside the results and a paging with total, offset and limit, the
// filters that hold, those that are still to be had with how many results each would leave, and the orders; several items by
// their ids at once, each with a code and a body; attributes as a list of names and values in Spanish; the members that are
// asked for; a range of prices in one text; prices and a rule as an automation that a write puts as a whole and answers in a
// form of its own, with warnings; items that are closed to changes; and errors with a message, an error, a status and a list
// of causes.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'APP-7723410958812364-062817-c1f0a9d5e3b7';
const site = 'SUR';
const largestLimit = 50;
const largestOffset = 1_000;
const leastPrice = 100;
const perSecond = 6;

interface Automation {
  readonly min: number;
  readonly max: number | null;
  readonly rule: string | null;
}

interface Item {
  readonly id: string;
  readonly title: string;
  readonly brand: string;
  readonly sku: string;
  readonly category: string;
  readonly condition: string;
  readonly status: string;
  readonly quantity: number;
  readonly sold: number;
  readonly freeShipping: boolean;
  readonly grams: number;
  readonly warranty: string | null;
  readonly created: number;
  price: number;
  automation: Automation | null;
  updated: number;
}

interface Export {
  readonly id: number;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

interface Cause {
  readonly department: string;
  readonly cause_id: number;
  readonly type: 'error' | 'warning';
  readonly code: string;
  readonly references: readonly string[];
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly error: string;
  readonly causes: readonly Cause[];

  constructor(status: number, error: string, message: string, causes: readonly Cause[] = []) {
    super(message);
    this.status = status;
    this.error = error;
    this.causes = causes;
  }

  get body(): Row {
    return { message: this.message, error: this.error, status: this.status, cause: this.causes };
  }
}

const invalid = (causes: readonly Cause[]) =>
  new Refusal(400, 'validation_error', 'Validation error', causes);
const badRequest = (message: string) => new Refusal(400, 'bad_request', message);
const cause = (cause_id: number, code: string, reference: string, message: string): Cause => ({
  department: 'pricing',
  cause_id,
  type: 'error',
  code,
  references: [reference],
  message,
});

const time = (moment: number) => new Date(moment).toISOString();
const cents = (amount: number) => Math.round(amount * 100) / 100;

const rules = [
  ['INT', 'Precio para ganar', 'El precio se ajusta al más bajo entre publicaciones iguales del sitio.'],
  ['INT_EXT', 'Precio para ganar ventas', 'El precio se ajusta al más bajo dentro y fuera del sitio.'],
  ['CAT_AVG', 'Promedio de la categoría', 'El precio sigue al promedio de las ventas de la categoría.'],
  ['STOCK', 'Según el inventario', 'El precio baja mientras sobra inventario.'],
  ['NIGHT', 'Precio nocturno', 'El precio baja por la noche.'],
].map(([rule_id, title, description]) => ({
  rule_id: rule_id!,
  title: title!,
  description: description!,
  date_created: time(pastMoment(`filters rule ${rule_id!}`)),
}));

interface Filter {
  readonly id: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly of: (item: Item) => string;
  /** Whether a value that is not among them is refused; otherwise it finds nothing. */
  readonly isStrict: boolean;
}

const filters: readonly Filter[] = [
  {
    id: 'category',
    name: 'Categorías',
    values: { SUR1574: 'Hogar y Muebles', SUR1276: 'Deportes', SUR1132: 'Juegos', SUR3025: 'Jardín' },
    of: ({ category }) => category,
    isStrict: false,
  },
  {
    id: 'status',
    name: 'Estado de la publicación',
    values: { active: 'Activa', paused: 'Pausada', closed: 'Finalizada' },
    of: ({ status }) => status,
    isStrict: true,
  },
  {
    id: 'condition',
    name: 'Condición',
    values: { new: 'Nuevo', used: 'Usado' },
    of: ({ condition }) => condition,
    isStrict: true,
  },
  {
    id: 'shipping_cost',
    name: 'Costo de envío',
    values: { free: 'Gratis', paid: 'A cargo del comprador' },
    of: ({ freeShipping }) => (freeShipping ? 'free' : 'paid'),
    isStrict: true,
  },
];

const sorts = [
  { id: 'relevance', name: 'Más relevantes' },
  { id: 'amount_asc', name: 'Menor precio' },
  { id: 'amount_desc', name: 'Mayor precio' },
] as const;

function items(): readonly Item[] {
  return Array.from({ length: 61 }, (_, index): Item => {
    const name = `filters ${index}`;
    const { maker, title, sku, price, stock } = ware(name);
    const created = pastMoment(name) + chance(`${name} ms`, 1_000);
    const status = oneOf(`${name} status`, ['active', 'active', 'active', 'active', 'paused', 'closed']);
    const rule = chance(`${name} rule`, 3) === 0 ? null : oneOf(`${name} which`, rules).rule_id;
    return {
      id: `${site}${600_000_000 + chance(`${name} id`, 390_000_000)}`,
      title,
      brand: maker,
      sku,
      category: oneOf(`${name} category`, Object.keys(filters[0]!.values)),
      condition: chance(`${name} used`, 5) === 0 ? 'used' : 'new',
      status,
      quantity: status === 'paused' ? 0 : stock,
      sold: chance(`${name} sold`, 300),
      freeShipping: chance(`${name} free`, 3) === 0,
      grams: 50 * (1 + chance(`${name} grams`, 60)),
      warranty: chance(`${name} warranty`, 3) === 0 ? null : `${3 * (1 + chance(`${name} months`, 4))} meses`,
      created,
      price,
      automation:
        chance(`${name} automated`, 4) === 0
          ? null
          : {
              min: Math.round(price * 0.8),
              max: chance(`${name} open`, 3) === 0 ? null : Math.round(price * 1.3),
              rule,
            },
      updated: created + chance(`${name} updated`, 60 * 86_400) * 1_000,
    };
  });
}

function attribute(id: string, name: string, value: string, known: string | null = null): Row {
  return { id, name, value_id: known, value_name: value, values: [{ id: known, name: value, struct: null }] };
}

/** What an automation does now: it rests while there is no rule, or while the item is not for sale. */
const stateOf = ({ status, automation }: Item): string =>
  status === 'active' && automation !== null && automation.rule !== null ? 'ACTIVE' : 'PAUSED';

/** What a search shows of an item. */
const summary = (item: Item): Row => ({
  id: item.id,
  site_id: site,
  title: item.title,
  category_id: item.category,
  price: item.price,
  currency_id: 'ARS',
  available_quantity: item.quantity,
  condition: item.condition,
  status: item.status,
  permalink: `https://articulo.tienda.example/${item.id}`,
  price_automation:
    item.automation === null
      ? null
      : {
          status: stateOf(item),
          rule_id: item.automation.rule,
          min_price: item.automation.min,
          max_price: item.automation.max,
        },
  shipping: { free_shipping: item.freeShipping, mode: 'me2' },
  attributes: [
    attribute('BRAND', 'Marca', item.brand, String(10_000 + chance(item.brand, 90_000))),
    attribute('SELLER_SKU', 'SKU', item.sku),
  ],
});

/** An item by itself. */
const whole = (item: Item): Row => ({
  ...summary(item),
  attributes: [
    ...(summary(item).attributes as readonly Row[]),
    {
      ...attribute('WEIGHT', 'Peso', `${item.grams} g`),
      values: [{ id: null, name: `${item.grams} g`, struct: { number: item.grams, unit: 'g' } }],
    },
  ],
  sub_status: item.status === 'paused' ? ['out_of_stock'] : [],
  initial_quantity: item.quantity + item.sold,
  sold_quantity: item.sold,
  sale_terms: item.warranty === null ? [] : [attribute('WARRANTY_TIME', 'Tiempo de garantía', item.warranty)],
  tags: item.sold > 150 ? ['good_quality_thumbnail', 'top_seller'] : ['good_quality_thumbnail'],
  date_created: time(item.created),
  last_updated: time(item.updated),
});

/** Only the members that are asked for, in their usual order; those that there are not are passed over. */
function picked(record: Row, query: URLSearchParams): Row {
  const names = query.get('attributes')?.split(',');
  if (names === undefined) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/** A range of prices as `100-500`, `100-*` or `*-500`. */
function rangeOf(text: string): { readonly least: number; readonly most: number } {
  const [, from, to] = /^(\*|\d+(?:\.\d+)?)-(\*|\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw badRequest(`Invalid price range: ${text}`);
  return { least: from === '*' ? 0 : Number(from), most: to === '*' ? Infinity : Number(to) };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = items();
  const exports = Array.from({ length: 8 }, (_, index): Export => ({
    id: 44_017 + index * 6 + chance(`filters export ${index}`, 6),
    type: oneOf(`filters export ${index}`, ['PRICES', 'SALES', 'AUTOMATIONS']),
    created:
      index < 6
        ? opened - (8 - index) * 86_400_000 - chance(`filters export ${index} time`, 40_000_000)
        : opened - 18_000 + (index - 6) * 14_000,
    seconds: 45 + index * 10,
    fails: index === 4,
  })).reverse();

  function exportShown({ id, type, created, seconds, fails }: Export): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 12 ? 'pending' : !isOver ? 'processing' : fails ? 'error' : 'ready';
    return {
      id,
      type,
      status,
      date_created: time(created),
      date_finished: isOver ? time(created + seconds * 1_000) : null,
      file: status === 'ready' ? { url: `${run.origin}/reports/${id}/download` } : null,
    };
  }

  function pagingOf(query: URLSearchParams): { readonly offset: number; readonly limit: number } {
    const [offset, limit] = (['offset', 'limit'] as const).map((name) => {
      const text = query.get(name) ?? (name === 'offset' ? '0' : String(largestLimit));
      if (!/^\d+$/.test(text)) throw badRequest(`Invalid ${name}: ${text}. It must be a natural number`);
      return Number(text);
    });
    if (limit! > largestLimit) {
      throw badRequest(`Invalid limit: ${limit!}. The maximum allowed is ${largestLimit}`);
    }
    if (offset! > largestOffset) {
      throw badRequest(`Invalid offset: ${offset!}. The maximum allowed is ${largestOffset}`);
    }
    return { offset: offset!, limit: limit! };
  }

  function searched(query: URLSearchParams): Answered {
    const { offset, limit } = pagingOf(query);
    const text = query.get('q');
    const words = text?.toLowerCase().split(/\s+/) ?? [];
    const range = query.get('price');
    const { least, most } = rangeOf(range ?? '*-*');
    const order = query.get('sort') ?? 'relevance';
    const sort = sorts.find(({ id }) => id === order);
    if (sort === undefined) throw badRequest(`Invalid sort: ${order}`);
    const held = filters.filter(({ id }) => query.has(id));
    for (const { id, values, isStrict } of held) {
      const value = query.get(id)!;
      if (isStrict && values[value] === undefined) throw badRequest(`Invalid ${id}: ${value}`);
    }
    const found = all.filter(
      (item) =>
        held.every(({ id, of }) => of(item) === query.get(id)) &&
        words.every((word) => item.title.toLowerCase().includes(word)) &&
        item.price >= least &&
        item.price <= most,
    );
    if (order !== 'relevance') {
      const sign = order === 'amount_asc' ? 1 : -1;
      found.sort((one, other) => sign * (one.price - other.price));
    }
    const applied = held.map(({ id, name, values }) => {
      const value = query.get(id)!;
      return { id, name, type: 'text', values: [{ id: value, name: values[value] ?? value }] };
    });
    const available = filters
      .filter((filter) => !held.includes(filter))
      .map(({ id, name, values, of }) => ({
        id,
        name,
        type: 'text',
        values: Object.entries(values)
          .map(([value, label]) => ({
            id: value,
            name: label,
            results: found.filter((item) => of(item) === value).length,
          }))
          .filter(({ results }) => results > 0),
      }))
      .filter(({ values }) => values.length > 0);
    const body = {
      site_id: site,
      ...(text === null ? {} : { query: text }),
      paging: { total: found.length, offset, limit },
      results: found.slice(offset, offset + limit).map(summary),
      sort,
      available_sorts: sorts.filter(({ id }) => id !== order),
      filters: [
        ...applied,
        ...(range === null
          ? []
          : [{ id: 'price', name: 'Precio', type: 'range', values: [{ id: range, name: range }] }]),
      ],
      available_filters: available,
    };
    return json(200, picked(body, query));
  }

  const missing = (id: string) => new Refusal(404, 'not_found', `Item with id ${id} not found`);

  /** Each of several items with a code of its own, in the order that they are asked for. */
  function several(query: URLSearchParams): Answered {
    const ids = query.get('ids')!.split(',');
    const answers = ids.map((id) => {
      const item = all.find((each) => each.id === id);
      return item === undefined
        ? { code: 404, body: { ...missing(id).body, id } }
        : { code: 200, body: picked(whole(item), query) };
    });
    return json(200, answers);
  }

  function otherListed(rows: readonly Row[], query: URLSearchParams): Answered {
    const { offset, limit } = pagingOf(query);
    const paging = { total: rows.length, offset, limit };
    return json(200, { paging, results: rows.slice(offset, offset + limit) });
  }

  function priced(item: Item, given: Row): readonly Cause[] {
    const wrong: Cause[] = [];
    const { min_price: min, max_price: max = null } = given;
    if (min === undefined || min === null) {
      wrong.push(
        cause(371, 'automation.min_price.required', 'automation.min_price', 'min_price is required'),
      );
    }
    for (const [name, value] of [
      ['min_price', min ?? null],
      ['max_price', max],
    ] as const) {
      const place = `automation.${name}`;
      if (value === null) continue;
      if (typeof value !== 'number') {
        wrong.push(cause(372, `${place}.invalid`, place, `${name} must be a number`));
      } else if (value < leastPrice) {
        const message = `${name} ${value} is lower than the minimum allowed ${leastPrice}`;
        wrong.push(cause(373, `${place}.too_low`, place, message));
      }
    }
    if (wrong.length > 0) throw invalid(wrong);
    const [least, most] = [cents(min as number), max === null ? null : cents(max as number)];
    if (most !== null && least > most) {
      const message = `min_price ${least} cannot be greater than max_price ${most}`;
      throw invalid([cause(374, 'automation.price_range.invalid', 'automation.min_price', message)]);
    }
    item.automation = { min: least, max: most, rule: item.automation?.rule ?? null };
    const inside = Math.min(Math.max(item.price, least), most ?? Infinity);
    if (inside === item.price) return [];
    if (stateOf(item) === 'ACTIVE') {
      item.price = inside;
      return [];
    }
    const message = `The price ${item.price} of the item is out of the range of its automation`;
    return [{ ...cause(381, 'automation.price.out_of_range', 'item.price', message), type: 'warning' }];
  }

  function assigned(item: Item, { rule_id: rule }: Row): readonly Cause[] {
    const place = 'automation.rule_id';
    if (rule === undefined) throw invalid([cause(375, `${place}.required`, place, 'rule_id is required')]);
    if (rule !== null && typeof rule !== 'string') {
      throw invalid([cause(376, `${place}.invalid`, place, 'rule_id must be a string')]);
    }
    if (rule !== null && !rules.some(({ rule_id }) => rule_id === rule)) {
      const message = `Rule ${rule} is not available`;
      throw invalid([cause(377, `${place}.not_available`, place, message)]);
    }
    if (item.automation === null) {
      const message = 'The item has no range of prices for an automation';
      throw invalid([cause(378, 'automation.price_range.required', 'automation.min_price', message)]);
    }
    item.automation = { ...item.automation, rule };
    return [];
  }

  function written(item: Item, part: string, request: Asked): Answered {
    const given = parsed(request.body);
    if (!isObject(given)) throw new Refusal(400, 'json_error', 'The body is not a valid JSON object');
    if (item.status === 'closed') {
      const message = `Cannot update item ${item.id} [status:closed]`;
      throw invalid([cause(390, 'item.status.not_modifiable', 'item.status', message)]);
    }
    const warnings = part === 'price' ? priced(item, given) : assigned(item, given);
    item.updated = run.now();
    const { min, max, rule } = item.automation!;
    return json(200, {
      item_id: item.id,
      status: stateOf(item),
      item_rule: rule === null ? null : { rule_id: rule },
      min_price: min,
      max_price: max,
      current_price: item.price,
      currency_id: 'ARS',
      last_updated: time(item.updated),
      warnings,
    });
  }

  function answer(request: Asked, { pathname, searchParams: query }: URL): Answered {
    const file = /^\/reports\/(\d+)\/download$/.exec(pathname)?.[1];
    if (exports.some(({ id }) => String(id) === file)) {
      const lines = all.slice(0, 8).map(({ id, sku, price }) => `${id};${sku};${price}`);
      const body = `item_id;sku;precio\n${lines.join('\n')}\n`;
      return { status: 200, headers: [['Content-Type', 'text/csv;charset=UTF-8']], body };
    }
    const [, name, id, part] =
      /^\/v1\/(listings|strategies|reports)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(pathname) ?? [];
    if (name === undefined || (id !== undefined && name !== 'listings')) {
      throw new Refusal(404, 'not_found', `Resource ${pathname} not found.`);
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, 'method_not_allowed', `Method ${request.method} not supported`);
    }
    if (name === 'strategies') return otherListed(rules, query);
    if (name === 'reports') {
      const status = query.get('status');
      const rows = exports.map(exportShown).filter((row) => status === null || row.status === status);
      return otherListed(rows, query);
    }
    if (id === undefined) return query.has('ids') ? several(query) : searched(query);
    if (!/^[A-Z]{3}\d+$/.test(id)) throw badRequest(`Invalid item id: ${id}`);
    const item = all.find((each) => each.id === id);
    if (item === undefined) throw missing(id);
    return part === undefined ? json(200, picked(whole(item), query)) : written(item, part, request);
  }

  let accepted: readonly number[] = [];
  let asked = 0;
  return (request) => {
    asked += 1;
    const now = run.now();
    const given = request.headers['x-api-key'];
    const answered = ((): Answered => {
      // The gate before the service has a form of its own.
      if (given === undefined) {
        return json(401, { code: 'unauthorized', message: 'authorization value not present' });
      }
      try {
        if (given !== key) throw new Refusal(401, 'not_authorized', 'invalid access token');
        accepted = accepted.filter((each) => each > now - 1_000);
        if (accepted.length >= perSecond) throw new Refusal(429, 'too_many_requests', 'local_rate_limited');
        accepted = [...accepted, now];
        return answer(request, new URL(request.target, run.origin));
      } catch (error) {
        if (error instanceof Refusal) return json(error.status, error.body);
        throw error;
      }
    })();
    return {
      ...answered,
      headers: [...answered.headers, ['X-Request-Id', uuid(`filters ${run.run} ${asked}`)]],
    };
  };
}

/** Asks on from where a page ends, until the total is reached. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = target;
  while (next !== undefined) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'results'));
    const [total, offset, limit] = ['total', 'offset', 'limit'].map((name) =>
      Number(at(received, 'paging', name)),
    );
    const to = offset! + limit!;
    const joint = target.includes('?') ? '&' : '?';
    next = limit! > 0 && to < total! ? `${target}${joint}offset=${to}` : undefined;
  }
  return rows;
}

const read = (api: Api, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}${query}`);
const price = (api: Api, id: unknown, min_price: unknown, max_price?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { min_price, max_price } });
const assign = (api: Api, id: unknown, rule_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { rule_id } });

/** The ids of the items by what may be done with them. */
function sorted(rows: readonly Row[]) {
  const idsOf = (isMeant: (row: Row) => boolean) => rows.filter(isMeant).map((row) => row.id);
  const isActive = ({ price_automation: automation }: Row) =>
    isObject(automation) && automation.status === 'ACTIVE';
  return {
    ids: idsOf(() => true),
    automated: idsOf(isActive),
    resting: idsOf((row) => row.status === 'active' && isObject(row.price_automation) && !isActive(row)),
    manual: idsOf((row) => row.status === 'active' && row.price_automation === null),
    paused: idsOf((row) => row.status === 'paused'),
    closed: idsOf((row) => row.status === 'closed'),
  };
}

async function recorded(api: Api): Promise<void> {
  const { ids, automated, resting, manual, paused, closed } = sorted(await walk(api, '/v1/listings'));
  const codes = (await walk(api, '/v1/strategies')).map((row) => row.rule_id);
  await walk(api, '/v1/listings?limit=20');
  await walk(api, '/v1/strategies?limit=2');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=3');
  for (const index of [0, 7, 19, 38, 60]) await read(api, ids[index]);
  await read(api, ids[19], '?attributes=id,title,price');
  await api.ask('GET', `/v1/listings?ids=${[ids[2], ids[30], ids[55]].join(',')}`);
  await api.ask('GET', `/v1/listings?ids=${[ids[4], 'SUR100000001'].join(',')}`);
  await api.ask('GET', `/v1/listings?ids=${[ids[9], ids[10]].join(',')}&attributes=id,price,status`);
  await walk(api, '/v1/listings?status=paused');
  await walk(api, '/v1/listings?status=active&limit=25');
  await walk(api, '/v1/listings?category=SUR1574');
  await walk(api, '/v1/listings?condition=used&limit=15');
  await walk(api, '/v1/listings?shipping_cost=free&status=active');
  await walk(api, '/v1/listings?q=kettle');
  await walk(api, '/v1/listings?q=desk%20lamp');
  await walk(api, '/v1/listings?price=5000-12000&limit=40');
  await walk(api, '/v1/listings?price=*-3500');
  await api.ask('GET', '/v1/listings?sort=amount_desc&limit=10');
  await api.ask('GET', '/v1/listings?sort=amount_asc&category=SUR1276');
  await api.ask('GET', '/v1/listings?attributes=paging,results&limit=5');
  await api.ask('GET', '/v1/listings?limit=0');

  await price(api, automated[0], 1_450, 22_990.5);
  await read(api, automated[0]);
  await price(api, automated[1], 25_000, 31_000);
  await read(api, automated[1]);
  await price(api, automated[2], 900);
  await read(api, automated[2], '?attributes=id,price_automation');
  await price(api, manual[0], 21_000, 26_000);
  await read(api, manual[0]);
  await price(api, paused[0], 1_200, 24_000);
  await price(api, resting[0], 28_000, 30_000);
  await read(api, resting[0], '?attributes=id,price,price_automation');
  await assign(api, automated[0], codes[2]);
  await read(api, automated[0]);
  await assign(api, automated[3], codes[4]);
  await assign(api, automated[2], null);
  await read(api, automated[2]);
  await assign(api, manual[1], codes[0]);
  await price(api, closed[0], 1_000, 2_000);
  await assign(api, closed[1], codes[1]);
  await api.ask('GET', '/v1/listings?limit=45');

  await price(api, automated[5], 5_000, 4_000);
  await price(api, automated[6], 999.99, 999.98);
  await price(api, automated[5], undefined, 4_000);
  await price(api, automated[5], null, 4_000);
  await price(api, automated[5], '2000', 4_000);
  await price(api, automated[5], 2_000, true);
  await price(api, automated[5], 'low', 'high');
  await price(api, automated[5], 40, 4_000);
  await price(api, automated[5], -5, 0);
  await api.ask('PATCH', `/v1/listings/${String(automated[5])}/price`, { text: '{"min_price": 2000,' });
  await price(api, 'SUR100000002', 2_000, 4_000);
  await read(api, 'SUR100000003');
  await read(api, 'lamp');
  await assign(api, automated[5], 'CHEAPEST');
  await assign(api, automated[5], 12);
  await assign(api, automated[5]);
  await assign(api, 'SUR100000004', codes[0]);
  for (const query of [
    'offset=300',
    'offset=-1',
    'offset=1500',
    'limit=51',
    'limit=many',
    'status=sleeping',
    'category=SUR9999',
    'price=cheap',
    'sort=newest',
    'colour=red&limit=2',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/strategies?limit=80');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(automated[5])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=3', { headers: { 'X-API-KEY': 'APP-000' } });
  for (let sent = 0; sent < 9; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?status=error');
  const last = await api.ask('GET', '/v1/reports?status=ready');
  for (const index of [0, 3]) {
    const url = at(last, 'results', index, 'file', 'url');
    if (typeof url === 'string') await api.ask('GET', url);
  }
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=35');
  const { ids, automated, resting, manual, paused, closed } = sorted(all);
  const codes = (await walk(api, '/v1/strategies?limit=4')).map((row) => row.rule_id);
  await api.ask('GET', '/v1/listings?limit=12&offset=24');
  await walk(api, '/v1/reports?limit=5');
  for (const index of [13, 22, 47]) await read(api, ids[index]);
  await api.ask('GET', `/v1/listings?ids=${[ids[5], ids[44]].join(',')}`);
  await api.ask('GET', `/v1/listings?ids=${['SUR100000005', ids[6]].join(',')}`);
  await walk(api, '/v1/listings?status=closed');
  await walk(api, '/v1/listings?category=SUR1132');
  await walk(api, '/v1/listings?condition=new&limit=30');
  await walk(api, '/v1/listings?shipping_cost=paid&limit=48');
  await walk(api, '/v1/listings?q=rug');
  await walk(api, '/v1/listings?price=8000-15000&limit=42');
  await walk(api, '/v1/listings?price=*-6100');
  await api.ask('GET', '/v1/listings?sort=amount_asc&limit=7');

  await price(api, automated[8], 1_650, 23_490);
  await read(api, automated[8]);
  await price(api, automated[9], 27_000, 33_500);
  await read(api, automated[9]);
  await price(api, automated[10], 750.25);
  await price(api, manual[2], 22_500, 28_000);
  await price(api, paused[1], 1_300, 23_000);
  await price(api, resting[1], 29_000, 34_000);
  await assign(api, automated[8], codes[3]);
  const changed = await read(api, automated[8]);
  await assign(api, automated[10], null);
  await assign(api, manual[3], codes[1]);
  await price(api, closed[2], 1_100, 2_200);

  await price(api, automated[12], 7_000, 6_500);
  await price(api, automated[12], undefined, 1_200);
  await price(api, automated[12], null, 6_000);
  await price(api, automated[12], 1_500, 'dear');
  await price(api, automated[12], false, true);
  await price(api, automated[12], 60, 5_000);
  await api.ask('PATCH', `/v1/listings/${String(automated[12])}/price`, { text: 'min_price=3' });
  await price(api, 'SUR100000006', 2_500, 4_500);
  await read(api, 'SUR100000007');
  await read(api, 'teapot');
  await assign(api, automated[12], 'RANDOM');
  await assign(api, automated[12], true);
  await assign(api, 'SUR100000008', codes[1]);
  for (const query of [
    'offset=450',
    'offset=2000',
    'limit=200',
    'status=gone',
    'category=SUR8888',
    'sort=age',
    'size=large&limit=4',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': 'APP-111' } });
  // Of a kind that was not recorded.
  await api.ask('GET', `/v1/listings?q=${encodeURIComponent(textIfAny(changed, 'title') ?? 'rug')}`);
  await api.ask('GET', '/v1/listings?status=active&condition=new&price=4000-*&limit=8');
  api.wait(900_000);
  const last = await api.ask('GET', '/v1/reports?status=ready&limit=6');
  const url = at(last, 'results', 1, 'file', 'url');
  if (typeof url === 'string') await api.ask('GET', url);
}

export const availableFilters: WalkedService = {
  name: 'available-filters',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
