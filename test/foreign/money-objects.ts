// A commerce API behind the tills of shops: bare arrays under plural names beside a `cursor`, which is left out at the end, as is
// every member that is not set (an empty list is an empty object). Amounts are objects of whole cents and a currency, quantities
// and percentages are texts, states stand in capitals, moments have milliseconds. Writes carry an `idempotency_key` and may name
// the `version` that they change; all faults of a request come at once, each with category, code, detail and the field by its path.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'TMK7Q2VXZ4LHBN9RWS3D';
const apiVersion = '2025-07-16';
const callsPerSecond = 6;
const usualLimit = 20;
const largestLimit = 100;
const largestAmount = 99_999_999;
const largestKey = 45;
const currency = 'EUR';
const currencies = ['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'USD'];

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const idOf = (seed: string, length = 24): string =>
  scrambled(`money objects ${seed}`, length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');

const listingStates = ['ACTIVE', 'INACTIVE', 'ARCHIVED'];
const strategyStates = ['ACTIVE', 'INACTIVE'];
const reportStates = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED'];
const reportTypes = ['PRICE_CHANGES', 'SALES_SUMMARY', 'INVENTORY_COUNT'];
const locations = [`L${idOf('Harbour Street', 12)}`, `L${idOf('Old Station', 12)}`];

interface Money {
  readonly amount: number;
  readonly currency: string;
}

const money = (amount: number): Money => ({ amount, currency });

interface Listing {
  readonly id: string;
  readonly location: string;
  readonly name: string;
  readonly sku: string;
  readonly gtin: string | undefined;
  readonly category: string;
  readonly state: string;
  readonly price: number;
  readonly quantity: number;
  readonly created: number;
  min: Money | undefined;
  max: Money | undefined;
  strategy: string | undefined;
  version: number;
  updated: number;
}

const strategies = [
  { name: 'Match the street', type: 'MATCH_LOWEST' },
  { name: 'Fifty cents under', type: 'UNDERCUT', undercut_money: money(50) },
  { name: 'Two percent under', type: 'UNDERCUT', percentage: '2.0' },
  { name: 'Shop margin', type: 'FIXED_MARGIN', percentage: '34.5' },
  { name: 'End of season', type: 'MARKDOWN', percentage: '15.0', state: 'INACTIVE' },
].map(({ name, type, state = 'ACTIVE', ...terms }, index) => {
  const created = Date.UTC(2023, 10, 6 + 5 * index, 8, 30 + index, 12, 118 + 97 * index);
  const later = chance(`money strategy ${index}`, 200 * 86_400) * 1_000;
  return {
    id: idOf(`strategy ${index}`),
    name,
    type,
    state,
    ...terms,
    version: 1 + (index % 3),
    created_at: moment(created),
    updated_at: moment(index % 3 === 0 ? created : created + later),
  };
});

const categoryOf = (name: string): string =>
  /Kettle|Tea/.test(name)
    ? 'KITCHEN'
    : /Lamp|Rug/.test(name)
      ? 'HOME'
      : name.includes('Chess')
        ? 'GAMES'
        : 'OUTDOOR';

function listings(): Listing[] {
  return Array.from({ length: 30 }, (_, index): Listing => {
    const seed = `money listing ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const min = chance(`${seed} min`, 4) === 0 ? undefined : money(Math.round(price * 0.85));
    const isAssigned = min !== undefined && chance(`${seed} assigned`, 100) < 35;
    const version = 1 + chance(`${seed} version`, 6);
    return {
      id: idOf(seed),
      location: locations[chance(`${seed} location`, 2)]!,
      name: title,
      sku,
      gtin:
        chance(`${seed} gtin`, 3) === 0
          ? undefined
          : `40${String(chance(`${seed} digits`, 1e11)).padStart(11, '0')}`,
      category: categoryOf(title),
      state: oneOf(`${seed} state`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'ARCHIVED']),
      price,
      quantity: stock,
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? undefined : money(Math.round(price * 1.4)),
      strategy: isAssigned ? strategies[chance(`${seed} strategy`, 4)]!.id : undefined,
      version,
      updated: version === 1 ? created : created + chance(`${seed} updated`, 60 * 86_400_000),
    };
  });
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  location_id: one.location,
  name: one.name,
  sku: one.sku,
  ...(one.gtin !== undefined && { gtin: one.gtin }),
  category: one.category,
  state: one.state,
  price_money: money(one.price),
  ...(one.min !== undefined && { min_price_money: one.min }),
  ...(one.max !== undefined && { max_price_money: one.max }),
  ...(one.strategy !== undefined && { strategy_id: one.strategy }),
  quantity: String(one.quantity),
  version: one.version,
  created_at: moment(one.created),
  updated_at: moment(one.updated),
});

interface Fault {
  readonly code: string;
  readonly detail: string;
  readonly field?: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly category: string;
  readonly faults: readonly Fault[];

  constructor(status: number, faults: readonly Fault[], category = 'INVALID_REQUEST_ERROR') {
    super(faults.map(({ detail }) => detail).join(' '));
    this.status = status;
    this.category = category;
    this.faults = faults;
  }
}

const required = (field: string): Fault => ({
  code: 'MISSING_REQUIRED_PARAMETER',
  detail: 'Missing required parameter.',
  field,
});
const expected = (what: 'integer' | 'object' | 'string', field?: string): Fault => ({
  code: `EXPECTED_${what.toUpperCase()}`,
  detail: `Expected ${what === 'string' ? 'a' : 'an'} ${what} value.`,
  ...(field !== undefined && { field }),
});
const noEnum = (value: string, type: string, field: string): Fault => ({
  code: 'INVALID_ENUM_VALUE',
  detail: `\`${value}\` is not a valid enum value for \`${type}\`.`,
  field,
});
const tooLow = (least: number, field: string): Fault => ({
  code: 'VALUE_TOO_LOW',
  detail: `Field must be greater than or equal to ${least}.`,
  field,
});
const tooHigh = (most: number, field: string): Fault => ({
  code: 'VALUE_TOO_HIGH',
  detail: `Field must be less than or equal to ${most}.`,
  field,
});
const notFound = (what: string, id: string, field?: string) =>
  new Refusal(404, [
    {
      code: 'NOT_FOUND',
      detail: `Could not find ${what} with id: ${id}`,
      ...(field !== undefined && { field }),
    },
  ]);

function refuseAny(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new Refusal(400, faults);
}

/** What a body may hold, and faults for the rest. */
function strangers(value: Row, known: readonly string[], path: string): readonly Fault[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      code: 'BAD_REQUEST',
      detail: `The field named '${name}' is unrecognized.`,
      field: path + name,
    }));
}

function moneyFaults(value: unknown, field: string): readonly Fault[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) return [expected('object', field)];
  const { amount, currency: code } = value;
  const faults = [...strangers(value, ['amount', 'currency'], `${field}.`)];
  const amountField = `${field}.amount`;
  if (amount === undefined || amount === null) faults.push(required(amountField));
  else if (typeof amount !== 'number' || !Number.isInteger(amount))
    faults.push(expected('integer', amountField));
  else if (amount < 1) faults.push(tooLow(1, amountField));
  else if (amount > largestAmount) faults.push(tooHigh(largestAmount, amountField));
  const codeField = `${field}.currency`;
  if (code === undefined || code === null) faults.push(required(codeField));
  else if (typeof code !== 'string') faults.push(expected('string', codeField));
  else if (!currencies.includes(code)) faults.push(noEnum(code, 'Currency', codeField));
  else if (code !== currency) {
    faults.push({
      code: 'CURRENCY_MISMATCH',
      detail: `The currency \`${code}\` does not match the currency \`${currency}\` of the location.`,
      field: codeField,
    });
  }
  return faults;
}

interface Write {
  readonly idempotencyKey: string;
  readonly version: number | undefined;
  readonly listing: Row;
}

/** A body in the envelope that all writes have. */
function writeOf(
  request: Asked,
  known: readonly string[],
  faultsOf: (listing: Row) => readonly Fault[],
): Write {
  const read = jsonOf(request);
  if (read === 'bad') {
    throw new Refusal(400, [{ code: 'EXPECTED_JSON_BODY', detail: 'Expected a JSON request body.' }]);
  }
  const body = read.json;
  if (!isObject(body)) throw new Refusal(400, [expected('object')]);
  const { idempotency_key: given, listing } = body;
  const faults = [...strangers(body, ['idempotency_key', 'listing'], '')];
  const field = 'idempotency_key';
  if (given === undefined || given === null) faults.push(required(field));
  else if (typeof given !== 'string') faults.push(expected('string', field));
  else if (given === '') faults.push({ code: 'VALUE_EMPTY', detail: 'Field must not be blank.', field });
  else if (given.length > largestKey) {
    const detail = `Field must not be greater than ${largestKey} length.`;
    faults.push({ code: 'VALUE_TOO_LONG', detail, field });
  }
  if (listing === undefined || listing === null) faults.push(required('listing'));
  else if (!isObject(listing)) faults.push(expected('object', 'listing'));
  else {
    faults.push(...strangers(listing, ['version', ...known], 'listing.'), ...faultsOf(listing));
    const { version } = listing;
    if (version !== undefined && version !== null && !Number.isInteger(version)) {
      faults.push(expected('integer', 'listing.version'));
    }
  }
  refuseAny(faults);
  const wanted = (listing as Row).version;
  return {
    idempotencyKey: given as string,
    version: typeof wanted === 'number' ? wanted : undefined,
    listing: listing as Row,
  };
}

/** How a list can be asked for. */
interface ListOf {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Members that a parameter of the same name filters by, some with an enumeration. */
  readonly filters: Readonly<Record<string, readonly [type: string, values: readonly string[]] | undefined>>;
  /** What a `sort_field` stands for; the first is the usual one. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly times: Readonly<Record<string, string>>;
}

const timeAt = (text: string): number | undefined => {
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isTime ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
};

function listed({ name, rows, filters, sorts, times }: ListOf, query: URLSearchParams): Answered {
  const faults: Fault[] = [];
  const timeNames = Object.keys(times).flatMap((start) => [`${start}begin_time`, `${start}end_time`]);
  const usual = ['limit', 'cursor', 'sort_order', ...(Object.keys(sorts).length > 1 ? ['sort_field'] : [])];
  for (const parameter of new Set(query.keys())) {
    if ([...usual, ...timeNames, ...Object.keys(filters)].includes(parameter)) continue;
    const detail = `Unknown query parameter \`${parameter}\`.`;
    faults.push({ code: 'UNKNOWN_QUERY_PARAMETER', detail, field: parameter });
  }
  const limitText = query.get('limit') ?? String(usualLimit);
  const limit = Number(limitText);
  if (!/^-?\d+$/.test(limitText)) faults.push(expected('integer', 'limit'));
  else if (limit < 1) faults.push(tooLow(1, 'limit'));
  else if (limit > largestLimit) faults.push(tooHigh(largestLimit, 'limit'));
  for (const [parameter, known] of Object.entries(filters)) {
    const value = query.get(parameter);
    if (value === null || known === undefined || known[1].includes(value)) continue;
    faults.push(noEnum(value, known[0], parameter));
  }
  const order = query.get('sort_order') ?? 'DESC';
  if (order !== 'ASC' && order !== 'DESC') {
    const detail = `The provided sort order \`${order}\` is invalid.`;
    faults.push({ code: 'INVALID_SORT_ORDER', detail, field: 'sort_order' });
  }
  const sort = query.get('sort_field') ?? Object.keys(sorts)[0]!;
  if (!Object.hasOwn(sorts, sort)) faults.push(noEnum(sort, 'SortField', 'sort_field'));
  const found = Object.fromEntries(
    timeNames.map((parameter) => {
      const text = query.get(parameter);
      const time = text === null ? undefined : timeAt(text);
      if (text !== null && time === undefined) {
        const detail = `\`${text}\` is not a valid RFC 3339 timestamp.`;
        faults.push({ code: 'INVALID_TIME', detail, field: parameter });
      }
      return [parameter, time];
    }),
  );
  for (const start of Object.keys(times)) {
    if ((found[`${start}begin_time`] ?? -Infinity) >= (found[`${start}end_time`] ?? Infinity)) {
      const detail = `\`${start}end_time\` must be after \`${start}begin_time\`.`;
      faults.push({ code: 'INVALID_TIME_RANGE', detail, field: `${start}end_time` });
    }
  }
  refuseAny(faults);

  const by = sorts[sort]!;
  const sign = order === 'ASC' ? 1 : -1;
  const placeOf = (row: Row) => `${String(row[by])} ${String(row.id)}`;
  const kept = rows
    .filter((row) =>
      Object.keys(filters).every(
        (parameter) => !query.has(parameter) || row[parameter] === query.get(parameter),
      ),
    )
    .filter((row) =>
      Object.entries(times).every(([start, member]) => {
        const time = Date.parse(String(row[member]));
        const [from, to] = [found[`${start}begin_time`], found[`${start}end_time`]];
        return time >= (from ?? -Infinity) && time < (to ?? Infinity);
      }),
    )
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -sign : sign));

  // A cursor belongs to the query that it was given for.
  const asked = [...query].filter(([parameter]) => !['cursor', 'limit'].includes(parameter)).sort();
  const mark = digest(`${name} ${JSON.stringify(asked)}`).slice(0, 8);
  const cursorAt = (row: Row) => Buffer.from(`${mark}:${placeOf(row)}`).toString('base64url');
  const cursor = query.get('cursor');
  const after = cursor === null ? '' : Buffer.from(cursor, 'base64url').toString();
  if (cursor !== null && !after.startsWith(`${mark}:`)) {
    throw new Refusal(400, [{ code: 'INVALID_CURSOR', detail: 'Invalid cursor.', field: 'cursor' }]);
  }
  const place = after.slice(mark.length + 1);
  const rest =
    cursor === null
      ? kept
      : kept.filter((row) => (order === 'ASC' ? placeOf(row) > place : placeOf(row) < place));
  const shown = rest.slice(0, limit);
  return json(200, {
    ...(shown.length > 0 && { [name]: shown }),
    ...(rest.length > limit && { cursor: cursorAt(shown.at(-1)!) }),
  });
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const today = opened - (opened % 86_400_000);
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index) => {
    const seed = `money report ${index}`;
    const type = reportTypes[index % 3]!;
    const created =
      index === 0
        ? opened - 21_640
        : opened - Math.ceil(index / 3) * 86_400_000 - (index % 3) * 95_000 - chance(seed, 9_000);
    return {
      id: idOf(seed),
      type,
      location: index % 4 === 3 ? locations[1] : undefined,
      day: today - (1 + Math.ceil(index / 3)) * 86_400_000,
      created,
      seconds: index === 0 ? 62 : 8 + chance(`${seed} seconds`, 70),
      rows: type === 'INVENTORY_COUNT' ? 30 : 3 + chance(`${seed} rows`, 900),
      fails: index === 5,
    };
  });
  type Report = (typeof reports)[number];
  const written = new Map<string, { readonly request: string; readonly answer: Answered }>();
  let calls: readonly number[] = [];
  let count = 0;

  function reportShown(one: Report): Row {
    const elapsed = run.now() - one.created;
    const isOver = elapsed >= one.seconds * 1_000;
    const state = !isOver
      ? elapsed < 5_000
        ? 'PENDING'
        : 'IN_PROGRESS'
      : one.fails
        ? 'FAILED'
        : 'COMPLETED';
    return {
      id: one.id,
      type: one.type,
      state,
      ...(one.location !== undefined && { location_id: one.location }),
      begin_time: moment(one.day),
      end_time: moment(one.day + 86_400_000),
      ...(state === 'COMPLETED' && {
        row_count: one.rows,
        download_url: `https://exports.tillmark.example/reports/${one.id}.csv`,
      }),
      ...(state === 'FAILED' && { failure_reason: 'EXPORT_TIMEOUT' }),
      created_at: moment(one.created),
      ...(isOver && { completed_at: moment(one.created + one.seconds * 1_000) }),
    };
  }

  const strategyOf = (id: string, field?: string) => {
    const strategy = strategies.find((one) => one.id === id);
    if (strategy === undefined) throw notFound('strategy', id, field);
    return strategy;
  };

  /** The listing that a write is for, when it may be changed. */
  function changeable(id: string, { version }: Write): Listing {
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw notFound('listing', id);
    if (version !== undefined && version !== one.version) {
      const detail = 'Object version does not match latest database version.';
      throw new Refusal(409, [{ code: 'VERSION_MISMATCH', detail, field: 'listing.version' }]);
    }
    if (one.state === 'ARCHIVED') {
      const detail = `Listing \`${id}\` is archived and cannot be updated.`;
      throw new Refusal(400, [{ code: 'BAD_REQUEST', detail }]);
    }
    return one;
  }

  /** Answers a write once: the same key with the same request is answered as before. */
  function once(request: Asked, { idempotencyKey }: Write, change: () => Listing): Answered {
    const same = `${request.method} ${request.target} ${request.body}`;
    const before = written.get(idempotencyKey);
    if (before !== undefined) {
      if (before.request === same) return before.answer;
      const detail = 'The idempotency key can only be retried with the same request data.';
      throw new Refusal(400, [{ code: 'IDEMPOTENCY_KEY_REUSED', detail, field: 'idempotency_key' }]);
    }
    const one = change();
    one.version += 1;
    one.updated = run.now();
    const answer = json(200, { listing: listingShown(one) });
    written.set(idempotencyKey, { request: same, answer });
    return answer;
  }

  function priced(id: string, request: Asked): Answered {
    const names = ['min_price_money', 'max_price_money'] as const;
    const write = writeOf(request, names, (listing) =>
      names.flatMap((name) => moneyFaults(listing[name], `listing.${name}`)),
    );
    return once(request, write, () => {
      const one = changeable(id, write);
      const bound = (name: (typeof names)[number], now: Money | undefined) => {
        const value = write.listing[name] as Money | null | undefined;
        if (value === undefined) return now;
        return value === null ? undefined : money(value.amount);
      };
      const [min, max] = [bound('min_price_money', one.min), bound('max_price_money', one.max)];
      if (min === undefined && one.strategy !== undefined) refuseAny([required('listing.min_price_money')]);
      if (min !== undefined && max !== undefined && max.amount < min.amount) {
        const detail = '`max_price_money` must be greater than or equal to `min_price_money`.';
        refuseAny([{ code: 'INVALID_VALUE', detail, field: 'listing.max_price_money' }]);
      }
      [one.min, one.max] = [min, max];
      return one;
    });
  }

  function assigned(id: string, request: Asked): Answered {
    const field = 'listing.strategy_id';
    const write = writeOf(request, ['strategy_id'], ({ strategy_id: given }) => {
      if (given === undefined) return [required(field)];
      if (given === null) return [];
      if (typeof given !== 'string') return [expected('string', field)];
      return given === '' ? [{ code: 'VALUE_EMPTY', detail: 'Field must not be blank.', field }] : [];
    });
    return once(request, write, () => {
      const one = changeable(id, write);
      const given = write.listing.strategy_id as string | null;
      if (given !== null) {
        const { state } = strategyOf(given, field);
        const inactive = `Strategy \`${given}\` is inactive and cannot be assigned.`;
        refuseAny([
          ...(state === 'INACTIVE' ? [{ code: 'INVALID_VALUE', detail: inactive, field }] : []),
          ...(one.min === undefined ? [required('listing.min_price_money')] : []),
        ]);
      }
      one.strategy = given ?? undefined;
      return one;
    });
  }

  const lists = {
    listings: (): ListOf => ({
      name: 'listings',
      rows: all.map(listingShown),
      filters: {
        location_id: undefined,
        state: ['ListingState', listingStates],
        category: undefined,
        sku: undefined,
        strategy_id: undefined,
      },
      sorts: { CREATED_AT: 'created_at', UPDATED_AT: 'updated_at', NAME: 'name' },
      times: { '': 'created_at', updated_at_: 'updated_at' },
    }),
    strategies: (): ListOf => ({
      name: 'strategies',
      rows: strategies,
      filters: { state: ['StrategyState', strategyStates] },
      sorts: { CREATED_AT: 'created_at' },
      times: {},
    }),
    reports: (): ListOf => ({
      name: 'reports',
      rows: reports.map(reportShown),
      filters: { state: ['ReportState', reportStates], type: ['ReportType', reportTypes] },
      sorts: { CREATED_AT: 'created_at' },
      times: { '': 'created_at' },
    }),
  };

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    const [version, kind = '', id, part, ...more] = steps;
    const isList = version === 'v1' && Object.hasOwn(lists, kind) && more.length === 0;
    if (isList && method === 'GET' && part === undefined) {
      const list = lists[kind as keyof typeof lists]();
      if (id === undefined) return listed(list, query);
      const singular = { listings: 'listing', strategies: 'strategy', reports: 'report' }[list.name]!;
      const row = list.rows.find((each) => each.id === id);
      if (row === undefined) throw notFound(singular, id);
      return json(200, { [singular]: row });
    }
    if (isList && kind === 'listings' && method === 'PATCH' && id !== undefined) {
      if (part === 'price') return priced(id, request);
      if (part === 'strategy') return assigned(id, request);
    }
    const detail = `API endpoint for URL path \`${path}\` and HTTP method \`${method}\` is not found.`;
    throw new Refusal(404, [{ code: 'NOT_FOUND', detail }]);
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) {
      const detail = 'This request could not be authorized.';
      throw new Refusal(401, [{ code: 'UNAUTHORIZED', detail }], 'AUTHENTICATION_ERROR');
    }
    const now = run.now();
    calls = calls.filter((time) => time > now - 1_000);
    if (calls.length >= callsPerSecond) {
      const detail = 'Your application has sent too many requests. Please try again later.';
      throw new Refusal(429, [{ code: 'RATE_LIMITED', detail }], 'RATE_LIMIT_ERROR');
    }
    calls = [...calls, now];
  }

  return (request) => {
    count += 1;
    const always: Headers = [
      ['Tillmark-Version', apiVersion],
      ['X-Trace-Id', scrambled(`money trace ${run.run} ${count}`, 16, hex)],
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, category, faults } = error;
      return json(status, { errors: faults.map((fault) => ({ category, ...fault })) }, always);
    }
  };
}

/** Asks on with the cursor of the answer, as long as there is one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [, name = ''] = /^\/v1\/([a-z]+)/.exec(target) ?? [];
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    const cursor = textIfAny(received, 'cursor');
    next =
      cursor === undefined
        ? undefined
        : `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const list = (api: Api, query: string): Promise<Received> => api.ask('GET', `/v1/listings?${query}`);

/** A key for each write, as a program draws one. */
const keyFor = (id: unknown, listing: unknown) => uuid(`money key ${String(id)} ${JSON.stringify(listing)}`);
const write = (api: Api, part: 'price' | 'strategy', id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, {
    json: { idempotency_key: keyFor(id, listing), listing },
  });
const price = (api: Api, id: unknown, listing: unknown) => write(api, 'price', id, listing);
const assign = (api: Api, id: unknown, strategy: unknown) =>
  write(api, 'strategy', id, { strategy_id: strategy });

interface Ids {
  /** Listings on sale: with a lower bound and no strategy, with a strategy, without a lower bound; and archived ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: readonly unknown[];
  readonly row: (id: unknown) => Row;
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const onSale = rows.filter(({ state }) => state !== 'ARCHIVED');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const row = (id: unknown) => rows.find((each) => each.id === id) ?? {};
  return {
    free: ids(onSale.filter((each) => each.min_price_money !== undefined && each.strategy_id === undefined)),
    bound: ids(onSale.filter((each) => each.strategy_id !== undefined)),
    open: ids(onSale.filter((each) => each.min_price_money === undefined)),
    archived: ids(rows.filter(({ state }) => state === 'ARCHIVED')),
    row,
    priceOf: (id) => {
      const { price_money: shown } = row(id);
      return isObject(shown) ? Number(shown.amount) : 5_000;
    },
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, archived, row, priceOf } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  await list(api, 'limit=12');
  await list(api, 'sort_order=ASC&limit=5');
  await list(api, 'sort_field=UPDATED_AT&limit=4');
  await list(api, 'state=INACTIVE');
  await list(api, `location_id=${String(row(free[0]).location_id)}&limit=6`);
  await list(api, `strategy_id=${String(plans[2])}`);
  await list(api, 'begin_time=2024-09-01T00:00:00Z&end_time=2025-02-01T00:00:00Z');
  await list(api, 'category=GARDEN');
  await api.ask('GET', '/v1/strategies?state=ACTIVE');
  await api.ask('GET', '/v1/reports?type=SALES_SUMMARY&limit=3');
  await read(api, 'listings', free[0]);
  await read(api, 'listings', free[1]);
  await read(api, 'listings', bound[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', archived[0]);
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], {
    min_price_money: { amount: priceOf(free[0]) - 250, currency },
    max_price_money: { amount: priceOf(free[0]) + 1_800, currency },
  });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price_money: { amount: 450, currency } });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_price_money: { amount: 42_500, currency }, version: row(free[1]).version });
  await price(api, free[2], { min_price_money: { amount: 695, currency }, max_price_money: null });
  await read(api, 'listings', free[2]);
  await assign(api, free[0], plans[2]);
  await read(api, 'listings', free[0]);
  await assign(api, free[0], plans[2]);
  await assign(api, bound[1], null);
  await assign(api, free[3], plans[3]);
  await list(api, 'sort_field=UPDATED_AT&limit=5');
  api.wait(45_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', idOf('nobody'));
  await read(api, 'listings', 'lamp-7');
  await read(api, 'strategies', idOf('no strategy'));
  await read(api, 'reports', idOf('no report'));
  await price(api, idOf('nobody'), { min_price_money: { amount: 900, currency } });
  await price(api, free[4], {
    min_price_money: { amount: 8_000, currency },
    max_price_money: { amount: 7_999, currency },
  });
  await price(api, free[4], { min_price_money: { amount: '1200', currency } });
  await price(api, free[4], { min_price_money: { amount: 12.5, currency }, max_price_money: 3_000 });
  await price(api, free[4], { min_price_money: { amount: -5, currency } });
  await price(api, free[4], { max_price_money: { amount: 6_000 } });
  await price(api, free[4], { max_price_money: { amount: 6_000, currency: 'USD' } });
  await price(api, free[4], { min_price_money: { amount: 900, currency }, version: 77 });
  await price(api, bound[2], { min_price_money: null });
  await price(api, archived[0], { max_price_money: { amount: 9_000, currency } });
  await api.ask('PATCH', `/v1/listings/${String(free[4])}/price`, { json: {} });
  await api.ask('PATCH', `/v1/listings/${String(free[4])}/price`, { text: '{"listing": ' });
  await assign(api, free[4], idOf('no strategy'));
  await assign(api, free[4], plans[0]);
  await assign(api, free[4], 12);
  await assign(api, open[1], plans[1]);
  await list(api, 'limit=500');
  await list(api, 'limit=many');
  await list(api, 'sort_order=UP');
  await list(api, 'cursor=next');
  await list(api, 'colour=red&limit=3');
  await list(api, 'begin_time=yesterday');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/reports?limit=1', 8);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, archived, row, priceOf } = idsOf(await walk(api, '/v1/listings?limit=11'));
  const plans = (await walk(api, '/v1/strategies?limit=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  await list(api, 'sort_order=ASC&limit=7');
  await list(api, 'sort_field=UPDATED_AT&limit=3');
  await list(api, 'sort_field=NAME&sort_order=ASC&limit=4');
  await list(api, 'state=ARCHIVED&limit=10');
  await list(api, `strategy_id=${String(plans[3])}&limit=2`);
  await list(api, 'begin_time=2025-03-01T00:00:00Z&limit=6');
  await list(api, 'category=TOYS');
  await api.ask('GET', '/v1/strategies?state=INACTIVE');
  await api.ask('GET', '/v1/reports?type=INVENTORY_COUNT&limit=2');
  await read(api, 'listings', free[5]);
  await read(api, 'listings', bound[3]);
  await read(api, 'listings', open[2]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[2]);

  await price(api, free[5], {
    min_price_money: { amount: priceOf(free[5]) - 95, currency },
    max_price_money: { amount: priceOf(free[5]) + 2_450, currency },
  });
  await read(api, 'listings', free[5]);
  await price(api, bound[3], { min_price_money: { amount: 385, currency } });
  await price(api, open[2], { max_price_money: { amount: 31_900, currency }, version: row(open[2]).version });
  await price(api, free[6], { max_price_money: null });
  await read(api, 'listings', free[6]);
  await assign(api, free[5], plans[1]);
  await read(api, 'listings', free[5]);
  await assign(api, bound[4], null);
  await list(api, 'sort_field=UPDATED_AT&limit=6');

  await read(api, 'listings', idOf('somebody'));
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 'cheapest');
  await price(api, idOf('somebody'), { max_price_money: { amount: 7_700, currency } });
  await price(api, free[7], {
    min_price_money: { amount: 15_050, currency },
    max_price_money: { amount: 12_000, currency },
  });
  await price(api, free[7], { max_price_money: { amount: 'much', currency } });
  await price(api, free[7], { max_price_money: { amount: 0, currency } });
  await price(api, free[7], { min_price_money: { amount: 1_150 } });
  await price(api, free[7], { min_price_money: { amount: 1_150, currency: 'GBP' } });
  await price(api, free[7], { min_price_money: { currency }, max_price_money: 'free' });
  await price(api, free[7], { max_price_money: { amount: 20_000, currency }, version: 50 });
  await price(api, archived[1], { min_price_money: { amount: 350, currency } });
  await api.ask('PATCH', `/v1/listings/${String(free[7])}/price`, { text: '{"idempotency_key": "a' });
  await assign(api, free[7], idOf('other strategy'));
  await assign(api, open[3], plans[2]);
  await list(api, 'limit=250');
  await list(api, 'limit=0');
  await list(api, 'sort_order=down&limit=5');
  await list(api, 'cursor=page2&limit=5');
  await list(api, 'shape=round');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const moneyObjects: WalkedService = {
  name: 'money-objects',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
