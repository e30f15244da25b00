// An exchange for used car parts, on a widespread Elixir framework with its usual helper for lists: data beside a meta with
// the page, its size, both totals and the pages before and after (null where there are none); conditions stand one behind the
// other under a number, each with a field, an operator (equality where none is named) and a value, orders and directions as
// lists in brackets. What is wrong is a map of lists of messages by field, a list of such maps for conditions, and a
// detail alone for all else; unknown parameters are passed over. Writes are wrapped in the name of what is written,
// amounts are decimals as texts, and a write that changes nothing leaves the moment of the last change as it was. A part
// alone shows its strategy and the cars that it fits, which lists do not.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'ppx_live_k3Zt8QmW1vRb6LsY0hNd';
const window = 10_000;
const inWindow = 36;
const usualSize = 20;
const largestSize = 100;
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const moment = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const decimal = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

const yards = ['Bergmann Autoverwertung', 'Green Lane Breakers', 'Nordic Parts Oy', 'Piezas Rueda'].map(
  (name, index) => ({ id: 11 + index * 7, name, country: ['DE', 'GB', 'FI', 'ES'][index]! }),
);
const cars: readonly (readonly [make: string, model: string])[] = [
  ['Volvo', 'V60'],
  ['Skoda', 'Octavia'],
  ['Opel', 'Corsa'],
  ['Peugeot', '208'],
  ['Mazda', 'CX-5'],
  ['Toyota', 'Yaris'],
];
const components = ['Alternator', 'Door Mirror', 'Headlight', 'Gearbox', 'Starter Motor', 'Tailgate'];

const strategies = [
  ['Cheapest in the region', 'undercut', true],
  ['Same as the cheapest', 'match', true],
  ['By age of the part', 'ageing', true],
  ['Clearance of the yard', 'clearance', true],
  ['Winter campaign', 'campaign', false],
].map(([name, kind, active], index) => ({
  id: uuid(`indexed strategy ${index}`),
  name: String(name),
  kind: String(kind),
  active: active === true,
  created: pastMoment(`indexed strategy ${index}`),
}));
type Strategy = (typeof strategies)[number];

interface Part {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly grade: 'A' | 'B' | 'C';
  readonly status: 'available' | 'reserved' | 'sold';
  readonly price: number;
  readonly mileage: number | null;
  readonly quantity: number;
  readonly yard: (typeof yards)[number];
  readonly fits: readonly Row[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

function parts(): Part[] {
  return Array.from({ length: 46 }, (_, index): Part => {
    const seed = `indexed ${index}`;
    const component = oneOf(`${seed} component`, components);
    const [make, model] = oneOf(`${seed} car`, cars);
    const price = 1_900 + chance(`${seed} price`, 600) * 50;
    const created = pastMoment(seed);
    const from = 2008 + chance(`${seed} from`, 10);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.8);
    return {
      id: uuid(seed),
      number: digest(seed).slice(0, 9).toUpperCase(),
      title: `${component} ${make} ${model}`,
      grade: oneOf(`${seed} grade`, ['A', 'A', 'B', 'C'] as const),
      status: oneOf(`${seed} status`, [
        'available',
        'available',
        'available',
        'available',
        'reserved',
        'sold',
      ] as const),
      price,
      mileage: chance(`${seed} known`, 4) === 0 ? null : 20_000 + chance(`${seed} mileage`, 180_000),
      quantity: 1 + chance(`${seed} quantity`, 3),
      yard: oneOf(`${seed} yard`, yards),
      fits: Array.from({ length: 1 + chance(`${seed} fits`, 2) }, (__, at) => ({
        make,
        model,
        year_from: from + at * 4,
        year_to: from + at * 4 + 3,
      })),
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.3),
      strategy:
        min !== null && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(`${seed} which`, 4)]!.id : null,
      updated: created + chance(`${seed} updated`, 60 * 86_400) * 1_000,
    };
  });
}

type Messages = Readonly<Record<string, unknown>>;

class Refusal extends Error {
  readonly status: number;
  readonly errors: Messages;

  constructor(status: number, errors: Messages) {
    super(String(status));
    this.status = status;
    this.errors = errors;
  }
}

const told = (status: number, detail: string) => new Refusal(status, { detail });
const invalid = (errors: Messages) => new Refusal(422, errors);

/** What lists of one kind of record can be filtered and ordered by. */
interface Fields<One> {
  readonly filterable: Readonly<Record<string, (one: One) => string | number | boolean | null>>;
  readonly sortable: readonly string[];
}

const moments = ['inserted_at', 'updated_at', 'finished_at'];
const amounts = ['price', 'min_price', 'max_price'];
const wholes = ['mileage', 'quantity', 'yard_id', 'rows'];
const words: Readonly<Record<string, readonly string[]>> = {
  status: ['available', 'reserved', 'sold', 'queued', 'running', 'done', 'failed'],
  grade: ['A', 'B', 'C'],
};

/** The value of a condition as the schema has it; undefined where it cannot be cast. */
function cast(field: string, text: string): string | number | boolean | undefined {
  if (moments.includes(field)) {
    const time = /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(time) ? undefined : time;
  }
  if (amounts.includes(field))
    return /^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
  if (wholes.includes(field)) return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (field === 'active') return text === 'true' ? true : text === 'false' ? false : undefined;
  return words[field]?.includes(text) === false ? undefined : text;
}

type Value = string | number | boolean | null;
type Operator = (value: Value, wanted: readonly (string | number | boolean)[]) => boolean;
const compared =
  (holds: (difference: number) => boolean): Operator =>
  (value, [wanted]) =>
    typeof value === 'number' && typeof wanted === 'number' && holds(value - wanted);
const operators: Readonly<Record<string, Operator>> = {
  '==': (value, [wanted]) => value === wanted,
  '!=': (value, [wanted]) => value !== null && value !== wanted,
  '>=': compared((difference) => difference >= 0),
  '>': compared((difference) => difference > 0),
  '<=': compared((difference) => difference <= 0),
  '<': compared((difference) => difference < 0),
  in: (value, wanted) => value !== null && wanted.includes(value),
  ilike: (value, [wanted]) => String(value).toLowerCase().includes(String(wanted).toLowerCase()),
  empty: (value, [wanted]) => (value === null) === (wanted !== 'false'),
};

/** The conditions of a query in the order of their numbers. */
function conditionsIn(query: URLSearchParams): readonly Readonly<Record<string, string>>[] {
  const found = new Map<number, Record<string, string>>();
  for (const [name, value] of query) {
    const [, index, part = ''] = /^filters\[(\d+)\]\[(field|op|value)\]$/.exec(name) ?? [];
    if (index === undefined) continue;
    found.set(Number(index), { ...found.get(Number(index)), [part]: value });
  }
  return [...found].sort(([one], [other]) => one - other).map(([, condition]) => condition);
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = parts();
  const reports = Array.from({ length: 11 }, (_, index) => {
    const created =
      index < 2
        ? opened - 25_000 * (index + 1)
        : opened - index * 39_600_000 - chance(`indexed report ${index}`, 18_000_000);
    return {
      id: uuid(`indexed report ${index}`),
      name: ['Price changes', 'Stock by yard', 'Sold parts'][index % 3]!,
      created,
      seconds: 90 + index * 10,
      fails: index === 4 || index === 8,
      rows: 15 + chance(`indexed rows ${index}`, 3_000),
    };
  });
  type Report = (typeof reports)[number];
  let counted = { opened: 0, count: 0 };
  let requests = 0;

  const strategyShown = ({ id, name, kind, active, created }: Strategy): Row => ({
    active,
    id,
    inserted_at: moment(created),
    kind,
    name,
  });

  function partShown(one: Part, alone = false): Row {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      currency: 'EUR',
      ...(alone && { fits: one.fits }),
      grade: one.grade,
      id: one.id,
      inserted_at: moment(one.created),
      max_price: decimal(one.max),
      mileage: one.mileage,
      min_price: decimal(one.min),
      part_number: one.number,
      price: decimal(one.price),
      quantity: one.quantity,
      status: one.status,
      ...(alone && {
        strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      }),
      strategy_id: one.strategy,
      title: one.title,
      updated_at: moment(one.updated),
      yard: { country: one.yard.country, id: one.yard.id, name: one.yard.name },
    };
  }

  const stateOf = ({ created, seconds, fails }: Report): string => {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 40 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'failed' : 'done';
  };

  function reportShown(one: Report): Row {
    const status = stateOf(one);
    const isDone = status === 'done';
    const token = digest(`indexed ${run.run} ${one.id}`).slice(0, 24);
    return {
      download_url: isDone ? `https://files.partex.example/reports/${one.id}.csv?token=${token}` : null,
      error: status === 'failed' ? 'timeout while exporting' : null,
      finished_at: isDone || status === 'failed' ? moment(one.created + one.seconds * 1_000) : null,
      id: one.id,
      inserted_at: moment(one.created),
      name: one.name,
      row_count: isDone ? one.rows : null,
      status,
    };
  }

  const partFields: Fields<Part> = {
    filterable: {
      status: ({ status }) => status,
      grade: ({ grade }) => grade,
      title: ({ title }) => title,
      part_number: ({ number }) => number,
      price: ({ price }) => price,
      min_price: ({ min }) => min,
      max_price: ({ max }) => max,
      mileage: ({ mileage }) => mileage,
      yard_id: ({ yard }) => yard.id,
      strategy_id: ({ strategy }) => strategy,
      inserted_at: ({ created }) => created,
      updated_at: ({ updated }) => updated,
    },
    sortable: ['price', 'title', 'mileage', 'inserted_at', 'updated_at'],
  };
  const strategyFields: Fields<Strategy> = {
    filterable: { kind: ({ kind }) => kind, active: ({ active }) => active },
    sortable: ['name', 'inserted_at'],
  };
  const reportFields: Fields<Report> = {
    filterable: { status: stateOf, inserted_at: ({ created }) => created },
    sortable: ['inserted_at', 'name'],
  };

  /** A whole number above nothing, or what is wrong with it. */
  function wholeIn(
    query: URLSearchParams,
    name: string,
    usual: number,
    errors: Record<string, unknown>,
  ): number {
    const text = query.get(name);
    if (text === null || text === '') return usual;
    if (!/^-?\d+$/.test(text)) errors[name] = ['is invalid'];
    else if (Number(text) < 1) errors[name] = ['must be greater than 0'];
    else if (name === 'page_size' && Number(text) > largestSize)
      errors[name] = [`must be less than or equal to ${largestSize}`];
    return Number(text);
  }

  function listed<One extends { readonly id: string; readonly created: number }>(
    request: Asked,
    from: readonly One[],
    { filterable, sortable }: Fields<One>,
    valueOf: (one: One, field: string) => Value,
    shown: (one: One) => Row,
  ): Answered {
    const { query } = targetOf(request);
    const errors: Record<string, unknown> = {};
    const page = wholeIn(query, 'page', 1, errors);
    const size = wholeIn(query, 'page_size', usualSize, errors);
    const wrong: Row[] = [];
    const tests = conditionsIn(query).map(({ field = '', op = '==', value = '' }) => {
      const reads = filterable[field];
      const operator = operators[op];
      const wanted = (op === 'in' ? value.split(',') : [value]).map((text) =>
        ['ilike', 'empty'].includes(op) ? text : cast(field, text),
      );
      const known = wanted.filter((one) => one !== undefined);
      const faults = {
        ...(reads === undefined && { field: ['is invalid'] }),
        ...(operator === undefined && { op: ['is invalid'] }),
        ...(reads !== undefined && known.length < wanted.length && { value: ['is invalid'] }),
      };
      wrong.push(faults);
      return (one: One) => reads === undefined || operator === undefined || operator(reads(one), known);
    });
    if (wrong.some((faults) => Object.keys(faults).length > 0)) errors.filters = wrong;
    const orders = query.getAll('order_by[]');
    const directions = query.getAll('order_directions[]');
    if (orders.some((field) => !sortable.includes(field))) errors.order_by = ['has an invalid entry'];
    if (directions.some((one) => one !== 'asc' && one !== 'desc')) errors.order_directions = ['is invalid'];
    if (Object.keys(errors).length > 0) throw invalid(errors);

    const sorts =
      orders.length > 0
        ? orders.map((field, index) => [field, directions[index] ?? 'asc'] as const)
        : [['inserted_at', 'desc'] as const];
    const compare = (one: One, other: One): number => {
      for (const [field, direction] of [...sorts, ['id', 'asc'] as const]) {
        const [a, b] = [one, other].map((each) => (field === 'id' ? each.id : valueOf(each, field)));
        if (a === b) continue;
        const isLess = b === null || (a !== null && a! < b!);
        return isLess === (direction === 'asc') ? -1 : 1;
      }
      return 0;
    };
    const found = from.filter((one) => tests.every((holds) => holds(one))).sort(compare);
    const pages = Math.ceil(found.length / size);
    return json(200, {
      data: found.slice((page - 1) * size, page * size).map(shown),
      meta: {
        current_page: page,
        next_page: page < pages ? page + 1 : null,
        page_size: size,
        previous_page: page > 1 ? page - 1 : null,
        total_count: found.length,
        total_pages: pages,
      },
    });
  }

  /** The object under a name in a body. */
  function bodyIn(request: Asked, name: string): Row {
    const type = request.headers['content-type'] ?? '';
    if (request.body !== '' && !type.startsWith('application/json'))
      throw told(415, 'Unsupported Media Type');
    const sent = jsonOf(request);
    if (sent === 'bad') throw told(400, 'Bad Request');
    const wrapped = isObject(sent.json) ? sent.json[name] : undefined;
    if (!isObject(wrapped)) throw told(400, 'Bad Request');
    return wrapped;
  }

  /** @returns cents; undefined of what was not sent or is wrong */
  function centsIn(body: Row, name: string, errors: Record<string, unknown>): number | null | undefined {
    const value = body[name];
    if (value === undefined || value === null) return value;
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    if (text === '' && value === '') return null;
    const cents = /^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
    if (cents === undefined) errors[name] = ['is invalid'];
    else if (cents <= 0) errors[name] = ['must be greater than 0'];
    else if (cents > 10_000_000) errors[name] = ['must be less than or equal to 100000'];
    else return cents;
    return undefined;
  }

  function refuseSold({ status }: Part): void {
    if (status === 'sold') throw told(409, 'Part has already been sold');
  }

  function priced(part: Part, request: Asked): Answered {
    const body = bodyIn(request, 'listing');
    refuseSold(part);
    const errors: Record<string, unknown> = {};
    const [min, max] = [centsIn(body, 'min_price', errors), centsIn(body, 'max_price', errors)];
    const low = min === undefined ? part.min : min;
    const high = max === undefined ? part.max : max;
    if (Object.keys(errors).length === 0) {
      if (low !== null && high !== null && low > high)
        errors.max_price = ['must not be below the minimum price'];
      if (low === null && part.strategy !== null) errors.min_price = ['is required by the assigned strategy'];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (low !== part.min || high !== part.max) [part.min, part.max, part.updated] = [low, high, run.now()];
    return json(200, { data: partShown(part, true) });
  }

  function assigned(part: Part, request: Asked): Answered {
    const { strategy_id: id } = bodyIn(request, 'listing');
    refuseSold(part);
    const refuse = (message: string) => invalid({ strategy_id: [message] });
    if (id === undefined) throw refuse("can't be blank");
    if (id !== null && (typeof id !== 'string' || !isUuid(id))) throw refuse('is invalid');
    const strategy = strategies.find((one) => one.id === id);
    if (id !== null && strategy === undefined) throw refuse('does not exist');
    if (strategy?.active === false) throw refuse('is not active');
    if (strategy !== undefined && part.min === null) throw refuse('needs a minimum price');
    const next = strategy?.id ?? null;
    if (next !== part.strategy) [part.strategy, part.updated] = [next, run.now()];
    return json(200, { data: partShown(part, true) });
  }

  const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

  function foundIn<One extends { readonly id: string }>(from: readonly One[], id: string): One {
    if (!isUuid(id)) throw told(400, 'Bad Request');
    const one = from.find((each) => each.id === id.toLowerCase());
    if (one === undefined) throw told(404, 'Not Found');
    return one;
  }

  function answer(request: Asked): Answered {
    const { steps } = targetOf(request);
    const [, kind = '', id, part] = steps;
    const isRead = request.method === 'GET' && part === undefined;
    const isWrite = request.method === 'PATCH' && kind === 'listings' && id !== undefined;
    if (isRead && kind === 'listings') {
      if (id !== undefined) return json(200, { data: partShown(foundIn(all, id), true) });
      const valueOf = (one: Part, field: string): Value => partFields.filterable[field]!(one);
      return listed(request, all, partFields, valueOf, (one) => partShown(one));
    }
    if (isRead && kind === 'strategies') {
      if (id !== undefined) return json(200, { data: strategyShown(foundIn(strategies, id)) });
      const valueOf = (one: Strategy, field: string): Value => (field === 'name' ? one.name : one.created);
      return listed(request, strategies, strategyFields, valueOf, strategyShown);
    }
    if (isRead && kind === 'reports') {
      if (id !== undefined) return json(200, { data: reportShown(foundIn(reports, id)) });
      const valueOf = (one: Report, field: string): Value => (field === 'name' ? one.name : one.created);
      return listed(request, reports, reportFields, valueOf, reportShown);
    }
    if (isWrite && part === 'price') return priced(foundIn(all, id), request);
    if (isWrite && part === 'strategy') return assigned(foundIn(all, id), request);
    throw told(404, 'Not Found');
  }

  /** @returns the headers that tell of the limit */
  function admit({ headers }: Asked): Headers {
    if (headers['x-api-key'] !== key) throw told(401, 'Unauthorized');
    const now = run.now();
    const begun = now - (now % window);
    if (counted.opened !== begun) counted = { opened: begun, count: 0 };
    if (counted.count >= inWindow) {
      const wait: Headers = [['retry-after', String(Math.ceil((begun + window - now) / 1_000))]];
      throw Object.assign(told(429, 'Too Many Requests'), { wait });
    }
    counted.count += 1;
    return [
      ['x-ratelimit-limit', String(inWindow)],
      ['x-ratelimit-remaining', String(inWindow - counted.count)],
    ];
  }

  return (request) => {
    requests += 1;
    const always: Headers = [
      ['cache-control', 'max-age=0, private, must-revalidate'],
      ['x-request-id', `F${scrambled(`indexed ${run.run} ${requests}`, 19, signs)}`],
    ];
    const type = 'application/json; charset=utf-8';
    let limits: Headers = [];
    try {
      limits = admit(request);
      const { status, body } = answer(request);
      return { status, headers: [['content-type', type], ...always, ...limits], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const wait = (error as { readonly wait?: Headers }).wait ?? [];
      return json(error.status, { errors: error.errors }, [...always, ...limits, ...wait], type);
    }
  };
}

/** Goes on as long as there is a next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    const page = at(received, 'meta', 'next_page');
    next = typeof page === 'number' ? `${target}${target.includes('?') ? '&' : '?'}page=${page}` : undefined;
  }
  return rows;
}

/** Conditions as a query: each a field, an operator (none for equality) and a value. */
const where = (...conditions: readonly (readonly [field: string, op: string, value: unknown])[]): string =>
  conditions
    .flatMap(([field, op, value], index) => [
      `filters[${index}][field]=${field}`,
      ...(op === '' ? [] : [`filters[${index}][op]=${encodeURIComponent(op)}`]),
      `filters[${index}][value]=${encodeURIComponent(String(value))}`,
    ])
    .join('&');
const by = (field: string, direction: string): string =>
  `order_by[]=${field}&order_directions[]=${direction}`;

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { listing } });
const assign = (api: Api, id: unknown, strategy_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { listing: { strategy_id } } });

interface Ids {
  /** Parts that are not sold: with a lower bound and no strategy, with both, and with neither. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
  readonly numbers: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const left = rows.filter(({ status }) => status !== 'sold');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(left.filter((row) => row.min_price !== null && row.strategy_id === null)),
    bound: ids(left.filter((row) => row.strategy_id !== null)),
    open: ids(left.filter((row) => row.min_price === null)),
    sold: ids(rows.filter(({ status }) => status === 'sold')),
    numbers: rows.map((row) => row.part_number),
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, sold, numbers } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?page_size=6')).map(({ id }) => id);
  await walk(api, `/v1/listings?page_size=16&${by('price', 'desc')}`);
  await get('page=2&page_size=5');
  await get('page=9');
  await get(by('updated_at', 'desc'));
  await get(`${by('title', 'asc')}&page_size=8`);
  await get(`order_by[]=mileage&page_size=6`);
  await get(where(['status', '', 'reserved']));
  await get(`${where(['status', '', 'available'])}&page_size=4&page=2`);
  await get(where(['price', '>=', '150'], ['price', '<=', '250.50']));
  await get(`${where(['grade', '==', 'B'])}&${by('price', 'asc')}`);
  await get(where(['title', 'ilike', 'gear']));
  await get(where(['status', 'in', 'reserved,sold'], ['grade', '', 'A']));
  await get(where(['inserted_at', '>', '2025-03-01T00:00:00Z']));
  await get(where(['strategy_id', '', own[1]]));
  await get(where(['strategy_id', 'empty', 'true'], ['status', '', 'available']));
  await get(where(['part_number', '', numbers[7]]));
  await get(where(['price', '>', '9000']));
  await api.ask('GET', `/v1/strategies?${where(['active', '', 'false'])}`);
  await api.ask('GET', `/v1/strategies?page_size=2&${by('name', 'asc')}`);
  await api.ask('GET', `/v1/reports?${where(['status', '', 'done'])}&page_size=4`);
  await api.ask('GET', `/v1/reports?${where(['status', '', 'failed'])}`);
  await api.ask('GET', `/v1/reports?${by('inserted_at', 'asc')}&page_size=3`);
  for (const id of [bound[0], bound[3], free[0], free[1], open[0], sold[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', own[2]);
  await read(api, 'strategies', own[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[6]);

  await price(api, free[0], { min_price: '42.50', max_price: '410.00' });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: 15, max_price: 999.9 });
  await price(api, bound[1], { max_price: null });
  await read(api, 'listings', bound[1]);
  await price(api, free[1], { min_price: '3.5' });
  await price(api, free[1], { min_price: '3.50' });
  await price(api, open[0], { min_price: 8.25 });
  await price(api, bound[2], {});
  await assign(api, free[0], own[0]);
  await read(api, 'listings', free[0]);
  await assign(api, open[0], own[1]);
  await assign(api, bound[3], null);
  await read(api, 'listings', bound[3]);
  await assign(api, bound[4], own[2]);
  await assign(api, bound[4], own[2]);
  await get(`${by('updated_at', 'desc')}&page_size=6`);
  await get(where(['strategy_id', '', own[0]]));
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?page_size=2');
  await read(api, 'reports', runs[1]);

  await read(api, 'listings', '5d6c5a0e-7c1f-4a55-9d7e-0b8a4c0d9b11');
  await read(api, 'listings', 'gearbox');
  await read(api, 'strategies', '8a0c3c55-02c2-4b5e-8d1c-1f6f0e7d2a90');
  await read(api, 'reports', '17');
  await price(api, '0f7f1f9e-93a6-4d6b-8a53-4a6c2f1b7e02', { min_price: 3 });
  await assign(api, 'mirror', own[0]);
  await price(api, free[2], { min_price: '60', max_price: '59.99' });
  await price(api, free[2], { max_price: 0.5 });
  await price(api, free[2], { min_price: 'cheap' });
  await price(api, free[2], { min_price: 4, max_price: true });
  await price(api, free[2], { min_price: -1 });
  await price(api, free[2], { min_price: 0, max_price: 100_001 });
  await price(api, free[2], { min_price: 'low', max_price: [] });
  await price(api, bound[2], { min_price: null });
  await price(api, free[2], { min_price: 20, colour: 'red' });
  await price(api, free[2], undefined);
  await price(api, free[2], 12);
  await price(api, sold[0], { min_price: 5 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"listing": ' });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, {
    text: 'min_price=5',
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, free[2], '3e4d6c02-5d7b-4f8e-9a6f-77d0e1b2c3d4');
  await assign(api, free[2], 'fast');
  await assign(api, free[2], 17);
  await assign(api, free[2]);
  await assign(api, free[2], own.at(-1));
  await assign(api, free[2], own[3]);
  await assign(api, open[1], own[0]);
  await assign(api, sold[1], own[0]);
  await get('page_size=0');
  await get('page_size=101');
  await get('page_size=many');
  await get('page=0');
  await get('page=-1&page_size=500');
  await get(by('colour', 'asc'));
  await get(by('price', 'up'));
  await get(where(['colour', '', 'red']));
  await get(where(['status', '', 'lost']));
  await get(where(['price', '~', '3']));
  await get(where(['price', '>=', 'dear']));
  await get(where(['grade', '', 'A'], ['inserted_at', '>=', 'monday']));
  await get('colour=red&page_size=3');
  await api.ask('GET', `/v1/reports?${where(['status', '', 'lost'])}`);
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[2])}`);
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, sold, numbers } = idsOf(await walk(api, '/v1/listings?page_size=24'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies?page_size=3')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?page_size=8')).map(({ id }) => id);
  await walk(api, `/v1/listings?page_size=15&${where(['status', '', 'available'])}`);
  await get('page=3&page_size=7');
  await get('page=12&page_size=10');
  await get(`${by('price', 'asc')}&page_size=9`);
  await get(`${by('inserted_at', 'asc')}&page_size=4`);
  await get(where(['status', '', 'sold']));
  await get(where(['price', '>=', '99.50'], ['price', '<=', '180']));
  await get(where(['title', 'ilike', 'mirror']));
  await get(`${where(['grade', '', 'C'])}&${by('updated_at', 'desc')}`);
  await get(where(['inserted_at', '>', '2025-06-10T12:00:00Z']));
  await get(where(['strategy_id', '', own[0]], ['status', '', 'available']));
  await get(where(['part_number', '', numbers[12]]));
  await api.ask('GET', `/v1/strategies?${where(['active', '', 'true'])}`);
  await api.ask('GET', `/v1/reports?${where(['status', '', 'done'])}&page_size=3&page=2`);
  await read(api, 'listings', bound[5]);
  await read(api, 'listings', open[2]);
  await read(api, 'listings', sold[2]);
  await read(api, 'strategies', own[1]);
  await read(api, 'reports', runs[5]);
  await read(api, 'reports', runs[8]);

  await price(api, free[3], { min_price: '51.20', max_price: '366' });
  await read(api, 'listings', free[3]);
  await price(api, bound[5], { max_price: 1_204.5 });
  await read(api, 'listings', bound[5]);
  await price(api, open[2], { min_price: '12', max_price: null });
  await assign(api, free[3], own[1]);
  await read(api, 'listings', free[3]);
  await assign(api, bound[6], null);
  await read(api, 'listings', bound[6]);
  await assign(api, open[2], own[2]);
  await get(`${by('updated_at', 'desc')}&page_size=5`);

  await read(api, 'listings', '2b9e4c1d-6a70-4c3e-b5f8-9d0e1f2a3b4c');
  await read(api, 'listings', 'clutch');
  await read(api, 'reports', 'c0ffee00-1234-4abc-8def-0123456789ab');
  await price(api, '7c6b5a49-3827-4165-9045-36271809fedc', { max_price: 31 });
  await assign(api, '9d8c7b6a-5f4e-4d3c-ab2a-190f8e7d6c5b', own[0]);
  await price(api, free[4], { min_price: 71.2, max_price: 70 });
  await price(api, free[4], { max_price: 'lots' });
  await price(api, free[4], { min_price: 'few', max_price: -2 });
  await price(api, free[4], { max_price: 250_000 });
  await price(api, free[4], { min_price: 12, shape: 'round' });
  await price(api, free[4], undefined);
  await price(api, sold[2], { max_price: 90 });
  await assign(api, free[4], 'e1d2c3b4-a596-4877-9869-5a4b3c2d1e0f');
  await assign(api, free[4], true);
  await assign(api, open[3], own[1]);
  await assign(api, sold[0], own[2]);
  await get('page_size=-5');
  await get('page_size=1000');
  await get('page=first');
  await get(by('yard', 'desc'));
  await get(where(['shape', '', 'round']));
  await get(where(['status', '', 'gone']));
  await get(where(['price', '<=', 'little']));
  await get('shape=round&page_size=2');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
}

export const indexedFilters: WalkedService = {
  name: 'indexed-filters',
  key,
  start,
  session: async (api, which) => {
    if (which === 'another') return another(api);
    await recorded(api);
    await hurry(api, '/v1/strategies?page_size=1', 40);
  },
  sizes: ['page_size=3', 'page_size=7', 'page_size=50'],
  walk,
};
