// A shop's backend on a well-known Ruby framework: conditions as a member with a predicate behind it (`q[price_gteq]`), of
// which those that nobody knows are passed over and words are the number 0, an order within them, lists under the name of
// what they hold beside a count, a total and a number of pages; whole numbers as ids and a number with a letter for report
// runs; decimals as texts beside the text to show, moments in milliseconds, a record that tells more alone than in a list;
// writes wrapped under their kind, of which unknown members are dropped, digits are rounded and a write that changes nothing
// leaves the moment alone; sentences for each attribute, 401 that tells the key, and a window of time that ends in a plain text.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import { chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '8d1f04c7b25e9a6330f7c1d2e84ab95067f3';
const perWindow = 8;
const usualSize = 25;
const largestSize = 100;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const decimal = (cents: number) => (cents / 100).toFixed(2);
const shownMoney = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const states = ['active', 'active', 'active', 'draft', 'paused', 'discontinued'] as const;

interface Listing {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly description: string | null;
  readonly brand: string;
  readonly state: (typeof states)[number];
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategyId: number | null;
  updated: number;
}

const strategies = [
  { name: 'Beat the lowest offer', kind: 'BeatLowest', active: true, step: 5 },
  { name: 'Match the lowest offer', kind: 'MatchLowest', active: true, step: 0 },
  { name: 'Cost plus twenty percent', kind: 'FixedMargin', active: true, step: 0 },
  { name: 'Holiday markdown', kind: 'Scheduled', active: false, step: 100 },
  { name: 'Clear slow movers', kind: 'Velocity', active: true, step: 25 },
  { name: 'Leave alone', kind: 'Manual', active: true, step: 0 },
  { name: 'Old rules of 2022', kind: 'Scheduled', active: false, step: 50 },
].map((one, index) => {
  const created = pastMoment(`predicate strategy ${index}`) + chance(`predicate strategy ms ${index}`, 1_000);
  return {
    id: index + 1 + (index > 2 ? 2 : 0),
    ...one,
    created,
    updated: created + 86_400_417 * (index + 1),
  };
});
type Strategy = (typeof strategies)[number];

const strategyShown = (one: Strategy): Row => ({
  id: one.id,
  name: one.name,
  type: `Repricing::Strategies::${one.kind}`,
  active: one.active,
  position: strategies.indexOf(one) + 1,
  undercut_amount: decimal(one.step),
  display_undercut_amount: shownMoney(one.step),
  created_at: moment(one.created),
  updated_at: moment(one.updated),
});

function listings(): Listing[] {
  return Array.from({ length: 60 }, (_, index): Listing => {
    const seed = `predicate ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const dear = chance(`${seed} dear`, 12) === 0 ? price * 11 : price;
    return {
      id: 1_204 + index * 3 + chance(`${seed} gap`, 3),
      sku,
      title,
      description: chance(`${seed} described`, 3) > 0 ? `${title} by ${maker}, boxed.` : null,
      brand: maker,
      state: oneOf(`${seed} state`, states),
      price: dear,
      stock: chance(`${seed} empty`, 6) === 0 ? 0 : stock,
      created,
      min: chance(`${seed} min`, 5) > 0 ? Math.round(dear * 0.8) : null,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(dear * 1.3) : null,
      strategyId: chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 5)]!.id : null,
      updated:
        created + chance(`${seed} updated`, 140 * 86_400) * 1_000 + chance(`${seed} updated ms`, 1_000),
    };
  });
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  sku: one.sku,
  title: one.title,
  brand: one.brand,
  state: one.state,
  price: decimal(one.price),
  display_price: shownMoney(one.price),
  min_price: one.min === null ? null : decimal(one.min),
  display_min_price: one.min === null ? null : shownMoney(one.min),
  max_price: one.max === null ? null : decimal(one.max),
  display_max_price: one.max === null ? null : shownMoney(one.max),
  currency: 'USD',
  total_on_hand: one.stock,
  strategy_id: one.strategyId,
  created_at: moment(one.created),
  updated_at: moment(one.updated),
});

/** What one record tells beyond what it tells in a list. */
function listingAlone(one: Listing): Row {
  const strategy = strategies.find(({ id }) => id === one.strategyId);
  return {
    ...listingShown(one),
    description: one.description,
    in_stock: one.stock > 0,
    strategy:
      strategy === undefined
        ? null
        : {
            id: strategy.id,
            name: strategy.name,
            type: `Repricing::Strategies::${strategy.kind}`,
            active: strategy.active,
          },
  };
}

class Refusal extends Error {
  readonly status: number;
  readonly body: Row;

  constructor(status: number, body: Row) {
    super('refused');
    this.status = status;
    this.body = body;
  }
}

const notFound = () => new Refusal(404, { error: 'The resource you were looking for could not be found.' });
const noRoute = () => new Refusal(404, { status: 404, error: 'Not Found' });
const invalid = (errors: Readonly<Record<string, readonly string[]>>) =>
  new Refusal(422, { error: 'Invalid resource. Please fix errors and try again.', errors });

type Value = string | number | boolean | null;
type Kind = 'text' | 'number' | 'moment' | 'flag';

/** A member by which a list is searched, or put in order. */
interface Column<Of> {
  readonly kind: Kind;
  readonly of: (one: Of) => Value;
}
type Columns<Of> = Readonly<Record<string, Column<Of>>>;

/** What a text of a query is for a column; undefined for what there is no value of. */
function cast(kind: Kind, text: string): string | number | boolean | undefined {
  if (kind === 'text') return text;
  if (kind === 'flag') return ['true', 't', '1'].includes(text);
  if (kind === 'number') return Number.parseFloat(text) || 0;
  const read = Date.parse(text);
  return Number.isNaN(read) ? undefined : read;
}

const lower = (value: Value) => String(value ?? '').toLowerCase();

const predicates: Readonly<Record<string, (value: Value, given: Value) => boolean>> = {
  not_eq: (value, given) => value !== given,
  eq: (value, given) => value === given,
  gteq: (value, given) => value !== null && given !== null && value >= given,
  lteq: (value, given) => value !== null && given !== null && value <= given,
  gt: (value, given) => value !== null && given !== null && value > given,
  lt: (value, given) => value !== null && given !== null && value < given,
  not_cont: (value, given) => !lower(value).includes(lower(given)),
  cont: (value, given) => lower(value).includes(lower(given)),
  start: (value, given) => lower(value).startsWith(lower(given)),
};

/** Those that a search finds; what it does not know of is passed over. */
function searched<Of>(query: URLSearchParams, columns: Columns<Of>, all: readonly Of[]): Of[] {
  let found = [...all];
  const lists = new Map<string, string[]>();
  for (const [name, text] of query) {
    const [, inner, list] = /^q\[(\w+)\](\[\])?$/.exec(name) ?? [];
    if (inner === undefined || text === '') continue;
    if (list !== undefined) {
      lists.set(inner, [...(lists.get(inner) ?? []), text]);
      continue;
    }
    const [, names = '', isNot] = /^(\w+?)_(not_)?null$/.exec(inner) ?? [];
    const nullable = columns[names];
    if (nullable !== undefined) {
      const wanted = ['true', 't', '1'].includes(text) === (isNot === undefined);
      found = found.filter((one) => (nullable.of(one) === null) === wanted);
      continue;
    }
    const predicate = Object.keys(predicates).find((ending) => inner.endsWith(`_${ending}`));
    if (predicate === undefined) continue;
    const parts = inner.slice(0, -predicate.length - 1).split('_or_');
    const chosen = parts.map((part) => columns[part]);
    if (chosen.some((column) => column === undefined)) continue;
    const holds = predicates[predicate]!;
    if (chosen.every((column) => cast(column!.kind, text) === undefined)) continue;
    found = found.filter((one) =>
      chosen.some((column) => holds(column!.of(one), cast(column!.kind, text) ?? null)),
    );
  }
  for (const [inner, texts] of lists) {
    const column = columns[inner.replace(/_in$/, '')];
    if (column === undefined || !inner.endsWith('_in')) continue;
    const values = texts.map((text) => cast(column.kind, text));
    found = found.filter((one) => values.includes(column.of(one) ?? undefined));
  }
  const [, by = '', direction] = /^(\w+)(?:\s+(asc|desc))?$/i.exec(query.get('q[s]') ?? '') ?? [];
  const column = columns[by];
  if (column === undefined) return found;
  const sign = direction?.toLowerCase() === 'desc' ? -1 : 1;
  return found.sort((one, other) => {
    const [left, right] = [column.of(one), column.of(other)];
    // The database puts what is not set after everything, and before it where the order is turned round.
    if (left === null || right === null) return sign * (Number(left === null) - Number(right === null));
    return left < right ? -sign : left > right ? sign : 0;
  });
}

const strategyOf = ({ strategyId }: Listing) => strategies.find(({ id }) => id === strategyId);

const listingColumns: Columns<Listing> = {
  id: { kind: 'number', of: ({ id }) => id },
  sku: { kind: 'text', of: ({ sku }) => sku },
  title: { kind: 'text', of: ({ title }) => title },
  brand: { kind: 'text', of: ({ brand }) => brand },
  state: { kind: 'text', of: ({ state }) => state },
  price: { kind: 'number', of: ({ price }) => price / 100 },
  min_price: { kind: 'number', of: ({ min }) => (min === null ? null : min / 100) },
  max_price: { kind: 'number', of: ({ max }) => (max === null ? null : max / 100) },
  total_on_hand: { kind: 'number', of: ({ stock }) => stock },
  strategy_id: { kind: 'number', of: ({ strategyId }) => strategyId },
  strategy_name: { kind: 'text', of: (one) => strategyOf(one)?.name ?? null },
  created_at: { kind: 'moment', of: ({ created }) => created },
  updated_at: { kind: 'moment', of: ({ updated }) => updated },
};

const strategyColumns: Columns<Strategy> = {
  id: { kind: 'number', of: ({ id }) => id },
  name: { kind: 'text', of: ({ name }) => name },
  active: { kind: 'flag', of: ({ active }) => active },
  created_at: { kind: 'moment', of: ({ created }) => created },
};

const reportTypes = ['price_changes', 'lost_sales', 'inventory_value'] as const;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 14 }, (_, index) => ({
    number: `RR${scrambled(`predicate report ${index}`, 9, '0123456789')}`,
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 18_000 * (index + 1) - 137
        : opened - index * 39_600_000 - chance(`predicate report ${index}`, 9_000_000),
    seconds: 110 + index * 15,
    fails: index === 4 || index === 9,
    rows: 30 + chance(`predicate rows ${index}`, 700),
  }));
  type Report = (typeof reports)[number];
  let window = 0;
  let counted = 0;
  let count = 0;

  function stateOf({ created, seconds, fails }: Report): string {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 25 ? 'pending' : elapsed < seconds ? 'processing' : fails ? 'failed' : 'completed';
  }

  function reportShown(report: Report): Row {
    const { number, type, created, seconds, rows } = report;
    const state = stateOf(report);
    const isOver = state === 'completed' || state === 'failed';
    return {
      number,
      report_type: type,
      state,
      rows_count: state === 'completed' ? rows : 0,
      failure_message: state === 'failed' ? 'execution expired' : null,
      download_url:
        state === 'completed'
          ? `${run.origin}/rails/blobs/${scrambled(`blob ${run.run} ${number}`, 48, hex)}/${type}-${number}.csv`
          : null,
      created_at: moment(created),
      started_at: state === 'pending' ? null : moment(created + 25_000),
      completed_at: isOver ? moment(created + seconds * 1_000) : null,
    };
  }

  const reportColumns: Columns<Report> = {
    number: { kind: 'text', of: ({ number }) => number },
    report_type: { kind: 'text', of: ({ type }) => type },
    state: { kind: 'text', of: stateOf },
    created_at: { kind: 'moment', of: ({ created }) => created },
  };

  function listed(name: string, query: URLSearchParams, records: readonly Row[]): Answered {
    const whole = (parameter: string) => Number.parseInt(query.get(parameter) ?? '', 10) || 0;
    const asked = whole('per_page');
    const size = asked > 0 ? Math.min(asked, largestSize) : usualSize;
    const page = Math.max(whole('page'), 1);
    const shown = records.slice((page - 1) * size, page * size);
    return json(200, {
      count: shown.length,
      total_count: records.length,
      current_page: page,
      pages: Math.ceil(records.length / size),
      per_page: size,
      [name]: shown,
    });
  }

  /** What is wrapped under the kind. */
  function wrapped(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad' && request.body !== '') throw new Refusal(400, { status: 400, error: 'Bad Request' });
    const inner = sent !== 'bad' && isObject(sent.json) ? sent.json.listing : undefined;
    if (!isObject(inner) || Object.keys(inner).length === 0) {
      throw new Refusal(422, { exception: 'param is missing or the value is empty: listing' });
    }
    return inner;
  }

  function saved(listing: Listing, change: Partial<Pick<Listing, 'min' | 'max' | 'strategyId'>>): Answered {
    const hasChanged = Object.entries(change).some(
      ([name, value]) => listing[name as keyof typeof change] !== value,
    );
    if (hasChanged) Object.assign(listing, change, { updated: run.now() });
    return json(200, listingAlone(listing));
  }

  function refuseDiscontinued({ state }: Listing): void {
    if (state === 'discontinued') throw invalid({ base: ['Discontinued listings cannot be changed'] });
  }

  function priced(listing: Listing, request: Asked): Answered {
    const sent = wrapped(request);
    const errors: Record<string, string[]> = {};
    const read = (name: 'min_price' | 'max_price', now: number | null): number | null => {
      const value = sent[name];
      if (value === undefined) return now;
      if (value === null || value === '') return null;
      const number =
        typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value))
          ? Number(value)
          : undefined;
      if (number === undefined) {
        errors[name] = ['is not a number'];
        return now;
      }
      if (number < 0) errors[name] = ['must be greater than or equal to 0'];
      if (number >= 1_000_000) errors[name] = ['must be less than 1000000'];
      return Math.round(Number((number * 100).toFixed(6)));
    };
    const min = read('min_price', listing.min);
    const max = read('max_price', listing.max);
    if (errors.min_price === undefined && errors.max_price === undefined) {
      if (min !== null && max !== null && min > max) {
        errors.min_price = [`must be less than or equal to ${decimal(max)}`];
      }
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    refuseDiscontinued(listing);
    return saved(listing, { min, max });
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: value } = wrapped(request);
    if (value === undefined) return saved(listing, {});
    refuseDiscontinued(listing);
    if (value === null || value === '') return saved(listing, { strategyId: null });
    const id = Math.trunc(Number(JSON.stringify(value).replaceAll('"', ''))) || 0;
    const strategy = strategies.find((one) => one.id === id);
    if (strategy === undefined) throw invalid({ strategy: ['must exist'] });
    if (!strategy.active) throw invalid({ strategy: ['is not active'] });
    return saved(listing, { strategyId: id });
  }

  function found<One>(one: One | undefined): One {
    if (one === undefined) throw notFound();
    return one;
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw noRoute();
    if (!['listings', 'strategies', 'reports'].includes(kind)) throw noRoute();
    if (part !== undefined) {
      if (kind !== 'listings' || !['PATCH', 'PUT'].includes(request.method)) throw noRoute();
      if (part !== 'price' && part !== 'strategy') throw noRoute();
    } else if (request.method !== 'GET') throw noRoute();
    const number = Number.parseInt(id ?? '', 10);
    if (kind === 'listings') {
      if (id === undefined) {
        const ids = query.get('ids')?.split(',').map(Number);
        const some = ids === undefined ? all : all.filter((one) => ids.includes(one.id));
        return listed('listings', query, searched(query, listingColumns, some).map(listingShown));
      }
      const listing = found(all.find((one) => one.id === number));
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      return json(200, listingAlone(listing));
    }
    if (kind === 'strategies') {
      if (id === undefined) {
        return listed('strategies', query, searched(query, strategyColumns, strategies).map(strategyShown));
      }
      return json(200, strategyShown(found(strategies.find((one) => one.id === number))));
    }
    if (id === undefined) {
      return listed('reports', query, searched(query, reportColumns, reports).map(reportShown));
    }
    return json(200, reportShown(found(reports.find((one) => one.number === id))));
  }

  function guarded(request: Asked): Answered {
    const given = request.headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, { error: 'You must specify an API key.' });
    if (given !== key) throw new Refusal(401, { error: `Invalid API key (${given}) specified.` });
    return answer(request);
  }

  return (request) => {
    count += 1;
    const now = run.now();
    if (Math.floor(now / 1_000) !== window) [window, counted] = [Math.floor(now / 1_000), 0];
    counted += 1;
    if (counted > perWindow) {
      return {
        status: 429,
        headers: [
          ['Content-Type', 'text/plain'],
          ['Retry-After', '1'],
        ],
        body: 'Retry later\n',
      };
    }
    const told: Answered['headers'] = [
      ['X-Request-Id', uuid(`predicate ${run.run} ${count}`)],
      ['X-Answered-In', `0.0${10_000 + chance(`runtime ${run.run} ${count}`, 80_000)}`],
    ];
    const type = 'application/json; charset=utf-8';
    try {
      const { status, body } = guarded(request);
      return {
        status,
        headers: [
          ['Content-Type', type],
          ['ETag', `W/"${digest(body).slice(0, 32)}"`],
          ['Cache-Control', 'max-age=0, private, must-revalidate'],
          ...told,
        ],
        body,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.body, [['Cache-Control', 'no-cache'], ...told], type);
    }
  };
}

/** Counts the pages that a list says it has. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [, kind = ''] = /^\/v1\/(\w+)/.exec(target) ?? [];
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const asked = page === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
    const received: Received = await api.ask('GET', asked);
    rows.push(...rowsAt(received, kind));
    pages = Number(textIfAny(received, 'pages') ?? 0);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { listing } });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { listing: { strategy_id: strategy } } });

async function idsIn(api: Api, size: string) {
  const rows = await walk(api, `/v1/listings${size}`);
  return {
    open: rows.filter(({ state }) => state !== 'discontinued').map(({ id }) => id),
    closed: rows.filter(({ state }) => state === 'discontinued').map(({ id }) => id),
  };
}

async function recorded(api: Api): Promise<void> {
  const { open: ids, closed } = await idsIn(api, '');
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?per_page=6')).map(({ number }) => number);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('per_page=10&page=2');
  await get('per_page=500');
  await get('page=12');
  await get('page=0&per_page=4');
  await get('per_page=none&page=two');
  await get('q[state_eq]=active&per_page=20');
  await get('q[state_eq]=paused');
  await get('q[state_in][]=draft&q[state_in][]=paused&per_page=30');
  await get('q[brand_eq]=Velmora');
  await get('q[title_cont]=lamp');
  await get('q[title_or_sku_cont]=zem&per_page=5');
  await get('q[sku_start]=HAL');
  await get('q[price_gteq]=100&per_page=40');
  await get('q[price_gteq]=50&q[price_lteq]=80.5');
  await get('q[price_lt]=40&q[state_eq]=active');
  await get('q[total_on_hand_eq]=0');
  await get(`q[strategy_id_eq]=${String(plans[0])}`);
  await get('q[strategy_id_null]=true&per_page=15');
  await get('q[updated_at_gteq]=2025-03-01T00:00:00Z&per_page=12');
  await get('q[s]=price+desc&per_page=8');
  await get('q[s]=price+asc&q[state_eq]=active&per_page=6');
  await get('q[s]=title+asc&per_page=7');
  await get('q[s]=updated_at+desc&per_page=5');
  await get('q[title_cont]=nothinglikethis');
  await get('q[colour_eq]=red&per_page=3');
  await get('q[s]=colour+desc&per_page=3');
  await get('q[price_gteq]=cheap&per_page=3');
  await get(`ids=${String(ids[2])},${String(ids[5])}`);
  await api.ask('GET', '/v1/strategies?q[active_eq]=true');
  await api.ask('GET', '/v1/strategies?q[name_cont]=lowest');
  await api.ask('GET', '/v1/reports?q[state_eq]=completed&per_page=4');
  await api.ask('GET', '/v1/reports?q[report_type_eq]=lost_sales');
  for (const index of [0, 4, 9, 16, 25]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', closed[0]);
  await read(api, 'strategies', plans[1]);
  await read(api, 'strategies', plans[3]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, ids[0], { min_price: '19.90', max_price: '249.00' });
  await read(api, 'listings', ids[0]);
  await price(api, ids[4], { min_price: 12.5, max_price: 1310 });
  await read(api, 'listings', ids[4]);
  await price(api, ids[9], { max_price: '2420.15' });
  await price(api, ids[16], { max_price: null });
  await read(api, 'listings', ids[16]);
  await price(api, ids[16], { max_price: '512.345' });
  await price(api, ids[0], { min_price: '19.90' });
  await assign(api, ids[0], plans[1]);
  await read(api, 'listings', ids[0]);
  await assign(api, ids[4], plans[2]);
  await assign(api, ids[9], null);
  await read(api, 'listings', ids[9]);
  await get('q[s]=updated_at+desc&per_page=4');
  await get(`q[strategy_id_eq]=${String(plans[1])}`);
  api.wait(30_000);
  await api.ask('GET', '/v1/reports?per_page=3');

  await read(api, 'listings', 999);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 4);
  await read(api, 'reports', 'RR000000001');
  await price(api, 998, { min_price: '3.00' });
  await price(api, ids[6], { min_price: '30.00', max_price: '20.00' });
  await price(api, ids[7], { min_price: 99.99, max_price: 99.98 });
  await price(api, ids[6], { min_price: 'cheap' });
  await price(api, ids[6], { min_price: 'cheap', max_price: 'dear' });
  await price(api, ids[6], { min_price: -4 });
  await price(api, ids[6], { max_price: 2_000_000 });
  await price(api, ids[6], { min_price: -1, max_price: '-3' });
  await price(api, ids[6], {});
  await price(api, ids[6], { colour: 'red' });
  await price(api, closed[0], { min_price: '5.00' });
  await api.ask('PATCH', `/v1/listings/${String(ids[6])}/price`, { json: { min_price: '7.00' } });
  await api.ask('PATCH', `/v1/listings/${String(ids[6])}/price`, { text: '{"listing": ' });
  await assign(api, ids[6], 77);
  await assign(api, ids[6], plans[3]);
  await assign(api, ids[6], 'fast');
  await assign(api, closed[0], plans[4]);
  await assign(api, 997, plans[0]);
  await api.ask('PATCH', `/v1/listings/${String(ids[6])}/strategy`, { json: {} });
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[6])}`);
  await api.ask('GET', '/v1/listings?per_page=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': '0000aaaa1111bbbb' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?per_page=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?per_page=5');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { open: ids, closed } = await idsIn(api, '?per_page=30');
  const plans = (await walk(api, '/v1/strategies?per_page=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?per_page=9')).map(({ number }) => number);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('per_page=7&page=3');
  await get('per_page=12&page=20');
  await get('per_page=0&page=2');
  await get('page=last&per_page=5');
  await get('q[state_eq]=draft&per_page=4&page=2');
  await get('q[state_in][]=active&q[state_in][]=discontinued&per_page=9');
  await get('q[brand_eq]=Oskelby');
  await get('q[title_cont]=rug&q[s]=title+desc');
  await get('q[title_or_sku_cont]=quil');
  await get('q[sku_start]=TAR');
  await get('q[price_lteq]=45');
  await get('q[price_gteq]=120.25&q[s]=price+asc&per_page=10');
  await get('q[total_on_hand_gt]=100&per_page=6');
  await get(`q[strategy_id_eq]=${String(plans[2])}&per_page=3`);
  await get('q[strategy_id_null]=false&per_page=11');
  await get('q[updated_at_gteq]=2025-06-15T12:00:00Z&q[s]=updated_at+desc');
  await get('q[s]=total_on_hand+asc&per_page=9');
  await get('q[s]=created_at+desc&per_page=4');
  await get('q[shape_cont]=round&per_page=2');
  await get(`ids=${String(ids[1])},${String(ids[8])},${String(ids[13])}`);
  await api.ask('GET', '/v1/strategies?q[active_eq]=false');
  await api.ask('GET', '/v1/strategies?q[name_cont]=move');
  await api.ask('GET', '/v1/reports?q[state_eq]=failed');
  await api.ask('GET', '/v1/reports?q[report_type_eq]=inventory_value&per_page=2');
  for (const index of [1, 5, 11, 18]) await read(api, 'listings', ids[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[8]);

  await price(api, ids[1], { min_price: '9.75', max_price: '1333.00' });
  await read(api, 'listings', ids[1]);
  await price(api, ids[5], { max_price: 2601.2 });
  await read(api, 'listings', ids[5]);
  await price(api, ids[11], { min_price: 4, max_price: null });
  await read(api, 'listings', ids[11]);
  await assign(api, ids[1], plans[4]);
  await read(api, 'listings', ids[1]);
  await assign(api, ids[11], null);
  await get('q[s]=updated_at+desc&per_page=3');
  await get(`q[strategy_id_eq]=${String(plans[4])}&per_page=50`);

  await read(api, 'listings', 42);
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', 'RR1');
  await price(api, 43, { max_price: 30 });
  await price(api, ids[10], { min_price: '71.20', max_price: '70.00' });
  await price(api, ids[10], { max_price: 'lots' });
  await price(api, ids[10], { min_price: -0.5 });
  await price(api, ids[10], { max_price: 1_000_001 });
  await price(api, ids[10], { shape: 'round' });
  await price(api, closed[1], { max_price: 800 });
  await api.ask('PATCH', `/v1/listings/${String(ids[10])}/price`, { json: { max_price: 8 } });
  await assign(api, ids[10], 55);
  await assign(api, ids[10], plans[3]);
  await assign(api, closed[1], plans[0]);
  await api.ask('PATCH', `/v1/listings/${String(ids[10])}/strategy`, { text: '{"listing"' });
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?per_page=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?per_page=3', { headers: { 'X-API-KEY': 'ffff2222eeee' } });
}

export const searchPredicates: WalkedService = {
  name: 'search-predicates',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=100'],
  walk,
};
