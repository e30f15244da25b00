// A commerce suite's REST API of the plainest modern kind: data beside a paging with whole links that hold an opaque cursor and
// a total (of report runs neither a total nor a way back), one record as data alone; ids with a prefix that sort by time,
// amounts as decimal texts beside a currency, moments in UTC to the millisecond, what is not set null here and left out there;
// repeated parameters for several values, ranges in brackets, orders of several members with a minus, members that are chosen
// or put in where they are asked for; sizes that are refused here and quietly cut down there, strangers refused here and passed
// over there; PUT that replaces both bounds and answers the record; one fault at a time with a type, a code, a sentence, the
// parameter and the address of a page about it, and the id of the request in a header.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'sk_live_51Hq8ZtWc0pYdRm3';
const perSecond = 8;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const currency = 'EUR';
const largestPrice = 99_999_999;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const money = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

/** An id that sorts by its time. */
function ulid(prefix: string, milliseconds: number, seed: string): string {
  let [time, rest] = ['', milliseconds];
  for (let digit = 0; digit < 10; digit += 1) {
    time = crockford[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${scrambled(seed, 16, crockford)}`;
}

const statuses = ['active', 'paused', 'draft', 'archived'] as const;
const channels = ['online', 'retail', 'wholesale'] as const;
const reportStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
const reportTypes = ['price_history', 'margin', 'competitors'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly vendor: string;
  readonly tags: readonly string[];
  readonly status: (typeof statuses)[number];
  readonly channel: (typeof channels)[number];
  readonly price: number;
  readonly quantity: number;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

const strategies = [
  { name: 'Undercut by one cent', kind: 'undercut', needsMin: true, enabled: true },
  { name: 'Match lowest', kind: 'match', needsMin: true, enabled: true },
  { name: 'Cost plus margin', kind: 'margin', needsMin: false, enabled: true },
  { name: 'Weekend promotion', kind: 'schedule', needsMin: false, enabled: false },
  { name: 'Sell through', kind: 'velocity', needsMin: true, enabled: true },
  { name: 'Manual', kind: 'manual', needsMin: false, enabled: true },
].map((one, index) => {
  const created = pastMoment(`paging strategy ${index}`);
  return { ...one, created, id: ulid('str', created, `paging strategy ${index}`) };
});

const strategyShown = ({ id, name, kind, needsMin, enabled, created }: (typeof strategies)[number]): Row => ({
  id,
  name,
  kind,
  enabled,
  requiresMinPrice: needsMin,
  createdAt: moment(created),
});

function listings(): Listing[] {
  return Array.from({ length: 57 }, (_, index): Listing => {
    const seed = `paging ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} milliseconds`, 1_000);
    const min = chance(`${seed} min`, 4) > 0 ? Math.round(price * 0.7) : null;
    return {
      id: ulid('lst', created, seed),
      sku,
      title,
      vendor: maker,
      tags: ['new', 'sale', 'fragile', 'gift'].filter((tag) => chance(`${seed} ${tag}`, 3) === 0),
      status: oneOf(`${seed} status`, ['active', 'active', 'active', ...statuses]),
      channel: oneOf(`${seed} channel`, channels),
      price,
      quantity: stock,
      created,
      min,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.3) : null,
      strategy:
        min !== null && chance(`${seed} strategy`, 3) > 0
          ? strategies[[0, 1, 4, 5][chance(seed, 4)]!]!.id
          : null,
      updated: created + chance(`${seed} updated`, 100 * 86_400) * 1_000 + chance(seed, 1_000),
    };
  }).sort((one, other) => other.created - one.created);
}

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly param: string | undefined;
  readonly headers: Headers;

  constructor(
    status: number,
    [type, code]: readonly [type: string, code: string],
    message: string,
    param?: string,
    headers: Headers = [],
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}

const invalid = (param: string, message: string, code = 'parameter_invalid') =>
  new Refusal(400, ['validation_error', code], message, param);
const missing = (what: string, id: string) =>
  new Refusal(404, ['not_found_error', 'resource_missing'], `No such ${what}: '${id}'`, 'id');

/** The bounds of a range, as they were read. */
interface Range {
  readonly gte?: number;
  readonly lte?: number;
}

const isWithin = (value: number, { gte = -Infinity, lte = Infinity }: Range) => value >= gte && value <= lte;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => {
    const created =
      index < 2
        ? opened - 18_000 * (index + 1)
        : opened - index * 50_400_000 - chance(`paging report ${index}`, 30_000_000);
    return {
      id: ulid('rpt', created, `paging report ${index}`),
      type: reportTypes[index % 3]!,
      created,
      seconds: 100 + index * 15,
      fails: index === 4 || index === 9,
      rows: 25 + chance(`paging report rows ${index}`, 4_000),
    };
  });
  const recent: number[] = [];
  let count = 0;

  function reportShown({ id, type, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 30 ? 'pending' : !isOver ? 'processing' : fails ? 'failed' : 'completed';
    const finished = created + seconds * 1_000;
    return {
      id,
      type,
      status,
      createdAt: moment(created),
      ...(isOver && { finishedAt: moment(finished) }),
      ...(status === 'completed' && {
        rowCount: rows,
        download: {
          url: `${run.origin}/downloads/${id}?token=${scrambled(`paging ${run.run} ${id}`, 32, crockford)}`,
          expiresAt: moment(finished + 30 * 86_400_000),
        },
      }),
      ...(status === 'failed' && { failureReason: 'source_unavailable' }),
    };
  }

  const listingShown = (one: Listing, expanded: readonly string[] = []): Row => ({
    id: one.id,
    sku: one.sku,
    title: one.title,
    vendor: one.vendor,
    tags: one.tags,
    status: one.status,
    channel: one.channel,
    price: money(one.price),
    minPrice: money(one.min),
    maxPrice: money(one.max),
    currency,
    quantity: one.quantity,
    strategyId: one.strategy,
    ...(expanded.includes('strategy') && {
      strategy:
        strategies.filter(({ id }) => id === one.strategy).map((each) => strategyShown(each))[0] ?? null,
    }),
    createdAt: moment(one.created),
    updatedAt: moment(one.updated),
  });

  const chosen = (row: Row, fields: readonly string[]): Row =>
    fields.length === 0
      ? row
      : Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || fields.includes(name)));

  const wordsOf = (query: URLSearchParams, name: string): string[] =>
    query.getAll(name).flatMap((text) => text.split(',').filter((word) => word !== ''));

  function expandedBy(query: URLSearchParams): string[] {
    const expanded = wordsOf(query, 'expand');
    const strange = expanded.find((name) => name !== 'strategy');
    if (strange !== undefined) {
      throw invalid('expand', `This property cannot be expanded: ${strange}.`, 'expand_invalid');
    }
    return expanded;
  }

  const oneOfThem = (query: URLSearchParams, name: string, values: readonly string[]): string[] => {
    const sent = query.getAll(name);
    const strange = sent.find((value) => !values.includes(value));
    if (strange === undefined) return sent;
    throw invalid(name, `Invalid ${name}: must be one of ${values.join(', ')}.`);
  };

  const rangeOf = (
    query: URLSearchParams,
    name: string,
    read: (text: string) => number,
    what: string,
  ): Range => {
    const bounds = (['gte', 'lte'] as const).flatMap((bound) => {
      const text = query.get(`${name}[${bound}]`);
      if (text === null) return [];
      const value = read(text);
      if (Number.isNaN(value)) {
        throw invalid(`${name}[${bound}]`, `Invalid ${name}[${bound}]: must be ${what}.`);
      }
      return [[bound, value] as const];
    });
    return Object.fromEntries(bounds);
  };
  const timesOf = (query: URLSearchParams, name: string) =>
    rangeOf(
      query,
      name,
      (text) => (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN),
      'an ISO 8601 date-time',
    );

  function limitOf(query: URLSearchParams, usual: number): number {
    const text = query.get('limit') ?? String(usual);
    if (!/^-?\d+$/.test(text)) throw invalid('limit', 'Invalid limit: must be an integer.');
    return Number(text);
  }

  /** The records from a cursor on, or before it, with links to those around them. */
  function paged<Each extends { readonly id: string }>(
    request: Asked,
    found: readonly Each[],
    limit: number,
  ): { readonly shown: readonly Each[]; readonly next: string | null; readonly previous: string | null } {
    const { path, query } = targetOf(request);
    const text = query.get('cursor');
    const cursor = text === null ? undefined : parsed(Buffer.from(text, 'base64url').toString('utf8'));
    if (text !== null && !isObject(cursor)) {
      throw invalid('cursor', 'Invalid cursor.', 'cursor_invalid');
    }
    const at = isObject(cursor) ? found.findIndex(({ id }) => id === (cursor.after ?? cursor.before)) : -1;
    const isBack = isObject(cursor) && cursor.before !== undefined;
    const from = isBack ? Math.max(0, at - limit) : at + 1;
    const to = isBack ? at : from + limit;
    const shown = found.slice(from, to);
    const link = (place: Row) => {
      const asked = new URLSearchParams(query);
      asked.set('limit', String(limit));
      asked.set('cursor', Buffer.from(JSON.stringify(place)).toString('base64url'));
      return `${run.origin}${path}?${asked.toString()}`;
    };
    return {
      shown,
      next: to < found.length && shown.length > 0 ? link({ after: shown.at(-1)!.id }) : null,
      previous: from > 0 && shown.length > 0 ? link({ before: shown[0]!.id }) : null,
    };
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    title: ({ title }) => title,
    price: ({ price }) => price,
    quantity: ({ quantity }) => quantity,
    createdAt: ({ created }) => created,
    updatedAt: ({ updated }) => updated,
  };

  function orderOf(query: URLSearchParams): (one: Listing, other: Listing) => number {
    const keys = wordsOf(query, 'sort').map((word) => {
      const name = word.replace(/^-/, '');
      const of = orders[name];
      if (of === undefined) {
        throw invalid('sort', `Cannot sort by ${name}. Allowed: ${Object.keys(orders).join(', ')}.`);
      }
      return { of, sign: word.startsWith('-') ? -1 : 1 };
    });
    return (one, other) => {
      for (const { of, sign } of keys) {
        const [left, right] = [of(one), of(other)];
        if (left !== right) return left < right ? -sign : sign;
      }
      return 0;
    };
  }

  const known =
    /^(?:limit|cursor|sort|fields|expand|status|channel|vendor|tag|sku|strategyId|search|(?:price|updated|created)\[[gl]te\])$/;

  function listed(request: Asked): Answered {
    const { query } = targetOf(request);
    const strange = [...query.keys()].find((name) => !known.test(name));
    if (strange !== undefined) {
      throw invalid(strange, `Received unknown parameter: ${strange}`, 'parameter_unknown');
    }
    const limit = limitOf(query, 20);
    if (limit < 1 || limit > 100) throw invalid('limit', 'Invalid limit: must be between 1 and 100.');
    const sent = {
      statuses: oneOfThem(query, 'status', statuses),
      channels: oneOfThem(query, 'channel', channels),
      vendors: query.getAll('vendor'),
      tags: query.getAll('tag'),
      skus: query.getAll('sku'),
      strategies: query.getAll('strategyId'),
      price: rangeOf(
        query,
        'price',
        (text) => (/^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : NaN),
        'a decimal amount',
      ),
      updated: timesOf(query, 'updated'),
      created: timesOf(query, 'created'),
    };
    const expanded = expandedBy(query);
    const order = orderOf(query);
    const search = (query.get('search') ?? '').toLowerCase();
    const allows = (values: readonly string[], value: string | null) =>
      values.length === 0 || values.includes(value ?? '');
    const found = all
      .filter(
        (one) =>
          allows(sent.statuses, one.status) &&
          allows(sent.channels, one.channel) &&
          allows(sent.vendors, one.vendor) &&
          allows(sent.skus, one.sku) &&
          allows(sent.strategies, one.strategy) &&
          sent.tags.every((tag) => one.tags.includes(tag)) &&
          isWithin(one.price, sent.price) &&
          isWithin(one.updated, sent.updated) &&
          isWithin(one.created, sent.created) &&
          `${one.title} ${one.sku}`.toLowerCase().includes(search),
      )
      .sort(order);
    const { shown, next, previous } = paged(request, found, limit);
    const fields = wordsOf(query, 'fields');
    return json(200, {
      data: shown.map((one) => chosen(listingShown(one, expanded), fields)),
      paging: { next, previous, total: found.length },
    });
  }

  /** Any parameter is taken, and none but two are looked at. */
  function strategiesListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const enabled = query.get('enabled');
    const found = strategies.filter((one) => enabled === null || String(one.enabled) === enabled);
    const { shown, next, previous } = paged(request, found, Math.max(1, limitOf(query, 50)));
    return json(200, { data: shown.map(strategyShown), paging: { next, previous, total: found.length } });
  }

  function reportsListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const limit = Math.min(Math.max(limitOf(query, 10), 1), 50);
    const [wanted, types] = [
      oneOfThem(query, 'status', reportStatuses),
      oneOfThem(query, 'type', reportTypes),
    ];
    const created = timesOf(query, 'created');
    const found = reports.filter(
      (one) =>
        (wanted.length === 0 || wanted.includes(reportShown(one).status as string)) &&
        (types.length === 0 || types.includes(one.type)) &&
        isWithin(one.created, created),
    );
    const { shown, next } = paged(request, found, limit);
    return json(200, { data: shown.map(reportShown), paging: { next } });
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    const bad = (message: string) => new Refusal(400, ['validation_error', 'body_invalid'], message);
    if (sent === 'bad') throw bad('The request body is not valid JSON.');
    if (!isObject(sent.json)) throw bad('The request body must be a JSON object.');
    return sent.json;
  }

  function amountIn(body: Row, name: string): number | null {
    const value = body[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw invalid(name, `Invalid ${name}: must be a decimal string.`);
    }
    if (!/^-?\d+(\.\d+)?$/.test(String(value))) {
      throw invalid(name, `Invalid ${name}: must be a decimal string.`);
    }
    if (/\.\d{3,}$/.test(String(value))) {
      throw invalid(name, `Invalid ${name}: at most 2 decimal places are allowed for ${currency}.`);
    }
    const cents = Math.round(Number(value) * 100);
    if (cents <= 0) throw invalid(name, `Invalid ${name}: must be greater than 0.`);
    if (cents > largestPrice) throw invalid(name, `Invalid ${name}: must be at most ${money(largestPrice)}.`);
    return cents;
  }

  const strategyOf = (listing: Listing) => strategies.find(({ id }) => id === listing.strategy);

  function refuseArchived(listing: Listing): void {
    if (listing.status === 'archived') {
      throw new Refusal(
        409,
        ['conflict_error', 'listing_archived'],
        `Listing '${listing.id}' is archived and cannot be changed.`,
      );
    }
  }

  /** Both bounds are replaced: what is left out is taken away. */
  function priced(listing: Listing, body: Row): Answered {
    const strange = Object.keys(body).find((name) => !['minPrice', 'maxPrice', 'currency'].includes(name));
    if (strange !== undefined) {
      throw invalid(strange, `Received unknown parameter: ${strange}`, 'parameter_unknown');
    }
    if (body.minPrice === undefined && body.maxPrice === undefined) {
      throw invalid('minPrice', 'Missing required parameter: minPrice or maxPrice.', 'parameter_missing');
    }
    const [min, max] = [amountIn(body, 'minPrice'), amountIn(body, 'maxPrice')];
    if (body.currency !== undefined && body.currency !== currency) {
      throw invalid(
        'currency',
        `Currency ${typeof body.currency === 'string' ? body.currency : 'given'} does not match the listing's currency ${currency}.`,
        'currency_mismatch',
      );
    }
    if (min !== null && max !== null && min > max) {
      throw invalid('minPrice', 'minPrice must be less than or equal to maxPrice.', 'price_range_invalid');
    }
    refuseArchived(listing);
    if (min === null && strategyOf(listing)?.needsMin === true) {
      throw new Refusal(
        422,
        ['validation_error', 'min_price_required'],
        `The strategy '${strategyOf(listing)!.name}' requires a minPrice.`,
        'minPrice',
      );
    }
    [listing.min, listing.max, listing.updated] = [min, max, run.now()];
    return json(200, { data: listingShown(listing) });
  }

  function assigned(listing: Listing, { strategyId }: Row): Answered {
    if (strategyId === undefined) {
      throw invalid('strategyId', 'Missing required parameter: strategyId.', 'parameter_missing');
    }
    if (strategyId !== null && typeof strategyId !== 'string') {
      throw invalid('strategyId', 'Invalid strategyId: must be a string.');
    }
    refuseArchived(listing);
    const strategy = strategies.find(({ id }) => id === strategyId);
    if (strategyId !== null && strategy === undefined) {
      throw invalid('strategyId', `No such strategy: '${strategyId}'`, 'resource_missing');
    }
    if (strategy?.enabled === false) {
      throw new Refusal(
        409,
        ['conflict_error', 'strategy_disabled'],
        `Strategy '${strategy.id}' is disabled.`,
      );
    }
    if (strategy?.needsMin === true && listing.min === null) {
      throw new Refusal(
        422,
        ['validation_error', 'min_price_required'],
        `The strategy '${strategy.name}' requires a minPrice.`,
        'strategyId',
      );
    }
    [listing.strategy, listing.updated] = [strategyId, run.now()];
    return json(200, { data: listingShown(listing) });
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const { method } = request;
    const isWrite = part !== undefined;
    if (
      version !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (isWrite && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw new Refusal(
        404,
        ['not_found_error', 'route_not_found'],
        `Unrecognized request URL (${method}: ${path}).`,
      );
    }
    const allowed = isWrite ? 'PUT' : 'GET';
    if (method !== allowed) {
      throw new Refusal(
        405,
        ['invalid_request_error', 'method_not_allowed'],
        `Method ${method} is not allowed for this resource.`,
        undefined,
        [['Allow', allowed]],
      );
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(request);
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw missing('strategy', id);
      return json(200, { data: strategyShown(strategy) });
    }
    if (kind === 'reports') {
      if (id === undefined) return reportsListed(request);
      const report = reports.find((one) => one.id === id);
      if (report === undefined) throw missing('report', id);
      return json(200, { data: reportShown(report) });
    }
    if (id === undefined) return listed(request);
    const listing = all.find((one) => one.id === id);
    if (listing === undefined) throw missing('listing', id);
    if (part === 'price') return priced(listing, bodyIn(request));
    if (part === 'strategy') return assigned(listing, bodyIn(request));
    const row = listingShown(listing, expandedBy(query));
    return json(200, { data: chosen(row, wordsOf(query, 'fields')) });
  }

  /** @returns the headers that tell of the limit */
  function admit({ headers }: Asked): Headers {
    const given = headers['x-api-key'];
    if (given !== key) {
      const what = given === undefined ? 'missing' : 'invalid';
      throw new Refusal(
        401,
        ['authentication_error', `api_key_${what}`],
        given === undefined ? 'You did not provide an API key.' : 'Invalid API key provided.',
      );
    }
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    const isOver = recent.length >= perSecond;
    if (!isOver) recent.push(now);
    const told: Headers = [
      ['RateLimit-Limit', String(perSecond)],
      ['RateLimit-Remaining', String(perSecond - recent.length)],
      ['RateLimit-Reset', '1'],
    ];
    if (isOver) {
      throw new Refusal(
        429,
        ['rate_limit_error', 'rate_limit_exceeded'],
        'Too many requests hit the API too quickly.',
        undefined,
        [...told, ['Retry-After', '1']],
      );
    }
    return told;
  }

  return (request) => {
    count += 1;
    const id: Headers = [['Request-Id', ulid('req', run.now(), `paging ${run.run} ${count}`)]];
    try {
      const told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...id], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { type, code, message, param } = error;
      const shown = {
        type,
        code,
        message,
        ...(param !== undefined && { param }),
        doc_url: `https://docs.oskelby.example/errors/${code}`,
      };
      return json(error.status, { error: shown }, [...error.headers, ...id]);
    }
  };
}

/** Follows the links. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, 'paging', 'next');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

interface Ids {
  /** Of listings that can be changed: without a strategy, with one, without a lower bound, and of one that is archived. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const kept = rows.filter(({ status }) => status !== 'archived');
  return {
    free: kept
      .filter(({ strategyId, minPrice }) => strategyId === null && minPrice !== null)
      .map(({ id }) => id),
    bound: kept.filter(({ strategyId }) => strategyId !== null).map(({ id }) => id),
    open: kept.filter(({ minPrice }) => minPrice === null).map(({ id }) => id),
    archived: rows.find(({ status }) => status === 'archived')?.id,
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, archived } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const second = await get('limit=8');
  const third = await api.ask('GET', textIfAny(second, 'paging', 'next') ?? '/v1/listings');
  await api.ask('GET', textIfAny(third, 'paging', 'previous') ?? '/v1/listings');
  await get('status=paused&limit=50');
  await get('status=paused&status=draft&limit=12');
  await walk(api, '/v1/listings?channel=retail&limit=9&fields=id,title,price');
  await get('vendor=Velmora');
  await get('tag=sale&limit=5');
  await get('price[gte]=100&price[lte]=150.50&limit=30');
  await get('price[lte]=40&sort=price');
  await get('updated[gte]=2025-03-01T00:00:00Z&limit=10');
  await get('created[lte]=2024-06-30');
  await get(`strategyId=${String(plans[0])}`);
  await get('search=lamp');
  await get('search=nothinglikethis');
  await get('sort=-updatedAt&limit=6');
  await get('sort=title,-price&limit=10');
  await get('fields=sku,quantity,colour&limit=4');
  await get('expand=strategy&limit=3');
  await get(`sku=${String(rows[5]?.sku)}`);
  await api.ask('GET', '/v1/strategies?enabled=false');
  await api.ask('GET', '/v1/strategies?limit=4&colour=red');
  await api.ask('GET', '/v1/reports?status=completed&limit=4');
  await api.ask('GET', '/v1/reports?type=margin');
  await api.ask('GET', '/v1/reports?limit=500');
  for (const index of [0, 4, 7]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', bound[2], '?expand=strategy');
  await read(api, 'listings', free[1], '?fields=title,minPrice,maxPrice');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], { minPrice: '24.90', maxPrice: '180.00' });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minPrice: '19.99', maxPrice: '210.50', currency: 'EUR' });
  await price(api, free[1], { maxPrice: '88.00' });
  await read(api, 'listings', free[1]);
  await price(api, bound[4], { minPrice: 35.5 });
  await price(api, open[0], { minPrice: '7.25', maxPrice: null });
  await assign(api, free[0], plans[1]);
  await read(api, 'listings', free[0]);
  await assign(api, open[1], plans[2]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get('sort=-updatedAt&limit=7');
  await get(`strategyId=${String(plans[2])}&expand=strategy`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');

  await read(api, 'listings', 'lst_01HZZZZZZZZZZZZZZZZZZZZZZZ');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 'str_01HZZZZZZZZZZZZZZZZZZZZZZY');
  await read(api, 'reports', 'rpt_01HZZZZZZZZZZZZZZZZZZZZZZX');
  await price(api, 'lst_01HZZZZZZZZZZZZZZZZZZZZZZW', { minPrice: '3.00' });
  await price(api, free[3], { minPrice: '60.00', maxPrice: '59.99' });
  await price(api, free[3], { minPrice: 'cheap' });
  await price(api, free[3], { minPrice: '5.00', maxPrice: true });
  await price(api, free[3], { minPrice: '-1.00' });
  await price(api, free[3], { minPrice: '4.00', maxPrice: 0 });
  await price(api, free[3], { maxPrice: '1000000.00' });
  await price(api, free[3], { minPrice: '9.999' });
  await price(api, free[3], { minPrice: '9.00', currency: 'USD' });
  await price(api, free[3], {});
  await price(api, free[3], { minPrice: '9.00', colour: 'red' });
  await price(api, free[3], [1]);
  await price(api, bound[0], { minPrice: null, maxPrice: null });
  await price(api, bound[7], { maxPrice: '120.00' });
  await price(api, archived, { minPrice: '5.00' });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { text: '{"minPrice": ' });
  await assign(api, free[3], 'str_01HZZZZZZZZZZZZZZZZZZZZZZV');
  await assign(api, free[3], plans[3]);
  await assign(api, free[3], 17);
  await assign(api, free[3]);
  await assign(api, open[2], plans[0]);
  await assign(api, archived, plans[5]);
  await get('limit=0');
  await get('limit=101');
  await get('limit=many');
  await get('cursor=nowhere');
  await get('status=sold');
  await get('sort=-colour');
  await get('expand=vendor');
  await get('price[gte]=cheap');
  await get('updated[gte]=monday');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/strategies?limit=all');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { minPrice: '8.00' } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'sk_live_00000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=1', 10);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=3');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, archived } = idsOf(await walk(api, '/v1/listings?limit=25'));
  const plans = (await walk(api, '/v1/strategies?limit=5')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?status=draft&status=archived&limit=6');
  await get('channel=wholesale&limit=7');
  await get('vendor=Halvik&vendor=Zembro&limit=40');
  await get('tag=gift&tag=new');
  await get('price[gte]=120.25&limit=15');
  await get('updated[gte]=2025-01-01T12:00:00Z&updated[lte]=2025-04-01T00:00:00Z');
  await get('created[gte]=2025-02-15&limit=4');
  await get(`strategyId=${String(plans[4])}&limit=3`);
  await get('search=ZEM-');
  await get('sort=-price&limit=5');
  await get('sort=-quantity,title&limit=8');
  await get('fields=title,status&sort=createdAt&limit=6');
  await get('expand=strategy&status=paused');
  await api.ask('GET', '/v1/strategies?enabled=true&limit=2');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?type=price_history&limit=2');
  await read(api, 'listings', bound[1]);
  await read(api, 'listings', free[4], '?expand=strategy');
  await read(api, 'listings', bound[3], '?fields=sku,price,currency');
  await read(api, 'listings', open[3]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[5]);

  await price(api, free[2], { minPrice: '12.75', maxPrice: '140.00' });
  await read(api, 'listings', free[2]);
  await price(api, free[4], { minPrice: '31.05' });
  await read(api, 'listings', free[4]);
  await price(api, bound[1], { minPrice: 22, maxPrice: 301.1 });
  await price(api, open[3], { maxPrice: '45.00' });
  await assign(api, free[2], plans[0]);
  await read(api, 'listings', free[2], '?expand=strategy');
  await assign(api, bound[3], null);
  await get('sort=-updatedAt&limit=4');

  await read(api, 'listings', 'lst_01J0000000000000000000000A');
  await read(api, 'reports', 'summary');
  await price(api, 'lst_01J0000000000000000000000B', { maxPrice: '30.00' });
  await price(api, free[5], { minPrice: '71.20', maxPrice: '70.00' });
  await price(api, free[5], { minPrice: '6.00', maxPrice: 'lots' });
  await price(api, free[5], { maxPrice: '-0.50' });
  await price(api, free[5], { minPrice: '2000000' });
  await price(api, free[5], { maxPrice: '20.125' });
  await price(api, free[5], { maxPrice: '20.00', currency: 'GBP' });
  await price(api, free[6], {});
  await price(api, free[6], { shape: 'round', maxPrice: '9.00' });
  await price(api, bound[5], { maxPrice: '300.00' });
  await price(api, archived, { maxPrice: '800.00' });
  await assign(api, free[5], 'str_01J0000000000000000000000C');
  await assign(api, free[6], plans[3]);
  await assign(api, free[5], true);
  await assign(api, open[4], plans[1]);
  await get('limit=-5');
  await get('limit=250');
  await get('status=gone');
  await get('channel=street');
  await get('sort=size,title');
  await get('price[lte]=dear');
  await get('created[gte]=soon');
  await get('shape=round');
  await api.ask('GET', '/v1/reports?type=weather');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const dataAndPaging: WalkedService = {
  name: 'data-and-paging',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
