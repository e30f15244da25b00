// A printing and fulfilment company's API for merchants: each answer says its code beside a result, a list its paging as
// well, records have a number and maybe an id of the merchant's own that stands for it behind an @; a list shows less of a
// listing than one alone; prices as decimal texts, moments as seconds since 1970, states and categories that may be several
// with commas between; sizes that are quietly cut down or forgiven; one fault at a time as a sentence, twice, beside a reason;
// a limit for each minute that headers count down.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, hex } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'pf_7kQ2mZr9XcT4vLb0sWnY';
const perMinute = 24;
const usualLimit = 20;
const largestLimit = 100;
const largestPrice = 10_000;

const states = ['active', 'draft', 'ignored', 'discontinued'] as const;
const categories = [24, 31, 55, 102] as const;
const reportStates = ['pending', 'processing', 'completed', 'failed'] as const;
const reportTypes = ['sales_and_costs', 'price_check', 'stock'] as const;

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);
const money = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

interface Listing {
  readonly id: number;
  readonly externalId: string | null;
  readonly sku: string;
  readonly name: string;
  readonly category: number;
  readonly status: (typeof states)[number];
  readonly price: number;
  readonly stock: number;
  readonly sizes: readonly string[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

const strategies = [
  { name: 'Lowest in category', type: 'competitor', enabled: true, needsMin: true },
  { name: 'Match bestsellers', type: 'competitor', enabled: true, needsMin: true },
  { name: 'Fixed margin 40%', type: 'margin', enabled: true, needsMin: false },
  { name: 'Holiday discount', type: 'calendar', enabled: false, needsMin: false },
  { name: 'Round to .95', type: 'rounding', enabled: true, needsMin: false },
  { name: 'Slow movers', type: 'margin', enabled: true, needsMin: false },
].map((one, index) => ({ ...one, id: 71 + index * 3, created: pastMoment(`printed strategy ${index}`) }));

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  id: one.id,
  name: one.name,
  type: one.type,
  is_enabled: one.enabled,
  requires_min_price: one.needsMin,
  created: seconds(one.created),
});

function listings(): Listing[] {
  return Array.from({ length: 47 }, (_, index): Listing => {
    const seed = `printed ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const hasMin = chance(`${seed} min`, 5) > 0;
    return {
      id: 310_204_118 + index * 1_871 + chance(`${seed} id`, 1_500),
      externalId: chance(`${seed} external`, 5) === 0 ? null : `${sku.toLowerCase()}-${100 + index}`,
      sku,
      name: title,
      category: oneOf(`${seed} category`, categories),
      status: oneOf(`${seed} status`, ['active', 'active', 'active', 'draft', 'ignored', 'discontinued']),
      price,
      stock: chance(`${seed} none`, 8) === 0 ? 0 : stock,
      sizes: ['S', 'M', 'L', 'XL'].slice(chance(`${seed} sizes`, 3)),
      created,
      min: hasMin ? Math.round(price * 0.7) : null,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.5) : null,
      strategy: hasMin && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : null,
      updated: created + chance(`${seed} updated`, 100 * 86_400) * 1_000,
    };
  }).sort((one, other) => other.created - one.created);
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  external_id: one.externalId,
  name: one.name,
  category_id: one.category,
  status: one.status,
  variants: one.sizes.length,
  retail_price: money(one.price),
  currency: 'USD',
  min_price: money(one.min),
  max_price: money(one.max),
  strategy_id: one.strategy,
  is_ignored: one.status === 'ignored',
  created: seconds(one.created),
  updated: seconds(one.updated),
});

const wholeListing = (one: Listing): Row => ({
  ...listingShown(one),
  sku: one.sku,
  stock: one.stock,
  thumbnail_url: `https://files.print.example/t/${scrambled(`thumb ${one.id}`, 16, hex)}_t.png`,
  options: [
    { id: 'size', value: one.sizes },
    { id: 'placement', value: one.category === 24 ? 'front' : 'back' },
  ],
  costs: { currency: 'USD', production: money(Math.round(one.price * 0.4)), shipping: '3.99' },
});

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  429: 'TooManyRequests',
};

class Refusal extends Error {
  readonly code: number;
  readonly result: string;
  readonly headers: Answered['headers'];

  constructor(code: number, message: string, result = message, headers: Answered['headers'] = []) {
    super(message);
    this.code = code;
    this.result = result;
    this.headers = headers;
  }
}

const notFound = (message: string) => new Refusal(404, message, 'Not found.');

/** Numbers are read as PHP does: what is none counts as zero. */
const whole = (text: string | null) => {
  const read = Number.parseInt(text ?? '', 10);
  return Number.isNaN(read) ? 0 : read;
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    id: 90_412 - index * 7,
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 25_000 * (index + 1)
        : opened - index * 40_000_000 - chance(`printed report ${index}`, 20_000) * 1_000,
    seconds: 150 + index * 30,
    fails: index === 4,
  }));
  let windowEnd = 0;
  let used = 0;

  function reportShown({ id, type, created, seconds: needed, fails }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status =
      elapsed < 50 ? 'pending' : elapsed < needed ? 'processing' : fails ? 'failed' : 'completed';
    return {
      id,
      type,
      status,
      reason: status === 'failed' ? 'The report could not be generated.' : null,
      file_url:
        status === 'completed'
          ? `https://files.print.example/reports/${id}.csv?token=${scrambled(`printed ${run.run} ${id}`, 32, hex)}`
          : null,
      created: seconds(created),
      completed: elapsed >= needed ? seconds(created) + needed : null,
    };
  }

  function paged(query: URLSearchParams, records: readonly Row[]): Answered {
    const offset = whole(query.get('offset'));
    if (offset < 0) throw new Refusal(400, 'Offset cannot be negative.');
    const asked = whole(query.get('limit'));
    const limit = asked <= 0 ? usualLimit : Math.min(asked, largestLimit);
    return json(200, {
      code: 200,
      result: records.slice(offset, offset + limit),
      extra: [],
      paging: { total: records.length, offset, limit },
    });
  }

  const single = (record: Row): Answered => json(200, { code: 200, result: record });

  /** Several values with commas between; none where the parameter is left out. */
  function several(query: URLSearchParams, name: string, allowed: readonly string[]): readonly string[] {
    const values = (query.get(name) ?? '').split(',').filter((value) => value !== '');
    const strange = values.find((value) => !allowed.includes(value));
    if (strange !== undefined) {
      throw new Refusal(400, `Invalid ${name}: ${strange}. Allowed values: ${allowed.join(', ')}.`);
    }
    return values;
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    new: ({ created }) => created,
    price: ({ price }) => price,
    name: ({ name }) => name,
    updated: ({ updated }) => updated,
  };

  function listed(query: URLSearchParams): Answered {
    const wanted = several(query, 'status', states);
    const inCategories = several(query, 'category_id', categories.map(String));
    const [sort = 'new'] = several(query, 'sort_type', Object.keys(orders));
    const [direction = 'descending'] = several(query, 'sort_direction', ['ascending', 'descending']);
    const search = (query.get('search') ?? '').toLowerCase();
    const strategy = query.get('strategy_id');
    const since = query.get('updated_from');
    if (since !== null && !/^\d+$/.test(since)) {
      throw new Refusal(400, 'The parameter updated_from must be a UNIX timestamp.');
    }
    const found = all.filter(
      (one) =>
        (wanted.length === 0 || wanted.includes(one.status)) &&
        (inCategories.length === 0 || inCategories.includes(String(one.category))) &&
        (strategy === null || one.strategy === whole(strategy)) &&
        (since === null || seconds(one.updated) >= Number(since)) &&
        one.name.toLowerCase().includes(search),
    );
    const of = orders[sort]!;
    const sign = direction === 'ascending' ? 1 : -1;
    found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    return paged(query, found.map(listingShown));
  }

  function reportsListed(query: URLSearchParams): Answered {
    const wanted = several(query, 'status', reportStates);
    const types = several(query, 'type', reportTypes);
    const found = reports
      .map(reportShown)
      .filter(
        ({ status, type }) =>
          (wanted.length === 0 || wanted.includes(String(status))) &&
          (types.length === 0 || types.includes(String(type))),
      );
    return paged(query, found);
  }

  function open(id: string): Listing {
    const found = id.startsWith('@')
      ? all.find(({ externalId }) => externalId === id.slice(1))
      : all.find((one) => String(one.id) === id);
    if (found === undefined) throw notFound(`Listing ${id} was not found.`);
    return found;
  }

  function named<Found extends { readonly id: number }>(records: readonly Found[], kind: string, id: string) {
    const found = records.find((one) => String(one.id) === id);
    if (found === undefined) throw notFound(`${kind} ${id} was not found.`);
    return found;
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'The request body is not valid JSON.');
    if (!isObject(sent.json)) throw new Refusal(400, 'The request body must be a JSON object.');
    return sent.json;
  }

  function boundOf(body: Row, name: string, now: number | null): number | null {
    const value = body[name];
    if (value === undefined) return now;
    if (value === null || value === '') return null;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) {
      throw new Refusal(400, `The ${name} is not a valid price.`);
    }
    if (Number(text) <= 0) throw new Refusal(400, `The ${name} must be greater than 0.`);
    if (Number(text) > largestPrice) {
      throw new Refusal(400, `The ${name} cannot be greater than ${largestPrice.toFixed(2)}.`);
    }
    return Math.round(Number(text) * 100);
  }

  function changeable(listing: Listing): void {
    if (listing.status === 'discontinued') {
      throw new Refusal(409, 'A discontinued listing cannot be changed.');
    }
  }

  function changed(listing: Listing): Answered {
    listing.updated = run.now();
    return single(wholeListing(listing));
  }

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    if (body.min_price === undefined && body.max_price === undefined) {
      throw new Refusal(400, 'Missing required parameters: min_price or max_price.');
    }
    const min = boundOf(body, 'min_price', listing.min);
    const max = boundOf(body, 'max_price', listing.max);
    if (min !== null && max !== null && min > max) {
      throw new Refusal(
        400,
        `The min_price (${money(min)}) cannot be greater than the max_price (${money(max)}).`,
      );
    }
    if (min === null && strategies.some(({ id, needsMin }) => id === listing.strategy && needsMin)) {
      throw new Refusal(400, 'The strategy of this listing requires a min_price.');
    }
    changeable(listing);
    listing.min = min;
    listing.max = max;
    return changed(listing);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: id } = bodyIn(request);
    if (id === undefined) throw new Refusal(400, 'Missing required parameters: strategy_id.');
    if (id !== null) {
      if (typeof id !== 'number') throw new Refusal(400, 'The strategy_id must be an integer.');
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw notFound(`Strategy ${id} was not found.`);
      if (!strategy.enabled) throw new Refusal(409, `Strategy "${strategy.name}" is disabled.`);
      if (strategy.needsMin && listing.min === null) {
        throw new Refusal(400, 'This strategy requires the listing to have a min_price.');
      }
    }
    changeable(listing);
    listing.strategy = id;
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { steps, query, path } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw notFound(`The endpoint ${path} does not exist.`);
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, `The method ${request.method} is not supported for this endpoint.`);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const listing = open(id);
      if (part === undefined) return single(wholeListing(listing));
      return part === 'price' ? priced(listing, request) : assigned(listing, request);
    }
    if (kind === 'strategies') {
      if (id !== undefined) return single(strategyShown(named(strategies, 'Strategy', id)));
      const type = query.get('type');
      return paged(query, strategies.filter((one) => type === null || one.type === type).map(strategyShown));
    }
    return id === undefined ? reportsListed(query) : single(reportShown(named(reports, 'Report', id)));
  }

  /** @returns the headers that tell of the limit */
  function admit({ headers }: Asked): Answered['headers'] {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'The API key is missing.', 'Unauthorized.');
    if (given !== key) throw new Refusal(401, 'The API key is invalid.', 'Unauthorized.');
    if (run.now() >= windowEnd) [windowEnd, used] = [run.now() + 60_000, 0];
    const isOver = used >= perMinute;
    if (!isOver) used += 1;
    const left = Math.ceil((windowEnd - run.now()) / 1_000);
    const told: Answered['headers'] = [
      ['X-Ratelimit-Limit', String(perMinute)],
      ['X-Ratelimit-Remaining', String(perMinute - used)],
      ['X-Ratelimit-Reset', String(left)],
      ['X-Ratelimit-Policy', `${perMinute};w=60;`],
    ];
    if (isOver) {
      throw new Refusal(
        429,
        `You have exceeded the limit of ${perMinute} requests per minute. Please try again in ${left} seconds.`,
        'Too many requests.',
        [...told, ['Retry-After', String(left)]],
      );
    }
    return told;
  }

  return (request) => {
    try {
      const told = admit(request);
      try {
        const { status, headers, body } = answer(request);
        return { status, headers: [...headers, ...told], body };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new Refusal(error.code, error.message, error.result, told);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, result, headers } = error;
      return json(code, { code, result, error: { reason: reasons[code], message } }, headers);
    }
  };
}

/** Waits for the next window where the last request of one has been made. */
async function politely(api: Api, method: string, target: string, sent?: unknown): Promise<Received> {
  const received = await api.ask(method, target, sent === undefined ? {} : { json: sent });
  if (received.headers.get('X-Ratelimit-Remaining') === '0') {
    api.wait(1_000 * Number(received.headers.get('X-Ratelimit-Reset') ?? 60));
  }
  return received;
}

/** Goes on behind what has been shown as long as that is not all. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const extended = (offset: number) => `${target}${target.includes('?') ? '&' : '?'}offset=${offset}`;
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await politely(api, 'GET', next);
    const shown = rowsAt(received, 'result');
    rows.push(...shown);
    const total = Number(at(received, 'paging', 'total') ?? 0);
    next = shown.length > 0 && rows.length < total ? extended(rows.length) : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  politely(api, 'GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  politely(api, 'PATCH', `/v1/listings/${String(id)}/price`, body);
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  politely(api, 'PATCH', `/v1/listings/${String(id)}/strategy`, { strategy_id: strategy });

interface Ids {
  /** Of listings that can be changed, with and without a lower bound, and of one that is no longer made. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly gone: unknown;
  /** The merchant's own ids. */
  readonly external: readonly string[];
}

function idsOf(rows: readonly Row[]): Ids {
  const open = rows.filter(({ status }) => status !== 'discontinued');
  return {
    bounded: open.filter(({ min_price: min }) => min !== null).map(({ id }) => id),
    unbounded: open.filter(({ min_price: min }) => min === null).map(({ id }) => id),
    gone: rows.find(({ status }) => status === 'discontinued')?.id,
    external: open.flatMap(({ external_id: id }) => (typeof id === 'string' ? [`@${id}`] : [])),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, gone, external } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const ask = (target: string) => politely(api, 'GET', `/v1/${target}`);
  const get = (query: string) => ask(`listings?${query}`);
  await get('limit=10&offset=10');
  await get('limit=5&offset=35');
  await get('limit=500');
  await get('offset=200');
  await get('status=active&limit=30');
  await get('status=draft');
  await get('status=ignored,draft&limit=4');
  await get('category_id=24');
  await get('category_id=31,55&limit=6&status=active');
  await get(`strategy_id=${String(plans[0])}`);
  await get('search=lamp');
  await get('search=Velmora&sort_type=price');
  await get('search=nothinglikethis');
  await get('sort_type=price&sort_direction=ascending&limit=12');
  await get('sort_type=name&sort_direction=ascending&limit=8');
  await get('sort_type=updated&limit=5');
  await get('sort_type=price&limit=7');
  await get('updated_from=1751328000');
  await get('colour=red&limit=3');
  await ask('strategies?type=margin');
  await ask('strategies?limit=2&offset=2');
  await ask('reports?status=completed');
  await ask('reports?type=price_check');
  for (const index of [0, 3, 8, 14, 21]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', external[2]);
  await read(api, 'listings', external[11]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, bounded[0], { min_price: '19.90', max_price: '249.00' });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], { min_price: 12.5, max_price: 310 });
  await read(api, 'listings', bounded[3]);
  await price(api, bounded[8], { max_price: '420.15' });
  await price(api, bounded[14], { max_price: null });
  await read(api, 'listings', bounded[14]);
  await price(api, external[5], { max_price: '388.50' });
  await price(api, unbounded[0], { min_price: '2.05' });
  await assign(api, bounded[0], plans[1]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[3], plans[2]);
  await assign(api, bounded[8], null);
  await read(api, 'listings', bounded[8]);
  await get('sort_type=updated&sort_direction=descending&limit=6');
  await get(`strategy_id=${String(plans[1])}&limit=50`);
  api.wait(45_000);
  await ask('reports?limit=3');

  await read(api, 'listings', 310_999_999);
  await read(api, 'listings', 'lamp');
  await read(api, 'listings', '@lamp-1');
  await read(api, 'strategies', 5);
  await read(api, 'reports', 'last');
  await price(api, 310_999_998, { min_price: '3.00' });
  await price(api, bounded[6], { min_price: '30.00', max_price: '20.00' });
  await price(api, bounded[7], { min_price: 99.99, max_price: 99.98 });
  await price(api, bounded[6], { min_price: 'cheap' });
  await price(api, bounded[6], { min_price: true });
  await price(api, bounded[6], { max_price: 'dear' });
  await price(api, bounded[6], { min_price: '-4.00' });
  await price(api, bounded[6], { min_price: 0 });
  await price(api, bounded[6], { max_price: 2_000_000 });
  await price(api, bounded[6], {});
  await price(api, bounded[6], [1]);
  await price(api, bounded[0], { min_price: null });
  await price(api, gone, { min_price: '5.00' });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"min_price": ' });
  await assign(api, bounded[6], 999);
  await assign(api, bounded[6], plans[3]);
  await assign(api, bounded[6], 'best');
  await assign(api, unbounded[1], plans[0]);
  await assign(api, gone, plans[4]);
  await politely(api, 'PATCH', `/v1/listings/${String(bounded[6])}/strategy`, {});
  await get('limit=0&offset=40');
  await get('limit=many&offset=45');
  await get('offset=-5');
  await get('status=sold');
  await get('sort_type=colour');
  await get('updated_from=monday');
  await ask('reports?status=lost');
  await ask('orders');
  await politely(api, 'DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'pf_0000000000' } });
  api.wait(600_000);
  await hurry(api, '/v1/strategies?limit=1', 25);
  await ask('reports?limit=4');
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, gone, external } = idsOf(await walk(api, '/v1/listings?limit=30'));
  const plans = (await walk(api, '/v1/strategies?limit=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  const ask = (target: string) => politely(api, 'GET', `/v1/${target}`);
  const get = (query: string) => ask(`listings?${query}`);
  await get('limit=7&offset=14');
  await get('limit=12&offset=300');
  await get('limit=250&offset=5');
  await get('status=discontinued');
  await get('status=draft,active&limit=9&offset=9');
  await get('category_id=102&limit=5');
  await get('category_id=24,102&status=active');
  await get(`strategy_id=${String(plans[2])}&sort_type=name&sort_direction=ascending`);
  await get('search=rug&limit=4');
  await get('search=zembro');
  await get('sort_type=updated&sort_direction=ascending&limit=6');
  await get('sort_type=name&limit=9');
  await get('sort_type=price&sort_direction=descending&limit=6&offset=6');
  await get('updated_from=1740000000&limit=10');
  await get('shape=round&limit=2');
  await ask('strategies?type=competitor');
  await ask('reports?status=failed');
  await ask('reports?status=pending,processing');
  await ask('reports?type=stock&limit=2');
  for (const index of [1, 5, 11, 18]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', external[7]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[6]);

  await price(api, bounded[1], { min_price: '9.75', max_price: '333.00' });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { max_price: 601.2 });
  await price(api, external[9], { max_price: '277.25' });
  await read(api, 'listings', external[9]);
  await price(api, unbounded[2], { min_price: 4, max_price: null });
  await assign(api, bounded[1], plans[4]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[11], null);
  await get('sort_type=updated&limit=3');
  await get(`strategy_id=${String(plans[4])}&limit=5`);

  await read(api, 'listings', 310_888_777);
  await read(api, 'listings', '@rug-77');
  await read(api, 'strategies', 500);
  await read(api, 'reports', 1);
  await price(api, 310_888_776, { max_price: 30 });
  await price(api, bounded[9], { min_price: '71.20', max_price: '70.00' });
  await price(api, bounded[9], { max_price: 'lots' });
  await price(api, bounded[9], { max_price: -0.5 });
  await price(api, bounded[9], { min_price: 10_001 });
  await price(api, bounded[10], {});
  await price(api, gone, { max_price: 800 });
  await assign(api, bounded[9], 1_234);
  await assign(api, bounded[10], plans[3]);
  await assign(api, bounded[9], 'cheapest');
  await assign(api, unbounded[3], plans[1]);
  await get('offset=-1');
  await get('limit=none&offset=42');
  await get('status=gone');
  await get('category_id=99');
  await get('sort_direction=up');
  await get('updated_from=soon');
  await ask('invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const externalIds: WalkedService = {
  name: 'external-ids',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
