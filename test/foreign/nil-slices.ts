// A car hire distributor's API for suppliers, on a widespread Go framework: lists under their own name beside a pagination with
// page, per_page, total and pages (report runs by a cursor that is left out at the end, strategies all at once with a count), and
// null where a list is empty. Whole numbers as ids, of report runs twenty signs that sort by time; amounts are JSON numbers,
// moments in UTC with as many decimals as they need, null for bounds that are not set, some members left out where they are empty;
// a rate that is read alone tells its net rate and its strategy as well. Filters by members, bounds of the daily rate, words and a
// moment, an order of a name with a minus; strangers are passed over, 0 is the same as nothing. A write puts both bounds and is
// answered by the whole rate. A refusal has a sentence, a code and the id of the request; its sentences are those of the language
// and of its validator, a line for each member, and what no handler knows is a plain text.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, walkPages } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'chd_sup_4Xo9KpVt2LwZ8rQ1mB6y';
const callsPerSecond = 10;
const usualPage = 25;
const largestPage = 100;
const largestRate = 2_000;
const type = 'application/json; charset=utf-8';
const base32 = '0123456789abcdefghijklmnopqrstuv';

/** A moment as the language writes it: without zeros at the end of its decimals. */
function moment(milliseconds: number, micros = 0): string {
  const [seconds, thousandths] = new Date(milliseconds).toISOString().slice(0, -1).split('.') as [
    string,
    string,
  ];
  const decimals = `${thousandths}${String(micros).padStart(3, '0')}`.replace(/0+$/, '');
  return `${seconds}${decimals === '' ? '' : `.${decimals}`}Z`;
}

const euros = (cents: number): number => cents / 100;
const shownEuros = (cents: number): string => (cents / 100).toFixed(2);

const classes = [
  ['MDMR', 'Fiat Panda', 4, 3, 1],
  ['EDMR', 'Opel Corsa', 5, 5, 2],
  ['CDMR', 'Seat Leon', 5, 5, 2],
  ['CDAR', 'Volkswagen Golf', 5, 5, 2],
  ['IFAR', 'Nissan Qashqai', 5, 5, 3],
  ['SDAR', 'Skoda Octavia', 5, 5, 3],
  ['SVMR', 'Ford Tourneo', 9, 5, 6],
  ['CEAR', 'Renault Megane E-Tech', 5, 5, 2],
] as const;
const stations = [
  ['AGP', 'Malaga Airport', 'ES'],
  ['PMI', 'Palma de Mallorca Airport', 'ES'],
  ['FAO', 'Faro Airport', 'PT'],
  ['LIS', 'Lisbon Airport', 'PT'],
  ['NCE', 'Nice Airport', 'FR'],
  ['BGY', 'Bergamo Airport', 'IT'],
] as const;
const states = ['open', 'on_request', 'stop_sale'] as const;
const extras = [
  ['GPS', 'Satellite navigation', 650, 'day'],
  ['CST', 'Child seat', 700, 'day'],
  ['ADD', 'Additional driver', 4_500, 'rental'],
  ['SCH', 'Snow chains', 3_900, 'rental'],
] as const;

const strategies = [
  ['Lowest at the station', 'lowest', 2, true],
  ['Follow the market leader', 'leader', 0, true],
  ['Fill the fleet', 'occupancy', 5, true],
  ['Late bookers', 'lead_time', 12.5, true],
  ['Winter 2023', 'season', 8, false],
].map(([name, kind, step, active], index) => ({
  id: index + 1,
  name,
  kind,
  step_percent: step,
  active,
  created_at: moment(pastMoment(`slices strategy ${index}`), chance(`slices strategy ${index}`, 1_000)),
}));

interface Rate {
  readonly id: number;
  readonly state: (typeof states)[number];
  readonly car: (typeof classes)[number];
  readonly station: (typeof stations)[number];
  readonly daily: number;
  readonly net: number;
  readonly deposit: number;
  readonly perDay: number;
  readonly extras: readonly (typeof extras)[number][];
  readonly notes: string;
  readonly created: number;
  readonly micros: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

function rates(): Rate[] {
  return Array.from({ length: 58 }, (_, index): Rate => {
    const seed = `slices ${index}`;
    const daily = 1_800 + chance(`${seed} daily`, 900) * 10;
    const created = pastMoment(seed) + chance(`${seed} thousandths`, 1_000);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(daily * 0.8);
    return {
      id: 1_041 + index * 3 + chance(`${seed} id`, 3),
      state: states[[0, 0, 0, 0, 1, 2][chance(`${seed} state`, 6)]!]!,
      car: oneOf(`${seed} car`, classes),
      station: oneOf(`${seed} station`, stations),
      daily,
      net: Math.round(daily * 0.6),
      deposit: [20_000, 30_000, 90_000][chance(`${seed} deposit`, 3)]!,
      perDay: chance(`${seed} mileage`, 3) === 0 ? 250 : 0,
      extras: extras.filter((_, at) => chance(`${seed} extra ${at}`, 5) === 0),
      notes: chance(`${seed} notes`, 4) === 0 ? 'Shuttle to the desk every ten minutes' : '',
      created,
      micros: chance(`${seed} micros`, 1_000),
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(daily * 1.6),
      strategy: min !== null && chance(`${seed} strategy`, 2) === 0 ? 1 + chance(`${seed} which`, 4) : null,
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const badRequest = (message: string) => new Refusal(400, 'bad_request', message);
const unprocessable = (code: string, message: string) => new Refusal(422, code, message);
const failed = (struct: string, field: string, tag: string): string =>
  `Key: '${struct}.${field}' Error:Field validation for '${field}' failed on the '${tag}' tag`;

/** What the text of a number, a flag or a moment is; nothing of an empty one, as of one that was not sent. */
function wholeOf(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (text === '') return 0;
  if (!/^[+-]?\d+$/.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  return Number(text);
}
function decimalOf(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (text === '') return 0;
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) {
    throw badRequest(`strconv.ParseFloat: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  return Number(text);
}
function momentOf(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (text === '') return 0;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw badRequest(
      `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`,
    );
  }
  return Date.parse(text);
}

/** An id in a path. */
function idOf(text: string): number {
  if (!/^\d+$/.test(text)) throw badRequest(`invalid id ${JSON.stringify(text)}`);
  return Number(text);
}

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : typeof value === 'object'
      ? 'object'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value;

/** The body of a write, as a struct takes it in: what it does not know is passed over. */
function bodyIn(request: Asked, struct: string): Row {
  if (request.body === '') throw badRequest('EOF');
  const sent = jsonOf(request);
  if (sent === 'bad') {
    throw badRequest(
      /^[[{]/.test(request.body)
        ? 'unexpected EOF'
        : `invalid character '${request.body[0]!}' looking for beginning of value`,
    );
  }
  if (sent.json === null) return {};
  if (!isObject(sent.json)) {
    throw badRequest(`json: cannot unmarshal ${kindOf(sent.json)} into Go value of type api.${struct}`);
  }
  return sent.json;
}

function numberIn(body: Row, name: string, struct: string, kind: 'float64' | 'uint'): number | null {
  const value = body[name] ?? null;
  if (value === null) return null;
  const isFit = typeof value === 'number' && (kind === 'float64' || (Number.isInteger(value) && value >= 0));
  if (isFit) return value;
  const what = typeof value === 'number' ? `number ${value}` : kindOf(value);
  throw badRequest(`json: cannot unmarshal ${what} into Go struct field ${struct}.${name} of type ${kind}`);
}

/** What a list shows: null where there is nothing. */
const shownList = <Value>(values: readonly Value[]): readonly Value[] | null =>
  values.length === 0 ? null : values;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = rates();
  const reports = Array.from({ length: 13 }, (_, index) => {
    const created =
      index < 2
        ? opened - 15_000 * (index + 1)
        : opened - index * 50_400_000 - chance(`slices report ${index}`, 30_000_000);
    // The first signs grow with time, so that a later run stands behind an earlier one.
    const order = Math.floor((created - Date.UTC(2020, 0, 1)) / 1_000)
      .toString(32)
      .padStart(7, 'c');
    return {
      id: order + scrambled(`slices report ${index}`, 20 - order.length, base32),
      kind: ['utilisation', 'rate_parity', 'revenue'][index % 3]!,
      created,
      seconds: 60 + index * 9,
      fails: index === 4 || index === 10,
      rows: 30 + chance(`slices rows ${index}`, 4_000),
    };
  });
  let window = { opened: 0, count: 0 };

  function rateShown(one: Rate): Row {
    const [acriss, name, seats, doors, bags] = one.car;
    const [code, title, country] = one.station;
    return {
      id: one.id,
      status: one.state,
      acriss_code: acriss,
      vehicle: {
        name: `${name} or similar`,
        seats,
        doors,
        bags,
        transmission: acriss[2] === 'A' ? 'automatic' : 'manual',
        electric: acriss[1] === 'E',
      },
      station: { code, name: title, country },
      currency: 'EUR',
      daily_rate: euros(one.daily),
      weekly_rate: euros(one.daily * 6),
      deposit: euros(one.deposit),
      min_rate: one.min === null ? null : euros(one.min),
      max_rate: one.max === null ? null : euros(one.max),
      strategy_id: one.strategy,
      mileage: one.perDay === 0 ? { unlimited: true } : { unlimited: false, km_per_day: one.perDay },
      extras: shownList(
        one.extras.map(([extra, label, price, per]) => ({
          code: extra,
          name: label,
          price: euros(price),
          per,
        })),
      ),
      ...(one.notes !== '' && { notes: one.notes }),
      created_at: moment(one.created, one.micros),
      updated_at: moment(one.updated, one.micros),
    };
  }

  const rateAlone = (one: Rate): Row => ({
    ...rateShown(one),
    net_rate: euros(one.net),
    ...(one.strategy !== null && { strategy: strategies[one.strategy - 1] }),
  });

  function reportShown(one: (typeof reports)[number]): Row {
    const elapsed = (run.now() - one.created) / 1_000;
    const status =
      elapsed < 25 ? 'pending' : elapsed < one.seconds ? 'running' : one.fails ? 'failed' : 'done';
    const isOver = status === 'done' || status === 'failed';
    return {
      id: one.id,
      kind: one.kind,
      status,
      ...(status === 'done' && {
        rows: one.rows,
        url: `https://files.pruvento.example/reports/${one.id}.csv`,
      }),
      ...(status === 'failed' && { error: 'context deadline exceeded' }),
      created_at: moment(one.created),
      finished_at: isOver ? moment(one.created + one.seconds * 1_000) : null,
    };
  }

  function listed(query: URLSearchParams): Answered {
    const page = wholeOf(query, 'page');
    const size = wholeOf(query, 'per_page');
    const [least, most] = [decimalOf(query, 'rate_from'), decimalOf(query, 'rate_to')];
    const strategy = wholeOf(query, 'strategy_id');
    const since = momentOf(query, 'updated_since');
    const status = query.get('status') ?? '';
    const wrong = [
      ...(page < 0 ? [failed('ListQuery', 'Page', 'min')] : []),
      ...(size < 0 ? [failed('ListQuery', 'PerPage', 'min')] : []),
      ...(size > largestPage ? [failed('ListQuery', 'PerPage', 'max')] : []),
      ...(status !== '' && !states.some((state) => state === status)
        ? [failed('ListQuery', 'Status', 'oneof')]
        : []),
    ];
    if (wrong.length > 0) throw new Refusal(400, 'validation_failed', wrong.join('\n'));
    const sort = query.get('sort') ?? '';
    const orders: Readonly<Record<string, (one: Rate) => number>> = {
      id: ({ id }) => id,
      daily_rate: ({ daily }) => daily,
      updated_at: ({ updated }) => updated,
    };
    const order = orders[sort === '' ? 'id' : sort.replace(/^-/, '')];
    if (order === undefined) throw badRequest(`cannot sort by ${JSON.stringify(sort)}`);
    const words = (query.get('q') ?? '').toLowerCase();
    const is = (name: string, value: string) => [null, '', value].includes(query.get(name));
    const sign = sort.startsWith('-') ? -1 : 1;
    const found = all
      .filter(
        (one) =>
          is('status', one.state) &&
          is('station', one.station[0]) &&
          is('acriss_code', one.car[0]) &&
          (strategy === 0 || one.strategy === strategy) &&
          (least === 0 || one.daily >= least * 100) &&
          (most === 0 || one.daily <= most * 100) &&
          one.updated >= since &&
          `${one.car[1]} or similar ${one.station[1]}`.toLowerCase().includes(words),
      )
      .sort((one, other) => sign * (order(one) - order(other)) || one.id - other.id);
    const [number, count] = [page === 0 ? 1 : page, size === 0 ? usualPage : size];
    return json(
      200,
      {
        rates: shownList(found.slice((number - 1) * count, number * count).map(rateShown)),
        pagination: {
          page: number,
          per_page: count,
          total: found.length,
          pages: Math.ceil(found.length / count),
        },
      },
      [],
      type,
    );
  }

  function listedReports(query: URLSearchParams): Answered {
    const limit = wholeOf(query, 'limit');
    if (limit < 0 || limit > 50) {
      throw new Refusal(400, 'validation_failed', failed('ReportQuery', 'Limit', limit < 0 ? 'min' : 'max'));
    }
    const cursor = query.get('cursor') ?? '';
    if (cursor !== '' && !/^[0-9a-v]{20}$/.test(cursor)) throw badRequest('xid: invalid ID');
    const status = query.get('status') ?? '';
    const found = reports
      .filter(({ id }) => cursor === '' || id < cursor)
      .map(reportShown)
      .filter((one) => status === '' || one.status === status);
    const page = found.slice(0, limit === 0 ? 5 : limit);
    const next = page.length < found.length ? { next_cursor: page.at(-1)!.id } : {};
    return json(200, { reports: shownList(page), ...next }, [], type);
  }

  const rateOf = (text: string): Rate => {
    const id = idOf(text);
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new Refusal(404, 'not_found', `rate ${id} not found`);
    return found;
  };

  function checkOpen({ id, state }: Rate): void {
    if (state === 'stop_sale')
      throw new Refusal(409, 'rate_closed', `rate ${id} is on stop sale and cannot be changed`);
  }

  function priced(rate: Rate, request: Asked): Answered {
    const body = bodyIn(request, 'PriceRequest');
    const [min, max] = ['min_rate', 'max_rate'].map((name) =>
      numberIn(body, name, 'PriceRequest', 'float64'),
    );
    const wrong: string[] = [];
    for (const [field, value] of [
      ['MinRate', min],
      ['MaxRate', max],
    ] as const) {
      if (typeof value === 'number' && value <= 0) wrong.push(failed('PriceRequest', field, 'gt'));
      else if (typeof value === 'number' && value > largestRate)
        wrong.push(failed('PriceRequest', field, 'lte'));
      else if (field === 'MaxRate' && typeof value === 'number' && typeof min === 'number' && value < min)
        wrong.push(failed('PriceRequest', field, 'gtefield'));
    }
    if (wrong.length > 0) throw new Refusal(400, 'validation_failed', wrong.join('\n'));
    checkOpen(rate);
    const [least, most] = [min, max].map((value) =>
      typeof value === 'number' ? Math.round(value * 100) : null,
    ) as [number | null, number | null];
    if (least !== null && least < rate.net) {
      throw unprocessable(
        'below_net_rate',
        `min_rate ${shownEuros(least)} is below the net rate ${shownEuros(rate.net)}`,
      );
    }
    if (least === null && rate.strategy !== null) {
      throw unprocessable('min_rate_required', `rate ${rate.id} has a strategy and needs a min_rate`);
    }
    Object.assign(rate, { min: least, max: most, updated: run.now() });
    return json(200, rateAlone(rate), [], type);
  }

  function assigned(rate: Rate, request: Asked): Answered {
    const id = numberIn(bodyIn(request, 'StrategyRequest'), 'strategy_id', 'StrategyRequest', 'uint');
    checkOpen(rate);
    const strategy = strategies.find((one) => one.id === id);
    if (id !== null && strategy === undefined) {
      throw unprocessable('unknown_strategy', `strategy ${id} does not exist`);
    }
    if (strategy?.active === false) {
      throw unprocessable('strategy_inactive', `strategy "${String(strategy.name)}" is not active`);
    }
    if (strategy !== undefined && rate.min === null) {
      throw unprocessable('min_rate_required', `rate ${rate.id} needs a min_rate to have a strategy`);
    }
    Object.assign(rate, { strategy: id, updated: run.now() });
    return json(200, rateAlone(rate), [], type);
  }

  const plain = (status: number, text: string): Answered => ({
    status,
    headers: [['Content-Type', 'text/plain']],
    body: text,
  });

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [root, kind, id, part] = steps;
    const isRead = ['listings', 'strategies', 'reports'].includes(kind ?? '') && steps.length <= 3;
    const isWrite = kind === 'listings' && steps.length === 4 && ['price', 'strategy'].includes(String(part));
    if (root !== 'v1' || (!isRead && !isWrite)) return plain(404, '404 page not found');
    if (request.method !== (isWrite ? 'PUT' : 'GET')) return plain(405, '405 method not allowed');
    if (isWrite) return part === 'price' ? priced(rateOf(id!), request) : assigned(rateOf(id!), request);
    if (kind === 'listings')
      return id === undefined ? listed(query) : json(200, rateAlone(rateOf(id)), [], type);
    if (kind === 'reports') {
      if (id === undefined) return listedReports(query);
      if (!/^[0-9a-v]{20}$/.test(id)) throw badRequest('xid: invalid ID');
      const report = reports.find((one) => one.id === id);
      if (report === undefined) throw new Refusal(404, 'not_found', `report ${id} not found`);
      return json(200, reportShown(report), [], type);
    }
    if (id === undefined) {
      const active = query.get('active') ?? '';
      if (!['', 'true', 'false', '1', '0'].includes(active)) {
        throw badRequest(`strconv.ParseBool: parsing ${JSON.stringify(active)}: invalid syntax`);
      }
      const found = strategies.filter(
        (one) => active === '' || one.active === ['true', '1'].includes(active),
      );
      return json(200, { strategies: shownList(found), count: found.length }, [], type);
    }
    const strategy = strategies.find((one) => one.id === idOf(id));
    if (strategy === undefined) throw new Refusal(404, 'not_found', `strategy ${id} not found`);
    return json(200, strategy, [], type);
  }

  /** Counts the call within its second, which begins with the first call in it. */
  function admit(): { readonly told: Headers; readonly isAdmitted: boolean } {
    const now = run.now();
    if (now >= window.opened + 1_000) window = { opened: now, count: 0 };
    window.count += 1;
    return {
      isAdmitted: window.count <= callsPerSecond,
      told: [
        ['X-RateLimit-Limit', String(callsPerSecond)],
        ['X-RateLimit-Remaining', String(Math.max(0, callsPerSecond - window.count))],
        ['X-RateLimit-Reset', String(Math.floor((window.opened + 1_000) / 1_000))],
      ],
    };
  }

  let count = 0;
  return (request) => {
    count += 1;
    const id = uuid(`slices ${run.run} ${count}`);
    const { told, isAdmitted } = admit();
    const always: Headers = [...told, ['X-Request-Id', id]];
    const refusal = ({ status, code, message }: Refusal) =>
      json(status, { error: message, code, request_id: id }, always, type);
    if (!isAdmitted) {
      const { status, headers, body } = plain(429, 'Limit exceeded');
      return { status, headers: [...headers, ['Retry-After', '1'], ...always], body };
    }
    if (request.headers['x-api-key'] !== key) {
      const isMissing = request.headers['x-api-key'] === undefined;
      return refusal(
        new Refusal(401, 'unauthorized', isMissing ? 'missing X-API-KEY header' : 'invalid api key'),
      );
    }
    try {
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (error instanceof Refusal) return refusal(error);
      throw error;
    }
  };
}

const listOf: Readonly<Record<string, string>> = {
  listings: 'rates',
  strategies: 'strategies',
  reports: 'reports',
};

const walk = (api: Api, target: string): Promise<readonly Row[]> =>
  walkPages(api, target, {
    rows: listOf[/\/v1\/(\w+)/.exec(target)?.[1] ?? ''] ?? 'rates',
    cursor: 'next_cursor',
    page: ['pagination', 'page'],
    pages: ['pagination', 'pages'],
  });

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

interface Ids {
  /** Rates on sale: with a lower bound and no strategy, with both, and without a bound; and those that are not. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly closed: readonly unknown[];
  readonly rateOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const onSale = rows.filter(({ status }) => status !== 'stop_sale');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(onSale.filter((row) => row.min_rate !== null && row.strategy_id === null)),
    bound: ids(onSale.filter((row) => row.min_rate !== null && row.strategy_id !== null)),
    open: ids(onSale.filter((row) => row.min_rate === null)),
    closed: ids(rows.filter(({ status }) => status === 'stop_sale')),
    rateOf: (id) => Number(rows.find((row) => row.id === id)?.daily_rate ?? 40),
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, closed, rateOf } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?per_page=20&sort=-daily_rate');
  await get('per_page=5&sort=daily_rate');
  await get('per_page=4&sort=-updated_at');
  await get('page=3&per_page=8');
  await get('status=stop_sale');
  await get('status=on_request&per_page=3');
  await get('station=AGP&per_page=50');
  await get('station=FAO&status=open&sort=daily_rate');
  await get('acriss_code=CDMR');
  await get('strategy_id=2&per_page=5');
  await get('rate_from=60&per_page=6');
  await get('rate_from=35.5&rate_to=52&sort=daily_rate&per_page=10');
  await get('q=golf&per_page=4');
  await get('q=palma&sort=-daily_rate&per_page=3');
  await get('updated_since=2025-08-01T00:00:00Z&per_page=6');
  await get('page=9&per_page=25');
  await get('station=ZRH');
  await get('page=0&per_page=2');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?limit=3');
  await api.ask('GET', '/v1/reports?status=failed');
  for (const index of [0, 2, 5]) await read(api, 'listings', free[index]);
  for (const index of [1, 4]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', closed[0]);
  await read(api, 'strategies', 2);
  await read(api, 'strategies', 5);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[6]);

  await price(api, free[0], { min_rate: rateOf(free[0]) - 3, max_rate: 148.5 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_rate: 110, max_rate: 240 });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_rate: 199.99 });
  await read(api, 'listings', free[1]);
  await price(api, open[0], { min_rate: 95.25 });
  await price(api, free[2], { min_rate: null, max_rate: 310 });
  await price(api, bound[2], { min_rate: 130, max_rate: null });
  await price(api, open[1], { min_rate: 120.1, max_rate: 180, note: 'bank holiday' });
  await assign(api, free[0], 1);
  await read(api, 'listings', free[0]);
  await assign(api, open[0], 3);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, bound[1], 4);
  await assign(api, free[3], 2);
  await get('sort=-updated_at&per_page=5');
  await get('strategy_id=3&per_page=4');
  api.wait(30_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 99_999);
  await read(api, 'listings', 'panda');
  await read(api, 'strategies', 77);
  await read(api, 'strategies', 'lowest');
  await read(api, 'reports', 'c0000000000000000000');
  await read(api, 'reports', 'latest');
  await price(api, 88_888, { min_rate: 60 });
  await assign(api, 88_888, 1);
  await price(api, free[4], { min_rate: 120, max_rate: 100 });
  await price(api, free[4], { min_rate: 1.5 });
  await price(api, free[5], { min_rate: 2, max_rate: 90 });
  await price(api, free[4], { min_rate: 'cheap' });
  await price(api, free[4], { min_rate: 90, max_rate: true });
  await price(api, free[4], { max_rate: [120] });
  await price(api, free[4], { min_rate: -4 });
  await price(api, free[4], { min_rate: 0, max_rate: 2_500 });
  await price(api, free[4], { max_rate: 9_000 });
  await price(api, bound[3], { max_rate: 140 });
  await price(api, free[4], [90]);
  await price(api, closed[0], { min_rate: 90 });
  await api.ask('PUT', `/v1/listings/${String(free[4])}/price`, { text: '{"min_rate": ' });
  await api.ask('PUT', `/v1/listings/${String(free[4])}/price`, { text: 'ninety' });
  await api.ask('PUT', `/v1/listings/${String(free[4])}/price`);
  await assign(api, free[4], 42);
  await assign(api, free[4], 5);
  await assign(api, free[4], 'lowest');
  await assign(api, free[4], 1.5);
  await assign(api, open[2], 1);
  await assign(api, closed[1], 2);
  await get('page=two');
  await get('per_page=500');
  await get('per_page=-1');
  await get('page=-2&per_page=300');
  await get('status=sold');
  await get('sort=colour');
  await get('rate_from=cheap');
  await get('strategy_id=best');
  await get('updated_since=yesterday');
  await get('colour=red&per_page=3');
  await api.ask('GET', '/v1/strategies?active=maybe');
  await api.ask('GET', '/v1/reports?limit=80');
  await api.ask('GET', '/v1/reports?cursor=next');
  await api.ask('GET', '/v1/bookings');
  await api.ask('DELETE', `/v1/listings/${String(free[4])}`);
  await api.ask('PATCH', `/v1/listings/${String(free[4])}/price`, { json: { min_rate: 60 } });
  await api.ask('GET', '/v1/listings?per_page=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?per_page=1', 12);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, closed, rateOf } = idsOf(await walk(api, '/v1/listings?per_page=40'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  await walk(api, '/v1/listings?status=open&per_page=15&sort=daily_rate');
  await get('per_page=7&sort=updated_at');
  await get('page=2&per_page=6&sort=-daily_rate');
  await get('station=PMI&per_page=4');
  await get('acriss_code=IFAR&sort=-daily_rate');
  await get('strategy_id=1&per_page=10');
  await get('rate_to=45&per_page=5');
  await get('rate_from=70.5&status=open&sort=-daily_rate');
  await get('q=corsa');
  await get('updated_since=2025-05-15T12:00:00Z&sort=updated_at&per_page=3');
  await get('page=12&per_page=10');
  await get('q=zeppelin');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status=done&limit=4');
  await read(api, 'listings', free[6]);
  await read(api, 'listings', bound[3]);
  await read(api, 'listings', open[1]);
  await read(api, 'strategies', 3);
  await read(api, 'reports', runs[2]);
  await read(api, 'reports', runs[10]);

  await price(api, free[6], { min_rate: rateOf(free[6]) + 2.5, max_rate: 275 });
  await read(api, 'listings', free[6]);
  await price(api, bound[5], { min_rate: 140.75 });
  await read(api, 'listings', bound[5]);
  await price(api, open[3], { max_rate: 88 });
  await price(api, free[7], { min_rate: null, max_rate: null });
  await assign(api, free[6], 4);
  await read(api, 'listings', free[6]);
  await assign(api, bound[6], null);
  await assign(api, bound[7], 1);
  await get('sort=-updated_at&per_page=3');

  await read(api, 'listings', 70_707);
  await read(api, 'listings', 'corsa');
  await read(api, 'strategies', 31);
  await read(api, 'reports', 'cvvvvvvvvvvvvvvvvvvv');
  await price(api, 65_432, { max_rate: 80 });
  await assign(api, 65_432, 2);
  await price(api, free[8], { min_rate: 180.5, max_rate: 151 });
  await price(api, free[8], { min_rate: 3.25 });
  await price(api, free[8], { max_rate: 'lots' });
  await price(api, free[8], { min_rate: false });
  await price(api, free[8], { max_rate: -12 });
  await price(api, free[8], { min_rate: -1, max_rate: 0 });
  await price(api, free[8], { min_rate: 4_000 });
  await price(api, bound[4], { max_rate: 210.5 });
  await price(api, closed[2], { max_rate: 120 });
  await api.ask('PUT', `/v1/listings/${String(free[8])}/price`, { text: '{"max_rate": 9' });
  await assign(api, free[8], 64);
  await assign(api, free[8], true);
  await assign(api, free[8], 5);
  await assign(api, open[4], 2);
  await assign(api, closed[0], 3);
  await get('page=last');
  await get('per_page=250');
  await get('status=rented');
  await get('sort=-bags');
  await get('rate_to=much');
  await get('shape=round&per_page=4');
  await api.ask('GET', '/v1/reports?limit=-3');
  await api.ask('GET', '/v1/drivers');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const nilSlices: WalkedService = {
  name: 'nil-slices',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=50'],
  walk,
};
