// A reseller of travel eSIMs, on a widespread PHP framework: data beside a meta whose message is "success", or, of a request
// whose parameters are wrong, an object with one sentence for each of them beside "the parameter is invalid"; what is known to
// the shop alone is refused by a code and a reason, and the framework speaks for itself where no route fits or too much is asked.
// Pages by limit and page with whole links that keep what was asked for, totals and a size that is a text where it was sent (of
// report runs neither a total nor a last page; strategies all at once); families of filters in brackets, of which strangers are
// passed over, a span of days in one text, an order with a minus. Whole numbers as ids, JSON numbers as prices, states as a
// name and a slug, moments with a blank and without a zone, null for what is not set; a package that is read alone tells more.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'part_6Yh2KcVw9TzQ4mLxE1uB';
const callsPerSecond = 8;
const usualLimit = 20;
const largestLimit = 100;
const largestPrice = 1_000;

/** `2024-06-03 09:12:40`, which is UTC. */
const moment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const amount = (cents: number | null): number | null => (cents === null ? null : cents / 100);
const titled = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
const stateShown = (slug: string): Row => ({ name: titled(slug), slug });

const strategies = [
  ['Undercut competitors', 'competitor', true, 'Stays five percent below the cheapest other shop.'],
  ['Match the cheapest', 'competitor', true, null],
  ['Net price plus margin', 'margin', true, 'Adds a share to the net price.'],
  ['Travel season', 'calendar', true, null],
  ['Summer 2023', 'calendar', false, null],
].map(([name, type, isActive, description], index) => ({
  id: 3 + index * 2,
  name: String(name),
  slug: String(name).toLowerCase().replaceAll(' ', '-'),
  type: String(type),
  description,
  is_active: isActive === true,
  created_at: moment(pastMoment(`messages strategy ${index}`)),
}));

const countries = [
  ['IS', 'Iceland', 'Nordlink'],
  ['PT', 'Portugal', 'Lusomobil'],
  ['JP', 'Japan', 'Sakurafon'],
  ['TR', 'Turkey', 'Bosfor Tel'],
  ['MX', 'Mexico', 'Azulcel'],
].map(([code = '', title = '', operator = ''], index) => ({ code, title, operator, id: 21 + index * 4 }));
const region = { title: 'Eurotel', id: 77 };

interface Package {
  readonly id: number;
  readonly country: (typeof countries)[number] | null;
  readonly data: number;
  readonly days: number;
  readonly voice: number | null;
  readonly net: number;
  readonly price: number;
  readonly state: 'active' | 'paused' | 'archived';
  readonly kyc: boolean;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

function packages(): Package[] {
  return Array.from({ length: 53 }, (_, index): Package => {
    const seed = `messages ${index}`;
    const data = oneOf(`${seed} data`, [1, 2, 3, 5, 10, 20]);
    const net = 180 + data * 95 + chance(`${seed} net`, 140);
    const min = chance(`${seed} min`, 3) === 0 ? null : net + 20 + chance(`${seed} floor`, 60);
    const created = pastMoment(seed);
    return {
      id: 1_204 + index * 3,
      country: chance(`${seed} region`, 6) === 0 ? null : oneOf(`${seed} country`, countries),
      data,
      days: oneOf(`${seed} days`, [7, 15, 30]),
      voice: chance(`${seed} voice`, 5) === 0 ? 30 : null,
      net,
      price: Math.round((net * 1.35) / 50) * 50,
      state: oneOf(`${seed} state`, ['active', 'active', 'active', 'active', 'paused', 'archived']),
      kyc: chance(`${seed} kyc`, 4) === 0,
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : net * 2 + chance(`${seed} ceiling`, 300),
      strategy:
        min !== null && chance(`${seed} strategy`, 2) === 0
          ? strategies[chance(`${seed} which`, 4)]!.id
          : null,
      updated: created + chance(`${seed} updated`, 60 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers = []) {
    super(String(status));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type Faults = Record<string, string>;

const told = (status: number, message: string) => new Refusal(status, { data: [], meta: { message } });
const reasoned = (code: number, reason: string) => new Refusal(422, { code, reason });
const absent = (what: string) => told(404, `The requested ${what} could not be found.`);

function refuse(faults: Faults): void {
  if (Object.keys(faults).length > 0) {
    throw new Refusal(422, { data: faults, meta: { message: 'the parameter is invalid' } });
  }
}

/** The parameters as the framework reads them: nothing where the value is empty. */
const asked = (request: Asked): ReadonlyMap<string, string> =>
  new Map([...targetOf(request).query].filter(([, value]) => value.trim() !== ''));

function countIn(
  params: ReadonlyMap<string, string>,
  name: string,
  otherwise: number,
  faults: Faults,
): number {
  const text = params.get(name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^-?\d{1,9}$/.test(text)) faults[name] = `The ${name} field must be an integer.`;
  else if (value < 1) faults[name] = `The ${name} field must be at least 1.`;
  else if (name === 'limit' && value > largestLimit)
    faults[name] = `The ${name} field must not be greater than ${largestLimit}.`;
  return value;
}

/** A filter that is one of some words. */
function chosenIn(
  params: ReadonlyMap<string, string>,
  name: string,
  words: readonly string[],
  faults: Faults,
): string | undefined {
  const value = params.get(`filter[${name}]`);
  if (value !== undefined && !words.includes(value))
    faults[`filter.${name}`] = `The selected filter.${name} is invalid.`;
  return value;
}

function numberIn(
  params: ReadonlyMap<string, string>,
  name: string,
  otherwise: number,
  faults: Faults,
): number {
  const value = params.get(`filter[${name}]`);
  if (value === undefined) return otherwise;
  if (!/^-?\d+(\.\d+)?$/.test(value)) faults[`filter.${name}`] = `The filter.${name} field must be a number.`;
  return Number(value);
}

function packageShown(one: Package, more: { readonly alone: boolean; readonly include: string }): Row {
  const { country, data, days } = one;
  const includes = more.include.split(',');
  const strategy = strategies.find(({ id }) => id === one.strategy);
  const operator = country?.operator ?? region.title;
  const networks = [{ name: `${operator} 5G`, types: one.kyc ? ['4G'] : ['4G', '5G'] }];
  return {
    id: one.id,
    package_id: `${operator}-${days}days-${data}gb`.toLowerCase().replaceAll(' ', '-'),
    title: `${data} GB - ${days} Days`,
    type: country === null ? 'regional' : 'local',
    operator: { id: country?.id ?? region.id, title: operator, is_kyc_verify: one.kyc },
    country: country === null ? null : { country_code: country.code, title: country.title },
    data: `${data} GB`,
    amount: data * 1_024,
    day: days,
    voice: one.voice,
    price: amount(one.price),
    net_price: amount(one.net),
    min_price: amount(one.min),
    max_price: amount(one.max),
    currency: 'USD',
    strategy_id: one.strategy,
    status: stateShown(one.state),
    ...(more.alone && {
      short_info: one.kyc ? 'This eSIM requires identity verification.' : null,
      rechargeability: one.days > 7,
      coverages: (country === null ? countries.slice(0, 2) : [country]).map(({ code }) => ({
        name: code,
        networks,
      })),
      prices: { EUR: amount(Math.round(one.price * 0.92)), GBP: amount(Math.round(one.price * 0.78)) },
    }),
    ...(includes.includes('strategy') && {
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name, slug: strategy.slug },
    }),
    created_at: moment(one.created),
    updated_at: moment(one.updated),
  };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = packages();
  const reports = Array.from({ length: 14 }, (_, index) => ({
    id: 310 - index,
    type: ['margins', 'sales', 'competitors'][index % 3]!,
    created:
      index === 0
        ? opened - 10_000
        : opened - index * 50_400_000 - chance(`messages report ${index}`, 20_000_000),
    seconds: 70 + index * 9,
    fails: index === 4 || index === 9,
    rows: 12 + chance(`messages rows ${index}`, 3_000),
  }));
  let second = { opened: -Infinity, calls: 0 };

  const stateOf = ({ created, seconds, fails }: (typeof reports)[number]): string => {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 25 ? 'pending' : elapsed < seconds ? 'processing' : fails ? 'failed' : 'completed';
  };

  function reportShown(one: (typeof reports)[number], alone: boolean): Row {
    const state = stateOf(one);
    const isDone = state === 'completed';
    const expires = Math.floor(run.now() / 1_000) + 3_600;
    const signature = scrambled(`messages ${run.run} ${one.id}`, 40, hex);
    return {
      id: one.id,
      code: `${moment(one.created).slice(0, 10).replaceAll('-', '')}-${String(one.id).padStart(6, '0')}`,
      type: one.type,
      status: stateShown(state),
      rows: isDone ? one.rows : null,
      ...(alone && {
        download_url: isDone
          ? `https://files.oskelby.example/reports/${one.id}.csv?expires=${expires}&signature=${signature}`
          : null,
      }),
      created_at: moment(one.created),
      finished_at: isDone || state === 'failed' ? moment(one.created + one.seconds * 1_000) : null,
    };
  }

  /** The links and figures of a page; `total` is left out where nobody counts. */
  function paged(
    request: Asked,
    { page, limit, found }: { readonly page: number; readonly limit: number; readonly found: readonly Row[] },
    counted: boolean,
  ): Answered {
    const params = asked(request);
    const path = run.origin + targetOf(request).path;
    const kept = [...params].filter(([name]) => name !== 'page');
    const grouped = kept.toSorted(([one], [other]) => rankOf(kept, one) - rankOf(kept, other));
    const to = (number: number) =>
      `${path}?${[...grouped, ['page', String(number)] as const]
        .map((pair) => pair.map(encodeURIComponent).join('='))
        .join('&')}`;
    const last = Math.max(1, Math.ceil(found.length / limit));
    const rows = found.slice((page - 1) * limit, page * limit);
    const from = rows.length === 0 ? null : (page - 1) * limit + 1;
    return json(200, {
      data: rows,
      links: {
        first: to(1),
        last: counted ? to(last) : null,
        prev: page > 1 ? to(page - 1) : null,
        next: page < last ? to(page + 1) : null,
      },
      meta: {
        message: 'success',
        current_page: page,
        from,
        ...(counted && { last_page: last }),
        path,
        per_page: counted ? (params.get('limit') ?? limit) : limit,
        to: from === null ? null : from + rows.length - 1,
        ...(counted && { total: found.length }),
      },
    });
  }

  function listed(request: Asked): Answered {
    const params = asked(request);
    const faults: Faults = {};
    const limit = countIn(params, 'limit', usualLimit, faults);
    const page = countIn(params, 'page', 1, faults);
    const sort = params.get('sort') ?? 'id';
    const [by, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
    if (!['id', 'price', 'net_price', 'created_at', 'updated_at'].includes(by))
      faults.sort = 'The selected sort is invalid.';
    const codes = countries.map(({ code }) => code);
    const country = chosenIn(params, 'country', codes, faults);
    const type = chosenIn(params, 'type', ['local', 'regional'], faults);
    const state = chosenIn(params, 'status', ['active', 'paused', 'archived'], faults);
    const own = strategies.map(({ id }) => String(id));
    const strategy = chosenIn(params, 'strategy_id', own, faults);
    const least = numberIn(params, 'price_from', -Infinity, faults);
    const most = numberIn(params, 'price_to', Infinity, faults);
    const span = params.get('filter[created_at]');
    const days = /^(\d{4}-\d\d-\d\d) - (\d{4}-\d\d-\d\d)$/.exec(span ?? '');
    if (span !== undefined && days === null)
      faults['filter.created_at'] = 'The filter.created_at field format is invalid.';
    refuse(faults);
    const words = params.get('filter[search]')?.toLowerCase();
    const order = (one: Package) =>
      ({ price: one.price, net_price: one.net, created_at: one.created, updated_at: one.updated })[by] ??
      one.id;
    const found = all
      .map((one) => ({
        one,
        row: packageShown(one, { alone: false, include: params.get('include') ?? '' }),
      }))
      .filter(
        ({ one, row }) =>
          (country === undefined || one.country?.code === country) &&
          (type === undefined || row.type === type) &&
          (state === undefined || one.state === state) &&
          (strategy === undefined || String(one.strategy) === strategy) &&
          one.price >= least * 100 &&
          one.price <= most * 100 &&
          (days === null ||
            (moment(one.created) >= days[1]! && moment(one.created).slice(0, 10) <= days[2]!)) &&
          (words === undefined ||
            `${String(row.package_id)} ${String(row.title)}`.toLowerCase().includes(words)),
      )
      .sort(({ one }, { one: other }) => sign * (order(one) - order(other)) || one.id - other.id)
      .map(({ row }) => row);
    return paged(request, { page, limit, found }, true);
  }

  function reportsListed(request: Asked): Answered {
    const params = asked(request);
    const faults: Faults = {};
    const limit = countIn(params, 'limit', usualLimit, faults);
    const page = countIn(params, 'page', 1, faults);
    const state = chosenIn(params, 'status', ['pending', 'processing', 'completed', 'failed'], faults);
    refuse(faults);
    const found = reports.filter((one) => state === undefined || stateOf(one) === state);
    return paged(request, { page, limit, found: found.map((one) => reportShown(one, false)) }, false);
  }

  /** What was sent, of which an empty text is null and what is no JSON is nothing. */
  function sentIn(request: Asked): Row {
    const sent = jsonOf(request);
    const body = sent !== 'bad' && isObject(sent.json) ? sent.json : {};
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]),
    );
  }

  function priced(one: Package, request: Asked): Answered {
    const body = sentIn(request);
    const faults: Faults = {};
    const pairs = [
      ['min_price', 'max_price'],
      ['max_price', 'min_price'],
    ] as const;
    for (const [name, other] of pairs) {
      const value = body[name] ?? null;
      const spoken = name.replace('_', ' ');
      const isNumber =
        typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
      const fault =
        value === null
          ? (body[other] ?? null) === null &&
            `field is required when ${other.replace('_', ' ')} is not present.`
          : !isNumber
            ? 'field must be a number.'
            : Math.abs(Number(value) * 100 - Math.round(Number(value) * 100)) > 1e-6
              ? 'field must have 0-2 decimal places.'
              : Number(value) < 0.5
                ? 'field must be at least 0.5.'
                : Number(value) > largestPrice && `field must not be greater than ${largestPrice}.`;
      if (fault !== false) faults[name] = `The ${spoken} ${fault}`;
      else if (name === 'max_price' && value !== null && (body.min_price ?? null) !== null) {
        if (Number(value) < Number(body.min_price))
          faults[name] = `The ${spoken} field must be greater than or equal to ${String(body.min_price)}.`;
      }
    }
    refuse(faults);
    refuseClosed(one);
    const cents = (name: 'min_price' | 'max_price', known: number | null) =>
      body[name] === undefined ? known : body[name] === null ? null : Math.round(Number(body[name]) * 100);
    const [min, max] = [cents('min_price', one.min), cents('max_price', one.max)];
    if (min !== null && min < one.net)
      throw reasoned(41, 'The minimum price must not be below the net price of the package.');
    if (min !== null && max !== null && max < min)
      throw reasoned(42, 'The maximum price must not be below the minimum price.');
    [one.min, one.max, one.updated] = [min, max, run.now()];
    return json(200, {
      data: packageShown(one, { alone: true, include: '' }),
      meta: { message: 'success' },
    });
  }

  function assigned(one: Package, request: Asked): Answered {
    const body = sentIn(request);
    const id = body.strategy_id;
    const isNumber =
      typeof id === 'number' ? Number.isInteger(id) : typeof id === 'string' && /^\d+$/.test(id);
    const strategy = strategies.find((each) => each.id === Number(id));
    if (id === undefined) refuse({ strategy_id: 'The strategy id field must be present.' });
    if (id !== null && !isNumber) refuse({ strategy_id: 'The strategy id field must be an integer.' });
    if (id !== null && strategy === undefined)
      refuse({ strategy_id: 'The selected strategy id is invalid.' });
    refuseClosed(one);
    if (strategy?.is_active === false) throw reasoned(52, 'This strategy is no longer offered.');
    if (strategy?.type === 'competitor' && one.min === null)
      throw reasoned(51, 'Set a minimum price before you assign this strategy.');
    [one.strategy, one.updated] = [strategy?.id ?? null, run.now()];
    return json(200, {
      data: packageShown(one, { alone: true, include: 'strategy' }),
      meta: { message: 'success' },
    });
  }

  function refuseClosed({ state }: Package): void {
    if (state === 'archived') throw reasoned(34, 'This package is not available any more.');
  }

  function foundIn<One extends { readonly id: number }>(from: readonly One[], id: string, what: string): One {
    const one = from.find((each) => String(each.id) === id);
    if (one === undefined) throw absent(what);
    return one;
  }

  function answer(request: Asked): Answered {
    const { path, steps } = targetOf(request);
    const [, kind = '', id, part, ...more] = steps;
    const route = path.slice(1);
    const known =
      steps[0] === 'v1' &&
      more.length === 0 &&
      (part === undefined
        ? ['listings', 'strategies', 'reports'].includes(kind)
        : kind === 'listings' && ['price', 'strategy'].includes(part));
    if (!known) throw new Refusal(404, { message: `The route ${route} could not be found.` });
    const allowed = part === undefined ? ['GET', 'HEAD'] : ['PUT'];
    if (!allowed.includes(request.method)) {
      const offered = allowed.join(', ');
      const message = `The ${request.method} method is not supported for route ${route}. Supported methods: ${offered}.`;
      throw new Refusal(405, { message }, [['Allow', offered]]);
    }
    if (request.headers['x-api-key'] !== key) throw told(401, 'Unauthenticated.');
    const success = (data: unknown) => json(200, { data, meta: { message: 'success' } });
    if (kind === 'strategies')
      return success(id === undefined ? strategies : foundIn(strategies, id, 'strategy'));
    if (kind === 'reports') {
      if (id === undefined) return reportsListed(request);
      return success(reportShown(foundIn(reports, id, 'report'), true));
    }
    if (id === undefined) return listed(request);
    const one = foundIn(all, id, 'package');
    if (part === 'price') return priced(one, request);
    if (part === 'strategy') return assigned(one, request);
    return success(packageShown(one, { alone: true, include: asked(request).get('include') ?? '' }));
  }

  return (request) => {
    const now = run.now();
    if (now >= second.opened + 1_000) second = { opened: now, calls: 0 };
    const isOver = second.calls >= callsPerSecond;
    if (!isOver) second.calls += 1;
    const limits: Headers = [
      ['X-RateLimit-Limit', String(callsPerSecond)],
      ['X-RateLimit-Remaining', String(callsPerSecond - second.calls)],
    ];
    const always: Headers = [['Cache-Control', 'no-cache, private'], ...limits];
    if (isOver) {
      const reset = Math.ceil((second.opened + 1_000) / 1_000);
      return json(429, { message: 'Too Many Attempts.' }, [
        ...always,
        ['Retry-After', '1'],
        ['X-RateLimit-Reset', String(reset)],
      ]);
    }
    try {
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.body, [...error.headers, ...always]);
    }
  };
}

/** Where the family of a parameter stands among the others: where its first one was sent. */
function rankOf(params: readonly (readonly [string, string])[], name: string): number {
  const family = (one: string) => one.split('[')[0];
  return params.findIndex(([one]) => family(one) === family(name));
}

/** Goes on as long as there is a link to go on with. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, 'links', 'next');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy_id?: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id } });

interface Ids {
  /** Packages that are not archived, with a lower bound (and a strategy or none) and without. */
  readonly bound: readonly Row[];
  readonly free: readonly Row[];
  readonly open: readonly Row[];
  readonly closed: readonly Row[];
}

function idsOf(rows: readonly Row[]): Ids {
  const isClosed = ({ status }: Row) => isObject(status) && status.slug === 'archived';
  const live = rows.filter((row) => !isClosed(row));
  return {
    bound: live.filter(({ strategy_id }) => strategy_id !== null),
    free: live.filter((row) => row.min_price !== null && row.strategy_id === null),
    open: live.filter(({ min_price }) => min_price === null),
    closed: rows.filter(isClosed),
  };
}

/** A price that is so many times the net price of a package. */
const above = (row: Row | undefined, times: number): number =>
  Math.round(Number(row?.net_price) * times * 100) / 100;

async function recorded(api: Api): Promise<void> {
  const { bound, free, open, closed } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = rowsAt(await api.ask('GET', '/v1/strategies'), 'data').map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=15&sort=-price&filter[status]=active');
  await get('limit=5&sort=price');
  await get('limit=4&page=3');
  await get('sort=-created_at&limit=6');
  await get('sort=net_price&filter[type]=regional');
  await get('sort=-updated_at&limit=3&include=strategy');
  await get('filter[country]=IS');
  await get('filter[country]=JP&filter[status]=active&limit=3');
  await get('filter[status]=archived&limit=50');
  await get('filter[price_from]=12&sort=price&limit=8');
  await get('filter[price_from]=5&filter[price_to]=9.5');
  await get('filter[price_to]=4&limit=10');
  await get(`filter[strategy_id]=${String(own[0])}`);
  await get('filter[created_at]=2024-03-01 - 2024-06-30');
  await get('filter[search]=nordlink&limit=5');
  await get('filter[search]=30 days&sort=-price&limit=4');
  await get('limit=100&page=9');
  await get('filter[colour]=red&limit=2');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/reports?filter[status]=completed&limit=4');
  await api.ask('GET', '/v1/reports?filter[status]=failed');
  await api.ask('GET', '/v1/reports?limit=5&page=9');
  for (const row of [bound[0], bound[3], free[0], free[2], open[0], closed[0]])
    await read(api, 'listings', row?.id);
  await read(api, 'listings', bound[1]?.id, '?include=strategy');
  await read(api, 'listings', free[1]?.id, '?include=strategy');
  await read(api, 'strategies', own[1]);
  await read(api, 'strategies', own[4]);
  for (const at of [0, 3, 4]) await read(api, 'reports', runs[at]);

  await price(api, free[0]?.id, { min_price: above(free[0], 1.2), max_price: above(free[0], 2.5) });
  await read(api, 'listings', free[0]?.id);
  await price(api, bound[0]?.id, { min_price: above(bound[0], 1.1), max_price: above(bound[0], 3) });
  await price(api, free[1]?.id, { max_price: 88 });
  await price(api, open[0]?.id, { min_price: String(above(open[0], 1.3)) });
  await price(api, bound[2]?.id, { min_price: above(bound[2], 1.4), max_price: null });
  await read(api, 'listings', bound[2]?.id);
  await assign(api, free[0]?.id, own[1]);
  await read(api, 'listings', free[0]?.id, '?include=strategy');
  await assign(api, free[1]?.id, own[2]);
  await assign(api, open[1]?.id, own[3]);
  await assign(api, bound[0]?.id, null);
  await read(api, 'listings', bound[0]?.id);
  await get('sort=-updated_at&limit=4');
  await get(`filter[strategy_id]=${String(own[1])}&limit=10`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 99_999);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 404);
  await read(api, 'reports', 5);
  await price(api, 88_888, { min_price: 3 });
  await assign(api, 77_777, own[0]);
  await price(api, free[3]?.id, { min_price: 60, max_price: 59.5 });
  await price(api, free[3]?.id, { min_price: 0.75 });
  await price(api, free[3]?.id, { max_price: 0.8 });
  await price(api, free[3]?.id, { min_price: 'cheap' });
  await price(api, free[3]?.id, { min_price: 'cheap', max_price: true });
  await price(api, free[3]?.id, { min_price: -1, max_price: 90 });
  await price(api, free[3]?.id, { min_price: 30, max_price: 1_000.5 });
  await price(api, free[3]?.id, { min_price: 31.255 });
  await price(api, free[3]?.id, {});
  await price(api, free[3]?.id, { max_price: null });
  await price(api, free[3]?.id, [1]);
  await api.ask('PUT', `/v1/listings/${String(free[3]?.id)}/price`, { text: '{"min_price": ' });
  await price(api, closed[0]?.id, { min_price: 40 });
  await assign(api, free[3]?.id, 998);
  await assign(api, free[3]?.id, 'never');
  await assign(api, free[3]?.id);
  await assign(api, free[3]?.id, own[4]);
  await assign(api, open[2]?.id, own[0]);
  await assign(api, closed[1]?.id, own[2]);
  await get('limit=0');
  await get('limit=101');
  await get('limit=many');
  await get('page=0&limit=few');
  await get('sort=name');
  await get('filter[status]=sold');
  await get('filter[type]=global&limit=4');
  await get('filter[country]=XX');
  await get('filter[price_from]=cheap');
  await get('filter[created_at]=monday');
  await api.ask('GET', '/v1/reports?filter[status]=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[3]?.id)}/price`, { json: { min_price: 8 } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/strategies', 10);
}

async function another(api: Api): Promise<void> {
  const { bound, free, open, closed } = idsOf(await walk(api, '/v1/listings?limit=24'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = rowsAt(await api.ask('GET', '/v1/strategies'), 'data').map(({ id }) => id);
  const firstRuns = await api.ask('GET', '/v1/reports?limit=9');
  const runs = rowsAt(firstRuns, 'data').map(({ id }) => id);
  const next = at(firstRuns, 'links', 'next');
  if (typeof next === 'string') await api.ask('GET', next);
  await walk(api, '/v1/listings?sort=-net_price&limit=11&filter[status]=paused');
  await get('limit=7&sort=-price&page=2');
  await get('sort=created_at&limit=5');
  await get('filter[type]=regional&sort=-price&limit=6');
  await get('filter[country]=PT&sort=price');
  await get('filter[country]=MX&filter[status]=paused');
  await get('filter[price_from]=8.5&filter[price_to]=14&limit=6');
  await get('filter[price_to]=6&sort=-price&limit=5');
  await get(`filter[strategy_id]=${String(own[2])}&include=strategy`);
  await get('filter[created_at]=2024-09-01 - 2025-01-15&limit=10');
  await get('filter[search]=azulcel');
  await get('filter[search]=10 gb&limit=3');
  await get('limit=30&page=7');
  await get('filter[shape]=round&limit=4');
  await api.ask('GET', '/v1/reports?filter[status]=completed&limit=3&page=2');
  await read(api, 'listings', bound[4]?.id);
  await read(api, 'listings', open[3]?.id);
  await read(api, 'listings', free[4]?.id, '?include=strategy');
  await read(api, 'strategies', own[2]);
  await read(api, 'reports', runs[5]);
  await read(api, 'reports', runs[2]);

  await price(api, free[2]?.id, { min_price: above(free[2], 1.25), max_price: above(free[2], 2.75) });
  await read(api, 'listings', free[2]?.id);
  await price(api, bound[4]?.id, { max_price: 123.4 });
  await price(api, open[3]?.id, { min_price: above(open[3], 1.5), max_price: null });
  await price(api, bound[3]?.id, { min_price: String(above(bound[3], 1.15)) });
  await read(api, 'listings', bound[3]?.id);
  await assign(api, free[2]?.id, own[0]);
  await read(api, 'listings', free[2]?.id, '?include=strategy');
  await assign(api, bound[3]?.id, null);
  await assign(api, open[4]?.id, own[2]);
  await get('sort=-updated_at&limit=5');

  await read(api, 'listings', 66_666);
  await read(api, 'listings', 'sofa');
  await read(api, 'reports', 7);
  await price(api, 55_555, { max_price: 31 });
  await price(api, free[4]?.id, { min_price: 71, max_price: 70.2 });
  await price(api, free[4]?.id, { min_price: 0.9 });
  await price(api, free[4]?.id, { max_price: 'lots' });
  await price(api, free[4]?.id, { min_price: 'few', max_price: -2 });
  await price(api, free[4]?.id, { max_price: 40.125 });
  await price(api, free[4]?.id, { max_price: 2_000 });
  await price(api, free[4]?.id, {});
  await price(api, closed[2]?.id, { max_price: 90 });
  await assign(api, free[4]?.id, 777);
  await assign(api, free[4]?.id, true);
  await assign(api, free[4]?.id, own[4]);
  await assign(api, open[1]?.id, own[1]);
  await assign(api, closed[0]?.id, own[3]);
  await get('limit=-5');
  await get('limit=500&sort=shape');
  await get('page=first');
  await get('filter[status]=gone');
  await get('filter[country]=ZZ&limit=2');
  await get('filter[price_to]=much');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const metaMessages: WalkedService = {
  name: 'meta-messages',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
