// A platform by which shops write with their customers, whose REST API keeps listings beside the conversations: every object says
// its `type`, a list is an object with `data`, `total_count` and `pages`, and goes on with an opaque `starting_after`; references
// are small objects or lists of their own, moments are whole seconds, what a shop adds stands in `custom_attributes`. A refusal is
// an `error.list` with a request id and a code and message (and field) for each fault. The version asked for by a header is shown
// back, and the calls that are left in a window of two seconds are told with each answer to a known key.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, member, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'vd_prod_dG9rOjdhMWY0YzkyX2I4ZTM';
const workspace = 'hq4n8zsd';
const windowSeconds = 2;
const callsPerWindow = 9;
const largestPage = 150;
const usualPage = 10;
const [smallestPrice, largestPrice] = [0.01, 99_999.99];
const versions = ['2.9', '2.10', '2.11'];
const currentVersion = '2.11';

const states = ['active', 'paused', 'archived'];
const sorts = ['created_at', 'updated_at', 'price', 'title'];
const runStatuses = ['pending', 'in_progress', 'completed', 'failed'];

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

const tags = ['Clearance', 'Seasonal', 'Bestseller', 'Fragile', 'Imported'].map((name, index) => ({
  type: 'tag',
  id: String(7_522_907 + index * 31 + chance(`typed tag ${index}`, 30)),
  name,
}));

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly amount: number | null;
  readonly percentage: number | null;
  readonly active: boolean;
  readonly created: number;
}

const strategies: readonly Strategy[] = [
  { name: 'Match the lowest offer', kind: 'match', amount: null, percentage: null, active: true },
  { name: 'Stay just below', kind: 'undercut', amount: 0.1, percentage: null, active: true },
  { name: 'Three percent below', kind: 'undercut', amount: null, percentage: 3, active: true },
  { name: 'Hold the premium', kind: 'premium', amount: null, percentage: 7.5, active: true },
  { name: 'Spring clearance', kind: 'markdown', amount: null, percentage: 25, active: false },
].map((one, index) => ({
  ...one,
  id: String(814_860 + index * 417 + chance(`typed strategy ${index}`, 400)),
  created: Date.UTC(2023, 10, 6 + index * 9, 10, 14 + index * 7, 22),
}));

interface Listing {
  readonly id: string;
  readonly externalId: string;
  readonly title: string;
  readonly state: string;
  readonly price: number;
  readonly tags: readonly Row[];
  readonly attributes: Row;
  readonly created: number;
  readonly lastSold: number | null;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

function listings(): Listing[] {
  return Array.from({ length: 26 }, (_, index): Listing => {
    const seed = `typed listing ${index}`;
    const { title, sku, price, maker } = ware(seed);
    const created = seconds(pastMoment(seed));
    const updated = created + chance(`${seed} updated`, 70 * 86_400);
    const active = strategies.filter((one) => one.active);
    return {
      id: created.toString(16) + digest(seed).slice(0, 16),
      externalId: sku,
      title,
      state: states[[0, 0, 0, 0, 0, 1, 2][chance(`${seed} state`, 7)]!]!,
      price: price / 100,
      tags: tags.filter((_, tag) => chance(`${seed} tag ${tag}`, 4) === 0),
      attributes: {
        supplier: maker,
        warehouse: oneOf(`${seed} warehouse`, ['Cork', 'Leeds', 'Ghent']),
        fragile: chance(`${seed} fragile`, 3) === 0,
        box_size: chance(`${seed} box`, 4) === 0 ? null : 1 + chance(`${seed} size`, 5),
      },
      created,
      lastSold: chance(`${seed} sold`, 4) === 0 ? null : updated + chance(`${seed} sold at`, 20 * 86_400),
      min: chance(`${seed} min`, 5) === 0 ? null : Math.round(price * 0.8) / 100,
      max: chance(`${seed} max`, 4) === 0 ? null : Math.round(price * 1.4) / 100,
      strategy: chance(`${seed} has`, 5) < 3 ? oneOf(`${seed} strategy`, active).id : null,
      updated,
    };
  });
}

interface Report {
  readonly id: string;
  readonly kind: string;
  readonly admin: string;
  readonly created: number;
  /** How many seconds it takes. */
  readonly takes: number;
  readonly rows: number;
  readonly fails: boolean;
}

/** Two runs were ordered just now, the others in the nights before. */
const reportsAt = (opened: number): readonly Report[] =>
  Array.from({ length: 12 }, (_, index): Report => {
    const seed = `typed report ${index}`;
    const night = seconds(Date.UTC(2026, 4, 12 - index, 2, 0)) + chance(`${seed} night`, 900);
    return {
      id: scrambled(seed, 15, 'abcdefghijklmnopqrstuvwxyz0123456789'),
      kind: oneOf(`${seed} kind`, ['price_changes', 'margins', 'buy_box']),
      admin: oneOf(`${seed} admin`, ['4412087', '4412931']),
      created: index < 2 ? seconds(opened) - 15 - 55 * index : night,
      takes: index < 2 ? 75 : 60 + chance(`${seed} takes`, 400),
      rows: 20 + chance(`${seed} rows`, 2_400),
      fails: index === 5 || index === 9,
    };
  });

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, ...faults: readonly Fault[]) {
    super(faults.map(({ message }) => message).join('; '));
    this.status = status;
    this.faults = faults;
  }
}

const notFound = (what: string) => new Refusal(404, { code: 'not_found', message: `${what} Not Found` });
const invalid = (field: string, words: string): Fault => ({
  code: 'parameter_invalid',
  message: `${field} ${words}`,
  field,
});
const dataInvalid = (field: string, message: string) =>
  new Refusal(422, { code: 'data_invalid', message, field });

/** A parameter that is one of a few words; undefined where it is not given. */
function wordOf(query: URLSearchParams, name: string, words: readonly string[]): string | undefined {
  const text = query.get(name) ?? undefined;
  if (text !== undefined && !words.includes(text)) {
    throw new Refusal(400, invalid(name, `must be one of ${words.join(', ')}`));
  }
  return text;
}

/** A parameter that is a whole number; undefined where it is not given. */
function wholeOf(query: URLSearchParams, name: string, from: number, to: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const number = /^\d{1,12}$/.test(text) ? Number(text) : -1;
  if (number >= from && number <= to) return number;
  const range = to === Infinity ? `greater than or equal to ${from}` : `between ${from} and ${to}`;
  throw new Refusal(400, invalid(name, `must be a number ${range}`));
}

function timeOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Refusal(400, invalid(name, 'must be a valid UNIX timestamp'));
  return Number(text);
}

type Value = string | number;

/** By what a list is ordered, and what tells apart those that are alike in it. */
interface Place {
  readonly value: Value;
  readonly id: string;
}

const compared = <Kind extends Value>(one: Kind, other: Kind): number =>
  one < other ? -1 : one > other ? 1 : 0;

const cursorOf = ({ value, id }: Place, page: number): string =>
  Buffer.from(JSON.stringify([value, id, page])).toString('base64');

function placeOf(cursor: string): Place & { readonly page: number } {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString());
    const [value, id, page] = [member(read, 0), member(read, 1), member(read, 2)];
    if (
      (typeof value === 'string' || typeof value === 'number') &&
      typeof id === 'string' &&
      typeof page === 'number'
    ) {
      return { value, id, page };
    }
  } catch {
    // It is told below.
  }
  throw new Refusal(400, invalid('starting_after', 'is not a valid cursor'));
}

interface Order<Item> {
  readonly place: (item: Item) => Place;
  readonly isAscending: boolean;
}

/** The page of a list that a query asks for. */
function paged<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  { place, isAscending }: Order<Item>,
  shown: (item: Item) => Row,
): Answered {
  const size = wholeOf(query, 'per_page', 1, largestPage) ?? usualPage;
  const cursor = query.get('starting_after') ?? '';
  const after = cursor === '' ? undefined : placeOf(cursor);
  const page = after?.page ?? wholeOf(query, 'page', 1, Infinity) ?? 1;
  const order = (one: Place, other: Place) =>
    (isAscending ? 1 : -1) *
    ((typeof one.value === 'number' && typeof other.value === 'number'
      ? compared(one.value, other.value)
      : compared(String(one.value), String(other.value))) || compared(one.id, other.id));
  const sorted = [...items].sort((one, other) => order(place(one), place(other)));
  const left =
    after === undefined
      ? sorted.slice((page - 1) * size)
      : sorted.filter((item) => order(place(item), after) > 0);
  const data = left.slice(0, size);
  const last = data.at(-1);
  const hasNext = last !== undefined && left.length > size;
  return json(200, {
    type: 'list',
    data: data.map(shown),
    total_count: items.length,
    pages: {
      type: 'pages',
      ...(hasNext && { next: { page: page + 1, starting_after: cursorOf(place(last), page + 1) } }),
      page,
      per_page: size,
      total_pages: Math.ceil(items.length / size),
    },
  });
}

function bodyOf(request: Asked): Row {
  const sent = request.body === '' ? { json: {} } : jsonOf(request);
  const refuse = (message: string) => new Refusal(400, { code: 'parameter_invalid', message });
  if (sent === 'bad') throw refuse('Request body is not valid JSON');
  if (!isObject(sent.json)) throw refuse('Request body must be a JSON object');
  return sent.json;
}

/** What is wrong with a bound; undefined where nothing is. */
function faultOf(field: string, value: unknown): Fault | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number') {
    return { code: 'type_mismatch', message: `${field} must be a number`, field };
  }
  if (value < smallestPrice || value > largestPrice) {
    return invalid(field, `must be between ${smallestPrice} and ${largestPrice}`);
  }
  return Math.abs(value * 100 - Math.round(value * 100)) > 1e-6
    ? invalid(field, 'must have at most 2 decimal places')
    : undefined;
}

function start(run: Run): (request: Asked) => Answered {
  const all = listings();
  const reports = reportsAt(run.now());
  let window = { begun: 0, calls: 0 };
  let count = 0;

  const listingShown = (one: Listing): Row => ({
    type: 'listing',
    id: one.id,
    workspace_id: workspace,
    external_id: one.externalId,
    title: one.title,
    state: one.state,
    price: one.price,
    currency: 'EUR',
    min_price: one.min,
    max_price: one.max,
    strategy: one.strategy === null ? null : { type: 'strategy', id: one.strategy },
    tags: { type: 'tag.list', data: one.tags },
    custom_attributes: one.attributes,
    created_at: one.created,
    updated_at: one.updated,
    last_sold_at: one.lastSold,
  });

  const strategyShown = (one: Strategy, withCount: boolean): Row => ({
    type: 'strategy',
    id: one.id,
    name: one.name,
    kind: one.kind,
    amount: one.amount,
    percentage: one.percentage,
    active: one.active,
    ...(withCount && { count: all.filter(({ strategy }) => strategy === one.id).length }),
    created_at: seconds(one.created),
    updated_at: seconds(one.created) + 3_600,
  });

  function statusOf({ created, takes, fails }: Report): string {
    const elapsed = seconds(run.now()) - created;
    if (elapsed < 20) return 'pending';
    return elapsed < takes ? 'in_progress' : fails ? 'failed' : 'completed';
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isDone = status === 'completed';
    const over = one.created + one.takes;
    return {
      type: 'report_run',
      id: one.id,
      report: one.kind,
      status,
      requested_by: { type: 'admin', id: one.admin },
      row_count: isDone ? one.rows : null,
      download_url: isDone ? `https://downloads.velvetdesk.example/reports/${one.id}.csv` : null,
      download_expires_at: isDone ? over + 30 * 86_400 : null,
      created_at: one.created,
      updated_at: status === 'pending' ? one.created : status === 'in_progress' ? one.created + 20 : over,
    };
  }

  function listed(query: URLSearchParams): Answered {
    const sort = wordOf(query, 'sort', sorts) ?? 'created_at';
    const isAscending = wordOf(query, 'order', ['asc', 'desc']) === 'asc';
    const state = wordOf(query, 'state', states);
    const [after, before] = [timeOf(query, 'created_after'), timeOf(query, 'created_before')];
    const [strategy, tag, externalId] = ['strategy_id', 'tag_id', 'external_id'].map((name) =>
      query.get(name),
    );
    const found = all.filter(
      (one) =>
        (state === undefined || one.state === state) &&
        (after === undefined || one.created > after) &&
        (before === undefined || one.created < before) &&
        (strategy === null || one.strategy === strategy) &&
        (tag === null || one.tags.some(({ id }) => id === tag)) &&
        (externalId === null || one.externalId === externalId),
    );
    const value = (one: Listing): Value => {
      if (sort === 'title') return one.title;
      if (sort === 'price') return one.price;
      return 1_000 * (sort === 'updated_at' ? one.updated : one.created);
    };
    const place = (one: Listing) => ({ value: value(one), id: one.id });
    return paged(found, query, { place, isAscending }, listingShown);
  }

  function listedReports(query: URLSearchParams): Answered {
    const status = wordOf(query, 'status', runStatuses);
    const isAscending = wordOf(query, 'order', ['asc', 'desc']) === 'asc';
    const found = reports.filter((one) => status === undefined || statusOf(one) === status);
    const place = ({ created, id }: Report) => ({ value: 1_000 * created, id });
    return paged(found, query, { place, isAscending }, reportShown);
  }

  function assertChangeable({ state }: Listing): void {
    if (state === 'archived') {
      throw new Refusal(409, { code: 'conflict', message: 'Listing is archived and cannot be updated' });
    }
  }

  function priced(one: Listing, body: Row): Answered {
    assertChangeable(one);
    if (body.min_price === undefined && body.max_price === undefined) {
      throw new Refusal(400, {
        code: 'parameter_not_found',
        message: 'One of min_price or max_price is a required parameter',
      });
    }
    const faults = ['min_price', 'max_price'].flatMap((field) => faultOf(field, body[field]) ?? []);
    if (faults.length > 0) throw new Refusal(400, ...faults);
    const bound = (value: unknown, before: number | null) =>
      value === undefined ? before : (value as number | null);
    const [min, max] = [bound(body.min_price, one.min), bound(body.max_price, one.max)];
    if (min !== null && max !== null && min > max) {
      throw dataInvalid('min_price', 'min_price must be less than or equal to max_price');
    }
    [one.min, one.max, one.updated] = [min, max, seconds(run.now())];
    return json(200, listingShown(one));
  }

  function assigned(one: Listing, { strategy_id: id }: Row): Answered {
    assertChangeable(one);
    const field = 'strategy_id';
    if (id === undefined) {
      const message = 'strategy_id is a required parameter';
      throw new Refusal(400, { code: 'parameter_not_found', message, field });
    }
    if (id !== null && typeof id !== 'string') {
      throw new Refusal(400, { code: 'type_mismatch', message: 'strategy_id must be a string', field });
    }
    if (id !== null && !strategyOf(id).active) throw dataInvalid(field, 'Strategy is not active');
    [one.strategy, one.updated] = [id, seconds(run.now())];
    return json(200, listingShown(one));
  }

  function strategyOf(id: string): Strategy {
    const found = strategies.find((one) => one.id === id);
    if (found === undefined) throw notFound('Strategy');
    return found;
  }

  function listingOf(id: string): Listing {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw notFound('Listing');
    return found;
  }

  function answer(request: Asked): Answered {
    const { method } = request;
    const { steps, query } = targetOf(request);
    const [root, kind, id, part, ...more] = steps;
    if (root !== 'v1' || more.length > 0) throw notFound('Resource');
    if (kind === 'listings' && id !== undefined && method === 'PATCH') {
      if (part === 'price') {
        const body = bodyOf(request);
        return priced(listingOf(id), body);
      }
      if (part === 'strategy') {
        const body = bodyOf(request);
        return assigned(listingOf(id), body);
      }
    }
    if (method !== 'GET' || part !== undefined) throw notFound('Resource');
    if (kind === 'listings') return id === undefined ? listed(query) : json(200, listingShown(listingOf(id)));
    if (kind === 'strategies') {
      const withCount = query.get('include_count') === 'true';
      if (id !== undefined) return json(200, strategyShown(strategyOf(id), withCount));
      const data = strategies.map((one) => strategyShown(one, withCount));
      return json(200, { type: 'list', data });
    }
    if (kind !== 'reports') throw notFound('Resource');
    if (id === undefined) return listedReports(query);
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw notFound('Report Run');
    return json(200, reportShown(report));
  }

  /** Counts the calls of a known key in windows of the clock, and says what is left. */
  function admit({ headers }: Asked): { readonly told: Headers; readonly isOver: boolean } {
    if (headers['x-api-key'] !== key) {
      throw new Refusal(401, { code: 'unauthorized', message: 'Access Token Invalid' });
    }
    const begun = Math.floor(run.now() / 1_000 / windowSeconds) * windowSeconds;
    if (begun !== window.begun) window = { begun, calls: 0 };
    window.calls += 1;
    const told: Headers = [
      ['X-RateLimit-Limit', String(callsPerWindow)],
      ['X-RateLimit-Remaining', String(Math.max(0, callsPerWindow - window.calls))],
      ['X-RateLimit-Reset', String(begun + windowSeconds)],
    ];
    return { told, isOver: window.calls > callsPerWindow };
  }

  return (request) => {
    count += 1;
    const id = scrambled(`typed ${run.run} ${count}`, 20, '0123456789abcdefghijklmnopqrstuv');
    const version = request.headers['api-version'] ?? currentVersion;
    const isKnownVersion = versions.includes(version);
    const type = 'application/json; charset=utf-8';
    let headers: Headers = [
      ['Cache-Control', 'max-age=0, private, must-revalidate'],
      ['X-Request-Id', id],
      ['API-Version', isKnownVersion ? version : currentVersion],
    ];
    try {
      const { told, isOver } = admit(request);
      headers = [...headers, ...told];
      if (isOver) {
        const message = `Exceeded rate limit of ${callsPerWindow} in ${windowSeconds}_seconds`;
        throw new Refusal(429, { code: 'rate_limit_exceeded', message });
      }
      if (!isKnownVersion) {
        const message = 'The requested version could not be found';
        throw new Refusal(400, { code: 'api_version_invalid', message });
      }
      const { status, body } = answer(request);
      return { status, headers: [['Content-Type', type], ...headers], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const body = { type: 'error.list', request_id: id, errors: error.faults };
      return json(error.status, body, headers, type);
    }
  };
}

/** Goes on with what the list says of its next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    const after = textIfAny(received, 'pages', 'next', 'starting_after');
    const sign = target.includes('?') ? '&' : '?';
    next = after === undefined ? undefined : `${target}${sign}starting_after=${encodeURIComponent(after)}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

interface Ids {
  /** Listings that can be changed: with both bounds and no strategy, with both and a strategy, with a bound missing; the archived. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: readonly unknown[];
  readonly tags: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ state }) => state !== 'archived');
  const hasBoth = (row: Row) => row.min_price !== null && row.max_price !== null;
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(on.filter((row) => hasBoth(row) && row.strategy === null)),
    bound: ids(on.filter((row) => hasBoth(row) && row.strategy !== null)),
    open: ids(on.filter((row) => !hasBoth(row))),
    archived: ids(rows.filter(({ state }) => state === 'archived')),
    tags: [
      ...new Set(
        rows.flatMap((row) => {
          const tag = member(row, 'tags', 'data', 0, 'id');
          return tag === undefined ? [] : [tag];
        }),
      ),
    ],
  };
}

/** The ids of strategies: those that are active, then the others. */
const plansOf = (rows: readonly Row[]): readonly unknown[] =>
  [...rows.filter(({ active }) => active === true), ...rows.filter(({ active }) => active !== true)].map(
    ({ id }) => id,
  );

/** Asks until the limit is met, waits for the next window, and asks once more. */
async function hurried(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 2 * callsPerWindow; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 * windowSeconds);
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, archived, tags: labels } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?per_page=15');
  await get('per_page=5&sort=price&order=asc');
  await get('per_page=6&sort=price&order=desc');
  await get('sort=updated_at&order=desc&per_page=4');
  await get('state=paused');
  await get('state=active&per_page=20');
  await get(`tag_id=${String(labels[0])}`);
  await get(`strategy_id=${String(plans[0])}`);
  await get('created_after=1740787200&per_page=5');
  await api.ask('GET', '/v1/reports?status=completed&per_page=4');
  await api.ask('GET', '/v1/strategies?include_count=true');
  for (const id of [free[0], bound[0], bound[2], open[0], archived[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], { min_price: 18.5, max_price: 249.99 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: 4.25 });
  await read(api, 'listings', bound[0]);
  await price(api, bound[1], { max_price: null });
  await price(api, open[0], { min_price: 12, max_price: 310 });
  await assign(api, free[0], { strategy_id: plans[1] });
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], { strategy_id: null });
  await read(api, 'listings', bound[0]);
  await assign(api, bound[2], { strategy_id: plans[3] });
  await get('sort=updated_at&order=desc&per_page=6');
  api.wait(60_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '6650a1f2c3d4e5f60718293a');
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', '999999');
  await read(api, 'reports', 'zq81nn20dkeo4xa');
  await price(api, '6650a1f2c3d4e5f60718293a', { min_price: 10 });
  await price(api, free[1], { min_price: 80, max_price: 45.5 });
  await price(api, free[1], { min_price: 'cheap' });
  await price(api, free[1], { min_price: -3 });
  await price(api, free[1], { max_price: 250_000 });
  await price(api, free[1], {});
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { text: '{"min_price": ' });
  await price(api, archived[0], { min_price: 9.5 });
  await assign(api, free[1], { strategy_id: '999999' });
  await assign(api, free[1], { strategy_id: plans[4] });
  await assign(api, free[1], { strategy_id: 17 });
  await assign(api, free[1], {});
  await get('per_page=0');
  await get('sort=weight');
  await get('state=sold');
  await api.ask('GET', '/v1/listings?per_page=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurried(api, '/v1/reports?per_page=1');
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, archived, tags: labels } = idsOf(await walk(api, '/v1/listings?per_page=20'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports?per_page=8')).map(({ id }) => id);
  await get('per_page=7&sort=price&order=desc');
  await get('sort=updated_at&order=asc&per_page=3');
  await get('state=archived');
  await get('state=active&per_page=6');
  await get(`tag_id=${String(labels[1])}&per_page=4`);
  await get(`strategy_id=${String(plans[2])}`);
  await get('created_after=1725148800&per_page=8');
  await get('page=9&per_page=10');
  await get('colour=red&per_page=3');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/strategies?include_count=true');
  for (const id of [free[2], bound[3], bound[4], open[1], archived[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[2]);
  await read(api, 'reports', runs[5]);

  await price(api, free[2], { min_price: 7.75, max_price: 415 });
  await read(api, 'listings', free[2]);
  await price(api, bound[3], { min_price: 3.1 });
  await read(api, 'listings', bound[3]);
  await price(api, bound[4], { min_price: null });
  await price(api, open[1], { max_price: 520.4 });
  await assign(api, free[2], { strategy_id: plans[2] });
  await read(api, 'listings', free[2]);
  await assign(api, bound[3], { strategy_id: null });
  await read(api, 'listings', bound[3]);
  await get('sort=updated_at&order=desc&per_page=5');

  await read(api, 'listings', '65f3bb09a8c7d6e5f4031221');
  await read(api, 'listings', 'rucksack');
  await read(api, 'reports', 'm3v9t0aa71xkp5w');
  await price(api, free[3], { min_price: 132.5, max_price: 99 });
  await price(api, free[3], { max_price: true });
  await price(api, free[3], { min_price: -0.5 });
  await price(api, free[3], { max_price: 1_200_000 });
  await price(api, free[3], { min_price: 'low', max_price: -8 });
  await price(api, free[3], {});
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"max_price": 20' });
  await price(api, archived[1], { max_price: 75 });
  await assign(api, free[3], { strategy_id: '123456' });
  await assign(api, free[3], { strategy_id: plans[4] });
  await assign(api, free[3], { strategy_id: 5 });
  await get('per_page=500');
  await get('sort=colour');
  await api.ask('GET', '/v1/listings?per_page=2', { headers: { 'API-Version': '3.7' } });
  await api.ask('GET', '/v1/reports?per_page=2', { headers: { 'X-API-KEY': null } });
}

export const typedLists: WalkedService = {
  name: 'typed-lists',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=50'],
  walk,
};
