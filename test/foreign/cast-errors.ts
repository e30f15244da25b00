// A marketplace of used cameras on Express and a document database, with little between the two: pages as the models' paginating
// plugin tells them, `_id` and `__v` in each document, members that nobody set left out, what a document refers to by its id in
// a list and whole in a single read. Query strings nest (`price[gte]=100`), a repeated parameter is a list, what the model does
// not know is dropped, and values are cast: one that cannot be is a fault by path with message, kind and value, as are those of
// the model's validators; ids that are none, duplicate keys. Weak entity tags, and a limit for each window of five seconds.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, jsonOf, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'lm_live_4be1f07a93c2d856';
const window = 5_000;
const perWindow = 20;
const largestLimit = 100;
const largestPrice = 50_000;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

/** An id as the database makes them: the second, the machine, a number that goes up. */
const objectId = (milliseconds: number, machine: string, number: number): string =>
  Math.floor(milliseconds / 1_000)
    .toString(16)
    .padStart(8, '0') +
  digest(machine).slice(0, 10) +
  (0x3a41c0 + number).toString(16);

const isObjectId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value);

const brands = ['Halvik', 'Norrast', 'Oskelby', 'Tarnwick', 'Zembro'];
const conditions = ['mint', 'excellent', 'good', 'fair'];
const kinds = ['slr', 'rangefinder', 'compact', 'lens'];
const statuses = ['active', 'active', 'active', 'active', 'draft', 'reserved', 'sold'];

interface Camera {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly brand: string;
  readonly kind: string;
  readonly condition: string;
  readonly status: string;
  readonly price: number;
  readonly shutterCount: number | undefined;
  readonly tags: readonly string[];
  readonly seller: Row;
  readonly created: number;
  min: number | null | undefined;
  max: number | null | undefined;
  strategy: string | null;
  updated: number;
}

const strategies = [
  { name: 'Beat the cheapest', kind: 'undercut', step: 5, active: true },
  { name: 'Match the market', kind: 'match', step: 0, active: true },
  { name: 'Slow markdown', kind: 'markdown', step: 2, active: true },
  { name: 'Collector premium', kind: 'premium', step: 10, active: true },
  { name: 'Winter sale', kind: 'markdown', step: 15, active: false },
].map(({ name, kind, step, active }, index) => {
  const created = Date.UTC(2023, 9, 2 + index, 9, 12, 40, 210 + index);
  return {
    _id: objectId(created, 'cast strategies', index),
    name,
    kind,
    step,
    active,
    createdAt: moment(created),
    updatedAt: moment(created),
    __v: 0,
  };
});

function cameras(): Camera[] {
  const created = Array.from(
    { length: 46 },
    (_, index) => pastMoment(`cast ${index}`) + chance(`cast ms ${index}`, 1_000),
  ).sort((one, other) => one - other);
  return created.map((time, index): Camera => {
    const seed = `cast camera ${index}`;
    const brand = oneOf(`${seed} brand`, brands);
    const kind = oneOf(`${seed} kind`, kinds);
    const price = 45 + chance(`${seed} price`, 1_900);
    const min = chance(`${seed} min`, 4) === 0 ? undefined : Math.round(price * 0.8);
    const what =
      kind === 'lens' ? `${oneOf(seed, [28, 35, 50, 85])}mm f/2` : oneOf(seed, ['F3', 'M6', 'X10']);
    const seller = chance(`${seed} seller`, 5);
    const names = ['Foto Lund', 'Second Shutter', 'Kamera Kontor', 'Old Glass', 'Light Room'];
    return {
      id: objectId(time, 'cast cameras', index),
      title: `${brand} ${what} ${1_950 + chance(`${seed} year`, 70)}`,
      sku: `${brand.slice(0, 2).toUpperCase()}${10_000 + chance(`${seed} sku`, 89_999)}`,
      brand,
      kind,
      condition: oneOf(`${seed} condition`, conditions),
      status: oneOf(`${seed} status`, statuses),
      price,
      shutterCount: kind === 'lens' ? undefined : chance(`${seed} shutter`, 90_000),
      tags: ['film', 'boxed', 'serviced'].filter((tag) => chance(seed + tag, 3) === 0),
      seller: { name: names[seller], country: ['SE', 'GB', 'DE', 'GB', 'NL'][seller] },
      created: time,
      min,
      max: chance(`${seed} max`, 3) === 0 ? undefined : Math.round(price * 1.3),
      strategy:
        min !== undefined && chance(`${seed} has`, 3) > 0
          ? strategies[chance(`${seed} strategy`, 4)]!._id
          : null,
      updated: time + chance(`${seed} updated`, 80 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly shown: Row;
  readonly headers: Headers;

  constructor(status: number, name: string, message: string, more: Row = {}, headers: Headers = []) {
    super(message);
    this.status = status;
    this.shown = { name, message, ...more };
    this.headers = headers;
  }
}

interface Fault {
  readonly message: string;
  readonly kind: string;
  readonly path: string;
  readonly value?: unknown;
}

const invalid = (faults: readonly Fault[]) =>
  new Refusal(
    400,
    'ValidationError',
    `Listing validation failed: ${faults.map(({ path, message }) => `${path}: ${message}`).join(', ')}`,
    { errors: Object.fromEntries(faults.map((fault) => [fault.path, fault])) },
  );

function castMessage(kind: string, value: unknown, path: string): string {
  const [text, type] =
    typeof value === 'string'
      ? [value, 'string']
      : Array.isArray(value)
        ? [`[ ${value.map((each) => `'${String(each)}'`).join(', ')} ]`, 'Array']
        : isObject(value)
          ? [
              `{ ${Object.entries(value)
                .map(([name, each]) => `${name}: '${String(each)}'`)
                .join(', ')} }`,
              'Object',
            ]
          : [String(value), typeof value];
  return `Cast to ${kind} failed for value "${text}" (type ${type}) at path "${path}"`;
}

const castError = (kind: string, value: unknown, path: string, model: string) =>
  new Refusal(400, 'CastError', `${castMessage(kind, value, path)} for model "${model}"`, {
    kind,
    path,
    value,
  });

const notFound = (what: string) => new Refusal(404, 'NotFoundError', `${what} not found`);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Type = 'String' | 'Number' | 'ObjectId' | 'Date' | 'Boolean';

/** A value as its type in the database; undefined for one that cannot be cast. */
function cast(type: Type, value: unknown): string | number | boolean | null | undefined {
  if (value === null) return null;
  if (type === 'ObjectId') return isObjectId(value) ? value : undefined;
  if (type === 'Number') {
    if (value === '') return null;
    if (typeof value === 'boolean') return Number(value);
    const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
    return Number.isNaN(number) ? undefined : number;
  }
  if (type === 'Date') {
    const time = typeof value === 'string' ? Date.parse(value) : NaN;
    return Number.isNaN(time) ? undefined : moment(time);
  }
  if (type === 'Boolean') {
    const text = textOf(value);
    if (['true', '1', 'yes'].includes(text)) return true;
    return ['false', '0', 'no'].includes(text) ? false : undefined;
  }
  return isObject(value) || Array.isArray(value) ? undefined : textOf(value);
}

/** A query string with what nests in it: `a[b]=c` is an object, `a=b&a=c` and `a[]=b` are lists. */
function nested(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, text] of query) {
    const [, base = name, inner] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? [];
    const before = found[base];
    if (inner !== undefined && inner !== '') {
      found[base] = { ...(isObject(before) ? before : {}), [inner]: text };
    } else if (inner === '' || before !== undefined) {
      const list: readonly unknown[] = Array.isArray(before) ? before : before === undefined ? [] : [before];
      found[base] = [...list, text];
    } else {
      found[base] = text;
    }
  }
  return found;
}

type Model = Readonly<Record<string, Type>>;

const listingModel: Model = {
  _id: 'ObjectId',
  title: 'String',
  sku: 'String',
  brand: 'String',
  kind: 'String',
  condition: 'String',
  status: 'String',
  price: 'Number',
  minPrice: 'Number',
  maxPrice: 'Number',
  shutterCount: 'Number',
  strategy: 'ObjectId',
  tags: 'String',
  createdAt: 'Date',
  updatedAt: 'Date',
};
const strategyModel: Model = {
  _id: 'ObjectId',
  name: 'String',
  kind: 'String',
  step: 'Number',
  active: 'Boolean',
};
const reportModel: Model = {
  _id: 'ObjectId',
  type: 'String',
  month: 'String',
  status: 'String',
  createdAt: 'Date',
};

type Compare = (value: unknown, wanted: unknown) => boolean;
const operators: Readonly<Record<string, Compare>> = {
  gt: (value, wanted) => value !== undefined && (value as number) > (wanted as number),
  gte: (value, wanted) => value !== undefined && (value as number) >= (wanted as number),
  lt: (value, wanted) => value !== undefined && (value as number) < (wanted as number),
  lte: (value, wanted) => value !== undefined && (value as number) <= (wanted as number),
  ne: (value, wanted) => value !== wanted,
};

/** The documents that a query finds; what the model does not know is dropped from it. */
function find(rows: readonly Row[], query: Row, model: Model, name: string): readonly Row[] {
  const castTo = (path: string, value: unknown) => {
    const type = model[path]!;
    const found = cast(type, value);
    if (found === undefined) throw castError(type, value, path, name);
    return found;
  };
  const tests = Object.entries(query)
    .filter(([path]) => Object.hasOwn(model, path))
    .flatMap(([path, wanted]): ((row: Row) => boolean)[] => {
      if (isObject(wanted)) {
        const known = Object.entries(wanted);
        if (!known.every(([operator]) => Object.hasOwn(operators, operator))) {
          throw castError(model[path]!, wanted, path, name);
        }
        return known.map(([operator, text]) => {
          const value = castTo(path, text);
          return (row) => operators[operator]!(row[path], value);
        });
      }
      const values = (Array.isArray(wanted) ? wanted : [wanted]).map((text) => castTo(path, text));
      return [
        (row) => {
          const value = row[path];
          return values.some((each) =>
            Array.isArray(value) ? value.includes(each) : (value ?? null) === each,
          );
        },
      ];
    });
  return rows.filter((row) => tests.every((holds) => holds(row)));
}

/** In the order of a text such as `-price title`; in that of the database where nothing tells documents apart. */
function sorted(rows: readonly Row[], order: string): readonly Row[] {
  const paths = order.split(/[\s,]+/).filter((path) => path !== '');
  return [...rows].sort((one, other) => {
    for (const path of paths) {
      const name = path.replace(/^-/, '');
      const sign = path.startsWith('-') ? -1 : 1;
      const [first, second] = [one[name], other[name]];
      if (first === second) continue;
      if (first === undefined || first === null) return -sign;
      if (second === undefined || second === null) return sign;
      return (first as number) < (second as number) ? -sign : sign;
    }
    return 0;
  });
}

function paginated(rows: readonly Row[], query: Row): Row {
  const whole = (value: unknown, otherwise: number) =>
    Number.parseInt(textOf(value ?? null), 10) || otherwise;
  const limit = Math.min(Math.max(whole(query.limit, 20), 1), largestLimit);
  const page = Math.max(whole(query.page, 1), 1);
  const totalPages = Math.ceil(rows.length / limit) || 1;
  return {
    docs: rows.slice((page - 1) * limit, page * limit),
    totalDocs: rows.length,
    limit,
    totalPages,
    page,
    pagingCounter: (page - 1) * limit + 1,
    hasPrevPage: page > 1,
    hasNextPage: page < totalPages,
    prevPage: page > 1 ? page - 1 : null,
    nextPage: page < totalPages ? page + 1 : null,
  };
}

/** Only the paths that are named, beside the id. */
function selected(row: Row, fields: unknown): Row {
  if (typeof fields !== 'string' || fields === '') return row;
  const names = ['_id', ...fields.split(/[\s,]+/)];
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

interface Report {
  readonly _id: string;
  readonly type: string;
  readonly month: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = cameras();
  const types = ['sales', 'prices', 'stock'];
  const reports = Array.from({ length: 13 }, (_, index): Report => {
    const ago = 12 - index;
    const created =
      opened - (ago < 2 ? 20_000 * (ago + 1) : ago * 86_400_000) - chance(`report ${index}`, 999);
    return {
      _id: objectId(created, `cast reports`, index),
      type: types[index % 3]!,
      month: `2025-${String(4 + Math.floor(index / 3)).padStart(2, '0')}`,
      created,
      seconds: 70 + 15 * ago,
      fails: index === 4,
    };
  });
  let begun = -Infinity;
  let asked = 0;

  const listingShown = (one: Camera): Row => ({
    _id: one.id,
    title: one.title,
    sku: one.sku,
    brand: one.brand,
    kind: one.kind,
    condition: one.condition,
    status: one.status,
    price: one.price,
    currency: 'EUR',
    ...(one.min !== undefined && { minPrice: one.min }),
    ...(one.max !== undefined && { maxPrice: one.max }),
    ...(one.shutterCount !== undefined && { shutterCount: one.shutterCount }),
    strategy: one.strategy,
    tags: one.tags,
    seller: one.seller,
    createdAt: moment(one.created),
    updatedAt: moment(one.updated),
    __v: 0,
  });

  function populated(one: Camera): Row {
    const strategy = strategies.find(({ _id }) => _id === one.strategy);
    const shown =
      strategy === undefined ? null : { _id: strategy._id, name: strategy.name, kind: strategy.kind };
    return { ...listingShown(one), strategy: shown };
  }

  function reportShown({ _id, type, month, created, seconds, fails }: Report): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 30 ? 'queued' : !isOver ? 'running' : fails ? 'failed' : 'done';
    return {
      _id,
      type,
      month,
      status,
      ...(status === 'failed' && { error: 'Worker timed out' }),
      ...(status === 'done' && {
        rows: 40 + chance(`cast rows ${type} ${month}`, 3_000),
        fileUrl: `https://files.lumenmarket.example/reports/${_id}.csv`,
      }),
      createdAt: moment(created),
      updatedAt: moment(isOver ? created + seconds * 1_000 : elapsed < 30 ? created : created + 30_000),
      __v: 0,
    };
  }

  function findListings(query: Row): Answered {
    const text = typeof query.q === 'string' ? query.q.toLowerCase() : '';
    const rows = find(all.map(listingShown), query, listingModel, 'Listing').filter(({ title }) =>
      String(title).toLowerCase().includes(text),
    );
    const order = typeof query.sort === 'string' && query.sort !== '' ? query.sort : '-createdAt';
    const page = paginated(sorted(rows, order), query);
    return json(200, { ...page, docs: (page.docs as Row[]).map((row) => selected(row, query.fields)) });
  }

  function byId<Found>(id: unknown, model: string, found: () => Found | undefined): Found {
    if (!isObjectId(id)) throw castError('ObjectId', id, '_id', model);
    const one = found();
    if (one === undefined) throw notFound(model);
    return one;
  }
  const camera = (id: string) => byId(id, 'Listing', () => all.find((one) => one.id === id));
  const strategyOf = (id: unknown) => byId(id, 'Strategy', () => strategies.find(({ _id }) => _id === id));

  function bodyIn(request: Asked): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'SyntaxError', 'Unexpected end of JSON input');
    return isObject(sent.json) ? sent.json : {};
  }

  function assertForSale({ status }: Camera): void {
    if (status === 'sold') throw new Refusal(409, 'ConflictError', 'Sold listings cannot be changed');
  }

  function priced(one: Camera, body: Row): Answered {
    assertForSale(one);
    const faults: Fault[] = [];
    const bounds = { minPrice: one.min, maxPrice: one.max };
    for (const path of ['minPrice', 'maxPrice'] as const) {
      const value = body[path];
      if (value === undefined) continue;
      const number = cast('Number', value) as number | null | undefined;
      if (number === undefined) {
        faults.push({ message: castMessage('Number', value, path), kind: 'Number', path, value });
        continue;
      }
      bounds[path] = number;
      if (number === null) continue;
      const said = `Path \`${path}\` (${number}) is`;
      if (number < 0) {
        faults.push({
          message: `${said} less than minimum allowed value (0).`,
          kind: 'min',
          path,
          value: number,
        });
      } else if (number > largestPrice) {
        const message = `${said} more than maximum allowed value (${largestPrice}).`;
        faults.push({ message, kind: 'max', path, value: number });
      }
    }
    const { minPrice: min, maxPrice: max } = bounds;
    if (faults.length === 0 && typeof min === 'number' && typeof max === 'number' && min > max) {
      const message = `maxPrice (${max}) must not be below minPrice`;
      faults.push({ message, kind: 'user defined', path: 'maxPrice', value: max });
    }
    if (faults.length > 0) throw invalid(faults);
    if (one.min !== min || one.max !== max) one.updated = run.now();
    [one.min, one.max] = [min, max];
    return json(200, populated(one));
  }

  function assigned(one: Camera, { strategyId }: Row): Answered {
    assertForSale(one);
    if (strategyId === undefined) {
      const message = 'Path `strategyId` is required.';
      throw invalid([{ message, kind: 'required', path: 'strategyId' }]);
    }
    const strategy = strategyId === null ? null : strategyOf(strategyId);
    if (strategy?.active === false) {
      throw new Refusal(422, 'StrategyError', `Strategy "${strategy.name}" is not active`);
    }
    if (strategy !== null && typeof one.min !== 'number') {
      throw invalid([{ message: 'Path `minPrice` is required.', kind: 'required', path: 'minPrice' }]);
    }
    if (one.strategy !== (strategy?._id ?? null)) one.updated = run.now();
    one.strategy = strategy?._id ?? null;
    return json(200, populated(one));
  }

  function ordered({ type, month }: Row): Answered {
    const faults = Object.entries({ type, month }).flatMap(([path, value]): Fault[] => {
      if (value === undefined) return [{ message: `Path \`${path}\` is required.`, kind: 'required', path }];
      if (path === 'type' && !types.includes(value as string)) {
        const message = `\`${textOf(value)}\` is not a valid enum value for path \`type\`.`;
        return [{ message, kind: 'enum', path, value }];
      }
      return [];
    });
    if (faults.length > 0) {
      const said = faults.map(({ path, message }) => `${path}: ${message}`).join(', ');
      throw new Refusal(400, 'ValidationError', `Report validation failed: ${said}`, {
        errors: Object.fromEntries(faults.map((fault) => [fault.path, fault])),
      });
    }
    const keyValue = { type, month };
    if (reports.some((one) => one.type === type && one.month === month)) {
      const dup = `{ type: "${String(type)}", month: "${String(month)}" }`;
      const message = `E11000 duplicate key error collection: lumen.reports index: type_1_month_1 dup key: ${dup}`;
      throw new Refusal(409, 'MongoServerError', message, { code: 11_000, keyValue });
    }
    const created = run.now();
    const _id = objectId(created, `cast run ${run.run}`, reports.length);
    const report = { _id, type: textOf(type), month: textOf(month), created, seconds: 75, fails: false };
    reports.push(report);
    return json(201, reportShown(report), [['Location', `/v1/reports/${_id}`]]);
  }

  function answer(request: Asked): Answered {
    const { steps, query: params } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method, target } = request;
    const query = nested(params);
    const nowhere = new Refusal(404, 'NotFoundError', `Not Found - ${target}`);
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (kind === 'listings' && id !== undefined && method === 'PATCH') {
      if (part !== 'price' && part !== 'strategy') throw nowhere;
      const body = bodyIn(request);
      return part === 'price' ? priced(camera(id), body) : assigned(camera(id), body);
    }
    if (kind === 'reports' && id === undefined && method === 'POST') return ordered(bodyIn(request));
    if (method !== 'GET' || part !== undefined) throw nowhere;
    if (kind === 'listings') return id === undefined ? findListings(query) : json(200, populated(camera(id)));
    if (kind === 'strategies') {
      return json(
        200,
        id === undefined ? find(strategies, query, strategyModel, 'Strategy') : strategyOf(id),
      );
    }
    if (kind !== 'reports') throw nowhere;
    if (id !== undefined) {
      const report = byId(id, 'Report', () => reports.find(({ _id }) => _id === id));
      return json(200, reportShown(report));
    }
    const rows = find(reports.map(reportShown), query, reportModel, 'Report');
    return json(
      200,
      paginated(sorted(rows, typeof query.sort === 'string' ? query.sort : '-createdAt'), query),
    );
  }

  /** Counts the request; says what is left of the window. */
  function admit({ headers }: Asked): Headers {
    const now = run.now();
    if (now >= begun + window) [begun, asked] = [now, 0];
    asked += 1;
    const reset = String(Math.ceil((begun + window - now) / 1_000));
    const told: Headers = [
      ['RateLimit-Policy', `${perWindow};w=${window / 1_000}`],
      ['RateLimit-Limit', String(perWindow)],
      ['RateLimit-Remaining', String(Math.max(perWindow - asked, 0))],
      ['RateLimit-Reset', reset],
    ];
    if (asked > perWindow) {
      const message = 'Too many requests, please try again later.';
      throw new Refusal(429, 'TooManyRequestsError', message, {}, [...told, ['Retry-After', reset]]);
    }
    const given = headers['x-api-key'];
    if (given !== key) {
      const message = given === undefined ? 'No API key provided' : 'Invalid API key';
      throw new Refusal(401, 'UnauthorizedError', message, {}, told);
    }
    return told;
  }

  /** As the framework sends it: with a tag of what it says, and without a body to those who have it. */
  function sent({ status, headers, body }: Answered, request: Asked): Answered {
    const hash = createHash('sha1').update(body).digest('base64').slice(0, 27);
    const tag = `W/"${Buffer.byteLength(body).toString(16)}-${hash}"`;
    const always: Headers = [
      ['X-Powered-By', 'Express'],
      ...headers.filter(([name]) => name !== 'Content-Type'),
      ['ETag', tag],
    ];
    if (request.method === 'GET' && status === 200 && request.headers['if-none-match'] === tag) {
      return { status: 304, headers: always, body: '' };
    }
    return { status, headers: [...always, ['Content-Type', 'application/json; charset=utf-8']], body };
  }

  return (request) => {
    let told: Headers = [];
    try {
      told = admit(request);
      const answered = answer(request);
      return sent({ ...answered, headers: [...told, ...answered.headers] }, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(json(error.status, error.shown, [...told, ...error.headers]), request);
    }
  };
}

/** Asks for the next page as long as there is one; a list without pages is whole. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received), ...rowsAt(received, 'docs'));
    const page = at(received, 'hasNextPage') === true ? textIfAny(received, 'nextPage') : undefined;
    next = page === undefined ? undefined : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, tag?: string): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });
const order = (api: Api, body: unknown): Promise<Received> => api.ask('POST', '/v1/reports', { json: body });

interface Ids {
  /** Listings that are not sold: with a lower bound and no strategy, with both, without a lower bound; and sold ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ status }) => status !== 'sold');
  const ids = (some: readonly Row[]) => some.map(({ _id }) => _id);
  return {
    free: ids(on.filter((row) => row.minPrice !== undefined && row.strategy === null)),
    bound: ids(on.filter((row) => row.strategy !== null)),
    open: ids(on.filter((row) => row.minPrice === undefined)),
    sold: ids(rows.filter(({ status }) => status === 'sold')),
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, sold } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies')).map(({ _id }) => _id);
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ _id }) => _id);
  await get('limit=8&page=2');
  await get('limit=100');
  await get('page=9');
  await get('sort=price&limit=6');
  await get('sort=-price&limit=10');
  await get('sort=brand,-price&limit=12');
  await get('sort=-updatedAt&limit=4');
  await get('brand=Halvik');
  await get('status=active&limit=5');
  await get('status=draft');
  await get('kind=lens&condition=mint');
  await get('condition=good&condition=fair&limit=7');
  await get('price[gte]=500&price[lte]=900');
  await get('price[lt]=300&sort=price');
  await get('createdAt[gte]=2025-01-01&limit=5');
  await get('tags=film&limit=9');
  await get(`strategy=${String(plans[0])}`);
  await get('q=oskelby&sort=-price');
  await get('q=nothing');
  await get('fields=title,price&limit=3');
  await get('brand=Velmora');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/strategies?kind=markdown');
  await api.ask('GET', '/v1/reports');
  await api.ask('GET', '/v1/reports?status=done&limit=3');
  await api.ask('GET', '/v1/reports?type=prices&sort=createdAt');
  for (const index of [0, 3, 6]) await read(api, 'listings', bound[index]);
  const alone = await read(api, 'listings', free[0]);
  await read(api, 'listings', free[0], header(alone, 'ETag'));
  await read(api, 'listings', open[0]);
  await read(api, 'listings', sold[0]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { minPrice: 210.5, maxPrice: 1890 });
  await read(api, 'listings', free[0], header(alone, 'ETag'));
  await price(api, bound[0], { minPrice: 95, maxPrice: 2450.75 });
  await read(api, 'listings', bound[0]);
  await price(api, bound[3], { maxPrice: 3100 });
  await price(api, open[0], { minPrice: '42.5' });
  await read(api, 'listings', open[0]);
  await price(api, bound[6], { maxPrice: null });
  await price(api, free[1], {});
  await price(api, free[1], { maxPrice: 2_640, colour: 'black' });
  await assign(api, free[0], { strategyId: plans[1] });
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], { strategyId: null });
  await assign(api, free[1], { strategyId: plans[3] });
  await get('sort=-updatedAt&limit=5');
  await order(api, { type: 'sales', month: '2025-11' });
  await api.ask('GET', '/v1/reports?limit=2');
  api.wait(40_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '65a1b2c3d4e5f60718293a4b');
  await read(api, 'listings', 'leica-m6');
  await read(api, 'strategies', '65a1b2c3d4e5f60718293a4c');
  await read(api, 'strategies', 'best');
  await read(api, 'reports', '1234');
  await price(api, '65a1b2c3d4e5f60718293a4b', { minPrice: 3 });
  await price(api, free[2], { minPrice: 600, maxPrice: 599.5 });
  await price(api, free[2], { minPrice: -1 });
  await price(api, free[2], { minPrice: 10, maxPrice: 50_001 });
  await price(api, free[2], { minPrice: 'cheap' });
  await price(api, free[2], { minPrice: 'cheap', maxPrice: -20 });
  await price(api, free[2], { maxPrice: [5] });
  await price(api, sold[0], { minPrice: 5 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"minPrice": ' });
  await assign(api, free[2], { strategyId: '65a1b2c3d4e5f60718293a4c' });
  await assign(api, free[2], { strategyId: plans[4] });
  await assign(api, free[2], { strategyId: 'best' });
  await assign(api, free[2], { strategyId: 17 });
  await assign(api, free[2], {});
  await assign(api, open[1], { strategyId: plans[0] });
  await assign(api, sold[1], { strategyId: plans[0] });
  await order(api, { type: 'sales', month: '2025-11' });
  await order(api, { type: 'refunds', month: '2025-10' });
  await order(api, { type: 'stock' });
  await get('limit=0');
  await get('limit=500');
  await get('page=first&limit=3');
  await get('sort=weight&limit=4');
  await get('colour=red&limit=3');
  await get('price[gte]=cheap');
  await get('price[around]=500');
  await get('strategy=null');
  await get('createdAt[gte]=monday');
  await api.ask('GET', '/v1/strategies?active=maybe');
  await api.ask('GET', '/v1/orders');
  await api.ask('POST', '/v1/listings', { json: { title: 'Old' } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/reports?limit=1', 21);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, sold } = idsOf(await walk(api, '/v1/listings?limit=25'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies')).map(({ _id }) => _id);
  const runs = (await walk(api, '/v1/reports?limit=9')).map(({ _id }) => _id);
  await get('limit=11&page=3');
  await get('page=14&limit=10');
  await get('sort=title&limit=5');
  await get('sort=-price&limit=7&status=active');
  await get('brand=Norrast&sort=price');
  await get('condition=mint&condition=excellent&limit=6');
  await get('kind=compact');
  await get('price[gte]=200&price[lt]=650&limit=4');
  await get('createdAt[lt]=2024-06-01');
  await get('tags=boxed&limit=5');
  await get(`strategy=${String(plans[1])}&limit=3`);
  await get('q=zembro&limit=2');
  await get('fields=sku,brand&limit=4');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?type=stock&limit=2');
  await api.ask('GET', '/v1/reports?status=failed');
  for (const index of [1, 4]) await read(api, 'listings', bound[index]);
  const alone = await read(api, 'listings', free[3]);
  await read(api, 'listings', free[3], header(alone, 'ETag'));
  await read(api, 'listings', open[2]);
  await read(api, 'strategies', plans[0]);
  await read(api, 'reports', runs[3]);

  await price(api, free[3], { minPrice: 77.25, maxPrice: 2310 });
  await read(api, 'listings', free[3], header(alone, 'ETag'));
  await price(api, bound[1], { minPrice: 31 });
  await price(api, open[2], { maxPrice: 2_999.9, shape: 'round' });
  await price(api, bound[4], { minPrice: '64' });
  await read(api, 'listings', bound[4]);
  await assign(api, free[3], { strategyId: plans[2] });
  await read(api, 'listings', free[3]);
  await assign(api, bound[1], { strategyId: null });
  await get('sort=-updatedAt&limit=3');
  await order(api, { type: 'prices', month: '2025-12' });

  await read(api, 'listings', '64f0aa11bb22cc33dd44ee55');
  await read(api, 'listings', 'rolleiflex');
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', '64f0aa11bb22cc33dd44ee66');
  await price(api, 'rolleiflex', { minPrice: 20 });
  await price(api, free[4], { minPrice: 812.5, maxPrice: 700 });
  await price(api, free[4], { maxPrice: -7 });
  await price(api, free[4], { minPrice: 75_000 });
  await price(api, free[4], { maxPrice: 'much' });
  await price(api, free[4], { minPrice: -2, maxPrice: -3 });
  await price(api, sold[1], { maxPrice: 900 });
  await assign(api, free[4], { strategyId: '64f0aa11bb22cc33dd44ee77' });
  await assign(api, free[4], { strategyId: plans[4] });
  await assign(api, free[4], { strategyId: 'cheapest' });
  await assign(api, free[4], {});
  await assign(api, open[3], { strategyId: plans[2] });
  await assign(api, sold[0], { strategyId: plans[1] });
  await order(api, { type: 'prices', month: '2025-12' });
  await order(api, { type: 'taxes', month: '2025-09' });
  await get('limit=1000');
  await get('limit=some');
  await get('shape=round&limit=4');
  await get('price[lte]=lots');
  await get('strategy=none');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const castErrors: WalkedService = {
  name: 'cast-errors',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
