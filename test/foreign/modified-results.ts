// A channel manager's API for holiday lets: a flag of success and a type around pages of one size, which say whether there is
// a next page and where it is, and how many records this one has; whole numbers as ids, amounts as numbers, stays and prices
// that are not set null; what belongs to a room where it is asked for (`includePriceRules`, `includeTexts`), filters that may
// be repeated, ranges of moments and nights, strangers passed over; one record as a list of one. A write is answered by a list
// with a result for each room that was sent: what was modified alone, with warnings of what was passed over or made fit, or the
// errors with the action and the field, with 200 either way; other refusals are one sentence with the status beside it. Requests
// cost credits, by what they ask for, out of a budget of five minutes that headers tell.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, header, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'b3Vyb29tcw/9sTq1LmVw7==';
const pageSize = 15;
const credits = 60;
const windowLength = 300_000;
const largestPrice = 9_999;

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const amount = (cents: number | null) => (cents === null ? null : cents / 100);

const roomTypes = ['double', 'twin', 'studio', 'apartment', 'villa'] as const;
const places = ['Harbour', 'Garden', 'Hill', 'Mill', 'Orchard', 'Lake'];
const houses = [70_412, 70_413, 70_588, 71_020];
const exportTypes = ['rates', 'restrictions', 'bookings'] as const;
const exportStatuses = ['queued', 'running', 'ready', 'error'] as const;

interface Room {
  readonly id: number;
  readonly house: number;
  readonly name: string;
  readonly type: (typeof roomTypes)[number];
  readonly units: number;
  readonly people: number;
  readonly rack: number;
  readonly cleaning: number | null;
  readonly linked: number | null;
  readonly listed: boolean;
  min: number | null;
  max: number | null;
  minStay: number;
  maxStay: number | null;
  strategy: number | null;
  modified: number;
}

interface Strategy {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly needsMin: boolean;
  readonly enabled: boolean;
  readonly weekdays: readonly string[];
  readonly modified: number;
}

const strategies: readonly Strategy[] = (
  [
    ['Occupancy ladder', 'occupancy', true, true, []],
    ['Last minute', 'leadTime', true, true, []],
    ['Weekend uplift', 'weekday', false, true, ['fri', 'sat']],
    ['Summer season', 'season', false, false, []],
    ['Follow neighbours', 'market', true, true, []],
    ['Fixed', 'fixed', false, true, []],
  ] as const
).map(([name, type, needsMin, enabled, weekdays], index) => ({
  id: 3_101 + index * 4,
  name,
  type,
  needsMin,
  enabled,
  weekdays,
  modified: pastMoment(`rooms strategy ${index}`),
}));

const strategyShown = (one: Strategy): Row => ({
  id: one.id,
  name: one.name,
  type: one.type,
  enabled: one.enabled,
  requiresMinPrice: one.needsMin,
  weekdays: one.weekdays,
  modifiedTime: moment(one.modified),
});

function rooms(): Room[] {
  const all: Room[] = [];
  for (let index = 0; index < 52; index += 1) {
    const seed = `rooms ${index}`;
    const type = oneOf(`${seed} type`, roomTypes);
    const rack = (40 + chance(`${seed} rack`, 260)) * 100;
    const hasMin = chance(`${seed} min`, 4) > 0;
    all.push({
      id: 154_000 + index * 7 + chance(`${seed} id`, 6),
      house: oneOf(`${seed} house`, houses),
      name: `${oneOf(`${seed} place`, places)} ${type[0]!.toUpperCase()}${type.slice(1)} ${index + 1}`,
      type,
      units: 1 + chance(`${seed} units`, 4),
      people: 2 + chance(`${seed} people`, 6),
      rack,
      cleaning: chance(`${seed} cleaning`, 3) === 0 ? null : (20 + chance(`${seed} fee`, 60)) * 100,
      linked: index > 10 && chance(`${seed} linked`, 8) === 0 ? all[index - 9]!.id : null,
      listed: chance(`${seed} listed`, 9) > 0,
      min: hasMin ? Math.round(rack * 0.655) : null,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(rack * 1.815) : null,
      minStay: 1 + chance(`${seed} stay`, 4),
      maxStay: chance(`${seed} longest`, 2) === 0 ? null : 14 + chance(`${seed} nights`, 3) * 7,
      strategy: hasMin && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : null,
      modified: pastMoment(seed),
    });
  }
  return all;
}

/** What is wrong with a request as a whole. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, message: string, headers: Headers = []) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

interface Note {
  readonly action: string;
  readonly field: string;
  readonly message: string;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = rooms();
  const runs = Array.from({ length: 19 }, (_, index) => ({
    id: 88_400 - index * 3,
    type: exportTypes[index % 3]!,
    requested:
      index < 2
        ? opened - 22_000 * (index + 1)
        : opened - index * 30_000_000 - chance(`rooms export ${index}`, 8_000) * 1_000,
    seconds: 90 + index * 15,
    fails: index === 3 || index === 11,
    rows: 30 + chance(`rooms export rows ${index}`, 2_000),
  }));
  let [windowEnd, left] = [0, 0];

  function exportShown({ id, type, requested, seconds, fails, rows }: (typeof runs)[number]): Row {
    const elapsed = (run.now() - requested) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 40 ? 'queued' : !isOver ? 'running' : fails ? 'error' : 'ready';
    return {
      id,
      type,
      status,
      rows: status === 'ready' ? rows : null,
      message: status === 'error' ? 'Source did not respond' : '',
      fileUrl:
        status === 'ready'
          ? `${run.origin}/files/${type}-${id}.csv?key=${scrambled(`rooms ${run.run} ${id}`, 24, base62)}`
          : null,
      requestTime: moment(requested),
      finishTime: isOver ? moment(requested + seconds * 1_000) : null,
    };
  }

  const roomShown = (room: Room, query: URLSearchParams): Row => ({
    id: room.id,
    propertyId: room.house,
    name: room.name,
    roomType: room.type,
    qty: room.units,
    maxPeople: room.people,
    listed: room.listed,
    rackRate: amount(room.rack),
    minPrice: amount(room.min),
    maxPrice: amount(room.max),
    cleaningFee: amount(room.cleaning),
    minStay: room.minStay,
    maxStay: room.maxStay,
    linkedRoomId: room.linked,
    strategyId: room.strategy,
    modifiedTime: moment(room.modified),
    ...(query.get('includeTexts') === 'true' && {
      texts: [{ language: 'EN', displayName: room.name, accommodationType: room.type }],
    }),
    ...(query.get('includePriceRules') === 'true' && {
      priceRules: [
        { id: 1, name: 'Standard', offerId: 1, priceLinking: room.linked === null ? 'none' : 'linked' },
        { id: 2, name: 'Weekly', offerId: 1, minimumStay: 7, priceLinking: 'rule1' },
      ],
    }),
  });

  const bad = (message: string) => new Refusal(400, message);

  function wholes(query: URLSearchParams, name: string): readonly number[] {
    return query.getAll(name).map((text) => {
      if (!/^\d+$/.test(text)) throw bad(`${name} is not a valid integer`);
      return Number(text);
    });
  }
  function flag(query: URLSearchParams, name: string): boolean | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (text !== 'true' && text !== 'false') throw bad(`${name} is not a valid boolean`);
    return text === 'true';
  }
  function time(query: URLSearchParams, name: string): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(text))) {
      throw bad(`${name} is not a valid date-time`);
    }
    return Date.parse(text);
  }
  function words(query: URLSearchParams, name: string, values: readonly string[]): readonly string[] {
    const sent = query.getAll(name);
    if (sent.some((word) => !values.includes(word))) {
      throw bad(`${name} is not one of the allowed values: ${values.join(', ')}`);
    }
    return sent;
  }
  const isIn = <Value>(values: readonly Value[], value: Value) =>
    values.length === 0 || values.includes(value);

  function paged(request: Asked, type: string, records: readonly Row[]): Answered {
    const { path, query } = targetOf(request);
    const page = wholes(query, 'page')[0] ?? 1;
    if (page === 0) throw bad('page must be at least 1');
    const shown = records.slice((page - 1) * pageSize, page * pageSize);
    const isMore = records.length > page * pageSize;
    const next = new URLSearchParams(query);
    next.set('page', String(page + 1));
    return json(200, {
      success: true,
      type,
      count: shown.length,
      pages: {
        nextPageExists: isMore,
        nextPageLink: isMore ? `${run.origin}${path}?${next.toString()}` : null,
      },
      data: shown,
    });
  }

  function roomsListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const ids = wholes(query, 'id');
    const inHouses = wholes(query, 'propertyId');
    const plans = wholes(query, 'strategyId');
    const types = words(query, 'roomType', roomTypes);
    const listed = flag(query, 'listed');
    const [from, to] = [time(query, 'modifiedFrom'), time(query, 'modifiedTo')];
    const [nights] = wholes(query, 'minStayTo');
    const [people] = wholes(query, 'peopleFrom');
    flag(query, 'includeTexts');
    flag(query, 'includePriceRules');
    const text = (query.get('searchString') ?? '').toLowerCase();
    const found = all.filter(
      (room) =>
        isIn(ids, room.id) &&
        isIn(inHouses, room.house) &&
        (plans.length === 0 || (room.strategy !== null && plans.includes(room.strategy))) &&
        isIn(types, room.type) &&
        (listed === undefined || room.listed === listed) &&
        (from === undefined || room.modified >= from) &&
        (to === undefined || room.modified <= to) &&
        (nights === undefined || room.minStay <= nights) &&
        (people === undefined || room.people >= people) &&
        room.name.toLowerCase().includes(text),
    );
    return paged(
      request,
      'room',
      found.map((room) => roomShown(room, query)),
    );
  }

  function strategiesListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const enabled = flag(query, 'enabled');
    const found = strategies.filter((one) => enabled === undefined || one.enabled === enabled);
    return paged(request, 'priceStrategy', found.map(strategyShown));
  }

  function exportsListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const types = words(query, 'type', exportTypes);
    const statuses = words(query, 'status', exportStatuses);
    const from = time(query, 'requestedFrom');
    const found = runs
      .filter(({ type, requested }) => isIn(types, type) && (from === undefined || requested >= from))
      .map(exportShown)
      .filter(({ status }) => isIn(statuses, String(status)));
    return paged(request, 'export', found);
  }

  const alone = (type: string, record: Row): Answered =>
    json(200, {
      success: true,
      type,
      count: 1,
      pages: { nextPageExists: false, nextPageLink: null },
      data: [record],
    });

  const refused = (errors: readonly Note[]): Answered => json(200, [{ success: false, errors }]);
  const done = (modified: Row, warnings: readonly Note[]): Answered =>
    json(200, [{ success: true, modified, ...(warnings.length > 0 && { warnings }) }]);

  /** @returns what was sent for one room, as an object or as a list of one */
  function sentFor(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw bad('Request body is not valid JSON');
    const [item, ...more] = Array.isArray(sent.json) ? (sent.json as unknown[]) : [sent.json];
    if (more.length > 0) throw bad('Request body must have one item');
    if (!isObject(item)) throw bad('Request body must be an object or an array of objects');
    return item;
  }

  const unknownIn = (sent: Row, known: readonly string[], action: string): Note[] =>
    Object.keys(sent)
      .filter((name) => !known.includes(name))
      .map((field) => ({ action, field, message: 'unknown field was ignored' }));

  function priced(room: Room, sent: Row): Answered {
    const action = 'modify room';
    const errors: Note[] = [];
    const warnings = unknownIn(sent, ['minPrice', 'maxPrice', 'minStay', 'maxStay'], action);
    const modified: Record<string, unknown> = {};
    for (const field of ['minPrice', 'maxPrice'] as const) {
      const value = sent[field];
      if (value === undefined) continue;
      if (value !== null && typeof value !== 'number') {
        errors.push({ action, field, message: 'must be a number' });
      } else if (value !== null && value < 0) {
        errors.push({ action, field, message: 'must not be negative' });
      } else if (value !== null && value > largestPrice) {
        errors.push({ action, field, message: `must not be more than ${largestPrice}` });
      } else {
        const rounded = value === null ? null : Math.round(value * 100) / 100;
        modified[field] = rounded;
        if (rounded !== value) warnings.push({ action, field, message: 'was rounded to 2 decimals' });
      }
    }
    for (const field of ['minStay', 'maxStay'] as const) {
      const value = sent[field];
      if (value === undefined) continue;
      if (value === null && field === 'maxStay') modified[field] = null;
      else if (typeof value !== 'number' || !Number.isInteger(value)) {
        errors.push({ action, field, message: 'must be an integer' });
      } else if (value < 1 || value > 365) {
        errors.push({ action, field, message: 'must be between 1 and 365' });
      } else modified[field] = value;
    }
    if (errors.length > 0) return refused(errors);
    if (Object.keys(modified).length === 0) {
      return refused([{ action, field: '', message: 'nothing to modify' }]);
    }
    if (room.linked !== null) {
      return refused([{ action, field: 'id', message: `prices are linked to room ${room.linked}` }]);
    }
    const cents = (value: unknown, now: number | null) =>
      value === undefined ? now : value === null ? null : Math.round(Number(value) * 100);
    const [min, max] = [cents(modified.minPrice, room.min), cents(modified.maxPrice, room.max)];
    if (min !== null && max !== null && min > max) {
      return refused([
        { action, field: 'minPrice', message: `${min / 100} is more than maxPrice ${max / 100}` },
      ]);
    }
    const [minStay = room.minStay, maxStay = room.maxStay] = [
      modified.minStay as number | undefined,
      modified.maxStay as number | null | undefined,
    ];
    if (maxStay !== null && minStay > maxStay) {
      return refused([{ action, field: 'minStay', message: `${minStay} is more than maxStay ${maxStay}` }]);
    }
    Object.assign(room, { min, max, minStay, maxStay, modified: run.now() });
    return done({ id: room.id, ...modified }, warnings);
  }

  function assigned(room: Room, sent: Row): Answered {
    const action = 'set strategy';
    const field = 'strategyId';
    const id = sent.strategyId;
    if (id === undefined) return refused([{ action, field, message: 'is required' }]);
    if (id !== null && (typeof id !== 'number' || !Number.isInteger(id))) {
      return refused([{ action, field, message: 'must be an integer' }]);
    }
    const strategy = strategies.find((one) => one.id === id);
    if (id !== null && strategy === undefined) return refused([{ action, field, message: 'not found' }]);
    if (room.linked !== null) {
      return refused([{ action, field: 'id', message: `prices are linked to room ${room.linked}` }]);
    }
    if (strategy?.enabled === false) return refused([{ action, field, message: 'strategy is not enabled' }]);
    if (strategy?.needsMin === true && room.min === null) {
      return refused([{ action, field: 'minPrice', message: 'is required by the strategy' }]);
    }
    Object.assign(room, { strategy: id, modified: run.now() });
    return done({ id: room.id, strategyId: id }, unknownIn(sent, [field], action));
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isWrite = kind === 'listings' && (part === 'price' || part === 'strategy') && more.length === 0;
    if (
      version !== 'v1' ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (part !== undefined && !isWrite)
    ) {
      throw new Refusal(404, 'Endpoint not found');
    }
    if (request.method !== (isWrite ? 'PATCH' : 'GET')) throw new Refusal(405, 'Method not allowed');
    if (id === undefined) {
      return kind === 'listings'
        ? roomsListed(request)
        : kind === 'strategies'
          ? strategiesListed(request)
          : exportsListed(request);
    }
    if (!/^\d+$/.test(id)) throw bad('id is not a valid integer');
    if (kind === 'strategies') {
      const strategy = strategies.find((one) => String(one.id) === id);
      if (strategy === undefined) throw new Refusal(404, `priceStrategy ${id} not found`);
      return alone('priceStrategy', strategyShown(strategy));
    }
    if (kind === 'reports') {
      const found = runs.find((one) => String(one.id) === id);
      if (found === undefined) throw new Refusal(404, `export ${id} not found`);
      return alone('export', exportShown(found));
    }
    const room = all.find((one) => String(one.id) === id);
    if (room === undefined) throw new Refusal(404, `room ${id} not found`);
    if (part === 'price') return priced(room, sentFor(request));
    if (part === 'strategy') return assigned(room, sentFor(request));
    return alone('room', roomShown(room, query));
  }

  /** One credit for a request, and half a one more for each thing that is put in. */
  function costOf(request: Asked): number {
    const { query } = targetOf(request);
    return (
      1 + [...query].filter(([name, value]) => name.startsWith('include') && value === 'true').length / 2
    );
  }

  function admit(request: Asked): Headers {
    const given = request.headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'Token is missing');
    if (given !== key) throw new Refusal(401, 'Token not valid');
    const now = run.now();
    if (windowEnd <= now) [windowEnd, left] = [now + windowLength, credits];
    const cost = costOf(request);
    const isOver = left < cost;
    if (!isOver) left -= cost;
    const told: Headers = [
      ['X-FiveMinCreditLimit', String(credits)],
      ['X-FiveMinCreditLimit-Remaining', String(left)],
      ['X-FiveMinCreditLimit-ResetsIn', String(Math.ceil((windowEnd - now) / 1_000))],
      ['X-RequestCost', isOver ? '0' : String(cost)],
    ];
    if (isOver) throw new Refusal(429, 'Credit limit exceeded', told);
    return told;
  }

  return (request) => {
    let told: Headers = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, headers } = error;
      return json(status, { success: false, type: 'error', code: status, error: message }, [
        ...told,
        ...headers,
      ]);
    }
  };
}

/** Follows the links. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next =
      at(received, 'pages', 'nextPageExists') === true
        ? textIfAny(received, 'pages', 'nextPageLink')
        : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

/** Asks until the credits are gone, waits for the next ones, and asks once more. */
async function useUp(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const received = await api.ask('GET', target, { atOnce: true });
    if (received.status !== 429) continue;
    api.wait(1_000 * Number(header(received, 'X-FiveMinCreditLimit-ResetsIn') ?? 300));
    await api.ask('GET', target);
    return;
  }
}

interface Ids {
  /** With a strategy; without one, with and without a lower bound; and whose prices another room leads. */
  readonly led: readonly unknown[];
  readonly free: readonly unknown[];
  readonly open: readonly unknown[];
  readonly linked: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const own = rows.filter(({ linkedRoomId }) => linkedRoomId === null);
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    led: ids(own.filter(({ strategyId }) => strategyId !== null)),
    free: ids(own.filter(({ strategyId, minPrice }) => strategyId === null && minPrice !== null)),
    open: ids(own.filter(({ minPrice }) => minPrice === null)),
    linked: ids(rows.filter(({ linkedRoomId }) => linkedRoomId !== null)),
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { led, free, open, linked } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=2');
  await get('page=9');
  await get(`id=${String(rows[3]?.id)}`);
  await get(`id=${String(rows[3]?.id)}&id=${String(rows[20]?.id)}&includeTexts=true`);
  await get('propertyId=70412');
  await walk(api, '/v1/listings?propertyId=70588&propertyId=71020');
  await get('roomType=studio');
  await get('roomType=villa&roomType=apartment&includePriceRules=true');
  await get('listed=false');
  await get(`strategyId=${String(plans[0])}`);
  await get('modifiedFrom=2025-03-01T00:00:00Z');
  await get('modifiedFrom=2024-06-01&modifiedTo=2024-12-31');
  await get('minStayTo=1');
  await get('peopleFrom=6');
  await get('searchString=harbour');
  await get('searchString=castle');
  await get('searchString=mill&includeTexts=true&includePriceRules=true');
  await get('colour=red&roomType=twin');
  await api.ask('GET', '/v1/strategies?enabled=false');
  await api.ask('GET', '/v1/reports?status=ready');
  await api.ask('GET', '/v1/reports?type=restrictions');
  await api.ask('GET', '/v1/reports?status=error&status=running');
  for (const index of [0, 2, 5]) await read(api, 'listings', led[index]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', open[0], '?includeTexts=true');
  await read(api, 'listings', linked[0], '?includePriceRules=true');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);
  api.wait(301_000);

  await price(api, led[0], { minPrice: 62.5, maxPrice: 310 });
  await read(api, 'listings', led[0]);
  await price(api, led[2], [{ maxPrice: 405.9 }]);
  await read(api, 'listings', led[2]);
  await price(api, free[0], { minPrice: 51, maxPrice: 249.95, minStay: 2, maxStay: 21 });
  await read(api, 'listings', free[0]);
  await price(api, free[1], { minStay: 3 });
  await price(api, free[1], { maxPrice: null, maxStay: null });
  await read(api, 'listings', free[1]);
  await price(api, open[0], { minPrice: 33.333 });
  await read(api, 'listings', open[0]);
  await price(api, open[0], { minPrice: 35, colour: 'red' });
  await assign(api, free[0], plans[1]);
  await read(api, 'listings', free[0]);
  await assign(api, led[2], plans[4]);
  await assign(api, led[5], null);
  await read(api, 'listings', led[5]);
  await get(`strategyId=${String(plans[4])}&strategyId=${String(plans[1])}`);
  await get('modifiedFrom=2026-01-01T00:00:00Z');

  await read(api, 'listings', 999_001);
  await read(api, 'listings', 'attic');
  await read(api, 'strategies', 999_002);
  await read(api, 'reports', 999_003);
  await price(api, 999_004, { minPrice: 30 });
  await price(api, free[2], { minPrice: 200, maxPrice: 150 });
  await price(api, free[2], { minPrice: 'cheap' });
  await price(api, free[2], { minPrice: true, maxPrice: 'dear' });
  await price(api, free[2], { minPrice: -1 });
  await price(api, free[2], { maxPrice: 12_000 });
  await price(api, free[2], { minStay: 0, maxStay: 400 });
  await price(api, free[2], { minStay: 2.5 });
  await price(api, free[2], { minStay: 10, maxStay: 5 });
  await price(api, free[2], {});
  await price(api, free[2], { colour: 'red' });
  await price(api, free[2], [1]);
  await price(api, linked[0], { minPrice: 44 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '[{"minPrice": ' });
  await assign(api, free[2], 999_005);
  await assign(api, free[2], plans[3]);
  await assign(api, free[2], 'fast');
  await assign(api, free[2]);
  await assign(api, open[1], plans[0]);
  await assign(api, linked[0], plans[5]);
  await useUp(api, '/v1/strategies', 25);
  await get('page=0');
  await get('page=two');
  await get('id=attic');
  await get('roomType=tent');
  await get('listed=maybe');
  await get('modifiedFrom=monday');
  await get('minStayTo=some');
  await get('includeTexts=all');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/strategies?enabled=1');
  await api.ask('GET', '/v1/bookings');
  await api.ask('DELETE', `/v1/listings/${String(free[2])}`);
  await api.ask('GET', '/v1/listings', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'bm90IHZhbGlk' } });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?type=rates');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?includeTexts=false');
  const { led, free, open, linked } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?requestedFrom=2024-01-01')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=3');
  await get('page=14');
  await get(`id=${String(rows[7]?.id)}&id=999100`);
  await get('propertyId=70413&includePriceRules=true');
  await get('roomType=double&roomType=twin&page=2');
  await get('listed=true&roomType=villa');
  await get(`strategyId=${String(plans[2])}`);
  await get('modifiedTo=2024-05-01T12:00:00Z');
  await get('minStayTo=2&peopleFrom=5');
  await get('searchString=ORCHARD');
  await get('shape=round&listed=false');
  await api.ask('GET', '/v1/strategies?enabled=true');
  await api.ask('GET', '/v1/reports?type=bookings&status=ready');
  await read(api, 'listings', led[1], '?includeTexts=true');
  await read(api, 'listings', free[3]);
  await read(api, 'listings', open[2], '?includePriceRules=true');
  await read(api, 'listings', linked[1]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[3]);
  api.wait(301_000);

  await price(api, led[1], { minPrice: 71.25, maxPrice: 333 });
  await read(api, 'listings', led[1]);
  await price(api, free[3], { maxPrice: 280.5, minStay: 4 });
  await read(api, 'listings', free[3]);
  await price(api, open[2], [{ minPrice: 29 }]);
  await read(api, 'listings', open[2]);
  await price(api, free[4], { maxPrice: 199.999 });
  await price(api, free[4], { maxStay: null, shape: 'round' });
  await read(api, 'listings', free[4]);
  await assign(api, free[3], plans[0]);
  await read(api, 'listings', free[3]);
  await assign(api, led[3], null);
  await get(`strategyId=${String(plans[0])}`);

  await read(api, 'listings', 999_101);
  await read(api, 'strategies', 'fixed');
  await read(api, 'reports', 999_102);
  await price(api, 999_103, { maxPrice: 300 });
  await price(api, free[5], { minPrice: 180.5, maxPrice: 170 });
  await price(api, free[5], { maxPrice: 'lots' });
  await price(api, free[5], { minPrice: 5, maxPrice: false });
  await price(api, free[5], { maxPrice: -0.5 });
  await price(api, free[5], { minPrice: 10_001 });
  await price(api, free[5], { minStay: 'long' });
  await price(api, free[5], { maxStay: 0 });
  await price(api, free[5], { minStay: 12, maxStay: 11 });
  await price(api, free[5], {});
  await price(api, linked[1], { maxPrice: 90 });
  await assign(api, free[5], 999_104);
  await assign(api, free[5], plans[3]);
  await assign(api, free[5], true);
  await assign(api, open[3], plans[1]);
  await assign(api, linked[1], null);
  await get('page=none');
  await get('propertyId=x');
  await get('roomType=castle');
  await get('modifiedTo=soon');
  await get('includePriceRules=maybe');
  await api.ask('GET', '/v1/reports?type=weather');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports', { headers: { 'X-API-KEY': null } });
}

export const modifiedResults: WalkedService = {
  name: 'modified-results',
  key,
  start,
  isRefusal: ({ status, body }) => status >= 400 || body.startsWith('[{"success":false'),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page=1', 'includeTexts=false', 'shape=round'],
  walk,
};
