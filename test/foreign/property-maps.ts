// A customer relations platform's object API: records as a map of named properties whose values are texts or null, of which
// a program names those that it wants; the next page as a mark and a link that are gone at the end, archived records only
// where they are asked for, what is associated beside the record, a search by groups of filters that is posted, and errors
// with a category, a correlation id, and what is wrong once more as JSON within the message.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, listAt, member, uuid } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'pat-eu1-5c0f2a9e-77b1-4d3a-9e52-1f6b0c8d4a27';
const perSecond = 9;
const largestPage = 100;
const mostSearched = 50;

type Properties = Readonly<Record<string, string | null>>;

interface Listing {
  readonly id: string;
  readonly created: number;
  readonly archived: number | undefined;
  properties: Properties;
  updated: number;
}

interface Export {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
  readonly rows: number;
}

interface Wrong {
  readonly message: string;
  readonly code: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
  readonly in?: string;
}

const usual = ['listing_name', 'sku', 'min_price', 'max_price'];
const writable: Readonly<Record<string, 'number' | 'reference'>> = {
  min_price: 'number',
  max_price: 'number',
  pricing_strategy: 'reference',
};
const known = [
  ...usual,
  'asking_price',
  'brand',
  'channel',
  'listing_state',
  'pricing_strategy',
  'stock_level',
];
const channels = ['north_market', 'south_market'];

const iso = (moment: number) => new Date(moment).toISOString();
/** Any value is taken as a text. */
const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
const euros = (cents: number) => String(cents / 100);

const strategies = ['Undercut by a bit', 'Hold the middle', 'Buy box first', 'Slow mover', 'Frozen'].map(
  (name, index) => ({
    id: String(7_310_044_901 + index * 1_733),
    created: pastMoment(`properties strategy ${index}`),
    properties: {
      strategy_name: name,
      strategy_kind: ['competitive', 'steady', 'competitive', 'velocity', 'manual'][index]!,
      is_enabled: index === 4 ? 'false' : 'true',
      step: index === 0 ? '0.05' : index === 2 ? '0.5' : null,
    },
  }),
);

function listings(): Listing[] {
  return Array.from({ length: 38 }, (_, index): Listing => {
    const name = `properties ${index}`;
    const { title, sku, price, stock, maker } = ware(name);
    const created = pastMoment(name) + chance(`${name} fraction`, 1_000);
    const updated = created + chance(`${name} updated`, 120 * 86_400_000);
    return {
      id: String(18_437_205_000 + index * 941 + chance(`${name} id`, 800)),
      created,
      updated,
      archived: index % 9 === 4 ? updated + 3_600_000 : undefined,
      properties: {
        listing_name: title,
        sku,
        asking_price: euros(price),
        min_price: chance(`${name} no min`, 7) === 0 ? null : euros(Math.round(price * 0.8)),
        max_price: euros(Math.round(price * 1.25)),
        brand: maker.toLowerCase(),
        channel: oneOf(`${name} channel`, channels),
        listing_state: stock < 25 ? 'sold_out' : chance(`${name} off`, 5) === 0 ? 'paused' : 'live',
        pricing_strategy:
          chance(`${name} strategy`, 4) === 0 ? null : strategies[chance(`${name} which`, 4)]!.id,
        stock_level: String(stock),
      },
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly rest: Row;

  constructor(status: number, message: string, rest: Row) {
    super(message);
    this.status = status;
    this.rest = rest;
  }
}

const invalid = (message: string, errors: readonly Wrong[] = [], context: Row = {}) =>
  new Refusal(400, message, {
    category: 'VALIDATION_ERROR',
    ...(errors.length > 0 && { errors }),
    ...(Object.keys(context).length > 0 && { context }),
  });

function start(run: Run): (request: Asked) => Answered {
  const { origin } = run;
  const opened = run.now();
  const all = listings();
  const exports = Array.from({ length: 8 }, (_, index): Export => ({
    id: String(55_120_300 + index * 77),
    type: ['PRICE_HISTORY', 'LISTINGS', 'STRATEGY_RESULTS'][index % 3]!,
    created:
      index < 6
        ? opened - (7 - index) * 86_400_000 + chance(`properties export ${index}`, 40_000_000)
        : opened - 20_000 + (index - 6) * 12_000,
    seconds: 90 + index * 45,
    fails: index === 3,
    rows: 4 + index,
  }));
  const recent: number[] = [];
  let count = 0;

  function shown(listing: Listing, names: readonly string[], associated: boolean): Row {
    const wanted = names.filter((name) => known.includes(name));
    const properties: Record<string, string | null> = { createdate: iso(listing.created) };
    properties.record_number = listing.id;
    properties.lastmodifieddate = iso(listing.updated);
    for (const name of [...wanted].sort()) properties[name] = listing.properties[name] ?? null;
    const strategy = listing.properties.pricing_strategy;
    return {
      id: listing.id,
      properties,
      createdAt: iso(listing.created),
      updatedAt: iso(listing.updated),
      archived: listing.archived !== undefined,
      ...(listing.archived !== undefined && { archivedAt: iso(listing.archived) }),
      ...(associated &&
        typeof strategy === 'string' && {
          associations: { strategies: { results: [{ id: strategy, type: 'listing_to_strategy' }] } },
        }),
    };
  }

  function exportShown({ id, type, created, seconds, fails, rows }: Export): Row {
    const elapsed = (run.now() - created) / 1_000;
    const state =
      elapsed < 30 ? 'ENQUEUED' : elapsed < seconds ? 'PROCESSING' : fails ? 'FAILED' : 'COMPLETE';
    const isOver = elapsed >= seconds;
    return {
      id,
      exportName: `${type.toLowerCase().replace('_', ' ')} ${id.slice(-3)}`,
      exportType: type,
      exportState: state,
      createdAt: iso(created),
      updatedAt: iso(isOver ? created + seconds * 1_000 : elapsed < 30 ? created : created + 30_000),
      ...(state === 'COMPLETE' && {
        recordCount: rows,
        result: `${origin}/export-files/${id}.csv`,
        expiresAt: iso(created + seconds * 1_000 + 30 * 86_400_000),
      }),
      ...(state === 'FAILED' && { failureReason: 'EXPORT_TOO_LARGE' }),
    };
  }

  function wholeOf(query: URLSearchParams): { readonly limit: number } {
    const text = query.get('limit') ?? '10';
    if (!/^-?\d+$/.test(text)) {
      throw new Refusal(400, `Invalid input JSON on query parameter limit: For input string: "${text}"`, {
        category: 'VALIDATION_ERROR',
      });
    }
    const limit = Number(text);
    if (limit > largestPage) {
      throw invalid(`The query parameter limit must be at most ${largestPage}`, [], {
        limit: [text],
      });
    }
    if (limit < 1) throw invalid('The query parameter limit must be at least 1', [], { limit: [text] });
    return { limit };
  }

  function flag(query: URLSearchParams, name: string): boolean {
    const text = query.get(name);
    if (text === null || text === 'false') return false;
    if (text === 'true') return true;
    throw invalid(`Expected ${name} to be true or false, but was ${text}`, [], { [name]: [text] });
  }

  /** The mark of a page is the id of the last record before it. */
  function page<Item extends { readonly id: string }>(
    url: URL,
    items: readonly Item[],
    show: (item: Item) => Row,
  ): Answered {
    const query = url.searchParams;
    const { limit } = wholeOf(query);
    const after = query.get('after');
    if (after !== null && !/^\d+$/.test(after)) {
      throw invalid(`The mark ${after} is not one that this endpoint gave out`, [], { after: [after] });
    }
    const rest = after === null ? items : items.filter(({ id }) => Number(id) > Number(after));
    const part = rest.slice(0, limit);
    const last = part.at(-1)?.id;
    const parameters = new URLSearchParams(query);
    if (last !== undefined) parameters.set('after', last);
    return json(200, {
      results: part.map(show),
      ...(rest.length > limit && {
        paging: {
          next: { after: last, link: `${origin}${url.pathname}?${parameters.toString()}` },
        },
      }),
    });
  }

  const namesOf = (query: URLSearchParams) => {
    const names = query.getAll('properties').flatMap((text) => text.split(','));
    return names.length === 0 ? usual : names;
  };

  function associatedOf(query: URLSearchParams): boolean {
    const names = query.getAll('associations').flatMap((text) => text.split(','));
    for (const name of names) {
      if (name !== 'strategies') {
        throw invalid(`Unable to infer object type from: ${name}`, [], { type: [name] });
      }
    }
    return names.length > 0;
  }

  function listed(url: URL): Answered {
    const query = url.searchParams;
    const archived = flag(query, 'archived');
    const [names, associated] = [namesOf(query), associatedOf(query)];
    return page(
      url,
      all.filter((one) => (one.archived !== undefined) === archived),
      (one) => shown(one, names, associated),
    );
  }

  function meets(listing: Listing, filter: unknown): boolean {
    const [name, operator, value] = ['propertyName', 'operator', 'value'].map((part) => member(filter, part));
    if (typeof name !== 'string' || !known.includes(name)) {
      throw invalid(`There was a problem with the request.`, [
        {
          message: `Property "${String(name)}" does not exist`,
          code: 'PROPERTY_DOESNT_EXIST',
          context: { propertyName: [String(name)] },
        },
      ]);
    }
    const own = listing.properties[name] ?? null;
    const ordered = (test: (one: number, other: number) => boolean) =>
      own !== null && test(Number(own), Number(value));
    switch (operator) {
      case 'EQ':
        return own === value;
      case 'NEQ':
        return own !== value;
      case 'GT':
        return ordered((one, other) => one > other);
      case 'GTE':
        return ordered((one, other) => one >= other);
      case 'LT':
        return ordered((one, other) => one < other);
      case 'LTE':
        return ordered((one, other) => one <= other);
      case 'HAS_PROPERTY':
        return own !== null;
      case 'NOT_HAS_PROPERTY':
        return own === null;
      default:
        throw invalid(
          `Enum type must be one of: [EQ, NEQ, GT, GTE, LT, LTE, HAS_PROPERTY, NOT_HAS_PROPERTY]`,
        );
    }
  }

  function searched(request: Asked): Answered {
    const sent = bodyOf(request);
    const limit = sent.limit ?? 10;
    const from = Number(sent.after ?? 0);
    if (typeof limit !== 'number' || limit < 1 || limit > mostSearched) {
      throw invalid(`limit must be between 1 and ${mostSearched}`, [], { limit: [JSON.stringify(limit)] });
    }
    const groups = listAt(sent, 'filterGroups');
    const live = all.filter(({ archived }) => archived === undefined);
    const found = live.filter(
      (one) =>
        groups.length === 0 ||
        groups.some((group) => listAt(group, 'filters').every((filter) => meets(one, filter))),
    );
    const [sort] = listAt(sent, 'sorts');
    const by = member(sort, 'propertyName');
    if (typeof by === 'string') {
      const sign = member(sort, 'direction') === 'DESCENDING' ? -1 : 1;
      const of = ({ properties }: Listing) => {
        const value = properties[by] ?? '';
        return /^-?[\d.]+$/.test(value) ? Number(value) : value;
      };
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    const names = listAt(sent, 'properties').filter((name): name is string => typeof name === 'string');
    return json(200, {
      total: found.length,
      results: found
        .slice(from, from + limit)
        .map((one) => shown(one, names.length === 0 ? usual : names, false)),
      ...(from + limit < found.length && { paging: { next: { after: String(from + limit) } } }),
    });
  }

  function bodyOf(request: Asked): Row {
    const given = parsed(request.body);
    if (isObject(given)) return given;
    throw new Refusal(400, 'Invalid input JSON on line 1, column 1: Cannot parse the request body', {
      category: 'VALIDATION_ERROR',
    });
  }

  function changed(request: Asked, listing: Listing, names: readonly string[]): Answered {
    const given = bodyOf(request).properties;
    if (!isObject(given)) throw invalid('Some required fields were not set: [properties]');
    if (Object.keys(given).length === 0)
      throw invalid('No properties found to update, please provide at least one.');
    const wrong = Object.entries(given).flatMap(([name, value]): Wrong[] => {
      const context = { propertyName: [name] };
      if (!names.includes(name)) {
        return known.includes(name)
          ? [{ message: `Property "${name}" is read only here`, code: 'READ_ONLY_VALUE', context }]
          : [{ message: `Property "${name}" does not exist`, code: 'PROPERTY_DOESNT_EXIST', context }];
      }
      const text = textOf(value);
      if (text === '') return [];
      if (writable[name] === 'reference') {
        const found = strategies.find(({ id }) => id === text);
        if (found === undefined) {
          return [{ message: `${text} is not the id of a strategy`, code: 'INVALID_REFERENCE', context }];
        }
        return found.properties.is_enabled === 'true'
          ? []
          : [{ message: `The strategy ${text} is not enabled`, code: 'DISABLED_REFERENCE', context }];
      }
      if (!/^-?\d+(?:\.\d+)?$/.test(text)) {
        return [{ message: `${text} was not a valid number.`, code: 'INVALID_DOUBLE', context }];
      }
      return Number(text) < 0.01
        ? [{ message: `${text} is less than the minimum of 0.01`, code: 'VALUE_TOO_LOW', context }]
        : [];
    });
    if (wrong.length > 0) {
      const told = wrong.map(({ message, code, context }) => ({
        isValid: false,
        message,
        error: code,
        name: context.propertyName![0],
      }));
      throw invalid(`Property values were not valid: ${JSON.stringify(told)}`, wrong);
    }
    const texts = Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const text = textOf(value);
        return [name, text === '' ? null : writable[name] === 'number' ? String(Number(text)) : text];
      }),
    );
    const next: Properties = { ...listing.properties, ...texts };
    const [min, max] = [next.min_price, next.max_price];
    if (typeof min === 'string' && typeof max === 'string' && Number(min) > Number(max)) {
      const message = `min_price ${min} must not be greater than max_price ${max}`;
      throw invalid(message, [
        { message, code: 'BOUNDS_CROSSED', context: { propertyName: ['min_price', 'max_price'] } },
      ]);
    }
    Object.assign(listing, { properties: next, updated: run.now() });
    return json(200, shown(listing, Object.keys(texts), false));
  }

  function find(id: string, archived: boolean): Listing {
    const found = all.find((one) => one.id === id && (one.archived !== undefined) === archived);
    if (found !== undefined) return found;
    throw new Refusal(404, `Object not found. objectId are usually numeric. id: ${id}`, {
      category: 'OBJECT_NOT_FOUND',
      context: { id: [id] },
    });
  }

  function authenticate({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    const link = { 'api key': 'https://console.hollowmere.example/settings/keys' };
    if (sent === undefined) {
      throw new Refusal(401, 'Authentication credentials not found. Send a key in the header X-API-KEY.', {
        category: 'INVALID_AUTHENTICATION',
        links: link,
      });
    }
    if (sent !== key) {
      throw new Refusal(401, 'Authentication failed. The given key does not exist or was revoked.', {
        category: 'INVALID_AUTHENTICATION',
        links: link,
      });
    }
    while (recent[0] !== undefined && recent[0] <= run.now() - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(429, 'You have reached your secondly limit.', {
        errorType: 'RATE_LIMIT',
        policyName: 'SECONDLY',
        category: 'RATE_LIMITS',
      });
    }
    recent.push(run.now());
  }

  function answer(request: Asked): Answered {
    authenticate(request);
    const url = new URL(request.target, origin);
    const { method } = request;
    const [, first, second, third, fourth, ...more] = url.pathname.split('/');
    if (method === 'GET' && first === 'export-files') {
      const found = exports.find((one) => second === `${one.id}.csv`);
      if (found !== undefined && exportShown(found).exportState === 'COMPLETE') {
        const lines = all.slice(2, 2 + found.rows).map(({ id, properties }) => `${id},${properties.sku}`);
        return {
          status: 200,
          headers: [['Content-Type', 'text/csv;charset=UTF-8']],
          body: `Record ID,SKU\n${lines.join('\n')}\n`,
        };
      }
    }
    if (first === 'v1' && more.length === 0) {
      if (method === 'GET' && third === undefined) {
        if (second === 'listings') return listed(url);
        if (second === 'strategies') {
          return page(url, strategies, ({ id, created, properties }) => ({
            id,
            properties,
            createdAt: iso(created),
            updatedAt: iso(created + 5_400_000),
            archived: false,
          }));
        }
        if (second === 'reports') {
          const state = url.searchParams.get('exportState');
          return page(
            url,
            exports.filter((one) => state === null || exportShown(one).exportState === state),
            exportShown,
          );
        }
      }
      if (second === 'listings' && third !== undefined) {
        const id = decodeURIComponent(third);
        if (method === 'POST' && third === 'search' && fourth === undefined) return searched(request);
        if (method === 'GET' && fourth === undefined) {
          const query = url.searchParams;
          const archived = flag(query, 'archived');
          return json(200, shown(find(id, archived), namesOf(query), associatedOf(query)));
        }
        if (method === 'PATCH' && fourth === 'price') {
          return changed(request, find(id, false), ['min_price', 'max_price']);
        }
        if (method === 'PATCH' && fourth === 'strategy') {
          return changed(request, find(id, false), ['pricing_strategy']);
        }
        if (fourth === undefined) {
          return { status: 405, headers: [['Allow', 'GET']], body: '' };
        }
      }
    }
    throw new Refusal(404, `No resource is at ${url.pathname}`, { category: 'RESOURCE_NOT_FOUND' });
  }

  return function propertyMaps(request) {
    count += 1;
    const id = uuid(`properties ${run.run} ${count}`);
    const headers = [
      ['X-Correlation-Id', id],
      ['X-RateLimit-Secondly', String(perSecond)],
      ['X-RateLimit-Secondly-Remaining', String(Math.max(0, perSecond - recent.length - 1))],
    ] as const;
    try {
      const given = answer(request);
      return { ...given, headers: [...given.headers, ...headers] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, rest } = error;
      return json(
        status,
        { status: 'error', message, correlationId: id, ...rest },
        headers,
        'application/json;charset=utf-8',
      );
    }
  };
}

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const all: Row[] = [];
  let next: string | undefined = target;
  while (next !== undefined) {
    const page: Received = await api.ask('GET', next);
    const rows = rowsAt(page, 'results');
    all.push(...rows);
    next = rows.length === 0 ? undefined : textIfAny(page, 'paging', 'next', 'link');
  }
  return all;
}

/** Searches on after the mark of the page before. */
async function search(api: Api, wanted: Row): Promise<void> {
  let after: string | undefined;
  do {
    const page = await api.ask('POST', '/v1/listings/search', {
      json: { ...wanted, ...(after !== undefined && { after }) },
    });
    after = rowsAt(page, 'results').length === 0 ? undefined : textIfAny(page, 'paging', 'next', 'after');
  } while (after !== undefined);
}

const filters = (...parts: readonly (readonly [string, string, string?])[]) => ({
  filterGroups: [
    {
      filters: parts.map(([propertyName, operator, value]) => ({
        propertyName,
        operator,
        ...(value !== undefined && { value }),
      })),
    },
  ],
});

const price = (api: Api, id: unknown, properties: unknown) =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { properties } });
const assign = (api: Api, id: unknown, properties: unknown) =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { properties } });
const read = (api: Api, id: unknown, query = '') => api.ask('GET', `/v1/listings/${String(id)}${query}`);

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map(({ id }) => id);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  await walk(api, '/v1/strategies?limit=2');
  await walk(api, '/v1/reports?limit=5');
  await walk(api, '/v1/listings?limit=15&properties=sku,asking_price,listing_state');
  await walk(api, '/v1/listings?archived=true');
  for (const index of [0, 4, 9, 17, 25]) await read(api, ids[index]);
  await read(api, ids[6], '?properties=listing_name,brand,stock_level,pricing_strategy');
  await read(api, ids[7], '?properties=sku,pricing_strategy&associations=strategies');
  await read(api, ids[10], '?associations=strategies');
  await api.ask('GET', '/v1/listings?limit=8&associations=strategies&properties=sku');
  await search(api, { ...filters(['listing_state', 'EQ', 'live']), limit: 12 });
  await search(api, {
    ...filters(['asking_price', 'GT', '100'], ['channel', 'EQ', 'north_market']),
    sorts: [{ propertyName: 'asking_price', direction: 'DESCENDING' }],
    properties: ['listing_name', 'asking_price'],
    limit: 10,
  });
  await search(api, filters(['pricing_strategy', 'NOT_HAS_PROPERTY']));

  const bounds = [
    [1, '12.5', '40'],
    [5, '99.99', '180.00'],
    [8, '7', '7'],
    [12, 21.4, 60],
  ] as const;
  for (const [index, min_price, max_price] of bounds) {
    await price(api, ids[index], { min_price, max_price });
    await read(api, ids[index]);
    api.wait(15_000);
  }
  await price(api, ids[14], { max_price: '450' });
  await price(api, ids[15], { min_price: '' });
  await read(api, ids[15]);
  await assign(api, ids[16], { pricing_strategy: plans[1] });
  await read(api, ids[16], '?properties=pricing_strategy');
  await assign(api, ids[18], { pricing_strategy: plans[3] });
  await assign(api, ids[19], { pricing_strategy: '' });
  await read(api, ids[19], '?associations=strategies');
  await walk(api, '/v1/listings?limit=20');

  await price(api, ids[20], { min_price: '50', max_price: '40.5' });
  await price(api, ids[20], { min_price: 'cheap', max_price: '40' });
  await price(api, ids[20], { min_price: '3', max_price: 'dear' });
  await price(api, ids[20], { min_price: '0', max_price: '40' });
  await price(api, ids[20], { min_price: '-2', max_price: '40' });
  await price(api, ids[20], { min_price: '3', floor_price: '2' });
  await price(api, ids[20], { brand: 'zembro' });
  await price(api, ids[20], {});
  await price(api, ids[20], undefined);
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/price`, { text: '{"properties": {' });
  await price(api, '18000000001', { min_price: '3', max_price: '4' });
  await assign(api, ids[20], { pricing_strategy: '7000000000' });
  await assign(api, ids[20], { pricing_strategy: 'fast' });
  await assign(api, ids[20], { pricing_strategy: plans[4] });
  await assign(api, ids[20], { min_price: '5' });
  await assign(api, '18000000002', { pricing_strategy: plans[0] });
  await read(api, '18000000003');
  await read(api, 'kettle');
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=all',
    'after=first',
    'archived=maybe',
    'associations=orders',
    'properties=colour&limit=3',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?limit=500');
  await search(api, filters(['colour', 'EQ', 'red']));
  await search(api, { limit: 80 });
  await api.ask('DELETE', `/v1/listings/${String(ids[20])}`);
  await api.ask('GET', '/v1/contacts');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': 'pat-eu1-wrong' } });
  api.wait(120_000);
  await api.ask('GET', '/v1/reports?exportState=PROCESSING');
  api.wait(600_000);
  const done = await walk(api, '/v1/reports?exportState=COMPLETE');
  for (const index of [0, 4]) {
    const link = done[index]?.result;
    if (typeof link === 'string') await api.ask('GET', link);
  }
  for (let sent = 0; sent < 11; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(2_000);
  await api.ask('GET', '/v1/strategies?limit=3');
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?limit=14')).map(({ id }) => id);
  const plans = (await walk(api, '/v1/strategies?limit=4')).map(({ id }) => id);
  await walk(api, '/v1/reports?limit=6');
  await api.ask('GET', '/v1/listings?limit=12&properties=brand,channel,stock_level');
  await walk(api, '/v1/listings?archived=true&limit=3');
  for (const index of [2, 13, 22, 30]) await read(api, ids[index]);
  await read(api, ids[3], '?properties=asking_price,channel');
  await read(api, ids[11], '?associations=strategies&properties=listing_name');
  await api.ask('GET', '/v1/listings?limit=6&associations=strategies');
  await search(api, { ...filters(['listing_state', 'EQ', 'paused']), limit: 20 });
  await search(api, {
    ...filters(['stock_level', 'LT', '60']),
    sorts: [{ propertyName: 'listing_name', direction: 'ASCENDING' }],
    limit: 30,
  });

  const bounds = [
    [2, '18.25', '33'],
    [13, '101', '230.5'],
    [22, '5.00', '9.90'],
  ] as const;
  for (const [index, min_price, max_price] of bounds) {
    await price(api, ids[index], { min_price, max_price });
    await read(api, ids[index]);
    api.wait(40_000);
  }
  await price(api, ids[23], { max_price: '310.75' });
  await read(api, ids[23]);
  await assign(api, ids[24], { pricing_strategy: plans[2] });
  await read(api, ids[24], '?properties=pricing_strategy,sku');
  await assign(api, ids[26], { pricing_strategy: '' });
  await walk(api, '/v1/listings?limit=25');

  await price(api, ids[27], { min_price: '71', max_price: '70' });
  await price(api, ids[27], { min_price: 'low', max_price: '70' });
  await price(api, ids[27], { min_price: '0.00', max_price: '70' });
  await price(api, ids[27], { max_price: '70', ceiling_price: '90' });
  await price(api, ids[27], { listing_name: 'Lamp' });
  await price(api, '18000000011', { min_price: '6', max_price: '8' });
  await api.ask('PATCH', `/v1/listings/${String(ids[27])}/price`, { text: 'min_price=4' });
  await assign(api, ids[27], { pricing_strategy: '7999999999' });
  await assign(api, ids[27], { pricing_strategy: 'slow' });
  await assign(api, ids[27], undefined);
  await read(api, '18000000013');
  await read(api, 'teapot');
  for (const query of [
    'limit=-1',
    'limit=250',
    'limit=ten',
    'after=last',
    'archived=no',
    'associations=carts',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/strategies?limit=0');
  await api.ask('GET', '/v1/companies');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'pat-eu1-other' } });
  // Of a kind that was not recorded.
  await price(api, ids[27], { min_price: 'low', max_price: 'high' });
  await price(api, ids[28], { min_price: '14.5' });
  api.wait(900_000);
  const done = await walk(api, '/v1/reports?exportState=COMPLETE&limit=5');
  const link = done[2]?.result;
  if (typeof link === 'string') await api.ask('GET', link);
}

export const propertyMaps: WalkedService = {
  name: 'property-maps',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
