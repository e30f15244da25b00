// A shop system's admin API: one record or a list under the name of the resource, pages by links in the header `Link`
// alone, prices as decimal strings, errors by field, and a bucket that leaks two requests a second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  at,
  chance,
  digest,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'shopkey_5c1f0a7be2d94433';
const bucketSize = 40;
const leakPerSecond = 2;
const tooMany = 'Exceeded 2 calls per second for api client. Send fewer requests to go on.';

interface Listing {
  readonly id: number;
  readonly title: string;
  readonly vendor: string;
  readonly sku: string;
  readonly status: string;
  price: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  readonly tags: string;
  readonly stock: number;
  readonly created: number;
  updated: number;
}

interface Report {
  readonly id: number;
  readonly kind: string;
  readonly created: number;
  readonly started: number;
  readonly completed: number;
  readonly failure: string | null;
}

/** The shop's own zone, an hour ahead of UTC all the year. */
const shopTime = (moment: number): string =>
  `${new Date(moment + 3_600_000).toISOString().slice(0, 19)}+01:00`;
const money = (cents: number): string => (cents / 100).toFixed(2);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Match lowest',
    'Undercut by 10 cents',
    'Hold margin',
    'Clear stock',
    'Buy box',
    'Night rate',
  ].map((title, index) => ({
    id: 880_310_114 + index * 131,
    title,
    kind: oneOf(`storefront ${title}`, ['competitive', 'margin', 'schedule']),
    step: money(5 + chance(`storefront step ${title}`, 60)),
    active: index !== 3,
    created_at: shopTime(pastMoment(`storefront strategy ${index}`)),
  }));
  const listings = Array.from({ length: 57 }, (_, index): Listing => {
    const name = `storefront ${index}`;
    const { title, maker, sku, price, stock } = ware(name);
    const created = pastMoment(name);
    const bounded = chance(`${name} bounded`, 5) > 0;
    return {
      id: 7_204_118_300_161 + index * 32_768 + chance(`${name} id`, 900) * 8,
      title,
      vendor: maker,
      sku,
      status: oneOf(`${name} status`, ['active', 'active', 'active', 'draft', 'archived']),
      price,
      min: bounded ? Math.round(price * 0.8) : null,
      max: bounded ? Math.round(price * 1.3) : null,
      strategy: bounded ? oneOf(`${name} strategy`, strategies).id : null,
      tags: ['clearance', 'gift', 'heavy'].filter((tag) => chance(`${name} ${tag}`, 3) === 0).join(', '),
      stock,
      created,
      updated: created + chance(`${name} updated`, 90 * 86_400) * 1_000,
    };
  });
  const reports = Array.from({ length: 9 }, (_, index): Report => {
    const created = index < 7 ? pastMoment('storefront report 0') + index * 604_800_000 : opened - 20_000;
    const started = index < 7 ? created + 4_000 : opened + (index - 7) * 120_000;
    return {
      id: 51_220 + index * 17,
      kind: ['price_changes', 'margin', 'inventory'][index % 3]!,
      created,
      started,
      completed: started + 60_000 + (index % 4) * 15_000,
      failure: index === 4 ? 'source_timeout' : null,
    };
  }).reverse();

  const listingView = (listing: Listing): Row => ({
    id: listing.id,
    title: listing.title,
    vendor: listing.vendor,
    sku: listing.sku,
    status: listing.status,
    price: money(listing.price),
    min_price: listing.min === null ? null : money(listing.min),
    max_price: listing.max === null ? null : money(listing.max),
    strategy_id: listing.strategy,
    tags: listing.tags,
    inventory_quantity: listing.stock,
    created_at: shopTime(listing.created),
    updated_at: shopTime(listing.updated),
    graph_id: `gid://store/Listing/${listing.id}`,
  });
  const strategyView = (strategy: (typeof strategies)[number]): Row => ({
    ...strategy,
    listings_count: listings.filter((listing) => listing.strategy === strategy.id).length,
  });
  const signature = (id: number): string => digest(`storefront file ${id} ${run.run}`).slice(0, 40);
  const reportView = (report: Report): Row => {
    const now = run.now();
    const done = now >= report.completed;
    const status = !done
      ? now >= report.started
        ? 'running'
        : 'queued'
      : report.failure === null
        ? 'completed'
        : 'failed';
    return {
      id: report.id,
      kind: report.kind,
      status,
      error_code: done ? report.failure : null,
      row_count: status === 'completed' ? listings.length : 0,
      url:
        status === 'completed'
          ? `${run.origin}/files/reports/${report.id}.csv?signature=${signature(report.id)}`
          : null,
      created_at: shopTime(report.created),
      completed_at: done ? shopTime(report.completed) : null,
    };
  };

  let asked = 0;
  let level = 0;
  let leaked = opened;
  /** Whether the bucket has room for one more request, which it then holds. */
  const admitted = (): boolean => {
    const now = run.now();
    level = Math.max(0, level - ((now - leaked) / 1_000) * leakPerSecond);
    leaked = now;
    if (level + 1 > bucketSize) return false;
    level += 1;
    return true;
  };

  const errors = (status: number, value: unknown): Answered => json(status, { errors: value });

  /** One page of a list in the order of its ids, under its name; the neighbours are named by a cursor in the header. */
  function page(path: string, name: string, rows: readonly Row[], query: URLSearchParams): Answered {
    const limitText = query.get('limit') ?? '50';
    if (!/^-?\d+$/.test(limitText)) return errors(400, { limit: 'expected String to be a Integer' });
    const limit = Number(limitText);
    if (limit < 1 || limit > 250) return errors(400, { limit: 'must be between 1 and 250' });
    const cursorText = query.get('page_info');
    let status = query.get('status');
    let from = 0;
    if (cursorText !== null) {
      if (status !== null)
        return errors(400, { status: 'status cannot be passed when page_info is present.' });
      const cursor = parsed(Buffer.from(cursorText, 'base64url').toString());
      if (!isObject(cursor)) return errors(400, { page_info: 'Invalid value.' });
      status = typeof cursor.status === 'string' ? cursor.status : null;
      const found = rows
        .filter((row) => status === null || row.status === status)
        .findIndex((row) => row.id === cursor.id);
      if (found === -1) return errors(400, { page_info: 'Invalid value.' });
      from = cursor.direction === 'next' ? found + 1 : Math.max(0, found - limit);
    }
    const meant = rows.filter((row) => status === null || row.status === status);
    const shown = meant.slice(from, from + limit);
    const link = (direction: string, row: Row, rel: string): string => {
      const cursor = { direction, id: row.id, ...(status === null ? {} : { status }) };
      const info = Buffer.from(JSON.stringify(cursor)).toString('base64url');
      return `<${run.origin}${path}?limit=${limit}&page_info=${info}>; rel="${rel}"`;
    };
    const links = [
      ...(from > 0 && shown.length > 0 ? [link('prev', shown[0]!, 'previous')] : []),
      ...(from + limit < meant.length ? [link('next', shown.at(-1)!, 'next')] : []),
    ];
    const fields = query.get('fields')?.split(',');
    const chosen = shown.map((row) =>
      fields === undefined
        ? row
        : Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
    );
    return json(200, { [name]: chosen }, links.length > 0 ? [['Link', links.join(', ')]] : []);
  }

  /** The cents of a bound; what is wrong with it; undefined where the request leaves it as it is. */
  function bound(given: Row, field: string): number | string | undefined {
    const value = given[field];
    if (value === undefined) return undefined;
    if (value === null || value === '') return "can't be blank";
    const amount = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
    if (!Number.isFinite(amount)) return 'is not a number';
    return amount <= 0 ? 'must be greater than 0' : Math.round(amount * 100);
  }

  function priced(listing: Listing, given: Row): Answered {
    const min = bound(given, 'min_price');
    const max = bound(given, 'max_price');
    const wrong: Record<string, string[]> = {};
    if (typeof min === 'string') wrong.min_price = [min];
    if (typeof max === 'string') wrong.max_price = [max];
    const lowest = min ?? listing.min;
    const highest = max ?? listing.max;
    if (typeof lowest === 'number' && typeof highest === 'number' && lowest > highest) {
      wrong.max_price = [`must be greater than or equal to ${money(lowest)}`];
    }
    if (Object.keys(wrong).length > 0) return errors(422, wrong);
    listing.min = lowest as number | null;
    listing.max = highest as number | null;
    listing.price = Math.min(Math.max(listing.price, listing.min ?? 0), listing.max ?? Infinity);
    listing.updated = run.now();
    return json(200, { listing: listingView(listing) });
  }

  function assigned(listing: Listing, given: Row): Answered {
    const id = given.strategy_id;
    if (id !== null && typeof id !== 'number') return errors(422, { strategy_id: ['is not a number'] });
    if (id !== null && !strategies.some((strategy) => strategy.id === id)) {
      return errors(422, { strategy_id: ['does not exist'] });
    }
    listing.strategy = id;
    listing.updated = run.now();
    return json(200, { listing: listingView(listing) });
  }

  function answer(request: Asked, url: URL): Answered {
    const [, version, resource, id, part, ...more] = url.pathname.split('/');
    const file = reports.find(({ id: each }) => url.pathname === `/files/reports/${each}.csv`);
    if (file !== undefined && url.searchParams.get('signature') === signature(file.id)) {
      const lines = listings.slice(0, 12).map(({ sku, min, max }) => `${sku},${min ?? ''},${max ?? ''}`);
      const body = ['sku,min_cents,max_cents', ...lines, ''].join('\n');
      return { status: 200, headers: [['Content-Type', 'text/csv; charset=utf-8']], body };
    }
    if (version !== 'v1' || more.length > 0) return errors(404, 'Not Found');
    if (request.method === 'GET' && id === undefined) {
      if (resource === 'listings') {
        return page(url.pathname, 'listings', listings.map(listingView), url.searchParams);
      }
      if (resource === 'strategies') {
        return page(url.pathname, 'strategies', strategies.map(strategyView), url.searchParams);
      }
      if (resource === 'reports')
        return page(url.pathname, 'reports', reports.map(reportView), url.searchParams);
    }
    if (resource !== 'listings' || id === undefined) return errors(404, 'Not Found');
    const writes = request.method === 'PATCH' && (part === 'price' || part === 'strategy');
    if (!writes && !(request.method === 'GET' && part === undefined)) return errors(404, 'Not Found');
    if (!/^\d+$/.test(id)) return errors(400, { id: 'expected String to be a id' });
    const listing = listings.find((candidate) => candidate.id === Number(id));
    if (listing === undefined) return errors(404, 'Not Found');
    if (!writes) return json(200, { listing: listingView(listing) });
    const body = parsed(request.body);
    if (body === undefined) return errors(400, { json: 'could not be parsed' });
    const given = isObject(body) ? body.listing : undefined;
    if (!isObject(given) || Object.keys(given).length === 0) {
      return errors(400, { listing: 'Required parameter missing or invalid' });
    }
    return part === 'price' ? priced(listing, given) : assigned(listing, given);
  }

  return (request) => {
    asked += 1;
    const common: Headers = [['X-Request-Id', uuid(`storefront ${run.run} ${asked}`)]];
    const url = new URL(request.target, run.origin);
    if (request.headers['x-api-key'] !== key) {
      const message = '[API] Invalid API key or access token';
      const refused = errors(401, message);
      return { ...refused, headers: [...refused.headers, ...common] };
    }
    const answered = admitted()
      ? answer(request, url)
      : json(429, { errors: tooMany }, [['Retry-After', '2.0']]);
    const used = `${Math.ceil(level)}/${bucketSize}`;
    return { ...answered, headers: [...answered.headers, ...common, ['X-Store-Api-Call-Limit', used]] };
  };
}

const nextOf = (received: Received): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(received.headers.get('link') ?? '')?.[1];

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const name = target.split(/[/?]/)[2]!;
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    next = nextOf(received);
  }
  return rows;
}

const price = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { listing } });
const strategy = (api: Api, id: unknown, strategy_id: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { listing: { strategy_id } } });
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = all.map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?limit=20');
  await walk(api, '/v1/listings?limit=30');
  await walk(api, '/v1/strategies?limit=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=5');
  await walk(api, '/v1/listings?status=draft');
  await walk(api, '/v1/listings?status=active&limit=15');
  await api.ask('GET', '/v1/listings?fields=id,title,price&limit=3');
  for (const index of [0, 7, 19, 33, 56]) await read(api, ids[index]);
  api.wait(45_000);
  await api.ask('GET', '/v1/reports');
  await price(api, ids[0], { min_price: '14.50', max_price: '29.90' });
  await read(api, ids[0]);
  await price(api, ids[7], { min_price: '8.00', max_price: '9.25' });
  await read(api, ids[7]);
  await price(api, ids[19], { min_price: '310.00', max_price: '420.00' });
  await price(api, ids[24], { min_price: 12.5, max_price: 18 });
  await price(api, ids[33], { max_price: '260.10' });
  await read(api, ids[33]);
  await api.ask('GET', '/v1/listings?limit=34');
  await strategy(api, ids[7], strategies[1]!.id);
  await read(api, ids[7]);
  await strategy(api, ids[19], strategies[4]!.id);
  await strategy(api, ids[33], null);
  await api.ask('GET', '/v1/strategies');
  await read(api, 7_204_118_300_000);
  await read(api, 99);
  await read(api, 'lamp');
  await price(api, 7_204_118_300_001, { min_price: '1.00', max_price: '2.00' });
  await price(api, 'kettle', { min_price: '1.00', max_price: '2.00' });
  await price(api, ids[12], { min_price: '30.00', max_price: '20.00' });
  await price(api, ids[13], { min_price: '8.40', max_price: '8.10' });
  await price(api, ids[12], { min_price: 'cheap', max_price: '20.00' });
  await price(api, ids[12], { min_price: '4.00', max_price: true });
  await price(api, ids[12], { min_price: null, max_price: '20.00' });
  await price(api, ids[14], { min_price: null, max_price: null });
  await price(api, ids[12], { min_price: '-3.00', max_price: '20.00' });
  await price(api, ids[12], { min_price: '5.00', max_price: 0 });
  await price(api, ids[12], {});
  await api.ask('PATCH', `/v1/listings/${String(ids[12])}/price`, {
    json: { min_price: '1.00', max_price: '2.00' },
  });
  await api.ask('PATCH', `/v1/listings/${String(ids[12])}/price`, { text: '{"listing": {"min_price": ' });
  await strategy(api, ids[12], 17);
  await strategy(api, ids[15], 880_310_999);
  await strategy(api, ids[12], 'aggressive');
  await strategy(api, 7_204_118_300_002, strategies[0]!.id);
  await api.ask('PATCH', `/v1/listings/${String(ids[12])}/strategy`, { text: 'strategy=4' });
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', '/v1/listings?limit=251');
  await api.ask('GET', '/v1/listings?limit=many');
  await api.ask('GET', '/v1/strategies?limit=500');
  await api.ask('GET', '/v1/listings?page_info=bm90aGluZw');
  await api.ask('GET', '/v1/listings?limit=2&colour=red');
  await api.ask('GET', '/v1/offers');
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': 'shopkey_0000000000000000' } });
  for (let sent = 0; sent < 48; sent += 1) {
    const { status } = await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
    if (status === 429) break;
  }
  api.wait(5_000);
  await api.ask('GET', '/v1/strategies?limit=1');
  api.wait(1_200_000);
  const last = await api.ask('GET', '/v1/reports');
  const url = textIfAny(last, 'reports', 0, 'url');
  if (url !== undefined) await api.ask('GET', url);
}

async function another(api: Api): Promise<void> {
  const first = await api.ask('GET', '/v1/listings');
  const all = await walk(api, '/v1/listings?limit=25');
  const ids = all.map((row) => row.id);
  await walk(api, '/v1/listings?limit=13');
  const strategies = await walk(api, '/v1/strategies?limit=5');
  await walk(api, '/v1/reports?limit=4');
  await walk(api, '/v1/listings?status=archived');
  await walk(api, '/v1/listings?status=active&limit=18');
  await api.ask('GET', '/v1/listings?fields=id,sku&limit=6');
  await read(api, at(first, 'listings', 3, 'id'));
  for (const index of [11, 28, 40]) await read(api, ids[index]);
  await price(api, ids[28], { min_price: '6.75', max_price: '44.00' });
  await read(api, ids[28]);
  await price(api, ids[40], { min_price: '501.00', max_price: '610.50' });
  await read(api, ids[40]);
  await price(api, ids[45], { min_price: '2.05', max_price: '3.95' });
  await price(api, ids[28], { max_price: '52.00' });
  await api.ask('GET', '/v1/listings?limit=45');
  await strategy(api, ids[28], strategies[2]!.id);
  await read(api, ids[29]);
  await strategy(api, ids[40], null);
  api.wait(900_000);
  await read(api, 7_204_118_311_111);
  await read(api, 'rucksack');
  await price(api, 7_204_118_311_112, { min_price: '3.00', max_price: '4.00' });
  await price(api, ids[30], { min_price: '71.20', max_price: '70.00' });
  await price(api, ids[31], { min_price: '4.00', max_price: 'dear' });
  await price(api, ids[31], { min_price: false, max_price: '11.00' });
  await price(api, ids[32], { min_price: '7.00', max_price: null });
  await price(api, ids[34], { min_price: '-12.00', max_price: '15.00' });
  await price(api, ids[31], {});
  await api.ask('PATCH', `/v1/listings/${String(ids[31])}/price`, { text: '{"listing": [' });
  await strategy(api, ids[31], 4_711);
  await strategy(api, ids[32], 'gentle');
  await strategy(api, 7_204_118_311_113, strategies[1]!.id);
  await api.ask('GET', '/v1/listings?limit=-1');
  await api.ask('GET', '/v1/listings?limit=300');
  await api.ask('GET', '/v1/reports?limit=ten');
  await api.ask('GET', '/v1/listings?page_info=c29tZXRoaW5n');
  await api.ask('GET', '/v1/listings?limit=4&size=large');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/strategies?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': 'shopkey_1111111111111111' } });
  // Of a kind that was not recorded.
  await price(api, ids[36], { min_price: ['1.00'], max_price: '2.00' });
  await api.ask('GET', '/v1/listings?status=unheard&limit=5');
  await api.ask('DELETE', `/v1/listings/${String(ids[36])}`);
  api.wait(300_000);
  await api.ask('GET', '/v1/reports');
}

export const storefront: WalkedService = {
  name: 'storefront',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=1', 'limit=7', 'limit=250'],
  walk,
};
