// A marketplace's API that is minded for bulk: a listing is written to by a list of operations, done one after the other, each
// answered by its index, a status and a list of errors (200 where all were accepted, 207 where some were not) on a receipt that
// never shows the record; numbers as ids, pages by number beside counts of pages and records, amounts in cents, moments of the
// office with its offset; a list leaves out what is not set, a record alone tells null; sizes quietly cut down here and refused
// there, orders passed over that are unknown; refusals as a list of all that is wrong, each with a field, a reason in capitals
// and a sentence, beside a trace.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mkt-7Qw2-9LxT-55Dk';
const perSecond = 10;
const largestPage = 100;
const largestPrice = 10_000_000;
const mostOperations = 5;

const lastSunday = (year: number, month: number) => {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
};

/** A moment as the clock in the office shows it. */
function moment(milliseconds: number): string {
  const year = new Date(milliseconds).getUTCFullYear();
  const isSummer = milliseconds >= lastSunday(year, 2) && milliseconds < lastSunday(year, 9);
  const hours = isSummer ? 2 : 1;
  return `${new Date(milliseconds + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
}

const states = ['LIVE', 'HOLD', 'CLOSED'] as const;
const categories = ['HOME', 'OUTDOOR', 'OFFICE', 'GAMES'] as const;
const reportStates = ['WAITING', 'RUNNING', 'READY', 'ERROR'] as const;
const reportKinds = ['PRICES', 'SALES', 'STOCK'] as const;

interface Listing {
  readonly number: number;
  readonly article: string;
  readonly name: string;
  readonly category: (typeof categories)[number];
  readonly state: (typeof states)[number];
  readonly price: number;
  readonly stock: number;
  readonly listed: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  changed: number;
}

const strategies = [
  { number: 3, name: 'Cheapest in the market', kind: 'LOWEST', active: true, needsMin: true },
  { number: 7, name: 'Second place', kind: 'RANK', active: true, needsMin: true },
  { number: 12, name: 'Cost plus', kind: 'MARGIN', active: true, needsMin: false },
  { number: 18, name: 'Season', kind: 'CALENDAR', active: false, needsMin: false },
  { number: 21, name: 'Hold the price', kind: 'FIXED', active: true, needsMin: false },
].map((one) => ({ ...one, since: pastMoment(`receipts strategy ${one.number}`) }));

const strategyShown = ({
  number,
  name,
  kind,
  active,
  needsMin,
  since,
}: (typeof strategies)[number]): Row => ({
  strategyNumber: number,
  name,
  kind,
  active,
  needsMinPrice: needsMin,
  since: moment(since),
});

function listings(): Listing[] {
  return Array.from({ length: 46 }, (_, index): Listing => {
    const seed = `receipts ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const listed = pastMoment(seed);
    const min = chance(`${seed} min`, 4) > 0 ? Math.round(price * 0.8) : null;
    return {
      number: 48_200_017 + index * 31 + chance(seed, 30),
      article: sku,
      name: title,
      category: oneOf(`${seed} category`, categories),
      state: oneOf(`${seed} state`, ['LIVE', 'LIVE', 'LIVE', 'HOLD', 'CLOSED']),
      price,
      stock: chance(`${seed} none`, 6) === 0 ? 0 : stock,
      listed,
      min,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.3) : null,
      strategy: min !== null && chance(`${seed} strategy`, 2) > 0 ? [3, 7, 12][chance(seed, 3)]! : null,
      changed: listed + chance(`${seed} changed`, 120 * 86_400) * 1_000,
    };
  });
}

interface Fault {
  readonly field: string | null;
  readonly reason: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Fault[];
  readonly headers: Headers;

  constructor(status: number, errors: readonly Fault[], headers: Headers = []) {
    super('refused');
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

const refuse = (status: number, field: string | null, reason: string, message: string, headers?: Headers) =>
  new Refusal(status, [{ field, reason, message }], headers);

/** What stands in a record that is not null. */
const thatIsSet = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    number: 9_140 - index,
    kind: reportKinds[index % 3]!,
    requested:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 64_800_000 - chance(`receipts report ${index}`, 40_000) * 1_000,
    seconds: 110 + index * 15,
    fails: index === 5,
    bytes: 2_000 + chance(`receipts bytes ${index}`, 90_000),
  }));
  const recent: number[] = [];
  let count = 0;

  function reportShown({ number, kind, requested, seconds, fails, bytes }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - requested) / 1_000;
    const state = elapsed < 30 ? 'WAITING' : elapsed < seconds ? 'RUNNING' : fails ? 'ERROR' : 'READY';
    return thatIsSet({
      reportNumber: number,
      kind,
      state,
      requested: moment(requested),
      finished: elapsed < seconds ? null : moment(requested + seconds * 1_000),
      file:
        state === 'READY'
          ? {
              url: `${run.origin}/files/report-${number}.csv?t=${scrambled(`receipts ${run.run} ${number}`, 24, hex)}`,
              bytes,
            }
          : null,
      problem: state === 'ERROR' ? 'The data was not complete.' : null,
    });
  }

  function listingShown(one: Listing): Row {
    const strategy = strategies.find(({ number }) => number === one.strategy);
    return {
      listingNumber: one.number,
      articleNumber: one.article,
      name: one.name,
      category: one.category,
      state: one.state,
      price: one.price,
      minPrice: one.min,
      maxPrice: one.max,
      currency: 'EUR',
      stock: one.stock,
      strategy: strategy === undefined ? null : { number: strategy.number, name: strategy.name },
      listed: moment(one.listed),
      changed: moment(one.changed),
    };
  }

  /** The parameters of a list; all that is wrong with them is told at once. */
  function parametersOf(query: URLSearchParams) {
    const faults: Fault[] = [];
    const read = <Value>(
      field: string,
      take: (text: string) => Value | undefined,
      reason: string,
      message: string,
    ): Value | undefined => {
      const text = query.get(field);
      if (text === null || text === '') return undefined;
      const value = take(text);
      if (value === undefined) faults.push({ field, reason, message });
      return value;
    };
    return {
      faults,
      number: (field: string) =>
        read(
          field,
          (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
          'NOT_A_NUMBER',
          `${field} has to be a whole number.`,
        ),
      one: (field: string, values: readonly string[]) =>
        read(
          field,
          (text) => (values.includes(text) ? text : undefined),
          'UNKNOWN_VALUE',
          `${field} does not know the value ${query.get(field)}.`,
        ),
      since: (field: string) =>
        read(
          field,
          (text) => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)),
          'NOT_A_DATE',
          `${field} has to be a date and time in ISO 8601.`,
        ),
    };
  }

  const tooLow = (field: string): Fault => ({
    field,
    reason: 'TOO_LOW',
    message: `${field} has to be at least 1.`,
  });

  function paged(records: readonly Row[], page: number, size: number): Answered {
    return json(200, {
      items: records.slice((page - 1) * size, page * size),
      page,
      pageSize: size,
      pages: Math.ceil(records.length / size),
      records: records.length,
    });
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    price: ({ price }) => price,
    name: ({ name }) => name,
    stock: ({ stock }) => stock,
    listed: ({ listed }) => listed,
    changed: ({ changed }) => changed,
  };

  function listed(query: URLSearchParams): Answered {
    const { faults, number, one, since } = parametersOf(query);
    const [page = 1, size = 20] = [number('page'), number('pageSize')];
    if (page < 1) faults.push(tooLow('page'));
    if (size < 1) faults.push(tooLow('pageSize'));
    const state = one('state', states);
    const [from, to] = [number('priceFrom'), number('priceTo')];
    const strategy = number('strategyNumber');
    const changed = since('changedSince');
    const direction = one('direction', ['asc', 'desc']);
    if (faults.length > 0) throw new Refusal(400, faults);
    const [category, text, stocked] = [
      query.get('category'),
      (query.get('search') ?? '').toLowerCase(),
      query.get('inStock'),
    ];
    const found = all.filter(
      (listing) =>
        (state === undefined || listing.state === state) &&
        (category === null || listing.category === category) &&
        (from === undefined || listing.price >= from) &&
        (to === undefined || listing.price <= to) &&
        (strategy === undefined || listing.strategy === strategy) &&
        (changed === undefined || listing.changed >= changed) &&
        (stocked !== 'true' || listing.stock > 0) &&
        `${listing.name} ${listing.article}`.toLowerCase().includes(text),
    );
    const of = orders[query.get('orderBy') ?? ''];
    const sign = direction === 'desc' ? -1 : 1;
    if (of !== undefined) found.sort((a, b) => (of(a) < of(b) ? -sign : of(a) > of(b) ? sign : 0));
    return paged(
      found.map((listing) => thatIsSet(listingShown(listing))),
      page,
      Math.min(size, largestPage),
    );
  }

  function reportsListed(query: URLSearchParams): Answered {
    const { faults, number, one } = parametersOf(query);
    const [page = 1, size = 5] = [number('page'), number('pageSize')];
    const [state, kind] = [one('state', reportStates), one('kind', reportKinds)];
    if (page < 1) faults.push(tooLow('page'));
    if (size < 1) faults.push(tooLow('pageSize'));
    if (size > 50) {
      faults.push({ field: 'pageSize', reason: 'TOO_HIGH', message: 'pageSize has to be at most 50.' });
    }
    if (faults.length > 0) throw new Refusal(400, faults);
    const found = reports
      .map(reportShown)
      .filter(
        (report) =>
          (state === undefined || report.state === state) && (kind === undefined || report.kind === kind),
      );
    return paged(found, page, size);
  }

  function operationsIn(request: Asked): readonly unknown[] {
    const sent = jsonOf(request);
    if (sent === 'bad') throw refuse(400, null, 'NOT_READABLE', 'The body is not readable as JSON.');
    const operations = isObject(sent.json) ? sent.json.operations : undefined;
    if (operations === undefined || operations === null) {
      throw refuse(400, 'operations', 'REQUIRED', 'operations has to be given.');
    }
    if (!Array.isArray(operations))
      throw refuse(400, 'operations', 'NOT_A_LIST', 'operations has to be a list.');
    if (operations.length === 0) throw refuse(400, 'operations', 'EMPTY', 'operations must not be empty.');
    if (operations.length > mostOperations) {
      throw refuse(
        400,
        'operations',
        'TOO_MANY',
        `operations must not have more than ${mostOperations} items.`,
      );
    }
    return operations as readonly unknown[];
  }

  const amountFaults = (value: unknown): Fault[] => {
    const fault = (reason: string, message: string): Fault[] => [{ field: 'value', reason, message }];
    if (value === undefined || value === null) return fault('REQUIRED', 'value has to be given.');
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return fault('NOT_AN_INTEGER', 'value has to be a whole number of cents.');
    }
    if (value < 1) return fault('TOO_LOW', 'value has to be at least 1.');
    if (value > largestPrice) return fault('TOO_HIGH', `value has to be at most ${largestPrice}.`);
    return [];
  };

  /** Does an operation, and tells what was wrong with it. */
  function done(listing: Listing, operation: unknown, part: string): readonly Fault[] {
    const fault = (field: string | null, reason: string, message: string): Fault[] => [
      { field, reason, message },
    ];
    if (!isObject(operation)) return fault(null, 'NOT_AN_OBJECT', 'An operation has to be an object.');
    const { type, value, strategyNumber } = operation;
    if (part === 'price') {
      if (type === 'SET_MIN_PRICE' || type === 'SET_MAX_PRICE') {
        const faults = amountFaults(value);
        if (faults.length > 0) return faults;
        const isMin = type === 'SET_MIN_PRICE';
        const [min, max] = isMin ? [value as number, listing.max] : [listing.min, value as number];
        if (min !== null && max !== null && min > max) {
          return isMin
            ? fault('value', 'ABOVE_MAX_PRICE', `The price of ${min} is above the maximum of ${max}.`)
            : fault('value', 'BELOW_MIN_PRICE', `The price of ${max} is below the minimum of ${min}.`);
        }
        [listing.min, listing.max] = [min, max];
        return [];
      }
      if (type === 'CLEAR_MAX_PRICE') {
        listing.max = null;
        return [];
      }
    } else if (type === 'ASSIGN_STRATEGY') {
      if (strategyNumber === undefined || strategyNumber === null) {
        return fault('strategyNumber', 'REQUIRED', 'strategyNumber has to be given.');
      }
      if (typeof strategyNumber !== 'number') {
        return fault('strategyNumber', 'NOT_A_NUMBER', 'strategyNumber has to be a whole number.');
      }
      const strategy = strategies.find(({ number }) => number === strategyNumber);
      if (strategy === undefined) {
        return fault('strategyNumber', 'NOT_FOUND', `There is no strategy ${strategyNumber}.`);
      }
      if (!strategy.active) {
        return fault('strategyNumber', 'INACTIVE', `The strategy ${strategy.name} is not active.`);
      }
      if (strategy.needsMin && listing.min === null) {
        return fault(
          'strategyNumber',
          'MIN_PRICE_REQUIRED',
          `The strategy ${strategy.name} needs a minimum price.`,
        );
      }
      listing.strategy = strategyNumber;
      return [];
    } else if (type === 'REMOVE_STRATEGY') {
      listing.strategy = null;
      return [];
    }
    if (type === undefined) return fault('type', 'REQUIRED', 'type has to be given.');
    return fault('type', 'UNKNOWN_VALUE', `type does not know the value ${JSON.stringify(type)}.`);
  }

  function written(listing: Listing, request: Asked, part: string): Answered {
    const operations = operationsIn(request);
    if (listing.state === 'CLOSED') {
      throw refuse(409, null, 'LISTING_CLOSED', `The listing ${listing.number} is closed.`);
    }
    const results = operations.map((operation, index) => {
      const errors = done(listing, operation, part);
      return { index, status: errors.length === 0 ? 'ACCEPTED' : 'REJECTED', errors };
    });
    const rejected = results.filter(({ errors }) => errors.length > 0).length;
    const accepted = results.length - rejected;
    if (accepted > 0) listing.changed = run.now();
    return json(rejected === 0 ? 200 : 207, {
      receipt: scrambled(`receipts receipt ${run.run} ${count}`, 16, hex),
      listingNumber: listing.number,
      accepted,
      rejected,
      results,
    });
  }

  const recordBy = <Found>(
    found: readonly Found[],
    numberOf: (one: Found) => number,
    field: string,
    id: string,
    what: string,
  ): Found => {
    if (!/^\d+$/.test(id)) throw refuse(400, field, 'NOT_A_NUMBER', `${field} has to be a whole number.`);
    const record = found.find((one) => numberOf(one) === Number(id));
    if (record === undefined) throw refuse(404, field, 'NOT_FOUND', `The ${what} ${id} was not found.`);
    return record;
  };

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isWrite = part !== undefined;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (!isWrite || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw refuse(404, null, 'NO_SUCH_PATH', `There is nothing at ${path}.`);
    const method = isWrite ? 'PATCH' : 'GET';
    if (request.method !== method) {
      throw refuse(405, null, 'METHOD_NOT_ALLOWED', `${request.method} is not allowed here.`, [
        ['Allow', method],
      ]);
    }
    if (kind === 'strategies') {
      if (id !== undefined) {
        return json(
          200,
          strategyShown(recordBy(strategies, ({ number }) => number, 'strategyNumber', id, 'strategy')),
        );
      }
      const active = query.get('active');
      const found = strategies.filter((one) => active === null || String(one.active) === active);
      return json(200, { items: found.map(strategyShown), records: found.length });
    }
    if (kind === 'reports') {
      if (id === undefined) return reportsListed(query);
      return json(200, reportShown(recordBy(reports, ({ number }) => number, 'reportNumber', id, 'report')));
    }
    if (id === undefined) return listed(query);
    const listing = recordBy(all, ({ number }) => number, 'listingNumber', id, 'listing');
    return isWrite ? written(listing, request, part) : json(200, listingShown(listing));
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] === undefined) {
      throw refuse(401, 'X-API-KEY', 'REQUIRED', 'The header X-API-KEY has to be given.');
    }
    if (headers['x-api-key'] !== key) throw refuse(403, 'X-API-KEY', 'INVALID', 'The key is not valid.');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw refuse(429, null, 'THROTTLED', `No more than ${perSecond} requests may come in a second.`, [
        ['Retry-After', '1'],
      ]);
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const trace = scrambled(`receipts ${run.run} ${count}`, 32, hex);
      return json(error.status, { errors: error.errors, trace }, error.headers);
    }
  };
}

/** Counts the pages of a list that has any. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
    const received: Received = await api.ask(
      'GET',
      page === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${page}`,
    );
    rows.push(...rowsAt(received, 'items'));
    pages = Number(at(received, 'pages') ?? 1);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, operations: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { operations } });
const min = (value?: unknown) => ({ type: 'SET_MIN_PRICE', value });
const max = (value?: unknown) => ({ type: 'SET_MAX_PRICE', value });
const noMax = { type: 'CLEAR_MAX_PRICE' };
const plan = (api: Api, id: unknown, ...operations: readonly unknown[]): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { operations } });
const assign = (strategyNumber?: unknown) => ({ type: 'ASSIGN_STRATEGY', strategyNumber });
const remove = { type: 'REMOVE_STRATEGY' };

interface Ids {
  /** Of listings that can be changed, with and without a lower bound, and of one that is closed. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly closed: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const open = rows.filter(({ state }) => state !== 'CLOSED');
  return {
    bounded: open.filter(({ minPrice }) => typeof minPrice === 'number').map((row) => row.listingNumber),
    unbounded: open.filter(({ minPrice }) => typeof minPrice !== 'number').map((row) => row.listingNumber),
    closed: rows.find(({ state }) => state === 'CLOSED')?.listingNumber,
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, closed } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map((row) => row.strategyNumber);
  const runs = (await walk(api, '/v1/reports')).map((row) => row.reportNumber);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('pageSize=10&page=3');
  await get('pageSize=7&page=7');
  await get('pageSize=400');
  await get('page=12');
  await get('state=HOLD');
  await get('state=LIVE&pageSize=30');
  await get('category=GAMES&pageSize=5');
  await get('category=CARS');
  await get('priceFrom=15000');
  await get('priceFrom=4000&priceTo=9000&pageSize=50');
  await get(`strategyNumber=${String(plans[0])}`);
  await get('changedSince=2025-03-01T00:00:00%2B01:00');
  await get('inStock=true&state=HOLD');
  await get('search=kettle');
  await get('search=nothinglikethis');
  await get('orderBy=price&pageSize=12');
  await get('orderBy=changed&direction=desc&pageSize=6');
  await get('orderBy=name&direction=asc&state=LIVE&pageSize=8');
  await get('orderBy=colour&pageSize=4');
  await get('colour=red&pageSize=3');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?state=READY&pageSize=4');
  await api.ask('GET', '/v1/reports?kind=SALES');
  for (const index of [0, 3, 8, 12, 17]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[5]);

  await price(api, bounded[0], [min(1_450), max(45_000)]);
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], [max(61_000)]);
  await read(api, 'listings', bounded[3]);
  await price(api, bounded[8], [min(210), noMax]);
  await read(api, 'listings', bounded[8]);
  await price(api, unbounded[0], [min(99)]);
  await read(api, 'listings', unbounded[0]);
  await price(api, bounded[12], [min(-5), max(72_500)]);
  await read(api, 'listings', bounded[12]);
  await price(api, bounded[13], [min(90_000), max(95_000)]);
  await read(api, 'listings', bounded[13]);
  await plan(api, bounded[0], assign(plans[1]));
  await read(api, 'listings', bounded[0]);
  await plan(api, unbounded[1], assign(plans[4]));
  await read(api, 'listings', unbounded[1]);
  await plan(api, bounded[3], remove);
  await read(api, 'listings', bounded[3]);
  await get('orderBy=changed&direction=desc&pageSize=5');
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?pageSize=2');

  await read(api, 'listings', 99_000_001);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 999);
  await read(api, 'reports', 'last');
  await price(api, 99_000_002, [min(300)]);
  await price(api, 'lamp', [min(300)]);
  await price(api, bounded[6], [min(80_000), max(70_000)]);
  await price(api, bounded[6], [max(1)]);
  await price(api, bounded[6], [min('cheap')]);
  await price(api, bounded[6], [min(true), max('dear')]);
  await price(api, bounded[6], [min(0)]);
  await price(api, bounded[6], [max(20_000_000)]);
  await price(api, bounded[6], [min(10.5)]);
  await price(api, bounded[6], [min()]);
  await price(api, bounded[6], [max(null)]);
  await price(api, bounded[6], [{ type: 'SET_COLOUR', value: 5 }]);
  await price(api, bounded[6], [{ value: 5 }]);
  await price(api, bounded[6], ['cheap']);
  await price(api, bounded[6], []);
  await price(api, bounded[6], 'all');
  await price(api, bounded[6], undefined);
  await price(api, closed, [min(500)]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"operations": [' });
  await plan(api, bounded[6], assign(404));
  await plan(api, bounded[6], assign(plans[3]));
  await plan(api, bounded[6], assign('seven'));
  await plan(api, bounded[6], assign());
  await plan(api, unbounded[2], assign(plans[0]));
  await plan(api, bounded[6], { type: 'PAUSE_STRATEGY' });
  await plan(api, bounded[6]);
  await plan(api, closed, assign(plans[2]));
  await get('page=0');
  await get('pageSize=few&page=x');
  await get('pageSize=-2');
  await get('state=SOLD');
  await get('direction=up');
  await get('priceFrom=cheap');
  await get('changedSince=monday');
  await api.ask('GET', '/v1/reports?pageSize=60');
  await api.ask('GET', '/v1/reports?kind=WEATHER');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?pageSize=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'mkt-0000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?active=false', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?pageSize=3');
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, closed } = idsOf(await walk(api, '/v1/listings?pageSize=25'));
  const plans = (await walk(api, '/v1/strategies?page=1')).map((row) => row.strategyNumber);
  const runs = (await walk(api, '/v1/reports?pageSize=6')).map((row) => row.reportNumber);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('pageSize=9&page=2');
  await get('pageSize=150&page=2');
  await get('state=CLOSED&pageSize=3');
  await get('category=OFFICE&state=LIVE');
  await get('priceTo=3500');
  await get('priceFrom=12025&orderBy=price&direction=desc&pageSize=10');
  await get(`strategyNumber=${String(plans[1])}&pageSize=4`);
  await get('changedSince=2025-06-15T12:00:00%2B02:00&pageSize=5');
  await get('search=VEL-');
  await get('orderBy=stock&direction=desc&pageSize=7');
  await get('orderBy=listed&pageSize=6');
  await get('orderBy=shape&direction=desc&pageSize=4');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?state=ERROR');
  await api.ask('GET', '/v1/reports?kind=STOCK&pageSize=2');
  for (const index of [1, 5, 10]) await read(api, 'listings', bounded[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[6]);

  await price(api, bounded[1], [min(975), max(33_300)]);
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], [max(60_120)]);
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[3], [noMax, min(425)]);
  await read(api, 'listings', unbounded[3]);
  await price(api, bounded[10], [min(150), max('lots')]);
  await read(api, 'listings', bounded[10]);
  await plan(api, bounded[1], assign(plans[2]));
  await read(api, 'listings', bounded[1]);
  await plan(api, bounded[5], remove);
  await read(api, 'listings', bounded[5]);
  await get('orderBy=changed&direction=desc&pageSize=3');

  await read(api, 'listings', 99_000_003);
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', 77);
  await price(api, 99_000_004, [max(3_000)]);
  await price(api, bounded[9], [min(71_200), max(70_000)]);
  await price(api, bounded[9], [max('lots')]);
  await price(api, bounded[9], [max(-50)]);
  await price(api, bounded[9], [min(10_000_001)]);
  await price(api, bounded[9], [max(99.5)]);
  await price(api, bounded[9], [max()]);
  await price(api, bounded[9], [{ type: 'SET_STOCK', value: 9 }]);
  await price(api, bounded[11], []);
  await price(api, closed, [max(80_000)]);
  await plan(api, bounded[9], assign(505));
  await plan(api, bounded[11], assign(plans[3]));
  await plan(api, bounded[9], assign('three'));
  await plan(api, unbounded[4], assign(plans[1]));
  await get('page=-3');
  await get('pageSize=lots');
  await get('state=GONE&direction=down');
  await get('priceTo=dear');
  await get('changedSince=soon');
  await api.ask('GET', '/v1/reports?pageSize=99');
  await api.ask('GET', '/v1/reports?state=LOST');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

export const operationReceipts: WalkedService = {
  name: 'operation-receipts',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  isRefusal: ({ status, body }) => status !== 429 && (status >= 400 || body.includes('"accepted":0')),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
