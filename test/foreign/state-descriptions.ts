// A marketplace for spare parts of musical instruments, on a well-known Ruby framework for APIs: a list under the name of what it
// holds behind its figures and before its links, which are whole and left out where they lead nowhere; strategies are few and
// come all at once. Whole numbers as ids; a state and a condition are a word and the text for people, an amount is told four
// times (decimal text, cents, symbol, as people read it), null where none is set, moments in UTC to the millisecond; a record
// that is read alone tells more. Filters are declared: a value that is none is refused, a stranger is passed over, an order is a
// member and a direction, sizes are quietly cut down. A write sends amounts with their currency and is answered by a sentence
// and the whole record. A refusal of parameters is one sentence of all that is wrong, of values a sentence and a list by member;
// reads may be conditional (304), and a limit in front of it all ends in a plain text.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, jsonOf, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'spk_7d20be94c3f84a1e';
const currency = 'EUR';
const window = 5_000;
const requestsInWindow = 20;
const usualSize = 24;
const largestSize = 30;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

function money(cents: number | null): Row | null {
  if (cents === null) return null;
  const amount = (cents / 100).toFixed(2);
  const shown = amount.replace(/\B(?=(\d{3})+\.)/g, ',');
  return { amount, amount_cents: cents, currency, symbol: '€', display: `€${shown}` };
}

const stateNames = { live: 'Live', draft: 'Draft', sold_out: 'Sold Out', ended: 'Ended' } as const;
type State = keyof typeof stateNames;
const states = Object.keys(stateNames) as readonly State[];
const conditionNames = { new: 'Brand New', mint: 'Mint', good: 'Good', poor: 'For Parts' } as const;
type Condition = keyof typeof conditionNames;
const conditions = Object.keys(conditionNames) as readonly Condition[];
const runNames = { queued: 'Queued', running: 'Running', finished: 'Finished', failed: 'Failed' } as const;
type RunState = keyof typeof runNames;

interface Part {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly make: string;
  readonly condition: Condition;
  readonly state: State;
  readonly price: number;
  readonly stock: number;
  readonly offers: boolean;
  readonly shipping: number | null;
  readonly views: number;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

const strategies = [
  ['Match the lowest price', 'competitor', true],
  ['Stay below the market', 'competitor', true],
  ['Cost plus 20 percent', 'cost', true],
  ['Clear old stock', 'age', true],
  ['Summer sale 2023', 'campaign', false],
].map(([name, kind, active], index) => ({
  id: 11 + index * 3,
  name: String(name),
  kind: String(kind),
  active: active === true,
  created: pastMoment(`states strategy ${index}`),
}));

function parts(): Part[] {
  return Array.from({ length: 46 }, (_, index): Part => {
    const seed = `states ${index}`;
    const { maker, sku, price, stock } = ware(seed);
    const what = oneOf(`${seed} what`, ['Tuner', 'Pickup', 'Bridge', 'Fader', 'Key Contact', 'Drum Lug']);
    const state = oneOf<State>(`${seed} state`, [
      'live',
      'live',
      'live',
      'live',
      'draft',
      'sold_out',
      'ended',
    ]);
    const created = pastMoment(seed);
    const min = chance(`${seed} min`, 3) === 0 ? null : Math.round(price * 0.8);
    return {
      id: 40_180 + index * 37 + chance(`${seed} id`, 30),
      sku,
      title: `${maker} ${what} ${100 + chance(`${seed} model`, 800)}`,
      make: maker,
      condition: oneOf(`${seed} condition`, conditions),
      state,
      price,
      stock: state === 'sold_out' ? 0 : stock + 1,
      offers: chance(`${seed} offers`, 3) > 0,
      shipping: chance(`${seed} shipping`, 3) === 0 ? null : 490 + chance(`${seed} rate`, 5) * 100,
      views: chance(`${seed} views`, 900),
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.3),
      strategy:
        min !== null && chance(`${seed} strategy`, 2) === 0
          ? strategies[chance(`${seed} which`, 4)]!.id
          : null,
      updated: created + chance(`${seed} updated`, 80 * 86_400_000),
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly more: Row;
  readonly headers: Headers;

  constructor(status: number, message: string, more: Row = {}, headers: Headers = []) {
    super(message);
    this.status = status;
    this.more = more;
    this.headers = headers;
  }
}

/** `min_price` as people read it. */
const spoken = (name: string): string => name[0]!.toUpperCase() + name.slice(1).replace(/_/g, ' ');

type Faults = readonly (readonly [name: string, fault: string])[];

/** Values that the shop's rules refuse. */
function invalid(faults: Faults): Refusal {
  const names = [...new Set(faults.map(([name]) => name))];
  return new Refusal(
    422,
    `Validation failed: ${faults.map(([name, fault]) => `${spoken(name)} ${fault}`).join(', ')}`,
    {
      errors: Object.fromEntries(
        names.map((name) => [name, faults.filter(([one]) => one === name).map(([, fault]) => fault)]),
      ),
    },
  );
}

/** Collects what is wrong with the parameters of one request, as they are declared. */
function declared() {
  const wrong: string[] = [];
  return {
    wrong,
    whole(text: string | null, name: string, otherwise: number): number {
      if (text === null || text === '') return otherwise;
      if (!/^-?\d{1,9}$/.test(text)) wrong.push(`${name} is invalid`);
      else if (Number(text) < 1) wrong.push(`${name} does not have a valid value`);
      return Number(text);
    },
    decimal(text: string | null, name: string): number | undefined {
      if (text === null || text === '') return undefined;
      if (!/^-?\d+(\.\d+)?$/.test(text)) wrong.push(`${name} is invalid`);
      return Math.round(Number(text) * 100);
    },
    time(text: string | null, name: string): number | undefined {
      if (text === null || text === '') return undefined;
      const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
      if (Number.isNaN(time)) wrong.push(`${name} is invalid`);
      return time;
    },
    word<Word extends string>(text: string | null, name: string, words: readonly Word[]): Word | undefined {
      const word = words.find((one) => one === text);
      if (text !== null && word === undefined) wrong.push(`${name} does not have a valid value`);
      return word;
    },
    refuse(): void {
      if (wrong.length > 0) throw new Refusal(400, wrong.join(', '));
    },
  };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = parts();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: 7_310 - index * 9,
    kind: ['sales', 'price_changes', 'stock'][index % 3]!,
    created:
      index < 2
        ? opened - 25_000 * (index + 1)
        : opened - index * 50_000_000 - chance(`states report ${index}`, 30_000_000),
    seconds: 90 + index * 11,
    fails: index === 4 || index === 10,
    rows: 12 + chance(`states rows ${index}`, 3_000),
  }));
  type Report = (typeof reports)[number];
  let seen = { begun: 0, count: 0 };
  let count = 0;
  const link = (path: string): Row => ({ href: `${run.origin}${path}` });

  const strategyShown = (one: (typeof strategies)[number]): Row => ({
    id: one.id,
    name: one.name,
    kind: one.kind,
    active: one.active,
    listings_count: all.filter(({ strategy }) => strategy === one.id).length,
    created_at: moment(one.created),
    _links: { self: link(`/v1/strategies/${one.id}`) },
  });

  function partShown(one: Part, alone: boolean): Row {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      id: one.id,
      sku: one.sku,
      title: one.title,
      make: one.make,
      condition: { slug: one.condition, display_name: conditionNames[one.condition] },
      state: { slug: one.state, description: stateNames[one.state] },
      price: money(one.price),
      min_price: money(one.min),
      max_price: money(one.max),
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      inventory: one.stock,
      has_inventory: one.stock > 0,
      offers_enabled: one.offers,
      ...(alone && {
        shipping: {
          local_pickup: one.shipping === null,
          rates: one.shipping === null ? [] : [{ region_code: 'EUR_EU', rate: money(one.shipping) }],
        },
        stats: { views: one.views, watches: one.views % 17 },
      }),
      created_at: moment(one.created),
      updated_at: moment(one.updated),
      _links: {
        self: link(`/v1/listings/${one.id}`),
        web: {
          href: `https://www.tarnwick.example/item/${one.id}-${one.title.toLowerCase().replace(/ /g, '-')}`,
        },
      },
    };
  }

  const stateOf = ({ created, seconds, fails }: Report): RunState => {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 40 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'failed' : 'finished';
  };

  function reportShown(one: Report): Row {
    const state = stateOf(one);
    const isOver = state === 'finished' || state === 'failed';
    return {
      id: one.id,
      kind: one.kind,
      state: { slug: state, description: runNames[state] },
      rows: state === 'finished' ? one.rows : null,
      created_at: moment(one.created),
      finished_at: isOver ? moment(one.created + one.seconds * 1_000) : null,
      _links: {
        self: link(`/v1/reports/${one.id}`),
        ...(state === 'finished' && {
          download: {
            href: `https://files.tarnwick.example/reports/${one.id}.csv?token=${digest(`states ${run.run} ${one.id}`).slice(0, 32)}`,
          },
        }),
      },
    };
  }

  /** A page of what was found, as the page and its size are asked for. */
  function paged<One>(
    request: Asked,
    name: string,
    found: readonly One[],
    place: { readonly page: number; readonly size: number },
    shown: (one: One) => Row,
  ): Answered {
    const { path, query } = targetOf(request);
    const size = Math.min(place.size, largestSize);
    const pages = Math.ceil(found.length / size);
    const linkTo = (page: number): Row => {
      const asked = new URLSearchParams(query);
      asked.set('page', String(page));
      asked.set('per_page', String(size));
      return link(`${path}?${asked.toString()}`);
    };
    return json(200, {
      total: found.length,
      current_page: place.page,
      per_page: size,
      total_pages: pages,
      [name]: found.slice((place.page - 1) * size, place.page * size).map(shown),
      _links: {
        ...(place.page > 1 && place.page <= pages + 1 && { prev: linkTo(place.page - 1) }),
        ...(place.page < pages && { next: linkTo(place.page + 1) }),
      },
    });
  }

  function listings(request: Asked): Answered {
    const { query } = targetOf(request);
    const check = declared();
    const state = check.word(query.get('state'), 'state', [...states, 'all']) ?? 'all';
    const condition = check.word(query.get('condition'), 'condition', conditions);
    const [least, most] = ['price_from', 'price_to'].map((name) => check.decimal(query.get(name), name));
    const strategy = query.has('strategy_id')
      ? check.whole(query.get('strategy_id'), 'strategy_id', 0)
      : undefined;
    const after = check.time(query.get('updated_after'), 'updated_after');
    const by =
      check.word(query.get('order_by'), 'order_by', ['created_at', 'updated_at', 'price', 'title']) ??
      'created_at';
    const direction = check.word(query.get('sort'), 'sort', ['asc', 'desc']) ?? 'desc';
    const page = check.whole(query.get('page'), 'page', 1);
    const size = check.whole(query.get('per_page'), 'per_page', usualSize);
    check.refuse();
    const words = query.get('query')?.toLowerCase() ?? '';
    const [make, sku] = [query.get('make'), query.get('sku')];
    const valueOf = (one: Part) =>
      by === 'title'
        ? one.title
        : by === 'price'
          ? one.price
          : by === 'created_at'
            ? one.created
            : one.updated;
    const found = all
      .filter(
        (one) =>
          (state === 'all' || one.state === state) &&
          (condition === undefined || one.condition === condition) &&
          (least === undefined || one.price >= least) &&
          (most === undefined || one.price <= most) &&
          (strategy === undefined || one.strategy === strategy) &&
          (after === undefined || one.updated > after) &&
          (make === null || one.make === make) &&
          (sku === null || one.sku === sku) &&
          one.title.toLowerCase().includes(words),
      )
      .sort((one, other) => {
        const [first, second] = [valueOf(one), valueOf(other)];
        const order = first < second ? -1 : first > second ? 1 : one.id - other.id;
        return direction === 'asc' ? order : -order;
      });
    return paged(request, 'listings', found, { page, size }, (one) => partShown(one, false));
  }

  function reportRuns(request: Asked): Answered {
    const { query } = targetOf(request);
    const check = declared();
    const kind = check.word(query.get('kind'), 'kind', ['sales', 'price_changes', 'stock']);
    const state = check.word(query.get('state'), 'state', Object.keys(runNames) as readonly RunState[]);
    const page = check.whole(query.get('page'), 'page', 1);
    const size = check.whole(query.get('per_page'), 'per_page', usualSize);
    check.refuse();
    const found = reports.filter(
      (one) => (kind === undefined || one.kind === kind) && (state === undefined || stateOf(one) === state),
    );
    return paged(request, 'reports', found, { page, size }, reportShown);
  }

  /** The body of a write: parameters are what stands in an object, and nothing else. */
  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'message body does not match declared format');
    return isObject(sent.json) ? sent.json : {};
  }

  /** @returns cents; null of an amount that is taken away, undefined of one that was not sent or is wrong */
  function centsIn(body: Row, name: string, wrong: string[]): number | null | undefined {
    const sent = body[name];
    if (sent === undefined || sent === null) return sent;
    if (!isObject(sent)) {
      wrong.push(`${name} is invalid`);
      return undefined;
    }
    const { amount, currency: unit } = sent;
    const isNumber = /^-?\d+(\.\d+)?$/.test(String(amount)) && typeof amount !== 'boolean';
    if (amount === undefined) wrong.push(`${name}[amount] is missing`);
    else if (!isNumber) wrong.push(`${name}[amount] is invalid`);
    if (unit === undefined) wrong.push(`${name}[currency] is missing`);
    else if (unit !== currency) wrong.push(`${name}[currency] does not have a valid value`);
    return Math.round(Number(amount) * 100);
  }

  function refuseClosed({ state }: Part): void {
    if (state === 'ended') throw new Refusal(403, 'This listing has ended and can no longer be edited');
  }

  const written = (part: Part): Answered =>
    json(200, { message: 'Your listing has been updated', listing: partShown(part, true) });

  function priced(part: Part, request: Asked): Answered {
    const body = bodyIn(request);
    const wrong: string[] = [];
    const [min, max] = [centsIn(body, 'min_price', wrong), centsIn(body, 'max_price', wrong)];
    if (body.min_price === undefined && body.max_price === undefined) {
      wrong.push('min_price, max_price are missing, at least one parameter must be provided');
    }
    if (wrong.length > 0) throw new Refusal(400, wrong.join(', '));
    refuseClosed(part);
    const low = min === undefined ? part.min : min;
    const high = max === undefined ? part.max : max;
    const faults: (readonly [string, string])[] = [];
    for (const [name, cents] of [['min_price', low] as const, ['max_price', high] as const]) {
      if (cents !== null && cents <= 0) faults.push([name, 'must be greater than 0']);
      if (cents !== null && cents > 10_000_000) faults.push([name, 'must be less than or equal to 100000']);
    }
    if (faults.length === 0 && low !== null && high !== null && low > high) {
      faults.push(['min_price', 'must be less than or equal to max price']);
    }
    const strategy = strategies.find(({ id }) => id === part.strategy);
    if (low === null && strategy?.kind === 'competitor') {
      faults.push(['min_price', "can't be blank while a competitor strategy is assigned"]);
    }
    if (faults.length > 0) throw invalid(faults);
    [part.min, part.max, part.updated] = [low, high, run.now()];
    return written(part);
  }

  function assigned(part: Part, request: Asked): Answered {
    const { strategy_id: sent } = bodyIn(request);
    if (sent === undefined) throw new Refusal(400, 'strategy_id is missing');
    const isNumber = typeof sent === 'number' || (typeof sent === 'string' && /^\d+$/.test(sent));
    if (sent !== null && !isNumber) throw new Refusal(400, 'strategy_id is invalid');
    const strategy = strategies.find(({ id }) => id === Number(sent));
    if (sent !== null && strategy === undefined) throw new Refusal(404, 'Strategy not found');
    refuseClosed(part);
    if (strategy?.active === false) throw invalid([['strategy', 'is not active']]);
    if (strategy?.kind === 'competitor' && part.min === null) {
      throw invalid([['min_price', "can't be blank while a competitor strategy is assigned"]]);
    }
    [part.strategy, part.updated] = [strategy?.id ?? null, run.now()];
    return written(part);
  }

  function foundIn<One extends { readonly id: number }>(from: readonly One[], id: string, what: string): One {
    if (!/^\d+$/.test(id)) throw new Refusal(400, 'id is invalid');
    const one = from.find((each) => each.id === Number(id));
    if (one === undefined) throw new Refusal(404, `${what} not found`);
    return one;
  }

  function answer(request: Asked): Answered {
    const [first, kind = '', id, part, ...more] = targetOf(request).steps;
    const isWrite = part !== undefined;
    if (
      first !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (isWrite && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw new Refusal(404, 'Not Found');
    }
    if (request.method !== (isWrite ? 'PUT' : 'GET')) {
      const allowed = isWrite ? 'OPTIONS, PUT' : 'OPTIONS, GET, HEAD';
      throw new Refusal(405, '405 Not Allowed', {}, [['Allow', allowed]]);
    }
    if (kind === 'strategies') {
      if (id !== undefined) return json(200, strategyShown(foundIn(strategies, id, 'Strategy')));
      return json(200, { strategies: strategies.map(strategyShown) });
    }
    if (kind === 'reports') {
      return id === undefined ? reportRuns(request) : json(200, reportShown(foundIn(reports, id, 'Report')));
    }
    if (id === undefined) return listings(request);
    const one = foundIn(all, id, 'Listing');
    if (part === 'price') return priced(one, request);
    if (part === 'strategy') return assigned(one, request);
    return json(200, partShown(one, true));
  }

  /** What the limit in front of the service answers; undefined where it lets the request through. */
  function stopped(): Answered | undefined {
    const now = run.now();
    const begun = now - (now % window);
    if (seen.begun !== begun) seen = { begun, count: 0 };
    seen.count += 1;
    if (seen.count <= requestsInWindow) return undefined;
    const wait = Math.ceil((begun + window - now) / 1_000);
    return {
      status: 429,
      headers: [
        ['Content-Type', 'text/plain'],
        ['Retry-After', String(wait)],
      ],
      body: 'Retry later\n',
    };
  }

  function admitted(request: Asked): Answered {
    const sent = request.headers['x-api-key'];
    if (sent === undefined) throw new Refusal(401, 'API key is missing');
    if (sent !== key) throw new Refusal(401, 'API key is invalid');
    const { status, headers, body } = answer(request);
    if (request.method !== 'GET') return { status, headers, body };
    const tag = `W/"${createHash('md5').update(body).digest('hex')}"`;
    const cached: Headers = [
      ['ETag', tag],
      ['Cache-Control', 'max-age=0, private, must-revalidate'],
    ];
    return request.headers['if-none-match'] === tag
      ? { status: 304, headers: cached, body: '' }
      : { status, headers: [...headers, ...cached], body };
  }

  return (request) => {
    const tooMany = stopped();
    if (tooMany !== undefined) return tooMany;
    count += 1;
    const always: Headers = [['X-Request-Id', uuid(`states ${run.run} ${count}`)]];
    try {
      const { status, headers, body } = admitted(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { error: error.message, ...error.more }, [...error.headers, ...always]);
    }
  };
}

/** Goes on as long as there is a next link. */
async function walk(api: Api, target: string, name = 'listings'): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    next = textIfAny(received, '_links', 'next', 'href');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, tag?: string): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
const price = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json });
const assign = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json });
const euros = (amount: unknown): Row => ({ amount, currency });

interface Ids {
  /** Parts that may be changed: with a lower bound and no strategy, with both, and without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly ended: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const isEnded = ({ state }: Row) => isObject(state) && state.slug === 'ended';
  const ids = (is: (row: Row) => boolean) =>
    rows.filter((row) => !isEnded(row) && is(row)).map(({ id }) => id);
  return {
    free: ids((row) => row.min_price !== null && row.strategy === null),
    bound: ids((row) => row.min_price !== null && row.strategy !== null),
    open: ids((row) => row.min_price === null),
    ended: rows.filter(isEnded).map(({ id }) => id),
  };
}

/** Asks until it is told to wait, waits as long, and asks once more. */
async function hasten(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 22; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 * Number(headers.get('Retry-After') ?? 5));
    break;
  }
  await api.ask('GET', target, { atOnce: true });
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, ended } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = rowsAt(await api.ask('GET', '/v1/strategies'), 'strategies').map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?per_page=5', 'reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?per_page=20&order_by=price&sort=asc');
  await get('state=live&per_page=5');
  await get('state=ended');
  await get('state=draft&order_by=title&sort=asc');
  await get('condition=mint&per_page=4');
  await get(`make=${String(rows[3]?.make)}`);
  await get(`sku=${String(rows[7]?.sku)}`);
  await get('query=tuner&per_page=6');
  await get('price_from=50&price_to=120&order_by=price&sort=desc&per_page=10');
  await get('price_to=30.50');
  await get(`strategy_id=${String(own[2])}`);
  await get('updated_after=2025-06-01T00:00:00Z&order_by=updated_at');
  await get('page=2&per_page=7&state=live');
  await get('page=9');
  await get('per_page=100&page=2');
  await get('state=sold_out&query=drum&price_from=500');
  await get('colour=red&per_page=3');
  await api.ask('GET', '/v1/reports?state=finished&per_page=3');
  await api.ask('GET', '/v1/reports?kind=sales');
  await api.ask('GET', '/v1/reports?state=failed&kind=price_changes');
  for (const index of [0, 2, 4]) await read(api, 'listings', bound[index]);
  const alone = await read(api, 'listings', free[1]);
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await read(api, 'listings', open[0]);
  await read(api, 'listings', ended[0]);
  await read(api, 'strategies', own[1]);
  await read(api, 'strategies', own[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], { min_price: euros('12.40'), max_price: euros('288.00') });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: euros('3.99'), max_price: euros('1204.50') });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_price: euros('920.75') });
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await price(api, open[0], { min_price: euros(2.5) });
  await price(api, bound[1], { max_price: null });
  await read(api, 'listings', bound[1]);
  await price(api, free[2], { min_price: euros('4'), colour: 'red', max_price: euros('310.5') });
  await assign(api, free[0], { strategy_id: own[0] });
  await read(api, 'listings', free[0]);
  await assign(api, free[1], { strategy_id: own[3] });
  await assign(api, open[1], { strategy_id: own[2] });
  await assign(api, bound[0], { strategy_id: null });
  await read(api, 'listings', bound[0]);
  await get('order_by=updated_at&per_page=5');
  await get(`strategy_id=${String(own[0])}&per_page=2`);
  await read(api, 'strategies', own[0]);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?per_page=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 99);
  await read(api, 'listings', 'tuner');
  await read(api, 'strategies', 1);
  await read(api, 'reports', 12);
  await price(api, 98, { min_price: euros('5.00') });
  await assign(api, 97, { strategy_id: own[0] });
  await price(api, free[3], { min_price: euros('60.00'), max_price: euros('59.99') });
  await price(api, bound[3], { min_price: euros('50000') });
  await price(api, free[3], { min_price: euros('cheap') });
  await price(api, free[3], { min_price: 4, max_price: euros(true) });
  await price(api, free[3], { min_price: euros('-1.00') });
  await price(api, free[3], { min_price: euros('0'), max_price: euros('100001') });
  await price(api, free[3], { max_price: { amount: '9.00', currency: 'GBP' } });
  await price(api, free[3], { min_price: { amount: '9.00' } });
  await price(api, free[3], {});
  await price(api, free[3], [1]);
  await price(api, ended[0], { min_price: euros('5.00') });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": ' });
  await assign(api, free[3], { strategy_id: 5 });
  await assign(api, free[3], { strategy_id: own[4] });
  await assign(api, free[3], { strategy_id: 'lowest' });
  await assign(api, free[3], {});
  await assign(api, open[2], { strategy_id: own[1] });
  await assign(api, ended[1], { strategy_id: own[2] });
  await get('per_page=0');
  await get('per_page=many');
  await get('page=-1');
  await get('sort=up');
  await get('order_by=colour');
  await get('state=lost&sort=down');
  await get('price_from=cheap');
  await get('updated_after=monday');
  await api.ask('GET', '/v1/reports?state=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { min_price: euros('8.00') } });
  await api.ask('GET', '/v1/listings?per_page=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hasten(api, '/v1/strategies');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?per_page=3');
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?per_page=16');
  const { free, bound, open, ended } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = rowsAt(await api.ask('GET', '/v1/strategies'), 'strategies').map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?per_page=8', 'reports')).map(({ id }) => id);
  await get('state=live&order_by=price&sort=desc&per_page=8');
  await get('condition=good&order_by=title&sort=asc');
  await get(`make=${String(rows[11]?.make)}&per_page=3`);
  await get(`sku=${String(rows[20]?.sku)}`);
  await get('query=bridge');
  await get('price_from=90.25&per_page=6');
  await get(`strategy_id=${String(own[3])}&order_by=updated_at`);
  await get('updated_after=2025-03-10&order_by=updated_at&sort=asc&per_page=4');
  await get('page=12&per_page=10');
  await get('per_page=80');
  await get('shape=round&per_page=2&page=3');
  await api.ask('GET', '/v1/reports?state=finished&kind=stock');
  await api.ask('GET', '/v1/reports?kind=price_changes&per_page=2&page=2');
  const alone = await read(api, 'listings', bound[5]);
  await read(api, 'listings', bound[5], header(alone, 'ETag'));
  await read(api, 'listings', open[3]);
  await read(api, 'listings', ended[2]);
  await read(api, 'strategies', own[2]);
  await read(api, 'reports', runs[1]);
  await read(api, 'reports', runs[6]);

  await price(api, free[4], { min_price: euros('7.15'), max_price: euros('393.50') });
  await read(api, 'listings', free[4]);
  await price(api, bound[5], { max_price: euros('1611.20') });
  await read(api, 'listings', bound[5], header(alone, 'ETag'));
  await price(api, open[3], { min_price: euros('4.25'), max_price: null });
  await price(api, bound[2], { min_price: euros(6) });
  await read(api, 'listings', bound[2]);
  await assign(api, free[4], { strategy_id: own[1] });
  await read(api, 'listings', free[4]);
  await assign(api, bound[2], { strategy_id: null });
  await assign(api, open[4], { strategy_id: own[3] });
  await get('order_by=updated_at&per_page=4');

  await read(api, 'listings', 77);
  await read(api, 'listings', 'bridge');
  await read(api, 'reports', 3);
  await price(api, 76, { max_price: euros('31.00') });
  await assign(api, 75, { strategy_id: own[2] });
  await price(api, free[5], { min_price: euros('71.20'), max_price: euros('70.00') });
  await price(api, free[5], { max_price: euros('lots') });
  await price(api, free[5], { max_price: euros('-2.50') });
  await price(api, free[5], { min_price: euros('2000000') });
  await price(api, free[5], { min_price: { amount: '20.00', currency: 'USD' } });
  await price(api, free[5], { max_price: { amount: '31.00' } });
  await price(api, free[5], { max_price: 'few' });
  await price(api, free[5], {});
  await price(api, ended[0], { max_price: euros('90.00') });
  await assign(api, free[5], { strategy_id: 6 });
  await assign(api, free[5], { strategy_id: own[4], shape: 'round' });
  await assign(api, free[5], { strategy_id: true });
  await assign(api, open[5], { strategy_id: own[0] });
  await assign(api, ended[2], { strategy_id: own[3] });
  await get('per_page=-5');
  await get('page=last');
  await get('sort=random');
  await get('order_by=stock');
  await get('state=gone');
  await get('price_to=lots&page=0');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?per_page=2', { headers: { 'X-API-KEY': null } });
}

export const stateDescriptions: WalkedService = {
  name: 'state-descriptions',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=30'],
  walk,
};
