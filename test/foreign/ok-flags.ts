// A workspace platform's way of a Web API: every answer says `ok`, most refusals are a short code with 200, those of arguments
// come with messages that point into what was sent (`[ERROR] must be a number [json-pointer:/min]`), warnings stand beside what
// went well; cursors are base64 of the id that comes next and an empty text at the end, the older reports count pages; amounts
// are whole numbers in minor units beside a currency, moments are texts of seconds with six digits behind the point (whole
// numbers where they are older), what is not set is left out or an empty text, a record tells more alone than in a list, and a
// write of a strategy tells only what it did.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  at,
  chance,
  hurry,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'xapp-2-A05QK7M1ZT-6091182734-3fd1c07b';
const perWindow = 12;
const largestLimit = 200;
const largestAmount = 10_000_000;
const upper = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const idOf = (letter: string, seed: string) => `${letter}0${scrambled(`ok ${letter} ${seed}`, 9, upper)}`;
/** Seconds since 1970 with six digits behind the point, as a text. */
const ts = (milliseconds: number) => (milliseconds / 1_000).toFixed(6);
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

const states = ['live', 'live', 'live', 'paused', 'archived'] as const;
const markets = ['web', 'market', 'store'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly state: (typeof states)[number];
  readonly market: (typeof markets)[number];
  readonly price: number;
  readonly stock: number;
  readonly purpose: string;
  readonly creator: string;
  readonly created: number;
  min: number | undefined;
  max: number | undefined;
  strategy: string;
  updated: number;
}

const strategies = [
  {
    name: 'undercut',
    kind: 'competitive',
    needsMin: true,
    isEnabled: true,
    purpose: 'A cent below the next one',
  },
  { name: 'match-lowest', kind: 'competitive', needsMin: true, isEnabled: true, purpose: '' },
  { name: 'keep-margin', kind: 'margin', needsMin: false, isEnabled: true, purpose: 'Cost plus a fifth' },
  {
    name: 'clear-stock',
    kind: 'schedule',
    needsMin: false,
    isEnabled: false,
    purpose: 'For the end of the season',
  },
  { name: 'follow-demand', kind: 'demand', needsMin: false, isEnabled: true, purpose: '' },
  { name: 'leave-alone', kind: 'manual', needsMin: false, isEnabled: true, purpose: 'No changes at all' },
].map((one, index) => ({
  ...one,
  id: idOf('P', String(index)),
  created: pastMoment(`ok strategy ${index}`),
}));

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  id: one.id,
  name: one.name,
  kind: one.kind,
  is_enabled: one.isEnabled,
  requires_min: one.needsMin,
  purpose: one.purpose,
  created: seconds(one.created),
});

const people = ['U04T8M2QX', 'U06B1ZK9C', 'U0711RDHW'];

function listings(): Listing[] {
  return Array.from({ length: 51 }, (_, index): Listing => {
    const seed = `ok ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const hasMin = chance(`${seed} min`, 4) > 0;
    return {
      id: idOf('L', String(index)),
      sku,
      name: title,
      state: oneOf(`${seed} state`, states),
      market: oneOf(`${seed} market`, markets),
      price,
      stock,
      purpose: chance(`${seed} purpose`, 3) === 0 ? `Sold since ${new Date(created).getUTCFullYear()}` : '',
      creator: people[chance(`${seed} creator`, 40) === 0 ? 1 : 0]!,
      created,
      min: hasMin ? Math.round(price * 0.8) : undefined,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.3) : undefined,
      strategy: hasMin && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : '',
      updated: created + chance(`${seed} updated`, 140 * 86_400) * 1_000 + 250,
    };
  });
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  sku: one.sku,
  name: one.name,
  state: one.state,
  is_archived: one.state === 'archived',
  market: one.market,
  price: one.price,
  ...(one.min !== undefined && { min: one.min }),
  ...(one.max !== undefined && { max: one.max }),
  currency: 'EUR',
  stock: one.stock,
  strategy_id: one.strategy,
  created: seconds(one.created),
  updated_ts: ts(one.updated),
});

const toldAlone = (one: Listing): Row => ({
  ...listingShown(one),
  creator: one.creator,
  purpose: {
    value: one.purpose,
    creator: one.purpose === '' ? '' : one.creator,
    last_set: one.purpose === '' ? 0 : seconds(one.created),
  },
});

class Refusal extends Error {
  readonly code: string;
  readonly more: Row;
  readonly status: number;
  readonly headers: Headers;

  constructor(code: string, more: Row = {}, status = 200, headers: Headers = []) {
    super(code);
    this.code = code;
    this.more = more;
    this.status = status;
    this.headers = headers;
  }
}

const invalid = (messages: readonly string[]) =>
  new Refusal('invalid_arguments', {
    response_metadata: { messages: messages.map((one) => `[ERROR] ${one}`) },
  });

const reportKinds = ['price_moves', 'rivals', 'coverage'] as const;
const reportStates = ['queued', 'running', 'complete', 'failed'] as const;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    id: idOf('R', String(index)),
    kind: reportKinds[index % 3]!,
    created:
      opened -
      (index < 2 ? 12_000 * (index + 1) : index * 41_000_000 + chance(`ok report ${index}`, 30_000) * 1_000),
    lasts: 100 + index * 30,
    fails: index === 4,
    size: 2_048 + chance(`ok report size ${index}`, 90_000),
  }));
  const recent: number[] = [];
  let count = 0;

  function reportShown({ id, kind, created, lasts, fails, size }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const state = elapsed < 35 ? 'queued' : elapsed < lasts ? 'running' : fails ? 'failed' : 'complete';
    return {
      id,
      kind,
      state,
      created: seconds(created),
      user: people[0],
      ...(state === 'complete' && {
        size,
        url_private: `${run.origin}/files-pri/${id}/${kind}.csv?t=${scrambled(`ok ${run.run} ${id}`, 24, hex)}`,
      }),
      ...(state === 'failed' && { failure: 'source_timeout' }),
      finished: elapsed < lasts ? 0 : seconds(created + lasts * 1_000),
    };
  }

  /** The arguments of a list. What is not asked for or empty is as if it were not there. */
  function argumentsOf(query: URLSearchParams) {
    const messages: string[] = [];
    const given = (name: string) => query.get(name) ?? '';
    return {
      given,
      settle: () => {
        if (messages.length > 0) throw invalid(messages);
      },
      whole: (name: string, usual: number, least: number): number => {
        const text = given(name);
        if (text === '') return usual;
        if (!/^-?\d+$/.test(text)) messages.push(`must be a number [json-pointer:/${name}]`);
        else if (Number(text) < least)
          messages.push(`must be greater than ${least - 1} [json-pointer:/${name}]`);
        return Number(text);
      },
      flag: (name: string): boolean | undefined => {
        const text = given(name);
        if (text === '') return undefined;
        if (!/^(?:true|false|1|0)$/.test(text)) messages.push(`must be a boolean [json-pointer:/${name}]`);
        return text === 'true' || text === '1';
      },
      moment: (name: string): number | undefined => {
        const text = given(name);
        if (text === '') return undefined;
        if (!/^\d+(?:\.\d+)?$/.test(text)) throw new Refusal(`invalid_${name}`);
        return Number(text) * 1_000;
      },
    };
  }

  /** One page of records and the cursor of the next: the id of the record that it begins with. */
  function paged(
    name: string,
    records: readonly Row[],
    limit: number,
    cursor: string,
    more: Row = {},
  ): Answered {
    if (limit > largestLimit) throw new Refusal('invalid_limit');
    let from = 0;
    if (cursor !== '') {
      const [word, id] = Buffer.from(cursor, 'base64').toString('utf8').split(':');
      from = word === name ? records.findIndex((record) => record.id === id) : -1;
      if (from === -1) throw new Refusal('invalid_cursor');
    }
    const next = records[from + limit];
    return json(200, {
      ok: true,
      [name]: records.slice(from, from + limit),
      ...more,
      response_metadata: {
        next_cursor: next === undefined ? '' : Buffer.from(`${name}:${String(next.id)}`).toString('base64'),
      },
    });
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    created: ({ created }) => created,
    updated: ({ updated }) => updated,
    price: ({ price }) => price,
    name: ({ name }) => name,
  };

  function listed(query: URLSearchParams): Answered {
    const { given, settle, whole, flag, moment } = argumentsOf(query);
    const limit = whole('limit', 20, 1);
    const excludesArchived = flag('exclude_archived');
    const [least, most] = [whole('price_from', 0, 0), whole('price_to', Infinity, 0)];
    settle();
    const wanted = given('states')
      .split(',')
      .filter((one) => one !== '');
    if (wanted.some((one) => !(states as readonly string[]).includes(one)))
      throw new Refusal('invalid_states');
    const oldest = moment('oldest');
    const latest = moment('latest');
    const sort = given('sort') === '' ? 'created' : given('sort');
    const direction = given('sort_dir') === '' ? 'desc' : given('sort_dir');
    const of = Object.hasOwn(orders, sort) ? orders[sort] : undefined;
    if (of === undefined) throw new Refusal('invalid_sort');
    if (direction !== 'asc' && direction !== 'desc') throw new Refusal('invalid_sort_dir');
    const text = given('query').toLowerCase();
    const [market, strategy] = [given('market'), given('strategy_id')];
    if (strategy !== '' && !strategies.some(({ id }) => id === strategy))
      throw new Refusal('strategy_not_found');
    const sign = direction === 'desc' ? -1 : 1;
    const found = all
      .filter(
        (one) =>
          (wanted.length === 0 || wanted.includes(one.state)) &&
          (excludesArchived !== true || one.state !== 'archived') &&
          (market === '' || one.market === market) &&
          (strategy === '' || one.strategy === strategy) &&
          one.price >= least &&
          one.price <= most &&
          (oldest === undefined || one.updated >= oldest) &&
          (latest === undefined || one.updated <= latest) &&
          `${one.name} ${one.sku}`.toLowerCase().includes(text),
      )
      .sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    return paged('listings', found.map(listingShown), limit, given('cursor'));
  }

  function strategiesListed(query: URLSearchParams): Answered {
    const { given, settle, whole, flag } = argumentsOf(query);
    const limit = whole('limit', 100, 1);
    const enabled = flag('is_enabled');
    settle();
    const kind = given('kind');
    const found = strategies.filter(
      (one) => (enabled === undefined || one.isEnabled === enabled) && (kind === '' || one.kind === kind),
    );
    return paged('strategies', found.map(strategyShown), limit, given('cursor'), {
      cache_ts: seconds(run.now()),
    });
  }

  /** Of an older make: counts pages, and is content with any number. */
  function reportsListed(query: URLSearchParams): Answered {
    const { given, settle, whole } = argumentsOf(query);
    const size = Math.min(whole('count', 5, 1), 50);
    const page = whole('page', 1, 1);
    settle();
    const wanted = given('state');
    if (wanted !== '' && !(reportStates as readonly string[]).includes(wanted))
      throw new Refusal('invalid_state');
    const kind = given('kind');
    const found = reports
      .map(reportShown)
      .filter((one) => (wanted === '' || one.state === wanted) && (kind === '' || one.kind === kind));
    return json(200, {
      ok: true,
      reports: found.slice((page - 1) * size, page * size),
      paging: { count: size, total: found.length, page, pages: Math.ceil(found.length / size) },
    });
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal('invalid_json');
    if (!isObject(sent.json)) throw new Refusal('json_not_object');
    return sent.json;
  }

  /** What a write answers: warnings stand beside what went well. */
  function done(request: Asked, told: Row, warnings: readonly string[] = []): Answered {
    const isCharsetTold = (request.headers['content-type'] ?? '').includes('charset');
    const warned = [...(isCharsetTold ? [] : ['missing_charset']), ...warnings];
    return json(200, {
      ok: true,
      ...told,
      ...(warned.length > 0 && { warning: warned.join(','), response_metadata: { warnings: warned } }),
    });
  }

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    const messages: string[] = [];
    const boundOf = (name: 'min' | 'max'): number | undefined => {
      const value = body[name];
      if (value === undefined) return listing[name];
      if (value === null) return undefined;
      const say = (message: string) => messages.push(`${message} [json-pointer:/${name}]`);
      if (typeof value !== 'number') say('must be a number');
      else if (!Number.isInteger(value)) say('must be an integer');
      else if (value <= 0) say('must be greater than 0');
      else if (value > largestAmount) say(`must be less than ${largestAmount + 1}`);
      return Number(value);
    };
    const [min, max] = [boundOf('min'), boundOf('max')];
    if (body.currency !== undefined && typeof body.currency !== 'string') {
      messages.push('must be a string [json-pointer:/currency]');
    }
    if (messages.length > 0) throw invalid(messages);
    if (body.min === undefined && body.max === undefined) throw new Refusal('no_bounds');
    if (body.currency !== undefined && body.currency !== 'EUR') throw new Refusal('currency_mismatch');
    if (listing.state === 'archived') throw new Refusal('is_archived');
    if (min !== undefined && max !== undefined && min > max) throw new Refusal('min_exceeds_max');
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    if (min === undefined && strategy?.needsMin === true) throw new Refusal('min_required_by_strategy');
    listing.min = min;
    listing.max = max;
    listing.updated = run.now();
    return done(request, { listing: toldAlone(listing) });
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: id } = bodyIn(request);
    if (id === undefined) throw invalid(['missing required field: strategy_id']);
    if (typeof id !== 'string') throw invalid(['must be a string [json-pointer:/strategy_id]']);
    const strategy = strategies.find((one) => one.id === id);
    if (id !== '' && strategy === undefined) throw new Refusal('strategy_not_found');
    if (listing.state === 'archived') throw new Refusal('is_archived');
    if (strategy?.isEnabled === false) throw new Refusal('strategy_disabled');
    if (strategy?.needsMin === true && listing.min === undefined) throw new Refusal('strategy_requires_min');
    const isSame = listing.strategy === id;
    listing.strategy = id;
    if (!isSame) listing.updated = run.now();
    const told = { listing_id: listing.id, strategy_id: id, ts: ts(listing.updated) };
    return done(request, told, isSame ? ['already_assigned'] : []);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const { method } = request;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal('unknown_method', { req_method: steps.slice(1).join('.') }, 404);
    if (method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal('method_not_supported', {}, 405, [['Allow', part === undefined ? 'GET' : 'PATCH']]);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const listing = all.find((one) => one.id === id);
      if (listing === undefined) throw new Refusal('listing_not_found');
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      const strategy = strategies.find((one) => one.id === listing.strategy);
      const isIncluded = ['true', '1'].includes(query.get('include_strategy') ?? '');
      return json(200, {
        ok: true,
        listing: {
          ...toldAlone(listing),
          ...(isIncluded && strategy !== undefined && { strategy: strategyShown(strategy) }),
        },
      });
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(query);
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw new Refusal('strategy_not_found');
      return json(200, { ok: true, strategy: strategyShown(strategy) });
    }
    if (id === undefined) return reportsListed(query);
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw new Refusal('report_not_found');
    return json(200, { ok: true, report: reportShown(report) });
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] === undefined) throw new Refusal('not_authed');
    if (headers['x-api-key'] !== key) throw new Refusal('invalid_auth');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 3_000) recent.shift();
    if (recent.length >= perWindow) {
      throw new Refusal('ratelimited', {}, 429, [
        ['Retry-After', String(Math.ceil((recent[0]! + 3_000 - now) / 1_000))],
      ]);
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    const own: Headers = [
      ['X-Trace-Req', scrambled(`ok ${run.run} ${count}`, 32, hex)],
      ['Cache-Control', 'private, no-cache, no-store, must-revalidate'],
    ];
    const type = 'application/json; charset=utf-8';
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      const scopes: Headers = [
        ['X-Granted-Scopes', 'listings:read,listings:write,reports:read'],
        ['X-Needed-Scopes', request.method === 'GET' ? 'listings:read' : 'listings:write'],
      ];
      const rest = headers.filter(([name]) => name !== 'Content-Type');
      return { status, headers: [['Content-Type', type], ...rest, ...scopes, ...own], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, more, status, headers } = error;
      return json(status, { ok: false, error: code, ...more }, [...headers, ...own], type);
    }
  };
}

/** Goes on with the cursor until it is empty, and counts the pages of what has pages. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const name = /^\/v1\/(\w+)/.exec(target)?.[1] ?? '';
  const extended = (parameter: string) => `${target}${target.includes('?') ? '&' : '?'}${parameter}`;
  const rows: Row[] = [];
  let next: string | undefined = target;
  for (let page = 1; next !== undefined; page += 1) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    const cursor = textIfAny(received, 'response_metadata', 'next_cursor') ?? '';
    const pages = Number(at(received, 'paging', 'pages') ?? 0);
    next =
      cursor !== ''
        ? extended(`cursor=${encodeURIComponent(cursor)}`)
        : page < pages
          ? extended(`page=${page + 1}`)
          : undefined;
  }
  return rows;
}

const utf8 = { headers: { 'Content-Type': 'application/json; charset=utf-8' } };

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown, sending = {}): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body, ...sending });
const assign = (api: Api, id: unknown, strategy: unknown, sending = {}): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy }, ...sending });

function idsOf(rows: readonly Row[]) {
  const open = rows.filter(({ is_archived: isArchived }) => isArchived === false);
  return {
    bounded: open.filter(({ min }) => min !== undefined).map(({ id }) => id),
    unbounded: open.filter(({ min }) => min === undefined).map(({ id }) => id),
    archived: rows.find(({ is_archived: isArchived }) => isArchived === true)?.id,
    planned: open.filter(({ strategy_id: strategy }) => strategy !== '' && strategy !== undefined),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, archived, planned } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies?limit=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await api.ask('GET', '/v1/strategies');
  await get('limit=5');
  await get('limit=100&exclude_archived=true');
  await get('states=paused');
  await get('states=live,paused&limit=40');
  await get('states=archived&sort=name&sort_dir=asc');
  await get('market=store&limit=8');
  await get('market=web&states=live&sort=price');
  await get(`strategy_id=${String(plans[0])}`);
  await get('price_from=10000&limit=30');
  await get('price_from=5000&price_to=8050');
  await get('query=lamp');
  await get('query=kettle&sort=price&sort_dir=asc');
  await get('query=nothinglikethis');
  await get('oldest=1740787200&limit=50');
  await get('oldest=1735689600.000000&latest=1743465600');
  await get('sort=price&sort_dir=desc&limit=12');
  await get('sort=price&sort_dir=asc&limit=6');
  await get('sort=updated&limit=5');
  await get('sort=name&sort_dir=asc&limit=7');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/strategies?is_enabled=false');
  await api.ask('GET', '/v1/strategies?kind=competitive');
  await api.ask('GET', '/v1/reports?count=4&page=2');
  await api.ask('GET', '/v1/reports?state=complete');
  await api.ask('GET', '/v1/reports?kind=rivals');
  for (const index of [0, 3, 8, 12]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', archived);
  await read(api, 'listings', planned[2]?.id, '?include_strategy=true');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, bounded[0], { min: 1990, max: 24_900 });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], { min: 1250, max: 31_025, currency: 'EUR' }, utf8);
  await read(api, 'listings', bounded[3]);
  await price(api, bounded[8], { max: 42_015 });
  await price(api, bounded[12], { max: null });
  await read(api, 'listings', bounded[12]);
  await price(api, unbounded[0], { min: 205 });
  await assign(api, bounded[0], plans[1]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[0], plans[1]);
  await assign(api, bounded[3], plans[2], utf8);
  await read(api, 'listings', bounded[3], '?include_strategy=1');
  await assign(api, bounded[8], '');
  await read(api, 'listings', bounded[8]);
  await get('sort=updated&limit=6');
  await get(`strategy_id=${String(plans[1])}&limit=50`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?count=3');

  await read(api, 'listings', 'L0ZZZZZZZZZ');
  await read(api, 'strategies', 'P0ZZZZZZZZZ');
  await read(api, 'reports', 'last');
  await price(api, 'L0ZZZZZZZZY', { min: 300 });
  await price(api, bounded[6], { min: 3000, max: 2000 });
  await price(api, bounded[6], { min: 'cheap' });
  await price(api, bounded[6], { min: true, max: '2500' });
  await price(api, bounded[6], { min: -400 });
  await price(api, bounded[6], { min: 0, max: 20_000_000 });
  await price(api, bounded[6], { max: 12.5 });
  await price(api, bounded[6], {});
  await price(api, bounded[6], { min: 900, currency: 'USD' });
  await price(api, bounded[6], { min: 900, currency: 978 });
  await price(api, bounded[6], [1]);
  await price(api, bounded[0], { min: null });
  await price(api, archived, { min: 500 });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"min": ' });
  await assign(api, bounded[6], 'P0ZZZZZZZZY');
  await assign(api, bounded[6], plans[3]);
  await assign(api, bounded[6], 17);
  await assign(api, unbounded[1], plans[0]);
  await assign(api, archived, plans[4]);
  await assign(api, 'L0ZZZZZZZZX', plans[0]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/strategy`, { json: {} });
  await get('limit=0');
  await get('limit=many');
  await get('limit=1000');
  await get('cursor=bm9uZQ%3D%3D');
  await get('states=gone');
  await get('sort=colour');
  await get('sort=price&sort_dir=up');
  await get('price_from=cheap&limit=-1');
  await get('oldest=monday');
  await get('exclude_archived=maybe');
  await get('strategy_id=P0ZZZZZZZZW');
  await api.ask('GET', '/v1/reports?state=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', {
    headers: { 'X-API-KEY': 'xapp-2-A05QK7M1ZT-0000000000-00000000' },
  });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=1', 15);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?count=4');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, archived, planned } = idsOf(await walk(api, '/v1/listings?limit=18'));
  const plans = (await walk(api, '/v1/strategies?limit=5')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?count=6')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=7');
  await get('states=archived,paused&limit=30');
  await get('market=market&limit=6');
  await get('exclude_archived=1&market=web');
  await get(`strategy_id=${String(plans[2])}&sort=name&sort_dir=asc`);
  await get('price_to=4500');
  await get('price_from=12025&sort=price&sort_dir=asc&limit=10');
  await get('query=rug');
  await get('query=ZEM-');
  await get('oldest=1750000000&sort=updated');
  await get('latest=1720000000.500000');
  await get('sort=created&sort_dir=asc&limit=4');
  await get('shape=round&limit=2');
  await api.ask('GET', '/v1/strategies?is_enabled=true');
  await api.ask('GET', '/v1/strategies?kind=margin');
  await api.ask('GET', '/v1/reports?state=failed');
  await api.ask('GET', '/v1/reports?kind=coverage&count=2&page=2');
  for (const index of [1, 5, 10]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', planned[4]?.id, '?include_strategy=true');
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[7]);

  await price(api, bounded[1], { min: 975, max: 33_300 });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { max: 60_120 }, utf8);
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[2], { min: 400, max: null });
  await read(api, 'listings', unbounded[2]);
  await assign(api, bounded[1], plans[4]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[1], plans[4]);
  await assign(api, bounded[10], '');
  await get('sort=updated&limit=3');

  await read(api, 'listings', 'L0YYYYYYYYY');
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', 'R0YYYYYYYYY');
  await price(api, 'L0YYYYYYYYX', { max: 3000 });
  await price(api, bounded[9], { min: 7120, max: 7000 });
  await price(api, bounded[9], { max: 'lots' });
  await price(api, bounded[9], { min: -5, max: false });
  await price(api, bounded[9], { max: 10_000_001 });
  await price(api, bounded[9], { min: 1.25 });
  await price(api, bounded[9], {});
  await price(api, archived, { max: 80_000 });
  await assign(api, bounded[9], 'P0YYYYYYYYY');
  await assign(api, bounded[9], plans[3]);
  await assign(api, bounded[9], false);
  await assign(api, unbounded[3], plans[1]);
  await get('limit=-3');
  await get('limit=lots');
  await get('states=sold,live');
  await get('sort=size');
  await get('price_to=dear');
  await get('latest=soon');
  await get('cursor=xyz');
  await api.ask('GET', '/v1/reports?page=0');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?count=2', { headers: { 'X-API-KEY': null } });
}

const isRefusal = ({ status, body }: Answered): boolean => {
  const told = parsed(body);
  return status !== 429 && isObject(told) && told.ok === false;
};

export const okFlags: WalkedService = {
  name: 'ok-flags',
  key,
  start,
  isRefusal,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3&count=2', 'limit=7&count=4', 'limit=100&count=50'],
  walk,
};
