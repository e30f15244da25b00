// The commerce API of a website builder, here of a shop for ceramics: records are bare, a list stands under its own name beside
// `pagination`, whose cursor remembers its query and must stand alone in the next one. Two moments of change need each other,
// amounts are texts with a currency, what is not set is null. A price answers with the listing, a strategy with nothing (204),
// an idempotency key gives the first answer again. Errors have a type, a nullable subtype and an id to tell the support; who
// asks more than five times in a second has to cool down for a minute.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, hex, json, scrambled, targetOf, uuid } from './kit.ts';
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

const key = '5d8f1c62-9b0e-4c57-a3d4-7e21f6b8c90a';
const currency = 'EUR';
const callsPerSecond = 5;
const coolDown = 60_000;
const usualSize = 10;
const largestSize = 50;
const largestAmount = 99_999_999;

const statuses = ['VISIBLE', 'HIDDEN', 'ARCHIVED'] as const;
const types = ['PHYSICAL', 'SERVICE', 'GIFT_CARD'] as const;
const sortFields = ['createdOn', 'modifiedOn', 'name', 'price'] as const;
const reportTypes = ['PRICE_CHANGES', 'STOCK', 'MARGINS'] as const;
const reportStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const objectId = (seed: string): string => `5f${digest(`lone ${seed}`).slice(0, 22)}`;
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const money = (cents: number | null): Row | null =>
  cents === null ? null : { value: decimal(cents), currency };

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly type: (typeof types)[number];
  readonly status: (typeof statuses)[number];
  readonly price: number;
  readonly sale: number | null;
  readonly stock: number | null;
  readonly tags: readonly string[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  modified: number;
}

const strategies = [
  { name: 'Match lowest offer', type: 'MATCH_LOWEST', amount: null, percent: null, isOn: true },
  { name: 'Undercut by 50 cents', type: 'UNDERCUT', amount: 50, percent: null, isOn: true },
  { name: 'Undercut by 3 percent', type: 'UNDERCUT', amount: null, percent: '3.00', isOn: true },
  { name: 'Premium position', type: 'PREMIUM', amount: null, percent: '12.50', isOn: true },
  { name: 'Kiln sale', type: 'MARKDOWN', amount: null, percent: '20.00', isOn: false },
  { name: 'Slow movers', type: 'MARKDOWN', amount: 200, percent: null, isOn: true },
].map(({ name, type, amount, percent, isOn }, index) => {
  const created = pastMoment(`lone strategy ${index}`) + chance(`lone strategy ms ${index}`, 1_000);
  return {
    id: uuid(`lone strategy ${index}`),
    name,
    type,
    status: isOn ? 'ENABLED' : 'DISABLED',
    adjustment: { amount: money(amount), percent },
    createdOn: moment(created),
    modifiedOn: moment(created + chance(`lone strategy later ${index}`, 4_000_000) * 1_000),
  };
});
const strategyStatuses = ['ENABLED', 'DISABLED'] as const;

function listings(): Listing[] {
  return Array.from({ length: 28 }, (_, index): Listing => {
    const seed = `lone ${index}`;
    const { maker, price, stock } = ware(seed);
    const type = types[[0, 0, 0, 0, 1, 2][chance(`${seed} type`, 6)]!]!;
    const good =
      type === 'PHYSICAL'
        ? oneOf(`${seed} good`, ['Bowl', 'Teapot', 'Vase', 'Plate', 'Mug', 'Planter'])
        : type === 'SERVICE'
          ? 'Throwing Class'
          : 'Gift Card';
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const min = chance(`${seed} min`, 5) === 0 ? null : Math.round(price * 0.8);
    return {
      id: objectId(seed),
      sku: `SQ${String(chance(`${seed} sku`, 9_000_000) + 1_000_000)}`,
      name: `${maker} ${good}`,
      type,
      status: statuses[[0, 0, 0, 0, 0, 1, 2][chance(`${seed} status`, 7)]!]!,
      price,
      sale: chance(`${seed} sale`, 4) === 0 ? Math.round(price * 0.9) : null,
      stock: type === 'PHYSICAL' ? stock : null,
      tags: ['stoneware', 'glazed', 'new'].filter((tag) => chance(seed + tag, 3) === 0),
      created,
      min,
      max: chance(`${seed} max`, 5) === 0 ? null : Math.round(price * 1.4),
      strategy:
        min !== null && chance(`${seed} has`, 5) < 2 ? strategies[chance(`${seed} which`, 4)]!.id : null,
      modified: created + chance(`${seed} modified`, 60 * 86_400) * 1_000 + chance(`${seed} later`, 1_000),
    };
  });
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  sku: one.sku,
  name: one.name,
  type: one.type,
  status: one.status,
  urlSlug: `${one.name.toLowerCase().replaceAll(' ', '-')}-${one.sku.slice(-4)}`,
  pricing: { basePrice: money(one.price), onSale: one.sale !== null, salePrice: money(one.sale) },
  minPrice: money(one.min),
  maxPrice: money(one.max),
  strategyId: one.strategy,
  stock: { quantity: one.stock, unlimited: one.stock === null },
  tags: one.tags,
  createdOn: moment(one.created),
  modifiedOn: moment(one.modified),
});

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly subtype: string | null;
  readonly headers: Headers;

  constructor(
    status: number,
    type: string,
    message: string,
    subtype: string | null = null,
    headers: Headers = [],
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.subtype = subtype;
    this.headers = headers;
  }
}

const invalid = (message: string) => new Refusal(400, 'INVALID_REQUEST_ERROR', message);
const absent = (message: string) => new Refusal(400, 'INVALID_REQUEST_ERROR', message, 'MISSING_ARGUMENT');
const badArgument = (message: string) => new Refusal(400, 'INVALID_ARG_ERROR', message);
const conflict = (message: string, subtype: string | null = null) =>
  new Refusal(409, 'CONFLICT_ERROR', message, subtype);
const notFound = (what: string, id: string) =>
  new Refusal(404, 'NOT_FOUND', `${what} with id ${id} was not found.`);
const nowhere = () => new Refusal(404, 'NOT_FOUND', 'The requested resource was not found.');

const isObjectId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What a query asks for, beside a cursor. */
type Query = Readonly<Record<string, string>>;

function known(params: URLSearchParams, names: readonly string[]): Query {
  return Object.fromEntries([...params].filter(([name]) => names.includes(name)));
}

function sizeOf({ pageSize }: Query): number {
  if (pageSize === undefined) return usualSize;
  if (!/^-?\d+$/.test(pageSize)) throw badArgument('pageSize must be an integer.');
  const size = Number(pageSize);
  if (size < 1 || size > largestSize) {
    throw badArgument(`pageSize must be between 1 and ${largestSize}.`);
  }
  return size;
}

function oneWord(query: Query, name: string, words: readonly string[]): string | undefined {
  const word = query[name];
  if (word !== undefined && !words.includes(word)) {
    throw badArgument(`${name} must be one of ${words.join(', ')}.`);
  }
  return word;
}

function momentOf(query: Query, name: string): number {
  const text = query[name] ?? '';
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) {
    throw badArgument(`${name} must be an ISO 8601 UTC date-time, e.g. 2026-01-31T12:00:00Z.`);
  }
  return time;
}

/** The moments between which something was modified: the first is within, the last is not. */
function rangeOf(query: Query): readonly [number, number] {
  const { modifiedAfter: after, modifiedBefore: before } = query;
  if (after === undefined && before === undefined) return [-Infinity, Infinity];
  if (after === undefined || before === undefined) {
    throw invalid('modifiedAfter and modifiedBefore must be specified together.');
  }
  const range = [momentOf(query, 'modifiedAfter'), momentOf(query, 'modifiedBefore')] as const;
  if (range[0] >= range[1]) throw invalid('modifiedAfter must be earlier than modifiedBefore.');
  return range;
}

/** Something in a list, with what it is sorted by. */
interface Entry {
  readonly id: string;
  readonly by: number | string;
  readonly row: Row;
}

const compared = (one: Entry, other: Entry): number =>
  one.by < other.by ? -1 : one.by > other.by ? 1 : one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** A place in a list of those who asked: after an entry, or before it where the list runs down. */
interface Place {
  readonly list: string;
  readonly query: Query;
  readonly last: Entry;
}

/** A sorted list as it is now; whether it runs up. */
interface Found {
  readonly entries: readonly Entry[];
  readonly isUp: boolean;
}

/** Cents, of an amount that a body sends; null removes a bound. */
function amountIn(body: Row, name: string): number | null | undefined {
  const sent = body[name];
  if (sent === undefined || sent === null) return sent;
  if (!isObject(sent)) throw invalid(`${name} must be an object with value and currency, or null.`);
  if (sent.value === undefined || sent.value === null) throw absent(`${name}.value is required.`);
  if (sent.currency === undefined || sent.currency === null) throw absent(`${name}.currency is required.`);
  if (typeof sent.value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(sent.value)) {
    throw invalid(`${name}.value must be a decimal string.`);
  }
  if (sent.currency !== currency) throw invalid(`${name}.currency must match the site currency ${currency}.`);
  if (/\.\d{3}/.test(sent.value)) throw invalid(`${name}.value must have at most 2 decimal places.`);
  const cents = Math.round(Number(sent.value) * 100);
  if (cents <= 0) throw invalid(`${name}.value must be greater than 0.`);
  if (cents > largestAmount) throw invalid(`${name}.value must not exceed ${decimal(largestAmount)}.`);
  return cents;
}

function bodyOf({ headers, body }: Asked): Row {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json.');
  }
  const sent = parsed(body);
  if (sent === undefined) throw invalid('Request body is not valid JSON.');
  if (!isObject(sent)) throw invalid('Request body must be a JSON object.');
  return sent;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: objectId(`report ${index}`),
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 14_000 - 41_000 * index - chance(`lone report ${index}`, 900)
        : opened - index * 43_200_000 - chance(`lone report ${index}`, 20_000_000),
    seconds: 70 + index * 9,
    rows: 12 + chance(`lone rows ${index}`, 2_400),
    fails: index === 3 || index === 8,
  }));
  type Report = (typeof reports)[number];
  const places = new Map<string, Place>();
  const done = new Map<string, { readonly asked: string; readonly answered: Answered }>();
  let calls: readonly number[] = [];
  let coolUntil = -Infinity;
  let count = 0;

  function statusOf({ created, seconds, fails }: Report): (typeof reportStatuses)[number] {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 30 ? 'PENDING' : elapsed < seconds ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isOver = status === 'COMPLETED' || status === 'FAILED';
    const token = scrambled(`lone ${run.run} ${one.id}`, 32, base62);
    return {
      id: one.id,
      type: one.type,
      status,
      rowCount: status === 'COMPLETED' ? one.rows : null,
      downloadUrl:
        status === 'COMPLETED'
          ? `https://exports.clayworks-sites.example/reports/${one.id}.csv?token=${token}`
          : null,
      failureReason: status === 'FAILED' ? 'The export took too long to complete.' : null,
      createdOn: moment(one.created),
      completedOn: isOver ? moment(one.created + one.seconds * 1_000) : null,
    };
  }

  function findListings(query: Query): Found {
    const status = oneWord(query, 'status', statuses);
    const wanted = query.type?.split(',');
    if (wanted?.every((word) => (types as readonly string[]).includes(word)) === false) {
      throw badArgument(`type must be a comma-separated list of ${types.join(', ')}.`);
    }
    const { strategyId } = query;
    if (strategyId !== undefined && !isUuid(strategyId)) throw badArgument('strategyId must be a UUID.');
    const [after, before] = rangeOf(query);
    const sort = oneWord(query, 'sortField', sortFields);
    const direction = oneWord(query, 'sortDirection', ['asc', 'dsc']);
    if (direction !== undefined && sort === undefined) throw invalid('sortDirection requires sortField.');
    const by = (one: Listing): number | string =>
      sort === 'name'
        ? one.name
        : sort === 'price'
          ? one.price
          : sort === 'modifiedOn'
            ? one.modified
            : one.created;
    const entries = all
      .filter(
        (one) =>
          (status === undefined || one.status === status) &&
          (wanted === undefined || wanted.includes(one.type)) &&
          (strategyId === undefined || one.strategy === strategyId) &&
          one.modified >= after &&
          one.modified < before,
      )
      .map((one) => ({ id: one.id, by: by(one), row: listingShown(one) }));
    return { entries, isUp: sort !== undefined && direction !== 'dsc' };
  }

  function findReports(query: Query): Found {
    const status = oneWord(query, 'status', reportStatuses);
    const type = oneWord(query, 'type', reportTypes);
    const entries = reports
      .filter(
        (one) =>
          (status === undefined || statusOf(one) === status) && (type === undefined || one.type === type),
      )
      .map((one) => ({ id: one.id, by: one.created, row: reportShown(one) }));
    return { entries, isUp: false };
  }

  function findStrategies(query: Query): Found {
    const status = oneWord(query, 'status', strategyStatuses);
    const entries = strategies
      .filter((one) => status === undefined || one.status === status)
      .map((one) => ({ id: one.id, by: one.name, row: one }));
    return { entries, isUp: true };
  }

  const lists: Readonly<
    Record<string, { readonly find: (query: Query) => Found; readonly names: string[] }>
  > = {
    listings: {
      find: findListings,
      names: [
        'pageSize',
        'status',
        'type',
        'strategyId',
        'modifiedAfter',
        'modifiedBefore',
        'sortField',
        'sortDirection',
      ],
    },
    reports: { find: findReports, names: ['pageSize', 'status', 'type'] },
    strategies: { find: findStrategies, names: ['pageSize', 'status'] },
  };

  /** A page of a list: the first of a query, or that after the place of a cursor. */
  function listed(list: string, params: URLSearchParams): Answered {
    const { find, names } = lists[list]!;
    const cursor = params.get('cursor');
    const asked = known(params, names);
    if (cursor !== null && Object.keys(asked).length > 0) {
      throw invalid('cursor cannot be used with other query parameters.');
    }
    const place = cursor === null ? undefined : places.get(cursor);
    if (cursor !== null && place?.list !== list) throw badArgument('cursor is invalid.');
    const query = place?.query ?? asked;
    const size = sizeOf(query);
    const { entries, isUp } = find(query);
    const sign = isUp ? 1 : -1;
    const left = entries
      .filter((entry) => place === undefined || sign * compared(entry, place.last) > 0)
      .sort((one, other) => sign * compared(one, other));
    const page = left.slice(0, size);
    const hasNextPage = left.length > size;
    let next: string | null = null;
    if (hasNextPage) {
      next = scrambled(`lone cursor ${run.run} ${places.size}`, 32, hex);
      places.set(next, { list, query, last: page.at(-1)! });
    }
    return json(200, {
      [list]: page.map(({ row }) => row),
      pagination: {
        hasNextPage,
        nextPageCursor: next,
        nextPageUrl: next === null ? null : `${run.origin}/v1/${list}?cursor=${next}`,
      },
    });
  }

  function listingOf(id: string): Listing {
    if (!isObjectId(id)) throw badArgument(`${id} is not a valid listing id.`);
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw notFound('Listing', id);
    return found;
  }

  function single(list: string, id: string): Row {
    if (list === 'listings') return listingShown(listingOf(id));
    if (list === 'reports') {
      if (!isObjectId(id)) throw badArgument(`${id} is not a valid report id.`);
      const report = reports.find((one) => one.id === id);
      if (report === undefined) throw notFound('Report', id);
      return reportShown(report);
    }
    if (!isUuid(id)) throw badArgument(`${id} is not a valid strategy id.`);
    const strategy = strategies.find((one) => one.id === id);
    if (strategy === undefined) throw notFound('Strategy', id);
    return strategy;
  }

  /** A listing that may be changed. */
  function changeable(id: string): Listing {
    const listing = listingOf(id);
    if (listing.status === 'ARCHIVED') throw conflict('Archived listings cannot be modified.');
    return listing;
  }

  function priced(id: string, body: Row): Answered {
    const listing = changeable(id);
    if (body.minPrice === undefined && body.maxPrice === undefined) {
      throw absent('At least one of minPrice and maxPrice is required.');
    }
    const [min, max] = [amountIn(body, 'minPrice'), amountIn(body, 'maxPrice')];
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      throw invalid('minPrice must not be greater than maxPrice.');
    }
    const low = min === undefined ? listing.min : min;
    const high = max === undefined ? listing.max : max;
    if (low !== null && high !== null && low > high) {
      throw conflict(
        max === undefined
          ? `minPrice must not be greater than the current maxPrice of ${decimal(high)} ${currency}.`
          : `maxPrice must not be less than the current minPrice of ${decimal(low)} ${currency}.`,
      );
    }
    if (low === null && listing.strategy !== null) {
      throw conflict('minPrice cannot be removed while a strategy is assigned.');
    }
    [listing.min, listing.max, listing.modified] = [low, high, run.now()];
    return json(200, listingShown(listing));
  }

  function assigned(id: string, { strategyId }: Row): Answered {
    const listing = changeable(id);
    if (strategyId === undefined) throw absent('strategyId is required.');
    if (strategyId !== null) {
      if (typeof strategyId !== 'string') throw invalid('strategyId must be a string or null.');
      const strategy = strategies.find((one) => one.id === strategyId);
      if (strategy === undefined) throw invalid(`strategyId ${strategyId} does not refer to a strategy.`);
      if (strategy.status === 'DISABLED') throw conflict(`Strategy ${strategyId} is disabled.`);
      if (listing.min === null) throw conflict('A strategy requires the listing to have a minPrice.');
    }
    [listing.strategy, listing.modified] = [strategyId, run.now()];
    return { status: 204, headers: [], body: '' };
  }

  /** Writes once: a key that was used already gives the answer of then. */
  function written(request: Asked, write: (body: Row) => Answered): Answered {
    const once = request.headers['idempotency-key'];
    const asked = `${request.method} ${request.target} ${request.body}`;
    const before = once === undefined ? undefined : done.get(once);
    if (before !== undefined && before.asked !== asked) {
      throw conflict(
        'Idempotency-Key has already been used with a different request.',
        'IDEMPOTENCY_KEY_REUSED',
      );
    }
    if (before !== undefined) return before.answered;
    const answered = write(bodyOf(request));
    if (once !== undefined) done.set(once, { asked, answered });
    return answered;
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, list = '', id, part, ...more] = steps;
    const isPart = list === 'listings' && (part === 'price' || part === 'strategy');
    if (version !== 'v1' || more.length > 0 || !Object.hasOwn(lists, list)) throw nowhere();
    if (part !== undefined && !isPart) throw nowhere();
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(
        405,
        'METHOD_NOT_ALLOWED',
        `${request.method} is not allowed on this resource.`,
        null,
        [['Allow', method]],
      );
    }
    if (id === undefined) return listed(list, query);
    if (part === undefined) return json(200, single(list, id));
    return written(request, (body) => (part === 'price' ? priced(id, body) : assigned(id, body)));
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) {
      throw new Refusal(401, 'AUTHORIZATION_ERROR', 'You are not authorized to do that.');
    }
    const now = run.now();
    calls = [...calls.filter((time) => time > now - 1_000), now];
    if (now >= coolUntil && calls.length > callsPerSecond) coolUntil = now + coolDown;
    if (now < coolUntil) {
      calls = [];
      const left = String(Math.ceil((coolUntil - now) / 1_000));
      throw new Refusal(
        429,
        'TOO_MANY_REQUESTS',
        'Rate limit exceeded. Please retry after the cooldown.',
        null,
        [['Retry-After', left]],
      );
    }
  }

  return (request) => {
    count += 1;
    const contextId = scrambled(
      `lone context ${run.run} ${count}`,
      12,
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
    );
    const always: Headers = [['X-Context-Id', contextId]];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, type, subtype, message, headers } = error;
      return json(status, { type, subtype, message, details: null, contextId }, [...headers, ...always]);
    }
  };
}

/** Follows the links to the next pages. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [, list = ''] = /^\/v1\/(\w+)/.exec(target) ?? [];
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, list));
    next = textIfAny(received, 'pagination', 'nextPageUrl');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown, once?: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, {
    json: body,
    ...(once !== undefined && { headers: { 'Idempotency-Key': once } }),
  });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });
const euros = (cents: number): Row => ({ value: decimal(cents), currency });

interface Ids {
  /** Not archived: with both bounds and no strategy, with a strategy, and without a lower bound; and what is archived. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
  /** The base price, in cents. */
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const live = rows.filter(({ status }) => status !== 'ARCHIVED');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      live.filter((row) => isObject(row.minPrice) && isObject(row.maxPrice) && row.strategyId === null),
    ),
    bound: ids(live.filter((row) => row.strategyId !== null)),
    open: ids(live.filter((row) => row.minPrice === null)),
    gone: ids(rows.filter(({ status }) => status === 'ARCHIVED')),
    priceOf: (id) => {
      const pricing = rows.find((row) => row.id === id)?.pricing;
      const base = isObject(pricing) && isObject(pricing.basePrice) ? pricing.basePrice.value : '50.00';
      return Math.round(Number(base) * 100);
    },
  };
}

const nobody = (seed: string): string => objectId(`nobody ${seed}`);

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, gone, priceOf } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies');
  const plan = (index: number) => plans.filter(({ status }) => status === 'ENABLED')[index]?.id;
  const off = plans.find(({ status }) => status === 'DISABLED')?.id;
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?pageSize=20');
  await get('status=HIDDEN');
  const visible = await get('status=VISIBLE&pageSize=4');
  const cursor = textIfAny(visible, 'pagination', 'nextPageCursor') ?? 'missing';
  await get(`cursor=${cursor}`);
  await get('type=SERVICE,GIFT_CARD');
  await get(`strategyId=${String(plan(1))}`);
  await get('modifiedAfter=2025-01-01T00:00:00Z&modifiedBefore=2025-06-01T00:00:00Z');
  await get('sortField=price&sortDirection=asc&pageSize=6');
  await get('sortField=name&pageSize=5');
  await get('sortField=modifiedOn&sortDirection=dsc&pageSize=3');
  await api.ask('GET', '/v1/reports?status=COMPLETED&pageSize=3');
  for (const id of [free[0], free[2], bound[0], open[0], gone[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', plan(0));
  await read(api, 'strategies', off);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  await price(api, free[0], {
    minPrice: euros(priceOf(free[0]) - 150),
    maxPrice: euros(priceOf(free[0]) + 2_500),
  });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minPrice: euros(priceOf(bound[0]) - 310) });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { minPrice: euros(495) });
  await price(api, free[1], { minPrice: null, maxPrice: euros(24_900) });
  const once = uuid('lone once recorded');
  await price(api, free[2], { maxPrice: euros(31_000) }, once);
  await price(api, free[2], { maxPrice: euros(31_000) }, once);
  await price(api, free[2], { maxPrice: euros(32_000) }, once);
  await assign(api, free[0], plan(2));
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, open[0], plan(0));
  await get('sortField=modifiedOn&sortDirection=dsc&pageSize=4');

  await read(api, 'listings', nobody('one'));
  await read(api, 'listings', 'blue-teapot');
  await read(api, 'strategies', uuid('lone nobody one'));
  await read(api, 'strategies', 'cheapest');
  await price(api, nobody('two'), { minPrice: euros(900) });
  await price(api, free[3], { minPrice: euros(9_000), maxPrice: euros(8_500) });
  await price(api, free[3], { minPrice: euros(priceOf(free[3]) * 2) });
  await price(api, free[3], { minPrice: '19.90' });
  await price(api, free[3], { minPrice: { value: 19.9, currency } });
  await price(api, free[3], { maxPrice: euros(-500) });
  await price(api, free[3], { maxPrice: { value: '80.00', currency: 'USD' } });
  await price(api, free[3], {});
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"minPrice": {"value": ' });
  await price(api, gone[0], { minPrice: euros(1_200) });
  await assign(api, free[3], uuid('lone nobody two'));
  await assign(api, free[3], off);
  await assign(api, free[3], 7);
  await assign(api, open[1], plan(1));
  await get(`cursor=${cursor}&pageSize=4`);
  await get('cursor=next');
  await get('modifiedAfter=2025-03-01T00:00:00Z');
  await get('pageSize=500');
  await get('status=SOLD');
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurryTooMuch(api, '/v1/reports?pageSize=1');
}

/** Asks until it is told to wait; is impatient once, then waits as long as it was told. */
async function hurryTooMuch(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 8; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status === 429) break;
  }
  api.wait(15_000);
  const { headers } = await api.ask('GET', target);
  api.wait(1_000 * Number(headers.get('Retry-After') ?? 1));
  await api.ask('GET', target);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, gone, priceOf } = idsOf(await walk(api, '/v1/listings?pageSize=15'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies?pageSize=25');
  const plan = (index: number) => plans.filter(({ status }) => status === 'ENABLED')[index]?.id;
  const off = plans.find(({ status }) => status === 'DISABLED')?.id;
  const runs = (await walk(api, '/v1/reports?pageSize=8')).map(({ id }) => id);
  await get('status=ARCHIVED');
  const some = await get('type=PHYSICAL&pageSize=6');
  const cursor = String(at(some, 'pagination', 'nextPageCursor'));
  await get(`cursor=${cursor}`);
  await get(`strategyId=${String(plan(0))}`);
  await get('modifiedAfter=2024-06-01T00:00:00Z&modifiedBefore=2024-12-01T00:00:00Z&pageSize=5');
  await get('modifiedAfter=2019-01-01T00:00:00Z&modifiedBefore=2020-01-01T00:00:00Z');
  await get('sortField=price&sortDirection=dsc&pageSize=4');
  await get('sortField=name&sortDirection=dsc&pageSize=7');
  await get('colour=red&pageSize=3');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/strategies?status=ENABLED');
  for (const id of [free[4], bound[1], open[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', plan(3));
  await read(api, 'reports', runs[5]);

  await price(api, free[4], {
    minPrice: euros(priceOf(free[4]) - 75),
    maxPrice: euros(priceOf(free[4]) + 1_800),
  });
  await read(api, 'listings', free[4]);
  await price(api, bound[1], { maxPrice: euros(39_950) });
  await read(api, 'listings', bound[1]);
  await price(api, open[1], { minPrice: euros(380) });
  await price(api, free[5], { maxPrice: null });
  const once = uuid('lone once another');
  await price(api, free[6], { minPrice: euros(415) }, once);
  await price(api, free[6], { minPrice: euros(415) }, once);
  await assign(api, free[4], plan(3));
  await read(api, 'listings', free[4]);
  await assign(api, bound[1], null);
  await assign(api, bound[2], plan(4));
  await get('sortField=modifiedOn&sortDirection=dsc&pageSize=5');

  await read(api, 'listings', nobody('three'));
  await read(api, 'listings', 'kiln');
  await read(api, 'strategies', 'premium');
  await read(api, 'reports', nobody('four'));
  await price(api, free[0], { minPrice: euros(12_050), maxPrice: euros(11_000) });
  await price(api, free[0], { maxPrice: euros(100) });
  await price(api, free[0], { minPrice: { value: '5.00', currency: 'GBP' } });
  await price(api, free[0], { maxPrice: { value: 'cheap', currency } });
  await price(api, bound[3], { minPrice: null });
  await price(api, gone[1], { maxPrice: euros(7_700) });
  await assign(api, free[0], uuid('lone nobody three'));
  await assign(api, free[0], off);
  await assign(api, free[0], true);
  await assign(api, open[2], plan(2));
  await get(`cursor=${cursor}&status=VISIBLE`);
  await get('modifiedBefore=2025-02-01T00:00:00Z');
  await get('pageSize=0');
  await get('status=LOST');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

export const loneCursors: WalkedService = {
  name: 'lone-cursors',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
