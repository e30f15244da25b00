// A subscription billing company's API: names with hyphens, each record of a list wrapped in its kind, a next offset that is
// a list in a text and is left out at the end, operators in brackets, prices as a list by their type in the currency's
// smallest unit, what belongs to a record beside it, prices written each by itself with a result for each, and 207 where
// some were refused.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, listAt, scrambled } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'live_dvT8cuQzR1mY4nWx0sHb';
const callsPerSecond = 7;
const largestPrice = 5_000_000;

interface Offer {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly status: string;
  readonly channel: string;
  readonly list: number;
  readonly created: number;
  readonly bounds: { min?: number; max?: number };
  strategy?: string;
  updated: number;
}

interface Task {
  readonly id: string;
  readonly kind: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;

  constructor(status: number, code: string, message: string, param?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
const bad = (param: string, message: string): Refusal =>
  new Refusal(400, 'param-wrong-value', `${param} : ${message}`, param);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Cheapest wins',
    'Mirror',
    'Stair',
    'Floor only',
    'Boost',
    'Hibernate',
    'Late bird',
  ].map((name, index) => ({
    id: `str_${scrambled(`wrapped ${name}`, 14, base62)}`,
    name,
    kind: oneOf(`wrapped kind ${name}`, ['relative', 'absolute', 'scheduled']),
    step: 1 + chance(`wrapped step ${name}`, 90),
    archived: index === 5,
    created: pastMoment(`wrapped strategy ${index}`),
  }));
  const offers = Array.from({ length: 44 }, (_, index): Offer => {
    const name = `wrapped ${index}`;
    const { title, sku, price } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const created =
      pastMoment('wrapped offers') - index * 40_000_000 - chance(`${name} created`, 30_000) * 1_000;
    return {
      id: `lst_${scrambled(name, 14, base62)}`,
      sku,
      name: title,
      status: oneOf(`${name} status`, ['active', 'active', 'paused', 'archived']),
      channel: oneOf(`${name} channel`, ['web', 'app', 'store']),
      list: price,
      created,
      bounds: bounded ? { min: Math.round(price * 0.85), max: Math.round(price * 1.35) } : {},
      ...(bounded ? { strategy: oneOf(`${name} strategy`, strategies).id } : {}),
      updated: created + chance(`${name} updated`, 80 * 86_400) * 1_000,
    };
  });
  const tasks = Array.from({ length: 9 }, (_, index): Task => {
    const past = pastMoment('wrapped tasks') + index * 6 * 86_400_000;
    return {
      id: `run_${scrambled(`wrapped task ${index}`, 14, base62)}`,
      kind: oneOf(`wrapped task kind ${index}`, ['price-changes', 'revenue', 'lost-sales']),
      created: index < 7 ? past : opened - 12_000 + (index - 7) * 8_000,
      seconds: 55 + index * 7,
      fails: index === 4,
    };
  }).reverse();

  const offerView = (offer: Offer): Row => ({
    id: offer.id,
    sku: offer.sku,
    name: offer.name,
    status: offer.status,
    channel: offer.channel,
    'currency-code': 'USD',
    'currency-exponent': 2,
    prices: [
      { type: 'list', amount: offer.list },
      ...(offer.bounds.min === undefined ? [] : [{ type: 'min', amount: offer.bounds.min }]),
      ...(offer.bounds.max === undefined ? [] : [{ type: 'max', amount: offer.bounds.max }]),
    ],
    ...(offer.strategy === undefined ? {} : { 'strategy-id': offer.strategy }),
    'created-at': seconds(offer.created),
    'updated-at': seconds(offer.updated),
    'resource-version': offer.updated,
    object: 'listing',
  });
  const strategyView = ({ step, created, ...rest }: (typeof strategies)[number]): Row => ({
    ...rest,
    'step-size': step,
    'created-at': seconds(created),
    object: 'strategy',
  });
  const taskView = (task: Task): Row => {
    const elapsed = (run.now() - task.created) / 1_000;
    const status =
      elapsed < 10
        ? 'scheduled'
        : elapsed < task.seconds
          ? 'in-progress'
          : task.fails
            ? 'failed'
            : 'completed';
    return {
      id: task.id,
      kind: task.kind,
      status,
      'created-at': seconds(task.created),
      ...(elapsed < task.seconds ? {} : { 'finished-at': seconds(task.created) + task.seconds }),
      ...(status === 'completed'
        ? { download: { url: `${run.origin}/exports/${task.id}.csv`, 'mime-type': 'text/csv' } }
        : {}),
      object: 'report-run',
    };
  };
  /** A listing with what belongs to it. */
  const together = (offer: Offer): Row => {
    const strategy = strategies.find(({ id }) => id === offer.strategy);
    return {
      listing: offerView(offer),
      ...(strategy === undefined ? {} : { strategy: strategyView(strategy) }),
    };
  };

  function listed(kind: string, rows: readonly Row[], query: URLSearchParams): Answered {
    const text = query.get('limit') ?? '10';
    if (!/^-?\d+$/.test(text)) throw bad('limit', 'should be a valid integer');
    const limit = Number(text);
    if (limit < 1) throw bad('limit', 'should be greater than 0');
    if (limit > 100) throw bad('limit', 'should not be greater than 100');
    const offset = query.get('offset');
    let from = 0;
    if (offset !== null) {
      const [id, position] = listAt({ all: parsed(offset) }, 'all');
      if (rows[Number(position) - 1]?.id !== id) throw bad('offset', 'is not valid for this list');
      from = Number(position);
    }
    const end = from + limit;
    const next = end < rows.length ? { 'next-offset': JSON.stringify([rows[end - 1]!.id, String(end)]) } : {};
    return json(200, { list: rows.slice(from, end).map((row) => ({ [kind]: row })), ...next });
  }

  function offersListed(query: URLSearchParams): Answered {
    let found: readonly Offer[] = offers;
    const values: Readonly<Record<string, (offer: Offer) => string | number>> = {
      status: ({ status }) => status,
      channel: ({ channel }) => channel,
      'created-at': ({ created }) => seconds(created),
      'updated-at': ({ updated }) => seconds(updated),
    };
    for (const [name, value] of query) {
      const [, field = '', operator] = /^([a-z-]+)\[([a-z-]+)\]$/.exec(name) ?? [];
      if (operator === undefined) continue;
      if (field === 'sort-by') {
        const by = values[value];
        if (by === undefined || !/^(?:asc|desc)$/.test(operator))
          throw bad(name, 'is not an attribute to sort by');
        const sign = operator === 'asc' ? 1 : -1;
        found = found.toSorted((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0));
        continue;
      }
      const of = values[field];
      if (of === undefined) throw bad(name, 'is not an attribute to filter by');
      if (operator === 'is') found = found.filter((offer) => String(of(offer)) === value);
      else if (operator === 'is-not') found = found.filter((offer) => String(of(offer)) !== value);
      else if (operator === 'in') {
        const all = listAt({ all: parsed(value) }, 'all');
        if (all.length === 0) throw bad(name, 'should be a list');
        found = found.filter((offer) => all.includes(of(offer)));
      } else if (operator === 'after' && field.endsWith('-at'))
        found = found.filter((offer) => Number(of(offer)) > Number(value));
      else throw bad(name, `the operator ${operator} is not supported`);
    }
    return listed('listing', found.map(offerView), query);
  }

  /** What is wrong with a price, or undefined. */
  function wrongIn(offer: Offer, type: unknown, amount: unknown): Row | undefined {
    const wrong = (code: string, message: string): Row => ({ code, message });
    if (type !== 'min' && type !== 'max')
      return wrong('type-unknown', `The type ${JSON.stringify(type ?? null)} cannot be written`);
    if (amount === undefined || amount === null)
      return wrong('amount-missing', `The ${type} price has no amount`);
    if (typeof amount !== 'number' || !Number.isInteger(amount)) {
      return wrong('amount-not-integer', `The ${type} price must be a whole number of cents`);
    }
    if (amount <= 0)
      return wrong('amount-too-small', `The ${type} price must be greater than 0, not ${amount}`);
    if (amount > largestPrice)
      return wrong('amount-too-large', `The ${type} price must not be greater than ${largestPrice}`);
    const { min, max } = offer.bounds;
    if (type === 'max' && min !== undefined && amount < min) {
      return wrong('min-above-max', `The max price ${amount} is less than the min price ${min}`);
    }
    if (type === 'min' && max !== undefined && amount > max) {
      return wrong('min-above-max', `The min price ${amount} is greater than the max price ${max}`);
    }
    return undefined;
  }

  function priced(offer: Offer, body: Row): Answered {
    const { prices } = body;
    if (prices === undefined || (Array.isArray(prices) && prices.length === 0))
      throw bad('prices', 'cannot be blank');
    if (!Array.isArray(prices) || !prices.every(isObject)) throw bad('prices', 'should be a list of objects');
    const results = prices.map(({ type, amount }): Row => {
      const error = wrongIn(offer, type, amount);
      if (error !== undefined) return { type, success: false, error };
      offer.bounds[type as 'min' | 'max'] = Number(amount);
      offer.updated = run.now();
      return { type, success: true, amount };
    });
    const succeeded = results.filter(({ success }) => success === true).length;
    return json(succeeded === results.length ? 200 : 207, {
      'listing-id': offer.id,
      results,
      summary: { succeeded, failed: results.length - succeeded },
    });
  }

  function assigned(offer: Offer, body: Row): Answered {
    const { 'strategy-id': id } = body;
    if (id === undefined || id === null) throw bad('strategy-id', 'is required');
    if (typeof id !== 'string') throw bad('strategy-id', 'should be a string');
    if (id !== '' && !strategies.some((strategy) => strategy.id === id)) {
      throw new Refusal(404, 'resource-not-found', `${id} not found`, 'strategy-id');
    }
    if (id === '') delete offer.strategy;
    else offer.strategy = id;
    offer.updated = run.now();
    return json(200, together(offer));
  }

  function answer(request: Asked, url: URL): Answered {
    const file = tasks.find(({ id }) => url.pathname === `/exports/${id}.csv`);
    if (file !== undefined) {
      const lines = offers.slice(0, 6).map(({ id, list }) => `${id},${list}`);
      return { status: 200, headers: [['Content-Type', 'text/csv']], body: `id,list\n${lines.join('\n')}\n` };
    }
    const [, name = '', id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (!['listings', 'strategies', 'reports'].includes(name) || (id !== undefined && name !== 'listings')) {
      throw new Refusal(404, 'site-path-not-found', `Sorry, there is nothing at ${url.pathname}`);
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, 'http-method-not-supported', `Sorry, ${request.method} is not supported here`);
    }
    if (id === undefined) {
      if (name === 'listings') return offersListed(url.searchParams);
      return name === 'reports'
        ? listed('report-run', tasks.map(taskView), url.searchParams)
        : listed('strategy', strategies.map(strategyView), url.searchParams);
    }
    const offer = offers.find((candidate) => candidate.id === id);
    if (offer === undefined) throw new Refusal(404, 'resource-not-found', `${id} not found`, 'listing-id');
    if (part === undefined) return json(200, together(offer));
    const body = parsed(request.body);
    if (!isObject(body)) throw new Refusal(400, 'invalid-json', 'The request body is not a JSON object');
    return part === 'price' ? priced(offer, body) : assigned(offer, body);
  }

  let second = 0;
  let calls = 0;
  return (request) => {
    try {
      const given = request.headers['x-api-key'];
      if (given === undefined)
        throw new Refusal(401, 'api-key-missing', 'Sorry, authentication failed. The API key is missing');
      if (given !== key)
        throw new Refusal(401, 'api-key-invalid', 'Sorry, authentication failed. The API key is not valid');
      if (seconds(run.now()) !== second) [second, calls] = [seconds(run.now()), 0];
      calls += 1;
      if (calls > callsPerSecond) {
        throw new Refusal(
          429,
          'request-limit-exceeded',
          `Sorry, more than ${callsPerSecond} requests came in a second`,
        );
      }
      return answer(request, new URL(request.target, run.origin));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, param } = error;
      const type = status === 400 || status === 404 ? 'invalid-request' : 'operation-failed';
      const body = {
        message,
        type,
        'error-code': code,
        ...(param === undefined ? {} : { param }),
        'http-status': status,
      };
      return json(status, body, status === 429 ? [['Retry-After', '1']] : []);
    }
  };
}

const rowsIn = (received: Received): readonly Row[] =>
  rowsAt(received, 'list').flatMap((row) => Object.values(row).filter(isObject));

/** Goes on from each next offset. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let offset = ''; ;) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask(
      'GET',
      offset === '' ? target : `${target}${joint}offset=${encodeURIComponent(offset)}`,
    );
    rows.push(...rowsIn(received));
    const next = textIfAny(received, 'next-offset');
    if (next === undefined) return rows;
    offset = next;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const write = (api: Api, id: unknown, prices?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { prices } });
const price = (api: Api, id: unknown, min: unknown, max: unknown): Promise<Received> =>
  write(api, id, [
    { type: 'min', amount: min },
    { type: 'max', amount: max },
  ]);
const one = (api: Api, id: unknown, type: string, amount: unknown): Promise<Received> =>
  write(api, id, [{ type, amount }]);
const assign = (api: Api, id: unknown, strategy?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { 'strategy-id': strategy } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/listings?limit=25');
  await walk(api, '/v1/listings?limit=100');
  await walk(api, '/v1/strategies?limit=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=5');
  await walk(api, '/v1/listings?status[is]=paused&limit=20');
  await walk(api, '/v1/listings?status[in]=["paused","archived"]&limit=12');
  await walk(api, '/v1/listings?channel[is-not]=web&limit=50');
  await walk(api, '/v1/listings?sort-by[asc]=created-at&limit=30');
  await walk(api, '/v1/listings?sort-by[desc]=updated-at&limit=50');
  for (const index of [0, 6, 17, 29, 43]) await read(api, ids[index]);
  await price(api, ids[0], 1_450, 29_900);
  await read(api, ids[0]);
  await one(api, ids[6], 'max', 98_000);
  await read(api, ids[6]);
  await one(api, ids[17], 'min', 99);
  await read(api, ids[17]);
  await price(api, ids[29], 350, 45_000);
  await read(api, ids[29]);
  await price(api, ids[30], 100, 99_900);
  await price(api, ids[31], -5, 88_000);
  await read(api, ids[31]);
  await api.ask('GET', '/v1/listings?limit=40');
  await assign(api, ids[0], rules[1]);
  await read(api, ids[0]);
  await assign(api, ids[29], rules[4]);
  await read(api, ids[29]);
  await assign(api, ids[17], '');
  await read(api, ids[17]);
  api.wait(25_000);
  await api.ask('GET', '/v1/reports?limit=8');
  api.wait(90_000);
  const last = await api.ask('GET', '/v1/reports?limit=9');
  const url = at(last, 'list', 0, 'report-run', 'download', 'url');
  if (typeof url === 'string') await api.ask('GET', url);
  await read(api, 'lst_nothingOfThis0');
  await read(api, 'lamp');
  await price(api, 'lst_nothingOfThis1', 100, 200);
  await price(api, ids[9], 98_000, 97_000);
  await price(api, ids[10], 100, 50);
  await one(api, ids[0], 'max', 1_449);
  await one(api, ids[0], 'min', 29_901);
  await one(api, ids[9], 'min', undefined);
  await price(api, ids[9], null, 99_000);
  await price(api, ids[9], 'cheap', 99_000);
  await one(api, ids[9], 'max', 4.5);
  await price(api, ids[9], 'low', 'high');
  await price(api, ids[9], -4, 0);
  await one(api, ids[9], 'max', 6_000_000);
  await one(api, ids[9], 'list', 500);
  await write(api, ids[9], []);
  await write(api, ids[9]);
  await write(api, ids[9], 'low');
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"prices": ' });
  await assign(api, ids[9], 'str_nothingOfThis2');
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], 17);
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, 'lst_nothingOfThis3', rules[0]);
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', '/v1/listings?limit=101');
  await api.ask('GET', '/v1/listings?limit=lots');
  await api.ask('GET', '/v1/strategies?limit=500');
  await api.ask('GET', '/v1/listings?offset=nowhere');
  await api.ask('GET', '/v1/listings?status[is]=sold');
  await api.ask('GET', '/v1/listings?colour[is]=red');
  await api.ask('GET', '/v1/listings?status[like]=act');
  await api.ask('GET', '/v1/listings?sort-by[asc]=colour');
  await api.ask('GET', '/v1/listings?limit=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'live_nothing' } });
  api.wait(3_000);
  for (let sent = 0; sent < 11; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(1_500_000);
  await api.ask('GET', '/v1/reports?limit=3');
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?limit=18')).map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies?limit=5')).map((row) => row.id);
  await walk(api, '/v1/reports?limit=6');
  await walk(api, '/v1/listings?status[is]=archived&limit=15');
  await walk(api, '/v1/listings?status[in]=["active","paused"]&limit=22');
  await walk(api, '/v1/listings?channel[is]=store&limit=50');
  await walk(api, '/v1/listings?sort-by[desc]=created-at&limit=44');
  await walk(api, '/v1/listings?status[is-not]=active&limit=60');
  for (const index of [3, 12, 40]) await read(api, ids[index]);
  await price(api, ids[3], 1_125, 63_000);
  await read(api, ids[3]);
  await one(api, ids[12], 'max', 64_075);
  await read(api, ids[12]);
  await one(api, ids[40], 'min', 25);
  await read(api, ids[40]);
  await price(api, ids[33], 4.5, 77_000);
  await read(api, ids[33]);
  await api.ask('GET', '/v1/listings?limit=45');
  await assign(api, ids[3], rules[3]);
  await read(api, ids[3]);
  await assign(api, ids[12], '');
  await read(api, ids[12]);
  await api.ask('GET', '/v1/strategies?limit=7');
  api.wait(120_000);
  await read(api, 'lst_nothingOfThis9');
  await read(api, 'tin');
  await price(api, 'lst_nothingOfThis8', 300, 400);
  await price(api, ids[20], 97_120, 97_000);
  await one(api, ids[3], 'max', 1_100);
  await one(api, ids[21], 'max', undefined);
  await price(api, ids[21], 'dear', 88_000);
  await price(api, ids[21], 'much', 'more');
  await price(api, ids[21], -50, 0);
  await one(api, ids[21], 'min', 7_000_000);
  await one(api, ids[21], 'cost', 400);
  await write(api, ids[21], []);
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"prices" ' });
  await assign(api, ids[21], 'str_nothingOfThis7');
  await assign(api, ids[21], 44);
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?limit=-3');
  await api.ask('GET', '/v1/reports?limit=1000');
  await api.ask('GET', '/v1/reports?limit=all');
  await api.ask('GET', '/v1/reports?offset=somewhere');
  await api.ask('GET', '/v1/listings?size[is]=large');
  await api.ask('GET', '/v1/listings?channel[like]=st');
  await api.ask('GET', '/v1/listings?sort-by[desc]=size');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': 'live_none' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await assign(api, ids[40], ['a']);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=7');
}

export const wrappedItems: WalkedService = {
  name: 'wrapped-items',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
