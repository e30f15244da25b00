// A channel manager for hotels, on a widespread TypeScript framework with a widespread helper for pages: data beside a meta that
// tells size, total, page, pages, order, search, members and filters as they were asked for, and whole links with all of that,
// of which those that lead nowhere are left out; conditions are a member with an operator behind a dollar (`filter.rate=$gte:90`,
// `$in`, `$btw`, `$null`, `$not`), orders may be repeated, members chosen; columns and orders that are not offered are passed
// over, sizes quietly cut down. Rate plans have UUIDs, strategies and report runs whole numbers; amounts are JSON numbers, null
// for what is not set, moments in UTC to the millisecond; a rate plan that is read alone has its property in it. A write sends
// what changes and is answered by the whole record. A body is checked by a schema whose issues are listed with a code and a path,
// other refusals are a sentence with the name of the status; the framework tags each read (304) and counts requests in a window.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, jsonOf, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rk_live_5d0c71b9e2f84a36';
const window = 5_000;
const requestsInWindow = 20;
const usualLimit = 20;
const largestLimit = 100;
const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const contentType = 'application/json; charset=utf-8';

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const inCents = (amount: number): number => Math.round(amount * 100) / 100;

const properties = [
  ['Hotel Nordlys', 'Bergen', 'NO', 'Europe/Oslo'],
  ['Casa Velmora', 'Lisbon', 'PT', 'Europe/Lisbon'],
  ['The Quillan', 'Edinburgh', 'GB', 'Europe/London'],
  ['Pension Halvik', 'Graz', 'AT', 'Europe/Vienna'],
].map(([name = '', city = '', country = '', timezone = '']) => ({
  id: uuid(`dollar property ${name}`),
  name,
  city,
  country,
  timezone,
}));

const strategies = [
  ['Follow the competitors', 'competitor', true],
  ['Occupancy ladder', 'occupancy', true],
  ['Last minute discount', 'lead_time', true],
  ['Weekend uplift', 'calendar', true],
  ['Summer 2023', 'calendar', false],
  ['Event demand', 'demand', true],
].map(([name, type, isActive], index) => ({
  id: index + 1,
  name: name as string,
  type: type as string,
  isActive: isActive as boolean,
  createdAt: pastMoment(`dollar strategy ${index}`),
}));
type Strategy = (typeof strategies)[number];

interface RatePlan {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly property: (typeof properties)[number];
  readonly room: readonly [code: string, name: string, guests: number];
  readonly mealPlan: string;
  readonly sellMode: string;
  readonly rate: number;
  readonly parentId: string | null;
  readonly discount: number;
  readonly minStay: number;
  readonly maxStay: number | null;
  readonly stopSell: boolean;
  readonly channels: readonly string[];
  readonly isActive: boolean;
  readonly createdAt: number;
  minRate: number | null;
  maxRate: number | null;
  strategyId: number | null;
  updatedAt: number;
}

function ratePlans(): RatePlan[] {
  const rooms = [
    ['SGL', 'Single Room', 1],
    ['DBL', 'Double Room', 2],
    ['FAM', 'Family Room', 4],
    ['STE', 'Suite', 3],
  ] as const;
  const kinds = [
    ['BAR', 'Best Available Rate'],
    ['NRF', 'Non-Refundable'],
    ['FLX', 'Flexible'],
  ] as const;
  return Array.from({ length: 48 }, (_, index): RatePlan => {
    const seed = `dollar ${index}`;
    const property = properties[index % 4]!;
    const room = rooms[Math.floor(index / 4) % 4]!;
    const [kind, words] = kinds[Math.floor(index / 16)]!;
    const rate = 5_900 + chance(`${seed} rate`, 340) * 50;
    const isDerived = kind === 'NRF' && chance(`${seed} derived`, 3) === 0;
    const createdAt = pastMoment(seed);
    const minRate = isDerived || chance(`${seed} min`, 4) === 0 ? null : Math.round(rate * 0.7);
    return {
      id: uuid(seed),
      code: `${kind}-${room[0]}-${property.country}`,
      title: `${words} ${room[1]}`,
      property,
      room,
      mealPlan: oneOf(`${seed} meal`, ['none', 'breakfast', 'breakfast', 'half_board']),
      sellMode: chance(`${seed} mode`, 4) === 0 ? 'per_person' : 'per_room',
      rate: rate / 100,
      parentId: isDerived ? uuid(`dollar ${index - 16}`) : null,
      discount: 5 + chance(`${seed} discount`, 3) * 5,
      minStay: 1 + chance(`${seed} stay`, 3),
      maxStay: chance(`${seed} longest`, 3) === 0 ? 14 : null,
      stopSell: chance(`${seed} stop`, 7) === 0,
      channels: ['booking', 'expedia', 'airbnb', 'agoda'].filter((name) => chance(`${seed} ${name}`, 5) > 1),
      isActive: chance(`${seed} active`, 7) > 0,
      createdAt,
      minRate: minRate === null ? null : minRate / 100,
      maxRate: isDerived || chance(`${seed} max`, 3) === 0 ? null : Math.round(rate * 1.6) / 100,
      strategyId:
        minRate !== null && chance(`${seed} strategy`, 3) > 0 ? 1 + chance(`${seed} which`, 4) : null,
      updatedAt: createdAt + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
};

class Refusal extends Error {
  readonly status: number;
  readonly body: Row;

  constructor(status: number, body: Row) {
    super();
    this.status = status;
    this.body = body;
  }
}

const refused = (statusCode: number, message: string): Refusal =>
  new Refusal(statusCode, { message, error: names[statusCode], statusCode });
const issuesRefused = (errors: readonly Row[]): Refusal =>
  new Refusal(400, { statusCode: 400, message: 'Validation failed', errors });

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** A value as the database writes it. */
const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What the schema finds wrong with the type of a value. */
const wrongType = (expected: string, value: unknown, path: readonly string[]): Row => ({
  code: 'invalid_type',
  expected,
  received: typeOf(value),
  path,
  message: value === undefined ? 'Required' : `Expected ${expected}, received ${typeOf(value)}`,
});

/** What the schema finds wrong with an amount. */
function amountIssues(name: string, value: unknown): Row[] {
  const path = [name];
  if (value === undefined || value === null) return [];
  if (typeof value !== 'number') return [wrongType('number', value, path)];
  const about = { type: 'number', exact: false };
  const issues: Row[] = [];
  if (value <= 0) {
    const message = 'Number must be greater than 0';
    issues.push({ code: 'too_small', minimum: 0, ...about, inclusive: false, message, path });
  }
  if (value > 25_000) {
    const message = 'Number must be less than or equal to 25000';
    issues.push({ code: 'too_big', maximum: 25_000, ...about, inclusive: true, message, path });
  }
  if (Math.abs(value - inCents(value)) > 1e-9) {
    const message = 'Number must be a multiple of 0.01';
    issues.push({ code: 'not_multiple_of', multipleOf: 0.01, message, path });
  }
  return issues;
}

function strangeKeys(body: Row, known: readonly string[]): Row[] {
  const keys = Object.keys(body).filter((name) => !known.includes(name));
  if (keys.length === 0) return [];
  const message = `Unrecognized key(s) in object: ${keys.map((one) => `'${one}'`).join(', ')}`;
  return [{ code: 'unrecognized_keys', keys, path: [], message }];
}

/** Whether a value meets a condition like `$gte:90`, `$not:$null` or `breakfast`. */
function meets(value: unknown, condition: string): boolean {
  const [, operator = '$eq', operand = ''] = /^(\$[a-z]+)(?::(.*))?$/s.exec(condition) ?? [
    '',
    '$eq',
    condition,
  ];
  const compared = (text: string): number => {
    if (value === null) return NaN;
    const [one, other] =
      typeof value === 'number' ? [value, Number(text)] : [Date.parse(written(value)), Date.parse(text)];
    return one - other;
  };
  const [low = '', high = ''] = operand.split(',');
  switch (operator) {
    case '$not':
      return !meets(value, operand);
    case '$null':
      return value === null;
    case '$in':
      return operand.split(',').includes(written(value));
    case '$gt':
      return compared(operand) > 0;
    case '$gte':
      return compared(operand) >= 0;
    case '$lt':
      return compared(operand) < 0;
    case '$lte':
      return compared(operand) <= 0;
    case '$btw':
      return compared(low) >= 0 && compared(high) <= 0;
    case '$ilike':
      return written(value).toLowerCase().includes(operand.toLowerCase());
    case '$sw':
      return written(value).startsWith(operand);
    default:
      return value !== null && written(value) === operand;
  }
}

interface Offer {
  readonly filters: readonly string[];
  readonly orders: readonly string[];
  readonly usual: readonly [member: string, direction: string];
  readonly searched: readonly string[];
}

function ordered(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return written(one) < written(other) ? -1 : Number(written(one) > written(other));
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = ratePlans();
  const reports = Array.from({ length: 14 }, (_, index) => ({
    id: 318 - index * 3,
    type: ['rate_parity', 'pickup', 'occupancy'][index % 3]!,
    requestedAt:
      index < 2
        ? opened - 15_000 * (index + 1)
        : opened - index * 39_600_000 - chance(`dollar report ${index}`, 18_000_000),
    seconds: 70 + index * 12,
    fails: index === 4 || index === 10,
    rows: 30 + chance(`dollar rows ${index}`, 2_400),
  }));
  let hits = { opened: -Infinity, count: 0 };
  let count = 0;

  const strategyShown = ({ createdAt, ...rest }: Strategy): Row => ({
    ...rest,
    createdAt: moment(createdAt),
  });

  function planShown(one: RatePlan, alone: boolean): Row {
    const strategy = strategies.find(({ id }) => id === one.strategyId);
    const [code, name, maxGuests] = one.room;
    return {
      id: one.id,
      code: one.code,
      title: one.title,
      propertyId: one.property.id,
      ...(alone && { property: one.property }),
      roomType: { code, name, maxGuests },
      mealPlan: one.mealPlan,
      sellMode: one.sellMode,
      currency: 'EUR',
      rate: one.rate,
      minRate: one.minRate,
      maxRate: one.maxRate,
      parentId: one.parentId,
      derivation: one.parentId === null ? null : { type: 'percent', value: -one.discount },
      restrictions: { minStay: one.minStay, maxStay: one.maxStay, stopSell: one.stopSell },
      channels: one.channels,
      strategyId: one.strategyId,
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      isActive: one.isActive,
      createdAt: moment(one.createdAt),
      updatedAt: moment(one.updatedAt),
    };
  }

  function reportShown({ id, type, requestedAt, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - requestedAt) / 1_000;
    const status = elapsed < 25 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'failed' : 'completed';
    const isDone = status === 'completed';
    const signature = digest(`dollar ${run.run} ${id}`).slice(0, 32);
    return {
      id,
      type,
      status,
      rowCount: isDone ? rows : null,
      downloadUrl: isDone ? `https://files.quillan.example/reports/${id}.csv?signature=${signature}` : null,
      errorMessage: status === 'failed' ? 'The channel did not answer in time' : null,
      requestedAt: moment(requestedAt),
      startedAt: status === 'queued' ? null : moment(requestedAt + 25_000),
      finishedAt: isDone || status === 'failed' ? moment(requestedAt + seconds * 1_000) : null,
    };
  }

  /** A page of rows as it is asked for; what is not offered is passed over. */
  function paged(request: Asked, rows: readonly Row[], offer: Offer): Answered {
    const { path, query } = targetOf(request);
    const whole = (name: string, otherwise: number): number => {
      const number = Number.parseInt(query.get(name) ?? '', 10);
      return number > 0 ? number : otherwise;
    };
    const limit = Math.min(whole('limit', usualLimit), largestLimit);
    const page = whole('page', 1);
    const asked = query
      .getAll('sortBy')
      .map((text) => text.split(':'))
      .filter(([member = '', way = '']) => offer.orders.includes(member) && /^(ASC|DESC)$/.test(way));
    const sortBy = asked.length === 0 ? [offer.usual] : asked;
    const search = query.get('search') ?? '';
    const filtered = [...new Set(query.keys())].filter((name) => name.startsWith('filter.'));
    const filter = Object.fromEntries(
      filtered.map((name) => {
        const conditions = query.getAll(name);
        return [name.slice('filter.'.length), conditions.length === 1 ? conditions[0]! : conditions];
      }),
    );
    const select = query.get('select')?.split(',') ?? [];
    const found = rows
      .filter(
        (row) =>
          (search === '' ||
            offer.searched.some((name) => written(row[name]).toLowerCase().includes(search.toLowerCase()))) &&
          offer.filters.every((name) =>
            query.getAll(`filter.${name}`).every((condition) => meets(row[name], condition)),
          ),
      )
      .sort((one, other) => {
        for (const [member = '', way] of sortBy) {
          const order = ordered(one[member], other[member]);
          if (order !== 0) return way === 'DESC' ? -order : order;
        }
        return ordered(one.id, other.id);
      });
    const totalPages = Math.ceil(found.length / limit);
    const options = [
      `limit=${limit}`,
      ...sortBy.map((one) => `sortBy=${one.join(':')}`),
      ...(search === '' ? [] : [`search=${search}`]),
      ...(select.length === 0 ? [] : [`select=${select.join(',')}`]),
      ...filtered.flatMap((name) => query.getAll(name).map((condition) => `${name}=${condition}`)),
    ].join('&');
    const link = (number: number) => `${run.origin}${path}?page=${number}&${options}`;
    return json(
      200,
      {
        data: found
          .slice((page - 1) * limit, page * limit)
          .map((row) =>
            select.length === 0
              ? row
              : Object.fromEntries(Object.entries(row).filter(([name]) => select.includes(name))),
          ),
        meta: {
          itemsPerPage: limit,
          totalItems: found.length,
          currentPage: page,
          totalPages,
          sortBy,
          ...(search !== '' && { search, searchBy: offer.searched }),
          ...(select.length > 0 && { select }),
          ...(filtered.length > 0 && { filter }),
        },
        links: {
          ...(page > 1 && { first: link(1), previous: link(page - 1) }),
          current: link(page),
          ...(page < totalPages && { next: link(page + 1) }),
          ...(page !== totalPages && totalPages > 0 && { last: link(totalPages) }),
        },
      },
      [],
      contentType,
    );
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw refused(400, 'Unexpected end of JSON input');
    if (!isObject(sent.json)) throw issuesRefused([wrongType('object', sent.json, [])]);
    return sent.json;
  }

  function refuseUnchangeable(plan: RatePlan): void {
    if (!plan.isActive) throw refused(409, `Rate plan ${plan.code} is archived`);
    if (plan.parentId !== null)
      throw refused(409, `Rate plan ${plan.code} is derived from another rate plan`);
  }

  function priced(plan: RatePlan, request: Asked): void {
    const body = bodyIn(request);
    const both = ['minRate', 'maxRate'];
    const issues = [...both.flatMap((name) => amountIssues(name, body[name])), ...strangeKeys(body, both)];
    if (issues.length === 0 && both.every((name) => body[name] === undefined)) {
      issues.push({ code: 'custom', message: 'Provide minRate or maxRate', path: [] });
    }
    const [min, max] = both.map((name) => body[name] as number | null | undefined);
    if (issues.length === 0 && typeof min === 'number' && typeof max === 'number' && min > max) {
      issues.push({ code: 'custom', message: 'minRate must not be greater than maxRate', path: ['minRate'] });
    }
    if (issues.length > 0) throw issuesRefused(issues);
    refuseUnchangeable(plan);
    const low = min === undefined ? plan.minRate : min;
    const high = max === undefined ? plan.maxRate : max;
    if (low !== null && high !== null && low > high) {
      throw refused(422, `minRate ${low} is greater than maxRate ${high}`);
    }
    [plan.minRate, plan.maxRate, plan.updatedAt] = [low, high, run.now()];
  }

  function assigned(plan: RatePlan, request: Asked): void {
    const body = bodyIn(request);
    const value = body.strategyId;
    const issues = strangeKeys(body, ['strategyId']);
    if (value !== null && typeof value !== 'number') {
      issues.unshift(wrongType('number', value, ['strategyId']));
    }
    if (issues.length > 0) throw issuesRefused(issues);
    refuseUnchangeable(plan);
    const strategy = strategies.find(({ id }) => id === value);
    if (value !== null && strategy === undefined) throw refused(404, `Strategy ${written(value)} not found`);
    if (strategy?.isActive === false) throw refused(422, `Strategy ${strategy.id} is not active`);
    if (strategy?.type === 'competitor' && plan.minRate === null) {
      throw refused(422, 'A competitor strategy needs a minRate');
    }
    [plan.strategyId, plan.updatedAt] = [strategy?.id ?? null, run.now()];
  }

  function planOf(id: string): RatePlan {
    if (!uuidForm.test(id)) throw refused(400, 'Validation failed (uuid is expected)');
    const plan = all.find((one) => one.id === id);
    if (plan === undefined) throw refused(404, `Rate plan ${id} not found`);
    return plan;
  }

  function rowOf(rows: readonly Row[], what: string, id: string): Row {
    if (!/^-?\d+$/.test(id)) throw refused(400, 'Validation failed (numeric string is expected)');
    const row = rows.find((one) => String(one.id) === id);
    if (row === undefined) throw refused(404, `${what} ${id} not found`);
    return row;
  }

  /** What answers a request; undefined where no handler is. */
  function handlerOf(request: Asked): (() => Answered) | undefined {
    const { steps } = targetOf(request);
    const [first, kind = '', id, part, ...more] = steps;
    if (first !== 'v1' || more.length > 0) return undefined;
    const shown = (body: Row) => json(200, body, [], contentType);
    if (part !== undefined) {
      const write = { price: priced, strategy: assigned }[part];
      if (kind !== 'listings' || write === undefined || request.method !== 'PATCH') return undefined;
      return () => {
        const plan = planOf(id!);
        write(plan, request);
        return shown(planShown(plan, true));
      };
    }
    if (request.method !== 'GET') return undefined;
    if (kind === 'listings') {
      if (id !== undefined) return () => shown(planShown(planOf(id), true));
      return () =>
        paged(
          request,
          all.map((one) => planShown(one, false)),
          {
            filters: [
              'code',
              'propertyId',
              'mealPlan',
              'rate',
              'minRate',
              'isActive',
              'strategyId',
              'updatedAt',
            ],
            orders: ['code', 'title', 'rate', 'createdAt', 'updatedAt'],
            usual: ['createdAt', 'DESC'],
            searched: ['code', 'title'],
          },
        );
    }
    if (kind === 'strategies') {
      const rows = strategies.map(strategyShown);
      if (id !== undefined) return () => shown(rowOf(rows, 'Strategy', id));
      return () =>
        paged(request, rows, {
          filters: ['type', 'isActive'],
          orders: ['id', 'name'],
          usual: ['id', 'ASC'],
          searched: ['name'],
        });
    }
    if (kind !== 'reports') return undefined;
    const rows = reports.map(reportShown);
    if (id !== undefined) return () => shown(rowOf(rows, 'Report', id));
    return () =>
      paged(request, rows, {
        filters: ['type', 'status', 'requestedAt'],
        orders: ['requestedAt', 'id'],
        usual: ['requestedAt', 'DESC'],
        searched: ['type'],
      });
  }

  /** Counts a request in its window, which begins with the first one after the last window. */
  function counted(): { readonly told: Headers; readonly isOver: boolean } {
    const now = run.now();
    if (now >= hits.opened + window) hits = { opened: now, count: 0 };
    hits.count += 1;
    const left = String(Math.ceil((hits.opened + window - now) / 1_000));
    if (hits.count > requestsInWindow) return { told: [['Retry-After', left]], isOver: true };
    return {
      told: [
        ['X-RateLimit-Limit', String(requestsInWindow)],
        ['X-RateLimit-Remaining', String(requestsInWindow - hits.count)],
        ['X-RateLimit-Reset', left],
      ],
      isOver: false,
    };
  }

  return (request) => {
    count += 1;
    const always: Headers = [['X-Request-Id', uuid(`dollar ${run.run} ${count}`)]];
    const told: [string, string][] = [];
    try {
      const handler = handlerOf(request);
      if (handler === undefined) throw refused(404, `Cannot ${request.method} ${request.target}`);
      const limit = counted();
      told.push(...limit.told.map(([name, value]): [string, string] => [name, value]));
      if (limit.isOver) {
        throw new Refusal(429, { statusCode: 429, message: 'ThrottlerException: Too Many Requests' });
      }
      if (request.headers['x-api-key'] === undefined) {
        throw new Refusal(401, { message: 'Unauthorized', statusCode: 401 });
      }
      if (request.headers['x-api-key'] !== key) throw refused(401, 'Invalid API key');
      const { status, headers, body } = handler();
      const tag = `W/"${body.length.toString(16)}-${createHash('sha1').update(body).digest('base64').slice(0, 27)}"`;
      const tagged: Headers = [...told, ...always, ['ETag', tag]];
      return request.method === 'GET' && request.headers['if-none-match'] === tag
        ? { status: 304, headers: tagged, body: '' }
        : { status, headers: [...headers, ...tagged], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.body, [...told, ...always], contentType);
    }
  };
}

/** Goes on to the next page as long as there is one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, 'links', 'next');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, tag?: string): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

interface Ids {
  /** Active plans of their own: with a lower bound (and a strategy or none), and without. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly derived: readonly unknown[];
  readonly archived: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const active = rows.filter(({ isActive }) => isActive === true);
  const own = active.filter(({ parentId }) => parentId === null);
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(own.filter(({ minRate, strategyId }) => minRate !== null && strategyId === null)),
    bound: ids(own.filter(({ minRate, strategyId }) => minRate !== null && strategyId !== null)),
    open: ids(own.filter(({ minRate }) => minRate === null)),
    derived: ids(active.filter(({ parentId }) => parentId !== null)),
    archived: ids(rows.filter(({ isActive }) => isActive === false)),
  };
}

/** Asks until it is told to wait, waits until the window is over, and asks once more. */
async function hasten(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < requestsInWindow + 1; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 * Number(headers.get('Retry-After') ?? 5));
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const { free, bound, open, derived, archived } = idsOf(all);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const property = String(all[0]?.propertyId);
  await walk(api, '/v1/strategies');
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=18&sortBy=rate:ASC');
  await get('limit=5&page=3');
  await get('sortBy=title:ASC&sortBy=rate:DESC&limit=6');
  await get('sortBy=updatedAt:DESC&limit=3');
  await get('filter.isActive=false');
  await get('filter.isActive=$eq:true&limit=5');
  await get('filter.mealPlan=breakfast&limit=4');
  await get('filter.mealPlan=$in:none,half_board&limit=6');
  await get('filter.rate=$gte:180&sortBy=rate:DESC');
  await get('filter.rate=$btw:90,120&limit=10');
  await get('filter.rate=$lt:80');
  await get('filter.minRate=$null&limit=5');
  await get('filter.strategyId=$not:$null&filter.mealPlan=breakfast&limit=5');
  await get('filter.strategyId=2');
  await get(`filter.propertyId=${property}&sortBy=rate:ASC&limit=8`);
  await get('filter.code=$sw:BAR&filter.rate=$lte:150');
  await get('filter.updatedAt=$gte:2025-06-01&limit=5');
  await get('search=suite&limit=7');
  await get('select=id,code,rate&limit=5');
  await get('limit=3&page=99');
  await get('filter.mealPlan=full_board');
  await api.ask('GET', '/v1/strategies?filter.isActive=true&limit=2');
  await api.ask('GET', '/v1/strategies?sortBy=name:DESC');
  await api.ask('GET', '/v1/reports?filter.status=completed&limit=4');
  await api.ask('GET', '/v1/reports?filter.type=pickup&sortBy=requestedAt:ASC');
  for (const index of [0, 3, 5]) await read(api, 'listings', bound[index]);
  const alone = await read(api, 'listings', free[1]);
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await read(api, 'listings', free[1], 'W/"2f1-AAAAAAAAAAAAAAAAAAAAAAAAAAA"');
  await read(api, 'listings', open[0]);
  await read(api, 'listings', derived[0]);
  await read(api, 'listings', archived[0]);
  await read(api, 'strategies', 1);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { minRate: 62.4, maxRate: 288 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minRate: 49.99, maxRate: 504.5 });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { maxRate: 620.75 });
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await price(api, open[0], { minRate: 42.5, maxRate: 900 });
  await price(api, bound[4], { maxRate: null });
  await read(api, 'listings', bound[4]);
  await assign(api, free[0], 2);
  await read(api, 'listings', free[0]);
  await assign(api, free[1], 1);
  await assign(api, open[1], 4);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get('sortBy=updatedAt:DESC&limit=5');
  await get('filter.strategyId=$null&sortBy=updatedAt:DESC&limit=4');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '3b1f0a52-7c64-4e0d-9a1e-5d2c8b7f6a10');
  await read(api, 'listings', 'lobby');
  await read(api, 'strategies', 99);
  await read(api, 'strategies', 'cheap');
  await read(api, 'reports', 7);
  await price(api, '9d0c4f7e-2a1b-4c3d-8e5f-60718293a4b5', { minRate: 60 });
  await price(api, 'lobby', { minRate: 60 });
  await assign(api, '9d0c4f7e-2a1b-4c3d-8e5f-60718293a4b5', 2);
  await price(api, free[3], { minRate: 160, maxRate: 159.99 });
  await price(api, bound[5], { minRate: 24_000 });
  await price(api, free[3], { minRate: 'cheap' });
  await price(api, free[3], { minRate: '64.00', maxRate: true });
  await price(api, free[3], { minRate: -1 });
  await price(api, free[3], { minRate: 0, maxRate: 30_000 });
  await price(api, free[3], { minRate: 89.999 });
  await price(api, free[3], {});
  await price(api, free[3], { minRate: 89, colour: 'red' });
  await price(api, free[3], [1]);
  await price(api, derived[0], { minRate: 75 });
  await price(api, archived[0], { minRate: 75 });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"minRate": ' });
  await assign(api, free[3], 99);
  await assign(api, free[3], 5);
  await assign(api, free[3], 'cheap');
  await assign(api, free[3]);
  await assign(api, open[2], 1);
  await assign(api, derived[0], 2);
  await assign(api, archived[1], 2);
  await get('limit=0');
  await get('limit=500');
  await get('limit=many&page=2');
  await get('sortBy=stars:ASC&limit=3');
  await get('filter.stars=$gte:4&limit=3');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/bookings');
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { json: { minRate: 80 } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hasten(api, '/v1/strategies?limit=1');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=3');
  await read(api, 'reports', runs[1]);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=30');
  const { free, bound, open, derived, archived } = idsOf(all);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const property = String(all[2]?.propertyId);
  await walk(api, '/v1/strategies?limit=4');
  const runs = (await walk(api, '/v1/reports?limit=9')).map(({ id }) => id);
  await walk(api, '/v1/listings?sortBy=code:DESC&limit=20&filter.isActive=true');
  await get('sortBy=rate:DESC&limit=7&page=2');
  await get('filter.mealPlan=half_board&limit=5');
  await get('filter.mealPlan=$in:breakfast,none&sortBy=title:DESC&limit=4');
  await get('filter.rate=$lt:110&filter.isActive=true&limit=6');
  await get('filter.rate=$btw:150,200');
  await get('filter.minRate=$not:$null&limit=3');
  await get(`filter.propertyId=${property}&limit=6`);
  await get('search=family&sortBy=rate:ASC');
  await get('select=id,title,minRate,maxRate&limit=4');
  await get('limit=10&page=40');
  await api.ask('GET', '/v1/reports?filter.status=failed');
  await api.ask('GET', '/v1/strategies?filter.type=calendar');
  const alone = await read(api, 'listings', bound[2]);
  await read(api, 'listings', bound[2], header(alone, 'ETag'));
  await read(api, 'listings', open[2]);
  await read(api, 'strategies', 3);
  await read(api, 'reports', runs[6]);
  await read(api, 'reports', runs[3]);

  await price(api, free[2], { minRate: 57.15, maxRate: 393.5 });
  await read(api, 'listings', free[2]);
  await price(api, bound[2], { maxRate: 711.2 });
  await read(api, 'listings', bound[2], header(alone, 'ETag'));
  await price(api, open[2], { minRate: 44.25, maxRate: null });
  await assign(api, free[2], 3);
  await read(api, 'listings', free[2]);
  await assign(api, bound[3], null);
  await assign(api, open[3], 6);
  await get('sortBy=updatedAt:DESC&limit=4');

  await read(api, 'listings', '5e8d1c30-6f2a-4b97-8c04-1a2b3c4d5e6f');
  await read(api, 'listings', 'garden');
  await read(api, 'reports', 12);
  await price(api, '5e8d1c30-6f2a-4b97-8c04-1a2b3c4d5e6f', { maxRate: 310 });
  await assign(api, 'garden', 3);
  await price(api, free[4], { minRate: 171.2, maxRate: 170 });
  await price(api, free[4], { maxRate: 'lots' });
  await price(api, free[4], { minRate: false, maxRate: -2 });
  await price(api, free[4], { maxRate: 120.125 });
  await price(api, free[4], { minRate: 40_000 });
  await price(api, free[4], {});
  await price(api, free[4], { shape: 'round', maxRate: 90 });
  await price(api, derived[1], { maxRate: 190 });
  await price(api, archived[2], { maxRate: 190 });
  await assign(api, free[4], 77);
  await assign(api, free[4], 5);
  await assign(api, free[4], true);
  await assign(api, open[4], 1);
  await assign(api, archived[0], 4);
  await get('limit=-5&page=3');
  await get('limit=300');
  await get('sortBy=shape:DESC&limit=2');
  await get('filter.shape=round&limit=2');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const dollarFilters: WalkedService = {
  name: 'dollar-filters',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
