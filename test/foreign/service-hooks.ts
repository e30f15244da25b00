// A consignment store for used musical gear, on a realtime-minded Node framework of services and hooks over a SQL database: lists
// tell total, limit, skip and data, and take the framework's query syntax (`$limit`, cut down without a word, `$sort[price]=-1`,
// `$select[]`, operators in brackets, `$or`), which a schema validator checks as strictly as bodies, all faults at once, with those
// of each alternative. Refusals have name, message, code and class name; whole numbers as ids, amounts as numbers, null is told; a
// listing read alone or written has its strategy in it. Weak entity tags; the limit slides, and refused calls do not count.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'fk_live_7c2e90b4d81f4a63';
const windowTime = 5_000;
const callsInWindow = 20;
const largestAmount = 50_000;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

const categories = ['guitar', 'bass', 'synth', 'drum-machine', 'pedal', 'amp'] as const;
const conditions = ['mint', 'excellent', 'good', 'fair', 'project'] as const;
const statuses = ['draft', 'active', 'on-hold', 'sold'] as const;
const strategyTypes = ['undercut', 'match', 'markdown', 'hold'] as const;
const reportTypes = ['sales', 'payouts', 'inventory'] as const;
const runStatuses = ['queued', 'running', 'completed', 'failed'] as const;

/** A row of the database, in which some columns are written. */
interface Listing {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly status: string;
  minPrice: number | null;
  maxPrice: number | null;
  strategyId: number | null;
  updatedAt: string;
}

const models: Readonly<Record<string, readonly string[]>> = {
  guitar: ['Duotone 12', 'Harbour Semi-Hollow', 'Model 3 Offset', 'Parlour'],
  bass: ['Longhorn Bass', 'Fretless 4', 'Short Scale'],
  synth: ['Poly-8', 'Mono Two', 'Wavefold', 'String Ensemble'],
  'drum-machine': ['Beatbox 606', 'Rhythm Unit'],
  pedal: ['Tape Echo', 'Fuzz Face-Off', 'Chorus Ensemble', 'Spring Tank'],
  amp: ['Combo 15', 'Bass Stack', 'Tweed Reissue'],
};

const strategies = (
  [
    { name: 'Undercut by five', type: 'undercut', adjustBy: 5, unit: 'amount', active: true },
    { name: 'Match comparable sales', type: 'match', adjustBy: null, unit: null, active: true },
    { name: 'Weekly markdown', type: 'markdown', adjustBy: 3, unit: 'percent', active: true },
    { name: 'Vintage hold', type: 'hold', adjustBy: null, unit: null, active: true },
    { name: 'Trade show', type: 'undercut', adjustBy: 12.5, unit: 'percent', active: false },
    { name: 'Last chance', type: 'markdown', adjustBy: 10, unit: 'percent', active: true },
  ] as const
).map((strategy, index) => {
  const created = Date.UTC(2023, 2 + index, 6 + index, 10, 5, 31 + index, 118 + 61 * index);
  return {
    id: index + 1,
    ...strategy,
    createdAt: moment(created),
    updatedAt: moment(created + chance(`hooks strategy ${index}`, 300 * 86_400_000)),
  };
});

function listings(): Listing[] {
  const times = Array.from(
    { length: 38 },
    (_, index) => pastMoment(`hooks ${index}`) + chance(`hooks ms ${index}`, 1_000),
  ).sort((one, other) => one - other);
  let id = 2_104;
  return times.map((time, index): Listing => {
    const seed = `hooks listing ${index}`;
    const brand = oneOf(`${seed} brand`, ['Velmora', 'Tarnwick', 'Oskelby', 'Halvik', 'Zembro', 'Norrast']);
    const category = oneOf(`${seed} category`, categories);
    const price = 60 + chance(`${seed} price`, 2_900) + oneOf(`${seed} cents`, [0, 0, 0, 0.5, 0.95]);
    const status =
      index % 9 === 8 ? 'sold' : index % 7 === 5 ? 'draft' : index % 11 === 6 ? 'on-hold' : 'active';
    const hasMin = index % 5 !== 3;
    const hasMax = index % 5 === 0 || index % 5 === 2 || chance(`${seed} max`, 3) > 0;
    id += 1 + chance(`${seed} gap`, 3);
    return {
      id,
      title: `${brand} ${oneOf(`${seed} model`, models[category]!)}`,
      brand,
      category,
      condition: oneOf(`${seed} condition`, conditions),
      status,
      year: chance(`${seed} dated`, 4) === 0 ? null : 1_962 + chance(`${seed} year`, 60),
      serviced: chance(`${seed} serviced`, 3) > 0,
      price,
      minPrice: hasMin ? Math.round(price * 0.8) : null,
      maxPrice: hasMax ? Math.round(price * 12) / 10 : null,
      strategyId:
        index % 5 === 1 || index % 5 === 4 ? oneOf(`${seed} strategy`, [1, 1, 2, 3, 3, 4, 6]) : null,
      consignorId: 301 + chance(`${seed} consignor`, 9),
      commissionRate: oneOf(`${seed} commission`, [0.2, 0.25, 0.25, 0.3]),
      listedAt: status === 'draft' ? null : moment(time + 3_600_000 + chance(`${seed} listed`, 90_000_000)),
      createdAt: moment(time),
      updatedAt: moment(time + 100_000_000 + chance(`${seed} updated`, 40 * 86_400_000)),
    };
  });
}

class Refusal extends Error {
  readonly code: number;
  readonly shown: Row;
  readonly headers: Headers;

  /** @param name as the framework calls its errors; the class name is the same in lower case */
  constructor(code: number, name: string, message: string, data?: unknown, headers: Headers = []) {
    super(message);
    this.code = code;
    const className = name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    this.shown = { name, message, code, className, ...(data !== undefined && { data }) };
    this.headers = headers;
  }
}

const noRecord = (id: string) => new Refusal(404, 'NotFound', `No record found for id '${id}'`);
const unprocessable = (message: string, data: Row) => new Refusal(422, 'Unprocessable', message, data);

/** The part of JSON Schema that the store makes use of. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly format?: 'date-time';
  readonly enum?: readonly string[];
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const typesOf = (value: unknown): readonly string[] => {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
};

/** A text of a query as another type, as the validator coerces it; undefined where it cannot be. */
function coerced(text: unknown, type: string): unknown {
  if (typeof text !== 'string') return undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'null') return text === '' ? null : undefined;
  if (type !== 'number' && type !== 'integer') return undefined;
  const number = text === '' ? NaN : Number(text);
  return Number.isNaN(number) || (type === 'integer' && !Number.isInteger(number)) ? undefined : number;
}

const dateTime = /^\d{4}-\d\d-\d\d[t\s]\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i;

/** A value checked by a schema, with what is to be coerced in it, and all of its faults in the validator's order. */
class Validator {
  readonly faults: Row[] = [];
  readonly #coerces: boolean;

  constructor(coerces: boolean) {
    this.#coerces = coerces;
  }

  check(schema: Schema, given: unknown, instancePath = '', path = '#'): unknown {
    const fault = (keyword: string, params: Row, message: string) => {
      this.faults.push({ instancePath, schemaPath: `${path}/${keyword}`, keyword, params, message });
    };
    let value = given;
    if (schema.type !== undefined) {
      const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
      if (!types.some((type) => typesOf(given).includes(type))) {
        const found = this.#coerces ? types.map((type) => coerced(given, type)) : [];
        const fitting = found.find((one) => one !== undefined);
        if (fitting === undefined) fault('type', { type: schema.type }, `must be ${types.join(',')}`);
        else value = fitting;
      }
    }
    const { minimum = -Infinity, maximum = Infinity, multipleOf = NaN } = schema;
    if (typeof value === 'number') {
      const [times, limit] = [value / multipleOf, value > maximum ? maximum : minimum];
      if (value > maximum) fault('maximum', { comparison: '<=', limit }, `must be <= ${limit}`);
      if (value < minimum) fault('minimum', { comparison: '>=', limit }, `must be >= ${limit}`);
      if (Math.abs(Math.round(times) - times) > 1e-6) {
        fault('multipleOf', { multipleOf }, `must be multiple of ${multipleOf}`);
      }
    }
    if (typeof value === 'string') {
      if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) {
        fault('pattern', { pattern: schema.pattern }, `must match pattern "${schema.pattern}"`);
      }
      if (schema.format !== undefined && !(dateTime.test(value) && !Number.isNaN(Date.parse(value)))) {
        fault('format', { format: schema.format }, `must match format "${schema.format}"`);
      }
    }
    if (schema.enum?.includes(value as string) === false) {
      fault('enum', { allowedValues: schema.enum }, 'must be equal to one of the allowed values');
    }
    const { anyOf, items } = schema;
    if (anyOf !== undefined) {
      const checks = anyOf.map((each, index) => {
        const validator = new Validator(this.#coerces);
        const result = validator.check(each, value, instancePath, `${path}/anyOf/${index}`);
        return { result, faults: validator.faults };
      });
      const fitting = checks.find(({ faults }) => faults.length === 0);
      if (fitting !== undefined) return fitting.result;
      this.faults.push(...checks.flatMap(({ faults }) => faults));
      fault('anyOf', {}, 'must match a schema in anyOf');
    }
    if (Array.isArray(value) && items !== undefined) {
      return value.map((each, index) => this.check(items, each, `${instancePath}/${index}`, `${path}/items`));
    }
    const { minProperties: limit = 0, required = [], properties } = schema;
    if (!isObject(value) || properties === undefined) return value;
    if (Object.keys(value).length < limit) {
      fault('minProperties', { limit }, `must NOT have fewer than ${limit} properties`);
    }
    for (const missingProperty of required.filter((name) => !Object.hasOwn(value, name))) {
      fault('required', { missingProperty }, `must have required property '${missingProperty}'`);
    }
    for (const additionalProperty of Object.keys(value).filter((name) => !Object.hasOwn(properties, name))) {
      fault('additionalProperties', { additionalProperty }, 'must NOT have additional properties');
    }
    const checked: Record<string, unknown> = { ...value };
    for (const [name, each] of Object.entries(properties).filter(([name]) => Object.hasOwn(value, name))) {
      const place = `${path}/properties/${encodeURIComponent(name)}`;
      checked[name] = this.check(each, value[name], `${instancePath}/${name}`, place);
    }
    return checked;
  }
}

function validated(schema: Schema, value: unknown, coerces: boolean): Row {
  const validator = new Validator(coerces);
  const checked = validator.check(schema, value);
  if (validator.faults.length > 0) {
    throw new Refusal(400, 'BadRequest', 'validation failed', validator.faults);
  }
  return checked as Row;
}

/** Schemas of the members that can be asked for. */
type Columns = Readonly<Record<string, Schema>>;

/** The framework's query syntax for some columns. */
function querySyntax(columns: Columns): Schema {
  const names = Object.keys(columns);
  const each = (made: (name: string) => Schema): Columns =>
    Object.fromEntries(names.map((name) => [name, made(name)]));
  const conditions = each((name) => {
    const column = columns[name]!;
    const list: Schema = { type: 'array', items: column };
    const operators = Object.fromEntries(
      ['$gt', '$gte', '$lt', '$lte', '$ne'].map((operator) => [operator, column]),
    );
    const like: Columns = name === 'title' || name === 'name' ? { $like: { type: 'string' } } : {};
    return {
      anyOf: [column, { type: 'object', properties: { ...operators, $in: list, $nin: list, ...like } }],
    };
  });
  const alternatives: Schema = { type: 'array', items: { type: 'object', properties: conditions } };
  return {
    type: 'object',
    properties: {
      $limit: { type: 'number', minimum: 0 },
      $skip: { type: 'number', minimum: 0 },
      $sort: { type: 'object', properties: each(() => ({ type: 'integer', minimum: -1, maximum: 1 })) },
      $select: { type: 'array', items: { type: 'string', enum: names } },
      $and: alternatives,
      $or: alternatives,
      ...conditions,
    },
  };
}

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const integer: Schema = { type: 'integer' };
const flag: Schema = { type: 'boolean' };
const time: Schema = { type: 'string', format: 'date-time' };
const oneOfThese = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type as string, 'null'] });

const listingColumns: Columns = {
  id: integer,
  title: text,
  brand: text,
  category: oneOfThese(categories),
  condition: oneOfThese(conditions),
  status: oneOfThese(statuses),
  year: orNull(integer),
  serviced: flag,
  price: number,
  minPrice: orNull(number),
  maxPrice: orNull(number),
  strategyId: orNull(integer),
  consignorId: integer,
  commissionRate: number,
  listedAt: orNull(time),
  createdAt: time,
  updatedAt: time,
};
const strategyColumns: Columns = {
  id: integer,
  name: text,
  type: oneOfThese(strategyTypes),
  adjustBy: orNull(number),
  active: flag,
  createdAt: time,
  updatedAt: time,
};
const reportColumns: Columns = {
  id: integer,
  type: oneOfThese(reportTypes),
  month: text,
  status: oneOfThese(runStatuses),
  createdAt: time,
  finishedAt: orNull(time),
};

const amount: Schema = { type: ['number', 'null'], minimum: 0, maximum: largestAmount, multipleOf: 0.01 };
const priceBody: Schema = {
  type: 'object',
  minProperties: 1,
  properties: { minPrice: amount, maxPrice: amount },
};
const strategyBody: Schema = {
  type: 'object',
  required: ['strategyId'],
  properties: { strategyId: { type: ['integer', 'null'], minimum: 1 } },
};
const reportBody: Schema = {
  type: 'object',
  required: ['type', 'month'],
  properties: {
    type: oneOfThese(reportTypes),
    month: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' },
  },
};

/** A query string with what nests in it: `a[b]=c`, `a[]=b`, `a[0][b]=c`. */
function nested(query: URLSearchParams): Row {
  const put = (tree: unknown, [step, ...rest]: readonly string[], value: string): unknown => {
    const list: readonly unknown[] = Array.isArray(tree) ? tree : tree === undefined ? [] : [tree];
    if (step === undefined) return tree === undefined ? value : [...list, value];
    if (step === '') return [...list, put(undefined, rest, value)];
    if (/^\d+$/.test(step) && (tree === undefined || Array.isArray(tree))) {
      const index = Math.min(Number(step), list.length);
      return [...list.slice(0, index), put(list[index], rest, value), ...list.slice(index + 1)];
    }
    return {
      ...(isObject(tree) ? tree : {}),
      [step]: put(isObject(tree) ? tree[step] : undefined, rest, value),
    };
  };
  let found: unknown = {};
  for (const [name, value] of query) {
    const [, base = name, inner = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? [];
    found = put(found, [base, ...[...inner.matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step!)], value);
  }
  return found as Row;
}

/** A value as the database compares it. */
const compared = (value: unknown): unknown =>
  typeof value === 'string' && dateTime.test(value) ? Date.parse(value) : value;

const operators: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  $gt: (value, wanted) => (value as number) > (wanted as number),
  $gte: (value, wanted) => (value as number) >= (wanted as number),
  $lt: (value, wanted) => (value as number) < (wanted as number),
  $lte: (value, wanted) => (value as number) <= (wanted as number),
  $ne: (value, wanted) => value !== wanted,
  $in: (value, wanted) => (wanted as unknown[]).map(compared).includes(value),
  $nin: (value, wanted) => !(wanted as unknown[]).map(compared).includes(value),
  $like: (value, wanted) => {
    const pattern = String(wanted)
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.');
    return new RegExp(`^${pattern}$`, 'i').test(String(value));
  },
};

/** Whether a row meets all conditions; as in SQL, what is null meets none but that of being null. */
function meets(row: Row, conditions: Row): boolean {
  return Object.entries(conditions).every(([name, wanted]) => {
    if (name === '$or') return (wanted as Row[]).some((each) => meets(row, each));
    if (name === '$and') return (wanted as Row[]).every((each) => meets(row, each));
    if (name.startsWith('$')) return true;
    const value = compared(row[name]);
    if (!isObject(wanted)) return value === compared(wanted);
    return Object.entries(wanted).every(
      ([operator, operand]) => value !== null && operators[operator]!(value, compared(operand)),
    );
  });
}

/** In the order that is asked for, with null before all else, and then in that of the ids. */
function sorted(rows: readonly Row[], order: Row): readonly Row[] {
  return [...rows].sort((one, other) => {
    for (const [name, direction] of [...Object.entries(order), ['id', 1] as const]) {
      const [first, second] = [one[name], other[name]];
      if (first === second) continue;
      const isBefore = first === null || (second !== null && (first as number) < (second as number));
      return isBefore === (direction === 1) ? -1 : 1;
    }
    return 0;
  });
}

/** Only the columns that are named, and the id in any case. */
function selected(row: Row, names: unknown): Row {
  if (!Array.isArray(names)) return row;
  return Object.fromEntries([...new Set([...(names as string[]), 'id'])].map((name) => [name, row[name]]));
}

interface Service {
  readonly schema: Schema;
  readonly largest: number;
  readonly order: Row;
  readonly rows: () => readonly Row[];
}

function find({ schema, largest, order, rows }: Service, params: URLSearchParams): Answered {
  const query = validated(schema, nested(params), true);
  const { $limit = 10, $skip = 0, $sort = order, $select } = query;
  const found = rows().filter((row) => meets(row, query));
  const [limit, skip] = [Math.min($limit as number, largest), $skip as number];
  const data = sorted(found, $sort as Row).slice(skip, skip + limit);
  return json(200, { total: found.length, limit, skip, data: data.map((row) => selected(row, $select)) });
}

function get({ schema, rows }: Service, id: string, params: URLSearchParams): Row {
  const query = validated(schema, nested(params), true);
  const row = rows().find((one) => String(one.id) === id && meets(one, query));
  if (row === undefined) throw noRecord(id);
  return selected(row, query.$select);
}

interface Report {
  readonly id: number;
  readonly type: string;
  readonly month: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 14 }, (_, index): Report => {
    const ago = 13 - index;
    const before = ago < 2 ? 9_000 + 24_000 * ago : ago * 5 * 86_400_000 + chance(`hooks run ${index}`, 1e7);
    return {
      id: 88 + index,
      type: reportTypes[index % 3]!,
      month: `2025-${String(8 + Math.floor(index / 3)).padStart(2, '0')}`,
      created: opened - before,
      seconds: 55 + 10 * (index % 4),
      fails: index === 6 || index === 9,
    };
  });
  /** When the calls of each key were let in, as far back as the limit looks. */
  const calls = new Map<string, readonly number[]>();
  let count = 0;

  function reportShown({ id, type, month, created, seconds, fails }: Report): Row {
    const finished = created + seconds * 1_000;
    const elapsed = run.now() - created;
    const status =
      run.now() >= finished ? (fails ? 'failed' : 'completed') : elapsed < 20_000 ? 'queued' : 'running';
    const isDone = status === 'completed';
    const token = scrambled(`hooks download ${run.run} ${id}`, 32, hex);
    return {
      id,
      type,
      month,
      status,
      rowCount: isDone ? 12 + chance(`hooks rows ${type} ${month}`, 900) : null,
      downloadUrl: isDone ? `https://files.fret-and-knob.example/runs/${id}.csv?token=${token}` : null,
      error: status === 'failed' ? 'Payout ledger was locked' : null,
      createdAt: moment(created),
      startedAt: status === 'queued' ? null : moment(created + 20_000),
      finishedAt: run.now() >= finished ? moment(finished) : null,
    };
  }

  const services: Readonly<Record<string, Service>> = {
    listings: {
      schema: querySyntax(listingColumns),
      largest: 25,
      order: {},
      rows: () => all.map((one): Row => ({ ...one })),
    },
    strategies: { schema: querySyntax(strategyColumns), largest: 50, order: {}, rows: () => strategies },
    reports: {
      schema: querySyntax(reportColumns),
      largest: 25,
      order: { createdAt: -1 },
      rows: () => reports.map(reportShown),
    },
  };

  /** With what a resolver adds to a single record that is shown whole. */
  function resolved(row: Row): Row {
    const strategy = strategies.find(({ id }) => id === row.strategyId);
    return {
      ...row,
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name, type: strategy.type },
    };
  }

  function onOffer(id: string): Listing {
    const listing = all.find((one) => String(one.id) === id);
    if (listing === undefined) throw noRecord(id);
    if (listing.status === 'sold') {
      throw unprocessable(`Listing ${listing.id} is sold and can no longer be changed`, { status: 'sold' });
    }
    return listing;
  }

  function priced(id: string, data: Row): Answered {
    const listing = onOffer(id);
    const bounds = { minPrice: listing.minPrice, maxPrice: listing.maxPrice, ...data };
    const { minPrice, maxPrice } = bounds;
    if (minPrice === null && listing.minPrice !== null && listing.strategyId !== null) {
      throw unprocessable('minPrice cannot be cleared while a strategy is assigned', {
        strategyId: listing.strategyId,
      });
    }
    if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
      throw unprocessable('minPrice must not be greater than maxPrice', { minPrice, maxPrice });
    }
    Object.assign(listing, { minPrice, maxPrice, updatedAt: moment(run.now()) });
    return json(200, resolved({ ...listing }));
  }

  function assigned(id: string, data: Row): Answered {
    const listing = onOffer(id);
    const strategyId = data.strategyId as number | null;
    if (strategyId !== null) {
      const strategy = strategies.find((one) => one.id === strategyId);
      if (strategy === undefined) {
        throw unprocessable(`Strategy ${strategyId} does not exist`, { strategyId });
      }
      if (!strategy.active) throw unprocessable(`Strategy "${strategy.name}" is not active`, { strategyId });
      if (listing.minPrice === null) {
        throw unprocessable('minPrice must be set before a strategy is assigned', { minPrice: null });
      }
    }
    Object.assign(listing, { strategyId, updatedAt: moment(run.now()) });
    return json(200, resolved({ ...listing }));
  }

  function begun({ type, month }: Row): Answered {
    const open = reports.find(
      (one) => one.type === type && one.month === month && reportShown(one).finishedAt === null,
    );
    if (open !== undefined) {
      const message = `A ${String(type)} report for ${String(month)} is already under way`;
      throw new Refusal(409, 'Conflict', message, { id: open.id });
    }
    const report: Report = {
      id: reports.at(-1)!.id + 1,
      type: String(type),
      month: String(month),
      created: run.now(),
      seconds: 60,
      fails: false,
    };
    reports.push(report);
    return json(201, reportShown(report));
  }

  /** The key is asked for by a hook, so only once there is something to hook into. */
  function assertKey({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'NotAuthenticated', 'Not authenticated');
    if (given !== key) throw new Refusal(401, 'NotAuthenticated', 'Incorrect API Key');
  }

  /** The body as the parser in front of all services leaves it: an empty object where there is none, or none of JSON. */
  function bodyIn(request: Asked): unknown {
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    if (!isJson || request.body === '') return {};
    const sent = jsonOf(request);
    if (sent === 'bad' || typeof sent.json !== 'object' || sent.json === null) {
      throw new Refusal(400, 'BadRequest', 'Request body is not valid JSON', { type: 'entity.parse.failed' });
    }
    return sent.json;
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const { method, target } = request;
    const body = bodyIn(request);
    const service = Object.hasOwn(services, kind) ? services[kind] : undefined;
    const isPart = kind === 'listings' && (part === 'price' || part === 'strategy');
    if (version !== 'v1' || service === undefined || more.length > 0 || (part !== undefined && !isPart)) {
      throw new Refusal(404, 'NotFound', 'Page not found', { url: target });
    }
    const called =
      method === 'GET'
        ? id === undefined || isPart
          ? 'find'
          : 'get'
        : { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'remove' }[method];
    const offered = isPart ? ['patch'] : kind === 'reports' ? ['find', 'get', 'create'] : ['find', 'get'];
    if (called === undefined) throw new Refusal(405, 'MethodNotAllowed', `Method ${method} not allowed`);
    if (!offered.includes(called)) {
      const message = `Method \`${called}\` is not supported by this endpoint.`;
      throw new Refusal(405, 'MethodNotAllowed', message);
    }
    assertKey(request);
    if (called === 'find') return find(service, query);
    if (called === 'create') return begun(validated(reportBody, body, false));
    if (part === 'price') return priced(id!, validated(priceBody, body, false));
    if (part === 'strategy') return assigned(id!, validated(strategyBody, body, false));
    const row = get(service, id!, query);
    return json(200, kind === 'listings' && !query.has('$select[]') ? resolved(row) : row);
  }

  /** Lets a call in, if there were not too many within the last seconds. */
  function admit({ headers }: Asked): Headers {
    const caller = headers['x-api-key'] ?? 'nobody';
    const now = run.now();
    const recent = (calls.get(caller) ?? []).filter((time) => time > now - windowTime);
    const told = (left: number): Headers => [
      ['X-RateLimit-Limit', String(callsInWindow)],
      ['X-RateLimit-Remaining', String(left)],
    ];
    if (recent.length >= callsInWindow) {
      const retryAfter = Math.ceil((recent[0]! + windowTime - now) / 1_000);
      throw new Refusal(429, 'TooManyRequests', 'Rate limit exceeded', { retryAfter }, [
        ...told(0),
        ['Retry-After', String(retryAfter)],
      ]);
    }
    calls.set(caller, [...recent, now]);
    return told(callsInWindow - recent.length - 1);
  }

  /** As it is sent: with a tag of what it says, and without a body to those who have it. */
  function sent({ status, headers, body }: Answered, request: Asked): Answered {
    const hash = createHash('sha1').update(body).digest('base64').slice(0, 27);
    const tag = `W/"${Buffer.byteLength(body).toString(16)}-${hash}"`;
    const always: Headers = [
      ['X-Request-Id', uuid(`hooks ${run.run} ${count}`)],
      ...headers.filter(([name]) => name !== 'Content-Type'),
      ['Vary', 'Accept'],
      ['ETag', tag],
    ];
    if (request.method === 'GET' && status === 200 && request.headers['if-none-match'] === tag) {
      return { status: 304, headers: always, body: '' };
    }
    return { status, headers: [...always, ['Content-Type', 'application/json; charset=utf-8']], body };
  }

  return (request) => {
    count += 1;
    let told: Headers = [];
    try {
      told = admit(request);
      const answered = answer(request);
      return sent({ ...answered, headers: [...told, ...answered.headers] }, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(json(error.code, error.shown, [...told, ...error.headers]), request);
    }
  };
}

/** Goes on behind what it has, until it has as many as there are. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const data = rowsAt(received, 'data');
    rows.push(...data);
    const reached = Number(textIfAny(received, 'skip') ?? 0) + data.length;
    const hasMore = data.length > 0 && reached < Number(at(received, 'total') ?? 0);
    next = hasMore ? `${target}${target.includes('?') ? '&' : '?'}$skip=${reached}` : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, tag?: string): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });
const order = (api: Api, body: unknown): Promise<Received> => api.ask('POST', '/v1/reports', { json: body });

interface Ids {
  /** Listings that are not sold: with both bounds and no strategy, with a strategy, without a lower bound; and sold ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ status }) => status !== 'sold');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(on.filter((row) => row.minPrice !== null && row.maxPrice !== null && row.strategyId === null)),
    bound: ids(on.filter((row) => row.strategyId !== null)),
    open: ids(on.filter((row) => row.minPrice === null)),
    sold: ids(rows.filter(({ status }) => status === 'sold')),
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, sold } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await get('$limit=25');
  await get('$limit=100&$skip=20');
  await get('$limit=0');
  await get('$skip=90');
  await get('$sort[price]=-1&$limit=6');
  await get('$sort[price]=1&$limit=8&$skip=4');
  await get('$sort[category]=1&$sort[price]=-1&$limit=12');
  await get('$sort[updatedAt]=-1&$limit=4');
  await get('status=active&$limit=6');
  await get('status=draft');
  await get('category=synth&$sort[title]=1');
  await get('brand=Halvik&status=active');
  await get('brand=Unknown');
  await get('serviced=false&$limit=5');
  await get('price[$gte]=500&price[$lt]=1500&$sort[price]=1');
  await get('price[$lt]=400');
  await get('year[$lte]=1979&$limit=4');
  await get('status[$in][]=draft&status[$in][]=on-hold');
  await get('condition[$in][]=mint&condition[$in][]=excellent&$limit=6');
  await get('status[$ne]=active&$limit=20');
  await get('category[$ne]=guitar&$sort[createdAt]=-1&$limit=3');
  await get('$or[0][status]=sold&$or[1][price][$lt]=300');
  await get('$or[0][category]=amp&$or[1][category]=bass&$limit=7');
  await get('strategyId=3');
  await get('strategyId=&$limit=4');
  await get('createdAt[$gte]=2025-01-01T00:00:00.000Z&$limit=5');
  await get('title[$like]=%25Echo%25');
  await get('$select[]=title&$select[]=price&$limit=5');
  await get('$select[]=status&$select[]=minPrice&$select[]=maxPrice&category=pedal');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/strategies?type=markdown&$sort[name]=1');
  await api.ask('GET', '/v1/reports?status=completed&$limit=3');
  await api.ask('GET', '/v1/reports?type=payouts&$sort[createdAt]=1');
  for (const index of [0, 3, 6]) await read(api, 'listings', bound[index]);
  const alone = await read(api, 'listings', free[0]);
  await read(api, 'listings', free[0], header(alone, 'ETag'));
  for (const index of [2, 5]) await read(api, 'listings', free[index]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', sold[0]);
  for (const id of plans) await read(api, 'strategies', id);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { minPrice: 210.5, maxPrice: 1_890 });
  await read(api, 'listings', free[0], header(alone, 'ETag'));
  await price(api, bound[0], { maxPrice: 3_100.25 });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { minPrice: 42.99 });
  await price(api, free[1], { minPrice: 350, maxPrice: 350 });
  await price(api, free[2], { minPrice: 0 });
  await price(api, bound[3], { minPrice: 80, maxPrice: null });
  await price(api, free[5], { minPrice: null, maxPrice: null });
  await assign(api, free[0], plans[1]);
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], null);
  await assign(api, open[0], plans[3]);
  await assign(api, bound[6], plans[5]);
  await get('$sort[updatedAt]=-1&$limit=5');
  await get('strategyId=2&$limit=5');
  await order(api, { type: 'sales', month: '2026-04' });
  await api.ask('GET', '/v1/reports?$limit=2');
  api.wait(30_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 9_999);
  await read(api, 'listings', 'duotone');
  await read(api, 'strategies', 77);
  await read(api, 'reports', 4);
  await price(api, 9_998, { minPrice: 3 });
  await assign(api, 9_997, plans[0]);
  await price(api, free[3], { minPrice: 600, maxPrice: 599.5 });
  await price(api, free[3], { minPrice: -1 });
  await price(api, free[3], { minPrice: -5.5, maxPrice: 60_000 });
  await price(api, free[3], { maxPrice: 19.999 });
  await price(api, free[3], { minPrice: 'cheap' });
  await price(api, free[3], { minPrice: true, maxPrice: 'dear', colour: 'red' });
  await price(api, free[3], { currency: 'EUR' });
  await price(api, free[3], {});
  const path = `/v1/listings/${String(free[3])}/price`;
  await api.ask('PATCH', path);
  await api.ask('PATCH', path, { text: '{"minPrice": ' });
  await api.ask('PATCH', path, { text: 'minPrice=5', headers: { 'Content-Type': 'text/plain' } });
  await price(api, bound[1], { minPrice: null });
  await price(api, sold[0], { minPrice: 5 });
  await assign(api, free[3], 99);
  await assign(api, free[3], plans[4]);
  await assign(api, free[3], 'undercut');
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/strategy`, { json: { strategy: 1 } });
  await assign(api, open[1], plans[0]);
  await assign(api, sold[1], plans[2]);
  await order(api, { type: 'refunds', month: 'April' });
  await order(api, { type: 'sales', month: '2026-04' });
  await get('$limit=-1');
  await get('$limit=many&$skip=few');
  await get('status=lost');
  await get('price[$gte]=cheap');
  await get('price[$around]=500');
  await get('$sort[weight]=1');
  await get('$select[]=weight');
  await get('colour=red&$limit=3');
  await get('createdAt[$gte]=2025-01-01');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[3])}`);
  await api.ask('POST', '/v1/listings', { json: { title: 'Old amp' } });
  await api.ask('GET', '/v1/listings?$limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/reports?$limit=1', 12);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, sold } = idsOf(await walk(api, '/v1/listings?$limit=16'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies?$limit=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?$limit=8')).map(({ id }) => id);
  await get('$limit=60');
  await get('$skip=71&$limit=5');
  await get('$sort[price]=-1&$limit=7&status=active');
  await get('$sort[condition]=1&$sort[price]=1&$limit=9');
  await get('$sort[updatedAt]=-1&$limit=3&$skip=3');
  await get('status=on-hold');
  await get('category=guitar&$sort[title]=1');
  await get('brand=Zembro&status=active');
  await get('serviced=true&$limit=4');
  await get('price[$gte]=200&price[$lt]=950&$sort[price]=1&$limit=6');
  await get('price[$lt]=250');
  await get('year[$lte]=1990&$limit=3');
  await get('status[$in][]=sold&status[$in][]=draft&$limit=5');
  await get('condition[$ne]=good&$limit=4');
  await get('$or[0][status]=on-hold&$or[1][price][$lt]=450');
  await get('strategyId=1');
  await get('createdAt[$gte]=2025-04-15T12:00:00.000Z&$limit=4');
  await get('title[$like]=%25Bass%25&$limit=3');
  await get('$select[]=brand&$select[]=year&$limit=4');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?type=inventory&$limit=2');
  await read(api, 'listings', bound[2]);
  const alone = await read(api, 'listings', free[4]);
  await read(api, 'listings', free[4], header(alone, 'ETag'));
  await read(api, 'listings', open[2]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[3]);

  await price(api, free[4], { minPrice: 77.25, maxPrice: 2_310 });
  await read(api, 'listings', free[4], header(alone, 'ETag'));
  await price(api, bound[4], { maxPrice: 4_480.5 });
  await price(api, open[2], { minPrice: 31 });
  await price(api, free[6], { minPrice: 125.5, maxPrice: null });
  await assign(api, free[4], plans[2]);
  await read(api, 'listings', free[4]);
  await assign(api, bound[4], null);
  await assign(api, open[2], plans[0]);
  await get('$sort[updatedAt]=-1&$limit=6');
  await order(api, { type: 'payouts', month: '2026-03' });

  await read(api, 'listings', 8_080);
  await read(api, 'listings', 'tape-echo');
  await read(api, 'strategies', 31);
  await price(api, 8_081, { maxPrice: 900 });
  await price(api, free[7], { minPrice: 812.5, maxPrice: 700 });
  await price(api, free[7], { maxPrice: -7 });
  await price(api, free[7], { minPrice: 75_000, maxPrice: -2 });
  await price(api, free[7], { minPrice: 4.125 });
  await price(api, free[7], { maxPrice: 'lots' });
  await price(api, free[7], { shape: 'round', minPrice: 12 });
  await price(api, bound[5], { minPrice: null, maxPrice: 990 });
  await price(api, sold[2], { maxPrice: 640 });
  await assign(api, free[7], 58);
  await assign(api, free[7], 'markdown');
  await assign(api, open[3], plans[1]);
  await get('$limit=some');
  await get('status=gone');
  await get('price[$lt]=lots');
  await get('$sort[shape]=-1');
  await get('shape=round&$limit=4');
  await api.ask('GET', '/v1/invoices');
  await api.ask('DELETE', `/v1/listings/${String(free[7])}`);
  await api.ask('GET', '/v1/reports?$limit=2', { headers: { 'X-API-KEY': null } });
}

export const serviceHooks: WalkedService = {
  name: 'service-hooks',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['$limit=3', '$limit=7', '$limit=50'],
  walk,
};
