// A forge's way of a REST API: lists are plain arrays whose pages are told in headers alone (a page, its size, a total, the next
// page, and links to the first, the next and the last one, with all that was asked for), whole numbers as ids beside a running
// number within the shop, `order_by` and `sort`, sizes that are quietly cut down, moments in UTC to the millisecond, a strategy
// that stands in its listing as an object; validation as an object of lists of words by field, parameters that `does not have a
// valid value`, messages that begin with the status; writes that answer the whole record, and headers that count down a minute.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'frg-9xQ2_vT7mLw4Kd81nZpB';
const perMinute = 90;
const largestPage = 100;
const largestPrice = 99_999.99;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const money = (cents: number | null) => (cents === null ? null : cents / 100);

const states = ['opened', 'opened', 'opened', 'locked', 'closed'] as const;
const levels = ['public', 'internal', 'private'] as const;
const reportStates = ['created', 'pending', 'running', 'success', 'failed'] as const;
const labels = ['outdoor', 'sale', 'fragile', 'bulky', 'new'];

interface Listing {
  readonly id: number;
  readonly iid: number;
  readonly sku: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: (typeof states)[number];
  readonly visibility: (typeof levels)[number];
  readonly labels: readonly string[];
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  readonly closed: number | null;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

const strategies = [
  { name: 'Undercut by a cent', scope: 'competitors', active: true, position: 1 },
  { name: 'Meet the lowest', scope: 'competitors', active: true, position: 2 },
  { name: 'Hold the margin', scope: 'costs', active: true, position: 3 },
  { name: 'Autumn clearance', scope: 'calendar', active: false, position: 4 },
  { name: 'Follow demand', scope: 'demand', active: true, position: 5 },
  { name: 'Leave alone', scope: 'manual', active: true, position: 6 },
].map((one, index) => ({
  ...one,
  id: 4_100 + index * 17,
  created: pastMoment(`forge strategy ${index}`) + chance(`forge strategy ${index}`, 1_000),
}));

const strategyShown = ({ id, name, scope, active, position, created }: (typeof strategies)[number]): Row => ({
  id,
  name,
  scope,
  active,
  position,
  created_at: moment(created),
});

function listings(): Listing[] {
  return Array.from({ length: 54 }, (_, index): Listing => {
    const seed = `forge ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const state = oneOf(`${seed} state`, states);
    const created = pastMoment(seed) + chance(`${seed} milliseconds`, 1_000);
    return {
      id: 81_200 + index * 23 + chance(`${seed} id`, 19),
      iid: index + 1,
      sku,
      title,
      description: chance(`${seed} description`, 3) === 0 ? `${maker} quality.` : null,
      state,
      visibility: oneOf(`${seed} visibility`, levels),
      labels: labels.filter((label) => chance(`${seed} ${label}`, 4) === 0),
      price,
      stock,
      created,
      closed: state === 'closed' ? created + 86_400_000 * (1 + chance(`${seed} closed`, 50)) : null,
      min: chance(`${seed} min`, 5) > 0 ? Math.round(price * 0.8) : null,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.3) : null,
      strategy: chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : null,
      updated: created + chance(`${seed} updated`, 150 * 86_400) * 1_000,
    };
  });
}

/** The words of a refusal: `message` from what the service itself checks, `error` from what stands before it. */
class Refusal extends Error {
  readonly status: number;
  readonly body: Row;
  readonly headers: Headers;

  constructor(status: number, body: Row, headers: Headers = []) {
    super('refused');
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const notFound = (what: string) => new Refusal(404, { message: `404 ${what} Not Found` });

interface Wrong {
  readonly name: string;
  readonly words: string;
}

/** All parameters that are wrong, in one sentence. */
const invalid = (wrong: readonly Wrong[]) =>
  new Refusal(400, { error: wrong.map(({ name, words }) => `${name} ${words}`).join(', ') });

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 23 }, (_, index) => ({
    id: 990_400 - index * 31,
    iid: 23 - index,
    kind: ['prices', 'rivals', 'stock'][index % 3]!,
    created:
      opened -
      (index < 2
        ? 15_000 * (index + 1)
        : index * 37_000_000 + chance(`forge report ${index}`, 9_000) * 1_000),
    lasts: 90 + index * 12,
    fails: index % 9 === 5,
  }));
  const windows = { from: 0, count: 0 };
  let answers = 0;

  const listingShown = (one: Listing): Row => {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      id: one.id,
      iid: one.iid,
      shop_id: 318,
      sku: one.sku,
      title: one.title,
      description: one.description,
      state: one.state,
      visibility: one.visibility,
      labels: one.labels,
      price: money(one.price),
      min_price: money(one.min),
      max_price: money(one.max),
      currency: 'EUR',
      stock: one.stock,
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      created_at: moment(one.created),
      updated_at: moment(one.updated),
      closed_at: one.closed === null ? null : moment(one.closed),
      web_url: `${run.origin}/shops/318/-/listings/${one.iid}`,
    };
  };

  /** A record alone tells more than in a list. */
  const toldAlone = (one: Listing): Row => ({
    ...listingShown(one),
    can_update: one.state === 'opened',
    references: { short: `%${one.iid}`, full: `shops/318%${one.iid}` },
  });

  function reportShown({ id, iid, kind, created, lasts, fails }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status =
      elapsed < 20
        ? 'created'
        : elapsed < 40
          ? 'pending'
          : elapsed < lasts
            ? 'running'
            : fails
              ? 'failed'
              : 'success';
    const isOver = elapsed >= lasts;
    return {
      id,
      iid,
      kind,
      status,
      created_at: moment(created),
      started_at: elapsed < 40 ? null : moment(created + 40_000),
      finished_at: isOver ? moment(created + lasts * 1_000) : null,
      duration: isOver ? lasts - 40 : null,
      artifact_url: status === 'success' ? `${run.origin}/artifacts/${id}/${kind}.csv` : null,
      failure_reason: status === 'failed' ? 'stuck_or_timeout_failure' : null,
    };
  }

  function parametersOf(query: URLSearchParams) {
    const wrong: Wrong[] = [];
    const read = <Value>(name: string, take: (text: string) => Value | undefined, words: string) => {
      const text = query.get(name);
      if (text === null) return undefined;
      const value = take(text);
      if (value === undefined) wrong.push({ name, words });
      return value;
    };
    const settle = () => {
      if (wrong.length > 0) throw invalid(wrong);
    };
    return {
      settle,
      whole: (name: string) =>
        read(name, (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined), 'is invalid'),
      amount: (name: string) =>
        read(
          name,
          (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : undefined),
          'is invalid',
        ),
      time: (name: string) =>
        read(name, (text) => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)), 'is invalid'),
      flag: (name: string) =>
        read(
          name,
          (text) => (/^(true|false)$/.test(text) ? { is: text === 'true' } : undefined),
          'is invalid',
        )?.is,
      one: (name: string, values: readonly string[]) =>
        read(name, (text) => (values.includes(text) ? text : undefined), 'does not have a valid value'),
      /** A page and its size, both from 1. */
      paging: () => {
        const page =
          read('page', (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined), 'is invalid') ?? 1;
        const size =
          read('per_page', (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined), 'is invalid') ?? 20;
        if (page < 1) wrong.push({ name: 'page', words: 'does not have a valid value' });
        if (size < 1) wrong.push({ name: 'per_page', words: 'does not have a valid value' });
        return { page, size: Math.min(size, largestPage) };
      },
    };
  }

  function paged(
    path: string,
    query: URLSearchParams,
    records: readonly Row[],
    page: number,
    size: number,
  ): Answered {
    const pages = Math.max(1, Math.ceil(records.length / size));
    const link = (number: number, rel: string) => {
      const asked = new URLSearchParams(query);
      asked.set('page', String(number));
      asked.set('per_page', String(size));
      return `<${run.origin}${path}?${asked.toString()}>; rel="${rel}"`;
    };
    const links = [
      ...(page > 1 ? [link(page - 1, 'prev')] : []),
      ...(page < pages ? [link(page + 1, 'next')] : []),
      link(1, 'first'),
      link(pages, 'last'),
    ];
    return json(200, records.slice((page - 1) * size, page * size), [
      ['Link', links.join(', ')],
      ['X-Shelf-Page', String(page)],
      ['X-Shelf-Per-Page', String(size)],
      ['X-Shelf-Total', String(records.length)],
      ['X-Shelf-Total-Pages', String(pages)],
      ['X-Shelf-Next-Page', page < pages ? String(page + 1) : ''],
      ['X-Shelf-Prev-Page', page > 1 ? String(page - 1) : ''],
    ]);
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    created_at: ({ created }) => created,
    updated_at: ({ updated }) => updated,
    title: ({ title }) => title,
    price: ({ price }) => price,
    id: ({ id }) => id,
  };

  function listed(path: string, query: URLSearchParams): Answered {
    const { settle, whole, amount, time, flag, one, paging } = parametersOf(query);
    const state = one('state', ['opened', 'locked', 'closed', 'all']);
    const visibility = one('visibility', levels);
    const orderBy = one('order_by', Object.keys(orders)) ?? 'created_at';
    const sort = one('sort', ['asc', 'desc']) ?? 'desc';
    const strategy = whole('strategy_id');
    const [least, most] = [amount('min_price'), amount('max_price')];
    const [after, before] = [time('updated_after'), time('updated_before')];
    const inStock = flag('in_stock');
    const { page, size } = paging();
    settle();
    const wanted = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
    const text = (query.get('search') ?? '').toLowerCase();
    const iids = query.getAll('iids[]').map(Number);
    const of = orders[orderBy]!;
    const sign = sort === 'asc' ? 1 : -1;
    const found = all
      .filter(
        (listing) =>
          (state === undefined || state === 'all' || listing.state === state) &&
          (visibility === undefined || listing.visibility === visibility) &&
          (strategy === undefined || listing.strategy === strategy) &&
          (least === undefined || listing.price >= least) &&
          (most === undefined || listing.price <= most) &&
          (after === undefined || listing.updated >= after) &&
          (before === undefined || listing.updated <= before) &&
          (inStock === undefined || listing.stock > 0 === inStock) &&
          (iids.length === 0 || iids.includes(listing.iid)) &&
          wanted.every((label) => listing.labels.includes(label)) &&
          listing.title.toLowerCase().includes(text),
      )
      .sort((a, b) => (of(a) < of(b) ? -sign : of(a) > of(b) ? sign : b.id - a.id));
    return paged(path, query, found.map(listingShown), page, size);
  }

  function strategiesListed(path: string, query: URLSearchParams): Answered {
    const { settle, flag, paging } = parametersOf(query);
    const active = flag('active');
    const { page, size } = paging();
    settle();
    const scope = query.get('scope');
    const found = strategies.filter(
      (one) => (active === undefined || one.active === active) && (scope === null || one.scope === scope),
    );
    return paged(path, query, found.map(strategyShown), page, size);
  }

  function reportsListed(path: string, query: URLSearchParams): Answered {
    const { settle, one, paging } = parametersOf(query);
    const status = one('status', reportStates);
    const kind = query.get('kind');
    const sort = one('sort', ['asc', 'desc']) ?? 'desc';
    const { page, size } = paging();
    settle();
    const found = reports
      .map(reportShown)
      .filter(
        (report) =>
          (status === undefined || report.status === status) && (kind === null || report.kind === kind),
      );
    return paged(path, query, sort === 'asc' ? found.toReversed() : found, page, size);
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, { error: '400 Bad request - The body is not valid JSON' });
    if (!isObject(sent.json))
      throw new Refusal(400, { error: '400 Bad request - The body must be an object' });
    return sent.json;
  }

  function editable(listing: Listing): void {
    if (listing.state === 'closed')
      throw new Refusal(403, { message: '403 Forbidden - The listing is closed' });
  }

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    if (body.min_price === undefined && body.max_price === undefined) {
      throw new Refusal(400, {
        error: 'min_price, max_price are missing, at least one parameter must be provided',
      });
    }
    editable(listing);
    const faults: Record<string, string[]> = {};
    const boundOf = (name: 'min_price' | 'max_price', now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null) return null;
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || Number.isNaN(number)) {
        faults[name] = ['is not a number'];
        return now;
      }
      const words = [
        ...(number <= 0 ? ['must be greater than 0'] : []),
        ...(number > largestPrice ? [`must be less than or equal to ${largestPrice}`] : []),
      ];
      if (words.length > 0) faults[name] = words;
      return Math.round(number * 100);
    };
    const [min, max] = [boundOf('min_price', listing.min), boundOf('max_price', listing.max)];
    if (Object.keys(faults).length === 0 && min !== null && max !== null && min > max) {
      faults.min_price = ['must be less than or equal to max price'];
    }
    if (Object.keys(faults).length > 0) throw new Refusal(400, { message: faults });
    if (listing.min !== min || listing.max !== max) listing.updated = run.now();
    listing.min = min;
    listing.max = max;
    return json(200, toldAlone(listing));
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: id } = bodyIn(request);
    if (id === undefined) throw new Refusal(400, { error: 'strategy_id is missing' });
    const number = id === null ? null : Number(id);
    if (number !== null && (!Number.isInteger(number) || typeof id === 'boolean')) {
      throw new Refusal(400, { error: 'strategy_id is invalid' });
    }
    editable(listing);
    const strategy = strategies.find((one) => one.id === number);
    if (number !== null && strategy === undefined) throw notFound('Strategy');
    if (strategy?.active === false) throw new Refusal(400, { message: { strategy: ['is not active'] } });
    if (listing.strategy !== number) listing.updated = run.now();
    listing.strategy = number;
    return json(200, toldAlone(listing));
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal(404, { error: '404 Not Found' });
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, { error: '405 Not Allowed' }, [['Allow', `OPTIONS, ${method}`]]);
    }
    const numbered = () => {
      if (!/^\d+$/.test(id!))
        throw invalid([
          { name: `${kind === 'strategies' ? 'strategy' : kind.slice(0, -1)}_id`, words: 'is invalid' },
        ]);
      return Number(id);
    };
    if (kind === 'listings') {
      if (id === undefined) return listed(path, query);
      const number = numbered();
      const listing = all.find((one) => one.id === number);
      if (listing === undefined) throw notFound('Listing');
      if (part === 'price') return priced(listing, request);
      return part === 'strategy' ? assigned(listing, request) : json(200, toldAlone(listing));
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(path, query);
      const number = numbered();
      const strategy = strategies.find((one) => one.id === number);
      if (strategy === undefined) throw notFound('Strategy');
      return json(200, strategyShown(strategy));
    }
    if (id === undefined) return reportsListed(path, query);
    const number = numbered();
    const report = reports.find((one) => one.id === number);
    if (report === undefined) throw notFound('Report');
    return json(200, reportShown(report));
  }

  /** Counts the requests of each minute of the clock. */
  function admit({ headers }: Asked): Headers {
    if (headers['x-api-key'] === undefined || headers['x-api-key'] !== key) {
      throw new Refusal(401, { message: '401 Unauthorized' }, [['WWW-Authenticate', 'Bearer realm="forge"']]);
    }
    const minute = Math.floor(run.now() / 60_000);
    if (windows.from !== minute) Object.assign(windows, { from: minute, count: 0 });
    windows.count += 1;
    const end = (minute + 1) * 60_000;
    const told: Headers = [
      ['Quota-Limit', String(perMinute)],
      ['Quota-Observed', String(windows.count)],
      ['Quota-Remaining', String(Math.max(0, perMinute - windows.count))],
      ['Quota-Reset', String(end / 1_000)],
      ['Quota-ResetTime', new Date(end).toUTCString()],
    ];
    if (windows.count > perMinute) {
      throw new Refusal(429, { message: 'Retry later' }, [
        ['Retry-After', String(Math.ceil((end - run.now()) / 1_000))],
        ...told,
      ]);
    }
    return told;
  }

  return (request) => {
    answers += 1;
    const own: Headers = [
      ['X-Trace-Id', scrambled(`forge ${run.run} ${answers}`, 26, hex).toUpperCase()],
      ['X-Answered-In', (0.02 + chance(`forge ${run.run} ${answers}`, 900) / 10_000).toFixed(6)],
    ];
    try {
      const told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...own], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.body, [...error.headers, ...own]);
    }
  };
}

/** Follows the header that names the next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received));
    next = /<([^>]+)>; rel="next"/.exec(header(received, 'link') ?? '')?.[1];
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

function idsOf(rows: readonly Row[]) {
  const open = rows.filter(({ state }) => state === 'opened');
  return {
    open: open.map(({ id }) => id),
    unbounded: open.filter(({ min_price: min }) => min === null).map(({ id }) => id),
    closed: rows.find(({ state }) => state === 'closed')?.id,
  };
}

async function recorded(api: Api): Promise<void> {
  const { open, unbounded, closed } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies?per_page=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await api.ask('GET', '/v1/strategies');
  await get('per_page=10&page=2');
  await get('per_page=5&page=4');
  await get('per_page=500');
  await get('page=9');
  await get('state=locked');
  await get('state=opened&per_page=50');
  await get('state=all&per_page=3');
  await get('visibility=internal&state=opened');
  await get(`strategy_id=${String(plans[0])}`);
  await get('labels=sale&per_page=6');
  await get('labels=sale,new');
  await get('min_price=100&per_page=30');
  await get('min_price=50.00&max_price=80.5');
  await get('search=lamp');
  await get('search=kettle&order_by=price&sort=asc');
  await get('search=nothinglikethis');
  await get('in_stock=true&per_page=4');
  await get('updated_after=2025-03-01T00:00:00Z');
  await get('order_by=price&sort=desc&per_page=12');
  await get('order_by=price&sort=asc&per_page=7');
  await get('order_by=title&sort=asc&per_page=8');
  await get('order_by=updated_at&per_page=5');
  await get('sort=asc&per_page=6');
  await get('iids[]=4&iids[]=11');
  await get('colour=red&per_page=3');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/strategies?scope=competitors');
  await api.ask('GET', '/v1/reports?status=success&per_page=5');
  await api.ask('GET', '/v1/reports?kind=rivals&sort=asc');
  for (const index of [0, 3, 8, 14]) await read(api, 'listings', open[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', closed);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, open[0], { min_price: 19.9, max_price: 249 });
  await read(api, 'listings', open[0]);
  await price(api, open[3], { min_price: '12.50', max_price: 310.25 });
  await read(api, 'listings', open[3]);
  await price(api, open[8], { max_price: 420.15 });
  await price(api, open[14], { max_price: null });
  await read(api, 'listings', open[14]);
  await price(api, unbounded[0], { min_price: 2.05 });
  await assign(api, open[0], plans[1]);
  await read(api, 'listings', open[0]);
  await assign(api, open[3], plans[2]);
  await assign(api, open[8], null);
  await read(api, 'listings', open[8]);
  await get('order_by=updated_at&per_page=6');
  await get(`strategy_id=${String(plans[1])}&per_page=50`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?per_page=3');

  await read(api, 'listings', 99_999_999);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 12);
  await read(api, 'reports', 'last');
  await price(api, 99_999_998, { min_price: 3 });
  await price(api, open[6], { min_price: 30, max_price: 20 });
  await price(api, open[6], { min_price: 'cheap' });
  await price(api, open[6], { min_price: true, max_price: 'dear' });
  await price(api, open[6], { min_price: -4 });
  await price(api, open[6], { min_price: 0, max_price: 200_000 });
  await price(api, open[6], {});
  await price(api, open[6], { colour: 'red' });
  await price(api, open[6], [1]);
  await price(api, closed, { min_price: 5 });
  await api.ask('PATCH', `/v1/listings/${String(open[6])}/price`, { text: '{"min_price": ' });
  await assign(api, open[6], 77);
  await assign(api, open[6], plans[3]);
  await assign(api, open[6], 'lowest');
  await assign(api, closed, plans[4]);
  await assign(api, 99_999_997, plans[0]);
  await api.ask('PATCH', `/v1/listings/${String(open[6])}/strategy`, { json: {} });
  await get('page=0');
  await get('page=two');
  await get('per_page=-1');
  await get('state=gone');
  await get('order_by=colour');
  await get('sort=up&visibility=secret');
  await get('min_price=cheap');
  await get('updated_after=monday');
  await get('strategy_id=first');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(open[6])}`);
  await api.ask('GET', '/v1/listings?per_page=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'frg-00000000000000000000' } });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?per_page=4');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { open, unbounded, closed } = idsOf(await walk(api, '/v1/listings?per_page=25'));
  const plans = (await walk(api, '/v1/strategies?per_page=5')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?per_page=12')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('per_page=7&page=3');
  await get('per_page=12&page=20');
  await get('state=closed&per_page=4');
  await get('visibility=public&per_page=6&page=2');
  await get(`strategy_id=${String(plans[2])}&order_by=title&sort=asc`);
  await get('labels=bulky');
  await get('max_price=45');
  await get('min_price=120.25&order_by=price&sort=asc&per_page=10');
  await get('search=rug');
  await get('in_stock=false');
  await get('updated_after=2025-06-15T12:00:00Z&order_by=updated_at&sort=desc');
  await get('updated_before=2024-08-01T00:00:00Z');
  await get('order_by=id&sort=asc&per_page=9');
  await get('order_by=created_at&sort=asc&per_page=4');
  await get('iids[]=20&iids[]=7&iids[]=31');
  await get('shape=round&per_page=2');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/strategies?scope=costs');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?kind=stock&per_page=2&page=2');
  for (const index of [1, 5, 11]) await read(api, 'listings', open[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[7]);

  await price(api, open[1], { min_price: 9.75, max_price: 333 });
  await read(api, 'listings', open[1]);
  await price(api, open[5], { max_price: '601.20' });
  await read(api, 'listings', open[5]);
  await price(api, unbounded[2], { min_price: 4, max_price: null });
  await read(api, 'listings', unbounded[2]);
  await assign(api, open[1], plans[4]);
  await read(api, 'listings', open[1]);
  await assign(api, open[11], null);
  await get('order_by=updated_at&per_page=3');

  await read(api, 'listings', 88_888_888);
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', 5);
  await price(api, 88_888_887, { max_price: 30 });
  await price(api, open[9], { min_price: 71.2, max_price: 70 });
  await price(api, open[9], { max_price: 'lots' });
  await price(api, open[9], { min_price: -0.5, max_price: false });
  await price(api, open[9], { max_price: 100_000 });
  await price(api, open[9], { size: 3 });
  await price(api, closed, { max_price: 800 });
  await assign(api, open[9], 78);
  await assign(api, open[9], plans[3]);
  await assign(api, open[9], false);
  await get('page=-3');
  await get('per_page=lots');
  await get('state=sold');
  await get('order_by=size');
  await get('max_price=dear');
  await get('updated_before=soon');
  await get('visibility=hidden');
  await api.ask('GET', '/v1/strategies?active=perhaps');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?per_page=2', { headers: { 'X-API-KEY': null } });
}

export const pageHeaders: WalkedService = {
  name: 'page-headers',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=100'],
  walk,
};
