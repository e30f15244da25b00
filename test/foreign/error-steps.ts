// A seller's desk of a payment gateway in India, in PHP: each record names its entity, lists are collections with the count of
// the page alone (no total, no link: who gets a full page asks on with `skip`), newest first. Ids are a prefix and fourteen
// letters and digits that begin with the time, amounts whole paise beside a currency, moments whole seconds; null is what is
// not set, and notes are an object, or an empty list. Errors are 400 for nearly everything: a code, a sentence about the first
// mistake, and source, step and reason, with the field behind them where there is one; strangers "should not be sent".
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'pg_live_T7xKq2WmB9cLdA';
const usualCount = 10;
const largestCount = 100;
const smallestAmount = 100;
const largestAmount = 50_000_000;
/** The bucket of the limit: how much it holds, and how much of it runs out in a second. */
const bucketSize = 5;
const bucketLeak = 5;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** Ten digits for the nanoseconds since 2014, and four that look random. */
function idOf(prefix: string, milliseconds: number, seed: string): string {
  let left = BigInt(milliseconds - Date.UTC(2014, 0, 1)) * 1_000_000n + BigInt(chance(seed, 1_000_000));
  let time = '';
  for (let digit = 0; digit < 10; digit += 1) {
    time = base62[Number(left % 62n)]! + time;
    left /= 62n;
  }
  return `${prefix}_${time}${scrambled(seed, 4, base62)}`;
}

const statuses = ['active', 'inactive', 'archived'];
const reportStatuses = ['created', 'processing', 'processed', 'failed'];
const reportTypes = ['price_changes', 'stock', 'margins'];

interface Strategy {
  readonly id: string;
  readonly shown: Row;
}

const strategies: readonly Strategy[] = [
  { name: 'Match lowest', type: 'match', step: null, active: true, notes: [] },
  { name: 'Undercut by 5 rupees', type: 'undercut', step: 500, active: true, notes: { owner: 'Farhan' } },
  { name: 'Festive season', type: 'undercut', step: 2_500, active: false, notes: { owner: 'Meera' } },
  { name: 'Hold position', type: 'match', step: null, active: true, notes: [] },
  { name: 'Premium shelf', type: 'premium', step: 10_000, active: true, notes: [] },
  { name: 'Month-end clearance', type: 'undercut', step: 5_000, active: true, notes: { owner: 'Farhan' } },
]
  .map(({ name, type, step, active, notes }, index): Strategy => {
    const created = Date.UTC(2023, 7, 3 + 11 * index, 6, 20, 14 + index);
    const id = idOf('strat', created, `steps strategy ${index}`);
    return {
      id,
      shown: {
        id,
        entity: 'strategy',
        name,
        type,
        step,
        currency: step === null ? null : 'INR',
        active,
        notes,
        created_at: seconds(created),
      },
    };
  })
  .reverse();

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly channel: string;
  readonly price: number;
  readonly quantity: number;
  readonly hsn: string | null;
  readonly description: string | null;
  readonly status: string;
  readonly notes: Row | readonly never[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

function listings(): Listing[] {
  const usable = strategies.filter(({ shown }) => shown.active === true);
  return Array.from({ length: 27 }, (_, index): Listing => {
    const seed = `steps listing ${index}`;
    const created = pastMoment(seed);
    const what = oneOf(`${seed} what`, ['Kurta', 'Dupatta', 'Kadhai', 'Tiffin', 'Diya Set', 'Sitar Strings']);
    const how = oneOf(`${seed} how`, ['Indigo', 'Brass', 'Handloom', 'Jaipur', 'Copper']);
    const price = 100 * (199 + chance(`${seed} price`, 4_800));
    const min = chance(`${seed} min`, 3) === 0 ? null : Math.round(price * 0.85);
    const hasStrategy = min !== null && chance(`${seed} assigned`, 2) === 0;
    return {
      id: idOf('lst', created, seed),
      title: `${how} ${what}`,
      sku: `${how.slice(0, 2)}${what.slice(0, 2)}${100 + chance(`${seed} sku`, 900)}${index}`.toUpperCase(),
      channel: oneOf(`${seed} channel`, ['bazaar', 'storefront']),
      price,
      quantity: chance(`${seed} quantity`, 90),
      hsn: chance(`${seed} hsn none`, 3) === 0 ? null : String(4_000 + chance(`${seed} hsn`, 5_000)),
      description: chance(`${seed} text`, 2) === 0 ? null : `${what} from our ${how.toLowerCase()} range`,
      status: index % 9 === 4 ? 'archived' : statuses[chance(`${seed} status`, 5) === 0 ? 1 : 0]!,
      notes: chance(`${seed} notes`, 3) > 0 ? [] : { shelf: `B${1 + chance(`${seed} shelf`, 12)}` },
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      strategy: hasStrategy ? oneOf(`${seed} strategy`, usable).id : null,
      updated: created + chance(`${seed} updated`, 60 * 86_400) * 1_000,
    };
  }).sort((one, other) => other.created - one.created);
}

class Refusal extends Error {
  readonly status: number;
  readonly shown: Row;

  constructor(status: number, description: string, told: Row) {
    super(description);
    this.status = status;
    this.shown = { error: { code: 'BAD_REQUEST_ERROR', description, ...told } };
  }
}

const nowhere = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} };
const notServed = () => new Refusal(400, 'The requested URL was not found on the server.', nowhere);

/** A mistake of who asks, at a step of what the service does. */
function mistake(step: string, description: string, field?: string, reason = 'input_validation_failed') {
  return new Refusal(400, description, {
    source: 'business',
    step,
    reason,
    metadata: {},
    ...(field !== undefined && { field }),
  });
}

function refuseStrangers(step: string, names: readonly string[], known: readonly string[]): void {
  const strangers = names.filter((name) => !known.includes(name));
  if (strangers.length === 0) return;
  const description = `${strangers.join(', ')} is/are not required and should not be sent`;
  throw mistake(step, description, undefined, 'extra_field_sent');
}

const isId = (prefix: string, text: string): boolean => new RegExp(`^${prefix}_[0-9A-Za-z]{14}$`).test(text);

function found<One extends { readonly id: string }>(
  all: readonly One[],
  prefix: string,
  id: string,
  step: string,
): One {
  if (!isId(prefix, id)) throw mistake(step, `${id} is not a valid id`);
  const one = all.find((each) => each.id === id);
  if (one === undefined) throw mistake(step, 'The id provided does not exist');
  return one;
}

/** A whole number, as one or as the text of one; undefined for anything else. */
function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The members of a body; who sends none, or what is no JSON, has sent nothing, and lists have numbers for names. */
function inputOf(request: Asked): Row {
  const sent = jsonOf(request);
  if (sent === 'bad' || sent.json === null) return {};
  if (isObject(sent.json)) return sent.json;
  const values: readonly unknown[] = Array.isArray(sent.json) ? sent.json : [sent.json];
  return Object.fromEntries(values.map((value, index) => [String(index), value]));
}

interface Span {
  readonly count: number;
  readonly skip: number;
  readonly from: number;
  readonly to: number;
}

/** What all lists take. */
function spanOf(query: URLSearchParams, step: string): Span {
  const whole = (name: string, least: number, otherwise: number): number => {
    const text = query.get(name);
    if (text === null) return otherwise;
    const value = wholeOf(text);
    if (value === undefined) throw mistake(step, `The ${name} must be an integer.`, name);
    if (value < least) throw mistake(step, `The ${name} must be at least ${least}.`, name);
    return value;
  };
  const moment = (name: string, otherwise: number): number => {
    const value = whole(name, -Infinity, otherwise);
    if (query.has(name) && (value < 946_684_800 || value > 4_765_046_400)) {
      throw mistake(step, `${name} must be between 946684800 and 4765046400`, name);
    }
    return value;
  };
  const from = moment('from', 0);
  const to = moment('to', Infinity);
  const count = whole('count', 1, usualCount);
  if (count > largestCount) {
    throw mistake(step, `The count may not be greater than ${largestCount}.`, 'count');
  }
  return { count, skip: whole('skip', 0, 0), from, to };
}

function collection(rows: readonly Row[], { count, skip, from, to }: Span): Answered {
  const items = rows
    .filter(({ created_at }) => Number(created_at) >= from && Number(created_at) <= to)
    .slice(skip, skip + count);
  return json(200, { entity: 'collection', count: items.length, items });
}

/** One of some words that a query asks for; null where it does not ask. */
function wordOf(query: URLSearchParams, name: string, words: readonly string[], step: string): string | null {
  const word = query.get(name);
  if (word !== null && !words.includes(word)) throw mistake(step, `The selected ${name} is invalid.`, name);
  return word;
}

/** Whether listings are to show their strategy. */
function isExpanded(query: URLSearchParams, step: string): boolean {
  const wanted = query.getAll('expand[]');
  const odd = wanted.findIndex((name) => name !== 'strategy');
  if (odd >= 0) throw mistake(step, `The selected expand.${odd} is invalid.`, `expand.${odd}`);
  return wanted.length > 0;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => {
    const seed = `steps report ${index}`;
    return {
      id: idOf('rpt', Date.UTC(2025, 8, 28 - index, 3, 30, index), seed),
      type: reportTypes[index % 3]!,
      created:
        index < 2
          ? opened - 25_000 - 70_000 * index
          : opened - index * 43_200_000 - chance(seed, 7_200) * 1_000,
      takes: 80 + 15 * index,
      rows: 30 + chance(`${seed} rows`, 4_000),
      fails: index === 4 || index === 10,
    };
  });
  let level = 0;
  let leaked = opened;
  let requests = 0;

  function listingShown(one: Listing, expanded: boolean): Row {
    return {
      id: one.id,
      entity: 'listing',
      title: one.title,
      sku: one.sku,
      channel: one.channel,
      status: one.status,
      currency: 'INR',
      price: one.price,
      min_price: one.min,
      max_price: one.max,
      strategy_id: one.strategy,
      ...(expanded && { strategy: strategies.find(({ id }) => id === one.strategy)?.shown ?? null }),
      quantity: one.quantity,
      hsn_code: one.hsn,
      description: one.description,
      notes: one.notes,
      created_at: seconds(one.created),
      updated_at: seconds(one.updated),
    };
  }

  function reportShown({ id, type, created, takes, rows, fails }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= takes;
    const status = reportStatuses[elapsed < 15 ? 0 : !isOver ? 1 : fails ? 3 : 2]!;
    const expires = seconds(run.now()) + 900;
    const signature = scrambled(`steps ${run.run} ${id} ${expires}`, 40, hex);
    return {
      id,
      entity: 'report',
      type,
      status,
      row_count: status === 'processed' ? rows : null,
      file_url:
        status === 'processed'
          ? `https://files.dukaanledger.example/reports/${id}.csv?expires=${expires}&signature=${signature}`
          : null,
      error_description: status === 'failed' ? 'Report could not be generated. Please try again.' : null,
      notes: [],
      created_at: seconds(created),
      processed_at: isOver ? seconds(created) + takes : null,
    };
  }

  function listingsFound(query: URLSearchParams): Answered {
    const step = 'listing_fetch';
    const known = ['count', 'skip', 'from', 'to', 'status', 'sku', 'strategy_id', 'expand[]'];
    refuseStrangers(step, [...new Set(query.keys())], known);
    const span = spanOf(query, step);
    const status = wordOf(query, 'status', statuses, step);
    const expanded = isExpanded(query, step);
    const [sku, strategy] = [query.get('sku'), query.get('strategy_id')];
    if (strategy !== null && !isId('strat', strategy)) {
      throw mistake(step, `${strategy} is not a valid id`);
    }
    const rows = all.filter(
      (one) =>
        (status === null || one.status === status) &&
        (sku === null || one.sku === sku) &&
        (strategy === null || one.strategy === strategy),
    );
    return collection(
      rows.map((one) => listingShown(one, expanded)),
      span,
    );
  }

  function strategiesFound(query: URLSearchParams): Answered {
    const step = 'strategy_fetch';
    refuseStrangers(step, [...query.keys()], ['count', 'skip', 'from', 'to', 'active']);
    const span = spanOf(query, step);
    const active = wordOf(query, 'active', ['0', '1'], step);
    const rows = strategies.map(({ shown }) => shown);
    return collection(active === null ? rows : rows.filter((row) => row.active === (active === '1')), span);
  }

  function reportsFound(query: URLSearchParams): Answered {
    const step = 'report_fetch';
    refuseStrangers(step, [...query.keys()], ['count', 'skip', 'from', 'to', 'type', 'status']);
    const span = spanOf(query, step);
    const type = wordOf(query, 'type', reportTypes, step);
    const status = wordOf(query, 'status', reportStatuses, step);
    const rows = reports
      .map(reportShown)
      .filter((row) => (type === null || row.type === type) && (status === null || row.status === status));
    return collection(rows, span);
  }

  const update = 'listing_update';

  function refuseArchived({ status }: Listing): void {
    if (status !== 'archived') return;
    throw mistake(update, 'Operation not allowed for Listing in archived status.');
  }

  function saved(one: Listing, { min, max, strategy }: Pick<Listing, 'min' | 'max' | 'strategy'>): Answered {
    if (one.min !== min || one.max !== max || one.strategy !== strategy) one.updated = run.now();
    [one.min, one.max, one.strategy] = [min, max, strategy];
    return json(200, listingShown(one, false));
  }

  function priced(one: Listing, input: Row): Answered {
    refuseStrangers(update, Object.keys(input), ['min_price', 'max_price']);
    if (input.min_price === undefined && input.max_price === undefined) {
      throw mistake(update, 'The min_price field is required when max_price is not present.', 'min_price');
    }
    const amountOf = (name: string, otherwise: number | null): number | null => {
      const value = input[name];
      if (value === undefined) return otherwise;
      if (value === null) return null;
      const amount = wholeOf(value);
      if (amount === undefined) throw mistake(update, `The ${name} must be an integer.`, name);
      if (amount < smallestAmount) {
        throw mistake(update, `The ${name} must be atleast ${smallestAmount}.`, name);
      }
      if (amount > largestAmount) {
        throw mistake(update, `The ${name} may not be greater than ${largestAmount}.`, name);
      }
      return amount;
    };
    const min = amountOf('min_price', one.min);
    const max = amountOf('max_price', one.max);
    refuseArchived(one);
    if (min !== null && max !== null && min > max) {
      throw mistake(update, 'min_price should be less than or equal to max_price', 'min_price');
    }
    if (min === null && one.strategy !== null) {
      throw mistake(update, 'The min_price field is required when strategy_id is present.', 'min_price');
    }
    return saved(one, { min, max, strategy: one.strategy });
  }

  function assigned(one: Listing, input: Row): Answered {
    refuseStrangers(update, Object.keys(input), ['strategy_id']);
    const wanted = input.strategy_id;
    if (wanted === undefined) throw mistake(update, 'The strategy_id field is required.', 'strategy_id');
    if (wanted === null) {
      refuseArchived(one);
      return saved(one, { ...one, strategy: null });
    }
    if (typeof wanted !== 'string') {
      throw mistake(update, 'The strategy_id must be a string.', 'strategy_id');
    }
    refuseArchived(one);
    const { id, shown } = found(strategies, 'strat', wanted, update);
    if (shown.active !== true) {
      throw mistake(update, 'Strategy is not active and cannot be assigned.', 'strategy_id');
    }
    if (one.min === null) {
      throw mistake(update, 'The min_price field is required when strategy_id is present.', 'min_price');
    }
    return saved(one, { ...one, strategy: id });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw notServed();
    if (request.method === 'PATCH' && kind === 'listings' && id !== undefined) {
      if (part !== 'price' && part !== 'strategy') throw notServed();
      const one = found(all, 'lst', id, update);
      return part === 'price' ? priced(one, inputOf(request)) : assigned(one, inputOf(request));
    }
    if (request.method !== 'GET' || part !== undefined) throw notServed();
    if (kind === 'listings') {
      if (id === undefined) return listingsFound(query);
      const one = found(all, 'lst', id, 'listing_fetch');
      refuseStrangers('listing_fetch', [...new Set(query.keys())], ['expand[]']);
      return json(200, listingShown(one, isExpanded(query, 'listing_fetch')));
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesFound(query);
      return json(200, found(strategies, 'strat', id, 'strategy_fetch').shown);
    }
    if (kind !== 'reports') throw notServed();
    if (id === undefined) return reportsFound(query);
    return json(200, reportShown(found(reports, 'rpt', id, 'report_fetch')));
  }

  /** Who asks, and whether the bucket still takes it. */
  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) {
      throw new Refusal(401, 'Please provide your api key for authentication purposes.', nowhere);
    }
    if (given !== key) throw new Refusal(401, 'Authentication failed', nowhere);
    const now = run.now();
    level = Math.max(0, level - ((now - leaked) / 1_000) * bucketLeak);
    leaked = now;
    if (level + 1 > bucketSize) {
      throw new Refusal(429, 'Request failed because of too many requests', {
        ...nowhere,
        source: 'internal',
      });
    }
    level += 1;
  }

  return (request) => {
    requests += 1;
    const always: Headers = [
      ['Cache-Control', 'no-cache, private'],
      ['Request-Id', scrambled(`steps request ${run.run} ${requests}`, 32, hex)],
    ];
    const sent = (answered: Answered): Answered => ({
      ...answered,
      headers: [...answered.headers, ...always],
    });
    try {
      admit(request);
      return sent(answer(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(json(error.status, error.shown));
    }
  };
}

/** Asks on as long as pages are full: nothing else tells where a list ends. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [path, query = ''] = target.split('?') as [string, string?];
  const size = Number(new URLSearchParams(query).get('count') ?? usualCount);
  const rows: Row[] = [];
  for (;;) {
    const more = rows.length === 0 ? [] : [`skip=${rows.length}`];
    const asked = [...(query === '' ? [] : [query]), ...more].join('&');
    const page = rowsAt(await api.ask('GET', asked === '' ? path : `${path}?${asked}`), 'items');
    rows.push(...page);
    if (page.length < size) return rows;
  }
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

interface Ids {
  /** Listings that are not archived: with a lower bound and no strategy, with both bounds and a strategy, without a lower bound; and archived ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const on = rows.filter(({ status }) => status !== 'archived');
  const free = on.filter((row) => row.min_price !== null && row.strategy_id === null);
  return {
    free: ids(free),
    bound: ids(on.filter((row) => row.strategy_id !== null && row.max_price !== null)),
    open: ids(on.filter((row) => row.min_price === null)),
    gone: ids(rows.filter(({ status }) => status === 'archived')),
    priceOf: (id) => Number(rows.find((row) => row.id === id)?.price),
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, gone, priceOf } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies');
  const active = plans.filter((plan) => plan.active === true).map(({ id }) => id);
  const idle = plans.find((plan) => plan.active === false)?.id;
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await get('count=5');
  await get('count=5&skip=5');
  await get('count=100');
  await get('status=active&count=6');
  await get('status=archived');
  await get(`strategy_id=${String(rows.find((row) => row.strategy_id !== null)?.strategy_id)}`);
  await get(`sku=${String(rows[4]?.sku)}`);
  await get('from=1719772200&to=1735669800');
  await get('expand[]=strategy&count=4');
  await api.ask('GET', '/v1/strategies?active=1');
  await api.ask('GET', '/v1/strategies?count=2&skip=2');
  await api.ask('GET', '/v1/reports?type=price_changes');
  await read(api, 'listings', free[0]);
  await read(api, 'listings', bound[0]);
  await read(api, 'listings', bound[1]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', gone[0]);
  await read(api, 'listings', bound[2], '?expand[]=strategy');
  await read(api, 'strategies', active[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { min_price: priceOf(free[0]) - 4_000, max_price: priceOf(free[0]) + 25_000 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { max_price: 899_900 });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { min_price: 14_900 });
  await price(api, bound[1], { max_price: null });
  await assign(api, free[0], active[0]);
  await read(api, 'listings', free[0], '?expand[]=strategy');
  await assign(api, bound[0], null);
  await get(`strategy_id=${String(active[0])}&count=20`);
  api.wait(60_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 'lst_Jq7Vd0RtYw3KzA');
  await read(api, 'listings', 'brass-diya');
  await read(api, 'strategies', 'strat_Jq7Vd0RtYw3KzB');
  await read(api, 'reports', 'latest');
  await price(api, 'lst_Jq7Vd0RtYw3KzA', { min_price: 19_900 });
  await price(api, free[1], { min_price: 90_000, max_price: 75_000 });
  await price(api, free[1], { min_price: 50 });
  await price(api, free[1], { max_price: 75_000_000 });
  await price(api, free[1], { min_price: 'cheap' });
  await price(api, free[1], { max_price: 1_299.5 });
  await price(api, free[1], {});
  await price(api, free[1], { min_price: 45_000, colour: 'blue' });
  await price(api, gone[0], { min_price: 25_000 });
  await price(api, bound[2], { min_price: null });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { text: '{"min_price": 450' });
  await assign(api, free[1], 'strat_Jq7Vd0RtYw3KzB');
  await assign(api, free[1], idle);
  await assign(api, free[1], 'lowest');
  await assign(api, free[1], 12);
  await assign(api, open[1], active[1]);
  await get('count=500');
  await get('count=many');
  await get('status=sold');
  await get('sort=price&count=5');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?count=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/reports?count=1', 8);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?count=15');
  const { free, bound, open, gone, priceOf } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies?count=50');
  const active = plans.filter((plan) => plan.active === true).map(({ id }) => id);
  const idle = plans.find((plan) => plan.active === false)?.id;
  const runs = (await walk(api, '/v1/reports?count=20')).map(({ id }) => id);
  await get('count=4&skip=9');
  await get('count=10&skip=60');
  await get('status=inactive');
  await get('status=active&count=3&skip=2');
  await get(`strategy_id=${String(active[2])}`);
  await get(`sku=${String(rows[11]?.sku)}`);
  await get('from=1712000000&to=1726000000&count=8');
  await get('expand[]=strategy&count=3&skip=6');
  await api.ask('GET', '/v1/strategies?active=0');
  await api.ask('GET', '/v1/reports?type=stock');
  await api.ask('GET', '/v1/reports?status=failed');
  await read(api, 'listings', free[2]);
  await read(api, 'listings', bound[3]);
  await read(api, 'listings', open[2]);
  await read(api, 'listings', bound[4], '?expand[]=strategy');
  await read(api, 'strategies', active[3]);
  await read(api, 'reports', runs[3]);

  await price(api, free[2], { min_price: priceOf(free[2]) - 2_500, max_price: priceOf(free[2]) + 18_000 });
  await read(api, 'listings', free[2]);
  await price(api, bound[3], { max_price: 725_000 });
  await price(api, open[2], { min_price: 9_900 });
  await read(api, 'listings', open[2]);
  await price(api, bound[4], { max_price: null });
  await assign(api, free[2], active[1]);
  await read(api, 'listings', free[2], '?expand[]=strategy');
  await assign(api, bound[3], null);
  await get(`strategy_id=${String(active[1])}&count=12`);

  await read(api, 'listings', 'lst_K2mXc8PqLs5NvD');
  await read(api, 'listings', 'copper-kadhai');
  await read(api, 'strategies', 'match');
  await read(api, 'reports', 'rpt_K2mXc8PqLs5NvE');
  await price(api, free[3], { min_price: 310_000, max_price: 120_500 });
  await price(api, free[3], { max_price: 99 });
  await price(api, free[3], { min_price: 60_000_000 });
  await price(api, free[3], { max_price: 'lots' });
  await price(api, free[3], { min_price: true });
  await price(api, free[3], { shape: 'round' });
  await price(api, gone[1], { max_price: 45_000 });
  await price(api, bound[5], { min_price: null });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"max_price": ' });
  await assign(api, free[3], 'strat_K2mXc8PqLs5NvF');
  await assign(api, free[3], idle);
  await assign(api, free[3], 7.5);
  await get('count=0');
  await get('skip=few');
  await get('colour=red&count=3');
  await get('from=yesterday');
  await api.ask('GET', '/v1/reports?count=3', { headers: { 'X-API-KEY': null } });
}

export const errorSteps: WalkedService = {
  name: 'error-steps',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['count=3', 'count=9', 'count=50'],
  walk,
};
