// A network of dealers in used records, on a widespread Ruby framework that answers as it does out of the box: a list under the
// name of what it holds beside a pagination with count, page, limit, pages, the places of its first and last record and the numbers
// of the pages before and behind (report runs without the counts, strategies all at once), a page that is not there refused in the
// words of the pager and sizes quietly cut down; one thing under its singular, with more of its release than a list tells. Whole
// numbers as ids, decimals as texts with one digit at least behind the point, moments in UTC to the millisecond, null for what is not
// set, an address in each record. Filters by members, bounds of the price, words, a moment; `sort` and `direction`, of which those
// that nobody knows are passed over, as are parameters and members that nobody permits. A write sends its changes under `listing`,
// leaves the moment of the change as it was where nothing changes, and is answered by the whole record. A refusal is one sentence,
// of what is not valid with details: for each member the kind of its errors, its value and what that was held against; the framework
// speaks for itself where no route fits. Answers carry weak tags (304), a limiter in front counts the requests of five seconds.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rk_live_8Jw3nQf0Zt6bVyXe4LmA';
const type = 'application/json; charset=utf-8';
const period = 5_000;
const mostInPeriod = 20;
const usualLimit = 20;
const largestLimit = 100;
const conditions = ['mint', 'near_mint', 'very_good', 'good', 'fair'];

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
/** As the framework writes a decimal: `12.5`, `20.0`. */
const decimal = (cents: number): string => (cents % 100 === 0 ? `${cents / 100}.0` : String(cents / 100));
const decimalIfAny = (cents: number | null): string | null => (cents === null ? null : decimal(cents));

const strategies = [
  ['Match the cheapest copy', 'competitor', false],
  ['Stay below the median', 'competitor', false],
  ['Slow sellers come down', 'age', false],
  ['Cost and a third', 'cost', false],
  ['Record Fair 2023', 'campaign', true],
].map(([name, basis, isRetired], index) => ({
  id: index * 3 + 4,
  name: String(name),
  basis: String(basis),
  retiredAt: isRetired === true ? Date.UTC(2024, 1, 29, 16, 4, 11) : null,
  created: Date.UTC(2023, 4 + index, 11 + index, 9, 13 * index, 7),
}));
type Strategy = (typeof strategies)[number];

interface Listing {
  readonly id: number;
  readonly release: Row;
  readonly more: Row;
  readonly words: string;
  readonly condition: string;
  readonly status: string;
  readonly price: number;
  readonly location: string | null;
  readonly notes: string | null;
  readonly lowest: number;
  readonly copies: number;
  readonly created: number;
  floor: number | null;
  ceiling: number | null;
  strategy: number | null;
  updated: number;
}

function listings(): Listing[] {
  return Array.from({ length: 47 }, (_, index): Listing => {
    const seed = `details ${index}`;
    const artist = oneOf(`${seed} artist`, [
      'The Amber Hour',
      'Nils Tarnwick Trio',
      'Zembro & Sons',
      'Halvik Choir',
      'Odile Marchetti',
      'Low Tide Parade',
      'Quillan',
    ]);
    const title = `${oneOf(`${seed} how`, ['Northern', 'Quiet', 'Second', 'Paper', 'Glass', 'Late'])} ${oneOf(
      `${seed} what`,
      ['Rooms', 'Letters', 'Harbour', 'Weather', 'Signals', 'Orchard'],
    )}`;
    const price = 400 + chance(`${seed} price`, 160) * 50 + (chance(`${seed} odd`, 3) === 0 ? 49 : 0);
    const floor = chance(`${seed} floor`, 4) === 0 ? null : Math.round((price * 0.7) / 10) * 10;
    const created = pastMoment(seed) + chance(`${seed} part`, 1_000);
    return {
      id: 3_108 + index * 4 + chance(`${seed} id`, 4),
      release: {
        id: 70_211 + chance(`${seed} release`, 60_000),
        artist,
        title,
        format: oneOf(`${seed} format`, ['LP', '7"', '12"', '2xLP']),
      },
      more: {
        label: oneOf(`${seed} label`, ['Pruvento', 'Oskelby Sound', 'Velmora', 'Private Press']),
        catalog_number: `${oneOf(`${seed} series`, ['PR', 'OS', 'VM'])} ${100 + chance(`${seed} number`, 900)}`,
        year: chance(`${seed} dated`, 6) === 0 ? null : 1961 + chance(`${seed} year`, 45),
      },
      words: `${artist} ${title}`.toLowerCase(),
      condition: oneOf(`${seed} condition`, conditions),
      status: ['listed', 'listed', 'listed', 'reserved', 'sold', 'sold', 'draft'][
        chance(`${seed} status`, 7)
      ]!,
      price,
      location:
        chance(`${seed} shelf`, 4) === 0
          ? null
          : `${'ABCDE'[chance(`${seed} row`, 5)]!}${1 + chance(`${seed} at`, 30)}`,
      notes:
        chance(`${seed} notes`, 3) > 0
          ? null
          : oneOf(`${seed} note`, ['Sleeve worn', 'Promo stamp', 'With insert']),
      lowest: Math.max(150, price - chance(`${seed} lowest`, 12) * 50),
      copies: 1 + chance(`${seed} copies`, 14),
      created,
      floor,
      ceiling: chance(`${seed} ceiling`, 3) === 0 ? null : Math.round((price * 1.4) / 10) * 10,
      strategy:
        floor !== null && chance(`${seed} follows`, 3) > 0
          ? strategies[chance(`${seed} which`, 4)]!.id
          : null,
      updated: created + chance(`${seed} updated`, 80 * 86_400_000),
    };
  });
}

class Refusal extends Error {
  readonly answer: Answered;

  constructor(status: number, body: Row) {
    super();
    this.answer = json(status, body, [], type);
  }
}

const said = (status: number, error: string, more: Row = {}) => new Refusal(status, { error, ...more });
/** What the framework answers where the program has no words of its own. */
const bare = (status: number, error: string) => new Refusal(status, { status, error });

interface Fault {
  readonly member: string;
  readonly message: string;
  readonly detail: Row;
}

/** `Floor price` for `floor_price`. */
const human = (name: string): string => {
  const words = name.replace(/_id$/, '').replace(/_/g, ' ');
  return words[0]!.toUpperCase() + words.slice(1);
};

function invalid(faults: readonly Fault[]): Refusal {
  const sentences = faults.map(({ member, message }) =>
    member === 'base' ? message : `${human(member)} ${message}`,
  );
  const members = [...new Set(faults.map(({ member }) => member))];
  return said(422, `Validation failed: ${sentences.join(', ')}`, {
    details: Object.fromEntries(
      members.map((name) => [
        name,
        faults.filter(({ member }) => member === name).map(({ detail }) => detail),
      ]),
    ),
  });
}

/** A whole number that was sent is told as it is, a fraction or a text as a decimal. */
const told = (sent: unknown): unknown =>
  Number.isInteger(sent) ? sent : decimal(Math.round(Number(sent) * 100));

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: 912 - index * 7,
    kind: ['price_changes', 'sales', 'stock'][index % 3]!,
    created:
      index < 2
        ? opened - 15_000 * (index + 1) - 316
        : opened - index * 61_200_000 - chance(`details report ${index}`, 30_000_000),
    seconds: 70 + index * 11,
    fails: index === 4 || index === 9,
    rows: 12 + chance(`details rows ${index}`, 900),
  }));
  type Report = (typeof reports)[number];
  let counted = { begun: 0, count: 0 };
  let count = 0;

  const strategyShown = ({ id, name, basis, retiredAt, created }: Strategy): Row => ({
    id,
    name,
    basis,
    retired_at: retiredAt === null ? null : moment(retiredAt),
    created_at: moment(created),
  });

  function listingShown(one: Listing, isAlone: boolean): Row {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      id: one.id,
      status: one.status,
      condition: one.condition,
      price: decimal(one.price),
      currency: 'GBP',
      floor_price: decimalIfAny(one.floor),
      ceiling_price: decimalIfAny(one.ceiling),
      shelf: one.location,
      release: isAlone ? { ...one.release, ...one.more } : one.release,
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      ...(isAlone && {
        notes: one.notes,
        market: { lowest_price: decimal(one.lowest), copies_count: one.copies },
      }),
      created_at: moment(one.created),
      updated_at: moment(one.updated),
      url: `${run.origin}/v1/listings/${one.id}.json`,
    };
  }

  const stateOf = ({ created, seconds, fails }: Report): string => {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 25 ? 'pending' : elapsed < seconds ? 'running' : fails ? 'failed' : 'finished';
  };

  function reportShown(one: Report): Row {
    const state = stateOf(one);
    const isOver = state === 'finished' || state === 'failed';
    const signed = scrambled(
      `details ${run.run} ${one.id}`,
      40,
      'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789',
    );
    return {
      id: one.id,
      kind: one.kind,
      status: state,
      rows_count: state === 'finished' ? one.rows : null,
      error_message: state === 'failed' ? 'Export took too long' : null,
      created_at: moment(one.created),
      finished_at: isOver ? moment(one.created + one.seconds * 1_000) : null,
      file_url:
        state === 'finished' ? `https://files.cratedigger.example/blobs/${signed}/${one.kind}.csv` : null,
    };
  }

  function wholeIn(query: URLSearchParams, name: string, otherwise: number): number {
    const text = query.get(name);
    if (text === null || text === '') return otherwise;
    const value = Number.parseInt(text, 10);
    if (Number.isNaN(value) || value < 1) {
      throw said(400, `expected :${name} >= 1; got ${JSON.stringify(Number.isNaN(value) ? text : value)}`);
    }
    return value;
  }

  const pageIn = (query: URLSearchParams) => ({
    page: wholeIn(query, 'page', 1),
    limit: Math.min(largestLimit, wholeIn(query, 'limit', usualLimit)),
  });

  /** All values of a member that may be asked for once or, with brackets, several times. */
  const valuesIn = (query: URLSearchParams, name: string): readonly string[] =>
    [...query.getAll(name), ...query.getAll(`${name}[]`)].filter((text) => text !== '');

  /** A text as the language makes a decimal of it: 0 where it begins with no digits. */
  const numberIn = (query: URLSearchParams, name: string, otherwise: number): number => {
    const text = query.get(name);
    if (text === null || text === '') return otherwise;
    const value = Number.parseFloat(text);
    return Number.isNaN(value) ? 0 : value * 100;
  };

  function timeIn(query: URLSearchParams, name: string): number {
    const text = query.get(name);
    if (text === null || text === '') return -Infinity;
    const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
    if (Number.isNaN(time)) throw said(400, 'invalid date');
    return time;
  }

  const sorts: Readonly<Record<string, (one: Listing) => number | string>> = {
    id: ({ id }) => id,
    price: ({ price }) => price,
    floor_price: ({ floor }) => floor ?? Infinity,
    created_at: ({ created }) => created,
    updated_at: ({ updated }) => updated,
    condition: ({ condition }) => conditions.indexOf(condition),
  };

  function listingsFor(query: URLSearchParams): Row {
    const { page, limit } = pageIn(query);
    const since = timeIn(query, 'updated_since');
    const [min, max] = [numberIn(query, 'min_price', -Infinity), numberIn(query, 'max_price', Infinity)];
    const [status, condition] = [valuesIn(query, 'status'), valuesIn(query, 'condition')];
    const followed = valuesIn(query, 'strategy_id');
    const words = query.get('q')?.toLowerCase() ?? '';
    const value = sorts[query.get('sort') ?? 'id'] ?? sorts.id!;
    const sign = query.get('direction') === 'desc' ? -1 : 1;
    const found = all
      .filter(
        (one) =>
          (status.length === 0 || status.includes(one.status)) &&
          (condition.length === 0 || condition.includes(one.condition)) &&
          (followed.length === 0 || followed.includes(String(one.strategy))) &&
          one.price >= min &&
          one.price <= max &&
          one.updated >= since &&
          one.words.includes(words),
      )
      .sort((one, other) => {
        const [first, second] = [value(one), value(other)];
        return first === second ? one.id - other.id : first < second ? -sign : sign;
      });
    const pages = Math.max(1, Math.ceil(found.length / limit));
    if (page > pages) throw said(404, `expected :page in 1..${pages}; got ${page}`);
    const from = (page - 1) * limit;
    const shown = found.slice(from, from + limit);
    return {
      listings: shown.map((one) => listingShown(one, false)),
      pagination: {
        count: found.length,
        page,
        limit,
        pages,
        from: shown.length === 0 ? 0 : from + 1,
        to: from + shown.length,
        prev: page === 1 ? null : page - 1,
        next: page === pages ? null : page + 1,
      },
    };
  }

  /** Report runs are not counted. */
  function reportsFor(query: URLSearchParams): Row {
    const { page, limit } = pageIn(query);
    const [status, kind] = [valuesIn(query, 'status'), valuesIn(query, 'kind')];
    const found = reports.filter(
      (one) =>
        (status.length === 0 || status.includes(stateOf(one))) &&
        (kind.length === 0 || kind.includes(one.kind)),
    );
    const from = (page - 1) * limit;
    if (from >= found.length && page > 1) throw said(404, `page ${page} got no items`);
    return {
      reports: found.slice(from, from + limit).map(reportShown),
      pagination: {
        page,
        limit,
        prev: page === 1 ? null : page - 1,
        next: from + limit < found.length ? page + 1 : null,
      },
    };
  }

  /** What a write may change; strangers are passed over. */
  function permitted(request: Asked, names: readonly string[]): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw bare(400, 'Bad Request');
    const changes = isObject(sent.json) ? sent.json.listing : undefined;
    if (!isObject(changes) || Object.keys(changes).length === 0) {
      throw said(400, 'param is missing or the value is empty: listing');
    }
    return Object.fromEntries(
      Object.entries(changes).filter(([name, value]) => names.includes(name) && !Array.isArray(value)),
    );
  }

  const soldFault: Fault = {
    member: 'base',
    message: "Sold listings can't be changed",
    detail: { error: "Sold listings can't be changed" },
  };

  function save(one: Listing, changes: Partial<Pick<Listing, 'floor' | 'ceiling' | 'strategy'>>): Answered {
    const changed = Object.entries(changes).some(([name, value]) => one[name as keyof Listing] !== value);
    if (changed) Object.assign(one, changes, { updated: run.now() });
    return json(200, { listing: listingShown(one, true) }, [], type);
  }

  function priced(one: Listing, request: Asked): Answered {
    const changes = permitted(request, ['floor_price', 'ceiling_price']);
    const faults: Fault[] = one.status === 'sold' ? [soldFault] : [];
    const isNumber = (sent: unknown): boolean =>
      typeof sent === 'number' || (typeof sent === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(sent));
    const centsOf = (name: string, otherwise: number | null): number | null => {
      const sent = changes[name];
      if (sent === undefined) return otherwise;
      return sent === null || sent === '' ? null : isNumber(sent) ? Math.round(Number(sent) * 100) : 0;
    };
    const floor = centsOf('floor_price', one.floor);
    const ceiling = centsOf('ceiling_price', one.ceiling);
    const check = (name: string, cents: number | null, kind: string, words: string, least: number | null) => {
      const sent = changes[name] === undefined ? decimal(cents ?? 0) : changes[name];
      if (cents === null) return;
      if (!isNumber(sent)) {
        faults.push({
          member: name,
          message: 'is not a number',
          detail: { error: 'not_a_number', value: sent },
        });
        return;
      }
      const fits = kind === 'greater_than' ? cents > 0 : least === null || cents >= least;
      const held = kind === 'greater_than' ? 0 : decimal(least ?? 0);
      if (!fits) {
        const message = `must be ${words} ${held}`;
        faults.push({ member: name, message, detail: { error: kind, value: told(sent), count: held } });
      }
      if (cents >= 10_000_000) {
        const detail = { error: 'less_than', value: told(sent), count: 100_000 };
        faults.push({ member: name, message: 'must be less than 100000', detail });
      }
    };
    check('floor_price', floor, 'greater_than', 'greater than', 0);
    check('ceiling_price', ceiling, 'greater_than_or_equal_to', 'greater than or equal to', floor);
    if (faults.length > 0) throw invalid(faults);
    return save(one, { floor, ceiling });
  }

  function assigned(one: Listing, request: Asked): Answered {
    const { strategy_id: sent } = permitted(request, ['strategy_id']);
    const faults: Fault[] = one.status === 'sold' ? [soldFault] : [];
    if (sent === undefined) return save(one, {});
    const strategy = strategies.find(({ id }) => id === sent || String(id) === sent);
    if (sent !== null && strategy === undefined) {
      faults.push({ member: 'strategy', message: 'must exist', detail: { error: 'blank' } });
    }
    if (strategy !== undefined && strategy.retiredAt !== null) {
      faults.push({ member: 'strategy', message: 'is retired', detail: { error: 'retired' } });
    }
    if (strategy?.basis === 'competitor' && one.floor === null) {
      faults.push({ member: 'floor_price', message: "can't be blank", detail: { error: 'blank' } });
    }
    if (faults.length > 0) throw invalid(faults);
    return save(one, { strategy: strategy?.id ?? null });
  }

  function foundIn<One extends { readonly id: number }>(from: readonly One[], id: string, what: string): One {
    const one = from.find((each) => String(each.id) === id.replace(/\.json$/, ''));
    if (one === undefined) throw said(404, `Couldn't find ${what} with 'id'=${id}`);
    return one;
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [first, kind = '', id, part, ...more] = steps;
    const isWrite = part !== undefined;
    const isKnown =
      first === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (isWrite
        ? kind === 'listings' && ['price', 'strategy'].includes(part) && request.method === 'PUT'
        : request.method === 'GET');
    if (!isKnown) throw bare(404, 'Not Found');
    if (request.headers['x-api-key'] === undefined) throw said(401, 'API key is missing');
    if (request.headers['x-api-key'] !== key) throw said(401, 'API key is invalid');
    const shown = (body: Row) => json(200, body, [], type);
    if (id === undefined) {
      return kind === 'listings'
        ? shown(listingsFor(query))
        : kind === 'reports'
          ? shown(reportsFor(query))
          : shown({ strategies: strategies.map(strategyShown) });
    }
    if (kind === 'strategies') return shown({ strategy: strategyShown(foundIn(strategies, id, 'Strategy')) });
    if (kind === 'reports') return shown({ report: reportShown(foundIn(reports, id, 'Report')) });
    const one = foundIn(all, id, 'Listing');
    if (part === 'price') return priced(one, request);
    if (part === 'strategy') return assigned(one, request);
    return shown({ listing: listingShown(one, true) });
  }

  /** The limiter in front of the program. */
  function held(): Answered | undefined {
    const now = run.now();
    const begun = now - (now % period);
    if (counted.begun !== begun) counted = { begun, count: 0 };
    counted.count += 1;
    if (counted.count <= mostInPeriod) return undefined;
    const wait = Math.ceil((begun + period - now) / 1_000);
    return {
      status: 429,
      headers: [
        ['Content-Type', 'text/plain'],
        ['Retry-After', String(wait)],
      ],
      body: 'Retry later\n',
    };
  }

  return (request) => {
    count += 1;
    const tooMany = held();
    if (tooMany !== undefined) return tooMany;
    const always: Headers = [['X-Request-Id', uuid(`details ${run.run} ${count}`)]];
    try {
      const { status, headers, body } = answer(request);
      const tag = `W/"${createHash('md5').update(body).digest('hex')}"`;
      const cached: Headers = [
        ['ETag', tag],
        ['Cache-Control', 'max-age=0, private, must-revalidate'],
      ];
      if (request.method === 'GET' && request.headers['if-none-match'] === tag) {
        return { status: 304, headers: [...cached, ...always], body: '' };
      }
      return { status, headers: [...headers, ...cached, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, headers, body } = error.answer;
      return { status, headers: [...headers, ['Cache-Control', 'no-cache'], ...always], body };
    }
  };
}

/** Goes on as long as there is a next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [path = '', query = ''] = target.split('?');
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, path.split('/').at(-1)!));
    const page = textIfAny(received, 'pagination', 'next');
    next = page === undefined ? undefined : `${path}?${query === '' ? '' : `${query}&`}page=${page}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, tag?: string): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
const price = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: { listing } });
const assign = (api: Api, id: unknown, strategy_id: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { listing: { strategy_id } } });

interface Ids {
  /** Listings that are for sale: with a lower bound and a strategy, with one and without a strategy, and without a bound. */
  readonly bound: readonly unknown[];
  readonly free: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const live = rows.filter(({ status }) => status !== 'sold');
  const floored = live.filter((row) => row.floor_price !== null);
  return {
    bound: ids(floored.filter(({ strategy }) => strategy !== null)),
    free: ids(floored.filter(({ strategy }) => strategy === null)),
    open: ids(live.filter((row) => row.floor_price === null)),
    sold: ids(rows.filter(({ status }) => status === 'sold')),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bound, free, open, sold } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=18&sort=price&direction=desc');
  await get('limit=6');
  await get('page=2&limit=15');
  await get('limit=250&status=sold');
  await get('status=reserved');
  await get('status[]=draft&status[]=reserved&limit=8');
  await get('status=listed&condition=near_mint');
  await get('condition=good&sort=price');
  await get('min_price=40&limit=10');
  await get('max_price=19.5&sort=price&direction=desc');
  await get('min_price=20&max_price=45&limit=7');
  await get('q=harbour');
  await get('q=zzzz');
  await get(`strategy_id=${String(own[0])}&limit=5`);
  await get('updated_since=2025-06-01T00:00:00Z&sort=updated_at');
  await get('sort=updated_at&direction=desc&limit=4');
  await get('sort=created_at&limit=3');
  await get('status=gone');
  await api.ask('GET', '/v1/reports?status=finished&limit=4');
  await api.ask('GET', '/v1/reports?kind=sales');
  api.wait(5_000);
  for (const index of [0, 2, 5, 7]) await read(api, 'listings', bound[index]);
  const alone = await read(api, 'listings', free[1]);
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await read(api, 'listings', free[1], 'W/"00000000000000000000000000000000"');
  await read(api, 'listings', open[0]);
  await read(api, 'listings', sold[0]);
  await read(api, 'strategies', own[1]);
  await read(api, 'strategies', own[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], { floor_price: 8.5, ceiling_price: 74 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { floor_price: 3.99, ceiling_price: 120.25 });
  await price(api, free[1], { ceiling_price: 99.9 });
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await price(api, open[0], { floor_price: '2.50' });
  await price(api, bound[3], { ceiling_price: null });
  await read(api, 'listings', bound[3]);
  await price(api, bound[4], { floor_price: 1.239 });
  await price(api, bound[6], { floor_price: 4, colour: 'red' });
  await assign(api, free[0], own[0]);
  await read(api, 'listings', free[0]);
  await assign(api, free[1], own[3]);
  await assign(api, open[1], own[2]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, free[2], String(own[1]));
  await get('sort=updated_at&direction=desc&limit=5');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 1);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 99);
  await read(api, 'reports', 7);
  await price(api, 2, { floor_price: 3 });
  await assign(api, 3, own[0]);
  await price(api, free[3], { floor_price: 60, ceiling_price: 59.99 });
  await price(api, bound[5], { floor_price: 900 });
  await price(api, free[3], { floor_price: 'cheap' });
  await price(api, free[3], { floor_price: 4, ceiling_price: true });
  await price(api, free[3], { floor_price: -1, ceiling_price: null });
  await price(api, free[3], { floor_price: 0, ceiling_price: 120_000 });
  await price(api, free[3], { floor_price: -2.5, ceiling_price: 'lots' });
  await price(api, free[3], {});
  await price(api, free[3], { colour: 'red' });
  await price(api, sold[0], { floor_price: 5, ceiling_price: 500 });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { json: { floor_price: 5 } });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { json: [1] });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { text: '{"listing": ' });
  await assign(api, free[3], 99);
  await assign(api, free[3], 'fast');
  await assign(api, free[3], own[4]);
  await assign(api, open[2], own[0]);
  await assign(api, sold[1], own[3]);
  await api.ask('PUT', `/v1/listings/${String(free[3])}/strategy`, { json: {} });
  await get('limit=0');
  await get('limit=many');
  await get('page=0');
  await get('page=9');
  await get('sort=colour&limit=3');
  await get('sort=price&direction=up&limit=3');
  await get('min_price=cheap&limit=3');
  await get('updated_since=monday');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/reports?page=8');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { listing: { floor_price: 8 } } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/strategies', 24);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=3');
}

async function another(api: Api): Promise<void> {
  const { bound, free, open, sold } = idsOf(await walk(api, '/v1/listings?limit=25'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  await walk(api, '/v1/listings?status=listed&limit=16&sort=price');
  await get('sort=updated_at&limit=6');
  await get('status=sold&limit=4&direction=desc');
  await get('condition[]=mint&condition[]=fair&limit=9');
  await get('min_price=25.5&max_price=60&sort=price&direction=desc&limit=8');
  await get('max_price=12');
  await get('q=letters&limit=5');
  await get(`strategy_id=${String(own[2])}`);
  await get('updated_since=2025-02-10T12:30:00Z&limit=5');
  await get('condition=broken');
  await get('limit=400&status=draft');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?kind=stock&limit=3');
  const alone = await read(api, 'listings', bound[1]);
  await read(api, 'listings', bound[1], header(alone, 'ETag'));
  await read(api, 'listings', open[2]);
  await read(api, 'strategies', own[2]);
  await read(api, 'reports', runs[6]);
  await read(api, 'reports', runs[2]);

  await price(api, free[2], { floor_price: 7.15, ceiling_price: 88.5 });
  await read(api, 'listings', free[2]);
  await price(api, bound[1], { ceiling_price: 161.2 });
  await read(api, 'listings', bound[1], header(alone, 'ETag'));
  await price(api, open[2], { floor_price: 4.25, ceiling_price: null });
  await price(api, bound[2], { floor_price: '3' });
  await price(api, bound[8], { ceiling_price: 210, shape: 'round' });
  await assign(api, free[2], own[1]);
  await read(api, 'listings', free[2]);
  await assign(api, bound[2], null);
  await assign(api, open[3], own[3]);
  await get('sort=updated_at&direction=desc&limit=3');

  await read(api, 'listings', 5);
  await read(api, 'listings', 'sofa');
  await read(api, 'reports', 8);
  await price(api, 6, { ceiling_price: 31 });
  await assign(api, 8, own[3]);
  await price(api, free[4], { floor_price: 71.2, ceiling_price: 70 });
  await price(api, free[4], { ceiling_price: 'dear' });
  await price(api, free[4], { floor_price: false });
  await price(api, free[4], { floor_price: -3, ceiling_price: null });
  await price(api, free[4], { floor_price: 1, ceiling_price: 250_000 });
  await price(api, free[4], {});
  await price(api, sold[2], { ceiling_price: 900 });
  await api.ask('PUT', `/v1/listings/${String(free[4])}/price`, { json: { ceiling_price: 50 } });
  await assign(api, free[4], 77);
  await assign(api, free[4], own[4]);
  await assign(api, open[4], own[1]);
  await assign(api, sold[0], own[2]);
  await get('limit=-2');
  await get('page=none');
  await get('page=7&limit=10');
  await get('sort=weight&limit=2');
  await get('updated_since=soon');
  await get('shape=round&limit=2');
  await api.ask('GET', '/v1/reports?page=5&limit=4');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const errorDetails: WalkedService = {
  name: 'error-details',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
