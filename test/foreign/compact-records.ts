// A price desk that is built like a widespread platform for tasks and teamwork: everything comes and goes under `data`, a list
// shows compact records (`gid`, `resource_type`, `name`) and `opt_fields` chooses more of them, with dots into what a record
// refers to. Ids are texts of digits, references are compact records or null. A list without a limit is whole; with one it
// goes on by `next_page`, whose token is signed. Unknown parameters and fields are passed over, errors are a list of messages
// that begin with the name of what is wrong.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, jsonOf, hex, productName, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '1/1203377410925518:5d0c7be1f3a94286';
const callsPerSecond = 5;
const tokenLife = 3_600;
const largestLimit = 100;
const largestPrice = 1_000_000;
const help =
  'For more information on API status codes and how to handle them, read the docs on errors: https://developers.priceboard.example/docs/errors';

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

const gidOf = (seed: string, number: number): string =>
  `1209${String(410_000_000_000 + number * 7_310_000_000 + chance(seed, 7_000_000_000)).padStart(12, '0')}`;

const ref = (type: string, number: number, name: string): Row => ({
  gid: gidOf(`compact ${type} ${name}`, number),
  resource_type: type,
  name,
});

const marketplaces = [
  ref('marketplace', 1, 'Northgate'),
  ref('marketplace', 2, 'Bazaro'),
  ref('marketplace', 3, 'Northgate DE'),
];
const people = [ref('user', 4, 'Ines Falk'), ref('user', 5, 'Tom Arden'), ref('user', 6, 'Mirre de Wit')];
const labels = [ref('tag', 7, 'Seasonal'), ref('tag', 8, 'Clearance'), ref('tag', 9, 'Top seller')];

const strategies: readonly Row[] = [
  { name: 'Match lowest', kind: 'match_lowest', step: null, notes: '', archived: false },
  { name: 'Undercut by 0.10', kind: 'undercut', step: 0.1, notes: 'Never below cost.', archived: false },
  { name: 'Hold margin', kind: 'margin', step: null, notes: 'Agreed with finance.', archived: false },
  { name: 'Follow Bazaro', kind: 'follow', step: 0.5, notes: '', archived: false },
  { name: 'Summer 2024', kind: 'undercut', step: 1, notes: 'Replaced by Undercut by 0.10.', archived: true },
].map(({ name, ...more }, index) => {
  const created = Date.UTC(2023, 10, 6 + 9 * index, 8 + index, 24, 51, 107 * (index + 1));
  return {
    ...ref('strategy', 12 + index, name),
    ...more,
    owner: index === 3 ? null : people[index % 3]!,
    created_at: moment(created),
    modified_at: moment(created + 86_400_000 * (index + 2) + 61_204),
  };
});

interface Listing {
  readonly gid: string;
  readonly name: string;
  readonly subtype: string;
  readonly sku: string;
  readonly price: number;
  readonly quantity: number;
  readonly archived: boolean;
  readonly marketplace: Row;
  readonly owner: Row | null;
  readonly tags: readonly Row[];
  readonly notes: string;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: Row | null;
  modified: number;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function listings(): Listing[] {
  const created = Array.from(
    { length: 28 },
    (_, index) => pastMoment(`compact ${index}`) + chance(`compact ms ${index}`, 1_000),
  ).sort((one, other) => one - other);
  return created.map((time, index): Listing => {
    const seed = `compact listing ${index}`;
    const price = cents(6 + chance(`${seed} price`, 24_000) / 100);
    const hasMin = chance(`${seed} min`, 4) > 0;
    return {
      gid: gidOf(seed, 20 + index),
      name: productName(index + 3),
      subtype: chance(`${seed} subtype`, 5) === 0 ? 'bundle' : 'single_item',
      sku: `PB-${digest(seed).slice(0, 6).toUpperCase()}`,
      price,
      quantity: chance(`${seed} none`, 6) === 0 ? 0 : chance(`${seed} quantity`, 180),
      archived: [4, 11, 19, 25].includes(index),
      marketplace: oneOf(`${seed} marketplace`, marketplaces),
      owner: chance(`${seed} owner`, 4) === 0 ? null : oneOf(`${seed} who`, people),
      tags: labels.filter(({ name }) => chance(`${seed} ${String(name)}`, 4) === 0),
      notes: chance(`${seed} notes`, 3) === 0 ? 'Check the packaging before repricing.' : '',
      created: time,
      min: hasMin ? cents(price * 0.85) : null,
      max: chance(`${seed} max`, 3) === 0 ? null : cents(price * 1.4),
      strategy: hasMin && chance(`${seed} has`, 2) === 0 ? strategies[chance(`${seed} which`, 4)]! : null,
      modified: time + chance(`${seed} modified`, 90 * 86_400_000),
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, message: string, headers: Headers = []) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const bad = (message: string) => new Refusal(400, message);
const noRoute = () => new Refusal(404, 'No matching route for request');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a compact record shows. */
const compactFields: Readonly<Record<string, readonly string[]>> = {
  report_run: ['gid', 'resource_type', 'created_at', 'download_url', 'state'],
};
const compact = (row: Row): Row => {
  const names = compactFields[String(row.resource_type)] ?? ['gid', 'resource_type', 'name'];
  return Object.fromEntries(names.map((name) => [name, row[name]]));
};

/** A member of a record as it is shown: what it refers to is compact. */
function shownMember(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(shownMember);
  return isObject(value) ? compact(value) : value;
}

const whole = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shownMember(value)]));

/** The id and what the paths name; a path that leads nowhere is passed over. */
function selected(row: Row, paths: readonly (readonly string[])[]): Row {
  const pick = (value: unknown, inner: readonly (readonly string[])[]): unknown => {
    if (Array.isArray(value)) return (value as unknown[]).map((each) => pick(each, inner));
    return isObject(value) && inner.length > 0 ? selected(value, inner) : shownMember(value);
  };
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const inner = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
      if (name !== 'gid' && inner.length === 0) return [];
      return [
        [
          name,
          pick(
            value,
            inner.filter(({ length }) => length > 0),
          ),
        ],
      ];
    }),
  );
}

/** The paths of `opt_fields`; undefined where nothing is chosen. */
function optFields(query: URLSearchParams): readonly (readonly string[])[] | undefined {
  const texts = (query.get('opt_fields') ?? '')
    .split(',')
    .map((text) => text.trim().replace(/^this\./, ''))
    .filter((text) => text !== '');
  return texts.length === 0 ? undefined : texts.map((text) => text.split('.'));
}

function gid(field: string, value: unknown): string {
  if (typeof value !== 'string') {
    const type = Array.isArray(value) ? 'array' : typeof value;
    throw bad(`${field}: Not a valid GID type: ${type}`);
  }
  if (!/^\d{1,19}$/.test(value)) throw bad(`${field}: Not a recognized ID: ${value}`);
  return value;
}

/** The value of a parameter that is there and not empty, as `read` takes it. */
function param<Value>(
  query: URLSearchParams,
  name: string,
  read: (name: string, text: string) => Value,
): Value | undefined {
  const text = query.get(name);
  return text === null || text === '' ? undefined : read(name, text);
}

function asNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isNaN(number)) throw bad(`${name}: Value is not a number: ${text}`);
  return number;
}

function asFlag(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw bad(`${name}: Value is not a boolean: ${text}`);
  return text === 'true';
}

function asMoment(name: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) {
    throw bad(`${name}: Date-time must be in ISO-8601 (yyyy-mm-ddThh:mm:ss.sssZ) format, not: ${text}`);
  }
  return time;
}

const asOneOf = (values: readonly string[]) => (name: string, text: string) => {
  if (!values.includes(text)) throw bad(`${name}: Not one of [${values.join(', ')}]: ${text}`);
  return text;
};

const states = ['pending', 'started', 'finished', 'error'];

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const kinds = ['price_changes', 'stock_levels', 'margins'];
  const reports = Array.from({ length: 9 }, (_, index) => ({
    gid: gidOf(`compact report ${index}`, 60 - index),
    name: `${['Price changes', 'Stock levels', 'Margins'][index % 3]!} #${57 - index}`,
    kind: kinds[index % 3]!,
    by: people[index % 2]!,
    created:
      index < 2
        ? opened - 21_000 * (index + 1) - 412
        : opened - index * 43_200_000 - chance(`compact report ${index}`, 9_000_000),
    seconds: 55 + 14 * index,
    rows: 30 + chance(`compact rows ${index}`, 2_500),
    fails: index === 5,
  }));
  type Report = (typeof reports)[number];
  let calls: readonly number[] = [];
  let tokens = 0;

  const listingRow = (one: Listing): Row => ({
    gid: one.gid,
    resource_type: 'listing',
    resource_subtype: one.subtype,
    name: one.name,
    sku: one.sku,
    price: one.price,
    currency: 'EUR',
    min_price: one.min,
    max_price: one.max,
    quantity: one.quantity,
    archived: one.archived,
    marketplace: one.marketplace,
    strategy: one.strategy,
    owner: one.owner,
    tags: one.tags,
    notes: one.notes,
    created_at: moment(one.created),
    modified_at: moment(one.modified),
    permalink_url: `https://app.priceboard.example/0/listing/${one.gid}`,
  });

  function reportRow(one: Report): Row {
    const elapsed = (run.now() - one.created) / 1_000;
    const isOver = elapsed >= one.seconds;
    const state = elapsed < 25 ? 'pending' : !isOver ? 'started' : one.fails ? 'error' : 'finished';
    const signature = scrambled(`compact export ${run.run} ${one.gid}`, 40, hex);
    return {
      gid: one.gid,
      resource_type: 'report_run',
      resource_subtype: one.kind,
      name: one.name,
      state,
      completed: isOver,
      completed_at: isOver ? moment(one.created + one.seconds * 1_000) : null,
      row_count: state === 'finished' ? one.rows : null,
      download_url:
        state === 'finished'
          ? `https://exports.priceboard.example/${one.gid}/${one.kind}.csv?signature=${signature}`
          : null,
      created_by: one.by,
      created_at: moment(one.created),
    };
  }

  const signed = (text: string): string => {
    const signature = scrambled(`compact secret ${text}`, 43, base62);
    return `${text}.${signature}`;
  };

  function tokenAt(border: number): string {
    tokens += 1;
    const now = Math.floor(run.now() / 1_000);
    const jti = scrambled(`compact token ${run.run} ${tokens}`, 12, base62);
    const coded = [
      { typ: 'JWT', alg: 'HS256' },
      { border, jti, iat: now, exp: now + tokenLife },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    return signed(coded.join('.'));
  }

  function borderOf(name: string, token: string): number {
    const text = token.split('.').slice(0, 2).join('.');
    if (signed(text) !== token) throw bad(`${name}: Your pagination token is invalid.`);
    const { border, exp } = JSON.parse(
      Buffer.from(text.split('.')[1]!, 'base64url').toString('utf8'),
    ) as Readonly<Record<string, number>>;
    if (exp! * 1_000 < run.now()) throw bad(`${name}: Your pagination token has expired.`);
    return border!;
  }

  /** The part of a list that was asked for: all of it without a limit. */
  function paged(rows: readonly Row[], path: string, query: URLSearchParams): Row {
    const limit = param(query, 'limit', (name, text) => {
      const number = asNumber(name, text);
      if (!Number.isInteger(number) || number < 1 || number > largestLimit) {
        throw bad(`${name}: Not in range [1, ${largestLimit}]`);
      }
      return number;
    });
    const from = param(query, 'offset', borderOf) ?? 0;
    const to = limit === undefined ? rows.length : from + limit;
    const paths = optFields(query);
    const data = rows
      .slice(from, to)
      .map((row) => (paths === undefined ? compact(row) : selected(row, paths)));
    if (to >= rows.length) return { data, next_page: null };
    const offset = tokenAt(to);
    const params = new URLSearchParams([...query].filter(([name]) => name !== 'offset'));
    params.set('offset', offset);
    const next = `${path.replace('/v1', '')}?${params.toString()}`;
    return { data, next_page: { offset, path: next, uri: `${run.origin}/v1${next}` } };
  }

  function listedListings(query: URLSearchParams): readonly Row[] {
    const archived = param(query, 'archived', asFlag);
    const strategy = param(query, 'strategy', gid);
    const marketplace = param(query, 'marketplace', gid);
    const since = param(query, 'modified_since', asMoment) ?? -Infinity;
    const above = param(query, 'price.greater_than', asNumber) ?? -Infinity;
    const below = param(query, 'price.less_than', asNumber) ?? Infinity;
    const text = (query.get('text') ?? '').toLowerCase();
    const sort = param(query, 'sort_by', asOneOf(['created_at', 'modified_at', 'name', 'price']));
    const sign = param(query, 'sort_ascending', asFlag) === true ? 1 : -1;
    if (strategy !== undefined && !strategies.some((one) => one.gid === strategy)) {
      throw bad(`strategy: Unknown object: ${strategy}`);
    }
    if (marketplace !== undefined && !marketplaces.some((one) => one.gid === marketplace)) {
      throw bad(`marketplace: Unknown object: ${marketplace}`);
    }
    const found = all
      .filter(
        (one) =>
          (archived === undefined || one.archived === archived) &&
          (strategy === undefined || one.strategy?.gid === strategy) &&
          (marketplace === undefined || one.marketplace.gid === marketplace) &&
          one.modified >= since &&
          one.price > above &&
          one.price < below &&
          [one.name, one.sku].some((each) => each.toLowerCase().includes(text)),
      )
      .map(listingRow);
    if (sort === undefined) return found;
    return found.sort((one, other) => {
      const [first, second] = [one[sort] as string | number, other[sort] as string | number];
      return first === second ? 0 : first < second ? -sign : sign;
    });
  }

  function listedReports(query: URLSearchParams): readonly Row[] {
    const state = param(query, 'state', asOneOf(states));
    const since = param(query, 'completed_since', (name, text) =>
      text === 'now' ? run.now() : asMoment(name, text),
    );
    return reports.map(reportRow).filter((row) => {
      const completed = row.completed_at === null ? Infinity : Date.parse(textOf(row.completed_at));
      return (state === undefined || row.state === state) && completed >= (since ?? -Infinity);
    });
  }

  function found<One extends { readonly gid?: unknown }>(
    type: string,
    ones: readonly One[],
    id: string,
  ): One {
    const wanted = gid(type, id);
    const one = ones.find((each) => each.gid === wanted);
    if (one === undefined) throw new Refusal(404, `${type}: Unknown object: ${wanted}`);
    return one;
  }

  function dataOf(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw bad('Could not parse request data, invalid JSON');
    if (!isObject(sent.json)) throw bad(`Value is not a JSON object: ${textOf(sent.json)}`);
    const stray = Object.keys(sent.json).find((name) => name !== 'data' && name !== 'options');
    if (stray !== undefined) {
      throw bad(
        `Unrecognized request field ${stray}. The only allowed keys at the top level are: data, options. Fields of the object belong inside of data.`,
      );
    }
    const { data } = sent.json;
    if (data === undefined) throw bad('data: Missing input');
    if (!isObject(data)) throw bad(`data: Value is not a JSON object: ${textOf(data)}`);
    return data;
  }

  function assertWritable(one: Listing, data: Row, names: readonly string[]): void {
    if (one.archived) throw new Refusal(403, 'You cannot edit an archived listing.');
    const known = Object.keys(listingRow(one));
    const fixed = Object.keys(data).find((name) => known.includes(name) && !names.includes(name));
    if (fixed !== undefined) throw bad(`${fixed}: Cannot write this property`);
  }

  function priced(one: Listing, data: Row): void {
    const names = ['min_price', 'max_price'] as const;
    assertWritable(one, data, names);
    if (names.every((name) => data[name] === undefined)) {
      throw bad('You should specify one of min_price, max_price');
    }
    const [min, max] = names.map((name, index): number | null => {
      const value = data[name];
      if (value === undefined) return index === 0 ? one.min : one.max;
      if (value === null) return null;
      if (typeof value !== 'number') throw bad(`${name}: Value is not a number: ${textOf(value)}`);
      if (value < 0 || value > largestPrice) throw bad(`${name}: Not in range [0, ${largestPrice}]`);
      return cents(value);
    }) as [number | null, number | null];
    if (min !== null && max !== null && min > max) {
      throw bad('min_price: Must not be greater than max_price');
    }
    if (one.min !== min || one.max !== max) one.modified = run.now();
    [one.min, one.max] = [min, max];
  }

  function assigned(one: Listing, data: Row): void {
    assertWritable(one, data, ['strategy']);
    if (data.strategy === undefined) throw bad('strategy: Missing input');
    let strategy: Row | null = null;
    if (data.strategy !== null) {
      const wanted = gid('strategy', data.strategy);
      strategy = strategies.find((each) => each.gid === wanted) ?? null;
      if (strategy === null) throw bad(`strategy: Unknown object: ${wanted}`);
      if (strategy.archived === true) throw bad('strategy: Cannot assign an archived strategy');
    }
    if (one.strategy?.gid !== strategy?.gid) one.modified = run.now();
    one.strategy = strategy;
  }

  function answer(request: Asked): Row {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const { method } = request;
    if (version !== 'v1' || more.length > 0) throw noRoute();
    const single = (row: Row): Row => {
      const paths = optFields(query);
      return { data: paths === undefined ? whole(row) : selected(row, paths) };
    };
    if (part !== undefined) {
      const write = { price: priced, strategy: assigned }[part];
      if (kind !== 'listings' || method !== 'PATCH' || write === undefined) throw noRoute();
      const data = dataOf(request);
      const one = found('listing', all, id!);
      write(one, data);
      return single(listingRow(one));
    }
    if (method !== 'GET') throw noRoute();
    if (kind === 'listings') {
      return id === undefined
        ? paged(listedListings(query), path, query)
        : single(listingRow(found('listing', all, id)));
    }
    if (kind === 'strategies') {
      if (id !== undefined) return single(found('strategy', strategies, id));
      const archived = param(query, 'archived', asFlag);
      const rows = strategies.filter((one) => archived === undefined || one.archived === archived);
      return paged(rows, path, query);
    }
    if (kind !== 'reports') throw noRoute();
    return id === undefined
      ? paged(listedReports(query), path, query)
      : single(reportRow(found('report_run', reports, id)));
  }

  /** Lets so many calls pass in any second. */
  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) throw new Refusal(401, 'Not Authorized');
    const now = run.now();
    calls = calls.filter((time) => time > now - 1_000);
    if (calls.length >= callsPerSecond) {
      const wait = String(Math.ceil((calls[0]! + 1_000 - now) / 1_000));
      throw new Refusal(429, 'You have made too many requests recently. Please, be chill.', [
        ['Retry-After', wait],
      ]);
    }
    calls = [...calls, now];
  }

  return (request) => {
    const isPretty = targetOf(request).query.get('opt_pretty') !== null;
    const sent = (status: number, body: Row, headers: Headers = []): Answered => ({
      status,
      headers: [['Content-Type', 'application/json; charset=UTF-8'], ['X-Api-Version', '1.1'], ...headers],
      body: JSON.stringify(body, null, isPretty ? 2 : undefined),
    });
    try {
      admit(request);
      return sent(200, answer(request));
    } catch (error) {
      if (error instanceof Refusal) {
        return sent(error.status, { errors: [{ message: error.message, help }] }, error.headers);
      }
      const seed = `compact phrase ${run.run} ${run.now()}`;
      const phrase = [
        String(2 + chance(seed, 30)),
        oneOf(`${seed} how`, ['sad', 'shy', 'brave', 'sleepy']),
        oneOf(`${seed} who`, ['squid', 'otters', 'herons', 'badgers']),
        oneOf(`${seed} do`, ['snuggle', 'juggle', 'whistle', 'wander']),
        oneOf(`${seed} way`, ['softly', 'proudly', 'slowly', 'gladly']),
      ].join(' ');
      return sent(500, { errors: [{ message: 'Server Error', help, phrase }] });
    }
  };
}

/** Follows the address of the next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, 'next_page', 'uri');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, data: unknown, query = ''): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price${query}`, { json: { data } });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { data: { strategy } } });

interface Ids {
  /** Listings that are not archived: without a strategy, and with one; and archived ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly gone: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (some: readonly Row[]) => some.map(({ gid }) => gid);
  const live = rows.filter(({ archived }) => archived !== true);
  return {
    free: ids(live.filter(({ strategy }) => !isObject(strategy))),
    bound: ids(live.filter(({ strategy }) => isObject(strategy))),
    gone: ids(rows.filter(({ archived }) => archived === true)),
  };
}

async function recorded(api: Api): Promise<void> {
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?limit=12');
  const plans = (await walk(api, '/v1/strategies')).map(({ gid }) => gid);
  const rows = await walk(api, '/v1/listings?limit=20&opt_fields=name,price,archived,strategy.name');
  const { free, bound, gone } = idsOf(rows);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ gid }) => gid);
  await get('opt_fields=name,min_price,max_price,marketplace.name,tags.name');
  await get('limit=6&sort_by=price&opt_fields=name,price');
  await get('limit=5&sort_by=name&sort_ascending=true');
  await get('archived=true');
  await get(`strategy=${String(plans[0])}&opt_fields=name,strategy`);
  await get('price.greater_than=100&price.less_than=160&opt_fields=price');
  await get('modified_since=2025-06-01T00:00:00.000Z&limit=4&opt_fields=name,modified_at');
  await get('text=lamp&opt_pretty=true');
  await api.ask('GET', '/v1/strategies?opt_fields=name,kind,archived,owner.name');
  await api.ask('GET', '/v1/reports?limit=3&opt_fields=name,state,completed_at,row_count');
  await api.ask('GET', '/v1/reports?completed_since=now');
  for (const index of [0, 3]) await read(api, 'listings', free[index]);
  for (const index of [0, 2]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', gone[0]);
  await read(api, 'listings', bound[1], '?opt_fields=name,price,strategy.kind');
  await read(api, 'strategies', plans[1]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { min_price: 12.5, max_price: 349.99 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { max_price: 410 });
  await price(api, bound[2], { min_price: 3.75 }, '?opt_fields=min_price,max_price,modified_at');
  await price(api, free[3], { max_price: null });
  await assign(api, free[0], plans[2]);
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get('limit=4&sort_by=modified_at&opt_fields=name,modified_at,strategy.name');
  api.wait(30_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '1209000000000012');
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', '1209000000000013');
  await read(api, 'reports', 'latest');
  await price(api, '1209000000000014', { min_price: 5 });
  await price(api, free[1], { min_price: 60, max_price: 45.5 });
  await price(api, free[1], { min_price: 'cheap' });
  await price(api, free[1], { max_price: -4 });
  await price(api, free[1], {});
  await price(api, free[1], { min_price: 8, name: 'Quiet Lamp' });
  await price(api, gone[0], { min_price: 8 });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { json: { min_price: 8 } });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { text: '{"data": {"min_price": ' });
  await assign(api, free[1], '1209000000000015');
  await assign(api, free[1], 'lowest');
  await assign(api, free[1], 17);
  await assign(api, free[1], plans[4]);
  await get('limit=0');
  await get('limit=5&offset=next');
  await get('sort_by=colour');
  await get('modified_since=yesterday');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/strategies?limit=1', 8);
}

async function another(api: Api): Promise<void> {
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const rows = await walk(api, '/v1/listings?limit=15&opt_fields=name,archived,strategy.name,quantity');
  const { free, bound, gone } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies?limit=3')).map(({ gid }) => gid);
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ gid }) => gid);
  await get('limit=8');
  await get('limit=7&sort_by=price&sort_ascending=true&opt_fields=name,price,sku');
  await get('limit=3&sort_by=name');
  await get('archived=false&limit=6&opt_fields=name,archived');
  await get(`strategy=${String(plans[1])}`);
  await get('price.greater_than=150&opt_fields=name,price');
  await get('modified_since=2025-03-15T12:30:00.000Z&opt_fields=modified_at');
  await get('text=rucksack');
  await api.ask('GET', '/v1/strategies?archived=true');
  await api.ask('GET', '/v1/reports?state=finished&opt_fields=name,state');
  await read(api, 'listings', free[2]);
  await read(api, 'listings', bound[3]);
  await read(api, 'listings', gone[1]);
  await read(api, 'listings', free[4], '?opt_fields=name,quantity,owner.name');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[2]);

  await price(api, free[2], { min_price: 9.95, max_price: 520 });
  await read(api, 'listings', free[2]);
  await price(api, bound[3], { min_price: 2.4 });
  await price(api, bound[4], { min_price: null });
  await assign(api, free[2], plans[3]);
  await read(api, 'listings', free[2]);
  await assign(api, bound[3], null);
  await get('limit=3&sort_by=modified_at&opt_fields=name,modified_at');

  await read(api, 'listings', '1209000000000021');
  await read(api, 'listings', 'teapot');
  await read(api, 'strategies', 'margin');
  await read(api, 'reports', '1209000000000022');
  await price(api, 'teapot', { max_price: 30 });
  await price(api, free[5], { min_price: 81.2, max_price: 80 });
  await price(api, free[5], { max_price: 'lots' });
  await price(api, free[5], { min_price: true });
  await price(api, free[5], { min_price: 2_500_000 });
  await price(api, free[5], { shape: 'round' });
  await price(api, gone[2], { max_price: 75 });
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { text: '{"data": {"max_price": 19' });
  await assign(api, free[5], '1209000000000023');
  await assign(api, free[5], 'margin');
  await assign(api, free[5], plans[4]);
  await get('limit=250');
  await get('limit=4&offset=last');
  await get('sort_by=weight');
  await get('shape=round&limit=4');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const compactRecords: WalkedService = {
  name: 'compact-records',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
