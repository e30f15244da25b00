// A trading platform for sawn timber, on a fast Node framework whose routes have JSON schemas: items beside total, limit and
// offset; report runs by the number of the last one seen, strategies as a bare array. UUIDs as ids, whole numbers of report runs,
// words of strategies; prices are JSON numbers by the cubic metre, null for bounds that are not set, moments to the millisecond,
// some members left out where they say nothing; a lot that is read alone has its strategy and packages in it. Values are made what
// their schema asks for, strangers are passed over in a query and refused in a body. A refusal has the status, its name, a sentence
// and, of all but what is not found, a code: `querystring/limit must be <= 100` for the first thing only that a schema finds,
// sentences of the team's own for what the handlers find. A write sends what changes and is answered by the lot as lists show it.
// Requests are counted from the first of a window of five seconds.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'tbx_4f0c9b7a21e84d6c';
const window = 5_000;
const inWindow = 20;
const species = ['spruce', 'pine', 'larch', 'oak', 'ash', 'beech'] as const;
const states = ['open', 'reserved', 'sold'] as const;
const runStates = ['queued', 'running', 'done', 'failed'] as const;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

const strategies = [
  { id: 'follow-index', name: 'Follow the timber index', kind: 'index', requiresFloor: false, active: true },
  {
    id: 'match-lowest',
    name: 'Match the lowest offer',
    kind: 'competitive',
    requiresFloor: true,
    active: true,
  },
  { id: 'clear-yard', name: 'Clear the yard', kind: 'stock', requiresFloor: true, active: true },
  { id: 'fixed-margin', name: 'Fixed margin', kind: 'cost', requiresFloor: false, active: true },
  { id: 'spring-2023', name: 'Spring sale 2023', kind: 'stock', requiresFloor: false, active: false },
] as const;
type Strategy = (typeof strategies)[number];

const yards = [
  { code: 'TRM', city: 'Trollhamn', country: 'SE' },
  { code: 'KVL', city: 'Kuvala', country: 'FI' },
  { code: 'BRG', city: 'Bergried', country: 'AT' },
  { code: 'LPJ', city: 'Lepaja', country: 'LV' },
];

interface Lot {
  readonly id: string;
  readonly lotNumber: string;
  readonly species: (typeof species)[number];
  readonly grade: string;
  readonly size: readonly [thickness: number, width: number, length: number];
  readonly kilnDried: boolean;
  readonly moisture: number;
  readonly certificate: string | undefined;
  readonly volume: number;
  readonly packages: number;
  readonly state: (typeof states)[number];
  readonly price: number;
  readonly yard: (typeof yards)[number];
  readonly created: number;
  floor: number | null;
  ceiling: number | null;
  strategy: string | null;
  updated: number;
}

function lots(): Lot[] {
  const all = Array.from({ length: 58 }, (_, index): Lot => {
    const seed = `timber ${index}`;
    const wood = oneOf(`${seed} wood`, species);
    const isHard = ['oak', 'ash', 'beech'].includes(wood);
    const price = (isHard ? 640 : 260) + chance(`${seed} price`, 900) / 2;
    const kilnDried = chance(`${seed} dry`, 3) > 0;
    const created = pastMoment(seed) + chance(`${seed} part`, 1_000);
    const floor = chance(`${seed} floor`, 3) === 0 ? null : Math.round(price * 0.85);
    return {
      id: uuid(seed),
      lotNumber: `${wood.slice(0, 2).toUpperCase()}${1_040 + index * 7}`,
      species: wood,
      grade: oneOf(`${seed} grade`, isHard ? ['A', 'B', 'rustic'] : ['C16', 'C24', 'C30']),
      size: [
        oneOf(`${seed} thickness`, [22, 27, 47, 63]),
        oneOf(`${seed} width`, [100, 150, 200]),
        oneOf(`${seed} length`, [2_400, 3_600, 4_800, 5_400]),
      ],
      kilnDried,
      moisture: kilnDried ? 10 + chance(`${seed} moisture`, 9) : 24 + chance(`${seed} moisture`, 14),
      certificate: [undefined, 'FSC', 'PEFC', 'PEFC'][chance(`${seed} certificate`, 4)],
      volume: 4 + chance(`${seed} volume`, 480) / 8,
      packages: 1 + chance(`${seed} packages`, 24),
      state: oneOf(`${seed} state`, ['open', 'open', 'open', 'open', 'reserved', 'sold']),
      price,
      yard: oneOf(`${seed} yard`, yards),
      created,
      floor,
      ceiling: chance(`${seed} ceiling`, 2) === 0 ? null : Math.round(price * 1.2),
      strategy:
        floor === null || chance(`${seed} strategy`, 2) === 0
          ? null
          : strategies[chance(`${seed} which`, 4)]!.id,
      updated: created + chance(`${seed} updated`, 40 * 86_400) * 1_000,
    };
  });
  return all.sort((one, other) => one.created - other.created);
}

const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const invalid = (message: string) => new Refusal(400, message, 'FST_ERR_VALIDATION');

/** What a schema says of one value of a query; its first fault is thrown with the place before it. */
class Values {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  number(name: string, least = -Infinity, most = Infinity, isWhole = false): number | undefined {
    const text = this.#query.get(name);
    if (text === null) return undefined;
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value) || (isWhole && !Number.isInteger(value))) {
      throw invalid(`querystring/${name} must be ${isWhole ? 'integer' : 'number'}`);
    }
    if (value > most) throw invalid(`querystring/${name} must be <= ${most}`);
    if (value < least) throw invalid(`querystring/${name} must be >= ${least}`);
    return value;
  }

  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.#query.get(name);
    if (text === null) return undefined;
    return this.#among(name, text, words);
  }

  words<Word extends string>(name: string, words: readonly Word[]): readonly Word[] | undefined {
    const texts = this.#query.getAll(name);
    if (texts.length === 0) return undefined;
    return texts.map((text, index) => this.#among(`${name}/${index}`, text, words));
  }

  flag(name: string): boolean | undefined {
    const text = this.#query.get(name);
    if (text === null) return undefined;
    if (text !== 'true' && text !== 'false') throw invalid(`querystring/${name} must be boolean`);
    return text === 'true';
  }

  text(name: string, shortest: number): string | undefined {
    const text = this.#query.get(name) ?? undefined;
    if (text !== undefined && text.length < shortest) {
      throw invalid(`querystring/${name} must NOT have fewer than ${shortest} characters`);
    }
    return text;
  }

  time(name: string): number | undefined {
    const text = this.#query.get(name);
    if (text === null) return undefined;
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text);
    if (!isTime || Number.isNaN(Date.parse(text))) {
      throw invalid(`querystring/${name} must match format "date-time"`);
    }
    return Date.parse(text);
  }

  #among<Word extends string>(place: string, text: string, words: readonly Word[]): Word {
    const word = words.find((one) => one === text);
    if (word === undefined) {
      throw invalid(`querystring/${place} must be equal to one of the allowed values`);
    }
    return word;
  }
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = lots();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: 5_213 - index * 3,
    name: ['price-changes', 'open-lots', 'market-index'][index % 3]!,
    created:
      index < 2
        ? opened - 15_000 * (index + 1)
        : opened - index * 21_600_000 - chance(`timber report ${index}`, 9_000_000),
    seconds: 60 + index * 10,
    fails: index === 4 || index === 8,
    rows: 12 + chance(`timber rows ${index}`, 900),
  }));
  type Report = (typeof reports)[number];
  let counted = { opened: -Infinity, count: 0 };
  let count = 0;

  const lotShown = (one: Lot): Row => ({
    id: one.id,
    lotNumber: one.lotNumber,
    species: one.species,
    grade: one.grade,
    dimensions: { thickness: one.size[0], width: one.size[1], length: one.size[2] },
    kilnDried: one.kilnDried,
    moisture: one.moisture,
    certificate: one.certificate,
    volume: one.volume,
    status: one.state,
    unitPrice: one.price,
    currency: 'EUR',
    floorPrice: one.floor,
    ceilingPrice: one.ceiling,
    strategyId: one.strategy,
    yard: one.yard,
    createdAt: moment(one.created),
    updatedAt: moment(one.updated),
  });

  const strategyShown = ({ id, name, kind, requiresFloor, active }: Strategy): Row => ({
    id,
    name,
    kind,
    requiresFloor,
    active,
  });

  function aloneShown(one: Lot): Row {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      ...lotShown(one),
      packages: one.packages,
      lotPrice: Math.round(one.price * one.volume * 100) / 100,
      strategy: strategy === undefined ? null : strategyShown(strategy),
    };
  }

  const stateOf = ({ created, seconds, fails }: Report): (typeof runStates)[number] => {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 20 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'failed' : 'done';
  };

  function reportShown(one: Report): Row {
    const status = stateOf(one);
    const isOver = status === 'done' || status === 'failed';
    return {
      id: one.id,
      name: one.name,
      status,
      startedAt: status === 'queued' ? null : moment(one.created + 20_000),
      finishedAt: isOver ? moment(one.created + one.seconds * 1_000) : null,
      rowCount: status === 'done' ? one.rows : undefined,
      downloadUrl:
        status === 'done'
          ? `https://files.timber.example/reports/${one.id}.csv?token=${digest(`timber ${run.run} ${one.id}`).slice(0, 32)}`
          : undefined,
      error: status === 'failed' ? 'Yard system did not answer in time' : undefined,
      createdAt: moment(one.created),
    };
  }

  function lotsListed(query: URLSearchParams): Answered {
    const values = new Values(query);
    const limit = values.number('limit', 1, 100, true) ?? 20;
    const offset = values.number('offset', 0, Infinity, true) ?? 0;
    const sort = values.word('sort', ['createdAt', 'unitPrice', 'volume']) ?? 'createdAt';
    const order = values.word('order', ['asc', 'desc']) ?? 'asc';
    const woods = values.words('species', species);
    const state = values.word('status', states);
    const kilnDried = values.flag('kilnDried');
    const [low, high] = [values.number('minPrice', 0), values.number('maxPrice', 0)];
    const since = values.time('updatedSince');
    const text = values.text('q', 2)?.toLowerCase();
    const strategyId = query.get('strategyId');
    const by = { createdAt: 'created', unitPrice: 'price', volume: 'volume' } as const;
    const sign = order === 'asc' ? 1 : -1;
    const found = all
      .filter(
        (one) =>
          (woods === undefined || woods.includes(one.species)) &&
          (state === undefined || one.state === state) &&
          (kilnDried === undefined || one.kilnDried === kilnDried) &&
          (low === undefined || one.price >= low) &&
          (high === undefined || one.price <= high) &&
          (since === undefined || one.updated >= since) &&
          (strategyId === null || one.strategy === strategyId) &&
          (text === undefined ||
            `${one.lotNumber} ${one.species} ${one.yard.city}`.toLowerCase().includes(text)),
      )
      .sort((one, other) => sign * (one[by[sort]] - other[by[sort]]));
    return json(200, {
      total: found.length,
      limit,
      offset,
      items: found.slice(offset, offset + limit).map(lotShown),
    });
  }

  function reportsListed(query: URLSearchParams): Answered {
    const values = new Values(query);
    const limit = values.number('limit', 1, 50, true) ?? 5;
    const after = values.number('after', 1, Infinity, true);
    const state = values.word('status', runStates);
    const found = reports.filter(
      (one) => (state === undefined || stateOf(one) === state) && (after === undefined || one.id < after),
    );
    const page = found.slice(0, limit);
    return json(200, {
      items: page.map(reportShown),
      nextAfter: found.length > limit ? page.at(-1)!.id : null,
    });
  }

  function bodyIn(request: Asked, known: readonly string[]): Row {
    const type = request.headers['content-type'] ?? '';
    if (request.body === '') {
      const message = "Body cannot be empty when content-type is set to 'application/json'";
      throw new Refusal(400, message, 'FST_ERR_CTP_EMPTY_JSON_BODY');
    }
    if (!type.startsWith('application/json')) {
      throw new Refusal(415, `Unsupported Media Type: ${type}`, 'FST_ERR_CTP_INVALID_MEDIA_TYPE');
    }
    const sent = jsonOf(request);
    if (sent === 'bad') {
      const message = "Body is not valid JSON but content-type is set to 'application/json'";
      throw new Refusal(400, message, 'FST_ERR_CTP_INVALID_JSON_BODY');
    }
    if (!isObject(sent.json)) throw invalid('body must be object');
    if (Object.keys(sent.json).length === 0) throw invalid('body must NOT have fewer than 1 properties');
    if (Object.keys(sent.json).some((name) => !known.includes(name))) {
      throw invalid('body must NOT have additional properties');
    }
    return sent.json;
  }

  /** Texts of numbers and flags are made numbers, as the schema asks for. */
  function priceIn(body: Row, name: string): number | null | undefined {
    const value = body[name];
    if (value === undefined || value === null) return value;
    const isNumber =
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)));
    if (!isNumber) throw invalid(`body/${name} must be number`);
    const sent = Number(value);
    if (sent > 20_000) throw invalid(`body/${name} must be <= 20000`);
    if (sent <= 0) throw invalid(`body/${name} must be > 0`);
    if (Math.abs(sent * 100 - Math.round(sent * 100)) > 1e-6) {
      throw invalid(`body/${name} must be multiple of 0.01`);
    }
    return sent;
  }

  function lotFor(id: string): Lot {
    const lot = all.find((one) => one.id === id);
    if (lot === undefined) throw new Refusal(404, `Listing ${id} not found`);
    return lot;
  }

  function refuseSold(lot: Lot): void {
    if (lot.state === 'sold') throw new Refusal(409, `Lot ${lot.lotNumber} is sold`, 'LOT_SOLD');
  }

  function priced(id: string, request: Asked): Answered {
    const body = bodyIn(request, ['floorPrice', 'ceilingPrice']);
    const [floor, ceiling] = [priceIn(body, 'floorPrice'), priceIn(body, 'ceilingPrice')];
    const lot = lotFor(id);
    refuseSold(lot);
    const low = floor === undefined ? lot.floor : floor;
    const high = ceiling === undefined ? lot.ceiling : ceiling;
    if (low !== null && high !== null && low > high) {
      const message = `floorPrice ${low} must not be above ceilingPrice ${high}`;
      throw new Refusal(422, message, 'PRICE_BOUNDS_CROSSED');
    }
    if (low === null && strategies.some((one) => one.id === lot.strategy && one.requiresFloor)) {
      throw new Refusal(422, `Strategy ${String(lot.strategy)} needs a floorPrice`, 'FLOOR_PRICE_NEEDED');
    }
    [lot.floor, lot.ceiling, lot.updated] = [low, high, run.now()];
    return json(200, lotShown(lot));
  }

  function assigned(id: string, request: Asked): Answered {
    const value = bodyIn(request, ['strategyId']).strategyId;
    if (value !== null && typeof value !== 'string' && typeof value !== 'number') {
      throw invalid('body/strategyId must be string');
    }
    const lot = lotFor(id);
    refuseSold(lot);
    const strategy = strategies.find((one) => one.id === value);
    if (value !== null && strategy === undefined) {
      throw new Refusal(422, `Strategy ${value} does not exist`, 'STRATEGY_UNKNOWN');
    }
    if (strategy?.active === false) {
      throw new Refusal(409, `Strategy ${strategy.id} is no longer active`, 'STRATEGY_INACTIVE');
    }
    if (strategy?.requiresFloor === true && lot.floor === null) {
      throw new Refusal(422, `Strategy ${strategy.id} needs a floorPrice`, 'FLOOR_PRICE_NEEDED');
    }
    [lot.strategy, lot.updated] = [strategy?.id ?? null, run.now()];
    return json(200, lotShown(lot));
  }

  function idIn(id: string): string {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) {
      throw invalid('params/id must match format "uuid"');
    }
    return id;
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const route = version === 'v1' && more.length === 0 ? `${request.method} ${String(kind)}` : '';
    if (part === undefined && id === undefined) {
      if (route === 'GET listings') return lotsListed(query);
      if (route === 'GET reports') return reportsListed(query);
      if (route === 'GET strategies') return json(200, strategies.map(strategyShown));
    }
    if (part === undefined && id !== undefined) {
      if (route === 'GET listings') return json(200, aloneShown(lotFor(idIn(id))));
      if (route === 'GET reports') {
        if (!/^-?\d+$/.test(id)) throw invalid('params/id must be integer');
        const report = reports.find((one) => String(one.id) === id);
        if (report === undefined) throw new Refusal(404, `Report ${id} not found`);
        return json(200, reportShown(report));
      }
      if (route === 'GET strategies') {
        const strategy = strategies.find((one) => one.id === id);
        if (strategy === undefined) throw new Refusal(404, `Strategy ${id} not found`);
        return json(200, strategyShown(strategy));
      }
    }
    if (route === 'PATCH listings' && id !== undefined) {
      if (part === 'price') return priced(idIn(id), request);
      if (part === 'strategy') return assigned(idIn(id), request);
    }
    throw new Refusal(404, `Route ${request.method}:${request.target} not found`);
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] === undefined) throw new Refusal(401, 'Missing API key', 'API_KEY_MISSING');
    if (headers['x-api-key'] !== key) throw new Refusal(401, 'Invalid API key', 'API_KEY_INVALID');
  }

  /** Counts a request, in the window that the first one opened. */
  function limitTold(): { readonly isOver: boolean; readonly seconds: number; readonly told: Headers } {
    const now = run.now();
    if (now - counted.opened >= window) counted = { opened: now, count: 0 };
    counted.count += 1;
    const seconds = Math.ceil((counted.opened + window - now) / 1_000);
    return {
      isOver: counted.count > inWindow,
      seconds,
      told: [
        ['x-ratelimit-limit', String(inWindow)],
        ['x-ratelimit-remaining', String(Math.max(0, inWindow - counted.count))],
        ['x-ratelimit-reset', String(seconds)],
      ],
    };
  }

  function refused({ status, code, message }: Refusal, headers: Headers): Answered {
    return json(status, { statusCode: status, code, error: names[status], message }, headers, jsonType);
  }

  return (request) => {
    count += 1;
    const { isOver, seconds, told } = limitTold();
    const always: Headers = [['x-request-id', uuid(`timber ${run.run} ${count}`)], ...told];
    if (isOver) {
      const wait = `${seconds} second${seconds === 1 ? '' : 's'}`;
      const refusal = new Refusal(429, `Rate limit exceeded, retry in ${wait}`);
      return refused(refusal, [...always, ['Retry-After', String(seconds)]]);
    }
    try {
      admit(request);
      const { status, body } = answer(request);
      return { status, headers: [['Content-Type', jsonType], ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refused(error, always);
    }
  };
}

const jsonType = 'application/json; charset=utf-8';

/** Goes on as long as the total says that there is more, or an answer names the last one seen. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [path = '', query = ''] = target.split('?');
  const asked = new URLSearchParams(query);
  const rows: Row[] = [];
  for (;;) {
    const now = asked.toString();
    const received = await api.ask('GET', now === '' ? path : `${path}?${now}`);
    const items = rowsAt(received, 'items');
    rows.push(...items);
    const [total, after] = [at(received, 'total'), textIfAny(received, 'nextAfter')];
    if (items.length === 0) return rows;
    if (typeof total === 'number' && rows.length < total) asked.set('offset', String(rows.length));
    else if (after !== undefined) asked.set('after', after);
    else return rows;
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

interface Ids {
  /** Lots that are not sold: with a lower bound and without. */
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const free = rows.filter(({ status }) => status !== 'sold');
  return {
    bound: ids(free.filter(({ floorPrice }) => typeof floorPrice === 'number')),
    open: ids(free.filter((row) => row.floorPrice === null)),
    sold: ids(rows.filter(({ status }) => status === 'sold')),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bound, open, sold } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await api.ask('GET', '/v1/strategies')).body;
  const names = (Array.isArray(own) ? own : []).filter(isObject).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?sort=unitPrice&limit=25');
  await get('sort=volume&order=desc&limit=8');
  await get('order=desc&limit=5');
  await get('species=oak');
  await get('species=spruce&species=pine&limit=6');
  await get('status=open&limit=10');
  await get('status=sold&sort=unitPrice&order=desc');
  await get('kilnDried=false&limit=7');
  await get('minPrice=400&maxPrice=700&sort=unitPrice');
  await get('maxPrice=350');
  await get('updatedSince=2025-05-01T00:00:00Z');
  await get('q=berg&limit=4');
  await get('strategyId=match-lowest');
  await get('limit=100&offset=40');
  await get('offset=200');
  await get('species=ash&status=reserved&minPrice=5000');
  await api.ask('GET', '/v1/reports?status=done&limit=3');
  await api.ask('GET', '/v1/reports?status=failed');
  for (const index of [0, 2, 5]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', sold[0]);
  await read(api, 'strategies', names[1]);
  await read(api, 'strategies', 'fixed-margin');
  for (const index of [0, 3, 4]) await read(api, 'reports', runs[index]);

  await price(api, bound[0], { floorPrice: 212.4, ceilingPrice: 1_288 });
  await read(api, 'listings', bound[0]);
  await price(api, bound[1], { ceilingPrice: 1_920.75 });
  await price(api, open[0], { floorPrice: '150.50' });
  await read(api, 'listings', open[0]);
  await price(api, bound[2], { ceilingPrice: null });
  await price(api, open[1], { floorPrice: 99, ceilingPrice: null });
  await assign(api, bound[0], 'match-lowest');
  await read(api, 'listings', bound[0]);
  await assign(api, bound[3], names[0]);
  await assign(api, open[2], 'fixed-margin');
  await assign(api, bound[4], null);
  await read(api, 'listings', bound[4]);
  await get('strategyId=fixed-margin&limit=50');
  await get('updatedSince=2026-01-01T00:00:00.000Z&sort=unitPrice');
  api.wait(30_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '00000000-0000-4000-8000-000000000000');
  await read(api, 'listings', 'lot-1');
  await read(api, 'strategies', 'unheard-of');
  await read(api, 'reports', 17);
  await read(api, 'reports', 'latest');
  await price(api, '11111111-1111-4111-8111-111111111111', { floorPrice: 30 });
  await price(api, 'lamp', { floorPrice: 30 });
  await assign(api, '22222222-2222-4222-8222-222222222222', 'clear-yard');
  await price(api, bound[5], { floorPrice: 600, ceilingPrice: 599.99 });
  await price(api, bound[5], { floorPrice: 'cheap' });
  await price(api, bound[5], { floorPrice: 40, ceilingPrice: [1, 2] });
  await price(api, bound[5], { floorPrice: -1 });
  await price(api, bound[5], { floorPrice: 0 });
  await price(api, bound[5], { ceilingPrice: 20_001 });
  await price(api, bound[5], { floorPrice: 9.999 });
  await price(api, bound[5], {});
  await price(api, bound[5], { floorPrice: 90, colour: 'red' });
  await price(api, bound[5], [1]);
  await price(api, sold[0], { floorPrice: 50 });
  await api.ask('PATCH', `/v1/listings/${String(bound[5])}/price`, { text: '{"floorPrice": ' });
  await api.ask('PATCH', `/v1/listings/${String(bound[5])}/price`, { text: '' });
  await assign(api, bound[5], 'never-made');
  await assign(api, bound[5], 'spring-2023');
  await assign(api, bound[5], true);
  await assign(api, bound[5]);
  await assign(api, open[3], 'match-lowest');
  await assign(api, sold[1], 'fixed-margin');
  await get('limit=0');
  await get('limit=101');
  await get('limit=many');
  await get('offset=-1');
  await get('order=up');
  await get('sort=name');
  await get('species=teak');
  await get('status=gone');
  await get('kilnDried=yes');
  await get('minPrice=low');
  await get('updatedSince=monday');
  await get('q=a');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/reports?limit=51');
  await api.ask('GET', '/v1/orders');
  await api.ask('PUT', `/v1/listings/${String(bound[5])}/price`, { json: { floorPrice: 8 } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(10_000);
  await hurry(api, '/v1/strategies', 22);
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?limit=3');
  await read(api, 'reports', runs[1]);
}

async function another(api: Api): Promise<void> {
  const { bound, open, sold } = idsOf(await walk(api, '/v1/listings?limit=30'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  await walk(api, '/v1/listings?status=open&sort=volume&limit=20');
  await get('sort=unitPrice&order=desc&limit=9');
  await get('species=beech');
  await get('species=larch&species=ash&sort=unitPrice');
  await get('status=reserved');
  await get('kilnDried=true&species=oak&limit=5');
  await get('minPrice=800&order=desc');
  await get('maxPrice=520&status=open&sort=volume&order=desc&limit=6');
  await get('updatedSince=2025-02-15T12:00:00Z&limit=12');
  await get('q=kuva&limit=3');
  await get('strategyId=clear-yard');
  await get('offset=90&limit=10');
  await api.ask('GET', '/v1/reports?status=done&limit=4');
  await read(api, 'listings', bound[6]);
  await read(api, 'listings', open[1]);
  await read(api, 'listings', sold[1]);
  await read(api, 'strategies', 'follow-index');
  await read(api, 'reports', runs[6]);
  await read(api, 'reports', runs[8]);

  await price(api, bound[6], { floorPrice: 187.15, ceilingPrice: 1_393.5 });
  await read(api, 'listings', bound[6]);
  await price(api, bound[7], { ceilingPrice: 1_611.2 });
  await price(api, open[1], { floorPrice: 104.25, ceilingPrice: null });
  await read(api, 'listings', open[1]);
  await price(api, bound[8], { ceilingPrice: '1806' });
  await assign(api, bound[6], 'clear-yard');
  await read(api, 'listings', bound[6]);
  await assign(api, bound[8], null);
  await assign(api, open[2], 'follow-index');
  await get('strategyId=follow-index&sort=unitPrice&limit=50');

  await read(api, 'listings', '99999999-9999-4999-8999-999999999999');
  await read(api, 'listings', 'oak');
  await read(api, 'strategies', 'nobody-knows');
  await read(api, 'reports', 4);
  await price(api, 'sofa', { ceilingPrice: 31 });
  await price(api, '33333333-3333-4333-8333-333333333333', { ceilingPrice: 31 });
  await assign(api, '44444444-4444-4444-8444-444444444444', 'fixed-margin');
  await price(api, bound[9], { floorPrice: 710.2, ceilingPrice: 700 });
  await price(api, bound[9], { ceilingPrice: 'lots' });
  await price(api, bound[9], { floorPrice: 'few', ceilingPrice: -2 });
  await price(api, bound[9], { ceilingPrice: -20 });
  await price(api, bound[9], { ceilingPrice: 20.125 });
  await price(api, bound[9], { floorPrice: 2_000_000 });
  await price(api, bound[9], {});
  await price(api, bound[9], { shape: 'round', ceilingPrice: 9 });
  await price(api, sold[2], { ceilingPrice: 900 });
  await assign(api, bound[9], 'gone-for-good');
  await assign(api, bound[9], 'spring-2023');
  await assign(api, bound[9], false);
  await assign(api, open[4], 'clear-yard');
  await assign(api, sold[0], 'follow-index');
  await get('limit=-5');
  await get('limit=500');
  await get('offset=first');
  await get('order=random');
  await get('sort=grade');
  await get('species=oak&species=balsa');
  await get('status=lost');
  await get('kilnDried=maybe');
  await get('maxPrice=-4');
  await get('updatedSince=soon');
  await get('shape=round&limit=4');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const routeSchemas: WalkedService = {
  name: 'route-schemas',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
