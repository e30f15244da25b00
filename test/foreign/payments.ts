// In the style of payment APIs: every object says what it is, amounts are in cents, times in seconds since 1970, a list
// goes on after the last id, and errors have a type.
import type { Answered, Api, Asked, ForeignService, Run } from './contract.ts';
import { base62, json, jsonOf, listAt, member, productName, scrambled, targetOf, textAt } from './kit.ts';
import type { Headers } from './kit.ts';

const key = 'tk_8Yt2Qm4Rz7Lw1Nc6Xb3VdPf5';

interface Listing {
  readonly id: string;
  readonly created: number;
  readonly description: string;
  readonly sku: string;
  readonly active: boolean;
  amount: number;
  min: number;
  max: number;
  strategy: string | null;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly created: number;
  readonly nickname: string;
  readonly kind: string;
  /** Not part of every plan. */
  readonly premium: boolean;
  readonly undercut?: number;
}

interface ReportRun {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  /** When it will be done, in seconds since 1970. */
  readonly done: number;
  readonly failure: string | null;
  readonly rows: number;
}

/** 1 March 2026, in seconds since 1970. */
const epoch = 1_772_323_200;

const idOf = (prefix: string, number: number) => `${prefix}_${scrambled(`${prefix} ${number}`, 14, base62)}`;

function strategies(): Strategy[] {
  const kinds = ['lowest_price', 'featured_offer', 'match', 'margin', 'velocity', 'clearance'];
  return kinds.map((kind, at) => ({
    id: idOf('strat', at),
    created: epoch - 500_000 + at * 7000,
    nickname: kind.replace('_', ' '),
    kind,
    premium: kind === 'velocity',
    ...(at % 2 === 0 && { undercut: 1 + at }),
  }));
}

function listings(): Listing[] {
  return Array.from({ length: 34 }, (_, at) => {
    const amount = 990 + ((at * 731) % 9000);
    return {
      id: idOf('lst', at),
      created: epoch + at * 86_400 + ((at * 977) % 5000),
      description: productName(at),
      sku: `${'KLRTDBN'[at % 7]!}-${1000 + at * 13}`,
      active: at % 5 !== 2,
      amount,
      min: Math.round(amount * 0.8),
      max: Math.round(amount * 1.35),
      strategy: at % 6 === 5 ? null : idOf('strat', at % 4),
      updated: epoch + 3_000_000 + at * 611,
    };
  });
}

function reportRuns(begun: number): ReportRun[] {
  const types = ['balance.summary.1', 'listings.prices.2', 'listings.activity.1'];
  return Array.from({ length: 8 }, (_, at) => ({
    id: idOf('frr', at),
    created: at < 6 ? epoch + 1_000_000 + at * 90_000 : begun - 400 + at * 40,
    type: types[at % 3]!,
    done: at < 6 ? 0 : begun + 500 + (at - 6) * 900,
    failure: at === 2 ? 'The interval holds no data.' : null,
    rows: 3 + (at % 4),
  }));
}

interface Reason {
  readonly code?: string;
  readonly param?: string;
  readonly type?: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly reason: Reason;

  constructor(status: number, message: string, reason: Reason = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

const version: Headers = [['Api-Version', '2026-03-01']];

function start({ now, run, origin }: Run): (request: Asked) => Answered {
  const seconds = () => Math.floor(now() / 1000);
  const allListings = listings().reverse();
  const allStrategies = strategies().reverse();
  const runs = reportRuns(seconds()).reverse();
  const recent: number[] = [];
  let count = 0;

  const shownStrategy = ({ id, created, nickname, kind, undercut }: Strategy) => ({
    id,
    object: 'strategy',
    created,
    kind,
    livemode: true,
    nickname,
    ...(undercut !== undefined && { undercut }),
  });
  const shownListing = (listing: Listing, expanded: boolean) => ({
    id: listing.id,
    object: 'listing',
    active: listing.active,
    amount: listing.amount,
    amount_bounds: { max: listing.max, min: listing.min },
    created: listing.created,
    currency: 'eur',
    description: listing.description,
    livemode: true,
    sku: listing.sku,
    strategy:
      expanded && listing.strategy !== null
        ? shownStrategy(allStrategies.find(({ id }) => id === listing.strategy)!)
        : listing.strategy,
    updated: listing.updated,
  });
  const shownRun = ({ id, created, type, done, failure, rows }: ReportRun) => {
    const succeeded = failure === null && done <= seconds();
    return {
      id,
      object: 'report_run',
      created,
      error: failure,
      livemode: true,
      report_type: type,
      result: succeeded
        ? {
            id: id.replace('frr', 'file'),
            object: 'file',
            filename: `${id}.csv`,
            size: csv(id, rows).length,
            type: 'csv',
            url: `${origin}/files/${id.replace('frr', 'file')}/contents`,
          }
        : null,
      status: failure !== null ? 'failed' : succeeded ? 'succeeded' : 'pending',
      succeeded_at: succeeded ? (done === 0 ? created + 95 : done) : null,
    };
  };
  const csv = (id: string, rows: number) =>
    [
      'listing,amount,currency',
      ...Array.from({ length: rows }, (_, at) => `${idOf('lst', at)},${id.length * 100 + at},eur`),
    ].join('\n') + '\n';

  function authenticate({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) {
      throw new Refusal(401, 'You did not provide an API key. Send it in the X-API-KEY header.');
    }
    if (sent !== key) {
      const masked = `${sent.slice(0, 3)}${'*'.repeat(Math.max(4, sent.length - 6))}${sent.slice(-3)}`;
      throw new Refusal(401, `Invalid API key provided: ${masked}`);
    }
    while (recent[0] !== undefined && recent[0] <= now() - 1000) recent.shift();
    if (recent.length >= 10) {
      throw new Refusal(429, 'Request rate limit exceeded. Slow down, and back off exponentially.', {
        code: 'rate_limit',
        type: 'rate_limit_error',
      });
    }
    recent.push(now());
  }

  function integer(name: string, text: string): number {
    if (!/^-?\d+$/.test(text)) {
      throw new Refusal(400, `Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: name });
    }
    return Number(text);
  }

  function known(query: URLSearchParams, names: readonly string[]): void {
    for (const name of query.keys()) {
      if (!names.includes(name)) {
        throw new Refusal(400, `Received unknown parameter: ${name}`, {
          code: 'parameter_unknown',
          param: name,
        });
      }
    }
  }

  function list<Item extends { readonly id: string }>(
    what: string,
    query: URLSearchParams,
    all: readonly Item[],
    shown: (item: Item) => unknown,
  ): Answered {
    const limit = integer('limit', query.get('limit') ?? '10');
    const bound =
      limit < 1 ? 'greater than or equal to 1' : limit > 100 ? 'less than or equal to 100' : undefined;
    if (bound !== undefined) {
      throw new Refusal(400, `This value must be ${bound}.`, {
        code: 'parameter_invalid_integer',
        param: 'limit',
      });
    }
    const after = query.get('starting_after');
    const at = after === null ? -1 : all.findIndex(({ id }) => id === after);
    if (after !== null && at === -1) {
      throw new Refusal(400, `No such ${what}: '${after}'`, {
        code: 'resource_missing',
        param: 'starting_after',
      });
    }
    const data = all.slice(at + 1, at + 1 + limit);
    const has_more = at + 1 + limit < all.length;
    return json(200, {
      object: 'list',
      data: data.map(shown),
      has_more,
      url: `/v1/${what.replace('_run', '').replace(/y$/, 'ie')}s`,
    });
  }

  function listListings(query: URLSearchParams): Answered {
    known(query, ['limit', 'starting_after', 'active', 'strategy', 'expand[]']);
    const [active, strategy] = [query.get('active'), query.get('strategy')];
    if (active !== null && active !== 'true' && active !== 'false') {
      throw new Refusal(400, `Invalid boolean: ${active}`, { param: 'active' });
    }
    const found = allListings.filter(
      (one) =>
        (active === null || String(one.active) === active) &&
        (strategy === null || one.strategy === strategy),
    );
    return list('listing', query, found, (one) =>
      shownListing(one, query.get('expand[]') === 'data.strategy'),
    );
  }

  function find(id: string): Listing {
    const found = allListings.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new Refusal(404, `No such listing: '${id}'`, { code: 'resource_missing', param: 'id' });
  }

  function fields(request: Asked, names: readonly string[]): Readonly<Record<string, unknown>> {
    const sent = jsonOf(request);
    if (sent === 'bad' || typeof sent.json !== 'object' || sent.json === null || Array.isArray(sent.json)) {
      throw new Refusal(400, 'The request body could not be parsed as a JSON object.', {
        code: 'body_invalid',
      });
    }
    for (const name of Object.keys(sent.json)) {
      if (!names.includes(name)) {
        throw new Refusal(400, `Received unknown parameter: ${name}`, {
          code: 'parameter_unknown',
          param: name,
        });
      }
    }
    return sent.json as Readonly<Record<string, unknown>>;
  }

  function cents(name: string, value: unknown): number {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      const told = typeof value === 'string' ? value : JSON.stringify(value);
      throw new Refusal(400, `Invalid integer: ${told}`, { code: 'parameter_invalid_integer', param: name });
    }
    if (value < 50) {
      throw new Refusal(400, `Amount must be at least 50 cents. You sent ${value}.`, {
        code: 'amount_too_small',
        param: name,
      });
    }
    if (value > 99_999_999) {
      throw new Refusal(400, 'Amount must be no more than 999,999.99 eur.', {
        code: 'amount_too_large',
        param: name,
      });
    }
    return value;
  }

  function setPrice(request: Asked, listing: Listing): Answered {
    const sent = fields(request, ['min_amount', 'max_amount']);
    for (const name of ['min_amount', 'max_amount']) {
      if (!Object.hasOwn(sent, name)) {
        throw new Refusal(400, `Missing required param: ${name}.`, {
          code: 'parameter_missing',
          param: name,
        });
      }
    }
    const min = cents('min_amount', sent.min_amount);
    const max = cents('max_amount', sent.max_amount);
    if (min > max) {
      throw new Refusal(400, `The min_amount (${min}) must not be greater than the max_amount (${max}).`, {
        code: 'amount_bounds_invalid',
        param: 'min_amount',
      });
    }
    Object.assign(listing, {
      min,
      max,
      amount: Math.min(Math.max(listing.amount, min), max),
      updated: seconds(),
    });
    return json(200, shownListing(listing, false));
  }

  function setStrategy(request: Asked, listing: Listing): Answered {
    const { strategy: sent } = fields(request, ['strategy']);
    if (sent === undefined) {
      throw new Refusal(400, 'Missing required param: strategy.', {
        code: 'parameter_missing',
        param: 'strategy',
      });
    }
    if (typeof sent !== 'string') {
      throw new Refusal(400, `Invalid string: ${JSON.stringify(sent)}`, { param: 'strategy' });
    }
    const strategy = allStrategies.find(({ id }) => id === sent);
    if (sent !== '' && strategy === undefined) {
      throw new Refusal(400, `No such strategy: '${sent}'`, { code: 'resource_missing', param: 'strategy' });
    }
    if (strategy?.premium === true) {
      throw new Refusal(402, `Your plan does not include the strategy '${sent}'.`, {
        code: 'plan_upgrade_required',
        param: 'strategy',
        type: 'plan_error',
      });
    }
    Object.assign(listing, { strategy: strategy?.id ?? null, updated: seconds() });
    return json(200, shownListing(listing, false));
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    authenticate(request);
    const [first, second, third, fourth] = steps;
    if (method === 'GET' && first === 'files' && third === 'contents') {
      const found = runs.find(({ id, done }) => id.replace('frr', 'file') === second && done <= seconds());
      if (found === undefined)
        throw new Refusal(404, `No such file: '${second!}'`, { code: 'resource_missing', param: 'file' });
      return { status: 200, headers: [['Content-Type', 'text/csv']], body: csv(found.id, found.rows) };
    }
    if (first === 'v1' && second === 'listings' && third !== undefined) {
      if (method === 'GET' && fourth === undefined) {
        known(query, ['expand[]']);
        return json(200, shownListing(find(third), query.get('expand[]') === 'strategy'));
      }
      if (method === 'PATCH' && fourth === 'price') return setPrice(request, find(third));
      if (method === 'PATCH' && fourth === 'strategy') return setStrategy(request, find(third));
    }
    if (method === 'GET' && path === '/v1/listings') return listListings(query);
    if (method === 'GET' && path === '/v1/strategies') {
      known(query, ['limit', 'starting_after']);
      return list('strategy', query, allStrategies, shownStrategy);
    }
    if (method === 'GET' && path === '/v1/reports') {
      known(query, ['limit', 'starting_after', 'status']);
      const status = query.get('status');
      const found = runs.filter((one) => status === null || shownRun(one).status === status);
      return list('report_run', query, found, shownRun);
    }
    throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`);
  }

  return function payments(request) {
    count += 1;
    const requestId = `req_${scrambled(`${run} ${count}`, 14, base62)}`;
    const headers: Headers = [['Request-Id', requestId], ...version];
    try {
      const given = answer(request);
      return { ...given, headers: [...given.headers, ...headers] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, param, type = 'invalid_request_error' } = error.reason;
      const body = {
        ...(code !== undefined && {
          code,
          doc_url: `https://docs.tallyhouse.example/error-codes/${code.replaceAll('_', '-')}`,
        }),
        message: error.message,
        ...(param !== undefined && { param }),
        request_log_url: `https://console.tallyhouse.example/logs/${requestId}`,
        type,
      };
      return json(error.status, { error: body }, headers);
    }
  };
}

/** All of a list, page by page. */
async function everything(api: Api, path: string, parameters: Readonly<Record<string, string>> = {}) {
  const all: unknown[] = [];
  let after: string | undefined;
  for (;;) {
    const query = new URLSearchParams({
      ...parameters,
      ...(after !== undefined && { starting_after: after }),
    });
    const { body } = await api.ask('GET', query.size === 0 ? path : `${path}?${query.toString()}`);
    const page = listAt(body, 'data');
    all.push(...page);
    if (member(body, 'has_more') !== true || page.length === 0) return all;
    after = textAt(page.at(-1), 'id');
  }
}

const at = (id: string, rest = '') => `/v1/listings/${id}${rest}`;

async function recorded(api: Api): Promise<void> {
  const all = await everything(api, '/v1/listings');
  const plans = await everything(api, '/v1/strategies');
  const id = (number: number) => textAt(all[number], 'id');
  const plan = (kind: string) =>
    textAt(
      plans.find((one) => textAt(one, 'kind') === kind),
      'id',
    );
  await everything(api, '/v1/listings', { limit: '15' });
  await everything(api, '/v1/strategies', { limit: '4' });
  await everything(api, '/v1/reports');
  await everything(api, '/v1/reports', { limit: '3' });
  for (const number of [0, 3, 9, 12, 20, 33]) await api.ask('GET', at(id(number)));
  await api.ask('GET', `${at(id(3))}?expand[]=strategy`);
  await everything(api, '/v1/listings', { active: 'false' });
  await everything(api, '/v1/listings', { active: 'true', limit: '20' });
  await everything(api, '/v1/listings', { strategy: plan('match') });
  await everything(api, '/v1/listings', { strategy: plan('margin') });

  const prices = [
    [1, 1500, 2500],
    [4, 899, 14_900],
    [7, 2000, 2000],
    [12, 50, 6125],
    [30, 12_345, 23_456],
  ] as const;
  for (const [number, min_amount, max_amount] of prices) {
    await api.ask('PATCH', at(id(number), '/price'), { json: { min_amount, max_amount } });
    await api.ask('GET', at(id(number)));
    api.wait(20_000);
  }
  await everything(api, '/v1/listings');
  await api.ask('PATCH', at(id(2), '/strategy'), { json: { strategy: plan('clearance') } });
  await api.ask('GET', at(id(2)));
  await api.ask('PATCH', at(id(5), '/strategy'), { json: { strategy: plan('match') } });
  await api.ask('PATCH', at(id(6), '/strategy'), { json: { strategy: '' } });
  await api.ask('GET', at(id(6)));

  const price = (json: unknown, number = 8) => api.ask('PATCH', at(id(number), '/price'), { json });
  await price({ min_amount: 5000, max_amount: 4000 });
  await price({ min_amount: 1000 });
  await price({ max_amount: 7000 });
  await price({ min_amount: 'cheap', max_amount: 7000 });
  await price({ min_amount: 1000, max_amount: null });
  await price({ min_amount: 12.5, max_amount: 7000 });
  await price({ min_amount: 10, max_amount: 7000 });
  await price({ min_amount: 1000, max_amount: 7000, floor: 1 });
  await api.ask('PATCH', at(id(8), '/price'), { text: '{"min_amount": 10' });
  await api.ask('PATCH', at('lst_doesnotexist00', '/price'), { json: { min_amount: 100, max_amount: 200 } });
  await api.ask('PATCH', at(id(8), '/strategy'), { json: { strategy: 'strat_unheardof' } });
  await api.ask('PATCH', at(id(8), '/strategy'), { json: { strategy: 17 } });
  await api.ask('PATCH', at(id(8), '/strategy'), { json: {} });
  await api.ask('PATCH', at(id(8), '/strategy'), { json: { strategy: plan('velocity') } });
  await api.ask('GET', at('lst_doesnotexist00'));
  await api.ask('GET', at('12'));
  for (const query of [
    'limit=0',
    'limit=500',
    'limit=many',
    'colour=red',
    'active=perhaps',
    'starting_after=lst_gone',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/strategies?limit=0');
  await api.ask('GET', '/v1/inventory');
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': 'tk_wrong000000' } });

  for (let poll = 0; poll < 5; poll += 1) {
    api.wait(300_000);
    const pending = await everything(api, '/v1/reports', { status: 'pending' });
    if (pending.length === 0) break;
  }
  const runs = await everything(api, '/v1/reports');
  await api.ask('GET', textAt(runs[0], 'result', 'url'));
  await api.ask('GET', textAt(runs[4], 'result', 'url'));
  for (let number = 0; number < 13; number += 1) {
    await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  }
  api.wait(5000);
}

async function another(api: Api): Promise<void> {
  await api.ask('GET', '/v1/listings');
  const all = await everything(api, '/v1/listings', { limit: '9' });
  const plans = await everything(api, '/v1/strategies', { limit: '2' });
  const id = (number: number) => textAt(all[number], 'id');
  const plan = (kind: string) =>
    textAt(
      plans.find((one) => textAt(one, 'kind') === kind),
      'id',
    );
  await everything(api, '/v1/reports', { limit: '5' });
  for (const number of [1, 11, 19, 32]) await api.ask('GET', at(id(number)));
  await api.ask('GET', `${at(id(10))}?expand[]=strategy`);
  await everything(api, '/v1/listings', { active: 'false', limit: '4' });
  await everything(api, '/v1/listings', { strategy: plan('featured_offer') });

  const prices = [
    [13, 1111, 2222],
    [22, 450, 99_900],
    [27, 3000, 3000],
  ] as const;
  for (const [number, min_amount, max_amount] of prices) {
    await api.ask('PATCH', at(id(number), '/price'), { json: { min_amount, max_amount } });
    await api.ask('GET', at(id(number)));
    api.wait(45_000);
  }
  await everything(api, '/v1/listings', { limit: '30' });
  await api.ask('PATCH', at(id(14), '/strategy'), { json: { strategy: plan('lowest_price') } });
  await api.ask('GET', at(id(14)));
  await api.ask('PATCH', at(id(15), '/strategy'), { json: { strategy: '' } });

  const price = (json: unknown) => api.ask('PATCH', at(id(16), '/price'), { json });
  await price({ min_amount: 8100, max_amount: 820 });
  await price({ min_amount: 1200 });
  await price({ min_amount: 1000, max_amount: 'dear' });
  await price({ min_amount: null, max_amount: 6000 });
  await price({ min_amount: 22, max_amount: 6000 });
  await price({ min_amount: 1000, max_amount: 6000, ceiling: 3 });
  await api.ask('PATCH', at(id(17), '/price'), { text: 'min_amount=10' });
  await api.ask('PATCH', at('lst_neverwas000000', '/price'), { json: { min_amount: 300, max_amount: 400 } });
  await api.ask('PATCH', at(id(17), '/strategy'), { json: { strategy: 'strat_madeup' } });
  await api.ask('PATCH', at(id(17), '/strategy'), { json: { strategy: null } });
  await api.ask('GET', at('lst_neverwas000000'));
  await api.ask('GET', at('listing-7'));
  for (const query of ['limit=-3', 'limit=101', 'limit=ten', 'size=5', 'starting_after=lst_lost']) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?limit=200');
  await api.ask('GET', '/v1/offers');
  await api.ask('GET', '/v1/strategies?limit=6', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'x-api-key': 'tk_bad11111111' } });
  // Nothing of these was recorded.
  await price({ min_amount: 1000, max_amount: 100_000_000 });
  await api.ask('GET', '/v1/strategies?limit=3&starting_after=strat_lost');
  api.wait(1_600_000);
  const runs = await everything(api, '/v1/reports', { limit: '6' });
  await api.ask('GET', textAt(runs[1], 'result', 'url'));
}

export const payments: ForeignService = {
  name: 'payments',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
};
