// A sales-pipeline CRM whose catalogue sells online: each answer tells by `success` whether it went well, lists go on by `start`
// and `limit` under `additional_data`, an empty one is null, and what records refer to stands once more under `related_objects`
// by its number. A reference is an object with its `value`, its name beside it flattened; amounts are numbers, and texts with the
// sign of the currency; moments are UTC without a zone; sorts are written as in SQL. Faults are a short `error` and an
// `error_info`; calls are counted in windows of two seconds.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '3c9f04be71d258a6e07b1f92ad46c5830e9b7d14';
const window = 2_000;
const perWindow = 10;
const usualLimit = 10;
const largestLimit = 500;
const largestPrice = 100_000;
const seeDocs = "Please check developers.dealharbour.example for more information about Dealharbour's API.";

const moment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const formatted = (amount: number | null): string | null =>
  amount === null
    ? null
    : `€${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const cents = (amount: number): number => Math.round(amount * 100) / 100;

interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly has_pic: 0 | 1;
  readonly active_flag: boolean;
}

const users: readonly User[] = [
  { id: 4, name: 'Mara Lindqvist', email: 'mara@harbour-goods.example', has_pic: 1, active_flag: true },
  { id: 9, name: 'Tomas Okoye', email: 'tomas@harbour-goods.example', has_pic: 0, active_flag: true },
  { id: 13, name: 'Ines Duarte', email: 'ines@harbour-goods.example', has_pic: 0, active_flag: false },
];

interface Strategy {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly step: number | null;
  readonly order_nr: number;
  readonly active_flag: boolean;
  readonly add_time: string;
  readonly update_time: string | null;
}

const strategies = [
  { id: 1, name: 'Match the market', type: 'match', step: null, active: true },
  { id: 2, name: 'Undercut by 5 cents', type: 'undercut', step: 0.05, active: true },
  { id: 3, name: 'Hold the margin', type: 'margin', step: 22.5, active: true },
  { id: 5, name: 'Clear out slowly', type: 'markdown', step: 1.5, active: true },
  { id: 6, name: 'Black week 2024', type: 'markdown', step: 10, active: false },
].map(({ id, name, type, step, active }, index): Strategy => {
  const added = Date.UTC(2023, 10, 6 + index * 17, 8 + index, 14 + index * 9, 31 - index * 4);
  return {
    id,
    name,
    type,
    step,
    order_nr: index + 1,
    active_flag: active,
    add_time: moment(added),
    update_time:
      chance(`related strategy ${id}`, 2) === 0 ? null : moment(added + 12 * 86_400_000 + 4_211_000),
  };
});

const statuses = ['open', 'paused', 'closed'];

interface Listing {
  readonly id: number;
  readonly title: string;
  readonly code: string;
  readonly status: string;
  readonly price: number;
  readonly stock: number;
  readonly description: string | null;
  readonly user: User;
  readonly added: number;
  min: number | null;
  max: number | null;
  strategy: Strategy | null;
  repriced: number | null;
  updated: number;
}

function catalogue(): Listing[] {
  let id = 1_204;
  let added = Date.UTC(2024, 2, 4, 9, 12, 40);
  return Array.from({ length: 27 }, (_, index): Listing => {
    const seed = `related listing ${index}`;
    const { title, sku, price, stock, maker } = ware(seed);
    id += 1 + chance(`${seed} gap`, 4);
    added += 3_600_000 * (9 + chance(`${seed} hours`, 300)) + 1_000 * chance(`${seed} seconds`, 3_600);
    const min = chance(`${seed} min`, 5) === 0 ? null : cents((price / 100) * 0.85);
    const repriced = min === null ? null : added + 1_000 * chance(`${seed} repriced`, 40 * 86_400);
    return {
      id,
      title,
      code: sku,
      status: statuses[index % 9 === 5 ? 2 : index % 7 === 3 ? 1 : 0]!,
      price: price / 100,
      stock,
      description: chance(`${seed} text`, 3) === 0 ? `Boxed, made by ${maker}` : null,
      user: oneOf(`${seed} user`, users),
      added,
      min,
      max: chance(`${seed} max`, 4) === 0 ? null : cents((price / 100) * 1.4),
      strategy: chance(`${seed} has`, 5) < 3 ? null : strategies[chance(`${seed} plan`, 4)]!,
      repriced,
      updated: repriced ?? added,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly shown: Row;

  constructor(
    status: number,
    error: string,
    info = seeDocs,
    more: Row = { data: null, additional_data: null },
  ) {
    super(error);
    this.status = status;
    this.shown = { success: false, error, ...more, error_info: info };
  }
}

const badQuery = (info: string) => new Refusal(400, 'Bad request', info);
const badData = (info: string) => new Refusal(400, 'provided dataset is not valid', info);
const notFound = (what: string) => new Refusal(404, `${what} not found`);

/** A whole number of a path or a query, not below `least`. */
function wholeOf(name: string, text: string, least: number): number {
  const number = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(number)) throw badQuery(`"${name}" must be a number`);
  if (!Number.isInteger(number)) throw badQuery(`"${name}" must be an integer`);
  if (number < least) throw badQuery(`"${name}" must be greater than or equal to ${least}`);
  return number;
}

function choiceOf(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
  const text = query.get(name) ?? undefined;
  if (text === undefined || values.includes(text)) return text;
  throw badQuery(`"${name}" must be one of [${values.join(', ')}]`);
}

const numberIn = (query: URLSearchParams, name: string): number | undefined =>
  query.has(name) ? wholeOf(name, query.get(name)!, 1) : undefined;

/** In the order of a text such as `price DESC, id ASC`; as the database has it, null comes first. */
function sorted(rows: readonly Row[], order: string | null, fields: readonly string[]): readonly Row[] {
  if (order === null || order.trim() === '') return rows;
  const parts = order.split(',').map((part): readonly [string, number] => {
    const [name = '', direction = 'ASC', ...more] = part.trim().split(/\s+/);
    if (!fields.includes(name)) throw badQuery(`"sort" contains an unknown field: ${name}`);
    if (!/^(?:asc|desc)$/i.test(direction) || more.length > 0) {
      throw badQuery('"sort" direction must be one of [ASC, DESC]');
    }
    return [name, direction.toUpperCase() === 'DESC' ? -1 : 1];
  });
  const keyOf = (row: Row, name: string): string | number | null => {
    const value = row[name];
    if (typeof value === 'string') return value.toLowerCase();
    return typeof value === 'number' ? value : null;
  };
  return [...rows].sort((one, other) => {
    for (const [name, sign] of parts) {
      const [first, second] = [keyOf(one, name), keyOf(other, name)];
      if (first === second) continue;
      if (first === null) return -sign;
      if (second === null) return sign;
      return first < second ? -sign : sign;
    }
    return 0;
  });
}

const listingSorts = [
  'id',
  'title',
  'code',
  'status',
  'price',
  'min_price',
  'max_price',
  'stock_count',
  'add_time',
  'update_time',
];
const reportSorts = ['id', 'type', 'status', 'add_time', 'finish_time'];

const reportTypes = ['price_changes', 'stock_levels', 'strategy_results'];
const reportStatuses = ['queued', 'in_progress', 'done', 'failed'];

interface Report {
  readonly id: number;
  readonly type: string;
  readonly user: User;
  readonly added: number;
  readonly seconds: number;
  readonly fails: boolean;
}

/** What was asked for in a body, of which no more than `known` is taken. */
function datasetOf(
  request: Asked,
  known: readonly string[],
): { readonly sent: Row; readonly strange: string[] } {
  const read = jsonOf(request);
  if (read === 'bad') throw new Refusal(400, 'Bad request', 'Request body could not be parsed as JSON');
  if (!isObject(read.json)) throw badData('"value" must be of type object');
  return { sent: read.json, strange: Object.keys(read.json).filter((name) => !known.includes(name)) };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = catalogue();
  const reports = Array.from({ length: 12 }, (_, index): Report => {
    const seed = `related report ${index}`;
    return {
      id: 87 - index,
      type: reportTypes[chance(`${seed} type`, 3)]!,
      user: oneOf(`${seed} user`, users),
      added:
        index < 2
          ? opened - 14_000 * (index + 1)
          : opened - index * 50_400_000 - 1_000 * chance(`${seed} seconds`, 30_000),
      seconds: 64 + chance(`${seed} takes`, 80),
      fails: index === 3 || index === 8,
    };
  });
  let begun = -Infinity;
  let count = 0;
  let total = 0;

  const strategyShown = (one: Strategy): Row => ({
    ...one,
    listings_count: all.filter(({ strategy }) => strategy === one).length,
  });

  const listingShown = (one: Listing): Row => ({
    id: one.id,
    title: one.title,
    code: one.code,
    description: one.description,
    status: one.status,
    user_id: { ...one.user, value: one.user.id },
    strategy_id:
      one.strategy === null
        ? null
        : { value: one.strategy.id, name: one.strategy.name, active_flag: one.strategy.active_flag },
    price: one.price,
    currency: 'EUR',
    min_price: one.min,
    max_price: one.max,
    stock_count: one.stock,
    visible_to: '3',
    active_flag: one.status !== 'closed',
    add_time: moment(one.added),
    update_time: moment(one.updated),
    price_change_time: one.repriced === null ? null : moment(one.repriced),
    formatted_value: formatted(one.price),
    formatted_min_price: formatted(one.min),
    formatted_max_price: formatted(one.max),
    owner_name: one.user.name,
    strategy_name: one.strategy?.name ?? null,
  });

  function reportShown({ id, type, user, added, seconds, fails }: Report): Row {
    const elapsed = (run.now() - added) / 1_000;
    const isOver = elapsed >= seconds;
    const isDone = isOver && !fails;
    const name = `${type}-${moment(added).slice(0, 10)}-${id}.csv`;
    return {
      id,
      type,
      status: isOver ? (fails ? 'failed' : 'done') : elapsed < 20 ? 'queued' : 'in_progress',
      user_id: user.id,
      owner_name: user.name,
      add_time: moment(added),
      finish_time: isOver ? moment(added + seconds * 1_000) : null,
      row_count: isDone ? 20 + chance(`related rows ${id}`, 2_400) : null,
      file_name: isDone ? name : null,
      url: isDone ? `https://files.dealharbour.example/reports/${id}/${name}` : null,
      fail_reason: isOver && fails ? 'Export timed out' : null,
      active_flag: true,
    };
  }

  /** What records refer to, each once, by its number. */
  function related(seen: readonly User[], assigned: readonly (Strategy | null)[]): Row {
    const some = assigned.filter((one) => one !== null);
    return {
      related_objects: {
        user: Object.fromEntries(seen.map((user) => [user.id, user])),
        ...(some.length > 0 && {
          strategy: Object.fromEntries(
            some.map(({ id, name, active_flag }) => [id, { id, name, active_flag }]),
          ),
        }),
      },
    };
  }
  const relatedTo = (listings: readonly Listing[]): Row =>
    related(
      listings.map(({ user }) => user),
      listings.map(({ strategy }) => strategy),
    );

  /** @param relate what the rows of a page refer to */
  function page(
    rows: readonly Row[],
    query: URLSearchParams,
    relate: (ids: readonly unknown[]) => Row,
  ): Answered {
    const from = wholeOf('start', query.get('start') ?? '0', 0);
    const limit = Math.min(wholeOf('limit', query.get('limit') ?? String(usualLimit), 1), largestLimit);
    const data = rows.slice(from, from + limit);
    const hasMore = from + limit < rows.length;
    return json(200, {
      success: true,
      data: data.length === 0 ? null : data,
      additional_data: {
        pagination: {
          start: from,
          limit,
          more_items_in_collection: hasMore,
          ...(hasMore && { next_start: from + limit }),
        },
      },
      ...(data.length > 0 && relate(data.map(({ id }) => id))),
    });
  }

  function listed(query: URLSearchParams): Answered {
    const status = choiceOf(query, 'status', statuses);
    const strategy = numberIn(query, 'strategy_id');
    const user = numberIn(query, 'user_id');
    const found = all.filter(
      (one) =>
        (status === undefined || one.status === status) &&
        (strategy === undefined || one.strategy?.id === strategy) &&
        (user === undefined || one.user.id === user),
    );
    const rows = sorted(found.map(listingShown), query.get('sort'), listingSorts);
    return page(rows, query, (ids) => relatedTo(all.filter(({ id }) => ids.includes(id))));
  }

  function listedReports(query: URLSearchParams): Answered {
    const status = choiceOf(query, 'status', reportStatuses);
    const type = choiceOf(query, 'type', reportTypes);
    const found = reports
      .map(reportShown)
      .filter(
        (row) => (status === undefined || row.status === status) && (type === undefined || row.type === type),
      );
    return page(sorted(found, query.get('sort'), reportSorts), query, (ids) =>
      related(
        reports.filter(({ id }) => ids.includes(id)).map(({ user }) => user),
        [],
      ),
    );
  }

  const listingAlone = (one: Listing): Answered =>
    json(200, { success: true, data: listingShown(one), ...relatedTo([one]) });

  function byId<Found extends { readonly id: number }>(
    what: string,
    some: readonly Found[],
    text: string,
  ): Found {
    const number = wholeOf('id', text, 1);
    const found = some.find(({ id }) => id === number);
    if (found === undefined) throw notFound(what);
    return found;
  }

  function editable(text: string): Listing {
    const one = byId('Listing', all, text);
    if (one.status === 'closed') throw new Refusal(403, 'Closed listings cannot be edited');
    return one;
  }

  function priced(text: string, request: Asked): Answered {
    const one = editable(text);
    const names = ['min_price', 'max_price'] as const;
    const { sent, strange } = datasetOf(request, names);
    for (const name of names) {
      const value = sent[name];
      if (value === undefined || value === null) continue;
      if (typeof value !== 'number') throw badData(`"${name}" must be a number`);
      if (value < 0) throw badData(`"${name}" must be greater than or equal to 0`);
      if (value > largestPrice) throw badData(`"${name}" must be less than or equal to ${largestPrice}`);
    }
    if (strange.length > 0) throw badData(`"${strange[0]!}" is not allowed`);
    if (!names.some((name) => sent[name] !== undefined)) {
      throw badData(`"value" must contain at least one of [${names.join(', ')}]`);
    }
    const [min, max] = names.map((name, index): number | null => {
      const value = sent[name];
      if (value === undefined) return [one.min, one.max][index]!;
      return typeof value === 'number' ? cents(value) : null;
    }) as [number | null, number | null];
    if (min !== null && max !== null && min > max) {
      throw new Refusal(400, 'Minimum price cannot be higher than maximum price');
    }
    if (min !== one.min || max !== one.max) one.updated = one.repriced = run.now();
    [one.min, one.max] = [min, max];
    return listingAlone(one);
  }

  function assigned(text: string, request: Asked): Answered {
    const one = editable(text);
    const { sent, strange } = datasetOf(request, ['strategy_id']);
    const { strategy_id: number } = sent;
    if (number === undefined) throw badData('"strategy_id" is required');
    if (number !== null && typeof number !== 'number') throw badData('"strategy_id" must be a number');
    if (number !== null && !Number.isInteger(number)) throw badData('"strategy_id" must be an integer');
    if (strange.length > 0) throw badData(`"${strange[0]!}" is not allowed`);
    const strategy = number === null ? null : strategies.find(({ id }) => id === number);
    if (strategy === undefined) throw new Refusal(400, `Strategy ${number} does not exist`);
    if (strategy?.active_flag === false) throw new Refusal(400, `Strategy "${strategy.name}" is not active`);
    if (strategy !== one.strategy) one.updated = run.now();
    one.strategy = strategy;
    return listingAlone(one);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown || request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(404, 'Unknown method .');
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      if (part === undefined) return listingAlone(byId('Listing', all, id));
      return part === 'price' ? priced(id, request) : assigned(id, request);
    }
    if (kind === 'strategies') {
      const data =
        id === undefined ? strategies.map(strategyShown) : strategyShown(byId('Strategy', strategies, id));
      return json(200, { success: true, data });
    }
    if (id === undefined) return listedReports(query);
    const report = byId('Report', reports, id);
    return json(200, { success: true, data: reportShown(report), ...related([report.user], []) });
  }

  /** Counts the request of a known key; says what is left of the window. */
  function admit(): Headers {
    const now = run.now();
    if (now >= begun + window) [begun, count] = [now, 0];
    count += 1;
    return [
      ['x-ratelimit-limit', String(perWindow)],
      ['x-ratelimit-remaining', String(Math.max(0, perWindow - count))],
      ['x-ratelimit-reset', String(Math.ceil((begun + window - now) / 1_000))],
    ];
  }

  return (request) => {
    total += 1;
    const always: Headers = [['x-correlation-id', uuid(`related ${run.run} ${total}`)]];
    let told: Headers = [];
    try {
      if (request.headers['x-api-key'] !== key) {
        throw new Refusal(401, 'unauthorized access', seeDocs, { errorCode: 401 });
      }
      told = admit();
      if (count > perWindow) throw new Refusal(429, 'request over limit', seeDocs, { errorCode: 429 });
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.shown, [...told, ...always]);
    }
  };
}

/** Goes on from where the list says that the next page starts. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    const from = textIfAny(received, 'additional_data', 'pagination', 'next_start');
    const hasMore = at(received, 'additional_data', 'pagination', 'more_items_in_collection') === true;
    next =
      hasMore && from !== undefined ? `${target}${target.includes('?') ? '&' : '?'}start=${from}` : undefined;
  }
  return rows;
}

/** Asks at once until it is told to wait, waits as long as it is told, and goes on. */
async function burst(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < perWindow + 2; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 * Number(headers.get('x-ratelimit-reset') ?? 2));
    await api.ask('GET', target);
    return;
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });
const order = (text: string): string => `sort=${encodeURIComponent(text)}`;

interface Ids {
  /** Listings that are not closed: with both bounds and no strategy, with a strategy, without a lower bound; and the closed. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly closed: readonly unknown[];
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const editable = rows.filter(({ status }) => status !== 'closed');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      editable.filter((row) => row.min_price !== null && row.max_price !== null && row.strategy_id === null),
    ),
    bound: ids(editable.filter((row) => row.min_price !== null && row.strategy_id !== null)),
    open: ids(editable.filter((row) => row.min_price === null)),
    closed: ids(rows.filter(({ status }) => status === 'closed')),
    priceOf: (id) => Number(rows.find((row) => row.id === id)?.price ?? 50),
  };
}

/** The ids of the strategies that may be assigned, and of those that may not. */
const plansOf = (rows: readonly Row[]) => ({
  active: rows.filter((row) => row.active_flag === true).map(({ id }) => id),
  idle: rows.filter((row) => row.active_flag === false).map(({ id }) => id),
});

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, closed, priceOf } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { active, idle } = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=20');
  await get(`${order('price DESC, id ASC')}&limit=5`);
  await get(`${order('title ASC')}&limit=4`);
  await get('status=paused');
  await get('status=open&limit=6');
  await get(`strategy_id=${String(active[2])}`);
  await get('user_id=9&limit=5');
  await get('start=60&limit=20');
  await api.ask('GET', '/v1/reports?status=done&limit=3');
  for (const id of [free[0], bound[0], bound[2], open[0], closed[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', active[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[6]);

  await price(api, free[0], {
    min_price: cents(priceOf(free[0]) * 0.9),
    max_price: cents(priceOf(free[0]) + 25),
  });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: 4.5 });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { max_price: 1_249 });
  await price(api, free[1], { min_price: null });
  await read(api, 'listings', free[1]);
  await assign(api, free[0], active[0]);
  await read(api, 'listings', free[0]);
  await assign(api, bound[1], active[3]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get(`${order('update_time DESC')}&limit=4`);
  await read(api, 'strategies', active[0]);
  api.wait(90_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 99_120);
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 48);
  await read(api, 'reports', 5_001);
  await price(api, 99_120, { min_price: 12 });
  await assign(api, 99_120, active[1]);
  await price(api, free[2], { min_price: 80, max_price: 45.5 });
  await price(api, free[2], { min_price: 9_500 });
  await price(api, free[2], { min_price: '19.90' });
  await price(api, free[2], { min_price: -4 });
  await price(api, free[2], { max_price: 250_000 });
  await price(api, free[2], {});
  await price(api, closed[0], { min_price: 10 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"min_price": 12' });
  await assign(api, free[2], 77);
  await assign(api, free[2], idle[0]);
  await assign(api, free[2], 'match');
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/strategy`, { json: {} });
  await get('limit=many');
  await get('status=sold');
  await get(order('weight DESC'));
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await burst(api, '/v1/listings?limit=1');
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, closed, priceOf } = idsOf(await walk(api, '/v1/listings?limit=12'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { active, idle } = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  await get(`${order('price ASC, id ASC')}&limit=7`);
  await get(`${order('title DESC')}&limit=3`);
  await get('status=closed');
  await get(`status=open&${order('price DESC')}&limit=4`);
  await get(`strategy_id=${String(active[1])}`);
  await get('user_id=4&limit=6');
  await get('start=8&limit=5');
  await get('start=90&limit=15');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/reports?status=failed');
  for (const id of [free[4], bound[3], open[1], closed[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', active[3]);
  await read(api, 'reports', runs[1]);
  await read(api, 'reports', runs[8]);

  await price(api, free[4], {
    min_price: cents(priceOf(free[4]) * 0.75),
    max_price: cents(priceOf(free[4]) + 1_310.4),
  });
  await read(api, 'listings', free[4]);
  await price(api, bound[3], { min_price: 3.2 });
  await price(api, free[5], { max_price: null });
  await read(api, 'listings', free[5]);
  await assign(api, free[4], active[3]);
  await read(api, 'listings', free[4]);
  await assign(api, bound[4], null);
  await get(`${order('update_time DESC')}&limit=3`);

  await read(api, 'listings', 88_402);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 31);
  await read(api, 'reports', 6_400);
  await price(api, 88_402, { max_price: 40 });
  await price(api, free[6], { min_price: 310.25, max_price: 22 });
  await price(api, free[6], { min_price: 8_200 });
  await price(api, free[6], { max_price: 'lots' });
  await price(api, free[6], { min_price: false });
  await price(api, free[6], { max_price: -15 });
  await price(api, free[6], { min_price: 480_000 });
  await price(api, closed[1], { max_price: 75 });
  await api.ask('PATCH', `/v1/listings/${String(free[6])}/price`, { text: '{"max_price": ' });
  await assign(api, free[6], 54);
  await assign(api, free[6], idle[0]);
  await assign(api, free[6], 'margin');
  await get('limit=some');
  await get('status=lost');
  await get(order('colour ASC'));
  await get('strategy_id=best');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const relatedObjects: WalkedService = {
  name: 'related-objects',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
