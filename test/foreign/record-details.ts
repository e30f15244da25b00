// The shop of a dealer in musical instruments, spoken to as the newer interface of a widespread customer support desk: listings by
// cursors to and fro (`page[size]`, `page[after]`, `meta.has_more`, `links.next`), strategies and report runs still by the older
// numbered pages (`count`, `next_page`), a record under its singular name with its own `url`, what listings refer to beside them on
// demand, custom fields by number. Faults of a record stand by attribute under `details`; those of a request, of pages, of the path
// and of the key have each another form, and who asks too often in a minute is told so in plain text.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid, base62 } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'nRk2vT8sQx5LbW9dHc3MzY7fJp4GaE6u';
const callsPerMinute = 30;
const minute = 60_000;
const usualSize = 10;
const largestSize = 100;
const largestPrice = 25_000;

const statuses = ['active', 'paused', 'ended'];
const runStatuses = ['queued', 'working', 'completed', 'failed'];

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z/, 'Z');

interface Instrument {
  readonly id: number;
  readonly externalId: string | null;
  readonly title: string;
  readonly brand: string;
  readonly status: string;
  readonly price: number;
  readonly stock: number;
  readonly tags: readonly string[];
  readonly customFields: readonly Row[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

interface Strategy {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly active: boolean;
  readonly created: number;
}

const strategies = [
  { name: 'Follow the lowest', kind: 'lowest_price', active: true },
  { name: 'Stay in the middle', kind: 'median_price', active: true },
  { name: 'Fixed margin', kind: 'margin', active: true },
  { name: 'Sell off', kind: 'markdown', active: true },
  { name: 'Summer fair', kind: 'markdown', active: false },
].map((strategy, index): Strategy => ({
  id: 360_000_481_077 + 4_020 * index + 20 * chance(`details strategy ${index}`, 150),
  created: Date.UTC(2023, 10, 6 + 9 * index, 10, 14, 7 + index),
  ...strategy,
}));

const goods = [
  'Ukulele',
  'Melodica',
  'Cajon',
  'Kalimba',
  'Bass Amp',
  'Mic Stand',
  'Violin Bow',
  'Snare Drum',
];
const makers = ['Halvik', 'Oskelby', 'Norrast', 'Zembro'];

function instruments(): Instrument[] {
  let id = 360_011_240_317;
  const times = Array.from({ length: 28 }, (_, index) => pastMoment(`details ${index}`));
  return times
    .sort((one, other) => one - other)
    .map((created, index): Instrument => {
      const seed = `details listing ${index}`;
      id += 20 * (1 + chance(`${seed} id`, 900));
      const brand = oneOf(`${seed} brand`, makers);
      const price = 1_490 + 5 * chance(`${seed} price`, 9_000);
      const hasMin = chance(`${seed} min`, 4) > 0;
      const hasStrategy = hasMin && chance(`${seed} strategy`, 5) > 1;
      return {
        id,
        externalId:
          chance(`${seed} external`, 5) === 0 ? null : `MU-${40_000 + chance(`${seed} sku`, 9_999)}`,
        title: `${brand} ${oneOf(`${seed} good`, goods)} ${oneOf(`${seed} model`, ['I', 'II', '20', '35', 'S'])}`,
        brand,
        status: [0, 0, 0, 0, 1, 2].map((at) => statuses[at]!)[chance(`${seed} status`, 6)]!,
        price: price / 100,
        stock: chance(`${seed} stock`, 30),
        tags: ['acoustic', 'beginner', 'stage', 'wood'].filter((tag) => chance(seed + tag, 3) === 0),
        customFields: [
          {
            id: 360_038_214_097,
            value: oneOf(`${seed} condition`, ['new', 'new', 'b_stock', 'refurbished']),
          },
          {
            id: 360_038_214_117,
            value: chance(`${seed} shelved`, 4) === 0 ? null : `R${1 + chance(`${seed} shelf`, 9)}`,
          },
          { id: 360_038_214_137, value: chance(`${seed} serial`, 2) === 0 },
        ],
        created,
        min: hasMin ? Math.round(price * 0.85) / 100 : null,
        max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4) / 100,
        strategy: hasStrategy ? strategies[chance(`${seed} which`, 4)]!.id : null,
        updated: created + chance(`${seed} updated`, 70 * 86_400) * 1_000,
      };
    });
}

class Refusal extends Error {
  readonly status: number;
  readonly shown: Row;

  constructor(status: number, shown: Row) {
    super(JSON.stringify(shown));
    this.status = status;
    this.shown = shown;
  }
}

const notFound = (error: 'RecordNotFound' | 'InvalidEndpoint') =>
  new Refusal(404, { error, description: 'Not found' });

const invalidAttribute = (name: string, words: string) =>
  new Refusal(400, {
    error: {
      title: 'Invalid attribute',
      message: `You passed an invalid value for the ${name} attribute. ${words}`,
    },
  });

const invalidPaging = (detail: string) =>
  new Refusal(400, {
    errors: [{ code: 'InvalidPaginationParameter', title: 'Invalid pagination parameter', detail }],
  });

interface Fault {
  readonly description: string;
  readonly error?: 'BlankValue' | 'InvalidFormat' | 'InvalidValue';
}
type Details = Record<string, Fault[]>;

function refuseFaults(details: Details): void {
  if (Object.keys(details).length === 0) return;
  throw new Refusal(422, { error: 'RecordInvalid', description: 'Record validation errors', details });
}

/** A whole number of a path, a query or a body. */
function integerOf(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  throw invalidAttribute(name, 'Must be an integer');
}

/** What a query has under `name`; undefined for what it has not. */
const param = (query: URLSearchParams, name: string): string | undefined => query.get(name) ?? undefined;

/** What one of some words is expected for. */
function wordOf(query: URLSearchParams, name: string, words: readonly string[]): string | undefined {
  const text = param(query, name);
  if (text !== undefined && !words.includes(text)) {
    throw invalidAttribute(name, `Must be one of: ${words.join(', ')}`);
  }
  return text;
}

/** Where a row stands in an order: by the value it is sorted by, else by its id. */
type Place = readonly [value: number | string, id: number];

function comparePlaces([value, id]: Place, [other, otherId]: Place): number {
  if (value !== other) return value < other ? -1 : 1;
  return id - otherId;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The order and the place that it stands for, both not meant to be read. */
const cursorOf = (order: string, place: Place): string =>
  base64(JSON.stringify({ o: order, v: base64(JSON.stringify(place)) }));

function placeOf(query: URLSearchParams, name: string, order: string): Place | undefined {
  const text = param(query, name);
  if (text === undefined) return undefined;
  const read = (encoded: unknown): unknown => {
    try {
      return JSON.parse(Buffer.from(String(encoded), 'base64').toString()) as unknown;
    } catch {
      throw invalidPaging(`${name} is not valid`);
    }
  };
  const cursor = read(text);
  if (!isObject(cursor) || cursor.o !== order) throw invalidPaging(`${name} is not valid`);
  return read(cursor.v) as Place;
}

interface Report {
  readonly id: number;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly total: number;
  readonly fails: boolean;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = instruments();
  const reports = Array.from({ length: 13 }, (_, index): Report => {
    const ago =
      index < 2 ? 25_000 * (index + 1) : index * 41_000_000 + chance(`details report ${index}`, 30_000_000);
    return {
      id: 80_416 - 7 * index - chance(`details report id ${index}`, 6),
      type: ['price_history', 'stock', 'competition'][index % 3]!,
      created: opened - ago,
      seconds: 70 + 10 * index,
      total: 60 + chance(`details report rows ${index}`, 2_400),
      fails: index === 3 || index === 8,
    };
  });
  let window = { begun: 0, count: 0 };
  let asked = 0;

  const urlOf = (kind: string, id: number): string => `${run.origin}/v1/${kind}/${id}`;

  const listingShown = (one: Instrument): Row => ({
    url: urlOf('listings', one.id),
    id: one.id,
    external_id: one.externalId,
    title: one.title,
    brand: one.brand,
    status: one.status,
    currency: 'EUR',
    price: one.price,
    min_price: one.min,
    max_price: one.max,
    strategy_id: one.strategy,
    stock: one.stock,
    tags: one.tags,
    custom_fields: one.customFields,
    created_at: moment(one.created),
    updated_at: moment(one.updated),
  });

  const strategyShown = ({ id, name, kind, active, created }: Strategy): Row => ({
    url: urlOf('strategies', id),
    id,
    name,
    kind,
    active,
    position: strategies.findIndex((one) => one.id === id) + 1,
    created_at: moment(created),
    updated_at: moment(created + (id % 40) * 86_400_000),
  });

  function statusOf({ created, seconds, fails }: Report): string {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 15 ? 'queued' : elapsed < seconds ? 'working' : fails ? 'failed' : 'completed';
  }

  function reportShown(one: Report): Row {
    const { id, type, created, seconds, total } = one;
    const status = statusOf(one);
    const elapsed = (run.now() - created) / 1_000;
    const ended = moment(created + seconds * 1_000);
    const signature = scrambled(`details ${run.run} ${id}`, 32, base62);
    return {
      url: urlOf('reports', id),
      id,
      type,
      status,
      progress:
        status === 'completed'
          ? total
          : status === 'working'
            ? Math.floor((total * elapsed) / seconds)
            : null,
      total,
      message:
        status === 'completed'
          ? `Completed at ${ended.replace('T', ' ').replace('Z', ' +0000')}`
          : status === 'failed'
            ? 'Export timed out'
            : null,
      download_url:
        status === 'completed'
          ? `https://files.halvik-music.example/exports/${id}.csv?signature=${signature}`
          : null,
      created_at: moment(created),
      updated_at:
        status === 'completed' || status === 'failed' ? ended : moment(Math.min(run.now(), created + 15_000)),
    };
  }

  /** What is shown beside listings where `include` asks for it. */
  function beside(listings: readonly Instrument[], query: URLSearchParams): Row {
    if (!(query.get('include') ?? '').split(',').includes('strategies')) return {};
    const ids = new Set(listings.map(({ strategy }) => strategy));
    return { strategies: strategies.filter(({ id }) => ids.has(id)).map(strategyShown) };
  }

  /** The same list from another place: what was asked for stays, the page comes last. */
  function linkTo(
    path: string,
    query: URLSearchParams,
    page: readonly (readonly [string, string])[],
  ): string {
    const kept = [...query].filter(([name]) => !/^(?:page|per_page)\b/.test(name));
    const pairs = [...kept, ...page].map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
    return `${run.origin}${path}?${pairs.join('&')}`;
  }

  function filtersOf(query: URLSearchParams): readonly ((one: Instrument) => boolean)[] {
    for (const name of query.keys()) {
      const [, filter] = /^filter\[(.*)\]$/.exec(name) ?? [];
      if (filter !== undefined && !['status', 'brand', 'strategy_id', 'external_id'].includes(filter)) {
        throw invalidAttribute(name, 'Is not a supported filter');
      }
    }
    const status = wordOf(query, 'filter[status]', statuses);
    const brand = param(query, 'filter[brand]')?.toLowerCase();
    const externalId = param(query, 'filter[external_id]');
    const strategy = param(query, 'filter[strategy_id]');
    const strategyId = strategy === undefined ? undefined : integerOf('filter[strategy_id]', strategy);
    return [
      (one) => status === undefined || one.status === status,
      (one) => brand === undefined || one.brand.toLowerCase() === brand,
      (one) => externalId === undefined || one.externalId === externalId,
      (one) => strategyId === undefined || one.strategy === strategyId,
    ];
  }

  function listed(path: string, query: URLSearchParams): Answered {
    const size = integerOf('page[size]', query.get('page[size]') ?? usualSize);
    if (size < 1 || size > largestSize) {
      throw invalidPaging(`page[size] must be between 1 and ${largestSize}`);
    }
    const filters = filtersOf(query);
    const order = query.get('sort') ?? 'id';
    const by = order.replace(/^-/, '');
    const values: Readonly<Record<string, (one: Instrument) => number | string>> = {
      id: ({ id }) => id,
      title: ({ title }) => title,
      price: ({ price }) => price,
      created_at: ({ created }) => moment(created),
      updated_at: ({ updated }) => moment(updated),
    };
    const valueOf = Object.hasOwn(values, by) ? values[by] : undefined;
    if (valueOf === undefined) throw invalidPaging('sort is not valid');
    const sign = order.startsWith('-') ? -1 : 1;
    const place = (one: Instrument): Place => [valueOf(one), one.id];
    const compared = (one: Place, other: Place) => sign * comparePlaces(one, other);

    const found = all
      .filter((one) => filters.every((holds) => holds(one)))
      .sort((one, other) => compared(place(one), place(other)));
    const after = placeOf(query, 'page[after]', order);
    const before = placeOf(query, 'page[before]', order);
    const left = found.filter(
      (one) =>
        (after === undefined || compared(place(one), after) > 0) &&
        (before === undefined || compared(place(one), before) < 0),
    );
    const isBackwards = before !== undefined && after === undefined;
    const page = isBackwards ? left.slice(-size) : left.slice(0, size);
    const [first, last] = [page[0], page.at(-1)];
    const [beforeCursor, afterCursor] = [first, last].map((one) =>
      one === undefined ? null : cursorOf(order, place(one)),
    );
    const link = (name: string, cursor: string | null | undefined) =>
      typeof cursor === 'string'
        ? linkTo(path, query, [
            ['page[size]', String(size)],
            [name, cursor],
          ])
        : null;
    return json(200, {
      listings: page.map(listingShown),
      ...beside(page, query),
      meta: {
        has_more: left.length > size,
        after_cursor: afterCursor,
        before_cursor: beforeCursor,
      },
      links: { prev: link('page[before]', beforeCursor), next: link('page[after]', afterCursor) },
    });
  }

  /** A list by the older, numbered pages. */
  function numbered(path: string, name: string, rows: readonly Row[], query: URLSearchParams): Answered {
    const page = Math.max(integerOf('page', query.get('page') ?? 1), 1);
    const wanted = integerOf('per_page', query.get('per_page') ?? usualSize);
    const size = wanted < 1 ? usualSize : Math.min(wanted, largestSize);
    const link = (number: number) =>
      linkTo(path, query, [
        ['page', String(number)],
        ['per_page', String(size)],
      ]);
    return json(200, {
      [name]: rows.slice((page - 1) * size, page * size),
      count: rows.length,
      next_page: page * size < rows.length ? link(page + 1) : null,
      previous_page: page > 1 ? link(page - 1) : null,
      page,
      per_page: size,
    });
  }

  function listedReports(path: string, query: URLSearchParams): Answered {
    const status = wordOf(query, 'status', runStatuses);
    const type = param(query, 'type');
    const by = wordOf(query, 'sort_by', ['created_at', 'id', 'total']) ?? 'created_at';
    const isUp = wordOf(query, 'sort_order', ['asc', 'desc']) === 'asc';
    const valueOf = ({ id, created, total }: Report) => (by === 'id' ? id : by === 'total' ? total : created);
    const rows = reports
      .filter(
        (one) =>
          (status === undefined || statusOf(one) === status) && (type === undefined || one.type === type),
      )
      .sort((one, other) => (isUp ? 1 : -1) * (valueOf(one) - valueOf(other)));
    return numbered(path, 'report_runs', rows.map(reportShown), query);
  }

  function byId<One extends { readonly id: number }>(rows: readonly One[], text: string): One {
    const id = integerOf('id', text);
    const one = rows.find((row) => row.id === id);
    if (one === undefined) throw notFound('RecordNotFound');
    return one;
  }

  /** What a body says of a listing. */
  function sentOf(request: Asked): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent === 'bad') {
      throw new Refusal(422, { error: 'Unprocessable Entity', message: 'Server could not parse JSON' });
    }
    const listing = isObject(sent.json) ? sent.json.listing : undefined;
    if (!isObject(listing)) throw invalidAttribute('listing', 'Must be an object');
    return listing;
  }

  function refuseEnded({ status }: Instrument): void {
    if (status === 'ended') {
      refuseFaults({ status: [{ description: 'Status: ended prevents listing update' }] });
    }
  }

  /** A bound as it was sent: a number, or a text with one. */
  function boundOf(value: unknown, label: string, faults: Fault[]): number | null {
    if (value === null || value === '') return null;
    const isDecimal = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
    if (typeof value !== 'number' && !isDecimal) {
      faults.push({ description: `${label}: is not a number`, error: 'InvalidFormat' });
      return null;
    }
    const number = Number(value);
    const refuse = (words: string) =>
      faults.push({ description: `${label}: ${words}`, error: 'InvalidValue' });
    if (number <= 0) refuse('must be greater than 0');
    if (number > largestPrice) refuse(`must be less than or equal to ${largestPrice}`);
    return Math.round(number * 100) / 100;
  }

  /** Keeps what was sent where it is valid. */
  function saved(one: Instrument, min: number | null, max: number | null, strategy: number | null): void {
    if (one.min !== min || one.max !== max || one.strategy !== strategy) one.updated = run.now();
    [one.min, one.max, one.strategy] = [min, max, strategy];
  }

  const blankMin: Fault = {
    description: 'Min price: cannot be blank while a strategy is assigned',
    error: 'BlankValue',
  };

  function priced(one: Instrument, sent: Row): void {
    refuseEnded(one);
    const faults: { readonly min_price: Fault[]; readonly max_price: Fault[] } = {
      min_price: [],
      max_price: [],
    };
    const min =
      sent.min_price === undefined ? one.min : boundOf(sent.min_price, 'Min price', faults.min_price);
    const max =
      sent.max_price === undefined ? one.max : boundOf(sent.max_price, 'Max price', faults.max_price);
    if (faults.min_price.length === 0 && faults.max_price.length === 0) {
      if (min === null && one.strategy !== null) faults.min_price.push(blankMin);
      if (min !== null && max !== null && min >= max) {
        faults.min_price.push({
          description: 'Min price: must be less than max price',
          error: 'InvalidValue',
        });
      }
    }
    refuseFaults(Object.fromEntries(Object.entries(faults).filter(([, some]) => some.length > 0)));
    saved(one, min, max, one.strategy);
  }

  function assigned(one: Instrument, { strategy_id: value }: Row): void {
    const id = value === undefined || value === null ? value : integerOf('listing[strategy_id]', value);
    refuseEnded(one);
    const refuse = (description: string, error: Fault['error']): void => {
      refuseFaults({ strategy: [{ description: `Strategy: ${description}`, ...(error && { error }) }] });
    };
    if (id === undefined) refuse('cannot be blank', 'BlankValue');
    const strategy = strategies.find((each) => each.id === id);
    if (typeof id === 'number' && strategy === undefined) refuse('is invalid', 'InvalidValue');
    if (strategy?.active === false) refuse(`${strategy.name} is deactivated`, 'InvalidValue');
    if (strategy !== undefined && one.min === null) refuseFaults({ min_price: [blankMin] });
    saved(one, one.min, one.max, strategy?.id ?? null);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const { method } = request;
    if (root !== 'v1' || more.length > 0) throw notFound('InvalidEndpoint');
    if (kind === 'listings' && id !== undefined && part !== undefined) {
      if (method !== 'PATCH' || !['price', 'strategy'].includes(part)) throw notFound('InvalidEndpoint');
      const sent = sentOf(request);
      const one = byId(all, id);
      if (part === 'price') priced(one, sent);
      else assigned(one, sent);
      return json(200, { listing: listingShown(one) });
    }
    if (method !== 'GET' || part !== undefined) throw notFound('InvalidEndpoint');
    if (kind === 'listings') {
      if (id === undefined) return listed(path, query);
      const one = byId(all, id);
      return json(200, { listing: listingShown(one), ...beside([one], query) });
    }
    if (kind === 'strategies') {
      return id === undefined
        ? numbered(path, 'strategies', strategies.map(strategyShown), query)
        : json(200, { strategy: strategyShown(byId(strategies, id)) });
    }
    if (kind !== 'reports') throw notFound('InvalidEndpoint');
    return id === undefined
      ? listedReports(path, query)
      : json(200, { report_run: reportShown(byId(reports, id)) });
  }

  /** Counts the requests of each minute of the clock; says what is left, and whether there was any. */
  function counted(): { readonly told: Headers; readonly isTooMany: boolean; readonly reset: string } {
    const now = run.now();
    const begun = now - (now % minute);
    if (begun !== window.begun) window = { begun, count: 0 };
    window.count += 1;
    const left = String(Math.max(callsPerMinute - window.count, 0));
    const reset = String(Math.ceil((begun + minute - now) / 1_000));
    const told: Headers = [
      ['X-Rate-Limit', String(callsPerMinute)],
      ['X-Rate-Limit-Remaining', left],
      ['ratelimit-limit', String(callsPerMinute)],
      ['ratelimit-remaining', left],
      ['ratelimit-reset', reset],
    ];
    return { told, isTooMany: window.count > callsPerMinute, reset };
  }

  /** As it goes out: with a tag of what it says, and without a body to those who have it. */
  function sent({ status, headers, body }: Answered, request: Asked): Answered {
    const others = headers.filter(([name]) => name !== 'Content-Type');
    const type: Headers = [['Content-Type', 'application/json; charset=utf-8']];
    if (status !== 200) return { status, headers: [...type, ['Cache-Control', 'no-cache'], ...others], body };
    const tag = `W/"${createHash('md5').update(body).digest('hex')}"`;
    const kept: Headers = [
      ['Cache-Control', 'max-age=0, private, must-revalidate'],
      ['ETag', tag],
      ...others,
    ];
    return request.method === 'GET' && request.headers['if-none-match'] === tag
      ? { status: 304, headers: kept, body: '' }
      : { status, headers: [...type, ...kept], body };
  }

  return (request) => {
    asked += 1;
    const always: Headers = [['X-Request-Id', uuid(`details ${run.run} ${asked}`)]];
    if (request.headers['x-api-key'] !== key) {
      return sent(json(401, { error: "Couldn't authenticate you" }, always), request);
    }
    const { told, isTooMany, reset } = counted();
    if (isTooMany) {
      return {
        status: 429,
        headers: [['Content-Type', 'text/plain; charset=utf-8'], ...told, ['Retry-After', reset], ...always],
        body: 'Number of allowed API requests per minute exceeded',
      };
    }
    try {
      const answered = answer(request);
      return sent({ ...answered, headers: [...answered.headers, ...told, ...always] }, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(json(error.status, error.shown, [...told, ...always]), request);
    }
  };
}

/** The records of a page, whichever list it belongs to. */
const rowsOf = (received: Received): readonly Row[] =>
  ['listings', 'report_runs', 'strategies']
    .map((name) => rowsAt(received, name))
    .find(({ length }) => length > 0) ?? [];

/** Follows the link to the next page: of a list with cursors as long as it says that there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsOf(received));
    next =
      at(received, 'meta', 'has_more') === true
        ? textIfAny(received, 'links', 'next')
        : textIfAny(received, 'next_page');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { listing } });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { listing: { strategy_id: strategy } } });

/** The ids of listings that were read, by what can be done with them. */
interface Ids {
  /** With both bounds and no strategy. */
  readonly free: readonly unknown[];
  /** With a strategy. */
  readonly bound: readonly unknown[];
  /** Without a lower bound. */
  readonly open: readonly unknown[];
  readonly ended: readonly unknown[];
  /** A price near that of a listing. */
  readonly near: (id: unknown, factor: number) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const onSale = rows.filter(({ status }) => status !== 'ended');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      onSale.filter((row) => row.min_price !== null && row.max_price !== null && row.strategy_id === null),
    ),
    bound: ids(onSale.filter((row) => row.strategy_id !== null)),
    open: ids(onSale.filter((row) => row.min_price === null)),
    ended: ids(rows.filter(({ status }) => status === 'ended')),
    near: (id, factor) =>
      Math.round(Number(rows.find((row) => row.id === id)?.price ?? 100) * factor * 100) / 100,
  };
}

/** An id that no record has. */
const nobody = (seed: string): number =>
  360_090_000_000 + (Number.parseInt(digest(seed).slice(0, 7), 16) % 9e8);

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, ended, near } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const ways = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  await walk(api, '/v1/listings?sort=price&page[size]=12');
  await get('sort=-price&page[size]=5');
  await get('sort=-updated_at&page[size]=4');
  await get('filter[status]=paused');
  await get('filter[status]=active&page[size]=6');
  await get('filter[brand]=Halvik&page[size]=20');
  await get(`filter[strategy_id]=${String(ways[0])}`);
  const page = await get('include=strategies&page[size]=4');
  const second = await api.ask('GET', textIfAny(page, 'links', 'next') ?? 'missing');
  await api.ask('GET', textIfAny(second, 'links', 'prev') ?? 'missing');
  await api.ask('GET', '/v1/reports?page=2&per_page=4');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?sort_by=created_at&sort_order=asc&per_page=3');
  for (const id of [free[0], bound[0], open[0], ended[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', ways[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  api.wait(60_000);
  await api.ask('GET', `/v1/listings/${String(bound[1])}?include=strategies`);
  await read(api, 'reports', runs[0]);
  await price(api, free[0], { min_price: near(free[0], 0.8), max_price: near(free[0], 1.5) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: near(bound[0], 0.75) });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_price: null });
  await price(api, free[2], { min_price: null, max_price: near(free[2], 2) });
  await assign(api, free[0], ways[2]);
  await read(api, 'listings', free[0]);
  await assign(api, bound[1], null);
  await assign(api, bound[2], ways[0]);
  await get(`filter[strategy_id]=${String(ways[2])}&page[size]=5`);
  await get('sort=-updated_at&page[size]=3');
  await price(api, free[1], { min_price: 89.5, max_price: 45 });
  await price(api, free[0], { max_price: 1.25 });
  await price(api, free[1], { min_price: 'cheap' });
  await price(api, free[1], { min_price: -5 });
  await price(api, free[1], { min_price: 0, max_price: true });
  await price(api, bound[2], { min_price: null });
  await price(api, ended[0], { min_price: 20 });
  await assign(api, free[1], nobody('one'));
  await assign(api, free[1], 'lowest');
  await assign(api, free[1], ways[4]);
  await assign(api, open[0], ways[0]);
  await hurry(api, '/v1/listings?page[size]=1', 12);

  await read(api, 'listings', nobody('two'));
  await read(api, 'listings', 'ukulele');
  await read(api, 'reports', nobody('three'));
  await price(api, nobody('four'), { min_price: 30 });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { text: '{"listing": {"min_price": ' });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { json: { min_price: 30 } });
  await get('page[size]=many');
  await get('page[size]=500');
  await get('page[after]=first');
  await get('sort=colour');
  await get('filter[status]=sold');
  await api.ask('GET', '/v1/reports?page=two');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?page[size]=2', { headers: { 'X-API-KEY': null } });
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, ended, near } = idsOf(await walk(api, '/v1/listings?page[size]=11'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const runs = (await walk(api, '/v1/reports?per_page=7')).map(({ id }) => id);
  const ways = (await walk(api, '/v1/strategies?per_page=20')).map(({ id }) => id);
  await get('sort=-price&page[size]=7');
  await get('sort=updated_at&page[size]=3');
  await get('filter[status]=ended');
  const page = await get('filter[status]=active&page[size]=15');
  const second = await api.ask('GET', textIfAny(page, 'links', 'next') ?? 'missing');
  // Beyond the last page.
  await api.ask('GET', textIfAny(second, 'links', 'next') ?? 'missing');
  await get('filter[brand]=Zembro&page[size]=4');
  await get(`filter[strategy_id]=${String(ways[1])}`);
  await get('include=strategies&page[size]=6');
  await api.ask('GET', '/v1/reports?status=completed&per_page=2');
  await api.ask('GET', '/v1/reports?page=9&per_page=5');
  for (const id of [free[3], bound[3], open[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', ways[2]);
  await read(api, 'reports', runs[1]);
  await read(api, 'reports', runs[5]);

  api.wait(60_000);
  await api.ask('GET', `/v1/listings/${String(bound[4])}?include=strategies`);
  await price(api, free[3], { min_price: near(free[3], 0.7), max_price: near(free[3], 1.9) });
  await read(api, 'listings', free[3]);
  await price(api, bound[3], { min_price: near(bound[3], 0.6) });
  await price(api, open[1], { max_price: null });
  await assign(api, free[3], ways[1]);
  await read(api, 'listings', free[3]);
  await assign(api, bound[4], null);
  await get('sort=-updated_at&page[size]=2');
  await price(api, free[4], { min_price: 310, max_price: 129.95 });
  await price(api, free[4], { max_price: 'a lot' });
  await price(api, free[4], { max_price: -17.5 });
  await price(api, free[4], { min_price: 64_000 });
  await price(api, bound[5], { min_price: null });
  await price(api, ended[1], { max_price: 480 });
  await assign(api, free[4], nobody('five'));
  await assign(api, free[4], 'median');
  await assign(api, open[2], ways[3]);
  await read(api, 'listings', nobody('six'));
  await read(api, 'listings', 'cajon');
  await read(api, 'strategies', nobody('seven'));
  await price(api, nobody('eight'), { max_price: 55 });
  await api.ask('PATCH', `/v1/listings/${String(free[4])}/price`, { text: '{"listing": {"max_price": 9' });
  await get('page[size]=0');
  await get('page[size]=few');
  await get('sort=weight');
  await get('filter[status]=lost');
  await get('filter[shape]=round');
  await api.ask('GET', '/v1/reports?per_page=3', { headers: { 'X-API-KEY': null } });
}

export const recordDetails: WalkedService = {
  name: 'record-details',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page[size]=3&per_page=3', 'page[size]=7&per_page=7', 'page[size]=50&per_page=50'],
  walk,
};
