// A bookkeeping platform's API: members of a list begin with a dollar sign, a page further on is a path without the version,
// and the last page comes for every page behind it. A list shows a record as an id, a text and a path, unless a program asks
// for attributes; what a record refers to is shown the same way, or whole where nested attributes are asked for. Ids are 32
// hexadecimal digits, prices texts of two decimals or null, moments UTC to the second. A write wraps its members in the name
// of what is written and answers the whole record; a refusal is a bare list of all faults, each with a severity, a code, a
// sentence and its source.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, targetOf, uuid } from './kit.ts';
import {
  at,
  chance,
  digest,
  hurry,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'bk_7f21c09ad34e4b6f8a55';
const perSecond = 9;
const largestPage = 200;
const largestPrice = 999_999.99;

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const hexId = (seed: string) => digest(`bookkeeping ${seed}`).slice(0, 32);
const money = (amount: number | null) => amount?.toFixed(2) ?? null;

const reference = (kind: string, id: string, displayed: string): Row => ({
  id,
  displayed_as: displayed,
  $path: `/${kind}/${id}`,
});

const types = { STOCK_ITEM: 'Stock Item', NON_STOCK: 'Non-stock Item', BUNDLE: 'Bundle' } as const;
const reportStates = { QUEUED: 'Queued', RUNNING: 'In Progress', COMPLETED: 'Completed', FAILED: 'Failed' };

interface Listing {
  readonly id: string;
  readonly code: string;
  readonly description: string;
  readonly notes: string | null;
  readonly active: boolean;
  readonly type: keyof typeof types;
  readonly sales: number;
  readonly cost: number;
  readonly stock: number;
  readonly created: number;
  floor: number | null;
  ceiling: number | null;
  strategy: string | null;
  updated: number;
}

const strategies = [
  { name: 'Undercut by one percent', needsFloor: true, active: true },
  { name: 'Cost plus twenty', needsFloor: false, active: true },
  { name: 'Follow the cheapest', needsFloor: true, active: true },
  { name: 'Seasonal clearance', needsFloor: false, active: false },
  { name: 'Hold the list price', needsFloor: false, active: true },
].map((one, index) => ({
  ...one,
  id: hexId(`strategy ${index}`),
  created: pastMoment(`bookkeeping strategy ${index}`),
}));

const strategyShown = ({ id, name, needsFloor, active, created }: (typeof strategies)[number]): Row => ({
  ...reference('strategies', id, name),
  created_at: moment(created),
  updated_at: moment(created + 86_400_000),
  name,
  requires_floor_price: needsFloor,
  active,
});

function listings(): Listing[] {
  return Array.from({ length: 46 }, (_, index): Listing => {
    const name = `bookkeeping ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name);
    const hasFloor = chance(`${name} floor`, 6) > 0;
    return {
      id: hexId(name),
      code: sku,
      description: title,
      notes: chance(`${name} notes`, 3) === 0 ? `Shelf ${chance(`${name} shelf`, 40)}` : null,
      active: index % 9 !== 4,
      type: oneOf(`${name} type`, ['STOCK_ITEM', 'STOCK_ITEM', 'NON_STOCK', 'BUNDLE']),
      sales: price / 100,
      cost: Math.round(price * 0.6) / 100,
      stock,
      created,
      floor: hasFloor ? Math.round(price * 0.85) / 100 : null,
      ceiling: chance(`${name} ceiling`, 5) > 0 ? Math.round(price * 1.35) / 100 : null,
      strategy: hasFloor && chance(`${name} strategy`, 3) > 0 ? strategies[chance(name, 3)]!.id : null,
      updated: created + chance(`${name} updated`, 100 * 86_400) * 1_000,
    };
  });
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly source: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly headers: Answered['headers'];

  constructor(status: number, faults: readonly Fault[], headers: Answered['headers'] = []) {
    super('refused');
    this.status = status;
    this.faults = faults;
    this.headers = headers;
  }
}

const refusal = (status: number, code: string, message: string, source = '') =>
  new Refusal(status, [{ code, message, source }]);
const invalid = (source: string, message: string): Fault => ({ code: 'ValidationError', message, source });

/** The members that a write may hold, from within the name of what is written. */
function wrappedIn(request: Asked, name: string, allowed: readonly string[]): Row {
  const body = parsed(request.body);
  if (body === undefined) throw refusal(400, 'InvalidJSON', 'The request body could not be parsed.');
  const within = isObject(body) ? body[name] : undefined;
  if (!isObject(within) || Object.keys(within).length === 0) {
    throw refusal(400, 'MissingParameter', `param is missing or the value is empty: ${name}`, name);
  }
  const unknown = Object.keys(within).filter((member) => !allowed.includes(member));
  if (unknown.length > 0) {
    throw new Refusal(
      400,
      unknown.map((member) => ({
        code: 'UnexpectedAttribute',
        message: `found unpermitted parameter: ${member}`,
        source: member,
      })),
    );
  }
  return within;
}

function whole(query: URLSearchParams, name: string, otherwise: number, most: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^-?\d+$/.test(text)) throw refusal(400, 'InvalidParameter', `${name} must be an integer`, name);
  const number = Number(text);
  if (number < 1) throw refusal(400, 'InvalidParameter', `${name} must be greater than 0`, name);
  if (number > most) {
    throw refusal(400, 'InvalidParameter', `${name} must be less than or equal to ${most}`, name);
  }
  return number;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 8 }, (_, index) => ({
    id: hexId(`report ${index}`),
    name: ['Margin by Item', 'Stock Valuation', 'Price Changes'][index % 3]!,
    created:
      index < 6 ? opened - (8 - index) * 86_400_000 - chance(`report ${index}`, 9_000_000) : opened - 20_000,
    seconds: 70 + index * 30,
    fails: index === 3,
    rows: 20 + chance(`report rows ${index}`, 400),
  }));
  const recent: number[] = [];
  let count = 0;

  function listingShown(listing: Listing, isNested: boolean): Row {
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    return {
      ...reference('listings', listing.id, `${listing.description} (${listing.code})`),
      created_at: moment(listing.created),
      updated_at: moment(listing.updated),
      item_code: listing.code,
      description: listing.description,
      notes: listing.notes,
      active: listing.active,
      catalog_item_type: reference('catalog_item_types', listing.type, types[listing.type]),
      sales_price: money(listing.sales),
      cost_price: money(listing.cost),
      floor_price: money(listing.floor),
      ceiling_price: money(listing.ceiling),
      quantity_in_stock: listing.stock.toFixed(1),
      pricing_strategy:
        strategy === undefined
          ? null
          : isNested
            ? strategyShown(strategy)
            : reference('strategies', strategy.id, strategy.name),
    };
  }

  function reportShown({ id, name, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const state = elapsed < 25 ? 'QUEUED' : elapsed < seconds ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
    const isOver = elapsed >= seconds;
    return {
      ...reference('reports', id, `${name} ${moment(created).slice(0, 10)}`),
      created_at: moment(created),
      updated_at: moment(isOver ? created + seconds * 1_000 : created),
      name,
      status: reference('report_statuses', state, reportStates[state]),
      completed_at: isOver ? moment(created + seconds * 1_000) : null,
      row_count: state === 'COMPLETED' ? rows : null,
      error_message: state === 'FAILED' ? 'The period is locked.' : null,
    };
  }

  /** What a program wants to see of a record: the reference alone, or with the attributes that it names. */
  function attributesOf(record: Row, query: URLSearchParams, otherwise: string): Row {
    const asked = (query.get('attributes') ?? otherwise).split(',');
    if (asked.includes('all')) return record;
    const chosen = ['id', 'displayed_as', '$path', ...asked];
    return Object.fromEntries(Object.entries(record).filter(([name]) => chosen.includes(name)));
  }

  function paged(kind: string, query: URLSearchParams, records: readonly Row[]): Answered {
    const size = whole(query, 'items_per_page', 20, largestPage);
    const last = Math.max(1, Math.ceil(records.length / size));
    const page = Math.min(whole(query, 'page', 1, Number.MAX_SAFE_INTEGER), last);
    const toPage = (number: number): string => {
      const others = [...query].filter(([name]) => name !== 'page' && name !== 'items_per_page');
      const rest = others.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
      return `/${kind}?page=${number}&items_per_page=${size}${rest}`;
    };
    return json(200, {
      $total: records.length,
      $page: page,
      $next: page < last ? toPage(page + 1) : null,
      $back: page > 1 ? toPage(page - 1) : null,
      $itemsPerPage: size,
      $items: records
        .slice((page - 1) * size, page * size)
        .map((record) => attributesOf(record, query, 'none')),
    });
  }

  function flag(query: URLSearchParams, name: string): boolean | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (text !== 'true' && text !== 'false') {
      throw refusal(400, 'InvalidParameter', `${name} must be true or false`, name);
    }
    return text === 'true';
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    item_code: ({ code }) => code,
    sales_price: ({ sales }) => sales,
    updated_at: ({ updated }) => updated,
  };

  function listed(query: URLSearchParams): Answered {
    const active = flag(query, 'active');
    const search = query.get('search')?.toLowerCase();
    const strategy = query.get('pricing_strategy_id');
    const type = query.get('catalog_item_type_id');
    const since = query.get('updated_or_created_since');
    if (type !== null && !Object.hasOwn(types, type)) {
      throw refusal(
        400,
        'InvalidParameter',
        `catalog_item_type_id '${type}' is unknown`,
        'catalog_item_type_id',
      );
    }
    if (since !== null && Number.isNaN(Date.parse(since))) {
      throw refusal(400, 'InvalidParameter', `'${since}' is not a valid date`, 'updated_or_created_since');
    }
    const found = all.filter(
      (one) =>
        (active === undefined || one.active === active) &&
        (search === undefined || `${one.code} ${one.description}`.toLowerCase().includes(search)) &&
        (strategy === null || one.strategy === strategy) &&
        (type === null || one.type === type) &&
        (since === null || one.updated >= Date.parse(since)),
    );
    const sort = query.get('sort');
    if (sort !== null) {
      const [name = '', direction = 'asc'] = sort.split(':');
      const of = Object.hasOwn(orders, name) ? orders[name] : undefined;
      if (of === undefined || (direction !== 'asc' && direction !== 'desc')) {
        throw refusal(400, 'InvalidParameter', `cannot sort by '${sort}'`, 'sort');
      }
      const sign = direction === 'asc' ? 1 : -1;
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    const isNested = query.get('nested_attributes') === 'all';
    return paged(
      'listings',
      query,
      found.map((one) => listingShown(one, isNested)),
    );
  }

  function listingOf(id: string): Listing {
    const found = all.find((one) => one.id === id);
    if (found === undefined)
      throw refusal(404, 'RecordNotFound', `Couldn't find Listing with id '${id}'`, 'id');
    return found;
  }

  function changed(listing: Listing): Answered {
    listing.updated = run.now();
    return json(200, listingShown(listing, false));
  }

  function priced(listing: Listing, request: Asked): Answered {
    const sent = wrappedIn(request, 'listing_price', ['floor_price', 'ceiling_price']);
    const faults: Fault[] = [];
    const amountOf = (name: string, otherwise: number | null): number | null => {
      const value = sent[name];
      if (value === undefined) return otherwise;
      if (value === null || value === '') return null;
      const isNumber =
        typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
      if (!isNumber) {
        faults.push(invalid(name, 'is not a number'));
        return null;
      }
      const amount = Math.round(Number(value) * 100) / 100;
      if (amount <= 0) faults.push(invalid(name, 'must be greater than 0'));
      if (amount > largestPrice) faults.push(invalid(name, `must be less than or equal to ${largestPrice}`));
      return amount;
    };
    const floor = amountOf('floor_price', listing.floor);
    const ceiling = amountOf('ceiling_price', listing.ceiling);
    if (faults.length === 0 && floor !== null && ceiling !== null && floor > ceiling) {
      faults.push(invalid('floor_price', `must be less than or equal to ${money(ceiling)}`));
    }
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    if (faults.length === 0 && floor === null && strategy?.needsFloor === true) {
      faults.push(invalid('floor_price', `can't be blank: ${strategy.name} requires it`));
    }
    if (!listing.active) faults.push(invalid('base', 'An inactive listing cannot be changed'));
    if (faults.length > 0) throw new Refusal(422, faults);
    listing.floor = floor;
    listing.ceiling = ceiling;
    return changed(listing);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { pricing_strategy_id: id } = wrappedIn(request, 'listing_strategy', ['pricing_strategy_id']);
    if (id !== null) {
      const source = 'pricing_strategy_id';
      if (typeof id !== 'string') throw new Refusal(422, [invalid(source, 'is not a string')]);
      const strategy = strategies.find((one) => one.id === id);
      const faults =
        strategy === undefined
          ? [invalid(source, `Strategy '${id}' could not be found`)]
          : [
              ...(strategy.active ? [] : [invalid(source, `${strategy.name} is not active`)]),
              ...(strategy.needsFloor && listing.floor === null
                ? [invalid('floor_price', `can't be blank: ${strategy.name} requires it`)]
                : []),
              ...(listing.active ? [] : [invalid('base', 'An inactive listing cannot be changed')]),
            ];
      if (faults.length > 0) throw new Refusal(422, faults);
    }
    listing.strategy = id;
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = refusal(404, 'RouteNotFound', `No route matches [${request.method}] "${path}"`);
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (request.method === 'PATCH' && kind === 'listings' && id !== undefined) {
      if (part === 'price') return priced(listingOf(id), request);
      if (part === 'strategy') return assigned(listingOf(id), request);
    }
    if (request.method !== 'GET' || part !== undefined) throw nowhere;
    const isNested = query.get('nested_attributes') === 'all';
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      return json(200, attributesOf(listingShown(listingOf(id), isNested), query, 'all'));
    }
    if (kind === 'strategies') {
      const active = flag(query, 'active');
      const found = strategies.filter((one) => active === undefined || one.active === active);
      if (id === undefined) return paged(kind, query, found.map(strategyShown));
      const one = strategies.find((strategy) => strategy.id === id);
      if (one === undefined)
        throw refusal(404, 'RecordNotFound', `Couldn't find Strategy with id '${id}'`, 'id');
      return json(200, attributesOf(strategyShown(one), query, 'all'));
    }
    if (kind === 'reports') {
      const shown = reports.map(reportShown);
      const status = query.get('status_id');
      if (status !== null && !Object.hasOwn(reportStates, status)) {
        throw refusal(400, 'InvalidParameter', `status_id '${status}' is unknown`, 'status_id');
      }
      const idOf = ({ status: one }: Row) => (one as Row).id;
      if (id === undefined) {
        return paged(
          kind,
          query,
          shown.filter((one) => status === null || idOf(one) === status),
        );
      }
      const one = shown.find((report) => report.id === id);
      if (one === undefined)
        throw refusal(404, 'RecordNotFound', `Couldn't find Report with id '${id}'`, 'id');
      return json(200, attributesOf(one, query, 'all'));
    }
    throw nowhere;
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) {
      throw refusal(401, 'AuthenticationFailed', 'The API key is missing or not known.');
    }
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(
        429,
        [{ code: 'TooManyRequests', message: 'The limit of requests is exceeded.', source: '' }],
        [['Retry-After', '1']],
      );
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    const id: Answered['headers'] = [['X-Request-Id', uuid(`bookkeeping ${run.run} ${count}`)]];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...id], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const faults = error.faults.map(({ code, message, source }) => ({
        $severity: 'error',
        $dataCode: code,
        $message: message,
        $source: source,
      }));
      return json(error.status, faults, [...error.headers, ...id]);
    }
  };
}

/** Follows the path of the next page until there is none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, '$items'));
    const path = textIfAny(received, '$next');
    next = path === undefined ? undefined : `/v1${path}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, listing_price?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { listing_price } });
const assign = (api: Api, id: unknown, pricing_strategy_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, {
    json: { listing_strategy: { pricing_strategy_id } },
  });

/** The ids of the listings that can be changed, and of one that cannot. */
async function idsOf(
  api: Api,
  query: string,
): Promise<{ readonly ids: readonly unknown[]; readonly idle: unknown }> {
  const rows = await walk(api, `/v1/listings?attributes=all${query}`);
  return {
    ids: rows.filter(({ active }) => active === true).map(({ id }) => id),
    idle: rows.find(({ active }) => active === false)?.id,
  };
}

async function recorded(api: Api): Promise<void> {
  await walk(api, '/v1/listings');
  const strategyIds = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const reportIds = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const { ids, idle } = await idsOf(api, '&items_per_page=30');
  await walk(api, '/v1/strategies?attributes=all&items_per_page=3');
  await walk(api, '/v1/reports?attributes=all&items_per_page=5');
  await api.ask('GET', '/v1/listings?items_per_page=7&page=3');
  await api.ask('GET', '/v1/listings?items_per_page=10&page=9');
  await api.ask('GET', '/v1/listings?attributes=item_code,floor_price&items_per_page=6');
  await api.ask('GET', '/v1/listings?attributes=pricing_strategy,sales_price&items_per_page=6&page=2');
  await api.ask('GET', '/v1/listings?attributes=all&nested_attributes=all&items_per_page=8');
  await walk(api, '/v1/listings?active=false');
  await api.ask('GET', '/v1/listings?active=true&items_per_page=12');
  await api.ask('GET', '/v1/listings?search=lamp');
  await api.ask('GET', '/v1/listings?search=Velmora&attributes=item_code');
  await api.ask('GET', `/v1/listings?pricing_strategy_id=${String(strategyIds[0])}`);
  await api.ask('GET', '/v1/listings?catalog_item_type_id=BUNDLE');
  await api.ask('GET', '/v1/listings?sort=sales_price:desc&attributes=sales_price&items_per_page=10');
  await api.ask('GET', '/v1/listings?sort=item_code&items_per_page=10');
  await api.ask('GET', '/v1/listings?updated_or_created_since=2025-06-01T00:00:00Z&attributes=updated_at');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status_id=FAILED');
  for (const index of [0, 4, 11, 19, 27, 33]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', ids[2], '?attributes=floor_price,ceiling_price');
  await read(api, 'listings', ids[0], '?nested_attributes=all');
  await read(api, 'strategies', strategyIds[1]);
  await read(api, 'reports', reportIds[0]);
  await read(api, 'reports', reportIds[6]);

  await price(api, ids[0], { floor_price: '12.50', ceiling_price: '249.90' });
  await read(api, 'listings', ids[0]);
  await price(api, ids[4], { floor_price: 20, ceiling_price: 310.5 });
  await read(api, 'listings', ids[4]);
  await price(api, ids[11], { ceiling_price: '420.15' });
  await read(api, 'listings', ids[11]);
  await price(api, ids[19], { ceiling_price: null });
  await read(api, 'listings', ids[19]);
  await price(api, ids[27], { floor_price: 2.05 });
  await assign(api, ids[0], strategyIds[1]);
  await read(api, 'listings', ids[0]);
  await price(api, ids[0], { floor_price: null });
  await assign(api, ids[4], strategyIds[2]);
  await price(api, ids[4], { floor_price: null });
  await assign(api, ids[11], null);
  await read(api, 'listings', ids[11]);
  await api.ask('GET', '/v1/listings?sort=updated_at:desc&attributes=all&items_per_page=5');
  await api.ask('GET', `/v1/listings?pricing_strategy_id=${String(strategyIds[2])}&items_per_page=50`);
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?attributes=all&items_per_page=8');

  await read(api, 'listings', '00000000000000000000000000000abc');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '00000000000000000000000000000abd');
  await read(api, 'reports', 'last');
  await price(api, '00000000000000000000000000000abe', { floor_price: 3 });
  await price(api, ids[9], { floor_price: 30, ceiling_price: 20 });
  await price(api, ids[10], { floor_price: '99.99', ceiling_price: '99.98' });
  await price(api, ids[9], { floor_price: 'cheap' });
  await price(api, ids[9], { floor_price: true, ceiling_price: 'dear' });
  await price(api, ids[9], { floor_price: -4 });
  await price(api, ids[9], { floor_price: 0, ceiling_price: 2_000_000 });
  await price(api, ids[9], { colour: 'red' });
  await price(api, ids[9], { floor_price: 5, margin: 2, note: 'x' });
  await price(api, ids[9], {});
  await price(api, ids[9]);
  await price(api, idle, { floor_price: 5 });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { json: { floor_price: 5 } });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"listing_price": ' });
  await assign(api, ids[9], '00000000000000000000000000000abf');
  await assign(api, ids[9], strategyIds[3]);
  await assign(api, ids[9], 17);
  await assign(api, idle, strategyIds[1]);
  await assign(api, '00000000000000000000000000000aba', strategyIds[0]);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/strategy`, { json: {} });
  await api.ask('GET', '/v1/listings?items_per_page=0');
  await api.ask('GET', '/v1/listings?items_per_page=201');
  await api.ask('GET', '/v1/strategies?items_per_page=many');
  await api.ask('GET', '/v1/listings?page=0');
  await api.ask('GET', '/v1/listings?active=maybe');
  await api.ask('GET', '/v1/listings?catalog_item_type_id=GIFT');
  await api.ask('GET', '/v1/listings?sort=colour');
  await api.ask('GET', '/v1/listings?updated_or_created_since=monday');
  await api.ask('GET', '/v1/reports?status_id=LOST');
  await api.ask('GET', '/v1/listings?colour=red&items_per_page=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[9])}`);
  await api.ask('GET', '/v1/listings?items_per_page=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'bk_00000000000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?items_per_page=1', 11);
  api.wait(900_000);
  const last = await api.ask('GET', '/v1/reports?attributes=status,completed_at&items_per_page=9');
  await read(api, 'reports', at(last, '$items', 6, 'id'));
}

async function another(api: Api): Promise<void> {
  const { ids, idle } = await idsOf(api, '&items_per_page=18');
  await walk(api, '/v1/listings?items_per_page=25');
  const strategyIds = (await walk(api, '/v1/strategies?items_per_page=2')).map(({ id }) => id);
  const reportIds = (await walk(api, '/v1/reports?attributes=all&items_per_page=6')).map(({ id }) => id);
  await api.ask('GET', '/v1/listings?items_per_page=8&page=4');
  await api.ask('GET', '/v1/listings?items_per_page=15&page=12');
  await api.ask('GET', '/v1/listings?attributes=description,ceiling_price&items_per_page=5');
  await api.ask('GET', '/v1/listings?attributes=item_code,nonsense&items_per_page=4');
  await api.ask('GET', '/v1/listings?attributes=all&nested_attributes=all&items_per_page=5&page=3');
  await walk(api, '/v1/listings?active=false&items_per_page=4');
  await api.ask('GET', '/v1/listings?search=kettle');
  await api.ask('GET', '/v1/listings?search=tarnwick&attributes=description');
  await api.ask('GET', `/v1/listings?pricing_strategy_id=${String(strategyIds[1])}`);
  await api.ask('GET', '/v1/listings?catalog_item_type_id=NON_STOCK');
  await api.ask('GET', '/v1/listings?active=true&catalog_item_type_id=STOCK_ITEM&items_per_page=9');
  await api.ask('GET', '/v1/listings?sort=sales_price&items_per_page=7');
  await api.ask('GET', '/v1/listings?sort=item_code:desc&attributes=item_code&items_per_page=6');
  await api.ask('GET', '/v1/listings?updated_or_created_since=2025-02-15T12:00:00Z&items_per_page=5');
  await api.ask('GET', '/v1/reports?status_id=COMPLETED');
  for (const index of [1, 7, 21, 30]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', ids[3], '?attributes=sales_price');
  await read(api, 'strategies', strategyIds[2]);
  await read(api, 'reports', reportIds[2]);

  await price(api, ids[1], { floor_price: '9.75', ceiling_price: '333.00' });
  await read(api, 'listings', ids[1], '?attributes=all');
  await price(api, ids[7], { ceiling_price: 601.2 });
  await read(api, 'listings', ids[7], '?attributes=all');
  await price(api, ids[21], { ceiling_price: null, floor_price: 1.5 });
  await read(api, 'listings', ids[21], '?attributes=all');
  await assign(api, ids[1], strategyIds[2]);
  await assign(api, ids[30], null);
  await read(api, 'listings', ids[30], '?attributes=all');
  await api.ask('GET', '/v1/listings?sort=updated_at:desc&attributes=all&items_per_page=4');
  await price(api, ids[1], { floor_price: null });

  await read(api, 'listings', '00000000000000000000000000000fed');
  await read(api, 'strategies', 'plain');
  await price(api, ids[20], { floor_price: 71.2, ceiling_price: 70 });
  await price(api, ids[20], { ceiling_price: 'lots' });
  await price(api, ids[20], { floor_price: -0.5, ceiling_price: false });
  await price(api, ids[20], { size: 4 });
  await price(api, ids[22]);
  await price(api, idle, { ceiling_price: 800 });
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/strategy`, { text: '{"listing_strategy"' });
  await assign(api, ids[20], '00000000000000000000000000000fee');
  await assign(api, ids[20], strategyIds[3]);
  await assign(api, ids[20], 4.5);
  await api.ask('GET', '/v1/listings?items_per_page=-3');
  await api.ask('GET', '/v1/reports?items_per_page=1000');
  await api.ask('GET', '/v1/listings?page=two');
  await api.ask('GET', '/v1/strategies?active=perhaps');
  await api.ask('GET', '/v1/listings?sort=size:asc');
  await api.ask('GET', '/v1/listings?updated_or_created_since=soon');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?items_per_page=2', { headers: { 'X-API-KEY': null } });
}

export const displayedReferences: WalkedService = {
  name: 'displayed-references',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['items_per_page=3', 'items_per_page=7', 'items_per_page=200'],
  walk,
};
