// A platform for merchants in West Africa whose payment API they know already: each answer has a `status` that is true or false and a
// `message` in words, then `data` and, of lists, `meta` with the total, what was skipped, the page and the count of pages; report runs go
// on by a cursor instead. Names are in camelCase and snake_case mixed, amounts whole kobo, an integer `id` stands beside a code such as
// LST_… and either reads a record. A refusal has the same envelope without data: `meta.nextStep` says what to do, then come a type and
// a code; faults of parameters are told in the words of a schema validator, the first alone, with the name in quotes.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'sk_live_5b1f0c93d27e48a6b0c4d19e7a35f862';
const integration = 463_433;
const callsPerWindow = 5;
const window = 1_000;
const leastPrice = 100;
const largestPrice = 500_000_000;

const lowercase = '0123456789abcdefghijklmnopqrstuvwxyz';
const codeOf = (prefix: string, seed: string) => `${prefix}_${scrambled(`meta ${seed}`, 15, lowercase)}`;
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

const statuses = ['active', 'inactive', 'archived'] as const;
const channels = ['marketplace', 'storefront'] as const;
const sorts = ['createdAt', 'updatedAt', 'price', 'name'] as const;
const runTypes = ['price_changes', 'inventory', 'margins'] as const;
const runStatuses = ['pending', 'processing', 'success', 'failed'] as const;

interface Listing {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly sku: string;
  readonly description: string | null;
  readonly channel: (typeof channels)[number];
  readonly status: (typeof statuses)[number];
  readonly price: number;
  readonly quantity: number;
  readonly metadata: Row | null;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

interface Strategy {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: 'undercut' | 'match' | 'margin';
  readonly amount: number | null;
  readonly percentage: number | null;
  readonly active: boolean;
  readonly created: number;
}

type StrategyKind = Pick<Strategy, 'name' | 'description' | 'type' | 'amount' | 'percentage' | 'active'>;

const strategyKinds: readonly StrategyKind[] = [
  {
    name: 'Match Lowest',
    description: 'Follow the lowest offer',
    type: 'match',
    amount: null,
    percentage: null,
    active: true,
  },
  {
    name: 'Undercut 50',
    description: null,
    type: 'undercut',
    amount: 5_000,
    percentage: null,
    active: true,
  },
  {
    name: 'Standard Margin',
    description: 'Cost plus a fifth',
    type: 'margin',
    amount: null,
    percentage: 20,
    active: true,
  },
  {
    name: 'Festive Clearance',
    description: 'December only',
    type: 'margin',
    amount: null,
    percentage: 4.5,
    active: false,
  },
  {
    name: 'Undercut 200',
    description: null,
    type: 'undercut',
    amount: 20_000,
    percentage: null,
    active: true,
  },
];

/** Newest first, as all lists are. */
const strategies: readonly Strategy[] = strategyKinds
  .map((kind, index) => ({
    ...kind,
    id: 28_471 + index * 319 + chance(`meta strategy ${index}`, 200),
    code: codeOf('STG', `strategy ${index}`),
    created:
      Date.UTC(2024, 1 + index * 3, 4 + index * 5, 8, 41, 12) + chance(`meta strategy at ${index}`, 1e7),
  }))
  .reverse();

function listingsAtFirst(): Listing[] {
  const usable = strategies.filter(({ active }) => active);
  return Array.from({ length: 26 }, (_, index): Listing => {
    const seed = `meta listing ${index}`;
    const { title, sku, price: naira, stock } = ware(seed);
    const price = Math.round(naira / 50) * 5_000 + 5_000;
    const created =
      Date.UTC(2024, 2, 3) + index * 21 * 86_400_000 + chance(`${seed} created`, 18 * 86_400_000);
    const isUnset = chance(`${seed} unset`, 4) === 0;
    return {
      id: 1_840_213 + index * 1_377 + chance(`${seed} id`, 1_200),
      code: codeOf('LST', seed),
      name: title,
      sku,
      description: chance(`${seed} description`, 3) === 0 ? null : `${title}, boxed, with a year of warranty`,
      channel: oneOf(`${seed} channel`, channels),
      status: index % 9 === 4 ? 'archived' : index % 7 === 3 ? 'inactive' : 'active',
      price,
      quantity: chance(`${seed} sold out`, 6) === 0 ? 0 : stock,
      metadata:
        chance(`${seed} metadata`, 4) === 0
          ? {
              custom_fields: [
                {
                  display_name: 'Shelf',
                  variable_name: 'shelf',
                  value: `${'ABCD'[chance(`${seed} row`, 4)]!}${1 + chance(`${seed} shelf`, 30)}`,
                },
              ],
            }
          : null,
      created,
      min: isUnset ? null : Math.round((price * 0.82) / 1_000) * 1_000,
      max: isUnset || chance(`${seed} max`, 4) === 0 ? null : Math.round((price * 1.4) / 1_000) * 1_000,
      strategy: !isUnset && chance(`${seed} strategy`, 2) === 0 ? oneOf(`${seed} which`, usable).id : null,
      updated: created + chance(`${seed} updated`, 15 * 86_400_000),
    };
  }).reverse();
}

type FaultType = 'validation_error' | 'api_error';

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly nextStep: string;
  readonly type: FaultType;

  constructor(
    status: number,
    code: string,
    message: string,
    nextStep: string,
    type: FaultType = 'validation_error',
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.nextStep = nextStep;
    this.type = type;
  }
}

const invalid = (message: string) =>
  new Refusal(400, 'invalid_params', message, "Ensure that the value(s) you're passing are valid.");
const lacking = (message: string) =>
  new Refusal(400, 'missing_params', message, 'Provide all required params');
const unknown = (what: string) =>
  new Refusal(
    404,
    `unknown_${what.toLowerCase().replace(' ', '_')}`,
    `${what} not found`,
    'Ensure that the code passed is correct',
  );

/** A whole number within bounds; texts are converted, as the validator does by default. */
function integerOf(name: string, value: unknown, least: number, most: number): number {
  const text = typeof value === 'string' ? value.trim() : value;
  const number = typeof text === 'string' && text !== '' ? Number(text) : text;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalid(`"${name}" must be a number`);
  if (!Number.isInteger(number)) throw invalid(`"${name}" must be an integer`);
  if (number < least) throw invalid(`"${name}" must be greater than or equal to ${least}`);
  if (number > most) throw invalid(`"${name}" must be less than or equal to ${most}`);
  return number;
}

function choiceOf<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const choice = choices.find((each) => each === text);
  if (choice === undefined) throw invalid(`"${name}" must be one of [${choices.join(', ')}]`);
  return choice;
}

function momentOf(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(value)) throw invalid(`"${name}" must be in ISO 8601 date format`);
  return value;
}

/** Either of the two names of a record. */
function named<One extends { readonly id: number; readonly code: string }>(
  all: readonly One[],
  what: string,
  prefix: string,
  text: string,
): One {
  const isId = /^\d+$/.test(text);
  if (!isId && !text.startsWith(`${prefix}_`)) throw invalid(`${what} ID or code specified is invalid`);
  const one = all.find(({ id, code }) => (isId ? id === Number(text) : code === text));
  if (one === undefined) throw unknown(what);
  return one;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const listings = listingsAtFirst();
  const reports = Array.from({ length: 13 }, (_, index) => {
    const seed = `meta run ${index}`;
    const back = index * 47 * 3_600_000 + chance(seed, 20 * 3_600_000);
    return {
      id: 40_790_188 - index * 2_311 - chance(`${seed} id`, 2_000),
      code: codeOf('RUN', seed),
      type: runTypes[index % 3]!,
      created: index < 2 ? opened - 20_000 - index * 35_000 : opened - back,
      took: 62_000 + chance(`${seed} took`, 90_000),
      records: 12 + chance(`${seed} records`, 4_800),
      fails: index === 5 || index === 8,
      by: oneOf(`${seed} by`, ['ada@tarnwick.example', 'kofi@tarnwick.example']),
    };
  });
  type Report = (typeof reports)[number];
  let [begun, asked, count] = [0, 0, 0];

  function strategyIn(id: number | null): Row | null {
    const one = strategies.find((each) => each.id === id);
    return one === undefined ? null : { id: one.id, name: one.name, strategy_code: one.code };
  }

  const listingShown = (one: Listing): Row => ({
    id: one.id,
    integration,
    domain: 'live',
    listing_code: one.code,
    name: one.name,
    description: one.description,
    sku: one.sku,
    channel: one.channel,
    status: one.status,
    currency: 'NGN',
    price: one.price,
    min_price: one.min,
    max_price: one.max,
    quantity: one.quantity,
    in_stock: one.quantity > 0,
    strategy: strategyIn(one.strategy),
    metadata: one.metadata,
    createdAt: moment(one.created),
    updatedAt: moment(one.updated),
  });

  const strategyShown = (one: Strategy): Row => ({
    id: one.id,
    integration,
    domain: 'live',
    strategy_code: one.code,
    name: one.name,
    description: one.description,
    type: one.type,
    amount: one.amount,
    percentage: one.percentage,
    currency: 'NGN',
    active: one.active,
    createdAt: moment(one.created),
    updatedAt: moment(one.created),
  });

  function strategyAlone(one: Strategy): Row {
    const followers = listings.filter(({ strategy }) => strategy === one.id);
    return {
      ...strategyShown(one),
      listings_count: followers.length,
      active_listings_count: followers.filter(({ status }) => status === 'active').length,
    };
  }

  function statusOf({ created, took, fails }: Report): (typeof runStatuses)[number] {
    const elapsed = run.now() - created;
    return elapsed < 30_000 ? 'pending' : elapsed < took ? 'processing' : fails ? 'failed' : 'success';
  }

  /** A link to the file, signed for an hour from now. */
  function downloadOf({ code, type }: Report): Row {
    const expires = Math.floor(run.now() / 1_000) + 3_600;
    const signature = scrambled(`meta ${run.run} ${code} ${expires}`, 40, lowercase);
    return {
      path: `https://files.tarnwick.example/exports/${integration}/${type}_${code}.csv?Expires=${expires}&Signature=${signature}`,
      expiresAt: moment(expires * 1_000),
    };
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isOver = status === 'success' || status === 'failed';
    return {
      id: one.id,
      integration,
      domain: 'live',
      run_code: one.code,
      type: one.type,
      status,
      requested_by: one.by,
      records: status === 'success' ? one.records : null,
      failure_reason: status === 'failed' ? 'Export timed out' : null,
      download: status === 'success' ? downloadOf(one) : null,
      createdAt: moment(one.created),
      completed_at: isOver ? moment(one.created + one.took) : null,
    };
  }

  const told = (message: string, data: unknown, meta?: Row): Answered =>
    json(200, { status: true, message, data, ...(meta !== undefined && { meta }) });

  /** A page of a list, by its number. */
  function paged(message: string, rows: readonly Row[], query: URLSearchParams): Answered {
    const perPage = integerOf('perPage', query.get('perPage') ?? 10, 1, 100);
    const page = integerOf('page', query.get('page') ?? 1, 1, 1_000_000);
    const skipped = (page - 1) * perPage;
    const pageCount = Math.ceil(rows.length / perPage);
    const meta = { total: rows.length, skipped, perPage, page, pageCount };
    return told(message, rows.slice(skipped, skipped + perPage), meta);
  }

  function listed(query: URLSearchParams): Answered {
    const status = choiceOf(query, 'status', statuses);
    const channel = choiceOf(query, 'channel', channels);
    const [from, to] = [momentOf(query, 'from', 0), momentOf(query, 'to', Infinity)];
    const sort = choiceOf(query, 'sort_by', sorts) ?? 'createdAt';
    const direction = (choiceOf(query, 'order', ['asc', 'desc']) ?? 'desc') === 'asc' ? 1 : -1;
    const wanted = query.get('strategy');
    const strategy = wanted === null ? undefined : named(strategies, 'Strategy', 'STG', wanted).id;
    const valueOf = (one: Listing): string | number =>
      sort === 'price'
        ? one.price
        : sort === 'name'
          ? one.name
          : sort === 'updatedAt'
            ? one.updated
            : one.created;
    const compared = (one: string | number, other: string | number) =>
      one < other ? -1 : one > other ? 1 : 0;
    const rows = listings
      .filter(
        (one) =>
          (status === undefined || one.status === status) &&
          (channel === undefined || one.channel === channel) &&
          (strategy === undefined || one.strategy === strategy) &&
          one.created >= from &&
          one.created <= to,
      )
      .sort((one, other) => direction * (compared(valueOf(one), valueOf(other)) || one.id - other.id));
    return paged('Listings retrieved', rows.map(listingShown), query);
  }

  /** Report runs from a cursor on, newest first. */
  function listedReports(query: URLSearchParams): Answered {
    const perPage = integerOf('perPage', query.get('perPage') ?? 50, 1, 100);
    const status = choiceOf(query, 'status', runStatuses);
    const type = choiceOf(query, 'type', runTypes);
    const after = placeIn(query, 'next', /^undefined:(\d+)$/);
    const before = placeIn(query, 'previous', /^(\d+):undefined$/);
    const found = reports.filter(
      (one) =>
        (status === undefined || statusOf(one) === status) && (type === undefined || one.type === type),
    );
    const older = found.filter(({ id }) => after === undefined || id < after);
    const newer = found.filter(({ id }) => before !== undefined && id > before);
    const page = before === undefined ? older.slice(0, perPage) : newer.slice(-perPage);
    const [first, last] = [page.at(0), page.at(-1)];
    const cursor = (text: string) => Buffer.from(text).toString('base64');
    return told('Report runs retrieved', page.map(reportShown), {
      next:
        last !== undefined && found.some(({ id }) => id < last.id) ? cursor(`undefined:${last.id}`) : null,
      previous:
        first !== undefined && found.some(({ id }) => id > first.id) ? cursor(`${first.id}:undefined`) : null,
      perPage,
    });
  }

  function placeIn(query: URLSearchParams, name: string, form: RegExp): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    const [, id] = form.exec(Buffer.from(text, 'base64').toString()) ?? [];
    if (id === undefined) {
      throw new Refusal(
        400,
        'invalid_cursor',
        'Cursor passed is invalid',
        'Pass the cursor returned in the meta object of the previous response',
      );
    }
    return Number(id);
  }

  function bodyOf(request: Asked): Row {
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    const read = request.body === '' || !isJson ? { json: {} } : jsonOf(request);
    if (read === 'bad' || typeof read.json !== 'object' || read.json === null) {
      throw new Refusal(
        400,
        'invalid_json',
        'Invalid JSON sent in request body',
        'Ensure that the request body is a valid JSON object',
      );
    }
    if (!isObject(read.json)) throw invalid('"value" must be of type object');
    return read.json;
  }

  function writable(text: string): Listing {
    const one = named(listings, 'Listing', 'LST', text);
    if (one.status === 'archived') {
      throw new Refusal(
        400,
        'archived_listing',
        'Listing has been archived and cannot be updated',
        'Restore the listing from your dashboard before updating it',
      );
    }
    return one;
  }

  function priced(text: string, request: Asked): Answered {
    const body = bodyOf(request);
    const bound = (name: 'min_price' | 'max_price') => {
      const value = body[name];
      return value === undefined || value === null ? value : integerOf(name, value, leastPrice, largestPrice);
    };
    const [min, max] = [bound('min_price'), bound('max_price')];
    if (min === undefined && max === undefined) {
      throw lacking('"value" must contain at least one of [min_price, max_price]');
    }
    const one = writable(text);
    const low = min === undefined ? one.min : min;
    const high = max === undefined ? one.max : max;
    if (low !== null && high !== null && low > high) {
      throw new Refusal(
        400,
        'invalid_price_bounds',
        'Minimum price cannot be greater than maximum price',
        'Ensure that min_price is not greater than max_price',
      );
    }
    [one.min, one.max, one.updated] = [low, high, run.now()];
    return told('Listing updated', listingShown(one));
  }

  function assigned(text: string, request: Asked): Answered {
    const { strategy: wanted } = bodyOf(request);
    if (wanted === undefined) throw lacking('"strategy" is required');
    if (wanted === '') throw invalid('"strategy" is not allowed to be empty');
    if (wanted !== null && typeof wanted !== 'string' && typeof wanted !== 'number') {
      throw invalid('"strategy" must be one of [string, number]');
    }
    const one = writable(text);
    const strategy = wanted === null ? null : named(strategies, 'Strategy', 'STG', String(wanted));
    if (strategy?.active === false) {
      throw new Refusal(
        400,
        'inactive_strategy',
        'Strategy is not active',
        'Activate the strategy on your dashboard or pass an active one',
      );
    }
    [one.strategy, one.updated] = [strategy?.id ?? null, run.now()];
    return told(
      strategy === null ? 'Strategy removed from listing' : 'Strategy assigned to listing',
      listingShown(one),
    );
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method } = request;
    const nowhere = new Refusal(
      404,
      'not_found',
      'The requested endpoint does not exist',
      'Check the documentation for the correct path and method',
      'api_error',
    );
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (kind === 'listings' && id !== undefined && method === 'PATCH') {
      if (part === 'price') return priced(id, request);
      if (part === 'strategy') return assigned(id, request);
      throw nowhere;
    }
    if (method !== 'GET' || part !== undefined) throw nowhere;
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      return told('Listing retrieved', listingShown(named(listings, 'Listing', 'LST', id)));
    }
    if (kind === 'strategies') {
      if (id === undefined) return paged('Strategies retrieved', strategies.map(strategyShown), query);
      return told('Strategy retrieved', strategyAlone(named(strategies, 'Strategy', 'STG', id)));
    }
    if (kind !== 'reports') throw nowhere;
    if (id === undefined) return listedReports(query);
    return told('Report run retrieved', reportShown(named(reports, 'Report run', 'RUN', id)));
  }

  function checkKey(given: string | undefined): void {
    if (given === key) return;
    const nextStep = 'Ensure that you provide the correct authorization key for the request';
    throw given === undefined
      ? new Refusal(401, 'missing_Key', 'No X-API-KEY header was found', nextStep)
      : new Refusal(401, 'invalid_Key', 'Invalid key', nextStep);
  }

  /** Counts the request in its window; says what is left of it, and in how many seconds it ends. */
  function counted(): Headers {
    const now = run.now();
    if (now >= begun + window) [begun, asked] = [now, 0];
    asked += 1;
    return [
      ['x-ratelimit-limit', String(callsPerWindow)],
      ['x-ratelimit-remaining', String(Math.max(callsPerWindow - asked, 0))],
      ['x-ratelimit-reset', String(Math.ceil((begun + window - now) / 1_000))],
    ];
  }

  return (request) => {
    count += 1;
    const headers: Headers = [['x-request-id', uuid(`meta ${run.run} ${count}`)], ...counted()];
    try {
      checkKey(request.headers['x-api-key']);
      if (asked > callsPerWindow) {
        throw new Refusal(
          429,
          'rate_limited',
          'Too many requests',
          'Wait until your rate limit resets before you retry',
          'api_error',
        );
      }
      const answered = answer(request);
      return { ...answered, headers: [...answered.headers, ...headers] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, nextStep, type, code } = error;
      return json(status, { status: false, message, meta: { nextStep }, type, code }, headers);
    }
  };
}

/** Goes on by the cursor, else by the number of the page and the count of pages. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const on = (name: string, value: string) =>
    `${target}${target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    const cursor = textIfAny(received, 'meta', 'next');
    const page = Number(at(received, 'meta', 'page') ?? 0);
    const hasMore = page < Number(at(received, 'meta', 'pageCount') ?? 0);
    next = cursor !== undefined ? on('next', cursor) : hasMore ? on('page', String(page + 1)) : undefined;
  }
  return rows;
}

/** Asks until it is told that this was too often, waits until the limit starts anew, and asks once more. */
async function burst(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 12; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 * Number(headers.get('x-ratelimit-reset') ?? 1));
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

interface Found {
  /** Listings that can be written: with bounds and no strategy, with a strategy, and without bounds; and archived ones. */
  readonly free: readonly Row[];
  readonly bound: readonly Row[];
  readonly open: readonly Row[];
  readonly archived: readonly Row[];
}

function sortedOut(rows: readonly Row[]): Found {
  const live = rows.filter(({ status }) => status !== 'archived');
  return {
    free: live.filter((row) => row.min_price !== null && row.strategy === null),
    bound: live.filter((row) => row.strategy !== null),
    open: live.filter((row) => row.min_price === null),
    archived: rows.filter(({ status }) => status === 'archived'),
  };
}

const codeAt = (rows: readonly Row[], index: number): unknown => rows[index]?.listing_code;
const priceAt = (rows: readonly Row[], index: number): number => Number(rows[index]?.price);

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, archived } = sortedOut(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies');
  const usable = plans.filter(({ active }) => active === true);
  const idle = plans.filter(({ active }) => active === false);
  const runs = (await walk(api, '/v1/reports?perPage=5')).map(({ run_code }) => run_code);
  await walk(api, '/v1/listings?perPage=20');
  await get('perPage=4&page=2');
  await get('status=active&perPage=6');
  await get('status=archived');
  await get('channel=storefront');
  await get(`strategy=${String(usable[1]?.strategy_code)}`);
  await get('from=2024-06-01&to=2024-12-31');
  await get('sort_by=price&order=asc');
  await get('sort_by=price&order=desc&perPage=5');
  await get('page=9');
  await api.ask('GET', '/v1/reports');
  await api.ask('GET', '/v1/reports?status=failed');
  await read(api, 'listings', codeAt(free, 0));
  await read(api, 'listings', codeAt(free, 1));
  await read(api, 'listings', codeAt(bound, 0));
  await read(api, 'listings', codeAt(archived, 0));
  await read(api, 'listings', codeAt(bound, 1));
  await read(api, 'strategies', usable[0]?.strategy_code);
  await read(api, 'strategies', usable[1]?.id);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  const code = codeAt(free, 0);
  await price(api, code, { min_price: priceAt(free, 0) - 45_000, max_price: priceAt(free, 0) + 210_000 });
  await read(api, 'listings', code);
  await price(api, codeAt(open, 0), { min_price: 180_000 });
  await read(api, 'listings', codeAt(open, 0));
  await price(api, codeAt(bound, 0), { max_price: null });
  await price(api, bound[1]?.id, { max_price: 2_950_000 });
  await assign(api, code, { strategy: usable[1]?.strategy_code });
  await read(api, 'listings', code);
  await assign(api, codeAt(free, 1), { strategy: usable[2]?.strategy_code });
  await assign(api, codeAt(bound, 0), { strategy: null });
  await read(api, 'listings', codeAt(bound, 0));
  await read(api, 'strategies', usable[1]?.id);
  await get('sort_by=updatedAt&order=desc&perPage=3');
  api.wait(90_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 'LST_0q8w2v7m4c1x9zk');
  await read(api, 'listings', '7712');
  await read(api, 'listings', 'desk-lamp');
  await read(api, 'strategies', 'STG_5m1n0b3v8c7x2zl');
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', 'RUN_9p4o3i8u2y7t1rw');
  await price(api, 'LST_0q8w2v7m4c1x9zk', { min_price: 150_000 });
  await price(api, codeAt(free, 2), { min_price: 900_000, max_price: 650_000 });
  await price(api, codeAt(free, 2), { min_price: 400_000_000 });
  await price(api, codeAt(free, 2), { min_price: -5_000 });
  await price(api, codeAt(free, 2), { max_price: 'expensive' });
  await price(api, codeAt(free, 2), { min_price: 1_499.5 });
  await price(api, codeAt(free, 2), {});
  await price(api, codeAt(archived, 0), { max_price: 1_200_000 });
  await api.ask('PATCH', `/v1/listings/${String(codeAt(free, 2))}/price`, { text: '{"min_price": 1500' });
  await assign(api, codeAt(free, 2), { strategy: 'STG_5m1n0b3v8c7x2zl' });
  await assign(api, codeAt(free, 2), { strategy: idle[0]?.strategy_code });
  await assign(api, codeAt(free, 2), {});
  await get('perPage=many');
  await get('perPage=500');
  await get('status=sold');
  await get('from=yesterday');
  await api.ask('GET', '/v1/listings?perPage=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'sk_live_wrong' } });
  api.wait(2_000);
  await burst(api, '/v1/strategies?perPage=1');
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, archived } = sortedOut(await walk(api, '/v1/listings?perPage=9'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies?perPage=3');
  const usable = plans.filter(({ active }) => active === true);
  const idle = plans.filter(({ active }) => active === false);
  const runs = (await walk(api, '/v1/reports?perPage=6')).map(({ run_code }) => run_code);
  await get('perPage=7&page=3');
  await get('page=12&perPage=10');
  await get('status=inactive');
  await get('channel=marketplace&perPage=5');
  await get(`strategy=${String(usable[2]?.strategy_code)}`);
  await get('from=2024-09-15&to=2025-03-15');
  await get('sort_by=price&order=asc&perPage=4');
  await get('sort_by=name&order=asc&perPage=5');
  await get('colour=red&perPage=3');
  await api.ask('GET', '/v1/reports?status=success&perPage=2');
  await read(api, 'listings', codeAt(free, 3));
  await read(api, 'listings', codeAt(bound, 2));
  await read(api, 'listings', open[1]?.id);
  await read(api, 'strategies', usable[2]?.strategy_code);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[5]);

  const code = codeAt(free, 3);
  await price(api, code, { min_price: priceAt(free, 3) - 30_000, max_price: priceAt(free, 3) + 145_000 });
  await read(api, 'listings', code);
  await price(api, codeAt(open, 1), { min_price: 95_000 });
  await price(api, codeAt(bound, 2), { min_price: null });
  await price(api, codeAt(bound, 3), { max_price: '3150000' });
  await assign(api, code, { strategy: usable[0]?.strategy_code });
  await read(api, 'listings', code);
  await assign(api, codeAt(bound, 3), { strategy: null });
  await assign(api, codeAt(open, 1), { strategy: usable[1]?.id });
  await get('sort_by=updatedAt&order=desc&perPage=4');

  await read(api, 'listings', 'LST_3h6g1f9d4s8a2qe');
  await read(api, 'listings', 'head-torch');
  await read(api, 'strategies', 'STG_7k2j9h4g1f6d3sa');
  await price(api, 'LST_3h6g1f9d4s8a2qe', { max_price: 730_000 });
  await price(api, codeAt(free, 4), { min_price: 1_210_000, max_price: 1_180_000 });
  await price(api, codeAt(free, 4), { max_price: -200 });
  await price(api, codeAt(free, 4), { min_price: 'cheap' });
  await price(api, codeAt(free, 4), { max_price: 2_000.25 });
  await price(api, codeAt(free, 4), { min_price: true });
  await price(api, codeAt(free, 4), { colour: 'red' });
  await price(api, codeAt(archived, 1), { min_price: 240_000 });
  await assign(api, codeAt(free, 4), { strategy: 'STG_7k2j9h4g1f6d3sa' });
  await assign(api, codeAt(free, 4), { strategy: idle[0]?.strategy_code });
  await assign(api, codeAt(archived, 1), { strategy: usable[1]?.strategy_code });
  await get('perPage=250');
  await get('status=lost');
  await get('to=tomorrow');
  await api.ask('GET', '/v1/reports?perPage=2', { headers: { 'X-API-KEY': null } });
}

export const messageAndMeta: WalkedService = {
  name: 'message-and-meta',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['perPage=3', 'perPage=7', 'perPage=50'],
  walk,
};
