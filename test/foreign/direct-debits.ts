// A direct debit company's API: each body is keyed by the plural of what it is about, a list with the cursors before and after
// it (ids, null where there is nothing more) and its limit in a meta, one record and a write alike as an object; a date as the
// version in a header that no request may be without; ids of two letters and twelve signs, newest first, whole amounts in the
// smallest unit, moments in UTC to the millisecond; what a record belongs to by its id among links (left out where there is
// none), and beside the records where it is asked for; a few texts of the client's own as metadata; several values between
// commas, ranges in brackets, an order by field and direction; all faults of a request at once with the field and a pointer,
// or a reason alone for wrong use and for states, always with a type, an address of a page, the status and the request's id.
// A price follows its bounds at once.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'live_4HqT8rWm2ZsPv0KxBd61';
const version = '2024-03-19';
const docs = 'https://developer.halvik.example/api-reference';
const perSecond = 10;
const largestAmount = 10_000_000;

const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const idOf = (prefix: string, seed: string) => `${prefix}00${scrambled(seed, 10, signs)}`;
const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

const statuses = ['active', 'paused', 'pending_review', 'archived'] as const;
const currencies = ['GBP', 'EUR', 'SEK'] as const;
const reportTypes = ['price_changes', 'margins', 'stock_levels'] as const;

interface Listing {
  readonly id: string;
  readonly created: number;
  readonly reference: string;
  readonly description: string;
  readonly status: (typeof statuses)[number];
  readonly currency: (typeof currencies)[number];
  readonly quantity: number;
  readonly account: string;
  price: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  metadata: Readonly<Record<string, string>>;
}

const accounts = [0, 1, 2].map((index) => idOf('AC', `debit account ${index}`));

const strategies = [
  { name: 'Undercut the lowest', kind: 'undercut', needsLimits: true, isActive: true },
  { name: 'Match the buy box', kind: 'match', needsLimits: true, isActive: true },
  { name: 'Fixed margin', kind: 'margin', needsLimits: false, isActive: true },
  { name: 'Summer clearance', kind: 'clearance', needsLimits: false, isActive: false },
  { name: 'Slow mover', kind: 'velocity', needsLimits: false, isActive: true },
  { name: 'Hold the price', kind: 'hold', needsLimits: false, isActive: true },
]
  .map((one, index) => ({
    ...one,
    id: idOf('ST', `debit strategy ${index}`),
    created: pastMoment(`debit strategy ${index}`) + chance(`debit strategy ${index}`, 1_000),
  }))
  .sort((one, other) => other.created - one.created);
type Strategy = (typeof strategies)[number];

const strategyShown = ({ id, name, kind, needsLimits, isActive, created }: Strategy): Row => ({
  id,
  created_at: moment(created),
  name,
  strategy_type: kind,
  status: isActive ? 'active' : 'inactive',
  requires_limits: needsLimits,
});

function listings(): Listing[] {
  return Array.from({ length: 61 }, (_, index): Listing => {
    const seed = `debit ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const isBounded = chance(`${seed} bounded`, 4) > 0;
    const plan = strategies[chance(`${seed} plan`, strategies.length)]!;
    const isPlanned = plan.isActive && (isBounded || !plan.needsLimits) && chance(`${seed} planned`, 3) > 0;
    return {
      id: idOf('LS', seed),
      created: pastMoment(seed) + chance(`${seed} milliseconds`, 1_000),
      reference: sku,
      description: title,
      status: oneOf(`${seed} status`, ['active', 'active', 'active', ...statuses]),
      currency: oneOf(`${seed} currency`, ['GBP', 'GBP', ...currencies]),
      quantity: stock,
      account: oneOf(`${seed} account`, accounts),
      price,
      min: isBounded ? Math.round(price * 0.75) : null,
      max: isBounded && chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.4) : null,
      strategy: isPlanned ? plan.id : null,
      metadata: chance(`${seed} metadata`, 3) === 0 ? { supplier: maker } : {},
    };
  }).sort((one, other) => other.created - one.created);
}

interface Fault {
  readonly field?: string;
  readonly reason?: string;
  readonly message: string;
  readonly request_pointer?: string;
  readonly links?: Readonly<Record<string, string>>;
}

class Refusal extends Error {
  readonly status: number;
  readonly type: 'invalid_api_usage' | 'validation_failed' | 'invalid_state';
  readonly faults: readonly Fault[];
  readonly headers: Headers;

  constructor(
    status: number,
    type: Refusal['type'],
    message: string,
    faults: readonly Fault[],
    headers: Headers = [],
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.faults = faults;
    this.headers = headers;
  }
}

const misuse = (status: number, reason: string, message: string, headers: Headers = []) =>
  new Refusal(status, 'invalid_api_usage', message, [{ reason, message }], headers);

const inState = (reason: string, message: string, links: Readonly<Record<string, string>>) =>
  new Refusal(422, 'invalid_state', message, [{ reason, message, links }]);

/** Notes what is wrong, all of which is told at once. */
class Faults {
  readonly #all: Fault[] = [];

  add(pointer: string, message: string): void {
    this.#all.push({ field: pointer.split('/').at(-1)!, message, request_pointer: pointer });
  }

  refuse(): void {
    if (this.#all.length > 0) throw new Refusal(422, 'validation_failed', 'Validation failed', this.#all);
  }
}

/** A condition on a number: `[gte]`, `[gt]`, `[lte]` and `[lt]`. */
const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

/** The parameters of a list; those that nobody knows are refused before anything else is looked at. */
function parametersOf(query: URLSearchParams, known: readonly string[], faults: Faults) {
  for (const name of query.keys()) {
    if (known.includes(name.replace(/\[[gl]te?\]$/, ''))) continue;
    throw misuse(400, 'unpermitted_parameter', `The parameter '${name}' is not permitted`);
  }
  const pointer = (name: string) => `/${name.replace(/\[(\w+)\]/, '/$1')}`;
  const range = (name: string, read: (text: string) => number, message: string) => {
    const tests = Object.entries(comparisons).flatMap(([comparison, compare]) => {
      const text = query.get(`${name}[${comparison}]`);
      if (text === null) return [];
      const bound = read(text);
      if (Number.isNaN(bound)) faults.add(pointer(`${name}[${comparison}]`), message);
      return [(value: number) => compare(value, bound)];
    });
    return (value: number) => tests.every((test) => test(value));
  };
  return {
    limit: (): number => {
      const text = query.get('limit') ?? '50';
      if (!/^-?\d+$/.test(text)) faults.add('/limit', 'must be an integer');
      else if (Number(text) < 1) faults.add('/limit', 'must be greater than or equal to 1');
      else if (Number(text) > 500) faults.add('/limit', 'must be less than or equal to 500');
      return Number(text);
    },
    several: (name: string, values?: readonly string[]) => {
      const sent = query.get(name)?.split(',');
      const strange = sent?.find((value) => values !== undefined && !values.includes(value));
      if (strange !== undefined) faults.add(pointer(name), `must be one of ${values!.join(', ')}`);
      return (value: string | null) => sent === undefined || sent.includes(value ?? '');
    },
    one: (name: string, values: readonly string[]) => {
      const text = query.get(name);
      if (text !== null && !values.includes(text)) {
        faults.add(pointer(name), `must be one of ${values.join(', ')}`);
      }
      return text;
    },
    amounts: (name: string) =>
      range(name, (text) => (/^\d+$/.test(text) ? Number(text) : NaN), 'must be an integer'),
    moments: (name: string) =>
      range(
        name,
        (text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN),
        'must be a valid ISO 8601 datetime',
      ),
  };
}

/** The records behind or before one of them, and the cursors around them. */
function paged<Each extends { readonly id: string }>(
  query: URLSearchParams,
  found: readonly Each[],
  limit: number,
): { readonly shown: readonly Each[]; readonly meta: Row } {
  const [after, before] = [query.get('after'), query.get('before')];
  const place = (id: string) => {
    const at = found.findIndex((one) => one.id === id);
    if (at < 0) throw misuse(400, 'invalid_cursor', `The cursor '${id}' is not valid`);
    return at;
  };
  const end = before === null ? undefined : place(before);
  const from = after !== null ? place(after) + 1 : end === undefined ? 0 : Math.max(0, end - limit);
  const to = Math.min(end ?? found.length, from + limit);
  const shown = found.slice(from, to);
  return {
    shown,
    meta: {
      cursors: {
        before: from > 0 ? (shown[0]?.id ?? null) : null,
        after: to < found.length ? (shown.at(-1)?.id ?? null) : null,
      },
      limit,
    },
  };
}

const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
  created_at: ({ created }) => created,
  description: ({ description }) => description,
  price: ({ price }) => price,
  quantity: ({ quantity }) => quantity,
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: idOf('RP', `debit report ${index}`),
    type: reportTypes[index % 3]!,
    currency: currencies[chance(`debit report currency ${index}`, 3)]!,
    created:
      index < 2
        ? opened - 15_000 * (index + 1) - 418
        : opened - index * 62_000_000 - chance(`debit report ${index}`, 20_000_000),
    seconds: 90 + index * 10,
    fails: index === 5,
    rows: 12 + chance(`debit rows ${index}`, 900),
  }));
  type Report = (typeof reports)[number];
  let window = 0;
  let used = 0;
  let count = 0;

  function statusOf({ created, seconds, fails }: Report): string {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 25 ? 'pending' : elapsed < seconds ? 'running' : fails ? 'failed' : 'ready';
  }

  function reportShown(report: Report): Row {
    const { id, type, currency, created, seconds, rows } = report;
    const status = statusOf(report);
    const isReady = status === 'ready';
    return {
      id,
      created_at: moment(created),
      report_type: type,
      currency,
      status,
      row_count: isReady ? rows : null,
      finished_at: isReady || status === 'failed' ? moment(created + seconds * 1_000) : null,
      download_url: isReady
        ? `${run.origin}/files/${id}.csv?signature=${scrambled(`debit ${run.run} ${id}`, 40, signs)}`
        : null,
    };
  }

  const listingShown = (one: Listing): Row => ({
    id: one.id,
    created_at: moment(one.created),
    reference: one.reference,
    description: one.description,
    status: one.status,
    currency: one.currency,
    price: one.price,
    min_price: one.min,
    max_price: one.max,
    quantity: one.quantity,
    metadata: one.metadata,
    links: { account: one.account, ...(one.strategy !== null && { strategy: one.strategy }) },
  });

  /** The strategies of these listings, each once, if they are asked for. */
  const linked = (query: URLSearchParams, shown: readonly Listing[]) =>
    query.get('include') === 'strategy' && {
      linked: {
        strategies: strategies
          .filter(({ id }) => shown.some(({ strategy }) => strategy === id))
          .map(strategyShown),
      },
    };

  function listed(query: URLSearchParams): Answered {
    const faults = new Faults();
    const asked = parametersOf(
      query,
      [
        'limit',
        'after',
        'before',
        'status',
        'currency',
        'account',
        'strategy',
        'reference',
        'price',
        'created_at',
        'include',
        'sort_field',
        'sort_direction',
      ],
      faults,
    );
    const limit = asked.limit();
    const isStatus = asked.several('status', statuses);
    const isCurrency = asked.several('currency', currencies);
    const isAccount = asked.several('account');
    const isStrategy = asked.several('strategy');
    const isReference = asked.several('reference');
    const isPrice = asked.amounts('price');
    const isCreated = asked.moments('created_at');
    asked.one('include', ['strategy']);
    const field = asked.one('sort_field', Object.keys(orders));
    const direction = asked.one('sort_direction', ['asc', 'desc']);
    faults.refuse();
    const found = all.filter(
      (one) =>
        isStatus(one.status) &&
        isCurrency(one.currency) &&
        isAccount(one.account) &&
        isStrategy(one.strategy) &&
        isReference(one.reference) &&
        isPrice(one.price) &&
        isCreated(one.created),
    );
    if (field !== null || direction !== null) {
      const of = orders[field ?? 'created_at']!;
      const sign = direction === 'asc' ? 1 : -1;
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    const { shown, meta } = paged(query, found, limit);
    return json(200, { listings: shown.map(listingShown), meta, ...linked(query, shown) });
  }

  function strategiesListed(query: URLSearchParams): Answered {
    const faults = new Faults();
    const asked = parametersOf(query, ['limit', 'after', 'before', 'status', 'strategy_type'], faults);
    const limit = asked.limit();
    const isStatus = asked.several('status', ['active', 'inactive']);
    const isKind = asked.several('strategy_type');
    faults.refuse();
    const found = strategies.filter(
      ({ isActive, kind }) => isStatus(isActive ? 'active' : 'inactive') && isKind(kind),
    );
    const { shown, meta } = paged(query, found, limit);
    return json(200, { strategies: shown.map(strategyShown), meta });
  }

  function reportsListed(query: URLSearchParams): Answered {
    const faults = new Faults();
    const known = ['limit', 'after', 'before', 'status', 'report_type', 'created_at'];
    const asked = parametersOf(query, known, faults);
    const limit = asked.limit();
    const isStatus = asked.several('status', ['pending', 'running', 'ready', 'failed']);
    const isType = asked.several('report_type', reportTypes);
    const isCreated = asked.moments('created_at');
    faults.refuse();
    const found = reports.filter(
      (one) => isStatus(statusOf(one)) && isType(one.type) && isCreated(one.created),
    );
    const { shown, meta } = paged(query, found, limit);
    return json(200, { reports: shown.map(reportShown), meta });
  }

  /** What is sent about a listing. */
  function bodyIn(request: Asked, known: readonly string[], faults: Faults): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw misuse(400, 'bad_request', 'The request body is not valid JSON');
    const body = isObject(sent.json) ? sent.json.listings : undefined;
    if (!isObject(body)) {
      throw misuse(
        400,
        'invalid_document_structure',
        "Invalid document structure: the root key 'listings' must hold an object",
      );
    }
    for (const name of Object.keys(body)) {
      if (!known.includes(name)) faults.add(`/listings/${name}`, 'is not permitted');
    }
    return body;
  }

  function refuseArchived({ id, status }: Listing): void {
    if (status !== 'archived') return;
    throw inState('listing_archived', 'This listing is archived and cannot be updated', { listing: id });
  }

  const strategyOf = (listing: Listing) => strategies.find(({ id }) => id === listing.strategy);

  function priced(listing: Listing, request: Asked): Answered {
    const faults = new Faults();
    const body = bodyIn(request, ['min_price', 'max_price', 'metadata'], faults);
    if (Object.keys(body).length === 0) {
      for (const name of ['min_price', 'max_price']) faults.add(`/listings/${name}`, 'is required');
    }
    const amountIn = (name: 'min_price' | 'max_price', now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null) return null;
      const pointer = `/listings/${name}`;
      if (typeof value !== 'number') faults.add(pointer, 'must be a number');
      else if (!Number.isInteger(value)) faults.add(pointer, 'must be an integer');
      else if (value < 1) faults.add(pointer, 'must be greater than or equal to 1');
      else if (value > largestAmount) faults.add(pointer, `must be less than or equal to ${largestAmount}`);
      else return value;
      return null;
    };
    const [min, max] = [amountIn('min_price', listing.min), amountIn('max_price', listing.max)];
    if (min !== null && max !== null && min > max) {
      faults.add('/listings/min_price', 'must be less than or equal to max_price');
    }
    const { metadata = listing.metadata } = body;
    const isMetadata =
      isObject(metadata) && Object.values(metadata).every((text) => typeof text === 'string');
    if (!isMetadata) faults.add('/listings/metadata', 'must be an object of strings');
    faults.refuse();
    refuseArchived(listing);
    const strategy = strategyOf(listing);
    if (strategy?.needsLimits === true && min === null) {
      throw inState('strategy_requires_limits', `The strategy '${strategy.name}' requires a min_price`, {
        strategy: strategy.id,
      });
    }
    const price = Math.min(Math.max(listing.price, min ?? 0), max ?? Infinity);
    Object.assign(listing, { min, max, price, metadata });
    return json(200, { listings: listingShown(listing) });
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const faults = new Faults();
    const { links } = bodyIn(request, ['links'], faults);
    const strategyId = isObject(links) ? links.strategy : undefined;
    const pointer = '/listings/links/strategy';
    const strategy = strategies.find(({ id }) => id === strategyId);
    if (links !== undefined && !isObject(links)) faults.add('/listings/links', 'must be an object');
    else if (strategyId === undefined) faults.add(pointer, 'is required');
    else if (strategyId !== null && typeof strategyId !== 'string') faults.add(pointer, 'must be a string');
    else if (strategyId !== null && strategy === undefined) faults.add(pointer, 'does not exist');
    faults.refuse();
    refuseArchived(listing);
    if (strategy?.isActive === false) {
      throw inState('strategy_inactive', `The strategy '${strategy.name}' is inactive`, {
        strategy: strategy.id,
      });
    }
    if (strategy?.needsLimits === true && listing.min === null) {
      throw inState('strategy_requires_limits', `The strategy '${strategy.name}' requires a min_price`, {
        listing: listing.id,
      });
    }
    listing.strategy = strategy?.id ?? null;
    return json(200, { listings: listingShown(listing) });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    if (
      root !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw misuse(404, 'path_not_found', 'The path you requested does not exist');
    }
    const allowed = part === undefined ? 'GET' : 'PUT';
    if (request.method !== allowed) {
      throw misuse(405, 'method_not_allowed', `The method ${request.method} is not allowed on this path`, [
        ['Allow', allowed],
      ]);
    }
    if (id === undefined) {
      return { listings: listed, strategies: strategiesListed, reports: reportsListed }[kind]!(query);
    }
    const found = <Each extends { readonly id: string }>(records: readonly Each[]): Each => {
      const record = records.find((one) => one.id === id);
      if (record === undefined) throw misuse(404, 'resource_not_found', 'Resource not found');
      return record;
    };
    if (kind === 'strategies') return json(200, { strategies: strategyShown(found(strategies)) });
    if (kind === 'reports') return json(200, { reports: reportShown(found(reports)) });
    const listing = found(all);
    if (part === 'price') return priced(listing, request);
    if (part === 'strategy') return assigned(listing, request);
    return json(200, { listings: listingShown(listing), ...linked(query, [listing]) });
  }

  /** @returns the headers that tell of the limit */
  function admit({ headers }: Asked): Headers {
    const given = headers['x-api-key'];
    if (given === undefined) throw misuse(401, 'missing_api_key', 'No API key was sent');
    if (given !== key) throw misuse(401, 'api_key_not_found', 'The API key was not found or is disabled');
    const asked = headers['api-version'];
    if (asked === undefined) throw misuse(400, 'missing_version_header', 'Please send an Api-Version header');
    if (asked !== version) throw misuse(400, 'version_not_found', `Version ${asked} does not exist`);
    const second = Math.floor(run.now() / 1_000);
    if (second !== window) [window, used] = [second, 0];
    used += 1;
    const told: Headers = [
      ['RateLimit-Limit', String(perSecond)],
      ['RateLimit-Remaining', String(Math.max(0, perSecond - used))],
      ['RateLimit-Reset', new Date((second + 1) * 1_000).toUTCString()],
    ];
    if (used <= perSecond) return told;
    throw misuse(429, 'rate_limit_exceeded', 'Rate limit exceeded', [...told, ['Retry-After', '1']]);
  }

  return (request) => {
    count += 1;
    const requestId = uuid(`debit ${run.run} ${count}`);
    const told: Headers = [['X-Request-Id', requestId]];
    try {
      const limits = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...limits, ...told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, type, message, faults, headers } = error;
      const shown = {
        message,
        documentation_url: `${docs}#${faults[0]!.reason ?? type}`,
        type,
        request_id: requestId,
        errors: faults,
        code: status,
      };
      return json(status, { error: shown }, [...headers, ...told]);
    }
  };
}

const ask = (api: Api, target: string): Promise<Received> =>
  api.ask('GET', target, { headers: { 'Api-Version': version } });
const put = (api: Api, id: unknown, part: string, json: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/${part}`, { json, headers: { 'Api-Version': version } });
const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  ask(api, `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, listings: unknown): Promise<Received> =>
  put(api, id, 'price', { listings });
const assign = (api: Api, id: unknown, strategy?: unknown): Promise<Received> =>
  put(api, id, 'strategy', { listings: { links: { strategy } } });

/** Goes on behind the last id until there is none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const kind = /^\/v1\/(\w+)/.exec(target)?.[1] ?? '';
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await ask(api, next);
    rows.push(...rowsAt(received, kind));
    const after = textIfAny(received, 'meta', 'cursors', 'after');
    next = after === undefined ? undefined : `${target}${target.includes('?') ? '&' : '?'}after=${after}`;
  }
  return rows;
}

/** Asks until it is told to wait, waits that long, and asks once more. */
async function hurry(api: Api): Promise<void> {
  const again = () =>
    api.ask('GET', '/v1/strategies?limit=1', { headers: { 'Api-Version': version }, atOnce: true });
  for (let sent = 0; sent < 12; sent += 1) {
    const { status, headers } = await again();
    if (status !== 429) continue;
    api.wait(1_000 * Number(headers.get('Retry-After')));
    await again();
    return;
  }
}

interface Ids {
  /** Of listings that can be changed: with bounds and no strategy, with a strategy, without bounds; of those archived. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const kept = rows.filter(({ status }) => status !== 'archived');
  const strategyIn = ({ links }: Row) => (isObject(links) ? links.strategy : undefined);
  const ids = (chosen: readonly Row[]) => chosen.map(({ id }) => id);
  return {
    free: ids(kept.filter((row) => row.min_price !== null && strategyIn(row) === undefined)),
    bound: ids(kept.filter((row) => row.min_price !== null && strategyIn(row) !== undefined)),
    open: ids(kept.filter((row) => row.min_price === null && strategyIn(row) === undefined)),
    archived: ids(rows.filter(({ status }) => status === 'archived')),
  };
}

/** The ids of strategies by what they do. */
const plansOf = (rows: readonly Row[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rows.map(({ id, strategy_type }) => [String(strategy_type), id]));

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, archived } = idsOf(rows);
  const plans = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const get = (query: string) => ask(api, `/v1/listings?${query}`);
  const behind = await get(`limit=9&after=${String(rows[19]?.id)}`);
  await get(`limit=9&before=${textIfAny(behind, 'meta', 'cursors', 'before')}`);
  await get('limit=500');
  await get('status=paused&limit=30');
  await walk(api, '/v1/listings?status=pending_review,archived&limit=8');
  await get('currency=EUR');
  await get('currency=SEK,EUR&status=active&limit=6');
  const links = rows[3]?.links;
  await get(`account=${String(isObject(links) ? links.account : '')}&limit=10`);
  await get(`strategy=${String(plans.match)}`);
  await get(`strategy=${String(plans.margin)},${String(plans.hold)}&limit=15`);
  await get(`reference=${String(rows[7]?.reference)}`);
  await get('price[gte]=15000');
  await get('price[gt]=4000&price[lte]=8050&limit=25');
  await get('created_at[gte]=2025-03-01T00:00:00.000Z&limit=20');
  await get('created_at[lt]=2024-04-01T00:00:00Z');
  await get('sort_field=price&sort_direction=asc&limit=8');
  await get('sort_field=description&limit=6');
  await get('sort_direction=asc&limit=5');
  await get('sort_field=quantity&sort_direction=desc&limit=7');
  await get('include=strategy&limit=6');
  await get('currency=SEK&status=pending_review&price[gte]=19000');
  await ask(api, '/v1/strategies?status=active');
  await ask(api, '/v1/strategies?strategy_type=margin,hold&limit=1');
  await ask(api, '/v1/reports?status=ready&limit=4');
  await ask(api, '/v1/reports?report_type=margins');
  for (const index of [0, 3, 6]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', bound[2], '?include=strategy');
  await read(api, 'strategies', plans.velocity);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { min_price: 250, max_price: 25_000 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: 300, max_price: 450 });
  await read(api, 'listings', bound[0]);
  await price(api, bound[3], { max_price: 31_550 });
  await price(api, free[1], { min_price: 21_000, max_price: 24_000 });
  await read(api, 'listings', free[1]);
  await price(api, free[2], { max_price: null });
  await price(api, open[0], { min_price: 199, metadata: { supplier: 'Oskelby', shelf: 'B12' } });
  await read(api, 'listings', open[0]);
  await assign(api, free[0], plans.undercut);
  await read(api, 'listings', free[0], '?include=strategy');
  await assign(api, open[1], plans.margin);
  await assign(api, bound[3], null);
  await read(api, 'listings', bound[3]);
  await get('sort_field=price&sort_direction=desc&limit=4');
  await get(`strategy=${String(plans.undercut)}&include=strategy`);
  api.wait(40_000);
  await ask(api, '/v1/reports?limit=3');

  await read(api, 'listings', 'LS0000000000000');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 'ST0000000000ZZ');
  await read(api, 'reports', 'RP0000000000ZZ');
  await price(api, 'LS0000000000AA', { min_price: 300 });
  await price(api, free[4], { min_price: 3_000, max_price: 2_999 });
  await price(api, free[4], { min_price: 'cheap' });
  await price(api, free[4], { min_price: true, max_price: 'dear' });
  await price(api, free[4], { min_price: -400 });
  await price(api, free[4], { min_price: 0, max_price: 20_000_000 });
  await price(api, free[4], { max_price: 1234.5 });
  await price(api, free[4], {});
  await price(api, free[4], { colour: 'red' });
  await price(api, free[4], { min_price: 'low', margin: 2 });
  await price(api, free[4], { metadata: 'none' });
  await price(api, bound[4], { min_price: null, max_price: 30_000 });
  await price(api, archived[0], { min_price: 500 });
  await put(api, free[4], 'price', { min_price: 500 });
  await api.ask('PUT', `/v1/listings/${String(free[4])}/price`, {
    text: '{"listings": ',
    headers: { 'Api-Version': version },
  });
  await assign(api, free[4], 'ST0000000000YY');
  await assign(api, free[4], plans.clearance);
  await assign(api, free[4], 17);
  await assign(api, free[4]);
  await assign(api, open[2], plans.match);
  await assign(api, archived[0], plans.hold);
  await get('limit=0');
  await get('limit=501');
  await get('limit=many');
  await get('after=nowhere');
  await get('status=sold');
  await get('sort_field=colour&limit=0');
  await get('include=account');
  await get('price[gte]=cheap');
  await get('created_at[gte]=monday');
  await get('colour=red&limit=3');
  await ask(api, '/v1/reports?status=lost');
  await ask(api, '/v1/strategies?sort_field=name');
  await ask(api, '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[4])}/price`, {
    json: { listings: { min_price: 800 } },
    headers: { 'Api-Version': version },
  });
  await api.ask('GET', '/v1/listings?limit=2');
  await api.ask('GET', '/v1/strategies', { headers: { 'Api-Version': '2019-01-01' } });
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null, 'Api-Version': version } });
  await api.ask('GET', '/v1/strategies', {
    headers: { 'X-API-KEY': 'live_0000', 'Api-Version': version },
  });
  api.wait(3_000);
  await hurry(api);
  api.wait(900_000);
  await ask(api, '/v1/reports?limit=4');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?limit=25');
  const { free, bound, open, archived } = idsOf(rows);
  const plans = plansOf(await walk(api, '/v1/strategies?limit=4'));
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  const get = (query: string) => ask(api, `/v1/listings?${query}`);
  await get(`limit=6&before=${String(rows[30]?.id)}`);
  await walk(api, '/v1/listings?status=paused,archived&limit=6');
  await get('currency=GBP,SEK&limit=11');
  await get(`strategy=${String(plans.velocity)}&limit=4`);
  await get(`reference=${String(rows[12]?.reference)},${String(rows[40]?.reference)}`);
  await get('price[lt]=3000');
  await get('price[gte]=9000&price[lt]=12000&sort_field=price');
  await get('created_at[gt]=2025-01-01T12:00:00Z&created_at[lte]=2025-04-01T00:00:00Z');
  await get('sort_field=price&sort_direction=desc&limit=5');
  await get('sort_field=created_at&sort_direction=asc&limit=9');
  await get('sort_field=description&sort_direction=asc&status=active&limit=6');
  await get('include=strategy&status=paused');
  await get('limit=12&currency=EUR&include=strategy');
  await ask(api, '/v1/strategies?status=inactive');
  await ask(api, '/v1/reports?status=failed,ready&limit=3');
  await ask(api, '/v1/reports?report_type=stock_levels');
  for (const index of [1, 5]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', free[3], '?include=strategy');
  await read(api, 'strategies', plans.match);
  await read(api, 'reports', runs[7]);

  await price(api, free[3], { min_price: 175, max_price: 33_300 });
  await read(api, 'listings', free[3]);
  await price(api, bound[5], { min_price: 23_000, max_price: 60_120 });
  await price(api, free[5], { max_price: 640 });
  await read(api, 'listings', free[5]);
  await price(api, open[3], { min_price: 110, max_price: null });
  await assign(api, free[3], plans.match);
  await read(api, 'listings', free[3], '?include=strategy');
  await assign(api, bound[1], null);
  await get(`strategy=${String(plans.match)}&limit=5`);

  await read(api, 'listings', 'LS00ZZZZZZZZZZ');
  await read(api, 'reports', 'summary');
  await price(api, 'LS00YYYYYYYYYY', { max_price: 3_000 });
  await price(api, free[6], { min_price: 7_120, max_price: 7_000 });
  await price(api, free[6], { max_price: 'lots' });
  await price(api, free[6], { min_price: -50, max_price: false });
  await price(api, free[6], { max_price: 10_000_001 });
  await price(api, free[6], { min_price: 10.25 });
  await price(api, free[6], { shape: 4, max_price: 0 });
  await price(api, bound[2], { min_price: null });
  await price(api, archived[1], { max_price: 800 });
  await put(api, free[6], 'price', [1]);
  await assign(api, free[6], 'ST00ZZZZZZZZZZ');
  await assign(api, free[7], plans.clearance);
  await assign(api, free[6], 4.5);
  await assign(api, open[4], plans.undercut);
  await get('limit=-3');
  await get('limit=lots');
  await get('status=active,lost');
  await get('currency=USD&sort_direction=up');
  await get('price[lte]=dear');
  await get('created_at[lt]=soon&limit=1000');
  await get('before=here');
  await get('shape=round');
  await ask(api, '/v1/reports?report_type=weather');
  await ask(api, '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null, 'Api-Version': version } });
  await api.ask('GET', '/v1/reports?limit=6');
}

export const directDebits: WalkedService = {
  name: 'direct-debits',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
